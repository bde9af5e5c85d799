//! The rows of a comparison: an event, and the ruling of each code on it.
//!
//! Rulings share a row if they have the same place, the same ply and the same rule (or rules of one parent), or concern the
//! same act. If a code has several such rulings, they are matched in order.

use std::collections::HashMap;

use crate::arbiter::{Hearing, Judgement, Locate, add_diagrams as keep_moments_of};
use crate::audit::Places;
use crate::chess::{Color, MoveKind};
use crate::finding::diagram::Diagram;
use crate::finding::{Disposition, EventId, Finding, Location, Remedy, ReportOrder, Window};
use crate::game::{Act, Event, PlacedAct, Record, describe_acts};
use crate::law::{Family, Rule};

/// An event, and the ruling of each code on it.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// The ply of the move, or the ply after which the event happened.
    pub ply: u32,
    /// The event, if the rulings concern one.
    pub event: Option<EventId>,
    /// The move with its number, if the event is a move or follows one.
    pub movetext: Option<String>,
    /// The act in words, if the event is an act: `2. White touches d5,d8`.
    pub act: Option<String>,
    /// The place of the event in the file.
    pub location: Location,
    /// The rule of the first code that has a ruling.
    pub rule: Rule,
    /// The ruling of each code, in the order of the columns; `None` if it has none.
    pub cells: Vec<Option<Finding>>,
    /// The diagram of the event, the same for every code; `None` if no output format draws it.
    pub diagram: Option<Box<Diagram>>,
}

impl Row {
    /// The ruling of the code in a column.
    pub fn cell(&self, column: usize) -> Option<&Finding> {
        self.cells.get(column).and_then(Option::as_ref)
    }

    /// Whether the codes rule differently.
    pub fn differs(&self) -> bool {
        let first = self.cell(0);
        self.cells.iter().any(|other| !same_ruling(first, other.as_ref()))
    }

    /// The rules of the rulings, without repetition.
    pub fn rules(&self) -> Vec<Rule> {
        let mut rules: Vec<Rule> = self.cells.iter().flatten().map(|finding| finding.rule).collect();
        rules.sort_unstable();
        rules.dedup();
        rules
    }

    /// The title: the act, or else the move, or else the message if it is the same under all codes, or else the summary
    /// of the rule.
    pub fn title(&self) -> String {
        // A finding on the result has the last move as its place but is not about it.
        if self.rule.is_in_family(Family::Result) {
            return "the result".to_owned();
        }
        if let Some(title) = self.act.as_ref().or(self.movetext.as_ref()) {
            return title.clone();
        }
        let mut facts = self.cells.iter().flatten().map(|finding| finding.message.as_str());
        match facts.next() {
            Some(fact) if facts.all(|other| other == fact) => fact.to_owned(),
            _ => self.rule.summary().to_owned(),
        }
    }
}

/// Whether two rulings are the same in substance. Their articles, rules and words may differ.
pub(crate) fn same_ruling(one: Option<&Finding>, other: Option<&Finding>) -> bool {
    match (one, other) {
        (None, None) => true,
        (Some(one), Some(other)) => {
            (one.severity, one.stance, one.offender) == (other.severity, other.stance, other.offender)
                && (one.disposition, one.retract) == (other.disposition, other.retract)
                && same_remedies(&one.remedies, &other.remedies)
                && (is_settled(one) || same_window(one.window.as_ref(), other.window.as_ref()))
                && (!speaks_by_words_alone(one) || same_words(one, other))
        }
        _ => false,
    }
}

/// Whether the message is the only content of a finding.
fn speaks_by_words_alone(finding: &Finding) -> bool {
    finding.remedies.is_empty() && finding.retract.is_none() && finding.disposition.is_none()
}

/// Whether two findings that have only a message say the same.
fn same_words(one: &Finding, other: &Finding) -> bool {
    match (one.rule, other.rule) {
        // The messages differ only in the remedies that each code gives instead.
        (Rule::PenaltyLate, Rule::PenaltyLate) | (Rule::PenaltyUnavailable, Rule::PenaltyUnavailable) => true,
        _ => one.message == other.message,
    }
}

/// Whether the remedy was carried out, so that the end of its window no longer matters.
fn is_settled(finding: &Finding) -> bool {
    matches!(
        finding.disposition,
        Some(Disposition::Enforced | Disposition::Complied | Disposition::Retracted | Disposition::Annulled)
    )
}

fn same_remedies(ours: &[Remedy], theirs: &[Remedy]) -> bool {
    // Fallbacks are compared only by what they require.
    let same = |(one, other): (&Remedy, &Remedy)| {
        (one.kind, one.chooser, one.seconds) == (other.kind, other.chooser, other.seconds)
            && one.moves == other.moves
            && one.men == other.men
            && one.pieces == other.pieces
    };
    ours.len() == theirs.len() && ours.iter().zip(theirs).all(same)
}

fn same_window(one: Option<&Window>, other: Option<&Window>) -> bool {
    // The start of a right does not matter.
    let end = |window: &Window| (window.closes, window.n, window.who, window.state, window.closed_ply);
    one.map(end) == other.map(end)
}

/// The rows of a game. Takes the findings out of `judgements`, which has one entry for each column.
pub(super) fn rows(judgements: &mut [Judgement], record: &Record, places: &Places<'_>) -> Vec<Row> {
    let columns = judgements.len();
    let mut keyed: Vec<(RowKey, Row)> = Vec::new();
    let mut places_of: HashMap<(RowKey, u32), usize> = HashMap::new();
    for (column, judgement) in judgements.iter_mut().enumerate() {
        let mut said: HashMap<RowKey, u32> = HashMap::new();
        for finding in judgement.findings.drain(..) {
            let key = RowKey::of(&finding);
            let ordinal = said.entry(key).or_insert(0);
            let place = *places_of.entry((key, *ordinal)).or_insert_with(|| {
                keyed.push((key, Row::of(&finding, columns)));
                keyed.len() - 1
            });
            *ordinal += 1;
            let cell = keyed.get_mut(place).and_then(|(_, row)| row.cells.get_mut(column));
            if let Some(cell) = cell {
                *cell = Some(finding);
            }
        }
    }
    // The sort is stable, so the findings of one code at one place keep their order.
    keyed.sort_by_key(|(key, _)| ReportOrder::of(key.root, key.offset, key.ply));
    let mut rows: Vec<Row> = keyed.into_iter().map(|(_, row)| row).collect();
    name_acts(&mut rows, record, places);
    join_acts(rows)
}

/// Gives each row the diagram of its event, without the remedies of any code.
pub(super) fn draw_diagrams(rows: &mut [Row], hearing: &Hearing<'_>) {
    let fact = |row: &Row| {
        let finding = row.cells.iter().flatten().next()?;
        Some(Finding { remedies: Vec::new(), retract: None, ..finding.clone() })
    };
    let mut facts: Vec<Finding> = rows.iter().filter_map(fact).collect();
    keep_moments_of(hearing, &mut facts);
    let spoken_of = rows.iter_mut().filter(|row| row.cells.iter().any(Option::is_some));
    for (row, fact) in spoken_of.zip(facts) {
        row.diagram = fact.diagram;
    }
}

/// Joins adjacent rows on the same act if no code has a ruling in both.
fn join_acts(rows: Vec<Row>) -> Vec<Row> {
    let mut joined: Vec<Row> = Vec::with_capacity(rows.len());
    for row in rows {
        match joined.last_mut() {
            Some(last) if last.takes(&row) => {
                for (cell, more) in last.cells.iter_mut().zip(row.cells) {
                    *cell = cell.take().or(more);
                }
            }
            _ => joined.push(row),
        }
    }
    joined
}

/// The key by which rulings of different codes share a row.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct RowKey {
    offset: u64,
    ply: u32,
    root: Rule,
}

impl RowKey {
    fn of(finding: &Finding) -> Self {
        let mut root = finding.rule;
        while let Some(parent) = root.parent() {
            root = parent;
        }
        Self { offset: finding.location.offset, ply: finding.ply, root }
    }
}

impl Row {
    /// Whether another row concerns the same act and no code has a ruling in both.
    fn takes(&self, other: &Self) -> bool {
        self.act.is_some()
            && self.act == other.act
            && (self.ply, self.location.offset) == (other.ply, other.location.offset)
            && self.cells.iter().zip(&other.cells).all(|(one, other)| one.is_none() || other.is_none())
    }

    fn of(finding: &Finding, columns: usize) -> Self {
        Self {
            ply: finding.ply,
            event: finding.event,
            movetext: finding.movetext.clone(),
            act: None,
            location: finding.location,
            rule: finding.rule,
            cells: vec![None; columns],
            diagram: None,
        }
    }
}

/// Sets the act of each row that concerns one.
fn name_acts(rows: &mut [Row], record: &Record, places: &Places<'_>) {
    if rows.is_empty() || record.acts.is_empty() {
        return;
    }
    name_touches_of_moves(rows, record);
    let offsets: Vec<u64> = record.acts.iter().map(|placed| places.locate(placed.span).offset).collect();
    for row in rows {
        let end = row.location.offset + row.location.length;
        let first = offsets.partition_point(|offset| *offset < row.location.offset);
        let mut until = offsets.partition_point(|offset| *offset < end);
        if let Some(Act::Touch { by, .. }) = record.acts.get(first).map(|placed| &placed.act)
            && row.rules().iter().any(|rule| takes_several_touches(*rule))
        {
            let ply = record.acts.get(first).map(|placed| placed.ply);
            let goes_on = |placed: &&PlacedAct| {
                Some(placed.ply) == ply && matches!(&placed.act, Act::Touch { by: other, .. } if other == by)
            };
            until += record.acts.iter().skip(until).take_while(goes_on).count();
        }
        let acts = record.acts.get(first..until).unwrap_or_default();
        // An act that makes a move is named as the move.
        let is_move = |act: &Act| matches!(act, Act::Play { .. } | Act::Release { .. });
        if let [placed, ..] = acts
            && row.act.is_none()
            && !(row.movetext.is_some() && acts.iter().all(|placed| is_move(&placed.act)))
        {
            row.act = Some(format!("{} {}", number(record, placed.ply), describe_acts(acts)));
        }
    }
}

/// Sets the act of each row on the touches of a move that was taken back: the men that the move touched.
fn name_touches_of_moves(rows: &mut [Row], record: &Record) {
    let is_of_touch = |row: &&mut Row| row.rule.is_in_family(Family::Touch) && row.movetext.is_some();
    let mut of_touch = rows.iter_mut().filter(is_of_touch).peekable();
    if of_touch.peek().is_none() {
        return;
    }
    let timeline = record.timeline();
    for row in of_touch {
        let Some(Event::Move(made)) = row.event.and_then(|event| timeline.event(event)) else { continue };
        let several = row.rules().into_iter().any(takes_several_touches);
        let second = match made.played.kind() {
            _ if !several => None,
            MoveKind::Castling(side) => record.start.castling_rook(made.played.from(), made.by, side),
            _ => Some(made.played.to()),
        };
        let second = second.map_or_else(String::new, |man| format!(",{man}"));
        let number = number(record, row.ply);
        row.act = Some(format!("{number} {} touches {}{second}", made.by, made.played.from()));
    }
}

/// Whether a rule concerns several touches.
fn takes_several_touches(rule: Rule) -> bool {
    matches!(rule, Rule::TouchSeveralOwn | Rule::TouchSeveralAdversary | Rule::TouchMixed)
}

/// The number of the move after `ply` plies: `2.` or `2...`.
fn number(record: &Record, ply: u32) -> String {
    let black_begins = u32::from(record.start.turn() == Color::Black);
    let halves = record.start.fullmove().saturating_mul(2).saturating_add(black_begins).saturating_add(ply);
    let dots = if halves % 2 == 0 { "." } else { "..." };
    format!("{}{dots}", halves / 2)
}
