//! A run that is interrupted and goes on reports what a run reports that was not.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::shards::{Folder, Sort, archive, jadoube, text};
use crate::support::random::Random;

/// Parts of 400 bytes of text, and therefore many.
const SMALL: [&str; 2] = ["--chunk-size", "1"];

fn audit(options: &[&str]) -> Output {
    jadoube(&[&["audit", "--isolated", "--min-severity", "info"], options].concat())
}

/// Games in which duplicates, conflicts and series are found.
fn related_games() -> String {
    let game = |event: &str, round: &str, more: &str, moves: &str| {
        format!(
            "[Event \"{event}\"]\n[Site \"London\"]\n[Date \"1862.06.01\"]\n[Round \"{round}\"]\n[White \"Adams\"]\n\
             [Black \"Brown\"]\n[Result \"1-0\"]\n{more}\n{moves} 1-0\n\n"
        )
    };
    let long = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3";
    let series =
        |number: u32| format!("[Series \"Match\"]\n[SeriesGame \"{number}\"]\n[Laws \"bca-1862\"]\n");
    [
        game("Club", "1", "", long),
        game("Club", "1", "", long),
        game("Club", "2", "", long),
        game("Club", "1", "", &format!("{long} O-O")),
        game("Match", "1", &series(1), "1. e4 e5"),
        game("Match", "2", &series(2), "1. e4 e5"),
        game("Ignored", "3", "", &format!("{{[%jadoube ignore record.duplicate-game]}} {long}")),
    ]
    .concat()
}

fn archives(folder: &Folder, random: &mut Random) -> String {
    let root = folder.path("games");
    fs::create_dir_all(root.join("old")).unwrap();
    let mut some = || archive(Sort::Wild, random);
    let related = related_games().into_bytes();
    fs::write(root.join("a.pgn"), [some(), related.clone(), some()].concat()).unwrap();
    let packed = [some(), related.clone(), some()].concat();
    fs::write(root.join("b.pgn.zst"), zstd::encode_all(&packed[..], 0).unwrap()).unwrap();
    fs::write(root.join("b2.pgn.zst"), broken_frames(&packed)).unwrap();
    fs::write(root.join("c.pgn"), "").unwrap();
    let utf_16: Vec<u8> =
        format!("\u{feff}{}", related_games()).encode_utf16().flat_map(u16::to_le_bytes).collect();
    fs::write(root.join("old/d.pgn"), utf_16).unwrap();
    fs::write(root.join("old/e.pgn"), [some(), related].concat()).unwrap();
    fs::write(root.join("old/f.pgn"), "no game").unwrap();
    root.to_string_lossy().into_owned()
}

/// The text in frames, of which some are broken.
fn broken_frames(text: &[u8]) -> Vec<u8> {
    let frame = |(text, number): (&[u8], usize)| {
        let mut frame = zstd::encode_all(text, 0).unwrap();
        if number % 5 == 3 {
            let middle = frame.len() / 2;
            frame[middle..].fill(0);
        }
        frame
    };
    text.chunks(2500).zip(0..).flat_map(frame).collect()
}

/// Options and their reports: standard output, exit code, and an HTML page.
fn reports(folder: &Folder, options: &[&str]) -> (String, Option<i32>, Vec<u8>, String) {
    let page = folder.path("page.html");
    drop(fs::remove_file(&page));
    let output = format!("html={}", page.to_string_lossy());
    let run = audit(&[&["--output", output.as_str()], options].concat());
    (text(&run.stdout), run.status.code(), fs::read(page).unwrap_or_default(), text(&run.stderr))
}

fn parts(checkpoint: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(checkpoint) else { return Vec::new() };
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.retain(|name| Path::new(name).extension().is_some_and(|end| end == "part"));
    names.sort();
    names
}

/// Each prefix of the parts is what a killed run may leave.
#[test]
fn a_run_goes_on_after_any_part_in_every_format() {
    let mut random = Random::new(1862);
    let mut count = 0;
    for round in 0..3 {
        let folder = Folder::new(&format!("checkpoint-{round}"));
        let root = archives(&folder, &mut random);
        let gone = folder.path("gone.pgn").to_string_lossy().into_owned();
        let checkpoint = folder.path("done");
        let named = checkpoint.to_string_lossy().into_owned();
        let kept = ["--checkpoint", named.as_str()];
        let one_run = |more: &[&str]| reports(&folder, &[&SMALL[..], more, &[&root, &gone]].concat());
        let whole = one_run(&["--format", "jsonl", "--all"]);
        for rule in ["record.duplicate-game", "record.conflicting-game", "series.first-move"] {
            assert!(whole.0.contains(rule), "{rule} must be found");
        }
        let resumed = one_run(&[&kept[..], &["--format", "jsonl", "--all"]].concat());
        assert_eq!(resumed, whole, "round {round}");
        let all = parts(&checkpoint);
        count += all.len();
        for left in (0..all.len()).step_by(1 + all.len() / 12).rev() {
            for part in &all[left..] {
                drop(fs::remove_file(checkpoint.join(part)));
            }
            fs::write(checkpoint.join(".000001.part.tmp"), "unfinished").unwrap();
            let jobs = ["1", "3"][left % 2];
            let resumed = one_run(&[&kept[..], &["--format", "jsonl", "--all", "--jobs", jobs]].concat());
            let note = format!("note: the run goes on from the checkpoint {named}\n");
            let said = resumed.3.strip_prefix(&note).unwrap_or(&resumed.3);
            assert_eq!(
                (&resumed.0, resumed.1, said),
                (&whole.0, whole.1, &*whole.3),
                "round {round}, {left} parts"
            );
            assert!(resumed.2 == whole.2, "round {round}, {left} parts: the pages differ");
        }
        // The finished checkpoint gives the other formats.
        for format in ["human", "concise", "json", "sarif", "junit", "github", "html"] {
            let options = ["--format", format, "--all", "--max-findings", "30"];
            let (whole, resumed) = (one_run(&options), one_run(&[&kept[..], &options].concat()));
            assert_eq!((resumed.0, resumed.1), (whole.0, whole.1), "round {round}: {format}");
        }
        let options = ["--statistics", "--all"];
        assert_eq!(one_run(&[&kept[..], &options].concat()).0, one_run(&options).0);
    }
    assert!(count > 60, "there must be parts: {count}");
}

#[test]
fn a_killed_run_goes_on() {
    let folder = Folder::new("checkpoint-killed");
    let game = |number: usize| {
        let moves = ["e4 e5 2. Ke3", "e4 e9", "d4 d5", "f3 e5 2. g4 Qh4#"][number % 4];
        format!("[Event \"{number}\"]\n[Result \"*\"]\n\n1. {moves} *\n\n")
    };
    let games = (0..6000).map(game).collect::<Vec<_>>().concat();
    let path = folder.path("games.pgn").to_string_lossy().into_owned();
    fs::write(&path, games).unwrap();
    let checkpoint = folder.path("done");
    let named = checkpoint.to_string_lossy().into_owned();
    let options = ["--format", "jsonl", "--chunk-size", "50", "--jobs", "2", &path];
    let whole = audit(&options);
    let (mut kills, mut random) = (0, Random::new(57));
    for _ in 0..20 {
        let before = parts(&checkpoint).len();
        let mut run = Command::new(env!("CARGO_BIN_EXE_jadoube"))
            .args(["audit", "--isolated", "--min-severity", "info", "--checkpoint", &named])
            .args(options)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let begun = Instant::now();
        while run.try_wait().unwrap().is_none()
            && parts(&checkpoint).len() <= before
            && begun.elapsed() < Duration::from_mins(1)
        {
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(Duration::from_millis(random.next() % 20));
        if run.try_wait().unwrap().is_some() {
            break;
        }
        run.kill().unwrap();
        run.wait().unwrap();
        kills += 1;
    }
    assert!(kills > 0 && !parts(&checkpoint).is_empty());
    let resumed = audit(&[&["--checkpoint", named.as_str()], &options[..]].concat());
    assert!(resumed.stdout == whole.stdout, "after {kills} kills");
    assert_eq!(resumed.status.code(), whole.status.code());
    let left = fs::read_dir(&checkpoint).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(left.into_iter().all(|name| !name.to_string_lossy().ends_with(".tmp")));
}

#[test]
fn a_checkpoint_of_another_run_is_refused() {
    let folder = Folder::new("checkpoint-refused");
    let path = |name: &str| folder.path(name).to_string_lossy().into_owned();
    let (games, other) = (path("games.pgn"), path("other.pgn"));
    let game = "[Event \"a\"]\n\n1. e4 e9 *\n";
    fs::write(&games, game).unwrap();
    fs::write(&other, game).unwrap();
    let checkpoint = path("done");
    let run = |options: &[&str]| {
        audit(&[&["--checkpoint", checkpoint.as_str(), "--format", "jsonl"], options].concat())
    };
    let refused = |options: &[&str], words: &str| {
        let output = run(options);
        let said = text(&output.stderr);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), String::new()), "{words}: {said}");
        assert!(
            said.starts_with("error: ") && said.contains(words) && said.contains("\n\n  tip: "),
            "{said}"
        );
    };
    let first = run(&[&games]);
    assert_eq!(run(&[&games]).stdout, first.stdout);
    refused(&[&games, "--ignore", "move"], "with other settings: ignore was [], and is [\"move\"]");
    refused(&[&games, "--code", "kenny-1817"], "with other settings: code was ");
    refused(&[&games, "--boards", "--output", &format!("html={}", path("page.html"))], "has no boards");
    refused(&[&games, "--all"], "has no games without findings");
    refused(&[&games, "--games-output", &path("games.csv")], "has no games without findings");
    refused(&[&games, &other], "other.pgn is not among its files");
    refused(&[&other], "games.pgn where this run has ");
    fs::write(&games, format!("{game}\n")).unwrap();
    refused(&[&games], "games.pgn had 24 bytes when it was begun, and has 25");
    fs::write(&games, game.replace("e9", "e5")).unwrap();
    refused(&[&games], "games.pgn began with another text");
    fs::write(&games, game).unwrap();
    refused(&[&games], "games.pgn was modified after it was begun");

    let header = fs::read_to_string(folder.path("done/checkpoint.json")).unwrap();
    fs::write(folder.path("done/checkpoint.json"), header.replace("\"version\": \"", "\"version\": \"9"))
        .unwrap();
    refused(&[&games], "it was begun by version 9");
    let lock = fs::File::open(folder.path("done/checkpoint.lock")).unwrap();
    lock.lock().unwrap();
    refused(&[&games], "another run uses the checkpoint");
    lock.unlock().unwrap();
    let holds = |name: &str| {
        fs::create_dir_all(folder.path("full")).unwrap();
        fs::write(folder.path("full").join(name), "x").unwrap();
        let output = audit(&["--checkpoint", &path("full"), &games]);
        assert_eq!(output.status.code(), Some(2));
        text(&output.stderr)
    };
    fs::create_dir_all(folder.path("full")).unwrap();
    fs::write(folder.path("full/.other.tmp"), "x").unwrap();
    assert!(holds("notes.txt").contains("is not a folder of checkpoints: it holds notes.txt"));
    assert_eq!(fs::read_dir(folder.path("full")).unwrap().count(), 2, "the folder is left as it is");
    fs::remove_dir_all(folder.path("full")).unwrap();
    assert!(holds("000001.part").contains("is damaged: checkpoint.json is missing or invalid"));
    for (options, words) in [
        (vec!["-"], "it can be read only once, so a run over it cannot go on"),
        (vec!["--files-from", "-"], "can be read only once, and --checkpoint reads it again"),
        (vec!["--shard", "1/2", &games], "cannot be used with"),
        (vec!["--games", "1..2", &games], "cannot be used with"),
    ] {
        let output = audit(&[&["--checkpoint", &path("new")], &options[..]].concat());
        assert!(text(&output.stderr).contains(words), "{}", text(&output.stderr));
    }
}

#[test]
fn a_damaged_part_is_named() {
    let folder = Folder::new("checkpoint-damaged");
    let games = folder.path("games.pgn").to_string_lossy().into_owned();
    fs::write(&games, "[Event \"a\"]\n\n1. e4 e9 *\n").unwrap();
    let checkpoint = folder.path("done").to_string_lossy().into_owned();
    let run = || audit(&["--checkpoint", &checkpoint, &games]);
    assert_eq!(run().status.code(), Some(0));
    let part = folder.path("done/000001.part");
    let bytes = fs::read(&part).unwrap();
    for broken in [&bytes[..bytes.len() / 2], &b"x"[..], &bytes[..bytes.len() - 3]] {
        fs::write(&part, broken).unwrap();
        let output = run();
        assert_eq!(output.status.code(), Some(2));
        let said = text(&output.stderr);
        assert!(said.contains("000001.part: this part of the checkpoint is damaged"), "{said}");
    }
}

/// A baseline is applied when the reports are written.
#[test]
fn a_baseline_works_with_a_checkpoint() {
    let folder = Folder::new("checkpoint-baseline");
    let root = archives(&folder, &mut Random::new(4));
    let path = |name: &str| folder.path(name).to_string_lossy().into_owned();
    let (known, also) = (path("known.json"), path("also.json"));
    audit(&["--write-baseline", &known, &root]);
    audit(&["--write-baseline", &also, "--checkpoint", &path("first"), &root]);
    assert_eq!(fs::read_to_string(&known).unwrap(), fs::read_to_string(&also).unwrap());
    let run =
        |options: &[&str]| audit(&[&["--baseline", &known, "--format", "jsonl", &root], options].concat());
    let (whole, kept) = (run(&[]), run(&["--checkpoint", &path("second")]));
    assert_eq!((text(&kept.stdout), text(&kept.stderr)), (text(&whole.stdout), text(&whole.stderr)));
}
