//! Commands for the players' conduct and for adjournment.

use nom::combinator::map;
use nom::{Offset, Parser};

use super::command::Command;
use super::lexis::{Parsed, Refusal, actor, by, decoded, keyword, may, must, named, text_or_word, word};
use crate::game::act::{Act, QuotedText, SheetState, SignedResult, Temper};
use crate::game::command_problem::Advice;

pub(super) fn leave(input: &[u8]) -> Parsed<'_, Command> {
    let anger = |input| keyword(input, "a word of this command", &[("anger", Temper::Anger)]);
    let (rest, (by, temper)) = (actor("leave"), may(anger)).parse(input)?;
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

pub(super) fn ring(input: &[u8]) -> Parsed<'_, Command> {
    by(input, "ring", |by| Act::Ring { by })
}

pub(super) fn sheet(input: &[u8]) -> Parsed<'_, Command> {
    let words: Vec<_> = SheetState::ALL.iter().map(|state| (state.id(), *state)).collect();
    let state = |input| keyword(input, "a state of the scoresheet", &words);
    let (rest, (by, state)) = (actor("sheet"), must("the state of the scoresheet", state)).parse(input)?;
    Ok((rest, Command::Act(Act::Sheet { by, state })))
}

pub(super) fn sign(input: &[u8]) -> Parsed<'_, Command> {
    let words: Vec<_> = SignedResult::ALL.iter().map(|result| (result.id(), *result)).collect();
    let result = |input| keyword(input, "a result", &words);
    let (rest, (by, result)) = (actor("sign"), must("the result", result)).parse(input)?;
    Ok((rest, Command::Act(Act::Sign { by, result })))
}

pub(super) fn adjourn(input: &[u8]) -> Parsed<'_, Command> {
    map(named("adjourn"), |_| Command::Act(Act::Adjourn)).parse(input)
}

pub(super) fn seal(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (by, text)) = (actor("seal"), must("the text", text_or_word)).parse(input)?;
    Ok((rest, Command::Act(Act::Seal { by, text })))
}

pub(super) fn resume(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (_, fen)) = (named("resume"), may(fen_words)).parse(input)?;
    Ok((rest, Command::Act(Act::Resume { fen })))
}

/// `fen-words`: a FEN in quotation marks, or without them, its fields as words.
fn fen_words(input: &[u8]) -> Parsed<'_, QuotedText> {
    let (mut rest, first) = text_or_word(input)?;
    let mut fields = first.as_str().to_owned();
    if !input.starts_with(b"\"") {
        while let (after, Some(field)) = may(word)(rest)? {
            fields.push(' ');
            fields.push_str(&decoded(field));
            rest = after;
        }
    }
    let has_placement = fields.split(' ').next().is_some_and(|field| field.matches('/').count() == 7);
    let fen = QuotedText::new(&fields).filter(|_| has_placement).ok_or_else(|| {
        let at = input.get(..input.offset(rest)).unwrap_or_default();
        Refusal::not(at, "a position", Some(Advice::FenForm))
    })?;
    Ok((rest, fen))
}

pub(super) fn lost_position(input: &[u8]) -> Parsed<'_, Command> {
    map(named("lost-position"), |_| Command::Act(Act::LostPosition)).parse(input)
}
