//! Moves in a spelling that names no move as it is, but one legal move without doubt.

use std::ops::Range;

use crate::chess::{
    Color, Meaning, Move, MoveKind, Position, Resolved, Role, San, Side, Subject, castling_squares, home_rank,
};

use super::descriptive::WrittenMove;
use super::loose_moves::{captured_man_after, split_named_man};
use super::reader::Reader;
use crate::game::{Record, SetupSource, Span};

/// The bytes before and after a move in which others of its form are looked for.
const NEAR: usize = 4096;

impl Reader<'_> {
    /// The legal move of a piece or pawn whose letter is wrong, or which letters follow that belong to no move.
    pub(super) fn respelled(&self, record: &Record, token: Span) -> Option<Move> {
        self.misspelled_piece_move(record, token)
            .or_else(|| self.pawn_novelty(record, token))
            .or_else(|| self.capture_of_named_man(record, token))
            .or_else(|| self.pawn_move_with_capital(record, token))
    }

    /// The legal en passant capture that names the square of the captured pawn, or that the FEN does not allow.
    pub(super) fn en_passant_as_meant(
        &self,
        record: &Record,
        written: WrittenMove,
        token: Span,
    ) -> Option<Move> {
        self.en_passant_to_pawn(record, written, token).or_else(|| en_passant_of_start(record, written))
    }

    /// The legal move of a piece whose letter is small or follows its square: `bc4`, `b5B`. A pawn's move before a letter has
    /// precedence, unless other moves of the game have their letter at the end too.
    fn misspelled_piece_move(&self, record: &Record, token: Span) -> Option<Move> {
        let text = token.of(self.text);
        let spelled = match text {
            [
                file @ b'a'..=b'h',
                rank @ b'1'..=b'8',
                letter @ (b'N' | b'B' | b'R' | b'Q' | b'K'),
                sign @ ..,
            ] => {
                if legal(record, &[*file, *rank]).is_some()
                    && !self.has_others_with_letter_after(record, token)
                {
                    return None;
                }
                [&[*letter, *file, *rank], sign].concat()
            }
            [b'b', rest @ ..] => [b"B", rest].concat(),
            _ => return None,
        };
        legal(record, &spelled)
    }

    /// The legal pawn's move before the sign of a novelty, which looks like a promotion: `c4N`.
    fn pawn_novelty(&self, record: &Record, token: Span) -> Option<Move> {
        let text = unsigned(token.of(self.text));
        let alone = text.strip_suffix(b"N")?;
        let is_pawns = matches!(alone, [b'a'..=b'h', .., b'2'..=b'7']);
        is_pawns.then(|| legal(record, alone)).flatten()
    }

    /// Whether a pawn's move with an `N` after it may also be a knight's move with its letter at the end.
    pub(super) fn may_be_knights(&self, record: &Record, token: Span) -> bool {
        let alone = unsigned(token.of(self.text)).strip_suffix(b"N");
        alone.is_some_and(|square| square.len() == 2 && legal(record, &[b"N", square].concat()).is_some())
            && !self.has_others_with_letter_after(record, token)
    }

    /// Whether another move near this one has the letter of its piece after its square: a game has at most one novelty.
    fn has_others_with_letter_after(&self, record: &Record, token: Span) -> bool {
        let Range { start, end } = token.range();
        let from = (record.span.start as usize).max(start.saturating_sub(NEAR));
        let near = |from: usize, to: usize| self.text.get(from..to.min(self.text.len())).unwrap_or_default();
        let mut words = [near(from, start), near(end, end.saturating_add(NEAR))]
            .into_iter()
            .flat_map(|text| text.split(|byte| byte.is_ascii_whitespace() || *byte == b'.'));
        words.any(has_letter_after)
    }

    /// The legal capture of a token that names the captured man after the move, which looks like a promotion: `d7c6b`.
    fn capture_of_named_man(&self, record: &Record, token: Span) -> Option<Move> {
        let (played, _) = captured_man_after(&record.position, token.of(self.text))?;
        self.is_without_acts(record).then_some(played)
    }

    /// The legal capture of a pawn of the b-file with a capital, where no bishop reaches the square: `Bxc6`.
    fn pawn_move_with_capital(&self, record: &Record, token: Span) -> Option<Move> {
        let played = legal(record, &[b"b", token.of(self.text).strip_prefix(b"B")?].concat())?;
        let us = record.position.turn();
        let bishops = record.position.attackers(played.to(), us) & record.position.of(us, Role::Bishop);
        bishops.is_empty().then_some(played)
    }

    /// The legal move of a pawn that is written with a promotion before the last rank: `d4=Q`.
    pub(super) fn unpromoted(&self, record: &Record, token: Span) -> Option<Move> {
        let played = legal(record, without_promotion(token.of(self.text))?)?;
        let is_pawn = record.position.man_at(played.from()).is_some_and(|man| man.role == Role::Pawn);
        (is_pawn && self.is_without_acts(record)).then_some(played)
    }

    /// Castling, if a king is written as going from its own square to the one where it castles, which no other move of it
    /// reaches, or as taking the rook with which it castles: `Kg1`, `Kxh1`.
    pub(super) fn castling_by_king(&self, record: &Record, written: WrittenMove) -> Option<Move> {
        let WrittenMove::San(read) = written else { return None };
        let us = record.position.turn();
        let castles = |text, side| {
            let is_there = castling_squares(home_rank(us), side).king == read.to() && !read.takes();
            let is_onto_rook = record.position.castling().rook(us, side) == Some(read.to());
            (is_there || is_onto_rook).then(|| legal(record, text)).flatten()
        };
        let is_king = matches!(read.subject(), Subject::Man(Role::King));
        let castling =
            is_king.then(|| castles(b"O-O", Side::King).or_else(|| castles(b"O-O-O", Side::Queen))).flatten();
        castling.filter(|_| self.is_without_acts(record))
    }

    /// The legal en passant capture of a text that names the square of the captured pawn: `exd5 e.p.`
    fn en_passant_to_pawn(&self, record: &Record, written: WrittenMove, token: Span) -> Option<Move> {
        let WrittenMove::San(read) = written else { return None };
        let crossed = record.position.en_passant()?;
        let back = if record.position.turn() == Color::White { -1 } else { 1 };
        let after = self.text.get(token.range().end..).unwrap_or_default().trim_ascii_start();
        let is_said = [&b"e.p"[..], b"ep"]
            .iter()
            .any(|sign| after.starts_with(sign) || memchr::memmem::find(token.of(self.text), sign).is_some());
        let is_named = is_said && read.takes() && crossed.offset(0, back) == Some(read.to());
        let is_pawn = matches!(read.subject(), Subject::Man(Role::Pawn));
        let file = read.origin().file.filter(|_| is_named && is_pawn && self.is_without_acts(record))?;
        legal(record, format!("{}x{crossed}", file.letter()).as_bytes())
    }
}

/// Whether a word is a square with the letter of a piece after it that is no promotion: `b5B`.
fn has_letter_after(word: &[u8]) -> bool {
    let [b'a'..=b'h', b'2'..=b'7', b'N' | b'B' | b'R' | b'Q' | b'K', signs @ ..] = word else { return false };
    signs.iter().all(|sign| b"+#!?".contains(sign))
}

/// The legal move of a text without doubt.
pub(super) fn legal(record: &Record, text: &[u8]) -> Option<Move> {
    match record.position.resolve(San::from_ascii(text)?, &record.replay.threats) {
        Resolved::Export(played) | Resolved::Other(played) => Some(played),
        Resolved::Odd => None,
    }
}

/// The text of a pawn's move before the sign of a promotion: `d4=Q`, `exd5B`, `exd5(N)`.
fn without_promotion(text: &[u8]) -> Option<&[u8]> {
    let (alone, letter) = split_named_man(unsigned(text))?;
    let is_letter = b"PNBRQK".contains(&letter.to_ascii_uppercase());
    (is_letter && alone.first().is_some_and(u8::is_ascii_lowercase)).then_some(alone)
}

/// The legal move of a text that captures en passant, if the FEN does not name the square. A FEN often lacks it.
fn en_passant_of_start(record: &Record, written: WrittenMove) -> Option<Move> {
    let WrittenMove::San(read) = written else { return None };
    let is_first = record.setup == SetupSource::Fen && record.moves.is_empty() && record.acts.is_empty();
    let mut board = record.position;
    board.set_en_passant_if_possible(Some(read.to()).filter(|_| is_first));
    match board.meaning(read) {
        Meaning::Legal(played) if is_first && played.kind() == MoveKind::EnPassant => Some(played),
        _ => None,
    }
}

/// The legal move of a word with a letter like a digit in place of a rank, or with signs like a queen and the g-file: `BbS`,
/// `Rel`, `eS`, `Ob3`, `B95`.
pub(crate) fn misread_move(board: &Position, word: &[u8]) -> Option<Move> {
    const LONGEST: usize = 8;
    let word = unsigned(word);
    if word.len() > LONGEST {
        return None;
    }
    // Small letters alone are a word: `as`.
    let is_of_piece = word.first().is_some_and(u8::is_ascii_uppercase);
    let mut before = None;
    let digits = word.iter().enumerate().map(|(at, byte)| {
        let is_rank = before.replace(*byte).is_some_and(|file: u8| matches!(file, b'a'..=b'h'));
        let next = word.get(at + 1).copied().unwrap_or_default();
        match byte {
            b'O' if at == 0 && matches!(next, b'a'..=b'h' | b'x') => b'Q',
            b'9' if !is_rank && matches!(next, b'1'..=b'8') => b'g',
            b'l' | b'I' | b'|' if is_rank => b'1',
            b'Z' if is_rank => b'2',
            b'S' if is_rank => b'5',
            b'i' if is_rank && is_of_piece => b'1',
            b'z' if is_rank && is_of_piece => b'2',
            b's' if is_rank && is_of_piece => b'5',
            b'G' if is_rank => b'6',
            b'B' if is_rank => b'8',
            _ => *byte,
        }
    });
    let digits: Vec<u8> = digits.collect();
    let read = San::from_ascii(&digits).filter(|_| digits != word)?;
    match board.meaning(read) {
        Meaning::Legal(played) => Some(played),
        _ => None,
    }
}

pub(super) fn unsigned(token: &[u8]) -> &[u8] {
    let end = token.iter().rposition(|byte| !b"+#!?".contains(byte)).map_or(0, |last| last + 1);
    token.get(..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use crate::game::FaultKind;
    use crate::pgn::reader::{faults_of_moves, the_game};

    #[test]
    fn a_captured_man_may_be_named_after_the_move() {
        assert_eq!(faults_of_moves("1. e4 d5 2. exd5P Qxd5(P) 3. Nc3 1-0"), []);
        assert_eq!(faults_of_moves("1. e2e4 d7d5 2. e4d5p d8d5p 1-0"), []);
        assert_eq!(faults_of_moves("1. e4 d5 2. exd5B Qxd5 1-0"), [FaultKind::NoPromotion]);
    }

    #[test]
    fn letters_like_digits() {
        let record = the_game("1. e4 e5 2. Nf3 Nc6 3. BbS a6 1-0");
        assert_eq!(record.text.faults.first().map(|fault| &fault.kind), Some(&FaultKind::Unreadable));
        assert_eq!((record.plies(), record.ending.stop.is_some()), (4, true));
        let found = |word: &str| super::misread_move(&record.position, word.as_bytes()).is_some();
        for word in ["BbS", "Bbs", "NgI", "Ngl+", "dS", "as", "al", "Nb5", "NfS", "S", "BxbS", "Bf1bS"] {
            let is_legal = matches!(word, "BbS" | "Bbs" | "NgI" | "Ngl+" | "BxbS" | "Bf1bS");
            assert_eq!(found(word), is_legal, "{word}");
        }
        for word in ["Oe2", "N95", "O-O", "O", "Nf9", "Oe4"] {
            assert_eq!(found(word), matches!(word, "Oe2" | "N95"), "{word}");
        }
        // At the end of a game, too, such a word hides a move.
        let last = the_game("1. e4 e5 2. Nf3 Nc6 3. BbS 1-0");
        assert!(last.ending.stop.is_some());
    }

    #[test]
    fn a_king_that_takes_its_rook_castles() {
        let fen =
            "[Variant \"Chess960\"]\n[FEN \"bnqbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BNQBRKRN w GEge - 0 1\"]";
        for text in ["Kxg1", "Kg1", "Kf1xg1", "f1g1"] {
            let record = the_game(&format!("{fen}\n\n1. {text} e5 2. e4 Kxg8 1-0"));
            assert_eq!((record.plies(), record.nonstandard_moves.len()), (4, 0), "{text}");
            assert!(record.text.faults.is_empty(), "{text}");
            assert_eq!(record.moves.iter().filter(|played| played.is_castling()).count(), 2, "{text}");
        }
        // The other pieces are in the way of this castling.
        let record = the_game(&format!("{fen}\n\n1. Kxe1 e5 1-0"));
        assert!(record.moves.iter().all(|played| !played.is_castling()));
        assert_eq!(the_game("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. Kxh1 d6 5. d3 O-O 1-0").plies(), 10);
    }

    #[test]
    fn a_capital_may_name_a_pawn_where_no_bishop_can_move() {
        let pawn = "1. e4 c5 2. Nf3 Nc6 3. Bb5 d6 4. Bxc6+ Bxc6 5. d3 1-0";
        assert_eq!(faults_of_moves(pawn), [FaultKind::CapitalOfPawn]);
        assert_eq!(the_game(pawn).plies(), 9);
        assert_eq!(faults_of_moves("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 1-0"), []);
    }
}
