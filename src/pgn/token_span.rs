//! Accessors of `Record` that read the text again: the token of a move, and a tag value that must be parsed.

use crate::chess::san;
use crate::game::{Notation, ReadValue, Record, ResultDetail, Span, TagName, TagValue};

use super::annotation_glyphs::AnnotatedMove;
use super::descriptive::descriptive_move;
use super::movetext::ends_token;
use super::reader::Reader;

impl Record {
    /// Whether the ResultDetail tag says that both players lost.
    pub fn detail_says_both_lose(&self, text: &[u8]) -> bool {
        self.value(TagName::ResultDetail, text).is_some_and(|value| {
            let read = ReadValue::of(TagName::ResultDetail, value);
            matches!(read, ReadValue::Value(TagValue::ResultDetail(ResultDetail::BothLose)))
        })
    }

    /// The token of the move of a ply, without its suffix. Plies count from 1.
    pub fn token(&self, ply: u32, text: &[u8]) -> Option<Span> {
        let start = self.moves.token((ply as usize).checked_sub(1)?)?;
        Some(self.token_at(start, text))
    }

    /// The token of the move at `place`, without its suffix.
    pub fn token_at(&self, place: u32, text: &[u8]) -> Span {
        if self.text.move_notation == Notation::Unwritten {
            return Span { start: place, end: place };
        }
        let start = place as usize;
        let rest = text.get(start..).unwrap_or_default();
        let as_read = self.text.tokens_as_read.binary_search_by_key(&place, |token| token.start).ok();
        if let Some(token) = as_read.and_then(|index| self.text.tokens_as_read.get(index)) {
            return *token;
        }
        if self.text.move_notation == Notation::Descriptive
            && let Ok((after, _)) = descriptive_move(rest)
        {
            return Span::new(start, text.len() - after.len());
        }
        let after = match san(rest) {
            Ok((after, _)) if after.first().is_none_or(|byte| byte.is_ascii() && *byte != b'&') => after,
            _ if let Some(printed) = AnnotatedMove::printed(rest) => {
                rest.get(printed.length..).unwrap_or_default()
            }
            Ok((after, _)) => after,
            Err(_) => rest
                .get(rest.iter().take_while(|byte| !ends_token(Some(*byte))).count()..)
                .unwrap_or_default(),
        };
        Span::new(start, text.len() - after.len())
    }
}

impl Reader<'_> {
    /// Notes the token of the last move, if its text alone would show another end.
    pub(super) fn note_token(&self, record: &mut Record, token: Span) {
        let last = record.moves.len().checked_sub(1).and_then(|index| record.moves.token(index));
        let is_noted = record.text.tokens_as_read.last().is_some_and(|noted| noted.start >= token.start);
        if last == Some(token.start) && !is_noted && record.token_at(token.start, self.text) != token {
            record.text.tokens_as_read.push(token);
        }
    }
}
