//! UTF-16 text, converted to UTF-8 as it is read.

use std::io::{self, Cursor, Read};

use encoding_rs::{Decoder, UTF_16BE, UTF_16LE};

use super::opening::fill;
use crate::encoding::Encoding;

/// Bytes converted at a time.
const PIECE: usize = 32 << 10;

/// The kind of UTF-16 in which a text is, judged by its first bytes: it has a byte order mark that no plain text follows,
/// or begins with a few ASCII characters in 16 bits each.
pub(super) fn utf_16_of(text: &[u8]) -> Option<Encoding> {
    let is_plain = |rest: &[u8]| !rest.is_empty() && rest.iter().take(16).all(|byte| matches!(byte, 1..0x80));
    match text {
        [0xff, 0xfe, rest @ ..] => return (!is_plain(rest)).then_some(Encoding::Utf16Le),
        [0xfe, 0xff, rest @ ..] => return (!is_plain(rest)).then_some(Encoding::Utf16Be),
        _ => {}
    }
    let is_text = |byte: u8| matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r');
    let units = || text.as_chunks::<2>().0.iter().take(4);
    let all = |low: usize, high: usize| {
        units().len() >= 2
            && units()
                .all(|unit| unit.get(high) == Some(&0) && unit.get(low).is_some_and(|low| is_text(*low)))
    };
    if all(0, 1) {
        Some(Encoding::Utf16Le)
    } else if all(1, 0) {
        Some(Encoding::Utf16Be)
    } else {
        None
    }
}

/// Reads UTF-16 as UTF-8, without its byte order mark. Invalid units are replaced.
pub(super) struct Utf16Reader<R> {
    input: io::Chain<Cursor<Vec<u8>>, R>,
    decoder: Decoder,
    raw: Vec<u8>,
    converted: String,
    /// How much of `converted` was returned.
    at: usize,
    /// Set at the end of the input: how it ended, until that was returned.
    end: Option<io::Result<()>>,
    encoding: Encoding,
    /// Whether the next piece may begin in the middle of a unit.
    is_unaligned: bool,
}

impl<R: Read> Utf16Reader<R> {
    /// Reads the bytes of `beginning` and then those of `input`.
    pub(super) fn new(beginning: Vec<u8>, input: R, encoding: Encoding) -> Self {
        let utf_16 = if encoding == Encoding::Utf16Be { UTF_16BE } else { UTF_16LE };
        Self {
            input: Cursor::new(beginning).chain(input),
            decoder: utf_16.new_decoder_with_bom_removal(),
            raw: vec![0; PIECE],
            converted: String::new(),
            at: 0,
            end: None,
            encoding,
            is_unaligned: false,
        }
    }

    pub(super) fn input_mut(&mut self) -> &mut R {
        self.input.get_mut().1
    }

    /// Goes on after an error of the input. Some text is missing there, so that the next byte may be any of a unit.
    pub(super) fn restart(&mut self) {
        let utf_16 = if self.encoding == Encoding::Utf16Be { UTF_16BE } else { UTF_16LE };
        self.decoder = utf_16.new_decoder_without_bom_handling();
        self.end = None;
        self.is_unaligned = true;
    }

    fn convert_piece(&mut self) {
        let (read, end) = fill(&mut self.input, &mut self.raw);
        let mut raw = self.raw.get(..read).unwrap_or_default();
        if std::mem::take(&mut self.is_unaligned) && begins_in_unit(raw, self.encoding) {
            raw = raw.get(1..).unwrap_or_default();
        }
        self.converted.clear();
        self.converted.reserve(self.decoder.max_utf8_buffer_length(read).unwrap_or(read));
        // The text has room for all of it.
        let _ = self.decoder.decode_to_string(raw, &mut self.converted, end.is_some());
        self.at = 0;
        self.end = end;
    }
}

/// Whether a text begins with the second byte of a unit. Most units of a game are ASCII, and so their high bytes are zero.
fn begins_in_unit(text: &[u8], encoding: Encoding) -> bool {
    let zeros = |offset: usize| text.iter().skip(offset).step_by(2).filter(|byte| **byte == 0).count();
    let high = usize::from(encoding == Encoding::Utf16Le);
    zeros(1 - high) > zeros(high)
}

impl<R: Read> Read for Utf16Reader<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.at >= self.converted.len() {
            match &mut self.end {
                Some(end) => return std::mem::replace(end, Ok(())).map(|()| 0),
                None => self.convert_piece(),
            }
        }
        let mut rest = self.converted.as_bytes().get(self.at..).unwrap_or_default();
        let read = rest.read(into)?;
        self.at += read;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf_16_is_recognised_with_and_without_its_mark() {
        for (text, kind) in [
            (&b"\xff\xfe[\0E\0"[..], Some(Encoding::Utf16Le)),
            (b"\xfe\xff\0[\0E", Some(Encoding::Utf16Be)),
            (b"\xff\xfe", Some(Encoding::Utf16Le)),
            (b"[\0E\0", Some(Encoding::Utf16Le)),
            (b"\0[\0E", Some(Encoding::Utf16Be)),
            (b"1\0.\0 \0e\x004\0", Some(Encoding::Utf16Le)),
            (b"\xff\xfe[Event \"a\"]\n", None),
            (b"\0[Event \"a\"]\n", None),
            (b"[\0vent \"a\"]\n", None),
            (b"\0\0\0\0[Event", None),
            (b"\0a", None),
            (b"", None),
        ] {
            assert_eq!(utf_16_of(text), kind, "{}", text.escape_ascii());
        }
    }

    #[test]
    fn utf_16_is_converted_across_pieces() {
        let text = "[Event \"Москва 🏆\"]\n".repeat(5000);
        for (encoding, mark) in [(Encoding::Utf16Le, "\u{feff}"), (Encoding::Utf16Be, "")] {
            let bytes: Vec<u8> =
                [mark, &text]
                    .concat()
                    .encode_utf16()
                    .flat_map(|unit| {
                        if encoding == Encoding::Utf16Le { unit.to_le_bytes() } else { unit.to_be_bytes() }
                    })
                    .collect();
            for cut in [0, 1, 7, bytes.len()] {
                let (beginning, rest) = bytes.split_at(cut);
                let mut converted = String::new();
                Utf16Reader::new(beginning.to_vec(), rest, encoding).read_to_string(&mut converted).unwrap();
                assert!(converted == text, "{encoding} {cut}");
            }
            let odd = bytes.get(..bytes.len() - 1).unwrap();
            let mut converted = String::new();
            Utf16Reader::new(Vec::new(), odd, encoding).read_to_string(&mut converted).unwrap();
            assert!(converted.ends_with("\"]\u{fffd}"), "half a unit is replaced");
        }
    }
}
