//! What is known and suspected of a damaged text while it is read.

/// A game that begins with this number or a later one lacks its opening.
const PAST_OPENING: u32 = 9;

/// Why the game may have begun in another position than the one from which it is replayed, or come to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PositionDoubt {
    /// The tag for it is there, and empty.
    LeftEmpty,
    /// The variant begins in one position or another, and none is given.
    NotGiven,
    /// The tag that gives it is broken.
    BrokenTag,
    /// The FEN gives an en passant square that cannot be.
    IdlePassing,
    /// An `N` stands apart that may be a knight's, or the mark of a novelty.
    TornLetter,
    /// Letters of pieces are small, so that a bishop's may have been read as a file.
    SmallLetters,
}

impl PositionDoubt {
    /// After how many legal half-moves the position is taken for the right one.
    pub(crate) const fn borne_out_after(self) -> u32 {
        match self {
            // It is the last move before that is wrong: the first one shows whether the board is too.
            Self::IdlePassing => 1,
            Self::LeftEmpty => 12,
            Self::NotGiven | Self::BrokenTag => 40,
            Self::TornLetter | Self::SmallLetters => u32::MAX,
        }
    }
}

/// A number that is none of the move due, and what it says of the moves before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Misnumbered {
    /// The moves that stood when it was read.
    pub plies: u32,
    /// It.
    pub number: u32,
    /// What it says.
    pub gap: Gap,
}

/// What is wrong before a number, by that number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Gap {
    /// A move of the player on move is missing: the number names the other.
    OfOne,
    /// Moves of both are missing.
    OfBoth,
    /// Moves of this number stand before it already, and not all of them are those that follow.
    Twice,
    /// Moves went back that the record does not take back: a ruling would have it so.
    NotTakenBack,
}

impl Misnumbered {
    /// Whether it is the first number of a game, and so many legal half-moves since do not show that the game began
    /// where it is taken to have begun.
    pub(crate) const fn leaves_the_head_open(self, plies: u32) -> bool {
        // The moves of another game's middle are seldom legal from its beginning; those of its opening often are.
        let borne_out = if self.number >= PAST_OPENING { 10 } else { 24 };
        self.plies == 0 && matches!(self.gap, Gap::OfBoth) && plies < borne_out
    }
}

/// The moves looked ahead over all ambiguous moves of a game.
const LOOK_AHEAD: u32 = 20_000;

/// What is known and suspected of the text while it is read.
#[derive(Debug)]
pub(crate) struct RecoveryState {
    /// What is added to the position's move number to get the number that the text should give.
    pub number_offset: i64,
    /// The last wrong number and what it implies, as long as it may be right.
    pub misnumbered: Option<Misnumbered>,
    /// Why the game may have begun in another position.
    pub position_doubt: Option<PositionDoubt>,
    /// Whether the letter of a man was apart from its square.
    pub has_torn_letters: bool,
    /// The index of the fault of an unreadable word, if one stopped the replay.
    pub unread_word: Option<usize>,
    /// Whether a move came after the replay stopped.
    pub lost_moves: bool,
    /// Clock times that could not be read.
    pub odd_clocks: u32,
    /// The clock readings when the replay stopped.
    pub clocks_at_stop: usize,
    /// The moves that may still be looked ahead.
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
