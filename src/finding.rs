//! Findings and verdicts, as the report carries them (`jadoube.report/1`).

pub(crate) mod diagram;
mod event_id;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use crate::chess::{Color, Role, Square};
use crate::encoding::Encoding;
use crate::law::{Chooser, Family, RemedyKind, Rule, WindowId};
use diagram::Diagram;

pub use event_id::EventId;

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
    /// How the case a finding speaks of ended.
    Disposition {
        /// Still open when the record ends.
        Open = "open",
        /// The remedy chosen was carried out.
        Enforced = "enforced",
        /// The duty was met.
        Complied = "complied",
        /// Whoever could have asked let it pass.
        Waived = "waived",
        /// The time to ask went by.
        Lapsed = "lapsed",
        /// Something else than the remedy was done.
        Misapplied = "misapplied",
        /// The moves were taken back.
        Retracted = "retracted",
        /// The game is void.
        Annulled = "annulled",
        /// The code gives nothing, or the position stands.
        Stands = "stands",
    }
}

/// A reading of the code, not taken, under which the ruling is another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Doubt {
    /// `CODE/ARTICLE=NAME`, as it is asked for.
    pub reading: String,
    /// What follows under it, as a clause.
    pub outcome: String,
}

/// One remedy, laid against the position: every legal move that satisfies it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remedy {
    /// What is to be done.
    pub kind: RemedyKind,
    /// Who picks it.
    pub chooser: Chooser,
    /// SAN of every move that satisfies it, sorted, without check signs.
    pub moves: Vec<String>,
    /// The men it speaks of.
    pub men: Vec<Square>,
    /// Whether it took the place of a remedy that had no move.
    pub fallback: Fallback,
    /// Seconds lost or given, where it is about time.
    pub seconds: Option<u32>,
    /// What the pawn may become, where it is about promotion.
    pub pieces: Vec<Role>,
}

/// Whether a remedy stands in its own right or in the place of another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fallback {
    /// As the article names it first.
    Primary,
    /// What was named before it had no move.
    Fallback,
}

word_enum! {
    /// Whether a right may still be used.
    WindowState {
        /// It may.
        Open = "open",
        /// It may not.
        Closed = "closed",
        /// It never ends.
        Unlimited = "unlimited",
    }
}

/// Until when a right may be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Window {
    /// What closes it.
    pub closes: WindowId,
    /// The ply after which the right arose.
    pub opened_ply: u32,
    /// The ply that closed it.
    pub closed_ply: Option<u32>,
    /// Whether it is still open at the end of the record.
    pub state: WindowState,
    /// How many moves, where `closes` counts moves.
    pub n: Option<u32>,
    /// Whose moves are counted, where `closes` says so: `offender`, `finder`, `second-player`.
    pub who: Option<&'static str>,
}

/// Moves that must be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Retract {
    /// The position to go back to is the one after this ply.
    pub to_ply: u32,
    /// How many plies go back.
    pub plies: u32,
}

/// What decides: a code, and the article of it. A silence has no article.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Citation {
    /// The code's id.
    pub code: Arc<str>,
    /// The article's id, null for a silence.
    pub article: Option<Arc<str>>,
}

/// What the code's file says of the matter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stance {
    /// A provision governs, or the matter is none of law.
    Speaks,
    /// The code is silent.
    Silent,
    /// The source is known only in part and does not reveal it.
    Unrevealed,
}

/// Where in the unpacked text something stands. Offsets and lengths in bytes from the start of the
/// text as it stands; line and column from 1, the column in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Location {
    /// Bytes before it.
    pub offset: u64,
    /// Bytes it spans.
    pub length: u64,
    /// Its line.
    pub line: u64,
    /// Its column.
    pub column: u64,
}

/// A finding's name across edits elsewhere: 128 bits, printed as 32 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Fingerprint(pub u128);

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// One finding. Which game and file it belongs to, its [`GameReport`] says.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// What it is about.
    pub rule: Rule,
    /// How grave it is.
    pub severity: Severity,
    /// What decides; `None` for `record.*`.
    pub citation: Option<Citation>,
    /// The ply after which it happened (0 = before the first move), or the ply of the move itself.
    pub ply: u32,
    /// The event that it is about; no report writes it.
    pub event: Option<EventId>,
    /// The move with its number, `12. Nf3` or `12... Ke7`.
    pub movetext: Option<String>,
    /// The token it speaks of.
    pub location: Location,
    /// Who offended.
    pub offender: Option<Color>,
    /// The fact, one sentence.
    pub message: String,
    /// What else is worth knowing, one sentence.
    pub help: Option<String>,
    /// The articles that the help names beside the one that decides, and the ruling leans on.
    pub leans_on: Vec<Arc<str>>,
    /// Other readings under which the ruling is another; the help speaks of them too.
    pub doubts: Vec<Doubt>,
    /// What the code gives, in its order.
    pub remedies: Vec<Remedy>,
    /// Until when.
    pub window: Option<Window>,
    /// What goes back.
    pub retract: Option<Retract>,
    /// How the case ended.
    pub disposition: Option<Disposition>,
    /// Stable across edits elsewhere.
    pub fingerprint: Fingerprint,
    /// Whether the code speaks.
    pub stance: Stance,
    /// The article's words, ours: what the human report prints behind the citation.
    pub says: Option<Arc<str>>,
    /// How it went, in words: what the human report adds.
    pub course: Course,
    /// Other games that it speaks of.
    pub related: Vec<Related>,
    /// The board and what led to it, where a report draws them.
    pub moment: Option<Box<Diagram>>,
}

impl Finding {
    /// Whether the ruling leans on an article beside the one that decides.
    pub fn leans_on(&self, article: &str) -> bool {
        self.leans_on.iter().any(|other| **other == *article)
    }

    /// About how many bytes are kept for it.
    pub(crate) fn weight(&self) -> usize {
        let moves = self.remedies.iter().map(|remedy| remedy.moves.len()).sum::<usize>();
        let texts = self.message.len()
            + self.help.as_ref().map_or(0, String::len)
            + self.doubts.iter().map(|doubt| doubt.outcome.len()).sum::<usize>()
            + self.moment.as_ref().map_or(0, |moment| moment.weight());
        // A move of a remedy is a text of its own, as small as the allocator has them.
        size_of::<Self>()
            + self.remedies.len() * size_of::<Remedy>()
            + moves * (size_of::<String>() + 32)
            + texts
    }
}

/// Another game that a finding speaks of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Related {
    /// The file it stands in.
    pub file: Arc<str>,
    /// Its number there, from 1.
    pub game: u64,
}

/// How what a finding tells of went on.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Course {
    /// The move after which the position to go back to stood: `12. Nf3`.
    pub back_to: Option<String>,
    /// What closed the window: `with 12... Ke7`.
    pub closed: Option<String>,
    /// Whether what the code gives was asked for, in time.
    pub asked: bool,
    /// Whether the moves to be taken back went back.
    pub went_back: bool,
    /// Whether the time that the law gives was given.
    pub time: TimeGiven,
    /// Which of the remedies was chosen, where one was.
    pub elected: Option<usize>,
    /// The moves left of it, where a man or a move was picked among many.
    pub picked: Vec<String>,
}

/// What a record shows of time that the law gives the adversary.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum TimeGiven {
    /// None is due.
    #[default]
    NotDue,
    /// It was given.
    Given,
    /// Nothing is said of it.
    Untold,
    /// Other time was given, or to the other player.
    Otherwise,
}

word_enum! {
    /// Whether the game is worth anything under the code.
    Standing {
        /// It stands as played.
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

    /// The score PGN writes so.
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

/// The strongest ground that the board shows for the score.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// Mate.
    Mate,
    /// A rule's ground.
    Rule(Rule),
    /// The board shows none: the record says so.
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

/// What the game is worth under the code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Whether it stands.
    pub standing: Standing,
    /// What it counts for.
    pub score: Score,
    /// Why.
    pub reason: Reason,
    /// The ply at which that was so.
    pub ply: u32,
}

/// One game as the report shows it.
#[derive(Clone, PartialEq, Debug)]
pub struct GameReport {
    /// From 1, within its file.
    pub number: u64,
    /// Where the game stands.
    pub location: Location,
    /// Its tags.
    pub tags: Tags,
    /// The score the record gives.
    pub result: Score,
    /// Moves standing at the end.
    pub plies: u32,
    /// The board as it really stands after the last move.
    pub final_fen: String,
    /// The code it was judged under.
    pub code: Arc<str>,
    /// What it is worth.
    pub verdict: Verdict,
    /// What was found, in the order of the report.
    pub findings: Vec<Finding>,
    /// The game's own text, where a report format quotes it, otherwise empty; of a very long game only its beginning.
    pub source: Vec<u8>,
    /// What the text beyond ASCII is read in.
    pub encoding: Encoding,
}

impl GameReport {
    /// About how many bytes are kept for it.
    pub(crate) fn weight(&self) -> usize {
        let findings: usize = self.findings.iter().map(Finding::weight).sum();
        size_of::<Self>() + self.tags.weight() + findings + self.source.len()
    }
}

/// The tag pairs of a record as the report shows them, in the order of the text.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tags {
    /// One behind the other: memory is asked for once, and not for each of some ten.
    values: String,
    pairs: Vec<NamedEnd>,
}

/// The name of a tag, and where its value ends, which begins where that before it ends.
#[derive(Clone, PartialEq, Eq, Debug)]
struct NamedEnd {
    name: Cow<'static, str>,
    end: usize,
}

/// A tag pair as the report shows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tag<'a> {
    /// The name.
    pub name: &'a str,
    /// The value, escapes resolved.
    pub value: &'a str,
}

impl Tags {
    /// None, with room for so many pairs, and for so many bytes of values.
    pub(crate) fn with_room(pairs: usize, bytes: usize) -> Self {
        Self { values: String::with_capacity(bytes), pairs: Vec::with_capacity(pairs) }
    }

    /// Adds a pair behind the others; the value, its escapes resolved, is written behind the text it is handed.
    pub(crate) fn push(&mut self, name: Cow<'static, str>, write: impl FnOnce(&mut String)) {
        write(&mut self.values);
        self.pairs.push(NamedEnd { name, end: self.values.len() });
    }

    /// Each in turn.
    pub fn iter(&self) -> impl Iterator<Item = Tag<'_>> {
        let mut from = 0;
        self.pairs.iter().map(move |pair| {
            let value = self.values.get(from..pair.end).unwrap_or_default();
            from = pair.end;
            Tag { name: &pair.name, value }
        })
    }

    /// Those whose name none before them has.
    pub(crate) fn first_of_each(&self) -> impl Iterator<Item = Tag<'_>> {
        // A record has some ten tags, and looking back over so few is quicker than any set; a set keeps a record of very
        // many from taking quadratic time.
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

    /// The value of the first of a name.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.iter().find(|tag| tag.name == name).map(|tag| tag.value)
    }

    /// About how many bytes are kept for them.
    fn weight(&self) -> usize {
        self.pairs.len() * size_of::<NamedEnd>() + self.values.len()
    }
}

/// The place of a finding in the report of its game: what the game is worth comes last, all else where it stands in the
/// text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct ReportOrder {
    is_of_the_result: bool,
    offset: u64,
    ply: u32,
    rule: &'static str,
}

impl ReportOrder {
    /// That of a finding of a rule at a byte of the text, which counts for a ply.
    pub(crate) fn of(rule: Rule, offset: u64, ply: u32) -> Self {
        Self { is_of_the_result: rule.is_of(Family::Result), offset, ply, rule: rule.id() }
    }
}
