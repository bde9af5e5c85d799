//! The commands: `[%name …]` inside a comment, each read by the function of its production in
//! `grammar/commands.abnf`.
//!
//! A name that is none of the table's belongs to another tool and passes unremarked, however near it
//! is to one of ours: to guess would be to accuse. Past a name of the table everything is ours, and
//! what does not fit is a [`CommandFault`] at its own span.

use std::fmt;
use std::num::NonZeroU32;
use std::ops::Range;

use nom::branch::alt;
use nom::bytes::complete::{tag, take_till, take_while, take_while1};
use nom::combinator::{map, recognize};
use nom::error::{ErrorKind, ParseError};
use nom::{IResult, Offset, Parser};

use super::act::{
    Act, Agreement, Choice, Claim, Consent, Contact, Extent, Ground, Hands, Manner, Memory, MoveWords,
    Notice, Person, Ruling, Seat, Shade, Temper, Text, TouchOrder, Word,
};
use super::clock::{self, Time};
use crate::chess::{Color, Role, Square};
use crate::law::{RemedyKind, Rule};

/// What one command is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Something happened.
    Act(Act),
    /// A clock time, belonging to the move before it.
    Clock(ClockCommand),
    /// `[%jadoube ignore …]`: findings that are not to be reported here.
    Ignore(Suppress),
    /// A command of another tool.
    Foreign,
}

/// A clock time as a command gives it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ClockCommand {
    /// What the time is.
    pub kind: ClockKind,
    /// The time.
    pub time: Time,
}

/// What a time of the record is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ClockKind {
    /// `clk`: left on the mover's clock.
    Left,
    /// `emt`: used for the move.
    Move,
    /// `egt`: used in the game.
    Game,
    /// `mct`: the face of a mechanical clock.
    Face,
}

impl ClockKind {
    /// The command's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Left => "clk",
            Self::Move => "emt",
            Self::Game => "egt",
            Self::Face => "mct",
        }
    }
}

impl fmt::Display for ClockCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[%{} {}]", self.kind.name(), self.time)
    }
}

/// Findings that are not to be reported where this stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suppress {
    /// Of which rules; at least one.
    pub rules: Vec<Rule>,
    /// Why, where it is said.
    pub reason: Option<Text>,
}

impl fmt::Display for Suppress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[%jadoube ignore")?;
        for rule in &self.rules {
            write!(f, " {rule}")?;
        }
        if let Some(reason) = &self.reason {
            write!(f, " {reason}")?;
        }
        f.write_str("]")
    }
}

/// A command of the table that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandFault {
    /// Where, in bytes from the `[%`. Empty where something is missing at the end of the text.
    pub span: Range<usize>,
    /// The fact, one sentence.
    pub message: String,
    /// What else is worth knowing, one sentence.
    pub help: Option<String>,
}

/// `command`: one command from its `[%` to its `]`. A command that is never closed ends with
/// `input`, or before the next `[%`.
///
/// # Errors
///
/// Where `input` does not begin with `[%`.
pub fn command(input: &[u8]) -> IResult<&[u8], Result<Command, CommandFault>> {
    let (body, _) = tag("[%").parse(input)?;
    let (_, name) = command_name(body)?;
    let Some(entry) = ENTRIES.iter().find(|entry| entry.name.as_bytes() == name) else {
        return Ok((foreign(body), Ok(Command::Foreign)));
    };
    let read = (entry.read)(body).and_then(|(rest, command)| {
        let (rest, ()) = close(rest)?;
        Ok((rest, command))
    });
    match read {
        Ok((rest, command)) => Ok((rest, Ok(command))),
        Err(nom::Err::Error(refusal) | nom::Err::Failure(refusal)) => {
            let rest = end(body);
            Ok((rest, Err(refusal.fault(input, rest, entry))))
        }
        Err(nom::Err::Incomplete(needed)) => Err(nom::Err::Incomplete(needed)),
    }
}

/// One command of the table.
struct Entry {
    name: &'static str,
    /// How it is written, as the help says.
    usage: &'static str,
    read: fn(&[u8]) -> Parsed<'_, Command>,
}

macro_rules! entries {
    ($( $name:literal, $production:ident, $usage:literal; )+) => {
        /// The table of the format; the clock first, since archives hold little else.
        const ENTRIES: &[Entry] = &[$( Entry { name: $name, usage: $usage, read: $production }, )+];
    };

}

entries! {
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
    "claim", claim, "[%claim P KIND …]";
    "notice", notice, "[%notice P WHAT … (forgotten)]";
    "elect", elect, "[%elect P REMEDY (SQ or MOVE or PIECE)]";
    "waive", waive, "[%waive P (all)]";
    "appeal", appeal, "[%appeal P]";
    "ruling", ruling, "[%ruling WHAT …]";
    "board", board, "[%board light] or [%board dark]";
    "drop", drop, "[%drop SQ]";
    "restore", restore, "[%restore SQ (disputed)]";
    "displace", displace, "[%displace P SQ… (accidental or wilful)]";
    "upset", upset, "[%upset P (accidental or wilful)]";
    "replace", replace, "[%replace P SQ…]";
    "press", press, "[%press P]";
    "flag", flag, "[%flag P]";
    "absent", absent, "[%absent P]";
    "return", r#return, "[%return P]";
    "arrive", arrive, "[%arrive P H:MM:SS]";
    "leave", leave, "[%leave P (anger)]";
    "discontinue", discontinue, "[%discontinue P]";
    "refuse", refuse, "[%refuse P]";
    "disturb", disturb, "[%disturb P]";
    "adjourn", adjourn, "[%adjourn]";
    "seal", seal, "[%seal P \"TEXT\"]";
    "resume", resume, "[%resume (\"FEN\")]";
    "lost-position", lost_position, "[%lost-position]";
    "agree", agree, "[%agree draw] or [%agree laws-waived]";
    "jadoube", jadoube, "[%jadoube ignore RULE… (REASON)]";
}

// ---------------------------------------------------------------------------------------------
// What went wrong, until the span is known.

/// Why a production does not read what stands at `at`.
#[derive(Debug)]
struct Refusal<'a> {
    at: &'a [u8],
    message: String,
    help: Option<String>,
}

type Parsed<'a, T> = IResult<&'a [u8], T, Refusal<'a>>;

impl<'a> ParseError<&'a [u8]> for Refusal<'a> {
    fn from_error_kind(at: &'a [u8], _: ErrorKind) -> Self {
        Self { at, message: String::new(), help: None }
    }

    fn append(_: &'a [u8], _: ErrorKind, other: Self) -> Self {
        other
    }
}

impl<'a> Refusal<'a> {
    /// `wanted` should stand here and does not.
    fn missing(rest: &'a [u8], wanted: &str) -> nom::Err<Self> {
        let at = match rest {
            [b']', ..] => rest.get(..1),
            _ => rest.get(..0),
        };
        nom::Err::Failure(Self {
            at: at.unwrap_or_default(),
            message: format!("{wanted} is missing"),
            help: None,
        })
    }

    /// What stands here is not `wanted`.
    fn not(at: &'a [u8], wanted: &str, help: String) -> nom::Err<Self> {
        nom::Err::Failure(Self {
            at,
            message: format!("`{}` is not {wanted}", String::from_utf8_lossy(at)),
            help: (!help.is_empty()).then_some(help),
        })
    }

    fn fault(self, input: &[u8], rest: &[u8], entry: &Entry) -> CommandFault {
        let length = input.offset(rest);
        let start = input.offset(self.at).min(length);
        let stop = start.saturating_add(self.at.len()).min(length);
        let message = if self.message.is_empty() { "it cannot be read".to_owned() } else { self.message };
        CommandFault {
            span: start..stop,
            message: format!("[%{}]: {message}", entry.name),
            help: self.help.or_else(|| Some(format!("it is written `{}`", entry.usage))),
        }
    }
}

/// A word of a closed set was wanted: the nearest, or all of them.
fn one_of(word: &[u8], known: &[&str]) -> String {
    let word = String::from_utf8_lossy(word);
    let nearest = known
        .iter()
        .map(|id| (strsim::osa_distance(&word, id), *id))
        .filter(|(distance, id)| *distance <= id.len().div_ceil(3) && *distance < id.len())
        .min_by_key(|(distance, _)| *distance);
    if let Some((_, id)) = nearest {
        return format!("did you mean `{id}`?");
    }
    let (last, others) = known.split_last().unwrap_or((&"", &[]));
    let others: Vec<String> = others.iter().map(|id| format!("`{id}`")).collect();
    if others.is_empty() {
        format!("`{last}` is wanted")
    } else {
        format!("{} or `{last}` is wanted", others.join(", "))
    }
}

// ---------------------------------------------------------------------------------------------
// The lexis: blanks, words, text in quotation marks, the end.

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

const fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_'
}

const fn is_word(byte: u8) -> bool {
    !is_blank(byte) && !matches!(byte, b']' | b'"')
}

/// `command-name`
fn command_name(input: &[u8]) -> IResult<&[u8], &[u8]> {
    take_while(is_name).parse(input)
}

/// `blanks`
fn blanks(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while1(is_blank).parse(input)
}

/// `word`
fn word(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while1(is_word).parse(input)
}

/// `text`: in quotation marks; it ends with the next one, there are no escapes.
fn text(input: &[u8]) -> Parsed<'_, Text> {
    let (body, _) = tag("\"").parse(input)?;
    let (rest, said) = take_till(|byte| byte == b'"').parse(body)?;
    let Some((_, rest)) = rest.split_first() else {
        return Err(nom::Err::Failure(Refusal {
            at: input.get(..1).unwrap_or_default(),
            message: "the text is never closed".to_owned(),
            help: Some("text ends with a second quotation mark, and can hold none itself".to_owned()),
        }));
    };
    if rest.first().copied().is_some_and(is_word) || rest.starts_with(b"\"") {
        let (after, _) = take_while(is_word).parse(rest)?;
        let at = rest.get(..rest.offset(after).max(1)).unwrap_or_default();
        return Err(nom::Err::Failure(Refusal {
            at,
            message: "a blank is missing after the text".to_owned(),
            help: None,
        }));
    }
    match Text::new(&decoded(said)) {
        Some(text) => Ok((rest, text)),
        None => Err(Refusal::not(said, "a text", "text can hold no brace".to_owned())),
    }
}

/// UTF-8, or Latin-1 where it is none; a line break is a blank.
fn decoded(said: &[u8]) -> String {
    let said = match std::str::from_utf8(said) {
        Ok(said) => said.to_owned(),
        Err(_) => said.iter().copied().map(char::from).collect(),
    };
    if said.contains(['\n', '\r']) { said.replace("\r\n", " ").replace(['\n', '\r'], " ") } else { said }
}

/// Whether no argument follows.
fn ended(input: &[u8]) -> bool {
    let rest = past_blanks(input);
    rest.is_empty() || rest.starts_with(b"]") || rest.starts_with(b"[%")
}

fn past_blanks(input: &[u8]) -> &[u8] {
    let blanks = input.iter().take_while(|byte| is_blank(**byte)).count();
    input.get(blanks..).unwrap_or_default()
}

/// An argument that must be there.
fn must<'a, T>(
    wanted: &'static str,
    mut read: impl FnMut(&'a [u8]) -> Parsed<'a, T>,
) -> impl FnMut(&'a [u8]) -> Parsed<'a, T> {
    move |input| {
        if ended(input) {
            return Err(Refusal::missing(past_blanks(input), wanted));
        }
        let (rest, _) = blanks(input).map_err(|_| jammed(input))?;
        // What a word cannot hold is nothing that any production reads.
        if rest.starts_with(b"\"") || rest.first().copied().is_some_and(is_word) {
            read(rest)
        } else {
            Err(jammed(rest))
        }
    }
}

/// An argument that may be there.
fn may<'a, T>(
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

/// What stands where a blank should.
fn jammed(input: &[u8]) -> nom::Err<Refusal<'_>> {
    let length = input.iter().take_while(|byte| !is_blank(**byte) && **byte != b']').count();
    nom::Err::Failure(Refusal {
        at: input.get(..length.max(1)).unwrap_or_default(),
        message: "a blank is missing before this".to_owned(),
        help: None,
    })
}

/// The whole of an argument, quotation marks and all: what a refusal points at.
fn argument(input: &[u8]) -> Parsed<'_, &[u8]> {
    alt((word, recognize(text))).parse(input)
}

/// The name that the production reads, with which it begins.
fn named<'a>(name: &'static str) -> impl FnMut(&'a [u8]) -> Parsed<'a, &'a [u8]> {
    move |input| tag(name).parse(input)
}

/// `close`: nothing more may follow.
fn close(input: &[u8]) -> Parsed<'_, ()> {
    let rest = past_blanks(input);
    if let [b']', rest @ ..] = rest {
        return Ok((rest, ()));
    }
    if ended(rest) {
        return Err(nom::Err::Failure(Refusal {
            at: rest.get(..0).unwrap_or_default(),
            message: "it is never closed".to_owned(),
            help: Some("a command ends with `]`".to_owned()),
        }));
    }
    let (_, extra) = argument(rest).map_err(|_| jammed(rest))?;
    Err(nom::Err::Failure(Refusal {
        at: extra,
        message: format!("`{}` is one argument too many", String::from_utf8_lossy(extra)),
        help: None,
    }))
}

/// `foreign`: a command of another tool, to its end.
fn foreign(input: &[u8]) -> &[u8] {
    end(input)
}

/// What follows the command: behind its `]`, or where it breaks off.
fn end(body: &[u8]) -> &[u8] {
    let mut rest = body;
    loop {
        match rest {
            [] | [b'[', b'%', ..] => return rest,
            [b']', after @ ..] => return after,
            // A `]` in quotation marks ends nothing, unless the marks are never closed.
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

// ---------------------------------------------------------------------------------------------
// Arguments.

/// One word of a closed set.
fn closed<'a, T: Copy>(input: &'a [u8], wanted: &str, words: &[(&'static str, T)]) -> Parsed<'a, T> {
    let (rest, at) = argument(input)?;
    if let Some((_, value)) = words.iter().find(|(id, _)| id.as_bytes() == at) {
        return Ok((rest, *value));
    }
    let known: Vec<&str> = words.iter().map(|(id, _)| *id).collect();
    Err(Refusal::not(at, wanted, one_of(at, &known)))
}

/// `person`: who acts.
fn person(input: &[u8]) -> Parsed<'_, Person> {
    let words = [("w", Person::White), ("b", Person::Black), ("u", Person::Umpire)];
    closed(input, "a person", &words)
}

/// `player`: whom a ruling strikes.
fn player(input: &[u8]) -> Parsed<'_, Color> {
    closed(input, "a player", &[("w", Color::White), ("b", Color::Black)])
}

/// `square`
fn square(input: &[u8]) -> Parsed<'_, Square> {
    let (rest, at) = argument(input)?;
    if let Some(square) = Square::from_ascii(at) {
        return Ok((rest, square));
    }
    let help = match Square::from_ascii(&at.to_ascii_lowercase()) {
        Some(square) => format!("did you mean `{square}`?"),
        None => "a square is a letter from a to h and a digit from 1 to 8".to_owned(),
    };
    Err(Refusal::not(at, "a square", help))
}

/// `squares`: one or more. What looks like a square is meant as one.
fn squares(input: &[u8]) -> Parsed<'_, Vec<Square>> {
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

/// `piece-name`: by the letter of the score, or by its name.
fn piece_name(input: &[u8]) -> Parsed<'_, Role> {
    let (rest, at) = argument(input)?;
    if let Some(role) = role(at) {
        return Ok((rest, role));
    }
    let help = match at {
        [letter] if Role::from_letter(letter.to_ascii_uppercase()).is_some() => {
            format!("did you mean `{}`?", letter.to_ascii_uppercase() as char)
        }
        _ => one_of(at, &["K", "Q", "R", "B", "N", "P"]),
    };
    Err(Refusal::not(at, "a piece", help))
}

fn role(name: &[u8]) -> Option<Role> {
    match name {
        [letter] => Role::from_letter(*letter),
        _ => Role::ALL.into_iter().find(|role| role.name().as_bytes() == name),
    }
}

/// `move-words`: a move, in quotation marks or not.
fn move_words(input: &[u8]) -> Parsed<'_, MoveWords> {
    let (rest, at) = argument(input)?;
    match MoveWords::new(decoded(at).trim_matches('"')) {
        Some(words) => Ok((rest, words)),
        None => Err(Refusal::not(
            at,
            "a move",
            "a move is written as in the score, or from square to square: `Nf3`, `Ng1-f3`, `g1f3`, `O-O`"
                .to_owned(),
        )),
    }
}

/// `number`: from 1.
fn number(input: &[u8]) -> Parsed<'_, NonZeroU32> {
    let (rest, at) = argument(input)?;
    let digits = at.len() <= 9 && at.iter().all(u8::is_ascii_digit);
    let read = std::str::from_utf8(at).ok().filter(|_| digits).and_then(|at| at.parse().ok());
    match read {
        Some(number) => Ok((rest, number)),
        None => Err(Refusal::not(at, "a number from 1", String::new())),
    }
}

/// `time`
fn time(input: &[u8]) -> Parsed<'_, Time> {
    let (rest, at) = argument(input)?;
    match clock::clk(at) {
        Some(time) => Ok((rest, time)),
        None => {
            Err(Refusal::not(at, "a time", "a time is written `0:29:25`: hours, minutes, seconds".to_owned()))
        }
    }
}

// ---------------------------------------------------------------------------------------------
// The commands, in the order of the table.

/// A command that names nobody but its person.
fn by<'a>(input: &'a [u8], name: &'static str, act: impl Fn(Person) -> Act) -> Parsed<'a, Command> {
    let (rest, (_, by)) = (named(name), must("the person", person)).parse(input)?;
    Ok((rest, Command::Act(act(by))))
}

/// `clock-command`
fn clock_command(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (kind, time)) = (clock_name, must("the time", time)).parse(input)?;
    Ok((rest, Command::Clock(ClockCommand { kind, time })))
}

/// `clock-name`
fn clock_name(input: &[u8]) -> Parsed<'_, ClockKind> {
    alt((
        map(tag("clk"), |_| ClockKind::Left),
        map(tag("emt"), |_| ClockKind::Move),
        map(tag("egt"), |_| ClockKind::Game),
        map(tag("mct"), |_| ClockKind::Face),
    ))
    .parse(input)
}

/// `touch`
fn touch(input: &[u8]) -> Parsed<'_, Command> {
    let (mut rest, (_, by, squares)) = (named("touch"), must("the person", person), squares).parse(input)?;
    let (mut contact, mut seat, mut order) = (Contact::Meant, Seat::Square, TouchOrder::Known);
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
    Seat(Seat),
    Order(TouchOrder),
}

/// `touch-flag`
fn touch_flag(input: &[u8]) -> Parsed<'_, TouchFlag> {
    let words = [
        (Contact::Accidental.id(), TouchFlag::Contact(Contact::Accidental)),
        (Seat::Askew.id(), TouchFlag::Seat(Seat::Askew)),
        (TouchOrder::Unknown.id(), TouchFlag::Order(TouchOrder::Unknown)),
    ];
    closed(input, "a square or a word of this command", &words)
}

/// `hold`
fn hold(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (_, by, square)) =
        (named("hold"), must("the person", person), must("the square", square)).parse(input)?;
    Ok((rest, Command::Act(Act::Hold { by, square })))
}

/// `hover`
fn hover(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (_, by, from, over)) = (
        named("hover"),
        must("the person", person),
        must("the man's square", square),
        must("the square it rests on", square),
    )
        .parse(input)?;
    Ok((rest, Command::Act(Act::Hover { by, from, over })))
}

/// `play`
fn play(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (_, by, words)) =
        (named("play"), must("the person", person), must("the move", move_words)).parse(input)?;
    Ok((rest, Command::Act(Act::Play { by, words })))
}

/// `release`
fn release(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (_, by, from, to)) = (
        named("release"),
        must("the person", person),
        must("the man's square", square),
        must("the square it is left on", square),
    )
        .parse(input)?;
    Ok((rest, Command::Act(Act::Release { by, from, to })))
}

/// `place`
fn place(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (_, by, role, square)) = (
        named("place"),
        must("the person", person),
        must("the piece", piece_name),
        must("the square", square),
    )
        .parse(input)?;
    Ok((rest, Command::Act(Act::Place { by, role, square })))
}

/// `hands`
fn hands(input: &[u8]) -> Parsed<'_, Command> {
    let press = |input| closed(input, "a word of this command", &[("press", Hands::OneAndPress)]);
    let (rest, (_, by, hands)) = (named("hands"), must("the person", person), may(press)).parse(input)?;
    let hands = hands.unwrap_or(Hands::Both);
    Ok((rest, Command::Act(Act::Hands { by, hands })))
}

/// `write`
fn write(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (_, by, words)) =
        (named("write"), must("the person", person), must("the move", move_words)).parse(input)?;
    Ok((rest, Command::Act(Act::Write { by, words })))
}

/// `retract`
fn retract(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (_, moves)) = (named("retract"), must("the number of moves", number)).parse(input)?;
    Ok((rest, Command::Act(Act::Retract { moves })))
}

/// `say`
fn say(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (_, by, word)) =
        (named("say"), must("the person", person), must("what is said", said_word)).parse(input)?;
    Ok((rest, Command::Act(Act::Say { by, word })))
}

/// `said-word`
fn said_word(input: &[u8]) -> Parsed<'_, Word> {
    let words = [
        ("check", Word::Check),
        ("mate", Word::Mate),
        ("adjust", Word::Adjust),
        ("draw", Word::Draw),
        ("accept", Word::Accept),
        ("decline", Word::Decline),
        ("resign", Word::Resign),
        ("stalemate", Word::Stalemate),
    ];
    let (rest, word) = closed(input, "a word that this command knows", &words)?;
    match word {
        Word::Mate => {
            let (rest, moves) = may(number)(rest)?;
            Ok((rest, moves.map_or(Word::Mate, Word::MateIn)))
        }
        Word::Adjust => {
            let touching =
                |input| closed(input, "a word of this command", &[("touching", Word::AdjustTouching)]);
            let (rest, touching) = may(touching)(rest)?;
            Ok((rest, touching.unwrap_or(Word::Adjust)))
        }
        other => Ok((rest, other)),
    }
}

/// `claim`
fn claim(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (_, by, claim)) =
        (named("claim"), must("the person", person), must("what is claimed", claim_kind)).parse(input)?;
    Ok((rest, Command::Act(Act::Claim { by, claim })))
}

/// `claim-kind`
fn claim_kind(input: &[u8]) -> Parsed<'_, Claim> {
    #[derive(Clone, Copy)]
    enum Kind {
        Repetition,
        Fifty,
        Count,
        Perpetual,
        Stalemate,
        Flag,
        Proceed,
        Indulgence,
        NormalMeans,
    }
    let words = [
        ("repetition", Kind::Repetition),
        ("fifty", Kind::Fifty),
        ("count", Kind::Count),
        ("perpetual", Kind::Perpetual),
        ("stalemate", Kind::Stalemate),
        ("flag", Kind::Flag),
        ("proceed", Kind::Proceed),
        ("indulgence", Kind::Indulgence),
        ("normal-means", Kind::NormalMeans),
    ];
    let (rest, kind) = closed(input, "a claim", &words)?;
    match kind {
        Kind::Repetition => map(may(move_words), Claim::Repetition).parse(rest),
        Kind::Fifty => map(may(move_words), Claim::Fifty).parse(rest),
        Kind::Count => map(must("the ground", count_ground), Claim::Count).parse(rest),
        Kind::Perpetual => Ok((rest, Claim::Perpetual)),
        Kind::Stalemate => Ok((rest, Claim::Stalemate)),
        Kind::Flag => Ok((rest, Claim::Flag)),
        Kind::Proceed => Ok((rest, Claim::Proceed)),
        Kind::Indulgence => Ok((rest, Claim::Indulgence)),
        Kind::NormalMeans => Ok((rest, Claim::NormalMeans)),
    }
}

/// `count-ground`
fn count_ground(input: &[u8]) -> Parsed<'_, Ground> {
    let words = [
        (Ground::Force.id(), Ground::Force),
        (Ground::Repeating.id(), Ground::Repeating),
        (Ground::Submitted.id(), Ground::Submitted),
    ];
    closed(input, "a ground for counting", &words)
}

/// `notice`
fn notice(input: &[u8]) -> Parsed<'_, Command> {
    let forgotten = |input| closed(input, "a word of this command", &[("forgotten", Memory::Forgotten)]);
    let (rest, (_, by, notice, memory)) = (
        named("notice"),
        must("the person", person),
        must("what is pointed out", notice_kind),
        may(forgotten),
    )
        .parse(input)?;
    let memory = memory.unwrap_or(Memory::Known);
    Ok((rest, Command::Act(Act::Notice { by, notice, memory })))
}

/// `notice-kind`
fn notice_kind(input: &[u8]) -> Parsed<'_, Notice> {
    #[derive(Clone, Copy)]
    enum Kind {
        Plain(Notice),
        Omitted,
        Illegal,
        Check,
        Dropped,
    }
    let words = [
        ("board", Kind::Plain(Notice::Board)),
        ("setup", Kind::Plain(Notice::Setup)),
        ("omitted", Kind::Omitted),
        ("odds", Kind::Plain(Notice::Odds)),
        ("first-move", Kind::Plain(Notice::FirstMove)),
        ("turn", Kind::Plain(Notice::Turn)),
        ("touch", Kind::Plain(Notice::Touch)),
        ("hold", Kind::Plain(Notice::Hold)),
        ("clock", Kind::Plain(Notice::Clock)),
        ("illegal", Kind::Illegal),
        ("check", Kind::Check),
        ("dropped", Kind::Dropped),
    ];
    let (rest, kind) = closed(input, "an irregularity", &words)?;
    match kind {
        Kind::Plain(notice) => Ok((rest, notice)),
        Kind::Omitted => map(must("the square", square), Notice::Omitted).parse(rest),
        Kind::Dropped => map(must("the square", square), Notice::Dropped).parse(rest),
        Kind::Illegal => map(ply, Notice::Illegal).parse(rest),
        Kind::Check => map(ply, Notice::Check).parse(rest),
    }
}

/// `ply`: may be left out, also before `forgotten`.
fn ply(input: &[u8]) -> Parsed<'_, Option<NonZeroU32>> {
    match must("the ply", argument)(input) {
        Ok((_, b"forgotten")) => Ok((input, None)),
        _ => may(number)(input),
    }
}

/// `elect`
fn elect(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (_, by, remedy, choice)) =
        (named("elect"), must("the person", person), must("the remedy", remedy), may(choice)).parse(input)?;
    Ok((rest, Command::Act(Act::Elect { by, remedy, choice })))
}

/// `remedy`: what a report can offer; words that stand in law files only cannot be chosen.
fn remedy(input: &[u8]) -> Parsed<'_, RemedyKind> {
    let words: Vec<(&str, RemedyKind)> = RemedyKind::ALL
        .iter()
        .filter(|kind| {
            !matches!(kind, RemedyKind::None | RemedyKind::TouchedDuty | RemedyKind::FirstPossible)
        })
        .map(|kind| (kind.id(), *kind))
        .collect();
    closed(input, "a remedy", &words)
}

/// `choice`: what names a square is one, though it could be a pawn's move too.
fn choice(input: &[u8]) -> Parsed<'_, Choice> {
    let (rest, at) = argument(input)?;
    if let Some(square) = Square::from_ascii(at) {
        return Ok((rest, Choice::Square(square)));
    }
    if let Some(role) = role(at) {
        return Ok((rest, Choice::Piece(role)));
    }
    match move_words(input) {
        Ok((rest, words)) => Ok((rest, Choice::Move(words))),
        Err(_) => Err(Refusal::not(at, "a square, a piece or a move", String::new())),
    }
}

/// `waive`
fn waive(input: &[u8]) -> Parsed<'_, Command> {
    let all = |input| closed(input, "a word of this command", &[("all", Extent::All)]);
    let (rest, (_, by, extent)) = (named("waive"), must("the person", person), may(all)).parse(input)?;
    let extent = extent.unwrap_or(Extent::Newest);
    Ok((rest, Command::Act(Act::Waive { by, extent })))
}

/// `appeal`
fn appeal(input: &[u8]) -> Parsed<'_, Command> {
    by(input, "appeal", |by| Act::Appeal { by })
}

/// `ruling`
fn ruling(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (_, ruling)) = (named("ruling"), must("what is decided", ruling_kind)).parse(input)?;
    Ok((rest, Command::Act(Act::Ruling(ruling))))
}

/// `ruling-kind`
fn ruling_kind(input: &[u8]) -> Parsed<'_, Ruling> {
    #[derive(Clone, Copy)]
    enum Kind {
        Plain(Ruling),
        Forfeit,
        Retract,
        Restore,
        Admonish,
        AddTime,
        Promote,
    }
    let words = [
        ("annul", Kind::Plain(Ruling::Annul)),
        ("recommence", Kind::Plain(Ruling::Recommence)),
        ("draw", Kind::Plain(Ruling::Draw)),
        ("proceed", Kind::Plain(Ruling::Proceed)),
        ("forfeit", Kind::Forfeit),
        ("stand", Kind::Plain(Ruling::Stand)),
        ("retract", Kind::Retract),
        ("restore", Kind::Restore),
        ("adjust", Kind::Plain(Ruling::Adjust)),
        ("admonish", Kind::Admonish),
        ("add-time", Kind::AddTime),
        ("promote", Kind::Promote),
    ];
    let (rest, kind) = closed(input, "a ruling", &words)?;
    match kind {
        Kind::Plain(ruling) => Ok((rest, ruling)),
        Kind::Forfeit => map(must("the player", player), Ruling::Forfeit).parse(rest),
        Kind::Retract => map(must("the number of moves", number), Ruling::Retract).parse(rest),
        Kind::Restore => map(must("the square", square), Ruling::Restore).parse(rest),
        Kind::Admonish => map(must("the player", player), Ruling::Admonish).parse(rest),
        Kind::AddTime => {
            map((must("the player", player), must("the number of seconds", number)), |(player, seconds)| {
                Ruling::AddTime(player, seconds)
            })
            .parse(rest)
        }
        Kind::Promote => {
            map((must("the square", square), must("the piece", piece_name)), |(square, role)| {
                Ruling::Promote(square, role)
            })
            .parse(rest)
        }
    }
}

/// `board`
fn board(input: &[u8]) -> Parsed<'_, Command> {
    let shade = |input| closed(input, "a colour", &[("light", Shade::Light), ("dark", Shade::Dark)]);
    let (rest, (_, shade)) = (named("board"), must("the colour", shade)).parse(input)?;
    Ok((rest, Command::Act(Act::Board(shade))))
}

/// `drop`
fn drop(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (_, square)) = (named("drop"), must("the square", square)).parse(input)?;
    Ok((rest, Command::Act(Act::Drop { square })))
}

/// `restore`
fn restore(input: &[u8]) -> Parsed<'_, Command> {
    let disputed = |input| closed(input, "a word of this command", &[("disputed", Consent::Disputed)]);
    let (rest, (_, square, consent)) =
        (named("restore"), must("the square", square), may(disputed)).parse(input)?;
    let consent = consent.unwrap_or(Consent::Undisputed);
    Ok((rest, Command::Act(Act::Restore { square, consent })))
}

/// `displace`
fn displace(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (_, by, squares, manner)) =
        (named("displace"), must("the person", person), squares, may(manner)).parse(input)?;
    Ok((rest, Command::Act(Act::Displace { by, squares, manner })))
}

/// `upset`
fn upset(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (_, by, manner)) = (named("upset"), must("the person", person), may(manner)).parse(input)?;
    Ok((rest, Command::Act(Act::Upset { by, manner })))
}

/// `manner`
fn manner(input: &[u8]) -> Parsed<'_, Manner> {
    let words = [(Manner::Accidental.id(), Manner::Accidental), (Manner::Wilful.id(), Manner::Wilful)];
    closed(input, "a word of this command", &words)
}

/// `replace`
fn replace(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (_, by, squares)) = (named("replace"), must("the person", person), squares).parse(input)?;
    Ok((rest, Command::Act(Act::Replace { by, squares })))
}

/// `press`
fn press(input: &[u8]) -> Parsed<'_, Command> {
    by(input, "press", |by| Act::Press { by })
}

/// `flag`
fn flag(input: &[u8]) -> Parsed<'_, Command> {
    by(input, "flag", |by| Act::Flag { by })
}

/// `absent`
fn absent(input: &[u8]) -> Parsed<'_, Command> {
    by(input, "absent", |by| Act::Absent { by })
}

/// `return`
fn r#return(input: &[u8]) -> Parsed<'_, Command> {
    by(input, "return", |by| Act::Return { by })
}

/// `arrive`
fn arrive(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (_, by, late)) =
        (named("arrive"), must("the person", person), must("the time", time)).parse(input)?;
    Ok((rest, Command::Act(Act::Arrive { by, late })))
}

/// `leave`
fn leave(input: &[u8]) -> Parsed<'_, Command> {
    let anger = |input| closed(input, "a word of this command", &[("anger", Temper::Anger)]);
    let (rest, (_, by, temper)) = (named("leave"), must("the person", person), may(anger)).parse(input)?;
    let temper = temper.unwrap_or(Temper::Calm);
    Ok((rest, Command::Act(Act::Leave { by, temper })))
}

/// `discontinue`
fn discontinue(input: &[u8]) -> Parsed<'_, Command> {
    by(input, "discontinue", |by| Act::Discontinue { by })
}

/// `refuse`
fn refuse(input: &[u8]) -> Parsed<'_, Command> {
    by(input, "refuse", |by| Act::Refuse { by })
}

/// `disturb`
fn disturb(input: &[u8]) -> Parsed<'_, Command> {
    by(input, "disturb", |by| Act::Disturb { by })
}

/// `adjourn`
fn adjourn(input: &[u8]) -> Parsed<'_, Command> {
    map(named("adjourn"), |_| Command::Act(Act::Adjourn)).parse(input)
}

/// `seal`
fn seal(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (_, by, text)) =
        (named("seal"), must("the person", person), must("the text", text_or_word)).parse(input)?;
    Ok((rest, Command::Act(Act::Seal { by, text })))
}

/// `text-or-word`
fn text_or_word(input: &[u8]) -> Parsed<'_, Text> {
    if input.starts_with(b"\"") {
        return text(input);
    }
    let (rest, at) = word(input)?;
    match Text::new(&decoded(at)) {
        Some(text) => Ok((rest, text)),
        None => Err(Refusal::not(at, "a text", "text can hold no brace".to_owned())),
    }
}

/// `resume`
fn resume(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (_, fen)) = (named("resume"), may(fen_words)).parse(input)?;
    Ok((rest, Command::Act(Act::Resume { fen })))
}

/// `fen-words`: in quotation marks, or its fields as so many words.
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

/// `lost-position`
fn lost_position(input: &[u8]) -> Parsed<'_, Command> {
    map(named("lost-position"), |_| Command::Act(Act::LostPosition)).parse(input)
}

/// `agree`
fn agree(input: &[u8]) -> Parsed<'_, Command> {
    let agreement = |input| {
        let words =
            [(Agreement::Draw.id(), Agreement::Draw), (Agreement::LawsWaived.id(), Agreement::LawsWaived)];
        closed(input, "an agreement", &words)
    };
    let (rest, (_, agreement)) = (named("agree"), must("what is agreed", agreement)).parse(input)?;
    Ok((rest, Command::Act(Act::Agree(agreement))))
}

/// `jadoube`
fn jadoube(input: &[u8]) -> Parsed<'_, Command> {
    let ignore = |input| closed(input, "a word of this command", &[("ignore", ())]);
    let (rest, (_, (), rules, reason)) =
        (named("jadoube"), must("what to do", ignore), rules, may(reason)).parse(input)?;
    Ok((rest, Command::Ignore(Suppress { rules, reason })))
}

/// `rules`: one or more. What is written like an id is meant as one; anything else begins the reason.
fn rules(input: &[u8]) -> Parsed<'_, Vec<Rule>> {
    let (mut rest, first) = must("the rule", rule_id)(input)?;
    let mut rules = vec![first];
    while let Ok((_, next)) = must("the rule", argument)(rest) {
        if !like_an_id(next) {
            break;
        }
        let rule = must("the rule", rule_id)(rest)?;
        rest = rule.0;
        rules.push(rule.1);
    }
    Ok((rest, rules))
}

/// A family, a dot, and more of the letters of an id.
fn like_an_id(word: &[u8]) -> bool {
    let Some(dot) = word.iter().position(|byte| *byte == b'.') else {
        return false;
    };
    let (family, name) = word.split_at(dot);
    name.len() > 1
        && name.iter().skip(1).all(|byte| byte.is_ascii_lowercase() || *byte == b'-')
        && Rule::ALL.iter().any(|rule| rule.family().as_bytes() == family)
}

/// `rule-id`
fn rule_id(input: &[u8]) -> Parsed<'_, Rule> {
    let words: Vec<(&str, Rule)> = Rule::ALL.iter().map(|rule| (rule.id(), *rule)).collect();
    let (_, at) = argument(input)?;
    closed(input, "a rule", &words).map_err(|refused| {
        let known: Vec<&str> = words.iter().map(|(id, _)| *id).collect();
        let help = one_of(at, &known);
        if help.starts_with("did you mean") {
            refused
        } else {
            Refusal::not(at, "a rule", "`jadoube rules` lists them".to_owned())
        }
    })
}

/// `reason`: the rest of the command, in quotation marks or not.
fn reason(input: &[u8]) -> Parsed<'_, Text> {
    let (mut rest, first) = text_or_word(input)?;
    let mut said = first.as_str().to_owned();
    while let (after, Some(next)) = may(text_or_word)(rest)? {
        said.push(' ');
        said.push_str(next.as_str());
        rest = after;
    }
    match Text::new(&said) {
        Some(reason) => Ok((rest, reason)),
        None => Err(Refusal::not(input, "a reason", String::new())),
    }
}

#[cfg(test)]
mod tests;
