//! Announced mates.

use std::num::NonZeroU32;

use jadoube::internals::chess::{Color, Play, Position, Role};
use jadoube::internals::search::mate::{Announcement, Defence, Mate, MateAnswer, Shortest, search_mate};
use jadoube::internals::search::{Budget, Meter};
use proptest::prelude::*;

use super::{small, suite};

fn ask(position: &Position, by: Color, moves: u32, nodes: u64) -> MateAnswer {
    let announcement = Announcement { by, moves: NonZeroU32::new(moves).unwrap(), key: None };
    search_mate(position, Play::COMMON, announcement, &mut Budget::of(nodes), &Meter::default())
}

/// Whether `by` mates by force in this many moves; every line is searched.
fn mates(position: &Position, by: Color, moves: u32) -> bool {
    let all = position.legal_moves(Play::COMMON);
    let mut next = all.iter().map(|played| {
        let mut after = *position;
        after.play(*played);
        after
    });
    if position.turn() == by {
        moves > 0 && next.any(|after| mates(&after, by, moves - 1))
    } else if all.is_empty() {
        position.in_check(position.turn())
    } else {
        moves > 0 && next.all(|after| mates(&after, by, moves))
    }
}

/// The line is replayed: it mates, in at most the stated number of moves.
fn hold_line(position: &Position, by: Color, mate: &Mate) {
    let mut end = *position;
    let mut own = 0;
    for played in &mate.line {
        assert!(end.is_legal(*played, Play::COMMON), "{position:?}: {played:?} in {:?}", mate.line);
        own += u32::from(end.turn() == by);
        end.play(*played);
    }
    assert!(end.is_mate(Play::COMMON) && end.turn() != by, "{position:?}: {:?}", mate.line);
    assert!(own <= mate.moves, "{position:?}: {mate:?}");
    assert!(own == mate.moves || mate.shortest == Shortest::Unknown, "{position:?}: {mate:?}");
}

/// The defence is replayed: after it there is no mate in the moves left.
fn hold_defence(position: &Position, by: Color, moves: u32, defence: &Defence) {
    let mut after = *position;
    let mut left = moves;
    if let Some(attempt) = defence.attempt {
        assert!(after.turn() == by && after.is_legal(attempt, Play::COMMON), "{position:?}: {defence:?}");
        after.play(attempt);
        left -= 1;
    }
    if let Some(reply) = defence.reply {
        assert!(after.turn() != by && after.is_legal(reply, Play::COMMON), "{position:?}: {defence:?}");
        after.play(reply);
    }
    assert!(!mates(&after, by, left), "{position:?}: {defence:?}");
}

#[test]
fn own_table() {
    let text = suite::own("mates.txt");
    for line in suite::lines(&text) {
        let position = suite::position(line);
        let by = position.turn();
        let shortest: u32 = line.rsplit(' ').next().unwrap().parse().unwrap();
        for moves in 1..=3 {
            match ask(&position, by, moves, 1_000_000) {
                MateAnswer::Proved(mate) => {
                    assert!(shortest != 0 && moves >= shortest, "{line}: {moves}: {mate:?}");
                    assert_eq!((mate.moves, mate.shortest), (shortest, Shortest::Yes), "{line}");
                    hold_line(&position, by, &mate);
                }
                MateAnswer::Refuted(defence) => {
                    assert!(shortest == 0 || moves < shortest, "{line}: {moves}: {defence:?}");
                    hold_defence(&position, by, moves, &defence);
                }
                MateAnswer::Undetermined => panic!("{line}: {moves}"),
            }
        }
    }
}

/// If it is announced after the move, the announcer's next moves count.
#[test]
fn announced_with_the_adversary_on_move() {
    let position = suite::position("7k/8/5K2/8/8/8/8/R7 b - -");
    let MateAnswer::Proved(mate) = ask(&position, Color::White, 2, 100_000) else { panic!() };
    hold_line(&position, Color::White, &mate);
    let MateAnswer::Refuted(defence) =
        ask(&suite::position("7k/8/4K3/8/8/8/8/R7 b - -"), Color::White, 1, 100_000)
    else {
        panic!()
    };
    assert!(defence.attempt.is_none() && defence.reply.is_some());
}

/// Lines with en passant, castling, and mates that only a rook or a knight can give.
#[test]
fn uncommon_moves() {
    for fen in [
        "8/8/8/8/5pPk/5K2/8/7R b - g3",
        "8/8/5K1p/6pk/5p1p/7P/6P1/8 w - -",
        "3k4/8/8/8/8/8/3PPP2/R3K2R w KQ -",
        "2R5/4R3/8/8/8/3k4/8/4K2R w K -",
        "8/5P1k/5K2/8/8/8/8/6R1 w - -",
        "6rk/4Pppp/8/8/8/8/8/6K1 w - -",
        "5brk/4Pprp/6pp/8/8/8/8/6K1 w - -",
        "5rrk/4P1pp/8/8/8/8/8/6K1 w - -",
    ] {
        let position = suite::position(fen);
        let by = position.turn();
        for moves in 1..=2 {
            let expected = mates(&position, by, moves);
            match ask(&position, by, moves, 1_000_000) {
                MateAnswer::Proved(mate) => {
                    assert!(expected, "{fen}: {mate:?}");
                    hold_line(&position, by, &mate);
                }
                MateAnswer::Refuted(defence) => {
                    assert!(!expected, "{fen}");
                    hold_defence(&position, by, moves, &defence);
                }
                MateAnswer::Undetermined => panic!("{fen}"),
            }
        }
    }
}

#[test]
fn a_spent_budget_is_said() {
    let start = Position::initial();
    assert_eq!(ask(&start, Color::White, 6, 2_000), MateAnswer::Undetermined);
    // Longer than the search goes, and not there.
    let bare = suite::position("8/8/8/8/8/4k3/8/4K2N w - -");
    assert_eq!(ask(&bare, Color::White, 1_000, 100_000), MateAnswer::Undetermined);
}

#[test]
fn odd_boards_are_not_searched() {
    let two_kings = suite::position("k6k/8/8/8/8/8/8/KQ6 w - -");
    assert_eq!(ask(&two_kings, Color::White, 1, 1_000), MateAnswer::Undetermined);
}

fn hold(position: &Position, most: u32) -> Result<(), TestCaseError> {
    for by in [Color::White, Color::Black] {
        let shortest = (1..=most).find(|moves| mates(position, by, *moves));
        match ask(position, by, most, 3_000_000) {
            MateAnswer::Proved(mate) => {
                // A mate on the board needs no further moves, and is found as a mate in one.
                prop_assert_eq!(Some(mate.moves), shortest, "{:?}", position);
                if !position.is_mate(Play::COMMON) {
                    hold_line(position, by, &mate);
                }
            }
            MateAnswer::Refuted(defence) => {
                prop_assert_eq!(None, shortest, "{:?}", position);
                hold_defence(position, by, most, &defence);
            }
            MateAnswer::Undetermined => {
                return Err(TestCaseError::fail(format!("{position:?}: undetermined")));
            }
        }
    }
    Ok(())
}

const QUEEN_AND_PAWN: &[(Color, Role)] = &[(Color::White, Role::Queen), (Color::Black, Role::Pawn)];
const PAWNS_AND_KNIGHT: &[(Color, Role)] =
    &[(Color::White, Role::Pawn), (Color::White, Role::Knight), (Color::White, Role::Pawn)];
const ROOKS: &[(Color, Role)] =
    &[(Color::White, Role::Rook), (Color::White, Role::Rook), (Color::Black, Role::Rook)];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn queen_against_pawn(position in small::ending(QUEEN_AND_PAWN)) {
        hold(&position, 2)?;
    }

    #[test]
    fn pawns_that_promote(position in small::ending(PAWNS_AND_KNIGHT)) {
        hold(&position, 2)?;
    }

    #[test]
    fn rooks(position in small::ending(ROOKS)) {
        hold(&position, 2)?;
    }
}

/// `bm #N` (N below zero if the side to move is mated) up to six moves: proved, none wrongly.
fn hold_suite(file: &str, every: u32, least_per_hundred: u32) {
    let Some(text) = suite::published(file) else { return };
    let (mut asked, mut proved) = (0u32, 0u32);
    for line in suite::lines(&text).filter(|line| line.contains("bm #")) {
        let (fen, length) = line.split_once(" bm #").unwrap();
        let length: i32 = length.trim_end_matches(';').parse().unwrap();
        let moves = length.unsigned_abs();
        if moves > 6 {
            continue;
        }
        asked += 1;
        if asked % every != 0 {
            continue;
        }
        let position = suite::position(fen);
        let by = if length > 0 { position.turn() } else { position.turn().other() };
        match ask(&position, by, moves, Budget::GAME.nodes) {
            MateAnswer::Proved(mate) => {
                assert_eq!(mate.moves, moves, "{line}: {mate:?}");
                hold_line(&position, by, &mate);
                proved += 1;
            }
            MateAnswer::Refuted(defence) => panic!("{line}: {defence:?}"),
            MateAnswer::Undetermined => println!("{file}: undetermined: {line}"),
        }
    }
    let asked = asked / every;
    println!("{file}: {proved} of {asked}");
    assert!(proved > 0 && proved * 100 >= least_per_hundred * asked);
}

/// One position in eight; the bench runs all of them.
#[test]
fn published_mates() {
    hold_suite("mates2000.epd", 8, 95);
}

#[test]
fn published_rook_endings() {
    hold_suite("KRvK1000.epd", 1, 100);
}
