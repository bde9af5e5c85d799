//! Reads windows, either in the provision or under a name in `[windows]`.

use std::sync::Arc;

use crate::law::provision::WindowRule;
use crate::law::vocabulary::WindowId;
use crate::toml_reader::{Node, TomlReader, Value, suggestion};

use super::scope::{Presence, Scope, Windows, check_presence};

/// Reads `[windows]`.
pub(super) fn windows(reader: &mut TomlReader, value: &Value<'_>) -> Windows {
    let mut windows = Windows::new();
    let Some(table) = reader.open_table(value, "[windows]") else {
        return windows;
    };
    for entry in table.entries.iter() {
        let name: Arc<str> = Arc::from(&*entry.key);
        let window = window(reader, Some(Arc::clone(&name)), &entry.value);
        windows.insert(name, window);
    }
    windows
}

pub(super) fn window_or_name(
    reader: &mut TomlReader,
    scope: &Scope<'_>,
    value: &Value<'_>,
) -> Option<WindowRule> {
    let Node::Text(_) = &value.node else {
        return window(reader, None, value);
    };
    let name = reader.text(value)?;
    if let Some(window) = scope.windows.get(name) {
        return window.clone();
    }
    let names: Vec<&str> = scope.windows.keys().map(|name| &**name).collect();
    let help = suggestion(name, &names).unwrap_or_else(|| {
        "add it to [windows]; the time limits of another file are not inherited".to_owned()
    });
    reader.fault(value.span(), format!("this file has no window named `{name}`"), Some(help));
    None
}

fn window(reader: &mut TomlReader, name: Option<Arc<str>>, value: &Value<'_>) -> Option<WindowRule> {
    let table =
        reader.table(value, "window", &["closes", "n", "who", "with", "legal", "completed", "except"])?;
    let closes = reader.read_required(&table, "closes", TomlReader::word::<WindowId>);
    let rule = WindowRule {
        name,
        n: reader.read_optional(&table, "n", TomlReader::count),
        who: reader.read_optional(&table, "who", TomlReader::word),
        with: reader.read_optional(&table, "with", TomlReader::boolean).unwrap_or(false),
        legal: reader.read_optional(&table, "legal", TomlReader::boolean).unwrap_or(false),
        completed: reader.read_optional(&table, "completed", TomlReader::boolean).unwrap_or(false),
        except: table.get("except").map(|value| reader.words(value)).unwrap_or_default(),
        closes: closes?,
    };
    let closes = rule.closes;
    let number = if closes.counts() { Presence::Must } else { Presence::MayNot };
    let (whose, with_move, touches) = match closes {
        WindowId::MovesOf => (Presence::Must, Presence::May, Presence::MayNot),
        WindowId::AdversaryMoves | WindowId::AnnouncerMoves => {
            (Presence::MayNot, Presence::May, Presence::MayNot)
        }
        WindowId::AdversaryTouches => (Presence::MayNot, Presence::MayNot, Presence::May),
        _ => (Presence::MayNot, Presence::MayNot, Presence::MayNot),
    };
    let legality = if closes == WindowId::MovesOf { Presence::May } else { Presence::MayNot };
    let completion = if closes == WindowId::MovesEach { Presence::May } else { Presence::MayNot };
    let what = format!("window `{closes}`");
    check_presence(reader, &table, "n", number, &what);
    check_presence(reader, &table, "who", whose, &what);
    check_presence(reader, &table, "with", with_move, &what);
    check_presence(reader, &table, "legal", legality, &what);
    check_presence(reader, &table, "completed", completion, &what);
    check_presence(reader, &table, "except", touches, &what);
    Some(rule)
}
