//! Decompresses the frames of a run, one after the other.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use bzip2::bufread::BzDecoder;
use flate2::bufread::GzDecoder;
use zstd::zstd_safe::{DCtx, DParameter, InBuffer, OutBuffer, get_error_name};

use super::super::opening::{MOST_UNPACKED, PACKED_READ, explain_decoder_error, window_log};
use super::super::trouble::{InputErrorKind, is_bomb};
use super::map::{FrameFormat, FrameRun, PackedFile, RunEnd};

/// How far a decoder is, for the reader.
#[derive(Default)]
pub(super) struct DecoderState {
    /// The offset of the frame that it reads; once it has ended without an error, the offset after its last frame.
    frame: AtomicU64,
    has_ended: AtomicBool,
}

impl DecoderState {
    pub(super) fn frame(&self) -> u64 {
        self.frame.load(Ordering::Acquire)
    }

    pub(super) fn has_ended(&self) -> bool {
        self.has_ended.load(Ordering::Acquire)
    }
}

/// The compressed bytes from the beginning of a run on.
struct RunBytes {
    file: PackedFile,
    at: u64,
    /// By its headers, the run ends here. A read does not cross this place, because another decoder reads on from it.
    end: Option<u64>,
    /// Counts the bytes read.
    taken: Option<Arc<AtomicU64>>,
}

impl Read for RunBytes {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let left = self.end.and_then(|end| end.checked_sub(self.at)).filter(|left| *left > 0);
        let most = left.and_then(|left| usize::try_from(left).ok()).unwrap_or(usize::MAX).min(into.len());
        let read = self.file.read_at(self.at, into.get_mut(..most).unwrap_or_default())?;
        self.at += read as u64;
        if let Some(taken) = &self.taken {
            taken.fetch_add(read as u64, Ordering::Relaxed);
        }
        Ok(read)
    }
}

type Input = BufReader<RunBytes>;

/// The decoder of the current frame.
enum Current {
    /// It decodes any number of frames.
    Zstd(DCtx<'static>, Input),
    Gzip(Box<GzDecoder<Input>>),
    Bzip2(BzDecoder<Input>),
    /// No frame was begun.
    Unbegun(Input),
    /// While a decoder is replaced.
    Nothing,
}

/// The text of a run. A broken frame gives its readable text first, then the error.
pub(super) struct FrameDecoder {
    current: Current,
    format: FrameFormat,
    end: RunEnd,
    start: u64,
    max_window: u64,
    /// Whether the last frame has ended and no byte of another was read.
    is_between: bool,
    state: Arc<DecoderState>,
    /// The bytes decompressed of the current frame.
    decompressed: u64,
}

impl FrameDecoder {
    pub(super) fn new(
        file: PackedFile,
        format: FrameFormat,
        run: FrameRun,
        max_window: u64,
        taken: Option<Arc<AtomicU64>>,
        state: Arc<DecoderState>,
    ) -> io::Result<Self> {
        let bytes = RunBytes { file, at: run.start, end: run.end.offset(), taken };
        let input = BufReader::with_capacity(PACKED_READ, bytes);
        let current = if format == FrameFormat::Zstd {
            let mut context = DCtx::try_create().ok_or(ErrorKind::OutOfMemory)?;
            let window = DParameter::WindowLogMax(window_log(max_window));
            context.set_parameter(window).map_err(zstd_error)?;
            Current::Zstd(context, input)
        } else {
            Current::Unbegun(input)
        };
        state.frame.store(run.start, Ordering::Release);
        let (end, start) = (run.end, run.start);
        Ok(Self { current, format, end, start, max_window, is_between: true, state, decompressed: 0 })
    }

    fn input(&mut self) -> Option<&mut Input> {
        match &mut self.current {
            Current::Zstd(_, input) | Current::Unbegun(input) => Some(input),
            Current::Gzip(decoder) => Some(decoder.get_mut()),
            Current::Bzip2(decoder) => Some(decoder.get_mut()),
            Current::Nothing => None,
        }
    }

    /// The offset of the next byte that is decompressed.
    fn place(&mut self) -> u64 {
        self.input().map_or(0, |input| input.get_ref().at - input.buffer().len() as u64)
    }

    /// Begins the next frame. Returns false at the end of the run.
    fn begin_frame(&mut self) -> io::Result<bool> {
        // gzip ignores zeros after a member: they fill the last block of a tape or disk.
        let skips_zeros = self.format == FrameFormat::Bgzf;
        let is_first = self.place() == self.start;
        loop {
            let place = self.place();
            self.state.frame.store(place, Ordering::Release);
            let is_over = match self.end {
                RunEnd::At(end) => place >= end,
                RunEnd::AfterFrame => !is_first,
                RunEnd::OfFile => false,
            };
            let Some(input) = self.input() else { return Ok(false) };
            if is_over || input.fill_buf()?.is_empty() {
                return Ok(false);
            }
            let zeros =
                if skips_zeros { input.buffer().iter().take_while(|byte| **byte == 0).count() } else { 0 };
            if zeros == 0 {
                break;
            }
            input.consume(zeros);
        }
        let input = match std::mem::replace(&mut self.current, Current::Nothing) {
            Current::Gzip(decoder) => (*decoder).into_inner(),
            Current::Bzip2(decoder) => decoder.into_inner(),
            Current::Unbegun(input) => input,
            current => {
                self.current = current;
                self.begun();
                return Ok(true);
            }
        };
        self.current = if self.format == FrameFormat::Bzip2 {
            Current::Bzip2(BzDecoder::new(input))
        } else {
            Current::Gzip(Box::new(GzDecoder::new(input)))
        };
        self.begun();
        Ok(true)
    }

    fn begun(&mut self) {
        self.is_between = false;
        self.decompressed = 0;
    }

    /// Decompresses text of the run; none at its end.
    fn decompress(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.is_between && !self.begin_frame()? {
                return Ok(0);
            }
            let read = match &mut self.current {
                Current::Zstd(context, input) => {
                    let bytes = input.fill_buf()?;
                    let is_at_end = bytes.is_empty();
                    let (mut packed, mut text) = (InBuffer::around(bytes), OutBuffer::around(&mut *into));
                    let hint = context.decompress_stream(&mut text, &mut packed).map_err(zstd_error)?;
                    let (read, taken) = (text.pos(), packed.pos());
                    input.consume(taken);
                    self.is_between = hint == 0;
                    if is_at_end && read == 0 && hint > 0 {
                        return Err(ErrorKind::UnexpectedEof.into());
                    }
                    read
                }
                Current::Gzip(decoder) => {
                    let read = decoder.read(into)?;
                    self.is_between = read == 0;
                    read
                }
                Current::Bzip2(decoder) => {
                    let read = decoder.read(into)?;
                    self.is_between = read == 0;
                    read
                }
                Current::Unbegun(_) | Current::Nothing => return Ok(0),
            };
            if read > 0 {
                return Ok(read);
            }
        }
    }
}

impl Read for FrameDecoder {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let most = into.len().min(MOST_UNPACKED);
        let Some(into) = into.get_mut(..most).filter(|into| !into.is_empty()) else { return Ok(0) };
        let format = self.format.compression();
        let mut read =
            self.decompress(into).map_err(|error| explain_decoder_error(error, format, self.max_window));
        if let Ok(read) = read {
            self.decompressed += read as u64;
        }
        let compressed = self.place().saturating_sub(self.state.frame());
        if is_bomb(compressed, self.decompressed) {
            read = Err(io::Error::other(InputErrorKind::Bomb(format)));
        }
        if !matches!(read, Ok(1..)) {
            self.state.has_ended.store(true, Ordering::Release);
        }
        read
    }
}

fn zstd_error(code: usize) -> io::Error {
    io::Error::other(get_error_name(code))
}
