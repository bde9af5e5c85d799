//! The streams of a run over games, with the progress bar kept out of their way.

use std::io::{self, Write};

use crate::audit::{Inputs, NoProgress, Progress};
use crate::report::{Boards, Charset, Color, Manner, Style};

use super::args::{LookArgs, ShowingArgs, When};
use super::pipe;
use super::progress::Bar;
use super::terminal::Terminal;

/// Enough that writing is seldom a call to the system. The GNU allocator has the system map what is longer than 128 KiB, and
/// to give that back keeps the other threads waiting.
pub(super) const BUFFER: usize = 120 << 10;

/// The streams of a run.
pub(super) struct Streams<'a> {
    /// Where the report goes.
    pub out: Box<dyn Write + Send + 'a>,
    /// Where everything else goes.
    pub err: Box<dyn Write + Send + 'a>,
    /// How far the run has come.
    pub bar: RunBar,
}

impl<'a> Streams<'a> {
    /// Sets it up; says first what the run waits for, if it is for somebody to type.
    pub(super) fn set(
        showing: ShowingArgs,
        inputs: &Inputs,
        terminal: &Terminal,
        out: &'a mut (dyn Write + Send),
        err: &'a mut (dyn Write + Send),
    ) -> io::Result<Self> {
        let typed = inputs.paths.iter().any(|path| path == "-")
            || (inputs.paths.is_empty() && inputs.files_from.is_none());
        if typed && terminal.stdin {
            writeln!(
                err,
                "reading games from standard input until its end (Ctrl-D); name a file or a folder to read that instead"
            )?;
        }
        let bar = showing.progress.resolve(terminal.stderr && terminal.colors).then(Bar::new);
        Ok(match &bar {
            Some(shown) => {
                Self { out: Box::new(shown.behind(out)), err: Box::new(shown.behind(err)), bar: RunBar(bar) }
            }
            None => Self { out: Box::new(out), err: Box::new(err), bar: RunBar(bar) },
        })
    }
}

/// The bar, if one is wanted; it is gone with this.
pub(super) struct RunBar(Option<Bar>);

impl RunBar {
    /// The run writes to standard output alone, and ends with whoever reads it.
    pub(super) fn end_with_reader(&self, terminal: &Terminal) {
        // A terminal that goes away takes its programs along.
        if terminal.own && !terminal.stdout {
            pipe::end_with_reader(self.0.as_ref().map(Bar::line));
        }
    }

    /// What the run tells how far it has come.
    pub(super) fn progress(&self) -> &dyn Progress {
        match &self.0 {
            Some(bar) => bar,
            None => &NoProgress,
        }
    }
}

/// How standard output looks.
pub(super) fn style_of(terminal: &Terminal, color: When) -> Style {
    Style {
        width: terminal.width,
        color: if color.resolve(terminal.colors_out()) { Color::Ansi } else { Color::None },
        charset: if terminal.unicode || !terminal.stdout { Charset::Unicode } else { Charset::Ascii },
        ..Style::PLAIN
    }
}

/// How standard output looks as it is asked for.
pub(super) fn asked_style(terminal: &Terminal, args: LookArgs, boards: Boards) -> Style {
    as_asked(style_of(terminal, args.color), args, boards)
}

/// How a file for reading looks.
pub(super) fn file_style(args: LookArgs, boards: Boards) -> Style {
    let color = if args.color.resolve(false) { Color::Ansi } else { Color::None };
    as_asked(Style { color, ..Style::PLAIN }, args, boards)
}

fn as_asked(style: Style, args: LookArgs, boards: Boards) -> Style {
    let manner = if args.accessible { Manner::Accessible } else { Manner::Laid };
    Style { manner, boards, ..style }
}

/// Whether boards are asked for.
pub(super) const fn boards(asked: bool) -> Boards {
    if asked { Boards::Drawn } else { Boards::Undrawn }
}
