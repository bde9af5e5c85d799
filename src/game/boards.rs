//! The board of a record at any moment, and its edits.

use crate::chess::{Move, Position, Square};

use super::board_edits::EditedBoard;
use super::record::Record;

impl Record {
    /// Changes the board otherwise than by a move. The change is also given the square that the last move passed over.
    pub(crate) fn edit_board(&mut self, change: impl FnOnce(&mut EditedBoard, Option<Square>)) {
        let stood = self.plies();
        let mut board = self.board_after(stood);
        change(&mut board, self.passed_square(stood));
        self.log.boards.keep_edited(stood, board);
        self.take_up_edited_board();
        // The edit may leave a king in check that no move gave.
        self.grow_irregular(stood + 1);
    }

    /// Takes up the board that an edit left with as many moves standing as stand now, if one did.
    pub(crate) fn take_up_edited_board(&mut self) {
        if let Some(position) = self.log.boards.edited_at(self.plies()) {
            self.position = position;
            self.look_around();
            self.replay.history.turns_broken();
        }
    }

    /// The board after the first `keep` moves, once the others go back; edits made since stay done.
    pub(crate) fn board_gone_back_to(&mut self, keep: u32) -> Position {
        let later = self.log.boards.is_edited_after(keep).then(|| self.board_after(self.plies()));
        self.log.boards.forget_after(keep);
        let mut board = self.board_after(keep);
        let passed = self.passed_square(keep);
        if later.is_some_and(|later| board.keep_edits_of(&later, passed)) {
            self.log.boards.keep_edited(keep, board.clone());
        } else {
            self.log.boards.take_up(&board);
        }
        *board.position()
    }

    /// The board after so many of the moves that stand; checkpoints on the way are kept.
    pub(crate) fn board_after(&mut self, ply: u32) -> EditedBoard {
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
            self.log.boards.keep_checkpoint(reached, &board);
        }
        board
    }

    /// The position after so many plies, with the edits made by then.
    pub fn position_after(&self, ply: u32) -> Position {
        match self.log.boards.nearest(ply) {
            Some(kept) => self.play_moves(*kept.board.position(), kept.ply, ply),
            None => self.play_moves(self.start, 0, ply),
        }
    }

    /// The position after `to` plies, played on from the one after `from` plies.
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

    /// The square that a pawn passed over with the last of so many moves.
    fn passed_square(&self, stood: u32) -> Option<Square> {
        match stood.checked_sub(1) {
            None => self.start.en_passant(),
            Some(last) => self.moves.get(last as usize).and_then(Move::passed),
        }
    }
}
