//! Repairs of the layout of a game, for the rules `style.*`. A finding of one is a repair that is due.

use memchr::memchr_iter;

use super::blank_lines::blank_lines;
use super::edit::{Edit, line_end};
use super::repair::{Layout, Repair};
use super::sentences;
use crate::encoding::Encoding;
use crate::finding::{FixClass, Score};
use crate::game::{FaultKind, PartialDate, Record, Span, TagName, TagOddity, TagPair};
use crate::law::Rule;
use crate::pgn::boundary::{BYTE_ORDER_MARK, is_line_start};

/// Finds the repair of a game. The bytes are the text that the record was read from.
type Finder = fn(&Record, &[u8]) -> Option<Layout>;

const FINDERS: [(Rule, Finder); 6] = [
    (Rule::StyleTagOrder, tag_order),
    (Rule::StyleMissingTags, missing_tags),
    (Rule::StyleDatePadding, date_padding),
    (Rule::StyleByteOrderMark, byte_order_mark),
    (Rule::StyleLineEnds, line_ends),
    (Rule::StyleEncoding, encoding),
];

/// The repairs of the layout of a game for the rules that are wanted. `text` is the chunk that the record was read from, and
/// has all text of the game. `is_followed`: whether the source goes on after it.
pub(crate) fn style_repairs(
    record: &Record,
    text: &[u8],
    is_followed: bool,
    wants: impl Fn(Rule) -> bool,
) -> Vec<Repair> {
    let wanted = FINDERS.iter().filter(|(rule, _)| wants(*rule));
    let found = wanted.filter_map(|(rule, find)| Some((*rule, find(record, text)?)));
    let blank_lines = wants(Rule::StyleBlankLines)
        .then(|| Some((Rule::StyleBlankLines, blank_lines(record, text, is_followed)?)))
        .flatten();
    let repairs = found.chain(blank_lines).map(|(rule, (title, edits))| Repair {
        rule,
        class: FixClass::Safe,
        title,
        edits,
    });
    repairs.filter(|repair| !repair.edits.is_empty()).collect()
}

/// Other rules whose findings these repairs settle too.
pub(crate) const fn also_settled(rule: Rule) -> Option<Rule> {
    match rule {
        Rule::StyleMissingTags => Some(Rule::RecordRoster),
        Rule::StyleByteOrderMark => Some(Rule::RecordEncoding),
        _ => None,
    }
}

/// The first tag pair of each name of the roster, in the order of the text. `None` if one is malformed or a tag is repeated.
fn roster(record: &Record) -> Option<Vec<(usize, &TagPair)>> {
    let place = |pair: &TagPair| TagName::ROSTER.iter().position(|tag| pair.known == Some(*tag));
    let pairs = record.tags.pairs().iter();
    let found: Vec<(usize, &TagPair)> = pairs.filter_map(|pair| Some((place(pair)?, pair))).collect();
    let is_repeated = |kind: &FaultKind| matches!(kind, FaultKind::RepeatedTag | FaultKind::RepeatedTagSame);
    let is_sound = found.iter().all(|(_, pair)| pair.oddity == TagOddity::None)
        && !record.text.faults.iter().any(|fault| is_repeated(&fault.kind));
    is_sound.then_some(found)
}

fn tag_order(record: &Record, text: &[u8]) -> Option<Layout> {
    let written = roster(record)?;
    if written.is_sorted_by_key(|(place, _)| *place) {
        return None;
    }
    let mut due = written.clone();
    due.sort_by_key(|(place, _)| *place);
    let mut edits = Vec::new();
    for ((_, slot), (_, pair)) in written.iter().zip(due) {
        if slot.span != pair.span {
            let text = std::str::from_utf8(pair.span.of(text)).ok()?.to_owned();
            edits.push(Edit { span: slot.span, text });
        }
    }
    Some((sentences::tag_order(), edits))
}

fn missing_tags(record: &Record, text: &[u8]) -> Option<Layout> {
    let first = record.tags.pairs().first()?.span.range().start;
    let written = roster(record)?;
    if written.len() == TagName::ROSTER.len() {
        return None;
    }
    let line_end = line_end(text, first);
    let is_decided = record.ending.termination.is_some_and(|end| end.score != Score::Unknown);
    let (mut edits, mut added, mut before) = (Vec::<Edit>::new(), Vec::new(), None);
    for tag in TagName::ROSTER {
        if let Some(pair) = record.tag(tag) {
            before = Some(pair.span.range().end);
            continue;
        }
        if tag == TagName::Result && is_decided {
            continue;
        }
        let name = tag.name();
        let pair = format!("[{name} \"{}\"]", unknown(tag));
        let (at, new) = match before {
            Some(end) => (end, format!("{line_end}{pair}")),
            None => (first, format!("{pair}{line_end}")),
        };
        added.push(name);
        match edits.last_mut().filter(|edit| edit.span == Span::new(at, at)) {
            Some(edit) => edit.text.push_str(&new),
            None => edits.push(Edit { span: Span::new(at, at), text: new }),
        }
    }
    edits.sort_by_key(|edit| edit.span);
    Some((sentences::missing_tags(&added), edits))
}

/// The value of a tag of the roster if nothing is known.
pub(super) const fn unknown(tag: TagName) -> &'static str {
    match tag {
        TagName::Date => "????.??.??",
        TagName::Result => "*",
        _ => "?",
    }
}

fn date_padding(record: &Record, text: &[u8]) -> Option<Layout> {
    let mut edits = Vec::new();
    for pair in record.tags.pairs() {
        if let Some(text) = padded(pair, text) {
            edits.push(Edit { span: pair.value, text });
        }
    }
    let title = edits.first().map(|edit| sentences::write(&edit.text))?;
    Some((title, edits))
}

/// The value of the tag of a date with two digits for month and day, if it has fewer.
pub(super) fn padded(pair: &TagPair, text: &[u8]) -> Option<String> {
    if !matches!(pair.known, Some(TagName::Date | TagName::EventDate)) {
        return None;
    }
    let value = pair.value.of(text);
    let mut parts = std::str::from_utf8(value).ok()?.split('.');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let is_short = |part: &str| matches!(part.as_bytes(), [b'1'..=b'9' | b'?']);
    if year.len() != 4 || !(is_short(month) || is_short(day)) || !PartialDate::is_valid(value) {
        return None;
    }
    let pad = |part: &str| match part.as_bytes() {
        [b'?'] => "??".to_owned(),
        [b'1'..=b'9'] => format!("0{part}"),
        _ => part.to_owned(),
    };
    Some(format!("{year}.{}.{}", pad(month), pad(day)))
}

fn byte_order_mark(record: &Record, text: &[u8]) -> Option<Layout> {
    let start = record.span.range().start;
    let from = start.checked_sub(BYTE_ORDER_MARK.len())?;
    let is_mark = text.get(from..start)? == BYTE_ORDER_MARK && is_line_start(text, from);
    let edit = Edit { span: Span::new(from, start), text: String::new() };
    is_mark.then(|| (sentences::byte_order_mark(), vec![edit]))
}

fn line_ends(record: &Record, text: &[u8]) -> Option<Layout> {
    let (start, game) = (record.span.range().start, record.span.of(text));
    let is_dos = |end: usize| end.checked_sub(1).is_some_and(|before| game.get(before) == Some(&b'\r'));
    let dos = memchr_iter(b'\n', game).filter(|end| is_dos(*end)).count();
    let unix = memchr_iter(b'\n', game).filter(|end| !is_dos(*end)).count();
    if dos == 0 || unix == 0 {
        return None;
    }
    let becomes_dos = dos > unix;
    let others = memchr_iter(b'\n', game).filter(|end| is_dos(*end) != becomes_dos);
    let edits = others.map(|end| {
        let at = start + end;
        if becomes_dos {
            Edit { span: Span::new(at, at), text: "\r".to_owned() }
        } else {
            Edit { span: Span::new(at.saturating_sub(1), at), text: String::new() }
        }
    });
    Some((sentences::line_ends(becomes_dos, dos.min(unix)), edits.collect()))
}

/// The bytes beyond ASCII of a game in an encoding that is set, in UTF-8. A file is converted as a whole.
fn encoding(record: &Record, text: &[u8]) -> Option<Layout> {
    let (start, game) = (record.span.range().start, record.span.of(text));
    if game.is_ascii()
        || std::str::from_utf8(game).is_ok()
        || to_unicode(game, record.text.encoding).is_none()
    {
        return None;
    }
    let mut edits = Vec::new();
    let mut at = start;
    for part in game.chunk_by(|one, other| one.is_ascii() == other.is_ascii()) {
        if !part.is_ascii() {
            let text = record.text.encoding.decode(part).into_owned();
            edits.push(Edit { span: Span::new(at, at + part.len()), text });
        }
        at += part.len();
    }
    Some((sentences::unicode(), edits))
}

/// A text in an encoding of single bytes in UTF-8. `None` if the encoding leaves one of its bytes undefined: all others stand
/// for different characters, so that the text in UTF-8 can become that text again.
pub(crate) fn to_unicode(text: &[u8], encoding: Encoding) -> Option<String> {
    if encoding.is_unicode() {
        return None;
    }
    let decoded = encoding.decode(text);
    let is_undefined = |letter| matches!(letter, '\u{80}'..='\u{9f}');
    (!decoded.chars().any(is_undefined)).then(|| decoded.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fix::splice;
    use crate::pgn::Reader;

    /// The text after the repair for a rule.
    fn repaired(rule: Rule, text: &str) -> String {
        let mut record = Record::default();
        Reader::new(text.as_bytes()).next(&mut record);
        let repairs = style_repairs(&record, text.as_bytes(), false, |other| other == rule);
        let edits: Vec<Edit> = repairs.into_iter().flat_map(|repair| repair.edits).collect();
        String::from_utf8(splice(text.as_bytes(), &edits)).unwrap()
    }

    fn becomes(rule: Rule, text: &str, due: &str) {
        assert_eq!(repaired(rule, text), due, "{text}");
        assert_eq!(repaired(rule, due), due);
    }

    #[test]
    fn the_roster_is_put_in_order() {
        let moves = "\n\n1. e4 *\n";
        for (tags, due) in [
            (
                "[White \"a\"]\n[ECO \"B00\"]\n[Event \"x\"] ; c\n[Site \"y\"]",
                "[Event \"x\"]\n[ECO \"B00\"]\n[Site \"y\"] ; c\n[White \"a\"]",
            ),
            ("[Result \"*\"]\r\n[Black \"\u{e9}\"]", "[Black \"\u{e9}\"]\r\n[Result \"*\"]"),
        ] {
            becomes(Rule::StyleTagOrder, &format!("{tags}{moves}"), &format!("{due}{moves}"));
        }
        for tags in [
            "[ECO \"B00\"]\n[Event \"x\"]\n[White \"a\"]",
            "[White \"a\"]\n[Event \"x\"]\n[White \"b\"]",
            "[White \"a\"]\n[Event \"x]",
        ] {
            let text = format!("{tags}{moves}");
            assert_eq!(repaired(Rule::StyleTagOrder, &text), text);
        }
    }

    #[test]
    fn unknown_tags_are_added_in_order() {
        becomes(
            Rule::StyleMissingTags,
            "[Site \"y\"]\r\n[White \"a\"]\r\n[Black \"b\"]\r\n\r\n1. e4\r\n",
            "[Event \"?\"]\r\n[Site \"y\"]\r\n[Date \"????.??.??\"]\r\n[Round \"?\"]\r\n[White \"a\"]\r\n\
             [Black \"b\"]\r\n[Result \"*\"]\r\n\r\n1. e4\r\n",
        );
        let untagged = "1. e4 e5 *\n";
        assert_eq!(repaired(Rule::StyleMissingTags, untagged), untagged);
        assert!(!repaired(Rule::StyleMissingTags, "[Event \"x\"]\n\n1. e4 1-0\n").contains("Result"));
    }

    #[test]
    fn dates_are_padded() {
        let game = |date: &str| format!("[Event \"x\"]\n[Date \"{date}\"]\n\n1. e4 *\n");
        for (date, due) in [
            ("1999.1.5", "1999.01.05"),
            ("1999.12.5", "1999.12.05"),
            ("1999.?.?", "1999.??.??"),
            ("5.1.1999", "5.1.1999"),
            ("1999.13.5", "1999.13.5"),
            ("1999", "1999"),
        ] {
            becomes(Rule::StyleDatePadding, &game(date), &game(due));
        }
    }

    #[test]
    fn a_text_in_single_bytes_becomes_unicode() {
        let repaired = |text: &[u8], encoding| {
            let mut record = Record::default();
            Reader::new(text).encoded(encoding).next(&mut record);
            let repairs = style_repairs(&record, text, true, |rule| rule == Rule::StyleEncoding);
            let edits: Vec<Edit> = repairs.into_iter().flat_map(|repair| repair.edits).collect();
            splice(text, &edits)
        };
        let old = b"[White \"M\xfcller\"]\n\n1. e4 {\xfc\xe4} *\n";
        let new = "[White \"M\u{fc}ller\"]\n\n1. e4 {\u{fc}\u{e4}} *\n".as_bytes();
        assert_eq!(repaired(old, Encoding::Windows1252), new);
        for (text, encoding) in [
            (&old[..], Encoding::Auto),
            (old, Encoding::Utf8),
            (new, Encoding::Windows1252),
            (b"1. e4 {\x81} *\n", Encoding::Windows1252),
        ] {
            assert_eq!(repaired(text, encoding), text);
        }
    }

    #[test]
    fn each_byte_of_an_encoding_is_a_character_of_its_own() {
        for encoding in Encoding::ALL.iter().copied().filter(|encoding| !encoding.is_unicode()) {
            let defined = (0x80..=0xff_u8).filter_map(|byte| to_unicode(&[byte], encoding));
            let mut letters: Vec<String> = defined.collect();
            let count = letters.len();
            letters.sort();
            letters.dedup();
            assert_eq!(letters.len(), count, "{encoding}");
        }
    }

    #[test]
    fn a_mark_is_removed_and_line_ends_become_equal() {
        becomes(Rule::StyleByteOrderMark, "\u{feff}[Event \"x\"]\n\n*\n", "[Event \"x\"]\n\n*\n");
        let game =
            |first: &str, others: &str| format!("[Event \"x\"]{first}{others}1. e4{others}e5{others}*");
        becomes(Rule::StyleLineEnds, &game("\n", "\r\n"), &game("\r\n", "\r\n"));
        becomes(Rule::StyleLineEnds, &game("\r\n", "\n"), &game("\n", "\n"));
        becomes(Rule::StyleLineEnds, "1. e4\r\ne5\n*", "1. e4\ne5\n*");
    }
}
