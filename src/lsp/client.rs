//! The abilities of the client, as far as the server asks for them.

use lsp_types::{ClientCapabilities, MarkupKind, PositionEncodingKind};

use super::text::ColumnUnit;

/// The name of the server, which clients show beside each diagnostic.
pub(super) const SOURCE: &str = "jadoube";

/// The abilities of the client.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools)] // each is a flag of the protocol
pub(super) struct ClientAbilities {
    pub unit: ColumnUnit,
    pub shows_markdown: bool,
    pub has_symbol_trees: bool,
    pub shows_related: bool,
    /// Whether an edit may name the version of its document.
    pub has_versioned_edits: bool,
    /// Whether the client can be asked to watch files.
    pub watches_files: bool,
}

impl ClientAbilities {
    pub(super) fn of(capabilities: &ClientCapabilities) -> Self {
        let document = capabilities.text_document.as_ref();
        let workspace = capabilities.workspace.as_ref();
        let encodings = capabilities.general.as_ref().and_then(|general| general.position_encodings.as_ref());
        let has_utf_8 = encodings.is_some_and(|kinds| kinds.contains(&PositionEncodingKind::UTF8));
        let hover = document.and_then(|document| document.hover.as_ref());
        let formats = hover.and_then(|hover| hover.content_format.as_ref());
        let symbols = document.and_then(|document| document.document_symbol.as_ref());
        let published = document.and_then(|document| document.publish_diagnostics.as_ref());
        let edits = workspace.and_then(|workspace| workspace.workspace_edit.as_ref());
        let watching = workspace.and_then(|workspace| workspace.did_change_watched_files);
        Self {
            unit: if has_utf_8 { ColumnUnit::Utf8 } else { ColumnUnit::Utf16 },
            shows_markdown: formats.is_some_and(|formats| formats.contains(&MarkupKind::Markdown)),
            has_symbol_trees: symbols
                .is_some_and(|symbols| symbols.hierarchical_document_symbol_support == Some(true)),
            shows_related: published.is_some_and(|published| published.related_information == Some(true)),
            has_versioned_edits: edits.is_some_and(|edits| edits.document_changes == Some(true)),
            watches_files: watching.is_some_and(|watching| watching.dynamic_registration == Some(true)),
        }
    }

    pub(super) fn position_encoding(self) -> PositionEncodingKind {
        match self.unit {
            ColumnUnit::Utf8 => PositionEncodingKind::UTF8,
            ColumnUnit::Utf16 => PositionEncodingKind::UTF16,
        }
    }
}
