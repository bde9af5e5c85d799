//! Chunks handed to workers, their outcomes put back in order, numbers made absolute, duplicates found.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

use crate::finding::{Course, Finding, Fingerprint, GameReport, Location, Severity, Stance};
use crate::input::{Chunk, Chunks, InputError, Limits, Named, Opening, Source, Sources, Unpacked};
use crate::law::{Rule, codes};

use super::chunk::{ChunkOutcome, Clerk, GameOutcome, Places, Reported};
use super::duplicates::{Duplicates, Seen};
use super::{CodeChoice, NoProgress, Progress, Selection, Settings, Sink, Summary};

/// How many chunks for each worker are in flight at once: enough that a worker whose chunk comes out of turn
/// need not wait for the one before it.
const IN_FLIGHT: usize = 4;

/// Audits everything named: chunks in parallel, games to the sink in input order.
///
/// # Errors
/// What the sink says. Sources that cannot be read are told to the sink, and the run goes on.
pub fn run(
    settings: &Settings,
    inputs: Named,
    sink: &mut dyn Sink,
    progress: &dyn Progress,
) -> io::Result<Summary> {
    let opening = Opening { max_window: settings.max_window, taken: progress.taken() };
    let limits = Limits { target: settings.chunk_size, ..Limits::default() };
    let mut writer = Writer::new(settings, sink, progress);
    let sources = Sources::new(inputs);
    if settings.jobs.get() == 1 {
        let mut clerk = Clerk::default();
        for source in sources {
            let Some(mut reading) = Reading::open(source, &opening, limits, &mut writer)? else {
                continue;
            };
            while let Some(chunk) = reading.next_chunk(&mut writer)? {
                let outcome = clerk.audit(chunk, settings);
                let bytes = writer.write(outcome)?;
                reading.chunks.give_back(bytes);
                if writer.has_enough() {
                    break;
                }
            }
        }
        return Ok(writer.finish());
    }
    in_parallel(settings, sources, &opening, limits, &mut writer)?;
    Ok(writer.finish())
}

/// What a worker sends back: which chunk it was, and what it came to.
struct Finished {
    turn: u64,
    outcome: ChunkOutcome,
}

/// Outcomes that wait for their turn.
struct Queue {
    finished: Receiver<Finished>,
    waiting: BTreeMap<u64, ChunkOutcome>,
    next_turn: u64,
    in_flight: usize,
}

impl Queue {
    /// Writes what is next in order, waiting until fewer than `most` chunks are in flight.
    fn drain(
        &mut self,
        most: usize,
        writer: &mut Writer<'_>,
        mut give_back: impl FnMut(Vec<u8>),
    ) -> io::Result<()> {
        loop {
            while let Some(outcome) = self.waiting.remove(&self.next_turn) {
                self.next_turn += 1;
                self.in_flight -= 1;
                give_back(writer.write(outcome)?);
            }
            let received = if self.in_flight >= most.max(1) {
                self.finished.recv().ok()
            } else {
                self.finished.try_recv().ok()
            };
            match received {
                Some(Finished { turn, outcome }) => {
                    self.waiting.insert(turn, outcome);
                }
                None => return Ok(()),
            }
        }
    }
}

fn in_parallel(
    settings: &Settings,
    sources: Sources,
    opening: &Opening,
    limits: Limits,
    writer: &mut Writer<'_>,
) -> io::Result<()> {
    let jobs = settings.jobs.get();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build().map_err(io::Error::other)?;
    let clerks: Mutex<Vec<Clerk>> = Mutex::new(Vec::new());
    let abandoned = AtomicBool::new(false);

    pool.in_place_scope(|scope| {
        let (send, finished): (Sender<Finished>, _) = channel();
        let mut queue = Queue { finished, waiting: BTreeMap::new(), next_turn: 0, in_flight: 0 };
        let mut turn = 0;
        for source in sources {
            // The outcomes of one source are written before the next is opened: numbers start anew.
            let Some(mut reading) = Reading::open(source, opening, limits, writer)? else {
                continue;
            };
            while let Some(chunk) = reading.next_chunk_after(&mut queue, writer)? {
                let (send, clerks, abandoned) = (send.clone(), &clerks, &abandoned);
                let this_turn = turn;
                turn += 1;
                queue.in_flight += 1;
                scope.spawn(move |_| {
                    if abandoned.load(Ordering::Relaxed) {
                        return;
                    }
                    let own = clerks.lock().unwrap_or_else(PoisonError::into_inner).pop();
                    let mut clerk = own.unwrap_or_default();
                    let outcome = clerk.audit(chunk, settings);
                    clerks.lock().unwrap_or_else(PoisonError::into_inner).push(clerk);
                    // Nobody listens any more only where the run has ended in an error.
                    let _ = send.send(Finished { turn: this_turn, outcome });
                });
                let chunks = &mut reading.chunks;
                if let Err(error) = queue.drain(jobs * IN_FLIGHT, writer, |bytes| chunks.give_back(bytes)) {
                    abandoned.store(true, Ordering::Relaxed);
                    return Err(error);
                }
                if writer.has_enough() {
                    break;
                }
            }
            queue.drain(1, writer, |_| {})?;
        }
        Ok(())
    })
}

/// A source being read.
struct Reading {
    chunks: Chunks<Unpacked>,
}

impl Reading {
    /// Opens a source; one that cannot be is told to the sink.
    fn open(
        source: Result<Source, InputError>,
        opening: &Opening,
        limits: Limits,
        writer: &mut Writer<'_>,
    ) -> io::Result<Option<Self>> {
        let opened = source.and_then(|source| {
            writer.begin(&source);
            Chunks::open(&source, opening, limits)
        });
        match opened {
            Ok(chunks) => Ok(Some(Self { chunks })),
            Err(error) => {
                writer.unreadable(&error)?;
                Ok(None)
            }
        }
    }

    fn next_chunk(&mut self, writer: &mut Writer<'_>) -> io::Result<Option<Chunk>> {
        match self.chunks.next() {
            None => Ok(None),
            Some(Ok(chunk)) => Ok(Some(chunk)),
            Some(Err(error)) => {
                writer.unreadable(&error)?;
                Ok(None)
            }
        }
    }

    /// The next chunk; where there is none but an error, the games before it are written first.
    fn next_chunk_after(&mut self, queue: &mut Queue, writer: &mut Writer<'_>) -> io::Result<Option<Chunk>> {
        match self.chunks.next() {
            None => Ok(None),
            Some(Ok(chunk)) => Ok(Some(chunk)),
            Some(Err(error)) => {
                queue.drain(1, writer, |_| {})?;
                writer.unreadable(&error)?;
                Ok(None)
            }
        }
    }
}

/// The one place where games leave the run, in order.
struct Writer<'a> {
    settings: &'a Settings,
    sink: &'a mut dyn Sink,
    progress: &'a dyn Progress,
    summary: Summary,
    duplicates: Duplicates,
    /// Reads a game again when only another game brought its finding.
    clerk: Clerk,
    file: Arc<str>,
    games_before: u64,
    lines_before: u64,
}

impl<'a> Writer<'a> {
    fn new(settings: &'a Settings, sink: &'a mut dyn Sink, progress: &'a dyn Progress) -> Self {
        let wanted = settings.selection.wants(Rule::RecordDuplicateGame, Severity::Warning);
        Self {
            settings,
            sink,
            progress,
            summary: Summary::default(),
            duplicates: Duplicates::among(if wanted { settings.duplicates } else { 0 }),
            clerk: Clerk::default(),
            file: "".into(),
            games_before: 0,
            lines_before: 0,
        }
    }

    fn begin(&mut self, source: &Source) {
        self.summary.files += 1;
        self.progress.expect(source.size());
        self.file = Arc::clone(&source.name);
        self.games_before = 0;
        self.lines_before = 0;
    }

    fn unreadable(&mut self, error: &InputError) -> io::Result<()> {
        self.summary.unreadable += 1;
        self.sink.unreadable(&error.path, &error.why.to_string())
    }

    /// Whether no further game of this source is wanted.
    fn has_enough(&self) -> bool {
        self.settings.games.as_ref().is_some_and(|wanted| self.games_before >= *wanted.end())
    }

    /// Writes the games of a chunk; its buffer comes back for use again.
    fn write(&mut self, outcome: ChunkOutcome) -> io::Result<Vec<u8>> {
        let ChunkOutcome { games, newlines, chunk } = outcome;
        let places = Places::new(&chunk);
        let count = games.len() as u64;
        for (game, within) in games.into_iter().zip(1..) {
            let number = self.games_before + within;
            if self.settings.games.as_ref().is_some_and(|wanted| !wanted.contains(&number)) {
                continue;
            }
            self.summary.games += 1;
            self.summary.plies += u64::from(game.plies);
            self.write_game(game, number, within, &places)?;
        }
        self.games_before += count;
        self.lines_before += newlines;
        self.progress.games(count);
        Ok(chunk.bytes)
    }

    fn write_game(
        &mut self,
        game: GameOutcome,
        number: u64,
        within: u64,
        places: &Places<'_>,
    ) -> io::Result<()> {
        let seen = match game.key {
            Some(key) if self.duplicates.looks() => self.duplicates.take(key, &self.file, number),
            _ => None,
        };
        let mut report = match (game.report, &seen) {
            (Reported::Whole(report), _) => report,
            (Reported::Ending(ending), Some(_)) => {
                self.clerk.report_late(places, &ending, within, self.settings)
            }
            (Reported::Ending(_), None) => return Ok(()),
        };
        if let Some(seen) = seen {
            report.findings.push(duplicate(&report, &seen, &self.file));
        }
        report.number = number;
        report.location.line += self.lines_before;
        for finding in &mut report.findings {
            finding.location.line += self.lines_before;
            self.summary.count(finding);
        }
        self.sink.game(&self.file, &report)
    }

    fn finish(self) -> Summary {
        Summary { duplicates_stopped: self.duplicates.stopped, ..self.summary }
    }
}

/// The finding on a game that stands earlier in the input.
fn duplicate(report: &GameReport, seen: &Seen, file: &Arc<str>) -> Finding {
    let first = if seen.file == *file {
        format!("game {}", seen.number)
    } else {
        format!("game {} of {}", seen.number, seen.file)
    };
    let mut hash = xxhash_rust::xxh3::Xxh3::new();
    for tag in &report.tags {
        hash.update(tag.name.as_bytes());
        hash.update(tag.value.as_bytes());
    }
    hash.update(report.final_fen.as_bytes());
    hash.update(Rule::RecordDuplicateGame.id().as_bytes());
    Finding {
        rule: Rule::RecordDuplicateGame,
        severity: Severity::Warning,
        citation: None,
        ply: report.plies,
        movetext: None,
        location: Location { length: 0, ..report.location },
        offender: None,
        message: format!("the same game stands earlier in the input: {first}"),
        help: Some(format!("the first is {first}")),
        remedies: Vec::new(),
        window: None,
        retract: None,
        disposition: None,
        fingerprint: Fingerprint(hash.digest128()),
        stance: Stance::Speaks,
        says: None,
        course: Course::default(),
    }
}

/// Audits bytes under the code each game names, every finding built: for tests and fuzzing.
pub fn audit_bytes(bytes: &[u8]) -> Vec<GameReport> {
    codes::code(codes::DEFAULT)
        .map_or_else(|_| Vec::new(), |default| audit_bytes_under(bytes, CodeChoice::ByRecord(default)))
}

/// Audits bytes, every finding built: for tests and fuzzing.
pub fn audit_bytes_under(bytes: &[u8], codes: CodeChoice) -> Vec<GameReport> {
    struct All(Vec<GameReport>);
    impl Sink for All {
        fn game(&mut self, _: &Arc<str>, game: &GameReport) -> io::Result<()> {
            self.0.push(game.clone());
            Ok(())
        }
        fn unreadable(&mut self, _: &Arc<str>, _: &str) -> io::Result<()> {
            Ok(())
        }
    }
    let settings = Settings {
        codes,
        selection: Selection::all(Severity::Info),
        all: true,
        keep_source: false,
        jobs: std::num::NonZeroUsize::MIN,
        duplicates: 1000,
        games: None,
        chunk_size: Limits::default().target,
        max_window: Opening::default().max_window,
    };
    let mut all = All(Vec::new());
    let mut writer = Writer::new(&settings, &mut all, &NoProgress);
    let mut clerk = Clerk::default();
    writer.file = "<bytes>".into();
    for chunk in Chunks::new("<bytes>".into(), bytes, Limits::default()).flatten() {
        if writer.write(clerk.audit(chunk, &settings)).is_err() {
            break;
        }
    }
    drop(writer);
    all.0
}
