//! The progress bar, on standard error.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use indicatif::{HumanBytes, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::audit::Progress;
use crate::report::count;
use crate::search::Meter;

/// A run shorter than this shows no bar.
const PATIENCE: Duration = Duration::from_millis(400);

/// How often the bar is redrawn during a long search.
const TICK: Duration = Duration::from_millis(200);

/// How often a line is written if standard error is not a terminal.
const LINE_EVERY: Duration = Duration::from_secs(2);

const KNOWN: &str =
    "[{wide_bar}] {bytes} of {total_bytes}, {games} games, {binary_bytes_per_sec}{left}{ahead}";
const UNKNOWN: &str = "{spinner} {bytes}, {games} games, {binary_bytes_per_sec}{ahead}";

/// A bar that is removed when it is dropped.
pub(super) struct RunProgress {
    line: ProgressBar,
    /// The thread that shows it, and the sender that stops the thread.
    display: Option<(Sender<()>, JoinHandle<()>)>,
    taken: Arc<AtomicU64>,
    games: Arc<AtomicU64>,
    meter: Arc<Meter>,
    /// Whether the size of some source is unknown.
    size_is_unknown: AtomicBool,
}

impl RunProgress {
    pub(super) fn new() -> Self {
        let line = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden());
        let games: Arc<AtomicU64> = Arc::default();
        let bar = Self {
            display: Some(start_display(line.clone(), Arc::clone(&games))),
            line,
            taken: Arc::default(),
            games,
            meter: Arc::default(),
            size_is_unknown: AtomicBool::new(false),
        };
        bar.set_style(KNOWN);
        bar
    }

    fn set_style(&self, template: &str) {
        let Ok(style) = ProgressStyle::with_template(template) else {
            return;
        };
        let games = Arc::clone(&self.games);
        let games = move |_: &ProgressState, out: &mut dyn std::fmt::Write| {
            let _ = out.write_str(&count(games.load(Ordering::Relaxed)));
        };
        let left = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            let seconds = state.eta().as_secs();
            if state.pos() > 0 {
                let _ = match seconds / 60 {
                    0 => write!(out, ", {seconds} s left"),
                    minutes => write!(out, ", {minutes} min {} s left", seconds % 60),
                };
            }
        };
        let meter = Arc::clone(&self.meter);
        let ahead = move |_: &ProgressState, out: &mut dyn std::fmt::Write| {
            let positions = meter.positions();
            if positions > 0 {
                let _ = write!(out, ", {} positions searched", count(positions));
            }
        };
        let style = style
            .progress_chars("=> ")
            .with_key("games", games)
            .with_key("left", left)
            .with_key("ahead", ahead);
        self.line.set_style(style);
    }

    /// A writer to the terminal that hides the bar while it writes.
    pub(super) fn suspended_by<'a>(&self, out: &'a mut (dyn Write + Send)) -> BarAwareWriter<'a> {
        BarAwareWriter { out, bar: self.line.clone() }
    }

    pub(super) fn line(&self) -> ProgressBar {
        self.line.clone()
    }
}

/// Starts the thread that shows the bar on a terminal, or else writes lines for a log. It ends when the sender is
/// dropped.
fn start_display(line: ProgressBar, games: Arc<AtomicU64>) -> (Sender<()>, JoinHandle<()>) {
    let (stop, stopped) = channel::<()>();
    let is_running_after = move |time| stopped.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
    let display = thread::spawn(move || {
        if io::stderr().is_terminal() {
            if is_running_after(PATIENCE) {
                line.set_draw_target(ProgressDrawTarget::stderr());
                line.enable_steady_tick(TICK);
            }
            return;
        }
        while is_running_after(LINE_EVERY) {
            let bytes = HumanBytes(line.position());
            let total = line.length().filter(|total| *total > 0).map(HumanBytes);
            let of_total = total.map_or_else(String::new, |total| format!(" of {total}"));
            let games = count(games.load(Ordering::Relaxed));
            let _ = writeln!(io::stderr(), "{bytes}{of_total}, {games} games");
        }
    });
    (stop, display)
}

impl Drop for RunProgress {
    fn drop(&mut self) {
        if let Some((stop, display)) = self.display.take() {
            drop(stop);
            let _ = display.join();
        }
        self.line.finish_and_clear();
    }
}

impl Progress for RunProgress {
    fn expect(&self, bytes: Option<u64>) {
        match bytes {
            Some(bytes) => self.line.inc_length(bytes),
            None => {
                if !self.size_is_unknown.swap(true, Ordering::Relaxed) {
                    self.set_style(UNKNOWN);
                }
            }
        }
    }

    fn taken(&self) -> Option<Arc<AtomicU64>> {
        Some(Arc::clone(&self.taken))
    }

    fn games(&self, games: u64) {
        self.games.fetch_add(games, Ordering::Relaxed);
        self.line.set_position(self.taken.load(Ordering::Relaxed));
    }

    fn meter(&self) -> Arc<Meter> {
        Arc::clone(&self.meter)
    }
}

pub(super) struct BarAwareWriter<'a> {
    out: &'a mut (dyn Write + Send),
    bar: ProgressBar,
}

impl Write for BarAwareWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let out = &mut self.out;
        self.bar.suspend(|| out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
