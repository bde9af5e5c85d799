//! The board as it really stands while the arbiter follows a record, and what can be taken back to.

use crate::chess::{
    AbsentRook, Bitboard, CastlingBar, CastlingConditions, Color, File, GivenRooks, Illegality, Man, Move,
    MoveKind, Play, Position, Role, Side, Square,
};
use crate::game::board_edits::{EditedBoard, NumberedMen};
use crate::game::{Made, MoveSource, Odds, OddsTerm, Righted};
use crate::law::{CheckBinds, CheckRule};

/// The moves that each player has made and that stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct MovesMade {
    white: u32,
    black: u32,
}

impl MovesMade {
    /// The moves made before a record's first position, by its own number: whole ones, since Black may have begun.
    pub(crate) fn before(start: &Position) -> Self {
        let each = start.fullmove().saturating_sub(1);
        Self { white: each, black: each }
    }

    /// The moves of one player.
    pub(crate) fn of(self, color: Color) -> u32 {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    /// The moves made since there were `then`.
    #[must_use]
    pub(crate) fn since(self, then: Self) -> Self {
        Self { white: self.white.saturating_sub(then.white), black: self.black.saturating_sub(then.black) }
    }

    /// These counts and one move more; a turn passed over is none.
    #[must_use]
    pub(crate) fn with(mut self, by: Color, played: Move) -> Self {
        if played.kind() != MoveKind::Null {
            match by {
                Color::White => self.white = self.white.saturating_add(1),
                Color::Black => self.black = self.black.saturating_add(1),
            }
        }
        self
    }
}

/// A check that stands on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct StandingCheck {
    /// The ply of the move that gave it.
    pub ply: u32,
    /// Whether it was said.
    pub announced: Announced,
    /// Whose move gave it: the adversary's, or the checked player's own, who exposed his king.
    pub given_by: Color,
}

impl StandingCheck {
    /// How many moves stand once it is gone back to: just after it was given, or, where the player in check
    /// exposed himself, before that.
    pub(crate) fn goes_back_to(self, checked: Color) -> u32 {
        if self.given_by == checked { self.ply.saturating_sub(1) } else { self.ply }
    }
}

/// Whether a check was said aloud.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Announced {
    /// It was said.
    Said,
    /// Nothing was said.
    Silent,
}

/// The checks that stand, by the colour of the king.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Checks {
    white: Option<StandingCheck>,
    black: Option<StandingCheck>,
}

impl Checks {
    fn on(self, king: Color) -> Option<StandingCheck> {
        match king {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    fn set(&mut self, king: Color, check: Option<StandingCheck>) {
        match king {
            Color::White => self.white = check,
            Color::Black => self.black = check,
        }
    }

    /// The check on a king that this ply gave was said.
    fn hear(&mut self, king: Color, ply: u32) {
        if let Some(mut check) = self.on(king).filter(|check| check.ply == ply) {
            check.announced = Announced::Said;
            self.set(king, Some(check));
        }
    }
}

/// Whether a move is lawful, a check that need not be met left aside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lawfulness {
    Lawful,
    Unlawful,
}

/// A move that stands, and what was before it.
#[derive(Clone, Debug)]
pub(crate) struct Stood {
    pub played: Move,
    pub by: Color,
    /// Where its text stands.
    pub source: MoveSource,
    /// The first byte of its token or command.
    pub place: u32,
    /// The board before it, its mover on turn.
    pub before: Position,
    /// Whether it was legal and in turn.
    pub lawful: bool,
    checks: Checks,
    made: MovesMade,
    given: GivenRooks,
    men: NumberedMen,
    turn: Color,
}

/// How checks bind under the code, in this record.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CheckLaw {
    pub rule: CheckRule,
    /// Whether the record watched speech.
    pub speech_observed: bool,
}

/// The board and everything a retraction restores.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    board: EditedBoard,
    play: Play,
    law: CheckLaw,
    stood: Vec<Stood>,
    checks: Checks,
    made: MovesMade,
    first: Color,
    start_en_passant: Option<Square>,
}

impl Table {
    pub(crate) fn new(start: Position, play: Play, law: CheckLaw, plies: usize) -> Self {
        let mut table = Self {
            board: EditedBoard::new(&start),
            play,
            law,
            stood: Vec::with_capacity(plies),
            checks: Checks::default(),
            made: MovesMade::before(&start),
            first: start.turn(),
            start_en_passant: start.en_passant(),
        };
        let turn = start.turn();
        if start.in_check(turn) {
            let given_by = turn.other();
            table.checks.set(turn, Some(StandingCheck { ply: 0, announced: Announced::Silent, given_by }));
        }
        table
    }

    /// The board as it stands.
    pub(crate) fn board(&self) -> &Position {
        self.board.position()
    }

    /// How many moves stand.
    #[allow(clippy::cast_possible_truncation)] // a chunk holds fewer moves than bytes
    pub(crate) fn plies(&self) -> u32 {
        self.stood.len() as u32
    }

    /// Who made the first move, or will.
    pub(crate) fn first(&self) -> Color {
        self.stood.first().map_or(self.first, |stood| stood.by)
    }

    /// The moves that each player has made and that stand.
    pub(crate) fn made(&self) -> MovesMade {
        self.made
    }

    /// The move of a ply.
    pub(crate) fn stood(&self, ply: u32) -> Option<&Stood> {
        self.stood.get((ply as usize).checked_sub(1)?)
    }

    /// The last move that stands.
    pub(crate) fn last(&self) -> Option<&Stood> {
        self.stood.last()
    }

    /// The moves that stand, oldest first.
    pub(crate) fn all(&self) -> &[Stood] {
        &self.stood
    }

    /// The check that stands on a player's king.
    pub(crate) fn check_on(&self, king: Color) -> Option<StandingCheck> {
        self.checks.on(king)
    }

    /// The check on a king was said. It stays said where moves made since it was given go back.
    pub(crate) fn announce(&mut self, king: Color) {
        let Some(check) = self.checks.on(king).filter(|check| check.announced == Announced::Silent) else {
            return;
        };
        self.checks.hear(king, check.ply);
        for stood in self.stood.iter_mut().skip(check.ply as usize) {
            stood.checks.hear(king, check.ply);
        }
    }

    /// Whether the check on a king counts as said: as the record has it, or, where it did not watch
    /// speech, as the code takes such records.
    pub(crate) fn is_announced(&self, king: Color) -> bool {
        self.counts_as_said(self.checks.on(king))
    }

    fn counts_as_said(&self, check: Option<StandingCheck>) -> bool {
        // Nobody watched speech before the record begins.
        if !self.law.speech_observed || check.is_some_and(|check| check.ply == 0) {
            return self.law.rule.unobserved == CheckBinds::Announced;
        }
        check.is_some_and(|check| check.announced == Announced::Said)
    }

    /// Whether the check on a king must be met.
    pub(crate) fn check_binds(&self, king: Color) -> bool {
        self.binds(self.checks.on(king))
    }

    fn binds(&self, check: Option<StandingCheck>) -> bool {
        self.law.rule.binds == CheckBinds::Always
            || !self.law.speech_observed
            || check.is_none()
            || self.counts_as_said(check)
    }

    /// The board with a player on move.
    pub(crate) fn board_for(&self, by: Color) -> Position {
        let mut board = *self.board.position();
        if board.turn() != by {
            board.set_turn(by);
        }
        board
    }

    /// How a move breaks the law. Where a check need not be met, what leaves just that check standing
    /// only ignores it.
    pub(crate) fn fault(&self, before: &Position, played: Move) -> Option<Illegality> {
        if self.check_binds(before.turn()) {
            return before.illegality(played, self.play);
        }
        // A check that need not be met bars no castling.
        if before.illegality(played, self.play) == Some(Illegality::Castling(CastlingBar::InCheck)) {
            return self.fault_without(before, played, CastlingConditions::NOT_IN_CHECK);
        }
        self.fault_beside_check(before, played)
    }

    /// The same where the check that stands need not be met.
    fn fault_beside_check(&self, before: &Position, played: Move) -> Option<Illegality> {
        let fault = before.illegality(played, self.play)?;
        if !fault.is_of_king_safety() {
            return Some(fault);
        }
        let us = before.turn();
        Some(if only_ignores(before, played) {
            Illegality::CheckNotParried
        } else if before.of(us, Role::King).has(played.from()) {
            Illegality::IntoCheck
        } else {
            Illegality::DiscoversCheck
        })
    }

    /// How a move would break the law if castling did not ask for these conditions.
    pub(crate) fn fault_without(
        &self,
        before: &Position,
        played: Move,
        conditions: CastlingConditions,
    ) -> Option<Illegality> {
        let play = Play { castling: self.play.castling.without(conditions), ..self.play };
        before.illegality(played, play)
    }

    /// Every move that a player may lawfully make on `board`: the legal ones, and where a check need
    /// not be met those that only ignore it.
    pub(crate) fn moves(&self, board: &Position) -> Vec<Move> {
        if self.check_binds(board.turn()) {
            return board.legal_moves(self.play);
        }
        let may = |played: &Move| {
            matches!(self.fault_beside_check(board, *played), None | Some(Illegality::CheckNotParried))
        };
        board.candidates(self.play).into_iter().filter(may).collect()
    }

    /// Makes a move.
    pub(crate) fn make(&mut self, made: Made, lawfulness: Lawfulness) {
        let Made { played, by, source, place } = made;
        let turn = self.board().turn();
        let before = self.board_for(by);
        self.stood.push(Stood {
            played,
            by,
            source,
            place,
            before,
            lawful: lawfulness == Lawfulness::Lawful,
            checks: self.checks,
            made: self.made,
            given: self.play.given,
            men: self.board.men().clone(),
            turn,
        });
        self.board.set_turn(by);
        self.board.play(played);
        self.made = self.made.with(by, played);
        self.follow_leaps(played, &before);
        for king in [by, by.other()] {
            self.follow_check(king, by, played, &before);
        }
    }

    /// A king that has moved leaps no more, nor, where the rook's square must have been empty
    /// throughout, one of whose absent rook's square a man has stood on.
    fn follow_leaps(&mut self, played: Move, before: &Position) {
        for color in [Color::White, Color::Black] {
            let home = home_square(color, File::from_index(4));
            for (side, file) in [(Side::King, 7), (Side::Queen, 0)] {
                let corner = home_square(color, File::from_index(file));
                let king_moves = played.from() == home && before.of(color, Role::King).has(home);
                let taken =
                    played.to() == corner && self.play.absent_rook == AbsentRook::LeapIfSquareAlwaysEmpty;
                if king_moves || taken {
                    self.play.given = self.play.given.without(color, side);
                }
            }
        }
    }

    /// How the code plays, in this game and at this moment.
    pub(crate) fn play(&self) -> Play {
        self.play
    }

    fn follow_check(&mut self, king: Color, mover: Color, played: Move, before: &Position) {
        let checkers = self.board().checkers(king);
        if checkers.is_empty() {
            self.checks.set(king, None);
            return;
        }
        let standing = self.checks.on(king);
        let mut earlier = if standing.is_some() { before.checkers(king) } else { Bitboard::EMPTY };
        // A man that gave the check and moves on gives no other.
        if earlier.has(played.from()) {
            earlier |= Bitboard::of(played.to());
        }
        // A check given anew, while another stands, is another check.
        if standing.is_none() || !(checkers & !earlier).is_empty() {
            let check = StandingCheck { ply: self.plies(), announced: Announced::Silent, given_by: mover };
            self.checks.set(king, Some(check));
        }
    }

    /// Takes moves back until `keep` stand; returns them, oldest first.
    pub(crate) fn take_back(&mut self, keep: u32) -> Vec<Stood> {
        let taken = self.stood.split_off((keep as usize).min(self.stood.len()));
        if let Some(first) = taken.first() {
            let mut board = EditedBoard::restored(first.before, first.men.clone());
            board.set_turn(first.turn);
            self.checks = first.checks;
            self.made = first.made;
            self.play.given = first.given;
            board.keep_edits_of(&self.board, self.passed_square());
            self.board = board;
        }
        taken
    }

    /// The square that a pawn passed over with the last move.
    fn passed_square(&self) -> Option<Square> {
        match self.stood.last() {
            None => self.start_en_passant,
            Some(last) => last.played.passed(),
        }
    }

    /// The pawn that a move left on its last rank is such a man from that move on.
    pub(crate) fn promote_left(&mut self, index: usize, to: Role) {
        let Some((stood, later)) = self.stood.get_mut(index..).and_then(<[Stood]>::split_first_mut) else {
            return;
        };
        let (from, square) = (stood.played.from(), stood.played.to());
        stood.played = Move::new(from, square, MoveKind::Promotion(to));
        let man = Man { color: stood.by, role: to };
        for later in later {
            later.before.put(square, man);
        }
        self.board.promote(square, man);
        let king = man.color.other();
        if self.board().in_check(king) && self.checks.on(king).is_none() {
            let check =
                StandingCheck { ply: self.plies(), announced: Announced::Silent, given_by: man.color };
            self.checks.set(king, Some(check));
        }
    }

    /// A man leaves the board.
    pub(crate) fn drop_man(&mut self, square: Square) -> Option<Man> {
        self.board.drop_man(square, self.passed_square())
    }

    /// Men who were set up wrongly are put right.
    pub(crate) fn put_right(&mut self, righted: &[Righted]) {
        self.board.put_right(righted, self.passed_square());
    }

    /// The man that fell from a square, else the one that fell last, is put there.
    pub(crate) fn restore(&mut self, square: Square) {
        self.board.restore(square, self.passed_square());
    }
}

/// Whether a move leaves just the checks that stood before it.
fn only_ignores(before: &Position, played: Move) -> bool {
    let us = before.turn();
    let mut after = *before;
    after.play(played);
    (after.checkers(us) & !before.checkers(us)).is_empty()
}

fn home_square(color: Color, file: File) -> Square {
    Square::new(file, crate::chess::Rank::from_index(if color == Color::White { 0 } else { 7 }))
}

/// How the code plays in a game at odds: with the leap for kings whose rook was given.
pub(crate) fn play_at_odds(play: Play, odds: Option<&Odds>, start: &Position) -> Play {
    let Some(odds) = odds.filter(|_| play.absent_rook != AbsentRook::Never) else { return play };
    let mut play = play;
    for (side, file) in [(Side::King, 7), (Side::Queen, 0)] {
        let corner = home_square(odds.giver, File::from_index(file));
        let given = odds.terms.iter().any(|term| match term {
            OddsTerm::Square(square) => *square == corner,
            OddsTerm::Man(role) => *role == Role::Rook,
            OddsTerm::Exchange => true,
            _ => false,
        });
        let king_is_home = start.of(odds.giver, Role::King).has(home_square(odds.giver, File::from_index(4)));
        if given && king_is_home && start.man_at(corner).is_none() {
            play.given = play.given.with(odds.giver, side);
        }
    }
    play
}

/// The moves that stand before the last one of a player.
pub(crate) fn before_last_of(player: Color, stood: &[Stood]) -> Option<u32> {
    let index = stood.iter().rposition(|stood| stood.by == player)?;
    u32::try_from(index).ok()
}
