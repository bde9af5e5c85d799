//! Pieces of bytes, one after the other.

use std::convert::Infallible;
use std::fs::File;
use std::io;

use super::by_place::write_all_at;
use super::read_exact_at;

/// So many bytes are gathered before they are written to the file: a report of some findings needs none.
const GATHERED: usize = 64 << 10;

/// So many bytes are read at once.
const WINDOW: usize = 8 << 10;

/// The longest piece that is read at once, in bytes.
pub(super) const AT_ONCE: usize = WINDOW - LENGTH;

/// Pieces, as they came.
#[derive(Debug)]
pub(crate) struct Spool {
    /// None until it is needed.
    file: Option<File>,
    /// How many bytes of the file count: whole pieces.
    on_disk: u64,
    /// What came after them.
    gathered: Vec<u8>,
    /// With so many bytes gathered the disk is tried: more, where it had no room.
    most_gathered: usize,
}

/// Where a piece begins, in bytes from the first piece. Pieces stand in the order of their coming.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Slip(u64);

impl Slip {
    /// Where the next begins, behind a piece of so many bytes.
    pub(crate) fn behind(self, length: usize) -> Self {
        Self(self.0 + (LENGTH + length) as u64)
    }
}

/// How long a piece is, before it.
const LENGTH: usize = size_of::<u64>();

impl Default for Spool {
    fn default() -> Self {
        Self { file: None, on_disk: 0, gathered: Vec::new(), most_gathered: GATHERED }
    }
}

impl Spool {
    /// Puts aside what `write` writes.
    ///
    /// # Errors
    /// What `write` says; then nothing is put aside. A disk that is full is no error: memory is what there is then.
    pub(crate) fn put<E>(&mut self, write: impl FnOnce(&mut Vec<u8>) -> Result<(), E>) -> Result<Slip, E> {
        if self.gathered.len() >= self.most_gathered {
            self.make_room();
        }
        let slip = self.next();
        let before = self.gathered.len();
        self.gathered.extend([0; LENGTH]);
        if let Err(error) = write(&mut self.gathered) {
            self.gathered.truncate(before);
            return Err(error);
        }
        let length = self.gathered.len().saturating_sub(before + LENGTH) as u64;
        if let Some(place) = self.gathered.get_mut(before..).and_then(<[u8]>::first_chunk_mut) {
            *place = length.to_le_bytes();
        }
        Ok(slip)
    }

    /// Puts these bytes aside.
    pub(crate) fn put_bytes(&mut self, piece: &[u8]) -> Slip {
        let Ok(slip) = self.put(|out| {
            out.extend_from_slice(piece);
            Ok::<_, Infallible>(())
        });
        slip
    }

    /// What the next piece is found by.
    pub(crate) fn next(&self) -> Slip {
        Slip(self.on_disk + self.gathered.len() as u64)
    }

    /// Moves what is gathered to the disk, where there is room on one.
    fn make_room(&mut self) {
        if self.write_down().is_ok() {
            self.on_disk += self.gathered.len() as u64;
            self.gathered.clear();
            self.gathered.shrink_to(2 * GATHERED);
            self.most_gathered = GATHERED;
        } else {
            self.most_gathered = self.gathered.len().saturating_mul(2);
        }
    }

    fn write_down(&mut self) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(tempfile::tempfile()?),
        };
        // Behind what counts may stand a part of what there was no room for.
        write_all_at(file, &self.gathered, self.on_disk)
    }

    /// Reads pieces: best in the order of their coming.
    pub(crate) fn reader(&self) -> Reader<'_> {
        Reader { spool: self, window: Vec::new(), at: 0 }
    }
}

/// Reads what was put aside.
#[derive(Debug)]
pub(crate) struct Reader<'s> {
    spool: &'s Spool,
    /// What was read of the file last.
    window: Vec<u8>,
    /// Where that stands in it.
    at: u64,
}

impl Reader<'_> {
    /// The piece that a slip of the same spool is for.
    ///
    /// # Errors
    /// What the disk says.
    pub(crate) fn piece(&mut self, slip: Slip) -> io::Result<&[u8]> {
        let length = self.bytes(slip.0, LENGTH)?;
        let length = length.first_chunk().map_or(0, |length| u64::from_le_bytes(*length));
        let length = usize::try_from(length).map_err(|_| io::ErrorKind::UnexpectedEof)?;
        self.bytes(slip.0 + LENGTH as u64, length)
    }

    /// The bytes of one piece, or some of them: a piece is either on the disk or in memory.
    fn bytes(&mut self, at: u64, length: usize) -> io::Result<&[u8]> {
        let spool = self.spool;
        if let Some(start) = at.checked_sub(spool.on_disk) {
            return some(&spool.gathered, start, length).ok_or_else(|| io::ErrorKind::UnexpectedEof.into());
        }
        let start = at.checked_sub(self.at);
        if start.and_then(|start| some(&self.window, start, length)).is_none() {
            let file = spool.file.as_ref().ok_or(io::ErrorKind::UnexpectedEof)?;
            let left = usize::try_from(spool.on_disk - at).unwrap_or(usize::MAX);
            self.window.clear();
            self.window.resize(length.max(WINDOW).min(left), 0);
            self.at = at;
            read_exact_at(file, &mut self.window, at).inspect_err(|_| self.window.clear())?;
        }
        some(&self.window, at - self.at, length).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }
}

fn some(bytes: &[u8], start: u64, length: usize) -> Option<&[u8]> {
    let start = usize::try_from(start).ok()?;
    bytes.get(start..start.checked_add(length)?)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn put(spool: &mut Spool, piece: &[u8]) -> Slip {
        spool.put(|out| out.write_all(piece)).unwrap()
    }

    /// Pieces of many lengths, none among them, and one that is longer than what is gathered.
    fn pieces() -> impl Iterator<Item = Vec<u8>> {
        let lengths = (0..2_000).map(|number| number * 37 % 1_024).chain([3 * GATHERED, 0, 5]);
        lengths.enumerate().map(|(number, length)| vec![number.to_le_bytes()[0]; length])
    }

    fn is_whole(spool: &Spool, slips: &[Slip]) {
        let mut reader = spool.reader();
        for (slip, piece) in slips.iter().zip(pieces()) {
            assert_eq!(reader.piece(*slip).unwrap(), piece);
        }
        let (last, first) = (slips.last().unwrap(), slips.first().unwrap());
        for (slip, piece) in [(last, pieces().last()), (first, pieces().next())] {
            assert_eq!(reader.piece(*slip).unwrap(), piece.unwrap(), "out of order");
        }
    }

    #[test]
    fn what_is_put_aside_comes_back() {
        let mut spool = Spool::default();
        let slips: Vec<Slip> = pieces().map(|piece| put(&mut spool, &piece)).collect();
        assert!(slips.is_sorted());
        assert!(spool.on_disk > 0 && !spool.gathered.is_empty());
        is_whole(&spool, &slips);
        is_whole(&spool, &slips);
    }

    #[test]
    fn what_fails_leaves_nothing() {
        let mut spool = Spool::default();
        let first = put(&mut spool, b"first");
        let failed = spool.put(|out| {
            out.extend_from_slice(b"half");
            Err(io::Error::from(io::ErrorKind::Other))
        });
        assert!(failed.is_err());
        let second = put(&mut spool, b"second");
        let mut reader = spool.reader();
        assert_eq!(reader.piece(first).unwrap(), b"first");
        assert_eq!(reader.piece(second).unwrap(), b"second");
    }

    #[test]
    fn a_disk_that_takes_nothing_leaves_all_in_memory() {
        // What is open for reading only refuses what is written to it, as a full disk does.
        let file = File::open(std::env::current_exe().unwrap()).unwrap();
        let mut spool = Spool { file: Some(file), ..Spool::default() };
        let slips: Vec<Slip> = pieces().map(|piece| put(&mut spool, &piece)).collect();
        assert_eq!(spool.on_disk, 0);
        is_whole(&spool, &slips);
        spool.file = None;
        spool.most_gathered = GATHERED;
        put(&mut spool, b"more");
        assert!(spool.on_disk > 0, "and goes there once there is room");
        is_whole(&spool, &slips);
    }
}
