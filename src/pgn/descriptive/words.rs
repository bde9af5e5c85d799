//! The words of a move: each production of `grammar/descriptive.abnf` is the function of its name.
//!
//! Names run into each other (`QxB P-K4`, `Castles Q R-K1`), so the longest is taken that leaves no move cut
//! in two behind it. Where a shorter one leaves none cut either (`Q takes Q Kt P takes Q`), the text can be parted in
//! several ways, and the board must say which is meant.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_while, take_while1};
use nom::character::complete::{char, one_of};
use nom::combinator::{map, map_opt, not, opt, value, verify};
use nom::multi::{many0_count, many1};
use nom::sequence::{delimited, preceded, terminated};

use crate::chess::{CheckSign, Rank, Role, Side};
use crate::pgn::movetext::{Scan, ends_token};

use super::description::{Deed, Described, FileName, Goal, ManName, Passing, Place, Which};

/// How many remarks one move can have.
const MOST_REMARKS: usize = 4;

/// How many of the names that run into each other belong to the move before them.
#[derive(Clone, Copy)]
enum Extent {
    /// All that can.
    Longest,
    Middle,
    Shortest,
}

impl Extent {
    const ALL: [Self; 3] = [Self::Longest, Self::Middle, Self::Shortest];
}

/// A way to part a text: the move before the cut, and what stands behind it.
#[derive(Clone, Copy)]
pub(in crate::pgn) struct Way<'a> {
    pub told: Described,
    pub rest: &'a [u8],
}

/// `descriptive-move`, up to the end of its last word; as long as it can be.
pub(in crate::pgn) fn descriptive_move(input: &[u8]) -> Scan<'_, Described> {
    whole_moves(input).next().map(|way| (way.rest, way.told)).ok_or(nom::Err::Error(()))
}

/// Every way in which the text begins with a move, the longest first. A shorter one leaves names to the move behind it,
/// so there must be one, parted from it by more than nothing.
pub(in crate::pgn) fn ways(input: &[u8]) -> impl Iterator<Item = Way<'_>> {
    let goes_on = |way: &Way<'_>| {
        way.told.becomes.is_none()
            && preceded((opt(char('.')), blanks), descriptive_move).parse(way.rest).is_ok()
    };
    whole_moves(input).enumerate().filter(move |(index, way)| *index == 0 || goes_on(way)).map(|(_, way)| way)
}

fn whole_moves(input: &[u8]) -> impl Iterator<Item = Way<'_>> {
    // Most tokens that are none leave here.
    let may_be = input.first().is_some_and(|byte| b"KQRBNPCkqrbpcO0o".contains(byte));
    let extents: &[Extent] = if may_be { &Extent::ALL } else { &[] };
    extents
        .iter()
        .filter_map(move |extent| move_of_extent(input, *extent).ok().map(|(rest, told)| Way { told, rest }))
}

fn move_of_extent(input: &[u8], extent: Extent) -> Scan<'_, Described> {
    let (mut rest, deed) =
        alt((|input| castles(input, extent), |input| man_moves(input, extent))).parse(input)?;
    let mut told = Described { deed, becomes: None, passing: Passing::Unsaid, sign: CheckSign::None };
    for _ in 0..MOST_REMARKS {
        let Ok((after, said)) = remark(rest) else { break };
        match said {
            Remark::Becomes(role) => told.becomes = Some(role),
            Remark::Passing => told.passing = Passing::Said,
            Remark::Sign(sign) => told.sign = sign,
        }
        rest = after;
    }
    if is_close(rest) { Ok((rest, told)) } else { Err(nom::Err::Error(())) }
}

/// Whether a word ends here.
fn is_close(rest: &[u8]) -> bool {
    ends_token(rest.first()) || matches!(rest.first(), Some(b'.' | b',' | b'!' | b'?' | b')'))
}

/// Whether no letter and no number hangs on a name.
fn ends_name(rest: &[u8]) -> bool {
    !rest.first().is_some_and(u8::is_ascii_alphanumeric)
}

// Letters

fn blanks(input: &[u8]) -> Scan<'_, ()> {
    value((), take_while(|byte: u8| byte.is_ascii_whitespace())).parse(input)
}

fn blanks1(input: &[u8]) -> Scan<'_, ()> {
    value((), take_while1(|byte: u8| byte.is_ascii_whitespace())).parse(input)
}

/// A word in any case, whole.
fn word<'a>(text: &'static str) -> impl Parser<&'a [u8], Output = (), Error = ()> {
    value((), terminated(tag_no_case(text), not(one_letter)))
}

fn one_letter(input: &[u8]) -> Scan<'_, u8> {
    match input {
        [letter, rest @ ..] if letter.is_ascii_alphabetic() => Ok((rest, *letter)),
        _ => Err(nom::Err::Error(())),
    }
}

/// `joint`: what stands between two names, the stop of an abbreviation and a possessive among it.
fn joint(input: &[u8]) -> Scan<'_, ()> {
    value((), (opt(char('.')), opt(possessive), opt(char('.')), blanks)).parse(input)
}

/// `possessive`: `'s`.
fn possessive(input: &[u8]) -> Scan<'_, ()> {
    let apostrophe = alt((tag(&b"'"[..]), tag(&b"\xE2\x80\x99"[..]), tag(&b"\x92"[..])));
    value((), terminated((apostrophe, char('s')), not(one_letter))).parse(input)
}

// Men and squares

/// `role-name`: a letter or two, or the whole word.
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

/// `wing`: the king's or the queen's.
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

/// `file-name`: the piece that stands on it at the start.
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

/// `ordinal`: what makes a number of a rank an ordinal.
fn ordinal(input: &[u8]) -> Scan<'_, ()> {
    alt((word("st"), word("nd"), word("rd"), word("th"), word("d"))).parse(input)
}

/// `square-name`: `K4`, `Q. Kt.'s 5th`.
fn square_name(input: &[u8]) -> Scan<'_, Place> {
    map((file_name, joint, rank_name), |(file, (), rank)| Place { file: Some(file), rank }).parse(input)
}

/// `beside`: where a man stands, behind his name: `(K1)`, `/K1`, `/1`, `at K1`.
fn beside(input: &[u8]) -> Scan<'_, Place> {
    let whole_rank = map(rank_name, |rank| Place { file: None, rank });
    let at = || alt((word("at"), word("on"), word("from")));
    let in_brackets = delimited(
        (opt(char('.')), blanks, char('('), blanks, opt((at(), blanks))),
        square_name,
        (opt(char('.')), blanks, char(')')),
    );
    let behind_a_stroke = preceded(char('/'), alt((square_name, whole_rank)));
    let behind_a_word = preceded((opt(char('.')), blanks1, at(), blanks1), square_name);
    alt((in_brackets, behind_a_stroke, behind_a_word)).parse(input)
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

/// A man and where he stands.
struct Found {
    man: ManName,
    at: Option<Place>,
}

/// `man` with `beside`, by so many names.
fn man(input: &[u8], extent: Extent) -> Scan<'_, Found> {
    let name = match extent {
        Extent::Longest => wing_pawn,
        Extent::Middle => two_names,
        Extent::Shortest => one_name,
    };
    map((name, opt(beside)), |(man, at)| Found { man, at }).parse(input)
}

// Moves

/// `man-moves`: a man goes to a square, or takes.
fn man_moves(input: &[u8], extent: Extent) -> Scan<'_, Deed> {
    let (rest, mover) = mover(input)?;
    let goal = alt((|rest| going(rest, extent), |rest| taking(rest, extent)));
    map(preceded(joint, goal), |goal| Deed::Moves { man: mover.man, from: mover.at, goal }).parse(rest)
}

/// `man` before the sign of what he does.
fn mover(input: &[u8]) -> Scan<'_, Found> {
    let sign = |rest| (joint, alt((going_sign, taking_sign))).parse(rest).is_ok();
    Extent::ALL
        .into_iter()
        .find_map(|extent| man(input, extent).ok().filter(|(rest, _)| sign(rest)))
        .ok_or(nom::Err::Error(()))
}

/// `going`: to a square, whose name runs into none.
fn going(input: &[u8], extent: Extent) -> Scan<'_, Goal> {
    match extent {
        Extent::Longest => map(preceded((going_sign, blanks), square_name), Goal::Square).parse(input),
        Extent::Middle | Extent::Shortest => Err(nom::Err::Error(())),
    }
}

/// `taking`: a man of the adversary's.
fn taking(input: &[u8], extent: Extent) -> Scan<'_, Goal> {
    let (rest, ((), (), taken)) = (taking_sign, blanks, |rest| man(rest, extent)).parse(input)?;
    if begins_in_midmove(rest) {
        return Err(nom::Err::Error(()));
    }
    Ok((rest, Goal::Man { man: taken.man, at: taken.at }))
}

/// `going-sign`: a dash of any length, or `to`.
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

/// `taking-sign`: a cross, a colon, or `takes`.
fn taking_sign(input: &[u8]) -> Scan<'_, ()> {
    let cross =
        alt((tag(&b"x"[..]), tag(&b"X"[..]), tag(&b"\xC3\x97"[..]), tag(&b"\xD7"[..]), tag(&b":"[..])));
    let verb = terminated(alt((word("takes"), word("tks"), word("tk"), word("captures"))), opt(char('.')));
    alt((value((), cross), verb)).parse(input)
}

/// Whether the text goes on with a sign and a name: then what stands before it is the name of a mover.
fn begins_in_midmove(rest: &[u8]) -> bool {
    (joint, alt((going_sign, taking_sign)), blanks, role_name).parse(rest).is_ok()
}

/// `castles`: the word and the side, or the sign that other notations have too.
fn castles(input: &[u8], extent: Extent) -> Scan<'_, Deed> {
    let king = opt((alt((word("king"), value((), char('K')))), joint));
    let spelled = preceded((king, word("castles")), |rest| castling_side(rest, extent));
    let sign = |input| match extent {
        Extent::Longest => castling_sign(input),
        Extent::Middle | Extent::Shortest => Err(nom::Err::Error(())),
    };
    map(alt((map(sign, Some), spelled)), Deed::Castles).parse(input)
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

/// `side-words`: the words of a side, without brackets; the wing alone, where no more belongs to them.
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

// Remarks

/// What is said of a move behind it.
#[derive(Clone, Copy)]
enum Remark {
    Becomes(Role),
    Passing,
    Sign(CheckSign),
}

/// `remark`: what a pawn becomes, that it takes in passing, check.
fn remark(input: &[u8]) -> Scan<'_, Remark> {
    alt((
        map(promotion_sign, Remark::Becomes),
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
    let said = terminated(remark_words, closing);
    let piece = map(terminated(role_name, closing), Remark::Becomes);
    preceded((char('('), blanks), alt((said, piece))).parse(input)
}

/// `remark-words`: one remark, without what leads up to it.
fn remark_words(input: &[u8]) -> Scan<'_, Remark> {
    alt((map(becoming, Remark::Becomes), value(Remark::Passing, passing), map(check, Remark::Sign)))
        .parse(input)
}

fn closing(input: &[u8]) -> Scan<'_, ()> {
    value((), (opt(char('.')), blanks, char(')'))).parse(input)
}

/// `promotion-sign`: `=Q`, `/Q`, or `Q` on the heels of the square.
fn promotion_sign(input: &[u8]) -> Scan<'_, Role> {
    let marked = preceded((opt(char('.')), blanks, char('='), blanks), role_name);
    let stroke = preceded((opt(char('.')), char('/')), role_name);
    let (rest, role) = alt((marked, stroke, role_name)).parse(input)?;
    if ends_name(rest) && !begins_in_midmove(rest) { Ok((rest, role)) } else { Err(nom::Err::Error(())) }
}

/// `becoming`: in words.
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

/// `qualified-check`: discovered, double, or both; the word `check` may be left out.
fn qualified_check(input: &[u8]) -> Scan<'_, CheckSign> {
    let and = || opt((alt((word("and"), value((), char('&')))), blanks));
    let (rest, qualities) = many1(terminated(quality, (opt(char('.')), blanks, and()))).parse(input)?;
    let sign = if qualities.contains(&CheckSign::Double) { CheckSign::Double } else { CheckSign::Check };
    if let Ok((rest, ())) = check_word(rest) {
        return Ok((rest, sign));
    }
    // Without the word no more is taken than the qualities, blanks behind them aside.
    let taken = input.len() - rest.len();
    let end = input.get(..taken).unwrap_or_default().trim_ascii_end().len();
    Ok((input.get(end..).unwrap_or_default(), sign))
}

/// `quality`: how a check is given.
fn quality(input: &[u8]) -> Scan<'_, CheckSign> {
    let discovered = alt((word("dis"), word("disc"), word("discovered"), word("discovering")));
    let double = alt((word("dbl"), word("dble"), word("db"), word("double")));
    alt((value(CheckSign::Check, discovered), value(CheckSign::Double, double))).parse(input)
}

/// `check-word`: `ch`, `check`, `checks`, `+`, a dagger.
fn check_word(input: &[u8]) -> Scan<'_, ()> {
    // `+-`, `+=` and `+/-` weigh the position.
    let weighs = alt((value((), one_of(&b"+-"[..])), value((), (one_of(&b"=/"[..]), not(role_name)))));
    let plus = terminated(char('+'), not(weighs));
    alt((
        alt((word("ch"), word("chk"), word("check"), word("checks"), word("checking"))),
        value((), plus),
        value((), tag(&b"\xE2\x80\xA0"[..])),
    ))
    .parse(input)
}

/// `mate-word`: `mate`, `checkmate`, `#`; one that is announced for later is none.
fn mate_word(input: &[u8]) -> Scan<'_, ()> {
    let checked = (alt((tag_no_case("check"), tag_no_case("ch"))), many0_count(one_of(&b". -"[..])));
    let spelled = preceded(opt(checked), alt((word("mates"), word("mate"), word("mating"))));
    let given = preceded(opt((alt((word("giving"), word("gives"))), blanks)), spelled);
    let now = terminated(given, not((blanks, word("in"), not((blanks1, word("passing"))))));
    alt((value((), char('#')), value((), tag(&b"\xE2\x80\xA1"[..])), now)).parse(input)
}
