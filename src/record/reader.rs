//! The one pass: text to record, each move resolved and made on the real board as it is read.

use crate::chess::{CheckSign, Color, Position, Resolved, San, Threats, UsualCastling, UsualText, scan};
use crate::encoding::Encoding;
use crate::finding::Score;

use super::between::is_conflict_mark;
use super::cut::is_break;
use super::descriptive::{Notation, Said, descriptive_move, is_surely_descriptive};
use super::fault::{FaultKind, is_move_in_another_language};
use super::marks::{
    MarkedMove, SpacedResult, has_a_number_in_it, is_behind_word, is_in_other_signs, other_blank, signs,
    spaced_castling, spaced_result, typed,
};
use super::movetext::{
    Class, Dots, MoveNumber, annotation_suffix, class, due_number, ends_token, move_number, nag,
    rest_of_line, termination, variation,
};
use super::record::{End, Misnumbered, Missing, Record, Setup, StopReason, Termination};
use super::release::Replay;
use super::span::Span;
use super::tag_values::ReadValue;
use super::tags::{ReadPair, Spelling, TagName, TagOddity, any_pair, begins_tag, unopened_pair};

/// How many tag pairs of one game are kept.
const MOST_TAGS: usize = 4096;
/// The longest token of movetext, in bytes.
const LONGEST_TOKEN: usize = 255;

/// Reads the games of a chunk, one after another.
#[derive(Debug)]
pub struct Reader<'t> {
    pub(super) text: &'t [u8],
    pub(super) at: usize,
    pub(super) initial: Position,
    pub(super) encoding: Encoding,
}

impl<'t> Reader<'t> {
    /// Reads `text`, which begins and ends between games.
    pub fn new(text: &'t [u8]) -> Self {
        Self::from(text, 0)
    }

    /// Reads `text` from a place between games on.
    pub fn from(text: &'t [u8], at: usize) -> Self {
        Self { text, at, initial: Position::initial(), encoding: Encoding::Auto }
    }

    /// The same, what is beyond ASCII in this encoding.
    #[must_use]
    pub fn encoded(self, encoding: Encoding) -> Self {
        Self { encoding, ..self }
    }

    /// Reads the tags of the game that begins here, and nothing else of it.
    pub fn read_tags(&mut self, record: &mut Record) {
        self.begin(record);
        self.tag_section(record);
    }

    fn begin(&self, record: &mut Record) {
        record.clear(self.at);
        record.encoding = self.encoding;
    }

    /// Whether nothing of the text is left.
    pub fn is_at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    #[inline]
    pub(super) fn rest(&self) -> &'t [u8] {
        self.text.get(self.at..).unwrap_or_default()
    }

    #[inline]
    pub(super) fn go_to(&mut self, rest: &[u8]) {
        self.at = self.text.len() - rest.len();
    }

    /// Reads the next game into `record`; false where there is none.
    pub fn next(&mut self, record: &mut Record) -> NextGame {
        let prose = self.skip_to_game();
        if self.at >= self.text.len() {
            return NextGame::None;
        }
        self.begin(record);
        if let Some(span) = prose {
            let is_mark = is_conflict_mark(span.of(self.text));
            record.fault(if is_mark { FaultKind::ConflictMark } else { FaultKind::TextBeforeGame }, span);
        }
        self.tag_section(record);
        self.set_up(record);
        let ended = self.movetext(record);
        record.settle();
        record.recount();
        if !matches!(ended, MovetextEnd::Terminated) {
            // What was never closed may have swallowed it.
            let swallowed = record
                .faults
                .iter()
                .any(|fault| matches!(fault.kind, FaultKind::UnclosedComment | FaultKind::UnclosedVariation));
            if !swallowed {
                let at = self.end_of_text_before();
                record.fault(FaultKind::NoTermination, Span::new(at, at));
            }
        }
        record.span.end = Span::new(0, self.end_of_text_before()).end;
        if record.termination.is_some() {
            self.skip_after_end(record);
        }
        Self::finish(record);
        NextGame::Read
    }

    /// Where the text read so far ends, trailing blanks aside.
    pub(super) fn end_of_text_before(&self) -> usize {
        let read = self.text.get(..self.at).unwrap_or_default();
        read.trim_ascii_end().len()
    }

    pub(super) fn is_line_start(&self) -> bool {
        match self.at.checked_sub(1).and_then(|before| self.text.get(before)) {
            None => true,
            Some(byte) => is_break(*byte),
        }
    }

    /// `tag-section`: tag pairs, with comments and escape lines among them.
    fn tag_section(&mut self, record: &mut Record) {
        let mut blank_line = false;
        let mut line_has_text = true;
        loop {
            let rest = self.rest();
            let Some(byte) = rest.first() else { return };
            match byte {
                b'\r' if rest.get(1) == Some(&b'\n') => self.at += 1,
                b'\n' | b'\r' => {
                    blank_line |= !line_has_text;
                    line_has_text = false;
                    self.at += 1;
                }
                b' ' | b'\t' | 0x0B | 0x0C => self.at += 1,
                b'[' => {
                    let (text, at, before) = (self.text, self.at, record.tags.len());
                    let read = record.habit.pair(text, at, before).or_else(|| any_pair(text, at));
                    let Some(read) = read else {
                        if !record.tags.is_empty() && !self.is_line_start() {
                            return;
                        }
                        let start = self.at;
                        self.go_to(rest_of_line(rest));
                        record.fault(FaultKind::NoTag, Span::new(start, self.end_of_text_before()));
                        line_has_text = true;
                        continue;
                    };
                    if blank_line && begins_anew(record, &read) {
                        return;
                    }
                    line_has_text = true;
                    blank_line = false;
                    self.at = read.pair.span.range().end;
                    Self::take_tag(record, self.text, read);
                    if self.text.get(self.at) == Some(&b'\n') {
                        self.at += 1;
                        line_has_text = false;
                    }
                }
                b'%' if self.is_line_start() => self.go_to(rest_of_line(rest)),
                b';' => self.go_to(rest_of_line(rest)),
                b'A'..=b'Z' | b'a'..=b'z' if self.is_line_start() => {
                    let pair = unopened_pair(self.text, self.at);
                    let Some(read) = pair.filter(|read| !blank_line || !begins_anew(record, read)) else {
                        return;
                    };
                    line_has_text = true;
                    blank_line = false;
                    self.take_unopened_tag(record, read);
                }
                _ => return,
            }
        }
    }

    #[cold] // and the usual pairs are taken in line
    fn take_unopened_tag(&mut self, record: &mut Record, read: ReadPair) {
        self.at = read.pair.span.range().end;
        Self::take_tag(record, self.text, read);
    }

    #[inline(always)]
    #[allow(clippy::inline_always)] // once for every pair of every game
    fn take_tag(record: &mut Record, text: &[u8], read: ReadPair) {
        let ReadPair { mut pair, spelled: found } = read;
        if pair.oddity != TagOddity::None {
            record.fault(FaultKind::Tag(pair.oddity), pair.span);
        }
        pair.known = found.map(|spelled| spelled.tag);
        if let Some(spelled) = found
            && spelled.exactly == Spelling::OtherCase
        {
            record.fault(FaultKind::TagCase(spelled.tag), pair.name);
        }
        if let Some(tag) = pair.known {
            if record.tag(tag).is_some() {
                record.fault(FaultKind::RepeatedTag, pair.name);
                pair.known = None;
            } else if let Some(slot) = record.known.get_mut(tag as usize) {
                *slot = u32::try_from(record.tags.len() + 1).unwrap_or(0);
            }
        }
        if let Some(tag) = pair.known
            && let ReadValue::Bad(wanted) = ReadValue::of(tag, pair.value.of(text))
        {
            record.fault(FaultKind::BadValue(wanted), pair.value);
        }
        if record.tags.len() < MOST_TAGS {
            record.tags.push(pair);
        }
    }

    /// `movetext`, up to the termination token, the next game or the end of the text.
    fn movetext(&mut self, record: &mut Record) -> MovetextEnd {
        if self.is_said_to_be_descriptive(record) {
            self.descriptive_movetext(record);
        }
        let text = self.text;
        // The place is kept in a register on the straight road, and in `self` for everything else.
        let mut at = self.at;
        loop {
            at = self.moves(record, at);
            let Some(byte) = text.get(at) else {
                self.at = at;
                return MovetextEnd::EndOfText;
            };
            if *byte <= b' ' {
                at += 1;
                continue;
            }
            let class = class(*byte);
            // A chain of questions, the likeliest first: a jump table is guessed wrong more often.
            if class == Class::Comment {
                at = behind_blank(text, self.comment(record, at));
            } else if class == Class::Move {
                at = behind_blank(text, self.move_token(record, at));
            } else if class == Class::Digit {
                match self.digit_token(record, at) {
                    Token::Go(next) => at = behind_blank(text, next),
                    Token::End => return MovetextEnd::Terminated,
                }
                if text.get(at).is_some_and(|byte| self::class(*byte) == Class::Move) {
                    at = behind_blank(text, self.move_token(record, at));
                }
            } else {
                self.at = at;
                if let Some(end) = self.other_element(record, class) {
                    return end;
                }
                at = self.at;
            }
        }
    }

    /// As many moves, their numbers and comments as stand at a place with blanks between, the usual moves on the
    /// straight road; returns the place behind them.
    #[inline(never)] // the registers are its own
    fn moves(&mut self, record: &mut Record, start: usize) -> usize {
        let text = self.text;
        let mut at = start;
        while !record.is_held && !record.irregular && record.ordinary {
            let mut stretch = Stretch { at, threats: record.threats, last_sign: record.last_sign };
            let mut turn = record.position.turn();
            let halt = loop {
                if turn == Color::White
                    && let Some(halt) = self.usual_move(record, &mut stretch, Color::White)
                {
                    break halt;
                }
                turn = Color::White;
                if let Some(halt) = self.usual_move(record, &mut stretch, Color::Black) {
                    break halt;
                }
            };
            at = stretch.at;
            record.threats = stretch.threats;
            record.last_sign = stretch.last_sign;
            match halt {
                Halt::Move { token } if text.get(token).is_some_and(|byte| class(*byte) == Class::Move) => {
                    at = self.less_usual_move(record, token);
                }
                Halt::Comment { reached } => at = behind_blank(text, self.any_comment(record, at, reached)),
                _ => break,
            }
        }
        at
    }

    /// A usual move of the player on move, with the usual comments and the number before it; or what stands there.
    #[inline(always)]
    #[allow(clippy::inline_always)] // the straight stretch, once for each colour
    fn usual_move(&mut self, record: &mut Record, stretch: &mut Stretch, us: Color) -> Option<Halt> {
        let text = self.text;
        let window = |at| text.get(at..).and_then(<[u8]>::first_chunk::<8>).copied();
        let mut token = stretch.at;
        let ahead = loop {
            let Some(ahead) = window(token) else { return Some(Halt::Elsewhere) };
            if ahead[0].is_ascii_digit() {
                let due = i64::from(record.position.fullmove()) + record.number_offset;
                let Some(length) = due_number(ahead, due, us) else { return Some(Halt::Elsewhere) };
                token += length;
                let Some(ahead) = window(token) else { return Some(Halt::Elsewhere) };
                break ahead;
            }
            if ahead[0] == b'{' {
                match self.usual_comment(record, token) {
                    Ok(next) => token = behind_blank(text, next),
                    Err(reached) => {
                        stretch.at = token;
                        return Some(Halt::Comment { reached });
                    }
                }
            } else if ahead[0] == b'\n' {
                // Behind a move one blank is passed, and many files end their lines with two bytes.
                token += 1;
            } else {
                break ahead;
            }
            stretch.at = token;
        };
        let Some(read) = UsualText::read(ahead) else { return Some(Halt::Move { token }) };
        let usual = record.position.resolve_usual(read, &stretch.threats, us);
        let Some(usual) = usual else { return Some(Halt::Move { token }) };
        stretch.at = token + read.length();
        let place = Span::new(token, token).start;
        stretch.threats = record.position.make_usual(usual, us);
        record.keep(usual.played(), place);
        stretch.last_sign = read.sign();
        // A sign of mate is never as foreseen: it is looked into.
        if u8::from(stretch.threats.is_check()) != stretch.last_sign as u8 {
            record.judge_sign(stretch.last_sign, stretch.threats.is_check(), place);
        }
        None
    }

    /// A move that begins at a place, as usual as not; returns the place behind it and a blank.
    #[inline(never)] // beside the straight road
    fn less_usual_move(&mut self, record: &mut Record, token: usize) -> usize {
        let text = self.text;
        let window = text.get(token..).and_then(<[u8]>::first_chunk::<8>).copied();
        let place = Span::new(token, token).start;
        if let Some(castling) = window.and_then(UsualCastling::read) {
            let castled = record.position.castle_usually(castling, &record.threats);
            let Some(played) = castled else { return behind_blank(text, self.move_token(record, token)) };
            record.threats = record.position.threats();
            record.keep(played, place);
            record.verify_sign(castling.sign(), place);
            return token + castling.length();
        }
        let usual = window.and_then(|window| record.position.resolve_with_origin(window, &record.threats));
        let Some((read, usual)) = usual else { return behind_blank(text, self.move_token(record, token)) };
        record.threats = record.position.make_usual(usual, record.position.turn());
        record.keep(usual.played(), place);
        record.verify_sign(read.sign(), place);
        token + read.length()
    }

    /// `element`, other than a move, its number or a comment; says whether the movetext ends with it.
    pub(super) fn other_element(&mut self, record: &mut Record, class: Class) -> Option<MovetextEnd> {
        let rest = self.rest();
        match class {
            Class::Blank | Class::Newline | Class::Dot => self.at += 1,
            Class::Line => self.line_comment(record),
            Class::Nag => match nag(rest) {
                Ok((after, ())) => self.go_to(after),
                Err(_) => self.at += 1,
            },
            Class::Variation => {
                if self.variation(record, rest) == Closed::No {
                    return Some(MovetextEnd::NextGame);
                }
            }
            Class::Star => {
                if self.termination_token(record, rest) == Terminated::Yes {
                    return Some(MovetextEnd::Terminated);
                }
                self.unreadable(record, rest);
            }
            Class::Bracket if begins_tag(rest) => return Some(MovetextEnd::NextGame),
            Class::Percent if self.is_line_start() => self.go_to(rest_of_line(rest)),
            Class::VariationEnd => {
                record.fault(FaultKind::StrayCloser, Span::new(self.at, self.at + 1));
                self.at += 1;
            }
            // `½-½`: a result that begins with a digit is read there.
            _ if self.spaced_result(record, self.at, rest) => return Some(MovetextEnd::Terminated),
            _ => self.unreadable(record, rest),
        }
        None
    }

    /// A token that begins like a move; returns the place behind it.
    #[inline(never)] // shared by its callers, so that what is learnt of its jumps is too
    pub(super) fn move_token(&mut self, record: &mut Record, start: usize) -> usize {
        let text = self.text;
        let Some(rest) = text.get(start..) else { return start };
        let read = scan(rest);
        if read.length() == 0 {
            return self.unreadable_at(record, start);
        }
        let end = start + read.length();
        let mut behind = end;
        if !ends_token(text.get(end)) {
            behind = self.behind_suffix(end);
            if !ends_token(text.get(behind)) {
                return self.unreadable_at(record, start);
            }
        }
        let token = Span::new(start, behind);
        if record.is_held {
            return self.held_move(record, read.san(), token);
        }
        match record.position.resolve(read.san(), &record.threats) {
            Resolved::Export(played) if !record.irregular => {
                record.apply_inline(played, token.start);
                record.verify_sign(read.san().sign(), token.start);
                behind
            }
            resolved => {
                self.at = behind;
                self.off_the_road(record, resolved, read.san(), token);
                self.at
            }
        }
    }

    /// The place behind the signs `!` and `?` that stand at a place.
    #[inline(never)]
    fn behind_suffix(&self, at: usize) -> usize {
        let rest = self.text.get(at..).unwrap_or_default();
        self.text.len() - annotation_suffix(rest).len()
    }

    /// A move where the replay has stopped, or a man was released whose move is not complete.
    #[cold]
    fn held_move(&mut self, record: &mut Record, read: San, token: Span) -> usize {
        self.at = token.range().end;
        if record.meet_token(&Said::San(read), token) == Replay::Goes {
            let resolved = record.position.resolve(read, &record.threats);
            self.off_the_road(record, resolved, read, token);
        }
        self.at
    }

    #[cold]
    fn unreadable_at(&mut self, record: &mut Record, start: usize) -> usize {
        self.at = start;
        let rest = self.rest();
        match MarkedMove::of(rest) {
            Some(marked) => self.marked_move(record, &marked, start),
            None => self.unreadable(record, rest),
        }
        self.at
    }

    /// A move and what an annotator wrote behind it: that does not hide it.
    fn marked_move(&mut self, record: &mut Record, marked: &MarkedMove, start: usize) {
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

    /// A token that begins with a digit: a move number, a result, or castling with zeros.
    #[inline]
    pub(super) fn digit_token(&mut self, record: &mut Record, start: usize) -> Token {
        let Some(rest) = self.text.get(start..) else { return Token::Go(start) };
        if let [b'0' | b'1', b' ' | b'\x80'.., ..]
        | [b'0' | b'1', b'-', b' ', ..]
        | [b'1', b'/', b'2', b' ' | b'\x80'.., ..]
        | [b'1', b'/', b'2', b'-', b' ', ..] = rest
            && let Some(token) = self.spaced_digits(record, start, rest)
        {
            return token;
        }
        if let [b'0' | b'1', b'-' | b'/', ..] | [b'0', b'0', ..] = rest {
            self.at = start;
            if self.termination_token(record, rest) == Terminated::Yes {
                return Token::End;
            }
            if rest.first() == Some(&b'0') {
                if self.both_lose(record, rest) {
                    return Token::End;
                }
                return Token::Go(self.move_token(record, start));
            }
        }
        let Ok((after, number)) = move_number(rest) else {
            return Token::Go(start + 1);
        };
        let end = self.text.len() - after.len();
        let due = i64::from(record.position.fullmove()) + record.number_offset;
        let wrong = i64::from(number.number) != due
            || (number.dots == Dots::Many && record.position.turn() == Color::White);
        if wrong && !record.is_held {
            Self::wrong_number(record, number, Span::new(start, end));
        }
        Token::Go(end)
    }

    /// Digits with blanks behind them, or signs of print: a result, or castling.
    #[cold]
    fn spaced_digits(&mut self, record: &mut Record, start: usize, rest: &'t [u8]) -> Option<Token> {
        if self.spaced_result(record, start, rest) {
            return Some(Token::End);
        }
        if let Some(castling) = MarkedMove::printed(rest) {
            self.marked_move(record, &castling, start);
        } else {
            let length = spaced_castling(rest)?;
            self.at = start;
            record.lost_moves = true;
            self.unreadable_stretch(record, rest, length);
        }
        Some(Token::Go(self.at))
    }

    /// A result with blanks in it, or signs of print: `1 - 0`, `1–0`, `½-½`.
    fn spaced_result(&mut self, record: &mut Record, start: usize, rest: &'t [u8]) -> bool {
        let Some(SpacedResult { length, score }) = spaced_result(rest) else { return false };
        let span = Span::new(start, start + length);
        self.at = start + length;
        // The end of a game in descriptive notation is read again on the straight road.
        if record.faults.last().is_none_or(|last| last.span != span) {
            record.fault(FaultKind::SpacedResult(score), span);
        }
        record.termination = Some(Termination { score, span });
        true
    }

    /// Whether `0-0` ends the game as a score, both players losing (FIDE 11.8), and does not castle: it
    /// is the last token, and there are no moves, or the tags say so, or no score is given and the mover cannot castle.
    #[cold]
    pub(super) fn both_lose(&mut self, record: &mut Record, rest: &'t [u8]) -> bool {
        let Some(after) = rest.strip_prefix(b"0-0") else { return false };
        let behind = after.trim_ascii_start();
        if !ends_token(after.first()) || !(behind.is_empty() || begins_tag(behind)) {
            return false;
        }
        let castles = || {
            let castling = San::from_ascii(b"0-0");
            !castling
                .is_some_and(|read| matches!(record.position.resolve(read, &record.threats), Resolved::Odd))
        };
        let given =
            record.value(TagName::Result, self.text).map(|value| Score::from_ascii(value.trim_ascii()));
        let is_score = record.moves.is_empty()
            || record.detail_says_both_lose(self.text)
            || match given {
                Some(None) => true,
                Some(Some(Score::Unknown)) | None => record.stop.is_none() && !castles(),
                Some(Some(_)) => false,
            };
        if !is_score {
            return false;
        }
        let start = self.at;
        self.go_to(after);
        record.termination = Some(Termination { score: Score::Unknown, span: Span::new(start, self.at) });
        true
    }

    #[cold]
    fn wrong_number(record: &mut Record, written: MoveNumber, span: Span) {
        record.numbers.count(record.plies() + 1, span);
        let offset = i64::from(written.number) - i64::from(record.position.fullmove());
        // Of moves that are numbered otherwise throughout a number says nothing, nor does that of a position's first move.
        let is_first = record.moves.is_empty() && matches!(record.setup, Setup::Fen | Setup::Placed);
        let is_later = record.number_offset == 0 && offset > 0 && !is_first;
        let missing = match (record.position.turn(), written.dots) {
            (Color::Black, dots) if dots != Dots::Many && is_later && offset == 1 => Some(Missing::OfOne),
            _ if is_later => Some(Missing::OfBoth { number: written.number }),
            (Color::White, Dots::Many) => Some(Missing::OfOne),
            _ => None,
        };
        let plies = record.plies();
        record.misnumbered = missing.map(|missing| Misnumbered { plies, missing });
        // What follows is held to this number, so that one slip is counted once.
        record.number_offset = offset;
    }

    fn termination_token(&mut self, record: &mut Record, rest: &'t [u8]) -> Terminated {
        let Ok((after, score)) = termination(rest) else {
            return Terminated::No;
        };
        let start = self.at;
        self.go_to(after);
        record.termination = Some(Termination { score, span: Span::new(start, self.at) });
        Terminated::Yes
    }

    pub(super) fn variation(&mut self, record: &mut Record, rest: &'t [u8]) -> Closed {
        // `(=)` marks the offer of a draw on a scoresheet.
        if let [b'(', b'=', b')', after @ ..] = rest {
            self.go_to(after);
            return Closed::Yes;
        }
        let start = self.at;
        match variation(rest) {
            Ok(after) => {
                self.go_to(after);
                Closed::Yes
            }
            Err(after) => {
                self.go_to(after);
                record.fault(FaultKind::UnclosedVariation, Span::new(start, start + 1));
                Closed::No
            }
        }
    }

    /// A token that is nothing movetext has.
    #[cold]
    fn unreadable(&mut self, record: &mut Record, rest: &'t [u8]) {
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
    fn forgive_words(record: &mut Record) {
        let Some(index) = record.unread_word.filter(|_| !record.lost_moves) else { return };
        record.stop = None;
        if let Some(fault) = record.faults.get_mut(index).filter(|fault| fault.kind == FaultKind::Unreadable)
        {
            fault.kind = FaultKind::Words;
        }
    }

    fn finish(record: &mut Record) {
        Self::forgive_words(record);
        if record.stop.is_some_and(|stop| stop.reason == StopReason::Unreplayable) {
            return;
        }
        record.facts.end = record.end_of_board();
        if record.facts.end == End::Mate && record.stands_in_passed_mate() {
            record.facts.end = End::Open;
        }
        if record.facts.end == End::Mate
            && record.facts.doubtful.is_none()
            && !matches!(record.last_sign, CheckSign::Mate | CheckSign::Double)
            && !record.moves.is_empty()
        {
            let ply = record.plies();
            let token = record.moves.token(record.moves.len() - 1).unwrap_or_default();
            let span = Span { start: token, end: token + 1 };
            if record.missing_signs.ply != ply || record.missing_signs.count == 0 {
                record.missing_signs.count(ply, span);
            }
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

/// Whether a pair behind a blank line is the first of another game's: a tag section that begins anew.
fn begins_anew(record: &Record, read: &ReadPair) -> bool {
    !record.tags.is_empty()
        && read
            .spelled
            .is_some_and(|spelled| spelled.tag == TagName::Event || record.tag(spelled.tag).is_some())
}

/// The place behind the blank or the end of a line that stands at a place, if one does.
#[inline]
fn behind_blank(text: &[u8], at: usize) -> usize {
    at + usize::from(text.get(at).is_some_and(|byte| *byte <= b' '))
}

/// How far a stretch of usual moves has come.
struct Stretch {
    at: usize,
    threats: Threats,
    last_sign: CheckSign,
}

/// What ends a stretch of usual moves.
enum Halt {
    /// Another move, or no move at all.
    Move { token: usize },
    /// A comment that holds something else from a place on.
    Comment { reached: usize },
    /// Anything else.
    Elsewhere,
}

/// Whether a game was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NextGame {
    /// It was.
    Read,
    /// There is none.
    None,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum MovetextEnd {
    Terminated,
    NextGame,
    EndOfText,
}

/// Where the text goes on behind a token, if it does not end the movetext.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Token {
    Go(usize),
    End,
}

/// Whether a token ends the game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Terminated {
    No,
    Yes,
}

/// Whether a variation was closed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Closed {
    No,
    Yes,
}

/// The first game of a text, for tests.
#[cfg(test)]
pub(super) fn the_game(text: &str) -> Record {
    let mut record = Record::default();
    assert_eq!(Reader::new(text.as_bytes()).next(&mut record), NextGame::Read);
    record
}
