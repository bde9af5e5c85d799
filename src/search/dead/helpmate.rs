//! The search for a helpmate: iterative deepening, with promising moves searched deeper than others.
//!
//! A node is one legal move visited. Every limit is a number of nodes or plies, so the answer is the same on every run.

use std::ops::RangeInclusive;

use hashbrown::{HashMap, HashSet};

use super::board::SearchBoard;
use super::extension::{BishopDistances, Extension, extension};
use super::legal_moves::LegalMoves;
use super::material::white_cannot_mate;
use super::prospect::Prospect;
use crate::chess::Move;

/// The greatest length of a line, in plies.
const LONGEST_LINE: usize = 128;
/// The greatest number of forced moves played before the search; the longest known sequence has 15.
const FORCED_MOVES: usize = 16;

/// The state of the search. Phases share it: each sets its limits and tables.
pub(super) struct HelpmateSearch {
    /// The current depth, in plies.
    max_depth: u8,
    /// The limit of nodes of one depth, per ply of depth; `None` for no limit.
    pub(super) nodes_per_ply: Option<u64>,
    /// The limit of nodes of a phase.
    pub(super) max_nodes: u64,
    nodes_of_depth: u64,
    nodes_before: u64,
    /// Whether a limit left part of the tree unexplored.
    interrupted: bool,
    /// The moves from the first position to the current one.
    pub(super) line: Vec<Move>,
    /// Whether the last move was searched deeper. Then the reply costs no depth either, or the gain would be lost.
    just_extended: bool,
    /// For each position, the largest number of plies left with which it was searched without a mate.
    pub(super) table: Option<HashMap<SearchBoard, u8>>,
    /// Moves after which no mate is possible.
    pub(super) fruitless: HashSet<Move>,
    pub(super) bishop_distances: Option<BishopDistances>,
}

impl HelpmateSearch {
    pub(super) fn new() -> Self {
        Self {
            max_depth: 0,
            nodes_per_ply: None,
            max_nodes: 1_000_000,
            nodes_of_depth: 0,
            nodes_before: 0,
            interrupted: false,
            line: Vec::with_capacity(LONGEST_LINE),
            just_extended: false,
            table: None,
            fruitless: HashSet::new(),
            bishop_distances: None,
        }
    }

    /// Plays moves while there is only one legal move. `None` if a position recurs: then the game repeats for ever.
    pub(super) fn play_forced_moves(&mut self, board: &SearchBoard) -> Option<SearchBoard> {
        let mut now = *board;
        let mut seen = vec![now];
        for _ in 0..FORCED_MOVES {
            let mut moves = LegalMoves::of(&now);
            let Some(only) = moves.next() else { break };
            if !moves.is_over() {
                break;
            }
            now = now.after(only);
            self.line.push(only.played);
            if seen.contains(&now) {
                return None;
            }
            seen.push(now);
        }
        Some(now)
    }

    /// Searches with growing depth. [`Prospect::NoHelpmate`] if a depth was searched completely.
    pub(super) fn deepen(&mut self, board: &SearchBoard, depths: RangeInclusive<u8>) -> Prospect {
        self.nodes_before = 0;
        for depth in depths {
            self.max_depth = depth;
            // The last depth of the phase before counts towards this phase.
            self.nodes_before += self.nodes_of_depth;
            self.nodes_of_depth = 0;
            self.interrupted = false;
            if self.finds_mate(board, 0) {
                return Prospect::Helpmate(self.line.clone());
            }
            if !self.interrupted {
                return Prospect::NoHelpmate;
            }
        }
        Prospect::Undetermined
    }

    /// Whether a mate is found from here, at a depth of `depth` counted plies. Then `line` leads to it.
    fn finds_mate(&mut self, board: &SearchBoard, depth: u8) -> bool {
        let plies_left = self.max_depth.saturating_sub(depth);
        if let Some(table) = &self.table
            && table.get(board).is_some_and(|searched| *searched >= plies_left)
        {
            return false;
        }
        let mut moves = LegalMoves::of(board);
        if moves.is_over() {
            return moves.is_black_mated();
        }
        if white_cannot_mate(board) {
            return false;
        }
        if depth >= self.max_depth || self.line.len() >= LONGEST_LINE {
            self.interrupted = true;
            return false;
        }
        if let Some(table) = &mut self.table {
            table.insert(*board, plies_left);
        }
        for candidate in moves {
            self.nodes_of_depth += 1;
            if self.is_spent() {
                self.interrupted = true;
                return false;
            }
            let extension = if self.fruitless.contains(&candidate.played) {
                Extension::Shallower
            } else {
                extension(board, candidate, self.bishop_distances.as_ref())
            };
            let depth_after = match extension {
                Extension::Deeper => depth,
                Extension::Shallower => depth + 4,
                Extension::None => depth + u8::from(!self.just_extended),
            };
            self.line.push(candidate.played);
            let was_extended = std::mem::replace(&mut self.just_extended, extension == Extension::Deeper);
            if self.finds_mate(&board.after(candidate), depth_after) {
                return true;
            }
            self.just_extended = was_extended;
            self.line.pop();
        }
        false
    }

    fn is_spent(&self) -> bool {
        let of_depth =
            self.nodes_per_ply.is_some_and(|nodes| self.nodes_of_depth > u64::from(self.max_depth) * nodes);
        of_depth || self.nodes_before + self.nodes_of_depth > self.max_nodes
    }
}
