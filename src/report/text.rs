//! Words and numbers for reading: counts, plurals, wrapping, and text from records made harmless.

use std::borrow::Cow;

use crate::finding::{Finding, Severity};
use crate::law::words;

/// The severities from the gravest down.
pub(super) const SEVERITIES: [Severity; 3] = [Severity::Error, Severity::Warning, Severity::Info];

/// Whether a character from a record could do something to a terminal other than be shown: control
/// characters, and those that turn the direction of writing.
pub(super) fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}')
}

/// The text with every character that could do something to a terminal, or break a line, replaced.
///
/// Records come from anywhere, and a comment may hold escape sequences.
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    if text.chars().any(is_unsafe) {
        Cow::Owned(
            text.chars()
                .map(|c| match c {
                    '\t' | '\n' => ' ',
                    c if is_unsafe(c) => '\u{fffd}',
                    c => c,
                })
                .collect(),
        )
    } else {
        Cow::Borrowed(text)
    }
}

/// In characters: no name is so long, though a tag may be as long as a record.
const LONGEST_NAME: usize = 200;

/// As much of a tag as a heading shows, with nothing that could do something to a terminal: [`plain`].
pub(super) fn name_shown(tag: &str) -> Cow<'_, str> {
    match tag.char_indices().nth(LONGEST_NAME) {
        Some((end, _)) => Cow::Owned(plain(tag.get(..end).unwrap_or_default()).into_owned() + "…"),
        None => plain(tag),
    }
}

/// The law that decides a finding, where one does: `club-law VIII.5`, or the code alone.
pub(super) fn under(finding: &Finding) -> Option<String> {
    let citation = finding.citation.as_ref()?;
    Some(match &citation.article {
        Some(article) => format!("{} {article}", citation.code),
        None => citation.code.to_string(),
    })
}

/// The text with nothing beyond ASCII.
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

/// A noun for one thing, and for several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Noun {
    pub one: &'static str,
    pub many: &'static str,
}

/// What findings of a severity are called in a sentence.
pub(super) const fn noun(severity: Severity) -> Noun {
    match severity {
        Severity::Error => Noun { one: "error", many: "errors" },
        Severity::Warning => Noun { one: "warning", many: "warnings" },
        Severity::Info => Noun { one: "remark", many: "remarks" },
    }
}

/// How many there are of each severity, where there are any: `7 errors and 2 remarks`.
pub(super) fn of_severities(number: impl Fn(Severity) -> u64) -> Option<String> {
    let some: Vec<String> = SEVERITIES
        .into_iter()
        .filter_map(|severity| {
            let Noun { one, many } = noun(severity);
            let number = number(severity);
            (number > 0).then(|| plural(number, one, many))
        })
        .collect();
    (!some.is_empty()).then(|| words::all(&some))
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

/// The text in lines of at most `width` characters, broken at spaces; a word that is longer stands
/// on a line of its own.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut filled = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if filled > 0 && filled + 1 + length > width {
            lines.push(std::mem::take(&mut line));
            filled = 0;
        }
        if filled > 0 {
            line.push(' ');
            filled += 1;
        }
        line.push_str(word);
        filled += length;
    }
    if filled > 0 {
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_stand_apart() {
        assert_eq!(count(0), "0");
        assert_eq!(count(999), "999");
        assert_eq!(count(1000), "1 000");
        assert_eq!(count(1_234_567), "1 234 567");
        assert_eq!(plural(1, "ply", "plies"), "1 ply");
        assert_eq!(plural(9810, "ply", "plies"), "9 810 plies");
    }

    #[test]
    fn escape_sequences_are_made_harmless() {
        assert_eq!(plain("12. Nf3"), "12. Nf3");
        assert_eq!(plain("a\x1b[31mb\nc\u{202e}"), "a\u{fffd}[31mb c\u{fffd}");
    }

    #[test]
    fn a_name_is_as_long_as_a_name() {
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
