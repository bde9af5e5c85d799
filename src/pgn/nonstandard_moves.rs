//! Moves that are not in export notation, illegal, ambiguous, or no moves at all.

use crate::chess::{CheckSign, Illegality, Meaning, Move, MoveKind, Play, Position, Resolved, San};

use super::annotation_glyphs::{AnnotatedMove, check_word};
use super::descriptive::{PriorMoves, WrittenMove};
use super::lookahead::MoveAhead;
use super::lost_moves::note_lost_move;
use super::reader::Reader;
use super::recovery::{Recovery, is_of_other_in_fen};
use super::slip::certain_move;
use crate::game::act::{Act, Channel, SpokenWord};
use crate::game::diagnostic::AfterEnd;
use crate::game::recovery_state::PositionDoubt;
use crate::game::{
    BoardEnd, FaultKind, NonstandardKind, NonstandardMove, Notation, ReadValue, Record, Span, StopReason,
    TagName, TagValue,
};
use crate::search::Budget;

/// Candidates for ambiguous moves that are followed at once.
pub(super) const MOST_CANDIDATES: usize = 8;

/// Illegal and ambiguous moves of a game before the replay stops. Memory is held for each until the game is done.
const MOST_ODD: usize = 1024;

impl Reader<'_> {
    #[inline(never)]
    pub(super) fn slow_move(&mut self, record: &mut Record, resolved: Resolved, read: San, token: Span) {
        match resolved {
            Resolved::Export(played) => Self::make_move(record, played, read.sign(), token),
            Resolved::Other(played) => {
                record.text.notation.count(record.plies() + 1, token);
                Self::make_move(record, played, read.sign(), token);
            }
            Resolved::Odd => self.odd_move(record, WrittenMove::San(read), token),
        }
    }

    pub(super) fn make_move(record: &mut Record, played: Move, sign: CheckSign, token: Span) {
        record.play_move(played, token.start);
        record.check_sign(sign, token.start);
    }

    /// Reads a move that the common law does not simply allow.
    #[cold]
    pub(super) fn odd_move(&mut self, record: &mut Record, written: WrittenMove, token: Span) {
        if self.ends_course(record, token) || self.spaced_move(record, token) {
            return;
        }
        // `ch` looks like a pawn capture.
        if let Some(sign) = check_word(token.of(self.text)) {
            return record.note_check_word(sign, token);
        }
        if self.kings_sign(record, written, token) {
            return;
        }
        match record.board_end() {
            BoardEnd::Open => {}
            _ if record.recovery.position_doubt == Some(PositionDoubt::LostMove) => {
                return Self::stop_at(record, FaultKind::AfterLostMove, token);
            }
            _ if is_of_other_in_fen(record, written) => {
                return Self::stop_at(record, FaultKind::DoubtfulTurn, token);
            }
            // Without the men given as odds there is no such end.
            _ if self.doubt_of_start(record, written, token) == Some(FaultKind::MissingPosition) => {
                return Self::stop_at(record, FaultKind::MissingPosition, token);
            }
            // The code decides if a mate that was not called ends the game.
            BoardEnd::Mate if self.is_mate_silent(record) && Self::is_illegal(record, written) => {
                record.replay.ignored_mate_ply = Some(record.plies());
            }
            // A mate or stalemate by an illegal move does not end the game.
            _ if Self::is_last_illegal(record) && Self::is_illegal(record, written) => {}
            over => {
                let after = match over {
                    BoardEnd::Mate => AfterEnd::MovesAfterMate,
                    _ => AfterEnd::MovesAfterStalemate,
                };
                record.add_fault(FaultKind::AfterEnd(after), token);
                if let Some(fault) = record.text.faults.last_mut() {
                    fault.ply += 1;
                }
                return record.stop_replay(StopReason::GameOver);
            }
        }
        let ply = record.plies() + 1;
        let meaning = written.meaning(&record.position, record.prior_moves());
        let is_no_move = match meaning {
            Meaning::Illegal(_, fault) => fault != Illegality::Null,
            Meaning::Nothing => true,
            Meaning::Legal(_) | Meaning::Ambiguous(_) => false,
        };
        if is_no_move && let Some(castling) = self.castling_by_king(record, written) {
            record.text.notation.count(ply, token);
            return Self::make_move(record, castling, written.sign(), token);
        }
        if is_no_move && (self.joined_moves(record, token) || self.stray_board_moves(record, token)) {
            return;
        }
        let recovery = match &meaning {
            Meaning::Ambiguous(_) => self.cut_off(record, written, token),
            _ if is_no_move => self.recovery(record, written, token),
            _ => None,
        };
        if let Some(recovery) = recovery {
            return self.recover(record, recovery, written, token);
        }
        match meaning {
            Meaning::Illegal(..) if record.nonstandard_moves.len() >= MOST_ODD => {
                record.stop_at_limit(FaultKind::TooManyNonstandard(MOST_ODD), token);
            }
            Meaning::Legal(played) => {
                record.text.notation.count(ply, token);
                Self::make_move(record, played, written.sign(), token);
            }
            // The words after it are reported.
            Meaning::Illegal(_, Illegality::Null) if self.begins_signature(record, token) => {}
            Meaning::Illegal(played, Illegality::Null) => {
                if self.is_lost_move(record, token) {
                    note_lost_move(record, token);
                }
                record.nonstandard_moves.push(NonstandardMove {
                    ply,
                    span: token,
                    kind: NonstandardKind::Null,
                });
                record.replay.has_null_move = true;
                record.mark_irregular(ply);
                Self::make_move(record, played, written.sign(), token);
            }
            Meaning::Illegal(played, fault) => play_illegal(record, played, fault, written, token),
            Meaning::Ambiguous(moves) => self.ambiguous(record, moves, written.sign(), token),
            Meaning::Nothing => match self.observed_move(record, written) {
                Some((played, fault)) => play_illegal(record, played, fault, written, token),
                None => self.unresolvable(record, written.sign(), token),
            },
        }
    }

    /// The illegal move of the nearest man, if the board was observed and no man can make the written move.
    fn observed_move(&self, record: &Record, written: WrittenMove) -> Option<(Move, Illegality)> {
        record.value(TagName::Observed, self.text)?;
        let WrittenMove::San(read) = written else { return None };
        let played = record.position.nearest_meaning(read)?;
        let may_be_kept = record.nonstandard_moves.len() < MOST_ODD;
        record.position.illegality(played, Play::COMMON).filter(|_| may_be_kept).map(|fault| (played, fault))
    }

    fn recover(&mut self, record: &mut Record, recovery: Recovery, written: WrittenMove, token: Span) {
        match recovery {
            Recovery::OtherMove(played)
                if record.moves.is_empty() && played.kind() == MoveKind::EnPassant =>
            {
                record.add_fault(FaultKind::EnPassantNotGiven, token);
                Self::make_move(record, played, written.sign(), token);
            }
            Recovery::OtherMove(played) => {
                if matches!(token.of(self.text), [b'b' | b'B', b'a'..=b'h' | b'x', ..]) {
                    record.recovery.position_doubt.get_or_insert(PositionDoubt::SmallLetters);
                }
                if self.may_be_knights(record, token) {
                    record.recovery.position_doubt.get_or_insert(PositionDoubt::DetachedLetter);
                }
                if token.of(self.text).starts_with(b"B") {
                    record.add_fault(FaultKind::CapitalOfPawn, token);
                } else {
                    record.text.notation.count(record.plies() + 1, token);
                }
                Self::make_move(record, played, written.sign(), token);
            }
            Recovery::Unpromoted(played) => {
                record.add_fault(FaultKind::NoPromotion, token);
                Self::make_move(record, played, written.sign(), token);
            }
            Recovery::Skip { kind, end } => {
                record.add_fault(kind, token);
                self.at = end;
            }
            Recovery::Stop(kind) => Self::stop_at(record, kind, token),
        }
    }

    /// Reads a legal move with blanks beside its dash if `token` is its first part; returns whether it is.
    fn spaced_move(&mut self, record: &mut Record, token: Span) -> bool {
        let whole = self.text.get(token.range().start..).and_then(AnnotatedMove::spaced);
        let Some(AnnotatedMove { read, length, signs, .. }) = whole else { return false };
        let Meaning::Legal(played) = record.position.meaning(read) else { return false };
        let end = token.range().start + length;
        let token = Span::new(token.range().start, end);
        self.at = end + signs;
        record.text.notation.count(record.plies() + 1, token);
        Self::make_move(record, played, read.sign(), token);
        self.note_token(record, token);
        true
    }

    /// Makes the move that a token which fits no man must mean, if the rest of the game leaves only one.
    fn unresolvable(&self, record: &mut Record, sign: CheckSign, token: Span) {
        let ply = record.plies() + 1;
        let mut budget = Budget::of(record.recovery.look_ahead_left.into());
        let certain = (record.acts.is_empty())
            .then(|| certain_move(record, self.text, ply, token.start, &mut budget))
            .flatten();
        record.recovery.look_ahead_left = u32::try_from(budget.nodes).unwrap_or_default();
        let Some(played) = certain else { return Self::stop_at(record, FaultKind::Unresolvable, token) };
        let read_as = record.position.san_with_sign(played, Play::COMMON);
        Self::make_move(record, played, sign, token);
        record.add_fault(FaultKind::ReadAs(read_as), token);
        record.facts.doubtful.get_or_insert(ply);
    }

    pub(super) fn stop_at(record: &mut Record, kind: FaultKind, token: Span) {
        record.add_fault(kind, token);
        if let Some(fault) = record.text.faults.last_mut() {
            fault.ply += 1;
        }
        record.stop_replay(StopReason::Unreplayable);
    }

    /// Whether the record observes speech and the mate on the board was not called.
    fn is_mate_silent(&self, record: &Record) -> bool {
        let watched = record.value(TagName::Observed, self.text).is_some_and(|value| {
            let read = ReadValue::of(TagName::Observed, value);
            matches!(read, ReadValue::Value(TagValue::Observed(channels)) if channels.contains(&Channel::Speech))
        });
        let plies = record.plies();
        let says_it = |act: &Act| matches!(act, Act::Say { word: SpokenWord::Check | SpokenWord::Mate, .. });
        let mut since = record.acts.iter().rev().take_while(|placed| placed.ply >= plies);
        watched && !since.any(|placed| says_it(&placed.act))
    }

    fn is_last_illegal(record: &Record) -> bool {
        let last = record.nonstandard_moves.last().filter(|odd| odd.ply == record.plies());
        last.is_some_and(|odd| matches!(odd.kind, NonstandardKind::Illegal(_)))
    }

    fn is_illegal(record: &Record, written: WrittenMove) -> bool {
        matches!(written.meaning(&record.position, record.prior_moves()), Meaning::Illegal(..))
    }

    /// Follows every candidate for an ambiguous move, and drops those after which a later move of the record is impossible.
    fn ambiguous(&mut self, record: &mut Record, moves: Vec<Move>, sign: CheckSign, token: Span) {
        let mut signed = moves.clone();
        prefer_signed(&record.position, &mut signed, sign);
        let surviving =
            if signed.len() > MOST_CANDIDATES { Vec::new() } else { self.surviving(record, &signed) };
        Self::make_ambiguous_move(record, moves, &surviving, sign, token);
    }

    /// Makes the first surviving candidate for an ambiguous move; stops the replay if there is none.
    pub(super) fn make_ambiguous_move(
        record: &mut Record,
        mut readings: Vec<Move>,
        surviving: &[Move],
        sign: CheckSign,
        token: Span,
    ) {
        if record.nonstandard_moves.len() >= MOST_ODD {
            return record.stop_at_limit(FaultKind::TooManyNonstandard(MOST_ODD), token);
        }
        let ply = record.plies() + 1;
        let Some(first) = surviving.first().copied() else {
            record.nonstandard_moves.push(NonstandardMove {
                ply,
                span: token,
                kind: NonstandardKind::Ambiguous { readings, surviving: 0 },
            });
            return record.stop_replay(StopReason::Unreplayable);
        };
        let count = u32::try_from(surviving.len()).unwrap_or(u32::MAX);
        if count > 1 && record.facts.doubtful.is_none() {
            record.facts.doubtful = Some(ply);
        }
        if let Some(index) = readings.iter().position(|played| *played == first) {
            readings.swap(0, index);
        }
        record.nonstandard_moves.push(NonstandardMove {
            ply,
            span: token,
            kind: NonstandardKind::Ambiguous { readings, surviving: count },
        });
        Self::make_move(record, first, sign, token);
    }

    /// The moves that the rest of the game allows; empty if too many lines would have to be followed.
    pub(super) fn surviving(&self, record: &mut Record, moves: &[Move]) -> Vec<Move> {
        let roots: Vec<Candidate> =
            moves.iter().map(|played| Candidate { played: *played, after: self.at }).collect();
        self.surviving_candidates(record, &roots).into_iter().map(|root| root.played).collect()
    }

    /// The candidates that the rest of the game allows, each followed from the end of its own words; empty if too many lines
    /// would have to be followed.
    pub(super) fn surviving_candidates(
        &self,
        record: &mut Record,
        candidates: &[Candidate],
    ) -> Vec<Candidate> {
        let notation = record.text.move_notation;
        let mut lines: Vec<CandidateLine> =
            candidates.iter().map(|root| CandidateLine::new(*root, &record.position)).collect();
        while record.recovery.look_ahead_left > 0 {
            record.recovery.look_ahead_left -= 1;
            let mut next: Vec<CandidateLine> = Vec::with_capacity(lines.len());
            let mut cache = NextMoves::default();
            for line in &lines {
                for ahead in cache.at(self, line.at, notation) {
                    let prior = PriorMoves { recorded: &record.moves, ahead: &line.ahead };
                    let moves = line.moves(ahead.written, prior);
                    next.extend(moves.map(|played| line.extended(played, ahead.after, notation)));
                }
            }
            if next.is_empty() {
                // The record fails here under every candidate, so this decides nothing.
                break;
            }
            let one_root =
                next.iter().all(|line| line.root == next.first().map_or(line.root, |first| first.root));
            // Lines may transpose.
            next.dedup_by(|a, b| a.root == b.root && a.at == b.at && a.position == b.position);
            lines = next;
            if one_root {
                break;
            }
            if lines.len() > MOST_CANDIDATES {
                return Vec::new();
            }
        }
        let mut roots: Vec<Candidate> = Vec::new();
        for line in lines {
            if !roots.contains(&line.root) {
                roots.push(line.root);
            }
        }
        roots
    }
}

/// A move that an ambiguous text may mean, and the offset after its words.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Candidate {
    pub played: Move,
    pub after: usize,
}

/// The line of the record after a candidate.
struct CandidateLine {
    root: Candidate,
    /// The moves from the candidate on. Descriptive notation names men by their origin.
    ahead: Vec<Move>,
    position: Position,
    at: usize,
}

impl CandidateLine {
    fn new(root: Candidate, board: &Position) -> Self {
        let mut position = *board;
        position.play(root.played);
        Self { root, ahead: vec![root.played], position, at: root.after }
    }

    /// The legal moves that a text can mean here.
    fn moves(&self, written: WrittenMove, prior: PriorMoves<'_>) -> impl Iterator<Item = Move> {
        let usual = match written {
            WrittenMove::San(read) => match self.position.resolve(read, &self.position.threats()) {
                Resolved::Export(played) | Resolved::Other(played) => Some(played),
                Resolved::Odd => None,
            },
            WrittenMove::Descriptive(_) => None,
        };
        let meaning = usual.map_or_else(|| written.meaning(&self.position, prior), Meaning::Legal);
        let (only, several) = match meaning {
            Meaning::Legal(played) => (Some(played), Vec::new()),
            Meaning::Ambiguous(several) => (None, several),
            Meaning::Illegal(..) | Meaning::Nothing => (None, Vec::new()),
        };
        only.into_iter().chain(several)
    }

    /// The line after one more move.
    fn extended(&self, played: Move, at: usize, notation: Notation) -> Self {
        let mut position = self.position;
        position.play(played);
        let mut ahead = self.ahead.clone();
        if notation == Notation::Descriptive {
            ahead.push(played);
        }
        Self { root: self.root, ahead, position, at }
    }
}

/// The next moves in the text, kept because most lines are at the same place.
#[derive(Default)]
struct NextMoves {
    place: Option<usize>,
    moves: Vec<MoveAhead>,
}

impl NextMoves {
    fn at(&mut self, reader: &Reader<'_>, place: usize, notation: Notation) -> &[MoveAhead] {
        if self.place.replace(place) != Some(place) {
            self.moves = reader.ahead_from(place).next_main_line_divisions(notation);
        }
        &self.moves
    }
}

/// Drops the moves that a check sign does not fit, if it fits any.
fn prefer_signed(position: &Position, moves: &mut Vec<Move>, sign: CheckSign) {
    if sign == CheckSign::None {
        return;
    }
    let checks = |played: &Move| {
        let mut after = *position;
        after.play(*played);
        after.in_check(after.turn())
    };
    if moves.iter().any(checks) {
        moves.retain(checks);
    }
}

/// Plays an illegal move. Its check sign is not verified.
fn play_illegal(record: &mut Record, played: Move, fault: Illegality, written: WrittenMove, token: Span) {
    let ply = record.plies() + 1;
    record.nonstandard_moves.push(NonstandardMove {
        ply,
        span: token,
        kind: NonstandardKind::Illegal(fault),
    });
    record.mark_irregular(ply);
    record.play_move(played, token.start);
    record.replay.last_sign = written.sign();
}
