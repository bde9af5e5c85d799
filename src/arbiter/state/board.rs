//! The board while the events of a record are judged, with its history for retractions.

use crate::chess::{
    AbsentRook, Bitboard, CastlingBar, CastlingConditions, Color, File, GivenRooks, Illegality, Man, Move,
    MoveKind, Play, Position, Role, Side, Square,
};
use crate::game::board_edits::{EditedBoard, NumberedMen};
use crate::game::{MadeMove, MoveSource, Odds, OddsTerm, PlacementCorrection};
use crate::law::{CheckBinds, CheckRule};

use crate::arbiter::state::ByColor;

/// The number of moves on the board made by each player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct MovesMade(ByColor<u32>);

impl MovesMade {
    /// The moves before a record's first position, by its move number. Black may have begun, so only complete
    /// moves count.
    pub(crate) fn before(start: &Position) -> Self {
        let each = start.fullmove().saturating_sub(1);
        Self(ByColor { white: each, black: each })
    }

    pub(crate) fn of(self, color: Color) -> u32 {
        *self.0.of(color)
    }

    #[must_use]
    pub(crate) fn since(self, then: Self) -> Self {
        let since = |color| self.of(color).saturating_sub(then.of(color));
        Self(ByColor { white: since(Color::White), black: since(Color::Black) })
    }

    pub(crate) fn are_at_least(self, n: u32) -> bool {
        self.of(Color::White) >= n && self.of(Color::Black) >= n
    }

    /// Takes off one move that `with` added.
    #[must_use]
    pub(crate) fn without(mut self, by: Color, played: Move) -> Self {
        if played.kind() != MoveKind::Null {
            let made = self.0.of_mut(by);
            *made = made.saturating_sub(1);
        }
        self
    }

    /// Adds one move; a null move does not count.
    #[must_use]
    pub(crate) fn with(mut self, by: Color, played: Move) -> Self {
        if played.kind() != MoveKind::Null {
            let made = self.0.of_mut(by);
            *made = made.saturating_add(1);
        }
        self
    }
}

/// A check on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ActiveCheck {
    /// The ply of the checking move.
    pub ply: u32,
    pub announced: Announced,
    /// The mover: the opponent, or the player in check who exposed the king.
    pub given_by: Color,
}

impl ActiveCheck {
    /// The number of plies that remain when the game returns to the check: those up to the checking move, or
    /// those before it if the player in check made it.
    pub(crate) fn retracts_to(self, checked: Color) -> u32 {
        if self.given_by == checked { self.ply.saturating_sub(1) } else { self.ply }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Announced {
    Said,
    Silent,
}

/// Whether a move is legal, apart from a check that need not be met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lawfulness {
    Lawful,
    Unlawful,
}

/// A move on the board, with the state before it.
#[derive(Clone, Debug)]
pub(crate) struct PlayedMove {
    pub played: Move,
    pub by: Color,
    /// The kind of text that has the move.
    pub source: MoveSource,
    /// The offset of its token or command.
    pub place: u32,
    /// The board before it, with the mover on turn.
    pub before: Position,
    /// Whether it was legal and in turn.
    pub lawful: bool,
    checks: ByColor<Option<ActiveCheck>>,
    made: MovesMade,
    given: GivenRooks,
    men: NumberedMen,
    turn: Color,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct CheckLaw {
    pub rule: CheckRule,
    /// Whether the record observed speech.
    pub speech_observed: bool,
}

/// The board and the history that a retraction restores.
#[derive(Clone, Debug)]
pub(crate) struct BoardHistory {
    board: EditedBoard,
    play: Play,
    law: CheckLaw,
    stood: Vec<PlayedMove>,
    /// By the colour of the king.
    checks: ByColor<Option<ActiveCheck>>,
    made: MovesMade,
    first: Color,
    start_en_passant: Option<Square>,
}

impl BoardHistory {
    pub(crate) fn new(start: Position, play: Play, law: CheckLaw, plies: usize) -> Self {
        let mut table = Self {
            board: EditedBoard::new(&start),
            play,
            law,
            stood: Vec::with_capacity(plies),
            checks: ByColor::default(),
            made: MovesMade::before(&start),
            first: start.turn(),
            start_en_passant: start.en_passant(),
        };
        let turn = start.turn();
        if start.in_check(turn) {
            table.begin_check(turn, turn.other());
        }
        table
    }

    pub(crate) fn board(&self) -> &Position {
        self.board.position()
    }

    /// The number of plies on the board.
    #[allow(clippy::cast_possible_truncation)] // a chunk holds fewer moves than bytes
    pub(crate) fn plies(&self) -> u32 {
        self.stood.len() as u32
    }

    /// The player who made, or will make, the first move.
    pub(crate) fn first(&self) -> Color {
        self.stood.first().map_or(self.first, |stood| stood.by)
    }

    pub(crate) fn made(&self) -> MovesMade {
        self.made
    }

    pub(crate) fn move_at(&self, ply: u32) -> Option<&PlayedMove> {
        self.stood.get((ply as usize).checked_sub(1)?)
    }

    pub(crate) fn last(&self) -> Option<&PlayedMove> {
        self.stood.last()
    }

    /// The moves on the board, oldest first.
    pub(crate) fn moves_played(&self) -> &[PlayedMove] {
        &self.stood
    }

    pub(crate) fn check_on(&self, king: Color) -> Option<ActiveCheck> {
        *self.checks.of(king)
    }

    /// Marks the check on a king as announced, also in the history, so that a retraction does not undo it.
    pub(crate) fn announce(&mut self, king: Color) {
        let Some(check) = self.check_on(king).filter(|check| check.announced == Announced::Silent) else {
            return;
        };
        let history = self.stood.iter_mut().skip(check.ply as usize).map(|stood| &mut stood.checks);
        for checks in history.chain([&mut self.checks]) {
            if let Some(same) = checks.of_mut(king).as_mut().filter(|same| same.ply == check.ply) {
                same.announced = Announced::Said;
            }
        }
    }

    /// Whether the check on a king counts as announced. If the record did not observe speech, the code decides.
    pub(crate) fn is_announced(&self, king: Color) -> bool {
        let check = self.check_on(king);
        // Speech before the start of the record was not observed.
        if !self.law.speech_observed || check.is_some_and(|check| check.ply == 0) {
            return self.law.rule.unobserved == CheckBinds::Announced;
        }
        check.is_some_and(|check| check.announced == Announced::Said)
    }

    /// Whether the check on a king must be met.
    pub(crate) fn check_binds(&self, king: Color) -> bool {
        self.law.rule.binds != CheckBinds::Announced
            || !self.law.speech_observed
            || self.check_on(king).is_none()
            || self.is_announced(king)
    }

    /// The board with a player on move.
    pub(crate) fn board_for(&self, by: Color) -> Position {
        let mut board = *self.board.position();
        if board.turn() != by {
            board.set_turn(by);
        }
        board
    }

    /// The fault of a move. A move that leaves only a check that need not be met has the fault
    /// `CheckNotParried`.
    pub(crate) fn fault(&self, before: &Position, played: Move) -> Option<Illegality> {
        if self.check_binds(before.turn()) {
            return before.illegality(played, self.play);
        }
        // A check that need not be met does not prevent castling.
        if before.illegality(played, self.play) == Some(Illegality::Castling(CastlingBar::InCheck)) {
            return self.fault_without(before, played, CastlingConditions::NOT_IN_CHECK);
        }
        self.fault_beside_check(before, played)
    }

    /// Like `fault`, if the check on the board need not be met.
    fn fault_beside_check(&self, before: &Position, played: Move) -> Option<Illegality> {
        let fault = before.illegality(played, self.play)?;
        if !fault.is_of_king_safety() {
            return Some(fault);
        }
        let us = before.turn();
        Some(if only_ignores_check(before, played) {
            Illegality::CheckNotParried
        } else if before.of(us, Role::King).has(played.from()) {
            Illegality::IntoCheck
        } else {
            Illegality::DiscoversCheck
        })
    }

    /// The fault of a move without these conditions of castling.
    pub(crate) fn fault_without(
        &self,
        before: &Position,
        played: Move,
        conditions: CastlingConditions,
    ) -> Option<Illegality> {
        let play = Play { castling: self.play.castling.without(conditions), ..self.play };
        before.illegality(played, play)
    }

    /// The moves that a player may make on `board`: the legal ones, and those that only ignore a check that
    /// need not be met.
    pub(crate) fn lawful_moves(&self, board: &Position) -> Vec<Move> {
        if self.check_binds(board.turn()) {
            return board.legal_moves(self.play);
        }
        let may = |played: &Move| {
            matches!(self.fault_beside_check(board, *played), None | Some(Illegality::CheckNotParried))
        };
        board.pseudo_legal_moves(self.play).into_iter().filter(may).collect()
    }

    pub(crate) fn lawful_moves_of(&self, board: &Position, man: Square) -> Vec<Move> {
        let mut moves = self.lawful_moves(board);
        moves.retain(|played| played.from() == man);
        moves
    }

    pub(crate) fn make(&mut self, made: MadeMove, lawfulness: Lawfulness) {
        let MadeMove { played, by, source, place } = made;
        let turn = self.board().turn();
        let before = self.board_for(by);
        self.stood.push(PlayedMove {
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
        self.update_leap_rights(played, &before);
        for king in [by, by.other()] {
            self.update_check(king, by, played, &before);
        }
    }

    /// Removes the king's leap of a player whose king has moved, or on whose absent rook's square a man
    /// arrived if that square must always have been empty.
    fn update_leap_rights(&mut self, played: Move, before: &Position) {
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

    /// The rules of play of the code, at this moment of the game.
    pub(crate) fn play(&self) -> Play {
        self.play
    }

    fn update_check(&mut self, king: Color, mover: Color, played: Move, before: &Position) {
        let checkers = self.board().checkers(king);
        if checkers.is_empty() {
            *self.checks.of_mut(king) = None;
            return;
        }
        let earlier_check = self.check_on(king);
        let mut earlier = if earlier_check.is_some() { before.checkers(king) } else { Bitboard::EMPTY };
        // A moved man that gives the same check as before gives no new check.
        if earlier.has(played.from()) {
            earlier |= Bitboard::of(played.to());
        }
        // A new check on a king that is already in check is a separate check.
        if earlier_check.is_none() || !(checkers & !earlier).is_empty() {
            self.begin_check(king, mover);
        }
    }

    /// Retracts moves until `keep` plies remain; returns the retracted moves, oldest first.
    pub(crate) fn take_back(&mut self, keep: u32) -> Vec<PlayedMove> {
        let taken = self.stood.split_off((keep as usize).min(self.stood.len()));
        if let Some(first) = taken.first() {
            let mut board = EditedBoard::from_parts(first.before, first.men.clone());
            board.set_turn(first.turn);
            self.checks = first.checks;
            self.made = first.made;
            self.play.given = first.given;
            board.apply_later_edits(&self.board, self.passed_square());
            self.board = board;
        }
        taken
    }

    /// The square that a pawn crossed with the last move.
    fn passed_square(&self) -> Option<Square> {
        match self.stood.last() {
            None => self.start_en_passant,
            Some(last) => last.played.passed(),
        }
    }

    /// Promotes the pawn that the move at `index` left on its last rank, from that move on.
    pub(crate) fn promote_pawn_left(&mut self, index: usize, to: Role) {
        let Some((stood, later)) = self.stood.get_mut(index..).and_then(<[PlayedMove]>::split_first_mut)
        else {
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
        if self.board().in_check(king) && self.check_on(king).is_none() {
            self.begin_check(king, man.color);
        }
    }

    fn begin_check(&mut self, king: Color, given_by: Color) {
        *self.checks.of_mut(king) =
            Some(ActiveCheck { ply: self.plies(), announced: Announced::Silent, given_by });
    }

    pub(crate) fn drop_man(&mut self, square: Square) -> Option<Man> {
        self.board.drop_man(square, self.passed_square())
    }

    pub(crate) fn put_right(&mut self, righted: &[PlacementCorrection]) {
        self.board.put_right(righted, self.passed_square());
    }

    /// Puts the man that fell from the square there, else the one that fell last.
    pub(crate) fn restore(&mut self, square: Square) {
        self.board.restore(square, self.passed_square());
    }
}

/// Whether a move leaves only checks that were given before it.
fn only_ignores_check(before: &Position, played: Move) -> bool {
    let us = before.turn();
    let mut after = *before;
    after.play(played);
    (after.checkers(us) & !before.checkers(us)).is_empty()
}

fn home_square(color: Color, file: File) -> Square {
    Square::new(file, crate::chess::Rank::from_index(if color == Color::White { 0 } else { 7 }))
}

/// The rules of play in a game at odds: a king whose rook was given may leap.
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

/// The number of plies before the last move of a player.
pub(crate) fn plies_before_last_move(player: Color, stood: &[PlayedMove]) -> Option<u32> {
    let index = stood.iter().rposition(|stood| stood.by == player)?;
    u32::try_from(index).ok()
}
