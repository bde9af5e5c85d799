//! Several reports from one run.

use std::io::{self, Write};
use std::sync::Arc;

use crate::audit::{Pace, Sink, Summary};
use crate::finding::GameReport;

use super::notices::Notices;
use super::taps::{self, each};
use super::text::plural;
use super::{Format, RunInfo, Totals};

/// One report and where it goes.
pub(crate) struct Outlet<'a> {
    /// How.
    pub format: Box<dyn Format + 'a>,
    /// Where to.
    pub to: Box<dyn Write + Send + 'a>,
    /// The name of the destination in an error.
    pub name: String,
    /// The report holds at most this many findings.
    pub cap: Option<u64>,
    /// Whether the output is flushed after each game, for a reader at a terminal.
    pub watched: bool,
}

/// Passes every game to each outlet, and collects the totals for their ends.
pub(crate) struct MultiSink<'a> {
    taps: Vec<Tap<'a>>,
    notices: Notices<'a>,
    games_with_findings: u64,
}

struct Tap<'a> {
    outlet: Outlet<'a>,
    /// Findings written.
    shown: u64,
    /// Findings left out because of the cap.
    withheld: u64,
    /// Whether the reader at the other end is still there.
    open: bool,
}

impl<'a> MultiSink<'a> {
    /// Begins each report. Notices about sources that cannot be read go to `notices`.
    ///
    /// # Errors
    /// If writing fails; a closed pipe is an error only if no outlet is left.
    pub(crate) fn begin(
        outlets: Vec<Outlet<'a>>,
        notices: Box<dyn Write + Send + 'a>,
        run: &RunInfo,
    ) -> io::Result<Self> {
        let taps =
            outlets.into_iter().map(|outlet| Tap { outlet, shown: 0, withheld: 0, open: true }).collect();
        let mut reports = Self { taps, notices: Notices::new(notices), games_with_findings: 0 };
        each(&mut reports.taps, |tap| tap.outlet.format.begin(&mut *tap.outlet.to, run))?;
        Ok(reports)
    }

    /// Ends and flushes each report.
    ///
    /// # Errors
    /// If writing fails; a closed pipe is an error only if no outlet is left.
    pub(crate) fn finish(mut self, summary: &Summary) -> io::Result<()> {
        let totals = Totals {
            summary,
            games_with_findings: self.games_with_findings,
            unreadable: &self.notices.unreadable,
            without_games: &self.notices.without_games,
        };
        each(&mut self.taps, |tap| {
            tap.outlet.format.finish(&mut *tap.outlet.to, &totals)?;
            tap.outlet.to.flush()
        })?;
        let mut notices = Vec::new();
        for tap in self.taps.iter().filter(|tap| tap.withheld > 0) {
            let more = match tap.shown {
                0 => plural(tap.withheld, "finding was", "findings were"),
                _ => plural(tap.withheld, "more finding was", "more findings were"),
            };
            notices.push(format!("note: {more} not shown (--max-findings)"));
        }
        for tap in self.taps.iter().filter(|tap| tap.open) {
            notices
                .extend(tap.outlet.format.remark().map(|said| format!("note: {}: {said}", tap.outlet.name)));
        }
        for notice in notices {
            self.notices.say(&notice);
        }
        self.notices.count(summary.read.files, summary.read.games);
        for (Pace { judged, due }, games) in &summary.quicker {
            self.notices.say(&format!(
                "note: {due} is the code for the TimeControl of {} in which something was found; no code was named, and \
                 {judged} was taken (--code)",
                plural(*games, "game", "games")
            ));
        }
        if let Some(games) = summary.duplicates_stopped {
            self.notices.say(&format!(
                "note: the same game twice was looked for among the first {} only (--duplicates)",
                plural(games, "game", "games")
            ));
        }
        Ok(())
    }
}

impl taps::OutputStream for Tap<'_> {
    fn name(&self) -> &str {
        &self.outlet.name
    }

    fn is_open(&self) -> bool {
        self.open
    }

    fn close(&mut self) {
        self.open = false;
    }
}

impl Tap<'_> {
    fn game(&mut self, file: &str, game: &GameReport) -> io::Result<()> {
        let found = game.findings.len() as u64;
        let left = self.outlet.cap.map_or(u64::MAX, |cap| cap.saturating_sub(self.shown));
        self.shown += found.min(left);
        self.withheld += found.saturating_sub(left);
        let outlet = &mut self.outlet;
        if found <= left {
            outlet.format.game(&mut *outlet.to, file, game)?;
        } else if left > 0 {
            // This happens once in a run.
            let mut part = game.clone();
            part.findings.truncate(usize::try_from(left).unwrap_or(usize::MAX));
            outlet.format.game(&mut *outlet.to, file, &part)?;
        }
        if outlet.watched { outlet.to.flush() } else { Ok(()) }
    }
}

impl Sink for MultiSink<'_> {
    fn game(&mut self, file: &Arc<str>, game: &GameReport) -> io::Result<()> {
        self.games_with_findings += u64::from(!game.findings.is_empty());
        each(&mut self.taps, |tap| tap.game(file, game))
    }

    fn read(&mut self, file: &Arc<str>, games: u64) -> io::Result<()> {
        self.notices.read(file, games);
        Ok(())
    }

    fn passed_over(&mut self, named: &Arc<str>) {
        self.notices.passed_over(named);
    }

    fn unreadable(&mut self, file: &Arc<str>, why: &str) -> io::Result<()> {
        self.notices.unreadable(file, why);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::super::sample::{game, run, summary};
    use super::super::{Concise, Jsonl};
    use super::*;

    /// A place to write to that can be looked at afterwards, or breaks like a closed pipe.
    #[derive(Clone, Default)]
    struct Page {
        text: Arc<Mutex<Vec<u8>>>,
        broken: Option<io::ErrorKind>,
    }

    impl Page {
        fn lines(&self) -> usize {
            memchr::memchr_iter(b'\n', &self.text.lock().unwrap()).count()
        }
    }

    impl Write for Page {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            match self.broken {
                Some(kind) => Err(kind.into()),
                None => self.text.lock().unwrap().write(bytes),
            }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn outlet(format: impl Format + 'static, page: &Page, cap: Option<u64>) -> Outlet<'static> {
        Outlet {
            format: Box::new(format),
            to: Box::new(page.clone()),
            name: "there".into(),
            cap,
            watched: true,
        }
    }

    fn feed(outlets: Vec<Outlet<'static>>, notices: &Page) -> io::Result<()> {
        let mut reports = MultiSink::begin(outlets, Box::new(notices.clone()), &run())?;
        let file: Arc<str> = "f.pgn".into();
        reports.game(&file, &game())?;
        reports.game(&file, &game())?;
        reports.unreadable(&"gone.pgn".into(), "no such file")?;
        reports.finish(&summary(&[game(), game()]))
    }

    #[test]
    fn each_outlet_gets_all_and_the_cap_is_its_own() {
        let (short, whole, notices) = (Page::default(), Page::default(), Page::default());
        feed(vec![outlet(Concise::new(), &short, Some(4)), outlet(Jsonl::new(), &whole, None)], &notices)
            .unwrap();
        assert_eq!(short.lines(), 4);
        assert_eq!(whole.lines(), 3);
        assert_eq!(
            String::from_utf8(notices.text.lock().unwrap().clone()).unwrap(),
            "error: gone.pgn: no such file\nnote: 2 more findings were not shown (--max-findings)\n"
        );
    }

    #[test]
    fn a_reader_who_goes_away_ends_his_own_outlet_only() {
        let gone = Page { broken: Some(io::ErrorKind::BrokenPipe), ..Page::default() };
        let (whole, notices) = (Page::default(), Page::default());
        feed(vec![outlet(Concise::new(), &gone, None), outlet(Jsonl::new(), &whole, None)], &notices)
            .unwrap();
        assert_eq!(whole.lines(), 3);
        let error = feed(vec![outlet(Concise::new(), &gone, None)], &notices).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
    }

    #[test]
    fn a_full_disk_is_named() {
        let full = Page { broken: Some(io::ErrorKind::StorageFull), ..Page::default() };
        let error = feed(vec![outlet(Concise::new(), &full, None)], &Page::default()).unwrap_err();
        assert!(error.to_string().starts_with("there: "), "{error}");
    }
}
