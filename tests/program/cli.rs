//! The command line from outside: transcripts of the program, and its exit codes for given findings.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Arc, Mutex};

use jadoube::internals::audit::{Inputs, Progress, Settings, Sink, Summary};
use jadoube::internals::cli::{Terminal, run};
use jadoube::internals::encoding::Encoding;
use jadoube::internals::finding::{
    Course, Finding, Fingerprint, GameReport, Location, Reason, Score, Severity, Stance, Standing, Tags,
    Verdict,
};
use jadoube::internals::law::Rule;

use crate::support::terminal::PIPES;

#[test]
fn transcripts() {
    trycmd::TestCases::new()
        .env("COLUMNS", "100")
        .env("NO_COLOR", "1")
        .env("GITHUB_ACTIONS", "")
        .case("tests/cli/*.trycmd")
        .case("README.md");
}

/// Runs every command of the guide in a folder with the files that the guide shows, those of `tests/guide`, and the
/// samples, settings and law files that it names by their paths in the repository. `TRYCMD=overwrite` writes the output
/// of the commands into the guide.
#[test]
fn the_guide() {
    let folder = tempfile::tempdir().unwrap();
    let (guide, files) = (folder.path().join("GUIDE.md"), folder.path().join("GUIDE.in"));
    let text = std::fs::read_to_string("GUIDE.md").unwrap();
    std::fs::write(&guide, &text).unwrap();
    for (from, to) in [
        ("tests/guide", files.clone()),
        ("samples", files.join("samples")),
        ("tests/data/club", files.join("tests/data/club")),
        ("tests/data/laws", files.join("tests/data/laws")),
    ] {
        copy(Path::new(from), &to);
    }
    let mut shown = 0;
    for (_, block) in text.match_indices(" title=").map(|(at, _)| text.split_at(at + " title=".len())) {
        let (name, rest) = block.split_once('\n').unwrap();
        std::fs::write(files.join(name), rest.split_once("```\n").unwrap().0).unwrap();
        shown += 1;
    }
    assert!(shown > 4, "{shown}");
    trycmd::TestCases::new()
        .env("COLUMNS", "80")
        .env("NO_COLOR", "1")
        .env("GITHUB_ACTIONS", "")
        .case(&guide)
        .run();
    if std::env::var_os("TRYCMD").is_some_and(|mode| mode == "overwrite") {
        std::fs::copy(guide, "GUIDE.md").unwrap();
    }
}

fn copy(from: &Path, to: &Path) {
    for entry in walkdir::WalkDir::new(from).into_iter().map(Result::unwrap) {
        let to = to.join(entry.path().strip_prefix(from).unwrap());
        if entry.file_type().is_dir() {
            std::fs::create_dir_all(to).unwrap();
        } else {
            std::fs::copy(entry.path(), to).unwrap();
        }
    }
}

#[derive(Clone, Default)]
struct Page {
    text: Arc<Mutex<Vec<u8>>>,
    closed: bool,
}

impl Page {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.text.lock().unwrap()).into_owned()
    }
}

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.closed {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        self.text.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn finding(severity: Severity) -> Finding {
    Finding {
        rule: Rule::RecordSuffix,
        severity,
        citation: None,
        codes: Vec::new(),
        ply: 3,
        movetext: Some("2. Qh5+".into()),
        location: Location { offset: 12, length: 4, line: 1, column: 13 },
        offender: None,
        message: "Qh5 gives no check".into(),
        help: None,
        leans_on: Vec::new(),
        doubts: Vec::new(),
        remedies: Vec::new(),
        window: None,
        retract: None,
        disposition: None,
        fingerprint: Fingerprint(1),
        stance: Stance::Speaks,
        says: None,
        course: Course::default(),
        related: Vec::new(),
        event: None,
        fix: None,
        diagram: None,
    }
}

/// Returns findings as the names of the inputs request.
fn fake(
    settings: &Settings,
    inputs: Inputs,
    sink: &mut dyn Sink,
    progress: &dyn Progress,
) -> io::Result<Summary> {
    let mut summary = Summary::default();
    for path in inputs.paths {
        let file: Arc<str> = path.to_string_lossy().into();
        summary.read.files += 1;
        let severity = match &*file {
            "info" => Some(Severity::Info),
            "warning" => Some(Severity::Warning),
            "error" => Some(Severity::Error),
            "gone" => {
                summary.read.unreadable += 1;
                sink.unreadable(&file, "there is no such file")?;
                continue;
            }
            _ => None,
        };
        summary.read.games += 1;
        let game = GameReport {
            number: 1,
            location: Location::default(),
            key: None,
            tags: Tags::default(),
            result: Score::Unknown,
            plies: 4,
            final_fen: String::new(),
            code: "fide-2023".into(),
            verdict: Verdict {
                standing: Standing::Valid,
                score: Score::Unknown,
                reason: Reason::Record,
                ply: 4,
            },
            findings: severity
                .filter(|severity| settings.selection.wants(Rule::RecordSuffix, *severity))
                .map(finding)
                .into_iter()
                .collect(),
            source: if settings.keep_source { b"1. e4 e5 2. Qh5+ Nc6 *".to_vec() } else { Vec::new() },
            encoding: Encoding::Auto,
        };
        for finding in &game.findings {
            summary.count(finding);
        }
        if settings.all || !game.findings.is_empty() {
            sink.game(&file, &game)?;
        }
        progress.games(1);
    }
    Ok(summary)
}

fn jadoube(terminal: &Terminal, arguments: &str) -> (u8, String, String) {
    let (out, err) = (Page::default(), Page::default());
    let arguments = format!("jadoube {arguments}");
    let code = run(
        arguments.split_whitespace().map(OsString::from),
        terminal,
        Box::new(out.clone()),
        Box::new(err.clone()),
        fake,
    );
    (code, out.text(), err.text())
}

fn code(arguments: &str) -> u8 {
    jadoube(&PIPES, arguments).0
}

#[test]
fn exit_codes() {
    assert_eq!(code("audit good"), 0);
    assert_eq!(code("audit warning"), 0);
    assert_eq!(code("audit error"), 1);
    assert_eq!(code("audit --fail-on warning warning"), 1);
    assert_eq!(code("audit --fail-on info info"), 1, "what fails the run is shown");
    assert_eq!(code("audit --fail-on error --min-severity error warning"), 0);
    assert_eq!(code("audit --fail-on never error"), 0);
    assert_eq!(code("audit --exit-zero error"), 0);
    assert_eq!(code("audit --ignore record error"), 0);
    assert_eq!(code("audit --select move error"), 0);
}

#[test]
fn what_cannot_be_read_is_said_and_the_rest_is_reported() {
    let (code, out, err) = jadoube(&PIPES, "audit --exit-zero error gone error");
    assert_eq!(code, 2);
    assert_eq!(out.lines().count(), 2);
    assert_eq!(err, "error: gone: there is no such file\n");
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    for arguments in [
        "audit error",
        "audit --format json good",
        "compare samples/bca-1862",
        "compare --statistics --format csv samples/bca-1862",
        "codes",
        "rules",
        "--help",
    ] {
        let gone = Page { closed: true, ..Page::default() };
        let err = Page::default();
        let code = run(
            format!("jadoube {arguments}").split_whitespace().map(OsString::from),
            &PIPES,
            Box::new(gone),
            Box::new(err.clone()),
            fake,
        );
        assert_eq!((code, err.text()), (0, String::new()), "{arguments}");
    }
}

#[test]
fn a_person_reads_the_passage_and_a_program_one_line() {
    let (_, out, _) = jadoube(&PIPES, "audit error");
    assert_eq!(out, "error:1:13: error record.suffix Qh5 gives no check\n");
    let terminal = Terminal { stdout: true, stderr: true, ..PIPES };
    let (_, out, err) = jadoube(&terminal, "audit --color never error good");
    assert_eq!(err, "");
    insta::assert_snapshot!(out, @r#"
    error[record.suffix]: Qh5 gives no check
       ╭─[error:1:13] game 1, ply 3
     1 │ 1. e4 e5 2. Qh5+ Nc6 *
       ·             ────
       ╰────

    1 error in 1 of 2 games (0 plies, 2 files)
    "#);
    let (_, out, _) = jadoube(&PIPES, "audit --format human --color always error");
    assert!(out.contains("\x1b[1;31merror[record.suffix]\x1b[0m"), "{out}");
}

#[test]
fn one_pass_feeds_several_reports() {
    let folder = std::env::temp_dir().join(format!("jadoube-cli-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let (code, out, err) = jadoube(
        &PIPES,
        &format!(
            "audit --max-findings 1 --output jsonl={} --output human={} error error good",
            path("a.jsonl"),
            path("b.txt")
        ),
    );
    assert_eq!(code, 1);
    assert_eq!(out.lines().count(), 1);
    assert_eq!(err, "note: 1 more finding was not shown (--max-findings)\n");
    assert_eq!(std::fs::read_to_string(path("a.jsonl")).unwrap().lines().count(), 3);
    let text = std::fs::read_to_string(path("b.txt")).unwrap();
    assert!(text.contains("1. e4 e5 2. Qh5+ Nc6 *"), "{text}");
    assert!(text.ends_with("2 errors in 2 of 3 games (0 plies, 3 files)\n"), "{text}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_is_read_is_never_written_over() {
    let path = std::env::temp_dir().join(format!("jadoube-cli-{}.pgn", std::process::id()));
    std::fs::write(&path, "1. e4 *").unwrap();
    let path = path.to_string_lossy();
    let (code, _, err) = jadoube(&PIPES, &format!("audit --output json={path} {path}"));
    assert_eq!(code, 2);
    assert!(err.contains("cannot be overwritten"), "{err}");
    assert_eq!(std::fs::read_to_string(&*path).unwrap(), "1. e4 *");
    std::fs::remove_file(&*path).unwrap();
}

#[test]
fn json_of_a_run_is_one_object() {
    let (_, out, _) = jadoube(&PIPES, "audit --code kenny-1817 --format json --all error good");
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(report["schema"], "jadoube.report/1");
    assert_eq!(report["code"]["id"], "kenny-1817");
    assert_eq!(report["code"]["year"], 1817);
    assert_eq!(report["games"].as_array().unwrap().len(), 2);
    assert_eq!(report["summary"]["by_rule"]["record.suffix"], 1);
    let (_, out, _) = jadoube(&PIPES, "audit --format json good");
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(report["code"]["id"], "record");
    assert!(report["code"]["year"].is_null());
}

#[test]
fn counts_have_no_format_for_hosts_and_browsers() {
    for arguments in ["audit --format sarif", "audit --format junit", "compare --format html"] {
        let (code, out, err) = jadoube(&PIPES, &format!("{arguments} --statistics error"));
        assert_eq!((code, out.as_str()), (2, ""), "{arguments}");
        assert!(err.starts_with("error: --statistics cannot be written in the format "), "{err}");
    }
    // A format that the user did not choose is not the user's error.
    let on_github = Terminal { on_github: true, ..PIPES };
    assert_eq!(jadoube(&on_github, "audit --statistics good").0, 0);
}

#[test]
fn what_is_held_back_is_more_only_where_some_is_shown() {
    let note = |most: &str| jadoube(&PIPES, &format!("audit --max-findings {most} error error")).2;
    assert_eq!(note("0"), "note: 2 findings were not shown (--max-findings)\n");
    assert_eq!(note("1"), "note: 1 more finding was not shown (--max-findings)\n");
}

#[test]
fn statistics_take_the_place_of_findings() {
    let (_, out, _) = jadoube(&PIPES, "audit --statistics --max-findings 1 error error warning");
    assert!(out.starts_with("count  severity  rule"), "{out}");
    assert!(out.contains("    2  error     record.suffix  error:1:13"), "{out}");
}

#[test]
fn typing_into_nothing_is_explained() {
    let terminal = Terminal { stdin: true, ..PIPES };
    let (_, _, err) = jadoube(&terminal, "audit");
    assert!(err.starts_with("reading games from standard input"), "{err}");
    assert_eq!(jadoube(&terminal, "audit good").2, "");
}

// ------------------------------------------------------------------------ the program and its real audit

const MATE_DRAWN: &str = "samples/record/result/fires-mate-scored-a-draw.pgn";
const ITS_FINDING: &str = "error record.result White is checkmated, but the result is 1/2-1/2";

/// The built program with a cleared environment.
fn program(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_jadoube"))
        .args(arguments)
        .env("NO_COLOR", "1")
        .env("COLUMNS", "80")
        .env_remove("GITHUB_ACTIONS")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A run that does not read standard input may end before it is written.
    drop(child.stdin.take().unwrap().write_all(input));
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// A temporary folder of one test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("jadoube-cli-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

#[test]
fn standard_input_is_read_with_and_without_a_dash() {
    let games = std::fs::read(MATE_DRAWN).unwrap();
    for arguments in [&["audit"][..], &["audit", "-"]] {
        let output = program(arguments, &games);
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(text(&output.stdout), format!("<stdin>:10:21: {ITS_FINDING}\n"));
        assert_eq!(text(&output.stderr), "");
    }
    let output = program(&["audit", "--stdin-filename", "club.pgn"], &games);
    assert_eq!(text(&output.stdout), format!("club.pgn:10:21: {ITS_FINDING}\n"));
}

/// The completion scripts have the ids of codes and rules, and the shell's own check accepts them.
#[test]
fn completions_know_codes_and_rules() {
    for shell in ["bash", "zsh", "fish"] {
        let output = program(&["completions", shell], b"");
        assert_eq!(output.status.code(), Some(0));
        let script = text(&output.stdout);
        assert!(script.contains("bca-1862") && script.contains("move.discovers-check"), "{shell}");
    }
    let folder = Folder::new("completions");
    let script = folder.path("jadoube.bash");
    std::fs::write(&script, program(&["completions", "bash"], b"").stdout).unwrap();
    if let Ok(checked) = Command::new("bash").args(["-n", &script]).status() {
        assert!(checked.success());
    }
}

/// Each shell that is installed completes the value after a comma.
#[test]
fn completions_go_on_after_a_comma() {
    let folder = Folder::new("lists");
    let completed = |shell: &str, options: &[&str], how: &str| {
        let script = folder.path(shell);
        std::fs::write(&script, program(&["completions", shell], b"").stdout).unwrap();
        let how = format!("source {script}; {how}");
        let output = Command::new(shell).args(options).args(["-c", &how]).output().ok()?;
        let offers = text(&output.stdout).lines().map(|line| line.trim_end().to_owned());
        Some(offers.collect::<Vec<_>>())
    };
    for (option, typed, expected) in [
        ("--codes", "kenny-1817,b", &["kenny-1817,bca-1862"][..]),
        ("--codes", "ke", &["kenny-1817"]),
        ("--select", "move,touch.ow", &["move,touch.own", "move,touch.own-immovable"]),
    ] {
        let words = format!("jadoube compare {option} {typed}");
        let bash = format!(
            "COMP_WORDS=({words}); COMP_CWORD=3; _jadoube jadoube {typed} {option}; printf '%s\\n' \"${{COMPREPLY[@]}}\""
        );
        if let Some(offers) = completed("bash", &["--norc"], &bash) {
            assert_eq!(offers, expected, "bash");
        }
        if let Some(offers) = completed("fish", &["--no-config"], &format!("complete -C '{words}'")) {
            assert_eq!(offers, expected, "fish");
        }
    }
    let script = text(&program(&["completions", "zsh"], b"").stdout).to_owned();
    assert!(script.contains(":IDS:_sequence compadd - ") && !script.contains(":IDS:("));
    assert!(script.contains(":RULES:_sequence compadd - ") && !script.contains(":RULES:("));
}

#[test]
fn the_manual_has_a_page_for_each_command() {
    let folder = Folder::new("manual");
    let to = folder.path("man1");
    assert_eq!(program(&["man", "--output", &to], b"").status.code(), Some(0));
    for page in ["jadoube.1", "jadoube-audit.1", "jadoube-compare.1", "jadoube-explain.1", "jadoube-merge.1"]
    {
        let page = std::fs::read_to_string(Path::new(&to).join(page)).unwrap();
        assert!(page.contains(".SH DESCRIPTION"), "{page}");
    }
    assert!(text(&program(&["man"], b"").stdout).contains(".TH jadoube 1"));
}

/// The announced mate is longer than any search can prove.
#[cfg(unix)]
#[test]
fn a_reader_who_goes_away_ends_a_search() {
    let game = b"[Observed \"speech\"]\n\n1. e4 e5 {[%say w mate 20]} *\n";
    let mut child = Command::new(env!("CARGO_BIN_EXE_jadoube"))
        .args(["audit", "--solver-nodes", "1000000000000"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(game).unwrap();
    drop(child.stdout.take());
    // The test ends only if the search is ended.
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn files_are_written_beside_standard_output() {
    let folder = Folder::new("outputs");
    let (json, lines) = (folder.path("report.json"), folder.path("report.txt"));
    let (as_json, as_lines) = (format!("json={json}"), format!("concise={lines}"));
    let arguments = ["audit", "--format", "human", "--output", &as_json, "--output", &as_lines, MATE_DRAWN];
    let output = program(&[&arguments[..], &["samples/plain/two-games.pgn"]].concat(), b"");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).starts_with("error[record.result]: White is checkmated"));
    assert_eq!(text(&output.stderr), "");
    assert_eq!(std::fs::read_to_string(lines).unwrap(), format!("{MATE_DRAWN}:10:21: {ITS_FINDING}\n"));
    let report: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(json).unwrap()).unwrap();
    assert_eq!(report["summary"]["games"], 3);
    assert_eq!(report["games"][0]["findings"][0]["rule"], "record.result");
}

/// The same bytes packed in the four ways.
fn packed(games: &[u8]) -> [(&'static str, Vec<u8>); 4] {
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gz.write_all(games).unwrap();
    let mut bz2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::default());
    bz2.write_all(games).unwrap();
    let mut xz = liblzma::write::XzEncoder::new(Vec::new(), 6);
    xz.write_all(games).unwrap();
    [
        ("gz", gz.finish().unwrap()),
        ("bz2", bz2.finish().unwrap()),
        ("zst", zstd::encode_all(games, 0).unwrap()),
        ("xz", xz.finish().unwrap()),
    ]
}

#[test]
fn packed_games_are_read_from_files_folders_and_standard_input() {
    let folder = Folder::new("packed");
    let games = std::fs::read(MATE_DRAWN).unwrap();
    for (extension, bytes) in packed(&games) {
        let path = folder.path(&format!("games.pgn.{extension}"));
        std::fs::write(&path, &bytes).unwrap();
        let output = program(&["audit", &path], b"");
        assert_eq!(text(&output.stdout), format!("{path}:10:21: {ITS_FINDING}\n"), "{extension}");
        let output = program(&["audit"], &bytes);
        assert_eq!(text(&output.stdout), format!("<stdin>:10:21: {ITS_FINDING}\n"), "{extension}");
    }
    let output = program(&["audit", "--select", "record.result", &folder.path("")], b"");
    assert_eq!(text(&output.stdout).matches(ITS_FINDING).count(), 4);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_packed_file_that_breaks_off_is_named_and_the_rest_is_reported() {
    let folder = Folder::new("broken");
    let games = std::fs::read(MATE_DRAWN).unwrap();
    for (extension, bytes) in packed(&games) {
        let path = folder.path(&format!("games.pgn.{extension}"));
        std::fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
        let output = program(&["audit", &path, MATE_DRAWN], b"");
        assert_eq!(output.status.code(), Some(2), "{extension}");
        assert!(text(&output.stderr).starts_with(&format!("error: {path}: ")), "{extension}");
        assert!(text(&output.stdout).contains(&format!("{MATE_DRAWN}:10:21: {ITS_FINDING}")), "{extension}");
    }
}

#[test]
fn neither_terminal_nor_locale_changes_what_a_pipe_gets() {
    let arguments = ["audit", "--format", "human", MATE_DRAWN];
    let plain = program(&arguments, b"");
    let output = Command::new(env!("CARGO_BIN_EXE_jadoube"))
        .args(arguments)
        .env_remove("NO_COLOR")
        .env("LC_ALL", "de_DE.UTF-8")
        .env("TERM", "xterm-256color")
        .env("COLUMNS", "80")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(text(&output.stdout), text(&plain.stdout));
}

#[test]
fn what_is_not_the_text_of_games_is_said_to_be_that() {
    let pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:12\nsize 34\n";
    for (name, bytes, why) in [
        ("pointer.pgn", &pointer[..], "this is a Git LFS pointer"),
        ("copied.pgn.gz", b"abc", "by its name this is gzip data, but it is not"),
        ("games.zip", b"PK\x03\x04\x14\0\0\0", "the ZIP archive is damaged"),
        ("games.pgn", b"PK\x03\x04\x14\0\0\0", "this is a ZIP archive"),
        ("games.7z", b"7z\xbc\xaf\x27\x1c 1. e4 *", "this is a 7z archive: unpack it first"),
        ("board.pgn", b"\x89PNG\r\n\x1a\n\n\n1. e4 *", "this is a PNG image, not the text of games"),
        ("noise.pgn", b"\0\x01\0\x02 a \x03", "this is binary data"),
        ("prose.pgn", b"No game stands here.\n", "contains text, but no game"),
        ("empty.pgn", b"", "it is empty"),
        ("blank.pgn", b"\xef\xbb\xbf\r\n\x1a", "it is empty"),
        ("empty.pgn.gz", b"", "by its name this is gzip data, but it is not"),
        ("empty.pgn.zst", b"", "by its name this is zstd data, but it is not"),
    ] {
        let path = std::env::temp_dir().join(format!("jadoube-cli-{}-{name}", std::process::id()));
        std::fs::write(&path, bytes).unwrap();
        let run = program(&["audit", "--format", "github", &path.to_string_lossy()], b"");
        let shown = program(&["show", &path.to_string_lossy()], b"");
        std::fs::remove_file(&path).unwrap();
        assert_eq!(run.status.code(), Some(2), "{name}");
        let command = if why == "it is empty" { "::warning " } else { "::error " };
        assert!(text(&run.stdout).starts_with(command), "{name}");
        assert!(text(&run.stdout).contains(why) && text(&run.stderr).contains(why), "{name}");
        assert!(text(&shown.stderr).contains(why), "{name}: {}", text(&shown.stderr));
    }
    // A game is read whatever its file name.
    let path = std::env::temp_dir().join(format!("jadoube-cli-{}.pgn.gz", std::process::id()));
    std::fs::write(&path, "1. e4 e5 *").unwrap();
    let run = program(&["audit", &path.to_string_lossy()], b"");
    std::fs::remove_file(&path).unwrap();
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
    assert!(!text(&run.stderr).contains("error"), "{}", text(&run.stderr));
}

/// Writes an archive of these members.
fn write_zip(path: &str, members: &[(&str, &[u8])]) {
    let mut zip = zip::ZipWriter::new(std::fs::File::create(path).unwrap());
    for (name, bytes) in members {
        zip.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap();
}

#[test]
fn the_game_files_of_an_archive_are_read_one_by_one() {
    let folder = Folder::new("zip");
    let games = std::fs::read(MATE_DRAWN).unwrap();
    let [(_, gz), ..] = packed(&games);
    let path = folder.path("week.ZIP");
    write_zip(
        &path,
        &[
            ("readme.txt", b"Games of a week"),
            ("week/a.pgn", &games),
            ("__MACOSX/week/._a.pgn", b"\0\x05\x16\x07"),
            ("b.pgn.gz", &gz),
        ],
    );
    let run = program(&["audit", "--ignore", "record.duplicate-game", &path], b"");
    let expected = format!("{path}/week/a.pgn:10:21: {ITS_FINDING}\n{path}/b.pgn.gz:10:21: {ITS_FINDING}\n");
    let note = format!("note: {path}: readme.txt is not read: it is not a .pgn file\n");
    assert_eq!((text(&run.stdout), text(&run.stderr), run.status.code()), (&*expected, &*note, Some(1)));

    let member = format!("{path}/week/a.pgn");
    let run = program(&["audit", &member], b"");
    assert_eq!(text(&run.stdout), format!("{member}:10:21: {ITS_FINDING}\n"));
    assert!(text(&program(&["show", &member], b"").stdout).contains("week/a.pgn, game 1"));
    let run = program(&["audit", &format!("{path}/c.pgn")], b"");
    assert_eq!(text(&run.stderr), format!("error: {path}/c.pgn: no such file or directory\n"));

    write_zip(&path, &[("a.pgn", &games), ("old.zip", b"PK")]);
    let nested =
        format!("warning: {path}/old.zip: is an archive in an archive, and is not read: unpack it first\n");
    assert_eq!(text(&program(&["audit", &path], b"").stderr), nested);

    // A ratio of more than a thousand is no harm while the text is short.
    write_zip(&path, &[("a.pgn", &[games.clone(), vec![b' '; 1 << 20]].concat())]);
    assert_eq!(program(&["audit", &path], b"").status.code(), Some(1));
    write_zip(&path, &[("readme.txt", b"1. e4 *")]);
    let run = program(&["audit", &path], b"");
    let expected = format!("error: {path}: no .pgn file in this archive; it contains readme.txt\n");
    assert_eq!((text(&run.stderr), run.status.code()), (&*expected, Some(2)));
}

#[test]
fn an_archive_that_is_damaged_is_named() {
    let folder = Folder::new("zip-damaged");
    let games = std::fs::read(MATE_DRAWN).unwrap();
    let path = folder.path("games.zip");
    write_zip(&path, &[("a.pgn", &games), ("b.pgn", &games)]);
    let mut bytes = std::fs::read(&path).unwrap();
    let data = memchr::memmem::find(&bytes, b"a.pgn").unwrap() + 20;
    bytes[data] ^= 0x55;
    std::fs::write(&path, &bytes).unwrap();
    let run = program(&["audit", &path], b"");
    assert_eq!(run.status.code(), Some(2));
    assert!(text(&run.stderr).starts_with(&format!("error: {path}/a.pgn: the zip data is damaged")));
    assert!(text(&run.stdout).contains(&format!("{path}/b.pgn:10:21: {ITS_FINDING}")));
    std::fs::write(&path, &bytes[..bytes.len() - 30]).unwrap();
    let run = program(&["audit", &path], b"");
    assert_eq!(run.status.code(), Some(2));
    assert!(text(&run.stderr).contains("the ZIP archive is damaged"), "{}", text(&run.stderr));
}

#[test]
fn a_run_that_reads_no_game_is_not_green() {
    let folder = Folder::new("nothing");
    let games = std::fs::read("samples/plain/two-games.pgn").unwrap();
    std::fs::create_dir_all(folder.path("nopgn")).unwrap();
    write_zip(&folder.path("nopgn/twic.zip"), &[("a.pgn", &games)]);
    std::fs::write(folder.path("empty.pgn"), "").unwrap();
    std::fs::write(folder.path("games.pgn"), &games).unwrap();
    let run = |arguments: &[&str]| {
        let arguments: Vec<String> = arguments
            .iter()
            .map(
                |argument| {
                    if argument.starts_with('-') { (*argument).to_owned() } else { folder.path(argument) }
                },
            )
            .collect();
        let arguments: Vec<&str> =
            ["audit"].into_iter().chain(arguments.iter().map(String::as_str)).collect();
        let run = program(&arguments, b"");
        (run.status.code(), text(&run.stderr).replace(&folder.path(""), ""))
    };
    let nothing = "error: no game was read\n";
    let archive = "warning: nopgn: no .pgn file in this folder; the archive twic.zip was not read: name it to read it\n";
    assert_eq!(run(&["nopgn"]), (Some(2), format!("{archive}{nothing}")));
    assert_eq!(run(&["empty.pgn"]), (Some(2), format!("warning: empty.pgn: it is empty\n{nothing}")));
    assert_eq!(run(&["-"]), (Some(2), format!("warning: <stdin>: it is empty\n{nothing}")));
    // Beside games, they are notices.
    assert_eq!(run(&["nopgn", "games.pgn"]), (Some(0), archive.to_owned()));
    assert_eq!(run(&["empty.pgn", "games.pgn"]), (Some(0), "warning: empty.pgn: it is empty\n".to_owned()));
    std::fs::write(folder.path("nopgn/games.pgn"), &games).unwrap();
    let note = "note: nopgn: the archive twic.zip was not read: name it to read it\n".to_owned();
    assert_eq!(run(&["nopgn"]), (Some(0), note));
    let note = "note: games.pgn: only 2 games, so --games selects none\n".to_owned();
    assert_eq!(run(&["--games=5", "games.pgn"]), (Some(0), note));
    let (code, note) = run(&["--shard=2/5", "--select=clock", "games.pgn"]);
    assert_eq!(code, Some(0));
    assert!(note.ends_with("note: games.pgn#2/5: no game begins in this shard\n"), "{note}");
    std::fs::write(folder.path("jadoube.toml"), "exclude = ['games.pgn']").unwrap();
    let (code, note) = run(&["--force-exclude", "games.pgn"]);
    let every =
        "`exclude` in the settings matches every file that is named, and --force-exclude applies it to them";
    assert_eq!((code, note), (Some(0), format!("note: games.pgn: skipped: {every}\n")));
    std::fs::remove_file(folder.path("nopgn/twic.zip")).unwrap();
    let note = "note: nopgn: skipped: every match is excluded by `exclude` in the settings\n".to_owned();
    assert_eq!(run(&["nopgn"]), (Some(0), note));
}

#[test]
fn old_encodings_and_utf_16_are_read() {
    let shown = |arguments: &[&str], bytes: &[u8]| {
        let arguments = [&["audit", "--all", "--format", "jsonl"], arguments].concat();
        let run = program(&arguments, bytes);
        let report: serde_json::Value =
            serde_json::from_str(text(&run.stdout).lines().next().unwrap()).unwrap();
        report["tags"]["White"].as_str().unwrap_or_default().to_owned()
    };
    let game = |name: &[u8]| [b"[White \"", name, b"\"]\n\n1. e4 e5 *\n\x1a"].concat();
    assert_eq!(shown(&["--encoding", "cp866"], &game(b"\x92\xa0\xab\xec")), "Таль");
    assert_eq!(shown(&["--encoding", "iso-8859-2"], &game(b"\xa9achy")), "Šachy");
    let utf_16 = |mark: &str| -> Vec<u8> {
        format!("{mark}[White \"Таль\"]\n\n1. e4 e5 *\n").encode_utf16().flat_map(u16::to_be_bytes).collect()
    };
    for arguments in [&[][..], &["--encoding", "utf-16be"], &["--encoding", "cp850"]] {
        assert_eq!(shown(arguments, &utf_16("\u{feff}")), "Таль", "{arguments:?}");
        assert_eq!(shown(arguments, &utf_16("")), "Таль", "{arguments:?}");
    }
    let run = program(&["audit", "--encoding", "utf-8"], &utf_16(""));
    assert_eq!(run.status.code(), Some(2));
    assert!(text(&run.stderr).contains("UTF-16"), "{}", text(&run.stderr));
}

#[test]
fn scores_are_read_in_the_letters_that_are_set() {
    let game = "[Event \"x\"]\n\n1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Lxc6 dxc6 5. O-O Dd6 6. Te1 *\n";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.pgn");
    std::fs::write(&path, game).unwrap();
    let path = path.to_str().unwrap();
    let audit = |arguments: &[&str]| program(&[&["audit", "--format", "concise"], arguments].concat(), b"");
    let said = text(&audit(&[path]).stdout).to_owned();
    assert!(said.contains("cannot read `Sf3` as a move"), "{said}");
    assert_eq!(text(&audit(&["--letters", "de", path]).stdout), "");
    let shown = program(&["show", "--letters", "de", path], b"");
    assert!(text(&shown.stdout).contains("ply 11 of 11"), "{}", text(&shown.stdout));
    let human = program(&["audit", "--format", "human", "--letters", "fr", path], b"");
    assert!(text(&human.stdout).contains("--letters de"), "{}", text(&human.stdout));
    std::fs::write(folder.path().join("jadoube.toml"), "[per-file-letters]\n'old.pgn' = 'de'").unwrap();
    assert_eq!(text(&audit(&[path]).stdout), "");
    assert_ne!(text(&audit(&["--letters", "en", path]).stdout), "");
}

#[test]
fn a_report_can_be_named_standard_output() {
    let run = program(&["audit", "--output", "json=-", MATE_DRAWN], b"");
    let report: serde_json::Value = serde_json::from_str(text(&run.stdout)).unwrap();
    assert_eq!((run.status.code(), &report["summary"]["games"]), (Some(1), &1.into()));
    for arguments in [["--output", "human=-"], ["--format", "human"]] {
        let run = program(&[&["audit", "--output", "json=-"], &arguments[..], &[MATE_DRAWN]].concat(), b"");
        assert_eq!(run.status.code(), Some(2));
        assert!(text(&run.stderr).contains("two reports"), "{}", text(&run.stderr));
    }
}

/// The run waits for its input until it is interrupted.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_run_leaves_the_old_report() {
    let folder = Folder::new("interrupted");
    let report = folder.path("report.json");
    std::fs::write(&report, "old").unwrap();
    // A shell without job control ignores the signal in what it runs in the background.
    let mut child = Command::new("env")
        .args(["--default-signal=INT", env!("CARGO_BIN_EXE_jadoube")])
        .args(["audit", "--output", &format!("json={report}")])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let input = child.stdin.take();
    let files = || std::fs::read_dir(&folder.0).unwrap().count();
    while files() < 2 {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    // The handler is set right after the file is created.
    std::thread::sleep(std::time::Duration::from_millis(200));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!((std::fs::read_to_string(&report).unwrap().as_str(), files()), ("old", 1));
    drop(input);
}

/// A device that accepts nothing and never ends.
#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_told_of() {
    let run = program(&["audit", "--write-baseline", "/dev/full", MATE_DRAWN], b"");
    assert_eq!(run.status.code(), Some(2));
    assert!(text(&run.stderr).contains("/dev/full could not be written"), "{}", text(&run.stderr));
    let full = || Stdio::from(std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap());
    for arguments in ["--help", "--version", "codes"] {
        let run = Command::new(env!("CARGO_BIN_EXE_jadoube")).arg(arguments).stdout(full()).output().unwrap();
        assert_eq!(run.status.code(), Some(2), "{arguments}");
    }
}

#[test]
fn a_list_of_rules_without_a_rule_is_not_all_of_them() {
    let run = program(&["audit", "--select", ",", MATE_DRAWN], b"");
    assert_eq!(run.status.code(), Some(2));
    assert!(text(&run.stderr).contains("no rule is selected"), "{}", text(&run.stderr));
}
