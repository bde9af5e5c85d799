//! A source read ahead of whoever wants it, by a thread of its own.

use std::io::{self, ErrorKind, Read};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;

/// Bytes read before they are handed over.
const BLOCK: usize = 128 << 10;

/// How many blocks may wait. With the one being filled and the one being read, this bounds the memory.
const WAITING: usize = 2;

/// What the thread hands over.
enum Delivery {
    /// Bytes, at least one.
    Block(Vec<u8>),
    /// The source came to its end.
    End,
    /// It could not be read further.
    Failed(io::Error),
}

/// What a source delivers, read ahead.
///
/// Dropped before the end, it does not wait for the thread, which may itself wait for a pipe: the thread ends when
/// it has something to hand over.
pub(super) struct Ahead {
    deliveries: Receiver<Delivery>,
    /// Blocks that were read go back to be filled again.
    spent: Sender<Vec<u8>>,
    block: Vec<u8>,
    at: usize,
    ended: bool,
}

impl Ahead {
    /// Begins to read.
    ///
    /// # Errors
    /// There is no thread to be had.
    pub(super) fn of(source: impl Read + Send + 'static) -> io::Result<Self> {
        let (deliver, deliveries) = sync_channel(WAITING);
        let (spent, to_fill) = channel();
        thread::Builder::new().name("unpack".into()).spawn(move || read(source, &deliver, &to_fill))?;
        Ok(Self { deliveries, spent, block: Vec::new(), at: 0, ended: false })
    }
}

/// The thread's work.
fn read(mut source: impl Read, deliver: &SyncSender<Delivery>, to_fill: &Receiver<Vec<u8>>) {
    loop {
        let mut block = to_fill.try_recv().unwrap_or_default();
        let stopped = fill(&mut source, &mut block);
        if !block.is_empty() && deliver.send(Delivery::Block(block)).is_err() {
            return;
        }
        if let Some(stopped) = stopped {
            // Nobody listens any more only where nobody wants to know.
            let _ = deliver.send(stopped);
            return;
        }
    }
}

/// Fills a block; says what stopped it before it was full.
fn fill(source: &mut impl Read, block: &mut Vec<u8>) -> Option<Delivery> {
    block.resize(BLOCK, 0);
    let mut filled = 0;
    let mut stopped = None;
    while stopped.is_none()
        && let Some(room) = block.get_mut(filled..).filter(|room| !room.is_empty())
    {
        match source.read(room) {
            Ok(0) => stopped = Some(Delivery::End),
            Ok(read) => filled += read.min(room.len()),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => stopped = Some(Delivery::Failed(error)),
        }
    }
    block.truncate(filled);
    stopped
}

impl Read for Ahead {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.at >= self.block.len() && !self.ended && !into.is_empty() {
            // The thread may have ended, and then it fills no more.
            let _ = self.spent.send(std::mem::take(&mut self.block));
            self.at = 0;
            match self.deliveries.recv() {
                Ok(Delivery::Block(block)) => self.block = block,
                Ok(Delivery::End) => self.ended = true,
                Ok(Delivery::Failed(error)) => {
                    self.ended = true;
                    return Err(error);
                }
                Err(_) => {
                    self.ended = true;
                    return Err(io::Error::other("its unpacking stopped before its end"));
                }
            }
        }
        let mut rest = self.block.get(self.at..).unwrap_or_default();
        let read = rest.read(into)?;
        self.at += read;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Delivers so many bytes in pieces of its own, then does what it is told.
    struct Odd {
        left: usize,
        last: fn() -> io::Result<usize>,
    }

    impl Read for Odd {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            if self.left == 0 {
                return (self.last)();
            }
            let given = into.len().min(self.left).min(40_009);
            for (index, byte) in into.iter_mut().take(given).enumerate() {
                *byte = u8::try_from((self.left - index) % 251).unwrap();
            }
            self.left -= given;
            Ok(given)
        }
    }

    /// All that a source of so many bytes gives, read both ways.
    fn both(left: usize, last: fn() -> io::Result<usize>) -> [(Vec<u8>, Option<ErrorKind>); 2] {
        let all = |mut source: Box<dyn Read>| {
            let mut text = Vec::new();
            let error = source.read_to_end(&mut text).err();
            (text, error.map(|error| error.kind()))
        };
        [all(Box::new(Odd { left, last })), all(Box::new(Ahead::of(Odd { left, last }).unwrap()))]
    }

    #[test]
    fn it_gives_what_the_source_gives_to_its_end_or_its_error() {
        for left in [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 9 * BLOCK + 17] {
            let [plain, ahead] = both(left, || Ok(0));
            assert!(plain == ahead, "{left}");
            assert_eq!((ahead.0.len(), ahead.1), (left, None));
            let [plain, ahead] = both(left, || Err(ErrorKind::InvalidData.into()));
            assert!(plain == ahead, "{left}");
            assert_eq!((ahead.0.len(), ahead.1), (left, Some(ErrorKind::InvalidData)));
        }
    }

    #[test]
    fn a_thread_that_breaks_is_no_end_of_text() {
        let mut ahead = Ahead::of(Odd { left: 10, last: || panic!("a broken decoder") }).unwrap();
        assert_eq!(ahead.read_to_end(&mut Vec::new()).unwrap_err().kind(), ErrorKind::Other);
    }

    #[test]
    fn it_runs_ahead_no_further_than_its_blocks() {
        use std::sync::Arc;
        use std::sync::atomic::{AtomicUsize, Ordering};

        struct Endless(Arc<AtomicUsize>);
        impl Read for Endless {
            fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
                self.0.fetch_add(into.len(), Ordering::Relaxed);
                Ok(into.len())
            }
        }
        let given = Arc::new(AtomicUsize::new(0));
        let mut ahead = Ahead::of(Endless(Arc::clone(&given))).unwrap();
        let mut some = [1; 1000];
        ahead.read_exact(&mut some).unwrap();
        thread::sleep(std::time::Duration::from_millis(50));
        assert!(given.load(Ordering::Relaxed) <= (WAITING + 2) * BLOCK);
    }
}
