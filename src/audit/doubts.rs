//! Doubt: a finding that another reading of the code would not give says so, and names that reading.
//!
//! Doubts are looked for after the game is judged, and only for its findings: a game without findings, and a finding that no
//! reading affects, cost nothing. An alternative that changes its own article is tried if a finding is of that article. One
//! that changes what the article governs is also tried if a finding is of one of its topics. One that changes how the game
//! itself works, or a window of several articles, is tried if a finding is of the article or of any case.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::sentences;
use crate::arbiter::{Hearing, Judgement, Selection, judge};
use crate::finding::{Disposition, Doubt, EventId, Finding, Location, Remedy, Severity, Verdict};
use crate::law::words::{self, Players, RemedyDetails};
use crate::law::{
    Alternative, Chooser, Code, Family, LawFile, OtherReading, Reading, RemedyKind, Rule, codes,
    other_reading,
};

/// The law files of a run.
#[derive(Clone, Debug, Default)]
pub struct LawFiles(Vec<LawFile>);

impl LawFiles {
    /// These files besides the embedded ones. A given file replaces an embedded one of the same id.
    pub fn of(files: Vec<LawFile>) -> Self {
        Self(files)
    }

    /// The code with an id.
    pub fn code(&self, id: &str) -> Option<Arc<Code>> {
        self.file_of(id).map(|file| file.code)
    }

    fn file_of(&self, id: &str) -> Option<LawFile> {
        let own = self.0.iter().find(|file| *file.code.id == *id).cloned();
        own.or_else(|| codes::find_file(id))
    }

    /// The file that this code was read from.
    pub(super) fn file(&self, code: &Arc<Code>) -> Option<LawFile> {
        self.file_of(&code.id).filter(|file| Arc::ptr_eq(&file.code, code))
    }
}

/// Whether findings that depend on a reading of the code are marked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doubts {
    /// The game is judged again if another reading affects a finding.
    Marked,
    /// Only the reading that the code takes counts.
    Unmarked,
}

/// Whether a reading may affect any finding, because an article decides it.
pub(crate) fn may_have_doubts(judgement: &Judgement) -> bool {
    judgement.findings.iter().any(|finding| cited(finding).is_some())
}

/// Adds its doubts to each finding that depends on a reading of the code, which was read from `file`.
pub(crate) fn add_doubts(hearing: &Hearing<'_>, file: &LawFile, judgement: &mut Judgement) {
    if !may_have_doubts(judgement) {
        return;
    }
    let code = &file.code;
    for reading in &code.readings {
        // A reading that the user asked for is not in doubt: its findings name it.
        if let Some(name) = &reading.otherwise {
            for finding in &mut judgement.findings {
                if cited(finding) == Some(&*reading.article) {
                    append_help(finding, sentences::judged_under(&code.id, &reading.article, name));
                }
            }
            continue;
        }
        for alternative in &reading.alternatives {
            if !judgement.findings.iter().any(|finding| may_change(code, reading, alternative, finding)) {
                continue;
            }
            let name = other_reading(reading, alternative);
            let Some(other) = file.code_under(&name) else { continue };
            // A finding may be only a remark under the other reading.
            let want = Selection::all(Severity::Info);
            let under_it = judge(&Hearing { code: &other, want: &want, ..*hearing });
            mark_differences(judgement, &under_it, &code.id, &name);
        }
    }
}

/// The article that decides a finding.
fn cited(finding: &Finding) -> Option<&str> {
    finding.citation.as_ref().and_then(|citation| citation.article.as_deref())
}

/// Whether the alternative may change the finding.
fn may_change(code: &Code, reading: &Reading, alternative: &Alternative, finding: &Finding) -> bool {
    let article = &*reading.article;
    // The forms of a claim may have articles of their own.
    let is_of_claim =
        || cited(finding).is_some_and(|cited| code.article(article).any(|said| said.cites(cited)));
    let is_of_article = cited(finding) == Some(article) || finding.leans_on(article) || is_of_claim();
    let is_of_a_case = cited(finding).is_some() && finding.disposition.is_some();
    // An act that it now governs may have been another article's.
    let is_of_topic =
        || cited(finding).is_some() && code.article(article).any(|said| said.topics.contains(&finding.rule));
    is_of_article
        || (alternative.changes_shared_settings() && is_of_a_case)
        || (alternative.changes_condition() && is_of_topic())
}

/// Marks the findings that differ in the other judgement.
fn mark_differences(taken: &mut Judgement, other: &Judgement, code: &str, name: &OtherReading) {
    let score = (taken.verdict.score != other.verdict.score).then_some(other.verdict);
    let mut is_marked = false;
    // The first of several findings on one subject counts.
    let mut theirs = HashMap::new();
    for finding in &other.findings {
        theirs.entry(FindingSubject::of(finding)).or_insert(finding);
    }
    for finding in &mut taken.findings {
        // A finding on the record alone depends on no reading.
        if cited(finding).is_none() {
            continue;
        }
        let counterpart = theirs.get(&FindingSubject::of(finding)).copied();
        if counterpart.is_some_and(|theirs| {
            rules_alike(finding, theirs) && (score.is_none() || finding.message == theirs.message)
        }) {
            continue;
        }
        add_doubt(finding, outcome_under(finding, counterpart, score), code, name);
        is_marked = true;
    }
    // The scores differ though the findings agree: the last finding that has an article decided it.
    let last = taken.findings.iter_mut().rev().find(|finding| cited(finding).is_some());
    if let (Some(verdict), Some(last), false) = (score, last, is_marked) {
        add_doubt(last, sentences::result_is(verdict.score), code, name);
    }
}

/// The subject of a finding, under any reading.
#[derive(PartialEq, Eq, Hash)]
struct FindingSubject {
    rule: Rule,
    ply: u32,
    event: Option<EventId>,
    /// Only of a finding about no event.
    location: Option<Location>,
}

impl FindingSubject {
    fn of(finding: &Finding) -> Self {
        let location = finding.event.is_none().then_some(finding.location);
        Self { rule: finding.rule, ply: finding.ply, event: finding.event, location }
    }
}

/// Whether the two findings rule alike. Their messages may differ.
fn rules_alike(finding: &Finding, other: &Finding) -> bool {
    // The remedies no longer matter if nothing can be claimed.
    let over = |finding: &Finding| {
        matches!(finding.disposition, Some(Disposition::Lapsed | Disposition::Waived | Disposition::Stands))
    };
    finding.severity == other.severity
        && finding.citation == other.citation
        && finding.disposition == other.disposition
        && (over(finding) || finding.remedies == other.remedies && finding.retract == other.retract)
}

/// The outcome under the other reading, as a clause.
fn outcome_under(finding: &Finding, other: Option<&Finding>, score: Option<Verdict>) -> String {
    let Some(other) = other else {
        return match score {
            Some(verdict) => sentences::result_is(verdict.score),
            None => sentences::no_such_finding(),
        };
    };
    if let Some(verdict) = score {
        sentences::result_is(verdict.score)
    } else if accepts_the_claim(finding, other) {
        sentences::in_order()
    } else if !report_one_act(finding, other) && !repeats_the_move(finding, other) {
        sentences::other_finding(&finding.message, &other.message)
    } else if cited(other) != cited(finding) {
        sentences::article_applies(cited(other))
    } else if let Some(ending) = other.disposition.filter(|ending| Some(*ending) != finding.disposition) {
        ending.clause().to_owned()
    } else if other.remedies.is_empty() {
        sentences::no_penalty()
    } else {
        difference_in_moves(finding, other).unwrap_or_else(|| remedies_in_short(other))
    }
}

/// Whether a claim or call that is refused here is in order there.
fn accepts_the_claim(finding: &Finding, other: &Finding) -> bool {
    finding.rule.is_in_family(Family::Draw) && finding.offender.is_some() && other.offender.is_none()
}

/// Whether the other message only says what the move was, and the case of it ends in another way.
fn repeats_the_move(finding: &Finding, other: &Finding) -> bool {
    finding.rule.is_in_family(Family::Move) && finding.disposition != other.disposition
}

/// Whether the two messages report one act, one of them perhaps in more detail.
fn report_one_act(finding: &Finding, other: &Finding) -> bool {
    other.message.starts_with(&finding.message) || finding.message.starts_with(&other.message)
}

/// The difference between two findings that give the same remedies: the moves that meet them under one reading only.
fn difference_in_moves(finding: &Finding, other: &Finding) -> Option<String> {
    if remedies_in_short(finding) != remedies_in_short(other) {
        return None;
    }
    let met_by = |finding: &Finding| -> BTreeSet<String> {
        finding.remedies.iter().flat_map(|remedy| remedy.moves.iter().cloned()).collect()
    };
    let (here, there) = (met_by(finding), met_by(other));
    let only = |these: &BTreeSet<String>, those: &BTreeSet<String>| -> Vec<String> {
        these.difference(those).cloned().collect()
    };
    let (more, fewer) = (only(&there, &here), only(&here, &there));
    sentences::other_moves(&more, &fewer)
}

/// The remedies of a finding, in short.
fn remedies_in_short(finding: &Finding) -> String {
    let players = finding.offender.map_or(Players::BY_ROLE, |color| Players {
        offender: color.name(),
        adversary: color.other().name(),
        terms: finding.terms(),
    });
    let what = |remedy: &Remedy| {
        let men = words::generic_man(remedy.kind, players.terms);
        let with = RemedyDetails { players, men: &men, time: "time", pieces: &[], winner: None };
        words::remedy(remedy.kind, &with)
    };
    let given: Vec<String> = finding.remedies.iter().map(what).collect();
    let chooser = finding.remedies.first().map_or(Chooser::Law, |remedy| remedy.chooser);
    let kind = finding.remedies.first().map_or(RemedyKind::None, |remedy| remedy.kind);
    let lead = words::remedy_lead(chooser, kind, None, given.len() == 1, players);
    match chooser {
        Chooser::Law => format!("the remedy by law is: {}", words::list_and(&given)),
        _ => format!("{lead}{}", words::list_or(&given)),
    }
}

fn add_doubt(
    finding: &mut Finding,
    outcome: String,
    code: &str,
    OtherReading { article, name }: &OtherReading,
) {
    let reading = format!("{code}/{article}={name}");
    append_help(finding, sentences::doubtful(&reading, &outcome));
    finding.doubts.push(Doubt { reading, outcome });
}

fn append_help(finding: &mut Finding, note: String) {
    finding.help = Some(match finding.help.take() {
        Some(help) => format!("{help}; {note}"),
        None => note,
    });
}
