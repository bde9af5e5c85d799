//! The board: squares, men, a position that holds any placement, moves and their notation.
//!
//! Nothing here knows a law code. What may be played is asked with a [`Play`], a small value saying
//! how a code plays; without one the common law (FIDE's, Chess960 included) is meant.

mod bitboard;
mod man;
mod moves;
mod play;
mod square;

pub use bitboard::Bitboard;
pub use man::{Color, Man, Role};
pub use moves::{Move, MoveKind, Side};
pub use play::{AbsentRook, CastlingConditions, EnPassantDuty, PawnOnLastRank, Play};
pub use square::{File, Rank, Square};
