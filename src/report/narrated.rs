//! `human`, narrated: the same findings in sentences, one below the other, for whoever has them read out.

use std::io::{self, Write};

use crate::finding::{Disposition, Finding, GameReport, Severity};
use crate::law::Family;

use super::board::in_words;
use super::excerpt::{Excerpt, ShownIn};
use super::law_lines::{LawLine, law_lines, outcome};
use super::spoken::{capital, sentence, spoken};
use super::summary_line::{errors_alone, summary_line};
use super::{Boards, CodeInfo, Format, Look, RunInfo, Totals};

/// How much of a line is read out around what was found.
const PASSAGE: usize = 160;

/// Findings in sentences.
#[derive(Debug)]
pub struct Narrated {
    look: Look,
    code: Option<CodeInfo>,
    fails: Option<Severity>,
}

impl Narrated {
    /// A report not yet begun.
    pub const fn new(look: Look) -> Self {
        Self { look, code: None, fails: None }
    }

    /// Where it stands, and what it says there.
    fn place(&self, file: &str, game: &GameReport, finding: &Finding) -> Vec<String> {
        let span = finding.location;
        let ply = match finding.ply {
            0 => String::new(),
            ply => format!(", ply {ply}"),
        };
        let mut told = vec![format!(
            "In {}, line {}, column {}; game {}{ply}.",
            self.look.fit(file),
            span.line,
            span.column,
            game.number
        )];
        let shown_in = ShownIn { encoding: game.encoding, charset: self.look.charset };
        let excerpt =
            Excerpt::cut(String::new(), &game.source, game.location.offset, span, PASSAGE, shown_in);
        if let Some(excerpt) = excerpt {
            told.push(format!("The line reads: {}", excerpt.text()));
            let marked = excerpt.marked_text();
            if !marked.is_empty() && marked != excerpt.text() {
                told.push(format!("Found at: {marked}"));
            }
        }
        told
    }

    fn finding(&self, file: &str, game: &GameReport, finding: &Finding) -> String {
        let mut lines = vec![heading(finding)];
        lines.extend(self.place(file, game, finding));
        lines.extend(ending(finding));
        if let (Boards::Drawn, Some(moment)) = (self.look.boards, &finding.moment) {
            lines.extend(moment.boards.iter().map(|board| spoken(&in_words(board))));
        }
        lines.extend(law(finding));
        page(&lines, self.look)
    }
}

/// `Error, move.false: the fact.`
pub(super) fn heading(finding: &Finding) -> String {
    let severity = capital(finding.severity.id());
    sentence(&format!("{severity}, {}: {}", finding.rule, spoken(&finding.message)))
}

/// How the case ended. That a draw stands is the finding itself.
fn ending(finding: &Finding) -> Option<String> {
    let said = finding.disposition == Some(Disposition::Stands) && finding.rule.is_of(Family::Draw);
    if said {
        return None;
    }
    Some(sentence(&format!("How it ended: {}", outcome(finding)?)))
}

/// The law, what it gives, until when, and what follows.
pub(super) fn law(finding: &Finding) -> Vec<String> {
    let lines = law_lines(finding).into_iter().map(|LawLine { label, texts }| {
        let texts: Vec<String> = texts.iter().map(|text| spoken(text)).collect();
        // A code is called as it is.
        let is_word = label.chars().all(|c| c.is_ascii_lowercase() || c == ' ');
        let label = if is_word { capital(&label) } else { label };
        sentence(&format!("{label}: {}", texts.join("; ")))
    });
    lines.collect()
}

/// The lines, and an empty one behind them.
pub(super) fn page(lines: &[String], look: Look) -> String {
    let mut text = String::new();
    for line in lines {
        text.push_str(&look.fit(line));
        text.push('\n');
    }
    text.push('\n');
    text
}

impl Format for Narrated {
    fn begin(&mut self, _: &mut dyn Write, run: &RunInfo) -> io::Result<()> {
        self.code = Some(run.code.clone());
        self.fails = run.fails;
        Ok(())
    }

    fn game(&mut self, out: &mut dyn Write, file: &str, game: &GameReport) -> io::Result<()> {
        for finding in &game.findings {
            out.write_all(self.finding(file, game, finding).as_bytes())?;
        }
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Write, totals: &Totals<'_>) -> io::Result<()> {
        writeln!(out, "{}", sentence(&summary_line(self.code.as_ref(), totals)))?;
        errors_alone(self.fails, totals).map_or(Ok(()), |hint| writeln!(out, "{hint}"))
    }
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::super::Charset;
    use super::super::sample::{game, silent, summary, written, written_of};
    use super::*;

    #[test]
    fn findings_are_told_in_sentences() {
        assert_snapshot!(written(&mut Narrated::new(Look::PLAIN)), @r#"
        Info, record.roster: the tags Site, Date, Round and Result are missing.
        In archive/1799.pgn, line 408, column 1; game 17.
        The line reads: [Event "Club"]
        Found at: [Event

        Error, move.discovers-check: White's knight on e2 is pinned: knight to c3 uncovers the rook on e8.
        In archive/1799.pgn, line 412, column 17; game 17, ply 45.
        The line reads: 22. Re1 Re8 23. Nc3 Nf6 24. a3 *
        Found at: Nc3
        How it ended: still open.
        club-law VIII.5: a king found to have stood in check: everything after the check goes back.
        Take back: 3 plies, to the position after Black's move 22.
        Remedies: Black chooses: a legal move of the man on e2 (knight to d4, knight to f4, knight to g3); or a move of the king, not castling (king to f1, king to h1), nothing named before it being possible; by law: Black is given 120 seconds; White chooses: the pawn becomes a queen or knight (a8 becoming a knight, a8 becoming a queen).
        Until: the game ends (still open).
        Help: VII.1 gave the knight legally or another man; it closed when Black played Black's move 23, knight to f6.

        Warning, conduct.writing: Black wrote knight to f6 before playing �[31mit.
        In archive/1799.pgn, line 412, column 21; game 17, ply 46.
        The line reads: 22. Re1 Re8 23. Nc3 Nf6 24. a3 *
        Found at: Nf6
        How it ended: stands.
        club-law: what is known of its text says nothing of this.
        Until: the finder has completed 4 moves (closed with Black's move 25).

        1 error, 1 warning, 1 info in the game (47 plies, 1 file).
        "#);
    }

    #[test]
    fn nothing_is_drawn() {
        let look = Look { charset: Charset::Ascii, ..Look::PLAIN };
        let mut game = game();
        game.source.clear();
        game.findings = vec![silent()];
        let games = [game];
        let text = written_of(&mut Narrated::new(look), &games, &summary(&games), &[]);
        assert!(text.is_ascii());
        assert_snapshot!(text, @r#"
        Warning, conduct.writing: Black wrote knight to f6 before playing ?[31mit.
        In archive/1799.pgn, line 412, column 21; game 17, ply 46.
        How it ended: stands.
        club-law: what is known of its text says nothing of this.
        Until: the finder has completed 4 moves (closed with Black's move 25).

        1 warning in the game (47 plies, 1 file).
        "#);
    }
}
