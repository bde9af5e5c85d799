//! The facts for the `when` conditions of provisions.

use crate::game::{Channel, Odds, Regulation, SetupSource, TagName, TagValue, Time, TimeControl};
use crate::law::Predicate;

use crate::arbiter::context::Context;

/// A set of predicates that hold for an act. A predicate that the record cannot show does not hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Facts(u128);

const _: () = assert!(Predicate::ALL.len() <= 128);

impl Facts {
    pub(super) fn has(self, predicate: Predicate) -> bool {
        self.0 & (1 << predicate as u128) != 0
    }

    #[must_use]
    pub(super) fn with(mut self, predicate: Predicate, so: bool) -> Self {
        let bit = 1 << predicate as u128;
        self.0 = if so { self.0 | bit } else { self.0 & !bit };
        self
    }
}

/// Whether the game belongs to a match or tournament: it names a series, or an event and a round.
fn is_of_a_match(context: &Context<'_>) -> bool {
    let says = |tag| context.value(tag).is_some_and(|value| !matches!(value.trim_ascii(), b"" | b"?" | b"-"));
    let numbered = context.value(TagName::Round).is_some_and(|round| round.iter().any(u8::is_ascii_digit));
    says(TagName::Series) || (says(TagName::Event) && numbered)
}

fn announces(context: &Context<'_>, regulation: Regulation) -> bool {
    let read = context.tag_value(TagName::Regulations);
    matches!(read, Some(TagValue::Regulations(all)) if all.contains(&regulation))
}

/// Whether the clock adds time with each move: guideline III is for games without an increment.
fn adds_time(context: &Context<'_>) -> bool {
    let control = context.value(TagName::TimeControl).map(TimeControl::read);
    control.is_some_and(|control| {
        control.is_understood() && control.least_increment().is_some_and(|added| added > Time::ZERO)
    })
}

/// The facts that hold for every act of the record.
pub(crate) fn facts_of_record(context: &Context<'_>) -> Facts {
    Facts::default()
        .with(Predicate::FromArray, context.record().setup == SetupSource::Usual)
        .with(Predicate::MovesKnown, true)
        .with(Predicate::InMatch, is_of_a_match(context))
        .with(Predicate::Wagered, context.odds().is_some_and(Odds::is_wagered))
        .with(Predicate::FullSupervision, announces(context, Regulation::FullSupervision))
        .with(Predicate::GuidelineIii, announces(context, Regulation::GuidelineIii) && !adds_time(context))
        .with(Predicate::ObservedTouch, context.observed(Channel::Touch))
        .with(Predicate::ObservedSpeech, context.observed(Channel::Speech))
        .with(Predicate::ObservedBoard, context.observed(Channel::Board))
        .with(Predicate::ObservedClock, context.observed(Channel::Clock))
        .with(Predicate::ObservedConduct, context.observed(Channel::Conduct))
}
