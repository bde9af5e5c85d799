//! Remedies.

use crate::law::remedy::{Otherwise, RemedyRule};
use crate::law::vocabulary::RemedyKind;
use crate::toml_reader::{Node, TomlReader, Value};

use super::scope::{As, Presence, Scope, fit, when};
const REMEDY: [&str; 14] = [
    "kind", "chooser", "else", "per", "not", "man", "by", "when", "due", "lapses", "seconds", "pieces",
    "articles", "winner",
];

pub(super) fn remedies(reader: &mut TomlReader, scope: &mut Scope<'_>, value: &Value<'_>) -> Vec<RemedyRule> {
    let items = reader.list(value);
    items.iter().filter_map(|item| remedy(reader, scope, item)).collect()
}

fn remedy(reader: &mut TomlReader, scope: &mut Scope<'_>, value: &Value<'_>) -> Option<RemedyRule> {
    let table = reader.table(value, "remedy", &REMEDY)?;
    let kind = reader.obligatory(&table, "kind", TomlReader::word::<RemedyKind>);
    let chooser = reader.obligatory(&table, "chooser", TomlReader::word);
    let when = when(reader, &table);
    let per = reader.optional(&table, "per", TomlReader::word);
    let not = reader.optional(&table, "not", TomlReader::word);
    let man = reader.optional(&table, "man", TomlReader::word);
    let by = reader.optional(&table, "by", TomlReader::word);
    let seconds = reader.optional(&table, "seconds", TomlReader::count);
    let winner = reader.optional(&table, "winner", TomlReader::word);
    let pieces = table.get("pieces").map(|value| reader.words(value)).unwrap_or_default();
    let otherwise = match table.get("else") {
        None => Otherwise::Nothing,
        Some(value) => {
            if let Some(kind) = kind
                && !kind.can_fail()
                && when.is_empty()
            {
                reader.fault(
                    value.span(),
                    format!("this can never be reached: `{kind}` can always be done"),
                    Some("drop the `else`, or give the remedy a `when`".to_owned()),
                );
            }
            match &value.node {
                Node::Text(text) if text == "none" => Otherwise::NoPenalty,
                _ => {
                    let fallback = remedy(reader, scope, value);
                    if let Some(fallback) = &fallback
                        && Some(fallback.kind) == kind
                        && (fallback.man, fallback.by, fallback.not) == (man, by, not)
                        && fallback.when == when
                    {
                        reader.fault(
                            value.span(),
                            "this can never be reached: it is the remedy it stands in for",
                            None,
                        );
                    }
                    fallback.map_or(Otherwise::Nothing, |rule| Otherwise::Remedy(Box::new(rule)))
                }
            }
        }
    };
    if let Some(kind) = kind {
        let (seconds, winner, pieces) = match kind {
            RemedyKind::AddTime | RemedyKind::LoseTime => {
                (Presence::Must, Presence::MayNot, Presence::MayNot)
            }
            RemedyKind::Win => (Presence::MayNot, Presence::Must, Presence::MayNot),
            RemedyKind::Promote => (Presence::MayNot, Presence::MayNot, Presence::Must),
            _ => (Presence::MayNot, Presence::MayNot, Presence::MayNot),
        };
        let what = format!("remedy `{kind}`");
        fit(reader, &table, "seconds", seconds, &what);
        fit(reader, &table, "winner", winner, &what);
        fit(reader, &table, "pieces", pieces, &what);
    }
    let due = reader.optional(&table, "due", TomlReader::word);
    let lapses = table.get("lapses").map(|value| reader.words(value)).unwrap_or_default();
    let articles =
        table.get("articles").map(|value| scope.articles(reader, value, As::Provision)).unwrap_or_default();
    Some(RemedyRule {
        kind: kind?,
        chooser: chooser?,
        otherwise,
        per,
        not,
        man,
        by,
        when,
        due,
        lapses,
        seconds,
        pieces,
        articles,
        winner,
    })
}
