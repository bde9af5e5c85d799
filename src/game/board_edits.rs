//! A board that acts change as well as moves: men fall and are put back, and men set up wrongly are put right.
//!
//! These edits are not moves, so a retraction does not undo them. Every man has a number for that: when moves go back, a man
//! that has fallen since is removed from its earlier square, and a man put back is put back again. The replay and the
//! arbiter both use this board.

use crate::chess::{CastlingSquares, Color, Man, Move, MoveKind, Position, Square, castling_squares};

/// One correction of a wrong placement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlacementCorrection {
    /// A man goes from the square where it was set up to the square where it belongs.
    Moved { from: Square, to: Square },
    /// A man that belongs nowhere leaves the board.
    TakenOff(Square),
    /// A man that was left out is put on.
    PutOn(Square, Man),
}

impl PlacementCorrection {
    pub(crate) fn involves(self, square: Square) -> bool {
        match self {
            Self::Moved { from, to } => square == from || square == to,
            Self::TakenOff(here) | Self::PutOn(here, _) => square == here,
        }
    }
}

/// A position with the numbers of its men, on and off the board.
///
/// An edit recomputes the en passant square. For that, `passed` is the square that the last move took a pawn over.
#[derive(Clone, Debug)]
pub(crate) struct EditedBoard {
    position: Position,
    men: NumberedMen,
}

impl EditedBoard {
    pub(crate) fn new(start: &Position) -> Self {
        Self { position: *start, men: NumberedMen::of(start) }
    }

    pub(crate) fn from_parts(position: Position, men: NumberedMen) -> Self {
        Self { position, men }
    }

    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    pub(crate) fn men(&self) -> &NumberedMen {
        &self.men
    }

    pub(crate) fn set_turn(&mut self, turn: Color) {
        self.position.set_turn(turn);
    }

    pub(crate) fn play(&mut self, played: Move) {
        self.men.follow_move(played, &self.position);
        self.position.play(played);
    }

    /// Takes the man on a square, if any, off the board.
    pub(crate) fn drop_man(&mut self, square: Square, passed: Option<Square>) -> Option<Man> {
        let man = self.men.take_off(&mut self.position, square)?;
        self.position.set_en_passant_if_possible(passed);
        Some(man)
    }

    /// Puts the man that fell from this square back on it, or else the man that fell last. The square must be empty.
    pub(crate) fn restore(&mut self, square: Square, passed: Option<Square>) {
        self.men.put_back(&mut self.position, square);
        self.position.set_en_passant_if_possible(passed);
    }

    pub(crate) fn put_right(&mut self, righted: &[PlacementCorrection], passed: Option<Square>) {
        self.men.put_right(&mut self.position, righted);
        self.position.set_en_passant_if_possible(passed);
    }

    /// Makes a piece of a pawn left on its last rank.
    pub(crate) fn promote(&mut self, square: Square, piece: Man) {
        self.position.put(square, piece);
    }

    /// Applies to this board the edits made between it and `later`, after a retraction from there. Returns whether there
    /// were any.
    pub(crate) fn apply_later_edits(&mut self, later: &Self, passed: Option<Square>) -> bool {
        let changed = self.men.apply_later_edits(&mut self.position, &later.men);
        self.position.set_en_passant_if_possible(passed);
        changed
    }

    /// The square of the man that began on `began`, if it is on the board.
    pub(crate) fn square_of_man_from(&self, began: Square) -> Option<Square> {
        self.men.square_of(ManNumber(began.index()))
    }

    /// Whether a man that can be put back is off the board.
    pub(crate) fn lacks_a_man(&self) -> bool {
        !self.men.off.is_empty()
    }

    /// Whether a man that fell from this square is off the board.
    pub(crate) fn has_fallen_from(&self, square: Square) -> bool {
        self.men.off.iter().any(|off| off.square == square)
    }
}

/// The number of a man: the index of its first square, plus 64 for a man put on later.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ManNumber(u8);

impl ManNumber {
    const fn put_on(square: Square) -> Self {
        Self(64 + square.index())
    }
}

/// A man off the board, and the square that it left.
#[derive(Clone, Copy, Debug)]
struct OffBoard {
    number: ManNumber,
    square: Square,
    man: Man,
}

/// All men by their numbers. The lists are in the order of time.
#[derive(Clone, Debug)]
pub(crate) struct NumberedMen {
    on: [Option<ManNumber>; 64],
    off: Vec<OffBoard>,
    /// The men that were put back, each with its square then.
    returned: Vec<(ManNumber, Square)>,
    righted: Vec<PlacementCorrection>,
}

impl NumberedMen {
    fn of(start: &Position) -> Self {
        let mut on = [None; 64];
        for (slot, square) in on.iter_mut().zip(Square::all()) {
            *slot = start.man_at(square).map(|_| ManNumber(square.index()));
        }
        Self { on, off: Vec::new(), returned: Vec::new(), righted: Vec::new() }
    }

    /// Moves each man to the square where it belongs. If that is taken, the man stays where it is.
    fn put_right(&mut self, position: &mut Position, righted: &[PlacementCorrection]) {
        // Pairs of a man and the square where it belongs. All leave their squares first, so that two can change places.
        let mut carried: Vec<(OffBoard, Square)> = Vec::new();
        for one in righted {
            match one {
                PlacementCorrection::Moved { from, to } => {
                    carried.extend(self.lift_unmoved(position, *from).map(|off| (off, *to)));
                }
                PlacementCorrection::TakenOff(square) => {
                    self.lift_unmoved(position, *square);
                }
                PlacementCorrection::PutOn(square, man) => {
                    let off = OffBoard { number: ManNumber::put_on(*square), square: *square, man: *man };
                    carried.push((off, *square));
                }
            }
        }
        for (off, to) in carried {
            let free = [to, off.square].into_iter().find(|square| position.man_at(*square).is_none());
            match free {
                Some(square) => {
                    position.put_back(square, off.man);
                    self.set_number(square, Some(off.number));
                }
                None => self.off.push(off),
            }
        }
        self.righted.extend_from_slice(righted);
    }

    /// Takes a man off, if it is still where it was set up.
    fn lift_unmoved(&mut self, position: &mut Position, square: Square) -> Option<OffBoard> {
        let number = ManNumber(square.index());
        self.on.get(usize::from(square.index())).filter(|stands| **stands == Some(number))?;
        let man = position.lift_man(square)?;
        self.remove_number(square);
        Some(OffBoard { number, square, man })
    }

    fn remove_number(&mut self, square: Square) -> Option<ManNumber> {
        self.on.get_mut(usize::from(square.index())).and_then(Option::take)
    }

    fn set_number(&mut self, square: Square, man: Option<ManNumber>) {
        if let Some(slot) = self.on.get_mut(usize::from(square.index())) {
            *slot = man;
        }
    }

    fn square_of(&self, number: ManNumber) -> Option<Square> {
        self.on.iter().zip(Square::all()).find(|(man, _)| **man == Some(number)).map(|(_, square)| square)
    }

    /// Moves the numbers as [`Position::play`] moves the men.
    fn follow_move(&mut self, played: Move, before: &Position) {
        let (from, to) = (played.from(), played.to());
        let mover = before.man_at(from).filter(|_| played.kind() != MoveKind::Null);
        let Some(mover) = mover else { return };
        if let MoveKind::Castling(side) = played.kind() {
            let CastlingSquares { king: king_to, rook: rook_to } = castling_squares(from.rank(), side);
            let rook = before.castling_rook(from, mover.color, side).map(|rook| self.remove_number(rook));
            let king = self.remove_number(from);
            self.set_number(king_to, king);
            if let Some(rook) = rook {
                self.set_number(rook_to, rook);
            }
            return;
        }
        if played.kind() == MoveKind::EnPassant {
            self.remove_number(Square::new(to.file(), from.rank()));
        }
        let man = self.remove_number(from);
        self.set_number(to, man);
    }

    fn take_off(&mut self, position: &mut Position, square: Square) -> Option<Man> {
        let man = position.lift_man(square)?;
        if let Some(number) = self.remove_number(square) {
            self.off.push(OffBoard { number, square, man });
        }
        Some(man)
    }

    fn put_back(&mut self, position: &mut Position, square: Square) {
        let from_here = self.off.iter().rposition(|off| off.square == square);
        let Some(index) = from_here.or(self.off.len().checked_sub(1)) else { return };
        if position.man_at(square).is_none() {
            let off = self.off.remove(index);
            self.return_man(position, off, square);
        }
    }

    fn return_man(&mut self, position: &mut Position, off: OffBoard, square: Square) {
        position.put_back(square, off.man);
        self.set_number(square, Some(off.number));
        self.returned.push((off.number, square));
    }

    /// Applies the edits between these men and `later`, after a retraction from there: a man that is off the board later is
    /// taken off, and a man that was put back is put back. Returns whether anything changed.
    fn apply_later_edits(&mut self, position: &mut Position, later: &Self) -> bool {
        let righted = later.righted.get(self.righted.len()..).unwrap_or_default();
        let mut changed = !righted.is_empty();
        self.put_right(position, righted);
        if later.off.is_empty() && self.off.is_empty() {
            return changed;
        }
        let is_off = |number| later.off.iter().any(|off| off.number == number);
        let last_return =
            |off: &OffBoard| later.returned.iter().rposition(|(number, _)| *number == off.number);
        let mut back: Vec<OffBoard> = self.off.iter().copied().filter(|off| !is_off(off.number)).collect();
        back.sort_by_key(last_return);
        for off in &later.off {
            if let Some(square) = self.square_of(off.number) {
                self.take_off(position, square);
                changed = true;
            }
        }
        for off in back {
            let Some((_, square)) = last_return(&off).and_then(|index| later.returned.get(index)) else {
                continue;
            };
            if position.man_at(*square).is_none() {
                self.off.retain(|other| other.number != off.number);
                self.return_man(position, off, *square);
                changed = true;
            }
        }
        changed
    }
}
