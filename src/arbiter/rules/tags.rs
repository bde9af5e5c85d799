//! `record.tag`, remarks: what the tags of a game say that its other tags or its moves do not bear out.

use crate::finding::Severity;
use crate::game::{Field, Setup, Span, TagName, TimeControl};
use crate::law::Rule;

use crate::arbiter::{Context, Draft};

/// The number of plies, as many programs write it (PGN standard, 9.10.1).
const PLY_COUNT: &[u8] = b"PlyCount";

/// What is to be said, and of which place.
struct Remark {
    span: Span,
    message: String,
}

impl Context<'_> {
    pub(crate) fn judge_heads(&mut self) {
        if !self.wants(Rule::RecordTag, Severity::Info) {
            return;
        }
        let found = [self.same_player(), self.unread_time_control(), self.wrong_ply_count()];
        for Remark { span, message } in found.into_iter().flatten() {
            self.drafts.push(Draft::new(Rule::RecordTag, Severity::Info, 0, span, message));
        }
    }

    /// One name for both players, where it is the name of somebody.
    fn same_player(&self) -> Option<Remark> {
        let name = self.value(TagName::White)?.trim_ascii();
        let is_somebody = name.iter().any(u8::is_ascii_lowercase)
            && ![&b"anonymous"[..], b"unknown", b"amateur"]
                .iter()
                .any(|nobody| name.eq_ignore_ascii_case(nobody));
        if !is_somebody || self.value(TagName::Black)?.trim_ascii() != name {
            return None;
        }
        let span = self.record().tag(TagName::Black)?.value;
        Some(Remark { span, message: format!("White and Black are both `{}`", self.snippet(span)) })
    }

    /// A time control no field of which says anything.
    fn unread_time_control(&self) -> Option<Remark> {
        let pair = self.record().tag(TagName::TimeControl)?;
        let value = pair.value.of(self.text()).trim_ascii();
        let read = TimeControl::read(value);
        let is_unread = read.fields().iter().all(|field| *field == Field::NotUnderstood);
        (is_unread && !value.is_empty()).then(|| {
            let value = self.snippet(pair.value);
            let message =
                format!("`{value}` is not a time control of the standard: no clock is judged by it");
            Remark { span: pair.value, message }
        })
    }

    /// A number of plies that is not that of the moves, where all of them are plainly there.
    fn wrong_ply_count(&self) -> Option<Remark> {
        let record = self.record();
        let pair = record.tags.pairs().iter().find(|pair| pair.name.of(self.text()) == PLY_COUNT)?;
        let said: u32 = std::str::from_utf8(pair.value.of(self.text()).trim_ascii()).ok()?.parse().ok()?;
        // Where a game at odds begins is counted in more than one way.
        let is_plain = record.setup == Setup::Usual
            && record.ending.stop.is_none()
            && record.odd.is_empty()
            && record.acts.is_empty();
        let plies = record.plies();
        let message = format!("PlyCount says {said}, and the moves are {plies}");
        (is_plain && said != 0 && said != plies).then_some(Remark { span: pair.value, message })
    }
}
