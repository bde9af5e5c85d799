//! Commands, tags and lists of what words can mean, as JSON.

use serde_json::{Value, json};

use super::{ids, list};
use crate::explain::commands::{self, CommandHelp, CommandPage};
use crate::explain::glossary::Term;
use crate::explain::lookup::Thing;
use crate::explain::tags::{self, TagHelp};
use crate::game::act::Channel;

fn command_value(help: &CommandHelp) -> Value {
    json!({
        "name": help.name,
        "usage": help.usage(),
        "production": help.production(),
        "text": help.says,
        "observed": help.channel().map(Channel::id),
        "example": help.example,
    })
}

pub(super) fn command(page: &CommandPage) -> Value {
    let operands = page
        .operands
        .iter()
        .map(|operand| json!({ "word": operand.word, "text": operand.text, "choice": operand.is_choice }));
    json!({
        "kind": "command",
        "command": command_value(page.help),
        "operands": list(operands),
        "rules": ids(&page.rules, |rule| rule.id()),
    })
}

fn tag_value(help: &TagHelp) -> Value {
    json!({
        "name": help.name(),
        "text": help.says,
        "values": help.values,
        "example": help.example(),
    })
}

pub(super) fn tag(help: &TagHelp) -> Value {
    json!({ "kind": "tag", "tag": tag_value(help) })
}

pub(super) fn term(term: &Term) -> Value {
    json!({ "kind": "term", "term": { "name": term.name(), "text": term.says } })
}

pub(super) fn commands() -> Value {
    json!({ "kind": "commands", "commands": list(commands::all().map(command_value)) })
}

pub(super) fn tags() -> Value {
    json!({ "kind": "tags", "tags": list(tags::all().map(tag_value)) })
}

pub(super) fn matches(words: &str, found: &[Thing]) -> Value {
    json!({ "kind": "matches", "words": words, "matches": things(found) })
}

/// `explain` is the argument of `jadoube explain`.
pub(super) fn things(things: &[Thing]) -> Value {
    let thing = |thing: &Thing| json!({ "kind": thing.kind(), "explain": thing.argument(), "summary": thing.summary() });
    list(things.iter().map(thing))
}
