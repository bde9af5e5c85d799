//! `penalty.ruling`: decisions of the umpire.

use std::num::NonZeroU32;

use crate::chess::Color;
use crate::finding::{Disposition, Ending, Score, Severity};
use crate::game::{Actor, Span, UmpireRuling as Decided};
use crate::law::{Binds, Chooser, Code, Family, Lapse, Predicate, Provision, RemedyKind, RemedyRule, Rule};

use crate::arbiter::case::new::NewCase;
use crate::arbiter::case::remedies::OfferedRemedy;
use crate::arbiter::case::windows::OffenceKind;
use crate::arbiter::case::{Case, CaseStage, Request, TimeRuled};
use crate::arbiter::draft::Draft;
use crate::arbiter::game_end;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::provision::{Ruling, ruling};
use crate::arbiter::rules::draws::counts;
use crate::arbiter::rules::penalty::discoveries::waits_for_claim;
use crate::arbiter::rules::penalty::elections::{ChosenRemedy, record_election};
use crate::arbiter::sentences;
use crate::arbiter::state::stage::GameStage;
use crate::arbiter::state::umpire::{QuestionKind, RuledEnd, RulingOrigin};

/// A ruling as a penalty.
#[derive(Clone, Copy)]
struct AddedPenalty {
    kinds: &'static [RemedyKind],
    /// Whether it is an additional penalty and replaces nothing that the law gives.
    adds: bool,
    /// Whether the law lists penalties, and not this one.
    is_unlisted: bool,
    /// The time due by law, if it differs from the ruling: the player who gets it, and the seconds.
    due_time: Option<(Color, u32)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TimeRuling {
    AsGiven(usize),
    /// The law gives this player so many seconds.
    Other(Option<(Color, u32)>),
    Additional,
}

pub(crate) fn apply_ruling(p: &mut Proceedings<'_, '_>, what: Decided, span: Span) {
    let ends = matches!(what, Decided::Draw | Decided::Forfeit(_) | Decided::Annul | Decided::Admonish(_));
    if !ends {
        game_end::continue_game(p);
    }
    if let Decided::Admonish(player) = what {
        p.umpire.admonished.push(player);
    }
    let kinds: &'static [RemedyKind] = match what {
        Decided::Annul => &[RemedyKind::Annul],
        Decided::Recommence => &[RemedyKind::Recommence],
        Decided::Draw => &[RemedyKind::Draw],
        Decided::Proceed => &[RemedyKind::Proceed],
        Decided::Forfeit(_) => &[RemedyKind::Forfeit],
        Decided::Stand => &[RemedyKind::Stand, RemedyKind::BothStand, RemedyKind::FirstStands],
        Decided::Retract(_) => &[RemedyKind::Retract, RemedyKind::RetractSecond],
        Decided::Restore(_) => &[RemedyKind::Restore],
        Decided::Adjust => &[RemedyKind::Adjust],
        Decided::Admonish(_) => &[RemedyKind::Admonish],
        Decided::AddTime(..) => &[RemedyKind::AddTime],
        Decided::LoseTime(..) => &[RemedyKind::LoseTime],
        Decided::AddPoints(_) => &[RemedyKind::AddPoints],
        Decided::LosePoints(_) => &[RemedyKind::LosePoints],
        Decided::Fine(_) => &[RemedyKind::Fine],
        Decided::Exclude(_) => &[RemedyKind::Exclude],
        Decided::Expel(_) => &[RemedyKind::Expel],
        Decided::Promote(..) => &[RemedyKind::Promote],
        Decided::CountFifty => &[RemedyKind::CountFifty],
    };
    if matches!(what, Decided::Retract(_)) {
        p.permission.sanctioned = true;
    }
    if what == Decided::Annul {
        dispute_dropped_man(p);
    }
    if what == Decided::Draw {
        consent_to_draw(p);
    }
    let found = p.cases.open_newest_first().find_map(|index| {
        let case = p.cases.get(index).filter(|case| !waits_for_claim(p, case))?;
        let is_given = |offered: &OfferedRemedy| {
            kinds.contains(&offered.remedy.kind)
                && match what {
                    Decided::Promote(_, role) => {
                        offered.remedy.pieces.is_empty() || offered.remedy.pieces.contains(&role)
                    }
                    Decided::AddTime(player, seconds) => {
                        player != case.offence.offender && offered.gives_time(seconds)
                    }
                    Decided::LoseTime(player, seconds) => {
                        player == case.offence.offender && offered.takes_time(seconds)
                    }
                    Decided::AddPoints(player) => player != case.offence.offender,
                    Decided::Admonish(player)
                    | Decided::Forfeit(player)
                    | Decided::LosePoints(player)
                    | Decided::Fine(player)
                    | Decided::Exclude(player)
                    | Decided::Expel(player) => player == case.offence.offender,
                    _ => true,
                }
        };
        Some((index, case.remedies.iter().position(is_given)?))
    });
    let granted = if what == Decided::CountFifty { counts::grant_count(p) } else { None };
    // If a case takes the move back, the law gives what the umpire decides.
    let taken_back = match what {
        Decided::Retract(moves) => {
            let to = p.plies().saturating_sub(moves.get());
            p.cases.find_open(|case| case.retracts_to() == Some(to) && !waits_for_claim(p, case))
        }
        _ => None,
    };
    let timed = match what {
        Decided::AddTime(player, seconds) => Some(record_time(p, player, seconds, what)),
        _ => None,
    };
    let given_time = match timed {
        Some(TimeRuling::AsGiven(index)) => Some(index),
        Some(TimeRuling::Other(_) | TimeRuling::Additional) | None => None,
    };
    // The case that gives what the umpire decides.
    let about = found
        .map(|(index, _)| index)
        .or(granted)
        .or(taken_back.filter(|_| !p.permission.laws_waived))
        .or(given_time);
    let is_additional = matches!(what, Decided::Admonish(_))
        || is_of_discretion(what)
        || timed == Some(TimeRuling::Additional) && !is_without_ground(p, what);
    let is_instead = matches!(what, Decided::AddTime(..)) && law_gives_otherwise(p, what);
    let adds = is_additional && !is_instead;
    let is_unlisted = about.is_none() && is_of_discretion(what) && is_not_listed(p.context.code(), kinds);
    let due_time = match timed {
        Some(TimeRuling::Other(due)) => due,
        _ => None,
    };
    if about.is_none() {
        give_smaller_penalty(p, what);
    }
    judge_ruling(p, what, about, AddedPenalty { kinds, adds, is_unlisted, due_time }, span);
    if let Some((index, at)) = found {
        let chosen = ChosenRemedy { at, moves: None };
        return record_election(p, index, None, chosen, sentences::penalty::ruled(what, p.context.terms()));
    }
    match what {
        Decided::Stand | Decided::Proceed if excuse_sealed_move(p, what) => {}
        Decided::Stand | Decided::Proceed | Decided::Promote(..) => let_stand(p, what),
        Decided::Annul | Decided::Recommence => begin_again(p, kinds),
        Decided::Admonish(_) | Decided::AddTime(..) | Decided::Forfeit(_) => record_penalty(p, what),
        _ if is_of_discretion(what) && !is_unlisted => record_penalty(p, what),
        _ => {}
    }
}

/// Whether a ruling is a penalty that no offence brings by itself, so that it needs an article which lists it.
const fn is_of_discretion(what: Decided) -> bool {
    matches!(
        what,
        Decided::LoseTime(..)
            | Decided::AddPoints(_)
            | Decided::LosePoints(_)
            | Decided::Fine(_)
            | Decided::Exclude(_)
            | Decided::Expel(_)
    )
}

/// Records time given by the umpire in the case that gives this time, or else in one that gives other time. A breach
/// whose penalty the umpire picks comes before the latter.
fn record_time(p: &mut Proceedings<'_, '_>, player: Color, seconds: NonZeroU32, what: Decided) -> TimeRuling {
    let waits = |case: &Case<'_>| {
        let may_be = case.stage == CaseStage::Ended(Disposition::Enforced) || !case.is_ended();
        may_be
            && case.execution.time_ruled != Some(TimeRuled::AsRequired)
            && case.is_due(&[RemedyKind::AddTime])
    };
    let gives_this = |case: &Case<'_>| {
        waits(case)
            && !waits_for_claim(p, case)
            && player != case.offence.offender
            && case.remedies.iter().any(|offered| offered.gives_time(seconds))
    };
    let given = p.cases.find_recent(gives_this);
    // The umpire may know nothing of an offence that was not pointed out.
    let known = |case: &Case<'_>| {
        waits(case)
            && !waits_for_claim(p, case)
            && (case.demand.request != Request::No || player != case.offence.offender)
    };
    let other = || p.cases.find_recent(known).filter(|_| breach_for(p, what).is_none());
    let Some(index) = given.or_else(other) else { return TimeRuling::Additional };
    let terms = p.context.terms();
    let Some(case) = p.cases.get_mut(index) else { return TimeRuling::Additional };
    case.execution.time_ruled =
        Some(if given.is_some() { TimeRuled::AsRequired } else { TimeRuled::Otherwise });
    if given.is_none() || case.is_ended() {
        case.note(sentences::penalty::ruled(what, terms));
    }
    let additions = case.remedies.iter().filter(|offered| offered.is_any(&[RemedyKind::AddTime]));
    let seconds = additions.filter_map(|offered| offered.remedy.seconds).max();
    let due = seconds.map(|seconds| (case.offence.offender.other(), seconds));
    given.map_or(TimeRuling::Other(due), TimeRuling::AsGiven)
}

/// The umpire declares a draw that the players agreed on against the rules of the event, and so consents to it.
fn consent_to_draw(p: &mut Proceedings<'_, '_>) {
    let ply = p.plies();
    let is_barred = |case: &Case<'_>| {
        case.rule == Rule::DrawAgreement
            && case.offence.ply == ply
            && case.facts.has(Predicate::EventForbidsDraw)
            && !case.has_effect()
    };
    let Some(index) = p.cases.find_open(is_barred) else { return };
    p.change_fact(index, Predicate::EventForbidsDraw, false);
    let terms = p.context.terms();
    if let Some(case) = p.cases.get_mut(index).filter(|case| case.is_due(&[RemedyKind::Draw])) {
        case.report.severity = Severity::Info;
        case.report.message = sentences::draws::arbiter_consents(terms);
    }
}

/// The umpire declares the game void: if the law leaves it to the umpire whether a fallen man was put back
/// satisfactorily, it was not.
fn dispute_dropped_man(p: &mut Proceedings<'_, '_>) {
    let Some(index) = p.cases.find_open(|case| case.rule == Rule::BoardDropped) else { return };
    let Some(case) = p.cases.get(index) else { return };
    let disputed = case.facts.with(Predicate::Disputed, true);
    let is_left_to_umpire = ruling(p.context.code(), case.rule, disputed, |_| true).is_some_and(|found| {
        let mut remedies = found.provision.remedies.iter();
        remedies.any(|rule| rule.kind == RemedyKind::Annul && rule.chooser == Chooser::Umpire)
    });
    if is_left_to_umpire {
        p.change_fact(index, Predicate::Disputed, true);
    }
}

/// Ends a case that was pointed out and is left by a ruling against the law: no player is to blame for what is then not done.
fn let_stand(p: &mut Proceedings<'_, '_>, what: Decided) {
    let found = p.cases.find_open(waits_for_law);
    let terms = p.context.terms();
    if let Some(case) = found.and_then(|index| p.cases.get_mut(index)) {
        case.note(sentences::penalty::ruled(what, terms));
        case.end(Disposition::Misapplied);
    }
}

/// Waives the penalty for an illegal sealed move if it is the umpire's to decide, and the umpire has the game go on.
/// Returns whether there is such a move.
fn excuse_sealed_move(p: &mut Proceedings<'_, '_>, what: Decided) -> bool {
    let is_umpires = |offered: &OfferedRemedy| {
        offered.remedy.kind == RemedyKind::Forfeit && offered.is_for(&[Chooser::Umpire])
    };
    let found = p.cases.find_open(|case| {
        case.rule == Rule::AdjournSealIllegal && !case.is_ended() && case.remedies.iter().any(is_umpires)
    });
    let terms = p.context.terms();
    let Some(case) = found.and_then(|index| p.cases.get_mut(index)) else { return false };
    case.note(sentences::penalty::ruled(what, terms));
    case.report.severity = Severity::Info;
    case.execution.ending = Some(Ending::Dismissed);
    case.end(Disposition::Waived);
    true
}

/// Carries out the remedy of a game that the law voids: the umpire cancels it or has it begun again.
fn begin_again(p: &mut Proceedings<'_, '_>, kinds: &[RemedyKind]) {
    let is_void = |case: &Case<'_>| {
        case.rule != Rule::PenaltyRuling
            && case.stage == CaseStage::Ended(Disposition::Annulled)
            && case.is_due(kinds)
    };
    if let Some(case) = p.cases.find_recent(is_void).and_then(|index| p.cases.get_mut(index)) {
        case.begin_again();
    }
}

/// Returns the latest breach that this may be the penalty of, if the umpire picks its penalty.
fn breach_for(p: &Proceedings<'_, '_>, what: Decided) -> Option<usize> {
    let waits = |case: &Case<'_>| {
        let is_the_culprit = match what {
            Decided::Admonish(player)
            | Decided::Forfeit(player)
            | Decided::LoseTime(player, _)
            | Decided::LosePoints(player)
            | Decided::Fine(player)
            | Decided::Exclude(player)
            | Decided::Expel(player) => player == case.offence.offender,
            Decided::AddTime(player, _) | Decided::AddPoints(player) => player != case.offence.offender,
            _ => false,
        };
        let is_breach = case.rule.is_in_family(Family::Conduct)
            || matches!(case.rule, Rule::MoveTwoHands | Rule::ClockPaused);
        is_breach && is_the_culprit && !case.is_ended() && case.is_due(&[RemedyKind::Umpire])
    };
    p.cases.find_open(waits)
}

/// If the event may give a smaller penalty than the loss, and the umpire does so, the penalty is the umpire's and the game
/// goes on. A penalty that comes with the loss changes nothing.
fn give_smaller_penalty(p: &mut Proceedings<'_, '_>, what: Decided) {
    let culprit = match what {
        Decided::Admonish(player)
        | Decided::LoseTime(player, _)
        | Decided::LosePoints(player)
        | Decided::Fine(player) => player,
        Decided::AddTime(player, _) => player.other(),
        _ => return,
    };
    let is_lost = p.context.given_score() == Score::won_by(culprit.other());
    if is_lost && p.plies() == p.context.record().plies() {
        return;
    }
    let may_be_smaller = |case: &Case<'_>| {
        let allows = |rule: &RemedyRule| rule.lapses.contains(&Lapse::SmallerPenalty);
        case.stage == CaseStage::Ended(Disposition::Enforced)
            && case.offence.offender == culprit
            && case.is_due(&[RemedyKind::Forfeit])
            && case.provision().is_some_and(|law| law.remedies.iter().any(allows))
    };
    let terms = p.context.terms();
    let found = p.cases.find_recent(may_be_smaller);
    let Some(case) = found.and_then(|index| p.cases.get_mut(index)) else { return };
    for offered in &mut case.remedies {
        offered.remedy.kind = RemedyKind::Umpire;
        offered.remedy.chooser = Chooser::Umpire;
    }
    case.note(sentences::penalty::ruled(what, terms));
    if p.stage == GameStage::Over {
        p.stage = GameStage::UnderWay;
    }
}

pub(crate) fn record_penalty(p: &mut Proceedings<'_, '_>, what: Decided) {
    let terms = p.context.terms();
    let Some(case) = breach_for(p, what).and_then(|index| p.cases.get_mut(index)) else {
        return p.adjournment.keep_ruling(what);
    };
    case.note(sentences::penalty::ruled(what, terms));
    if matches!(what, Decided::Forfeit(_)) {
        // The case ends with the remedy that the umpire picked.
        for offered in &mut case.remedies {
            offered.remedy.kind = RemedyKind::Forfeit;
        }
        p.stage = GameStage::Over;
    }
    case.end(Disposition::Enforced);
}

/// Whether the code lists the penalties that the umpire may give, and not this one.
fn is_not_listed(code: &Code, kinds: &[RemedyKind]) -> bool {
    let lists: Vec<&Provision> =
        code.provisions_for(Rule::PenaltyRuling).filter(|law| law.mentions(Predicate::Unlisted)).collect();
    let is_listed = |law: &&Provision| kinds.iter().any(|kind| law.gives_remedy(*kind));
    !lists.is_empty() && !lists.iter().any(is_listed)
}

/// `penalty.ruling`: checks whether the umpire was asked, and kept to the law. `about`: the case that gives the same.
fn judge_ruling(
    p: &mut Proceedings<'_, '_>,
    what: Decided,
    about: Option<usize>,
    penalty: AddedPenalty,
    span: Span,
) {
    let AddedPenalty { kinds, adds, is_unlisted, due_time } = penalty;
    let is_offered = about.is_some();
    let open = p.cases.find_open(|case| case.is_open() && case.report.severity > Severity::Info);
    let by_consent = p.permission.laws_waived;
    let goes_against_law = (open.is_some() && what != Decided::Proceed) || law_gives_otherwise(p, what);
    // A ruling that gives no more than the law is enforced as the law; otherwise the umpire may decide the game.
    let ends = match what {
        Decided::Draw => Some(RemedyKind::Draw),
        Decided::Forfeit(_) => Some(RemedyKind::Forfeit),
        Decided::Annul => Some(RemedyKind::Annul),
        _ => None,
    };
    let confirms = ends.is_some_and(|kind| has_been_decided(p, kind));
    let departs = !is_offered && !confirms && (by_consent || goes_against_law || is_without_ground(p, what));
    if !is_offered && !confirms && !departs && comes_after_end(p, what) {
        let message = sentences::record::without_effect();
        return p.push(Draft::new(Rule::RecordAfterEnd, Severity::Info, p.plies(), span, message));
    }
    let goes_on = || p.stage == GameStage::UnderWay && !p.cases.any_recent(Case::has_annulled);
    let ends = ends.filter(|_| !is_offered && goes_on());
    // A question concerns what was done before it was put.
    let act = about.and_then(|index| p.cases.get(index)).map(|case| case.offence.ply);
    let mut questions = std::mem::take(&mut p.umpire.questions);
    questions.retain(|question| act.is_none_or(|act| act <= question.ply));
    let appealed = !questions.is_empty();
    let claimed = questions.iter().any(|question| question.kind == QuestionKind::Claimed);
    let has_submitted =
        |player: Color| questions.iter().any(|q| q.kind == QuestionKind::Submitted && q.by == player.into());
    let heard = if [Color::White, Color::Black].into_iter().all(has_submitted) {
        RulingOrigin::OnAppealOfBoth
    } else if appealed {
        RulingOrigin::OnAppeal
    } else {
        RulingOrigin::Unasked
    };
    p.umpire.ruled = Some(heard);
    p.permission.laws_waived = false;
    let is_umpires = about.and_then(|index| p.cases.get(index)).is_some_and(is_left_to_umpire);
    if (appealed || is_umpires) && !departs && !is_unlisted && ends.is_none() {
        return;
    }
    let concerned = match what {
        Decided::Forfeit(loser) => loser,
        _ => p.history.board().turn(),
    };
    let facts = p
        .facts(concerned)
        .with(Predicate::Appealed, appealed)
        .with(Predicate::SubmittedByBoth, heard == RulingOrigin::OnAppealOfBoth)
        .with(Predicate::ByConsent, by_consent)
        .with(Predicate::Departs, departs)
        .with(Predicate::Adds, adds)
        .with(Predicate::Unlisted, is_unlisted);
    let governs = ruling(p.context.code(), Rule::PenaltyRuling, facts, |_| true);
    let governs = governs.map(|found| found.provision);
    if adds && governs.is_some_and(|law| kinds.iter().any(|kind| law.gives_remedy(*kind))) {
        return;
    }
    let is_final = governs.is_some_and(|law| law.gives_remedy(RemedyKind::Umpire));
    let terms = p.context.terms();
    if is_final && ends.is_none() {
        let open = open.filter(|_| departs && what == Decided::Stand);
        if let Some(case) = open.and_then(|index| p.cases.get_mut(index)) {
            case.note(sentences::penalty::ruled(what, terms));
            case.end(Disposition::Stands);
        }
        return;
    }
    let is_otherwise = (departs || is_unlisted) && !is_final;
    let message = if is_otherwise {
        match due_time {
            Some(due) => sentences::penalty::rules_other_time(what, due, terms),
            None => sentences::penalty::rules_otherwise(what, terms),
        }
    } else {
        match heard {
            RulingOrigin::OnAppealOfBoth => sentences::penalty::rules_for_both(what, terms),
            RulingOrigin::OnAppeal => sentences::penalty::rules_on_appeal(what, terms),
            RulingOrigin::Unasked => sentences::penalty::rules_unasked(what, terms),
        }
    };
    let ply = p.plies();
    let opened = p.open(NewCase {
        is_named: false,
        ..NewCase::with_defaults(Rule::PenaltyRuling, facts, concerned, ply, span, message)
    });
    if let Some(case) = opened.and_then(|index| p.cases.get_mut(index)).filter(|_| is_otherwise) {
        case.execution.ending = Some(Ending::NotProvidedFor);
    }
    let Some(kind) = ends else { return };
    let is_umpires = |case: &&mut Case<'_>| case.is_due(&[RemedyKind::Umpire]);
    let Some(case) = opened.and_then(|index| p.cases.get_mut(index)).filter(is_umpires) else {
        p.umpire.ruled_end = RuledEnd::of(what);
        if !departs && opened.is_none() {
            p.umpire.ended = Some(what);
        }
        return;
    };
    // The question ends with the umpire's decision.
    for offered in &mut case.remedies {
        offered.remedy.kind = kind;
    }
    let is_on_a_claim = claimed && kind == RemedyKind::Draw;
    if !departs && !is_on_a_claim {
        case.note(sentences::penalty::reason_not_recorded());
    }
    case.report.severity = Severity::Info;
    case.demand.request = Request::Noticed;
    case.end(if kind == RemedyKind::Annul { Disposition::Annulled } else { Disposition::Enforced });
    p.stage = GameStage::Over;
}

/// `penalty.ruling`: the umpire points something out unasked, under a code that forbids it.
pub(crate) fn report_unasked_notice(p: &mut Proceedings<'_, '_>, span: Span) {
    let concerned = p.history.board().turn();
    let facts = p.facts(concerned);
    let bars = |found: Ruling<'_>| found.provision.binds == Binds::Duty && found.provision.report;
    if !p.umpire.questions.is_empty()
        || !ruling(p.context.code(), Rule::PenaltyRuling, facts, |_| true).is_some_and(bars)
    {
        return;
    }
    let message = sentences::penalty::points_out_unasked(p.context.terms());
    let opened = p.open(NewCase {
        is_named: false,
        ..NewCase::with_defaults(Rule::PenaltyRuling, facts, concerned, p.plies(), span, message)
    });
    if let Some(case) = opened.and_then(|index| p.cases.get_mut(index)) {
        case.report.severity = Severity::Info;
    }
}

/// Whether the game was decided so before: the ruling says no more than the law.
fn has_been_decided(p: &Proceedings<'_, '_>, kind: RemedyKind) -> bool {
    p.cases.any_recent(|case| {
        let is_done = matches!(case.stage, CaseStage::Ended(Disposition::Enforced | Disposition::Annulled));
        is_done && case.is_due(&[kind])
    })
}

/// Whether the ruling gives time for a claim of a draw that was just found good, and so rejects it.
fn rejects_good_claim(p: &Proceedings<'_, '_>, what: Decided) -> bool {
    let Decided::AddTime(player, _) = what else { return false };
    let ply = p.plies();
    p.cases.any_recent(|case| {
        case.stage == CaseStage::Ended(Disposition::Enforced)
            && case.offence.kind != OffenceKind::WrongClaim
            && case.rule.is_in_family(Family::Draw)
            && case.rule != Rule::DrawAgreement
            && case.offence.offender == player.other()
            && case.offence.ply == ply
            && case.is_due(&[RemedyKind::Draw])
    })
}

/// Whether the law has just given something else: no draw for a wrong claim, an admonition instead of the loss of the
/// game, or the end of the game or a correction although the umpire lets it go on.
fn law_gives_otherwise(p: &Proceedings<'_, '_>, what: Decided) -> bool {
    let ply = p.plies();
    match what {
        Decided::Draw => p.cases.any_recent(|case| {
            case.offence.kind == OffenceKind::WrongClaim
                && case.rule.is_in_family(Family::Draw)
                && case.offence.ply == ply
        }),
        Decided::Proceed | Decided::Stand => p.cases.any_recent(|case| {
            case.stage == CaseStage::Ended(Disposition::Enforced)
                && case.offence.ply == ply
                && (case.rule.is_in_family(Family::Draw) || case.rule == Rule::ClockFlag)
                && case.is_due(&[RemedyKind::Draw, RemedyKind::Forfeit])
                || orders_loss(case, ply)
                || case.has_annulled() && case.annuls()
                || waits_for_law(case)
        }),
        Decided::AddTime(..) => {
            rejects_good_claim(p, what) || p.cases.any_recent(|case| orders_loss(case, ply))
        }
        Decided::Forfeit(loser) => p.cases.any_recent(|case| {
            !case.is_ended() && case.offence.offender == loser && case.is_due(&[RemedyKind::Admonish])
        }),
        _ => false,
    }
}

/// Whether the law, leaving nothing to the umpire, makes the player lose the game by the move of `ply`, or by one that
/// was taken back after it.
fn orders_loss(case: &Case<'_>, ply: u32) -> bool {
    case.stage == CaseStage::Ended(Disposition::Enforced)
        && case.rule.is_in_family(Family::Move)
        && (case.offence.ply == ply || case.offence.ply == ply + 1)
        && case.is_legal_duty()
        && case.is_due(&[RemedyKind::Forfeit])
}

/// Whether the record shows that the law gives no ground for a ruling: the player who is to gain by it has just pointed out
/// something that did not happen, the game may no longer be annulled, or nothing at all speaks for a draw.
fn is_without_ground(p: &Proceedings<'_, '_>, what: Decided) -> bool {
    // Some codes report every unasked ruling.
    let unasked = ruling(p.context.code(), Rule::PenaltyRuling, p.base_facts, |_| true);
    if unasked.is_some_and(|found| found.provision.report) {
        return false;
    }
    let found_nothing = |winner: Option<Color>| {
        let finder = p.umpire.found_nothing;
        finder.is_some_and(|finder| finder == Actor::Umpire || winner.is_none() || finder.player() == winner)
    };
    match what {
        Decided::Forfeit(loser) => found_nothing(Some(loser.other())),
        Decided::AddTime(player, _) => found_nothing(Some(player)),
        Decided::Retract(moves) => {
            let to = p.plies().saturating_sub(moves.get());
            let stands = |case: &Case<'_>| case.stands_by_lapse() && case.offence.ply == to + 1;
            let was_in_time = |case: &Case<'_>| case.retracted_to_in_time() == Some(to);
            found_nothing(None) || p.cases.any_recent(|case| was_in_time(case) || stands(case))
        }
        Decided::Annul | Decided::Recommence => {
            let code = p.context.code();
            found_nothing(None) || p.cases.iter().any(|case| is_too_late_to_annul(code, case))
        }
        Decided::Draw => found_nothing(None) || !has_ground_for_draw(p),
        Decided::CountFifty => !counts::is_provided(p),
        _ => false,
    }
}

/// Whether the game had ended before this ruling on its course, otherwise than the ruling says.
fn comes_after_end(p: &Proceedings<'_, '_>, what: Decided) -> bool {
    let board = p.history.board();
    let is_mated = |player: Color| {
        matches!(p.stage, GameStage::Resigned(by) | GameStage::Mated(by, _) if by == player)
            || p.has_no_move_left() && board.turn() == player && board.in_check(player)
    };
    let agrees = match what {
        Decided::Forfeit(loser) => is_mated(loser),
        Decided::Draw => !is_mated(Color::White) && !is_mated(Color::Black),
        Decided::Annul | Decided::Recommence => p.cases.any_recent(Case::has_annulled),
        Decided::Proceed => false,
        _ => return false,
    };
    !agrees && p.umpire.questions.is_empty() && (p.is_over() || game_end::is_decided(p))
}

/// Whether the code annuls a game so begun only if it is found earlier, or in other circumstances.
fn is_too_late_to_annul(code: &Code, case: &Case<'_>) -> bool {
    let annuls =
        |law: &Provision| law.gives_remedy(RemedyKind::Annul) || law.gives_remedy(RemedyKind::Recommence);
    case.rule.is_in_family(Family::Setup)
        && case.provision().is_some_and(|law| !annuls(law))
        && code.provisions_for(case.rule).any(annuls)
}

/// Whether something in the record may have led to a draw.
fn has_ground_for_draw(p: &Proceedings<'_, '_>) -> bool {
    let concerns_draw = |case: &Case<'_>| {
        !case.is_struck_out()
            && (case.is_due(&[RemedyKind::Umpire])
                || case.rule.is_in_family(Family::Draw)
                || case.rule.is_in_family(Family::Conduct)
                || case.rule.is_in_family(Family::Clock))
    };
    p.is_over()
        || p.draws.offer.is_some()
        || !p.umpire.questions.is_empty()
        || !p.clock.fallen_flags.is_empty()
        || !p.draws.claimed.is_empty()
        || game_end::is_decided(p)
        || p.cases.any_recent(concerns_draw)
}

/// Whether an offence that was pointed out is not yet corrected, although the law itself corrects it.
fn waits_for_law(case: &Case<'_>) -> bool {
    case.demand.request != Request::No
        && case.stage == CaseStage::OnBoard
        && case.is_legal_duty()
        && !case.annuls()
}

fn is_left_to_umpire(case: &Case<'_>) -> bool {
    let is_duty = case.provision().is_some_and(|law| law.binds == Binds::Duty && law.claim.is_none());
    let is_umpires = |offered: &OfferedRemedy| {
        offered.remedy.chooser == Chooser::Umpire && offered.remedy.kind != RemedyKind::Umpire
    };
    is_duty && case.remedies.iter().any(is_umpires)
}
