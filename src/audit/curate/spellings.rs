//! `curate.player-spelling`: the spellings of one player's name.

use std::cmp::Reverse;
use std::io;

use hashbrown::HashTable;
use xxhash_rust::xxh3::xxh3_64;

use crate::player_name::PlayerName;
use crate::spill::{Spool, SpoolEntry};

/// The spellings of a family name that are compared. Families with more are left out.
const MOST_OF_A_FAMILY: usize = 500;

/// Between the games of one player lie at most so many years.
const MOST_YEARS: u16 = 60;

/// A spelling, in 64 bytes; its text is in a spool.
struct Spelling {
    /// A hash of the text.
    hash: u64,
    /// A hash of the family name as it is marked.
    family: u64,
    /// A hash of all words, if there are several.
    words: Option<u64>,
    shows_family: bool,
    games: u32,
    /// The number in the run of its first game.
    first: u32,
    /// The first and the last year of its games, if one is known.
    years: Option<(u16, u16)>,
    text: SpoolEntry,
}

impl Spelling {
    fn add_year(&mut self, year: u16) {
        let (first, last) = self.years.unwrap_or((year, year));
        self.years = Some((first.min(year), last.max(year)));
    }

    /// Whether the games can be those of one life.
    fn is_of_one_time(&self, other: &Self) -> bool {
        let (Some((first, last)), Some((other_first, other_last))) = (self.years, other.years) else {
            return true;
        };
        first.saturating_sub(other_last) <= MOST_YEARS && other_first.saturating_sub(last) <= MOST_YEARS
    }
}

/// All spellings so far.
#[derive(Default)]
pub(super) struct Spellings {
    all: Vec<Spelling>,
    /// The places in `all`, by the hash of the text.
    places: HashTable<usize>,
    spool: Spool,
}

/// A hash that identifies a spelling.
pub(super) fn spelling_hash(text: &str) -> u64 {
    xxh3_64(text.as_bytes())
}

/// A spelling and its games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SpelledName {
    pub text: String,
    pub games: u32,
    pub first: u32,
    pub hash: u64,
}

/// The spellings of one player, the most frequent one first.
pub(super) type SpellingGroup = Vec<SpelledName>;

impl Spellings {
    /// Counts a game of a player, and returns whether the spelling is new.
    pub(super) fn take(&mut self, text: &str, order: u32, year: Option<u16>) -> io::Result<bool> {
        let hash = spelling_hash(text);
        let Self { all, places, spool } = self;
        let is_same = |place: &usize| all.get(*place).is_some_and(|spelling| spelling.hash == hash);
        if let Some(place) = places.find(hash, is_same).copied() {
            if let Some(spelling) = all.get_mut(place) {
                spelling.games = spelling.games.saturating_add(1);
                if let Some(year) = year {
                    spelling.add_year(year);
                }
            }
            return Ok(false);
        }
        let Some(name) = PlayerName::read(text) else { return Ok(false) };
        let place = all.len();
        all.push(Spelling {
            hash,
            family: xxh3_64(name.family().as_bytes()),
            words: name.word_key().map(|words| xxh3_64(words.as_bytes())),
            shows_family: name.shows_family(),
            games: 1,
            first: order,
            years: year.map(|year| (year, year)),
            text: spool.put(text.as_bytes())?,
        });
        places.insert_unique(hash, place, |place| all.get(*place).map_or(0, |spelling| spelling.hash));
        Ok(true)
    }

    /// The players with several spellings, in the order of the first games of their rarest ones.
    pub(super) fn groups(&self) -> io::Result<Vec<SpellingGroup>> {
        let models = self.models();
        let family_of = |place: usize| {
            let model = models.get(place).copied().unwrap_or(place);
            Some((self.all.get(model)?.family, place, model))
        };
        let mut by_family: Vec<(u64, usize, usize)> = (0..self.all.len()).filter_map(family_of).collect();
        by_family.sort_unstable();
        let mut groups = Vec::new();
        for family in by_family.chunk_by(|one, other| one.0 == other.0) {
            if (2..=MOST_OF_A_FAMILY).contains(&family.len()) {
                self.add_players(family, &mut groups)?;
            }
        }
        let rarest = |group: &SpellingGroup| group.last().map(|name| (name.first, name.hash));
        groups.sort_unstable_by_key(rarest);
        Ok(groups)
    }

    /// For each spelling, one of the same words that shows which of them is the family name; else the spelling itself.
    fn models(&self) -> Vec<usize> {
        let mut models: Vec<usize> = (0..self.all.len()).collect();
        let words =
            |(place, spelling): (usize, &Spelling)| Some((spelling.words?, !spelling.shows_family, place));
        let mut by_words: Vec<(u64, bool, usize)> = self.all.iter().enumerate().filter_map(words).collect();
        by_words.sort_unstable();
        for same in by_words.chunk_by(|one, other| one.0 == other.0) {
            let Some((_, _, model)) = same.first() else { continue };
            for (_, _, place) in same {
                if let Some(slot) = models.get_mut(*place) {
                    *slot = *model;
                }
            }
        }
        models
    }

    fn text(&self, place: usize) -> io::Result<String> {
        let Some(spelling) = self.all.get(place) else { return Ok(String::new()) };
        String::from_utf8(self.spool.get(spelling.text)?).map_err(io::Error::other)
    }

    /// Adds the players among the spellings of a family name. A spelling that fits two names that contradict each other
    /// belongs to neither.
    fn add_players(&self, family: &[(u64, usize, usize)], groups: &mut Vec<SpellingGroup>) -> io::Result<()> {
        let names = family.iter().map(|(_, _, model)| Ok(PlayerName::read(&self.text(*model)?)));
        let names: Vec<PlayerName> = names.collect::<io::Result<Vec<_>>>()?.into_iter().flatten().collect();
        if names.len() != family.len() {
            return Ok(());
        }
        let spelling = |at: usize| family.get(at).and_then(|(_, place, _)| self.all.get(*place));
        let is_one_player = |one: usize, other: usize| {
            let name = |at: usize| Some((names.get(at)?, spelling(at)?));
            name(one).zip(name(other)).is_some_and(|((one, of_one), (other, of_other))| {
                one.is_compatible(other) && of_one.is_of_one_time(of_other)
            })
        };
        let fits: Vec<Vec<usize>> = (0..names.len())
            .map(|one| (0..names.len()).filter(|other| is_one_player(one, *other)).collect())
            .collect();
        let do_fit = |one: usize, other: usize| fits.get(one).is_some_and(|fits| fits.contains(&other));
        let is_clear =
            |fits: &Vec<usize>| fits.iter().all(|one| fits.iter().all(|other| do_fit(*one, *other)));
        let clear: Vec<bool> = fits.iter().map(is_clear).collect();
        let is_clear = |at: usize| clear.get(at).copied().unwrap_or(false);
        for (at, fits) in fits.iter().enumerate().filter(|(at, _)| is_clear(*at)) {
            let of_player = || fits.iter().copied().filter(|other| is_clear(*other));
            if of_player().next() != Some(at) || of_player().count() < 2 {
                continue;
            }
            let mut group = SpellingGroup::new();
            for (_, place, _) in of_player().filter_map(|at| family.get(at)) {
                let Some(Spelling { games, first, hash, .. }) = self.all.get(*place) else { continue };
                group.push(SpelledName {
                    text: self.text(*place)?,
                    games: *games,
                    first: *first,
                    hash: *hash,
                });
            }
            group.sort_unstable_by_key(|name| (Reverse(name.games), name.first, name.hash));
            groups.push(group);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(names: &[&str]) -> Vec<Vec<(String, u32)>> {
        let mut spellings = Spellings::default();
        for (name, order) in names.iter().zip(1..) {
            spellings.take(name, order, None).unwrap();
        }
        let groups = spellings.groups().unwrap().into_iter();
        groups.map(|group| group.into_iter().map(|name| (name.text, name.games)).collect()).collect()
    }

    fn group(names: &[(&str, u32)]) -> Vec<(String, u32)> {
        names.iter().map(|(name, games)| ((*name).to_owned(), *games)).collect()
    }

    #[test]
    fn spellings_of_one_player_are_a_group() {
        let found =
            groups(&["Anderssen", "Anderssen, Adolf", "Adolf Anderssen", "Anderssen, Adolf", "Mayet"]);
        let due = [("Anderssen, Adolf", 2), ("Anderssen", 1), ("Adolf Anderssen", 1)];
        assert_eq!(found, [group(&due)]);
    }

    #[test]
    fn a_spelling_that_fits_two_players_is_left_out() {
        assert!(groups(&["Lasker", "Lasker, Emanuel", "Lasker, Edward"]).is_empty());
        let found = groups(&["Lasker", "Lasker, Emanuel", "Lasker, Edward", "Lasker, Em"]);
        assert_eq!(found, [group(&[("Lasker, Emanuel", 1), ("Lasker, Em", 1)])]);
    }

    #[test]
    fn players_of_other_times_are_not_joined() {
        let mut spellings = Spellings::default();
        for (name, order, year) in [("Marin", 1, 1927), ("Marin, Mihail", 2, 2010), ("Marin, M", 3, 2008)] {
            spellings.take(name, order, Some(year)).unwrap();
        }
        let found = spellings.groups().unwrap();
        let texts: Vec<&str> = found.iter().flatten().map(|name| name.text.as_str()).collect();
        assert_eq!(texts, ["Marin, Mihail", "Marin, M"]);
    }

    #[test]
    fn names_of_no_player_are_not_compared() {
        assert!(groups(&["NN", "N.N.", "?", "Allies", "allies"]).is_empty());
    }

    #[test]
    fn a_spelling_takes_64_bytes() {
        assert!(size_of::<Spelling>() <= 64);
    }
}
