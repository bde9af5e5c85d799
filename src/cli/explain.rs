//! `jadoube explain`: explains a code, an article or a rule.

use std::io::Write;

use crate::explain::{self, Explanation};
use crate::law::{Family, LawFile, Rule, codes};

use super::args::{ExplainArgs, ListFormat};
use super::exit_status::ExitStatus;
use super::failure::{CliError, suggestion};
use super::law_choice::{apply_readings, article_not_found, from_file};
use super::streams::default_style;
use super::terminal::Terminal;

pub(super) fn run(
    args: &ExplainArgs,
    terminal: &Terminal,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    let own = args.code_file.iter().map(|path| from_file(path)).collect::<Result<Vec<_>, _>>()?;
    // The user's file comes before an embedded one of the same id.
    let mut files: Vec<LawFile> = own.iter().cloned().chain(codes::files()).collect();
    apply_readings(&mut files, &args.readings.asked)?;
    let embedded = files.split_off(own.len());
    let explanation = find(args.what.as_deref(), &files, &embedded)?;
    if let Some(format) = args.cite {
        let citation = explain::citation(&explanation, format).ok_or_else(|| {
            CliError::with_hint(
                "only a code or an article can be cited",
                "name a code, or an article as CODE/ARTICLE",
            )
        })?;
        out.write_all(citation.as_bytes())?;
        return Ok(ExitStatus::Clean);
    }
    match args.format {
        ListFormat::Human => explain::write_page(out, &explanation, default_style(terminal, args.color))?,
        ListFormat::Json => explain::write_json(out, &explanation)?,
    }
    Ok(ExitStatus::Clean)
}

/// Finds a rule, an article of the only file given, a code, or an article of a code.
fn find(what: Option<&str>, own: &[LawFile], embedded: &[LawFile]) -> Result<Explanation, CliError> {
    let Some(what) = what else {
        return match own {
            [only] => Ok(Explanation::Code(explain::code(only))),
            [] => Err(CliError::with_hint(
                "nothing to explain: no code, article or rule is named",
                "name a code, an article as CODE/ARTICLE, or a rule; `jadoube codes` and `jadoube rules` list them",
            )),
            _ => Err(CliError::with_hint(
                "several law files are given, but no code is named",
                "name a code by the id in its law file",
            )),
        };
    };
    let explain_rule = |rule| {
        let files: Vec<LawFile> = embedded.iter().chain(own).cloned().collect();
        Explanation::Rule(explain::rule(rule, &files))
    };
    if let Ok(rule) = what.parse::<Rule>() {
        return Ok(explain_rule(rule));
    }
    if let [only] = own
        && let Some(page) = explain::article(only, what)
    {
        return Ok(Explanation::Article(page));
    }
    let files = || own.iter().chain(embedded);
    // `CODE/ARTICLE` as typed, or `CODE ARTICLE` as in a report.
    let parts = what.split_once('/').or_else(|| what.split_once(' '));
    let (id, article) = parts.map_or((what, None), |(id, article)| (id, Some(article.trim())));
    let Some(file) = files().find(|file| *file.code.id == *id) else {
        if let Some(rule) = rule_of_last_word(what) {
            return Ok(explain_rule(rule));
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
            ("no code, article or rule is called", suggestion(id, codes.chain(rules)))
        };
        return Err(CliError::with_hint(
            format!("{kind} \"{id}\"{near}"),
            "`jadoube codes` and `jadoube rules` list what can be explained",
        ));
    };
    let Some(article) = article else {
        return Ok(Explanation::Code(explain::code(file)));
    };
    explain::article(file, article).map(Explanation::Article).ok_or_else(|| article_not_found(file, article))
}

/// The rule with this name without its family, if there is only one.
fn rule_of_last_word(word: &str) -> Option<Rule> {
    let named = |rule: &&Rule| rule.id().split_once('.').is_some_and(|(_, name)| name == word);
    let mut rules = Rule::ALL.iter().filter(named);
    rules.next().copied().filter(|_| rules.next().is_none())
}
