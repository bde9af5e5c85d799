//! A TOML document as a tree of values with their spans.

use std::borrow::Cow;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue, Error};

/// The root table of a document, and its syntax errors.
pub(crate) fn tree(text: &str) -> (Entries<'_>, Vec<Error>) {
    let (root, faults) = DeTable::parse_recoverable(text);
    (root.into_inner().into(), faults)
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Value<'i> {
    pub(crate) node: Node<'i>,
    pub(crate) at: ByteRange,
}

/// A range of at most 4 GiB, half as large as a `Range<usize>`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ByteRange {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl From<Range<usize>> for ByteRange {
    fn from(Range { start, end }: Range<usize>) -> Self {
        let near = |at| u32::try_from(at).unwrap_or(u32::MAX);
        Self { start: near(start), end: near(end) }
    }
}

impl From<ByteRange> for Range<usize> {
    fn from(ByteRange { start, end }: ByteRange) -> Self {
        start as usize..end as usize
    }
}

impl Value<'_> {
    pub(super) fn is_table(&self) -> bool {
        matches!(self.node, Node::Table(_))
    }

    pub(crate) fn span(&self) -> Range<usize> {
        self.at.into()
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Node<'i> {
    Text(Cow<'i, str>),
    /// `None` if it is negative or too large.
    Number(Option<u64>),
    Float,
    Boolean(bool),
    /// `None` if it has a time, or is only a time.
    Date(Option<Date>),
    List(Vec<Value<'i>>),
    Table(Entries<'i>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Date {
    pub(crate) year: u16,
    pub(crate) month: u8,
    pub(crate) day: u8,
}

/// The entries of a table in the order of their keys, not of the text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Entries<'i>(pub(crate) Vec<KeyValue<'i>>);

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct KeyValue<'i> {
    pub(crate) key: Cow<'i, str>,
    pub(crate) key_at: ByteRange,
    pub(crate) value: Value<'i>,
}

impl KeyValue<'_> {
    pub(crate) fn key_span(&self) -> Range<usize> {
        self.key_at.into()
    }
}

impl<'i> Entries<'i> {
    pub(crate) fn get(&self, key: &str) -> Option<&Value<'i>> {
        self.0.iter().find(|entry| entry.key == key).map(|entry| &entry.value)
    }

    pub(crate) fn get_mut(&mut self, key: &str) -> Option<&mut Value<'i>> {
        self.0.iter_mut().find(|entry| entry.key == key).map(|entry| &mut entry.value)
    }

    pub(crate) fn iter(&self) -> std::slice::Iter<'_, KeyValue<'i>> {
        self.0.iter()
    }
}

impl<'i> From<DeTable<'i>> for Entries<'i> {
    fn from(table: DeTable<'i>) -> Self {
        let entry = |(key, value): (Spanned<Cow<'i, str>>, Spanned<DeValue<'i>>)| {
            let key_at = key.span().into();
            KeyValue { key: key.into_inner(), key_at, value: value.into() }
        };
        let mut entries: Vec<_> = table.into_iter().map(entry).collect();
        // They are sorted already, unless another crate turns on the parser feature that keeps the order of the text.
        entries.sort_by(|a, b| a.key.cmp(&b.key));
        Self(entries)
    }
}

impl<'i> From<Spanned<DeValue<'i>>> for Value<'i> {
    fn from(value: Spanned<DeValue<'i>>) -> Self {
        let at = value.span().into();
        let node = match value.into_inner() {
            DeValue::String(text) => Node::Text(text),
            DeValue::Integer(number) => {
                Node::Number(u64::from_str_radix(number.as_str(), number.radix()).ok())
            }
            DeValue::Float(_) => Node::Float,
            DeValue::Boolean(flag) => Node::Boolean(flag),
            DeValue::Datetime(moment) => {
                Node::Date(moment.date.filter(|_| moment.time.is_none()).map(|date| Date {
                    year: date.year,
                    month: date.month,
                    day: date.day,
                }))
            }
            DeValue::Array(items) => Node::List(items.into_iter().map(Value::from).collect()),
            DeValue::Table(table) => Node::Table(table.into()),
        };
        Self { node, at }
    }
}
