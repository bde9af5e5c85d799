//! Signs in movetext beyond the PGN standard: annotators' symbols, typographic signs, and blanks beyond ASCII.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_while, take_while1};
use nom::character::complete::{alphanumeric1, line_ending, one_of, satisfy, space0};
use nom::combinator::{opt, peek, recognize, value, verify};
use nom::multi::many0_count;
use nom::sequence::delimited;
use nom::{IResult, Parser};

use crate::chess::{CheckSign, San, Subject, san};
use crate::encoding::DecodedChar;
use crate::finding::Score;

use crate::game::foreign_letters::{figurine_letter, is_dash, is_figurine, pgn_sign};

use super::entity::{entity, entity_length, letters};
use super::markup::{mail_code_length, markup_length};
use super::movetext::ends_token;

/// The longest move or result in typographic signs, in bytes.
pub(super) const LONGEST_PRINTED: usize = 48;

/// The UTF-8 character beyond ASCII at the start of a text.
fn leading_non_ascii(text: &[u8]) -> Option<char> {
    let first = text.get(..text.len().min(4))?.utf8_chunks().next()?;
    first.valid().chars().next().filter(|c| !c.is_ascii())
}

/// The length in bytes of a blank beyond ASCII at the start of a text: a no-break space, or a character without width.
pub(super) fn non_ascii_blank(text: &[u8]) -> Option<usize> {
    // Latin-1: these bytes begin no character of UTF-8.
    if let [b'\xa0' | b'\x85', ..] = text {
        return Some(1);
    }
    let is_blank = |c: &char| c.is_whitespace() || has_no_width(*c);
    leading_non_ascii(text).filter(is_blank).map(char::len_utf8)
}

/// A result that deviates from PGN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LooseResult {
    /// In bytes.
    pub length: usize,
    pub score: Score,
    /// Whether it is a result only if the game ends after it: `+--`, `½`.
    pub may_be_sign: bool,
}

/// The result at the start of a text, with blanks or typographic dashes in it, another sign between the points, the
/// letters `O` and `l` for digits, a forfeit, unequal scores, or stray signs after it: `1 - 0`, `1–0`, `1:0`, `1-O`,
/// `0.5-0.5`, `1-0F`, `0F-1`, `0F-0F`, `+--`, `½`, `1/2-0`, `1-0.`, `1-0*`, `1-0</pre>`, `1-0&nbsp;`, `1-0">`, `1-0/resigns`.
pub(super) fn loose_result(text: &[u8]) -> Option<LooseResult> {
    // Rejects most words at once.
    text.first().filter(|first| b"01lIOo.+-&".contains(first) || !first.is_ascii())?;
    let is_of_result = |sign| is_dash(sign) || sign == '½';
    let letters = letters(text.get(..text.len().min(LONGEST_PRINTED))?, is_of_result);
    let typed: String = letters.iter().map(|letter| pgn_sign(letter.character)).collect();
    let (after, score) = result_in_ascii(&typed).ok()?;
    if !is_word_end(after.as_bytes()) {
        return None;
    }
    // `+--` and `½` may also be signs of an annotator, unless the game ends after them.
    let is_half = typed.strip_prefix('½').is_some_and(|rest| !rest.trim_start().starts_with(['-', ':', '=']));
    let may_be_sign = is_half || matches!(text, [b'+' | b'-', ..]);
    if may_be_sign && !matches!(after.trim_start().as_bytes(), [] | [b'[' | b'{' | b';' | b')', ..]) {
        return None;
    }
    let taken = letters.len() - after.chars().count();
    let length = letters.iter().take(taken).map(|letter| letter.length).sum();
    Some(LooseResult { length, score, may_be_sign })
}

/// The score of a tag whose whole value is a result, as PGN writes it or not. The value is in UTF-8 or Latin-1.
pub(crate) fn read_score(value: &[u8]) -> Option<Score> {
    let loose = || loose_result(value).filter(|read| read.length == value.len()).map(|read| read.score);
    match value {
        // Movetext has this form in the grammar.
        b"1/2" => Some(Score::Draw),
        _ => Score::from_ascii(value).or_else(loose),
    }
}

fn result_in_ascii(input: &str) -> IResult<&str, Score, ()> {
    let one = || one_of("1lI");
    let nil = || one_of("0Oo");
    let in_two = || recognize((one_of("1"), space0, one_of("/"), space0, one_of("2")));
    let half = || alt((in_two(), tag("½"), tag("0.5"), tag("0,5"), tag(".5")));
    // Mail may break a line after the dash, and marks that with `=`.
    let line_break = || opt((opt(tag("=")), line_ending));
    let between = || delimited(space0, one_of("-:="), (space0, line_break(), space0));
    let forfeit_mark = || alt((tag("FF"), tag("ff"), tag("F"), tag("f")));
    let mark = || opt(forfeit_mark());
    let forfeit = || delimited(space0, one_of("-:/"), space0);
    let result = alt((
        value(Score::Draw, (half(), between(), half())),
        // The standard has no sign for unequal scores.
        value(Score::Unknown, (half(), between(), nil())),
        value(Score::Unknown, (nil(), between(), half())),
        value(Score::Unknown, (tag("0"), forfeit_mark(), between(), tag("0"), peek(forfeit_mark()))),
        value(Score::White, (one(), mark(), between(), nil())),
        value(Score::Black, (nil(), mark(), between(), one())),
        value(Score::Draw, (tag("1/2"), peek(one_of(".,!`'\"|\\^~*<&")))),
        value(Score::Draw, tag("½")),
        value(Score::White, (one_of("+"), forfeit(), one_of("-"))),
        value(Score::Black, (one_of("-"), forfeit(), one_of("+"))),
    ));
    let markup =
        recognize((tag("<"), take_while(|c: char| !c.is_whitespace() && !"<>[{".contains(c)), tag(">")));
    let entity = recognize((tag("&"), opt(tag("#")), alphanumeric1, tag(";")));
    let end_of_attribute = alt((tag("\">"), tag("'>")));
    // `1-0/resigns`
    let reason = recognize((tag("/"), take_while1(|c: char| c.is_ascii_alphabetic())));
    let stray = recognize(one_of(".,!`'\"|\\^~*]#"));
    let digit = || satisfy(|c| c.is_ascii_hexdigit());
    let mail_code = recognize((tag("="), digit(), digit()));
    (result, mark(), many0_count(alt((markup, entity, end_of_attribute, stray, mail_code))), opt(reason))
        .map(|(score, ..)| score)
        .parse(input)
}

/// The length in bytes of castling with blanks or a line end in it: `0 - 0`, `O - O - O`, `O-O- O`.
pub(super) fn spaced_castling(rest: &[u8]) -> Option<usize> {
    let sign = rest.first().filter(|sign| b"0Oo".contains(sign))?;
    let one_more = |rest: &[u8]| {
        let rest = rest.trim_ascii_start().strip_prefix(b"-")?.trim_ascii_start();
        rest.strip_prefix(&[*sign]).map(<[u8]>::len)
    };
    let is_end = |left: &usize| ends_token(rest.get(rest.len() - left));
    let once = one_more(rest.get(1..)?)?;
    let twice = rest.get(rest.len() - once..).and_then(one_more);
    twice.filter(is_end).or(Some(once).filter(is_end)).map(|left| rest.len() - left)
}

/// The length in bytes of a word for check in parentheses at the start of a text, and its sign: `(ch)`.
pub(super) fn check_in_parentheses(text: &[u8]) -> Option<(usize, CheckSign)> {
    let inner = text.strip_prefix(b"(")?;
    let length = inner.iter().take(LONGEST_CHECK_WORDS).position(|byte| *byte == b')')?;
    let last = inner.get(..length)?.rsplit(u8::is_ascii_whitespace).next()?;
    let sign = match last {
        b"+" => CheckSign::Check,
        b"++" => CheckSign::Double,
        b"#" => CheckSign::Mate,
        word => check_word(word)?,
    };
    let words = inner.get(..length - last.len())?;
    words
        .split(u8::is_ascii_whitespace)
        .all(|word| word.is_empty() || is_kind_of_check(word))
        .then_some((length + 2, sign))
}

/// Whether a word describes the check sign after it, as in `dis. ch.`
pub(super) fn is_kind_of_check(word: &[u8]) -> bool {
    let word = word.strip_suffix(b".").unwrap_or(word).to_ascii_lowercase();
    [&b"dis"[..], b"disc", b"discovered", b"dbl", b"double"].contains(&&*word)
}

/// Whether a word contains a move and the next move number: `e52.Nf3`.
pub(super) fn contains_move_number(word: &str) -> bool {
    let Some((first, after)) = word.split_once('.') else { return false };
    let is_move = |text: &str| San::from_ascii(text.as_bytes()).is_some();
    let digits = first.bytes().rev().take_while(u8::is_ascii_digit).count();
    let mut splits = (1..digits).filter_map(|length| first.get(..first.len() - length));
    splits.any(is_move) && (after.is_empty() || is_move(after.trim_start_matches('.')))
}

/// Whether a move contains signs beyond ASCII, an entity or a blank.
pub(super) fn has_unusual_signs(text: &[u8]) -> bool {
    !text.is_ascii() || text.iter().any(|byte| byte.is_ascii_whitespace() || *byte == b'&')
}

/// Whether a character is a symbol such as `±`, `∞` or `→`, which is never part of a move. A figurine is a man, and a dash
/// may be part of a move. The Greek letter delta means an idea, and small Greek letters number the moves of a commentary;
/// they are no piece letters in Greek.
fn is_symbol(c: char) -> bool {
    matches!(c, 'Δ' | 'α'..='ω')
        || !c.is_alphanumeric() && !c.is_whitespace() && !is_dash(c) && !is_figurine(c)
}

/// An entity of a symbol, but for brackets, which may hold moves, and for the daggers, which are signs of check.
fn symbol_entity(input: &[u8]) -> IResult<&[u8], char, ()> {
    let is_skipped = |sign: &char| is_symbol(*sign) && !matches!(sign, '†' | '‡');
    verify(entity, |sign| *sign == '&' || !sign.is_ascii() && is_skipped(sign)).parse(input)
}

/// Whether a symbol is one that annotators and printers put beside moves, so that it is no figurine that was lost. The
/// figurines of many fonts have the codes of currencies and of other signs, and a program that lacks them shows a box.
fn is_sign_of_print(c: char) -> bool {
    matches!(c, 'Δ' | 'α'..='ω' | '±' | '¬' | '·' | '´' | '«' | '»' | '¡' | '¿')
        // Dashes, quotation marks, dots, `‼` and `⁇`, and marks that cannot be seen.
        || matches!(c, '\u{2010}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}')
        // Arrows, and signs of mathematics and technology.
        || matches!(c, '\u{2190}'..='\u{23ff}' | '\u{2794}'..='\u{27be}' | '\u{27f0}'..='\u{27ff}')
        || matches!(c, '\u{2900}'..='\u{2aff}' | '\u{2b00}'..='\u{2b11}' | '\u{2bf9}')
        || matches!(c, '△' | '▲' | '▽' | '▼' | '○' | '◯' | '●')
}

/// The symbols at the start of a text, with the signs of ASCII among them: `=∞`.
struct Symbols {
    /// In bytes.
    length: usize,
    /// The last symbol, if no sign of ASCII follows it.
    last: Option<char>,
}

impl Symbols {
    fn of(text: &[u8]) -> Option<Self> {
        let (mut symbols, mut has_symbol) = (Self { length: 0, last: None }, false);
        while let Some(rest) = text.get(symbols.length..) {
            if rest.first().is_some_and(|byte| b"+-=/!?".contains(byte)) {
                symbols = Self { length: symbols.length + 1, last: None };
                continue;
            }
            let plain = leading_non_ascii(rest).filter(|c| is_symbol(*c)).map(|c| (c, c.len_utf8()));
            let coded = || symbol_entity(rest).ok().map(|(after, c)| (c, rest.len() - after.len()));
            let Some((symbol, length)) = plain.or_else(coded) else { break };
            symbols = Self { length: symbols.length + length, last: Some(symbol) };
            has_symbol = true;
        }
        has_symbol.then_some(symbols)
    }
}

/// The length in bytes of the symbols at the start of a text, with the signs of ASCII among them: `=∞`.
pub(super) fn symbols_length(text: &[u8]) -> usize {
    Symbols::of(text).map_or(0, |symbols| symbols.length)
}

/// Whether the symbols at the start of a text end with one that may be a figurine which was lost: it is no sign of print, and
/// the rest of a piece's move follows directly, as in `¤f3` and `□xe5`.
pub(super) fn may_be_lost_figurine(text: &[u8]) -> bool {
    let symbols = Symbols::of(text).filter(|symbols| symbols.last.is_some_and(|c| !is_sign_of_print(c)));
    let after = symbols.and_then(|symbols| text.get(symbols.length..));
    after.is_some_and(|after| completes_piece_move(token(after)))
}

/// Whether a word is a piece's move without its letter, with or without signs after it: `f3`, `xe5+`, `bd7`.
fn completes_piece_move(word: &[u8]) -> bool {
    word.len() <= LONGEST_PRINTED && AnnotatedMove::of(&[b"N", word].concat()).is_some()
}

/// The length in bytes of the sign of a novelty at the start of a text, and of the signs after it, if a word ends there.
pub(super) fn novelty_length(text: &[u8]) -> usize {
    let Some(rest) = text.strip_prefix(b"TN").or_else(|| text.strip_prefix(b"N")) else { return 0 };
    let signs = rest.iter().take_while(|byte| b"!?+-=/".contains(byte)).count();
    let rest = rest.get(signs..).unwrap_or_default();
    let rest = rest.get(symbols_length(rest)..).unwrap_or_default();
    if is_word_end(rest) || rest.starts_with(b",") { text.len() - rest.len() } else { 0 }
}

/// The length in bytes of the signs after a move, in any order: of ASCII, symbols, and one of a novelty. `is_coded`: whether a
/// code of mail begins there.
fn signs_length(after: &[u8], is_coded: bool) -> usize {
    let is_sign = |byte: &&u8| !is_coded && b"+-=/!?#~:".contains(*byte);
    let (mut length, mut is_new) = (0, false);
    loop {
        let rest = after.get(length..).unwrap_or_default();
        let ascii = rest.iter().take_while(is_sign).count();
        let mut step = if ascii > 0 { ascii } else { symbols_length(rest) };
        if step == 0 && !is_new {
            step = novelty_sign_length(rest);
            is_new = true;
        }
        if step == 0 {
            return length;
        }
        length += step;
    }
}

/// The length of the sign of a novelty at the start of a text, if a word ends after it or another sign follows.
fn novelty_sign_length(text: &[u8]) -> usize {
    let length = if text.starts_with(b"TN") { 2 } else { usize::from(text.starts_with(b"N")) };
    let after = text.get(length..).unwrap_or_default();
    let is_sign = is_word_end(after)
        || after.first().is_some_and(|byte| b"!?+-=/,".contains(byte))
        || symbols_length(after) > 0;
    if is_sign { length } else { 0 }
}

/// The move at the start of a text with an evaluation after it that begins like a move from square to square, and the rest
/// from the evaluation on: `Ba4-+`, `Ba4-/+`.
fn before_minus(text: &[u8]) -> Option<(&[u8], San)> {
    let (stem, evaluation) = text.split_at_checked(memchr::memchr(b'-', token(text))?)?;
    let is_evaluation = evaluation.starts_with(b"-+") || evaluation.starts_with(b"-/+");
    is_evaluation.then(|| San::from_ascii(stem)).flatten().map(|read| (evaluation, read))
}

/// The words and daggers for check and mate, the longest first, and the signs for them. A double dagger is either.
const CHECK_WORDS: [(&str, CheckSign); 12] = [
    ("check", CheckSign::Check),
    ("mate.", CheckSign::Mate),
    ("mate", CheckSign::Mate),
    ("matt", CheckSign::Mate),
    ("mat.", CheckSign::Mate),
    ("mat", CheckSign::Mate),
    ("ch.", CheckSign::Check),
    ("ch", CheckSign::Check),
    ("††", CheckSign::Double),
    ("‡‡", CheckSign::Double),
    ("†", CheckSign::Check),
    ("‡", CheckSign::Double),
];

/// The longest words for a check in parentheses, in bytes.
const LONGEST_CHECK_WORDS: usize = 18;

/// The sign that a word for check or mate means.
pub(super) fn check_word(word: &[u8]) -> Option<CheckSign> {
    let named = |word: &[u8]| CHECK_WORDS.into_iter().find(|(known, _)| known.as_bytes() == word);
    // `dis.ch.`, `dbl.+`
    let of_kind = || {
        let (kind, sign) = word.split_at(memchr::memchr(b'.', word)? + 1);
        (is_kind_of_check(kind) && (sign == b"+" || named(sign).is_some())).then_some(CheckSign::Check)
    };
    named(word).map(|(_, sign)| sign).or_else(of_kind)
}

/// The length in bytes of the word for check or mate at the start of a text, with a comma after it.
pub(super) fn check_word_length(text: &[u8]) -> Option<usize> {
    let start = text.get(..text.len().min(LONGEST_CHECK_WORDS))?;
    let length = start.iter().take_while(|byte| !ends_token(Some(*byte))).count();
    let word = text.get(..length)?;
    check_word(word.strip_suffix(b",").unwrap_or(word)).map(|_| length)
}

/// The token at the start of a text up to the word for check or mate that ends it, and that sign.
fn with_check_word(text: &[u8]) -> Option<(&[u8], CheckSign)> {
    let word = token(text.get(..text.len().min(LONGEST_PRINTED))?);
    let end = word.iter().rposition(|byte| !b"!?".contains(byte))? + 1;
    let word = word.get(..end)?;
    CHECK_WORDS.into_iter().find_map(|(known, sign)| Some((word.strip_suffix(known.as_bytes())?, sign)))
}

/// The text after the line break that mail marks with `=`, or the text itself.
pub(super) fn without_soft_break(text: &[u8]) -> &[u8] {
    let Some(after) = text.strip_prefix(b"=") else { return text };
    after.strip_prefix(b"\r\n").or_else(|| after.strip_prefix(b"\n")).unwrap_or(text)
}

/// The sign of check after the colon of a capture that follows a move: `Qd5:+`.
fn sign_after_colon(after: &[u8]) -> Option<CheckSign> {
    let signs = token(after.strip_prefix(b":")?);
    let end = signs.iter().rposition(|byte| !b"!?".contains(byte))? + 1;
    match signs.get(..end)? {
        b"+" => Some(CheckSign::Check),
        b"++" => Some(CheckSign::Double),
        b"#" | b"+#" => Some(CheckSign::Mate),
        _ => None,
    }
}

/// Whether a word ends before this text.
pub(super) fn is_word_end(text: &[u8]) -> bool {
    ends_token(text.first()) || non_ascii_blank(text).is_some()
}

/// A move and the signs of an annotator that follow it without a blank: `Re1+-`, `Nf3±`, `Nf3,`. Lengths are in bytes.
pub(super) struct AnnotatedMove {
    pub read: San,
    /// The move without its check sign, if that may be the first sign of an evaluation: `Nf3+/-`.
    pub unsigned: Option<San>,
    pub length: usize,
    /// The length of the signs after the move.
    pub signs: usize,
}

impl AnnotatedMove {
    /// The move at the start of a text.
    pub(super) fn of(text: &[u8]) -> Option<Self> {
        if let Some((stem, sign)) = with_check_word(text)
            && let Some(read) = San::from_ascii(stem)
        {
            let signs = token(text).len() - stem.len();
            return Some(Self { read: read.with_sign(sign), unsigned: None, length: stem.len(), signs });
        }
        let (after, read) = san(text).ok().or_else(|| before_minus(text))?;
        let length = text.len() - after.len();
        let read = sign_after_colon(after).map_or(read, |sign| read.with_sign(sign));
        // `£` is a sign of mate.
        if after.starts_with("£".as_bytes()) {
            return None;
        }
        // A colon after a move marks a capture.
        // `=20` is no evaluation, but a blank in mail.
        let is_coded = mail_code_length(after).is_some();
        let signs = signs_length(after, is_coded);
        let stray = after.get(signs..)?.iter().take_while(|byte| b".\"'`>]!?".contains(byte)).count();
        let signs = signs + stray;
        let rest = after.get(signs..)?;
        let comma = usize::from(rest.first() == Some(&b','));
        // A brace that closes nothing is reported for itself, and `*` may end the game.
        let is_end = |rest: &[u8]| {
            is_word_end(rest)
                || rest.starts_with(b"}")
                || [&b"*"[..], b"1-0", b"0-1", b"1/2-1/2"]
                    .iter()
                    .any(|result| rest.strip_prefix(*result).is_some_and(is_word_end))
                || markup_length(rest).or_else(|| mail_code_length(rest)).is_some()
        };
        if comma == 0 && !is_end(rest) {
            return None;
        }
        let move_alone = text.get(..length)?.strip_suffix(b"+");
        let may_begin_it = matches!(after.first(), Some(b'-' | b'/' | b'='));
        let unsigned = move_alone.filter(|_| may_begin_it).and_then(San::from_ascii);
        Some(Self { read, unsigned, length, signs: signs + comma })
    }

    /// Castling that begins like shorter castling or a letter: `O-O- O`, `O- O`.
    pub(super) fn split_castling(text: &[u8]) -> Option<Self> {
        let length = spaced_castling(text)?;
        let written = text.get(..length)?.iter().copied().filter(|byte| !byte.is_ascii_whitespace());
        let written: Vec<u8> = written.collect();
        let read = San::from_ascii(&written).filter(|_| written.len() < length)?;
        Some(Self { read, unsigned: None, length, signs: 0 })
    }

    /// A piece's move with blanks after its letter: `N f3`.
    pub(super) fn with_detached_letter(text: &[u8]) -> Option<Self> {
        let [letter @ (b'N' | b'B' | b'R' | b'Q' | b'K'), after @ ..] = text else { return None };
        let after = without_soft_break(after).trim_ascii_start();
        let marked = Self::of(&[&[*letter], token(after)].concat())?;
        Some(Self { length: marked.length + text.len() - after.len() - 1, ..marked })
    }

    /// A piece's move whose file or rank of origin is in brackets: `N(b)d7`, `R [1] e2`.
    pub(super) fn with_bracketed_origin(text: &[u8]) -> Option<Self> {
        let [letter @ (b'N' | b'B' | b'R' | b'Q' | b'K'), after @ ..] = text else { return None };
        let [open @ (b'(' | b'[' | b'{'), origin @ (b'a'..=b'h' | b'1'..=b'8'), close, rest @ ..] =
            after.trim_ascii_start()
        else {
            return None;
        };
        matches!((open, close), (b'(', b')') | (b'[', b']') | (b'{', b'}')).then_some(())?;
        let rest = rest.trim_ascii_start();
        let marked = Self::of(&[&[*letter, *origin], token(rest)].concat())?;
        // The letter and the origin are two of its bytes.
        Some(Self { length: marked.length + text.len() - rest.len() - 2, ..marked })
    }

    /// A piece's move with a small letter that is no file: `nf3`.
    pub(super) fn with_small_letter(text: &[u8]) -> Option<Self> {
        let [letter @ (b'n' | b'r' | b'q' | b'k'), after @ ..] = text else { return None };
        Self::of(&[&[letter.to_ascii_uppercase()], token(after)].concat())
    }

    /// A move with its capture sign after it: `Qd5:`.
    pub(super) fn with_colon_after(text: &[u8]) -> Option<Self> {
        let word = token(text);
        let word = word.get(..word.len().min(LONGEST_PRINTED))?;
        let colon = memchr::memchr(b':', word)?;
        let (first, after) = (word.get(..colon)?, word.get(colon + 1..)?);
        let marked = Self::of(&[first, after].concat())?;
        (marked.length >= colon).then(|| Self { length: marked.length + 1, ..marked })
    }

    /// A move from square to square with blanks beside its dash: `e2 - e4`, `Ng1- f3`.
    pub(super) fn spaced(text: &[u8]) -> Option<Self> {
        let from = text.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let after = text.get(from..)?.trim_ascii_start().strip_prefix(b"-")?.trim_ascii_start();
        let blanks = (text.len() - after.len()).checked_sub(from + 1).filter(|blanks| *blanks > 0)?;
        let word = [text.get(..from)?, b"-", token(after)];
        let short = word.iter().map(|part| part.len()).sum::<usize>() <= LONGEST_PRINTED;
        let marked = short.then(|| Self::of(&word.concat())).flatten()?;
        // The move has both squares: it is not the first square with a sign after it.
        (marked.length > from + 1).then(|| Self { length: marked.length + blanks, ..marked })
    }

    /// The move at the start of a text, with typographic dashes and crosses or figurines: `e2–e4`, `B×c6+`, `O–O`, `♘f3`.
    pub(super) fn printed(text: &[u8]) -> Option<Self> {
        let word = token(text.get(..text.len().min(LONGEST_PRINTED))?);
        if word.is_ascii() && !word.contains(&b'&') {
            return None;
        }
        // Moves are read alike in every encoding.
        let letters = visible(letters(word, |sign| !sign.is_ascii() && !sign.is_whitespace()));
        let sign =
            |letter: &DecodedChar| figurine_letter(letter.character).unwrap_or(pgn_sign(letter.character));
        let typed: String = letters.iter().map(sign).collect();
        // Dashes alone are a drawn line.
        let read = Self::of(typed.as_bytes()).filter(|marked| marked.read.subject() != Subject::Null)?;
        let place = |end: usize| {
            let count = typed.get(..end).map_or(0, |part| part.chars().count());
            letters.iter().take(count).map(|letter: &DecodedChar| letter.length).sum::<usize>()
        };
        let length = place(read.length);
        Some(Self { length, signs: place(read.length + read.signs) - length, ..read })
    }
}

/// The characters without the signs that only say how one is shown: selectors of a figurine's form, soft hyphens, and
/// characters without width. The length of such a sign is added to that of the character before it.
fn visible(letters: Vec<DecodedChar>) -> Vec<DecodedChar> {
    let mut visible: Vec<DecodedChar> = Vec::with_capacity(letters.len());
    for letter in letters {
        match visible.last_mut() {
            Some(last) if is_unseen(letter.character) => {
                last.length += letter.length;
            }
            _ => visible.push(letter),
        }
    }
    visible
}

fn is_unseen(letter: char) -> bool {
    let is_selector = matches!(letter, '\u{fe0e}' | '\u{fe0f}');
    is_selector || letter == '\u{ad}' || has_no_width(letter)
}

/// Characters without width: joiners, marks of the direction of writing, and the byte order mark.
const fn has_no_width(letter: char) -> bool {
    matches!(
        letter,
        '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{2066}'..='\u{2069}' | '\u{feff}'
    )
}

/// The text up to the end of its first token, with the entities in it.
fn token(text: &[u8]) -> &[u8] {
    let mut length = 0;
    while let Some(rest) = text.get(length..).filter(|rest| !ends_token(rest.first())) {
        length += entity_length(rest).unwrap_or(1);
    }
    text.get(..length).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_and_blanks() {
        for text in ["±", "∓", "⩲", "∞", "□", "→", "‼", "…", "±∞ e5", "=∞", "Δ"] {
            assert!(symbols_length(text.as_bytes()) > 0, "{text}");
        }
        for text in ["♘f3", "–", "½", "О-О", "Кf3", "e4", "", "\u{a0}"] {
            assert_eq!(symbols_length(text.as_bytes()), 0, "{text}");
        }
        assert_eq!(symbols_length(b"\xb1 e5"), 0);
        assert_eq!(non_ascii_blank("\u{a0}e4".as_bytes()), Some(2));
        assert_eq!(non_ascii_blank(b" e4"), None);
        assert_eq!(non_ascii_blank(b"\xa0e4"), Some(1));
        assert_eq!(non_ascii_blank("à".as_bytes()), None);
    }

    #[test]
    fn a_sign_in_the_place_of_a_letter_may_be_a_figurine() {
        for text in [
            "\u{fffd}f3",
            "¤f3",
            "¥xb5+",
            "□bd2",
            "\u{e051}f3 a6",
            "🐴f3!",
            "§f3",
            "&#164;f3",
            "£1e2",
            "±¤f3",
        ] {
            assert!(may_be_lost_figurine(text.as_bytes()), "{text}");
        }
        for text in ["±f3", "→f3", "“f3", "…f3", "△f3", "□ f3", "¤", "¤2. f3", "¤and", "f3", "!f3", "¤!f3"]
        {
            assert!(!may_be_lost_figurine(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn signs_of_print() {
        let read = |text: &[u8]| AnnotatedMove::printed(text).map(|marked| (marked.read, marked.length));
        let plain = |text: &str| San::from_ascii(text.as_bytes()).unwrap();
        assert_eq!(read("e2–e4 e5".as_bytes()), Some((plain("e2-e4"), 7)));
        assert_eq!(read("B×c6+!".as_bytes()), Some((plain("Bxc6+"), 6)));
        assert_eq!(read("O–O–O".as_bytes()), Some((plain("O-O-O"), 9)));
        assert_eq!(read(b"Ng1\x96f3"), Some((plain("Ng1-f3"), 6)));
        assert_eq!(read(b"e\xd7d5"), Some((plain("exd5"), 4)));
        assert_eq!(read("♘g1–f3".as_bytes()), Some((plain("Ng1-f3"), 10)));
        assert_eq!(read("♞c6 x".as_bytes()), Some((plain("Nc6"), 5)));
        assert_eq!(read("Re1+–".as_bytes()), Some((plain("Re1+"), 4)));
        for unseen in ['\u{200b}', '\u{200d}', '\u{200f}', '\u{2068}', '\u{feff}', '\u{ad}'] {
            let text = format!("N{unseen}f3 e5");
            assert_eq!(read(text.as_bytes()), Some((plain("Nf3"), 3 + unseen.len_utf8())), "{unseen:?}");
        }
        for text in ["–", "–––––", "e2-e4", "-----", "pages 2–4", "", "Sg1–f3"] {
            assert_eq!(read(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn moves_with_blanks() {
        let read = |text: &[u8]| AnnotatedMove::spaced(text).map(|marked| (marked.read, marked.length));
        let plain = |text: &str| San::from_ascii(text.as_bytes()).unwrap();
        assert_eq!(read(b"e2 - e4 e7 - e5"), Some((plain("e2-e4"), 7)));
        assert_eq!(read(b"Ng1- f3+"), Some((plain("Ng1-f3+"), 8)));
        assert_eq!(read(b"Ng1 -f3!"), Some((plain("Ng1-f3"), 7)));
        for text in ["e2-e4", "e2 -", "e2 e4", "e2 - 0", "", "-"] {
            assert_eq!(read(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn castling_in_pieces() {
        let read =
            |text: &str| AnnotatedMove::split_castling(text.as_bytes()).map(|castling| castling.length);
        for (text, length) in
            [("O-O- O Nf3", 6), ("O-O-\nO", 6), ("O-\r\nO O-O", 5), ("0-0- 0", 6), ("O- O-O", 6)]
        {
            assert_eq!(read(text), Some(length), "{text}");
        }
        for text in ["O-O", "O-O-O", "O-O- Nf3", "O-O O-O", "O-O- O-O-O", "O - Nf3", "0-1"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn results_with_blanks() {
        for (text, read) in [
            ("1 - 0", Some((5, Score::White))),
            ("0 – 1\n", Some((7, Score::Black))),
            ("1/2 -1/2 x", Some((8, Score::Draw))),
            ("1–0", Some((5, Score::White))),
            ("1- 0", Some((4, Score::White))),
            ("½-½\n", Some((5, Score::Draw))),
            ("½", Some((2, Score::Draw))),
            ("½ e5", None),
            ("0F-1", Some((4, Score::Black))),
            ("1-0*", Some((4, Score::White))),
            ("1-0#", Some((4, Score::White))),
            ("0F-0F", Some((5, Score::Unknown))),
            ("0-0F", None),
            ("1/2*", Some((4, Score::Draw))),
            ("1-0&nbsp;</pre>", Some((15, Score::White))),
            ("1:0", Some((3, Score::White))),
            ("O-1", Some((3, Score::Black))),
            ("1-O.", Some((4, Score::White))),
            ("0.5-0.5", Some((7, Score::Draw))),
            ("0,5 : 0,5 x", Some((9, Score::Draw))),
            ("1/2.", Some((4, Score::Draw))),
            ("1 / 2 - 1 / 2", Some((13, Score::Draw))),
            ("1/2-0\n", Some((5, Score::Unknown))),
            ("0 - 0.5", Some((7, Score::Unknown))),
            ("1-0F", Some((4, Score::White))),
            ("+--\n\n[Event", Some((3, Score::White))),
            ("-:+", Some((3, Score::Black))),
            ("1-0</pre></body>", Some((16, Score::White))),
            ("1-0\"></body>", Some((12, Score::White))),
            ("1/2-1/2`", Some((8, Score::Draw))),
            ("+- Nf3", None),
            ("--+ Nf3", None),
            ("1-0Fischer", None),
            ("1-0/resigns", Some((11, Score::White))),
            ("1-0/", None),
            ("1-0/2", None),
            ("1-0<b", None),
            ("O-O", None),
            ("0-0", None),
            ("1 - 0-0", None),
            ("1 e4", None),
            ("1 -", None),
            ("1/2-\r\n1/2\n", Some((9, Score::Draw))),
            ("1-\n0", Some((4, Score::White))),
            ("1-\n0-0", None),
            ("1\n-0", None),
        ] {
            let found = loose_result(text.as_bytes()).map(|found| (found.length, found.score));
            assert_eq!(found, read, "{text}");
        }
    }

    #[test]
    fn signs_after_a_move() {
        let read = |text: &str| AnnotatedMove::of(text.as_bytes()).map(|read| [read.length, read.signs]);
        assert_eq!(read("Re1+- e5"), Some([4, 1]));
        assert_eq!(read("Nf3+/- e5"), Some([4, 2]));
        assert_eq!(read("Nf3± e5"), Some([3, 2]));
        assert_eq!(read("Nf3,Nc6"), Some([3, 1]));
        assert_eq!(read("Nf3\u{a0}Nc6"), Some([3, 0]));
        assert_eq!(read("O-ON e5"), Some([3, 1]));
        assert_eq!(read("Nf3TN!? e5"), Some([3, 4]));
        assert_eq!(read("Nf3=∞ e5"), Some([3, 4]));
        assert_eq!(read("Nf3-+ e5"), Some([3, 2]));
        assert_eq!(read("Nf3-/+ e5"), Some([3, 3]));
        assert_eq!(read("Nf3!N= e5"), Some([3, 3]));
        assert_eq!(read("Nf3N+=, e5"), Some([3, 4]));
        assert_eq!(read("Qh5ch e5"), Some([3, 2]));
        assert_eq!(read("Bxf7†! e5"), Some([4, 4]));
        assert_eq!(read("e4\" e5"), Some([2, 1]));
        assert_eq!(read("e4α"), Some([2, 2]));
        assert_eq!(read("e5} Nf3"), Some([2, 0]));
        assert_eq!(read("Nf3*"), Some([3, 0]));
        assert_eq!(read("e4*d5"), None);
        assert_eq!(read("Nf3No"), None);
        assert_eq!(read("Nf3x"), None);
        for signs in ["N±", "!N±", "±N", "!N⩲", "N∞", "!±N", "TN±"] {
            assert_eq!(read(&format!("Nf3{signs} Nc6")), Some([3, signs.len()]), "{signs}");
        }
        assert_eq!(read("Nf3NN± Nc6"), None);
        assert_eq!(
            [read("Bd8#1-0\n"), read("Qxf70-1"), read("Bd8#1-0x")],
            [Some([4, 0]), Some([4, 0]), None]
        );
        assert!(AnnotatedMove::of("Nf3+/-".as_bytes()).is_some_and(|read| read.unsigned.is_some()));
        assert!(AnnotatedMove::of("Nf3+±".as_bytes()).is_some_and(|read| read.unsigned.is_none()));
    }
}
