//! A record that the program carries, audited as any other.

use std::cmp::Reverse;
use std::sync::Arc;

use crate::audit::{CodeChoice, audit_bytes, audit_bytes_under};
use crate::chess::Position;
use crate::finding::{Finding, GameReport};
use crate::law::{Code, Rule};
use crate::samples::{self, Sample};

/// A record and what the audit says of it.
#[derive(Debug)]
pub struct Example {
    /// The record.
    pub sample: Sample,
    /// The article or the rule that it is an example of.
    pub of: Arc<str>,
    /// What was found in it.
    pub games: Vec<GameReport>,
}

impl Example {
    /// The games with what is found under the article alone; with everything where it is nothing.
    pub fn rulings(&self) -> Vec<GameReport> {
        let of = |finding: &Finding| finding.rule.id() == &*self.of || cites(finding, &self.of) != Cited::Not;
        let mut games = self.games.clone();
        if games.iter().flat_map(|game| &game.findings).any(of) {
            for game in &mut games {
                game.findings.retain(of);
            }
        }
        games
    }

    /// The board from which it starts, where it is not the usual one.
    pub fn start(&self) -> Option<Position> {
        let fen = self.games.first()?.tags.value("FEN")?;
        Position::from_fen(fen.as_bytes()).ok()
    }

    /// The record as text: tags that every game has, and that say nothing here, left out.
    pub fn record(&self) -> String {
        const OF_EVERY_GAME: [&str; 8] =
            ["Event", "Site", "Date", "Round", "White", "Black", "SetUp", "Result"];
        let says_nothing = |line: &str| {
            let name = line.strip_prefix('[').and_then(|tag| tag.split_whitespace().next());
            name.is_some_and(|name| OF_EVERY_GAME.contains(&name))
        };
        let text = String::from_utf8_lossy(self.sample.bytes);
        let lines: Vec<&str> = text.lines().filter(|line| !says_nothing(line)).collect();
        lines.join("\n").trim().to_owned()
    }
}

/// The plainest record in which this article decides something: where the article itself is cited, on
/// what it speaks of first, the fewest findings, the shortest. A file that restates a code in part is tried
/// with that code's records where it has none of its own.
pub(super) fn of_article(code: &Arc<Code>, article: &str) -> Option<Example> {
    let base = code.extends.as_deref().unwrap_or_default();
    plainest(code, article, samples::of(&code.id, article))
        .or_else(|| plainest(code, article, samples::of(base, article)))
}

fn plainest(code: &Arc<Code>, article: &str, samples: impl Iterator<Item = Sample>) -> Option<Example> {
    samples
        .map(|sample| {
            let games = audit_bytes_under(sample.bytes, CodeChoice::One(Arc::clone(code)));
            Example { sample, of: article.into(), games }
        })
        .min_by_key(|example| {
            let findings = || example.games.iter().flat_map(|game| &game.findings);
            let cited = findings().map(|finding| cites(finding, article)).max();
            let spoken_of = |finding: &Finding| {
                let of_article = code.article(article);
                of_article
                    .zip(0_usize..)
                    .find_map(|(provision, place)| provision.topics.contains(&finding.rule).then_some(place))
            };
            let first = findings().filter_map(spoken_of).min().unwrap_or(usize::MAX);
            (Reverse(cited), first, findings().count(), example.sample.bytes.len())
        })
}

/// The plainest record that shows a fault of the record.
pub(super) fn of_rule(rule: Rule) -> Option<Example> {
    let (family, name) = rule.id().split_once('.')?;
    samples::of(family, name)
        .map(|sample| Example { sample, of: rule.id().into(), games: audit_bytes(sample.bytes) })
        .min_by_key(|example| {
            let findings = example.games.iter().map(|game| game.findings.len()).sum::<usize>();
            (findings, example.sample.bytes.len())
        })
}

/// How plainly a finding speaks of an article.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Cited {
    Not,
    InHelp,
    AsGround,
}

fn cites(finding: &Finding, article: &str) -> Cited {
    let is_part = |cited: &str| {
        cited.strip_prefix(article).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let ground = finding.citation.as_ref().and_then(|citation| citation.article.as_deref());
    if ground.is_some_and(is_part) {
        return Cited::AsGround;
    }
    if finding.leans_on(article) { Cited::InHelp } else { Cited::Not }
}
