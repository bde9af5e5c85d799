//! Commands for clock times, pressing the clock, absence and lateness.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::combinator::map;

use super::command::{ClockCommand, Command};
use super::lexis::{Parsed, actor, by, clock_time, must, time};
use crate::game::{ClockKind, act::Act};

pub(super) fn clock_command(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (kind, time)) = (clock_name, must("the time", clock_time)).parse(input)?;
    Ok((rest, Command::Clock(ClockCommand { kind, time })))
}

fn clock_name(input: &[u8]) -> Parsed<'_, ClockKind> {
    alt((
        map(tag("clk"), |_| ClockKind::Left),
        map(tag("emt"), |_| ClockKind::Move),
        map(tag("egt"), |_| ClockKind::Game),
        map(tag("mct"), |_| ClockKind::Face),
    ))
    .parse(input)
}

pub(super) fn press(input: &[u8]) -> Parsed<'_, Command> {
    by(input, "press", |by| Act::Press { by })
}

pub(super) fn pause(input: &[u8]) -> Parsed<'_, Command> {
    by(input, "pause", |by| Act::Pause { by })
}

pub(super) fn flag(input: &[u8]) -> Parsed<'_, Command> {
    by(input, "flag", |by| Act::Flag { by })
}

pub(super) fn absent(input: &[u8]) -> Parsed<'_, Command> {
    by(input, "absent", |by| Act::Absent { by })
}

pub(super) fn r#return(input: &[u8]) -> Parsed<'_, Command> {
    by(input, "return", |by| Act::Return { by })
}

pub(super) fn arrive(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (by, late)) = (actor("arrive"), must("the time", time)).parse(input)?;
    Ok((rest, Command::Act(Act::Arrive { by, late })))
}
