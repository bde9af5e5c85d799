//! The timeline of a record, put together from its moves and acts.

use super::act::{Act, UmpireRuling};
use super::record::Record;
use super::timeline::{MadeMove, MoveSource, StoredEvent, Timeline};
use crate::chess::Color;

impl Record {
    /// Everything that happened, in the order of time.
    pub fn timeline(&self) -> Timeline<'_> {
        let events = self.log.events.get_or_init(|| self.events_in_order());
        Timeline::new(&self.acts, events)
    }

    fn events_in_order(&self) -> Vec<StoredEvent> {
        let mut standing: Vec<MadeMove> = self.made_from(0).collect();
        let mut taken_back = self.log.taken_back.as_slice();
        let mut release_moves = self.log.release_moves.as_slice();
        let mut events = Vec::with_capacity(standing.len() + taken_back.len() + self.acts.len());
        let mut as_event = |made: MadeMove| match release_moves.split_last() {
            Some((place, before)) if *place == made.place => {
                release_moves = before;
                StoredEvent::Move(MadeMove { source: MoveSource::Release, ..made })
            }
            _ => StoredEvent::Move(made),
        };
        for (index, placed) in self.acts.iter().enumerate().rev() {
            let later = standing.split_off(standing.len().min(placed.after as usize));
            events.extend(later.into_iter().rev().map(&mut as_event));
            match placed.act {
                Act::Play { .. } => {
                    let played = standing.pop().map(|made| MadeMove { source: MoveSource::Play, ..made });
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
                Act::Ruling(UmpireRuling::Promote(..)) => {
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
    pub(super) fn made_from(&self, index: usize) -> impl Iterator<Item = MadeMove> + '_ {
        let moves = self.moves.iter().zip(self.moves.tokens()).enumerate().skip(index);
        moves.map(|(index, (played, place))| MadeMove {
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
