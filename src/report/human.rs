//! `human`: for reading. The fact first, in its place in the record; then the law, what it gives,
//! until when, and what follows.

use std::fmt;
use std::io::{self, Write};

use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode};

use crate::chess;
use crate::finding::{
    Disposition, Fallback, Finding, GameReport, Remedy, Retract, Severity, Stance, Window, WindowState,
};
use crate::law::words::{self, Particulars, Players};
use crate::law::{Chooser, RemedyKind, WindowId};

use super::excerpt::Excerpt;
use super::text::{ascii, count, plain, plural, wrap};
use super::{Charset, CodeInfo, Color, Format, Look, RunInfo, Totals};

/// How many moves of one remedy are named.
const MOVES_SHOWN: usize = 12;

/// Findings with the snippet, the law, and what follows.
pub struct Human {
    look: Look,
    code: Option<CodeInfo>,
    page: String,
}

impl fmt::Debug for Human {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Human").field("look", &self.look).finish_non_exhaustive()
    }
}

impl Human {
    /// A report not yet begun.
    pub fn new(look: Look) -> Self {
        Self { look, code: None, page: String::new() }
    }

    /// The text in a style, where there is colour.
    pub(crate) fn paint(&self, sgr: &str, text: &str) -> String {
        match self.look.color {
            Color::None => text.to_owned(),
            Color::Ansi => format!("\x1b[{sgr}m{text}\x1b[0m"),
        }
    }

    /// The text in the characters that can be shown.
    pub(crate) fn fit(&self, text: &str) -> String {
        match self.look.charset {
            Charset::Unicode => plain(text).into_owned(),
            Charset::Ascii => ascii(&plain(text)),
        }
    }

    fn finding(&mut self, file: &str, game: &GameReport, finding: &Finding) {
        let page = self.header(finding) + &self.snippet(file, game, finding) + &self.law(finding) + "\n";
        self.page.push_str(&page);
    }

    /// `error[move.false]: the fact`
    pub(super) fn header(&self, finding: &Finding) -> String {
        let sgr = match finding.severity {
            Severity::Error => "1;31",
            Severity::Warning => "1;33",
            Severity::Info => "1;36",
        };
        let name = self.paint(sgr, &format!("{}[{}]", finding.severity, finding.rule));
        let message = self.paint("1", &format!(": {}", self.fit(&finding.message)));
        format!("{name}{message}\n")
    }

    /// The move underlined in its game; without text at hand, only where it stands.
    fn snippet(&self, file: &str, game: &GameReport, finding: &Finding) -> String {
        let span = finding.location;
        let name = self.fit(file);
        let place = if finding.ply == 0 {
            format!(" game {}", count(game.number))
        } else {
            format!(" game {}, ply {}", count(game.number), finding.ply)
        };
        let gutter = span.line.to_string().len() + 4;
        let excerpt = Excerpt::cut(
            name.clone(),
            &game.source,
            game.location.offset,
            span,
            self.look.width.saturating_sub(gutter),
            self.look.charset,
        );
        let drawn = excerpt.and_then(|excerpt| self.draw(&excerpt, finding));
        if let Some((first, rest)) = drawn.as_deref().and_then(|drawn| drawn.split_once('\n')) {
            return format!("{first}{place}\n{rest}");
        }
        let corner = match self.look.charset {
            Charset::Unicode => "╰─",
            Charset::Ascii => "`-",
        };
        format!("{:gutter$}{corner}[{name}:{}:{}]{place}\n", "", span.line, span.column, gutter = gutter - 2)
    }

    fn draw(&self, excerpt: &Excerpt, finding: &Finding) -> Option<String> {
        let mut theme = match (self.look.charset, self.look.color) {
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
            .with_width(self.look.width)
            .with_context_lines(0)
            .with_wrap_lines(false)
            .without_syntax_highlighting();
        // That a draw stands is the finding itself.
        let said = finding.disposition == Some(Disposition::Stands) && finding.rule.family() == "draw";
        let shown = Shown { excerpt, label: finding.disposition.filter(|_| !said).map(label) };
        let mut drawn = String::new();
        handler.render_report(&mut drawn, &shown).ok()?;
        // The first line is miette's own header; ours is printed already.
        drawn.split_once('\n').map(|(_, snippet)| snippet.to_owned())
    }

    /// The law lines under the snippet.
    pub(super) fn law(&self, finding: &Finding) -> String {
        let lines = law_lines(finding);
        let column = lines.iter().map(|(label, _)| label.chars().count()).fold(15, usize::max);
        let room = self.look.width.saturating_sub(column + 4).max(20);
        let mut out = String::new();
        for (place, (label, texts)) in lines.iter().enumerate() {
            // The citation stands out; the other labels stand back.
            let sgr = if place == 0 && finding.citation.is_some() { "1" } else { "2" };
            let mut label = self.paint(sgr, &format!("{:column$}", self.fit(label)));
            for text in texts {
                let mut wrapped = wrap(&self.fit(text), room);
                if wrapped.is_empty() {
                    wrapped.push(String::new());
                }
                for (row, line) in wrapped.iter().enumerate() {
                    // Of several texts, each begins further out than it goes on.
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
    fn begin(&mut self, _: &mut dyn Write, run: &RunInfo) -> io::Result<()> {
        self.code = Some(run.code.clone());
        Ok(())
    }

    fn game(&mut self, out: &mut dyn Write, file: &str, game: &GameReport) -> io::Result<()> {
        self.page.clear();
        for finding in &game.findings {
            self.finding(file, game, finding);
        }
        out.write_all(self.page.as_bytes())
    }

    fn finish(&mut self, out: &mut dyn Write, totals: &Totals<'_>) -> io::Result<()> {
        let line = closing(self.code.as_ref(), totals);
        writeln!(out, "{}", self.paint("1", &line))
    }
}

/// What one finding gives miette: the excerpt with one label, and no words of its own.
#[derive(Debug)]
struct Shown<'a> {
    excerpt: &'a Excerpt,
    label: Option<&'static str>,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl std::error::Error for Shown<'_> {}

impl Diagnostic for Shown<'_> {
    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(self.excerpt)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let label = LabeledSpan::new_with_span(self.label.map(str::to_owned), self.excerpt.marked);
        Some(Box::new(std::iter::once(label)))
    }
}

/// The last line: what the run added up to.
pub(super) fn closing(code: Option<&CodeInfo>, totals: &Totals<'_>) -> String {
    let summary = totals.summary;
    let mut parts = Vec::new();
    for (severity, one, many) in [
        (Severity::Error, "error", "errors"),
        (Severity::Warning, "warning", "warnings"),
        (Severity::Info, "info", "info"),
    ] {
        let number = summary.findings.get(&severity).copied().unwrap_or(0);
        if number > 0 {
            parts.push(plural(number, one, many));
        }
    }
    let silenced = summary.suppressed.saturating_add(summary.in_baseline);
    let mut line = if summary.games == 0 {
        match summary.files {
            0 => "No games were read.".to_owned(),
            files => format!("No games were found in {}.", plural(files, "file", "files")),
        }
    } else if parts.is_empty() && silenced > 0 {
        match summary.games {
            1 => "Nothing else was found in the game.".to_owned(),
            games => format!("Nothing else was found in {} games.", count(games)),
        }
    } else if parts.is_empty() {
        let code = code.filter(|code| !code.is_record());
        match (summary.games, code) {
            (1, Some(code)) => format!("The game is in order under {}.", code.id),
            (1, None) => "The game is in order under the code of its record.".to_owned(),
            (games, Some(code)) => format!("All {} games are in order under {}.", count(games), code.id),
            (games, None) => {
                format!("All {} games are in order, each under the code of its record.", count(games))
            }
        }
    } else {
        let games = match summary.games {
            1 => "the game".to_owned(),
            games => format!("{} of {} games", count(totals.games_with_findings), count(games)),
        };
        format!(
            "{} in {games} ({}, {})",
            parts.join(", "),
            plural(summary.plies, "ply", "plies"),
            plural(summary.files, "file", "files"),
        )
    };
    let mut add = |sentence: String| {
        if !line.ends_with('.') {
            line.push('.');
        }
        line.push(' ');
        line.push_str(&sentence);
    };
    if silenced > 0 {
        add(plural(silenced, "finding is not told.", "findings are not told."));
    }
    if summary.unreadable > 0 {
        add(plural(summary.unreadable, "file could not be read.", "files could not be read."));
    }
    line
}

/// The law, what it gives, until when, and what follows: each with its label. The citation, where there is one
/// with words, comes first.
pub(super) fn law_lines(finding: &Finding) -> Vec<(String, Vec<String>)> {
    let mut lines: Vec<(String, Vec<String>)> = Vec::new();
    if let Some(citation) = &finding.citation {
        let says = match (&finding.says, finding.stance) {
            (Some(says), _) => says.to_string(),
            (None, Stance::Silent) => "says nothing of this".to_owned(),
            (None, Stance::Unrevealed) => "what is known of its text says nothing of this".to_owned(),
            (None, Stance::Speaks) => String::new(),
        };
        let name = match &citation.article {
            Some(article) => format!("{} {article}", citation.code),
            None => citation.code.to_string(),
        };
        // A matter of fact has no article and no words.
        if citation.article.is_some() || !says.is_empty() {
            lines.push((name, vec![says]));
        }
    }
    // What nobody asked for in time, or let pass, is told as what might have been.
    let forgone = matches!(
        finding.disposition,
        Some(Disposition::Lapsed | Disposition::Waived | Disposition::Misapplied)
    );
    if let Some(retract) = finding.retract {
        let label = if finding.course.went_back {
            "went back"
        } else if forgone {
            "would go back"
        } else {
            "take back"
        };
        lines.push((label.into(), vec![take_back(retract, finding)]));
    }
    if !finding.remedies.is_empty() {
        let label = match finding.disposition {
            Some(Disposition::Lapsed | Disposition::Waived) => "would apply",
            // What was to be done in a game that was void before it was.
            Some(Disposition::Annulled)
                if !finding.remedies.iter().any(|remedy| remedy.kind == RemedyKind::Annul) =>
            {
                "would apply"
            }
            Some(Disposition::Misapplied)
                if finding.remedies.iter().all(|remedy| remedy.chooser == Chooser::Law) =>
            {
                "was due"
            }
            _ => "remedies",
        };
        lines.push((label.into(), remedies(&finding.remedies, finding.offender)));
    }
    // Until when it can be asked for matters where it was not, and may be or might have been.
    let asked = finding.course.asked
        || matches!(
            finding.disposition,
            Some(
                Disposition::Enforced
                    | Disposition::Complied
                    | Disposition::Retracted
                    | Disposition::Misapplied
                    | Disposition::Annulled
            )
        )
        || finding.disposition == Some(Disposition::Stands)
            && finding.window.as_ref().is_some_and(|window| window.state == WindowState::Open);
    if let Some(window) = finding.window.as_ref().filter(|_| !asked) {
        lines.push(("until".into(), vec![until(window, finding)]));
    }
    if let Some(help) = &finding.help {
        lines.push(("help".into(), vec![help.clone()]));
    }
    lines
}

/// How the case ended, under the move.
pub(super) const fn label(disposition: Disposition) -> &'static str {
    match disposition {
        Disposition::Open => "still open",
        Disposition::Enforced => "the remedy was carried out",
        Disposition::Complied => "complied with",
        Disposition::Waived => "let pass",
        Disposition::Lapsed => "the right lapsed",
        Disposition::Misapplied => "something else was done",
        Disposition::Retracted => "taken back",
        Disposition::Annulled => "the game is void",
        Disposition::Stands => "stands",
    }
}

/// `3 plies, to the position after Black's move 22`
fn take_back(retract: Retract, finding: &Finding) -> String {
    let position = if retract.to_ply == 0 {
        "the starting position".to_owned()
    } else {
        match (&finding.course.back_to, named_ply(retract.to_ply, finding)) {
            (Some(named), _) => format!("the position after {named}"),
            (None, Some((color, number))) => format!("the position after {color}'s move {number}"),
            (None, None) => format!("the position after ply {}", retract.to_ply),
        }
    };
    // How many would have gone back when they might have, the end of the record does not show.
    match finding.disposition {
        Some(Disposition::Lapsed | Disposition::Waived | Disposition::Misapplied)
            if !finding.course.went_back =>
        {
            format!("to {position}")
        }
        _ => format!("{}, to {position}", plural(u64::from(retract.plies), "ply", "plies")),
    }
}

/// Whose move of what number a ply is, counted from the finding's own: a game may start anywhere.
fn named_ply(ply: u32, finding: &Finding) -> Option<(chess::Color, u32)> {
    let movetext = finding.movetext.as_deref()?;
    let (number, rest) = movetext.split_once('.')?;
    let number: u32 = number.parse().ok()?;
    // Half moves from the start of move 1.
    let here = number.checked_mul(2)?.checked_sub(u32::from(!rest.starts_with("..")))?;
    let there = (here + ply).checked_sub(finding.ply)?;
    let color = if there % 2 == 1 { chess::Color::White } else { chess::Color::Black };
    Some((color, there.div_ceil(2)))
}

/// A player's colour where it is known, else his part.
fn party(offender: Option<chess::Color>, part: &str) -> String {
    match (offender, part) {
        (Some(color), "offender") => color.name().to_owned(),
        (Some(color), "adversary") => color.other().name().to_owned(),
        (_, "second-player") => "the second player".to_owned(),
        (_, part) => format!("the {part}"),
    }
}

/// The two players of a finding, by colour where that is known.
fn players(offender: Option<chess::Color>) -> Players<'static> {
    offender
        .map_or(Players::BY_PART, |color| Players { offender: color.name(), adversary: color.other().name() })
}

/// Until when, and whether that time has come.
fn until(window: &Window, finding: &Finding) -> String {
    let offender = finding.offender;
    // Whoever said the word or gave the check is the offender of such a case.
    let who = match window.who {
        Some("announcer" | "checker") => "offender",
        Some(who) => who,
        None => "player",
    };
    let end = words::window(window.closes, window.n.unwrap_or(1), &party(offender, who), players(offender));
    match (window.state, window.closed_ply) {
        (WindowState::Unlimited, _) => "without limit".to_owned(),
        (WindowState::Open, _) => format!("{end} (still open)"),
        (WindowState::Closed, _) if window.closes == WindowId::GameEnd => "the game ended".to_owned(),
        (WindowState::Closed, Some(ply)) => match (&finding.course.closed, named_ply(ply, finding)) {
            (Some(closed), _) => format!("{end} (closed {closed})"),
            (None, Some((color, number))) => format!("{end} (closed with {color}'s move {number})"),
            (None, None) => format!("{end} (closed at ply {ply})"),
        },
        (WindowState::Closed, None) => format!("{end} (closed)"),
    }
}

/// One line for each remedy, the chooser named once for those he may pick from.
fn remedies(remedies: &[Remedy], offender: Option<chess::Color>) -> Vec<String> {
    let mut lines = Vec::with_capacity(remedies.len());
    let mut before: Option<Chooser> = None;
    for remedy in remedies {
        // What the law imposes all applies; of what a player may choose, one does.
        let lead = match (remedy.chooser, before) {
            (Chooser::Law, Some(Chooser::Law)) => "and ".to_owned(),
            (chooser, Some(earlier)) if chooser == earlier => "or ".to_owned(),
            (chooser, _) => words::chooses(chooser, players(offender)),
        };
        before = Some(remedy.chooser);
        let mut line = lead + &what(remedy, offender);
        if !remedy.moves.is_empty() {
            let named: Vec<&str> = remedy.moves.iter().take(MOVES_SHOWN).map(String::as_str).collect();
            line.push_str(" (");
            line.push_str(&named.join(", "));
            if remedy.moves.len() > MOVES_SHOWN {
                line.push_str(", …: ");
                line.push_str(&count(remedy.moves.len() as u64));
                line.push_str(" in all");
            }
            line.push(')');
        }
        // What is no move takes the place of another for a reason of its own.
        if remedy.fallback == Fallback::Fallback && !remedy.moves.is_empty() {
            line.push_str(", nothing named before it being possible");
        }
        lines.push(line);
    }
    lines
}

/// A remedy in words.
fn what(remedy: &Remedy, offender: Option<chess::Color>) -> String {
    let squares: Vec<String> = remedy.men.iter().map(ToString::to_string).collect();
    let men = match squares.as_slice() {
        [] => "the man".to_owned(),
        [only] => format!("the man on {only}"),
        several => format!("the men on {}", words::all(several)),
    };
    let pieces: Vec<&str> = remedy.pieces.iter().map(|role| role.name()).collect();
    words::remedy(
        remedy.kind,
        &Particulars {
            players: players(offender),
            men: &men,
            time: &plural(u64::from(remedy.seconds.unwrap_or(0)), "second", "seconds"),
            pieces: &pieces,
            winner: None,
        },
    )
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::super::sample::{bare, full, game, remedy, run, silent, summary, written, written_of};
    use super::*;

    const ASCII: Look = Look { charset: Charset::Ascii, ..Look::PLAIN };
    const COLORED: Look = Look { color: Color::Ansi, ..Look::PLAIN };

    #[test]
    fn the_fact_the_law_and_what_follows() {
        assert_snapshot!(written(&mut Human::new(Look::PLAIN)), @r#"
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
          remedies         Black chooses: a legal move of the man on e2 (Nd4, Nf4, Ng3)
                           or a move of the king, not castling (Kf1, Kh1), nothing named
                             before it being possible
                           by law: Black is given 120 seconds
                           White chooses: the pawn becomes a queen or knight (a8=N,
                             a8=Q)
          until            the game ends (still open)
          help             VII.1 gave the knight legally or another man; it closed when
                           Black played 23... Nf6

        warning[conduct.writing]: Black wrote Nf6 before playing �[31mit
             ╭─[archive/1799.pgn:412:21] game 17, ply 46
         412 │ 22. Re1 Re8 23. Nc3 Nf6 24. a3 *
             ·                     ─┬─
             ·                      ╰── stands
             ╰────
          club-law         what is known of its text says nothing of this
          until            the finder has completed 4 moves (closed with Black's move
                           25)

        1 error, 1 warning, 1 info in the game (47 plies, 1 file)
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
          remedies         Black chooses: a legal move of the man on e2 (Nd4, Nf4, Ng3)
                           or a move of the king, not castling (Kf1, Kh1), nothing named
                             before it being possible
                           by law: Black is given 120 seconds
                           White chooses: the pawn becomes a queen or knight (a8=N,
                             a8=Q)
          until            the game ends (still open)
          help             VII.1 gave the knight legally or another man; it closed when
                           Black played 23... Nf6

        warning[conduct.writing]: Black wrote Nf6 before playing ?[31mit
             ,-[archive/1799.pgn:412:21] game 17, ply 46
         412 | 22. Re1 Re8 23. Nc3 Nf6 24. a3 *
             :                     ^|^
             :                      `-- stands
             `----
          club-law         what is known of its text says nothing of this
          until            the finder has completed 4 moves (closed with Black's move
                           25)

        1 error, 1 warning, 1 info in the game (47 plies, 1 file)
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
        assert_eq!(bare, written(&mut Human::new(Look::PLAIN)));
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
        let look = Look { width: 60, ..Look::PLAIN };
        let games = [game];
        assert_snapshot!(written_of(&mut Human::new(look), &games, &summary(&games), &[]), @r#"
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
          remedies         whoever found it chooses: Black names a
                           man and White moves it (Na1, Na2, Na3,
                           Na4, Na5, Na6, Na7, Na8, Nb1, Nb2, Nb3,
                           Nb4, …: 13 in all)
          until            the game ends (still open)
          help             VII.1 gave the knight legally or another
                           man; it closed when Black played 23...
                           Nf6

        1 error in the game (47 plies, 1 file)
        "#);
    }

    #[test]
    fn without_the_text_at_hand_the_place_alone() {
        let mut game = game();
        game.source.clear();
        game.findings = vec![silent()];
        let games = [game];
        assert_snapshot!(written_of(&mut Human::new(Look::PLAIN), &games, &summary(&games), &[]), @r#"
        warning[conduct.writing]: Black wrote Nf6 before playing �[31mit
             ╰─[archive/1799.pgn:412:21] game 17, ply 46
          club-law         what is known of its text says nothing of this
          until            the finder has completed 4 moves (closed with Black's move
                           25)

        1 warning in the game (47 plies, 1 file)
        "#);
    }

    #[test]
    fn the_last_line() {
        let run = run();
        let line = |games: u64, code: &CodeInfo, findings: &[Finding], unreadable: u64| {
            let mut summary =
                crate::audit::Summary { files: 1, unreadable, games, plies: 9810, ..Default::default() };
            for finding in findings {
                summary.count(finding);
            }
            let totals = Totals { summary: &summary, games_with_findings: 2, unreadable: &[] };
            closing(Some(code), &totals)
        };
        let record = CodeInfo::record();
        assert_eq!(line(120, &run.code, &[], 0), "All 120 games are in order under club-law.");
        assert_eq!(line(1, &run.code, &[], 0), "The game is in order under club-law.");
        assert_eq!(
            line(120, &record, &[], 0),
            "All 120 games are in order, each under the code of its record."
        );
        assert_eq!(
            line(120, &run.code, &[full(), full(), full(), silent()], 0),
            "3 errors, 1 warning in 2 of 120 games (9 810 plies, 1 file)"
        );
        assert_eq!(
            line(120, &run.code, &[bare()], 2),
            "1 info in 2 of 120 games (9 810 plies, 1 file). 2 files could not be read."
        );
        assert_eq!(line(0, &run.code, &[], 0), "No games were found in 1 file.");
    }

    #[test]
    fn the_last_line_owns_to_what_is_not_told() {
        let run = run();
        let line = |games: u64, findings: &[Finding]| {
            let mut summary = crate::audit::Summary {
                files: 1,
                in_baseline: 1,
                suppressed: 1,
                games,
                ..Default::default()
            };
            for finding in findings {
                summary.count(finding);
            }
            let totals = Totals { summary: &summary, games_with_findings: 2, unreadable: &[] };
            closing(Some(&run.code), &totals)
        };
        assert_eq!(line(1, &[]), "Nothing else was found in the game. 2 findings are not told.");
        assert_eq!(line(120, &[]), "Nothing else was found in 120 games. 2 findings are not told.");
        assert_eq!(
            line(120, &[full()]),
            "1 error in 2 of 120 games (0 plies, 1 file). 2 findings are not told."
        );
    }

    #[test]
    fn plies_are_named_from_the_findings_own_move() {
        let mut finding = full();
        let name = |finding: &Finding, to_ply, plies| take_back(Retract { to_ply, plies }, finding);
        assert_eq!(name(&finding, 44, 3), "3 plies, to the position after Black's move 22");
        assert_eq!(name(&finding, 43, 1), "1 ply, to the position after White's move 22");
        assert_eq!(name(&finding, 0, 45), "45 plies, to the starting position");
        finding.movetext = Some("23... Nf6".into());
        finding.ply = 2;
        assert_eq!(name(&finding, 1, 1), "1 ply, to the position after White's move 23");
        finding.movetext = None;
        assert_eq!(name(&finding, 1, 1), "1 ply, to the position after ply 1");
    }

    #[test]
    fn every_window_has_words() {
        for closes in WindowId::ALL {
            for state in [WindowState::Open, WindowState::Closed, WindowState::Unlimited] {
                let window = Window {
                    closes: *closes,
                    opened_ply: 1,
                    closed_ply: Some(4),
                    state,
                    n: Some(4),
                    who: Some("second-player"),
                };
                assert!(until(&window, &full()).len() > 10);
            }
        }
    }
}
