//! Tallies: offences that add up.

use std::sync::Arc;

use super::remedy::RemedyRule;
use super::vocabulary::{Counted, OncePer, TallyPer, TallyPosition};

/// A count of offences, with consequences by number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    pub article: Arc<str>,
    /// The content of the article, in the project's own words.
    pub says: Option<Arc<str>>,
    /// The articles whose offences it counts.
    pub counts: Vec<Arc<str>>,
    pub per: TallyPer,
    pub once_per: OncePer,
    pub counted: Counted,
    pub strikes: Vec<Strike>,
    pub position: TallyPosition,
}

impl Tally {
    /// The strike for the `nth` offence: its own, or else the last one before it.
    pub fn strike(&self, nth: u32) -> Option<&Strike> {
        self.strikes.iter().filter(|strike| strike.nth <= nth).max_by_key(|strike| strike.nth)
    }
}

/// The consequence of the nth offence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strike {
    /// From 1.
    pub nth: u32,
    pub effect: StrikeEffect,
    pub remedies: Vec<RemedyRule>,
}

/// Whether a strike adds to the remedies of the offence or replaces them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StrikeEffect {
    Adds,
    Replaces,
}
