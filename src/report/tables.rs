//! The tables of findings and of games: their columns, which the formats `csv` and `arrow` write.
//!
//! Each cell follows from the line that `jsonl` writes for its game.

use std::borrow::Cow;
use std::fmt::Write as _;

use serde::Serialize;

use crate::chess::Color;
use crate::finding::{
    Disposition, Finding, GameReport, Remedy, Retract, Severity, Stance, Window, WindowState,
};
use crate::game::PartialDate;
use crate::law::{Person, WindowId};

use super::wire::{DoubtWire, RelatedWire, RemedyWire};

word_enum! {
    /// A table that a report can be written as.
    TableId {
        /// A row for each finding.
        Findings = "findings",
        /// A row for each game.
        Games = "games",
    }
}

word_enum! {
    /// The type of the values of a column.
    ColumnKind {
        Text = "string",
        Integer = "integer",
        Boolean = "boolean",
    }
}

/// A value of a table.
pub(super) enum Cell<'a> {
    Missing,
    Text(Cow<'a, str>),
    Integer(u64),
    Boolean(bool),
}

/// A column of a table.
pub struct Column {
    /// Its name, the same in every format.
    pub name: &'static str,
    /// The type of its values.
    pub kind: ColumnKind,
    /// Its meaning, as a sentence.
    pub about: &'static str,
    /// Whether every row has a value.
    pub is_required: bool,
    source: CellSource,
}

/// What the cells of a column are made from.
enum CellSource {
    File,
    Game(for<'a> fn(&'a GameReport) -> Cell<'a>),
    Finding(for<'a> fn(&'a Finding) -> Cell<'a>),
}

use CellSource::{File, Finding as OfFinding, Game as OfGame};
use ColumnKind::{Boolean, Integer, Text};

impl TableId {
    /// The version of the columns. Within a version, columns can be added; none is renamed or dropped.
    pub const fn schema(self) -> &'static str {
        match self {
            Self::Findings => "jadoube.findings/1",
            Self::Games => "jadoube.games/1",
        }
    }

    /// The columns, in order.
    pub const fn columns(self) -> &'static [Column] {
        match self {
            Self::Findings => FINDINGS,
            Self::Games => GAMES,
        }
    }

    /// The rows of a game, each with its finding.
    pub(super) fn rows(self, game: &GameReport) -> impl Iterator<Item = Option<&Finding>> {
        let (findings, whole_game) = match self {
            Self::Findings => (&*game.findings, None),
            Self::Games => ([].as_slice(), game.is_of_game().then_some(None)),
        };
        findings.iter().map(Some).chain(whole_game)
    }
}

impl Column {
    const fn new(name: &'static str, kind: ColumnKind, about: &'static str, source: CellSource) -> Self {
        Self { name, kind, about, is_required: false, source }
    }

    const fn required(self) -> Self {
        Self { is_required: true, ..self }
    }

    /// The cell of this column in a row.
    pub(super) fn cell<'a>(
        &self,
        file: &'a str,
        game: &'a GameReport,
        finding: Option<&'a Finding>,
    ) -> Cell<'a> {
        match self.source {
            File => file.into(),
            OfGame(cell) => cell(game),
            OfFinding(cell) => finding.map_or(Cell::Missing, cell),
        }
    }
}

impl<'a> From<&'a str> for Cell<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Cell<'_> {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

impl From<u64> for Cell<'_> {
    fn from(number: u64) -> Self {
        Self::Integer(number)
    }
}

impl From<u32> for Cell<'_> {
    fn from(number: u32) -> Self {
        Self::Integer(number.into())
    }
}

impl From<bool> for Cell<'_> {
    fn from(is: bool) -> Self {
        Self::Boolean(is)
    }
}

impl<'a, T: Into<Cell<'a>>> From<Option<T>> for Cell<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Missing, Into::into)
    }
}

const FILE: Column =
    Column::new("file", Text, "The file of the game, as it was named or found.", File).required();
const GAME: Column = Column::new(
    "game",
    Integer,
    "The number of the game in its file, from 1; 0 for the report of a tournament.",
    OfGame(|game| game.number.into()),
)
.required();
const KEY: Column = Column::new(
    "key",
    Text,
    "Games with the same players, result, start and moves have the same key. Missing for a game without moves or with \
     text that cannot be read.",
    OfGame(|game| game.key.map(|key| key.to_string()).into()),
);
const WHITE: Column =
    Column::new("white", Text, "The tag White.", OfGame(|game| game.tags.value("White").into()));
const BLACK: Column =
    Column::new("black", Text, "The tag Black.", OfGame(|game| game.tags.value("Black").into()));
const DATE: Column =
    Column::new("date", Text, "The tag Date.", OfGame(|game| game.tags.value("Date").into()));
const YEAR: Column = Column::new(
    "year",
    Integer,
    "The year in the tag Date: its first four digits in a row.",
    OfGame(|game| year(game).into()),
);

static FINDINGS: &[Column] = &[
    FILE,
    GAME,
    KEY,
    WHITE,
    BLACK,
    DATE,
    YEAR,
    Column::new(
        "line",
        Integer,
        "The line of the passage, from 1.",
        OfFinding(|finding| finding.location.line.into()),
    )
    .required(),
    Column::new(
        "column",
        Integer,
        "The column of the passage, in bytes from 1.",
        OfFinding(|finding| finding.location.column.into()),
    )
    .required(),
    Column::new(
        "offset",
        Integer,
        "The place of the passage, in bytes from the start of the unpacked text.",
        OfFinding(|finding| finding.location.offset.into()),
    )
    .required(),
    Column::new(
        "length",
        Integer,
        "The length of the passage in bytes.",
        OfFinding(|finding| finding.location.length.into()),
    )
    .required(),
    Column::new(
        "ply",
        Integer,
        "The ply of the move, or the ply after which the event happened; 0 before the first move.",
        OfFinding(|finding| finding.ply.into()),
    )
    .required(),
    Column::new(
        "move_number",
        Integer,
        "The number of the move: 12.",
        OfFinding(|finding| move_number(finding).into()),
    ),
    Column::new(
        "move",
        Text,
        "The move with its number: `12... Ke7`.",
        OfFinding(|finding| finding.movetext.as_deref().into()),
    ),
    Column::new(
        "code",
        Text,
        "The code of laws that decides. Missing if none does.",
        OfFinding(|finding| finding.citation.as_ref().map(|citation| &*citation.code).into()),
    ),
    Column::new("rule", Text, "The rule.", OfFinding(|finding| finding.rule.id().into())).required(),
    Column::new(
        "article",
        Text,
        "The article of the code. Missing if the code is silent.",
        OfFinding(|finding| {
            finding.citation.as_ref().and_then(|citation| citation.article.as_deref()).into()
        }),
    ),
    Column::new(
        "codes",
        Text,
        "The editions that agree, the newest first, if the date of the game fits several: a JSON array.",
        OfFinding(|finding| json(finding.codes.iter().map(|id| &**id))),
    ),
    Column::new(
        "severity",
        Text,
        "`error`, `warning` or `info`.",
        OfFinding(|finding| finding.severity.id().into()),
    )
    .required(),
    Column::new(
        "disposition",
        Text,
        "How the case ended.",
        OfFinding(|finding| finding.disposition.map(Disposition::id).into()),
    ),
    Column::new(
        "offender",
        Text,
        "The player who broke the law: `white` or `black`.",
        OfFinding(|finding| finding.offender.map(Color::id).into()),
    ),
    Column::new(
        "message",
        Text,
        "The fact, in one sentence.",
        OfFinding(|finding| finding.message.as_str().into()),
    )
    .required(),
    Column::new("help", Text, "Advice or background.", OfFinding(|finding| finding.help.as_deref().into())),
    Column::new(
        "remedy",
        Text,
        "The remedies in short: `move-touched (Kd1, Ke2); add-time (120 s)`.",
        OfFinding(|finding| remedy_text(&finding.remedies).into()),
    ),
    Column::new(
        "remedies",
        Text,
        "The remedies in full: a JSON array.",
        OfFinding(|finding| json(finding.remedies.iter().map(RemedyWire::of))),
    ),
    Column::new(
        "doubtful",
        Text,
        "Other readings of the code, under which the ruling differs: a JSON array.",
        OfFinding(|finding| json(finding.doubts.iter().map(DoubtWire::of))),
    ),
    Column::new(
        "related",
        Text,
        "Other games, such as the first copy of a duplicate: a JSON array.",
        OfFinding(|finding| json(finding.related.iter().map(RelatedWire::of))),
    ),
    Column::new(
        "window_closes",
        Text,
        "The event that ends the right to a remedy.",
        OfFinding(|finding| of_window(finding, |window| Some(WindowId::id(window.closes)))),
    ),
    Column::new(
        "window_n",
        Integer,
        "The number of moves, if moves are counted.",
        OfFinding(|finding| of_window(finding, |window| window.n)),
    ),
    Column::new(
        "window_who",
        Text,
        "The player whose moves are counted.",
        OfFinding(|finding| of_window(finding, |window| window.who.map(Person::id))),
    ),
    Column::new(
        "window_opened_ply",
        Integer,
        "The ply after which the right arose.",
        OfFinding(|finding| of_window(finding, |window| Some(window.opened_ply))),
    ),
    Column::new(
        "window_closed_ply",
        Integer,
        "The ply that ended the right.",
        OfFinding(|finding| of_window(finding, |window| window.closed_ply)),
    ),
    Column::new(
        "window_state",
        Text,
        "`open`, `closed` or `unlimited`.",
        OfFinding(|finding| of_window(finding, |window| Some(WindowState::id(window.state)))),
    ),
    Column::new(
        "retract_to_ply",
        Integer,
        "The ply to which moves must be taken back.",
        OfFinding(|finding| finding.retract.map(|Retract { to_ply, .. }| to_ply).into()),
    ),
    Column::new(
        "retract_plies",
        Integer,
        "The number of plies to take back.",
        OfFinding(|finding| finding.retract.map(|Retract { plies, .. }| plies).into()),
    ),
    Column::new(
        "silent",
        Boolean,
        "Whether the code says nothing of the matter.",
        OfFinding(|finding| (finding.stance != Stance::Speaks).into()),
    )
    .required(),
    Column::new(
        "unrevealed",
        Boolean,
        "Whether that is because its source is known only in part.",
        OfFinding(|finding| (finding.stance == Stance::Unrevealed).into()),
    )
    .required(),
    Column::new(
        "fingerprint",
        Text,
        "Identifies the finding even after edits elsewhere in the file.",
        OfFinding(|finding| finding.fingerprint.to_string().into()),
    )
    .required(),
    Column::new(
        "fix_title",
        Text,
        "The repair, as an order: `write dxc6`.",
        OfFinding(|finding| finding.fix.as_ref().map(|fix| fix.title.as_str()).into()),
    ),
    Column::new(
        "fix_class",
        Text,
        "`safe` if `--fix` makes the repair, `unsafe` if `--unsafe-fixes` does.",
        OfFinding(|finding| finding.fix.as_ref().map(|fix| fix.class.id()).into()),
    ),
];

static GAMES: &[Column] = &[
    FILE,
    GAME,
    KEY,
    Column::new("line", Integer, "The line of the game, from 1.", OfGame(|game| game.location.line.into()))
        .required(),
    Column::new(
        "column",
        Integer,
        "The column of the game, in bytes from 1.",
        OfGame(|game| game.location.column.into()),
    )
    .required(),
    Column::new(
        "offset",
        Integer,
        "The place of the game, in bytes from the start of the unpacked text.",
        OfGame(|game| game.location.offset.into()),
    )
    .required(),
    Column::new(
        "length",
        Integer,
        "The length of the game in bytes.",
        OfGame(|game| game.location.length.into()),
    )
    .required(),
    Column::new("event", Text, "The tag Event.", OfGame(|game| game.tags.value("Event").into())),
    Column::new("site", Text, "The tag Site.", OfGame(|game| game.tags.value("Site").into())),
    DATE,
    YEAR,
    Column::new("round", Text, "The tag Round.", OfGame(|game| game.tags.value("Round").into())),
    WHITE,
    BLACK,
    Column::new("result_tag", Text, "The tag Result.", OfGame(|game| game.tags.value("Result").into())),
    Column::new("result", Text, "The score in the record.", OfGame(|game| game.result.id().into()))
        .required(),
    Column::new(
        "plies",
        Integer,
        "The length of the game, without moves taken back.",
        OfGame(|game| game.plies.into()),
    )
    .required(),
    Column::new(
        "final_fen",
        Text,
        "The position after the last move.",
        OfGame(|game| game.final_fen.as_str().into()),
    )
    .required(),
    Column::new(
        "code",
        Text,
        "The code of laws that the game was judged under.",
        OfGame(|game| (*game.code).into()),
    )
    .required(),
    Column::new(
        "verdict_standing",
        Text,
        "Whether the game counts under the code.",
        OfGame(|game| game.verdict.standing.id().into()),
    )
    .required(),
    Column::new(
        "verdict_score",
        Text,
        "The score that the game counts for.",
        OfGame(|game| game.verdict.score.id().into()),
    )
    .required(),
    Column::new(
        "verdict_reason",
        Text,
        "The reason for that score: a rule, `move` for mate, or `record`.",
        OfGame(|game| game.verdict.reason.id().into()),
    )
    .required(),
    Column::new(
        "verdict_ply",
        Integer,
        "The ply at which the reason arose.",
        OfGame(|game| game.verdict.ply.into()),
    )
    .required(),
    Column::new(
        "errors",
        Integer,
        "The number of errors reported.",
        OfGame(|game| number(game, Severity::Error)),
    )
    .required(),
    Column::new(
        "warnings",
        Integer,
        "The number of warnings reported.",
        OfGame(|game| number(game, Severity::Warning)),
    )
    .required(),
    Column::new(
        "infos",
        Integer,
        "The number of infos reported.",
        OfGame(|game| number(game, Severity::Info)),
    )
    .required(),
];

fn year(game: &GameReport) -> Option<u32> {
    PartialDate::find_year(game.tags.value("Date")?.as_bytes()).map(u32::from)
}

fn move_number(finding: &Finding) -> Option<u32> {
    finding.movetext.as_deref()?.split('.').next()?.parse().ok()
}

fn of_window<'a, T: Into<Cell<'a>>>(
    finding: &'a Finding,
    value: impl Fn(&'a Window) -> Option<T>,
) -> Cell<'a> {
    finding.window.as_ref().and_then(value).into()
}

fn number(game: &GameReport, severity: Severity) -> Cell<'static> {
    let found = game.findings.iter().filter(|finding| finding.severity == severity).count();
    Cell::Integer(found as u64)
}

/// A JSON array, or nothing if it is empty.
fn json<'a>(values: impl Iterator<Item = impl Serialize>) -> Cell<'a> {
    let values: Vec<_> = values.collect();
    // These values have no keys that are not text, so that they can always be serialized.
    (!values.is_empty()).then(|| serde_json::to_string(&values).unwrap_or_default()).into()
}

/// Each remedy, with its moves, or else its men and pieces, and with the time that it gives or takes.
fn remedy_text(remedies: &[Remedy]) -> Option<String> {
    let mut text = String::new();
    for remedy in remedies {
        let mut details = remedy.moves.clone();
        if details.is_empty() {
            details.extend(remedy.men.iter().map(ToString::to_string));
            details.extend(remedy.pieces.iter().map(|role| role.letter().to_string()));
        }
        details.extend(remedy.part.map(|part| part.id().to_owned()));
        details.extend(remedy.seconds.map(|seconds| format!("{seconds} s")));
        let separator = if text.is_empty() { "" } else { "; " };
        let _ = write!(text, "{separator}{}", remedy.kind);
        if !details.is_empty() {
            let _ = write!(text, " ({})", details.join(", "));
        }
    }
    (!text.is_empty()).then_some(text)
}
