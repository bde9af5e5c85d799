//! `clock.inconsistent` and what a clock at zero shows: times of the record that cannot all be true.
//!
//! Silent when in doubt: only where every field of the time control is understood, with a tolerance,
//! once for each player and game.

use crate::chess::Color;
use crate::encoding::Encoding;
use crate::finding::Severity;
use crate::law::Rule;
use crate::record::{
    Act, Allowance, ClockKind, ClockReading, Record, Ruling, Span, TagName, Time, TimeControl, unescape,
};

use super::{Bench, Draft, Law, words};

/// What a rise of the clock may exceed the rules by.
const TOLERANCE: Time = Time::from_seconds(2);
/// How far an elapsed time may be from what the clocks show.
const EMT_TOLERANCE: Time = Time::from_seconds(5);
/// How far a rise may be from what an arbiter gives, to be taken for that.
const NEAR_ARBITER: Time = Time::from_seconds(3);
/// What is given by hand: one or two minutes by an arbiter, fifteen seconds by an adversary on a server.
const ARBITER_GIVES: [Time; 3] = [Time::from_seconds(15), Time::from_seconds(60), Time::from_seconds(120)];
/// The most that an arbiter is taken to have given without the record saying so.
const MOST_BY_HAND: Time = Time::from_seconds(120);
/// How many moves at zero, no time being added, before it is worth a word.
const MOVES_AT_ZERO: u32 = 2;
/// The most periods of a control that is followed: all of them are gone through at every move.
const MOST_PERIODS: usize = 32;

/// The clocks of a game: its control and each player's readings.
struct ClockTerms {
    control: TimeControl,
}

impl ClockTerms {
    fn of(bench: &Bench<'_>) -> Option<Self> {
        let value = bench.value(TagName::TimeControl)?;
        let control = TimeControl::read(&unescape(value, Encoding::Auto));
        // Some tools write minutes where the standard has seconds: a first clock far above the whole
        // allotment shows it, and then nothing can be said.
        let is_followed = control.fields().len() <= MOST_PERIODS;
        (is_followed && control.understood() && control.start().is_some()).then_some(Self { control })
    }
}

/// A player's reading on completing his move number `move_number`.
#[derive(Clone, Copy)]
struct Reading<'r> {
    at: &'r ClockReading,
    move_number: u32,
}

fn mover(record: &Record, ply: u32) -> Color {
    if ply % 2 == 1 { record.start.turn() } else { record.start.turn().other() }
}

fn readings(record: &Record, kind: ClockKind, of: Color) -> impl Iterator<Item = Reading<'_>> {
    record
        .clocks
        .iter()
        .filter(move |reading| reading.kind == kind && reading.ply > 0 && mover(record, reading.ply) == of)
        .map(|at| Reading { at, move_number: at.ply.div_ceil(2) })
}

/// Whether the clocks of both players show nothing that any question here could be about: hardly a reading is of
/// zero, each below what the first period gives, and no more above the player's last one than every move adds. Then
/// none of them is asked, as in nearly all games.
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

impl<'a> Bench<'a> {
    pub(super) fn judge_clock(&mut self) {
        let record = self.record();
        if record.clocks.is_empty() || !self.wants_clock() {
            return;
        }
        // A game taken up in the middle does not tell how many moves its players had made.
        if record.start.fullmove() != 1 {
            return;
        }
        let runs_as_usual = |allowance: Option<Allowance>| {
            // Of more readings than moves two may contradict each other.
            record.clocks.len() <= record.moves.len()
                && allowance.is_some_and(|allowance| runs_as_usual(&record.clocks, allowance))
        };
        if runs_as_usual(self.value(TagName::TimeControl).and_then(Allowance::of_one_period)) {
            return;
        }
        let Some(terms) = ClockTerms::of(self) else { return };
        if runs_as_usual(terms.control.allowance()) {
            return;
        }
        for player in [Color::White, Color::Black] {
            if !self.judge_rises(&terms, player) {
                self.judge_elapsed(&terms, player);
            }
            self.judge_zero(&terms, player);
        }
    }

    /// A reading that shows that a player's time cannot have run out when that was claimed, `plies` moves
    /// standing: that of the move he had just made or of his next, where it is more than all that was added
    /// since the start. He has then used less than the time he started with.
    pub(super) fn time_left_at(&self, player: Color, plies: u32, claimed: Span) -> Option<&'a ClockReading> {
        let record = self.record();
        if record.clocks.is_empty() {
            return None;
        }
        // After moves taken back the clocks are set by hand.
        let goes_back = record.acts.iter().any(|placed| matches!(placed.act, Act::Retract { .. }));
        if goes_back || !record.odd.is_empty() || record.start.fullmove() != 1 {
            return None;
        }
        let terms = ClockTerms::of(self)?;
        if !is_countdown(record, &terms, player) {
            return None;
        }
        let start = terms.control.start()?;
        let is_his = |now: &Reading<'_>| {
            let just_made = now.at.ply == plies && now.at.span.start < claimed.start;
            let next = now.at.ply > plies && now.at.ply <= plies + 2 && now.at.span.start > claimed.start;
            just_made || next
        };
        let shows = |now: &Reading<'_>| {
            let ever = terms.control.total_up_to(now.move_number);
            ever.is_some_and(|ever| now.at.time + start > ever + MOST_BY_HAND + TOLERANCE)
        };
        readings(record, ClockKind::Left, player).find(|now| is_his(now) && shows(now)).map(|now| now.at)
    }

    fn wants_clock(&self) -> bool {
        self.wants(Rule::ClockInconsistent, Severity::Warning) || self.wants(Rule::ClockFlag, Severity::Info)
    }

    /// Whether a player's clock rises, or stands, above what the control allows; reported once. Also true
    /// where the readings are no countdown, so that nothing more is asked of them.
    fn judge_rises(&mut self, terms: &ClockTerms, player: Color) -> bool {
        let control = &terms.control;
        let record = self.record();
        if let Some(Contradiction { first, second }) = contradiction(record, player) {
            let message = format!(
                "two times are given for {player}'s clock after this move: {} and {}",
                first.at.time, second.at.time
            );
            self.inconsistent(Severity::Info, second, player, message);
            return true;
        }
        if !is_countdown(record, terms, player) {
            return true;
        }
        let mut before: Option<Reading<'_>> = None;
        // Allotments that are due and have not been seen to arrive: some clocks give them only when the
        // time before is used up.
        let mut due = Time::ZERO;
        let mut counted_to = 0;
        let mut gifts = ruled_gifts(record, player).peekable();
        let (mut ruled, mut ruled_before) = (Time::ZERO, Time::ZERO);
        let mut settings = ruled_settings(record).peekable();
        let mut is_set_anew = false;
        for now in readings(record, ClockKind::Left, player) {
            let Some(ever) = control.total_up_to(now.move_number) else { return false };
            while let Some(gift) = gifts.next_if(|gift| gift.at < now.at.span.start) {
                ruled = ruled + gift.time;
            }
            let ever = ever + ruled;
            let mut is_just_set = false;
            while settings.next_if(|at| *at < now.at.span.start).is_some() {
                (is_just_set, is_set_anew) = (true, true);
            }
            if !is_set_anew && now.at.time > ever + MOST_BY_HAND + TOLERANCE {
                let message = format!(
                    "{player}'s clock shows {}, more than the {ever} ever given by then",
                    now.at.time
                );
                self.inconsistent(Severity::Warning, now, player, message);
                return true;
            }
            let mut increments = Time::ZERO;
            // A long gap in the readings is bounded by all that was ever given.
            if now.move_number - counted_to > 60 {
                due = ever;
            } else {
                for number in counted_to + 1..=now.move_number {
                    let (Some(increment), Some(added)) =
                        (control.increment_after(number), control.added_on(number))
                    else {
                        return false;
                    };
                    increments = increments + increment;
                    due = due + added;
                }
            }
            counted_to = now.move_number;
            let since = ruled - std::mem::replace(&mut ruled_before, ruled);
            let Some(before) = before.replace(now) else { continue };
            let rise = now.at.time - before.at.time;
            let excess = rise - increments - since;
            if excess <= TOLERANCE || is_just_set {
                continue;
            }
            if excess <= due + TOLERANCE {
                due = if excess < due { due - excess } else { Time::ZERO };
                continue;
            }
            let allowed = increments + due + since;
            // The clock may have stood while he thought.
            let is_given = |time: Time| {
                ARBITER_GIVES.iter().any(|given| {
                    let off = time - *given;
                    off < NEAR_ARBITER && -off < NEAR_ARBITER
                })
            };
            let by_hand = is_given(rise - allowed) || is_given(rise);
            let severity = if by_hand { Severity::Info } else { Severity::Warning };
            let given = if allowed == Time::ZERO {
                "and no time is given".to_owned()
            } else {
                format!("by {rise}, where at most {allowed} is given")
            };
            let message =
                format!("{player}'s clock rises from {} to {}, {given}", before.at.time, now.at.time);
            self.inconsistent(severity, now, player, message);
            return true;
        }
        false
    }

    /// Whether an elapsed time contradicts the clocks around it.
    fn judge_elapsed(&mut self, terms: &ClockTerms, player: Color) {
        let control = &terms.control;
        let record = self.record();
        if ruled_settings(record).next().is_some() {
            return;
        }
        let mut left = readings(record, ClockKind::Left, player);
        let (mut before, mut now) = (None, left.next());
        for spent in readings(record, ClockKind::Move, player) {
            while let Some(passed) = now.filter(|now| now.at.ply < spent.at.ply) {
                (before, now) = (Some(passed), left.next());
            }
            let (Some(before), Some(now)) = (before, now) else { continue };
            if now.at.ply != spent.at.ply || before.at.ply + 2 != now.at.ply {
                continue;
            }
            let Some(most) = allowed_rise(control, before.move_number, now.move_number) else { continue };
            let used = before.at.time - now.at.time;
            if spent.at.time + EMT_TOLERANCE < used || spent.at.time > used + most + EMT_TOLERANCE {
                let message = format!(
                    "{player} is said to have used {} for this move, but his clock goes from {} to {}",
                    spent.at.time, before.at.time, now.at.time
                );
                self.inconsistent(Severity::Warning, spent, player, message);
                return;
            }
        }
    }

    /// Whether a player went on moving with no time left and none being added.
    fn judge_zero(&mut self, terms: &ClockTerms, player: Color) {
        if !self.wants(Rule::ClockFlag, Severity::Info) {
            return;
        }
        let record = self.record();
        let mut first: Option<Reading<'_>> = None;
        let mut more = 0;
        // A board that transmits no times shows zero from the first move on.
        let mut ran = false;
        for now in readings(record, ClockKind::Left, player) {
            let control = &terms.control;
            let nothing_added = control.increment_after(now.move_number) == Some(Time::ZERO)
                && control.added_on(now.move_number) == Some(Time::ZERO);
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
        let message = format!("{player}'s clock shows no time left, and {player} makes {more} more moves");
        let help = "a clock that rounds down may still have had part of a second".to_owned();
        let mut draft =
            Draft::new(Rule::ClockFlag, Severity::Info, first.at.ply, first.at.span, message).help(help);
        draft.offender = Some(player);
        draft.movetext = self.numbered(first.at.ply);
        draft.law = match self.hearing.code.provisions_for(Rule::ClockFlag).next() {
            Some(provision) => {
                Law::Article { article: provision.article.clone(), says: Some(provision.says.clone()) }
            }
            None => Law::Silence(self.code().voice(Rule::ClockFlag)),
        };
        self.drafts.push(draft);
    }

    fn inconsistent(&mut self, severity: Severity, reading: Reading<'_>, player: Color, message: String) {
        if !self.wants(Rule::ClockInconsistent, severity) {
            return;
        }
        let before = self.position_after(reading.at.ply.saturating_sub(1));
        let token = self.token(reading.at.ply);
        let mut draft =
            Draft::new(Rule::ClockInconsistent, severity, reading.at.ply, reading.at.span, message);
        draft.offender = Some(player);
        draft.movetext =
            Some(words::numbered(&before, &self.record().encoding.decode(token.of(self.text()))));
        draft.law = Law::Fact;
        self.drafts.push(draft);
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

/// Whether a player's readings are those of one clock that counts down: one for each move, not begun far
/// above all that is given (minutes written for seconds), and not only ever rising from next to nothing
/// (time used, written as time left).
fn is_countdown(record: &Record, terms: &ClockTerms, player: Color) -> bool {
    let mut first = None;
    let mut before: Option<Reading<'_>> = None;
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
    let (Some(first), Some(start)) = (first, terms.control.start()) else { return false };
    let Some(ever) = terms.control.total_up_to(first.move_number) else { return false };
    let far_above = first.at.time > ever.times(4) + TOLERANCE;
    let only_rises = !fell && count >= 3 && first.at.time.times(2) < start;
    !far_above && !only_rises
}

/// Time that an arbiter gives by a ruling of the record.
struct Gift {
    time: Time,
    /// Where the ruling stands.
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

/// Where an arbiter has the clocks set to other times, in order: what they show then nothing here foresees.
fn ruled_settings(record: &Record) -> impl Iterator<Item = u32> + '_ {
    record
        .acts
        .iter()
        .filter(|placed| placed.act == Act::Ruling(Ruling::Adjust))
        .map(|placed| placed.span.start)
}

/// The most a player's clock can rise between the completion of two of his moves: every increment since,
/// and the allotments that may have arrived.
fn allowed_rise(control: &TimeControl, from: u32, to: u32) -> Option<Time> {
    let mut allowed = control.added_on(from)?;
    for number in from + 1..=to {
        allowed = allowed + control.increment_after(number)? + control.added_on(number)?;
    }
    Some(allowed)
}
