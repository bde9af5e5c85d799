//! `curate.*`: findings for archivists, which are off by default. The worker takes from each game what they need; all are made
//! in the order of the input.

mod courses;
mod events;
mod openings;
mod ratings;
mod sentences;
mod spellings;

use std::io;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::Settings;
use super::duplicates::{FileNumbers, START_TIMES, Seen};
use crate::chess::Color;
use crate::finding::{Location, Score, Severity};
use crate::game::{PartialDate, RATING_TAGS, Record, Span, TagName, is_known};
use crate::law::Rule;
use crate::pgn::unescape;
use crate::player_name::PlayerName;

use courses::{Course, CourseRelation, CourseTable, CourseTags};
use events::{EventConflict, EventDates, Events, day_number};
use openings::OpeningFault;
use ratings::{RatedGame, Ratings};
use spellings::{Spellings, spelling_hash};

/// Words in the tag Site of games on a server.
const SERVERS: [&str; 8] =
    ["://", "lichess", "chess.com", "chess24", "chessbase.com", "freechess", "fics", "internet"];

/// The facts of a game that these rules need.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct CuratedGame {
    tags: CourseTags,
    course: Option<Course>,
    /// The places of the names.
    names: [Option<Location>; 2],
    ratings: [Option<TagRating>; 2],
    /// A hash of the event, if the game was played on a server: it has a rating for each kind of game.
    server: Option<u64>,
    event: Option<EventDates>,
    date: Option<Location>,
    opening: Option<(OpeningFault, Location)>,
}

/// A rating, and the place of its tag.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct TagRating {
    rating: u16,
    place: Location,
}

impl CuratedGame {
    /// `result`: the score in the record.
    pub(super) fn of(record: &Record, text: &[u8], result: Score, locate: impl Fn(Span) -> Location) -> Self {
        let raw = |tag| record.value(tag, text).map(<[u8]>::trim_ascii).unwrap_or_default();
        let value = |tag| {
            let raw = raw(tag);
            if is_known(raw) { unescape(raw, record.text.encoding) } else { "".into() }
        };
        let place = |tag| record.tag(tag).map(|pair| locate(pair.value));
        let hash = |value: &[u8]| if is_known(value) { xxh3_64(value).max(1) } else { 0 };
        let (mut ratings, mut opening, mut time) = ([None; 2], None, Vec::new());
        for pair in record.tags.pairs().iter().filter(|pair| pair.known.is_none()) {
            let (name, value) = (pair.name.of(text), pair.value.of(text).trim_ascii());
            if name == b"ECO" {
                opening = openings::fault(value, record).map(|fault| (fault, locate(pair.value)));
            } else if START_TIMES.contains(&name) {
                time.extend_from_slice(value);
            } else if let Some(slot) = RATING_TAGS
                .iter()
                .position(|rating| *rating == name)
                .and_then(|colour| ratings.get_mut(colour))
            {
                let rating = std::str::from_utf8(value).ok().and_then(|digits| digits.parse().ok());
                let rating = rating.filter(|rating| *rating > 0);
                *slot = rating.map(|rating| TagRating { rating, place: locate(pair.value) });
            }
        }
        let (event, site) = (value(TagName::Event), value(TagName::Site));
        let in_small = site.to_lowercase();
        let is_of_server = SERVERS.iter().any(|word| in_small.contains(word));
        Self {
            tags: CourseTags {
                white: value(TagName::White).as_ref().into(),
                black: value(TagName::Black).as_ref().into(),
                date: value(TagName::Date).as_ref().into(),
                result,
                round: hash(raw(TagName::Round)),
                time: hash(&time),
            },
            course: Course::of(record),
            names: [place(TagName::White), place(TagName::Black)],
            ratings,
            server: is_of_server.then(|| xxh3_64(event.as_bytes())),
            event: EventDates::of(&event, &site, &value(TagName::EventDate), &value(TagName::Round)),
            date: place(TagName::Date),
            opening,
        }
    }

    /// The players, as written, with their colours and the places of their names and ratings.
    fn players(&self) -> [CuratedPlayer<'_>; 2] {
        let [white, black] = self.names;
        let [white_rating, black_rating] = self.ratings;
        [
            CuratedPlayer {
                colour: Color::White,
                name: &self.tags.white,
                place: white,
                rating: white_rating,
            },
            CuratedPlayer {
                colour: Color::Black,
                name: &self.tags.black,
                place: black,
                rating: black_rating,
            },
        ]
    }

    fn date(&self) -> PartialDate {
        PartialDate::read(self.tags.date.as_bytes())
    }
}

struct CuratedPlayer<'g> {
    colour: Color,
    name: &'g str,
    place: Option<Location>,
    rating: Option<TagRating>,
}

/// A finding about the game that was added last.
#[derive(Clone, Debug)]
pub(super) struct CurateFinding {
    pub rule: Rule,
    pub message: String,
    pub help: Option<String>,
    /// `None`: the whole game.
    pub place: Option<Location>,
    pub related: Option<Seen>,
    /// Distinguishes findings of one rule in one game.
    pub about: u64,
}

/// A finding about a game that was added before, and the spelling that it is about.
#[derive(Clone, Debug)]
pub(super) struct LateFinding {
    /// The number of the game in the run.
    pub order: u32,
    pub spelling: u64,
    pub finding: CurateFinding,
}

/// The place of a spelling that is new.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct NewSpelling {
    pub spelling: u64,
    pub place: Location,
}

/// The findings that a new game makes.
#[derive(Debug, Default)]
pub(super) struct Curated {
    /// The number of the game in the run.
    pub order: u32,
    pub findings: Vec<CurateFinding>,
    /// Of these, a finding may be made when all games are read.
    pub new_spellings: Vec<NewSpelling>,
}

/// A game that is compared with the earlier ones.
struct NewGame<'a> {
    game: &'a CuratedGame,
    /// The number of the game in the run.
    order: u32,
    file: &'a Arc<str>,
}

impl NewGame<'_> {
    /// The file of an earlier game, if it is another one.
    fn other_file<'s>(&self, seen: &'s Seen) -> Option<&'s str> {
        (seen.file != *self.file).then_some(&*seen.file)
    }
}

/// The games so far, up to a limit.
///
/// For each game, the tables of moves take up to 130 bytes; for each name, 96; for each player with a rating, 48. The names,
/// tags and moves themselves are in temporary files.
pub(super) struct Curator {
    courses: Option<CourseTable>,
    spellings: Option<Spellings>,
    events: Option<Events>,
    ratings: Option<Ratings>,
    numbering: FileNumbers,
    count: u32,
    limit: usize,
    /// The number of games that were added when the limit was reached.
    pub stopped: Option<u64>,
}

impl Curator {
    /// `None` if no rule of the family is looked for.
    pub(super) fn of(settings: &Settings) -> Option<Self> {
        if !settings.curates() {
            return None;
        }
        let looks_for = |rule| settings.looks_for(rule, Severity::Info);
        let compares_courses = looks_for(Rule::CurateSimilarGame) || looks_for(Rule::CurateContainedGame);
        Some(Self {
            courses: compares_courses.then(CourseTable::default),
            spellings: looks_for(Rule::CuratePlayerSpelling).then(Spellings::default),
            events: looks_for(Rule::CurateImpossibleEvent).then(Events::default),
            ratings: looks_for(Rule::CurateRatingJump).then(Ratings::default),
            numbering: FileNumbers::default(),
            count: 0,
            limit: settings.duplicates,
            stopped: None,
        })
    }

    fn compares_games(&self) -> bool {
        self.courses.is_some() || self.spellings.is_some() || self.events.is_some() || self.ratings.is_some()
    }

    /// Whether findings are made when all games are read.
    pub(super) fn has_late_findings(&self) -> bool {
        self.spellings.is_some()
    }

    /// Adds the next game of the run.
    pub(super) fn take(&mut self, game: &CuratedGame, file: &Arc<str>, number: u64) -> io::Result<Curated> {
        let mut curated = Curated::default();
        if let Some((fault, place)) = &game.opening {
            let message = sentences::wrong_opening(fault);
            curated.findings.push(finding(Rule::CurateOpening, message, Some(*place), None));
        }
        if !self.compares_games() {
            return Ok(curated);
        }
        let is_within = usize::try_from(self.count).is_ok_and(|count| count < self.limit);
        let Some(order) = self.count.checked_add(1).filter(|_| is_within) else {
            self.stopped.get_or_insert(u64::from(self.count));
            return Ok(curated);
        };
        self.count = order;
        curated.order = order;
        self.numbering.note(order, number, file)?;
        let new = NewGame { game, order, file };
        curated.findings.extend(self.compare_courses(&new)?);
        curated.findings.extend(self.compare_dates(&new)?);
        self.compare_ratings(&new, &mut curated.findings)?;
        if let Some(spellings) = &mut self.spellings {
            let year = game.date().year();
            for player in game.players() {
                if spellings.take(player.name, order, year)?
                    && let Some(place) = player.place
                {
                    curated.new_spellings.push(NewSpelling { spelling: spelling_hash(player.name), place });
                }
            }
        }
        Ok(curated)
    }

    fn compare_courses(&mut self, new: &NewGame<'_>) -> io::Result<Option<CurateFinding>> {
        let game = new.game;
        let (Some(courses), Some(course)) = (&mut self.courses, &game.course) else { return Ok(None) };
        let Some((earlier, relation)) = courses.take(course, &game.tags, new.order)? else { return Ok(None) };
        let Some(seen) = self.numbering.find(earlier)? else { return Ok(None) };
        let other_file = new.other_file(&seen);
        let (rule, message) = match &relation {
            CourseRelation::Similar(tags) => {
                (Rule::CurateSimilarGame, sentences::similar(seen.number, other_file, &game.tags, tags))
            }
            CourseRelation::BeginsEarlier(more) => {
                (Rule::CurateContainedGame, sentences::begins_earlier(seen.number, other_file, *more))
            }
            CourseRelation::BeginsWithEarlier(more) => {
                (Rule::CurateContainedGame, sentences::begins_with_earlier(seen.number, other_file, *more))
            }
        };
        let help = Some(sentences::compare_records());
        Ok(Some(CurateFinding { help, ..finding(rule, message, None, Some(seen)) }))
    }

    fn compare_dates(&mut self, new: &NewGame<'_>) -> io::Result<Option<CurateFinding>> {
        let game = new.game;
        let (Some(events), Some(event)) = (&mut self.events, &game.event) else { return Ok(None) };
        let date = game.date();
        let mut seen = None;
        let conflict = if let Some(conflict) = event.conflict(date) {
            conflict
        } else {
            let other = day_number(date).and_then(|day| events.take(event, day, new.order));
            let Some(other) = other else { return Ok(None) };
            seen = self.numbering.find(other.order)?;
            EventConflict::Round(other)
        };
        let named = seen.as_ref().map(|seen| (seen.number, new.other_file(seen)));
        let message = sentences::conflicting_date(&game.tags.date, conflict, named);
        Ok(Some(finding(Rule::CurateImpossibleEvent, message, game.date, seen)))
    }

    fn compare_ratings(&mut self, new: &NewGame<'_>, findings: &mut Vec<CurateFinding>) -> io::Result<()> {
        let NewGame { game, order, .. } = *new;
        let Some(ratings) = &mut self.ratings else { return Ok(()) };
        let [white, black] = game.ratings.map(|rated| rated.map(|rated| rated.rating));
        let day = day_number(game.date());
        for (player, opponent) in game.players().into_iter().zip([black, white]) {
            let Some(TagRating { rating, place }) = player.rating else { continue };
            let colour = player.colour.name();
            let about = player.colour.at() as u64;
            if ratings::is_impossible(rating, opponent, game.server.is_some()) {
                let message = sentences::impossible_rating(colour, rating);
                let found = finding(Rule::CurateRatingJump, message, Some(place), None);
                findings.push(CurateFinding { about, ..found });
                continue;
            }
            let name = PlayerName::read(player.name).filter(PlayerName::is_full);
            let (Some(day), Some(name)) = (day, name) else { continue };
            let player = xxh3_64(name.strict_key().as_bytes()) ^ game.server.unwrap_or_default();
            let Some(earlier) = ratings.take(RatedGame { player, rating, day, order }) else { continue };
            let Some(seen) = self.numbering.find(earlier.order)? else { continue };
            let message =
                sentences::rating_jump(colour, rating, earlier, (seen.number, new.other_file(&seen)));
            let found = finding(Rule::CurateRatingJump, message, Some(place), Some(seen));
            findings.push(CurateFinding { about, ..found });
        }
        Ok(())
    }

    /// The findings about spellings, in the order of their games.
    pub(super) fn late_findings(&self) -> io::Result<Vec<LateFinding>> {
        let Some(spellings) = &self.spellings else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        for group in spellings.groups()? {
            let (Some(usual), Some(rarest)) = (group.first(), group.last()) else { continue };
            let Some(message) = sentences::spellings(&group) else { continue };
            let related = self.numbering.find(usual.first)?;
            let (help, about) = (Some(sentences::choose_one_spelling()), rarest.hash);
            let finding =
                CurateFinding { help, about, ..finding(Rule::CuratePlayerSpelling, message, None, related) };
            found.push(LateFinding { order: rarest.first, spelling: rarest.hash, finding });
        }
        Ok(found)
    }
}

fn finding(rule: Rule, message: String, place: Option<Location>, related: Option<Seen>) -> CurateFinding {
    CurateFinding { rule, message, help: None, place, related, about: 0 }
}
