//! Whole sessions.

use serde_json::json;

use crate::client::{Client, Folder, brief, edited, place, uri};

const URI: &str = "file:///games/a.pgn";

const TAGS: &str = "[Event \"Example\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"White\"]\n\
     [Black \"Black\"]\n[Result \"*\"]\n[Laws \"fide-2023\"]\n\n";

/// The queen jumps over a pawn, after a comment with letters of two and of four bytes.
fn faulty() -> String {
    format!("{TAGS}1. e4 {{Čigorin 𝄞}} e5 2. Qd3 Nf6 *\n")
}

#[test]
fn columns_are_those_that_the_client_counts() {
    for (offered, encoding, column) in [(&["utf-16"][..], "utf-16", 25), (&["utf-16", "utf-8"], "utf-8", 28)]
    {
        let mut client = Client::start(&["--isolated"], offered);
        assert_eq!(client.encoding, encoding);
        let found = client.open(URI, &faulty());
        assert_eq!(brief(&found), [format!("move.false 9:{column}-9:{}", column + 3)]);
        assert_eq!((&found[0]["severity"], &found[0]["source"]), (&json!(1), &json!("jadoube")));
        let message = found[0]["message"].as_str().unwrap();
        assert!(
            message.starts_with("White's queen on d1 cannot go to d3")
                && message.contains("[fide-2023 7.5.1]"),
            "{message}"
        );
        // Typing a knight's move in place of the queen's, and another fault, and the whole text again.
        let found = client.change(URI, Some([[9, column], [9, column + 3]]), "Nf3");
        assert!(found.is_empty(), "{found:?}");
        let found = client.change(URI, Some([[9, column + 4], [9, column + 7]]), "Ke6");
        assert_eq!(brief(&found), [format!("move.false 9:{}-9:{}", column + 4, column + 7)]);
        assert_eq!(client.change(URI, None, &faulty().replace("Qd3", "d3")).len(), 0);
        let windows = faulty().replace('\n', "\r\n");
        let found = client.change(URI, None, windows.trim_end());
        assert_eq!(brief(&found), [format!("move.false 9:{column}-9:{}", column + 3)]);
        client.end();
    }
}

#[test]
fn a_ruling_is_shown_in_full() {
    let mut client = Client::start(&["--isolated"], &["utf-8"]);
    client.open(URI, &faulty());
    let hover = client.at("textDocument/hover", URI, [9, 29]);
    assert_eq!(place(&hover["range"]), "9:28-9:31");
    let text = hover["contents"]["value"].as_str().unwrap();
    for part in [
        "**error\\[move.false\\]**: White's queen on d1 cannot go to d3",
        "\n- **fide-2023 7.5.1**: If a completed illegal move",
        "\n- **remedies**: by law: a legal move of the queen on d1 (Qe2, Qf3, Qg4, Qh5)",
        "and Black is given 120 seconds",
        "\n- **claim until**: the game ends (still open)",
        "```text\n  Before 2. Qd3.\n",
        "1  R  N  B  Q→ K  B  N  R",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    let help = client.at("textDocument/hover", URI, [7, 3]);
    assert!(help["contents"]["value"].as_str().unwrap().contains("The code under which the game was played"));
    client.end();
}

#[test]
fn actions_repair_or_ignore_a_finding() {
    let mut client = Client::start(&["--isolated", "--min-severity", "info"], &["utf-8"]);
    let text = format!("{TAGS}1. e2-e4 e5 2. Ng1f3 Nc6 *\n");
    let found = client.open(URI, &text);
    let of = |rule: &str| found.iter().find(|one| one["code"] == rule).unwrap_or_else(|| panic!("{found:?}"));
    let repair = client.actions(URI, &of("record.notation")["range"]);
    let repair = repair.iter().find(|action| action["isPreferred"] == true);
    let change = &repair.unwrap_or_else(|| panic!("{found:#?}"))["edit"]["documentChanges"][0];
    assert_eq!(change["textDocument"]["version"], 1);
    let text = edited(&text, &change["edits"]);
    assert!(text.contains("1. e4 e5 2. Nf3 Nc6"), "{text}");
    let found = client.change(URI, None, &text);
    assert!(found.iter().all(|one| one["code"] != "record.notation"), "{found:?}");
    let text = text.replace("Nc6 *", "Nc6 3. Ke3 $2 *");
    let found = client.change(URI, None, &text);
    let false_move = found.iter().find(|one| one["code"] == "move.false").unwrap();
    let actions = client.actions(URI, &false_move["range"]);
    let ignore = actions.iter().find(|action| action["title"] == "ignore move.false here").unwrap();
    let text = edited(&text, &ignore["edit"]["documentChanges"][0]["edits"]);
    assert!(text.contains("3. Ke3 $2 {[%jadoube ignore move.false]} *"), "{text}");
    let found = client.change(URI, None, &text);
    assert!(found.iter().all(|one| one["code"] != "move.false"), "{found:?}");
    // A finding of the whole game is ignored by a tag.
    let text = text.replace("[Site \"?\"]\n", "");
    let found = client.change(URI, None, &text);
    let roster = found.iter().find(|one| one["code"] == "record.roster").unwrap();
    let actions = client.actions(URI, &roster["range"]);
    let ignore = actions.iter().find(|action| action["title"] == "ignore record.roster here").unwrap();
    let text = edited(&text, &ignore["edit"]["documentChanges"][0]["edits"]);
    assert!(text.contains("[Laws \"fide-2023\"]\n[JadoubeIgnore \"record.roster\"]\n\n"), "{text}");
    let found = client.change(URI, None, &text);
    assert!(found.iter().all(|one| one["code"] != "record.roster"), "{found:?}");
    client.end();
}

#[test]
fn only_proved_repairs_are_offered() {
    let mut client = Client::start(&["--isolated", "--min-severity", "info"], &["utf-8"]);
    let rest = json!({ "start": { "line": 9, "character": 0 }, "end": { "line": 20, "character": 0 } });
    client.open(URI, TAGS);
    for (moves, due) in [
        ("1. e2 - e4 e7 - e5 *\n", "1. e4 e5 *\n"),
        (
            "1. d4 d5 2. Nc3 Nf6 3. Bf4 Bf5 4. Qd3 e6 5. O-O- O *\n",
            "1. d4 d5 2. Nc3 Nf6 3. Bf4 Bf5 4. Qd3 e6 5. O-O-O *\n",
        ),
        ("1. e4 ; x\n{[%jadoube ignore move.false]} e5 *\n", "1. e4 ; x\ne5 *\n"),
        ("1. e4{[%jadoube ignore move.false]}e5 *\n", "1. e4 e5 *\n"),
        // The other game stays as it is.
        ("1. e4 e5 *\n[Event \"Example\"]\n\n1. e2-e4 *\n", "1. e4 e5 *\n[Event \"Example\"]\n\n1. e4 *\n"),
    ] {
        let text = format!("{TAGS}{moves}");
        client.change(URI, None, &text);
        let actions = client.actions(URI, &rest);
        let mut repairs = actions.iter().filter(|action| action["isPreferred"] == true);
        let edits = repairs.next().map(|action| &action["edit"]["documentChanges"][0]["edits"]);
        let repaired = edits.map(|edits| edited(&text, edits));
        assert_eq!(repaired, Some(format!("{TAGS}{due}")), "{actions:#?}");
    }
    client.end();
}

#[test]
fn a_file_of_carriage_returns_keeps_them() {
    let mut client =
        Client::start(&["--isolated", "--select", "record.roster", "--min-severity", "info"], &["utf-8"]);
    let text = "[Event \"a\"]\r[White \"b\"]\r\r1. e4 e5 1-0\r";
    let found = client.open(URI, text);
    let roster = found.iter().find(|one| one["code"] == "record.roster").unwrap();
    let actions = client.actions(URI, &roster["range"]);
    let new = |action: &serde_json::Value| {
        action["edit"]["documentChanges"][0]["edits"][0]["newText"].as_str().unwrap().to_owned()
    };
    let new: Vec<String> = actions.iter().map(new).collect();
    assert_eq!(new, ["\r[Result \"1-0\"]", "\r[JadoubeIgnore \"record.roster\"]"]);
    client.end();
}

#[test]
fn the_game_that_is_changed_has_its_findings() {
    let mut client =
        Client::start(&["--isolated", "--select", "record.unused-ignore,move.false"], &["utf-8"]);
    let others = format!("{TAGS}1. Ke3 *\n\n").repeat(2100);
    let many = format!("{TAGS}1. e4 {{{}}} *\n", "[%jadoube ignore move.false]".repeat(1010));
    let text = format!("{others}{many}");
    client.open(URI, &text);
    let line = u32::try_from(text.matches('\n').count()).unwrap();
    let found = client.change(URI, Some([[line - 1, 0], [line - 1, 0]]), " ");
    let count = |code: &str| found.iter().filter(|one| one["code"] == code).count();
    assert_eq!((count("record.unused-ignore"), count("move.false")), (1010, 990));
    client.end();
}

#[test]
fn an_exit_without_shutdown_is_a_failure() {
    let client = Client::start(&["--isolated"], &["utf-8"]);
    assert_eq!(client.exit(), Some(1));
}

#[test]
fn the_baseline_is_watched() {
    let folder = Folder::new("baseline");
    std::fs::write(folder.path("jadoube.toml"), "baseline = \"known.json\"\n").unwrap();
    std::fs::write(folder.path("a.pgn"), faulty()).unwrap();
    let mut client = Client::start(&[], &["utf-8"]);
    let games = uri(&folder.path("a.pgn"));
    let found = client.open(&games, &faulty());
    assert!(found[0]["message"].as_str().unwrap().contains("known.json"), "{found:?}");
    let known = folder.path("known.json");
    let written = std::process::Command::new(env!("CARGO_BIN_EXE_jadoube"))
        .args(["audit", "--write-baseline"])
        .args([&known, &folder.path("a.pgn")])
        .output()
        .unwrap();
    assert!(known.exists(), "{}", String::from_utf8_lossy(&written.stderr));
    let created = json!({ "changes": [{ "uri": uri(&known), "type": 1 }] });
    client.notify("workspace/didChangeWatchedFiles", &created);
    assert_eq!(client.diagnostics(&games), Vec::<serde_json::Value>::new());
    client.at("textDocument/hover", &games, [0, 0]);
    assert_eq!(client.watched, ["**/*.toml", "**/known.json"]);
    client.end();
}

#[test]
fn the_help_of_a_word_at_the_end_of_the_text() {
    let mut client = Client::start(&["--isolated"], &["utf-8"]);
    client.open(URI, "1. e4 {[%touch");
    let help = client.at("textDocument/hover", URI, [0, 11]);
    assert!(help["contents"]["value"].as_str().unwrap().contains("touch"), "{help}");
    client.end();
}

#[test]
fn words_are_completed_where_the_reader_accepts_them() {
    let mut client = Client::start(&["--isolated"], &["utf-8"]);
    client.open(URI, TAGS);
    let mut words = |last: &str| {
        let text = format!("{TAGS}{last}");
        client.change(URI, None, &text);
        let line = u32::try_from(text.matches('\n').count()).unwrap();
        let column = u32::try_from(text.len() - text.rfind('\n').map_or(0, |end| end + 1)).unwrap();
        client.completions(URI, [line, column])
    };
    let opening = words("1. e4 e5 2. ");
    assert_eq!(opening.len(), 29);
    assert!(opening.contains(&"Qh5".to_owned()) && opening.contains(&"Ke2".to_owned()));
    assert!(words("1. e4 e5 (1... c5 2. Nf3 d6 3. Bb5").contains(&"Bb5+".to_owned()));
    assert!(words("1. e4 e5 1-0 ").is_empty());
    assert!(words("1. e4 {[%").contains(&"touch".to_owned()));
    assert_eq!(words("1. e4 {[%touch "), ["w", "b", "u"]);
    assert_eq!(words("1. e4 {[%hold w ").len(), 64);
    let flags = words("1. e4 {[%touch b e7 ");
    assert!(flags.contains(&"order-unknown".to_owned()) && flags.contains(&"d7".to_owned()), "{flags:?}");
    assert_eq!(words("1. e4 {[%claim b count "), ["force", "repeating", "submitted"]);
    assert_eq!(words("1. e4 {[%sign w "), ["1-0", "0-1", "1/2-1/2"]);
    assert!(words("1. e4 {[%elect b ").contains(&"move-king".to_owned()));
    assert!(words("1. e4 {[%jadoube ignore move.").contains(&"move.false".to_owned()));
    assert!(words("[Laws \"").contains(&"fide-2023".to_owned()));
    assert_eq!(words("[Result \""), ["1-0", "0-1", "1/2-1/2", "*"]);
    assert_eq!(words("[Notation \""), ["descriptive"]);
    assert!(words("[JadoubeIgnore \"move.false ").contains(&"record.result".to_owned()));
    assert!(words("[").contains(&"Observed".to_owned()));
    client.end();
}

#[test]
fn games_are_listed_and_laid_out() {
    let mut client = Client::start(&["--isolated"], &["utf-8"]);
    let first =
        faulty().replace("[White \"White\"]", "[White \"Čigorin\"]").replace("????.??.??", "1893.??.??");
    let text = format!("{first}\n[Event \"?\"]\n\n1. d4\n\nd5   2. c4 {{good}} *\n");
    client.open(URI, &text);
    let document =
        json!({ "textDocument": { "uri": URI }, "options": { "tabSize": 4, "insertSpaces": true } });
    let symbols = client.request("textDocument/documentSymbol", &document);
    assert_eq!(
        (&symbols[0]["name"], &symbols[0]["detail"]),
        (&json!("Čigorin - Black"), &json!("Example, 1893.??.??"))
    );
    assert_eq!(
        (&symbols[1]["name"], place(&symbols[1]["range"])),
        (&json!("game 2"), "11:0-15:19".to_owned())
    );
    assert_eq!(place(&symbols[0]["selectionRange"]), "0:0-0:17");
    let edits = client.request("textDocument/formatting", &document);
    let edits = edits.as_array().unwrap();
    let new: Vec<_> = edits.iter().map(|edit| (place(&edit["range"]), edit["newText"].clone())).collect();
    assert_eq!(new, [("13:0-15:19".to_owned(), json!("1. d4 d5 2. c4 {good} *"))]);
    client.end();
}

#[test]
fn mistakes_of_a_law_file_are_at_their_places() {
    let law = include_str!("../data/laws/long-window.toml");
    let folder = Folder::new("law");
    let uri = uri(&folder.path("club.toml"));
    let mut client = Client::start(&["--isolated"], &["utf-8"]);
    assert!(client.open(&uri, law).is_empty());
    let faulty = law
        .replace("coverage = \"partial\"", "coverage = \"partail\"")
        .replace("year     = 1830", "yeer     = 1830")
        .replace("move.false", "move.flase")
        .replace("moves-each-since", "moves-each-sinse")
        .replace("kind = \"move-king\"", "kind = \"move-kign\"");
    let found = client.change(&uri, None, &faulty);
    let mut named: Vec<&str> = Vec::new();
    for one in &found {
        let (line, start, end) = (
            &one["range"]["start"]["line"],
            &one["range"]["start"]["character"],
            &one["range"]["end"]["character"],
        );
        let number = |value: &serde_json::Value| usize::try_from(value.as_u64().unwrap()).unwrap();
        let line = faulty.lines().nth(number(line)).unwrap();
        named.push(&line[number(start)..number(end).min(line.len())]);
    }
    for (word, nearest) in [
        ("\"partail\"", "`partial`"),
        ("yeer", "`year`"),
        ("\"move.flase\"", "`move.false`"),
        ("\"moves-each-sinse\"", "`moves-each-since`"),
        ("\"move-kign\"", "`move-king`"),
    ] {
        let index =
            named.iter().position(|name| *name == word).unwrap_or_else(|| panic!("{word}: {found:#?}"));
        assert!(
            found[index]["message"].as_str().unwrap().contains(&format!("did you mean {nearest}?")),
            "{found:#?}"
        );
    }
    // Other TOML files are not checked.
    assert!(client.change(&uri, None, "[package]\nname = 1\n").is_empty());
    client.end();
}

#[test]
fn an_article_is_found_in_its_law_file() {
    let folder = Folder::new("definition");
    let law = folder.path("club.toml");
    let text = include_str!("../data/laws/long-window.toml");
    std::fs::write(&law, text).unwrap();
    let mut client = Client::start(&["--isolated", "--code-file", law.to_str().unwrap()], &["utf-8"]);
    let found = client.open(URI, &faulty());
    assert!(found[0]["message"].as_str().unwrap().contains("[example-club 3]"), "{found:?}");
    let place_of = |location: &serde_json::Value| (location["uri"].clone(), place(&location["range"]));
    let line = text.lines().position(|line| line.starts_with("article  = \"3\"")).unwrap();
    let found = client.at("textDocument/definition", URI, [9, 29]);
    assert_eq!(place_of(&found), (json!(uri(&law)), format!("{line}:11-{line}:14")));
    client.end();
}

#[test]
fn the_settings_file_of_the_folder_decides() {
    let folder = Folder::new("settings");
    std::fs::write(folder.path("jadoube.toml"), "ignore = [\"move.false\"]\n").unwrap();
    let mut client = Client::start(&[], &["utf-8"]);
    let games = uri(&folder.path("a.pgn"));
    let found = client.open(&games, &faulty());
    assert!(found.is_empty(), "{found:?}");
    std::fs::write(folder.path("jadoube.toml"), "ignroe = []\n").unwrap();
    let settings = json!({ "changes": [{ "uri": uri(&folder.path("jadoube.toml")), "type": 2 }] });
    client.notify("workspace/didChangeWatchedFiles", &settings);
    let found = client.change(&games, Some([[9, 0], [9, 0]]), " ");
    assert!(found[0]["message"].as_str().unwrap().contains("unknown key `ignroe`"), "{found:?}");
    client.end();
}
