//! A tree written in short, to be read again without a parser: see `unpack.rs`.
//!
//! It begins with eight bytes that tell of which text it is (xxh3, the lowest byte first), and goes on with the table.
//! A number is written seven bits to a byte, the lowest first, the high bit where more follow. A text is its length and its
//! bytes; a list and a table are how many they hold, and these; a place is where it starts and how long it is.

use xxhash_rust::xxh3::xxh3_64;

use super::tree::{Date, Entries, Node, Place, Value};

/// What a text says, in short.
pub(crate) fn pack(text: &str, said: &Entries<'_>) -> Vec<u8> {
    let mut packed = xxh3_64(text.as_bytes()).to_le_bytes().to_vec();
    table(said, &mut packed);
    packed
}

fn table(table: &Entries<'_>, into: &mut Vec<u8>) {
    number(table.0.len() as u64, into);
    for entry in table.iter() {
        text(&entry.key, into);
        place(entry.key_at, into);
        value(&entry.value, into);
    }
}

fn value(value: &Value<'_>, into: &mut Vec<u8>) {
    place(value.at, into);
    match &value.node {
        Node::Text(said) => {
            into.push(b't');
            text(said, into);
        }
        Node::Number(Some(value)) => {
            into.push(b'n');
            number(*value, into);
        }
        Node::Number(None) => into.push(b'N'),
        Node::Fraction => into.push(b'f'),
        Node::Flag(true) => into.push(b'y'),
        Node::Flag(false) => into.push(b'o'),
        Node::Date(Some(Date { year, month, day })) => {
            into.push(b'd');
            for part in [u64::from(*year), u64::from(*month), u64::from(*day)] {
                number(part, into);
            }
        }
        Node::Date(None) => into.push(b'D'),
        Node::List(items) => {
            into.push(b'l');
            number(items.len() as u64, into);
            for item in items {
                self::value(item, into);
            }
        }
        Node::Table(entries) => {
            into.push(b'm');
            table(entries, into);
        }
    }
}

fn place(at: Place, into: &mut Vec<u8>) {
    number(at.start as u64, into);
    number(at.end.saturating_sub(at.start) as u64, into);
}

fn text(said: &str, into: &mut Vec<u8>) {
    number(said.len() as u64, into);
    into.extend_from_slice(said.as_bytes());
}

fn number(mut value: u64, into: &mut Vec<u8>) {
    loop {
        let low = (value & 0x7f) as u8;
        value >>= 7;
        if value == 0 {
            return into.push(low);
        }
        into.push(low | 0x80);
    }
}
