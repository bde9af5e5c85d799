//! How a command ended.

/// How a command ended that did not fail; the value is the exit code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ExitStatus {
    Clean = 0,
    /// Findings at or above `--fail-on`, faults of a law file, or an editor that ended `jadoube lsp` without `shutdown`.
    Found = 1,
    /// Some of the input could not be read or repaired, or there was no game in any of it.
    Unread = 2,
}
