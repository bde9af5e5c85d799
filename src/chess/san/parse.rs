//! The productions of a move in `grammar/record.abnf`: the forms of the PGN standard (8.2.3) and common variants.
//!
//! [`super::fast_scan()`] reads the usual forms with fewer instructions and leaves the others to these parsers.

use nom::branch::alt;
use nom::bytes::complete::{tag, take};
use nom::character::complete::{anychar, char, one_of, satisfy};
use nom::combinator::{cut, map, map_opt, opt, peek, value, verify};
use nom::error::{ErrorKind, ParseError};
use nom::sequence::{delimited, preceded};
use nom::{IResult, Parser};

use super::{CheckSign, San, Subject};
use crate::chess::man::Role;
use crate::chess::moves::Side;
use crate::chess::square::{File, Rank, Square};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NoMove;

impl<I> ParseError<I> for NoMove {
    fn from_error_kind(_: I, _: ErrorKind) -> Self {
        Self
    }
    fn append(_: I, _: ErrorKind, other: Self) -> Self {
        other
    }
}

type Parsed<'a, T> = IResult<&'a [u8], T, NoMove>;

const A1: Square = Square::from_index(0);
const PAWN: Subject = Subject::Man(Role::Pawn);

/// Reads one move with its check sign: `san = ( castling / piece-move / pawn-move ) [ check-sign ]`, or a `null-move`.
pub(crate) fn san(input: &[u8]) -> Parsed<'_, San> {
    let unsigned = alt((pawn_move, piece_move, castling, null_move));
    map((unsigned, opt(check_sign)), |(read, sign)| read.with_sign(sign.unwrap_or(CheckSign::None)))
        .parse(input)
}

/// `+`, `++`, `+#` or `#`.
fn check_sign(input: &[u8]) -> Parsed<'_, CheckSign> {
    alt((
        value(CheckSign::Double, tag("++")),
        value(CheckSign::Mate, tag("+#")),
        value(CheckSign::Mate, char('#')),
        value(CheckSign::Check, char('+')),
    ))
    .parse(input)
}

/// `e4`, `exd5`, `ed5`, `ed`, each with an optional promotion or en passant mark, or a `long-move`.
fn pawn_move(input: &[u8]) -> Parsed<'_, San> {
    // A square before these is the square of origin.
    let leaves = (square, peek((opt(one_of("-x:")), file)));
    if peek(leaves).parse(input).is_ok() {
        return long_move(input);
    }
    let (rest, read) = alt((
        map(square, |to| San::of(PAWN, to)),
        map((file, capture, square), |(from, sign, to)| {
            San::of(PAWN, to).with_file(from).with_capture_sign(sign)
        }),
        map((file, square), |(from, to)| San::of(PAWN, to).with_file(from).with_capture().not_export()),
        two_files,
    ))
    .parse(input)?;
    pawn_tail(rest, read)
}

/// `ed`: a pawn that captures on the second file.
fn two_files(input: &[u8]) -> Parsed<'_, San> {
    map(verify((file, file), |(from, to)| from != to), |(from, to)| {
        San::of(Subject::PawnToFile(to), A1).with_file(from).with_capture().not_export()
    })
    .parse(input)
}

/// An optional promotion or en passant mark after the target square.
fn pawn_tail(input: &[u8], read: San) -> Parsed<'_, San> {
    let en_passant = value(read.not_export(), alt((tag("ep"), tag("e.p."))));
    let (rest, tail) = opt(alt((|input| promoted(input, read), en_passant))).parse(input)?;
    Ok((rest, tail.unwrap_or(read)))
}

/// `=Q`, `=q`, `Q`, `(Q)`, `(=Q)` or `/Q`.
fn promoted(input: &[u8], read: San) -> Parsed<'_, San> {
    let otherwise = read.not_export();
    alt((
        map(preceded(char('='), upper_promotion), move |role| read.with_promotion(role)),
        map(preceded(char('='), promotion), move |role| otherwise.with_promotion(role)),
        map(upper_promotion, move |role| otherwise.with_promotion(role)),
        map(bracketed_promotion, move |role| otherwise.with_promotion(role)),
        map(preceded(char('/'), promotion), move |role| otherwise.with_promotion(role)),
    ))
    .parse(input)
}

/// The role to which a pawn promotes; `P` and `K` are read so that they can be judged.
fn promotion(input: &[u8]) -> Parsed<'_, Role> {
    map_opt(anychar, |letter| Role::from_letter(u8::try_from(letter.to_ascii_uppercase()).ok()?)).parse(input)
}

fn bracketed_promotion(input: &[u8]) -> Parsed<'_, Role> {
    delimited(char('('), preceded(opt(char('=')), promotion), char(')')).parse(input)
}

fn upper_promotion(input: &[u8]) -> Parsed<'_, Role> {
    preceded(peek(satisfy(|letter| letter.is_ascii_uppercase())), promotion).parse(input)
}

/// `e2-e4`, `e2xd3`, `e2e4`, `e7e8q`: a move that begins with the square of origin.
fn long_move(input: &[u8]) -> Parsed<'_, San> {
    let separator = alt((value((PAWN, true), capture), value((PAWN, false), char('-'))));
    let separator = map(opt(separator), |found| found.unwrap_or((Subject::AnyMan, false)));
    let (rest, (from, (subject, takes), to)) = (square, separator, square).parse(input)?;
    let read = San::of(subject, to).with_origin(from).not_export();
    let read = if takes { read.with_capture() } else { read };
    // Only a piece can follow `=`.
    let after_equals = preceded((char('='), peek(take(1u8))), cut(promotion));
    let bare = preceded(peek(one_of("qrbnQRBNPpk")), promotion);
    let role = alt((bracketed_promotion, after_equals, bare));
    let en_passant = alt((tag("ep"), tag("e.p.")));
    let tail = alt((map(role, |role| read.with_promotion(role)), value(read, en_passant)));
    map(opt(tail), |tail| tail.unwrap_or(read)).parse(rest)
}

/// `Nf3`, `Nbd7`, `R1e2`, `Nxf3`, `N-f3`, or a `long-piece-move` or `lettered-pawn`.
fn piece_move(input: &[u8]) -> Parsed<'_, San> {
    if let [b'P', ..] = input {
        return lettered_pawn(input);
    }
    let (rest, subject) = map(piece, Subject::Man).parse(input)?;
    let leaves = (square, one_of("abcdefgh-x:"));
    if peek(leaves).parse(rest).is_ok() {
        return long_piece_move(rest, subject);
    }
    let going = |input| map(square, |to| San::of(subject, to)).parse(input);
    let taking = |input| map((capture, going), |(sign, read)| read.with_capture_sign(sign)).parse(input);
    let arriving = |input| alt((taking, going)).parse(input);
    alt((
        going,
        taking,
        map((file, arriving), |(from, read)| read.with_file(from)),
        map((rank, arriving), |(from, read)| read.with_rank(from)),
        map(preceded(char('-'), going), San::not_export),
    ))
    .parse(rest)
}

/// A piece with its whole square of origin: `Qa1xb2` may be needed by the export format, `Ng1-f3` never is.
fn long_piece_move(input: &[u8], subject: Subject) -> Parsed<'_, San> {
    let (rest, (from, sign, to)) = (square, opt(one_of("x:-")), square).parse(input)?;
    let read = San::of(subject, to).with_origin(from);
    let read = if matches!(sign, Some('x' | ':')) { read.with_capture() } else { read };
    Ok((rest, if matches!(sign, Some(':' | '-')) { read.not_export() } else { read }))
}

/// A pawn move that names the pawn: `Pe4`, `Pexd5`, `Pxd5`.
fn lettered_pawn(input: &[u8]) -> Parsed<'_, San> {
    let (rest, _) = char('P').parse(input)?;
    let mut takes = map(preceded(capture, square), |to| San::of(PAWN, to).with_capture().not_export());
    if let Ok((rest, read)) = takes.parse(rest) {
        return pawn_tail(rest, read);
    }
    let named = verify(pawn_move, |read| read.subject() != Subject::AnyMan);
    map(named, San::not_export).parse(rest)
}

/// `O-O`, `O-O-O`, with `0` or `o` for the letter, or run together.
fn castling(input: &[u8]) -> Parsed<'_, San> {
    const SHORT: San = San::of(Subject::Castling(Side::King), A1);
    const LONG: San = San::of(Subject::Castling(Side::Queen), A1);
    alt((
        value(LONG, tag("O-O-O")),
        value(SHORT, tag("O-O")),
        value(LONG.not_export(), alt((tag("0-0-0"), tag("o-o-o"), tag("OOO")))),
        value(SHORT.not_export(), alt((tag("0-0"), tag("o-o"), tag("OO")))),
    ))
    .parse(input)
}

/// `--`, `Z0`, `@@@@`, `0000`.
fn null_move(input: &[u8]) -> Parsed<'_, San> {
    let turn_passed = San::of(Subject::Null, A1).not_export();
    value(turn_passed, alt((tag("--"), tag("Z0"), tag("@@@@"), tag("0000")))).parse(input)
}

fn piece(input: &[u8]) -> Parsed<'_, Role> {
    preceded(peek(one_of("NBRQK")), promotion).parse(input)
}

fn capture(input: &[u8]) -> Parsed<'_, char> {
    one_of("x:").parse(input)
}

fn square(input: &[u8]) -> Parsed<'_, Square> {
    map((file, rank), |(file, rank)| Square::new(file, rank)).parse(input)
}

fn file(input: &[u8]) -> Parsed<'_, File> {
    map_opt(anychar, |letter| Some(File::from_index(offset(letter, b'a')?))).parse(input)
}

fn rank(input: &[u8]) -> Parsed<'_, Rank> {
    map_opt(anychar, |digit| Some(Rank::from_index(offset(digit, b'1')?))).parse(input)
}

/// The distance of a byte from `first`, if it is below 8.
fn offset(byte: char, first: u8) -> Option<u8> {
    u8::try_from(byte).ok()?.checked_sub(first).filter(|offset| *offset < 8)
}
