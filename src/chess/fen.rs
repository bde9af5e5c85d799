//! Forsyth-Edwards notation, with X-FEN and Shredder-FEN castling fields.
//!
//! Sources: PGN standard section 16.1; the X-FEN and Shredder-FEN conventions for Chess960.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Range;

use nom::branch::alt;
use nom::bytes::complete::{tag_no_case, take, take_while1};
use nom::character::complete::{char, one_of, u32 as number};
use nom::combinator::{map, map_opt, value};
use nom::multi::many1;
use nom::{IResult, Parser};

use super::bitboard::Bitboard;
use super::fen_problem::FenProblem;
use super::legality::{corner, king_home};
use super::man::{Color, Man, Role};
use super::moves::Side;
use super::position::{Position, home_rank};
use super::square::{File, Rank, Square};

/// Writes a position as FEN. The en passant square is given only if a capture is legal; castling is `KQkq`, with files
/// only if that would be ambiguous.
pub struct Fen<'a>(pub &'a Position);

/// The reason why a text is not a FEN.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{why}")]
pub struct FenFault {
    pub why: FenProblem,
    /// The bytes at fault.
    pub span: Range<usize>,
}

/// The position of a FEN. Rights that the men make impossible are left out and reported.
#[derive(Clone, Debug)]
pub(crate) struct FromFen {
    pub position: Position,
    /// How many of the placement, the side to move and the castling field there are.
    pub fields: u8,
    /// Castling rights without a king and rook in place.
    pub castling_fault: Option<FenFault>,
    /// An en passant square that no pawn can have passed over.
    pub en_passant_fault: Option<FenFault>,
    /// Counters that cannot be read, or text after the fields. The position does not depend on them.
    pub tail_fault: Option<FenFault>,
}

/// The reason why no game can start from a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OddSetup {
    NoKing(Color),
    SeveralKings(Color),
    /// A pawn is on the first or the eighth rank.
    PawnOnLastRank(Square),
    /// The player not on move is in check.
    OpponentInCheck(Color),
}

impl fmt::Display for OddSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoKing(color) => write!(f, "{color} has no king"),
            Self::SeveralKings(color) => write!(f, "{color} has more than one king"),
            Self::PawnOnLastRank(square) => write!(f, "there is a pawn on {square}"),
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
        map_opt(one_of("pnbrqkPNBRQK"), |letter| {
            u8::try_from(letter).ok().and_then(Man::from_letter).map(RankItem::Man)
        }),
    ))
    .parse(input)
}

/// Reads a rank of a placement field, puts its men on the board, and returns the number of its squares.
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

fn fault(why: FenProblem, span: Range<usize>) -> FenFault {
    FenFault { why, span }
}

/// Reads the placement field: eight ranks of eight squares, the eighth first.
fn placement<'a>(text: &'a [u8], input: &'a [u8]) -> Result<(&'a [u8], Position), FenFault> {
    let mut position = Position::empty();
    let mut rest = input;
    for index in (0..8u8).rev() {
        let at = text.len() - rest.len();
        let rank = Rank::from_index(index);
        let unknown = |byte: u8| FenProblem::UnknownCharacter { byte, rank: index + 1 };
        let (after, width) = placement_rank(rank, &mut position)(rest).map_err(|_| {
            let why = match rest.first() {
                Some(byte) if !byte.is_ascii_whitespace() => unknown(*byte),
                _ => FenProblem::MissingRank(index + 1),
            };
            fault(why, at..at + 1)
        })?;
        let end = text.len() - after.len();
        if let Some(byte) = after.first().filter(|byte| !matches!(byte, b'/' | b' ' | b'\t' | b'_')) {
            return Err(fault(unknown(*byte), end..end + 1));
        }
        if width != 8 {
            return Err(fault(FenProblem::WrongWidth { rank: index + 1, width }, at..end));
        }
        rest = after;
        if index > 0 {
            let (after, _) = char::<&[u8], nom::error::Error<&[u8]>>('/')(rest)
                .map_err(|_| fault(FenProblem::EndsAfterRank(index + 1), end..end + 1))?;
            rest = after;
        }
    }
    Ok((rest, position))
}

fn blanks(input: &[u8]) -> FenResult<'_, &[u8]> {
    take_while1(|byte: u8| byte == b' ' || byte == b'\t' || byte == b'_').parse(input)
}

/// `w` or `b`; some programs write the word.
fn side_to_move(input: &[u8]) -> FenResult<'_, Color> {
    let white = alt((value(Color::White, tag_no_case("white")), value(Color::White, one_of("wW"))));
    let black = alt((value(Color::Black, tag_no_case("black")), value(Color::Black, one_of("bB"))));
    alt((white, black)).parse(input)
}

fn castling_field(input: &[u8]) -> FenResult<'_, &[u8]> {
    alt((map(char('-'), |_| &b""[..]), take_while1(|byte: u8| byte.is_ascii_alphabetic()))).parse(input)
}

fn en_passant_field(input: &[u8]) -> FenResult<'_, Option<Square>> {
    alt((value(None, char('-')), map_opt(take(2usize), |name: &[u8]| Square::from_ascii(name).map(Some))))
        .parse(input)
}

/// A number of at most [`MAX_COUNTER`], or `-`, which stands for a default.
fn counter(input: &[u8], default: u32) -> FenResult<'_, u32> {
    alt((value(default, char('-')), map(number, |count: u32| count.min(MAX_COUNTER)))).parse(input)
}

/// Skips the blanks before a field; false if no field follows.
fn skip_blanks(rest: &mut &[u8]) -> bool {
    let Ok((after, _)) = blanks(rest) else { return false };
    *rest = after;
    !after.is_empty()
}

/// A fault of the word at the start of `rest`, the end of `text`.
fn fault_at(text: &[u8], rest: &[u8], why: FenProblem) -> FenFault {
    let start = text.len() - rest.len();
    let width = rest.iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
    fault(why, start..start + width.max(1))
}

/// Whether four fields come before `rest`, the end of `text`.
fn has_four_fields(text: &[u8], rest: &[u8]) -> bool {
    let before = text.get(..text.len() - rest.len()).unwrap_or_default();
    let fields = before.split(|byte| matches!(byte, b' ' | b'\t' | b'_')).filter(|field| !field.is_empty());
    fields.count() >= 4
}

impl FromFen {
    /// Reads the fields after the placement, as far as there are any, and returns the rest of the text.
    fn read_fields<'a>(&mut self, text: &[u8], mut rest: &'a [u8]) -> Result<&'a [u8], FenFault> {
        let at = |rest: &[u8]| text.len() - rest.len();
        let here = |rest: &[u8], why: FenProblem| fault_at(text, rest, why);
        if !skip_blanks(&mut rest) {
            return Ok(rest);
        }
        let (mut rest, turn) = side_to_move(rest).map_err(|_| here(rest, FenProblem::SideToMove))?;
        self.position.set_turn(turn);
        self.fields = 2;
        if !skip_blanks(&mut rest) {
            return Ok(rest);
        }
        let (mut rest, letters) = castling_field(rest).map_err(|_| here(rest, FenProblem::CastlingField))?;
        self.castling_fault = self.position.grant_letters(letters, at(rest) - letters.len())?;
        self.fields = 3;
        if !skip_blanks(&mut rest) {
            return Ok(rest);
        }
        let (mut rest, en_passant) =
            en_passant_field(rest).map_err(|_| here(rest, FenProblem::EnPassantField))?;
        if let Some(square) = en_passant {
            match self.position.en_passant_fault(square) {
                None => self.position.set_en_passant(en_passant),
                Some(why) => self.en_passant_fault = Some(fault(why, at(rest) - 2..at(rest))),
            }
        }
        if !skip_blanks(&mut rest) {
            return Ok(rest);
        }
        let Ok((mut rest, halfmove)) = counter(rest, 0) else {
            return Ok(self.end_at(here(rest, FenProblem::HalfmoveClock)));
        };
        self.position.set_counters(halfmove, 1);
        if !skip_blanks(&mut rest) {
            return Ok(rest);
        }
        let Ok((rest, fullmove)) = counter(rest, 1) else {
            return Ok(self.end_at(here(rest, FenProblem::MoveNumber)));
        };
        self.position.set_counters(halfmove, fullmove.max(1));
        Ok(rest)
    }

    /// Leaves the rest of the text unread because of a fault in it.
    fn end_at(&mut self, fault: FenFault) -> &'static [u8] {
        self.tail_fault = Some(fault);
        &[]
    }
}

impl Position {
    /// Reads a FEN. Missing fields after the placement are taken from `w - - 0 1`. Any placement is accepted;
    /// [`Position::odd_setup`] says whether a game can start from it.
    ///
    /// # Errors
    /// If a field is invalid, or a castling right has no rook.
    pub fn from_fen(text: &[u8]) -> Result<Self, FenFault> {
        let read = Self::read_fen(text)?;
        read.tail_fault.or(read.castling_fault).map_or(Ok(read.position), Err)
    }

    /// Reads a FEN like [`Position::from_fen`], but reports castling rights without a rook, and faults after the first four fields,
    /// instead of failing.
    pub(crate) fn read_fen(text: &[u8]) -> Result<FromFen, FenFault> {
        let (rest, position) = placement(text, text.trim_ascii_start())?;
        let mut read =
            FromFen { position, fields: 1, castling_fault: None, en_passant_fault: None, tail_fault: None };
        let after_slash = rest.strip_prefix(b"/").filter(|after| after.is_empty() || blanks(after).is_ok());
        let rest = after_slash.unwrap_or(rest);
        if !rest.is_empty() && blanks(rest).is_err() {
            return Err(fault_at(text, rest, FenProblem::TooManyRanks));
        }
        let slash = text.len() - rest.len();
        let rest = read.read_fields(text, rest)?.trim_ascii_start();
        if after_slash.is_some() {
            read.tail_fault.get_or_insert(fault(FenProblem::SlashAfterRanks, slash - 1..slash));
        }
        if !rest.is_empty() {
            let fault = fault_at(text, rest, FenProblem::TextAfterFields);
            // A tail after fewer fields may be a broken field.
            if read.tail_fault.is_none() && !has_four_fields(text, rest) {
                return Err(fault);
            }
            read.tail_fault.get_or_insert(fault);
        }
        Ok(read)
    }

    /// The reason why no pawn of the opponent can have passed over a square with the last move, if none can.
    fn en_passant_fault(&self, square: Square) -> Option<FenProblem> {
        let (us, them) = (self.turn(), self.turn().other());
        let (passed, home) = if us == Color::White { (5, 6) } else { (2, 1) };
        if square.rank().index() != passed {
            return Some(FenProblem::WrongEnPassantRank { to_move: us, rank: passed + 1, square });
        }
        let victim = super::position::en_passant_victim(square);
        if self.man_at(victim) != Some(Man { color: them, role: Role::Pawn }) {
            return Some(FenProblem::NoPawnPassed { of: them, on: victim });
        }
        let crossed = [square, Square::new(square.file(), Rank::from_index(home))];
        let barred = crossed.into_iter().find(|crossed| self.man_at(*crossed).is_some())?;
        Some(FenProblem::CannotHavePassed { pawn: victim, occupied: barred })
    }

    /// Grants the rights of a castling field that begins at index `start`, and returns a fault for those without a king
    /// and rook in place.
    fn grant_letters(&mut self, letters: &[u8], start: usize) -> Result<Option<FenFault>, FenFault> {
        let mut idle: Vec<u8> = Vec::new();
        let mut is_moved = true;
        let mut span = 0..0;
        for (at, letter) in (start..).zip(letters) {
            if !matches!(letter.to_ascii_lowercase(), b'k' | b'q' | b'a'..=b'h') {
                return Err(fault(FenProblem::NotACastlingRight(*letter), at..at + 1));
            }
            if !self.castle_letter(*letter) {
                is_moved &= self.castle_with_outermost(*letter);
                span = if idle.is_empty() { at..at + 1 } else { span.start..at + 1 };
                idle.push(*letter);
            }
        }
        let problem = if is_moved { FenProblem::NoRookOnFile } else { FenProblem::NoRookFor };
        Ok((!idle.is_empty()).then(|| fault(problem(idle), span)))
    }

    /// Grants the right of a file without a rook to the outermost rook on that side of the king; false if there is none.
    fn castle_with_outermost(&mut self, letter: u8) -> bool {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let king = (self.of(color, Role::King) & Bitboard::rank(home_rank(color))).first();
        let (Some(king), Some(file)) = (king, File::from_ascii(letter.to_ascii_lowercase())) else {
            return false;
        };
        let side = match file.cmp(&king.file()) {
            Ordering::Greater => Side::King,
            Ordering::Less => Side::Queen,
            Ordering::Equal => return false,
        };
        if self.castling().rook(color, side).is_some() {
            return false;
        }
        let Some(rook) = self.outermost_rook(king, color, side) else { return false };
        self.grant_castling(color, side, rook);
        true
    }

    /// Grants the right of one letter of a castling field; false if there is no such rook.
    fn castle_letter(&mut self, letter: u8) -> bool {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let home = home_rank(color);
        let Some(king) = (self.of(color, Role::King) & Bitboard::rank(home)).first() else { return false };
        let rook = match letter.to_ascii_lowercase() {
            b'k' => self.outermost_rook(king, color, Side::King),
            b'q' => self.outermost_rook(king, color, Side::Queen),
            file => File::from_ascii(file)
                .map(|file| Square::new(file, home))
                .filter(|square| self.of(color, Role::Rook).has(*square)),
        };
        let Some(rook) = rook else { return false };
        let side = if rook.file() > king.file() { Side::King } else { Side::Queen };
        self.grant_castling(color, side, rook);
        true
    }

    /// The reason why no game can start from this position, if there is one.
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

/// The length in bytes of the longest FEN without counters.
const LONGEST_FEN: usize = 8 * 8 + 7 + " w KQkq e3".len();

/// Larger counters are replaced by this, so that they never overflow.
const MAX_COUNTER: u32 = 1 << 30;

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", Fen(self))
    }
}

impl fmt::Display for Fen<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.0;
        // The text is built first: a call of the formatter for each man would cost more than all the rest.
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

/// Writes the number of empty squares, if there are any, and resets it.
fn push_gap(text: &mut String, gap: &mut u32) {
    if let Some(digit) = char::from_digit(*gap, 10).filter(|_| *gap > 0) {
        text.push(digit);
    }
    *gap = 0;
}

/// `K` or `Q`, or the rook's file if another rook is further out.
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

impl Position {
    /// Reads a placement field alone. White is to move, and kings and rooks on their usual squares have castling rights.
    pub(crate) fn from_placement(text: &[u8]) -> Result<Self, FenFault> {
        let (rest, mut position) = placement(text, text.trim_ascii_start())?;
        let rest = rest.trim_ascii();
        if !rest.is_empty() {
            let at = text.len() - rest.len();
            return Err(fault(FenProblem::TextAfterPlacement, at..text.len()));
        }
        position.grant_usual_castling();
        Ok(position)
    }

    /// Whether each side has eight pieces, in any order, on its first rank and eight pawns on its second, as at the start of a game.
    pub(crate) fn is_array(&self) -> bool {
        [(Color::White, 0, 1), (Color::Black, 7, 6)].into_iter().all(|(color, men, pawns)| {
            let [men, pawns] = [men, pawns].map(|rank| Bitboard::rank(Rank::from_index(rank)));
            self.of(color, Role::Pawn) == pawns && self.men(color) == men | pawns
        })
    }

    /// Grants each player the right to castle with the outermost rook on each side of the king.
    pub(crate) fn grant_castling_of_array(&mut self) {
        for color in [Color::White, Color::Black] {
            let Some(king) = self.of(color, Role::King).single() else { continue };
            for side in [Side::King, Side::Queen] {
                if let Some(rook) = self.outermost_rook(king, color, side) {
                    self.grant_castling(color, side, rook);
                }
            }
        }
    }

    /// Grants each castling right whose king and rook are on their usual squares.
    pub(crate) fn grant_usual_castling(&mut self) {
        for color in [Color::White, Color::Black] {
            for side in [Side::King, Side::Queen] {
                let rook = corner(color, side);
                if self.of(color, Role::King).has(king_home(color)) && self.of(color, Role::Rook).has(rook) {
                    self.grant_castling(color, side, rook);
                }
            }
        }
    }
}
