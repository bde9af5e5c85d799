//! The one pass: text to record, each move resolved and made on the real board as it is read.

use crate::chess::{CheckSign, Color, FastCastling, FastText, Position, Resolved, San, Threats, fast_scan};
use crate::encoding::Encoding;

use super::boundary::is_break;
use super::descriptive::Said;
use super::fast_tags::Habit;
use super::movetext::{
    BracketEnd, Class, annotation_suffix, class, ends_token, fast_due_number, nag, rest_of_line, skip,
    variation,
};
use super::number::{Terminated, Token};
use super::tag_pair::begins_tag;
use crate::game::diagnostic::FaultKind;
use crate::game::record::Record;
use crate::game::replay::Replay;
use crate::game::span::Span;

/// Reads the games of a chunk, one after another.
#[derive(Debug)]
pub struct Reader<'t> {
    pub(super) text: &'t [u8],
    pub(super) at: usize,
    pub(super) initial: Position,
    pub(super) encoding: Encoding,
    /// How the tag pairs of the game before began.
    pub(super) habit: Habit,
}

impl<'t> Reader<'t> {
    /// Reads `text`, which begins and ends between games.
    pub fn new(text: &'t [u8]) -> Self {
        Self::from(text, 0)
    }

    /// Reads `text` from a place between games on.
    pub fn from(text: &'t [u8], at: usize) -> Self {
        Self { text, at, initial: Position::initial(), encoding: Encoding::Auto, habit: Habit::default() }
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
        record.text.encoding = self.encoding;
    }

    /// The index in the text from which the next game is looked for.
    pub fn offset(&self) -> usize {
        self.at
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
            self.text_before(record, span);
        }
        self.tag_section(record);
        self.set_up(record);
        let ended = self.movetext(record);
        record.settle();
        record.drop_clocks_behind_stop();
        record.recount();
        if !matches!(ended, MovetextEnd::Terminated) {
            // What was never closed may have swallowed it.
            let swallowed =
                record.text.faults.iter().any(|fault| {
                    matches!(fault.kind, FaultKind::UnclosedComment | FaultKind::UnclosedVariation)
                });
            if !swallowed {
                let at = self.end_of_text_before();
                record.fault(FaultKind::NoTermination, Span::new(at, at));
            }
        }
        record.span.end = Span::new(0, self.end_of_text_before()).end;
        if record.ending.termination.is_some() {
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
            // A result that begins like a move closes the road.
            if record.replay.is_held && record.ending.termination.is_some() {
                self.at = at;
                return MovetextEnd::Terminated;
            }
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
        while !record.replay.is_held && !record.replay.irregular && record.replay.ordinary {
            let mut stretch =
                Stretch { at, threats: record.replay.threats, last_sign: record.replay.last_sign };
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
            record.replay.threats = stretch.threats;
            record.replay.last_sign = stretch.last_sign;
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
                let due = i64::from(record.position.fullmove()) + record.recovery.number_offset;
                let Some(length) = fast_due_number(ahead, due, us) else { return Some(Halt::Elsewhere) };
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
        let Some(read) = FastText::read(ahead) else { return Some(Halt::Move { token }) };
        let usual = record.position.resolve_usual(read, &stretch.threats, us);
        let Some(usual) = usual else { return Some(Halt::Move { token }) };
        stretch.at = token + read.length();
        let place = Span::new(token, token).start;
        stretch.threats = record.position.make_usual(usual, us);
        if record.keep(usual.played(), place) == Replay::Stopped {
            return Some(Halt::Elsewhere);
        }
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
        if let Some(castling) = window.and_then(FastCastling::read) {
            let castled = record.position.castle_usually(castling, &record.replay.threats);
            let Some(played) = castled else { return behind_blank(text, self.move_token(record, token)) };
            record.replay.threats = record.position.threats();
            let _ = record.keep(played, place);
            record.verify_sign(castling.sign(), place);
            return token + castling.length();
        }
        let usual =
            window.and_then(|window| record.position.resolve_with_origin(window, &record.replay.threats));
        let Some((read, usual)) = usual else { return behind_blank(text, self.move_token(record, token)) };
        record.replay.threats = record.position.make_usual(usual, record.position.turn());
        let _ = record.keep(usual.played(), place);
        record.verify_sign(read.sign(), place);
        token + read.length()
    }

    /// `element`, other than a move, its number or a comment; says whether the movetext ends with it.
    pub(super) fn other_element(&mut self, record: &mut Record, class: Class) -> Option<MovetextEnd> {
        let rest = self.rest();
        match class {
            Class::Dot if rest.starts_with(b".5") && self.meant_result(record, self.at, rest) => {
                return Some(MovetextEnd::Terminated);
            }
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
            Class::Bracket if self.pass_tag_among_moves(record) => {}
            Class::Bracket if begins_tag(rest) => return Some(MovetextEnd::NextGame),
            Class::Percent if self.is_line_start() => self.go_to(skip(rest_of_line, rest)),
            Class::VariationEnd => {
                record.fault(FaultKind::StrayCloser, Span::new(self.at, self.at + 1));
                self.at += 1;
            }
            // `½-½`: a result that begins with a digit is read there.
            _ if self.meant_result(record, self.at, rest) => return Some(MovetextEnd::Terminated),
            _ => self.unreadable(record, rest),
        }
        None
    }

    /// A token that begins like a move; returns the place behind it.
    #[inline(never)] // shared by its callers, so that what is learnt of its jumps is too
    pub(super) fn move_token(&mut self, record: &mut Record, start: usize) -> usize {
        let text = self.text;
        let Some(rest) = text.get(start..) else { return start };
        let read = fast_scan(rest);
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
        if record.replay.is_held {
            return self.held_move(record, read.san(), token);
        }
        match record.position.resolve(read.san(), &record.replay.threats) {
            Resolved::Export(played) if !record.replay.irregular => {
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
        self.text.len() - skip(annotation_suffix, rest).len()
    }

    /// A move where the replay has stopped, or a man was released whose move is not complete.
    #[cold]
    fn held_move(&mut self, record: &mut Record, read: San, token: Span) -> usize {
        self.at = token.range().end;
        if record.meet_token(&Said::San(read), token) == Replay::Goes {
            let resolved = record.position.resolve(read, &record.replay.threats);
            self.off_the_road(record, resolved, read, token);
        }
        self.at
    }

    pub(super) fn variation(&mut self, record: &mut Record, rest: &'t [u8]) -> Closed {
        // `(=)` marks the offer of a draw on a scoresheet.
        if let [b'(', b'=', b')', after @ ..] = rest {
            self.go_to(after);
            return Closed::Yes;
        }
        let start = self.at;
        let (after, end) = variation(rest).unwrap_or((rest, BracketEnd::Closed));
        self.go_to(after);
        match end {
            BracketEnd::Closed => Closed::Yes,
            BracketEnd::Unclosed => {
                record.fault(FaultKind::UnclosedVariation, Span::new(start, start + 1));
                Closed::No
            }
        }
    }

    fn finish(record: &mut Record) {
        Self::forgive_words(record);
        record.note_end();
    }
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

/// Whether a variation was closed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Closed {
    No,
    Yes,
}

/// The first game of a text, for tests.
#[cfg(test)]
pub(crate) fn the_game(text: &str) -> Record {
    let mut record = Record::default();
    assert_eq!(Reader::new(text.as_bytes()).next(&mut record), NextGame::Read);
    record
}
