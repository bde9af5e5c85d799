//! Opens files as a `Read` of their text. The first bytes decide how it is decompressed.

use std::fs::{File, Metadata};
use std::io::{self, BufRead, BufReader, Cursor, ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::decoder_thread::DecoderThread;
use super::format::{Format, HEAD};
use super::frames::{FRAME_HEAD, FrameFormat, FrameMap, FrameReader};
use super::opening::{MOST_UNPACKED, OpenOptions, PACKED_READ, explain_decoder_error, window_log};
use super::trouble::{InputErrorKind, is_bomb};

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

/// A decoder whose errors are those of this room. A broken stream gives its readable text first, then the error.
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
}

impl Read for Decoder {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let most = into.len().min(MOST_UNPACKED);
        let into = into.get_mut(..most).unwrap_or_default();
        let explain = |error| explain_decoder_error(error, self.format, self.max_window);
        let read = self.input.read(into).map_err(explain)?;
        self.decompressed += read as u64;
        if is_bomb(self.compressed.load(Ordering::Relaxed), self.decompressed) {
            return Err(io::Error::other(InputErrorKind::Bomb(self.format)));
        }
        Ok(read)
    }
}

/// The decompressed text of a source. A compressed source is decompressed by a thread of its own, and a file of many
/// frames by several.
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
    Frames(Box<FrameReader>),
}

impl DecompressedSource {
    /// Detects the compression of `input`.
    ///
    /// # Errors
    /// The first bytes cannot be read.
    pub fn new(mut input: Box<dyn Read + Send>, opening: &OpenOptions) -> io::Result<Self> {
        let mut head = Vec::new();
        input.by_ref().take(HEAD as u64).read_to_end(&mut head)?;
        Ok(Self::after_head(head, input, opening))
    }

    /// The source that begins with the bytes of `head` and goes on with those of `input`.
    fn after_head(head: Vec<u8>, input: Box<dyn Read + Send>, opening: &OpenOptions) -> Self {
        let format = Format::of(&head);
        let taken = opening.bytes_read.clone();
        let packed = PackedInput { input: Cursor::new(head).chain(input), taken, size: Arc::default() };
        let text =
            if format.is_some() { TextSource::Unopened(Some(packed)) } else { TextSource::Plain(packed) };
        Self { text, format, max_window: opening.max_window, size: None }
    }

    pub(super) fn of_file(mut file: File, size: Option<u64>, opening: &OpenOptions) -> io::Result<Self> {
        let start = opening.range.map_or(0, |stretch| stretch.offset);
        if start > 0 && opening.seams.is_none() {
            file.seek(SeekFrom::Start(start))?;
            return Ok(Self { size, ..Self::new(Box::new(file), opening)? });
        }
        let mut head = Vec::new();
        (&file).take(FRAME_HEAD as u64).read_to_end(&mut head)?;
        // Only a regular file can be read at several places at once.
        if let (Some(size), Some(frames)) = (size, FrameFormat::of(&head)) {
            let frames = FrameReader::new(FrameMap::new(file, size, frames), opening);
            return Ok(Self {
                text: TextSource::Frames(Box::new(frames)),
                format: Format::of(&head),
                max_window: opening.max_window,
                size: Some(size),
            });
        }
        Ok(Self { size, ..Self::after_head(head, Box::new(file), opening) })
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
    /// If the compressed stream is at fault, the error contains an [`InputErrorKind`]. A broken stream gives its readable
    /// text first, then the error. The text of later frames may follow ([`InputErrorKind::goes_on`]).
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
            TextSource::Frames(frames) => frames.read(into),
        }
    }
}
