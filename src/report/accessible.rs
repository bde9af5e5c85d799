//! The accessible form of `human`, for screen readers: the same findings in sentences, and moves in words.

use std::io::{self, Write};

use crate::chess::{Role, San, Side, Square, Subject};
use crate::finding::{Finding, GameReport, Score, Standing};

use super::board::in_words;
use super::excerpt::{Excerpt, ShownIn};
use super::law_lines::{LawLine, law_lines, outcome};
use super::shared_findings::{Repeated, SharedFindings};
use super::summary_line::{errors_hint, summary_line};
use super::text::{capital, game_named, plain};
use super::{Boards, Format, Style, Totals};

/// In characters. No more of a line is read out around a finding.
const EXCERPT_WIDTH: usize = 160;

/// Findings in sentences.
#[derive(Debug)]
pub(crate) struct Accessible {
    style: Style,
    repeats: SharedFindings,
}

impl Accessible {
    pub(super) fn new(style: Style) -> Self {
        Self { style, repeats: SharedFindings::default() }
    }

    /// The place of the finding, and its line of the record.
    fn place(&self, file: &str, game: &GameReport, finding: &Finding) -> Vec<String> {
        let span = finding.location;
        let ply = match finding.ply {
            0 => String::new(),
            _ if finding.rule.is_about_whole_game() => String::new(),
            ply => format!(", ply {ply}"),
        };
        let mut lines = vec![format!(
            "In {}, line {}, column {}; {}{ply}.",
            self.style.fit(file),
            span.line,
            span.column,
            game_named(game.number)
        )];
        let shown_in = ShownIn { encoding: game.encoding, charset: self.style.charset };
        let excerpt =
            Excerpt::cut(String::new(), &game.source, game.location.offset, span, EXCERPT_WIDTH, shown_in);
        if let Some(excerpt) = excerpt {
            lines.push(format!("The line reads: {}", excerpt.text));
            let marked = excerpt.marked_text();
            if !marked.is_empty() && marked != excerpt.text {
                lines.push(format!("Found at: {marked}"));
            }
        }
        lines
    }

    fn finding(&self, file: &str, game: &GameReport, finding: &Finding) -> String {
        let mut lines = vec![heading(finding)];
        lines.extend(self.place(file, game, finding));
        lines.extend(outcome(finding).map(|ended| sentence(&format!("Outcome: {ended}"))));
        if let (Boards::Drawn, Some(moment)) = (self.style.boards, &finding.diagram) {
            lines.extend(moment.boards.iter().map(|board| spoken(&in_words(board))));
        }
        lines.extend(law(finding));
        paragraph(&lines, self.style)
    }
}

impl Accessible {
    fn write_repeated(&self, out: &mut dyn Write, repeated: Vec<Repeated>) -> io::Result<()> {
        for Repeated { rule, place, message } in repeated {
            let line = sentence(&format!("Info, {rule}: {place}: {}", spoken(&message)));
            out.write_all(paragraph(&[line], self.style).as_bytes())?;
        }
        Ok(())
    }
}

/// `Error, move.false: the fact.`
pub(super) fn heading(finding: &Finding) -> String {
    let severity = capital(finding.severity.id());
    sentence(&format!("{severity}, {}: {}", finding.rule, spoken(&finding.message)))
}

/// The law lines as sentences.
pub(super) fn law(finding: &Finding) -> Vec<String> {
    let lines = law_lines(finding).into_iter().map(|LawLine { label, texts }| {
        let texts: Vec<String> = texts.iter().map(|text| spoken(text)).collect();
        // The id of a code keeps its spelling.
        let is_word = label.chars().all(|c| c.is_ascii_lowercase() || c == ' ');
        let label = if is_word { capital(&label) } else { label };
        sentence(&format!("{label}: {}", texts.join("; ")))
    });
    lines.collect()
}

/// The lines, and an empty line after them.
pub(super) fn paragraph(lines: &[String], style: Style) -> String {
    let mut text: String = lines.iter().map(|line| style.fit(line) + "\n").collect();
    text.push('\n');
    text
}

impl Format for Accessible {
    fn game(&mut self, out: &mut dyn Write, file: &str, game: &GameReport) -> io::Result<()> {
        let repeated = self.repeats.before(file);
        self.write_repeated(out, repeated)?;
        for finding in &game.findings {
            if self.repeats.is_first(finding, game.number) {
                out.write_all(self.finding(file, game, finding).as_bytes())?;
            }
        }
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Write, totals: &Totals<'_>) -> io::Result<()> {
        let repeated = self.repeats.at_end();
        self.write_repeated(out, repeated)?;
        writeln!(out, "{}", sentence(&summary_line(totals)))?;
        errors_hint(totals).map_or(Ok(()), |hint| writeln!(out, "{hint}"))
    }
}

/// The text with its moves in words: `4. Qxd4` becomes `move 4, queen takes d4`. A pawn's move that is only a square is
/// unchanged.
pub(super) fn spoken(text: &str) -> String {
    let text = plain(text);
    let mut words = Vec::new();
    let mut rest = text.split(' ').peekable();
    while let Some(word) = rest.next() {
        let is_before_move = rest.peek().is_some_and(|next| move_in(next).is_some());
        words.push(match (move_number(word).filter(|_| is_before_move), move_in(word)) {
            (Some(number), _) => number,
            (None, Some(PunctuatedMove { before, san, after })) => {
                format!("{before}{}{after}", move_in_words(san, word))
            }
            (None, None) => word.to_owned(),
        });
    }
    words.join(" ")
}

/// The text with a full stop, unless it ends a sentence already.
pub(super) fn sentence(text: &str) -> String {
    let text = text.trim_end();
    let is_closed = text.ends_with(['.', '!', '?', ':']);
    format!("{text}{}", if is_closed { "" } else { "." })
}

pub(super) fn verdict_in_words(standing: Standing, score: Score) -> String {
    let score = match score {
        Score::White => "White wins",
        Score::Black => "Black wins",
        Score::Draw => "a draw",
        Score::Unknown => "no result",
    };
    format!("{}, {score}", standing.label())
}

/// A move in a word, with the punctuation around it.
struct PunctuatedMove<'w> {
    before: &'w str,
    san: San,
    after: &'w str,
}

fn move_in(word: &str) -> Option<PunctuatedMove<'_>> {
    let inner = word.trim_start_matches('(');
    let before = word.get(..word.len() - inner.len())?;
    let inner = inner.trim_end_matches([')', ',', '.', ':', ';']);
    let after = word.get(before.len() + inner.len()..)?;
    let san = San::from_ascii(inner.as_bytes())?;
    let is_move = matches!(san.subject(), Subject::Man(_) | Subject::Castling(_));
    is_move.then_some(PunctuatedMove { before, san, after })
}

/// A move number in words, for `4.` and `4...`.
fn move_number(word: &str) -> Option<String> {
    let digits = word.trim_start_matches('(');
    let before = word.get(..word.len() - digits.len())?;
    let (digits, color) = match digits.strip_suffix("...") {
        Some(digits) => (digits, "Black's move"),
        None => (digits.strip_suffix('.')?, "move"),
    };
    let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    is_number.then(|| format!("{before}{color} {digits},"))
}

fn move_in_words(san: San, word: &str) -> String {
    match san.subject() {
        Subject::Castling(Side::King) => "castling kingside".to_owned(),
        Subject::Castling(Side::Queen) => "castling queenside".to_owned(),
        Subject::Man(role) => man_move_in_words(san, role),
        _ => word.to_owned(),
    }
}

fn man_move_in_words(san: San, role: Role) -> String {
    let origin = san.origin();
    let from = match (origin.file, origin.rank) {
        (Some(file), Some(rank)) => format!(" from {}", Square::new(file, rank)),
        (Some(file), None) => format!(" from the {}-file", file.letter()),
        (None, Some(rank)) => format!(" from rank {}", rank.digit()),
        (None, None) => String::new(),
    };
    let mut words = match role {
        // A square alone is understood as a pawn's move.
        Role::Pawn if from.is_empty() && !san.takes() => san.to().to_string(),
        role => {
            let goes = if san.takes() { "takes" } else { "to" };
            format!("{}{from} {goes} {}", role.name(), san.to())
        }
    };
    if let Some(piece) = san.promotion() {
        words.push_str(" promoting to a ");
        words.push_str(piece.name());
    }
    words
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::super::Charset;
    use super::super::sample::{game, silent, summary, written, written_of};
    use super::*;

    #[test]
    fn findings_in_sentences() {
        assert_snapshot!(written(&mut Accessible::new(Style::PLAIN)), @r#"
        Info, record.roster: the tags Site, Date, Round and Result are missing.
        In archive/1799.pgn, line 408, column 1; game 17.
        The line reads: [Event "Club"]
        Found at: [Event

        Error, move.discovers-check: White's knight on e2 is pinned: knight to c3 uncovers the rook on e8.
        In archive/1799.pgn, line 412, column 17; game 17, ply 45.
        The line reads: 22. Re1 Re8 23. Nc3 Nf6 24. a3 *
        Found at: Nc3
        Outcome: still open.
        club-law VIII.5: a king found to have stood in check: everything after the check goes back.
        Take back: 3 plies, to the position after Black's move 22.
        Remedies: Black chooses: a legal move of the piece on e2 (knight to d4, knight to f4, knight to g3); or a move of the king, not castling (king to f1, king to h1), because the rook cannot move; by law: Black is given 120 seconds; White chooses: the pawn becomes a queen or knight (a8 promoting to a knight, a8 promoting to a queen).
        Claim until: the game ends (still open).
        Note: VII.1 gave the knight legally or another man; it closed when Black played Black's move 23, knight to f6.

        Warning, conduct.writing: Black wrote knight to f6 before playing �[31mit.
        In archive/1799.pgn, line 412, column 21; game 17, ply 46.
        The line reads: 22. Re1 Re8 23. Nc3 Nf6 24. a3 *
        Found at: Nf6
        Outcome: not known.
        club-law: not known: the part of its text that was read does not mention this.

        1 error, 1 warning, 1 info finding in the game (47 plies, 1 file).
        "#);
    }

    #[test]
    fn without_the_text_and_beyond_ascii() {
        let style = Style { charset: Charset::Ascii, ..Style::PLAIN };
        let mut game = game();
        game.source.clear();
        game.findings = vec![silent()];
        let games = [game];
        let text = written_of(&mut Accessible::new(style), &games, &summary(&games), &[]);
        assert!(text.is_ascii());
        assert_snapshot!(text, @r#"
        Warning, conduct.writing: Black wrote knight to f6 before playing ?[31mit.
        In archive/1799.pgn, line 412, column 21; game 17, ply 46.
        Outcome: not known.
        club-law: not known: the part of its text that was read does not mention this.

        1 warning in the game (47 plies, 1 file).
        "#);
    }

    #[test]
    fn moves_in_words() {
        for (written, heard) in [
            ("4. Qxd4", "move 4, queen takes d4"),
            ("to the position after 3... a6", "to the position after Black's move 3, a6"),
            (
                "(Nbd7, R1xe4, exd5, e4)",
                "(knight from the b-file to d7, rook from rank 1 takes e4, pawn from the e-file takes d5, e4)",
            ),
            ("2. Ng1-g3", "move 2, knight from g1 to g3"),
            ("a8=Q or O-O", "a8 promoting to a queen or castling kingside"),
            ("Qh6+ gives mate.", "queen to h6 gives mate."),
        ] {
            assert_eq!(spoken(written), heard);
        }
    }

    #[test]
    fn other_words_are_unchanged() {
        for text in [
            "White's queen on d1 cannot go to d3: the pawn on d2 is in the way",
            "`Qh5+` gives no check",
            "club-laws 7.5.1 in 2. 3",
            "[%touch w c3]",
            "See Rex, Bab and Bf.",
        ] {
            assert_eq!(spoken(text), text);
        }
    }
}
