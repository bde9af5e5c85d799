//! Players who cannot mate, and the laws that draw a game lost to such a player.

use crate::chess::{Color, Material, Position, Role};
use crate::law::{Predicate, Provision, RemedyKind, Rule, Terms};
use crate::search::dead;

use crate::arbiter::context::Context;
use crate::arbiter::sentences;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NoMate {
    /// The player's men never can.
    ByMen,
    /// No series of legal moves leads from this position to a mate.
    ByPosition,
}

impl NoMate {
    pub(super) fn in_words(self, player: Color, terms: &Terms) -> String {
        match self {
            Self::ByMen => sentences::result::can_never_mate(player, terms),
            Self::ByPosition => sentences::result::could_not_mate(player),
        }
    }
}

/// Returns the reason why a player certainly cannot mate. A search is made only in likely positions, for the sake of
/// large archives.
pub(super) fn no_mate(board: &Position, player: Color) -> Option<NoMate> {
    if board.material(player) == Material::CannotMate {
        Some(NoMate::ByMen)
    } else {
        is_locked_out(board, player).then_some(NoMate::ByPosition)
    }
}

/// As [`no_mate`], but it searches only if the pawns block each other from wing to wing and there are no pieces.
pub(super) fn no_mate_at_a_glance(board: &Position, player: Color) -> Option<NoMate> {
    if board.material(player) == Material::CannotMate {
        return Some(NoMate::ByMen);
    }
    let pieces = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
    let no_piece = pieces.into_iter().all(|role| board.of_role(role).is_empty());
    let may_be = no_piece && pawns_are_blocked(board) && pawns_reach_each_file(board);
    let is_locked = may_be && dead::can_mate(board, player).is_refuted();
    is_locked.then_some(NoMate::ByPosition)
}

/// Whether a player whose men could mate is proved to have no mate left. It searches only in likely positions: with
/// only bishops and blocked pawns, or with so few moves that each line ends soon.
fn is_locked_out(board: &Position, player: Color) -> bool {
    let heavy =
        [Role::Queen, Role::Rook, Role::Knight].into_iter().any(|role| !board.of_role(role).is_empty());
    let may_be = !heavy && pawns_are_blocked(board);
    may_be && dead::can_mate(board, player).is_refuted() || dead::every_line_ends_without_mate(board, player)
}

fn pawns_are_blocked(board: &Position) -> bool {
    let pawns = board.of_role(Role::Pawn);
    [(Color::White, 1), (Color::Black, -1)].into_iter().all(|(color, ahead)| {
        let mut own = board.of(color, Role::Pawn).squares();
        own.all(|pawn| pawn.offset(0, ahead).is_some_and(|square| pawns.has(square)))
    })
}

/// Whether each file or a neighbour has a pawn, so that no king can pass.
fn pawns_reach_each_file(board: &Position) -> bool {
    let files = board.of_role(Role::Pawn).squares().fold(0u8, |files, pawn| files | 1 << pawn.file().index());
    files | files << 1 | files >> 1 == u8::MAX
}

/// Returns the law on running out of time against an opponent with these men.
pub(super) fn law_on_flag<'a>(context: &Context<'a>, men: Material) -> Option<&'a Provision> {
    context.code().governing(Rule::ClockFlag, holds(men))
}

/// Returns the facts of a game resigned or lost on time to an opponent with these men.
pub(super) fn holds(men: Material) -> impl Fn(Predicate) -> bool + Copy {
    move |predicate| predicate == Predicate::AdversaryCanMate && men == Material::Undecided
}

/// Whether the remedies of a provision lead to a draw against an opponent with these men: a remedy that does not govern
/// gives way to the next.
pub(super) fn draws(provision: &Provision, men: Material) -> bool {
    provision.remedies.iter().any(|remedy| {
        let given = remedy.chain().find(|rule| rule.governs(holds(men)));
        given.is_some_and(|rule| rule.kind == RemedyKind::Draw)
    })
}
