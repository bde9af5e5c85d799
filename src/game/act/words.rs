//! The single words of commands, and the free text in them.

use std::fmt;

use crate::chess::{Color, San, Square};

word_enum! {
    /// A kind of event that a record can observe: the words of its `Observed` tag.
    Channel {
        Touch = "touch",
        Speech = "speech",
        /// How the board and the men lie.
        Board = "board",
        Clock = "clock",
        /// Behaviour and adjournments.
        Conduct = "conduct",
    }
}

word_enum! {
    Actor {
        White = "w",
        Black = "b",
        Umpire = "u",
    }
}

impl Actor {
    /// The colour of a player; `None` for the umpire.
    pub const fn player(self) -> Option<Color> {
        match self {
            Self::White => Some(Color::White),
            Self::Black => Some(Color::Black),
            Self::Umpire => None,
        }
    }
}

impl From<Color> for Actor {
    fn from(color: Color) -> Self {
        match color {
            Color::White => Self::White,
            Color::Black => Self::Black,
        }
    }
}

word_enum! {
    /// Whether a touch was meant; a record that says nothing means that it was.
    Contact {
        Meant = "meant",
        Accidental = "accidental",
    }
}

word_enum! {
    /// How touched men were placed on their squares.
    Alignment {
        /// The record does not say otherwise.
        Square = "square",
        /// They obviously needed adjusting.
        Askew = "askew",
    }
}

word_enum! {
    /// Whether the men were touched in the order written.
    TouchOrder {
        Known = "order-known",
        Unknown = "order-unknown",
    }
}

word_enum! {
    /// How a move was made: with both hands, or with one while the other pressed the clock.
    Hands {
        Both = "both",
        OneAndPress = "press",
    }
}

word_enum! {
    /// Whether men were disturbed on purpose.
    Intent {
        Accidental = "accidental",
        Wilful = "wilful",
    }
}

word_enum! {
    /// Whether the players agree on the square of a fallen man; the default is that they do.
    Consent {
        Undisputed = "undisputed",
        Disputed = "disputed",
    }
}

word_enum! {
    /// Whether the moves since an irregularity can be remembered; the default is that they can.
    Memory {
        Known = "known",
        Forgotten = "forgotten",
    }
}

word_enum! {
    /// Which of the open offences are waived.
    WaiveExtent {
        Newest = "newest",
        All = "all",
    }
}

word_enum! {
    Temper {
        Calm = "calm",
        Anger = "anger",
    }
}

word_enum! {
    /// Whether a scoresheet lacks the player's move before the last one.
    SheetState {
        Incomplete = "incomplete",
        Complete = "complete",
    }
}

word_enum! {
    /// The result that a player signs.
    SignedResult {
        WhiteWins = "1-0",
        BlackWins = "0-1",
        Draw = "1/2-1/2",
    }
}

word_enum! {
    /// The colour of the corner square at each player's right hand. If it is dark, the board is turned.
    CornerColour {
        Light = "light",
        Dark = "dark",
    }
}

word_enum! {
    /// Why a count of moves is called for.
    CountGround {
        /// The men left cannot force mate, or must within the count.
        Force = "force",
        /// The opponent repeats moves.
        Repeating = "repeating",
        /// Both submitted to the count.
        Submitted = "submitted",
    }
}

word_enum! {
    Agreement {
        Draw = "draw",
        /// The laws shall not apply.
        LawsWaived = "laws-waived",
    }
}

/// Free text in a command. It has no quotation mark, brace or line break, because a command cannot contain one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct QuotedText(Box<str>);

impl QuotedText {
    /// `None` if a command cannot contain the text.
    pub fn new(text: &str) -> Option<Self> {
        let is_allowed = !text.contains(['"', '}', '\n', '\r']);
        is_allowed.then(|| Self(text.into()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for QuotedText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0)
    }
}

/// The text of a move in a command. It has the shape of a move; the position decides which move it means.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MoveWords(QuotedText);

impl MoveWords {
    /// `None` unless the text is SAN, castling, a null move, two files (`exd`), or begins like a move and names a square.
    pub fn new(words: &str) -> Option<Self> {
        let bytes = words.as_bytes();
        let is_file = |byte: &u8| (b'a'..=b'h').contains(byte);
        let body = words.trim_end_matches(['+', '#', '!', '?']).as_bytes();
        let is_pawn_capture = match body {
            [from, b'x', to] | [from, to] => is_file(from) && is_file(to),
            _ => false,
        };
        let begins_as_a_move = bytes.first().is_some_and(|byte| is_file(byte) || b"KQRBNP".contains(byte));
        let names_a_square = bytes.windows(2).any(|pair| Square::from_ascii(pair).is_some());
        let is_castling = words.starts_with("O-O") || words.starts_with("0-0");
        let is_null = words == "--" || words == "Z0";
        let is_san = San::from_ascii(body).is_some();
        let is_move =
            is_san || is_castling || is_null || is_pawn_capture || (begins_as_a_move && names_a_square);
        is_move.then(|| QuotedText::new(words)).flatten().map(Self)
    }

    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl fmt::Display for MoveWords {
    /// In quotation marks if it would not be one word without them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.as_str();
        let is_one_word = !words.bytes().any(|byte| byte.is_ascii_whitespace() || b"[]".contains(&byte));
        if is_one_word { f.write_str(words) } else { write!(f, "{}", self.0) }
    }
}
