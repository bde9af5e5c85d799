//! The types of a command and of a fault in one.

use std::fmt;
use std::ops::Range;

use crate::game::act::{Act, QuotedText};
use crate::game::command_problem::CommandProblem;
use crate::game::{ClockKind, Time};
use crate::law::Rule;

/// A command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// An act.
    Act(Act),
    /// A clock time of the move before the command.
    Clock(ClockCommand),
    /// `[%jadoube ignore …]`.
    Ignore(IgnoreCommand),
    /// A command of another tool.
    Foreign,
}

/// `[%clk]`, `[%emt]`, `[%egt]` or `[%mct]`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ClockCommand {
    /// The meaning of the time.
    pub kind: ClockKind,
    /// The time.
    pub time: Time,
}

impl fmt::Display for ClockCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[%{} {}]", self.kind.name(), self.time)
    }
}

/// A suppression of findings at the place of the command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IgnoreCommand {
    /// At least one.
    pub rules: Vec<Rule>,
    /// For readers; it has no effect.
    pub reason: Option<QuotedText>,
}

impl fmt::Display for IgnoreCommand {
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

/// A fault in a command whose name is in the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandFault {
    /// In bytes from the `[%`. Empty if something is missing at the end of the text.
    pub span: Range<usize>,
    /// What is wrong.
    pub problem: CommandProblem,
}
