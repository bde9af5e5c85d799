//! A tree that was written in short by `pack.rs`, which tells how.

use std::borrow::Cow;

use xxhash_rust::xxh3::xxh3_64;

use super::tree::{Date, Entries, Entry, Node, Place, Value};

/// The table that these bytes say a text is; `None` where they are none, or of another text.
pub(crate) fn unpack<'i>(bytes: &'i [u8], text: &str) -> Option<Entries<'i>> {
    let (of, rest) = bytes.split_first_chunk()?;
    if *of != xxh3_64(text.as_bytes()).to_le_bytes() {
        return None;
    }
    let mut packed = Packed { texts: "", rest };
    let length = packed.part()?;
    let (texts, rest) = packed.rest.split_at_checked(length)?;
    // All at once: most are a word.
    let mut packed = Packed { texts: str::from_utf8(texts).ok()?, rest };
    packed.table().filter(|_| packed.texts.is_empty() && packed.rest.is_empty())
}

/// What is not read yet.
struct Packed<'i> {
    texts: &'i str,
    rest: &'i [u8],
}

impl<'i> Packed<'i> {
    fn table(&mut self) -> Option<Entries<'i>> {
        let count = self.count()?;
        let mut entries = Vec::with_capacity(count);
        for _ in 0..count {
            let (key, key_at) = (self.text()?, self.place()?);
            entries.push(Entry { key, key_at, value: self.value()? });
        }
        Some(Entries(entries))
    }

    fn value(&mut self) -> Option<Value<'i>> {
        let at = self.place()?;
        let node = match self.byte()? {
            b't' => Node::Text(self.text()?),
            b'n' => Node::Number(Some(self.number()?)),
            b'N' => Node::Number(None),
            b'f' => Node::Fraction,
            b'y' => Node::Flag(true),
            b'o' => Node::Flag(false),
            b'd' => Node::Date(Some(Date { year: self.part()?, month: self.part()?, day: self.part()? })),
            b'D' => Node::Date(None),
            b'l' => Node::List(self.list()?),
            b'm' => Node::Table(self.table()?),
            _ => return None,
        };
        Some(Value { node, at })
    }

    fn list(&mut self) -> Option<Vec<Value<'i>>> {
        let count = self.count()?;
        let mut items = Vec::with_capacity(count);
        for _ in 0..count {
            items.push(self.value()?);
        }
        Some(items)
    }

    fn place(&mut self) -> Option<Place> {
        Some(Place { start: self.end()?, end: self.end()? })
    }

    /// An end of a place.
    fn end(&mut self) -> Option<u32> {
        let (end, rest) = self.rest.split_first_chunk()?;
        self.rest = rest;
        Some(u32::from_le_bytes(*end))
    }

    fn text(&mut self) -> Option<Cow<'i, str>> {
        let length = self.part()?;
        let (text, texts) = self.texts.split_at_checked(length)?;
        self.texts = texts;
        Some(Cow::Borrowed(text))
    }

    /// How many follow: each takes a byte at the least.
    fn count(&mut self) -> Option<usize> {
        self.part().filter(|count| *count <= self.rest.len())
    }

    #[inline]
    fn part<N: TryFrom<u64>>(&mut self) -> Option<N> {
        N::try_from(self.number()?).ok()
    }

    /// Most take a byte or two.
    #[inline]
    fn number(&mut self) -> Option<u64> {
        let mut value = 0_u64;
        let mut shift = 0_u32;
        loop {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f).checked_shl(shift)?;
            if byte < 0x80 {
                return Some(value);
            }
            shift += 7;
        }
    }

    fn byte(&mut self) -> Option<u8> {
        let (byte, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*byte)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::pack::pack;
    use super::super::tree::tree;
    use super::*;

    proptest! {
        #[test]
        fn what_is_packed_comes_out_again(numbers: Vec<u64>, texts: Vec<String>, flag: bool) {
            let list = |items: &mut dyn Iterator<Item = Node<'static>>| {
                let at = Place { start: 3, end: 700 };
                Value { node: Node::List(items.map(|node| Value { node, at }).collect()), at }
            };
            let numbers = list(&mut numbers.into_iter().map(|number| Node::Number(Some(number))));
            let texts = list(&mut texts.into_iter().map(|text| Node::Text(Cow::Owned(text))));
            let flags = list(&mut [Node::Flag(flag), Node::Fraction, Node::Number(None), Node::Date(None)].into_iter());
            let key_at = Place { start: 127, end: 128 };
            let entry = |key: &'static str, value| Entry { key: Cow::Borrowed(key), key_at, value };
            let entries = Entries(vec![entry("a", numbers), entry("b", texts), entry("", flags)]);
            let packed = pack("a", &entries);
            prop_assert_eq!(unpack(&packed, "a"), Some(entries));
        }

        #[test]
        fn what_was_never_packed_is_refused_or_read_without_a_panic(bytes: Vec<u8>) {
            let _ = Packed { texts: "any text", rest: &bytes }.table();
        }
    }

    #[test]
    fn a_document_comes_out_again() {
        let text = "a = 1\nb = 1999-12-31\n[[c]]\nd = { e = [true, 'f', -1] }\n[[c]]\ng = 1.5\n";
        let (read, faults) = tree(text);
        assert!(faults.is_empty());
        let packed = pack(text, &read);
        assert_eq!(unpack(&packed, text), Some(read));
    }

    #[test]
    fn what_is_cut_short_or_of_another_text_is_refused() {
        let text = "a = ['b', 'c']\n";
        let packed = pack(text, &tree(text).0);
        for length in 0..packed.len() {
            assert_eq!(unpack(packed.get(..length).unwrap_or_default(), text), None, "{length}");
        }
        assert_eq!(unpack(&packed, "a = ['b', 'd']\n"), None);
    }
}
