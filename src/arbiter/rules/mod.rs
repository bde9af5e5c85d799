//! The families of rules, one file for each.

pub(crate) mod agreement;
pub(crate) mod board;
pub(crate) mod calls;
pub(crate) mod claims;
pub(crate) mod clock;
pub(crate) mod conduct;
pub(crate) mod counts;
pub(crate) mod discoveries;
pub(crate) mod draw_claims;
pub(crate) mod draws;
pub(crate) mod elections;
pub(crate) mod enforcement;
pub(crate) mod late;
pub(crate) mod moves;
pub(crate) mod notices;
pub(crate) mod record;
pub(crate) mod result;
pub(crate) mod rulings;
pub(crate) mod sealed;
pub(crate) mod setup;
pub(crate) mod stalemate;
pub(crate) mod touches;
pub(crate) mod unnamed_odds;
