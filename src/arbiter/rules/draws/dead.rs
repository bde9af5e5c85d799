//! Games that were dead before a flag or a resignation stopped them.

use crate::chess::{Color, Material};
use crate::finding::Severity;
use crate::game::Span;
use crate::law::{RemedyKind, Rule, Voice};
use crate::search::dead;

use crate::arbiter::case::new::NewCase;
use crate::arbiter::lookahead::search_obstacle;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::rules::opening_now;
use crate::arbiter::sentences;

/// Reports a draw, and returns true, if neither player could mate any more when the clock or a resignation stopped the
/// game.
pub(crate) fn report_dead_game(p: &mut Proceedings<'_, '_>, span: Span) -> bool {
    let board = *p.history.board();
    let undecided = |player| board.material(player) == Material::Undecided;
    let speaks = p.context.code().voice(Rule::DrawDead) == Voice::Speaks;
    // A draw by material alone is reported from the score.
    let may_be =
        speaks && (undecided(Color::White) || undecided(Color::Black)) && search_obstacle(p).is_none();
    if !may_be || dead::is_dead(&board) != Some(true) {
        return false;
    }
    let mover = board.turn();
    let message = sentences::draws::so_drawn(&sentences::draws::dead());
    let opened = p.open(NewCase {
        is_named: false,
        ..opening_now(p, Rule::DrawDead, p.facts(mover), mover, span, message)
    });
    let Some(index) = opened else { return false };
    if let Some(case) = p.cases.get_mut(index) {
        case.report.severity = Severity::Info;
    }
    p.end_with_remedy(index, RemedyKind::Draw);
    true
}
