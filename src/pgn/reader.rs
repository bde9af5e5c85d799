//! The pass over a game: each move is resolved and made on the board as it is read.

use std::borrow::Cow;

use crate::chess::{
    CheckSign, Color, FastCastling, FastText, Position, Resolved, San, Subject, Threats, fast_scan,
};
use crate::encoding::Encoding;

use super::annotation_glyphs::{LONGEST_PRINTED, check_in_parentheses};
use super::boundary::is_break;
use super::counted_faults::fold_wrong_numbers;
use super::descriptive::WrittenMove;
use super::fast_tags::TagPairCache;
use super::movetext::{
    Class, annotation_suffix, class, ends_token, fast_due_number, nag, rest_of_line, skip, variation,
};
use super::number::DigitToken;
use super::prose::is_in_list;
use super::tag_pair::begins_tag;
use crate::finding::Score;
use crate::game::foreign_letters::Letters;
use crate::game::{FaultKind, Record, Span, TagName, TextFault, replay::Replay};

/// Reads the games of a chunk, one after another.
#[derive(Debug)]
pub struct Reader<'t> {
    pub(super) text: &'t [u8],
    /// The text as written, if `text` has English piece letters in the places of those of a language.
    pub(super) written: Option<(&'t [u8], Letters)>,
    pub(super) at: usize,
    pub(super) initial: Position,
    pub(super) encoding: Encoding,
    pub(super) tag_cache: TagPairCache,
    /// Where an earlier reading of the game found its course uncertain.
    pub(super) course_end: Option<CourseEnd>,
}

/// The move at which the replay ends, because it is in doubt.
#[derive(Clone, Copy, Debug)]
pub(super) struct CourseEnd {
    /// The offset of its token.
    pub token: u32,
    pub why: WhyEnded,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum WhyEnded {
    /// A slip of the pen before it explains this move and all others. The ply and the token of the first of them.
    Explained(u32, Span),
    /// It is the first of the pieces moved on an electronic board after the game.
    StrayMoves,
    /// So many moves from it on cannot be made.
    Unmade(u32),
}

impl<'t> Reader<'t> {
    /// Reads `text`, which begins and ends between games.
    pub fn new(text: &'t [u8]) -> Self {
        Self::from(text, 0)
    }

    /// Reads `text` from the offset `at`, which lies between games.
    pub fn from(text: &'t [u8], at: usize) -> Self {
        let (initial, tag_cache) = (Position::initial(), TagPairCache::default());
        Self { text, written: None, at, initial, encoding: Encoding::Auto, tag_cache, course_end: None }
    }

    /// Sets a copy of the text with English piece letters, which is read in its place.
    #[must_use]
    pub(crate) fn in_english_letters(self, english: &'t [u8], of: Letters) -> Self {
        Self { text: english, written: Some((self.text, of)), ..self }
    }

    /// Sets the encoding of bytes beyond ASCII.
    #[must_use]
    pub fn encoded(self, encoding: Encoding) -> Self {
        Self { encoding, ..self }
    }

    /// Reads only the tags of the game that begins here.
    pub fn read_tags(&mut self, record: &mut Record) {
        self.begin(record);
        self.tag_section(record);
    }

    fn begin(&self, record: &mut Record) {
        record.clear(self.at);
        record.text.encoding = self.encoding;
    }

    /// The offset in the text at which reading continues, in bytes.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// Whether the whole text is read.
    pub fn is_at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    #[inline]
    pub(super) fn rest(&self) -> &'t [u8] {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The beginning of a text, which no move or result exceeds, as it is read in Latin-1.
    #[cold]
    pub(super) fn printed_text<'a>(&self, text: &'a [u8]) -> Cow<'a, [u8]> {
        self.encoding.in_latin_1(text.get(..LONGEST_PRINTED).unwrap_or(text))
    }

    #[inline]
    pub(super) fn advance_to(&mut self, rest: &[u8]) {
        self.at = self.text.len() - rest.len();
    }

    /// Reads the next game into `record`.
    pub fn next(&mut self, record: &mut Record) -> NextGame {
        let start = self.at;
        let next = self.next_as_is(record);
        if next == NextGame::Read && !record.is_legal_to_the_end() {
            self.settle_course(record, start);
            self.try_other_letters(record, start);
        }
        fold_wrong_numbers(record);
        record.text.has_other_letters = self.written.is_some();
        next
    }

    /// Reads the next game with English piece letters only.
    pub(super) fn next_as_is(&mut self, record: &mut Record) -> NextGame {
        let prose = self.skip_to_game();
        if self.at >= self.text.len() {
            return NextGame::None;
        }
        self.begin(record);
        if let Some(span) = prose {
            self.report_text_before(record, span);
        }
        self.tag_section(record);
        self.set_up(record);
        self.doubt_start_after_text(record);
        let movetext = record.tags.pairs().last().map_or(self.at, |pair| pair.span.range().end);
        self.tags_in_comment(record);
        let ended = self.movetext(record);
        record.finish_release();
        record.drop_clocks_after_stop();
        record.recount();
        if !matches!(ended, MovetextEnd::Terminated) {
            let is_unclosed = |kind: &FaultKind| {
                matches!(
                    kind,
                    FaultKind::UnclosedComment
                        | FaultKind::CommentHidesMoves { .. }
                        | FaultKind::UnclosedVariation
                )
            };
            let hides_end = |fault: &TextFault| {
                is_unclosed(&fault.kind)
                    || fault.kind == FaultKind::MovesInLineComment && record.facts.doubtful == Some(fault.ply)
            };
            // An unclosed comment or variation, or moves that are not read, may contain the termination.
            if !record.text.faults.iter().any(hides_end) {
                let at = self.end_of_text_before();
                let is_decided = record.value(TagName::Result, self.text).and_then(Score::from_ascii);
                let is_alone = record.moves.is_empty() && record.ending.stop.is_none();
                let kind = match is_decided {
                    Some(Score::White | Score::Black | Score::Draw) if is_alone => FaultKind::NoMoves,
                    _ => FaultKind::NoTermination,
                };
                match self.result_in_line_comment(record, at) {
                    Some(comment) => record.add_fault(FaultKind::MovesInLineComment, comment),
                    None => record.add_fault(kind, Span::new(at, at)),
                }
            }
        }
        record.span.end = Span::new(0, self.end_of_text_before()).end;
        if record.is_past_end() {
            self.skip_after_end(record);
        }
        if record.moves.is_empty() && record.ending.stop.is_none() {
            self.game_in_comment(record, movetext);
        }
        self.moves_in_tag(record);
        Self::resume_after_harmless_words(record);
        record.doubt_given_position();
        record.note_end();
        NextGame::Read
    }

    /// The end of the text read so far, without trailing blanks.
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
        if self.is_tagged_descriptive(record) {
            self.descriptive_movetext(record);
        }
        let text = self.text;
        // The fast path keeps the offset in a register; everything else keeps it in `self`.
        let mut at = self.at;
        loop {
            at = self.fast_moves(record, at);
            // A result that begins like a move also holds the replay.
            if record.replay.fast_path_closed && record.is_past_end() {
                self.at = at;
                let is_terminated = record.ending.termination.is_some();
                return if is_terminated { MovetextEnd::Terminated } else { MovetextEnd::Unterminated };
            }
            let Some(byte) = text.get(at) else {
                self.at = at;
                return MovetextEnd::Unterminated;
            };
            if *byte <= b' ' {
                at += 1;
                continue;
            }
            let class = class(*byte);
            // Comparisons, the likeliest first: a jump table is mispredicted more often.
            if class == Class::Comment {
                at = skip_blank(text, self.comment(record, at));
            } else if class == Class::Move {
                at = skip_blank(text, self.move_token(record, at));
            } else if class == Class::Digit {
                match self.digit_token(record, at) {
                    DigitToken::ContinueAt(next) => at = skip_blank(text, next),
                    DigitToken::GameEnd => return MovetextEnd::Terminated,
                }
                if text.get(at).is_some_and(|byte| self::class(*byte) == Class::Move) {
                    at = skip_blank(text, self.move_token(record, at));
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

    /// Reads moves from `start` on, with their numbers and comments, until one that the fast path does not know; returns the
    /// offset after the last of them.
    #[inline(never)] // so that it has all registers
    fn fast_moves(&mut self, record: &mut Record, start: usize) -> usize {
        let text = self.text;
        let mut at = start;
        while !record.replay.fast_path_closed && !record.replay.has_illegal_move && record.replay.is_ordinary
        {
            let mut run = FastRun { at, threats: record.replay.threats, last_sign: record.replay.last_sign };
            let mut turn = record.position.turn();
            let end = loop {
                if turn == Color::White
                    && let Some(end) = self.fast_move(record, &mut run, Color::White)
                {
                    break end;
                }
                turn = Color::White;
                if let Some(end) = self.fast_move(record, &mut run, Color::Black) {
                    break end;
                }
            };
            at = run.at;
            record.replay.threats = run.threats;
            record.replay.last_sign = run.last_sign;
            match end {
                FastRunEnd::Move { token }
                    if text.get(token).is_some_and(|byte| class(*byte) == Class::Move) =>
                {
                    at = self.fast_rare_move(record, token);
                }
                FastRunEnd::Comment { reached } => {
                    at = skip_blank(text, self.slow_comment(record, at, reached));
                }
                _ => break,
            }
        }
        at
    }

    /// Reads a usual move of `us`, with the usual comments and the number before it. Returns what ends the run if there is
    /// anything else.
    #[inline(always)]
    #[allow(clippy::inline_always)] // a copy of the fast path for each colour
    fn fast_move(&mut self, record: &mut Record, run: &mut FastRun, us: Color) -> Option<FastRunEnd> {
        let text = self.text;
        let window = |at| text.get(at..).and_then(<[u8]>::first_chunk::<8>).copied();
        let mut token = run.at;
        let ahead = loop {
            let Some(ahead) = window(token) else { return Some(FastRunEnd::Other) };
            if ahead[0].is_ascii_digit() {
                let due = i64::from(record.position.fullmove()) + record.recovery.number_offset;
                let Some(length) = fast_due_number(ahead, due, us) else { return Some(FastRunEnd::Other) };
                token += length;
                let Some(ahead) = window(token) else { return Some(FastRunEnd::Other) };
                break ahead;
            }
            if ahead[0] == b'{' {
                match self.fast_comment(record, token) {
                    Ok(next) => token = skip_blank(text, next),
                    Err(reached) => {
                        run.at = token;
                        return Some(FastRunEnd::Comment { reached });
                    }
                }
            } else if ahead[0] == b'\n' {
                // One blank after a move is skipped already, but many files end their lines with two bytes.
                token += 1;
            } else {
                break ahead;
            }
            run.at = token;
        };
        let Some(read) = FastText::read(ahead) else { return Some(FastRunEnd::Move { token }) };
        let usual = record.position.fast_resolve(read, &run.threats, us);
        let Some(usual) = usual else { return Some(FastRunEnd::Move { token }) };
        run.at = token + read.length();
        let place = Span::new(token, token).start;
        run.threats = record.position.fast_make(usual, us);
        if record.push_move(usual.to_move(), place) == Replay::Stopped {
            return Some(FastRunEnd::Other);
        }
        run.last_sign = read.sign();
        // A sign of mate always differs here, so it is always verified.
        if u8::from(run.threats.is_check()) != run.last_sign as u8 {
            record.note_wrong_sign(run.last_sign, run.threats.is_check(), place);
        }
        None
    }

    /// Reads the move at `token`, first as castling or as a move with its origin; returns the offset after it and a blank.
    #[inline(never)] // out of the loop over usual moves
    fn fast_rare_move(&mut self, record: &mut Record, token: usize) -> usize {
        let text = self.text;
        let window = text.get(token..).and_then(<[u8]>::first_chunk::<8>).copied();
        let place = Span::new(token, token).start;
        if let Some(castling) = window.and_then(FastCastling::read) {
            let castled = record.position.fast_castle(castling, &record.replay.threats);
            let Some(played) = castled else { return skip_blank(text, self.move_token(record, token)) };
            record.replay.threats = record.position.threats();
            let _ = record.push_move(played, place);
            record.check_sign(castling.sign(), place);
            return token + castling.length();
        }
        let usual = window
            .and_then(|window| record.position.fast_resolve_with_origin(window, &record.replay.threats));
        let Some((read, usual)) = usual else { return skip_blank(text, self.move_token(record, token)) };
        record.replay.threats = record.position.fast_make(usual, record.position.turn());
        let _ = record.push_move(usual.to_move(), place);
        record.check_sign(read.sign(), place);
        token + read.length()
    }

    /// Reads an element of movetext that is no move, number or comment. Returns how the movetext ends if it ends there.
    pub(super) fn other_element(&mut self, record: &mut Record, class: Class) -> Option<MovetextEnd> {
        let rest = self.rest();
        match class {
            Class::Dot if rest.starts_with(b".5") && self.loose_result(record, self.at, rest) => {
                return Some(MovetextEnd::Terminated);
            }
            Class::Dot if self.dots_at_end(record) => {}
            Class::Blank | Class::Newline | Class::Dot => self.at += 1,
            Class::Line => {
                let start = self.at;
                self.line_comment(record);
                self.moves_in_line_comment(record, start);
            }
            Class::Nag => match nag(rest) {
                Ok((after, ())) => self.advance_to(after),
                Err(_) => self.at += 1,
            },
            // `(2) Cole - Dunn`
            Class::Variation if self.ends_before_heading(record, self.at) => {}
            Class::Variation if self.result_in_parentheses(record, rest) => {
                return Some(MovetextEnd::Terminated);
            }
            Class::Variation => {
                if !self.skip_variation(record, rest) {
                    return Some(MovetextEnd::Unterminated);
                }
            }
            Class::Star if record.moves.is_empty() && is_in_list(rest) => {
                record.add_fault(FaultKind::Words, Span::new(self.at, self.at + 1));
                self.at += 1;
            }
            Class::Star => {
                if self.termination_token(record, rest) {
                    return Some(MovetextEnd::Terminated);
                }
                self.unreadable(record, rest);
            }
            Class::Bracket if self.skip_tag_among_moves(record) => {}
            Class::Bracket if begins_tag(rest) => return Some(MovetextEnd::Unterminated),
            Class::Bracket if self.skip_variation_in_brackets(record, rest) => {}
            Class::Percent if self.is_line_start() => {
                let start = self.at;
                self.badly_opened_command(record, rest);
                self.advance_to(skip(rest_of_line, rest));
                self.moves_in_escaped_line(record, start);
            }
            Class::VariationEnd => {
                record.add_fault(FaultKind::StrayCloser, Span::new(self.at, self.at + 1));
                self.at += 1;
            }
            _ if self.ends_before_heading(record, self.at) => {}
            // `½-½`; results that begin with a digit are read in `digit_token`.
            _ if self.loose_result(record, self.at, rest) => return Some(MovetextEnd::Terminated),
            _ => self.unreadable(record, rest),
        }
        None
    }

    /// Reads a token that begins like a move; returns the offset after it.
    #[inline(never)] // so that its callers share the branch predictions
    pub(super) fn move_token(&mut self, record: &mut Record, start: usize) -> usize {
        let text = self.text;
        let Some(rest) = text.get(start..) else { return start };
        let read = fast_scan(rest);
        if read.length() == 0 {
            return self.unreadable_at(record, start);
        }
        let end = start + read.length();
        let mut after = end;
        if !ends_token(text.get(end)) {
            after = self.after_suffix(end);
            if !ends_token(text.get(after)) {
                return self.unreadable_at(record, start);
            }
        }
        // `de la Cruz - Short` begins like the capture of a pawn.
        if matches!(read.san().subject(), Subject::PawnToFile(_)) && self.ends_before_heading(record, start) {
            return self.at;
        }
        let token = Span::new(start, after);
        if record.replay.fast_path_closed {
            return self.held_move(record, read.san(), token);
        }
        match record.position.resolve(read.san(), &record.replay.threats) {
            Resolved::Export(played) if !record.replay.has_illegal_move => {
                record.play_move_inline(played, token.start);
                record.check_sign(read.san().sign(), token.start);
                after
            }
            resolved => {
                self.at = after;
                self.slow_move(record, resolved, read.san(), token);
                self.at
            }
        }
    }

    #[inline(never)]
    fn after_suffix(&self, at: usize) -> usize {
        let rest = self.text.get(at..).unwrap_or_default();
        self.text.len() - skip(annotation_suffix, rest).len()
    }

    /// Reads a move while the replay is stopped, or while a man was released whose move is not complete.
    #[cold]
    fn held_move(&mut self, record: &mut Record, read: San, token: Span) -> usize {
        self.at = token.range().end;
        // `--` also begins the signature of a letter.
        if read.subject() == Subject::Null && record.ending.stop.is_some() {
            return self.at;
        }
        if record.resolve_release(&WrittenMove::San(read), token) == Replay::Continues {
            let resolved = record.position.resolve(read, &record.replay.threats);
            self.slow_move(record, resolved, read, token);
        }
        self.at
    }

    /// Returns whether the variation is closed.
    pub(super) fn skip_variation(&mut self, record: &mut Record, rest: &'t [u8]) -> bool {
        if let Some((length, sign)) = check_in_parentheses(rest) {
            let span = Span::new(self.at, self.at + length);
            self.at += length;
            record.note_check_word(sign, span);
            return true;
        }
        // `(=)` marks the offer of a draw on a scoresheet.
        if let [b'(', b'=', b')', after @ ..] = rest {
            self.advance_to(after);
            return true;
        }
        if rest.starts_with(b"(%") {
            self.badly_opened_command(record, rest);
        }
        let start = self.at;
        let (after, is_closed) = variation(rest).unwrap_or((rest, true));
        self.advance_to(after);
        if !is_closed {
            let skipped = self.text.get(start..self.at).unwrap_or_default();
            let brace = memchr::memrchr2(b'{', b'}', skipped).map(|at| start + at);
            match brace.filter(|at| self.text.get(*at) == Some(&b'{')) {
                Some(at) => record.add_fault(FaultKind::UnclosedComment, Span::new(at, at + 1)),
                None => record.add_fault(FaultKind::UnclosedVariation, Span::new(start, start + 1)),
            }
        }
        is_closed
    }
}

/// Skips one blank or one byte of a line end, if there is one at `at`.
#[inline]
fn skip_blank(text: &[u8], at: usize) -> usize {
    at + usize::from(text.get(at).is_some_and(|byte| *byte <= b' '))
}

/// The state of the replay during a run of usual moves, kept apart so that it stays in registers.
struct FastRun {
    at: usize,
    threats: Threats,
    last_sign: CheckSign,
}

enum FastRunEnd {
    /// A token at this offset that is not a usual move.
    Move {
        token: usize,
    },
    /// A comment with unusual content at this offset.
    Comment {
        reached: usize,
    },
    Other,
}

/// Whether a game was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NextGame {
    /// A game was read into the record.
    Read,
    /// The text holds no more games.
    None,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum MovetextEnd {
    Terminated,
    /// The next game or the end of the text.
    Unterminated,
}

/// The faults of a game with these moves, for tests.
#[cfg(test)]
pub(crate) fn faults_of_moves(moves: &str) -> Vec<crate::game::FaultKind> {
    let game = the_game(&format!("[Event \"Example\"]\n\n{moves}"));
    game.text.faults.into_iter().map(|fault| fault.kind).collect()
}

/// The first game of a text, for tests.
#[cfg(test)]
pub(crate) fn the_game(text: &str) -> Record {
    let mut record = Record::default();
    assert_eq!(Reader::new(text.as_bytes()).next(&mut record), NextGame::Read);
    record
}
