//! Whether a game is of the tournament, by its event and its date. A folder may hold games of other tournaments in which the
//! same players take part.

use std::collections::{BTreeMap, BTreeSet};

use xxhash_rust::xxh3::xxh3_64;

use super::trf::TournamentFile;
use crate::game::PartialDate;
use crate::player_name::letters;

/// The name of an event, as a hash of its letters and digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct EventKey(u64);

impl EventKey {
    /// `None` if the name has neither letters nor digits.
    pub(super) fn of(name: &str) -> Option<Self> {
        let letters = letters(name);
        (!letters.is_empty()).then(|| Self(xxh3_64(letters.as_bytes())))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Membership {
    /// The event is that of the tournament.
    SameEvent,
    Unknown,
    OtherDates,
    OtherEvent,
}

impl Membership {
    /// Whether the game is taken for one of another tournament.
    pub(super) const fn is_other(self) -> bool {
        matches!(self, Self::OtherDates | Self::OtherEvent)
    }
}

/// The event and the date of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Occasion {
    pub event: Option<EventKey>,
    pub date: Option<PartialDate>,
    /// Whether the game is one of a pairing by its round and both names.
    pub is_sure: bool,
}

/// The events and dates of the games that are certainly of the tournament.
#[derive(Debug)]
pub(super) struct Occasions<'t> {
    file: &'t TournamentFile,
    title: Option<EventKey>,
    events: BTreeSet<EventKey>,
    /// Whether the report has other dates than all its games, so that the dates say nothing.
    has_wrong_dates: bool,
}

impl<'t> Occasions<'t> {
    pub(super) fn of(file: &'t TournamentFile, games: &[Occasion]) -> Self {
        let is_outside = |game: &Occasion| game.date.is_some_and(|date| file.is_outside(date));
        let is_within = |game: &Occasion| game.date.is_some() && !is_outside(game);
        let has_wrong_dates = !games.iter().any(is_within) && games.iter().any(|game| game.is_sure);
        let mut numbers: BTreeMap<EventKey, EventNumbers> = BTreeMap::new();
        for game in games.iter().filter(|game| has_wrong_dates || !is_outside(game)) {
            if let Some(event) = game.event {
                let numbers = numbers.entry(event).or_default();
                numbers.sure = numbers.sure.saturating_add(usize::from(game.is_sure));
                numbers.all = numbers.all.saturating_add(1);
            }
        }
        let most = numbers.values().map(|numbers| numbers.sure).max().unwrap_or(0);
        // In another event of the same players, a pairing may be the same by chance.
        let is_of_tournament = |numbers: &EventNumbers| {
            numbers.sure > 0 && (numbers.sure == most || numbers.sure.saturating_mul(2) >= numbers.all)
        };
        let events = numbers.iter().filter(|(_, numbers)| is_of_tournament(numbers)).map(|(event, _)| *event);
        let title = file.title.as_deref().and_then(EventKey::of);
        Self { file, title, events: events.collect(), has_wrong_dates }
    }

    pub(super) fn membership(&self, event: Option<EventKey>, is_outside: bool) -> Membership {
        let is_same = event.is_some_and(|event| self.title == Some(event) || self.events.contains(&event));
        let is_other = event.is_some() && !is_same && !self.events.is_empty();
        match (is_same, is_other) {
            (_, true) => Membership::OtherEvent,
            _ if is_outside && !self.has_wrong_dates => Membership::OtherDates,
            (true, _) => Membership::SameEvent,
            _ => Membership::Unknown,
        }
    }

    pub(super) fn membership_of(&self, game: &Occasion) -> Membership {
        self.membership(game.event, game.date.is_some_and(|date| self.file.is_outside(date)))
    }
}

/// The number of games of an event, and of those that are certainly of the tournament.
#[derive(Clone, Copy, Default)]
struct EventNumbers {
    sure: usize,
    all: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::Encoding;

    #[test]
    fn events_of_sure_games_are_those_of_the_tournament() {
        let text = b"012 Open of Basel\n042 2024/05/03\n052 2024/05/05\n".to_vec();
        let file = TournamentFile::read("a.trf", text, Encoding::Auto);
        let game = |event: &str, date: &str, is_sure| Occasion {
            event: EventKey::of(event),
            date: PartialDate::read_valid(date.as_bytes()),
            is_sure,
        };
        let (open, blitz) = (game("Open", "2024.05.03", true), game("Blitz", "2024.05.03", false));
        let sure_blitz = Occasion { is_sure: true, ..blitz };
        let games = [open, open, sure_blitz, blitz, blitz];
        let occasions = Occasions::of(&file, &games);
        for (event, date, membership) in [
            ("open", "2024.05.04", Membership::SameEvent),
            ("Open of Basel", "2024.05.04", Membership::SameEvent),
            ("Blitz", "2024.05.03", Membership::OtherEvent),
            ("?", "2024.05.03", Membership::Unknown),
            ("Open", "2022.??.??", Membership::OtherDates),
        ] {
            assert_eq!(occasions.membership_of(&game(event, date, false)), membership, "{event} {date}");
        }
        // No event is known if no game is certain, and no date is another one if all are.
        let unsure = Occasions::of(&file, &[blitz]);
        assert_eq!(unsure.membership_of(&blitz), Membership::Unknown);
        let wrong = Occasions::of(&file, &[game("Open", "2011.05.03", true)]);
        assert_eq!(wrong.membership_of(&game("Open", "2011.05.04", false)), Membership::SameEvent);
    }
}
