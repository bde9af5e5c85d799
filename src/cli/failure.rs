//! Failures of a command, and how they are reported: the fact, then what to do.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme};

use crate::explain::Thing;
use crate::input::plain_reason;
use crate::law::codes;
use crate::nearest::nearest;
use crate::report::{Charset, Color, FormatId, NotBuilt, Style};

use super::terminal::Terminal;

/// Why a command could not do its work.
#[derive(Debug)]
pub(super) enum CliError {
    /// The arguments are invalid, or ask for help.
    Arguments(clap::Error),
    /// The arguments ask for something missing or impossible. The hint says what to do.
    Usage {
        message: String,
        hint: Option<String>,
    },
    Io(io::Error),
    /// A file that the user wrote has faults.
    Within(Box<dyn Diagnostic + Send + Sync>),
}

impl From<io::Error> for CliError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<NotBuilt> for CliError {
    fn from(error: NotBuilt) -> Self {
        Self::with_hint(
            error.to_string(),
            "the program of the Python package has it: pip install jadoube; \
             so has one built with cargo install --features arrow",
        )
    }
}

impl CliError {
    pub(super) fn usage(message: impl Into<String>) -> Self {
        Self::Usage { message: message.into(), hint: None }
    }

    pub(super) fn with_hint(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::Usage { message: message.into(), hint: Some(hint.into()) }
    }

    /// Invalid arguments, with a hint where it is clear what was meant.
    pub(super) fn arguments(mut error: clap::Error) -> Self {
        if let Some(ContextValue::Strings(values)) = error.get(ContextKind::ValidValue)
            && values.len() > MOST_VALUES
        {
            error.remove(ContextKind::ValidValue);
        }
        if let (Some(ContextValue::String(typed)), Some(ContextValue::String(similar))) =
            (error.get(ContextKind::InvalidValue), error.get(ContextKind::SuggestedValue))
            && nearest(typed, [similar.as_str()]).is_none()
        {
            error.remove(ContextKind::SuggestedValue);
        }
        meant(&error).unwrap_or(Self::Arguments(error))
    }

    /// `what` is "read" or "written".
    pub(super) fn file(path: &Path, what: &str, error: &io::Error) -> Self {
        let (file, reason) = (path.display(), plain_reason(error));
        let message = match what {
            "read" => format!("{file}: {reason}"),
            _ => format!("{file} could not be {what}: {reason}"),
        };
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.exists());
        match (error.kind(), folder) {
            (io::ErrorKind::NotFound, Some(folder)) if what == "written" => {
                Self::with_hint(message, format!("create the folder {} first", folder.display()))
            }
            (io::ErrorKind::IsADirectory, _) => Self::with_hint(message, "name a file"),
            _ => Self::usage(message),
        }
    }

    /// Reads a text that the user wrote.
    pub(super) fn read_text(path: &Path) -> Result<String, Self> {
        if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pgn")) {
            return Err(Self::with_hint(
                format!("{} is a game file, not a TOML file", path.display()),
                "name a settings file or a law file",
            ));
        }
        let bytes = fs::read(path).map_err(|error| Self::file(path, "read", &error))?;
        String::from_utf8(bytes).map_err(|_| {
            Self::with_hint(
                format!("{} could not be read: it is not UTF-8 text", path.display()),
                "name a TOML file, or save the file as UTF-8",
            )
        })
    }

    /// The failure in one line, for an editor.
    pub(super) fn in_one_line(&self) -> String {
        match self {
            Self::Arguments(error) => error.to_string(),
            Self::Usage { message, hint: None } => message.clone(),
            Self::Usage { message, hint: Some(hint) } => format!("{message}; {hint}"),
            Self::Io(error) => error.to_string(),
            Self::Within(diagnostic) => {
                let first = diagnostic.related().and_then(|mut faults| Some(faults.next()?.to_string()));
                first.map_or_else(|| diagnostic.to_string(), |first| format!("{diagnostic}: {first}"))
            }
        }
    }

    pub(super) fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// Writes the failure and returns the exit code. An error while writing to `err` is ignored.
    pub(super) fn report(self, terminal: &Terminal, out: &mut dyn Write, err: &mut dyn Write) -> u8 {
        let style = terminal.err_style();
        let error = style.paint("1;31", "error");
        match self {
            Self::Arguments(error) => {
                let styled = error.render();
                let (to, colored): (&mut dyn Write, bool) = if error.use_stderr() {
                    (err, style.color == Color::Ansi)
                } else {
                    (out, terminal.colors_out())
                };
                let text = if colored { styled.ansi().to_string() } else { styled.to_string() };
                let written = to.write_all(text.as_bytes()).and_then(|()| to.flush());
                return match written {
                    _ if error.use_stderr() => 2,
                    Err(cause) if cause.kind() != io::ErrorKind::BrokenPipe => {
                        Self::Io(cause).report(terminal, out, err)
                    }
                    _ => 0,
                };
            }
            Self::Usage { message, hint } => {
                drop(writeln!(err, "{error}: {message}"));
                // As clap writes its tips.
                if let Some(hint) = hint {
                    let hint = hint.replace('\n', "\n  ");
                    drop(writeln!(err, "\n  {}: {hint}", style.paint("32", "tip")));
                }
            }
            Self::Io(cause) => drop(writeln!(err, "{error}: {cause}")),
            Self::Within(diagnostic) => drop(writeln!(err, "{error}: {}", render(&*diagnostic, style))),
        }
        drop(err.flush());
        2
    }
}

/// An error lists the valid values of an option if there are not more.
const MOST_VALUES: usize = 20;

/// The commands for the same purpose in other tools, and what to run here.
const OF_OTHER_TOOLS: &[(&str, &str)] = &[
    ("check", "run `jadoube audit FILE` for games, or `jadoube check-code FILE` for a law file"),
    ("fix", "run `jadoube audit --fix FILE`"),
    ("lint", "run `jadoube audit FILE`"),
    ("validate", "run `jadoube audit FILE`"),
];

/// The failure of arguments that are another command's: a path or a name in the place of the command, or a file after
/// `--format`.
fn meant(error: &clap::Error) -> Option<CliError> {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    match error.kind() {
        ErrorKind::UnknownArgument => {
            let option = text(ContextKind::InvalidArg).filter(|typed| typed.starts_with("--"))?;
            let is_format = |name: &&str| FormatId::from_id(name).is_some();
            let tip = match (option, option.strip_prefix("--").filter(is_format)) {
                ("--move", _) => "did you mean --ply?".to_owned(),
                ("--cite", _) => "run `jadoube explain CODE/ARTICLE --cite FORMAT`".to_owned(),
                (_, Some(format)) => format!("did you mean --format {format}?"),
                (_, None) => text(ContextKind::SuggestedArg).map_or_else(
                    || "run the command with --help for its options".to_owned(),
                    |near| format!("did you mean {near}?"),
                ),
            };
            Some(CliError::with_hint(format!("there is no option {option}"), tip))
        }
        ErrorKind::InvalidSubcommand => {
            let word = text(ContextKind::InvalidSubcommand)?;
            if let Some((_, tip)) = OF_OTHER_TOOLS.iter().find(|(other, _)| *other == word) {
                return Some(CliError::with_hint(format!("there is no command \"{word}\""), *tip));
            }
            let is_games = word == "-" || word.to_lowercase().contains(".pgn") || Path::new(word).exists();
            let command = if is_games {
                "audit"
            } else if Thing::named(word).is_some() || codes::find_file(word).is_some() {
                "explain"
            } else {
                let near = match error.get(ContextKind::SuggestedSubcommand) {
                    Some(ContextValue::Strings(near)) => near.first(),
                    _ => None,
                };
                let help = "run `jadoube --help` for the commands".to_owned();
                return Some(CliError::with_hint(
                    format!("there is no command \"{word}\""),
                    near.map_or(help, |near| format!("did you mean `jadoube {near}`?")),
                ));
            };
            let word_typed =
                if word.contains(char::is_whitespace) { format!("'{word}'") } else { word.to_owned() };
            Some(CliError::with_hint(
                format!("there is no command \"{word}\""),
                format!("did you mean `jadoube {command} {word_typed}`?"),
            ))
        }
        ErrorKind::InvalidValue if text(ContextKind::InvalidArg)?.starts_with("--format ") => {
            let typed = text(ContextKind::InvalidValue)?;
            let (format, path) = typed.split_once('=')?;
            let path = if path.is_empty() { "PATH" } else { path };
            Some(CliError::with_hint(
                format!("--format {typed} names a file, but --format is for standard output"),
                format!("`jadoube audit` and `jadoube compare` write a file with --output {format}={path}"),
            ))
        }
        _ => None,
    }
}

/// The faults of a file, with the passages.
pub(super) fn render(diagnostic: &dyn Diagnostic, style: Style) -> String {
    let theme = match (style.color, style.charset) {
        (Color::Ansi, Charset::Unicode) => GraphicalTheme::unicode(),
        (Color::Ansi, Charset::Ascii) => GraphicalTheme::ascii(),
        (Color::None, Charset::Unicode) => GraphicalTheme::unicode_nocolor(),
        (Color::None, Charset::Ascii) => GraphicalTheme::none(),
    };
    let handler = GraphicalReportHandler::new_themed(theme).with_width(style.width);
    let mut text = String::new();
    let _ = handler.render_report(&mut text, diagnostic);
    // The caller writes "error" once; the handler writes it above each fault.
    let lines: Vec<&str> = text.lines().filter(|line| line.trim_end() != "Error:").collect();
    lines.join("\n").trim_start().trim_start_matches("× ").to_owned()
}

/// The hint after an unknown name: `; did you mean "…"?`, or nothing.
pub(super) fn suggestion<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, candidates).map_or_else(String::new, |name| format!("; did you mean \"{name}\"?"))
}
