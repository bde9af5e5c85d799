//! Commands for touching, holding, playing, releasing and taking back men.

use nom::Parser;

use super::command::Command;
use super::lexis::{
    Parsed, actor, keyword, may, move_words, must, named, number, piece_name, square, squares,
};
use crate::game::act::{Act, Alignment, Contact, Hands, TouchOrder};

pub(super) fn touch(input: &[u8]) -> Parsed<'_, Command> {
    let (mut rest, (by, squares)) = (actor("touch"), squares).parse(input)?;
    let (mut contact, mut seat, mut order) = (Contact::Meant, Alignment::Square, TouchOrder::Known);
    while let (after, Some(flag)) = may(touch_flag)(rest)? {
        match flag {
            TouchFlag::Contact(said) => contact = said,
            TouchFlag::Seat(said) => seat = said,
            TouchFlag::Order(said) => order = said,
        }
        rest = after;
    }
    let act = Act::Touch { by, squares, contact, seat, order };
    Ok((rest, Command::Act(act)))
}

#[derive(Clone, Copy)]
enum TouchFlag {
    Contact(Contact),
    Seat(Alignment),
    Order(TouchOrder),
}

fn touch_flag(input: &[u8]) -> Parsed<'_, TouchFlag> {
    let words = [
        (Contact::Accidental.id(), TouchFlag::Contact(Contact::Accidental)),
        (Alignment::Askew.id(), TouchFlag::Seat(Alignment::Askew)),
        (TouchOrder::Unknown.id(), TouchFlag::Order(TouchOrder::Unknown)),
    ];
    keyword(input, "a square or a word of this command", &words)
}

pub(super) fn hold(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (by, square)) = (actor("hold"), must("the square", square)).parse(input)?;
    Ok((rest, Command::Act(Act::Hold { by, square })))
}

pub(super) fn hover(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (by, from, over)) = (
        actor("hover"),
        must("the square of the piece", square),
        must("the square that it is held on", square),
    )
        .parse(input)?;
    Ok((rest, Command::Act(Act::Hover { by, from, over })))
}

pub(super) fn play(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (by, words)) = (actor("play"), must("the move", move_words)).parse(input)?;
    Ok((rest, Command::Act(Act::Play { by, words })))
}

pub(super) fn release(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (by, from, to)) = (
        actor("release"),
        must("the square of the piece", square),
        must("the square that it is released on", square),
    )
        .parse(input)?;
    Ok((rest, Command::Act(Act::Release { by, from, to })))
}

pub(super) fn place(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (by, role, square)) =
        (actor("place"), must("the piece", piece_name), must("the square", square)).parse(input)?;
    Ok((rest, Command::Act(Act::Place { by, role, square })))
}

pub(super) fn hands(input: &[u8]) -> Parsed<'_, Command> {
    let press = |input| keyword(input, "a word of this command", &[("press", Hands::OneAndPress)]);
    let (rest, (by, hands)) = (actor("hands"), may(press)).parse(input)?;
    let hands = hands.unwrap_or(Hands::Both);
    Ok((rest, Command::Act(Act::Hands { by, hands })))
}

pub(super) fn write(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (by, words)) = (actor("write"), must("the move", move_words)).parse(input)?;
    Ok((rest, Command::Act(Act::Write { by, words })))
}

pub(super) fn retract(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (_, moves)) = (named("retract"), must("the number of moves", number)).parse(input)?;
    Ok((rest, Command::Act(Act::Retract { moves })))
}
