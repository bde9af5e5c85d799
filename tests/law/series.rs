//! The consequences of one game of a series for the next, and none across a gap.

use jadoube::internals::audit::{CodeChoice, audit_bytes_under};
use jadoube::internals::law::codes;

/// A game of the series: its number, its players, further tags, the moves with the result.
fn game(number: u32, white: &str, black: &str, more: &str, moves: &str) -> String {
    let result = moves.split_whitespace().last().unwrap_or("*");
    format!(
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"{number}\"]\n[White \"{white}\"]\n\
         [Black \"{black}\"]\n[Result \"{result}\"]\n[Series \"sitting\"]\n[SeriesGame \"{number}\"]\n{more}\n\
         {moves}\n\n"
    )
}

/// The rules of the findings on the second game that depend on other games.
fn second(code: &str, first: &str, second: &str) -> Vec<&'static str> {
    let text = format!("{first}{second}");
    let reports = audit_bytes_under(text.as_bytes(), CodeChoice::One(codes::code(code).unwrap()));
    let last = reports.last().unwrap();
    last.findings.iter().map(|found| found.rule.id()).filter(|id| id.starts_with("series.")).collect()
}

const WON: &str = "1. e4 e5 1-0";
const DRAWN: &str = "1. e4 e5 1/2-1/2";
const GOES_ON: &str = "1. d4 d5 *";

#[test]
fn who_begins_after_a_game_that_was_won_or_drawn() {
    let same = |code, moves| second(code, &game(1, "A", "B", "", moves), &game(2, "A", "B", "", GOES_ON));
    let other = |code, moves| second(code, &game(1, "A", "B", "", moves), &game(2, "B", "A", "", GOES_ON));
    for code in ["kenny-1817", "handbook-1859", "bca-1862", "american-1910"] {
        assert_eq!(same(code, WON), ["series.first-move"], "{code}");
        assert!(!other(code, WON).contains(&"series.first-move"), "{code}");
    }
    assert!(same("handbook-1859", DRAWN).is_empty());
    assert_eq!(other("handbook-1859", DRAWN), ["series.first-move"]);
    assert_eq!(same("american-1910", DRAWN), ["series.first-move"]);
    // After an unfinished game it is not known which player begins.
    assert!(same("american-1910", GOES_ON).is_empty());
}

#[test]
fn nothing_across_a_gap_or_between_others() {
    let first = game(1, "A", "B", "", WON);
    assert!(second("american-1910", &first, &game(3, "A", "B", "", GOES_ON)).is_empty());
    assert!(second("american-1910", &first, &game(2, "A", "C", "", GOES_ON)).is_empty());
    assert!(second("american-1910", &first, &game(2, "A", "B", "[Odds \"w b1\"]\n", GOES_ON)).is_empty());
    assert!(
        second("american-1910", &first, &game(2, "A", "B", "[RightOfMove \"White\"]\n", GOES_ON)).is_empty()
    );
    assert!(second("fide-2023", &first, &game(2, "A", "B", "", GOES_ON)).is_empty());
    let untagged = game(2, "A", "B", "", GOES_ON).replace("[Series \"sitting\"]\n", "");
    assert!(second("american-1910", &first, &untagged).is_empty());
}

#[test]
fn colours_are_kept_where_the_code_keeps_them() {
    let black_begins = "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1\"]\n";
    let first = game(1, "A", "B", "", WON);
    assert!(second("bca-1862", &first, &game(2, "A", "B", black_begins, "1... e5 2. e4 *")).is_empty());
    assert_eq!(second("bca-1862", &first, &game(2, "B", "A", "", GOES_ON)), ["series.colour"]);
    assert!(second("american-1910", &first, &game(2, "B", "A", "", GOES_ON)).is_empty());
}

#[test]
fn a_game_of_a_series_does_not_know_by_itself_who_begins() {
    let noticed = "1. d4 d5 {[%notice b first-move]} *";
    let text = format!("{}{}", game(1, "A", "B", "", WON), game(2, "A", "B", "", noticed));
    let reports = audit_bytes_under(text.as_bytes(), CodeChoice::One(codes::code("kenny-1817").unwrap()));
    let found: Vec<&str> = reports.last().unwrap().findings.iter().map(|found| found.rule.id()).collect();
    assert_eq!(found, ["series.first-move"]);
}

#[test]
fn after_a_void_game_the_same_player_begins() {
    // The board was placed wrongly, and that was found in time.
    let void = game(1, "A", "B", "[Board \"dark\"]\n", "1. e4 {[%notice b board]} e5 *");
    let same = game(2, "A", "B", "", GOES_ON);
    let other = game(2, "B", "A", "", GOES_ON);
    assert!(second("american-1910", &void, &same).is_empty());
    assert_eq!(second("american-1910", &void, &other), ["series.annulled"]);
}
