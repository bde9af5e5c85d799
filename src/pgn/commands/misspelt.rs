//! Text that is nearly a command: a misspelt name, as `[%touched w e2]`; a word of a command for its name, as `[%adjust b]`; or
//! another opening than `[%`, as `[touch w e2]` and `(%touch w e2)`.

use nom::Parser;
use nom::bytes::complete::take_while;
use nom::character::complete::{char, one_of};
use nom::combinator::opt;

use super::lexis::{blanks, close, command_name, is_blank, person};
use super::{COMMANDS, CommandFault, CommandSyntax};
use crate::game::command_problem::CommandProblem;

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
    b"pgndate",
    b"anno",
    b"arrow",
    b"arrows",
    b"squares",
    b"text",
    b"time",
];

/// Shorter names are too near to those of other programs.
const SHORTEST: usize = 3;

const LONGEST: usize = 16;

/// The fault of a command that is nearly one of the table. `body` begins with its name.
pub(super) fn misspelt(name: &[u8], body: &[u8]) -> Option<CommandFault> {
    if OF_OTHER_PROGRAMS.contains(&name) || !(SHORTEST..=LONGEST).contains(&name.len()) {
        return None;
    }
    let written = std::str::from_utf8(name).ok()?;
    let arguments = body.get(name.len()..).unwrap_or_default();
    let lower = written.to_ascii_lowercase();
    let known = nearest_command(&lower, arguments).or_else(|| command_with_word(&lower, arguments))?;
    let problem = CommandProblem::Misspelt { found: written.to_owned(), usage: known.usage };
    Some(CommandFault { span: 2..name.len().saturating_add(2), problem })
}

/// The command whose name is nearest to `written`, and whose arguments these are.
fn nearest_command(written: &str, arguments: &[u8]) -> Option<&'static CommandSyntax> {
    let stems: Vec<&str> =
        ["", "s", "d", "ed", "es", "ing"].iter().filter_map(|ending| written.strip_suffix(ending)).collect();
    let near = COMMANDS.iter().filter_map(|known| {
        let mistakes = if stems.contains(&known.name) {
            0
        } else {
            mistakes(written, known.name).filter(|count| *count > 0)?
        };
        is_for(known, mistakes, written, arguments).then_some((mistakes, known))
    });
    near.min_by_key(|(mistakes, _)| *mistakes).map(|(_, known)| known)
}

/// The number of wrong letters, if they are few. Most names of other programs are told apart without a comparison.
fn mistakes(written: &str, known: &str) -> Option<usize> {
    let most = if written.len() < 5 { 1 } else { 2 };
    let letters = |word: &str| word.bytes().fold(0_u32, |set, letter| set | 1 << (letter & 31));
    let may_be_near = written.len().abs_diff(known.len()) <= most
        && (letters(written) ^ letters(known)).count_ones() as usize <= 2 * most;
    may_be_near.then(|| strsim::osa_distance(written, known)).filter(|count| *count <= most)
}

/// Whether the arguments are those of a command, or a person comes first and the name is nearly right.
fn is_for(known: &CommandSyntax, mistakes: usize, written: &str, arguments: &[u8]) -> bool {
    // Other programs have names of three letters for times, too.
    let is_clock = known.usage.contains("H:MM:SS]") && !known.usage.contains(" P ");
    if is_clock && (written.len() == SHORTEST && mistakes > 0 || !arguments.contains(&b':')) {
        return false;
    }
    let is_nearly_right = mistakes == 0 || mistakes == 1 && written.len() > SHORTEST;
    (is_nearly_right && known.usage.contains(" P") && begins_with_person(arguments))
        || is_read(known, &[known.name.as_bytes(), arguments].concat())
}

fn begins_with_person(arguments: &[u8]) -> bool {
    blanks(arguments).is_ok_and(|(rest, _)| person(rest).is_ok())
}

/// Whether a text, from the name on, begins with a whole command.
fn is_read(known: &CommandSyntax, body: &[u8]) -> bool {
    (known.read)(body).is_ok_and(|(rest, _)| close(rest).is_ok())
}

/// The command of which a name is a word: `[%adjust b]` for `[%say b adjust]`, `[%forfeit b]` for `[%ruling forfeit b]`.
fn command_with_word(word: &str, arguments: &[u8]) -> Option<&'static CommandSyntax> {
    if !begins_with_person(arguments) {
        return None;
    }
    let of_person = arguments.split(|byte| *byte == b']').next().unwrap_or_default();
    COMMANDS.iter().find(|known| match known.name {
        name @ ("say" | "claim" | "notice") => {
            is_read(known, &[name.as_bytes(), of_person, b" ", word.as_bytes(), b"]"].concat())
        }
        "ruling" => is_read(known, &[b"ruling ", word.as_bytes(), arguments].concat()),
        _ => false,
    })
}

/// The length of a text that is a whole command but for its opening, and the usage of that command. Without `%` it needs a
/// bracket and an argument, because comments hold words in brackets.
pub(in crate::pgn) fn badly_opened(input: &[u8]) -> Option<(usize, &'static str)> {
    let blanks = || take_while::<_, &[u8], ()>(is_blank);
    let mut opening = (one_of("[("), opt((blanks(), char('%'))), blanks());
    let (body, (bracket, sign, _)) = opening.parse(input).ok()?;
    let (arguments, name) = command_name(body).ok()?;
    let known = COMMANDS.iter().find(|known| known.name.as_bytes() == name)?;
    let is_marked = sign.is_some() || bracket == '[' && arguments.first().copied().is_some_and(is_blank);
    let closing = if bracket == '[' { b']' } else { b')' };
    let length = memchr::memchr(closing, body).filter(|_| is_marked)?;
    let body_alone = body.get(..length)?;
    let has_arguments = sign.is_some() || body_alone.trim_ascii_end().len() > name.len();
    let is_whole = || is_read(known, &[body_alone, b"]"].concat());
    (has_arguments && is_whole()).then(|| (input.len() - body.len() + length + 1, known.usage))
}
