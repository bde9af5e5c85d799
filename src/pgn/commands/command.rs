//! A command as it was read, or the fault in it.

use std::fmt;
use std::ops::Range;

use crate::game::act::{Act, Text};
use crate::game::{ClockKind, Time};
use crate::law::Rule;

/// What one command is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Something happened.
    Act(Act),
    /// A clock time, belonging to the move before it.
    Clock(ClockCommand),
    /// `[%jadoube ignore …]`: findings that are not to be reported here.
    Ignore(Suppress),
    /// A command of another tool.
    Foreign,
}

/// A clock time as a command gives it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ClockCommand {
    /// What the time is.
    pub kind: ClockKind,
    /// The time.
    pub time: Time,
}

impl fmt::Display for ClockCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[%{} {}]", self.kind.name(), self.time)
    }
}

/// Findings that are not to be reported where this stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suppress {
    /// Of which rules; at least one.
    pub rules: Vec<Rule>,
    /// Why, where it is said.
    pub reason: Option<Text>,
}

impl fmt::Display for Suppress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[%jadoube ignore")?;
        for rule in &self.rules {
            write!(f, " {rule}")?;
        }
        if let Some(reason) = &self.reason {
            write!(f, " {reason}")?;
        }
        f.write_str("]")
    }
}

/// A command of the table that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandFault {
    /// Where, in bytes from the `[%`. Empty where something is missing at the end of the text.
    pub span: Range<usize>,
    /// The fact, one sentence.
    pub message: String,
    /// What else is worth knowing, one sentence.
    pub help: Option<String>,
}
