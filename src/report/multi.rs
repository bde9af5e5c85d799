//! Several reports from one run.

use std::io::{self, Write};
use std::sync::Arc;

use crate::audit::{ChosenCodes, Copies, Sink, Summary};
use crate::finding::{GameReport, Severity};
use crate::law::{Tradition, codes};

use super::notices::Notices;
use super::streams::{ReportStream, each};
use super::text::plural;
use super::{Format, RunInfo, Totals};

/// One report and its destination.
pub(crate) struct Outlet<'a> {
    pub format: Box<dyn Format + 'a>,
    pub to: Box<dyn Write + Send + 'a>,
    /// The name of the destination in an error.
    pub name: String,
    /// The report holds at most this many findings.
    pub max_findings: Option<u64>,
    /// Whether the report receives games without findings too.
    pub all: bool,
    /// Whether the output is flushed after each game, for a reader at a terminal.
    pub flush_each_game: bool,
}

/// Passes every game to each outlet, and collects the totals for their ends.
pub(crate) struct MultiSink<'a> {
    streams: Vec<ReportStream<'a, CappedFormat<'a>>>,
    notices: Notices<'a>,
    run: RunInfo,
    games_with_findings: u64,
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
        let stream = |Outlet { format, to, name, max_findings: cap, all, flush_each_game: watched }| {
            let format = CappedFormat { format, cap, all, shown: 0, withheld: 0 };
            ReportStream { format, to, name, watched, is_open: true }
        };
        let mut streams: Vec<_> = outlets.into_iter().map(stream).collect();
        each(&mut streams, |stream| stream.format.format.begin(&mut *stream.to, run))?;
        Ok(Self { streams, notices: Notices::new(notices), run: run.clone(), games_with_findings: 0 })
    }

    /// Ends and flushes each report.
    ///
    /// # Errors
    /// If writing fails; a closed pipe is an error only if no outlet is left.
    pub(crate) fn finish(mut self, summary: &Summary) -> io::Result<()> {
        let totals = Totals {
            run: &self.run,
            summary,
            games_with_findings: self.games_with_findings,
            unreadable: &self.notices.unreadable,
            without_games: &self.notices.without_games,
        };
        each(&mut self.streams, |stream| {
            stream.format.format.finish(&mut *stream.to, &totals)?;
            stream.to.flush()
        })?;
        for CappedFormat { shown, withheld, .. } in self.streams.iter().map(|stream| &stream.format) {
            let more = match (*shown, *withheld) {
                (_, 0) => continue,
                (0, withheld) => plural(withheld, "finding was", "findings were"),
                (_, withheld) => plural(withheld, "more finding was", "more findings were"),
            };
            self.notices.write_line(&format!("note: {more} not shown (--max-findings)"));
        }
        self.notices.write_remarks(&self.streams, |capped| capped.format.remark());
        // The games of a run may all be in other shares.
        if self.run.share.is_none() {
            self.notices.report_nothing_read(&summary.read);
        }
        self.write_chosen(&summary.chosen);
        if self.run.min_severity > Severity::Info {
            self.write_copies(&summary.copies);
        }
        if let Some(games) = summary.duplicates_stopped {
            let first = match games {
                1 => "game".to_owned(),
                games => plural(games, "game", "games"),
            };
            self.notices.write_line(&format!(
                "note: only copies of the first {first} were looked for (--duplicates)"
            ));
        }
        Ok(())
    }
}

/// More pairs of files are not named.
const MOST_PAIRS: usize = 10;

impl MultiSink<'_> {
    /// Notes for how many games the code is uncertain.
    fn write_chosen(&mut self, chosen: &ChosenCodes) {
        let without = chosen.games.get(codes::LEGALITY).copied().unwrap_or(0);
        let notes = [
            (chosen.undated, "judged under the newest FIDE laws, because the year is unknown".to_owned()),
            (without, without_code(self.run.tradition.as_deref(), without)),
        ];
        for (games, how) in notes.into_iter().filter(|(games, _)| *games > 0) {
            let were = if games == 1 { "was" } else { "were" };
            self.notices.write_line(&format!("note: {} {were} {how}", plural(games, "game", "games")));
        }
        if chosen.assumed_pace > 0 {
            self.notices.write_line(&format!(
                "note: the findings of {} follow the laws for long time controls, because the time control is unknown",
                plural(chosen.assumed_pace, "game", "games")
            ));
        }
    }

    /// Notes which files repeat games of other files.
    fn write_copies(&mut self, copies: &Copies) {
        for ((file, first), games) in copies.pairs.iter().take(MOST_PAIRS) {
            let are = if *games == 1 { "may be a copy of a game" } else { "may be copies of games" };
            let games = plural(*games, "game", "games");
            let line = format!(
                "note: {games} in {file} {are} in {first} (see record.duplicate-game with --min-severity info)"
            );
            self.notices.write_line(&line);
        }
        let more = copies.pairs.values().skip(MOST_PAIRS).sum::<u64>().saturating_add(copies.more);
        if more > 0 {
            let are = if more == 1 { "may also be a copy" } else { "may also be copies" };
            let line = format!("note: {} in files not named here {are}", plural(more, "game", "games"));
            self.notices.write_line(&line);
        }
    }
}

/// Why games were judged by the moves alone, and what to do.
fn without_code(tradition: Option<&str>, games: u64) -> String {
    let dates = if games == 1 { "its date" } else { "their dates" };
    let traditions = codes::traditions();
    let chosen = traditions.iter().find(|known| Some(&*known.name) == tradition);
    match chosen {
        Some(Tradition { name, from, to }) => format!(
            "judged by the moves alone, because no FIDE laws known here cover {dates}, and the books of the {name} tradition cover {from} to {to} (choose a code with --code, or another --tradition)"
        ),
        None => format!(
            "judged by the moves alone, because no FIDE laws known here cover {dates} (choose a code with --code, or a --tradition: {})",
            codes::traditions_in_words().join(", ")
        ),
    }
}

/// A report with at most `cap` findings.
struct CappedFormat<'a> {
    format: Box<dyn Format + 'a>,
    cap: Option<u64>,
    all: bool,
    shown: u64,
    /// The number of findings left out because of the cap.
    withheld: u64,
}

impl CappedFormat<'_> {
    fn game(&mut self, out: &mut dyn Write, file: &str, game: &GameReport) -> io::Result<()> {
        let found = game.findings.len() as u64;
        if found == 0 && !self.all {
            return Ok(());
        }
        let left = self.cap.map_or(u64::MAX, |cap| cap.saturating_sub(self.shown));
        self.shown += found.min(left);
        self.withheld += found.saturating_sub(left);
        if found <= left {
            self.format.game(out, file, game)
        } else if left > 0 {
            // This happens once in a run.
            let mut part = game.clone();
            part.findings.truncate(usize::try_from(left).unwrap_or(usize::MAX));
            self.format.game(out, file, &part)
        } else {
            Ok(())
        }
    }
}

impl Sink for MultiSink<'_> {
    fn game(&mut self, file: &Arc<str>, game: &GameReport) -> io::Result<()> {
        self.games_with_findings += u64::from(game.is_of_game() && !game.findings.is_empty());
        each(&mut self.streams, |stream| {
            stream.format.game(&mut *stream.to, file, game)?;
            stream.flush_watched()
        })
    }

    fn without_games(&mut self, named: &Arc<str>, why: &str) {
        self.notices.warn_of_no_games(named, why);
    }

    fn note(&mut self, named: &Arc<str>, note: &str) {
        self.notices.note(named, note);
    }

    fn unreadable(&mut self, file: &Arc<str>, why: &str) -> io::Result<()> {
        self.notices.report_unreadable(file, why);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::super::sample::{game, run, summary};
    use super::super::{Concise, Jsonl};
    use super::*;

    /// A shared buffer, or an output that fails like a closed pipe.
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
            max_findings: cap,
            all: false,
            flush_each_game: true,
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
    fn each_outlet_has_its_own_cap() {
        let (short, whole, notices) = (Page::default(), Page::default(), Page::default());
        feed(vec![outlet(Concise::default(), &short, Some(4)), outlet(Jsonl::new(), &whole, None)], &notices)
            .unwrap();
        assert_eq!(short.lines(), 4);
        assert_eq!(whole.lines(), 3);
        assert_eq!(
            String::from_utf8(notices.text.lock().unwrap().clone()).unwrap(),
            "error: gone.pgn: no such file\nnote: 2 more findings were not shown (--max-findings)\n"
        );
    }

    #[test]
    fn a_broken_pipe_ends_its_own_outlet_only() {
        let gone = Page { broken: Some(io::ErrorKind::BrokenPipe), ..Page::default() };
        let (whole, notices) = (Page::default(), Page::default());
        feed(vec![outlet(Concise::default(), &gone, None), outlet(Jsonl::new(), &whole, None)], &notices)
            .unwrap();
        assert_eq!(whole.lines(), 3);
        let error = feed(vec![outlet(Concise::default(), &gone, None)], &notices).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
    }

    #[test]
    fn a_full_disk_is_named() {
        let full = Page { broken: Some(io::ErrorKind::StorageFull), ..Page::default() };
        let error = feed(vec![outlet(Concise::default(), &full, None)], &Page::default()).unwrap_err();
        assert!(error.to_string().starts_with("there: "), "{error}");
    }
}
