//! `setup.odds` at the end of a game: drawn games that count as won, and mates that must be given with a certain man,
//! on a certain square, or suffered.

use crate::chess::{Color, Role, Square};
use crate::finding::{Disposition, Reason, Score, Severity};
use crate::game::board_edits::EditedBoard;
use crate::game::{BoardEnd, OddsTerm};
use crate::law::{Provision, Rule};

use super::given_score::ScoreRuling;
use crate::arbiter::context::Context;
use crate::arbiter::draft::Draft;
use crate::arbiter::outcome::EventOutcome;
use crate::arbiter::sentences;

/// The end that the giver of odds undertook to bring about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wager {
    /// The giver mates with the man that began on this square.
    MateWith(Square),
    MateOn(Square),
    /// A stalemate of either player.
    Stalemate,
    /// The giver forces the receiver to give mate.
    Selfmate,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum WagerResult {
    Won,
    Lost,
    /// The game ended in a way that does not concern the wager.
    NotTested,
}

/// `is_drawn`: whether an act drew the game.
pub(super) fn under_wager<'a>(
    context: &Context<'a>,
    ruling: ScoreRuling<'a>,
    given: Score,
    is_drawn: bool,
    drafts: &mut Vec<Draft>,
) -> ScoreRuling<'a> {
    let Some(odds) = context.odds() else { return ruling };
    let wager = odds.terms.iter().find_map(|term| match term {
        OddsTerm::MateWith(square) => Some(Wager::MateWith(*square)),
        OddsTerm::MateOn(square) => Some(Wager::MateOn(*square)),
        OddsTerm::ForceStalemate => Some(Wager::Stalemate),
        OddsTerm::Selfmate => Some(Wager::Selfmate),
        _ => None,
    });
    let result = wager.map_or(WagerResult::NotTested, |wager| result_of(context, wager, odds.giver));
    if let (Some(wager), Some(law)) = (wager, context.law_of_failed_wager())
        && (result == WagerResult::Lost
            || (result == WagerResult::NotTested && (is_drawn || ruling.score == Score::Draw)))
    {
        report_failed_wager(context, wager, odds.giver, law, drafts);
        let (score, reason) = (Score::won_by(odds.giver.other()), Reason::Rule(Rule::SetupOdds));
        return ScoreRuling { score, reason, provision: Some(law), ..ruling };
    }
    match result {
        WagerResult::NotTested if ruling.score == Score::Draw => {
            ScoreRuling { score: context.score_of_draw(), ..ruling }
        }
        WagerResult::NotTested => ruling,
        // Some records give the score of the wager, some that of the board.
        WagerResult::Won => {
            let score = Score::won_by(odds.giver);
            let score = if given == Score::Unknown { score } else { given };
            ScoreRuling { score, reason: Reason::Rule(Rule::SetupOdds), ..ruling }
        }
        WagerResult::Lost => {
            if let Some(wager) = wager {
                report_lost_wager(context, wager, odds.giver, drafts);
            }
            ScoreRuling { score: Score::Unknown, reason: Reason::Rule(Rule::SetupOdds), ..ruling }
        }
    }
}

/// The score, and the provision by which it is a draw because the winner can have no more.
pub(super) fn cap<'a>(outcome: &EventOutcome<'a>, score: Score) -> (Score, Option<&'a Provision>) {
    match outcome.capped {
        Some((player, law)) if score == Score::won_by(player) => (Score::Draw, Some(law)),
        _ => (score, None),
    }
}

/// Makes a win a draw if its winner left a man given as odds on the board, and the code allows no more than a draw then.
pub(super) fn under_cap<'a>(outcome: &EventOutcome<'a>, ruling: ScoreRuling<'a>) -> ScoreRuling<'a> {
    match cap(outcome, ruling.score) {
        (score, Some(law)) => {
            ScoreRuling { score, reason: Reason::Rule(Rule::SetupOdds), provision: Some(law), ..ruling }
        }
        _ => ruling,
    }
}

fn result_of(context: &Context<'_>, wager: Wager, giver: Color) -> WagerResult {
    let record = context.record();
    let position = &record.position;
    let mated = (record.facts.end == BoardEnd::Mate).then(|| position.turn());
    let checks = position.checkers(position.turn());
    let moved_last_to = |square: Square| record.moves.last().is_some_and(|last| last.to() == square);
    let result_if = |is_won: bool| if is_won { WagerResult::Won } else { WagerResult::Lost };
    match (wager, mated) {
        (Wager::MateWith(square), Some(mated)) if mated != giver => {
            let Some(man) = current_square(context, square) else { return WagerResult::Lost };
            result_if(moved_last_to(man) || checks.has(man))
        }
        (Wager::MateOn(square), Some(mated)) if mated != giver => {
            let king = position.of(mated, Role::King).single();
            result_if(king == Some(square) || moved_last_to(square) || checks.has(square))
        }
        (Wager::Selfmate, Some(mated)) => result_if(mated == giver),
        (Wager::Stalemate, Some(mated)) if mated != giver => WagerResult::Lost,
        (Wager::Stalemate, None) if record.facts.end == BoardEnd::Stalemate => WagerResult::Won,
        _ => WagerResult::NotTested,
    }
}

fn current_square(context: &Context<'_>, square: Square) -> Option<Square> {
    let record = context.record();
    let mut board = EditedBoard::new(&record.start);
    for played in record.moves.iter() {
        board.play(played);
    }
    board.square_of_man_from(square)
}

fn in_words(context: &Context<'_>, wager: Wager) -> String {
    match wager {
        Wager::MateWith(square) => sentences::setup::to_mate_with(square, context.terms()),
        Wager::MateOn(square) => sentences::setup::to_mate_on(square),
        Wager::Stalemate => sentences::setup::to_stalemate(),
        Wager::Selfmate => sentences::setup::to_be_mated(),
    }
}

/// Reports that the game did not end as the giver of odds undertook, under a code by which this loses the game.
fn report_failed_wager(
    context: &Context<'_>,
    wager: Wager,
    giver: Color,
    law: &Provision,
    drafts: &mut Vec<Draft>,
) {
    if !context.wants(Rule::SetupOdds, Severity::Error) {
        return;
    }
    let message = sentences::setup::wager_failed(giver, &in_words(context, wager));
    let draft = Draft::new(Rule::SetupOdds, Severity::Error, 0, context.last_token(), message).under(law);
    drafts.push(Draft {
        offender: Some(giver),
        movetext: context.numbered(context.record().plies()),
        disposition: Some(Disposition::Enforced),
        ..draft
    });
}

fn report_lost_wager(context: &Context<'_>, wager: Wager, giver: Color, drafts: &mut Vec<Draft>) {
    if !context.wants(Rule::SetupOdds, Severity::Error) {
        return;
    }
    let due = in_words(context, wager);
    let last = context.record().plies();
    let message = sentences::setup::wager_lost(giver, &due);
    let mut draft = Draft::new(Rule::SetupOdds, Severity::Error, 0, context.last_token(), message).of_fact();
    draft.offender = Some(giver);
    draft.movetext = context.numbered(last);
    draft.help = Some(sentences::setup::mate_decides_nothing());
    drafts.push(draft);
}
