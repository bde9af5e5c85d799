//! One moment of a game: the board, whose turn it is, what is open.

use std::slice;

use crate::chess::{Color, Position};
use crate::finding::{Disposition, Finding};
use crate::game::{Event, Made, MoveSource, PlacedAct, Span, Timeline, told};
use crate::law::Rule;

use crate::arbiter::case::{Asked, Stage};
use crate::arbiter::diagrams::{self, Moments};
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::verdict::Risen;
use crate::arbiter::{Context, Draft, Hearing, words};

/// One moment of a game: after a move and everything that happened before the next.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The board as it really stands.
    pub position: Position,
    /// The moves standing.
    pub ply: u32,
    /// The moves standing at the end of the record.
    pub plies: u32,
    /// Why the record can be followed no further, where it ends here for that.
    pub stopped: Option<String>,
    /// The last move that stands: `12. Nf3`.
    pub last: Option<String>,
    /// What happened since that move, in order: acts, and moves that went back.
    pub acts: Vec<SceneAct>,
    /// What ended the game by then, where something did: `Black is checkmated`.
    pub over: Option<String>,
    /// Whose turn it is by law: where something was asked in time and is not done yet, the turn of him
    /// who owes it.
    pub turn: Color,
    /// How many plies go back first, for it to be so.
    pub owed: Option<u32>,
    /// The cases that are open then.
    pub open: Vec<Finding>,
}

/// An act or a move that went back, as it is written and as it is told.
#[derive(Clone, Debug)]
pub struct SceneAct {
    /// Its command; of a move in the score its number and token.
    pub command: String,
    /// What was done, in words.
    pub words: String,
}

impl SceneAct {
    fn of(placed: &PlacedAct) -> Self {
        Self { command: placed.act.to_string(), words: told(slice::from_ref(placed)) }
    }
}

/// The game at the moment when `ply` moves stand for good; at its end where `ply` is `None`. `None` where
/// fewer moves stand; but where a record can be followed no further, all that is behind is told there. Each case that is open keeps its moment where `moments` says so, of what happened until then.
pub fn scene(hearing: &Hearing<'_>, ply: Option<u32>, moments: Moments) -> Option<Scene> {
    let record = hearing.record;
    let plies = record.plies();
    let context = Context::new(hearing);
    let stopped = context.why_it_stops();
    let asked = ply.unwrap_or(plies);
    if asked > plies && stopped.is_none() {
        return None;
    }
    let ply = asked.min(plies);
    let events = record.timeline();
    let cut = moment(events, ply);
    let so_far = events.until(cut);
    let mut proceedings = Proceedings::new(&context);
    proceedings.follow(so_far);
    // At the end of the record things stand as it leaves them.
    if cut == events.len() {
        proceedings.close();
    }
    let position = *proceedings.table.board();
    let last = proceedings.numbered(proceedings.plies());
    let owed = proceedings
        .cases
        .iter()
        .filter(|case| case.asked != Asked::No && case.stage == Stage::Standing && case.is_open())
        .filter_map(crate::arbiter::case::Case::goes_back_to)
        .min()
        .and_then(|to| proceedings.table.stood(to + 1).map(|stood| (to, stood.by)));
    let plies_now = proceedings.plies();
    let refused: Vec<(Rule, Span)> = proceedings
        .cases
        .iter()
        .filter(|case| case.is_refused_in_time())
        .map(|case| (case.rule, case.span))
        .collect();
    let is_open = |draft: &Draft| {
        draft.disposition == Some(Disposition::Open) || refused.contains(&(draft.rule, draft.span))
    };
    let on_board = proceedings.ended_on_board();
    let Risen { drafts, worth } = proceedings.rise();
    let mut at_rest = Context::new(hearing);
    let by_law = at_rest.drawn_by_law().filter(|drawn| drawn.ply <= ply);
    let by_law = by_law.map(|drawn| drawn.cause().unwrap_or_else(|| "it is drawn by law".to_owned()));
    let decided = worth.decided.map(|decided| decided.outcome.in_words());
    let over = by_law.or(on_board).or(decided);
    at_rest.drafts.extend(drafts.into_iter().filter(is_open));
    let mut open = at_rest.rise();
    if moments == Moments::Kept {
        diagrams::keep(hearing, so_far, &mut open);
    }
    Some(Scene {
        position,
        ply,
        plies,
        stopped: stopped.filter(|_| ply == plies),
        last,
        acts: since_the_last_move(&context, so_far, position),
        over,
        turn: owed.map_or(position.turn(), |(_, offender)| offender),
        owed: owed.map(|(to, _)| plies_now.saturating_sub(to)).filter(|plies| *plies > 0),
        open,
    })
}

/// What happened since the last move that stands, `board` being as it left it.
fn since_the_last_move(context: &Context<'_>, so_far: Timeline<'_>, board: Position) -> Vec<SceneAct> {
    let mut standing: Vec<usize> = Vec::new();
    for (index, event) in so_far.iter().enumerate() {
        match event {
            Event::Move(_) => standing.push(index),
            Event::Act(placed) => standing.truncate(placed.after as usize),
        }
    }
    let since = standing.last().map_or(0, |last| last + 1);
    // Moves that went back have their numbers from the boards they were made on.
    let mut boards = vec![board];
    let mut acts = Vec::new();
    for event in so_far.iter().skip(since) {
        match event {
            Event::Act(placed) => {
                boards.truncate((placed.after as usize + 1).saturating_sub(standing.len()));
                acts.push(SceneAct::of(placed));
            }
            Event::Move(made) => {
                let mut before = boards.last().copied().unwrap_or(board);
                before.set_turn(made.by);
                acts.extend(told_of_move(context, made, &before));
                before.play(made.played);
                boards.push(before);
            }
        }
    }
    acts
}

/// A move that went back; nothing where an act has told it already.
fn told_of_move(context: &Context<'_>, made: Made, before: &Position) -> Option<SceneAct> {
    match made.source {
        MoveSource::Release => None,
        MoveSource::Play => {
            let is_it = |placed: &&PlacedAct| placed.span.start == made.place;
            context.record().acts.iter().find(is_it).map(SceneAct::of)
        }
        MoveSource::Score => {
            let text = context.text_of_move(made.source, made.place, before, made.played);
            let words = format!("{} plays {text}", made.by);
            Some(SceneAct { command: words::numbered(before, &text), words })
        }
    }
}

/// How many events happened before the move that follows the one of `ply` for good.
fn moment(events: Timeline<'_>, ply: u32) -> usize {
    let mut standing = 0;
    let mut cut = events.len();
    for (index, event) in events.iter().enumerate() {
        match event {
            Event::Move(_) => {
                if standing == ply {
                    cut = index;
                }
                standing += 1;
            }
            Event::Act(placed) => {
                standing = placed.after;
                // The move that followed was taken back: this is still the moment before the next.
                if standing <= ply {
                    cut = events.len();
                }
            }
        }
    }
    cut
}
