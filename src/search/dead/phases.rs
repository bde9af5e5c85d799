//! The phases of the search, from cheap to expensive.

use hashbrown::HashMap;

use super::board::SearchBoard;
use super::extension::BishopDistances;
use super::helpmate::HelpmateSearch;
use super::legal_moves::LegalMoves;
use super::mobility::{Mobility, is_statically_unwinnable};
use super::probes::{follow_checks, has_pawn_bound_side, is_closed_without_mate};
use super::prospect::Prospect;
use crate::chess::Role;

/// Whether White can mate, and how.
pub(super) fn decide(first: &SearchBoard) -> Prospect {
    let mut search = HelpmateSearch::new();
    let Some(board) = search.play_forced_moves(first) else { return Prospect::NoHelpmate };

    // One ply, and promising moves beyond it.
    search.nodes_per_ply = Some(1000);
    match search.deepen(&board, 1..=1) {
        Prospect::Undetermined => {}
        answer => return answer,
    }

    // Static analysis rarely proves anything while there are such men, so the search comes first.
    let is_fluid =
        [Role::Queen, Role::Rook, Role::Knight].iter().any(|role| !board.of_role(*role).is_empty());
    if !is_fluid && is_statically_unwinnable(&board) {
        return Prospect::NoHelpmate;
    }

    search.nodes_per_ply = Some(7000);
    search.table = Some(HashMap::with_capacity(1000));
    match search.deepen(&board, 2..=128) {
        Prospect::Undetermined => {}
        answer => return answer,
    }

    if is_fluid && is_statically_unwinnable(&board) {
        return Prospect::NoHelpmate;
    }
    if has_pawn_bound_side(&board) && is_closed_without_mate(&board) {
        return Prospect::NoHelpmate;
    }
    match follow_checks(&board, search.line.clone()) {
        Prospect::Undetermined => {}
        answer => return answer,
    }

    // The long search, guided by static analysis.
    let mut mobility = Mobility::new(&board);
    mobility.saturate();
    search.bishop_distances = Some(BishopDistances::of_board(&board, mobility.steady));
    search.fruitless = LegalMoves::of(&board)
        .filter(|candidate| is_statically_unwinnable(&board.after(*candidate)))
        .map(|candidate| candidate.played)
        .collect();
    search.nodes_per_ply = None;
    search.max_nodes = 1 << 24;
    search.table = Some(HashMap::with_capacity(1 << 16));
    search.deepen(&board, 2..=128)
}
