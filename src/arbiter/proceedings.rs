//! The proceedings: everything before the arbiter while it follows one record, and the cases that are opened.
//!
//! It is kept only for records that hold more than a plain, legal game. What happens comes in by `events.rs`;
//! what is left at the end goes out by `outcome.rs`.

use std::cell::Cell;

use crate::chess::{Color, Move, Position};
use crate::game::{Channel, Event, Person, Timeline};
use crate::law::{Binds, Code, Family, Predicate, Rule};

use crate::arbiter::case::remedies::Ground;
use crate::arbiter::case::windows::Watch;
use crate::arbiter::case::{Asked, Case, Decision};
use crate::arbiter::predicates::Facts;
use crate::arbiter::rules::agreement::Offer;
use crate::arbiter::rules::calls::{Cry, Unsaid};
use crate::arbiter::rules::conduct::{Opened, Sealed, Written};
use crate::arbiter::rules::counts::Call;
use crate::arbiter::rules::discoveries::Awaited;
use crate::arbiter::rules::draw_claims::Claimed;
use crate::arbiter::rules::setup::Irregularity;
use crate::arbiter::rules::unnamed_odds::SeenMen;
use crate::arbiter::state::board::{CheckLaw, Table, play_at_odds};
use crate::arbiter::state::touch::Hands;
use crate::arbiter::verdict::RuledEnd;
use crate::arbiter::{Context, Draft, words};

/// How many cases are kept open at a time: a record of thousands of offences, each open to the end of
/// the game, must not cost their square.
pub(crate) const MOST_OPEN: usize = 256;

/// A question put to the umpire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Question {
    pub by: Person,
    pub put: Put,
    /// The moves standing when it was put: it is of nothing done later.
    pub ply: u32,
}

/// How a question comes before the umpire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Put {
    /// It is submitted to him.
    Submitted,
    /// Something is claimed, which he is to decide.
    Claimed,
}

/// Whether a ruling was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Heard {
    OnAppeal,
    /// Both players had submitted the question.
    OnAppealOfBoth,
    Unasked,
}

/// Whether the game goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GameStage {
    UnderWay,
    /// Something said or done ended it.
    Over,
    /// This player resigned, and that ended it.
    Resigned(Color),
    /// This player was mated, with so many moves standing; the score goes on.
    Mated(Color, u32),
}

/// Where a record leaves its game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AtLast {
    Unended,
    /// It has a score, or the board shows that it is over.
    Over,
}

/// How many cases a game may bring, before it is not judged: each is kept, with its remedies, until all are ruled on.
pub(crate) const MOST_CASES: usize = 1 << 8;

/// How far a game was followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Followed {
    ToItsEnd,
    /// More cases came up than are kept.
    InPart,
}

/// Everything before the arbiter while it follows one record.
pub(crate) struct Proceedings<'b, 'a> {
    pub context: &'b Context<'a>,
    pub code: &'a Code,
    pub table: Table,
    pub cases: Vec<Case<'a>>,
    /// Those of how the game began.
    pub beginnings: Vec<usize>,
    /// The cases that further acts may still touch, oldest first.
    pub(crate) open: Vec<usize>,
    pub base: Facts,
    pub white: Hands,
    pub black: Hands,
    /// A false cry of check to which the other player has not reacted.
    pub cry: Option<Cry>,
    /// A check given and not said.
    pub unsaid: Option<Unsaid>,
    /// Who has just misled the other by a false move or cry.
    pub misled_by: Option<Color>,
    /// Whether both players or the umpire agreed to what comes next.
    pub sanctioned: bool,
    /// Who pointed something out, or asked for a remedy, since the last move.
    pub pointed_out_by: Option<Person>,
    /// What the arbiter waits for the next move with.
    pub awaited: Option<Awaited>,
    /// The questions put to the umpire that he has not decided yet.
    pub questions: Vec<Question>,
    /// How the umpire came to rule last, if he has.
    pub ruled: Option<Heard>,
    /// What the umpire made of the game where the laws leave it to him, if nothing followed.
    pub ruled_end: Option<RuledEnd>,
    /// Where the record leaves the game; known once it was followed to its end.
    pub at_last: AtLast,
    /// Whether both players agreed that the laws shall not apply to what is on the table.
    pub laws_left: bool,
    /// How often this record was looked ahead in.
    pub looked_ahead: Cell<u32>,
    /// The rules on which the code was found silent.
    pub silences: Vec<Rule>,
    /// Who made the first move, once there is one.
    pub began: Option<Color>,
    /// What was wrong when the game began and was not pointed out yet.
    pub irregular: Vec<Irregularity>,
    /// The men seen to stand where they were set up, as far as anybody asked.
    pub seen: SeenMen,
    /// The players who were admonished.
    pub admonished: Vec<Color>,
    /// The players who refused the umpire's decision.
    pub refused: Vec<Color>,
    /// The players who pressed the clock since their last move.
    pub pressed: Vec<Color>,
    /// The players whose flag fell.
    pub fallen_flags: Vec<Color>,
    /// A move sealed and not yet opened.
    pub sealed: Option<Sealed>,
    /// Who sealed a text of which it is not known here what it says, until the next move.
    pub seal_undecided: Option<Color>,
    /// A move that was sealed and is to be made next.
    pub opened: Option<Opened>,
    /// Whether the game was resumed from another position than the one on the table: what is then done is not
    /// judged by it.
    pub is_set_up_anew: bool,
    /// Moves written down and not yet made.
    pub written: Vec<Written>,
    /// The last offer of a draw.
    pub offer: Option<Offer>,
    /// The call on which moves are counted.
    pub call: Option<Call>,
    /// Whether something said or done ended the game.
    pub stage: GameStage,
    /// The draws that were claimed.
    pub claimed: Vec<Claimed>,
    /// Findings that are no cases.
    pub drafts: Vec<Draft>,
}

impl<'b, 'a> Proceedings<'b, 'a> {
    pub fn new(context: &'b Context<'a>) -> Self {
        let code = context.hearing.code;
        let play = play_at_odds(code.play.play, context.odds(), &context.record().start);
        let law = CheckLaw { rule: code.play.check, speech_observed: context.observed(Channel::Speech) };
        let table = Table::new(context.record().start, play, law, context.record().plies_made());
        Self {
            context,
            code,
            table,
            cases: Vec::new(),
            beginnings: Vec::new(),
            open: Vec::new(),
            base: context.standing_facts(),
            white: Hands::default(),
            black: Hands::default(),
            cry: None,
            unsaid: None,
            misled_by: None,
            sanctioned: false,
            pointed_out_by: None,
            awaited: None,
            questions: Vec::new(),
            ruled: None,
            ruled_end: None,
            at_last: AtLast::Unended,
            laws_left: false,
            began: None,
            irregular: context.irregular_beginnings(context.standing_facts()),
            seen: SeenMen::default(),
            admonished: Vec::new(),
            refused: Vec::new(),
            pressed: Vec::new(),
            fallen_flags: Vec::new(),
            sealed: None,
            seal_undecided: None,
            opened: None,
            is_set_up_anew: false,
            written: Vec::new(),
            offer: None,
            call: None,
            stage: GameStage::UnderWay,
            claimed: Vec::new(),
            looked_ahead: Cell::new(0),
            silences: Vec::new(),
            drafts: Vec::new(),
        }
    }

    /// Follows everything that happened.
    pub fn follow(&mut self, events: Timeline<'_>) -> Followed {
        for (index, event) in events.iter().enumerate() {
            let rest = events.from(index + 1);
            if let Event::Move(made) = event
                && let Some(end) = self.ended_before(made)
            {
                self.after_the_end(&end, made);
                self.replay(events.from(index));
                return Followed::ToItsEnd;
            }
            match event {
                Event::Move(made) => self.take_move(made, rest),
                Event::Act(placed) => self.take_act(placed, rest),
            }
            if self.cases.len() > MOST_CASES {
                return Followed::InPart;
            }
        }
        Followed::ToItsEnd
    }

    /// `12. Nf3` or `12... Ke7`: the standing move of a ply.
    pub fn numbered(&self, ply: u32) -> Option<String> {
        let stood = self.table.stood(ply)?;
        let text = self.context.text_of_move(stood.source, stood.place, &stood.before, stood.played);
        Some(words::numbered(&stood.before, &text))
    }

    pub fn hands(&mut self, by: Color) -> &mut Hands {
        match by {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        }
    }

    pub fn hands_of(&self, by: Color) -> &Hands {
        match by {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    pub fn plies(&self) -> u32 {
        self.table.plies()
    }

    /// A question comes before the umpire.
    pub fn put_to_umpire(&mut self, by: Person, put: Put) {
        let ply = self.plies();
        self.questions.push(Question { by, put, ply });
    }

    /// Facts of an act at this moment.
    pub fn facts(&self, offender: Color) -> Facts {
        let board = self.table.board();
        self.base
            .with(Predicate::OnMove, board.turn() == offender)
            .with(Predicate::InCheck, board.in_check(offender))
            .with(Predicate::CheckStanding, board.in_check(offender))
            .with(Predicate::CheckAnnounced, self.table.is_announced(offender))
            .with(
                Predicate::AdversaryCanMate,
                board.material(offender.other()) == crate::chess::Material::Undecided,
            )
            .with(Predicate::NoPawns, board.of_role(crate::chess::Role::Pawn).is_empty())
            .with(Predicate::EachHasMoved, self.each_has_moved())
    }

    /// Whether each player has made a move, those before the record's first position included.
    pub fn each_has_moved(&self) -> bool {
        let made = self.table.made();
        let began_earlier = !self.context.record().begins_with_the_game();
        began_earlier || (made.of(Color::White) > 0 && made.of(Color::Black) > 0)
    }

    /// The ground on which remedies are laid, `offender` being on move on `position`.
    pub fn ground(
        &self,
        position: Position,
        touched: Vec<crate::chess::Square>,
        played: Option<Move>,
        facts: Facts,
    ) -> Ground {
        Ground {
            bars_castling: self.bars_castling_as_penalty(facts),
            lawful: position.legal_moves(self.table.play()),
            position,
            play: self.table.play(),
            touched,
            touched_before: Vec::new(),
            unordered: Vec::new(),
            victim: None,
            readings: Vec::new(),
            played,
            before_both: None,
            facts,
        }
    }

    /// Whether under the code a king that moves as a penalty does not castle with that move.
    pub(crate) fn bars_castling_as_penalty(&self, facts: Facts) -> bool {
        let law = self.code.governing(Rule::PenaltyCastled, |fact| facts.has(fact));
        law.is_some_and(|law| law.binds != Binds::None)
    }

    pub(crate) fn keep(&mut self, case: Case<'a>) -> usize {
        let index = self.cases.len();
        if case.rule.is_of(Family::Setup) {
            self.beginnings.push(index);
        }
        if !case.is_ended() {
            if self.open.len() >= MOST_OPEN {
                self.open.remove(0);
            }
            self.open.push(index);
        }
        self.cases.push(case);
        index
    }

    /// Puts a case that was done with back among those that further acts may touch.
    pub(crate) fn put_back(&mut self, index: usize) {
        if !self.open.contains(&index) {
            let at = self.open.partition_point(|earlier| *earlier < index);
            self.open.insert(at, index);
        }
    }

    /// Takes a case off the proceedings: what it was about was no offence after all.
    pub fn strike_out(&mut self, index: usize) {
        if let Some(case) = self.cases.get_mut(index) {
            // The silence was not told with it.
            if matches!(case.decision, Decision::Silence(_)) {
                self.silences.retain(|rule| *rule != case.rule);
            }
            case.strike_out();
        }
        self.open.retain(|at| *at != index);
    }

    /// The cases that further acts may touch, newest first.
    pub fn newest(&self) -> impl Iterator<Item = usize> + '_ {
        self.open.iter().rev().copied()
    }

    /// The latest cases, ended or not, newest first.
    pub fn latest(&self) -> impl Iterator<Item = usize> + '_ {
        let from = self.cases.len().saturating_sub(MOST_OPEN);
        (from..self.cases.len()).rev()
    }

    /// Of the latest cases, whether any is so.
    pub fn any_of_late(&self, is_so: impl Fn(&Case<'a>) -> bool) -> bool {
        self.latest().any(|index| self.cases.get(index).is_some_and(&is_so))
    }

    pub(crate) fn each_open(&mut self, mut see: impl FnMut(&mut Case<'a>)) {
        for index in &self.open {
            if let Some(case) = self.cases.get_mut(*index) {
                see(case);
            }
        }
    }

    pub(crate) fn each_watch(&mut self, mut see: impl FnMut(&mut Watch<'a>)) {
        self.each_open(|case| {
            if let Decision::Rights(rights) = &mut case.decision
                && let Some(watch) = rights.last_mut().and_then(|right| right.watch.as_mut())
            {
                see(watch);
            }
        });
    }

    /// After anything happened: rights that lapsed give way to the next, and cases that nothing more
    /// can touch leave the proceedings.
    pub(crate) fn after_each(&mut self) {
        let mut index = 0;
        while let Some(case_index) = self.open.get(index).copied() {
            self.word_closing(case_index);
            let Some(case) = self.cases.get(case_index) else { break };
            let lapsed = !case.is_ended()
                && case.asked == Asked::No
                && !case.is_owed()
                && case.right().is_some_and(|right| right.watch.is_some() && !right.is_alive());
            // What was asked in time is not bound to the window any more.
            if lapsed {
                let _ = self.next_right(case_index);
            }
            let keep = self.cases.get(case_index).is_some_and(|case| {
                !case.is_ended()
                    && (case.is_open()
                        || case.is_owed()
                        || case.asked != Asked::No
                        || case.provision().is_some_and(|provision| provision.window.is_none()))
            });
            if keep {
                index += 1;
            } else {
                self.open.remove(index);
            }
        }
    }

    /// Says what closed a window while the moves of that moment stand.
    fn word_closing(&mut self, index: usize) {
        let Some(case) = self.cases.get(index) else { return };
        let Decision::Rights(rights) = &case.decision else { return };
        let closed = rights
            .last()
            .filter(|right| right.watch.as_ref().is_some_and(|watch| watch.closed_in_words.is_none()))
            .and_then(|right| right.closed(|ply| self.numbered(ply)));
        let Some(closed) = closed else { return };
        if let Some(Case { decision: Decision::Rights(rights), .. }) = self.cases.get_mut(index)
            && let Some(watch) = rights.last_mut().and_then(|right| right.watch.as_mut())
        {
            watch.closed_in_words = Some(closed);
        }
    }
}
