//! Move counts started by a player's call: who may call, how far the count is, and what follows when it is complete.

use crate::chess::{Color, Position, Role};
use crate::finding::{Disposition, Score, Severity};
use crate::game::{CountGround as CallGround, Span};
use crate::law::words as law_words;
use crate::law::{Chooser, ClaimBy, CountFrom, CountOf, Family, Predicate, Provision, RemedyKind, Rule};

use crate::arbiter::case::Request;
use crate::arbiter::case::new::NewCase;
use crate::arbiter::case::windows::CompletedMove;
use crate::arbiter::counting::resets;
use crate::arbiter::draft::Draft;
use crate::arbiter::predicates::Facts;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::provision::{draws_at_once, ruling};
use crate::arbiter::rules::draws::merit;
use crate::arbiter::rules::{opening_now, report_at_move};
use crate::arbiter::sentences;
use crate::arbiter::state::MovesMade;
use crate::arbiter::state::draws::{CountCall, CountStatus, DrawClaimed};
use crate::arbiter::state::umpire::QuestionKind;

#[derive(Clone, Copy)]
struct Limit<'c> {
    provision: &'c Provision,
    n: u32,
}

/// Whether a position has occurred as often as a call requires. The text says how often it has.
enum Repeats {
    Enough,
    TooFew(String),
    /// The record begins too late to show it.
    Unknown(String),
}

pub(crate) fn call_for_count(p: &mut Proceedings<'_, '_>, by: Color, ground: CallGround, span: Span) {
    p.umpire.ask(by.into(), QuestionKind::Claimed, p.history.plies());
    let rule = Rule::DrawCount;
    let ply = p.plies();
    p.draws.claimed.push(DrawClaimed { rule, ply, is_off_turn: false });
    if let Some(running) = p.draws.call.filter(|call| call.status != CountStatus::Submitted) {
        let message = sentences::draws::count_is_running(by, running.by);
        let draft = Draft::new(rule, Severity::Info, ply, span, message).of_fact();
        return report_at_move(p, draft, Disposition::Stands);
    }
    let facts = facts_of_call(p, by, ground);
    let message = sentences::draws::calls_for_count(by, ground, p.context.terms());
    let opening = NewCase { is_named: false, ..opening_now(p, rule, facts, by, span, message) };
    let governing = ruling(p.context.code(), rule, facts, |_| true).map(|found| found.provision);
    let Some(provision) = governing.filter(|provision| provision.claim.is_some()) else {
        return match governing.or_else(|| nearest_provision(p, rule, facts)) {
            Some(provision) => {
                let has_pawn = !p.history.board().of(by, Role::Pawn).is_empty();
                let why = failing_condition(provision, facts, has_pawn);
                report_refused_call(p, by, provision, why, span);
            }
            None => {
                p.open(opening);
            }
        };
    };
    match check_repetition(p, provision) {
        Repeats::Enough => {}
        Repeats::TooFew(occurrences) => {
            return report_refused_call(p, by, provision, Some(&occurrences), span);
        }
        Repeats::Unknown(occurrences) => return report_open_call(p, by, provision, &occurrences, span),
    }
    let ground = p.remedy_context(p.history.board_for(by.other()), Vec::new(), None, facts);
    let index = p.open_under(NewCase { ground: Some(ground), ..opening }, provision, None);
    if let Some(case) = p.cases.get_mut(index) {
        case.report.severity = Severity::Info;
    }
    start_count(p, index, by);
}

fn facts_of_call(p: &Proceedings<'_, '_>, by: Color, ground: CallGround) -> Facts {
    let board = p.history.board();
    p.facts(by)
        .with(Predicate::CalledForForce, ground == CallGround::Force)
        .with(Predicate::CalledForRepeating, ground == CallGround::Repeating)
        .with(Predicate::CalledBySubmission, ground == CallGround::Submitted)
        .with(Predicate::CallerOutmatched, is_outmatched(board, by))
        .with(Predicate::CallerStronger, material_value(board, by) > material_value(board, by.other()))
        .with(Predicate::ElementaryMate, is_elementary_mate(board, by))
}

/// Returns the provision giving a count of which most clauses hold.
fn nearest_provision<'a>(p: &Proceedings<'_, 'a>, rule: Rule, facts: Facts) -> Option<&'a Provision> {
    let holds = |provision: &Provision| {
        let clauses = provision.when.iter();
        clauses
            .filter(|clause| clause.any.iter().any(|literal| facts.has(literal.predicate) == literal.holds))
            .count()
    };
    let claimed = p.context.code().provisions_for(rule).filter(|provision| provision.claim.is_some());
    // The first of those with the most.
    claimed.reduce(|nearest, other| if holds(other) > holds(nearest) { other } else { nearest })
}

fn check_repetition(p: &Proceedings<'_, '_>, provision: &Provision) -> Repeats {
    let wanted = provision
        .claim
        .as_ref()
        .and_then(|terms| terms.count.as_ref())
        .filter(|count| count.from == CountFrom::Start && count.of == CountOf::Occurrences);
    let Some(count) = wanted else { return Repeats::Enough };
    let earlier = merit::earlier_plies(p, count.same, None);
    let occurred = u32::try_from(earlier.len()).unwrap_or(u32::MAX).saturating_add(1);
    let missing = count.n.saturating_sub(occurred);
    if missing == 0 {
        Repeats::Enough
    } else if merit::may_have_occurred_before(p, &earlier, missing, None) {
        Repeats::Unknown(sentences::draws::occurred(occurred))
    } else {
        Repeats::TooFew(sentences::draws::occurred_only(occurred))
    }
}

/// Reports a call whose merit depends on what happened before the record begins.
fn report_open_call(
    p: &mut Proceedings<'_, '_>,
    by: Color,
    provision: &Provision,
    occurrences: &str,
    span: Span,
) {
    let message = sentences::draws::call_undecided(by, occurrences);
    let draft = Draft::new(Rule::DrawCount, Severity::Info, p.plies(), span, message).under(provision);
    report_at_move(p, draft, Disposition::Open);
}

fn report_refused_call(
    p: &mut Proceedings<'_, '_>,
    by: Color,
    provision: &Provision,
    why: Option<&str>,
    span: Span,
) {
    let message = sentences::draws::call_refused(by, why);
    let draft = Draft::new(Rule::DrawCount, Severity::Warning, p.plies(), span, message).under(provision);
    report_at_move(p, Draft { offender: Some(by), ..draft }, Disposition::Stands);
}

/// Starts the count of a good call, unless the opponent draws or others decide.
pub(crate) fn start_count(p: &mut Proceedings<'_, '_>, index: usize, by: Color) {
    let Some(case) = p.cases.get(index) else { return };
    let gives = |kind| case.remedies.iter().any(|offered| offered.remedy.kind == kind);
    let is_submitted = gives(RemedyKind::Umpire);
    let by_law = !gives(RemedyKind::Draw) && !is_submitted;
    let status = if is_submitted { CountStatus::Submitted } else { CountStatus::Running };
    let ply = p.plies();
    p.draws.call = Some(CountCall { by, made: p.history.made(), ply, case: index, status });
    if by_law {
        p.end_with_remedy(index, RemedyKind::CountFifty);
    }
}

/// Whether the code provides for a count of moves from a call or a ruling.
pub(crate) fn is_provided(p: &Proceedings<'_, '_>) -> bool {
    limit(p).is_some()
}

/// Starts the count that the umpire grants on a submitted question. Returns the case of the question.
pub(crate) fn grant_count(p: &mut Proceedings<'_, '_>) -> Option<usize> {
    let index = p.cases.find_open(|case| {
        case.rule.is_in_family(Family::Draw) && !case.is_ended() && case.is_due(&[RemedyKind::Umpire])
    })?;
    let (ply, made) = (p.plies(), p.history.made());
    let case = p.cases.get_mut(index)?;
    for offered in &mut case.remedies {
        offered.remedy.kind = RemedyKind::CountFifty;
    }
    case.demand.request = Request::Noticed;
    case.end(Disposition::Enforced);
    let by = case.offence.offender;
    let from_call = limit(p).is_some_and(|limit| {
        limit.provision.required_count().is_some_and(|count| count.from == CountFrom::Call)
    });
    let call = p.draws.call.filter(|call| from_call && call.case == index);
    let call = call.unwrap_or(CountCall { by, made, ply, case: index, status: CountStatus::Submitted });
    p.draws.call = Some(CountCall { status: CountStatus::Running, ..call });
    Some(index)
}

pub(crate) fn end_count(p: &mut Proceedings<'_, '_>) {
    if let Some(call) = p.draws.call.take() {
        p.end_with_remedy(call.case, RemedyKind::CountFifty);
    }
}

fn limit<'a>(p: &Proceedings<'_, 'a>) -> Option<Limit<'a>> {
    p.context.code().provisions_for(Rule::DrawFifty).find_map(|provision| {
        let count = provision.required_count().filter(|count| count.from != CountFrom::Start)?;
        provision.remedies.first()?;
        Some(Limit { provision, n: count.n })
    })
}

pub(crate) fn count_move(p: &mut Proceedings<'_, '_>, completed: CompletedMove) {
    let Some(call) = p.draws.call else { return };
    match call.status {
        CountStatus::Submitted | CountStatus::RunOut(_) => {}
        CountStatus::Running => {
            // The opponent was called on to draw, and plays on.
            if completed.by != call.by {
                p.end_with_remedy(call.case, RemedyKind::CountFifty);
            }
            let Some(limit) = limit(p) else { return };
            let since = completed.made.since(counted_from(p, call, limit.provision));
            let mates = p.history.board().is_mate(p.history.play());
            if since.of(Color::White) >= limit.n && since.of(Color::Black) >= limit.n && !mates {
                p.draws.call = Some(CountCall { status: CountStatus::RunOut(completed.ply), ..call });
            }
        }
    }
}

/// The moves that each player had made when the count began: at the call, or at the last move since that starts it anew.
fn counted_from(p: &Proceedings<'_, '_>, call: CountCall, provision: &Provision) -> MovesMade {
    let resetting = provision.required_count().map(|count| count.resets.as_slice()).unwrap_or_default();
    let (mut made, mut from) = (call.made, call.made);
    if resetting.is_empty() {
        return from;
    }
    for stood in p.history.moves_played().iter().skip(call.ply as usize) {
        made = made.with(stood.by, stood.played);
        if resets(&stood.before, stood.played, resetting) {
            from = made;
        }
    }
    from
}

/// Decides a count that is complete when another move is made: the caller did not claim that the game proceed.
pub(crate) fn decide_before_move(p: &mut Proceedings<'_, '_>) {
    if let Some(call) = p.draws.call
        && let CountStatus::RunOut(ply) = call.status
    {
        decide_complete_count(p, call, ply);
    }
}

/// Decides a count that is complete at the end of the record. If the game has no score, the caller may still choose.
pub(crate) fn finish_count(p: &mut Proceedings<'_, '_>) {
    let may_choose = limit(p).is_some_and(|limit| !draws_by_law(limit.provision));
    if !may_choose || p.context.given_score() != Score::Unknown {
        return decide_before_move(p);
    }
    if let Some(call) = p.draws.call.take()
        && let CountStatus::RunOut(ply) = call.status
        && let Some(limit) = limit(p)
    {
        open_complete_count(p, call, limit, ply, &sentences::draws::caller_may_choose(call.by));
    }
}

/// Decides a complete count without a claim.
fn decide_complete_count(p: &mut Proceedings<'_, '_>, call: CountCall, ply: u32) {
    p.draws.call = None;
    let Some(limit) = limit(p) else { return };
    let index = open_complete_count(p, call, limit, ply, &sentences::draws::game_drawn());
    p.end_with_remedy(index, RemedyKind::Draw);
}

fn open_complete_count<'a>(
    p: &mut Proceedings<'_, 'a>,
    call: CountCall,
    limit: Limit<'a>,
    ply: u32,
    outcome: &str,
) -> usize {
    let message = sentences::draws::count_complete(limit.n, call.by, outcome);
    let span = p
        .history
        .move_at(ply)
        .map_or_else(Span::default, |stood| p.context.span_of_move(stood.source, stood.place));
    let facts = p.facts(call.by);
    let ground = p.remedy_context(*p.history.board(), Vec::new(), None, facts);
    let opening = NewCase {
        is_named: false,
        ground: Some(ground),
        movetext: p.numbered(ply),
        ..NewCase::with_defaults(Rule::DrawFifty, facts, call.by, ply, span, message)
    };
    let index = p.open_under(opening, limit.provision, None);
    if let Some(case) = p.cases.get_mut(index) {
        case.report.severity = Severity::Info;
    }
    index
}

/// `[%claim P proceed]`: the game is to go on although the count is complete.
pub(crate) fn claim_to_proceed(p: &mut Proceedings<'_, '_>, by: Color, span: Span) {
    let run_out = p.draws.call.and_then(|call| match call.status {
        CountStatus::RunOut(ply) => Some((call, ply)),
        CountStatus::Running | CountStatus::Submitted => None,
    });
    let (Some((call, ply)), Some(limit)) = (run_out, limit(p)) else {
        let message = sentences::draws::no_count_complete(by);
        let draft = Draft::new(Rule::RecordCommand, Severity::Error, p.plies(), span, message);
        return p.push(draft);
    };
    p.draws.claimed.push(DrawClaimed { rule: Rule::DrawFifty, ply, is_off_turn: false });
    let gives = limit.provision.remedies.iter().any(|remedy| remedy.kind == RemedyKind::Proceed);
    let by_caller = limit.provision.claim.as_ref().is_some_and(|terms| terms.by == ClaimBy::Caller);
    if !gives || (by_caller && by != call.by) {
        let message = if gives {
            sentences::draws::only_caller_may_continue(by, call.by)
        } else {
            sentences::draws::cannot_continue(by)
        };
        let draft = Draft::new(Rule::DrawFifty, Severity::Error, ply, span, message).under(limit.provision);
        return report_at_move(p, Draft { offender: Some(by), ..draft }, Disposition::Stands);
    }
    p.draws.call = None;
    let index = open_complete_count(p, call, limit, ply, &sentences::draws::chooses_to_continue(by));
    p.end_with_remedy(index, RemedyKind::Proceed);
}

/// Returns the first condition of a provision that does not hold, in words and negated: `there is a pawn on the board`.
fn failing_condition(provision: &Provision, facts: Facts, has_pawn: bool) -> Option<&'static str> {
    let clause = provision
        .when
        .iter()
        .find(|clause| clause.any.iter().all(|literal| facts.has(literal.predicate) != literal.holds))?;
    clause.any.first().map(|literal| match (literal.predicate, literal.holds) {
        (Predicate::CallerOutmatched, true) => sentences::draws::not_outmatched(has_pawn),
        _ => law_words::fact(literal.opposite()),
    })
}

fn draws_by_law(provision: &Provision) -> bool {
    draws_at_once(provision) && provision.remedies.iter().all(|remedy| remedy.chooser == Chooser::Law)
}

/// Returns the value of a player's men, in pawns.
fn material_value(board: &Position, player: Color) -> u32 {
    const WORTH: [(Role, u32); 5] =
        [(Role::Queen, 9), (Role::Rook, 5), (Role::Bishop, 3), (Role::Knight, 3), (Role::Pawn, 1)];
    WORTH.iter().map(|(role, worth)| board.of(player, *role).count() * worth).sum()
}

/// Whether a player has the bare king, or only pieces and no more force than the opponent.
fn is_outmatched(board: &Position, player: Color) -> bool {
    let own = material_value(board, player);
    let pieces_alone = board.of(player, Role::Pawn).is_empty();
    own == 0 || (pieces_alone && material_value(board, player.other()) >= own)
}

/// Whether a player has the bare king against a queen or a rook.
fn is_elementary_mate(board: &Position, player: Color) -> bool {
    let other = player.other();
    material_value(board, player) == 0
        && board.of(other, Role::Queen).count() + board.of(other, Role::Rook).count() > 0
}
