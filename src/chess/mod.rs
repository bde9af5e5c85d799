//! The board: squares, men, a position that holds any placement, moves and their notation.
//!
//! Nothing here knows a law code. What may be played is asked with a [`Play`], a small value saying
//! how a code plays; without one the common law (FIDE's, Chess960 included) is meant.

pub(crate) mod attacks;
mod bitboard;
mod castling;
mod castling_rights;
mod fast_castling;
mod fast_path;
mod fen;
mod legality;
mod man;
mod material;
mod moves;
mod packed;
mod play;
mod position;
mod san;
mod square;
mod threats;
mod zobrist;

pub use bitboard::Bitboard;
pub use castling::{CastlingSquares, castling_squares};
pub(crate) use fast_castling::FastCastling;
pub(crate) use fast_path::FastText;
pub use fen::Fen;
pub(crate) use fen::{FromFen, OddSetup};
pub(crate) use legality::{CastlingBar, Illegality, corner};
pub use man::{Color, Man, Role};
pub(crate) use material::Material;
pub use moves::{Move, MoveKind, Side};
pub(crate) use packed::PackedBoard;
pub use play::Play;
pub(crate) use play::{AbsentRook, CastlingConditions, EnPassantDuty, GivenRooks, PawnOnLastRank};
pub use position::Position;
pub(crate) use position::home_rank;
pub(crate) use san::fast_scan;
pub use san::{CheckSign, Meaning, Resolved, San};
pub(crate) use san::{Subject, san};
pub use square::{File, Rank, Square};
pub(crate) use threats::Threats;
