//! `human`: the acts of each player, below one line for each game.

use std::io::{self, Write};

use crate::audit::Summary;

use super::super::Style;
use super::super::text::{capital, wrap};
use super::{Entry, Ledger};

pub(super) fn write(ledger: &Ledger, summary: &Summary, style: Style, out: &mut dyn Write) -> io::Result<()> {
    for player in ledger.players() {
        let name = style.paint("1", &style.fit(player.name));
        writeln!(out, "{name}: {}", player.summary())?;
        for game in player.entries.chunk_by(|one, other| (&one.file, one.game) == (&other.file, other.game)) {
            if let Some(first) = game.first() {
                paragraph(2, &game_line(first), style, out)?;
            }
            for entry in game {
                paragraph(4, &act_line(entry), style, out)?;
            }
        }
        writeln!(out)?;
    }
    for line in wrap(&ledger.summary_line(summary), style.width) {
        writeln!(out, "{}", style.paint("1", &line))?;
    }
    Ok(())
}

/// `round 5.1, 2026.03.07, White against Lund, D (games.pgn:10 game 1)`
pub(super) fn game_line(entry: &Entry) -> String {
    let round = if entry.round.is_empty() { String::new() } else { format!("round {}", entry.round) };
    let against = match entry.opponent.as_str() {
        "" => entry.side.name().to_owned(),
        opponent => format!("{} against {opponent}", entry.side.name()),
    };
    let parts = [entry.event.as_str(), &round, &entry.date, &against];
    let about: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    format!("{} ({}:{} game {})", capital(&about.join(", ")), entry.file, entry.line, entry.game)
}

/// `2. Bf1-d4: White's bishop on f1 cannot go to d4 (club-law 7): remedy carried out; the arbiter ruled …`
fn act_line(entry: &Entry) -> String {
    let Entry { place, message, citation, outcome, note, .. } = entry;
    let followed: Vec<&str> = [*outcome, note].into_iter().filter(|text| !text.is_empty()).collect();
    let colon = if followed.is_empty() { "" } else { ": " };
    format!("{place}: {message} ({citation}){colon}{}", followed.join("; "))
}

fn paragraph(indent: usize, text: &str, style: Style, out: &mut dyn Write) -> io::Result<()> {
    for (index, line) in wrap(&style.fit(text), style.width.saturating_sub(indent + 2)).iter().enumerate() {
        let hanging = if index == 0 { indent } else { indent + 2 };
        writeln!(out, "{:hanging$}{line}", "")?;
    }
    Ok(())
}
