//! The moves that stand, each with the place of its token: one list, so that keeping a move is one step.

use crate::chess::{Meaning, Move, Position, San};

/// A move that stands.
#[derive(Clone, Copy, Debug)]
struct Standing {
    /// The first byte of its token.
    token: u32,
    played: Move,
}

/// The moves of a game that stand at its end.
#[derive(Clone, Debug, Default)]
pub struct MoveList(Vec<Standing>);

impl MoveList {
    pub(crate) fn with_capacity(moves: usize) -> Self {
        Self(Vec::with_capacity(moves))
    }

    /// How many there are, in plies.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The moves in their order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Move> + ExactSizeIterator + Clone + '_ {
        self.0.iter().map(|standing| standing.played)
    }

    /// The moves from an index on.
    pub fn from(&self, index: usize) -> impl Iterator<Item = Move> + '_ {
        self.0.get(index..).unwrap_or_default().iter().map(|standing| standing.played)
    }

    /// The move of an index.
    pub fn get(&self, index: usize) -> Option<Move> {
        self.0.get(index).map(|standing| standing.played)
    }

    /// The last.
    pub fn last(&self) -> Option<Move> {
        self.0.last().map(|standing| standing.played)
    }

    /// The first bytes of their tokens, in the order of the moves.
    pub(crate) fn tokens(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().map(|standing| standing.token)
    }

    /// The first byte of the token of the move of an index.
    pub(crate) fn token(&self, index: usize) -> Option<u32> {
        self.0.get(index).map(|standing| standing.token)
    }

    /// The index of the move whose token begins at a place. The list must be in the order of the text.
    pub(crate) fn index_of(&self, token: u32) -> Option<usize> {
        self.0.binary_search_by_key(&token, |standing| standing.token).ok()
    }

    #[inline]
    pub(crate) fn push(&mut self, played: Move, token: u32) {
        self.0.push(Standing { token, played });
    }

    /// The move of an index is another.
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

    /// Makes room for so many moves in all.
    pub(crate) fn reserve_to(&mut self, moves: usize) {
        self.0.reserve_exact(moves.saturating_sub(self.0.len()));
    }

    /// Gives back memory for more than so many moves.
    pub(crate) fn shrink_to(&mut self, moves: usize) {
        self.0.shrink_to(moves);
    }
}

/// A move as the score or a command states it, in whichever notation.
pub(crate) trait StatedMove {
    /// What it can mean on a board to which the moves of `made` led.
    fn meaning_after(&self, board: &Position, made: &MoveList) -> Meaning;
}

impl StatedMove for San {
    fn meaning_after(&self, board: &Position, _: &MoveList) -> Meaning {
        board.meaning(*self)
    }
}
