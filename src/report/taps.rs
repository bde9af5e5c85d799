//! Several reports of one run, each with its own reader.

use std::io;

/// A report that somebody reads, or has ceased to.
pub(super) trait OutputStream {
    /// Where it goes, as an error calls it.
    fn name(&self) -> &str;

    /// Whether the reader is still there.
    fn is_open(&self) -> bool;

    /// The reader went away.
    fn close(&mut self);
}

/// Does the same with every report that is still read.
///
/// A reader who went away ends his own report only; the run ends when none is left, for then nobody wants to know
/// the rest.
pub(super) fn each<T: OutputStream>(
    taps: &mut [T],
    mut what: impl FnMut(&mut T) -> io::Result<()>,
) -> io::Result<()> {
    let mut closed = None;
    for tap in taps.iter_mut().filter(|tap| tap.is_open()) {
        match what(tap) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                tap.close();
                closed = Some(error);
            }
            Err(error) => {
                return Err(io::Error::new(error.kind(), format!("{}: {error}", tap.name())));
            }
        }
    }
    match closed {
        Some(error) if taps.iter().all(|tap| !tap.is_open()) => Err(error),
        _ => Ok(()),
    }
}
