//! `github`: workflow commands, which a GitHub run shows beside the line they speak of.

use std::io::{self, Write};

use crate::finding::{GameReport, Severity};

use super::text::{plain, under};
use super::{Format, HostPaths, NO_GAME, RunInfo, Totals};

/// `::error file=…,line=…,col=…,title=…::message`.
#[derive(Debug, Default)]
pub(crate) struct GitHub {
    paths: HostPaths,
}

impl GitHub {
    /// A report not yet begun.
    pub(crate) fn new() -> Self {
        Self::default()
    }
}

const fn command(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "notice",
    }
}

/// A message: a percent sign begins an escape, and a line end would end the command.
fn message(text: &str) -> String {
    plain(text).replace('%', "%25")
}

/// A property, which a colon or a comma would end too.
fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}

impl Format for GitHub {
    fn begin(&mut self, _: &mut dyn Write, run: &RunInfo) -> io::Result<()> {
        self.paths = run.paths.clone();
        Ok(())
    }

    fn game(&mut self, out: &mut dyn Write, file: &str, game: &GameReport) -> io::Result<()> {
        for finding in &game.findings {
            let title = match under(finding) {
                Some(law) => format!("{} [{law}]", finding.rule),
                None => finding.rule.to_string(),
            };
            writeln!(
                out,
                "::{} file={},line={},col={},title={}::{}",
                command(finding.severity),
                property(&self.paths.of(file)),
                finding.location.line,
                finding.location.column,
                property(&title),
                message(&finding.message),
            )?;
        }
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Write, totals: &Totals<'_>) -> io::Result<()> {
        for source in totals.unreadable {
            writeln!(
                out,
                "::error file={}::{}",
                property(&self.paths.of(&source.file)),
                message(&source.why)
            )?;
        }
        for file in totals.without_games {
            writeln!(out, "::warning file={}::{NO_GAME}", property(&self.paths.of(file)))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::super::Unreadable;
    use super::super::sample::{game, summary, written, written_of};
    use super::*;

    #[test]
    fn one_command_for_each_finding() {
        assert_snapshot!(written(&mut GitHub::new()));
    }

    #[test]
    fn a_file_that_cannot_be_read_is_an_error() {
        let games = [game()];
        let gone = [Unreadable { file: "./gone.pgn".into(), why: "no such file".into() }];
        let text = written_of(&mut GitHub::new(), &games, &summary(&games), &gone);
        let last: Vec<&str> = text.lines().rev().take(2).collect();
        assert_eq!(
            last,
            ["::warning file=empty.pgn::no game was found in it", "::error file=gone.pgn::no such file"]
        );
    }

    #[test]
    fn nothing_in_a_record_ends_a_command_or_a_property() {
        assert_eq!(property("a:b,c%d\ne"), "a%3Ab%2Cc%25d e");
        assert_eq!(message("50% of it\r::error::"), "50%25 of it\u{fffd}::error::");
    }
}
