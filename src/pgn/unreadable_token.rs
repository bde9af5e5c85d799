//! Words that are no movetext, and moves with signs after them.

use crate::chess::{Color, Meaning, Move, Resolved};
use crate::encoding::Encoding;

use super::annotation_glyphs::{
    AnnotatedMove, check_word, contains_move_number, has_unusual_signs, is_kind_of_check, is_word_end,
    may_be_lost_figurine, non_ascii_blank, novelty_length, spaced_castling, symbols_length,
    without_soft_break,
};
use super::boundary::{begins_its_line, is_break};
use super::counted_faults::count_in_game;
use super::descriptive::{WrittenMove, descriptive_move, is_surely_descriptive};
use super::entity::{entity, unknown_entity_length};
use super::lookahead::Element;
use super::loose_moves::{JoinedMove, is_loose_move, joined_move, loose_move};
use super::lost_moves::note_lost_move;
use super::markup::{mail_code_length, markup_length};
use super::movetext::{brace_comment, ends_token, move_number};
use super::number::{misread_number, roman_number};
use super::prose::{holds_moves, is_move, is_prose, quote_marks};
use super::reader::Reader;
use super::recovery::numbered_ply;
use super::respelled_move::misread_move;
use super::stated_end::is_end_in_words;
use crate::game::foreign_letters::{
    is_lookalike, is_move_in_another_language, move_after_sign, with_pgn_signs,
};
use crate::game::recovery_state::PositionDoubt;
use crate::game::replay::Replay;
use crate::game::{FaultKind, Notation, Record, Span, StopReason};

/// The longest token of movetext, in bytes.
const LONGEST_TOKEN: usize = 255;

/// Fewer dots are no sign for moves that are left out.
const DOTS_OF_MOVES: usize = 3;

/// The longest move, in bytes.
const LONGEST_MOVE: usize = 8;

/// Moves after the sign of an idea within which the next number is looked for.
const MOST_OF_IDEA: usize = 16;

impl<'t> Reader<'t> {
    #[cold]
    pub(super) fn unreadable_at(&mut self, record: &mut Record, start: usize) -> usize {
        self.at = start;
        let rest = self.rest();
        if let Some(castling) = AnnotatedMove::split_castling(rest) {
            if record.replay.fast_path_closed || is_legal(record, &castling) {
                self.annotated_move(record, &castling, start);
            } else {
                record.recovery.lost_moves = true;
                self.unreadable_stretch(record, rest, castling.length);
            }
            return self.at;
        }
        match AnnotatedMove::of(rest).filter(|marked| !self.closes_nested_comment(record, marked)) {
            Some(marked) => self.annotated_move(record, &marked, start),
            None => self.unreadable(record, rest),
        }
        self.at
    }

    pub(super) fn annotated_move(&mut self, record: &mut Record, marked: &AnnotatedMove, start: usize) {
        let end = start + marked.length;
        self.at = end + marked.signs;
        let token = Span::new(start, end);
        let read = marked.unsigned.filter(|unsigned| !record.gives_check(*unsigned)).unwrap_or(marked.read);
        if !record.replay.fast_path_closed
            || record.resolve_release(&WrittenMove::San(read), token) == Replay::Continues
        {
            let resolved = record.position.resolve(read, &record.replay.threats);
            let deviates = match resolved {
                Resolved::Export(_) => marked.signs > 0 || has_unusual_signs(token.of(self.text)),
                Resolved::Odd => false,
                // `slow_move` counts the move itself.
                Resolved::Other(_) => marked.signs > 0,
            };
            if token.of(self.text).utf8_chunks().any(|chunk| chunk.valid().contains(is_lookalike)) {
                count_in_game(record, FaultKind::Lookalikes(1), token);
            } else if deviates {
                record.text.notation.count(record.plies() + 1, Span::new(start, self.at));
            }
            self.slow_move(record, resolved, read, token);
            self.note_token(record, token);
        }
    }

    /// Whether the brace after a move may end a comment that holds another one.
    fn closes_nested_comment(&self, record: &Record, marked: &AnnotatedMove) -> bool {
        let before = Span { start: record.span.start, ..Span::new(self.at, self.at) }.of(self.text);
        let comment = before.iter().rposition(|byte| *byte == b'}').and_then(|end| before.get(..end));
        let comment = comment.and_then(|comment| comment.rsplit(|byte| *byte == b'}').next());
        self.text.get(self.at + marked.length + marked.signs) == Some(&b'}')
            && comment.is_some_and(|comment| memchr::memchr_iter(b'{', comment).count() > 1)
    }

    /// Reads a token that is no movetext of the standard.
    #[cold]
    pub(super) fn unreadable(&mut self, record: &mut Record, rest: &'t [u8]) {
        // A brace that closes nothing hides no move.
        if rest.first() == Some(&b'}') {
            let span = Span::new(self.at, self.at + 1);
            self.at += 1;
            if record.ending.stop.is_none() {
                record.add_fault(FaultKind::StrayCloser, span);
            }
            return;
        }
        if self.ends_before_heading(record, self.at) {
            return;
        }
        // The mark of a quoted line hides no move.
        if self.is_line_start() && quote_marks(rest) > 0 {
            return self.skip_quote_marks(record);
        }
        if let Some(length) = self.end_in_words(record, rest) {
            let span = Span::new(self.at, self.at + length);
            self.at += length;
            if record.ending.stop.is_none() {
                record.add_fault(FaultKind::Words, span);
            }
            return;
        }
        if let Some(length) = placeholder_length(rest) {
            let span = Span::new(self.at, self.at + length);
            if record.ending.stop.is_none() && self.has_number_before(span) && self.is_separator(record, span)
            {
                self.at += length;
                return record.text.notation.count(record.plies(), span);
            }
            if record.ending.stop.is_none() && self.note_placeholder(record, span) {
                self.at += length;
                note_lost_move(record, span);
                return;
            }
        }
        if let Some(length) = non_ascii_blank(rest) {
            let span = Span::new(self.at, self.at + length);
            self.at += length;
            return count_in_game(record, FaultKind::NonstandardBlanks(1), span);
        }
        if let Some(length) = markup_length(rest).or_else(|| mail_code_length(rest)) {
            let span = Span::new(self.at, self.at + length);
            self.at += length;
            return count_in_game(record, FaultKind::Markup(1), span);
        }
        let length = harmless_signs(rest);
        if length > 0 {
            let span = Span::new(self.at, self.at + length);
            self.at += length;
            if record.ending.stop.is_none() {
                match check_word(span.of(self.text)) {
                    Some(sign) => record.note_check_word(sign, span),
                    None if self.is_last_of_number(record, span) => note_lost_move(record, span),
                    None => record.text.notation.count(record.plies(), span),
                }
                self.skip_idea(record, span);
            }
            return;
        }
        if self.loose_result(record, self.at, rest) {
            record.replay.fast_path_closed = true;
            return;
        }
        if let Some(marked) = AnnotatedMove::printed(&self.printed_text(rest)) {
            return self.annotated_move(record, &marked, self.at);
        }
        let misspelled =
            AnnotatedMove::with_small_letter(rest).or_else(|| AnnotatedMove::with_colon_after(rest));
        if let Some(marked) = misspelled.filter(|marked| is_legal(record, marked)) {
            record.text.notation.count(record.plies() + 1, Span::new(self.at, self.at + marked.length));
            if matches!(rest, [b'n' | b'r' | b'q' | b'k', ..]) {
                record.recovery.position_doubt.get_or_insert(PositionDoubt::SmallLetters);
            }
            return self.annotated_move(record, &marked, self.at);
        }
        let length = rest.iter().take_while(|byte| !ends_token(Some(*byte))).count().max(1);
        let may_be_descriptive = record.moves.is_empty() && !record.replay.fast_path_closed;
        if may_be_descriptive
            && record.text.move_notation == Notation::Algebraic
            && is_surely_descriptive(rest)
        {
            record.text.notation.count(1, Span::new(self.at, self.at + length));
            return self.descriptive_movetext(record);
        }
        let length = spaced_castling(rest).or_else(|| unknown_entity_length(rest)).unwrap_or(length);
        if !self.loose_token(record, rest.get(..length).unwrap_or_default()) {
            self.unreadable_stretch(record, rest, length);
        }
    }

    /// Notes dots in place of the last moves, which follow no number; returns whether there are any.
    #[cold]
    pub(super) fn dots_at_end(&self, record: &mut Record) -> bool {
        let dots = self.rest().iter().take_while(|byte| **byte == b'.').count();
        let before = self.text.get(..self.at).unwrap_or_default();
        let is_word = before.last().is_some_and(u8::is_ascii_whitespace) && dots >= DOTS_OF_MOVES;
        let follows_number =
            before.trim_ascii_end().last().is_some_and(|byte| byte.is_ascii_digit() || *byte == b'.');
        if !is_word || record.moves.is_empty() || record.ending.stop.is_some() {
            return false;
        }
        // The last move may end in the digit of its square.
        let last = before.trim_ascii_end().rsplit(u8::is_ascii_whitespace).next().unwrap_or_default();
        if follows_number && !is_move(last) {
            return false;
        }
        let mut ahead = self.ahead_from(self.at + dots);
        if ahead.next_element(record.text.move_notation).is_some() || !ahead.is_at_game_end() {
            return false;
        }
        note_lost_move(record, Span::new(self.at, self.at + dots));
        false
    }

    /// The length of the line that begins here, if it states the end of the game in words. They hide no move.
    #[cold]
    fn end_in_words(&self, record: &Record, rest: &[u8]) -> Option<usize> {
        if record.moves.is_empty() || !begins_its_line(self.text, self.at) {
            return None;
        }
        let line = rest.split(|byte| is_break(*byte)).next()?.trim_ascii_end();
        (is_end_in_words(line) && is_prose(line)).then_some(line.len())
    }

    /// Whether signs are between a move number and the end of the game.
    fn is_last_of_number(&self, record: &Record, signs: Span) -> bool {
        let mut ahead = self.ahead_from(self.at);
        !signs.of(self.text).is_ascii()
            && self.has_number_before(signs)
            && ahead.next_element(record.text.move_notation).is_none()
            && ahead.is_at_game_end()
    }

    /// Skips the moves after the sign of an idea or of a better move, if the number after them shows that they are not played.
    #[cold]
    fn skip_idea(&mut self, record: &Record, sign: Span) {
        if !matches!(sign.of(self.text), b"\xce\x94" | b"\xe2\x88\x86" | b"\xe2\x8c\x93") {
            return;
        }
        let mut rest = self.rest();
        for _ in 0..MOST_OF_IDEA {
            rest = rest.trim_ascii_start();
            let length = rest.iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
            let (word, after) = rest.split_at(length);
            let signs = word.iter().rev().take_while(|byte| b",!?".contains(byte)).count();
            if !is_move(word.get(..length - signs).unwrap_or_default()) {
                let number = move_number(rest).ok().and_then(|(_, number)| numbered_ply(record, number));
                if number == Some(record.plies()) {
                    self.advance_to(rest);
                }
                return;
            }
            rest = after;
        }
    }

    /// Reads a token in a form of a move that PGN does not have; returns whether exactly one legal move fits it.
    #[cold]
    pub(super) fn loose_token(&mut self, record: &mut Record, token: &[u8]) -> bool {
        if record.replay.fast_path_closed {
            return false;
        }
        let start = self.at;
        let span = Span::new(start, start + token.len());
        let Some((played, sign)) = loose_move(&record.position, token) else {
            return self.joined_moves(record, span);
        };
        self.at = start + token.len();
        record.text.notation.count(record.plies() + 1, span);
        Self::make_move(record, played, sign, span);
        self.note_token(record, span);
        true
    }

    /// Reads the first of two moves that are joined by `/`, or by nothing if they are all of a turn; returns whether it is one.
    #[cold]
    pub(super) fn joined_moves(&mut self, record: &mut Record, token: Span) -> bool {
        let Some(JoinedMove { played, read, length, next }) =
            joined_move(&record.position, token.of(self.text))
        else {
            return false;
        };
        let start = token.range().start;
        let first = Span::new(start, start + length);
        if length < next {
            record.text.notation.count(record.plies() + 1, first);
        } else if self.is_whole_turn(record, token) {
            count_in_game(record, FaultKind::JoinedMoves(1), token);
            record.text.tokens_as_read.push(first);
        } else {
            return false;
        }
        self.at = start + next;
        Self::make_move(record, played, read.sign(), first);
        true
    }

    /// Whether the number after a token leaves it the moves of both players.
    fn is_whole_turn(&self, record: &Record, token: Span) -> bool {
        let mut ahead = self.ahead_from(token.range().end);
        loop {
            match ahead.next_element(record.text.move_notation) {
                Some(Element::Comment(_)) => {}
                Some(Element::Number(number)) => {
                    return numbered_ply(record, number) == Some(record.plies() + 2);
                }
                Some(Element::Move { .. }) => return false,
                None => return ahead.is_at_game_end() && record.position.turn() == Color::White,
            }
        }
    }

    /// Reads an unreadable token of `length` bytes.
    #[cold]
    pub(super) fn unreadable_stretch(&mut self, record: &mut Record, rest: &'t [u8], length: usize) {
        let start = self.at;
        let due = i64::from(record.position.fullmove()) + record.recovery.number_offset;
        let mut numbers = [roman_number(rest), misread_number(rest)].into_iter().flatten();
        if record.ending.stop.is_none()
            && let Some((after, _)) = numbers.find(|(_, number)| i64::from(number.number) == due)
        {
            self.advance_to(after);
            return record.text.wrong_numbers.count(record.plies() + 1, Span::new(start, self.at));
        }
        let token = rest.get(..length).unwrap_or_default();
        self.at += length;
        let span = Span::new(start, self.at);
        // A longer one is no word.
        let word = if length > LONGEST_TOKEN {
            String::new()
        } else {
            with_pgn_signs(&Encoding::Auto.decode(token))
        };
        let evaluation = !word.is_empty()
            && word.bytes().all(|byte| matches!(byte, b'+' | b'-' | b'/' | b'=' | b'!' | b'?' | b'#'));
        // In mail, `N=` may end a line within a move.
        let is_alone = length == 1
            || length == 2 && without_soft_break(rest.get(1..).unwrap_or_default()).len() + 1 < rest.len();
        if is_alone && let Some(detached) = AnnotatedMove::with_detached_letter(rest) {
            match self.meaning_of_letter(record, &detached, rest) {
                DetachedLetter::Piece => {
                    record.recovery.has_detached_letters = true;
                    return self.annotated_move(record, &detached, start);
                }
                DetachedLetter::PieceOrMark(readings) => {
                    let token = Span::new(start, start + detached.length);
                    self.at = start + detached.length + detached.signs;
                    record.recovery.position_doubt = Some(PositionDoubt::DetachedLetter);
                    let sign = detached.read.sign();
                    return Self::make_ambiguous_move(record, readings.to_vec(), &readings, sign, token);
                }
                DetachedLetter::Mark => {}
            }
        }
        let bracketed = AnnotatedMove::with_bracketed_origin(rest).filter(|_| length == 1);
        if let Some(marked) = &bracketed
            && record.ending.stop.is_none()
            && is_legal(record, marked)
        {
            return self.annotated_move(record, marked, start);
        }
        if matches!(token, b"e.p." | b"ep" | b"e.p" | b"e.p.+" | b"e.p.#" | b"ep+" | b"ep#" | b"D")
            || (novelty_length(token) == length && bracketed.is_none())
            || (evaluation && word.len() <= 3)
            || is_engine_value(token)
        {
            if token.starts_with(b"e") {
                record.text.notation.count(record.plies(), span);
            }
            return;
        }
        if let Some(sign) = check_word(token.strip_suffix(b",").unwrap_or(token)) {
            return record.note_check_word(sign, span);
        }
        let next = rest
            .get(length..)
            .unwrap_or_default()
            .split(u8::is_ascii_whitespace)
            .find(|word| !word.is_empty());
        if is_kind_of_check(token) && next.is_some_and(|word| check_word(word).is_some()) {
            return record.text.notation.count(record.plies(), span);
        }
        record.recovery.lost_moves |= is_move_in_another_language(&word)
            || move_after_sign(&word).is_some()
            || contains_move_number(&word)
            || is_loose_move(token)
            || is_off_the_board(token)
            || begins_with_move(token)
            || misread_move(&record.position, token).is_some()
            || matches!(entity(token), Ok((_, sign)) if sign.is_ascii_alphanumeric())
            || token.starts_with(b"\\") && self.is_before_moves_in_braces()
            || matches!(descriptive_move(word.as_bytes()), Ok(([], _)));
        if record.ending.stop.is_some() {
            return;
        }
        if self.is_at_end() && may_begin_a_move(token) {
            return record.add_fault(FaultKind::EndsInsideToken, span);
        }
        let kind = if length > LONGEST_TOKEN { FaultKind::TooLong } else { FaultKind::Unreadable };
        record.add_fault(kind, span);
        record.stop_replay(StopReason::Unreplayable);
        record.recovery.unreadable_word = Some(record.text.faults.len() - 1);
    }

    /// Whether moves in braces follow directly, as after `\mainline` of LaTeX.
    fn is_before_moves_in_braces(&self) -> bool {
        matches!(brace_comment(self.rest()), Ok((_, comment)) if holds_moves(comment.body))
    }

    /// Whether a detached letter is the piece of the move after it, which has none. An `N` may mark the move before it as a novelty; if both are possible,
    /// the rest of the game decides.
    fn meaning_of_letter(
        &self,
        record: &mut Record,
        detached: &AnnotatedMove,
        rest: &[u8],
    ) -> DetachedLetter {
        if record.ending.stop.is_some() || record.log.pending_release.is_some() {
            return DetachedLetter::Mark;
        }
        let piece_if = |is_piece| if is_piece { DetachedLetter::Piece } else { DetachedLetter::Mark };
        if !rest.starts_with(b"N") {
            return piece_if(is_legal(record, detached));
        }
        let before = self.text.get(..self.at - 1).unwrap_or_default();
        // A mark of an annotator does not follow a move number.
        if before.trim_ascii_end().ends_with(b".") {
            return DetachedLetter::Piece;
        }
        let alone = rest.get(1..).map(|rest| without_soft_break(rest).trim_ascii_start());
        let alone = alone.and_then(AnnotatedMove::of);
        let by = |marked: &AnnotatedMove| match record.position.meaning(marked.read) {
            Meaning::Legal(played) => Some(played),
            _ => None,
        };
        match (by(detached), alone.as_ref().and_then(by)) {
            (Some(_), None) => DetachedLetter::Piece,
            (Some(_), Some(_))
                if record.recovery.has_detached_letters || self.has_another_detached_n(record, detached) =>
            {
                DetachedLetter::Piece
            }
            (Some(with_letter), Some(alone)) => {
                let after = self.ahead_from(self.at - 1 + detached.length);
                let readings = [with_letter, alone];
                match after.surviving(record, &readings).as_slice() {
                    [only] => piece_if(*only == with_letter),
                    _ => DetachedLetter::PieceOrMark(readings),
                }
            }
            (None, _) => DetachedLetter::Mark,
        }
    }

    /// Whether the main line has another detached `N` after this move: a game has at most one novelty.
    fn has_another_detached_n(&self, record: &Record, detached: &AnnotatedMove) -> bool {
        let mut ahead = self.ahead_from(self.at - 1 + detached.length);
        while ahead.next_element(record.text.move_notation).is_some() {}
        matches!(ahead.rest(), [b'N', blank, ..] if blank.is_ascii_whitespace())
    }

    /// Undoes the stop at an unreadable word if no move is lost by it.
    pub(super) fn resume_after_harmless_words(record: &mut Record) {
        let Some(index) = record.recovery.unreadable_word.filter(|_| !record.recovery.lost_moves) else {
            return;
        };
        record.ending.stop = None;
        if let Some(fault) =
            record.text.faults.get_mut(index).filter(|fault| fault.kind == FaultKind::Unreadable)
        {
            fault.kind = FaultKind::Words;
        }
    }
}

/// The meaning of a letter that blanks separate from the move after it.
enum DetachedLetter {
    Piece,
    /// It is no part of the move.
    Mark,
    /// The move with the letter, and without it.
    PieceOrMark([Move; 2]),
}

/// The length of a word of dots, dashes or question marks, which may be in place of a move.
fn placeholder_length(text: &[u8]) -> Option<usize> {
    let length = text.iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
    let word = std::str::from_utf8(text.get(..length)?).ok()?;
    let is_sign = |sign: char| matches!(sign, '…' | '?' | '_' | '-' | '–' | '—' | '.');
    (length > 0 && word.chars().all(is_sign)).then_some(length)
}

/// The length in bytes of the symbols, the quotation marks or the comma at the start of a text. They hide no move, and one may
/// follow directly.
fn harmless_signs(text: &[u8]) -> usize {
    if may_be_lost_figurine(text) {
        return 0;
    }
    // A wiki writes `:'''1. e4` for bold text, and `:1. e4` for an indented line.
    let marks = text.iter().take_while(|byte| b":*#".contains(byte)).count();
    let quotes = text.iter().skip(marks).take_while(|byte| b"\"'".contains(byte)).count();
    let after = text.get(marks + quotes..).unwrap_or_default();
    let digits = after.iter().take_while(|byte| byte.is_ascii_digit()).count();
    // `*` may be the result of a game before the number.
    let is_numbered = digits > 0 && after.get(digits) == Some(&b'.') && !text.starts_with(b"*");
    let length = symbols_length(text).max(if quotes > 0 || is_numbered { marks + quotes } else { 0 });
    let is_sign = length > 0
        && text.get(length..).is_some_and(|after| {
            // Two quotation marks alone are a ditto sign.
            is_word_end(after) && quotes < 2
                || AnnotatedMove::of(after).is_some()
                || move_number(after).is_ok()
        });
    if is_sign { length } else { usize::from(text.starts_with(b",")) }
}

fn is_legal(record: &Record, marked: &AnnotatedMove) -> bool {
    !record.replay.fast_path_closed
        && !matches!(record.position.resolve(marked.read, &record.replay.threats), Resolved::Odd)
}

/// Whether a word is the value that an engine gives a position, with the depth: `+0.45/18`, `-1.20`.
fn is_engine_value(word: &[u8]) -> bool {
    let [b'+' | b'-', value @ ..] = word else { return false };
    let (value, depth) = match memchr::memchr(b'/', value) {
        Some(slash) => (value.get(..slash).unwrap_or_default(), value.get(slash + 1..)),
        None => (value, None),
    };
    let is_number = |digits: &[u8]| !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    let mut parts = value.splitn(2, |byte| *byte == b'.');
    parts.all(is_number) && value.contains(&b'.') && depth.is_none_or(is_number)
}

/// Whether a word begins with a move that a letter, a digit or `/` follows: `c4g6d4`, `c4/1`.
fn begins_with_move(word: &[u8]) -> bool {
    let is_after = |at: usize| word.get(at).is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'/');
    (2..word.len().min(LONGEST_MOVE)).any(|at| is_after(at) && word.get(..at).is_some_and(is_move))
}

/// Whether a word is a piece's move to a square that no board has: `Qz7`, `Bxb99`.
fn is_off_the_board(word: &[u8]) -> bool {
    let [b'K' | b'Q' | b'R' | b'B' | b'N', rest @ ..] = word else { return false };
    let square = rest.strip_prefix(b"x").unwrap_or(rest);
    matches!(square, [b'a'..=b'z', rank] | [b'a'..=b'z', rank, b'0'..=b'9'] if rank.is_ascii_digit())
}

/// Whether a word may be the beginning of a move.
fn may_begin_a_move(word: &[u8]) -> bool {
    let [first, rest @ ..] = word else { return false };
    (b"NBRQKO".contains(first) || matches!(first, b'a'..=b'h'))
        && rest.len() < 5
        && rest.iter().all(|byte| matches!(byte, b'a'..=b'h' | b'1'..=b'8' | b'x' | b'-' | b'O' | b'='))
}

#[cfg(test)]
mod tests {
    use crate::encoding::Encoding;
    use crate::finding::Score;
    use crate::game::{FaultKind, Record};
    use crate::pgn::reader::{NextGame, Reader, the_game};

    #[test]
    fn the_end_in_words_hides_no_move() {
        for said in ["White resigned.", "Draw agreed", "  Agreed drawn.", "And White gave up"] {
            let text = format!("[Event \"x\"]\n\n1. e4 e5 2. Nf3\n{said}\n");
            let record = the_game(&text);
            let faults: Vec<_> = record.text.faults.iter().map(|fault| fault.kind.clone()).collect();
            assert_eq!(faults, [FaultKind::Words, FaultKind::NoTermination], "{said}");
            assert_eq!(record.text.faults[0].span.of(text.as_bytes()), said.trim().as_bytes());
            assert!(record.ending.termination.is_none() && record.ending.stop.is_none(), "{said}");
        }
        for said in ["White wins 1-0", "and Black resigned. 0-1", "White resigns here.\n1-0"] {
            let record = the_game(&format!("[Event \"x\"]\n\n1. e4 e5 2. Nf3\n{said}\n"));
            assert!(record.ending.termination.is_some(), "{said}");
        }
        // Moves after the words are still read.
        let record = the_game("[Event \"x\"]\n\n1. e4 e5\nBlack gave up.\n2. Nf3 Nc6 1-0\n");
        assert_eq!(record.plies(), 4);
    }

    #[test]
    fn the_value_of_an_engine_is_no_move() {
        let record = the_game("[Event \"x\"]\n\n1. e4 +0.45/18 e5 -0.30 2. Nf3 Nc6 +1.20/7 1-0\n");
        assert_eq!((record.plies(), record.text.faults.as_slice()), (4, &[][..]));
        let record = the_game("[Event \"x\"]\n\n1. e4 +45 e5 1-0\n");
        assert_eq!(record.plies(), 1);
    }

    #[test]
    fn a_last_move_off_the_board_is_lost() {
        for (last, kind) in [
            ("Qz7", FaultKind::Unreadable),
            ("Bb99", FaultKind::Unreadable),
            ("Rxj1", FaultKind::Unreadable),
            ("C65", FaultKind::Words),
            ("Bravo", FaultKind::Words),
        ] {
            let record = the_game(&format!("[Event \"x\"]\n\n1. e4 e5 2. Nf3 {last} 1-0\n"));
            assert_eq!(record.text.faults.first().map(|fault| &fault.kind), Some(&kind), "{last}");
        }
    }

    #[test]
    fn a_sign_in_the_place_of_a_letter_stops_the_replay() {
        for (moves, plies) in [
            ("2. \u{fffd}f3 \u{fffd}c6 3. Bb5", 2),
            ("2. \u{a4}f3 \u{a4}c6 3. \u{a5}b5", 2),
            ("2. Nf3 \u{25a1}c6", 3),
            ("2. Nf3 &#164;c6", 3),
            ("2. Nf3 d5 3. \u{e051}xe5", 4),
        ] {
            let record = the_game(&format!("[Event \"x\"]\n\n1. e4 e5 {moves} 1-0\n"));
            let fault = record.text.faults.first().map(|fault| &fault.kind);
            assert_eq!((record.plies(), fault), (plies, Some(&FaultKind::Unreadable)), "{moves}");
            assert!(record.ending.stop.is_some() && record.nonstandard_moves.is_empty(), "{moves}");
        }
        for moves in ["2. \u{b1}f3 d6", "2. f3 \u{2192}d6", "2. f3\u{25a1} d6", "2. \u{25a1} f3 d6"] {
            let record = the_game(&format!("[Event \"x\"]\n\n1. e4 e5 {moves} 1-0\n"));
            assert_eq!((record.plies(), record.text.faults.len()), (4, 0), "{moves}");
        }
    }

    #[test]
    fn signs_are_read_in_the_encoding_that_is_set() {
        for (encoding, text) in [
            (Encoding::Cp437, &b"[Event \"x\"]\n\n1. e4 e5 2. Nf3\xf1 Nc6 \xab-\xab\n"[..]),
            (Encoding::Windows1252, b"[Event \"x\"]\n\n1. e4 e5 2. Nf3\xb1 Nc6 \xbd-\xbd\n"),
        ] {
            let mut record = Record::default();
            assert!(Reader::new(text).encoded(encoding).next(&mut record) == NextGame::Read);
            assert_eq!((record.plies(), record.ending.stop), (4, None), "{encoding}");
            let score = record.ending.termination.map(|end| end.score);
            assert_eq!(score, Some(Score::Draw), "{encoding}");
        }
    }

    #[test]
    fn letters_may_be_digits_of_a_number() {
        for moves in ["l. e4 e5 2. Nf3 Nc6", "I. e4 e5 2. Nf3 Nc6", "l.e4 e5 2.Nf3 Nc6"] {
            let record = the_game(&format!("[Event \"x\"]\n\n{moves} 1-0\n"));
            assert_eq!((record.plies(), record.text.wrong_numbers.count), (4, 1), "{moves}");
            assert!(record.text.faults.is_empty(), "{moves}");
        }
    }

    #[test]
    fn a_game_that_both_lost_is_one_finding() {
        let record = the_game("[Event \"x\"]\n\n1. e4 e5 0F-0F\n");
        let faults: Vec<_> = record.text.faults.iter().map(|fault| fault.kind.clone()).collect();
        assert_eq!(faults, [FaultKind::NonstandardResult(Score::Unknown)]);
        let said = faults.first().map(|kind| kind.message("0F-0F"));
        assert!(said.is_some_and(|said| said.contains("both players lost")));
        let record = the_game("[Event \"x\"]\n\n1. e4 e5 1-0#\n");
        let faults: Vec<_> = record.text.faults.iter().map(|fault| fault.kind.clone()).collect();
        assert_eq!(faults, [FaultKind::NonstandardResult(Score::White)]);
        let shown = faults.first().map(|kind| kind.message("1\u{96}0"));
        assert!(shown.is_some_and(|shown| shown.contains("`1<U+0096>0`")));
    }
}
