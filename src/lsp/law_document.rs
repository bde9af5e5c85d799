//! A law file that is open in the editor.

use std::path::{Path, PathBuf};

use lsp_types::{Diagnostic, DiagnosticSeverity, TextDocumentContentChangeEvent, Uri};

use super::client::SOURCE;
use super::text::EditorText;
use crate::law::{LawFile, LawText, review};
use crate::toml_reader::{FileFault, Node, TomlReader};

/// A TOML file, which is a law file if it has a table `[code]`.
#[derive(Debug)]
pub(super) struct LawDocument {
    pub uri: Uri,
    pub path: Option<PathBuf>,
    pub version: i32,
    pub text: EditorText,
    /// Whether the text was changed since it was checked.
    pub is_due: bool,
}

impl LawDocument {
    pub(super) fn change(&mut self, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        self.version = version;
        self.is_due = true;
        for change in changes {
            self.text.apply(change);
        }
    }

    /// The faults and notes that `jadoube check-code` reports.
    pub(super) fn diagnostics(&self) -> Vec<Diagnostic> {
        let text = self.text.as_str();
        if code_id(text).is_none() {
            return Vec::new();
        }
        let law = LawText { text, folder: self.path.as_deref().and_then(Path::parent) };
        let (faults, severity) = match LawFile::read(law).and_then(|_| review(law)) {
            Ok(notes) => (notes, DiagnosticSeverity::INFORMATION),
            Err(error) => (error.errors, DiagnosticSeverity::ERROR),
        };
        faults.iter().map(|fault| self.diagnostic(fault, severity)).collect()
    }

    fn diagnostic(&self, fault: &FileFault, severity: DiagnosticSeverity) -> Diagnostic {
        let help = fault.help.as_ref().map_or_else(String::new, |help| format!("\n{help}"));
        Diagnostic {
            range: self.text.range(&fault.span),
            severity: Some(severity),
            source: Some(SOURCE.to_owned()),
            message: format!("{}{help}", fault.message),
            ..Diagnostic::default()
        }
    }
}

/// The id of the code in a law file, empty if it has none. `None` if the text is no law file.
pub(super) fn code_id(text: &str) -> Option<String> {
    let root = TomlReader::default().parse(text);
    match &root.get("code")?.node {
        Node::Table(code) => Some(match code.get("id").map(|id| &id.node) {
            Some(Node::Text(id)) => id.clone().into_owned(),
            _ => String::new(),
        }),
        _ => None,
    }
}
