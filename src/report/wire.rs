//! The JSON of `jadoube.report/1`, as `json` and `jsonl` write it.
//!
//! The types borrow from the report and are serialized straight to the output, without a tree of values.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{self, Write};

use serde::{Deserialize, Serialize, Serializer};

use crate::audit::{Copies, Extent, PartExtent, Summary};
use crate::chess::{Color, Role, Square};
use crate::finding::{
    ContentKey, Disposition, Doubt, FileEdit, Finding, Fingerprint, Fix, GameReport, Location, Related,
    Remedy, Severity, Stance, Tags, Verdict,
};
use crate::input::{FileRange, FileSet, SetShare, Shard, ShardNumbering};
use crate::law::{Person, Rule, TimePart};

use super::{CodeInfo, PartInfo, RunInfo, RunSettings, SCHEMA, ShareInfo, Tool, Totals, UnusedSource};

/// Writes the keys and values of an object without its braces.
pub(super) fn write_keys(out: &mut dyn Write, object: &impl Serialize) -> io::Result<()> {
    let object = serde_json::to_vec(object)?;
    let keys = object.strip_prefix(b"{").and_then(|keys| keys.strip_suffix(b"}"));
    out.write_all(keys.unwrap_or_default())
}

/// Serializes a value as the string that it displays.
struct Displayed<T>(T);

impl<T: Display> Serialize for Displayed<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
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
    pub(super) const fn of(file: &'a str, location: &Location) -> Self {
        let Location { offset, length, line, column } = *location;
        Self { file, offset, length, line, column }
    }
}

#[derive(Serialize)]
pub(super) struct RemedyWire<'a> {
    kind: &'static str,
    chooser: &'static str,
    moves: &'a [String],
    men: Vec<Displayed<Square>>,
    fallback: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pieces: Vec<char>,
}

impl<'a> RemedyWire<'a> {
    pub(super) fn of(remedy: &'a Remedy) -> Self {
        Self {
            kind: remedy.kind.id(),
            chooser: remedy.chooser.id(),
            moves: &remedy.moves,
            men: remedy.men.iter().copied().map(Displayed).collect(),
            fallback: remedy.fallback.is_fallback(),
            seconds: remedy.seconds,
            part: remedy.part.map(TimePart::id),
            pieces: remedy.pieces.iter().copied().map(Role::letter).collect(),
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
pub(super) struct DoubtWire<'a> {
    reading: &'a str,
    outcome: &'a str,
}

impl<'a> DoubtWire<'a> {
    pub(super) fn of(Doubt { reading, outcome }: &'a Doubt) -> Self {
        Self { reading, outcome }
    }
}

#[derive(Serialize)]
pub(super) struct RelatedWire<'a> {
    file: &'a str,
    game: u64,
}

impl<'a> RelatedWire<'a> {
    pub(super) fn of(Related { file, game }: &'a Related) -> Self {
        Self { file, game: *game }
    }
}

#[derive(Serialize)]
struct FixWire<'a> {
    title: &'a str,
    class: &'static str,
    edits: Vec<EditWire<'a>>,
}

#[derive(Serialize)]
struct EditWire<'a> {
    offset: u64,
    length: u64,
    text: &'a str,
}

impl<'a> FixWire<'a> {
    fn of(Fix { title, class, edits }: &'a Fix) -> Self {
        let edit = |FileEdit { offset, length, text }: &'a FileEdit| EditWire {
            offset: *offset,
            length: *length,
            text,
        };
        Self { title, class: class.id(), edits: edits.iter().map(edit).collect() }
    }
}

#[derive(Serialize)]
pub(super) struct FindingWire<'a> {
    rule: &'static str,
    severity: &'static str,
    code: Option<&'a str>,
    article: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    codes: Vec<&'a str>,
    game: u64,
    ply: u32,
    r#move: Option<&'a str>,
    span: SpanWire<'a>,
    offender: Option<&'static str>,
    message: &'a str,
    help: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<FixWire<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    doubtful: Vec<DoubtWire<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related: Vec<RelatedWire<'a>>,
    remedies: Vec<RemedyWire<'a>>,
    window: Option<WindowWire>,
    retract: Option<RetractWire>,
    disposition: Option<&'static str>,
    fingerprint: Displayed<Fingerprint>,
    silent: bool,
    unrevealed: bool,
}

impl<'a> FindingWire<'a> {
    pub(super) fn of(file: &'a str, game: u64, finding: &'a Finding) -> Self {
        let citation = finding.citation.as_ref();
        Self {
            rule: finding.rule.id(),
            severity: finding.severity.id(),
            code: citation.map(|citation| &*citation.code),
            article: citation.and_then(|citation| citation.article.as_deref()),
            codes: finding.codes.iter().map(|id| &**id).collect(),
            game,
            ply: finding.ply,
            r#move: finding.movetext.as_deref(),
            span: SpanWire::of(file, &finding.location),
            offender: finding.offender.map(Color::id),
            message: &finding.message,
            help: finding.help.as_deref(),
            fix: finding.fix.as_deref().map(FixWire::of),
            doubtful: finding.doubts.iter().map(DoubtWire::of).collect(),
            related: finding.related.iter().map(RelatedWire::of).collect(),
            remedies: finding.remedies.iter().map(RemedyWire::of).collect(),
            window: finding.window.as_ref().map(|window| WindowWire {
                closes: window.closes.id(),
                n: window.n,
                who: window.who.map(Person::id),
                opened_ply: window.opened_ply,
                closed_ply: window.closed_ply,
                state: window.state.id(),
            }),
            retract: finding
                .retract
                .map(|retract| RetractWire { to_ply: retract.to_ply, plies: retract.plies }),
            disposition: finding.disposition.map(Disposition::id),
            fingerprint: Displayed(finding.fingerprint),
            // A code of which only a part is known is silent too, so that `unrevealed` implies `silent`.
            silent: finding.stance != Stance::Speaks,
            unrevealed: finding.stance == Stance::Unrevealed,
        }
    }
}

struct FindingsWire<'a> {
    file: &'a str,
    game: u64,
    findings: &'a [Finding],
}

impl Serialize for FindingsWire<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let wire = |finding| FindingWire::of(self.file, self.game, finding);
        serializer.collect_seq(self.findings.iter().map(wire))
    }
}

/// Tags as an object, with the first value of a repeated name.
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

#[derive(Serialize)]
pub(super) struct GameWire<'a> {
    game: u64,
    file: &'a str,
    key: Option<Displayed<ContentKey>>,
    span: SpanWire<'a>,
    tags: TagsWire<'a>,
    result: &'static str,
    plies: u32,
    final_fen: &'a str,
    code: &'a str,
    verdict: VerdictWire,
    findings: FindingsWire<'a>,
}

impl<'a> GameWire<'a> {
    pub(super) fn of(file: &'a str, game: &'a GameReport) -> Self {
        Self {
            game: game.number,
            file,
            key: game.key.map(Displayed),
            span: SpanWire::of(file, &game.location),
            tags: TagsWire(&game.tags),
            result: game.result.id(),
            plies: game.plies,
            final_fen: &game.final_fen,
            code: &game.code,
            verdict: VerdictWire::of(game.verdict),
            findings: FindingsWire { file, game: game.number, findings: &game.findings },
        }
    }
}

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

#[derive(Serialize, Deserialize, Clone, Debug)]
pub(super) struct ShardWire {
    pub(super) file: String,
    pub(super) size: u64,
    pub(super) offset: u64,
    pub(super) length: u64,
    /// The number of its first game in the file. `None` if games and lines are counted from the beginning of the shard.
    pub(super) game: Option<u64>,
    pub(super) line: Option<u64>,
    /// Whether the file is compressed. Its size, offset and length are then those of the compressed bytes, and the offsets
    /// of its games those in the text.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) compressed: bool,
}

impl ShardWire {
    fn of(part: &PartInfo) -> Self {
        let Shard { range: stretch, numbers, seams } = part.shard;
        let first = match numbers {
            ShardNumbering::NumberedInFile(first) => Some(first),
            ShardNumbering::NumberedInShare(_) => None,
        };
        Self {
            file: part.file.to_string(),
            size: part.size,
            offset: stretch.offset,
            length: stretch.length,
            game: first.map(|first| first.game),
            line: first.map(|first| first.line),
            compressed: seams.is_some(),
        }
    }
}

/// The share of all files that a report is about.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub(super) struct ShareWire {
    /// From 1.
    pub(super) number: u64,
    /// The number of shares.
    pub(super) of: u64,
    #[serde(flatten)]
    pub(super) set: FileSetWire,
}

/// The files of all shares.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub(super) struct FileSetWire {
    pub(super) files: u64,
    pub(super) bytes: u64,
    /// Of their names and sizes.
    pub(super) hash: String,
}

impl ShareWire {
    fn of(info: &ShareInfo) -> Self {
        let SetShare { share, set: FileSet { files, bytes, hash } } = info.set_share;
        let set = FileSetWire { files, bytes, hash: hash.to_string() };
        Self { number: share.number(), of: share.of(), set }
    }
}

/// A part of a file whose games and lines are counted from its own beginning.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub(super) struct PartWire {
    pub(super) file: String,
    pub(super) offset: u64,
    pub(super) length: u64,
    pub(super) games: u64,
    pub(super) lines: u64,
    /// Of a compressed file: the length of its text, from whose beginning offsets are counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) text: Option<u64>,
}

impl PartWire {
    fn of(part: &PartExtent) -> Self {
        let PartExtent { file, shard, games, lines, text } = part;
        let FileRange { offset, length } = shard.range;
        let text = shard.seams.map(|_| *text);
        Self { file: file.to_string(), offset, length, games: *games, lines: *lines, text }
    }
}

/// The keys that are known before the first game.
#[derive(Serialize)]
pub(super) struct RunWire<'a> {
    schema: &'static str,
    tool: &'a Tool,
    code: CodeWire<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<ShardWire>,
    #[serde(skip_serializing_if = "Option::is_none")]
    share: Option<ShareWire>,
    #[serde(skip_serializing_if = "Option::is_none")]
    settings: Option<&'a RunSettings>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<Vec<&'static str>>,
}

impl<'a> RunWire<'a> {
    pub(super) fn of(run: &'a RunInfo) -> Self {
        let (part, share) = (run.part.as_ref(), run.share.as_ref());
        let left_out = part.map(|part| &part.left_out).or(share.map(|share| &share.left_out));
        Self {
            schema: SCHEMA,
            tool: &run.tool,
            code: CodeWire::of(&run.code),
            shard: part.map(ShardWire::of),
            share: share.map(ShareWire::of),
            settings: run.settings.as_ref(),
            left_out: left_out.map(|rules| rules.iter().map(|rule| rule.id()).collect()),
        }
    }
}

/// The keys that are known after the last game.
#[derive(Serialize)]
pub(super) struct TotalsWire<'a> {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unreadable: Vec<UnreadableWire<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parts: Vec<PartWire>,
    summary: SummaryWire<'a>,
}

impl<'a> TotalsWire<'a> {
    pub(super) fn of(totals: &Totals<'a>) -> Self {
        Self {
            unreadable: UnreadableWire::all(totals.unreadable),
            parts: totals.summary.parts.iter().map(PartWire::of).collect(),
            summary: SummaryWire::of(totals.summary),
        }
    }
}

#[derive(Serialize)]
pub(super) struct UnreadableWire<'a> {
    file: &'a str,
    why: &'a str,
}

impl<'a> UnreadableWire<'a> {
    pub(super) fn all(sources: &'a [UnusedSource]) -> Vec<Self> {
        sources.iter().map(|UnusedSource { file, why }| Self { file, why }).collect()
    }
}

/// The number of findings of each severity.
#[derive(Serialize, Deserialize, Clone, Copy)]
pub(super) struct SeveritiesWire {
    pub(super) error: u64,
    pub(super) warning: u64,
    pub(super) info: u64,
}

pub(super) struct ByRule<'a>(pub(super) &'a BTreeMap<Rule, u64>);

impl Serialize for ByRule<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(rule, number)| (rule.id(), number)))
    }
}

/// The first keys of every summary.
#[derive(Serialize, Deserialize, Clone, Copy)]
pub(super) struct ExtentWire {
    pub(super) files: u64,
    pub(super) unreadable: u64,
    pub(super) games: u64,
    pub(super) plies: u64,
}

impl ExtentWire {
    pub(super) const fn of(read: Extent) -> Self {
        let Extent { files, unreadable, games, plies, .. } = read;
        Self { files, unreadable, games, plies }
    }
}

#[derive(Serialize)]
pub(super) struct SummaryWire<'a> {
    #[serde(flatten)]
    read: ExtentWire,
    findings: SeveritiesWire,
    by_rule: ByRule<'a>,
    #[serde(skip_serializing_if = "is_zero")]
    fixable: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    duplicates_stopped: Option<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    copies: Vec<CopiesWire<'a>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    codes: BTreeMap<&'a str, u64>,
    #[serde(skip_serializing_if = "is_zero")]
    undated: u64,
    #[serde(skip_serializing_if = "is_zero")]
    assumed_pace: u64,
    #[serde(skip_serializing_if = "is_zero")]
    suppressed: u64,
    #[serde(skip_serializing_if = "is_zero")]
    in_baseline: u64,
}

/// The number of games of a file that are copies of games of another one.
#[derive(Serialize)]
struct CopiesWire<'a> {
    file: &'a str,
    first: &'a str,
    games: u64,
}

impl<'a> CopiesWire<'a> {
    fn all(copies: &'a Copies) -> Vec<Self> {
        copies.pairs.iter().map(|((file, first), games)| Self { file, first, games: *games }).collect()
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl<'a> SummaryWire<'a> {
    pub(super) fn of(summary: &'a Summary) -> Self {
        let of = |severity| summary.findings.get(&severity).copied().unwrap_or(0);
        Self {
            read: ExtentWire::of(summary.read),
            findings: SeveritiesWire {
                error: of(Severity::Error),
                warning: of(Severity::Warning),
                info: of(Severity::Info),
            },
            by_rule: ByRule(&summary.by_rule),
            fixable: summary.fixable,
            duplicates_stopped: summary.duplicates_stopped,
            copies: CopiesWire::all(&summary.copies),
            codes: summary.chosen.games.iter().map(|(id, games)| (&**id, *games)).collect(),
            undated: summary.chosen.undated,
            assumed_pace: summary.chosen.assumed_pace,
            suppressed: summary.suppressed,
            in_baseline: summary.in_baseline,
        }
    }
}
