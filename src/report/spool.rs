//! What is written only at the end, put aside until then: in memory while it is little, else in a temporary file without
//! a name, so that memory does not grow with a list.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};

/// So many bytes are gathered before they are written to the file: a report of some findings needs none.
const GATHERED: usize = 64 << 10;

/// Pieces of a report, one after the other.
#[derive(Debug)]
pub(super) struct Spool {
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
pub(super) struct Slip(u64);

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
    pub(super) fn put(&mut self, write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> io::Result<Slip> {
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

    /// What the next piece is found by.
    pub(super) fn next(&self) -> Slip {
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
        file.seek(SeekFrom::Start(self.on_disk))?;
        file.write_all(&self.gathered)
    }

    /// Reads pieces: best in the order of their coming.
    ///
    /// # Errors
    /// What the disk says.
    pub(super) fn reader(&self) -> io::Result<Reader<'_>> {
        let mut disk = self.file.as_ref().map(BufReader::new);
        if let Some(disk) = &mut disk {
            disk.seek(SeekFrom::Start(0))?;
        }
        Ok(Reader { spool: self, disk, at: 0, piece: Vec::new() })
    }
}

/// Reads what was put aside.
#[derive(Debug)]
pub(super) struct Reader<'s> {
    spool: &'s Spool,
    disk: Option<BufReader<&'s File>>,
    /// Where the reading on the disk stands.
    at: u64,
    piece: Vec<u8>,
}

impl Reader<'_> {
    /// The piece that a slip of the same spool is for.
    ///
    /// # Errors
    /// What the disk says.
    pub(super) fn piece(&mut self, slip: Slip) -> io::Result<&[u8]> {
        let in_memory = slip.0.checked_sub(self.spool.on_disk);
        self.piece.clear();
        match (in_memory, &mut self.disk) {
            (None, Some(disk)) => {
                disk.seek_relative(slip.0.wrapping_sub(self.at).cast_signed())?;
                self.at = slip.0;
                let mut length = [0; LENGTH];
                disk.read_exact(&mut length)?;
                let length = u64::from_le_bytes(length);
                let read = disk.take(length).read_to_end(&mut self.piece)?;
                self.at += LENGTH as u64 + read as u64;
            }
            (Some(start), _) => {
                let mut rest = usize::try_from(start)
                    .ok()
                    .and_then(|start| self.spool.gathered.get(start..))
                    .unwrap_or_default();
                let mut length = [0; LENGTH];
                rest.read_exact(&mut length)?;
                rest.take(u64::from_le_bytes(length)).read_to_end(&mut self.piece)?;
            }
            (None, None) => return Err(io::ErrorKind::UnexpectedEof.into()),
        }
        Ok(&self.piece)
    }
}

#[cfg(test)]
mod tests {
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
        let mut reader = spool.reader().unwrap();
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
            Err(io::ErrorKind::Other.into())
        });
        assert!(failed.is_err());
        let second = put(&mut spool, b"second");
        let mut reader = spool.reader().unwrap();
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
