//! The shards of a file report the same as the whole file.

use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::Arc;

use jadoube::internals::audit::{
    CodeChoice, DiagramChoice, Doubts, InputOptions, Inputs, LawFiles, LawOfDay, NoProgress, Selection,
    Settings, Sink, Summary, run,
};
use jadoube::internals::chess::Position;
use jadoube::internals::finding::{GameReport, Location, Severity};
use jadoube::internals::input::{InputErrorKind, Shard, ShardNumbering, ShardRequest, Share, Source};
use jadoube::internals::report::game_line;
use jadoube::internals::search::Budget;
use jadoube::internals::series::Grouping;
use jadoube::internals::shards::{CutSettings, cut};

use crate::support::random::Random;
use crate::support::record::{Trimming, game, movetext_soup, soup};

/// A temporary folder of one test.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("jadoube-shards-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

// ------------------------------------------------------------------------------------------------ through the library

/// The results of a run.
#[derive(Default)]
pub(super) struct Kept {
    /// The lines of games as `jsonl` writes them.
    pub(super) lines: Vec<u8>,
    pub(super) games: Vec<GameReport>,
    pub(super) unreadable: Vec<String>,
}

impl Sink for Kept {
    fn game(&mut self, file: &Arc<str>, game: &GameReport) -> io::Result<()> {
        self.games.push(game.clone());
        game_line(&mut self.lines, file, game)
    }

    fn unreadable(&mut self, _: &Arc<str>, why: &str) -> io::Result<()> {
        self.unreadable.push(why.to_owned());
        Ok(())
    }
}

fn audit(path: &std::path::Path, shard: Option<Shard>, reading: CutSettings) -> (Kept, Summary) {
    let (kept, summary) = audit_broken(path, shard, reading);
    assert_eq!(kept.unreadable, Vec::<String>::new());
    (kept, summary)
}

/// Audits a file that may have errors.
pub(super) fn audit_broken(
    path: &std::path::Path,
    shard: Option<Shard>,
    reading: CutSettings,
) -> (Kept, Summary) {
    let CutSettings { jobs, chunk_size } = reading;
    let settings = Settings {
        codes: CodeChoice::ByRecord(LawOfDay::of(&LawFiles::default(), None).unwrap()),
        file_codes: Vec::new(),
        shelf: LawFiles::default(),
        doubts: Doubts::Marked,
        selection: Selection::all(Severity::Info),
        per_file_ignores: Vec::new(),
        baseline: jadoube::internals::audit::BaselineMode::Off,
        all: true,
        keep_source: false,
        repairs: true,
        diagrams: DiagramChoice::Unkept,
        duplicates: 0,
        series: Grouping::Apart,
        budget: Budget::GAME,
        tournament: None,
        intake: InputOptions { jobs, chunk_size, shard, ..InputOptions::default() },
    };
    let mut kept = Kept::default();
    let inputs = Inputs { paths: vec![path.as_os_str().to_owned()], ..Inputs::default() };
    let summary = run(&settings, inputs, &mut kept, &NoProgress).unwrap();
    (kept, summary)
}

/// The content of an archive.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sort {
    /// Each game has its header, and its faults are within it.
    Headed,
    /// Any text.
    Wild,
}

/// A text of games of every kind, whole and broken.
pub(crate) fn archive(sort: Sort, random: &mut Random) -> Vec<u8> {
    let mut text = Vec::new();
    if random.once_in(3) {
        text.extend(b"\xef\xbb\xbf");
    }
    for index in 0..random.below(50) {
        match random.below(if sort == Sort::Wild { 14 } else { 9 }) {
            0 => text.extend(
                format!(
                    "[Event \"{index}\"]\n\n1. e4 {{ as in\n\n[Event \"quoted\"]\n\n1. d4 *\n\n}} e5 2. Ke3 *\n\n"
                )
                .into_bytes(),
            ),
            1 => text.extend(b"[Event \"Caf\xe9\"]\r\n[White \"J\xfcrgen\"]\r\n\r\n1. e4 e9 1-0\r\n\r\n"),
            2 => text.extend("[Event \"Café\"]\n[White \"Jürgen\"]\n\n1. e4 Nf6+ 1-0\n\n".as_bytes()),
            3 => text.extend(b"[Event \"escapes\"]\n% { not a comment\n\n1. e4\n%[Event \"no\"]\ne5 2. Ke3 *\n\n"),
            4 => text.extend(b"[Event \"lines\"]\n\n1. e4 ; { never opened\n1... e5 (2. d4 {x}) 2. Qh5 *\n\n\n\n"),
            5 => {
                text.extend(b"[Event \"soup\"]\n\n");
                text.extend(movetext_soup(random, 40));
                text.extend(b"\n\n");
            }
            6..9 => {
                let written = game(&Position::initial(), None, 40, Trimming::Full, random);
                text.extend(written.text.into_bytes());
                text.push(b'\n');
            }
            9 => text.extend(b"[Event \"unclosed\"]\n\n1. e4 { never closed e5\n\n"),
            10 => text.extend(b"1. e4 e5 2. Nf3 1/2-1/2\n\n1. d4 *\n"),
            11 => text.extend(b"[White \"no event\"]\n[Black \"x\"]\n\n1. e4 (1. d4 never closed *\n\n"),
            12 => text.extend(b"\xef\xbb\xbf[Event \"joined\"]\n[Event \"twice\"]\n\n*\n"),
            _ => text.extend(soup(random, 60)),
        }
    }
    text
}

fn archives(folder: &Folder, sort: Sort, rounds: usize) -> impl Iterator<Item = (usize, PathBuf, Random)> {
    let path = folder.path("games.pgn");
    let mut random = Random::new(1843);
    (0..rounds).map(move |round| {
        fs::write(&path, archive(sort, &mut random)).unwrap();
        (round, path.clone(), Random::new(random.next()))
    })
}

#[test]
fn the_shards_of_a_file_one_after_the_other_are_the_file() {
    let folder = Folder::new("whole");
    let mut most = 0;
    for sort in [Sort::Headed, Sort::Wild] {
        for (round, path, mut random) in archives(&folder, sort, 100) {
            let size = fs::metadata(&path).unwrap().len();
            for chunk_size in [1, 100, 2000, 256 << 10] {
                let jobs = NonZeroUsize::new(1 + random.below(3)).unwrap();
                let reading = CutSettings { jobs, chunk_size };
                let (whole, summary) =
                    audit(&path, None, CutSettings { chunk_size, ..CutSettings::default() });
                let target = random.pick(&[1, 50, 700, 3000, 1 << 30]);
                let shards = cut(&Source::file(&path), target, reading).unwrap();
                let case = format!("round {round}, chunks of {chunk_size}, shards of {target}");
                most = most.max(shards.len());
                let (mut lines, mut games, mut end) = (Vec::new(), 0, 0);
                for shard in &shards {
                    assert_eq!(shard.range.offset, end, "{case}");
                    end = shard.range.end();
                    let (kept, part) = audit(&path, Some(*shard), reading);
                    lines.extend(kept.lines);
                    games += part.read.games;
                }
                assert_eq!((end, games), (size, summary.read.games), "{case}");
                let differ = lines.iter().zip(&whole.lines).position(|(one, other)| one != other);
                assert!(lines == whole.lines, "{case}: {differ:?} of {}", whole.lines.len());
            }
        }
    }
    assert!(most > 20, "there must be something to cut: {most}");
}

/// Everything except the numbers of games and lines.
fn without_numbers(games: Vec<GameReport>) -> Vec<GameReport> {
    without(games, |location| location.line = 0)
}

/// Everything except the numbers of games, and what is cleared of each place.
pub(super) fn without(mut games: Vec<GameReport>, clear: impl Fn(&mut Location)) -> Vec<GameReport> {
    for game in &mut games {
        game.number = 0;
        clear(&mut game.location);
        for finding in &mut game.findings {
            clear(&mut finding.location);
            for edit in finding.fix.iter_mut().flat_map(|fix| &mut fix.edits) {
                let mut place = Location { offset: edit.offset, ..Location::default() };
                clear(&mut place);
                edit.offset = place.offset;
            }
        }
    }
    games
}

#[test]
fn equal_shares_are_the_file_but_for_the_numbers() {
    let folder = Folder::new("shares");
    let mut cuts = 0;
    for (round, path, mut random) in archives(&folder, Sort::Headed, 150) {
        let size = fs::metadata(&path).unwrap().len();
        let (whole, _) = audit(&path, None, CutSettings::default());
        let whole = without_numbers(whole.games);
        let of = 1 + random.below(12) as u64;
        let (mut games, mut end) = (Vec::new(), 0);
        for number in 1..=of {
            let share = Share::new(number, of).unwrap();
            let mut file = Source::file(&path).open_seekable().unwrap();
            let part = file.shard(ShardRequest::Share(share)).unwrap();
            assert_eq!(part.numbers, ShardNumbering::NumberedInShare(share));
            assert_eq!(part.range.offset, end, "round {round}, {share}");
            end = part.range.end();
            cuts += usize::from(end > 0 && end < size);
            let (kept, _) = audit(&path, Some(part), CutSettings::default());
            if let Some(first) = kept.games.first() {
                assert_eq!(first.number, 1);
            }
            games.extend(without_numbers(kept.games));
        }
        assert_eq!(end, size);
        let differ = games.iter().zip(&whole).position(|(one, other)| one != other);
        assert!(games == whole, "round {round}, {of} shares: game {differ:?} of {}", whole.len());
    }
    assert!(cuts > 100, "there must be something to cut: {cuts}");
}

/// Braces and headers far from the nominal cut.
#[test]
fn a_share_never_begins_in_a_comment_however_long() {
    let folder = Folder::new("long");
    let path = folder.path("games.pgn");
    let quoted = "\n\n[Event \"quoted\"]\n\n1. e4 *\n".repeat(100_000);
    let text = format!(
        "[Event \"a\"]\n\n1. e4 {{{quoted}}} e5 *\n\n[Event \"b\"]\n\n1. d4 *\n\n[Event \"c\"]\n\n1. c4 *\n"
    );
    fs::write(&path, &text).unwrap();
    let mut file = Source::file(&path).open_seekable().unwrap();
    let mut starts = Vec::new();
    for number in 1..=4 {
        let share = Share::new(number, 4).unwrap();
        starts.push(file.shard(ShardRequest::Share(share)).unwrap().range.offset);
    }
    let b = text.find("[Event \"b\"]").unwrap() as u64;
    assert_eq!(starts, [0, b, b, b]);
}

#[test]
fn a_shard_of_another_version_of_the_file_is_refused() {
    let folder = Folder::new("stale");
    let path = folder.path("games.pgn");
    fs::write(&path, "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n").unwrap();
    let lay = |request: &str| {
        let mut file = Source::file(&path).open_seekable().unwrap();
        file.shard(request.parse().unwrap()).map_err(|error| error.why)
    };
    assert!(lay("0+22@1:1").is_ok());
    assert!(lay("22+21@2:5").is_ok());
    assert!(matches!(lay("22+22@2:5"), Err(InputErrorKind::ShardBeyond { end: 44, size: 43 })));
    assert!(matches!(lay("23+20@2:5"), Err(InputErrorKind::ShardAstray(23))));
    assert!(lay("0+21@1:1").is_ok(), "a blank line is a line");
    assert!(matches!(lay("0+20@1:1"), Err(InputErrorKind::ShardAstray(20))));
}

// ------------------------------------------------------------------------------------------------ through the program

pub(crate) fn jadoube(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_jadoube")).args(arguments).env("NO_COLOR", "1").output().unwrap()
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A file of some games, and the reports of its shards.
struct Reported {
    folder: Folder,
    games: String,
    shards: Vec<String>,
    reports: Vec<String>,
}

impl Reported {
    fn new(name: &str) -> Self {
        let folder = Folder::new(name);
        let games = folder.path("games.pgn").to_string_lossy().into_owned();
        let mut all = Vec::new();
        for index in 0..40 {
            let moves = ["e4 e5 2. Ke3", "e4 e9", "d4 d5", "f3 e5 2. g4 Qh4+"][index % 4];
            all.extend(format!("[Event \"{index}\"]\n[Result \"*\"]\n\n1. {moves} *\n\n").into_bytes());
        }
        fs::write(&games, all).unwrap();
        let listed = jadoube(&["shards", "--target", "500", "--chunk-size", "100", &games]);
        assert_eq!((listed.status.code(), text(&listed.stderr)), (Some(0), String::new()));
        let shards: Vec<String> = text(&listed.stdout)
            .lines()
            .map(|line| {
                let (shard, path) = line.split_once(' ').unwrap();
                assert_eq!(path, games);
                shard.to_owned()
            })
            .collect();
        assert!(shards.len() >= 3, "{shards:?}");
        let reports = shards
            .iter()
            .enumerate()
            .map(|(index, shard)| {
                let report = folder.path(&format!("{index}.jsonl")).to_string_lossy().into_owned();
                let output = Self::audit(&games, &["--shard", shard]);
                fs::write(&report, &output.stdout).unwrap();
                report
            })
            .collect();
        Self { folder, games, shards, reports }
    }

    fn audit(games: &str, more: &[&str]) -> Output {
        jadoube(
            &[&["audit", "--format", "jsonl", "--min-severity", "info", "--exit-zero", games], more].concat(),
        )
    }

    fn merged(reports: &[&String]) -> Output {
        let reports = reports.iter().map(|report| report.as_str());
        jadoube(&["merge"].into_iter().chain(reports).collect::<Vec<_>>())
    }

    /// Asserts that merging fails with these words.
    fn refused(reports: &[&String], words: &str) {
        let output = Self::merged(reports);
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(text(&output.stdout), "");
        let said = text(&output.stderr);
        assert!(said.starts_with("error: ") && said.contains(words), "{said}");
    }
}

/// The games of a report and its summary.
pub(crate) fn parted(report: &[u8]) -> (String, serde_json::Value) {
    let report = text(report);
    let (games, last) = report.trim_end().rsplit_once('\n').unwrap();
    (games.to_owned(), serde_json::from_str(last).unwrap())
}

#[test]
fn the_reports_of_all_shards_merge_to_the_report_of_the_file() {
    let reported = Reported::new("merge");
    // The same games under other events are still duplicates.
    let whole = Reported::audit(&reported.games, &["--duplicates", "0"]);
    let (games, last) = parted(&whole.stdout);
    assert!(games.lines().count() > 10);
    let backwards: Vec<&String> = reported.reports.iter().rev().collect();
    let output = Reported::merged(&backwards);
    assert_eq!(output.status.code(), Some(0));
    let (merged_games, merged_last) = parted(&output.stdout);
    assert_eq!(merged_games, games);
    assert_eq!(merged_last["summary"], last["summary"]);
    assert_eq!(merged_last["tool"], last["tool"]);
    assert_eq!(merged_last["code"], last["code"]);
    assert_eq!(merged_last["left_out"][0], "record.duplicate-game");
    assert_eq!(
        text(&output.stderr),
        "note: not checked, because these rules compare games across shards: record.duplicate-game, \
         record.conflicting-game, series.first-move, series.colour, series.annulled\n"
    );
    // The report of another file counts as another file, and comes in its order.
    let other = reported.folder.path("other.jsonl").to_string_lossy().into_owned();
    fs::write(&other, Reported::audit("samples/plain/two-games.pgn", &["--all"]).stdout).unwrap();
    let mut all: Vec<&String> = reported.reports.iter().collect();
    all.insert(1, &other);
    let (both_games, both) = parted(&Reported::merged(&all).stdout);
    assert_eq!(both["summary"]["files"], 2);
    assert_eq!(both["summary"]["games"], 42);
    assert!(both_games.starts_with(&games));
}

#[test]
fn the_reports_of_shares_merge_too() {
    let reported = Reported::new("shares-merge");
    let mut reports = Vec::new();
    for number in 1..=3 {
        let output = Reported::audit(&reported.games, &["--shard", &format!("{number}/3")]);
        let said = text(&output.stderr);
        let name = format!("{}#{number}/3", reported.games);
        let note =
            format!("note: games and lines are counted from the beginning of part {number}/3: {name}\n");
        assert!(said.starts_with(&note), "{said}");
        let (games, last) = parted(&output.stdout);
        let first: serde_json::Value = serde_json::from_str(games.lines().next().unwrap()).unwrap();
        assert_eq!((first["file"].as_str(), &first["game"]), (Some(name.as_str()), &1.into()));
        assert!(last["shard"]["game"].is_null() && last["shard"]["line"].is_null());
        let path = reported.folder.path(&format!("share-{number}.jsonl"));
        fs::write(&path, &output.stdout).unwrap();
        reports.push(path.to_string_lossy().into_owned());
    }
    let (_, merged) = parted(&Reported::merged(&reports.iter().collect::<Vec<_>>()).stdout);
    let (_, whole) = parted(&Reported::audit(&reported.games, &["--duplicates", "0"]).stdout);
    assert_eq!(merged["summary"], whole["summary"]);
}

#[test]
fn reports_of_other_games_merge() {
    let reported = Reported::new("others-merge");
    let mut reports = Vec::new();
    for (name, arguments) in [("first", ["--games", "..20"]), ("rest", ["--games", "21.."])] {
        let path = reported.folder.path(&format!("{name}.jsonl"));
        fs::write(&path, Reported::audit(&reported.games, &arguments).stdout).unwrap();
        reports.push(path.to_string_lossy().into_owned());
    }
    assert_eq!(Reported::merged(&reports.iter().collect::<Vec<_>>()).status.code(), Some(0));
}

#[test]
fn reports_that_do_not_fit_together_are_refused() {
    let reported = Reported::new("refused");
    let all: Vec<&String> = reported.reports.iter().collect();
    Reported::refused(&all[1..], "no report covers bytes 0 to ");
    Reported::refused(&all[..all.len() - 1], "no report covers bytes ");
    Reported::refused(&[&all[..1], &all[2..]].concat(), "no report covers bytes ");
    Reported::refused(&[&all[..], &all[..1]].concat(), "both cover byte ");

    let whole = Reported::audit(&reported.games, &[]).stdout;
    let write = |name: &str, report: &[u8]| {
        let path = reported.folder.path(name).to_string_lossy().into_owned();
        fs::write(&path, report).unwrap();
        path
    };
    let (whole, again) = (write("whole.jsonl", &whole), write("again.jsonl", &whole));
    Reported::refused(&[&whole, &whole], "whole.jsonl is named twice");
    Reported::refused(&[&whole, &again], "both contain game 1 of ");
    Reported::refused(&[&all[..], &[&whole]].concat(), "both cover byte 0 of ");

    let last = reported.shards.len() - 1;
    let shard = ["--shard", &reported.shards[last]];
    let under = Reported::audit(&reported.games, &[&shard[..], &["--code", "kenny-1817"]].concat());
    let under = write("under.jsonl", &under.stdout);
    Reported::refused(&[&all[..last], &[&under]].concat(), "were made with different codes of laws");

    let (stretch, _) = reported.shards[last].split_once('@').unwrap();
    let uneven = Reported::audit(&reported.games, &["--shard", &format!("{stretch}@1:1")]);
    let uneven = write("uneven.jsonl", &uneven.stdout);
    Reported::refused(&[&all[..last], &[&uneven]].concat(), "was cut differently for each");

    let whole = fs::read(all[last]).unwrap();
    for (name, broken) in [
        ("broken.jsonl", &whole[..whole.len() - 20]),
        ("empty.jsonl", b""),
        ("games.jsonl", &b"{\"game\":1}\n"[..]),
    ] {
        let broken = write(name, broken);
        Reported::refused(
            &[&all[..last], &[&broken]].concat(),
            &format!(
                "{broken} does not end with the summary of a jsonl report\n\n  tip: create it again with"
            ),
        );
    }
    let gone = reported.folder.path("gone.jsonl").to_string_lossy().into_owned();
    Reported::refused(&[&gone], "no such file or directory");
}

#[test]
fn what_cannot_be_cut_is_named_and_the_rest_is_cut() {
    let folder = Folder::new("uncut");
    fs::write(folder.path("a.pgn"), "1. e4 *\n").unwrap();
    fs::write(folder.path("b.pgn.zst"), zstd::encode_all(&b"1. e4 *\n"[..], 0).unwrap()).unwrap();
    fs::write(folder.path("c.pgn"), "").unwrap();
    fs::write(folder.path("d.pgn"), b"\xff\xfe1\0").unwrap();
    let root = folder.0.to_string_lossy().into_owned();
    let output = jadoube(&["shards", &root]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stdout), format!("0+8@1:1 {root}/a.pgn\n0+0@1:1 {root}/c.pgn\n"));
    assert_eq!(
        text(&output.stderr),
        format!(
            "error: {root}/b.pgn.zst: zstd data of one frame cannot be split into shards: audit the whole file, \
             or compress it in many frames with `zstd -dc OLD | pzstd > NEW`\n\
             error: {root}/d.pgn: UTF-16 text cannot be split into shards: audit the whole file, or convert it to UTF-8 first\n"
        )
    );
    let output = jadoube(&["shards", "--format", "json", &folder.path("a.pgn").to_string_lossy()]);
    let listed: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(listed[0]["shard"], "0+8@1:1");
    assert_eq!(listed[0]["length"], 8);
    let output = jadoube(&["shards", "--format", "json", &folder.path("b.pgn.zst").to_string_lossy()]);
    assert_eq!(text(&output.stdout), "[]\n");
}
