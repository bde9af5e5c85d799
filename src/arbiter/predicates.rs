//! The facts that the `when` of a provision asks for.

use crate::game::{Channel, OddsTerm, ReadValue, Regulation, Setup, TagName, TagValue, Time, TimeControl};
use crate::law::Predicate;

use crate::arbiter::Context;

/// The facts that hold of an act. What the record cannot show does not hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Facts(u128);

// Each predicate is one bit.
const _: () = assert!(Predicate::ALL.len() <= 128);

impl Facts {
    /// Whether it holds.
    pub fn has(self, predicate: Predicate) -> bool {
        self.0 & (1 << predicate as u128) != 0
    }

    /// These facts and, where `so`, one more.
    #[must_use]
    pub fn with(mut self, predicate: Predicate, so: bool) -> Self {
        let bit = 1 << predicate as u128;
        self.0 = if so { self.0 | bit } else { self.0 & !bit };
        self
    }
}

impl Context<'_> {
    /// Whether the game belongs to a match or tournament: it names a series, or an event and a round.
    fn is_of_a_match(&self) -> bool {
        let says =
            |tag| self.value(tag).is_some_and(|value| !matches!(value.trim_ascii(), b"" | b"?" | b"-"));
        let numbered = self.value(TagName::Round).is_some_and(|round| round.iter().any(u8::is_ascii_digit));
        says(TagName::Series) || (says(TagName::Event) && numbered)
    }

    /// Whether the event announced a regulation.
    fn announces(&self, regulation: Regulation) -> bool {
        let read = self.value(TagName::Regulations).map(|value| ReadValue::of(TagName::Regulations, value));
        matches!(read, Some(ReadValue::Value(TagValue::Regulations(all))) if all.contains(&regulation))
    }

    /// Whether the clock is known to add time with each move: guideline III is for games without.
    fn adds_time(&self) -> bool {
        let control = self.value(TagName::TimeControl).map(TimeControl::read);
        control.is_some_and(|control| {
            control.understood() && control.least_increment().is_some_and(|added| added > Time::ZERO)
        })
    }

    /// Whether the players agreed on how the mate is given, or that none shall be.
    fn is_wagered(&self) -> bool {
        self.odds().is_some_and(|odds| {
            odds.terms.iter().any(|term| {
                matches!(
                    term,
                    OddsTerm::MateWith(_)
                        | OddsTerm::MateOn(_)
                        | OddsTerm::ForceStalemate
                        | OddsTerm::Selfmate
                )
            })
        })
    }

    /// What holds of every act of the record.
    pub(crate) fn standing_facts(&self) -> Facts {
        Facts::default()
            .with(Predicate::FromArray, self.record().setup == Setup::Usual)
            .with(Predicate::MovesKnown, true)
            .with(Predicate::InMatch, self.is_of_a_match())
            .with(Predicate::Wagered, self.is_wagered())
            .with(Predicate::FullSupervision, self.announces(Regulation::FullSupervision))
            .with(Predicate::GuidelineIii, self.announces(Regulation::GuidelineIii) && !self.adds_time())
            .with(Predicate::ObservedTouch, self.observed(Channel::Touch))
            .with(Predicate::ObservedSpeech, self.observed(Channel::Speech))
            .with(Predicate::ObservedBoard, self.observed(Channel::Board))
            .with(Predicate::ObservedClock, self.observed(Channel::Clock))
            .with(Predicate::ObservedConduct, self.observed(Channel::Conduct))
    }
}
