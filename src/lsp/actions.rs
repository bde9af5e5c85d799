//! Code actions: the repair of a finding, and its suppression in the record.

use std::ops::Range;

use lsp_types::{
    CodeAction, CodeActionKind, DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier,
    TextDocumentEdit, TextEdit, WorkspaceEdit,
};

use super::client::ClientAbilities;
use super::diagnostics::diagnostic;
use super::documents::{GamesDocument, range_of};
use super::place::{CursorPlace, CursorText};
use crate::audit::{DiagramChoice, DocumentGame, Settings, audit_part};
use crate::finding::{FileEdit, Finding, FixClass};
use crate::game::{Record, TagName};
use crate::law::Rule;
use crate::pgn::Reader;
use crate::search::Budget;

/// Positions that a search may visit while a suppression is tried. Actions are asked for whenever the cursor moves.
const FEW_NODES: u64 = 20_000;

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
    let range = document.text.offsets(range);
    let mut actions = Vec::new();
    for (game, finding) in document.findings_at(&range) {
        if let Some(fix) = &finding.fix {
            let edits: Vec<DocumentEdit> = fix.edits.iter().map(edit_of).collect();
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
        if let Some(edit) = suppression(document, game, &finding) {
            let title = format!("ignore {} here", finding.rule);
            actions.push(action(document, &finding, title, vec![edit], client));
        }
    }
    actions
}

fn edit_of(edit: &FileEdit) -> DocumentEdit {
    let near = |at: u64| usize::try_from(at).unwrap_or(usize::MAX);
    let range = near(edit.offset)..near(edit.offset.saturating_add(edit.length));
    DocumentEdit { range, text: edit.text.clone() }
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

/// The edit that suppresses a finding in the record: a command after the move, or else a tag for the game. Each is tried by
/// an audit of the game.
fn suppression(document: &GamesDocument, game: &DocumentGame, finding: &Finding) -> Option<DocumentEdit> {
    // It reports suppressions itself.
    if finding.rule == Rule::RecordUnusedIgnore {
        return None;
    }
    let settings = document.audit.as_ref().ok()?.settings();
    let settings = Settings { budget: Budget::of(FEW_NODES), ..settings.clone() };
    let commands = if finding.ply == 0 || finding.rule.is_about_whole_game() {
        Vec::new()
    } else {
        commands(document, game, finding)
    };
    let suppresses = |edit: &DocumentEdit| suppresses(document, game, finding, edit, &settings);
    commands.into_iter().find(suppresses).or_else(|| tag(document, game, finding.rule).filter(suppresses))
}

/// Whether the finding is gone after an edit, and no other comes.
fn suppresses(
    document: &GamesDocument,
    game: &DocumentGame,
    finding: &Finding,
    edit: &DocumentEdit,
    settings: &Settings,
) -> bool {
    let part = game.part.clone();
    let before = document.text.slice(part.start..edit.range.start);
    let after = document.text.slice(edit.range.end..part.end);
    let edited = format!("{before}{}{after}", edit.text);
    let key = |finding: &Finding| (finding.rule, finding.ply, finding.message.clone());
    let findings = |text: &str| -> Vec<_> {
        let reports = audit_part(settings, &document.name, text.as_bytes(), DiagramChoice::Unkept);
        reports.iter().flat_map(|report| &report.findings).map(key).collect()
    };
    let (old, new) = (findings(document.text.slice(part)), findings(&edited));
    let is_gone = new.iter().filter(|other| **other == key(finding)).count()
        < old.iter().filter(|other| **other == key(finding)).count().max(1);
    is_gone && new.iter().all(|other| old.contains(other))
}

/// The commands that may suppress a finding: after its token, before it, or in the comment around it.
fn commands(document: &GamesDocument, game: &DocumentGame, finding: &Finding) -> Vec<DocumentEdit> {
    let place = range_of(finding.location);
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
