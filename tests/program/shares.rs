//! The shares of several files report the same as one run over all of them.

use std::fs;
use std::io::Write as _;
use std::process::Output;

use crate::shards::{Folder, Sort, archive, jadoube, parted, text};
use crate::support::random::Random;

const OPTIONS: [&str; 9] = [
    "audit",
    "--isolated",
    "--format",
    "jsonl",
    "--min-severity",
    "info",
    "--exit-zero",
    "--duplicates",
    "0",
];

fn audit(more: &[&str]) -> Output {
    jadoube(&[&OPTIONS[..], more].concat())
}

fn zst(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 0).unwrap()
}

fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// A folder of archives of every kind.
fn archives(folder: &Folder, random: &mut Random) {
    let mut some = || archive(Sort::Headed, random);
    fs::create_dir_all(folder.path("old/empty")).unwrap();
    fs::write(folder.path("a.pgn"), some()).unwrap();
    fs::write(folder.path("b.pgn.zst"), zst(&some())).unwrap();
    fs::write(folder.path("c.pgn"), "").unwrap();
    fs::write(folder.path("old/d.pgn"), some()).unwrap();
    fs::write(folder.path("old/e.pgn"), some()).unwrap();
    let utf_16: Vec<u8> =
        "\u{feff}[Event \"x\"]\n\n1. e4 e9 *\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    fs::write(folder.path("old/f.pgn"), utf_16).unwrap();
    fs::write(folder.path("old/g.pgn"), [some(), some(), some()].concat()).unwrap();
    fs::write(folder.path("h.pgn"), "no game").unwrap();
    fs::write(folder.path("i.zip"), zipped(&[("one.pgn", &some()), ("two.pgn", &some())])).unwrap();
}

/// Writes the reports of all shares of these paths, and returns their names.
fn share_reports(folder: &Folder, of: usize, paths: &[&str]) -> Vec<String> {
    let report = |number: usize| {
        let share = format!("{number}/{of}");
        let output = audit(&[&["--shard", share.as_str()], paths].concat());
        assert!(!output.stdout.is_empty(), "{}", text(&output.stderr));
        let path = folder.path(&format!("share-{number}-of-{of}.jsonl"));
        fs::write(&path, output.stdout).unwrap();
        path.to_string_lossy().into_owned()
    };
    (1..=of).map(report).collect()
}

fn merged(reports: &[String]) -> Output {
    jadoube(&["merge"].into_iter().chain(reports.iter().map(String::as_str)).collect::<Vec<_>>())
}

fn refused(reports: &[String], words: &str) {
    let output = merged(reports);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), String::new()), "{words}");
    let said = text(&output.stderr);
    assert!(said.starts_with("error: ") && said.contains(words), "{said}");
}

#[test]
fn the_shares_of_many_files_merge_to_the_report_of_one_run() {
    let mut random = Random::new(1851);
    let mut cut = 0;
    for round in 0..4 {
        let folder = Folder::new(&format!("shares-{round}"));
        archives(&folder, &mut random);
        let root = folder.path("").to_string_lossy().into_owned();
        let (zip, gone) = (format!("{root}i.zip"), format!("{root}gone.pgn"));
        let list = format!("{root}list");
        fs::write(&list, format!("{root}old/d.pgn\n{root}old/e.pgn\n{gone}\n{root}a.pgn\n")).unwrap();
        for paths in [&[root.as_str(), &zip, &gone][..], &["--files-from", &list]] {
            let whole = audit(paths);
            let (whole_games, whole_last) = parted(&whole.stdout);
            for of in [1, 2, 3, 7, 40] {
                let mut reports = share_reports(&folder, of, paths);
                cut += reports
                    .iter()
                    .filter(|report| fs::read_to_string(report).unwrap().contains("\"parts\""))
                    .count();
                reports.reverse();
                let output = merged(&reports);
                assert_eq!(output.status.code(), whole.status.code(), "{}", text(&output.stderr));
                let (merged_games, merged_last) = parted(&output.stdout);
                let differ = merged_games.lines().zip(whole_games.lines()).find(|(one, other)| one != other);
                assert!(merged_games == whole_games, "round {round}, {of} shares: {differ:#?}");
                for key in ["summary", "unreadable", "tool", "code"] {
                    assert_eq!(merged_last[key], whole_last[key], "round {round}, {of} shares: {key}");
                }
            }
        }
    }
    assert!(cut > 50, "there must be something to cut: {cut}");
}

/// The report of a killed worker is refused; once its share is run again, nothing is missing.
#[test]
fn the_share_of_a_killed_worker_is_run_again() {
    let folder = Folder::new("shares-killed");
    archives(&folder, &mut Random::new(27));
    let root = folder.path("").to_string_lossy().into_owned();
    let whole = parted(&audit(&[&root]).stdout);
    let reports = share_reports(&folder, 4, &[&root]);
    let report = fs::read(&reports[1]).unwrap();
    for end in [0, 1, report.len() / 3, report.len() - 2] {
        fs::write(&reports[1], &report[..end]).unwrap();
        refused(&reports, "share-2-of-4.jsonl does not end with the summary of a jsonl report");
    }
    share_reports(&folder, 4, &[&root]);
    let again = parted(&merged(&reports).stdout);
    assert_eq!((again.0, &again.1["summary"]), (whole.0, &whole.1["summary"]));
}

/// A share that holds no game is not an error.
#[test]
fn a_share_without_games_is_clean() {
    let folder = Folder::new("shares-empty");
    fs::write(folder.path("a.pgn"), "[Event \"x\"]\n\n1. e4 e5 *\n").unwrap();
    fs::write(folder.path("b.pgn"), "").unwrap();
    let root = folder.path("").to_string_lossy().into_owned();
    for (share, said) in [("1/2", ""), ("2/2", "note: no game begins in share 2/2\n")] {
        let output = jadoube(&["audit", "--isolated", "--ignore", "record,series", "--shard", share, &root]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert!(text(&output.stderr).ends_with(said), "{}", text(&output.stderr));
    }
}

/// The merged shares of one file have the numbers of the file.
#[test]
fn the_shares_of_one_file_have_its_numbers_when_merged() {
    let folder = Folder::new("shares-one");
    fs::write(folder.path("games.pgn"), archive(Sort::Headed, &mut Random::new(3))).unwrap();
    let games = folder.path("games.pgn").to_string_lossy().into_owned();
    let whole = parted(&audit(&[&games]).stdout);
    let output = merged(&share_reports(&folder, 5, &[&games]));
    let merged = parted(&output.stdout);
    assert_eq!((merged.0, &merged.1["summary"]), (whole.0, &whole.1["summary"]));
}

/// The text of each part is counted from its own beginning until it is merged.
#[test]
fn the_shares_of_one_file_of_frames_have_its_numbers_when_merged() {
    let folder = Folder::new("shares-frames");
    let text = archive(Sort::Headed, &mut Random::new(3));
    let frames: Vec<u8> = text.chunks(300).flat_map(zst).collect();
    fs::write(folder.path("games.pgn.zst"), frames).unwrap();
    let games = folder.path("games.pgn.zst").to_string_lossy().into_owned();
    let whole = parted(&audit(&[&games]).stdout);
    for of in [1, 2, 5, 40] {
        let reports = share_reports(&folder, of, &[&games]);
        if of == 2 {
            assert!(fs::read_to_string(&reports[1]).unwrap().lines().count() > 1);
        }
        let output = merged(&reports);
        let merged = parted(&output.stdout);
        assert_eq!((merged.0, &merged.1["summary"]), (whole.0.clone(), &whole.1["summary"]), "{of} shares");
    }
}

/// The text that is lost with a broken frame counts.
#[test]
fn the_shares_of_a_file_with_broken_frames_have_its_numbers_when_merged() {
    let folder = Folder::new("shares-broken");
    let text = archive(Sort::Headed, &mut Random::new(3));
    let frame = |(text, number): (&[u8], usize)| {
        let mut frame = zst(text);
        if number % 7 == 4 {
            let middle = frame.len() / 2;
            frame[middle..].fill(0);
        }
        frame
    };
    let frames: Vec<u8> = text.chunks(300).zip(0..).flat_map(frame).collect();
    fs::write(folder.path("games.pgn.zst"), frames).unwrap();
    let games = folder.path("games.pgn.zst").to_string_lossy().into_owned();
    let whole = parted(&audit(&[&games]).stdout);
    for of in [1, 2, 3] {
        let merged = parted(&merged(&share_reports(&folder, of, &[&games])).stdout);
        assert_eq!(merged.0, whole.0, "{of} shares");
        assert_eq!(merged.1["unreadable"], whole.1["unreadable"], "{of} shares");
    }
}

#[test]
fn files_inside_a_share_keep_their_names_and_numbers() {
    let folder = Folder::new("shares-names");
    let game = "[Event \"x\"]\n\n1. e4 e9 *\n\n";
    for name in ["a.pgn", "b.pgn", "c.pgn"] {
        fs::write(folder.path(name), game.repeat(4)).unwrap();
    }
    let root = folder.path("").to_string_lossy().into_owned();
    let output = audit(&["--shard", "1/2", &root]);
    let (games, last) = parted(&output.stdout);
    let number = |line: &str| {
        let game: serde_json::Value = serde_json::from_str(line).unwrap();
        (game["file"].as_str().unwrap().replace(&root, ""), game["game"].as_u64().unwrap())
    };
    let numbers: Vec<_> = games.lines().map(number).collect();
    let due = |file: &str, games| (1..=games).map(|game| (file.to_owned(), game)).collect::<Vec<_>>();
    assert_eq!(numbers, [due("a.pgn", 4), due("b.pgn#1/2", 2)].concat());
    let bytes = 12 * game.len();
    assert_eq!((&last["share"]["files"], &last["share"]["bytes"]), (&3.into(), &bytes.into()));
    assert_eq!(last["parts"][0]["games"], 2);
    assert_eq!(
        text(&output.stderr),
        format!(
            "note: not checked, because these rules compare games across shards: series.first-move, series.colour, \
             series.annulled\n\
             note: 6 games were judged under the newest FIDE laws, because the year is unknown\n\
             note: games and lines are counted from the beginning of part 1/2: {root}b.pgn#1/2\n"
        )
    );
    fs::write(folder.path("c.pgn"), game.repeat(5)).unwrap();
    let output = audit(&["--shard", "40/40", &root]);
    assert!(
        text(&output.stderr).ends_with("note: no game begins in share 40/40\n"),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn shares_that_do_not_fit_together_are_refused() {
    let folder = Folder::new("shares-refused");
    archives(&folder, &mut Random::new(9));
    let root = folder.path("").to_string_lossy().into_owned();
    let reports = share_reports(&folder, 3, &[&root]);
    refused(&reports[1..], "no report is of share 1/3");
    refused(&reports[..2], "no report is of share 3/3");
    refused(&[reports[0].clone(), reports[2].clone()], "no report is of share 2/3");
    refused(&[&reports[..], &reports[..1]].concat(), "are both reports of share 1/3");
    let other = |name: &str, options: &[&str]| {
        let path = folder.path(name).to_string_lossy().into_owned();
        fs::write(&path, audit(options).stdout).unwrap();
        [&reports[..2], &[path]].concat()
    };
    refused(&other("four.jsonl", &["--shard", "4/4", &root]), "is the report of one of 3 shares");
    refused(
        &other("settings.jsonl", &["--shard", "3/3", "--ignore", "move", &root]),
        "were made with different settings: ignore is [] and [\"move\"]",
    );
    refused(
        &other("code.jsonl", &["--shard", "3/3", "--code", "kenny-1817", &root]),
        "different codes of laws",
    );
    refused(&other("whole.jsonl", &[&root]), "is the report of a share of several files, and ");
    fs::write(folder.path("a.pgn"), "1. e4 *\n").unwrap();
    refused(&other("files.jsonl", &["--shard", "3/3", &root]), "are reports of shares of different files: ");
    let output = audit(&["--shard", "1/2", &root, "-"]);
    assert!(text(&output.stderr).contains("it can be read only once"), "{}", text(&output.stderr));
    let output = audit(&["--shard", "1/2", "--files-from", "-"]);
    assert!(text(&output.stderr).contains("can be read only once"), "{}", text(&output.stderr));
}
