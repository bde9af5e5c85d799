//! The syntax errors of a TOML file in plain words, for people who do not know TOML.

use std::ops::Range;

use toml::de::Error;

use super::FileFault;

/// The faults of a text that is not TOML, in its order. One mistake can make the parser report many errors, so each line
/// gets one fault, and nothing after an open bracket is reported.
pub(super) fn faults(text: &str, errors: &[Error]) -> Vec<FileFault> {
    let mut errors: Vec<(Range<usize>, &str)> =
        errors.iter().map(|error| (error.span().unwrap_or(0..0), error.message())).collect();
    errors.sort_by_key(|(span, _)| span.start);
    let mut faults: Vec<FileFault> = Vec::new();
    let mut last_line = None;
    for (span, message) in errors {
        let place = Place::of(text, span);
        if last_line.replace(place.line_start) == Some(place.line_start) {
            continue;
        }
        let (message, help, goes_on) = place.explain(message);
        let span = if goes_on { place.span } else { end_of_text(text, place.span) };
        faults.push(FileFault { span, message, help: Some(help).filter(|help| !help.is_empty()) });
        if !goes_on {
            break;
        }
    }
    faults
}

/// The last letter before the place where the parser missed a bracket or mark, which belongs after it.
fn end_of_text(text: &str, span: Range<usize>) -> Range<usize> {
    let before = text.get(..span.start).unwrap_or_default().trim_end();
    match before.char_indices().next_back() {
        Some((last, _)) if span.is_empty() => last..before.len(),
        _ => span,
    }
}

const NO_COMMA_IN_TABLE: &str = "a comma is missing between two keys of a table";
const COMMA: &str = "write `,` between them";
const TWO_ON_A_LINE: &str = "there is more on this line than one key and its value";
const ONE_EACH: &str = "write each key on a line of its own";

/// The place of an error.
struct Place<'t> {
    span: Range<usize>,
    /// The text of the span.
    word: &'t str,
    line_start: usize,
    /// The line up to the span.
    before: &'t str,
    /// The text from the end of the span on.
    after: &'t str,
}

impl<'t> Place<'t> {
    fn of(text: &'t str, span: Range<usize>) -> Self {
        let start = text.get(..span.start).unwrap_or_default();
        let line_start = start.rfind('\n').map_or(0, |at| at.saturating_add(1));
        Self {
            word: text.get(span.clone()).unwrap_or_default(),
            before: text.get(line_start..span.start).unwrap_or_default(),
            after: text.get(span.end..).unwrap_or_default(),
            line_start,
            span,
        }
    }

    /// The line after the span.
    fn rest_of_line(&self) -> &'t str {
        self.after.lines().next().unwrap_or_default().trim()
    }

    /// The fault, the remedy, and whether the text after it can be read.
    fn explain(&self, message: &str) -> (String, String, bool) {
        let what = message.split(", expected").next().unwrap_or(message);
        let heading = self.before.trim_start().starts_with('[') && !self.before.contains('=');
        let said = |message: &str, help: &str| (message.to_owned(), help.to_owned(), true);
        let open = |message: &str, help: &str| (message.to_owned(), help.to_owned(), false);
        match what {
            "string values must be quoted" | "invalid boolean" | "invalid value" => self.unquoted(),
            "invalid date" | "invalid float" | "invalid datetime" if is_like_date(&self.number()) => {
                no_date()
            }
            "invalid date" | "invalid datetime" => no_date(),
            "unexpected leading zero" => said("a number cannot begin with 0", "remove the 0"),
            "duplicate key" if heading => {
                let name = self.word;
                let mixed = self.before.trim_start().starts_with("[[");
                let message = if mixed {
                    format!("the file has both [{name}] and [[{name}]]")
                } else {
                    format!("the file has a second [{name}]")
                };
                let help = if mixed {
                    format!("write [[{name}]] each time, with two brackets")
                } else {
                    format!(
                        "if there can be several, write each as [[{name}]]; if not, put all its keys under the first"
                    )
                };
                (message, help, false)
            }
            "duplicate key" => (
                format!("`{}` is written twice in this table", self.word),
                "remove one of the two".to_owned(),
                true,
            ),
            "missing opening quote" => {
                let text = self.rest_of_line().split('"').next().unwrap_or_default();
                (
                    "the quotation mark before this text is missing".to_owned(),
                    format!("write \"{text}\""),
                    true,
                )
            }
            "invalid basic string" if message.ends_with("`\"`") => {
                open("the quotation mark after this text is missing", "write `\"` at its end")
            }
            "invalid multi-line basic string" if message.ends_with("`\"`") => {
                open("the three quotation marks after this text are missing", "write `\"\"\"` at its end")
            }
            "invalid literal string" => {
                open("the quotation mark after this text is missing", "put the text between two `\"`")
            }
            "missing escaped value" | "invalid escape sequence" => {
                said("a single backslash cannot be part of a text", "write it twice (`\\\\`), or remove it")
            }
            "unclosed array table" | "unclosed table" => {
                let line = format!("{}{}", self.before, self.rest_of_line());
                let name = line.trim_matches(|c: char| c.is_whitespace() || matches!(c, '[' | ']'));
                let heading = if line.trim_start().starts_with("[[") {
                    format!("[[{name}]]")
                } else {
                    format!("[{name}]")
                };
                ("a bracket of this heading is missing".to_owned(), format!("write {heading}"), false)
            }
            "missing comma between array elements" | "unclosed array" => {
                if what == "unclosed array" || starts_key(self.after) {
                    return open("the list is not closed", "write `]` at its end");
                }
                said("a comma is missing between two entries of a list", COMMA)
            }
            "missing comma between key-value pairs"
            | "unclosed inline table"
            | "invalid inline table element" => {
                let next_line = self.rest_of_line().is_empty() || self.before.trim().is_empty();
                let ends = self.after.trim_start().starts_with(']');
                if what == "unclosed inline table" || ends || (next_line && starts_key(self.after)) {
                    return open("the table is not closed", "write `}` at its end");
                }
                said(NO_COMMA_IN_TABLE, COMMA)
            }
            "extra comma in array" | "extra comma in inline table" => {
                said("there is one comma too many", "remove it")
            }
            "unexpected key or value" => match self.rest_of_line().chars().next() {
                Some(bracket @ (']' | '}')) => (
                    format!("nothing is open that this `{bracket}` could close"),
                    "remove it".to_owned(),
                    true,
                ),
                _ => said(TWO_ON_A_LINE, ONE_EACH),
            },
            "key with no value" => self.no_value(),
            "invalid unquoted key" if self.word.starts_with(':') => {
                let key = self.before.trim();
                (format!("`{key}` is followed by `:`"), format!("write `=` in its place: {key} = …"), true)
            }
            "invalid unquoted key" => said(
                "this is not a key",
                "a key has only letters of the English alphabet, digits, `-` and `_`; write `#` before a remark",
            ),
            _ => (what.to_owned(), String::new(), true),
        }
    }

    /// A number with what follows it, such as `31.12.1999`.
    fn number(&self) -> String {
        let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | '/' | '-');
        let head = self.before.rsplit(|c: char| !is_part(c)).next().unwrap_or_default();
        format!("{head}{}", self.word)
    }

    /// A value that is not in quotation marks.
    fn unquoted(&self) -> (String, String, bool) {
        let word = self.word.trim();
        let key = self.before.trim().trim_end_matches('=').trim();
        if word.is_empty() {
            let name =
                if key.is_empty() || key.contains(' ') { "this key".to_owned() } else { format!("`{key}`") };
            return (format!("{name} has no value"), "write its value after the `=`".to_owned(), true);
        }
        if is_like_date(word) {
            return no_date();
        }
        if word.eq_ignore_ascii_case("true") || word.eq_ignore_ascii_case("false") {
            let small = word.to_lowercase();
            return (format!("`{word}` must be in small letters"), format!("write {small}"), true);
        }
        if self.rest_of_line().starts_with('=') {
            let (message, help, goes_on) = if self.before.trim().is_empty() {
                ("the list before this key is not closed", "write `]` at its end", false)
            } else if self.before.contains('{') {
                (NO_COMMA_IN_TABLE, COMMA, true)
            } else {
                (TWO_ON_A_LINE, ONE_EACH, true)
            };
            return (message.to_owned(), help.to_owned(), goes_on);
        }
        let marks = ['“', '”', '„', '«', '»', '‘', '’'];
        let plain = word.trim_matches(marks);
        let message = if word.starts_with(marks) {
            "these are not the quotation marks of a law file, which are straight"
        } else {
            "text must be in quotation marks"
        };
        (message.to_owned(), format!("write \"{plain}\""), true)
    }

    /// A line that has no `=`.
    fn no_value(&self) -> (String, String, bool) {
        let key = self.before.trim();
        let rest = self.rest_of_line();
        let (message, help) = if let Some(name) = key.strip_suffix(':') {
            (format!("`{name}` is followed by `:`"), format!("write `=` in its place: {name} = …"))
        } else if rest.starts_with(':') {
            (format!("`{key}` is followed by `:`"), format!("write `=` in its place: {key} = …"))
        } else if rest.is_empty()
            || rest.starts_with(['"', '[', '{'])
            || rest.starts_with(|c: char| c.is_ascii_digit())
        {
            (format!("the `=` after `{key}` is missing"), format!("write {key} = …"))
        } else {
            (
                "this line is neither a heading nor a key with its value".to_owned(),
                "write `#` before a remark; a key is one word, with `=` after it".to_owned(),
            )
        };
        (message, help, true)
    }
}

fn no_date() -> (String, String, bool) {
    let help = "write the year, the month and the day: 1999-12-31";
    ("this is not a date".to_owned(), help.to_owned(), true)
}

/// Whether a text is written like a date: three numbers.
fn is_like_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split(['.', '/', '-']).collect();
    parts.len() == 3
        && parts.iter().all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether the text goes on with a key and `=`, or with a heading.
fn starts_key(text: &str) -> bool {
    let text = text.trim_start();
    let rest = text.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
    text.starts_with('[') && text.contains("]\n")
        || (rest.len() < text.len() && rest.trim_start().starts_with('='))
}

#[cfg(test)]
mod tests {
    use super::super::TomlReader;

    /// The first fault of a text: its message and help.
    fn first(text: &str) -> String {
        let mut reader = TomlReader::default();
        reader.parse(text);
        match reader.faults.as_slice() {
            [only] => format!("{}; {}", only.message, only.help.as_deref().unwrap_or_default()),
            several => format!("{several:?}"),
        }
    }

    #[test]
    fn mistakes_are_explained_in_plain_words() {
        let table = [
            ("id = club\n", "text must be in quotation marks; write \"club\""),
            ("id = The laws\n", "text must be in quotation marks; write \"The laws\""),
            (
                "id = “club”\n",
                "these are not the quotation marks of a law file, which are straight; write \"club\"",
            ),
            (
                "id = \"club\nyear = 1\n",
                "the quotation mark after this text is missing; write `\"` at its end",
            ),
            ("id = club\"\n", "the quotation mark before this text is missing; write \"club\""),
            ("id =\n", "`id` has no value; write its value after the `=`"),
            ("id \"x\"\n", "the `=` after `id` is missing; write id = …"),
            ("id: \"x\"\n", "`id` is followed by `:`; write `=` in its place: id = …"),
            ("id = 1\nid = 2\n", "`id` is written twice in this table; remove one of the two"),
            (
                "[a]\nx = 1\n\n[a]\nx = 2\n",
                "the file has a second [a]; if there can be several, write each as [[a]]; if not, put all its keys under the first",
            ),
            (
                "[[a]]\nx = 1\n[a]\n",
                "the file has a second [a]; if there can be several, write each as [[a]]; if not, put all its keys under the first",
            ),
            ("[a]\n[[a]]\n", "the file has both [a] and [[a]]; write [[a]] each time, with two brackets"),
            ("[[a]\nx = 1\n", "a bracket of this heading is missing; write [[a]]"),
            ("[a\nx = 1\n", "a bracket of this heading is missing; write [a]"),
            ("x = [\"a\", \"b\"\ny = 1\nz = \"c\"\n", "the list is not closed; write `]` at its end"),
            (
                "x = [\"a\" \"b\"]\n",
                "a comma is missing between two entries of a list; write `,` between them",
            ),
            ("x = [ { a = 1 ]\ny = 2\n", "the table is not closed; write `}` at its end"),
            ("x = { a = 1\ny = 2\n", "the table is not closed; write `}` at its end"),
            (
                "x = { a = 1 b = 2 }\n",
                "a comma is missing between two keys of a table; write `,` between them",
            ),
            ("x = [1]]\n", "nothing is open that this `]` could close; remove it"),
            (
                "x = 1 y = 2\n",
                "there is more on this line than one key and its value; write each key on a line of its own",
            ),
            ("since = 1999-13-31\n", "this is not a date; write the year, the month and the day: 1999-12-31"),
            ("since = 31.12.1999\n", "this is not a date; write the year, the month and the day: 1999-12-31"),
            ("since = 31/12/1999\n", "this is not a date; write the year, the month and the day: 1999-12-31"),
            ("free = True\n", "`True` must be in small letters; write true"),
            (
                "x = \"a\\q\"\n",
                "a single backslash cannot be part of a text; write it twice (`\\\\`), or remove it",
            ),
            (
                "These are laws.\n",
                "this line is neither a heading nor a key with its value; write `#` before a remark; a key is one word, with `=` after it",
            ),
        ];
        for (text, expected) in table {
            assert_eq!(first(text), expected, "{text}");
        }
    }
}
