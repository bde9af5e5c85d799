//! Judges a game under its code, or under each of its codes if its date fits several editions.

use std::sync::Arc;

use super::doubts::{self, Doubts, LawFiles};
use super::game::code_named;
use super::law_of_day::{FittingCodes, InForce, Pace};
use super::{ChosenCodes, CodeChoice, Settings};
use crate::arbiter::{self, Hearing, Judgement, LawHeld};
use crate::finding::{Finding, Reason, Standing, Verdict};
use crate::game::Record;
use crate::law::Code;

/// The code of a game. It does not hold a code of the run, because threads that change its reference count for each game
/// would wait for each other.
#[derive(Clone, Debug)]
pub(super) enum GameCode {
    /// The only code of the run.
    OfRun,
    /// The code that its `Laws` tag names.
    Named(Arc<Code>),
    /// The default code, because its year is unknown.
    Undated,
    /// None is known for its day.
    Legality,
    Edition(InForce),
    /// The newest first.
    Editions(Box<[InForce]>),
}

impl GameCode {
    pub(super) fn of(record: &mut Record, text: &[u8], codes: &CodeChoice, shelf: &LawFiles) -> Self {
        let CodeChoice::ByRecord(law) = codes else { return Self::OfRun };
        if let Some(code) = code_named(record, text, shelf) {
            return Self::Named(code);
        }
        match law.choose(record, text) {
            FittingCodes::Undated => Self::Undated,
            FittingCodes::Legality => Self::Legality,
            FittingCodes::Edition(edition) => Self::Edition(edition),
            FittingCodes::Editions(editions) => Self::Editions(editions.into()),
        }
    }

    pub(super) fn law(&self) -> LawHeld {
        if matches!(self, Self::Legality) { LawHeld::Unknown } else { LawHeld::Known }
    }

    /// The code under which a game is judged, the newest of several.
    pub(super) fn newest<'c>(&'c self, codes: &'c CodeChoice) -> &'c Arc<Code> {
        match (codes, self) {
            (CodeChoice::One(code), _) | (CodeChoice::ByRecord(_), Self::Named(code)) => code,
            (CodeChoice::ByRecord(law), Self::Legality) => law.legality(),
            (CodeChoice::ByRecord(law), Self::Edition(edition)) => law.code(*edition),
            (CodeChoice::ByRecord(law), Self::Editions(editions)) => {
                editions.first().map_or_else(|| law.undated(), |edition| law.code(*edition))
            }
            (CodeChoice::ByRecord(law), Self::Undated | Self::OfRun) => law.undated(),
        }
    }
}

impl GameCode {
    /// Whether the time control would have decided for another code, and is unknown.
    pub(super) fn assumes_pace(&self) -> bool {
        match self {
            Self::Edition(edition) => edition.pace == Pace::Assumed,
            Self::Editions(editions) => editions.iter().any(|edition| edition.pace == Pace::Assumed),
            Self::OfRun | Self::Named(_) | Self::Undated | Self::Legality => false,
        }
    }

    /// Counts a game under the code.
    pub(super) fn count(&self, settings: &Settings, chosen: &mut ChosenCodes) {
        match self {
            Self::OfRun => return,
            Self::Undated => chosen.undated += 1,
            Self::Named(_) | Self::Legality | Self::Edition(_) | Self::Editions(_) => {}
        }
        let id = &self.newest(&settings.codes).id;
        match chosen.games.get_mut(id) {
            Some(games) => *games += 1,
            None => _ = chosen.games.insert(Arc::clone(id), 1),
        }
    }
}

/// Judges a game under its code. Of several editions, the newest gives the findings, as far as all of them agree.
pub(super) fn judge(hearing: &Hearing<'_>, code: &GameCode, settings: &Settings) -> Judgement {
    let mut judgement = arbiter::judge(hearing);
    if settings.doubts == Doubts::Marked
        && doubts::may_have_doubts(&judgement)
        && let Some(file) = settings.shelf.file(code.newest(&settings.codes))
    {
        doubts::add_doubts(hearing, &file, &mut judgement);
    }
    if let (CodeChoice::ByRecord(law), GameCode::Editions(editions)) = (&settings.codes, code) {
        let older = editions.iter().skip(1).map(|edition| law.code(*edition));
        keep_common(hearing, older, &mut judgement);
    }
    judgement
}

/// Removes what an older edition does not say too.
fn keep_common<'c>(
    hearing: &Hearing<'_>,
    older: impl Iterator<Item = &'c Arc<Code>>,
    judgement: &mut Judgement,
) {
    let mut codes = vec![Arc::clone(&hearing.code.id)];
    for code in older {
        let other = arbiter::judge(&Hearing { code, ..*hearing });
        judgement.findings.retain(|finding| other.findings.iter().any(|theirs| agree(finding, theirs)));
        if other.verdict.standing != judgement.verdict.standing
            || other.verdict.score != judgement.verdict.score
        {
            judgement.verdict = Verdict {
                standing: Standing::Valid,
                score: judgement.given,
                reason: Reason::Record,
                ..judgement.verdict
            };
        }
        codes.push(Arc::clone(&code.id));
    }
    for finding in judgement.findings.iter_mut().filter(|finding| finding.citation.is_some()) {
        finding.codes.clone_from(&codes);
    }
}

fn agree(finding: &Finding, other: &Finding) -> bool {
    finding.rule == other.rule
        && finding.ply == other.ply
        && finding.offender == other.offender
        && finding.severity == other.severity
}
