//! Diagrams of findings. The game is replayed again, on the board alone.

use std::collections::BTreeMap;
use std::slice;

use crate::chess::{Meaning, Move, PackedBoard, Position, San, Square};
use crate::finding::diagram::{
    Arrow, BoardOrientation, BoardTime, Diagram, DiagramBoard, DiagramStep, StepKind, StepTime,
};
use crate::finding::{EventId, Finding};
use crate::game::{Act, CornerColour, Event, PlacedAct, TagName, TagValue, Timeline, describe_acts};
use crate::law::{Family, Rule};

use crate::arbiter::context::Context;
use crate::arbiter::engine;
use crate::arbiter::hearing::Hearing;
use crate::arbiter::proceedings::Proceedings;

/// The number of events shown before the one that a finding is about.
const BEFORE: usize = 12;
/// The number of events shown after it.
const AFTER: usize = 3;
/// The number of acts shown after the last move of the game.
const AFTER_LAST_MOVE: usize = 24;

/// In plies, about seven times the longest master game. Longer games get no diagrams, because each ply needs
/// about a hundred bytes.
const MOST_DRAWN: usize = 4_000;

/// Whether findings get diagrams.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DiagramChoice {
    /// Findings get diagrams.
    Kept,
    /// Findings get none.
    Unkept,
}

/// Gives each finding its diagram, unless the game is too long.
pub(crate) fn add_diagrams(hearing: &Hearing<'_>, findings: &mut [Finding]) {
    if !findings.is_empty() && hearing.record.plies_made() <= MOST_DRAWN {
        draw(hearing, hearing.record.timeline(), findings);
    }
}

/// Gives each finding its diagram from these events. A finding about the text, or of the record family before the first
/// move, gets none, because the board would show nothing of it. A move that was not replayed gets the last board.
pub(crate) fn draw(hearing: &Hearing<'_>, events: Timeline<'_>, findings: &mut [Finding]) {
    let mut wanted: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut at_start = Vec::new();
    let is_move = |at: &usize| matches!(events.get(*at), Some(Event::Move(_)));
    let last_of_moves = (0..events.len()).rfind(is_move);
    for (number, finding) in findings.iter().enumerate() {
        match finding.event.map(EventId::index) {
            _ if is_of_text(finding.rule) => {}
            None if finding.rule == Rule::RecordUnresolvable => match last_of_moves {
                Some(event) => wanted.entry(event).or_default().push(number),
                None => at_start.push(number),
            },
            Some(event) => wanted.entry(event).or_default().push(number),
            None if finding.ply == 0 && !finding.rule.is_about_record() => at_start.push(number),
            None => {}
        }
    }
    // Most findings are about the end of the game or its tags, so few events are shown, or none.
    let shown_at_start = if at_start.is_empty() { 0 } else { AFTER };
    let last_move = last_of_moves.unwrap_or(0);
    let end_of_window = |at: usize| at + 1 + if at < last_move { AFTER } else { AFTER_LAST_MOVE };
    let is_shown = |at: usize| {
        let since = if at > last_move { last_move.max(at.saturating_sub(AFTER_LAST_MOVE)) } else { at };
        let since = since.min(at.saturating_sub(AFTER));
        at < shown_at_start || wanted.range(since..=at + BEFORE).next().is_some()
    };
    let end = wanted.last_key_value().map_or(shown_at_start, |(last, _)| end_of_window(*last));
    let context = Context::new(hearing);
    let mut proceedings = engine::start(&context);
    let mut steps: Vec<Option<DiagramStep>> = Vec::new();
    let mut drawn: Vec<Drawn> = Vec::new();
    let mut orientation = match context.tag_value(TagName::Board) {
        Some(TagValue::Board(corner)) => orientation_of(corner),
        _ => BoardOrientation::Correct,
    };
    for number in at_start {
        let Some(finding) = findings.get(number) else { continue };
        let boards = boards(events, &proceedings, finding, None, orientation);
        drawn.push(Drawn { finding: number, place: None, boards });
    }
    for (place, event) in events.iter().enumerate().take(end) {
        let here = wanted.get(&place).map(Vec::as_slice).unwrap_or_default();
        let mut draw = |proceedings: &Proceedings<'_, '_>, time: BoardTime, orientation: BoardOrientation| {
            for number in here {
                let Some(finding) = findings.get(*number) else { continue };
                if board_to_show(finding, &event) == time {
                    let boards = boards(events, proceedings, finding, Some(place), orientation);
                    drawn.push(Drawn { finding: *number, place: Some(place), boards });
                }
            }
        };
        draw(&proceedings, BoardTime::Before, orientation);
        let described = is_shown(place).then(|| described(&proceedings, &event));
        engine::replay(&mut proceedings, events.from(place).until(1));
        steps.push(described.map(|(words, kind)| {
            let after = PackedBoard::of(proceedings.history.board());
            DiagramStep { words, kind, time: StepTime::Before, after }
        }));
        if let Event::Act(PlacedAct { act: Act::Board(corner), .. }) = event {
            orientation = orientation_of(*corner);
        }
        draw(&proceedings, BoardTime::After, orientation);
    }
    for Drawn { finding: number, place, boards } in drawn {
        let Some(finding) = findings.get_mut(number) else { continue };
        let from = place.map_or(0, |place| place.saturating_sub(BEFORE));
        let until = place.map_or(AFTER, end_of_window).min(steps.len());
        let shown = steps.get(from..until).unwrap_or_default().iter().zip(from..).filter_map(|(step, at)| {
            let time = match place {
                Some(place) if at < place => StepTime::Before,
                Some(place) if at == place && finding.event.is_none() => StepTime::Before,
                Some(place) if at == place => StepTime::Here,
                _ => StepTime::After,
            };
            step.clone().map(|step| DiagramStep { time, ..step })
        });
        finding.diagram = Some(Box::new(Diagram { boards, steps: shown.collect(), hidden_steps: from }));
    }
}

struct Drawn {
    finding: usize,
    /// The index of the event that the finding is about; `None` for the beginning.
    place: Option<usize>,
    boards: Vec<DiagramBoard>,
}

/// Whether a board would show nothing of a finding.
const fn is_of_text(rule: Rule) -> bool {
    matches!(rule, Rule::RecordSyntax | Rule::RecordEncoding | Rule::RecordMoveNumber)
}

/// Whether the diagram shows the board before or after the event. A move that is at fault, or that follows a
/// touch, is shown on the board before it.
fn board_to_show(finding: &Finding, event: &Event<'_>) -> BoardTime {
    match (event, finding.rule.family()) {
        (Event::Move(_), Family::Record)
            if finding.rule == Rule::RecordUnresolvable && finding.event.is_some() =>
        {
            BoardTime::Before
        }
        (Event::Move(_), Family::Move | Family::Touch) => BoardTime::Before,
        _ => BoardTime::After,
    }
}

const fn orientation_of(corner: CornerColour) -> BoardOrientation {
    match corner {
        CornerColour::Light => BoardOrientation::Correct,
        CornerColour::Dark => BoardOrientation::Turned,
    }
}

/// An event in words.
fn described(proceedings: &Proceedings<'_, '_>, event: &Event<'_>) -> (String, StepKind) {
    match event {
        Event::Move(made) => {
            let before = proceedings.history.board_for(made.by);
            let text = proceedings.context.text_of_move(made.source, made.place, &before, made.played);
            (proceedings.context.numbered_move(&before, made.place, &text), StepKind::Move)
        }
        Event::Act(placed) => (describe_acts(slice::from_ref(*placed)), StepKind::Act),
    }
}

/// The current board with a finding, and the board after the retraction.
fn boards(
    events: Timeline<'_>,
    proceedings: &Proceedings<'_, '_>,
    finding: &Finding,
    place: Option<usize>,
    orientation: BoardOrientation,
) -> Vec<DiagramBoard> {
    let event = place.and_then(|place| events.get(place));
    let stands = event.map_or(BoardTime::After, |event| board_to_show(finding, &event));
    let table = &proceedings.history;
    let (position, named, made) = match (event, stands) {
        (Some(Event::Move(made)), BoardTime::Before) => {
            let before = table.board_for(made.by);
            let text = proceedings.context.text_of_move(made.source, made.place, &before, made.played);
            (before, Some(proceedings.context.numbered_move(&before, made.place, &text)), Some(made.played))
        }
        (Some(Event::Move(made)), _) => {
            (*table.board(), proceedings.numbered(table.plies()), Some(made.played))
        }
        (_, _) => {
            let followed = place.and_then(|place| next_move(events, finding, place));
            (*table.board(), proceedings.numbered(table.plies()), followed)
        }
    };
    let mut board = DiagramBoard {
        time: stands,
        reference_move: named,
        position,
        orientation,
        touched: place.map_or_else(Vec::new, |place| touched(events, finding, place)),
        made: made.and_then(stroke),
        permitted: Vec::new(),
    };
    let back = finding.retract.and_then(|retract| {
        let stood = match table.move_at(retract.to_ply.saturating_add(1)) {
            Some(stood) => stood.before,
            None if retract.to_ply == table.plies() => *table.board(),
            None => return None,
        };
        (!same_men(&stood, &board.position)).then_some((retract.to_ply, stood))
    });
    let Some((ply, stood)) = back else {
        board.permitted = permitted(&board.position, finding);
        return vec![board];
    };
    let again = DiagramBoard {
        time: BoardTime::Again,
        reference_move: proceedings.numbered(ply),
        position: stood,
        orientation,
        touched: Vec::new(),
        made: None,
        permitted: permitted(&stood, finding),
    };
    vec![board, again]
}

/// The move that followed a touch.
fn next_move(events: Timeline<'_>, finding: &Finding, place: usize) -> Option<Move> {
    if !finding.rule.is_in_family(Family::Touch) {
        return None;
    }
    let made = events.from(place + 1).iter().find_map(|event| match event {
        Event::Move(made) => Some(made),
        Event::Act(_) => None,
    })?;
    finding.offender.is_none_or(|offender| offender == made.by).then_some(made.played)
}

/// The squares that the offender touched between the move before and the move after.
fn touched(events: Timeline<'_>, finding: &Finding, place: usize) -> Vec<Square> {
    let is_turn = |event: Event<'_>| {
        matches!(event, Event::Move(_) | Event::Act(PlacedAct { act: Act::Retract { .. }, .. }))
    };
    let is_turn_at = |index: &usize| events.get(*index).is_some_and(is_turn);
    let from = (0..place.min(events.len())).rev().find(is_turn_at).map_or(0, |turn| turn + 1);
    let until = (place..events.len()).find(is_turn_at).unwrap_or(events.len());
    let mut touched: Vec<Square> = Vec::new();
    for event in events.until(until).from(from).iter() {
        let Event::Act(placed) = event else { continue };
        let by = placed.act.by().and_then(crate::game::Actor::player);
        if finding.offender.is_some() && by.is_some() && by != finding.offender {
            continue;
        }
        for square in squares(&placed.act) {
            if !touched.contains(&square) {
                touched.push(square);
            }
        }
    }
    touched
}

/// The squares of the men that an act is about.
fn squares(act: &Act) -> Vec<Square> {
    match act {
        Act::Touch { squares, .. } | Act::Displace { squares, .. } => squares.clone(),
        Act::Hold { square, .. } | Act::Place { square, .. } | Act::Drop { square } => vec![*square],
        Act::Hover { from, over, .. } => vec![*from, *over],
        Act::Release { from, to, .. } => vec![*from, *to],
        _ => Vec::new(),
    }
}

/// The arrow of a move; `None` for a null move.
fn stroke(played: Move) -> Option<Arrow> {
    let (from, to) = (played.from(), played.to());
    (from != to).then_some(Arrow { from, to })
}

/// Every move that satisfies a remedy, each once, if its text is a move on this board.
fn permitted(position: &Position, finding: &Finding) -> Vec<Arrow> {
    let mut board = *position;
    if let Some(offender) = finding.offender.filter(|offender| *offender != board.turn()) {
        board.set_turn(offender);
    }
    let mut permitted: Vec<Arrow> = Vec::new();
    for text in finding.remedies.iter().flat_map(|remedy| &remedy.moves) {
        let Some(san) = San::from_ascii(text.as_bytes()) else { continue };
        let (Meaning::Legal(meant) | Meaning::Illegal(meant, _)) = board.meaning(san) else { continue };
        if let Some(stroke) = stroke(meant).filter(|stroke| !permitted.contains(stroke)) {
            permitted.push(stroke);
        }
    }
    permitted
}

fn same_men(one: &Position, other: &Position) -> bool {
    Square::all().all(|square| one.man_at(square) == other.man_at(square))
}
