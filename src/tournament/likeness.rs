//! How much a player of a record is like one of the report.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::game::RecordedPlayer;
use super::trf::TournamentFile;
use crate::player_name::{PlayerName, letters};

/// How a name of the record and one of the report differ, the least difference first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum NameLikeness {
    /// In case, blanks and punctuation at most.
    Same,
    /// Also in accents, titles or the order of words.
    Respelled,
    /// A given name is shortened or missing.
    Shortened,
    /// The family names are nearly the same.
    Near,
    /// They are different names; the FIDE id is the same.
    Other,
    /// The record has no name.
    Unstated,
}

impl NameLikeness {
    const fn cost(self) -> u32 {
        match self {
            Self::Same => 0,
            Self::Respelled => 1,
            Self::Shortened => 3,
            Self::Near => 10,
            Self::Other => 12,
            Self::Unstated => 4,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum IdLikeness {
    Same,
    Differs,
    /// The record or the report has none.
    Unstated,
}

/// A player of the report who can be that of the record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Candidate {
    pub row: usize,
    pub name: NameLikeness,
    pub id: IdLikeness,
}

impl Candidate {
    /// The less, the more it is like the player of the record.
    pub(super) const fn cost(&self) -> u32 {
        match self.id {
            IdLikeness::Differs => self.name.cost().saturating_add(6),
            IdLikeness::Same | IdLikeness::Unstated => self.name.cost(),
        }
    }

    /// Whether it is certain enough to accuse a record of something.
    pub(super) fn is_certain(&self) -> bool {
        self.id == IdLikeness::Same || self.name <= NameLikeness::Shortened
    }
}

/// The players of the report, prepared to be compared with names of records.
#[derive(Debug)]
pub(super) struct ReportPlayers {
    players: Vec<ReportPlayer>,
    known: BTreeMap<NameAndId, Option<Arc<[Candidate]>>>,
}

/// A name of a record, and the FIDE id beside it.
type NameAndId = (String, Option<u64>);

#[derive(Debug)]
struct ReportPlayer {
    letters: String,
    name: Option<ReportName>,
    fide_id: Option<u64>,
}

/// A name, and its key.
#[derive(Debug)]
struct ReportName {
    name: PlayerName,
    key: String,
}

/// The greatest number of names of records that are kept with their candidates.
const MOST_KNOWN: usize = 100_000;

/// A name that fits more players of the report says too little.
const MOST_CANDIDATES: usize = 32;

impl ReportPlayer {
    fn new(name: &str, fide_id: Option<u64>) -> Self {
        Self { letters: letters(name), name: ReportName::read(name), fide_id }
    }
}

impl ReportName {
    fn read(text: &str) -> Option<Self> {
        let name = PlayerName::read(text)?;
        let key = name.strict_key();
        Some(Self { name, key })
    }

    fn compare(&self, other: &Self) -> Option<NameLikeness> {
        if self.key == other.key {
            Some(NameLikeness::Respelled)
        } else if self.name.is_compatible(&other.name) {
            Some(NameLikeness::Shortened)
        } else if self.name.mark() == other.name.mark() && self.name.resembles(&other.name) {
            Some(NameLikeness::Near)
        } else {
            None
        }
    }
}

impl ReportPlayers {
    pub(super) fn of(file: &TournamentFile) -> Self {
        let players = file.players.iter().map(|row| ReportPlayer::new(&row.name, row.fide_id));
        Self { players: players.collect(), known: BTreeMap::new() }
    }

    /// The players of the report who can be this one. `None` if they are too many.
    pub(super) fn candidates(&mut self, player: &RecordedPlayer) -> Option<Arc<[Candidate]>> {
        let name = player.name.as_ref().map_or("", |name| name.value.as_str());
        let id = player.fide_id.map(|id| id.value);
        let Self { players, known } = self;
        if known.len() >= MOST_KNOWN {
            known.clear();
        }
        known.entry((name.to_owned(), id)).or_insert_with(|| candidates(players, name, id)).clone()
    }
}

fn candidates(players: &[ReportPlayer], name: &str, id: Option<u64>) -> Option<Arc<[Candidate]>> {
    let (own_letters, own) = (letters(name), ReportName::read(name));
    let mut found: Vec<Candidate> = Vec::new();
    for (row, entry) in players.iter().enumerate() {
        let id = match (id, entry.fide_id) {
            (Some(one), Some(other)) if one == other => IdLikeness::Same,
            (Some(_), Some(_)) => IdLikeness::Differs,
            _ => IdLikeness::Unstated,
        };
        let likeness = if own_letters.is_empty() {
            None
        } else if own_letters == entry.letters {
            Some(NameLikeness::Same)
        } else {
            own.as_ref().zip(entry.name.as_ref()).and_then(|(own, other)| own.compare(other))
        };
        let name = match (likeness, id) {
            (Some(name), _) => name,
            (None, IdLikeness::Same) if own_letters.is_empty() => NameLikeness::Unstated,
            (None, IdLikeness::Same) => NameLikeness::Other,
            (None, _) => continue,
        };
        found.push(Candidate { row, name, id });
    }
    // A similar name counts only if there is no better one.
    if found.iter().any(Candidate::is_certain) {
        found.retain(Candidate::is_certain);
    }
    (found.len() <= MOST_CANDIDATES).then(|| found.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(names: &[(&str, Option<u64>)], name: &str, id: Option<u64>) -> Vec<(usize, NameLikeness)> {
        let players: Vec<ReportPlayer> =
            names.iter().map(|(name, fide_id)| ReportPlayer::new(name, *fide_id)).collect();
        let found = candidates(&players, name, id).unwrap();
        found.iter().map(|candidate| (candidate.row, candidate.name)).collect()
    }

    #[test]
    fn names_are_graded() {
        use NameLikeness::{Near, Other, Respelled, Same, Shortened};
        let names = [("Bruehl,Andreas", Some(7)), ("Haub,Thorsten Michael", None), ("player99", None)];
        assert_eq!(found(&names, "Bruehl, Andreas", None), [(0, Same)]);
        assert_eq!(found(&names, "Andreas Br\u{fc}hl", None), [(0, Respelled)]);
        assert_eq!(found(&names, "Br\u{fc}hl,A", None), [(0, Shortened)]);
        assert_eq!(found(&names, "Bruell,Andreas", None), [(0, Near)]);
        assert_eq!(found(&names, "Somebody, Else", Some(7)), [(0, Other)]);
        assert_eq!(found(&names, "Player99", None), [(2, Same)]);
        assert_eq!(found(&names, "player98", None), []);
        assert_eq!(found(&names, "Else,Somebody", None), []);
    }

    #[test]
    fn namesakes_are_all_candidates() {
        let names = [("Schmidt,Peter", None), ("Schmidt,Paul", None)];
        assert_eq!(found(&names, "Schmidt,P", None).len(), 2);
        assert_eq!(found(&names, "Schmidt,Paul", None), [(1, NameLikeness::Same)]);
        let many: Vec<(&str, Option<u64>)> = vec![("Schmidt,Peter", None); MOST_CANDIDATES + 1];
        let players: Vec<ReportPlayer> = many.iter().map(|(name, id)| ReportPlayer::new(name, *id)).collect();
        assert_eq!(candidates(&players[1..], "Schmidt,P", None).unwrap().len(), MOST_CANDIDATES);
        assert_eq!(candidates(&players, "Schmidt,P", None), None);
    }
}
