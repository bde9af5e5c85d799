//! Elections: a player asks for a remedy of a case.

mod choice;
mod unavailable;
mod waivers;

use crate::chess::{Color, Move, Role, Side};
use crate::finding::Disposition;
use crate::game::{Choice, Span};
use crate::law::{Binds, Chooser, RemedyKind, Rule};

use crate::arbiter::case::remedies::{OfferedRemedy, RemedyContext};
use crate::arbiter::case::{Case, CaseStage, Correction, Request};
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::rules::penalty::late;
use crate::arbiter::sentences;
use crate::arbiter::sentences::remedies::{after_ask, request, request_after_ask};
use crate::arbiter::state::touch::RookFirst;
use crate::arbiter::words;
use choice::chosen_remedy;
use unavailable::{depends_on_undecided_seal, report_no_case, report_unavailable, report_undecided_seal};

pub(crate) use choice::{ChosenRemedy, meant_by_another_name};
pub(crate) use waivers::{claim_indulgence, waive};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Election {
    /// A case gives what was asked for, or it is done already.
    Settled,
    NotOffered,
}

pub(crate) fn elect(
    p: &mut Proceedings<'_, '_>,
    by: Color,
    kind: RemedyKind,
    choice: Option<&Choice>,
    span: Span,
) -> Election {
    p.hand_to_other_finder(by, |case| offers_kind(case, kind));
    if let Some(index) = newest_of(p, by, kind, |case| offers(case, kind)) {
        match chosen_remedy(p, index, kind, choice) {
            Some(chosen) => choose(p, by, index, chosen, kind, choice),
            None => report_unavailable(p, by, index, kind, span),
        }
        return Election::Settled;
    }
    // Of two moves in succession, the first alone remains once the second is taken back.
    let leaves_the_first = |case: &Case<'_>| offers(case, RemedyKind::FirstStands);
    if kind == RemedyKind::Retract && newest_of(p, by, kind, leaves_the_first).is_some() {
        return elect(p, by, RemedyKind::FirstStands, None, span);
    }
    if elect_impossible(p, by, kind) || elect_by_another_name(p, by, kind, choice) {
        return Election::Settled;
    }
    if let Some(lapsed) = late::lapsed(p, kind, choice, |case| may_ask_for(case, by, kind)) {
        late::report_late(p, by, lapsed, kind, span);
        return Election::Settled;
    }
    if kind == RemedyKind::RookStands && demand_released_rook(p, by) {
        return Election::Settled;
    }
    // A void game is void as soon as that is found.
    if has_voided_game(p, kind) { Election::Settled } else { Election::NotOffered }
}

/// Whether a case that gives this remedy has already made the game void.
pub(crate) fn has_voided_game(p: &Proceedings<'_, '_>, kind: RemedyKind) -> bool {
    p.cases.any_recent(|case| case.has_annulled() && offers_kind(case, kind))
}

fn offers_kind(case: &Case<'_>, kind: RemedyKind) -> bool {
    case.provision().is_some_and(|provision| provision.gives_remedy(kind))
}

fn offers(case: &Case<'_>, kind: RemedyKind) -> bool {
    case.remedies.iter().any(|offered| offered.remedy.kind == kind)
}

/// Whether this player may ask for this remedy under a case. Either player may ask for what makes the game void by law.
fn may_ask_for(case: &Case<'_>, by: Color, kind: RemedyKind) -> bool {
    let is_void_for_both = || kind == RemedyKind::Annul && case.annuls();
    (case.may_be_asked_by(by) || is_void_for_both()) && case.rule != Rule::PenaltyCastled
}

fn newest_of<'a>(
    p: &Proceedings<'_, 'a>,
    by: Color,
    kind: RemedyKind,
    is_so: impl Fn(&Case<'a>) -> bool,
) -> Option<usize> {
    p.cases.find_open(|case| case.is_open() && may_ask_for(case, by, kind) && is_so(case))
}

fn choose(
    p: &mut Proceedings<'_, '_>,
    by: Color,
    index: usize,
    chosen: ChosenRemedy,
    kind: RemedyKind,
    choice: Option<&Choice>,
) {
    let Some(case) = p.cases.get(index) else { return };
    let terms = p.context.terms();
    let adversary = case.offence.offender.other();
    let moves = chosen.moves.as_deref();
    let asked = case
        .remedy_in_words(chosen.at, moves, terms)
        .unwrap_or_else(|| request(kind, None, adversary, terms));
    let taker = match (kind, choice, &case.remedy_context) {
        (RemedyKind::CaptureTouched | RemedyKind::CaptureMan, Some(Choice::Square(square)), Some(ground)) => {
            let on_board = Some(&ground.position).filter(|board| board.man_at(*square).is_some());
            on_board
                .map(|board| words::man_on(board, *square))
                .filter(|_| !names(&asked, &Choice::Square(*square)))
        }
        _ => None,
    };
    let (asked, choice) = match taker {
        Some(taker) => (sentences::penalty::capture_with(&asked, &taker), None),
        None => (asked, choice),
    };
    let choice = choice.filter(|choice| !names(&asked, choice));
    // A call for a draw or a count leaves the choice to the player called upon.
    let note = if case.offence.offender == by || case.rule == Rule::DrawCount {
        sentences::penalty::chose(by, &asked, choice)
    } else {
        sentences::penalty::asked(by, &after_ask(asked), choice)
    };
    record_election(p, index, Some(by), chosen, note);
    // The other player may still ask.
    let proceeds = |case: &&mut Case<'_>| kind == RemedyKind::Proceed && case.may_be_asked_by_either();
    if let Some(case) = p.cases.get_mut(index).filter(proceeds) {
        case.demand.waived_by = case.demand.waived_by.or(Some(by));
    }
}

/// Whether the words already name what was chosen.
fn names(asked: &str, choice: &Choice) -> bool {
    matches!(choice, Choice::Square(square) if asked.ends_with(&square.to_string()))
}

/// Reports a demand that no case satisfies, under the case that is meant if there is one.
pub(crate) fn elect_unoffered(
    p: &mut Proceedings<'_, '_>,
    by: Color,
    kind: RemedyKind,
    choice: Option<&Choice>,
    span: Span,
) {
    if depends_on_undecided_seal(p, by, kind) {
        return report_undecided_seal(p, by, kind, span);
    }
    let may_ask = |case: &Case<'_>| may_ask_for(case, by, kind);
    let meant = newest_of(p, by, kind, |_| true).or_else(|| {
        // The choice is not this player's, or nothing is left to choose. Cases without an offence come last.
        p.cases
            .find_recent(|case| may_ask(case) && !case.is_struck_out())
            .or_else(|| p.cases.find_open(Case::is_open))
            .or_else(|| p.cases.find_recent(may_ask))
    });
    match meant {
        Some(index) if is_presupposed(p, index, by, kind) => p.ask(index, Some(by)),
        // The offender chooses how it is done, and the opponent may ask that it be done.
        Some(index) if choice.is_none() && is_only_duty(p, index, by, kind) => p.ask(index, Some(by)),
        Some(index) => report_unavailable(p, by, index, kind, span),
        None => report_no_case(p, by, kind, span),
    }
}

/// Handles a demand for a remedy that has no move here, which leads to the remedy that the code puts in its place.
/// Returns whether there is such a case.
fn elect_impossible(p: &mut Proceedings<'_, '_>, by: Color, kind: RemedyKind) -> bool {
    let now = p.plies();
    // A touch that does not bind ends at once.
    let is_of_now = |case: &Case<'_>| {
        case.is_open() || (case.stage == CaseStage::Ended(Disposition::Stands) && case.offence.ply == now)
    };
    let instead = |index: usize| {
        let case = p.cases.get(index).filter(|case| is_of_now(case) && case.may_be_asked_by(by))?;
        case.remedy_context.as_ref()?.fallback_for(kind, case.provision()?)
    };
    let Some((index, instead)) = p.cases.recent().find_map(|index| Some((index, instead(index)?))) else {
        return false;
    };
    let terms = p.context.terms();
    let Some(case) = p.cases.get_mut(index) else { return false };
    let asked = sentences::penalty::asked_the_impossible(by, &case.asked_in_words(kind, terms));
    let Some(first) = instead.first() else {
        case.ask(Request::NoPenalty, Some(by));
        let note = if case.remedies.is_empty() { asked } else { sentences::penalty::so_no_penalty(&asked) };
        case.note(note);
        if case.stage != CaseStage::OnBoard {
            case.end(Disposition::Enforced);
        }
        return true;
    };
    let Some(at) = case.remedies.iter().position(|offered| offered == first) else { return false };
    let moves = (!first.moves.is_empty()).then(|| first.moves.clone());
    let due = case.remedy_in_words(at, None, terms).unwrap_or_default();
    let note = sentences::penalty::required_instead(&asked, &due);
    record_election(p, index, Some(by), ChosenRemedy { at, moves }, note);
    true
}

/// Handles a demand that the code satisfies under another name: the king if its own move is due or any man may be
/// named, or a man among those that may be named. Returns whether there is such a case.
fn elect_by_another_name(
    p: &mut Proceedings<'_, '_>,
    by: Color,
    kind: RemedyKind,
    choice: Option<&Choice>,
) -> bool {
    let meant = |index: usize| {
        let case = p.cases.get(index).filter(|case| case.is_open() && case.may_be_asked_by(by))?;
        Some((index, meant_by_another_name(case, &case.remedies, kind, choice)?))
    };
    let Some((index, chosen)) = p.cases.open_newest_first().find_map(meant) else { return false };
    let terms = p.context.terms();
    let asked = p.cases.get(index).map(|case| case.asked_in_words(kind, terms)).unwrap_or_default();
    let choice = choice.filter(|choice| !names(&asked, choice));
    record_election(p, index, Some(by), chosen, sentences::penalty::asked(by, &asked, choice));
    true
}

/// Notes that the opponent demands at once that a rook released before the king was touched stay there, so that
/// castling would come too late. Returns whether the code gives this.
fn demand_released_rook(p: &mut Proceedings<'_, '_>, by: Color) -> bool {
    let castler = by.other();
    let mut provisions = p.context.code().provisions_for(Rule::MoveCastlingOrder);
    let is_given = provisions.any(|provision| provision.gives_remedy(RemedyKind::RookStands));
    let board = *p.history.board();
    let king = board.of(castler, Role::King).single().filter(|_| board.turn() == castler);
    let Some(king) = king.filter(|_| is_given) else { return false };
    let hands = p.hands.of_mut(castler);
    let is_released = [Side::King, Side::Queen]
        .into_iter()
        .filter_map(|side| board.castling_rook(king, castler, side))
        .any(|rook| hands.rook_first(king, rook) == Some(RookFirst::Quitted));
    if is_released {
        hands.demand_rook(by);
    }
    is_released
}

/// Applies an earlier demand about the released rook to the castling.
pub(crate) fn elect_as_demanded(p: &mut Proceedings<'_, '_>, index: usize, by: Color) {
    let kind = RemedyKind::RookStands;
    let Some(case) = p.cases.get(index) else { return };
    let Some(at) = case.remedies.iter().position(|offered| offered.remedy.kind == kind) else { return };
    let note = sentences::penalty::asked_beforehand(by, &request_after_ask(kind, by, p.context.terms()));
    record_election(p, index, Some(by), ChosenRemedy { at, moves: None }, note);
}

/// Whether the remedy asked for is the only duty of the offender, who chooses only how to fulfil it.
fn is_only_duty(p: &Proceedings<'_, '_>, index: usize, by: Color, kind: RemedyKind) -> bool {
    let is_meant =
        |offered: &OfferedRemedy| offered.remedy.kind == kind && offered.remedy.chooser == Chooser::Offender;
    p.cases.get(index).is_some_and(|case| {
        case.is_open()
            && case.offence.offender != by
            && case.provision().is_some_and(|provision| provision.binds == Binds::Duty)
            && !case.remedies.is_empty()
            && case.remedies.iter().all(is_meant)
    })
}

/// Whether the law requires in any case what is asked for: that the move is taken back, that the man in hand is put
/// back, or, for men touched in an unknown order, one of the remedies that may apply.
fn is_presupposed(p: &Proceedings<'_, '_>, index: usize, by: Color, kind: RemedyKind) -> bool {
    let is_required = |case: &Case<'_>| match kind {
        RemedyKind::Retract | RemedyKind::RetractSecond => {
            case.before < case.offence.ply && case.back_to.is_some()
        }
        RemedyKind::Restore => case.rule == Rule::TouchHold,
        _ => {
            let is_order_open = case.remedy_context.as_ref().is_some_and(RemedyContext::is_order_unknown);
            is_order_open && case.is_due(&[kind])
        }
    };
    p.cases.get(index).is_some_and(|case| is_required(case) && case.is_open() && case.offence.offender != by)
}

/// Records in a case which remedy was chosen, and ends the case if nothing is left to do. `by`: the player who chose it,
/// if a player did.
pub(crate) fn record_election(
    p: &mut Proceedings<'_, '_>,
    index: usize,
    by: Option<Color>,
    chosen: ChosenRemedy,
    note: String,
) {
    let Some(case) = p.cases.get_mut(index) else { return };
    // The offender may have done it unasked.
    let is_done = |case: &Case<'_>, ply: u32| {
        let played = p.history.move_at(ply).map(|stood| stood.played);
        let meets = |moves: &[Move]| played.is_some_and(|played| moves.contains(&played));
        match &case.demand.chosen {
            Some(chosen) => meets(chosen),
            None => case.due().iter().any(|offered| meets(&offered.moves)),
        }
    };
    case.demand.by = by.or(case.demand.by);
    case.demand.request = Request::Elected(chosen.at);
    case.demand.chosen = chosen.moves;
    case.note(note);
    if let CaseStage::CarriedOut(ply) = case.stage
        && is_done(case, ply)
    {
        case.end(Disposition::Enforced);
    }
    match case.remedies.get(chosen.at).map(|offered| offered.remedy.kind) {
        Some(RemedyKind::Annul) => case.end(Disposition::Annulled),
        Some(RemedyKind::Forfeit | RemedyKind::Draw | RemedyKind::Win | RemedyKind::Admonish) => {
            case.end(Disposition::Enforced);
        }
        Some(RemedyKind::Promote) if case.is_legal_duty() => {
            case.execution.put_right = Correction::ByUmpire;
            case.end(Disposition::Enforced);
        }
        Some(RemedyKind::Supply) if case.execution.put_right == Correction::ByPlayerBeforeChoice => {
            case.end(Disposition::Enforced);
        }
        Some(RemedyKind::RookStands) => waive_castling(p, index),
        // Time is given at once, and nothing else is to be done.
        Some(RemedyKind::AddTime | RemedyKind::LoseTime)
            if case.stage == CaseStage::OnBoard && case.retracts_to().is_none() =>
        {
            case.end(Disposition::Enforced);
        }
        _ => {}
    }
}

/// Waives the other offences of a castling that is to be a move of the rook alone: the king has then not castled.
fn waive_castling(p: &mut Proceedings<'_, '_>, index: usize) {
    let Some(order) = p.cases.get(index) else { return };
    let (ply, offender) = (order.offence.ply, order.offence.offender);
    let Some(by) = order.demand.by else { return };
    p.cases.for_each_open(|case| {
        let is_of_castling = case.rule == Rule::MoveCastling
            && case.offence.ply == ply
            && case.offence.offender == offender
            && case.demand.request == Request::No;
        if is_of_castling {
            case.note(sentences::penalty::asked_for_rook_move(by));
            case.end(Disposition::Waived);
        }
    });
}
