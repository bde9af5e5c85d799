//! File names as a code host writes them: relative to the root of the repository.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use crate::input::normalize;

/// The place of the repository on the host, if there is one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HostPaths {
    workspace: Option<Workspace>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Workspace {
    root: PathBuf,
    /// The folder that relative paths start from.
    here: PathBuf,
}

impl HostPaths {
    /// A repository below `root`, with relative paths that start from `here`.
    pub fn of_workspace(root: &Path, here: &Path) -> Self {
        Self { workspace: Some(Workspace { root: normalize(root), here: here.to_owned() }) }
    }

    /// The host's name for a file: relative to the root of the repository if the file is in it, otherwise unchanged, but
    /// without a leading `./`.
    pub(super) fn of<'f>(&self, file: &'f str) -> Cow<'f, str> {
        let in_workspace = self.workspace.as_ref().and_then(|Workspace { root, here }| {
            let whole = normalize(&here.join(file));
            Some(whole.strip_prefix(root).ok()?.to_str()?.to_owned())
        });
        match in_workspace {
            Some(relative) => Cow::Owned(relative),
            None => Cow::Borrowed(file.strip_prefix("./").unwrap_or(file)),
        }
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_from_the_root_of_the_repository() {
        let paths = HostPaths::of_workspace(Path::new("/w/repo/"), Path::new("/w/repo/1999"));
        for (file, name) in [
            ("new.pgn", "1999/new.pgn"),
            ("./new.pgn", "1999/new.pgn"),
            ("../old/a.pgn", "old/a.pgn"),
            ("/w/repo/1999/a.pgn", "1999/a.pgn"),
            ("/elsewhere/a.pgn", "/elsewhere/a.pgn"),
            ("../../b.pgn", "../../b.pgn"),
        ] {
            assert_eq!(paths.of(file), name);
        }
        assert_eq!(HostPaths::default().of("./a/b.pgn"), "a/b.pgn");
    }
}
