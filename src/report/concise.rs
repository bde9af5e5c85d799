//! `concise`: one line for each finding, in the form of compiler messages, for editors and `grep`.

use std::io::{self, Write};

use crate::finding::GameReport;

use super::Format;
use super::text::{cited, plain};

/// `file:line:column: severity rule [code article] message`.
#[derive(Debug)]
pub(crate) struct Concise;

impl Format for Concise {
    fn game(&mut self, out: &mut dyn Write, file: &str, game: &GameReport) -> io::Result<()> {
        for finding in &game.findings {
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
            writeln!(out, "{}", plain(&finding.message))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::super::sample::written;
    use super::*;

    #[test]
    fn one_line_for_each_finding() {
        assert_snapshot!(written(&mut Concise), @r#"
        archive/1799.pgn:408:1: info record.roster the tags Site, Date, Round and Result are missing
        archive/1799.pgn:412:17: error move.discovers-check [club-law VIII.5] White's knight on e2 is pinned: Nc3 uncovers the rook on e8
        archive/1799.pgn:412:21: warning conduct.writing [club-law] Black wrote Nf6 before playing �[31mit
        "#);
    }
}
