//! Checks of a law file as a whole: nothing is defined twice, unreachable or left out.

use std::ops::Range;
use std::sync::Arc;

use super::draft::Draft;
use super::scope::{As, Placed, Reference};
use crate::law::code::Code;
use crate::law::condition::implies;
use crate::law::provision::{Late, Provision};
use crate::law::rules::{Ground, Rule};
use crate::law::vocabulary::Coverage;
use crate::nearest::nearest;
use crate::toml_reader::{TomlReader, TomlTable, Value};

/// Every check that needs more than one table.
pub(super) fn hold_against_itself(
    reader: &mut TomlReader,
    coverage: Option<Coverage>,
    root: &TomlTable<'_, '_>,
    draft: &Draft,
    references: &[Reference],
    base: Option<&Code>,
) {
    reachable(reader, &draft.provisions);
    silences_reachable(reader, draft);
    references_exist(reader, draft, references);
    tallies_agree(reader, draft);
    readings_belong(reader, draft);
    if coverage == Some(Coverage::Whole) {
        all_covered(reader, root, draft, base);
    }
}

/// Whether `earlier` governs wherever `later` would.
fn shadows(earlier: &Provision, later: &Provision) -> bool {
    // Another opening or another count is another trigger; a right that arises later governs only then.
    earlier.opens == later.opens
        && earlier.count == later.count
        && (earlier.opened.is_none() || earlier.opened == later.opened)
        && implies(&later.when, &earlier.when)
}

fn reachable(reader: &mut TomlReader, provisions: &[Placed<Provision>]) {
    for (at, later) in provisions.iter().enumerate() {
        let before = provisions.get(..at).unwrap_or_default();
        let twice = before.iter().any(|earlier| {
            earlier.item.article == later.item.article
                && earlier.item.topics == later.item.topics
                && earlier.item.when == later.item.when
                && earlier.item.opens == later.item.opens
                && earlier.item.count == later.item.count
        });
        if twice {
            reader.fault(
                later.name.clone(),
                format!("article {} lays this down twice", later.item.article),
                Some("drop one of the two provisions".to_owned()),
            );
            continue;
        }
        // What another provision hands over to is reached through it.
        let article = &later.item.article;
        let sequel = provisions.iter().any(|other| {
            other.item.then.contains(article)
                || other.item.penalty.as_ref() == Some(article)
                || matches!(&other.item.late, Some(Late::Article(late)) if late == article)
        });
        if sequel {
            continue;
        }
        let hidden: Vec<(Rule, &Arc<str>)> = later
            .item
            .topics
            .iter()
            .filter_map(|topic| {
                before
                    .iter()
                    .find(|earlier| {
                        earlier.item.topics.contains(topic) && shadows(&earlier.item, &later.item)
                    })
                    .map(|earlier| (*topic, &earlier.item.article))
            })
            .collect();
        for (topic, article) in hidden {
            reader.fault(
                later.name.clone(),
                format!(
                    "article {} can never be reached for `{topic}`: article {article} stands \
                     before it and governs wherever it would",
                    later.item.article
                ),
                Some("put the special article before the general one".to_owned()),
            );
        }
    }
}

fn silences_reachable(reader: &mut TomlReader, draft: &Draft) {
    for (at, silence) in draft.silences.iter().enumerate() {
        for topic in &silence.item.topics {
            let provided = draft.provisions.iter().find(|provision| {
                let provision = &provision.item;
                provision.topics.contains(topic) && provision.when.is_empty() && provision.opens.is_none()
            });
            if let Some(provided) = provided {
                let article = &provided.item.article;
                reader.fault(
                    silence.name.clone(),
                    format!("article {article} speaks of `{topic}`: the code is not silent"),
                    None,
                );
            }
            let before = draft.silences.get(..at).unwrap_or_default();
            if before.iter().any(|other| other.item.topics.contains(topic)) {
                reader.fault(
                    silence.name.clone(),
                    format!("the silence on `{topic}` is declared twice"),
                    None,
                );
            }
        }
    }
}

fn references_exist(reader: &mut TomlReader, draft: &Draft, references: &[Reference]) {
    let provisions = || draft.named.articles.iter().map(|article| &**article);
    let tallies = || draft.named.tallies.iter().map(|article| &**article);
    for reference in references {
        let article = &*reference.article;
        let is_there = match reference.as_a {
            As::Tally => tallies().any(|name| name == article),
            As::Provision => provisions().any(|name| name == article),
        };
        if !is_there {
            let (near, what) = match reference.as_a {
                As::Tally => (nearest(article, tallies()), "tally"),
                As::Provision => (nearest(article, provisions()), "article"),
            };
            reader.fault(
                reference.span.clone(),
                format!("this code has no {what} {article}"),
                near.map(|near| format!("did you mean `{near}`?")),
            );
        }
    }
}

fn tallies_agree(reader: &mut TomlReader, draft: &Draft) {
    for (at, tally) in draft.tallies.iter().enumerate() {
        let before = draft.tallies.get(..at).unwrap_or_default();
        if before.iter().any(|other| other.item.article == tally.item.article) {
            reader.fault(
                tally.name.clone(),
                format!("the tally {} is given twice", tally.item.article),
                None,
            );
        }
        for (at, strike) in tally.item.strikes.iter().enumerate() {
            let before = tally.item.strikes.get(..at).unwrap_or_default();
            if before.iter().any(|other| other.nth == strike.nth) {
                reader.fault(tally.span.clone(), format!("the strike {} is given twice", strike.nth), None);
            }
        }
    }
    for provision in &draft.provisions {
        let Some(named) = &provision.item.tally else {
            continue;
        };
        let article = &provision.item.article;
        let uncounted = draft
            .tallies
            .iter()
            .any(|tally| tally.item.article == *named && !tally.item.counts.contains(article));
        if uncounted {
            reader.fault(
                provision.name.clone(),
                format!("article {article} names the tally {named}, which does not count it"),
                Some(format!("add `{article}` to its `counts`")),
            );
        }
    }
}

/// A reading is of an article that provides something, or of one that a claim or tally cites.
fn readings_belong(reader: &mut TomlReader, draft: &Draft) {
    for reading in &draft.readings {
        let article = &reading.item.article;
        let known = || draft.named.articles.iter().chain(&draft.named.tallies);
        let of_play = !reading.item.alternatives.is_empty()
            && reading.item.alternatives.iter().all(|alternative| {
                let settings = &alternative.settings;
                settings.iter().all(|setting| setting.path.starts_with("play."))
            });
        if !known().any(|name| name == article) && !of_play {
            let near = nearest(article, known().map(|name| &**name));
            reader.fault(
                reading.name.clone(),
                format!("no provision of this code is of article {article}"),
                near.map(|near| format!("did you mean `{near}`?")),
            );
        }
    }
}

fn all_covered(reader: &mut TomlReader, root: &TomlTable<'_, '_>, draft: &Draft, base: Option<&Code>) {
    let named = |rule: Rule| draft.named.topics.contains(&rule);
    let of_code: Range<usize> = root.get("code").map_or(0..0, Value::span);
    for rule in Rule::ALL.iter().copied() {
        let covered = named(rule) || rule.parent().is_some_and(named);
        if rule.ground() == Ground::Law && !covered {
            // What the code extended says of it went with an article that is stated anew, or left out.
            let lost = base.and_then(|base| Some((base, base.provisions_for(rule).next()?)));
            let anew = lost.and_then(|(_, provision)| {
                draft.provisions.iter().find(|stated| stated.item.article == provision.article)
            });
            let help = match (lost, anew) {
                (Some((base, provision)), Some(_)) => format!(
                    "article {} stated anew takes the place of all its provisions in {}: add the one on `{rule}` too",
                    provision.article, base.id
                ),
                (Some((base, provision)), None) => format!(
                    "article {} of {} speaks of it, which this code omits: provide for it, or add it to a [[silence]]: topics = [\"{rule}\"]",
                    provision.article, base.id
                ),
                (None, _) => format!("provide for it, or add it to a [[silence]]: topics = [\"{rule}\"]"),
            };
            reader.fault(
                anew.map_or_else(|| of_code.clone(), |stated| stated.name.clone()),
                format!("`{rule}`: no provision names this topic, and no silence"),
                Some(help),
            );
        }
    }
}
