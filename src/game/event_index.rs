//! The events of a game by their places in the text and by plies.

use super::move_list::MoveList;
use super::record::Record;
use super::timeline::{Event, Timeline};
use crate::finding::EventId;

/// The events of a game, or the first of them, by their places in the text and by plies.
pub(crate) enum EventIndex<'r> {
    /// Of a game without acts: an event has the index of its move, so nothing is built.
    Moves { moves: &'r MoveList, until: usize },
    /// Of any other game.
    Events {
        /// In the order of the text.
        by_place: Vec<EventStart>,
        /// For each number of standing moves the last move that led to it.
        by_ply: Vec<Option<EventId>>,
    },
}

/// The start of an event's text.
pub(crate) struct EventStart {
    /// In the chunk, in bytes.
    place: u32,
    event: EventId,
}

impl<'r> EventIndex<'r> {
    /// The index of the first `until` events.
    pub(crate) fn of(record: &'r Record, until: usize) -> Self {
        if record.acts.is_empty() {
            return Self::Moves { moves: &record.moves, until };
        }
        Self::of_events(record.timeline().until(until))
    }

    fn of_events(events: Timeline<'_>) -> Self {
        let mut by_place = Vec::with_capacity(events.len());
        let mut by_ply = Vec::with_capacity(events.len() + 1);
        let mut standing: usize = 0;
        for (event, happened) in events.numbered() {
            let place = match happened {
                Event::Move(made) => {
                    standing += 1;
                    if by_ply.len() <= standing {
                        by_ply.resize(standing + 1, None);
                    }
                    if let Some(last) = by_ply.get_mut(standing) {
                        *last = Some(event);
                    }
                    made.place
                }
                Event::Act(placed) => {
                    standing = placed.after as usize;
                    placed.span.start
                }
            };
            by_place.push(EventStart { place, event });
        }
        // A stable sort: of events that start at one byte the first stays first.
        by_place.sort_by_key(|start| start.place);
        Self::Events { by_place, by_ply }
    }

    /// The event that starts at a place, else the move of a ply.
    pub(crate) fn find(&self, place: u32, ply: u32) -> Option<EventId> {
        match self {
            Self::Moves { moves, until } => {
                let of_ply = || (ply as usize).checked_sub(1).filter(|index| *index < moves.len());
                let of_place = moves.index_of(place).filter(|index| index < until);
                of_place.or_else(|| of_ply().filter(|index| index < until)).map(EventId::of)
            }
            Self::Events { by_place, by_ply } => {
                let first = by_place.partition_point(|start| start.place < place);
                let there = by_place.get(first).filter(|start| start.place == place);
                there.map(|start| start.event).or_else(|| by_ply.get(ply as usize).copied().flatten())
            }
        }
    }
}
