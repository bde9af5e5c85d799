//! Moves in forms that PGN does not have: ICCF numeric notation (`5254`), capitals (`NF3`), other signs of capture (`N*e4`),
//! and captures that name a man (`BxN`) or no pawn (`xe6`). Each is read only if exactly one legal move fits it.

use nom::branch::alt;
use nom::bytes::complete::take_while;
use nom::character::complete::{one_of, satisfy};
use nom::combinator::{all_consuming, map_opt, opt};
use nom::{IResult, Parser};

use crate::chess::{CheckSign, File, Man, Meaning, Move, MoveKind, Play, Position, Rank, Role, San, Square};

/// The longest move in a loose form, in bytes.
const LONGEST: usize = 12;

/// The parts of a capture that are given.
struct LooseCapture {
    role: Option<Role>,
    file: Option<File>,
    target: LooseTarget,
}

enum LooseTarget {
    Square(Square),
    File(File),
    Man(Role),
}

/// The squares and the promotion of a move in ICCF numeric notation.
struct NumericMove {
    from: Square,
    to: Square,
    promotion: Option<Role>,
}

fn role(letter: u8) -> Option<Role> {
    letter.is_ascii_uppercase().then(|| Man::from_letter(letter)).flatten().map(|man| man.role)
}

fn capture(input: &[u8]) -> IResult<&[u8], LooseCapture, ()> {
    let letter = || satisfy(|letter| letter.is_ascii_alphabetic());
    let role = || map_opt(letter(), |letter| role(u8::try_from(letter).ok()?));
    let file = || map_opt(letter(), |letter| File::from_ascii(u8::try_from(letter).ok()?));
    let rank = map_opt(one_of("12345678"), |digit| Rank::from_ascii(u8::try_from(digit).ok()?));
    let square = (file(), rank).map(|(file, rank)| LooseTarget::Square(Square::new(file, rank)));
    let target = alt((square, file().map(LooseTarget::File), role().map(LooseTarget::Man)));
    let parts = (opt(role()), opt(file()), one_of("xX*:"), target);
    parts.map(|(role, file, _, target)| LooseCapture { role, file, target }).parse(input)
}

fn numeric(input: &[u8]) -> IResult<&[u8], NumericMove, ()> {
    let index = || map_opt(one_of("12345678"), |digit| u8::try_from(digit).ok()?.checked_sub(b'1'));
    let square =
        || (index(), index()).map(|(file, rank)| Square::new(File::from_index(file), Rank::from_index(rank)));
    let promotion = map_opt(one_of("1234"), |digit| {
        Some(match digit {
            '1' => Role::Queen,
            '2' => Role::Rook,
            '3' => Role::Bishop,
            _ => Role::Knight,
        })
    });
    (square(), square(), opt(promotion))
        .map(|(from, to, promotion)| NumericMove { from, to, promotion })
        .parse(input)
}

fn signs(input: &[u8]) -> IResult<&[u8], &[u8], ()> {
    take_while(|byte| matches!(byte, b'+' | b'#' | b'!' | b'?')).parse(input)
}

impl LooseCapture {
    fn fits(&self, board: &Position, played: Move) -> bool {
        let Some(captured) = played.captured_square().and_then(|square| board.man_at(square)) else {
            return false;
        };
        let mover = board.man_at(played.from()).map(|man| man.role);
        // A capture without a piece letter is a pawn's.
        mover == Some(self.role.unwrap_or(Role::Pawn))
            && self.file.is_none_or(|file| played.from().file() == file)
            && match self.target {
                LooseTarget::Square(square) => played.to() == square,
                LooseTarget::File(file) => {
                    let is_named = self.file.is_some() || self.role.is_some_and(|role| role != Role::Pawn);
                    is_named && played.to().file() == file
                }
                LooseTarget::Man(role) => captured.role == role,
            }
    }
}

impl NumericMove {
    fn fits(&self, played: Move) -> bool {
        let promotion = match played.kind() {
            MoveKind::Promotion(role) => Some(role),
            _ => None,
        };
        played.from() == self.from && played.to() == self.to && promotion == self.promotion
    }
}

/// The signs of PGN for castling in other words, which may leave its side open.
fn castling_words(text: &[u8]) -> &'static [&'static [u8]] {
    match unmarked(text).to_ascii_lowercase().as_slice() {
        b"oo" | b"00" | b"o-0" | b"0-o" | b"o_o" | b"0.0" | b"o - o" | b"0 - 0" | b"e1g1c" | b"e8g8c" => {
            &[b"O-O"]
        }
        b"ooo" | b"000" | b"o-0-0" | b"o-o-0" | b"o-0-o" | b"0-o-o" | b"0-0-o" | b"0-o-0" | b"o_o_o"
        | b"o - o - o" | b"0 - 0 - 0" | b"e1c1c" | b"e8c8c" => &[b"O-O-O"],
        b"castles" | b"castle" => &[b"O-O", b"O-O-O"],
        _ => &[],
    }
}

/// The text with the letters and signs of PGN, once for each way to read a capital `B`; empty if it has no rank.
fn respelled(text: &[u8]) -> Vec<Vec<u8>> {
    if text.len() > LONGEST || !text.iter().any(u8::is_ascii_digit) {
        return Vec::new();
    }
    let knight = text.strip_prefix(b"Kt").map(|rest| rest.strip_prefix(b"-").unwrap_or(rest));
    let text = knight.map_or_else(|| text.to_vec(), |rest| [b"N", rest].concat());
    let small: Vec<u8> = text
        .iter()
        .enumerate()
        .map(|(index, byte)| match byte {
            b'*' => b'x',
            _ if index > 0 && text.get(index - 1) == Some(&b'=') => *byte,
            _ => byte.to_ascii_lowercase(),
        })
        .collect();
    let with_letter = text.first().zip(small.get(1..)).filter(|(letter, _)| b"NBRQK".contains(letter));
    let with_letter = with_letter.map(|(letter, rest)| [&[*letter], rest].concat());
    let alone = text.first().is_some_and(|letter| File::from_ascii(letter.to_ascii_lowercase()).is_some());
    with_letter.into_iter().chain(alone.then_some(small)).collect()
}

/// A text before the letter of a man at its end, and that letter: `exd5(N)`, `d4=Q`, `Qxd5P`.
pub(super) fn split_named_man(text: &[u8]) -> Option<(&[u8], u8)> {
    let (letter, rest) = text.strip_suffix(b")").unwrap_or(text).split_last()?;
    let alone = match rest {
        [alone @ .., b'=' | b'/' | b'('] => alone,
        _ => rest,
    };
    Some((alone, *letter))
}

/// The legal capture of a text that names the captured man after the move, and its check sign: `d7c6b`, `exd5(N)`, `Qxd5P`.
pub(super) fn captured_man_after(board: &Position, text: &[u8]) -> Option<(Move, CheckSign)> {
    let (alone, letter) = split_named_man(unmarked(text))?;
    let read = San::from_ascii(alone)?;
    let Meaning::Legal(played) = board.meaning(read) else { return None };
    let captured = board.man_at(played.captured_square()?)?;
    (captured.role == Man::from_letter(letter)?.role).then_some((played, read.sign()))
}

/// The only legal move that a text in a loose form can mean, and its check sign.
pub(super) fn loose_move(board: &Position, text: &[u8]) -> Option<(Move, CheckSign)> {
    let spelled: Vec<San> =
        respelled(text).iter().filter_map(|text| San::from_ascii(unmarked(text))).collect();
    let castling = castling_words(text).iter().filter_map(|text| San::from_ascii(text));
    let mut moves: Vec<(Move, CheckSign)> = Vec::new();
    for read in spelled.into_iter().chain(castling) {
        if let Meaning::Legal(played) = board.meaning(read) {
            moves.push((played, read.sign()));
        }
    }
    moves.extend(captured_man_after(board, text).filter(|read| !moves.contains(read)));
    let capture = all_consuming((capture, signs)).parse(text).ok().map(|(_, (read, signs))| (read, signs));
    let numeric = all_consuming((numeric, signs)).parse(text).ok().map(|(_, (read, signs))| (read, signs));
    if capture.is_some() || numeric.is_some() {
        for played in board.legal_moves(Play::COMMON) {
            let by_capture = capture.as_ref().filter(|(read, _)| read.fits(board, played)).map(|read| read.1);
            let by_number = numeric.as_ref().filter(|(read, _)| read.fits(played)).map(|read| read.1);
            if let Some(signs) = by_capture.or(by_number)
                && moves.iter().all(|(other, _)| *other != played)
            {
                moves.push((played, sign_of(signs)));
            }
        }
    }
    match moves.as_slice() {
        [only] => Some(*only),
        _ => None,
    }
}

/// Whether a text has a loose form, legal or not.
pub(super) fn is_loose_move(text: &[u8]) -> bool {
    all_consuming((capture, signs)).parse(text).is_ok()
        || is_numeric(text)
        || !castling_words(text).is_empty()
        || respelled(text).iter().any(|text| San::from_ascii(unmarked(text)).is_some())
}

/// Whether a text is a move in ICCF numeric notation, legal or not.
pub(super) fn is_numeric(text: &[u8]) -> bool {
    all_consuming((numeric, signs)).parse(text).is_ok()
}

fn unmarked(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|byte| !matches!(byte, b'!' | b'?')).map_or(0, |last| last + 1);
    text.get(..end).unwrap_or_default()
}

fn sign_of(signs: &[u8]) -> CheckSign {
    match signs {
        [b'+', b'+', ..] => CheckSign::Double,
        [b'+', ..] => CheckSign::Check,
        [b'#', ..] => CheckSign::Mate,
        _ => CheckSign::None,
    }
}

/// The first of two moves of a turn in one token, its length and the offset of the second.
pub(super) struct JoinedMove {
    pub played: Move,
    pub read: San,
    pub length: usize,
    pub next: usize,
}

/// The first of two moves that are joined by `/` or by nothing, if both are legal in turn: `e4/e5`, `Nf3Nc6`.
pub(super) fn joined_move(board: &Position, text: &[u8]) -> Option<JoinedMove> {
    let legal = |board: &Position, text: &[u8]| {
        let read = San::from_ascii(unmarked(text))?;
        match board.meaning(read) {
            Meaning::Legal(played) => Some((played, read)),
            _ => None,
        }
    };
    if text.len() > 2 * LONGEST {
        return None;
    }
    let slash = memchr::memchr(b'/', text);
    let lengths = slash.map_or(1..=text.len(), |slash| slash..=slash);
    let mut joined = lengths.filter_map(|length| {
        let (first, rest) = text.split_at_checked(length)?;
        let second = rest.strip_prefix(b"/").unwrap_or(rest);
        let (played, read) = legal(board, first)?;
        let mut after = *board;
        after.play(played);
        legal(&after, second)?;
        Some(JoinedMove { played, read, length, next: text.len() - second.len() })
    });
    let first = joined.next()?;
    joined.next().is_none().then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(moves: &[&str]) -> Position {
        let mut board = Position::initial();
        for text in moves {
            let (played, _) = loose_move(&board, text.as_bytes()).unwrap_or_else(|| panic!("{text}"));
            board.play(played);
        }
        board
    }

    #[test]
    fn forms_that_one_legal_move_fits() {
        after(&["5254", "5755", "7163", "2836", "6125", "1716", "5171"]);
        after(&["E4", "E5", "NF3", "NC6", "BB5", "A6", "BXC6", "DXC6"]);
        let board = after(&["e4", "E5", "Kt-f3", "NC6", "BB5", "a6", "BxN", "dxB", "NxP"]);
        assert!(loose_move(&board, b"QxR").is_none());
        after(&["E2-E4", "D5", "e*d5", "QxP"]);
        after(&["e4", "d5", "exd"]);
        after(&["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "Castles", "Nf6", "d3", "oo"]);
        after(&["e4", "d5", "exd5", "Qxd"]);
    }

    #[test]
    fn forms_that_do_not_decide() {
        let board = Position::initial();
        for text in ["3023", "1234", "BxN", "NE", "E5", "O", "PxP", "xe6", ""] {
            assert!(loose_move(&board, text.as_bytes()).is_none(), "{text}");
        }
        for text in ["BE", "ABC", "3023", "The", "x", "note"] {
            assert!(!is_loose_move(text.as_bytes()), "{text}");
        }
        assert!(joined_move(&board, b"e4/d4").is_none());
        assert!(joined_move(&board, b"e4/e5").is_some_and(|joined| joined.length == 2));
        assert!(joined_move(&board, b"Nf3Nc6").is_some_and(|joined| joined.next == 3));
        for text in ["e4d4", "Nf3Nf3", "e4", "e2e4", ""] {
            assert!(joined_move(&board, text.as_bytes()).is_none(), "{text}");
        }
    }
}
