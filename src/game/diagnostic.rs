//! Faults of the text of a record: kind, place, severity, message and help.

use std::borrow::Cow;

use crate::chess::{Color, OddSetup};
use crate::finding::{Score, Severity};
use crate::law::Rule;

use super::foreign_letters::is_move_in_another_language;
use super::span::Span;
use super::tags::{TagName, TagOddity};

/// A fault of the text of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextFault {
    pub kind: FaultKind,
    /// The ply of the token's move, or the last completed ply.
    pub ply: u32,
    pub span: Span,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// The token is not a move, a number, a comment or any other movetext.
    Unreadable,
    /// A word that is not movetext and cannot contain a move.
    Words,
    /// A blank that the standard does not have, read as a space.
    NonstandardBlank,
    /// The number of faults that are not listed.
    MoreFaults(u32),
    /// The token is longer than 255 bytes.
    TooLong,
    UnclosedComment,
    UnclosedVariation,
    /// A closing bracket or brace that nothing opened.
    StrayCloser,
    /// The termination is not written as PGN writes it.
    NonstandardResult(Score),
    /// This move and `more` moves after it repeat moves already recorded.
    RepeatedMoves {
        more: u32,
    },
    /// The text ends inside the token of a move.
    EndsInsideToken,
    /// A tag pair inside movetext.
    TagAmongMoves,
    NoTermination,
    /// The game is too long to be held, and the rest was left out.
    CutShort,
    TextBeforeGame,
    /// A conflict mark of version control.
    ConflictMark,
    Tag(TagOddity),
    /// A bracket that begins no tag pair.
    NotATag,
    RepeatedTag,
    /// The tag's name differs from the standard's in case.
    TagCase(TagName),
    BadResult,
    /// The words say which values the tag may have.
    BadValue(Cow<'static, str>),
    /// `SetUp "1"` without a `FEN` tag.
    SetUpWithoutFen,
    /// `SetUp "0"` with a `FEN` tag that gives another position than the usual array.
    FenWithoutSetUp,
    /// A variant that is not chess.
    OtherGame,
    UnknownLaws,
    /// The FEN or placement cannot be read.
    Fen(String),
    /// The placement contradicts the castling rights of the FEN.
    ImpossibleCastlingRight(String),
    /// The placement contradicts the en passant square of the FEN.
    ImpossibleEnPassant(String),
    /// The FEN gives a player more than eight pawns.
    TooManyPawns(Color),
    /// The FEN gives a position from which no game can start.
    OddSetup(OddSetup),
    /// The limit of illegal and ambiguous moves was reached; no more of the game is replayed.
    TooManyNonstandard(usize),
    /// Likewise the limit of acts.
    TooManyActs(usize),
    /// Likewise the limit of plies.
    TooManyMoves(usize),
    /// Likewise the limit of clock times.
    TooManyClocks(usize),
    /// Likewise the limit of suppressions.
    TooManySuppressions(usize),
    /// No man on the board fits the move.
    Unresolvable,
    /// The number before a move is for the other player: a move of this player is missing.
    MissingMove(Color),
    /// The number before a move is too high: moves of both players are missing.
    MissingMoves {
        before: u32,
    },
    /// The number before an earlier move was too high, and the numbers have not agreed with the moves since.
    AfterMissingMoves {
        number: u32,
    },
    /// The record already has other moves of this number.
    NumberedTwice {
        number: u32,
    },
    /// The number after a move leaves no room for it.
    ExtraMove,
    /// The numbers imply a retraction that the record does not have.
    NotTakenBack,
    /// The game starts from a position that is not given and is not the usual array.
    MissingPosition,
    /// The tag that gives the position is broken, and the position may be another.
    BrokenPositionTag,
    /// Men were set up wrongly, and the record does not say that they were put right.
    NotCorrected,
    /// The FEN gives an impossible en passant square, so the position may be another.
    DoubtfulEnPassant,
    /// An earlier bishop's letter in lower case may have been read as a file.
    SmallLetters,
    /// The number after a move implies that one ply is missing.
    MissingPly,
    /// A detached letter before a move may belong to it.
    DetachedLetter,
    AfterEnd(AfterEnd),
    /// A command in a comment to the end of the line. Only brace comments can contain commands.
    CommandInLineComment,
    /// A malformed or impossible command.
    Command(Box<CommandMessage>),
}

/// The message and the help of a fault in a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandMessage {
    pub message: String,
    pub help: Option<String>,
}

/// The text after the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AfterEnd {
    MovesAfterMate,
    MovesAfterStalemate,
    /// Movetext, after the termination token.
    Movetext,
    Prose,
}

impl FaultKind {
    pub const fn rule(&self) -> Rule {
        match self {
            Self::Unreadable
            | Self::MoreFaults(_)
            | Self::Words
            | Self::NonstandardBlank
            | Self::TooLong
            | Self::TooManyNonstandard(_)
            | Self::TooManyActs(_)
            | Self::TooManyMoves(_)
            | Self::TooManyClocks(_)
            | Self::TooManySuppressions(_)
            | Self::UnclosedComment
            | Self::UnclosedVariation
            | Self::StrayCloser
            | Self::NonstandardResult(_)
            | Self::RepeatedMoves { .. }
            | Self::EndsInsideToken
            | Self::NoTermination
            | Self::CutShort
            | Self::TextBeforeGame
            | Self::ConflictMark => Rule::RecordSyntax,
            Self::Tag(_)
            | Self::TagAmongMoves
            | Self::NotATag
            | Self::RepeatedTag
            | Self::TagCase(_)
            | Self::BadResult
            | Self::BadValue(_)
            | Self::SetUpWithoutFen
            | Self::FenWithoutSetUp
            | Self::OtherGame
            | Self::UnknownLaws => Rule::RecordTag,
            Self::Fen(_)
            | Self::ImpossibleCastlingRight(_)
            | Self::ImpossibleEnPassant(_)
            | Self::TooManyPawns(_)
            | Self::OddSetup(_) => Rule::RecordFen,
            Self::Unresolvable
            | Self::MissingMove(_)
            | Self::MissingMoves { .. }
            | Self::AfterMissingMoves { .. }
            | Self::NumberedTwice { .. }
            | Self::ExtraMove
            | Self::NotTakenBack
            | Self::MissingPosition
            | Self::BrokenPositionTag
            | Self::NotCorrected
            | Self::DoubtfulEnPassant
            | Self::SmallLetters
            | Self::MissingPly
            | Self::DetachedLetter => Rule::RecordUnresolvable,
            Self::AfterEnd(_) => Rule::RecordAfterEnd,
            Self::Command(_) | Self::CommandInLineComment => Rule::RecordCommand,
        }
    }

    /// Whether no move after it is replayed.
    pub const fn stops_replay(&self) -> bool {
        matches!(self.rule(), Rule::RecordUnresolvable)
            || matches!(
                self,
                Self::Unreadable
                    | Self::TooLong
                    | Self::TooManyNonstandard(_)
                    | Self::TooManyActs(_)
                    | Self::TooManyMoves(_)
                    | Self::TooManyClocks(_)
                    | Self::TooManySuppressions(_)
                    | Self::Fen(_)
                    | Self::OtherGame
            )
    }

    pub const fn severity(&self) -> Severity {
        match self {
            Self::UnclosedComment
            | Self::UnclosedVariation
            | Self::CutShort
            | Self::ConflictMark
            | Self::OddSetup(_)
            | Self::AfterEnd(AfterEnd::MovesAfterMate | AfterEnd::MovesAfterStalemate) => Severity::Error,
            Self::NoTermination
            | Self::NonstandardResult(_)
            | Self::MoreFaults(_)
            | Self::TagCase(_)
            | Self::TextBeforeGame
            | Self::AfterEnd(AfterEnd::Prose) => Severity::Info,
            Self::OtherGame => Severity::Warning,
            _ if self.stops_replay() => Severity::Error,
            _ => Severity::Warning,
        }
    }

    /// The fact in one sentence. `token` is the text at fault.
    pub fn message(&self, token: &str) -> String {
        match self {
            Self::Unreadable => {
                format!("`{token}` is no move and nothing else that movetext holds: the replay stops here")
            }
            Self::MoreFaults(count) => format!("{count} more faults of this record are not listed"),
            Self::Words => format!("`{token}` is no movetext"),
            Self::NonstandardBlank => {
                "a blank that movetext does not have, such as a no-break space, stands here".to_owned()
            }
            Self::TooLong => "a token of movetext is longer than 255 bytes: the replay stops here".to_owned(),
            Self::TooManyNonstandard(count) => {
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
            Self::TooManySuppressions(count) => {
                format!("{count} times a finding was not to be told before `{token}`: the game is not judged")
            }
            Self::UnclosedComment => "this comment is never closed".to_owned(),
            Self::UnclosedVariation => "this variation is never closed".to_owned(),
            Self::StrayCloser => format!("`{token}` closes nothing"),
            Self::NonstandardResult(score) => format!("`{token}` is written {} in PGN", score.id()),
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
            Self::Tag(TagOddity::None) | Self::NotATag => format!("`{token}` begins no tag pair"),
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
            Self::ImpossibleCastlingRight(why) => {
                format!("the position gives castling rights that nobody has: {why}")
            }
            Self::ImpossibleEnPassant(why) => {
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
            Self::AfterMissingMoves { number } => {
                no_move_here(token, &format!("moves are missing before number {number}"))
            }
            Self::NumberedTwice { number } => {
                no_move_here(token, &format!("moves numbered {number} stand here twice"))
            }
            Self::NotTakenBack => no_move_here(token, "by the numbers moves went back that still stand"),
            Self::ExtraMove => no_move_here(token, "by the next number one move too many stands before it"),
            Self::NotCorrected => format!(
                "`{token}` is a move only once the men are put right, and that they were is not told: the replay stops here"
            ),
            Self::BrokenPositionTag => no_move_here(token, "the tag that gives the position is broken"),
            Self::DoubtfulEnPassant => {
                no_move_here(token, "the FEN gives an en passant square that cannot be")
            }
            Self::DetachedLetter => {
                no_move_here(token, "an `N` that stands apart may belong to a move before it")
            }
            Self::SmallLetters => {
                no_move_here(token, "a small letter of a bishop may have been read as a file")
            }
            Self::MissingPly => no_move_here(token, "by the next number half a move is missing beside it"),
            Self::RepeatedMoves { more: 0 } => {
                format!("`{token}` stands here a second time, and is passed over")
            }
            Self::RepeatedMoves { more: 1 } => {
                format!("`{token}` and the move behind it stand here a second time, and are passed over")
            }
            Self::RepeatedMoves { more } => {
                format!(
                    "`{token}` and the {more} moves behind it stand here a second time, and are passed over"
                )
            }
            Self::EndsInsideToken => {
                format!("the text breaks off with `{token}`, which may be part of a move")
            }
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
            Self::CommandInLineComment => format!("`{token}` stands behind `;` and is not read"),
            Self::Command(words) => words.message.clone(),
        }
    }

    /// Advice, or how the program reads the text. `token` is the text at fault.
    pub fn help(&self, token: &str) -> Option<String> {
        Some(match self {
            Self::Unreadable | Self::Words if is_move_in_another_language(token) => {
                "men are read by their English letters: K, Q, R, B and N".to_owned()
            }
            Self::NonstandardBlank => {
                "it is read as a space; many programs read it as part of a move".to_owned()
            }
            Self::Unresolvable => "an earlier move may be wrong or missing".to_owned(),
            Self::MissingMove(player) => {
                format!("by the numbers the move is {}'s, and {player} is to move", player.other())
            }
            Self::DoubtfulEnPassant => {
                "the FEN may give another position than the one played from".to_owned()
            }
            Self::MissingPosition | Self::BrokenPositionTag => "give the position in a FEN tag".to_owned(),
            Self::NotCorrected => "who was set up wrongly is put right with [%replace P SQ]".to_owned(),
            Self::MissingMoves { .. } => "a lower number is due here, and this is no legal move".to_owned(),
            Self::AfterMissingMoves { .. } => "the numbers have not agreed with the moves since".to_owned(),
            Self::NotTakenBack => "moves go back with [%retract N]".to_owned(),
            Self::NumberedTwice { .. } => {
                "one of the two may belong to a variation or to another game".to_owned()
            }
            Self::RepeatedMoves { .. } => "take one of the two out".to_owned(),
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
            Self::ImpossibleCastlingRight(_) => "the game is replayed without them".to_owned(),
            Self::ImpossibleEnPassant(_) => "the game is replayed without that square".to_owned(),
            Self::TooManyPawns(_) => "the game is replayed from this position as it is".to_owned(),
            Self::UnknownLaws => {
                "the game is judged as if it had no Laws tag; `jadoube codes` lists the codes".to_owned()
            }
            Self::CommandInLineComment => "commands stand in comments in braces".to_owned(),
            Self::Command(words) => return words.help.clone(),
            _ => return None,
        })
    }
}

/// The message for a token that is not a move on this board. `perhaps` is the probable cause.
fn no_move_here(token: &str, perhaps: &str) -> String {
    format!("`{token}` is no move here, and {perhaps}: the replay stops here")
}
