//! The last line of a report for reading: the counts of the run.

use crate::audit::Sought;
use crate::finding::Severity;
use crate::law::codes;

use super::text::{count, plural};
use super::{CodeInfo, Totals};

pub(super) fn summary_line(totals: &Totals<'_>) -> String {
    line(totals, true)
}

/// The same below the counts of `--statistics`.
pub(super) fn summary_line_below_counts(totals: &Totals<'_>) -> String {
    line(totals, false)
}

fn line(totals: &Totals<'_>, names_statistics: bool) -> String {
    let summary = totals.summary;
    let games = summary.read.games;
    let mut parts = Vec::new();
    for (severity, one, many) in [
        (Severity::Error, "error", "errors"),
        (Severity::Warning, "warning", "warnings"),
        (Severity::Info, "info finding", "info findings"),
    ] {
        let number = summary.findings.get(&severity).copied().unwrap_or(0);
        if number > 0 {
            parts.push(plural(number, one, many));
        }
    }
    let silenced = summary.suppressed.saturating_add(summary.in_baseline);
    let all_games = match games {
        1 => "the game".to_owned(),
        games => format!("{} games", count(games)),
    };
    let mut line = if games == 0 {
        no_games(summary.read.files)
    } else if !parts.is_empty() {
        let games = match games {
            1 => all_games,
            _ => format!("{} of {all_games}", count(totals.games_with_findings)),
        };
        format!(
            "{} in {games} ({}, {})",
            parts.join(", "),
            plural(summary.read.plies, "ply", "plies"),
            plural(summary.read.files, "file", "files"),
        )
    } else if silenced > 0 {
        format!("No other findings in {all_games}.")
    } else {
        match summary.checked_rules {
            Sought::Errors => format!("No errors found in {all_games}."),
            Sought::SomeRules(Severity::Info) => {
                format!("The rules that were checked found nothing in {all_games}.")
            }
            Sought::SomeRules(Severity::Warning) => format!(
                "The rules that were checked found no error or warning in {all_games} (--min-severity info shows remarks)."
            ),
            Sought::SomeRules(Severity::Error) => {
                format!("The rules that were checked found no error in {all_games}.")
            }
            Sought::ErrorsAndWarnings => format!(
                "No errors or warnings in {all_games}{}.",
                law(totals, names_statistics, &["--min-severity info shows remarks"])
            ),
            Sought::Everything => {
                format!("No problems found in {all_games}{}.", law(totals, names_statistics, &[]))
            }
        }
    };
    if silenced > 0 {
        add_sentence(&mut line, &plural(silenced, "finding is suppressed.", "findings are suppressed."));
    }
    if summary.fixable > 0 {
        add_sentence(&mut line, &format!("{} can be repaired (--fix).", count(summary.fixable)));
    }
    add_unreadable(&mut line, summary.read.unreadable);
    line
}

/// The law under which the games were judged, as it follows their number, and hints at more.
fn law(totals: &Totals<'_>, names_statistics: bool, more: &[&str]) -> String {
    let code = &totals.run.code;
    let games = &totals.summary.chosen.games;
    let mut codes = games.keys();
    let (law, hint) = match (codes.next(), codes.next()) {
        _ if !code.is_record() => (format!(" under {}", code.id), None),
        (Some(only), None) if **only == *codes::LEGALITY => (", judged by the moves alone".to_owned(), None),
        (Some(only), None) => (format!(" under {only}"), None),
        _ if &*code.id == CodeInfo::PER_FILE => {
            (", each file under its code".to_owned(), Some("--statistics counts them"))
        }
        _ => {
            let has_none = games.contains_key(codes::LEGALITY);
            let alone = if has_none { ", or by its moves alone if no code covers it" } else { "" };
            (format!(", each under the law of its day{alone}"), Some("--statistics counts them by code"))
        }
    };
    let hints: Vec<&str> =
        hint.filter(|_| names_statistics).into_iter().chain(more.iter().copied()).collect();
    if hints.is_empty() { law } else { format!("{law} ({})", hints.join("; ")) }
}

/// The summary of a run over so many files that found no game.
pub(super) fn no_games(files: u64) -> String {
    match files {
        0 => "No games were read.".to_owned(),
        files => format!("No game was read from {}.", plural(files, "file", "files")),
    }
}

/// Adds the number of files that could not be read, if there are any.
pub(super) fn add_unreadable(line: &mut String, files: u64) {
    if files > 0 {
        add_sentence(line, &plural(files, "file could not be read.", "files could not be read."));
    }
}

pub(super) fn add_sentence(line: &mut String, sentence: &str) {
    if !line.ends_with('.') {
        line.push('.');
    }
    line.push(' ');
    line.push_str(sentence);
}

/// More findings do not fit on a screen.
const MANY: u64 = 20;

/// A hint at how to see the errors alone, if there are many other findings and those do not fail the run.
pub(super) fn errors_hint(totals: &Totals<'_>) -> Option<String> {
    let of = |severity| totals.summary.findings.get(&severity).copied().unwrap_or(0);
    let (errors, others) = (of(Severity::Error), of(Severity::Warning).saturating_add(of(Severity::Info)));
    let only_errors_fail = totals.run.fail_on.is_none_or(|least| least == Severity::Error);
    (only_errors_fail && errors > 0 && others > 0 && errors.saturating_add(others) > MANY).then(|| {
        let errors = plural(errors, "error", "errors");
        format!(
            "Use --min-severity error to see only the {errors}, or --statistics to count findings by rule."
        )
    })
}

#[cfg(test)]
mod tests {
    use crate::audit::{Extent, Summary};
    use crate::finding::Finding;

    use super::super::sample::{bare, full, run, silent};
    use super::super::{CodeInfo, RunInfo};
    use super::*;

    fn totals<'a>(run: &'a RunInfo, summary: &'a Summary) -> Totals<'a> {
        Totals { run, summary, games_with_findings: 2, unreadable: &[], without_games: &[] }
    }

    fn counted(summary: Summary, findings: &[Finding]) -> Summary {
        findings.iter().fold(summary, |mut summary, finding| {
            summary.count(finding);
            summary
        })
    }

    #[test]
    fn counts_of_the_run() {
        let club = run();
        let record = RunInfo { code: CodeInfo::record(), ..run() };
        let line = |games: u64, run: &RunInfo, findings: &[Finding], unreadable: u64| {
            let read = Extent { files: 1, unreadable, games, plies: 9810, ..Extent::default() };
            summary_line(&totals(run, &counted(Summary { read, ..Summary::default() }, findings)))
        };
        assert_eq!(line(120, &club, &[], 0), "No problems found in 120 games under club-law.");
        assert_eq!(line(1, &club, &[], 0), "No problems found in the game under club-law.");
        assert_eq!(
            line(120, &record, &[], 0),
            "No problems found in 120 games, each under the law of its day (--statistics counts them by code)."
        );
        let mut summary = Summary { read: Extent { games: 7, ..Extent::default() }, ..Summary::default() };
        summary.chosen.games.extend([("club-law".into(), 4), (codes::LEGALITY.into(), 3)]);
        assert_eq!(
            summary_line_below_counts(&totals(&record, &summary)),
            "No problems found in 7 games, each under the law of its day, or by its moves alone if no code covers it."
        );
        assert_eq!(
            line(120, &club, &[full(), full(), full(), silent()], 0),
            "3 errors, 1 warning in 2 of 120 games (9 810 plies, 1 file)"
        );
        assert_eq!(
            line(120, &club, &[bare()], 2),
            "1 info finding in 2 of 120 games (9 810 plies, 1 file). 2 files could not be read."
        );
        assert_eq!(line(0, &club, &[], 0), "No game was read from 1 file.");
    }

    #[test]
    fn a_partial_search_does_not_say_that_nothing_is_wrong() {
        let line = |games: u64, sought: Sought| {
            let read = Extent { files: 1, games, ..Extent::default() };
            summary_line(&totals(&run(), &Summary { read, checked_rules: sought, ..Summary::default() }))
        };
        assert_eq!(line(120, Sought::Errors), "No errors found in 120 games.");
        assert_eq!(
            line(120, Sought::ErrorsAndWarnings),
            "No errors or warnings in 120 games under club-law (--min-severity info shows remarks)."
        );
        assert_eq!(
            line(1, Sought::SomeRules(Severity::Info)),
            "The rules that were checked found nothing in the game."
        );
    }

    #[test]
    fn a_hint_shows_errors_among_many_other_findings() {
        let hint = |errors: u64, warnings: u64, fails: Option<Severity>| {
            let findings = [(Severity::Error, errors), (Severity::Warning, warnings)].into();
            errors_hint(&totals(
                &RunInfo { fail_on: fails, ..run() },
                &Summary { findings, ..Summary::default() },
            ))
        };
        let expected =
            "Use --min-severity error to see only the 2 errors, or --statistics to count findings by rule.";
        assert_eq!(hint(2, 40, Some(Severity::Error)).as_deref(), Some(expected));
        assert_eq!(hint(2, 40, None).as_deref(), Some(expected));
        // Few findings, findings of one kind, or warnings that are shown because they fail the run.
        assert_eq!(hint(2, 3, None), None);
        assert_eq!(hint(0, 40, None), None);
        assert_eq!(hint(40, 0, None), None);
        assert_eq!(hint(2, 40, Some(Severity::Warning)), None);
    }

    #[test]
    fn suppressed_findings_are_counted() {
        let line = |games: u64, findings: &[Finding]| {
            let read = Extent { files: 1, games, ..Extent::default() };
            let summary = Summary { read, in_baseline: 1, suppressed: 1, ..Summary::default() };
            summary_line(&totals(&run(), &counted(summary, findings)))
        };
        assert_eq!(line(1, &[]), "No other findings in the game. 2 findings are suppressed.");
        assert_eq!(line(120, &[]), "No other findings in 120 games. 2 findings are suppressed.");
        assert_eq!(
            line(120, &[full()]),
            "1 error in 2 of 120 games (0 plies, 1 file). 2 findings are suppressed."
        );
    }
}
