//! The open documents.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use lsp_types::{TextDocumentContentChangeEvent, TextDocumentItem, Uri};

use super::law_document::LawDocument;
use super::paths::{is_toml, path_of};
use super::text::{ColumnUnit, EditorText};
use crate::audit::{DocumentAudit, DocumentGame, Settings, TextChange};
use crate::finding::Finding;
use crate::pgn::boundary::{CutPolicy, last_start};

/// The number of bytes before a place in which the start of its game is first looked for.
const NEAR: usize = 16 << 10;

/// The settings of a file.
#[derive(Debug)]
pub(crate) struct ServedSettings {
    pub audit: Settings,
    /// The law file under which its games are judged, if it is a file.
    pub law_file: Option<PathBuf>,
}

/// Finds the settings of files: those of the command line and of settings files.
pub(crate) trait SettingsSource {
    /// The settings of a file, or of a text that is not saved yet. The error is for the user.
    fn settings_of(&self, file: Option<&Path>) -> Result<ServedSettings, String>;

    /// The baseline of a file, whether it can be read or not.
    fn baseline_of(&self, file: Option<&Path>) -> Option<PathBuf>;
}

/// The open documents, by their URIs.
#[derive(Debug, Default)]
pub(super) struct Documents(BTreeMap<String, Document>);

#[derive(Debug)]
pub(super) enum Document {
    Games(Box<GamesDocument>),
    Law(LawDocument),
}

impl Documents {
    pub(super) fn open(&mut self, item: TextDocumentItem, unit: ColumnUnit, settings: &dyn SettingsSource) {
        let TextDocumentItem { uri, language_id, version, text } = item;
        let path = path_of(&uri);
        let is_toml = language_id == "toml" || path.as_deref().is_some_and(is_toml);
        let key = uri.as_str().to_owned();
        let text = EditorText::new(text, unit);
        let document = if is_toml {
            Document::Law(LawDocument { uri, path, version, text, is_due: true })
        } else {
            Document::Games(Box::new(GamesDocument::new(uri, path, version, text, settings)))
        };
        self.0.insert(key, document);
    }

    pub(super) fn change(&mut self, uri: &Uri, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        match self.0.get_mut(uri.as_str()) {
            Some(Document::Games(document)) => document.change(version, changes),
            Some(Document::Law(document)) => document.change(version, changes),
            None => {}
        }
    }

    pub(super) fn close(&mut self, uri: &Uri) {
        self.0.remove(uri.as_str());
    }

    /// Reads the settings of all documents anew.
    pub(super) fn reload(&mut self, settings: &dyn SettingsSource) {
        for document in self.0.values_mut() {
            match document {
                Document::Games(document) => document.load(settings),
                // It may extend a file that changed.
                Document::Law(document) => document.is_due = true,
            }
        }
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Document> {
        self.0.values_mut()
    }

    pub(super) fn games(&self, uri: &Uri) -> Option<&GamesDocument> {
        match self.0.get(uri.as_str())? {
            Document::Games(document) => Some(document),
            Document::Law(_) => None,
        }
    }

    /// The files of the baselines.
    pub(super) fn baselines(&self) -> impl Iterator<Item = &Path> {
        self.0.values().filter_map(|document| match document {
            Document::Games(document) => document.baseline.as_deref(),
            Document::Law(_) => None,
        })
    }

    pub(super) fn laws(&self) -> impl Iterator<Item = &LawDocument> {
        self.0.values().filter_map(|document| match document {
            Document::Law(document) => Some(document),
            Document::Games(_) => None,
        })
    }

    pub(super) fn has_due(&self) -> bool {
        self.0.values().any(|document| match document {
            Document::Games(document) => document.due != DueAudit::Nothing,
            Document::Law(document) => document.is_due,
        })
    }
}

/// A document of games.
#[derive(Debug)]
pub(super) struct GamesDocument {
    pub uri: Uri,
    pub version: i32,
    pub text: EditorText,
    /// The name by which settings find the file.
    pub name: String,
    path: Option<PathBuf>,
    /// The audit, or the error in the settings that prevents it.
    pub audit: Result<DocumentAudit, String>,
    /// The law file under which its games are judged, if it is a file.
    pub law_file: Option<PathBuf>,
    /// The file of the baseline whose findings are not reported.
    pub baseline: Option<PathBuf>,
    /// The offset of the last change.
    pub last_change: usize,
    due: DueAudit,
}

/// The part of a text that was not audited yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum DueAudit {
    Nothing,
    Change(TextChange),
    Everything,
}

impl GamesDocument {
    fn new(
        uri: Uri,
        path: Option<PathBuf>,
        version: i32,
        text: EditorText,
        settings: &dyn SettingsSource,
    ) -> Self {
        let name = path.as_deref().map_or_else(|| uri.as_str().into(), Path::to_string_lossy).into_owned();
        let mut document = Self {
            uri,
            version,
            text,
            name,
            path,
            audit: Err(String::new()),
            law_file: None,
            baseline: None,
            last_change: 0,
            due: DueAudit::Everything,
        };
        document.load(settings);
        document
    }

    /// Reads the settings.
    fn load(&mut self, settings: &dyn SettingsSource) {
        let served = settings.settings_of(self.path.as_deref());
        self.law_file = served.as_ref().ok().and_then(|served| served.law_file.clone());
        self.baseline = settings.baseline_of(self.path.as_deref());
        self.audit = served.map(|served| DocumentAudit::new(served.audit, &self.name));
        self.due = DueAudit::Everything;
    }

    fn change(&mut self, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        self.version = version;
        for change in changes {
            let change = self.text.apply(change);
            self.last_change = change.new_end;
            self.due = match self.due {
                DueAudit::Nothing => DueAudit::Change(change),
                DueAudit::Change(before) => DueAudit::Change(before.then(change)),
                DueAudit::Everything => DueAudit::Everything,
            };
        }
    }

    /// Whether a change was not audited yet, and the text before it was.
    pub(super) fn has_due_change(&self) -> bool {
        matches!(self.due, DueAudit::Change(_))
    }

    /// Audits what was changed. Returns whether anything was.
    pub(super) fn refresh(&mut self) -> bool {
        let change = match std::mem::replace(&mut self.due, DueAudit::Nothing) {
            DueAudit::Nothing => return false,
            DueAudit::Change(change) => Some(change),
            DueAudit::Everything => None,
        };
        if let Ok(audit) = &mut self.audit {
            audit.update(self.text.as_str(), change);
        }
        true
    }

    pub(super) fn games(&self) -> &[DocumentGame] {
        self.audit.as_ref().map_or(&[], DocumentAudit::games)
    }

    /// The games of which a part touches this range.
    pub(super) fn games_near(&self, range: &Range<usize>) -> &[DocumentGame] {
        let games = self.games();
        let first = games.partition_point(|game| game.part.end < range.start);
        let last = games.partition_point(|game| game.part.start <= range.end).max(first);
        games.get(first..last).unwrap_or_default()
    }

    /// The findings at a range, each with its game.
    pub(super) fn findings_at(&self, range: &Range<usize>) -> Vec<(&DocumentGame, Finding)> {
        let is_here = |finding: &Finding| {
            let place = finding.location.range();
            place.start <= range.end && place.end >= range.start
        };
        let games = self.games_near(range).iter();
        games.flat_map(|game| game.findings().filter(is_here).map(move |finding| (game, finding))).collect()
    }

    /// The start of the game at an offset, found from the text alone: it may not have been audited since a change.
    pub(super) fn game_start(&self, offset: usize) -> usize {
        let text = self.text.as_str().as_bytes();
        let mut length = NEAR;
        loop {
            let start = offset.saturating_sub(length);
            let before = text.get(start..offset).unwrap_or_default();
            match last_start(before, CutPolicy::Certain) {
                Some(at) => return start + at,
                None if start == 0 => return 0,
                None => length = length.saturating_mul(4),
            }
        }
    }
}
