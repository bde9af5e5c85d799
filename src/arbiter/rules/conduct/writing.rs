//! Moves written down before they are made, scoresheets that lack moves, and signatures.

use crate::chess::{Color, Meaning, San};
use crate::finding::Severity;
use crate::game::{Channel, MoveWords, SheetState, SignedResult, Span, UmpireRuling};
use crate::law::{Predicate, Rule};

use crate::arbiter::clock_readings::has_time_to_write;
use crate::arbiter::draft::Draft;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::rules::conduct::open_conduct;
use crate::arbiter::sentences;
use crate::arbiter::state::Signature;
use crate::arbiter::state::adjournment::{WrittenMove, WrittenWhen};

/// The number of moves a player may have left unwritten: the player's last, and the opponent's before and after it.
const MOST_UNWRITTEN: usize = 3;

/// Notes a written move. Writing a move before making it is allowed only to claim a draw or to seal, which later events
/// show.
pub(crate) fn note_written_move(p: &mut Proceedings<'_, '_>, by: Color, words: &MoveWords, span: Span) {
    // A move that was just played, by either player, is written in due time.
    let time = if has_just_been_played(p, words) { WrittenWhen::After } else { WrittenWhen::Before };
    p.adjournment.written.retain(|written| written.by != by);
    p.adjournment.written.push(WrittenMove { by, span, words: words.clone(), time, ruled: None });
}

fn has_just_been_played(p: &Proceedings<'_, '_>, words: &MoveWords) -> bool {
    let Some(read) = San::from_ascii(words.as_str().as_bytes()) else { return false };
    p.history.moves_played().iter().rev().take(MOST_UNWRITTEN).any(|stood| match stood.before.meaning(read) {
        Meaning::Legal(played) | Meaning::Illegal(played, _) => played == stood.played,
        Meaning::Ambiguous(readings) => readings.contains(&stood.played),
        Meaning::Nothing => false,
    })
}

/// Reports a move that was written down before a move was made, without a claim. Returns the umpire's ruling on it, if
/// there was one.
pub(crate) fn report_written_before(p: &mut Proceedings<'_, '_>, by: Color) -> Option<UmpireRuling> {
    let written = p.adjournment.take_written(by).filter(WrittenMove::is_future_move)?;
    let WrittenMove { span, words, ruled, .. } = written;
    let message = sentences::conduct::writes_before_moving(by, words.as_str());
    open_conduct(p, by, Rule::ConductWriting, p.facts(by), span, message);
    ruled
}

/// A player moved without having written down the previous move, or has completed the scoresheet.
pub(crate) fn note_sheet(p: &mut Proceedings<'_, '_>, by: Color, state: SheetState, span: Span) {
    *p.adjournment.sheets.since_flag_fall.of_mut(by) = false;
    *p.adjournment.sheets.incomplete.of_mut(by) = state == SheetState::Incomplete;
    if state == SheetState::Complete {
        return;
    }
    let facts = p.facts(by);
    if facts.has(Predicate::FromArray) && p.history.made().of(by) < 2 {
        let message = sentences::conduct::nothing_to_write(by);
        return p.push(Draft::new(Rule::RecordCommand, Severity::Info, p.plies(), span, message));
    }
    let facts = facts.with(Predicate::MustWrite, has_time_to_write(p.context, by, p.plies()));
    open_conduct(p, by, Rule::ConductScoresheet, facts, span, sentences::conduct::sheet_incomplete(by));
}

pub(crate) fn note_flag_fall(p: &mut Proceedings<'_, '_>) {
    p.adjournment.sheets.both_at_flag_fall =
        p.adjournment.sheets.incomplete.white && p.adjournment.sheets.incomplete.black;
    for player in [Color::White, Color::Black] {
        *p.adjournment.sheets.since_flag_fall.of_mut(player) |= *p.adjournment.sheets.incomplete.of(player);
    }
}

/// Reports a move made without completing the scoresheet after a flag fell.
pub(crate) fn check_sheet_before_move(p: &mut Proceedings<'_, '_>, by: Color, span: Span) {
    *p.adjournment.sheets.since_flag_fall.of_mut(by) = false;
    if !p.context.observed(Channel::Conduct) {
        return;
    }
    let facts = p
        .facts(by)
        .with(Predicate::SinceFlagFall, true)
        .with(Predicate::BothSheetsIncomplete, p.adjournment.sheets.both_at_flag_fall);
    let message = sentences::conduct::moves_before_writing(by);
    open_conduct(p, by, Rule::ConductScoresheet, facts, span, message);
}

pub(crate) fn sign(p: &mut Proceedings<'_, '_>, by: Color, result: SignedResult, span: Span) {
    *p.adjournment.sheets.signed.of_mut(by) = Some(Signature { result, span });
}
