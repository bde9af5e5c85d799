//! The outputs of one run. A broken pipe ends one of them, not the others.

use std::io::{self, Write};

/// A report on its way to its output.
pub(super) struct ReportStream<'a, F> {
    pub(super) format: F,
    pub(super) to: Box<dyn Write + Send + 'a>,
    /// The destination, as errors and notices name it.
    pub(super) name: String,
    /// Whether the output is flushed after each game, for a reader at a terminal.
    pub(super) watched: bool,
    /// Whether the reader of the output is still there.
    pub(super) is_open: bool,
}

impl<F> ReportStream<'_, F> {
    pub(super) fn flush_watched(&mut self) -> io::Result<()> {
        if self.watched { self.to.flush() } else { Ok(()) }
    }
}

/// Applies `write` to every open stream. A broken pipe closes its stream, and is an error only if no stream is left open.
pub(super) fn each<'a, F>(
    streams: &mut [ReportStream<'a, F>],
    mut write: impl FnMut(&mut ReportStream<'a, F>) -> io::Result<()>,
) -> io::Result<()> {
    let mut broken = None;
    for stream in streams.iter_mut().filter(|stream| stream.is_open) {
        match write(stream) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                stream.is_open = false;
                broken = Some(error);
            }
            Err(error) => return Err(io::Error::new(error.kind(), format!("{}: {error}", stream.name))),
        }
    }
    match broken {
        Some(error) if streams.iter().all(|stream| !stream.is_open) => Err(error),
        _ => Ok(()),
    }
}
