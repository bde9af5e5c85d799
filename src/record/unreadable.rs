//! Words that are nothing movetext has, and moves with marks behind them.

use crate::chess::Resolved;
use crate::encoding::Encoding;

use super::descriptive::{Notation, Said, descriptive_move, is_surely_descriptive};
use super::fault::FaultKind;
use super::marks::{
    MarkedMove, has_a_number_in_it, is_behind_word, is_in_other_signs, is_move_in_another_language,
    other_blank, signs, typed,
};
use super::movetext::ends_token;
use super::reader::Reader;
use super::record::{Record, StopReason};
use super::release::Replay;
use super::span::Span;

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
        if !record.is_held || record.meet_token(&Said::San(read), token) == Replay::Goes {
            let resolved = record.position.resolve(read, &record.threats);
            let is_told = match resolved {
                Resolved::Export(_) => marked.evaluation > 0 || is_in_other_signs(token.of(self.text)),
                // What fits several moves is written as none of them.
                Resolved::Odd => false,
                Resolved::Other(_) => marked.evaluation > 0,
            };
            if is_told {
                record.notation.count(record.plies() + 1, Span::new(start, evaluated));
            }
            self.off_the_road(record, resolved, read, token);
        }
        if marked.others > 0 && record.stop.is_none() {
            record.fault(FaultKind::Words, Span::new(evaluated, self.at));
        }
    }

    /// A token that is nothing movetext has.
    #[cold]
    pub(super) fn unreadable(&mut self, record: &mut Record, rest: &'t [u8]) {
        if let Some((kind, length)) = beside_the_standard(rest) {
            let span = Span::new(self.at, self.at + length);
            self.at += length;
            if record.stop.is_none() {
                record.fault(kind, span);
            }
            return;
        }
        if let Some(marked) = MarkedMove::printed(rest) {
            return self.marked_move(record, &marked, self.at);
        }
        let length = rest.iter().take_while(|byte| !ends_token(Some(*byte))).count().max(1);
        let may_be_descriptive = record.moves.is_empty() && !record.is_held;
        if may_be_descriptive && record.written == Notation::Algebraic && is_surely_descriptive(rest) {
            record.notation.count(1, Span::new(self.at, self.at + length));
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
        let word = typed(&Encoding::Auto.decode(token));
        let evaluation = word.bytes().all(|byte| matches!(byte, b'+' | b'-' | b'/' | b'=' | b'!' | b'?'));
        // `N` is a novelty behind a move; where a move is due a blank has come into it.
        if token == b"N"
            && is_behind_number(self.text, start)
            && let Some(torn) = MarkedMove::torn(rest)
        {
            return self.marked_move(record, &torn, start);
        }
        if matches!(token, b"e.p." | b"ep" | b"e.p" | b"e.p.+" | b"e.p.#" | b"ep+" | b"ep#" | b"N" | b"D")
            || (evaluation && word.len() <= 3)
        {
            if token.starts_with(b"e") {
                record.notation.count(record.plies(), span);
            }
            return;
        }
        record.lost_moves |= is_move_in_another_language(&word)
            || has_a_number_in_it(&word)
            || !token.is_ascii() && matches!(descriptive_move(word.as_bytes()), Ok(([], _)));
        if record.stop.is_some() {
            return;
        }
        let kind = if length > LONGEST_TOKEN { FaultKind::TooLong } else { FaultKind::Unreadable };
        record.fault(kind, span);
        if token.first() == Some(&b'}') {
            // A brace that closes nothing tells of a comment, not of a move.
            if let Some(fault) = record.faults.last_mut().filter(|fault| fault.kind == FaultKind::Unreadable)
            {
                fault.kind = FaultKind::StrayCloser;
            }
            self.at = start + 1;
            return;
        }
        record.stop(StopReason::Unreplayable);
        record.unread_word = Some(record.faults.len() - 1);
    }

    /// Words that no move follows cost nothing of the game: it stands as replayed.
    pub(super) fn forgive_words(record: &mut Record) {
        let Some(index) = record.unread_word.filter(|_| !record.lost_moves) else { return };
        record.stop = None;
        if let Some(fault) = record.faults.get_mut(index).filter(|fault| fault.kind == FaultKind::Unreadable)
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
