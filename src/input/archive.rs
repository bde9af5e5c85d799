//! ZIP archives: each member with the name of a game file is a source of its own.

use std::fmt;
use std::fs::File;
use std::io::{self, Cursor, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use zip::ZipArchive;
use zip::result::ZipError;

use super::decoder_thread::DecoderThread;
use super::format::Format;
use super::globs::with_slashes;
use super::open::{DecompressedSource, open_file};
use super::opening::{OpenOptions, fill};
use super::trouble::{InputErrorKind, is_bomb};

/// The most bytes of an archive's directory, which is held in memory.
const LONGEST_DIRECTORY: u64 = 8 << 20;

/// The most bytes of the record at the end of an archive and the comment after it.
const LONGEST_END: u64 = 22 + 65_535;

/// A member of fewer bytes is decompressed at once.
const SHORT: u64 = 64 << 10;

/// A folder of metadata that macOS adds to archives.
const MACOS_METADATA: &str = "__MACOSX/";

/// An open archive.
pub(super) struct Archive {
    zip: ZipArchive<ArchiveFile>,
    path: PathBuf,
    /// In bytes.
    size: u64,
    /// The number of bytes decompressed from all members.
    decompressed: AtomicU64,
    /// The number of members that have the name of a later one. They cannot be read.
    pub(super) repeated: u64,
}

impl Archive {
    /// Opens a file if it is an archive by its name and by its first bytes. If it cannot be opened at all, it is left to
    /// [`super::Source::open`] to say so.
    pub(super) fn open(path: &Path) -> Result<Option<Arc<Self>>, InputErrorKind> {
        // A pipe must not be opened twice.
        if !has_archive_suffix(path) || !path.is_file() {
            return Ok(None);
        }
        let Ok((mut file, Some(size))) = open_file(path) else { return Ok(None) };
        let mut head = [0; 4];
        let _ = fill(&mut file, &mut head);
        if !matches!(&head, b"PK\x03\x04" | b"PK\x05\x06") {
            return Ok(None);
        }
        let listed = listed_members(&mut file, size);
        let left = Arc::new(AtomicU64::new(LONGEST_DIRECTORY));
        let file = ArchiveFile { file: Arc::new(Mutex::new(file)), at: 0, size, left: Arc::clone(&left) };
        let zip = match ZipArchive::new(file) {
            Ok(zip) => zip,
            Err(_) if left.load(Ordering::Relaxed) == 0 => {
                return Err(InputErrorKind::LongDirectory(LONGEST_DIRECTORY));
            }
            Err(ZipError::Io(error)) if error.raw_os_error().is_some() => {
                return Err(InputErrorKind::Read(error));
            }
            Err(error) => return Err(InputErrorKind::BadArchive(error.to_string())),
        };
        left.store(u64::MAX, Ordering::Relaxed);
        let repeated = listed.unwrap_or(0).saturating_sub(zip.len() as u64);
        let (path, decompressed) = (path.to_path_buf(), AtomicU64::new(0));
        Ok(Some(Arc::new(Self { zip, path, size, decompressed, repeated })))
    }

    /// The archive and the member that a path such as `games.zip/club.pgn` names.
    pub(super) fn find(path: &Path) -> Result<Option<Member>, InputErrorKind> {
        let Some(folder) =
            path.ancestors().skip(1).find(|above| has_archive_suffix(above) && above.is_file())
        else {
            return Ok(None);
        };
        let Some(archive) = Self::open(folder)? else { return Ok(None) };
        let name = path.strip_prefix(folder).unwrap_or(path).to_string_lossy().replace('\\', "/");
        let index = archive.zip.index_for_name(&name).ok_or(InputErrorKind::Missing)?;
        Ok(Some(Member { archive, index }))
    }

    /// The name of a member, if it is a file.
    fn name(&self, index: usize) -> Option<&str> {
        let name = self.zip.name_for_index(index)?;
        (!name.ends_with('/') && !name.starts_with(MACOS_METADATA)).then_some(name)
    }

    /// The name of one member, for a message.
    pub(super) fn any_name(&self) -> Option<String> {
        (0..self.zip.len()).find_map(|index| self.name(index)).map(str::to_owned)
    }
}

/// The number of members by the record at the end of an archive.
fn listed_members(file: &mut File, size: u64) -> Option<u64> {
    let mut end = vec![0; usize::try_from(size.min(LONGEST_END)).ok()?];
    file.seek(SeekFrom::End(-i64::try_from(end.len()).ok()?)).ok()?;
    file.read_exact(&mut end).ok()?;
    let at = memchr::memmem::rfind(&end, b"PK\x05\x06")?;
    let count: &[u8; 2] = end.get(at + 10..)?.first_chunk()?;
    // A longer count is elsewhere.
    Some(u16::from_le_bytes(*count)).filter(|count| *count != u16::MAX).map(u64::from)
}

/// The files in an archive, in its order.
pub(super) struct Members {
    pub(super) archive: Arc<Archive>,
    next: usize,
}

impl Members {
    pub(super) fn of(archive: Arc<Archive>) -> Self {
        Self { archive, next: 0 }
    }
}

impl Iterator for Members {
    type Item = Member;

    fn next(&mut self) -> Option<Member> {
        let index = (self.next..self.archive.zip.len()).find(|index| self.archive.name(*index).is_some())?;
        self.next = index + 1;
        Some(Member { archive: Arc::clone(&self.archive), index })
    }
}

/// A file in an archive.
#[derive(Clone)]
pub struct Member {
    archive: Arc<Archive>,
    index: usize,
}

impl Member {
    pub(super) fn name(&self) -> &str {
        self.archive.name(self.index).unwrap_or_default()
    }

    /// The path of the archive and in it the name of the member, with `/`.
    pub(super) fn path(&self) -> String {
        format!("{}/{}", with_slashes(&self.archive.path), self.name())
    }

    pub(super) fn archive_path(&self) -> &Path {
        &self.archive.path
    }

    /// The size of its text in bytes, by the directory of the archive.
    pub(super) fn size(&self) -> u64 {
        self.archive.zip.clone().by_index_raw(self.index).map_or(0, |file| file.size())
    }

    /// Opens the member. Unless it is short, a thread of its own decompresses it.
    pub(super) fn open(&self, opening: &OpenOptions) -> Result<DecompressedSource, InputErrorKind> {
        let Self { archive, index } = self.clone();
        let mut zip = archive.zip.clone();
        let file = zip.by_index(index).map_err(explain)?;
        let size = file.size();
        let text = if size < SHORT { short_text(MemberReader { file, archive: &archive }) } else { None };
        let text: Box<dyn Read + Send> = match text {
            Some(text) => Box::new(text),
            None => Box::new(self.decoder_thread().map_err(InputErrorKind::Read)?),
        };
        // The member may be compressed itself.
        let mut source = DecompressedSource::new(text, opening)
            .map_err(|error| error.downcast().unwrap_or_else(InputErrorKind::Read))?;
        source.in_archive(size);
        Ok(source)
    }

    fn decoder_thread(&self) -> io::Result<DecoderThread> {
        let Self { archive, index } = self.clone();
        let mut zip = archive.zip.clone();
        DecoderThread::start_with(move |decode| match zip.by_index(index) {
            Ok(file) => decode(&mut MemberReader { file, archive: &archive }),
            Err(error) => decode(&mut Failing(Some(io::Error::other(explain(error))))),
        })
    }
}

impl PartialEq for Member {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.archive, &other.archive) && self.index == other.index
    }
}

impl Eq for Member {}

impl fmt::Debug for Member {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Member").field(&self.path()).finish()
    }
}

fn has_archive_suffix(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip"))
}

/// Why a member cannot be opened.
fn explain(error: ZipError) -> InputErrorKind {
    match error {
        ZipError::Io(error) => InputErrorKind::Read(error),
        ZipError::UnsupportedArchive(why) => InputErrorKind::Member(why.to_owned()),
        ZipError::CompressionMethodNotSupported(method) => {
            InputErrorKind::Member(format!("compression method {method}"))
        }
        error => InputErrorKind::BadArchive(error.to_string()),
    }
}

/// The decompressed bytes of a member, with the errors of this room.
struct MemberReader<'a> {
    file: zip::read::ZipFile<'a, ArchiveFile>,
    archive: &'a Archive,
}

impl Read for MemberReader<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(into).map_err(|error| {
            if error.kind() == ErrorKind::Interrupted || error.raw_os_error().is_some() {
                return error;
            }
            io::Error::other(match error.kind() {
                ErrorKind::UnexpectedEof => InputErrorKind::CutShort(Format::Zip),
                _ => InputErrorKind::Damaged { format: Format::Zip, why: error.to_string() },
            })
        })?;
        // The sizes in the directory are not trusted, and members may share their data.
        let before = self.archive.decompressed.fetch_add(read as u64, Ordering::Relaxed);
        if is_bomb(self.archive.size, before.saturating_add(read as u64)) {
            return Err(io::Error::other(InputErrorKind::Bomb(Format::Zip)));
        }
        Ok(read)
    }
}

/// The text of a member, or as much as can be decompressed and the error. `None` if it is not short after all.
fn short_text(member: MemberReader<'_>) -> Option<impl Read + Send + use<>> {
    let mut text = Vec::new();
    let end = member.take(SHORT).read_to_end(&mut text);
    let is_short = end.is_err() || (text.len() as u64) < SHORT;
    is_short.then(|| Cursor::new(text).chain(Failing(end.err())))
}

/// Ends with an error, if there is one.
struct Failing(Option<io::Error>);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// The file of an archive, with a place of its own for each clone.
#[derive(Clone)]
struct ArchiveFile {
    file: Arc<Mutex<File>>,
    at: u64,
    size: u64,
    /// How many more bytes may be read.
    left: Arc<AtomicU64>,
}

impl Read for ArchiveFile {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let left = self.left.load(Ordering::Relaxed);
        let most = into.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        if most == 0 && !into.is_empty() {
            return Err(io::Error::other("the directory is too long"));
        }
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(self.at))?;
        let read = file.read(into.get_mut(..most).unwrap_or_default())?;
        self.at = self.at.saturating_add(read as u64);
        if left != u64::MAX {
            self.left.store(left - read as u64, Ordering::Relaxed);
        }
        Ok(read)
    }
}

impl Seek for ArchiveFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
            SeekFrom::End(by) => self.size.checked_add_signed(by),
        };
        self.at = at.ok_or(ErrorKind::InvalidInput)?;
        Ok(self.at)
    }
}
