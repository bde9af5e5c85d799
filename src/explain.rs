//! Explains codes, articles and rules in English, as pages for reading and as JSON.

mod cite;
mod commands;
mod example;
mod gaps;
mod glossary;
mod history;
mod lookup;
mod order;
mod page;
mod synonyms;
mod tags;
mod wire;

use std::sync::Arc;

use crate::law::outline;
use crate::law::{
    Alternative, Clause, Code, Family, LawFile, Predicate, Provision, Reading, Rule, Silence, Unruled, Voice,
    other_reading,
};

pub(crate) use crate::law::outline::Line;
pub(crate) use cite::{CitationFormat, citation};
use commands::CommandPage;
pub(crate) use commands::{CommandHelp, OperandHelp, all as all_commands};
pub(crate) use example::Example;
pub(crate) use gaps::{ArticleState, GapsPage, OpenTopics, gaps};
use glossary::Term;
pub(crate) use history::{HistoryPage, Stage, history};
pub(crate) use lookup::{Found, Thing, look_up};
pub(crate) use order::articles_within;
pub use order::{articles, origin};
pub(crate) use page::write as write_page;
pub(crate) use page::{list_codes, list_rules};
pub(crate) use tags::{TagHelp, all as all_tags};
pub(crate) use wire::{
    list_codes as list_codes_as_json, list_rules as list_rules_as_json, write as write_json,
};

#[derive(Debug)]
pub(crate) enum Explanation {
    Code(CodePage),
    Article(ArticlePage),
    Rule(RulePage),
    /// A rule through time.
    History(HistoryPage),
    /// The articles of a code with their states.
    Gaps(GapsPage),
    /// A family of rules, and the other things of the same name.
    Family(Family, Vec<Thing>),
    Command(CommandPage),
    Tag(&'static TagHelp),
    Term(&'static Term),
    Commands,
    Tags,
    /// The words of the user, and what they can mean.
    Matches(String, Vec<Thing>),
}

/// The explanation of a code.
#[derive(Debug)]
pub struct CodePage {
    /// The code.
    pub code: Arc<Code>,
    /// The regulations of the game itself.
    pub regulations: Vec<Line>,
    /// The readings of the code.
    pub readings: Vec<ReadingPage>,
}

/// The explanation of an article.
#[derive(Debug)]
pub struct ArticlePage {
    /// The code.
    pub code: Arc<Code>,
    /// The article.
    pub article: Arc<str>,
    /// The sentence of an article without provisions of its own, which others cite.
    pub cited_says: Option<Arc<str>>,
    /// The provisions of the article, in the order in which they are tried; if it has none, those that cite it.
    pub provisions: Vec<ProvisionPage>,
    /// The tally of the article.
    pub tally: Vec<Line>,
    /// Why it has no complete ruling.
    pub(crate) gap: Option<Unruled>,
    /// The readings of the article.
    pub readings: Vec<ReadingPage>,
    /// A record in which the article decides something.
    pub example: Option<Example>,
}

#[derive(Debug)]
pub struct ProvisionPage {
    pub provision: Provision,
    pub lines: Vec<Line>,
}

#[derive(Debug)]
pub struct ReadingPage {
    pub reading: Reading,
    pub alternatives: Vec<AlternativePage>,
}

#[derive(Debug)]
pub struct AlternativePage {
    pub name: Arc<str>,
    /// The command-line argument that selects it.
    pub argument: String,
    pub is_in_force: bool,
    /// The lines of the law that differ under it.
    pub changes: Vec<Line>,
}

/// The explanation of a rule.
#[derive(Debug)]
pub struct RulePage {
    /// The rule.
    pub rule: Rule,
    /// The rule under each code.
    pub codes: Vec<RuleUnderCode>,
    /// A record that breaks the rule, if the rule does not depend on an article.
    pub example: Option<Example>,
}

#[derive(Debug)]
pub struct RuleUnderCode {
    pub code: Arc<Code>,
    pub voice: Voice,
    /// The provisions that name the rule.
    pub own: Vec<Provision>,
    /// The provisions of the rule's parent that govern if none in `own` does.
    pub of_parent: Vec<Provision>,
    pub silence: Option<Silence>,
}

/// Explains a code.
pub fn code(file: &LawFile) -> CodePage {
    let code = Arc::clone(&file.code);
    let readings = articles(&code).into_iter().flat_map(|article| code.readings_of(article));
    CodePage {
        regulations: outline::regulations(&code.regulations),
        readings: readings.map(|reading| reading_page(file, reading)).collect(),
        code,
    }
}

/// Explains an article; `None` if the code has none of that name. A paragraph that provisions only cite, for a claim
/// or for the cost of a wrong claim, is explained by those provisions.
pub fn article(file: &LawFile, asked: &str) -> Option<ArticlePage> {
    let code = &file.code;
    let has_page = articles(code).iter().any(|article| &***article == asked);
    let provisions: Vec<&Provision> = if has_page {
        code.article(asked).collect()
    } else {
        code.provisions.iter().filter(|provision| provision.cites(asked)).collect()
    };
    let gap = file.unruled_row(asked).cloned();
    if !has_page && provisions.is_empty() && gap.is_none() {
        return None;
    }
    let mut cited = provisions.iter().filter(|_| !has_page);
    let cited_says = cited.find_map(|provision| provision.says_of_cited(asked)).cloned();
    Some(ArticlePage {
        cited_says,
        provisions: provisions
            .into_iter()
            .map(|provision| ProvisionPage {
                provision: provision.clone(),
                lines: outline::provision(code, provision),
            })
            .collect(),
        gap,
        tally: code.tally(asked).map(|tally| outline::tally(code, tally)).unwrap_or_default(),
        readings: code.readings_of(asked).map(|reading| reading_page(file, reading)).collect(),
        example: example::of_article(code, asked),
        article: Arc::from(asked),
        code: Arc::clone(code),
    })
}

/// Explains a rule under each of the codes.
pub fn rule(rule: Rule, files: &[LawFile]) -> RulePage {
    let codes = files.iter().map(|file| under_code(rule, &file.code)).collect();
    RulePage { rule, codes, example: example::of_rule(rule) }
}

fn under_code(rule: Rule, code: &Arc<Code>) -> RuleUnderCode {
    let (own, mut of_parent): (Vec<Provision>, Vec<Provision>) =
        code.provisions_for(rule).cloned().partition(|provision| provision.topics.contains(&rule));
    // A provision without conditions hides those after it, and all of the parent.
    let always_applies = |provision: &Provision| provision.when.is_empty() && provision.opens.is_none();
    if own.iter().any(always_applies) {
        of_parent.clear();
    }
    // The provisions of the parent on castling do not concern other moves.
    let asks_for_castling = |clause: &Clause| {
        clause.any.iter().all(|literal| literal.predicate == Predicate::CastlingIntent && literal.holds)
    };
    if rule != Rule::MoveCastling {
        of_parent.retain(|provision| !provision.when.iter().any(asks_for_castling));
        if let Some(last) = of_parent.iter().position(always_applies) {
            of_parent.truncate(last + 1);
        }
    }
    let silence = code.silence_for(rule).cloned();
    RuleUnderCode { voice: code.voice(rule), code: Arc::clone(code), own, of_parent, silence }
}

fn reading_page(file: &LawFile, reading: &Reading) -> ReadingPage {
    let alternatives = reading
        .alternatives
        .iter()
        .map(|alternative| AlternativePage {
            name: Arc::clone(&alternative.name),
            argument: format!("--reading {}/{}={}", file.code.id, reading.article, alternative.name),
            is_in_force: reading.otherwise.as_ref() == Some(&alternative.name),
            changes: changes(file, reading, alternative),
        })
        .collect();
    ReadingPage { reading: reading.clone(), alternatives }
}

/// The lines that differ under an alternative: those of the article itself, or else of the regulations, or else of all
/// provisions.
fn changes(file: &LawFile, reading: &Reading, alternative: &Alternative) -> Vec<Line> {
    let Some(other) = file.code_under(&other_reading(reading, alternative)) else { return Vec::new() };
    let (taken, other) = (&*file.code, &*other);
    let of_article = |code: &Code| -> Vec<Vec<Line>> {
        code.article(&reading.article).map(|provision| outline::provision(code, provision)).collect()
    };
    // The texts of a regulation are independent, so only those that change are shown.
    let of_play = |code: &Code| -> Vec<Vec<Line>> {
        vec![outline::regulations(&code.regulations).into_iter().flat_map(Line::split).collect()]
    };
    let of_all = |code: &Code| -> Vec<Vec<Line>> {
        code.provisions.iter().map(|provision| outline::provision(code, provision)).collect()
    };
    [
        differences(of_article(taken), of_article(other)),
        differences(of_play(taken), of_play(other)),
        differences(of_all(taken), of_all(other)),
    ]
    .into_iter()
    .find(|lines| !lines.is_empty())
    .unwrap_or_default()
}

/// The new lines, provision by provision. The same line in another provision does not count as known.
fn differences(taken: Vec<Vec<Line>>, other: Vec<Vec<Line>>) -> Vec<Line> {
    let mut new: Vec<Line> = Vec::new();
    for (here, there) in taken.into_iter().zip(other) {
        let gone = here.iter().filter(|old| there.iter().all(|line| line.label != old.label));
        let gone: Vec<Line> = gone.map(|old| Line::new(old.label, "none")).collect();
        for line in there.into_iter().chain(gone) {
            if !here.contains(&line) && !new.contains(&line) {
                new.push(line);
            }
        }
    }
    new
}
