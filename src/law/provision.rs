//! A provision: when an article applies, which remedies it gives, and until when.

use std::sync::Arc;

use super::claim::{Claim, Count, Wrong};
use super::condition::{Clause, all_hold};
use super::remedy::{Otherwise, RemedyRule};
use super::rules::Rule;
use super::vocabulary::{
    Binds, OffenceFamily, OffenderRole, Opener, Person, Predicate, RemedyKind, RetractTo, TouchException,
    UnknownOrder, WindowId,
};

/// One thing that an article lays down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Provision {
    /// The article.
    pub article: Arc<str>,
    /// The rules it governs.
    pub topics: Vec<Rule>,
    /// What must hold; every clause.
    pub when: Vec<Clause>,
    /// What it says, one sentence.
    pub says: Arc<str>,
    /// How it binds.
    pub binds: Binds,
    /// Whose offence it is.
    pub offender: OffenderRole,
    /// What opens the case, where the act itself does not.
    pub opens: Option<Opener>,
    /// Who may claim, when and how.
    pub claim: Option<Claim>,
    /// What must have come to how many, where it takes no claim.
    pub count: Option<Count>,
    /// Where the men go back to.
    pub retract: RetractTo,
    /// What it gives.
    pub remedies: Vec<RemedyRule>,
    /// What it gives where none of the remedies has a move.
    pub otherwise: Vec<RemedyRule>,
    /// Until when.
    pub window: Option<WindowRule>,
    /// From when.
    pub opened: Option<OpensAfter>,
    /// The articles whose right arises when the window closes unused.
    pub then: Vec<Arc<str>>,
    /// The article that lays down what follows, where this one lays down the condition only.
    pub penalty: Option<Arc<str>>,
    /// What holds once it is too late.
    pub late: Option<Late>,
    /// The families that do not bind where this applies.
    pub excuses: Vec<OffenceFamily>,
    /// What is taken where the order of touches is unknown.
    pub order: Option<Order>,
    /// The tally it counts in.
    pub tally: Option<Arc<str>>,
    /// What a wrong claim costs.
    pub wrong: Option<Wrong>,
    /// Whether it is a finding; where not, it only decides.
    pub report: bool,
}

impl Provision {
    /// Whether its `when` holds, given the facts.
    pub fn governs(&self, fact: impl FnMut(Predicate) -> bool) -> bool {
        all_hold(&self.when, fact)
    }

    /// Whether it gives a remedy of this kind, at once or where others have no move.
    pub fn gives(&self, kind: RemedyKind) -> bool {
        let mut rules: Vec<&RemedyRule> = self.remedies.iter().chain(&self.otherwise).collect();
        while let Some(rule) = rules.pop() {
            if rule.kind == kind {
                return true;
            }
            if let Otherwise::Remedy(next) = &rule.otherwise {
                rules.push(next);
            }
        }
        false
    }

    /// What must have come to how many: its own count, or that of its claim.
    pub fn counting(&self) -> Option<&Count> {
        let claimed = self.claim.as_ref().and_then(|claim| claim.count.as_ref());
        self.count.as_ref().or(claimed)
    }
}

/// Until when a right may be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WindowRule {
    /// Its name in the file, where it is said once for several provisions.
    pub name: Option<Arc<str>>,
    /// What closes it.
    pub closes: WindowId,
    /// How many moves, where it counts any.
    pub n: Option<u32>,
    /// Whose moves, where it counts one player's.
    pub who: Option<Person>,
    /// Whether words said with the closing move are still inside.
    pub with: bool,
    /// Whether an illegal move does not close it.
    pub legal: bool,
    /// The touches that do not close it.
    pub except: Vec<TouchException>,
}

/// From when a right may be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpensAfter {
    /// Not before each side has made so many moves.
    pub moves_each: u32,
}

/// What holds once the window has closed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Late {
    /// The position stands.
    Stands,
    /// What this article says.
    Article(Arc<str>),
}

/// What is taken where the order of touches is unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    /// Which man came first.
    pub unknown: UnknownOrder,
}
