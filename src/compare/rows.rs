//! The rows of a comparison: an event, and the ruling of each code on it.
//!
//! Rulings on one event share a row if they have the same rule, or else rules of one parent; rulings without an event do so if
//! they have the same place. Rows of one event and one place that some code lacks are joined, whatever their rules, if no code
//! has a ruling in two of them. Rulings on the result share a row wherever they are placed.

use std::collections::BTreeMap;
use std::{iter, mem};

use crate::arbiter::{Hearing, Judgement, Locate, add_diagrams as keep_moments_of};
use crate::audit::Places;
use crate::chess::{Color, MoveKind};
use crate::finding::diagram::Diagram;
use crate::finding::{Disposition, EventId, Finding, Location, Remedy, ReportOrder, Window};
use crate::game::{Act, Actor, Event, PlacedAct, Record, describe_acts};
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
    /// Whether the act is that of the player who is not on move.
    pub is_of_waiting_player: bool,
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
    let mut subjects: BTreeMap<Subject, Vec<Rulings>> = BTreeMap::new();
    for (column, judgement) in judgements.iter_mut().enumerate() {
        for finding in judgement.findings.drain(..) {
            let rulings = subjects.entry(Subject::of(&finding)).or_default();
            rulings.push(Rulings { first: (column, finding), others: Vec::new() });
        }
    }
    let mut rows: Vec<Row> = Vec::new();
    for (subject, rulings) in subjects {
        let rulings = pair(rulings, |finding| (finding.location.offset, finding.ply, finding.rule));
        let rulings = pair(rulings, |finding| finding.rule);
        let rulings = pair(rulings, |finding| root(finding.rule));
        let rulings = match subject {
            Subject::Event(_) => pair_left_over(rulings, columns),
            Subject::Place(..) | Subject::Result => rulings,
        };
        rows.extend(rulings.into_iter().map(|rulings| Row::of(rulings, columns)));
    }
    rows.sort_by_key(|row| ReportOrder::of(root(row.rule), row.location.offset, row.ply));
    name_acts(&mut rows, record, places);
    rows
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

/// What the rulings of a row are about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Subject {
    Event(EventId),
    /// The place and ply of a finding without an event.
    Place(u64, u32),
    Result,
}

impl Subject {
    fn of(finding: &Finding) -> Self {
        match finding.event {
            _ if finding.rule.is_in_family(Family::Result) => Self::Result,
            Some(event) => Self::Event(event),
            None => Self::Place(finding.location.offset, finding.ply),
        }
    }
}

/// The parent of a rule, or the rule itself.
fn root(rule: Rule) -> Rule {
    rule.parent().unwrap_or(rule)
}

/// The rulings of a row, at most one of each code, with the columns of the codes.
struct Rulings {
    /// The ruling of the first column.
    first: (usize, Finding),
    others: Vec<(usize, Finding)>,
}

impl Rulings {
    fn columns(&self) -> impl Iterator<Item = usize> {
        iter::once(&self.first).chain(&self.others).map(|(column, _)| *column)
    }

    fn join(&mut self, mut other: Self) {
        if other.first.0 < self.first.0 {
            mem::swap(self, &mut other);
        }
        self.others.push(other.first);
        self.others.append(&mut other.others);
    }
}

/// Joins the rulings with the same key. If a code has several, they are joined in order.
fn pair<K: Ord + Copy>(rulings: Vec<Rulings>, key: impl Fn(&Finding) -> K) -> Vec<Rulings> {
    let mut joined: Vec<Rulings> = Vec::with_capacity(rulings.len());
    let mut ordinals: BTreeMap<(K, usize), usize> = BTreeMap::new();
    let mut places: BTreeMap<(K, usize), usize> = BTreeMap::new();
    for one in rulings {
        let key = key(&one.first.1);
        let taken = |column| ordinals.get(&(key, column)).copied().unwrap_or(0);
        let ordinal = one.columns().map(taken).max().unwrap_or(0);
        ordinals.extend(one.columns().map(|column| ((key, column), ordinal + 1)));
        let place = *places.entry((key, ordinal)).or_insert(joined.len());
        match joined.get_mut(place) {
            Some(other) => other.join(one),
            None => joined.push(one),
        }
    }
    joined
}

/// Joins the rulings at one place that some code lacks, if no code has two of them.
fn pair_left_over(rulings: Vec<Rulings>, columns: usize) -> Vec<Rulings> {
    let is_left_over = |one: &Rulings| one.others.len() + 1 < columns;
    let place_of = |one: &Rulings| one.first.1.location.offset;
    let mut left_over: BTreeMap<(u64, usize), usize> = BTreeMap::new();
    for one in rulings.iter().filter(|one| is_left_over(one)) {
        for column in one.columns() {
            *left_over.entry((place_of(one), column)).or_default() += 1;
        }
    }
    let has_no_other = |one: &Rulings| {
        is_left_over(one) && one.columns().all(|column| left_over.get(&(place_of(one), column)) == Some(&1))
    };
    let (left_over, mut joined): (Vec<_>, Vec<_>) = rulings.into_iter().partition(has_no_other);
    joined.extend(pair(left_over, |finding| finding.location.offset));
    joined
}

impl Row {
    fn of(rulings: Rulings, columns: usize) -> Self {
        let (_, finding) = &rulings.first;
        let mut row = Self {
            ply: finding.ply,
            event: finding.event,
            movetext: finding.movetext.clone(),
            act: None,
            is_of_waiting_player: false,
            location: finding.location,
            rule: finding.rule,
            cells: vec![None; columns],
            diagram: None,
        };
        for (column, finding) in iter::once(rulings.first).chain(rulings.others) {
            if let Some(cell) = row.cells.get_mut(column) {
                *cell = Some(finding);
            }
        }
        row
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
            let by = placed.act.by().and_then(Actor::player);
            row.is_of_waiting_player = by.is_some_and(|by| by != on_move(record, placed.ply));
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
        row.is_of_waiting_player = made.by != on_move(record, row.ply);
    }
}

/// Whether a rule concerns several touches.
fn takes_several_touches(rule: Rule) -> bool {
    matches!(rule, Rule::TouchSeveralOwn | Rule::TouchSeveralAdversary | Rule::TouchMixed)
}

/// The number of the move after `ply` plies: `2.` or `2...`.
fn number(record: &Record, ply: u32) -> String {
    let dots = match on_move(record, ply) {
        Color::White => ".",
        Color::Black => "...",
    };
    format!("{}{dots}", half_moves(record, ply) / 2)
}

/// The player on move after `ply` plies.
fn on_move(record: &Record, ply: u32) -> Color {
    if half_moves(record, ply).is_multiple_of(2) { Color::White } else { Color::Black }
}

/// Twice the number of the move after `ply` plies, and one more if Black is on move.
fn half_moves(record: &Record, ply: u32) -> u32 {
    let black_begins = u32::from(record.start.turn() == Color::Black);
    record.start.fullmove().saturating_mul(2).saturating_add(black_begins).saturating_add(ply)
}
