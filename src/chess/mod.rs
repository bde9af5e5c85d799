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

pub use bitboard::{Bitboard, Squares};
pub use castling::{CastlingSquares, castling_squares};
pub use castling_rights::CastlingRights;
pub(crate) use fast_castling::FastCastling;
pub(crate) use fast_path::FastText;
pub use fen::{Fen, FenFault, FromFen, OddSetup};
pub use legality::{CastlingBar, Illegality, corner};
pub use man::{Color, Man, Role};
pub use material::Material;
pub use moves::{Move, MoveKind, Side};
pub use packed::PackedBoard;
pub use play::{AbsentRook, CastlingConditions, EnPassantDuty, GivenRooks, PawnOnLastRank, Play};
pub use position::{Position, home_rank};
pub(crate) use san::fast_scan;
pub use san::{CheckSign, Disambiguation, Meaning, MoveText, NoMove, Resolved, San, Subject, san};
pub use square::{File, Rank, Square};
pub use threats::Threats;
