//! Edits of the board of a record, and the board after any ply.

use super::board_edits::EditedBoard;
use super::board_log::{KeptBoard, SPACING};
use super::record::Record;
use crate::chess::{Move, Position, Square};

impl Record {
    /// Changes the board other than by a move. `change` also gets the square that the last move passed over, for en passant.
    pub(super) fn edit_board(&mut self, change: impl FnOnce(&mut EditedBoard, Option<Square>)) {
        let stood = self.plies();
        let mut board = self.board_after(stood);
        change(&mut board, self.passed_square(stood));
        self.log.boards.keep_edited(stood, board);
        self.take_up_edited_board();
        // The edit may leave a king in check that no move gave.
        self.mark_irregular(stood + 1);
    }

    /// Takes up the board of the last edit after the current ply, if there was one.
    pub(super) fn take_up_edited_board(&mut self) {
        let ply = self.plies();
        let boards = &mut self.log.boards;
        let index = boards.edited.binary_search_by_key(&ply, |kept| kept.ply);
        if let Some(kept) = index.ok().and_then(|index| boards.edited.get(index)) {
            boards.lacks_a_man = kept.board.lacks_a_man();
            self.position = *kept.board.position();
            self.refresh_threats();
            self.replay.history.note_turn_out_of_order();
        }
    }

    /// Takes the kept boards back to the first `keep` plies and returns the board there. Later edits stay done.
    pub(super) fn rewind_boards(&mut self, keep: u32) -> Position {
        let is_edited_later = self.log.boards.edited.last().is_some_and(|kept| kept.ply > keep);
        let later = is_edited_later.then(|| self.board_after(self.plies()));
        self.log.boards.forget_after(keep);
        let mut board = self.board_after(keep);
        let passed = self.passed_square(keep);
        if later.is_some_and(|later| board.apply_later_edits(&later, passed)) {
            self.log.boards.keep_edited(keep, board.clone());
        } else {
            self.log.boards.lacks_a_man = board.lacks_a_man();
        }
        *board.position()
    }

    /// The board after a ply. Keeps checkpoints on the way.
    pub(super) fn board_after(&mut self, ply: u32) -> EditedBoard {
        let (mut reached, mut board) = match self.log.boards.nearest(ply) {
            Some(kept) => (kept.ply, kept.board.clone()),
            None => (0, EditedBoard::new(&self.start)),
        };
        while reached < ply {
            let Some(played) = self.moves.get(reached as usize) else { break };
            if let Some(turn) = self.log.turn_taken(reached) {
                board.set_turn(turn);
            }
            board.play(played);
            reached += 1;
            if reached.is_multiple_of(SPACING) {
                self.log.boards.checkpoints.push(KeptBoard { ply: reached, board: board.clone() });
            }
        }
        board
    }

    /// The position after a ply, with the edits made by then.
    pub fn position_after(&self, ply: u32) -> Position {
        match self.log.boards.nearest(ply) {
            Some(kept) => self.play_moves(*kept.board.position(), kept.ply, ply),
            None => self.play_moves(self.start, 0, ply),
        }
    }

    /// The position after `to` plies. `position` is the one after `from` plies.
    pub fn play_on(&self, position: Position, from: u32, to: u32) -> Position {
        match self.log.boards.nearest(to) {
            Some(kept) if kept.ply > from => self.play_moves(*kept.board.position(), kept.ply, to),
            _ => self.play_moves(position, from, to),
        }
    }

    fn play_moves(&self, mut position: Position, from: u32, to: u32) -> Position {
        for (played, stood) in self.moves.from(from as usize).zip(from..to) {
            if let Some(turn) = self.log.turn_taken(stood) {
                position.set_turn(turn);
            }
            position.play(played);
        }
        position
    }

    /// The square that a pawn passed over with the move of a ply.
    fn passed_square(&self, stood: u32) -> Option<Square> {
        match stood.checked_sub(1) {
            None => self.start.en_passant(),
            Some(last) => self.moves.get(last as usize).and_then(Move::passed),
        }
    }
}
