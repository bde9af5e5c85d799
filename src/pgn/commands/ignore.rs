//! The command that suppresses findings: `[%jadoube ignore …]`.

use nom::Parser;

use super::command::{Command, IgnoreCommand};
use super::lexis::{Parsed, Refusal, argument, keyword, may, must, named, one_of, text_or_word};
use crate::game::act::QuotedText;
use crate::law::{Family, Rule};

pub(super) fn jadoube(input: &[u8]) -> Parsed<'_, Command> {
    let ignore = |input| keyword(input, "a word of this command", &[("ignore", ())]);
    let (rest, (_, (), rules, reason)) =
        (named("jadoube"), must("the word `ignore`", ignore), rules, may(reason)).parse(input)?;
    Ok((rest, Command::Ignore(IgnoreCommand { rules, reason })))
}

/// `jadoube-ignore`, the value of the tag: rules, then the reason. The error is a help text.
pub(in crate::pgn) fn jadoube_ignore(value: &[u8]) -> Result<Vec<Rule>, String> {
    // As after the word `ignore` of the command.
    let arguments = [b" ", value.trim_ascii()].concat();
    match rules(&arguments) {
        Ok((_, rules)) => Ok(rules),
        Err(
            nom::Err::Error(Refusal { help: Some(help), .. })
            | nom::Err::Failure(Refusal { help: Some(help), .. }),
        ) => Err(help),
        Err(_) => Err(RULES_HINT.to_owned()),
    }
}

const RULES_HINT: &str = "`jadoube rules` lists them";

/// `rules`: every word that looks like an id must be one; any other word begins the reason.
fn rules(input: &[u8]) -> Parsed<'_, Vec<Rule>> {
    let (mut rest, first) = must("the rule", argument)(input)?;
    let mut rules = listed(first)?;
    while let Ok((after, next)) = must("the rule", argument)(rest) {
        if !looks_like_rule_id(next) {
            break;
        }
        rest = after;
        rules.extend(listed(next)?);
    }
    Ok((rest, rules))
}

/// The rules of a word, with commas between.
fn listed(word: &[u8]) -> Result<Vec<Rule>, nom::Err<Refusal<'_>>> {
    let ids = word.strip_suffix(b",").unwrap_or(word).split(|byte| *byte == b',');
    ids.map(rule_id).collect()
}

/// Whether a word is a family, a dot and small letters.
fn looks_like_rule_id(word: &[u8]) -> bool {
    let word = word.split(|byte| *byte == b',').next().unwrap_or_default();
    let Some(dot) = word.iter().position(|byte| *byte == b'.') else {
        return false;
    };
    let (family, name) = word.split_at(dot);
    name.len() > 1
        && name.iter().skip(1).all(|byte| byte.is_ascii_lowercase() || *byte == b'-')
        && Family::ALL.iter().any(|known| known.id().as_bytes() == family)
}

fn rule_id(word: &[u8]) -> Result<Rule, nom::Err<Refusal<'_>>> {
    let rule = Rule::ALL.iter().find(|rule| rule.id().as_bytes() == word);
    let help = || rule_suggestion(&String::from_utf8_lossy(word));
    rule.copied().ok_or_else(|| Refusal::not(word, "a rule", &help()))
}

/// The help for a word that is no rule: the rule with that name after its family, or one that begins with the word, or the
/// nearest one.
fn rule_suggestion(word: &str) -> String {
    let ids = || Rule::ALL.iter().map(|rule| rule.id());
    if Family::from_id(word).is_some() {
        return format!("`{word}` is a family of rules: name each rule; {RULES_HINT}");
    }
    let without_family = ids().find(|id| id.split_once('.').is_some_and(|(_, name)| name == word));
    let begins_so = || ids().find(|id| word.len() > 2 && id.starts_with(word) && !word.ends_with('.'));
    match without_family.or_else(begins_so) {
        Some(id) => format!("did you mean `{id}`?"),
        None => Some(one_of(word.as_bytes(), &ids().collect::<Vec<_>>()))
            .filter(|help| help.starts_with("did you mean"))
            .unwrap_or_else(|| RULES_HINT.to_owned()),
    }
}

fn reason(input: &[u8]) -> Parsed<'_, QuotedText> {
    let (mut rest, first) = text_or_word(input)?;
    let mut said = first.as_str().to_owned();
    while let (after, Some(next)) = may(text_or_word)(rest)? {
        said.push(' ');
        said.push_str(next.as_str());
        rest = after;
    }
    let reason = QuotedText::new(&said).ok_or_else(|| Refusal::not(input, "a reason", ""))?;
    Ok((rest, reason))
}
