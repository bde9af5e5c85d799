//! The course of a record followed on independent boards: every man has a name, and each position that a
//! retraction can go back to is kept.

use jadoube::internals::chess::{CastlingSquares, Man, Move, MoveKind, Position, Square, castling_squares};
use jadoube::internals::game::{Act, Event, MadeMove, Record};

/// A board, the names of its men, and the men off it.
#[derive(Clone)]
struct Board {
    position: Position,
    names: [Option<usize>; 64],
    last: Option<Move>,
    off: Vec<Off>,
    /// The squares of returned men, the latest last.
    returned: Vec<(usize, Square)>,
}

/// A man off the board.
#[derive(Clone, Copy)]
struct Off {
    name: usize,
    square: Square,
    man: Man,
}

fn at(square: Square) -> usize {
    usize::from(square.index())
}

/// The position at the end of a record's course. `None` if men were set up wrongly or a pawn was promoted by a ruling: what
/// corrects the board is not followed here.
pub fn followed(record: &Record) -> Option<Position> {
    let is_promotion = |event: Event<'_>| matches!(event, Event::Act(placed) if placed.act.to_string().starts_with("[%ruling promote"));
    if record.due_position().is_some() || record.timeline().iter().any(is_promotion) {
        return None;
    }
    let start = record.start;
    let names = std::array::from_fn(|index| {
        Square::all().nth(index).and_then(|square| start.man_at(square)).map(|_| index)
    });
    let mut boards =
        vec![Board { position: start, names, last: None, off: Vec::new(), returned: Vec::new() }];
    for event in record.timeline().iter() {
        let top = boards.last_mut().unwrap();
        match event {
            Event::Move(made) => {
                let mut next = top.clone();
                next.make(made);
                boards.push(next);
            }
            Event::Act(placed) => {
                match &placed.act {
                    Act::Drop { square } => top.lift(*square, start),
                    Act::Restore { square, .. } => top.lay(*square, start),
                    Act::Retract { moves } => {
                        let was = boards.pop().unwrap();
                        boards.truncate(boards.len() + 1 - usize::try_from(moves.get()).unwrap());
                        boards.last_mut().unwrap().inherit(&was, start);
                    }
                    _ => {}
                }
                assert_eq!(boards.len(), placed.after as usize + 1, "{}", placed.act);
            }
        }
    }
    Some(boards.pop().unwrap().position)
}

impl Board {
    fn make(&mut self, made: MadeMove) {
        let played = made.played;
        let (from, to) = (played.from(), played.to());
        self.position.set_turn(made.by);
        if let (Some(mover), true) = (self.position.man_at(from), played.kind() != MoveKind::Null) {
            if let MoveKind::Castling(side) = played.kind() {
                let rook = self.position.castling_rook(from, mover.color, side);
                let CastlingSquares { king: king_to, rook: rook_to } = castling_squares(from.rank(), side);
                let king = self.names[at(from)].take();
                let rook = rook.map(|rook| self.names[at(rook)].take());
                self.names[at(king_to)] = king;
                if let Some(rook) = rook {
                    self.names[at(rook_to)] = rook;
                }
            } else {
                if played.kind() == MoveKind::EnPassant {
                    self.names[at(Square::new(to.file(), from.rank()))] = None;
                }
                let name = self.names[at(from)].take();
                self.names[at(to)] = name;
            }
        }
        self.position.play(played);
        self.last = Some(played);
    }

    fn renew(&mut self, start: Position) {
        self.position.set_en_passant_if_possible(self.last.map_or(start.en_passant(), Move::passed));
    }

    fn lift(&mut self, square: Square, start: Position) {
        let man = self.position.lift_man(square).unwrap();
        let name = self.names[at(square)].take().unwrap();
        self.off.push(Off { name, square, man });
        self.renew(start);
    }

    fn lay(&mut self, square: Square, start: Position) {
        let from_here = self.off.iter().rposition(|off| off.square == square);
        let off = self.off.remove(from_here.unwrap_or(self.off.len() - 1));
        self.put(off, square, start);
    }

    fn put(&mut self, off: Off, square: Square, start: Position) {
        self.position.put_back(square, off.man);
        self.names[at(square)] = Some(off.name);
        self.returned.push((off.name, square));
        self.renew(start);
    }

    /// Men that were off the board when moves were taken back stay off, men that were on it stay on.
    fn inherit(&mut self, was: &Self, start: Position) {
        let is_off = |name| was.off.iter().any(|off| off.name == name);
        let mut back: Vec<Off> = self.off.iter().copied().filter(|off| !is_off(off.name)).collect();
        let order = |off: &Off| was.returned.iter().rposition(|(name, _)| *name == off.name);
        back.sort_by_key(order);
        for off in &was.off {
            if let Some(index) = self.names.iter().position(|name| *name == Some(off.name)) {
                self.lift(Square::all().nth(index).unwrap(), start);
            }
        }
        for off in back {
            let square = was.returned[order(&off).unwrap()].1;
            if self.position.man_at(square).is_none() {
                self.off.retain(|other| other.name != off.name);
                self.put(off, square, start);
            }
        }
    }
}
