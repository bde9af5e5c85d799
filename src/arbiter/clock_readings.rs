//! A player's clock readings and the time control.

use crate::chess::Color;
use crate::game::{Act, ClockKind, ClockReading, Record, Span, TagName, Time, TimeControl};

use crate::arbiter::context::Context;

/// The tolerance when an increase of the clock is compared with the time control.
pub(crate) const TOLERANCE: Time = Time::from_seconds(2);
/// The maximum time that an arbiter is assumed to have added without a note in the record.
pub(crate) const MOST_BY_HAND: Time = Time::from_seconds(120);
/// With less time a player need not write the moves, unless each move brings so much.
const SHORT_OF_TIME: Time = Time::from_seconds(300);
const RELIEVING_INCREMENT: Time = Time::from_seconds(30);
/// Longer time controls are ignored, because each period is visited at every move.
const MOST_PERIODS: usize = 32;

/// The time control of the game, if every field of it is understood.
pub(crate) fn time_control(context: &Context<'_>) -> Option<TimeControl> {
    let control = TimeControl::read(context.value(TagName::TimeControl)?);
    let is_followed = control.fields().len() <= MOST_PERIODS;
    (is_followed && control.is_understood() && control.starting_time().is_some()).then_some(control)
}

/// The programs that write clocks, by the deviations that are usual in their files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ClockWriter {
    /// A server on which players may give each other time.
    Server,
    /// A sensor board. Its readings are taken before or after the increment is added, and its `emt` is the time that
    /// passed in the room.
    Board,
    Other,
}

/// The most that an opponent on a server is assumed to give between two moves: ten gifts of fifteen seconds.
const MOST_BY_OPPONENT: Time = Time::from_seconds(150);
/// The difference allowed between the time passed in the room and the clocks.
const IN_THE_ROOM: Time = Time::from_seconds(60);

impl ClockWriter {
    pub(crate) fn of(context: &Context<'_>) -> Self {
        const OF_BOARDS: [&[u8]; 3] = [b"ePGN", b"BroadcastName", b"BroadcastURL"];
        const SERVERS: [&[u8]; 4] = [b"lichess.org", b"chess.com", b"freechess.org", b"chessclub.com"];
        let text = context.text();
        let mut pairs = context.record().tags.pairs().iter();
        // An organiser enters the time control of a board in words.
        let control = context.value(TagName::TimeControl).unwrap_or_default();
        let is_worded = TimeControl::is_worded(control);
        let site = context.value(TagName::Site).unwrap_or_default();
        if is_worded || pairs.any(|pair| OF_BOARDS.contains(&pair.name.of(text))) {
            Self::Board
        } else if SERVERS.iter().any(|host| memchr::memmem::find(site, host).is_some()) {
            Self::Server
        } else {
            Self::Other
        }
    }

    /// The most that a clock may gain from one reading to the next besides the time of the control.
    pub(crate) fn most_gained(self, increment: Time) -> Time {
        match self {
            Self::Server => MOST_BY_OPPONENT,
            Self::Board => increment,
            Self::Other => Time::ZERO,
        }
    }

    /// Whether a reading says nothing, as zero of a board that lost its clock for a moment.
    pub(crate) fn is_without_time(self, reading: &ClockReading) -> bool {
        self == Self::Board && reading.time <= Time::ZERO
    }

    /// By how much an elapsed time may be below the time that the clock lost, besides the usual tolerance.
    pub(crate) fn most_missing(self) -> Time {
        if self == Self::Board { IN_THE_ROOM } else { Time::ZERO }
    }
}

/// A clock reading after the player's move number `move_number`.
#[derive(Clone, Copy)]
pub(crate) struct ClockAtMove<'r> {
    pub at: &'r ClockReading,
    pub move_number: u32,
}

fn mover(record: &Record, ply: u32) -> Color {
    if ply % 2 == 1 { record.start.turn() } else { record.start.turn().other() }
}

pub(crate) fn readings(record: &Record, kind: ClockKind, of: Color) -> impl Iterator<Item = ClockAtMove<'_>> {
    record
        .clocks
        .iter()
        .filter(move |reading| reading.kind == kind && reading.ply > 0 && mover(record, reading.ply) == of)
        .map(|at| ClockAtMove { at, move_number: at.ply.div_ceil(2) })
}

/// Whether a player's readings are those of one clock that counts down. There must be one reading per move.
/// The first must not be far above the time given (minutes written for seconds). They must not only increase
/// from almost zero (time used, written as time left).
pub(crate) fn is_countdown(record: &Record, control: &TimeControl, player: Color) -> bool {
    let mut first = None;
    let mut before: Option<ClockAtMove<'_>> = None;
    let mut fell = false;
    let mut count = 0;
    for now in readings(record, ClockKind::Left, player) {
        if let Some(before) = before {
            if before.at.ply == now.at.ply {
                return false;
            }
            fell |= now.at.time < before.at.time;
        }
        first.get_or_insert(now);
        before = Some(now);
        count += 1;
    }
    let (Some(first), Some(start)) = (first, control.starting_time()) else { return false };
    let Some(ever) = control.max_total_up_to(first.move_number) else { return false };
    let far_above = first.at.time > ever.times(4) + TOLERANCE;
    let only_rises = !fell && count >= 3 && first.at.time.times(2) < start;
    !far_above && !only_rises
}

/// The time control, if the player's clock readings can be compared with it.
fn comparable_control(context: &Context<'_>, player: Color) -> Option<TimeControl> {
    let record = context.record();
    if record.clocks.is_empty() {
        return None;
    }
    // After a retraction the clocks are set by hand.
    let goes_back = record.acts.iter().any(|placed| matches!(placed.act, Act::Retract { .. }));
    if goes_back || !record.nonstandard_moves.is_empty() || !record.begins_at_move_one() {
        return None;
    }
    time_control(context).filter(|control| is_countdown(record, control, player))
}

/// The player's readings next to a claim made after `plies` plies: at the move just made, or at the next one.
fn readings_near(
    record: &Record,
    player: Color,
    plies: u32,
    claimed: Span,
) -> impl Iterator<Item = ClockAtMove<'_>> {
    readings(record, ClockKind::Left, player).filter(move |now| {
        let just_made = now.at.ply == plies && now.at.span.start < claimed.start;
        let next = now.at.ply > plies && now.at.ply <= plies + 2 && now.at.span.start > claimed.start;
        just_made || next
    })
}

/// A reading which proves that a player's time had not run out when that was claimed after `plies` plies.
/// This is the reading at the player's last or next move, if it exceeds all the time added since the start:
/// then the player has used less than the time given at the start.
pub(crate) fn time_left_at<'a>(
    context: &Context<'a>,
    player: Color,
    plies: u32,
    claimed: Span,
) -> Option<&'a ClockReading> {
    let control = comparable_control(context, player)?;
    let start = control.starting_time()?;
    let shows_time = |now: &ClockAtMove<'_>| {
        let ever = control.max_total_up_to(now.move_number);
        ever.is_some_and(|ever| now.at.time + start > ever + MOST_BY_HAND + TOLERANCE)
    };
    readings_near(context.record(), player, plies, claimed).find(shows_time).map(|now| now.at)
}

/// Whether the record shows that a player with five minutes to write has never been short of time: each move brings half a
/// minute, or each reading so far leaves more than that, with no new period among them.
pub(crate) fn has_time_to_write(context: &Context<'_>, player: Color, plies: u32) -> bool {
    let increment = time_control(context).and_then(|control| control.least_increment());
    if increment.is_some_and(|increment| increment >= RELIEVING_INCREMENT) {
        return true;
    }
    let Some(control) = comparable_control(context, player) else { return false };
    let mut before: Option<Time> = None;
    let mut last_ply = 0;
    for now in readings(context.record(), ClockKind::Left, player).filter(|now| now.at.ply <= plies) {
        let Some(increment) = control.max_increment_on(now.move_number) else { return false };
        let is_short = now.at.time - increment - TOLERANCE < SHORT_OF_TIME;
        if is_short || before.is_some_and(|before| now.at.time > before + increment + TOLERANCE) {
            return false;
        }
        before = Some(now.at.time);
        last_ply = now.at.ply;
    }
    last_ply > 0 && last_ply.saturating_add(1) >= plies
}

/// The time that a player had at least when something was claimed after `plies` plies, if the readings show it.
pub(crate) fn least_time_left(
    context: &Context<'_>,
    player: Color,
    plies: u32,
    claimed: Span,
) -> Option<Time> {
    let control = comparable_control(context, player)?;
    let before_the_move = |now: ClockAtMove<'_>| {
        let increment = control.max_increment_on(now.move_number)?;
        Some(now.at.time - increment - control.max_added_on(now.move_number)? - TOLERANCE)
    };
    readings_near(context.record(), player, plies, claimed).filter_map(before_the_move).max()
}
