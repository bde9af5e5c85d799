//! The productions `game`, `tag-section` and `movetext` of `grammar/record.abnf`, as a reference for the
//! [`Reader`](super::Reader).
//!
//! The reader replays a game and mends broken text in the same pass. These parsers accept only sentences of the grammar. A
//! property compares the tags, moves and score that both find in such sentences.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_while_m_n, take_while1};
use nom::character::complete::{char, line_ending, one_of};
use nom::combinator::{cond, map, not, opt, peek, recognize, value, verify};
use nom::multi::{fold_many0, many_m_n, many0_count, many1, many1_count};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};

use super::movetext::{
    annotation_suffix, brace_comment, move_number, nag, rest_of_line, termination, variation,
};
use super::tag_pair::{tag_name, tag_value};
use crate::chess::{San, san};
use crate::finding::Score;

type Parsed<'a, T> = IResult<&'a [u8], T, ()>;

#[derive(Debug)]
struct Game<'a> {
    tags: Vec<Pair<'a>>,
    /// The moves, each with the text from its start on.
    moves: Vec<(&'a [u8], San)>,
    score: Score,
}

#[derive(Debug)]
struct Pair<'a> {
    name: &'a [u8],
    value: &'a [u8],
}

/// `game`, with the blanks after its tags.
fn game(input: &[u8]) -> Parsed<'_, Game<'_>> {
    let (rest, tags) = opt(tag_section).parse(input)?;
    let tags = tags.unwrap_or_default();
    let (rest, _) = cond(tags.is_empty(), peek(begins_game)).parse(rest)?;
    let (rest, (moves, score)) = movetext(rest)?;
    Ok((rest, Game { tags, moves, score }))
}

/// `begins-game`, or the termination of a game without moves.
fn begins_game(input: &[u8]) -> Parsed<'_, ()> {
    let first_number = (tag("1."), many0_count(char(' ')));
    let first_move = (opt(first_number), without_error(san), annotation_suffix, gap);
    alt((value((), brace_comment), value((), first_move), value((), termination))).parse(input)
}

fn tag_section(input: &[u8]) -> Parsed<'_, Vec<Pair<'_>>> {
    many1(terminated(tag_pair, opt(gap))).parse(input)
}

fn tag_pair(input: &[u8]) -> Parsed<'_, Pair<'_>> {
    let blanks = |input| value((), many0_count(one_of(&b" \t"[..]))).parse(input);
    let quoted = (char('"'), tag_value, char('"')).map(|(_, text, _)| text);
    let inner = (blanks, tag_name, blanks, quoted, blanks);
    (char('['), inner, char(']')).map(|(_, ((), name, (), value, ()), _)| Pair { name, value }).parse(input)
}

type MovesAndScore<'a> = (Vec<(&'a [u8], San)>, Score);

fn movetext(input: &[u8]) -> Parsed<'_, MovesAndScore<'_>> {
    let between = || alt((gap, closed_comment, closed_variation));
    let other_word = alt((value((), mark), value((), nag), value((), bare_number)));
    let words = alt((map(move_word, Some), value(None, other_word)));
    let word = map((words, many0_count(nag), between()), |(read, ..)| read);
    let number = value(None, verify(move_number, |read| read.number < 10_000));
    let number = terminated(number, peek(not(one_of(&b"-/"[..]))));
    // A result also begins with a digit.
    let element = preceded(not(termination), alt((value(None, between()), word, number)));
    let moves = fold_many0(element, Vec::new, |mut moves, read: Option<(&[u8], San)>| {
        moves.extend(read);
        moves
    });
    (moves, termination).parse(input)
}

fn move_word(input: &[u8]) -> Parsed<'_, (&[u8], San)> {
    map((without_error(san), annotation_suffix), move |(read, _)| (input, read)).parse(input)
}

/// A number of up to four digits without a dot.
fn bare_number(input: &[u8]) -> Parsed<'_, &[u8]> {
    terminated(take_while_m_n(1, 4, |byte: u8| byte.is_ascii_digit()), not(char('.'))).parse(input)
}

/// `MARK`
fn mark(input: &[u8]) -> Parsed<'_, &[u8]> {
    let en_passant = value((), (alt((tag("e.p."), tag("ep"))), opt(one_of(&b"+#"[..]))));
    let letter = value((), alt((tag("e.p"), tag("D"))));
    let signs = |least| value((), many_m_n(least, 3, one_of(&b"+-/=!?"[..])));
    let novelty = value((), (opt(char('T')), char('N'), signs(0)));
    recognize(alt((en_passant, letter, novelty, signs(1)))).parse(input)
}

fn closed_comment(input: &[u8]) -> Parsed<'_, ()> {
    value((), verify(brace_comment, |comment| comment.is_closed)).parse(input)
}

fn closed_variation(input: &[u8]) -> Parsed<'_, ()> {
    value((), verify(variation, |is_closed| *is_closed)).parse(input)
}

/// `GAP`
fn gap(input: &[u8]) -> Parsed<'_, ()> {
    let line_break = || alt((line_ending, tag("\r")));
    let escape_line = (char('%'), rest_of_line, line_break());
    let line_end = (opt((char(';'), rest_of_line)), line_break(), many0_count(escape_line));
    let blanks = take_while1(|byte| matches!(byte, b' ' | b'\t' | 0x0B | 0x0C | 0x1A));
    value((), many1_count(alt((value((), blanks), value((), line_end))))).parse(input)
}

fn without_error<'a, T, E>(
    production: impl Fn(&'a [u8]) -> IResult<&'a [u8], T, E>,
) -> impl Fn(&'a [u8]) -> Parsed<'a, T> {
    move |input| production(input).map_err(|_| nom::Err::Error(()))
}

mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::chess::{Play, Position};
    use crate::game::Record;
    use crate::pgn::{NextGame, Reader};

    const BETWEEN: [&str; 14] = [
        " ",
        " ",
        " ",
        "\n",
        "\r\n",
        " {a comment} ",
        " { [%clk 0:10:00] } ",
        " (1. e4 (1. d4) {x)} d5) ",
        " $1 ",
        " $14 $3 ",
        "! ",
        "?! ",
        " ; rest\n",
        "\n% escaped\n",
    ];

    /// A legal game with comments and other elements between its moves.
    fn text_of(choices: &[(u8, u8, bool)], tags: &[(String, String)]) -> String {
        use std::fmt::Write as _;
        let mut text = String::new();
        for (name, value) in tags {
            let _ = writeln!(text, "[{name} \"{value}\"]");
        }
        let mut position = Position::initial();
        text.push_str("\n1. ");
        for (choice, between, numbered) in choices {
            let legal = position.legal_moves(Play::COMMON);
            let Some(played) = legal.get(usize::from(*choice) % legal.len().max(1)) else { break };
            text.push_str(&position.san_with_sign(*played, Play::COMMON));
            position.play(*played);
            text.push_str(BETWEEN[usize::from(*between) % BETWEEN.len()]);
            if *numbered {
                let black = position.turn() == crate::chess::Color::Black;
                let _ = write!(text, "{}{}", position.fullmove(), if black { "..." } else { ". " });
            }
        }
        text.push_str("*\n");
        text
    }

    /// To the grammar the `N` of `N h3` is a mark; the reader takes it with the square.
    fn has_split_move(text: &[u8]) -> bool {
        text.windows(2).any(|pair| b"KQRBN".contains(&pair[0]) && pair[1].is_ascii_whitespace())
    }

    /// Whether the text is a sentence of the grammar in which the reader finds no fault. If it is, compares their results.
    fn is_read_alike(text: &[u8]) -> Result<bool, TestCaseError> {
        let start = text.len() - text.trim_ascii_start().len();
        let sentence = text.get(start..).unwrap_or_default();
        let Ok((rest, parsed)) = game(sentence) else { return Ok(false) };
        if !rest.trim_ascii().is_empty() {
            return Ok(false);
        }
        let mut record = Record::default();
        prop_assert!(matches!(Reader::new(text).next(&mut record), NextGame::Read));
        // Otherwise the reader may have mended the text.
        if !record.text.faults.is_empty()
            || !record.nonstandard_moves.is_empty()
            || record.ending.stop.is_some()
        {
            return Ok(false);
        }
        let end = record.ending.termination.map(|end| (end.score, end.span.start as usize));
        let place = text.len() - rest.len();
        prop_assert_eq!(end.map(|(score, _)| score), Some(parsed.score));
        prop_assert!(end.is_some_and(|(_, start)| start < place));
        let tags: Vec<_> =
            record.tags.pairs().iter().map(|pair| (pair.name.of(text), pair.value.of(text))).collect();
        let expected: Vec<_> = parsed.tags.iter().map(|pair| (pair.name, pair.value)).collect();
        prop_assert_eq!(tags, expected);
        let places: Vec<usize> = (0..record.moves.len())
            .filter_map(|index| record.moves.token(index))
            .map(|start| start as usize)
            .collect();
        let expected: Vec<usize> = parsed.moves.iter().map(|(from, _)| text.len() - from.len()).collect();
        prop_assert_eq!(places, expected);
        Ok(true)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn the_reader_reads_what_the_grammar_reads(
            choices in prop::collection::vec(any::<(u8, u8, bool)>(), 1..24),
            tags in prop::collection::vec(("Event|Site|White|Result|Opening", "[a-zA-Z ?*0-9.-]{0,9}"), 0..4),
            changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..3),
        ) {
            let mut names = Vec::new();
            let tags: Vec<_> = tags
                .into_iter()
                .filter(|(name, _)| !names.contains(name) && { names.push(name.clone()); true })
                .collect();
            let mut text = text_of(&choices, &tags).into_bytes();
            prop_assert!(is_read_alike(&text)?, "not a sentence: {}", text.escape_ascii());
            for (place, byte) in changes {
                let at = place.index(text.len());
                text[at] = byte;
                if !has_split_move(&text) {
                    is_read_alike(&text)?;
                }
            }
        }
    }
}
