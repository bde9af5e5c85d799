//! The cost of each stage, in MiB and plies per second: tokens, replay, audit, report, end to end.
//! `benches/anchors.py` measures memory.
//!
//! The text is generated from seeded random games, so that every machine measures the same.
//! `JADOUBE_BENCH_FILE=path cargo bench` measures a file instead.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, missing_docs)]

use std::fmt::Write as _;
use std::io;
use std::sync::{Arc, LazyLock};

use divan::counter::{BytesCount, ItemsCount};
use jadoube::internals::audit::{
    CodeChoice, DiagramChoice, Doubts, InputOptions, Inputs, LawFiles, NoProgress, Selection, Settings, Sink,
    run,
};
use jadoube::internals::chess::{Play, Position};
use jadoube::internals::finding::{GameReport, Severity};
use jadoube::internals::game::Record;
use jadoube::internals::law::codes;
use jadoube::internals::pgn::{NextGame, Reader};
use jadoube::internals::report::{Format, Jsonl, game_line};

fn main() {
    divan::main();
}

/// A seeded random number generator (xorshift64*).
struct Seed(u64);

impl Seed {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % n
    }
}

/// The text after each move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Comments {
    None,
    /// An evaluation and a clock, as servers write them.
    Clocks,
}

fn random_game(seed: &mut Seed, number: usize, tags: &str, comments: Comments) -> String {
    let mut text = format!(
        "[Event \"Bench\"]\n[Site \"?\"]\n[Date \"2000.01.01\"]\n[Round \"{number}\"]\n\
         [White \"White\"]\n[Black \"Black\"]\n[Result \"*\"]\n{tags}\n"
    );
    let mut position = Position::initial();
    for ply in 0..80 {
        let moves = position.legal_moves(Play::COMMON);
        if moves.is_empty() {
            break;
        }
        let played = moves[seed.below(moves.len())];
        if ply % 2 == 0 {
            write!(text, "{}.", ply / 2 + 1).unwrap();
        }
        text.push_str(&position.san_with_sign(played, Play::COMMON));
        if comments == Comments::Clocks {
            let left = 1800 - 7 * ply;
            write!(text, " {{ [%eval 0.25] [%clk 0:{:02}:{:02}] }}", left / 60, left % 60).unwrap();
        }
        text.push(if ply % 12 == 11 { '\n' } else { ' ' });
        position.play(played);
    }
    text.push_str("*\n\n");
    text
}

fn made(tags: &str, comments: Comments) -> Vec<u8> {
    let mut seed = Seed(0x5EED);
    (0..4000).map(|number| random_game(&mut seed, number, tags, comments)).collect::<String>().into_bytes()
}

/// The measured text.
static TEXT: LazyLock<Vec<u8>> = LazyLock::new(|| match std::env::var_os("JADOUBE_BENCH_FILE") {
    Some(path) => std::fs::read(path).unwrap(),
    None => made("", Comments::None),
});

/// The same games under a variant that is not chess: read, but not replayed.
static UNPLAYED: LazyLock<Vec<u8>> = LazyLock::new(|| made("[Variant \"Tokens only\"]\n", Comments::None));

/// The same games with clocks and evaluations.
static ANNOTATED: LazyLock<Vec<u8>> = LazyLock::new(|| made("[TimeControl \"1800\"]\n", Comments::Clocks));

fn read_all(text: &[u8]) -> u64 {
    let mut reader = Reader::new(text);
    let mut record = Record::default();
    let mut plies = 0;
    while reader.next(&mut record) == NextGame::Read {
        plies += u64::from(record.plies());
    }
    plies
}

fn settings(all: bool) -> Settings {
    Settings {
        codes: CodeChoice::One(codes::code(codes::DEFAULT).unwrap()),
        file_codes: Vec::new(),
        shelf: LawFiles::default(),
        doubts: Doubts::Marked,
        selection: Selection::all(Severity::Warning),
        per_file_ignores: Vec::new(),
        baseline: jadoube::internals::audit::BaselineMode::Off,
        all,
        keep_source: false,
        repairs: true,
        diagrams: DiagramChoice::Unkept,
        duplicates: 1_000_000,
        series: jadoube::internals::series::Grouping::Tagged,
        budget: jadoube::internals::search::Budget::GAME,
        tournament: None,
        intake: InputOptions::default(),
    }
}

/// The sink of games: counted, or written as lines.
#[derive(Default)]
struct Collector {
    games: Vec<GameReport>,
}

impl Sink for Collector {
    fn game(&mut self, _: &Arc<str>, game: &GameReport) -> io::Result<()> {
        self.games.push(game.clone());
        Ok(())
    }
    fn unreadable(&mut self, _: &Arc<str>, _: &str) -> io::Result<()> {
        Ok(())
    }
}

struct Lines(Vec<u8>);

impl Sink for Lines {
    fn game(&mut self, file: &Arc<str>, game: &GameReport) -> io::Result<()> {
        game_line(&mut self.0, file, game)
    }
    fn unreadable(&mut self, _: &Arc<str>, _: &str) -> io::Result<()> {
        Ok(())
    }
}

/// A text in a file, as users have it.
fn filed(text: &[u8]) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), text).unwrap();
    file
}

static FILE: LazyLock<tempfile::NamedTempFile> = LazyLock::new(|| filed(&TEXT));
static ANNOTATED_FILE: LazyLock<tempfile::NamedTempFile> = LazyLock::new(|| filed(&ANNOTATED));

fn inputs(file: &tempfile::NamedTempFile) -> Inputs {
    Inputs { paths: vec![file.path().into()], ..Inputs::default() }
}

#[divan::bench]
fn tokens(bencher: divan::Bencher) {
    let text = &*UNPLAYED;
    bencher.counter(BytesCount::of_slice(text.as_slice())).bench(|| read_all(text));
}

#[divan::bench]
fn replay(bencher: divan::Bencher) {
    let text = &*TEXT;
    let plies = read_all(text);
    bencher
        .counter(BytesCount::of_slice(text.as_slice()))
        .counter(ItemsCount::new(plies))
        .bench(|| read_all(text));
}

#[divan::bench]
fn audit(bencher: divan::Bencher) {
    let settings = settings(false);
    let plies = read_all(&TEXT);
    bencher.counter(BytesCount::of_slice(TEXT.as_slice())).counter(ItemsCount::new(plies)).bench(|| {
        let mut sink = Collector::default();
        run(&settings, inputs(&FILE), &mut sink, &NoProgress).unwrap().read.games
    });
}

#[divan::bench]
fn audit_of_clocks(bencher: divan::Bencher) {
    let settings = settings(false);
    let text = &*ANNOTATED;
    let plies = read_all(text);
    bencher.counter(BytesCount::of_slice(text.as_slice())).counter(ItemsCount::new(plies)).bench(|| {
        let mut sink = Collector::default();
        run(&settings, inputs(&ANNOTATED_FILE), &mut sink, &NoProgress).unwrap().read.games
    });
}

#[divan::bench]
fn report(bencher: divan::Bencher) {
    let mut collected = Collector::default();
    run(&settings(true), inputs(&FILE), &mut collected, &NoProgress).unwrap();
    let games = collected.games;
    bencher.counter(ItemsCount::new(games.len())).bench(|| {
        let mut format = Jsonl::new();
        let mut out = Vec::new();
        for game in &games {
            format.game(&mut out, "bench.pgn", game).unwrap();
        }
        out.len()
    });
}

#[divan::bench]
fn end_to_end(bencher: divan::Bencher) {
    let settings = settings(true);
    let plies = read_all(&TEXT);
    bencher.counter(BytesCount::of_slice(TEXT.as_slice())).counter(ItemsCount::new(plies)).bench(|| {
        let mut sink = Lines(Vec::new());
        run(&settings, inputs(&FILE), &mut sink, &NoProgress).unwrap();
        sink.0.len()
    });
}
