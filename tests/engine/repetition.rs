//! Occurrences of positions and quiet plies, compared with a naive count over an independent board.

use std::collections::HashMap;

use crate::support::board::Pair;
use crate::support::random::Random;
use jadoube::internals::game::Record;
use jadoube::internals::pgn::{NextGame, Reader};
use shakmaty::{EnPassantMode, Position as _};

/// The counts of a naive replay.
#[derive(Debug, Default, PartialEq, Eq)]
struct Counted {
    thirds: Vec<u32>,
    fifth: Option<u32>,
    fifties: Vec<u32>,
    seventy_five: Option<u32>,
}

/// The parts that make two positions the same: men, turn, castling rights, a legal en passant capture.
fn same(pair: &Pair) -> String {
    let setup = pair.theirs.to_setup(EnPassantMode::Legal);
    format!("{} {} {:?} {:?}", setup.board, setup.turn, setup.castling_rights, setup.ep_square)
}

/// The men and the turn alone.
fn men(pair: &Pair) -> String {
    let setup = pair.theirs.to_setup(EnPassantMode::Legal);
    format!("{} {}", setup.board, setup.turn)
}

struct Naive {
    counts: HashMap<String, u32>,
    /// Occurrences of the placement and turn, regardless of rights.
    stood: HashMap<String, u32>,
    third_noted: bool,
    fifty_noted: bool,
    found: Counted,
}

impl Naive {
    fn new(pair: &Pair) -> Self {
        Self {
            counts: HashMap::from([(same(pair), 1)]),
            stood: HashMap::from([(men(pair), 1)]),
            third_noted: false,
            fifty_noted: false,
            found: Counted::default(),
        }
    }

    fn take(&mut self, pair: &Pair, ply: u32) {
        let quiet = pair.theirs.halfmoves();
        if quiet == 0 {
            self.third_noted = false;
            self.fifty_noted = false;
        }
        *self.stood.entry(men(pair)).or_insert(0) += 1;
        let count = self.counts.entry(same(pair)).or_insert(0);
        *count += 1;
        if *count == 3 && !std::mem::replace(&mut self.third_noted, true) {
            self.found.thirds.push(ply);
        }
        if *count >= 5 {
            self.found.fifth.get_or_insert(ply);
        }
        if quiet >= 100 && !std::mem::replace(&mut self.fifty_noted, true) {
            self.found.fifties.push(ply);
        }
        if quiet >= 150 {
            self.found.seventy_five.get_or_insert(ply);
        }
    }
}

/// A game that mostly shuffles: quiet moves, often back to the origin of the man, and one time in `lively`
/// any move at all.
fn shuffle(fen: &str, longest: u32, lively: usize, random: &mut Random) -> Counted {
    let mut pair = Pair::set_up(fen).unwrap();
    let mut naive = Naive::new(&pair);
    let mut text = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n");
    let mut earlier = Vec::new();
    for ply in 1..=longest {
        let ours = pair.our_moves();
        let theirs = pair.other_moves();
        let both: Vec<_> = ours.into_iter().zip(theirs).collect();
        if both.is_empty() {
            break;
        }
        let quiet: Vec<_> =
            both.iter().filter(|((_, _), (_, other))| !other.is_zeroing() && !other.is_castle()).collect();
        let back = earlier.iter().rev().nth(1).and_then(|last: &jadoube::internals::chess::Move| {
            quiet.iter().find(|((_, played), _)| played.from() == last.to() && played.to() == last.from())
        });
        // Also to a position of any earlier ply.
        let again: Vec<_> = quiet
            .iter()
            .filter(|((_, _), (_, other))| {
                let mut next = pair.clone();
                next.theirs.play_unchecked(*other);
                naive.counts.contains_key(&same(&next))
            })
            .collect();
        let chosen = match back {
            _ if !again.is_empty() && random.once_in(3) => random.pick(&again),
            Some(back) if !random.once_in(3) => *back,
            _ if quiet.is_empty() || random.once_in(lively) => random.one_of(&both),
            _ => random.pick(&quiet),
        };
        let ((san, ours), (_, theirs)) = chosen;
        text.push_str(san);
        text.push(if ply % 8 == 0 { '\n' } else { ' ' });
        earlier.push(*ours);
        let (ours, theirs) = (*ours, *theirs);
        pair.play(ours, theirs);
        naive.take(&pair, ply);
    }
    text.push('*');
    let mut record = Record::default();
    assert_eq!(Reader::new(text.as_bytes()).next(&mut record), NextGame::Read);
    assert_eq!(record.moves.iter().collect::<Vec<_>>(), earlier, "{text}");
    let facts = &record.facts;
    let read = Counted {
        thirds: facts.thirds.clone(),
        fifth: facts.fifth,
        fifties: facts.fifties.clone(),
        seventy_five: facts.seventy_five,
    };
    assert_eq!(read, naive.found, "{text}");
    let stood_thrice = naive.stood.values().any(|times| *times >= 3);
    assert!(record.may_have_recurred() || !stood_thrice, "{text}");
    assert!(naive.counts.values().all(|times| *times <= record.max_occurrences()), "{text}");
    assert!(naive.stood[&men(&pair)] <= record.max_occurrences_of_last_placement(), "{text}");
    let last = naive.counts[&same(&pair)];
    assert_eq!(record.repeated_at_end(), last >= 3, "{text}");
    read
}

/// Shuffles from every position of a list. Returns how many games had a third occurrence, a fifth, 50 quiet
/// moves and 75.
fn shuffles(fens: &[&str], games: u32, longest: u32, lively: usize) -> [u32; 4] {
    let mut random = Random::new(1921);
    let mut seen = [0; 4];
    for fen in fens {
        for _ in 0..games {
            let found = shuffle(fen, longest, lively, &mut random);
            seen[0] += u32::from(!found.thirds.is_empty());
            seen[1] += u32::from(found.fifth.is_some());
            seen[2] += u32::from(!found.fifties.is_empty());
            seen[3] += u32::from(found.seventy_five.is_some());
        }
    }
    seen
}

/// A random game of a given number of plies.
fn plain_game(random: &mut Random) -> Record {
    let mut pair = Pair::set_up("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").unwrap();
    let mut text = String::new();
    for _ in 0..60 {
        let both: Vec<_> = pair.our_moves().into_iter().zip(pair.other_moves()).collect();
        if both.is_empty() {
            break;
        }
        let ((san, ours), (_, theirs)) = random.one_of(&both);
        text.push_str(san);
        text.push(' ');
        let (ours, theirs) = (*ours, *theirs);
        pair.play(ours, theirs);
    }
    text.push('*');
    let mut record = Record::default();
    assert_eq!(Reader::new(text.as_bytes()).next(&mut record), NextGame::Read);
    record
}

/// The check that avoids a replay must succeed for most games: nothing occurred three times.
#[test]
fn most_games_cannot_have_recurred() {
    let mut random = Random::new(1862);
    let spared = (0..200).filter(|_| !plain_game(&mut random).may_have_recurred()).count();
    assert!(spared > 120, "{spared}");
    let once = (0..200).map(|_| plain_game(&mut random)).filter(|game| game.max_occurrences() < 3).count();
    assert!(once > 120, "{once}");
    // Three occurrences with different rights each time, so no position repeats.
    let game = "[SetUp \"1\"]\n[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n\n\
        Rb1 Rb8 Ra1 Ra8 Rg1 Rg8 Rh1 Rh8 *";
    let mut record = Record::default();
    assert_eq!(Reader::new(game.as_bytes()).next(&mut record), NextGame::Read);
    assert!(record.facts.thirds.is_empty() && record.may_have_recurred());
}

#[test]
fn kings_and_rooks_in_a_corner() {
    let seen = shuffles(
        &[
            "1rk5/8/8/8/8/8/8/KR6 w - - 0 1",
            "k7/8/8/8/8/8/8/K1R5 b - - 60 90",
            "kr6/8/8/8/8/8/6PP/6RK w - - 0 1",
        ],
        25,
        120,
        40,
    );
    assert!(seen[0] > 40 && seen[1] > 20 && seen[2] > 20, "{seen:?}");
}

#[test]
fn rights_to_castle_make_positions_different() {
    let seen = shuffles(
        &[
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
            "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1",
            "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1",
        ],
        25,
        60,
        30,
    );
    assert!(seen[0] > 50 && seen[1] > 10, "{seen:?}");
}

#[test]
fn captures_in_passing_make_positions_different_where_they_are_legal() {
    let seen = shuffles(
        &[
            // Legal, from the first position.
            "4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 0 1",
            "r3k2r/8/8/8/3pP3/8/8/4K3 b kq e3 0 1",
            // Not legal: the capture would open the rank, or a line, to the king.
            "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1",
            "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
            "1k6/8/8/8/3p4/8/2P1P3/R3K2R w KQ - 0 1",
            "4k2r/2p1p3/8/3P4/8/8/8/4K2R b Kk - 0 1",
        ],
        25,
        60,
        10,
    );
    assert!(seen[0] > 60 && seen[1] > 5, "{seen:?}");
}

#[test]
fn long_stretches_are_counted_as_short_ones() {
    let seen =
        shuffles(&["k7/1r6/8/8/8/8/6R1/7K w - - 0 1", "kq6/8/8/8/8/8/PPP5/KQ6 w - - 0 1"], 6, 700, 1000);
    assert!(seen.iter().all(|seen| *seen > 3), "{seen:?}");
}
