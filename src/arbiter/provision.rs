//! Finds the provision of a code that governs an act.

use std::sync::Arc;

use crate::law::{Chooser, Code, Predicate, Provision, RemedyKind, Rule};

use crate::arbiter::predicates::Facts;

/// The provision that gives the remedies for an act, and the provision that states the condition if that is
/// another.
pub(crate) struct Ruling<'c> {
    pub provision: &'c Provision,
    pub condition: Option<&'c Provision>,
}

/// The ruling of a code on an act; `None` if no provision governs it.
pub(crate) fn ruling(
    code: &Code,
    rule: Rule,
    facts: Facts,
    asks: impl Fn(&Provision) -> bool,
) -> Option<Ruling<'_>> {
    let governs = |provision: &&Provision| asks(provision) && provision.governs(|fact| facts.has(fact));
    let condition = code.provisions_for(rule).find(governs)?;
    let Some(article) = &condition.penalty else {
        return Some(Ruling { provision: condition, condition: None });
    };
    let penalty =
        code.provisions_for(rule).find(|provision| provision.article == *article && governs(provision));
    Some(match penalty {
        Some(provision) => Ruling { provision, condition: Some(condition) },
        None => Ruling { provision: condition, condition: None },
    })
}

/// The article that gives a remedy for a similar act, if the code has none for this one.
pub(crate) fn article_for_similar_act(code: &Code, rule: Rule, kind: RemedyKind) -> Option<&Arc<str>> {
    let of_family =
        |provision: &&Provision| provision.topics.iter().any(|topic| topic.is_in_family(rule.family()));
    let mut like = code.provisions.iter().filter(of_family);
    like.find(|provision| provision.gives_remedy(kind)).map(|provision| &provision.article)
}

/// Whether the provision is about positions that no legal move can reach.
pub(crate) fn is_about_impossible_position(provision: &Provision) -> bool {
    provision.asks_for(Predicate::KingsBothInCheck) || provision.asks_for(Predicate::PawnOnLastRank)
}

/// Whether the claim itself draws the game, without a request to another person.
pub(crate) fn draws_at_once(provision: &Provision) -> bool {
    provision.remedies.iter().any(|remedy| {
        remedy.kind == RemedyKind::Draw && matches!(remedy.chooser, Chooser::Law | Chooser::Claimant)
    })
}
