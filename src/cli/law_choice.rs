//! Resolves the code of laws, by its id or from a file, and its readings.

use std::iter;
use std::path::Path;
use std::sync::Arc;

use crate::audit::{CodeChoice, LawFiles, LawOfDay};
use crate::explain;
use crate::law::{LawFile, LawText, OtherReading, codes, other_reading, words};
use crate::report::CodeInfo;

use super::args::CodeArgs;
use super::failure::{CliError, suggestion};
use super::resolve::ChosenCode;
use crate::input::Globs;
use crate::nearest::nearest;

/// The law of a run.
#[derive(Debug)]
pub(super) struct RunLaw {
    pub codes: CodeChoice,
    pub by_file: FileCodes,
    pub shelf: LawFiles,
    pub info: CodeInfo,
}

/// The codes of files that have their own.
#[derive(Debug, Default)]
pub(super) struct FileCodes {
    pub choices: Vec<CodeChoice>,
    /// The number of the choice of each file, from 1.
    pub files: Vec<(Globs, u16)>,
}

/// The chosen codes under the readings that the arguments choose.
pub(super) fn law(
    args: &CodeArgs,
    chosen: &ChosenCode,
    by_file: &[(Globs, ChosenCode)],
) -> Result<RunLaw, CliError> {
    let asked = &args.readings.asked;
    let all = || iter::once(chosen).chain(by_file.iter().map(|(_, code)| code));
    // A reading of any code may be asked for, if any code may be that of a game.
    let is_any = all().any(|code| matches!(code, ChosenCode::Id(id) if id == CodeInfo::RECORD));
    let mut files = if is_any && !asked.is_empty() { codes::files() } else { Vec::new() };
    if let ChosenCode::File(path) = chosen {
        files.insert(0, from_file(path)?);
    }
    for id in all().filter_map(ChosenCode::id) {
        if !files.iter().any(|file| *file.code.id == *id) {
            files.push(codes::file(id).map_err(|error| code_not_found(id, error, &[CodeInfo::RECORD]))?);
        }
    }
    apply_readings(&mut files, asked)?;
    let shelf = LawFiles::of(files.clone());
    let choice = |code: &ChosenCode| match code {
        ChosenCode::Id(id) if id == CodeInfo::RECORD => LawOfDay::of(&shelf, args.tradition.as_deref())
            .map(CodeChoice::ByRecord)
            .map_err(|error| code_not_found(codes::LEGALITY, error, &[])),
        ChosenCode::Id(id) => {
            let found = files.iter().find(|file| *file.code.id == **id);
            Ok(CodeChoice::One(Arc::clone(&found.ok_or_else(|| no_code(id))?.code)))
        }
        ChosenCode::File(_) => {
            Ok(CodeChoice::One(Arc::clone(&files.first().ok_or_else(|| no_code("code-file"))?.code)))
        }
    };
    let codes = choice(chosen)?;
    let info = match &codes {
        _ if !by_file.is_empty() => CodeInfo::per_file(),
        CodeChoice::One(code) => CodeInfo::of(code),
        CodeChoice::ByRecord(_) => CodeInfo::record(),
    };
    let mut of_files = FileCodes::default();
    for ((globs, code), number) in by_file.iter().zip(1..=u16::MAX) {
        of_files.choices.push(choice(code)?);
        of_files.files.push((globs.clone(), number));
    }
    Ok(RunLaw { codes, by_file: of_files, shelf, info })
}

fn no_code(id: &str) -> CliError {
    CliError::usage(format!("no code is called \"{id}\""))
}

/// Applies each chosen reading, `CODE/ARTICLE=NAME`, to the file of its code.
pub(super) fn apply_readings(files: &mut [LawFile], asked: &[String]) -> Result<(), CliError> {
    for one in asked {
        let named = one
            .split_once('/')
            .and_then(|(code, rest)| rest.split_once('=').map(|(article, name)| (code, article, name)));
        let Some((code, article, name)) = named else {
            return Err(CliError::with_hint(
                format!("\"{one}\" is not of the form CODE/ARTICLE=NAME"),
                "`jadoube explain CODE` lists the readings of a code and their alternatives",
            ));
        };
        let near = suggestion(code, files.iter().map(|file| &*file.code.id));
        if !files.iter().any(|file| *file.code.id == *code) {
            return Err(CliError::with_hint(
                format!("no code of this run is called \"{code}\"{near}"),
                "the codes of the run are those of --code, --codes (compare) and --code-file",
            ));
        }
        for file in files.iter_mut().filter(|file| *file.code.id == *code) {
            let other = alternative(file, article, name)?;
            *file = file.with(other).map_err(|error| CliError::Within(Box::new(error)))?;
        }
    }
    Ok(())
}

/// The alternative reading of an article by its name.
fn alternative(file: &LawFile, article: &str, name: &str) -> Result<OtherReading, CliError> {
    let code = &file.code;
    if !code.readings.iter().any(|reading| *reading.article == *article) {
        if explain::articles(code).iter().any(|known| &***known == article) {
            return Err(single_reading(file, article));
        }
        return Err(article_not_found(file, article));
    }
    let others: Vec<OtherReading> = code
        .readings_of(article)
        .flat_map(|reading| reading.alternatives.iter().map(|other| other_reading(reading, other)))
        .collect();
    if others.is_empty() {
        return Err(single_reading(file, article));
    }
    others.iter().find(|other| *other.name == *name).cloned().ok_or_else(|| {
        let names: Vec<&str> = others.iter().map(|other| &*other.name).collect();
        let near = suggestion(name, names.iter().copied());
        CliError::with_hint(
            format!("{} {article} has no reading called \"{name}\"{near}", code.id),
            format!("use the reading {}", words::list_or(&names)),
        )
    })
}

fn single_reading(file: &LawFile, article: &str) -> CliError {
    let id = &file.code.id;
    CliError::with_hint(
        format!("{id} {article} has only one reading"),
        format!("`jadoube explain {id}` lists the readings and their alternatives"),
    )
}

pub(super) fn article_not_found(file: &LawFile, article: &str) -> CliError {
    let articles = explain::articles(&file.code);
    let in_parts = |named: &&&Arc<str>| named.strip_prefix(article).is_some_and(|rest| rest.starts_with('.'));
    let parts: Vec<&str> = articles.iter().filter(in_parts).map(|named| &***named).collect();
    if !parts.is_empty() {
        let parts: Vec<String> =
            parts.iter().map(|part| format!("`jadoube explain {}/{part}`", file.code.id)).collect();
        return CliError::with_hint(
            format!("there is no entry for article \"{article}\" of {} as a whole", file.code.id),
            format!("see {}", parts.join(", ")),
        );
    }
    let lower: Vec<String> = articles.iter().map(|named| named.to_lowercase()).collect();
    let near = nearest(article, lower.iter().map(String::as_str));
    let named = near.and_then(|near| articles.iter().find(|named| named.to_lowercase() == near));
    let message = format!("there is no entry for article \"{article}\" of {}", file.code.id);
    // The rapid and blitz editions have articles of their own.
    let is_of_family = |other: &LawFile| {
        other.code.extends.as_ref() == Some(&file.code.id)
            || file.code.extends.as_ref() == Some(&other.code.id)
    };
    let family = codes::files().into_iter().filter(is_of_family);
    let elsewhere: Vec<String> = family
        .filter(|other| explain::article(other, article).is_some())
        .map(|other| format!("`jadoube explain {}/{article}`", other.code.id))
        .collect();
    if !elsewhere.is_empty() {
        return CliError::with_hint(message, format!("see {}", elsewhere.join(", ")));
    }
    let near = named.map_or_else(String::new, |named| format!("; did you mean \"{named}\"?"));
    CliError::with_hint(
        format!("{message}{near}"),
        format!("`jadoube explain {}` lists the articles that it rules on", file.code.id),
    )
}

/// Reads a law file that the user wrote.
pub(super) fn from_file(path: &Path) -> Result<LawFile, CliError> {
    if let Some(id) = path.to_str().filter(|id| !path.exists() && codes::find_file(id).is_some()) {
        return Err(CliError::with_hint(
            format!("{id}: no such file or directory"),
            format!("{id} is a built-in code: name it without --code-file"),
        ));
    }
    let text = CliError::read_text(path)?;
    let text = LawText { text: &text, folder: path.parent() };
    LawFile::read(text).map_err(|error| CliError::Within(Box::new(error.named(&path.to_string_lossy()))))
}

pub(super) fn embedded(id: &str) -> Result<LawFile, CliError> {
    codes::file(id).map_err(|error| code_not_found(id, error, &[]))
}

/// The text of a law file that comes with the program.
pub(super) fn embedded_text(id: &str) -> Result<&'static str, CliError> {
    let file = codes::embedded().iter().find(|file| file.id == id);
    file.map(|file| file.text).ok_or_else(|| {
        let near = suggestion(id, codes::embedded().iter().map(|code| code.id));
        CliError::with_hint(format!("no code is called \"{id}\"{near}"), "`jadoube codes` lists them")
    })
}

/// `also` are words that are allowed instead of an id.
fn code_not_found(id: &str, error: codes::NoCode, also: &[&str]) -> CliError {
    match error {
        codes::NoCode::Unknown { .. } if id == CodeInfo::RECORD => CliError::with_hint(
            format!("{id} is not a code: it stands for the code that each game's Laws tag names"),
            "name a code by its id; `jadoube codes` lists them",
        ),
        codes::NoCode::Unknown { .. } => {
            let ids = codes::embedded().iter().map(|code| code.id).chain(also.iter().copied());
            let near = suggestion(id, ids);
            CliError::with_hint(
                format!("no code is called \"{id}\"{near}"),
                "`jadoube codes` lists them; use --code-file for a law file that you wrote",
            )
        }
        codes::NoCode::Faulty { id, error } => CliError::with_hint(
            format!("the built-in code {id} is invalid: {}", error.first().unwrap_or_default()),
            "`jadoube check-code` shows every fault of its law file",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invalid_built_in_code_is_reported_with_its_first_fault() {
        let error = Arc::new(LawFile::read("[code]\nid = 3\n").unwrap_err());
        let CliError::Usage { message, .. } =
            code_not_found("mine", codes::NoCode::Faulty { id: "mine", error }, &[])
        else {
            panic!("another kind of error");
        };
        assert!(message.starts_with("the built-in code mine is invalid: line "), "{message}");
        assert!(message.len() > "the built-in code mine is invalid: line 1: ".len(), "{message}");
    }
}
