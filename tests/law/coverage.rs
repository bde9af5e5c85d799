//! Every provision has a record that it decides, and has an effect: without it, that record's report is
//! different.
//!
//! `tests/data/provisions.txt` lists them, one article per line: `<code>/<article>`; all or none of a code,
//! and for a code that extends another all that it restates. A permission that is never reported needs no
//! sample.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use jadoube::internals::audit::{CodeChoice, audit_bytes_under};
use jadoube::internals::finding::Finding;
use jadoube::internals::law::{Code, Provision, codes};

/// The articles that must have samples, by code.
fn listed() -> Vec<(String, String)> {
    let list = fs::read_to_string("tests/data/provisions.txt").unwrap();
    list.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| {
            let (code, article) = line.split_once('/').expect("<code>/<article>");
            (code.to_owned(), article.to_owned())
        })
        .collect()
}

fn samples(code: &str, article: &str, kind: &str) -> Vec<PathBuf> {
    let shelf = Path::new("samples").join(code);
    // Windows has no file `CON.1`.
    let folder = [article.to_owned(), format!("_{article}")].map(|name| shelf.join(name));
    let Some(folder) = folder.into_iter().find(|folder| folder.is_dir()) else { return Vec::new() };
    let Ok(entries) = fs::read_dir(&folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(kind)))
        .collect();
    files.sort();
    files
}

fn findings(path: &Path, code: &Arc<Code>) -> Vec<Finding> {
    let text = fs::read(path).unwrap();
    let reports = audit_bytes_under(&text, CodeChoice::One(Arc::clone(code)));
    reports.into_iter().flat_map(|report| report.findings).collect()
}

/// The content of a report, verdicts included.
fn report(path: &Path, code: &Arc<Code>) -> String {
    let text = fs::read(path).unwrap();
    let reports = audit_bytes_under(&text, CodeChoice::One(Arc::clone(code)));
    format!("{:?}", reports.iter().map(|report| (report.verdict, &report.findings)).collect::<Vec<_>>())
}

/// Whether provisions are equal but for the numbers of articles.
fn are_alike(one: &Provision, other: &Provision) -> bool {
    one.topics == other.topics
        && one.when == other.when
        && one.opens == other.opens
        && one.binds == other.binds
        && one.window == other.window
        && one.remedies == other.remedies
        && one.claim == other.claim
        && one.wrong == other.wrong
}

/// The provisions of a code without those of the code that it extends, which may have other numbers.
fn own(code: &Code) -> impl Iterator<Item = (usize, &Provision)> {
    let extended = code.extends.as_ref().and_then(|id| codes::code(id).ok());
    let is_own = move |provision: &Provision| {
        extended
            .as_ref()
            .is_none_or(|extended| !extended.provisions.iter().any(|old| are_alike(old, provision)))
    };
    code.provisions.iter().enumerate().filter(move |(_, provision)| is_own(provision))
}

/// Whether a finding cites the article or a paragraph of it: as the ruling, or in the help for the
/// condition.
fn cites(finding: &Finding, article: &str) -> bool {
    let decides = finding
        .citation
        .as_ref()
        .and_then(|citation| citation.article.as_deref()?.strip_prefix(article))
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    let named = |help: &String| {
        help.split("; ").any(|part| part.strip_prefix(article).is_some_and(|rest| rest.starts_with(": ")))
    };
    decides || finding.help.as_ref().is_some_and(named)
}

#[test]
fn every_provision_listed_is_in_its_code_and_has_a_pair_of_samples() {
    let mut missing = Vec::new();
    for (id, article) in listed() {
        let code = codes::code(&id).unwrap();
        if code.provision(&article).is_none() {
            missing.push(format!("{id} has no article {article}"));
        }
        for kind in ["fires-", "silent-"] {
            if samples(&id, &article, kind).is_empty() {
                missing.push(format!("samples/{id}/{article} has no {kind}*"));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn a_code_on_the_list_is_on_it_whole() {
    let listed = listed();
    let mut missing = Vec::new();
    for code in codes::codes() {
        if !listed.iter().any(|(id, _)| **id == *code.id) {
            continue;
        }
        for (_, provision) in own(&code) {
            let is_told = code.article(&provision.article).any(|said| said.report);
            if is_told
                && !listed.iter().any(|(id, article)| **id == *code.id && **article == *provision.article)
            {
                missing.push(format!("{}/{}", code.id, provision.article));
            }
        }
    }
    missing.dedup();
    assert!(missing.is_empty(), "not on the list: {}", missing.join(", "));
}

#[test]
fn every_firing_sample_cites_its_article_and_no_silent_one_does() {
    let mut wrong = Vec::new();
    for (id, article) in listed() {
        let code = codes::code(&id).unwrap();
        for path in samples(&id, &article, "fires-") {
            if !findings(&path, &code).iter().any(|finding| cites(finding, &article)) {
                wrong.push(format!("{} does not cite {article}", path.display()));
            }
        }
        for path in samples(&id, &article, "silent-") {
            if findings(&path, &code).iter().any(|finding| cites(finding, &article)) {
                wrong.push(format!("{} cites {article}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_provision_does_something() {
    let mut idle = Vec::new();
    for (id, article) in listed() {
        let code = codes::code(&id).unwrap();
        let firing = samples(&id, &article, "fires-");
        let whole: Vec<String> = firing.iter().map(|path| report(path, &code)).collect();
        for (index, provision) in own(&code).filter(|(_, said)| said.report && *said.article == *article) {
            let rest = Arc::new(code.without(index).unwrap());
            let same = firing.iter().zip(&whole).all(|(path, whole)| report(path, &rest) == *whole);
            if same {
                let topics: Vec<&str> = provision.topics.iter().map(|topic| topic.id()).collect();
                let when: Vec<String> = provision.when.iter().map(ToString::to_string).collect();
                idle.push(format!("{id}/{article} on {topics:?} when {when:?}"));
            }
        }
    }
    assert!(idle.is_empty(), "nothing changes without\n{}", idle.join("\n"));
}

/// The engine knows no code: neither its id nor its year occurs in Rust outside the list that embeds it.
#[test]
fn no_code_and_no_year_of_one_is_named_in_rust() {
    fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, files);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    let mut files = Vec::new();
    walk(Path::new("src"), &mut files);
    let embedding = Path::new("src").join("law").join("embedded.rs");
    let mut named = Vec::new();
    for path in files.iter().filter(|path| **path != embedding) {
        let text = fs::read_to_string(path).unwrap();
        for (line, number) in text.lines().zip(1..) {
            for code in codes::codes() {
                let year = code.year.to_string();
                let says_year =
                    line.match_indices(&year).any(|(at, _)| !is_part_of_a_number(line, at, year.len()));
                if line.contains(&*code.id) || says_year {
                    named.push(format!("{}:{number}: {}", path.display(), line.trim()));
                }
            }
        }
    }
    assert!(named.is_empty(), "{}", named.join("\n"));
}

/// Whether these digits belong to a longer number, or to the number of a character.
fn is_part_of_a_number(line: &str, at: usize, length: usize) -> bool {
    if line.get(..at).is_some_and(|before| before.ends_with("U+") || before.ends_with("u{")) {
        return true;
    }
    let before = line.get(..at).and_then(|text| text.chars().next_back());
    let after = line.get(at + length..).and_then(|text| text.chars().next());
    before.into_iter().chain(after).any(|character| character.is_ascii_digit())
}
