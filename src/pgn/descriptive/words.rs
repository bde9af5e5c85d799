//! The words of a move. Each production of `grammar/descriptive.abnf` is the function of its name.
//!
//! Names run into each other (`QxB P-K4`, `Castles Q R-K1`), so the longest is taken that leaves a whole move after it. If a
//! shorter one does so too (`Q takes Q Kt P takes Q`), the text has several divisions, and the board decides between them.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_while, take_while1};
use nom::character::complete::{char, one_of};
use nom::combinator::{map, map_opt, not, opt, value, verify};
use nom::multi::{many0_count, many1};
use nom::sequence::{delimited, preceded, terminated};

use crate::chess::{CheckSign, Rank, Role, Side};
use crate::pgn::movetext::{Scan, ends_token};

use super::description::{Action, DescriptiveMove, FileName, ManName, MoveTarget, SquareName, Which};

const MOST_REMARKS: usize = 4;

/// How many of the names that run into each other belong to the first move.
#[derive(Clone, Copy)]
enum Extent {
    Longest,
    Middle,
    Shortest,
}

impl Extent {
    const ALL: [Self; 3] = [Self::Longest, Self::Middle, Self::Shortest];
}

/// A move at the start of a text, and the rest.
#[derive(Clone, Copy)]
pub(in crate::pgn) struct Division<'a> {
    pub read: DescriptiveMove,
    pub rest: &'a [u8],
}

/// `descriptive-move`, up to the end of its last word; the longest.
pub(in crate::pgn) fn descriptive_move(input: &[u8]) -> Scan<'_, DescriptiveMove> {
    whole_moves(input).next().map(|division| (division.rest, division.read)).ok_or(nom::Err::Error(()))
}

/// Every way in which the text begins with a move, the longest first. A shorter one must leave names to a next move.
pub(in crate::pgn) fn divisions(input: &[u8]) -> impl Iterator<Item = Division<'_>> {
    let has_next = |division: &Division<'_>| {
        division.read.promotion.is_none()
            && preceded((opt(char('.')), blanks), descriptive_move).parse(division.rest).is_ok()
    };
    let mut is_longest = true;
    whole_moves(input).filter(move |division| std::mem::take(&mut is_longest) || has_next(division))
}

fn whole_moves(input: &[u8]) -> impl Iterator<Item = Division<'_>> {
    // Rejects most other tokens at once.
    let may_be = input.first().is_some_and(|byte| b"KQRBNPCkqrbpcO0o".contains(byte));
    let extents: &[Extent] = if may_be { &Extent::ALL } else { &[] };
    extents.iter().filter_map(move |extent| {
        move_of_extent(input, *extent).ok().map(|(rest, read)| Division { read, rest })
    })
}

fn move_of_extent(input: &[u8], extent: Extent) -> Scan<'_, DescriptiveMove> {
    let (mut rest, action) =
        alt((|input| castles(input, extent), |input| man_moves(input, extent))).parse(input)?;
    let mut read = DescriptiveMove { action, promotion: None, en_passant: false, sign: CheckSign::None };
    for _ in 0..MOST_REMARKS {
        let Ok((after, remark)) = remark(rest) else { break };
        match remark {
            Remark::Promotion(role) => read.promotion = Some(role),
            Remark::EnPassant => read.en_passant = true,
            Remark::Sign(sign) => read.sign = sign,
        }
        rest = after;
    }
    let is_word_end =
        ends_token(rest.first()) || matches!(rest, [b'.' | b',' | b'!' | b'?' | b')' | b'}', ..]);
    if is_word_end { Ok((rest, read)) } else { Err(nom::Err::Error(())) }
}

fn ends_name(rest: &[u8]) -> bool {
    !rest.first().is_some_and(u8::is_ascii_alphanumeric)
}

fn blanks(input: &[u8]) -> Scan<'_, ()> {
    value((), take_while(|byte: u8| byte.is_ascii_whitespace())).parse(input)
}

fn blanks1(input: &[u8]) -> Scan<'_, ()> {
    value((), take_while1(|byte: u8| byte.is_ascii_whitespace())).parse(input)
}

/// A whole word, in any case.
fn word<'a>(text: &'static str) -> impl Parser<&'a [u8], Output = (), Error = ()> {
    value((), terminated(tag_no_case(text), not(one_letter)))
}

fn one_letter(input: &[u8]) -> Scan<'_, u8> {
    match input {
        [letter, rest @ ..] if letter.is_ascii_alphabetic() => Ok((rest, *letter)),
        _ => Err(nom::Err::Error(())),
    }
}

/// `joint`: the text between two names, with the stop of an abbreviation and a possessive.
fn joint(input: &[u8]) -> Scan<'_, ()> {
    value((), (opt(char('.')), opt(possessive), opt(char('.')), blanks)).parse(input)
}

fn possessive(input: &[u8]) -> Scan<'_, ()> {
    let apostrophe = alt((tag(&b"'"[..]), tag(&b"\xE2\x80\x99"[..]), tag(&b"\x92"[..])));
    value((), terminated((apostrophe, char('s')), not(one_letter))).parse(input)
}

fn role_name(input: &[u8]) -> Scan<'_, Role> {
    alt((
        value(Role::Pawn, word("pawn")),
        value(Role::Knight, word("knight")),
        value(Role::Bishop, word("bishop")),
        value(Role::Rook, alt((word("rook"), word("castle")))),
        value(Role::Queen, word("queen")),
        value(Role::King, word("king")),
        value(Role::Knight, alt((tag(&b"Knt"[..]), tag(&b"Kt"[..]), tag(&b"KT"[..]), tag(&b"Kn"[..])))),
        value(Role::Knight, char('N')),
        value(Role::Pawn, char('P')),
        value(Role::Bishop, char('B')),
        value(Role::Rook, char('R')),
        value(Role::Queen, char('Q')),
        value(Role::King, char('K')),
    ))
    .parse(input)
}

fn wing(input: &[u8]) -> Scan<'_, Side> {
    map_opt(role_name, |role| match role {
        Role::King => Some(Side::King),
        Role::Queen => Some(Side::Queen),
        _ => None,
    })
    .parse(input)
}

/// `officer`: a piece of which each wing has one.
fn officer(input: &[u8]) -> Scan<'_, Role> {
    verify(role_name, |role| matches!(role, Role::Knight | Role::Bishop | Role::Rook)).parse(input)
}

/// `file-name`: the piece that begins on the file.
fn file_name(input: &[u8]) -> Scan<'_, FileName> {
    let of_wing = map((wing, joint, officer), |(wing, (), of)| FileName { wing: Some(wing), of });
    let alone = map(verify(role_name, |role| *role != Role::Pawn), |of| FileName { wing: None, of });
    alt((of_wing, alone)).parse(input)
}

/// `rank-name`: `4`, `3d`, `fifth`, `sq.`.
fn rank_name(input: &[u8]) -> Scan<'_, Rank> {
    const ORDINALS: [&str; 8] = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
    let square = || alt((word("square"), word("sq")));
    let digit = terminated(
        map_opt(nom::number::complete::u8::<_, ()>, Rank::from_ascii),
        (not(one_of(&b"0123456789"[..])), opt(ordinal)),
    );
    let spelled = map_opt(take_while1(|byte: u8| byte.is_ascii_alphabetic()), |text: &[u8]| {
        let found = ORDINALS.iter().position(|ordinal| text.eq_ignore_ascii_case(ordinal.as_bytes()))?;
        u8::try_from(found).ok().map(Rank::from_index)
    });
    alt((
        terminated(alt((digit, spelled)), opt((opt(char('.')), blanks, square()))),
        value(Rank::FIRST, square()),
    ))
    .parse(input)
}

fn ordinal(input: &[u8]) -> Scan<'_, ()> {
    alt((word("st"), word("nd"), word("rd"), word("th"), word("d"))).parse(input)
}

/// `square-name`: `K4`, `Q. Kt.'s 5th`.
fn square_name(input: &[u8]) -> Scan<'_, SquareName> {
    map((file_name, joint, rank_name), |(file, (), rank)| SquareName { file: Some(file), rank }).parse(input)
}

/// `beside`: the square of a man, after its name: `(K1)`, `/K1`, `/1`, `at K1`.
fn beside(input: &[u8]) -> Scan<'_, SquareName> {
    let whole_rank = map(rank_name, |rank| SquareName { file: None, rank });
    let at = || alt((word("at"), word("on"), word("from")));
    let in_brackets = delimited(
        (opt(char('.')), blanks, char('('), blanks, opt((at(), blanks))),
        square_name,
        (opt(char('.')), blanks, char(')')),
    );
    let after_a_stroke = preceded(char('/'), alt((square_name, whole_rank)));
    let after_a_word = preceded((opt(char('.')), blanks1, at(), blanks1), square_name);
    alt((in_brackets, after_a_stroke, after_a_word)).parse(input)
}

/// `man`, of three names: `KBP`.
fn wing_pawn(input: &[u8]) -> Scan<'_, ManName> {
    map((wing, joint, officer, joint, pawn), |(wing, (), of, (), ())| ManName {
        role: Role::Pawn,
        which: Which::File(FileName { wing: Some(wing), of }),
    })
    .parse(input)
}

/// `man`, of two names: `KB`, `BP`.
fn two_names(input: &[u8]) -> Scan<'_, ManName> {
    let of_wing = map((wing, joint, officer), |(wing, (), role)| ManName { role, which: Which::Wing(wing) });
    let not_a_pawn = verify(role_name, |role| *role != Role::Pawn);
    let file_pawn = map((not_a_pawn, joint, pawn), |(of, (), ())| ManName {
        role: Role::Pawn,
        which: Which::File(FileName { wing: None, of }),
    });
    alt((of_wing, file_pawn)).parse(input)
}

/// `man`, of one name.
fn one_name(input: &[u8]) -> Scan<'_, ManName> {
    map(role_name, |role| ManName { role, which: Which::Any }).parse(input)
}

fn pawn(input: &[u8]) -> Scan<'_, ()> {
    value((), verify(role_name, |role| *role == Role::Pawn)).parse(input)
}

struct PlacedMan {
    man: ManName,
    at: Option<SquareName>,
}

/// `man` of one, two or three names, with `beside`.
fn man(input: &[u8], extent: Extent) -> Scan<'_, PlacedMan> {
    let name = match extent {
        Extent::Longest => wing_pawn,
        Extent::Middle => two_names,
        Extent::Shortest => one_name,
    };
    map((name, opt(beside)), |(man, at)| PlacedMan { man, at }).parse(input)
}

fn man_moves(input: &[u8], extent: Extent) -> Scan<'_, Action> {
    let (rest, PlacedMan { man, at: from }) = mover(input)?;
    let target = alt((|rest| going(rest, extent), |rest| taking(rest, extent)));
    map(preceded(joint, target), |target| Action::ManMove { man, from, target }).parse(rest)
}

/// `man` before a sign of moving or capturing.
fn mover(input: &[u8]) -> Scan<'_, PlacedMan> {
    let sign = |rest| (joint, alt((going_sign, taking_sign))).parse(rest).is_ok();
    Extent::ALL
        .into_iter()
        .find_map(|extent| man(input, extent).ok().filter(|(rest, _)| sign(rest)))
        .ok_or(nom::Err::Error(()))
}

/// `going`: the name of a square runs into no other name.
fn going(input: &[u8], extent: Extent) -> Scan<'_, MoveTarget> {
    match extent {
        Extent::Longest => map(preceded((going_sign, blanks), square_name), MoveTarget::Square).parse(input),
        Extent::Middle | Extent::Shortest => Err(nom::Err::Error(())),
    }
}

fn taking(input: &[u8], extent: Extent) -> Scan<'_, MoveTarget> {
    let (rest, ((), (), taken)) = (taking_sign, blanks, |rest| man(rest, extent)).parse(input)?;
    if begins_in_midmove(rest) {
        return Err(nom::Err::Error(()));
    }
    Ok((rest, MoveTarget::Man { man: taken.man, at: taken.at }))
}

/// A dash of any length, or `to`.
fn going_sign(input: &[u8]) -> Scan<'_, ()> {
    let dash = alt((
        tag(&b"--"[..]),
        tag(&b"-"[..]),
        tag(&b"\xE2\x80\x93"[..]),
        tag(&b"\xE2\x80\x94"[..]),
        tag(&b"\x96"[..]),
        tag(&b"\x97"[..]),
    ));
    alt((value((), dash), word("to"))).parse(input)
}

/// A cross, a colon, or `takes`.
fn taking_sign(input: &[u8]) -> Scan<'_, ()> {
    let cross =
        alt((tag(&b"x"[..]), tag(&b"X"[..]), tag(&b"\xC3\x97"[..]), tag(&b"\xD7"[..]), tag(&b":"[..])));
    let verb = terminated(alt((word("takes"), word("tks"), word("tk"), word("captures"))), opt(char('.')));
    alt((value((), cross), verb)).parse(input)
}

/// Whether the text continues with a sign and a name, so that the name before it is that of a mover.
fn begins_in_midmove(rest: &[u8]) -> bool {
    (joint, alt((going_sign, taking_sign)), blanks, role_name).parse(rest).is_ok()
}

fn castles(input: &[u8], extent: Extent) -> Scan<'_, Action> {
    let king = opt((alt((word("king"), value((), char('K')))), joint));
    let spelled = preceded((king, word("castles")), |rest| castling_side(rest, extent));
    let sign = |input| match extent {
        Extent::Longest => castling_sign(input),
        Extent::Middle | Extent::Shortest => Err(nom::Err::Error(())),
    };
    map(alt((map(sign, Some), spelled)), Action::Castling).parse(input)
}

fn castling_sign(input: &[u8]) -> Scan<'_, Side> {
    let long = alt((tag(&b"O-O-O"[..]), tag(&b"0-0-0"[..]), tag(&b"o-o-o"[..])));
    let short = alt((tag(&b"O-O"[..]), tag(&b"0-0"[..]), tag(&b"o-o"[..])));
    alt((value(Side::Queen, long), value(Side::King, short))).parse(input)
}

/// `castling-side`: `K`, `QR`, `(K's R)`, `on the queen's side`, `short`, or nothing.
fn castling_side(input: &[u8], extent: Extent) -> Scan<'_, Option<Side>> {
    let bare = |input| side_words(input, extent);
    let found = match extent {
        Extent::Longest => preceded(blanks, alt((side_in_brackets, bare))).parse(input),
        Extent::Middle => preceded(blanks, bare).parse(input),
        Extent::Shortest => return Ok((input, None)),
    };
    let (rest, side) = found?;
    // `Castles QR-K1` is two moves.
    if begins_in_midmove(rest) { Err(nom::Err::Error(())) } else { Ok((rest, Some(side))) }
}

fn side_in_brackets(input: &[u8]) -> Scan<'_, Side> {
    let either = alt((|input| side_words(input, Extent::Longest), |input| side_words(input, Extent::Middle)));
    delimited((char('('), blanks), either, (opt(char('.')), blanks, char(')'))).parse(input)
}

/// `side-words`, without brackets; only the wing, unless `extent` is the longest.
fn side_words(input: &[u8], extent: Extent) -> Scan<'_, Side> {
    let (rest, _) =
        opt((alt((word("with"), word("on"))), blanks, opt((word("the"), blanks)))).parse(input)?;
    if !matches!(extent, Extent::Longest) {
        let (after, side) = terminated(wing, opt(possessive)).parse(rest)?;
        return if ends_name(after) { Ok((after, side)) } else { Err(nom::Err::Error(())) };
    }
    let one_word = alt((
        value(Side::King, alt((word("kingside"), word("king-side"), word("short")))),
        value(Side::Queen, alt((word("queenside"), word("queen-side"), word("long")))),
    ));
    let rook = value((), verify(role_name, |role| *role == Role::Rook));
    let of_what = alt((word("side"), word("wing"), rook));
    let two_words = terminated(wing, (joint, of_what));
    alt((one_word, two_words)).parse(rest)
}

#[derive(Clone, Copy)]
enum Remark {
    Promotion(Role),
    EnPassant,
    Sign(CheckSign),
}

fn remark(input: &[u8]) -> Scan<'_, Remark> {
    alt((
        map(promotion_sign, Remark::Promotion),
        preceded(lead, remark_in_brackets),
        preceded((lead, opt((word("and"), blanks))), remark_words),
    ))
    .parse(input)
}

fn lead(input: &[u8]) -> Scan<'_, ()> {
    value((), take_while(|byte: u8| byte.is_ascii_whitespace() || byte == b'.' || byte == b',')).parse(input)
}

/// `remark-in-brackets`: `(ch.)`, `(Q)`.
fn remark_in_brackets(input: &[u8]) -> Scan<'_, Remark> {
    let words = terminated(remark_words, closing);
    let piece = map(terminated(role_name, closing), Remark::Promotion);
    preceded((char('('), blanks), alt((words, piece))).parse(input)
}

fn remark_words(input: &[u8]) -> Scan<'_, Remark> {
    alt((map(becoming, Remark::Promotion), value(Remark::EnPassant, passing), map(check, Remark::Sign)))
        .parse(input)
}

fn closing(input: &[u8]) -> Scan<'_, ()> {
    value((), (opt(char('.')), blanks, char(')'))).parse(input)
}

/// `promotion-sign`: `=Q`, `/Q`, or `Q` directly after the square.
fn promotion_sign(input: &[u8]) -> Scan<'_, Role> {
    let marked = preceded((opt(char('.')), blanks, char('='), blanks), role_name);
    let stroke = preceded((opt(char('.')), char('/')), role_name);
    let (rest, role) = alt((marked, stroke, role_name)).parse(input)?;
    if ends_name(rest) && !begins_in_midmove(rest) { Ok((rest, role)) } else { Err(nom::Err::Error(())) }
}

fn becoming(input: &[u8]) -> Scan<'_, Role> {
    let verb = alt((
        word("becoming"),
        word("becomes"),
        word("making"),
        word("makes"),
        word("claiming"),
        word("claims"),
    ));
    let article = || (alt((word("an"), word("a"))), blanks);
    alt((
        value(Role::Queen, alt((word("queens"), word("queening")))),
        preceded((verb, blanks, opt(article())), role_name),
        preceded(article(), role_name),
    ))
    .parse(input)
}

/// `passing`: `e.p.`, `en passant`, `in passing`.
fn passing(input: &[u8]) -> Scan<'_, ()> {
    let letters = (tag_no_case("e"), opt(char('.')), blanks, word("p"), opt(char('.')));
    alt((
        value((), letters),
        word("ep"),
        value((), (word("en"), blanks1, alt((word("passant"), word("pass"))))),
        value((), (word("in"), blanks1, word("passing"))),
    ))
    .parse(input)
}

/// `check`: `ch`, `dis. ch.`, `double check`, `+`, `mate`.
fn check(input: &[u8]) -> Scan<'_, CheckSign> {
    let given = opt((alt((word("giving"), word("gives"), word("with"))), blanks));
    let plain = preceded(given, alt((value(CheckSign::Check, check_word), qualified_check)));
    alt((value(CheckSign::Mate, mate_word), value(CheckSign::Double, double_sign), plain)).parse(input)
}

fn double_sign(input: &[u8]) -> Scan<'_, ()> {
    value((), tag(&b"++"[..])).parse(input)
}

/// `qualified-check`: discovered, double, or both, with or without the word `check`.
fn qualified_check(input: &[u8]) -> Scan<'_, CheckSign> {
    let and = || opt((alt((word("and"), value((), char('&')))), blanks));
    let (rest, qualities) = many1(terminated(quality, (opt(char('.')), blanks, and()))).parse(input)?;
    let sign = if qualities.contains(&CheckSign::Double) { CheckSign::Double } else { CheckSign::Check };
    if let Ok((rest, ())) = check_word(rest) {
        return Ok((rest, sign));
    }
    // Blanks after the qualities belong to the word `check`, so they are left without it.
    let taken = input.len() - rest.len();
    let end = input.get(..taken).unwrap_or_default().trim_ascii_end().len();
    Ok((input.get(end..).unwrap_or_default(), sign))
}

fn quality(input: &[u8]) -> Scan<'_, CheckSign> {
    let discovered = alt((word("dis"), word("disc"), word("discovered"), word("discovering")));
    let double = alt((word("dbl"), word("dble"), word("db"), word("double")));
    alt((value(CheckSign::Check, discovered), value(CheckSign::Double, double))).parse(input)
}

/// `check-word`: `ch`, `check`, `checks`, `+`, a dagger.
fn check_word(input: &[u8]) -> Scan<'_, ()> {
    // `+-`, `+=` and `+/-` are evaluations.
    let evaluation = alt((value((), one_of(&b"+-"[..])), value((), (one_of(&b"=/"[..]), not(role_name)))));
    let plus = terminated(char('+'), not(evaluation));
    alt((
        alt((word("ch"), word("chk"), word("check"), word("checks"), word("checking"))),
        value((), plus),
        value((), tag(&b"\xE2\x80\xA0"[..])),
    ))
    .parse(input)
}

/// `mate-word`: `mate`, `checkmate`, `#`, but no mate that is announced for later.
fn mate_word(input: &[u8]) -> Scan<'_, ()> {
    let checked = (alt((tag_no_case("check"), tag_no_case("ch"))), many0_count(one_of(&b". -"[..])));
    let spelled = preceded(opt(checked), alt((word("mates"), word("mate"), word("mating"))));
    let given = preceded(opt((alt((word("giving"), word("gives"))), blanks)), spelled);
    let now = terminated(given, not((blanks, word("in"), not((blanks1, word("passing"))))));
    alt((value((), char('#')), value((), tag(&b"\xE2\x80\xA1"[..])), now)).parse(input)
}
