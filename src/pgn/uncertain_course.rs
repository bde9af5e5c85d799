//! Games whose course is uncertain: several moves cannot be made, or numbers go astray beside one that cannot. Nobody is
//! accused of them, or of what a slip of the pen explains with the move before; the game is read again up to there.

use crate::game::{
    FaultKind, NonstandardKind, NonstandardMove, Record, Span, StopReason, TagName, TextFault,
};
use crate::law::Rule;
use crate::search::Budget;

use super::foreign_text::LONGEST_TRIED;
use super::reader::{CourseEnd, Reader, WhyEnded};
use super::slip::likely_slip;
use crate::chess::CheckSign;

/// Moves that cannot be made, or signs that are false, of which all must be wrong.
const MOST_BELIEVED: usize = 2;
/// Plies between an illegal move and the place where the numbers, or the moves after it, show that others are missing.
const LONGEST_RUN: u32 = 4;

impl Reader<'_> {
    /// Reads again, up to the moves that are in doubt, the game that began at `start`, if its course is uncertain. Acts
    /// would be judged with the moves.
    #[cold]
    pub(super) fn settle_course(&mut self, record: &mut Record, start: usize) {
        let is_score_alone = record.acts.is_empty() && record.tag(TagName::Observed).is_none();
        if !is_score_alone || self.at.saturating_sub(start) > LONGEST_TRIED {
            return;
        }
        let Some(end) = self.uncertain_from(record) else { return };
        let mut reader = Reader { course_end: Some(end), ..self.ahead_from(start) };
        reader.next_as_is(record);
        self.at = reader.at;
    }

    fn uncertain_from(&self, record: &Record) -> Option<CourseEnd> {
        let is_illegal = |odd: &&NonstandardMove| matches!(odd.kind, NonstandardKind::Illegal(_));
        let illegal: Vec<&NonstandardMove> = record.nonstandard_moves.iter().filter(is_illegal).collect();
        let first = *illegal.first()?;
        let stop = record.text.faults.iter().find(|fault| is_stop(fault));
        let unmade = illegal.len() + usize::from(stop.is_some());
        let from = |odd: &NonstandardMove, why| Some(CourseEnd { token: odd.span.start, why });
        let unmade_from = |odd: &NonstandardMove| {
            let earlier = illegal.iter().take_while(|earlier| earlier.ply < odd.ply).count();
            from(odd, WhyEnded::Unmade(u32::try_from(unmade - earlier).unwrap_or(u32::MAX)))
        };
        if unmade > 1 && self.is_explained(record, first) {
            let second = illegal.get(1).map(|odd| odd.span).or(stop.map(|stop| stop.span))?;
            // The slip is named only where no clock speaks.
            return match record.clocks.is_empty() {
                true => Some(CourseEnd { token: second.start, why: WhyEnded::Explained }),
                false => unmade_from(first),
            };
        }
        let run_before = |fault: &TextFault| {
            let mut next = fault.ply;
            let earlier = illegal.iter().rev().skip_while(|odd| odd.ply > fault.ply);
            let is_near =
                |odd: &&&NonstandardMove| next - std::mem::replace(&mut next, odd.ply) <= LONGEST_RUN;
            earlier.take_while(is_near).last().copied()
        };
        let of_board = record.text.faults.iter().find(|fault| fault.kind == FaultKind::StrayBoardMoves);
        if let Some(stray) = of_board.and_then(run_before) {
            return from(stray, WhyEnded::StrayMoves);
        }
        let is_near = |ply: u32| ply < first.ply && first.ply - ply <= LONGEST_RUN;
        let has_false_check =
            record.text.false_signs.iter().any(|sign| sign.sign == CheckSign::Check && is_near(sign.ply));
        if unmade + usize::from(has_false_check) > MOST_BELIEVED {
            return unmade_from(first);
        }
        let shows_gap = |fault: &&TextFault| match fault.kind {
            FaultKind::NumbersGoBack { .. } | FaultKind::NumbersJump { .. } => true,
            FaultKind::Unresolvable => false,
            _ => is_stop(fault),
        };
        record.text.faults.iter().filter(shows_gap).find_map(run_before).and_then(unmade_from)
    }

    /// Whether the whole game can be played after one change that explains why a move cannot be made.
    fn is_explained(&self, record: &Record, odd: &NonstandardMove) -> bool {
        let mut budget = Budget::SLIPS;
        let slip = likely_slip(record, self.text, odd.ply, odd.span.start, &mut budget);
        slip.is_some_and(|slip| slip.until.is_none())
    }

    /// Ends the replay at a move that an earlier reading found in doubt; returns whether this is the move.
    #[cold]
    pub(super) fn ends_course(&mut self, record: &mut Record, token: Span) -> bool {
        let Some(end) = self.course_end.filter(|end| end.token == token.start) else { return false };
        match end.why {
            WhyEnded::Explained => record.stop_replay(StopReason::Unreplayable),
            WhyEnded::StrayMoves => return self.skip_stray_moves(record, token),
            WhyEnded::Unmade(moves) => Self::stop_at(record, FaultKind::UncertainCourse { moves }, token),
        }
        true
    }
}

fn is_stop(fault: &TextFault) -> bool {
    fault.kind.stops_replay() && fault.kind.rule() == Rule::RecordUnresolvable
}
