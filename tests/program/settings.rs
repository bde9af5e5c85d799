//! Settings of a folder of games: codes by file, duplicates, format and reports.

use std::fs;

use crate::shards::{Folder, jadoube, text};

const SETTINGS: &str = "\
min-severity = 'info'
fail-on = 'never'
code = 'fide-2023'
duplicates = 0
format = 'jsonl'
output = ['json=report.json']

[per-file-code]
'1851/*.pgn' = 'praxis-1860'
'new.pgn' = 'record'
";

fn club(name: &str, settings: &str) -> (Folder, String) {
    let folder = Folder::new(name);
    fs::create_dir_all(folder.path("1851")).unwrap();
    fs::write(folder.path("jadoube.toml"), settings).unwrap();
    let game = "[Event \"a\"]\n[White \"A\"]\n[Black \"B\"]\n[Date \"2016.01.01\"]\n\n1. e4 e5 *\n";
    for file in ["1851/a.pgn", "b.pgn", "new.pgn"] {
        fs::write(folder.path(file), game).unwrap();
    }
    let root = folder.path("").to_string_lossy().into_owned();
    (folder, root)
}

/// The code of each game by its file, and the id of the code of the run.
fn codes(report: &str, root: &str) -> (Vec<(String, String)>, String) {
    let lines: Vec<serde_json::Value> =
        report.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let word = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let (last, games) = lines.split_last().unwrap();
    let of_game = |game: &serde_json::Value| (word(&game["file"]).replace(root, ""), word(&game["code"]));
    (games.iter().map(of_game).collect(), word(&last["code"]["id"]))
}

fn pairs(codes: [(&str, &str); 3]) -> Vec<(String, String)> {
    codes.map(|(file, code)| (file.to_owned(), code.to_owned())).to_vec()
}

#[test]
fn each_file_has_the_code_that_the_settings_give_it() {
    let (folder, root) = club("settings-codes", SETTINGS);
    let run = jadoube(&["audit", "--all", &root]);
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
    let by_file = pairs([("1851/a.pgn", "praxis-1860"), ("b.pgn", "fide-2023"), ("new.pgn", "fide-2014")]);
    assert_eq!(codes(&text(&run.stdout), &root), (by_file, "per-file".to_owned()));
    let report: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(folder.path("report.json")).unwrap()).unwrap();
    assert_eq!(report["summary"]["codes"]["praxis-1860"], 1);
    assert_eq!(report["summary"]["by_rule"]["record.duplicate-game"], serde_json::Value::Null);

    fs::remove_file(folder.path("report.json")).unwrap();
    let other = folder.path("other.json").to_string_lossy().into_owned();
    let output = format!("json={other}");
    let typed = ["audit", "--all", "--code", "kenny-1817", "--duplicates", "9", "--output", &output, &root];
    let run = jadoube(&typed);
    let one = pairs([("1851/a.pgn", "kenny-1817"), ("b.pgn", "kenny-1817"), ("new.pgn", "kenny-1817")]);
    assert_eq!(codes(&text(&run.stdout), &root), (one, "kenny-1817".to_owned()));
    assert!(text(&run.stdout).contains("record.duplicate-game"));
    assert!(!folder.path("report.json").exists() && folder.path("other.json").exists());
    let run = jadoube(&["audit", "--format", "concise", &root]);
    assert!(text(&run.stdout).starts_with(&root), "{}", text(&run.stdout));
    let run = jadoube(&["audit", "--boards", &root]);
    assert!(!text(&run.stdout).starts_with('{'), "--boards is for reading");
    let run = jadoube(&["show", "--game", "1", &format!("{root}1851/a.pgn")]);
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
}

/// The settings of an event: its own law file, old archives in an old encoding, and a page for the arbiters.
#[test]
fn an_event_has_its_law_encodings_and_reports() {
    let (folder, root) = club(
        "settings-event",
        "code-file = 'club.toml'\nselect = ['ALL']\nduplicates = 0\nformat = 'json'\n\
         output = ['csv=findings.csv', 'html=page.html']\n\
         [per-file-code]\n'new.pgn' = 'fide-2023'\n[per-file-encoding]\n'1851' = 'cp850'\n",
    );
    let law = jadoube(&["codes", "--print", "bca-1862"]);
    fs::write(folder.path("club.toml"), text(&law.stdout).replace("\"bca-1862\"", "\"club-1862\"")).unwrap();
    fs::write(folder.path("1851/a.pgn"), b"[Event \"Z\x81rich\"]\n\n1. e4 e9 *\n").unwrap();
    let report = |more: &[&str]| {
        let run = jadoube(&[&["audit", "--all", &root], more].concat());
        let report: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
        (report["games"][0]["tags"]["Event"].clone(), report["summary"]["codes"].clone(), text(&run.stderr))
    };
    let (event, codes, said) = report(&[]);
    assert_eq!(event, "Z\u{fc}rich");
    assert_eq!(codes, serde_json::json!({"club-1862": 2, "fide-2023": 1}));
    assert!(!said.contains("may be a copy of a game"), "{said}");
    assert!(text(&fs::read(folder.path("findings.csv")).unwrap()).contains("1851/a.pgn,1,"));
    assert!(text(&fs::read(folder.path("page.html")).unwrap()).contains("<html"));
    let (event, codes, said) = report(&["--encoding", "latin-1", "--code", "fide-2023", "--duplicates", "9"]);
    assert_eq!((event, codes), ("Z\u{81}rich".into(), serde_json::Value::Null));
    assert!(said.contains("may be a copy of a game"), "{said}");
    let settings = fs::read_to_string(folder.path("jadoube.toml")).unwrap();
    fs::write(folder.path("jadoube.toml"), settings.replace("club.toml", "gone.toml")).unwrap();
    let run = jadoube(&["audit", &root]);
    assert_eq!(run.status.code(), Some(2));
    assert!(text(&run.stderr).contains("gone.toml"), "{}", text(&run.stderr));
}

#[test]
fn a_checkpoint_keeps_the_codes_of_the_files() {
    let (folder, root) = club("settings-checkpoint", SETTINGS);
    let checkpoint = folder.path("done").to_string_lossy().into_owned();
    let run = |more: &[&str]| text(&jadoube(&[&["audit", "--all", &root], more].concat()).stdout);
    assert_eq!(run(&["--checkpoint", &checkpoint]), run(&[]));
}

#[test]
fn a_law_file_of_the_settings_is_relative_to_them() {
    let (folder, root) = club("settings-law", "code-file = 'laws/club.toml'\nformat = 'jsonl'\n");
    fs::create_dir_all(folder.path("laws")).unwrap();
    let law = jadoube(&["codes", "--print", "bca-1862"]);
    fs::write(folder.path("laws/club.toml"), text(&law.stdout).replace("\"bca-1862\"", "\"club-1862\""))
        .unwrap();
    let run = jadoube(&["audit", "--all", &root]);
    let club = pairs([("1851/a.pgn", "club-1862"), ("b.pgn", "club-1862"), ("new.pgn", "club-1862")]);
    assert_eq!(codes(&text(&run.stdout), &root), (club, "club-1862".to_owned()), "{}", text(&run.stderr));
    let run = jadoube(&["audit", "--show-settings", &root]);
    assert!(text(&run.stdout).contains("laws/club.toml\"  # settings file"), "{}", text(&run.stdout));
    let run = jadoube(&["audit", "--all", "--code", "kenny-1817", &root]);
    assert!(text(&run.stdout).contains("kenny-1817"));
}

#[test]
fn the_settings_are_shown_with_their_origins() {
    let (_folder, root) = club("settings-shown", SETTINGS);
    let run = jadoube(&["audit", "--show-settings", "--duplicates", "7", &root]);
    let shown = text(&run.stdout);
    for line in [
        "code = \"fide-2023\"",
        "per-file-code.\"1851/*.pgn\" = \"praxis-1860\"",
        "duplicates = 7",
        "format = \"jsonl\"",
        "output = [\"json=",
    ] {
        assert!(shown.contains(line), "{line}: {shown}");
    }
    assert!(
        shown.lines().any(|line| line.starts_with("duplicates = 7 ") && line.ends_with("# --duplicates")),
        "{shown}"
    );
}

#[test]
fn rules_are_added_to_those_that_are_selected() {
    let settings = "select = ['move']\nextend-select = ['curate']\nignore = ['style.line-ends']\n";
    let (_folder, root) = club("settings-extend", settings);
    let shown = |more: &[&str]| {
        let run = jadoube(&[&["audit", "--show-settings", &root], more].concat());
        let lines = text(&run.stdout);
        let value = |line: &str| line.split_once("  #").map(|(value, _)| value.trim_end().to_owned());
        lines.lines().filter(|line| line.contains("select")).filter_map(value).collect::<Vec<_>>()
    };
    assert_eq!(shown(&[]), [r#"select = ["move"]"#, r#"extend-select = ["curate"]"#]);
    assert_eq!(
        shown(&["--extend-select", "style"]),
        [r#"select = ["move"]"#, r#"extend-select = ["curate", "style"]"#]
    );
    assert_eq!(shown(&["--select", "touch"]), [r#"select = ["touch"]"#]);
}

#[test]
fn settings_in_a_folder_below_are_named_because_they_are_not_used() {
    let (folder, root) = club("settings-below", "fail-on = 'never'\n");
    let below = folder.path("1851/jadoube.toml");
    fs::write(&below, "code = 'praxis-1860'\n").unwrap();
    let notes = |arguments: &[&str]| text(&jadoube(arguments).stderr);
    let note = notes(&["audit", &root]);
    assert!(note.contains("1851/jadoube.toml: these settings are not used"), "{note}");
    assert_eq!(note.matches("these settings").count(), 1, "{note}");
    let named = below.to_string_lossy();
    for arguments in [&["audit", "--isolated", &root][..], &["audit", "--config", &named, &root]] {
        assert!(!notes(arguments).contains("these settings"), "{arguments:?}");
    }
    assert!(!notes(&["audit", &folder.path("1851").to_string_lossy()]).contains("these settings"));
}
