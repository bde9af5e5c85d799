//! A tree written in short, to be read again without a parser: see `unpack.rs`.
//!
//! It begins with eight bytes that tell of which text it is (xxh3, the lowest byte first), how long all texts are together,
//! and these, one behind the other; then comes the table. A number is written seven bits to a byte, the lowest first, the
//! high bit where more follow. A text is its length, of what no text before it took; a list and a table are how many they
//! hold, and these; a place is where it starts and where it ends, in four bytes each, the lowest first.

use xxhash_rust::xxh3::xxh3_64;

use super::tree::{Date, Entries, Node, Place, Value};

/// What a text says, in short.
pub(crate) fn pack(text: &str, said: &Entries<'_>) -> Vec<u8> {
    let mut packing = Packing::default();
    packing.table(said);
    let mut packed = xxh3_64(text.as_bytes()).to_le_bytes().to_vec();
    number(packing.texts.len() as u64, &mut packed);
    packed.extend_from_slice(packing.texts.as_bytes());
    packed.extend_from_slice(&packing.table);
    packed
}

/// What is packed so far.
#[derive(Default)]
struct Packing {
    texts: String,
    table: Vec<u8>,
}

impl Packing {
    fn table(&mut self, table: &Entries<'_>) {
        self.number(table.0.len() as u64);
        for entry in table.iter() {
            self.text(&entry.key);
            self.place(entry.key_at);
            self.value(&entry.value);
        }
    }

    fn value(&mut self, value: &Value<'_>) {
        self.place(value.at);
        match &value.node {
            Node::Text(said) => {
                self.table.push(b't');
                self.text(said);
            }
            Node::Number(Some(value)) => {
                self.table.push(b'n');
                self.number(*value);
            }
            Node::Number(None) => self.table.push(b'N'),
            Node::Fraction => self.table.push(b'f'),
            Node::Flag(true) => self.table.push(b'y'),
            Node::Flag(false) => self.table.push(b'o'),
            Node::Date(Some(Date { year, month, day })) => {
                self.table.push(b'd');
                for part in [u64::from(*year), u64::from(*month), u64::from(*day)] {
                    self.number(part);
                }
            }
            Node::Date(None) => self.table.push(b'D'),
            Node::List(items) => {
                self.table.push(b'l');
                self.number(items.len() as u64);
                for item in items {
                    self.value(item);
                }
            }
            Node::Table(entries) => {
                self.table.push(b'm');
                self.table(entries);
            }
        }
    }

    fn place(&mut self, at: Place) {
        for end in [at.start, at.end] {
            self.table.extend_from_slice(&end.to_le_bytes());
        }
    }

    fn text(&mut self, said: &str) {
        self.number(said.len() as u64);
        self.texts.push_str(said);
    }

    fn number(&mut self, value: u64) {
        number(value, &mut self.table);
    }
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
