//! Words that are nothing movetext has, and moves with marks behind them.

use crate::chess::{Meaning, Resolved};
use crate::encoding::Encoding;

use super::annotation_glyphs::{
    MarkedMove, has_a_number_in_it, is_behind_word, is_in_other_signs, is_said_of_check, other_blank, signs,
};
use super::descriptive::{Said, descriptive_move, is_surely_descriptive};
use super::movetext::ends_token;
use super::reader::Reader;
use crate::game::Notation;
use crate::game::StopReason;
use crate::game::diagnostic::FaultKind;
use crate::game::foreign_letters::{is_move_in_another_language, typed};
use crate::game::record::Record;
use crate::game::recovery_state::PositionDoubt;
use crate::game::replay::Replay;
use crate::game::span::Span;

/// The longest token of movetext, in bytes.
const LONGEST_TOKEN: usize = 255;

impl<'t> Reader<'t> {
    #[cold]
    pub(super) fn unreadable_at(&mut self, record: &mut Record, start: usize) -> usize {
        self.at = start;
        let rest = self.rest();
        match MarkedMove::of(rest) {
            Some(marked) => self.marked_move(record, &marked, start),
            None => self.unreadable(record, rest),
        }
        self.at
    }

    /// A move and what an annotator wrote behind it: that does not hide it.
    pub(super) fn marked_move(&mut self, record: &mut Record, marked: &MarkedMove, start: usize) {
        let end = start + marked.length;
        let evaluated = end + marked.evaluation;
        self.at = evaluated + marked.others;
        let token = Span::new(start, end);
        let read = marked.unsigned.filter(|unsigned| !record.would_check(*unsigned)).unwrap_or(marked.read);
        if !record.replay.is_held || record.meet_token(&Said::San(read), token) == Replay::Goes {
            let resolved = record.position.resolve(read, &record.replay.threats);
            let is_told = match resolved {
                Resolved::Export(_) => marked.evaluation > 0 || is_in_other_signs(token.of(self.text)),
                // What fits several moves is written as none of them.
                Resolved::Odd => false,
                Resolved::Other(_) => marked.evaluation > 0,
            };
            if is_told {
                record.text.notation.count(record.plies() + 1, Span::new(start, evaluated));
            }
            self.off_the_road(record, resolved, read, token);
        }
        if marked.others > 0 && record.ending.stop.is_none() {
            record.fault(FaultKind::Words, Span::new(evaluated, self.at));
        }
    }

    /// A token that is nothing movetext has.
    #[cold]
    pub(super) fn unreadable(&mut self, record: &mut Record, rest: &'t [u8]) {
        // A brace that closes nothing tells of a comment, not of a move.
        if rest.first() == Some(&b'}') {
            let span = Span::new(self.at, self.at + 1);
            self.at += 1;
            if record.ending.stop.is_none() {
                record.fault(FaultKind::StrayCloser, span);
            }
            return;
        }
        if let Some((kind, length)) = beside_the_standard(rest) {
            let span = Span::new(self.at, self.at + length);
            self.at += length;
            if record.ending.stop.is_none() {
                record.fault(kind, span);
            }
            return;
        }
        if self.meant_result(record, self.at, rest) {
            record.replay.is_held = true;
            return;
        }
        if let Some(marked) = MarkedMove::printed(rest) {
            return self.marked_move(record, &marked, self.at);
        }
        let otherwise = MarkedMove::in_small_letters(rest).or_else(|| MarkedMove::with_colon_behind(rest));
        if let Some(marked) = otherwise.filter(|marked| is_legal(record, marked)) {
            record.text.notation.count(record.plies() + 1, Span::new(self.at, self.at + marked.length));
            if matches!(rest, [b'n' | b'r' | b'q' | b'k', ..]) {
                record.recovery.position_doubt.get_or_insert(PositionDoubt::SmallLetters);
            }
            return self.marked_move(record, &marked, self.at);
        }
        let length = rest.iter().take_while(|byte| !ends_token(Some(*byte))).count().max(1);
        let may_be_descriptive = record.moves.is_empty() && !record.replay.is_held;
        if may_be_descriptive && record.text.written == Notation::Algebraic && is_surely_descriptive(rest) {
            record.text.notation.count(1, Span::new(self.at, self.at + length));
            return self.descriptive_movetext(record);
        }
        self.unreadable_stretch(record, rest, length);
    }

    /// [`Reader::unreadable`], of so many bytes.
    #[cold]
    pub(super) fn unreadable_stretch(&mut self, record: &mut Record, rest: &'t [u8], length: usize) {
        let start = self.at;
        let token = rest.get(..length).unwrap_or_default();
        self.at += length;
        let span = Span::new(start, self.at);
        // A longer one is no word.
        let word = if length > LONGEST_TOKEN { String::new() } else { typed(&Encoding::Auto.decode(token)) };
        let evaluation = !word.is_empty()
            && word.bytes().all(|byte| matches!(byte, b'+' | b'-' | b'/' | b'=' | b'!' | b'?' | b'#'));
        if length == 1
            && let Some(torn) = MarkedMove::torn(rest)
            && self.is_torn(record, &torn, rest)
        {
            record.recovery.has_torn_letters = true;
            return self.marked_move(record, &torn, start);
        }
        if matches!(token, b"e.p." | b"ep" | b"e.p" | b"e.p.+" | b"e.p.#" | b"ep+" | b"ep#" | b"N" | b"D")
            || (evaluation && word.len() <= 3)
            || is_said_of_check(token)
        {
            if token.starts_with(b"e") || is_said_of_check(token) {
                record.text.notation.count(record.plies(), span);
            }
            return;
        }
        record.recovery.lost_moves |= is_move_in_another_language(&word)
            || has_a_number_in_it(&word)
            || !token.is_ascii() && matches!(descriptive_move(word.as_bytes()), Ok(([], _)));
        if record.ending.stop.is_some() {
            return;
        }
        if self.is_at_end() && may_begin_a_move(token) {
            return record.fault(FaultKind::BreaksOff, span);
        }
        let kind = if length > LONGEST_TOKEN { FaultKind::TooLong } else { FaultKind::Unreadable };
        record.fault(kind, span);
        record.stop(StopReason::Unreplayable);
        record.recovery.unread_word = Some(record.text.faults.len() - 1);
    }

    /// Whether a letter that stands apart belongs to the move behind it. `N` is also a novelty behind a move: where both can be,
    /// the rest of the game decides.
    fn is_torn(&self, record: &mut Record, torn: &MarkedMove, rest: &[u8]) -> bool {
        if record.ending.stop.is_some() || record.log.released.is_some() {
            return false;
        }
        if !rest.starts_with(b"N") {
            return is_legal(record, torn);
        }
        if is_behind_number(self.text, self.at - 1) {
            return true;
        }
        let alone = rest.get(1..).map(<[u8]>::trim_ascii_start).and_then(MarkedMove::of);
        let by = |marked: &MarkedMove| match record.position.meaning(marked.read) {
            Meaning::Legal(played) => Some(played),
            _ => None,
        };
        match (by(torn), alone.as_ref().and_then(by)) {
            (Some(_), None) => true,
            (Some(_), Some(_))
                if record.recovery.has_torn_letters || self.is_there_another_n(record, torn) =>
            {
                true
            }
            (Some(torn_one), Some(alone)) => {
                let behind = self.ahead_from(self.at - 1 + torn.length);
                let surviving = behind.surviving(record, &[alone, torn_one]);
                if surviving.len() != 1 {
                    record.recovery.position_doubt = Some(PositionDoubt::TornLetter);
                }
                surviving.first() == Some(&torn_one)
            }
            (None, _) => false,
        }
    }

    /// Whether another `N` stands apart further on in the main line: a game has one novelty at the most.
    fn is_there_another_n(&self, record: &Record, torn: &MarkedMove) -> bool {
        let mut ahead = self.ahead_from(self.at - 1 + torn.length);
        while ahead.next_ahead(record.text.written).is_some() {}
        matches!(ahead.rest(), [b'N', blank, ..] if blank.is_ascii_whitespace())
    }

    /// Words that no move follows cost nothing of the game: it stands as replayed.
    pub(super) fn forgive_words(record: &mut Record) {
        let Some(index) = record.recovery.unread_word.filter(|_| !record.recovery.lost_moves) else { return };
        record.ending.stop = None;
        if let Some(fault) =
            record.text.faults.get_mut(index).filter(|fault| fault.kind == FaultKind::Unreadable)
        {
            fault.kind = FaultKind::Words;
        }
    }
}

/// What stands at the front of a text that hides no move, and its length in bytes.
fn beside_the_standard(text: &[u8]) -> Option<(FaultKind, usize)> {
    if let Some(length) = other_blank(text) {
        return Some((FaultKind::OtherBlank, length));
    }
    let length = signs(text);
    (length > 0 && text.get(length..).is_some_and(is_behind_word)).then_some((FaultKind::Words, length))
}

/// Whether a place stands right behind the dots of a move number, where no mark of an annotator has its place.
fn is_behind_number(text: &[u8], at: usize) -> bool {
    text.get(..at).is_some_and(|before| before.trim_ascii_end().ends_with(b"."))
}

/// Whether a move can be made on the board.
fn is_legal(record: &Record, marked: &MarkedMove) -> bool {
    !record.replay.is_held
        && !matches!(record.position.resolve(marked.read, &record.replay.threats), Resolved::Odd)
}

/// Whether a word may be the beginning of a move: a letter of a man, files and ranks.
fn may_begin_a_move(word: &[u8]) -> bool {
    let [first, rest @ ..] = word else { return false };
    (b"NBRQKO".contains(first) || matches!(first, b'a'..=b'h'))
        && rest.len() < 5
        && rest.iter().all(|byte| matches!(byte, b'a'..=b'h' | b'1'..=b'8' | b'x' | b'-' | b'O' | b'='))
}
