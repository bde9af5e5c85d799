//! A reader who goes away ends the program at once, in the middle of a long search too: writing would notice it only
//! when there is something to write.

use indicatif::ProgressBar;

/// Ends the program once nobody reads its standard output any more, `line` taken from the terminal first.
///
/// It is for a program that writes nowhere else; its exit code is that of a write that nobody reads.
#[cfg(unix)]
pub(super) fn end_with_reader(line: Option<ProgressBar>) {
    // Nobody leaves a file, and one more thread takes time of a core from those that work.
    if !leads_to_somebody() {
        return;
    }
    std::thread::spawn(move || {
        if is_left() {
            if let Some(line) = line {
                line.finish_and_clear();
            }
            #[expect(clippy::exit, reason = "the threads that do the work cannot be stopped otherwise")]
            std::process::exit(0);
        }
    });
}

/// Elsewhere the next write notices it.
#[cfg(not(unix))]
pub(super) fn end_with_reader(_: Option<ProgressBar>) {}

/// Whether standard output is a pipe or a socket.
#[cfg(unix)]
fn leads_to_somebody() -> bool {
    use std::os::fd::AsFd as _;
    use std::os::unix::fs::FileTypeExt as _;

    let own = std::io::stdout().as_fd().try_clone_to_owned();
    let kind = own.and_then(|out| std::fs::File::from(out).metadata()).map(|out| out.file_type());
    kind.is_ok_and(|kind| kind.is_fifo() || kind.is_socket())
}

/// Waits until whoever read standard output went away; `false` where that is nothing to wait for.
#[cfg(unix)]
fn is_left() -> bool {
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;

    let out = std::io::stdout();
    loop {
        // Nothing is asked for: an end of the other side is told all the same.
        let mut watched = [PollFd::new(&out, PollFlags::empty())];
        match poll(&mut watched, None) {
            Ok(_) => {
                let told = watched.iter().fold(PollFlags::empty(), |told, fd| told | fd.revents());
                return told.contains(PollFlags::ERR) && !told.contains(PollFlags::NVAL);
            }
            Err(Errno::INTR) => {}
            Err(_) => return false,
        }
    }
}
