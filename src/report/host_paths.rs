//! Files as a code host names them: from the root of the repository.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use crate::input::without_dots;

/// Where the host has the repository, and where paths are meant from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HostPaths {
    workspace: Option<Workspace>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Workspace {
    root: PathBuf,
    here: PathBuf,
}

impl HostPaths {
    /// A repository below `root`; relative paths are meant from `here`.
    pub fn of_workspace(root: &Path, here: &Path) -> Self {
        Self { workspace: Some(Workspace { root: without_dots(root), here: here.to_owned() }) }
    }

    /// A file's name for the host: from the root of the repository where it lies in it, else as it is; a leading `./`
    /// says nothing.
    pub(super) fn of<'f>(&self, file: &'f str) -> Cow<'f, str> {
        let in_workspace = self.workspace.as_ref().and_then(|Workspace { root, here }| {
            let whole = without_dots(&here.join(file));
            let below = whole.strip_prefix(root).ok()?;
            Some(below.to_str()?.to_owned())
        });
        match in_workspace {
            Some(below) => Cow::Owned(below),
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
        let paths = HostPaths::of_workspace(Path::new("/w/repo/"), Path::new("/w/repo/2017"));
        for (file, name) in [
            ("new.pgn", "2017/new.pgn"),
            ("./new.pgn", "2017/new.pgn"),
            ("../old/a.pgn", "old/a.pgn"),
            ("/w/repo/2017/a.pgn", "2017/a.pgn"),
            ("/elsewhere/a.pgn", "/elsewhere/a.pgn"),
            ("../../b.pgn", "../../b.pgn"),
        ] {
            assert_eq!(paths.of(file), name);
        }
        assert_eq!(HostPaths::default().of("./a/b.pgn"), "a/b.pgn");
    }
}
