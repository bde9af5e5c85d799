//! Reasons to doubt that a game without a FEN tag began from the usual array.

use crate::chess::{CastlingBar, Illegality, Meaning, Position, Role, San, Side, Subject};

use super::boundary::preface_start;
use super::descriptive::WrittenMove;
use super::lookahead::Element;
use super::prose::holds_other_position;
use super::reader::Reader;
use super::starting_position::{begins_anywhere, names_later_position};
use crate::game::{FaultKind, Record, SetupSource, Span, TagName};

/// Bytes before the first move that are searched for a position.
const PREFACE_BYTES: usize = 16_384;

/// After so many legal plies the game is taken to have begun from the usual array.
const DOUBTFUL_PLIES: u32 = 40;

/// The index of the d-file.
const QUEENS_FILE: u8 = 3;

/// The usual array with king and queen of one player or both reversed.
const REVERSED_ARRAYS: [&[u8]; 3] = [
    b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w KQkq",
    b"rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq",
    b"rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w KQkq",
];

impl Reader<'_> {
    /// The reason for the doubt at a token that is no move, if the text before the moves or the moves themselves give one.
    #[cold]
    pub(super) fn doubt_of_start(
        &self,
        record: &Record,
        written: WrittenMove,
        token: Span,
    ) -> Option<FaultKind> {
        if record.setup != SetupSource::Usual || record.plies() >= DOUBTFUL_PLIES {
            return None;
        }
        if record.value(TagName::Event, self.text).is_some_and(begins_anywhere) {
            return Some(FaultKind::MissingPosition);
        }
        if self.position_is_before_moves(record) {
            return Some(FaultKind::PositionOutsideTag);
        }
        if !record.acts.is_empty() || !is_impossible_for_king_or_queen(record, written) {
            return None;
        }
        let mut arrays = REVERSED_ARRAYS.into_iter().filter_map(|array| Position::read_fen(array).ok());
        let is_explained = arrays.any(|read| {
            let explains = |is_mirrored| self.begins_from(record, read.position, token, is_mirrored);
            explains(false) || explains(true)
        });
        is_explained.then_some(FaultKind::ReversedArray)
    }

    /// Whether the text before the moves, or a tag, has a position other than the usual array.
    fn position_is_before_moves(&self, record: &Record) -> bool {
        let holds = |text: &[u8]| holds_other_position(text, &record.start);
        let first = record.token(1, self.text).map_or(self.at, |token| token.range().start);
        let begins = record.span.range().start;
        let pairs = record.tags.pairs();
        let mut from = if pairs.is_empty() { preface_start(self.text, begins) } else { begins };
        from = from.max(first.saturating_sub(PREFACE_BYTES));
        for pair in pairs {
            let name = pair.name.of(self.text);
            let before = self.text.get(from..pair.span.range().start).unwrap_or_default();
            if holds(before) || !names_later_position(name) && holds(pair.value.of(self.text)) {
                return true;
            }
            from = pair.span.range().end;
        }
        self.text.get(from..first).is_some_and(holds)
    }

    /// Whether all moves of the game are legal from another position, `token` among them. A mirrored player whose king begins
    /// on the file of the queen has the short side of castling there too.
    fn begins_from(&self, record: &Record, start: Position, token: Span, is_mirrored: bool) -> bool {
        let mut position = start;
        let mut ahead = self.ahead_from(record.token(1, self.text).unwrap_or(token).range().start);
        let mut has_passed = false;
        while let Some(element) = ahead.next_element(record.text.move_notation) {
            let Element::Move { written: WrittenMove::San(read), token: made } = element else { continue };
            let king = start.of(position.turn(), Role::King).single();
            let is_on_queens_file = king.is_some_and(|king| king.file().index() == QUEENS_FILE);
            let other_side = match read.subject() {
                Subject::Castling(_) if !(is_mirrored && is_on_queens_file) => None,
                Subject::Castling(Side::King) => San::from_ascii(b"O-O-O"),
                Subject::Castling(Side::Queen) => San::from_ascii(b"O-O"),
                _ => None,
            };
            let Meaning::Legal(played) = position.meaning(other_side.unwrap_or(read)) else { return false };
            position.play(played);
            has_passed |= made.start == token.start;
        }
        has_passed
    }
}

/// Whether a king or queen cannot make the move on any board with its men, so that it began on another square.
fn is_impossible_for_king_or_queen(record: &Record, written: WrittenMove) -> bool {
    let Meaning::Illegal(played, fault) = written.meaning(&record.position, record.prior_moves()) else {
        return false;
    };
    let man = record.position.man_at(played.from());
    let is_blocked = fault == Illegality::Castling(CastlingBar::Between);
    let is_false = matches!(fault, Illegality::False | Illegality::FalseCapture | Illegality::CapturesOwn);
    (is_blocked || is_false) && man.is_some_and(|man| matches!(man.role, Role::King | Role::Queen))
}
