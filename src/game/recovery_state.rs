//! The state of the recovery of damaged text: numbers, doubts and limits.

use std::mem::Discriminant;

use super::command_problem::CommandProblem;
use super::span::Span;

/// A game that begins with this move number or a later one lacks its opening.
const PAST_OPENING: u32 = 9;

/// The legal moves that may be looked ahead over all ambiguous moves of a game.
const LOOK_AHEAD: u32 = 20_000;

/// A reason why the game may have had another position than the replay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PositionDoubt {
    /// The tag for the first position is empty.
    LeftEmpty,
    /// The variant has several first positions, and none is given.
    NotGiven,
    /// The tag for the first position is broken.
    BrokenTag,
    /// Another FEN tag gives another position.
    OtherFen,
    /// The FEN gives an impossible en passant square.
    ImpossibleEnPassant,
    /// A detached `N` may be a knight's letter or mark a novelty.
    DetachedLetter,
    /// Piece letters are in lower case, so that a bishop's letter may have been read as a file.
    SmallLetters,
    /// A comment that was not closed hides moves.
    HiddenMoves,
    /// A sign is in the place of a move.
    LostMove,
}

impl PositionDoubt {
    /// The number of legal plies after which the position is taken to be right.
    pub(crate) const fn settled_after(self) -> u32 {
        match self {
            // The FEN is wrong about the move before it. The first move shows whether it is wrong about the board too.
            Self::ImpossibleEnPassant => 1,
            Self::LeftEmpty => 12,
            Self::NotGiven | Self::BrokenTag | Self::OtherFen => 40,
            Self::DetachedLetter | Self::SmallLetters | Self::HiddenMoves | Self::LostMove => u32::MAX,
        }
    }
}

/// A number that is not that of the next move, and what it implies about the moves before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WrongNumber {
    /// The standing plies when it was read.
    pub plies: u32,
    pub number: u32,
    pub gap: NumberGap,
}

/// The fault before a wrong number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NumberGap {
    /// A move of the player on move is missing: the number is for the other player.
    OnePly,
    /// Moves of both players are missing.
    BothPlayers,
    /// The record already has moves of this number, and not all of them equal those that follow.
    NumberedTwice,
    /// The numbers imply a retraction, by a ruling for example, that the replay did not make.
    NotTakenBack,
}

impl WrongNumber {
    /// Whether the number is the first of the game, and too few legal plies followed to show that the game began in the
    /// assumed position.
    pub(crate) const fn leaves_start_doubtful(self, plies: u32) -> bool {
        // Moves from the middle of another game are seldom legal from its beginning; those of its opening often are.
        let needed = if self.number >= PAST_OPENING { 10 } else { 24 };
        self.plies == 0 && matches!(self.gap, NumberGap::BothPlayers) && plies < needed
    }
}

#[derive(Debug)]
pub(crate) struct RecoveryState {
    /// The difference between the number that the text should give and the position's move number.
    pub number_offset: i64,
    /// The last wrong number, as long as it may be right.
    pub wrong_number: Option<WrongNumber>,
    pub position_doubt: Option<PositionDoubt>,
    /// Whether the letter of a man was apart from its square.
    pub has_detached_letters: bool,
    /// The index of the fault of the unreadable word that stopped the replay.
    pub unreadable_word: Option<usize>,
    /// Whether a move came after the replay stopped.
    pub lost_moves: bool,
    /// The number of clock times that could not be read, but for those that are reported.
    pub more_unreadable_clocks: u32,
    /// The kinds of commands with clock times that cannot be read and are reported.
    pub unreadable_clocks: Vec<Discriminant<CommandProblem>>,
    /// The number of clock readings when the replay stopped.
    pub clocks_at_stop: usize,
    /// The legal moves that may still be looked ahead.
    pub look_ahead_left: u32,
    /// The end of the last line in which each `;` separates moves.
    pub separators_until: usize,
    /// The heading of the next game, before which this one ends without a result.
    pub heading: Option<Span>,
}

impl Default for RecoveryState {
    fn default() -> Self {
        Self {
            number_offset: 0,
            wrong_number: None,
            position_doubt: None,
            has_detached_letters: false,
            unreadable_word: None,
            lost_moves: false,
            more_unreadable_clocks: 0,
            unreadable_clocks: Vec::new(),
            clocks_at_stop: 0,
            look_ahead_left: LOOK_AHEAD,
            separators_until: 0,
            heading: None,
        }
    }
}
