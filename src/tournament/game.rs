//! The facts of a game record that a tournament report can be compared with.

use std::borrow::Cow;
use std::sync::Arc;

use nom::branch::alt;
use nom::bytes::complete::{tag_no_case, take_while_m_n};
use nom::character::complete::{char, digit1, space0};
use nom::combinator::{eof, map_opt, opt, peek, value as as_value};
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};

use super::event::EventKey;
use super::stated::Stated;
use crate::finding::{Citation, Location, Score};
use crate::game::{
    PartialDate, RATING_TAGS, Record, Span, StopReason, TagName, TagPair, TextFault, TimeControl, is_known,
};
use crate::law::Rule;
use crate::pgn::unescape;

const FIDE_IDS: [&[u8]; 2] = [b"WhiteFideId", b"BlackFideId"];

/// A player as the record names it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct RecordedPlayer {
    pub name: Option<Stated<String>>,
    pub fide_id: Option<Stated<u64>>,
    pub rating: Option<Stated<u32>>,
}

/// Whether the record has moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HasMoves {
    Yes,
    No,
    /// The text of the game cannot be read.
    Unknown,
}

/// The ground on which the law gives a score, whatever the record says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LegalScore {
    pub score: Score,
    /// `White is checkmated`, `the game ends in stalemate`.
    pub fact: String,
    /// The code and the article, if the code has one for this end of a game.
    pub citation: Option<Citation>,
    pub says: Option<Arc<str>>,
}

/// The facts of one game.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct TournamentGame {
    /// White and Black.
    pub players: [RecordedPlayer; 2],
    pub event: Option<EventKey>,
    pub round: Option<Stated<u32>>,
    pub date: Option<Stated<PartialDate>>,
    pub control: Option<Stated<TimeControl>>,
    /// The place of the tag Result, if there is one.
    pub result_place: Option<Location>,
    pub result: Score,
    pub plies: u32,
    pub moves: HasMoves,
    pub law: Option<LegalScore>,
}

impl TournamentGame {
    /// `result`: the score in the record.
    pub(crate) fn of(
        record: &Record,
        text: &[u8],
        result: Score,
        law: Option<LegalScore>,
        locate: impl Fn(Span) -> Location,
    ) -> Self {
        let decoded = |pair: &TagPair| -> Option<Cow<'_, str>> {
            let raw = pair.value.of(text).trim_ascii();
            is_known(raw).then(|| unescape(raw, record.text.encoding))
        };
        let known = |name: TagName| {
            let pair = record.tag(name)?;
            Some((decoded(pair)?, locate(pair.value)))
        };
        let name = |tag| known(tag).map(|(name, place)| Stated { value: name.into_owned(), place });
        let mut players = [TagName::White, TagName::Black]
            .map(|tag| RecordedPlayer { name: name(tag), ..RecordedPlayer::default() });
        for pair in record.tags.pairs().iter().filter(|pair| pair.known.is_none()) {
            let name = pair.name.of(text);
            let slot = |tags: [&[u8]; 2]| tags.iter().position(|tag| *tag == name);
            let place = locate(pair.value);
            if let Some(player) = slot(FIDE_IDS).and_then(|colour| players.get_mut(colour)) {
                let id = decoded(pair).and_then(|id| id.trim().parse().ok()).filter(|id| *id > 0);
                player.fide_id = player.fide_id.or(id.map(|value| Stated { value, place }));
            } else if let Some(player) = slot(RATING_TAGS).and_then(|colour| players.get_mut(colour)) {
                let rating = decoded(pair).and_then(|rating| rating.trim().parse().ok());
                let rating = rating.filter(|rating| *rating > 0);
                player.rating = player.rating.or(rating.map(|value| Stated { value, place }));
            }
        }
        let round = known(TagName::Round).and_then(|(round, place)| {
            let (_, value) = round_tag(&round).ok()?;
            Some(Stated { value, place })
        });
        let date = known(TagName::Date).and_then(|(date, place)| {
            let value = PartialDate::read_valid(date.as_bytes())?;
            Some(Stated { value, place })
        });
        let control = known(TagName::TimeControl).and_then(|(control, place)| {
            let value = TimeControl::read(control.as_bytes());
            value.is_understood().then_some(Stated { value, place })
        });
        Self {
            players,
            event: known(TagName::Event).and_then(|(event, _)| EventKey::of(&event)),
            round,
            date,
            control,
            result_place: record.tag(TagName::Result).map(|pair| locate(pair.value)),
            result,
            plies: record.plies(),
            moves: moves_of(record),
            law,
        }
    }

    /// The round from 0.
    pub(super) fn round(&self) -> Option<usize> {
        self.round.map(|round| round.value.saturating_sub(1) as usize)
    }

    /// Adds to the lines of all places.
    pub(crate) fn move_lines(&mut self, make_absolute: impl Fn(&mut Location)) {
        fn place<T>(fact: &mut Option<Stated<T>>) -> Option<&mut Location> {
            fact.as_mut().map(|fact| &mut fact.place)
        }
        for player in &mut self.players {
            let RecordedPlayer { name, fide_id, rating } = player;
            [place(name), place(fide_id), place(rating)].into_iter().flatten().for_each(&make_absolute);
        }
        let Self { round, date, control, result_place, .. } = self;
        [place(round), place(date), place(control), result_place.as_mut()]
            .into_iter()
            .flatten()
            .for_each(&make_absolute);
    }
}

fn moves_of(record: &Record) -> HasMoves {
    let is_unread = record.ending.stop.is_some_and(|stop| stop.reason == StopReason::Unreplayable)
        || record.has_lost_moves()
        || record.ending.exceeds_limit
        || record.text.faults.iter().any(is_of_moves);
    match (record.plies(), is_unread) {
        (0, true) => HasMoves::Unknown,
        (0, false) if record.plies_made() > 0 => HasMoves::Unknown,
        (0, false) => HasMoves::No,
        _ => HasMoves::Yes,
    }
}

/// Whether a part of the movetext cannot be read.
fn is_of_moves(fault: &TextFault) -> bool {
    matches!(fault.kind.rule(), Rule::RecordSyntax | Rule::RecordUnresolvable | Rule::RecordAmbiguous)
}

/// `round-tag`: the number of a round, perhaps with that of a board after a point: `3`, `3.12`, `Round 3`.
fn round_tag(value: &str) -> IResult<&str, u32, ()> {
    let word = alt((tag_no_case("round"), tag_no_case("r")));
    let number = map_opt(take_while_m_n(1, 4, |digit: char| digit.is_ascii_digit()), |digits: &str| {
        digits.parse().ok().filter(|number| *number > 0)
    });
    delimited((space0, opt(word), space0), terminated(number, peek(end_of_number)), space0).parse(value)
}

/// The end of the value, or the point before the number of a board.
fn end_of_number(value: &str) -> IResult<&str, (), ()> {
    let board = preceded(char('.'), digit1);
    alt((as_value((), board), as_value((), (space0, eof)))).parse(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_round_of_a_tag() {
        for (text, round) in [
            ("3", Some(3)),
            ("3.12", Some(3)),
            ("3.1.2", Some(3)),
            ("Round 3", Some(3)),
            ("R3", Some(3)),
            ("Final", None),
            ("0", None),
            ("3a", None),
            ("3-4", None),
        ] {
            assert_eq!(round_tag(text).ok().map(|(_, round)| round), round, "{text}");
        }
    }
}
