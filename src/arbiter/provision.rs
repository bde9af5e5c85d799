//! Which provision of a code governs an act.

use std::sync::Arc;

use crate::law::{Chooser, Code, Predicate, Provision, RemedyKind, Rule};

use crate::arbiter::predicates::Facts;

/// What the code says of an act: the provision that gives the remedies, and the one that lays down the
/// condition where that is another.
pub(crate) struct Ruling<'c> {
    pub provision: &'c Provision,
    pub condition: Option<&'c Provision>,
}

/// The ruling of a code on an act; `None` where no provision governs it.
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

/// The article that gives a remedy for an act of the same family, where the code says nothing of this one.
pub(crate) fn given_for_the_like(code: &Code, rule: Rule, kind: RemedyKind) -> Option<&Arc<str>> {
    let of_family = |provision: &&Provision| provision.topics.iter().any(|topic| topic.is_of(rule.family()));
    let mut like = code.provisions.iter().filter(of_family);
    like.find(|provision| provision.gives(kind)).map(|provision| &provision.article)
}

/// Whether the law has a position judged that no legal move leads to.
pub(crate) fn asks_for_impossible(provision: &Provision) -> bool {
    let mut asked = provision.when.iter().flat_map(|clause| &clause.any);
    asked.any(|literal| {
        literal.holds && matches!(literal.predicate, Predicate::KingsBothInCheck | Predicate::PawnOnLastRank)
    })
}

/// Whether the claim itself draws, and is not a call on somebody.
pub(crate) fn draws_at_once(provision: &Provision) -> bool {
    provision.remedies.iter().any(|remedy| {
        remedy.kind == RemedyKind::Draw && matches!(remedy.chooser, Chooser::Law | Chooser::Claimant)
    })
}
