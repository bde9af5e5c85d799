//! `json`: the whole report as one object, written game by game.
//!
//! The summary comes last, because it is known only at the end. The order of keys has no meaning.

use std::io::{self, Write};

use crate::finding::GameReport;

use super::wire::{GameWire, RunWire, TotalsWire, write_keys};
use super::{Format, RunInfo, Totals};

#[derive(Debug, Default)]
pub(crate) struct Json {
    /// Whether a game has been written.
    begun: bool,
}

impl Format for Json {
    fn begin(&mut self, out: &mut dyn Write, run: &RunInfo) -> io::Result<()> {
        out.write_all(b"{")?;
        write_keys(out, &RunWire::of(run))?;
        out.write_all(b",\"games\":[")
    }

    fn game(&mut self, out: &mut dyn Write, file: &str, game: &GameReport) -> io::Result<()> {
        out.write_all(if self.begun { b",\n" } else { b"\n" })?;
        self.begun = true;
        Ok(serde_json::to_writer(out, &GameWire::of(file, game))?)
    }

    fn finish(&mut self, out: &mut dyn Write, totals: &Totals<'_>) -> io::Result<()> {
        out.write_all(if self.begun { b"\n]," } else { b"]," })?;
        write_keys(out, &TotalsWire::of(totals))?;
        out.write_all(b"}\n")
    }
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::super::sample::{game, summary, written, written_of};
    use super::super::{Jsonl, UnusedSource};
    use super::*;

    #[test]
    fn a_game_with_every_field() {
        assert_snapshot!(written(&mut Json::default()), @r#"
        {"schema":"jadoube.report/1","tool":{"name":"jadoube","version":"1.2.3"},"code":{"id":"club-law","title":"Rules of an Invented Chess Club","year":1799},"games":[
        {"game":17,"file":"archive/1799.pgn","key":"00000000000000000123456789abcdef","span":{"file":"archive/1799.pgn","offset":1000,"length":73,"line":408,"column":1},"tags":{"Event":"Club \"A\"","White":"A","Black":"B"},"result":"*","plies":47,"final_fen":"4r1k1/8/5n2/8/8/P1N5/8/4R1K1 b - - 0 24","code":"club-law","verdict":{"standing":"retractable","score":"*","reason":"move.discovers-check","ply":45},"findings":[{"rule":"record.roster","severity":"info","code":null,"article":null,"game":17,"ply":0,"move":null,"span":{"file":"archive/1799.pgn","offset":1000,"length":6,"line":408,"column":1},"offender":null,"message":"the tags Site, Date, Round and Result are missing","help":null,"remedies":[],"window":null,"retract":null,"disposition":null,"fingerprint":"00000000000000000000000000000007","silent":false,"unrevealed":false},{"rule":"move.discovers-check","severity":"error","code":"club-law","article":"VIII.5","codes":["club-law","older-law"],"game":17,"ply":45,"move":"23. Nc3","span":{"file":"archive/1799.pgn","offset":1056,"length":3,"line":412,"column":17},"offender":"white","message":"White's knight on e2 is pinned: Nc3 uncovers the rook on e8","help":"VII.1 gave the knight legally or another man; it closed when Black played 23... Nf6","remedies":[{"kind":"move-legally","chooser":"adversary","moves":["Nd4","Nf4","Ng3"],"men":["e2"],"fallback":false},{"kind":"move-king","chooser":"adversary","moves":["Kf1","Kh1"],"men":["g1"],"fallback":true},{"kind":"add-time","chooser":"law","moves":[],"men":[],"fallback":false,"seconds":120},{"kind":"promote","chooser":"offender","moves":["a8=N","a8=Q"],"men":["a7"],"fallback":false,"pieces":["Q","N"]}],"window":{"closes":"game-end","opened_ply":45,"closed_ply":null,"state":"open"},"retract":{"to_ply":44,"plies":3},"disposition":"open","fingerprint":"0123456789abcdef0000000000000042","silent":false,"unrevealed":false},{"rule":"conduct.writing","severity":"warning","code":"club-law","article":null,"game":17,"ply":46,"move":"23... Nf6","span":{"file":"archive/1799.pgn","offset":1060,"length":3,"line":412,"column":21},"offender":"black","message":"Black wrote Nf6 before\nplaying \u001b[31mit","help":null,"related":[{"file":"archive/1798.pgn","game":3}],"remedies":[],"window":{"closes":"moves-of","n":4,"who":"finder","opened_ply":46,"closed_ply":50,"state":"closed"},"retract":null,"disposition":"stands","fingerprint":"00000000000000000000000000000007","silent":true,"unrevealed":true}]}
        ],"summary":{"files":1,"unreadable":0,"games":1,"plies":47,"findings":{"error":1,"warning":1,"info":1},"by_rule":{"record.roster":1,"move.discovers-check":1,"conduct.writing":1}}}
        "#);
    }

    #[test]
    fn any_number_of_games_makes_one_object() {
        let one = game();
        for games in [vec![], vec![one.clone()], vec![one.clone(), one]] {
            let unreadable = [UnusedSource { file: "gone.pgn".into(), why: "no such file".into() }];
            let text = written_of(&mut Json::default(), &games, &summary(&games), &unreadable);
            let value: serde_json::Value = serde_json::from_str(&text).unwrap();
            assert_eq!(value["games"].as_array().unwrap().len(), games.len());
            assert_eq!(value["summary"]["games"], games.len());
            assert_eq!(value["unreadable"][0]["why"], "no such file");
        }
    }

    #[test]
    fn a_game_is_the_same_in_both() {
        let text = written(&mut Json::default());
        let lines = written(&mut Jsonl::new());
        assert_eq!(text.lines().nth(1), lines.lines().next());
    }
}
