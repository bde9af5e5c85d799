//! A code that restates another in part: what it says goes around what the other said.

use std::ops::Range;
use std::sync::Arc;

use crate::law::code::{Code, Silence};
use crate::law::provision::Provision;
use crate::law::rules::Rule;
use crate::nearest::nearest;
use crate::toml_reader::{PlacedName, TomlReader};

use super::draft::Draft;
use super::scope::Placed;

/// The code restated, and how the file that restates it names it.
struct Restated<'a> {
    code: &'a Code,
    /// The articles dropped.
    omits: &'a [PlacedName],
    /// Where the file names the code: the place of all that is taken over from it.
    span: &'a Range<usize>,
}

/// Puts what the extended code says around what this file restates: a restated article takes the
/// place of the old one, a new one stands before all the old (a special article before the general),
/// a silence takes its topics out of the old provisions, and a provision takes its topics out of the
/// old silences.
pub(super) fn merge(
    reader: &mut TomlReader,
    draft: &mut Draft,
    base: &Code,
    omits: &[PlacedName],
    named: &PlacedName,
) {
    let old = Restated { code: base, omits, span: &named.span };
    old.omits_what_is_there(reader, &named.name);
    let newly_silent = topics(&draft.silences, |silence: &Silence| &silence.topics);
    let newly_provided = topics(&draft.provisions, |provision: &Provision| &provision.topics);
    old.merge_provisions(draft, &newly_silent);
    old.merge_tallies(draft);
    old.merge_readings(draft);
    old.merge_silences(draft, &newly_silent, &newly_provided);
}

/// What the tables are about.
fn topics<T>(tables: &[Placed<T>], of: impl Fn(&T) -> &Vec<Rule>) -> Vec<Rule> {
    tables.iter().flat_map(|table| of(&table.item)).copied().collect()
}

impl Restated<'_> {
    /// Something that the old code said.
    fn inherited<T>(&self, item: T) -> Placed<T> {
        Placed { item, span: self.span.clone(), name: self.span.clone() }
    }

    /// Whether it is taken over.
    fn is_inherited<T>(&self, placed: &Placed<T>) -> bool {
        placed.span == *self.span
    }

    fn omits(&self, article: &Arc<str>) -> bool {
        self.omits.iter().any(|omitted| omitted.name == *article)
    }

    fn omits_what_is_there(&self, reader: &mut TomlReader, id: &str) {
        for PlacedName { name: article, span: place } in self.omits {
            let there = self.code.provisions.iter().any(|old| old.article == *article)
                || self.code.tallies.iter().any(|old| old.article == *article);
            if !there {
                let articles = self.code.articles();
                let near = nearest(article, articles.iter().map(|article| &***article));
                reader.fault(
                    place.clone(),
                    format!("{id} has no article {article}"),
                    near.map(|near| format!("did you mean `{near}`?")),
                );
            }
        }
    }

    fn merge_provisions(&self, draft: &mut Draft, newly_silent: &[Rule]) {
        let mut restated = std::mem::take(&mut draft.provisions);
        let mut provisions: Vec<Placed<Provision>> = Vec::new();
        for old in &self.code.provisions {
            let article = &old.article;
            if self.omits(article) {
                continue;
            }
            let (here, rest): (Vec<_>, Vec<_>) =
                restated.into_iter().partition(|new| new.item.article == *article);
            restated = rest;
            let is_restated =
                |placed: &Placed<Provision>| placed.item.article == *article && !self.is_inherited(placed);
            let already = provisions.iter().any(is_restated);
            if !here.is_empty() {
                provisions.extend(here);
            } else if !already {
                let mut old = old.clone();
                old.topics.retain(|topic| !newly_silent.contains(topic));
                if !old.topics.is_empty() {
                    provisions.push(self.inherited(old));
                }
            }
        }
        restated.extend(provisions);
        draft.provisions = restated;
        for provision in &draft.provisions {
            draft.named.articles.push(Arc::clone(&provision.item.article));
            draft.named.topics.extend(&provision.item.topics);
        }
    }

    fn merge_tallies(&self, draft: &mut Draft) {
        for old in &self.code.tallies {
            let stated = draft.tallies.iter().any(|new| new.item.article == old.article);
            if !stated && !self.omits(&old.article) {
                draft.tallies.push(self.inherited(old.clone()));
                draft.named.tallies.push(Arc::clone(&old.article));
            }
        }
    }

    fn merge_readings(&self, draft: &mut Draft) {
        let read_anew: Vec<_> = draft.readings.iter().map(|new| Arc::clone(&new.item.article)).collect();
        for old in &self.code.readings {
            // An article stated anew keeps its readings, unless it is read anew too; those that put another text
            // in the place of the old one have nothing to stand in.
            let stated_anew =
                |new: &Placed<Provision>| new.item.article == old.article && !self.is_inherited(new);
            let restated = (!old.alternatives.is_empty() && draft.provisions.iter().any(stated_anew))
                || read_anew.contains(&old.article);
            // What is not provided any more has no reading; one of the regulations is of no provision.
            let is_gone = self.code.provisions.iter().any(|said| said.article == old.article)
                && !draft.named.articles.contains(&old.article);
            if !restated && !is_gone && !self.omits(&old.article) {
                draft.readings.push(self.inherited(old.clone()));
            }
        }
    }

    fn merge_silences(&self, draft: &mut Draft, newly_silent: &[Rule], newly_provided: &[Rule]) {
        for old in &self.code.silences {
            let mut old = old.clone();
            old.topics.retain(|topic| !newly_provided.contains(topic) && !newly_silent.contains(topic));
            if !old.topics.is_empty() {
                draft.named.topics.extend(&old.topics);
                draft.silences.push(self.inherited(old));
            }
        }
    }
}
