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
                format!("cannot read `{token}` as a move; the rest of the game is not replayed")
            }
            Self::MoreFaults(1) => "1 more problem of this record is not listed".to_owned(),
            Self::MoreFaults(count) => format!("{count} more problems of this record are not listed"),
            Self::Words => format!("`{token}` is not a move, move number, comment or result"),
            Self::NonstandardBlank => {
                "PGN does not allow this kind of blank, for example a no-break space".to_owned()
            }
            Self::TooLong => {
                "this token is longer than 255 bytes; the rest of the game is not replayed".to_owned()
            }
            Self::TooManyNonstandard(count) => {
                format!(
                    "{count} moves before `{token}` are illegal, ambiguous or null moves; \
                     the game is not judged"
                )
            }
            Self::TooManyActs(count) => {
                format!("{count} acts are recorded before `{token}`; the game is not judged")
            }
            Self::TooManyMoves(count) => {
                format!("the game is longer than {count} plies; it is not judged")
            }
            Self::TooManyClocks(count) => {
                format!("{count} clock times are recorded before `{token}`; the game is not judged")
            }
            Self::TooManySuppressions(count) => {
                format!("the record has {count} suppressions before `{token}`; the game is not judged")
            }
            Self::UnclosedComment => "this comment is not closed".to_owned(),
            Self::UnclosedVariation => "this variation is not closed".to_owned(),
            Self::StrayCloser => format!("unmatched `{token}`"),
            Self::NonstandardResult(score) => {
                format!("write the result `{token}` as {} (PGN standard)", score.id())
            }
            Self::NoTermination => "the moves do not end with a result or `*`".to_owned(),
            Self::CutShort => {
                "the game is too long to be held in memory; the rest of it is skipped".to_owned()
            }
            Self::TextBeforeGame => "text before the first game is not part of any game".to_owned(),
            Self::ConflictMark => {
                format!(
                    "`{token}` is a version-control conflict marker: \
                     the file contains two versions of this text"
                )
            }
            Self::Tag(TagOddity::UnescapedQuote) => {
                "unescaped quotation mark in the value of this tag".to_owned()
            }
            Self::Tag(TagOddity::NoClosingQuote) => {
                "the value of this tag has no closing quotation mark".to_owned()
            }
            Self::Tag(TagOddity::NoClosingBracket) => "this tag pair has no closing bracket".to_owned(),
            Self::Tag(TagOddity::NoOpeningBracket) => "this tag pair has no opening bracket".to_owned(),
            Self::Tag(TagOddity::None) | Self::NotATag => format!("unexpected text `{token}` among the tags"),
            Self::RepeatedTag => format!("duplicate tag `{token}`"),
            Self::TagCase(tag) => format!("the tag `{token}` is read as `{}`", tag.name()),
            Self::BadResult if token.is_empty() => "the Result tag is empty".to_owned(),
            Self::BadResult => format!("`{token}` is not a valid result"),
            Self::BadValue(_) => format!("`{token}` is not a valid value of this tag"),
            Self::SetUpWithoutFen => "the SetUp tag is 1, but there is no FEN tag".to_owned(),
            Self::FenWithoutSetUp => {
                "the SetUp tag is 0, but the FEN is not the standard starting position".to_owned()
            }
            Self::OtherGame => format!("the variant `{token}` is not chess: its moves are not replayed"),
            Self::UnknownLaws => format!("unknown code of laws `{token}`"),
            Self::Fen(why) => format!("cannot read the starting position: {why}"),
            Self::ImpossibleCastlingRight(why) => {
                format!("the FEN gives castling rights that the position does not allow: {why}")
            }
            Self::ImpossibleEnPassant(why) => {
                format!("the FEN gives an impossible en passant square: {why}")
            }
            Self::TooManyPawns(player) => {
                format!("the FEN gives {player} more than eight pawns, which no game can reach")
            }
            Self::OddSetup(why) => format!("no game can start from this position: {why}"),
            Self::Unresolvable => {
                format!("no piece on the board fits the move `{token}`; the rest of the game is not replayed")
            }
            Self::MissingMove(player) => {
                format!(
                    "a move of {player} is missing before `{token}`; the rest of the game is not replayed"
                )
            }
            Self::MissingMoves { before } => {
                format!(
                    "moves are missing before move {before}, `{token}`; the rest of the game is not replayed"
                )
            }
            Self::AfterMissingMoves { number } => {
                no_move_here(token, &format!("moves are missing before number {number}"))
            }
            Self::NumberedTwice { number } => {
                no_move_here(token, &format!("move number {number} occurs twice"))
            }
            Self::NotTakenBack => no_move_here(
                token,
                "the move numbers imply that moves were taken back, but the record does not say so",
            ),
            Self::ExtraMove => {
                no_move_here(token, "the next move number implies that there is one move too many before it")
            }
            Self::NotCorrected => format!(
                "`{token}` is possible only after the wrongly set up pieces are corrected, but the record \
                 has no correction; the rest of the game is not replayed"
            ),
            Self::BrokenPositionTag => no_move_here(token, "the tag that gives the position is malformed"),
            Self::DoubtfulEnPassant => no_move_here(token, "the FEN gives an impossible en passant square"),
            Self::DetachedLetter => no_move_here(token, "an earlier detached `N` may be part of a move"),
            Self::SmallLetters => {
                no_move_here(token, "an earlier lower-case `b` may mean a bishop, not the b-file")
            }
            Self::MissingPly => {
                no_move_here(token, "the next move number implies that a move is missing here")
            }
            Self::RepeatedMoves { more: 0 } => {
                format!("`{token}` repeats a move already recorded; it is skipped")
            }
            Self::RepeatedMoves { more: 1 } => {
                format!("`{token}` and the next move repeat moves already recorded; they are skipped")
            }
            Self::RepeatedMoves { more } => {
                format!("`{token}` and the next {more} moves repeat moves already recorded; they are skipped")
            }
            Self::EndsInsideToken => {
                format!("the text ends with `{token}`, which may be an incomplete move")
            }
            Self::TagAmongMoves => format!("`{token}` is a tag among the moves; it is ignored"),
            Self::Tag(TagOddity::Unquoted) => "the value of this tag has no quotation marks".to_owned(),
            Self::MissingPosition => format!(
                "`{token}` is not possible in a game from the standard starting position, and the record \
                 gives no other position; the rest of the game is not replayed"
            ),
            Self::AfterEnd(AfterEnd::MovesAfterMate) => {
                format!("`{token}` follows checkmate, which ended the game")
            }
            Self::AfterEnd(AfterEnd::MovesAfterStalemate) => {
                format!("`{token}` follows stalemate, which ended the game")
            }
            Self::AfterEnd(AfterEnd::Movetext) => format!("`{token}` follows the end of the game"),
            Self::AfterEnd(AfterEnd::Prose) => "text between games is not part of any game".to_owned(),
            Self::CommandInLineComment => format!("`{token}` is in a `;` comment and is not read"),
            Self::Command(words) => words.message.clone(),
        }
    }

    /// Advice, or how the program reads the text. `token` is the text at fault.
    pub fn help(&self, token: &str) -> Option<String> {
        Some(match self {
            Self::Unreadable | Self::Words if is_move_in_another_language(token) => {
                "use English piece letters (K Q R B N)".to_owned()
            }
            Self::NonstandardBlank => {
                "it is read as a space; many programs read it as part of a move".to_owned()
            }
            Self::Unresolvable => "an earlier move may be wrong or missing".to_owned(),
            Self::MissingMove(player) => {
                format!("by its number this is a move of {}, but {player} is to move", player.other())
            }
            Self::DoubtfulEnPassant => {
                "the FEN may not be the position from which the game was played".to_owned()
            }
            Self::MissingPosition | Self::BrokenPositionTag => {
                "give the starting position in a FEN tag".to_owned()
            }
            Self::NotCorrected => "record the correction with [%replace P SQ]".to_owned(),
            Self::MissingMoves { .. } => {
                "a lower move number is expected here, and this move is not legal".to_owned()
            }
            Self::AfterMissingMoves { .. } => {
                "the move numbers have not matched the moves since then".to_owned()
            }
            Self::NotTakenBack => "record moves that were taken back with [%retract N]".to_owned(),
            Self::NumberedTwice { .. } => {
                "one of the two may belong to a variation or to another game".to_owned()
            }
            Self::RepeatedMoves { .. } => "delete one of the two copies".to_owned(),
            Self::Tag(TagOddity::Unquoted) => "the value is read up to the closing bracket".to_owned(),
            Self::UnclosedComment => {
                "close it with `}`; it is assumed to end where the next game begins".to_owned()
            }
            Self::UnclosedVariation => "close it with `)`".to_owned(),
            Self::ConflictMark => "keep one version and delete the markers".to_owned(),
            Self::NoTermination => "end the moves with 1-0, 0-1, 1/2-1/2 or *".to_owned(),
            Self::Tag(TagOddity::UnescapedQuote) => r#"write \" inside a value"#.to_owned(),
            Self::RepeatedTag => "the first value is used".to_owned(),
            Self::BadValue(wanted) => format!("use {wanted}"),
            Self::BadResult => "use 1-0, 0-1, 1/2-1/2 or *".to_owned(),
            Self::SetUpWithoutFen => "the standard starting position is used".to_owned(),
            Self::FenWithoutSetUp => "the FEN is used".to_owned(),
            Self::Fen(_) => "the moves of this game are not replayed".to_owned(),
            Self::ImpossibleCastlingRight(_) => "the game is replayed without them".to_owned(),
            Self::ImpossibleEnPassant(_) => "the game is replayed without that square".to_owned(),
            Self::TooManyPawns(_) => "the game is replayed from this position as given".to_owned(),
            Self::UnknownLaws => {
                "the game is judged as if it had no Laws tag; `jadoube codes` lists the codes".to_owned()
            }
            Self::CommandInLineComment => "write commands in comments in braces".to_owned(),
            Self::Command(words) => return words.help.clone(),
            _ => return None,
        })
    }
}

/// The message for a token that is not a move on this board. `cause` is the probable cause.
fn no_move_here(token: &str, cause: &str) -> String {
    format!("`{token}` is not a possible move here: {cause}; the rest of the game is not replayed")
}
