//! The state of the recovery of damaged text: numbers, doubts and limits.

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
    /// The FEN gives an impossible en passant square.
    IdlePassing,
    /// A detached `N` may be a knight's letter or mark a novelty.
    TornLetter,
    /// Piece letters are in lower case, so that a bishop's letter may have been read as a file.
    SmallLetters,
}

impl PositionDoubt {
    /// The number of legal plies after which the position is taken to be right.
    pub(crate) const fn borne_out_after(self) -> u32 {
        match self {
            // The FEN is wrong about the move before it. The first move shows whether it is wrong about the board too.
            Self::IdlePassing => 1,
            Self::LeftEmpty => 12,
            Self::NotGiven | Self::BrokenTag => 40,
            Self::TornLetter | Self::SmallLetters => u32::MAX,
        }
    }
}

/// A number that is not that of the next move, and what it implies about the moves before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Misnumbered {
    /// The standing plies when it was read.
    pub plies: u32,
    pub number: u32,
    pub gap: Gap,
}

/// The fault before a wrong number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Gap {
    /// A move of the player on move is missing: the number is for the other player.
    OfOne,
    /// Moves of both players are missing.
    OfBoth,
    /// The record already has moves of this number, and not all of them equal those that follow.
    Twice,
    /// The numbers imply a retraction, by a ruling for example, that the replay did not make.
    NotTakenBack,
}

impl Misnumbered {
    /// Whether the number is the first of the game, and too few legal plies followed to show that the game began in the
    /// assumed position.
    pub(crate) const fn leaves_the_head_open(self, plies: u32) -> bool {
        // Moves from the middle of another game are seldom legal from its beginning; those of its opening often are.
        let needed = if self.number >= PAST_OPENING { 10 } else { 24 };
        self.plies == 0 && matches!(self.gap, Gap::OfBoth) && plies < needed
    }
}

#[derive(Debug)]
pub(crate) struct RecoveryState {
    /// The difference between the number that the text should give and the position's move number.
    pub number_offset: i64,
    /// The last wrong number, as long as it may be right.
    pub misnumbered: Option<Misnumbered>,
    pub position_doubt: Option<PositionDoubt>,
    /// Whether the letter of a man was apart from its square.
    pub has_torn_letters: bool,
    /// The index of the fault of the unreadable word that stopped the replay.
    pub unread_word: Option<usize>,
    /// Whether a move came after the replay stopped.
    pub lost_moves: bool,
    /// The number of clock times that could not be read.
    pub odd_clocks: u32,
    /// The number of clock readings when the replay stopped.
    pub clocks_at_stop: usize,
    /// The legal moves that may still be looked ahead.
    pub look_ahead_left: u32,
}

impl Default for RecoveryState {
    fn default() -> Self {
        Self {
            number_offset: 0,
            misnumbered: None,
            position_doubt: None,
            has_torn_letters: false,
            unread_word: None,
            lost_moves: false,
            odd_clocks: 0,
            clocks_at_stop: 0,
            look_ahead_left: LOOK_AHEAD,
        }
    }
}
