//! The state while the events of a record are judged, and operations that several families of rules share. A
//! record with only legal moves does not need it.

use std::cell::Cell;

use crate::chess::{Color, Material, Move, Position, Role, Square};
use crate::game::{Act, Actor, Channel, Finish, PlacedAct, Span, TagName, TimeControl};
use crate::law::{Binds, Predicate, RemedyKind, Rule};

use crate::finding::Severity;

use crate::arbiter::case::{Case, CaseStage, OffenceKind, RemedyContext};
use crate::arbiter::cases::Cases;
use crate::arbiter::context::Context;
use crate::arbiter::draft::Draft;
use crate::arbiter::predicates::{Facts, facts_of_record};
use crate::arbiter::sentences;
use crate::arbiter::state::board::play_at_odds;
use crate::arbiter::state::{
    ActiveCheck, Adjournment, Beginning, BoardHistory, ByColor, CheckLaw, Clock, Draws, GameStage, Hands,
    MovesMade, Permission, Speech, Umpire,
};

pub(crate) struct Proceedings<'b, 'a> {
    pub context: &'b Context<'a>,
    /// The facts that hold for every act of the record.
    pub base_facts: Facts,
    pub history: BoardHistory,
    pub cases: Cases<'a>,
    pub hands: ByColor<Hands>,
    pub speech: Speech,
    pub umpire: Umpire,
    pub clock: Clock,
    pub adjournment: Adjournment,
    pub draws: Draws,
    pub beginning: Beginning,
    pub permission: Permission,
    pub stage: GameStage,
    /// The number of searches made for this record.
    pub searches: Cell<u32>,
    /// Findings that are not cases.
    pub drafts: Vec<Draft>,
}

impl<'b, 'a> Proceedings<'b, 'a> {
    pub(super) fn new(context: &'b Context<'a>) -> Self {
        let code = context.code();
        let play = play_at_odds(code.regulations.play, context.odds(), &context.record().start);
        let law =
            CheckLaw { rule: code.regulations.check, speech_observed: context.observed(Channel::Speech) };
        let table = BoardHistory::new(context.record().start, play, law, context.record().plies_made());
        Self {
            context,
            base_facts: facts_of_record(context),
            history: table,
            cases: Cases::default(),
            hands: ByColor::default(),
            speech: Speech::default(),
            umpire: Umpire::default(),
            clock: Clock {
                is_press_noted: is_press_noted(context),
                finish: finish(context),
                ..Clock::default()
            },
            adjournment: Adjournment::default(),
            draws: Draws::default(),
            beginning: Beginning::default(),
            permission: Permission::default(),
            stage: GameStage::UnderWay,
            searches: Cell::new(0),
            drafts: Vec::new(),
        }
    }

    pub(super) fn plies(&self) -> u32 {
        self.history.plies()
    }

    /// The move of a ply on the board, with its number: `12. Nf3` or `12... Ke7`.
    pub(super) fn numbered(&self, ply: u32) -> Option<String> {
        let stood = self.history.move_at(ply)?;
        let text = self.context.text_of_move(stood.source, stood.place, &stood.before, stood.played);
        Some(self.context.numbered_move(&stood.before, stood.place, &text))
    }

    /// The facts of an act at this moment.
    pub(super) fn facts(&self, offender: Color) -> Facts {
        let board = self.history.board();
        let is_in_finish = self.is_in_finish(offender);
        self.base_facts
            .with(Predicate::OnMove, board.turn() == offender)
            .with(Predicate::InCheck, board.in_check(offender))
            .with(Predicate::CheckStanding, board.in_check(offender))
            .with(Predicate::CheckAnnounced, self.history.is_announced(offender))
            .with(Predicate::AdversaryCanMate, board.material(offender.other()) == Material::Undecided)
            .with(Predicate::TwoKnightsOnly, has_only_two_knights(board, offender.other()))
            .with(Predicate::NoPawns, board.of_role(Role::Pawn).is_empty())
            .with(Predicate::EachHasMoved, self.each_has_moved())
            .with(Predicate::QuickplayFinish, is_in_finish == Some(true))
            .with(Predicate::BeforeQuickplayFinish, is_in_finish == Some(false))
    }

    /// Whether the player has to make all remaining moves in a limited time, if the time control shows it.
    fn is_in_finish(&self, player: Color) -> Option<bool> {
        let made = self.history.made().of(player);
        match self.clock.finish {
            Finish::Unknown => None,
            Finish::Never => Some(false),
            Finish::After(moves) => Some(made >= moves),
            Finish::NotBefore(moves) => (made < moves).then_some(false),
        }
    }

    /// Whether each player has made a move; moves before the record's first position count.
    pub(super) fn each_has_moved(&self) -> bool {
        let made = self.history.made();
        let began_earlier = !self.context.record().begins_at_move_one();
        began_earlier || (made.of(Color::White) > 0 && made.of(Color::Black) > 0)
    }

    /// Whether the last move is completed, as far as the record notes presses of the clock.
    pub(super) fn is_last_move_completed(&self) -> bool {
        let is_pressed = |by: Color| self.clock.pressed.contains(&by);
        !self.clock.is_press_noted || self.history.last().is_none_or(|last| is_pressed(last.by))
    }

    /// The number of moves that each player has completed.
    pub(super) fn moves_completed(&self) -> MovesMade {
        let made = self.history.made();
        match self.history.last() {
            Some(last) if !self.is_last_move_completed() => made.without(last.by, last.played),
            _ => made,
        }
    }

    /// The context of a remedy, with the offender on move in `position`.
    pub(super) fn remedy_context(
        &self,
        position: Position,
        touched: Vec<Square>,
        played: Option<Move>,
        facts: Facts,
    ) -> RemedyContext {
        RemedyContext {
            bars_castling: self.bars_castling_as_penalty(facts),
            lawful: position.legal_moves(self.history.play()),
            position,
            play: self.history.play(),
            touched,
            touched_before: Vec::new(),
            touched_in_unknown_order: Vec::new(),
            victim: None,
            readings: Vec::new(),
            played,
            before_both: None,
            facts,
        }
    }

    /// Whether the code forbids castling to a king that moves as a penalty.
    pub(super) fn bars_castling_as_penalty(&self, facts: Facts) -> bool {
        let provision = self.context.code().governing(Rule::PenaltyCastled, |fact| facts.has(fact));
        provision.is_some_and(|provision| provision.binds != Binds::None)
    }

    /// Adds a finding that is not a case, if it is wanted.
    pub(super) fn push(&mut self, draft: Draft) {
        if self.context.wants(draft.rule, draft.severity) {
            self.drafts.push(draft);
        }
    }

    /// Reports that a player pointed out something that did not happen.
    pub(super) fn report_nothing_to_notice(&mut self, by: Option<Color>, message: String, span: Span) {
        self.umpire.found_nothing = Some(by.map_or(Actor::Umpire, Actor::from));
        let draft =
            Draft::new(Rule::PenaltyUnavailable, Severity::Info, self.plies(), span, message).of_fact();
        self.push(Draft { offender: by, ..draft });
    }

    /// Whether the game is over, on the board or by something said or done.
    pub(super) fn is_over(&self) -> bool {
        self.stage != GameStage::UnderWay || self.has_no_move_left()
    }

    /// Whether the player on move has no legal move after a legal move that was not objected to.
    pub(super) fn has_no_move_left(&self) -> bool {
        self.history.last().is_some_and(|last| last.lawful)
            && self.history.lawful_moves(self.history.board()).is_empty()
            && self.latest_against_touch().is_none_or(|case| !case.is_asked())
    }

    /// The case of a touch, or of a chosen piece, that the last move ignores. If a player objects to it, the move
    /// does not end the game (FIDE 5.1.1, 5.2.1).
    pub(super) fn latest_against_touch(&self) -> Option<&Case<'a>> {
        let stage = CaseStage::Disobeyed(self.plies());
        let binds = |case: &Case<'_>| {
            case.offence.kind == OffenceKind::Touch || case.facts.has(Predicate::PieceChosen)
        };
        let index = self.cases.find_open(|case| case.stage == stage && binds(case))?;
        self.cases.get(index)
    }

    /// The end of the game on the board, in words.
    pub(super) fn ended_on_board(&self) -> Option<String> {
        let board = self.history.board();
        let player = board.turn();
        let how =
            if board.in_check(player) { sentences::draws::checkmated } else { sentences::draws::stalemated };
        self.has_no_move_left().then(|| how(player))
    }

    /// Whether there is no doubt about the moves made so far.
    pub(super) fn is_certain(&self) -> bool {
        self.context.record().facts.doubtful.is_none_or(|from| self.plies() < from)
    }

    /// The number of plies that remain when the game returns to a check. A move that exposed the mover's own
    /// king remains if the opponent asked that it stand.
    pub(super) fn check_retracts_to(&self, check: ActiveCheck, checked: Color) -> u32 {
        let made_to_stand = |case: &Case<'_>| {
            case.offence.ply == check.ply
                && case.offence.offender == checked
                && case.is_elected()
                && case.is_due(&[RemedyKind::Stand])
        };
        let stays = self.cases.any_recent(made_to_stand);
        if stays { check.ply } else { check.retracts_to(checked) }
    }
}

fn is_press_noted(context: &Context<'_>) -> bool {
    let is_press = |placed: &PlacedAct| matches!(placed.act, Act::Press { .. });
    context.observed(Channel::Clock) && context.record().acts.iter().any(is_press)
}

/// Whether a player has two knights and nothing else against a bare king.
fn has_only_two_knights(board: &Position, player: Color) -> bool {
    board.of(player, Role::Knight).count() == 2
        && board.men(player).count() == 3
        && board.men(player.other()).count() == 1
}

/// The quickplay finish of a record that shows how many moves the players have made.
fn finish(context: &Context<'_>) -> Finish {
    let control = context.value(TagName::TimeControl).filter(|_| context.record().begins_at_move_one());
    control.map_or(Finish::Unknown, |control| TimeControl::read(control).finish())
}
