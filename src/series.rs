//! Rules that need several games: who begins the next game of a sitting, with which men, and how a void game affects the
//! order.
//!
//! Each game is only compared with the one right before it in the same series between the same players.

mod sentences;

use std::collections::HashMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

use crate::chess::Color;
use crate::encoding::Encoding;
use crate::finding::{Location, Score, Severity, Standing, Verdict};
use crate::game::{Odds, PartialDate, ReadValue, Record, Span, TagName, TagValue};
use crate::law::{Code, GamesAtOdds, NextFirst, Provision, Rule, Voice, Within};
use crate::pgn::unescape;

/// Bounds memory: when so many series are known, all are forgotten.
const MAX_SERIES: usize = 1 << 16;

/// How games are grouped into series.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Grouping {
    /// Not at all: each game is judged by itself.
    Apart,
    /// By their `Series` and `SeriesGame` tags.
    Tagged,
    /// Games without those tags by event, round and players. Findings are then of severity info.
    Assumed,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct NamedPlayer {
    name: Arc<str>,
    hash: u64,
}

impl NamedPlayer {
    fn of(name: &[u8], encoding: Encoding) -> Option<Self> {
        let name = unescape(name.trim_ascii(), encoding);
        let is_known = name.chars().any(|letter| !matches!(letter, '?' | '-' | '.' | ' '));
        is_known.then(|| Self { hash: xxh3_64(name.as_bytes()), name: name.as_ref().into() })
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SeriesGame {
    /// A hash of the series and its two players.
    key: u128,
    number: u32,
    white: NamedPlayer,
    black: NamedPlayer,
    /// The player who made the first move; unknown if the record begins in mid-game.
    first: Option<Color>,
    /// The player who was entitled to it, if the record says so.
    entitled: Option<Color>,
    at_odds: bool,
    date: PartialDate,
    verdict: Verdict,
    location: Location,
    grouping: Grouping,
}

#[derive(Clone, Debug)]
pub(crate) struct SeriesFinding {
    pub rule: Rule,
    pub severity: Severity,
    /// By the colour in this game.
    pub offender: Option<Color>,
    pub message: String,
    pub help: Option<String>,
    pub ruling: SeriesRuling,
    /// The tag by which the game belongs to the series.
    pub location: Location,
}

/// The source of a finding in the code.
#[derive(Clone, Debug)]
pub(crate) enum SeriesRuling {
    /// An article's id, and its wording in our words.
    Article { article: Arc<str>, says: Arc<str> },
    /// The code is silent, or it is not known what it says.
    Silence(Voice),
}

impl SeriesGame {
    /// `None` if the record does not say that the game belongs to a series. `locate` finds the location of a span.
    pub(crate) fn of(
        record: &Record,
        text: &[u8],
        verdict: Verdict,
        grouping: Grouping,
        locate: impl Fn(Span) -> Location,
    ) -> Option<Self> {
        let tagged = record.tag(TagName::Series).is_some();
        if grouping == Grouping::Apart || (!tagged && grouping == Grouping::Tagged) {
            return None;
        }
        let (series, place) =
            if tagged { (TagName::Series, TagName::SeriesGame) } else { (TagName::Event, TagName::Round) };
        let series = record.value(series, text)?.trim_ascii();
        if series.iter().all(|byte| matches!(byte, b'?' | b'-' | b' ')) {
            return None;
        }
        let pair = record.tag(place)?;
        let read = ReadValue::of(TagName::SeriesGame, pair.value.of(text));
        let ReadValue::Value(TagValue::SeriesGame(number)) = read else { return None };
        let white = NamedPlayer::of(record.value(TagName::White, text)?, record.text.encoding)?;
        let black = NamedPlayer::of(record.value(TagName::Black, text)?, record.text.encoding)?;
        let (low, high) = (white.hash.min(black.hash), white.hash.max(black.hash));
        let mut key = series.to_vec();
        key.extend_from_slice(&low.to_le_bytes());
        key.extend_from_slice(&high.to_le_bytes());
        let entitled = record.value(TagName::RightOfMove, text).and_then(|value| {
            match ReadValue::of(TagName::RightOfMove, value) {
                ReadValue::Value(TagValue::RightOfMove(color)) => Some(color),
                _ => None,
            }
        });
        Some(Self {
            key: xxh3_128(&key),
            number,
            white,
            black,
            first: record.begins_at_move_one().then(|| record.start.turn()),
            entitled,
            at_odds: record.value(TagName::Odds, text).and_then(Odds::read).is_some(),
            date: PartialDate::read(record.value(TagName::Date, text).unwrap_or_default()),
            verdict,
            location: locate(pair.value),
            grouping: if tagged { Grouping::Tagged } else { Grouping::Assumed },
        })
    }

    fn player(&self, color: Color) -> &NamedPlayer {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    fn color_of(&self, player: &NamedPlayer) -> Color {
        if self.white == *player { Color::White } else { Color::Black }
    }

    /// The player who was to begin according to the record, or else the one who did.
    fn entitled(&self) -> Option<&NamedPlayer> {
        self.entitled.or(self.first).map(|color| self.player(color))
    }

    /// Whether both games may be of one sitting, which ends with the day.
    fn may_share_sitting_with(&self, other: &Self) -> bool {
        !self.date.contradicts(other.date)
    }

    /// `was drawn`, `was won by Adams`.
    fn outcome(&self) -> String {
        match (self.verdict.standing, self.verdict.score) {
            (Standing::Annulled, _) => sentences::is_void(),
            (_, Score::Draw) => sentences::was_drawn(),
            (_, Score::White) => sentences::was_won_by(&self.white.name),
            (_, Score::Black) => sentences::was_won_by(&self.black.name),
            (_, Score::Unknown) => sentences::was_not_finished(),
        }
    }
}

/// All series of a run.
#[derive(Debug, Default)]
pub(crate) struct AllSeries {
    /// The last game of each series.
    last: HashMap<u128, SeriesGame>,
}

impl AllSeries {
    /// Adds a game, in the order of the input, and compares it with the one before it under its code.
    pub(crate) fn take(&mut self, game: SeriesGame, code: &Code) -> Vec<SeriesFinding> {
        if self.last.len() >= MAX_SERIES {
            self.last.clear();
        }
        let found = match self.last.get(&game.key) {
            Some(before) if before.number.checked_add(1) == Some(game.number) => compare(before, &game, code),
            _ => Vec::new(),
        };
        self.last.insert(game.key, game);
        found
    }
}

fn compare(before: &SeriesGame, game: &SeriesGame, code: &Code) -> Vec<SeriesFinding> {
    [check_first_move(before, game, code), check_colours(before, game, code)].into_iter().flatten().collect()
}

fn check_first_move(before: &SeriesGame, game: &SeriesGame, code: &Code) -> Option<SeriesFinding> {
    let rules = code.regulations.first_move;
    let is_void = before.verdict.standing == Standing::Annulled;
    let (rule, next) = match (is_void, before.verdict.score) {
        (true, _) => (Rule::SeriesAnnulled, rules.map(|rules| rules.annulled)),
        (false, Score::White | Score::Black) => (Rule::SeriesFirstMove, rules.map(|rules| rules.won)),
        (false, Score::Draw) => (Rule::SeriesFirstMove, rules.map(|rules| rules.drawn)),
        (false, Score::Unknown) => return None,
    };
    if rules.is_some_and(|rules| rules.within == Within::Sitting) && !game.may_share_sitting_with(before) {
        return None;
    }
    // At odds the giver begins, or the player agreed on. The record may also say who was entitled to begin, by lot for
    // example.
    let odds_count = rules.is_some_and(|rules| rules.at_odds == GamesAtOdds::Counted);
    if (!odds_count && (before.at_odds || game.at_odds)) || game.entitled.is_some() {
        return None;
    }
    let beginner = game.player(game.first?);
    let earlier = if is_void { before.entitled()? } else { before.player(before.first?) };
    let had_begun = before.first.map(|color| before.player(color)) == Some(earlier);
    let reason = sentences::earlier_game(&earlier.name, had_begun, before.number, &before.outcome());
    let voice = code.voice(rule);
    let due = match next {
        Some(NextFirst::Alternate) => game.player(game.color_of(earlier).other()),
        Some(NextFirst::Same) => game.player(game.color_of(earlier)),
        Some(NextFirst::Unstated) | None if is_void && voice != Voice::Speaks => {
            let message = sentences::void_without_beginner(before.number);
            return Some(finding(game, rule, Severity::Info, None, message, SeriesRuling::Silence(voice)));
        }
        Some(NextFirst::Unstated) | None => return None,
    };
    if due == beginner {
        return None;
    }
    let provision = code.provisions_for(rule).next()?;
    let message = sentences::wrong_beginner(&beginner.name, game.number, &due.name);
    let offender = Some(game.color_of(beginner));
    let mut finding = finding(game, rule, Severity::Error, offender, message, article(provision));
    finding.help = Some(match finding.help {
        Some(assumption) => sentences::with_assumption(&reason, &assumption),
        None => reason,
    });
    Some(finding)
}

fn check_colours(before: &SeriesGame, game: &SeriesGame, code: &Code) -> Option<SeriesFinding> {
    let colours_are_kept = code.regulations.first_move.is_some_and(|rules| rules.colours_kept);
    if !colours_are_kept || game.white == before.white || !game.may_share_sitting_with(before) {
        return None;
    }
    let provision = code.provisions_for(Rule::SeriesColour).next()?;
    let message =
        sentences::colours_changed(&game.white.name, game.number, before.number, &before.white.name);
    // The players may have left the colours to chance or habit: nothing is wrong unless one of them asked. So there is no
    // offender.
    Some(finding(game, Rule::SeriesColour, Severity::Warning, None, message, article(provision)))
}

fn article(provision: &Provision) -> SeriesRuling {
    SeriesRuling::Article { article: Arc::clone(&provision.article), says: Arc::clone(&provision.says) }
}

fn finding(
    game: &SeriesGame,
    rule: Rule,
    severity: Severity,
    offender: Option<Color>,
    message: String,
    ruling: SeriesRuling,
) -> SeriesFinding {
    let assumed = game.grouping == Grouping::Assumed;
    SeriesFinding {
        rule,
        severity: if assumed { Severity::Info } else { severity },
        offender,
        message,
        help: assumed.then(sentences::assumed),
        ruling,
        location: game.location,
    }
}
