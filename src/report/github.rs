//! `github`: workflow commands, which GitHub shows as annotations on the lines of a file.

use std::io::{self, Write};

use crate::finding::{GameReport, Severity};

use super::text::{cited, plain};
use super::{Format, HostPaths, RunInfo, Totals};

/// `::error file=…,line=…,col=…,title=…::message`, with the help on a second line.
#[derive(Debug, Default)]
pub(crate) struct GitHub {
    paths: HostPaths,
}

const fn command(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "notice",
    }
}

/// Escapes a message. A percent sign begins an escape, and a line end ends the command.
fn message(text: &str) -> String {
    plain(text).replace('%', "%25")
}

/// Escapes a property, which a colon or a comma would end.
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
            let title = match cited(finding) {
                Some(law) => format!("{} [{law}]", finding.rule),
                None => finding.rule.to_string(),
            };
            writeln!(
                out,
                "::{} file={},line={},col={},title={}::{}{}",
                command(finding.severity),
                property(&self.paths.of(file)),
                finding.location.line,
                finding.location.column,
                property(&title),
                message(&finding.message),
                finding.help.as_deref().map(|help| format!("%0A{}", message(help))).unwrap_or_default(),
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
        for source in totals.without_games {
            let file = property(&self.paths.of(&source.file));
            writeln!(out, "::warning file={file}::{}", message(&source.why))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::super::UnusedSource;
    use super::super::sample::{game, summary, written, written_of};
    use super::*;

    #[test]
    fn one_command_for_each_finding() {
        assert_snapshot!(written(&mut GitHub::default()));
    }

    #[test]
    fn a_file_that_cannot_be_read_is_an_error() {
        let games = [game()];
        let gone = [UnusedSource { file: "./gone.pgn".into(), why: "no such file".into() }];
        let text = written_of(&mut GitHub::default(), &games, &summary(&games), &gone);
        let last: Vec<&str> = text.lines().rev().take(2).collect();
        assert_eq!(last, ["::warning file=empty.pgn::is empty", "::error file=gone.pgn::no such file"]);
    }

    #[test]
    fn special_characters_are_escaped() {
        assert_eq!(property("a:b,c%d\ne"), "a%3Ab%2Cc%25d e");
        assert_eq!(message("50% of it\r::error::"), "50%25 of it\u{fffd}::error::");
    }
}
