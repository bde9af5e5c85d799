//! `human`: for reading. The fact and its place in the record, then the law, what it gives, until when, and what follows.

use std::fmt;
use std::io::{self, Write};

use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode};

use crate::finding::{Finding, GameReport, Severity};

use super::board::{drawn, orientation};
use super::excerpt::{Excerpt, ShownIn};
use super::law_lines::{LawLine, law_lines, outcome};
use super::shared_findings::{Repeated, SharedFindings};
use super::summary_line::{errors_hint, summary_line};
use super::text::{game_named, wrap};
use super::{Boards, Charset, Color, Format, Style, Totals};

/// Findings with a snippet of the record and the law.
#[derive(Debug)]
pub(crate) struct Human {
    style: Style,
    page: String,
    repeats: SharedFindings,
}

impl Human {
    pub(crate) fn new(style: Style) -> Self {
        Self { style, page: String::new(), repeats: SharedFindings::default() }
    }

    fn finding(&mut self, file: &str, game: &GameReport, finding: &Finding) {
        self.page.push_str(&self.header(finding));
        self.page.push_str(&self.snippet(file, game, finding));
        if let (Boards::Drawn, Some(moment)) = (self.style.boards, &finding.diagram) {
            self.page.push_str(&drawn(&moment.boards, orientation(&game.tags), self.style));
        }
        self.page.push_str(&self.law(finding));
        self.page.push('\n');
    }

    /// A line for each finding that was not shown because an earlier game of the file has it too.
    fn repeated(&mut self, repeated: Vec<Repeated>) {
        for Repeated { rule, place, message } in repeated {
            let name = self.style.paint("1;36", &format!("{}[{rule}]", Severity::Info));
            let line = format!("{name}: {}: {}\n\n", self.style.fit(&place), self.style.fit(&message));
            self.page.push_str(&line);
        }
    }

    /// `error[move.false]: the fact`
    pub(super) fn header(&self, finding: &Finding) -> String {
        let sgr = match finding.severity {
            Severity::Error => "1;31",
            Severity::Warning => "1;33",
            Severity::Info => "1;36",
        };
        let name = self.style.paint(sgr, &format!("{}[{}]", finding.severity, finding.rule));
        let message = self.style.paint("1", &format!(": {}", self.style.fit(&finding.message)));
        format!("{name}{message}\n")
    }

    /// The line of the record with the move underlined. If the text is not at hand, only the place.
    fn snippet(&self, file: &str, game: &GameReport, finding: &Finding) -> String {
        let span = finding.location;
        let name = self.style.fit(file);
        let place = if finding.ply == 0 || finding.rule.is_about_whole_game() {
            format!(" {}", game_named(game.number))
        } else {
            format!(" game {}, ply {}", game.number, finding.ply)
        };
        let gutter = span.line.to_string().len() + 4;
        let excerpt = Excerpt::cut(
            name.clone(),
            &game.source,
            game.location.offset,
            span,
            self.style.width.saturating_sub(gutter),
            ShownIn { encoding: game.encoding, charset: self.style.charset },
        );
        let drawn = excerpt.and_then(|excerpt| self.draw(&excerpt, finding));
        if let Some((first, rest)) = drawn.as_deref().and_then(|drawn| drawn.split_once('\n')) {
            return format!("{first}{place}\n{rest}");
        }
        let corner = match self.style.charset {
            Charset::Unicode => "╰─",
            Charset::Ascii => "`-",
        };
        format!("{:gutter$}{corner}[{name}:{}:{}]{place}\n", "", span.line, span.column, gutter = gutter - 2)
    }

    fn draw(&self, excerpt: &Excerpt, finding: &Finding) -> Option<String> {
        let mut theme = match (self.style.charset, self.style.color) {
            (Charset::Unicode, Color::Ansi) => GraphicalTheme::unicode(),
            (Charset::Unicode, Color::None) => GraphicalTheme::unicode_nocolor(),
            (Charset::Ascii, Color::Ansi) => GraphicalTheme::ascii(),
            (Charset::Ascii, Color::None) => GraphicalTheme::none(),
        };
        theme.styles.highlights = vec![match finding.severity {
            Severity::Error => theme.styles.error,
            Severity::Warning => theme.styles.warning,
            Severity::Info => theme.styles.advice,
        }];
        theme.styles.link = theme.styles.linum;
        let handler = GraphicalReportHandler::new_themed(theme)
            .with_width(self.style.width)
            .with_context_lines(0)
            .with_wrap_lines(false)
            .without_syntax_highlighting();
        let mut drawn = String::new();
        handler.render_report(&mut drawn, &MietteFinding { excerpt, label: outcome(finding) }).ok()?;
        // The first line is miette's header, which `header` replaces.
        drawn.split_once('\n').map(|(_, snippet)| snippet.to_owned())
    }

    /// The law lines under the snippet.
    pub(super) fn law(&self, finding: &Finding) -> String {
        let lines = law_lines(finding);
        let column = lines.iter().map(|line| line.label.chars().count()).fold(15, usize::max);
        let room = self.style.width.saturating_sub(column + 4).max(20);
        let mut out = String::new();
        for (place, LawLine { label, texts }) in lines.iter().enumerate() {
            // The citation is bold, the other labels are dim.
            let sgr = if place == 0 && finding.citation.is_some() { "1" } else { "2" };
            let mut label = self.style.paint(sgr, &format!("{:column$}", self.style.fit(label)));
            for text in texts {
                let mut wrapped = wrap(&self.style.fit(text), room);
                if wrapped.is_empty() {
                    wrapped.push(String::new());
                }
                for (row, line) in wrapped.iter().enumerate() {
                    // If there are several texts, their further lines are indented.
                    let indent = if row == 0 || texts.len() == 1 { "" } else { "  " };
                    let whole = format!("  {label}  {indent}{line}");
                    out.push_str(whole.trim_end());
                    out.push('\n');
                    label = " ".repeat(column);
                }
            }
        }
        out
    }
}

impl Format for Human {
    fn game(&mut self, out: &mut dyn Write, file: &str, game: &GameReport) -> io::Result<()> {
        self.page.clear();
        let repeated = self.repeats.before(file);
        self.repeated(repeated);
        for finding in &game.findings {
            if self.repeats.is_first(finding, game.number) {
                self.finding(file, game, finding);
            }
        }
        out.write_all(self.page.as_bytes())
    }

    fn finish(&mut self, out: &mut dyn Write, totals: &Totals<'_>) -> io::Result<()> {
        self.page.clear();
        let repeated = self.repeats.at_end();
        self.repeated(repeated);
        out.write_all(self.page.as_bytes())?;
        writeln!(out, "{}", self.style.paint("1", &summary_line(totals)))?;
        errors_hint(totals).map_or(Ok(()), |hint| writeln!(out, "{hint}"))
    }
}

/// A finding for miette: the excerpt with one label, and no message.
#[derive(Debug)]
struct MietteFinding<'a> {
    excerpt: &'a Excerpt,
    label: Option<&'static str>,
}

impl fmt::Display for MietteFinding<'_> {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl std::error::Error for MietteFinding<'_> {}

impl Diagnostic for MietteFinding<'_> {
    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(self.excerpt)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let label = LabeledSpan::new_with_span(self.label.map(str::to_owned), self.excerpt.marked);
        Some(Box::new(std::iter::once(label)))
    }
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::super::sample::{full, game, remedy, silent, summary, written, written_of};
    use super::*;
    use crate::law::{Chooser, RemedyKind};

    const ASCII: Style = Style { charset: Charset::Ascii, ..Style::PLAIN };
    const COLORED: Style = Style { color: Color::Ansi, ..Style::PLAIN };

    #[test]
    fn every_field_of_a_finding() {
        assert_snapshot!(written(&mut Human::new(Style::PLAIN)), @r#"
        info[record.roster]: the tags Site, Date, Round and Result are missing
             ╭─[archive/1799.pgn:408:1] game 17
         408 │ [Event "Club"]
             · ──────
             ╰────

        error[move.discovers-check]: White's knight on e2 is pinned: Nc3 uncovers the rook on e8
             ╭─[archive/1799.pgn:412:17] game 17, ply 45
         412 │ 22. Re1 Re8 23. Nc3 Nf6 24. a3 *
             ·                 ─┬─
             ·                  ╰── still open
             ╰────
          club-law VIII.5  a king found to have stood in check: everything after the
                           check goes back
          take back        3 plies, to the position after Black's move 22
          remedies         Black chooses: a legal move of the piece on e2 (Nd4, Nf4,
                             Ng3)
                           or a move of the king, not castling (Kf1, Kh1), because the
                             rook cannot move
                           by law: Black is given 120 seconds
                           White chooses: the pawn becomes a queen or knight (a8=N,
                             a8=Q)
          claim until      the game ends (still open)
          note             VII.1 gave the knight legally or another man; it closed when
                           Black played 23... Nf6

        warning[conduct.writing]: Black wrote Nf6 before playing �[31mit
             ╭─[archive/1799.pgn:412:21] game 17, ply 46
         412 │ 22. Re1 Re8 23. Nc3 Nf6 24. a3 *
             ·                     ─┬─
             ·                      ╰── not known
             ╰────
          club-law         not known: the part of its text that was read does not
                           mention this

        1 error, 1 warning, 1 info finding in the game (47 plies, 1 file)
        "#);
    }

    #[test]
    fn without_characters_beyond_ascii() {
        let text = written(&mut Human::new(ASCII));
        assert!(text.is_ascii());
        assert_snapshot!(text, @r#"
        info[record.roster]: the tags Site, Date, Round and Result are missing
             ,-[archive/1799.pgn:408:1] game 17
         408 | [Event "Club"]
             : ^^^^^^
             `----

        error[move.discovers-check]: White's knight on e2 is pinned: Nc3 uncovers the rook on e8
             ,-[archive/1799.pgn:412:17] game 17, ply 45
         412 | 22. Re1 Re8 23. Nc3 Nf6 24. a3 *
             :                 ^|^
             :                  `-- still open
             `----
          club-law VIII.5  a king found to have stood in check: everything after the
                           check goes back
          take back        3 plies, to the position after Black's move 22
          remedies         Black chooses: a legal move of the piece on e2 (Nd4, Nf4,
                             Ng3)
                           or a move of the king, not castling (Kf1, Kh1), because the
                             rook cannot move
                           by law: Black is given 120 seconds
                           White chooses: the pawn becomes a queen or knight (a8=N,
                             a8=Q)
          claim until      the game ends (still open)
          note             VII.1 gave the knight legally or another man; it closed when
                           Black played 23... Nf6

        warning[conduct.writing]: Black wrote Nf6 before playing ?[31mit
             ,-[archive/1799.pgn:412:21] game 17, ply 46
         412 | 22. Re1 Re8 23. Nc3 Nf6 24. a3 *
             :                     ^|^
             :                      `-- not known
             `----
          club-law         not known: the part of its text that was read does not
                           mention this

        1 error, 1 warning, 1 info finding in the game (47 plies, 1 file)
        "#);
    }

    #[test]
    fn colours_add_nothing_but_escape_sequences() {
        let text = written(&mut Human::new(COLORED));
        let mut bare = String::new();
        let mut rest = text.as_str();
        while let Some((before, after)) = rest.split_once('\x1b') {
            bare.push_str(before);
            rest = after.split_once('m').unwrap().1;
        }
        bare.push_str(rest);
        assert_eq!(bare, written(&mut Human::new(Style::PLAIN)));
        assert_snapshot!(text.lines().take(14).collect::<Vec<_>>().join("\n").replace('\x1b', "␛"), @r#"
        ␛[1;36minfo[record.roster]␛[0m␛[1m: the tags Site, Date, Round and Result are missing␛[0m
             ╭─[␛[2marchive/1799.pgn:408:1␛[0m] game 17
         ␛[2m408␛[0m │ [Event "Club"]
             · ␛[36m──────␛[0m
             ╰────

        ␛[1;31merror[move.discovers-check]␛[0m␛[1m: White's knight on e2 is pinned: Nc3 uncovers the rook on e8␛[0m
             ╭─[␛[2marchive/1799.pgn:412:17␛[0m] game 17, ply 45
         ␛[2m412␛[0m │ 22. Re1 Re8 23. Nc3 Nf6 24. a3 *
             · ␛[31m                ─┬─␛[0m
             ·                  ␛[31m╰── ␛[31mstill open␛[0m␛[0m
             ╰────
          ␛[1mclub-law VIII.5␛[0m  a king found to have stood in check: everything after the
                           check goes back
        "#);
    }

    #[test]
    fn a_game_on_one_long_line() {
        let mut game = game();
        let text: String = (1..=80).flat_map(|n| [n.to_string(), ". Nf3 Nf6 ".to_owned()]).collect();
        game.location.offset = 0;
        let place = text.find("57. ").unwrap() as u64 + 4;
        game.source = text.into_bytes();
        let mut finding = full();
        finding.location.offset = place;
        finding.location.column = place + 1;
        finding.remedies = vec![remedy(
            RemedyKind::MoveNamed,
            Chooser::Finder,
            &["Na1", "Na2", "Na3", "Na4", "Na5", "Na6", "Na7", "Na8", "Nb1", "Nb2", "Nb3", "Nb4", "Nb5"],
            &["e2"],
        )];
        game.findings = vec![finding];
        let style = Style { width: 60, ..Style::PLAIN };
        let games = [game];
        assert_snapshot!(written_of(&mut Human::new(style), &games, &summary(&games), &[]), @r#"
        error[move.discovers-check]: White's knight on e2 is pinned: Nc3 uncovers the rook on e8
             ╭─[archive/1799.pgn:412:668] game 17, ply 45
         412 │ … Nf6 56. Nf3 Nf6 57. Nf3 Nf6 58. Nf3 Nf6 59. …
             ·                       ─┬─
             ·                        ╰── still open
             ╰────
          club-law VIII.5  a king found to have stood in check:
                           everything after the check goes back
          take back        3 plies, to the position after Black's
                           move 22
          remedies         the player who finds it chooses: Black
                           names a piece and White moves it (Na1,
                           Na2, Na3, Na4, Na5, Na6, Na7, Na8, Nb1,
                           Nb2, Nb3, Nb4, …: 13 in all)
          claim until      the game ends (still open)
          note             VII.1 gave the knight legally or another
                           man; it closed when Black played 23...
                           Nf6

        1 error in the game (47 plies, 1 file)
        "#);
    }

    #[test]
    fn without_the_text_only_the_place() {
        let mut game = game();
        game.source.clear();
        game.findings = vec![silent()];
        let games = [game];
        assert_snapshot!(written_of(&mut Human::new(Style::PLAIN), &games, &summary(&games), &[]), @r#"
        warning[conduct.writing]: Black wrote Nf6 before playing �[31mit
             ╰─[archive/1799.pgn:412:21] game 17, ply 46
          club-law         not known: the part of its text that was read does not
                           mention this

        1 warning in the game (47 plies, 1 file)
        "#);
    }
}
