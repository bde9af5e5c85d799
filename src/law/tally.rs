//! Offences that add up.

use std::sync::Arc;

use super::remedy::RemedyRule;
use super::vocabulary::{Counted, OncePer, TallyPer, TallyPosition};

/// Offences that add up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    /// The article that lays it down.
    pub article: Arc<str>,
    /// What that article says, in the project's own words.
    pub says: Option<Arc<str>>,
    /// The articles whose offences it counts.
    pub counts: Vec<Arc<str>>,
    /// Whose.
    pub per: TallyPer,
    /// What counts once however much went wrong in it.
    pub once_per: OncePer,
    /// When an offence enters it.
    pub counted: Counted,
    /// What each one brings.
    pub strikes: Vec<Strike>,
    /// The position by which a strike is judged.
    pub position: TallyPosition,
}

impl Tally {
    /// What the `nth` offence brings: its own strike, or the last one before it.
    pub fn strike(&self, nth: u32) -> Option<&Strike> {
        self.strikes.iter().filter(|strike| strike.nth <= nth).max_by_key(|strike| strike.nth)
    }
}

/// What the nth offence brings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strike {
    /// Which offence, from 1.
    pub nth: u32,
    /// Whether it comes on top of the remedies or in their place.
    pub effect: StrikeEffect,
    /// What it gives.
    pub remedies: Vec<RemedyRule>,
}

/// Whether a strike comes on top of the remedies or in their place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StrikeEffect {
    /// On top.
    Adds,
    /// In their place.
    Replaces,
}
