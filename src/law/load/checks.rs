//! Checks of a law file as a whole: nothing is defined twice, unreachable or missing.

use std::ops::Range;

use super::draft::Draft;
use super::scope::{Placed, Reference, Target, did_you_mean};
use super::unruled::check_unruled;
use crate::law::code::Code;
use crate::law::condition::implies;
use crate::law::provision::{Late, Provision};
use crate::law::rules::{FindingBasis, Rule};
use crate::law::vocabulary::Coverage;
use crate::law::words::list_and;
use crate::toml_reader::{TomlReader, TomlTable, Value};

/// Makes every check that needs more than one table.
pub(super) fn check_consistency(
    reader: &mut TomlReader,
    coverage: Option<Coverage>,
    root: &TomlTable<'_, '_>,
    draft: &Draft,
    references: &[Reference],
    base: Option<&Code>,
) {
    check_provisions_reachable(reader, &draft.provisions, base);
    check_provisions_effective(reader, &draft.provisions);
    check_silences(reader, draft);
    check_references(reader, draft, references);
    check_tallies(reader, draft);
    check_readings(reader, draft);
    check_unruled(reader, draft);
    if coverage == Some(Coverage::Whole) {
        check_all_rules_covered(reader, root, draft, base);
    }
}

/// Reports keys that have no effect.
fn check_provisions_effective(reader: &mut TomlReader, provisions: &[Placed<Provision>]) {
    for Placed { item, name, .. } in provisions {
        let draws_alone =
            |topic: &Rule| matches!(topic, Rule::DrawAutomatic | Rule::DrawDead | Rule::ResultLaw);
        if item.opened.is_some() && (item.claim.is_some() || item.topics.iter().any(draws_alone)) {
            reader.fault(
                name.clone(),
                format!(
                    "`opened` has no effect on a claim, a draw without a claim or a result ({})",
                    item.article
                ),
                Some("remove `opened`".to_owned()),
            );
        }
    }
}

/// Whether `earlier` governs in every case in which `later` would.
fn shadows(earlier: &Provision, later: &Provision) -> bool {
    // A different `opens` or `count` is a different trigger. A provision with `opened` governs only from then on.
    earlier.opens == later.opens
        && earlier.count == later.count
        && (earlier.opened.is_none() || earlier.opened == later.opened)
        && implies(&later.when, &earlier.when)
}

fn check_provisions_reachable(
    reader: &mut TomlReader,
    provisions: &[Placed<Provision>],
    base: Option<&Code>,
) {
    for (at, later) in provisions.iter().enumerate() {
        let before = provisions.get(..at).unwrap_or_default();
        let twice = before.iter().any(|earlier| {
            earlier.item.article == later.item.article
                && earlier.item.topics == later.item.topics
                && earlier.item.when == later.item.when
                && earlier.item.opens == later.item.opens
                && earlier.item.opened == later.item.opened
                && earlier.item.count == later.item.count
        });
        if twice {
            reader.fault(
                later.name.clone(),
                format!(
                    "article {} has two provisions with the same topics and conditions",
                    later.item.article
                ),
                Some("remove one of the two provisions".to_owned()),
            );
            continue;
        }
        // Another provision leads to this article.
        let article = &later.item.article;
        let is_sequel = provisions.iter().any(|other| {
            other.item.then.contains(article)
                || other.item.penalty.as_ref() == Some(article)
                || matches!(&other.item.late, Some(Late::Article(late)) if late == article)
        });
        if is_sequel {
            continue;
        }
        let mut hidden: Vec<(&Placed<Provision>, Vec<Rule>)> = Vec::new();
        for topic in later.item.topics.iter().copied() {
            let hides_later = |earlier: &&Placed<Provision>| {
                earlier.item.topics.contains(&topic) && shadows(&earlier.item, &later.item)
            };
            let Some(earlier) = before.iter().find(hides_later) else { continue };
            match hidden.iter_mut().find(|(other, _)| std::ptr::eq(*other, earlier)) {
                Some((_, topics)) => topics.push(topic),
                None => hidden.push((earlier, vec![topic])),
            }
        }
        for (earlier, topics) in hidden {
            report_hidden(reader, earlier, later, &topics, base);
        }
    }
}

/// Reports a provision that never applies to `topics`, at the place in the file that causes it.
fn report_hidden(
    reader: &mut TomlReader,
    earlier: &Placed<Provision>,
    later: &Placed<Provision>,
    topics: &[Rule],
    base: Option<&Code>,
) {
    let (first, second) = (&earlier.item.article, &later.item.article);
    let names: Vec<String> = topics.iter().map(|topic| format!("`{topic}`")).collect();
    let names = list_and(&names);
    let source = |placed: &Placed<Provision>| match base {
        Some(base) if placed.is_inherited => format!(" of {}", base.id),
        _ => String::new(),
    };
    let message = format!(
        "article {second}{} never applies to {names}: article {first}{} comes before it and applies in every case in \
         which it would",
        source(later),
        source(earlier)
    );
    let is_of_base =
        |placed: &Placed<Provision>| base.is_some_and(|base| base.provision(&placed.item.article).is_some());
    let hides_all = topics.len() == later.item.topics.len();
    let help = if later.is_inherited {
        let leave = if hides_all {
            format!("add omits = [\"{second}\"] to [code]")
        } else {
            format!("restate article {second} in this file without {names}")
        };
        if earlier.is_inherited {
            leave
        } else {
            format!(
                "add a `when = […]` to article {first} with the cases that it is for; if it is for all of them, {leave}"
            )
        }
    } else if is_of_base(later) {
        // A restated article has the place of the old one.
        let change = if earlier.is_inherited {
            format!(
                "add omits = [\"{first}\"] to [code], or restate article {first} in this file with a `when = […]`"
            )
        } else {
            format!("add a `when = […]` to article {first} with the cases that it is for")
        };
        format!("{change}; the order of the articles is that of the code that this file extends")
    } else if implies(&earlier.item.when, &later.item.when) {
        format!(
            "add a `when = […]` to article {first} with the cases that it is for, or remove {names} from one of the two"
        )
    } else {
        "put the special article before the general one".to_owned()
    };
    let place = if later.is_inherited && !earlier.is_inherited { earlier } else { later };
    reader.fault(place.name.clone(), message, Some(help));
}

fn check_silences(reader: &mut TomlReader, draft: &Draft) {
    for (at, silence) in draft.silences.iter().enumerate() {
        for topic in &silence.item.topics {
            let provided = draft.provisions.iter().map(|provision| &provision.item).find(|provision| {
                provision.topics.contains(topic) && provision.when.is_empty() && provision.opens.is_none()
            });
            if let Some(provided) = provided {
                reader.fault(
                    silence.name.clone(),
                    format!(
                        "article {} provides for `{topic}`, so the code is not silent on it",
                        provided.article
                    ),
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

fn check_references(reader: &mut TomlReader, draft: &Draft, references: &[Reference]) {
    for reference in references {
        let article = &*reference.article;
        let (names, what) = match reference.target {
            Target::Tally => (&draft.named.tallies, "tally"),
            Target::Provision => (&draft.named.articles, "article"),
        };
        if !names.contains(&reference.article) {
            reader.fault(
                reference.span.clone(),
                format!("this code has no {what} {article}"),
                if article == "stand" {
                    Some("use `stands` or an article".to_owned())
                } else {
                    did_you_mean(article, names)
                },
            );
        }
    }
}

fn check_tallies(reader: &mut TomlReader, draft: &Draft) {
    for (at, tally) in draft.tallies.iter().enumerate() {
        let before = draft.tallies.get(..at).unwrap_or_default();
        if before.iter().any(|other| other.item.article == tally.item.article) {
            reader.fault(
                tally.name.clone(),
                format!("the tally {} is defined twice", tally.item.article),
                None,
            );
        }
        for (at, strike) in tally.item.strikes.iter().enumerate() {
            let before = tally.item.strikes.get(..at).unwrap_or_default();
            if before.iter().any(|other| other.nth == strike.nth) {
                reader.fault(tally.span.clone(), format!("the strike {} is defined twice", strike.nth), None);
            }
        }
    }
    for provision in &draft.provisions {
        let Some(named) = &provision.item.tally else {
            continue;
        };
        let article = &provision.item.article;
        let is_uncounted = draft
            .tallies
            .iter()
            .any(|tally| tally.item.article == *named && !tally.item.counts.contains(article));
        if is_uncounted {
            reader.fault(
                provision.name.clone(),
                format!("article {article} names the tally {named}, which does not count it"),
                Some(format!("add `{article}` to its `counts`")),
            );
        }
    }
}

/// Checks that each reading belongs to an article of a provision or tally, unless it changes only the regulations.
fn check_readings(reader: &mut TomlReader, draft: &Draft) {
    for reading in &draft.readings {
        let article = &reading.item.article;
        let known = || draft.named.articles.iter().chain(&draft.named.tallies);
        let of_play = !reading.item.alternatives.is_empty()
            && reading.item.alternatives.iter().all(|alternative| {
                let settings = &alternative.settings;
                settings.iter().all(|setting| setting.path.starts_with("play."))
            });
        if !known().any(|name| name == article) && !of_play {
            reader.fault(
                reading.name.clone(),
                format!("no provision of this code has the article {article}"),
                did_you_mean(article, known()),
            );
        }
    }
}

/// Checks that a code known in full provides for each rule or declares a silence.
fn check_all_rules_covered(
    reader: &mut TomlReader,
    root: &TomlTable<'_, '_>,
    draft: &Draft,
    base: Option<&Code>,
) {
    let named = |rule: Rule| draft.named.topics.contains(&rule);
    let of_code: Range<usize> = root.get("code").map_or(0..0, Value::span);
    for rule in Rule::ALL.iter().copied() {
        let covered = named(rule) || rule.parent().is_some_and(named);
        if rule.basis() == FindingBasis::Law && !covered {
            // The base may cover the rule by an article that this file replaces or omits.
            let lost = base.and_then(|base| Some((base, base.provisions_for(rule).next()?)));
            let anew = lost.and_then(|(_, provision)| {
                draft.provisions.iter().find(|stated| stated.item.article == provision.article)
            });
            let help = match (lost, anew) {
                (Some((base, provision)), Some(_)) => format!(
                    "article {} of this file replaces every provision of that article in {}: add the provision on `{rule}` too",
                    provision.article, base.id
                ),
                (Some((base, provision)), None) => format!(
                    "article {} of {} provides for it, but this code omits that article: add a provision, or add it to a [[silence]]: topics = [\"{rule}\"]",
                    provision.article, base.id
                ),
                (None, _) => format!("add a provision, or add it to a [[silence]]: topics = [\"{rule}\"]"),
            };
            reader.fault(
                anew.map_or_else(|| of_code.clone(), |stated| stated.name.clone()),
                format!("`{rule}`: no provision or silence names this topic"),
                Some(help),
            );
        }
    }
}
