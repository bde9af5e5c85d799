//! Moves as text: standard algebraic notation and the forms found beside it, read, resolved, written.
//!
//! Source: PGN standard section 8.2.3. Resolution goes backwards from the square of arrival: normally
//! one candidate stands there, and legality is asked of that one alone.

use nom::IResult;

use super::attacks;
use super::bitboard::Bitboard;
use super::legality::{Illegality, pawn_step, strikes_on_empty_board};
use super::man::{Color, Man, Role};
use super::moves::{Move, MoveKind, Side};
use super::play::Play;
use super::position::{Position, castling_squares, home_rank};
use super::square::{File, Rank, Square};

/// What the text says of check.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CheckSign {
    /// Nothing.
    None,
    /// `+`.
    Check,
    /// `++`: a double check, or mate in older books.
    Double,
    /// `#`.
    Mate,
}

/// How much of the square of origin the text gives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Origin {
    /// The file, if given.
    pub file: Option<File>,
    /// The rank, if given.
    pub rank: Option<Rank>,
}

impl Origin {
    #[inline]
    const fn is_given(self) -> bool {
        self.file.is_some() || self.rank.is_some()
    }

    fn mask(self) -> Bitboard {
        self.file.map_or(!Bitboard::EMPTY, Bitboard::file)
            & self.rank.map_or(!Bitboard::EMPTY, Bitboard::rank)
    }

    fn square(self) -> Option<Square> {
        Some(Square::new(self.file?, self.rank?))
    }
}

/// What is said to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Subject {
    /// A man of this role.
    Man(Role),
    /// Whatever stands on the square of origin (`e2e4`).
    Whatever,
    /// King and rook.
    Castling(Side),
    /// Nobody: a turn passed over.
    Nobody,
}

/// Whether the export format writes the move so, as far as the text alone tells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveText {
    /// It does.
    Export,
    /// It does not: long or coordinate notation, `0-0`, `e8Q`, `e.p.`, `ed`, `--`.
    Other,
}

/// A move as the text gives it, not yet laid against a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct San {
    /// What moves.
    pub subject: Subject,
    /// Where it came from, as far as given.
    pub origin: Origin,
    /// Where it goes; of castling and of nobody, meaningless.
    pub to: Square,
    /// Whether the text marks a capture.
    pub takes: bool,
    /// What a pawn becomes, if given.
    pub promotion: Option<Role>,
    /// The check sign.
    pub sign: CheckSign,
    /// Whether it is written as the export format would, the position aside.
    pub text: MoveText,
}

/// The bytes are no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoMove;

impl<I> nom::error::ParseError<I> for NoMove {
    fn from_error_kind(_: I, _: nom::error::ErrorKind) -> Self {
        Self
    }
    fn append(_: I, _: nom::error::ErrorKind, other: Self) -> Self {
        other
    }
}

type Scan<'a, T> = IResult<&'a [u8], T, NoMove>;

const NO: nom::Err<NoMove> = nom::Err::Error(NoMove);
const A1: Square = Square::from_index(0);

/// What a text can mean on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// One legal move.
    Legal(Move),
    /// Several legal moves fit: by square of origin, then queen before rook, bishop, knight.
    Ambiguous(Vec<Move>),
    /// No legal move fits, one man must be meant, and so it breaks the common law.
    Illegal(Move, Illegality),
    /// No man, or more than one, can be meant.
    Nothing,
}

/// Reads one move: `san = castling / piece-move / pawn-move / null-move`, with its check sign.
///
/// # Errors
/// The bytes begin no move.
#[inline]
pub fn san(input: &[u8]) -> Scan<'_, San> {
    let (rest, mut san) = match input {
        [b'a'..=b'h', ..] => pawn_move(input)?,
        [b'N' | b'B' | b'R' | b'Q' | b'K' | b'P', ..] => piece_move(input)?,
        [b'O' | b'0' | b'o', ..] => castling(input)?,
        _ => null_move(input)?,
    };
    let (rest, sign) = check_sign(rest);
    san.sign = sign;
    Ok((rest, san))
}

#[inline]
fn check_sign(input: &[u8]) -> (&[u8], CheckSign) {
    match input {
        [b'+', b'+', rest @ ..] => (rest, CheckSign::Double),
        [b'+', b'#', rest @ ..] | [b'#', rest @ ..] => (rest, CheckSign::Mate),
        [b'+', rest @ ..] => (rest, CheckSign::Check),
        _ => (input, CheckSign::None),
    }
}

#[inline]
fn square(file: u8, rank: u8) -> Option<Square> {
    Some(Square::new(File::from_ascii(file)?, Rank::from_ascii(rank)?))
}

#[inline]
fn simple(subject: Subject, origin: Origin, to: Square, takes: bool) -> San {
    San {
        subject,
        origin,
        to,
        takes,
        promotion: None,
        sign: CheckSign::None,
        text: MoveText::Export,
    }
}

/// `pawn-move`: `e4`, `exd5`, `ed`, `ed5`, `e8=Q`, `e8Q`, `e8(Q)`, `e2-e4`, `e2e4`, `e2xd3`, `e7e8q`.
#[inline]
fn pawn_move(input: &[u8]) -> Scan<'_, San> {
    let pawn = Subject::Man(Role::Pawn);
    let (rest, mut san) = match input {
        [
            file @ b'a'..=b'h',
            b'x' | b':',
            to_file @ b'a'..=b'h',
            to_rank @ b'1'..=b'8',
            rest @ ..,
        ] => {
            let to = square(*to_file, *to_rank).ok_or(NO)?;
            (
                rest,
                simple(
                    pawn,
                    Origin {
                        file: File::from_ascii(*file),
                        rank: None,
                    },
                    to,
                    true,
                ),
            )
        }
        [file @ b'a'..=b'h', rank @ b'1'..=b'8', rest @ ..] => {
            let first = square(*file, *rank).ok_or(NO)?;
            match rest {
                [b'a'..=b'h', b'1'..=b'8', ..] | [b'-' | b'x' | b':', b'a'..=b'h', b'1'..=b'8', ..] => {
                    return coordinates(first, rest);
                }
                _ => (rest, simple(pawn, Origin::default(), first, false)),
            }
        }
        [
            file @ b'a'..=b'h',
            to_file @ b'a'..=b'h',
            to_rank @ b'1'..=b'8',
            rest @ ..,
        ] => {
            let to = square(*to_file, *to_rank).ok_or(NO)?;
            let mut san = simple(
                pawn,
                Origin {
                    file: File::from_ascii(*file),
                    rank: None,
                },
                to,
                true,
            );
            san.text = MoveText::Other;
            (rest, san)
        }
        _ => return Err(NO),
    };
    match rest {
        [b'=', piece, rest @ ..] if promotion_letter(*piece).is_some() => {
            san.promotion = promotion_letter(*piece);
            if !piece.is_ascii_uppercase() {
                san.text = MoveText::Other;
            }
            Ok((rest, san))
        }
        [piece, rest @ ..] if piece.is_ascii_uppercase() && promotion_letter(*piece).is_some() => {
            san.promotion = promotion_letter(*piece);
            san.text = MoveText::Other;
            Ok((rest, san))
        }
        [b'(' | b'/', piece, rest @ ..] if promotion_letter(*piece).is_some() => {
            san.promotion = promotion_letter(*piece);
            san.text = MoveText::Other;
            Ok((rest.strip_prefix(b")").unwrap_or(rest), san))
        }
        [b'e', b'p', rest @ ..] | [b'e', b'.', b'p', b'.', rest @ ..] => {
            san.text = MoveText::Other;
            Ok((rest, san))
        }
        _ => Ok((rest, san)),
    }
}

/// The piece a pawn becomes; `P` and `K` are read so that they can be judged.
fn promotion_letter(letter: u8) -> Option<Role> {
    Role::from_letter(letter.to_ascii_uppercase())
}

/// `long-move`: the rest of a move that begins with its square of origin.
fn coordinates(from: Square, input: &[u8]) -> Scan<'_, San> {
    let (takes, hyphen, rest) = match input {
        [b'x' | b':', rest @ ..] => (true, true, rest),
        [b'-', rest @ ..] => (false, true, rest),
        _ => (false, false, input),
    };
    let [file, rank, rest @ ..] = rest else {
        return Err(NO);
    };
    let to = square(*file, *rank).ok_or(NO)?;
    let subject = if hyphen {
        Subject::Man(Role::Pawn)
    } else {
        Subject::Whatever
    };
    let origin = Origin {
        file: Some(from.file()),
        rank: Some(from.rank()),
    };
    let mut san = simple(subject, origin, to, takes);
    san.text = MoveText::Other;
    let (rest, piece) = match rest {
        [b'=' | b'(', piece, rest @ ..] => (rest.strip_prefix(b")").unwrap_or(rest), Some(*piece)),
        [
            piece @ (b'q' | b'r' | b'b' | b'n' | b'Q' | b'R' | b'B' | b'N' | b'P' | b'p' | b'k'),
            rest @ ..,
        ] => (rest, Some(*piece)),
        _ => (rest, None),
    };
    if let Some(piece) = piece {
        san.promotion = Some(promotion_letter(piece).ok_or(NO)?);
    }
    Ok((rest, san))
}

/// `piece-move`: `Nf3`, `Nbd7`, `R1e2`, `Qa1xb2`, `Ng1-f3`, `Pe4`.
#[inline]
fn piece_move(input: &[u8]) -> Scan<'_, San> {
    let [letter, body @ ..] = input else {
        return Err(NO);
    };
    let role = Role::from_letter(*letter).ok_or(NO)?;
    let subject = Subject::Man(role);
    let (rest, mut san) = match body {
        [b'x' | b':', file @ b'a'..=b'h', rank @ b'1'..=b'8', rest @ ..] => (
            rest,
            simple(subject, Origin::default(), square(*file, *rank).ok_or(NO)?, true),
        ),
        [file @ b'a'..=b'h', rank @ b'1'..=b'8', rest @ ..] => match rest {
            [b'a'..=b'h', b'1'..=b'8', ..] | [b'-' | b'x' | b':', b'a'..=b'h', b'1'..=b'8', ..] => {
                let from = square(*file, *rank).ok_or(NO)?;
                let (rest, mut san) = coordinates(from, rest)?;
                san.subject = subject;
                // `Qa1xb2` may be what the export format needs; `Ng1-f3` never is.
                if rest_is_export_form(body) {
                    san.text = MoveText::Export;
                }
                (rest, san)
            }
            _ => (
                rest,
                simple(subject, Origin::default(), square(*file, *rank).ok_or(NO)?, false),
            ),
        },
        [file @ b'a'..=b'h', tail @ ..] => {
            let origin = Origin {
                file: File::from_ascii(*file),
                rank: None,
            };
            with_origin(subject, origin, tail)?
        }
        [rank @ b'1'..=b'8', tail @ ..] => {
            let origin = Origin {
                file: None,
                rank: Rank::from_ascii(*rank),
            };
            with_origin(subject, origin, tail)?
        }
        [b'-', file @ b'a'..=b'h', rank @ b'1'..=b'8', rest @ ..] => {
            let mut san = simple(subject, Origin::default(), square(*file, *rank).ok_or(NO)?, false);
            san.text = MoveText::Other;
            (rest, san)
        }
        _ => return Err(NO),
    };
    if role == Role::Pawn {
        san.text = MoveText::Other;
        if let [b'=', piece, tail @ ..] = rest
            && promotion_letter(*piece).is_some()
        {
            san.promotion = promotion_letter(*piece);
            return Ok((tail, san));
        }
    }
    Ok((rest, san))
}

fn rest_is_export_form(body: &[u8]) -> bool {
    matches!(body, [_, _, b'a'..=b'h' | b'x', ..])
}

#[inline]
fn with_origin(subject: Subject, origin: Origin, tail: &[u8]) -> Result<(&[u8], San), nom::Err<NoMove>> {
    match tail {
        [b'x' | b':', file @ b'a'..=b'h', rank @ b'1'..=b'8', rest @ ..] => Ok((
            rest,
            simple(subject, origin, square(*file, *rank).ok_or(NO)?, true),
        )),
        [file @ b'a'..=b'h', rank @ b'1'..=b'8', rest @ ..] => Ok((
            rest,
            simple(subject, origin, square(*file, *rank).ok_or(NO)?, false),
        )),
        _ => Err(NO),
    }
}

/// `castling`: `O-O`, `O-O-O`, with `0` or `o` for the letter, or run together.
#[inline]
fn castling(input: &[u8]) -> Scan<'_, San> {
    let (rest, side, text) = match input {
        [b'O', b'-', b'O', b'-', b'O', rest @ ..] => (rest, Side::Queen, MoveText::Export),
        [b'O', b'-', b'O', rest @ ..] => (rest, Side::King, MoveText::Export),
        [b'0', b'-', b'0', b'-', b'0', rest @ ..]
        | [b'o', b'-', b'o', b'-', b'o', rest @ ..]
        | [b'O', b'O', b'O', rest @ ..] => (rest, Side::Queen, MoveText::Other),
        [b'0', b'-', b'0', rest @ ..] | [b'o', b'-', b'o', rest @ ..] | [b'O', b'O', rest @ ..] => {
            (rest, Side::King, MoveText::Other)
        }
        [b'0', b'0', b'0', b'0', rest @ ..] => {
            let mut san = simple(Subject::Nobody, Origin::default(), A1, false);
            san.text = MoveText::Other;
            return Ok((rest, san));
        }
        _ => return Err(NO),
    };
    let mut san = simple(Subject::Castling(side), Origin::default(), A1, false);
    san.text = text;
    Ok((rest, san))
}

/// `null-move`: `--`, `Z0`, `@@@@`.
fn null_move(input: &[u8]) -> Scan<'_, San> {
    let ([b'-', b'-', rest @ ..] | [b'Z', b'0', rest @ ..] | [b'@', b'@', b'@', b'@', rest @ ..]) = input
    else {
        return Err(NO);
    };
    let mut san = simple(Subject::Nobody, Origin::default(), A1, false);
    san.text = MoveText::Other;
    Ok((rest, san))
}

impl San {
    /// Reads a whole text as one move.
    pub fn from_ascii(text: &[u8]) -> Option<Self> {
        match san(text) {
            Ok(([], san)) => Some(san),
            _ => None,
        }
    }
}

/// What resolving a text under the common law gave on the straight road.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resolved {
    /// One legal move, written as the export format writes it.
    Export(Move),
    /// One legal move, written otherwise.
    Other(Move),
    /// Anything else: ask [`Position::meaning`].
    Odd,
}

impl Position {
    /// Resolves a text under the common law. The straight road: no list, no allocation.
    #[inline]
    pub fn resolve(&self, san: &San) -> Resolved {
        match san.subject {
            Subject::Man(Role::Pawn) => self.resolve_pawn(san),
            Subject::Man(role) => self.resolve_piece(san, role),
            _ => self.resolve_other(san),
        }
    }

    /// The men of the player on move that could go to `to`, their king's safety aside.
    #[inline]
    fn arriving(&self, role: Role, to: Square) -> Bitboard {
        let men = self.of(self.turn(), role);
        match role {
            Role::Knight => men & attacks::knight(to),
            Role::King => men & attacks::king(to),
            _ => {
                let lines = match role {
                    Role::Rook => attacks::rook_lines(to),
                    Role::Bishop => attacks::bishop_lines(to),
                    _ => attacks::rook_lines(to) | attacks::bishop_lines(to),
                };
                let occupied = self.occupied();
                let mut open = Bitboard::EMPTY;
                for from in men & lines {
                    if (attacks::between(from, to) & occupied).is_empty() {
                        open |= Bitboard::of(from);
                    }
                }
                open
            }
        }
    }

    #[inline]
    fn resolve_piece(&self, san: &San, role: Role) -> Resolved {
        let to = san.to;
        if self.men(self.turn()).has(to) || san.promotion.is_some() {
            return Resolved::Odd;
        }
        let captures = self.men(self.turn().other()).has(to);
        let arriving = self.arriving(role, to);
        if san.origin.is_given() {
            return self.resolve_with_origin(san, arriving, captures);
        }
        let mut from = None;
        if let Some(only) = arriving.single() {
            if self.is_safe(Move::plain(only, to)) {
                from = Some(only);
            }
        } else {
            for candidate in arriving {
                if self.is_safe(Move::plain(candidate, to)) {
                    if from.is_some() {
                        return Resolved::Odd;
                    }
                    from = Some(candidate);
                }
            }
        }
        match from {
            Some(from) if captures == san.takes && san.text == MoveText::Export => {
                Resolved::Export(Move::plain(from, to))
            }
            Some(from) => Resolved::Other(Move::plain(from, to)),
            None => Resolved::Odd,
        }
    }

    /// A piece move that names its origin: it is export notation only where the others need it.
    fn resolve_with_origin(&self, san: &San, arriving: Bitboard, captures: bool) -> Resolved {
        let mut legal = Bitboard::EMPTY;
        for candidate in arriving {
            if self.is_safe(Move::plain(candidate, san.to)) {
                legal |= Bitboard::of(candidate);
            }
        }
        let Some(from) = (legal & san.origin.mask()).single() else {
            return Resolved::Odd;
        };
        let played = Move::plain(from, san.to);
        let needed = needed_origin(from, legal & !Bitboard::of(from));
        if needed == san.origin && captures == san.takes && san.text == MoveText::Export {
            Resolved::Export(played)
        } else {
            Resolved::Other(played)
        }
    }

    #[inline]
    fn resolve_pawn(&self, san: &San) -> Resolved {
        let us = self.turn();
        let to = san.to;
        let pawns = self.of(us, Role::Pawn);
        let occupied = self.occupied();
        let (one, start) = pawn_step(us);
        let (from, kind) = match san.origin.file {
            Some(file) if file != to.file() => {
                let Some(from) = to.offset(0, -one).map(|behind| Square::new(file, behind.rank())) else {
                    return Resolved::Odd;
                };
                if !pawns.has(from) || !attacks::pawn(us, from).has(to) {
                    return Resolved::Odd;
                }
                if self.men(us.other()).has(to) {
                    (from, MoveKind::Plain)
                } else if self.en_passant() == Some(to) {
                    (from, MoveKind::EnPassant)
                } else {
                    return Resolved::Odd;
                }
            }
            _ => {
                if occupied.has(to) || san.takes {
                    return Resolved::Odd;
                }
                let Some(behind) = to.offset(0, -one) else {
                    return Resolved::Odd;
                };
                if pawns.has(behind) {
                    (behind, MoveKind::Plain)
                } else {
                    let Some(far) = behind.offset(0, -one) else {
                        return Resolved::Odd;
                    };
                    if occupied.has(behind) || !pawns.has(far) || far.rank() != start {
                        return Resolved::Odd;
                    }
                    (far, MoveKind::Double)
                }
            }
        };
        if san.origin.rank.is_some_and(|rank| rank != from.rank()) {
            return Resolved::Odd;
        }
        let kind = if to.rank() == home_rank(us.other()) {
            match san.promotion {
                Some(role @ (Role::Knight | Role::Bishop | Role::Rook | Role::Queen)) => {
                    MoveKind::Promotion(role)
                }
                _ => return Resolved::Odd,
            }
        } else if san.promotion.is_some() {
            return Resolved::Odd;
        } else {
            kind
        };
        let played = Move::new(from, to, kind);
        if !self.is_safe(played) {
            return Resolved::Odd;
        }
        if san.text == MoveText::Export {
            Resolved::Export(played)
        } else {
            Resolved::Other(played)
        }
    }

    fn resolve_other(&self, san: &San) -> Resolved {
        let us = self.turn();
        let played = match san.subject {
            Subject::Castling(side) => {
                let Some(king) = self.of(us, Role::King).single() else {
                    return Resolved::Odd;
                };
                let (to, _) = castling_squares(king.rank(), side);
                if self.castling_bar(king, side, Play::COMMON).is_some() {
                    return Resolved::Odd;
                }
                Move::new(king, to, MoveKind::Castling(side))
            }
            Subject::Whatever => {
                let Some(from) = san.origin.square() else {
                    return Resolved::Odd;
                };
                let played = self.move_between(from, san.to, san.promotion);
                if !self.is_legal(played, Play::COMMON) {
                    return Resolved::Odd;
                }
                played
            }
            _ => return Resolved::Odd,
        };
        if san.text == MoveText::Export {
            Resolved::Export(played)
        } else {
            Resolved::Other(played)
        }
    }

    /// The move of whatever stands on `from`, with the kind that its geometry gives: a king going two
    /// squares or onto its own rook castles, where a right is there.
    pub fn move_between(&self, from: Square, to: Square, promotion: Option<Role>) -> Move {
        let Some(man) = self.man_at(from) else {
            return Move::plain(from, to);
        };
        match man.role {
            Role::King => {
                for side in [Side::King, Side::Queen] {
                    let Some(rook) = self.castling().rook(man.color, side) else {
                        continue;
                    };
                    let (arrival, _) = castling_squares(from.rank(), side);
                    let leaps = to == arrival && from.file().index().abs_diff(to.file().index()) == 2;
                    if to == rook || (leaps && from.rank() == to.rank()) {
                        return Move::new(from, arrival, MoveKind::Castling(side));
                    }
                }
                Move::plain(from, to)
            }
            Role::Pawn => {
                let (one, start) = pawn_step(man.color);
                if to.rank() == home_rank(man.color.other()) || promotion.is_some() {
                    Move::new(from, to, MoveKind::Promotion(promotion.unwrap_or(Role::Pawn)))
                } else if from.rank() == start && from.offset(0, one * 2) == Some(to) {
                    Move::new(from, to, MoveKind::Double)
                } else if self.en_passant() == Some(to) && attacks::pawn(man.color, from).has(to) {
                    Move::new(from, to, MoveKind::EnPassant)
                } else {
                    Move::plain(from, to)
                }
            }
            _ => Move::plain(from, to),
        }
    }

    /// What a text means here, by the ladder that ends with the first rung leaving one man: the legal
    /// moves; those legal but for the own king's safety; the geometry of the man, whatever stands
    /// between or there; the only man of that kind and that file or rank.
    pub fn meaning(&self, san: &San) -> Meaning {
        if san.subject == Subject::Nobody {
            return Meaning::Illegal(Move::NULL, Illegality::Null);
        }
        let mut legal: Vec<Move> = self
            .legal_moves(Play::COMMON)
            .into_iter()
            .filter(|played| self.fits(*played, san))
            .collect();
        legal.sort_by_key(|played| (played.from(), std::cmp::Reverse(played.bits())));
        match legal.as_slice() {
            [] => {}
            [only] => return Meaning::Legal(*only),
            _ => return Meaning::Ambiguous(legal),
        }
        match self.man_meant(san) {
            Some(played) => match self.illegality(played, Play::COMMON) {
                Some(fault) => Meaning::Illegal(played, fault),
                None => Meaning::Legal(played),
            },
            None => Meaning::Nothing,
        }
    }

    /// Whether a legal move is one that the text can mean.
    fn fits(&self, played: Move, san: &San) -> bool {
        let promotion_fits = match (played.kind(), san.promotion) {
            (MoveKind::Promotion(role), Some(wanted)) => role == wanted,
            // A pawn on the last rank that the text leaves without a piece may be any.
            (MoveKind::Promotion(_), None) => true,
            (_, wanted) => wanted.is_none(),
        };
        match san.subject {
            Subject::Castling(side) => played.kind() == MoveKind::Castling(side),
            Subject::Man(role) => {
                !played.is_castling()
                    && promotion_fits
                    && played.to() == san.to
                    && self.man_at(played.from()).is_some_and(|man| man.role == role)
                    && san.origin.mask().has(played.from())
                    // A pawn that names no file goes straight, unless a capture is marked.
                    && (role != Role::Pawn
                        || san.origin.file.is_some()
                        || san.takes
                        || played.from().file() == played.to().file())
            }
            Subject::Whatever => {
                promotion_fits
                    && san.origin.square().is_some_and(|from| {
                        played.from() == from
                            && self.move_between(from, san.to, san.promotion).to() == played.to()
                    })
            }
            Subject::Nobody => false,
        }
    }

    /// The man that an illegal text must mean, if only one can be meant.
    fn man_meant(&self, san: &San) -> Option<Move> {
        let us = self.turn();
        let role = match san.subject {
            Subject::Castling(side) => {
                let king = self.of(us, Role::King).single()?;
                if king.rank() != home_rank(us) {
                    return None;
                }
                let (to, _) = castling_squares(king.rank(), side);
                return Some(Move::new(king, to, MoveKind::Castling(side)));
            }
            Subject::Whatever => {
                let from = san.origin.square()?;
                self.man_at(from)?;
                return Some(self.move_between(from, san.to, san.promotion));
            }
            Subject::Man(role) => role,
            Subject::Nobody => return None,
        };
        if let Some(from) = san.origin.square() {
            // The square is named: the man that stands there is meant, if it is of that kind.
            let man = self.man_at(from)?;
            return (man.role == role).then(|| self.move_between(from, san.to, san.promotion));
        }
        let men = self.of(us, role) & san.origin.mask() & !Bitboard::of(san.to);
        let built = |from: Square| {
            if role == Role::King {
                Move::plain(from, san.to)
            } else {
                self.move_between(from, san.to, san.promotion)
            }
        };
        let unsafe_only = men.squares().filter(|from| {
            self.illegality(built(*from), Play::COMMON)
                .is_none_or(Illegality::is_of_king_safety)
        });
        if let Some(from) = only(unsafe_only) {
            return Some(built(from));
        }
        let shaped = men.squares().filter(|from| match role {
            Role::Pawn => pawn_shape(us, *from, san),
            _ => strikes_on_empty_board(role, *from, san.to),
        });
        if let Some(from) = only(shaped) {
            return Some(built(from));
        }
        let of_file = match (role, san.origin.file) {
            (Role::Pawn, None) => men & Bitboard::file(san.to.file()),
            _ => men,
        };
        only(of_file.squares()).map(built)
    }

    /// The text of a legal move as the export format writes it, without check signs; of any other
    /// move, its long form (`Ng1-f3`).
    pub fn san(&self, played: Move, play: Play) -> String {
        let (from, to) = (played.from(), played.to());
        match played.kind() {
            MoveKind::Null => return "--".to_owned(),
            MoveKind::Castling(Side::King) => return "O-O".to_owned(),
            MoveKind::Castling(Side::Queen) => return "O-O-O".to_owned(),
            _ => {}
        }
        let Some(Man { color, role }) = self.man_at(from) else {
            return format!("{from}-{to}");
        };
        let takes = self.man_at(to).is_some() || played.kind() == MoveKind::EnPassant;
        let becomes = match played.kind() {
            MoveKind::Promotion(role) => format!("={}", role.letter()),
            _ => String::new(),
        };
        if color != self.turn() || !self.is_legal(played, play) {
            let letter = if role == Role::Pawn {
                String::new()
            } else {
                role.letter().to_string()
            };
            return format!("{letter}{from}{}{to}{becomes}", if takes { 'x' } else { '-' });
        }
        if role == Role::Pawn {
            return if takes {
                format!("{}x{to}{becomes}", from.file().letter())
            } else {
                format!("{to}{becomes}")
            };
        }
        let mut others = Bitboard::EMPTY;
        for other in self.arriving(role, to) & !Bitboard::of(from) {
            if self.is_safe(Move::plain(other, to)) {
                others |= Bitboard::of(other);
            }
        }
        let origin = needed_origin(from, others);
        let mut text = String::with_capacity(6);
        text.push(role.letter());
        text.extend(origin.file.map(File::letter));
        text.extend(origin.rank.map(Rank::digit));
        if takes {
            text.push('x');
        }
        text.push_str(&to.to_string());
        text
    }

    /// The text of a move with its check sign.
    pub fn san_with_sign(&self, played: Move, play: Play) -> String {
        let mut text = self.san(played, play);
        let mut next = *self;
        next.play(played);
        if next.in_check(next.turn()) {
            text.push(if next.has_legal_move(play) { '+' } else { '#' });
        }
        text
    }
}

/// What of its origin a piece must give, `others` of its kind being able to arrive too: nothing, the
/// file, the rank, or both (PGN standard 8.2.3.4).
fn needed_origin(from: Square, others: Bitboard) -> Origin {
    if others.is_empty() {
        Origin::default()
    } else if (others & Bitboard::file(from.file())).is_empty() {
        Origin {
            file: Some(from.file()),
            rank: None,
        }
    } else if (others & Bitboard::rank(from.rank())).is_empty() {
        Origin {
            file: None,
            rank: Some(from.rank()),
        }
    } else {
        Origin {
            file: Some(from.file()),
            rank: Some(from.rank()),
        }
    }
}

fn only(mut squares: impl Iterator<Item = Square>) -> Option<Square> {
    let first = squares.next()?;
    squares.next().is_none().then_some(first)
}

/// Whether a pawn goes so by the shape of its move, whatever stands about.
fn pawn_shape(us: Color, from: Square, san: &San) -> bool {
    let (one, start) = pawn_step(us);
    let straight = from.offset(0, one) == Some(san.to)
        || (from.rank() == start && from.offset(0, one * 2) == Some(san.to));
    let aslant = attacks::pawn(us, from).has(san.to);
    match san.origin.file {
        Some(_) => aslant || straight,
        None if san.takes => aslant,
        None => straight,
    }
}
