//! Questions that need a search: perpetual check, and whether a player can still mate.

use crate::chess::{Color, Material, Move, Play, Position};
use crate::law::{Rule, Voice};
use crate::search::dead;
use crate::search::perpetual::{self, Plan};

use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::{sentences, words};

/// The maximum number of steps of a plan in a message.
const MOST_STEPS: usize = 12;
/// The maximum number of searches for one record. It bounds the time of a record full of claims.
const MOST_SEARCHES: u32 = 24;

/// Whether a player can give perpetual check.
pub(crate) enum PerpetualCheck {
    /// Yes, by this plan in words.
    Yes(String),
    /// No, for this reason in words.
    No(String),
    /// The search gave no answer, for this reason.
    Undecided(&'static str),
}

/// Whether the player on move can give perpetual check.
pub(crate) fn perpetual_check(p: &Proceedings<'_, '_>) -> PerpetualCheck {
    if let Some(bar) = search_obstacle(p) {
        return PerpetualCheck::Undecided(bar);
    }
    let board = p.history.board();
    let play = p.history.play();
    let hearing = p.context.hearing;
    let answer = p.context.search(|budget| perpetual::perpetual_check(board, play, budget, hearing.meter));
    match answer {
        perpetual::PerpetualAnswer::Proved(steps) => PerpetualCheck::Yes(in_words(board, &steps, play)),
        perpetual::PerpetualAnswer::Refuted(end) if end.line.is_empty() => {
            PerpetualCheck::No(sentences::draws::no_check_possible())
        }
        perpetual::PerpetualAnswer::Refuted(end) => {
            PerpetualCheck::No(sentences::draws::checks_run_out(&words::line(board, &end.line, play)))
        }
        perpetual::PerpetualAnswer::Undetermined => PerpetualCheck::Undecided(sentences::draws::SEARCH_LIMIT),
    }
}

/// Whether a player can still mate by some series of legal moves; true if that is not known.
pub(crate) fn can_mate(p: &Proceedings<'_, '_>, board: &Position, player: Color) -> bool {
    if board.material(player) == Material::CannotMate {
        return false;
    }
    search_obstacle(p).is_some() || !dead::can_mate(board, player).is_refuted()
}

/// Whether the material ends the game under the code.
pub(crate) fn is_dead_by_material(p: &Proceedings<'_, '_>, board: &Position) -> bool {
    p.context.code().voice(Rule::DrawDead) == Voice::Speaks
        && [Color::White, Color::Black]
            .into_iter()
            .all(|player| board.material(player) == Material::CannotMate)
}

/// The reason not to search, if there is one; otherwise counts the search.
pub(crate) fn search_obstacle(p: &Proceedings<'_, '_>) -> Option<&'static str> {
    if !p.is_certain() {
        return Some(sentences::calls::MOVES_UNCERTAIN);
    }
    let made = p.searches.get();
    p.searches.set(made.saturating_add(1));
    (made >= MOST_SEARCHES).then_some(sentences::calls::TOO_MANY_SEARCHES)
}

/// The plan in words: `(1) Qe8+, and after Kh7 go to (2); (2) Qh5+, and after Kg8 go to (1)`.
fn in_words(board: &Position, Plan { steps }: &Plan, play: Play) -> String {
    let after = |position: &Position, played: Move| {
        let mut next = *position;
        next.play(played);
        next
    };
    let mut boards: Vec<Option<Position>> = vec![None; steps.len()];
    if let Some(first) = boards.first_mut() {
        *first = Some(*board);
    }
    let mut lines = Vec::new();
    for (step, number) in steps.iter().zip(1..) {
        // Each step is reached by a reply in an earlier step.
        let Some(now) = boards.get(number - 1).copied().flatten() else { continue };
        let given = after(&now, step.check);
        let mut replies = Vec::new();
        for reply in &step.replies {
            replies.push((given.san_with_sign(reply.played, play), reply.then + 1));
            if let Some(next) = boards.get_mut(reply.then) {
                *next = Some(after(&given, reply.played));
            }
        }
        let check = now.san_with_sign(step.check, play);
        lines.push(sentences::draws::plan_step(number, &check, &replies));
        if lines.len() == MOST_STEPS && steps.len() > MOST_STEPS {
            lines.push(sentences::draws::and_so_on(steps.len()));
            break;
        }
    }
    lines.join("; ")
}
