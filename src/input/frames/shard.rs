//! Parts of a file of frames: from frame to frame, with the games that begin in them.

use std::io;

use super::super::opening::{FileRange, FrameSeams, OpenOptions, fill};
use super::super::seam::{LONGEST_COMMENT, Seam, SeamSearch};
use super::super::trouble::InputErrorKind;
use super::map::{FrameFormat, FrameMap};
use super::reader::FrameReader;

/// How many first bytes of the text show its encoding.
const BEGINNING: usize = 64;

impl FrameMap {
    /// Whether the file can be cut between frames.
    pub(in super::super) fn has_several_frames(&mut self) -> io::Result<bool> {
        if self.format == FrameFormat::Bgzf {
            return Ok(true);
        }
        let end = self.first_end()?;
        Ok(end < self.size && self.is_boundary(end)?)
    }

    /// The first bytes of the text.
    pub(in super::super) fn beginning(&self, max_window: u64) -> Vec<u8> {
        let mut text = vec![0; BEGINNING];
        let (read, _) = fill(&mut self.read_from(0, max_window), &mut text);
        text.truncate(read);
        text
    }

    /// The text from the frame at `at` to the end of the file.
    fn read_from(&self, at: u64, max_window: u64) -> FrameReader {
        let range = FileRange { offset: at, length: self.size.saturating_sub(at) };
        let seams = FrameSeams { text: 0, before: 0, after: 0 };
        FrameReader::new(
            self.again(),
            &OpenOptions { max_window, range: Some(range), seams: Some(seams), ..OpenOptions::default() },
        )
    }

    /// How many bytes of text from the frame at `at` on belong to a game that begins before it: all text before the first
    /// certain header. `u64::MAX` if no game certainly begins there.
    ///
    /// # Errors
    /// The file cannot be read.
    pub(in super::super) fn seam(&self, at: u64, max_window: u64) -> Result<u64, InputErrorKind> {
        let mut input = self.read_from(at, max_window);
        let mut search = SeamSearch::anywhere(false);
        let mut text = vec![0; 2 * LONGEST_COMMENT];
        let (mut filled, mut before) = (0, 0);
        loop {
            let (read, end) = fill(&mut input, text.get_mut(filled..).unwrap_or_default());
            filled += read;
            match search.find(text.get(..filled).unwrap_or_default(), end.is_some()) {
                Seam::At(index) => return Ok(before + index as u64),
                Seam::Unknown => {
                    let spare = search.drop_front();
                    text.copy_within(spare..filled, 0);
                    filled -= spare;
                    before += spare as u64;
                }
                Seam::Nowhere => {
                    let Some(Err(error)) = end else { return Ok(u64::MAX) };
                    match error.downcast::<InputErrorKind>() {
                        Ok(why) if why.goes_on() => {
                            before += filled as u64;
                            filled = 0;
                            search = SeamSearch::anywhere(true);
                        }
                        // The run reports it.
                        Ok(_) => return Ok(u64::MAX),
                        Err(error) => return Err(InputErrorKind::Read(error)),
                    }
                }
            }
        }
    }
}
