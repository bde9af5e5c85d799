//! Document symbols: the games of a document.

use lsp_types::{DocumentSymbol, DocumentSymbolResponse, Location, SymbolInformation, SymbolKind};

use super::client::ClientAbilities;
use super::documents::GamesDocument;
use crate::audit::{DocumentGame, tags_at};
use crate::finding::Tags;
use crate::report::plain;

pub(super) fn symbols(document: &GamesDocument, client: ClientAbilities) -> DocumentSymbolResponse {
    let symbols: Vec<DocumentSymbol> = document.games().iter().map(|game| symbol(document, game)).collect();
    if client.has_symbol_trees {
        return DocumentSymbolResponse::Nested(symbols);
    }
    let flat = symbols.into_iter().map(|symbol| {
        #[allow(deprecated, reason = "a field of the type")]
        SymbolInformation {
            name: symbol.name,
            kind: symbol.kind,
            tags: None,
            deprecated: None,
            location: Location::new(document.uri.clone(), symbol.range),
            container_name: symbol.detail,
        }
    });
    DocumentSymbolResponse::Flat(flat.collect())
}

fn symbol(document: &GamesDocument, game: &DocumentGame) -> DocumentSymbol {
    let part = document.text.slice(game.part.clone());
    let tags = tags_at(part.as_bytes(), game.range.start.saturating_sub(game.part.start));
    let text = document.text.slice(game.range.clone());
    let first_line = text.lines().next().unwrap_or_default();
    #[allow(deprecated, reason = "a field of the type")]
    DocumentSymbol {
        name: players(&tags, game.number),
        detail: detail(&tags),
        kind: SymbolKind::STRUCT,
        tags: None,
        deprecated: None,
        range: document.text.range(&game.range),
        selection_range: document
            .text
            .range(&(game.range.start..game.range.start.saturating_add(first_line.len()))),
        children: None,
    }
}

fn known<'t>(tags: &'t Tags, name: &str) -> Option<&'t str> {
    tags.value(name).filter(|value| value.chars().any(|c| !matches!(c, '?' | '.' | ' ')))
}

fn players(tags: &Tags, number: u64) -> String {
    match (known(tags, "White"), known(tags, "Black")) {
        (None, None) => format!("game {number}"),
        (white, black) => {
            let name = |player: Option<&str>| plain(player.unwrap_or("?")).into_owned();
            format!("{} - {}", name(white), name(black))
        }
    }
}

fn detail(tags: &Tags) -> Option<String> {
    let parts: Vec<String> = ["Event", "Date"]
        .iter()
        .filter_map(|name| known(tags, name))
        .map(|value| plain(value).into_owned())
        .collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}
