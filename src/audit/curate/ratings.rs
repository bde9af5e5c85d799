//! `curate.rating-jump`: ratings that cannot be, or that change too fast.

use hashbrown::HashTable;

/// Ratings of players are between these.
const LOWEST: u16 = 100;
const HIGHEST: u16 = 2900;

/// A greater change is a jump.
const LARGEST_CHANGE: u16 = 400;

/// Games that lie more days apart are not compared.
const MOST_DAYS: u32 = 60;

/// The rating of a player in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RatedGame {
    /// A hash of the player's name, and of the ratings of a server.
    pub player: u64,
    pub rating: u16,
    /// The number of the day of the game.
    pub day: u32,
    /// The number of the game in the run.
    pub order: u32,
}

/// Whether a rating is not one of a person. Engines, which play each other, and servers have ratings above those of players.
pub(super) fn is_impossible(rating: u16, opponent: Option<u16>, is_of_server: bool) -> bool {
    let is_of_engine = opponent.is_some_and(|opponent| opponent > HIGHEST);
    rating < LOWEST || rating > HIGHEST && !is_of_engine && !is_of_server
}

/// The last rating of a player: 24 bytes.
struct LastRating {
    player: u64,
    day: u32,
    order: u32,
    rating: u16,
    /// The rating before a jump. Another change back to it is not a second jump.
    before: u16,
}

/// The last rating of each player.
#[derive(Default)]
pub(super) struct Ratings(HashTable<LastRating>);

/// A rating from which another one differs too much.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct EarlierRating {
    pub rating: u16,
    pub days: u32,
    /// The number of its game in the run.
    pub order: u32,
}

impl Ratings {
    /// Adds the rating of a game, and returns the last one if the change is too large.
    pub(super) fn take(&mut self, game: RatedGame) -> Option<EarlierRating> {
        let RatedGame { player, rating, day, order } = game;
        let Some(last) = self.0.find_mut(player, |last| last.player == player) else {
            let last = LastRating { player, day, order, rating, before: rating };
            self.0.insert_unique(player, last, |last| last.player);
            return None;
        };
        let days = last.day.abs_diff(day);
        let is_near = |other: u16| other.abs_diff(rating) <= LARGEST_CHANGE;
        let is_jump = days <= MOST_DAYS && !is_near(last.rating) && !is_near(last.before);
        let earlier = EarlierRating { rating: last.rating, days, order: last.order };
        let before = if is_jump { last.rating } else { rating };
        *last = LastRating { player, day, order, rating, before };
        is_jump.then_some(earlier)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_wrong_rating_is_one_jump() {
        let mut ratings = Ratings::default();
        let mut take = |rating, day| {
            let found = ratings.take(RatedGame { player: 7, rating, day, order: day });
            found.map(|earlier| (earlier.rating, earlier.days))
        };
        assert_eq!(take(2694, 10), None);
        assert_eq!(take(2240, 40), Some((2694, 30)));
        assert_eq!(take(2694, 60), None);
        assert_eq!(take(2700, 70), None);
        // Over a longer time a rating can change.
        assert_eq!(take(2100, 200), None);
    }

    #[test]
    fn a_rating_above_all_players_is_that_of_an_engine_or_a_server() {
        assert!(is_impossible(3545, Some(2400), false) && is_impossible(2950, None, false));
        assert!(!is_impossible(3545, Some(3481), false) && !is_impossible(3058, Some(1204), true));
        assert!(is_impossible(26, None, true) && !is_impossible(100, None, false));
    }
}
