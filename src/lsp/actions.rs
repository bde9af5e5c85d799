//! Code actions: the repair of a finding, and its suppression in the record.

use std::cell::OnceCell;
use std::ops::Range;

use lsp_types::{
    CodeAction, CodeActionKind, DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier,
    TextDocumentEdit, TextEdit, WorkspaceEdit,
};

use super::client::ClientAbilities;
use super::diagnostics::diagnostic;
use super::documents::GamesDocument;
use super::place::{CursorPlace, CursorText};
use crate::audit::{DiagramChoice, DocumentGame, EditedGame, Settings, audit_part};
use crate::finding::{FileEdit, Finding, FixClass};
use crate::game::{Record, TagName};
use crate::law::Rule;
use crate::pgn::Reader;
use crate::search::Budget;

/// Positions that a search may visit while an edit is tried. Actions are asked for whenever the cursor moves.
const FEW_NODES: u64 = 20_000;

/// The number of findings of a range for which repairs are tried, and suppressions.
const MOST_REPAIRED: usize = 100;
const MOST_SUPPRESSED: usize = 20;

/// The bytes of all games together that are audited to try edits, each once for a finding.
const MOST_AUDITED: usize = 8 << 20;

/// New text for a range of the document, in bytes.
struct DocumentEdit {
    range: Range<usize>,
    text: String,
}

/// The actions for the findings that touch a range.
pub(super) fn actions(
    document: &GamesDocument,
    range: lsp_types::Range,
    client: ClientAbilities,
) -> Vec<CodeAction> {
    let Ok(audit) = &document.audit else { return Vec::new() };
    let settings = Settings { budget: Budget::of(FEW_NODES), repairs: false, ..audit.settings().clone() };
    let mut left = MOST_AUDITED;
    let mut actions = Vec::new();
    let mut trial: Option<GameTrial<'_>> = None;
    let found = document.findings_at(&document.text.offsets(range));
    for (index, (game, finding)) in found.into_iter().enumerate().take(MOST_REPAIRED) {
        let trial = match &mut trial {
            Some(trial) if trial.game.number == game.number => trial,
            other => other.insert(GameTrial::new(document, game, &settings)),
        };
        let Some(rest) = left.checked_sub(game.part.len()) else { break };
        left = rest;
        if let Some(fix) = finding.fix.as_deref().filter(|fix| trial.repairs.proves(finding.rule, fix)) {
            let edits: Vec<DocumentEdit> = fix.edits.iter().map(DocumentEdit::of).collect();
            let (doubt, is_safe) = match fix.class {
                FixClass::Safe => ("", true),
                FixClass::Unsafe => (" (the meaning may change)", false),
            };
            let title = format!("{}{doubt}", fix.title);
            actions.push(CodeAction {
                is_preferred: is_safe.then_some(true),
                ..action(document, &finding, title, edits, client)
            });
        }
        if index < MOST_SUPPRESSED
            && let Some(edit) = trial.suppression(&finding)
        {
            let title = format!("ignore {} here", finding.rule);
            actions.push(action(document, &finding, title, vec![edit], client));
        }
    }
    actions
}

impl DocumentEdit {
    fn of(edit: &FileEdit) -> Self {
        Self { range: edit.range(), text: edit.text.clone() }
    }
}

fn action(
    document: &GamesDocument,
    finding: &Finding,
    title: String,
    edits: Vec<DocumentEdit>,
    client: ClientAbilities,
) -> CodeAction {
    CodeAction {
        title,
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![diagnostic(document, finding, client)]),
        edit: Some(workspace_edit(document, edits, client)),
        ..CodeAction::default()
    }
}

/// All edits together, for this version of the document if the client can check it.
fn workspace_edit(
    document: &GamesDocument,
    edits: Vec<DocumentEdit>,
    client: ClientAbilities,
) -> WorkspaceEdit {
    let edits = edits.into_iter().map(|edit| TextEdit::new(document.text.range(&edit.range), edit.text));
    if client.has_versioned_edits {
        let edit = TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier {
                uri: document.uri.clone(),
                version: Some(document.version),
            },
            edits: edits.map(OneOf::Left).collect(),
        };
        return WorkspaceEdit {
            document_changes: Some(DocumentChanges::Edits(vec![edit])),
            ..WorkspaceEdit::default()
        };
    }
    #[allow(clippy::mutable_key_type, reason = "the type of the protocol")]
    let changes = std::iter::once((document.uri.clone(), edits.collect())).collect();
    WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }
}

/// Findings with equal keys in two texts of a game are the same finding.
type FindingKey = (Rule, u32, String);

/// A game with which edits are tried.
struct GameTrial<'d> {
    document: &'d GamesDocument,
    game: &'d DocumentGame,
    settings: &'d Settings,
    repairs: EditedGame<'d>,
    /// The findings of its part of the text, once they are needed.
    found: OnceCell<Vec<FindingKey>>,
}

impl<'d> GameTrial<'d> {
    fn new(document: &'d GamesDocument, game: &'d DocumentGame, settings: &'d Settings) -> Self {
        let text = document.text.as_str().as_bytes();
        let repairs = EditedGame::new(settings, &document.name, text, game.range.clone());
        Self { document, game, settings, repairs, found: OnceCell::new() }
    }

    /// The edit that suppresses a finding in the record: a command after the move, or else a tag for the game. Each is tried
    /// by an audit of the game.
    fn suppression(&self, finding: &Finding) -> Option<DocumentEdit> {
        let Self { document, game, .. } = *self;
        // It reports suppressions itself.
        if finding.rule == Rule::RecordUnusedIgnore {
            return None;
        }
        let commands = if finding.ply == 0 || finding.rule.is_about_whole_game() {
            Vec::new()
        } else {
            commands(document, game, finding)
        };
        let suppresses = |edit: &DocumentEdit| self.suppresses(finding, edit);
        commands.into_iter().find(suppresses).or_else(|| tag(document, game, finding.rule).filter(suppresses))
    }

    /// Whether the finding is gone after an edit, and no other comes.
    fn suppresses(&self, finding: &Finding, edit: &DocumentEdit) -> bool {
        let (text, part) = (&self.document.text, self.game.part.clone());
        let before = text.slice(part.start..edit.range.start);
        let after = text.slice(edit.range.end..part.end);
        let new = self.findings(&format!("{before}{}{after}", edit.text));
        let old = self.found.get_or_init(|| self.findings(text.slice(part)));
        let key = key_of(finding);
        let count = |findings: &[FindingKey]| findings.iter().filter(|other| **other == key).count();
        count(&new) < count(old).max(1) && new.iter().all(|other| old.contains(other))
    }

    fn findings(&self, text: &str) -> Vec<FindingKey> {
        let name = &self.document.name;
        let reports = audit_part(self.settings, name, text.as_bytes(), DiagramChoice::Unkept);
        reports.iter().flat_map(|report| &report.findings).map(key_of).collect()
    }
}

fn key_of(finding: &Finding) -> FindingKey {
    (finding.rule, finding.ply, finding.message.clone())
}

/// The commands that may suppress a finding: after its token, before it, or in the comment around it.
fn commands(document: &GamesDocument, game: &DocumentGame, finding: &Finding) -> Vec<DocumentEdit> {
    let place = finding.location.range();
    let command = format!("[%jadoube ignore {}]", finding.rule);
    let insert = |at: usize, text: String| DocumentEdit { range: at..at, text };
    match CursorText::of(document.text.slice(game.part.start..place.start)).place {
        CursorPlace::Comment | CursorPlace::Command { .. } => {
            let rest = document.text.slice(place.start..game.part.end);
            rest.find('}').map(|end| insert(place.start + end, format!(" {command}"))).into_iter().collect()
        }
        CursorPlace::Movetext { .. } => {
            let rest = document.text.slice(place.end..game.part.end);
            let after = place.end + annotations(rest);
            vec![insert(after, format!(" {{{command}}}")), insert(place.start, format!("{{{command}}} "))]
        }
        CursorPlace::TagName { .. } | CursorPlace::TagValue { .. } | CursorPlace::AfterGame => Vec::new(),
    }
}

/// The length of the signs after a move that belong to it: `!?`, `$5`.
fn annotations(rest: &str) -> usize {
    let signs = rest.find(|c| !matches!(c, '!' | '?' | '+' | '#')).unwrap_or(rest.len());
    let mut length = signs;
    while let Some(after) = rest.get(length..) {
        let blanks = after.len() - after.trim_start_matches(' ').len();
        let glyph = after.get(blanks..).and_then(|after| after.strip_prefix('$')).unwrap_or_default();
        let digits = glyph.find(|c: char| !c.is_ascii_digit()).unwrap_or(glyph.len());
        if digits == 0 {
            break;
        }
        length += blanks + 1 + digits;
    }
    length
}

/// The tag that suppresses a rule in the whole game.
fn tag(document: &GamesDocument, game: &DocumentGame, rule: Rule) -> Option<DocumentEdit> {
    let text = document.text.as_str().as_bytes();
    let mut record = Record::default();
    Reader::from(text, game.range.start).read_tags(&mut record);
    let insert = |at: usize, text: String| Some(DocumentEdit { range: at..at, text });
    let line_end = document.text.line_end();
    if let Some(pair) = record.tag(TagName::JadoubeIgnore) {
        return insert(pair.value.range().start, format!("{rule} "));
    }
    match record.tags.pairs().last() {
        Some(pair) => insert(pair.span.range().end, format!("{line_end}[JadoubeIgnore \"{rule}\"]")),
        None => insert(game.range.start, format!("[JadoubeIgnore \"{rule}\"]{line_end}{line_end}")),
    }
}
