//! Clocks that rise, or stand, above what the time control allows.

use std::iter::Peekable;
use std::vec;

use crate::chess::Color;
use crate::finding::Severity;
use crate::game::{Act, ClockKind, Record, Ruling, Time, TimeControl};

use crate::arbiter::Context;
use crate::arbiter::rules::clock::{
    ClockTerms, MOST_BY_HAND, Reading, TOLERANCE, is_countdown, readings, ruled_settings,
};

/// How far a rise may be from what an arbiter gives, to be taken for that.
const NEAR_ARBITER: Time = Time::from_seconds(3);
/// What is given by hand: one or two minutes by an arbiter, fifteen seconds by an adversary on a server.
const ARBITER_GIVES: [Time; 3] = [Time::from_seconds(15), Time::from_seconds(60), Time::from_seconds(120)];
/// The longest gap in the readings, in moves, whose every move is gone through: beyond it all that was ever given
/// bounds them.
const LONGEST_GAP: u32 = 60;

/// Whether anything more can be asked of a player's readings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Readings {
    InOrder,
    /// They are no countdown, or it was told what is wrong with them.
    NotInOrder,
}

impl Context<'_> {
    /// Whether a player's clock rises, or stands, above what the control allows; reported once.
    pub(crate) fn judge_rises(&mut self, terms: &ClockTerms, player: Color) -> Readings {
        let record = self.record();
        if let Some(Contradiction { first, second }) = contradiction(record, player) {
            let message = format!(
                "two times are given for {player}'s clock after this move: {} and {}",
                first.at.time, second.at.time
            );
            self.inconsistent(Severity::Info, second, player, message);
            return Readings::NotInOrder;
        }
        if !is_countdown(record, terms, player) {
            return Readings::NotInOrder;
        }
        let owed: Vec<Gift> = self.owed_gifts(player).collect();
        let mut given = Given::to(player, record, &terms.control, owed);
        for now in readings(record, ClockKind::Left, player) {
            let Some(shown) = given.see(now) else { break };
            let time = now.at.time;
            match shown {
                Shown::Possible => {}
                Shown::TooMuch { ever } => {
                    let message =
                        format!("{player}'s clock shows {time}, more than the {ever} ever given by then");
                    self.inconsistent(Severity::Warning, now, player, message);
                    return Readings::NotInOrder;
                }
                Shown::TooHighARise(rise) => {
                    let message =
                        format!("{player}'s clock rises from {} to {time}, {}", rise.from, rise.in_words());
                    self.inconsistent(rise.severity(), now, player, message);
                    return Readings::NotInOrder;
                }
            }
        }
        Readings::InOrder
    }

    /// What a player should have been given for what the other did, in order.
    pub(crate) fn owed_gifts(&self, player: Color) -> impl Iterator<Item = Gift> + '_ {
        let his = self.owed_times.iter().filter(move |owed| owed.to == player);
        his.map(|owed| Gift { time: owed.time, at: owed.at })
    }
}

/// What a reading shows, held against what the player was given.
enum Shown {
    Possible,
    /// More than was given since the start.
    TooMuch {
        ever: Time,
    },
    TooHighARise(Rise),
}

/// More on a clock than after the move before.
pub(crate) struct Rise {
    from: Time,
    by: Time,
    /// What the control and the arbiter gave meanwhile.
    allowed: Time,
}

impl Rise {
    /// Whether it is what an arbiter gives, told or not.
    fn severity(&self) -> Severity {
        let is_given = |time: Time| {
            ARBITER_GIVES.iter().any(|given| {
                let off = time - *given;
                off < NEAR_ARBITER && -off < NEAR_ARBITER
            })
        };
        // The clock may have stood while he thought.
        let by_hand = is_given(self.by - self.allowed) || is_given(self.by);
        if by_hand { Severity::Info } else { Severity::Warning }
    }

    fn in_words(&self) -> String {
        if self.allowed == Time::ZERO {
            "and no time is given".to_owned()
        } else {
            format!("by {}, where at most {} is given", self.by, self.allowed)
        }
    }
}

/// What a player was given by the control and by rulings, or was owed, followed from reading to reading.
pub(crate) struct Given<'r> {
    control: &'r TimeControl,
    gifts: Peekable<vec::IntoIter<Gift>>,
    /// What should have been given him, and when it may first have been.
    owed: Peekable<vec::IntoIter<Gift>>,
    /// Where the clocks were set anew: what they show then nothing here foresees.
    settings: Peekable<vec::IntoIter<u32>>,
    is_set_anew: bool,
    /// What the last reading showed.
    before: Option<Time>,
    /// The last move whose increment was counted.
    counted_to: u32,
    /// What is due and has not been seen to arrive: allotments, which some clocks give only when the
    /// time before is used up, and time owed for an offence.
    due: Time,
    /// All that was owed so far.
    owed_so_far: Time,
    /// What rulings gave so far, and had given at the last reading.
    ruled: Time,
    ruled_before: Time,
    /// The most that may have come on the clock between the last two readings.
    most: Time,
}

impl<'r> Given<'r> {
    pub(crate) fn to(player: Color, record: &Record, control: &'r TimeControl, owed: Vec<Gift>) -> Self {
        let gifts: Vec<Gift> = ruled_gifts(record, player).collect();
        let settings: Vec<u32> = ruled_settings(record).collect();
        Self {
            control,
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

    /// The most that may have come on the clock since the reading before this one; `None` where the control does not tell.
    pub(crate) fn most_since(&mut self, now: Reading<'_>) -> Option<Time> {
        self.see(now).map(|_| self.most)
    }

    /// The next reading; `None` where the control does not tell what is given by then.
    fn see(&mut self, now: Reading<'_>) -> Option<Shown> {
        let time = now.at.time;
        let by_control = self.control.total_up_to(now.move_number)?;
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
        if !self.is_set_anew && time > ever + MOST_BY_HAND + TOLERANCE {
            return Some(Shown::TooMuch { ever });
        }
        let increments = self.increments_up_to(now.move_number, ever)?;
        let ruled = self.ruled - std::mem::replace(&mut self.ruled_before, self.ruled);
        self.most = increments + self.due + ruled;
        let Some(before) = self.before.replace(time) else { return Some(Shown::Possible) };
        let rise = time - before;
        let excess = rise - increments - ruled;
        if excess <= TOLERANCE || is_just_set {
            return Some(Shown::Possible);
        }
        if excess <= self.due + TOLERANCE {
            self.due = if excess < self.due { self.due - excess } else { Time::ZERO };
            return Some(Shown::Possible);
        }
        Some(Shown::TooHighARise(Rise { from: before, by: rise, allowed: self.most }))
    }

    /// The increments since the last reading; what is allotted meanwhile falls due.
    fn increments_up_to(&mut self, number: u32, ever: Time) -> Option<Time> {
        let counted_to = std::mem::replace(&mut self.counted_to, number);
        if number.saturating_sub(counted_to) > LONGEST_GAP {
            self.due = ever;
            return Some(Time::ZERO);
        }
        let mut increments = Time::ZERO;
        for number in counted_to + 1..=number {
            increments = increments + self.control.increment_after(number)?;
            self.due = self.due + self.control.added_on(number)?;
        }
        Some(increments)
    }
}

/// Two times that are given for one move and are not the same.
struct Contradiction<'r> {
    first: Reading<'r>,
    second: Reading<'r>,
}

/// The one such pair of a player. Where several moves have two times, these may be the clocks of both players, and where
/// something else happened than moves, of two moments.
fn contradiction(record: &Record, player: Color) -> Option<Contradiction<'_>> {
    if !record.acts.is_empty() {
        return None;
    }
    let with_the_next =
        readings(record, ClockKind::Left, player).zip(readings(record, ClockKind::Left, player).skip(1));
    let mut told =
        with_the_next.filter(|(before, now)| before.at.ply == now.at.ply && before.at.time != now.at.time);
    let only = told.next().map(|(first, second)| Contradiction { first, second });
    only.filter(|_| told.next().is_none())
}

/// Time that an arbiter gives by a ruling of the record, or owes.
pub(crate) struct Gift {
    time: Time,
    /// Where the ruling stands, or the offence.
    at: u32,
}

/// What a player is given by rulings of the record, in order.
fn ruled_gifts(record: &Record, player: Color) -> impl Iterator<Item = Gift> + '_ {
    record.acts.iter().filter_map(move |placed| match placed.act {
        Act::Ruling(Ruling::AddTime(to, seconds)) if to == player => {
            Some(Gift { time: Time::from_seconds(seconds.get().into()), at: placed.span.start })
        }
        _ => None,
    })
}
