//! The docket: everything before the arbiter while it follows one record, and the cases that are opened.
//!
//! It is kept only for records that hold more than a plain, legal game. What happens comes in by `events.rs`;
//! what is left at the end goes out by `outcome.rs`.

use std::cell::Cell;
use std::sync::Arc;

use crate::chess::{Color, Move, Position};
use crate::finding::{Disposition, Severity};
use crate::law::{
    Binds, Code, OffenderRole, Predicate, Provision, RemedyKind, RemedyRule, RetractTo, Rule, StrikeEffect,
};
use crate::record::{Channel, Event, Odds, Person, Span, TagName};

use super::agreement::Offer;
use super::calls::{Cry, Unsaid};
use super::case::{Asked, Case, Counted, Decision, Marks, Right, Scored, Stage, back_to, ruling};
use super::conduct::{Opened, Sealed, Written};
use super::counts::Call;
use super::discoveries::Awaited;
use super::draw_claims::Claimed;
use super::facts::Facts;
use super::hands::Hands;
use super::outcome::RuledEnd;
use super::remedies::{Ground, Laid};
use super::setup::Irregularity;
use super::table::{CheckLaw, Table, play_at_odds};
use super::windows::{Completed, Offence, OffenceKind, Watch};
use super::{Bench, Draft, words};

/// How many cases are kept open at a time: a record of thousands of offences, each open to the end of
/// the game, must not cost their square.
const MOST_OPEN: usize = 256;

/// An act about to become a case.
pub(super) struct Opening {
    pub rule: Rule,
    pub facts: Facts,
    pub offender: Color,
    /// Whether the report names the offender: the board's own accidents are nobody's.
    pub is_named: bool,
    /// The ply that the report gives.
    pub ply: u32,
    /// The moves standing once it was done.
    pub done: u32,
    /// The moves standing before it.
    pub before: u32,
    pub kind: OffenceKind,
    pub marks: Marks,
    pub span: Span,
    pub message: String,
    pub movetext: Option<String>,
    pub ground: Option<Ground>,
}

impl Opening {
    /// An act of `offender` at this moment, no move of his own: what it is besides is said field by field.
    pub fn at(rule: Rule, facts: Facts, offender: Color, ply: u32, span: Span, message: String) -> Self {
        Self {
            rule,
            facts,
            offender,
            is_named: true,
            ply,
            done: ply,
            before: ply,
            kind: OffenceKind::Other,
            marks: Marks::default(),
            span,
            message,
            movetext: None,
            ground: None,
        }
    }
}

/// A question put to the umpire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Question {
    pub by: Person,
    pub put: Put,
    /// The moves standing when it was put: it is of nothing done later.
    pub ply: u32,
}

/// How a question comes before the umpire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Put {
    /// It is submitted to him.
    Submitted,
    /// Something is claimed, which he is to decide.
    Claimed,
}

/// Whether a ruling was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Heard {
    OnAppeal,
    /// Both players had submitted the question.
    OnAppealOfBoth,
    Unasked,
}

/// Which strikes come before one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Strikes {
    /// Those of offences committed before it.
    Earlier,
    /// All others that were noticed.
    Others,
}

/// Whether the game goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GameStage {
    UnderWay,
    /// Something said or done ended it.
    Over,
    /// This player resigned, and that ended it.
    Resigned(Color),
    /// This player was mated, with so many moves standing; the score goes on.
    Mated(Color, u32),
}

/// Everything before the arbiter while it follows one record.
pub(super) struct Docket<'b, 'a> {
    pub bench: &'b Bench<'a>,
    pub code: &'a Code,
    pub table: Table,
    pub cases: Vec<Case<'a>>,
    /// The cases that further acts may still touch, oldest first.
    pub(super) open: Vec<usize>,
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

impl<'b, 'a> Docket<'b, 'a> {
    pub fn new(bench: &'b Bench<'a>) -> Self {
        let code = bench.hearing.code;
        let odds = bench.value(TagName::Odds).and_then(Odds::read);
        let play = play_at_odds(code.play.play, odds.as_ref(), &bench.record().start);
        let law = CheckLaw { rule: code.play.check, speech_observed: bench.observed(Channel::Speech) };
        let mut table = Table::new(bench.record().start, play, law);
        if bench.value(TagName::Placed).is_some() {
            table.note_forgotten(&bench.record().start);
        }
        Self {
            bench,
            code,
            table,
            cases: Vec::new(),
            open: Vec::new(),
            base: bench.standing_facts(),
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
            laws_left: false,
            began: None,
            irregular: bench.irregular_beginnings(bench.standing_facts()),
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
    pub fn follow(&mut self, events: &[Event<'_>]) {
        for (index, event) in events.iter().enumerate() {
            let rest = events.get(index + 1..).unwrap_or_default();
            if let Event::Move(made) = event
                && let Some(end) = self.ended_before(*made)
            {
                self.after_the_end(&end, *made);
                return self.replay(events.get(index..).unwrap_or_default());
            }
            match event {
                Event::Move(made) => self.take_move(*made, rest),
                Event::Act(placed) => self.take_act(placed, rest),
            }
        }
    }

    /// `12. Nf3` or `12... Ke7`: the standing move of a ply.
    pub fn numbered(&self, ply: u32) -> Option<String> {
        let stood = self.table.stood(ply)?;
        let text = self.bench.text_of_move(stood.source, stood.place, &stood.before, stood.played);
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
        let began_earlier = self.bench.record().start.fullmove() > 1;
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
            facts,
        }
    }

    /// Whether under the code a king that moves as a penalty does not castle with that move.
    pub(super) fn bars_castling_as_penalty(&self, facts: Facts) -> bool {
        let law = self.code.governing(Rule::PenaltyCastled, |fact| facts.has(fact));
        law.is_some_and(|law| law.binds != Binds::None)
    }

    // --- Cases ---------------------------------------------------------------------------------

    /// Opens a case where the code speaks of the act, or says that it does not; `None` where there is
    /// nothing to say.
    pub fn open(&mut self, opening: Opening) -> Option<usize> {
        self.open_where(opening, |provision| provision.opens.is_none())
    }

    /// Opens a case under those provisions only that `asks` allows.
    pub fn open_where(&mut self, opening: Opening, asks: impl Fn(&Provision) -> bool) -> Option<usize> {
        let lawful = opening.facts.has(Predicate::Lawful);
        let code = self.code;
        let found = ruling(code, opening.rule, opening.facts, |provision| {
            asks(provision) && (!lawful || asks_for(provision, Predicate::Lawful))
        });
        let Some(found) = found else {
            let says_nothing = code.silence_for(opening.rule).is_some()
                || code.provisions_for(opening.rule).next().is_none();
            // Of a matter that the code does not speak of it is said once.
            let is_told = self.silences.contains(&opening.rule);
            return (says_nothing && !lawful && !is_told).then(|| self.open_silence(opening));
        };
        if !found.provision.report {
            return None;
        }
        Some(self.open_under(opening, found.provision, found.condition))
    }

    fn open_silence(&mut self, opening: Opening) -> usize {
        let code = self.code;
        let rule = opening.rule;
        self.silences.push(rule);
        let offence = self.offence_of(&opening);
        let help = code.silence_for(rule).map(|silence| Arc::clone(&silence.says).to_string());
        self.keep(Case {
            rule,
            decision: Decision::Silence(code.voice_of_silence()),
            condition: None,
            offence,
            ply: opening.ply,
            offender: opening.is_named.then_some(opening.offender),
            before: opening.before,
            article: None,
            marks: opening.marks,
            back_to: None,
            span: opening.span,
            message: opening.message,
            movetext: opening.movetext,
            help: help.into_iter().collect(),
            ground: opening.ground,
            facts: opening.facts,
            remedies: Vec::new(),
            chosen: None,
            asked: Asked::No,
            asked_by: None,
            left_by: None,
            went_back: None,
            stage: Stage::Ended(Disposition::Stands),
            gravity: Severity::Info,
            is_told: false,
            not_done: None,
            is_put_right: false,
            time_ruled: None,
            scored: Scored::Otherwise,
            counted: Counted::ForItself,
            discovered: false,
        })
    }

    fn offence_of(&self, opening: &Opening) -> Offence {
        Offence { ply: opening.done, offender: opening.offender, kind: opening.kind, made: self.table.made() }
    }

    /// Opens a case under this very provision.
    pub fn open_under(
        &mut self,
        opening: Opening,
        provision: &'a Provision,
        condition: Option<&'a Provision>,
    ) -> usize {
        let offence = self.offence_of(&opening);
        self.open_as_of(opening, offence, provision, condition)
    }

    /// Opens a case of an offence committed earlier.
    pub fn open_as_of(
        &mut self,
        opening: Opening,
        offence: Offence,
        provision: &'a Provision,
        condition: Option<&'a Provision>,
    ) -> usize {
        let shown = whose(provision.offender, &opening);
        let is_named = opening.is_named && provision.offender != OffenderRole::Nobody;
        let right = Right::new(provision, offence, self.table.first());
        let on_board = if opening.kind == OffenceKind::Touch { Stage::Due } else { Stage::Standing };
        let index = self.cases.len();
        self.keep(Case {
            rule: opening.rule,
            decision: Decision::Rights(vec![right]),
            condition,
            offence,
            ply: opening.ply,
            offender: is_named.then_some(shown),
            before: opening.before,
            article: None,
            marks: opening.marks,
            back_to: None,
            span: opening.span,
            message: opening.message,
            movetext: opening.movetext,
            help: Vec::new(),
            ground: opening.ground,
            facts: opening.facts,
            remedies: Vec::new(),
            chosen: None,
            asked: Asked::No,
            asked_by: None,
            left_by: None,
            went_back: None,
            stage: on_board,
            gravity: Severity::Error,
            is_told: false,
            not_done: None,
            is_put_right: false,
            time_ruled: None,
            scored: Scored::Otherwise,
            counted: Counted::ForItself,
            discovered: false,
        });
        self.lay(index);
        // A touch that binds to nothing is over.
        if let Some(case) = self.cases.get_mut(index)
            && case.offence.kind == OffenceKind::Touch
            && !case.gives()
        {
            case.end(Disposition::Stands);
            self.open.retain(|at| *at != index);
        }
        index
    }

    fn keep(&mut self, case: Case<'a>) -> usize {
        let index = self.cases.len();
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
    pub(super) fn put_back(&mut self, index: usize) {
        if !self.open.contains(&index) {
            let at = self.open.partition_point(|earlier| *earlier < index);
            self.open.insert(at, index);
        }
    }

    /// Takes a case off the docket: what it was about was no offence after all.
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

    /// Lays the remedies of the right that counts.
    pub fn lay(&mut self, index: usize) {
        self.lay_after(index, self.strikes_before(index, Strikes::Earlier));
    }

    /// Lays them as of now, where it is pointed out: strikes count in the order in which they are found.
    pub(super) fn lay_as_found(&mut self, index: usize) {
        self.lay_after(index, self.strikes_before(index, Strikes::Others));
    }

    /// Lays them after so many strikes that were noticed.
    fn lay_after(&mut self, index: usize, noticed: u32) {
        let can_mate = self.can_mate_at_strike(index, noticed);
        let code = self.code;
        let Some(case) = self.cases.get_mut(index) else { return };
        if case.is_ended() || case.asked != Asked::No {
            return;
        }
        if let (Some(can_mate), Some(ground)) = (can_mate, &mut case.ground) {
            ground.facts = ground.facts.with(Predicate::AdversaryCanMate, can_mate);
        }
        let Some(provision) = case.provision() else { return };
        let Some(ground) = &case.ground else {
            case.remedies = without_moves(provision, case.facts);
            case.back_to = going_back(provision, case);
            return;
        };
        let mut remedies = ground.lay(&provision.remedies, &provision.otherwise);
        let tally = provision.tally.as_ref().filter(|_| case.counted == Counted::ForItself);
        let tally = tally.and_then(|article| code.tally(article));
        if let Some(strike) = tally.and_then(|tally| tally.strike(noticed + 1)) {
            let more = ground.lay(&strike.remedies, &[]);
            match strike.effect {
                StrikeEffect::Adds => remedies.extend(more),
                StrikeEffect::Replaces => remedies = more,
            }
        }
        // What was due at a later turn is known since that turn.
        for laid in remedies.iter_mut().filter(|laid| laid.remedy.kind == RemedyKind::PlayLater) {
            if let Some(known) = case.remedies.iter().find(|known| known.remedy.kind == laid.remedy.kind) {
                laid.clone_from(known);
            }
        }
        case.remedies = remedies;
        case.back_to = going_back(provision, case);
    }

    /// Whether the adversary can mate from the position gone back to, where what the offence brings hangs on it.
    fn can_mate_at_strike(&self, index: usize, noticed: u32) -> Option<bool> {
        let case = self.cases.get(index).filter(|case| !case.is_ended() && case.asked == Asked::No)?;
        let tally = case.provision()?.tally.as_ref()?;
        let strike = self.code.tally(tally)?.strike(noticed + 1)?;
        let asks = |remedy: &RemedyRule| {
            let mut literals = remedy.when.iter().flat_map(|clause| &clause.any);
            literals.any(|literal| literal.predicate == Predicate::AdversaryCanMate)
        };
        strike.remedies.iter().any(asks).then_some(())?;
        let ground = case.ground.as_ref()?;
        Some(self.can_mate(&ground.position, case.offence.offender.other()))
    }

    /// The strikes of the same player that were noticed before.
    fn strikes_before(&self, index: usize, which: Strikes) -> u32 {
        let Some(case) = self.cases.get(index) else { return 0 };
        let Some(tally) = case.provision().and_then(|provision| provision.tally.as_ref()) else { return 0 };
        let counts = |other: &&Case<'_>| {
            other.asked != Asked::No
                && other.counted == Counted::ForItself
                && other.offence.offender == case.offence.offender
                && other.provision().and_then(|provision| provision.tally.as_ref()) == Some(tally)
        };
        let end = match which {
            Strikes::Earlier => index,
            Strikes::Others => self.cases.len(),
        };
        let before = self.cases.get(index.saturating_sub(MOST_OPEN)..end).unwrap_or_default();
        u32::try_from(before.iter().filter(counts).count()).unwrap_or(0)
    }

    /// The right that arises where the last lapsed unused; whether one did.
    pub(super) fn next_right(&mut self, index: usize) -> bool {
        let code = self.code;
        let first = self.table.first();
        let Some(case) = self.cases.get(index) else { return false };
        let Decision::Rights(rights) = &case.decision else { return false };
        let lapsed = rights.last().filter(|right| !right.is_alive() && rights.len() <= code.provisions.len());
        let Some(lapsed) =
            lapsed.filter(|_| case.stage == Stage::Standing && case.asked == Asked::No && !case.discovered)
        else {
            return false;
        };
        let facts = case.facts;
        let is_new =
            |provision: &Provision| !rights.iter().any(|right| std::ptr::eq(right.provision, provision));
        let arising = arising_where(code, lapsed.provision, facts, is_new);
        let Some(provision) = arising else { return false };
        let mut right = Right::new(provision, case.offence, first);
        self.catch_up(&mut right, case.offence);
        if let Some(Case { decision: Decision::Rights(rights), .. }) = self.cases.get_mut(index) {
            rights.push(right);
        }
        self.lay(index);
        true
    }

    /// What a provision gives way to where nothing is asked under it.
    pub(super) fn arising_from(&self, provision: &Provision, facts: Facts) -> Option<&'a Provision> {
        arising_where(self.code, provision, facts, |_| true)
    }

    /// Shows a right that arose late the moves made since the offence.
    pub fn catch_up(&self, right: &mut Right<'a>, offence: Offence) {
        let Some(watch) = &mut right.watch else { return };
        if watch.is_long() {
            return;
        }
        let mut made = offence.made;
        for (stood, ply) in self.table.all().iter().skip(offence.ply as usize).zip(offence.ply + 1..) {
            made = made.with(stood.by, stood.played);
            watch.see_move(Completed { ply, by: stood.by, lawful: stood.lawful, made });
            if !watch.is_open() {
                break;
            }
        }
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

    pub(super) fn each_open(&mut self, mut see: impl FnMut(&mut Case<'a>)) {
        for index in &self.open {
            if let Some(case) = self.cases.get_mut(*index) {
                see(case);
            }
        }
    }

    pub(super) fn each_watch(&mut self, mut see: impl FnMut(&mut Watch<'a>)) {
        self.each_open(|case| {
            if let Decision::Rights(rights) = &mut case.decision
                && let Some(watch) = rights.last_mut().and_then(|right| right.watch.as_mut())
            {
                see(watch);
            }
        });
    }

    /// After anything happened: rights that lapsed give way to the next, and cases that nothing more
    /// can touch leave the docket.
    pub(super) fn after_each(&mut self) {
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

/// The provision to which another gives way, of those that are asked for.
fn arising_where<'a>(
    code: &'a Code,
    lapsed: &Provision,
    facts: Facts,
    is_asked_for: impl Fn(&Provision) -> bool,
) -> Option<&'a Provision> {
    lapsed.then.iter().find_map(|article| {
        code.provisions.iter().find(|provision| {
            *provision.article == **article
                && provision.governs(|fact| facts.has(fact))
                && is_asked_for(provision)
        })
    })
}

/// Whose offence a provision takes an act for.
fn whose(role: OffenderRole, opening: &Opening) -> Color {
    match role {
        OffenderRole::Other => opening.offender.other(),
        // Words are the checker's; what is found on the board is the checked player's.
        OffenderRole::Checked if opening.rule.family() == "call" => opening.offender.other(),
        OffenderRole::Actor
        | OffenderRole::Announcer
        | OffenderRole::Checker
        | OffenderRole::Checked
        | OffenderRole::Nobody => opening.offender,
    }
}

/// Whether a provision asks for a fact.
fn asks_for(provision: &Provision, predicate: Predicate) -> bool {
    provision
        .when
        .iter()
        .any(|clause| clause.any.iter().any(|literal| literal.predicate == predicate && literal.holds))
}

/// The remedies of a provision that speak of no move: nothing need be laid for them.
fn without_moves(provision: &Provision, facts: Facts) -> Vec<Laid> {
    let holds = |remedy: &&RemedyRule| remedy.governs(|predicate| facts.has(predicate));
    provision.remedies.iter().filter(holds).map(Laid::without_moves).collect()
}

fn going_back(provision: &Provision, case: &Case<'_>) -> Option<u32> {
    if provision.binds == Binds::None && provision.retract == RetractTo::None {
        return None;
    }
    back_to(provision.retract, case)
}
