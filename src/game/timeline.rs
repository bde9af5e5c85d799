//! The timeline of a game: every move and act in the order of time, including moves taken back.
//!
//! The record keeps the standing moves, and separately only those that a retraction took away. The timeline is built
//! backwards from the two lists when it is first used, so a game whose timeline is not used costs nothing.

use super::act::{Act, PlacedAct, Ruling};
use super::record::Record;
use crate::chess::{Color, Move};
use crate::finding::EventId;

/// One event of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event<'r> {
    /// A move was completed.
    Move(Made),
    /// An act other than `[%play]`, which is a move.
    Act(&'r PlacedAct),
}

/// An event as the record stores it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum StoredEvent {
    Move(Made),
    /// The index of the act.
    Act(usize),
}

/// Consecutive events of a game in the order of time.
#[derive(Clone, Copy, Debug)]
pub struct Timeline<'r> {
    acts: &'r [PlacedAct],
    events: &'r [StoredEvent],
    /// The number of events before these.
    before: usize,
}

impl<'r> Timeline<'r> {
    pub fn len(self) -> usize {
        self.events.len()
    }

    pub fn is_empty(self) -> bool {
        self.events.is_empty()
    }

    pub fn iter(self) -> impl DoubleEndedIterator<Item = Event<'r>> + Clone {
        self.events.iter().filter_map(move |stored| event_of(self.acts, *stored))
    }

    /// The events with their ids.
    pub fn numbered(self) -> impl Iterator<Item = (EventId, Event<'r>)> {
        self.iter().enumerate().map(move |(index, event)| (EventId::of(self.before + index), event))
    }

    pub fn event(self, id: EventId) -> Option<Event<'r>> {
        self.get(id.index().checked_sub(self.before)?)
    }

    pub fn get(self, index: usize) -> Option<Event<'r>> {
        self.events.get(index).and_then(|stored| event_of(self.acts, *stored))
    }

    pub fn first(self) -> Option<Event<'r>> {
        self.get(0)
    }

    /// The events from an index on.
    #[must_use]
    pub fn from(self, index: usize) -> Self {
        let index = index.min(self.events.len());
        Self { events: self.events.get(index..).unwrap_or_default(), before: self.before + index, ..self }
    }

    /// The events before an index.
    #[must_use]
    pub fn until(self, index: usize) -> Self {
        Self { events: self.events.get(..index).unwrap_or(self.events), ..self }
    }
}

fn event_of(acts: &[PlacedAct], stored: StoredEvent) -> Option<Event<'_>> {
    match stored {
        StoredEvent::Move(made) => Some(Event::Move(made)),
        StoredEvent::Act(index) => acts.get(index).map(Event::Act),
    }
}

/// A completed move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Made {
    /// The move on the board.
    pub played: Move,
    /// The player who made it, in turn or out of turn.
    pub by: Color,
    /// The source of the move.
    pub source: MoveSource,
    /// The offset of its token or command in the chunk.
    pub place: u32,
}

/// The source of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveSource {
    /// The score.
    Score,
    /// A `[%play]`.
    Play,
    /// A `[%release]` that no other move completed.
    Release,
}

impl Record {
    /// Everything that happened, in the order of time.
    pub fn timeline(&self) -> Timeline<'_> {
        let events = self.log.events.get_or_init(|| self.events_in_order());
        Timeline { acts: &self.acts, events, before: 0 }
    }

    fn events_in_order(&self) -> Vec<StoredEvent> {
        let mut standing: Vec<Made> = self.made_from(0).collect();
        let mut taken_back = self.log.taken_back.as_slice();
        let mut release_moves = self.log.release_moves.as_slice();
        let mut events = Vec::with_capacity(standing.len() + taken_back.len() + self.acts.len());
        let mut as_event = |made: Made| match release_moves.split_last() {
            Some((place, before)) if *place == made.place => {
                release_moves = before;
                StoredEvent::Move(Made { source: MoveSource::Release, ..made })
            }
            _ => StoredEvent::Move(made),
        };
        for (index, placed) in self.acts.iter().enumerate().rev() {
            let later = standing.split_off(standing.len().min(placed.after as usize));
            events.extend(later.into_iter().rev().map(&mut as_event));
            match placed.act {
                Act::Play { .. } => {
                    let played = standing.pop().map(|made| Made { source: MoveSource::Play, ..made });
                    events.extend(played.map(StoredEvent::Move));
                    continue;
                }
                Act::Retract { .. } => {
                    let moves = (placed.ply - placed.after) as usize;
                    let at = taken_back.len().saturating_sub(moves);
                    let (before, these) = taken_back.split_at(at);
                    taken_back = before;
                    standing.extend_from_slice(these);
                }
                Act::Ruling(Ruling::Promote(..)) => {
                    if let Some(replaced) = self.replaced_move_of(placed.span)
                        && let Some(made) = standing.get_mut(replaced.index)
                    {
                        made.played = replaced.was;
                    }
                }
                _ => {}
            }
            events.push(StoredEvent::Act(index));
        }
        events.extend(standing.into_iter().rev().map(as_event));
        events.reverse();
        events
    }

    /// Whether a move whose token begins at this offset was taken back.
    pub fn took_back(&self, place: u32) -> bool {
        self.log.taken_back.iter().any(|made| made.place == place)
    }

    /// The standing moves from an index on, all with [`MoveSource::Score`]: only the acts say which come from elsewhere.
    pub(super) fn made_from(&self, index: usize) -> impl Iterator<Item = Made> + '_ {
        let moves = self.moves.iter().zip(self.moves.tokens()).enumerate().skip(index);
        moves.map(|(index, (played, place))| Made {
            played,
            by: self.mover(index),
            source: MoveSource::Score,
            place,
        })
    }

    /// The player who made the move of an index: players alternate, except where one moved out of turn.
    fn mover(&self, index: usize) -> Color {
        let taken = self.log.turns.partition_point(|taken| taken.stood as usize <= index);
        let (first, by) = match taken.checked_sub(1).and_then(|last| self.log.turns.get(last)) {
            Some(taken) => (taken.stood as usize, taken.by),
            None => (0, self.start.turn()),
        };
        if (index - first).is_multiple_of(2) { by } else { by.other() }
    }
}
