//! Claims of stalemate: with an en passant capture left to play, or with other moves.

use crate::chess::{Color, MoveKind, Role};
use crate::finding::{Disposition, Severity};
use crate::game::Span;
use crate::law::Rule;

use crate::arbiter::case::CaseStage;
use crate::arbiter::case::new::NewCase;
use crate::arbiter::draft::Draft;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::rules::{opening_now, report_at_move};
use crate::arbiter::sentences;

pub(crate) fn claim_stalemate(p: &mut Proceedings<'_, '_>, by: Color, span: Span) {
    if leaves_only_in_passing(p, by) {
        open_in_passing(p, by, span);
    } else {
        check_stalemate_claim(p, by, span);
    }
}

/// Handles an announcement of stalemate. A player on move may mean the position after the move about to be made.
pub(crate) fn say_stalemate(p: &mut Proceedings<'_, '_>, by: Color, span: Span) {
    if leaves_only_in_passing(p, by) {
        open_in_passing(p, by, span);
    } else if by != p.history.board().turn() {
        check_stalemate_claim(p, by, span);
    }
}

fn leaves_only_in_passing(p: &Proceedings<'_, '_>, by: Color) -> bool {
    let board = p.history.board();
    let captures = board.legal_moves(p.history.play());
    by == board.turn()
        && !board.in_check(by)
        && !captures.is_empty()
        && captures.iter().all(|played| played.kind() == MoveKind::EnPassant)
}

fn open_in_passing(p: &mut Proceedings<'_, '_>, by: Color, span: Span) {
    let board = *p.history.board();
    let facts = p.facts(by);
    let captures = board.legal_moves(p.history.play());
    let men = captures.iter().map(|played| played.from()).collect();
    let ground = p.remedy_context(board, men, None, facts);
    let left: Vec<String> = captures.iter().map(|played| board.san(*played, p.history.play())).collect();
    let message = sentences::draws::stalemate_but_en_passant(by, &left);
    let opened = p.open(NewCase {
        ground: Some(ground),
        ..opening_now(p, Rule::MoveEnPassantDeclined, facts, by, span, message)
    });
    if let Some(case) = opened.and_then(|index| p.cases.get_mut(index))
        && !case.is_ended()
    {
        case.stage = CaseStage::Due;
    }
}

fn check_stalemate_claim(p: &mut Proceedings<'_, '_>, by: Color, span: Span) {
    const MOST_NAMED: usize = 3;
    let board = *p.history.board();
    let mover = board.turn();
    // A check that may be ignored still is a check.
    let legal = board.legal_moves(p.history.play());
    let is_stalemate = legal.is_empty() && !board.in_check(mover);
    if is_stalemate || !p.is_certain() || board.of(mover, Role::King).is_empty() {
        return;
    }
    let mut named: Vec<String> = legal.iter().map(|played| board.san(*played, p.history.play())).collect();
    named.sort();
    let message = sentences::draws::no_stalemate(by, mover, &named, MOST_NAMED);
    let draft = Draft::new(Rule::DrawStalemate, Severity::Error, p.plies(), span, message);
    let draft = match p.context.code().provisions_for(Rule::DrawStalemate).next() {
        Some(provision) => draft.under(provision),
        None => draft.of_fact(),
    };
    report_at_move(p, Draft { offender: Some(by), ..draft }, Disposition::Stands);
}
