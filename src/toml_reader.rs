//! A strict reader of TOML files that people write. It accepts only known keys and values of the right type, and collects
//! all faults, each with its span and the nearest valid name.

mod syntax;
mod tree;

use std::ops::Range;
use std::sync::Arc;

use miette::{Diagnostic, NamedSource};
use thiserror::Error;

use crate::nearest::nearest;
pub(crate) use tree::{Entries, Node, Value};

/// A name and its span in the file.
pub(crate) struct SpannedName {
    pub(crate) name: Arc<str>,
    pub(crate) span: Range<usize>,
}

/// A fault of a file.
#[derive(Clone, PartialEq, Eq, Debug, Error, Diagnostic)]
#[error("{message}")]
pub struct FileFault {
    /// In bytes.
    #[label]
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What was probably meant, or what to do.
    #[help]
    pub help: Option<String>,
}

/// The faults of a file that cannot be used.
#[derive(Debug, Error, Diagnostic)]
#[error("the {what} has {} error{}", .errors.len(), if .errors.len() == 1 { "" } else { "s" })]
pub struct InvalidFile {
    /// In the order of the text.
    #[related]
    pub errors: Vec<FileFault>,
    what: &'static str,
    #[source_code]
    text: NamedSource<Arc<str>>,
}

impl InvalidFile {
    /// `what` is the kind of file; it serves as the name until [`FaultyFile::named`] sets one.
    pub(crate) fn new(what: &'static str, text: &str, errors: Vec<FileFault>) -> Self {
        Self { errors, what, text: NamedSource::new(what, Arc::from(text)).with_language("TOML") }
    }

    /// The first fault, with its line.
    pub(crate) fn first(&self) -> Option<String> {
        let fault = self.errors.first()?;
        let before = self.text.inner().get(..fault.span.start).unwrap_or_default();
        Some(format!("line {}: {fault}", before.matches('\n').count() + 1))
    }

    /// Sets the name of the file.
    #[must_use]
    pub fn named(self, name: &str) -> Self {
        let text = Arc::clone(self.text.inner());
        Self { text: NamedSource::new(name, text).with_language("TOML"), ..self }
    }
}

/// An enum whose variants are words of a file.
pub(crate) trait Word: Copy + Sized + 'static {
    /// What messages call a word of this set.
    const NOUN: &'static str;

    fn all() -> &'static [Self];

    fn word(self) -> &'static str;

    fn from_word(word: &str) -> Option<Self> {
        Self::all().iter().copied().find(|known| known.word() == word)
    }
}

#[derive(Clone, Copy)]
pub(crate) struct TomlTable<'a, 'i> {
    pub(crate) entries: &'a Entries<'i>,
    start: usize,
    end: usize,
    /// What messages call the table.
    pub(crate) what: &'static str,
}

impl<'a, 'i> TomlTable<'a, 'i> {
    pub(crate) fn get(&self, key: &str) -> Option<&'a Value<'i>> {
        self.entries.get(key)
    }

    pub(crate) fn span(&self) -> Range<usize> {
        self.start..self.end
    }
}

#[derive(Default)]
pub(crate) struct TomlReader {
    pub(crate) faults: Vec<FileFault>,
    /// Whether notes are kept. Most readers of a file need none.
    pub(crate) takes_notes: bool,
    notes: Vec<FileFault>,
}

/// At most this many names are suggested because they contain a word.
const MOST_WITH_WORD: usize = 4;

fn did_you_mean(name: &str) -> String {
    format!("did you mean `{name}`?")
}

/// The help for `word` in place of one of `names`.
pub(crate) fn suggestion(word: &str, names: &[&str]) -> Option<String> {
    if let Some(name) = nearest(word, names.iter().copied()) {
        return Some(did_you_mean(name));
    }
    let with_word: Vec<&&str> =
        names.iter().filter(|name| name.split('-').any(|part| part == word)).take(MOST_WITH_WORD).collect();
    if names.len() > 24 && !with_word.is_empty() {
        let list: Vec<String> = with_word.iter().map(|name| format!("`{name}`")).collect();
        return Some(format!("did you mean {}?", list.join(" or ")));
    }
    (!names.is_empty() && names.len() <= 24).then(|| {
        let list: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        format!("use one of {}", list.join(", "))
    })
}

fn type_name(value: &Node<'_>) -> &'static str {
    match value {
        Node::Text(_) => "text in quotation marks",
        Node::Number(_) => "a whole number",
        Node::Float => "a decimal number",
        Node::Boolean(_) => "a boolean",
        Node::Date(_) => "a date",
        Node::List(_) => "a list",
        Node::Table(_) => "a table",
    }
}

impl TomlReader {
    pub(crate) fn fault(&mut self, span: Range<usize>, message: impl Into<String>, help: Option<String>) {
        self.faults.push(FileFault { span, message: message.into(), help });
    }

    pub(crate) fn with_notes() -> Self {
        Self { takes_notes: true, ..Self::default() }
    }

    /// A remark on a file that is valid.
    pub(crate) fn note(&mut self, span: Range<usize>, message: impl Into<String>, help: Option<String>) {
        if self.takes_notes {
            self.notes.push(FileFault { span, message: message.into(), help });
        }
    }

    /// The notes in the order of the text.
    pub(crate) fn into_notes(self) -> Vec<FileFault> {
        let mut notes = self.notes;
        notes.sort_by_key(|note| (note.span.start, note.span.end));
        notes
    }

    fn wrong_type(&mut self, value: &Value<'_>, expected: &str) {
        let found = type_name(&value.node);
        self.fault(value.span(), format!("expected {expected}, found {found}"), None);
    }

    /// Parses the document as far as it is valid TOML.
    pub(crate) fn parse<'i>(&mut self, text: &'i str) -> Entries<'i> {
        let (root, syntax) = tree::tree(text);
        self.faults.extend(syntax::faults(text, &syntax));
        root
    }

    /// Returns the faults so far as an error: within the text, in its order, each once.
    pub(crate) fn finish(&mut self, what: &'static str, text: &str) -> Result<(), InvalidFile> {
        let mut faults = std::mem::take(&mut self.faults);
        if faults.is_empty() {
            return Ok(());
        }
        for fault in &mut faults {
            let end = fault.span.end.min(text.len());
            fault.span = fault.span.start.min(end)..end;
        }
        faults.sort_by(|a, b| {
            (a.span.start, a.span.end, &a.message).cmp(&(b.span.start, b.span.end, &b.message))
        });
        faults.dedup();
        Err(InvalidFile::new(what, text, faults))
    }

    /// The root table of the document.
    pub(crate) fn root<'a, 'i>(
        &mut self,
        root: &'a Entries<'i>,
        what: &'static str,
        keys: &[&str],
    ) -> TomlTable<'a, 'i> {
        let table = TomlTable { entries: root, start: 0, end: 0, what };
        self.known_keys(&table, keys);
        table
    }

    /// A table with no keys but `keys`.
    pub(crate) fn table<'a, 'i>(
        &mut self,
        value: &'a Value<'i>,
        what: &'static str,
        keys: &[&str],
    ) -> Option<TomlTable<'a, 'i>> {
        let table = self.open_table(value, what)?;
        self.known_keys(&table, keys);
        Some(table)
    }

    /// A table with any keys.
    pub(crate) fn open_table<'a, 'i>(
        &mut self,
        value: &'a Value<'i>,
        what: &'static str,
    ) -> Option<TomlTable<'a, 'i>> {
        let Node::Table(entries) = &value.node else {
            match &value.node {
                // `[[code]]`
                Node::List(items) if what.starts_with('[') && items.iter().all(Value::is_table) => {
                    let help = Some(format!("write {what}, with single brackets"));
                    self.fault(value.span(), "there can be only one of this table", help);
                }
                _ => self.wrong_type(value, "a table"),
            }
            return None;
        };
        let Range { start, end } = value.span();
        Some(TomlTable { entries, start, end, what })
    }

    fn known_keys(&mut self, table: &TomlTable<'_, '_>, keys: &[&str]) {
        for entry in table.entries.iter() {
            let name: &str = &entry.key;
            if !keys.contains(&name) {
                self.fault(
                    entry.key_span(),
                    format!("unknown key `{name}` in this {}", table.what),
                    suggestion(name, keys),
                );
            }
        }
    }

    /// Whether a key of the table was reported as this one misspelt. Then it is not missing too.
    pub(crate) fn has_misspelt(&self, table: &TomlTable<'_, '_>, key: &str) -> bool {
        let help = did_you_mean(key);
        table.entries.iter().any(|entry| {
            let is_of_entry = |fault: &&FileFault| fault.span == entry.key_span();
            self.faults.iter().filter(is_of_entry).any(|fault| fault.help.as_ref() == Some(&help))
        })
    }

    pub(crate) fn require<'a, 'i>(&mut self, table: &TomlTable<'a, 'i>, key: &str) -> Option<&'a Value<'i>> {
        let value = table.get(key);
        if value.is_none() && !self.has_misspelt(table, key) {
            // Whatever the root of a document must have is a table.
            let is_root = table.span().is_empty();
            let missing = if is_root { format!("a table `[{key}]`") } else { format!("`{key} = …`") };
            self.fault(
                table.span(),
                format!("this {} has no `{key}`", table.what),
                Some(format!("add {missing}")),
            );
        }
        value
    }

    pub(crate) fn text<'a>(&mut self, value: &'a Value<'_>) -> Option<&'a str> {
        let Node::Text(text) = &value.node else {
            self.wrong_type(value, "text in quotation marks");
            return None;
        };
        if text.chars().all(char::is_whitespace) {
            self.fault(value.span(), "this text is empty", None);
            return None;
        }
        Some(text)
    }

    pub(crate) fn boolean(&mut self, value: &Value<'_>) -> Option<bool> {
        let Node::Boolean(flag) = &value.node else {
            self.wrong_type(value, "true or false");
            return None;
        };
        Some(*flag)
    }

    pub(crate) fn number<N: TryFrom<u64>>(&mut self, value: &Value<'_>) -> Option<N> {
        let Node::Number(number) = &value.node else {
            self.wrong_type(value, "a whole number");
            return None;
        };
        let found = number.and_then(|number| N::try_from(number).ok());
        if found.is_none() {
            self.fault(value.span(), "this number is out of range", None);
        }
        found
    }

    /// A number of at least 1.
    pub(crate) fn count(&mut self, value: &Value<'_>) -> Option<u32> {
        let number = self.number::<u32>(value)?;
        if number == 0 {
            self.fault(value.span(), "this number must be at least 1", None);
            return None;
        }
        Some(number)
    }

    pub(crate) fn list<'a, 'i>(&mut self, value: &'a Value<'i>) -> &'a [Value<'i>] {
        match &value.node {
            Node::List(items) => items,
            Node::Text(text) => {
                let help = Some(format!("write `[\"{text}\"]`"));
                self.fault(value.span(), "expected a list, found text in quotation marks", help);
                &[]
            }
            _ => {
                self.wrong_type(value, "a list");
                &[]
            }
        }
    }

    pub(crate) fn word<W: Word>(&mut self, value: &Value<'_>) -> Option<W> {
        let text = self.text(value)?;
        self.word_in(text, value.span())
    }

    pub(crate) fn word_in<W: Word>(&mut self, text: &str, span: Range<usize>) -> Option<W> {
        let found = W::from_word(text);
        if found.is_none() {
            let names: Vec<&str> = W::all().iter().map(|word| word.word()).collect();
            self.fault(span, format!("`{text}` is not a valid {}", W::NOUN), suggestion(text, &names));
        }
        found
    }

    pub(crate) fn words<W: Word>(&mut self, value: &Value<'_>) -> Vec<W> {
        let items = self.list(value);
        items.iter().filter_map(|item| self.word(item)).collect()
    }

    pub(crate) fn name(&mut self, value: &Value<'_>) -> Option<SpannedName> {
        Some(SpannedName { name: self.shared_text(value)?, span: value.span() })
    }

    pub(crate) fn names(&mut self, value: &Value<'_>) -> Vec<SpannedName> {
        let items = self.list(value);
        items.iter().filter_map(|item| self.name(item)).collect()
    }

    pub(crate) fn read_optional<'a, 'i, T>(
        &mut self,
        table: &TomlTable<'a, 'i>,
        key: &str,
        read: impl FnOnce(&mut Self, &'a Value<'i>) -> Option<T>,
    ) -> Option<T> {
        read(self, table.get(key)?)
    }

    pub(crate) fn read_required<'a, 'i, T>(
        &mut self,
        table: &TomlTable<'a, 'i>,
        key: &str,
        read: impl FnOnce(&mut Self, &'a Value<'i>) -> Option<T>,
    ) -> Option<T> {
        let value = self.require(table, key)?;
        read(self, value)
    }

    pub(crate) fn shared_text(&mut self, value: &Value<'_>) -> Option<Arc<str>> {
        self.text(value).map(Arc::from)
    }
}
