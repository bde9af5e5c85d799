//! Reading a game in descriptive notation.

use crate::chess::{CheckSign, Meaning, Move, San, san};
use crate::game::{Notation, Record, Span, TagName, replay::Replay};
use crate::pgn::annotation_glyphs::loose_result;
use crate::pgn::movetext::{Class, annotation_suffix, class, ends_token, move_number, skip, termination};
use crate::pgn::nonstandard_moves::{Candidate, MOST_CANDIDATES};
use crate::pgn::number::DigitToken;
use crate::pgn::reader::Reader;
use crate::pgn::tag_pair::begins_tag;

use super::description::{Action, DescriptiveMove};
use super::meaning::report_order;
use super::words::{Division, descriptive_move, divisions};
use super::{DESCRIPTIVE, PriorMoves, WrittenMove};

/// Moves that must be descriptive if no tag names the notation.
const MOVES_TO_BE_CERTAIN: usize = 4;
/// Words of an unreadable move that are reported together.
const MOST_WORDS: usize = 6;

impl Reader<'_> {
    pub(in crate::pgn) fn is_tagged_descriptive(&self, record: &Record) -> bool {
        record
            .tag(TagName::Notation)
            .is_some_and(|pair| pair.value.of(self.text).trim_ascii().eq_ignore_ascii_case(DESCRIPTIVE))
    }

    /// Reads moves up to the end of the game. The termination itself is left to `movetext`.
    #[cold]
    pub(in crate::pgn) fn descriptive_movetext(&mut self, record: &mut Record) {
        record.text.move_notation = Notation::Descriptive;
        loop {
            let rest = self.rest();
            let Some(byte) = rest.first() else { return };
            match class(*byte) {
                Class::Digit if *byte == b'0' && descriptive_move(rest).is_ok() => {
                    let start = self.at;
                    if self.both_lose(record, rest) {
                        record.ending.termination = None;
                        self.at = start;
                        return;
                    }
                    self.descriptive_token(record);
                }
                Class::Digit => {
                    let start = self.at;
                    match self.digit_token(record, start) {
                        DigitToken::ContinueAt(next) => self.at = next,
                        DigitToken::GameEnd => {
                            record.ending.termination = None;
                            self.at = start;
                            return;
                        }
                    }
                }
                Class::Star if termination(rest).is_ok() => return,
                Class::Move | Class::Other if loose_result(rest).is_some() => return,
                Class::Bracket if begins_tag(rest) => return,
                Class::Variation => {
                    if !self.skip_variation(record, rest) {
                        return;
                    }
                }
                Class::Comment => self.at = self.comment(record, self.at),
                Class::Move | Class::Other => self.descriptive_token(record),
                class => {
                    if self.other_element(record, class).is_some() {
                        return;
                    }
                }
            }
        }
    }

    fn descriptive_token(&mut self, record: &mut Record) {
        let (start, rest) = (self.at, self.rest());
        if let [b',' | b'!' | b'?', ..] = rest {
            self.at += 1;
            return;
        }
        if rest.starts_with(b"}") {
            return self.unreadable(record, rest);
        }
        let divisions: Vec<PlacedDivision> =
            divisions(rest).map(|division| self.place_division(start, &division)).collect();
        match divisions.as_slice() {
            [] => {}
            [only] => {
                self.at = only.after;
                return self.make_descriptive_move(record, only.read, only.token);
            }
            [longest, ..] => return self.divided_move(record, *longest, &divisions),
        }
        // Algebraic moves are an editor's own, or turns passed for odds.
        if let Ok((after, _)) = san(rest)
            && ends_token(skip(annotation_suffix, after).first())
        {
            self.at = self.move_token(record, start);
            return;
        }
        self.unreadable_stretch(record, rest, unreadable_length(rest));
    }

    fn place_division(&self, start: usize, division: &Division<'_>) -> PlacedDivision {
        let end = |rest: &[u8]| self.text.len() - rest.len();
        let token = Span::new(start, end(division.rest));
        PlacedDivision { read: division.read, token, after: end(skip(annotation_suffix, division.rest)) }
    }

    /// Reads a move whose words can be divided from those after it in several ways. The division is meant that the board
    /// and the moves after it allow, or the longest if there is none.
    fn divided_move(&mut self, record: &mut Record, longest: PlacedDivision, divisions: &[PlacedDivision]) {
        self.at = longest.after;
        if record.replay.fast_path_closed {
            let completes = |division: &&PlacedDivision| record.completes_release(&division.written());
            let begun = divisions.iter().find(completes).unwrap_or(&longest);
            if record.resolve_release(&begun.written(), longest.token) == Replay::Stopped {
                return;
            }
        }
        let candidates = candidates(record, divisions);
        let surviving = match candidates.len() {
            0..=1 => candidates.clone(),
            2..=MOST_CANDIDATES => self.surviving_candidates(record, &candidates),
            _ => Vec::new(),
        };
        let of_first = |first: &Candidate| divisions.iter().find(|division| division.after == first.after);
        let meant = surviving.first().and_then(of_first).unwrap_or(&longest);
        self.at = meant.after;
        if meant.after != longest.after {
            record.text.tokens_as_read.push(meant.token);
        }
        if candidates.is_empty() || is_decided(&surviving) {
            return self.make_descriptive_move(record, meant.read, meant.token);
        }
        let (moves, surviving) = (distinct_moves(&candidates), distinct_moves(&surviving));
        Self::make_ambiguous_move(record, moves, &surviving, CheckSign::None, longest.token);
    }

    fn make_descriptive_move(&mut self, record: &mut Record, read: DescriptiveMove, token: Span) {
        let written = WrittenMove::Descriptive(read);
        if record.replay.fast_path_closed && record.resolve_release(&written, token) == Replay::Stopped {
            return;
        }
        match written.meaning(&record.position, record.prior_moves()) {
            Meaning::Legal(played) => Self::make_move(record, played, written.sign(), token),
            _ => self.odd_move(record, written, token),
        }
    }
}

/// A division between a move and the words after it.
#[derive(Clone, Copy)]
struct PlacedDivision {
    read: DescriptiveMove,
    token: Span,
    /// The offset after the move and its suffix.
    after: usize,
}

impl PlacedDivision {
    const fn written(&self) -> WrittenMove {
        WrittenMove::Descriptive(self.read)
    }
}

/// The legal moves that the divisions can mean, in the order of the report. A player who can castle on both sides names the
/// side, so a division that leaves it out is used only if there is no other.
fn candidates(record: &Record, divisions: &[PlacedDivision]) -> Vec<Candidate> {
    let of_division = |division: &PlacedDivision| {
        let moves = match division.written().meaning(&record.position, record.prior_moves()) {
            Meaning::Legal(played) => vec![played],
            Meaning::Ambiguous(several) => several,
            Meaning::Illegal(..) | Meaning::Nothing => Vec::new(),
        };
        let after = division.after;
        moves.into_iter().map(move |played| Candidate { played, after })
    };
    let is_sideless = |division: &PlacedDivision| matches!(division.read.action, Action::Castling(None));
    let (sideless, others): (Vec<_>, Vec<_>) = divisions.iter().copied().partition(is_sideless);
    let mut candidates: Vec<Candidate> = others.iter().flat_map(of_division).collect();
    let sideless: Vec<Candidate> = sideless.iter().flat_map(of_division).collect();
    if sideless.len() == 1 || candidates.is_empty() {
        candidates.extend(sideless);
    }
    candidates.sort_by_key(|candidate| report_order(candidate.played));
    candidates
}

/// Whether the surviving candidates have the same division or the same move.
fn is_decided(surviving: &[Candidate]) -> bool {
    surviving.first().is_some_and(|first| {
        surviving.iter().all(|other| other.after == first.after)
            || surviving.iter().all(|other| other.played == first.played)
    })
}

fn distinct_moves(candidates: &[Candidate]) -> Vec<Move> {
    let mut moves = Vec::new();
    for candidate in candidates {
        if !moves.contains(&candidate.played) {
            moves.push(candidate.played);
        }
    }
    moves
}

/// Whether the moves from here on, the first of which is no SAN, are certainly in descriptive notation.
pub(in crate::pgn) fn is_surely_descriptive(rest: &[u8]) -> bool {
    let is_man_move = |read: DescriptiveMove| !matches!(read.action, Action::Castling(_));
    let Ok((after, first)) = descriptive_move(rest) else { return false };
    let mut has_man_move = is_man_move(first);
    let mut ahead = Reader::from(rest, rest.len() - after.len());
    for _ in 1..MOVES_TO_BE_CERTAIN {
        match ahead.next_main_line_move(Notation::Descriptive) {
            Some(WrittenMove::Descriptive(read)) => has_man_move |= is_man_move(read),
            Some(WrittenMove::San(_)) => return false,
            None => {
                let rest = ahead.rest();
                return has_man_move && (rest.is_empty() || begins_tag(rest) || termination(rest).is_ok());
            }
        }
    }
    has_man_move
}

/// The length in bytes of an unreadable move: its words up to the next move, number or sign.
fn unreadable_length(rest: &[u8]) -> usize {
    let word_end = |from: usize| {
        let rest = rest.get(from..).unwrap_or_default();
        from + rest.iter().take_while(|byte| !ends_token(Some(*byte))).count().max(1)
    };
    let mut end = word_end(0);
    for _ in 1..MOST_WORDS {
        let after = rest.get(end..).unwrap_or_default();
        let next = after.trim_ascii_start();
        let breaks_off = |byte: u8| !(byte.is_ascii_alphanumeric() || b"-'".contains(&byte));
        let is_number = matches!(move_number(next), Ok((after, _))
            if next.get(next.len() - after.len() - 1) == Some(&b'.') || after.first().is_some_and(u8::is_ascii_whitespace));
        if next.len() == after.len()
            || next.first().is_none_or(|byte| breaks_off(*byte))
            || is_number
            || termination(next).is_ok()
            || descriptive_move(next).is_ok()
            || is_san(next)
        {
            break;
        }
        end = word_end(rest.len() - next.len());
    }
    end
}

fn is_san(word: &[u8]) -> bool {
    let length = word.iter().take_while(|byte| !ends_token(Some(*byte))).count();
    San::from_ascii(word.get(..length).unwrap_or_default()).is_some()
}

impl Record {
    pub(in crate::pgn) fn prior_moves(&self) -> PriorMoves<'_> {
        PriorMoves { recorded: &self.moves, ahead: &[] }
    }
}
