//! The provision of a code that governs an act.

use crate::law::{Chooser, Code, Provision, RemedyKind, Rule};

use crate::arbiter::predicates::Facts;

/// The ruling of a code on an act: the provision that gives the remedies, and the one that states the condition if that is
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

/// Whether a claim under a provision draws the game by itself, and is not a call on the opponent or the umpire.
pub(crate) fn draws_at_once(provision: &Provision) -> bool {
    provision.remedies.iter().any(|remedy| {
        remedy.kind == RemedyKind::Draw && matches!(remedy.chooser, Chooser::Law | Chooser::Claimant)
    })
}
