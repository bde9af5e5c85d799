//! What a record asks not to be told of: `[%jadoube ignore RULE…]` for a move, the tag `JadoubeIgnore` for a game.
//!
//! It is heeded when the game is judged, and costs a game that asks for nothing a look at two places. One that
//! suppresses nothing is told, so that none outlives what it was written for: the game is judged once more for
//! that, with everything wanted, because a finding that nobody asked to see is a finding all the same. Where moves are not
//! replayed, nobody knows what would have been found.

use crate::arbiter::{Hearing, IdleIgnore, Judged, Judgement, Selection, idle_ignores, judge};
use crate::finding::{Finding, ReportOrder, Severity};
use crate::game::{ReadValue, Span, TagName, TagValue};
use crate::law::{Family, Rule};

/// What came of the suppressions of one game.
#[derive(Debug, Default)]
pub(super) struct Heeded {
    /// How many findings are not told.
    pub suppressed: u64,
    /// The rules that need other games, and are not to be told of this one.
    pub later: Vec<Rule>,
}

impl Heeded {
    /// Whether it asked for anything that there was.
    pub(super) fn is_anything(&self) -> bool {
        self.suppressed > 0 || !self.later.is_empty()
    }
}

/// One suppression asked for.
struct Ask {
    rules: Vec<Rule>,
    scope: Scope,
    /// Whether all is replayed of which it may speak.
    is_replayed: bool,
    /// What asks.
    span: Span,
}

/// For what a suppression holds.
enum Scope {
    Game,
    /// The move that it stands behind.
    Move {
        ply: u32,
        /// Where it stands in the file.
        offset: u64,
    },
}

impl Ask {
    /// Whether it speaks of where the finding is.
    fn reaches(&self, finding: &Finding) -> bool {
        match self.scope {
            Scope::Game => true,
            // A word before it that became no move would have been the next one.
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

/// Whether the games around it decide whether there is a finding.
pub(super) fn needs_other_games(rule: Rule) -> bool {
    rule == Rule::RecordDuplicateGame || rule.is_of(Family::Series)
}

/// Takes the findings out that the record asks not to be told of, and tells of what it asked in vain.
pub(super) fn heed(hearing: &Hearing<'_>, judgement: &mut Judgement) -> Heeded {
    let record = hearing.record;
    if record.text.suppressions.is_empty() && record.tag(TagName::JadoubeIgnore).is_none() {
        return Heeded::default();
    }
    heed_asks(hearing, &asks(hearing), judgement)
}

fn asks(hearing: &Hearing<'_>) -> Vec<Ask> {
    let record = hearing.record;
    let mut asks = Vec::new();
    if let Some(pair) = record.tag(TagName::JadoubeIgnore)
        && let ReadValue::Value(TagValue::JadoubeIgnore(mut rules)) =
            ReadValue::of(TagName::JadoubeIgnore, pair.value.of(hearing.text))
    {
        rules.sort_unstable();
        rules.dedup();
        asks.push(Ask { rules, scope: Scope::Game, is_replayed: !record.loses_moves(), span: pair.value });
    }
    asks.extend(record.text.suppressions.iter().map(|asked| {
        let offset = hearing.place.locate(asked.span).offset;
        Ask {
            rules: asked.rules.clone(),
            scope: Scope::Move { ply: asked.ply, offset },
            is_replayed: !asked.behind_lost_moves,
            span: asked.span,
        }
    }));
    asks
}

fn heed_asks(hearing: &Hearing<'_>, asks: &[Ask], judgement: &mut Judgement) -> Heeded {
    let found = judgement.findings.len();
    let is_covered = |finding: &Finding| asks.iter().any(|ask| ask.covers(finding));
    judgement.findings.retain(|finding| !is_covered(finding));
    let suppressed = (found - judgement.findings.len()) as u64;
    if judgement.judged == Judged::AsGame && hearing.want.wants(Rule::RecordUnusedIgnore, Severity::Warning) {
        let idle = idle_ignores(hearing, idle(hearing, asks));
        let of_these: Vec<&Ask> = asks.iter().filter(|ask| ask.names(Rule::RecordUnusedIgnore)).collect();
        let is_quiet = |finding: &Finding| of_these.iter().any(|ask| ask.reaches(finding));
        judgement.findings.extend(idle.into_iter().filter(|finding| !is_quiet(finding)));
        judgement
            .findings
            .sort_by_key(|finding| ReportOrder::of(finding.rule, finding.location.offset, finding.ply));
    }
    let named = asks.iter().flat_map(|ask| ask.rules.iter().copied());
    Heeded { suppressed, later: named.filter(|rule| needs_other_games(*rule)).collect() }
}

/// What was asked in vain. That the games around this one bring no finding today says nothing.
fn idle(hearing: &Hearing<'_>, asks: &[Ask]) -> Vec<IdleIgnore> {
    let want = Selection::all(Severity::Info);
    let everything = judge(&Hearing { want: &want, ..*hearing }).findings;
    let mut idle = Vec::new();
    for ask in asks.iter().filter(|ask| ask.is_replayed) {
        let is_idle = |rule: &Rule| {
            *rule != Rule::RecordUnusedIgnore
                && !needs_other_games(*rule)
                && !everything.iter().any(|finding| finding.rule == *rule && ask.reaches(finding))
        };
        let rules: Vec<Rule> = ask.rules.iter().copied().filter(is_idle).collect();
        if !rules.is_empty() {
            let elsewhere = everything.iter().find(|finding| rules.contains(&finding.rule));
            let elsewhere = elsewhere.and_then(|finding| finding.movetext.clone());
            let ply = match ask.scope {
                Scope::Game => None,
                Scope::Move { ply, .. } => Some(ply),
            };
            idle.push(IdleIgnore { rules, ply, span: ask.span, elsewhere });
        }
    }
    idle
}
