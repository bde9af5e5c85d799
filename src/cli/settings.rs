//! Arguments resolved: what was typed, laid against what there is.

use std::fs;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use crate::audit::{CodeChoice, Inputs, Selection, Settings};
use crate::finding::Severity;
use crate::law::{self, Rule, codes};
use crate::report::{Charset, CodeInfo, Color, FormatId, Look};

use super::args::{AuditArgs, When};
use super::failure::Failure;
use super::nearest::{nearest, suggestion};
use super::terminal::Terminal;

/// More threads than this only cost.
const MOST_JOBS: NonZeroUsize = NonZeroUsize::MIN.saturating_add(255);

/// An audit as it will be made.
#[derive(Debug)]
pub(super) struct AuditSettings {
    /// The run.
    pub run: Settings,
    /// What is read.
    pub inputs: Inputs,
    /// The code as the report names it.
    pub code: CodeInfo,
    /// How standard output is written.
    pub format: FormatId,
    /// Whether it gets counts only.
    pub statistics: bool,
    /// How standard output looks.
    pub look: Look,
    /// How a file for reading looks.
    pub file_look: Look,
    /// At most so many findings on standard output.
    pub max_findings: Option<u64>,
    /// The reports that go to files.
    pub outputs: Vec<(FormatId, PathBuf)>,
    /// From what severity on the run fails.
    pub fail_on: Option<Severity>,
    /// Whether to show how far it has come.
    pub progress: bool,
}

impl AuditSettings {
    pub(super) fn resolve(args: &AuditArgs, terminal: &Terminal) -> Result<Self, Failure> {
        let (codes, code) = code(&args.code, args.code_file.as_deref())?;
        let format = args.format.map_or_else(
            || {
                if terminal.stdout { FormatId::Human } else { FormatId::Concise }
            },
            FormatId::from,
        );
        let outputs = outputs(args)?;
        let quotes =
            (format.quotes() && !args.statistics) || outputs.iter().any(|(format, _)| format.quotes());
        let color = |auto| {
            if args.color.resolve(auto) { Color::Ansi } else { Color::None }
        };
        Ok(Self {
            run: Settings {
                codes,
                selection: selection(&args.select, &args.ignore, args.min_severity.into())?,
                all: args.all,
                keep_source: quotes,
                jobs: args.jobs.unwrap_or_else(cores).min(MOST_JOBS),
                duplicates: args.duplicates,
                games: args.games.as_deref().map(games).transpose()?,
                chunk_size: usize::try_from(args.chunk_size).unwrap_or(usize::MAX),
                max_window: args.max_window,
            },
            inputs: Inputs {
                paths: args.paths.clone(),
                files_from: args.files_from.clone(),
                stdin_filename: args.stdin_filename.clone(),
            },
            code,
            format,
            statistics: args.statistics,
            look: look_of(terminal, args.color),
            file_look: Look { color: color(false), ..Look::PLAIN },
            max_findings: args.max_findings,
            outputs,
            fail_on: args.fail_on.severity().filter(|_| !args.exit_zero),
            progress: args.progress.resolve(terminal.stderr && terminal.colors),
        })
    }
}

/// How standard output looks.
pub(super) fn look_of(terminal: &Terminal, color: When) -> Look {
    Look {
        width: terminal.width,
        color: if color.resolve(terminal.colors_out()) { Color::Ansi } else { Color::None },
        charset: if terminal.unicode || !terminal.stdout { Charset::Unicode } else { Charset::Ascii },
    }
}

fn cores() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// The code of laws asked for, by its id or as a file.
pub(super) fn code(id: &str, file: Option<&Path>) -> Result<(CodeChoice, CodeInfo), Failure> {
    let code = if let Some(path) = file {
        let text = fs::read_to_string(path).map_err(|error| Failure::file(path, "read", &error))?;
        let named = |error: law::LoadError| Failure::Within(Box::new(error.named(&path.to_string_lossy())));
        Arc::new(law::load(&text).map_err(named)?)
    } else if id == CodeInfo::RECORD {
        let default = codes::code(codes::DEFAULT).map_err(|error| no_code(codes::DEFAULT, error))?;
        return Ok((CodeChoice::ByRecord(default), CodeInfo::record()));
    } else {
        codes::code(id).map_err(|error| no_code(id, error))?
    };
    let info = CodeInfo {
        id: Arc::clone(&code.id),
        title: Arc::clone(&code.title),
        year: Some(i32::from(code.year)),
    };
    Ok((CodeChoice::One(code), info))
}

/// The rules a word names: ALL, an id, a family (`move`, `move.*`), or a beginning (`touch.several-*`).
struct Pattern {
    stem: String,
    open: bool,
}

impl Pattern {
    const ALL: &str = "ALL";

    fn read(word: &str) -> Result<Self, Failure> {
        let word = word.trim();
        let pattern = if word == Self::ALL || word == "*" {
            Self { stem: String::new(), open: true }
        } else if let Some(stem) = word.strip_suffix('*') {
            Self { stem: stem.to_owned(), open: true }
        } else if Rule::ALL.iter().any(|rule| rule.id() == word) {
            Self { stem: word.to_owned(), open: false }
        } else {
            Self { stem: format!("{}.", word.trim_end_matches('.')), open: true }
        };
        if Rule::ALL.iter().any(|rule| pattern.takes(*rule)) {
            return Ok(pattern);
        }
        let near = if word.contains('.') {
            nearest(word, Rule::ALL.iter().map(|rule| rule.id()))
        } else {
            nearest(word, Rule::ALL.iter().map(|rule| rule.family()).chain([Self::ALL]))
        };
        let near = near.map_or_else(String::new, |near| format!("; did you mean \"{near}\"?"));
        Err(Failure::with_hint(
            format!("no rule or family of rules is called \"{word}\"{near}"),
            "`jadoube rules` lists them",
        ))
    }

    fn takes(&self, rule: Rule) -> bool {
        if self.open { rule.id().starts_with(&self.stem) } else { rule.id() == self.stem }
    }

    /// How closely it names a rule.
    fn closeness(&self) -> usize {
        self.stem.len()
    }
}

/// A rule is wanted where the closest name that takes it is selected and not ignored.
fn selection(select: &[String], ignore: &[String], min_severity: Severity) -> Result<Selection, Failure> {
    let read = |words: &[String]| {
        words
            .iter()
            .filter(|word| !word.trim().is_empty())
            .map(|word| Pattern::read(word))
            .collect::<Result<Vec<_>, _>>()
    };
    let (select, ignore) = (read(select)?, read(ignore)?);
    let closest = |patterns: &[Pattern], rule: Rule| {
        patterns.iter().filter(|pattern| pattern.takes(rule)).map(Pattern::closeness).max()
    };
    Ok(Selection::of(min_severity, |rule| {
        let selected = if select.is_empty() { Some(0) } else { closest(&select, rule) };
        match (selected, closest(&ignore, rule)) {
            (None, _) => false,
            (Some(_), None) => true,
            (Some(selected), Some(ignored)) => selected > ignored,
        }
    }))
}

/// `A..B`, `A..`, `..B` or `A`; both ends are read.
fn games(text: &str) -> Result<RangeInclusive<u64>, Failure> {
    let wrong = || {
        Failure::usage(format!("\"{text}\" is no range of games: write 3..7, 3.., ..7 or 3, counting from 1"))
    };
    let number = |text: &str, otherwise: u64| {
        if text.is_empty() { Ok(otherwise) } else { text.parse().map_err(|_| wrong()) }
    };
    let (from, to) = if let Some((from, to)) = text.split_once("..") {
        let to = to.strip_prefix('=').unwrap_or(to);
        (number(from, 1)?, number(to, u64::MAX)?)
    } else {
        let one = text.parse().map_err(|_| wrong())?;
        (one, one)
    };
    if from == 0 || to < from || text == ".." {
        return Err(wrong());
    }
    Ok(from..=to)
}

/// The files that reports go to: each its own, and none that is read.
fn outputs(args: &AuditArgs) -> Result<Vec<(FormatId, PathBuf)>, Failure> {
    let mut outputs: Vec<(FormatId, PathBuf)> = Vec::new();
    let read: Vec<PathBuf> = args.paths.iter().filter_map(|path| real(Path::new(path))).collect();
    for output in &args.output {
        let Some((name, path)) = split_output(output) else {
            return Err(Failure::with_hint(
                format!("\"{output}\" is not of the form FORMAT=PATH"),
                "for example --output json=report.json",
            ));
        };
        let Some(format) = FormatId::from_id(name) else {
            let near = suggestion(name, FormatId::ALL.iter().map(|format| format.id()));
            let all: Vec<&str> = FormatId::ALL.iter().map(|format| format.id()).collect();
            return Err(Failure::with_hint(
                format!("no format is called \"{name}\"{near}"),
                format!("the formats are {}", all.join(", ")),
            ));
        };
        if real(&path).is_some_and(|real| read.contains(&real)) {
            return Err(Failure::usage(format!(
                "{} is read in this run and cannot be written too",
                path.display()
            )));
        }
        if outputs.iter().any(|(_, other)| *other == path) {
            return Err(Failure::usage(format!("two reports cannot both go to {}", path.display())));
        }
        outputs.push((format, path));
    }
    Ok(outputs)
}

/// The same file has the same name here, however it was typed. Only of regular files: a device may
/// be read and written at once.
fn real(path: &Path) -> Option<PathBuf> {
    fs::canonicalize(path).ok().filter(|real| real.is_file())
}

/// `FORMAT=PATH`: only the first `=` divides.
fn split_output(output: &str) -> Option<(&str, PathBuf)> {
    let (name, path) = output.split_once('=')?;
    (!path.is_empty()).then(|| (name, PathBuf::from(path)))
}

/// The code asked for is not to be had.
fn no_code(id: &str, error: codes::NoCode) -> Failure {
    match error {
        codes::NoCode::Unknown { .. } => {
            let ids = codes::embedded().iter().map(|code| code.id).chain([CodeInfo::RECORD]);
            let near = suggestion(id, ids);
            Failure::with_hint(
                format!("no code is called \"{id}\"{near}"),
                "`jadoube codes` lists them; a code of your own is read with --code-file",
            )
        }
        codes::NoCode::Faulty { id, error } => {
            Failure::with_hint(format!("the embedded code {id} is faulty"), error.to_string())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(select: &[&str], ignore: &[&str]) -> impl Fn(Rule) -> bool {
        let owned = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<_>>();
        let selection = selection(&owned(select), &owned(ignore), Severity::Info).unwrap();
        move |rule| selection.wants(rule, Severity::Error)
    }

    #[test]
    fn the_closest_name_decides() {
        let all = wanted(&[], &[]);
        assert!(Rule::ALL.iter().all(|rule| all(*rule)));
        let family = wanted(&["move"], &["move.false"]);
        assert!(family(Rule::MoveCastling) && !family(Rule::MoveFalse) && !family(Rule::TouchOwn));
        assert!(family(Rule::MoveFalseCapture), "an id names one rule, not those it begins");
        let back = wanted(&["move.false", "ALL"], &["move.*"]);
        assert!(back(Rule::MoveFalse) && !back(Rule::MoveCastling) && back(Rule::TouchOwn));
        let stem = wanted(&["touch.several-*"], &[]);
        assert!(stem(Rule::TouchSeveralOwn) && !stem(Rule::TouchOwn));
        let equal = wanted(&["record"], &["record"]);
        assert!(!equal(Rule::RecordTag));
    }

    #[test]
    fn a_name_that_is_none_has_a_nearest() {
        for (word, near) in
            [("move.flase", "move.false"), ("recrod", "record"), ("mvoe.castling", "move.castling")]
        {
            let Err(Failure::Usage { message, .. }) = Pattern::read(word) else {
                panic!("{word} was taken");
            };
            assert!(message.ends_with(&format!("did you mean \"{near}\"?")), "{message}");
        }
        assert!(Pattern::read("xyzzy*").is_err());
    }

    #[test]
    fn ranges_of_games() {
        assert_eq!(games("3..7").unwrap(), 3..=7);
        assert_eq!(games("3..").unwrap(), 3..=u64::MAX);
        assert_eq!(games("..7").unwrap(), 1..=7);
        assert_eq!(games("5").unwrap(), 5..=5);
        for wrong in ["", "..", "0..3", "7..3", "a..b", "-1..2", "0"] {
            assert!(games(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_output_is_split_at_its_first_equals_sign() {
        assert_eq!(split_output("json=a=b.json"), Some(("json", "a=b.json".into())));
        assert_eq!(split_output("json="), None);
        assert_eq!(split_output("json"), None);
    }
}
