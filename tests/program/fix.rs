//! `--fix`, `--diff` and `--fix-only`: files are repaired, and nothing but what a finding is about changes.

use std::fs;
use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use crate::shards::{Folder, jadoube, text};

/// Faults of every kind that is repaired, in an odd layout that is kept.
const BEFORE: &str = "\u{feff}[Event \"Cup\"]\r\n[Result \"*\"]\r\n\r\n1. e2-e4 {a  remark} e5 (1... c5 2. Ng1f3) \
     2. Ng1f3   Nc6\r\n3. Bb5 a6 4. Ba4 Nf6 5. 0-0 ; castles\r\n1-0\r\n\r\n\
     [Event \"Cup\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4\n";

const AFTER: &str = "\u{feff}[Event \"Cup\"]\r\n[Result \"1-0\"]\r\n\r\n1. e4 {a  remark} e5 (1... c5 2. Ng1f3) \
     2. Nf3   Nc6\r\n3. Bb5 a6 4. Ba4 Nf6 5. O-O ; castles\r\n1-0\r\n\r\n\
     [Event \"Cup\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";

/// A game that has no repair.
const SOUND: &str = "[Event \"Cup\"]\n[Result \"*\"]\n\n1. e4 e5 *\n";

fn audit(more: &[&str]) -> Output {
    jadoube(&[&["audit", "--isolated"], more].concat())
}

fn path(folder: &Folder, name: &str) -> String {
    folder.path(name).to_string_lossy().into_owned()
}

#[test]
fn a_file_is_repaired_once() {
    let folder = Folder::new("fix-once");
    let file = path(&folder, "a.pgn");
    fs::write(&file, BEFORE).unwrap();
    let output = audit(&["--fix-only", &file]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(fs::read_to_string(&file).unwrap(), AFTER);
    let said = text(&output.stderr);
    assert!(said.contains("6 repairs in 1 file"), "{said}");
    assert_eq!(text(&output.stdout), "");
    let again = audit(&["--fix-only", &file]);
    assert_eq!((again.status.code(), text(&again.stderr)), (Some(0), "nothing was repaired\n".to_owned()));
    assert_eq!(fs::read_to_string(&file).unwrap(), AFTER);
}

#[test]
fn the_rest_is_reported_after_the_repairs() {
    let folder = Folder::new("fix-rest");
    let file = path(&folder, "a.pgn");
    fs::write(&file, "[Event \"Cup\"]\n[Result \"*\"]\n\n1. e2-e4 e5 2. Ng1f3 Nc6 *\n\n[Event \"Cup\"]\n\n1. e4 e5 2. Ke3 *\n").unwrap();
    let output = audit(&["--fix", &file]);
    assert_eq!(output.status.code(), Some(1));
    let report = text(&output.stdout);
    assert!(report.contains("move.false") && !report.contains("record.notation"), "{report}");
    assert!(fs::read_to_string(&file).unwrap().contains("1. e4 e5 2. Nf3 Nc6 *"));
}

#[test]
fn a_diff_changes_nothing() {
    let folder = Folder::new("fix-diff");
    let file = path(&folder, "a.pgn");
    fs::write(&file, "[Event \"Cup\"]\n[Result \"*\"]\n\n1. e2-e4 e5\n2. Nf3 *\n").unwrap();
    let before = fs::read(&file).unwrap();
    let output = audit(&["--diff", &file]);
    assert_eq!(output.status.code(), Some(1));
    let diff = text(&output.stdout);
    assert!(diff.starts_with(&format!("--- {file}\n+++ {file}\n@@ -1,5 +1,5 @@\n")), "{diff}");
    assert!(diff.contains("\n-1. e2-e4 e5\n+1. e4 e5\n 2. Nf3 *\n"), "{diff}");
    assert_eq!(fs::read(&file).unwrap(), before);
    fs::write(&file, SOUND).unwrap();
    let output = audit(&["--diff", &file]);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), String::new()));
}

#[test]
fn standard_input_is_repaired_on_standard_output() {
    let repaired = |bytes: &[u8]| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_jadoube"))
            .args(["audit", "--isolated", "--fix", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(bytes).unwrap();
        child.wait_with_output().unwrap()
    };
    let output = repaired(BEFORE.as_bytes());
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), AFTER.to_owned()));
    let packed = repaired(&zstd::encode_all(BEFORE.as_bytes(), 0).unwrap());
    assert_eq!((packed.status.code(), packed.stdout.is_empty()), (Some(2), true));
}

#[test]
fn packed_files_and_ignored_findings_are_left() {
    let folder = Folder::new("fix-left");
    let packed = path(&folder, "a.pgn.zst");
    let bytes = zstd::encode_all(BEFORE.as_bytes(), 0).unwrap();
    fs::write(&packed, &bytes).unwrap();
    let output = audit(&["--fix-only", &packed]);
    let said = text(&output.stderr);
    assert!(said.contains("is not repaired: it is compressed"), "{said}");
    assert_eq!(fs::read(&packed).unwrap(), bytes);

    let file = path(&folder, "b.pgn");
    fs::write(&file, BEFORE).unwrap();
    audit(&["--fix-only", "--ignore", "record.notation", &file]);
    let left = fs::read_to_string(&file).unwrap();
    assert!(left.contains("e2-e4") && left.contains("Qh4# 0-1"), "{left}");

    let silenced = BEFORE.replacen("[Event", "[JadoubeIgnore \"record.notation\"]\n[Event", 1);
    fs::write(&file, &silenced).unwrap();
    audit(&["--fix-only", &file]);
    let left = fs::read_to_string(&file).unwrap();
    assert!(left.contains("e2-e4") && left.contains("Qh4# 0-1"), "{left}");
}

#[test]
#[cfg(unix)]
fn links_and_protected_files_are_left() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    let folder = Folder::new("fix-links");
    let (file, link) = (path(&folder, "a.pgn"), path(&folder, "link.pgn"));
    fs::write(&file, BEFORE).unwrap();
    symlink(&file, &link).unwrap();
    let output = audit(&["--fix-only", &link]);
    assert!(text(&output.stderr).contains("is not repaired: it is a link"), "{}", text(&output.stderr));
    fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).unwrap();
    let output = audit(&["--fix-only", &file]);
    assert!(text(&output.stderr).contains("it is write-protected"), "{}", text(&output.stderr));
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(audit(&["--fix", "--fail-on", "never", &file]).status.code(), Some(2));
    for shown in [&file, &link] {
        let output = audit(&["--diff", shown]);
        assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
        assert!(text(&output.stdout).starts_with("--- "), "{}", text(&output.stdout));
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), BEFORE);
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    audit(&["--fix-only", &file]);
    assert_eq!(fs::read_to_string(&file).unwrap(), AFTER);
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
}

/// Many files, so that a run takes a while.
#[test]
#[cfg(unix)]
fn a_run_that_is_killed_leaves_every_file_whole() {
    let folder = Folder::new("fix-killed");
    let names: Vec<String> = (0..12).map(|number| path(&folder, &format!("{number}.pgn"))).collect();
    for run in 0..200 {
        for name in &names {
            fs::write(name, BEFORE).unwrap();
        }
        let mut child = Command::new(env!("CARGO_BIN_EXE_jadoube"))
            .args(["audit", "--isolated", "--fix-only"])
            .arg(folder.path(""))
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(run * 7 % 90));
        let _ = child.kill();
        child.wait().unwrap();
        for name in &names {
            let left = fs::read_to_string(name).unwrap();
            assert!(left == BEFORE || left == AFTER, "{name}: {left}");
        }
    }
}

#[test]
fn reports_name_the_repairs() {
    let folder = Folder::new("fix-reports");
    let file = path(&folder, "a.pgn");
    fs::write(&file, BEFORE).unwrap();
    let output = audit(&["--format", "jsonl", "--min-severity", "info", &file]);
    let games: Vec<serde_json::Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let findings = games[0]["findings"].as_array().unwrap();
    let notation = findings.iter().find(|finding| finding["rule"] == "record.notation").unwrap();
    assert_eq!(notation["fix"]["class"], "safe");
    // Every edit replaces the text at its place in the file.
    let written: Vec<&str> = notation["fix"]["edits"]
        .as_array()
        .unwrap()
        .iter()
        .map(|edit| {
            let number = |key: &str| usize::try_from(edit[key].as_u64().unwrap()).unwrap();
            &BEFORE[number("offset")..number("offset") + number("length")]
        })
        .collect();
    assert_eq!(written, ["e2-e4", "Ng1f3", "0-0"]);
    assert_eq!(games.last().unwrap()["summary"]["fixable"], 4);
    let human = audit(&["--format", "human", "--min-severity", "info", &file]);
    let said = text(&human.stdout);
    assert!(said.contains("write 3 moves in the export format (--fix)"), "{said}");
    assert!(said.contains("4 can be repaired (--fix)."), "{said}");
}

/// A game of odd layout.
const ODD: &str = "\u{feff}[White \"A\"]\r\n[ECO \"C20\"]\n[Event \"Cup\"]\r\n[Date \"1999.1.5\"]\r\n[Result \"*\"]\r\n1. e4 \
     {a  remark\nover lines} e5 *\r\n\r\n[Event \"Cup\"]\n\n1. e4 e5 *\n";

const EVEN: &str = "[Event \"Cup\"]\r\n[Site \"?\"]\r\n[ECO \"C20\"]\r\n[Date \"1999.01.05\"]\r\n[Round \"?\"]\r\n\
     [White \"A\"]\r\n[Black \"?\"]\r\n[Result \"*\"]\r\n\r\n1. e4 {a  remark\r\nover lines} e5 *\r\n\r\n\
     [Event \"Cup\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n1. e4 e5 *\n";

#[test]
fn layout_is_repaired_only_if_it_is_selected() {
    let folder = Folder::new("fix-style");
    let file = path(&folder, "a.pgn");
    fs::write(&file, ODD).unwrap();
    let output = audit(&["--fix-only", &file]);
    assert_eq!(text(&output.stderr), "nothing was repaired\n");
    for select in ["style", "style,ALL", "style"] {
        audit(&["--fix-only", "--select", select, &file]);
        assert_eq!(fs::read_to_string(&file).unwrap(), EVEN, "{select}");
    }
    let output = audit(&["--select", "style", &file]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
}

#[test]
fn each_rule_on_layout_repairs_its_own() {
    let folder = Folder::new("fix-style-alone");
    let file = path(&folder, "a.pgn");
    for rule in ["tag-order", "missing-tags", "date-padding", "blank-lines", "byte-order-mark", "line-ends"] {
        fs::write(&file, ODD).unwrap();
        let output = audit(&["--fix-only", "--select", &format!("style.{rule}"), &file]);
        let said = text(&output.stderr);
        assert!(said.contains(&format!("style.{rule})")), "{rule}: {said}");
        let once = fs::read(&file).unwrap();
        assert_ne!(once, ODD.as_bytes(), "{rule}");
        audit(&["--fix-only", "--select", &format!("style.{rule}"), &file]);
        assert_eq!(fs::read(&file).unwrap(), once, "{rule}");
    }
}

#[test]
fn unused_suppressions_are_removed() {
    let folder = Folder::new("fix-unused");
    let file = path(&folder, "a.pgn");
    let game = |tag: &str, comment: &str| {
        format!(
            "[Event \"Cup\"]\n{tag}[Result \"*\"]\n\n1. e4{comment} e5 2. Ke3 {{[%jadoube ignore move.false]}} *\n"
        )
    };
    let tag = "[JadoubeIgnore \"record.suffix\"]\n";
    fs::write(&file, game(tag, " {good [%jadoube ignore move.false]}")).unwrap();
    let output = audit(&["--fix-only", &file]);
    assert_eq!(fs::read_to_string(&file).unwrap(), game("", " {good}"), "{}", text(&output.stderr));
}

#[test]
fn unsafe_repairs_need_their_switch() {
    let folder = Folder::new("fix-unsafe");
    let file = path(&folder, "a.pgn");
    let (before, after) = (
        "[Event \"Cup\"]\n[White \"A]\n[Result \"1-0\"]\n\n1. e4 e5 *\n",
        "[Event \"Cup\"]\n[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n",
    );
    fs::write(&file, before).unwrap();
    audit(&["--fix-only", &file]);
    assert_eq!(fs::read_to_string(&file).unwrap(), before);
    let output = audit(&["--fix-only", "--unsafe-fixes", &file]);
    assert_eq!(fs::read_to_string(&file).unwrap(), after, "{}", text(&output.stderr));
}

#[test]
fn the_page_shows_repairs() {
    let folder = Folder::new("fix-page");
    let file = path(&folder, "a.pgn");
    fs::write(&file, BEFORE).unwrap();
    let output = audit(&["--format", "html", "--min-severity", "info", &file]);
    let page = text(&output.stdout);
    assert!(page.contains("would become <code>Qh4#</code> with <code>--fix</code>"), "{page}");
    assert!(page.contains("<code>--fix</code> would write 3 moves in the export format"), "{page}");
}

#[test]
fn a_file_in_an_encoding_that_is_set_becomes_unicode() {
    let folder = Folder::new("fix-encoding");
    let file = path(&folder, "a.pgn");
    let old =
        b"[White \"M\xfcller\"]\n[Event \"Cup\"]\n\n1. e4 {gro\xdf} e5 *\n\n[Event \"Cup\"]\n\n1. e4 e5 *\n";
    let new = "[Event \"Cup\"]\n[White \"M\u{fc}ller\"]\n\n1. e4 {gro\u{df}} e5 *\n\n[Event \"Cup\"]\n\n1. e4 e5 *\n";
    let rules = "style.encoding,style.tag-order";
    fs::write(&file, old).unwrap();
    audit(&["--fix-only", "--select", rules, &file]);
    assert_eq!(fs::read(&file).unwrap(), old, "no encoding is set");
    for _ in 0..2 {
        let output = audit(&["--fix-only", "--select", rules, "--encoding", "latin-1", &file]);
        assert_eq!(fs::read_to_string(&file).unwrap(), new, "{}", text(&output.stderr));
    }
    // One game of two is in UTF-8 already.
    let mixed = [old, &b"\n[White \"M\xc3\xbcller\"]\n\n1. e4 *\n"[..]].concat();
    fs::write(&file, &mixed).unwrap();
    audit(&["--fix-only", "--select", "style.encoding", "--encoding", "latin-1", &file]);
    assert_eq!(fs::read(&file).unwrap(), mixed);
}

#[test]
fn a_repair_is_offered_only_if_it_is_proved() {
    // With the FEN in it, the moves are others.
    let broken = "samples/record/unresolvable/fires-a-position-in-a-broken-tag.pgn";
    let report = audit(&["--format", "json", "--min-severity", "info", broken]);
    let report = text(&report.stdout);
    assert!(report.contains("\"record.tag\"") && !report.contains("\"fix\":{"), "{report}");
    let folder = Folder::new("fix-proved");
    let file = path(&folder, "a.pgn");
    for (moves, due) in [
        ("1. e2 - e4 e7 - e5 2. Ng1-f3 *", "1. e4 e5 2. Nf3 *"),
        (
            "1. d4 d5 2. Nc3 Nf6 3. Bf4 Bf5 4. Qd3 e6 5. 0-0-O *",
            "1. d4 d5 2. Nc3 Nf6 3. Bf4 Bf5 4. Qd3 e6 5. O-O-O *",
        ),
        ("{[%jadoube ignore move.false]} 1. e4 *", "1. e4 *"),
        ("1. e4 ; x\n{[%jadoube ignore move.false]} e5 *", "1. e4 ; x\ne5 *"),
        ("1. e4{[%jadoube ignore move.false]}e5 *", "1. e4 e5 *"),
        ("1. e4 {a[%jadoube ignore move.false]b} e5 *", "1. e4 {a b} e5 *"),
    ] {
        let game = |moves: &str| format!("[Event \"Cup\"]\n[Result \"*\"]\n\n{moves}\n");
        fs::write(&file, game(moves)).unwrap();
        let report = audit(&["--format", "json", "--min-severity", "info", &file]);
        let report = text(&report.stdout);
        assert!(report.contains("\"fix\":{"), "{moves}: {report}");
        let output = audit(&["--fix-only", &file]);
        assert_eq!(fs::read_to_string(&file).unwrap(), game(due), "{}", text(&output.stderr));
    }
}

#[test]
fn a_blank_line_is_added_between_games() {
    let folder = Folder::new("fix-between");
    let file = path(&folder, "a.pgn");
    let game = |name: &str| format!("[Event \"{name}\"]\n[Result \"*\"]\n\n1. e4 e5 *\n");
    let (one, two) = (game("a"), game("b"));
    for (between, due) in [("", "\n"), ("; note\n% escaped\n", "; note\n% escaped\n\n"), (" \n", " \n")] {
        for marks in ["", "\u{feff}"] {
            fs::write(&file, format!("{one}{between}{marks}{two}")).unwrap();
            let output = audit(&["--fix-only", "--select", "style.blank-lines", &file]);
            let after = fs::read_to_string(&file).unwrap();
            assert_eq!(after, format!("{one}{due}{marks}{two}"), "{}", text(&output.stderr));
        }
    }
}

#[test]
fn a_file_of_carriage_returns_keeps_them() {
    let folder = Folder::new("fix-returns");
    let file = path(&folder, "a.pgn");
    let before = "[Event \"Cup\"]\n[White \"A\"]\n1. e2-e4 e5 1-0\n\n[Event \"Cup\"]\n[Result \"0-1\"]\n\n1. e4 e5 ; x\n";
    let after = "[Event \"Cup\"]\n[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n[Event \"Cup\"]\n[Result \"0-1\"]\n\n1. e4 e5 ; x\n0-1\n";
    let rules = "record.roster,record.notation,record.syntax,style.blank-lines";
    fs::write(&file, before.replace('\n', "\r")).unwrap();
    let report = audit(&["--format", "json", "--min-severity", "info", "--select", rules, &file]);
    assert!(text(&report.stdout).contains(r#""text":"\r[Result \"1-0\"]""#), "{}", text(&report.stdout));
    let output = audit(&["--fix-only", "--select", rules, &file]);
    assert_eq!(fs::read_to_string(&file).unwrap(), after.replace('\n', "\r"), "{}", text(&output.stderr));
}

#[test]
fn rules_that_need_all_games_prevent_no_repair() {
    let folder = Folder::new("fix-curate");
    let file = path(&folder, "a.pgn");
    fs::write(&file, BEFORE).unwrap();
    let output = audit(&["--fix-only", "--extend-select", "curate", &file]);
    assert_eq!(fs::read_to_string(&file).unwrap(), AFTER, "{}", text(&output.stderr));
}

#[test]
fn a_tournament_report_prevents_no_repair() {
    let folder = Folder::new("fix-tournament");
    let file = path(&folder, "a.pgn");
    fs::write(&file, "[Event \"Cup\"]\n[Result \"*\"]\n\n1. e2-e4 e5 *\n").unwrap();
    let output = audit(&["--tournament", "tests/guide/tournament/club-open.trf", "--fix-only", &file]);
    assert!(text(&output.stderr).contains("1 repair in 1 file"), "{}", text(&output.stderr));
    assert!(fs::read_to_string(&file).unwrap().contains("1. e4 e5 *"));
}

#[test]
fn a_missing_en_passant_square_prevents_no_repair() {
    let folder = Folder::new("fix-en-passant");
    let file = path(&folder, "a.pgn");
    let game = |fen: &str, first: &str| {
        format!(
            "[Event \"Cup\"]\n[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/3pP3/8/8/8/4K3 w - {fen} 0 1\"]\n\n\
             1. exd6 *\n\n[Event \"Cup\"]\n[Result \"*\"]\n\n1. {first} e5 *\n"
        )
    };
    fs::write(&file, game("-", "e2-e4")).unwrap();
    let output = audit(&["--unsafe-fixes", "--fix-only", &file]);
    assert!(text(&output.stderr).contains("2 repairs in 1 file"), "{}", text(&output.stderr));
    assert_eq!(fs::read_to_string(&file).unwrap(), game("d6", "e4"));
}

#[test]
fn many_suppressions_are_removed_in_one_run() {
    let folder = Folder::new("fix-many");
    let file = path(&folder, "a.pgn");
    let moves = |comment: &str| {
        let pairs = (1..400).map(|n| {
            let (white, black) = if n % 2 == 1 { ("Nf3", "Nf6") } else { ("Ng1", "Ng8") };
            format!("{n}. {white}{comment} {black}\n")
        });
        format!("[Event \"Cup\"]\n[Result \"*\"]\n\n{}*\n", pairs.collect::<String>())
    };
    fs::write(&file, moves(" {[%jadoube ignore record.suffix]}")).unwrap();
    audit(&["--fix-only", &file]);
    assert_eq!(fs::read_to_string(&file).unwrap(), moves(""));
}
