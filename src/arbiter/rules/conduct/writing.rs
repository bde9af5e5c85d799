//! Moves written down before they are made.

use crate::chess::{Color, Meaning, San};
use crate::game::{MoveWords, Span, UmpireRuling};
use crate::law::Rule;

use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::rules::conduct::open_conduct;
use crate::arbiter::sentences;
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
