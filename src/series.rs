//! Rules that need several games: who begins the next game of a sitting, with which men, and what a void
//! game leaves of the order.
//!
//! Nothing is concluded but from one game to the very next of the same series between the same players.

use std::collections::HashMap;
use std::sync::Arc;

use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

use crate::chess::Color;
use crate::encoding::Encoding;
use crate::finding::{Location, Score, Severity, Standing, Verdict};
use crate::game::{Odds, PartialDate, ReadValue, Record, Span, TagName, TagValue};
use crate::law::{Code, NextFirst, Provision, Rule, Voice, Within};
use crate::pgn::unescape;

/// How many series are followed at once; with more the earlier ones are forgotten, so that memory is bounded.
const MOST_SERIES: usize = 1 << 16;

/// By what games belong together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grouping {
    /// By nothing: each game is judged by itself.
    Apart,
    /// By their `Series` and `SeriesGame` tags.
    Tagged,
    /// Without those tags by event, round and players: what is found so is a remark.
    Assumed,
}

/// A player, known by name.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Player {
    name: Arc<str>,
    hash: u64,
}

impl Player {
    fn of(name: &[u8], encoding: Encoding) -> Option<Self> {
        let name = unescape(name.trim_ascii(), encoding);
        let is_said = name.chars().any(|letter| !matches!(letter, '?' | '-' | '.' | ' '));
        is_said.then(|| Self { hash: xxh3_64(name.as_bytes()), name: name.as_ref().into() })
    }
}

/// What a series and its two players are known by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct SeriesKey(u128);

/// A game of a series.
#[derive(Clone, Debug)]
pub(crate) struct SeriesGame {
    key: SeriesKey,
    number: u32,
    white: Player,
    black: Player,
    /// Who made the first move; unknown where the record begins in mid-game.
    first: Option<Color>,
    /// Who was entitled to it, where the record says so.
    entitled: Option<Color>,
    at_odds: bool,
    date: PartialDate,
    verdict: Verdict,
    code: Arc<Code>,
    location: Location,
    grouping: Grouping,
}

/// What a game is found to be in its series.
#[derive(Clone, Debug)]
pub(crate) struct SeriesFinding {
    /// The rule.
    pub rule: Rule,
    /// How grave.
    pub severity: Severity,
    /// Which player's doing, by the colour he has in this game.
    pub offender: Option<Color>,
    /// The fact.
    pub message: String,
    /// What goes with it.
    pub help: Option<String>,
    /// The law.
    pub ruling: SeriesRuling,
    /// Where the record says that the game belongs to the series; lines as they were given.
    pub location: Location,
}

/// What decides a finding.
#[derive(Clone, Debug)]
pub(crate) enum SeriesRuling {
    /// An article, and what it says.
    Article {
        /// Its id.
        article: Arc<str>,
        /// In our words.
        says: Arc<str>,
    },
    /// The code does not speak of it, or is not known there.
    Silence(Voice),
}

impl SeriesGame {
    /// The game as one of a series; `None` where nothing says that it is one. `locate` tells where the text
    /// of a span stands.
    pub(crate) fn of(
        record: &Record,
        text: &[u8],
        verdict: Verdict,
        code: &Arc<Code>,
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
        let white = Player::of(record.value(TagName::White, text)?, record.text.encoding)?;
        let black = Player::of(record.value(TagName::Black, text)?, record.text.encoding)?;
        let (low, high) = (white.hash.min(black.hash), white.hash.max(black.hash));
        let mut key = series.to_vec();
        key.extend_from_slice(&low.to_le_bytes());
        key.extend_from_slice(&high.to_le_bytes());
        let entitled = match record
            .value(TagName::RightOfMove, text)
            .map(|value| ReadValue::of(TagName::RightOfMove, value))
        {
            Some(ReadValue::Value(TagValue::RightOfMove(color))) => Some(color),
            _ => None,
        };
        Some(Self {
            key: SeriesKey(xxh3_128(&key)),
            number,
            white,
            black,
            first: record.begins_with_the_game().then(|| record.start.turn()),
            entitled,
            at_odds: record.value(TagName::Odds, text).and_then(Odds::read).is_some(),
            date: PartialDate::read(record.value(TagName::Date, text).unwrap_or_default()),
            verdict,
            code: Arc::clone(code),
            location: locate(pair.value),
            grouping: if tagged { Grouping::Tagged } else { Grouping::Assumed },
        })
    }

    fn player(&self, color: Color) -> &Player {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    fn color_of(&self, player: &Player) -> Color {
        if self.white == *player { Color::White } else { Color::Black }
    }

    /// The player who was to begin: as the record says, else who did.
    fn entitled(&self) -> Option<&Player> {
        self.entitled.or(self.first).map(|color| self.player(color))
    }

    /// Whether both games may be of one sitting: none lasts into another day.
    fn may_be_of_the_sitting_of(&self, other: &Self) -> bool {
        !self.date.contradicts(other.date)
    }

    /// `was drawn`, `was won by Adams`.
    fn outcome(&self) -> String {
        match (self.verdict.standing, self.verdict.score) {
            (Standing::Annulled, _) => "is void".to_owned(),
            (_, Score::Draw) => "was drawn".to_owned(),
            (_, Score::White) => format!("was won by {}", self.white.name),
            (_, Score::Black) => format!("was won by {}", self.black.name),
            (_, Score::Unknown) => "was not finished".to_owned(),
        }
    }
}

/// The series of a run: the last game of each.
#[derive(Debug, Default)]
pub(crate) struct AllSeries {
    last: HashMap<SeriesKey, SeriesGame>,
}

impl AllSeries {
    /// Takes a game in, games being given in the order of the input: what it is found to be after the one
    /// before it.
    pub(crate) fn take(&mut self, game: SeriesGame) -> Vec<SeriesFinding> {
        if self.last.len() >= MOST_SERIES {
            self.last.clear();
        }
        let found = match self.last.get(&game.key) {
            Some(before) if before.number.checked_add(1) == Some(game.number) => follows(before, &game),
            _ => Vec::new(),
        };
        self.last.insert(game.key, game);
        found
    }
}

/// What is found of a game that comes right after another.
fn follows(before: &SeriesGame, game: &SeriesGame) -> Vec<SeriesFinding> {
    [first_move(before, game), colour(before, game)].into_iter().flatten().collect()
}

fn first_move(before: &SeriesGame, game: &SeriesGame) -> Option<SeriesFinding> {
    let rules = game.code.play.first_move;
    let is_void = before.verdict.standing == Standing::Annulled;
    let (rule, next) = match (is_void, before.verdict.score) {
        (true, _) => (Rule::SeriesAnnulled, rules.map(|rules| rules.annulled)),
        (false, Score::White | Score::Black) => (Rule::SeriesFirstMove, rules.map(|rules| rules.won)),
        (false, Score::Draw) => (Rule::SeriesFirstMove, rules.map(|rules| rules.drawn)),
        (false, Score::Unknown) => return None,
    };
    if rules.is_some_and(|rules| rules.within == Within::Sitting) && !game.may_be_of_the_sitting_of(before) {
        return None;
    }
    // At odds the giver begins, or whom they agreed on; and the record may say to whom the lot gave it.
    if before.at_odds || game.at_odds || game.entitled.is_some() {
        return None;
    }
    let began = game.player(game.first?);
    let had = if is_void { before.entitled()? } else { before.player(before.first?) };
    let had_it = if before.first.map(|color| before.player(color)) == Some(had) {
        format!("{} began game {}, which {}", had.name, before.number, before.outcome())
    } else {
        format!("{} was to begin game {}, which {}", had.name, before.number, before.outcome())
    };
    let voice = game.code.voice(rule);
    let due = match next {
        Some(NextFirst::Alternate) => game.player(game.color_of(had).other()),
        Some(NextFirst::Same) => game.player(game.color_of(had)),
        Some(NextFirst::Unstated) | None if is_void && voice != Voice::Speaks => {
            let message = format!("game {} is void: who begins the next is not said", before.number);
            return Some(found(game, rule, Severity::Info, None, message, SeriesRuling::Silence(voice)));
        }
        Some(NextFirst::Unstated) | None => return None,
    };
    if due == began {
        return None;
    }
    let provision = game.code.provisions_for(rule).next()?;
    let message = format!("{} begins game {}; it is {}'s turn to begin", began.name, game.number, due.name);
    let offender = Some(game.color_of(began));
    let found = found(game, rule, Severity::Error, offender, message, article(provision));
    Some(SeriesFinding { help: joined(Some(had_it), found.help), ..found })
}

fn colour(before: &SeriesGame, game: &SeriesGame) -> Option<SeriesFinding> {
    let are_kept = game.code.play.first_move.is_some_and(|rules| rules.colours_kept);
    if !are_kept || game.white == before.white || !game.may_be_of_the_sitting_of(before) {
        return None;
    }
    let provision = game.code.provisions_for(Rule::SeriesColour).next()?;
    let message = format!(
        "{} has the white men in game {}; in game {} of the same sitting {} had them",
        game.white.name, game.number, before.number, before.white.name
    );
    // The players may have left the choice of colour to chance or habit: nothing is wrong unless one asked for it.
    let found = found(game, Rule::SeriesColour, Severity::Warning, None, message, article(provision));
    Some(found)
}

fn article(provision: &Provision) -> SeriesRuling {
    SeriesRuling::Article { article: Arc::clone(&provision.article), says: Arc::clone(&provision.says) }
}

fn found(
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
        help: assumed
            .then(|| "that the games are one series is assumed from event, round and players".to_owned()),
        ruling,
        location: game.location,
    }
}

fn joined(first: Option<String>, second: Option<String>) -> Option<String> {
    match (first, second) {
        (Some(first), Some(second)) => Some(format!("{first}; {second}")),
        (one, other) => one.or(other),
    }
}
