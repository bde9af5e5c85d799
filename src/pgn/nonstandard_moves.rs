//! Moves off the straight road: not export notation, illegal, ambiguous, or none at all.

use crate::chess::{CheckSign, Illegality, Meaning, Move, Position, Resolved, San};

use super::annotation_glyphs::{MarkedMove, is_said_of_check};
use super::descriptive::{Past, Said};
use super::lookahead::SaidAhead;
use super::reader::Reader;
use super::recovery::Doubt;
use crate::game::Notation;
use crate::game::StopReason;
use crate::game::TagName;
use crate::game::act::{Act, Channel, Word};
use crate::game::diagnostic::{AfterEnd, FaultKind};
use crate::game::facts::{End, Odd, OddKind};
use crate::game::record::Record;
use crate::game::recovery_state::PositionDoubt;
use crate::game::span::Span;
use crate::game::tag_values::{ReadValue, TagValue};

/// How many readings of ambiguous moves are followed at once.
pub(super) const MOST_READINGS: usize = 8;

/// How many moves of a game may be illegal, ambiguous or none, before no more of it is replayed: of each something is
/// kept until the game is done with.
const MOST_ODD: usize = 1024;

impl Reader<'_> {
    #[inline(never)]
    pub(super) fn off_the_road(&mut self, record: &mut Record, resolved: Resolved, read: San, token: Span) {
        match resolved {
            Resolved::Export(played) => Self::regular(record, played, read.sign(), token),
            Resolved::Other(played) => {
                record.text.notation.count(record.plies() + 1, token);
                Self::regular(record, played, read.sign(), token);
            }
            Resolved::Odd => self.odd_move(record, Said::San(read), token),
        }
    }

    /// A legal move off the straight road.
    pub(super) fn regular(record: &mut Record, played: Move, sign: CheckSign, token: Span) {
        record.apply(played, token.start);
        record.verify_sign(sign, token.start);
    }

    /// A move that the common law does not simply allow.
    #[cold]
    pub(super) fn odd_move(&mut self, record: &mut Record, said: Said, token: Span) {
        if self.spaced_move(record, token) {
            return;
        }
        // `ch` looks like the capture of a pawn.
        if is_said_of_check(token.of(self.text)) {
            return record.text.notation.count(record.plies(), token);
        }
        match record.end_of_board() {
            End::Open => {}
            // Whether a mate that was not said ends the game the code decides.
            End::Mate if self.is_mate_silent(record) && Self::is_illegal(record, said) => {
                record.replay.passed_mate = Some(record.plies());
            }
            // What an illegal move comes to ends no game.
            _ if Self::is_last_illegal(record) && Self::is_illegal(record, said) => {}
            over => {
                let after = match over {
                    End::Mate => AfterEnd::MovesAfterMate,
                    _ => AfterEnd::MovesAfterStalemate,
                };
                record.fault(FaultKind::AfterEnd(after), token);
                if let Some(fault) = record.text.faults.last_mut() {
                    fault.ply += 1;
                }
                return record.stop(StopReason::GameOver);
            }
        }
        let ply = record.plies() + 1;
        let meaning = said.meaning(&record.position, record.past());
        let is_no_move = match meaning {
            Meaning::Illegal(_, fault) => fault != Illegality::Null,
            Meaning::Nothing => true,
            Meaning::Legal(_) | Meaning::Ambiguous(_) => false,
        };
        let doubt = match &meaning {
            Meaning::Ambiguous(_) => self.broken_off(record, said, token),
            _ if is_no_move => self.doubt(record, said, token),
            _ => None,
        };
        if let Some(doubt) = doubt {
            return self.heed(record, doubt, said, token);
        }
        match meaning {
            Meaning::Illegal(..) if record.odd.len() >= MOST_ODD => {
                record.stop_at_too_much(FaultKind::TooManyOdd(MOST_ODD), token);
            }
            Meaning::Legal(played) => {
                record.text.notation.count(ply, token);
                Self::regular(record, played, said.sign(), token);
            }
            Meaning::Illegal(played, Illegality::Null) => {
                record.odd.push(Odd { ply, span: token, kind: OddKind::Null });
                record.replay.turn_passed = true;
                record.grow_irregular(ply);
                Self::regular(record, played, said.sign(), token);
            }
            Meaning::Illegal(played, fault) => {
                record.odd.push(Odd { ply, span: token, kind: OddKind::Illegal(fault) });
                record.grow_irregular(ply);
                // Whether its check sign is right is no question of a move that is none.
                record.apply(played, token.start);
                record.replay.last_sign = said.sign();
            }
            Meaning::Ambiguous(readings) => self.ambiguous(record, readings, said.sign(), token),
            Meaning::Nothing => Self::stop_at(record, FaultKind::Unresolvable, token),
        }
    }

    /// What a token in doubt comes to.
    fn heed(&mut self, record: &mut Record, doubt: Doubt, said: Said, token: Span) {
        match doubt {
            Doubt::OtherMove(played) => {
                if matches!(token.of(self.text), [b'b', b'a'..=b'h' | b'x', ..]) {
                    record.recovery.position_doubt.get_or_insert(PositionDoubt::SmallLetters);
                }
                record.text.notation.count(record.plies() + 1, token);
                Self::regular(record, played, said.sign(), token);
            }
            Doubt::PassedOver { kind, end } => {
                record.fault(kind, token);
                self.at = end;
            }
            Doubt::Stop(kind) => Self::stop_at(record, kind, token),
        }
    }

    /// A legal move with blanks beside its dash, of which a token is the first part.
    fn spaced_move(&mut self, record: &mut Record, token: Span) -> bool {
        let whole = self.text.get(token.range().start..).and_then(MarkedMove::spaced);
        let Some(MarkedMove { read, length, evaluation, others, .. }) = whole else { return false };
        let Meaning::Legal(played) = Said::San(read).meaning(&record.position, record.past()) else {
            return false;
        };
        let end = token.range().start + length;
        let token = Span::new(token.range().start, end);
        self.at = end + evaluation + others;
        record.text.notation.count(record.plies() + 1, token);
        Self::regular(record, played, read.sign(), token);
        true
    }

    /// Stops the replay at the token of a move.
    fn stop_at(record: &mut Record, kind: FaultKind, token: Span) {
        record.fault(kind, token);
        if let Some(fault) = record.text.faults.last_mut() {
            fault.ply += 1;
        }
        record.stop(StopReason::Unreplayable);
    }

    /// Whether the record watched what was said, and nobody said the mate on the board.
    fn is_mate_silent(&self, record: &Record) -> bool {
        let watched = record.value(TagName::Observed, self.text).is_some_and(|value| {
            let read = ReadValue::of(TagName::Observed, value);
            matches!(read, ReadValue::Value(TagValue::Observed(channels)) if channels.contains(&Channel::Speech))
        });
        let plies = record.plies();
        let says_it = |act: &Act| matches!(act, Act::Say { word: Word::Check | Word::Mate, .. });
        let mut since = record.acts.iter().rev().take_while(|placed| placed.ply >= plies);
        watched && !since.any(|placed| says_it(&placed.act))
    }

    /// Whether the move made last was illegal under the common law.
    fn is_last_illegal(record: &Record) -> bool {
        let last = record.odd.last().filter(|odd| odd.ply == record.plies());
        last.is_some_and(|odd| matches!(odd.kind, OddKind::Illegal(_)))
    }

    fn is_illegal(record: &Record, said: Said) -> bool {
        matches!(said.meaning(&record.position, record.past()), Meaning::Illegal(..))
    }

    /// Follows every reading of an ambiguous move; those under which a later move cannot be made drop.
    fn ambiguous(&mut self, record: &mut Record, readings: Vec<Move>, sign: CheckSign, token: Span) {
        let mut signed = readings.clone();
        prefer_signed(&record.position, &mut signed, sign);
        let surviving =
            if signed.len() > MOST_READINGS { Vec::new() } else { self.surviving(record, &signed) };
        Self::left_ambiguous(record, readings, &surviving, sign, token);
    }

    /// A move of which so many readings survive: the first of them stands.
    pub(super) fn left_ambiguous(
        record: &mut Record,
        mut readings: Vec<Move>,
        surviving: &[Move],
        sign: CheckSign,
        token: Span,
    ) {
        if record.odd.len() >= MOST_ODD {
            return record.stop_at_too_much(FaultKind::TooManyOdd(MOST_ODD), token);
        }
        let ply = record.plies() + 1;
        let Some(first) = surviving.first().copied() else {
            record.odd.push(Odd { ply, span: token, kind: OddKind::Ambiguous { readings, surviving: 0 } });
            return record.stop(StopReason::Unreplayable);
        };
        let count = u32::try_from(surviving.len()).unwrap_or(u32::MAX);
        if count > 1 && record.facts.doubtful.is_none() {
            record.facts.doubtful = Some(ply);
        }
        if let Some(index) = readings.iter().position(|played| *played == first) {
            readings.swap(0, index);
        }
        record.odd.push(Odd { ply, span: token, kind: OddKind::Ambiguous { readings, surviving: count } });
        Self::regular(record, first, sign, token);
    }

    /// The readings that the rest of the game allows; none where too much would have to be followed.
    pub(super) fn surviving(&self, record: &mut Record, readings: &[Move]) -> Vec<Move> {
        let roots: Vec<MoveReading> =
            readings.iter().map(|played| MoveReading { played: *played, behind: self.at }).collect();
        self.surviving_readings(record, &roots).into_iter().map(|root| root.played).collect()
    }

    /// The readings that the rest of the game allows, each followed from where its own words end; none where too much
    /// would have to be followed.
    pub(super) fn surviving_readings(
        &self,
        record: &mut Record,
        readings: &[MoveReading],
    ) -> Vec<MoveReading> {
        let notation = record.text.written;
        let mut lines: Vec<FollowedReading> =
            readings.iter().map(|root| FollowedReading::new(*root, &record.position)).collect();
        while record.recovery.look_ahead_left > 0 {
            record.recovery.look_ahead_left -= 1;
            let mut next: Vec<FollowedReading> = Vec::with_capacity(lines.len());
            let mut stands = NextWords::default();
            for line in &lines {
                for ahead in stands.at(self, line.at, notation) {
                    let past = Past { made: &record.moves, ahead: &line.ahead };
                    next.extend(
                        line.moves(ahead.said, past).map(|played| line.on(played, ahead.behind, notation)),
                    );
                }
            }
            if next.is_empty() {
                // The record fails here under every reading: that tells none of them apart.
                break;
            }
            let one_root =
                next.iter().all(|line| line.root == next.first().map_or(line.root, |first| first.root));
            // Lines that met again are one.
            next.dedup_by(|a, b| a.root == b.root && a.at == b.at && a.position == b.position);
            lines = next;
            if one_root {
                break;
            }
            if lines.len() > MOST_READINGS {
                return Vec::new();
            }
        }
        let mut roots: Vec<MoveReading> = Vec::new();
        for line in lines {
            if !roots.contains(&line.root) {
                roots.push(line.root);
            }
        }
        roots
    }
}

/// What a move may mean, and where the text goes on behind it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct MoveReading {
    pub played: Move,
    pub behind: usize,
}

/// A reading followed.
struct FollowedReading {
    root: MoveReading,
    /// The moves since, for what tells men apart by where they began.
    ahead: Vec<Move>,
    position: Position,
    /// How far the text is read.
    at: usize,
}

impl FollowedReading {
    fn new(root: MoveReading, board: &Position) -> Self {
        let mut position = *board;
        position.play(root.played);
        Self { root, ahead: vec![root.played], position, at: root.behind }
    }

    /// The legal moves that a text can mean here.
    fn moves(&self, said: Said, past: Past<'_>) -> impl Iterator<Item = Move> {
        let usual = match said {
            Said::San(read) => match self.position.resolve(read, &self.position.threats()) {
                Resolved::Export(played) | Resolved::Other(played) => Some(played),
                Resolved::Odd => None,
            },
            Said::Described(_) => None,
        };
        let meaning = usual.map_or_else(|| said.meaning(&self.position, past), Meaning::Legal);
        let (only, several) = match meaning {
            Meaning::Legal(played) => (Some(played), Vec::new()),
            Meaning::Ambiguous(several) => (None, several),
            Meaning::Illegal(..) | Meaning::Nothing => (None, Vec::new()),
        };
        only.into_iter().chain(several)
    }

    /// The same, one move further.
    fn on(&self, played: Move, at: usize, notation: Notation) -> Self {
        let mut position = self.position;
        position.play(played);
        let mut ahead = self.ahead.clone();
        if notation == Notation::Descriptive {
            ahead.push(played);
        }
        Self { root: self.root, ahead, position, at }
    }
}

/// What stands at a place: most lines stand at the same.
#[derive(Default)]
struct NextWords {
    place: Option<usize>,
    moves: Vec<SaidAhead>,
}

impl NextWords {
    fn at(&mut self, reader: &Reader<'_>, place: usize, notation: Notation) -> &[SaidAhead] {
        if self.place.replace(place) != Some(place) {
            self.moves = reader.ahead_from(place).next_main_line_ways(notation);
        }
        &self.moves
    }
}

/// A check sign that fits some readings of a move and not others drops the others.
fn prefer_signed(position: &Position, readings: &mut Vec<Move>, sign: CheckSign) {
    if sign == CheckSign::None {
        return;
    }
    let checks = |played: &Move| {
        let mut after = *position;
        after.play(*played);
        after.in_check(after.turn())
    };
    if readings.iter().any(checks) {
        readings.retain(checks);
    }
}
