//! Reads `[code]`: the id, title, source and period of a code.

use std::sync::Arc;

use super::renumber::{self, Renumbering};
use super::terms::{self, OwnTerms};
use crate::law::code::{Day, Minutes, Quicker, Tradition};
use crate::law::source::{LaterForm, Source};
use crate::law::vocabulary::Coverage;
use crate::toml_reader::{Node, SpannedName, TomlReader, Value};

/// `[code]`. A file that extends a code may leave out values that do not change.
pub(super) struct CodeHead {
    pub(super) id: Arc<str>,
    pub(super) title: Option<Arc<str>>,
    pub(super) year: Option<u16>,
    pub(super) source: Option<Source>,
    /// Whether the file may quote its source. True if a fault of the file keeps it unknown.
    pub(super) may_quote: bool,
    pub(super) since: Option<Day>,
    pub(super) until: Option<Day>,
    pub(super) coverage: Option<Coverage>,
    pub(super) extends: Option<SpannedName>,
    pub(super) edition_of: Option<Arc<str>>,
    pub(super) numbered_as: Option<Arc<str>>,
    pub(super) tradition: Option<Tradition>,
    pub(super) quicker: Vec<Quicker>,
    pub(super) renumbers: Renumbering,
    pub(super) omits: Vec<SpannedName>,
    /// The articles that the file restates in other words, but whose readings it inherits.
    pub(super) keeps_readings: Vec<SpannedName>,
    pub(super) terms: OwnTerms,
}

fn day(reader: &mut TomlReader, value: &Value<'_>) -> Option<Day> {
    if let Node::Date(Some(date)) = value.node {
        return Some(Day { year: date.year, month: date.month, day: date.day });
    }
    reader.fault(
        value.span(),
        "this is not a date",
        Some("write it without quotation marks: 1999-12-31".to_owned()),
    );
    None
}

fn source(reader: &mut TomlReader, value: &Value<'_>) -> Option<Source> {
    let keys = ["work", "heading", "pages", "author", "publisher", "place", "printed", "free", "later"];
    let table = reader.table(value, "source", &keys)?;
    let work = reader.read_required(&table, "work", TomlReader::shared_text);
    let mut text = |key| reader.read_optional(&table, key, TomlReader::shared_text);
    let (heading, pages, author) = (text("heading"), text("pages"), text("author"));
    let (publisher, place) = (text("publisher"), text("place"));
    let printed = reader.read_optional(&table, "printed", TomlReader::number);
    let free = reader.read_optional(&table, "free", TomlReader::boolean).unwrap_or(false);
    let later = table.get("later").map(|value| reader.list(value)).unwrap_or_default();
    let later = later.iter().filter_map(|item| later_form(reader, item)).collect();
    Some(Source { work: work?, heading, pages, author, publisher, place, printed, free, later })
}

fn later_form(reader: &mut TomlReader, value: &Value<'_>) -> Option<LaterForm> {
    let table = reader.table(value, "`later` entry", &["article", "year"])?;
    let article = reader.read_required(&table, "article", TomlReader::shared_text);
    let year = reader.read_required(&table, "year", TomlReader::number);
    Some(LaterForm { article: article?, year: year? })
}

fn tradition(reader: &mut TomlReader, value: &Value<'_>) -> Option<Tradition> {
    let table = reader.table(value, "tradition", &["name", "from", "to"])?;
    let name = reader.read_required(&table, "name", TomlReader::shared_text);
    let from = reader.read_required(&table, "from", TomlReader::number);
    let to = reader.read_required(&table, "to", TomlReader::number);
    Some(Tradition { name: name?, from: from?, to: to? })
}

fn quicker(reader: &mut TomlReader, value: &Value<'_>) -> Option<Quicker> {
    let table = reader.table(value, "`quicker` entry", &["code", "at-most", "below"])?;
    let code = reader.read_required(&table, "code", TomlReader::shared_text);
    let at_most = reader.read_optional(&table, "at-most", TomlReader::count).map(Minutes::AtMost);
    let below = reader.read_optional(&table, "below", TomlReader::count).map(Minutes::Below);
    let ((Some(minutes), None) | (None, Some(minutes))) = (at_most, below) else {
        reader.fault(
            table.span(),
            "a `quicker` entry needs either `at-most` or `below`, as a number of minutes",
            None,
        );
        return None;
    };
    Some(Quicker { code: code?, minutes })
}

/// Whether a code can have this id.
pub(crate) fn is_code_id(id: &str) -> bool {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    !id.is_empty() && id.chars().all(is_allowed)
}

pub(crate) const CODE_ID_HELP: &str = "use only letters, digits, hyphens, underscores and dots";

pub(super) fn head(reader: &mut TomlReader, value: &Value<'_>) -> Option<CodeHead> {
    let table = reader.table(
        value,
        "[code]",
        &[
            "id",
            "title",
            "year",
            "source",
            "since",
            "until",
            "coverage",
            "extends",
            "edition-of",
            "numbered-as",
            "tradition",
            "quicker",
            "renumbers",
            "omits",
            "keeps-readings",
            "terms",
        ],
    )?;
    let id = reader.read_required(&table, "id", TomlReader::shared_text);
    if let (Some(id), Some(value)) = (&id, table.get("id"))
        && !is_code_id(id)
    {
        let message = format!("`{id}` is not a valid id for a code");
        reader.fault(value.span(), message, Some(CODE_ID_HELP.to_owned()));
    }
    if table.get("extends").is_none() {
        for key in ["title", "year", "source", "coverage"] {
            reader.require(&table, key);
        }
    }
    let since = reader.read_optional(&table, "since", day);
    let until = reader.read_optional(&table, "until", day);
    let extends = reader.read_optional(&table, "extends", TomlReader::name);
    let quicker = table.get("quicker").map(|value| reader.list(value)).unwrap_or_default();
    let quicker = quicker.iter().filter_map(|item| self::quicker(reader, item)).collect();
    if let (Some(since), Some(until)) = (since, until)
        && until < since
    {
        reader.fault(table.span(), format!("`until` ({until}) is before `since` ({since})"), None);
    }
    let of_base =
        [("omits", "omit articles"), ("renumbers", "renumber articles"), ("keeps-readings", "keep readings")];
    for (key, does) in of_base {
        if extends.is_none()
            && let Some(value) = table.get(key)
        {
            reader.fault(value.span(), format!("only a code that extends another can {does}"), None);
        }
    }
    let source = reader.read_optional(&table, "source", source);
    Some(CodeHead {
        may_quote: match &source {
            Some(source) => source.free,
            None => extends.is_none() || table.get("source").is_some(),
        },
        source,
        title: reader.read_optional(&table, "title", TomlReader::shared_text),
        year: reader.read_optional(&table, "year", TomlReader::number),
        since,
        until,
        coverage: reader.read_optional(&table, "coverage", TomlReader::word),
        extends,
        edition_of: reader.read_optional(&table, "edition-of", TomlReader::shared_text),
        numbered_as: reader.read_optional(&table, "numbered-as", TomlReader::shared_text),
        tradition: reader.read_optional(&table, "tradition", tradition),
        quicker,
        terms: reader.read_optional(&table, "terms", terms::terms).unwrap_or_default(),
        renumbers: reader.read_optional(&table, "renumbers", renumber::renumbers).unwrap_or_default(),
        omits: table.get("omits").map(|value| reader.names(value)).unwrap_or_default(),
        keeps_readings: table.get("keeps-readings").map(|value| reader.names(value)).unwrap_or_default(),
        id: id?,
    })
}
