//! The words of `jadoube.report/1`: findings, games and summaries as `json` and `jsonl` write them.
//!
//! The types here borrow from what they show and are written straight to the output: no tree of
//! values is built between.

use serde::ser::SerializeSeq;
use serde::{Deserialize, Serialize, Serializer};

use crate::audit::{Extent, Summary};
use crate::chess::{Color, Role, Square};
use crate::finding::{
    Doubt, Fallback, Finding, GameReport, Location, Related, Remedy, Severity, Stance, Tags, Verdict,
};
use crate::input::{Numbers, Shard};
use crate::law::Rule;

use super::{CodeInfo, PartInfo, Tool, Unreadable};

/// Writes a sequence by mapping each item to what is shown of it.
macro_rules! sequence {
    ($(#[$doc:meta])* $name:ident, $item:ty, $shown:expr) => {
        $(#[$doc])*
        pub(super) struct $name<'a>(pub(super) &'a [$item]);

        impl Serialize for $name<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut sequence = serializer.serialize_seq(Some(self.0.len()))?;
                for item in self.0 {
                    sequence.serialize_element(&$shown(item))?;
                }
                sequence.end()
            }
        }
    };
}

/// Writes what a value displays as a string.
struct Shown<T>(T);

impl<T: std::fmt::Display> Serialize for Shown<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

sequence!(Men, Square, |square: &Square| Shown(*square));
sequence!(Pieces, Role, |role: &Role| role.letter());
sequence!(Remedies, Remedy, RemedyWire::of);
sequence!(
    /// The sources that could not be read.
    UnreadableWire, Unreadable, |source: &Unreadable| UnreadableOne {
        file: source.file.to_string(),
        why: source.why.clone(),
    }
);

#[derive(Serialize)]
struct UnreadableOne {
    file: String,
    why: String,
}

#[derive(Serialize)]
pub(super) struct SpanWire<'a> {
    file: &'a str,
    offset: u64,
    length: u64,
    line: u64,
    column: u64,
}

impl<'a> SpanWire<'a> {
    pub(super) fn of(file: &'a str, location: &Location) -> Self {
        Self {
            file,
            offset: location.offset,
            length: location.length,
            line: location.line,
            column: location.column,
        }
    }
}

#[derive(Serialize)]
struct RemedyWire<'a> {
    kind: &'static str,
    chooser: &'static str,
    moves: &'a [String],
    men: Men<'a>,
    fallback: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pieces: Option<Pieces<'a>>,
}

impl<'a> RemedyWire<'a> {
    fn of(remedy: &'a Remedy) -> Self {
        Self {
            kind: remedy.kind.id(),
            chooser: remedy.chooser.id(),
            moves: &remedy.moves,
            men: Men(&remedy.men),
            fallback: remedy.fallback == Fallback::Fallback,
            seconds: remedy.seconds,
            pieces: (!remedy.pieces.is_empty()).then_some(Pieces(&remedy.pieces)),
        }
    }
}

#[derive(Serialize)]
struct WindowWire {
    closes: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    n: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    who: Option<&'static str>,
    opened_ply: u32,
    closed_ply: Option<u32>,
    state: &'static str,
}

#[derive(Serialize)]
struct RetractWire {
    to_ply: u32,
    plies: u32,
}

#[derive(Serialize)]
pub(super) struct FindingWire<'a> {
    rule: &'static str,
    severity: &'static str,
    code: Option<&'a str>,
    article: Option<&'a str>,
    game: u64,
    ply: u32,
    r#move: Option<&'a str>,
    span: SpanWire<'a>,
    offender: Option<&'static str>,
    message: &'a str,
    help: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    doubtful: Vec<DoubtWire<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related: Vec<RelatedWire<'a>>,
    remedies: Remedies<'a>,
    window: Option<WindowWire>,
    retract: Option<RetractWire>,
    disposition: Option<&'static str>,
    fingerprint: Shown<crate::finding::Fingerprint>,
    silent: bool,
    unrevealed: bool,
}

/// Another reading, and what follows under it.
#[derive(Serialize)]
struct DoubtWire<'a> {
    reading: &'a str,
    outcome: &'a str,
}

impl<'a> DoubtWire<'a> {
    fn of(Doubt { reading, outcome }: &'a Doubt) -> Self {
        Self { reading, outcome }
    }
}

/// Another game.
#[derive(Serialize)]
struct RelatedWire<'a> {
    file: &'a str,
    game: u64,
}

impl<'a> RelatedWire<'a> {
    fn of(Related { file, game }: &'a Related) -> Self {
        Self { file, game: *game }
    }
}

impl<'a> FindingWire<'a> {
    pub(super) fn of(file: &'a str, game: u64, finding: &'a Finding) -> Self {
        let citation = finding.citation.as_ref();
        Self {
            rule: finding.rule.id(),
            severity: finding.severity.id(),
            code: citation.map(|citation| &*citation.code),
            article: citation.and_then(|citation| citation.article.as_deref()),
            game,
            ply: finding.ply,
            r#move: finding.movetext.as_deref(),
            span: SpanWire::of(file, &finding.location),
            offender: finding.offender.map(Color::id),
            message: &finding.message,
            help: finding.help.as_deref(),
            doubtful: finding.doubts.iter().map(DoubtWire::of).collect(),
            related: finding.related.iter().map(RelatedWire::of).collect(),
            remedies: Remedies(&finding.remedies),
            window: finding.window.as_ref().map(|window| WindowWire {
                closes: window.closes.id(),
                n: window.n,
                who: window.who,
                opened_ply: window.opened_ply,
                closed_ply: window.closed_ply,
                state: window.state.id(),
            }),
            retract: finding
                .retract
                .map(|retract| RetractWire { to_ply: retract.to_ply, plies: retract.plies }),
            disposition: finding.disposition.map(crate::finding::Disposition::id),
            fingerprint: Shown(finding.fingerprint),
            // A matter that the known part of a source does not reveal is a silence too: the one
            // stands beside the other.
            silent: finding.stance != Stance::Speaks,
            unrevealed: finding.stance == Stance::Unrevealed,
        }
    }
}

struct Findings<'a> {
    file: &'a str,
    game: u64,
    found: &'a [Finding],
}

impl Serialize for Findings<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer
            .collect_seq(self.found.iter().map(|finding| FindingWire::of(self.file, self.game, finding)))
    }
}

/// Tags as an object: the first value of a name that is repeated.
pub(super) struct TagsWire<'a>(pub(super) &'a Tags);

impl Serialize for TagsWire<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.first_of_each().map(|tag| (tag.name, tag.value)))
    }
}

#[derive(Serialize)]
pub(super) struct VerdictWire {
    standing: &'static str,
    score: &'static str,
    reason: &'static str,
    ply: u32,
}

impl VerdictWire {
    pub(super) const fn of(verdict: Verdict) -> Self {
        Self {
            standing: verdict.standing.id(),
            score: verdict.score.id(),
            reason: verdict.reason.id(),
            ply: verdict.ply,
        }
    }
}

/// A game and its findings.
#[derive(Serialize)]
pub(super) struct GameWire<'a> {
    game: u64,
    file: &'a str,
    span: SpanWire<'a>,
    tags: TagsWire<'a>,
    result: &'static str,
    plies: u32,
    final_fen: &'a str,
    code: &'a str,
    verdict: VerdictWire,
    findings: Findings<'a>,
}

impl<'a> GameWire<'a> {
    pub(super) fn of(file: &'a str, game: &'a GameReport) -> Self {
        Self {
            game: game.number,
            file,
            span: SpanWire::of(file, &game.location),
            tags: TagsWire(&game.tags),
            result: game.result.id(),
            plies: game.plies,
            final_fen: &game.final_fen,
            code: &game.code,
            verdict: VerdictWire::of(game.verdict),
            findings: Findings { file, game: game.number, found: &game.findings },
        }
    }
}

/// The program.
#[derive(Serialize)]
pub(super) struct ToolWire {
    name: &'static str,
    version: &'static str,
}

impl ToolWire {
    pub(super) const fn of(tool: &Tool) -> Self {
        Self { name: tool.name, version: tool.version }
    }
}

/// The code of the run.
#[derive(Serialize)]
pub(super) struct CodeWire<'a> {
    id: &'a str,
    title: &'a str,
    year: Option<i32>,
}

impl<'a> CodeWire<'a> {
    pub(super) fn of(code: &'a CodeInfo) -> Self {
        Self { id: &code.id, title: &code.title, year: code.year }
    }
}

/// A part of a file, and where it is.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub(super) struct ShardWire {
    pub(super) file: String,
    pub(super) size: u64,
    pub(super) offset: u64,
    pub(super) length: u64,
    /// The number of its first game in the file; `None` where games and lines are counted from the shard's beginning.
    pub(super) game: Option<u64>,
    pub(super) line: Option<u64>,
}

impl ShardWire {
    pub(super) fn of(part: &PartInfo) -> Self {
        let Shard { stretch, numbers } = part.shard;
        let first = match numbers {
            Numbers::OfFile(first) => Some(first),
            Numbers::OfShare(_) => None,
        };
        Self {
            file: part.file.to_string(),
            size: part.size,
            offset: stretch.offset,
            length: stretch.length,
            game: first.map(|first| first.game),
            line: first.map(|first| first.line),
        }
    }
}

/// Rules by their ids.
pub(super) struct Rules<'a>(pub(super) &'a [Rule]);

impl Serialize for Rules<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|rule| rule.id()))
    }
}

#[derive(Serialize)]
struct Severities {
    error: u64,
    warning: u64,
    info: u64,
}

pub(super) struct ByRule<'a>(pub(super) &'a std::collections::BTreeMap<Rule, u64>);

impl Serialize for ByRule<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(rule, number)| (rule.id(), number)))
    }
}

/// What was read: every summary begins with it.
#[derive(Serialize)]
pub(super) struct ExtentWire {
    files: u64,
    unreadable: u64,
    games: u64,
    plies: u64,
}

impl ExtentWire {
    pub(super) const fn of(read: Extent) -> Self {
        let Extent { files, unreadable, games, plies } = read;
        Self { files, unreadable, games, plies }
    }
}

/// What the run added up to.
#[derive(Serialize)]
pub(super) struct SummaryWire<'a> {
    #[serde(flatten)]
    read: ExtentWire,
    findings: Severities,
    by_rule: ByRule<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    duplicates_stopped: Option<u64>,
    /// Not told because the records ask for that.
    #[serde(skip_serializing_if = "is_none_at_all")]
    suppressed: u64,
    /// Not told because a baseline lists them.
    #[serde(skip_serializing_if = "is_none_at_all")]
    in_baseline: u64,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // so the derive asks
const fn is_none_at_all(count: &u64) -> bool {
    *count == 0
}

impl<'a> SummaryWire<'a> {
    pub(super) fn of(summary: &'a Summary) -> Self {
        let of = |severity| summary.findings.get(&severity).copied().unwrap_or(0);
        Self {
            read: ExtentWire::of(summary.read),
            findings: Severities {
                error: of(Severity::Error),
                warning: of(Severity::Warning),
                info: of(Severity::Info),
            },
            by_rule: ByRule(&summary.by_rule),
            duplicates_stopped: summary.duplicates_stopped,
            suppressed: summary.suppressed,
            in_baseline: summary.in_baseline,
        }
    }
}
