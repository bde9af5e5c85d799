//! The law in words: every code, article and rule has its page, and the page has the promised content.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use jadoube::internals::cli::run;
use jadoube::internals::explain;
use jadoube::internals::law::{Rule, codes, load, vocabulary};
use serde_json::Value;

use crate::support::output::Output;
use crate::support::terminal::PIPES;

/// Exit code and standard output.
fn jadoube(arguments: &[&str]) -> (u8, String) {
    let (out, err) = (Output::default(), Output::default());
    let arguments = std::iter::once("jadoube").chain(arguments.iter().copied()).map(Into::into);
    let code =
        run(arguments, &PIPES, Box::new(out.clone()), Box::new(err.clone()), jadoube::internals::audit::run);
    let text = |page: &Output| String::from_utf8(page.0.lock().unwrap().clone()).unwrap();
    assert!(code < 2 || out.0.lock().unwrap().is_empty(), "{}", text(&err));
    (code, text(&out))
}

fn page(what: &str) -> String {
    let (code, text) = jadoube(&["explain", what]);
    assert_eq!(code, 0, "{what}");
    text
}

fn json(what: &str) -> Value {
    let (code, text) = jadoube(&["explain", what, "--format", "json"]);
    assert_eq!(code, 0, "{what}");
    serde_json::from_str(&text).unwrap()
}

/// Every code and every article that has a page: `CODE` and `CODE/ARTICLE`.
fn codes_and_articles() -> Vec<String> {
    let mut all = Vec::new();
    for code in codes::codes() {
        all.push(code.id.to_string());
        all.extend(explain::articles(&code).into_iter().map(|article| format!("{}/{article}", code.id)));
    }
    all
}

/// The page without its example, which is in the form of the audit.
fn own_words(page: &str) -> &str {
    page.split("\nExample\n").next().unwrap()
}

#[test]
fn every_page_fits_eighty_columns() {
    let rules = Rule::ALL.iter().map(|rule| rule.id().to_owned());
    let value = json("commands");
    let commands = value["commands"].as_array().unwrap().iter();
    let commands = commands.map(|command| format!("%{}", command["name"].as_str().unwrap()));
    let words = ["commands", "tags", "board", "touch move", "tag Placed"].map(str::to_owned);
    for what in codes_and_articles().into_iter().chain(rules).chain(commands).chain(words) {
        let page = page(&what);
        for line in own_words(&page).lines() {
            // An address cannot be broken.
            let is_link = line.trim_start().rsplit("  ").next().is_some_and(|end| end.starts_with("http"));
            assert!(line.chars().count() <= 80 || is_link, "{what}: {line}");
            assert_eq!(line, line.trim_end(), "{what}");
        }
    }
}

/// Law files are shown in words: a vocabulary word that is not also English appears on no page.
#[test]
fn no_page_shows_a_word_of_the_vocabulary_where_a_phrase_is_due() {
    let ids: Vec<&str> =
        vocabulary().into_iter().flat_map(|(_, words)| words).filter(|word| word.contains('-')).collect();
    assert!(ids.len() > 60);
    for what in codes_and_articles() {
        let code = codes::code(what.split('/').next().unwrap()).unwrap();
        // The file's own sentences are exempt.
        let source = [&code.title, &code.source.work].into_iter().chain(&code.source.pages);
        let free: Vec<&str> = source
            .chain(code.provisions.iter().filter_map(|provision| Some(&provision.text.as_ref()?.words)))
            .chain(code.scans.iter().map(|scan| &scan.what))
            .chain(code.provisions.iter().map(|provision| &provision.says))
            .chain(
                code.silences.iter().flat_map(|silence| std::iter::once(&silence.says).chain(&silence.why)),
            )
            .chain(code.readings.iter().flat_map(|reading| [&reading.question, &reading.taken, &reading.why]))
            .map(|text| &**text)
            .collect();
        let page = page(&what);
        let told = own_words(&page).lines().filter(|line| !line.contains("--reading"));
        for word in told.flat_map(str::split_whitespace) {
            let word = word.trim_matches(|c: char| !c.is_alphanumeric());
            assert!(!ids.contains(&word) || free.iter().any(|text| text.contains(word)), "{what}: {word}");
        }
    }
}

#[test]
fn an_article_shows_the_record_in_which_it_decides() {
    let mut shown = 0;
    for code in codes::codes() {
        for article in explain::articles(&code) {
            let what = format!("{}/{article}", code.id);
            // Windows has no file `CON.1`.
            let folders = ["", "_"].map(|mark| format!("samples/{}/{mark}{article}", code.id));
            let folder = folders.iter().find(|folder| Path::new(folder).is_dir()).unwrap_or(&folders[0]);
            let has_one = fs::read_dir(folder).is_ok_and(|files| {
                files.flatten().any(|file| file.file_name().to_string_lossy().starts_with("fires"))
            });
            let page = page(&what);
            let named = format!("[{folder}/fires");
            assert_eq!(page.contains(&named), has_one, "{what}");
            if !has_one {
                continue;
            }
            shown += 1;
            let example = &json(&what)["example"];
            let file = example["file"].as_str().unwrap();
            assert_eq!(example["record"].as_str().unwrap(), fs::read_to_string(file).unwrap(), "{what}");
            let games = example["games"].as_array().unwrap().iter();
            let cites = games.flat_map(|game| game["findings"].as_array().unwrap()).any(|finding| {
                let ground = finding["article"].as_str().unwrap_or_default();
                let help = finding["help"].as_str().unwrap_or_default();
                ground == &**article
                    || ground.starts_with(&format!("{article}."))
                    || help.split("; ").any(|part| part.starts_with(&format!("{article}: ")))
            });
            assert!(cites, "{what} is not cited in {file}");
        }
    }
    assert!(shown > 90, "{shown}");
}

#[test]
fn a_page_of_an_article_has_every_provision_and_reading_of_it() {
    for code in codes::codes() {
        for article in explain::articles(&code) {
            let value = json(&format!("{}/{article}", code.id));
            let says: Vec<&str> = value["provisions"]
                .as_array()
                .unwrap()
                .iter()
                .map(|one| one["says"].as_str().unwrap())
                .collect();
            let written: Vec<&str> = code.article(article).map(|provision| &*provision.says).collect();
            assert_eq!(says, written, "{}/{article}", code.id);
            let alternatives = value["readings"]
                .as_array()
                .unwrap()
                .iter()
                .flat_map(|reading| reading["alternatives"].as_array().unwrap().iter());
            for other in alternatives {
                // An alternative that changes nothing could never be reported.
                assert!(!other["changes"].as_array().unwrap().is_empty(), "{}/{article}: {other}", code.id);
            }
        }
    }
}

/// The printed sentence is below the project's own, on the page of an article and on that of an audit.
#[test]
fn a_page_shows_the_printed_words_and_their_copy() {
    const FILE: &str = "tests/data/laws/printed.toml";
    let (_, text) = jadoube(&["explain", "--code-file", FILE, "3", "--format", "json"]);
    let value: Value = serde_json::from_str(&text).unwrap();
    let words = value["provisions"][0]["text"].as_str().unwrap();
    assert!(words.starts_with("A false Move found out"), "{words}");
    assert_eq!(value["provisions"][0]["scan"]["id"], "first");
    assert!(value["provisions"][1]["text"].is_null());
    let game = "samples/kenny-1817/8/fires-nothing-binds.pgn";
    let (_, page) = jadoube(&["audit", "--code-file", FILE, "--format", "html", game]);
    let html = words.replace('\'', "&#39;");
    assert!(page.contains(&format!("“{html}” [first]")), "{page}");
    assert!(page.contains("[first] the copy in the library of the club"), "{page}");
}

#[test]
fn a_rule_tells_what_each_code_says() {
    for rule in Rule::ALL {
        let value = json(rule.id());
        assert_eq!(value["rule"]["id"], rule.id());
        let stands = value["codes"].as_array().unwrap();
        assert_eq!(stands.len(), codes::codes().len());
        for (stand, code) in stands.iter().zip(codes::codes()) {
            assert_eq!(stand["code"], *code.id);
            let says =
                ["provisions", "of_parent"].iter().any(|key| !stand[*key].as_array().unwrap().is_empty());
            assert_eq!(stand["voice"] == "speaks", says, "{rule} under {}", code.id);
        }
    }
    let text = page("touch.several-own");
    assert!(text.contains("in all other cases, judged as touch.own:"), "{text}");
    assert!(page("draw.stalemate").contains("not known: "));
}

/// The shape of the JSON, key by key: names and types of values, and for a list its first entry.
fn shape(value: &Value, depth: usize, out: &mut String) {
    let indent = "  ".repeat(depth);
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                let kind = match value {
                    Value::Null => "null",
                    Value::Bool(_) => "bool",
                    Value::Number(_) => "number",
                    Value::String(_) => "string",
                    Value::Array(_) => "list",
                    Value::Object(_) => "object",
                };
                let _ = writeln!(out, "{indent}{key}: {kind}");
                // The report has a schema of its own.
                if key != "games" {
                    shape(value, depth + 1, out);
                }
            }
        }
        Value::Array(items) => {
            if let Some(first) = items.first() {
                shape(first, depth, out);
            }
        }
        _ => {}
    }
}

#[test]
fn the_shape_of_the_json_is_kept() {
    let mut shapes = String::new();
    let laws = ["bca-1862", "bca-1862/V", "fide-2023/7.5.5", "touch.own-immovable"];
    let words = ["board", "%touch", "tag Board", "commands", "tags", "flag"];
    for what in laws.into_iter().chain(words) {
        let _ = writeln!(shapes, "--- explain {what}");
        shape(&json(what), 0, &mut shapes);
    }
    for list in ["codes", "rules"] {
        let (_, text) = jadoube(&[list, "--format", "json"]);
        let _ = writeln!(shapes, "--- {list}");
        shape(&serde_json::from_str(&text).unwrap(), 0, &mut shapes);
    }
    let (_, text) = jadoube(&["explain", "kenny-1817", "--gaps", "--format", "json"]);
    let _ = writeln!(shapes, "--- explain kenny-1817 --gaps");
    shape(&serde_json::from_str(&text).unwrap(), 0, &mut shapes);
    insta::assert_snapshot!(shapes);
}

/// Every article of a code is listed with its state, on the page and in JSON.
#[test]
fn the_gaps_of_a_code_are_listed() {
    for embedded in codes::embedded() {
        let code = load(embedded.text).unwrap();
        let (status, page) = jadoube(&["explain", &code.id, "--gaps"]);
        assert_eq!(status, 0, "{page}");
        let (_, text) = jadoube(&["explain", &code.id, "--gaps", "--format", "json"]);
        let value: Value = serde_json::from_str(&text).unwrap();
        let listed: Vec<&str> =
            value["articles"].as_array().unwrap().iter().filter_map(|one| one["article"].as_str()).collect();
        for article in
            explain::articles(&code).into_iter().chain(code.unruled.iter().flat_map(|row| &row.articles))
        {
            assert_eq!(
                listed.iter().filter(|listed| ***listed == **article).count(),
                1,
                "{} {article}",
                code.id
            );
            assert!(page.contains(&**article), "{} {article}", code.id);
        }
    }
    let (status, _) = jadoube(&["explain", "draw.fifty", "--gaps"]);
    assert_eq!(status, 2);
}

#[test]
fn articles_stand_in_the_order_of_the_book() {
    let of = |id: &str| {
        let code = codes::code(id).unwrap();
        explain::articles(&code).into_iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let kenny: Vec<String> = (1..=17).map(|number| number.to_string()).collect();
    assert_eq!(of("kenny-1817"), kenny);
    let american = of("american-1910");
    let place = |article: &str| american.iter().position(|other| other == article).unwrap();
    assert!(place("PEN.2") < place("PEN.12") && place("DEF.1") < place("PEN.1"));
    let fide = of("fide-2023");
    let place = |article: &str| fide.iter().position(|other| other == article).unwrap();
    assert!(place("9.6.2") < place("11.2") && place("12.6") < place("I.8"));
}
