//! Forsyth-Edwards notation, with X-FEN and Shredder-FEN castling fields.
//!
//! Sources: PGN standard section 16.1; the X-FEN and Shredder-FEN conventions for Chess960.

use std::fmt;
use std::ops::Range;

use nom::branch::alt;
use nom::bytes::complete::{take_while, take_while1};
use nom::character::complete::{char, one_of, u32 as number};
use nom::combinator::{map, value};
use nom::multi::many1;
use nom::{IResult, Parser};

use super::bitboard::Bitboard;
use super::man::{Color, Man, Role};
use super::moves::Side;
use super::position::{Position, home_rank};
use super::square::{File, Rank, Square};

/// Writes a position as FEN: the en passant square only where a legal capture exists, castling as
/// `KQkq` and by file only where that would be ambiguous, true counters.
pub struct Fen<'a>(pub &'a Position);

/// Why a text is no FEN, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{why}")]
pub struct FenFault {
    /// What is wrong, one sentence.
    pub why: String,
    /// The bytes it speaks of.
    pub span: Range<usize>,
}

/// What a FEN sets up.
#[derive(Clone, Debug)]
pub struct FromFen {
    /// The position.
    pub position: Position,
    /// The castling rights that the FEN gives and the men deny; the position is without them.
    pub idle_rights: Option<FenFault>,
    /// The en passant square that the FEN gives and the men deny; the position is without it.
    pub idle_passing: Option<FenFault>,
}

/// What makes a position one that no game can start from, though it can be set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OddSetup {
    /// A side has no king.
    NoKing(Color),
    /// A side has several kings.
    SeveralKings(Color),
    /// A pawn stands on a first or last rank.
    PawnOnLastRank(Square),
    /// The player not on move is in check.
    OpponentInCheck(Color),
}

impl fmt::Display for OddSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoKing(color) => write!(f, "{color} has no king"),
            Self::SeveralKings(color) => write!(f, "{color} has more than one king"),
            Self::PawnOnLastRank(square) => write!(f, "a pawn stands on {square}"),
            Self::OpponentInCheck(color) => write!(f, "{color} is in check and not on move"),
        }
    }
}

type FenResult<'a, T> = IResult<&'a [u8], T>;

enum RankItem {
    Gap(u8),
    Man(Man),
}

fn rank_item(input: &[u8]) -> FenResult<'_, RankItem> {
    alt((
        map(one_of("12345678"), |digit| RankItem::Gap(digit as u8 - b'0')),
        nom::combinator::map_opt(one_of("pnbrqkPNBRQK"), |letter| {
            u8::try_from(letter).ok().and_then(Man::from_letter).map(RankItem::Man)
        }),
    ))
    .parse(input)
}

/// The rank of a placement field: how many squares it fills, its men put on the board.
fn placement_rank(rank: Rank, position: &mut Position) -> impl FnMut(&[u8]) -> FenResult<'_, u8> + '_ {
    move |input| {
        let (rest, items) = many1(rank_item).parse(input)?;
        let mut file = 0u8;
        for item in items {
            match item {
                RankItem::Gap(width) => file = file.saturating_add(width),
                RankItem::Man(man) => {
                    if file < 8 {
                        position.put(Square::new(File::from_index(file), rank), man);
                    }
                    file = file.saturating_add(1);
                }
            }
        }
        Ok((rest, file))
    }
}

fn fault(why: impl Into<String>, span: Range<usize>) -> FenFault {
    FenFault { why: why.into(), span }
}

/// The placement field: eight ranks of eight squares, the eighth first.
fn placement<'a>(text: &'a [u8], input: &'a [u8]) -> Result<(&'a [u8], Position), FenFault> {
    let mut position = Position::empty();
    let mut rest = input;
    for index in (0..8u8).rev() {
        let at = text.len() - rest.len();
        let rank = Rank::from_index(index);
        let (after, width) = placement_rank(rank, &mut position)(rest).map_err(|_| {
            let why = match rest.first() {
                Some(odd) if !odd.is_ascii_whitespace() => {
                    format!("`{}` in rank {} is no man and no count of squares", char::from(*odd), index + 1)
                }
                _ => format!("rank {} of the placement is missing", index + 1),
            };
            fault(why, at..at + 1)
        })?;
        let end = text.len() - after.len();
        if let Some(odd) = after.first().filter(|byte| !matches!(byte, b'/' | b' ' | b'\t' | b'_')) {
            let why =
                format!("`{}` in rank {} is no man and no count of squares", char::from(*odd), index + 1);
            return Err(fault(why, end..end + 1));
        }
        if width != 8 {
            return Err(fault(format!("rank {} has {width} squares, not 8", index + 1), at..end));
        }
        rest = after;
        if index > 0 {
            let (after, _) = char::<&[u8], nom::error::Error<&[u8]>>('/')(rest).map_err(|_| {
                fault(
                    format!("the placement ends after rank {}: eight ranks are wanted", index + 1),
                    end..end + 1,
                )
            })?;
            rest = after;
        }
    }
    Ok((rest, position))
}

fn blanks(input: &[u8]) -> FenResult<'_, &[u8]> {
    take_while1(|byte: u8| byte == b' ' || byte == b'\t' || byte == b'_').parse(input)
}

fn side_to_move(input: &[u8]) -> FenResult<'_, Color> {
    alt((value(Color::White, one_of("wW")), value(Color::Black, one_of("bB")))).parse(input)
}

fn castling_field(input: &[u8]) -> FenResult<'_, &[u8]> {
    alt((map(char('-'), |_| &b""[..]), take_while1(|byte: u8| byte.is_ascii_alphabetic()))).parse(input)
}

fn en_passant_field(input: &[u8]) -> FenResult<'_, Option<Square>> {
    alt((
        value(None, char('-')),
        nom::combinator::map_opt(nom::bytes::complete::take(2usize), |name: &[u8]| {
            Square::from_ascii(name).map(Some)
        }),
    ))
    .parse(input)
}

impl Position {
    /// Reads a FEN. The last four fields may be missing (`w - - 0 1` is then meant). Any placement
    /// is held; ask [`Position::odd_setup`] whether a game can start from it.
    ///
    /// # Errors
    /// A field that cannot be read, or a castling right without its rook, with its bytes.
    pub fn from_fen(text: &[u8]) -> Result<Self, FenFault> {
        let read = Self::read_fen(text)?;
        read.idle_rights.map_or(Ok(read.position), Err)
    }

    /// Reads a FEN as [`Position::from_fen`] does, and leaves out castling rights that the men deny, as it does an en
    /// passant square.
    ///
    /// # Errors
    /// A field that cannot be read, with its bytes.
    pub fn read_fen(text: &[u8]) -> Result<FromFen, FenFault> {
        let trimmed = text.trim_ascii_start();
        let (rest, position) = placement(text, trimmed)?;
        let mut read = FromFen { position, idle_rights: None, idle_passing: None };
        let at = |rest: &[u8]| text.len() - rest.len();
        let here = |rest: &[u8], why: &str| {
            let start = at(rest);
            let width = rest.iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
            fault(why, start..start + width.max(1))
        };
        let Ok((rest, _)) = blanks(rest) else {
            return if rest.is_empty() {
                Ok(read)
            } else {
                Err(here(rest, "the placement has more than eight ranks of eight squares"))
            };
        };
        if rest.is_empty() {
            return Ok(read);
        }
        let (rest, turn) = side_to_move(rest).map_err(|_| here(rest, "the side to move is `w` or `b`"))?;
        read.position.set_turn(turn);
        let Ok((rest, _)) = blanks(rest) else {
            return Self::end_of_fen(read, rest, here);
        };
        if rest.is_empty() {
            return Ok(read);
        }
        let (rest, letters) = castling_field(rest)
            .map_err(|_| here(rest, "the castling field is `-` or letters such as `KQkq`"))?;
        let start = at(rest) - letters.len();
        read.idle_rights = read.position.grant_letters(letters, start)?;
        let Ok((rest, _)) = blanks(rest) else {
            return Self::end_of_fen(read, rest, here);
        };
        if rest.is_empty() {
            return Ok(read);
        }
        let (rest, en_passant) =
            en_passant_field(rest).map_err(|_| here(rest, "the en passant field is `-` or a square"))?;
        if let Some(square) = en_passant {
            match read.position.why_nobody_passed(square) {
                None => read.position.set_en_passant(en_passant),
                Some(why) => read.idle_passing = Some(fault(why, at(rest) - 2..at(rest))),
            }
        }
        let Ok((rest, _)) = blanks(rest) else {
            return Self::end_of_fen(read, rest, here);
        };
        if rest.is_empty() {
            return Ok(read);
        }
        let (rest, halfmove) = alt((value(0, char('-')), number::<&[u8], nom::error::Error<&[u8]>>))
            .parse(rest)
            .map_err(|_| here(rest, "the halfmove clock is a number"))?;
        read.position.set_counters(halfmove.min(MAX_COUNTER), 1);
        let Ok((rest, _)) = blanks(rest) else {
            return Self::end_of_fen(read, rest, here);
        };
        if rest.is_empty() {
            return Ok(read);
        }
        let (rest, fullmove) = alt((value(1, char('-')), number::<&[u8], nom::error::Error<&[u8]>>))
            .parse(rest)
            .map_err(|_| here(rest, "the move number is a number"))?;
        read.position.set_counters(halfmove.min(MAX_COUNTER), fullmove.clamp(1, MAX_COUNTER));
        Self::end_of_fen(read, rest, here)
    }

    fn end_of_fen(
        read: FromFen,
        rest: &[u8],
        here: impl Fn(&[u8], &str) -> FenFault,
    ) -> Result<FromFen, FenFault> {
        let (after, _) =
            take_while::<_, &[u8], nom::error::Error<&[u8]>>(|byte: u8| byte.is_ascii_whitespace())(rest)
                .unwrap_or((rest, &[]));
        if after.is_empty() { Ok(read) } else { Err(here(after, "nothing was expected here")) }
    }

    /// Why no pawn of the player who is not on move can have passed over a square with his last move, if none can.
    fn why_nobody_passed(&self, square: Square) -> Option<String> {
        let (us, them) = (self.turn(), self.turn().other());
        let (passed, home) = if us == Color::White { (5, 6) } else { (2, 1) };
        if square.rank().index() != passed {
            return Some(format!(
                "with {us} on move a pawn can have passed over a square of rank {} alone, not over {square}",
                passed + 1
            ));
        }
        let victim = super::position::en_passant_victim(square);
        if self.man_at(victim) != Some(Man { color: them, role: Role::Pawn }) {
            return Some(format!("no pawn of {them} stands on {victim}"));
        }
        let crossed = [square, Square::new(square.file(), Rank::from_index(home))];
        let barred = crossed.into_iter().find(|crossed| self.man_at(*crossed).is_some())?;
        Some(format!("the pawn on {victim} cannot have crossed {barred}, where a man stands"))
    }

    /// Grants the rights of a castling field, which stands at a place; what is wrong with those that the men deny.
    fn grant_letters(&mut self, letters: &[u8], start: usize) -> Result<Option<FenFault>, FenFault> {
        let mut idle: Vec<String> = Vec::new();
        let mut span = 0..0;
        for (at, letter) in (start..).zip(letters) {
            let named = format!("`{}`", char::from(*letter));
            if !matches!(letter.to_ascii_lowercase(), b'k' | b'q' | b'a'..=b'h') {
                return Err(fault(format!("{named} is no castling right"), at..at + 1));
            }
            if !self.castle_letter(*letter) {
                span = if idle.is_empty() { at..at + 1 } else { span.start..at + 1 };
                idle.push(named);
            }
        }
        let why = match idle.split_last() {
            None => return Ok(None),
            Some((only, [])) => format!("{only} names no rook that could castle"),
            Some((last, others)) => {
                format!("{} and {last} name no rook that could castle", others.join(", "))
            }
        };
        Ok(Some(fault(why, span)))
    }

    /// Grants the right of one letter of a castling field; false where no such rook stands there.
    fn castle_letter(&mut self, letter: u8) -> bool {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let home = home_rank(color);
        let rooks = self.of(color, Role::Rook) & Bitboard::rank(home);
        let kings = self.of(color, Role::King) & Bitboard::rank(home);
        let Some(king) = kings.first() else { return false };
        match letter.to_ascii_lowercase() {
            b'k' => match rooks.squares().filter(|rook| rook.file() > king.file()).last() {
                Some(rook) => self.grant_castling(color, Side::King, rook),
                None => return false,
            },
            b'q' => match rooks.squares().find(|rook| rook.file() < king.file()) {
                Some(rook) => self.grant_castling(color, Side::Queen, rook),
                None => return false,
            },
            file @ b'a'..=b'h' => {
                let Some(file) = File::from_ascii(file) else {
                    return false;
                };
                let square = Square::new(file, home);
                if !rooks.has(square) {
                    return false;
                }
                let side = if file > king.file() { Side::King } else { Side::Queen };
                self.grant_castling(color, side, square);
            }
            _ => return false,
        }
        true
    }

    /// What makes this a position that no game can start from, if anything.
    pub fn odd_setup(&self) -> Option<OddSetup> {
        for color in [Color::White, Color::Black] {
            match self.of(color, Role::King).count() {
                1 => {}
                0 => return Some(OddSetup::NoKing(color)),
                _ => return Some(OddSetup::SeveralKings(color)),
            }
        }
        if let Some(square) = (self.of_role(Role::Pawn) & Bitboard::LAST_RANKS).first() {
            return Some(OddSetup::PawnOnLastRank(square));
        }
        let waiting = self.turn().other();
        if self.in_check(waiting) {
            return Some(OddSetup::OpponentInCheck(waiting));
        }
        None
    }
}

/// How long the text of a position without its counters may be, in bytes.
const LONGEST_FEN: usize = 8 * 8 + 7 + " w KQkq e3".len();

/// Counters beyond this are taken for it, so that they never overflow.
const MAX_COUNTER: u32 = 1 << 30;

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", Fen(self))
    }
}

impl fmt::Display for Fen<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.0;
        // Put together first: a call of the formatter for each man costs more than all the rest.
        let mut text = String::with_capacity(LONGEST_FEN);
        for rank in (0..8).rev() {
            let mut gap = 0;
            let men = (0..8)
                .map(|file| position.man_at(Square::new(File::from_index(file), Rank::from_index(rank))));
            for man in men {
                match man {
                    None => gap += 1,
                    Some(man) => {
                        push_gap(&mut text, &mut gap);
                        text.push(man.letter());
                    }
                }
            }
            push_gap(&mut text, &mut gap);
            if rank > 0 {
                text.push('/');
            }
        }
        text.push_str(if position.turn() == Color::White { " w " } else { " b " });
        if position.castling().is_empty() {
            text.push('-');
        }
        for color in [Color::White, Color::Black] {
            for side in [Side::King, Side::Queen] {
                if let Some(rook) = position.castling().rook(color, side) {
                    let letter = castling_letter(position, color, side, rook);
                    text.push(if color == Color::White { letter } else { letter.to_ascii_lowercase() });
                }
            }
        }
        text.push(' ');
        match position.legal_en_passant() {
            Some(square) => text.extend([square.file().letter(), square.rank().digit()]),
            None => text.push('-'),
        }
        f.write_str(&text)?;
        write!(f, " {} {}", position.halfmove(), position.fullmove())
    }
}

/// Writes how many squares were empty, if any were, and counts anew.
fn push_gap(text: &mut String, gap: &mut u32) {
    if let Some(digit) = char::from_digit(*gap, 10).filter(|_| *gap > 0) {
        text.push(digit);
    }
    *gap = 0;
}

/// `K` or `Q`, or the rook's file where another rook stands further out.
fn castling_letter(position: &Position, color: Color, side: Side, rook: Square) -> char {
    let rooks = position.of(color, Role::Rook) & Bitboard::rank(rook.rank());
    let further = match side {
        Side::King => rooks.squares().any(|other| other.file() > rook.file()),
        Side::Queen => rooks.squares().any(|other| other.file() < rook.file()),
    };
    match side {
        _ if further => rook.file().letter().to_ascii_uppercase(),
        Side::King => 'K',
        Side::Queen => 'Q',
    }
}

// Kept with the parser it belongs to: the placement alone, for the `Placed` tag.
impl Position {
    /// Reads a placement field alone, White to move, with the castling rights that kings and rooks on
    /// their own squares give.
    ///
    /// # Errors
    /// A rank that cannot be read, with its bytes.
    pub fn from_placement(text: &[u8]) -> Result<Self, FenFault> {
        let (rest, mut position) = placement(text, text.trim_ascii_start())?;
        let rest = rest.trim_ascii();
        if !rest.is_empty() {
            let at = text.len() - rest.len();
            return Err(fault("only a placement field is expected", at..text.len()));
        }
        position.grant_usual_castling();
        Ok(position)
    }

    /// Grants castling wherever king and rook stand on their squares of the usual array.
    pub fn grant_usual_castling(&mut self) {
        for color in [Color::White, Color::Black] {
            let home = home_rank(color);
            let king = Square::new(File::from_index(4), home);
            if self.man_at(king) != Some(Man { color, role: Role::King }) {
                continue;
            }
            for (side, file) in [(Side::King, 7), (Side::Queen, 0)] {
                let corner = Square::new(File::from_index(file), home);
                if self.man_at(corner) == Some(Man { color, role: Role::Rook }) {
                    self.grant_castling(color, side, corner);
                }
            }
        }
    }
}
