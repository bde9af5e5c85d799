//! Clocks that rise above what the time control allows.

use crate::chess::Color;
use crate::finding::Severity;
use crate::game::{ClockKind, Record, Time, TimeControl};

use super::report_inconsistent;
use super::time_given::{ClockShows, Rise, TimeGiven};
use crate::arbiter::clock_readings::{ClockAtMove, ClockWriter, is_countdown, readings};
use crate::arbiter::context::Context;
use crate::arbiter::draft::Draft;
use crate::arbiter::outcome::EventOutcome;
use crate::arbiter::sentences;

/// The greatest difference at which a rise still counts as an amount that arbiters give.
const NEAR_ARBITER: Time = Time::from_seconds(3);
/// The longest thought after time was given, after which the rise still shows the amount.
const MOST_THOUGHT: Time = Time::from_seconds(60);
/// Amounts given by hand: one or two minutes by an arbiter, fifteen seconds by an opponent on a server.
const ARBITER_GIVES: [Time; 3] = [Time::from_seconds(15), Time::from_seconds(60), Time::from_seconds(120)];

/// Reports the first reading of a player's clock that is above what the control allows. Returns false if the readings
/// are no countdown, or a fault in them was reported.
pub(super) fn judge_rises(
    context: &Context<'_>,
    control: &TimeControl,
    writer: ClockWriter,
    player: Color,
    outcome: &EventOutcome<'_>,
    drafts: &mut Vec<Draft>,
) -> bool {
    let record = context.record();
    if let Some((first, second)) = contradiction(record, player) {
        let message = sentences::clock::two_times(player, first.at.time, second.at.time);
        report_inconsistent(context, Severity::Info, second, player, message, None, drafts);
        return false;
    }
    if !is_countdown(record, control, player) {
        return false;
    }
    let mut given = TimeGiven::to(player, record, control, writer, outcome);
    for now in readings(record, ClockKind::Left, player) {
        if writer.is_without_time(now.at) {
            continue;
        }
        let Some(shows) = given.next_reading(now) else { break };
        let time = now.at.time;
        let (severity, message) = match shows {
            ClockShows::Possible => continue,
            ClockShows::TooMuch { ever } => {
                (Severity::Warning, sentences::clock::too_much_time(player, time, ever))
            }
            ClockShows::TooHighARise(rise) => {
                let message = sentences::clock::rises(player, rise.from, time, rise.by, rise.allowed);
                (severity_of(context, &rise), message)
            }
        };
        let help = (severity == Severity::Info).then(sentences::clock::may_be_given_by_hand);
        report_inconsistent(context, severity, now, player, message, help, drafts);
        return false;
    }
    true
}

/// A rise that an arbiter may have given, by hand or because the code orders it, is only a remark.
fn severity_of(context: &Context<'_>, rise: &Rise) -> Severity {
    let is_near = |time: Time| {
        ARBITER_GIVES.iter().any(|given| {
            let off = time - *given;
            off < NEAR_ARBITER && -off < NEAR_ARBITER
        })
    };
    // The clock may have been stopped while the player thought.
    let by_hand = is_near(rise.by - rise.allowed) || is_near(rise.by);
    let given_by_code = context.code().provisions.iter().flat_map(|provision| {
        let for_wrong_claim = provision.wrong.iter().flat_map(|wrong| &wrong.remedies);
        provision.remedies.iter().chain(for_wrong_claim).filter_map(|remedy| remedy.seconds)
    });
    let by_code = given_by_code.map(|seconds| Time::from_seconds(seconds.into())).any(|given| {
        let thought = given + rise.allowed - rise.by;
        -NEAR_ARBITER < thought && thought < MOST_THOUGHT
    });
    if by_hand || by_code { Severity::Info } else { Severity::Warning }
}

/// Returns the two times recorded for one move, if this happens only once. If several moves have two times, these may
/// be the clocks of both players; in a record with acts they may be of two moments.
fn contradiction(record: &Record, player: Color) -> Option<(ClockAtMove<'_>, ClockAtMove<'_>)> {
    if !record.acts.is_empty() {
        return None;
    }
    let with_the_next =
        readings(record, ClockKind::Left, player).zip(readings(record, ClockKind::Left, player).skip(1));
    let mut pairs =
        with_the_next.filter(|(before, now)| before.at.ply == now.at.ply && before.at.time != now.at.time);
    let only = pairs.next();
    only.filter(|_| pairs.next().is_none())
}
