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
    /// The only code of its file.
    OfRun,
    /// The code that its `Laws` tag names.
    Named(Arc<Code>),
    OfDay(FittingCodes),
}

impl GameCode {
    pub(super) fn of(record: &mut Record, text: &[u8], codes: &CodeChoice, shelf: &LawFiles) -> Self {
        let CodeChoice::ByRecord(law) = codes else { return Self::OfRun };
        let named = code_named(record, text, shelf);
        named.map_or_else(|| Self::OfDay(law.choose(record, text)), Self::Named)
    }

    pub(super) fn law(&self) -> LawHeld {
        if matches!(self, Self::OfDay(FittingCodes::Legality)) { LawHeld::Unknown } else { LawHeld::Known }
    }

    /// The code under which a game is judged, the newest of several.
    pub(super) fn newest<'c>(&'c self, codes: &'c CodeChoice) -> &'c Arc<Code> {
        match (codes, self) {
            (CodeChoice::One(code), _) | (CodeChoice::ByRecord(_), Self::Named(code)) => code,
            (CodeChoice::ByRecord(law), Self::OfDay(fitting)) => law.newest(fitting),
            (CodeChoice::ByRecord(law), Self::OfRun) => law.undated(),
        }
    }

    /// The editions that fit the date of the game, the newest first.
    fn editions(&self) -> &[InForce] {
        if let Self::OfDay(fitting) = self { fitting.editions() } else { &[] }
    }

    /// Whether the time control would have decided for another code, and is unknown.
    pub(super) fn assumes_pace(&self) -> bool {
        self.editions().iter().any(|edition| edition.pace == Pace::Assumed)
    }

    /// Counts a game under its code, unless all games of the run have the same.
    pub(super) fn count(&self, choice: u16, settings: &Settings, chosen: &mut ChosenCodes) {
        match self {
            Self::OfRun if settings.file_codes.is_empty() => return,
            Self::OfDay(FittingCodes::Undated(_)) => chosen.undated += 1,
            Self::OfRun | Self::Named(_) | Self::OfDay(_) => {}
        }
        let id = &self.newest(settings.code_choice(choice)).id;
        match chosen.games.get_mut(id) {
            Some(games) => *games += 1,
            None => _ = chosen.games.insert(Arc::clone(id), 1),
        }
    }
}

/// Judges a game under its code. Of several editions, the newest gives the findings, as far as all of them agree.
pub(super) fn judge(
    hearing: &Hearing<'_>,
    code: &GameCode,
    codes: &CodeChoice,
    settings: &Settings,
) -> Judgement {
    let mut judgement = arbiter::judge(hearing);
    if settings.doubts == Doubts::Marked
        && doubts::may_have_doubts(&judgement)
        && let Some(file) = settings.shelf.file(code.newest(codes))
    {
        doubts::add_doubts(hearing, &file, &mut judgement);
    }
    if let (CodeChoice::ByRecord(law), [_, older @ ..]) = (codes, code.editions())
        && !older.is_empty()
    {
        keep_common(hearing, older.iter().map(|edition| law.code(*edition)), &mut judgement);
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
