//! Ends the program as soon as the reader of its standard output goes away, even during a long search. A write would
//! notice it only when there is something to write.

use indicatif::ProgressBar;

/// Clears the progress bar and ends the program once its standard output has no reader, with the exit code of a write
/// to a closed pipe.
///
/// Only for a run that writes nowhere else.
#[cfg(unix)]
pub(super) fn end_with_reader(bar: Option<ProgressBar>) {
    // A file has no reader, and the thread would take time from the workers.
    if !is_pipe() {
        return;
    }
    std::thread::spawn(move || {
        if wait_for_hangup() {
            if let Some(bar) = bar {
                bar.finish_and_clear();
            }
            #[expect(clippy::exit, reason = "the threads that do the work cannot be stopped otherwise")]
            std::process::exit(0);
        }
    });
}

/// On other systems the next write notices it.
#[cfg(not(unix))]
pub(super) fn end_with_reader(_: Option<ProgressBar>) {}

/// Whether standard output is a pipe or a socket.
#[cfg(unix)]
fn is_pipe() -> bool {
    use std::os::fd::AsFd as _;
    use std::os::unix::fs::FileTypeExt as _;

    let stdout = std::io::stdout().as_fd().try_clone_to_owned();
    let kind = stdout.and_then(|out| std::fs::File::from(out).metadata()).map(|out| out.file_type());
    kind.is_ok_and(|kind| kind.is_fifo() || kind.is_socket())
}

/// Waits until standard output has no reader; returns `false` if it cannot wait for that.
#[cfg(unix)]
fn wait_for_hangup() -> bool {
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;

    let out = std::io::stdout();
    loop {
        // Errors and hangups are reported even if no event is requested.
        let mut watched = [PollFd::new(&out, PollFlags::empty())];
        match poll(&mut watched, None) {
            Ok(_) => {
                let events = watched.iter().fold(PollFlags::empty(), |events, fd| events | fd.revents());
                return events.contains(PollFlags::ERR) && !events.contains(PollFlags::NVAL);
            }
            Err(Errno::INTR) => {}
            Err(_) => return false,
        }
    }
}
