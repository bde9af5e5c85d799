//! Merges a code with the base that it extends.

use std::ops::Range;
use std::sync::Arc;

use crate::law::code::{Code, Silence};
use crate::law::provision::Provision;
use crate::law::rules::Rule;
use crate::toml_reader::{SpannedName, TomlReader};

use super::draft::Draft;
use super::scope::{Placed, did_you_mean};

/// The base of a code.
struct Base<'a> {
    code: &'a Code,
    omits: &'a [SpannedName],
    /// The span of the base's name in the file, which is the place of everything inherited.
    span: &'a Range<usize>,
}

/// Adds the content of the base to the draft. A restated article replaces the old one in its place. New articles come
/// before all old ones (the special before the general). A silence removes its topics from the old provisions, and a
/// provision removes its topics from the old silences.
pub(super) fn merge(
    reader: &mut TomlReader,
    draft: &mut Draft,
    base: &Code,
    omits: &[SpannedName],
    named: &SpannedName,
) {
    let old = Base { code: base, omits, span: &named.span };
    old.check_omits(reader, &named.name);
    let newly_silent = topics(&draft.silences, |silence: &Silence| &silence.topics);
    let newly_provided = topics(&draft.provisions, |provision: &Provision| &provision.topics);
    old.merge_provisions(draft, &newly_silent);
    old.merge_tallies(draft);
    old.merge_readings(draft);
    old.merge_silences(draft, &newly_silent, &newly_provided);
}

fn topics<T>(tables: &[Placed<T>], of: impl Fn(&T) -> &Vec<Rule>) -> Vec<Rule> {
    tables.iter().flat_map(|table| of(&table.item)).copied().collect()
}

impl Base<'_> {
    fn inherited<T>(&self, item: T) -> Placed<T> {
        Placed { item, span: self.span.clone(), name: self.span.clone() }
    }

    fn is_inherited<T>(&self, placed: &Placed<T>) -> bool {
        placed.span == *self.span
    }

    fn omits(&self, article: &Arc<str>) -> bool {
        self.omits.iter().any(|omitted| omitted.name == *article)
    }

    fn check_omits(&self, reader: &mut TomlReader, id: &str) {
        for SpannedName { name: article, span: place } in self.omits {
            let there = self.code.provisions.iter().any(|old| old.article == *article)
                || self.code.tallies.iter().any(|old| old.article == *article);
            if !there {
                reader.fault(
                    place.clone(),
                    format!("{id} has no article {article}"),
                    did_you_mean(article, self.code.articles()),
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
            provisions.extend(restated.extract_if(.., |new| new.item.article == *article));
            let is_restated =
                |placed: &Placed<Provision>| placed.item.article == *article && !self.is_inherited(placed);
            if !provisions.iter().any(is_restated) {
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
        let restated_readings: Vec<_> =
            draft.readings.iter().map(|new| Arc::clone(&new.item.article)).collect();
        for old in &self.code.readings {
            // A restated article keeps its readings, unless the file has readings of it. Readings with alternatives
            // are dropped: their paths lead into the old provisions.
            let is_restated =
                |new: &Placed<Provision>| new.item.article == old.article && !self.is_inherited(new);
            let is_replaced = (!old.alternatives.is_empty() && draft.provisions.iter().any(is_restated))
                || restated_readings.contains(&old.article);
            // A reading goes with the provisions of its article. A reading of the regulations has no provision.
            let is_gone = self.code.provisions.iter().any(|said| said.article == old.article)
                && !draft.named.articles.contains(&old.article);
            if !is_replaced && !is_gone && !self.omits(&old.article) {
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
