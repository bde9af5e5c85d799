//! A walk through a folder and everything below it, sorted by name. Links are followed. Off Unix a name that is not
//! Unicode is reported as missing.

use std::fs::{self, FileType, ReadDir};
use std::io;
use std::path::{Path, PathBuf};

use crate::spill::{Sorted, Sorter};

use super::list::path_of;

/// A file or folder that the walk found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct WalkItem {
    pub path: PathBuf,
    /// For a link, the kind of its target.
    pub kind: FileKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FileKind {
    Folder,
    File,
    Link,
    /// A pipe, a device.
    Other,
}

impl FileKind {
    fn of(kind: FileType) -> Self {
        if kind.is_dir() {
            Self::Folder
        } else if kind.is_file() {
            Self::File
        } else if kind.is_symlink() {
            Self::Link
        } else {
            Self::Other
        }
    }

    /// The kind whose `as u8` this is.
    fn from_byte(byte: u8) -> Self {
        [Self::Folder, Self::File, Self::Link].get(usize::from(byte)).copied().unwrap_or(Self::Other)
    }
}

/// A path that the walk could not read.
#[derive(Debug)]
pub(super) struct WalkError {
    pub path: PathBuf,
    /// In folders below the first.
    pub depth: usize,
    pub why: io::Error,
}

/// Yields the folder itself first, and each folder before its contents. A link to a folder that contains it is skipped.
pub(super) struct FolderWalk {
    /// The folder that is walked, until it was yielded.
    first: Option<PathBuf>,
    /// The folder that was yielded last, if the walk enters it next.
    next_folder: Option<PathBuf>,
    levels: Vec<Level>,
    max_depth: usize,
}

/// A folder whose contents are being walked.
struct Level {
    folder: PathBuf,
    errors: Vec<WalkError>,
    names: Sorted,
}

impl FolderWalk {
    pub(super) fn below(folder: &Path) -> Self {
        Self::down_to(folder, usize::MAX)
    }

    /// The walk ends `max_depth` folders below the first.
    pub(super) fn down_to(folder: &Path, max_depth: usize) -> Self {
        Self { first: Some(folder.to_path_buf()), next_folder: None, levels: Vec::new(), max_depth }
    }

    /// Skips the contents of the folder that was yielded last.
    pub(super) fn skip_folder(&mut self) {
        self.next_folder = None;
    }

    fn enter(&mut self, folder: PathBuf) -> Result<(), WalkError> {
        let depth = self.levels.len();
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(why) => return Err(WalkError { path: folder, depth, why }),
        };
        let mut errors = Vec::new();
        let names = sorted_names(entries, |path, why| {
            errors.push(match path {
                Some(path) => WalkError { path, depth: depth + 1, why },
                None => WalkError { path: folder.clone(), depth, why },
            });
        });
        match names {
            Ok(names) => {
                self.levels.push(Level { folder, errors, names });
                Ok(())
            }
            Err(why) => Err(WalkError { path: folder, depth: depth + 1, why }),
        }
    }

    /// Follows a link; `None` if it leads back to a folder that contains it.
    fn visit(&mut self, path: PathBuf, entry: FileKind) -> Option<Result<WalkItem, WalkError>> {
        let depth = self.levels.len();
        let kind = if entry == FileKind::Link {
            match fs::metadata(&path) {
                Ok(metadata) => FileKind::of(metadata.file_type()),
                Err(why) => return Some(Err(WalkError { path, depth, why })),
            }
        } else {
            entry
        };
        if kind == FileKind::Folder {
            if entry == FileKind::Link && self.leads_back(&path) {
                return None;
            }
            self.next_folder = (depth < self.max_depth).then(|| path.clone());
        }
        Some(Ok(WalkItem { path, kind }))
    }

    /// Whether a link leads to a folder that contains it.
    fn leads_back(&self, link: &Path) -> bool {
        let is = |level: &Level, folder| identity(&level.folder).is_ok_and(|identity| identity == folder);
        identity(link).is_ok_and(|folder| self.levels.iter().any(|level| is(level, folder)))
    }
}

/// Device and inode. The canonical path would need permission to read every folder above.
#[cfg(unix)]
fn identity(folder: &Path) -> io::Result<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(folder).map(|metadata| (metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn identity(folder: &Path) -> io::Result<PathBuf> {
    fs::canonicalize(folder)
}

impl Iterator for FolderWalk {
    type Item = Result<WalkItem, WalkError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(first) = self.first.take() {
            return self.visit(first, FileKind::Link);
        }
        if let Some(folder) = self.next_folder.take()
            && let Err(error) = self.enter(folder)
        {
            return Some(Err(error));
        }
        loop {
            let depth = self.levels.len();
            let level = self.levels.last_mut()?;
            if let Some(error) = level.errors.pop() {
                return Some(Err(error));
            }
            match next_name(&mut level.names) {
                Ok(Some((name, kind))) => {
                    let path = level.folder.join(path_of(name));
                    if let Some(item) = self.visit(path, kind) {
                        return Some(item);
                    }
                }
                Ok(None) => drop(self.levels.pop()),
                // The folder could be read, but not the temporary file of its names.
                Err(why) => {
                    return self.levels.pop().map(|level| Err(WalkError { path: level.folder, depth, why }));
                }
            }
        }
    }
}

/// The names in a folder, sorted. Each line is a name, a NUL and a [`FileKind`]: no name contains a NUL, and it sorts
/// before every other byte. `on_error` gets the path of an entry as far as it is known.
fn sorted_names(
    entries: ReadDir,
    mut on_error: impl FnMut(Option<PathBuf>, io::Error),
) -> io::Result<Sorted> {
    let mut names = Sorter::default();
    let mut line = Vec::new();
    for entry in entries {
        let kind = entry.map_err(|why| (None, why)).and_then(|entry| {
            let kind = entry.file_type().map_err(|why| (Some(entry.path()), why))?;
            line.clear();
            line.extend_from_slice(entry.file_name().as_encoded_bytes());
            Ok(FileKind::of(kind))
        });
        match kind {
            Ok(kind) => {
                line.extend([0, kind as u8]);
                names.push(&line)?;
            }
            Err((path, why)) => on_error(path, why),
        }
    }
    names.sorted()
}

fn next_name(names: &mut Sorted) -> io::Result<Option<(Vec<u8>, FileKind)>> {
    let Some(mut name) = names.next()? else { return Ok(None) };
    let kind = name.pop().map_or(FileKind::Other, FileKind::from_byte);
    name.pop();
    Ok(Some((name, kind)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walked(walk: FolderWalk, below: &Path) -> Vec<String> {
        walk.map(|item| {
            let (path, mark) = match item {
                Ok(WalkItem { path, kind: FileKind::Folder }) => (path, "/"),
                Ok(WalkItem { path, .. }) => (path, ""),
                Err(error) => (error.path, "!"),
            };
            format!("{}{mark}", path.strip_prefix(below).unwrap().display())
        })
        .collect()
    }

    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for file in ["b/d/e.pgn", "b/c.pgn", "a.pgn", "b.pgn", "é.pgn", "b/d.pgn"] {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        folder
    }

    #[test]
    fn a_walk_is_sorted_by_name() {
        let folder = folder();
        let path = folder.path();
        let all = ["/", "a.pgn", "b/", "b/c.pgn", "b/d/", "b/d/e.pgn", "b/d.pgn", "b.pgn", "é.pgn"];
        assert_eq!(walked(FolderWalk::below(path), path), all);
        assert_eq!(walked(FolderWalk::down_to(path, 1), path), ["/", "a.pgn", "b/", "b.pgn", "é.pgn"]);
        assert_eq!(walked(FolderWalk::down_to(path, 0), path), ["/"]);
        assert_eq!(walked(FolderWalk::below(&path.join("none")), path), ["none!"]);
    }

    #[test]
    fn a_skipped_folder_is_not_entered() {
        let folder = folder();
        let mut walk = FolderWalk::below(folder.path());
        let mut found = 0;
        while let Some(Ok(WalkItem { kind, path })) = walk.next() {
            found += 1;
            if kind == FileKind::Folder && path.ends_with("b") {
                walk.skip_folder();
            }
        }
        assert_eq!(found, 5);
    }

    #[cfg(unix)]
    #[test]
    fn names_may_have_any_bytes() {
        use std::os::unix::ffi::OsStrExt;
        let folder = tempfile::tempdir().unwrap();
        for name in [&b"a\n.pgn"[..], b"a\xff.pgn", b"a .pgn"] {
            // Not every file system allows all of them.
            let _ = fs::write(folder.path().join(std::ffi::OsStr::from_bytes(name)), "");
        }
        let there = fs::read_dir(folder.path()).unwrap().count();
        let found: Vec<_> = FolderWalk::below(folder.path()).map(|item| item.unwrap().path).collect();
        assert_eq!(found.len(), there + 1);
        assert!(there > 0 && found.is_sorted() && found.iter().all(|path| path.exists()), "{found:?}");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_but_not_back() {
        use std::os::unix::fs::symlink;
        let folder = folder();
        let path = folder.path();
        symlink(path.join("b"), path.join("b/d/back")).unwrap();
        symlink(path.join("b/d"), path.join("there")).unwrap();
        symlink(path.join("none"), path.join("z")).unwrap();
        // A link upward is followed unless the walk came through its target.
        let there = [
            "there/",
            "there/back/",
            "there/back/c.pgn",
            "there/back/d/",
            "there/back/d/e.pgn",
            "there/back/d.pgn",
            "there/e.pgn",
        ];
        let walked = walked(FolderWalk::below(path), path);
        assert!(walked.contains(&"z!".into()), "{walked:?}");
        assert!(!walked.contains(&"b/d/back/".into()), "{walked:?}");
        let through: Vec<_> = walked.iter().filter(|path| path.starts_with("there")).collect();
        assert_eq!(through, there.iter().collect::<Vec<_>>());
    }
}
