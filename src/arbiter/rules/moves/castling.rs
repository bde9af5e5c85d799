//! Castling as a move: the king's leap where the rook was given as odds, and rights that were lost.

use crate::chess::{
    AbsentRook, CastlingBar, Illegality, Move, MoveKind, Play, Position, Role, Side, Square,
    castling_squares, corner,
};
use crate::game::{MadeMove, TagName};

use crate::arbiter::judged_move::JudgedMove;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::sentences;
use crate::arbiter::state::board::{PlayedMove, play_at_odds};

/// Whether a castling is the king's leap alone, because the rook was given as odds, and nothing else bars it.
pub(super) fn leaps_at_odds(p: &Proceedings<'_, '_>, before: &Position, castling: Move) -> bool {
    castling.is_castling() && before.illegality(castling, play_with_leap(p)).is_none()
}

fn play_with_leap(p: &Proceedings<'_, '_>) -> Play {
    let leaping = Play { absent_rook: AbsentRook::Leap, ..p.history.play() };
    play_at_odds(leaping, p.context.odds(), &p.context.record().start)
}

pub(super) fn bar_of_leap(p: &Proceedings<'_, '_>, before: &Position, castling: Move) -> Option<Illegality> {
    let no_rook = Some(Illegality::Castling(CastlingBar::NoRook));
    let lacks_rook = castling.is_castling() && p.history.fault(before, castling) == no_rook;
    lacks_rook.then(|| before.illegality(castling, play_with_leap(p))).flatten()
}

/// Reads a move of the king to its castling square (`Kg1`) as the leap without a rook, if it is one.
pub(super) fn as_leap(p: &Proceedings<'_, '_>, made: MadeMove) -> MadeMove {
    let (from, to) = (made.played.from(), made.played.to());
    let is_given = p.context.value(TagName::Odds).is_some();
    if !is_given || made.played.kind() != MoveKind::Plain {
        return made;
    }
    let before = p.history.board_for(made.by);
    let leap = [Side::King, Side::Queen]
        .into_iter()
        .filter(|side| castling_squares(from.rank(), *side).king == to)
        // With a rook there, moving the king alone is not castling.
        .filter(|side| before.castling_rook(from, made.by, *side).is_none())
        .map(|side| Move::new(from, to, MoveKind::Castling(side)))
        .find(|leap| {
            before.of(made.by, Role::King).has(from)
                && before.illegality(made.played, Play::COMMON) == Some(Illegality::False)
                && leaps_at_odds(p, &before, *leap)
        });
    leap.map_or(made, |played| MadeMove { played, ..made })
}

/// Says how the right to castle was lost: by which move of king or rook, or before the record began.
pub(super) fn right_lost(p: &Proceedings<'_, '_>, judged: &JudgedMove) -> Option<String> {
    let MoveKind::Castling(side) = judged.made.played.kind() else { return None };
    let start = p.context.record().start;
    let us = judged.made.by;
    let rights = start.castling();
    let Some(rook) = rights.rook(us, side).or(rights.suspended(us, side)) else {
        return Some(sentences::moves::no_castling_right_at_start());
    };
    let king = start.of(us, Role::King).single()?;
    if let Some(due) = p.context.record().due_position()
        && due.of(us, Role::King) != start.of(us, Role::King)
        && judged.made.played.from() == king
    {
        return Some(sentences::moves::king_set_up_wrongly(king));
    }
    let moves_king = |stood: &PlayedMove| stood.by == us && stood.played.from() == king;
    // A rook set up elsewhere loses the right by moving to this square; another man may leave the corner.
    let moves_rook = |stood: &PlayedMove| {
        let comes_or_goes = stood.played.from() == rook || stood.played.to() == rook;
        let man = stood.before.man_at(stood.played.from());
        stood.by == us && comes_or_goes && man.is_some_and(|man| man.role == Role::Rook)
    };
    let mut earlier = p.history.moves_played().iter().zip(1..judged.ply);
    let (stood, ply) = earlier.find(|(stood, _)| moves_king(stood) || moves_rook(stood))?;
    let role = if moves_king(stood) { Role::King } else { Role::Rook };
    p.numbered(ply).map(|text| sentences::moves::castling_right_lost(role, &text))
}

/// Says by which move the leap was lost that the code gives to the giver of a rook: a move of the king, or one to the
/// square of the rook if the code requires it to stay empty.
pub(super) fn leap_lost(p: &Proceedings<'_, '_>, judged: &JudgedMove) -> Option<String> {
    let gives_leap =
        p.history.play().absent_rook != AbsentRook::Never && p.context.value(TagName::Odds).is_some();
    let us = judged.made.by;
    let MoveKind::Castling(side) = judged.made.played.kind() else { return None };
    let king = p.context.record().start.of(us, Role::King).single().filter(|_| gives_leap)?;
    let corner = Some(corner(us, side))
        .filter(|_| p.history.play().absent_rook == AbsentRook::LeapIfSquareAlwaysEmpty);
    let moves_king = |stood: &PlayedMove| stood.by == us && stood.played.from() == king;
    let mut earlier = p.history.moves_played().iter().zip(1..judged.ply);
    let (stood, ply) = earlier.find(|(stood, _)| moves_king(stood) || Some(stood.played.to()) == corner)?;
    let text = p.numbered(ply)?;
    Some(match corner.filter(|_| !moves_king(stood)) {
        Some(corner) => sentences::moves::corner_occupied(&text, corner),
        None => sentences::moves::castling_right_lost(Role::King, &text),
    })
}

/// Returns the squares from which an illegal castling removed men.
pub(super) fn swept_by_castling(before: &Position, played: Move) -> Vec<Square> {
    let MoveKind::Castling(side) = played.kind() else { return Vec::new() };
    let mut after = *before;
    after.play(played);
    let rook = before.castling_rook(played.from(), before.turn(), side);
    let is_swept = |square: &Square| {
        Some(*square) != rook && *square != played.from() && before.man_at(*square) != after.man_at(*square)
    };
    before.occupied().squares().filter(is_swept).collect()
}
