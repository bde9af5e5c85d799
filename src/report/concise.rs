//! `concise`: one line per finding, as compilers write them, so that editors and `grep` can follow.

use std::io::{self, Write};

use crate::finding::GameReport;

use super::Format;
use super::text::plain;

/// `file:line:column: severity rule [code article] message`.
#[derive(Debug, Default)]
pub(crate) struct Concise(());

impl Concise {
    /// A report not yet begun.
    pub(crate) fn new() -> Self {
        Self::default()
    }
}

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
            if let Some(citation) = &finding.citation {
                match &citation.article {
                    Some(article) => write!(out, "[{} {article}] ", citation.code)?,
                    None => write!(out, "[{}] ", citation.code)?,
                }
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
        assert_snapshot!(written(&mut Concise::new()), @r#"
        archive/1799.pgn:408:1: info record.roster the tags Site, Date, Round and Result are missing
        archive/1799.pgn:412:17: error move.discovers-check [club-law VIII.5] White's knight on e2 is pinned: Nc3 uncovers the rook on e8
        archive/1799.pgn:412:21: warning conduct.writing [club-law] Black wrote Nf6 before playing �[31mit
        "#);
    }
}
