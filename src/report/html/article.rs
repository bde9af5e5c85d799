//! The articles that findings cite, in our own words: below each finding, to be opened, and all together at the end of the page
//! for paper.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::sync::Arc;

use askama::Template;

use crate::finding::{Finding, Stance};
use crate::law::outline::{self, Line};
use crate::law::{Code, Provision, Rule, scans_of};

use super::super::law_lines::{LawLine, SILENT, SILENT_NOTED, UNREVEALED, UNREVEALED_NOTED};
use super::super::text::plain;
use super::{CodeLine, filled};

#[derive(Template)]
#[template(path = "article.html")]
struct ArticleText {
    cite: String,
    /// Whether the text is hidden until the article is opened.
    cite_alone: bool,
    says: String,
    book: String,
    lines: Vec<LawLine>,
    others: Vec<String>,
    readings: Vec<ReadingText>,
}

#[derive(Clone, PartialEq, Eq)]
pub(in crate::report) struct ReadingText {
    pub question: String,
    pub taken: String,
}

/// The articles of a code that a page cites.
#[derive(Clone)]
pub(in crate::report) struct Book {
    pub name: String,
    /// The title and the printed source.
    pub about: String,
    /// Its articles, and the matters on which it is silent.
    pub chapters: Vec<Chapter>,
}

/// An article, or a matter on which the code is silent.
#[derive(Clone)]
pub(in crate::report) struct Chapter {
    /// The order in the code: articles before silences.
    place: usize,
    pub cite: String,
    /// The provisions that findings cite.
    pub passages: Vec<Passage>,
    /// The other provisions.
    pub others: Vec<String>,
    pub readings: Vec<ReadingText>,
}

#[derive(Clone, PartialEq, Eq)]
pub(in crate::report) struct Passage {
    pub says: String,
    pub lines: Vec<LawLine>,
}

/// Findings with the same key show the same text.
#[derive(PartialEq, Eq, Hash)]
struct ArticleKey {
    name: String,
    article: Option<Arc<str>>,
    says: Option<Arc<str>>,
    /// The matter on which the code is silent, if it is.
    silent_on: Option<Rule>,
    summary: ArticleSummary,
}

/// The part of an article that is visible before it is opened.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::report) enum ArticleSummary {
    /// Code, article and text.
    Text,
    /// The article alone, under a heading that names the code.
    Citation,
}

/// The articles cited so far.
#[derive(Default)]
pub(in crate::report) struct Articles {
    shown: HashMap<ArticleKey, Arc<str>>,
    /// By the names of the codes.
    books: BTreeMap<String, Book>,
}

impl Articles {
    /// The HTML of the article that a finding cites. `name` is the name of the code on this page. Empty if the finding is
    /// about the record or a matter of fact.
    pub(in crate::report) fn of(
        &mut self,
        finding: &Finding,
        code: &Code,
        name: &str,
        summary: ArticleSummary,
    ) -> io::Result<Arc<str>> {
        let article = finding.citation.as_ref().and_then(|citation| citation.article.clone());
        if article.is_none() && finding.stance == Stance::Speaks {
            return Ok("".into());
        }
        let key = ArticleKey {
            name: name.to_owned(),
            says: finding.says.clone(),
            silent_on: article.is_none().then_some(finding.rule),
            article,
            summary,
        };
        if let Some(shown) = self.shown.get(&key) {
            return Ok(Arc::clone(shown));
        }
        let mut text = match &key.article {
            Some(article) => provision(code, name, article, finding),
            None => silence(code, name, finding),
        };
        self.keep(code, &key, &text);
        if summary == ArticleSummary::Citation {
            text.cite_alone = true;
            text.cite = match (&key.article, finding.stance) {
                (Some(article), _) => article.to_string(),
                (None, stance) => stance.label().to_owned(),
            };
        }
        let shown: Arc<str> = filled(&text)?.into();
        self.shown.insert(key, Arc::clone(&shown));
        Ok(shown)
    }

    /// Keeps the text for the end of the page.
    fn keep(&mut self, code: &Code, key: &ArticleKey, text: &ArticleText) {
        let (place, cite, says) = match (&key.article, key.silent_on) {
            (Some(article), _) => {
                let place = code.articles().iter().position(|known| *known == article);
                (place.unwrap_or(usize::MAX - 1), article.to_string(), text.says.clone())
            }
            (None, silent_on) => {
                let matter = silent_on.map_or("", Rule::id);
                (usize::MAX, format!("on {matter}"), format!("It {}.", text.says))
            }
        };
        let book = self.books.entry(key.name.clone()).or_insert_with(|| Book {
            name: key.name.clone(),
            about: text.book.clone(),
            chapters: Vec::new(),
        });
        let known = book.chapters.iter().position(|chapter| chapter.cite == cite);
        let passage = Passage { says, lines: text.lines.clone() };
        if let Some(chapter) = known.and_then(|known| book.chapters.get_mut(known)) {
            if !chapter.passages.contains(&passage) {
                chapter.passages.push(passage);
            }
            return;
        }
        let (others, readings) = (text.others.clone(), text.readings.clone());
        let chapter = Chapter { place, cite, passages: vec![passage], others, readings };
        let at = book.chapters.partition_point(|other| (other.place, &other.cite) < (place, &chapter.cite));
        book.chapters.insert(at, chapter);
    }

    /// The cited articles, sorted by the name of the code and in the order of the code.
    pub(in crate::report) fn books(&self) -> Vec<Book> {
        let mut books: Vec<Book> = self.books.values().cloned().collect();
        for chapter in books.iter_mut().flat_map(|book| &mut book.chapters) {
            let Chapter { passages, others, .. } = chapter;
            others.retain(|other| !passages.iter().any(|passage| passage.says == *other));
        }
        books
    }
}

fn provision(code: &Code, name: &str, article: &str, finding: &Finding) -> ArticleText {
    let says = finding.says.as_deref().unwrap_or_default();
    // The provision with the words that the finding cites. If there are several, the one about its rule.
    let is_cited = |provision: &&Provision| *provision.says == *says;
    let is_about_rule = |provision: &&Provision| provision.topics.contains(&finding.rule);
    let cited = code
        .article(article)
        .filter(is_cited)
        .find(is_about_rule)
        .or_else(|| code.article(article).find(is_cited));
    let mut lines: Vec<LawLine> = in_print(code, article, cited);
    let effect = cited.map(|cited| outline::provision(code, cited)).unwrap_or_default();
    let tally = code.tally(article).map(|tally| outline::tally(code, tally)).unwrap_or_default();
    let in_words = |line: Line| LawLine { label: line.label.id().to_owned(), texts: line.texts };
    lines.extend(effect.into_iter().chain(tally).map(in_words));
    let mut others: Vec<String> = Vec::new();
    for other in code.article(article) {
        if *other.says != *says && !others.iter().any(|known| **known == *other.says) {
            others.push(other.says.to_string());
        }
    }
    ArticleText {
        cite: format!("{name} {article}"),
        cite_alone: false,
        says: plain(says).into_owned(),
        book: about(code),
        lines,
        others,
        readings: code
            .readings_of(article)
            .map(|reading| ReadingText {
                question: reading.question.to_string(),
                taken: match &reading.otherwise {
                    Some(name) => format!("Applied here: “{name}”. By default: {}", reading.taken),
                    None => reading.taken.to_string(),
                },
            })
            .collect(),
    }
}

/// The printed words of the provision, with their scan. A provision without words of its own restates a sentence that is
/// given with another of the article: then every sentence of the article.
fn in_print(code: &Code, article: &str, cited: Option<&Provision>) -> Vec<LawLine> {
    let with_words: Vec<&Provision> = match cited {
        Some(cited) if cited.text.is_some() => vec![cited],
        _ => code.article(article).filter(|provision| provision.text.is_some()).collect(),
    };
    let words = with_words.iter().filter_map(|provision| provision.text.as_ref());
    let mut texts: Vec<String> = words.map(|text| text.quoted(&code.id)).collect();
    texts.extend(
        scans_of(with_words)
            .into_iter()
            .map(|scan| format!("[{}] {}", scan.name_in(&code.id), scan.about().join(", "))),
    );
    if texts.is_empty() { Vec::new() } else { vec![LawLine { label: "in print".to_owned(), texts }] }
}

fn silence(code: &Code, name: &str, finding: &Finding) -> ArticleText {
    let silence = code.silence_for(finding.rule);
    let says = match (finding.stance, silence) {
        (Stance::Unrevealed, None) => UNREVEALED,
        (Stance::Unrevealed, Some(_)) => UNREVEALED_NOTED,
        (Stance::Silent | Stance::Speaks, None) => SILENT,
        (Stance::Silent | Stance::Speaks, Some(_)) => SILENT_NOTED,
    };
    let said = silence.map(|silence| silence.says.to_string());
    let why = silence.and_then(|silence| silence.why.as_ref()).map(ToString::to_string);
    ArticleText {
        cite: name.to_owned(),
        cite_alone: false,
        says: says.to_owned(),
        book: about(code),
        lines: [("note", said), ("why", why)]
            .into_iter()
            .filter_map(|(label, text)| Some(LawLine::new(label, text?)))
            .collect(),
        others: Vec::new(),
        readings: Vec::new(),
    }
}

/// The title and the printed source.
fn about(code: &Code) -> String {
    format!("{} {}", code.titled(), code.printed_in())
}

pub(in crate::report) fn code_line(code: &Code, name: &str) -> CodeLine {
    CodeLine { id: name.to_owned(), about: about(code) }
}
