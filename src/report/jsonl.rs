//! `jsonl`: one game per line, in input order, then one line with the summary.

use std::io::{self, Write};

use serde::Serialize;

use crate::finding::GameReport;

use super::wire::{CodeWire, GameWire, Rules, ShardWire, SummaryWire, ToolWire, UnreadableWire};
use super::{Format, RunInfo, SCHEMA, Totals};

/// One game per line, then one line with the summary.
#[derive(Debug, Default)]
pub struct Jsonl {
    run: Option<RunInfo>,
}

#[derive(Serialize)]
struct LastLine<'a> {
    schema: &'static str,
    tool: ToolWire,
    code: CodeWire<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<ShardWire>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<Rules<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unreadable: Option<UnreadableWire<'a>>,
    summary: SummaryWire<'a>,
}

impl Jsonl {
    /// A report not yet begun.
    pub fn new() -> Self {
        Self::default()
    }
}

/// Writes the game as one line of JSON, with its line break.
///
/// # Errors
/// What writing fails with; to memory it cannot.
pub fn game_line(mut line: impl Write, file: &str, game: &GameReport) -> io::Result<()> {
    serde_json::to_writer(&mut line, &GameWire::of(file, game))?;
    line.write_all(b"\n")
}

/// The game as a value, to stand in another object.
///
/// # Errors
/// Never in practice: every key is a string.
pub(crate) fn game_value(file: &str, game: &GameReport) -> serde_json::Result<serde_json::Value> {
    serde_json::to_value(GameWire::of(file, game))
}

impl Format for Jsonl {
    fn begin(&mut self, _: &mut dyn Write, run: &RunInfo) -> io::Result<()> {
        self.run = Some(run.clone());
        Ok(())
    }

    fn game(&mut self, out: &mut dyn Write, file: &str, game: &GameReport) -> io::Result<()> {
        game_line(out, file, game)
    }

    fn finish(&mut self, out: &mut dyn Write, totals: &Totals<'_>) -> io::Result<()> {
        let Some(run) = &self.run else {
            return Ok(());
        };
        let last = LastLine {
            schema: SCHEMA,
            tool: ToolWire::of(&run.tool),
            code: CodeWire::of(&run.code),
            shard: run.part.as_ref().map(ShardWire::of),
            left_out: run.part.as_ref().map(|part| Rules(&part.left_out)),
            unreadable: (!totals.unreadable.is_empty()).then_some(UnreadableWire(totals.unreadable)),
            summary: SummaryWire::of(totals.summary),
        };
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
        {"game":17,"file":"archive/1799.pgn","span":{"file":"archive/1799.pgn","offset":1000,"length":73,"line":408,"column":1},"tags":{"Event":"Club \"A\""},"result":"*","plies":47,"final_fen":"4r1k1/8/5n2/8/8/P1N5/8/4R1K1 b - - 0 24","code":"club-law","verdict":{"standing":"retractable","score":"*","reason":"move.discovers-check","ply":45},"findings":[]}
        {"game":17,"file":"archive/1799.pgn","span":{"file":"archive/1799.pgn","offset":1000,"length":73,"line":408,"column":1},"tags":{"Event":"Club \"A\""},"result":"*","plies":47,"final_fen":"4r1k1/8/5n2/8/8/P1N5/8/4R1K1 b - - 0 24","code":"club-law","verdict":{"standing":"retractable","score":"*","reason":"move.discovers-check","ply":45},"findings":[]}
        {"schema":"jadoube.report/1","tool":{"name":"jadoube","version":"1.2.3"},"code":{"id":"club-law","title":"Rules of an Invented Chess Club","year":1799},"summary":{"files":1,"unreadable":0,"games":2,"plies":94,"findings":{"error":0,"warning":0,"info":0},"by_rule":{}}}
        "#);
    }

    #[test]
    fn of_many_tags_too_the_first_value_wins() {
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
