//! Commands for events on the board that are no moves.

use nom::Parser;

use super::command::Command;
use super::lexis::{Parsed, actor, keyword, may, must, named, square, squares};
use crate::game::act::{Act, Consent, CornerColour, Intent};

pub(super) fn board(input: &[u8]) -> Parsed<'_, Command> {
    let shade =
        |input| keyword(input, "a colour", &[("light", CornerColour::Light), ("dark", CornerColour::Dark)]);
    let (rest, (_, shade)) = (named("board"), must("the colour", shade)).parse(input)?;
    Ok((rest, Command::Act(Act::Board(shade))))
}

pub(super) fn drop(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (_, square)) = (named("drop"), must("the square", square)).parse(input)?;
    Ok((rest, Command::Act(Act::Drop { square })))
}

pub(super) fn restore(input: &[u8]) -> Parsed<'_, Command> {
    let disputed = |input| keyword(input, "a word of this command", &[("disputed", Consent::Disputed)]);
    let (rest, (_, square, consent)) =
        (named("restore"), must("the square", square), may(disputed)).parse(input)?;
    let consent = consent.unwrap_or(Consent::Undisputed);
    Ok((rest, Command::Act(Act::Restore { square, consent })))
}

pub(super) fn displace(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (by, squares, manner)) = (actor("displace"), squares, may(manner)).parse(input)?;
    Ok((rest, Command::Act(Act::Displace { by, squares, manner })))
}

pub(super) fn upset(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (by, manner)) = (actor("upset"), may(manner)).parse(input)?;
    Ok((rest, Command::Act(Act::Upset { by, manner })))
}

fn manner(input: &[u8]) -> Parsed<'_, Intent> {
    let words = [(Intent::Accidental.id(), Intent::Accidental), (Intent::Wilful.id(), Intent::Wilful)];
    keyword(input, "a word of this command", &words)
}

pub(super) fn replace(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (by, squares)) = (actor("replace"), squares).parse(input)?;
    Ok((rest, Command::Act(Act::Replace { by, squares })))
}
