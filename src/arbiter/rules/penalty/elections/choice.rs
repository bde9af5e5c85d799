//! Which remedy and which moves a demand means.

use crate::chess::{Meaning, Move, MoveKind, Position, Role, San, Square};
use crate::game::Choice;
use crate::law::RemedyKind;

use crate::arbiter::case::Case;
use crate::arbiter::case::remedies::{OfferedRemedy, captures};
use crate::arbiter::proceedings::Proceedings;

pub(crate) struct ChosenRemedy {
    pub at: usize,
    /// The moves that the choice leaves of a remedy made of moves.
    pub moves: Option<Vec<Move>>,
}

pub(super) fn chosen_remedy(
    p: &Proceedings<'_, '_>,
    index: usize,
    kind: RemedyKind,
    choice: Option<&Choice>,
) -> Option<ChosenRemedy> {
    let case = p.cases.get(index)?;
    let mut of_kind = case.remedies.iter().enumerate().filter(|(_, offered)| offered.remedy.kind == kind);
    let Some(choice) = choice else {
        let (at, _) = of_kind.next()?;
        let all = all_moves(&case.remedies, kind);
        return Some(ChosenRemedy { at, moves: (!all.is_empty()).then_some(all) });
    };
    of_kind.find_map(|(at, offered)| {
        let moves = moves_named(case, offered, choice)?;
        Some(ChosenRemedy { at, moves: (!offered.moves.is_empty()).then_some(moves) })
    })
}

/// Returns the remedy among `given` that the code gives under another name than the one asked for.
pub(crate) fn meant_by_another_name(
    case: &Case<'_>,
    given: &[OfferedRemedy],
    kind: RemedyKind,
    choice: Option<&Choice>,
) -> Option<ChosenRemedy> {
    use RemedyKind::{MoveKing, MoveLegally, MoveNamed, MoveOther, MoveRook, MoveTouched};
    let is_named_among = |given: RemedyKind| choice.is_some() && matches!(given, MoveNamed | MoveOther);
    let is_alike = |given: RemedyKind| match kind {
        MoveKing | MoveRook => matches!(given, MoveNamed | MoveOther | MoveLegally | MoveTouched),
        MoveNamed => {
            given == MoveOther
                || (choice.is_some() && matches!(given, MoveLegally | MoveTouched | MoveKing | MoveRook))
        }
        MoveOther => given == MoveNamed,
        MoveTouched => given == MoveLegally || is_named_among(given),
        MoveLegally => given == MoveTouched || is_named_among(given),
        _ => false,
    };
    let ground = case.remedy_context.as_ref()?;
    let kings = ground.position.of(ground.position.turn(), Role::King);
    let rook = ground.castling_rook();
    let meant = |(at, offered): (usize, &OfferedRemedy)| {
        let mut moves = match choice.filter(|_| kind != MoveKing) {
            Some(choice) => moves_named(case, offered, choice)?,
            None if matches!(kind, MoveKing | MoveRook) => offered.moves.clone(),
            None => all_moves(given, offered.remedy.kind),
        };
        if kind == MoveKing {
            // A king named among other men pays a penalty and does not castle.
            let pays = ground.bars_castling || matches!(offered.remedy.kind, MoveNamed | MoveOther);
            moves.retain(|played| kings.has(played.from()) && !(pays && played.is_castling()));
        } else if kind == MoveRook {
            moves.retain(|played| Some(played.from()) == rook);
        }
        (!moves.is_empty()).then_some(ChosenRemedy { at, moves: Some(moves) })
    };
    given.iter().enumerate().filter(|(_, offered)| is_alike(offered.remedy.kind)).find_map(meant)
}

/// Returns the moves of every remedy of a kind, for a demand that names no man or move.
fn all_moves(given: &[OfferedRemedy], kind: RemedyKind) -> Vec<Move> {
    let of_kind = given.iter().filter(|offered| offered.remedy.kind == kind);
    of_kind.flat_map(|offered| offered.moves.iter().copied()).collect()
}

/// Returns the moves of a remedy that a choice leaves, without castling if the code bars it as a penalty; `None` if the
/// choice names none.
fn moves_named(case: &Case<'_>, offered: &OfferedRemedy, choice: &Choice) -> Option<Vec<Move>> {
    let mut moves = named_by(case, offered, choice)?;
    let bars_castling = case.remedy_context.as_ref().is_some_and(|ground| ground.bars_castling);
    if bars_castling && !moves.iter().all(|played| played.is_castling()) {
        moves.retain(|played| !played.is_castling());
    }
    Some(moves)
}

/// Returns the moves of a remedy that a choice leaves; `None` if it names none of them.
fn named_by(case: &Case<'_>, offered: &OfferedRemedy, choice: &Choice) -> Option<Vec<Move>> {
    if offered.moves.is_empty() {
        return Some(Vec::new());
    }
    let position = case.remedy_context.as_ref().map(|ground| &ground.position)?;
    let those = |is_meant: &dyn Fn(Move) -> bool| -> Vec<Move> {
        offered.moves.iter().copied().filter(|played| is_meant(*played)).collect()
    };
    let of_man = |man: Square| those(&|played| played.from() == man);
    let left = match choice {
        Choice::Square(square) if offered.remedy.kind == RemedyKind::MoveNamedSquare => {
            those(&|played| played.to() == *square)
        }
        Choice::Move(text) if offered.remedy.kind == RemedyKind::MoveNamedSquare => {
            match position.meaning(San::from_ascii(text.as_str().as_bytes())?) {
                Meaning::Legal(meant) => those(&|played| played == meant),
                _ => Vec::new(),
            }
        }
        Choice::Square(square) => {
            let own = of_man(*square);
            let is_occupied = position.man_at(*square).is_some();
            let captures = those(&|played| is_occupied && captures(played, *square));
            if !own.is_empty() {
                own
            } else if !captures.is_empty() {
                captures
            } else {
                // An empty square can be the destination of a man, as in `e4` for a pawn. The opponent names only the
                // man.
                man_going_to(*square, offered, position).map(of_man).unwrap_or_default()
            }
        }
        Choice::Piece(role) => those(&|played| played.kind() == MoveKind::Promotion(*role)),
        Choice::Move(text) => match position.meaning(San::from_ascii(text.as_str().as_bytes())?) {
            Meaning::Legal(played) if offered.moves.contains(&played) => of_man(played.from()),
            _ => Vec::new(),
        },
    };
    // The offender picks the man that captures.
    let is_capture = matches!(offered.remedy.kind, RemedyKind::CaptureTouched | RemedyKind::CaptureMan);
    (!left.is_empty()).then(|| if is_capture { offered.moves.clone() } else { left })
}

/// Returns the man meant by its square of arrival: a pawn, or the only man that can go there.
fn man_going_to(square: Square, offered: &OfferedRemedy, position: &Position) -> Option<Square> {
    let men = || offered.moves.iter().filter(|played| played.to() == square).map(|played| played.from());
    let is_pawn = |man: &Square| position.man_at(*man).is_some_and(|man| man.role == Role::Pawn);
    let first = men().next()?;
    men().find(is_pawn).or_else(|| men().all(|man| man == first).then_some(first))
}
