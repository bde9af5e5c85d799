//! What stands between games: where one begins, and what follows the end of another.

use crate::chess::{San, Subject, san};

use super::annotation_glyphs::MarkedMove;
use super::commands::{Command, command};
use super::descriptive::is_surely_descriptive;
use super::movetext::{
    BracketEnd, Class, annotation_suffix, brace_comment, class, ends_token, move_number, rest_of_line, skip,
    termination, variation,
};
use super::reader::Reader;
use super::tag_pair::{begins_tag, is_unopened_pair};
use crate::game::diagnostic::{AfterEnd, FaultKind};
use crate::game::record::Record;
use crate::game::span::Span;

/// The byte order mark of UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

impl Reader<'_> {
    /// Goes to the first byte of the next game; says where words were passed over.
    pub(super) fn skip_to_game(&mut self) -> Option<Span> {
        let mut prose: Option<Span> = None;
        loop {
            let rest = self.rest();
            let Some(byte) = rest.first() else { return prose };
            match class(*byte) {
                Class::Blank | Class::Newline => self.at += 1,
                // Files put together from several carry marks in the middle.
                _ if rest.starts_with(BYTE_ORDER_MARK) => self.at += BYTE_ORDER_MARK.len(),
                Class::Percent if self.is_line_start() => self.go_to(skip(rest_of_line, rest)),
                Class::Line => self.go_to(skip(rest_of_line, rest)),
                _ if begins_game(rest) || self.begins_unopened_tag() => return prose,
                _ => {
                    let start = self.at;
                    self.go_to(skip(rest_of_line, rest));
                    self.more_prose(&mut prose, Span::new(start, self.end_of_text_before()));
                }
            }
        }
    }

    /// Tells of the words passed over before a game.
    pub(super) fn text_before(&self, record: &mut Record, span: Span) {
        let is_mark = is_conflict_mark(span.of(self.text));
        record.fault(if is_mark { FaultKind::ConflictMark } else { FaultKind::TextBeforeGame }, span);
    }

    /// What stands between the end of a game and the next.
    pub(super) fn skip_after_end(&mut self, record: &mut Record) {
        let mut on_end_line = true;
        // Asked once for a whole run of comments.
        let mut run_is_ours = false;
        let mut prose: Option<Span> = None;
        let mut movetext: Option<Span> = None;
        // Whether the tokens before are moves that no result has ended.
        let mut among_moves = false;
        loop {
            let rest = self.rest();
            let Some(byte) = rest.first() else { break };
            match class(*byte) {
                Class::Blank => self.at += 1,
                Class::Newline => {
                    self.at += 1;
                    on_end_line = false;
                }
                Class::Percent if self.is_line_start() => self.go_to(skip(rest_of_line, rest)),
                Class::Line => self.line_comment(record),
                Class::Comment if among_moves => self.comment_among_lost_moves(record),
                Class::Comment if on_end_line => self.at = self.comment(record, self.at),
                Class::Comment => {
                    // Behind the line of the end a comment belongs to this game, unless movetext
                    // follows: then it stands before the moves of the next.
                    if !run_is_ours && self.comment_before_moves() {
                        break;
                    }
                    run_is_ours = true;
                    self.at = self.comment(record, self.at);
                }
                Class::Bracket if begins_tag(rest) => break,
                _ if rest.starts_with(BYTE_ORDER_MARK) => break,
                _ if !(on_end_line || among_moves && goes_on(rest))
                    && (begins_game(rest) || self.begins_unopened_tag()) =>
                {
                    break;
                }
                _ => {
                    run_is_ours = false;
                    let start = self.at;
                    let token = rest.iter().take_while(|byte| !ends_token(Some(*byte))).count().max(1);
                    let word = rest.get(..token).unwrap_or_default();
                    let is_move = San::from_ascii(word).is_some() || MarkedMove::printed(word).is_some();
                    let is_end = termination(word).is_ok();
                    let is_number = matches!(move_number(word), Ok(([], _)));
                    if is_move || is_end || is_number {
                        // A count of moves may stand behind a result.
                        let numbers_moves = is_number && word.ends_with(b".");
                        among_moves = !is_end && (among_moves || is_move || numbers_moves);
                        movetext.get_or_insert(Span::new(start, start + token));
                        self.at += token;
                    } else if on_end_line
                        && !matches!(class(*byte), Class::Variation | Class::VariationEnd | Class::Nag)
                    {
                        prose.get_or_insert(Span::new(start, start + token));
                        self.at += token;
                    } else if matches!(class(*byte), Class::Variation) {
                        self.go_to(skip(variation, rest));
                    } else {
                        self.go_to(skip(rest_of_line, rest));
                        self.more_prose(&mut prose, Span::new(start, self.end_of_text_before()));
                    }
                }
            }
        }
        if let Some(span) = prose.filter(|span| is_conflict_mark(span.of(self.text))) {
            record.fault(FaultKind::ConflictMark, span);
        } else if let Some(span) = movetext {
            record.fault(FaultKind::AfterEnd(AfterEnd::Movetext), span);
        } else if let Some(span) = prose {
            record.fault(FaultKind::AfterEnd(AfterEnd::Prose), span);
        }
    }

    /// A comment among moves behind the end, which are not followed: what it says is not this game's.
    fn comment_among_lost_moves(&mut self, record: &mut Record) {
        match brace_comment(self.rest()) {
            Ok((after, comment)) if comment.end == BracketEnd::Closed => self.go_to(after),
            _ => self.at = self.comment(record, self.at),
        }
    }

    /// A comment to the end of its line. One of our commands in it is not read, and told of.
    #[cold]
    pub(super) fn line_comment(&mut self, record: &mut Record) {
        let start = self.at;
        self.go_to(skip(rest_of_line, self.rest()));
        let comment = self.text.get(start..self.at).unwrap_or_default();
        let Some(at) = memchr::memmem::find(comment, b"[%") else { return };
        let found = comment.get(at..).unwrap_or_default();
        if let Ok((after, read)) = command(found)
            && !matches!(read, Ok(Command::Foreign))
        {
            let begin = start + at;
            let length = found.len() - after.len();
            record.fault(FaultKind::UnheardCommand, Span::new(begin, begin + length));
        }
    }

    /// A line of words: the first is told of, or the first mark of a conflict.
    fn more_prose(&self, prose: &mut Option<Span>, line: Span) {
        let is_mark = |span: &Span| is_conflict_mark(span.of(self.text));
        let told = prose.get_or_insert(line);
        if !is_mark(told) && is_mark(&line) {
            *told = line;
        }
    }

    /// Whether a tag pair without its opening bracket stands on the line that begins here.
    fn begins_unopened_tag(&self) -> bool {
        self.is_line_start() && is_unopened_pair(self.rest())
    }

    /// Whether the comments that stand here are followed by the movetext of another game.
    fn comment_before_moves(&self) -> bool {
        let mut rest = self.rest();
        loop {
            match rest.first() {
                Some(b'{') => match brace_comment(rest) {
                    Ok((after, _)) => rest = after,
                    Err(_) => return false,
                },
                Some(byte) if matches!(class(*byte), Class::Blank | Class::Newline) => {
                    rest = rest.get(1..).unwrap_or_default();
                }
                Some(b'[') | None => return false,
                Some(_) => return begins_game(rest) || termination(rest).is_ok(),
            }
        }
    }
}

/// Whether a line is one of the marks between which version control leaves two texts that it could not merge.
fn is_conflict_mark(line: &[u8]) -> bool {
    // `=======` alone is a line that people draw too.
    [b"<<<<<<< ", b">>>>>>> ", b"||||||| "].into_iter().any(|mark| line.starts_with(mark))
}

/// Whether moves that stand before a place may go on there: with a move, or a result.
fn goes_on(rest: &[u8]) -> bool {
    rest.first().is_some_and(|byte| class(*byte) == Class::Move) || termination(rest).is_ok()
}

fn first_line(rest: &[u8]) -> &[u8] {
    rest.get(..rest.len() - skip(rest_of_line, rest).len()).unwrap_or_default()
}

/// Whether a game begins here: a tag, a comment, a termination, the first move number, or a move.
fn begins_game(rest: &[u8]) -> bool {
    match rest.first().map(|byte| class(*byte)) {
        Some(Class::Bracket) => begins_tag(rest),
        Some(Class::Comment) => true,
        Some(Class::Star) => termination(rest).is_ok(),
        Some(Class::Digit) => {
            if termination(rest).is_ok() {
                return true;
            }
            match move_number(rest) {
                Ok((after, number)) if number.number == 1 && rest.len() - after.len() > 1 => {
                    let after = after.trim_ascii_start();
                    // A number alone is none: where the text ends must not decide it, a chunk may end anywhere.
                    // Of a game without tags its first line says how its moves are written.
                    matches!(san(after), Ok((rest, _)) if ends_token(skip(annotation_suffix, rest).first()))
                        || MarkedMove::printed(after).is_some()
                        || is_surely_descriptive(first_line(after))
                }
                _ => false,
            }
        }
        Some(Class::Move) => {
            // Words of two letters may look like a pawn's capture.
            matches!(san(rest), Ok((after, read)) if ends_token(skip(annotation_suffix, after).first())
                && !matches!(read.subject(), Subject::Nobody | Subject::PawnToFile(_)))
        }
        _ => false,
    }
}
