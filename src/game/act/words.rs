//! The single words of commands: who, how, with what, and free text.

use std::fmt;

use crate::chess::{Color, San, Square};

word_enum! {
    /// What a record can have watched: the words of its `Observed` tag.
    Channel {
        /// Contact with the men.
        Touch = "touch",
        /// What was said.
        Speech = "speech",
        /// How the board and the men lay.
        Board = "board",
        /// The clocks and who pressed them.
        Clock = "clock",
        /// Behaviour, and adjournment.
        Conduct = "conduct",
    }
}

word_enum! {
    /// Who acts.
    Person {
        /// White.
        White = "w",
        /// Black.
        Black = "b",
        /// The umpire.
        Umpire = "u",
    }
}

impl Person {
    /// The colour of a player; the umpire has none.
    pub const fn player(self) -> Option<Color> {
        match self {
            Self::White => Some(Color::White),
            Self::Black => Some(Color::Black),
            Self::Umpire => None,
        }
    }
}

impl From<Color> for Person {
    fn from(color: Color) -> Self {
        match color {
            Color::White => Self::White,
            Color::Black => Self::Black,
        }
    }
}

word_enum! {
    /// Whether a touch was meant.
    Contact {
        /// Nothing says that it was not.
        Meant = "meant",
        /// It was an accident.
        Accidental = "accidental",
    }
}

word_enum! {
    /// How the men touched stood on their squares.
    Seat {
        /// Nothing says that they stood askew.
        Square = "square",
        /// They obviously needed adjusting.
        Askew = "askew",
    }
}

word_enum! {
    /// Whether the order of contact is known.
    TouchOrder {
        /// The men were touched in the order written.
        Known = "order-known",
        /// Which was touched first is not known.
        Unknown = "order-unknown",
    }
}

word_enum! {
    /// How a move was made.
    Hands {
        /// With both hands.
        Both = "both",
        /// With one, and the other pressed the clock.
        OneAndPress = "press",
    }
}

word_enum! {
    /// Whether men were disturbed on purpose.
    Manner {
        /// By accident.
        Accidental = "accidental",
        /// On purpose.
        Wilful = "wilful",
    }
}

word_enum! {
    /// Whether the players agree where a fallen man stood.
    Consent {
        /// Nothing says that they do not.
        Undisputed = "undisputed",
        /// They do not.
        Disputed = "disputed",
    }
}

word_enum! {
    /// Whether the moves since an irregularity can be remembered.
    Memory {
        /// Nothing says that they cannot.
        Known = "known",
        /// They cannot.
        Forgotten = "forgotten",
    }
}

word_enum! {
    /// How many offences are let pass.
    Extent {
        /// The newest that is open.
        Newest = "newest",
        /// All that are open.
        All = "all",
    }
}

word_enum! {
    /// How a player left the table.
    Temper {
        /// Nothing says that he was angry.
        Calm = "calm",
        /// In anger.
        Anger = "anger",
    }
}

word_enum! {
    /// The colour of the corner square at each player's right hand.
    Shade {
        /// As it should be.
        Light = "light",
        /// The board is turned.
        Dark = "dark",
    }
}

word_enum! {
    /// Why a count of moves is called for.
    Ground {
        /// The men left cannot force mate, or must within the count.
        Force = "force",
        /// The adversary repeats his moves.
        Repeating = "repeating",
        /// Both submitted to the count.
        Submitted = "submitted",
    }
}

word_enum! {
    /// What both players agree upon.
    Agreement {
        /// That the game is drawn.
        Draw = "draw",
        /// That the laws shall not apply.
        LawsWaived = "laws-waived",
    }
}

/// Free text within a command: no quotation mark, brace or line break, since none could be written.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Text(Box<str>);

impl Text {
    /// The text, if a command can hold it.
    pub fn new(text: &str) -> Option<Self> {
        let held = !text.contains(['"', '}', '\n', '\r']);
        held.then(|| Self(text.into()))
    }

    /// What it says.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Text {
    /// In quotation marks.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0)
    }
}

/// A move as a command writes it: its shape is that of a move, what it means the position decides.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MoveWords(Text);

impl MoveWords {
    /// The words, if they look like a move: they name a square, castle, pass, or name two files.
    pub fn new(words: &str) -> Option<Self> {
        let bytes = words.as_bytes();
        let is_file = |byte: &u8| (b'a'..=b'h').contains(byte);
        let body = words.trim_end_matches(['+', '#', '!', '?']).as_bytes();
        let pawn_takes = match body {
            [from, b'x', to] | [from, to] => is_file(from) && is_file(to),
            _ => false,
        };
        let opens = bytes.first().is_some_and(|byte| is_file(byte) || b"KQRBNP".contains(byte));
        let names_a_square = bytes.windows(2).any(|pair| Square::from_ascii(pair).is_some());
        let castles = words.starts_with("O-O") || words.starts_with("0-0");
        let passes = words == "--" || words == "Z0";
        let is_san = San::from_ascii(body).is_some();
        if is_san || castles || passes || pawn_takes || (opens && names_a_square) {
            Text::new(words).map(Self)
        } else {
            None
        }
    }

    /// As written.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl fmt::Display for MoveWords {
    /// In quotation marks where it would not be one word otherwise.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.as_str();
        let one_word = !words.bytes().any(|byte| byte.is_ascii_whitespace() || b"[]".contains(&byte));
        if one_word { f.write_str(words) } else { write!(f, "{}", self.0) }
    }
}
