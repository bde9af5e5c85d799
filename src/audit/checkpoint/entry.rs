//! The entries of a part, each a line of JSON.

use std::borrow::Cow;
use std::io;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::finding::GameReport;
use crate::input::SourcePosition;
use crate::series::SeriesGame;

use super::super::curate::CuratedGame;
use super::super::doubts::LawFiles;
use super::super::duplicates::GameKey;
use super::super::game::{Extras, GameOutcome};
use super::super::identity::GameIdentity;
use super::super::ignores::Suppressed;
use super::super::judging::GameCode;
use super::super::law_of_day::FittingCodes;
use super::super::run::Numbering;

/// An event of a run, in the order of the input.
#[derive(Serialize, Deserialize)]
pub(super) enum Entry<'e> {
    /// Always the first.
    Begin(PartStart<'e>),
    /// A source was opened.
    Source(Cow<'e, str>),
    /// The report of the next game, if its only finding needs another game.
    Late(Cow<'e, GameReport>),
    Game(Box<KeptGame<'e>>),
    Read {
        file: Cow<'e, str>,
        games: u64,
    },
    WithoutGames {
        named: Cow<'e, str>,
        why: Cow<'e, str>,
    },
    Note {
        named: Cow<'e, str>,
        note: Cow<'e, str>,
    },
    Unreadable {
        file: Cow<'e, str>,
        why: Cow<'e, str>,
    },
    /// Always the last.
    End(RunPosition),
}

/// Where a part begins.
#[derive(Serialize, Deserialize)]
pub(super) struct PartStart<'e> {
    pub(super) at: RunPosition,
    /// The source in which it begins, or the one before.
    pub(super) file: Cow<'e, str>,
}

/// A place between two games of a run.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RunPosition {
    In {
        /// The number of sources before it.
        sources: u64,
        /// The place in the next source, if it is not its beginning.
        within: Option<SourcePosition>,
    },
    /// After the last source.
    End,
}

impl Default for RunPosition {
    fn default() -> Self {
        Self::In { sources: 0, within: None }
    }
}

/// What is kept of a game: its findings, and what findings of other games need of it.
#[derive(Serialize, Deserialize)]
pub(super) struct KeptGame<'e> {
    pub(super) number: u64,
    pub(super) lines_before: u64,
    pub(super) plies: u32,
    pub(super) code: KeptCode,
    /// The number of the choice of its code.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) choice: u16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) key: Option<GameKey>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) identity: Option<GameIdentity>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) series: Option<Cow<'e, SeriesGame>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) curated: Option<Cow<'e, CuratedGame>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) suppressed: Option<Cow<'e, Suppressed>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) report: Option<Cow<'e, GameReport>>,
}

impl<'e> KeptGame<'e> {
    pub(super) fn of(game: &'e GameOutcome, place: &Numbering) -> Self {
        let extras: Option<&'e Extras> = game.extras.as_deref();
        Self {
            number: place.number,
            lines_before: place.lines_before,
            plies: game.ending.plies,
            code: KeptCode::of(&game.ending.code),
            choice: game.ending.choice,
            key: game.key,
            identity: game.identity,
            series: extras.and_then(|extras| extras.series.as_ref()).map(Cow::Borrowed),
            curated: extras.and_then(|extras| extras.curated.as_ref()).map(Cow::Borrowed),
            suppressed: extras.map(|extras| Cow::Borrowed(&extras.suppressed)),
            report: game.report.as_deref().map(Cow::Borrowed),
        }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_default(choice: &u16) -> bool {
    *choice == 0
}

/// The code of a game, named by its id.
#[derive(Serialize, Deserialize)]
pub(super) enum KeptCode {
    OfRun,
    Named(Arc<str>),
    OfDay(FittingCodes),
}

impl KeptCode {
    fn of(code: &GameCode) -> Self {
        match code {
            GameCode::OfRun => Self::OfRun,
            GameCode::Named(code) => Self::Named(Arc::clone(&code.id)),
            GameCode::OfDay(fitting) => Self::OfDay(fitting.clone()),
        }
    }

    /// `None` if no code has the id.
    pub(super) fn into_code(self, law_files: &LawFiles) -> Option<GameCode> {
        Some(match self {
            Self::OfRun => GameCode::OfRun,
            Self::Named(id) => GameCode::Named(law_files.code(&id)?),
            Self::OfDay(fitting) => GameCode::OfDay(fitting),
        })
    }
}

/// The line of an entry, with its line end.
pub(super) fn line(entry: &Entry<'_>) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(entry)?;
    line.push(b'\n');
    Ok(line)
}
