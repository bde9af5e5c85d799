//! Counts that lead to a draw: repetitions of a position, and moves without a capture or pawn move.

use crate::chess::{Move, MoveKind, Position, Role};
use crate::game::{History, Record};
use crate::law::{Count, CountFrom, CountOf, CountReset, Provision, SameBy};

/// A longer series of moves that is repeated is not found. In plies.
const LONGEST_SERIES: usize = 100;

/// An occurrence of a position.
#[derive(Clone, Copy)]
struct Occurrence {
    ply: u32,
    /// The number of occurrences so far.
    times: u32,
    /// Whether an irreversible move led to the position.
    is_fresh: bool,
}

/// The plies at which a count reaches its number: one for each series of moves without a reset. A count of
/// consecutive occurrences has every such ply, because a right that must exist at the end is looked up there.
pub(crate) fn plies_reached(record: &Record, count: &Count) -> Vec<u32> {
    if count.from != CountFrom::Start {
        return Vec::new();
    }
    let common_resets = resets_like_halfmove_clock(count);
    let mut plies = match (count.of, count.n, count.same) {
        _ if !count.limits.is_empty() => plies_reached_by_limits(record, count),
        (CountOf::Occurrences, 3, SameBy::Moves) => record.facts.thirds.clone(),
        (CountOf::Occurrences, 5, SameBy::Moves) => record.facts.fifth.into_iter().collect(),
        (CountOf::Occurrences, n, same) => occurrences(record, n, same),
        (CountOf::OccurrencesInARow, n, same) => occurrences_in_a_row(record, n, same),
        (CountOf::SeriesOfMoves, n, _) => repeated_series(record, n),
        (CountOf::MovesEach, 50, _) if common_resets => record.facts.fifties.clone(),
        (CountOf::MovesEach, 75, _) if common_resets => record.facts.seventy_five.into_iter().collect(),
        (CountOf::MovesEach, n, _) => quiet_moves(record, n, &count.resets),
    };
    if let Some(from) = record.facts.doubtful {
        plies.retain(|ply| *ply < from);
    }
    plies
}

/// The number that a count must reach if these positions have occurred since its last reset.
pub(crate) fn number_due<'p>(count: &Count, positions: impl IntoIterator<Item = &'p Position>) -> u32 {
    if count.limits.is_empty() {
        return count.n;
    }
    let mut n = count.n;
    for position in positions {
        let larger = count.limits.iter().filter(|limit| limit.n > n && limit.includes(position));
        n = larger.map(|limit| limit.n).max().unwrap_or(n);
    }
    n
}

/// The number that a count must reach after a ply.
pub(crate) fn number_due_at(record: &Record, count: &Count, ply: u32) -> u32 {
    let mut n = count.n;
    if !count.limits.is_empty() {
        each_number_due(record, count, |at, due, _| {
            if at <= ply {
                n = due;
            }
        });
    }
    n
}

fn plies_reached_by_limits(record: &Record, count: &Count) -> Vec<u32> {
    let mut reached = Vec::new();
    if record.plies().saturating_add(record.start.halfmove()) < count.n.saturating_mul(2) {
        return reached;
    }
    let mut is_reached = false;
    each_number_due(record, count, |ply, n, quiet| {
        let is_complete = quiet >= n.saturating_mul(2);
        if is_complete && !is_reached {
            reached.push(ply);
        }
        is_reached = is_complete;
    });
    reached
}

/// Calls `see` with each ply, the number that the count must reach and the plies since the last reset.
fn each_number_due(record: &Record, count: &Count, mut see: impl FnMut(u32, u32, u32)) {
    let mut position = record.start;
    let mut quiet = position.halfmove();
    let mut n = number_due(count, [&position]);
    see(0, n, quiet);
    for (played, ply) in record.moves.iter().zip(1..) {
        let is_reset = resets(&position, played, &count.resets);
        position.play(played);
        let due = number_due(count, [&position]);
        (n, quiet) = if is_reset { (due, 0) } else { (n.max(due), quiet.saturating_add(1)) };
        see(ply, n, quiet);
    }
}

/// Whether the `Facts` of the record answer a count that ends the game without a claim.
pub(crate) fn is_among_facts(count: &Count) -> bool {
    matches!(
        (count.of, count.n, count.same),
        (CountOf::Occurrences, 5, SameBy::Moves) | (CountOf::MovesEach, 75, _)
    )
}

/// Whether a draw can be claimed under the provision after the last move.
pub(crate) fn is_claimable_at_end(record: &Record, provision: &Provision) -> bool {
    let Some(count) = provision.claim.as_ref().and(provision.required_count()) else { return false };
    let last = record.plies();
    if count.from != CountFrom::Start || last == 0 {
        return false;
    }
    match (count.of, number_due_at(record, count, last), count.same) {
        (CountOf::Occurrences, 3, SameBy::Moves) => record.repeated_at_end(),
        (CountOf::Occurrences, n, same) => occurs_at_end(record, n, same),
        (CountOf::OccurrencesInARow | CountOf::SeriesOfMoves, ..) => {
            plies_reached(record, count).last() == Some(&last)
        }
        (CountOf::MovesEach, n, _) if resets_like_halfmove_clock(count) => {
            record.position.halfmove() >= n.saturating_mul(2)
        }
        (CountOf::MovesEach, n, _) => each_quiet(record, n, &count.resets, |_, _| ()) >= n.saturating_mul(2),
    }
}

/// The plies at which a position first occurs for the nth time, one for each series of reversible moves.
fn occurrences(record: &Record, n: u32, same: SameBy) -> Vec<u32> {
    let mut reached = Vec::new();
    if !may_have_occurred(record, n, same) {
        return reached;
    }
    let mut is_reached = false;
    each_occurrence(record, same, |at| {
        is_reached &= !at.is_fresh;
        if at.times >= n && !is_reached {
            is_reached = true;
            reached.push(at.ply);
        }
    });
    reached
}

/// Whether a position can have occurred `n` times; if not, no replay is needed.
fn may_have_occurred(record: &Record, n: u32, same: SameBy) -> bool {
    match same {
        SameBy::Moves => record.max_occurrences() >= n,
        SameBy::Placement => n < 3 || record.may_have_recurred(),
    }
}

/// The plies at which a position occurs for the nth time in succession, each time after two moves of each
/// player.
fn occurrences_in_a_row(record: &Record, n: u32, same: SameBy) -> Vec<u32> {
    const ROUND: usize = 4;
    let back = ROUND.saturating_mul(n.saturating_sub(1) as usize);
    if record.moves.len() < back || !may_have_occurred(record, n, same) {
        return Vec::new();
    }
    let mut position = record.start;
    let mut keys = vec![repetition_key(&position, same)];
    let mut reached = Vec::new();
    for (played, ply) in record.moves.iter().zip(1..) {
        position.play(played);
        keys.push(repetition_key(&position, same));
        let before = keys.len().checked_sub(back + 1).map(|first| keys.iter().skip(first).step_by(ROUND));
        let now = keys.last();
        if before.is_some_and(|mut before| before.all(|key| Some(key) == now)) {
            reached.push(ply);
        }
    }
    reached
}

/// The plies at which a series of moves of both players has been made `n` times in succession.
fn repeated_series(record: &Record, n: u32) -> Vec<u32> {
    if !may_have_occurred(record, n, SameBy::Placement) {
        return Vec::new();
    }
    let moves: Vec<Move> = record.moves.iter().collect();
    let reach = LONGEST_SERIES.saturating_mul(n as usize);
    let is_reached = |ply: &u32| {
        let plies = *ply as usize;
        moves.get(plies.saturating_sub(reach)..plies).is_some_and(|latest| times_in_succession(latest) >= n)
    };
    (1..=record.plies()).filter(is_reached).collect()
}

/// How often the last moves, a series of both players, were made in succession.
pub(crate) fn times_in_succession(moves: &[Move]) -> u32 {
    let longest = LONGEST_SERIES.min(moves.len() / 2);
    let series = (2..=longest).step_by(2).map(|plies| {
        let mut blocks = moves.rchunks_exact(plies);
        let last = blocks.next();
        blocks.take_while(|block| Some(*block) == last).zip(2..).last().map_or(1, |(_, times)| times)
    });
    series.max().unwrap_or(1)
}

fn occurs_at_end(record: &Record, n: u32, same: SameBy) -> bool {
    let at_most = match same {
        SameBy::Moves => record.max_occurrences(),
        SameBy::Placement => record.max_occurrences_of_last_placement(),
    };
    at_most >= n && each_occurrence(record, same, |_| ()) >= n
}

/// Calls `see` with the position after each move; returns how often the last position has occurred.
fn each_occurrence(record: &Record, same: SameBy, mut see: impl FnMut(Occurrence)) -> u32 {
    let mut position = record.start;
    let mut history = History::default();
    history.start(repetition_key(&position, same));
    if !record.nonstandard_moves.is_empty() {
        history.note_turn_out_of_order();
    }
    let mut times = 0;
    for (played, ply) in record.moves.iter().zip(1..) {
        position.play(played);
        times = history.push(repetition_key(&position, same), position.halfmove());
        see(Occurrence { ply, times, is_fresh: position.halfmove() == 0 });
    }
    times
}

/// The plies at which `n` moves of each player have passed since a move that resets the count.
fn quiet_moves(record: &Record, n: u32, resetting: &[CountReset]) -> Vec<u32> {
    let mut reached = Vec::new();
    if record.start.halfmove() >= n.saturating_mul(2) {
        reached.push(0);
    }
    each_quiet(record, n, resetting, |ply, quiet| {
        if quiet == n.saturating_mul(2) {
            reached.push(ply);
        }
    });
    reached
}

/// Calls `see` with each ply and the number of plies since the last reset; returns that number at the end. A
/// game too short for `n` moves of each player is skipped.
fn each_quiet(record: &Record, n: u32, resetting: &[CountReset], mut see: impl FnMut(u32, u32)) -> u32 {
    if record.plies().saturating_add(record.start.halfmove()) < n.saturating_mul(2) {
        return 0;
    }
    let mut quiet = record.start.halfmove();
    let mut take = |ply: u32, is_reset: bool| {
        quiet = if is_reset { 0 } else { quiet.saturating_add(1) };
        see(ply, quiet);
    };
    if resetting == [CountReset::Capture]
        && let Some(captures) = record.captures_by_move()
    {
        captures.zip(1..).for_each(|(takes, ply)| take(ply, takes));
        return quiet;
    }
    let mut position = record.start;
    for (played, ply) in record.moves.iter().zip(1..) {
        let is_reset = resets(&position, played, resetting);
        position.play(played);
        take(ply, is_reset);
    }
    quiet
}

/// Whether the same moves reset the count and the halfmove clock.
pub(crate) fn resets_like_halfmove_clock(count: &Count) -> bool {
    count.resets.contains(&CountReset::Capture) && count.resets.contains(&CountReset::PawnMove)
}

pub(crate) fn resets(before: &Position, played: Move, resetting: &[CountReset]) -> bool {
    let taken = before.man_at(played.to()).filter(|_| !played.is_castling());
    resetting.iter().any(|reset| match reset {
        CountReset::Capture => taken.is_some() || played.kind() == MoveKind::EnPassant,
        CountReset::CaptureOfPiece => taken.is_some_and(|man| man.role != Role::Pawn),
        CountReset::PawnMove => before.man_at(played.from()).is_some_and(|man| man.role == Role::Pawn),
    })
}

pub(crate) fn repetition_key(position: &Position, same: SameBy) -> u64 {
    match same {
        SameBy::Moves => position.key(),
        SameBy::Placement => position.placement_key(),
    }
}
