//! The facts that a provision's `when` asks for, about one move of the score.

use crate::chess::{Color, Material, Move, Position, Role};
use crate::law::{CheckBinds, Predicate};
use crate::record::{Channel, ReadValue, TagName, TagValue};

use super::Bench;

/// A move of the score that broke the law, and the position before it.
pub(super) struct MoveFacts<'a> {
    pub before: &'a Position,
    pub played: Move,
    pub ply: u32,
    pub offender: Color,
}

impl Bench<'_> {
    /// Whether the record says that it watched a channel.
    pub(super) fn observed(&self, channel: Channel) -> bool {
        let read = self.value(TagName::Observed).map(|value| ReadValue::of(TagName::Observed, value));
        matches!(read, Some(ReadValue::Value(TagValue::Observed(channels))) if channels.contains(&channel))
    }

    /// Whether a fact holds of a move of the score. What a score cannot show does not hold.
    pub(super) fn holds(&self, predicate: Predicate, facts: &MoveFacts<'_>) -> bool {
        let before = facts.before;
        let us = facts.offender;
        match predicate {
            Predicate::InCheck | Predicate::CheckStanding => before.in_check(us),
            Predicate::ManRelievesCheck => before
                .legal_moves(self.code().play.play)
                .iter()
                .any(|played| played.from() == facts.played.from()),
            Predicate::ExposesKing => {
                let mut after = *before;
                after.play(facts.played);
                after.in_check(us) && !before.in_check(us)
            }
            Predicate::KingLeftInCheck => {
                let mut after = *before;
                after.play(facts.played);
                after.in_check(us)
            }
            // A record that did not watch speech is taken as the code says.
            Predicate::CheckAnnounced => {
                !self.observed(Channel::Speech) && self.code().play.check.unobserved == CheckBinds::Announced
                    || self.code().play.check.binds == CheckBinds::Always
            }
            // A move is completed by the reply to it, and by standing in the score of a record that did
            // not watch the clock.
            Predicate::Completed => facts.ply < self.record().plies() || !self.observed(Channel::Clock),
            Predicate::MovesKnown | Predicate::OnMove => true,
            Predicate::CastlingIntent => facts.played.is_castling(),
            Predicate::AdversaryCanMate => before.material(us.other()) == Material::Undecided,
            Predicate::FromArray => self.record().setup == crate::record::Setup::Usual,
            Predicate::EachHasMoved => self.record().plies() >= 2,
            Predicate::ReplyMovesKing => before.of(us, Role::King).has(facts.played.from()),
            Predicate::ObservedTouch => self.observed(Channel::Touch),
            Predicate::ObservedSpeech => self.observed(Channel::Speech),
            Predicate::ObservedBoard => self.observed(Channel::Board),
            Predicate::ObservedClock => self.observed(Channel::Clock),
            Predicate::ObservedConduct => self.observed(Channel::Conduct),
            _ => false,
        }
    }
}
