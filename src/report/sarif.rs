//! `sarif`: SARIF 2.1.0 (OASIS), for code hosts.
//!
//! The results come first, the most severe of them if there are too many. The tool and its rules follow.

use std::fmt::Write as _;
use std::io::{self, Write};

use serde_json::{Value, json};

use crate::finding::{Disposition, Finding, GameReport, Location, Severity};
use crate::law::Rule;

use super::text::{cited, plain};
use super::top_findings::Shortlist;
use super::{Format, FormatId, HostPaths, RunInfo, Tool, Totals};

/// GitHub accepts no more results of a run.
const MOST_RESULTS: usize = 25_000;

/// The key of the finding's fingerprint.
const FINGERPRINT: &str = "jadoubeFinding/v1";

#[derive(Debug)]
pub(crate) struct Sarif {
    paths: HostPaths,
    /// The rules that were found, in order of appearance. A result names its rule also by its index here.
    rules: Vec<Rule>,
    results: Shortlist,
}

impl Sarif {
    pub(crate) fn new() -> Self {
        Self { paths: HostPaths::default(), rules: Vec::new(), results: Shortlist::new(MOST_RESULTS) }
    }
}

impl Format for Sarif {
    fn begin(&mut self, out: &mut dyn Write, run: &RunInfo) -> io::Result<()> {
        self.paths = run.paths.clone();
        out.write_all(
            b"{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\
              \"runs\":[{\"columnKind\":\"unicodeCodePoints\",\"results\":[",
        )
    }

    fn game(&mut self, _: &mut dyn Write, file: &str, game: &GameReport) -> io::Result<()> {
        let Self { paths, rules, results } = self;
        for finding in &game.findings {
            results.offer(finding.severity, |out| {
                let index = rules.iter().position(|rule| *rule == finding.rule).unwrap_or_else(|| {
                    rules.push(finding.rule);
                    rules.len() - 1
                });
                Ok(serde_json::to_writer(out, &result(paths, file, game, finding, index))?)
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
        out.write_all(if self.rules.is_empty() { b"],\"tool\":" } else { b"\n],\"tool\":" })?;
        serde_json::to_writer(&mut *out, &tool(&totals.run.tool, &self.rules))?;
        out.write_all(b",\"invocations\":[")?;
        serde_json::to_writer(&mut *out, &invocation(totals))?;
        out.write_all(b"]}]}\n")
    }

    fn remark(&self) -> Option<String> {
        self.results.remark(FormatId::Sarif)
    }
}

/// The object without the keys whose value is null.
fn without_nulls(mut object: Value) -> Value {
    if let Some(object) = object.as_object_mut() {
        object.retain(|_, value| !value.is_null());
    }
    object
}

fn result(paths: &HostPaths, file: &str, game: &GameReport, finding: &Finding, rule_index: usize) -> Value {
    let Location { offset, length, line, .. } = finding.location;
    let citation = finding.citation.as_ref();
    let related: Vec<Value> = finding
        .related
        .iter()
        .map(|other| {
            json!({
                "physicalLocation": { "artifactLocation": { "uri": uri(&paths.of(&other.file)) } },
                "message": { "text": format!("game {}", other.game) },
            })
        })
        .collect();
    let artifact = json!({ "uri": uri(&paths.of(file)) });
    let fix = finding.fix.as_deref().map(|fix| {
        let replacements = fix.edits.iter().map(|edit| {
            json!({
                "deletedRegion": { "byteOffset": edit.offset, "byteLength": edit.length },
                "insertedContent": { "text": edit.text },
            })
        });
        json!([{
            "description": { "text": fix.title },
            "artifactChanges": [{
                "artifactLocation": artifact,
                "replacements": replacements.collect::<Vec<_>>(),
            }],
        }])
    });
    without_nulls(json!({
        "ruleId": finding.rule.id(),
        "ruleIndex": rule_index,
        "level": match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "note",
        },
        "message": { "text": message(finding) },
        "locations": [{ "physicalLocation": {
            "artifactLocation": artifact,
            "region": {
                "startLine": line,
                "startColumn": column(game, &finding.location),
                "byteOffset": offset,
                "byteLength": length,
            },
        }}],
        "relatedLocations": (!related.is_empty()).then_some(related),
        "fixes": fix,
        "partialFingerprints": { FINGERPRINT: finding.fingerprint.to_string() },
        "properties": without_nulls(json!({
            "game": game.number,
            "ply": finding.ply,
            "move": finding.movetext,
            "code": citation.map(|citation| &*citation.code),
            "article": citation.and_then(|citation| citation.article.as_deref()),
            "disposition": finding.disposition.map(Disposition::id),
        })),
    }))
}

/// The fact, the law and the help.
fn message(finding: &Finding) -> String {
    let mut text = plain(&finding.message).into_owned();
    match (cited(finding), &finding.says) {
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

/// The column in characters, from 1.
fn column(game: &GameReport, location: &Location) -> u64 {
    let in_bytes = usize::try_from(location.column).unwrap_or(usize::MAX);
    let end = location.offset.checked_sub(game.location.offset).and_then(|end| usize::try_from(end).ok());
    let line = end.and_then(|end| game.source.get(end.checked_sub(in_bytes.checked_sub(1)?)?..end));
    // If the line begins before the game, its text is not at hand, and the column stays in bytes.
    line.map_or(location.column, |line| game.encoding.char_count(line) as u64 + 1)
}

/// The path as a URI reference (RFC 3986), relative if the path is.
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

fn tool(tool: &Tool, rules: &[Rule]) -> Value {
    let rule = |rule: &Rule| {
        json!({
            "id": rule.id(),
            "shortDescription": { "text": rule.summary() },
            "fullDescription": { "text": rule.explain_in_lines() },
            "help": { "text": rule.explain_in_lines() },
            "properties": { "tags": [rule.family().id()] },
        })
    };
    json!({ "driver": {
        "name": tool.name,
        "semanticVersion": tool.version,
        "rules": rules.iter().map(rule).collect::<Vec<Value>>(),
    }})
}

fn invocation(totals: &Totals<'_>) -> Value {
    let notification = |level, file: &str, why: &str| json!({ "level": level, "message": { "text": format!("{}: {}", plain(file), plain(why)) } });
    let unreadable = totals.unreadable.iter().map(|source| notification("error", &source.file, &source.why));
    let without_games =
        totals.without_games.iter().map(|source| notification("warning", &source.file, &source.why));
    json!({
        "executionSuccessful": totals.unreadable.is_empty(),
        "toolExecutionNotifications": unreadable.chain(without_games).collect::<Vec<Value>>(),
    })
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
