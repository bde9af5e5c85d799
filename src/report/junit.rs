//! `junit`: JUnit XML, as CI servers show test results: a suite for each file, a case for each finding. What fails the run
//! fails its case; what is less grave stands in the output of one that passes. A last suite says that the run was made, so that
//! a report without findings is not an empty one.

use std::borrow::Cow;
use std::io::{self, Write};

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite, XmlString};
use serde::{Deserialize, Serialize};

use crate::finding::{Finding, GameReport, Severity};

use super::text::{plain, plural, under};
use super::top_findings::Shortlist;
use super::{Format, FormatId, NO_GAME, RunInfo, Totals};

/// More are not read in a list of tests.
const MOST_CASES: usize = 10_000;

/// The report, held until its end: suites carry their counts in front.
#[derive(Debug)]
pub(crate) struct Junit {
    cases: Shortlist,
    /// The least severity that fails a case.
    fails: Option<Severity>,
}

impl Junit {
    /// A report not yet begun.
    pub(crate) fn new() -> Self {
        Self { cases: Shortlist::new(MOST_CASES), fails: Some(Severity::Error) }
    }
}

/// What is written of a case, and the file that it is of, as it is put aside: the case itself takes several times as much.
#[derive(Serialize, Deserialize)]
struct Filed<'a> {
    file: Cow<'a, str>,
    name: Cow<'a, str>,
    told: Cow<'a, str>,
    fingerprint: Cow<'a, str>,
    /// None where it passes.
    failure: Option<Failure<'a>>,
}

#[derive(Serialize, Deserialize)]
struct Failure<'a> {
    rule: Cow<'a, str>,
    message: Cow<'a, str>,
}

/// The suites as they grow: one for each file, and files come one after the other.
#[derive(Default)]
struct Suites {
    done: Vec<TestSuite>,
    last: Option<TestSuite>,
}

impl Suites {
    fn add(&mut self, filed: &Filed<'_>) {
        let file = XmlString::from(&*filed.file);
        self.done.extend(self.last.take_if(|suite| suite.name != file));
        self.last.get_or_insert_with(|| TestSuite::new(file)).add_test_case(filed.case());
    }

    fn all(self) -> impl Iterator<Item = TestSuite> {
        self.done.into_iter().chain(self.last)
    }
}

impl Default for Junit {
    fn default() -> Self {
        Self::new()
    }
}

/// What a finding says, line by line: where, what, by which law.
fn told(file: &str, finding: &Finding) -> String {
    let mut lines = vec![format!(
        "{}:{}:{}: {} {}",
        plain(file),
        finding.location.line,
        finding.location.column,
        finding.severity,
        plain(&finding.message)
    )];
    match (under(finding), &finding.says) {
        (Some(law), Some(says)) => lines.push(format!("{law}: {}", plain(says))),
        (Some(law), None) => lines.push(law),
        (None, _) => {}
    }
    lines.extend(finding.help.as_deref().map(|help| plain(help).into_owned()));
    lines.join("\n")
}

impl<'a> Filed<'a> {
    fn of(file: &'a str, number: u64, finding: &'a Finding, fails: Option<Severity>) -> Self {
        let fails = fails.is_some_and(|least| finding.severity >= least);
        Self {
            file: file.into(),
            name: format!("game {number}, ply {}: {}", finding.ply, finding.rule).into(),
            told: told(file, finding).into(),
            fingerprint: finding.fingerprint.to_string().into(),
            failure: fails
                .then(|| Failure { rule: finding.rule.id().into(), message: plain(&finding.message) }),
        }
    }

    fn case(&self) -> TestCase {
        let mut case = if let Some(Failure { rule, message }) = &self.failure {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status.set_type(&**rule).set_message(&**message).set_description(&*self.told);
            TestCase::new(&*self.name, status)
        } else {
            let mut case = TestCase::new(&*self.name, TestCaseStatus::success());
            case.set_system_out(&*self.told);
            case
        };
        case.set_classname(&*self.file);
        // What stays the same where games are put in before it.
        case.add_property(("fingerprint", &*self.fingerprint));
        case
    }
}

impl Format for Junit {
    fn begin(&mut self, _: &mut dyn Write, run: &RunInfo) -> io::Result<()> {
        self.fails = run.fails;
        Ok(())
    }

    fn game(&mut self, _: &mut dyn Write, file: &str, game: &GameReport) -> io::Result<()> {
        let file = plain(file);
        let Self { cases, fails } = self;
        for finding in &game.findings {
            cases.offer(finding.severity, |out| {
                Ok(serde_json::to_writer(out, &Filed::of(&file, game.number, finding, *fails))?)
            })?;
        }
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Write, totals: &Totals<'_>) -> io::Result<()> {
        let mut report = Report::new("jadoube");
        let mut suites = Suites::default();
        self.cases.each(|filed| {
            suites.add(&serde_json::from_slice(filed)?);
            Ok(())
        })?;
        report.add_test_suites(suites.all());
        let mut suite = TestSuite::new("jadoube");
        let summary = totals.summary;
        let mut run = TestCase::new("the run", TestCaseStatus::success());
        run.set_classname("jadoube");
        run.set_system_out(format!(
            "{} in {}, {} with findings",
            plural(summary.read.games, "game", "games"),
            plural(summary.read.files, "file", "files"),
            totals.games_with_findings
        ));
        suite.add_test_case(run);
        for source in totals.unreadable {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            status.set_type("unreadable").set_message(plain(&source.why).as_ref());
            let mut case = TestCase::new(format!("{} is read", plain(&source.file)), status);
            case.set_classname("jadoube");
            suite.add_test_case(case);
        }
        for file in totals.without_games {
            let mut status = TestCaseStatus::skipped();
            status.set_message(NO_GAME);
            let mut case = TestCase::new(format!("{} is read", plain(file)), status);
            case.set_classname("jadoube");
            suite.add_test_case(case);
        }
        report.add_test_suite(suite);
        report.serialize(&mut *out).map_err(io::Error::other)
    }

    fn remark(&self) -> Option<String> {
        self.cases.remark(FormatId::Junit)
    }
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::super::Unreadable;
    use super::super::sample::{game, summary, written, written_of};
    use super::*;

    #[test]
    fn a_case_for_each_finding() {
        assert_snapshot!(written(&mut Junit::new()));
    }

    #[test]
    fn what_fails_the_run_fails_its_case() {
        let game = game();
        let failed = |fails| {
            let cases = game.findings.iter().map(|finding| Filed::of("a.pgn", 1, finding, fails).case());
            cases.filter(|case| matches!(case.status, TestCaseStatus::NonSuccess { .. })).count()
        };
        let at_least = |least| game.findings.iter().filter(|finding| finding.severity >= least).count();
        assert_eq!(failed(None), 0);
        for least in [Severity::Info, Severity::Warning, Severity::Error] {
            assert_eq!(failed(Some(least)), at_least(least));
        }
        assert!(at_least(Severity::Warning) > at_least(Severity::Error));
    }

    #[test]
    fn another_program_reads_it() {
        let games = [game()];
        let gone = [Unreadable { file: "gone.pgn".into(), why: "no such file".into() }];
        let text = written_of(&mut Junit::new(), &games, &summary(&games), &gone);
        let read = Report::deserialize_from_str(&text).unwrap();
        assert_eq!((read.tests, read.failures, read.errors), (6, 1, 1));
    }
}
