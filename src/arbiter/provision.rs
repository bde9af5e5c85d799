//! Which provision of a code governs an act.

use crate::law::{Code, Provision, Rule};

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
