//! Chooses and audits the sample record that illustrates an article or a rule.

use std::cmp::Reverse;
use std::sync::Arc;

use crate::audit::{
    CodeChoice, LawFiles, LawOfDay, Selection, TextInMemory, audit_bytes, audit_bytes_under, audit_text_for,
};
use crate::chess::Position;
use crate::encoding::Encoding;
use crate::finding::{Disposition, Finding, GameReport, Severity};
use crate::law::{Code, Rule, codes};
use crate::samples::{self, Sample};

/// A sample record and its audit.
#[derive(Debug)]
pub struct Example {
    pub sample: Sample,
    /// The article or the id of the rule that it illustrates.
    pub of: Arc<str>,
    pub games: Vec<GameReport>,
}

impl Example {
    /// The games with only the findings under the article or rule, or with all findings if there are none.
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

    /// The starting position, if a FEN tag gives one.
    pub fn start(&self) -> Option<Position> {
        let fen = self.games.first()?.tags.value("FEN")?;
        Position::from_fen(fen.as_bytes()).ok()
    }

    /// The text of the record without the tags that every game has, unless it illustrates a rule on the record itself:
    /// such a finding may be about these tags.
    pub fn record(&self) -> String {
        const COMMON_TAGS: [&str; 8] =
            ["Event", "Site", "Date", "Round", "White", "Black", "SetUp", "Result"];
        let text = Encoding::Auto.decode(self.sample.bytes);
        if self.of.parse::<Rule>().is_ok_and(Rule::is_about_record) {
            return text.trim().to_owned();
        }
        let is_common_tag = |line: &str| {
            let name = line.strip_prefix('[').and_then(|tag| tag.split_whitespace().next());
            name.is_some_and(|name| COMMON_TAGS.contains(&name))
        };
        // The sample of another code is judged under this one.
        let code = self.games.first().map(|game| format!("[Laws \"{}\"]", game.code));
        let lines = text.lines().filter(|line| !is_common_tag(line)).map(|line| match &code {
            Some(laws) if line.starts_with("[Laws ") => laws.as_str(),
            _ => line,
        });
        lines.collect::<Vec<_>>().join("\n").trim().to_owned()
    }
}

/// The plainest sample in which the article decides something. A code without samples of the article uses those of the
/// code that it extends.
pub(super) fn of_article(code: &Arc<Code>, article: &str) -> Option<Example> {
    let base = code.extends.as_deref().unwrap_or_default();
    plainest(code, article, samples::of(&code.id, article))
        .or_else(|| plainest(code, article, samples::of(base, article)))
}

/// Prefers, in this order: a finding that cites the article itself, a finding on an early topic of the article, few
/// findings, a right that did not lapse unused, a short record.
fn plainest(code: &Arc<Code>, article: &str, samples: impl Iterator<Item = Sample>) -> Option<Example> {
    samples
        .map(|sample| {
            let games = audit_bytes_under(sample.bytes, CodeChoice::One(Arc::clone(code)));
            Example { sample, of: article.into(), games }
        })
        .min_by_key(|example| {
            let findings = || example.games.iter().flat_map(|game| &game.findings);
            let cited = findings().map(|finding| cites(finding, article)).max();
            let topic_place = |finding: &Finding| {
                let of_article = code.article(article);
                of_article
                    .zip(0_usize..)
                    .find_map(|(provision, place)| provision.topics.contains(&finding.rule).then_some(place))
            };
            let first = findings().filter_map(topic_place).min().unwrap_or(usize::MAX);
            let lapses = findings().any(|finding| {
                finding.disposition == Some(Disposition::Lapsed) && cites(finding, article) == Cited::AsGround
            });
            (Reverse(cited), first, findings().count(), lapses, example.sample.bytes.len())
        })
}

/// The plainest sample of a rule on the record itself, or of a rule on which the default code has no article.
pub(super) fn of_rule(rule: Rule) -> Option<Example> {
    let (family, name) = rule.id().split_once('.')?;
    samples::of(family, name)
        .chain(samples::of(codes::DEFAULT, rule.id()))
        .map(|sample| Example { sample, of: rule.id().into(), games: audit_for(rule, sample.bytes) })
        .min_by_key(|example| {
            let findings = example.games.iter().map(|game| game.findings.len()).sum::<usize>();
            (findings, example.sample.bytes.len())
        })
}

/// The audit of a record, with the findings of a rule that is off by default.
fn audit_for(rule: Rule, bytes: &[u8]) -> Vec<GameReport> {
    match LawOfDay::of(&LawFiles::default(), None) {
        Ok(law) if rule.is_off_by_default() => {
            let selection = Selection::of(Severity::Info, |other| other == rule);
            // The rule needs an encoding that is set.
            let encoding = if rule == Rule::StyleEncoding { Encoding::Latin1 } else { Encoding::Auto };
            let text = TextInMemory { encoding, ..TextInMemory::of(bytes) };
            audit_text_for(text, CodeChoice::ByRecord(law), selection)
        }
        _ => audit_bytes(bytes),
    }
}

/// The directness with which a finding cites an article.
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
