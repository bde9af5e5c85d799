//! Hover: the ruling in full, with the board, and the help of commands and tags.

use std::ops::Range;

use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind, Position as TextPosition};

use super::client::ClientAbilities;
use super::documents::GamesDocument;
use super::place::{CursorPlace, CursorText};
use crate::audit::{DiagramChoice, DocumentGame, audit_part};
use crate::explain;
use crate::finding::Finding;
use crate::report::{Style, drawn, law_lines, orientation, outcome, plain};

/// A page in Markdown or as plain text.
struct HoverPage {
    text: String,
    is_markdown: bool,
}

impl HoverPage {
    fn paragraph(&mut self, text: &str) {
        if !self.text.is_empty() {
            self.text.push_str("\n\n");
        }
        self.text.push_str(text);
    }

    fn item(&mut self, text: &str) {
        self.text.push_str(if self.is_markdown { "\n- " } else { "\n  " });
        self.text.push_str(text);
    }

    /// The text of a record without effect on the page.
    fn plain(&self, text: &str) -> String {
        let text = plain(text);
        if !self.is_markdown {
            return text.into_owned();
        }
        let mut escaped = String::with_capacity(text.len());
        for character in text.chars() {
            if "\\`*_{}[]<>#|~&".contains(character) {
                escaped.push('\\');
            }
            escaped.push(character);
        }
        escaped
    }

    fn bold(&self, text: &str) -> String {
        let text = self.plain(text);
        if self.is_markdown { format!("**{text}**") } else { text }
    }

    fn code(&mut self, text: &str) {
        let text = text.trim_end();
        self.paragraph(&if self.is_markdown { format!("```text\n{text}\n```") } else { text.to_owned() });
    }

    fn finding(&mut self, finding: &Finding) {
        let head = self.bold(&format!("{}[{}]", finding.severity, finding.rule));
        let outcome = outcome(finding).map_or_else(String::new, |outcome| format!(" ({outcome})"));
        self.paragraph(&format!("{head}: {}{outcome}\n", self.plain(&finding.message)));
        for line in law_lines(finding) {
            let texts: Vec<String> = line.texts.iter().map(|text| self.plain(text)).collect();
            self.item(&format!("{}: {}", self.bold(&line.label), texts.join("; ")));
        }
    }
}

/// The findings at a position, or else the help of the command or tag there.
pub(super) fn hover(
    document: &GamesDocument,
    position: TextPosition,
    client: ClientAbilities,
) -> Option<Hover> {
    let offset = document.text.offset(position);
    let mut page = HoverPage { text: String::new(), is_markdown: client.shows_markdown };
    let found = document.findings_at(&(offset..offset));
    let mut range: Option<Range<usize>> = None;
    for (game, finding) in &found {
        range.get_or_insert_with(|| finding.location.range());
        page.finding(finding);
        if let Some(board) = board(document, game, finding) {
            page.code(&board);
        }
    }
    if found.is_empty() {
        help(document, offset, &mut page);
    }
    (!page.text.is_empty()).then(|| Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: if page.is_markdown { MarkupKind::Markdown } else { MarkupKind::PlainText },
            value: page.text,
        }),
        range: range.map(|range| document.text.range(&range)),
    })
}

/// The board before the event of a finding, as text.
fn board(document: &GamesDocument, game: &DocumentGame, finding: &Finding) -> Option<String> {
    let settings = document.audit.as_ref().ok()?.settings();
    let text = document.text.slice(game.part.clone());
    let reports = audit_part(settings, &document.name, text.as_bytes(), DiagramChoice::Kept);
    let offset = finding.location.offset.checked_sub(game.part.start as u64)?;
    let is_same = |other: &&Finding| {
        other.rule == finding.rule && other.ply == finding.ply && other.location.offset == offset
    };
    reports.iter().find_map(|report| {
        let diagram = report.findings.iter().find(is_same)?.diagram.as_deref()?;
        Some(drawn(diagram.boards.get(..1)?, orientation(&report.tags), Style::PLAIN))
    })
}

fn help(document: &GamesDocument, offset: usize, page: &mut HoverPage) {
    let rest = document.text.slice(offset..document.text.len());
    // The rest of the word at the position belongs to it.
    let word = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(rest.len());
    let text = document.text.slice(document.game_start(offset)..offset + word);
    match CursorText::of(text).place {
        CursorPlace::TagName { typed: name } | CursorPlace::TagValue { name, .. } => {
            if let Some(tag) = explain::all_tags().find(|tag| tag.name() == name) {
                page.paragraph(&format!("{}: {}", page.bold(name), page.plain(tag.says)));
                page.item(&format!("{}: {}", page.bold("values"), tag.values));
                page.item(&format!("{}: {}", page.bold("example"), page.plain(&tag.example())));
            }
        }
        CursorPlace::Command { body } => {
            let name = body.split_whitespace().next().unwrap_or_default();
            if let Some(command) = explain::all_commands().find(|command| command.name == name) {
                page.paragraph(&format!("{}: {}", page.bold(command.usage()), page.plain(command.says)));
                page.item(&format!("{}: {}", page.bold("example"), page.plain(command.example)));
            }
        }
        CursorPlace::Comment | CursorPlace::Movetext { .. } | CursorPlace::AfterGame => {}
    }
}
