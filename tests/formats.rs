//! Every format tells the same findings in the same order, and is what those who take it in expect.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

#[path = "support/kept.rs"]
mod kept;
#[path = "support/report_schema.rs"]
mod report_schema;
#[path = "support/terminal.rs"]
mod terminal;

use std::ffi::OsString;
use std::fs;

use jadoube::cli::{Terminal, run};
use serde_json::Value;

use terminal::PIPES;

/// The exit code, and what is written.
fn jadoube(terminal: &Terminal, arguments: &[&str]) -> (u8, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let arguments: Vec<OsString> = ["jadoube"].iter().chain(arguments).map(OsString::from).collect();
    let code = run(arguments, terminal, Box::new(&mut out), Box::new(&mut err), jadoube::audit::run);
    (code, String::from_utf8(out).unwrap())
}

/// What an audit of every sample writes in a format, and its exit code.
fn audit(terminal: &Terminal, format: &[&str]) -> (u8, String) {
    jadoube(terminal, &[&["audit", "--min-severity", "info", "samples"], format].concat())
}

fn written(format: &str) -> String {
    audit(&PIPES, &["--format", format]).1
}

/// What every format tells of a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Told {
    file: String,
    line: u64,
    rule: String,
}

/// The findings of the `json` report.
fn findings() -> Vec<Told> {
    let report: Value = serde_json::from_str(&written("json")).unwrap();
    let games = report["games"].as_array().unwrap().iter();
    let findings = games.flat_map(|game| game["findings"].as_array().unwrap());
    let told: Vec<Told> = findings
        .map(|finding| Told {
            file: finding["span"]["file"].as_str().unwrap().to_owned(),
            line: finding["span"]["line"].as_u64().unwrap(),
            rule: finding["rule"].as_str().unwrap().to_owned(),
        })
        .collect();
    assert!(told.len() > 1000);
    told
}

#[track_caller]
fn same(found: &[Told], expected: &[Told]) {
    for (found, expected) in found.iter().zip(expected) {
        assert_eq!(found, expected);
    }
    assert_eq!(found.len(), expected.len());
}

#[test]
fn sarif_is_what_its_schema_says_and_tells_the_same() {
    let report: Value = serde_json::from_str(&written("sarif")).unwrap();
    let mut schema: Value =
        serde_json::from_str(&fs::read_to_string("tests/data/schemas/sarif-2.1.0.json").unwrap()).unwrap();
    // As published it is no regular expression, and the report names no language.
    for part in ["run", "toolComponent"] {
        schema["definitions"][part]["properties"]["language"].as_object_mut().unwrap().remove("pattern");
    }
    let validator = jsonschema::validator_for(&schema).unwrap();
    let faults: Vec<String> =
        validator.iter_errors(&report).map(|fault| format!("{}: {fault}", fault.instance_path())).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));

    let run = &report["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    let told: Vec<Told> = run["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|result| {
            let place = &result["locations"][0]["physicalLocation"];
            let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
            assert_eq!(rules[index]["id"], result["ruleId"]);
            let names_another = result["relatedLocations"][0]["physicalLocation"].is_object();
            assert_eq!(names_another, result["ruleId"] == "record.duplicate-game", "{result}");
            Told {
                file: place["artifactLocation"]["uri"].as_str().unwrap().to_owned(),
                line: place["region"]["startLine"].as_u64().unwrap(),
                rule: result["ruleId"].as_str().unwrap().to_owned(),
            }
        })
        .collect();
    same(&told, &findings());
}

#[test]
fn junit_is_read_by_another_program_and_tells_the_same() {
    let report = quick_junit::Report::deserialize_from_str(&written("junit")).unwrap();
    let expected = findings();
    let cases: Vec<(String, String)> = report
        .test_suites
        .iter()
        .filter(|suite| suite.name.as_str() != "jadoube")
        .flat_map(|suite| &suite.test_cases)
        .map(|case| {
            let (_, rule) = case.name.as_str().split_once(": ").unwrap();
            (case.classname.as_ref().unwrap().as_str().to_owned(), rule.to_owned())
        })
        .collect();
    let expected: Vec<(String, String)> = expected.into_iter().map(|told| (told.file, told.rule)).collect();
    assert_eq!(cases, expected);
}

#[test]
fn a_run_on_github_says_it_in_commands() {
    let (code, text) = audit(&Terminal { on_github: true, ..PIPES }, &[]);
    assert_eq!(code, 1);
    let told: Vec<Told> = text
        .lines()
        .map(|line| {
            let (command, _) = line.strip_prefix("::").unwrap().split_once("::").unwrap();
            let (_, properties) = command.split_once(' ').unwrap();
            let value = |name: &str| {
                let named = properties.split(',').find_map(|property| property.strip_prefix(name)).unwrap();
                named.strip_prefix('=').unwrap().to_owned()
            };
            let title = value("title");
            let rule = title.split(' ').next().unwrap().to_owned();
            Told { file: value("file"), line: value("line").parse().unwrap(), rule }
        })
        .collect();
    same(&told, &findings());
}

#[test]
fn the_formats_for_reading_tell_the_same() {
    let expected = findings();
    let concise = written("concise");
    let told: Vec<Told> = concise
        .lines()
        .map(|line| {
            let (place, rest) = line.split_once(": ").unwrap();
            let mut place = place.split(':');
            let rule = rest.split(' ').nth(1).unwrap().to_owned();
            Told { file: place.next().unwrap().into(), line: place.next().unwrap().parse().unwrap(), rule }
        })
        .collect();
    same(&told, &expected);

    let human = written("human");
    let rules: Vec<&str> = human
        .lines()
        .filter_map(|line| {
            let severity = ["error[", "warning[", "info["].iter().find_map(|head| line.strip_prefix(head))?;
            severity.split_once("]:").map(|(rule, _)| rule)
        })
        .collect();
    let expected: Vec<&str> = expected.iter().map(|told| told.rule.as_str()).collect();
    assert_eq!(rules, expected);

    let (code, narrated) = audit(&PIPES, &["--accessible"]);
    let rules: Vec<&str> = narrated
        .lines()
        .filter_map(|line| {
            let told = ["Error, ", "Warning, ", "Info, "].iter().find_map(|head| line.strip_prefix(head))?;
            told.split_once(": ").map(|(rule, _)| rule)
        })
        .collect();
    assert_eq!((code, rules), (1, expected));
    // Nothing there is for the eye alone.
    let is_drawn = |c: char| matches!(c, '\u{2500}'..='\u{257f}' | '|' | '^');
    let mut own = narrated.lines().filter(|line| !line.starts_with("The line reads: "));
    assert!(!own.any(|line| line.contains("   ") || line.starts_with(is_drawn)));
}

#[test]
fn lines_of_games_are_the_games_of_the_whole() {
    let whole: Value = serde_json::from_str(&written("json")).unwrap();
    let lines = written("jsonl");
    let mut games: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let last = games.pop().unwrap();
    assert_eq!(last["summary"], whole["summary"]);
    assert_eq!(&games, whole["games"].as_array().unwrap());
}

/// The value of an attribute in the text of a tag.
fn attribute<'t>(tag: &'t str, name: &str) -> &'t str {
    let (_, rest) = tag.split_once(&format!(" {name}=\"")).unwrap();
    rest.split_once('"').unwrap().0
}

/// What the page and the `json` report both tell of a finding.
#[derive(PartialEq, Eq, Debug)]
struct Shown {
    fingerprint: String,
    rule: String,
    severity: String,
    article: String,
    offset: u64,
    message: String,
}

#[test]
fn no_boards_are_drawn_of_a_game_of_more_than_4000_plies() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.pgn");
    let page = |rounds: usize| {
        let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(rounds);
        fs::write(&path, format!("[Event \"e\"]\n\n{moves}Ke3 *\n")).unwrap();
        jadoube(&PIPES, &["audit", "--isolated", "--format", "html", path.to_str().unwrap()]).1
    };
    let drawn = |page: &str| page.contains("<h5>What happened</h5>") && page.contains("class=\"boards\"");
    assert!(drawn(&page(100)));
    let long = page(1_100);
    assert!(!drawn(&long) && long.contains("data-rule=\"move.false\""), "{long}");
}

#[test]
fn of_tags_as_long_as_a_record_little_is_told_but_in_json() {
    let long = "\u{1}a".repeat(100_000);
    let folder = tempfile::tempdir().unwrap();
    let game = |name: &str, moves: &str| {
        let file = folder.path().join(name);
        let tags =
            ["Event", "White", "Black", "TimeControl", "Opening"].map(|tag| format!("[{tag} \"{long}\"]\n"));
        fs::write(&file, format!("{}\n{moves} *\n", tags.concat())).unwrap();
        file.into_os_string().into_string().unwrap()
    };
    let (sound, illegal) = (game("sound.pgn", "1. e4"), game("illegal.pgn", "1. e5"));
    let told = |file: &str, rest: &[&str]| {
        let arguments =
            [&["audit", "--isolated", "--exit-zero", "--min-severity", "info", file], rest].concat();
        jadoube(&PIPES, &arguments).1
    };
    for format in ["human", "concise", "sarif", "junit", "github", "html"] {
        let (with, without) = (told(&illegal, &["--format", format]), told(&sound, &["--format", format]));
        assert!(with.contains("e5"), "{format}");
        assert!(with.len() + without.len() < long.len(), "{format}: {} {}", with.len(), without.len());
    }
    for file in [&sound, &illegal] {
        for format in ["json", "jsonl"] {
            let text = told(file, &["--all", "--format", format]);
            let first = if format == "json" { &text } else { text.lines().next().unwrap() };
            let report: Value = serde_json::from_str(first).unwrap();
            let game = if format == "json" { &report["games"][0] } else { &report };
            assert_eq!(game["tags"]["White"], long, "{format}");
            assert_eq!(game["tags"].as_object().unwrap().len(), 5, "{format}");
        }
    }
}

#[test]
fn the_page_tells_the_same() {
    let page = written("html");
    let plain = |text: &str| {
        text.replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&quot;", "\"")
            .replace("&#39;", "'")
            .replace("&#34;", "\"")
            .replace("&#60;", "<")
            .replace("&#62;", ">")
            .replace("&#38;", "&")
            .replace("&amp;", "&")
    };
    let found: Vec<Shown> = page
        .split("<article ")
        .skip(1)
        .map(|entry| {
            let (tag, rest) = entry.split_once('>').unwrap();
            let (_, heading) = rest.split_once("<h4 ").unwrap();
            let (_, linked) = heading.split_once("<a ").unwrap();
            let message = linked.split_once('>').unwrap().1.split_once("</a></h4>").unwrap().0;
            Shown {
                fingerprint: attribute(tag, "data-fingerprint").to_owned(),
                rule: attribute(tag, "data-rule").to_owned(),
                severity: attribute(tag, "data-severity").to_owned(),
                article: attribute(tag, "data-article").to_owned(),
                offset: attribute(tag, "data-offset").parse().unwrap(),
                message: plain(message),
            }
        })
        .collect();
    let report: Value = serde_json::from_str(&written("json")).unwrap();
    let games = report["games"].as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let expected = games.flat_map(|game| game["findings"].as_array().unwrap()).map(|finding| Shown {
        fingerprint: text(&finding["fingerprint"]),
        rule: text(&finding["rule"]),
        severity: text(&finding["severity"]),
        article: text(&finding["article"]),
        offset: finding["span"]["offset"].as_u64().unwrap(),
        message: text(&finding["message"]),
    });
    let expected: Vec<Shown> = expected.collect();
    assert!(expected.len() > 1000);
    for (found, expected) in found.iter().zip(&expected) {
        assert_eq!(found, expected);
    }
    assert_eq!(found.len(), expected.len());
}

#[test]
fn the_page_goes_to_a_file_beside_another_report() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("page.html");
    let (code, json) = audit(&PIPES, &["--format", "json", "--output", &format!("html={}", path.display())]);
    assert_eq!((code, json), (1, written("json")));
    assert_eq!(fs::read_to_string(path).unwrap(), written("html"));
}

// ------------------------------------------------------------------------ the schema of the reports

/// `UPDATE_DOCS=1 cargo test --test formats` writes it anew.
#[test]
fn the_schema_of_the_reports_is_current() {
    let schema = serde_json::to_string_pretty(&report_schema::schema()).unwrap() + "\n";
    kept::kept("grammar/report.schema.json", &schema);
}

/// What is wrong with a report by a part of the schema. No key may stand in it that the schema does not name.
fn faults(part: &str, report: &Value) -> Vec<String> {
    let mut schema = report_schema::schema();
    close(&mut schema);
    schema.as_object_mut().unwrap().remove("anyOf");
    schema["$ref"] = format!("#/$defs/{part}").into();
    let validator = jsonschema::validator_for(&schema).unwrap();
    validator.iter_errors(report).map(|fault| format!("{}: {fault}", fault.instance_path())).collect()
}

/// Lets no object hold what is not named.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            object.values_mut().for_each(close);
            if object.get("properties").is_some_and(Value::is_object) && object.contains_key("required") {
                object.insert("additionalProperties".to_owned(), false.into());
            }
        }
        Value::Array(list) => list.iter_mut().for_each(close),
        _ => {}
    }
}

#[track_caller]
fn held(part: &str, text: &str) {
    let report: Value = serde_json::from_str(text).unwrap();
    let faults = faults(part, &report);
    assert!(faults.is_empty(), "{} faults: {}", faults.len(), faults[..faults.len().min(5)].join("\n"));
}

/// Every line of a `jsonl` report.
#[track_caller]
fn lines_held(text: &str) {
    let (games, last) = text.trim_end().rsplit_once('\n').unwrap();
    games.lines().for_each(|line| held("game", line));
    held("last-line", last);
}

#[test]
fn reports_are_what_their_schema_says() {
    held("report", &written("json"));
    // A suppression, a baseline, what is not there, a part of a file.
    held("report", &jadoube(&PIPES, &["audit", "--format", "json", "samples/record", "samples/gone.pgn"]).1);
    let shard = ["audit", "--format", "json", "--shard", "2/2", "samples/plain/two-games.pgn"];
    held("report", &jadoube(&PIPES, &shard).1);
    lines_held(&audit(&PIPES, &["--format", "jsonl", "--all"]).1);
}

#[test]
fn comparisons_are_what_their_schema_says() {
    let compare = ["compare", "--min-severity", "info", "--format", "json", "samples"];
    held("comparison", &jadoube(&PIPES, &[&compare[..], &["--all"]].concat()).1);
    held("comparison", &jadoube(&PIPES, &[&compare[..], &["--statistics"]].concat()).1);
}

#[test]
fn the_schema_lets_nothing_else_pass() {
    let (_, text) = jadoube(&PIPES, &["audit", "--format", "json", "samples/record/result"]);
    let report: Value = serde_json::from_str(&text).unwrap();
    let whole = jsonschema::validator_for(&report_schema::schema()).unwrap();
    assert!(whole.is_valid(&report));
    let finding = "/games/0/findings/0";
    for (key, value) in [
        ("rule", "record.nonsense".into()),
        ("severity", "grave".into()),
        ("disposition", "forgotten".into()),
        ("fingerprint", "12".into()),
        ("ply", (-1).into()),
        ("remedies", Value::Null),
    ] {
        let mut other = report.clone();
        other.pointer_mut(finding).unwrap()[key] = value;
        assert!(!whole.is_valid(&other) && !faults("report", &other).is_empty(), "{key}");
        let mut other = report.clone();
        other.pointer_mut(finding).unwrap().as_object_mut().unwrap().remove(key);
        assert!(!whole.is_valid(&other), "without {key}");
    }
    let mut other = report.clone();
    other.pointer_mut(finding).unwrap()["more"] = 1.into();
    assert!(whole.is_valid(&other), "adding is free");
    assert!(!faults("report", &other).is_empty(), "but the tests want it named");
}
