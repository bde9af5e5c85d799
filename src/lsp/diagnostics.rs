//! The findings of a document as diagnostics.

use lsp_types::{Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString};

use super::client::{ClientAbilities, SOURCE};
use super::documents::GamesDocument;
use crate::audit::DocumentGame;
use crate::finding::{Finding, Severity};
use crate::report::{cited, needs_help, plain};

/// A client receives all diagnostics of a document after each change, so only this number is sent: those nearest to the change.
const MOST_SENT: usize = 2000;

/// The diagnostics of a document of games.
pub(super) fn diagnostics(document: &GamesDocument, client: ClientAbilities) -> Vec<Diagnostic> {
    let audit = match &document.audit {
        Ok(audit) => audit,
        Err(why) => return vec![about_file(DiagnosticSeverity::ERROR, why.clone())],
    };
    if let Some(why) = audit.refusal() {
        return vec![about_file(DiagnosticSeverity::ERROR, why.to_owned())];
    }
    let games = audit.games();
    let all: usize = games.iter().map(DocumentGame::finding_count).sum();
    let near = if all > MOST_SENT { games_near(games, document.last_change) } else { games };
    let mut diagnostics: Vec<Diagnostic> = near
        .iter()
        .flat_map(DocumentGame::findings)
        .take(MOST_SENT)
        .map(|finding| diagnostic(document, &finding, client))
        .collect();
    if diagnostics.len() < all {
        let message = format!(
            "{all} findings; the {} nearest to the last change are shown here, and `jadoube audit` reports all",
            diagnostics.len()
        );
        diagnostics.insert(0, about_file(DiagnosticSeverity::INFORMATION, message));
    }
    diagnostics
}

/// The games around an offset that together have about [`MOST_SENT`] findings. The game there is one of them.
fn games_near(games: &[DocumentGame], offset: usize) -> &[DocumentGame] {
    let here = games.partition_point(|game| game.part.end <= offset).min(games.len().saturating_sub(1));
    let (before, after) = games.split_at_checked(here).unwrap_or((games, &[]));
    let own = after.first().map_or(0, DocumentGame::finding_count);
    if own >= MOST_SENT {
        return after.get(..1).unwrap_or_default();
    }
    let half = taken(after.iter(), own.max(MOST_SENT / 2));
    let earlier = taken(before.iter().rev(), MOST_SENT - half.findings);
    let later = taken(after.iter(), MOST_SENT - earlier.findings);
    games.get(here - earlier.games..here + later.games).unwrap_or_default()
}

struct TakenGames {
    games: usize,
    findings: usize,
}

/// The first games that together have at most this number of findings.
fn taken<'g>(games: impl Iterator<Item = &'g DocumentGame>, most: usize) -> TakenGames {
    let mut taken = TakenGames { games: 0, findings: 0 };
    for game in games {
        let findings = taken.findings + game.finding_count();
        if findings > most {
            break;
        }
        taken = TakenGames { games: taken.games + 1, findings };
    }
    taken
}

/// A finding as a diagnostic.
pub(super) fn diagnostic(document: &GamesDocument, finding: &Finding, client: ClientAbilities) -> Diagnostic {
    Diagnostic {
        range: document.text.range(&finding.location.range()),
        severity: Some(match finding.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            Severity::Info => DiagnosticSeverity::INFORMATION,
        }),
        code: Some(NumberOrString::String(finding.rule.id().to_owned())),
        source: Some(SOURCE.to_owned()),
        message: message(finding),
        related_information: Some(related(document, finding))
            .filter(|related| client.shows_related && !related.is_empty()),
        ..Diagnostic::default()
    }
}

/// The fact, the citation, and the help if the fact does not say what is expected.
fn message(finding: &Finding) -> String {
    let mut message = plain(&finding.message).into_owned();
    if let Some(law) = cited(finding) {
        message.extend([" [", &law, "]"]);
    }
    if let Some(help) = finding.help.as_ref().filter(|_| needs_help(finding)) {
        message.extend([" (", &plain(help), ")"]);
    }
    message
}

/// The games of the document that a finding names.
fn related(document: &GamesDocument, finding: &Finding) -> Vec<DiagnosticRelatedInformation> {
    let game = |number: u64| {
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        document.games().get(index)
    };
    let named = finding.related.iter().filter(|related| *related.file == *document.name);
    let related = named.filter_map(|related| {
        let start = game(related.game)?.range.start;
        Some(DiagnosticRelatedInformation {
            location: Location::new(document.uri.clone(), document.text.range(&(start..start))),
            message: format!("game {}", related.game),
        })
    });
    related.collect()
}

/// A diagnostic at the beginning of the document.
fn about_file(severity: DiagnosticSeverity, message: String) -> Diagnostic {
    Diagnostic { severity: Some(severity), source: Some(SOURCE.to_owned()), message, ..Diagnostic::default() }
}
