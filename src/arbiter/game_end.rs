//! The end of the game by a decision: agreement, claim, flag, loss or annulment.

use crate::law::{Family, Predicate, RemedyKind, Rule};

use crate::arbiter::case::{Case, CaseStage};
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::sentences;
use crate::finding::Disposition;

/// The decision that ended the game, in words. A position that ends the game by itself has findings of its own, and a
/// player who was absent or left may have been allowed to play on.
pub(crate) fn decision_in_words(p: &Proceedings<'_, '_>) -> Option<String> {
    if p.umpire.is_continued {
        return None;
    }
    if p.umpire.ended.is_some() {
        return Some(sentences::record::umpires_decision(p.context.terms()));
    }
    let plies = p.plies();
    p.cases.iter().filter(|case| case.report.ply <= plies).find_map(|case| words(case, p))
}

fn words(case: &Case<'_>, p: &Proceedings<'_, '_>) -> Option<String> {
    if case.has_annulled() {
        return Some(sentences::record::annulment());
    }
    let is_enforced = case.stage == CaseStage::Ended(Disposition::Enforced);
    let ends_by_itself = matches!(case.rule, Rule::DrawDead | Rule::DrawAutomatic);
    let may_be_excused = match case.rule {
        Rule::ClockAbsent => true,
        Rule::ConductAbandoned => !case.facts.has(Predicate::Resigned),
        _ => false,
    };
    if !is_enforced || ends_by_itself || may_be_excused {
        return None;
    }
    let loser = case.offence.offender;
    if case.rule == Rule::PenaltyRuling && case.is_due(&[RemedyKind::Draw, RemedyKind::Forfeit]) {
        Some(sentences::record::umpires_decision(p.context.terms()))
    } else if case.is_due(&[RemedyKind::Draw]) {
        let agreed = case.rule == Rule::DrawAgreement;
        Some(if agreed { sentences::record::agreed_draw() } else { sentences::record::draw() })
    } else if case.is_due(&[RemedyKind::Forfeit]) {
        let on_time = case.rule.is_in_family(Family::Clock);
        Some(if on_time {
            sentences::record::fallen_flag(loser)
        } else {
            sentences::record::lost_by_law(loser)
        })
    } else {
        None
    }
}

/// Whether the game was over before anything was said or done, by a decision or by the draws that need no claim.
pub(crate) fn is_decided(p: &Proceedings<'_, '_>) -> bool {
    let record = p.context.record();
    // The draws are those of the moves that remain: moves that were taken back may have other plies.
    let is_drawn = || {
        record.plies_made() == record.plies() as usize
            && p.context.automatic_draw().is_some_and(|drawn| drawn.is_draw() && drawn.ply <= p.plies())
    };
    decision_in_words(p).is_some() || is_drawn()
}

/// The game goes on after a decision, by a ruling or by consent.
pub(crate) fn continue_game(p: &mut Proceedings<'_, '_>) {
    if decision_in_words(p).is_some() {
        p.umpire.is_continued = true;
        p.umpire.ended = None;
    }
}
