//! Shows one game of a source at one ply.

use std::sync::Arc;

use crate::arbiter::{DiagramChoice, Hearing, Selection, Snapshot, snapshot};
use crate::encoding::Encoding;
use crate::finding::{Severity, Tags};
use crate::game::Record;
use crate::game::foreign_letters::Letters;
use crate::input::{Chunks, InputError, InputErrorKind, Limits, OpenOptions, Source};
use crate::law::Code;
use crate::pgn::{NextGame, Reader, in_english_letters};
use crate::search::{Budget, Meter};

use super::CodeChoice;
use super::doubts::LawFiles;
use super::game::tags_of;
use super::judging::GameCode;
use super::places::Places;

/// A game at one ply.
#[derive(Clone, Debug)]
pub(crate) struct GameView {
    pub tags: Tags,
    pub code: Arc<Code>,
    pub snapshot: Snapshot,
}

/// The reason why a game cannot be shown.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ShowError {
    #[error(transparent)]
    Unreadable(#[from] InputError),
    #[error("it has {games} game{}", if *.games == 1 { "" } else { "s" })]
    NoGame { games: u64 },
    #[error("it ends after ply {plies}")]
    NoPly { plies: u32 },
}

/// The game with a number, from 1, after `ply` moves, or at its end if `ply` is `None`. A record that cannot be replayed so
/// far is shown at the last position reached.
pub(crate) fn show(
    source: &Source,
    number: u64,
    ply: Option<u32>,
    codes: &CodeChoice,
    shelf: &LawFiles,
    (encoding, letters): (Encoding, Letters),
    moments: DiagramChoice,
) -> Result<GameView, ShowError> {
    let mut record = Record::default();
    let mut games = 0;
    let mut chunks = Chunks::open(source, &OpenOptions::default(), Limits::default())?.encoded(encoding);
    let packed_by_name = chunks.format_by_name_alone();
    let mut without_games = InputErrorKind::explain_no_games(&[], packed_by_name);
    while let Some(chunk) = chunks.next() {
        let chunk = chunk?;
        if matches!(without_games, InputErrorKind::Empty) {
            without_games = InputErrorKind::explain_no_games(&chunk.bytes, packed_by_name);
        }
        let english;
        let mut reader = Reader::new(&chunk.bytes).encoded(chunks.encoding());
        if letters != Letters::English {
            english = in_english_letters(&chunk.bytes, letters);
            reader = reader.in_english_letters(&english, letters);
        }
        while reader.next(&mut record) == NextGame::Read {
            games += 1;
            if games != number {
                continue;
            }
            let text = &chunk.bytes;
            let game_code = GameCode::of(&mut record, text, codes, shelf);
            let code = game_code.newest(codes);
            let want = Selection::all(Severity::Info);
            let places = Places::new(&chunk);
            let meter = Meter::default();
            let hearing = Hearing {
                record: &record,
                text,
                code,
                want: &want,
                place: &places,
                law: game_code.law(),
                budget: Budget::GAME,
                meter: &meter,
            };
            let Some(snapshot) = snapshot(&hearing, ply, moments) else {
                return Err(ShowError::NoPly { plies: record.plies() });
            };
            return Ok(GameView { tags: tags_of(&record, text), code: Arc::clone(code), snapshot });
        }
    }
    if games == 0 {
        return Err(InputError { path: Arc::clone(&source.name), why: without_games }.into());
    }
    Err(ShowError::NoGame { games })
}
