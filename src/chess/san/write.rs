//! Writes moves as SAN.

use super::Disambiguation;
use crate::chess::bitboard::Bitboard;
use crate::chess::man::{Man, Role};
use crate::chess::moves::{Move, MoveKind, Side};
use crate::chess::play::Play;
use crate::chess::position::Position;
use crate::chess::square::{File, Rank, Square};

impl Position {
    /// The text of a legal move in export format, without a check sign; the long form (`Ng1-f3`) of an illegal one.
    pub fn san(&self, played: Move, play: Play) -> String {
        let (from, to) = (played.from(), played.to());
        match played.kind() {
            MoveKind::Null => return "--".to_owned(),
            MoveKind::Castling(Side::King) => return "O-O".to_owned(),
            MoveKind::Castling(Side::Queen) => return "O-O-O".to_owned(),
            _ => {}
        }
        let Some(Man { color, role }) = self.man_at(from) else {
            return format!("{from}-{to}");
        };
        let takes = self.man_at(to).is_some() || played.kind() == MoveKind::EnPassant;
        let becomes = match played.kind() {
            MoveKind::Promotion(role) => format!("={}", role.letter()),
            _ => String::new(),
        };
        if color != self.turn() || !self.is_legal(played, play) {
            let letter = if role == Role::Pawn { String::new() } else { role.letter().to_string() };
            return format!("{letter}{from}{}{to}{becomes}", if takes { 'x' } else { '-' });
        }
        if role == Role::Pawn {
            return if takes {
                format!("{}x{to}{becomes}", from.file().letter())
            } else {
                format!("{to}{becomes}")
            };
        }
        let mut others = Bitboard::EMPTY;
        for other in self.pieces_attacking(role, to) & !Bitboard::of(from) {
            if self.is_safe(Move::plain(other, to)) {
                others |= Bitboard::of(other);
            }
        }
        let origin = needed_origin(from, others);
        let mut text = String::with_capacity(6);
        text.push(role.letter());
        text.extend(origin.file.map(File::letter));
        text.extend(origin.rank.map(Rank::digit));
        if takes {
            text.push('x');
        }
        text.push_str(&to.to_string());
        text
    }

    /// The text of a move with its check sign.
    pub fn san_with_sign(&self, played: Move, play: Play) -> String {
        let mut text = self.san(played, play);
        let mut next = *self;
        next.play(played);
        if next.in_check(next.turn()) {
            text.push(if next.has_legal_move(play) { '+' } else { '#' });
        }
        text
    }
}

/// The part of its origin that a piece must name if `others` of its role can reach the target square too: nothing, the
/// file, the rank, or both (PGN standard 8.2.3.4).
pub(super) fn needed_origin(from: Square, others: Bitboard) -> Disambiguation {
    if others.is_empty() {
        Disambiguation::default()
    } else if (others & Bitboard::file(from.file())).is_empty() {
        Disambiguation { file: Some(from.file()), rank: None }
    } else if (others & Bitboard::rank(from.rank())).is_empty() {
        Disambiguation { file: None, rank: Some(from.rank()) }
    } else {
        Disambiguation { file: Some(from.file()), rank: Some(from.rank()) }
    }
}
