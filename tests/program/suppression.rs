//! Findings that a record, the settings or a baseline suppress, and the notes about them.

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

use crate::support::output::Output;
use crate::support::terminal::PIPES;
use jadoube::internals::cli::run;
use tempfile::TempDir;

/// A folder of records.
struct Club(TempDir);

impl Club {
    fn new(files: &[(&str, &str)]) -> Self {
        let club = Self(TempDir::new().unwrap());
        for (name, text) in files {
            club.write(name, text);
        }
        club
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        fs::write(self.path(name), text).unwrap();
    }

    /// Audits a path of it. Returns the exit code, `line rule` of each finding, and the other output.
    fn audit(&self, path: &str, options: &[&str]) -> Told {
        let (out, err) = (Output::default(), Output::default());
        let mut arguments: Vec<OsString> = ["jadoube", "audit", "--format", "concise", "--code", "fide-2023"]
            .iter()
            .map(OsString::from)
            .collect();
        arguments.extend(options.iter().map(OsString::from));
        arguments.push(self.path(path).into());
        let code = run(
            arguments,
            &PIPES,
            Box::new(out.clone()),
            Box::new(err.clone()),
            jadoube::internals::audit::run,
        );
        let text = |page: &Output| String::from_utf8(page.0.lock().unwrap().clone()).unwrap();
        let root = format!("{}/", self.0.path().display());
        let findings = text(&out).replace(&root, "").lines().map(finding).collect();
        Told { code, findings, said: text(&err).replace(&root, "") }
    }
}

#[derive(Debug)]
struct Told {
    code: u8,
    findings: Vec<String>,
    said: String,
}

/// `file:line:column: severity rule …` as `line rule`.
fn finding(line: &str) -> String {
    let mut words = line.split(' ');
    let place = words.next().unwrap();
    let number = place.split(':').nth(1).unwrap();
    format!("{number} {}", words.nth(1).unwrap())
}

/// A record with an illegal queen move on line 4 and an unmarked check.
fn record(tags: &str, behind_the_leap: &str) -> String {
    format!("{tags}\n[Result \"*\"]\n\n1. e4 f6 2. Qh5 g6 3. Qh5-a4 {behind_the_leap} b6 *\n")
}

fn told(text: &str, options: &[&str]) -> Told {
    Club::new(&[("a.pgn", text)]).audit("a.pgn", options)
}

#[test]
fn a_move_is_passed_over_where_it_stands_and_nowhere_else() {
    let bare = told(&record("", ""), &[]);
    assert_eq!((bare.code, bare.findings), (1, vec!["4 move.false".to_owned()]));
    let ignored = told(&record("", "{[%jadoube ignore move.false as printed]}"), &[]);
    assert_eq!((ignored.code, ignored.findings.len()), (0, 0), "{}", ignored.said);
    assert_eq!(ignored.said, "note: 1 finding suppressed in the records\n");
    let elsewhere = told(&record("{[%jadoube ignore move.false]}", ""), &[]);
    assert_eq!(elsewhere.findings, ["1 record.unused-ignore", "4 move.false"]);
    let game = told(&record("[JadoubeIgnore \"move.false\"]", ""), &[]);
    assert_eq!((game.code, game.findings.len()), (0, 0), "{}", game.said);
}

#[test]
fn what_is_no_rule_suppresses_nothing_and_is_told() {
    let tag = told(&record("[JadoubeIgnore \"everything\"]", ""), &[]);
    assert_eq!(tag.findings, ["1 record.tag", "4 move.false"]);
    let command = told(&record("", "{[%jadoube ignore move.flase]}"), &[]);
    assert_eq!(command.findings, ["4 move.false", "4 record.command"]);
}

#[test]
fn what_is_no_rule_is_told_with_the_one_that_may_be_meant() {
    for (word, hint) in [
        ("move.flase", "did you mean `move.false`?"),
        ("suffix", "did you mean `record.suffix`?"),
        ("record.dup", "did you mean `record.duplicate-game`?"),
        ("move", "`move` is a family of rules: name each rule; `jadoube rules` lists them"),
        ("everything", "`jadoube rules` lists them"),
    ] {
        let tag = format!("[JadoubeIgnore \"{word} as printed\"]");
        for text in [record(&tag, ""), record("", &format!("{{[%jadoube ignore {word} as printed]}}"))] {
            let games = jadoube::internals::audit::audit_bytes(text.as_bytes());
            let helps =
                games.iter().flat_map(|game| &game.findings).filter_map(|finding| finding.help.as_deref());
            assert!(
                helps.clone().any(|help| help.ends_with(hint)),
                "{text}: {:?}",
                helps.collect::<Vec<_>>()
            );
        }
    }
}

#[test]
fn a_remark_that_is_not_shown_is_there_to_be_ignored() {
    let text = record("[JadoubeIgnore \"record.suffix\"]", "");
    for options in [&[][..], &["--min-severity", "info", "--ignore", "record.roster,record.notation"]] {
        let told = told(&text, options);
        assert_eq!(told.findings, ["4 move.false"], "{options:?}");
    }
    // Also with a selection that leaves it out.
    assert_eq!(told(&text, &["--select", "move,record.unused-ignore"]).findings, ["4 move.false"]);
}

#[test]
fn an_idle_suppression_can_be_ignored_itself() {
    let idle = "[JadoubeIgnore \"touch.own move.false\"]";
    assert_eq!(told(&record(idle, ""), &[]).findings, ["1 record.unused-ignore"]);
    assert!(told(&record(idle, ""), &["--ignore", "record.unused-ignore"]).findings.is_empty());
    let both = "[JadoubeIgnore \"touch.own move.false record.unused-ignore\"]";
    assert!(told(&record(both, ""), &[]).findings.is_empty());
}

#[test]
fn a_word_that_is_no_move_is_passed_over_by_what_stands_behind_it() {
    let text = "[Result \"*\"]\n\n1. e4 e5 2. xyz {[%jadoube ignore record.syntax record.unresolvable]} *\n";
    let bare = told(&text.replace("[%jadoube", "[%other"), &[]);
    assert_eq!(bare.findings.len(), 1, "{bare:?}");
    let ignored = told(text, &[]);
    assert_eq!(ignored.findings, ["3 record.unused-ignore"], "one of the two rules is right");
}

#[test]
fn of_moves_that_are_not_replayed_nothing_is_known_to_be_idle() {
    let text = "[Result \"*\"]\n\n1. e4 {[%jadoube ignore touch.own]} e5\n2. Qz9 Nc6\n3. Nf3 {[%jadoube ignore move.false]} *\n";
    assert_eq!(told(text, &[]).findings, ["3 record.unused-ignore", "4 record.syntax"]);
    let tagged = format!("[JadoubeIgnore \"move.false\"]\n{text}");
    assert_eq!(told(&tagged, &[]).findings, ["4 record.unused-ignore", "5 record.syntax"]);
    let long = text.replace("Qz9", &"Nf3 Nc6 Ng1 Nb8 ".repeat(30_000));
    assert_eq!(told(&long, &[]).findings, ["4 record.syntax"]);
}

#[test]
fn what_other_games_bring_is_ignored_and_never_idle() {
    let game =
        "[Event \"E\"]\n[Date \"1862.01.01\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n";
    let tag = "[JadoubeIgnore \"record.duplicate-game series.first-move\"]\n";
    let moves = "\n1. e4 e5 2. Nf3 Nc6 *\n\n";
    let twice = told(&format!("{game}{moves}{game}{moves}"), &[]);
    assert_eq!(twice.findings, ["10 record.duplicate-game"]);
    let ignored = told(&format!("{game}{moves}{game}{tag}{moves}"), &[]);
    assert!(ignored.findings.is_empty());
    assert_eq!(ignored.said, "note: 1 finding suppressed in the records\n");
    assert!(told(&format!("{game}{tag}{moves}"), &[]).findings.is_empty());
}

#[test]
fn settings_come_from_the_nearest_file_alone() {
    let bad = record("[Event \"E\"]", "");
    let club = Club::new(&[
        ("jadoube.toml", "fail-on = 'never'\nignore = ['move']\n"),
        ("a.pgn", &bad),
        ("cup/jadoube.toml", "fail-on = 'error'\n[per-file-ignores]\n'old' = ['move.false']\n"),
        ("cup/b.pgn", &bad),
        ("cup/old/deep/c.pgn", &bad),
    ]);
    let code_and_findings = |path: &str, options: &[&str]| {
        let told = club.audit(path, options);
        (told.code, told.findings.len())
    };
    assert_eq!(code_and_findings("a.pgn", &[]), (0, 0));
    assert_eq!(code_and_findings("a.pgn", &["--ignore", "touch"]), (0, 1));
    assert_eq!(code_and_findings("a.pgn", &["--ignore", "touch", "--fail-on", "error"]), (1, 1));
    assert_eq!(code_and_findings("a.pgn", &["--isolated"]), (1, 1));
    assert_eq!(code_and_findings("cup/b.pgn", &[]), (1, 1));
    assert_eq!(code_and_findings("cup/old/deep/c.pgn", &[]), (0, 0));
    assert_eq!(code_and_findings("cup", &[]), (1, 1));
    // The first path decides for all paths.
    assert_eq!(code_and_findings("", &[]), (0, 0));
    assert_eq!(code_and_findings("cup/*.pgn", &[]), (1, 1));
}

#[test]
fn a_pattern_of_the_settings_that_matches_no_file_is_noted() {
    let bad = record("[Event \"E\"]", "");
    let club = Club::new(&[
        ("jadoube.toml", "[per-file-ignores]\n'old.pgn' = ['move']\n'odl.pgn' = ['move']\n"),
        ("old.pgn", &bad),
        ("new.pgn", &bad),
    ]);
    let said = club.audit("", &[]).said;
    assert!(said.contains("no file matches \"odl.pgn\""), "{said}");
    assert!(!said.contains("no file matches \"old.pgn\""), "{said}");
    assert!(!club.audit("new.pgn", &[]).said.contains("no file matches"));
}

#[test]
fn a_baseline_counts_equals_and_is_the_same_at_any_number_of_jobs() {
    let bad = record("[Event \"E\"]", "");
    let club = Club::new(&[
        ("jadoube.toml", "baseline = 'lists/known.json'\n"),
        ("lists/none", ""),
        ("games/a.pgn", &bad),
        ("games/b.pgn", &bad),
    ]);
    let list = club.path("lists/known.json");
    let listed = |options: &[&str]| {
        let all = [&["--write-baseline", list.to_str().unwrap()], options].concat();
        let told = club.audit("games", &all);
        assert_eq!((told.code, told.findings.len()), (0, 0), "{}", told.said);
        fs::read_to_string(&list).unwrap()
    };
    let one = listed(&["--jobs", "1"]);
    assert_eq!(listed(&["--jobs", "4", "--chunk-size", "64"]), one);
    let entries = |list: &str| (list.matches("\"count\":1").count(), list.matches("fingerprint").count());
    assert_eq!(entries(&one), (2, 2), "{one}");
    assert!(one.contains("\"file\":\"../games/a.pgn\""), "{one}");
    assert_eq!(club.audit("games", &[]).code, 0);
    // A third equal finding is one more than the baseline lists.
    club.write("games/c.pgn", &bad);
    let third = club.audit("games", &[]);
    assert_eq!((third.code, third.findings.len()), (1, 1), "{}", third.said);
    assert_eq!(club.audit("games", &["--no-baseline"]).findings.len(), 3);
    // When all but one are fixed, one remains in the baseline.
    fs::remove_file(club.path("games/c.pgn")).unwrap();
    club.write("games/b.pgn", "[Event \"E\"]\n\n1. e4 *\n");
    let pruned = club.audit("games", &["--prune-baseline"]);
    assert_eq!(pruned.code, 0, "{}", pruned.said);
    assert_eq!(entries(&fs::read_to_string(&list).unwrap()), (1, 1), "{}", pruned.said);
    // A file that could not be read removes no entry.
    let before = fs::read_to_string(&list).unwrap();
    fs::write(club.path("games/a.pgn.gz"), b"\x1f\x8b\x08\x00broken").unwrap();
    fs::remove_file(club.path("games/a.pgn")).unwrap();
    assert_eq!(club.audit("games", &["--prune-baseline"]).code, 2);
    assert_eq!(fs::read_to_string(&list).unwrap(), before);
}

#[test]
fn only_what_was_read_is_missed() {
    let bad = |event: &str| record(&format!("[Event \"{event}\"]"), "");
    let club =
        Club::new(&[("games/a.pgn", &bad("A")), ("games/b.pgn", &bad("B")), ("games/c.pgn", &bad("C"))]);
    let list = club.path("known.json");
    let list = list.to_str().unwrap();
    club.audit("games", &["--write-baseline", list]);
    let known = |path: &str, more: &[&str]| club.audit(path, &[&["--baseline", list], more].concat());
    let one = known("games/a.pgn", &[]);
    assert_eq!((one.code, one.said.contains("no longer match")), (0, false), "{}", one.said);
    club.write("games/a.pgn", "[Event \"A\"]\n\n1. e4 *\n");
    club.write("games/b.pgn", "[Event \"B\"]\n\n1. e4 *\n");
    let one = known("games/a.pgn", &[]);
    assert!(one.said.contains("1 entry of the baseline known.json no longer matches"), "{}", one.said);
    let all = known("games", &[]);
    assert!(all.said.contains("2 entries of the baseline known.json no longer match"), "{}", all.said);
    // What is gone with its file is taken out too, and what was not read is left.
    fs::remove_file(club.path("games/b.pgn")).unwrap();
    let pruned = known("games/a.pgn", &["--prune-baseline"]);
    assert!(pruned.said.contains("2 findings removed"), "{}", pruned.said);
    assert_eq!(known("games", &[]).code, 0);
}

/// The files of the findings.
fn files_of(club: &Club, path: &str, options: &[&str]) -> Vec<String> {
    let report = club.path("report.txt");
    let output = format!("concise={}", report.display());
    club.audit(path, &[&["--output", &output], options].concat());
    let root = format!("{}/", club.0.path().display());
    let text = fs::read_to_string(report).unwrap().replace(&root, "");
    text.lines().map(|line| line.split(':').next().unwrap().to_owned()).collect()
}

#[test]
fn what_is_known_of_a_file_says_nothing_of_its_copy() {
    let bad = record("[Event \"E\"]", "");
    let club = Club::new(&[("games/b.pgn", &bad)]);
    let list = club.path("known.json");
    let known = ["--baseline", list.to_str().unwrap()];
    club.audit("games", &["--write-baseline", known[1]]);
    // The copy is read before the listed file, after it, and alone.
    for copy in ["games/a.pgn", "games/c.pgn"] {
        club.write(copy, &bad);
        assert_eq!(files_of(&club, "games", &known), [copy]);
        assert_eq!(club.audit(copy, &known).code, 1, "{copy}");
        fs::remove_file(club.path(copy)).unwrap();
    }
    // If the listed file is fixed, the copy is still new.
    club.write("games/b.pgn", "[Event \"E\"]\n\n1. e4 *\n");
    club.write("games/c.pgn", &bad);
    assert_eq!(files_of(&club, "games", &known), ["games/c.pgn"]);
}

#[test]
fn what_is_known_of_a_file_goes_with_it_under_another_name() {
    let bad = record("[Event \"E\"]", "");
    let club = Club::new(&[("games/b.pgn", &bad)]);
    let list = club.path("known.json");
    let known = ["--baseline", list.to_str().unwrap()];
    club.audit("games", &["--write-baseline", known[1]]);
    fs::rename(club.path("games/b.pgn"), club.path("games/a.pgn")).unwrap();
    let moved = club.audit("games", &known);
    assert_eq!((moved.code, &*moved.said), (0, "note: 1 finding suppressed by the baseline known.json\n"));
    // One is one: a second of the same is new.
    club.write("games/c.pgn", &bad);
    assert_eq!(files_of(&club, "games", &known), ["games/c.pgn"]);
    fs::remove_file(club.path("games/c.pgn")).unwrap();
    // Pruning stores the new file name.
    let pruned = club.audit("games", &[&known[..], &["--prune-baseline"]].concat());
    assert!(pruned.said.contains("1 finding moved to another file"), "{}", pruned.said);
    let list = fs::read_to_string(&list).unwrap();
    assert!(list.contains("games/a.pgn") && !list.contains("games/b.pgn"), "{list}");
    assert_eq!(club.audit("games", &known).said, moved.said);
}

#[test]
fn what_is_known_of_a_file_that_is_gone_is_told_of_where_its_folder_was_read() {
    let bad = |event: &str| record(&format!("[Event \"{event}\"]"), "");
    let club = Club::new(&[("games/a.pgn", &bad("A")), ("games/old/b.pgn", &bad("B"))]);
    let list = club.path("known.json");
    let known = ["--baseline", list.to_str().unwrap()];
    club.audit("games", &["--write-baseline", known[1]]);
    fs::remove_file(club.path("games/old/b.pgn")).unwrap();
    let not_met = |path: &str| {
        club.audit(path, &known).said.contains("1 entry of the baseline known.json no longer matches")
    };
    assert!(not_met("games") && not_met("games/old") && !not_met("games/a.pgn"));
    // A file that could not be read may contain it.
    fs::write(club.path("games/old/c.pgn.gz"), b"\x1f\x8b\x08\x00broken").unwrap();
    assert!(!not_met("games"));
}

#[test]
fn a_game_that_stands_twice_is_known_in_any_order() {
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 1/2-1/2\n";
    let game = |event: &str| {
        format!("[Event \"{event}\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1/2-1/2\"]\n\n{moves}")
    };
    let club = Club::new(&[("a.pgn", &game("One")), ("b.pgn", &game("Two"))]);
    let (a, b) = (club.path("a.pgn"), club.path("b.pgn"));
    let list = club.path("known.json");
    let list = list.to_str().unwrap();
    // A copy in another file is info.
    let audit = |path: &str, more: &[&str]| {
        club.audit(path, &[&["--min-severity", "info", "--select", "record.duplicate-game"], more].concat())
    };
    let told = audit("b.pgn", &["--write-baseline", list, a.to_str().unwrap()]);
    assert!(told.said.contains("1 finding listed"), "{}", told.said);
    let turned = audit("a.pgn", &["--baseline", list, b.to_str().unwrap()]);
    assert_eq!(turned.findings, Vec::<String>::new());
    assert!(turned.said.contains("1 finding suppressed"), "{}", turned.said);
    // It takes both to see it, and a look for it.
    let alone = audit("b.pgn", &["--baseline", list]);
    assert_eq!(alone.said, "");
    let unlooked = audit("a.pgn", &["--baseline", list, "--duplicates", "0", b.to_str().unwrap()]);
    assert_eq!(unlooked.said, "");
}

#[test]
fn text_is_read_as_it_is_set() {
    let club =
        Club::new(&[("jadoube.toml", "encoding = 'utf-8'\n[per-file-encoding]\n'old' = 'windows-1252'\n")]);
    let latin = b"[Event \"E\"]\n[White \"M\xfcller \x96\"]\n\n1. e4 *\n";
    for name in ["new.pgn", "old/a.pgn", "old/b.pgn"] {
        club.write(name, "");
        fs::write(club.path(name), latin).unwrap();
    }
    fs::write(club.path("old/b.pgn"), "[White \"Müller\"]\n\n1. e4 *\n").unwrap();
    let told = club.audit("new.pgn", &[]);
    assert_eq!((told.code, told.findings), (1, vec!["2 record.encoding".to_owned()]));
    assert_eq!(club.audit("new.pgn", &["--encoding", "auto"]).findings, Vec::<String>::new());
    assert_eq!(club.audit("old/a.pgn", &[]).findings, Vec::<String>::new());
    assert_eq!(club.audit("old/a.pgn", &["--encoding", "utf-8"]).findings.len(), 1);
    // Text that is valid UTF-8 is hardly meant to be something else.
    let told = club.audit("old/b.pgn", &[]);
    assert_eq!((told.code, told.findings), (0, vec!["1 record.encoding".to_owned()]));
    let white = |path: &str| {
        let output = club.path("report.jsonl");
        club.audit(path, &["--all", "--output", &format!("jsonl={}", output.display())]);
        let report = fs::read_to_string(output).unwrap();
        let game: serde_json::Value = serde_json::from_str(report.lines().next().unwrap()).unwrap();
        game["tags"]["White"].as_str().unwrap().to_owned()
    };
    assert_eq!(white("new.pgn"), "M\u{fffd}ller \u{fffd}");
    assert_eq!(white("old/a.pgn"), "Müller –");
}

#[test]
fn a_part_of_a_file_is_its_file_to_patterns_and_counts_add_up() {
    let games = record("[Event \"E\"]", "").repeat(40);
    let club = Club::new(&[
        ("jadoube.toml", "[per-file-ignores]\n'old.pgn' = ['move']\n"),
        ("old.pgn", &games),
        ("new.pgn", &games),
    ]);
    assert_eq!(club.audit("old.pgn", &["--shard", "1/2"]).code, 0);
    assert_eq!(club.audit("new.pgn", &["--shard", "2/2"]).code, 1);
    let list = club.path("known.json");
    let list = list.to_str().unwrap();
    let written = club.audit("new.pgn", &["--write-baseline", list]);
    assert!(written.said.contains("40 findings listed"), "{}", written.said);
    let pruned = club.audit("new.pgn", &["--shard", "1/2", "--baseline", list, "--prune-baseline"]);
    assert_eq!(pruned.code, 2);
    let part = club.audit("new.pgn", &["--shard", "1/2", "--baseline", list]);
    assert!(!part.said.contains("no longer match"), "{}", part.said);
    // What two reports of parts did not tell, the merged one owns to.
    let report = |number: &str| {
        let path = club.path(number);
        let output = format!("jsonl={}", path.display());
        let told = club
            .audit("new.pgn", &["--shard", &format!("{number}/2"), "--baseline", list, "--output", &output]);
        assert_eq!(told.code, 0, "{}", told.said);
        path
    };
    let out = Output::default();
    let mut arguments = vec![OsString::from("jadoube"), "merge".into()];
    arguments.extend([report("1"), report("2")].map(OsString::from));
    let code = run(
        arguments,
        &PIPES,
        Box::new(out.clone()),
        Box::new(Output::default()),
        jadoube::internals::audit::run,
    );
    let merged = String::from_utf8(out.0.lock().unwrap().clone()).unwrap();
    assert_eq!(code, 0);
    assert!(merged.contains("\"in_baseline\":40"), "{merged}");
}
