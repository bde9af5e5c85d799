//! Claims: who may make one, what must have come to how many, and what a wrong one costs.

use std::sync::Arc;

use super::remedy::RemedyRule;
use super::vocabulary::{
    ClaimAlso, ClaimAt, ClaimBar, ClaimBy, ClaimForm, ClaimWord, CountFrom, CountOf, CountReset, SameBy, Turn,
};

/// Who may claim, when and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// Who.
    pub by: ClaimBy,
    /// On whose turn.
    pub turn: Turn,
    /// Whether on the position that stands or on one about to arise.
    pub form: ClaimForm,
    /// The words that make it, where not the claim itself.
    pub word: Option<ClaimWord>,
    /// The one moment at which it works in full.
    pub at: Option<ClaimAt>,
    /// What must have come to how many.
    pub count: Option<Count>,
    /// What bars it.
    pub barred: Vec<ClaimBar>,
    /// What it is besides.
    pub also: Option<ClaimAlso>,
    /// The articles to cite in each case.
    pub cite: ClaimCitation,
}

/// What must have come to how many.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count {
    /// What is counted.
    pub of: CountOf,
    /// How many.
    pub n: u32,
    /// What sets it back.
    pub resets: Vec<CountReset>,
    /// When two positions are the same.
    pub same: SameBy,
    /// Where it begins.
    pub from: CountFrom,
}

/// The articles to cite, where the claim's forms have their own.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ClaimCitation {
    /// For a position that stands.
    pub arisen: Option<Arc<str>>,
    /// For one about to arise.
    pub written: Option<Arc<str>>,
    /// For a claim that is barred.
    pub barred: Option<Arc<str>>,
    /// What that article says, in the project's own words.
    pub barred_says: Option<Arc<str>>,
    /// For a wrong claim.
    pub wrong: Option<Arc<str>>,
}

/// What a wrong claim costs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    /// The article that says so.
    pub article: Option<Arc<str>>,
    /// What that article says, in the project's own words; else what the provision says stands for it.
    pub says: Option<Arc<str>>,
    /// What it gives.
    pub remedies: Vec<RemedyRule>,
}
