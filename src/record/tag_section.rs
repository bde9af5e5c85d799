//! The tags of a game: which pairs stand there, and which are kept.

use super::fault::FaultKind;
use super::movetext::rest_of_line;
use super::reader::Reader;
use super::record::Record;
use super::span::Span;
use super::tag_values::ReadValue;
use super::tags::{ReadPair, Spelling, TagName, TagOddity, any_pair, unopened_pair};

/// How many tag pairs of one game are kept.
const MOST_TAGS: usize = 4096;

impl Reader<'_> {
    /// `tag-section`: tag pairs, with comments and escape lines among them.
    pub(super) fn tag_section(&mut self, record: &mut Record) {
        let mut blank_line = false;
        let mut line_has_text = true;
        loop {
            let rest = self.rest();
            let Some(byte) = rest.first() else { return };
            match byte {
                b'\r' if rest.get(1) == Some(&b'\n') => self.at += 1,
                b'\n' | b'\r' => {
                    blank_line |= !line_has_text;
                    line_has_text = false;
                    self.at += 1;
                }
                b' ' | b'\t' | 0x0B | 0x0C => self.at += 1,
                b'[' => {
                    let (text, at, before) = (self.text, self.at, record.tags.len());
                    let read = record.habit.pair(text, at, before).or_else(|| any_pair(text, at));
                    let Some(read) = read else {
                        if !record.tags.is_empty() && !self.is_line_start() {
                            return;
                        }
                        let start = self.at;
                        self.go_to(rest_of_line(rest));
                        record.fault(FaultKind::NoTag, Span::new(start, self.end_of_text_before()));
                        line_has_text = true;
                        continue;
                    };
                    if blank_line && begins_anew(record, &read) {
                        return;
                    }
                    line_has_text = true;
                    blank_line = false;
                    self.at = read.pair.span.range().end;
                    Self::take_tag(record, self.text, read);
                    if self.text.get(self.at) == Some(&b'\n') {
                        self.at += 1;
                        line_has_text = false;
                    }
                }
                b'%' if self.is_line_start() => self.go_to(rest_of_line(rest)),
                b';' => self.go_to(rest_of_line(rest)),
                b'A'..=b'Z' | b'a'..=b'z' if self.is_line_start() => {
                    let pair = unopened_pair(self.text, self.at);
                    let Some(read) = pair.filter(|read| !blank_line || !begins_anew(record, read)) else {
                        return;
                    };
                    line_has_text = true;
                    blank_line = false;
                    self.take_unopened_tag(record, read);
                }
                _ => return,
            }
        }
    }

    #[cold] // and the usual pairs are taken in line
    fn take_unopened_tag(&mut self, record: &mut Record, read: ReadPair) {
        self.at = read.pair.span.range().end;
        Self::take_tag(record, self.text, read);
    }

    #[inline(always)]
    #[allow(clippy::inline_always)] // once for every pair of every game
    fn take_tag(record: &mut Record, text: &[u8], read: ReadPair) {
        let ReadPair { mut pair, spelled: found } = read;
        if pair.oddity != TagOddity::None {
            record.fault(FaultKind::Tag(pair.oddity), pair.span);
        }
        pair.known = found.map(|spelled| spelled.tag);
        if let Some(spelled) = found
            && spelled.exactly == Spelling::OtherCase
        {
            record.fault(FaultKind::TagCase(spelled.tag), pair.name);
        }
        if let Some(tag) = pair.known {
            if record.tag(tag).is_some() {
                record.fault(FaultKind::RepeatedTag, pair.name);
                pair.known = None;
            } else if let Some(slot) = record.known.get_mut(tag as usize) {
                *slot = u32::try_from(record.tags.len() + 1).unwrap_or(0);
            }
        }
        if let Some(tag) = pair.known
            && let ReadValue::Bad(wanted) = ReadValue::of(tag, pair.value.of(text))
        {
            record.fault(FaultKind::BadValue(wanted), pair.value);
        }
        if record.tags.len() < MOST_TAGS {
            record.tags.push(pair);
        }
    }
}

/// Whether a pair behind a blank line is the first of another game's: a tag section that begins anew.
fn begins_anew(record: &Record, read: &ReadPair) -> bool {
    !record.tags.is_empty()
        && read
            .spelled
            .is_some_and(|spelled| spelled.tag == TagName::Event || record.tag(spelled.tag).is_some())
}
