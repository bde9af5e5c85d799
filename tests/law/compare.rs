//! Comparisons of codes: each column equals an audit under its code, at any number of jobs, and the output
//! fits and is unambiguous.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use jadoube::internals::audit::{CodeChoice, audit_bytes_under};
use jadoube::internals::cli::{Terminal, run};
use jadoube::internals::compare::{Column, Comparison, Row, compare_bytes, is_comparable};
use jadoube::internals::finding::Finding;
use jadoube::internals::law::{Family, Rule, codes};
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

/// The samples with the names of their texts. Those of a code are one text, because a run takes longer than a game; those about
/// the text of records would swallow each other.
fn texts() -> Vec<(String, Vec<u8>)> {
    let mut texts: Vec<(String, Vec<u8>)> = Vec::new();
    for path in samples() {
        let shelf = path.iter().nth(1).unwrap().to_string_lossy().into_owned();
        let mut bytes = fs::read(&path).unwrap();
        bytes.extend_from_slice(b"\n\n");
        let is_alone = shelf == "record";
        match texts.last_mut() {
            Some((name, text)) if *name == shelf && !is_alone => text.append(&mut bytes),
            _ => texts.push((if is_alone { path.display().to_string() } else { shelf }, bytes)),
        }
    }
    texts
}

/// Samples with acts, clocks, draws and plain games: enough for the ways in which a comparison is written.
const SOME: &str = "samples/bca-1862 samples/fide-1997 samples/fide-2023-rapid samples/plain";

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
    let is_of_suppressions = |name: &str| name.starts_with("samples/record/unused-ignore");
    for (name, bytes) in texts().into_iter().filter(|(name, _)| !is_of_suppressions(name)) {
        let comparisons: Vec<Comparison> = compare_bytes(&bytes, columns.clone());
        for (place, column) in columns.iter().enumerate() {
            let reports = audit_bytes_under(&bytes, CodeChoice::One(Arc::clone(column.code())));
            assert_eq!(reports.len(), comparisons.len(), "{name}");
            for (report, comparison) in reports.into_iter().zip(&comparisons) {
                let what = format!("{name} game {} under {}", report.number, column.name);
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
            .map(Row::title)
            .collect();
        assert_eq!(titles, [title], "{movetext}");
    }
}

/// The rules of each row, with the number of codes that rule on it.
fn rows_of(comparison: &Comparison) -> Vec<(String, usize)> {
    let rules = |row: &Row| row.rules().into_iter().map(Rule::id).collect::<Vec<_>>().join(" ");
    comparison.rows.iter().map(|row| (rules(row), row.cells.iter().flatten().count())).collect()
}

#[test]
fn rulings_on_one_event_share_a_row_whatever_their_rules() {
    for (movetext, rules) in [
        ("1. e4 e5 {[%play b d5] [%retract 1]} 2. Nf3 *", "move.out-of-turn"),
        ("{[%play b e5] [%retract 1]} 1. e4 e5 *", "move.out-of-turn setup.first-move"),
    ] {
        let comparison = compared(movetext);
        let rules_somewhere = |column: &usize| {
            comparison.rows.iter().any(|row| row.cells.get(*column).is_some_and(Option::is_some))
        };
        let ruling = (0..columns().len()).filter(rules_somewhere).count();
        let rows = rows_of(&comparison);
        assert!(rows.contains(&(rules.to_owned(), ruling)), "{movetext}: {rows:?}");
    }
}

/// A code with two rulings on one event has them in two rows, and a code with one has it beside the same rule.
#[test]
fn two_rulings_of_one_code_are_not_confused() {
    let comparison = compared("1. e4 e5 {[%play w Bf1xd1] [%retract 1]} 2. Nf3 *");
    let every = columns().len();
    let rows = rows_of(&comparison);
    let of_move = rows.iter().filter(|(rules, codes)| rules == "move.captures-own" && *codes == every);
    assert_eq!(of_move.count(), 1, "{rows:?}");
    assert!(rows.iter().any(|(rules, codes)| rules == "touch.several-own" && *codes < every), "{rows:?}");
}

/// One code finds the result in the score, another in the last move.
#[test]
fn a_flag_has_one_row_wherever_it_is_found() {
    let file = "samples/fide-2023/6.9/fires-won-on-time-by-a-queen-that-must-be-taken.pgn";
    let comparison = compare_bytes(&fs::read(file).unwrap(), columns()).pop().unwrap();
    let flags: Vec<&Row> = comparison.rows.iter().filter(|row| row.rule == Rule::ClockFlag).collect();
    let [flag] = flags[..] else { panic!("{flags:?}") };
    let mut places: Vec<u64> = flag.cells.iter().flatten().map(|finding| finding.location.offset).collect();
    places.dedup();
    assert!(places.len() > 1, "{places:?}");
}

#[test]
fn rulings_of_different_codes_at_one_place_share_a_row() {
    let columns = columns();
    for (name, bytes) in texts() {
        for comparison in compare_bytes(&bytes, columns.clone()) {
            let of_events = comparison.rows.iter().filter(|row| row.event.is_some());
            let rows: Vec<&Row> = of_events.filter(|row| !row.rule.is_in_family(Family::Result)).collect();
            for (index, row) in rows.iter().enumerate() {
                for other in &rows[..index] {
                    let is_one_place =
                        (row.event, row.location.offset) == (other.event, other.location.offset);
                    let mut cells = row.cells.iter().zip(&other.cells);
                    let is_shared = cells.any(|(one, other)| one.is_some() && other.is_some());
                    assert!(!is_one_place || is_shared, "{name}: {row:?} {other:?}");
                }
            }
        }
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
        let alone = written(&PIPES, &format!("--format {format} --jobs 1 {SOME}"));
        let others: &[&str] = match format {
            "json" => &["--jobs 2 --chunk-size 1000", "--jobs 5 --chunk-size 100", "--jobs 3"],
            _ => &["--jobs 3 --chunk-size 1000"],
        };
        for how in others {
            let together = written(&PIPES, &format!("--format {format} {how} {SOME}"));
            assert!(alone == together, "{format} {how}");
        }
    }
}

#[test]
fn only_what_differs_is_shown_unless_all_is_asked_for() {
    let report = |arguments: &str| -> Value {
        serde_json::from_str(&written(&PIPES, &format!("--format json {arguments} {SOME}"))).unwrap()
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
    let every = format!("--codes {} samples/american-1910/PEN.9 samples/american-1910/DRW.2", ids.join(","));
    for width in [40, 44, 52, 64, 80, 97, 120, 160, 250] {
        let terminal = Terminal { stdout: true, width, ..PIPES };
        let statistics = format!("--statistics {SOME}");
        for arguments in [SOME, &statistics, "--all samples/bca-1862/VI.4 samples/bca-1862/XI.1", &every] {
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
        let text = written(&PIPES, &format!("--codes bca-1862,praxis-1860,kenny-1817 {}", path.display()));
        text.split("\nKey\n").next().unwrap().to_owned()
    };
    let unwrapped = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let picked =
        unwrapped(write("1. e4 e5 {[%play w Ng1-g3] [%elect b move-king] [%retract 1]} 2. Ke2 d6 *"));
    assert!(picked.contains("Ke2 of 26"), "{picked}");
    assert!(!picked.contains("Qf3"), "{picked}");
    let waived = unwrapped(write("1. e4 e5 2. Nf3 d6 3. Bb5+ a6 {[%say w check]} 4. d4 axb5 *"));
    assert!(waived.contains("13 back (waived)") && !waived.contains("taken back"), "{waived}");
}

/// The names of the codes in the order of the columns.
fn names(arguments: &str) -> Vec<String> {
    let report: Value =
        serde_json::from_str(&written(&PIPES, &format!("--format json {arguments} samples/plain/long.pgn")))
            .unwrap();
    let codes = report["codes"].as_array().unwrap().iter();
    codes.map(|code| code["id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_law_file_has_the_place_that_codes_give_it() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("mine.toml");
    let [first, second] = [0, 1].map(|index| codes::embedded()[index].id);
    let printed = fs::read_to_string(format!("src/law/codes/{first}.toml")).unwrap();
    fs::write(&own, printed.replacen(first, "our-club", 1)).unwrap();
    let own = format!("--code-file {}", own.display());
    assert_eq!(names(&format!("{own} --codes {first},our-club,{second}")), [first, "our-club", second]);
    assert_eq!(names(&format!("--codes mine.toml,{first} {own}")), ["mine.toml", first]);
    assert_eq!(names(&format!("{own} --codes {first},{second}")), [first, second, "our-club"]);
}

#[test]
fn a_table_has_a_key_to_its_signs_and_a_narrow_one_stacks_the_codes() {
    let games = "--progress never --codes bca-1862,american-1910,praxis-1860 samples/american-1910/PEN.9";
    let table = |width| written(&Terminal { stdout: true, width, ..PIPES }, games);
    let key = |text: &str| -> Vec<String> {
        let (_, key) = text.rsplit_once("\nKey\n").unwrap();
        let lines = key.lines().take_while(|line| !line.is_empty());
        let signs = lines.filter(|line| !line.starts_with("   "));
        signs.map(|line| line.trim().split("  ").next().unwrap().to_owned()).collect()
    };
    let wide = table(80);
    let signs = key(&wide);
    assert!(
        ["not known", "Ke2, Kf1 or exd5", "(remedy carried out)"]
            .iter()
            .all(|sign| signs.iter().any(|own| own == sign))
    );
    assert!(!signs.iter().any(|sign| sign == "doubtful"), "{signs:?}");
    let narrow = table(79);
    assert_eq!(key(&narrow), signs);
    let is_stacked = |text: &str| text.lines().any(|line| line.starts_with("  praxis-1860    not known"));
    assert!(is_stacked(&narrow) && !is_stacked(&wide), "{narrow}");
}

/// The article leaves open whether the move goes back, and the remedy chosen takes it back.
#[test]
fn a_move_taken_back_by_choice_is_shown_like_one_taken_back_by_law() {
    let game = "--progress never --codes handbook-1859,bca-1862 samples/handbook-1859/XIII/fires-put-back-and-king-moved.pgn";
    let table = written(&Terminal { stdout: true, width: 200, ..PIPES }, game);
    assert!(table.contains(" XIII back 1: "), "{table}");
}

#[test]
fn csv_has_a_line_for_each_cell_and_verdict() {
    let table = csv(&written(&PIPES, &format!("--format csv --all {SOME}")));
    let report: Value =
        serde_json::from_str(&written(&PIPES, &format!("--format json --all {SOME}"))).unwrap();
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
