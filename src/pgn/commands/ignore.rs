//! The command that suppresses findings: `[%jadoube ignore …]`.

use nom::Parser;

use super::command::{Command, IgnoreCommand};
use super::lexis::{Parsed, Refusal, argument, keyword, may, must, named, one_of, text_or_word};
use crate::game::act::QuotedText;
use crate::game::command_problem::Advice;
use crate::law::{Family, Rule};

pub(super) fn jadoube(input: &[u8]) -> Parsed<'_, Command> {
    let ignore = |input| keyword(input, "a word of this command", &[("ignore", ())]);
    let (rest, (_, (), rules, reason)) =
        (named("jadoube"), must("the word `ignore`", ignore), rules, may(reason)).parse(input)?;
    Ok((rest, Command::Ignore(IgnoreCommand { rules, reason })))
}

/// `jadoube-ignore`, the value of the tag: rules, then the reason. The error is the advice.
pub(in crate::pgn) fn jadoube_ignore(value: &[u8]) -> Result<Vec<Rule>, Advice> {
    // As after the word `ignore` of the command.
    let arguments = [b" ", value.trim_ascii()].concat();
    match rules(&arguments) {
        Ok((_, rules)) => Ok(rules),
        Err(
            nom::Err::Error(Refusal { advice: Some(advice), .. })
            | nom::Err::Failure(Refusal { advice: Some(advice), .. }),
        ) => Err(advice),
        Err(_) => Err(Advice::ListRules),
    }
}

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
    let advice = || rule_suggestion(&String::from_utf8_lossy(word));
    rule.copied().ok_or_else(|| Refusal::not(word, "a rule", Some(advice())))
}

/// The advice for a word that is not a rule: the rule with that name after its family, or one that begins with the word, or the
/// nearest one.
fn rule_suggestion(word: &str) -> Advice {
    let ids = || Rule::ALL.iter().map(|rule| rule.id());
    if let Some(family) = Family::from_id(word) {
        return Advice::FamilyOfRules(family);
    }
    let without_family = ids().find(|id| id.split_once('.').is_some_and(|(_, name)| name == word));
    let begins_so = || ids().find(|id| word.len() > 2 && id.starts_with(word) && !word.ends_with('.'));
    match without_family.or_else(begins_so) {
        Some(id) => Advice::DidYouMean(id.to_owned()),
        None => match one_of(word.as_bytes(), &ids().collect::<Vec<_>>()) {
            advice @ Advice::DidYouMean(_) => advice,
            _ => Advice::ListRules,
        },
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
    let reason = QuotedText::new(&said).ok_or_else(|| Refusal::not(input, "a reason", None))?;
    Ok((rest, reason))
}
