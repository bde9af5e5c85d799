//! `html`: a page for a browser or the printer, in one file.
//!
//! The page needs no network. It also works without its script, which only filters the list. On paper, where nothing can be
//! opened, the articles are printed once at the end. The compiler checks the templates in `html/`, which escape all text from
//! records. A content security policy names the style and the script by their hashes, so that nothing else can run.

mod acts;
mod article;
mod audit;
mod board;
mod crosstable;
mod file_counts;
mod sections;

use std::borrow::Cow;
use std::io;

use askama::Template;

use crate::finding::{GameReport, Score, Tags};
use crate::law::{Rule, words};

use super::text::{count, game_named, name_shown, plain, players, plural};
use super::{PageDate, Tool, UnusedSource};

pub(super) use acts::Acts;
pub(super) use article::{ArticleSummary, Articles, Book, code_line};
pub(crate) use audit::Html;
pub(super) use board::{Legend, drawn};
pub(super) use sections::{EntryNumber, GameHeading, Pictures, SectionEntry, Sections};

const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/page.js");
// The sources that the policy allows; a test compares them with the files.
const STYLE_HASH: &str = "sha256-HrWuXyOWK7C2fp98RXg+SjXjuZlZavKxkKlb6SkbC8U=";
const SCRIPT_HASH: &str = "sha256-j+/DZpeD8s1SWjCimsce4zTw6PlZRHfT4srb9v5Bdzs=";

/// The common parts of all pages.
pub(super) struct Frame {
    /// The line above the heading: date and version.
    pub kind: String,
    /// The title of the window.
    pub title: String,
    pub heading: String,
    /// The summary line.
    pub lead: String,
    pub tool: String,
    pub style: &'static str,
    pub script: &'static str,
    pub style_hash: &'static str,
    pub script_hash: &'static str,
}

impl Frame {
    /// A page with the date of the run, or else that of the newest game.
    pub(super) fn new(
        heading: String,
        date: Option<PageDate>,
        newest: Option<PageDate>,
        lead: &str,
        tool: &Tool,
    ) -> Self {
        let date = match (date, newest) {
            (Some(date), _) => Some(date.to_string()),
            (None, newest) => newest.map(|newest| format!("newest game {newest}")),
        };
        let tool = format!("{} {}", tool.name, tool.version);
        let kind: Vec<String> = date.into_iter().chain([tool.clone()]).collect();
        let kind = kind.join(" · ");
        Self {
            title: format!("{heading} · {kind}"),
            kind,
            heading,
            lead: with_narrow_spaces(lead),
            tool,
            style: STYLE,
            script: SCRIPT,
            style_hash: STYLE_HASH,
            script_hash: SCRIPT_HASH,
        }
    }
}

/// The inputs of a run, as a heading names them.
pub(super) fn inputs_named(inputs: &[String]) -> String {
    const MOST_NAMED: usize = 3;
    let mut names: Vec<String> =
        inputs.iter().take(MOST_NAMED).map(|name| name_shown(name).into_owned()).collect();
    let more = inputs.len().saturating_sub(MOST_NAMED) as u64;
    if more > 0 {
        names.push(format!("{} more", count(more)));
    }
    words::list_and(&names)
}

/// A code in the summary.
pub(super) struct CodeLine {
    pub id: String,
    pub about: String,
}

/// The number of findings of a rule, or of games that differ on it.
pub(super) struct RuleLine {
    pub id: &'static str,
    pub about: &'static str,
    pub number: String,
}

impl RuleLine {
    pub(super) fn new(rule: Rule, number: u64) -> Self {
        Self { id: rule.id(), about: rule.summary(), number: count(number) }
    }
}

/// The text with narrow no-break spaces between the thousands of its numbers.
fn with_narrow_spaces(text: &str) -> String {
    let mut letters = text.chars().peekable();
    let mut written = String::with_capacity(text.len());
    let mut is_digit = false;
    while let Some(letter) = letters.next() {
        let parts_a_number = is_digit && letter == ' ' && letters.peek().is_some_and(char::is_ascii_digit);
        written.push(if parts_a_number { '\u{202f}' } else { letter });
        is_digit = letter.is_ascii_digit();
    }
    written
}

fn filled(template: &impl Template) -> io::Result<String> {
    template.render().map_err(io::Error::other)
}

/// The players, or the number of the game if both are unknown.
pub(super) fn game_title(tags: &Tags, number: u64) -> String {
    match players(tags, "unknown") {
        None if number == GameReport::OF_TOURNAMENT => "Tournament report".to_owned(),
        None => format!("Game {number}"),
        Some([white, black]) => format!("{white} – {black}"),
    }
}

/// The place of a game in the input.
pub(super) fn game_source(file: &str, line: u64, number: u64) -> String {
    plain(&format!("{file}:{line}, {}", game_named(number))).into_owned()
}

/// Event, site and date, if known, and the length and the result of a game.
pub(super) fn about_game(tags: &Tags, plies: u32, result: Score) -> Vec<String> {
    let is_known = |value: &Cow<'_, str>| value.chars().any(|c| !matches!(c, '?' | '.' | '-' | ' '));
    let values = ["Event", "Site", "Date"].into_iter().filter_map(|name| tags.value(name).map(name_shown));
    let mut about: Vec<String> = values.filter(is_known).map(Cow::into_owned).collect();
    about.push(plural(u64::from(plies), "ply", "plies"));
    about.push(format!("recorded result {}", result.id()));
    about
}

/// A remark on each source that could not be read.
pub(super) fn unreadable_remarks(sources: &[UnusedSource]) -> impl Iterator<Item = String> {
    sources.iter().map(|one| plain(&format!("{}: {}.", one.file, one.why)).into_owned())
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use sha2::{Digest, Sha256};

    use super::*;

    #[test]
    fn numbers_have_narrow_spaces() {
        assert_eq!(with_narrow_spaces("2 of 7 788 games, 9 in 1"), "2 of 7\u{202f}788 games, 9 in 1");
    }

    #[test]
    fn the_policy_has_the_current_hashes() {
        let hash = |text: &str| format!("sha256-{}", STANDARD.encode(Sha256::digest(text)));
        assert_eq!(STYLE_HASH, hash(STYLE));
        assert_eq!(SCRIPT_HASH, hash(SCRIPT));
    }
}
