//! Every format reports the same findings in the same order, and satisfies its readers.

use std::collections::{BTreeSet, HashMap};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use jadoube::internals::cli::{Terminal, run};
use quick_junit::TestCaseStatus;
use serde_json::Value;

use crate::support::terminal::PIPES;
use crate::support::{kept, report_schema};

/// The exit code and the output.
fn jadoube(terminal: &Terminal, arguments: &[&str]) -> (u8, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let arguments: Vec<OsString> = ["jadoube"].iter().chain(arguments).map(OsString::from).collect();
    let code =
        run(arguments, terminal, Box::new(&mut out), Box::new(&mut err), jadoube::internals::audit::run);
    (code, String::from_utf8(out).unwrap())
}

/// The output and exit code of an audit of every sample in a format.
fn audit(terminal: &Terminal, format: &[&str]) -> (u8, String) {
    jadoube(terminal, &[&["audit", "--min-severity", "info", "samples"], format].concat())
}

fn written(format: &str) -> String {
    audit(&PIPES, &["--format", format]).1
}

/// The folders of `samples/`, each with the arguments that audit it as `tests/records` does.
pub(crate) fn shelves() -> &'static [Shelf] {
    static SHELVES: LazyLock<Vec<Shelf>> = LazyLock::new(|| {
        let mut folders: Vec<PathBuf> = fs::read_dir("samples")
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.is_dir())
            .collect();
        folders.sort();
        let shelves: Vec<Shelf> = folders.iter().map(|folder| Shelf::new(folder)).collect();
        assert!(shelves.iter().map(|shelf| shelf.findings().len()).sum::<usize>() > 2000);
        shelves
    });
    &SHELVES
}

/// A folder of samples and its `json` report.
pub(crate) struct Shelf {
    pub(crate) code: String,
    pub(crate) folder: String,
    pub(crate) report: Value,
}

impl Shelf {
    fn new(folder: &Path) -> Self {
        let name = folder.file_name().unwrap().to_str().unwrap();
        let code =
            if matches!(name, "plain" | "record" | "curate" | "style") { "record" } else { name }.to_owned();
        let mut shelf =
            Self { code, folder: folder.to_str().unwrap().replace('\\', "/"), report: Value::Null };
        shelf.report = serde_json::from_str(&shelf.written("json")).unwrap();
        shelf
    }

    fn audit(&self, terminal: &Terminal, format: &[&str]) -> String {
        let fixed = ["audit", "--code", &self.code, "--min-severity", "info", "--all", "--exit-zero"];
        jadoube(terminal, &[&fixed[..], self.selected(), &[&self.folder], format].concat()).1
    }

    /// The options that select the rules of the folder, if they are off by default.
    pub(crate) fn selected(&self) -> &'static [&'static str] {
        match Path::new(&self.folder).file_name().and_then(|name| name.to_str()) {
            Some("curate") => &["--select", "curate"],
            Some("style") => &["--select", "style"],
            _ => &[],
        }
    }

    fn written(&self, format: &str) -> String {
        self.audit(&PIPES, &["--format", format])
    }

    /// The findings of the `json` report, in order.
    fn findings(&self) -> Vec<&Value> {
        let games = self.report["games"].as_array().unwrap().iter();
        games.flat_map(|game| game["findings"].as_array().unwrap()).collect()
    }

    /// The findings of the `json` report, without those on the record that an earlier game of the file has too.
    fn findings_for_reading(&self) -> Vec<&Value> {
        // The first game of each file that has a finding of each kind.
        let mut first = HashMap::new();
        let mut findings = self.findings();
        findings.retain(|finding| {
            let file = text(&finding["span"], "file");
            text(finding, "severity") != "info"
                || !text(finding, "rule").starts_with("record.")
                || finding["related"].is_array()
                || *first
                    .entry((file, text(finding, "rule"), text(finding, "message")))
                    .or_insert(&finding["game"])
                    == &finding["game"]
        });
        findings
    }

    /// Compares a line for each finding of another format with the line that the `json` report makes expected.
    #[track_caller]
    fn expect<T: AsRef<str>>(&self, found: &[T], expected: impl Fn(&Value) -> String) {
        Self::expect_of(&self.findings(), found, expected);
    }

    /// The same for a format for reading.
    #[track_caller]
    fn expect_read<T: AsRef<str>>(&self, found: &[T], expected: impl Fn(&Value) -> String) {
        Self::expect_of(&self.findings_for_reading(), found, expected);
    }

    #[track_caller]
    fn expect_of<T: AsRef<str>>(findings: &[&Value], found: &[T], expected: impl Fn(&Value) -> String) {
        let expected: Vec<String> = findings.iter().copied().map(expected).collect();
        for (found, expected) in found.iter().zip(&expected) {
            assert_eq!(found.as_ref(), expected);
        }
        assert_eq!(found.len(), expected.len());
    }
}

fn text<'v>(finding: &'v Value, key: &str) -> &'v str {
    finding[key].as_str().unwrap_or_default()
}

/// `file:line:column`
fn place(finding: &Value) -> String {
    let span = &finding["span"];
    format!("{}:{}:{}", text(span, "file"), span["line"], span["column"])
}

/// The code and the article, or as much of it as the finding cites.
fn law(finding: &Value) -> Option<String> {
    let code = finding["code"].as_str()?;
    Some(finding["article"].as_str().map_or(code.to_owned(), |article| format!("{code} {article}")))
}

/// The message; the formats for terminals and CI show control characters as a replacement.
fn message(finding: &Value) -> String {
    plain(text(finding, "message"))
}

fn plain(text: &str) -> String {
    text.replace('\n', " ").replace(char::is_control, "\u{fffd}")
}

/// The rule, and the law in brackets.
fn title(finding: &Value) -> String {
    let law = law(finding).map_or(String::new(), |law| format!(" [{law}]"));
    format!("{}{law}", text(finding, "rule"))
}

/// The rules whose findings always name another game.
const ALWAYS_ABOUT_ANOTHER_GAME: [&str; 5] = [
    "record.duplicate-game",
    "record.conflicting-game",
    "curate.contained-game",
    "curate.similar-game",
    "curate.player-spelling",
];

#[test]
fn sarif_is_what_its_schema_says_and_tells_the_same() {
    let report: Value = serde_json::from_str(&written("sarif")).unwrap();
    let mut schema: Value =
        serde_json::from_str(&fs::read_to_string("tests/data/schemas/sarif-2.1.0.json").unwrap()).unwrap();
    // The published pattern is not a valid regular expression, and the report names no language.
    for part in ["run", "toolComponent"] {
        schema["definitions"][part]["properties"]["language"].as_object_mut().unwrap().remove("pattern");
    }
    let validator = jsonschema::validator_for(&schema).unwrap();
    let faults: Vec<String> =
        validator.iter_errors(&report).map(|fault| format!("{}: {fault}", fault.instance_path())).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));

    for shelf in shelves() {
        let report: Value = serde_json::from_str(&shelf.written("sarif")).unwrap();
        let run = &report["runs"][0];
        let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
        let found: Vec<String> = run["results"]
            .as_array()
            .unwrap()
            .iter()
            .map(|result| {
                let place = &result["locations"][0]["physicalLocation"];
                let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
                assert_eq!(rules[index]["id"], result["ruleId"]);
                let names_another = result["relatedLocations"][0]["physicalLocation"].is_object();
                match text(result, "ruleId") {
                    "curate.impossible-event" | "curate.rating-jump" => {}
                    rule => assert_eq!(names_another, ALWAYS_ABOUT_ANOTHER_GAME.contains(&rule), "{result}"),
                }
                let region = &place["region"];
                // The message, and the sentence of the law on a line of its own.
                let mut lines = text(&result["message"], "text").lines();
                let message = lines.next().unwrap();
                let law = lines.next().map_or("", |line| line.split_once(':').map_or(line, |(law, _)| law));
                format!(
                    "{}:{} {}+{}: {} {} {} [{law}] {message}",
                    text(&place["artifactLocation"], "uri"),
                    region["startLine"],
                    region["byteOffset"],
                    region["byteLength"],
                    text(result, "level"),
                    text(result, "ruleId"),
                    text(&result["partialFingerprints"], "jadoubeFinding/v1"),
                )
            })
            .collect();
        shelf.expect(&found, |finding| {
            let level = if finding["severity"] == "info" { "note" } else { text(finding, "severity") };
            let (rule, fingerprint) = (text(finding, "rule"), text(finding, "fingerprint"));
            // Without a citation, the next line is the help text.
            let help = text(finding, "help");
            let next = law(finding).unwrap_or_else(|| help.split(':').next().unwrap_or_default().to_owned());
            let (span, message) = (&finding["span"], message(finding));
            // One format counts columns in characters, the other in bytes.
            let place =
                format!("{}:{} {}+{}", text(span, "file"), span["line"], span["offset"], span["length"]);
            format!("{place}: {level} {rule} {fingerprint} [{next}] {message}")
        });
    }
}

#[test]
fn junit_is_read_by_another_program_and_tells_the_same() {
    for shelf in shelves() {
        let report = quick_junit::Report::deserialize_from_str(&shelf.written("junit")).unwrap();
        let suites = report.test_suites.iter().filter(|suite| suite.name.as_str() != "jadoube");
        let found: Vec<String> = suites
            .flat_map(|suite| &suite.test_cases)
            .map(|case| {
                let text = match &case.status {
                    TestCaseStatus::Success { .. } => case.system_out.as_ref(),
                    TestCaseStatus::NonSuccess { description, .. } => description.as_ref(),
                    TestCaseStatus::Skipped { .. } => None,
                };
                let mut lines = text.unwrap().as_str().lines();
                let first = lines.next().unwrap();
                let law = lines.next().map_or("", |line| line.split_once(':').map_or(line, |(law, _)| law));
                format!("{} [{law}] {first}", case.name.as_str())
            })
            .collect();
        shelf.expect(&found, |finding| {
            let help = text(finding, "help");
            let next = law(finding).unwrap_or_else(|| help.split(':').next().unwrap_or_default().to_owned());
            format!(
                "game {}, ply {}: {} [{next}] {}: {} {}",
                finding["game"],
                finding["ply"],
                text(finding, "rule"),
                place(finding),
                text(finding, "severity"),
                message(finding)
            )
        });
    }
}

#[test]
fn a_run_on_github_says_it_in_commands() {
    let (code, _) = audit(&Terminal { on_github: true, ..PIPES }, &[]);
    assert_eq!(code, 1);
    let escaped = |text: &str| text.replace('%', "%25");
    for shelf in shelves() {
        let written = shelf.audit(&Terminal { on_github: true, ..PIPES }, &[]);
        let found: Vec<&str> = written.lines().collect();
        shelf.expect(&found, |finding| {
            let command = if finding["severity"] == "info" { "notice" } else { text(finding, "severity") };
            let span = &finding["span"];
            let help = finding["help"].as_str().map(|help| format!("%0A{}", escaped(&plain(help))));
            format!(
                "::{command} file={},line={},col={},title={}::{}{}",
                text(span, "file"),
                span["line"],
                span["column"],
                title(finding),
                escaped(&message(finding)),
                help.unwrap_or_default()
            )
        });
    }
}

#[test]
fn the_formats_for_reading_tell_the_same() {
    let is_count = |line: &str| line.contains("more game of ") || line.contains("more games of ");
    for shelf in shelves() {
        let concise = shelf.written("concise");
        let found: Vec<&str> = concise.lines().filter(|line| !is_count(line)).collect();
        shelf.expect_read(&found, |finding| {
            let (severity, title) = (text(finding, "severity"), title(finding));
            let help = match (text(finding, "rule"), finding["help"].as_str()) {
                ("record.tag" | "record.command" | "record.encoding", Some(help)) => format!(" ({help})"),
                ("record.syntax", Some(help)) if severity == "error" => format!(" ({help})"),
                _ => String::new(),
            };
            format!("{}: {severity} {title} {}{help}", place(finding), message(finding))
        });

        // A finding begins with `error[rule]: message`; the next line has its place in a bracket, and the first line after
        // the excerpt the article, if there is one.
        let human = shelf.written("human");
        let is_head = |line: &str| ["error[", "warning[", "info["].iter().any(|head| line.starts_with(head));
        let mut found: Vec<String> = Vec::new();
        let mut is_in_excerpt = false;
        for line in human.lines().filter(|line| !is_count(line)) {
            if is_head(line) {
                found.push(line.to_owned());
                is_in_excerpt = true;
            } else if let Some((_, place)) = line.split_once("─[").filter(|_| is_in_excerpt) {
                *found.last_mut().unwrap() += &format!(" {}", place.replace(']', ""));
            } else if line.trim_start().starts_with("╰──") && !line.contains("╰── ") {
                is_in_excerpt = false;
            } else if let Some((label, _)) = line.trim_start().split_once("  ").filter(|_| !is_in_excerpt) {
                if label.contains(' ') {
                    *found.last_mut().unwrap() += &format!(" {label}");
                }
                is_in_excerpt = true;
            }
        }
        shelf.expect_read(&found, |finding| {
            let (severity, rule) = (text(finding, "severity"), text(finding, "rule"));
            let law =
                law(finding).filter(|law| law.contains(' ')).map_or(String::new(), |law| format!(" {law}"));
            // A finding on the whole game has no place in it.
            let is_about_whole_game = matches!(rule, "record.duplicate-game" | "record.conflicting-game");
            let at = match finding["ply"].as_u64().filter(|_| !is_about_whole_game) {
                None | Some(0) => format!("game {}", finding["game"]),
                Some(ply) => format!("game {}, ply {ply}", finding["game"]),
            };
            format!("{severity}[{rule}]: {} {} {at}{law}", message(finding), place(finding))
        });

        // The accessible report spells the moves of a message.
        let narrated = shelf.audit(&PIPES, &["--accessible"]);
        let found: Vec<&str> = narrated
            .lines()
            .filter(|line| !is_count(line))
            .filter(|line| ["Error, ", "Warning, ", "Info, "].iter().any(|head| line.starts_with(head)))
            .map(|line| line.split_once(": ").unwrap().0)
            .collect();
        shelf.expect_read(&found, |finding| {
            let severity = match text(finding, "severity") {
                "error" => "Error",
                "warning" => "Warning",
                _ => "Info",
            };
            format!("{severity}, {}", text(finding, "rule"))
        });
        // No diagram is drawn.
        let is_drawn = |c: char| matches!(c, '\u{2500}'..='\u{257f}' | '|' | '^');
        let mut own = narrated.lines().filter(|line| !line.starts_with("The line reads: "));
        assert!(!own.any(|line| line.contains("   ") || line.starts_with(is_drawn)));
    }
}

/// The words of the human report apart from the law's own text, each once: how a case ended, the remedies,
/// and until when they may be asked for. The `json` report, which the samples keep, has keys in their
/// place. Moves, squares and counts are left out.
#[test]
fn the_words_of_the_human_report_are_kept() {
    let wide = Terminal { width: 1000, ..PIPES };
    let mut kept = BTreeSet::new();
    for shelf in shelves() {
        for line in shelf.audit(&wide, &["--format", "human"]).lines() {
            if let Some((_, ending)) = line.split_once("╰── ") {
                kept.insert(format!("label: {ending}"));
            } else if let Some((label, words)) = line.trim_start().split_once("  ")
                && ["remedies", "unused remedies", "remedies not carried out", "claim until"].contains(&label)
            {
                kept.insert(format!("{label}: {}", without_places(words.trim())));
            }
        }
    }
    insta::assert_snapshot!(kept.into_iter().collect::<Vec<_>>().join("\n"));
}

/// Writes `…` for each run of words with a digit in them.
fn without_places(words: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    for word in words.split(' ') {
        let is_place = word.contains(|c: char| c.is_ascii_digit()) || word.contains("O-O");
        match is_place {
            true if kept.last() == Some(&"…") => {}
            true => kept.push("…"),
            false => kept.push(word),
        }
    }
    kept.join(" ")
}

#[test]
fn lines_of_games_are_the_games_of_the_whole() {
    for shelf in shelves() {
        let lines = shelf.written("jsonl");
        let mut games: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let last = games.pop().unwrap();
        assert_eq!(last["summary"], shelf.report["summary"]);
        assert_eq!(&games, shelf.report["games"].as_array().unwrap());
    }
}

/// The value of an attribute in the text of a tag.
fn attribute<'t>(tag: &'t str, name: &str) -> &'t str {
    let (_, rest) = tag.split_once(&format!(" {name}=\"")).unwrap();
    rest.split_once('"').unwrap().0
}

/// The facts of a finding that both the page and the `json` report hold.
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
    let drawn = |page: &str| page.contains("<h5>Moves and acts</h5>") && page.contains("class=\"boards\"");
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
    for shelf in shelves() {
        let page = shelf.written("html");
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
        let expected = shelf.findings_for_reading().into_iter().map(|finding| Shown {
            fingerprint: text(finding, "fingerprint").to_owned(),
            rule: text(finding, "rule").to_owned(),
            severity: text(finding, "severity").to_owned(),
            article: text(finding, "article").to_owned(),
            offset: finding["span"]["offset"].as_u64().unwrap(),
            message: text(finding, "message").to_owned(),
        });
        let mut expected: Vec<Shown> = expected.collect();
        // A long list begins with the most severe findings.
        if expected.len() > 100 {
            let severities = ["error", "warning", "info"];
            expected.sort_by_key(|shown| severities.iter().position(|severity| shown.severity == *severity));
        }
        for (found, expected) in found.iter().zip(&expected) {
            assert_eq!(found, expected);
        }
        assert_eq!(found.len(), expected.len());
    }
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

/// `UPDATE_DOCS=1 cargo test --test program formats::` rewrites it.
#[test]
fn the_schema_of_the_reports_is_current() {
    let schema = serde_json::to_string_pretty(&report_schema::schema()).unwrap() + "\n";
    kept::kept("grammar/report.schema.json", &schema);
}

/// The faults of a report by a part of the schema. A key that the schema does not name is a fault.
fn faults(part: &str, report: &Value) -> Vec<String> {
    let mut schema = report_schema::schema();
    close(&mut schema);
    schema.as_object_mut().unwrap().remove("anyOf");
    schema["$ref"] = format!("#/$defs/{part}").into();
    let validator = jsonschema::validator_for(&schema).unwrap();
    validator.iter_errors(report).map(|fault| format!("{}: {fault}", fault.instance_path())).collect()
}

/// Forbids keys that are not named in every object.
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
    // A suppression, a baseline, a missing file, a part of a file.
    held("report", &jadoube(&PIPES, &["audit", "--format", "json", "samples/record", "samples/gone.pgn"]).1);
    let shard = ["audit", "--format", "json", "--shard", "2/2", "samples/plain/two-games.pgn"];
    held("report", &jadoube(&PIPES, &shard).1);
    lines_held(&audit(&PIPES, &["--format", "jsonl", "--all"]).1);
}

#[test]
fn comparisons_are_what_their_schema_says() {
    let some = ["samples/bca-1862", "samples/fide-2023", "samples/record"];
    let compare = [&["compare", "--min-severity", "info", "--format", "json"][..], &some].concat();
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
