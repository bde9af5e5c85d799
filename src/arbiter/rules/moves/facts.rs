//! The facts of a move: what the board shows, and whether the move is completed.

use crate::chess::{AbsentRook, CastlingBar, Color, Illegality, Move, Position, Role, Square, home_rank};
use crate::game::{Act, Channel, ClockKind, Event, MadeMove, MoveSource, Timeline, UmpireRuling};
use crate::law::{Completion, Predicate};

use crate::arbiter::judged_move::JudgedMove;
use crate::arbiter::predicates::Facts;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::rules::moves::castling::leaps_at_odds;

/// The number of successive moves of one player that are searched for the event that completes the first.
const MOST_IN_A_ROW: u32 = 64;

pub(crate) fn move_facts(p: &Proceedings<'_, '_>, judged: &JudgedMove, rest: Timeline<'_>) -> Facts {
    let JudgedMove { before, after, made, .. } = judged;
    let (us, played) = (made.by, made.played);
    let in_check = before.in_check(us);
    let kings = before.of(us, Role::King);
    let relieves =
        in_check && before.legal_moves(p.history.play()).iter().any(|other| other.from() == played.from());
    let steps = played.from().file().index().abs_diff(played.to().file().index());
    // Bars are tried in order, `Arrival` last.
    let bar = before.illegality(played, p.history.play());
    let no_rook = bar == Some(Illegality::Castling(CastlingBar::NoRook));
    // The rook was given as odds, and the code does not allow the leap.
    let rook_given =
        p.history.play().absent_rook == AbsentRook::Never && no_rook && leaps_at_odds(p, before, played);
    let home = home_rank(us);
    let along_the_rank = played.from().rank() == home && played.to().rank() == home && steps > 1;
    p.facts(us)
        .with(Predicate::InCheck, in_check)
        .with(Predicate::CheckStanding, in_check)
        .with(Predicate::CheckAnnounced, in_check && p.history.is_announced(us))
        .with(Predicate::ManRelievesCheck, relieves)
        .with(Predicate::ExposesKing, after.in_check(us) && !in_check)
        .with(Predicate::Captures, captured_square(before, us, played).is_some())
        .with(Predicate::KingLeftInCheck, after.in_check(us))
        .with(Predicate::Completed, is_completed(p, *made, rest))
        .with(Predicate::OnMove, p.history.board().turn() == us)
        .with(
            Predicate::CastlingIntent,
            played.is_castling() || (kings.has(played.from()) && along_the_rank && !in_check),
        )
        .with(Predicate::ArrivalOnly, bar == Some(Illegality::Castling(CastlingBar::Arrival)))
        .with(Predicate::NoRook, no_rook)
        .with(Predicate::RookGiven, rook_given)
        .with(Predicate::ReplyMovesKing, kings.has(played.from()))
        .with(Predicate::Induced, p.speech.misled_by == Some(us.other()))
}

/// Whether a move is completed: by the press of the clock or by the reply. If the record notes presses, a reply does not
/// complete a move that was not pressed; only the player's next move does, unless the code asks for the press itself. If
/// the record did not observe the clock, a move of the score is always complete, and an acted one unless it was taken
/// back at once.
pub(super) fn is_completed(p: &Proceedings<'_, '_>, made: MadeMove, rest: Timeline<'_>) -> bool {
    let MadeMove { by, source, .. } = made;
    let unwatched = !p.context.observed(Channel::Clock);
    if source == MoveSource::Score && (unwatched || has_clock_reading(p, made, rest)) {
        return true;
    }
    let mut is_taken_back = false;
    let mut is_answered = false;
    // Before a reply, these are the player's own moves.
    let mut moves_since = 0_u32;
    for event in rest.iter() {
        let placed = match event {
            Event::Act(placed) => placed,
            Event::Move(made) if made.by == by => {
                if is_answered && !is_taken_back {
                    return p.context.code().regulations.completed != Completion::PressOnly;
                }
                moves_since += 1;
                if moves_since > MOST_IN_A_ROW {
                    return !is_taken_back;
                }
                continue;
            }
            Event::Move(_) if !p.clock.is_press_noted || is_taken_back => return !is_taken_back,
            Event::Move(_) => {
                is_answered = true;
                moves_since += 1;
                continue;
            }
        };
        match &placed.act {
            Act::Press { by: presser } if presser.player() == Some(by) => return !is_taken_back,
            // The record did not observe the press, but the arbiter did.
            Act::Ruling(UmpireRuling::AddTime(..) | UmpireRuling::Forfeit(_)) if unwatched => return true,
            Act::Retract { moves } => {
                is_taken_back |= moves.get() > moves_since;
                moves_since = moves_since.saturating_sub(moves.get());
            }
            _ => {}
        }
    }
    unwatched && !is_taken_back
}

/// Whether the record gives the time left after a move of the score, which it does for completed moves only.
fn has_clock_reading(p: &Proceedings<'_, '_>, made: MadeMove, rest: Timeline<'_>) -> bool {
    let next = rest.iter().find_map(|event| match event {
        Event::Move(next) => Some(next.place),
        Event::Act(placed) => matches!(placed.act, Act::Retract { .. }).then_some(placed.span.start),
    });
    let clocks = &p.context.record().clocks;
    let first = clocks.partition_point(|reading| reading.span.start < made.place);
    clocks
        .iter()
        .skip(first)
        .take_while(|reading| next.is_none_or(|next| reading.span.start < next))
        .any(|reading| reading.kind == ClockKind::Left)
}

pub(super) fn captured_square(before: &Position, us: Color, played: Move) -> Option<Square> {
    played.captured_square().filter(|taken| before.men(us.other()).has(*taken))
}
