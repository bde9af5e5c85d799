//! Suppressions in a record: `[%jadoube ignore RULE…]` for a move, the tag `JadoubeIgnore` for a game.
//!
//! They are applied when the game is judged; a game without any pays two look-ups. A suppression that suppresses nothing is
//! reported, so that none outlives its purpose. For that the game is judged once more with everything wanted, because a finding
//! that was not selected still counts. Where moves are not replayed, nothing is known of their findings.

use serde::{Deserialize, Serialize};

use crate::arbiter::{Hearing, IdleIgnore, JudgedAs, Judgement, Selection, idle_ignores, judge};
use crate::finding::{Finding, ReportOrder, Severity};
use crate::game::{ReadValue, Span, TagName, TagValue};
use crate::law::{Family, Rule};

use super::repair;

/// The effect of the suppressions of one game.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Suppressed {
    /// The number of findings suppressed.
    pub count: u64,
    /// The rules to suppress later: their findings need other games.
    pub later: Vec<Rule>,
}

impl Suppressed {
    pub(super) fn is_anything(&self) -> bool {
        self.count > 0 || !self.later.is_empty()
    }
}

/// One suppression of the record.
struct ScopedIgnore {
    rules: Vec<Rule>,
    scope: Scope,
    /// Whether all moves in its scope are replayed.
    is_replayed: bool,
    /// The command or the tag's value.
    span: Span,
}

enum Scope {
    Game,
    /// The move that it follows.
    Move {
        ply: u32,
        /// The place of the suppression in the file.
        offset: u64,
    },
}

impl ScopedIgnore {
    /// Whether the finding is in the scope.
    fn reaches(&self, finding: &Finding) -> bool {
        match self.scope {
            Scope::Game => true,
            // An unreadable move before the suppression counts as the next one.
            Scope::Move { ply, offset } => {
                finding.ply == ply || (finding.ply == ply + 1 && finding.location.offset < offset)
            }
        }
    }

    fn covers(&self, finding: &Finding) -> bool {
        self.names(finding.rule) && self.reaches(finding)
    }

    fn names(&self, rule: Rule) -> bool {
        self.rules.contains(&rule)
    }
}

/// Whether other games decide whether there is a finding, or it is made after the game is judged, with those of other games.
pub(super) fn needs_other_games(rule: Rule) -> bool {
    rule.is_of_games_compared()
        || matches!(rule.family(), Family::Series | Family::Curate | Family::Tournament)
}

/// Removes the findings that the record suppresses, and reports suppressions that suppress nothing, with their removal if
/// repairs are wanted.
pub(super) fn apply(hearing: &Hearing<'_>, judgement: &mut Judgement, repairs: bool) -> Suppressed {
    let record = hearing.record;
    if record.text.suppressions.is_empty() && record.tag(TagName::JadoubeIgnore).is_none() {
        return Suppressed::default();
    }
    let ignores = scoped_ignores(hearing);
    let found = judgement.findings.len();
    judgement.findings.retain(|finding| !ignores.iter().any(|ignore| ignore.covers(finding)));
    let count = (found - judgement.findings.len()) as u64;
    if judgement.judged == JudgedAs::Game && hearing.want.wants(Rule::RecordUnusedIgnore, Severity::Warning) {
        let idle = idle(hearing, &ignores);
        let removable: Vec<Span> = idle.iter().filter(|idle| idle.is_whole).map(|idle| idle.span).collect();
        let mut idle = idle_ignores(hearing, idle);
        if repairs {
            repair::attach_removals(&mut idle, &removable, hearing);
        }
        let is_covered = |finding: &Finding| {
            ignores.iter().any(|ignore| ignore.names(Rule::RecordUnusedIgnore) && ignore.reaches(finding))
        };
        judgement.findings.extend(idle.into_iter().filter(|finding| !is_covered(finding)));
        judgement
            .findings
            .sort_by_key(|finding| ReportOrder::of(finding.rule, finding.location.offset, finding.ply));
    }
    let named = ignores.iter().flat_map(|ignore| ignore.rules.iter().copied());
    Suppressed { count, later: named.filter(|rule| needs_other_games(*rule)).collect() }
}

fn scoped_ignores(hearing: &Hearing<'_>) -> Vec<ScopedIgnore> {
    let record = hearing.record;
    let mut ignores = Vec::new();
    if let Some(pair) = record.tag(TagName::JadoubeIgnore)
        && let ReadValue::Value(TagValue::JadoubeIgnore(mut rules)) =
            ReadValue::of(TagName::JadoubeIgnore, pair.value.of(hearing.text))
    {
        rules.sort_unstable();
        rules.dedup();
        let is_replayed = !record.has_lost_moves();
        ignores.push(ScopedIgnore { rules, scope: Scope::Game, is_replayed, span: pair.value });
    }
    ignores.extend(record.text.suppressions.iter().map(|suppression| {
        let offset = hearing.place.locate(suppression.span).offset;
        ScopedIgnore {
            rules: suppression.rules.clone(),
            scope: Scope::Move { ply: suppression.ply, offset },
            is_replayed: !suppression.after_lost_moves,
            span: suppression.span,
        }
    }));
    ignores
}

/// The suppressions that suppress nothing. Rules whose findings need other games are left out.
fn idle(hearing: &Hearing<'_>, ignores: &[ScopedIgnore]) -> Vec<IdleIgnore> {
    let want = Selection::of(Severity::Info, |_| true);
    let everything = judge(&Hearing { want: &want, ..*hearing }).findings;
    let mut idle = Vec::new();
    for ignore in ignores.iter().filter(|ignore| ignore.is_replayed) {
        let is_idle = |rule: &Rule| {
            *rule != Rule::RecordUnusedIgnore
                && !needs_other_games(*rule)
                && !everything.iter().any(|finding| finding.rule == *rule && ignore.reaches(finding))
        };
        let rules: Vec<Rule> = ignore.rules.iter().copied().filter(is_idle).collect();
        if !rules.is_empty() {
            let elsewhere = everything.iter().find(|finding| rules.contains(&finding.rule));
            let elsewhere = elsewhere.and_then(|finding| finding.movetext.clone());
            let ply = match ignore.scope {
                Scope::Game => None,
                Scope::Move { ply, .. } => Some(ply),
            };
            let is_whole = rules.len() == ignore.rules.len();
            idle.push(IdleIgnore { rules, ply, span: ignore.span, is_whole, elsewhere });
        }
    }
    idle
}
