//! The timeline of a record, put together when it is first asked for.

use super::act::{Act, Ruling};
use super::record::Record;
use super::timeline::{KeptEvent, Made, MoveSource, Timeline};
use crate::chess::Color;

impl Record {
    /// Everything that happened, in the order of time.
    pub fn timeline(&self) -> Timeline<'_> {
        let events = self.log.events.get_or_init(|| self.events_in_order());
        Timeline::new(&self.acts, events)
    }

    fn events_in_order(&self) -> Vec<KeptEvent> {
        let mut standing: Vec<Made> = self.made_from(0).collect();
        let mut taken_back = self.log.taken_back.as_slice();
        let mut settled = self.log.settled.as_slice();
        let mut events = Vec::with_capacity(standing.len() + taken_back.len() + self.acts.len());
        let mut made = |made: Made| match settled.split_last() {
            Some((place, before)) if *place == made.place => {
                settled = before;
                KeptEvent::Move(Made { source: MoveSource::Release, ..made })
            }
            _ => KeptEvent::Move(made),
        };
        for (index, placed) in self.acts.iter().enumerate().rev() {
            let later = standing.split_off(standing.len().min(placed.after as usize));
            events.extend(later.into_iter().rev().map(&mut made));
            match placed.act {
                Act::Play { .. } => {
                    let made = standing.pop();
                    events
                        .extend(made.map(|made| KeptEvent::Move(Made { source: MoveSource::Play, ..made })));
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
                    if let Some(remade) = self.remade_by(placed.span)
                        && let Some(made) = standing.get_mut(remade.index)
                    {
                        made.played = remade.was;
                    }
                }
                _ => {}
            }
            events.push(KeptEvent::Act(index));
        }
        events.extend(standing.into_iter().rev().map(made));
        events.reverse();
        events
    }

    /// Whether a move of this place was taken back.
    pub fn took_back(&self, place: u32) -> bool {
        self.log.taken_back.iter().any(|made| made.place == place)
    }

    /// The standing moves from an index on, as if all came from the score: the acts say which did not.
    pub(crate) fn made_from(&self, index: usize) -> impl Iterator<Item = Made> + '_ {
        let moves = self.moves.iter().zip(self.moves.tokens()).enumerate().skip(index);
        moves.map(|(index, (played, place))| Made {
            played,
            by: self.mover(index),
            source: MoveSource::Score,
            place,
        })
    }

    /// Who made the move of an index: players take turns, except where one took the other's.
    fn mover(&self, index: usize) -> Color {
        let taken = self.log.turns.partition_point(|taken| taken.stood as usize <= index);
        let (first, by) = match taken.checked_sub(1).and_then(|last| self.log.turns.get(last)) {
            Some(taken) => (taken.stood as usize, taken.by),
            None => (0, self.start.turn()),
        };
        if (index - first).is_multiple_of(2) { by } else { by.other() }
    }
}
