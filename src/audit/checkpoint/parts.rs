//! The folder of the parts. A part is compressed, has a checksum, and takes its name only once it is complete.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::entry::{Entry, line};

const SUFFIX: &str = ".part";

/// Of files that are being written.
const UNFINISHED: &str = ".tmp";

/// The fastest level. What is kept of each game is alike.
const LEVEL: i32 = 1;

/// The folder of a checkpoint.
#[derive(Clone, Debug)]
pub(crate) struct PartFolder(PathBuf);

impl PartFolder {
    pub(crate) fn at(folder: &Path) -> Self {
        Self(folder.to_path_buf())
    }

    /// The number of a part from the name of its file.
    pub(crate) fn number_of(name: &str) -> Option<u64> {
        let digits = name.strip_suffix(SUFFIX)?;
        digits.parse().ok().filter(|number| file_name(*number) == name)
    }

    /// Whether a file of this name is left from a run that was interrupted.
    pub(crate) fn is_unfinished(name: &str) -> bool {
        name.starts_with('.') && name.ends_with(UNFINISHED)
    }

    /// Creates a file of the folder, which has its name once it is persisted.
    pub(crate) fn create_file(&self) -> io::Result<NamedTempFile> {
        tempfile::Builder::new().prefix(".").suffix(UNFINISHED).tempfile_in(&self.0)
    }

    /// The number of parts. They are numbered from 1.
    pub(super) fn count(&self) -> io::Result<u64> {
        let mut count = 0;
        for entry in fs::read_dir(&self.0)? {
            let name = entry?.file_name();
            count += u64::from(name.to_str().and_then(Self::number_of).is_some());
        }
        Ok(count)
    }

    pub(super) fn read(&self, number: u64) -> io::Result<PartReader> {
        let path = self.path(number);
        let damaged = |error: &io::Error| damaged(&path, error.to_string());
        let file = File::open(&path).map_err(|error| damaged(&error))?;
        let lines = BufReader::new(zstd::Decoder::new(file)?);
        Ok(PartReader { lines, line: Vec::new(), path })
    }

    pub(super) fn create(&self, number: u64) -> io::Result<PartWriter> {
        let mut encoder = zstd::Encoder::new(self.create_file()?, LEVEL)?;
        encoder.include_checksum(true)?;
        Ok(PartWriter { encoder, path: self.path(number) })
    }

    fn path(&self, number: u64) -> PathBuf {
        self.0.join(file_name(number))
    }
}

fn file_name(number: u64) -> String {
    format!("{number:06}{SUFFIX}")
}

fn damaged(path: &Path, why: impl std::fmt::Display) -> io::Error {
    let folder = path.parent().unwrap_or(path).display();
    io::Error::other(format!(
        "{}: this part of the checkpoint is damaged ({why}): remove the folder {folder} and begin again",
        path.display()
    ))
}

/// The entries of a part.
pub(super) struct PartReader {
    lines: BufReader<zstd::Decoder<'static, BufReader<File>>>,
    line: Vec<u8>,
    path: PathBuf,
}

impl PartReader {
    /// The next entry; `None` at the end of the file.
    pub(super) fn next_entry(&mut self) -> io::Result<Option<Entry<'static>>> {
        self.line.clear();
        let read =
            self.lines.read_until(b'\n', &mut self.line).map_err(|error| damaged(&self.path, error))?;
        if read == 0 {
            return Ok(None);
        }
        serde_json::from_slice(&self.line).map(Some).map_err(|error| damaged(&self.path, error))
    }

    /// The error for an entry that does not belong there.
    pub(super) fn damaged(&self) -> io::Error {
        damaged(&self.path, "its entries do not fit together")
    }
}

/// A part that is being written.
pub(super) struct PartWriter {
    encoder: zstd::Encoder<'static, NamedTempFile>,
    path: PathBuf,
}

impl PartWriter {
    pub(super) fn write(&mut self, entry: &Entry<'_>) -> io::Result<()> {
        self.write_line(&line(entry)?)
    }

    pub(super) fn write_line(&mut self, line: &[u8]) -> io::Result<()> {
        self.encoder.write_all(line).map_err(|error| self.failed(&error))
    }

    /// Gives the part its name.
    pub(super) fn finish(self) -> io::Result<()> {
        let failed =
            |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", self.path.display()));
        let file = self.encoder.finish().map_err(failed)?;
        file.as_file().sync_all().map_err(failed)?;
        file.persist(&self.path).map_err(|error| failed(error.error))?;
        Ok(())
    }

    fn failed(&self, error: &io::Error) -> io::Error {
        io::Error::new(error.kind(), format!("{}: {error}", self.path.display()))
    }
}
