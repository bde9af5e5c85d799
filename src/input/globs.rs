//! Patterns for paths, as a settings file has them. They match paths below its folder.

use std::borrow::Cow;
use std::env;
use std::path::{Component, MAIN_SEPARATOR, Path, PathBuf};

/// A pattern for paths, as in a shell: `*` matches within one folder, `**` across folders.
///
/// A pattern without `/` matches the name of a file or folder anywhere below the root; a pattern with `/` begins at
/// the root. A pattern that matches a folder matches everything in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Glob {
    pattern: glob::Pattern,
    begins_at_root: bool,
}

impl Glob {
    const MATCHING: glob::MatchOptions = glob::MatchOptions {
        case_sensitive: true,
        require_literal_separator: true,
        require_literal_leading_dot: false,
    };

    /// Reads a pattern.
    ///
    /// # Errors
    /// The pattern is invalid.
    pub fn read(text: &str) -> Result<Self, glob::PatternError> {
        let inner = text.trim_end_matches('/');
        let begins_at_root = inner.contains('/');
        let inner = inner.trim_start_matches("./").trim_start_matches('/');
        Ok(Self { pattern: glob::Pattern::new(inner)?, begins_at_root })
    }

    /// The pattern as it is matched, without the slashes around it.
    pub fn as_str(&self) -> &str {
        self.pattern.as_str()
    }

    /// Whether it matches a path relative to the root, written with `/`, or a folder that the path is in.
    fn matches(&self, relative: &str) -> bool {
        let matches = |path: &str| self.pattern.matches_with(path, Self::MATCHING);
        if self.begins_at_root {
            let mut folders = relative.match_indices('/').filter_map(|(end, _)| relative.get(..end));
            folders.any(matches) || matches(relative)
        } else {
            relative.split('/').any(matches)
        }
    }
}

/// Patterns, and the folder that they are relative to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Globs {
    root: PathBuf,
    globs: Vec<Glob>,
}

impl Globs {
    /// Patterns relative to `root`.
    pub fn relative_to(root: &Path, globs: Vec<Glob>) -> Self {
        Self { root: absolute_path(root), globs }
    }

    /// Whether a pattern matches the path, or a folder below the root that it is in.
    pub fn matches(&self, path: &Path) -> bool {
        if self.globs.is_empty() {
            return false;
        }
        let path = absolute_path(path);
        let Ok(relative) = path.strip_prefix(&self.root) else {
            return false;
        };
        let relative = with_slashes(relative);
        !relative.is_empty() && self.globs.iter().any(|glob| glob.matches(&relative))
    }
}

/// The path as text, separated by `/` on every system.
pub(super) fn with_slashes(path: &Path) -> Cow<'_, str> {
    let text = path.to_string_lossy();
    if MAIN_SEPARATOR == '/' { text } else { text.replace(MAIN_SEPARATOR, "/").into() }
}

/// The absolute path without `.` and `..`. Links are not resolved.
pub(crate) fn absolute_path(path: &Path) -> PathBuf {
    normalize(&env::current_dir().unwrap_or_default().join(path))
}

/// The path without `.` and `..`. Links are not resolved.
pub(crate) fn normalize(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                normal.pop();
            }
            part => normal.push(part),
        }
    }
    normal
}

#[cfg(test)]
mod tests {
    use super::*;

    fn globs(patterns: &[&str]) -> Globs {
        Globs::relative_to(
            Path::new("/club"),
            patterns.iter().map(|text| Glob::read(text).unwrap()).collect(),
        )
    }

    #[test]
    fn a_name_matches_anywhere_and_a_path_from_the_root() {
        let name = globs(&["*-draft.pgn"]);
        assert!(
            name.matches(Path::new("/club/a-draft.pgn")) && name.matches(Path::new("/club/old/a-draft.pgn"))
        );
        assert!(
            !name.matches(Path::new("/club/a.pgn")) && !name.matches(Path::new("/elsewhere/a-draft.pgn"))
        );
        let path = globs(&["old/*.pgn"]);
        assert!(
            path.matches(Path::new("/club/old/a.pgn")) && path.matches(Path::new("/club/x/../old/./a.pgn"))
        );
        assert!(
            !path.matches(Path::new("/club/old/er/a.pgn")) && !path.matches(Path::new("/club/x/old/a.pgn"))
        );
        assert!(globs(&["./old/**/*.pgn"]).matches(Path::new("/club/old/er/a.pgn")));
    }

    #[test]
    fn a_pattern_for_a_folder_matches_everything_in_it() {
        for pattern in ["old", "old/", "/old", "*/er", "o*"] {
            assert!(globs(&[pattern]).matches(Path::new("/club/old/er/a.pgn")), "{pattern}");
        }
        assert!(!globs(&["old"]).matches(Path::new("/club/older/a.pgn")));
        assert!(!globs(&[]).matches(Path::new("/club/a.pgn")));
        assert!(!globs(&["club", "*"]).matches(Path::new("/club")), "the root is not below itself");
        assert!(Glob::read("a[").is_err());
    }
}
