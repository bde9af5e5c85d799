//! Draws by agreement: what is offered, accepted, declined.

use crate::chess::{Color, Position};
use crate::finding::{Disposition, Score, Severity};
use crate::game::{Act, Channel, EndedBy, PlacedAct, ReadValue, Regulation, Span, TagName, TagValue};
use crate::law::{Chooser, Family, Literal, Predicate, Provision, RemedyKind, Rule};

use crate::arbiter::case::Case;
use crate::arbiter::case::new::Opening;
use crate::arbiter::case::remedies::OfferedRemedy;
use crate::arbiter::context::Context;
use crate::arbiter::draft::Draft;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::state::draws::{Answer, Offer};
use crate::arbiter::verdict::Outcome;

/// Whether there was an offer to agree to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Offered {
    /// It stood.
    Standing,
    /// There was none any more, or never one.
    Wanting,
}

/// An offer is accepted. One that a record does not tell of, and was not there to tell, was made all the
/// same.
pub(crate) fn accept_draw(p: &mut Proceedings<'_, '_>, by: Color, span: Span) {
    let is_offered = is_offered_to(p, by);
    let standing = is_offered || p.draws.offer.is_none() && !p.context.observed(Channel::Speech);
    let asks_for_one = p.context.code().provisions_for(Rule::DrawAgreement).any(|provision| {
        let mut asked = provision.when.iter().flat_map(|clause| &clause.any);
        asked.any(|literal| literal.predicate == Predicate::OfferStanding)
    });
    // Where the code does not say that an offer ends by going on, accepting it later is agreeing.
    let went_on = matches!(p.draws.offer, Some(Offer { by: who, answer: Answer::WentOn }) if who != by);
    if standing || asks_for_one || went_on {
        let stands = standing || (went_on && !asks_for_one);
        return agree_on_draw(p, if stands { Offered::Standing } else { Offered::Wanting }, span);
    }
    let ply = p.plies();
    let message = format!("{by} accepts a draw that is not on offer: nothing is agreed");
    let draft = Draft::new(Rule::DrawAgreement, Severity::Info, ply, span, message).of_fact();
    p.push(draft);
}

/// Whether a player has an offer to accept.
fn is_offered_to(p: &Proceedings<'_, '_>, by: Color) -> bool {
    matches!(p.draws.offer, Some(Offer { by: who, answer: Answer::None }) if who != by)
}

/// Whether this player was called on to draw or to do something else, has not chosen, and has no offer to accept.
pub(crate) fn is_called_on_to_draw(p: &Proceedings<'_, '_>, by: Color) -> bool {
    if is_offered_to(p, by) {
        return false;
    }
    let his_to_give = |laid: &OfferedRemedy| {
        laid.remedy.kind == RemedyKind::Draw && laid.remedy.chooser == Chooser::Adversary
    };
    let calls_on_him = |case: &Case<'_>| {
        case.rule.is_of(Family::Draw)
            && case.is_open()
            && case.offence.offender != by
            && case.remedies.iter().any(his_to_give)
    };
    p.cases.newest().any(|index| p.cases.get(index).is_some_and(calls_on_him))
}

/// Both agree.
pub(crate) fn agree_on_draw(p: &mut Proceedings<'_, '_>, offered: Offered, span: Span) {
    let standing = offered == Offered::Standing;
    let ply = p.plies();
    let mover = p.table.board().turn();
    let early = p.context.moves_before_draw(p.table.board());
    let consent = early.map_or(UmpireConsent::Needless, |_| consent_recorded(p));
    let facts = p
        .facts(mover)
        .with(Predicate::OfferStanding, standing)
        .with(Predicate::EventForbidsDraw, consent == UmpireConsent::Lacking);
    let message = match p.draws.offer {
        _ if standing => "the players agree on a draw",
        Some(Offer { answer: Answer::None, .. }) => "the player who offers a draw accepts it himself",
        Some(_) => "a draw is accepted that was not on offer any more",
        None => "a draw is accepted, and no offer of one is recorded",
    };
    let opened = p.open(Opening {
        is_named: false,
        movetext: p.numbered(ply),
        ..Opening::at(Rule::DrawAgreement, facts, mover, ply, span, message.to_owned())
    });
    let Some(index) = opened else { return };
    if let Some(case) = p.cases.get_mut(index) {
        let draws = case.remedies.iter().any(|laid| laid.remedy.kind == RemedyKind::Draw);
        case.account.gravity = if draws || case.is_ended() { Severity::Info } else { Severity::Error };
        let why = case.provision().filter(|_| !draws).and_then(what_bars);
        if let Some(why) = why {
            case.account.message.push_str(why);
        }
        if let Some(moves) = early.filter(|_| draws && consent == UmpireConsent::Unknown) {
            case.note(format!("the event asks for {moves} moves first; {CONSENT_NOT_RECORDED}"));
        }
    }
    p.settle_with(index, RemedyKind::Draw);
}

/// What the record knows of the umpire's consent to a draw that the event does not allow yet. Where it did not watch
/// what was said, and the draw was scored, he may have given it.
fn consent_recorded(p: &Proceedings<'_, '_>) -> UmpireConsent {
    let rules = |placed: &PlacedAct| matches!(placed.act, Act::Ruling(_));
    let counts = p.context.score_of(Outcome::Drawn);
    let is_scored = p.context.is_written_for(p.context.given_score(), counts);
    if is_scored && !p.context.observed(Channel::Speech) && !p.context.record().acts.iter().any(rules) {
        UmpireConsent::Unknown
    } else {
        UmpireConsent::Lacking
    }
}

const CONSENT_NOT_RECORDED: &str = "whether the umpire consented is not recorded";

/// The umpire's consent to a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum UmpireConsent {
    /// The event lets the players agree.
    Needless,
    /// It was not given, as far as the record tells.
    Lacking,
    /// It may have been given.
    Unknown,
}

impl Context<'_> {
    /// How many moves the event asks for before a draw is agreed, where fewer were completed.
    fn moves_before_draw(&self, board: &Position) -> Option<u32> {
        let read = ReadValue::of(TagName::Regulations, self.value(TagName::Regulations)?);
        let ReadValue::Value(TagValue::Regulations(regulations)) = read else { return None };
        let completed = board.fullmove().saturating_sub(1);
        regulations.iter().find_map(|regulation| match regulation {
            Regulation::NoDrawBefore(moves) => Some(*moves).filter(|moves| completed < *moves),
            Regulation::FullSupervision | Regulation::GuidelineIii => None,
        })
    }

    /// What bars an agreement at the end of a record that tells of nothing but its moves: the event, which asks for more of
    /// them, or the code, where not each player has made one.
    fn bar_to_agreement(&self) -> Option<BarToAgreement> {
        let record = self.record();
        let each_has_moved = record.tag(TagName::Fen).is_some() || record.plies() > 1;
        let by_event = self.moves_before_draw(&record.position).map(BarToAgreement::Event);
        by_event.or_else(|| (!each_has_moved).then_some(BarToAgreement::EachHasNotMoved))
    }

    /// A score alone, drawn before an agreement is allowed, and the board shows no ground for it. Where it is told that
    /// it was agreed, that is worth a warning; the score stands.
    pub(crate) fn judge_early_draw(&mut self, given: Score) {
        let record = self.record();
        let Some(bar) = self.bar_to_agreement() else { return };
        let is_agreed = self.end_told().is_some_and(|told| told.by == EndedBy::Agreement);
        if !is_agreed && !self.ended_as_usual() {
            return;
        }
        // A drawn game that counts as won is told by no score alone.
        let is_drawn =
            given == Score::Draw || is_agreed && self.is_written_for(given, self.score_of(Outcome::Drawn));
        let severity = if is_agreed { Severity::Warning } else { Severity::Info };
        let is_score_alone = record.acts.is_empty() && record.stop.is_none() && record.plies() > 0;
        if !is_drawn || !is_score_alone || !self.wants(Rule::DrawAgreement, severity) {
            return;
        }
        let law = self.hearing.code.governing(Rule::DrawAgreement, |fact| bar.leaves(fact));
        let is_named = |literal: &Literal| bar.is_named_by(*literal);
        let Some(law) = law.filter(|law| law.when.iter().flat_map(|clause| &clause.any).any(is_named)) else {
            return;
        };
        let how = if is_agreed {
            "is said to have been agreed"
        } else {
            "is given, for which the board shows no ground,"
        };
        let message = format!("a draw {how} before {}", bar.in_words());
        let last = record.plies();
        let span = self.score_token();
        let mut draft = Draft::new(Rule::DrawAgreement, severity, last, span, message).under(law);
        draft.help = Some(bar.is_not_told().to_owned());
        draft.movetext = self.numbered(last);
        draft.disposition = Some(Disposition::Stands);
        self.drafts.push(draft);
    }
}

/// Why no draw can be agreed yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum BarToAgreement {
    /// The event asks for so many moves.
    Event(u32),
    /// Not each player has made a move.
    EachHasNotMoved,
}

impl BarToAgreement {
    /// Whether a fact holds of an agreement that this alone bars.
    const fn leaves(self, fact: Predicate) -> bool {
        match fact {
            Predicate::OfferStanding => true,
            Predicate::EventForbidsDraw | Predicate::EachHasMoved => matches!(self, Self::Event(_)),
            _ => false,
        }
    }

    /// Whether a provision speaks of it in these words.
    fn is_named_by(self, literal: Literal) -> bool {
        match self {
            Self::Event(_) => literal.holds && literal.predicate == Predicate::EventForbidsDraw,
            Self::EachHasNotMoved => !literal.holds && literal.predicate == Predicate::EachHasMoved,
        }
    }

    /// What is to come first.
    fn in_words(self) -> String {
        match self {
            Self::Event(moves) => {
                format!("the {moves} moves after which the event allows one to be agreed")
            }
            Self::EachHasNotMoved => "each player has made a move".to_owned(),
        }
    }

    /// What need not be written, and would have the draw in order.
    fn is_not_told(self) -> &'static str {
        match self {
            Self::Event(_) => CONSENT_NOT_RECORDED,
            Self::EachHasNotMoved => "whether more moves were made the record does not say",
        }
    }
}

/// What a provision has against an agreement, in words, where it speaks of the moves made.
fn what_bars(provision: &Provision) -> Option<&'static str> {
    let mut asked = provision.when.iter().flat_map(|clause| &clause.any);
    asked.find_map(|literal| match literal.predicate {
        Predicate::EventForbidsDraw => Some(", which the event does not allow yet"),
        Predicate::EachHasMoved => Some(", and not each of them has made a move"),
        _ => None,
    })
}
