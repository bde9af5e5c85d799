//! Every file under `samples/` is one test: its folder and name state what an audit must find, and a
//! snapshot keeps the findings.
//!
//! Each file is audited under the code that its `Laws` tag names: `samples/<code>/<article>/` under that code,
//! `samples/record/<rule>/`, `samples/curate/<rule>/`, `samples/style/<rule>/` and `samples/plain/` under fide-2023. The rules of
//! `samples/curate/` and `samples/style/` are off by default: a file there is audited for its rule alone.
//! A file `fires-*` has a finding of its folder's article or rule, a file `silent-*` none of it, a file of `plain/` no
//! finding above `info`. The snapshot of a firing file is its `json` report without what repeats the file or the run;
//! silent and plain files have a line each in the snapshot of their code. `tests/program/formats.rs` compares the other
//! formats with `json`.

// A test fails by a panic.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

#[path = "../support/output.rs"]
mod output;
#[path = "../support/terminal.rs"]
mod terminal;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use jadoube::internals::cli::run;
use jadoube::internals::law::Rule;
use libtest_mimic::{Arguments, Failed, Trial};
use serde::Serialize;
use serde_json::ser::{PrettyFormatter, Serializer};
use serde_json::{Map, Value, json};

use output::Output;
use terminal::PIPES;

fn main() {
    let mut arguments = Arguments::from_args();
    // Each test is over in milliseconds: two at once are enough.
    arguments.test_threads = arguments.test_threads.or(Some(2));
    let mut files = Vec::new();
    walk(Path::new("samples"), &mut files).expect("samples/ can be read");
    files.sort();
    let mut trials = Vec::new();
    let mut quiet: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for path in &files {
        let sample = Sample::of(path).unwrap();
        if sample.kind() != Kind::Fires {
            quiet.entry(sample.shelf).or_default().push(path.clone());
        }
        let path = path.clone();
        trials.push(Trial::test(path.display().to_string(), move || keeps_its_promise(&path)));
    }
    for (shelf, files) in quiet {
        let name = format!("samples/{shelf}: the silent files");
        trials.push(Trial::test(name, move || silent_lines(&shelf, &files)));
    }
    let folders = files.clone();
    let of_codes = files.clone();
    trials.push(Trial::test("each sample names its code", move || names_its_code(&of_codes)));
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

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Fires,
    Silent,
    Plain,
}

/// A file of `samples/` and its expected findings, by its path.
struct Sample {
    /// The path with `/`, on every system.
    path: String,
    /// `record`, `curate`, `style`, `plain` or the id of a code.
    shelf: String,
    /// The article or the rule; empty in `plain/`.
    topic: String,
    /// The folder of the article: `_CON.1`, because Windows has no file `CON.1`.
    folder: String,
    name: String,
}

impl Sample {
    fn of(path: &Path) -> Result<Self, Failed> {
        let parts: Vec<String> =
            path.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
        let (shelf, folder, file) = match parts.as_slice() {
            [_, shelf, folder, file] => (shelf, folder.clone(), file),
            [_, shelf, file] => (shelf, String::new(), file),
            _ => return Err("a sample belongs in samples/<code>/<article>/".into()),
        };
        Ok(Self {
            path: parts.join("/"),
            shelf: shelf.clone(),
            topic: folder.strip_prefix('_').unwrap_or(&folder).to_owned(),
            folder,
            name: file.trim_end_matches(".pgn").to_owned(),
        })
    }

    fn kind(&self) -> Kind {
        match self.shelf.as_str() {
            "plain" => Kind::Plain,
            _ if self.name.starts_with("fires-") => Kind::Fires,
            _ => Kind::Silent,
        }
    }

    /// The code that the `Laws` tags of the file must name.
    fn code(&self) -> &str {
        match self.shelf.as_str() {
            "record" | "curate" | "style" | "plain" => "fide-2023",
            code => code,
        }
    }

    /// Whether a finding is of the rule, the article or a part of the article that the folder names.
    fn is_of_topic(&self, finding: &Value) -> bool {
        let topic = self.topic.as_str();
        let rule = finding["rule"].as_str().unwrap_or_default();
        if let "record" | "curate" | "style" = self.shelf.as_str() {
            return rule.split_once('.') == Some((&self.shelf, topic));
        }
        let article = finding["article"].as_str().unwrap_or_default();
        // The help names an article that lays down a condition or gives leave.
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

/// Samples whose bytes do not hold the name of their code: one has no tags, one names an unknown code, one is
/// UTF-16, and one is of a time without a code.
const WITHOUT_A_CODE: [&str; 4] = [
    "samples/record/roster/fires-no-tags.pgn",
    "samples/record/tag/fires-unknown-laws.pgn",
    "samples/record/encoding/silent-utf-16.pgn",
    "samples/record/unjudged/fires-a-touch-in-a-time-without-a-code.pgn",
];

fn names_its_code(files: &[PathBuf]) -> Result<(), Failed> {
    for path in files {
        let sample = Sample::of(path)?;
        let text = String::from_utf8_lossy(&fs::read(path)?).into_owned();
        let tag = format!("[Laws \"{}\"]", sample.code());
        if !WITHOUT_A_CODE.contains(&&*sample.path) && !text.contains(&tag) {
            return Err(format!("{} lacks {tag}", sample.path).into());
        }
    }
    Ok(())
}

fn record_rules(files: &[PathBuf]) -> Result<(), Failed> {
    for rule in Rule::ALL {
        let Some((shelf @ ("record" | "curate" | "style"), name)) = rule.id().split_once('.') else {
            continue;
        };
        let folder = Path::new("samples").join(shelf).join(name);
        if !files.iter().any(|path| path.starts_with(&folder)) {
            return Err(format!("{} is missing", folder.display()).into());
        }
    }
    Ok(())
}

/// The `json` report of one file.
fn report(sample: &Sample) -> Result<Value, Failed> {
    let (out, err) = (Output::default(), Output::default());
    let rule = format!("{}.{}", sample.shelf, sample.topic);
    // A rule on encodings needs one that is set.
    let encoding = if rule == "style.encoding" { &["--encoding", "latin-1"][..] } else { &[] };
    let selected = [&["--select", rule.as_str()][..], encoding].concat();
    let arguments = [
        "jadoube",
        "audit",
        "--code",
        "record",
        "--min-severity",
        "info",
        "--all",
        "--jobs",
        "1",
        "--exit-zero",
        "--format",
        "json",
        &sample.path,
    ];
    let is_optional = matches!(sample.shelf.as_str(), "curate" | "style");
    let arguments = arguments.iter().chain(selected.iter().filter(|_| is_optional));
    let code = run(
        arguments.map(Into::into),
        &PIPES,
        Box::new(out.clone()),
        Box::new(err.clone()),
        jadoube::internals::audit::run,
    );
    let text = |output: &Output| String::from_utf8_lossy(&output.0.lock().unwrap()).into_owned();
    if code == 0 {
        Ok(serde_json::from_str(&text(&out))?)
    } else {
        Err(format!("exit code {code}: {}", text(&err)).into())
    }
}

fn games(report: &Value) -> &[Value] {
    report["games"].as_array().map_or(&[], Vec::as_slice)
}

fn findings(report: &Value) -> impl Iterator<Item = &Value> {
    games(report).iter().flat_map(|game| game["findings"].as_array().into_iter().flatten())
}

fn keeps_its_promise(path: &Path) -> Result<(), Failed> {
    let sample = Sample::of(path)?;
    let report = report(&sample)?;
    if report["schema"] != "jadoube.report/1"
        || report["tool"] != json!({ "name": "jadoube", "version": env!("CARGO_PKG_VERSION") })
    {
        return Err(format!("the report names another schema or program: {report}").into());
    }
    holds_to_its_name(&sample, &report)?;
    if sample.kind() == Kind::Fires {
        let name = format!("{}__{}", sample.folder, sample.name);
        settings(&sample.shelf, Some(path)).bind(|| insta::assert_snapshot!(name, kept(&sample, &report)));
    }
    Ok(())
}

fn settings(shelf: &str, input: Option<&Path>) -> insta::Settings {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(Path::new("../snapshots").join(shelf));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    if let Some(path) = input {
        settings.set_input_file(path);
    }
    settings
}

/// The part of a report that a snapshot keeps: its games. Keys whose value is null, false or empty are left
/// out, and a span is one string: `line:column offset+length`. A key repeats the tags and the moves.
fn kept(sample: &Sample, report: &Value) -> String {
    let games: Vec<Value> = games(report).iter().map(|game| kept_game(sample, game)).collect();
    let mut text = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut text, PrettyFormatter::with_indent(b" "));
    games.serialize(&mut serializer).unwrap();
    String::from_utf8(text).unwrap()
}

/// The tags that a sample has by default.
const USUAL_TAGS: [(&str, &str); 6] = [
    ("Event", "Example"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "White"),
    ("Black", "Black"),
];

fn kept_game(sample: &Sample, game: &Value) -> Value {
    let mut game = game.clone();
    let fields = game.as_object_mut().unwrap();
    assert_eq!(fields.shift_remove("file"), Some(Value::from(sample.path.as_str())));
    fields.shift_remove("key");
    let result = fields["result"].clone();
    if let Some(tags) = fields["tags"].as_object_mut() {
        tags.retain(|name, value| {
            let is_usual = USUAL_TAGS.contains(&(name, value.as_str().unwrap_or_default()));
            !is_usual && (name != "Result" || *value != result) && (name != "Laws" || *value != sample.code())
        });
    }
    trim(game, &sample.path)
}

/// Leaves out what is null, false or empty, and writes a span in one string.
fn trim(value: Value, file: &str) -> Value {
    match value {
        // An edit of a repair.
        Value::Object(fields) if fields.contains_key("text") && fields.contains_key("offset") => {
            format!("{}+{} {}", fields["offset"], fields["length"], fields["text"]).into()
        }
        Value::Object(fields) if fields.contains_key("offset") => {
            assert_eq!(fields["file"], file);
            format!("{}:{} {}+{}", fields["line"], fields["column"], fields["offset"], fields["length"])
                .into()
        }
        Value::Object(fields) => {
            let trimmed = fields.into_iter().map(|(key, value)| (key, trim(value, file)));
            trimmed.filter(|(_, value)| !is_empty(value)).collect::<Map<_, _>>().into()
        }
        Value::Array(list) => list.into_iter().map(|value| trim(value, file)).collect(),
        other => other,
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(list) => list.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        _ => false,
    }
}

/// The silent and plain files of a folder, a line for each: the name states the point; the verdict of each
/// game and the other findings show why nothing of its topic is found.
fn silent_lines(shelf: &str, files: &[PathBuf]) -> Result<(), Failed> {
    let mut lines = String::new();
    for path in files {
        let sample = Sample::of(path)?;
        let report = report(&sample)?;
        let place = [sample.topic.as_str(), &sample.name].join("/");
        write!(lines, "{}:", place.trim_start_matches('/'))?;
        for game in games(&report) {
            write!(lines, " {};", verdict(game))?;
        }
        let found: Vec<String> = findings(&report).map(in_one_line).collect();
        writeln!(lines, " {}", if found.is_empty() { "nothing found".to_owned() } else { found.join("; ") })?;
    }
    settings(shelf, None).bind(|| insta::assert_snapshot!("silent", lines));
    Ok(())
}

/// How a game ended under the code, and after how many plies.
fn verdict(game: &Value) -> String {
    let text = |key: &str| game["verdict"][key].as_str().unwrap_or("?").to_owned();
    let plies = &game["plies"];
    format!("{} {} by {} of {plies} plies", text("standing"), text("score"), text("reason"))
}

fn in_one_line(finding: &Value) -> String {
    let text = |key: &str| finding[key].as_str().unwrap_or_default();
    let span = &finding["span"];
    let article = finding["article"].as_str().map_or(String::new(), |article| format!(" [{article}]"));
    let (severity, rule, message) = (text("severity"), text("rule"), text("message"));
    format!("{}:{} {severity} {rule}{article} {message}", span["line"], span["column"])
}

fn holds_to_its_name(sample: &Sample, report: &Value) -> Result<(), Failed> {
    let listed = || {
        findings(report).fold(String::new(), |mut list, finding| {
            let _ = write!(list, "\n{finding}");
            list
        })
    };
    let of_topic = findings(report).any(|finding| sample.is_of_topic(finding));
    match sample.kind() {
        Kind::Plain => match findings(report).find(|finding| finding["severity"] != "info") {
            Some(finding) => Err(format!("an ordinary game is accused: {finding}").into()),
            None => Ok(()),
        },
        Kind::Fires if !of_topic => Err(format!("nothing of {} was found{}", sample.topic, listed()).into()),
        Kind::Silent if of_topic => Err(format!("{} was found{}", sample.topic, listed()).into()),
        Kind::Fires | Kind::Silent => Ok(()),
    }
}
