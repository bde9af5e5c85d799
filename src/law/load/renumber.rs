//! The numbers that an edition gives to articles of the code that it extends.

use std::ops::Range;
use std::sync::Arc;

use crate::law::code::Code;
use crate::law::provision::{Late, Provision};
use crate::law::reading::OtherReading;
use crate::law::remedy::{Otherwise, RemedyRule};
use crate::toml_reader::{Node, TomlReader, Value};

/// `renumbers` in `[code]`: numbers of articles in the extended code, and in this one. `A.5` includes `A.5.1`.
#[derive(Debug, Default)]
pub(super) struct Renumbering(Vec<Renumbered>);

#[derive(Debug)]
struct Renumbered {
    old: Arc<str>,
    new: Arc<str>,
    span: Range<usize>,
}

pub(super) fn renumbers(reader: &mut TomlReader, value: &Value<'_>) -> Option<Renumbering> {
    let Node::Table(entries) = &value.node else {
        reader.fault(
            value.span(),
            "`renumbers` is not a table",
            Some("write renumbers = { \"old number\" = \"new number\" }".to_owned()),
        );
        return None;
    };
    let renumbered = entries.iter().filter_map(|entry| {
        let new = reader.shared_text(&entry.value)?;
        Some(Renumbered { old: Arc::from(&*entry.key), new, span: entry.value.span() })
    });
    Some(Renumbering(renumbered.collect()))
}

impl Renumbering {
    /// Gives the articles of the extended code their new numbers, also in the sentences that name them.
    pub(super) fn apply(&self, reader: &mut TomlReader, base: &mut Code) {
        if self.0.is_empty() {
            return;
        }
        let mut applied = Applied { numbers: &self.0, used: vec![false; self.0.len()] };
        for provision in &mut base.provisions {
            applied.provision(provision);
        }
        for tally in &mut base.tallies {
            applied.article(&mut tally.article);
            tally.says.iter_mut().for_each(|says| applied.sentence(says));
            tally.counts.iter_mut().for_each(|article| applied.article(article));
            tally.strikes.iter_mut().for_each(|strike| applied.remedies(&mut strike.remedies));
        }
        for reading in &mut base.readings {
            applied.article(&mut reading.article);
            for sentence in [&mut reading.question, &mut reading.taken, &mut reading.why] {
                applied.sentence(sentence);
            }
        }
        for unruled in &mut base.unruled {
            unruled.articles.iter_mut().for_each(|article| applied.article(article));
            applied.sentence(&mut unruled.says);
        }
        for silence in &mut base.silences {
            applied.sentence(&mut silence.says);
            silence.why.iter_mut().for_each(|why| applied.sentence(why));
        }
        for (Renumbered { old, new, span }, used) in self.0.iter().zip(applied.used) {
            if !used {
                reader.fault(span.clone(), format!("{} has no article {old}", base.id), None);
            }
            if self.0.iter().filter(|other| other.new == *new).count() > 1 {
                reader.fault(span.clone(), format!("two articles get the number {new}"), None);
            }
        }
    }

    /// The alternative readings by the old numbers.
    pub(super) fn in_base(&self, alternatives: Vec<OtherReading>) -> Vec<OtherReading> {
        let old = |article: Arc<str>| {
            let found = self.0.iter().find_map(|one| Some((one, rest_after(&article, &one.new)?)));
            found.map_or(Arc::clone(&article), |(one, rest)| format!("{}{rest}", one.old).into())
        };
        alternatives
            .into_iter()
            .map(|other| OtherReading { article: old(other.article), name: other.name })
            .collect()
    }
}

/// The end of an article's number after that of the article to which it belongs.
fn rest_after<'a>(article: &'a str, whole: &str) -> Option<&'a str> {
    article.strip_prefix(whole).filter(|rest| rest.is_empty() || rest.starts_with('.'))
}

struct Applied<'n> {
    numbers: &'n [Renumbered],
    /// For each number, whether an article had it.
    used: Vec<bool>,
}

impl Applied<'_> {
    /// The new number of an article. The longest old number decides.
    fn new_number(&mut self, article: &str) -> Option<String> {
        let found = self.numbers.iter().enumerate();
        let found = found.filter_map(|(at, one)| Some((at, one, rest_after(article, &one.old)?)));
        let (at, one, rest) = found.max_by_key(|(_, one, _)| one.old.len())?;
        if let Some(used) = self.used.get_mut(at) {
            *used = true;
        }
        Some(format!("{}{rest}", one.new))
    }

    fn article(&mut self, article: &mut Arc<str>) {
        if let Some(new) = self.new_number(article) {
            *article = new.into();
        }
    }

    fn sentence(&mut self, sentence: &mut Arc<str>) {
        // Nearly always.
        if !self.numbers.iter().any(|one| sentence.contains(&*one.old)) {
            return;
        }
        let mut new = String::new();
        for word in sentence.split_inclusive(|letter: char| !letter.is_alphanumeric() && letter != '.') {
            let number = word.trim_end_matches(|letter: char| !letter.is_alphanumeric());
            let end = word.strip_prefix(number).unwrap_or_default();
            // A plain number may be one of moves.
            let is_plain = number.bytes().all(|byte| byte.is_ascii_digit());
            let renumbered = if is_plain { None } else { self.new_number(number) };
            new.push_str(renumbered.as_deref().unwrap_or(number));
            new.push_str(end);
        }
        *sentence = new.into();
    }

    fn provision(&mut self, provision: &mut Provision) {
        self.article(&mut provision.article);
        self.sentence(&mut provision.says);
        provision.then.iter_mut().for_each(|article| self.article(article));
        provision.penalty.iter_mut().for_each(|article| self.article(article));
        provision.tally.iter_mut().for_each(|article| self.article(article));
        if let Some(Late::Article(article)) = &mut provision.late {
            self.article(article);
        }
        if let Some(claim) = &mut provision.claim {
            let cite = &mut claim.cite;
            cite.barred_says.iter_mut().for_each(|says| self.sentence(says));
            let cited = [&mut cite.arisen, &mut cite.written, &mut cite.barred, &mut cite.wrong];
            cited.into_iter().flatten().for_each(|article| self.article(article));
        }
        if let Some(wrong) = &mut provision.wrong {
            wrong.article.iter_mut().for_each(|article| self.article(article));
            wrong.says.iter_mut().for_each(|says| self.sentence(says));
            self.remedies(&mut wrong.remedies);
        }
        self.remedies(&mut provision.remedies);
        self.remedies(&mut provision.otherwise);
    }

    fn remedies(&mut self, remedies: &mut [RemedyRule]) {
        for remedy in remedies {
            remedy.articles.iter_mut().for_each(|article| self.article(article));
            if let Otherwise::Remedy(next) = &mut remedy.otherwise {
                self.remedies(std::slice::from_mut(next));
            }
        }
    }
}
