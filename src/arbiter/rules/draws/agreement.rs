//! Draws by agreement: offers and their acceptance.

use crate::chess::Color;
use crate::finding::{Disposition, Ending, Severity};
use crate::game::{Act, Channel, PlacedAct, Span, UmpireRuling};
use crate::law::{Chooser, ClaimAlso, Family, Predicate, Provision, RemedyKind, Rule};

use crate::arbiter::case::Case;
use crate::arbiter::case::new::NewCase;
use crate::arbiter::case::remedies::OfferedRemedy;
use crate::arbiter::case::windows::OffenceKind;
use crate::arbiter::draft::Draft;
use crate::arbiter::outcome::Outcome;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::rules::{opening_now, report_at_move};
use crate::arbiter::sentences;
use crate::arbiter::state::draws::{Offer, OfferAnswer};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Offered {
    Standing,
    Wanting,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum UmpireConsent {
    /// The event lets the players agree.
    NotNeeded,
    Lacking,
    Unknown,
}

/// Offers a draw, which the rules of the event may forbid as they forbid the agreement.
pub(crate) fn offer_draw(p: &mut Proceedings<'_, '_>, by: Color, span: Span) {
    p.draws.offer(by);
    let consents =
        |placed: &PlacedAct| placed.span.start > span.start && placed.act == Act::Ruling(UmpireRuling::Draw);
    let is_barred = p.context.moves_before_draw(p.history.board()).is_some()
        && consent_recorded(p) == UmpireConsent::Lacking
        && !p.context.record().acts.iter().any(consents);
    if !is_barred {
        return;
    }
    let forbids = |provision: &&Provision| provision.asks_for(Predicate::EventForbidsDraw);
    let Some(provision) = p.context.code().provisions_for(Rule::DrawAgreement).find(forbids) else { return };
    let message = sentences::draws::event_forbids(&sentences::draws::offers(by));
    let draft = Draft::new(Rule::DrawAgreement, Severity::Warning, p.plies(), span, message).under(provision);
    report_at_move(p, Draft { offender: Some(by), ..draft }, Disposition::Stands);
}

/// Accepts an offer of a draw. If the record did not observe speech, an offer that it does not mention may have been
/// made.
pub(crate) fn accept_draw(p: &mut Proceedings<'_, '_>, by: Color, span: Span) {
    let standing = is_offered_to(p, by) || p.draws.offer.is_none() && !p.context.observed(Channel::Speech);
    let mut laws = p.context.code().provisions_for(Rule::DrawAgreement);
    let asks_for_one = laws.any(|provision| provision.mentions(Predicate::OfferStanding));
    // If the code does not end an offer when play goes on, accepting it later is an agreement.
    let went_on = matches!(p.draws.offer, Some(Offer { by: who, answer: OfferAnswer::WentOn }) if who != by);
    if standing || asks_for_one || went_on {
        let is_standing = standing || (went_on && !asks_for_one);
        return agree_on_draw(p, if is_standing { Offered::Standing } else { Offered::Wanting }, span);
    }
    let ply = p.plies();
    let message = sentences::draws::accepts_no_offer(by);
    let draft = Draft::new(Rule::DrawAgreement, Severity::Info, ply, span, message).of_fact();
    p.push(draft);
}

fn is_offered_to(p: &Proceedings<'_, '_>, by: Color) -> bool {
    matches!(p.draws.offer, Some(Offer { by: who, answer: OfferAnswer::None }) if who != by)
}

/// Whether this player was called on to choose between a draw and something else, has not chosen, and has no offer to
/// accept.
pub(crate) fn is_called_on_to_draw(p: &Proceedings<'_, '_>, by: Color) -> bool {
    if is_offered_to(p, by) {
        return false;
    }
    let to_choose = |offered: &OfferedRemedy| {
        offered.remedy.kind == RemedyKind::Draw && offered.remedy.chooser == Chooser::Adversary
    };
    let calls_on_player = |case: &Case<'_>| {
        case.rule.is_in_family(Family::Draw)
            && case.is_open()
            && case.offence.offender != by
            && case.remedies.iter().any(to_choose)
    };
    p.cases.find_open(calls_on_player).is_some()
}

pub(crate) fn agree_on_draw(p: &mut Proceedings<'_, '_>, offered: Offered, span: Span) {
    let standing = offered == Offered::Standing;
    let mover = p.history.board().turn();
    let early = p.context.moves_before_draw(p.history.board());
    let consent = early.map_or(UmpireConsent::NotNeeded, |_| consent_recorded(p));
    let facts = p
        .facts(mover)
        .with(Predicate::OfferStanding, standing)
        .with(Predicate::EventForbidsDraw, consent == UmpireConsent::Lacking);
    let message = match p.draws.offer {
        _ if standing => sentences::draws::agree(),
        Some(Offer { answer: OfferAnswer::None, .. }) => sentences::draws::accepts_own_offer(),
        Some(_) => sentences::draws::accepted_after_lapse(),
        None => sentences::draws::accepted_without_offer(),
    };
    let opened = p.open(NewCase {
        is_named: false,
        ..opening_now(p, Rule::DrawAgreement, facts, mover, span, message)
    });
    let Some(index) = opened else { return };
    let required = moves_required(p);
    let terms = p.context.terms();
    if let Some(case) = p.cases.get_mut(index) {
        let draws = case.remedies.iter().any(|offered| offered.remedy.kind == RemedyKind::Draw);
        case.report.severity = if draws || case.is_ended() { Severity::Info } else { Severity::Error };
        if let Some(barred) = case.provision().filter(|_| !draws).and_then(bar) {
            case.report.message = barred(&case.report.message);
        } else if let Some(moves) = required.filter(|_| !draws) {
            case.report.message = sentences::draws::law_forbids(&case.report.message, moves);
        }
        if let Some(moves) = early.filter(|_| draws && consent == UmpireConsent::Unknown) {
            case.note(sentences::draws::event_requires(moves, terms));
        }
    }
    p.end_with_remedy(index, RemedyKind::Draw);
    if standing {
        settle_claim_accepted(p);
    }
}

/// A wrong claim that is an offer of a draw, and that the opponent accepts, costs nothing.
fn settle_claim_accepted(p: &mut Proceedings<'_, '_>) {
    let ply = p.plies();
    let is_accepted = |case: &Case<'_>| {
        let claim = case.provision().and_then(|provision| provision.claim.as_ref());
        case.offence.ply == ply
            && !case.is_ended()
            && claim.is_some_and(|claim| claim.also == Some(ClaimAlso::DrawOffer))
    };
    let Some(case) = p.cases.find_recent(is_accepted).and_then(|index| p.cases.get_mut(index)) else {
        return;
    };
    case.note(sentences::draws::claim_accepted());
    case.execution.ending = Some(Ending::DrawAccepted);
    if case.offence.kind == OffenceKind::WrongClaim {
        case.report.severity = Severity::Info;
        case.end(Disposition::Waived);
    }
}

/// The moves that each player must make before the players may agree on a draw, if they have not been made.
fn moves_required(p: &Proceedings<'_, '_>) -> Option<u32> {
    let waits = |law: &&Provision| law.opened.is_some() && !p.has_arisen(law);
    let law = p.context.code().provisions_for(Rule::DrawAgreement).find(waits)?;
    law.opened.map(|opened| opened.moves_each)
}

/// Returns what the record shows of the umpire's consent to a draw that the event does not allow yet. If the record did
/// not observe speech and the draw was scored, consent may have been given.
fn consent_recorded(p: &Proceedings<'_, '_>) -> UmpireConsent {
    let rules = |placed: &PlacedAct| matches!(placed.act, Act::Ruling(_));
    let counts = p.context.score_of(Outcome::Drawn);
    let is_scored = p.context.is_score_for(p.context.given_score(), counts);
    if is_scored && !p.context.observed(Channel::Speech) && !p.context.record().acts.iter().any(rules) {
        UmpireConsent::Unknown
    } else {
        UmpireConsent::Lacking
    }
}

/// Returns the sentence for an agreement that a provision bars.
fn bar(provision: &Provision) -> Option<fn(&str) -> String> {
    provision.literals().find_map(|literal| match literal.predicate {
        Predicate::EventForbidsDraw => Some(sentences::draws::event_forbids as fn(&str) -> String),
        Predicate::EachHasMoved => Some(sentences::draws::too_early),
        _ => None,
    })
}
