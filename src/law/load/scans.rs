//! Reads `[[scan]]` and the printed words of provisions.

use std::sync::Arc;

use crate::law::source::{PrintedText, Scan};
use crate::toml_reader::{Entries, TomlReader, TomlTable, Value, suggestion};

use super::alternatives::{tables_of, text_of};
use super::scope::Placed;

/// Reads `[[scan]]` of the file of a code.
pub(super) fn scan(reader: &mut TomlReader, code: &str, value: &Value<'_>) -> Option<Placed<Arc<Scan>>> {
    let table = reader.table(value, "scan", &["id", "what", "link"])?;
    let id = reader.read_required(&table, "id", TomlReader::shared_text);
    let what = reader.read_required(&table, "what", TomlReader::shared_text);
    let link = reader.read_optional(&table, "link", link);
    let item = Arc::new(Scan { code: code.into(), id: id?, what: what?, link });
    Some(Placed::new(item, &table, "id"))
}

fn link(reader: &mut TomlReader, value: &Value<'_>) -> Option<Arc<str>> {
    let link = reader.shared_text(value)?;
    let rest = link.strip_prefix("https://").or_else(|| link.strip_prefix("http://"));
    // The characters of an address (RFC 3986), so that it needs no escape in any output.
    let is_valid = |c: char| c.is_ascii_alphanumeric() || "-._~:/?#[]@!$&'()*+,;=%".contains(c);
    if rest.is_none_or(|rest| rest.is_empty() || !rest.chars().all(is_valid)) {
        let help = "write the whole address, from https:// on, and percent-encode every character but letters, digits and -._~:/?#[]@!$&'()*+,;=";
        reader.fault(value.span(), "this is not the address of a web page", Some(help.to_owned()));
        return None;
    }
    Some(link)
}

/// Checks the scans as a whole. A file without printed words may name any number, as places where the source can be read.
pub(super) fn check_scans(
    reader: &mut TomlReader,
    root: &Entries<'_>,
    scans: &[Placed<Arc<Scan>>],
    may_quote: bool,
) {
    for (at, scan) in scans.iter().enumerate() {
        let id = &scan.item.id;
        if scans.iter().take(at).any(|earlier| earlier.item.id == *id) {
            reader.fault(scan.name.clone(), format!("the scan `{id}` is defined twice"), None);
        }
    }
    let Some(text) = tables_of(root, "provision").find_map(|provision| provision.get("text")) else {
        return;
    };
    if !may_quote {
        reader.fault(
            text.span(),
            "the source is not marked as free of copyright, so its words cannot be printed",
            Some(
                "add `free = true` to the `source` of this file if they are free, or remove every `text`"
                    .to_owned(),
            ),
        );
    } else if root.get("scan").is_none() {
        reader.fault(
            text.span(),
            "this file has no `[[scan]]`, so it does not say which copy of the source has these words",
            Some("add a `[[scan]]` with `id` and `what` after [code]".to_owned()),
        );
    }
    for scan in scans.iter().skip(1) {
        let id = &*scan.item.id;
        if !tables_of(root, "provision").any(|provision| text_of(provision, "scan") == Some(id)) {
            reader.fault(
                scan.name.clone(),
                format!("no provision has words from the scan `{id}`"),
                Some(format!(
                    "add `scan = \"{id}\"` to each provision whose `text` is from it, or remove it"
                )),
            );
        }
    }
}

/// The printed words of a provision: from the scan that it names, or else from the first.
pub(super) fn printed_text(
    reader: &mut TomlReader,
    scans: &[Arc<Scan>],
    table: &TomlTable<'_, '_>,
) -> Option<PrintedText> {
    let words = reader.read_optional(table, "text", printed_words);
    let scan = match table.get("scan") {
        Some(value) => {
            let id = reader.text(value)?;
            let found = scans.iter().find(|scan| *scan.id == *id);
            if found.is_none() {
                let names: Vec<&str> = scans.iter().map(|scan| &*scan.id).collect();
                reader.fault(value.span(), format!("this file has no scan `{id}`"), suggestion(id, &names));
            }
            if table.get("text").is_none() {
                let message = "`scan` names the copy that `text` is from, and this provision has no `text`";
                reader.fault(value.span(), message, None);
            }
            found
        }
        None => scans.first(),
    };
    Some(PrintedText { words: words?, scan: Arc::clone(scan?) })
}

/// The text as one line, whatever the line breaks in the file.
fn printed_words(reader: &mut TomlReader, value: &Value<'_>) -> Option<Arc<str>> {
    let text = reader.text(value)?;
    Some(text.split_whitespace().collect::<Vec<_>>().join(" ").into())
}
