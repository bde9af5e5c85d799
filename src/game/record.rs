//! The record of one game: its moves and events, and the facts that the replay found.

use crate::chess::Position;
use crate::law::Rule;

use super::act::PlacedAct;
use super::act_log::ActLog;
use super::clock::ClockReading;
use super::diagnostic::{FaultKind, TextFault};
use super::ending::Ending;
use super::facts::{NonstandardKind, NonstandardMove, ReplayFacts};
use super::move_list::MoveList;
use super::recovery_state::RecoveryState;
use super::replay_state::{LONG_GAME_PLIES, ReplayState};
use super::span::Span;
use super::tags::{TagName, TagPair, TagPairs};
use super::text_notes::TextNotes;

/// Memory for so many plies is reserved from the start.
const TYPICAL_PLIES: usize = 512;
/// More acts and moves that the common law does not simply allow than a usual game has.
const MANY_EVENTS: usize = 256;

/// The source of the first position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetupSource {
    /// The usual array.
    Usual,
    /// The FEN tag.
    Fen,
    /// The Placed tag, which says how the men were really placed.
    Placed,
    /// The usual array without the men given as odds.
    Odds,
}

/// One game. All spans are positions in the chunk that the record was read from.
#[derive(Debug)]
pub struct Record {
    /// The text of the game.
    pub span: Span,
    /// The tag pairs.
    pub tags: TagPairs,
    /// The source of the first position.
    pub setup: SetupSource,
    /// The first position.
    pub start: Position,
    /// The moves not taken back at the end.
    pub moves: MoveList,
    /// The moves that the common law does not simply allow: illegal and ambiguous ones, and null moves.
    pub nonstandard_moves: Vec<NonstandardMove>,
    /// The acts, in order of time.
    pub acts: Vec<PlacedAct>,
    /// The clock readings.
    pub clocks: Vec<ClockReading>,
    /// Faults and other properties of the text.
    pub text: TextNotes,
    /// How the record and its replay end.
    pub ending: Ending,
    /// The facts that the replay found.
    pub facts: ReplayFacts,
    /// The real board at the end.
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
            tags: TagPairs::default(),
            setup: SetupSource::Usual,
            start,
            moves: MoveList::with_capacity(TYPICAL_PLIES),
            nonstandard_moves: Vec::new(),
            acts: Vec::new(),
            clocks: Vec::with_capacity(TYPICAL_PLIES),
            text: TextNotes::default(),
            ending: Ending::default(),
            facts: ReplayFacts::default(),
            position: start,
            replay: ReplayState::default(),
            log: ActLog::default(),
            recovery: RecoveryState::default(),
        }
    }
}

impl Record {
    /// The first tag pair of this name.
    #[inline]
    pub fn tag(&self, name: TagName) -> Option<&TagPair> {
        self.tags.of(name)
    }

    /// The raw value of a tag. `text` is the chunk that the record was read from.
    pub fn value<'t>(&self, name: TagName, text: &'t [u8]) -> Option<&'t [u8]> {
        Some(self.tag(name)?.value.of(text))
    }

    /// The position that should have been set up, if the men were placed otherwise (`Placed`).
    pub fn due_position(&self) -> Option<&Position> {
        self.log.corrections.due.as_ref()
    }

    /// Whether the record begins with the first move of the game, judged by the move number of its first position.
    pub fn begins_at_move_one(&self) -> bool {
        self.start.fullmove() <= 1
    }

    /// Whether the end of the game was read: its result, or the heading of the next game.
    pub(crate) fn is_past_end(&self) -> bool {
        self.ending.termination.is_some() || self.recovery.heading.is_some()
    }

    /// The number of standing plies.
    #[inline]
    #[allow(clippy::cast_possible_truncation)] // a chunk holds fewer moves than bytes
    pub fn plies(&self) -> u32 {
        self.moves.len() as u32
    }

    /// Whether the move of a ply broke the common law.
    pub fn is_illegal_ply(&self, ply: u32) -> bool {
        self.nonstandard_moves
            .iter()
            .any(|odd| odd.ply == ply && matches!(odd.kind, NonstandardKind::Illegal(_)))
    }

    /// Clears the game and frees the memory of a long one.
    pub(crate) fn shrink(&mut self) {
        self.clear(0);
        self.moves.shrink_to(TYPICAL_PLIES);
        self.clocks.shrink_to(TYPICAL_PLIES);
        self.replay.history.shrink_to(TYPICAL_PLIES);
        self.tags.shrink();
        self.acts.shrink_to_fit();
        self.log.taken_back.shrink_to_fit();
    }

    /// Begins a game at this offset. [`Record::begin`] then sets the first position.
    pub(crate) fn clear(&mut self, start: usize) {
        self.span = Span::new(start, start);
        self.tags.clear();
        self.moves.clear();
        self.nonstandard_moves.clear();
        self.acts.clear();
        self.clocks.clear();
        self.text.clear();
        self.ending = Ending::default();
        self.facts.clear();
        self.replay.clear();
        self.log.clear();
        self.recovery = RecoveryState::default();
    }

    pub(crate) fn add_fault(&mut self, kind: FaultKind, span: Span) {
        let ply = self.plies();
        self.text.add_fault(TextFault { kind, ply, span });
    }

    /// Notes that the rest of the text was left out because it is too long. Faults that only come from the missing rest are
    /// removed.
    pub fn note_cut_short(&mut self) {
        self.remove_faults_of_cut();
        self.add_fault_at_end(FaultKind::CutShort);
    }

    /// Notes that the text after the game is lost, if the game is not complete.
    pub(crate) fn note_broken_off(&mut self) {
        if self.remove_faults_of_cut() {
            self.add_fault_at_end(FaultKind::BrokenOff);
        }
    }

    fn add_fault_at_end(&mut self, kind: FaultKind) {
        let end = self.span.end;
        self.add_fault(kind, Span { start: end, end });
    }

    /// Removes the faults that come from missing text at the end. Returns whether there were any.
    fn remove_faults_of_cut(&mut self) -> bool {
        let is_due_to_the_cut = |fault: &TextFault| {
            matches!(
                fault.kind,
                FaultKind::EndsInsideToken
                    | FaultKind::NoTermination
                    | FaultKind::NoMoves
                    | FaultKind::UnclosedComment
                    | FaultKind::CommentHidesMoves { .. }
                    | FaultKind::UnclosedVariation
            )
        };
        let before = self.text.faults.len();
        self.text.faults.retain(|fault| !is_due_to_the_cut(fault));
        self.text.faults.len() < before
    }

    /// Adds a fault that the audit found after the text was read.
    pub fn push_fault(&mut self, kind: FaultKind, span: Span) {
        self.text.faults.push(TextFault { kind, ply: 0, span });
    }

    /// Whether every move of the game was replayed and legal.
    pub(crate) fn is_legal_to_the_end(&self) -> bool {
        self.ending.stop.is_none() && self.nonstandard_moves.is_empty()
    }

    /// Concludes nothing from a position in FEN from which no game can start or the score cannot be played.
    pub(crate) fn doubt_given_position(&mut self) {
        let is_contradicted = |fault: &TextFault| {
            matches!(fault.kind, FaultKind::OddSetup(_))
                || fault.kind.stops_replay() && fault.kind.rule() == Rule::RecordUnresolvable
        };
        let is_over_at_once = self.moves.is_empty() && self.ending.stop.is_some();
        if self.setup == SetupSource::Fen
            && self.acts.is_empty()
            && (is_over_at_once || self.text.faults.iter().any(is_contradicted))
        {
            self.facts.doubtful = Some(0);
        }
    }

    /// Whether judging it may take many times as much memory as its text.
    pub(crate) fn needs_much_memory(&self) -> bool {
        self.acts.len() + self.nonstandard_moves.len() > MANY_EVENTS || self.plies_made() > LONG_GAME_PLIES
    }

    /// Whether the text has moves that were not replayed.
    pub fn has_lost_moves(&self) -> bool {
        self.ending.stop.is_some() && (self.recovery.lost_moves || self.ending.exceeds_limit)
    }

    /// The number of plies made, including those taken back.
    pub fn plies_made(&self) -> usize {
        self.moves.len() + self.log.taken_back.len()
    }
}
