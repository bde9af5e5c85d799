//! One game as produced: what was recorded, what the replay showed, and what is kept beside.

use crate::chess::Position;

use super::act::PlacedAct;
use super::act_log::ActLog;
use super::clock::ClockReading;
use super::diagnostic::{Fault, FaultKind};
use super::ending::Ending;
use super::facts::{Facts, Odd, OddKind};
use super::move_list::MoveList;
use super::recovery_state::RecoveryState;
use super::replay_state::{MANY_MOVES, ReplayState};
use super::span::Span;
use super::tags::{TagName, TagPair, Tags};
use super::text_notes::TextNotes;

/// In plies. Room is made at once for a game of so many.
const USUAL_LENGTH: usize = 512;
/// Acts, and moves that the common law does not simply allow. No usual game has so many.
const MANY_EVENTS: usize = 256;

/// Where the first position comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setup {
    /// The usual array.
    Usual,
    /// The FEN tag.
    Fen,
    /// The Placed tag: the men as they really stood.
    Placed,
    /// The usual array less the men given as odds.
    Odds,
}

/// One game as produced. All spans are places in the chunk it was read from.
#[derive(Debug)]
pub struct Record {
    /// From its first to its last byte.
    pub span: Span,
    /// The tag pairs.
    pub tags: Tags,
    /// Where the first position comes from.
    pub setup: Setup,
    /// The first position.
    pub start: Position,
    /// The moves standing at the end.
    pub moves: MoveList,
    /// The moves that the common law does not simply allow.
    pub odd: Vec<Odd>,
    /// What else happened.
    pub acts: Vec<PlacedAct>,
    /// The clock readings.
    pub clocks: Vec<ClockReading>,
    /// What its text shows beside the game.
    pub text: TextNotes,
    /// How it ends.
    pub ending: Ending,
    /// What the replay showed.
    pub facts: Facts,
    /// The board as it really stands at the end.
    pub position: Position,
    pub(crate) replay: ReplayState,
    pub(crate) log: ActLog,
    pub(crate) recovery: RecoveryState,
}

impl Default for Record {
    fn default() -> Self {
        let start = Position::initial();
        Self {
            span: Span::default(),
            tags: Tags::default(),
            setup: Setup::Usual,
            start,
            moves: MoveList::with_capacity(USUAL_LENGTH),
            odd: Vec::new(),
            acts: Vec::new(),
            clocks: Vec::with_capacity(USUAL_LENGTH),
            text: TextNotes::default(),
            ending: Ending::default(),
            facts: Facts::default(),
            position: start,
            replay: ReplayState::default(),
            log: ActLog::default(),
            recovery: RecoveryState::default(),
        }
    }
}

impl Record {
    /// The tag pair of a known tag, the first of its name.
    #[inline]
    pub fn tag(&self, name: TagName) -> Option<&TagPair> {
        self.tags.of(name)
    }

    /// The raw value of a known tag in `text`, the chunk the record was read from.
    pub fn value<'t>(&self, name: TagName, text: &'t [u8]) -> Option<&'t [u8]> {
        Some(self.tag(name)?.value.of(text))
    }

    /// The position that was due, where the men stood otherwise (`Placed`).
    pub fn due(&self) -> Option<&Position> {
        self.log.corrections.due.as_ref()
    }

    /// Whether its first position is that of the game, and not one taken up later.
    pub fn begins_with_the_game(&self) -> bool {
        self.start.fullmove() <= 1
    }

    /// How many moves stand at the end.
    #[inline]
    #[allow(clippy::cast_possible_truncation)] // a chunk holds fewer moves than bytes
    pub fn plies(&self) -> u32 {
        self.moves.len() as u32
    }

    /// Whether the move of a ply broke the common law.
    pub fn is_irregular(&self, ply: u32) -> bool {
        self.odd.iter().any(|odd| odd.ply == ply && matches!(odd.kind, OddKind::Illegal(_)))
    }

    /// Clears the game and frees the memory that a long one took.
    pub(crate) fn shrink(&mut self) {
        self.clear(0);
        self.moves.shrink_to(USUAL_LENGTH);
        self.clocks.shrink_to(USUAL_LENGTH);
        self.replay.history.shrink_to(USUAL_LENGTH);
        self.tags.shrink();
        self.acts.shrink_to_fit();
        self.log.taken_back.shrink_to_fit();
    }

    /// Begins a game at this place. The first position follows with [`Record::begin`].
    pub(crate) fn clear(&mut self, start: usize) {
        self.span = Span::new(start, start);
        self.tags.clear();
        self.moves.clear();
        self.odd.clear();
        self.acts.clear();
        self.clocks.clear();
        self.text.clear();
        self.ending = Ending::default();
        self.facts.clear();
        self.replay.clear();
        self.log.clear();
        self.recovery = RecoveryState::default();
    }

    pub(crate) fn fault(&mut self, kind: FaultKind, span: Span) {
        let ply = self.plies();
        self.text.add_fault(Fault { kind, ply, span });
    }

    /// Tells that the rest of the text was left out. The text itself does not break off there, nor is it known to lack what
    /// would stand in it.
    pub fn note_cut_short(&mut self) {
        let is_of_cut = |fault: &Fault| {
            matches!(
                fault.kind,
                FaultKind::BreaksOff
                    | FaultKind::NoTermination
                    | FaultKind::UnclosedComment
                    | FaultKind::UnclosedVariation
            )
        };
        self.text.faults.retain(|fault| !is_of_cut(fault));
        let end = self.span.end;
        self.fault(FaultKind::CutShort, Span { start: end, end });
    }

    /// Adds what reading the text alone could not know to be wrong.
    pub fn note_at(&mut self, kind: FaultKind, span: Span) {
        self.text.faults.push(Fault { kind, ply: 0, span });
    }

    /// Whether to judge it may take many times as much memory as its text does.
    pub(crate) fn takes_much(&self) -> bool {
        self.acts.len() + self.odd.len() > MANY_EVENTS || self.plies_made() > MANY_MOVES
    }

    /// Whether moves are not replayed that stand in what was read.
    pub fn loses_moves(&self) -> bool {
        self.ending.stop.is_some() && (self.recovery.lost_moves || self.ending.is_too_much)
    }

    /// How many moves are kept of it, plies taken back too.
    pub fn plies_made(&self) -> usize {
        self.moves.len() + self.log.taken_back.len()
    }
}
