//! Misspelt names of commands, as `[%touched w e2]`.

use strsim::damerau_levenshtein;

use super::lexis::{blanks, close, person};
use super::{COMMANDS, CommandFault, CommandSyntax};
use crate::game::command_problem::CommandProblem;
use crate::nearest::nearest;

/// Names of other programs. They are common, so that they are found before anything is compared.
const OF_OTHER_PROGRAMS: &[&[u8]] = &[
    b"eval",
    b"cal",
    b"csl",
    b"evp",
    b"mdl",
    b"tqu",
    b"wdl",
    b"pv",
    b"depth",
    b"timestamp",
    b"c_arrow",
    b"c_effect",
    b"c_highlight",
    b"draw",
    b"score",
    b"est",
    b"tc",
    b"pgn",
];

/// Shorter names are too near to those of other programs.
const SHORTEST: usize = 4;

const LONGEST: usize = 16;

/// The fault of a command that is nearly one of the table. `body` begins with its name.
pub(super) fn misspelt(name: &[u8], body: &[u8]) -> Option<CommandFault> {
    if OF_OTHER_PROGRAMS.contains(&name) || name.len() > LONGEST {
        return None;
    }
    let written = std::str::from_utf8(name).ok()?;
    let known = nearest_command(written)?;
    let arguments = body.get(name.len()..).unwrap_or_default();
    is_for(known, arguments).then(|| CommandFault {
        span: 2..name.len().saturating_add(2),
        problem: CommandProblem::Misspelt { found: written.to_owned(), usage: known.usage },
    })
}

fn nearest_command(written: &str) -> Option<&'static CommandSyntax> {
    let of_name = |name: &str| COMMANDS.iter().find(|syntax| syntax.name == name);
    let lower = written.to_ascii_lowercase();
    let stems = ["", "s", "d", "ed", "es", "ing"].into_iter().filter_map(|ending| lower.strip_suffix(ending));
    stems.into_iter().find_map(of_name).or_else(|| {
        let long = COMMANDS.iter().map(|syntax| syntax.name).filter(|name| name.len() >= SHORTEST);
        let near = (lower.len() >= SHORTEST).then(|| nearest(&lower, long)).flatten();
        near.filter(|near| damerau_levenshtein(&lower, near) <= (lower.len() / 5).max(1)).and_then(of_name)
    })
}

/// Whether a person comes first, or all arguments are those of the command.
fn is_for(known: &CommandSyntax, arguments: &[u8]) -> bool {
    let begins_with_person = blanks(arguments).is_ok_and(|(rest, _)| person(rest).is_ok());
    let corrected = [known.name.as_bytes(), arguments].concat();
    let is_read = || (known.read)(&corrected).is_ok_and(|(rest, _)| close(rest).is_ok());
    (begins_with_person && known.usage.contains(" P")) || is_read()
}
