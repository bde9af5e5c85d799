//! Draws claimed at the board by repetition, move count or perpetual check, and the cost of a wrong claim.

use crate::chess::Color;
use crate::finding::{Disposition, Severity};
use crate::game::{Span, Time};
use crate::law::{ClaimAlso, ClaimForm, CountFrom, Provision, RemedyKind, Rule};

use crate::arbiter::case::new::NewCase;
use crate::arbiter::case::windows::OffenceKind;
use crate::arbiter::clock_readings::least_time_left;
use crate::arbiter::draft::{Draft, Law};
use crate::arbiter::note::Note;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::provision::{draws_at_once, ruling};
use crate::arbiter::rules::draws::counts;
use crate::arbiter::rules::draws::merit::{self, AnnouncedMove, Bar, DrawClaim, Merit, NotLegal};
use crate::arbiter::rules::{opening_now, report_at_move};
use crate::arbiter::sentences;
use crate::arbiter::state::draws::DrawClaimed;
use crate::arbiter::state::umpire::QuestionKind;

pub(crate) fn claim_draw(p: &mut Proceedings<'_, '_>, by: Color, claim: DrawClaim<'_>, span: Span) {
    p.umpire.ask(by.into(), QuestionKind::Claimed, p.history.plies());
    let rule = claim.rule();
    let ply = p.plies();
    p.draws.claimed.push(DrawClaimed { rule, ply, is_off_turn: false });
    let facts = p.facts(by);
    let claims_it = |provision: &Provision| provision.claim.is_some() || provision.remedies.is_empty();
    let governing = ruling(p.context.code(), rule, facts, claims_it).map(|found| found.provision);
    // If none governs, a silence of the code on the rest comes before provisions on other cases.
    let other = || p.context.code().provisions_for(rule).find(|said| claims_it(said));
    let says_nothing = p.context.code().silence_for(rule).is_some();
    let Some(provision) = governing.or_else(|| other().filter(|_| !says_nothing)) else {
        let message = sentences::draws::claims_draw(by, rule);
        p.open(NewCase { is_named: false, ..opening_now(p, rule, facts, by, span, message) });
        return;
    };
    if provision.claim.as_ref().is_some_and(|terms| terms.also == Some(ClaimAlso::DrawOffer)) {
        p.draws.offer(by);
    }
    let mut announced = claim.named().map(|words| merit::announced(p, by, words));
    let merit = match (&provision.claim, governing) {
        (Some(terms), Some(_)) => {
            let merit = merit::judge_with_announced(p, by, claim, terms, &mut announced);
            // The position may arise with the move that was written down.
            let written = claim.written().filter(|_| {
                announced.is_none() && terms.form != ClaimForm::Arisen && matches!(merit, Merit::False(_))
            });
            if let Some(otherwise) = merit::written_otherwise(p, by, claim, terms, announced.as_ref()) {
                merit::judge_with_written(p, by, claim, terms, otherwise, &mut announced)
            } else if let Some(written) = written.map(|written| merit::announced(p, by, &written.words)) {
                let written = announced.insert(written);
                merit::judge_claim(p, by, claim, terms, Some(written))
            } else {
                merit
            }
        }
        _ => Merit::False(sentences::draws::claim_not_allowed(by, rule)),
    };
    let merit = has_too_much_time(p, by, rule, governing, span).unwrap_or(merit);
    let written = matches!(announced, Some(Ok(_)))
        && provision.claim.as_ref().is_some_and(|terms| terms.form != ClaimForm::Arisen);
    let cite = provision.claim.as_ref().map(|terms| &terms.cite);
    match merit {
        Merit::Good { fact, help } => {
            let article = cite.and_then(|cite| if written { &cite.written } else { &cite.arisen }.clone());
            if provision.required_count().is_some_and(|count| count.from != CountFrom::Start) {
                counts::end_count(p);
            }
            let index = open_claim(p, by, provision, sentences::draws::claims_rightly(by, &fact), span, rule);
            if let Some(case) = p.cases.get_mut(index) {
                case.report.article = article;
                case.report.help.extend(help.map(Note::from));
            }
            if draws_at_once(provision) {
                p.draws.announced = announced.and_then(Result::ok).map(|announced| announced.played);
                p.end_with_remedy(index, RemedyKind::Draw);
            } else {
                counts::start_count(p, index, by);
            }
        }
        // Only the umpire can decide it.
        Merit::Undecided(why) if matches!(claim, DrawClaim::NormalMeans | DrawClaim::Increment) => {
            open_claim(p, by, provision, why, span, rule);
        }
        Merit::Undecided(why) => {
            let draft = Draft::new(rule, Severity::Info, ply, span, why).under(provision);
            report_at_move(p, draft, Disposition::Open);
        }
        Merit::Barred { why, by: bar } => {
            let is_off_turn = p.history.board().turn() != by;
            if let Some(claimed) = p.draws.claimed.last_mut() {
                claimed.is_off_turn = is_off_turn;
            }
            let mut draft = Draft::new(rule, Severity::Error, ply, span, why).under(provision);
            if let Some(cite) = cite.filter(|_| bar == Bar::Touch)
                && let Some(article) = cite.barred.clone()
            {
                draft.law = Law::Article { article, says: cite.barred_says.clone() };
            }
            report_at_move(p, Draft { offender: Some(by), ..draft }, Disposition::Stands);
        }
        Merit::False(why) => open_wrong_claim(p, by, provision, announced, why, span, rule),
    }
}

/// Bars a claim for which the player would need less time than the clock readings show.
fn has_too_much_time(
    p: &Proceedings<'_, '_>,
    by: Color,
    rule: Rule,
    governing: Option<&Provision>,
    span: Span,
) -> Option<Merit> {
    let under = Time::from_seconds(governing?.claim.as_ref()?.time_under?.into());
    let left = least_time_left(p.context, by, p.plies(), span).filter(|left| *left >= under)?;
    let why = sentences::draws::claim_with_time_left(&sentences::draws::claims_draw(by, rule), left);
    Some(Merit::Barred { why, by: Bar::Person })
}

/// Opens a case for a claim that is no offence; returns its index.
fn open_claim<'a>(
    p: &mut Proceedings<'_, 'a>,
    by: Color,
    provision: &'a Provision,
    message: String,
    span: Span,
    rule: Rule,
) -> usize {
    let facts = p.facts(by);
    let ground = p.remedy_context(p.history.board_for(by), Vec::new(), None, facts);
    let opening = opening_now(p, rule, facts, by, span, message);
    let index = p.open_under(NewCase { is_named: false, ground: Some(ground), ..opening }, provision, None);
    if let Some(case) = p.cases.get_mut(index) {
        case.report.severity = Severity::Info;
    }
    index
}

/// Opens a case for a wrong claim and its cost, so that the move announced with it has to be played.
fn open_wrong_claim<'a>(
    p: &mut Proceedings<'_, 'a>,
    by: Color,
    provision: &'a Provision,
    announced: Option<Result<AnnouncedMove, NotLegal>>,
    why: String,
    span: Span,
    rule: Rule,
) {
    let (played, man) = match announced {
        Some(Ok(announced)) => (Some(announced.played), Some(announced.played.from())),
        Some(Err(illegal)) => (None, illegal.man),
        None => (None, None),
    };
    let facts = p.facts(by);
    let ground = p.remedy_context(p.history.board_for(by), man.into_iter().collect(), played, facts);
    let wrong = provision.wrong.as_ref();
    let costs = ground.applicable_remedies(wrong.map_or(&[][..], |wrong| &wrong.remedies), &[]);
    let opening = NewCase {
        kind: OffenceKind::WrongClaim,
        ground: Some(ground),
        ..opening_now(p, rule, facts, by, span, why)
    };
    let index = p.open_under(opening, provision, None);
    if let Some(case) = p.cases.get_mut(index) {
        case.report.article = wrong.and_then(|wrong| wrong.article.clone());
        case.refuse(costs);
    }
}

/// Notes that the umpire lets the game go on and so leaves a claim undecided: a rejection costs time.
pub(crate) fn postpone_submitted(p: &mut Proceedings<'_, '_>) {
    let Some(case) = find_submitted(p).and_then(|index| p.cases.get_mut(index)) else { return };
    case.note(Note::ClaimPostponed);
}

fn find_submitted(p: &Proceedings<'_, '_>) -> Option<usize> {
    p.cases.find_open(|case| {
        case.rule == Rule::DrawNormalMeans && case.is_due(&[RemedyKind::Draw]) && !case.is_ended()
    })
}

/// Rejects a claim left to the umpire, who gives the opponent time.
pub(crate) fn reject_submitted(p: &mut Proceedings<'_, '_>, to: Color) {
    let terms = p.context.terms();
    let Some(case) = find_submitted(p).and_then(|index| p.cases.get_mut(index)) else { return };
    if case.offence.offender == to {
        return;
    }
    let wrong = case.provision().and_then(|provision| provision.wrong.as_ref());
    let (Some(wrong), Some(ground)) = (wrong, &case.remedy_context) else { return };
    let costs = ground.applicable_remedies(&wrong.remedies, &[]);
    case.report.article.clone_from(&wrong.article);
    case.offence.kind = OffenceKind::WrongClaim;
    case.report.offender = Some(case.offence.offender);
    case.report.severity = Severity::Warning;
    case.note(sentences::draws::claim_rejected(terms));
    case.refuse(costs);
}
