//! The text of all frames of a file, in order, while several threads decompress them.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use super::super::decoder_thread::{DecoderThread, SpareBlocks};
use super::super::opening::{FileRange, FrameSeams, OpenOptions};
use super::super::trouble::{InputErrorKind, is_bomb};
use super::decoder::{DecoderState, FrameDecoder};
use super::map::{FrameMap, FrameRun, MOST_AHEAD, RunEnd};

/// The most text that all decoders together hold ahead of the reader, in bytes.
const MOST_HELD: u64 = 64 << 20;

/// After so many broken frames the rest of a file is not read.
const MOST_BROKEN: u32 = 100;

/// Reads the text of the frames of a file, or of a part of it.
///
/// After the error of a broken frame, the text of the next one follows, if there is one.
pub(in super::super) struct FrameReader {
    map: FrameMap,
    max_window: u64,
    /// The most decoders at work.
    decoders: usize,
    taken: Option<Arc<AtomicU64>>,
    /// The decoders of the next runs, in order. The text is that of the first.
    running: VecDeque<Running>,
    /// Where the run after those begins. `None` if that is known only once the last of them has ended.
    next: Option<u64>,
    /// The run that begins there, if it waits for memory.
    planned: Option<FrameRun>,
    spares: SpareBlocks,
    part: Option<FramePart>,
    broken: u32,
    /// The bytes of text read of all runs that ended without an error.
    decompressed: u64,
}

/// A run that is decompressed.
struct Running {
    run: FrameRun,
    text: DecoderThread,
    state: Arc<DecoderState>,
    /// The bytes of text read so far.
    decompressed: u64,
}

/// The part of a file that is read.
struct FramePart {
    /// How many bytes of text are still to be skipped.
    skip: u64,
    /// The offset of the frame after the part.
    end: u64,
    /// How many bytes of text from that frame on still belong to the part.
    after: u64,
}

impl FrameReader {
    pub(in super::super) fn new(map: FrameMap, opening: &OpenOptions) -> Self {
        let part = opening.range.zip(opening.seams).map(|(range, seams)| {
            let FrameSeams { before, after, .. } = seams;
            FramePart { skip: before, end: range.end(), after }
        });
        Self {
            map,
            max_window: opening.max_window,
            decoders: opening.decoders.get(),
            taken: opening.bytes_read.clone(),
            running: VecDeque::new(),
            next: Some(opening.range.map_or(0, |range: FileRange| range.offset)),
            planned: None,
            spares: SpareBlocks::default(),
            part,
            broken: 0,
            decompressed: 0,
        }
    }

    /// Starts as many decoders as may be at work and as memory has room for.
    fn start_decoders(&mut self) -> io::Result<()> {
        while let Some(next) = self.next {
            if self.is_complete(next) {
                self.next = None;
                break;
            }
            let at_work = self.running.iter().filter(|running| !running.state.has_ended());
            let windows: Vec<u64> = at_work.map(|running| running.run.window).collect();
            if self.running.len() > self.decoders || windows.len() >= self.decoders {
                break;
            }
            let Some(run) = self.plan(next) else {
                self.next = None;
                break;
            };
            let windows = windows.into_iter().fold(run.window, u64::saturating_add);
            let held = self.running.iter().map(|running| ahead(&running.run)).sum::<u64>() + ahead(&run);
            if !self.running.is_empty() && (held > MOST_HELD || windows > self.max_window) {
                self.planned = Some(run);
                break;
            }
            match self.start(run) {
                Ok(running) => self.running.push_back(running),
                // A thread may be missing only now.
                Err(_) if !self.running.is_empty() => {
                    self.planned = Some(run);
                    break;
                }
                Err(error) => {
                    self.next = None;
                    return Err(error);
                }
            }
            self.next = run.end.offset();
        }
        Ok(())
    }

    /// The run that begins at `next`. `None` at the end of the file.
    fn plan(&mut self, next: u64) -> Option<FrameRun> {
        if self.planned.is_some() {
            return self.planned.take();
        }
        let stop = self.part.as_ref().map(|part| part.end);
        // If the file cannot be read, the decoder of the run returns the error in its place.
        let unread = FrameRun { start: next, end: RunEnd::AfterFrame, window: 0, text: 0 };
        self.map.next_run(next, stop).unwrap_or(Some(unread))
    }

    fn start(&self, run: FrameRun) -> io::Result<Running> {
        let state = Arc::<DecoderState>::default();
        let decoder = FrameDecoder::new(
            self.map.file.clone(),
            self.map.format,
            run,
            self.max_window,
            self.taken.clone(),
            Arc::clone(&state),
        )?;
        let ahead = usize::try_from(ahead(&run)).unwrap_or(0);
        let text = DecoderThread::start_ahead(decoder, ahead, self.spares.clone())?;
        Ok(Running { run, text, state, decompressed: 0 })
    }

    /// Goes on at the frame at `place`, which is where the next run was expected to begin, or not.
    fn go_on_at(&mut self, place: u64) {
        let expected = self.running.front().map(|running| running.run.start).or(self.next);
        if expected != Some(place) {
            self.running.clear();
            self.planned = None;
            self.next = Some(place);
        }
    }

    /// Whether the frame at `place` is after all text of the part that is read.
    fn is_complete(&self, place: u64) -> bool {
        self.part.as_ref().is_some_and(|part| place >= part.end && part.after == 0)
    }

    fn stop(&mut self) {
        self.running.clear();
        self.planned = None;
        self.next = None;
    }

    /// The error of the frame at `place`. The next one is found.
    fn after_error(&mut self, error: io::Error, place: u64) -> io::Error {
        let why = match error.downcast::<InputErrorKind>() {
            Ok(why) => why,
            // The file cannot be read.
            Err(error) => {
                self.stop();
                return error;
            }
        };
        self.broken += 1;
        let frame = self.map.with_size(place, 0).unwrap_or(place);
        let next = self.map.after_broken(frame, place).unwrap_or(None).filter(|_| self.broken < MOST_BROKEN);
        match next {
            Some(next) => self.go_on_at(next),
            None => self.stop(),
        }
        if frame == 0 && next.is_none() {
            return io::Error::other(why);
        }
        let format = self.map.format.compression();
        io::Error::other(InputErrorKind::BrokenFrame { format, frame, why: Box::new(why), next })
    }

    /// Removes the text of `into` that is not in the part, of which the first `read` bytes are text. Returns what is left.
    fn cut_to_part(&mut self, into: &mut [u8], read: usize, start: u64) -> usize {
        let Some(part) = &mut self.part else { return read };
        let mut read = read;
        if start >= part.end {
            read = read.min(usize::try_from(part.after).unwrap_or(usize::MAX));
            part.after -= read as u64;
        }
        let skipped = read.min(usize::try_from(part.skip).unwrap_or(usize::MAX));
        part.skip -= skipped as u64;
        into.copy_within(skipped..read, 0);
        read - skipped
    }
}

/// How many bytes of text a decoder may be ahead of the reader. It is little for a run whose end is unknown, because no other
/// decoder works beside it.
fn ahead(run: &FrameRun) -> u64 {
    match run.end {
        RunEnd::At(_) => run.text.min(MOST_AHEAD),
        RunEnd::AfterFrame | RunEnd::OfFile => 0,
    }
}

impl Read for FrameReader {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if into.is_empty() {
            return Ok(0);
        }
        loop {
            self.start_decoders()?;
            let Some(start) = self.running.front().map(|first| first.run.start) else { return Ok(0) };
            if self.is_complete(start) {
                self.stop();
                return Ok(0);
            }
            let Some(first) = self.running.front_mut() else { return Ok(0) };
            let read = first.text.read(into);
            first.decompressed += *read.as_ref().unwrap_or(&0) as u64;
            let (frame, decompressed) = (first.state.frame(), first.decompressed);
            match read {
                Ok(0) => {
                    self.running.pop_front();
                    let end = self.part.as_ref().map(|part| part.end);
                    if let Some(end) = end.filter(|end| start < *end && *end < frame) {
                        self.stop();
                        return Err(io::Error::other(InputErrorKind::NoFrame(end)));
                    }
                    self.decompressed += decompressed;
                    // Its decoder has checked each frame.
                    if is_bomb(self.map.size, self.decompressed) {
                        self.stop();
                        return Err(io::Error::other(InputErrorKind::Bomb(self.map.format.compression())));
                    }
                    self.go_on_at(frame);
                }
                Ok(read) => {
                    let read = self.cut_to_part(into, read, start);
                    if read > 0 {
                        return Ok(read);
                    }
                }
                Err(error) => {
                    self.running.pop_front();
                    return Err(self.after_error(error, frame));
                }
            }
        }
    }
}
