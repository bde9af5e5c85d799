//! The problems of a FEN, and their words.

use std::fmt;

use super::man::Color;
use super::square::Square;

/// The reason why a text is not a FEN, or why one of its rights is impossible. Ranks are numbered from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenProblem {
    UnknownCharacter {
        byte: u8,
        rank: u8,
    },
    MissingRank(u8),
    WrongWidth {
        rank: u8,
        width: u8,
    },
    EndsAfterRank(u8),
    TooManyRanks,
    SlashAfterRanks,
    SideToMove,
    CastlingField,
    EnPassantField,
    HalfmoveClock,
    MoveNumber,
    TextAfterFields,
    TextAfterPlacement,
    NotACastlingRight(u8),
    /// The letters of the rights that have no king and rook in place.
    NoRookFor(Vec<u8>),
    /// The letters of the rights that name files without a rook. Other rooks on those sides have the rights.
    NoRookOnFile(Vec<u8>),
    WrongEnPassantRank {
        to_move: Color,
        rank: u8,
        square: Square,
    },
    NoPawnPassed {
        of: Color,
        on: Square,
    },
    CannotHavePassed {
        pawn: Square,
        occupied: Square,
    },
}

impl fmt::Display for FenProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownCharacter { byte, rank } => {
                write!(
                    f,
                    "`{}` in rank {rank} is neither a piece letter nor a digit from 1 to 8",
                    char::from(*byte)
                )
            }
            Self::MissingRank(rank) => write!(f, "rank {rank} of the placement is missing"),
            Self::WrongWidth { rank, width } => write!(f, "rank {rank} has {width} squares, not 8"),
            Self::EndsAfterRank(rank) => {
                write!(f, "the placement ends after rank {rank}, but must have eight ranks")
            }
            Self::TooManyRanks => f.write_str("the placement has more than eight ranks of eight squares"),
            Self::SlashAfterRanks => f.write_str("a `/` follows the last rank"),
            Self::SideToMove => f.write_str("the side to move must be `w` or `b`"),
            Self::CastlingField => f.write_str("the castling field must be `-` or letters such as `KQkq`"),
            Self::EnPassantField => f.write_str("the en passant field must be `-` or a square"),
            Self::HalfmoveClock => f.write_str("the halfmove clock must be a number"),
            Self::MoveNumber => f.write_str("the move number must be a number"),
            Self::TextAfterFields => f.write_str("unexpected text after the FEN"),
            Self::TextAfterPlacement => f.write_str("unexpected text after the placement"),
            Self::NotACastlingRight(letter) => {
                write!(f, "`{}` is not a castling right", char::from(*letter))
            }
            Self::NoRookFor(letters) | Self::NoRookOnFile(letters) => {
                let named: Vec<String> =
                    letters.iter().map(|letter| format!("`{}`", char::from(*letter))).collect();
                match named.split_last() {
                    Some((last, others)) if !others.is_empty() => write!(
                        f,
                        "there are no rooks for the castling rights {} and {last}",
                        others.join(", ")
                    ),
                    _ => write!(f, "there is no rook for the castling right {}", named.concat()),
                }
            }
            Self::WrongEnPassantRank { to_move, rank, square } => {
                write!(
                    f,
                    "with {to_move} to move, the en passant square must be on rank {rank}, not {square}"
                )
            }
            Self::NoPawnPassed { of, on } => write!(f, "there is no pawn of {of} on {on}"),
            Self::CannotHavePassed { pawn, occupied } => {
                write!(f, "the pawn on {pawn} cannot have made a double step: {occupied} is occupied")
            }
        }
    }
}
