//! Insufficient material for a mate by White.

use super::board::SearchBoard;
use crate::chess::{Bitboard, Color, Role};

/// Whether White cannot mate by material alone: a bare king, a lone knight against queens, or bishops on squares of one
/// colour without an opposing man that could block its own king.
pub(super) fn white_cannot_mate(board: &SearchBoard) -> bool {
    let (white, black) = (board.men(Color::White), board.men(Color::Black));
    let count = white.count();
    if count == 1 {
        return true;
    }
    let (knights, bishops) = (board.of_role(Role::Knight), board.of_role(Role::Bishop));
    let (rooks, pawns) = (board.of_role(Role::Rook), board.of_role(Role::Pawn));
    if count == 2 && !(white & knights).is_empty() && (black & (knights | bishops | rooks | pawns)).is_empty()
    {
        return true;
    }
    let white_bishops = white & bishops;
    let is_one_coloured = (bishops & Bitboard::LIGHT).is_empty() || (bishops & !Bitboard::LIGHT).is_empty();
    !white_bishops.is_empty()
        && count == white_bishops.count() + 1
        && is_one_coloured
        && (knights | pawns).is_empty()
}

/// Whether the mate is searched in the dark corner h8 rather than in a8: if White has a dark-squared bishop, or no bishop
/// while Black has a light-squared one to block with.
pub(super) fn mates_in_dark_corner(board: &SearchBoard) -> bool {
    let white_bishops = board.of(Color::White, Role::Bishop);
    !(white_bishops & !Bitboard::LIGHT).is_empty()
        || (white_bishops.is_empty() && !(board.of(Color::Black, Role::Bishop) & Bitboard::LIGHT).is_empty())
}
