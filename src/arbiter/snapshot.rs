//! A game at one ply: the board, whose turn it is, and the open cases.

use std::slice;

use crate::chess::{Color, Position};
use crate::finding::{Disposition, Ending, Finding, Standing};
use crate::game::{
    Event, MadeMove, MoveSource, NonstandardKind, NonstandardMove, PlacedAct, Span, StopReason, Timeline,
    describe_acts,
};
use crate::law::Rule;

use crate::arbiter::case::{Case, CaseStage};
use crate::arbiter::context::Context;
use crate::arbiter::diagrams::{DiagramChoice, draw};
use crate::arbiter::draft::Draft;
use crate::arbiter::engine;
use crate::arbiter::findings::into_findings_until;
use crate::arbiter::hearing::Hearing;
use crate::arbiter::sentences;
use crate::arbiter::state::RecordEnd;
use crate::arbiter::verdict::into_outcome;

/// The game after a move and all acts before the next move.
#[derive(Clone, Debug)]
pub(crate) struct Snapshot {
    pub position: Position,
    /// The number of moves on the board.
    pub ply: u32,
    /// The number of moves on the board at the end of the record.
    pub plies: u32,
    /// The reason why the record cannot be replayed any further, if it stops here.
    pub stopped: Option<String>,
    /// The last move on the board: `12. Nf3`.
    pub last: Option<String>,
    /// The acts and retracted moves since the last move on the board, in order.
    pub acts: Vec<SnapshotAct>,
    /// The end of the game, if it has ended by then: `Black is checkmated`.
    pub over: Option<String>,
    pub is_void: bool,
    /// The player on move by law. If a remedy was asked for in time and is not carried out yet, that is the
    /// player who owes it.
    pub turn: Color,
    /// The number of plies to retract before that.
    pub owed: Option<u32>,
    pub open: Vec<Finding>,
}

/// An act, or a move that was retracted.
#[derive(Clone, Debug)]
pub(crate) struct SnapshotAct {
    /// The command; for a move of the score its number and token.
    pub command: String,
    pub words: String,
}

impl SnapshotAct {
    fn of(placed: &PlacedAct) -> Self {
        Self { command: placed.act.to_string(), words: describe_acts(slice::from_ref(placed)) }
    }
}

/// The game after `ply` plies that are not retracted later, or at its end if `ply` is `None`. Returns `None`
/// if there are fewer plies, unless the record cannot be replayed any further: then the last position is
/// returned. If `diagrams` asks for it, each open case has a diagram of the events so far.
pub(crate) fn snapshot(hearing: &Hearing<'_>, ply: Option<u32>, diagrams: DiagramChoice) -> Option<Snapshot> {
    let record = hearing.record;
    let plies = record.plies();
    let context = Context::new(hearing);
    let stopped = replay_obstacle(&context);
    let asked = ply.unwrap_or(plies);
    if asked > plies && stopped.is_none() {
        return None;
    }
    let ply = asked.min(plies);
    let events = record.timeline();
    let count = events_until(events, ply);
    let so_far = events.until(count);
    let mut proceedings = engine::start(&context);
    engine::follow(&mut proceedings, so_far);
    // The end of the record closes open windows.
    let end = if count == events.len() { engine::close(&mut proceedings) } else { RecordEnd::Unfinished };
    let position = *proceedings.history.board();
    let last = proceedings.numbered(proceedings.plies());
    let owed = proceedings
        .cases
        .iter()
        .filter(|case| case.is_asked() && case.stage == CaseStage::OnBoard && case.is_open())
        .filter_map(Case::retracts_to)
        .min()
        .and_then(|to| proceedings.history.move_at(to + 1).map(|stood| (to, stood.by)));
    let plies_now = proceedings.plies();
    let refused: Vec<(Rule, Span)> = proceedings
        .cases
        .iter()
        .filter(|case| case.is_refused_in_time())
        .map(|case| (case.rule, case.report.span))
        .collect();
    let is_open = |draft: &Draft| {
        draft.disposition == Some(Disposition::Open) || refused.contains(&(draft.rule, draft.span))
    };
    let on_board = proceedings.ended_on_board();
    let (mut drafts, outcome) = into_outcome(proceedings, end);
    let by_law = context.automatic_draw().filter(|drawn| drawn.ply <= ply);
    let by_law =
        by_law.map(|drawn| drawn.cause(context.terms()).unwrap_or_else(sentences::draws::drawn_by_law));
    let is_void = outcome.standing == Standing::Annulled;
    let over =
        by_law.or(on_board).or(outcome.decided.map(|decided| sentences::result::outcome(decided.outcome)));
    drafts.retain(|draft| is_open(draft) && draft.course.ending != Some(Ending::DrawAccepted));
    let mut open = into_findings_until(hearing, drafts, count);
    if diagrams == DiagramChoice::Kept {
        draw(hearing, so_far, &mut open);
    }
    Some(Snapshot {
        position,
        ply,
        plies,
        stopped: stopped.filter(|_| ply == plies),
        last,
        acts: acts_since_last_move(&context, so_far, position),
        over,
        is_void,
        turn: owed.map_or(position.turn(), |(_, offender)| offender),
        owed: owed.map(|(to, _)| plies_now.saturating_sub(to)).filter(|plies| *plies > 0),
        open,
    })
}

/// The acts and retracted moves since the last move on the board, which led to `board`.
fn acts_since_last_move(context: &Context<'_>, so_far: Timeline<'_>, board: Position) -> Vec<SnapshotAct> {
    let mut on_board: Vec<usize> = Vec::new();
    for (index, event) in so_far.iter().enumerate() {
        match event {
            Event::Move(_) => on_board.push(index),
            Event::Act(placed) => on_board.truncate(placed.after as usize),
        }
    }
    let since = on_board.last().map_or(0, |last| last + 1);
    // The number of a retracted move comes from the board on which it was made.
    let mut boards = vec![board];
    let mut acts = Vec::new();
    for event in so_far.iter().skip(since) {
        match event {
            Event::Act(placed) => {
                boards.truncate((placed.after as usize + 1).saturating_sub(on_board.len()));
                acts.push(SnapshotAct::of(placed));
            }
            Event::Move(made) => {
                let mut before = boards.last().copied().unwrap_or(board);
                before.set_turn(made.by);
                acts.extend(retracted_move(context, made, &before));
                before.play(made.played);
                boards.push(before);
            }
        }
    }
    acts
}

/// A move that was retracted; `None` if an act reports it already.
fn retracted_move(context: &Context<'_>, made: MadeMove, before: &Position) -> Option<SnapshotAct> {
    match made.source {
        MoveSource::Release => None,
        MoveSource::Play => {
            let reports = |placed: &&PlacedAct| placed.span.start == made.place;
            context.record().acts.iter().find(reports).map(SnapshotAct::of)
        }
        MoveSource::Score => {
            let text = context.text_of_move(made.source, made.place, before, made.played);
            let words = format!("{} plays {text}", made.by);
            Some(SnapshotAct { command: context.numbered_move(before, made.place, &text), words })
        }
    }
}

/// The number of events before the move that finally follows ply `ply`.
fn events_until(events: Timeline<'_>, ply: u32) -> usize {
    let mut on_board = 0;
    let mut until = events.len();
    for (index, event) in events.iter().enumerate() {
        match event {
            Event::Move(_) => {
                if on_board == ply {
                    until = index;
                }
                on_board += 1;
            }
            Event::Act(placed) => {
                on_board = placed.after;
                // The move that followed was retracted, so the next move has not been made yet.
                if on_board <= ply {
                    until = events.len();
                }
            }
        }
    }
    until
}

/// The reason why the record cannot be replayed to its end, if there is one.
fn replay_obstacle(context: &Context<'_>) -> Option<String> {
    let record = context.record();
    record.ending.stop.filter(|stop| stop.reason == StopReason::Unreplayable)?;
    let by_fault = || {
        let fault = record.text.faults.iter().rev().find(|fault| fault.kind.stops_replay())?;
        Some(fault.kind.message(&context.snippet(fault.span)))
    };
    let by_doubt = || {
        let lost =
            |odd: &&NonstandardMove| matches!(odd.kind, NonstandardKind::Ambiguous { surviving: 0, .. });
        let token = context.snippet(record.nonstandard_moves.iter().find(lost)?.span);
        Some(sentences::record::ambiguous_to_the_end(&token))
    };
    Some(by_doubt().or_else(by_fault).unwrap_or_else(sentences::record::rest_unreadable))
}
