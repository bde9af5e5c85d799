//! Byte strings that are written once and read back by their slips.

use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::{Mutex, PoisonError};

use tempfile::SpooledTempFile;

/// In bytes. A longer spool moves to disk.
const MOST_IN_MEMORY: u64 = 256 << 10;

#[derive(Debug)]
pub(crate) struct Spool {
    /// Reading moves the position in the file, and readers share the spool.
    file: Mutex<SpooledTempFile>,
    length: u64,
}

/// The place of a byte string in its spool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SpoolEntry {
    at: u64,
    length: usize,
}

impl Default for Spool {
    fn default() -> Self {
        // `put` moves it to disk, because a failure to do so is no error.
        Self { file: Mutex::new(SpooledTempFile::new(usize::MAX)), length: 0 }
    }
}

impl Spool {
    pub(crate) fn put(&mut self, bytes: &[u8]) -> io::Result<SpoolEntry> {
        let slip = SpoolEntry { at: self.length, length: bytes.len() };
        let end = slip.at + bytes.len() as u64;
        let file = self.file.get_mut().unwrap_or_else(PoisonError::into_inner);
        if end > MOST_IN_MEMORY && !file.is_rolled() {
            // Without a place for temporary files the data stays in memory.
            let _ = file.roll();
        }
        file.seek(SeekFrom::Start(slip.at))
            .and_then(|_| file.write_all(bytes))
            .map_err(|error| with_context("write", &error))?;
        self.length = end;
        Ok(slip)
    }

    pub(crate) fn get(&self, slip: SpoolEntry) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; slip.length];
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(slip.at))
            .and_then(|_| file.read_exact(&mut bytes))
            .map_err(|error| with_context("read", &error))?;
        Ok(bytes)
    }
}

fn with_context(action: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot {action} a temporary file: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn byte_strings_come_back_in_any_order() {
        let strings: Vec<Vec<u8>> = (0..2_000_usize)
            .map(|number| number * 37 % 1_024)
            .chain([1 << 20, 0, 5])
            .enumerate()
            .map(|(number, length)| vec![number.to_le_bytes()[0]; length])
            .collect();
        let mut spool = Spool::default();
        let slips: Vec<SpoolEntry> = strings.iter().map(|bytes| spool.put(bytes).unwrap()).collect();
        assert!(spool.file.get_mut().unwrap().is_rolled());
        for (slip, bytes) in slips.iter().zip(&strings).rev() {
            assert_eq!(spool.get(*slip).unwrap(), *bytes);
        }
    }
}
