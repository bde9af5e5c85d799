//! Comparisons of codes: each column equals an audit under its code, at any number of jobs, and the output
//! fits and is unambiguous.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use jadoube::internals::audit::{CodeChoice, audit_bytes_under};
use jadoube::internals::cli::{Terminal, run};
use jadoube::internals::compare::{Column, Comparison, compare_bytes, is_comparable};
use jadoube::internals::finding::Finding;
use jadoube::internals::law::{Family, codes};
use serde_json::Value;

use crate::support::output::Output;
use crate::support::terminal::PIPES;

fn samples() -> Vec<PathBuf> {
    fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, files);
            } else if path.extension().is_some_and(|extension| extension == "pgn") {
                files.push(path);
            }
        }
    }
    let mut files = Vec::new();
    walk(Path::new("samples"), &mut files);
    files.sort();
    files
}

fn columns() -> Vec<Column> {
    codes::files().into_iter().map(|file| Column { name: Arc::clone(&file.code.id), file }).collect()
}

/// In a fixed order: rows need not be in the order of an audit's findings.
fn sorted(mut findings: Vec<Finding>) -> Vec<Finding> {
    findings.sort_by_key(|finding| (finding.location.offset, finding.ply, finding.fingerprint));
    findings
}

#[test]
fn each_column_is_the_audit_under_its_code() {
    let columns = columns();
    let mut compared = 0;
    // Suppressions are for audits: a comparison shows the rulings of the codes.
    let is_of_suppressions = |path: &PathBuf| path.starts_with("samples/record/unused-ignore");
    for path in samples().into_iter().filter(|path| !is_of_suppressions(path)) {
        let bytes = fs::read(&path).unwrap();
        let comparisons: Vec<Comparison> = compare_bytes(&bytes, columns.clone());
        for (place, column) in columns.iter().enumerate() {
            let reports = audit_bytes_under(&bytes, CodeChoice::One(Arc::clone(column.code())));
            assert_eq!(reports.len(), comparisons.len(), "{}", path.display());
            for (report, comparison) in reports.into_iter().zip(&comparisons) {
                let what = format!("{} game {} under {}", path.display(), report.number, column.name);
                assert_eq!(report.number, comparison.number, "{what}");
                assert_eq!(report.location, comparison.location, "{what}");
                assert_eq!(report.tags, comparison.tags, "{what}");
                assert_eq!(report.result, comparison.result, "{what}");
                assert_eq!(report.verdict, comparison.verdicts[place], "{what}");
                let found = report.findings.into_iter().filter(|finding| is_comparable(finding.rule));
                let cells = comparison.rows.iter().filter_map(|row| row.cell(place).cloned());
                let (found, cells) = (sorted(found.collect()), sorted(cells.collect()));
                compared += cells.len();
                assert_eq!(found, cells, "{what}");
            }
        }
    }
    assert!(compared > 3000, "{compared}");
}

/// One game under the codes, with only the tag `Observed`.
fn compared(movetext: &str) -> Comparison {
    let game = format!("[Observed \"touch speech\"]\n\n{movetext}\n");
    compare_bytes(game.as_bytes(), columns()).pop().unwrap()
}

#[test]
fn a_row_of_men_touched_in_a_move_that_went_back_names_the_men() {
    for (movetext, title) in [
        ("1. e4 e5 {[%touch w g1]} 2. Qf3 *", "2. White touches g1"),
        ("1. e4 e5 {[%play w Ng1-g3] [%retract 1]} 2. Qf3 *", "2. White touches g1"),
        ("1. e4 e5 2. Ng1-g3 {[%retract 1]} 2. Qf3 *", "2. White touches g1"),
        ("1. e4 e5 {[%play w Bf1xd1] [%retract 1]} 2. Nf3 *", "2. White touches f1,d1"),
        ("1. e4 {[%play b Ng8-g6] [%retract 1]} e5 *", "1... Black touches g8"),
    ] {
        let titles: Vec<String> = compared(movetext)
            .rows
            .iter()
            .filter(|row| row.rule.is_in_family(Family::Touch))
            .map(jadoube::internals::compare::Row::title)
            .collect();
        assert_eq!(titles, [title], "{movetext}");
    }
}

/// The output of `jadoube compare`.
fn written(terminal: &Terminal, arguments: &str) -> String {
    let (out, err) = (Output::default(), Output::default());
    let arguments = format!("jadoube compare {arguments}");
    let code = run(
        arguments.split_whitespace().map(OsString::from),
        terminal,
        Box::new(out.clone()),
        Box::new(err.clone()),
        jadoube::internals::audit::run,
    );
    assert_eq!(String::from_utf8_lossy(&err.0.lock().unwrap()), "");
    assert_eq!(code, 0);
    let bytes = out.0.lock().unwrap();
    String::from_utf8(bytes.clone()).unwrap()
}

#[test]
fn it_is_the_same_at_any_number_of_jobs_and_any_size_of_chunk() {
    for format in ["human", "json", "csv", "human --statistics", "json --statistics", "csv --statistics"] {
        let alone = written(&PIPES, &format!("--format {format} --jobs 1 samples"));
        let others: &[&str] = match format {
            "json" => &["--jobs 2 --chunk-size 1000", "--jobs 5 --chunk-size 100", "--jobs 3"],
            _ => &["--jobs 3 --chunk-size 1000"],
        };
        for how in others {
            let together = written(&PIPES, &format!("--format {format} {how} samples"));
            assert!(alone == together, "{format} {how}");
        }
    }
}

#[test]
fn only_what_differs_is_shown_unless_all_is_asked_for() {
    let report = |arguments: &str| -> Value {
        serde_json::from_str(&written(&PIPES, &format!("--format json {arguments} samples"))).unwrap()
    };
    let (some, all) = (report(""), report("--all"));
    let games = |report: &Value| report["games"].as_array().unwrap().clone();
    assert_eq!(some["summary"], all["summary"]);
    assert_eq!(games(&some).len(), some["summary"]["differing"]);
    assert_eq!(games(&all).len(), all["summary"]["games"]);
    for game in games(&some) {
        assert_eq!(game["differs"], true);
        assert!(game["rows"].as_array().unwrap().iter().all(|row| row["differs"] == true));
    }
    // The rows that differ are the same rows.
    let mut differing = Vec::new();
    for mut game in games(&all).into_iter().filter(|game| game["differs"] == true) {
        game["rows"].as_array_mut().unwrap().retain(|row| row["differs"] == true);
        differing.push(game);
    }
    assert_eq!(games(&some), differing);
}

/// A line of the table may name a file longer than the terminal is wide; no other line is wider.
#[test]
fn it_fits_terminals_of_any_width() {
    let ids: Vec<&str> = codes::embedded().iter().map(|code| code.id).collect();
    let every = format!("--codes {} samples/american-1910", ids.join(","));
    for width in [40, 44, 52, 64, 80, 97, 120, 160, 250] {
        let terminal = Terminal { stdout: true, width, ..PIPES };
        let all_samples: &[&str] =
            if [40, 80, 250].contains(&width) { &["samples", "--statistics samples"] } else { &[] };
        for arguments in all_samples.iter().chain(&["--all samples/bca-1862", &*every]) {
            let text = written(&terminal, &format!("--progress never {arguments}"));
            for line in text.lines().filter(|line| !line.contains("samples/")) {
                assert!(line.chars().count() <= width, "{width}: {line}");
                assert_eq!(line, line.trim_end(), "{width}");
            }
        }
    }
}

#[test]
fn it_is_told_and_written_to_files_beside() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.csv");
    let beside = format!("--accessible --output csv={} samples/american-1910", path.display());
    let told = written(&PIPES, &beside);
    assert!(told.lines().any(|line| line.starts_with("bca-1862: ")), "{told}");
    assert_eq!(fs::read_to_string(path).unwrap(), written(&PIPES, "--format csv samples/american-1910"));
}

#[test]
fn what_was_picked_of_many_moves_is_named_and_what_went_back_alone_is_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    let write = |movetext: &str| {
        fs::write(&path, format!("[Observed \"touch speech\"]\n\n{movetext}\n")).unwrap();
        written(&PIPES, &format!("--codes bca-1862,praxis-1860,kenny-1817 {}", path.display()))
    };
    let unwrapped = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let picked =
        unwrapped(write("1. e4 e5 {[%play w Ng1-g3] [%elect b move-king] [%retract 1]} 2. Ke2 d6 *"));
    assert!(picked.contains("Ke2 of 26"), "{picked}");
    assert!(!picked.contains("Qf3"), "{picked}");
    let waived = unwrapped(write("1. e4 e5 2. Nf3 d6 3. Bb5+ a6 {[%say w check]} 4. d4 axb5 *"));
    assert!(waived.contains("13 back (waived)") && !waived.contains("taken back"), "{waived}");
}

#[test]
fn csv_has_a_line_for_each_cell_and_verdict() {
    let table = csv(&written(&PIPES, "--format csv --all samples"));
    let report: Value = serde_json::from_str(&written(&PIPES, "--format json --all samples")).unwrap();
    let codes = report["codes"].as_array().unwrap().len();
    let games = report["games"].as_array().unwrap();
    let rows: usize = games.iter().map(|game| game["rows"].as_array().unwrap().len() + 1).sum();
    assert_eq!(table.len(), 1 + rows * codes);
    let at = |name: &str| table[0].iter().position(|title| title == name).unwrap();
    let (code, rule, article) = (at("code"), at("rule"), at("article"));
    let said = |row: &&Vec<String>| row[code] == "bca-1862" && row[article] == "VI.7";
    assert!(table.iter().filter(said).any(|row| row[rule] == "touch.several-adversary"));
}

/// The values of a CSV text by RFC 4180.
fn csv(text: &str) -> Vec<Vec<String>> {
    let mut rows = vec![vec![String::new()]];
    let mut quoted = false;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let row = rows.last_mut().unwrap();
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                row.last_mut().unwrap().push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(String::new()),
            '\r' if !quoted => {}
            '\n' if !quoted => rows.push(vec![String::new()]),
            letter => row.last_mut().unwrap().push(letter),
        }
    }
    assert!(!quoted);
    assert_eq!(rows.pop(), Some(vec![String::new()]), "the last line ends");
    let columns = rows[0].len();
    assert!(rows.iter().all(|row| row.len() == columns));
    rows
}
