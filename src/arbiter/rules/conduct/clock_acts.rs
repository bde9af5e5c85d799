//! `clock.absent`, `clock.press` and `clock.flag`, from acts on the clock.

use crate::chess::Color;
use crate::finding::{Disposition, Ending, Score, Severity};
use crate::game::{
    Act, Actor, Channel, Event, FaultKind, ReadValue, Span, TagName, TagValue, TextFault, Time, Timeline,
};
use crate::law::{ClaimBy, Predicate, RemedyKind, Rule};

use crate::arbiter::case::new::NewCase;
use crate::arbiter::case::{Case, CaseStage};
use crate::arbiter::clock_readings::{time_control, time_left_at};
use crate::arbiter::draft::Draft;
use crate::arbiter::lookahead;
use crate::arbiter::predicates::Facts;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::provision::ruling;
use crate::arbiter::rules::conduct::{adjournment, open_conduct, writing};
use crate::arbiter::rules::{opening_now, report_at_move};
use crate::arbiter::sentences;
use crate::arbiter::state::FlagFall;
use crate::arbiter::state::stage::GameStage;

const HOUR: Time = Time::from_seconds(3_600);

pub(crate) fn excuse_late_arrival(p: &mut Proceedings<'_, '_>) {
    let help = sentences::clock::arbiter_let_continue(p.context.terms());
    excuse_lateness(p, |_| true, help, Ending::Dismissed);
}

/// A player who came too late and plays must have been allowed to by the arbiter.
pub(crate) fn excuse_late_player(p: &mut Proceedings<'_, '_>, by: Color) {
    let help = sentences::clock::played_after_lateness(p.context.terms());
    excuse_lateness(p, |case| case.offence.offender == by, help, Ending::GamePlayed);
}

fn excuse_lateness(
    p: &mut Proceedings<'_, '_>,
    is_meant: impl Fn(&Case<'_>) -> bool,
    help: String,
    ending: Ending,
) {
    let is_late = |case: &Case<'_>| {
        case.rule == Rule::ClockAbsent
            && case.is_due(&[RemedyKind::Forfeit])
            && case.stage == CaseStage::Ended(Disposition::Enforced)
            && is_meant(case)
    };
    let late = p.cases.find_recent(is_late);
    if let Some(case) = late.and_then(|index| p.cases.get_mut(index)) {
        case.stage = CaseStage::Ended(Disposition::Waived);
        case.execution.ending = Some(ending);
        case.note(help);
        p.stage = GameStage::UnderWay;
    }
}

/// A player leaves the board while the own clock runs, or arrives `late`.
pub(crate) fn report_absence(p: &mut Proceedings<'_, '_>, by: Color, late: Option<Time>, span: Span) {
    let by_code = || p.context.code().regulations.default_time.map(|time| Time::from_seconds(time.into()));
    let allowed =
        match p.context.value(TagName::DefaultTime).map(|value| ReadValue::of(TagName::DefaultTime, value)) {
            Some(ReadValue::Value(TagValue::DefaultTime(time))) => Some(time),
            Some(_) => None,
            None => by_code(),
        };
    let past = matches!((late, allowed), (Some(late), Some(allowed)) if late > allowed);
    let sealed_end = adjournment::sealed_move_ends_game(p, by);
    let facts = p
        .facts(by)
        .with(Predicate::PastDefaultTime, past)
        .with(Predicate::SealedEnd, sealed_end)
        .with(Predicate::Resuming, p.adjournment.is_adjourned)
        .with(Predicate::MoreThanHourLate, late.is_some_and(|late| late > HOUR));
    let is_unknown = allowed.is_none() && p.context.value(TagName::DefaultTime).is_none();
    let may_come_late = p.adjournment.is_adjourned || p.history.made().of(by) == 0;
    if let Some(late) = late.filter(|late| is_unknown && may_come_late && *late > Time::from_seconds(0)) {
        report_unknown_default_time(p, by, late, facts, span);
    }
    let message = match late {
        Some(late) => sentences::clock::arrives_late(by, late),
        None => sentences::clock::leaves_board(by),
    };
    open_conduct(p, by, Rule::ClockAbsent, facts, span, message);
}

/// Reports a late arrival that may or may not lose the game, because the default time is not known.
fn report_unknown_default_time(p: &mut Proceedings<'_, '_>, by: Color, late: Time, facts: Facts, span: Span) {
    let loss = |facts: Facts| {
        let found = ruling(p.context.code(), Rule::ClockAbsent, facts, |_| true)?.provision;
        found.remedies.iter().any(|remedy| remedy.kind == RemedyKind::Forfeit).then_some(found)
    };
    let if_past = loss(facts.with(Predicate::PastDefaultTime, true));
    let Some(provision) = if_past.filter(|_| loss(facts).is_none()) else { return };
    let message = sentences::clock::arrives_late(by, late);
    let draft = Draft::new(Rule::ClockAbsent, Severity::Info, p.plies(), span, message).under(provision);
    p.push(draft.help(sentences::clock::default_time_unknown(by)));
}

pub(crate) fn complain_of_time(p: &mut Proceedings<'_, '_>, by: Color, span: Span) {
    if !p.context.observed(Channel::Clock) || p.clock.pressed.contains(&by) {
        return;
    }
    if p.history.last().is_none_or(|last| last.by != by) {
        return;
    }
    let facts = p.facts(by);
    let message = sentences::clock::complains(by);
    open_conduct(p, by, Rule::ClockPress, facts, span, message);
}

/// A player stops both clocks, which some codes allow only to call the arbiter.
pub(crate) fn pause(p: &mut Proceedings<'_, '_>, by: Color, span: Span, rest: Timeline<'_>) {
    let gives_reason = |act: &Act| match act {
        Act::Sheet { .. } | Act::Sign { .. } => false,
        // The piece that a pawn becomes may have been missing.
        Act::Place { .. } | Act::Retract { .. } | Act::Flag { .. } => true,
        _ => !matches!(act.channel(), Channel::Touch | Channel::Clock),
    };
    let plies = p.plies();
    let acts = &p.context.record().acts;
    let reason_before = acts
        .iter()
        .any(|placed| placed.ply == plies && placed.span.start < span.start && gives_reason(&placed.act));
    let mut reason_after = false;
    let mut goes_on = false;
    for event in rest.iter() {
        match event {
            Event::Act(placed) => reason_after |= gives_reason(&placed.act),
            Event::Move(_) => {
                goes_on = true;
                break;
            }
        }
    }
    // A command that cannot be carried out may have been the reason.
    let faults = &p.context.record().text.faults;
    let is_unread = |fault: &TextFault| fault.ply == plies && matches!(fault.kind, FaultKind::Command(_));
    let may_have_reason = faults.iter().any(is_unread);
    if reason_before
        || reason_after
        || may_have_reason
        || !goes_on
        || p.is_over()
        || !p.context.observed(Channel::Speech)
    {
        return;
    }
    let facts = p.facts(by);
    open_conduct(p, by, Rule::ClockPaused, facts, span, sentences::clock::pauses(by));
}

pub(crate) fn note_flag_fall(p: &mut Proceedings<'_, '_>, by: Color, span: Span, rest: Timeline<'_>) {
    // If both flags are down, the record need not show which fell first.
    let falls_too = |event: Event<'_>| match event {
        Event::Act(placed) => placed.act == Act::Flag { by: by.other().into() },
        Event::Move(_) => false,
    };
    let mut before_next_move = rest.iter().take_while(|event| matches!(event, Event::Act(_)));
    let opponent_is_down = p.clock.has_fallen(by.other()) || before_next_move.any(falls_too);
    if !opponent_is_down && p.clock.pressed.last() == Some(&by) && p.context.observed(Channel::Clock) {
        let message = sentences::clock::flag_cannot_fall(by);
        let draft = Draft::new(Rule::RecordCommand, Severity::Warning, p.plies(), span, message);
        return p.push(draft);
    }
    writing::note_flag_fall(p);
    let ply = p.plies();
    if !p.clock.fallen_flags.iter().any(|fall| (fall.by, fall.ply) == (by, ply)) {
        p.clock.fallen_flags.push(FlagFall { by, ply, span });
    }
}

/// At the end of a record that does not say how the game ended: a flag is down, and a claim of it would lose the game.
pub(crate) fn report_unclaimed_flag(p: &mut Proceedings<'_, '_>) {
    let mut falls = p.clock.fallen_flags.iter().copied();
    let Some(fall) = falls.next_back().filter(|fall| !p.clock.has_fallen(fall.by.other())) else { return };
    let is_possible = [Score::Unknown, Score::won_by(fall.by.other())].contains(&p.context.given_score());
    if !is_possible || p.context.stated_end().is_some() {
        return;
    }
    let can_mate = lookahead::can_mate(p, &p.history.board_for(fall.by), fall.by.other());
    let facts = flag_facts(p, fall.by, can_mate);
    let found = ruling(p.context.code(), Rule::ClockFlag, facts, |_| true);
    if found.is_none_or(|found| found.provision.remedies.is_empty()) {
        return;
    }
    let message = sentences::clock::unclaimed_flag(fall.by);
    let help = sentences::clock::how_to_claim_flag(fall.by, only_opponent_may_claim(p, facts));
    let draft = Draft::new(Rule::ClockFlag, Severity::Info, fall.ply, fall.span, message).of_fact();
    report_at_move(p, draft.help(help), Disposition::Stands);
}

/// Returns the player whose fallen flag can be claimed. The fall of the own flag can be claimed only if the code says
/// so.
pub(crate) fn fallen_flag(p: &Proceedings<'_, '_>, by: Actor) -> Option<Color> {
    let is_own = |player: &Color| by.player() == Some(*player);
    let mut fallen = p.clock.fallen_flags.iter().map(|fall| fall.by);
    let opponents = fallen.clone().find(|player| !is_own(player));
    let own = fallen.find(is_own).filter(|_| either_may_claim_flag(p));
    opponents.or(own)
}

pub(crate) fn claim_flag(
    p: &mut Proceedings<'_, '_>,
    by: Actor,
    loser: Color,
    game_was_dead: bool,
    span: Span,
) {
    let can_mate = !game_was_dead && lookahead::can_mate(p, &p.history.board_for(loser), loser.other());
    let facts = flag_facts(p, loser, can_mate);
    if by == Actor::Umpire && p.context.observed(Channel::Speech) && only_opponent_may_claim(p, facts) {
        let message = sentences::clock::signals_flag(loser, p.context.terms());
        let facts = p.facts(loser).with(Predicate::Departs, true);
        let opening = opening_now(p, Rule::PenaltyRuling, facts, loser, span, message);
        p.open(NewCase { is_named: false, ..opening });
        return;
    }
    let message = match by.player() {
        Some(player) => sentences::clock::claims_flag(player, loser),
        None => sentences::clock::time_ran_out(loser),
    };
    let opened = open_conduct(p, loser, Rule::ClockFlag, facts, span, message);
    if let Some(case) = opened.and_then(|index| p.cases.get_mut(index))
        && !case.remedies.is_empty()
    {
        // Running out of time breaks no law.
        case.report.severity = Severity::Info;
        case.end(Disposition::Enforced);
        p.stage = GameStage::Over;
    }
}

fn flag_facts(p: &Proceedings<'_, '_>, loser: Color, can_mate: bool) -> Facts {
    p.facts(loser)
        .with(Predicate::AdversaryCanMate, can_mate)
        .with(Predicate::PeriodMade, has_made_period(p, loser))
        .with(Predicate::BothFlagsDown, are_both_down(p))
        .with(Predicate::BothFlagsFallen, [loser, loser.other()].iter().all(|by| p.clock.has_fallen(*by)))
        .with(Predicate::LastPeriod, is_last_period(p, loser))
}

/// Whether a player whose flag fell has completed the moves of the period: each fall ends a period.
fn has_made_period(p: &Proceedings<'_, '_>, player: Color) -> bool {
    let Some(control) = time_control(p.context) else { return false };
    let falls = p.clock.fallen_flags.iter().filter(|fall| fall.by == player).count();
    let due = u32::try_from(falls).ok().and_then(|falls| control.moves_due_in(falls));
    // A move that is not answered is complete only when the clock is pressed.
    let is_incomplete = p.history.last().is_some_and(|last| last.by == player)
        && p.context.observed(Channel::Clock)
        && !p.clock.pressed.contains(&player);
    let completed = p.history.made().of(player).saturating_sub(u32::from(is_incomplete));
    due.is_some_and(|due| due <= completed)
}

/// Whether both flags fell between the same moves, so that the record does not show which fell first.
fn are_both_down(p: &Proceedings<'_, '_>) -> bool {
    let falls = &p.clock.fallen_flags;
    falls.iter().any(|one| falls.iter().any(|other| (other.by, other.ply) == (one.by.other(), one.ply)))
}

/// Whether the period that ended with a player's flag was for all remaining moves.
fn is_last_period(p: &Proceedings<'_, '_>, player: Color) -> bool {
    let falls = p.clock.fallen_flags.iter().filter(|fall| fall.by == player).count();
    let (Some(control), Ok(falls)) = (time_control(p.context), u32::try_from(falls)) else { return false };
    control.moves_due_in(falls).is_none()
}

/// Whether the arbiter may not point out that a flag fell.
fn only_opponent_may_claim(p: &Proceedings<'_, '_>, facts: Facts) -> bool {
    let signalled = facts.with(Predicate::FoundByUmpire, true);
    let found = ruling(p.context.code(), Rule::ClockFlag, facts, |_| true);
    found.is_some_and(|found| !found.provision.governs(|fact| signalled.has(fact)))
}

fn either_may_claim_flag(p: &Proceedings<'_, '_>) -> bool {
    let mut provisions = p.context.code().provisions_for(Rule::ClockFlag);
    provisions.any(|law| law.claim.as_ref().is_some_and(|claim| claim.by == ClaimBy::Either))
}

/// Handles a claim of a flag whose fall is not recorded: the claim is false if the clocks show that it cannot have
/// fallen.
pub(crate) fn claim_unrecorded_flag(p: &mut Proceedings<'_, '_>, by: Color, span: Span) {
    let loser = by.other();
    let ply = p.plies();
    let shown = time_left_at(p.context, loser, ply, span).map(|reading| (reading.ply, reading.time));
    let claims = sentences::clock::claims_flag(by, loser);
    let (severity, message) = match shown {
        Some((of, time)) => {
            (Severity::Error, sentences::clock::clock_shows_time(&claims, loser, time, of > ply))
        }
        None if p.context.observed(Channel::Clock) => {
            (Severity::Info, sentences::clock::fall_not_recorded(&claims, loser))
        }
        None => return,
    };
    let draft = Draft::new(Rule::ClockFlag, severity, ply, span, message).of_fact();
    let offender = (severity == Severity::Error).then_some(by);
    report_at_move(p, Draft { offender, ..draft }, Disposition::Stands);
}

/// Handles a call of the arbiter if no flag is known to have fallen.
pub(crate) fn call_unrecorded_flag(p: &mut Proceedings<'_, '_>, span: Span) {
    let message = sentences::clock::call_without_fall(p.context.terms());
    let draft = Draft::new(Rule::ClockFlag, Severity::Info, p.plies(), span, message).of_fact();
    report_at_move(p, draft.help(sentences::clock::how_to_record_fall()), Disposition::Stands);
}

/// A player presses the clock, which is an act of its own if that player is on move and has not moved.
pub(crate) fn press_clock(p: &mut Proceedings<'_, '_>, by: Color, span: Span) {
    let on_move = p.history.board().turn() == by;
    let opponent_pressed = p.clock.pressed.contains(&by.other()) || p.plies() == 0;
    if !p.clock.pressed.contains(&by) {
        p.clock.pressed.push(by);
    }
    // After the end of the game a press only stops the clock. If the opponent's press is not recorded, this press may
    // complete an earlier move.
    let is_over = p.is_over() || lookahead::is_dead_by_material(p, p.history.board());
    // A player who has sealed stops the clock with the move in the envelope.
    let has_sealed = p.adjournment.sealed.as_ref().is_some_and(|sealed| sealed.by == by);
    if is_over || has_sealed || !on_move || !opponent_pressed || !p.context.observed(Channel::Clock) {
        return;
    }
    let facts = p.facts(by).with(Predicate::PressedWithoutMove, true);
    let message = sentences::clock::presses_without_move(by);
    open_conduct(p, by, Rule::ClockPress, facts, span, message);
}
