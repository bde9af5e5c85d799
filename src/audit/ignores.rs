//! Suppressions in a record: `[%jadoube ignore RULE…]` for a move, the tag `JadoubeIgnore` for a game.
//!
//! They are applied when the game is judged; a game without any pays two look-ups. A suppression that suppresses nothing is
//! reported, so that none outlives its purpose. For that the game is judged once more with everything wanted, because a finding
//! that was not selected still counts. Where moves are not replayed, nothing is known of their findings.

use crate::arbiter::{Hearing, IdleIgnore, JudgedAs, Judgement, Selection, idle_ignores, judge};
use crate::finding::{Finding, ReportOrder, Severity};
use crate::game::{ReadValue, Span, TagName, TagValue};
use crate::law::{Family, Rule};

/// The effect of the suppressions of one game.
#[derive(Debug, Default)]
pub(super) struct Heeded {
    /// The number of findings suppressed.
    pub suppressed: u64,
    /// The rules to suppress later: their findings need other games.
    pub later: Vec<Rule>,
}

impl Heeded {
    /// Whether anything is suppressed.
    pub(super) fn is_anything(&self) -> bool {
        self.suppressed > 0 || !self.later.is_empty()
    }
}

/// One suppression of the record.
struct Ask {
    rules: Vec<Rule>,
    scope: Scope,
    /// Whether all moves in its scope are replayed.
    is_replayed: bool,
    /// The command or the tag's value.
    span: Span,
}

/// The scope of a suppression.
enum Scope {
    Game,
    /// The move that it follows.
    Move {
        ply: u32,
        /// The place of the suppression in the file.
        offset: u64,
    },
}

impl Ask {
    /// Whether the finding is in its scope.
    fn reaches(&self, finding: &Finding) -> bool {
        match self.scope {
            Scope::Game => true,
            // A word before it that is no move counts as the next one.
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

/// Whether other games decide whether there is a finding.
pub(super) fn needs_other_games(rule: Rule) -> bool {
    rule == Rule::RecordDuplicateGame || rule.is_of(Family::Series)
}

/// Removes the findings that the record suppresses, and reports suppressions that suppress nothing.
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
    if judgement.judged == JudgedAs::Game && hearing.want.wants(Rule::RecordUnusedIgnore, Severity::Warning) {
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

/// The suppressions that suppress nothing. Rules whose findings need other games are left out.
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
