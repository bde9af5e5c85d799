//! The board: squares, men, a position that holds any placement, moves and their notation.
//!
//! Nothing here knows a law code. What may be played is asked with a [`Play`], a small value saying
//! how a code plays; without one the common law (FIDE's, Chess960 included) is meant.

pub(crate) mod attacks;
mod bitboard;
mod castling;
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
mod usual;
mod usual_castling;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use castling::{CastlingRights, CastlingSquares, castling_squares};
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
pub(crate) use usual::UsualText;
pub(crate) use usual_castling::UsualCastling;
