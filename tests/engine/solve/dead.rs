//! Which side can still mate.

use std::collections::HashSet;

use jadoube::internals::chess::{Color, Play, Position, Role, Side, Square};
use jadoube::internals::search::dead::{Prospect, can_mate, is_dead};
use proptest::prelude::*;

use super::{small, suite};

/// The result of a suite.
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

/// Every position that can arise, breadth first: whether one of them is a mate by `winner`. `None` if there are too many.
fn naive(position: &Position, winner: Color, most: usize) -> Option<bool> {
    let mut seen = HashSet::from([position.key()]);
    let mut waiting = vec![*position];
    while !waiting.is_empty() {
        let mut next = Vec::new();
        for now in &waiting {
            let moves = now.legal_moves(Play::COMMON);
            if moves.is_empty() && now.turn() != winner && now.in_check(now.turn()) {
                return Some(true);
            }
            for played in moves {
                let mut after = *now;
                after.play(played);
                if seen.insert(after.key()) {
                    next.push(after);
                }
            }
            if seen.len() > most {
                return None;
            }
        }
        waiting = next;
    }
    Some(false)
}

/// Compares the answers for both sides with those of the naive search, if that finishes.
fn hold_to_naive(position: &Position) {
    let mut tally = Tally::default();
    for winner in [Color::White, Color::Black] {
        if let Some(can) = naive(position, winner, 10_000) {
            tally.hold(&format!("{position:?}"), position, winner, can);
        }
    }
    assert!(tally.wrong.is_empty() && tally.undetermined == 0, "{tally:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn blocked_kings_are_held_to_naive(position in small::blocked_ending(&[])) {
        hold_to_naive(&position);
    }

    #[test]
    fn blocked_bishops_are_held_to_naive(
        position in small::blocked_ending(&[(Color::White, Role::Bishop), (Color::Black, Role::Bishop)])
    ) {
        hold_to_naive(&position);
    }

    #[test]
    fn light_men_are_held_to_naive(
        position in small::ending(&[(Color::White, Role::Knight), (Color::Black, Role::Pawn)])
    ) {
        hold_to_naive(&position);
    }

    #[test]
    fn heavy_men_are_held_to_naive(
        position in small::ending(&[(Color::White, Role::Queen), (Color::Black, Role::Rook)])
    ) {
        hold_to_naive(&position);
    }
}

/// Lines that begin with the sides that can mate.
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

/// A position that cannot occur in play is not decided, unless material decides it.
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

/// The side to move overstepped the time and lost, and the other could not mate.
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
