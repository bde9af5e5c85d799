//! Go to definition: from a finding to its article in the law file.

use std::fs;
use std::path::Path;

use lsp_types::{Location, Position as TextPosition, Uri};

use super::documents::{Documents, GamesDocument};
use super::law_document::code_id;
use super::paths::uri_of;
use super::text::{ColumnUnit, EditorText};
use crate::toml_reader::{Node, TomlReader};

/// The article of the first finding at a position, if its law file is open or is the one of the settings.
pub(super) fn definition(
    documents: &Documents,
    document: &GamesDocument,
    position: TextPosition,
    unit: ColumnUnit,
) -> Option<Location> {
    let offset = document.text.offset(position);
    document.findings_at(&(offset..offset)).into_iter().find_map(|(_, finding)| {
        let citation = finding.citation?;
        let (code, article) = (&*citation.code, &*citation.article?);
        let in_open = documents
            .laws()
            .filter(|law| code_id(law.text.as_str()).as_deref() == Some(code))
            .find_map(|law| article_in(law.uri.clone(), &law.text, article));
        in_open.or_else(|| in_file(document.law_file.as_deref()?, code, article, unit))
    })
}

fn in_file(path: &Path, code: &str, article: &str, unit: ColumnUnit) -> Option<Location> {
    let text = fs::read_to_string(path).ok()?;
    if code_id(&text).as_deref() != Some(code) {
        return None;
    }
    article_in(uri_of(&std::path::absolute(path).ok()?)?, &EditorText::new(text, unit), article)
}

/// The place at which a law file names an article as that of a provision.
fn article_in(uri: Uri, text: &EditorText, article: &str) -> Option<Location> {
    let root = TomlReader::default().parse(text.as_str());
    let Node::List(provisions) = &root.get("provision")?.node else { return None };
    let named = provisions.iter().find_map(|provision| {
        let Node::Table(provision) = &provision.node else { return None };
        let named = provision.get("article")?;
        matches!(&named.node, Node::Text(name) if *name == article).then(|| named.span())
    })?;
    Some(Location::new(uri, text.range(&named)))
}
