//! `record.result`: the recorded words on the end of the game, compared with the score and the board.

use std::collections::HashMap;

use crate::chess::{Color, Move, Play, Role};
use crate::finding::{Score, Severity};
use crate::game::{BoardEnd, TagName};
use crate::law::{CountOf, Provision, Rule};
use crate::pgn::{EndCause, StatedOutcome, ended_on_time};
use crate::search::dead::{self, Prospect};

use crate::arbiter::context::Context;
use crate::arbiter::counting::resets_like_halfmove_clock;
use crate::arbiter::draft::Draft;
use crate::arbiter::outcome::Outcome;
use crate::arbiter::sentences;
use crate::arbiter::stated_end::EndRemark;

pub(super) fn judge_stated_end(context: &Context<'_>, given: Score, drafts: &mut Vec<Draft>) {
    let Some(words) = context.stated_end().filter(|_| given != Score::Unknown) else {
        return;
    };
    let says = against_score(context, words, given);
    let against_score = says.map(|says| sentences::result::but_result_is(&says, given));
    let message =
        against_score.or_else(|| against_board(context, words)).or_else(|| over_on_the_board(context, words));
    let Some(message) = message.filter(|_| context.wants(Rule::RecordResult, Severity::Warning)) else {
        return;
    };
    let message = sentences::result::says_that(&words.place_in_words(), &message);
    let ply = context.record().plies();
    drafts.push(Draft::new(Rule::RecordResult, Severity::Warning, ply, words.span, message));
}

fn against_score(context: &Context<'_>, words: EndRemark<'_>, given: Score) -> Option<String> {
    let told = words.end?;
    let loser = words.loser;
    match told.outcome {
        StatedOutcome::Won(_) => loser
            .map(Color::other)
            .filter(|winner| given != Score::won_by(*winner))
            .map(sentences::result::won),
        // A player who lost on time or resigned may have a draw, if the opponent cannot mate.
        StatedOutcome::Lost(_) => {
            let lost = if told.cause == EndCause::Resignation {
                sentences::result::resigned
            } else {
                sentences::result::lost
            };
            loser.filter(|loser| given == Score::won_by(*loser)).map(lost)
        }
        StatedOutcome::Drawn => {
            let is_drawn = context.is_score_for(given, context.score_of(Outcome::Drawn));
            (!is_drawn).then(sentences::result::was_drawn)
        }
        StatedOutcome::Unstated => None,
    }
}

fn end_of_board_is_certain(context: &Context<'_>) -> bool {
    let record = context.record();
    record.ending.stop.is_none()
        && record.nonstandard_moves.is_empty()
        && record.facts.doubtful.is_none()
        && record.plies() > 0
}

/// Returns words on an end on time or by resignation that contradict an end on the board.
fn over_on_the_board(context: &Context<'_>, words: EndRemark<'_>) -> Option<String> {
    let but_gives = match context.record().facts.end {
        BoardEnd::Mate => sentences::result::but_last_move_gives_mate,
        BoardEnd::Stalemate => sentences::result::but_last_move_gives_stalemate,
        BoardEnd::Open => return None,
    };
    if !end_of_board_is_certain(context) {
        return None;
    }
    let ended = match words.resigned() {
        Some(loser) => sentences::result::resigned(loser),
        None if ended_on_time(words.words) => sentences::result::ended_on_time(),
        None => return None,
    };
    Some(but_gives(&ended))
}

fn against_board(context: &Context<'_>, words: EndRemark<'_>) -> Option<String> {
    let told = words.end?;
    if !end_of_board_is_certain(context) {
        return None;
    }
    let end = context.record().facts.end;
    match told.cause {
        EndCause::Checkmate if end != BoardEnd::Mate => {
            let is_clear = words.loser.is_some() || told.outcome == StatedOutcome::Unstated;
            is_clear.then(|| sentences::result::no_mate(words.loser))
        }
        EndCause::Stalemate if end != BoardEnd::Stalemate => Some(sentences::result::no_stalemate()),
        EndCause::Repetition(times) => {
            (!can_have_been_repeated(context, times)).then(|| sentences::result::no_repetition(times))
        }
        EndCause::QuietMoves(moves) => quiet_moves_missing(context, moves),
        EndCause::InsufficientMaterial => {
            has_men_enough(context).then(sentences::result::sufficient_material)
        }
        EndCause::Checkmate
        | EndCause::Stalemate
        | EndCause::Time
        | EndCause::Resignation
        | EndCause::Agreement
        | EndCause::Other => None,
    }
}

/// Whether counts begin within the moves of a record, in which nothing else happened.
fn counts_from_its_moves(context: &Context<'_>) -> bool {
    let record = context.record();
    let since = record.position.halfmove();
    record.acts.is_empty() && (record.tag(TagName::Fen).is_none() || since < record.plies())
}

/// Whether a position can have occurred so often by the end, or after one more move, which may have been written for a
/// claim. Castling and en passant rights are ignored, so that it holds under every code.
fn can_have_been_repeated(context: &Context<'_>, times: u32) -> bool {
    let record = context.record();
    if !counts_from_its_moves(context) || record.max_occurrences() >= times {
        return true;
    }
    let mut occurred: HashMap<u64, u32> = HashMap::new();
    let mut position = record.start;
    let mut most = 1;
    occurred.insert(position.placement_key(), 1);
    for played in record.moves.iter() {
        position.play(played);
        let count = occurred.entry(position.placement_key()).or_default();
        *count += 1;
        most = most.max(*count);
    }
    let occurs_again = |next: Move| {
        let mut after = position;
        after.play(next);
        occurred.get(&after.placement_key()).is_some_and(|count| count + 1 >= times)
    };
    most >= times || position.legal_moves(Play::COMMON).into_iter().any(occurs_again)
}

/// Returns the words on a draw after a number of quiet moves if there were fewer, even with one more move, and the code
/// does not count other moves.
fn quiet_moves_missing(context: &Context<'_>, moves: u32) -> Option<String> {
    let counts_otherwise = |provision: &Provision| {
        provision
            .required_count()
            .is_some_and(|count| count.of == CountOf::MovesEach && !resets_like_halfmove_clock(count))
    };
    let quiet = context.record().position.halfmove();
    let is_enough = quiet + 1 >= moves.saturating_mul(2);
    if is_enough
        || !counts_from_its_moves(context)
        || context.code().provisions_for(Rule::DrawFifty).any(counts_otherwise)
    {
        return None;
    }
    Some(sentences::result::too_few_quiet_moves(moves, quiet, context.record().plies()))
}

fn has_men_enough(context: &Context<'_>) -> bool {
    let board = &context.record().position;
    [Color::White, Color::Black].into_iter().all(|player| {
        let heavy = [Role::Queen, Role::Rook, Role::Pawn];
        heavy.into_iter().any(|role| !board.of(player, role).is_empty())
            && matches!(dead::can_mate(board, player), Prospect::Helpmate(_))
    })
}
