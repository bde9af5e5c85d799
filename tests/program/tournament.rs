//! Games made to match a tournament report, and one difference of each kind.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

use jadoube::internals::cli::run;
use serde_json::Value;
use tempfile::TempDir;

use crate::support::output::Output;
use crate::support::terminal::PIPES;

const REPORT: &str = include_str!("../guide/tournament/club-open.trf");
const GAMES: &str = include_str!("../guide/tournament/club-open.pgn");

/// A record `310` of a team with players who play in it.
fn team(number: u32, game_points: &str, players: &str) -> String {
    format!(
        "310 {number:3} {:32} {:5} {:6} {:>6} {game_points:>6} {number:3}  {players}\n",
        "Team", "", "", ""
    )
}

/// A folder with a report and the games of its tournament.
struct Club {
    folder: TempDir,
    report: String,
    games: Vec<String>,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Found {
    file: String,
    game: u64,
    rule: String,
    severity: String,
    message: String,
}

impl Club {
    fn new() -> Self {
        let games = GAMES.split("[Event ").skip(1).map(|game| format!("[Event {}\n\n", game.trim_end()));
        Self { folder: TempDir::new().unwrap(), report: REPORT.to_owned(), games: games.collect() }
    }

    /// Changes a text that occurs once in a game; games are counted from 1.
    fn game(mut self, number: usize, from: &str, to: &str) -> Self {
        let game = &mut self.games[number - 1];
        assert!(game.contains(from), "{from}: {game}");
        *game = game.replace(from, to);
        self
    }

    fn report(mut self, from: &str, to: &str) -> Self {
        assert_eq!(self.report.matches(from).count(), 1, "{from}");
        self.report = self.report.replace(from, to);
        self
    }

    /// Adds records to the end of the report.
    fn records(mut self, records: &str) -> Self {
        self.report.push_str(records);
        self
    }

    fn without(mut self, number: usize) -> Self {
        self.games.remove(number - 1);
        self
    }

    fn with(mut self, game: String) -> Self {
        self.games.push(game);
        self
    }

    /// Leaves only the first rounds in the rows.
    fn up_to_round(mut self, round: usize) -> Self {
        let cut = |line: &str| {
            if line.starts_with("001") { line[..89 + 10 * round].to_owned() } else { line.to_owned() }
        };
        self.report = self.report.lines().map(|line| cut(line) + "\n").collect();
        self
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The exit code, standard output and standard error of an audit.
    fn audit(&self, options: &[&str]) -> (u8, String, String) {
        let mut arguments: Vec<OsString> = vec!["--tournament".into(), self.path("a.trf").into()];
        arguments.extend(options.iter().map(OsString::from));
        arguments.push(self.path("games.pgn").into());
        self.run(arguments)
    }

    fn run(&self, arguments: Vec<OsString>) -> (u8, String, String) {
        fs::write(self.path("a.trf"), &self.report).unwrap();
        fs::write(self.path("games.pgn"), self.games.concat()).unwrap();
        let (out, err) = (Output::default(), Output::default());
        let arguments = ["jadoube".into(), "audit".into()].into_iter().chain(arguments);
        let code = run(
            arguments.collect::<Vec<OsString>>(),
            &PIPES,
            Box::new(out.clone()),
            Box::new(err.clone()),
            jadoube::internals::audit::run,
        );
        let text = |page: &Output| String::from_utf8(page.0.lock().unwrap().clone()).unwrap();
        let root = format!("{}/", self.folder.path().display());
        (code, text(&out).replace(&root, ""), text(&err).replace(&root, ""))
    }

    /// All findings of the family, of every severity, in the order of the report.
    fn found(&self) -> Vec<Found> {
        let (_, out, err) =
            self.audit(&["--select", "tournament", "--min-severity", "info", "--format", "json"]);
        let report: Value = serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {err}"));
        let games = report["games"].as_array().unwrap().iter();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        games
            .flat_map(|game| game["findings"].as_array().unwrap())
            .map(|finding| Found {
                file: text(&finding["span"]["file"]),
                game: finding["game"].as_u64().unwrap(),
                rule: text(&finding["rule"]),
                severity: text(&finding["severity"]),
                message: text(&finding["message"]),
            })
            .collect()
    }

    /// The place and the rule of each finding above info: `1 tournament.score`, with the game 0 for the report.
    fn above_info(&self) -> Vec<String> {
        let found = self.found().into_iter().filter(|found| found.severity != "info");
        found.map(|found| format!("{} {}", found.game, found.rule)).collect()
    }
}

#[test]
fn games_that_match_are_silent() {
    let found = Club::new().found();
    assert!(found.is_empty(), "{found:?}");
    let (code, out, err) = Club::new().audit(&["--format", "concise"]);
    assert_eq!((code, out.as_str()), (0, ""), "{err}");
}

#[test]
fn each_difference_is_found_and_nothing_else() {
    let club = Club::new;
    let second = club().games[0].replace("O-O Be7", "O-O b5");
    // In round 2, both players have a bye.
    let bye = club().games[4]
        .replace("Dubois, Denis", "Ek, Elsa")
        .replace("24600004", "24600005")
        .replace("2050", "1990")
        .replace("Conti, Carla", "Fischl, Franz")
        .replace("24600003", "24600006")
        .replace("2105", "1945");
    for (what, club, expected) in [
        ("score", club().game(1, "1-0", "0-1"), "1 tournament.score"),
        (
            "law",
            club()
                .game(2, "0-1", "1-0")
                .report("5 b 1", "5 b 0")
                .report("2 w 0", "2 w 1")
                .report("1990.01.01  2.5    2", "1990.01.01  1.5    2")
                .report("1990.01.01  1.0    5", "1990.01.01  2.0    5"),
            "2 tournament.law",
        ),
        (
            "another opponent",
            club()
                .game(1, "Dubois, Denis", "Conti, Carla")
                .game(1, "24600004", "24600003")
                .game(1, "2050", "2105"),
            "1 tournament.pairing",
        ),
        (
            "reversed colours",
            club()
                .game(1, "Adler, Anna", "X")
                .game(1, "Dubois, Denis", "Adler, Anna")
                .game(1, "\"X\"", "\"Dubois, Denis\"")
                .game(1, "24600001", "X")
                .game(1, "24600004", "24600001")
                .game(1, "\"X\"", "\"24600004\"")
                .game(1, "2201", "X")
                .game(1, "2050", "2201")
                .game(1, "\"X\"", "\"2050\"")
                .game(1, "1-0", "0-1"),
            "1 tournament.pairing",
        ),
        ("another round", club().game(1, "[Round \"1\"]", "[Round \"2\"]"), "1 tournament.pairing"),
        ("no record", club().without(5), "0 tournament.missing-game"),
        (
            "no such game",
            club().with(club().games[0].replace("Dubois, Denis", "Stranger, Sam").replace("24600004", "99")),
            "7 tournament.missing-game",
        ),
        (
            "moves in a forfeit",
            club().with(
                club().games[5]
                    .replace("Adler, Anna", "Brandt, Boris")
                    .replace("24600001", "24600002")
                    .replace("2201", "2150")
                    .replace("Conti, Carla", "Fischl, Franz")
                    .replace("24600003", "24600006")
                    .replace("2105", "1945"),
            ),
            "7 tournament.forfeit",
        ),
        ("moves in a bye", club().with(bye.clone()), "7 tournament.forfeit"),
        (
            "a game without moves",
            club().game(1, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 ", ""),
            "1 tournament.forfeit",
        ),
        ("points", club().report("1990.01.01  2.5    1", "1990.01.01  3.5    1"), "0 tournament.points"),
        (
            "rows that disagree",
            club().report("1 b 0     3 w 0", "1 b =     3 w 0").report("0.5    6", "1.0    6"),
            "0 tournament.points",
        ),
        (
            "a row that is cut short",
            club().report("     1 b 0     3 w 0     5 w D", ""),
            "0 tournament.points",
        ),
        ("a bye beside a game", club().records("240 H 001    4\n"), "0 tournament.points"),
        ("a prohibited pairing", club().records("260 001 002    1    4\n"), "0 tournament.pairing"),
        (
            "game points of a team",
            club().records(&(team(1, "5.5", "   1    2    3") + &team(2, "3.0", "   4    5    6"))),
            "0 tournament.points",
        ),
        (
            "moves in a bye of record 240",
            club()
                .report("0000 - H     4 b D", "             4 b D")
                .records("240 H 002    5\n")
                .with(bye.clone()),
            "7 tournament.forfeit",
        ),
        (
            "moves in a forfeited match",
            club()
                .report("0000 - H     4 b D", "             4 b D")
                .report("0000 - U", "        ")
                .report("1.0    5", "0.5    5")
                .report("1.5    4     3 b =", "0.5    4     3 b =")
                .records(&(team(1, "", "   1    2    5") + &team(2, "", "   3    4    6")))
                .records("330 +- 002 001 002\n")
                .with(bye.clone()),
            "7 tournament.forfeit",
        ),
        ("a rating", club().game(1, "2201", "2210"), "1 tournament.identity"),
        ("an id", club().game(1, "24600001", "24600010"), "1 tournament.identity"),
        ("a name", club().game(3, "Fischl, Franz", "Fischel, Franz"), "3 tournament.identity"),
        (
            "another name",
            club().game(3, "Fischl, Franz", "Stranger, Sam").game(3, "24600006", "-"),
            "3 tournament.identity",
        ),
        ("a date", club().game(1, "2024.05.03", "2024.05.13"), "1 tournament.schedule"),
        ("a time control", club().game(1, "5400+30", "3600+30"), "1 tournament.schedule"),
        ("a second record", club().with(second.clone()), "7 tournament.double"),
        (
            "a missing record beside one of another event",
            club().without(5).with(of_event("Other Cup", &stranger(1))),
            "0 tournament.missing-game",
        ),
        (
            "a missing record beside one of another year",
            club().without(5).with(OTHER.replace("????.??.??", "2019.??.??")),
            "0 tournament.missing-game",
        ),
        (
            "one starting rank in two rows",
            club().report("001    6      Fischl", "001    5      Fischl"),
            "0 tournament.identity",
        ),
        (
            "a row that occurs twice",
            club().records(REPORT.lines().last().unwrap()).records("\n"),
            "0 tournament.identity",
        ),
        (
            "a round that the report does not have",
            club()
                .up_to_round(2)
                .report("2.5    1", "1.5    1")
                .report("2.5    2", "1.5    2")
                .report("0.5    6", "0.0    6")
                .report("1.0    5", "0.5    5"),
            "0 tournament.missing-game",
        ),
    ] {
        assert_eq!(club.above_info(), [expected], "{what}: {:?}", club.found());
    }
}

/// A game of two players who are not in the report.
const OTHER: &str = "[Event \"?\"]\n[Date \"????.??.??\"]\n[Round \"1\"]\n[White \"A, B\"]\n[Black \"C, D\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n";

/// A game in which the second player is not in the report.
fn stranger(number: usize) -> String {
    let game = &Club::new().games[number - 1];
    game.replace("Dubois, Denis", "Stranger, Sam").replace("24600004", "99")
}

fn of_event(event: &str, game: &str) -> String {
    game.replace("Club Open", event)
}

fn without_tags(tags: &[&str], game: &str) -> String {
    let is_of = |line: &str| tags.iter().any(|tag| line.starts_with(&format!("[{tag} ")));
    let kept: Vec<&str> = game.lines().filter(|line| !is_of(line)).collect();
    kept.join("\n") + "\n\n"
}

#[test]
fn games_of_other_events_are_silent() {
    let club = Club::new;
    let bye = club().games[4]
        .replace("Dubois, Denis", "Ek, Elsa")
        .replace("24600004", "24600005")
        .replace("Conti, Carla", "Stranger, Sam")
        .replace("24600003", "99");
    let blitz = club().games[0].replace("Dubois, Denis", "Brandt, Boris").replace("24600004", "24600002");
    let undated = club()
        .report("24/05/03  24/05/04  24/05/05", "")
        .report("042 2024/05/03", "042")
        .report("052 2024/05/05", "052");
    for (what, club) in [
        ("a player with a bye, elsewhere", club().with(of_event("Team League", &bye))),
        ("a player with a bye, in an unknown event", club().with(of_event("?", &bye))),
        ("two players, elsewhere", club().with(of_event("Club Blitz", &blitz))),
        ("a report without dates", undated.with(of_event("Other Cup", &stranger(1)))),
        ("a year", club().with(stranger(1).replace("2024.05.03", "2019.??.??"))),
    ] {
        assert!(club.above_info().is_empty(), "{what}: {:?}", club.found());
    }
    // A game of the event is not exempt.
    assert_eq!(club().with(bye).above_info(), ["7 tournament.forfeit"]);
    assert_eq!(club().with(blitz).above_info(), ["7 tournament.pairing"]);
}

#[test]
fn what_is_exempt_or_unknown_is_silent() {
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 ";
    for (what, club) in [
        ("a result without moves", Club::new().report("4 w 1     2 b =", "4 w W     2 b =").report("1 b 0     3 w 0", "1 b L     3 w 0").game(1, moves, "")),
        ("moves of an unrated game", Club::new().report("4 w 1     2 b =", "4 w W     2 b =").report("1 b 0     3 w 0", "1 b L     3 w 0")),
        ("a game without round and date", Club::new().game(1, "[Round \"1\"]", "[Round \"?\"]").game(1, "2024.05.03", "????.??.??")),
        ("a game without a round, of another day", Club::new().game(6, "[Round \"3\"]", "[Round \"?\"]").game(6, "2024.05.05", "2024.05.06")),
        ("a second game without round and date", Club::new().with(without_tags(&["Round", "Date"], &Club::new().games[0]).replace("1-0", "0-1").replace("O-O Be7", "O-O b5"))),
        ("rounds of both players that cannot be read", Club::new().report("     4 w 1", "     4 x 1").report("     1 b 0     3 w 0", "     1 x 0     3 w 0")),
        ("a loss by forfeit without an opponent", Club::new().report("     2 b -", "  0000 - -")),
        ("byes of players in a team", Club::new().report("0000 - H", "0000 - U").report("1.0    5", "1.5    5").records(&(team(1, "5.5", "   1    2    5") + &team(2, "2.5", "   3    4    6")))),
        ("a missing game and a record that is not recognised", Club::new().without(5).with(OTHER.replace("\"1\"", "\"2\""))),
        ("the number of a board", Club::new().game(1, "[Round \"1\"]", "[Round \"1.7\"]")),
        ("a report without dates and rate", Club::new().report("122 90 min + 30 sec/move", "122").report("24/05/03  24/05/04  24/05/05", "").report("042 2024/05/03", "042").report("052 2024/05/05", "052").game(1, "5400+30", "60").game(1, "2024.05.03", "2024.07.03")),
        ("a bye of a record alone", Club::new().report("0000 - H     4 b D", "             4 b D").records("240 H 002    5\n")),
        ("fictitious points", Club::new().report("1990.01.01  2.5    1", "1990.01.01  3.5    1").records("250       1.0 001 001    1    1\n")),
        ("a prohibition of other rounds", Club::new().records("260 002 003    1    4\n")),
        ("game points of teams", Club::new().records(&(team(1, "6.5", "   1    2    3") + &team(2, "3.0", "   4    5    6")))),
        ("a game of a player in another tournament", Club::new().with(Club::new().games[0].replace("Dubois, Denis", "Stranger, Sam").replace("24600004", "99").replace("2024.05.03", "2023.02.01"))),
        ("the same players in another tournament", Club::new().with(Club::new().games[0].replace("[Round \"1\"]", "[Round \"3\"]").replace("2024.05.03", "2023.02.01").replace("1-0", "0-1").replace("O-O Be7", "O-O b5"))),
        ("a game of another tournament", Club::new().with("[Event \"Other\"]\n[Round \"1\"]\n[White \"A, B\"]\n[Black \"C, D\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n".to_owned())),
    ] {
        assert!(club.above_info().is_empty(), "{what}: {:?}", club.found());
    }
}

#[test]
fn a_spelling_is_never_accepted_in_silence() {
    let club = Club::new().game(1, "Adler, Anna", "Adler, A.").game(1, "24600001", "-");
    let found = club.found();
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].rule.as_str(), found[0].severity.as_str()), ("tournament.identity", "info"));
    assert!(Club::new().game(1, "Adler, Anna", "ADLER,Anna").found().is_empty());
}

#[test]
fn a_finding_about_the_report_has_its_place() {
    let club = Club::new().report("062 6", "062 7").report("102 Example Arbiter", "555 unknown");
    let select = ["--select", "tournament,record.syntax", "--min-severity", "info", "--format", "concise"];
    let (code, out, _) = club.audit(&select);
    assert_eq!(code, 0);
    assert_eq!(
        out,
        "a.trf:6:5: warning tournament.identity record 062 gives 7 players, and there are 6 rows\n\
         a.trf:10:1: info record.syntax the record 555 is not known; it is skipped\n"
    );
    let broken = Club::new().report("001    4      Dubois,Denis", "001 four      Dubois,Denis");
    let (code, out, _) = broken.audit(&["--format", "concise"]);
    assert_eq!(code, 1);
    assert!(
        out.contains("a.trf:17:1: error record.syntax this row `001` does not have the columns"),
        "{out}"
    );
}

#[test]
fn the_law_names_all_three_scores_and_the_article() {
    // The game that ends in stalemate is won in the record and in the report.
    let club = Club::new()
        .game(3, "1/2-1/2", "1-0")
        .report("6 w =     4 b 1", "6 w 1     4 b 1")
        .report("3 b =", "3 b 0")
        .report("1990.01.01  1.5    3", "1990.01.01  2.0    3")
        .report("1990.01.01  1.5    4", "1990.01.01  1.0    4");
    let (_, out, _) = club.audit(&["--select", "tournament.law", "--format", "json"]);
    let report: Value = serde_json::from_str(&out).unwrap();
    let finding = &report["games"][0]["findings"][0];
    assert_eq!((finding["code"].as_str(), finding["article"].as_str()), (Some("fide-2023"), Some("5.2.1")));
    assert_eq!(
        finding["message"],
        "the game ends in stalemate, so the score is 1/2-1/2; the tournament report gives 1-0 (round 1), and the record gives 1-0"
    );
}

#[test]
fn every_format_has_the_findings() {
    let club = Club::new().game(1, "1-0", "0-1").without(5);
    for format in ["human", "concise", "json", "jsonl", "sarif", "junit", "github", "html", "csv"] {
        let (code, out, err) = club.audit(&["--select", "tournament", "--format", format]);
        assert_eq!(code, 1, "{format}: {err}");
        for rule in ["tournament.score", "tournament.missing-game"] {
            assert!(out.contains(rule), "{format}: {out}");
        }
    }
    let (_, table, _) = club.audit(&["--games-output", "csv=-"]);
    assert_eq!(table.lines().count(), 1 + 5, "the table of games has no row for the report: {table}");
}

#[test]
fn cells_of_the_crosstable_lead_to_their_games() {
    let club = Club::new().game(1, "1-0", "0-1").without(5);
    let (_, page, _) = club.audit(&["--select", "tournament", "--format", "html"]);
    let table = page.split_once("id=\"crosstable\"").unwrap().1.split_once("</table>").unwrap().0;
    let links: Vec<&str> =
        table.split("<a href=\"#").skip(1).map(|link| link.split_once('"').unwrap().0).collect();
    assert_eq!(links.len(), 12, "two cells for each of the five games, and for the missing one: {table}");
    for link in links.iter().collect::<BTreeSet<_>>() {
        assert_eq!(page.matches(&format!(" id=\"{link}\"")).count(), 1, "{link}");
    }
    assert_eq!(table.matches("<td class=\"error\">").count(), 2);
    assert_eq!(table.matches("<td class=\"warning\">").count(), 2);
}

#[test]
fn the_crosstable_marks_a_second_record_and_has_a_limit() {
    let club = Club::new();
    let second = club.games[0].replace("1-0", "0-1").replace("O-O Be7", "O-O b5");
    let (_, page, _) = club.with(second).audit(&["--select", "tournament.score", "--format", "html"]);
    let table = page.split_once("id=\"crosstable\"").unwrap().1.split_once("</table>").unwrap().0;
    assert_eq!(table.matches("<td class=\"error\">").count(), 2);
    assert_eq!(table.matches("title=\"games.pgn, game 7\"").count(), 2, "{table}");

    let row =
        |rank: usize| format!("{:89}{}\n", format!("001 {rank:4}      Player"), "     1 w 1".repeat(500));
    let large = Club::new().records(&(101..141).map(row).collect::<String>());
    let (_, page, _) = large.audit(&["--select", "tournament", "--format", "html"]);
    assert!(!page.contains("id=\"crosstable\""));
    let remark = "The crosstable is omitted: it has 23 000 cells, and at most 20 000 are drawn.";
    assert!(page.contains(remark));
}

#[test]
fn a_suppression_and_a_file_that_is_no_report() {
    let ignored =
        Club::new().game(1, "1-0", "0-1").game(1, "[Site", "[JadoubeIgnore \"tournament.score\"]\n[Site");
    let (code, out, err) = ignored.audit(&["--format", "concise"]);
    assert_eq!((code, out.as_str()), (0, ""), "{err}");
    assert!(err.contains("1 finding suppressed in the records"), "{err}");
    let mut empty = Club::new();
    empty.report = GAMES.to_owned();
    let (code, _, err) = empty.audit(&[]);
    assert_eq!(code, 2);
    assert!(err.contains("a.trf has no row of a player (001): it is not a tournament report"), "{err}");
}

#[test]
fn a_report_that_is_cut_short_is_not_held_against_the_games() {
    let mut club = Club::new();
    let end = club.report.find("001    4").unwrap();
    club.report.truncate(end);
    let found = club.found();
    let rules: BTreeSet<&str> = found.iter().map(|found| found.rule.as_str()).collect();
    assert!(found.iter().all(|found| found.game == 0), "{found:?}");
    assert!(rules.contains("tournament.pairing") && rules.contains("tournament.identity"), "{found:?}");
}

#[test]
fn a_report_that_ends_anywhere_is_not_held_against_the_games() {
    let first = REPORT.find("001    1").unwrap();
    for end in (first + 90..REPORT.len()).step_by(7) {
        let mut club = Club::new();
        club.report.truncate(end);
        let of_games: Vec<Found> =
            club.found().into_iter().filter(|found| found.game > 0 && found.severity != "info").collect();
        assert!(of_games.is_empty(), "{end}: {of_games:?}");
    }
}

#[test]
fn later_rounds_have_one_finding_each() {
    let interim = |records: &str| Club::new().up_to_round(1).records(records).found();
    let of_rounds = |found: &[Found]| -> Vec<(String, String)> {
        let of_rule = found.iter().filter(|found| found.rule == "tournament.missing-game");
        of_rule.map(|found| (found.severity.clone(), found.message.clone())).collect()
    };
    let due = |severity: &str| {
        [(2, "2 records"), (3, "one record")].map(|(round, records)| {
            let message = format!(
                "the tournament report does not have round {round}, and the input has {records} of it"
            );
            (severity.to_owned(), message)
        })
    };
    assert_eq!(of_rounds(&interim("")), due("warning"));
    assert_eq!(of_rounds(&interim("XXR 3\n")), due("info"));
}

#[test]
fn a_copy_is_reported_once() {
    let club = Club::new();
    let copy = club.games[0].clone();
    let (_, out, _) = club.with(copy).audit(&["--format", "concise"]);
    assert_eq!(out.lines().count(), 1, "{out}");
    assert!(out.contains("record.duplicate-game duplicate of game 1"), "{out}");
}

#[test]
fn fingerprints_do_not_depend_on_the_order_of_the_rows() {
    let fingerprints = |is_reversed: bool| {
        let mut club = Club::new()
            .game(1, "2201", "2210")
            .without(5)
            .with(stranger(1))
            .report("1 b 0     3 w 0", "1 b =     3 w 0");
        if is_reversed {
            let rows = club.report.find("001    1").unwrap();
            let (head, rows) = club.report.split_at(rows);
            let rows: Vec<&str> = rows.lines().rev().collect();
            club.report = format!("{head}{}\n", rows.join("\n"));
        }
        let (_, out, _) = club.audit(&["--select", "tournament", "--format", "json"]);
        let report: Value = serde_json::from_str(&out).unwrap();
        let games = report["games"].as_array().unwrap().iter();
        let found = games.flat_map(|game| game["findings"].as_array().unwrap());
        found.map(|found| found["fingerprint"].to_string()).collect::<BTreeSet<String>>()
    };
    assert!(fingerprints(false).len() >= 4);
    assert_eq!(fingerprints(false), fingerprints(true));
}

#[test]
fn columns_that_cannot_be_read_have_an_error_of_their_own() {
    let mut tabs = Club::new();
    tabs.report = tabs.report.replace("    ", "\t");
    let (code, _, err) = tabs.audit(&[]);
    assert_eq!(code, 2);
    assert!(err.contains("a.trf: no row 001 has the columns of a player; the first is line 14"), "{err}");
}

#[test]
fn the_settings_name_a_report_and_miss_games_only_in_the_whole_folder() {
    let club = Club::new().game(1, "1-0", "0-1").without(5);
    fs::write(club.path("jadoube.toml"), "tournament = 'a.trf'\n").unwrap();
    let rules = |name: &str, options: &[&str]| {
        let mut arguments: Vec<OsString> = vec!["--format".into(), "concise".into(), club.path(name).into()];
        arguments.extend(options.iter().map(OsString::from));
        let (_, out, err) = club.run(arguments);
        assert_eq!(err.lines().filter(|line| line.starts_with("error")).count(), 0, "{err}");
        out.lines().filter_map(|line| line.split(' ').nth(2)).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(rules("", &[]), ["tournament.score", "tournament.missing-game"]);
    assert_eq!(rules("games.pgn", &[]), ["tournament.score"]);
    assert_eq!(rules("games.pgn", &["--games", "1..2"]), Vec::<String>::new());
    let (code, _, err) = club.audit(&["--output", &format!("json={}", club.path("a.trf").display())]);
    assert_eq!(code, 2);
    assert!(err.contains("a.trf is read in this run and cannot be overwritten"), "{err}");
}

#[test]
fn the_report_is_the_same_for_any_number_of_jobs() {
    let club = Club::new().game(1, "1-0", "0-1").game(4, "2024.05.04", "2024.05.14").without(5);
    let of = |jobs| club.audit(&["--jobs", jobs, "--format", "json", "--min-severity", "info"]);
    assert_eq!(of("1"), of("4"));
}
