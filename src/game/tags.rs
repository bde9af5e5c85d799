//! Tag pairs: the tags that the audit knows, and the spans of each pair in the text.

use super::span::Span;

macro_rules! known_tags {
    ($( $variant:ident = $name:literal $bytes:literal, )+) => {
        /// A tag that the audit knows.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u8)]
        pub enum TagName { $( $variant, )+ }

        impl TagName {
            pub const ALL: &'static [Self] = &[$( Self::$variant, )+];

            pub const fn name(self) -> &'static str {
                match self { $( Self::$variant => $name, )+ }
            }

            #[inline]
            pub(crate) fn of(name: &[u8]) -> Option<Self> {
                match name { $( $bytes => Some(Self::$variant), )+ _ => None }
            }
        }
    };
}

known_tags! {
    Event = "Event" b"Event",
    Site = "Site" b"Site",
    Date = "Date" b"Date",
    EventDate = "EventDate" b"EventDate",
    Round = "Round" b"Round",
    White = "White" b"White",
    Black = "Black" b"Black",
    Result = "Result" b"Result",
    SetUp = "SetUp" b"SetUp",
    Fen = "FEN" b"FEN",
    Variant = "Variant" b"Variant",
    TimeControl = "TimeControl" b"TimeControl",
    Termination = "Termination" b"Termination",
    TerminationDetails = "TerminationDetails" b"TerminationDetails",
    IccResult = "ICCResult" b"ICCResult",
    Laws = "Laws" b"Laws",
    Observed = "Observed" b"Observed",
    Board = "Board" b"Board",
    Placed = "Placed" b"Placed",
    Odds = "Odds" b"Odds",
    RightOfMove = "RightOfMove" b"RightOfMove",
    Regulations = "Regulations" b"Regulations",
    DefaultTime = "DefaultTime" b"DefaultTime",
    ResultDetail = "ResultDetail" b"ResultDetail",
    Series = "Series" b"Series",
    SeriesGame = "SeriesGame" b"SeriesGame",
    JadoubeIgnore = "JadoubeIgnore" b"JadoubeIgnore",
    Notation = "Notation" b"Notation",
}

impl TagName {
    /// The seven tag roster, which identifies a game, in its order.
    pub(crate) const ROSTER: [Self; 7] =
        [Self::Event, Self::Site, Self::Date, Self::Round, Self::White, Self::Black, Self::Result];
}

/// The tags for the ratings of White and Black.
pub(crate) const RATING_TAGS: [&[u8]; 2] = [b"WhiteElo", b"BlackElo"];

/// Whether the value of a tag is known: `?`, `????.??.??` and `-` are not.
pub(crate) fn is_known(value: &[u8]) -> bool {
    value.iter().any(|byte| !matches!(byte, b'?' | b'.' | b'-' | b' '))
}

/// A deviation of a tag pair from the PGN standard.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TagOddity {
    None,
    /// A quotation mark inside the value is not escaped.
    UnescapedQuote,
    /// The closing quotation mark is missing or escaped.
    NoClosingQuote,
    NoClosingBracket,
    NoOpeningBracket,
    /// The value has no quotation marks.
    Unquoted,
    /// The value has quotation marks of another kind.
    OtherMarks,
    /// Characters that cannot be seen are beside the name.
    UnseenCharacters,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TagPair {
    /// The whole pair, including the brackets.
    pub span: Span,
    pub name: Span,
    /// The value between the quotation marks, escapes unresolved.
    pub value: Span,
    pub known: Option<TagName>,
    pub oddity: TagOddity,
}

/// Memory for so many tag pairs is reserved from the start.
const TYPICAL_TAGS: usize = 32;

/// The tag pairs of a record in the order of the text.
#[derive(Clone, Debug)]
pub struct TagPairs {
    pairs: Vec<TagPair>,
    /// For each known tag the index of its first pair plus one, or 0.
    known: [u32; TagName::ALL.len()],
}

impl Default for TagPairs {
    fn default() -> Self {
        Self { pairs: Vec::with_capacity(TYPICAL_TAGS), known: [0; TagName::ALL.len()] }
    }
}

impl TagPairs {
    /// The first pair of this name.
    #[inline]
    pub fn of(&self, name: TagName) -> Option<&TagPair> {
        let index = self.known.get(name as usize).copied().unwrap_or(0) as usize;
        self.pairs.get(index.checked_sub(1)?)
    }

    pub fn pairs(&self) -> &[TagPair] {
        &self.pairs
    }

    /// Notes that the next pair is the first of a known tag.
    #[inline]
    pub(crate) fn note_first_of_name(&mut self, name: TagName) {
        if let Some(slot) = self.known.get_mut(name as usize) {
            *slot = u32::try_from(self.pairs.len() + 1).unwrap_or(0);
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, pair: TagPair) {
        self.pairs.push(pair);
    }

    pub(crate) fn clear(&mut self) {
        self.pairs.clear();
        self.known = [0; TagName::ALL.len()];
    }

    pub(crate) fn shrink(&mut self) {
        self.pairs.shrink_to(TYPICAL_TAGS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_unknown_values() {
        for value in ["", "?", "????.??.??", "-", " "] {
            assert!(!is_known(value.as_bytes()), "{value}");
        }
        for value in ["1799.??.??", "N.N.", "London"] {
            assert!(is_known(value.as_bytes()), "{value}");
        }
    }
}
