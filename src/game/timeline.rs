//! The timeline of a game: every move and act in the order of time, including moves taken back.
//!
//! The record keeps the standing moves, and separately only those that a retraction took away. The timeline is built
//! backwards from the two lists when it is first used, so a game whose timeline is not used costs nothing.

use super::act::PlacedAct;
use crate::chess::{Color, Move};
use crate::finding::EventId;

/// One event of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event<'r> {
    /// A move was completed.
    Move(MadeMove),
    /// An act other than `[%play]`, which is a move.
    Act(&'r PlacedAct),
}

/// An event as the record stores it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum StoredEvent {
    Move(MadeMove),
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
    pub(super) fn new(acts: &'r [PlacedAct], events: &'r [StoredEvent]) -> Self {
        Self { acts, events, before: 0 }
    }

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
pub struct MadeMove {
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
