//! `clock.inconsistent` and what a clock at zero shows: times of the record that cannot all be true.
//!
//! Silent when in doubt: only where every field of the time control is understood, with a tolerance,
//! once for each player and game.

mod rises;

use crate::chess::Color;
use crate::finding::Severity;
use crate::game::{
    Act, Allowance, ClockKind, ClockReading, Record, Ruling, Span, TagName, Time, TimeControl,
};
use crate::law::Rule;

use crate::arbiter::{Context, Draft, Law, words};
use rises::{Given, Readings};

/// Time that an offence gave the other player, the record not saying whether he had it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OwedTime {
    pub to: Color,
    pub time: Time,
    /// Where the offence stands: from there on it may be on his clock.
    pub at: u32,
}

/// What a rise of the clock may exceed the rules by.
const TOLERANCE: Time = Time::from_seconds(2);
/// How far an elapsed time may be from what the clocks show.
const EMT_TOLERANCE: Time = Time::from_seconds(5);
/// The most that an arbiter is taken to have given without the record saying so.
const MOST_BY_HAND: Time = Time::from_seconds(120);
/// How many moves at zero, no time being added, before it is worth a word.
const MOVES_AT_ZERO: u32 = 2;
/// The most periods of a control that is followed: all of them are gone through at every move.
const MOST_PERIODS: usize = 32;

/// The clocks of a game: its control and each player's readings.
pub(crate) struct ClockTerms {
    control: TimeControl,
}

impl ClockTerms {
    fn of(context: &Context<'_>) -> Option<Self> {
        let value = context.value(TagName::TimeControl)?;
        let control = TimeControl::read(value);
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

/// Whether readings must be of the same move, and may contradict each other: there are more of them than moves from the first to
/// the last that has one.
fn shares_moves(clocks: &[ClockReading]) -> bool {
    let (Some(first), Some(last)) = (clocks.first(), clocks.last()) else { return false };
    clocks.len() > last.ply.saturating_sub(first.ply) as usize + 1
}

impl<'a> Context<'a> {
    pub(crate) fn judge_clock(&mut self) {
        let record = self.record();
        if record.clocks.is_empty() || !self.wants_clock() {
            return;
        }
        // A game taken up in the middle does not tell how many moves its players had made.
        if !record.begins_with_the_game() {
            return;
        }
        let runs_as_usual = |allowance: Option<Allowance>| {
            !shares_moves(&record.clocks)
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
            if self.judge_rises(&terms, player) == Readings::InOrder {
                self.judge_elapsed(&terms, player);
            }
            self.judge_zero(&terms, player);
        }
    }

    /// A reading that shows that a player's time cannot have run out when that was claimed, `plies` moves
    /// standing: that of the move he had just made or of his next, where it is more than all that was added
    /// since the start. He has then used less than the time he started with.
    pub(crate) fn time_left_at(&self, player: Color, plies: u32, claimed: Span) -> Option<&'a ClockReading> {
        let record = self.record();
        if record.clocks.is_empty() {
            return None;
        }
        // After moves taken back the clocks are set by hand.
        let goes_back = record.acts.iter().any(|placed| matches!(placed.act, Act::Retract { .. }));
        if goes_back || !record.odd.is_empty() || !record.begins_with_the_game() {
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

    /// Whether an elapsed time contradicts the clocks around it.
    fn judge_elapsed(&mut self, terms: &ClockTerms, player: Color) {
        let record = self.record();
        if ruled_settings(record).next().is_some() {
            return;
        }
        let mut given = Given::to(player, record, &terms.control, self.owed_gifts(player).collect());
        let mut left = readings(record, ClockKind::Left, player).peekable();
        let (mut before, mut now, mut most) = (None, None::<Reading<'_>>, Time::ZERO);
        for spent in readings(record, ClockKind::Move, player) {
            while let Some(next) = left.next_if(|next| next.at.ply <= spent.at.ply) {
                let Some(since) = given.most_since(next) else { return };
                (before, now, most) = (now, Some(next), since);
            }
            let (Some(before), Some(now)) = (before, now) else { continue };
            if now.at.ply != spent.at.ply || before.at.ply + 2 != now.at.ply {
                continue;
            }
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
            Some(words::numbered(&before, &self.record().text.encoding.decode(token.of(self.text()))));
        draft.law = Law::Fact;
        self.drafts.push(draft);
    }
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

/// Where an arbiter has the clocks set to other times, in order: what they show then nothing here foresees.
fn ruled_settings(record: &Record) -> impl Iterator<Item = u32> + '_ {
    record
        .acts
        .iter()
        .filter(|placed| placed.act == Act::Ruling(Ruling::Adjust))
        .map(|placed| placed.span.start)
}
