//! Notices: a player or the arbiter points something out.

use crate::chess::{Color, Position};
use crate::finding::{Disposition, Score, Severity};
use crate::game::{Actor, Memory, Notice, Span};
use crate::law::{Family, Predicate, RemedyKind, Rule};

use crate::arbiter::case::{Case, CaseStage, Decision, Request, Right};
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::provision::is_about_impossible_position;
use crate::arbiter::rules::penalty::discoveries::{
    self, has_pawn_on_last_rank, waits_for_claim, waits_for_impossible,
};
use crate::arbiter::sentences;

pub(crate) struct NoticeOfBeginning(pub Notice);

/// Takes up a notice. Returns one about how the game began, which is for another family.
pub(crate) fn take_notice(
    p: &mut Proceedings<'_, '_>,
    by: Actor,
    what: Notice,
    memory: Memory,
    span: Span,
) -> Option<NoticeOfBeginning> {
    match what {
        Notice::Illegal(ply) => notice_illegal(p, by, ply.map(std::num::NonZero::get), memory, span),
        Notice::Check(ply) => notice_check(p, by, ply.map(std::num::NonZero::get), memory, span),
        Notice::Turn => {
            let is_meant = |case: &Case<'_>| case.rule == Rule::MoveOutOfTurn;
            // A player who wrongly began the game also moved out of turn.
            if p.beginning.has(Rule::SetupFirstMove) && find_noticeable(p, is_meant).is_none() {
                return Some(NoticeOfBeginning(Notice::FirstMove));
            }
            notice_of(p, by, sentences::penalty::no_move_out_of_turn, span, is_meant);
        }
        // In castling, the notice may mean that the rook was touched first, or that castling was begun and left.
        Notice::Touch | Notice::Hold => {
            let is_meant = |case: &Case<'_>| {
                case.rule.is_in_family(Family::Touch)
                    || case.rule == Rule::MoveCastlingOrder
                    || (case.rule == Rule::MoveRecalled && case.facts.has(Predicate::CastlingBegun))
            };
            // A touch that was made good, or led to a move, no longer is a case.
            if p.context.has_touch_by_other_than(by) {
                ask_newest(p, by, is_meant);
            } else {
                notice_of(p, by, sentences::penalty::no_touch, span, is_meant);
            }
        }
        Notice::Dropped(_) => {
            let is_dropped = |case: &Case<'_>| case.rule == Rule::BoardDropped;
            if memory == Memory::Forgotten
                && let Some(index) = find_noticeable(p, is_dropped)
            {
                p.change_fact(index, Predicate::MovesKnown, false);
            }
            let terms = p.context.terms();
            notice_of(p, by, || sentences::penalty::no_man_dropped(terms), span, is_dropped);
        }
        Notice::Odds if only_given_moves_are_wrong(p) => ask_newest(p, by, is_of_given_moves),
        Notice::Board | Notice::Setup | Notice::Omitted(_) | Notice::Odds | Notice::FirstMove => {
            return Some(NoticeOfBeginning(what));
        }
        Notice::Clock => ask_newest(p, by, |case| case.rule == Rule::ClockPress),
    }
    None
}

/// Whether the moves given are the only thing wrong with the odds.
fn only_given_moves_are_wrong(p: &Proceedings<'_, '_>) -> bool {
    !p.beginning.has(Rule::SetupOdds)
        && !p.cases.any_recent(|case| case.rule == Rule::SetupOdds)
        && p.cases.any_recent(|case| is_of_given_moves(case) && !case.is_struck_out())
}

fn notice_of(
    p: &mut Proceedings<'_, '_>,
    by: Actor,
    nothing: impl FnOnce() -> String,
    span: Span,
    is_meant: impl Fn(&Case<'_>) -> bool,
) {
    let is_there = |case: &Case<'_>| is_meant(case) && !case.is_struck_out();
    if p.cases.any_recent(is_there) {
        ask_newest(p, by, is_meant);
    } else {
        p.report_nothing_to_notice(by.player(), nothing(), span);
    }
}

fn ask_newest(p: &mut Proceedings<'_, '_>, by: Actor, is_meant: impl Fn(&Case<'_>) -> bool) {
    let is_of_other = |case: &Case<'_>| {
        is_meant(case) && case.report.offender.is_none_or(|offender| by.player() != Some(offender))
    };
    if let Some(index) = p.cases.find_open(is_of_other) {
        return ask(p, index, by);
    }
    let is_late = |case: &Case<'_>| {
        is_of_other(case)
            && !case.is_struck_out()
            && !case.is_asked()
            && !case.is_ended()
            && case.right().is_some_and(Right::has_lapsed)
    };
    let late = p.cases.find_recent(is_late);
    if let Some(case) = late.and_then(|index| p.cases.get_mut(index)) {
        let finder = sentences::penalty::finder(by.player(), p.context.terms());
        case.note(sentences::penalty::pointed_out_late(&finder));
    }
}

/// A notice asks for the remedies, unless it is the arbiter's and the law waits for the opponent's claim.
fn ask(p: &mut Proceedings<'_, '_>, index: usize, by: Actor) {
    let Some(case) = p.cases.get(index) else { return };
    if by.player().is_some() || !waits_for_claim(p, case) {
        return p.ask(index, by.player());
    }
    let note = sentences::penalty::only_opponent_may_claim(case.offence.offender.other(), p.context.terms());
    if let Some(case) = p.cases.get_mut(index) {
        case.note(note);
    }
}

fn notice_illegal(p: &mut Proceedings<'_, '_>, by: Actor, ply: Option<u32>, memory: Memory, span: Span) {
    let is_meant = |case: &Case<'_>| {
        is_of_illegal_move(case)
            && match ply {
                Some(ply) => case.offence.ply == ply,
                None => case.report.offender.is_none_or(|offender| by.player() != Some(offender)),
            }
    };
    // A press without a move that counts as an illegal move may be meant too, although it is not the move of any ply.
    let is_press = |case: &Case<'_>| {
        case.facts.has(Predicate::PressedWithoutMove)
            && case.provision().is_some_and(|provision| provision.tally.is_some())
            && by.player() != Some(case.offence.offender)
    };
    // A player may point out an own offence if no offence of the opponent can be meant.
    let is_own_offence = |case: &Case<'_>| {
        ply.is_none()
            && case.rule.is_in_family(Family::Move)
            && !case.facts.has(Predicate::Lawful)
            && case.is_open()
    };
    let is_late_own_offence = |case: &Case<'_>| {
        ply.is_none() && is_of_illegal_move(case) && by.player() == Some(case.offence.offender)
    };
    let found = match ply {
        Some(ply) => find_noticeable(p, is_meant)
            .or_else(|| find_noticeable(p, |case| is_press(case) && case.offence.ply == ply)),
        None => find_noticeable(p, |case| is_meant(case) || is_press(case))
            .or_else(|| find_noticeable(p, is_own_offence))
            .or_else(|| find_noticeable(p, is_late_own_offence)),
    };
    match found {
        Some(index)
            if p.cases.get(index).is_some_and(Case::is_fresh)
                && memory == Memory::Known
                && !waits_for_impossible(p, index, by) =>
        {
            ask(p, index, by);
        }
        // An act that is not illegal, or of which the code does not speak, cannot be discovered later either.
        Some(index)
            if p.cases.get(index).is_some_and(|case| {
                case.rule == Rule::MoveRecalled || case.right().is_none() || case.is_harmless()
            }) => {}
        Some(index) => {
            discoveries::discover(p, index, Rule::DiscoveryIllegal, by, memory, span);
        }
        None => {
            let stands = |case: &Case<'_>| case.rule.is_in_family(Family::Move) && case.right().is_some();
            let other = ply.and_then(|_| find_noticeable(p, stands)).and_then(|index| p.cases.get(index));
            let message = match other.and_then(|case| case.report.movetext.as_deref()).zip(ply) {
                Some((other, ply)) => sentences::penalty::other_illegal_move(ply, other),
                None => sentences::penalty::no_illegal_move(),
            };
            p.report_nothing_to_notice(by.player(), message, span);
        }
    }
}

fn notice_check(p: &mut Proceedings<'_, '_>, by: Actor, ply: Option<u32>, memory: Memory, span: Span) {
    let leaves_check = |case: &Case<'_>| {
        case.rule.is_in_family(Family::Move)
            && case.facts.has(Predicate::KingLeftInCheck)
            && !matches!(case.decision, Decision::Silence(_))
            && case.is_about_check(ply)
    };
    // Of several moves that left one check standing, the first is meant.
    let found = match ply {
        Some(_) => noticeable_cases(p, leaves_check).last(),
        None => find_noticeable(p, leaves_check).and_then(|index| first_ignoring_check(p, index)),
    };
    if let Some(index) = found {
        let fresh = p.cases.get(index).is_some_and(Case::is_fresh)
            && memory == Memory::Known
            && !waits_for_impossible(p, index, by);
        if fresh {
            return ask(p, index, by);
        }
        let found = discoveries::discover(p, index, Rule::DiscoveryCheck, by, memory, span);
        let gives = found.and_then(|found| p.cases.get(found)).is_some_and(Case::has_effect);
        // The first move that left the check was pointed out too late, and the last one in time.
        let is_last = |case: &Case<'_>| leaves_check(case) && case.is_fresh();
        if !gives
            && memory == Memory::Known
            && let Some(last) = find_noticeable(p, is_last)
        {
            ask(p, last, by);
        }
        return;
    }
    let standing = [Color::White, Color::Black].into_iter().find_map(|king| {
        let check = p.history.check_on(king)?;
        // A check just given, to which no reply was made, was not ignored.
        let replied = p.plies() > check.ply;
        (replied && ply.is_none_or(|ply| ply == check.ply)).then_some((king, check))
    });
    let Some((king, check)) = standing else {
        let finder = sentences::penalty::finder(by.player(), p.context.terms());
        return p.report_nothing_to_notice(
            by.player(),
            sentences::penalty::no_check_unanswered(&finder),
            span,
        );
    };
    discoveries::discover_standing(p, by, king, check, memory, span);
}

/// Returns the first of the moves that ignored the same check as the move of this case.
fn first_ignoring_check(p: &Proceedings<'_, '_>, index: usize) -> Option<usize> {
    let last = p.cases.get(index)?;
    let Some(since) = last.marks.since else { return Some(index) };
    let left_it = |case: &Case<'_>| {
        case.rule.is_in_family(Family::Move)
            && case.facts.has(Predicate::KingLeftInCheck)
            && case.offence.offender == last.offence.offender
            && case.marks.since == Some(since)
    };
    noticeable_cases(p, left_it).last().or(Some(index))
}

/// Decides a position that no legal move leads to, if the game ended without another move after the arbiter saw it: it
/// is drawn if it was scored so.
pub(crate) fn decide_impossible_at_end(p: &mut Proceedings<'_, '_>) {
    let found = p.cases.find_recent(awaits_next_move);
    let Some(index) = found.filter(|_| p.context.is_over()) else { return };
    if p.context.given_score() == Score::Draw {
        p.end_with_remedy(index, RemedyKind::Draw);
    } else if let Some(case) = p.cases.get_mut(index) {
        case.note(sentences::penalty::ended_before_next_move());
        case.end(Disposition::Lapsed);
    }
}

/// Decides such a position after the next move: the move corrected it, or the law takes effect.
pub(crate) fn decide_impossible_after_move(p: &mut Proceedings<'_, '_>) {
    let Some(index) = p.cases.find_open(awaits_next_move) else { return };
    if is_impossible(p.history.board()) {
        p.end_with_remedy(index, RemedyKind::Draw);
    } else if let Some(case) = p.cases.get_mut(index) {
        case.note(sentences::penalty::next_move_corrected());
        case.report.severity = Severity::Info;
        case.end(Disposition::Stands);
    }
}

/// Whether the arbiter saw a position that no legal move leads to, and waits for the next move.
fn awaits_next_move(case: &Case<'_>) -> bool {
    case.demand.request != Request::No
        && !case.is_ended()
        && case.provision().is_some_and(is_about_impossible_position)
}

fn find_noticeable(p: &Proceedings<'_, '_>, is_meant: impl Fn(&Case<'_>) -> bool) -> Option<usize> {
    noticeable_cases(p, is_meant).next()
}

/// Returns the cases that may still be pointed out, newest first.
fn noticeable_cases(
    p: &Proceedings<'_, '_>,
    is_meant: impl Fn(&Case<'_>) -> bool,
) -> impl Iterator<Item = usize> {
    p.cases.recent().filter(move |index| {
        p.cases.get(*index).is_some_and(|case| {
            is_meant(case)
                && match case.stage {
                    // A waived penalty is asked for too late; what the law corrects in any case is not.
                    CaseStage::Ended(disposition) => {
                        disposition == Disposition::Waived
                            || (disposition == Disposition::Stands && !case.has_effect())
                    }
                    CaseStage::OnBoard
                    | CaseStage::Due
                    | CaseStage::Disobeyed(_)
                    | CaseStage::CarriedOut(_) => true,
                }
        })
    })
}

/// Whether no legal move can have led to a position: the king of the player who moved last is in check, or a pawn is on
/// its last rank.
fn is_impossible(board: &Position) -> bool {
    board.in_check(board.turn().other()) || has_pawn_on_last_rank(board)
}

fn is_of_given_moves(case: &Case<'_>) -> bool {
    case.rule == Rule::SetupOddsMoves
}

/// Whether a case is about an illegal move, made or sealed, that counts for itself.
fn is_of_illegal_move(case: &Case<'_>) -> bool {
    let is_of_moves = case.rule.is_in_family(Family::Move)
        || is_of_given_moves(case)
        || case.facts.has(Predicate::SealedNotPlayed);
    is_of_moves && !case.facts.has(Predicate::Lawful) && case.rule != Rule::MoveEnPassantDeclined
}
