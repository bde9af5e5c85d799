//! Patterns for paths, as a settings file gives them: held against paths below its folder.

use std::env;
use std::path::{Component, MAIN_SEPARATOR, Path, PathBuf};

/// A pattern that is none.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this is no pattern for paths: {why}")]
pub struct NoGlob {
    why: String,
}

/// One pattern for paths, as a shell's: a `*` stays within its folder, `**` does not.
///
/// One without `/` may match the name of a file or folder anywhere below the root; one with `/` begins at
/// the root. What is below a folder that it matches, it matches too.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Glob {
    pattern: glob::Pattern,
    reach: Reach,
}

/// Where a pattern applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reach {
    /// From the root on.
    FromRoot,
    /// Any name on the way.
    AnyName,
}

impl Glob {
    const MATCHING: glob::MatchOptions = glob::MatchOptions {
        case_sensitive: true,
        require_literal_separator: true,
        require_literal_leading_dot: false,
    };

    /// Reads one.
    ///
    /// # Errors
    /// Where it is none.
    pub fn read(text: &str) -> Result<Self, NoGlob> {
        let inner = text.trim_end_matches('/');
        let reach = if inner.contains('/') { Reach::FromRoot } else { Reach::AnyName };
        let inner = inner.trim_start_matches("./").trim_start_matches('/');
        let pattern = glob::Pattern::new(inner).map_err(|error| NoGlob { why: error.msg.to_owned() })?;
        Ok(Self { pattern, reach })
    }

    /// The pattern as it is held against paths.
    pub fn as_str(&self) -> &str {
        self.pattern.as_str()
    }

    /// Whether it matches a path below its root, written with `/`, or a folder that the path is in.
    fn takes(&self, below: &str) -> bool {
        match self.reach {
            Reach::AnyName => below.split('/').any(|name| self.pattern.matches_with(name, Self::MATCHING)),
            Reach::FromRoot => {
                let folders = below.match_indices('/').filter_map(|(end, _)| below.get(..end));
                folders.chain([below]).any(|path| self.pattern.matches_with(path, Self::MATCHING))
            }
        }
    }
}

/// Patterns and the folder that they are meant from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Globs {
    root: PathBuf,
    globs: Vec<Glob>,
}

impl Globs {
    /// These patterns, below `root`.
    pub fn below(root: &Path, globs: Vec<Glob>) -> Self {
        Self { root: plainly(root), globs }
    }

    /// The patterns.
    pub fn globs(&self) -> &[Glob] {
        &self.globs
    }

    /// Whether one of them matches the path, or a folder below the root that it is in.
    pub fn take(&self, path: &Path) -> bool {
        if self.globs.is_empty() {
            return false;
        }
        let path = plainly(path);
        let Ok(below) = path.strip_prefix(&self.root) else {
            return false;
        };
        let below = below.to_string_lossy();
        let below = if MAIN_SEPARATOR == '/' { below } else { below.replace(MAIN_SEPARATOR, "/").into() };
        !below.is_empty() && self.globs.iter().any(|glob| glob.takes(&below))
    }
}

/// The path from the root of the file system on, without `.` and `..`: by its words alone, links are not
/// looked at, so that what is found does not hang on them.
pub(crate) fn plainly(path: &Path) -> PathBuf {
    let here = || env::current_dir().unwrap_or_default();
    if path.is_absolute() { without_dots(path) } else { without_dots(&here().join(path)) }
}

/// The path without `.` and `..`, by its words alone.
pub(crate) fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn globs(patterns: &[&str]) -> Globs {
        Globs::below(Path::new("/club"), patterns.iter().map(|text| Glob::read(text).unwrap()).collect())
    }

    #[test]
    fn a_name_matches_anywhere_and_a_path_from_the_root() {
        let name = globs(&["*-draft.pgn"]);
        assert!(name.take(Path::new("/club/a-draft.pgn")) && name.take(Path::new("/club/old/a-draft.pgn")));
        assert!(!name.take(Path::new("/club/a.pgn")) && !name.take(Path::new("/elsewhere/a-draft.pgn")));
        let path = globs(&["old/*.pgn"]);
        assert!(path.take(Path::new("/club/old/a.pgn")) && path.take(Path::new("/club/x/../old/./a.pgn")));
        assert!(!path.take(Path::new("/club/old/er/a.pgn")) && !path.take(Path::new("/club/x/old/a.pgn")));
        assert!(globs(&["./old/**/*.pgn"]).take(Path::new("/club/old/er/a.pgn")));
    }

    #[test]
    fn a_folder_takes_what_is_in_it() {
        for pattern in ["old", "old/", "/old", "*/er", "o*"] {
            assert!(globs(&[pattern]).take(Path::new("/club/old/er/a.pgn")), "{pattern}");
        }
        assert!(!globs(&["old"]).take(Path::new("/club/older/a.pgn")));
        assert!(!globs(&[]).take(Path::new("/club/a.pgn")));
        assert!(!globs(&["club", "*"]).take(Path::new("/club")), "the root itself is not below it");
        assert!(Glob::read("a[").is_err());
    }
}
