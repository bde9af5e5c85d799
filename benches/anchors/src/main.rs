//! The anchors: the speed of the usual Rust crates at parts of an audit, on one thread.
//!
//! ```text
//! anchors MODE FILE      MODE: tokens | replay | audit      FILE: a path, or - for standard input
//! ```
//!
//! `tokens` reads every game and counts mainline moves, no chess; `replay` plays every mainline move
//! legally; `audit` also tracks the repetition and the fifty-move count. Variations are skipped, comments
//! never decoded. Prints one JSON line.

use std::env;
use std::fs::File;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Instant;

use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use shakmaty::fen::Fen;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup, Position, PositionError, Setup};

/// The counts of a run.
#[derive(Default)]
struct Counts {
    games: u64,
    plies: u64,
    /// Games abandoned: an invalid start, another variant, an illegal move.
    stopped: u64,
    /// Games in which a position occurred a third time.
    third: u64,
    /// Games in which the fifty-move count was reached.
    fifty: u64,
}

/// No chess.
#[derive(Default)]
struct Tokens(Counts);

impl Visitor for Tokens {
    type Tags = ();
    type Movetext = u64;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), ()> {
        self.0.games += 1;
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), u64> {
        ControlFlow::Continue(0)
    }

    fn san(&mut self, plies: &mut u64, _: SanPlus) -> ControlFlow<()> {
        *plies += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, plies: u64) {
        self.0.plies += plies;
    }
}

/// The start of a game: the position of its `FEN` under rules that include Chess960.
fn start(fen: &[u8]) -> Option<Chess> {
    let setup: Setup = Fen::from_ascii(fen).ok()?.into_setup();
    Chess::from_setup(setup, CastlingMode::Chess960)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_impossible_check)
        .ok()
}

/// Whether a `Variant` is ordinary chess or Chess960.
fn is_chess(variant: &[u8]) -> bool {
    ["standard", "chess", "chess960", "fischerandom", "from position"]
        .iter()
        .any(|name| variant.eq_ignore_ascii_case(name.as_bytes()))
}

/// Plays every mainline move; with `COUNTS`, tracks repetition and the fifty-move count.
#[derive(Default)]
struct Replay<const COUNTS: bool> {
    counts: Counts,
    /// Keys of the positions since the last capture or pawn move, the current one last.
    keys: Vec<u64>,
    third: bool,
    fifty: bool,
}

impl<const COUNTS: bool> Replay<COUNTS> {
    fn count(&mut self, position: &Chess, key: Zobrist64, irreversible: bool) {
        if irreversible {
            self.keys.clear();
        }
        let earlier = if self.third {
            0
        } else {
            self.keys.iter().rev().skip(3).step_by(2).filter(|old| **old == key.0).count()
        };
        self.keys.push(key.0);
        self.third |= earlier >= 2;
        self.fifty |= position.halfmoves() >= 100;
    }
}

/// A position and, if counts are kept, its key.
struct Line(Chess, Zobrist64);

impl<const COUNTS: bool> Visitor for Replay<COUNTS> {
    type Tags = Option<Chess>;
    type Movetext = Line;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Option<Chess>> {
        self.counts.games += 1;
        ControlFlow::Continue(None)
    }

    fn tag(&mut self, start_position: &mut Option<Chess>, name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        let fine = match name {
            b"FEN" => {
                *start_position = start(value.as_bytes());
                start_position.is_some()
            }
            b"Variant" => is_chess(value.as_bytes()),
            _ => true,
        };
        if fine {
            ControlFlow::Continue(())
        } else {
            self.counts.stopped += 1;
            ControlFlow::Break(())
        }
    }

    fn begin_movetext(&mut self, start_position: Option<Chess>) -> ControlFlow<(), Line> {
        let position = start_position.unwrap_or_default();
        let mut key = Zobrist64::default();
        if COUNTS {
            key = position.zobrist_hash(EnPassantMode::Legal);
            self.keys.clear();
            self.keys.push(key.0);
            self.third = false;
            self.fifty = false;
        }
        ControlFlow::Continue(Line(position, key))
    }

    fn san(&mut self, Line(position, key): &mut Line, san: SanPlus) -> ControlFlow<()> {
        let Ok(played) = san.san.to_move(position) else {
            self.counts.stopped += 1;
            return ControlFlow::Break(());
        };
        let updated =
            if COUNTS { position.update_zobrist_hash(*key, played, EnPassantMode::Legal) } else { None };
        position.play_unchecked(played);
        self.counts.plies += 1;
        if COUNTS {
            *key = updated.unwrap_or_else(|| position.zobrist_hash(EnPassantMode::Legal));
            self.count(position, *key, played.is_zeroing());
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, _: Line) {
        self.counts.third += u64::from(self.third);
        self.counts.fifty += u64::from(self.fifty);
    }
}

fn run(mode: &str, path: &str) -> io::Result<Option<Counts>> {
    let source: Box<dyn Read> = match path {
        "-" => Box::new(io::stdin().lock()),
        path => Box::new(File::open(path)?),
    };
    let mut reader = Reader::new(source);
    Ok(Some(match mode {
        "tokens" => {
            let mut visitor = Tokens::default();
            reader.visit_all_games(&mut visitor)?;
            visitor.0
        }
        "replay" => {
            let mut visitor = Replay::<false>::default();
            reader.visit_all_games(&mut visitor)?;
            visitor.counts
        }
        "audit" => {
            let mut visitor = Replay::<true>::default();
            reader.visit_all_games(&mut visitor)?;
            visitor.counts
        }
        _ => return Ok(None),
    }))
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [mode, path] = arguments.as_slice() else {
        eprintln!("usage: anchors tokens|replay|audit FILE");
        return ExitCode::from(2);
    };
    let began = Instant::now();
    match run(mode, path) {
        Ok(Some(counts)) => {
            let seconds = began.elapsed().as_secs_f64();
            let Counts { games, plies, stopped, third, fifty } = counts;
            println!(
                "{{\"mode\":\"{mode}\",\"games\":{games},\"plies\":{plies},\"stopped\":{stopped},\
                 \"third\":{third},\"fifty\":{fifty},\"seconds\":{seconds:.6}}}"
            );
            ExitCode::SUCCESS
        }
        Ok(None) => {
            eprintln!("anchors: unknown mode {mode}: one of tokens, replay, audit");
            ExitCode::from(2)
        }
        Err(error) => {
            eprintln!("anchors: {path}: {error}");
            ExitCode::from(2)
        }
    }
}
