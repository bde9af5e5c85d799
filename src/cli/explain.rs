//! `jadoube explain`: a code, an article or a rule in words.

use std::io::Write;

use crate::explain::{self, Explanation};
use crate::law::{Family, LawFile, Rule, codes};

use super::ExitStatus;
use super::args::{ExplainArgs, ListFormat};
use super::failure::Failure;
use super::law_choice::{from_file, no_article, read_as};
use super::streams::style_of;
use super::suggestion::suggestion;
use super::terminal::Terminal;

pub(super) fn run(
    args: &ExplainArgs,
    terminal: &Terminal,
    out: &mut dyn Write,
) -> Result<ExitStatus, Failure> {
    let own = args.code_file.iter().map(|path| from_file(path)).collect::<Result<Vec<_>, _>>()?;
    // A file given stands before an embedded one of its name.
    let mut files: Vec<LawFile> = own.iter().cloned().chain(codes::files()).collect();
    read_as(&mut files, &args.readings.asked)?;
    let embedded = files.split_off(own.len());
    let explanation = find(args.what.as_deref(), &files, &embedded)?;
    match args.format {
        ListFormat::Human => explain::write_page(out, &explanation, style_of(terminal, args.color))?,
        ListFormat::Json => explain::write_json(out, &explanation)?,
    }
    Ok(ExitStatus::Clean)
}

/// What is meant: a rule, an article of a file given, a code, or an article of one.
fn find(what: Option<&str>, own: &[LawFile], embedded: &[LawFile]) -> Result<Explanation, Failure> {
    let Some(what) = what else {
        return match own {
            [only] => Ok(Explanation::Code(explain::code(only))),
            [] => Err(Failure::with_hint(
                "nothing is named that could be explained",
                "name a code, an article of one as CODE/ARTICLE, or a rule; `jadoube codes` and `jadoube rules` list them",
            )),
            _ => Err(Failure::usage("of several law files one must be named, by its code's id")),
        };
    };
    if let Ok(rule) = what.parse::<Rule>() {
        let files: Vec<LawFile> = embedded.iter().chain(own).cloned().collect();
        return Ok(Explanation::Rule(explain::rule(rule, &files)));
    }
    if let [only] = own
        && let Some(page) = explain::article(only, what)
    {
        return Ok(Explanation::Article(page));
    }
    let files = || own.iter().chain(embedded);
    // As it is typed, and as a report names it.
    let parted = what.split_once('/').or_else(|| what.split_once(' '));
    let (id, article) = parted.map_or((what, None), |(id, article)| (id, Some(article.trim())));
    let Some(file) = files().find(|file| *file.code.id == *id) else {
        if let Some(rule) = rule_of_last_word(what) {
            let files: Vec<LawFile> = embedded.iter().chain(own).cloned().collect();
            return Ok(Explanation::Rule(explain::rule(rule, &files)));
        }
        if let Some(family) = Family::from_id(what) {
            return Ok(Explanation::Family(family));
        }
        let default = embedded.iter().find(|file| *file.code.id == *codes::DEFAULT);
        if let Some(page) = default.and_then(|file| explain::article(file, what)) {
            return Ok(Explanation::Article(page));
        }
        let rules = Rule::ALL.iter().map(|rule| rule.id());
        let codes = files().map(|file| &*file.code.id);
        let (kind, near) = if article.is_some() {
            ("no code is called", suggestion(id, codes))
        } else {
            ("nothing is called", suggestion(id, codes.chain(rules)))
        };
        return Err(Failure::with_hint(
            format!("{kind} \"{id}\"{near}"),
            "`jadoube codes` and `jadoube rules` list what can be explained",
        ));
    };
    let Some(article) = article else {
        return Ok(Explanation::Code(explain::code(file)));
    };
    explain::article(file, article).map(Explanation::Article).ok_or_else(|| no_article(file, article))
}

/// The one rule that is called so behind its family.
fn rule_of_last_word(word: &str) -> Option<Rule> {
    let named = |rule: &&Rule| rule.id().split_once('.').is_some_and(|(_, name)| name == word);
    let mut rules = Rule::ALL.iter().filter(named);
    rules.next().copied().filter(|_| rules.next().is_none())
}
