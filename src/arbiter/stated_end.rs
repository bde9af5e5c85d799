//! The words of a record about the end of its game: in a tag, or in the comment before the result.

use crate::chess::Color;
use crate::game::{Record, Span, TagName};
use crate::pgn::{EndCause, StatedEnd, StatedOutcome, comment_on_end, end_told, tag_on_end};

use crate::arbiter::sentences;

#[derive(Clone, Copy, Debug)]
pub(crate) struct EndRemark<'a> {
    pub words: &'a [u8],
    pub span: Span,
    place: PlaceOfWords,
    /// The end that the words describe, if they are understood.
    pub end: Option<StatedEnd<'a>>,
    /// The loser, if the words name a player of the game.
    pub loser: Option<Color>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PlaceOfWords {
    Tag(TagName),
    Comment,
}

/// The tags about the end of a game: the standard's, and those of an engine tournament and of a server.
const TAGS_ON_END: [TagName; 3] = [TagName::Termination, TagName::TerminationDetails, TagName::IccResult];

impl<'a> EndRemark<'a> {
    /// The words about an unusual end, in a tag or else in a comment.
    pub(super) fn of(record: &Record, text: &'a [u8]) -> Option<Self> {
        Self::of_tags(record, text).or_else(|| Self::of_comment(record, text))
    }

    /// A tag that is understood is preferred: `Termination "time forfeit"` does not say whose time ran out,
    /// and `adjudication` does not say on what ground.
    fn of_tags(record: &Record, text: &'a [u8]) -> Option<Self> {
        let all: Vec<Self> =
            TAGS_ON_END.into_iter().filter_map(|name| Self::of_tag(name, record, text)).collect();
        all.iter().find(|words| words.end.is_some()).or(all.first()).copied()
    }

    fn of_tag(name: TagName, record: &Record, text: &'a [u8]) -> Option<Self> {
        let tag = record.tag(name)?;
        let said = tag.value.of(text).trim_ascii();
        let is_usual = said.is_empty() || said == b"?" || said.eq_ignore_ascii_case(b"normal");
        if is_usual {
            return None;
        }
        let told = tag_on_end(said);
        let loser = told.and_then(|told| loser(told, record, text));
        Some(Self { words: said, span: tag.value, place: PlaceOfWords::Tag(name), end: told, loser })
    }

    /// A comment may be about anything: it counts if it names a player of the game and how that player won or
    /// lost.
    fn of_comment(record: &Record, text: &'a [u8]) -> Option<Self> {
        let (span, said) = comment_on_end(record, text)?;
        let told = end_told(said)?;
        let loser = loser(told, record, text);
        let counts = match told.outcome {
            StatedOutcome::Won(_) | StatedOutcome::Lost(_) => {
                told.cause != EndCause::Other && loser.is_some()
            }
            StatedOutcome::Drawn | StatedOutcome::Unstated => true,
        };
        counts.then_some(Self { words: said, span, place: PlaceOfWords::Comment, end: Some(told), loser })
    }

    pub(super) fn resigned(self) -> Option<Color> {
        self.loser.filter(|_| self.end.is_some_and(|told| told.cause == EndCause::Resignation))
    }

    pub(super) fn place_in_words(self) -> String {
        match self.place {
            PlaceOfWords::Tag(tag) => sentences::result::the_tag(tag),
            PlaceOfWords::Comment => sentences::result::the_comment(),
        }
    }
}

fn loser(told: StatedEnd<'_>, record: &Record, text: &[u8]) -> Option<Color> {
    match told.outcome {
        StatedOutcome::Lost(name) => player_called(name, record, text),
        StatedOutcome::Won(name) => player_called(name, record, text).map(Color::other),
        StatedOutcome::Drawn | StatedOutcome::Unstated => None,
    }
}

/// The player with that name, if only one has it; otherwise the player of that colour.
fn player_called(name: &[u8], record: &Record, text: &[u8]) -> Option<Color> {
    let is_called = |tag| record.value(tag, text).is_some_and(|value| value.trim_ascii() == name);
    match (is_called(TagName::White), is_called(TagName::Black)) {
        // A player of the White pieces may be called Black.
        (true, false) => Some(Color::White).filter(|_| name != b"Black"),
        (false, true) => Some(Color::Black).filter(|_| name != b"White"),
        (true, true) => None,
        (false, false) => match name {
            b"White" => Some(Color::White),
            b"Black" => Some(Color::Black),
            _ => None,
        },
    }
}
