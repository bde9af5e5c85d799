//! `junit`: JUnit XML, for CI servers. A suite for each file, a case for each finding.
//!
//! A finding that fails the run fails its case; another is the output of a case that passes. A last suite records that the
//! run was made, so that a report without findings is not empty.

use std::borrow::Cow;
use std::io::{self, Write};

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite, XmlString};
use serde::{Deserialize, Serialize};

use crate::finding::{Finding, GameReport, Location, Severity};

use super::text::{cited, plain, plural};
use super::top_findings::Shortlist;
use super::{Format, FormatId, RunInfo, Totals};

/// A list of more test cases is not readable.
const MOST_CASES: usize = 10_000;

/// The report is kept until its end, because a suite begins with its counts.
#[derive(Debug)]
pub(crate) struct Junit {
    cases: Shortlist,
    /// The least severity that fails a case.
    fails: Option<Severity>,
}

impl Junit {
    pub(crate) fn new() -> Self {
        Self { cases: Shortlist::new(MOST_CASES), fails: Some(Severity::Error) }
    }
}

/// A test case as it is spooled. A [`TestCase`] takes several times as much memory.
#[derive(Serialize, Deserialize)]
struct SpooledCase<'a> {
    file: Cow<'a, str>,
    name: Cow<'a, str>,
    description: Cow<'a, str>,
    fingerprint: Cow<'a, str>,
    /// `None` if the case passes.
    failure: Option<Failure<'a>>,
}

#[derive(Serialize, Deserialize)]
struct Failure<'a> {
    rule: Cow<'a, str>,
    message: Cow<'a, str>,
}

/// The place and the fact, the law, and the help, on a line each.
fn description(file: &str, finding: &Finding) -> String {
    let mut lines = vec![format!(
        "{}:{}:{}: {} {}",
        plain(file),
        finding.location.line,
        finding.location.column,
        finding.severity,
        plain(&finding.message)
    )];
    match (cited(finding), &finding.says) {
        (Some(law), Some(says)) => lines.push(format!("{law}: {}", plain(says))),
        (Some(law), None) => lines.push(law),
        (None, _) => {}
    }
    lines.extend(finding.help.as_deref().map(|help| plain(help).into_owned()));
    lines.join("\n")
}

/// The name of a case.
fn name_of(number: u64, finding: &Finding) -> String {
    if number == GameReport::OF_TOURNAMENT {
        let Location { line, column, .. } = finding.location;
        return format!("tournament report, {line}:{column}: {}", finding.rule);
    }
    format!("game {number}, ply {}: {}", finding.ply, finding.rule)
}

impl<'a> SpooledCase<'a> {
    fn of(file: &'a str, number: u64, finding: &'a Finding, fails: Option<Severity>) -> Self {
        let fails = fails.is_some_and(|least| finding.severity >= least);
        Self {
            file: file.into(),
            name: name_of(number, finding).into(),
            description: description(file, finding).into(),
            fingerprint: finding.fingerprint.to_string().into(),
            failure: fails
                .then(|| Failure { rule: finding.rule.id().into(), message: plain(&finding.message) }),
        }
    }

    fn test_case(&self) -> TestCase {
        let mut case = if let Some(Failure { rule, message }) = &self.failure {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status.set_type(&**rule).set_message(&**message).set_description(&*self.description);
            TestCase::new(&*self.name, status)
        } else {
            let mut case = TestCase::new(&*self.name, TestCaseStatus::success());
            case.set_system_out(&*self.description);
            case
        };
        case.set_classname(&*self.file);
        // The name of a case changes if games are inserted before it; the fingerprint does not.
        case.add_property(("fingerprint", &*self.fingerprint));
        case
    }
}

impl Format for Junit {
    fn begin(&mut self, _: &mut dyn Write, run: &RunInfo) -> io::Result<()> {
        self.fails = run.fail_on;
        Ok(())
    }

    fn game(&mut self, _: &mut dyn Write, file: &str, game: &GameReport) -> io::Result<()> {
        let file = plain(file);
        let Self { cases, fails } = self;
        for finding in &game.findings {
            cases.offer(finding.severity, |out| {
                Ok(serde_json::to_writer(out, &SpooledCase::of(&file, game.number, finding, *fails))?)
            })?;
        }
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Write, totals: &Totals<'_>) -> io::Result<()> {
        let mut report = Report::new("jadoube");
        // The cases of a file follow one another.
        let mut suites: Vec<TestSuite> = Vec::new();
        self.cases.each(|spooled| {
            let case: SpooledCase<'_> = serde_json::from_slice(spooled)?;
            let file = XmlString::from(&*case.file);
            if suites.last().is_none_or(|suite| suite.name != file) {
                suites.push(TestSuite::new(file));
            }
            if let Some(suite) = suites.last_mut() {
                suite.add_test_case(case.test_case());
            }
            Ok(())
        })?;
        report.add_test_suites(suites);
        let mut suite = TestSuite::new("jadoube");
        let mut add = |mut case: TestCase| {
            case.set_classname("jadoube");
            suite.add_test_case(case);
        };
        let read = &totals.summary.read;
        let mut run = TestCase::new("the run", TestCaseStatus::success());
        run.set_system_out(format!(
            "{} in {}, {} with findings",
            plural(read.games, "game", "games"),
            plural(read.files, "file", "files"),
            totals.games_with_findings
        ));
        add(run);
        for source in totals.unreadable {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            status.set_type("unreadable").set_message(plain(&source.why).as_ref());
            add(TestCase::new(format!("{} is read", plain(&source.file)), status));
        }
        for source in totals.without_games {
            let mut status = TestCaseStatus::skipped();
            status.set_message(plain(&source.why).as_ref());
            add(TestCase::new(format!("{} is read", plain(&source.file)), status));
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

    use super::super::UnusedSource;
    use super::super::sample::{game, summary, written, written_of};
    use super::*;

    #[test]
    fn a_case_for_each_finding() {
        assert_snapshot!(written(&mut Junit::new()));
    }

    #[test]
    fn a_finding_that_fails_the_run_fails_its_case() {
        let game = game();
        let failed = |fails| {
            let cases =
                game.findings.iter().map(|finding| SpooledCase::of("a.pgn", 1, finding, fails).test_case());
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
    fn the_report_parses() {
        let games = [game()];
        let gone = [UnusedSource { file: "gone.pgn".into(), why: "no such file".into() }];
        let text = written_of(&mut Junit::new(), &games, &summary(&games), &gone);
        let read = Report::deserialize_from_str(&text).unwrap();
        assert_eq!((read.tests, read.failures, read.errors), (6, 1, 1));
    }
}
