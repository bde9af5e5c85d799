//! Short searches that can only prove that there is no mate, or find one by checks alone.

use hashbrown::HashSet;

use super::board::SearchBoard;
use super::legal_moves::LegalMoves;
use super::material::white_cannot_mate;
use super::mobility::is_statically_unwinnable;
use super::prospect::Prospect;
use crate::chess::{Color, Move, Role};

/// The number of nodes after which a side is assumed to have only pawn moves.
const PAWN_PROBE_NODES: u32 = 1000;
/// The greatest number of positions of a closure.
const CLOSURE_POSITIONS: usize = 3000;
/// The greatest length of a chain of checks, in plies.
const CHECK_CHAIN_PLIES: u32 = 16;

/// Whether a side has only pawn moves in a short search.
pub(super) fn has_pawn_bound_side(board: &SearchBoard) -> bool {
    let mut probe = PawnProbe { other_moves: [false; 2], nodes: 0 };
    probe.look(board);
    probe.other_moves.contains(&false)
}

struct PawnProbe {
    /// By side, whether a move of another man was seen.
    other_moves: [bool; 2],
    nodes: u32,
}

impl PawnProbe {
    fn look(&mut self, board: &SearchBoard) {
        for candidate in LegalMoves::of(board) {
            if candidate.role != Role::Pawn {
                let [white, black] = &mut self.other_moves;
                *(if board.turn() == Color::White { white } else { black }) = true;
            }
            self.nodes += 1;
            if self.is_over() {
                return;
            }
            self.look(&board.after(candidate));
            if self.is_over() {
                return;
            }
        }
    }

    fn is_over(&self) -> bool {
        self.nodes >= PAWN_PROBE_NODES || self.other_moves == [true; 2]
    }
}

/// Whether no position that can arise is a mate of Black. False also if there are too many positions.
pub(super) fn is_closed_without_mate(board: &SearchBoard) -> bool {
    let mut seen = HashSet::new();
    seen.insert(*board);
    let mut waiting = vec![*board];
    while !waiting.is_empty() {
        let mut next = Vec::new();
        for now in &waiting {
            if white_cannot_mate(now) {
                continue;
            }
            let mut moves = LegalMoves::of(now);
            if moves.is_black_mated() {
                return false;
            }
            for candidate in moves {
                let after = now.after(candidate);
                if seen.insert(after) {
                    if seen.len() > CLOSURE_POSITIONS {
                        return false;
                    }
                    next.push(after);
                }
            }
        }
        waiting = next;
    }
    true
}

/// Follows every first move, and then only moves that give check; positions after other moves are judged by static
/// analysis. `line` holds the moves played so far.
pub(super) fn follow_checks(board: &SearchBoard, line: Vec<Move>) -> Prospect {
    CheckChain { visited: HashSet::new(), line }.follow(board, 0)
}

struct CheckChain {
    visited: HashSet<SearchBoard>,
    line: Vec<Move>,
}

impl CheckChain {
    fn follow(&mut self, board: &SearchBoard, depth: u32) -> Prospect {
        if depth > CHECK_CHAIN_PLIES {
            return Prospect::Undetermined;
        }
        self.visited.insert(*board);
        let mut moves = LegalMoves::of(board);
        if moves.is_black_mated() {
            return Prospect::Helpmate(self.line.clone());
        }
        for candidate in moves {
            let after = board.after(candidate);
            if self.visited.contains(&after) {
                continue;
            }
            if depth == 0 || after.in_check() {
                self.line.push(candidate.played);
                match self.follow(&after, depth + 1) {
                    Prospect::NoHelpmate => {}
                    answer => return answer,
                }
                self.line.pop();
            } else if !is_statically_unwinnable(&after) {
                return Prospect::Undetermined;
            }
        }
        Prospect::NoHelpmate
    }
}
