//! The standing moves, each with the offset of its token. Both are in one list, so that one push records a move.

use crate::chess::{Meaning, Move, Position, San};

#[derive(Clone, Copy, Debug)]
struct Standing {
    /// The offset of its token in the chunk.
    token: u32,
    played: Move,
}

#[derive(Clone, Debug, Default)]
pub struct MoveList(Vec<Standing>);

impl MoveList {
    pub(crate) fn with_capacity(moves: usize) -> Self {
        Self(Vec::with_capacity(moves))
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Move> + ExactSizeIterator + Clone + '_ {
        self.0.iter().map(|standing| standing.played)
    }

    pub(crate) fn from(&self, index: usize) -> impl Iterator<Item = Move> + '_ {
        self.0.get(index..).unwrap_or_default().iter().map(|standing| standing.played)
    }

    pub fn get(&self, index: usize) -> Option<Move> {
        self.0.get(index).map(|standing| standing.played)
    }

    pub fn last(&self) -> Option<Move> {
        self.0.last().map(|standing| standing.played)
    }

    /// The offsets of the tokens, in the order of the moves.
    pub(crate) fn tokens(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().map(|standing| standing.token)
    }

    pub(crate) fn token(&self, index: usize) -> Option<u32> {
        self.0.get(index).map(|standing| standing.token)
    }

    /// The index of the move whose token begins at an offset. The list must be in the order of the text.
    pub(crate) fn index_of(&self, token: u32) -> Option<usize> {
        self.0.binary_search_by_key(&token, |standing| standing.token).ok()
    }

    #[inline]
    pub(crate) fn push(&mut self, played: Move, token: u32) {
        self.0.push(Standing { token, played });
    }

    pub(crate) fn replace(&mut self, index: usize, played: Move) {
        if let Some(standing) = self.0.get_mut(index) {
            standing.played = played;
        }
    }

    pub(crate) fn truncate(&mut self, moves: usize) {
        self.0.truncate(moves);
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Reserves memory for this many moves in total.
    pub(crate) fn reserve_to(&mut self, moves: usize) {
        self.0.reserve_exact(moves.saturating_sub(self.0.len()));
    }

    pub(crate) fn shrink_to(&mut self, moves: usize) {
        self.0.shrink_to(moves);
    }
}

/// A move as the score or a command states it, in any notation.
pub(crate) trait StatedMove {
    /// Its meaning on `board`, which the moves of `made` led to.
    fn meaning_after(&self, board: &Position, made: &MoveList) -> Meaning;
}

impl StatedMove for San {
    fn meaning_after(&self, board: &Position, _: &MoveList) -> Meaning {
        board.meaning(*self)
    }
}
