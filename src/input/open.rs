//! Opens files as a `Read` of their text. The first bytes decide how it is decompressed.

use std::fs::{File, Metadata};
use std::io::{self, BufRead, BufReader, Cursor, ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::decoder_thread::DecoderThread;
use super::format::{Format, HEAD};
use super::trouble::{InputErrorKind, is_bomb};

/// Compressed bytes are read this many at a time.
const PACKED_READ: usize = 256 << 10;

/// The most bytes that one call decompresses. A decoder that fails loses what the same call had decompressed.
const MOST_UNPACKED: usize = 64 << 10;

/// A range of bytes of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileRange {
    /// The offset of the first byte.
    pub offset: u64,
    /// In bytes.
    pub length: u64,
}

impl FileRange {
    /// The offset after the last byte.
    pub fn end(self) -> u64 {
        self.offset.saturating_add(self.length)
    }
}

/// How sources are opened.
#[derive(Clone, Debug)]
pub struct OpenOptions {
    /// The largest window that a decoder may hold, in bytes; for zstd rounded up to a power of two.
    pub max_window: u64,
    /// Counts the bytes read from the file, before decompression: the position of the progress bar.
    pub bytes_read: Option<Arc<AtomicU64>>,
    /// The part of the file to read, if not all of it. Only for a `Cuttable` file.
    pub range: Option<FileRange>,
}

impl Default for OpenOptions {
    fn default() -> Self {
        Self { max_window: 64 << 20, bytes_read: None, range: None }
    }
}

/// Opens a file to be read. Returns its size too if it is a regular file.
pub(super) fn open_file(path: &Path) -> Result<(File, Option<u64>), InputErrorKind> {
    let file = File::open(path).map_err(|error| {
        if error.kind() == ErrorKind::NotFound {
            InputErrorKind::Missing
        } else {
            InputErrorKind::Open(error)
        }
    })?;
    // On some systems opening a directory succeeds and only reading it fails.
    let metadata = file.metadata().ok();
    if metadata.as_ref().is_some_and(Metadata::is_dir) {
        return Err(InputErrorKind::Open(ErrorKind::IsADirectory.into()));
    }
    Ok((file, metadata.filter(Metadata::is_file).map(|metadata| metadata.len())))
}

/// Reads until the buffer is full. Returns the number of bytes read and, if the buffer is not full, the end of the
/// input or the error that stopped the reading.
pub(super) fn fill(input: &mut impl Read, buffer: &mut [u8]) -> (usize, Option<io::Result<()>>) {
    let mut filled = 0;
    while let Some(room) = buffer.get_mut(filled..).filter(|room| !room.is_empty()) {
        match input.read(room) {
            Ok(0) => return (filled, Some(Ok(()))),
            Ok(read) => filled += read.min(room.len()),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return (filled, Some(Err(error))),
        }
    }
    (filled, None)
}

/// The bytes of a source before decompression, counted as they are read.
struct PackedInput {
    input: io::Chain<Cursor<Vec<u8>>, Box<dyn Read + Send>>,
    taken: Option<Arc<AtomicU64>>,
    /// The bytes read of this source.
    size: Arc<AtomicU64>,
}

impl Read for PackedInput {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(into)?;
        if let Some(taken) = &self.taken {
            taken.fetch_add(read as u64, Ordering::Relaxed);
        }
        self.size.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

/// The members of a gzip file, one after another. Zeros after a member are skipped: they fill the last block of a tape
/// or disk (gzip 1.12, *trailing zeros*).
struct GzipMembers {
    /// `None` at the end of the file.
    member: Option<flate2::bufread::GzDecoder<BufReader<PackedInput>>>,
    is_after_member: bool,
}

impl Read for GzipMembers {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            if !self.is_after_member {
                let read = member.read(into)?;
                if read > 0 || into.is_empty() {
                    return Ok(read);
                }
                self.is_after_member = true;
            }
            let input = member.get_mut();
            let bytes = input.fill_buf()?;
            let (zeros, length) = (bytes.iter().take_while(|byte| **byte == 0).count(), bytes.len());
            input.consume(zeros);
            if length == 0 {
                self.member = None;
            } else if zeros < length {
                let last = self.member.take();
                self.member = last.map(|last| flate2::bufread::GzDecoder::new(last.into_inner()));
                self.is_after_member = false;
            }
        }
        Ok(0)
    }
}

/// A decoder whose errors are those of this room. What can be decompressed of a broken stream is returned before the
/// error.
struct Decoder {
    input: Box<dyn Read + Send>,
    format: Format,
    max_window: u64,
    compressed: Arc<AtomicU64>,
    decompressed: u64,
}

impl Decoder {
    fn new(packed: PackedInput, format: Format, max_window: u64) -> io::Result<Self> {
        let compressed = Arc::clone(&packed.size);
        let packed = BufReader::with_capacity(PACKED_READ, packed);
        let input: Box<dyn Read + Send> = match format {
            Format::Gzip => {
                let member = Some(flate2::bufread::GzDecoder::new(packed));
                Box::new(GzipMembers { member, is_after_member: false })
            }
            Format::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(packed)),
            Format::Zstd => {
                let mut decoder = zstd::Decoder::with_buffer(packed)?;
                decoder.window_log_max(window_log(max_window))?;
                Box::new(decoder)
            }
            Format::Xz => {
                // The limit covers all that a decoder holds; without its window that is well under 1 MiB.
                let most = max_window.saturating_add(1 << 20);
                let stream =
                    liblzma::stream::Stream::new_stream_decoder(most, liblzma::stream::CONCATENATED)?;
                Box::new(liblzma::bufread::XzDecoder::new_stream(packed, stream))
            }
            Format::Zip => return Err(io::ErrorKind::Unsupported.into()),
        };
        Ok(Self { input, format, max_window, compressed, decompressed: 0 })
    }

    /// Wraps a decoder's error in the [`Trouble`] that it means. Each decoder has errors of its own.
    fn explain(&self, error: io::Error) -> io::Error {
        let format = self.format;
        // The file itself could not be read: every decoder passes the system's own error on unchanged.
        if error.kind() == ErrorKind::Interrupted || error.raw_os_error().is_some() {
            return error;
        }
        let xz = error.get_ref().and_then(|inner| inner.downcast_ref::<liblzma::stream::Error>());
        let too_large = matches!(xz, Some(liblzma::stream::Error::MemLimit))
            // zstd passes its errors on as text only; a test compares these words with the library's.
            || format == Format::Zstd && error.to_string().contains("too much memory");
        io::Error::other(if too_large {
            InputErrorKind::Window { format, most: self.max_window }
        } else if error.kind() == ErrorKind::UnexpectedEof {
            InputErrorKind::CutShort(format)
        } else {
            InputErrorKind::Damaged { format, why: error.to_string() }
        })
    }
}

impl Read for Decoder {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let most = into.len().min(MOST_UNPACKED);
        let into = into.get_mut(..most).unwrap_or_default();
        let read = self.input.read(into).map_err(|error| self.explain(error))?;
        self.decompressed += read as u64;
        if is_bomb(self.compressed.load(Ordering::Relaxed), self.decompressed) {
            return Err(io::Error::other(InputErrorKind::Bomb(self.format)));
        }
        Ok(read)
    }
}

/// The power of two that holds `window`, within the limits of zstd.
fn window_log(window: u64) -> u32 {
    window.checked_next_power_of_two().map_or(31, u64::ilog2).clamp(10, 31)
}

/// The decompressed text of a source. A compressed source is decompressed by a thread of its own.
pub struct DecompressedSource {
    text: TextSource,
    format: Option<Format>,
    max_window: u64,
    /// In bytes, before decompression; `None` if unknown.
    pub(super) size: Option<u64>,
}

enum TextSource {
    Plain(PackedInput),
    /// The decoder starts at the first read, so that an open source takes little memory. `None` if it could not start.
    Unopened(Option<PackedInput>),
    Unpacked(DecoderThread),
}

impl DecompressedSource {
    /// Detects the compression of `input`.
    ///
    /// # Errors
    /// The first bytes cannot be read.
    pub fn new(mut input: Box<dyn Read + Send>, opening: &OpenOptions) -> io::Result<Self> {
        let mut head = Vec::new();
        input.by_ref().take(HEAD as u64).read_to_end(&mut head)?;
        let format = Format::of(&head);
        let taken = opening.bytes_read.clone();
        let packed = PackedInput { input: Cursor::new(head).chain(input), taken, size: Arc::default() };
        let text =
            if format.is_some() { TextSource::Unopened(Some(packed)) } else { TextSource::Plain(packed) };
        Ok(Self { text, format, max_window: opening.max_window, size: None })
    }

    pub(super) fn of_file(mut file: File, size: Option<u64>, opening: &OpenOptions) -> io::Result<Self> {
        let start = opening.range.map_or(0, |stretch| stretch.offset);
        if start > 0 {
            file.seek(SeekFrom::Start(start))?;
        }
        Ok(Self { size, ..Self::new(Box::new(file), opening)? })
    }

    /// Makes this the decompressed text of an archive's member, of a size in bytes.
    pub(super) fn in_archive(&mut self, size: u64) {
        self.format.get_or_insert(Format::Zip);
        self.size = Some(size);
    }

    /// The compression; `None` for plain text.
    pub fn format(&self) -> Option<Format> {
        self.format
    }
}

impl Read for DecompressedSource {
    /// If the compressed stream is at fault, the error contains a [`Trouble`]. What can be decompressed of a broken
    /// stream is returned before the error.
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if let (TextSource::Unopened(packed), Some(format)) = (&mut self.text, self.format)
            && let Some(packed) = packed.take()
        {
            let decoder = Decoder::new(packed, format, self.max_window)?;
            self.text = TextSource::Unpacked(DecoderThread::start(decoder)?);
        }
        match &mut self.text {
            TextSource::Plain(input) => input.read(into),
            TextSource::Unopened(_) => Err(io::Error::other("cannot start decompression")),
            TextSource::Unpacked(decoder) => decoder.read(into),
        }
    }
}
