//! The streams of a run over games, which the progress bar must not disturb.

use std::io::{self, Write};

use crate::audit::{Inputs, NoProgress, Progress};
use crate::report::{Boards, Charset, Color, OutputMode, Style};

use super::args::{LookArgs, ShowingArgs, When};
use super::pipe;
use super::progress::RunProgress;
use super::terminal::Terminal;

/// The size of output buffers in bytes. The GNU allocator maps buffers over 128 KiB from the system, and returning
/// such a buffer makes the other threads wait.
pub(super) const BUFFER: usize = 120 << 10;

pub(super) struct Streams<'a> {
    /// For the report.
    pub out: Box<dyn Write + Send + 'a>,
    /// For everything else.
    pub err: Box<dyn Write + Send + 'a>,
    pub bar: RunBar,
}

impl<'a> Streams<'a> {
    /// Writes a notice first if the run waits for games from the keyboard.
    pub(super) fn open(
        showing: ShowingArgs,
        inputs: &Inputs,
        terminal: &Terminal,
        out: &'a mut (dyn Write + Send),
        err: &'a mut (dyn Write + Send),
    ) -> io::Result<Self> {
        let reads_stdin = inputs.paths.iter().any(|path| path == "-")
            || (inputs.paths.is_empty() && inputs.files_from.is_none());
        if reads_stdin && terminal.stdin {
            writeln!(
                err,
                "reading games from standard input (end with Ctrl-D); to read files or folders, name them as arguments"
            )?;
        }
        let bar = showing.progress.resolve(terminal.stderr && terminal.colors).then(RunProgress::new);
        let (out, err): (Box<dyn Write + Send>, Box<dyn Write + Send>) = match &bar {
            Some(bar) => (Box::new(bar.suspended_by(out)), Box::new(bar.suspended_by(err))),
            None => (Box::new(out), Box::new(err)),
        };
        Ok(Self { out, err, bar: RunBar(bar) })
    }
}

/// The progress bar, if one is wanted. Dropping it removes the bar.
pub(super) struct RunBar(Option<RunProgress>);

impl RunBar {
    /// Ends the run together with the reader of standard output. The run must write nowhere else.
    pub(super) fn end_with_reader(&self, terminal: &Terminal) {
        // If a terminal goes away, the system ends its programs.
        if terminal.own && !terminal.stdout {
            pipe::end_with_reader(self.0.as_ref().map(RunProgress::line));
        }
    }

    pub(super) fn progress(&self) -> &dyn Progress {
        match &self.0 {
            Some(bar) => bar,
            None => &NoProgress,
        }
    }
}

/// The default style of standard output.
pub(super) fn default_style(terminal: &Terminal, color: When) -> Style {
    Style {
        width: terminal.width,
        color: if color.resolve(terminal.colors_out()) { Color::Ansi } else { Color::None },
        charset: if terminal.unicode || !terminal.stdout { Charset::Unicode } else { Charset::Ascii },
        ..Style::PLAIN
    }
}

/// The style of standard output under the options, with or without boards.
pub(super) fn stdout_style(terminal: &Terminal, args: LookArgs, boards: bool) -> Style {
    with_options(default_style(terminal, args.color), args, boards)
}

/// The style of a file for reading.
pub(super) fn file_style(args: LookArgs, boards: bool) -> Style {
    let color = if args.color.resolve(false) { Color::Ansi } else { Color::None };
    with_options(Style { color, ..Style::PLAIN }, args, boards)
}

fn with_options(style: Style, args: LookArgs, boards: bool) -> Style {
    let manner = if args.accessible { OutputMode::Accessible } else { OutputMode::Visual };
    let boards = if boards { Boards::Drawn } else { Boards::Undrawn };
    Style { manner, boards, ..style }
}
