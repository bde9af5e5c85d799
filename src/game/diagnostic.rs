//! Faults of the text of a record: kind, place and severity. `sentences.rs` has their words.

use crate::chess::{Color, FenProblem, OddSetup};
use crate::finding::{Score, Severity};
use crate::law::Rule;

use super::command_problem::{Advice, CommandProblem};
use super::sentences;
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
    /// The first blank that the standard does not have, read as a space, and the number of all of them.
    NonstandardBlanks(u32),
    /// The first annotation among the moves in signs that PGN does not have, and the number of all of them.
    Markup(u32),
    /// The first sign or number without a move in a place where a move is due, and the number of all of them.
    LostMove(u32),
    /// The first move with Cyrillic letters that look like Latin ones, and the number of all of them.
    Lookalikes(u32),
    /// The first token of two moves without a blank between them, and the number of all of them.
    JoinedMoves(u32),
    /// The number of faults that are not listed.
    MoreFaults(u32),
    /// The token is longer than 255 bytes.
    TooLong,
    UnclosedComment,
    /// A comment is closed only after moves of the game, which are read if it is certain where they begin.
    CommentHidesMoves {
        are_read: bool,
    },
    UnclosedVariation,
    /// The tags of a game are in a comment of another.
    TagsInComment,
    /// A `;` makes a comment of the next moves of the game.
    MovesInLineComment,
    /// The first `;` between moves that are read all the same, and the number of all of them.
    SeparatedMoves(u32),
    /// The game has no moves, and a comment holds them.
    GameInComment,
    /// A closing bracket or brace that nothing opened.
    StrayCloser,
    /// The termination is not written as PGN writes it.
    NonstandardResult(Score),
    /// This move and `more` moves after it repeat moves already recorded.
    RepeatedMoves {
        more: u32,
    },
    /// The number is one that the record already has, and other moves follow it.
    NumbersGoBack,
    /// A pawn of the b-file is named with a capital, as if it were a bishop.
    CapitalOfPawn,
    /// Moves at the end of an electronic board's record, the first of them illegal.
    StrayBoardMoves,
    /// Moves after the result sign of the kings.
    MovesAfterKingsSign,
    /// A pawn that does not reach the last rank is written with a promotion.
    NoPromotion,
    /// The number is too high, and the moves after it are legal all the same.
    NumbersJump,
    /// The number of move numbers that go back or jump.
    WrongNumbers(usize),
    /// A tag holds the moves after the last one of the game.
    MovesInTag,
    /// The kings were set on the centre squares of an electronic board to state this result.
    KingsSign(Score),
    /// The result that the kings state differs from the result of the record.
    KingsSignContradicts(Score),
    /// The text ends inside the token of a move.
    EndsInsideToken,
    /// A tag pair inside movetext.
    TagAmongMoves,
    NoTermination,
    /// Neither moves nor a result follow tags that give a result.
    NoMoves,
    /// The game is too long to be held, and the rest was left out.
    CutShort,
    /// The data of the file are broken here, and the rest of the game is lost.
    BrokenOff,
    TextBeforeGame,
    /// A line outside games that holds moves.
    LostMoves,
    /// A conflict mark of version control.
    ConflictMark,
    Tag(TagOddity),
    /// A bracket that begins no tag pair.
    NotATag,
    /// A line before the moves gives a position in FEN.
    FenOutsideTag,
    /// The first of so many lines that hold tags in another form than PGN's.
    TagsNotRead(usize),
    /// Text in UTF-16 within a text of single bytes, or the reverse.
    OtherWidth,
    RepeatedTag,
    /// A tag occurs twice with the same value.
    RepeatedTagSame,
    /// The tag's name differs from the standard's in case.
    TagCase(TagName),
    BadResult,
    /// The value of a tag is invalid; for rules to suppress, with the nearest rule.
    BadValue(TagName, Option<Advice>),
    /// `SetUp "1"` without a `FEN` tag.
    SetUpWithoutFen,
    /// The `FEN` tag is empty, and `SetUp` is 1.
    EmptyFen,
    /// `SetUp "0"` with a `FEN` tag that gives another position than the usual array.
    FenWithoutSetUp,
    /// A tag of this name gives the first position.
    PositionInOtherTag,
    /// A variant that is not chess.
    OtherGame,
    /// The nearest id.
    UnknownLaws(Option<&'static str>),
    /// The FEN or placement cannot be read.
    Fen(FenProblem),
    /// The FEN has faults after its first four fields.
    FenTail(FenProblem),
    /// The FEN gives a position that the moves reach from the usual array.
    LaterFen,
    /// The FEN lacks a castling right that the score needs.
    CastlingNotGiven,
    /// The halfmove clock of the FEN counts more plies than the game can have had.
    ImpossibleHalfmoveClock,
    /// The placement contradicts the castling rights of the FEN.
    ImpossibleCastlingRight(FenProblem),
    /// The first move is an en passant capture, and the FEN does not name the square.
    EnPassantNotGiven,
    /// The placement contradicts the en passant square of the FEN.
    ImpossibleEnPassant(FenProblem),
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
    /// A slip of the pen explains this move and an earlier one, whose finding names it.
    AfterSlip {
        earlier: String,
    },
    /// So many moves from this one on cannot be made, so that the record or its beginning must be wrong.
    UncertainCourse {
        moves: u32,
    },
    /// No man on the board fits the move, and the rest of the game leaves only this one.
    ReadAs(String),
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
    /// It repeats the last move of the player, whose man is already there.
    AlreadyMade,
    /// The number after a move leaves no room for it.
    ExtraMove,
    /// The numbers imply a retraction that the record does not have.
    NotTakenBack,
    /// The game starts from a position that is not given and is not the usual array.
    MissingPosition,
    /// The tag that gives the position is broken, and the position may be another.
    BrokenPositionTag,
    /// Another FEN tag gives another position.
    OtherFen,
    /// A position other than the usual array is written before the moves, but in no tag that is read.
    PositionOutsideTag,
    /// The `Event` tag names another game than chess, and the move is not legal in chess.
    OtherGameByEvent,
    /// All moves are legal if king and queen are reversed at the start.
    ReversedArray,
    /// The move is possible only if the men named in the `Odds` tag were not given.
    DoubtfulOdds,
    /// The first move is that of the player who is not to move in the FEN.
    DoubtfulTurn,
    /// All moves are legal if the FEN gives the first rank first.
    ReversedRanks,
    /// Men were set up wrongly, and the record does not say that they were put right.
    NotCorrected,
    /// The FEN gives an impossible en passant square, so the position may be another.
    DoubtfulEnPassant,
    /// The FEN may be wrong about castling.
    DoubtfulCastling,
    /// A comment that was not closed hides moves.
    AfterHiddenMoves,
    /// A move before it is lost.
    AfterLostMove,
    /// An earlier bishop's letter in lower case may have been read as a file.
    SmallLetters,
    /// The number after a move implies that one ply is missing.
    MissingPly,
    /// A detached letter before a move may belong to it.
    DetachedLetter,
    AfterEnd(AfterEnd),
    /// A command in a comment to the end of the line. Only brace comments can contain commands.
    CommandInLineComment,
    /// The number of clock readings in comments to the end of the line.
    ClocksInLineComments(u32),
    /// A malformed or impossible command.
    Command(Box<CommandProblem>),
}

/// The text after the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AfterEnd {
    MovesAfterMate,
    MovesAfterStalemate,
    /// The moves of the game that was begun again.
    NewGame,
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
            | Self::NonstandardBlanks(_)
            | Self::Markup(_)
            | Self::LostMove(_)
            | Self::Lookalikes(_)
            | Self::WrongNumbers(_)
            | Self::MovesInTag
            | Self::TooLong
            | Self::TooManyNonstandard(_)
            | Self::TooManyActs(_)
            | Self::TooManyMoves(_)
            | Self::TooManyClocks(_)
            | Self::TooManySuppressions(_)
            | Self::UnclosedComment
            | Self::CommentHidesMoves { .. }
            | Self::UnclosedVariation
            | Self::TagsInComment
            | Self::MovesInLineComment
            | Self::SeparatedMoves(_)
            | Self::GameInComment
            | Self::StrayCloser
            | Self::NonstandardResult(_)
            | Self::RepeatedMoves { .. }
            | Self::NumbersGoBack
            | Self::NumbersJump
            | Self::CapitalOfPawn
            | Self::StrayBoardMoves
            | Self::MovesAfterKingsSign
            | Self::NoPromotion
            | Self::KingsSign(_)
            | Self::KingsSignContradicts(_)
            | Self::EndsInsideToken
            | Self::NoTermination
            | Self::NoMoves
            | Self::CutShort
            | Self::BrokenOff
            | Self::TextBeforeGame
            | Self::LostMoves
            | Self::ConflictMark => Rule::RecordSyntax,
            Self::OtherWidth => Rule::RecordEncoding,
            Self::JoinedMoves(_) => Rule::RecordNotation,
            Self::Tag(_)
            | Self::TagAmongMoves
            | Self::NotATag
            | Self::FenOutsideTag
            | Self::TagsNotRead(_)
            | Self::RepeatedTag
            | Self::RepeatedTagSame
            | Self::TagCase(_)
            | Self::BadResult
            | Self::BadValue(..)
            | Self::SetUpWithoutFen
            | Self::EmptyFen
            | Self::FenWithoutSetUp
            | Self::PositionInOtherTag
            | Self::OtherGame
            | Self::UnknownLaws(_) => Rule::RecordTag,
            Self::Fen(_)
            | Self::FenTail(_)
            | Self::LaterFen
            | Self::CastlingNotGiven
            | Self::ImpossibleHalfmoveClock
            | Self::ImpossibleCastlingRight(_)
            | Self::ImpossibleEnPassant(_)
            | Self::EnPassantNotGiven
            | Self::TooManyPawns(_)
            | Self::OddSetup(_) => Rule::RecordFen,
            Self::Unresolvable
            | Self::AfterSlip { .. }
            | Self::UncertainCourse { .. }
            | Self::ReadAs(_)
            | Self::MissingMove(_)
            | Self::MissingMoves { .. }
            | Self::AfterMissingMoves { .. }
            | Self::NumberedTwice { .. }
            | Self::AlreadyMade
            | Self::ExtraMove
            | Self::NotTakenBack
            | Self::MissingPosition
            | Self::BrokenPositionTag
            | Self::OtherFen
            | Self::PositionOutsideTag
            | Self::OtherGameByEvent
            | Self::ReversedArray
            | Self::DoubtfulOdds
            | Self::DoubtfulTurn
            | Self::ReversedRanks
            | Self::NotCorrected
            | Self::DoubtfulEnPassant
            | Self::DoubtfulCastling
            | Self::AfterHiddenMoves
            | Self::AfterLostMove
            | Self::SmallLetters
            | Self::MissingPly
            | Self::DetachedLetter => Rule::RecordUnresolvable,
            Self::AfterEnd(_) => Rule::RecordAfterEnd,
            Self::Command(_) | Self::CommandInLineComment | Self::ClocksInLineComments(_) => {
                Rule::RecordCommand
            }
        }
    }

    /// Whether no move after it is replayed.
    pub const fn stops_replay(&self) -> bool {
        matches!(self.rule(), Rule::RecordUnresolvable) && !matches!(self, Self::ReadAs(_))
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
            | Self::CommentHidesMoves { .. }
            | Self::UnclosedVariation
            | Self::TagsInComment
            | Self::CutShort
            | Self::BrokenOff
            | Self::ConflictMark
            | Self::OtherWidth
            | Self::ReadAs(_)
            | Self::OddSetup(_)
            | Self::AfterEnd(AfterEnd::MovesAfterMate | AfterEnd::MovesAfterStalemate) => Severity::Error,
            Self::NoTermination
            | Self::NoMoves
            | Self::NonstandardResult(_)
            | Self::CapitalOfPawn
            | Self::KingsSign(_)
            | Self::JoinedMoves(_)
            | Self::MoreFaults(_)
            | Self::TagCase(_)
            | Self::RepeatedTagSame
            | Self::TextBeforeGame
            | Self::AfterEnd(AfterEnd::Prose | AfterEnd::NewGame) => Severity::Info,
            Self::OtherGame => Severity::Warning,
            _ if self.stops_replay() => Severity::Error,
            _ => Severity::Warning,
        }
    }

    /// The fact in one sentence. `token` is the text at fault.
    pub fn message(&self, token: &str) -> String {
        sentences::message(self, token)
    }

    /// Advice, or how the program reads the text. `token` is the text at fault.
    pub fn help(&self, token: &str) -> Option<String> {
        sentences::help(self, token)
    }
}
