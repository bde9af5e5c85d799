//! Findings, verdicts and game reports: the content of `jadoube.report/1`.

pub(crate) mod diagram;
mod event_id;
mod fix;
mod text_bytes;
mod words;

pub(crate) use words::CLOSED_BEFORE;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::chess::{Color, Role, Square};
use crate::encoding::Encoding;
use crate::law::{Chooser, Family, Person, RemedyKind, Rule, Terms, TimePart, WindowId};
use diagram::Diagram;

pub use event_id::EventId;
pub use fix::{FileEdit, Fix, FixClass};

word_enum! {
    /// How grave a finding is.
    Severity {
        /// A right used correctly, an available claim, style.
        Info = "info",
        /// A right existed and was not used; a doubtful record.
        Warning = "warning",
        /// Against the code, a claim shown to be false, or a record that contradicts itself.
        Error = "error",
    }
}

word_enum! {
    /// How the case of a finding ended.
    Disposition {
        /// Still open when the record ends.
        Open = "open",
        /// The remedy chosen was carried out.
        Enforced = "enforced",
        /// The duty was met.
        Complied = "complied",
        /// The player entitled to ask waived the right.
        Waived = "waived",
        /// The time to ask passed.
        Lapsed = "lapsed",
        /// Something other than the remedy was done.
        Misapplied = "misapplied",
        /// The moves were taken back.
        Retracted = "retracted",
        /// The game is void.
        Annulled = "annulled",
        /// The code gives nothing, or the position stands.
        Stands = "stands",
    }
}

/// Another reading of the code, under which the ruling differs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Doubt {
    /// `CODE/ARTICLE=NAME`, as `--read` takes it.
    pub reading: String,
    /// The outcome under that reading, as a clause.
    pub outcome: String,
}

/// A remedy in a position, with every legal move that satisfies it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Remedy {
    /// The kind of remedy.
    pub kind: RemedyKind,
    /// Who chooses it.
    pub chooser: Chooser,
    /// Every move that satisfies it, in SAN without check signs, sorted.
    pub moves: Vec<String>,
    /// The squares of the men it concerns.
    pub men: Vec<Square>,
    /// Whether it took the place of a remedy that had no move.
    pub fallback: Fallback,
    /// Seconds lost or given, if it concerns time.
    pub seconds: Option<u32>,
    /// The part of the time left that is lost. `seconds` is the most then.
    pub part: Option<TimePart>,
    /// The pieces a pawn may become, if it concerns a promotion.
    pub pieces: Vec<Role>,
}

/// Whether a remedy replaces another that cannot be given here.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Fallback {
    /// The article names it first.
    Primary,
    /// It replaces a remedy: one of this kind, if the reason is that no move satisfies that one.
    InsteadOf(Option<RemedyKind>),
}

impl Fallback {
    /// Whether it replaces another remedy.
    pub const fn is_fallback(self) -> bool {
        matches!(self, Self::InsteadOf(_))
    }
}

word_enum! {
    /// Whether a right may still be used.
    WindowState {
        /// It may still be used.
        Open = "open",
        /// It may no longer be used.
        Closed = "closed",
        /// It never ends.
        Unlimited = "unlimited",
    }
}

/// Until when a right may be used.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Window {
    /// The event that closes it.
    pub closes: WindowId,
    /// The ply after which the right arose.
    pub opened_ply: u32,
    /// The ply that closed it.
    pub closed_ply: Option<u32>,
    /// Whether it is still open at the end of the record.
    pub state: WindowState,
    /// The number of moves, if `closes` counts moves.
    pub n: Option<u32>,
    /// The player whose moves are counted, if `closes` depends on it: `offender`, `finder`, `second-player`.
    pub who: Option<Person>,
}

/// The moves to take back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Retract {
    /// The ply after which the position to return to arose.
    pub to_ply: u32,
    /// The number of plies taken back.
    pub plies: u32,
}

/// The authority for a ruling: a code and its article.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Citation {
    /// The code's id.
    pub code: Arc<str>,
    /// The article's id; `None` if the code is silent.
    pub article: Option<Arc<str>>,
    /// The words of the code. Not part of any report.
    pub terms: Arc<Terms>,
}

/// Whether the code covers the matter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Stance {
    /// A provision governs, or the matter is not one of law.
    Speaks,
    /// The code is silent.
    Silent,
    /// The source is known only in part and does not reveal it.
    Unrevealed,
}

/// A place in the unpacked text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Location {
    /// In bytes from the start of the text.
    pub offset: u64,
    /// In bytes.
    pub length: u64,
    /// From 1.
    pub line: u64,
    /// In bytes, from 1.
    pub column: u64,
}

impl Location {
    /// In bytes of a text in memory.
    pub(crate) fn range(self) -> Range<usize> {
        let index = |at: u64| usize::try_from(at).unwrap_or(usize::MAX);
        index(self.offset)..index(self.offset.saturating_add(self.length))
    }
}

/// Identifies a finding even after edits elsewhere in the file. Printed as 32 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Fingerprint(pub u128);

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// The hash of a game's players, result, start and moves. Games with the same key are perhaps the same game. Printed as 32
/// hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct ContentKey(pub u128);

impl fmt::Display for ContentKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// One finding of a [`GameReport`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// The rule it comes from.
    pub rule: Rule,
    /// How serious it is.
    pub severity: Severity,
    /// The code and article that decide it; `None` for `record.*`.
    pub citation: Option<Citation>,
    /// The codes that agree on it, the newest first, if the date of the game fits several editions.
    pub codes: Vec<Arc<str>>,
    /// The ply of the move, or the ply after which the event happened (0 before the first move).
    pub ply: u32,
    /// The event it concerns. Not part of any report.
    pub event: Option<EventId>,
    /// The move with its number, `12. Nf3` or `12... Ke7`.
    pub movetext: Option<String>,
    /// The token it concerns.
    pub location: Location,
    /// The player who broke the law.
    pub offender: Option<Color>,
    /// The fact, in one sentence.
    pub message: String,
    /// Advice or background, in one sentence.
    pub help: Option<String>,
    /// Further articles that support the ruling. The help names them.
    pub leans_on: Vec<Arc<str>>,
    /// Other readings under which the ruling differs. The help names them.
    pub doubts: Vec<Doubt>,
    /// The remedies the code gives, in its order.
    pub remedies: Vec<Remedy>,
    /// The time in which the remedies may be asked for.
    pub window: Option<Window>,
    /// The moves to take back.
    pub retract: Option<Retract>,
    /// How the case ended.
    pub disposition: Option<Disposition>,
    /// Does not change with edits elsewhere.
    pub fingerprint: Fingerprint,
    /// Whether the code covers the matter.
    pub stance: Stance,
    /// The article in our words. The human report prints it after the citation.
    pub says: Option<Arc<str>>,
    /// The course of the case. The human report prints it.
    pub course: Course,
    /// Other games it concerns.
    pub related: Vec<Related>,
    /// The repair of the record, if there is one.
    pub fix: Option<Box<Fix>>,
    /// The diagram, if a report draws it.
    pub diagram: Option<Box<Diagram>>,
}

impl Finding {
    /// Whether this article supports the ruling without deciding it.
    pub fn leans_on(&self, article: &str) -> bool {
        self.leans_on.iter().any(|other| **other == *article)
    }

    /// The moves to take back, or those that a remedy took back although its article orders no retraction.
    pub(crate) fn moves_back(&self) -> Option<Retract> {
        self.retract.or(self.course.taken_back)
    }

    /// The words of its code; the modern ones if it is about the record.
    pub(crate) fn terms(&self) -> &Terms {
        self.citation.as_ref().map_or(&Terms::MODERN, |citation| &citation.terms)
    }

    /// Its approximate size in bytes.
    pub(crate) fn weight(&self) -> usize {
        let moves = self.remedies.iter().map(|remedy| remedy.moves.len()).sum::<usize>();
        let texts = self.message.len()
            + self.help.as_ref().map_or(0, String::len)
            + self.doubts.iter().map(|doubt| doubt.outcome.len()).sum::<usize>()
            + self.fix.as_ref().map_or(0, |fix| fix.edits.iter().map(FileEdit::weight).sum())
            + self.diagram.as_ref().map_or(0, |moment| moment.weight());
        // Each move of a remedy is a separate small allocation.
        size_of::<Self>()
            + self.remedies.len() * size_of::<Remedy>()
            + moves * (size_of::<String>() + 32)
            + texts
    }
}

/// Another game that a finding concerns.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Related {
    /// The file that holds it.
    pub file: Arc<str>,
    /// Its number in the file, from 1.
    pub game: u64,
}

impl Related {
    /// Whether a program for electronic boards writes both files: `games.pgn` beside `game-1.pgn` in one folder.
    pub(crate) fn are_of_one_board(one: &str, other: &str) -> bool {
        let split = |file: &str| {
            let (folder, name) = file.rsplit_once('/').unwrap_or(("", file));
            (folder.to_owned(), name.to_ascii_lowercase())
        };
        let ((folder, name), (other_folder, other_name)) = (split(one), split(other));
        let is_one_game = |name: &str| {
            let number = name.strip_prefix("game-").and_then(|name| name.strip_suffix(".pgn"));
            number
                .is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
        };
        folder == other_folder
            && (name == "games.pgn" && is_one_game(&other_name)
                || other_name == "games.pgn" && is_one_game(&name))
    }
}

/// How the case of a finding went on.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Course {
    /// The move after which the position to return to arose: `12. Nf3`.
    pub back_to: Option<String>,
    /// The event that closed the window: `with 12... Ke7`.
    pub closed: Option<String>,
    /// Whether the remedy was asked for in time.
    pub asked: bool,
    /// Whether the moves were taken back.
    pub moves_back: MovesBack,
    /// The moves that were taken back under an article that leaves open whether they are.
    pub taken_back: Option<Retract>,
    /// Whether the player entitled to the remedy appealed to the umpire in time.
    pub appealed: bool,
    /// Whether the time that the law gives was given.
    pub time: TimeGiven,
    /// The index of the remedy chosen.
    pub elected: Option<usize>,
    /// The moves that still satisfy it after a man or a move was picked.
    pub picked: Vec<String>,
    /// The men on the squares that the remedies name.
    pub men: Vec<(Square, Role)>,
    /// The player of an act that is no offence: a claim, a call, a right, or the game that a ruling ends.
    pub actor: Option<Color>,
    /// How the case ended, if the disposition alone is too general.
    pub ending: Option<Ending>,
}

/// How a case ended, where the disposition alone is too general.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Ending {
    /// The demand for an illegal move cost the right.
    RightLost,
    /// The claim was accepted as the offer of a draw.
    DrawAccepted,
    /// The player came too late, and the game was played.
    GamePlayed,
    /// The arbiter imposed no penalty.
    Dismissed,
    /// The player who asked for the remedy played on.
    PlayedOn,
    /// The result that the players signed counts.
    Decides,
    /// The arbiter's ruling is not one that the code gives.
    NotProvidedFor,
    /// An earlier decision ended the game in another way.
    DecidedBefore,
    /// The game is over, and the record does not say whether the remedy was carried out.
    NotRecorded,
}

impl Course {
    /// Whether the moves were taken back for this case.
    pub(crate) fn went_back(&self) -> bool {
        self.moves_back == MovesBack::ForThis
    }
}

/// Whether the moves of a case were taken back.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub enum MovesBack {
    #[default]
    No,
    ForThis,
    /// For another reason, after the right had ended.
    Later,
    /// They still have to be: the game goes on.
    Awaited,
}

/// Whether the record shows that the opponent was given the time due.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub enum TimeGiven {
    /// No time is due.
    #[default]
    NotDue,
    /// It was given.
    Given,
    /// The record does not say.
    Untold,
    /// A different amount was given, or it was given to the other player.
    Otherwise,
}

word_enum! {
    /// Whether the game counts under the code.
    Standing {
        /// It counts as played.
        Valid = "valid",
        /// Moves must still be taken back before it can go on.
        Retractable = "retractable",
        /// The code would still make it void.
        Annullable = "annullable",
        /// It is void.
        Annulled = "annulled",
        /// The record could not be replayed to its end.
        Unreplayable = "unreplayable",
    }
}

word_enum! {
    /// A score.
    Score {
        /// `1-0`
        White = "1-0",
        /// `0-1`
        Black = "0-1",
        /// `1/2-1/2`
        Draw = "1/2-1/2",
        /// `*`
        Unknown = "*",
    }
}

impl Score {
    /// The score in which `color` wins.
    pub const fn won_by(color: Color) -> Self {
        match color {
            Color::White => Self::White,
            Color::Black => Self::Black,
        }
    }

    /// The score with the colours exchanged.
    pub(crate) const fn mirrored(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
            Self::Draw | Self::Unknown => self,
        }
    }

    /// The score that PGN writes as `text`.
    pub fn from_ascii(text: &[u8]) -> Option<Self> {
        Some(match text {
            b"1-0" => Self::White,
            b"0-1" => Self::Black,
            b"1/2-1/2" => Self::Draw,
            b"*" => Self::Unknown,
            _ => return None,
        })
    }
}

/// The strongest reason that the board shows for the score.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Reason {
    /// Mate.
    Mate,
    /// A rule.
    Rule(Rule),
    /// The record alone.
    Record,
}

impl Reason {
    /// The id in reports: a rule id, `move` for mate, or `record`.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Mate => "move",
            Self::Rule(rule) => rule.id(),
            Self::Record => "record",
        }
    }
}

/// The value of a game under the code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Verdict {
    /// Whether the game counts.
    pub standing: Standing,
    /// The score it counts for.
    pub score: Score,
    /// The reason for the score.
    pub reason: Reason,
    /// The ply at which the reason arose.
    pub ply: u32,
}

/// The report on one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameReport {
    /// From 1, within its file; [`GameReport::OF_TOURNAMENT`] for a tournament report.
    pub number: u64,
    /// The place of the game.
    pub location: Location,
    /// `None` for a game without moves or with text that cannot be read.
    pub key: Option<ContentKey>,
    /// Its tags.
    pub tags: Tags,
    /// The score in the record.
    pub result: Score,
    /// The length of the game, without moves taken back.
    pub plies: u32,
    /// The position on the board after the last move, as a FEN.
    pub final_fen: String,
    /// The id of the code it was judged under.
    pub code: Arc<str>,
    /// The value of the game under the code.
    pub verdict: Verdict,
    /// In the order of the report.
    pub findings: Vec<Finding>,
    /// The text of the game, if a report format quotes it; only the beginning of a very long game.
    #[serde(with = "text_bytes")]
    pub source: Vec<u8>,
    /// The encoding of `source`.
    pub encoding: Encoding,
}

impl GameReport {
    /// The number of a report that is about a tournament report, not a game.
    pub const OF_TOURNAMENT: u64 = 0;

    /// Whether it is about a game.
    pub(crate) const fn is_of_game(&self) -> bool {
        self.number != Self::OF_TOURNAMENT
    }

    /// About how many bytes are kept for it.
    pub(crate) fn weight(&self) -> usize {
        let findings: usize = self.findings.iter().map(Finding::weight).sum();
        size_of::<Self>() + self.tags.weight() + findings + self.source.len()
    }
}

/// The tag pairs of a record, in the order of the text.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Tags {
    /// All values in one string, so that a game needs one allocation.
    values: String,
    pairs: Vec<NamedEnd>,
}

/// The name of a tag and the end of its value. The value begins at the end of the previous one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct NamedEnd {
    name: Cow<'static, str>,
    end: usize,
}

/// A tag pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tag<'a> {
    /// The name.
    pub name: &'a str,
    /// The value, with escapes resolved.
    pub value: &'a str,
}

impl Tags {
    /// Empty, with room for `pairs` pairs and `bytes` bytes of values.
    pub(crate) fn with_room(pairs: usize, bytes: usize) -> Self {
        Self { values: String::with_capacity(bytes), pairs: Vec::with_capacity(pairs) }
    }

    /// Adds a pair. `write` appends the value, with escapes resolved.
    pub(crate) fn push(&mut self, name: Cow<'static, str>, write: impl FnOnce(&mut String)) {
        write(&mut self.values);
        self.pairs.push(NamedEnd { name, end: self.values.len() });
    }

    /// The tag pairs in the order of the text.
    pub fn iter(&self) -> impl Iterator<Item = Tag<'_>> {
        let mut from = 0;
        self.pairs.iter().map(move |pair| {
            let value = self.values.get(from..pair.end).unwrap_or_default();
            from = pair.end;
            Tag { name: &pair.name, value }
        })
    }

    /// The first tag pair of each name.
    pub(crate) fn first_of_each(&self) -> impl Iterator<Item = Tag<'_>> {
        // With the usual ten tags a search is faster than a set. The set keeps hostile records from quadratic time.
        const FEW: usize = 32;
        let mut seen = BTreeSet::new();
        self.iter().zip(&self.pairs).enumerate().filter_map(move |(place, (tag, pair))| {
            let is_first = if self.pairs.len() <= FEW {
                self.pairs.iter().take(place).all(|earlier| earlier.name != pair.name)
            } else {
                seen.insert(tag.name)
            };
            is_first.then_some(tag)
        })
    }

    /// The value of the first tag of this name.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.iter().find(|tag| tag.name == name).map(|tag| tag.value)
    }

    /// The approximate size in bytes.
    fn weight(&self) -> usize {
        self.pairs.len() * size_of::<NamedEnd>() + self.values.len()
    }
}

/// The place of a finding in the report of its game: in the order of the text, with findings on the result last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct ReportOrder {
    is_of_the_result: bool,
    offset: u64,
    ply: u32,
    rule: &'static str,
}

impl ReportOrder {
    /// The place of a finding at this byte of the text and this ply.
    pub(crate) fn of(rule: Rule, offset: u64, ply: u32) -> Self {
        Self { is_of_the_result: rule.is_in_family(Family::Result), offset, ply, rule: rule.id() }
    }
}
