//! `clock.inconsistent`, and `clock.flag` of a clock at zero: recorded times that cannot all be true.
//!
//! A clock is judged only if every field of the time control is understood, with a tolerance, and reported at most once
//! for each player and game.

mod rises;
mod time_given;

use crate::chess::Color;
use crate::finding::Severity;
use crate::game::{Allowance, ClockKind, ClockReading, TagName, Time, TimeControl};
use crate::law::Rule;

use crate::arbiter::clock_readings::{
    ClockAtMove, ClockWriter, MOST_BY_HAND, TOLERANCE, readings, time_control,
};
use crate::arbiter::context::Context;
use crate::arbiter::draft::{Draft, Law};
use crate::arbiter::outcome::EventOutcome;
use crate::arbiter::rules::push_at_move;
use crate::arbiter::sentences;
use rises::judge_rises;
use time_given::{TimeGiven, ruled_settings};

/// The largest difference allowed between an elapsed time and the clocks.
const ELAPSED_TOLERANCE: Time = Time::from_seconds(5);
/// The number of moves made with no time left from which they are reported.
const MOVES_AT_ZERO: u32 = 2;

pub(crate) fn judge_clock(context: &Context<'_>, outcome: &EventOutcome<'_>, drafts: &mut Vec<Draft>) {
    let record = context.record();
    let is_wanted = context.wants(Rule::ClockInconsistent, Severity::Warning)
        || context.wants(Rule::ClockFlag, Severity::Info);
    // A game that begins in the middle does not show how many moves the players had made.
    if record.clocks.is_empty() || !is_wanted || !record.begins_at_move_one() {
        return;
    }
    let runs_as_usual = |allowance: Option<Allowance>| {
        !shares_moves(&record.clocks)
            && allowance.is_some_and(|allowance| runs_as_usual(&record.clocks, allowance))
    };
    if runs_as_usual(context.value(TagName::TimeControl).and_then(Allowance::of_one_period)) {
        return;
    }
    let Some(control) = time_control(context) else { return };
    if runs_as_usual(control.allowance()) {
        return;
    }
    let writer = ClockWriter::of(context);
    for player in [Color::White, Color::Black] {
        if judge_rises(context, &control, writer, player, outcome, drafts) {
            judge_elapsed(context, &control, writer, player, outcome, drafts);
        }
        judge_zero(context, &control, player, drafts);
    }
}

/// Whether the clocks plainly show nothing to report, as in nearly all games: few readings are zero, and each is below
/// the time of the first period and no more above the player's last one than the increment.
fn runs_as_usual(clocks: &[ClockReading], allowance: Allowance) -> bool {
    let most = allowance.start + MOST_BY_HAND + TOLERANCE;
    let rise = allowance.increment + TOLERANCE;
    let (mut odd, mut even) = (most, most);
    let mut at_zero = 0;
    for now in clocks.iter().filter(|now| now.ply > 0) {
        match now.kind {
            ClockKind::Left => {}
            ClockKind::Move => return false,
            ClockKind::Game | ClockKind::Face => continue,
        }
        let is_odd = now.ply % 2 == 1;
        let before = if is_odd { odd } else { even };
        if now.time > most || now.time > before + rise {
            return false;
        }
        (odd, even) = if is_odd { (now.time, even) } else { (odd, now.time) };
        at_zero += u32::from(now.time <= Time::ZERO);
    }
    at_zero <= MOVES_AT_ZERO
}

/// Whether some readings must belong to the same move and may contradict each other: there are more readings than plies
/// between the first and the last.
fn shares_moves(clocks: &[ClockReading]) -> bool {
    let (Some(first), Some(last)) = (clocks.first(), clocks.last()) else { return false };
    clocks.len() > last.ply.saturating_sub(first.ply) as usize + 1
}

fn judge_elapsed(
    context: &Context<'_>,
    control: &TimeControl,
    writer: ClockWriter,
    player: Color,
    outcome: &EventOutcome<'_>,
    drafts: &mut Vec<Draft>,
) {
    let record = context.record();
    if ruled_settings(record).next().is_some() {
        return;
    }
    let mut given = TimeGiven::to(player, record, control, writer, outcome);
    let mut left = readings(record, ClockKind::Left, player).peekable();
    let (mut before, mut now, mut most) = (None, None::<ClockAtMove<'_>>, Time::ZERO);
    for spent in readings(record, ClockKind::Move, player) {
        while let Some(next) = left.next_if(|next| next.at.ply <= spent.at.ply) {
            let Some(since) = given.most_since(next) else { return };
            (before, now, most) = (now, Some(next), since);
        }
        let (Some(before), Some(now)) = (before, now) else { continue };
        let is_unknown = writer.is_without_time(before.at) || writer.is_without_time(now.at);
        if is_unknown || now.at.ply != spent.at.ply || before.at.ply + 2 != now.at.ply {
            continue;
        }
        let used = before.at.time - now.at.time;
        let is_too_little = spent.at.time + writer.most_missing() + ELAPSED_TOLERANCE < used;
        let is_too_much = spent.at.time > used + most + ELAPSED_TOLERANCE;
        // More time may pass in the room than on the clock.
        if is_too_little || (is_too_much && writer != ClockWriter::Board) {
            let message =
                sentences::clock::move_time_differs(player, spent.at.time, before.at.time, now.at.time);
            report_inconsistent(context, Severity::Warning, spent, player, message, None, drafts);
            return;
        }
    }
}

fn judge_zero(context: &Context<'_>, control: &TimeControl, player: Color, drafts: &mut Vec<Draft>) {
    if !context.wants(Rule::ClockFlag, Severity::Info) {
        return;
    }
    let record = context.record();
    let mut first: Option<ClockAtMove<'_>> = None;
    let mut more = 0;
    // A board that transmits no times shows zero from the first move on.
    let mut ran = false;
    for now in readings(record, ClockKind::Left, player) {
        let nothing_added = control.max_increment_on(now.move_number) == Some(Time::ZERO)
            && control.max_added_on(now.move_number) == Some(Time::ZERO);
        ran |= now.at.time > Time::ZERO;
        if now.at.time <= Time::ZERO && nothing_added {
            if first.is_some() {
                more += 1;
            } else {
                first = Some(now);
            }
        } else if first.is_some() {
            return;
        }
    }
    let Some(first) = first.filter(|_| ran && more >= MOVES_AT_ZERO) else {
        return;
    };
    let message = sentences::clock::plays_at_zero(player, more);
    let help = sentences::clock::may_be_rounded();
    let mut draft =
        Draft::new(Rule::ClockFlag, Severity::Info, first.at.ply, first.at.span, message).help(help);
    draft.offender = Some(player);
    draft = match context.code().governing(Rule::ClockFlag, |_| false) {
        Some(provision) => draft.under(provision),
        None => Draft { law: Law::Silence(context.code().voice(Rule::ClockFlag)), ..draft },
    };
    push_at_move(context, draft, drafts);
}

fn report_inconsistent(
    context: &Context<'_>,
    severity: Severity,
    reading: ClockAtMove<'_>,
    player: Color,
    message: String,
    help: Option<String>,
    drafts: &mut Vec<Draft>,
) {
    if !context.wants(Rule::ClockInconsistent, severity) {
        return;
    }
    let before = context.position_after(reading.at.ply.saturating_sub(1));
    let token = context.token(reading.at.ply);
    let mut draft = Draft::new(Rule::ClockInconsistent, severity, reading.at.ply, reading.at.span, message);
    draft.offender = Some(player);
    let text = context.record().text.encoding.decode(token.of(context.text()));
    draft.movetext = Some(context.numbered_move(&before, token.start, &text));
    draft.law = Law::Fact;
    drafts.push(match help {
        Some(help) => draft.help(help),
        None => draft,
    });
}
