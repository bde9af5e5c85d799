//! The fold: a record judged under a code.
//!
//! One file for each family of rule ids. A plain, legal game is judged from the facts its reading left;
//! positions are set up again only for what is out of the ordinary. No code is known here by name.

mod case;
mod cases;
mod context;
mod diagrams;
mod draft;
mod engine;
mod game_name;
mod ignores;
mod judged_move;
mod lookahead;
mod note;
mod predicates;
mod proceedings;
mod provision;
mod rules;
mod selection;
mod snapshot;
mod state;
mod verdict;
mod words;

use crate::finding::{Finding, Location, Reason, Score, Standing, Verdict};
use crate::game::{Record, Span};
use crate::law::Code;
use crate::search::{Budgets, Meter};

use context::Context;
use draft::{Draft, Law};

pub use diagrams::Moments;
pub(crate) use diagrams::keep_moments;
pub(crate) use ignores::{IdleIgnore, idle_ignores};
pub use selection::{Selection, Sought};
pub use snapshot::{Scene, SceneAct, scene};

/// Turns a place in the chunk into a place in the file.
pub trait Locate {
    /// Where the bytes of a span stand.
    fn locate(&self, span: Span) -> Location;
}

/// One record before the arbiter.
pub struct Hearing<'a> {
    /// The game.
    pub record: &'a Record,
    /// The chunk it was read from.
    pub text: &'a [u8],
    /// The code it is judged under.
    pub code: &'a Code,
    /// What is wanted.
    pub want: &'a Selection,
    /// Where things stand.
    pub place: &'a dyn Locate,
    /// How the code came to be the one.
    pub choice: Choice,
    /// How far searches may look ahead.
    pub budgets: Budgets,
    /// Where searches tell how far they have come.
    pub meter: &'a Meter,
}

/// How a record came to be judged under a code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// The user or the record named it.
    Named,
    /// Nobody named one: it is the default.
    Default,
    /// The one of the game's day was asked for, and none is known.
    NoneOfItsDay,
}

/// What the arbiter says of one record.
#[derive(Clone, PartialEq, Debug)]
pub struct Judgement {
    /// What was found, in the order of the report.
    pub findings: Vec<Finding>,
    /// What the game is worth.
    pub verdict: Verdict,
    /// The score the record gives.
    pub given: Score,
    /// As what it was judged.
    pub judged: Judged,
}

/// As what a record was judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judged {
    /// As a game, as far as it is replayed.
    AsGame,
    /// As a text alone: more happened in the game than is followed.
    AsText,
}

/// Judges a record.
pub fn judge(hearing: &Hearing<'_>) -> Judgement {
    let mut context = Context::new(hearing);
    context.judge_record();
    let worth = if context.is_too_long_to_follow() { None } else { context.judge_course() };
    let Some(worth) = worth else {
        let (standing, ply) = (Standing::Unreplayable, hearing.record.plies());
        let given = context.given_score();
        let verdict = Verdict { standing, score: given, reason: Reason::Record, ply };
        return Judgement { findings: context.rise(), verdict, given, judged: Judged::AsText };
    };
    context.judge_draws();
    context.judge_clock();
    let given = context.given_score();
    let verdict = context.judge_result(worth, given);
    Judgement { findings: context.rise(), verdict, given, judged: Judged::AsGame }
}
