//! The timeline of a game: every move and act in the order of time, moves since taken back included.
//!
//! A game whose timeline is not asked for pays nothing: the reader keeps the standing moves and, apart from them, only those
//! that a retraction took away. The timeline is put together backwards from the two, once, when it is first asked for.

use super::act::PlacedAct;
use crate::chess::{Color, Move};
use crate::finding::EventId;

/// One event of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event<'r> {
    /// A move was completed.
    Move(Made),
    /// Something else happened. A `[%play]` is a move.
    Act(&'r PlacedAct),
}

/// An event as the record keeps it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum KeptEvent {
    Move(Made),
    /// The index of the act.
    Act(usize),
}

/// The events of a game in the order of time, or some of them that follow one another.
#[derive(Clone, Copy, Debug)]
pub struct Timeline<'r> {
    acts: &'r [PlacedAct],
    events: &'r [KeptEvent],
    /// How many events come before these.
    before: usize,
}

impl<'r> Timeline<'r> {
    pub(crate) fn new(acts: &'r [PlacedAct], events: &'r [KeptEvent]) -> Self {
        Self { acts, events, before: 0 }
    }

    /// How many events there are.
    pub fn len(self) -> usize {
        self.events.len()
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.events.is_empty()
    }

    /// The events in the order of time.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Event<'r>> + Clone {
        self.events.iter().filter_map(move |kept| event_of(self.acts, *kept))
    }

    /// The same, each with its number.
    pub fn numbered(self) -> impl Iterator<Item = (EventId, Event<'r>)> {
        self.iter().enumerate().map(move |(index, event)| (EventId::of(self.before + index), event))
    }

    /// The event of a number.
    pub fn event(self, id: EventId) -> Option<Event<'r>> {
        self.get(id.index().checked_sub(self.before)?)
    }

    /// The event of an index.
    pub fn get(self, index: usize) -> Option<Event<'r>> {
        self.events.get(index).and_then(|kept| event_of(self.acts, *kept))
    }

    /// The first event.
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

fn event_of(acts: &[PlacedAct], kept: KeptEvent) -> Option<Event<'_>> {
    match kept {
        KeptEvent::Move(made) => Some(Event::Move(made)),
        KeptEvent::Act(index) => acts.get(index).map(Event::Act),
    }
}

/// A completed move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Made {
    /// The move on the board.
    pub played: Move,
    /// The player who made it, in turn or out of turn.
    pub by: Color,
    /// What the move comes from.
    pub source: MoveSource,
    /// The first byte of its token or command.
    pub place: u32,
}

/// What a move comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveSource {
    /// The score.
    Score,
    /// A `[%play]`.
    Play,
    /// A `[%release]` that nothing else completed.
    Release,
}
