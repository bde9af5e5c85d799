//! Commands: `[%name …]` in a comment, each read by the function of its production in `grammar/commands.abnf`.
//!
//! A command whose name is not in the table belongs to another tool and is ignored. If the name is nearly one of the table and
//! the arguments are those of that command, or if it is about a person or a square, it is misspelt: it is a [`CommandFault`]
//! and has no effect. If the name is in the table, anything unexpected after it is a [`CommandFault`].

mod board;
mod clocks;
mod command;
mod conduct;
mod ignore;
mod lexis;
mod misspelt;
mod speech;
#[cfg(test)]
mod tests;
mod touch;

use nom::bytes::complete::tag;
use nom::sequence::preceded;
use nom::{IResult, Parser};

use self::board::{board, displace, drop, replace, restore, upset};
use self::clocks::{absent, arrive, clock_command, flag, pause, press, r#return};
pub use self::command::Command;
pub(crate) use self::command::{CommandFault, IgnoreCommand};
use self::conduct::{
    adjourn, discontinue, disturb, leave, lost_position, refuse, resume, ring, seal, sheet, sign,
};
use self::ignore::jadoube;
pub(super) use self::ignore::jadoube_ignore;
use self::lexis::{Parsed, close, command_name, end, foreign, must, person};
pub(super) use self::misspelt::{adjusting, badly_opened};
use self::misspelt::{command_with_word, corrected, misspelt};
pub(crate) use self::speech::elected_remedies;
use self::speech::{agree, appeal, claim, elect, notice, ruling, say, waive};
use self::touch::{hands, hold, hover, place, play, release, retract, touch, write};
use crate::game::act::Actor;
use crate::game::command_problem::{Advice, CommandProblem};

/// `command`: from `[%` to `]`. An unclosed command ends before the next `[%`, or with `input`.
///
/// # Errors
///
/// If `input` does not begin with `[%`.
pub fn command(input: &[u8]) -> IResult<&[u8], Result<Command, CommandFault>> {
    let (body, _) = tag("[%").parse(input)?;
    let (_, name) = command_name(body)?;
    let Some(syntax) = COMMANDS.iter().find(|syntax| syntax.name.as_bytes() == name) else {
        let (rest, _) = foreign(body)?;
        if let Some((length, usage)) = badly_opened(input).filter(|_| name.is_empty()) {
            let fault = CommandFault { span: 0..length, problem: CommandProblem::BadlyOpened { usage } };
            return Ok((rest, Err(fault)));
        }
        return Ok((rest, misspelt(name, body).map_or(Ok(Command::Foreign), Err)));
    };
    let read = (syntax.read)(body).and_then(|(rest, command)| {
        let (rest, ()) = close(rest)?;
        Ok((rest, command))
    });
    match read {
        Ok((rest, command)) => Ok((rest, Ok(command))),
        Err(nom::Err::Error(refusal) | nom::Err::Failure(refusal)) => {
            let rest = end(body);
            let mut fault = refusal.fault(input, rest, syntax.name, syntax.usage);
            // `[%jadoube w]` for `[%say w jadoube]`.
            let arguments = body.get(name.len()..).unwrap_or_default();
            if !syntax.usage.contains(" P")
                && let Some(known) = command_with_word(syntax.name, arguments)
                && let CommandProblem::Malformed { advice, .. } = &mut fault.problem
            {
                let meant = corrected(known, syntax.name, arguments);
                *advice = Some(Advice::DidYouMean(meant.unwrap_or_else(|| known.usage.to_owned())));
            }
            Ok((rest, Err(fault)))
        }
        Err(nom::Err::Incomplete(needed)) => Err(nom::Err::Incomplete(needed)),
    }
}

/// The player of a `[%play]` whose rest is invalid.
pub(super) fn player_of_play(input: &[u8]) -> Option<Actor> {
    let (_, by) = preceded(tag("[%play"), must("the person", person)).parse(input).ok()?;
    Some(by)
}

/// A command of the table.
pub(crate) struct CommandSyntax {
    pub(crate) name: &'static str,
    /// The function that reads it.
    function: &'static str,
    pub(crate) usage: &'static str,
    read: fn(&[u8]) -> Parsed<'_, Command>,
}

impl CommandSyntax {
    /// The name of its production in `grammar/commands.abnf`.
    pub(crate) fn production(&self) -> String {
        self.function.trim_start_matches("r#").replace('_', "-")
    }
}

macro_rules! commands {
    ($( $name:literal, $production:ident, $usage:literal; )+) => {
        /// Clock times come first, because archives hold few other commands.
        pub(crate) const COMMANDS: &[CommandSyntax] = &[$(
            CommandSyntax { name: $name, function: stringify!($production), usage: $usage, read: $production },
        )+];
    };
}

commands! {
    "clk", clock_command, "[%clk H:MM:SS]";
    "emt", clock_command, "[%emt H:MM:SS]";
    "egt", clock_command, "[%egt H:MM:SS]";
    "mct", clock_command, "[%mct HH:MM:SS]";
    "touch", touch, "[%touch P SQ… (accidental) (askew) (order-unknown)]";
    "hold", hold, "[%hold P SQ]";
    "hover", hover, "[%hover P SQ SQ2]";
    "play", play, "[%play P MOVE]";
    "release", release, "[%release P SQ SQ2]";
    "place", place, "[%place P PIECE SQ]";
    "hands", hands, "[%hands P (press)]";
    "write", write, "[%write P MOVE]";
    "retract", retract, "[%retract N]";
    "say", say, "[%say P WORD]";
    "claim", claim, "[%claim P KIND]";
    "notice", notice, "[%notice P FAULT (forgotten)]";
    "elect", elect, "[%elect P REMEDY (SQ or MOVE or PIECE)]";
    "waive", waive, "[%waive P (all)]";
    "appeal", appeal, "[%appeal P]";
    "ruling", ruling, "[%ruling KIND]";
    "board", board, "[%board light] or [%board dark]";
    "drop", drop, "[%drop SQ]";
    "restore", restore, "[%restore SQ (disputed)]";
    "displace", displace, "[%displace P SQ… (accidental or wilful)]";
    "upset", upset, "[%upset P (accidental or wilful)]";
    "replace", replace, "[%replace P SQ…]";
    "press", press, "[%press P]";
    "pause", pause, "[%pause P]";
    "flag", flag, "[%flag P]";
    "absent", absent, "[%absent P]";
    "return", r#return, "[%return P]";
    "arrive", arrive, "[%arrive P H:MM:SS]";
    "leave", leave, "[%leave P (anger)]";
    "discontinue", discontinue, "[%discontinue P]";
    "refuse", refuse, "[%refuse P]";
    "disturb", disturb, "[%disturb P]";
    "ring", ring, "[%ring P]";
    "sheet", sheet, "[%sheet P incomplete] or [%sheet P complete]";
    "sign", sign, "[%sign P RESULT]";
    "adjourn", adjourn, "[%adjourn]";
    "seal", seal, "[%seal P \"TEXT\"]";
    "resume", resume, "[%resume (\"FEN\")]";
    "lost-position", lost_position, "[%lost-position]";
    "agree", agree, "[%agree draw] or [%agree laws-waived]";
    "jadoube", jadoube, "[%jadoube ignore RULE… (REASON)]";
}
