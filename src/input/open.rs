//! Opens a source as a `Read` of its text: the first bytes tell the compression.

use std::fs::{File, Metadata};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::decoder_thread::DecoderThread;
use super::format::{Format, HEAD};
use super::paths::{Place, Source};
use super::trouble::{InputError, Trouble};

/// Compressed bytes are read this many at a time.
const PACKED_READ: usize = 256 << 10;

/// A run of bytes of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// The place of its first byte.
    pub offset: u64,
    /// How many bytes it has.
    pub length: u64,
}

/// How sources are opened.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The largest window a decoder may hold, in bytes; for zstd rounded up to a power of two.
    pub max_window: u64,
    /// Counts the bytes taken from the file itself, before unpacking: what a progress bar shows.
    pub taken: Option<Arc<AtomicU64>>,
    /// What of the file is wanted, if not all of it; it is read from there, and [`Chunks`](super::Chunks) end there.
    /// Only of a `Cuttable` file.
    pub stretch: Option<Stretch>,
}

impl Default for Opening {
    fn default() -> Self {
        Self { max_window: 64 << 20, taken: None, stretch: None }
    }
}

impl Source {
    /// Opens the source and finds out how it is packed. Waits for the first bytes of a pipe.
    ///
    /// # Errors
    /// The file cannot be opened or its first bytes not be read.
    pub fn open(&self, opening: &Opening) -> Result<Unpacked, InputError> {
        let fail = |why| InputError { path: Arc::clone(&self.name), why };
        let unpacked = match &self.place {
            Place::StandardInput => Unpacked::new(Box::new(io::stdin()), opening),
            Place::File(path) => {
                let (file, size) = open_file(path).map_err(fail)?;
                Unpacked::of_file(file, size, opening)
            }
        };
        unpacked.map_err(|error| fail(Trouble::Read(error)))
    }
}

/// Opens a file to be read; its size, where it is one that has a size.
pub(super) fn open_file(path: &Path) -> Result<(File, Option<u64>), Trouble> {
    let file = File::open(path).map_err(|error| {
        if error.kind() == ErrorKind::NotFound { Trouble::Missing } else { Trouble::Open(error) }
    })?;
    // Opening a directory succeeds on some systems and only reading it fails.
    let metadata = file.metadata().ok();
    if metadata.as_ref().is_some_and(Metadata::is_dir) {
        return Err(Trouble::Open(ErrorKind::IsADirectory.into()));
    }
    Ok((file, metadata.filter(Metadata::is_file).map(|metadata| metadata.len())))
}

/// The bytes of a source as they come: its head, read to tell the format, then the rest.
struct Packed {
    head: [u8; HEAD],
    /// How many of `head` were read.
    filled: usize,
    /// How many of `head` were given on.
    given: usize,
    input: Box<dyn Read + Send>,
    taken: Option<Arc<AtomicU64>>,
}

impl Packed {
    fn new(mut input: Box<dyn Read + Send>, taken: Option<Arc<AtomicU64>>) -> io::Result<Self> {
        let mut head = [0; HEAD];
        let mut filled = 0;
        while let Some(room) = head.get_mut(filled..).filter(|room| !room.is_empty()) {
            match input.read(room) {
                Ok(0) => break,
                Ok(n) => filled += n.min(room.len()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(Self { head, filled, given: 0, input, taken })
    }

    fn head(&self) -> &[u8] {
        self.head.get(..self.filled).unwrap_or_default()
    }
}

impl Read for Packed {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = if self.given < self.filled {
            let mut rest = self.head.get(self.given..self.filled).unwrap_or_default();
            let read = rest.read(into)?;
            self.given += read;
            read
        } else {
            self.input.read(into)?
        };
        if let Some(taken) = &self.taken {
            taken.fetch_add(read as u64, Ordering::Relaxed);
        }
        Ok(read)
    }
}

/// The decoder a packed source needs.
enum Decoder {
    Gzip(Members),
    Bzip2(Box<bzip2::bufread::MultiBzDecoder<BufReader<Packed>>>),
    Zstd(Box<zstd::Decoder<'static, BufReader<Packed>>>),
    Xz(Box<liblzma::bufread::XzDecoder<BufReader<Packed>>>),
}

/// The members of a gzip file, one after the other. Zeros behind one fill the last block of a tape or a disk (gzip 1.12,
/// *trailing zeros*).
enum Members {
    Within(Box<flate2::bufread::GzDecoder<BufReader<Packed>>>),
    Behind(BufReader<Packed>),
    /// Nothing is left of it.
    Ended,
}

impl Members {
    fn new(packed: BufReader<Packed>) -> Self {
        Self::Within(Box::new(flate2::bufread::GzDecoder::new(packed)))
    }
}

impl Read for Members {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            match self {
                Self::Within(member) => {
                    let read = member.read(into)?;
                    if read > 0 || into.is_empty() {
                        return Ok(read);
                    }
                }
                Self::Behind(packed) => {
                    let bytes = packed.fill_buf()?;
                    let (zeros, length) = (bytes.iter().take_while(|byte| **byte == 0).count(), bytes.len());
                    packed.consume(zeros);
                    if zeros == length && length > 0 {
                        continue;
                    }
                    if length == 0 {
                        *self = Self::Ended;
                    }
                }
                Self::Ended => return Ok(0),
            }
            *self = match std::mem::replace(self, Self::Ended) {
                Self::Within(member) => Self::Behind(member.into_inner()),
                Self::Behind(packed) => Self::new(packed),
                Self::Ended => Self::Ended,
            };
        }
    }
}

/// A packed source being unpacked. What can be unpacked of a broken stream is delivered before the error.
struct Unpacking {
    decoder: Decoder,
    format: Format,
    max_window: u64,
}

impl Unpacking {
    fn new(packed: Packed, format: Format, max_window: u64) -> io::Result<Self> {
        let packed = BufReader::with_capacity(PACKED_READ, packed);
        let decoder = match format {
            Format::Gzip => Decoder::Gzip(Members::new(packed)),
            Format::Bzip2 => Decoder::Bzip2(Box::new(bzip2::bufread::MultiBzDecoder::new(packed))),
            Format::Zstd => {
                let mut decoder = zstd::Decoder::with_buffer(packed)?;
                decoder.window_log_max(window_log(max_window))?;
                Decoder::Zstd(Box::new(decoder))
            }
            Format::Xz => {
                // The limit is on all a decoder holds; beside its window that is well under 1 MiB.
                let most = max_window.saturating_add(1 << 20);
                let stream =
                    liblzma::stream::Stream::new_stream_decoder(most, liblzma::stream::CONCATENATED)?;
                Decoder::Xz(Box::new(liblzma::bufread::XzDecoder::new_stream(packed, stream)))
            }
        };
        Ok(Self { decoder, format, max_window })
    }

    /// What a decoder's error means to the user. The decoders say it each in its own way.
    fn explain(&self, error: io::Error) -> io::Error {
        let format = self.format;
        // The file itself could not be read: the system's own error passes through every decoder as it is.
        if error.kind() == ErrorKind::Interrupted || error.raw_os_error().is_some() {
            return error;
        }
        let xz = error.get_ref().and_then(|inner| inner.downcast_ref::<liblzma::stream::Error>());
        let too_large = matches!(xz, Some(liblzma::stream::Error::MemLimit))
            // zstd hands its errors on as text only; a test holds these words to the library's.
            || format == Format::Zstd && error.to_string().contains("too much memory");
        io::Error::other(if too_large {
            Trouble::Window { format, most: self.max_window }
        } else if error.kind() == ErrorKind::UnexpectedEof {
            Trouble::CutShort(format)
        } else {
            Trouble::Damaged { format, why: error.to_string() }
        })
    }
}

impl Read for Unpacking {
    /// An error's inner value is a [`Trouble`] where the compressed stream is at fault.
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        // A decoder that fails gives nothing of what the same call had unpacked: small calls lose little.
        let most = into.len().min(MOST_UNPACKED);
        let into = into.get_mut(..most).unwrap_or_default();
        match &mut self.decoder {
            Decoder::Gzip(decoder) => decoder.read(into),
            Decoder::Bzip2(decoder) => decoder.read(into),
            Decoder::Zstd(decoder) => decoder.read(into),
            Decoder::Xz(decoder) => decoder.read(into),
        }
        .map_err(|error| self.explain(error))
    }
}

/// The unpacked text of a source, whatever it was. A packed source is unpacked by a thread of its own, from the first read on.
pub struct Unpacked {
    text: Origin,
    format: Option<Format>,
    /// How long the source is before unpacking, in bytes, where that is known.
    size: Option<u64>,
}

/// Where the text comes from.
enum Origin {
    Plain(Packed),
    /// Nothing was decompressed yet; `None` if the decoder could not be started.
    Packed(Option<Box<Unopened>>),
    Unpacked(DecoderThread),
}

/// A packed source that takes no memory for a decoder yet.
struct Unopened {
    packed: Packed,
    format: Format,
    max_window: u64,
}

impl Unpacked {
    /// Unpacks what `input` delivers, whatever it is.
    ///
    /// # Errors
    /// The first bytes cannot be read.
    pub fn new(input: Box<dyn Read + Send>, opening: &Opening) -> io::Result<Self> {
        let packed = Packed::new(input, opening.taken.clone())?;
        let format = Format::of(packed.head());
        let text = match format {
            None => Origin::Plain(packed),
            Some(format) => {
                Origin::Packed(Some(Box::new(Unopened { packed, format, max_window: opening.max_window })))
            }
        };
        Ok(Self { text, format, size: None })
    }

    /// Unpacks a file of this size, from the beginning of the stretch.
    fn of_file(mut file: File, size: Option<u64>, opening: &Opening) -> io::Result<Self> {
        let start = opening.stretch.map_or(0, |stretch| stretch.offset);
        if start > 0 {
            file.seek(SeekFrom::Start(start))?;
        }
        Ok(Self { size, ..Self::new(Box::new(file), opening)? })
    }

    /// How the source is compressed; `None` for plain text.
    pub fn format(&self) -> Option<Format> {
        self.format
    }

    /// Its size before unpacking, in bytes, where that is known before reading.
    pub(super) fn size(&self) -> Option<u64> {
        self.size
    }
}

impl Read for Unpacked {
    /// An error's inner value is a [`Trouble`] where the compressed stream is at fault. What can be unpacked of
    /// a broken stream is delivered before it.
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if let Origin::Packed(unopened) = &mut self.text
            && let Some(unopened) = unopened.take()
        {
            let Unopened { packed, format, max_window } = *unopened;
            self.text = Origin::Unpacked(DecoderThread::start(Unpacking::new(packed, format, max_window)?)?);
        }
        match &mut self.text {
            Origin::Plain(input) => input.read(into),
            Origin::Packed(_) => Err(io::Error::other("its unpacking could not be begun")),
            Origin::Unpacked(decoder) => decoder.read(into),
        }
    }
}

/// The most bytes that one call unpacks.
const MOST_UNPACKED: usize = 64 << 10;

/// The power of two that holds `window`, within what zstd knows.
fn window_log(window: u64) -> u32 {
    window.checked_next_power_of_two().map_or(31, u64::ilog2).clamp(10, 31)
}
