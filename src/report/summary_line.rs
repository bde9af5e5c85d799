//! The last line for reading: what a run added up to.

use crate::audit::Sought;
use crate::finding::Severity;

use super::text::{count, plural};
use super::{CodeInfo, Totals};

/// The last line: what the run added up to.
pub(super) fn summary_line(code: Option<&CodeInfo>, totals: &Totals<'_>) -> String {
    let summary = totals.summary;
    let mut parts = Vec::new();
    for (severity, one, many) in [
        (Severity::Error, "error", "errors"),
        (Severity::Warning, "warning", "warnings"),
        (Severity::Info, "info", "info"),
    ] {
        let number = summary.findings.get(&severity).copied().unwrap_or(0);
        if number > 0 {
            parts.push(plural(number, one, many));
        }
    }
    let silenced = summary.suppressed.saturating_add(summary.in_baseline);
    let mut line = if summary.read.games == 0 {
        match summary.read.files {
            0 => "No games were read.".to_owned(),
            files => format!("No games were found in {}.", plural(files, "file", "files")),
        }
    } else if parts.is_empty() && silenced > 0 {
        match summary.read.games {
            1 => "Nothing else was found in the game.".to_owned(),
            games => format!("Nothing else was found in {} games.", count(games)),
        }
    } else if parts.is_empty() && summary.sought != Sought::Everything {
        let games = match summary.read.games {
            1 => "the game".to_owned(),
            games => format!("{} games", count(games)),
        };
        match summary.sought {
            Sought::Errors => format!("No errors were found in {games}."),
            _ => format!("Nothing that was looked for was found in {games}."),
        }
    } else if parts.is_empty() {
        let code = code.filter(|code| !code.is_record());
        match (summary.read.games, code) {
            (1, Some(code)) => format!("The game is in order under {}.", code.id),
            (1, None) => "The game is in order under the code of its record.".to_owned(),
            (games, Some(code)) => format!("All {} games are in order under {}.", count(games), code.id),
            (games, None) => {
                format!("All {} games are in order, each under the code of its record.", count(games))
            }
        }
    } else {
        let games = match summary.read.games {
            1 => "the game".to_owned(),
            games => format!("{} of {} games", count(totals.games_with_findings), count(games)),
        };
        format!(
            "{} in {games} ({}, {})",
            parts.join(", "),
            plural(summary.read.plies, "ply", "plies"),
            plural(summary.read.files, "file", "files"),
        )
    };
    let mut add = |sentence: String| {
        if !line.ends_with('.') {
            line.push('.');
        }
        line.push(' ');
        line.push_str(&sentence);
    };
    if silenced > 0 {
        add(plural(silenced, "finding is not told.", "findings are not told."));
    }
    if summary.read.unreadable > 0 {
        add(plural(summary.read.unreadable, "file could not be read.", "files could not be read."));
    }
    line
}

/// More findings than this do not fit on a screen.
const MANY: u64 = 20;

/// How to see the errors alone, where they stand among many others and do not fail the run together with them.
pub(super) fn errors_alone(fails: Option<Severity>, totals: &Totals<'_>) -> Option<String> {
    let of = |severity| totals.summary.findings.get(&severity).copied().unwrap_or(0);
    let (errors, others) = (of(Severity::Error), of(Severity::Warning).saturating_add(of(Severity::Info)));
    let apart = fails.is_none_or(|least| least == Severity::Error);
    (apart && errors > 0 && others > 0 && errors.saturating_add(others) > MANY).then(|| {
        let errors = plural(errors, "error", "errors");
        format!("--min-severity error shows the {errors} alone, --statistics counts by rule.")
    })
}

#[cfg(test)]
mod tests {
    use crate::audit::Extent;
    use crate::finding::Finding;

    use super::super::sample::{bare, full, run, silent};
    use super::*;

    #[test]
    fn the_last_line() {
        let run = run();
        let line = |games: u64, code: &CodeInfo, findings: &[Finding], unreadable: u64| {
            let mut summary = crate::audit::Summary {
                read: Extent { files: 1, unreadable, games, plies: 9810 },
                ..Default::default()
            };
            for finding in findings {
                summary.count(finding);
            }
            let totals =
                Totals { summary: &summary, games_with_findings: 2, unreadable: &[], without_games: &[] };
            summary_line(Some(code), &totals)
        };
        let record = CodeInfo::record();
        assert_eq!(line(120, &run.code, &[], 0), "All 120 games are in order under club-law.");
        assert_eq!(line(1, &run.code, &[], 0), "The game is in order under club-law.");
        assert_eq!(
            line(120, &record, &[], 0),
            "All 120 games are in order, each under the code of its record."
        );
        assert_eq!(
            line(120, &run.code, &[full(), full(), full(), silent()], 0),
            "3 errors, 1 warning in 2 of 120 games (9 810 plies, 1 file)"
        );
        assert_eq!(
            line(120, &run.code, &[bare()], 2),
            "1 info in 2 of 120 games (9 810 plies, 1 file). 2 files could not be read."
        );
        assert_eq!(line(0, &run.code, &[], 0), "No games were found in 1 file.");
    }

    #[test]
    fn what_was_not_looked_for_is_not_in_order() {
        let run = run();
        let line = |games: u64, sought: Sought| {
            let read = Extent { files: 1, games, ..Extent::default() };
            let summary = crate::audit::Summary { read, sought, ..Default::default() };
            summary_line(
                Some(&run.code),
                &Totals { summary: &summary, games_with_findings: 0, unreadable: &[], without_games: &[] },
            )
        };
        assert_eq!(line(120, Sought::Errors), "No errors were found in 120 games.");
        assert_eq!(line(1, Sought::SomeRules), "Nothing that was looked for was found in the game.");
    }

    #[test]
    fn errors_among_many_others_can_be_seen_alone() {
        let hint = |errors: u64, warnings: u64, fails: Option<Severity>| {
            let summary = crate::audit::Summary {
                findings: [(Severity::Error, errors), (Severity::Warning, warnings)].into(),
                ..Default::default()
            };
            errors_alone(
                fails,
                &Totals { summary: &summary, games_with_findings: 9, unreadable: &[], without_games: &[] },
            )
        };
        let told = "--min-severity error shows the 2 errors alone, --statistics counts by rule.";
        assert_eq!(hint(2, 40, Some(Severity::Error)).as_deref(), Some(told));
        assert_eq!(hint(2, 40, None).as_deref(), Some(told));
        // Few, of one kind, or warnings that are shown because they fail the run.
        assert_eq!(hint(2, 3, None), None);
        assert_eq!(hint(0, 40, None), None);
        assert_eq!(hint(40, 0, None), None);
        assert_eq!(hint(2, 40, Some(Severity::Warning)), None);
    }

    #[test]
    fn the_last_line_owns_to_what_is_not_told() {
        let run = run();
        let line = |games: u64, findings: &[Finding]| {
            let mut summary = crate::audit::Summary {
                read: Extent { files: 1, games, ..Extent::default() },
                in_baseline: 1,
                suppressed: 1,
                ..Default::default()
            };
            for finding in findings {
                summary.count(finding);
            }
            let totals =
                Totals { summary: &summary, games_with_findings: 2, unreadable: &[], without_games: &[] };
            summary_line(Some(&run.code), &totals)
        };
        assert_eq!(line(1, &[]), "Nothing else was found in the game. 2 findings are not told.");
        assert_eq!(line(120, &[]), "Nothing else was found in 120 games. 2 findings are not told.");
        assert_eq!(
            line(120, &[full()]),
            "1 error in 2 of 120 games (0 plies, 1 file). 2 findings are not told."
        );
    }
}
