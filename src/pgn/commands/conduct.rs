//! Commands for the players' conduct and for adjournment.

use nom::combinator::map;
use nom::{Offset, Parser};

use super::command::Command;
use super::lexis::{Parsed, Refusal, by, decoded, keyword, may, must, named, person, text_or_word, word};
use crate::game::act::{Act, Temper, Text};

pub(super) fn leave(input: &[u8]) -> Parsed<'_, Command> {
    let anger = |input| keyword(input, "a word of this command", &[("anger", Temper::Anger)]);
    let (rest, (_, by, temper)) = (named("leave"), must("the person", person), may(anger)).parse(input)?;
    let temper = temper.unwrap_or(Temper::Calm);
    Ok((rest, Command::Act(Act::Leave { by, temper })))
}

pub(super) fn discontinue(input: &[u8]) -> Parsed<'_, Command> {
    by(input, "discontinue", |by| Act::Discontinue { by })
}

pub(super) fn refuse(input: &[u8]) -> Parsed<'_, Command> {
    by(input, "refuse", |by| Act::Refuse { by })
}

pub(super) fn disturb(input: &[u8]) -> Parsed<'_, Command> {
    by(input, "disturb", |by| Act::Disturb { by })
}

pub(super) fn adjourn(input: &[u8]) -> Parsed<'_, Command> {
    map(named("adjourn"), |_| Command::Act(Act::Adjourn)).parse(input)
}

pub(super) fn seal(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (_, by, text)) =
        (named("seal"), must("the person", person), must("the text", text_or_word)).parse(input)?;
    Ok((rest, Command::Act(Act::Seal { by, text })))
}

pub(super) fn resume(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (_, fen)) = (named("resume"), may(fen_words)).parse(input)?;
    Ok((rest, Command::Act(Act::Resume { fen })))
}

/// `fen-words`: a FEN in quotation marks, or without them, its fields as words.
fn fen_words(input: &[u8]) -> Parsed<'_, Text> {
    let (mut rest, first) = text_or_word(input)?;
    let mut fields = first.as_str().to_owned();
    if !input.starts_with(b"\"") {
        while let (after, Some(field)) = may(word)(rest)? {
            fields.push(' ');
            fields.push_str(&decoded(field));
            rest = after;
        }
    }
    let placement = fields.split(' ').next().unwrap_or_default();
    match Text::new(&fields) {
        Some(fen) if placement.matches('/').count() == 7 => Ok((rest, fen)),
        _ => {
            let length = input.offset(rest);
            let at = input.get(..length).unwrap_or_default();
            Err(Refusal::not(
                at,
                "a position",
                "a position is a FEN: its placement field has eight ranks, `/` between".to_owned(),
            ))
        }
    }
}

pub(super) fn lost_position(input: &[u8]) -> Parsed<'_, Command> {
    map(named("lost-position"), |_| Command::Act(Act::LostPosition)).parse(input)
}
