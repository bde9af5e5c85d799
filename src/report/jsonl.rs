//! `jsonl`: one line for each game, in input order, and a last line with the summary.

use std::io::{self, Write};

use serde::Serialize;

use crate::finding::GameReport;

use super::wire::{GameWire, RunWire, TotalsWire};
use super::{Format, Totals};

/// The `jsonl` format: one line for each game, and a last line with the summary.
#[derive(Debug, Default)]
pub struct Jsonl(());

#[derive(Serialize)]
struct LastLine<'a> {
    #[serde(flatten)]
    run: RunWire<'a>,
    #[serde(flatten)]
    totals: TotalsWire<'a>,
}

impl Jsonl {
    /// A report that is not begun.
    pub fn new() -> Self {
        Self::default()
    }
}

/// Writes the game as one line of JSON, with its line break.
///
/// # Errors
/// If writing fails.
pub fn game_line(mut line: impl Write, file: &str, game: &GameReport) -> io::Result<()> {
    serde_json::to_writer(&mut line, &GameWire::of(file, game))?;
    line.write_all(b"\n")
}

/// The game as a JSON value.
pub(crate) fn game_value(file: &str, game: &GameReport) -> serde_json::Result<serde_json::Value> {
    serde_json::to_value(GameWire::of(file, game))
}

impl Format for Jsonl {
    fn game(&mut self, out: &mut dyn Write, file: &str, game: &GameReport) -> io::Result<()> {
        game_line(out, file, game)
    }

    fn finish(&mut self, out: &mut dyn Write, totals: &Totals<'_>) -> io::Result<()> {
        let last = LastLine { run: RunWire::of(totals.run), totals: TotalsWire::of(totals) };
        serde_json::to_writer(&mut *out, &last)?;
        out.write_all(b"\n")
    }
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::super::sample::{game, summary, tags, written_of};
    use super::*;

    #[test]
    fn a_line_for_each_game_and_a_last_one() {
        let mut plain = game();
        plain.findings.clear();
        plain.tags = tags(&[("Event", "Club \"A\"")]);
        let games = [plain.clone(), plain];
        assert_snapshot!(written_of(&mut Jsonl::new(), &games, &summary(&games), &[]), @r#"
        {"game":17,"file":"archive/1799.pgn","key":"00000000000000000123456789abcdef","span":{"file":"archive/1799.pgn","offset":1000,"length":73,"line":408,"column":1},"tags":{"Event":"Club \"A\""},"result":"*","plies":47,"final_fen":"4r1k1/8/5n2/8/8/P1N5/8/4R1K1 b - - 0 24","code":"club-law","verdict":{"standing":"retractable","score":"*","reason":"move.discovers-check","ply":45},"findings":[]}
        {"game":17,"file":"archive/1799.pgn","key":"00000000000000000123456789abcdef","span":{"file":"archive/1799.pgn","offset":1000,"length":73,"line":408,"column":1},"tags":{"Event":"Club \"A\""},"result":"*","plies":47,"final_fen":"4r1k1/8/5n2/8/8/P1N5/8/4R1K1 b - - 0 24","code":"club-law","verdict":{"standing":"retractable","score":"*","reason":"move.discovers-check","ply":45},"findings":[]}
        {"schema":"jadoube.report/1","tool":{"name":"jadoube","version":"1.2.3"},"code":{"id":"club-law","title":"Rules of an Invented Chess Club","year":1799},"summary":{"files":1,"unreadable":0,"games":2,"plies":94,"findings":{"error":0,"warning":0,"info":0},"by_rule":{}}}
        "#);
    }

    #[test]
    fn a_repeated_tag_keeps_its_first_value() {
        let mut game = game();
        for round in 0..100 {
            game.tags.push(format!("T{}", round % 50).into(), |values| values.push_str(&round.to_string()));
        }
        let mut line = Vec::new();
        game_line(&mut line, "f", &game).unwrap();
        let value: serde_json::Value = serde_json::from_slice(&line).unwrap();
        assert_eq!(value["tags"]["T49"], "49");
        assert_eq!(value["tags"]["White"], "A");
        assert_eq!(String::from_utf8(line).unwrap().matches("\"T49\"").count(), 1);
    }
}
