//! `ledger`: the acts of each player over several rounds.

use std::fs;

use crate::shards::{Folder, jadoube, text};

fn round(number: u8, white: &str, black: &str, moves: &str) -> String {
    format!(
        "[Event \"Cup\"]\n[Site \"?\"]\n[Date \"2026.03.0{number}\"]\n[Round \"{number}\"]\n[White \"{white}\"]\n\
         [Black \"{black}\"]\n[Result \"*\"]\n[Observed \"touch speech clock conduct\"]\n\n{moves} *\n"
    )
}

fn event(name: &str) -> (Folder, String) {
    let folder = Folder::new(name);
    let rounds = [
        (
            "a.pgn",
            round(
                1,
                "Moss, B",
                "Lund, D",
                "1. e4 {[%press w]} e5 {[%press b]} 2. Bf1-d4 {[%press w] [%notice b illegal] [%retract 1] [%ruling add-time b 120]} 2. Bc4 {[%press w]} Nc6",
            ),
        ),
        (
            "b.pgn",
            round(
                2,
                "lund, e",
                "Moss, B",
                "1. d4 {[%press w] [%claim b fifty]} d5 {[%press b] [%ring b] [%ruling admonish b]} 2. c4 {[%press w]}",
            ),
        ),
        ("c.pgn", round(3, "<i>Sol</i>", "Lund, D", "1. d4 {[%press w]} d5 {[%press b]}")),
    ];
    for (file, game) in rounds {
        fs::write(folder.path(file), game).unwrap();
    }
    let root = folder.path("").to_string_lossy().into_owned();
    (folder, root)
}

#[test]
fn each_player_has_the_acts_of_all_rounds() {
    let (_folder, root) = event("ledger-human");
    let run = jadoube(&["ledger", "--isolated", &root]);
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
    let ledger = text(&run.stdout);
    for line in [
        "Moss, B: 1 illegal move, 1 wrong claim, 1 matter of conduct",
        "    2. Bf1-d4: White's bishop on f1 cannot go to d4 (fide-2023 7.5.1): remedy",
        "      carried out; the arbiter ruled that Black gets 120 more seconds",
        "3 acts of 1 player in 3 games",
    ] {
        assert!(ledger.lines().any(|shown| shown == line), "{line}: {ledger}");
    }
}

#[test]
fn the_table_has_a_line_for_each_act() {
    let (_folder, root) = event("ledger-csv");
    let run = jadoube(&["ledger", "--isolated", "--format", "csv", &root]);
    let table = text(&run.stdout).replace(&root, "");
    let acts: Vec<Vec<String>> = csv::Reader::from_reader(table.as_bytes())
        .records()
        .map(|line| line.unwrap().iter().map(str::to_owned).collect())
        .collect();
    let kinds: Vec<[&str; 4]> =
        acts.iter().map(|act| [0, 1, 5, 6].map(|column| act[column].as_str())).collect();
    assert_eq!(
        kinds,
        [
            ["Moss, B", "White", "1", "illegal-move"],
            ["Moss, B", "Black", "2", "wrong-claim"],
            ["Moss, B", "Black", "2", "conduct"],
        ]
    );
}

#[test]
fn the_page_escapes_names_and_counts_acts() {
    let (folder, root) = event("ledger-page");
    let more = round(4, "<i>Sol</i>", "Lund, D", "1. e4 {[%press w]} e5 {[%press b] [%disturb w]}");
    fs::write(folder.path("d.pgn"), more).unwrap();
    let page = folder.path("ledger.html");
    let output = format!("html={}", page.display());
    let run = jadoube(&["ledger", "--isolated", "--output", &output, &root]);
    assert!(text(&run.stdout).contains("4 acts of 2 players in 4 games"), "{}", text(&run.stdout));
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("&#60;i&#62;Sol&#60;/i&#62;") && !page.contains("<i>Sol"), "{page}");
    assert!(page.contains("<h2 id=\"player-2\">Moss, B</h2>"));
}

#[test]
fn a_folder_without_games_is_no_ledger() {
    let folder = Folder::new("ledger-empty");
    let run = jadoube(&["ledger", "--isolated", &folder.path("").to_string_lossy()]);
    assert_eq!(run.status.code(), Some(2));
}
