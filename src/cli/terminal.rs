//! The environment of the program: the terminal with its width, colours and characters.

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

use terminal_size::{Width, terminal_size};

use crate::report::{Charset, Color, Style};

/// Whether the standard streams are terminals, and what these can show.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub struct Terminal {
    /// Whether standard input is a terminal.
    pub stdin: bool,
    /// Whether standard output is a terminal.
    pub stdout: bool,
    /// Whether standard error is a terminal.
    pub stderr: bool,
    /// In columns.
    pub width: usize,
    /// Whether a terminal gets colours by default (`NO_COLOR`, `TERM=dumb`).
    pub colors: bool,
    /// Whether characters beyond ASCII can be shown.
    pub unicode: bool,
    /// Whether the streams are those of the process, which may then end with them.
    pub own: bool,
    /// Whether this is a step of a GitHub workflow.
    pub on_github: bool,
    /// The folder in which the workflow has the repository.
    pub workspace: Option<PathBuf>,
    /// The time that reproducible builds give to what they write (`SOURCE_DATE_EPOCH`), in seconds since 1970.
    pub source_date: Option<String>,
}

impl Terminal {
    /// In columns. Reports need at least this much.
    const LEAST_WIDTH: usize = 40;

    /// The environment of this process.
    pub fn here() -> Self {
        let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
        let stdout = io::stdout().is_terminal();
        let on_github = set("GITHUB_ACTIONS").is_some_and(|value| value == "true");
        let dumb = set("TERM").is_some_and(|term| term == "dumb");
        Self {
            stdin: io::stdin().is_terminal(),
            stdout,
            stderr: io::stderr().is_terminal(),
            width: terminal_size()
                .filter(|_| stdout)
                .map_or(80, |(Width(columns), _)| usize::from(columns))
                .max(Self::LEAST_WIDTH),
            colors: set("NO_COLOR").is_none() && !dumb,
            unicode: !dumb && (cfg!(windows) || is_utf8(set)),
            own: true,
            on_github,
            workspace: set("GITHUB_WORKSPACE").filter(|_| on_github).map(PathBuf::from),
            source_date: set("SOURCE_DATE_EPOCH").and_then(|seconds| seconds.into_string().ok()),
        }
    }

    /// Whether standard output is coloured by default.
    pub(super) const fn colors_out(&self) -> bool {
        self.stdout && self.colors
    }

    /// The style of messages on standard error.
    pub(super) fn err_style(&self) -> Style {
        Style {
            width: self.width,
            color: if self.stderr && self.colors { Color::Ansi } else { Color::None },
            charset: if self.unicode { Charset::Unicode } else { Charset::Ascii },
            ..Style::PLAIN
        }
    }
}

/// Whether the locale is UTF-8. The first of the variables that is set decides.
fn is_utf8(set: impl Fn(&str) -> Option<OsString>) -> bool {
    ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| set(name)).is_some_and(|locale| {
        let locale = locale.to_string_lossy().to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variable_that_is_set_decides() {
        let with = |pairs: &'static [(&str, &str)]| {
            is_utf8(|name| pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| OsString::from(value)))
        };
        assert!(with(&[("LANG", "en_US.UTF-8")]));
        assert!(with(&[("LC_CTYPE", "C.utf8"), ("LANG", "C")]));
        assert!(!with(&[("LC_ALL", "C"), ("LANG", "en_US.UTF-8")]));
        assert!(!with(&[]));
    }
}
