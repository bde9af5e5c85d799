//! `jadoube explain`: explains a code, an article, a rule, or a command or tag of a record.

use std::fmt::Write as _;
use std::io::Write;
use std::sync::Arc;

use crate::explain::{self, Explanation, Found, Thing};
use crate::law::{Code, LawFile, Rule, codes};

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
    if let Some(format) = args.cite {
        let named = separate_articles(&args.what, &files, &embedded);
        let cited: Vec<Explanation> =
            named.into_iter().map(|what| find(what, &files, &embedded)).collect::<Result<_, _>>()?;
        let citation = explain::citation(&cited, format).ok_or_else(|| {
            CliError::with_hint(
                "only a code or an article can be cited",
                "name a code, or an article as CODE/ARTICLE",
            )
        })?;
        out.write_all(citation.as_bytes())?;
        return Ok(ExitStatus::Clean);
    }
    let explanation = find(&args.what, &files, &embedded)?;
    let explanation = match (args.history, args.gaps) {
        (true, _) => history(explanation, &files, &embedded)?,
        (_, true) => gaps(&explanation, &files, &embedded)?,
        _ => explanation,
    };
    match args.format {
        ListFormat::Human => explain::write_page(out, &explanation, default_style(terminal, args.color))?,
        ListFormat::Json => explain::write_json(out, &explanation)?,
    }
    Ok(ExitStatus::Clean)
}

/// The words of each code or article, if each word names one; else all words.
fn separate_articles<'a>(words: &'a [String], own: &[LawFile], embedded: &[LawFile]) -> Vec<&'a [String]> {
    let is_code = |id: &str| own.iter().chain(embedded).any(|file| is_id_of(id, file));
    let is_named = |word: &String| is_code(word.split_once('/').map_or(word.as_str(), |(id, _)| id));
    if words.is_empty() || !words.iter().all(is_named) {
        return vec![words];
    }
    words.chunks(1).collect()
}

/// The law on a rule through time.
fn history(explanation: Explanation, own: &[LawFile], embedded: &[LawFile]) -> Result<Explanation, CliError> {
    if let Explanation::Rule(page) = &explanation
        && page.rule.is_about_record()
    {
        return Err(CliError::with_hint(
            format!("{0} is a rule of the record: no code decides it", page.rule),
            format!("`jadoube explain {}` explains it", page.rule),
        ));
    }
    let Explanation::Rule(page) = explanation else {
        return Err(CliError::with_hint(
            "--history needs a rule",
            "name a rule, such as draw.fifty; `jadoube rules` lists them",
        ));
    };
    let files: Vec<LawFile> = embedded.iter().chain(own).cloned().collect();
    Ok(Explanation::History(explain::history(page.rule, &files)))
}

/// The articles of a code with their states.
fn gaps(explanation: &Explanation, own: &[LawFile], embedded: &[LawFile]) -> Result<Explanation, CliError> {
    let file = match explanation {
        Explanation::Code(page) => own.iter().chain(embedded).find(|file| file.code.id == page.code.id),
        _ => None,
    };
    let file = file.ok_or_else(|| {
        let message = match explanation {
            Explanation::Rule(page) => format!("--gaps needs a code; {} is a rule", page.rule),
            _ => "--gaps needs a code".to_owned(),
        };
        CliError::with_hint(message, "name a code; `jadoube codes` lists them")
    })?;
    Ok(Explanation::Gaps(explain::gaps(file)))
}

/// Finds what the words name: a rule, an article of the only file given, a code, an article of a code, or anything else
/// that is explained.
fn find(words: &[String], own: &[LawFile], embedded: &[LawFile]) -> Result<Explanation, CliError> {
    let words = words.join(" ");
    let what = words.trim();
    if what.is_empty() {
        return without_words(own);
    }
    if let Ok(rule) = what.parse::<Rule>() {
        return Ok(explain_rule(rule, own, embedded));
    }
    if let [only] = own
        && let Some(page) = explain::article(only, what)
    {
        return Ok(Explanation::Article(page));
    }
    let files: Vec<LawFile> = own.iter().chain(embedded).cloned().collect();
    // `CODE/ARTICLE` as typed, or `CODE ARTICLE` as in a report.
    let parts = what.split_once('/').or_else(|| what.split_once(' '));
    let (id, article) = parts.map_or((what, None), |(id, article)| (id, Some(article.trim())));
    if let Some(file) = file_of_code(id, &files) {
        return match article {
            None => Ok(Explanation::Code(explain::code(file))),
            Some(article) => explain_article(file, article),
        };
    }
    if what.contains('/') && !what.starts_with('[') {
        let near = suggestion(id, files.iter().map(|file| &*file.code.id));
        return Err(CliError::with_hint(
            format!("no code is called \"{id}\"{near}"),
            "`jadoube codes` lists the codes",
        ));
    }
    if let list @ ("codes" | "rules") = what {
        return Err(CliError::with_hint(
            format!("\"{list}\" is a command of its own"),
            format!("run `jadoube {list}`"),
        ));
    }
    look_up(what, &files, own, embedded)
}

/// The only code given.
fn without_words(own: &[LawFile]) -> Result<Explanation, CliError> {
    match own {
        [only] => Ok(Explanation::Code(explain::code(only))),
        [] => Err(CliError::with_hint(
            "nothing to explain: no code, article, rule, command or tag is named",
            LISTS,
        )),
        _ => Err(CliError::with_hint(
            "several law files are given, but no code is named",
            "name a code by the id in its law file",
        )),
    }
}

/// Anything but a code or an article of a code that is named. `files`: all law files, in the order of their precedence.
fn look_up(
    what: &str,
    files: &[LawFile],
    own: &[LawFile],
    embedded: &[LawFile],
) -> Result<Explanation, CliError> {
    let codes: Vec<Arc<Code>> = files.iter().map(|file| Arc::clone(&file.code)).collect();
    match explain::look_up(what, &codes) {
        Found::Named(things) => match <[Thing; 1]>::try_from(things) {
            Ok([thing]) => explain_thing(&thing, own, embedded),
            Err(mut things) => match things.first() {
                Some(Thing::Family(family)) => {
                    let family = *family;
                    things.remove(0);
                    Ok(Explanation::Family(family, things))
                }
                _ => Ok(Explanation::Matches(what.to_owned(), things)),
            },
        },
        Found::Mentioned(things) => Ok(Explanation::Matches(what.to_owned(), things)),
        Found::Near(things) => {
            article_without_code(what, own, embedded).unwrap_or_else(|| Err(not_found(what, &things)))
        }
    }
}

/// An article, or parts of one, of today's codes, or else of any code. A code that takes the article from another is left out.
/// A single one is explained.
fn article_without_code(
    what: &str,
    own: &[LawFile],
    embedded: &[LawFile],
) -> Option<Result<Explanation, CliError>> {
    let article = what.strip_prefix("article ").unwrap_or(what).trim();
    let of = |files: &mut dyn Iterator<Item = &LawFile>| -> Vec<(Arc<Code>, Arc<str>)> {
        let named = |file: &LawFile| {
            let articles = explain::articles_within(file, article);
            articles.into_iter().map(|part| (Arc::clone(&file.code), part)).collect::<Vec<_>>()
        };
        files.flat_map(named).collect()
    };
    let is_of_today = |file: &&LawFile| {
        file.code.since.is_some() && file.code.until.is_none() && file.code.extends.is_none()
    };
    let mut found = of(&mut own.iter().chain(embedded.iter().filter(is_of_today)));
    if found.is_empty() {
        found = of(&mut embedded.iter());
    }
    match found.as_slice() {
        [] => None,
        [(code, article)] => {
            Some(explain_thing(&Thing::Article(Arc::clone(code), Arc::clone(article)), own, embedded))
        }
        several => {
            let mut tip = "name the code too:".to_owned();
            for (code, part) in several.iter().take(MOST_ARTICLES) {
                let _ = write!(tip, "\n  jadoube explain {}/{part}", code.id);
            }
            Some(Err(CliError::with_hint(format!("\"{article}\" is an article, and no code is named"), tip)))
        }
    }
}

/// An error names no more articles.
const MOST_ARTICLES: usize = 12;

/// The hint on the lists of what can be explained.
const LISTS: &str = "`jadoube codes`, `jadoube rules`, `jadoube explain commands` and `jadoube explain tags` list what \
                     can be explained";

fn not_found(what: &str, near: &[Thing]) -> CliError {
    let message = format!("no code, article, rule, command or tag is called \"{what}\"");
    match near {
        [] => CliError::with_hint(message, LISTS),
        [only] => CliError::with_hint(format!("{message}; did you mean \"{}\"?", only.argument()), LISTS),
        _ => {
            let mut hint = "try one of these".to_owned();
            for thing in near {
                let _ = write!(hint, "\n  jadoube explain {}: {}", thing.argument(), thing.summary());
            }
            CliError::with_hint(message, hint)
        }
    }
}

/// The file of a code, whose id may be written without its hyphens or in capitals.
fn file_of_code<'f>(id: &str, files: &'f [LawFile]) -> Option<&'f LawFile> {
    let exact = files.iter().find(|file| *file.code.id == *id);
    exact.or_else(|| files.iter().find(|file| is_id_of(id, file)))
}

fn is_id_of(id: &str, file: &LawFile) -> bool {
    let plain = |id: &str| id.replace('-', "").to_lowercase();
    plain(&file.code.id) == plain(id)
}

/// Explains an article, whose id may be written in small letters.
fn explain_article(file: &LawFile, article: &str) -> Result<Explanation, CliError> {
    let in_any_case = || {
        let articles = explain::articles(&file.code);
        articles.into_iter().find(|known| known.eq_ignore_ascii_case(article))
    };
    explain::article(file, article)
        .or_else(|| explain::article(file, in_any_case()?))
        .map(Explanation::Article)
        .ok_or_else(|| article_not_found(file, article))
}

fn explain_rule(rule: Rule, own: &[LawFile], embedded: &[LawFile]) -> Explanation {
    let files: Vec<LawFile> = embedded.iter().chain(own).cloned().collect();
    Explanation::Rule(explain::rule(rule, &files))
}

fn explain_thing(thing: &Thing, own: &[LawFile], embedded: &[LawFile]) -> Result<Explanation, CliError> {
    let file = |code: &Code| own.iter().chain(embedded).find(|file| file.code.id == code.id);
    let found = match thing {
        Thing::Rule(rule) => Some(explain_rule(*rule, own, embedded)),
        Thing::Family(family) => Some(Explanation::Family(*family, Vec::new())),
        Thing::Command(help) => Some(Explanation::Command(help.page())),
        Thing::Tag(help) => Some(Explanation::Tag(help)),
        Thing::Term(term) => Some(Explanation::Term(term)),
        Thing::Code(code) => file(code).map(|file| Explanation::Code(explain::code(file))),
        Thing::Article(code, article) => {
            file(code).and_then(|file| explain::article(file, article)).map(Explanation::Article)
        }
        Thing::Commands => Some(Explanation::Commands),
        Thing::Tags => Some(Explanation::Tags),
    };
    found.ok_or_else(|| not_found(&thing.argument(), &[]))
}
