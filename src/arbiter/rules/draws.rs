//! `draw.repetition`, `draw.fifty`: rights to a draw that arose and were not claimed.

pub(crate) mod agreement;
pub(crate) mod claims;
pub(crate) mod counts;
pub(crate) mod dead;
pub(crate) mod merit;
pub(crate) mod stalemate;

use crate::chess::{Color, Play, Position};
use crate::finding::{Course, Score, Severity, Window, WindowState};
use crate::game::{BoardEnd, Record};
use crate::law::{Claim, ClaimBar, ClaimBy, CountOf, Person, Provision, Rule, SameBy, Turn, WindowId};

use crate::arbiter::context::Context;
use crate::arbiter::counting::{is_claimable_at_end, number_due_at, plies_reached, repetition_key};
use crate::arbiter::draft::Draft;
use crate::arbiter::outcome::EventOutcome;
use crate::arbiter::provision::draws_at_once;
use crate::arbiter::rules::push_at_move;
use crate::arbiter::{sentences, words};

/// The plies since the last irreversible move, up to the ply that a walk through the game has reached.
struct ReversibleRun {
    ply: u32,
    position: Position,
    first: u32,
    first_position: Position,
}

impl ReversibleRun {
    fn at_start(record: &Record) -> Self {
        let position = record.position_after(0);
        Self { ply: 0, position, first: 0, first_position: position }
    }

    fn walk_to(&mut self, ply: u32, record: &Record) {
        while self.ply < ply {
            self.position = record.play_on(self.position, self.ply, self.ply + 1);
            self.ply += 1;
            if self.position.halfmove() == 0 {
                self.first = self.ply;
                self.first_position = self.position;
            }
        }
    }
}

/// Returns the ply at which mate, stalemate or the law ended the game. No right arises from then on.
fn end_of_game(context: &Context<'_>, outcome: &EventOutcome<'_>) -> Option<u32> {
    let record = context.record();
    let on_board = (record.facts.end != BoardEnd::Open).then(|| record.plies());
    let by_law = context.automatic_draw().map(|drawn| drawn.ply);
    let decided = outcome.decided_at().map(|ply| ply.saturating_add(1));
    on_board.into_iter().chain(by_law).chain(decided).min()
}

pub(crate) fn judge_unclaimed_draws(
    context: &Context<'_>,
    outcome: &EventOutcome<'_>,
    drafts: &mut Vec<Draft>,
) {
    if context.hearing.want.min_severity > Severity::Info {
        return;
    }
    let end = end_of_game(context, outcome);
    for rule in [Rule::DrawRepetition, Rule::DrawFifty] {
        if !context.wants(rule, Severity::Info) {
            continue;
        }
        let is_reported = |provision: &&Provision| {
            provision.claim.is_some() && provision.report && draws_at_once(provision)
        };
        for provision in context.code().provisions_for(rule).filter(is_reported) {
            judge_rights_under(context, rule, provision, end, outcome, drafts);
        }
    }
}

fn judge_rights_under(
    context: &Context<'_>,
    rule: Rule,
    provision: &Provision,
    end: Option<u32>,
    outcome: &EventOutcome<'_>,
    drafts: &mut Vec<Draft>,
) {
    let (Some(claim), Some(count)) = (&provision.claim, provision.required_count()) else { return };
    let record = context.record();
    let is_for_both = claim.by == ClaimBy::Either && claim.turn == Turn::Any;
    let is_on_turn = claim.turn == Turn::Own || claim.by == ClaimBy::OnMove;
    let is_over = context.is_over() || outcome.decided.is_some();
    let mut run = ReversibleRun::at_start(record);
    let mut reported = None;
    for ply in plies_reached(record, count).into_iter().filter(|ply| end.is_none_or(|end| *ply < end)) {
        run.walk_to(ply, record);
        // A right is reported again only after an irreversible move.
        if reported.is_some_and(|reported| reported >= run.first) || outcome.is_claimed(rule, ply) {
            continue;
        }
        reported = Some(ply);
        let player = Some(run.position.turn()).filter(|_| !is_for_both);
        let (fact, earlier) = match count.of {
            CountOf::Occurrences | CountOf::OccurrencesInARow => {
                (sentences::draws::occurred(count.n), earlier_occurrences(context, &run, count.same))
            }
            CountOf::SeriesOfMoves => (sentences::draws::series("", count.n), Vec::new()),
            CountOf::MovesEach => {
                let without = sentences::draws::without_resets(&count.resets, context.terms());
                (sentences::draws::moves_made(number_due_at(record, count, ply), &without), Vec::new())
            }
        };
        let turn = player.filter(|_| is_on_turn);
        let turn = turn.map(|player| ClaimTurn::after(ply, player, is_over, context, outcome, claim));
        let is_past = match &turn {
            Some(turn) => turn.closed.is_some(),
            None => is_over || !is_claimable_at_end(record, provision),
        };
        let message = sentences::draws::may_claim(&fact, player, is_past);
        let ends_drawn = ply == record.plies() && context.given_score() == Score::Draw;
        let claims = match player {
            _ if outcome.claimed.is_empty() => sentences::draws::nothing_claimed(),
            Some(player) if outcome.is_claimed_off_turn(rule, ply) => {
                sentences::draws::claimed_off_turn(player)
            }
            _ => sentences::draws::other_draw_claimed(),
        };
        let mut help = sentences::draws::not_claimed(&earlier, ends_drawn, &claims);
        let is_of_last_run = record.position.halfmove() >= record.plies().saturating_sub(ply);
        let may_claim_now = is_of_last_run && ply < record.plies() && is_claimable_at_end(record, provision);
        if turn.is_some() && may_claim_now && !is_over && !outcome.ends_in_touch {
            help.push_str(&sentences::draws::claimable_at_end(record.position.turn()));
        }
        let mut draft = Draft::new(rule, Severity::Info, ply, context.token(ply), message).under(provision);
        if let Some(turn) = turn {
            draft.window = Some(turn.window());
            draft.course = Course { actor: player, closed: turn.closed, ..Course::default() };
        }
        push_at_move(context, draft.help(help), drafts);
    }
}

/// The turn on which the player on move may claim.
struct ClaimTurn {
    /// The ply before it.
    ply: u32,
    closed_ply: Option<u32>,
    /// The event that ended the right, for the message.
    closed: Option<String>,
}

impl ClaimTurn {
    fn after(
        ply: u32,
        player: Color,
        is_over: bool,
        context: &Context<'_>,
        outcome: &EventOutcome<'_>,
        claim: &Claim,
    ) -> Self {
        let has_moved = ply < context.record().plies();
        let has_touched = outcome.ends_in_touch && claim.barred.contains(&ClaimBar::TouchedThisTurn);
        let closed = if has_moved {
            Some(sentences::case::closed_with(numbered(context, ply + 1).as_deref()))
        } else if has_touched {
            Some(sentences::case::closed_by_touch(player, None, context.terms()))
        } else {
            is_over.then(sentences::case::closed_at_end)
        };
        let closed_ply = closed.is_some().then_some(ply + u32::from(has_moved));
        Self { ply, closed_ply, closed }
    }

    fn window(&self) -> Window {
        Window {
            closes: WindowId::MovesOf,
            opened_ply: self.ply,
            closed_ply: self.closed_ply,
            state: if self.closed.is_some() { WindowState::Closed } else { WindowState::Open },
            n: Some(1),
            who: Some(Person::Claimant),
        }
    }
}

/// When the position at the end of a run occurred before.
fn earlier_occurrences(context: &Context<'_>, run: &ReversibleRun, same: SameBy) -> Vec<String> {
    let last = repetition_key(&run.position, same);
    let mut position = run.first_position;
    let mut stood = Vec::new();
    for at in run.first..run.ply {
        if repetition_key(&position, same) == last {
            stood.push(when(context, at));
        }
        position = context.record().play_on(position, at, at + 1);
    }
    stood
}

/// `at the start`, `after 2... Ng8`.
fn when(context: &Context<'_>, ply: u32) -> String {
    if ply == 0 {
        return sentences::draws::at_start();
    }
    let text = numbered(context, ply);
    text.map_or_else(|| sentences::draws::after_ply(ply), |text| sentences::draws::after(&text))
}

/// The move of a ply with its number.
fn numbered(context: &Context<'_>, ply: u32) -> Option<String> {
    let before = ply.checked_sub(1)?;
    context.numbered(ply).or_else(|| {
        // A move that was acted out has no text in the record.
        let position = context.position_after(before);
        let played = context.record().moves.get(before as usize)?;
        Some(words::numbered(&position, &position.san_with_sign(played, Play::COMMON)))
    })
}
