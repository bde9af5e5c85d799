//! The state of a file, by which a later run notices that it changed.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use xxhash_rust::xxh3::xxh3_128;

use super::source::{Source, SourceLocation};
use super::trouble::{InputError, InputErrorKind};

/// How many first bytes of a file are compared.
const HEAD: u64 = 4 << 10;

/// The state of a file; of a member of an archive, that of the archive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stamp {
    /// In bytes.
    pub size: u64,
    /// In nanoseconds since 1970; 0 if the system does not say.
    pub modified: u128,
    /// A hash of the first 4 KiB.
    pub head: u128,
}

impl Source {
    /// The state of its file. `None` if the file cannot be examined, which the run reports.
    ///
    /// # Errors
    /// It can be read only once.
    pub(crate) fn stamp(&self) -> Result<Option<Stamp>, InputError> {
        let once = || InputError { path: Arc::clone(&self.name), why: InputErrorKind::ReadOnce };
        let path = match &self.place {
            SourceLocation::StandardInput => return Err(once()),
            SourceLocation::File(path) => path.as_path(),
            SourceLocation::Member(member) => member.archive_path(),
        };
        match fs::metadata(path) {
            Ok(metadata) if !metadata.is_file() && !metadata.is_dir() => Err(once()),
            _ => Ok(stamp(path).ok()),
        }
    }
}

fn stamp(path: &Path) -> io::Result<Stamp> {
    let mut file = File::open(path)?;
    let metadata = file.metadata()?;
    let mut head = Vec::new();
    file.by_ref().take(HEAD).read_to_end(&mut head)?;
    let since = |time: SystemTime| time.duration_since(UNIX_EPOCH).ok();
    let modified = metadata.modified().ok().and_then(since).map_or(0, |time| time.as_nanos());
    Ok(Stamp { size: metadata.len(), modified, head: xxh3_128(&head) })
}
