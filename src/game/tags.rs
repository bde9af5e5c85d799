//! Tag pairs: the tags that mean something to the audit, and where a pair is in the text.

use super::span::Span;

macro_rules! known_tags {
    ($( $variant:ident = $name:literal $bytes:literal, )+) => {
        /// The tags whose values mean something to the audit.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u8)]
        pub enum TagName { $( #[doc = concat!("`", $name, "`")] $variant, )+ }

        impl TagName {
            /// Every known tag.
            pub const ALL: &'static [Self] = &[$( Self::$variant, )+];

            /// The name as it is written.
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

/// How a tag pair departs from the standard.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TagOddity {
    /// It does not.
    None,
    /// A bare quotation mark stands inside the value.
    UnescapedQuote,
    /// The closing quotation mark is missing, or escaped.
    NoClosingQuote,
    /// The closing bracket is missing.
    NoClosingBracket,
    /// The opening bracket is missing.
    NoOpeningBracket,
    /// The quotation marks are missing, or others stand there.
    Unquoted,
}

/// One tag pair, by its place in the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TagPair {
    /// The whole pair, brackets included.
    pub span: Span,
    /// The name.
    pub name: Span,
    /// The value between the quotation marks, escapes unresolved.
    pub value: Span,
    /// What the name means, if anything.
    pub known: Option<TagName>,
    /// How it departs from the standard.
    pub oddity: TagOddity,
}
