//! `html`: a page with a table of players, and below it the acts of each.

use std::io::{self, Write};

use askama::Template;

use crate::audit::Summary;
use crate::law::Rule;

use super::super::html::{Book, Frame, inputs_named};
use super::super::text::{count, plain};
use super::human::game_line;
use super::{ActKind, Ledger, LedgerInfo, PlayerAccount};

#[derive(Template)]
#[template(path = "ledger.html")]
struct LedgerPage {
    frame: Frame,
    headings: [&'static str; 6],
    players: Vec<PlayerSection>,
    /// For the end of the page, which has no articles here.
    books: Vec<Book>,
}

struct PlayerSection {
    id: String,
    name: String,
    summary: String,
    /// By kind; empty for none.
    numbers: [String; 6],
    games: Vec<GameActs>,
}

struct GameActs {
    about: String,
    acts: Vec<Act>,
}

struct Act {
    place: String,
    rule: Rule,
    citation: String,
    message: String,
    outcome: &'static str,
    note: String,
}

impl PlayerSection {
    fn new(index: usize, player: &PlayerAccount<'_>) -> Self {
        let games = player.entries.chunk_by(|one, other| (&one.file, one.game) == (&other.file, other.game));
        let games = games.filter_map(|entries| {
            let acts = entries.iter().map(|entry| Act {
                place: plain(&entry.place).into_owned(),
                rule: entry.rule,
                citation: entry.citation.clone(),
                message: plain(&entry.message).into_owned(),
                outcome: entry.outcome,
                note: plain(&entry.note).into_owned(),
            });
            Some(GameActs { about: plain(&game_line(entries.first()?)).into_owned(), acts: acts.collect() })
        });
        let number = |kind| match player.number(kind) {
            0 => String::new(),
            number => count(number),
        };
        Self {
            id: format!("player-{}", index + 1),
            name: plain(player.name).into_owned(),
            summary: player.summary(),
            numbers: ActKind::ALL.map(number),
            games: games.collect(),
        }
    }
}

pub(super) fn write(
    ledger: &Ledger,
    summary: &Summary,
    info: &LedgerInfo,
    out: &mut dyn Write,
) -> io::Result<()> {
    let heading = format!("Ledger of {}", inputs_named(&info.inputs));
    let lead = ledger.summary_line(summary);
    let page = LedgerPage {
        frame: Frame::new(heading, info.date, ledger.newest, &lead, &info.tool),
        headings: ActKind::ALL.map(ActKind::heading),
        players: ledger
            .players()
            .enumerate()
            .map(|(index, player)| PlayerSection::new(index, &player))
            .collect(),
        books: Vec::new(),
    };
    page.write_into(&mut io::BufWriter::new(&mut *out)).map_err(io::Error::other)?;
    out.flush()
}
