//! The end of the record: decides open questions and collects the outcome of the cases.

use crate::chess::Color;
use crate::finding::{Disposition, Ending, MovesBack, Reason, Score, Standing};
use crate::game::UmpireRuling;
use crate::law::{Binds, Family, Late, Predicate, Provision, RemedyKind, Rule};

use crate::arbiter::case::{Case, CaseStage, Decision, OffenceKind, Right, Scored};
use crate::arbiter::draft::Draft;
use crate::arbiter::note::Note;
use crate::arbiter::outcome::{Decided, EventOutcome, Outcome, OwedTime};
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::sentences;
use crate::arbiter::state::{GameStage, RecordEnd};

/// Decides open cases, and closes the windows that the end closes.
pub(crate) fn close(p: &mut Proceedings<'_, '_>, end: RecordEnd) {
    let plies = p.history.plies();
    let decides = |case: &Case<'_>| {
        case.stage == CaseStage::Ended(Disposition::Enforced)
            && case.is_due(&[RemedyKind::Forfeit, RemedyKind::Draw])
    };
    let over = end == RecordEnd::Over || p.cases.iter().any(decides);
    let is_ended = over || p.stage != GameStage::UnderWay;
    let lost = p.cases.iter().find_map(|case| match decided_by(case, plies)?.outcome {
        Outcome::Lost(loser) => Some(loser),
        _ => None,
    });
    let loser = match p.umpire.ended {
        Some(UmpireRuling::Forfeit(loser)) => Some(loser),
        _ => lost,
    };
    for index in 0..p.cases.len() {
        while let Some(case) = p.cases.get_mut(index) {
            if let Decision::Rights(rights) = &mut case.decision {
                for right in rights {
                    if let Some(watch) = &mut right.window {
                        watch.finish_closing();
                        if over {
                            watch.end(plies);
                        }
                    }
                }
            }
            if !p.next_right(index) {
                break;
            }
        }
        p.offer_remedies(index);
        let Some(case) = p.cases.get_mut(index) else { continue };
        if is_ended && case.is_pending_touch() {
            p.cases.strike_out(index);
        } else if case.is_due(&[RemedyKind::CapAtDraw]) {
            case.end(Disposition::Enforced);
        } else if case.begins_anew() && p.context.given_score() == Score::Unknown {
            case.end(Disposition::Annulled);
        } else if over {
            case.end_with_game(plies, loser);
        }
    }
    mark_matching_scores(p);
    mark_decided_before(p);
    note_play_past_the_end(p);
    // In an annulled game nothing remains due.
    if p.cases.iter().any(Case::has_annulled) {
        for case in p.cases.iter_mut() {
            if case.is_open() || case.is_owed() {
                case.end(Disposition::Annulled);
            }
        }
    }
}

/// Marks the deciding cases that agree with the recorded score.
fn mark_matching_scores(p: &mut Proceedings<'_, '_>) {
    let (plies, given) = (p.history.plies(), p.context.given_score());
    let both_lost = decided(p, plies).filter(|decided| decided.outcome == Outcome::BothLost);
    for case in p.cases.iter_mut() {
        let Some(decided) = decided_by(case, plies) else { continue };
        let score = p.context.score_of(decided.outcome);
        let agrees = match both_lost {
            Some(both) if decided.reason == both.reason && decided.ply == both.ply => {
                given == Score::Unknown && p.context.says_both_lose()
            }
            _ => given != Score::Unknown && p.context.is_score_for(given, score),
        };
        if agrees {
            case.execution.scored = Scored::Agrees;
        }
    }
}

/// Marks the cases that would decide the game, if an earlier decision ended it in another way.
fn mark_decided_before(p: &mut Proceedings<'_, '_>) {
    let plies = p.history.plies();
    let Some(first) = decided(p, plies) else { return };
    for case in p.cases.iter_mut() {
        if decided_by(case, plies).is_some_and(|late| late.ply > first.ply && late.outcome != first.outcome) {
            case.execution.ending = Some(Ending::DecidedBefore);
            case.note(sentences::case::decided_before());
        }
    }
}

/// Marks a dead position that ended the game before its last move. Play after any other end has a finding of its own; if
/// the umpire had the game continue, the ruling is reported instead.
fn note_play_past_the_end(p: &mut Proceedings<'_, '_>) {
    let plies = p.history.plies();
    let Some(decided) = decided(p, plies).filter(|decided| decided.ply < plies) else { return };
    let was_continued =
        p.cases.iter().any(|case| case.rule == Rule::PenaltyRuling && case.report.ply >= decided.ply);
    let is_decisive = |case: &&mut Case<'_>| {
        case.report.ply == decided.ply
            && decided.reason == Reason::Rule(case.rule)
            && matches!(case.rule, Rule::DrawDead | Rule::DrawAutomatic)
            && decided_by(case, plies).is_some()
    };
    if let Some(case) = p.cases.iter_mut().find(is_decisive).filter(|_| !was_continued) {
        case.execution.played_past = plies - decided.ply;
    }
}

/// The decision of the game, by its cases or on the board.
fn decided<'a>(p: &Proceedings<'_, 'a>, plies: u32) -> Option<Decided<'a>> {
    let mated = match p.stage {
        GameStage::Mated(player, ply) => {
            let outcome = Outcome::Lost(player);
            Some(Decided { outcome, reason: Reason::Mate, ply, provision: None, tally: None })
        }
        _ => None,
    };
    let by_cases = p.cases.iter().filter_map(|case| decided_by(case, plies));
    let (undecided, ended): (Vec<_>, Vec<_>) =
        mated.into_iter().chain(by_cases).partition(|decided| decided.outcome == Outcome::Undecided);
    // A draw that was not validly agreed counts only if nothing else ended the game.
    ended.into_iter().reduce(Decided::and_then).or_else(|| undecided.into_iter().next())
}

/// Whether the last move on the board was made out of turn and may still be retracted.
fn ends_out_of_turn(p: &Proceedings<'_, '_>) -> bool {
    let plies = p.history.plies();
    p.cases.any_recent(|case| {
        let may_go_back = case.is_open() || matches!(case.decision, Decision::Silence(_));
        case.rule == Rule::MoveOutOfTurn && case.offence.ply == plies && may_go_back && !case.asks_no_change()
    })
}

/// The time that offences gave the opponent, if the record does not say whether it was added.
fn owed_times<'a>(p: &Proceedings<'_, 'a>) -> Vec<OwedTime> {
    let of_case = |case: &Case<'a>| {
        let time = case.time_owed()?;
        Some(OwedTime { to: case.offence.offender.other(), time, at: case.report.span.start })
    };
    let mut owed: Vec<OwedTime> = p.cases.iter().filter_map(of_case).collect();
    owed.sort_by_key(|owed| owed.at);
    owed
}

/// The drafts of the cases, and the outcome of the game.
pub(crate) fn into_outcome<'a>(mut p: Proceedings<'_, 'a>, end: RecordEnd) -> (Vec<Draft>, EventOutcome<'a>) {
    let plies = p.history.plies();
    let mut outcome = EventOutcome {
        decided: decided(&p, plies),
        capped: p.cases.iter().find_map(|case| capped_by(&p, case)),
        ruled: p.umpire.ruled_end,
        claimed: std::mem::take(&mut p.draws.claimed),
        signed: p.adjournment.sheets.signed,
        owed_times: owed_times(&p),
        ends_out_of_turn: ends_out_of_turn(&p),
        ends_against_touch: p.latest_against_touch().is_some_and(Case::is_open),
        ends_in_touch: !p.hands.of(p.history.board().turn()).reached.is_empty(),
        ends_in_ignorable_check: !p.history.check_binds(p.history.board().turn()),
        ..EventOutcome::PLAIN
    };
    let is_over = end == RecordEnd::Over;
    for case in p.cases.iter() {
        let standing = if is_over { case.final_standing(plies) } else { case.standing(plies) };
        if standing != Standing::Valid
            && outcome.standing != Standing::Annulled
            && (outcome.standing == Standing::Valid
                // Annulment prevails over every other offence.
                || standing == Standing::Annulled
                || case.offence.ply < outcome.ply)
        {
            outcome.standing = standing;
            outcome.ply = case.offence.ply;
            outcome.annulled_under = case.provision().filter(|_| standing == Standing::Annulled);
        }
    }
    note_joint_retractions(&mut p, plies);
    let context = p.context;
    let mut drafts = std::mem::take(&mut p.drafts);
    let not_done = p.cases.iter_mut().filter_map(|case| case.execution.not_done.take());
    drafts.extend(not_done.map(|draft| *draft).filter(|draft| context.wants(draft.rule, draft.severity)));
    let furthest_back = p.cases.iter().filter_map(|case| case.awaited_back(plies)).min();
    let retractions: Vec<(u32, u32)> = p.cases.iter().filter_map(Case::retraction).collect();
    for case in p.cases.take_all() {
        // A touch that was obeyed is no finding, unless the opponent could have chosen another remedy.
        let obeyed = case.offence.kind == OffenceKind::Touch
            && matches!(case.stage, CaseStage::CarriedOut(_))
            && !case.is_elective()
            && !case.has_unnamed_man()
            && !case.is_open();
        if case.is_struck_out() || obeyed {
            continue;
        }
        let rights = describe_rights(&p, &case, furthest_back, end);
        let is_in_it = |to: u32| case.back_to.is_some_and(|back_to| to <= back_to);
        let place = case.report.span.start;
        let went_back_later = retractions.iter().any(|(later, to)| *later > place && is_in_it(*to))
            || (case.rule.is_in_family(Family::Move)
                && case.rule != Rule::MoveRecalled
                && context.record().took_back(place));
        let is_awaited = !is_over && case.awaited_back(plies).is_some();
        let mut draft = case.draft(plies, |ply| p.numbered(ply), rights, context.terms());
        if draft.course.moves_back == MovesBack::No {
            draft.course.moves_back = match (is_awaited, went_back_later) {
                (true, _) => MovesBack::Awaited,
                (false, true) => MovesBack::Later,
                (false, false) => MovesBack::No,
            };
        }
        if context.wants(draft.rule, draft.severity) {
            drafts.push(draft);
        }
    }
    (drafts, outcome)
}

/// If several offences are to be retracted, notes which of them are retracted with the earliest one that was
/// asked for.
fn note_joint_retractions(p: &mut Proceedings<'_, '_>, plies: u32) {
    let asked = p.cases.iter().filter(|case| case.is_asked());
    let Some(to) = asked.filter_map(|case| case.awaited_back(plies)).min() else { return };
    let after = p.numbered(to);
    for case in p.cases.iter_mut() {
        if case.awaited_back(plies).is_some_and(|own| own > to) && case.before >= to {
            case.note(sentences::case::returning_takes_this_back(after.as_deref()));
        }
    }
}

/// Sentences of the report about the rights of a case. `furthest_back` is the lowest number of plies that
/// remain if all requested retractions are carried out.
fn describe_rights<'a>(
    p: &Proceedings<'_, 'a>,
    case: &Case<'a>,
    furthest_back: Option<u32>,
    end: RecordEnd,
) -> Vec<String> {
    let mut said = Vec::new();
    let Decision::Rights(rights) = &case.decision else { return said };
    let Some(decisive) = case.right() else { return said };
    if case.is_ended() {
        return said;
    }
    for lapsed in rights.iter().take_while(|right| !std::ptr::eq(*right, decisive)) {
        let when = lapsed.closed(|ply| p.numbered(ply), p.context.terms());
        let article = &lapsed.provision.article;
        said.push(match lapsed.waived_by {
            Some(by) => sentences::case::right_waived(by, article, when.as_deref()),
            None => sentences::case::right_lapsed(article, when.as_deref()),
        });
    }
    if let Some(window) = decisive.window.as_ref().filter(|window| !window.is_open()) {
        if window.closes_at_game_end() && end == RecordEnd::Over {
            if case.rule.is_in_family(Family::Draw) {
                return said;
            }
            said.push(sentences::case::result_unchanged());
        } else if !case.is_asked()
            && !case.report.help.iter().any(|note| matches!(note, Note::PutRightLate))
            && !case.demand.is_late_discovery_reported
            && case.is_on_the_board()
            && furthest_back.is_none_or(|to| to > case.before)
            && late_offence_stands(p, decisive.provision)
        {
            let was_retracted = p.context.record().took_back(case.report.span.start);
            said.push(match &case.report.movetext {
                Some(played) if was_retracted => sentences::case::taken_back_anyway(played),
                _ => sentences::case::position_remains(),
            });
        }
    }
    said
}

/// Whether the code, in this provision or another article, leaves an offence that is found too late as it is.
fn late_offence_stands(p: &Proceedings<'_, '_>, provision: &Provision) -> bool {
    match &provision.late {
        None => false,
        Some(Late::Stands) => true,
        Some(Late::Article(article)) => {
            let of_lateness = |said: &&Provision| {
                said.topics
                    .iter()
                    .any(|topic| *topic == Rule::PenaltyLate || topic.is_in_family(Family::Discovery))
            };
            p.context.code().article(article).filter(of_lateness).all(|said| said.binds == Binds::None)
        }
    }
}

/// The player whose score a case caps at a draw, and the provision that caps it: that of the case, or the one that follows
/// if its remedy was not carried out in time.
fn capped_by<'a>(p: &Proceedings<'_, 'a>, case: &Case<'a>) -> Option<(Color, &'a Provision)> {
    let law = case.provision().filter(|_| !case.is_struck_out())?;
    let is_undone = !matches!(case.disposition(), Disposition::Enforced | Disposition::Complied);
    let caps = |law: &&Provision| law.gives_remedy(RemedyKind::CapAtDraw);
    let later = match &law.late {
        Some(Late::Article(article)) if is_undone && case.right().is_some_and(Right::has_lapsed) => {
            let mut of_article = p.context.code().article(article);
            of_article.find(|later| later.topics.contains(&case.rule) && caps(later))
        }
        _ => None,
    };
    let law = later.or(Some(law).filter(caps))?;
    Some((case.offence.offender, law))
}

/// The decision of the game by a case; `plies` is the number of moves on the board at the end.
fn decided_by<'c>(case: &Case<'c>, plies: u32) -> Option<Decided<'c>> {
    let is_enforced = case.stage == CaseStage::Ended(Disposition::Enforced);
    let is_silent = matches!(case.decision, Decision::Silence(_));
    let outcome = if is_enforced && case.is_due(&[RemedyKind::Forfeit]) {
        Outcome::Lost(case.offence.offender)
    } else if is_enforced && case.is_due(&[RemedyKind::Draw]) {
        Outcome::Drawn
    } else if is_silent && case.facts.has(Predicate::Resigned) {
        Outcome::Lost(case.offence.offender)
    } else if case.rule == Rule::DrawAgreement && case.binds(Binds::None) && case.report.ply == plies {
        Outcome::Undecided
    } else {
        return None;
    };
    Some(Decided {
        outcome,
        reason: Reason::Rule(case.rule),
        ply: case.report.ply,
        provision: case.provision(),
        tally: case.tally_article(),
    })
}
