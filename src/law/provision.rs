//! A provision: when an article applies, which remedies it gives, and how long they may be used.

use std::sync::Arc;

use super::claim::{Claim, Count, Wrong};
use super::condition::{Clause, Literal, all_hold};
use super::remedy::RemedyRule;
use super::rules::Rule;
use super::source::PrintedText;
use super::vocabulary::{
    Binds, OffenceFamily, OffenderRole, Opener, Person, Predicate, RemedyKind, RetractTo, TouchException,
    UnknownOrder, WindowId,
};

/// One statement of an article. An article can have several provisions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Provision {
    /// The article that makes it.
    pub article: Arc<str>,
    /// The rules it governs.
    pub topics: Vec<Rule>,
    /// The condition under which it applies. Every clause must hold.
    pub when: Vec<Clause>,
    /// Its content in one sentence, in the project's own words.
    pub says: Arc<str>,
    /// The printed sentence that it restates, if the source is free of copyright.
    pub text: Option<PrintedText>,
    /// Whether it is a duty or a right.
    pub binds: Binds,
    /// The player who committed the offence.
    pub offender: OffenderRole,
    /// The event that opens the case, if the act itself does not.
    pub opens: Option<Opener>,
    /// The claim that it needs.
    pub claim: Option<Claim>,
    /// The count that it needs, if it needs no claim.
    pub count: Option<Count>,
    /// The position to which the moves are taken back.
    pub retract: RetractTo,
    /// The remedies that it gives.
    pub remedies: Vec<RemedyRule>,
    /// The remedies to use if no move can satisfy any of `remedies`.
    pub otherwise: Vec<RemedyRule>,
    /// The end of the right.
    pub window: Option<WindowRule>,
    /// The start of the right.
    pub opened: Option<OpensAfter>,
    /// The articles whose rights arise if the window closes unused.
    pub then: Vec<Arc<str>>,
    /// The article that gives the consequence, if this one gives only the condition.
    pub penalty: Option<Arc<str>>,
    /// The rule once the window has closed.
    pub late: Option<Late>,
    /// The families of offences that are excused if this provision applies.
    pub excuses: Vec<OffenceFamily>,
    /// The order to assume if the order of touches is unknown.
    pub order: Option<Order>,
    /// The tally in which the offence counts.
    pub tally: Option<Arc<str>>,
    /// The cost of a wrong claim.
    pub wrong: Option<Wrong>,
    /// Whether it makes a finding. If not, it only decides.
    pub report: bool,
}

impl Provision {
    /// Whether its `when` holds.
    pub fn governs(&self, fact: impl FnMut(Predicate) -> bool) -> bool {
        all_hold(&self.when, fact)
    }

    /// Whether its `when` names a fact that must hold.
    pub fn asks_for(&self, fact: Predicate) -> bool {
        self.literals().any(|literal| literal.predicate == fact && literal.holds)
    }

    /// Whether one of its conditions is about this predicate.
    pub(crate) fn mentions(&self, predicate: Predicate) -> bool {
        self.literals().any(|literal| literal.predicate == predicate)
    }

    /// The predicates of its `when`, each with whether it must hold.
    pub(crate) fn literals(&self) -> impl Iterator<Item = &Literal> {
        self.when.iter().flat_map(|clause| &clause.any)
    }

    /// Whether it gives a remedy of this kind, fallbacks included.
    pub fn gives_remedy(&self, kind: RemedyKind) -> bool {
        let rules = self.remedies.iter().chain(&self.otherwise);
        rules.flat_map(RemedyRule::chain).any(|rule| rule.kind == kind)
    }

    /// Its article, and those that it cites for a claim or for the cost of a wrong one.
    pub(crate) fn articles(&self) -> impl Iterator<Item = &Arc<str>> {
        let claim = self.claim.iter().map(|claim| &claim.cite);
        let of_claim = claim.flat_map(|cite| [&cite.arisen, &cite.written, &cite.barred, &cite.wrong]);
        let of_wrong = self.wrong.iter().map(|wrong| &wrong.article);
        std::iter::once(&self.article).chain(of_claim.chain(of_wrong).flatten())
    }

    /// Whether it cites an article for its claim or for the cost of a wrong claim.
    pub(crate) fn cites(&self, article: &str) -> bool {
        self.articles().skip(1).any(|cited| &**cited == article)
    }

    /// The sentence of an article that it cites, if that differs from its own.
    pub(crate) fn says_of_cited(&self, article: &str) -> Option<&Arc<str>> {
        let is_asked = |cited: &Option<Arc<str>>| cited.as_deref() == Some(article);
        let wrong = self.wrong.as_ref().filter(|wrong| is_asked(&wrong.article));
        let barred = self.claim.as_ref().map(|claim| &claim.cite).filter(|cite| is_asked(&cite.barred));
        let of_wrong = wrong.and_then(|wrong| wrong.says.as_ref());
        of_wrong.or_else(|| barred.and_then(|cite| cite.barred_says.as_ref()))
    }

    /// Its own count, or else that of its claim.
    pub fn required_count(&self) -> Option<&Count> {
        let claimed = self.claim.as_ref().and_then(|claim| claim.count.as_ref());
        self.count.as_ref().or(claimed)
    }
}

/// The end of a right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WindowRule {
    /// Its name in the file, if several provisions share it.
    pub name: Option<Arc<str>>,
    pub closes: WindowId,
    /// The number of moves, for windows that count moves.
    pub n: Option<u32>,
    /// The player whose moves it counts.
    pub who: Option<Person>,
    /// Whether words said with the closing move are still in time.
    pub with: bool,
    /// Whether an illegal move closes it only once it is answered.
    pub legal: bool,
    /// Whether it counts only completed moves.
    pub completed: bool,
    pub except: Vec<TouchException>,
}

/// The start of a right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpensAfter {
    /// The moves that each side must have made.
    pub moves_each: u32,
    /// Whether only completed moves count.
    pub completed: bool,
}

/// The rule once the window has closed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Late {
    /// The position is left as it is.
    Stands,
    /// This article applies.
    Article(Arc<str>),
}

/// The order to assume if the order of touches is unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    pub unknown: UnknownOrder,
}
