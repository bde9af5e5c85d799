//! A game whose moves are in descriptive notation, read.

use crate::chess::{CheckSign, Meaning, Move, San, san};
use crate::game::record::Record;
use crate::game::replay::Replay;
use crate::game::span::Span;
use crate::game::{Notation, TagName};
use crate::pgn::annotation_glyphs::meant_result;
use crate::pgn::movetext::{Class, annotation_suffix, class, ends_token, move_number, skip, termination};
use crate::pgn::nonstandard_moves::{MOST_READINGS, MoveReading};
use crate::pgn::number::Token;
use crate::pgn::reader::{Closed, Reader};
use crate::pgn::tag_pair::begins_tag;

use super::description::{Deed, Described};
use super::meaning::told_order;
use super::words::{Way, descriptive_move, ways};
use super::{DESCRIPTIVE, Past, Said};

/// How many moves must be descriptive where no tag says so.
const CERTAIN: usize = 4;
/// How many words of a move that cannot be read are told together.
const MOST_WORDS: usize = 6;

impl Reader<'_> {
    /// Whether the `Notation` tag says that the moves are in descriptive notation.
    pub(in crate::pgn) fn is_said_to_be_descriptive(&self, record: &Record) -> bool {
        record
            .tag(TagName::Notation)
            .is_some_and(|pair| pair.value.of(self.text).trim_ascii().eq_ignore_ascii_case(DESCRIPTIVE))
    }

    /// Moves up to what ends them, which is left for the straight road to read.
    #[cold]
    pub(in crate::pgn) fn descriptive_movetext(&mut self, record: &mut Record) {
        record.text.written = Notation::Descriptive;
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
                        Token::Go(next) => self.at = next,
                        Token::End => {
                            record.ending.termination = None;
                            self.at = start;
                            return;
                        }
                    }
                }
                Class::Star if termination(rest).is_ok() => return,
                Class::Move | Class::Other if meant_result(rest).is_some() => return,
                Class::Bracket if begins_tag(rest) => return,
                Class::Variation => {
                    if self.variation(record, rest) == Closed::No {
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
        let ways: Vec<Cut> = ways(rest).map(|way| self.cut(start, &way)).collect();
        match ways.as_slice() {
            [] => {}
            [only] => {
                self.at = only.behind;
                return self.told_move(record, only.told, only.token);
            }
            [longest, ..] => return self.cut_move(record, *longest, &ways),
        }
        // An editor's own moves stand among them, and turns passed over for odds.
        if let Ok((after, _)) = san(rest)
            && ends_token(skip(annotation_suffix, after).first())
        {
            self.at = self.move_token(record, start);
            return;
        }
        self.unreadable_stretch(record, rest, clause(rest));
    }

    fn cut(&self, start: usize, way: &Way<'_>) -> Cut {
        let end = |rest: &[u8]| self.text.len() - rest.len();
        let token = Span::new(start, end(way.rest));
        Cut { told: way.told, token, behind: end(skip(annotation_suffix, way.rest)) }
    }

    /// A move whose words can be parted from those behind it in several ways: the one is meant that goes on the board, with
    /// what it leaves to the moves behind it. Where none goes, it is the longest.
    fn cut_move(&mut self, record: &mut Record, longest: Cut, ways: &[Cut]) {
        self.at = longest.behind;
        if record.replay.is_held {
            let begun = ways.iter().find(|way| record.completes_release(&way.said())).unwrap_or(&longest);
            if record.meet_token(&begun.said(), longest.token) == Replay::Stopped {
                return;
            }
        }
        let readings = readings(record, ways);
        let surviving = match readings.len() {
            0..=1 => readings.clone(),
            2..=MOST_READINGS => self.surviving_readings(record, &readings),
            _ => Vec::new(),
        };
        let of_first = |first: &MoveReading| ways.iter().find(|way| way.behind == first.behind);
        let meant = surviving.first().and_then(of_first).unwrap_or(&longest);
        self.at = meant.behind;
        if meant.behind != longest.behind {
            record.text.cut_short.push(meant.token);
        }
        if readings.is_empty() || is_told_apart(&surviving) {
            return self.told_move(record, meant.told, meant.token);
        }
        let (readings, surviving) = (distinct_moves(&readings), distinct_moves(&surviving));
        Self::left_ambiguous(record, readings, &surviving, CheckSign::None, longest.token);
    }

    fn told_move(&mut self, record: &mut Record, told: Described, token: Span) {
        let said = Said::Described(told);
        if record.replay.is_held && record.meet_token(&said, token) == Replay::Stopped {
            return;
        }
        match said.meaning(&record.position, record.past()) {
            Meaning::Legal(played) => Self::regular(record, played, said.sign(), token),
            _ => self.odd_move(record, said, token),
        }
    }
}

/// A way to part a move from what is behind it.
#[derive(Clone, Copy)]
struct Cut {
    told: Described,
    token: Span,
    /// The place behind its suffix.
    behind: usize,
}

impl Cut {
    const fn said(&self) -> Said {
        Said::Described(self.told)
    }
}

/// The legal moves that the ways can mean, in the order in which readings are told. Who can castle on both sides says on which:
/// a way that leaves it unsaid gives place to others.
fn readings(record: &Record, ways: &[Cut]) -> Vec<MoveReading> {
    let of_way = |way: &Cut| {
        let moves = match way.said().meaning(&record.position, record.past()) {
            Meaning::Legal(played) => vec![played],
            Meaning::Ambiguous(several) => several,
            Meaning::Illegal(..) | Meaning::Nothing => Vec::new(),
        };
        let behind = way.behind;
        moves.into_iter().map(move |played| MoveReading { played, behind })
    };
    let is_unsaid = |way: &&Cut| matches!(way.told.deed, Deed::Castles(None));
    let mut readings: Vec<MoveReading> = ways.iter().filter(|way| !is_unsaid(way)).flat_map(of_way).collect();
    let unsaid: Vec<MoveReading> = ways.iter().filter(is_unsaid).flat_map(of_way).collect();
    if unsaid.len() == 1 || readings.is_empty() {
        readings.extend(unsaid);
    }
    readings.sort_by_key(|reading| told_order(reading.played));
    readings
}

/// Whether the readings left are of one way to part the text, or come to one move.
fn is_told_apart(surviving: &[MoveReading]) -> bool {
    surviving.first().is_some_and(|first| {
        surviving.iter().all(|other| other.behind == first.behind)
            || surviving.iter().all(|other| other.played == first.played)
    })
}

/// The moves of readings, each once.
fn distinct_moves(readings: &[MoveReading]) -> Vec<Move> {
    let mut told = Vec::new();
    for reading in readings {
        if !told.contains(&reading.played) {
            told.push(reading.played);
        }
    }
    told
}

/// Whether the moves that begin here, with one that is no SAN, are certainly in descriptive notation.
pub(in crate::pgn) fn is_surely_descriptive(rest: &[u8]) -> bool {
    let more_than_castling = |told: Described| !matches!(told.deed, Deed::Castles(_));
    let Ok((after, first)) = descriptive_move(rest) else { return false };
    let mut is_more = more_than_castling(first);
    let mut ahead = Reader::from(rest, rest.len() - after.len());
    for _ in 1..CERTAIN {
        match ahead.next_main_line_move(Notation::Descriptive) {
            Some(Said::Described(told)) => is_more |= more_than_castling(told),
            Some(Said::San(_)) => return false,
            None => {
                let rest = ahead.rest();
                return is_more && (rest.is_empty() || begins_tag(rest) || termination(rest).is_ok());
            }
        }
    }
    is_more
}

/// How long a move is that cannot be read: its words up to the next move, number, or what is no word.
fn clause(rest: &[u8]) -> usize {
    let word_end = |from: usize| {
        let rest = rest.get(from..).unwrap_or_default();
        from + rest.iter().take_while(|byte| !ends_token(Some(*byte))).count().max(1)
    };
    let mut end = word_end(0);
    for _ in 1..MOST_WORDS {
        let behind = rest.get(end..).unwrap_or_default();
        let next = behind.trim_ascii_start();
        let breaks_off = |byte: u8| !(byte.is_ascii_alphanumeric() || b"-'".contains(&byte));
        let is_number = matches!(move_number(next), Ok((after, _))
            if next.get(next.len() - after.len() - 1) == Some(&b'.') || after.first().is_some_and(u8::is_ascii_whitespace));
        if next.len() == behind.len()
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
    /// The moves that led to the board.
    pub(in crate::pgn) fn past(&self) -> Past<'_> {
        Past { made: &self.moves, ahead: &[] }
    }
}
