//! `html`: a page for a browser or the printer, whole in one file.
//!
//! It needs no network and no script: the script only narrows the list. On paper, where nothing opens, the articles
//! stand once at the end.
//! Templates stand in `html/` and are checked by the compiler; what comes from records goes through their
//! escaping, and a policy names the style and the script by their hashes, so that nothing else can run.

mod acts;
mod article;
mod audit;
mod board;
mod sections;

use std::io;

use askama::Template;

use crate::law::Rule;

use super::Tool;
use super::text::count;

pub(super) use acts::Acts;
pub(super) use article::{Articles, Book, Closed, code_line};
pub(crate) use audit::Html;
pub(super) use board::{Legend, drawn};
pub(super) use sections::{EntryNumber, GameHeading, Pictures, SectionEntry, Sections};

/// The style of every page.
const STYLE: &str = include_str!("html/page.css");
/// The script of every page.
const SCRIPT: &str = include_str!("html/page.js");
/// What the policy calls them by; a test says what they must be.
const STYLE_HASH: &str = "sha256-2MRjXTY6Cnq92PFG3ROjcFkplN+N3m0IswiC02pMbS8=";
const SCRIPT_HASH: &str = "sha256-qop5e/ckPVJJmwvIefkzXRKsYdcXOswL1glv6K84PgU=";

/// What frames every page.
pub(super) struct Frame {
    /// What kind of report it is.
    pub kind: &'static str,
    /// What sheets it is printed on.
    pub sheet: Sheet,
    /// The title of the page.
    pub title: String,
    /// What it comes to, in a sentence.
    pub lead: String,
    /// Who wrote it.
    pub tool: String,
    /// The style.
    pub style: &'static str,
    /// The script.
    pub script: &'static str,
    /// What the policy calls the style by.
    pub style_hash: &'static str,
    /// What the policy calls the script by.
    pub script_hash: &'static str,
}

/// How the paper lies that a page is printed on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sheet {
    /// Upright.
    Tall,
    /// On its side.
    Wide,
}

impl Sheet {
    /// As the style calls it.
    pub(super) const fn class(self) -> &'static str {
        match self {
            Self::Tall => "tall",
            Self::Wide => "wide",
        }
    }
}

impl Frame {
    /// A page of a kind.
    pub(super) fn new(kind: &'static str, sheet: Sheet, title: String, lead: &str, tool: &Tool) -> Self {
        Self {
            kind,
            sheet,
            title,
            lead: unbroken(lead),
            tool: format!("{} {}", tool.name, tool.version),
            style: STYLE,
            script: SCRIPT,
            style_hash: STYLE_HASH,
            script_hash: SCRIPT_HASH,
        }
    }
}

/// A number of the summary and what it counts.
pub(super) struct Figure {
    pub name: &'static str,
    pub number: String,
    /// The severity that it counts, if it is one.
    pub class: &'static str,
}

impl Figure {
    /// A number, and what it is one of or many of.
    pub(super) fn of(number: u64, one: &'static str, many: &'static str) -> Self {
        Self { name: if number == 1 { one } else { many }, number: count(number), class: "" }
    }
}

/// A code as the summary names it.
pub(super) struct CodeLine {
    pub id: String,
    pub about: String,
}

/// How often a rule was met.
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

/// A sentence whose numbers do not break between their thousands.
fn unbroken(text: &str) -> String {
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

/// Fills a template.
fn filled(template: &impl Template) -> io::Result<String> {
    template.render().map_err(io::Error::other)
}

/// Who played, where it is known; else the number of the game.
pub(super) fn players(tag: impl Fn(&str) -> Option<String>, number: u64) -> String {
    let known = |name| tag(name).filter(|value| !value.is_empty() && *value != "?");
    match (known("White"), known("Black")) {
        (None, None) => format!("Game {number}"),
        (white, black) => {
            let name = |known: Option<String>| known.unwrap_or_else(|| "unknown".to_owned());
            format!("{} – {}", name(white), name(black))
        }
    }
}

/// Event, site and date, as far as they are known.
pub(super) fn occasion(tag: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let is_known = |value: &String| value.chars().any(|c| !matches!(c, '?' | '.' | '-' | ' '));
    ["Event", "Site", "Date"].into_iter().filter_map(tag).filter(is_known).collect()
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use sha2::{Digest, Sha256};

    use super::*;

    #[test]
    fn numbers_do_not_break() {
        assert_eq!(unbroken("2 of 7 788 games, 9 in 1"), "2 of 7\u{202f}788 games, 9 in 1");
    }

    #[test]
    fn the_policy_names_what_stands_in_the_page() {
        let hash = |text: &str| format!("sha256-{}", STANDARD.encode(Sha256::digest(text)));
        assert_eq!(STYLE_HASH, hash(STYLE));
        assert_eq!(SCRIPT_HASH, hash(SCRIPT));
    }
}
