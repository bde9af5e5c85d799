//! How far the run has come, on standard error.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::audit::Progress;
use crate::report::count;

/// Runs shorter than this show nothing: a bar that flashes tells nobody anything.
const PATIENCE: Duration = Duration::from_millis(400);

const KNOWN: &str =
    "[{wide_bar}] {bytes} of {total_bytes}, {games} games, {binary_bytes_per_sec}, {eta} left";
const UNKNOWN: &str = "{spinner} {bytes}, {games} games, {binary_bytes_per_sec}";

/// A bar that is taken away at the end.
pub(super) struct Bar {
    line: ProgressBar,
    begun: Instant,
    shown: AtomicBool,
    taken: Arc<AtomicU64>,
    games: Arc<AtomicU64>,
    /// Whether a source came whose size nobody knows.
    unknown: AtomicBool,
}

impl Bar {
    pub(super) fn new() -> Self {
        let bar = Self {
            line: ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden()),
            begun: Instant::now(),
            shown: AtomicBool::new(false),
            taken: Arc::default(),
            games: Arc::default(),
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
        self.line.set_style(style.progress_chars("=> ").with_key(
            "games",
            move |_: &ProgressState, out: &mut dyn std::fmt::Write| {
                let _ = out.write_str(&count(games.load(Ordering::Relaxed)));
            },
        ));
    }

    /// A writer to a terminal that the bar makes way for.
    pub(super) fn behind<'a>(&self, out: &'a mut dyn Write) -> Behind<'a> {
        Behind { out, bar: self.line.clone() }
    }

    /// Takes the bar away.
    pub(super) fn end(&self) {
        self.line.finish_and_clear();
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.end();
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
        if self.begun.elapsed() > PATIENCE && !self.shown.swap(true, Ordering::Relaxed) {
            self.line.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.line.set_position(self.taken.load(Ordering::Relaxed));
    }
}

/// Writes to a terminal, the bar out of the way.
pub(super) struct Behind<'a> {
    out: &'a mut dyn Write,
    bar: ProgressBar,
}

impl Write for Behind<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let out = &mut self.out;
        self.bar.suspend(|| out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
