//! Builds a record without text, from moves, acts and clock readings as they happen.

use std::num::NonZeroU32;

use crate::chess::{Color, Meaning, Move, Play, Position};
use crate::finding::Score;

use super::act::Act;
use super::clock::{ClockKind, ClockReading, Time};
use super::ending::Termination;
use super::move_list::{MoveList, StatedMove};
use super::record::{Record, SetupSource};
use super::replay::Replay;
use super::span::Span;
use super::text_notes::Notation;

/// Builds one record from events. The span of an event is its number, from 1.
#[derive(Debug)]
pub struct RecordBuilder {
    record: Record,
    events: u32,
}

impl Default for RecordBuilder {
    fn default() -> Self {
        Self::from(&Position::initial(), SetupSource::Usual)
    }
}

impl RecordBuilder {
    /// Begins a game from a position.
    pub fn from(start: &Position, setup: SetupSource) -> Self {
        let mut record = Record::default();
        record.clear(0);
        record.text.move_notation = Notation::Unwritten;
        record.begin(start, setup);
        Self { record, events: 0 }
    }

    fn next_place(&mut self) -> Span {
        self.events += 1;
        Span { start: self.events, end: self.events }
    }

    /// Adds a completed move, in turn or out of turn. An illegal move remains and is noted as such.
    pub fn push_move(&mut self, by: Color, played: Move) {
        let place = self.next_place();
        if self.record.resolve_release(&played, place) == Replay::Continues {
            let mut board = self.record.position;
            board.set_turn(by);
            let fault = board.illegality(played, Play::COMMON);
            self.record.make_move(by, played, fault, place);
        }
    }

    /// Adds an act. An impossible act is noted as a fault.
    pub fn push_act(&mut self, act: Act) {
        let place = self.next_place();
        self.record.apply_act(act, place);
    }

    /// Takes back the last completed moves.
    pub fn take_back(&mut self, moves: NonZeroU32) {
        self.push_act(Act::Retract { moves });
    }

    /// Adds a clock reading after the last move.
    pub fn push_clock(&mut self, kind: ClockKind, time: Time) {
        let span = self.next_place();
        self.record.push_clock_reading(ClockReading { ply: self.record.plies(), kind, time, span });
    }

    /// Ends the game with a score.
    pub fn terminate(&mut self, score: Score) {
        let span = self.next_place();
        self.record.ending.termination = Some(Termination { score, span });
    }

    /// Completes the record.
    pub fn finish(mut self) -> Record {
        self.record.finish_release();
        self.record.drop_clocks_after_stop();
        self.record.recount();
        self.record.span.end = self.events;
        self.record.note_end();
        self.record
    }
}

impl StatedMove for Move {
    fn meaning_after(&self, board: &Position, _: &MoveList) -> Meaning {
        match board.illegality(*self, Play::COMMON) {
            None => Meaning::Legal(*self),
            Some(fault) => Meaning::Illegal(*self, fault),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::San;
    use crate::finding::EventId;
    use crate::game::{Actor, BoardEnd, Event, SpokenWord};

    fn push(builder: &mut RecordBuilder, by: Color, san: &str) {
        let read = San::from_ascii(san.as_bytes()).unwrap();
        let Meaning::Legal(played) = builder.record.position.meaning(read) else { panic!("{san}") };
        builder.push_move(by, played);
    }

    #[test]
    fn a_game_is_built_without_text() {
        let mut builder = RecordBuilder::default();
        push(&mut builder, Color::White, "f3");
        push(&mut builder, Color::Black, "e5");
        builder.push_act(Act::Press { by: Actor::from(Color::Black) });
        builder.push_clock(ClockKind::Left, Time::from_seconds(300));
        push(&mut builder, Color::White, "a3");
        builder.take_back(NonZeroU32::MIN);
        push(&mut builder, Color::White, "g4");
        push(&mut builder, Color::Black, "Qh4#");
        builder.push_act(Act::Say { by: Actor::from(Color::Black), word: SpokenWord::Mate });
        builder.terminate(Score::Black);
        let record = builder.finish();
        assert_eq!((record.plies(), record.text.faults.len(), record.clocks.len()), (4, 0, 1));
        assert_eq!((record.facts.end, record.position_after(4)), (BoardEnd::Mate, record.position));
        let timeline = record.timeline();
        let shown = timeline.numbered().map(|(id, event)| match event {
            Event::Move(made) => format!("{id} {} {:?}", made.by, made.played),
            Event::Act(placed) => format!("{id} {}", placed.act),
        });
        assert_eq!(
            shown.collect::<Vec<_>>(),
            [
                "0 White f2f3",
                "1 Black e7e5",
                "2 [%press b]",
                "3 White a2a3",
                "4 [%retract 1]",
                "5 White g2g4",
                "6 Black d8h4",
                "7 [%say b mate]"
            ]
        );
        let ids: Vec<EventId> = timeline.from(3).numbered().map(|(id, _)| id).collect();
        assert!(ids.iter().all(|id| timeline.from(3).event(*id) == timeline.event(*id)));
        assert_eq!(timeline.event(ids[0]), timeline.get(3));
    }
}
