//! Readings: another is used if requested, and a ruling that depends on one says so.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

use jadoube::internals::cli::run;
use serde_json::Value;

use crate::support::output::Output;
use crate::support::terminal::PIPES;

/// The first game of the report on a file.
fn game(path: &Path, options: &[&str]) -> Value {
    let out = Output::default();
    let path = path.to_str().unwrap();
    let fixed = ["jadoube", "audit", path, "--format", "json", "--all", "--min-severity", "info"];
    let arguments = fixed.iter().chain(options).map(Into::into);
    let code =
        run(arguments, &PIPES, Box::new(out.clone()), Box::new(io::sink()), jadoube::internals::audit::run);
    assert!(code < 2, "{options:?}");
    let report: Value = serde_json::from_slice(&out.0.lock().unwrap()).unwrap();
    report["games"][0].clone()
}

/// The doubts that a game's findings report.
fn doubts(game: &Value) -> Vec<String> {
    let findings = game["findings"].as_array().unwrap();
    let help = findings.iter().filter_map(|finding| finding["help"].as_str());
    help.flat_map(|help| help.split("; "))
        .filter(|part| part.starts_with("doubtful"))
        .map(str::to_owned)
        .collect()
}

fn sample(path: &str) -> &Path {
    Path::new(path)
}

/// Fifty moves each of rooks and kings, except White's third move, and then a draw claim.
fn fifty_moves(start: &str, third: &str, rook: [&str; 4]) -> String {
    let mut text = format!(
        "[Observed \"speech\"]\n[SetUp \"1\"]\n[FEN \"{start} w - - 0 1\"]\n[Result \"*\"]\n\n1. Rb1 Rg8 2. Ra1 Rh8 3. {third} Rg8 "
    );
    for number in 4..=50 {
        let (white, black) = match (number - 4) % 10 {
            4 => ("Ke2", "Ke7"),
            9 => ("Ke1", "Ke8"),
            place => (rook[place % 5], ["Rf8", "Rg8", "Rh8", "Rg8"][place % 5]),
        };
        let _ = write!(text, "{number}. {white} {black} ");
    }
    text.push_str("{[%claim w fifty]} *\n");
    text
}

#[test]
fn a_claim_right_under_one_reading_only_is_doubtful() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fifty.pgn");
    let rook = ["Rb3", "Rc3", "Rd3", "Ra3"];
    fs::write(&path, fifty_moves("4k2r/8/8/8/8/p7/8/R3K3", "Rxa3", rook)).unwrap();
    let taken = game(&path, &["--code", "american-1910"]);
    assert_eq!(taken["verdict"]["score"], "*", "{taken}");
    assert_eq!(
        doubts(&taken),
        ["doubtful: under the reading american-1910/DRW.2=pieces-only, the result is 1/2-1/2"],
        "{taken}"
    );
    let asked = ["--code", "american-1910", "--reading", "american-1910/DRW.2=pieces-only"];
    let other = game(&path, &asked);
    assert_eq!(other["verdict"]["score"], "1/2-1/2", "{other}");
    assert_eq!(doubts(&other), [""; 0], "whoever asked for a reading has no doubt");
}

#[test]
fn stalemate_in_england_and_elsewhere() {
    let path = sample("samples/kenny-1817/16/fires-stalemate-scored-a-draw.pgn");
    let england = game(path, &["--code", "kenny-1817"]);
    assert_eq!(england["verdict"]["score"], "0-1");
    let both = "doubtful: under the reading kenny-1817/16=drawn, the result is 1/2-1/2";
    assert_eq!(doubts(&england), [both, both]);
    let elsewhere = game(path, &["--code", "kenny-1817", "--reading", "kenny-1817/16=drawn"]);
    assert_eq!(elsewhere["verdict"]["score"], "1/2-1/2");
    assert_eq!(doubts(&elsewhere), [""; 0]);
}

#[test]
fn a_decision_that_departs_from_the_laws_binds_where_it_is_read_as_final() {
    for (code, reading, stands) in [
        (
            "american-1910",
            "american-1910/UMP.3=final",
            "samples/american-1910/UMP.1/fires-lets-an-illegal-move-stand.pgn",
        ),
        (
            "bca-1862",
            "bca-1862/XV.4=final",
            "samples/bca-1862/XV.3/fires-lets-it-stand-though-both-had-asked.pgn",
        ),
    ] {
        let taken = game(sample(stands), &["--code", code]);
        assert_eq!(taken["verdict"]["standing"], "retractable", "{taken}");
        assert_eq!(doubts(&taken).len(), 2, "{taken}");
        let other = game(sample(stands), &["--code", code, "--reading", reading]);
        assert_eq!(other["verdict"]["standing"], "valid", "{other}");
        assert_eq!(other["findings"].as_array().unwrap().len(), 1, "{other}");
    }
}

#[test]
fn a_reading_is_taken_in_the_games_that_name_the_code() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("laws.pgn");
    let sample = fs::read_to_string("samples/kenny-1817/16/fires-the-stalemated-player-wins.pgn").unwrap();
    fs::write(&path, sample.replacen("[SetUp", "[Laws \"kenny-1817\"]\n[SetUp", 1)).unwrap();
    assert_eq!(game(&path, &[])["verdict"]["score"], "0-1");
    let other = game(&path, &["--reading", "kenny-1817/16=drawn"]);
    assert_eq!((&other["code"], &other["verdict"]["score"]), (&"kenny-1817".into(), &"1/2-1/2".into()));
}

#[test]
fn a_reading_of_a_file_is_named_by_the_id_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let law = folder.path().join("club.toml");
    fs::write(&law, jadoube::internals::law::skeleton("club")).unwrap();
    let path = folder.path().join("pawn.pgn");
    let rook = ["Rb1", "Rc1", "Rd1", "Ra1"];
    fs::write(&path, fifty_moves("4k2r/8/8/8/8/8/P7/R3K3", "a4", rook)).unwrap();
    let file = ["--code-file", law.to_str().unwrap()];
    let taken = game(&path, &file);
    assert_eq!(
        doubts(&taken),
        ["doubtful: under the reading club/4=captures-only, the result is 1/2-1/2"],
        "{taken}"
    );
    let other = game(&path, &[file[0], file[1], "--reading", "club/4=captures-only"]);
    assert_eq!(other["verdict"]["score"], "1/2-1/2", "{other}");
}

#[test]
fn a_ruling_that_no_reading_changes_is_not_doubtful() {
    // The touched man was demanded in time and played: article 5 has another reading of the time.
    for path in [
        "samples/kenny-1817/5/fires-demanded-and-played.pgn",
        "samples/kenny-1817/6/fires-taking-not-demanded.pgn",
    ] {
        let game = game(sample(path), &["--code", "kenny-1817"]);
        assert!(!game["findings"].as_array().unwrap().is_empty(), "{path}");
        assert_eq!(doubts(&game), [""; 0], "{path}");
    }
    // The right lapsed, and the question of who might have chosen no longer matters.
    let lapsed = sample("samples/kenny-1817/12/fires-castling-king-has-moved.pgn");
    assert_eq!(doubts(&game(lapsed, &["--code", "kenny-1817"])), [""; 0]);
    let open = sample("samples/kenny-1817/12/fires-castling-in-check.pgn");
    let open = game(open, &["--code", "kenny-1817"]);
    assert!(doubts(&open).len() <= 1, "{open}");
}
