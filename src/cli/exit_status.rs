//! The end of a command, before it becomes an exit code.

/// How a command ended that did not fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ExitStatus {
    /// Nothing fails the run.
    Clean,
    /// Findings at or above `--fail-on`, or faults of a law file.
    Found,
    /// Done, but some of the input could not be read.
    Unread,
}
