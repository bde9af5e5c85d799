//! Who can still give mate.

use jadoube::chess::{Color, Play, Position, Side, Square};
use jadoube::search::dead::{Prospect, can_mate, is_dead};

use crate::suite;

/// What a suite came to.
#[derive(Default, Debug)]
struct Tally {
    asked: u32,
    undetermined: u32,
    wrong: Vec<String>,
}

impl Tally {
    fn hold(&mut self, line: &str, position: &Position, winner: Color, can: bool) {
        self.asked += 1;
        match can_mate(position, winner) {
            Prospect::Undetermined => self.undetermined += 1,
            Prospect::Helpmate(moves) => {
                let mut end = *position;
                for played in moves {
                    assert!(end.is_legal(played, Play::COMMON), "{line}: {played:?}");
                    end.play(played);
                }
                assert!(end.turn() != winner && end.is_mate(Play::COMMON), "{line}: no mate");
                if !can {
                    self.wrong.push(format!("{line}: {winner} mates"));
                }
            }
            Prospect::NoHelpmate if can => self.wrong.push(format!("{line}: {winner} cannot mate")),
            Prospect::NoHelpmate => {}
        }
    }
}

/// Lines that begin with who can mate.
fn classified(text: &str) -> Tally {
    let mut tally = Tally::default();
    for line in suite::lines(text) {
        let (who, fen) = line.split_once(' ').unwrap();
        let position = suite::position(fen);
        tally.hold(line, &position, Color::White, who.starts_with('W'));
        tally.hold(line, &position, Color::Black, who.ends_with('B'));
    }
    tally
}

#[test]
fn own_table() {
    let tally = classified(&suite::own("dead.txt"));
    assert!(tally.wrong.is_empty(), "{:#?}", tally.wrong);
    assert_eq!((tally.asked, tally.undetermined), (38, 0));
}

#[test]
fn dead_is_when_nobody_mates() {
    let dead = suite::position("k7/8/8/p1p1p1p1/P1P1P1P1/8/8/K7 w - -");
    let alive = suite::position("8/8/4k3/8/8/3K4/4P3/8 b - -");
    assert_eq!(is_dead(&dead), Some(true));
    assert_eq!(is_dead(&alive), Some(false));
}

/// What the other board cannot hold is not decided, unless the men left decide it.
#[test]
fn odd_boards_are_not_decided() {
    let two_kings = suite::position("k6k/8/8/8/8/8/8/KQ6 w - -");
    let pawn_on_last = suite::position("k6P/8/8/8/8/8/8/K7 w - -");
    let check_and_not_on_move = suite::position("k7/8/8/8/8/8/8/KR5R w - -");
    let mut checked = check_and_not_on_move;
    checked
        .put(Square::from_ascii(b"a7").unwrap(), checked.man_at(Square::from_ascii(b"b1").unwrap()).unwrap());
    for odd in [two_kings, pawn_on_last, checked] {
        assert_eq!(can_mate(&odd, Color::White), Prospect::Undetermined, "{odd:?}");
    }
    assert_eq!(can_mate(&pawn_on_last, Color::Black), Prospect::NoHelpmate);
}

/// Rights of Chess960: a mate found without them counts, a proof does not.
#[test]
fn castling_from_other_squares() {
    let free = suite::position("1k6/8/8/8/8/8/8/1K4R1 w G -");
    assert!(free.castling().rook(Color::White, Side::King).is_some());
    assert!(matches!(can_mate(&free, Color::White), Prospect::Helpmate(_)));
    assert_eq!(can_mate(&free, Color::Black), Prospect::NoHelpmate);
}

#[test]
fn published_suites() {
    for file in ["D3-test-vector.txt", "chasolver-lichess-a.txt"] {
        let Some(text) = suite::published(file) else { return };
        let tally = classified(&text);
        println!("{file}: {} asked, {} undetermined", tally.asked, tally.undetermined);
        assert!(tally.wrong.is_empty(), "{file}: {:#?}", tally.wrong);
        assert!(tally.asked > 3000 && tally.undetermined * 1000 <= tally.asked, "{file}: {tally:?}");
    }
}

/// Whoever is on move overstepped the time and lost, and the other could not mate.
#[test]
fn published_unfair_timeouts() {
    let Some(text) = suite::published("unfair-timeouts-a.txt") else { return };
    let mut tally = Tally::default();
    for line in suite::lines(&text) {
        let position = suite::position(line);
        tally.hold(line, &position, position.turn().other(), false);
    }
    println!("unfair-timeouts: {} asked, {} undetermined", tally.asked, tally.undetermined);
    assert!(tally.wrong.is_empty(), "{:#?}", tally.wrong);
    assert!(tally.asked >= 3000 && tally.undetermined * 1000 <= tally.asked, "{tally:?}");
}
