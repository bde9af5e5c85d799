//! A decoder that runs on a thread of its own, ahead of the reader.

use std::io::{self, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::opening::fill;

/// Bytes per block.
const BLOCK: usize = 128 << 10;

/// How many full blocks may wait at the least. With the one being filled and the one being read, this bounds the memory.
const WAITING: usize = 2;

/// A block of bytes, an empty block at the end, or the error that ended the source.
type BlockResult = io::Result<Vec<u8>>;

/// Blocks that were read, to be filled again. Several decoders may share them.
#[derive(Clone, Default)]
pub(super) struct SpareBlocks(Arc<Mutex<Vec<Vec<u8>>>>);

impl SpareBlocks {
    fn take(&self) -> Vec<u8> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    fn add(&self, block: Vec<u8>) {
        if block.capacity() > 0 {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push(block);
        }
    }
}

/// The receiving end of a decoder thread.
///
/// If it is dropped before the end, it does not wait for the thread, which may itself wait for a pipe: the thread ends
/// at its next message.
pub(super) struct DecoderThread {
    decoded: Receiver<BlockResult>,
    spares: SpareBlocks,
    block: Vec<u8>,
    at: usize,
    ended: bool,
}

impl DecoderThread {
    pub(super) fn start(mut source: impl Read + Send + 'static) -> io::Result<Self> {
        Self::start_with(move |decode| decode(&mut source))
    }

    /// Starts a thread that may be ahead of the reader by `ahead` bytes, or a little more.
    pub(super) fn start_ahead(
        mut source: impl Read + Send + 'static,
        ahead: usize,
        spares: SpareBlocks,
    ) -> io::Result<Self> {
        Self::spawn(move |decode| decode(&mut source), ahead.div_ceil(BLOCK).max(WAITING), spares)
    }

    /// Starts a thread that opens its source itself and decodes it by the function that it is given.
    pub(super) fn start_with(
        run: impl FnOnce(&mut dyn FnMut(&mut dyn Read)) + Send + 'static,
    ) -> io::Result<Self> {
        Self::spawn(run, WAITING, SpareBlocks::default())
    }

    fn spawn(
        run: impl FnOnce(&mut dyn FnMut(&mut dyn Read)) + Send + 'static,
        waiting: usize,
        spares: SpareBlocks,
    ) -> io::Result<Self> {
        let (send, decoded) = sync_channel(waiting);
        let recycled = spares.clone();
        let body = move || run(&mut |source| decode(source, &send, &recycled));
        thread::Builder::new().name("unpack".into()).spawn(body)?;
        Ok(Self { decoded, spares, block: Vec::new(), at: 0, ended: false })
    }
}

/// The body of the thread.
fn decode(mut source: &mut dyn Read, send: &SyncSender<BlockResult>, recycled: &SpareBlocks) {
    loop {
        let mut block = recycled.take();
        block.resize(BLOCK, 0);
        let (filled, end) = fill(&mut source, &mut block);
        block.truncate(filled);
        if !block.is_empty() && send.send(Ok(block)).is_err() {
            return;
        }
        if let Some(end) = end {
            // If the receiver is gone, the reason does not matter.
            let _ = send.send(end.map(|()| Vec::new()));
            return;
        }
    }
}

impl Read for DecoderThread {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.at >= self.block.len() && !self.ended && !into.is_empty() {
            self.spares.add(std::mem::take(&mut self.block));
            self.at = 0;
            let broken_off = |_| Err(io::Error::other("decompression stopped before the end of the data"));
            let decoded = self.decoded.recv().unwrap_or_else(broken_off);
            self.ended = !decoded.as_ref().is_ok_and(|block| !block.is_empty());
            self.block = decoded?;
        }
        let mut rest = self.block.get(self.at..).unwrap_or_default();
        let read = rest.read(into)?;
        self.at += read;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use std::io::ErrorKind;

    use super::*;

    /// Returns so many bytes in pieces of varying length, then calls `last`.
    struct Uneven {
        left: usize,
        last: fn() -> io::Result<usize>,
    }

    impl Read for Uneven {
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

    /// The bytes and the error of a source, read directly and through a thread.
    fn both(left: usize, last: fn() -> io::Result<usize>) -> [(Vec<u8>, Option<ErrorKind>); 2] {
        let all = |mut source: Box<dyn Read>| {
            let mut text = Vec::new();
            let error = source.read_to_end(&mut text).err();
            (text, error.map(|error| error.kind()))
        };
        [
            all(Box::new(Uneven { left, last })),
            all(Box::new(DecoderThread::start(Uneven { left, last }).unwrap())),
        ]
    }

    #[test]
    fn the_bytes_and_the_error_are_those_of_the_source() {
        for left in [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 9 * BLOCK + 17] {
            let [plain, threaded] = both(left, || Ok(0));
            assert!(plain == threaded, "{left}");
            assert_eq!((threaded.0.len(), threaded.1), (left, None));
            let [plain, threaded] = both(left, || Err(ErrorKind::InvalidData.into()));
            assert!(plain == threaded, "{left}");
            assert_eq!((threaded.0.len(), threaded.1), (left, Some(ErrorKind::InvalidData)));
        }
    }

    #[test]
    fn a_panic_of_the_thread_is_an_error_and_not_the_end() {
        let mut decoder =
            DecoderThread::start(Uneven { left: 10, last: || panic!("a broken decoder") }).unwrap();
        assert_eq!(decoder.read_to_end(&mut Vec::new()).unwrap_err().kind(), ErrorKind::Other);
    }

    #[test]
    fn the_thread_is_ahead_by_a_bounded_number_of_blocks() {
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
        let mut decoder = DecoderThread::start(Endless(Arc::clone(&given))).unwrap();
        let mut some = [1; 1000];
        decoder.read_exact(&mut some).unwrap();
        thread::sleep(std::time::Duration::from_millis(50));
        assert!(given.load(Ordering::Relaxed) <= (WAITING + 2) * BLOCK);
    }
}
