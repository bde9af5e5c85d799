//! Every file under `samples/` is one test: what its folder and its name promise of it, and a snapshot
//! of the formats for reading and of `json`.
//!
//! `samples/<code>/<article>/` is audited under that code, `samples/record/<rule>/` and `samples/plain/`
//! under fide-2023. A file `fires-*` has a finding of its folder's article or rule, a file `silent-*`
//! none of it, a file of `plain/` nothing graver than a remark.

// A test may panic: that is how it fails.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

#[path = "support/page.rs"]
mod page;
#[path = "support/terminal.rs"]
mod terminal;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use jadoube::cli::run;
use jadoube::law::Rule;
use jadoube::report::FormatId;
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

use page::Page;
use terminal::PIPES;

fn main() {
    let mut arguments = Arguments::from_args();
    // Each test is over in milliseconds: two at once are enough.
    arguments.test_threads = arguments.test_threads.or(Some(2));
    let mut files = Vec::new();
    walk(Path::new("samples"), &mut files).expect("samples/ can be read");
    files.sort();
    let mut trials: Vec<Trial> = files
        .iter()
        .cloned()
        .map(|path| Trial::test(path.display().to_string(), move || audit(&path)))
        .collect();
    let folders = files.clone();
    trials.push(Trial::test("each folder has both kinds", move || both_kinds(&folders)));
    let of_record = files;
    trials.push(Trial::test("each rule of the record has a folder", move || record_rules(&of_record)));
    libtest_mimic::run(&arguments, trials).exit();
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            walk(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "pgn") {
            files.push(path);
        }
    }
    Ok(())
}

/// What a file's place says of it.
struct Sample {
    /// Its path with `/`, as every system shows it.
    path: String,
    /// `record`, `plain` or a code's id.
    shelf: String,
    /// The article or the rule; empty in `plain/`.
    topic: String,
    name: String,
}

impl Sample {
    fn of(path: &Path) -> Result<Self, Failed> {
        let parts: Vec<String> =
            path.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
        let (shelf, topic, file) = match parts.as_slice() {
            [_, shelf, topic, file] => (shelf, topic.clone(), file),
            [_, shelf, file] => (shelf, String::new(), file),
            _ => return Err("a sample stands in samples/<code>/<article>/".into()),
        };
        Ok(Self {
            path: parts.join("/"),
            shelf: shelf.clone(),
            topic,
            name: file.trim_end_matches(".pgn").to_owned(),
        })
    }

    fn code(&self) -> &str {
        match self.shelf.as_str() {
            // Each game under its Laws tag, without one under fide-2023.
            "record" | "plain" => "record",
            code => code,
        }
    }

    /// Whether a finding is of what the folder names: a rule, an article, or a part of one.
    fn is_of_topic(&self, finding: &Value) -> bool {
        let topic = self.topic.as_str();
        let rule = finding["rule"].as_str().unwrap_or_default();
        if self.shelf == "record" {
            return rule.strip_prefix("record.") == Some(topic);
        }
        let article = finding["article"].as_str().unwrap_or_default();
        // An article that lays down a condition, or gives leave, is named in the help.
        let help = finding["help"].as_str().unwrap_or_default();
        rule == topic
            || article == topic
            || article.strip_prefix(topic).is_some_and(|part| part.starts_with('.'))
            || help
                .split("; ")
                .any(|part| part.strip_prefix(topic).is_some_and(|rest| rest.starts_with(": ")))
    }
}

fn both_kinds(files: &[PathBuf]) -> Result<(), Failed> {
    let mut kinds: BTreeMap<PathBuf, [bool; 2]> = BTreeMap::new();
    for path in files {
        let Sample { shelf, name, .. } = Sample::of(path)?;
        if shelf == "plain" {
            continue;
        }
        let has = kinds.entry(path.parent().map(Path::to_owned).unwrap_or_default()).or_default();
        match name.split('-').next() {
            Some("fires") => has[0] = true,
            Some("silent") => has[1] = true,
            _ => return Err(format!("{} is neither fires-* nor silent-*", path.display()).into()),
        }
    }
    match kinds.iter().find(|(_, has)| **has != [true, true]) {
        Some((folder, _)) => Err(format!("{} lacks one of the two kinds", folder.display()).into()),
        None => Ok(()),
    }
}

fn record_rules(files: &[PathBuf]) -> Result<(), Failed> {
    for rule in Rule::ALL {
        let Some(name) = rule.id().strip_prefix("record.") else { continue };
        let folder = Path::new("samples").join("record").join(name);
        if !files.iter().any(|path| path.starts_with(&folder)) {
            return Err(format!("{} is missing", folder.display()).into());
        }
    }
    Ok(())
}

/// What the command line writes of one file in one format.
fn report(sample: &Sample, format: FormatId) -> Result<String, Failed> {
    let (out, err) = (Page::default(), Page::default());
    let arguments = [
        "jadoube",
        "audit",
        "--code",
        sample.code(),
        "--min-severity",
        "info",
        "--all",
        "--color",
        "never",
        "--progress",
        "never",
        "--jobs",
        "1",
        "--exit-zero",
        "--format",
        format.id(),
        &sample.path,
    ];
    let code = run(
        arguments.map(Into::into),
        &PIPES,
        Box::new(out.clone()),
        Box::new(err.clone()),
        jadoube::audit::run,
    );
    let text = |page: &Page| String::from_utf8_lossy(&page.0.lock().unwrap()).into_owned();
    if code == 0 { Ok(text(&out)) } else { Err(format!("exit code {code}: {}", text(&err)).into()) }
}

/// The formats of a snapshot. Those for other programs say nothing more: `formats.rs` holds them to `json`.
const SHOWN: &[FormatId] = &[FormatId::Human, FormatId::Concise, FormatId::Json, FormatId::Jsonl];

fn audit(path: &Path) -> Result<(), Failed> {
    let sample = Sample::of(path)?;
    let mut page = String::new();
    let mut report_json = Value::Null;
    for format in SHOWN.iter().copied() {
        let mut text = report(&sample, format)?;
        if format == FormatId::Json {
            report_json = serde_json::from_str(&text)?;
            text = serde_json::to_string_pretty(&report_json)? + "\n";
        }
        let version = format!(r#""version":"{}""#, env!("CARGO_PKG_VERSION"));
        let spaced = version.replace(':', ": ");
        let text = text.replace(&version, r#""version":"…""#).replace(&spaced, r#""version": "…""#);
        writeln!(page, "--- {}\n{}", format.id(), text.trim_end())?;
    }

    let findings: Vec<&Value> = report_json["games"]
        .as_array()
        .into_iter()
        .flatten()
        .flat_map(|game| game["findings"].as_array().into_iter().flatten())
        .collect();
    holds_to_its_name(&sample, &findings)?;

    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(Path::new("snapshots").join(path.parent().unwrap_or(path)));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_input_file(path);
    settings.bind(|| insta::assert_snapshot!(sample.name.as_str(), page));
    Ok(())
}

fn holds_to_its_name(sample: &Sample, findings: &[&Value]) -> Result<(), Failed> {
    let listed = || {
        findings.iter().fold(String::new(), |mut list, finding| {
            let _ = write!(list, "\n{finding}");
            list
        })
    };
    let of_topic = findings.iter().any(|finding| sample.is_of_topic(finding));
    if sample.shelf == "plain" {
        return match findings.iter().find(|finding| finding["severity"] != "info") {
            Some(finding) => Err(format!("an ordinary game is accused: {finding}").into()),
            None => Ok(()),
        };
    }
    if sample.name.starts_with("fires-") && !of_topic {
        return Err(format!("nothing of {} was found{}", sample.topic, listed()).into());
    }
    if sample.name.starts_with("silent-") && of_topic {
        return Err(format!("{} was found{}", sample.topic, listed()).into());
    }
    Ok(())
}
