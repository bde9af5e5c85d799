//! Judges a completed move.

use crate::game::{MadeMove, Memory, Notice, Timeline};
use crate::law::Predicate;

use crate::arbiter::case::CompletedMove;
use crate::arbiter::judged_move::JudgedMove;
use crate::arbiter::lookahead;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::rules::draws::counts;
use crate::arbiter::rules::moves::{self, recall};
use crate::arbiter::rules::penalty::{elections, enforcement, notices, play_on};
use crate::arbiter::rules::{calls, setup, touches};
use crate::arbiter::sentences;
use crate::arbiter::state::{Lawfulness, OfferAnswer, RookFirst};

use super::take_notice;

/// Judges a completed move, makes it, and notifies the open cases.
pub(super) fn judge_move(p: &mut Proceedings<'_, '_>, made: MadeMove, rest: Timeline<'_>) {
    // A move by the wrong player at the beginning is judged by the rules on beginnings only.
    let begins = p.plies() == 0 && setup::entitled_to_begin(p.context).is_some();
    let judged = moves::examine(p, made, begins);
    let (by, played) = (judged.made.by, judged.made.played);
    if moves::is_claim_by_king_capture(p, &judged) {
        take_notice(p, by.into(), Notice::Illegal(None), Memory::Known, judged.span);
        return p.history.make(judged.made, Lawfulness::Unlawful);
    }
    let is_warning = judged.lawful && calls::drop_cry_as_warning(p, &judged);
    let cry = calls::answer_cry_with_move(p, by, played);
    recall::check_piece_chosen(p, &judged);
    touches::forget_touches_after_release(p, by, played);
    check_obligations(p, &judged);
    moves::settle_cry_after_touch(p, &judged);
    let facts = moves::move_facts(p, &judged, rest);
    if played.is_castling() {
        touches::forget_silent_touches(p, by);
    } else {
        touches::forget_touches_of_capture(p, by, played, &judged.before);
    }
    let order = moves::castling_order(p, &judged);
    let was_hovered = p.hands.of(by).has_hovered(played.from(), played.to());
    p.history.make(judged.made, if judged.lawful { Lawfulness::Lawful } else { Lawfulness::Unlawful });
    let (made, completed) = (p.history.made(), p.moves_completed());
    notify_windows(p, CompletedMove { ply: judged.ply, by, lawful: judged.lawful, made, completed });
    p.speech.misled_by = None;
    calls::decide_silent_check(p, by);
    // Moves after the end of the game are not judged. A move that is repeated because the opponent asked that
    // it stand was judged before.
    let is_beyond_judgement =
        lookahead::is_dead_by_material(p, &judged.before) || enforcement::is_made_again_as_asked(p, &judged);
    if !is_beyond_judgement && !moves::report_fault(p, &judged, facts, cry) {
        calls::note_silent_check(p, &judged);
    }
    if is_warning {
        calls::mark_check_announced(p, by);
    }
    if let Some(order) = order {
        let facts = facts.with(Predicate::RookQuitted, order == RookFirst::Quitted);
        let opened = moves::report_castling_order(p, &judged, facts);
        if let (Some(index), Some(other)) = (opened, p.hands.of(by).rook_demanded) {
            elections::elect_as_demanded(p, index, other);
        }
    }
    if was_hovered {
        moves::report_hovered_release(p, &judged, facts);
    }
    p.hands.white.clear();
    p.hands.black.clear();
}

fn notify_windows(p: &mut Proceedings<'_, '_>, completed: CompletedMove) {
    p.draws.answer_offer(completed.by, OfferAnswer::WentOn);
    counts::count_move(p, completed);
    notices::decide_impossible_after_move(p);
    p.cases.for_each_window(|watch| watch.on_move(completed));
    for index in p.cases.open().to_vec() {
        play_on::play_on(p, index, completed.by);
    }
    p.update_open_cases();
}

/// Compares a move with the obligations of its player.
fn check_obligations(p: &mut Proceedings<'_, '_>, judged: &JudgedMove) {
    let due = enforcement::obligations(p, judged);
    for index in due.iter().copied() {
        if !enforcement::end_if_excluded(p, index, &due, judged) {
            check_obligation(p, index, judged);
        }
    }
}

fn check_obligation(p: &mut Proceedings<'_, '_>, index: usize, judged: &JudgedMove) {
    let Some(slip) = enforcement::check_obligation(p, index, judged) else { return };
    // The slip is corrected; from here only the touch is judged.
    let Some(touch) = touches::touch_in_slip(p, judged.made.by, &slip.touched, slip.is_castling, slip.span)
    else {
        return;
    };
    if let Some(case) = p.cases.get_mut(touch) {
        case.note(sentences::touch::touches_still_count(&slip.text));
    }
    check_obligation(p, touch, judged);
}
