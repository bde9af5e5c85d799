//! Claims: who may make one, the count that it needs, and the cost of a wrong one.

use std::sync::Arc;

use super::endgame::CountLimit;
use super::remedy::RemedyRule;
use super::vocabulary::{
    ClaimAlso, ClaimAt, ClaimBar, ClaimBy, ClaimForm, ClaimWord, CountFrom, CountOf, CountReset, SameBy, Turn,
};

/// The conditions of a claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    pub by: ClaimBy,
    pub turn: Turn,
    pub form: ClaimForm,
    /// The words that make it, if they are not the claim command itself.
    pub word: Option<ClaimWord>,
    /// The one moment at which it has its full effect.
    pub at: Option<ClaimAt>,
    pub count: Option<Count>,
    pub barred: Vec<ClaimBar>,
    /// Open only to a player with less time left, in seconds.
    pub time_under: Option<u32>,
    /// Its second effect.
    pub also: Option<ClaimAlso>,
    pub cite: ClaimCitation,
}

/// The number of moves or occurrences that a right needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count {
    pub of: CountOf,
    pub n: u32,
    pub resets: Vec<CountReset>,
    pub same: SameBy,
    pub from: CountFrom,
    /// The larger numbers of some endings.
    pub limits: Vec<CountLimit>,
}

/// The articles to cite, if the forms of the claim have their own.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ClaimCitation {
    /// For a position on the board.
    pub arisen: Option<Arc<str>>,
    /// For a position that the written move will bring.
    pub written: Option<Arc<str>>,
    pub barred: Option<Arc<str>>,
    /// The content of the article in `barred`, in the project's own words.
    pub barred_says: Option<Arc<str>>,
    pub wrong: Option<Arc<str>>,
}

/// The cost of a wrong claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    pub article: Option<Arc<str>>,
    /// The content of the article, in the project's own words. `None` if the provision's own sentence covers it.
    pub says: Option<Arc<str>>,
    pub remedies: Vec<RemedyRule>,
}
