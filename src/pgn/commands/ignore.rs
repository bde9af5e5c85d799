//! `[%jadoube ignore …]`: findings that are not to be reported.

use nom::Parser;

use super::command::{Command, Suppress};
use super::lexis::{Parsed, Refusal, argument, closed, may, must, named, one_of, text_or_word};
use crate::game::act::Text;
use crate::law::{Family, Rule};

/// `jadoube`
pub(super) fn jadoube(input: &[u8]) -> Parsed<'_, Command> {
    let ignore = |input| closed(input, "a word of this command", &[("ignore", ())]);
    let (rest, (_, (), rules, reason)) =
        (named("jadoube"), must("what to do", ignore), rules, may(reason)).parse(input)?;
    Ok((rest, Command::Ignore(Suppress { rules, reason })))
}

/// `jadoube-ignore`: the value of the tag, rules and then the reason; the reason is for readers.
///
/// # Errors
/// What would be right, where it begins with no rule.
pub(in crate::pgn) fn jadoube_ignore(value: &[u8]) -> Result<Vec<Rule>, String> {
    // As behind the word `ignore` of the command.
    let behind = [b" ", value.trim_ascii()].concat();
    match rules(&behind) {
        Ok((_, rules)) => Ok(rules),
        Err(nom::Err::Error(refused) | nom::Err::Failure(refused)) => {
            Err(refused.help().unwrap_or_else(|| LISTED.to_owned()))
        }
        Err(nom::Err::Incomplete(_)) => Err(LISTED.to_owned()),
    }
}

/// Where the ids are to be found.
const LISTED: &str = "`jadoube rules` lists them";

/// `rules`: one or more. What is written like an id is meant as one; anything else begins the reason.
fn rules(input: &[u8]) -> Parsed<'_, Vec<Rule>> {
    let (mut rest, first) = must("the rule", argument)(input)?;
    let mut rules = listed(first)?;
    while let Ok((behind, next)) = must("the rule", argument)(rest) {
        if !like_an_id(next) {
            break;
        }
        rest = behind;
        rules.extend(listed(next)?);
    }
    Ok((rest, rules))
}

/// The rules of a word: one, or several with commas between.
fn listed(word: &[u8]) -> Result<Vec<Rule>, nom::Err<Refusal<'_>>> {
    let ids = word.strip_suffix(b",").unwrap_or(word).split(|byte| *byte == b',');
    ids.map(rule_id).collect()
}

/// A family, a dot, and more of the letters of an id.
fn like_an_id(word: &[u8]) -> bool {
    let word = word.split(|byte| *byte == b',').next().unwrap_or_default();
    let Some(dot) = word.iter().position(|byte| *byte == b'.') else {
        return false;
    };
    let (family, name) = word.split_at(dot);
    name.len() > 1
        && name.iter().skip(1).all(|byte| byte.is_ascii_lowercase() || *byte == b'-')
        && Family::ALL.iter().any(|known| known.id().as_bytes() == family)
}

/// `rule-id`
fn rule_id(word: &[u8]) -> Result<Rule, nom::Err<Refusal<'_>>> {
    let rule = Rule::ALL.iter().find(|rule| rule.id().as_bytes() == word);
    rule.copied().ok_or_else(|| Refusal::not(word, "a rule", meant(&String::from_utf8_lossy(word))))
}

/// What to say to one who wrote `word` for a rule: the one that is called so behind its family, or begins so, or is
/// written much like it.
fn meant(word: &str) -> String {
    let ids = || Rule::ALL.iter().map(|rule| rule.id());
    if Family::from_id(word).is_some() {
        return format!("`{word}` is a family: name the rules themselves; {LISTED}");
    }
    let behind_its_family = ids().find(|id| id.split_once('.').is_some_and(|(_, name)| name == word));
    let begins_so = || ids().find(|id| word.len() > 2 && id.starts_with(word) && !word.ends_with('.'));
    match behind_its_family.or_else(begins_so) {
        Some(id) => format!("did you mean `{id}`?"),
        None => Some(one_of(word.as_bytes(), &ids().collect::<Vec<_>>()))
            .filter(|help| help.starts_with("did you mean"))
            .unwrap_or_else(|| LISTED.to_owned()),
    }
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
