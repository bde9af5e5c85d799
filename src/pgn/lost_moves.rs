//! Signs and numbers in the place of a move that is lost.

use crate::chess::{Color, Move};

use super::boundary::begins_its_line;
use super::counted_faults::count_in_game;
use super::lookahead::Element;
use super::movetext::rest_of_line;
use super::reader::Reader;
use crate::game::recovery_state::PositionDoubt;
use crate::game::{FaultKind, Record, Span, TagName};

/// Plies within which a player may give the opponent the first moves.
const MOST_GIVEN: u32 = 8;
/// The most dots after the number of a move of Black.
const MOST_DOTS: usize = 3;

impl Reader<'_> {
    /// Whether a passed turn is a move that is lost. Without acts no player passes, except one who gives the opponent the
    /// first moves.
    #[cold]
    pub(super) fn is_lost_move(&self, record: &Record, token: Span) -> bool {
        let plies = record.plies();
        let is_giver = plies < MOST_GIVEN
            && matches!(token.of(self.text), b"--" | b"Z0" | b"@@@@")
            && (plies % 2..plies).step_by(2).all(|ply| record.moves.get(ply as usize) == Some(Move::NULL));
        let is_explained =
            [TagName::Odds, TagName::Observed].into_iter().any(|tag| record.tag(tag).is_some());
        !is_giver && !is_explained && self.is_without_acts(record)
    }

    /// Whether a passed turn is a line of its own before words: `--` begins the signature of a letter.
    #[cold]
    pub(super) fn begins_signature(&self, record: &Record, token: Span) -> bool {
        let mut ahead = self.ahead_from(self.at);
        token.of(self.text) == b"--"
            && begins_its_line(self.text, token.range().start)
            && rest_of_line(self.rest()).is_ok_and(|(_, line)| line.trim_ascii().is_empty())
            && ahead.next_element(record.text.move_notation).is_none()
            && !ahead.is_at_game_end()
    }

    /// The place between the last move and a number where a move must be, but only a number or dots are.
    #[cold]
    pub(super) fn place_of_lost_move(&self, record: &Record, number: Span, is_slip: bool) -> Option<Span> {
        let (start, end) = (number.range().start, number.range().end);
        let number = self.text.get(start..end)?;
        // The dots may be in the place of the move.
        if !is_slip && memchr::memchr_iter(b'.', number).count() > MOST_DOTS {
            return Some(Span::new(start, end));
        }
        let begin = record.span.range().start;
        let tags_end = record.tags.pairs().last().map_or(begin, |pair| pair.span.range().end);
        let from = record.token(record.plies(), self.text).map_or(tags_end, |last| last.range().end);
        let between = self.text.get(from..start)?;
        let dots = between.trim_ascii();
        if dots.len() > 1 && dots.iter().all(|byte| *byte == b'.') {
            return Some(Span::new(
                start - between.trim_ascii_start().len(),
                from + between.trim_ascii_end().len(),
            ));
        }
        let mut ahead = self.ahead_from(from);
        while ahead.at < start {
            let element = ahead.next_element(record.text.move_notation);
            if ahead.at > start {
                break;
            }
            match element {
                Some(Element::Number(_)) => {
                    let read = self.text.get(from..ahead.at)?;
                    let is_of_number = |byte: &&u8| byte.is_ascii_digit() || **byte == b'.';
                    let length = read.iter().rev().take_while(is_of_number).count();
                    return Some(Span::new(ahead.at - length, ahead.at));
                }
                Some(_) => {}
                None => {
                    let rest = ahead.rest();
                    let length = rest.iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
                    let word = rest.get(..length).unwrap_or_default();
                    if !word.is_ascii() && record.position.turn() == Color::Black {
                        return Some(Span::new(ahead.at, ahead.at + length));
                    }
                    ahead.at += length.max(1);
                }
            }
        }
        None
    }
}

/// Notes a sign or a number in the place of a move: nothing is concluded from the moves after it.
#[cold]
pub(super) fn note_lost_move(record: &mut Record, span: Span) {
    if record.ending.stop.is_none() {
        count_in_game(record, FaultKind::LostMove(1), span);
        record.recovery.position_doubt = Some(PositionDoubt::LostMove);
        let plies = record.plies();
        record.facts.doubtful.get_or_insert(plies);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::reader::{faults_of_moves, the_game};

    #[test]
    fn signs_in_the_place_of_moves() {
        for (moves, expected) in [
            ("1. e4 e5 2. Nf3 ----- 3. Bb5 a6 1-0", vec![FaultKind::LostMove(1)]),
            ("1. e4 e5 2. Nf3 Nc6 3. 4. 5. 1-0", vec![FaultKind::LostMove(2)]),
            ("1. e4 e5 2. Nf3 Nc6 3. \u{fffd}\u{fffd} 1-0", vec![FaultKind::LostMove(1)]),
            // Odds of moves, separators, and dots before a move.
            ("1. e4 -- 2. d4 e6 1-0", vec![]),
            ("1 - e4 e5 2 - Nf3 Nc6 1-0", vec![]),
            ("1. e4 ... e5 2. ...Nf3 Nc6 3. Bb5 1-0", vec![]),
        ] {
            assert_eq!(faults_of_moves(moves), expected, "{moves}");
        }
        let after = the_game("1. e4 e5 2. Nf3 ----- 3. Bd6 1-0");
        assert!(after.nonstandard_moves.len() == 1 && after.ending.stop.is_some());
    }
}
