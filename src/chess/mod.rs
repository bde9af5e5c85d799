//! The board: squares, men, a position that holds any placement, moves and their notation.
//!
//! No code of law is known here. A [`Play`] says how a code plays; functions without one follow the common law
//! (FIDE's, Chess960 included).

pub(crate) mod attacks;
mod bitboard;
mod castling;
mod fast_castling;
mod fast_path;
mod fen;
mod fen_problem;
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
pub(crate) use fen_problem::FenProblem;
pub(crate) use legality::{CastlingBar, Illegality, corner, king_home};
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
