//! `csv`: a line for each act, as RFC 4180 describes it, in UTF-8.

use std::io::{self, Write};

use csv::{Terminator, WriterBuilder};

use super::Ledger;

const HEADER: [&str; 16] = [
    "player", "side", "opponent", "event", "date", "round", "kind", "move", "rule", "article", "message",
    "outcome", "note", "file", "game", "line",
];

pub(super) fn write(ledger: &Ledger, out: &mut dyn Write) -> io::Result<()> {
    let mut lines = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(out);
    lines.write_record(HEADER)?;
    for entry in ledger.players().flat_map(|player| player.entries) {
        lines.write_record([
            entry.player.as_str(),
            entry.side.name(),
            &entry.opponent,
            &entry.event,
            &entry.date,
            &entry.round,
            entry.kind.id(),
            &entry.place,
            entry.rule.id(),
            &entry.citation,
            &entry.message,
            entry.outcome,
            &entry.note,
            &entry.file,
            &entry.game.to_string(),
            &entry.line.to_string(),
        ])?;
    }
    lines.flush()
}
