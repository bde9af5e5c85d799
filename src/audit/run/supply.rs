//! The source that all workers read, and whose turn it is.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;

use crate::encoding::Encoding;
use crate::input::{Chunk, InputError, Text, Unread};

use super::crew::{Cores, Ready, Seat};
use super::queue::{Origin, Turn};
use super::reading::Reading;
use super::worker::Spent;

/// How many chunks for each worker are in flight at once: enough that all others have work while one of them enters the
/// reports of a chunk.
pub(super) const IN_FLIGHT: usize = 4;

/// As [`IN_FLIGHT`], where a decoder holds the window it needs; its thread works meanwhile.
const IN_FLIGHT_UNPACKED: usize = 2;

/// How often a thread looks whether it is its turn, or the source is free, before it sleeps: some 100 µs.
const LOOKS: usize = 400;

/// How often the caller looks whether the others have done their last chunks, before he sleeps: as long as one may take.
pub(super) const LOOKS_FOR_THE_LAST: usize = 8 * LOOKS;

/// The source that all workers read: blocks of a plain file at the same time, and then chunks are cut of them one after
/// the other. Who reads a chunk works on it, while it is in his caches.
pub(super) struct Supply<Game> {
    ongoing: Mutex<Ongoing<Game>>,
    /// Another has his chunk cut, or something was entered.
    next: Condvar,
    /// Whose turn it is to have a chunk cut: set by who holds `ongoing`, and looked at by all.
    turn: AtomicU64,
    jobs: usize,
    /// Where the workers run.
    pub(super) cores: Arc<Cores>,
    /// What those made ready who were called ahead.
    ready: Option<Arc<Ready>>,
}

/// How far the source is read.
struct Ongoing<Game> {
    /// None where nothing more is wanted of the source.
    reading: Option<Reading>,
    /// How many turns were given of the source so far.
    turns_given: u64,
    /// About how long a chunk of the source is, in bytes.
    usual: usize,
    /// Where so many steps are in flight, workers wait.
    most_in_flight: usize,
    /// How many turns were given whose steps are not entered yet.
    in_flight: usize,
    /// As how many more the chunks among them count that are longer than others.
    more_in_flight: usize,
    /// What is left of chunks that are done with goes back to the worker who read each.
    spares: BTreeMap<Seat, Vec<Spent<Game>>>,
    /// How many sleep until another has his chunk cut, or something is entered.
    asleep: usize,
}

/// What is left of a chunk, and who read it.
pub(super) struct Spare<Game> {
    pub(super) spent: Spent<Game>,
    pub(super) of: Seat,
}

/// Whether more of a source is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wanted {
    More,
    NoMore,
}

/// Has the allocator take the buffers of chunks of `target` bytes, and the table of the games of a usual archive, which may be
/// thrice as long, from the heap of the thread that asks, and nothing longer. The GNU one has the system map each buffer that
/// is longer than any mapped one it was given back so far, and unmap it again: both keep every other thread waiting that asks
/// for memory, fills it for the first time, or gives it back. And it gives back to the system what is free at the end of a heap
/// where that is more than twice as long as the longest mapped one.
pub(super) fn raise_mapping_threshold(target: usize) {
    let mut longer = Vec::<u8>::new();
    // Where there is not so much, the buffers are asked for all the same, and it is told there.
    let _ = longer.try_reserve_exact(target.saturating_mul(7) / 2);
    drop(black_box(longer));
}

impl<Game> Supply<Game> {
    /// For so many workers, who run there, and have what was made ready for them.
    pub(super) fn new(jobs: usize, cores: Arc<Cores>, ready: Option<Arc<Ready>>) -> Self {
        let ongoing = Ongoing {
            reading: None,
            turns_given: 0,
            usual: 0,
            most_in_flight: 0,
            in_flight: 0,
            more_in_flight: 0,
            spares: BTreeMap::new(),
            asleep: 0,
        };
        Self {
            ongoing: Mutex::new(ongoing),
            next: Condvar::new(),
            turn: AtomicU64::new(0),
            jobs,
            cores,
            ready,
        }
    }

    /// Who holds it has a chunk cut at the most, if it is not unpacked meanwhile.
    fn lock(&self) -> MutexGuard<'_, Ongoing<Game>> {
        lock_soon(&self.ongoing)
    }

    fn wait_while(&self, mut must: impl FnMut(&mut Ongoing<Game>) -> bool) -> MutexGuard<'_, Ongoing<Game>> {
        let mut ongoing = self.lock();
        while must(&mut ongoing) {
            ongoing.asleep += 1;
            ongoing = self.next.wait(ongoing).unwrap_or_else(PoisonError::into_inner);
            ongoing.asleep -= 1;
        }
        ongoing
    }

    /// Wakes who waits. To ask the system costs as much where nobody does.
    fn wake(&self, ongoing: MutexGuard<'_, Ongoing<Game>>) {
        let somebody_waits = ongoing.asleep > 0;
        drop(ongoing);
        if somebody_waits {
            self.next.notify_all();
        }
    }

    /// Has another source read, once the one before it is done with.
    pub(super) fn open(&self, reading: Reading) {
        let mut ongoing = self.lock();
        self.turn.store(0, Ordering::Release);
        ongoing.turns_given = 0;
        ongoing.usual = reading.chunks.target();
        let longest = ongoing.longest_spare();
        for spares in ongoing.spares.values_mut() {
            // Where chunks are shorter now, the buffers of the source before would only lie about.
            spares.retain(|spent| spent.bytes.capacity() <= longest);
        }
        let is_packed = reading.chunks.format().is_some();
        if let Some(ready) = self.ready.as_ref().filter(|_| is_packed) {
            ready.clear();
        }
        let each = if is_packed { IN_FLIGHT_UNPACKED } else { IN_FLIGHT };
        ongoing.most_in_flight = self.jobs.saturating_mul(each);
        ongoing.reading = Some(reading);
    }

    /// Whether there is no more of the source at hand.
    pub(super) fn is_read(&self) -> bool {
        self.lock().reading.is_none()
    }

    /// Whether it is this turn.
    fn is_turn(&self, turn: u64) -> bool {
        self.turn.load(Ordering::Acquire) == turn
    }

    /// Lets a worker begin to read, once so few chunks are in flight that his would not only lie about.
    fn begin(&self, by: Seat) -> Option<Begun<Game>> {
        let is_much = |ongoing: &mut Ongoing<Game>| {
            ongoing.reading.is_some() && ongoing.in_flight + ongoing.more_in_flight >= ongoing.most_in_flight
        };
        let mut ongoing = self.wait_while(is_much);
        let Some(length) = ongoing.lacks_room_for(by) else {
            return ongoing.begin(by, None);
        };
        drop(ongoing);
        // This takes a third as long as the work on a chunk: had he his turn before, all behind him would wait for it.
        let ready = self.ready.as_ref().and_then(|ready| ready.buffer());
        let new = ready.unwrap_or_default().with_room_for_block(length);
        self.wait_while(is_much).begin(by, Some(new))
    }

    /// Reads the next chunk, once so few are in flight that it would not only lie about; `None` where there is no more.
    /// Nobody waits here who could enter: the chunk that is due is with another, or entered by another.
    pub(super) fn take(&self) -> Option<Taken<Game>> {
        let by = self.cores.seat();
        let Some(Begun { turn, unread, games }) = self.begin(by) else {
            self.cores.rest();
            return None;
        };
        // Where a thread of its own unpacks the source they only begin apart: the system knows better where that one goes.
        if unread.is_some() {
            self.cores.keep_apart();
        }
        // The most of the reading: others read meanwhile.
        let block = unread.map(Unread::read);
        // What is not read so takes longer than there is use in looking.
        if block.is_some() {
            look_out_for(LOOKS, || self.is_turn(turn));
        }
        // Long chunks before this one are with others, who do not wait for it.
        let must = |ongoing: &mut Ongoing<Game>| {
            let is_much = ongoing.more_in_flight >= ongoing.most_in_flight;
            ongoing.reading.is_some() && (!self.is_turn(turn) || is_much)
        };
        let mut ongoing = self.wait_while(must);
        let next = ongoing.reading.as_mut().and_then(|reading| {
            let encoding = reading.encoding;
            reading.chunks.next_of(block).map(|chunk| NextChunk { chunk, encoding })
        });
        if !matches!(&next, Some(NextChunk { chunk: Ok(chunk), .. }) if !chunk.last) {
            ongoing.reading = None;
        }
        if let Some(NextChunk { chunk: Ok(chunk), .. }) = &next {
            ongoing.more_in_flight += ongoing.counts_more(chunk.bytes.len());
        }
        self.turn.store(turn + 1, Ordering::Release);
        self.wake(ongoing);
        Some(Taken { turn, by, next, games })
    }
}

impl<Game> Origin<Game> for Supply<Game> {
    /// What is left of a chunk is used again, unless nothing more of the source is wanted. Each step is a turn here.
    fn entered(&self, spare: Option<Spare<Game>>, wanted: Wanted, _: Turn) {
        let mut ongoing = self.lock();
        ongoing.in_flight -= 1;
        let more = spare.as_ref().map_or(0, |spare| ongoing.counts_more(spare.spent.bytes.len()));
        ongoing.more_in_flight = ongoing.more_in_flight.saturating_sub(more);
        match (wanted, spare) {
            // What is read too much is not entered.
            (Wanted::NoMore, _) => ongoing.reading = None,
            (Wanted::More, Some(Spare { spent, of }))
                if spent.bytes.capacity() <= ongoing.longest_spare() =>
            {
                ongoing.spares.entry(of).or_default().push(spent);
            }
            // One long game must not make buffers long for good.
            (Wanted::More, Some(Spare { spent, .. })) => drop(spent.bytes),
            (Wanted::More, None) => {}
        }
        self.wake(ongoing);
    }

    fn close(&self) {
        let mut ongoing = self.lock();
        ongoing.reading = None;
        self.wake(ongoing);
    }
}

/// Takes what another does not hold for long: looks for a while before it sleeps.
pub(super) fn lock_soon<Held>(lock: &Mutex<Held>) -> MutexGuard<'_, Held> {
    for _ in 0..LOOKS {
        match lock.try_lock() {
            Ok(held) => return held,
            Err(TryLockError::Poisoned(poisoned)) => return poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => thread::yield_now(),
        }
    }
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits for something without sleeping, as long as it should take another, so many looks. Who sleeps may be woken on the
/// core of him who woke him, and then both share it, for milliseconds, while another idles; and on virtual machines it takes
/// some 70 µs to wake him.
pub(super) fn look_out_for(looks: usize, is_so: impl Fn() -> bool) {
    for _ in 0..looks {
        if is_so() {
            return;
        }
        thread::yield_now();
    }
}

impl<Game> Ongoing<Game> {
    /// How long a buffer is at the most that is used again, in bytes: a usual chunk may be twice as long as the target.
    fn longest_spare(&self) -> usize {
        self.usual.saturating_mul(2)
    }

    /// As how many more a chunk of so many bytes counts than a usual one, which may be twice as long as the target.
    fn counts_more(&self, bytes: usize) -> usize {
        bytes.checked_div(self.usual).unwrap_or_default().saturating_sub(1)
    }

    /// For how long a block a worker has no buffer, in bytes.
    fn lacks_room_for(&self, by: Seat) -> Option<usize> {
        let reading = self.reading.as_ref()?;
        let has_one = self.spares.get(&by).is_some_and(|spares| !spares.is_empty());
        if has_one { None } else { reading.chunks.needs_room_for() }
    }

    /// Lets a worker begin to read, into a new buffer where he has none.
    fn begin(&mut self, by: Seat, new: Option<Text>) -> Option<Begun<Game>> {
        let reading = self.reading.as_mut()?;
        let turn = self.turns_given;
        self.turns_given += 1;
        self.in_flight += 1;
        let spent = self.spares.get_mut(&by).and_then(Vec::pop);
        let (bytes, games) = spent.map(|spent| (spent.bytes, spent.games)).unzip();
        let unread = reading.chunks.unread(bytes.or(new));
        Some(Begun { turn, unread, games: games.unwrap_or_default() })
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
pub(super) struct NextChunk {
    pub(super) chunk: Result<Chunk, InputError>,
    pub(super) encoding: Encoding,
}

/// A chunk that was read, and when it is its turn.
pub(super) struct Taken<Game> {
    pub(super) turn: u64,
    pub(super) by: Seat,
    pub(super) next: Option<NextChunk>,
    /// Those of a chunk that is done with.
    pub(super) games: Vec<Game>,
}
