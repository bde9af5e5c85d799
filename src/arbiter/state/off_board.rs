//! Who stands where, man by man: a man that fell is off the board whatever moves go back, and one that
//! was put back stays on it.

use crate::chess::{CastlingSquares, Man, Move, MoveKind, Position, Square, castling_squares};
use crate::game::Righted;

/// The number of a man: that of the square on which it stood first, or, of one put on later, 64 and that of the
/// square on which it was put.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ManNumber(u8);

impl ManNumber {
    const fn put_on(square: Square) -> Self {
        Self(64 + square.index())
    }
}

/// A man off the board.
#[derive(Clone, Copy, Debug)]
struct Off {
    number: ManNumber,
    square: Square,
    man: Man,
}

/// Where a man was put back.
#[derive(Clone, Copy, Debug)]
struct Returned {
    number: ManNumber,
    square: Square,
}

/// A man put right, and where he belongs.
#[derive(Clone, Copy, Debug)]
struct Carried {
    off: Off,
    to: Square,
}

/// Every man by its number, on the board and off it.
#[derive(Clone, Debug)]
pub(crate) struct Whereabouts {
    on: [Option<ManNumber>; 64],
    /// In the order in which they fell.
    off: Vec<Off>,
    /// In the order in which they were put back.
    returned: Vec<Returned>,
    /// What was put right of how the men were set up, in the order of time.
    righted: Vec<Righted>,
}

impl Whereabouts {
    pub fn of(start: &Position) -> Self {
        let mut on = [None; 64];
        for (slot, square) in on.iter_mut().zip(Square::all()) {
            *slot = start.man_at(square).map(|_| ManNumber(square.index()));
        }
        Self { on, off: Vec::new(), returned: Vec::new(), righted: Vec::new() }
    }

    /// Men who were set up wrongly are put right, and stay so where moves go back: each, unless another stands where
    /// he belongs.
    pub fn put_right(&mut self, board: &mut Position, righted: &[Righted]) {
        let mut carried = Vec::new();
        for one in righted {
            match one {
                Righted::Moved { from, to } => {
                    carried.extend(self.lift_wrong(board, *from).map(|off| Carried { off, to: *to }));
                }
                Righted::TakenOff(square) => {
                    self.lift_wrong(board, *square);
                }
                Righted::PutOn(square, man) => {
                    let off = Off { number: ManNumber::put_on(*square), square: *square, man: *man };
                    carried.push(Carried { off, to: *square });
                }
            }
        }
        for Carried { off, to } in carried {
            let free = [to, off.square].into_iter().find(|square| board.man_at(*square).is_none());
            match free {
                Some(square) => {
                    board.lay(square, off.man);
                    self.set(square, Some(off.number));
                }
                None => self.off.push(off),
            }
        }
        self.righted.extend_from_slice(righted);
    }

    /// Takes a man off who stands where he was set up.
    fn lift_wrong(&mut self, board: &mut Position, square: Square) -> Option<Off> {
        let number = ManNumber(square.index());
        self.on.get(usize::from(square.index())).filter(|stands| **stands == Some(number))?;
        let man = board.lift(square)?;
        self.take(square);
        Some(Off { number, square, man })
    }

    fn take(&mut self, square: Square) -> Option<ManNumber> {
        self.on.get_mut(usize::from(square.index())).and_then(Option::take)
    }

    fn set(&mut self, square: Square, man: Option<ManNumber>) {
        if let Some(slot) = self.on.get_mut(usize::from(square.index())) {
            *slot = man;
        }
    }

    /// Where the man stands that began on a square.
    pub fn now(&self, began: Square) -> Option<Square> {
        let number = ManNumber(began.index());
        self.on.iter().zip(Square::all()).find(|(man, _)| **man == Some(number)).map(|(_, square)| square)
    }

    /// A move is made on this board.
    pub fn follow(&mut self, played: Move, before: &Position) {
        let (from, to) = (played.from(), played.to());
        let mover = before.man_at(from).filter(|_| played.kind() != MoveKind::Null);
        let Some(mover) = mover else { return };
        if let MoveKind::Castling(side) = played.kind() {
            let CastlingSquares { king: king_to, rook: rook_to } = castling_squares(from.rank(), side);
            let rook = before.castling_rook(from, mover.color, side).map(|rook| self.take(rook));
            let king = self.take(from);
            self.set(king_to, king);
            if let Some(rook) = rook {
                self.set(rook_to, rook);
            }
            return;
        }
        if played.kind() == MoveKind::EnPassant {
            self.take(Square::new(to.file(), from.rank()));
        }
        let man = self.take(from);
        self.set(to, man);
    }

    /// The man of a square leaves the board.
    pub fn lift(&mut self, board: &mut Position, square: Square) -> Option<Man> {
        let man = board.lift(square)?;
        if let Some(number) = self.take(square) {
            self.off.push(Off { number, square, man });
        }
        Some(man)
    }

    /// The man that fell from a square, else the one that fell last, is put there.
    pub fn lay(&mut self, board: &mut Position, square: Square) {
        let from_here = self.off.iter().rposition(|off| off.square == square);
        let Some(index) = from_here.or(self.off.len().checked_sub(1)) else { return };
        if board.man_at(square).is_none() {
            let off = self.off.remove(index);
            self.put(board, off, square);
        }
    }

    fn put(&mut self, board: &mut Position, off: Off, square: Square) {
        board.lay(square, off.man);
        self.set(square, Some(off.number));
        self.returned.push(Returned { number: off.number, square });
    }

    /// Moves went back, to where things were as `self` says: who was off the board when they did is off
    /// it, who was on it is on.
    pub fn inherit(&mut self, board: &mut Position, was: &Self) {
        let righted = was.righted.get(self.righted.len()..).unwrap_or_default();
        self.put_right(board, righted);
        if was.off.is_empty() && self.off.is_empty() {
            return;
        }
        let is_off = |number| was.off.iter().any(|off| off.number == number);
        let place = |off: &Off| was.returned.iter().rposition(|returned| returned.number == off.number);
        let mut back: Vec<Off> = self.off.iter().copied().filter(|off| !is_off(off.number)).collect();
        back.sort_by_key(place);
        for off in &was.off {
            let stands = self.on.iter().zip(Square::all()).find(|(man, _)| **man == Some(off.number));
            if let Some((_, square)) = stands {
                self.lift(board, square);
            }
        }
        for off in back {
            let Some(returned) = place(&off).and_then(|index| was.returned.get(index)) else { continue };
            if board.man_at(returned.square).is_none() {
                self.off.retain(|other| other.number != off.number);
                self.put(board, off, returned.square);
            }
        }
    }
}
