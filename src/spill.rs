//! What does not stay in memory, lest it grow with the input: in memory while it is little, else in a temporary file without
//! a name, and in memory again where no disk has room.

mod keys;
mod lines;
mod sorter;
mod spool;

use std::fs::File;
use std::io;

pub(crate) use keys::KeySet;
pub(crate) use lines::{Pages, take_line};
pub(crate) use sorter::{Fold, InOrder, Sorter};
pub(crate) use spool::{Reader, Slip, Spool};

/// Fills a buffer from so many bytes behind the beginning of a temporary file.
fn read_exact_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<()> {
    by_place::read_exact_at(file, buffer, at)
        .map_err(|error| io::Error::new(error.kind(), format!("a temporary file could not be read: {error}")))
}

#[cfg(unix)]
mod by_place {
    use std::fs::File;
    use std::io;
    use std::os::unix::fs::FileExt;

    pub(super) fn read_exact_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<()> {
        FileExt::read_exact_at(file, buffer, at)
    }

    pub(super) fn write_all_at(file: &mut File, bytes: &[u8], at: u64) -> io::Result<()> {
        FileExt::write_all_at(file, bytes, at)
    }
}

#[cfg(not(unix))]
mod by_place {
    use std::fs::File;
    use std::io::{self, Read, Seek, SeekFrom, Write};
    use std::sync::{Mutex, PoisonError};

    /// All who read a file share the place where they are.
    static READING: Mutex<()> = Mutex::new(());

    pub(super) fn read_exact_at(mut file: &File, buffer: &mut [u8], at: u64) -> io::Result<()> {
        let _alone = READING.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(at))?;
        file.read_exact(buffer)
    }

    pub(super) fn write_all_at(file: &mut File, bytes: &[u8], at: u64) -> io::Result<()> {
        file.seek(SeekFrom::Start(at))?;
        file.write_all(bytes)
    }
}
