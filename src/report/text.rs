//! Words and numbers for reading: counts, plurals, wrapping, and text of records made safe for a terminal.

use std::borrow::Cow;

use crate::finding::{Finding, GameReport, Severity, Tags};
use crate::law::{codes, words};

/// The most severe first.
pub(super) const SEVERITIES: [Severity; 3] = [Severity::Error, Severity::Warning, Severity::Info];

/// Whether a character could act on a terminal or cannot be seen: control characters, those that change the direction of
/// writing, and the byte order mark.
pub(super) fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}' | '\u{feff}')
}

/// The text with every unsafe character and line break replaced: the comments of a record may hold escape sequences.
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let safe = |c| match c {
        '\t' | '\n' => ' ',
        c if is_unsafe(c) => '\u{fffd}',
        c => c,
    };
    Cow::Owned(text.chars().map(safe).collect())
}

/// In characters. A tag value may be as long as a record.
const LONGEST_NAME: usize = 200;

/// The tag value as a heading shows it: cut to [`LONGEST_NAME`], and [`plain`].
pub(super) fn name_shown(tag: &str) -> Cow<'_, str> {
    match tag.char_indices().nth(LONGEST_NAME) {
        Some((end, _)) => Cow::Owned(plain(tag.get(..end).unwrap_or_default()).into_owned() + "…"),
        None => plain(tag),
    }
}

/// The names of White and Black as a heading shows them, with `unknown` for one that is missing. `None` if both are.
pub(super) fn players<'t>(tags: &'t Tags, unknown: &'t str) -> Option<[Cow<'t, str>; 2]> {
    let names =
        ["White", "Black"].map(|name| tags.value(name).filter(|value| !value.is_empty() && *value != "?"));
    names.iter().any(Option::is_some).then(|| names.map(|name| name_shown(name.unwrap_or(unknown))))
}

/// A game by its number, or the report of a tournament.
pub(super) fn game_named(number: u64) -> String {
    if number == GameReport::OF_TOURNAMENT {
        "tournament report".to_owned()
    } else {
        format!("game {number}")
    }
}

/// The citation of a finding: `club-law VIII.5`, or the code alone.
pub(crate) fn cited(finding: &Finding) -> Option<String> {
    let citation = finding.citation.as_ref()?;
    Some(match &citation.article {
        Some(article) => format!("{} {article}", citation.code),
        None => citation.code.to_string(),
    })
}

/// The text with every character beyond ASCII replaced.
pub(super) fn ascii(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            c if c.is_ascii() => out.push(c),
            '…' => out.push_str("..."),
            '–' | '—' => out.push('-'),
            _ => out.push('?'),
        }
    }
    out
}

/// A noun in the singular and in the plural.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Noun {
    pub one: &'static str,
    pub many: &'static str,
}

/// The noun for findings of a severity.
pub(super) const fn noun(severity: Severity) -> Noun {
    match severity {
        Severity::Error => Noun { one: "error", many: "errors" },
        Severity::Warning => Noun { one: "warning", many: "warnings" },
        Severity::Info => Noun { one: "info finding", many: "info findings" },
    }
}

/// The counts that are not zero, in words: `7 errors and 2 remarks`. `None` if all are zero.
pub(super) fn by_severity(number: impl Fn(Severity) -> u64) -> Option<String> {
    let counts = SEVERITIES.into_iter().map(|severity| (noun(severity), number(severity)));
    let counts: Vec<String> = counts
        .filter(|(_, number)| *number > 0)
        .map(|(Noun { one, many }, number)| plural(number, one, many))
        .collect();
    (!counts.is_empty()).then(|| words::list_and(&counts))
}

/// A number with its thousands apart: `9 810`.
pub(crate) fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(' ');
        }
        out.push(digit);
    }
    out
}

/// A number and its noun: `1 file`, `9 810 plies`.
pub(crate) fn plural(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", count(number), if number == 1 { one } else { many })
}

/// The text in lines of at most `width` characters, broken at spaces. A longer word has a line to itself.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut filled = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        match lines.last_mut() {
            Some(line) if filled + 1 + length <= width => {
                line.push(' ');
                line.push_str(word);
                filled += 1 + length;
            }
            _ => {
                lines.push(word.to_owned());
                filled = length;
            }
        }
    }
    lines
}

/// The code of games in a table.
pub(super) fn code_name(id: &str) -> &str {
    if id == codes::LEGALITY { "none covers the date: moves only" } else { id }
}

/// The law of a game as it follows its result: `under` and the code.
pub(super) fn under(code: &str) -> String {
    if code == codes::LEGALITY { "by the moves alone".to_owned() } else { format!("under {code}") }
}

/// The text with its first letter as a capital.
pub(crate) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}", letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated() {
        assert_eq!(count(0), "0");
        assert_eq!(count(999), "999");
        assert_eq!(count(1000), "1 000");
        assert_eq!(count(1_234_567), "1 234 567");
        assert_eq!(plural(1, "ply", "plies"), "1 ply");
        assert_eq!(plural(9810, "ply", "plies"), "9 810 plies");
    }

    #[test]
    fn escape_sequences_are_replaced() {
        assert_eq!(plain("12. Nf3"), "12. Nf3");
        assert_eq!(plain("a\x1b[31mb\nc\u{202e}"), "a\u{fffd}[31mb c\u{fffd}");
    }

    #[test]
    fn a_long_name_is_cut() {
        assert_eq!(name_shown("Müller\x1b"), "Müller\u{fffd}");
        let longest = "ü".repeat(LONGEST_NAME);
        assert_eq!(name_shown(&longest), longest);
        assert_eq!(name_shown(&format!("{longest}ü")), format!("{longest}…"));
    }

    #[test]
    fn lines_break_at_spaces() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("unbreakable x", 3), ["unbreakable", "x"]);
        assert!(wrap("  ", 3).is_empty());
    }
}
