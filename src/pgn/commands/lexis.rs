//! The parts of commands: blanks, words, text and arguments, and the errors for missing and invalid ones.

use std::num::NonZeroU32;

use nom::branch::alt;
use nom::bytes::complete::{tag, take, take_till, take_while, take_while1};
use nom::combinator::recognize;
use nom::error::{ErrorKind, ParseError};
use nom::sequence::preceded;
use nom::{IResult, Offset, Parser};

use super::command::{Command, CommandFault};
use crate::chess::{Color, Role, Square};
use crate::encoding::Encoding;
use crate::game::Time;
use crate::game::act::{Act, Actor, MoveWords, QuotedText};
use crate::game::command_problem::{Advice, CommandProblem, Malformed};
use crate::nearest::nearest;
use crate::pgn::clock_time;

/// The error of a production that does not accept the text `at`.
#[derive(Debug)]
pub(super) struct Refusal<'a> {
    at: &'a [u8],
    what: Malformed,
    pub(super) advice: Option<Advice>,
}

pub(super) type Parsed<'a, T> = IResult<&'a [u8], T, Refusal<'a>>;

impl<'a> ParseError<&'a [u8]> for Refusal<'a> {
    fn from_error_kind(at: &'a [u8], _: ErrorKind) -> Self {
        Self { at, what: Malformed::Unreadable, advice: None }
    }

    fn append(_: &'a [u8], _: ErrorKind, other: Self) -> Self {
        other
    }
}

impl<'a> Refusal<'a> {
    fn failure(at: Option<&'a [u8]>, what: Malformed, advice: Option<Advice>) -> nom::Err<Self> {
        nom::Err::Failure(Self { at: at.unwrap_or_default(), what, advice })
    }

    fn missing(rest: &'a [u8], wanted: &'static str) -> nom::Err<Self> {
        let length = usize::from(rest.starts_with(b"]"));
        Self::failure(rest.get(..length), Malformed::Missing(wanted), None)
    }

    pub(super) fn not(at: &'a [u8], wanted: &'static str, advice: Option<Advice>) -> nom::Err<Self> {
        let found = String::from_utf8_lossy(at).into_owned();
        Self::failure(Some(at), Malformed::Not { found, wanted }, advice)
    }

    /// Advises this form if there is no better advice.
    pub(super) fn with_form(self, form: &'static str) -> Self {
        Self { advice: self.advice.or(Some(Advice::Form(form))), ..self }
    }

    pub(super) fn fault(
        self,
        input: &[u8],
        rest: &[u8],
        name: &'static str,
        usage: &'static str,
    ) -> CommandFault {
        let length = input.offset(rest);
        let start = input.offset(self.at).min(length);
        let stop = start.saturating_add(self.at.len()).min(length);
        let problem = CommandProblem::Malformed { name, what: self.what, usage, advice: self.advice };
        CommandFault { span: start..stop, problem }
    }
}

/// The advice for a word that is not in a closed set: the nearest word, the only one of which it is a part, or all of them.
pub(super) fn one_of(word: &[u8], known: &[&'static str]) -> Advice {
    let word = String::from_utf8_lossy(word);
    let has_part = |id: &&&str| id.split('-').any(|part| part.eq_ignore_ascii_case(&word));
    let of_part = || {
        let mut having = known.iter().filter(has_part);
        having.next().copied().filter(|_| having.next().is_none())
    };
    match nearest(&word, known.iter().copied()).or_else(of_part) {
        Some(id) => Advice::DidYouMean(id.to_owned()),
        None => Advice::Use(known.to_vec()),
    }
}

pub(super) const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c | 0x1a)
}

pub(super) const fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_'
}

pub(super) const fn is_word(byte: u8) -> bool {
    !is_blank(byte) && !matches!(byte, b']' | b'"')
}

pub(super) fn command_name(input: &[u8]) -> IResult<&[u8], &[u8]> {
    take_while(is_name).parse(input)
}

pub(super) fn blanks(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while1(is_blank).parse(input)
}

pub(super) fn word(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while1(is_word).parse(input)
}

/// `text`: from a quotation mark to the next one, without escapes.
pub(super) fn text(input: &[u8]) -> Parsed<'_, QuotedText> {
    let (body, _) = tag("\"").parse(input)?;
    let (rest, said) = take_till(|byte| byte == b'"').parse(body)?;
    let Some((_, rest)) = rest.split_first() else {
        let advice = Some(Advice::CloseText);
        return Err(Refusal::failure(input.get(..1), Malformed::TextNotClosed, advice));
    };
    if rest.first().copied().is_some_and(is_word) || rest.starts_with(b"\"") {
        let (after, _) = take_while(is_word).parse(rest)?;
        let at = rest.get(..rest.offset(after).max(1));
        return Err(Refusal::failure(at, Malformed::NoSpaceAfterText, None));
    }
    let text = QuotedText::new(&decoded(said))
        .ok_or_else(|| Refusal::not(said, "a valid text", Some(Advice::NoBrace)))?;
    Ok((rest, text))
}

pub(super) fn text_or_word(input: &[u8]) -> Parsed<'_, QuotedText> {
    if input.starts_with(b"\"") {
        return text(input);
    }
    let (rest, at) = word(input)?;
    let text = QuotedText::new(&decoded(at))
        .ok_or_else(|| Refusal::not(at, "a valid text", Some(Advice::NoBrace)))?;
    Ok((rest, text))
}

/// Decodes UTF-8, or else Latin-1; line breaks become blanks.
pub(super) fn decoded(bytes: &[u8]) -> String {
    Encoding::Auto.decode(bytes).replace("\r\n", " ").replace(['\n', '\r'], " ")
}

/// Whether no argument follows.
pub(super) fn ended(input: &[u8]) -> bool {
    let rest = past_blanks(input);
    rest.is_empty() || rest.starts_with(b"]") || rest.starts_with(b"[%")
}

pub(super) fn past_blanks(input: &[u8]) -> &[u8] {
    let blanks = input.iter().take_while(|byte| is_blank(**byte)).count();
    input.get(blanks..).unwrap_or_default()
}

/// A required argument.
pub(super) fn must<'a, T>(
    wanted: &'static str,
    mut read: impl FnMut(&'a [u8]) -> Parsed<'a, T>,
) -> impl FnMut(&'a [u8]) -> Parsed<'a, T> {
    move |input| {
        if ended(input) {
            return Err(Refusal::missing(past_blanks(input), wanted));
        }
        let (rest, _) = blanks(input).map_err(|_| missing_blank(input))?;
        // No argument begins with any other byte.
        if rest.starts_with(b"\"") || rest.first().copied().is_some_and(is_word) {
            read(rest)
        } else {
            Err(missing_blank(rest))
        }
    }
}

/// An optional argument.
pub(super) fn may<'a, T>(
    mut read: impl FnMut(&'a [u8]) -> Parsed<'a, T>,
) -> impl FnMut(&'a [u8]) -> Parsed<'a, Option<T>> {
    move |input| {
        if ended(input) {
            Ok((input, None))
        } else {
            let (rest, read) = must("an argument", &mut read)(input)?;
            Ok((rest, Some(read)))
        }
    }
}

pub(super) fn missing_blank(input: &[u8]) -> nom::Err<Refusal<'_>> {
    let length = input.iter().take_while(|byte| !is_blank(**byte) && **byte != b']').count();
    Refusal::failure(input.get(..length.max(1)), Malformed::NoSpaceBefore, None)
}

/// A whole argument, with its quotation marks. Refusals point at it.
pub(super) fn argument(input: &[u8]) -> Parsed<'_, &[u8]> {
    alt((word, recognize(text))).parse(input)
}

/// The name of the command.
pub(super) fn named<'a>(name: &'static str) -> impl FnMut(&'a [u8]) -> Parsed<'a, &'a [u8]> {
    move |input| tag(name).parse(input)
}

/// The `]` after the last argument.
pub(super) fn close(input: &[u8]) -> Parsed<'_, ()> {
    let rest = past_blanks(input);
    if let [b']', rest @ ..] = rest {
        return Ok((rest, ()));
    }
    if ended(rest) {
        return Err(Refusal::failure(rest.get(..0), Malformed::NotClosed, Some(Advice::CloseCommand)));
    }
    let (_, extra) = argument(rest).map_err(|_| missing_blank(rest))?;
    let found = String::from_utf8_lossy(extra).into_owned();
    Err(Refusal::failure(Some(extra), Malformed::Unexpected(found), None))
}

/// `foreign`: the rest of a command of another tool.
pub(super) fn foreign(input: &[u8]) -> IResult<&[u8], &[u8]> {
    take(input.len() - end(input).len()).parse(input)
}

/// The text after the command: after its `]`, or from where it breaks off.
pub(super) fn end(body: &[u8]) -> &[u8] {
    let mut rest = body;
    loop {
        match rest {
            [] | [b'[', b'%', ..] => return rest,
            [b']', after @ ..] => return after,
            // A `]` in closed quotation marks is part of the text.
            [b'"', after @ ..] => {
                rest = match after.iter().position(|byte| *byte == b'"') {
                    Some(closing) => after.get(closing + 1..).unwrap_or_default(),
                    None => after,
                };
            }
            [_, after @ ..] => rest = after,
        }
    }
}

/// One word of a closed set.
pub(super) fn keyword<'a, T: Copy>(
    input: &'a [u8],
    wanted: &'static str,
    words: &[(&'static str, T)],
) -> Parsed<'a, T> {
    let (rest, at) = argument(input)?;
    if let Some((_, value)) = words.iter().find(|(id, _)| id.as_bytes() == at) {
        return Ok((rest, *value));
    }
    let known: Vec<&'static str> = words.iter().map(|(id, _)| *id).collect();
    let advice = several_of(at, &known).unwrap_or_else(|| one_of(at, &known));
    Err(Refusal::not(at, wanted, Some(advice)))
}

/// The advice for the loss of the game by another name than `forfeit`, and for a word with which several words begin.
fn several_of(word: &[u8], known: &[&'static str]) -> Option<Advice> {
    let word = String::from_utf8_lossy(word);
    let is_loss = matches!(&*word, "lose" | "loses" | "lost" | "loss");
    let is_meant = |id: &&str| {
        is_loss && *id == "forfeit" || id.strip_prefix(&*word).is_some_and(|rest| rest.starts_with('-'))
    };
    let meant: Vec<&'static str> = known.iter().copied().filter(is_meant).collect();
    match meant.as_slice() {
        [only] => Some(Advice::DidYouMean((*only).to_owned())),
        [_, _, ..] => Some(Advice::Use(meant)),
        [] => None,
    }
}

/// `person`: the one who acts, as a letter or a word.
pub(super) fn person(input: &[u8]) -> Parsed<'_, Actor> {
    let (rest, at) = argument(input)?;
    let person = match at {
        b"w" | b"white" => Actor::White,
        b"b" | b"black" => Actor::Black,
        b"u" | b"umpire" => Actor::Umpire,
        _ => return Err(Refusal::not(at, "a person", Some(Advice::PersonLetter))),
    };
    Ok((rest, person))
}

/// `player`: the object of a ruling.
pub(super) fn player(input: &[u8]) -> Parsed<'_, Color> {
    let (rest, at) = argument(input)?;
    let player = match at {
        b"w" | b"white" => Color::White,
        b"b" | b"black" => Color::Black,
        _ => return Err(Refusal::not(at, "a player", Some(Advice::PlayerLetter))),
    };
    Ok((rest, player))
}

pub(super) fn square(input: &[u8]) -> Parsed<'_, Square> {
    let (rest, at) = argument(input)?;
    if let Some(square) = Square::from_ascii(at) {
        return Ok((rest, square));
    }
    let nearest = Square::from_ascii(&at.to_ascii_lowercase());
    let advice = nearest.map_or(Advice::SquareForm, |square| Advice::DidYouMean(square.to_string()));
    Err(Refusal::not(at, "a square", Some(advice)))
}

/// `squares`: every argument of two bytes must be a square.
pub(super) fn squares(input: &[u8]) -> Parsed<'_, Vec<Square>> {
    let (mut rest, first) = must("a square", square)(input)?;
    let mut squares = vec![first];
    while let Ok((_, next)) = must("a square", argument)(rest) {
        if next.len() != 2 {
            break;
        }
        let square = must("a square", square)(rest)?;
        rest = square.0;
        squares.push(square.1);
    }
    Ok((rest, squares))
}

/// `piece-name`: the letter of the score, or the English name.
pub(super) fn piece_name(input: &[u8]) -> Parsed<'_, Role> {
    let (rest, at) = argument(input)?;
    if let Some(role) = role(at) {
        return Ok((rest, role));
    }
    let advice = match at {
        [letter] if Role::from_letter(letter.to_ascii_uppercase()).is_some() => {
            Advice::DidYouMean(char::from(letter.to_ascii_uppercase()).to_string())
        }
        _ => one_of(at, &["K", "Q", "R", "B", "N", "P"]),
    };
    Err(Refusal::not(at, "a piece", Some(advice)))
}

pub(super) fn role(name: &[u8]) -> Option<Role> {
    match name {
        [letter] => Role::from_letter(*letter),
        _ => Role::ALL.into_iter().find(|role| role.name().as_bytes() == name),
    }
}

/// `move-words`: a move, with or without quotation marks.
pub(super) fn move_words(input: &[u8]) -> Parsed<'_, MoveWords> {
    let (rest, at) = argument(input)?;
    let words = MoveWords::new(decoded(at).trim_matches('"'));
    Ok((rest, words.ok_or_else(|| Refusal::not(at, "a move", Some(Advice::MoveForm)))?))
}

/// `number`: from 1.
pub(super) fn number(input: &[u8]) -> Parsed<'_, NonZeroU32> {
    let (rest, at) = argument(input)?;
    let digits = at.len() <= 9 && at.iter().all(u8::is_ascii_digit);
    let read = std::str::from_utf8(at).ok().filter(|_| digits).and_then(|at| at.parse().ok());
    let number = read.ok_or_else(|| Refusal::not(at, "a whole number of 1 or more", None))?;
    Ok((rest, number))
}

pub(super) fn time(input: &[u8]) -> Parsed<'_, Time> {
    let (rest, at) = argument(input)?;
    Ok((rest, clock_time::clk(at).ok_or_else(|| Refusal::not(at, "a time", Some(Advice::TimeForm)))?))
}

/// `clock-time`: a time that may be broken at the end of a line, as by a program that wraps its lines at a column.
pub(super) fn clock_time(input: &[u8]) -> Parsed<'_, Time> {
    const LONGEST: usize = 32;
    let is_line_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
    let length = input.iter().take(LONGEST).position(|byte| *byte == b']').unwrap_or_default();
    let (value, after) = input.split_at(length);
    if value.iter().any(is_line_end) {
        let joined: Vec<u8> = value.iter().copied().filter(|byte| !is_line_end(byte)).collect();
        if let Some(read) = clock_time::clk(&joined) {
            return Ok((after, read));
        }
    }
    time(input)
}

/// The name of a command, and its first argument, the person who acts.
pub(super) fn actor<'a>(name: &'static str) -> impl FnMut(&'a [u8]) -> Parsed<'a, Actor> {
    move |input| preceded(named(name), must("the person", person)).parse(input)
}

/// A command whose only argument is a person.
pub(super) fn by<'a>(input: &'a [u8], name: &'static str, act: impl Fn(Actor) -> Act) -> Parsed<'a, Command> {
    let (rest, by) = actor(name).parse(input)?;
    Ok((rest, Command::Act(act(by))))
}
