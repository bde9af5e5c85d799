//! The arbiter: judges a record under a code.
//!
//! One file for each family of rule ids. A plain, legal game is judged from the facts that its reading left; positions are
//! set up again only for what is out of the ordinary. No code is known here by name.

mod case;
mod cases;
mod clock_readings;
mod context;
mod counting;
mod course;
mod diagrams;
mod draft;
mod drawn_by_law;
mod engine;
mod findings;
mod game_name;
mod hearing;
mod ignores;
mod judged_move;
mod lookahead;
mod note;
mod outcome;
mod predicates;
mod proceedings;
mod provision;
mod rules;
mod selection;
mod snapshot;
mod state;
mod verdict;
mod words;
mod words_on_end;

use crate::finding::{Finding, Reason, Score, Standing, Verdict};

use context::Context;
use course::judge_course;
use findings::into_findings;
use rules::clock::judge_clock;
use rules::draws::judge_unclaimed_draws;
use rules::record::judge_record;
use rules::result::judge_result;

pub use diagrams::Moments;
pub(crate) use diagrams::keep_moments;
pub(crate) use hearing::{CodeOrigin, Hearing, Locate};
pub(crate) use ignores::{IdleIgnore, idle_ignores};
pub use selection::Selection;
pub(crate) use selection::Sought;
pub(crate) use snapshot::{Snapshot, snapshot};

/// The judgement on one record.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Judgement {
    /// In the order of the report.
    pub findings: Vec<Finding>,
    pub verdict: Verdict,
    /// The score that the record gives.
    pub given: Score,
    pub judged: JudgedAs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum JudgedAs {
    /// The moves were judged, as far as the game was replayed.
    Game,
    /// Only the text was judged: the game has too many events.
    Text,
}

pub(crate) fn judge(hearing: &Hearing<'_>) -> Judgement {
    let context = Context::new(hearing);
    let mut drafts = Vec::new();
    let given = context.given_score();
    judge_record(&context, &mut drafts);
    let Some(outcome) = judge_course(&context, &mut drafts) else {
        let (standing, ply) = (Standing::Unreplayable, hearing.record.plies());
        let verdict = Verdict { standing, score: given, reason: Reason::Record, ply };
        return Judgement {
            findings: into_findings(hearing, drafts),
            verdict,
            given,
            judged: JudgedAs::Text,
        };
    };
    judge_unclaimed_draws(&context, &outcome, &mut drafts);
    judge_clock(&context, &outcome, &mut drafts);
    let verdict = judge_result(&context, &outcome, given, &mut drafts);
    Judgement { findings: into_findings(hearing, drafts), verdict, given, judged: JudgedAs::Game }
}
