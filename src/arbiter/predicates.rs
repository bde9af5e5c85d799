//! The facts that a provision's `when` asks for, about one move of the score.

use crate::chess::{Color, Material, Move, Position, Role};
use crate::law::{CheckBinds, Predicate};
use crate::record::TagName;

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
    pub(super) fn observed(&self, channel: &str) -> bool {
        self.value(TagName::Observed).is_some_and(|value| {
            value.split(u8::is_ascii_whitespace).any(|word| word.eq_ignore_ascii_case(channel.as_bytes()))
        })
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
                !self.observed("speech") && self.code().play.check.unobserved == CheckBinds::Announced
                    || self.code().play.check.binds == CheckBinds::Always
            }
            // A move is completed by the reply to it, and by standing in the score of a record that did
            // not watch the clock.
            Predicate::Completed => facts.ply < self.record().plies() || !self.observed("clock"),
            Predicate::MovesKnown | Predicate::OnMove => true,
            Predicate::CastlingIntent => facts.played.is_castling(),
            Predicate::AdversaryCanMate => before.material(us.other()) == Material::Undecided,
            Predicate::FromArray => self.record().setup == crate::record::Setup::Usual,
            Predicate::EachHasMoved => self.record().plies() >= 2,
            Predicate::ReplyMovesKing => before.of(us, Role::King).has(facts.played.from()),
            Predicate::ObservedTouch => self.observed("touch"),
            Predicate::ObservedSpeech => self.observed("speech"),
            Predicate::ObservedBoard => self.observed("board"),
            Predicate::ObservedClock => self.observed("clock"),
            Predicate::ObservedConduct => self.observed("conduct"),
            _ => false,
        }
    }
}
