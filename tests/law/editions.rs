//! The edition in force on the day of a game.

use std::sync::Arc;

use jadoube::internals::audit::{
    CodeChoice, DiagramChoice, Doubts, Editions, InputOptions, Inputs, LawFiles, NoProgress, Selection,
    Settings, Sink, run,
};
use jadoube::internals::finding::{GameReport, Severity};
use jadoube::internals::law::codes;
use jadoube::internals::series::Grouping;

struct Codes(Vec<String>);

impl Sink for Codes {
    fn game(&mut self, _: &Arc<str>, game: &GameReport) -> std::io::Result<()> {
        self.0.push(game.code.to_string());
        Ok(())
    }

    fn unreadable(&mut self, _: &Arc<str>, why: &str) -> std::io::Result<()> {
        Err(std::io::Error::other(why.to_owned()))
    }
}

/// The codes under which games of these dates are judged when `code` is asked for.
fn judged_under(code: &str, dates: &[&str]) -> Vec<String> {
    let game = |date| format!("[Event \"?\"]\n[Date \"{date}\"]\n[Result \"*\"]\n\n1. e4 e5 *\n");
    let text = dates.iter().map(game).collect::<Vec<_>>().join("\n");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    std::fs::write(&path, text).unwrap();
    let settings = Settings {
        codes: CodeChoice::One(codes::code(code).unwrap()),
        editions: Some(Editions::among(codes::codes())),
        shelf: LawFiles::default(),
        doubts: Doubts::Unmarked,
        selection: Selection::all(Severity::Error),
        per_file_ignores: Vec::new(),
        baseline: jadoube::internals::audit::BaselineMode::Off,
        all: true,
        keep_source: false,
        diagrams: DiagramChoice::Unkept,
        duplicates: 0,
        series: Grouping::Tagged,
        budgets: jadoube::internals::search::Budgets::default(),
        intake: InputOptions::default(),
    };
    let mut sink = Codes(Vec::new());
    let inputs = Inputs { paths: vec![path.into_os_string()], ..Inputs::default() };
    run(&settings, inputs, &mut sink, &NoProgress).unwrap();
    sink.0
}

#[test]
fn codes_for_less_time_are_there_and_of_the_same_days() {
    for code in codes::codes() {
        for quicker in &code.quicker {
            let there = codes::code(&quicker.code).unwrap();
            assert_eq!((there.since, there.until), (code.since, code.until), "{} {}", code.id, quicker.code);
        }
    }
}

#[test]
fn the_edition_of_the_day_judges() {
    let dates = ["2015.03.02", "2017.06.30", "2017.07.01", "2022.12.31", "2023.01.01", "2026.11.21"];
    let due = ["fide-2014", "fide-2014", "fide-2018", "fide-2018", "fide-2023", "fide-2023"];
    assert_eq!(judged_under("fide-2023", &dates), due);
    assert_eq!(judged_under("fide-2018", &dates), due);
    let blitz: Vec<String> = due.iter().map(|id| format!("{id}-blitz")).collect();
    assert_eq!(judged_under("fide-2023-blitz", &dates), blitz);
}

#[test]
fn where_the_day_is_not_known_the_code_asked_for_judges() {
    // Before the first edition, within a year of change, and without a date.
    for date in ["1972.07.11", "2017.??.??", "????.??.??", "today", ""] {
        assert_eq!(judged_under("fide-2018", &[date]), ["fide-2018"], "{date}");
    }
    assert_eq!(judged_under("fide-2023", &["2016.??.??"]), ["fide-2014"]);
    assert_eq!(judged_under("kenny-1817", &["2016.05.05"]), ["kenny-1817"]);
}
