//! A remedy as a code lays it down, and what takes its place.

use std::sync::Arc;

use super::condition::{Clause, all_hold};
use super::vocabulary::{
    Chooser, Due, Lapse, ManSelector, NotMan, Per, Piece, Predicate, RemedyKind, Winner,
};

/// A remedy as the code lays it down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RemedyRule {
    /// What is to be done.
    pub kind: RemedyKind,
    /// Who picks it.
    pub chooser: Chooser,
    /// What takes its place where it has no move or its `when` does not hold.
    pub otherwise: Otherwise,
    /// What it is repeated for.
    pub per: Option<Per>,
    /// The man it leaves out.
    pub not: Option<NotMan>,
    /// The man it speaks of, where several were touched.
    pub man: Option<ManSelector>,
    /// The man to do it with.
    pub by: Option<ManSelector>,
    /// What must hold.
    pub when: Vec<Clause>,
    /// When it is due, where not at once.
    pub due: Option<Due>,
    /// What ends it.
    pub lapses: Vec<Lapse>,
    /// Seconds, where it is about time.
    pub seconds: Option<u32>,
    /// What the pawn becomes, where it is about promotion.
    pub pieces: Vec<Piece>,
    /// The articles that lay down the duty, where others do.
    pub articles: Vec<Arc<str>>,
    /// Who wins, where it is a `win`.
    pub winner: Option<Winner>,
}

impl RemedyRule {
    /// Whether its `when` holds, given the facts.
    pub fn governs(&self, fact: impl FnMut(Predicate) -> bool) -> bool {
        all_hold(&self.when, fact)
    }
}

/// The `else` of a remedy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Otherwise {
    /// The code names nothing.
    Nothing,
    /// No penalty, as the code has it.
    NoPenalty,
    /// Another remedy.
    Remedy(Box<RemedyRule>),
}
