//! The numbers that an edition gives to articles of the code that it extends.

use std::ops::Range;
use std::sync::Arc;

use crate::law::code::Code;
use crate::law::provision::{Late, Provision};
use crate::law::reading::OtherReading;
use crate::law::remedy::{Otherwise, RemedyRule};
use crate::toml_reader::{Node, TomlReader, Value};

use super::scope::did_you_mean;

/// `renumbers` in `[code]`: an article of the extended code, and its number in this one.
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
    /// Gives the articles of the extended code their new numbers.
    pub(super) fn apply(&self, reader: &mut TomlReader, base: &mut Code) {
        for Renumbered { old, new, span } in &self.0 {
            let articles = base.articles();
            let tallies = base.tallies.iter().map(|tally| &tally.article);
            if !articles.contains(&old) && !tallies.clone().any(|article| article == old) {
                let help = did_you_mean(old, articles.into_iter().chain(tallies));
                reader.fault(span.clone(), format!("{} has no article {old}", base.id), help);
            }
            if self.0.iter().filter(|other| other.new == *new).count() > 1 {
                reader.fault(span.clone(), format!("two articles get the number {new}"), None);
            }
        }
        for provision in &mut base.provisions {
            self.provision(provision);
        }
        for tally in &mut base.tallies {
            self.article(&mut tally.article);
            tally.counts.iter_mut().for_each(|article| self.article(article));
            tally.strikes.iter_mut().for_each(|strike| self.remedies(&mut strike.remedies));
        }
        for reading in &mut base.readings {
            self.article(&mut reading.article);
        }
    }

    /// The alternative readings by the old numbers.
    pub(super) fn in_base(&self, alternatives: Vec<OtherReading>) -> Vec<OtherReading> {
        let old = |article: &Arc<str>| self.0.iter().find(|one| one.new == *article).map(|one| &one.old);
        alternatives
            .into_iter()
            .map(|other| OtherReading {
                article: Arc::clone(old(&other.article).unwrap_or(&other.article)),
                name: other.name,
            })
            .collect()
    }

    fn article(&self, article: &mut Arc<str>) {
        if let Some(found) = self.0.iter().find(|one| one.old == *article) {
            *article = Arc::clone(&found.new);
        }
    }

    fn provision(&self, provision: &mut Provision) {
        self.article(&mut provision.article);
        provision.then.iter_mut().for_each(|article| self.article(article));
        provision.penalty.iter_mut().for_each(|article| self.article(article));
        provision.tally.iter_mut().for_each(|article| self.article(article));
        if let Some(Late::Article(article)) = &mut provision.late {
            self.article(article);
        }
        if let Some(claim) = &mut provision.claim {
            let cite = &mut claim.cite;
            let cited = [&mut cite.arisen, &mut cite.written, &mut cite.barred, &mut cite.wrong];
            cited.into_iter().flatten().for_each(|article| self.article(article));
        }
        if let Some(wrong) = &mut provision.wrong {
            wrong.article.iter_mut().for_each(|article| self.article(article));
            self.remedies(&mut wrong.remedies);
        }
        self.remedies(&mut provision.remedies);
        self.remedies(&mut provision.otherwise);
    }

    fn remedies(&self, remedies: &mut [RemedyRule]) {
        for remedy in remedies {
            remedy.articles.iter_mut().for_each(|article| self.article(article));
            if let Otherwise::Remedy(next) = &mut remedy.otherwise {
                self.remedies(std::slice::from_mut(next));
            }
        }
    }
}
