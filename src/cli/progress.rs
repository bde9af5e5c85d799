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

/// Runs shorter than this show nothing: a bar that flashes tells nobody anything.
const PATIENCE: Duration = Duration::from_millis(400);

/// So often the bar is drawn anew while nothing is done but a long search.
const TICK: Duration = Duration::from_millis(200);

/// So often a line is written where there is no terminal to draw on.
const LINE_EVERY: Duration = Duration::from_secs(2);

const KNOWN: &str =
    "[{wide_bar}] {bytes} of {total_bytes}, {games} games, {binary_bytes_per_sec}{left}{ahead}";
const UNKNOWN: &str = "{spinner} {bytes}, {games} games, {binary_bytes_per_sec}{ahead}";

/// A bar that is taken away at the end.
pub(super) struct Bar {
    line: ProgressBar,
    /// Shows it once it is worth showing, unless it is taken away before.
    patience: Option<(Sender<()>, JoinHandle<()>)>,
    taken: Arc<AtomicU64>,
    games: Arc<AtomicU64>,
    meter: Arc<Meter>,
    /// Whether a source came whose size nobody knows.
    unknown: AtomicBool,
}

impl Bar {
    pub(super) fn new() -> Self {
        let line = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden());
        let games: Arc<AtomicU64> = Arc::default();
        let patience = if io::stderr().is_terminal() {
            wait_with(line.clone())
        } else {
            tell_in_lines(line.clone(), Arc::clone(&games))
        };
        let bar = Self {
            patience: Some(patience),
            line,
            taken: Arc::default(),
            games,
            meter: Arc::default(),
            unknown: AtomicBool::new(false),
        };
        bar.style(KNOWN);
        bar
    }

    fn style(&self, template: &str) {
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
                let _ = write!(out, ", {} positions looked ahead", count(positions));
            }
        };
        let style = style
            .progress_chars("=> ")
            .with_key("games", games)
            .with_key("left", left)
            .with_key("ahead", ahead);
        self.line.set_style(style);
    }

    /// A writer to a terminal that the bar makes way for.
    pub(super) fn behind<'a>(&self, out: &'a mut (dyn Write + Send)) -> BarAwareWriter<'a> {
        BarAwareWriter { out, bar: self.line.clone() }
    }

    /// The bar itself, for whoever takes it away in the middle of a run.
    pub(super) fn line(&self) -> ProgressBar {
        self.line.clone()
    }
}

/// Waits a while, and shows the bar then.
fn wait_with(line: ProgressBar) -> (Sender<()>, JoinHandle<()>) {
    let (taken_away, waits) = channel::<()>();
    let waiter = thread::spawn(move || {
        if waits.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
            line.set_draw_target(ProgressDrawTarget::stderr());
            line.enable_steady_tick(TICK);
        }
    });
    (taken_away, waiter)
}

/// Writes a line now and then, for a log.
fn tell_in_lines(line: ProgressBar, games: Arc<AtomicU64>) -> (Sender<()>, JoinHandle<()>) {
    let (taken_away, waits) = channel::<()>();
    let waiter = thread::spawn(move || {
        while waits.recv_timeout(LINE_EVERY) == Err(RecvTimeoutError::Timeout) {
            let bytes = HumanBytes(line.position());
            let games = count(games.load(Ordering::Relaxed));
            let _ = match line.length() {
                Some(all) if all > 0 => {
                    writeln!(io::stderr(), "{bytes} of {}, {games} games", HumanBytes(all))
                }
                _ => writeln!(io::stderr(), "{bytes}, {games} games"),
            };
        }
    });
    (taken_away, waiter)
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some((taken_away, waiter)) = self.patience.take() {
            drop(taken_away);
            let _ = waiter.join();
        }
        self.line.finish_and_clear();
    }
}

impl Progress for Bar {
    fn expect(&self, bytes: Option<u64>) {
        match bytes {
            Some(bytes) => self.line.inc_length(bytes),
            None => {
                if !self.unknown.swap(true, Ordering::Relaxed) {
                    self.style(UNKNOWN);
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

/// Writes to a terminal, the bar out of the way.
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
