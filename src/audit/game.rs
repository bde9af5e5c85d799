//! The audit of one game: it is judged under its code and reported.

use std::borrow::Cow;
use std::sync::Arc;

use crate::arbiter::{Hearing, Judgement, Locate, add_diagrams};
use crate::chess::{Fen, PackedBoard};
use crate::encoding::Encoding;
use crate::finding::{ContentKey, Finding, GameReport, Score, Tags, Verdict};
use crate::game::{FaultKind, Record, Span, TagName, TagPair};
use crate::law::{Code, codes};
use crate::nearest::nearest;
use crate::pgn::{Reader, unescape, unescape_onto};
use crate::search::Meter;
use crate::series::SeriesGame;
use crate::tournament::TournamentGame;

use super::curate::CuratedGame;
use super::doubts::LawFiles;
use super::duplicates::GameKey;
use super::identity::GameIdentity;
use super::ignores::{self, Suppressed};
use super::judging::{self, GameCode};
use super::places::Places;
use super::repair;
use super::run::Task;
use super::tournament::legal_score;
use super::{DiagramChoice, Settings};

/// The result of one game. It is small because all games of a chunk are kept.
#[derive(Debug)]
pub(super) struct GameOutcome {
    /// The key of the game, if duplicates are searched.
    pub key: Option<GameKey>,
    pub identity: Option<GameIdentity>,
    /// The report, if the game has findings or every game is wanted. Its number is not known yet, and its lines count from
    /// the start of the chunk.
    pub report: Option<Box<GameReport>>,
    /// Results that most games do not have.
    pub extras: Option<Box<Extras>>,
    pub ending: FinalState,
}

#[derive(Debug, Default)]
pub(super) struct Extras {
    pub series: Option<SeriesGame>,
    pub suppressed: Suppressed,
    pub curated: Option<CuratedGame>,
    pub tournament: Option<TournamentGame>,
}

/// The end of a game, from which a report can be made later if its only finding needs another game.
#[derive(Debug)]
pub(super) struct FinalState {
    /// The number of moves not taken back at the end.
    pub plies: u32,
    /// `None` too if neither a report nor the search for duplicates needs it.
    content: Option<ContentKey>,
    span: Span,
    encoding: Encoding,
    board: PackedBoard,
    pub code: GameCode,
    /// The number of the choice of its code.
    pub choice: u16,
    verdict: Verdict,
    given: Score,
}

impl FinalState {
    /// The text of the game in its chunk.
    pub(super) fn span(&self) -> Span {
        self.span
    }
}

#[derive(Debug)]
pub(super) struct Audit<'s> {
    pub settings: &'s Settings,
    pub meter: Arc<Meter>,
}

impl Task for Audit<'_> {
    /// The buffer for [`ContentKey::of`] and the other keys.
    type Buffers = Vec<u8>;
    type Game = GameOutcome;

    fn game(
        &self,
        scratch: &mut Vec<u8>,
        record: &mut Record,
        places: &Places<'_>,
        choice: u16,
    ) -> GameOutcome {
        let Self { settings, meter } = self;
        let text = places.text();
        let codes = settings.code_choice(choice);
        let game_code = GameCode::of(record, text, codes, &settings.shelf);
        let record = &*record;
        let code = game_code.newest(codes);
        let law = game_code.law();
        let (want, budget) = (&settings.selection, settings.budget);
        let hearing = Hearing { record, text, code, want, place: places, law, budget, meter };
        let mut judgement = judging::judge(&hearing, &game_code, codes, settings);
        let suppressed = ignores::apply(&hearing, &mut judgement, settings.repairs);
        if settings.repairs {
            repair::attach(&mut judgement.findings, record, places);
        }
        if settings.diagrams == DiagramChoice::Kept {
            add_diagrams(&hearing, &mut judgement.findings);
        }
        let law = settings.tournament.as_ref().and_then(|_| legal_score(&hearing, &judgement));
        let Judgement { findings, verdict, given, .. } = judgement;
        let locate = |span| places.locate(span);
        let series = SeriesGame::of(record, text, verdict, settings.series, locate);
        let curated = settings.curates().then(|| CuratedGame::of(record, text, given, locate));
        let tournament =
            settings.tournament.as_ref().map(|_| TournamentGame::of(record, text, given, law, locate));
        let is_reported = settings.all || !findings.is_empty();
        let is_compared = settings.duplicates > 0;
        let is_kept = series.is_some() || curated.is_some() || tournament.is_some();
        let content =
            if is_compared || is_reported || is_kept { ContentKey::of(record, text, scratch) } else { None };
        let (key, identity) = if is_compared {
            let key = content.and_then(|content| GameKey::of(record, text, content, scratch));
            (key, GameIdentity::of(record, text, given, scratch))
        } else {
            (None, None)
        };
        let ending = FinalState {
            content,
            span: record.span,
            encoding: record.text.encoding,
            plies: record.plies(),
            board: PackedBoard::of(&record.position),
            code: game_code,
            choice,
            verdict,
            given,
        };
        let report = is_reported.then(|| Box::new(report(record, places, &ending, findings, settings)));
        let has_extras = is_kept || suppressed.is_anything();
        let extras = has_extras.then(|| Box::new(Extras { series, suppressed, curated, tournament }));
        GameOutcome { key, identity, report, extras, ending }
    }

    fn weight(&self, game: &GameOutcome) -> usize {
        game.report.as_deref().map_or(0, GameReport::weight)
    }
}

/// Makes the report of a game that had none, for a finding that needs another game.
pub(super) fn late_report(
    record: &mut Record,
    places: &Places<'_>,
    ending: &FinalState,
    settings: &Settings,
) -> GameReport {
    Reader::from(places.text(), ending.span.start as usize).encoded(ending.encoding).read_tags(record);
    report(record, places, ending, Vec::new(), settings)
}

/// The code that the game's `Laws` tag names, if there is one. It does not return the default code, because threads that
/// change its reference count for each game would wait for each other.
pub(super) fn code_named(record: &mut Record, text: &[u8], shelf: &LawFiles) -> Option<Arc<Code>> {
    let pair = record.tag(TagName::Laws).copied()?;
    let id = unescape(pair.value.of(text), record.text.encoding);
    let code = shelf.code(id.trim());
    if code.is_none() {
        let near = nearest(id.trim(), codes::embedded().iter().map(|code| code.id));
        record.push_fault(FaultKind::UnknownLaws(near), pair.value);
    }
    code
}

fn report(
    record: &Record,
    places: &Places<'_>,
    ending: &FinalState,
    findings: Vec<Finding>,
    settings: &Settings,
) -> GameReport {
    let text = places.text();
    let code = ending.code.newest(settings.code_choice(ending.choice));
    let source = if settings.keep_source { places.quoted(ending.span).to_vec() } else { Vec::new() };
    GameReport {
        number: 0,
        location: places.locate(ending.span),
        key: ending.content,
        tags: tags_of(record, text),
        result: ending.given,
        plies: ending.plies,
        final_fen: Fen(&ending.board.unpacked()).to_string(),
        code: Arc::clone(&code.id),
        verdict: ending.verdict,
        findings,
        encoding: record.text.encoding,
        source,
    }
}

/// The name of a tag as it is written, without a copy if it is the usual name of a known tag.
fn name_of(pair: &TagPair, text: &[u8], encoding: Encoding) -> Cow<'static, str> {
    let written = pair.name.of(text);
    let known = pair.known.map(TagName::name).filter(|name| name.as_bytes() == written);
    known.map_or_else(|| Cow::Owned(encoding.decode(written).into_owned()), Cow::Borrowed)
}

/// The tags of a record, names and values unescaped.
pub(crate) fn tags_of(record: &Record, text: &[u8]) -> Tags {
    let values = record.tags.pairs().iter().map(|pair| pair.value.of(text));
    let mut tags = Tags::with_room(record.tags.pairs().len(), values.clone().map(<[u8]>::len).sum());
    for (pair, value) in record.tags.pairs().iter().zip(values) {
        let name = name_of(pair, text, record.text.encoding);
        tags.push(name, |values| unescape_onto(values, value, record.text.encoding));
    }
    tags
}
