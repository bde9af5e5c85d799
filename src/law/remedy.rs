//! A remedy as a code gives it, and its fallback.

use std::sync::Arc;

use super::condition::{Clause, all_hold};
use super::vocabulary::{
    Chooser, Due, Lapse, ManSelector, NotMan, Per, Piece, Predicate, RemedyKind, TimePart, Winner,
};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RemedyRule {
    pub kind: RemedyKind,
    pub chooser: Chooser,
    /// The fallback if no move can satisfy the remedy or its `when` does not hold.
    pub otherwise: Otherwise,
    pub per: Option<Per>,
    pub not: Option<NotMan>,
    /// The man that it concerns, if several were touched.
    pub man: Option<ManSelector>,
    /// The man that must carry it out.
    pub by: Option<ManSelector>,
    pub when: Vec<Clause>,
    /// `None` if it is due at once.
    pub due: Option<Due>,
    pub lapses: Vec<Lapse>,
    /// For remedies of time only.
    pub seconds: Option<u32>,
    /// For a loss of a part of the time. `seconds` is the most then.
    pub part: Option<TimePart>,
    /// The pieces that the pawn may become, for a promotion.
    pub pieces: Vec<Piece>,
    /// The articles that define the duty, if this one does not.
    pub articles: Vec<Arc<str>>,
    /// For `win` only.
    pub winner: Option<Winner>,
}

impl RemedyRule {
    pub fn governs(&self, fact: impl FnMut(Predicate) -> bool) -> bool {
        all_hold(&self.when, fact)
    }

    /// The remedy and its fallbacks, in order.
    pub(crate) fn chain(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(Some(self), |rule| match &rule.otherwise {
            Otherwise::Remedy(next) => Some(&**next),
            Otherwise::Nothing | Otherwise::NoPenalty => None,
        })
    }
}

/// The `else` of a remedy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Otherwise {
    /// The code gives no fallback.
    Nothing,
    /// The code says that no penalty follows.
    NoPenalty,
    Remedy(Box<RemedyRule>),
}
