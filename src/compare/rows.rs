//! Rows: what happened, and what each code says of it.
//!
//! What codes say of the same thing stands in one row: at the same place, after the same ply, under the same
//! rule or rules of one parent, or of the same act. Where a code says several such things, the first goes with
//! the first.

use std::collections::HashMap;

use crate::arbiter::{Hearing, Judgement, Locate, keep_moments as keep_moments_of};
use crate::audit::Places;
use crate::chess::{Color, MoveKind};
use crate::finding::diagram::Diagram;
use crate::finding::{Disposition, Finding, Location, Remedy, ReportOrder, Window};
use crate::game::{Act, Event, Made, PlacedAct, Record, Span, told};
use crate::law::{Family, Rule};

/// One thing that happened, and what each code says of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// The ply after which it happened, or the ply of the move itself.
    pub ply: u32,
    /// The move with its number, where it is one or follows one.
    pub movetext: Option<String>,
    /// What was done beside the moves, in words: `2. White touches d5,d8`.
    pub act: Option<String>,
    /// Where it stands.
    pub location: Location,
    /// The rule that the first code to speak speaks under.
    pub rule: Rule,
    /// What each code says, in the order of the columns; none where it has nothing to say.
    pub cells: Vec<Option<Finding>>,
    /// The board and what led to it, the same for every code, where a format draws it; otherwise none.
    pub moment: Option<Box<Diagram>>,
}

impl Row {
    /// What the code of a column says.
    pub fn cell(&self, column: usize) -> Option<&Finding> {
        self.cells.get(column).and_then(Option::as_ref)
    }

    /// Whether the codes differ in it.
    pub fn differs(&self) -> bool {
        let first = self.cell(0);
        self.cells.iter().any(|other| !same_ruling(first, other.as_ref()))
    }

    /// The rules that the codes speak under, each once.
    pub fn rules(&self) -> Vec<Rule> {
        let mut rules: Vec<Rule> = self.cells.iter().flatten().map(|finding| finding.rule).collect();
        rules.sort_unstable();
        rules.dedup();
        rules
    }

    /// What it is called: what was done, else the move, else the fact where the codes put it alike, else what
    /// the rule is about.
    pub fn title(&self) -> String {
        // A result is told of the last move, and is not that move.
        if self.rule.is_of(Family::Result) {
            return "the score given".to_owned();
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

/// Whether two codes rule alike: on whatever article, under whatever rule, and in whatever words.
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

/// Whether what a finding says stands in its message alone.
fn speaks_by_words_alone(finding: &Finding) -> bool {
    finding.remedies.is_empty() && finding.retract.is_none() && finding.disposition.is_none()
}

/// Whether two findings that speak by their words alone say the same.
fn same_words(one: &Finding, other: &Finding) -> bool {
    match (one.rule, other.rule) {
        // That it is too late, or not given, is all; each code says beside it what it gives instead.
        (Rule::PenaltyLate, Rule::PenaltyLate) | (Rule::PenaltyUnavailable, Rule::PenaltyUnavailable) => true,
        _ => one.message == other.message,
    }
}

/// Whether what was due was done: until when it might have been asked for no longer matters.
fn is_settled(finding: &Finding) -> bool {
    matches!(
        finding.disposition,
        Some(Disposition::Enforced | Disposition::Complied | Disposition::Retracted | Disposition::Annulled)
    )
}

fn same_remedies(ours: &[Remedy], theirs: &[Remedy]) -> bool {
    // That one takes the place of another says nothing of what is to be done.
    let same = |(one, other): (&Remedy, &Remedy)| {
        (one.kind, one.chooser, one.seconds) == (other.kind, other.chooser, other.seconds)
            && one.moves == other.moves
            && one.men == other.men
            && one.pieces == other.pieces
    };
    ours.len() == theirs.len() && ours.iter().zip(theirs).all(same)
}

fn same_window(one: Option<&Window>, other: Option<&Window>) -> bool {
    // When a right arose says nothing of how long it lasts.
    let end = |window: &Window| (window.closes, window.n, window.who, window.state, window.closed_ply);
    one.map(end) == other.map(end)
}

/// The rows of a game: `judgements` are those of the columns, and are emptied.
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
    // Stable: what one code says at one place keeps its order.
    keyed.sort_by_key(|(key, _)| ReportOrder::of(key.root, key.offset, key.ply));
    let mut rows: Vec<Row> = keyed.into_iter().map(|(_, row)| row).collect();
    name_acts(&mut rows, record, places);
    join_acts(rows)
}

/// Gives each row its moment: that of the fact, without what each code makes of it.
pub(super) fn keep_moments(rows: &mut [Row], hearing: &Hearing<'_>) {
    let fact = |row: &Row| {
        let told = row.cells.iter().flatten().next()?;
        Some(Finding { remedies: Vec::new(), retract: None, ..told.clone() })
    };
    let mut facts: Vec<Finding> = rows.iter().filter_map(fact).collect();
    keep_moments_of(hearing, &mut facts);
    let spoken_of = rows.iter_mut().filter(|row| row.cells.iter().any(Option::is_some));
    for (row, fact) in spoken_of.zip(facts) {
        row.moment = fact.moment;
    }
}

/// Of an act every code says what it will, under whatever rule: what no two rows say at once goes into one.
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

/// What is the same for codes that speak of the same thing.
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
    /// Whether another row is about the same act, and no code speaks in both.
    fn takes(&self, other: &Self) -> bool {
        self.act.is_some()
            && self.act == other.act
            && (self.ply, self.location.offset) == (other.ply, other.location.offset)
            && self.cells.iter().zip(&other.cells).all(|(one, other)| one.is_none() || other.is_none())
    }

    fn of(finding: &Finding, columns: usize) -> Self {
        Self {
            ply: finding.ply,
            movetext: finding.movetext.clone(),
            act: None,
            location: finding.location,
            rule: finding.rule,
            cells: vec![None; columns],
            moment: None,
        }
    }
}

/// Says of each row what was done there beside the moves.
fn name_acts(rows: &mut [Row], record: &Record, places: &Places<'_>) {
    if rows.is_empty() || record.acts.is_empty() {
        return;
    }
    name_touches_of_moves(rows, record, places);
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
        // A move acted out is told as the move that it is.
        let is_move = |act: &Act| matches!(act, Act::Play { .. } | Act::Release { .. });
        if let [placed, ..] = acts
            && row.act.is_none()
            && !(row.movetext.is_some() && acts.iter().all(|placed| is_move(&placed.act)))
        {
            row.act = Some(format!("{} {}", number(record, placed.ply), told(acts)));
        }
    }
}

/// Says of each row that is about the men touched in a move, and not about that move, which men those are: such a move
/// went back.
fn name_touches_of_moves(rows: &mut [Row], record: &Record, places: &Places<'_>) {
    let is_of_touch = |row: &&mut Row| row.rule.is_of(Family::Touch) && row.movetext.is_some();
    let mut of_touch = rows.iter_mut().filter(is_of_touch).peekable();
    if of_touch.peek().is_none() {
        return;
    }
    let course = record.timeline();
    for row in of_touch {
        let of_row = row.location.offset..row.location.offset + row.location.length;
        let stands_there = |made: &Made| {
            let first = Span { start: made.place, end: made.place.saturating_add(1) };
            of_row.contains(&places.locate(first).offset)
        };
        let mut moves = course.iter().filter_map(|event| match event {
            Event::Move(made) => Some(made),
            Event::Act(_) => None,
        });
        let Some(made) = moves.find(stands_there) else { continue };
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

/// Whether a rule is about men touched one after the other.
fn takes_several_touches(rule: Rule) -> bool {
    matches!(rule, Rule::TouchSeveralOwn | Rule::TouchSeveralAdversary | Rule::TouchMixed)
}

/// The number of the move that is due with so many standing: `2.` or `2...`.
fn number(record: &Record, ply: u32) -> String {
    let black_begins = u32::from(record.start.turn() == Color::Black);
    let halves = record.start.fullmove().saturating_mul(2).saturating_add(black_begins).saturating_add(ply);
    let dots = if halves % 2 == 0 { "." } else { "..." };
    format!("{}{dots}", halves / 2)
}
