//! Reads `[[provision]]`.

use crate::law::provision::{Late, OpensAfter, Order, Provision};
use crate::law::vocabulary::{Binds, OffenderRole, RetractTo};
use crate::toml_reader::{TomlReader, Value};

use super::claims::{claim, count, wrong};
use super::remedies::remedies;
use super::scans;
use super::scope::{Placed, Scope, Target, topics, when};
use super::windows::window_or_name;

const PROVISION: [&str; 24] = [
    "article",
    "topics",
    "when",
    "says",
    "text",
    "scan",
    "binds",
    "offender",
    "opens",
    "claim",
    "count",
    "retract",
    "remedies",
    "otherwise",
    "window",
    "opened",
    "then",
    "late",
    "excuses",
    "order",
    "tally",
    "penalty",
    "wrong",
    "report",
];

pub(super) fn provision(
    reader: &mut TomlReader,
    scope: &mut Scope<'_>,
    value: &Value<'_>,
) -> Option<Placed<Provision>> {
    let table = reader.table(value, "provision", &PROVISION)?;
    let article = reader.read_required(&table, "article", TomlReader::shared_text);
    let topics = reader.read_required(&table, "topics", topics);
    let says = reader.read_required(&table, "says", TomlReader::shared_text);
    let text = scans::printed_text(reader, scope.scans, &table);
    let binds = reader.read_required(&table, "binds", TomlReader::word::<Binds>);
    let claim = reader.read_optional(&table, "claim", claim);
    if let (Some(value), Some(_)) = (table.get("count"), &claim) {
        reader.fault(value.span(), "a provision with a `claim` must have its `count` inside the claim", None);
    }
    let own_count = reader.read_optional(&table, "count", count);
    if own_count.as_ref().is_some_and(|count| !count.limits.is_empty()) {
        reader.fault(table.span(), "only the count of a `claim` can have `limits`", None);
    }
    let given = table.get("remedies").map(|value| remedies(reader, scope, value)).unwrap_or_default();
    let otherwise = table
        .get("otherwise")
        .map(|value| {
            if given.iter().any(|rule| !rule.kind.can_fail() && rule.when.is_empty()) || given.is_empty() {
                reader.fault(
                    value.span(),
                    "this never applies: a remedy before it is always possible",
                    Some("remove the `otherwise`".to_owned()),
                );
            }
            remedies(reader, scope, value)
        })
        .unwrap_or_default();
    let window = reader.read_optional(&table, "window", |reader, value| window_or_name(reader, scope, value));
    if binds == Some(Binds::Right) && table.get("window").is_none() && claim.is_none() {
        reader.fault(
            table.span(),
            "this right has neither `window` nor `claim`",
            Some("add a `window` that says until when it may be used".to_owned()),
        );
    }
    let wrong = reader.read_optional(&table, "wrong", |reader, value| wrong(reader, scope, value));
    if wrong.is_some() && claim.is_none() {
        reader.fault(table.span(), "`wrong` needs a `claim`", None);
    }
    let item = Provision {
        when: when(reader, &table),
        offender: reader.read_optional(&table, "offender", TomlReader::word).unwrap_or(OffenderRole::Actor),
        opens: reader.read_optional(&table, "opens", TomlReader::word),
        claim,
        count: own_count,
        retract: reader.read_optional(&table, "retract", TomlReader::word).unwrap_or(RetractTo::None),
        remedies: given,
        otherwise,
        window,
        opened: reader.read_optional(&table, "opened", opened),
        then: table
            .get("then")
            .map(|value| scope.articles(reader, value, Target::Provision))
            .unwrap_or_default(),
        penalty: reader.read_optional(&table, "penalty", |reader, value| {
            scope.article(reader, value, Target::Provision)
        }),
        late: reader.read_optional(&table, "late", |reader, value| late(reader, scope, value)),
        excuses: table.get("excuses").map(|value| reader.words(value)).unwrap_or_default(),
        order: reader.read_optional(&table, "order", order),
        tally: reader
            .read_optional(&table, "tally", |reader, value| scope.article(reader, value, Target::Tally)),
        wrong,
        report: reader.read_optional(&table, "report", TomlReader::boolean).unwrap_or(true),
        article: article?,
        topics: topics?,
        says: says?,
        text,
        binds: binds?,
    };
    Some(Placed::new(item, &table, "article"))
}

fn opened(reader: &mut TomlReader, value: &Value<'_>) -> Option<OpensAfter> {
    let table = reader.table(value, "opened", &["moves-each", "completed"])?;
    let moves_each = reader.read_required(&table, "moves-each", TomlReader::count)?;
    let completed = reader.read_optional(&table, "completed", TomlReader::boolean).unwrap_or(false);
    Some(OpensAfter { moves_each, completed })
}

fn order(reader: &mut TomlReader, value: &Value<'_>) -> Option<Order> {
    let table = reader.table(value, "order", &["unknown"])?;
    let unknown = reader.read_required(&table, "unknown", TomlReader::word)?;
    Some(Order { unknown })
}

fn late(reader: &mut TomlReader, scope: &mut Scope<'_>, value: &Value<'_>) -> Option<Late> {
    if reader.text(value)? == "stands" {
        return Some(Late::Stands);
    }
    scope.article(reader, value, Target::Provision).map(Late::Article)
}
