//! The code in force on the day of a game.

use std::sync::Arc;

use jadoube::internals::audit::{
    BaselineMode, CodeChoice, DiagramChoice, Doubts, InputOptions, Inputs, LawFiles, LawOfDay, NoProgress,
    Selection, Settings, Sink, run,
};
use jadoube::internals::finding::{GameReport, Severity};
use jadoube::internals::law::codes;
use jadoube::internals::search::Budget;
use jadoube::internals::series::Grouping;

#[derive(Default)]
struct Games(Vec<GameReport>);

impl Sink for Games {
    fn game(&mut self, _: &Arc<str>, game: &GameReport) -> std::io::Result<()> {
        self.0.push(game.clone());
        Ok(())
    }

    fn unreadable(&mut self, _: &Arc<str>, why: &str) -> std::io::Result<()> {
        Err(std::io::Error::other(why.to_owned()))
    }
}

/// The reports on games without the tag `Laws`.
fn audit(games: &[String], tradition: Option<&str>) -> Vec<GameReport> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    std::fs::write(&path, games.join("\n")).unwrap();
    let settings = Settings {
        codes: CodeChoice::ByRecord(LawOfDay::of(&LawFiles::default(), tradition).unwrap()),
        file_codes: Vec::new(),
        shelf: LawFiles::default(),
        doubts: Doubts::Unmarked,
        selection: Selection::all(Severity::Error),
        per_file_ignores: Vec::new(),
        baseline: BaselineMode::Off,
        all: true,
        keep_source: false,
        repairs: true,
        diagrams: DiagramChoice::Unkept,
        duplicates: 0,
        series: Grouping::Tagged,
        budget: Budget::GAME,
        tournament: None,
        intake: InputOptions::default(),
    };
    let mut sink = Games::default();
    let inputs = Inputs { paths: vec![path.into_os_string()], ..Inputs::default() };
    run(&settings, inputs, &mut sink, &NoProgress).unwrap();
    sink.0
}

/// The code of a game with these tags.
fn code(tags: &str) -> String {
    code_in(tags, None)
}

fn code_in(tags: &str, tradition: Option<&str>) -> String {
    let game = format!("[Event \"?\"]\n{tags}\n[Result \"*\"]\n\n1. e4 e5 *\n");
    audit(&[game], tradition)[0].code.to_string()
}

#[test]
fn codes_for_less_time_are_there_and_begin_no_later() {
    for code in codes::codes() {
        for quicker in &code.quicker {
            let there = codes::code(&quicker.code).unwrap();
            let family = there.edition_of.as_ref().unwrap_or(&there.id);
            let first = codes::codes()
                .into_iter()
                .filter(|other| other.id == *family || other.edition_of.as_ref() == Some(family));
            let earliest = first.filter_map(|other| other.since).min();
            assert!(earliest <= code.since, "{} {}", code.id, quicker.code);
        }
    }
}

#[test]
fn the_edition_of_the_day_judges() {
    for (date, due) in [
        ("2012.03.02", "fide-2009"),
        ("2015.03.02", "fide-2014"),
        ("2017.06.30", "fide-2014"),
        ("2017.07.01", "fide-2017"),
        ("2018.01.01", "fide-2018"),
        ("2022.12.31", "fide-2018"),
        ("2023.01.01", "fide-2023"),
        ("2026.11.21", "fide-2023"),
        ("2016.??.??", "fide-2014"),
        ("2016.05.??", "fide-2014"),
        ("????.??.??", "fide-2023"),
        ("today", "fide-2023"),
        ("1972.07.11", "none"),
    ] {
        assert_eq!(code(&format!("[Date \"{date}\"]")), due, "{date}");
    }
}

#[test]
fn the_date_of_the_event_goes_before_that_of_the_game() {
    assert_eq!(code("[Date \"2018.01.02\"]\n[EventDate \"2017.??.??\"]"), "fide-2017");
    assert_eq!(code("[Date \"2023.01.02\"]\n[EventDate \"2022.12.27\"]"), "fide-2018");
    assert_eq!(code("[Date \"2023.01.02\"]\n[EventDate \"????.??.??\"]"), "fide-2023");
}

#[test]
fn the_time_control_chooses_the_kind_of_play() {
    let played = |control: &str, date: &str| code(&format!("[Date \"{date}\"]\n[TimeControl \"{control}\"]"));
    assert_eq!(played("300+0", "2024.01.01"), "fide-2023-blitz");
    assert_eq!(played("900+10", "2024.01.01"), "fide-2023-rapid");
    assert_eq!(played("5400+30", "2024.01.01"), "fide-2023");
    assert_eq!(played("?", "2024.01.01"), "fide-2023");
    assert_eq!(played("300+0", "2017.12.27"), "fide-2017-blitz");
    assert_eq!(played("900+10", "2018.01.01"), "fide-2018-rapid");
    assert_eq!(played("840", "2010.01.01"), "fide-2009-blitz");
}

#[test]
fn a_tag_goes_before_the_day() {
    assert_eq!(code("[Date \"2015.01.01\"]\n[Laws \"bca-1862\"]"), "bca-1862");
}

#[test]
fn a_tradition_has_books_for_older_games() {
    let old = |date: &str, tradition| code_in(&format!("[Date \"{date}\"]"), Some(tradition));
    assert_eq!(old("1851.06.21", "british"), "staunton-1847");
    assert_eq!(old("1883.??.??", "british"), "bca-1862");
    assert_eq!(old("1883.??.??", "american"), "american-1880");
    assert_eq!(old("1850.12.31", "german"), "allgaier-1795");
    assert_eq!(old("1851.01.01", "german"), "none");
    assert_eq!(old("1935.05.05", "american"), "fide-1930");
    assert_eq!(old("1960.05.05", "american"), "none");
    assert_eq!(old("2015.05.05", "american"), "fide-2014");
}

/// A game in which White moves illegally.
fn an_illegal_move(date: &str) -> String {
    format!(
        "[Event \"?\"]\n[Date \"{date}\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O Bd6 6. Kh1 \
         Nf6 7. Ke2 Ng8 8. d3 Nf6 9. Nc3 Be7 10. Be3 Nd7 1-0\n"
    )
}

#[test]
fn a_date_in_several_editions_keeps_what_they_agree_on() {
    let games = audit(&[an_illegal_move("2017.??.??"), an_illegal_move("2015.??.??")], None);
    let found = |game: &GameReport| -> Vec<(u32, Vec<String>)> {
        let codes = |codes: &[Arc<str>]| codes.iter().map(ToString::to_string).collect();
        game.findings.iter().map(|finding| (finding.ply, codes(&finding.codes))).collect()
    };
    let both = || vec!["fide-2017".to_owned(), "fide-2014".to_owned()];
    assert_eq!(found(&games[0]), [(13, both())]);
    assert_eq!(found(&games[1]), [(13, vec![])]);
}

#[test]
fn without_a_code_only_legality_is_judged() {
    let [game] = &audit(&[an_illegal_move("1960.05.05")], None)[..] else { panic!() };
    assert!(game.findings.iter().all(|finding| finding.citation.is_none() && finding.remedies.is_empty()));
    let plies: Vec<u32> = game.findings.iter().map(|finding| finding.ply).collect();
    assert_eq!(plies, [13]);
}
