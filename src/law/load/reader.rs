//! Reading a law file's tables strictly: every key known, every value of its type, every fault kept.

use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::LawFault;
use crate::law::vocabulary::Word;

/// A value and where it stands.
pub(super) type Value<'i> = Spanned<DeValue<'i>>;

/// A table, where it stands, and what it is called in a message.
#[derive(Clone, Copy)]
pub(super) struct Table<'a, 'i> {
    pub(super) entries: &'a DeTable<'i>,
    start: usize,
    end: usize,
    pub(super) what: &'static str,
}

impl<'a, 'i> Table<'a, 'i> {
    pub(super) fn get(&self, key: &str) -> Option<&'a Value<'i>> {
        self.entries.get(key)
    }

    pub(super) fn span(&self) -> Range<usize> {
        self.start..self.end
    }
}

/// The faults found so far.
#[derive(Default)]
pub(super) struct Reader {
    pub(super) faults: Vec<LawFault>,
}

/// The name among `names` nearest to `word`, if one is near enough to be meant.
pub(in crate::law) fn nearest<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let near = |name: &str| strsim::damerau_levenshtein(word, name);
    let (distance, name) =
        names.into_iter().map(|name| (near(name), name)).min_by_key(|(distance, _)| *distance)?;
    let longest = word.chars().count().max(name.chars().count());
    (distance * 2 <= longest).then_some(name)
}

/// What to say to one who wrote `word` where one of `names` was due.
pub(super) fn suggestion(word: &str, names: &[&str]) -> Option<String> {
    if let Some(name) = nearest(word, names.iter().copied()) {
        return Some(format!("did you mean `{name}`?"));
    }
    (!names.is_empty() && names.len() <= 24).then(|| {
        let list: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        format!("one of {}", list.join(", "))
    })
}

/// What a value is, for messages.
fn type_name(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a fraction",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

impl Reader {
    pub(super) fn fault(&mut self, span: Range<usize>, message: impl Into<String>, help: Option<String>) {
        self.faults.push(LawFault { span, message: message.into(), help });
    }

    fn wrong_type(&mut self, value: &Value<'_>, due: &str) {
        let found = type_name(value.get_ref());
        self.fault(value.span(), format!("this is {found}, where {due} is due"), None);
    }

    /// The document's own table.
    pub(super) fn root<'a, 'i>(&mut self, root: &'a Spanned<DeTable<'i>>, keys: &[&str]) -> Table<'a, 'i> {
        let table = Table { entries: root.get_ref(), start: 0, end: 0, what: "law file" };
        self.known_keys(&table, keys);
        table
    }

    /// A table that has no other keys than these.
    pub(super) fn table<'a, 'i>(
        &mut self,
        value: &'a Value<'i>,
        what: &'static str,
        keys: &[&str],
    ) -> Option<Table<'a, 'i>> {
        let table = self.open_table(value, what)?;
        self.known_keys(&table, keys);
        Some(table)
    }

    /// A table whose keys are names of the file's own.
    pub(super) fn open_table<'a, 'i>(
        &mut self,
        value: &'a Value<'i>,
        what: &'static str,
    ) -> Option<Table<'a, 'i>> {
        let DeValue::Table(entries) = value.get_ref() else {
            self.wrong_type(value, "a table");
            return None;
        };
        let Range { start, end } = value.span();
        Some(Table { entries, start, end, what })
    }

    fn known_keys(&mut self, table: &Table<'_, '_>, keys: &[&str]) {
        for (key, _) in table.entries {
            let name: &str = key.get_ref();
            if !keys.contains(&name) {
                self.fault(
                    key.span(),
                    format!("a {} has no key `{name}`", table.what),
                    suggestion(name, keys),
                );
            }
        }
    }

    pub(super) fn required<'a, 'i>(&mut self, table: &Table<'a, 'i>, key: &str) -> Option<&'a Value<'i>> {
        let value = table.get(key);
        if value.is_none() {
            self.fault(
                table.span(),
                format!("this {} has no `{key}`", table.what),
                Some(format!("add `{key} = …`")),
            );
        }
        value
    }

    pub(super) fn text<'a>(&mut self, value: &'a Value<'_>) -> Option<&'a str> {
        let DeValue::String(text) = value.get_ref() else {
            self.wrong_type(value, "a string");
            return None;
        };
        if text.trim().is_empty() {
            self.fault(value.span(), "this says nothing", None);
            return None;
        }
        Some(text)
    }

    pub(super) fn boolean(&mut self, value: &Value<'_>) -> Option<bool> {
        let DeValue::Boolean(flag) = value.get_ref() else {
            self.wrong_type(value, "true or false");
            return None;
        };
        Some(*flag)
    }

    pub(super) fn number<N: TryFrom<u64>>(&mut self, value: &Value<'_>) -> Option<N> {
        let DeValue::Integer(number) = value.get_ref() else {
            self.wrong_type(value, "a whole number");
            return None;
        };
        let found = u64::from_str_radix(number.as_str(), number.radix())
            .ok()
            .and_then(|number| N::try_from(number).ok());
        if found.is_none() {
            self.fault(value.span(), "this number is out of range", None);
        }
        found
    }

    /// A number that counts something: 1 at least.
    pub(super) fn count(&mut self, value: &Value<'_>) -> Option<u32> {
        let number = self.number::<u32>(value)?;
        if number == 0 {
            self.fault(value.span(), "this number is at least 1", None);
            return None;
        }
        Some(number)
    }

    pub(super) fn list<'a, 'i>(&mut self, value: &'a Value<'i>) -> &'a [Value<'i>] {
        if let DeValue::Array(items) = value.get_ref() {
            items
        } else {
            self.wrong_type(value, "a list");
            &[]
        }
    }

    pub(super) fn word<W: Word>(&mut self, value: &Value<'_>) -> Option<W> {
        let text = self.text(value)?;
        self.word_in(text, value.span())
    }

    /// The word that `text`, standing at `span`, is.
    pub(super) fn word_in<W: Word>(&mut self, text: &str, span: Range<usize>) -> Option<W> {
        let found = W::all().iter().copied().find(|word| word.word() == text);
        if found.is_none() {
            let names: Vec<&str> = W::all().iter().map(|word| word.word()).collect();
            self.fault(span, format!("`{text}` is no {}", W::WHAT), suggestion(text, &names));
        }
        found
    }

    pub(super) fn words<W: Word>(&mut self, value: &Value<'_>) -> Vec<W> {
        let items = self.list(value);
        items.iter().filter_map(|item| self.word(item)).collect()
    }

    pub(super) fn texts(&mut self, value: &Value<'_>) -> Vec<(Arc<str>, Range<usize>)> {
        let items = self.list(value);
        items.iter().filter_map(|item| Some((Arc::from(self.text(item)?), item.span()))).collect()
    }

    /// The value of an optional key, read by `read`.
    pub(super) fn optional<'a, 'i, T>(
        &mut self,
        table: &Table<'a, 'i>,
        key: &str,
        read: impl FnOnce(&mut Self, &'a Value<'i>) -> Option<T>,
    ) -> Option<T> {
        read(self, table.get(key)?)
    }

    /// The value of an obligatory key, read by `read`.
    pub(super) fn obligatory<'a, 'i, T>(
        &mut self,
        table: &Table<'a, 'i>,
        key: &str,
        read: impl FnOnce(&mut Self, &'a Value<'i>) -> Option<T>,
    ) -> Option<T> {
        let value = self.required(table, key)?;
        read(self, value)
    }

    pub(super) fn arc(&mut self, value: &Value<'_>) -> Option<Arc<str>> {
        self.text(value).map(Arc::from)
    }
}
