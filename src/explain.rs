//! The law in words: what a code, an article or a rule comes to, for a page and for JSON.

mod example;
mod order;
mod page;
mod wire;

use std::sync::Arc;

use crate::law::outline as lines;
use crate::law::{
    Alternative, Code, Family, LawFile, Provision, Reading, Rule, Silence, Voice, other_reading,
};

pub(crate) use crate::law::outline::Line;
pub(crate) use example::Example;
pub use order::articles;
pub(crate) use page::write as write_page;
pub(crate) use page::{list_codes, list_rules};
pub(crate) use wire::{
    list_codes as list_codes_as_json, list_rules as list_rules_as_json, write as write_json,
};

/// What can be explained.
#[derive(Debug)]
pub(crate) enum Explanation {
    /// A code.
    Code(CodePage),
    /// An article of one.
    Article(ArticlePage),
    /// A rule, and what codes say of it.
    Rule(RulePage),
    /// The rules of a family.
    Family(Family),
}

/// A code: what it is, what its articles say, how it is read, where it is silent.
#[derive(Debug)]
pub struct CodePage {
    /// The code.
    pub code: Arc<Code>,
    /// How the game itself works under it.
    pub regulations: Vec<Line>,
    /// Its readings.
    pub readings: Vec<ReadingPage>,
}

/// An article: what it says and what that comes to.
#[derive(Debug)]
pub struct ArticlePage {
    /// The code.
    pub code: Arc<Code>,
    /// The article.
    pub article: Arc<str>,
    /// Each provision of it, in the order in which they are tried.
    pub provisions: Vec<ProvisionPage>,
    /// The tally that it lays down.
    pub tally: Vec<Line>,
    /// Its readings.
    pub readings: Vec<ReadingPage>,
    /// A record in which it decides something.
    pub example: Option<Example>,
}

/// A provision and what it comes to.
#[derive(Debug)]
pub struct ProvisionPage {
    /// It.
    pub provision: Provision,
    /// What it comes to.
    pub lines: Vec<Line>,
}

/// A reading, and what its alternatives would change.
#[derive(Debug)]
pub struct ReadingPage {
    /// The reading.
    pub reading: Reading,
    /// How else it can be read.
    pub others: Vec<OtherPage>,
}

/// An alternative of a reading.
#[derive(Debug)]
pub struct OtherPage {
    /// Its name.
    pub name: Arc<str>,
    /// How it is asked for, as an argument.
    pub ask: String,
    /// Whether it is the one in force here.
    pub force: Force,
    /// What the law would come to.
    pub changes: Vec<Line>,
}

/// Whether an alternative of a reading is in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Force {
    /// It was asked for.
    Taken,
    /// The file reads otherwise.
    NotTaken,
}

/// A rule, and what codes say of it.
#[derive(Debug)]
pub struct RulePage {
    /// The rule.
    pub rule: Rule,
    /// What each code says.
    pub stands: Vec<Stand>,
    /// For a rule about the record: one that it finds fault with.
    pub example: Option<Example>,
}

/// What a code says of a rule.
#[derive(Debug)]
pub struct Stand {
    /// The code.
    pub code: Arc<Code>,
    /// Whether it speaks of it.
    pub voice: Voice,
    /// The provisions that name the rule.
    pub own: Vec<Provision>,
    /// The provisions of the rule's parent that govern where none of those does.
    pub of_parent: Vec<Provision>,
    /// What is not said.
    pub silence: Option<Silence>,
}

impl Stand {
    /// Whether another code says of it what this one does, article by article.
    fn says_the_same(&self, other: &Self) -> bool {
        (self.voice, &self.own, &self.of_parent, &self.silence)
            == (other.voice, &other.own, &other.of_parent, &other.silence)
    }
}

/// The page of a code.
pub fn code(file: &LawFile) -> CodePage {
    let code = Arc::clone(&file.code);
    let readings = articles(&code).into_iter().flat_map(|article| code.readings_of(article));
    CodePage {
        regulations: lines::regulations(&code.play),
        readings: readings.map(|reading| reading_page(file, reading)).collect(),
        code,
    }
}

/// The page of an article; `None` where the code has none of that name.
pub fn article(file: &LawFile, article: &str) -> Option<ArticlePage> {
    let code = &file.code;
    let Some(article) = articles(code).into_iter().find(|named| &***named == article) else {
        return paragraph(file, article);
    };
    let provisions = code
        .article(article)
        .map(|provision| ProvisionPage {
            provision: provision.clone(),
            lines: lines::provision(code, provision),
        })
        .collect();
    Some(ArticlePage {
        provisions,
        tally: code.tally(article).map(lines::tally).unwrap_or_default(),
        readings: code.readings_of(article).map(|reading| reading_page(file, reading)).collect(),
        example: example::of_article(code, article),
        article: Arc::clone(article),
        code: Arc::clone(code),
    })
}

/// The page of a paragraph that no provision bears as its name, and some cite for a form of their matter.
fn paragraph(file: &LawFile, asked: &str) -> Option<ArticlePage> {
    let code = &file.code;
    let cites = |provision: &&Provision| {
        let claim = provision.claim.iter().map(|claim| &claim.cite);
        let of_claim = claim.flat_map(|cite| [&cite.arisen, &cite.written, &cite.barred, &cite.wrong]);
        let of_wrong = provision.wrong.iter().map(|wrong| &wrong.article);
        of_claim.chain(of_wrong).flatten().any(|article| &**article == asked)
    };
    let provisions: Vec<ProvisionPage> = code
        .provisions
        .iter()
        .filter(cites)
        .map(|provision| ProvisionPage {
            provision: provision.clone(),
            lines: lines::provision(code, provision),
        })
        .collect();
    (!provisions.is_empty()).then(|| ArticlePage {
        provisions,
        tally: Vec::new(),
        readings: code.readings_of(asked).map(|reading| reading_page(file, reading)).collect(),
        example: example::of_article(code, asked),
        article: Arc::from(asked),
        code: Arc::clone(code),
    })
}

/// The page of a rule, with what these codes say of it.
pub fn rule(rule: Rule, files: &[LawFile]) -> RulePage {
    let stands: Vec<Stand> = files.iter().map(|file| stand(rule, &file.code)).collect();
    RulePage { rule, example: example::of_rule(rule), stands }
}

fn stand(rule: Rule, code: &Arc<Code>) -> Stand {
    let (own, mut of_parent): (Vec<Provision>, Vec<Provision>) =
        code.provisions_for(rule).cloned().partition(|provision| provision.topics.contains(&rule));
    // Behind one that governs in every case nothing is reached.
    if own.iter().any(|provision| provision.when.is_empty() && provision.opens.is_none()) {
        of_parent.clear();
    }
    let silence = code.silence_for(rule).cloned();
    Stand { voice: code.voice(rule), code: Arc::clone(code), own, of_parent, silence }
}

fn reading_page(file: &LawFile, reading: &Reading) -> ReadingPage {
    let others = reading
        .alternatives
        .iter()
        .map(|alternative| OtherPage {
            name: Arc::clone(&alternative.name),
            ask: format!("--reading {}/{}={}", file.code.id, reading.article, alternative.name),
            force: if reading.otherwise.as_ref() == Some(&alternative.name) {
                Force::Taken
            } else {
                Force::NotTaken
            },
            changes: changes(file, reading, alternative),
        })
        .collect();
    ReadingPage { reading: reading.clone(), others }
}

/// What the law comes to under an alternative, where that is something else: in the article itself, or
/// else in the regulations, or else wherever it is.
fn changes(file: &LawFile, reading: &Reading, alternative: &Alternative) -> Vec<Line> {
    let Some(other) = file.read_as(&other_reading(reading, alternative)) else { return Vec::new() };
    let (taken, other) = (&*file.code, &*other);
    let of_article = |code: &Code| -> Vec<Vec<Line>> {
        code.article(&reading.article).map(|provision| lines::provision(code, provision)).collect()
    };
    // Each text of a regulation tells something by itself: those that do not change are left out.
    let of_play = |code: &Code| -> Vec<Vec<Line>> {
        vec![lines::regulations(&code.play).into_iter().flat_map(Line::apart).collect()]
    };
    let of_all = |code: &Code| -> Vec<Vec<Line>> {
        code.provisions.iter().map(|provision| lines::provision(code, provision)).collect()
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

/// The lines that are new, provision by provision: a line of another one says nothing of this one.
fn differences(taken: Vec<Vec<Line>>, other: Vec<Vec<Line>>) -> Vec<Line> {
    let mut new: Vec<Line> = Vec::new();
    for (here, there) in taken.into_iter().zip(other) {
        let gone = here.iter().filter(|old| there.iter().all(|line| line.label != old.label));
        let gone: Vec<Line> = gone.map(|old| Line::new(old.label, "nothing")).collect();
        for line in there.into_iter().chain(gone) {
            if !here.contains(&line) && !new.contains(&line) {
                new.push(line);
            }
        }
    }
    new
}
