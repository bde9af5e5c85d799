//! Reads remedies.

use crate::law::remedy::{Otherwise, RemedyRule};
use crate::law::vocabulary::{Chooser, RemedyKind};
use crate::toml_reader::{Node, TomlReader, Value};

use super::scope::{Presence, Scope, Target, check_presence, when};

const REMEDY: [&str; 15] = [
    "kind", "chooser", "else", "per", "not", "man", "by", "when", "due", "lapses", "seconds", "part",
    "pieces", "articles", "winner",
];

pub(super) fn remedies(reader: &mut TomlReader, scope: &mut Scope<'_>, value: &Value<'_>) -> Vec<RemedyRule> {
    let items = reader.list(value);
    items.iter().filter_map(|item| remedy(reader, scope, item)).collect()
}

fn remedy(reader: &mut TomlReader, scope: &mut Scope<'_>, value: &Value<'_>) -> Option<RemedyRule> {
    let table = reader.table(value, "remedy", &REMEDY)?;
    let kind = reader.read_required(&table, "kind", TomlReader::word::<RemedyKind>);
    let chooser = reader.read_required(&table, "chooser", TomlReader::word);
    let when = when(reader, &table);
    let not = reader.read_optional(&table, "not", TomlReader::word);
    let man = reader.read_optional(&table, "man", TomlReader::word);
    let by = reader.read_optional(&table, "by", TomlReader::word);
    let otherwise = match table.get("else") {
        None => Otherwise::Nothing,
        Some(value) => {
            if let Some(kind) = kind
                && !kind.can_fail()
                && when.is_empty()
            {
                reader.fault(
                    value.span(),
                    format!("this never applies: `{kind}` is always possible"),
                    Some("remove the `else`, or add a `when` to the remedy".to_owned()),
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
                            "this never applies: it is the same as the remedy that it replaces",
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
            // How much an umpire gives is the umpire's choice.
            RemedyKind::AddTime | RemedyKind::LoseTime => {
                let must = if chooser == Some(Chooser::Umpire) { Presence::May } else { Presence::Must };
                (must, Presence::MayNot, Presence::MayNot)
            }
            RemedyKind::Win => (Presence::MayNot, Presence::Must, Presence::MayNot),
            RemedyKind::Promote => (Presence::MayNot, Presence::MayNot, Presence::Must),
            _ => (Presence::MayNot, Presence::MayNot, Presence::MayNot),
        };
        // Without `seconds`, the part has no upper limit.
        let is_part = table.get("part").is_some();
        let seconds = if is_part { Presence::May } else { seconds };
        let part = if kind == RemedyKind::LoseTime { Presence::May } else { Presence::MayNot };
        let what = format!("remedy `{kind}`");
        check_presence(reader, &table, "seconds", seconds, &what);
        check_presence(reader, &table, "part", part, &what);
        check_presence(reader, &table, "winner", winner, &what);
        check_presence(reader, &table, "pieces", pieces, &what);
    }
    Some(RemedyRule {
        otherwise,
        per: reader.read_optional(&table, "per", TomlReader::word),
        not,
        man,
        by,
        when,
        due: reader.read_optional(&table, "due", TomlReader::word),
        lapses: table.get("lapses").map(|value| reader.words(value)).unwrap_or_default(),
        seconds: reader.read_optional(&table, "seconds", TomlReader::count),
        part: reader.read_optional(&table, "part", TomlReader::word),
        pieces: table.get("pieces").map(|value| reader.words(value)).unwrap_or_default(),
        articles: table
            .get("articles")
            .map(|value| scope.articles(reader, value, Target::Provision))
            .unwrap_or_default(),
        winner: reader.read_optional(&table, "winner", TomlReader::word),
        kind: kind?,
        chooser: chooser?,
    })
}
