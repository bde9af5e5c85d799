//! Games worked on in parallel, chunk by chunk, and what they came to put back in the order of the input.
//!
//! What is done with a game is a [`Task`], which any number of workers perform at once. What becomes of it is
//! a [`Ledger`]'s matter, which takes one game after the other. Workers count games and lines from the start
//! of their chunk; the [`Numbering`] adds what came before it.

use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::ops::{Range, RangeInclusive};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;

use crate::encoding::Encoding;
use crate::finding::Location;
use crate::input::{
    Chunk, Chunks, Encodings, First, Format, InputError, Limits, Opening, Shard, Source, Text, Trouble,
    Unpacked, Unread,
};
use crate::record::{FaultKind, NextGame, Reader, Record};

use super::Progress;
use super::places::Places;

/// How many chunks for each worker are in flight at once: enough that all have work while the thread that enters is at
/// the reports of one.
const IN_FLIGHT: usize = 4;

/// How often a thread looks whether it is its turn, or the source is free, before it sleeps: some 100 µs.
const LOOKS: usize = 400;

/// Buffers longer than this, in bytes, are not kept for use again: they held a game far longer than a chunk.
const LONGEST_SPARE: usize = 4 << 20;

/// How the input is taken in.
#[derive(Clone, Debug)]
pub struct Intake {
    /// How many chunks are worked on at once.
    pub jobs: NonZeroUsize,
    /// The games of each file that are wanted, by number.
    pub games: Option<RangeInclusive<u64>>,
    /// Bytes per chunk.
    pub chunk_size: usize,
    /// The largest window a decoder may hold, in bytes.
    pub max_window: u64,
    /// The part of the one file named that is read, where not all of it is.
    pub shard: Option<Shard>,
    /// What is beyond ASCII in which file.
    pub encodings: Encodings,
}

impl Default for Intake {
    /// Everything, by one worker.
    fn default() -> Self {
        Self {
            jobs: NonZeroUsize::MIN,
            games: None,
            chunk_size: Limits::default().target,
            max_window: Opening::default().max_window,
            shard: None,
            encodings: Encodings::default(),
        }
    }
}

/// What is done with each game.
pub(crate) trait Task: Sync {
    /// What a worker keeps from game to game, so that its buffers are used again.
    type Clerk: Default + Send;

    /// What a game comes to.
    type Game: Send;

    /// Works on one game. Lines are those of the chunk.
    fn game(&self, clerk: &mut Self::Clerk, record: &mut Record, places: &Places<'_>) -> Self::Game;
}

/// Where games go, one after the other, in the order of the input.
pub(crate) trait Ledger<Game> {
    /// The games of a chunk that are about to be taken one by one, the place of the first: for what is sooner
    /// asked about all of them together.
    fn ahead(&mut self, _games: &[Game], _first: &Numbering) {}

    /// One game, in place: a copy of each would be most of what it costs here. The chunk it was read from is still
    /// at hand.
    ///
    /// # Errors
    /// What the writing says; the run ends there.
    fn game(&mut self, game: &mut Game, place: &Numbering, places: &Places<'_>) -> io::Result<()>;

    /// A source that was read from its beginning to its end, or a folder that leads to none, and how many games it
    /// holds.
    ///
    /// # Errors
    /// What the writing says; the run ends there.
    fn read(&mut self, _file: &Arc<str>, _games: u64) -> io::Result<()> {
        Ok(())
    }

    /// A folder or a pattern that leads to nothing but what is excluded.
    fn passed_over(&mut self, _named: &Arc<str>) {}

    /// A source that could not be opened or read to its end; the run goes on.
    ///
    /// # Errors
    /// What the writing says; the run ends there.
    fn unreadable(&mut self, file: &Arc<str>, why: &str) -> io::Result<()>;
}

/// What was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Extent {
    /// Sources read.
    pub files: u64,
    /// Sources that could not be read to their end.
    pub unreadable: u64,
    /// Games that were wanted.
    pub games: u64,
    /// Moves standing at their ends.
    pub plies: u64,
}

/// Which game of which source it is, and what makes the lines of its chunk lines of the source.
#[derive(Clone, Debug)]
pub(crate) struct Numbering {
    pub file: Arc<str>,
    /// The game's number in its source, from 1.
    pub number: u64,
    /// The lines before the chunk.
    pub lines_before: u64,
}

impl Numbering {
    /// The place in the source that a place in the chunk is.
    pub fn absolute(&self, location: &mut Location) {
        location.line += self.lines_before;
    }
}

/// Takes sources in: each game to the task, what it comes to to the ledger.
///
/// # Errors
/// What the ledger says. Sources that cannot be read are told to it, and the run goes on.
pub(crate) fn run<T: Task>(
    task: &T,
    intake: &Intake,
    sources: impl Iterator<Item = Result<Source, InputError>>,
    ledger: &mut dyn Ledger<T::Game>,
    progress: &dyn Progress,
) -> io::Result<Extent> {
    let stretch = intake.shard.map(|shard| shard.stretch);
    let opening = Opening { max_window: intake.max_window, taken: progress.taken(), stretch };
    let limits = Limits { target: intake.chunk_size, ..Limits::default() };
    let mut entry = Entry::new(intake, ledger, progress);
    if intake.jobs.get() == 1 {
        let mut worker = Worker::<T>::default();
        let mut games = Vec::new();
        for source in sources {
            let Some(mut reading) = Reading::open(source, &opening, limits, &mut entry)? else {
                continue;
            };
            while let Some(chunk) = reading.next_chunk(&mut entry)? {
                let spent = entry.enter(worker.perform(task, chunk, reading.encoding, games))?;
                reading.chunks.give_back(spent.bytes);
                games = spent.games;
                if entry.has_enough() {
                    break;
                }
            }
            entry.end()?;
        }
    } else {
        in_parallel(task, intake.jobs.get(), sources, &opening, limits, &mut entry)?;
    }
    Ok(entry.extent)
}

/// Takes the games of bytes at hand in.
///
/// # Errors
/// What the ledger says.
pub(crate) fn run_over<T: Task>(
    task: &T,
    bytes: &[u8],
    ledger: &mut dyn Ledger<T::Game>,
    progress: &dyn Progress,
) -> io::Result<()> {
    let intake = Intake::default();
    let mut entry = Entry::new(&intake, ledger, progress);
    entry.numbering.file = "<bytes>".into();
    let mut worker = Worker::<T>::default();
    let file = Arc::clone(&entry.numbering.file);
    for chunk in Chunks::new(file, bytes, Limits::default()).flatten() {
        entry.enter(worker.perform(task, chunk, Encoding::Auto, Vec::new()))?;
    }
    Ok(())
}

/// One who performs a task, with buffers of his own.
struct Worker<T: Task> {
    record: Record,
    clerk: T::Clerk,
    /// How many games the last chunk held: about as many as the next will.
    games: usize,
}

impl<T: Task> Default for Worker<T> {
    fn default() -> Self {
        Self { record: Record::default(), clerk: T::Clerk::default(), games: 0 }
    }
}

impl<T: Task> Worker<T> {
    /// Every game of a chunk, in the place of games that are done with.
    fn perform(
        &mut self,
        task: &T,
        chunk: Chunk,
        encoding: Encoding,
        mut games: Vec<T::Game>,
    ) -> Performed<T::Game> {
        games.clear();
        games.reserve(self.games);
        let places = Places::new(&chunk);
        let mut reader = Reader::new(&chunk.bytes).encoded(encoding);
        while reader.next(&mut self.record) == NextGame::Read {
            if reader.is_at_end() && chunk.cut_short {
                self.record.note(FaultKind::CutShort);
            }
            games.push(task.game(&mut self.clerk, &mut self.record, &places));
        }
        self.games = games.len();
        let newlines = if chunk.last { 0 } else { places.lines_before(chunk.bytes.len()) };
        Performed { games, newlines, chunk }
    }
}

/// What a chunk came to.
struct Performed<Game> {
    games: Vec<Game>,
    /// The line ends of the chunk's text.
    newlines: u64,
    /// The chunk itself, so that its buffer is used again.
    chunk: Chunk,
}

/// What came of one step of a worker, and when it is its turn to be entered.
struct Finished<Game> {
    turn: u64,
    step: Step<Game>,
}

/// What a step came to.
enum Step<Game> {
    Performed {
        performed: Performed<Game>,
        by: Seat,
    },
    /// The source could not be read further.
    Failed(InputError),
    /// There was no chunk left.
    Idle,
}

/// The source that all workers read: blocks of a plain file at the same time, and then chunks are cut of them one after
/// the other. Who reads a chunk works on it, while it is in his caches.
struct Supply<Game> {
    ongoing: Mutex<Ongoing<Game>>,
    /// Another has his chunk cut, or something was entered.
    next: Condvar,
    /// Whose turn it is to have a chunk cut: set by who holds `ongoing`, and looked at by all.
    turn: AtomicU64,
    /// Where so many steps are in flight, workers wait.
    most_in_flight: usize,
}

/// How far the source is read.
struct Ongoing<Game> {
    /// None where nothing more is wanted of the source.
    reading: Option<Reading>,
    /// How many turns were given so far.
    turns_given: u64,
    /// How many turns were given whose steps are not entered yet.
    in_flight: usize,
    /// What is left of chunks that are done with goes back to the worker who read each.
    spares: BTreeMap<Seat, Vec<Spent<Game>>>,
}

/// What is left of a chunk that is done with, to be used again.
struct Spent<Game> {
    /// Its text, in the caches of him who read it.
    bytes: Text,
    /// Its games. What they hold is given back to the system by him who asked for it: by another, both would have to
    /// wait for each other.
    games: Vec<Game>,
}

/// Which thread a worker is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Seat {
    /// The one that enters.
    Entering,
    /// One of the pool.
    Pool(usize),
}

impl Seat {
    /// That of the thread that asks.
    fn own() -> Self {
        rayon::current_thread_index().map_or(Self::Entering, Self::Pool)
    }
}

impl<Game> Supply<Game> {
    fn for_jobs(jobs: usize) -> Self {
        let ongoing = Ongoing { reading: None, turns_given: 0, in_flight: 0, spares: BTreeMap::new() };
        Self {
            ongoing: Mutex::new(ongoing),
            next: Condvar::new(),
            turn: AtomicU64::new(0),
            most_in_flight: jobs.saturating_mul(IN_FLIGHT),
        }
    }

    /// Looks for a while before it sleeps: who holds it has a chunk cut at the most, if it is not unpacked meanwhile.
    fn lock(&self) -> MutexGuard<'_, Ongoing<Game>> {
        for _ in 0..LOOKS {
            match self.ongoing.try_lock() {
                Ok(ongoing) => return ongoing,
                Err(TryLockError::Poisoned(poisoned)) => return poisoned.into_inner(),
                Err(TryLockError::WouldBlock) => thread::yield_now(),
            }
        }
        self.ongoing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_while(&self, must: impl FnMut(&mut Ongoing<Game>) -> bool) -> MutexGuard<'_, Ongoing<Game>> {
        self.next.wait_while(self.lock(), must).unwrap_or_else(PoisonError::into_inner)
    }

    /// Has another source read, once the one before it is done with.
    fn open(&self, reading: Reading) {
        let mut ongoing = self.lock();
        self.turn.store(ongoing.turns_given, Ordering::Release);
        ongoing.reading = Some(reading);
    }

    /// Has nothing more read.
    fn close(&self) {
        self.lock().reading = None;
        self.next.notify_all();
    }

    /// Whether there is no more of the source at hand.
    fn is_read(&self) -> bool {
        self.lock().reading.is_none()
    }

    /// Whether there is no more of it, and all was entered.
    fn is_done_with(&self) -> bool {
        let ongoing = self.lock();
        ongoing.reading.is_none() && ongoing.in_flight == 0
    }

    /// Whether it is this turn.
    fn is_turn(&self, turn: u64) -> bool {
        self.turn.load(Ordering::Acquire) == turn
    }

    /// Reads the next chunk, once so few are in flight that it would not only lie about; `None` where there is no more.
    /// The thread that enters never waits for that: it is the one waited for.
    fn take(&self) -> Option<Taken<Game>> {
        let by = Seat::own();
        let is_much = |ongoing: &mut Ongoing<Game>| {
            by != Seat::Entering && ongoing.reading.is_some() && ongoing.in_flight >= self.most_in_flight
        };
        let Begun { turn, unread, games } = self.wait_while(is_much).begin(by)?;
        // The most of the reading: others read meanwhile.
        let block = unread.map(Unread::read);
        // What is not read so takes longer than there is use in looking.
        if block.is_some() {
            self.look_out_for(turn);
        }
        let mut ongoing = self.wait_while(|ongoing| ongoing.reading.is_some() && !self.is_turn(turn));
        let next = ongoing.reading.as_mut().and_then(|reading| {
            let encoding = reading.encoding;
            reading.chunks.next_of(block).map(|chunk| NextChunk { chunk, encoding })
        });
        if !matches!(&next, Some(NextChunk { chunk: Ok(chunk), .. }) if !chunk.last) {
            ongoing.reading = None;
        }
        self.turn.store(turn + 1, Ordering::Release);
        drop(ongoing);
        self.next.notify_all();
        Some(Taken { turn, by, next, games })
    }

    /// Waits for a turn without sleeping, as long as it takes the one before to read a block. Who sleeps may be woken on
    /// the core of him who woke him, and then both share it, for milliseconds, while another idles.
    fn look_out_for(&self, turn: u64) {
        for _ in 0..LOOKS {
            if self.is_turn(turn) {
                return;
            }
            thread::yield_now();
        }
    }
}

impl<Game> Ongoing<Game> {
    /// Lets a worker begin to read.
    fn begin(&mut self, by: Seat) -> Option<Begun<Game>> {
        let reading = self.reading.as_mut()?;
        let turn = self.turns_given;
        self.turns_given += 1;
        self.in_flight += 1;
        let spent = self.spares.get_mut(&by).and_then(Vec::pop);
        let (bytes, games) = spent.map(|spent| (spent.bytes, spent.games)).unzip();
        Some(Begun { turn, unread: reading.chunks.unread(bytes), games: games.unwrap_or_default() })
    }
}

/// Has nothing more read once it is let go, however that comes about: workers who read on would have a run that has failed
/// wait for them.
struct Closing<'a, Game>(&'a Supply<Game>);

impl<Game> Drop for Closing<'_, Game> {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// What a worker begins with.
struct Begun<Game> {
    /// When it is his turn to have a chunk cut.
    turn: u64,
    /// What he reads for it.
    unread: Option<Unread>,
    /// Those of a chunk that is done with.
    games: Vec<Game>,
}

/// What a source gave next, and how its bytes beyond ASCII are read.
struct NextChunk {
    chunk: Result<Chunk, InputError>,
    encoding: Encoding,
}

/// A chunk that was read, and when it is its turn.
struct Taken<Game> {
    turn: u64,
    by: Seat,
    next: Option<NextChunk>,
    /// Those of a chunk that is done with.
    games: Vec<Game>,
}

impl<Game> Taken<Game> {
    /// Works on it.
    fn finish<T: Task<Game = Game>>(self, task: &T, worker: &mut Worker<T>) -> Finished<Game> {
        let step = match self.next {
            Some(NextChunk { chunk: Ok(chunk), encoding }) => {
                Step::Performed { performed: worker.perform(task, chunk, encoding, self.games), by: self.by }
            }
            Some(NextChunk { chunk: Err(error), .. }) => Step::Failed(error),
            None => Step::Idle,
        };
        Finished { turn: self.turn, step }
    }
}

/// The steps that wait for their turn.
struct Queue<Game> {
    finished: Receiver<Answer<Game>>,
    waiting: BTreeMap<u64, Step<Game>>,
    next_turn: u64,
}

/// What a worker answers: what he has finished, or the panic that kept him from it.
type Answer<Game> = thread::Result<Finished<Game>>;

impl<Game> Queue<Game> {
    /// Lets what a worker has finished wait for its turn. His panic goes on here: nobody would ever answer in his place.
    fn take_in(&mut self, answer: Answer<Game>) {
        match answer {
            Ok(Finished { turn, step }) => {
                self.waiting.insert(turn, step);
            }
            Err(panic) => resume_unwind(panic),
        }
    }

    /// Enters what is next in order, as far as it is finished.
    fn enter(&mut self, entry: &mut Entry<'_, Game>, supply: &Supply<Game>) -> io::Result<()> {
        while let Ok(answer) = self.finished.try_recv() {
            self.take_in(answer);
        }
        while let Some(step) = self.waiting.remove(&self.next_turn) {
            self.next_turn += 1;
            let spent = match step {
                Step::Performed { performed, by } => Some((entry.enter(performed)?, by)),
                Step::Failed(error) => {
                    entry.unreadable(&error)?;
                    None
                }
                Step::Idle => None,
            };
            let mut ongoing = supply.lock();
            ongoing.in_flight -= 1;
            if entry.has_enough() {
                // What is read too much is not entered.
                ongoing.reading = None;
            } else if let Some((spent, by)) =
                spent.filter(|(spent, _)| spent.bytes.capacity() <= LONGEST_SPARE)
            {
                ongoing.spares.entry(by).or_default().push(spent);
            }
            drop(ongoing);
            supply.next.notify_all();
        }
        Ok(())
    }
}

fn in_parallel<T: Task>(
    task: &T,
    jobs: usize,
    sources: impl Iterator<Item = Result<Source, InputError>>,
    opening: &Opening,
    limits: Limits,
    entry: &mut Entry<'_, T::Game>,
) -> io::Result<()> {
    // Its buffers are given back to the system once the pool has been let go: while other threads run, the system has to
    // tell their cores of each.
    let supply = Supply::for_jobs(jobs);
    let workers: Mutex<Vec<Worker<T>>> = Mutex::new(Vec::new());
    // The thread that enters works too: there are as many threads as `jobs`, and the system has no cause to put two of
    // them on one core while another idles.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs - 1).build().map_err(io::Error::other)?;

    pool.in_place_scope(|scope| {
        let _closing = Closing(&supply);
        // With room for all that is in flight: whoever sends never waits.
        let (send, finished) = sync_channel::<Answer<T::Game>>(supply.most_in_flight);
        let mut queue = Queue { finished, waiting: BTreeMap::new(), next_turn: 0 };
        let mut own = Worker::<T>::default();
        // Everybody works on the source until it is read.
        let call = || {
            for _ in 1..jobs {
                let (send, workers, supply) = (send.clone(), &workers, &supply);
                scope.spawn(move |_| {
                    let own = workers.lock().unwrap_or_else(PoisonError::into_inner).pop();
                    let mut worker = own.unwrap_or_default();
                    let mut finish = || supply.take().map(|taken| taken.finish(task, &mut worker));
                    while let Some(answer) = catch_unwind(AssertUnwindSafe(&mut finish)).transpose() {
                        // Nobody listens any more only where the run has ended in an error.
                        if answer.is_err() | send.send(answer).is_err() {
                            break;
                        }
                    }
                    workers.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
                });
            }
        };
        for source in sources {
            // The games of one source are entered before the next is opened: numbers start anew.
            let Some(reading) = Reading::open(source, opening, limits, entry)? else {
                continue;
            };
            let mut is_called = reading.is_long;
            supply.open(reading);
            if is_called {
                // It takes as long as a chunk until a thread that sleeps is up.
                call();
            }
            loop {
                let came = queue.finished.try_recv().ok();
                // Only where nothing is to be entered is there time for a chunk of one's own. It is taken before others
                // are called: for a source of one chunk nobody is.
                let own_chunk = if came.is_none() { supply.take() } else { None };
                if !is_called && !supply.is_read() {
                    is_called = true;
                    call();
                }
                let answer = came.or_else(|| own_chunk.map(|chunk| Ok(chunk.finish(task, &mut own))));
                if answer.is_none() && supply.is_done_with() {
                    break;
                }
                if let Some(answer) = answer.or_else(|| queue.finished.recv().ok()) {
                    queue.take_in(answer);
                }
                queue.enter(entry, &supply)?;
            }
            entry.end()?;
        }
        Ok(())
    })
}

/// A source being read.
struct Reading {
    chunks: Chunks<Unpacked>,
    encoding: Encoding,
    /// Whether it is known before reading that there is more than a chunk.
    is_long: bool,
}

impl Reading {
    /// Opens a source; one that cannot be is told to the ledger.
    fn open<Game>(
        source: Result<Source, InputError>,
        opening: &Opening,
        limits: Limits,
        entry: &mut Entry<'_, Game>,
    ) -> io::Result<Option<Self>> {
        let opened = source.and_then(|source| {
            let size = source.size();
            entry.begin(&source, size);
            let encoding = entry.encodings.of(&source.name);
            let is_long = size.is_some_and(|size| size > limits.target as u64);
            let chunks = Chunks::open(&source, opening, limits)?;
            entry.packed_by_name = chunks.packed_by_name_alone();
            // What has no byte has no chunk either: its name tells all.
            entry.without_games = Trouble::without_games(&[], entry.packed_by_name);
            Ok(Self { chunks, encoding, is_long })
        });
        match opened {
            Ok(reading) => Ok(Some(reading)),
            Err(error) => {
                entry.unreadable(&error)?;
                Ok(None)
            }
        }
    }

    fn next_chunk<Game>(&mut self, entry: &mut Entry<'_, Game>) -> io::Result<Option<Chunk>> {
        match self.chunks.next() {
            None => Ok(None),
            Some(Ok(chunk)) => Ok(Some(chunk)),
            Some(Err(error)) => {
                entry.unreadable(&error)?;
                Ok(None)
            }
        }
    }
}

/// The one place where games leave the run: counted, numbered, in order.
struct Entry<'a, Game> {
    wanted: Option<&'a RangeInclusive<u64>>,
    shard: Option<Shard>,
    encodings: &'a Encodings,
    ledger: &'a mut dyn Ledger<Game>,
    progress: &'a dyn Progress,
    extent: Extent,
    numbering: Numbering,
    games_before: u64,
    /// Whether all of the source at hand came, so far.
    is_whole: bool,
    /// The format that it is of by its name alone.
    packed_by_name: Option<Format>,
    /// What is wrong with it, if it holds no game.
    without_games: Option<Trouble>,
}

impl<'a, Game> Entry<'a, Game> {
    fn new(intake: &'a Intake, ledger: &'a mut dyn Ledger<Game>, progress: &'a dyn Progress) -> Self {
        Self {
            wanted: intake.games.as_ref(),
            shard: intake.shard,
            encodings: &intake.encodings,
            ledger,
            progress,
            extent: Extent::default(),
            numbering: Numbering { file: "".into(), number: 0, lines_before: 0 },
            games_before: 0,
            is_whole: true,
            packed_by_name: None,
            without_games: None,
        }
    }

    /// A source of so many bytes before unpacking, where that is known.
    fn begin(&mut self, source: &Source, size: Option<u64>) {
        self.extent.files += 1;
        self.progress.expect(self.shard.map_or(size, |shard| Some(shard.stretch.length)));
        let first = self.shard.map_or(First::OF_ALL, |shard| shard.first());
        let file = self.shard.map_or_else(|| Arc::clone(&source.name), |shard| shard.name(&source.name));
        self.numbering = Numbering { file, number: 0, lines_before: first.line.saturating_sub(1) };
        self.games_before = first.game.saturating_sub(1);
        self.is_whole = self.shard.is_none();
        (self.packed_by_name, self.without_games) = (None, None);
    }

    /// The source at hand has no more.
    fn end(&mut self) -> io::Result<()> {
        if self.is_whole && !self.has_enough() {
            if let Some(why) = self.without_games.take().filter(|_| self.games_before == 0) {
                return self.unreadable(&InputError { path: Arc::clone(&self.numbering.file), why });
            }
            self.ledger.read(&self.numbering.file, self.games_before)?;
        }
        Ok(())
    }

    fn unreadable(&mut self, error: &InputError) -> io::Result<()> {
        match error.why {
            Trouble::NoRecords => return self.ledger.read(&error.path, 0),
            Trouble::Excluded => {
                self.ledger.passed_over(&error.path);
                return Ok(());
            }
            _ => {}
        }
        self.is_whole = false;
        self.extent.unreadable += 1;
        self.ledger.unreadable(&error.path, &error.why.to_string())
    }

    /// Whether no further game of this source is wanted.
    fn has_enough(&self) -> bool {
        self.wanted.is_some_and(|wanted| self.games_before >= *wanted.end())
    }

    /// Which of the next so many games are wanted, counted from 0.
    fn wanted_of(&self, count: usize) -> Range<usize> {
        let within = |number: u64| {
            usize::try_from(number.saturating_sub(self.games_before))
                .map_or(count, |number| number.min(count))
        };
        self.wanted.map_or(0..count, |wanted| within(wanted.start().saturating_sub(1))..within(*wanted.end()))
    }

    /// Enters the games of a chunk; what is left of it comes back for use again.
    fn enter(&mut self, performed: Performed<Game>) -> io::Result<Spent<Game>> {
        let Performed { mut games, newlines, chunk } = performed;
        let places = Places::new(&chunk);
        let count = games.len();
        if count == 0 && chunk.offset == 0 {
            self.without_games = Trouble::without_games(&chunk.bytes, self.packed_by_name);
        }
        let wanted = self.wanted_of(count);
        self.numbering.number = self.games_before + wanted.start as u64 + 1;
        let wanted = games.get_mut(wanted).unwrap_or_default();
        self.ledger.ahead(wanted, &self.numbering);
        for game in wanted {
            self.extent.games += 1;
            self.ledger.game(game, &self.numbering, &places)?;
            self.numbering.number += 1;
        }
        self.games_before += count as u64;
        self.numbering.lines_before += newlines;
        self.progress.games(count as u64);
        Ok(Spent { bytes: chunk.bytes, games })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::NoProgress;

    /// A task that fails at any game.
    struct Fails;

    impl Task for Fails {
        type Clerk = ();
        type Game = ();

        fn game(&self, (): &mut (), _: &mut Record, _: &Places<'_>) {
            resume_unwind(Box::new("fails"));
        }
    }

    struct Silent;

    impl Ledger<()> for Silent {
        fn game(&mut self, (): &mut (), _: &Numbering, _: &Places<'_>) -> io::Result<()> {
            Ok(())
        }

        fn unreadable(&mut self, _: &Arc<str>, _: &str) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_panic_ends_the_run_whoever_works() -> io::Result<()> {
        let file = tempfile::NamedTempFile::new()?;
        std::fs::write(file.path(), "[Event \"a\"]\n\n1. e4 *\n\n".repeat(100))?;
        for jobs in 1..4 {
            let jobs = NonZeroUsize::new(jobs).unwrap_or(NonZeroUsize::MIN);
            let intake = Intake { jobs, chunk_size: 100, ..Intake::default() };
            let run = || {
                run(&Fails, &intake, [Ok(Source::file(file.path()))].into_iter(), &mut Silent, &NoProgress)
            };
            let panic = catch_unwind(AssertUnwindSafe(run)).err();
            assert_eq!(panic.as_ref().and_then(|panic| panic.downcast_ref()), Some(&"fails"), "{jobs}");
        }
        Ok(())
    }
}
