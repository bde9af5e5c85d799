//! Men off the board: those that fell unnoticed, and those put back.
//!
//! Neither is a move, so each is kept as an edit of the board, with how many moves stood, and made again
//! wherever the board is set up again. A retraction does not put a man back: an edit whose moment is taken
//! back goes with the man to where he stood at the earliest moment that still stands.

use super::facts::OddKind;
use super::record::Record;
use crate::chess::{CastlingSquares, Man, Move, MoveKind, Position, Square, castling_squares};

/// What left the board and came back.
#[derive(Debug, Default)]
pub(crate) struct Fallen {
    /// In the order of time.
    edits: Vec<Edit>,
    /// The men off the board, in the order in which they fell.
    men: Vec<FallenMan>,
    /// How many men are off the board as it is played on: of a board set up again, not yet all of them.
    off: usize,
    /// How many ever fell.
    falls: u32,
}

#[derive(Clone, Copy, Debug)]
struct FallenMan {
    /// The number of his fall.
    fall: u32,
    /// Where he stood.
    square: Square,
    man: Man,
    why: WhyOff,
}

/// Why a man is taken off the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum WhyOff {
    /// He fell, unnoticed.
    Fell,
    /// He was set up wrongly, and is put right.
    SetUpWrongly,
}

/// One man taken off the board or put on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edit {
    /// How many moves stood.
    stood: u32,
    man: FallenMan,
    kind: EditKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum EditKind {
    /// The man fell from his square.
    Fell,
    /// He was put back, here.
    Returned(Square),
}

impl Fallen {
    pub(crate) fn clear(&mut self) {
        self.edits.clear();
        self.men.clear();
        self.off = 0;
        self.falls = 0;
    }

    /// Whether every man that was not taken stands on the board.
    #[inline]
    pub(crate) fn is_none_off(&self) -> bool {
        self.off == 0
    }

    /// Whether no man ever fell.
    pub(crate) fn is_untouched(&self) -> bool {
        self.edits.is_empty()
    }

    /// Goes back to the first position, before the board is set up again.
    pub(crate) fn begin(&mut self) {
        self.off = 0;
    }

    /// The edits made with so many moves standing, or more.
    pub(crate) fn edits_from(&self, stood: u32) -> &[Edit] {
        self.edits.get(self.edits_before(stood)..).unwrap_or_default()
    }

    /// How many edits were made with fewer moves standing.
    pub(crate) fn edits_before(&self, stood: u32) -> usize {
        self.edits.partition_point(|edit| edit.stood < stood)
    }

    pub(crate) fn edit(&self, index: usize) -> Option<Edit> {
        self.edits.get(index).copied()
    }

    /// The man that fell from a square, else the one that fell last.
    fn to_return(&self, square: Square) -> Option<FallenMan> {
        let from_here = self.men.iter().rfind(|fallen| fallen.square == square);
        from_here.or(self.men.last()).copied()
    }

    fn add(&mut self, fallen: FallenMan) {
        let index = self.men.partition_point(|other| other.fall < fallen.fall);
        self.men.insert(index, fallen);
    }

    fn take(&mut self, fall: u32) {
        self.men.retain(|fallen| fallen.fall != fall);
    }
}

impl Edit {
    /// Whether it was made with so many moves standing.
    pub(crate) fn is_of(&self, stood: u32) -> bool {
        self.stood == stood
    }
}

impl Record {
    /// A man leaves the board for the moves that follow.
    pub(crate) fn drop_man(&mut self, square: Square) {
        let Some(man) = self.position.man_at(square) else { return };
        let man = self.next_fall(square, man, WhyOff::Fell);
        self.fallen.add(man);
        self.edit(man, EditKind::Fell);
    }

    fn next_fall(&mut self, square: Square, man: Man, why: WhyOff) -> FallenMan {
        let fall = self.fallen.falls;
        self.fallen.falls += 1;
        FallenMan { fall, square, man, why }
    }

    /// A man who was set up wrongly leaves his square, to be put where he belongs.
    pub(crate) fn take_wrong_man_off(&mut self, square: Square) {
        let Some(man) = self.position.man_at(square) else { return };
        let man = self.next_fall(square, man, WhyOff::SetUpWrongly);
        self.edit(man, EditKind::Fell);
    }

    /// He who left that square is put on this, which is empty.
    pub(crate) fn put_wrong_man_right(&mut self, from: Square, to: Square) {
        let left = |edit: &&Edit| {
            edit.kind == EditKind::Fell && edit.man.why == WhyOff::SetUpWrongly && edit.man.square == from
        };
        let Some(left) = self.fallen.edits.iter().rfind(left).copied() else { return };
        self.edit(left.man, EditKind::Returned(to));
    }

    /// A man that fell is put on a square, which is empty.
    pub(crate) fn restore_man(&mut self, square: Square) {
        let Some(man) = self.fallen.to_return(square) else { return };
        self.fallen.take(man.fall);
        self.edit(man, EditKind::Returned(square));
    }

    /// Whether a man that fell from a square is off the board.
    pub(crate) fn has_fallen_from(&self, square: Square) -> bool {
        self.fallen.men.iter().any(|fallen| fallen.square == square)
    }

    /// A man forgotten in setting up is put on his square, which is empty.
    pub(crate) fn supply_man(&mut self, square: Square, man: Man) {
        let man = self.next_fall(square, man, WhyOff::Fell);
        self.edit(man, EditKind::Returned(square));
    }

    fn edit(&mut self, man: FallenMan, kind: EditKind) {
        let stood = self.plies();
        let edit = Edit { stood, man, kind };
        self.retractions.forget_from(stood);
        self.fallen.edits.push(edit);
        self.enact_here(edit);
        // A king may stand in check by it, and nobody have given the check.
        self.grow_irregular(stood + 1);
    }

    /// The edit on the board as it is played on.
    pub(crate) fn enact_here(&mut self, edit: Edit) {
        let mut position = self.position;
        self.enact(&mut position, edit);
        self.position = position;
        self.look_around();
        self.history.turns_broken();
        match edit.kind {
            EditKind::Fell => self.fallen.off += 1,
            // One that was forgotten in setting up never fell.
            EditKind::Returned(_) => self.fallen.off = self.fallen.off.saturating_sub(1),
        }
    }

    /// The edit on a board that the same moves have led to.
    pub(crate) fn enact(&self, position: &mut Position, edit: Edit) {
        match edit.kind {
            EditKind::Fell => {
                position.lift(edit.man.square);
            }
            EditKind::Returned(square) => position.lay(square, edit.man.man),
        }
        let passed = match edit.stood.checked_sub(1) {
            None => self.start.en_passant(),
            Some(last) => self.moves.get(last as usize).and_then(Move::passed),
        };
        position.renew_en_passant(passed);
    }

    /// Carries the edits that moves taken back had behind them to the position after the last that stands,
    /// which is given; the moves still stand in the list. Returns that position with the edits made.
    pub(crate) fn carry_back(&mut self, keep: u32, position: Position) -> Position {
        let first = self.fallen.edits.partition_point(|edit| edit.stood <= keep);
        let undone = self.fallen.edits.split_off(first);
        if undone.is_empty() {
            return position;
        }
        self.retractions.forget_from(keep);
        for edit in undone.iter().rev() {
            match edit.kind {
                _ if edit.man.why == WhyOff::SetUpWrongly => {}
                EditKind::Fell => self.fallen.take(edit.man.fall),
                EditKind::Returned(_) => self.fallen.add(edit.man),
            }
        }
        let Whereabouts { off, back, righted } = self.whereabouts(keep, position, &undone);
        let mut position = position;
        for OffAgain { fall, square, why } in off {
            let Some(man) = position.man_at(square) else { continue };
            let man = FallenMan { fall, square, man, why };
            if why == WhyOff::Fell {
                self.fallen.add(man);
            }
            self.carry(&mut position, Edit { stood: keep, man, kind: EditKind::Fell });
        }
        self.carry_righted(keep, &mut position, righted);
        for Back { man, square } in back {
            // Where the square is taken again the man stays off.
            if position.man_at(square).is_none() {
                self.fallen.take(man.fall);
                self.carry(&mut position, Edit { stood: keep, man, kind: EditKind::Returned(square) });
            }
        }
        self.fallen.off = self.fallen.men.len();
        position
    }

    /// Men put right stay right, each unless another stands where he belongs.
    fn carry_righted(&mut self, keep: u32, position: &mut Position, righted: Vec<Back>) {
        let stand = |back: &Back| position.man_at(back.man.square) == Some(back.man.man);
        let righted: Vec<Back> = righted.into_iter().filter(stand).collect();
        for Back { man, .. } in &righted {
            self.carry(position, Edit { stood: keep, man: *man, kind: EditKind::Fell });
        }
        for Back { man, square: to } in righted {
            let square = if position.man_at(to).is_none() { to } else { man.square };
            self.carry(position, Edit { stood: keep, man, kind: EditKind::Returned(square) });
        }
    }

    fn carry(&mut self, position: &mut Position, edit: Edit) {
        self.fallen.edits.push(edit);
        self.enact(position, edit);
    }

    /// What became of the men through moves and edits that are taken back.
    fn whereabouts(&self, keep: u32, mut position: Position, undone: &[Edit]) -> Whereabouts {
        let mut men = Whence([None; 64]);
        for square in Square::all().filter(|square| position.man_at(*square).is_some()) {
            men.set(square, Some(Origin::Stood(square)));
        }
        let mut off: Vec<(FallenMan, Origin)> = Vec::new();
        let mut back: Vec<Back> = Vec::new();
        let mut righted: Vec<Back> = Vec::new();
        let mut undone = undone.iter().copied().peekable();
        for stood in keep.. {
            while let Some(edit) = undone.next_if(|edit| edit.is_of(stood)) {
                let fall = edit.man.fall;
                match edit.kind {
                    EditKind::Fell => off.extend(men.take(edit.man.square).map(|origin| (edit.man, origin))),
                    EditKind::Returned(square) => {
                        let again = off.iter().position(|(other, _)| other.fall == fall);
                        let origin = again.map_or(Origin::Off(fall), |index| off.remove(index).1);
                        if let (WhyOff::SetUpWrongly, Origin::Stood(stood)) = (edit.man.why, origin) {
                            righted.push(Back { man: FallenMan { square: stood, ..edit.man }, square });
                        }
                        if let Origin::Off(first) = origin {
                            back.retain(|back| back.man.fall != first);
                            back.push(Back { man: FallenMan { fall: first, ..edit.man }, square });
                        }
                        men.set(square, Some(origin));
                    }
                }
                self.enact(&mut position, edit);
            }
            let played = self.moves.get(stood as usize);
            let Some(played) = played.filter(|_| undone.peek().is_some()) else { break };
            men.follow(played, &position);
            self.play_next(&mut position, played, stood);
        }
        back.retain(|back| off.iter().all(|(_, origin)| *origin != Origin::Off(back.man.fall)));
        let stood = off.into_iter().filter_map(|(man, origin)| match origin {
            Origin::Stood(square) => Some(OffAgain { fall: man.fall, square, why: man.why }),
            Origin::Off(_) => None,
        });
        Whereabouts { off: stood.collect(), back, righted }
    }

    /// Plays the move of an index, by whoever took the turn.
    #[inline]
    pub(crate) fn play_next(&self, position: &mut Position, played: Move, stood: u32) {
        if let Some(turn) = self.turn_taken(stood) {
            position.set_turn(turn);
        }
        position.play(played);
    }

    /// Whether a turn was passed over among the moves that stand.
    pub(crate) fn passes_a_turn(&self) -> bool {
        self.odd.iter().any(|odd| odd.kind == OddKind::Null)
    }
}

/// What became of the men through moves and edits that are taken back.
struct Whereabouts {
    /// The men that are off.
    off: Vec<OffAgain>,
    /// The men put back that fell before.
    back: Vec<Back>,
    /// The men put right who were set up wrongly.
    righted: Vec<Back>,
}

/// A man that is off: his fall, and where he stood before the moves that go back.
struct OffAgain {
    fall: u32,
    square: Square,
    why: WhyOff,
}

/// A man put back, and where.
struct Back {
    man: FallenMan,
    square: Square,
}

/// What a man was before the moves that are followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Origin {
    /// He stood there.
    Stood(Square),
    /// He was off the board by that fall.
    Off(u32),
}

/// Who stands on each square.
struct Whence([Option<Origin>; 64]);

impl Whence {
    fn set(&mut self, square: Square, origin: Option<Origin>) {
        if let Some(slot) = self.0.get_mut(usize::from(square.index())) {
            *slot = origin;
        }
    }

    fn take(&mut self, square: Square) -> Option<Origin> {
        self.0.get_mut(usize::from(square.index())).and_then(Option::take)
    }

    /// Follows a move made on a position, as [`Position::play`] makes it.
    fn follow(&mut self, played: Move, position: &Position) {
        let (from, to) = (played.from(), played.to());
        let mover = position.man_at(from).filter(|_| played.kind() != MoveKind::Null);
        let Some(mover) = mover else { return };
        if let MoveKind::Castling(side) = played.kind() {
            let rook = position.castling_rook(from, mover.color, side);
            let CastlingSquares { king: king_to, rook: rook_to } = castling_squares(from.rank(), side);
            let (king, rook) = (self.take(from), rook.and_then(|rook| self.take(rook)));
            self.set(king_to, king);
            if rook.is_some() {
                self.set(rook_to, rook);
            }
            return;
        }
        if played.kind() == MoveKind::EnPassant {
            self.take(Square::new(to.file(), from.rank()));
        }
        let mover = self.take(from);
        self.set(to, mover);
    }
}

#[cfg(test)]
mod tests {
    use crate::chess::Fen;
    use crate::game::Record;
    use crate::pgn::reader::the_game;

    fn read(text: &str) -> Record {
        let record = the_game(text);
        assert_eq!(record.position_after(record.plies()), record.position, "{text}");
        let (half, all) = (record.plies() / 2, record.plies());
        assert_eq!(record.play_on(record.position_after(half), half, all), record.position, "{text}");
        let mut afresh = record.position;
        afresh.set_en_passant(record.position.en_passant());
        assert_eq!(afresh.key(), record.position.key(), "{text}");
        record
    }

    fn board(text: &str) -> String {
        let record = read(text);
        assert!(record.faults.is_empty(), "{text}: {:?}", record.faults);
        Fen(&record.position).to_string()
    }

    #[test]
    fn a_man_that_fell_is_off_for_the_moves_that_follow() {
        assert_eq!(
            board("1. e4 {[%drop e7]} Qg5 *"),
            "rnb1kbnr/pppp1ppp/8/6q1/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2"
        );
        assert_eq!(
            board("1. e4 {[%drop e7]} d6 {[%restore e7]} *"),
            "rnbqkbnr/ppp1pppp/3p4/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
        );
    }

    #[test]
    fn a_man_that_fell_before_a_retraction_is_off_behind_it() {
        let without_e7 = "rnbqkbnr/pppp1ppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1";
        assert_eq!(board("1. d4 {[%drop e7]} d5 2. Nf3 {[%retract 2]} *"), without_e7);
        assert_eq!(board("1. d4 d5 2. Nf3 {[%drop e7] [%retract 2]} *"), without_e7);
        assert_eq!(board("{[%drop e7]} 1. d4 d5 {[%retract 2]} 1. d4 *"), without_e7);
    }

    #[test]
    fn a_man_that_fell_is_off_where_he_stood_before() {
        let without_the_knight = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1";
        assert_eq!(board("1. Nf3 e5 {[%drop f3] [%retract 2]} *"), without_the_knight);
        assert_eq!(board("1. Nf3 e5 2. Nxe5 {[%drop e5] [%retract 3]} *"), without_the_knight);
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(board("1. Nf3 {[%drop f3]} e5 {[%restore f3] [%retract 2]} *"), start);
        assert_eq!(board("1. Nf3 {[%drop f3]} e5 {[%retract 2] [%restore g1]} *"), start);
        assert_eq!(
            board("1. e4 e5 2. Nf3 d6 3. Be2 a6 4. O-O {[%drop f1] [%retract 1]} *"),
            "rnbqkbnr/1pp2ppp/p2p4/4p3/4P3/5N2/PPPPBPPP/RNBQK3 w Qkq - 0 4"
        );
    }

    #[test]
    fn a_man_forgotten_in_setting_up_is_put_on_his_square_once() {
        let placed = "[Placed \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK1NR\"]\n\n";
        let supplied = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        assert_eq!(board(&format!("{placed}1. e4 e5 {{[%restore f1]}} *")), supplied);
        assert_eq!(board(&format!("{placed}1. e4 e5 2. Nf3 Nc6 {{[%restore f1] [%retract 2]}} *")), supplied);
        let twice = "1. e4 e5 2. Nf3 {[%restore f1] [%retract 1]} 2. Nc3 {[%retract 1]} *";
        assert_eq!(board(&format!("{placed}{twice}")), supplied);
        let record = read(&format!("{placed}1. e4 e5 {{[%restore f1]}} 2. Bc4 Nc6 {{[%restore f1]}} *"));
        assert_eq!(record.faults.len(), 1);
        assert_eq!(read("1. e4 e5 2. Bc4 Nc6 {[%restore f1]} *").faults.len(), 1);
    }

    #[test]
    fn a_man_put_back_stays_on_the_board() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(board("{[%drop h2]} 1. Nf3 {[%restore h2] [%retract 1]} *"), start);
        assert_eq!(board("{[%drop h2]} 1. Nf3 {[%restore h2]} e5 2. h3 {[%retract 3]} *"), start);
        // He fell, was put back and moved, and fell again: he is off.
        assert_eq!(
            board("{[%drop h2]} 1. Nf3 {[%restore h2]} e5 2. h3 {[%drop h3] [%retract 3]} *"),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKBNR w KQkq - 0 1"
        );
        // Where he was put another stands again.
        assert_eq!(
            board("{[%drop h2]} 1. Nf3 {[%restore g1] [%retract 1]} *"),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKBNR w KQkq - 0 1"
        );
    }

    #[test]
    fn who_is_put_back() {
        // The one that fell from the square, else the one that fell last.
        assert_eq!(
            board("{[%drop b1] [%drop a1] [%restore b1] [%restore c3]} *"),
            "rnbqkbnr/pppppppp/8/8/8/2R5/PPPPPPPP/1NBQKBNR w Kkq - 0 1"
        );
        for impossible in ["{[%restore e4]} *", "{[%drop e2] [%restore d2]} *", "{[%drop e4]} *"] {
            let record = read(impossible);
            assert_eq!(record.faults.len(), 1, "{impossible}");
        }
    }

    #[test]
    fn a_right_to_castle_comes_back_with_its_rook() {
        let moves = "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7";
        let castled = board(&format!("{moves} 4. O-O *"));
        assert_eq!(board(&format!("{moves} {{[%drop h1] [%restore h1]}} 4. O-O *")), castled);
        assert_eq!(board(&format!("{moves} {{[%drop e1] [%restore e1]}} 4. O-O *")), castled);
        assert_eq!(
            board(&format!("{moves} {{[%drop e1] [%drop h1] [%restore e1] [%restore h1]}} 4. O-O *")),
            castled
        );
        let rights = |text: &str| board(text).split(' ').nth(2).unwrap().to_owned();
        assert_eq!(rights(&format!("{moves} {{[%drop h1]}} *")), "Qkq");
        assert_eq!(rights(&format!("{moves} {{[%drop e1]}} *")), "kq");
        assert_eq!(rights(&format!("{moves} {{[%drop h1]}} 4. Kf1 d6 {{[%restore h1]}} 5. Ke1 *")), "kq");
        assert_eq!(rights(&format!("{moves} {{[%drop e1] [%restore f1]}} *")), "kq");
        assert_eq!(rights(&format!("{moves} {{[%drop h1]}} 4. d3 {{[%restore h1]}} *")), "KQkq");
    }

    #[test]
    fn a_capture_in_passing_needs_its_men() {
        let passed = "1. e4 a6 2. e5 d5";
        let en_passant = |text: &str| board(text).split(' ').nth(3).unwrap().to_owned();
        assert_eq!(en_passant(&format!("{passed} *")), "d6");
        assert_eq!(en_passant(&format!("{passed} {{[%drop d5]}} *")), "-");
        assert_eq!(en_passant(&format!("{passed} {{[%drop e5]}} *")), "-");
        assert_eq!(en_passant(&format!("{passed} {{[%drop d5] [%restore d5]}} *")), "d6");
        assert_eq!(en_passant(&format!("{passed} {{[%drop e5] [%restore e5]}} *")), "d6");
    }

    #[test]
    fn no_position_is_dead_while_a_man_can_be_put_back() {
        let text = |drop: &str| format!("[FEN \"8/8/8/8/3k4/8/3p4/R3K3 w - - 0 1\"]\n\n{{{drop}}} 1. Kxd2 *");
        assert_eq!(read(&text("")).facts.dead, None);
        assert_eq!(read(&text("[%drop a1]")).facts.dead, None);
        assert_eq!(read(&text("[%drop a1] [%play w Kxd2] [%retract 1]")).facts.dead, None);
    }

    /// Quadratic, this would take long.
    #[test]
    fn men_fall_and_are_put_back_in_a_blink() {
        let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(4000);
        let up_and_down = "[%drop e2] [%restore e2] ".repeat(800);
        let taken_back = "[%drop h1] [%retract 1] [%restore h1] ".repeat(800);
        let record = read(&format!("{moves} {{{up_and_down} {taken_back}}} *"));
        assert_eq!((record.plies(), record.faults.len(), record.acts.len()), (15_200, 0, 4000));
    }
}
