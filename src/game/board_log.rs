//! The boards kept beside the list of moves: those that acts edited, and checkpoints for retractions.
//!
//! A game without acts keeps none. The board after any number of moves is found by playing on from the nearest kept board.

use crate::chess::{Move, Position, Square};

use super::board_edits::EditedBoard;
use super::record::Record;

/// Plies from one checkpoint to the next.
const SPACING: u32 = 32;

/// The boards that a game with edits or retractions needs, and no other.
#[derive(Debug, Default)]
pub(crate) struct BoardLog {
    /// The boards that an act left, in the order of the plies; for each ply the last.
    edited: Vec<KeptBoard>,
    /// Boards after every [`SPACING`] plies, as far as a retraction or an edit has needed them.
    checkpoints: Vec<KeptBoard>,
    /// Whether a man is off the board now that can be put back.
    lacks_a_man: bool,
}

#[derive(Debug)]
struct KeptBoard {
    ply: u32,
    board: EditedBoard,
}

impl BoardLog {
    pub(crate) fn clear(&mut self) {
        self.edited.clear();
        self.checkpoints.clear();
        self.lacks_a_man = false;
    }

    /// Goes back to the first position, before the board is set up again.
    pub(crate) fn begin(&mut self) {
        self.lacks_a_man = false;
    }

    /// Whether only moves changed the board.
    pub(crate) fn is_unedited(&self) -> bool {
        self.edited.is_empty()
    }

    /// Whether a man is off the board now that can be put back.
    #[inline]
    pub(crate) fn lacks_a_man(&self) -> bool {
        self.lacks_a_man
    }

    /// Whether a man that fell from a square is off the board.
    pub(crate) fn has_fallen_from(&self, square: Square) -> bool {
        self.edited.last().is_some_and(|kept| kept.board.has_fallen_from(square))
    }

    /// Whether the board was edited with more than so many moves standing.
    fn is_edited_after(&self, ply: u32) -> bool {
        self.edited.last().is_some_and(|kept| kept.ply > ply)
    }

    /// The position that an edit left with so many moves standing.
    pub(crate) fn edited_at(&mut self, ply: u32) -> Option<Position> {
        let index = self.edited.binary_search_by_key(&ply, |kept| kept.ply).ok()?;
        let kept = self.edited.get(index)?;
        self.lacks_a_man = kept.board.lacks_a_man();
        Some(*kept.board.position())
    }

    /// The last board kept after so many moves or fewer.
    fn nearest(&self, ply: u32) -> Option<&KeptBoard> {
        let last_of = |boards: &'_ [KeptBoard]| boards.partition_point(|kept| kept.ply <= ply).checked_sub(1);
        let edited = last_of(&self.edited).and_then(|index| self.edited.get(index));
        let checkpoint = last_of(&self.checkpoints).and_then(|index| self.checkpoints.get(index));
        match (edited, checkpoint) {
            (Some(edited), Some(checkpoint)) if checkpoint.ply > edited.ply => Some(checkpoint),
            (edited, checkpoint) => edited.or(checkpoint),
        }
    }

    /// Keeps the board that an edit left with so many moves standing.
    fn keep_edited(&mut self, ply: u32, board: EditedBoard) {
        self.forget_checkpoints_from(ply);
        self.edited.pop_if(|kept| kept.ply == ply);
        self.lacks_a_man = board.lacks_a_man();
        self.edited.push(KeptBoard { ply, board });
    }

    /// The board is no longer what it was after so many moves.
    pub(crate) fn forget_checkpoints_from(&mut self, ply: u32) {
        while self.checkpoints.pop_if(|kept| kept.ply >= ply).is_some() {}
    }

    fn forget_after(&mut self, ply: u32) {
        self.forget_checkpoints_from(ply + 1);
        while self.edited.pop_if(|kept| kept.ply > ply).is_some() {}
    }
}

impl Record {
    /// Changes the board otherwise than by a move. The change is also given the square that the last move passed over.
    pub(crate) fn edit_board(&mut self, change: impl FnOnce(&mut EditedBoard, Option<Square>)) {
        let stood = self.plies();
        let mut board = self.board_after(stood);
        change(&mut board, self.passed_square(stood));
        self.boards.keep_edited(stood, board);
        self.take_up_edited_board();
        // The edit may leave a king in check that no move gave.
        self.grow_irregular(stood + 1);
    }

    /// Takes up the board that an edit left with as many moves standing as stand now, if one did.
    pub(crate) fn take_up_edited_board(&mut self) {
        if let Some(position) = self.boards.edited_at(self.plies()) {
            self.position = position;
            self.look_around();
            self.history.turns_broken();
        }
    }

    /// The board after the first `keep` moves, once the others go back; edits made since stay done.
    pub(crate) fn board_gone_back_to(&mut self, keep: u32) -> Position {
        let later = self.boards.is_edited_after(keep).then(|| self.board_after(self.plies()));
        self.boards.forget_after(keep);
        let mut board = self.board_after(keep);
        let passed = self.passed_square(keep);
        if later.is_some_and(|later| board.keep_edits_of(&later, passed)) {
            self.boards.keep_edited(keep, board.clone());
        } else {
            self.boards.lacks_a_man = board.lacks_a_man();
        }
        *board.position()
    }

    /// The board after so many of the moves that stand; checkpoints on the way are kept.
    pub(crate) fn board_after(&mut self, ply: u32) -> EditedBoard {
        let (mut reached, mut board) = match self.boards.nearest(ply) {
            Some(kept) => (kept.ply, kept.board.clone()),
            None => (0, EditedBoard::new(&self.start)),
        };
        while reached < ply {
            let Some(played) = self.moves.get(reached as usize) else { break };
            if let Some(turn) = self.turn_taken(reached) {
                board.set_turn(turn);
            }
            board.play(played);
            reached += 1;
            if reached.is_multiple_of(SPACING) {
                self.boards.checkpoints.push(KeptBoard { ply: reached, board: board.clone() });
            }
        }
        board
    }

    /// The position after so many plies, with the edits made by then.
    pub fn position_after(&self, ply: u32) -> Position {
        match self.boards.nearest(ply) {
            Some(kept) => self.play_moves(*kept.board.position(), kept.ply, ply),
            None => self.play_moves(self.start, 0, ply),
        }
    }

    /// The position after `to` plies, played on from the one after `from` plies.
    pub fn play_on(&self, position: Position, from: u32, to: u32) -> Position {
        match self.boards.nearest(to) {
            Some(kept) if kept.ply > from => self.play_moves(*kept.board.position(), kept.ply, to),
            _ => self.play_moves(position, from, to),
        }
    }

    fn play_moves(&self, mut position: Position, from: u32, to: u32) -> Position {
        for (played, stood) in self.moves.from(from as usize).zip(from..to) {
            if let Some(turn) = self.turn_taken(stood) {
                position.set_turn(turn);
            }
            position.play(played);
        }
        position
    }

    /// The square that a pawn passed over with the last of so many moves.
    fn passed_square(&self, stood: u32) -> Option<Square> {
        match stood.checked_sub(1) {
            None => self.start.en_passant(),
            Some(last) => self.moves.get(last as usize).and_then(Move::passed),
        }
    }
}
