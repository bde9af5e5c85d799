//! `[%jadoube ignore …]`: findings that are not to be reported.

use nom::Parser;

use super::lexis::{Parsed, Refusal, argument, closed, may, must, named, one_of, text_or_word};
use super::{Command, Suppress};
use crate::law::Rule;
use crate::record::act::Text;

/// `jadoube`
pub(super) fn jadoube(input: &[u8]) -> Parsed<'_, Command> {
    let ignore = |input| closed(input, "a word of this command", &[("ignore", ())]);
    let (rest, (_, (), rules, reason)) =
        (named("jadoube"), must("what to do", ignore), rules, may(reason)).parse(input)?;
    Ok((rest, Command::Ignore(Suppress { rules, reason })))
}

/// `jadoube-ignore`: the value of the tag, rules and then the reason; the reason is for readers.
pub(in crate::record) fn jadoube_ignore(value: &[u8]) -> Option<Vec<Rule>> {
    // As behind the word `ignore` of the command.
    let behind = [b" ", value.trim_ascii()].concat();
    rules(&behind).ok().map(|(_, rules)| rules)
}

/// `rules`: one or more. What is written like an id is meant as one; anything else begins the reason.
fn rules(input: &[u8]) -> Parsed<'_, Vec<Rule>> {
    let (mut rest, first) = must("the rule", rule_id)(input)?;
    let mut rules = vec![first];
    while let Ok((_, next)) = must("the rule", argument)(rest) {
        if !like_an_id(next) {
            break;
        }
        let rule = must("the rule", rule_id)(rest)?;
        rest = rule.0;
        rules.push(rule.1);
    }
    Ok((rest, rules))
}

/// A family, a dot, and more of the letters of an id.
fn like_an_id(word: &[u8]) -> bool {
    let Some(dot) = word.iter().position(|byte| *byte == b'.') else {
        return false;
    };
    let (family, name) = word.split_at(dot);
    name.len() > 1
        && name.iter().skip(1).all(|byte| byte.is_ascii_lowercase() || *byte == b'-')
        && Rule::ALL.iter().any(|rule| rule.family().as_bytes() == family)
}

/// `rule-id`
fn rule_id(input: &[u8]) -> Parsed<'_, Rule> {
    let words: Vec<(&str, Rule)> = Rule::ALL.iter().map(|rule| (rule.id(), *rule)).collect();
    let (_, at) = argument(input)?;
    closed(input, "a rule", &words).map_err(|refused| {
        let known: Vec<&str> = words.iter().map(|(id, _)| *id).collect();
        let help = one_of(at, &known);
        if help.starts_with("did you mean") {
            refused
        } else {
            Refusal::not(at, "a rule", "`jadoube rules` lists them".to_owned())
        }
    })
}

/// `reason`: the rest of the command, in quotation marks or not.
fn reason(input: &[u8]) -> Parsed<'_, Text> {
    let (mut rest, first) = text_or_word(input)?;
    let mut said = first.as_str().to_owned();
    while let (after, Some(next)) = may(text_or_word)(rest)? {
        said.push(' ');
        said.push_str(next.as_str());
        rest = after;
    }
    match Text::new(&said) {
        Some(reason) => Ok((rest, reason)),
        None => Err(Refusal::not(input, "a reason", String::new())),
    }
}
