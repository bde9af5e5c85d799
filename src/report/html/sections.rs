//! The games of a page and their entries, spooled until the page is written: a page of thousands of entries has some
//! megabytes.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};
use std::sync::Arc;

use askama::Template;

use crate::finding::Tags;
use crate::spill::{Spool, SpoolEntry};

use super::super::text::{name_shown, plain, plural};
use super::super::top_findings::{Offer, TopFindings};
use super::game_title;

/// Games in the order of the run, each with data `G`, and their entries, each with data `E`.
pub(in crate::report) struct Sections<G, E> {
    spool: Spool,
    games: BTreeMap<u64, Section<G, E>>,
    /// The error of the spool, because a template reports only that there was one.
    error: Cell<Option<io::Error>>,
}

struct Section<G, E> {
    about: G,
    head: SpoolEntry,
    /// Sorted by their numbers.
    entries: Vec<SectionEntry<E>>,
    rows_left_out: u64,
    foot: Option<SpoolEntry>,
}

#[derive(Template)]
#[template(path = "game.html")]
pub(in crate::report) struct GameHeading {
    title: String,
    source: String,
    about: String,
    file: String,
    /// Empty if the page is about several codes.
    code: Arc<str>,
    white: String,
    black: String,
    /// The number by which the page links to a game without entries. It occurs once on a page.
    anchor: Option<u64>,
}

impl GameHeading {
    pub(in crate::report) fn new(
        file: &str,
        source: String,
        number: u64,
        tags: &Tags,
        about: &[String],
    ) -> Self {
        let player = |tag: &str| tags.value(tag).map(name_shown).unwrap_or_default().into_owned();
        Self {
            title: game_title(tags, number),
            source,
            about: about.join(" · "),
            file: plain(file).into_owned(),
            code: Arc::default(),
            white: player("White"),
            black: player("Black"),
            anchor: None,
        }
    }

    pub(in crate::report) fn anchored(self, anchor: Option<u64>) -> Self {
        Self { anchor, ..self }
    }

    pub(in crate::report) fn under(self, code: &Arc<str>) -> Self {
        Self { code: Arc::clone(code), ..self }
    }
}

/// A finding or a row of a game.
pub(in crate::report) struct SectionEntry<E> {
    /// Its number in the run. The numbers increase.
    pub id: u64,
    pub about: E,
    /// Its text without pictures.
    pub bare: SpoolEntry,
    pub pictures: Pictures,
}

/// The boards of an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::report) enum Pictures {
    /// There is nothing to draw.
    Nothing,
    /// The text of the entry with its boards.
    Drawn(SpoolEntry),
    /// There are too many boards on the page.
    LeftOut,
}

/// An entry and its game, by their numbers in the run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::report) struct EntryNumber {
    pub game: u64,
    pub entry: u64,
}

impl<G, E> Default for Sections<G, E> {
    fn default() -> Self {
        Self { spool: Spool::default(), games: BTreeMap::new(), error: Cell::new(None) }
    }
}

impl<G, E> Sections<G, E> {
    /// Spools a text.
    pub(in crate::report) fn put(&mut self, text: &impl Template) -> io::Result<SpoolEntry> {
        let mut bytes = Vec::new();
        Template::write_into(text, &mut bytes)?;
        self.spool.put(&bytes)
    }

    /// Adds a game without entries at the end.
    pub(in crate::report) fn open(&mut self, id: u64, about: G, head: &impl Template) -> io::Result<()> {
        let section =
            Section { about, head: self.put(head)?, entries: Vec::new(), rows_left_out: 0, foot: None };
        self.games.insert(id, section);
        Ok(())
    }

    /// Adds an entry to the end of a game, if the game has not been removed.
    pub(in crate::report) fn add(&mut self, game: u64, entry: SectionEntry<E>) {
        if let Some(section) = self.games.get_mut(&game) {
            // Most games have one entry.
            section.entries.reserve_exact(usize::from(section.entries.is_empty()));
            section.entries.push(entry);
        }
    }

    /// Adds the text below the entries of a game.
    pub(in crate::report) fn close(&mut self, game: u64, foot: &impl Template) -> io::Result<()> {
        let foot = self.put(foot)?;
        if let Some(section) = self.games.get_mut(&game) {
            section.foot = Some(foot);
        }
        Ok(())
    }

    pub(in crate::report) fn remove(&mut self, game: u64) {
        self.games.remove(&game);
    }

    /// Removes an entry, and its game with the last one.
    pub(in crate::report) fn remove_with_game(&mut self, spot: EntryNumber) {
        if let Some(section) = self.games.get_mut(&spot.game) {
            section.entries.retain(|entry| entry.id != spot.entry);
            if section.entries.is_empty() {
                self.remove(spot.game);
            }
        }
    }

    /// Removes a row. Its game shows the number of rows left out.
    pub(in crate::report) fn leave_out_row(&mut self, spot: EntryNumber) {
        if let Some(section) = self.games.get_mut(&spot.game) {
            section.entries.retain(|entry| entry.id != spot.entry);
            section.rows_left_out += 1;
        }
    }

    /// Whether the boards of an entry are drawn. If necessary, those of another entry are left out for it.
    pub(in crate::report) fn has_room_for_boards<S: Ord>(
        &mut self,
        boards: &mut TopFindings<S, EntryNumber>,
        severity: S,
        spot: EntryNumber,
    ) -> bool {
        let offer = boards.offer(severity, spot);
        if let Offer::Instead(other) = offer {
            let entries = self.games.get_mut(&other.game).map(|section| &mut section.entries);
            if let Some(entry) = entries.into_iter().flatten().find(|entry| entry.id == other.entry) {
                entry.pictures = Pictures::LeftOut;
            }
        }
        offer != Offer::Refused
    }

    pub(in crate::report) fn has(&self, game: u64) -> bool {
        self.games.contains_key(&game)
    }

    pub(in crate::report) fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    pub(in crate::report) fn len(&self) -> u64 {
        self.games.len() as u64
    }

    /// The games without entries, by their numbers in the run.
    pub(in crate::report) fn numbers_of_bare_games(&self) -> impl Iterator<Item = u64> {
        self.games.iter().filter(|(_, section)| section.entries.is_empty()).map(|(number, _)| *number)
    }

    /// The number of games without entries.
    pub(in crate::report) fn bare_games(&self) -> u64 {
        self.games.values().filter(|section| section.entries.is_empty()).count() as u64
    }

    pub(in crate::report) fn games(&self) -> impl Iterator<Item = &G> {
        self.games.values().map(|section| &section.about)
    }

    pub(in crate::report) fn entries(&self) -> impl Iterator<Item = &SectionEntry<E>> {
        self.games.values().flat_map(|section| &section.entries)
    }

    /// The number of entries whose boards are left out.
    pub(in crate::report) fn undrawn(&self) -> u64 {
        self.entries().filter(|entry| entry.pictures == Pictures::LeftOut).count() as u64
    }

    /// The number of rows left out of games that are on the page.
    pub(in crate::report) fn rows_left_out(&self) -> u64 {
        self.games.values().map(|section| section.rows_left_out).sum()
    }

    /// Writes the page that contains the sections.
    pub(in crate::report) fn write(&self, page: &impl Template, out: &mut dyn Write) -> io::Result<()> {
        Template::write_into(page, out).map_err(|error| self.error.take().unwrap_or(error))
    }

    fn show(&self, slip: SpoolEntry, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.spool.get(slip).and_then(|bytes| String::from_utf8(bytes).map_err(io::Error::other));
        let text = text.map_err(|error| {
            self.error.set(Some(error));
            fmt::Error
        })?;
        writeln!(out, "{text}")
    }
}

impl<G, E> Sections<G, E> {
    /// Writes a game with those of its entries that `takes` chooses.
    fn show_game(
        &self,
        section: &Section<G, E>,
        takes: &dyn Fn(&E) -> bool,
        out: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        self.show(section.head, out)?;
        for entry in section.entries.iter().filter(|entry| takes(&entry.about)) {
            let text = match entry.pictures {
                Pictures::Drawn(text) => text,
                Pictures::Nothing | Pictures::LeftOut => entry.bare,
            };
            self.show(text, out)?;
        }
        if section.rows_left_out > 0 {
            let rows =
                plural(section.rows_left_out, "more row of this game is", "more rows of this game are");
            writeln!(out, "<p class=\"remark\">{rows} omitted.</p>")?;
        }
        if let Some(foot) = section.foot {
            self.show(foot, out)?;
        }
        out.write_str("</section>\n")
    }
}

impl<G, E> fmt::Display for Sections<G, E> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.games.values().try_for_each(|section| self.show_game(section, &|_| true, out))
    }
}

/// Some of the games, each with some of its entries.
pub(in crate::report) struct Selected<'a, G, E, F> {
    pub sections: &'a Sections<G, E>,
    /// Whether an entry is shown, or, without one, a game that has no entries.
    pub takes: F,
}

impl<G, E, F: Fn(Option<&E>) -> bool> fmt::Display for Selected<'_, G, E, F> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let takes = |about: &E| (self.takes)(Some(about));
        let is_shown = |section: &Section<G, E>| match section.entries.as_slice() {
            [] => (self.takes)(None),
            entries => entries.iter().any(|entry| takes(&entry.about)),
        };
        let games = self.sections.games.values().filter(|section| is_shown(section));
        games.into_iter().try_for_each(|section| self.sections.show_game(section, &takes, out))
    }
}
