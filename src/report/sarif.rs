//! `sarif`: SARIF 2.1.0 (OASIS), as code hosts take it in.
//!
//! Results stand first, the gravest of them where there are too many; the tool with the rules that were met stands behind
//! them.

use std::fmt::Write as _;
use std::io::{self, Write};

use serde::{Serialize, Serializer};

use crate::finding::{Finding, GameReport, Location, Related, Severity};
use crate::law::Rule;

use super::text::{plain, under};
use super::top_findings::Shortlist;
use super::{Format, FormatId, HostPaths, NO_GAME, RunInfo, Tool, Totals};

/// GitHub takes no more results of a run.
const MOST_RESULTS: usize = 25_000;

/// The schema that the report names.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";
/// The name under which the finding's own fingerprint stands.
const FINGERPRINT: &str = "jadoubeFinding/v1";

/// One run with its results.
#[derive(Debug)]
pub(crate) struct Sarif {
    tool: Tool,
    paths: HostPaths,
    /// The rules met, in the order in which they were; a result names its rule by place too.
    met: Vec<Rule>,
    results: Shortlist,
}

impl Sarif {
    /// A report not yet begun.
    pub(crate) fn new() -> Self {
        Self {
            tool: Tool::THIS,
            paths: HostPaths::default(),
            met: Vec::new(),
            results: Shortlist::new(MOST_RESULTS),
        }
    }
}

/// The place of a rule among those met.
fn index_of(rule: Rule, met: &mut Vec<Rule>) -> usize {
    met.iter().position(|met| *met == rule).unwrap_or_else(|| {
        met.push(rule);
        met.len() - 1
    })
}

impl Default for Sarif {
    fn default() -> Self {
        Self::new()
    }
}

impl Format for Sarif {
    fn begin(&mut self, out: &mut dyn Write, run: &RunInfo) -> io::Result<()> {
        self.tool = run.tool.clone();
        self.paths = run.paths.clone();
        let head = format!(
            "{{\"$schema\":\"{SCHEMA}\",\"version\":\"2.1.0\",\"runs\":[{{\"columnKind\":\"unicodeCodePoints\",\
             \"results\":["
        );
        out.write_all(head.as_bytes())
    }

    fn game(&mut self, _: &mut dyn Write, file: &str, game: &GameReport) -> io::Result<()> {
        let Self { paths, met, results, .. } = self;
        for finding in &game.findings {
            results.offer(finding.severity, |out| {
                let index = index_of(finding.rule, met);
                Ok(serde_json::to_writer(out, &ResultWire::of(paths, file, game, finding, index))?)
            })?;
        }
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Write, totals: &Totals<'_>) -> io::Result<()> {
        let mut before: &[u8] = b"\n";
        self.results.each(|result| {
            out.write_all(before)?;
            before = b",\n";
            out.write_all(result)
        })?;
        out.write_all(if self.met.is_empty() { b"],\"tool\":" } else { b"\n],\"tool\":" })?;
        serde_json::to_writer(&mut *out, &SarifTool { driver: DriverWire::of(&self.tool, &self.met) })?;
        out.write_all(b",\"invocations\":[")?;
        serde_json::to_writer(&mut *out, &InvocationWire::of(totals))?;
        out.write_all(b"]}]}\n")
    }

    fn remark(&self) -> Option<String> {
        self.results.remark(FormatId::Sarif)
    }
}

const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

#[derive(Serialize)]
struct SarifText<'a> {
    text: &'a str,
}

#[derive(Serialize)]
struct OwnText {
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ResultWire<'a> {
    rule_id: &'static str,
    rule_index: usize,
    level: &'static str,
    message: OwnText,
    locations: [LocationWire; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<SarifRelated>,
    partial_fingerprints: Fingerprint<'a>,
    properties: Properties<'a>,
}

impl<'a> ResultWire<'a> {
    fn of(paths: &HostPaths, file: &str, game: &GameReport, finding: &'a Finding, rule_index: usize) -> Self {
        Self {
            rule_id: finding.rule.id(),
            rule_index,
            level: level(finding.severity),
            message: OwnText { text: message(finding) },
            locations: [LocationWire::of(&paths.of(file), game, &finding.location)],
            related_locations: finding.related.iter().map(|other| SarifRelated::of(paths, other)).collect(),
            partial_fingerprints: Fingerprint(finding),
            properties: Properties {
                game: game.number,
                ply: finding.ply,
                r#move: finding.movetext.as_deref(),
                code: finding.citation.as_ref().map(|citation| &*citation.code),
                article: finding.citation.as_ref().and_then(|citation| citation.article.as_deref()),
                disposition: finding.disposition.map(crate::finding::Disposition::id),
            },
        }
    }
}

/// The fact, the law, and what else is worth knowing.
fn message(finding: &Finding) -> String {
    let mut text = plain(&finding.message).into_owned();
    match (under(finding), &finding.says) {
        (Some(law), Some(says)) => text = format!("{text}\n{law}: {}", plain(says)),
        (Some(law), None) => text = format!("{text}\n{law}"),
        (None, _) => {}
    }
    if let Some(help) = &finding.help {
        text.push('\n');
        text.push_str(&plain(help));
    }
    text
}

struct Fingerprint<'a>(&'a Finding);

impl Serialize for Fingerprint<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([(FINGERPRINT, self.0.fingerprint.to_string())])
    }
}

#[derive(Serialize)]
struct Properties<'a> {
    game: u64,
    ply: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#move: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    article: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    disposition: Option<&'static str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LocationWire {
    physical_location: PhysicalWire,
}

/// Another game: its file, and which it is in words.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifRelated {
    physical_location: FileWire,
    message: OwnText,
}

impl SarifRelated {
    fn of(paths: &HostPaths, Related { file, game }: &Related) -> Self {
        Self {
            physical_location: FileWire { artifact_location: ArtifactWire { uri: uri(&paths.of(file)) } },
            message: OwnText { text: format!("game {game}") },
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FileWire {
    artifact_location: ArtifactWire,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalWire {
    artifact_location: ArtifactWire,
    region: RegionWire,
}

#[derive(Serialize)]
struct ArtifactWire {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RegionWire {
    start_line: u64,
    start_column: u64,
    byte_offset: u64,
    byte_length: u64,
}

impl LocationWire {
    fn of(file: &str, game: &GameReport, location: &Location) -> Self {
        let region = RegionWire {
            start_line: location.line,
            start_column: column(game, location),
            byte_offset: location.offset,
            byte_length: location.length,
        };
        Self {
            physical_location: PhysicalWire { artifact_location: ArtifactWire { uri: uri(file) }, region },
        }
    }
}

/// The column in characters, from 1.
fn column(game: &GameReport, location: &Location) -> u64 {
    let in_bytes = usize::try_from(location.column).unwrap_or(usize::MAX);
    let end = location.offset.checked_sub(game.location.offset).and_then(|end| usize::try_from(end).ok());
    let line = end.and_then(|end| game.source.get(end.checked_sub(in_bytes.checked_sub(1)?)?..end));
    // Where the line began before the game, bytes are what there is.
    line.map_or(location.column, |line| game.encoding.count(line) as u64 + 1)
}

/// The path as a URI reference (RFC 3986), relative where the path is.
fn uri(file: &str) -> String {
    let mut uri = String::with_capacity(file.len());
    if file.starts_with('/') {
        uri.push_str("file://");
    }
    for byte in file.bytes() {
        match byte {
            b'\\' if cfg!(windows) => uri.push('/'),
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            _ => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}

#[derive(Serialize)]
struct SarifTool<'a> {
    driver: DriverWire<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct DriverWire<'a> {
    name: &'a str,
    semantic_version: &'a str,
    rules: Vec<SarifRule>,
}

impl<'a> DriverWire<'a> {
    fn of(tool: &'a Tool, met: &[Rule]) -> Self {
        let rules = met.iter().map(|rule| SarifRule::of(*rule)).collect();
        Self { name: tool.name, semantic_version: tool.version, rules }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifRule {
    id: &'static str,
    short_description: SarifText<'static>,
    full_description: SarifText<'static>,
    help: SarifText<'static>,
    properties: RuleProperties,
}

#[derive(Serialize)]
struct RuleProperties {
    tags: [&'static str; 1],
}

impl SarifRule {
    fn of(rule: Rule) -> Self {
        Self {
            id: rule.id(),
            short_description: SarifText { text: rule.summary() },
            full_description: SarifText { text: rule.explain() },
            help: SarifText { text: rule.explain() },
            properties: RuleProperties { tags: [rule.family().id()] },
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct InvocationWire {
    execution_successful: bool,
    tool_execution_notifications: Vec<NotificationWire>,
}

#[derive(Serialize)]
struct NotificationWire {
    level: &'static str,
    message: OwnText,
}

impl InvocationWire {
    fn of(totals: &Totals<'_>) -> Self {
        let said = |level, file: &str, why: &str| NotificationWire {
            level,
            message: OwnText { text: format!("{}: {}", plain(file), plain(why)) },
        };
        let unreadable = totals.unreadable.iter().map(|source| said("error", &source.file, &source.why));
        let without_games = totals.without_games.iter().map(|file| said("warning", file, NO_GAME));
        Self {
            execution_successful: totals.unreadable.is_empty(),
            tool_execution_notifications: unreadable.chain(without_games).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::super::sample::written;
    use super::*;

    #[test]
    fn a_run_with_its_results_and_the_rules_met() {
        let value: serde_json::Value = serde_json::from_str(&written(&mut Sarif::new())).unwrap();
        assert_snapshot!(serde_json::to_string_pretty(&value).unwrap());
    }

    #[test]
    fn a_path_is_a_uri() {
        assert_eq!(
            uri("games/Café de la Régence #1.pgn"),
            "games/Caf%C3%A9%20de%20la%20R%C3%A9gence%20%231.pgn"
        );
        assert_eq!(uri("/srv/a.pgn"), "file:///srv/a.pgn");
    }
}
