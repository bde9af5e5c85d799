//! The cost of the searches: positions decided, positions searched, time, on the published suites in the
//! folder that `JADOUBE_TRUTH` names. Without it nothing is measured.
//!
//! `mate` is compared with the UCI engine that `JADOUBE_PEER` names, which is asked for the same mates with
//! the same number of positions. No program is known that decides perpetual check.
//!
//! `JADOUBE_TRUTH=folder JADOUBE_PEER=stockfish cargo bench --bench solvers [-- dead|mate|perpetual]`

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    missing_docs
)]

use std::io::{BufRead, BufReader, Lines, Write};
use std::num::NonZeroU32;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use jadoube::internals::chess::{Color, Play, Position};
use jadoube::internals::search::dead::{Prospect, can_mate};
use jadoube::internals::search::mate::{Announcement, MateAnswer, search_mate};
use jadoube::internals::search::{Budget, Meter, perpetual};

/// The results of one suite.
#[derive(Default)]
struct Tally {
    asked: u32,
    decided: u32,
    wrong: u32,
    total: Duration,
    slowest: Duration,
    meter: Meter,
}

impl Tally {
    fn time<T>(&mut self, ask: impl FnOnce() -> T) -> T {
        let began = Instant::now();
        let answer = ask();
        let took = began.elapsed();
        self.asked += 1;
        self.total += took;
        self.slowest = self.slowest.max(took);
        answer
    }

    /// The answer, if it was decided, and the truth, if it is known.
    fn note(&mut self, answer: Option<bool>, truth: Option<bool>) {
        self.decided += u32::from(answer.is_some());
        self.wrong += u32::from(answer.is_some() && truth.is_some() && answer != truth);
    }

    fn print(&self, name: &str) {
        let each = self.total / self.asked.max(1);
        println!(
            "{name:40} {:5} of {:5} decided, {} wrong; {:9.3?} each, {:9.3?} at most, {:8.2?} in all{}",
            self.decided,
            self.asked,
            self.wrong,
            each,
            self.slowest,
            self.total,
            match self.meter.positions() {
                0 => String::new(),
                // Counted in thousands: short searches do not show.
                positions => format!(", {} million positions", positions / 1_000_000),
            }
        );
    }
}

fn position(line: &str) -> Position {
    let fields: Vec<_> = line.split_whitespace().take(4).collect();
    Position::from_fen(fields.join(" ").as_bytes()).unwrap()
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// An engine that speaks UCI.
struct Peer {
    name: String,
    child: Child,
    to: ChildStdin,
    from: Lines<BufReader<ChildStdout>>,
}

impl Peer {
    fn named() -> Option<Self> {
        let name = std::env::var("JADOUBE_PEER").ok()?;
        let mut child = Command::new(&name)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the peer starts");
        let to = child.stdin.take().unwrap();
        let from = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut peer = Self { name, child, to, from };
        writeln!(peer.to, "uci").unwrap();
        peer.until("uciok");
        writeln!(peer.to, "setoption name Hash value 256").unwrap();
        Some(peer)
    }

    /// Reads lines up to the one that begins with a word.
    fn until(&mut self, word: &str) -> Vec<String> {
        let mut read = Vec::new();
        for line in self.from.by_ref() {
            let line = line.unwrap();
            let last = line.starts_with(word);
            read.push(line);
            if last {
                break;
            }
        }
        read
    }

    /// Whether it finds a mate in this many moves for the side to move, or against it.
    fn mates(&mut self, fen: &str, moves: u32, on_move: bool) -> Option<bool> {
        writeln!(self.to, "ucinewgame\nisready").unwrap();
        self.until("readyok");
        let nodes = Budget::GAME.nodes;
        writeln!(self.to, "position fen {fen} 0 1\ngo mate {moves} nodes {nodes}").unwrap();
        let told = self.until("bestmove");
        let mate = told.iter().rev().find_map(|line| {
            let (_, rest) = line.split_once(" score mate ")?;
            rest.split_whitespace().next()?.parse::<i32>().ok()
        })?;
        ((mate > 0) == on_move && mate.unsigned_abs() <= moves).then_some(true)
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _ = writeln!(self.to, "quit");
        let _ = self.child.wait();
    }
}

fn ask_dead(tally: &mut Tally, position: &Position, winner: Color, truth: bool) {
    let answer = match tally.time(|| can_mate(position, winner)) {
        Prospect::Helpmate(_) => Some(true),
        Prospect::NoHelpmate => Some(false),
        Prospect::Undetermined => None,
    };
    tally.note(answer, Some(truth));
}

fn dead(folder: &Path) {
    for file in ["D3-test-vector.txt", "chasolver-lichess-a.txt"] {
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        let mut tally = Tally::default();
        for line in lines(&text) {
            let (who, fen) = line.split_once(' ').unwrap();
            let position = position(fen);
            ask_dead(&mut tally, &position, Color::White, who.starts_with('W'));
            ask_dead(&mut tally, &position, Color::Black, who.ends_with('B'));
        }
        tally.print(file);
    }
    let file = "unfair-timeouts-a.txt";
    let text = std::fs::read_to_string(folder.join(file)).unwrap();
    let mut tally = Tally::default();
    for line in lines(&text) {
        let position = position(line);
        ask_dead(&mut tally, &position, position.turn().other(), false);
    }
    tally.print(file);
}

fn mate(folder: &Path) {
    let mut peer = Peer::named();
    for file in ["KRvK1000.epd", "mates2000.epd"] {
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        for moves in 1..=6 {
            let mut tally = Tally::default();
            let mut theirs = Tally::default();
            for line in lines(&text) {
                let (fen, length) = line.split_once(" bm #").unwrap();
                let length: i32 = length.trim_end_matches(';').parse().unwrap();
                if length.unsigned_abs() != moves {
                    continue;
                }
                if let Some(peer) = &mut peer {
                    let fields: Vec<_> = fen.split_whitespace().take(4).collect();
                    let answer = theirs.time(|| peer.mates(&fields.join(" "), moves, length > 0));
                    theirs.note(answer, Some(true));
                }
                let position = position(fen);
                let by = if length > 0 { position.turn() } else { position.turn().other() };
                let announcement = Announcement { by, moves: NonZeroU32::new(moves).unwrap(), key: None };
                let meter = std::mem::take(&mut tally.meter);
                let answer = tally.time(|| {
                    search_mate(&position, Play::COMMON, announcement, &mut { Budget::GAME }, &meter)
                });
                tally.meter = meter;
                let answer = match answer {
                    MateAnswer::Proved(_) => Some(true),
                    MateAnswer::Refuted(_) => Some(false),
                    MateAnswer::Undetermined => None,
                };
                tally.note(answer, Some(true));
            }
            if tally.asked > 0 {
                tally.print(&format!("{file}, in {moves}"));
            }
            if let Some(peer) = &peer
                && theirs.asked > 0
            {
                theirs.print(&format!("  {}", peer.name));
            }
        }
    }
}

/// No suite says which side can check forever: positions with a check are searched and counted as decided.
fn checks(folder: &Path) {
    for file in ["chasolver-lichess-a.txt", "mates2000.epd"] {
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        let mut tally = Tally::default();
        for line in lines(&text) {
            let fen = line.trim_start_matches("WB ").trim_start_matches("W- ").trim_start_matches("-B ");
            let position = position(fen.trim_start_matches("-- "));
            let gives_check = position.legal_moves(Play::COMMON).into_iter().any(|played| {
                let mut after = position;
                after.play(played);
                after.in_check(after.turn())
            });
            if !gives_check {
                continue;
            }
            let meter = std::mem::take(&mut tally.meter);
            let answer = tally
                .time(|| perpetual::perpetual_check(&position, Play::COMMON, &mut { Budget::GAME }, &meter));
            tally.meter = meter;
            let answer = match answer {
                perpetual::PerpetualAnswer::Proved(_) => Some(true),
                perpetual::PerpetualAnswer::Refuted(_) => Some(false),
                perpetual::PerpetualAnswer::Undetermined => None,
            };
            tally.note(answer, None);
        }
        tally.print(file);
    }
}

fn main() {
    let Some(folder) = std::env::var_os("JADOUBE_TRUTH") else {
        println!("JADOUBE_TRUTH names no folder of suites: nothing is measured");
        return;
    };
    let folder = Path::new(&folder);
    let chosen: Vec<_> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let is_chosen = |name: &str| chosen.is_empty() || chosen.iter().any(|word| word == name);
    if is_chosen("dead") {
        dead(folder);
    }
    if is_chosen("mate") {
        mate(folder);
    }
    if is_chosen("perpetual") {
        checks(folder);
    }
}
