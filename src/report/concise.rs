//! `concise`: one line for each finding, in the form of compiler messages, for editors and `grep`.

use std::io::{self, Write};

use crate::finding::{Finding, GameReport, Severity};
use crate::law::Rule;

use super::shared_findings::{Repeated, SharedFindings};
use super::text::{cited, plain};
use super::{Format, Totals};

/// `file:line:column: severity rule [code article] message`.
#[derive(Debug, Default)]
pub(crate) struct Concise {
    repeats: SharedFindings,
}

impl Format for Concise {
    fn game(&mut self, out: &mut dyn Write, file: &str, game: &GameReport) -> io::Result<()> {
        write_repeated(out, self.repeats.before(file))?;
        for finding in &game.findings {
            if !self.repeats.is_first(finding, game.number) {
                continue;
            }
            write!(
                out,
                "{}:{}:{}: {} {} ",
                plain(file),
                finding.location.line,
                finding.location.column,
                finding.severity,
                finding.rule,
            )?;
            if let Some(law) = cited(finding) {
                write!(out, "[{law}] ")?;
            }
            write!(out, "{}", plain(&finding.message))?;
            match &finding.help {
                Some(help) if needs_help(finding) => writeln!(out, " ({})", plain(help))?,
                _ => writeln!(out)?,
            }
        }
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Write, _: &Totals<'_>) -> io::Result<()> {
        write_repeated(out, self.repeats.at_end())
    }
}

/// Whether the message alone does not say what is expected.
pub(crate) fn needs_help(finding: &Finding) -> bool {
    matches!(finding.rule, Rule::RecordTag | Rule::RecordCommand | Rule::RecordEncoding)
        || finding.rule == Rule::RecordSyntax && finding.severity == Severity::Error
}

fn write_repeated(out: &mut dyn Write, repeated: Vec<Repeated>) -> io::Result<()> {
    for Repeated { rule, place, message } in repeated {
        writeln!(out, "{}: {} {rule} {}", plain(&place), Severity::Info, plain(&message))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::super::sample::written;
    use super::*;

    #[test]
    fn one_line_for_each_finding() {
        assert_snapshot!(written(&mut Concise::default()), @r#"
        archive/1799.pgn:408:1: info record.roster the tags Site, Date, Round and Result are missing
        archive/1799.pgn:412:17: error move.discovers-check [club-law VIII.5] White's knight on e2 is pinned: Nc3 uncovers the rook on e8
        archive/1799.pgn:412:21: warning conduct.writing [club-law] Black wrote Nf6 before playing �[31mit
        "#);
    }
}
