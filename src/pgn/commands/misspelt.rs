//! Text that is nearly a command: a misspelt name, as `[%touched w e2]`; a word of a command for its name, as `[%adjust b]`; or
//! another opening than `[%`, as `[touch w e2]`, `[#touch w e2]` and `(#touch w e2)`.

use std::borrow::Cow;

use nom::Parser;
use nom::bytes::complete::take_while;
use nom::character::complete::one_of;

use super::lexis::{blanks, close, command_name, ended, is_blank, is_word, past_blanks, person};
use super::{COMMANDS, CommandFault, CommandSyntax};
use crate::chess::{San, Square};
use crate::game::act::{Actor, SpokenWord};
use crate::game::command_problem::CommandProblem;
use crate::nearest::nearest;

/// Names of other programs. They are common, so that they are looked up before anything is compared.
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
    b"highlight",
    b"circle",
    b"square",
    b"mark",
];

/// Other words for the names of commands.
const SYNONYMS: [(&str, &str); 4] =
    [("phone", "ring"), ("telephone", "ring"), ("mobile", "ring"), ("cellphone", "ring")];

/// Shorter names are too near to those of other programs.
const SHORTEST: usize = 3;

const LONGEST: usize = 16;

/// The longest command without its opening bracket that is compared, in bytes.
const LONGEST_OPERANDS: usize = 64;

/// "I adjust" in the letters of other spellings.
const ADJUSTING: [&[u8]; 11] = [
    b"adjust",
    b"adjusts",
    b"adjusted",
    b"adjusting",
    b"adjustment",
    b"ajust",
    b"iadjust",
    b"iamadjusting",
    b"jadoube",
    b"jadoub",
    b"adoube",
];

/// The one who says "I adjust" in a command that cannot be read, and the word that is said: `[%say w J'adoube.]`,
/// `[%adjust w e2]`. The player can be missing: `[%say j'adoube]`.
pub(in crate::pgn) fn adjusting(command: &[u8]) -> Option<(Option<Actor>, SpokenWord)> {
    let body = command.strip_prefix(b"[%")?;
    let length = memchr::memchr(b']', body).unwrap_or(body.len());
    let body = body.get(..length).filter(|body| body.len() <= LONGEST_OPERANDS)?;
    let (mut by, mut said) = (None, Vec::new());
    for word in body.split(|byte| is_blank(*byte)) {
        let letters: Vec<u8> =
            word.iter().filter(|byte| byte.is_ascii_alphabetic()).map(u8::to_ascii_lowercase).collect();
        match letters.as_slice() {
            b"say" | b"says" | b"said" => {}
            b"w" | b"white" => by = by.or(Some(Actor::White)),
            b"b" | b"black" => by = by.or(Some(Actor::Black)),
            _ if Square::from_ascii(word).is_some() => {}
            letters => said.extend_from_slice(letters),
        }
    }
    match said.strip_suffix(b"touching") {
        Some(said) => ADJUSTING.contains(&said).then_some((by, SpokenWord::AdjustTouching)),
        None => ADJUSTING.contains(&said.as_slice()).then_some((by, SpokenWord::Adjust)),
    }
}

/// The fault of a command that is nearly one of the table. `body` begins with its name.
pub(super) fn misspelt(name: &[u8], body: &[u8]) -> Option<CommandFault> {
    let arguments = body.get(name.len()..).unwrap_or_default();
    let meaning = |usage| {
        let found = std::str::from_utf8(name).ok()?.to_owned();
        let problem = CommandProblem::Misspelt { found, usage: Some(usage) };
        Some(CommandFault { span: 2..name.len() + 2, problem })
    };
    if let Some(meant) = draw_offer(name, arguments) {
        return meaning(meant);
    }
    // Commands of other programs are not about a person alone. The first three are read without a look at what they hold.
    let is_foreign = matches!(name, b"eval" | b"cal" | b"csl");
    if is_foreign || OF_OTHER_PROGRAMS.contains(&name) && !after_person(arguments).is_some_and(ended) {
        return None;
    }
    if let Some(meant) = in_capitals(name, arguments) {
        return meaning(Cow::Owned(meant));
    }
    if let Some(meant) = with_blank_after_name(name, arguments) {
        return meaning(Cow::Owned(meant));
    }
    let (found, known) = if let Some(known) = nearly_known(name, arguments) {
        (name, Some(known))
    } else {
        let found = unknown_command(body)?;
        // `j'adoube`
        let letters: Vec<u8> = found.iter().copied().filter(u8::is_ascii_alphanumeric).collect();
        let by_word = nearly_known(&letters, body.get(found.len()..).unwrap_or_default());
        let arguments = body.get(found.len()..).unwrap_or_default();
        (found, by_word.or_else(|| nearest_name(found)).or_else(|| play_by_another_name(arguments)))
    };
    let span = 2..found.len().saturating_add(2);
    let found = std::str::from_utf8(found).ok()?.to_owned();
    let arguments = body.get(found.len()..).unwrap_or_default();
    let usage =
        known.map(|known| corrected(known, &found, arguments).map_or(Cow::Borrowed(known.usage), Cow::Owned));
    Some(CommandFault { span, problem: CommandProblem::Misspelt { found, usage } })
}

/// The command for a draw offer, if the words say that: `[%offer draw]`, `[%draw offered w]`.
fn draw_offer(name: &[u8], arguments: &[u8]) -> Option<Cow<'static, str>> {
    if !matches!(name, b"draw" | b"offer" | b"offers" | b"offered") {
        return None;
    }
    let operands =
        arguments.get(..arguments.len().min(LONGEST_OPERANDS))?.split(|byte| *byte == b']').next()?;
    let (mut of_draw, mut of_offer, mut by) = (name == b"draw", name != b"draw", None);
    for word in operands.split(|byte| is_blank(*byte)).filter(|word| !word.is_empty()) {
        match word {
            b"draw" => of_draw = true,
            b"offer" | b"offers" | b"offered" => of_offer = true,
            _ => by = Some(person(word).ok().and(word.first().copied())?),
        }
    }
    (of_draw && of_offer).then(|| match by {
        Some(letter) => Cow::Owned(format!("[%say {} draw]", char::from(letter))),
        None => Cow::Borrowed("[%say P draw]"),
    })
}

/// The command that is written with capitals: `[%Flag W]`, `[%TOUCH W G1]`.
fn in_capitals(name: &[u8], arguments: &[u8]) -> Option<String> {
    if !name.iter().any(u8::is_ascii_uppercase) {
        return None;
    }
    let end = memchr::memchr2(b']', b'[', arguments).unwrap_or(arguments.len());
    let form = [name, arguments.get(..end.min(LONGEST_OPERANDS))?].concat().to_ascii_lowercase();
    let form = String::from_utf8(form).ok()?;
    let form = form.trim_end();
    let name = form.get(..name.len())?;
    let known = COMMANDS.iter().find(|known| known.name == name)?;
    is_read(known, format!("{form}]").as_bytes()).then(|| format!("[%{form}]"))
}

/// The command whose name has lost the blank after it: `[%clk0:05:00]`, `[%sayw check]`.
fn with_blank_after_name(name: &[u8], arguments: &[u8]) -> Option<String> {
    let end = memchr::memchr2(b']', b'[', arguments).unwrap_or(arguments.len());
    let arguments = std::str::from_utf8(arguments.get(..end)?).ok()?;
    COMMANDS.iter().find_map(|known| {
        let glued = name.strip_prefix(known.name.as_bytes()).filter(|glued| !glued.is_empty())?;
        let form = format!("{} {}{}", known.name, std::str::from_utf8(glued).ok()?, arguments.trim_end());
        is_read(known, format!("{form}]").as_bytes()).then(|| format!("[%{form}]"))
    })
}

fn nearly_known(name: &[u8], arguments: &[u8]) -> Option<&'static CommandSyntax> {
    let written = std::str::from_utf8(name).ok()?.to_ascii_lowercase();
    if !(SHORTEST..=LONGEST).contains(&written.len()) {
        return None;
    }
    let synonym = SYNONYMS.iter().find(|(word, _)| *word == written).map(|(_, name)| *name);
    if let Some(known) = COMMANDS.iter().find(|known| synonym == Some(known.name)) {
        return begins_with_person(arguments).then_some(known);
    }
    let known = clock_by_another_name(&written, arguments)
        .or_else(|| nearest_command(&written, arguments))
        .or_else(|| stems(&written).find_map(|word| command_with_word(word, arguments)));
    known.or_else(|| command_in_two_words(&written, arguments))
}

/// The command for a reading of the clock, if a time is among the arguments: `[%clock w 1:00]`.
fn clock_by_another_name(written: &str, arguments: &[u8]) -> Option<&'static CommandSyntax> {
    let is_time = |word: &[u8]| {
        word.contains(&b':') && word.iter().all(|byte| byte.is_ascii_digit() || matches!(byte, b':' | b'.'))
    };
    let operands = arguments.split(|byte| *byte == b']').next()?;
    let gives_time =
        operands.get(..operands.len().min(LONGEST_OPERANDS))?.split(|byte| is_blank(*byte)).any(is_time);
    COMMANDS
        .iter()
        .find(|known| gives_time && known.name == "clk" && stems(written).any(|stem| stem == "clock"))
}

/// The name of an unknown command that is about a person or a square, as those of this program are.
fn unknown_command(body: &[u8]) -> Option<&[u8]> {
    let (name, operands) = body.split_at_checked(body.iter().position(|byte| is_blank(*byte))?)?;
    let of_command = operands.split(|byte| *byte == b']').next()?;
    let mut words = of_command.split(|byte| is_blank(*byte)).filter(|word| !word.is_empty());
    let is_square = |word: &[u8]| Square::from_ascii(word).is_some();
    let first = words.next()?;
    // More words may be prose.
    let is_of_command = (begins_with_person(operands) || is_square(first))
        && (words.clone().count() < 2 || words.all(is_square));
    let is_name = (SHORTEST..=2 * LONGEST).contains(&name.len())
        && name.first()?.is_ascii_alphabetic()
        && name.iter().all(|byte| is_word(*byte));
    (is_name && is_of_command).then_some(name)
}

/// The command whose name begins an unknown one, as in `flagfall`, or is nearest to it.
fn nearest_name(found: &[u8]) -> Option<&'static CommandSyntax> {
    let begins =
        |known: &&CommandSyntax| known.name.len() > SHORTEST && found.starts_with(known.name.as_bytes());
    let by_name = || {
        let found = std::str::from_utf8(found).ok()?;
        let name = nearest(found, COMMANDS.iter().map(|known| known.name))?;
        COMMANDS.iter().find(|known| known.name == name)
    };
    COMMANDS.iter().find(begins).or_else(by_name)
}

/// The command for a move, if the arguments are a person and more than a square: `[%move b Nc6]`.
fn play_by_another_name(arguments: &[u8]) -> Option<&'static CommandSyntax> {
    let words = past_blanks(after_person(arguments)?);
    let word = words.split(|byte| is_blank(*byte) || *byte == b']').next()?;
    let is_move = Square::from_ascii(word).is_none() && San::from_ascii(word).is_some();
    COMMANDS.iter().find(|known| is_move && known.name == "play")
}

/// The command of two words with a blank for its hyphen: `[%lost position]`.
fn command_in_two_words(name: &str, arguments: &[u8]) -> Option<&'static CommandSyntax> {
    COMMANDS.iter().find(|known| {
        let second = known.name.strip_prefix(name).and_then(|rest| rest.strip_prefix('-'));
        second.is_some_and(|second| past_blanks(arguments).strip_prefix(second.as_bytes()).is_some_and(ended))
    })
}

/// A word without its endings.
fn stems(word: &str) -> impl Iterator<Item = &str> {
    ["", "s", "d", "ed", "es", "ing", "ment"].iter().filter_map(|ending| word.strip_suffix(ending))
}

/// The command whose name is nearest to `written`, and whose arguments these are.
fn nearest_command(written: &str, arguments: &[u8]) -> Option<&'static CommandSyntax> {
    let stems: Vec<&str> = stems(written).collect();
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

/// The number of wrong letters, if they are few. Most names of other programs have such different letters that no comparison
/// is needed.
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
        || (mistakes == 0 && ended(arguments))
        || is_read(known, &[known.name.as_bytes(), arguments].concat())
}

fn begins_with_person(arguments: &[u8]) -> bool {
    after_person(arguments).is_some()
}

/// The rest after the person with which the arguments begin.
fn after_person(arguments: &[u8]) -> Option<&[u8]> {
    let (rest, _) = blanks(arguments).ok()?;
    person(rest).ok().map(|(rest, _)| rest)
}

/// Whether a text, from the name on, begins with a whole command.
fn is_read(known: &CommandSyntax, body: &[u8]) -> bool {
    (known.read)(body).is_ok_and(|(rest, _)| close(rest).is_ok())
}

/// The command of which a name is a word: `[%adjust b]` for `[%say b adjust]`, `[%forfeit b]` for `[%ruling forfeit b]`.
pub(super) fn command_with_word(word: &str, arguments: &[u8]) -> Option<&'static CommandSyntax> {
    let of_person = arguments.get(..arguments.len() - after_person(arguments)?.len())?;
    COMMANDS.iter().find(|known| match known.name {
        name @ ("say" | "claim" | "notice") => {
            is_read(known, &[name.as_bytes(), of_person, b" ", word.as_bytes(), b"]"].concat())
        }
        "ruling" => is_read(known, &[b"ruling ", word.as_bytes(), arguments].concat()),
        _ => false,
    })
}

/// The command as it was probably meant: with this name, or with the name that was written as its word.
pub(super) fn corrected(known: &CommandSyntax, written: &str, arguments: &[u8]) -> Option<String> {
    let end = memchr::memchr2(b']', b'[', arguments).unwrap_or(arguments.len());
    let operands = std::str::from_utf8(arguments.get(..end)?).ok()?.trim();
    let word: String = written.chars().filter(char::is_ascii_alphanumeric).collect();
    let name = known.name;
    let person = operands.split_whitespace().next().unwrap_or_default();
    let with_word = |word: &str| {
        [
            format!("{name} {operands} {word}"),
            format!("{name} {word} {operands}"),
            format!("{name} {person} {word}"),
        ]
    };
    std::iter::once(format!("{name} {operands}"))
        .chain(stems(&word).flat_map(with_word))
        .map(|form| form.trim_end().to_owned())
        .find(|form| is_read(known, format!("{form}]").as_bytes()))
        .map(|form| format!("[%{form}]"))
}

/// The length of a text that is a whole command but for its opening, and the command as it was meant, or else its form. Without
/// `%` it needs a bracket and an argument, because comments hold words in brackets. Without brackets it is read up to the
/// person.
pub(in crate::pgn) fn badly_opened(input: &[u8]) -> Option<(usize, Cow<'static, str>)> {
    let meant = |body: &[u8]| Cow::Owned(format!("[%{}]", String::from_utf8_lossy(body.trim_ascii_end())));
    if let Some(body) = input.strip_prefix(b"%") {
        let (arguments, name) = command_name(body).ok()?;
        let known = COMMANDS.iter().find(|known| known.name.as_bytes() == name)?;
        if let Some(rest) = after_person(arguments) {
            return Some((input.len() - rest.len(), Cow::Borrowed(known.usage)));
        }
        let window = body.get(..body.len().min(LONGEST_OPERANDS))?;
        let length = memchr::memchr(b']', window).unwrap_or(window.len());
        let operands = window.get(..length)?;
        let is_whole = is_read(known, &[operands, b"]"].concat());
        let has_arguments = window.get(name.len()..length).is_some_and(|rest| !rest.trim_ascii().is_empty());
        return (is_whole && has_arguments).then(|| ((length + 2).min(input.len()), meant(operands)));
    }
    let blanks = || take_while::<_, &[u8], ()>(is_blank);
    // `[#touch w e2]`
    let signs = take_while::<_, &[u8], ()>(|byte: u8| b"%#@&$!/\\*:.+=~^|".contains(&byte));
    let mut opening = (one_of("[("), blanks(), signs, blanks());
    let (body, (bracket, _, signs, _)) = opening.parse(input).ok()?;
    let has_sign = signs.contains(&b'%');
    let (arguments, name) = command_name(body).ok()?;
    let known = COMMANDS.iter().find(|known| known.name.as_bytes() == name)?;
    let is_marked = !signs.is_empty() || bracket == '[' && arguments.first().copied().is_some_and(is_blank);
    let closing = if bracket == '[' { b']' } else { b')' };
    let length = memchr::memchr(closing, body).filter(|_| is_marked)?;
    let body_alone = body.get(..length)?;
    let has_arguments = has_sign || body_alone.trim_ascii_end().len() > name.len();
    let is_whole = || is_read(known, &[body_alone, b"]"].concat());
    (has_arguments && is_whole()).then(|| (input.len() - body.len() + length + 1, meant(body_alone)))
}
