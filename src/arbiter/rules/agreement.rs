//! Draws by agreement: what is offered, accepted, declined.

use crate::chess::Color;
use crate::finding::Severity;
use crate::game::{Act, Channel, PlacedAct, Span};
use crate::law::{Chooser, Family, Predicate, Provision, RemedyKind, Rule};

use crate::arbiter::Draft;
use crate::arbiter::case::Case;
use crate::arbiter::case::new::Opening;
use crate::arbiter::case::remedies::Laid;
use crate::arbiter::outcome::Outcome;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::words::CONSENT_NOT_RECORDED;

/// An offer of a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Offer {
    by: Color,
    answer: Answer,
}

/// What became of an offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// Nothing yet.
    None,
    /// The other player went on: he touched a man or moved. Whether that ends the offer the code says.
    WentOn,
    /// It was declined in words.
    Declined,
}

/// Whether there was an offer to agree to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Offered {
    /// It stood.
    Standing,
    /// There was none any more, or never one.
    Wanting,
}

impl Proceedings<'_, '_> {
    pub(crate) fn offer_draw(&mut self, by: Color) {
        self.offer = Some(Offer { by, answer: Answer::None });
    }

    /// An offer to this player, if there is one, is answered so.
    pub(crate) fn answer_offer(&mut self, by: Color, answer: Answer) {
        if let Some(offer) =
            self.offer.as_mut().filter(|offer| offer.by != by && offer.answer != Answer::Declined)
        {
            offer.answer = answer;
        }
    }

    /// An offer is accepted. One that a record does not tell of, and was not there to tell, was made all the
    /// same.
    pub(crate) fn accept_draw(&mut self, by: Color, span: Span) {
        let is_offered = matches!(self.offer, Some(Offer { by: who, answer: Answer::None }) if who != by);
        if !is_offered && self.is_called_on_to_draw(by) {
            return self.elect(by, RemedyKind::Draw, None, span);
        }
        let standing = is_offered || self.offer.is_none() && !self.context.observed(Channel::Speech);
        let asks_for_one = self.code.provisions_for(Rule::DrawAgreement).any(|provision| {
            let mut asked = provision.when.iter().flat_map(|clause| &clause.any);
            asked.any(|literal| literal.predicate == Predicate::OfferStanding)
        });
        // Where the code does not say that an offer ends by going on, accepting it later is agreeing.
        let went_on = matches!(self.offer, Some(Offer { by: who, answer: Answer::WentOn }) if who != by);
        if standing || asks_for_one || went_on {
            let stands = standing || (went_on && !asks_for_one);
            return self.agree_on_draw(if stands { Offered::Standing } else { Offered::Wanting }, span);
        }
        let ply = self.plies();
        let message = format!("{by} accepts a draw that is not on offer: nothing is agreed");
        let draft = Draft::new(Rule::DrawAgreement, Severity::Info, ply, span, message).of_fact();
        self.push(draft);
    }

    /// Whether this player was called on to draw or to do something else, and has not chosen.
    fn is_called_on_to_draw(&self, by: Color) -> bool {
        let his_to_give =
            |laid: &Laid| laid.remedy.kind == RemedyKind::Draw && laid.remedy.chooser == Chooser::Adversary;
        let calls_on_him = |case: &Case<'_>| {
            case.rule.is_of(Family::Draw)
                && case.is_open()
                && case.offence.offender != by
                && case.remedies.iter().any(his_to_give)
        };
        self.newest().any(|index| self.cases.get(index).is_some_and(calls_on_him))
    }

    /// Both agree.
    pub(crate) fn agree_on_draw(&mut self, offered: Offered, span: Span) {
        let standing = offered == Offered::Standing;
        let ply = self.plies();
        let mover = self.table.board().turn();
        let early = self.context.moves_before_draw(self.table.board());
        let consent = early.map_or(UmpireConsent::Needless, |_| self.consent_recorded());
        let facts = self
            .facts(mover)
            .with(Predicate::OfferStanding, standing)
            .with(Predicate::EventForbidsDraw, consent == UmpireConsent::Lacking);
        let message = match self.offer {
            _ if standing => "the players agree on a draw",
            Some(Offer { answer: Answer::None, .. }) => "the player who offers a draw accepts it himself",
            Some(_) => "a draw is accepted that was not on offer any more",
            None => "a draw is accepted, and no offer of one is recorded",
        };
        let opened = self.open(Opening {
            is_named: false,
            movetext: self.numbered(ply),
            ..Opening::at(Rule::DrawAgreement, facts, mover, ply, span, message.to_owned())
        });
        let Some(index) = opened else { return };
        if let Some(case) = self.cases.get_mut(index) {
            let draws = case.remedies.iter().any(|laid| laid.remedy.kind == RemedyKind::Draw);
            case.gravity = if draws || case.is_ended() { Severity::Info } else { Severity::Error };
            let why = case.provision().filter(|_| !draws).and_then(what_bars);
            if let Some(why) = why {
                case.message.push_str(why);
            }
            if let Some(moves) = early.filter(|_| draws && consent == UmpireConsent::Unknown) {
                case.note(format!("the event asks for {moves} moves first; {CONSENT_NOT_RECORDED}"));
            }
        }
        self.settle_with(index, RemedyKind::Draw);
    }

    /// What the record knows of the umpire's consent to a draw that the event does not allow yet. Where it did not watch
    /// what was said, and the draw was scored, he may have given it.
    fn consent_recorded(&self) -> UmpireConsent {
        let rules = |placed: &PlacedAct| matches!(placed.act, Act::Ruling(_));
        let counts = self.context.score_of(Outcome::Drawn);
        let is_scored = self.context.is_written_for(self.context.given_score(), counts);
        if is_scored
            && !self.context.observed(Channel::Speech)
            && !self.context.record().acts.iter().any(rules)
        {
            UmpireConsent::Unknown
        } else {
            UmpireConsent::Lacking
        }
    }
}

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

/// What a provision has against an agreement, in words, where it speaks of the moves made.
fn what_bars(provision: &Provision) -> Option<&'static str> {
    let mut asked = provision.when.iter().flat_map(|clause| &clause.any);
    asked.find_map(|literal| match literal.predicate {
        Predicate::EventForbidsDraw => Some(", which the event does not allow yet"),
        Predicate::EachHasMoved => Some(", and not each of them has made a move"),
        _ => None,
    })
}
