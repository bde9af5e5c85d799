//! The board compared with an independent one over random games: the same moves, texts and positions.

use crate::support::board::{Pair, fens, our_fen};
use crate::support::random::Random;
use jadoube::internals::chess::{CheckSign, Move, Play, Position, Resolved, San};
use shakmaty::Position as _;

/// Checks that both boards agree on a position. Returns the moves.
fn hold(pair: &Pair, trail: &str) -> Vec<(String, Move, shakmaty::Move)> {
    let (ours, theirs) = (&pair.ours, &pair.theirs);
    let at = || format!("{}\nafter {trail}", pair.other_fen());
    assert_eq!(our_fen(ours), pair.other_fen(), "FEN: {}", at());
    assert_eq!(ours.in_check(ours.turn()), theirs.is_check(), "check: {}", at());
    assert_eq!(ours.is_mate(Play::COMMON), theirs.is_checkmate(), "mate: {}", at());
    assert_eq!(ours.is_stalemate(Play::COMMON), theirs.is_stalemate(), "stalemate: {}", at());
    assert_eq!(ours.has_legal_move(Play::COMMON), !theirs.legal_moves().is_empty(), "moves: {}", at());
    assert!(!ours.is_dead_by_material() || theirs.is_insufficient_material(), "material: {}", at());
    let (mine, other) = (pair.our_moves(), pair.other_moves());
    let texts = |moves: &[(String, Move)]| moves.iter().map(|(text, _)| text.clone()).collect::<Vec<_>>();
    let others = other.iter().map(|(text, _)| text.clone()).collect::<Vec<_>>();
    assert_eq!(texts(&mine), others, "moves: {}", at());
    for (text, played) in &mine {
        resolves_back(ours, text, *played, &at);
    }
    mine.into_iter().zip(other).map(|((text, ours), (_, theirs))| (text, ours, theirs)).collect()
}

/// The text of a move, with and without its check sign, means that move and is in export notation.
fn resolves_back(position: &Position, text: &str, played: Move, at: &dyn Fn() -> String) {
    let read = San::from_ascii(text.as_bytes()).unwrap_or_else(|| panic!("`{text}` is no move: {}", at()));
    let threats = position.threats();
    assert_eq!(position.resolve(read, &threats), Resolved::Export(played), "`{text}`: {}", at());
    assert_eq!(
        position.meaning(read),
        jadoube::internals::chess::Meaning::Legal(played),
        "`{text}`: {}",
        at()
    );
    let sign = match text.as_bytes().last() {
        Some(b'+') => CheckSign::Check,
        Some(b'#') => CheckSign::Mate,
        _ => CheckSign::None,
    };
    assert_eq!(read.sign(), sign, "`{text}`");
    let bare = text.trim_end_matches(['+', '#']);
    assert_eq!(position.san(played, Play::COMMON), bare, "{}", at());
    assert!(position.is_legal(played, Play::COMMON), "`{text}`: {}", at());
    let long = format!("{}{}", played.from(), played.to());
    if !played.is_castling() && !text.contains('=') {
        let read = San::from_ascii(long.as_bytes()).unwrap();
        assert_eq!(position.resolve(read, &threats), Resolved::Other(played), "`{long}`: {}", at());
    }
}

/// Random games from a position; returns how many plies were played.
fn games(fen: &str, games: u32, longest: u32, random: &mut Random) -> u32 {
    let Some(start) = Pair::set_up(fen) else { return 0 };
    let mut plies = 0;
    for _ in 0..games {
        let mut pair = start.clone();
        let mut trail = fen.to_owned();
        for _ in 0..longest {
            let moves = hold(&pair, &trail);
            if moves.is_empty() {
                break;
            }
            let (text, ours, theirs) = random.one_of(&moves);
            trail.push(' ');
            trail.push_str(text);
            pair.play(*ours, *theirs);
            plies += 1;
        }
        hold(&pair, &trail);
    }
    plies
}

#[test]
fn games_from_the_array() {
    let mut random = Random::new(1851);
    let plies = games("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 40, 300, &mut random);
    assert!(plies > 5_000, "only {plies} plies");
}

#[test]
fn games_from_positions_of_every_kind() {
    let mut random = Random::new(1862);
    let mut plies = 0;
    for file in ["known.txt", "tricky.txt", "double-checks.txt", "random.txt"] {
        for fen in fens(file) {
            plies += games(&fen, 1, 30, &mut random);
        }
    }
    assert!(plies > 8_000, "only {plies} plies");
}

#[test]
fn games_of_chess960() {
    let mut random = Random::new(1996);
    let mut plies = 0;
    for fen in fens("chess960.txt") {
        plies += games(&fen, 2, 40, &mut random);
    }
    assert!(plies > 8_000, "only {plies} plies");
}

/// Few men: mates, stalemates, dead positions, promotions.
#[test]
fn games_with_few_men() {
    let mut random = Random::new(1972);
    let mut plies = 0;
    let mut dead = 0;
    for fen in [
        "8/P6k/8/8/8/8/p6K/8 w - - 0 1",
        "8/1P4k1/8/8/8/8/1p4K1/8 w - - 0 1",
        "7k/8/5KQ1/8/8/8/8/8 b - - 0 1",
        "k7/2K5/8/8/8/8/8/1R6 w - - 0 1",
        "8/8/3k4/2n5/3K1N2/8/8/8 w - - 0 1",
        "8/8/3k4/2b5/3KB3/8/8/8 w - - 0 1",
        "8/8/3k4/3b4/3KB3/8/8/8 w - - 0 1",
        "8/8/3k4/8/3KB1B1/8/8/8 w - - 0 1",
        "8/8/3k4/8/3K1NN1/8/8/7q w - - 0 1",
        "8/8/3k4/8/3K1N2/8/8/7b w - - 0 1",
    ] {
        let start = Pair::set_up(fen).unwrap();
        for _ in 0..20 {
            let mut pair = start.clone();
            let mut trail = fen.to_owned();
            for _ in 0..60 {
                let moves = hold(&pair, &trail);
                if moves.is_empty() {
                    break;
                }
                let (text, ours, theirs) = random.one_of(&moves);
                trail.push(' ');
                trail.push_str(text);
                pair.play(*ours, *theirs);
                plies += 1;
                let simple = {
                    let board = pair.theirs.board();
                    board.occupied().count() == 2
                        || (board.occupied().count() == 3 && board.knights().any())
                        || (board.occupied() == board.kings() | board.bishops()
                            && board.bishops().is_disjoint(shakmaty::Bitboard::DARK_SQUARES))
                };
                if simple {
                    assert!(pair.ours.is_dead_by_material(), "{trail}");
                    dead += 1;
                }
            }
        }
    }
    assert!(plies > 3_000, "only {plies} plies");
    assert!(dead > 100, "only {dead} dead positions");
}
