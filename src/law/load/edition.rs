//! Merges a code with the base that it extends.

use std::ops::Range;
use std::sync::Arc;

use crate::law::code::{Code, Silence};
use crate::law::provision::Provision;
use crate::law::reading::Reading;
use crate::law::rules::Rule;
use crate::law::tally::Tally;
use crate::law::vocabulary::UnruledState;
use crate::toml_reader::{SpannedName, TomlReader};

use super::Parts;
use super::draft::Draft;
use super::handover;
use super::head::CodeHead;
use super::scope::{Placed, did_you_mean};

/// The base of a code.
struct Base<'a> {
    code: &'a Code,
    head: &'a CodeHead,
    /// The span of the base's name in the file, which is the place of everything inherited.
    span: &'a Range<usize>,
}

/// Adds the content of the base to the draft. A restated article replaces the old one in its place. New articles come
/// before all old ones (the special before the general). A silence removes its topics from the old provisions, unless it is
/// beside them, and a provision removes its topics from the old silences.
pub(super) fn merge(
    reader: &mut TomlReader,
    draft: &mut Draft,
    base: &Code,
    head: &CodeHead,
    named: &SpannedName,
    parts: Parts,
) {
    let old = Base { code: base, head, span: &named.span };
    // Without `[[unruled]]`, some articles are not there. The tests check the embedded files whole.
    if parts == Parts::Whole {
        old.check_omits(reader, &named.name);
    }
    let newly_silent = topics(&draft.silences, |silence: &Silence| &silence.topics);
    let newly_provided = topics(&draft.provisions, |provision: &Provision| &provision.topics);
    let instead = draft.silences.iter().filter(|silence| !silence.item.beside);
    let silent_instead: Vec<Rule> = instead.flat_map(|silence| &silence.item.topics).copied().collect();
    old.merge_provisions(draft, &silent_instead);
    old.merge_tallies(draft);
    old.check_kept_readings(reader, draft);
    old.merge_readings(draft);
    old.merge_silences(draft, &newly_silent, &newly_provided);
    old.merge_unruled(draft);
    let stated = [newly_silent, newly_provided].concat();
    handover::note_lost_topics(reader, draft, base, &stated);
}

fn topics<T>(tables: &[Placed<T>], of: impl Fn(&T) -> &Vec<Rule>) -> Vec<Rule> {
    tables.iter().flat_map(|table| of(&table.item)).copied().collect()
}

/// Whether the file itself states an article.
fn restates(draft: &Draft, article: &Arc<str>) -> bool {
    draft.provisions.iter().any(|new| new.item.article == *article && !new.is_inherited)
}

/// The tally of an article that the file itself states.
fn own_tally<'d>(draft: &'d Draft, article: &Arc<str>) -> Option<&'d Tally> {
    let mut own = draft.tallies.iter().filter(|new| !new.is_inherited);
    own.find(|new| new.item.article == *article).map(|new| &new.item)
}

impl Base<'_> {
    fn inherited<T>(&self, item: T) -> Placed<T> {
        Placed { item, span: self.span.clone(), name: self.span.clone(), is_inherited: true }
    }

    fn omits(&self, article: &Arc<str>) -> bool {
        self.head.omits.iter().any(|omitted| omitted.name == *article)
    }

    fn keeps_readings_of(&self, article: &Arc<str>) -> bool {
        self.head.keeps_readings.iter().any(|kept| kept.name == *article)
    }

    fn check_omits(&self, reader: &mut TomlReader, id: &str) {
        for SpannedName { name: article, span: place } in &self.head.omits {
            let there = self.code.provisions.iter().any(|old| old.article == *article)
                || self.code.tallies.iter().any(|old| old.article == *article)
                || self.code.unruled.iter().any(|old| old.articles.contains(article));
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
                |placed: &Placed<Provision>| placed.item.article == *article && !placed.is_inherited;
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

    /// A restated article keeps its readings if its words are the same, or if the file asks for them. The file's own
    /// readings of an article replace the old ones. Readings with alternatives are dropped: their paths lead into the old
    /// provisions.
    fn merge_readings(&self, draft: &mut Draft) {
        let restated_readings: Vec<_> =
            draft.readings.iter().map(|new| Arc::clone(&new.item.article)).collect();
        for old in &self.code.readings {
            let article = &old.article;
            let is_lost = !old.alternatives.is_empty() && restates(draft, article);
            let is_replaced = !self.keeps_readings_of(article)
                && (restated_readings.contains(article) || self.changes_words(draft, article));
            // A reading goes with the provisions of its article. A reading of the regulations has no provision.
            let is_gone = self.code.provisions.iter().any(|said| said.article == *article)
                && !draft.named.articles.contains(article);
            if !is_lost && !is_replaced && !is_gone && !self.omits(article) {
                draft.readings.push(self.inherited(old.clone()));
            }
        }
    }

    /// Whether the file restates an article in other words.
    fn changes_words(&self, draft: &Draft, article: &Arc<str>) -> bool {
        let of_provisions = draft.provisions.iter().filter(|new| new.item.article == *article);
        let new: Vec<&Arc<str>> =
            of_provisions.filter(|new| !new.is_inherited).map(|new| &new.item.says).collect();
        let old: Vec<&Arc<str>> = self.code.article(article).map(|old| &old.says).collect();
        let changes_tally = own_tally(draft, article)
            .is_some_and(|new| self.code.tally(article).is_none_or(|old| old.says != new.says));
        (!new.is_empty() && new != old) || changes_tally
    }

    /// Reports each entry of `keeps-readings` that keeps nothing.
    fn check_kept_readings(&self, reader: &mut TomlReader, draft: &Draft) {
        let id = &self.code.id;
        for SpannedName { name: article, span } in &self.head.keeps_readings {
            let readings: Vec<&Reading> = self.code.readings_of(article).collect();
            let (message, help) = if readings.is_empty() {
                let known = self.code.readings.iter().map(|reading| &reading.article);
                (format!("{id} has no reading of article {article}"), did_you_mean(article, known))
            } else if !restates(draft, article) && own_tally(draft, article).is_none() {
                let help = "remove it: the readings of an article that is not restated are inherited";
                (format!("this file does not restate article {article}"), Some(help.to_owned()))
            } else if readings.iter().all(|reading| !reading.alternatives.is_empty()) {
                let help = "write the reading anew in this file, with alternatives for the new provisions";
                (
                    format!(
                        "the alternatives of the readings of article {article} are for the provisions in {id}"
                    ),
                    Some(help.to_owned()),
                )
            } else {
                continue;
            };
            reader.fault(span.clone(), message, help);
        }
    }

    /// The rows on articles that the file neither states, omits nor describes itself.
    fn merge_unruled(&self, draft: &mut Draft) {
        let own: Vec<Arc<str>> = draft.unruled.iter().flat_map(|new| &new.item.articles).cloned().collect();
        for old in &self.code.unruled {
            let mut old = old.clone();
            old.articles.retain(|article| {
                !own.contains(article)
                    && !self.omits(article)
                    && !restates(draft, article)
                    && match old.state {
                        UnruledState::InPart => draft.rules_part_of(article),
                        _ => !draft.rules(article),
                    }
            });
            if !old.articles.is_empty() {
                draft.unruled.push(self.inherited(old));
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
