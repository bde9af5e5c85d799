//! What is wrong with the text of a record, each with its place, its gravity and its words.

use std::borrow::Cow;

use crate::chess::{Color, OddSetup};
use crate::finding::{Score, Severity};
use crate::law::Rule;

use super::foreign_letters::is_move_in_another_language;
use super::span::Span;
use super::tags::{TagName, TagOddity};

/// One thing wrong with the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What.
    pub kind: FaultKind,
    /// The ply of the token's move, else the last completed ply.
    pub ply: u32,
    /// Where.
    pub span: Span,
}

/// What is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// The token is no move, number, comment or anything else that movetext has.
    Unreadable,
    /// A word that is no movetext, and hides no move.
    Words,
    /// A blank that is none of the standard's, read as one.
    OtherBlank,
    /// So many more faults of this record are not listed.
    MoreFaults(u32),
    /// The token is longer than 255 bytes.
    TooLong,
    /// A brace comment is not closed.
    UnclosedComment,
    /// A variation is not closed.
    UnclosedVariation,
    /// A closing bracket or brace that nothing opened.
    StrayCloser,
    /// The result at the end is not written as PGN writes it.
    MeantResult(Score),
    /// The move stands here a second time, with so many more behind it.
    StandsTwice {
        /// How many.
        more: u32,
    },
    /// The text ends within the token of a move.
    BreaksOff,
    /// A tag pair within movetext.
    TagAmongMoves,
    /// The game has no termination token.
    NoTermination,
    /// The text ends within the game's text though more was to come: it is too long to be held.
    CutShort,
    /// Text before the first game.
    TextBeforeGame,
    /// Version control left two texts here that it could not merge.
    ConflictMark,
    /// The tag pair departs from the standard.
    Tag(TagOddity),
    /// A bracket that begins no tag pair.
    NoTag,
    /// The tag stands there already.
    RepeatedTag,
    /// The tag's name is written in other letters than the standard's.
    TagCase(TagName),
    /// The value of the Result tag is none of the four.
    BadResult,
    /// The value is none that the tag may have: these are.
    BadValue(Cow<'static, str>),
    /// `SetUp "1"` without a `FEN` tag.
    SetUpWithoutFen,
    /// `SetUp "0"` beside a FEN tag that gives another position than the usual array.
    FenWithoutSetUp,
    /// The game is not chess.
    OtherGame,
    /// The Laws tag names no code that is known.
    UnknownLaws,
    /// The FEN or placement cannot be read.
    Fen(String),
    /// The FEN gives castling rights that the men deny.
    IdleRight(String),
    /// The FEN gives an en passant square that the men deny.
    IdlePassing(String),
    /// The FEN gives a player more pawns than a game does.
    TooManyPawns(Color),
    /// The FEN sets up what no game can start from.
    OddSetup(OddSetup),
    /// So many moves before it were illegal or ambiguous that no more of the game is replayed.
    TooManyOdd(usize),
    /// So many acts were told before it that no more of the game is replayed.
    TooManyActs(usize),
    /// So many plies were made that no more of the game is replayed.
    TooManyMoves(usize),
    /// So many times were given before it that no more of the game is replayed.
    TooManyClocks(usize),
    /// So many times it was asked before it for findings not to be told that no more of the game is replayed.
    TooManyIgnores(usize),
    /// No man can be meant.
    Unresolvable,
    /// The number before a move names the other player: a move of this one is missing.
    MissingMove(Color),
    /// The number before a move is too high for it: moves of both are missing.
    MissingMoves {
        /// That number.
        before: u32,
    },
    /// The number before an earlier move was too high for it, and the numbers have not agreed with the moves since.
    BehindMissingMoves {
        /// That number.
        number: u32,
    },
    /// Other moves of this number stand before it already.
    NumberedTwice {
        /// That number.
        number: u32,
    },
    /// The number behind a move leaves no room for it.
    MoveTooMany,
    /// By the numbers moves went back, and the record does not take them back.
    NotTakenBack,
    /// The game starts from a position that is not given, and the usual array is not it.
    MissingPosition,
    /// The tag that gives the position is broken, and the position may be another.
    DoubtfulPosition,
    /// The men stand wrong from the start, and the record does not tell that they were put right.
    NotPutRight,
    /// The FEN gives an en passant square that cannot be, so the position may be another.
    DeniedPosition,
    /// A bishop's small letter before it may have been read as a file.
    SmallLetters,
    /// By the number behind it half a move is missing beside it.
    MissingHalf,
    /// A letter that stands apart before it may belong to the move behind that.
    TornLetter,
    /// Something follows the end of the game.
    AfterEnd(AfterEnd),
    /// A command in a comment that goes to the end of the line: commands stand in braces.
    UnheardCommand,
    /// A command is malformed or impossible: the message and a hint.
    Command(Box<CommandWords>),
}

/// The words of a fault in a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandWords {
    /// The fact.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
}

/// What follows the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AfterEnd {
    /// Moves, after the mate or stalemate that ended the game.
    MovesAfterMate,
    /// Moves, after the stalemate that ended the game.
    MovesAfterStalemate,
    /// Movetext, after the termination token.
    Movetext,
    /// Words that are no movetext.
    Prose,
}

impl FaultKind {
    /// The rule it falls under.
    pub const fn rule(&self) -> Rule {
        match self {
            Self::Unreadable
            | Self::MoreFaults(_)
            | Self::Words
            | Self::OtherBlank
            | Self::TooLong
            | Self::TooManyOdd(_)
            | Self::TooManyActs(_)
            | Self::TooManyMoves(_)
            | Self::TooManyClocks(_)
            | Self::TooManyIgnores(_)
            | Self::UnclosedComment
            | Self::UnclosedVariation
            | Self::StrayCloser
            | Self::MeantResult(_)
            | Self::StandsTwice { .. }
            | Self::BreaksOff
            | Self::NoTermination
            | Self::CutShort
            | Self::TextBeforeGame
            | Self::ConflictMark => Rule::RecordSyntax,
            Self::Tag(_)
            | Self::TagAmongMoves
            | Self::NoTag
            | Self::RepeatedTag
            | Self::TagCase(_)
            | Self::BadResult
            | Self::BadValue(_)
            | Self::SetUpWithoutFen
            | Self::FenWithoutSetUp
            | Self::OtherGame
            | Self::UnknownLaws => Rule::RecordTag,
            Self::Fen(_)
            | Self::IdleRight(_)
            | Self::IdlePassing(_)
            | Self::TooManyPawns(_)
            | Self::OddSetup(_) => Rule::RecordFen,
            Self::Unresolvable
            | Self::MissingMove(_)
            | Self::MissingMoves { .. }
            | Self::BehindMissingMoves { .. }
            | Self::NumberedTwice { .. }
            | Self::MoveTooMany
            | Self::NotTakenBack
            | Self::MissingPosition
            | Self::DoubtfulPosition
            | Self::NotPutRight
            | Self::DeniedPosition
            | Self::SmallLetters
            | Self::MissingHalf
            | Self::TornLetter => Rule::RecordUnresolvable,
            Self::AfterEnd(_) => Rule::RecordAfterEnd,
            Self::Command(_) | Self::UnheardCommand => Rule::RecordCommand,
        }
    }

    /// Whether no move behind it is replayed.
    pub const fn stops_the_replay(&self) -> bool {
        matches!(self.rule(), Rule::RecordUnresolvable)
            || matches!(
                self,
                Self::Unreadable
                    | Self::TooLong
                    | Self::TooManyOdd(_)
                    | Self::TooManyActs(_)
                    | Self::TooManyMoves(_)
                    | Self::TooManyClocks(_)
                    | Self::TooManyIgnores(_)
                    | Self::Fen(_)
                    | Self::OtherGame
            )
    }

    /// How grave it is.
    pub const fn severity(&self) -> Severity {
        match self {
            Self::Unreadable
            | Self::TooLong
            | Self::TooManyOdd(_)
            | Self::TooManyActs(_)
            | Self::TooManyMoves(_)
            | Self::TooManyClocks(_)
            | Self::TooManyIgnores(_)
            | Self::UnclosedComment
            | Self::UnclosedVariation
            | Self::CutShort
            | Self::ConflictMark
            | Self::Fen(_)
            | Self::OddSetup(_)
            | Self::AfterEnd(AfterEnd::MovesAfterMate | AfterEnd::MovesAfterStalemate) => Severity::Error,
            Self::NoTermination
            | Self::MeantResult(_)
            | Self::MoreFaults(_)
            | Self::TagCase(_)
            | Self::TextBeforeGame
            | Self::AfterEnd(AfterEnd::Prose) => Severity::Info,
            _ if matches!(self.rule(), Rule::RecordUnresolvable) => Severity::Error,
            _ => Severity::Warning,
        }
    }

    /// The fact in one sentence; `token` is the text it speaks of.
    pub fn message(&self, token: &str) -> String {
        match self {
            Self::Unreadable => {
                format!("`{token}` is no move and nothing else that movetext holds: the replay stops here")
            }
            Self::MoreFaults(count) => format!("{count} more faults of this record are not listed"),
            Self::Words => format!("`{token}` is no movetext"),
            Self::OtherBlank => {
                "a blank that movetext does not have, such as a no-break space, stands here".to_owned()
            }
            Self::TooLong => "a token of movetext is longer than 255 bytes: the replay stops here".to_owned(),
            Self::TooManyOdd(count) => {
                format!(
                    "{count} moves before `{token}` are illegal or ambiguous, or pass a turn: the game is not judged"
                )
            }
            Self::TooManyActs(count) => {
                format!("{count} acts were told before `{token}`: the game is not judged")
            }
            Self::TooManyMoves(count) => {
                format!("the game goes on beyond {count} plies, and is not judged")
            }
            Self::TooManyClocks(count) => {
                format!("{count} times were given before `{token}`: the game is not judged")
            }
            Self::TooManyIgnores(count) => {
                format!("{count} times a finding was not to be told before `{token}`: the game is not judged")
            }
            Self::UnclosedComment => "this comment is never closed".to_owned(),
            Self::UnclosedVariation => "this variation is never closed".to_owned(),
            Self::StrayCloser => format!("`{token}` closes nothing"),
            Self::MeantResult(score) => format!("`{token}` is written {} in PGN", score.id()),
            Self::NoTermination => "the game ends without a termination token".to_owned(),
            Self::CutShort => "the game is longer than can be held; the rest of it is skipped".to_owned(),
            Self::TextBeforeGame => "text before the first game belongs to no game".to_owned(),
            Self::ConflictMark => {
                format!(
                    "`{token}` marks a conflict that version control left: the file holds two versions of what stands here"
                )
            }
            Self::Tag(TagOddity::UnescapedQuote) => {
                "a bare quotation mark stands inside the value of this tag".to_owned()
            }
            Self::Tag(TagOddity::NoClosingQuote) => {
                "the value of this tag has no closing quotation mark".to_owned()
            }
            Self::Tag(TagOddity::NoClosingBracket) => "this tag pair has no closing bracket".to_owned(),
            Self::Tag(TagOddity::NoOpeningBracket) => "this tag pair has no opening bracket".to_owned(),
            Self::Tag(TagOddity::None) | Self::NoTag => format!("`{token}` begins no tag pair"),
            Self::RepeatedTag => format!("the tag `{token}` stands in this game already"),
            Self::TagCase(tag) => format!("the tag `{token}` is read as `{}`", tag.name()),
            Self::BadResult if token.is_empty() => "the Result tag is empty".to_owned(),
            Self::BadResult => format!("`{token}` is no result"),
            Self::BadValue(_) => format!("this tag cannot say `{token}`"),
            Self::SetUpWithoutFen => {
                "SetUp says that the game starts from a position, and no FEN tag gives it".to_owned()
            }
            Self::FenWithoutSetUp => {
                "SetUp says that the game starts from the usual array, and the FEN tag gives another position"
                    .to_owned()
            }
            Self::OtherGame => format!("the variant `{token}` is not chess: its moves are not replayed"),
            Self::UnknownLaws => format!("no code of laws is called `{token}`"),
            Self::Fen(why) => format!("the starting position cannot be read: {why}"),
            Self::IdleRight(why) => format!("the position gives castling rights that nobody has: {why}"),
            Self::IdlePassing(why) => {
                format!("the position gives an en passant square that cannot be: {why}")
            }
            Self::TooManyPawns(player) => {
                format!("the position gives {player} more than eight pawns, and no game comes to that")
            }
            Self::OddSetup(why) => format!("no game can start from this position: {why}"),
            Self::Unresolvable => {
                format!("no man can be found that `{token}` could mean: the replay stops here")
            }
            Self::MissingMove(player) => {
                format!("a move of {player} is missing before `{token}`: the replay stops here")
            }
            Self::MissingMoves { before } => {
                format!("moves are missing before `{token}`, numbered {before}: the replay stops here")
            }
            Self::BehindMissingMoves { number } => {
                no_move_here(token, &format!("moves are missing before number {number}"))
            }
            Self::NumberedTwice { number } => {
                no_move_here(token, &format!("moves numbered {number} stand here twice"))
            }
            Self::NotTakenBack => no_move_here(token, "by the numbers moves went back that still stand"),
            Self::MoveTooMany => no_move_here(token, "by the next number one move too many stands before it"),
            Self::NotPutRight => format!(
                "`{token}` is a move only once the men are put right, and that they were is not told: the replay stops here"
            ),
            Self::DoubtfulPosition => no_move_here(token, "the tag that gives the position is broken"),
            Self::DeniedPosition => no_move_here(token, "the FEN gives an en passant square that cannot be"),
            Self::TornLetter => {
                no_move_here(token, "an `N` that stands apart may belong to a move before it")
            }
            Self::SmallLetters => {
                no_move_here(token, "a small letter of a bishop may have been read as a file")
            }
            Self::MissingHalf => no_move_here(token, "by the next number half a move is missing beside it"),
            Self::StandsTwice { more: 0 } => {
                format!("`{token}` stands here a second time, and is passed over")
            }
            Self::StandsTwice { more: 1 } => {
                format!("`{token}` and the move behind it stand here a second time, and are passed over")
            }
            Self::StandsTwice { more } => {
                format!(
                    "`{token}` and the {more} moves behind it stand here a second time, and are passed over"
                )
            }
            Self::BreaksOff => format!("the text breaks off with `{token}`, which may be part of a move"),
            Self::TagAmongMoves => format!("`{token}` stands among the moves, and is not read"),
            Self::Tag(TagOddity::Unquoted) => "the value of this tag has no quotation marks".to_owned(),
            Self::MissingPosition => format!(
                "`{token}` is no move of a game from the usual array, and no position is given: the replay stops here"
            ),
            Self::AfterEnd(AfterEnd::MovesAfterMate) => {
                format!("`{token}` follows checkmate, which ended the game")
            }
            Self::AfterEnd(AfterEnd::MovesAfterStalemate) => {
                format!("`{token}` follows stalemate, which ended the game")
            }
            Self::AfterEnd(AfterEnd::Movetext) => format!("`{token}` follows the end of the game"),
            Self::AfterEnd(AfterEnd::Prose) => "words between the games belong to none".to_owned(),
            Self::UnheardCommand => format!("`{token}` stands behind `;` and is not read"),
            Self::Command(words) => words.message.clone(),
        }
    }

    /// What to do, or what was done; `token` is the text it speaks of.
    pub fn help(&self, token: &str) -> Option<String> {
        Some(match self {
            Self::Unreadable | Self::Words if is_move_in_another_language(token) => {
                "men are read by their English letters: K, Q, R, B and N".to_owned()
            }
            Self::OtherBlank => "it is read as a space; many programs read it as part of a move".to_owned(),
            Self::Unresolvable => "an earlier move may be wrong or missing".to_owned(),
            Self::MissingMove(player) => {
                format!("by the numbers the move is {}'s, and {player} is to move", player.other())
            }
            Self::DeniedPosition => "the FEN may give another position than the one played from".to_owned(),
            Self::MissingPosition | Self::DoubtfulPosition => "give the position in a FEN tag".to_owned(),
            Self::NotPutRight => "who was set up wrongly is put right with [%replace P SQ]".to_owned(),
            Self::MissingMoves { .. } => "a lower number is due here, and this is no legal move".to_owned(),
            Self::BehindMissingMoves { .. } => "the numbers have not agreed with the moves since".to_owned(),
            Self::NotTakenBack => "moves go back with [%retract N]".to_owned(),
            Self::NumberedTwice { .. } => {
                "one of the two may belong to a variation or to another game".to_owned()
            }
            Self::StandsTwice { .. } => "take one of the two out".to_owned(),
            Self::Tag(TagOddity::Unquoted) => "it is read to the closing bracket".to_owned(),
            Self::UnclosedComment => {
                "close it with `}`; it is taken to end where the next game begins".to_owned()
            }
            Self::UnclosedVariation => "close it with `)`".to_owned(),
            Self::ConflictMark => "keep one of the versions and take the marks out".to_owned(),
            Self::NoTermination => "end the moves with 1-0, 0-1, 1/2-1/2 or *".to_owned(),
            Self::Tag(TagOddity::UnescapedQuote) => r#"write \" inside a value"#.to_owned(),
            Self::RepeatedTag => "the first value is taken".to_owned(),
            Self::BadValue(wanted) => format!("it may say {wanted}"),
            Self::BadResult => "the values are 1-0, 0-1, 1/2-1/2 and *".to_owned(),
            Self::SetUpWithoutFen => "the usual array is taken".to_owned(),
            Self::FenWithoutSetUp => "the FEN is taken".to_owned(),
            Self::Fen(_) => "the moves of this game are not replayed".to_owned(),
            Self::IdleRight(_) => "the game is replayed without them".to_owned(),
            Self::IdlePassing(_) => "the game is replayed without that square".to_owned(),
            Self::TooManyPawns(_) => "the game is replayed from this position as it is".to_owned(),
            Self::UnknownLaws => {
                "the game is judged as if it had no Laws tag; `jadoube codes` lists the codes".to_owned()
            }
            Self::UnheardCommand => "commands stand in comments in braces".to_owned(),
            Self::Command(words) => return words.help.clone(),
            _ => return None,
        })
    }
}

/// That a word is no move where it stands, and what may be to blame for it.
fn no_move_here(token: &str, perhaps: &str) -> String {
    format!("`{token}` is no move here, and {perhaps}: the replay stops here")
}
