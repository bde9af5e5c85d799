//! `conduct.*`, `clock.absent`, `clock.press`, `clock.flag` as acts show them, and `adjourn.*`.

use crate::chess::{Color, Meaning, Position, San};
use crate::finding::{Disposition, Severity};
use crate::game::{Channel, Made, MoveWords, Person, ReadValue, Span, TagName, TagValue, Temper, Text, Time};
use crate::law::{
    Chooser, ClaimBy, Code, Counted, Family, Opener, Predicate, Provision, RemedyKind, Rule, Voice,
};

use crate::arbiter::case::new::Opening;
use crate::arbiter::case::remedies::Ground;
use crate::arbiter::case::windows::OffenceKind;
use crate::arbiter::case::{Asked, Case, Stage};
use crate::arbiter::draft::Draft;
use crate::arbiter::predicates::Facts;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::rules::sealed::SealedText;
use crate::arbiter::state::adjournment::{Opened, Sealed, Written, WrittenWhen};
use crate::arbiter::state::stage::GameStage;
use crate::arbiter::state::umpire::{Heard, Put};
use crate::arbiter::words;

/// How many moves a player may have left unwritten: his last, and those of the other about it.
const MOST_UNWRITTEN: usize = 3;

/// What a player did to the game or to the other player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Misconduct {
    /// He quits the table.
    Leaves(Temper),
    /// He stops moving.
    Discontinues,
    /// He resigns.
    Resigns,
    /// He does not submit to the umpire.
    Refuses,
    /// He disturbs the other.
    Disturbs,
}

impl Proceedings<'_, '_> {
    /// An act of behaviour.
    pub(crate) fn misconduct(&mut self, by: Color, what: Misconduct, span: Span) {
        if what == Misconduct::Refuses && self.umpire.ruled.is_none() {
            let message = format!("nothing was ruled to which {by} could refuse to submit");
            return self.push(Draft::new(Rule::RecordCommand, Severity::Info, self.plies(), span, message));
        }
        let admonished = self.umpire.admonished.contains(&by);
        let refused = what == Misconduct::Refuses && self.umpire.refused.contains(&by);
        let (rule, message) = match what {
            Misconduct::Leaves(Temper::Anger) => {
                (Rule::ConductAbandoned, format!("{by} quits the table in anger"))
            }
            Misconduct::Leaves(Temper::Calm) => (Rule::ConductAbandoned, format!("{by} quits the table")),
            Misconduct::Discontinues => (Rule::ConductAbandoned, format!("{by} stops moving")),
            Misconduct::Resigns => (Rule::ConductAbandoned, format!("{by} resigns")),
            Misconduct::Refuses if refused => {
                (Rule::ConductRefusal, format!("{by} refuses again to submit to the umpire's decision"))
            }
            Misconduct::Refuses => {
                (Rule::ConductRefusal, format!("{by} refuses to submit to the umpire's decision"))
            }
            Misconduct::Disturbs if admonished => {
                (Rule::ConductDisturbance, format!("{by}, admonished before, disturbs {} again", by.other()))
            }
            Misconduct::Disturbs => (Rule::ConductDisturbance, format!("{by} disturbs {}", by.other())),
        };
        let resigns = what == Misconduct::Resigns;
        let was_dead = resigns && self.was_dead(span);
        // Nothing but a resignation hangs on it.
        let can_mate = !was_dead && (!resigns || self.can_mate(&self.table.board_for(by), by.other()));
        let facts = self
            .facts(by)
            .with(Predicate::Appealed, self.umpire.ruled.is_some_and(|heard| heard != Heard::Unasked))
            .with(Predicate::SubmittedByBoth, self.umpire.ruled == Some(Heard::OnAppealOfBoth))
            .with(Predicate::AdversaryCanMate, can_mate)
            .with(Predicate::Resigned, resigns)
            .with(Predicate::LeftTable, matches!(what, Misconduct::Leaves(_)))
            .with(Predicate::Wilful, what == Misconduct::Leaves(Temper::Anger))
            .with(Predicate::Repeated, refused || (what == Misconduct::Disturbs && admonished));
        if what == Misconduct::Refuses {
            self.umpire.refused.push(by);
        }
        let opened = self.open_conduct(by, rule, facts, span, message);
        // A resignation ends the game also where the code says nothing of it.
        let is_unsaid = self.context.code().voice(rule) != Voice::Speaks && self.stage == GameStage::UnderWay;
        if resigns && (self.stage == GameStage::Over || is_unsaid) {
            self.stage = GameStage::Resigned(by);
        }
        // Who resigns breaks nothing.
        if resigns && let Some(case) = opened.and_then(|index| self.cases.get_mut(index)) {
            case.gravity = Severity::Info;
        }
    }

    fn open_conduct(
        &mut self,
        by: Color,
        rule: Rule,
        facts: Facts,
        span: Span,
        message: String,
    ) -> Option<usize> {
        let ply = self.plies();
        let ground = self.ground(self.table.board_for(by), Vec::new(), None, facts);
        let index =
            self.open(Opening { ground: Some(ground), ..Opening::at(rule, facts, by, ply, span, message) })?;
        self.carry_out(index);
        Some(index)
    }

    /// What the law itself decides it carries out: a game is lost or drawn by it. Where a claim is wanted,
    /// it waits for that, and where only what is noticed counts, for the notice.
    pub(crate) fn carry_out(&mut self, index: usize) {
        let code = self.context.code();
        let Some(case) = self.cases.get_mut(index) else { return };
        let decided = case.remedies.iter().any(|laid| {
            laid.remedy.chooser == Chooser::Law
                && matches!(laid.remedy.kind, RemedyKind::Forfeit | RemedyKind::Draw | RemedyKind::Win)
        });
        let waits = case.provision().is_some_and(|provision| provision.claim.is_some());
        let is_unnoticed = case.asked == Asked::No && counts_as_noticed(code, case);
        if decided && !waits && !is_unnoticed {
            case.end(Disposition::Enforced);
            self.stage = GameStage::Over;
        }
    }

    /// A question goes to the umpire: a claim where the law wants the sufferer's.
    pub(crate) fn appeal(&mut self, by: Person) {
        self.umpire.ask(by, Put::Submitted, self.table.plies());
        let Some(player) = by.player() else { return };
        let waiting = self.cases.find_newest(|case| {
            case.rule.is_of(Family::Conduct)
                && case.offence.offender != player
                && case.is_open()
                && case.provision().is_some_and(|provision| provision.claim.is_some())
        });
        if let Some(case) = waiting.and_then(|index| self.cases.get_mut(index)) {
            case.end(Disposition::Enforced);
            if case.is_due(&[RemedyKind::Forfeit]) {
                self.stage = GameStage::Over;
            }
        }
    }

    /// Whoever left the table or stopped moving, and moves again, did not abandon the game.
    pub(crate) fn comes_back(&mut self, by: Color) {
        let is_his = |case: &Case<'_>| {
            case.rule == Rule::ConductAbandoned
                && case.offence.offender == by
                && !case.is_struck_out()
                && case.is_due(&[RemedyKind::Forfeit, RemedyKind::Umpire])
                && !case.facts.has(Predicate::Resigned)
                && !case.facts.has(Predicate::Wilful)
        };
        let left = self.cases.find_latest(is_his);
        if let Some(index) = left {
            self.cases.strike_out(index);
            self.stage = GameStage::UnderWay;
        }
    }

    /// The arbiter lets the game go on though a player came too late.
    pub(crate) fn let_come_late(&mut self) {
        self.excuse_lateness(|_| true, "the arbiter decided that the game go on".to_owned());
    }

    /// Who came too late, and plays all the same, does so because the arbiter let him.
    pub(crate) fn plays_though_late(&mut self, by: Color) {
        let help = format!("{by} played all the same, which the arbiter must have decided");
        self.excuse_lateness(|case| case.offence.offender == by, help);
    }

    fn excuse_lateness(&mut self, is_meant: impl Fn(&Case<'_>) -> bool, help: String) {
        let is_late = |case: &Case<'_>| {
            case.rule == Rule::ClockAbsent
                && case.is_due(&[RemedyKind::Forfeit])
                && case.stage == Stage::Ended(Disposition::Enforced)
                && is_meant(case)
        };
        let late = self.cases.find_latest(is_late);
        if let Some(case) = late.and_then(|index| self.cases.get_mut(index)) {
            case.stage = Stage::Ended(Disposition::Waived);
            case.note(help);
            self.stage = GameStage::UnderWay;
        }
    }

    /// A player leaves the board on his own time, or comes late.
    pub(crate) fn absent(&mut self, by: Color, late: Option<Time>, span: Span) {
        let allowed = match self
            .context
            .value(TagName::DefaultTime)
            .map(|value| ReadValue::of(TagName::DefaultTime, value))
        {
            Some(ReadValue::Value(TagValue::DefaultTime(time))) => Some(time),
            _ => None,
        };
        let past = matches!((late, allowed), (Some(late), Some(allowed)) if late > allowed);
        let facts = self.facts(by).with(Predicate::PastDefaultTime, past);
        let message = match late {
            Some(late) => format!("{by} arrives {late} late"),
            None => format!("{by} leaves the board while his own time runs"),
        };
        self.open_conduct(by, Rule::ClockAbsent, facts, span, message);
    }

    /// A complaint about time.
    pub(crate) fn complain_of_time(&mut self, by: Color, span: Span) {
        if !self.context.observed(Channel::Clock) || self.clock.pressed.contains(&by) {
            return;
        }
        let has_moved = self.table.last().is_some_and(|last| last.by == by);
        if !has_moved {
            return;
        }
        let facts = self.facts(by);
        let message = format!("{by} complains of the other's time, and has not stopped his own clock");
        self.open_conduct(by, Rule::ClockPress, facts, span, message);
    }

    /// A flag falls: that of the player whose clock runs.
    pub(crate) fn flag_falls(&mut self, by: Color, span: Span) {
        if self.clock.pressed.last() == Some(&by) && self.context.observed(Channel::Clock) {
            let message = format!("{by}'s flag cannot fall here: {}'s clock runs", by.other());
            let draft = Draft::new(Rule::RecordCommand, Severity::Warning, self.plies(), span, message);
            return self.push(draft);
        }
        if !self.clock.fallen_flags.contains(&by) {
            self.clock.fallen_flags.push(by);
        }
    }

    /// A fallen flag is claimed.
    pub(crate) fn claim_flag(&mut self, by: Person, span: Span) {
        let is_his_own = |player: &Color| by.player() == Some(*player);
        let mut fallen = self.clock.fallen_flags.iter().copied();
        let of_the_other = fallen.clone().find(|player| !is_his_own(player));
        let own = fallen.find(is_his_own).filter(|_| self.either_may_claim_flag());
        let Some(loser) = of_the_other.or(own) else {
            if let Some(by) = by.player() {
                self.claim_of_no_fall(by, span);
            }
            return;
        };
        let was_dead = self.was_dead(span);
        let can_mate = !was_dead && self.can_mate(&self.table.board_for(loser), loser.other());
        let facts = self.facts(loser).with(Predicate::AdversaryCanMate, can_mate);
        let message = match by.player() {
            Some(player) if player == loser => format!("{player} points out that his own time ran out"),
            Some(player) => format!("{player} claims that {loser}'s time ran out"),
            None => format!("{loser}'s time ran out"),
        };
        let opened = self.open_conduct(loser, Rule::ClockFlag, facts, span, message);
        if let Some(case) = opened.and_then(|index| self.cases.get_mut(index))
            && !case.remedies.is_empty()
        {
            // Whose time ran out breaks nothing.
            case.gravity = Severity::Info;
            case.end(Disposition::Enforced);
            self.stage = GameStage::Over;
        }
    }

    /// Whether under the code a player may point out the fall of his own flag.
    fn either_may_claim_flag(&self) -> bool {
        let mut provisions = self.context.code().provisions_for(Rule::ClockFlag);
        provisions.any(|law| law.claim.as_ref().is_some_and(|claim| claim.by == ClaimBy::Either))
    }

    /// A fallen flag is claimed, and the record tells of no fall: false where the clocks show that none can
    /// have been.
    fn claim_of_no_fall(&mut self, by: Color, span: Span) {
        let loser = by.other();
        let ply = self.plies();
        let shown = self.context.time_left_at(loser, ply, span).map(|reading| (reading.ply, reading.time));
        let claims = format!("{by} claims that {loser}'s time ran out");
        let (severity, message) = match shown {
            Some((of, time)) => {
                let when = if of > ply { "when he next moves" } else { "after his last move" };
                (Severity::Error, format!("{claims}, and his clock shows {time} {when}"))
            }
            None if self.context.observed(Channel::Clock) => {
                (Severity::Info, format!("{claims}, and no fall of his flag is recorded"))
            }
            None => return,
        };
        let mut draft = Draft::new(Rule::ClockFlag, severity, ply, span, message).of_fact();
        draft.movetext = self.numbered(ply);
        draft.offender = (severity == Severity::Error).then_some(by);
        draft.disposition = Some(Disposition::Stands);
        self.push(draft);
    }

    /// A move is written down: before it is made rightly only to claim a draw or to seal it, which what
    /// follows shows.
    pub(crate) fn write(&mut self, by: Color, words: &MoveWords, span: Span) {
        // What was just played, by either player, is written as it should be.
        let time = if self.has_just_been_played(words) { WrittenWhen::After } else { WrittenWhen::Before };
        self.adjournment.written.retain(|written| written.by != by);
        self.adjournment.written.push(Written { by, span, words: words.clone(), time, ruled: None });
    }

    /// Whether one of the last moves can be meant: a player may reply before he writes.
    fn has_just_been_played(&self, words: &MoveWords) -> bool {
        let Some(read) = San::from_ascii(words.as_str().as_bytes()) else { return false };
        self.table.all().iter().rev().take(MOST_UNWRITTEN).any(|stood| match stood.before.meaning(read) {
            Meaning::Legal(played) | Meaning::Illegal(played, _) => played == stood.played,
            Meaning::Ambiguous(readings) => readings.contains(&stood.played),
            Meaning::Nothing => false,
        })
    }

    /// A player moves, and had written a move down before without claiming anything.
    pub(crate) fn written_before(&mut self, by: Color) {
        let Some(at) = self.adjournment.written.iter().position(|written| written.by == by) else { return };
        let Written { span, words, time, ruled, .. } = self.adjournment.written.remove(at);
        if time == WrittenWhen::After {
            return;
        }
        let message = format!("{by} writes {} down before he moves", words.as_str());
        self.open_conduct(by, Rule::ConductWriting, self.facts(by), span, message);
        if let Some(ruled) = ruled {
            self.punish(ruled);
        }
    }

    /// The clock is pressed. By a player on move who has not moved that is an act of its own.
    pub(crate) fn press(&mut self, by: Color, span: Span) {
        let on_move = self.table.board().turn() == by;
        let adversary_pressed = self.clock.pressed.contains(&by.other()) || self.plies() == 0;
        if !self.clock.pressed.contains(&by) {
            self.clock.pressed.push(by);
        }
        // Who presses when the game is over only stops the clock. Where the other's press is not recorded,
        // this one may be a move's that came late.
        let is_over = self.is_over() || self.is_dead_by_its_men(self.table.board());
        // Who has sealed stops his clock with his move in the envelope.
        let has_sealed = self.adjournment.sealed.as_ref().is_some_and(|sealed| sealed.by == by);
        if is_over || has_sealed || !on_move || !adversary_pressed || !self.context.observed(Channel::Clock) {
            return;
        }
        let facts = self.facts(by).with(Predicate::PressedWithoutMove, true);
        let message = format!("{by} presses the clock without having moved");
        self.open_conduct(by, Rule::ClockPress, facts, span, message);
    }

    // --- Adjournment ---------------------------------------------------------------------------

    pub(crate) fn seal(&mut self, by: Color, text: &Text, span: Span) {
        self.adjournment.sealed =
            Some(Sealed { by, ply: self.plies(), span, text: text.as_str().to_owned() });
    }

    /// The game goes on, and the sealed move is opened; with the position set up, where it is said.
    pub(crate) fn resume(&mut self, fen: Option<&Text>, span: Span) {
        if let Some(sealed) = self.adjournment.sealed.take() {
            self.open_seal(&sealed);
        }
        let set_up = fen.and_then(|fen| Position::read_fen(fen.as_str().as_bytes()).ok());
        let Some(set_up) = set_up.map(|set_up| set_up.position.placement_key()) else { return };
        // The sealed move may stand on the board that is given.
        let is_with_the_move = self.adjournment.opened.as_ref().is_some_and(|opened| {
            let board = self.table.board_for(opened.by);
            opened.fits.iter().any(|played| {
                let mut board = board;
                board.play(*played);
                board.placement_key() == set_up
            })
        });
        if set_up != self.table.board().placement_key() && !is_with_the_move {
            self.adjournment.opened = None;
            self.adjournment.is_set_up_anew = true;
            let mover = self.table.board().turn();
            let message = "the game is resumed from another position than the one adjourned".to_owned();
            self.open_position(self.facts(mover), mover, span, message);
        }
    }

    pub(crate) fn position_lost(&mut self, span: Span) {
        let mover = self.table.board().turn();
        let facts = self.facts(mover).with(Predicate::PositionLost, true);
        let message = "the position adjourned cannot be established".to_owned();
        self.open_position(facts, mover, span, message);
    }

    /// The first move after the sealed one was opened: that move, or another.
    pub(crate) fn hold_to_seal(&mut self, opened: &Opened, made: Made) {
        let Opened { by, fits, text, case } = opened;
        if made.by != *by || fits.contains(&made.played) {
            return;
        }
        // Of several the adversary selected one: he is held to that already.
        let is_selected = |case: usize| self.cases.get(case).is_some_and(|case| case.asked != Asked::No);
        if case.is_some_and(is_selected) {
            return;
        }
        let ply = self.plies();
        let instead = self.numbered(ply).unwrap_or_else(|| "another move".to_owned());
        let facts = self.facts(*by).with(Predicate::SealedNotPlayed, true);
        let ground = self.table.stood(ply).map(|stood| Ground {
            readings: fits.clone(),
            ..self.ground(stood.before, Vec::new(), None, facts)
        });
        let opening = Opening {
            done: ply,
            before: ply.saturating_sub(1),
            ground,
            movetext: self.numbered(ply),
            ..Opening::at(
                Rule::AdjournPosition,
                facts,
                *by,
                ply,
                self.context.span_of_move(made.source, made.place),
                format!("{by} sealed {text}, and {instead} is played"),
            )
        };
        self.open(opening);
    }

    fn open_position(&mut self, facts: Facts, mover: Color, span: Span, message: String) {
        let ply = self.plies();
        let opened = self.open(Opening {
            is_named: false,
            ..Opening::at(Rule::AdjournPosition, facts, mover, ply, span, message)
        });
        if let Some(case) = opened.and_then(|index| self.cases.get_mut(index))
            && case.annuls()
        {
            case.end(Disposition::Annulled);
        }
    }

    /// What was sealed is in a notation that is not read here: the move that is played next is taken for it.
    fn leave_sealed_text(&mut self, sealed: &Sealed) {
        let Sealed { by, ply, span, text } = sealed;
        self.adjournment.undecided = Some(*by);
        let message = format!("{by} sealed \"{text}\": whether it is a legal move is undecided");
        let draft = Draft::new(Rule::AdjournSealIllegal, Severity::Info, *ply, *span, message)
            .of_fact()
            .help("its notation is not read here".to_owned());
        self.push(draft);
    }

    fn open_seal(&mut self, sealed: &Sealed) {
        let by = sealed.by;
        let facts = self.facts(by);
        if !facts.has(Predicate::OnMove) {
            let message = format!("{by} sealed a move, and it is {}'s turn", by.other());
            self.open_where(
                Opening::at(Rule::AdjournSealIllegal, facts, by, sealed.ply, sealed.span, message),
                opens_with_seal,
            );
            return;
        }
        let board = self.table.board_for(by);
        let text = sealed.text.trim();
        let made = || self.table.all().iter().map(|stood| stood.played).collect();
        let (rule, readings, message) = match SealedText::read(text, &board, made) {
            SealedText::Means(Meaning::Legal(played)) => {
                self.adjournment.opened =
                    Some(Opened { by, fits: vec![played], text: text.to_owned(), case: None });
                return;
            }
            SealedText::Means(Meaning::Ambiguous(readings)) => {
                let mut texts: Vec<String> =
                    readings.iter().map(|played| board.san(*played, self.table.play())).collect();
                texts.sort();
                let message = format!("{by} sealed \"{text}\", which can be {}", words::listed_or(&texts));
                (Rule::AdjournSealAmbiguous, readings, message)
            }
            SealedText::Means(Meaning::Illegal(..) | Meaning::Nothing) => {
                let message = format!("{by} sealed \"{text}\", which is no legal move");
                (Rule::AdjournSealIllegal, Vec::new(), message)
            }
            SealedText::Illegible => {
                let message = format!("{by} sealed \"{text}\", which nobody can read");
                (Rule::AdjournSealIllegal, Vec::new(), message)
            }
            SealedText::NotRead => return self.leave_sealed_text(sealed),
        };
        let facts = facts.with(Predicate::AdversaryCanMate, self.can_mate(&board, by.other()));
        let mut ground = self.ground(board, Vec::new(), None, facts);
        let fits = readings.clone();
        ground.readings = readings;
        let opening = Opening {
            kind: OffenceKind::Touch,
            ground: Some(ground),
            ..Opening::at(rule, facts, by, sealed.ply, sealed.span, message)
        };
        let opened = self.open_where(opening, opens_with_seal);
        if let Some(index) = opened {
            self.carry_out(index);
            let is_to_be_played = !fits.is_empty() && self.cases.get(index).is_some_and(Case::is_open);
            if is_to_be_played {
                self.adjournment.opened = Some(Opened { by, fits, text: text.to_owned(), case: opened });
            }
        }
    }
}

/// Whether an offence counts in a tally that takes in only what is noticed.
fn counts_as_noticed(code: &Code, case: &Case<'_>) -> bool {
    let tally = case.provision().and_then(|provision| provision.tally.as_ref());
    tally.and_then(|article| code.tally(article)).is_some_and(|tally| tally.counted == Counted::Noticed)
}

/// Whether a provision speaks of what the opening of a sealed move shows.
fn opens_with_seal(provision: &Provision) -> bool {
    provision.opens.is_none() || provision.opens == Some(Opener::OpeningOfSeal)
}
