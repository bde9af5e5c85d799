//! How much time a player was given, followed from reading to reading.

use std::iter::Peekable;
use std::vec;

use crate::chess::Color;
use crate::game::{Act, Record, Time, TimeControl, UmpireRuling};

use crate::arbiter::clock_readings::{ClockAtMove, ClockWriter, MOST_BY_HAND, TOLERANCE};
use crate::arbiter::outcome::EventOutcome;

/// The longest gap between readings, in moves, in which each move is counted. After a longer gap a reading is compared
/// only with all the time ever given.
const LONGEST_GAP: u32 = 60;

pub(super) enum ClockShows {
    Possible,
    /// More than was given since the start.
    TooMuch {
        ever: Time,
    },
    TooHighARise(Rise),
}

pub(super) struct Rise {
    pub from: Time,
    pub by: Time,
    pub allowed: Time,
}

struct Gift {
    time: Time,
    /// The byte offset of the ruling or offence in the chunk.
    at: u32,
}

pub(super) struct TimeGiven<'r> {
    control: &'r TimeControl,
    writer: ClockWriter,
    gifts: Peekable<vec::IntoIter<Gift>>,
    /// The time owed to the player for offences, each from the offset at which it may first have been given.
    owed: Peekable<vec::IntoIter<Gift>>,
    /// The offsets at which the clocks were set anew. The readings after them cannot be predicted.
    settings: Peekable<vec::IntoIter<u32>>,
    is_set_anew: bool,
    before: Option<Time>,
    counted_to: u32,
    /// Time that is due and has not appeared on the clock: allotments, which some clocks add only when the time before
    /// is used up, and time owed for an offence.
    due: Time,
    owed_so_far: Time,
    ruled: Time,
    ruled_before: Time,
    /// The most that may have been added to the clock between the last two readings.
    most: Time,
}

impl<'r> TimeGiven<'r> {
    pub(super) fn to(
        player: Color,
        record: &Record,
        control: &'r TimeControl,
        writer: ClockWriter,
        outcome: &EventOutcome<'_>,
    ) -> Self {
        let gifts: Vec<Gift> = ruled_gifts(record, player).collect();
        let settings: Vec<u32> = ruled_settings(record).collect();
        let owed = outcome.owed_times.iter().filter(|owed| owed.to == player);
        let owed: Vec<Gift> = owed.map(|owed| Gift { time: owed.time, at: owed.at }).collect();
        Self {
            control,
            writer,
            gifts: gifts.into_iter().peekable(),
            owed: owed.into_iter().peekable(),
            settings: settings.into_iter().peekable(),
            is_set_anew: false,
            before: None,
            counted_to: 0,
            due: Time::ZERO,
            owed_so_far: Time::ZERO,
            ruled: Time::ZERO,
            ruled_before: Time::ZERO,
            most: Time::ZERO,
        }
    }

    /// Returns the most that may have been added since the previous reading; `None` if the control does not define it.
    pub(super) fn most_since(&mut self, now: ClockAtMove<'_>) -> Option<Time> {
        self.next_reading(now).map(|_| self.most)
    }

    /// Takes the next reading; `None` if the control does not define the time given by then.
    pub(super) fn next_reading(&mut self, now: ClockAtMove<'_>) -> Option<ClockShows> {
        let time = now.at.time;
        let by_control = self.control.max_total_up_to(now.move_number)?;
        while let Some(gift) = self.gifts.next_if(|gift| gift.at < now.at.span.start) {
            self.ruled = self.ruled + gift.time;
        }
        while let Some(owed) = self.owed.next_if(|owed| owed.at < now.at.span.start) {
            self.owed_so_far = self.owed_so_far + owed.time;
            self.due = self.due + owed.time;
        }
        let ever = by_control + self.ruled + self.owed_so_far;
        let mut is_just_set = false;
        while self.settings.next_if(|at| *at < now.at.span.start).is_some() {
            (is_just_set, self.is_set_anew) = (true, true);
        }
        let gained = self.writer.most_gained(self.control.max_increment_on(now.move_number)?);
        let most = ever + gained.times(now.move_number) + MOST_BY_HAND + TOLERANCE;
        if !self.is_set_anew && time > most {
            return Some(ClockShows::TooMuch { ever });
        }
        let increments = self.increments_up_to(now.move_number, ever)?;
        let ruled = self.ruled - std::mem::replace(&mut self.ruled_before, self.ruled);
        self.most = increments + self.due + ruled + gained;
        let Some(before) = self.before.replace(time) else { return Some(ClockShows::Possible) };
        let rise = time - before;
        let excess = rise - increments - ruled;
        if excess <= gained + TOLERANCE || is_just_set {
            return Some(ClockShows::Possible);
        }
        if excess <= self.due + TOLERANCE {
            self.due = if excess < self.due { self.due - excess } else { Time::ZERO };
            return Some(ClockShows::Possible);
        }
        Some(ClockShows::TooHighARise(Rise { from: before, by: rise, allowed: self.most - gained }))
    }

    fn increments_up_to(&mut self, number: u32, ever: Time) -> Option<Time> {
        let counted_to = std::mem::replace(&mut self.counted_to, number);
        if number.saturating_sub(counted_to) > LONGEST_GAP {
            self.due = ever;
            return Some(Time::ZERO);
        }
        let mut increments = Time::ZERO;
        for number in counted_to + 1..=number {
            increments = increments + self.control.max_increment_on(number)?;
            self.due = self.due + self.control.max_added_on(number)?;
        }
        Some(increments)
    }
}

fn ruled_gifts(record: &Record, player: Color) -> impl Iterator<Item = Gift> + '_ {
    record.acts.iter().filter_map(move |placed| match placed.act {
        Act::Ruling(UmpireRuling::AddTime(to, seconds)) if to == player => {
            Some(Gift { time: Time::from_seconds(seconds.get().into()), at: placed.span.start })
        }
        _ => None,
    })
}

/// Returns the offsets at which an arbiter sets the clocks to other times. The readings after them cannot be predicted.
pub(crate) fn ruled_settings(record: &Record) -> impl Iterator<Item = u32> + '_ {
    record
        .acts
        .iter()
        .filter(|placed| placed.act == Act::Ruling(UmpireRuling::Adjust))
        .map(|placed| placed.span.start)
}
