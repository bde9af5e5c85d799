//! A walk through a folder and all below it, by name, links followed. Off Unix a name that is no Unicode is met as one that
//! is not there.

use std::fs::{self, FileType, ReadDir};
use std::io;
use std::path::{Path, PathBuf};

use crate::spill::{Sorted, Sorter};

use super::list::path_of;

/// What the walk met.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct WalkItem {
    pub path: PathBuf,
    pub kind: FileKind,
}

/// What something is; a link is what it leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FileKind {
    Folder,
    File,
    /// A pipe, a device.
    Other,
}

impl FileKind {
    fn of(kind: FileType) -> Self {
        if kind.is_dir() {
            Self::Folder
        } else if kind.is_file() {
            Self::File
        } else {
            Self::Other
        }
    }
}

/// What could not be looked at.
#[derive(Debug)]
pub(super) struct Unseen {
    pub path: PathBuf,
    /// How many folders below the first it stands.
    pub depth: usize,
    pub why: io::Error,
}

/// The folder itself comes first, and each folder before what is in it. A link to a folder that holds it is passed over.
pub(super) struct FolderWalk {
    /// The folder that is walked, until it is met.
    first: Option<PathBuf>,
    /// The folder that was met last, if it is to be gone into.
    inside: Option<PathBuf>,
    levels: Vec<Level>,
    /// So many folders below the first nothing is met any more.
    deepest: usize,
}

impl FolderWalk {
    /// A folder and all below it.
    pub(super) fn below(folder: &Path) -> Self {
        Self::down_to(folder, usize::MAX)
    }

    /// A folder and what stands in it, down to so many folders below it.
    pub(super) fn down_to(folder: &Path, deepest: usize) -> Self {
        Self { first: Some(folder.to_path_buf()), inside: None, levels: Vec::new(), deepest }
    }

    /// Does not go into the folder that was met last.
    pub(super) fn pass_over(&mut self) {
        self.inside = None;
    }

    /// Goes into a folder.
    fn go_into(&mut self, folder: PathBuf) -> Result<(), Unseen> {
        let depth = self.levels.len();
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(why) => return Err(Unseen { path: folder, depth, why }),
        };
        let unseen = |path: Option<PathBuf>, why| match path {
            Some(path) => Unseen { path, depth: depth + 1, why },
            None => Unseen { path: folder.clone(), depth, why },
        };
        let mut untold = Vec::new();
        match Names::read(entries, |path, why| untold.push(unseen(path, why))) {
            Ok(names) => {
                self.levels.push(Level { folder, untold, names });
                Ok(())
            }
            Err(why) => Err(Unseen { path: folder, depth: depth + 1, why }),
        }
    }

    /// What a path leads to that is met now; `None` where it leads back.
    fn meet(&mut self, path: PathBuf, told: Told) -> Option<Result<WalkItem, Unseen>> {
        let depth = self.levels.len();
        let kind = match told {
            Told::Kind(kind) => kind,
            Told::Link => match fs::metadata(&path) {
                Ok(metadata) => FileKind::of(metadata.file_type()),
                Err(why) => return Some(Err(Unseen { path, depth, why })),
            },
        };
        if kind == FileKind::Folder {
            if told == Told::Link && self.leads_back(&path) {
                return None;
            }
            self.inside = (depth < self.deepest).then(|| path.clone());
        }
        Some(Ok(WalkItem { path, kind }))
    }

    /// Whether a link leads to a folder that holds it.
    fn leads_back(&self, link: &Path) -> bool {
        let holds = |level: &Level, folder| identity(&level.folder).is_ok_and(|holds| holds == folder);
        identity(link).is_ok_and(|folder| self.levels.iter().any(|level| holds(level, folder)))
    }
}

/// What no two folders have in common. Not their path without links: whoever may not look into a folder above is not told it.
#[cfg(unix)]
fn identity(folder: &Path) -> io::Result<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(folder).map(|metadata| (metadata.dev(), metadata.ino()))
}

/// What no two folders have in common.
#[cfg(not(unix))]
fn identity(folder: &Path) -> io::Result<PathBuf> {
    fs::canonicalize(folder)
}

impl Iterator for FolderWalk {
    type Item = Result<WalkItem, Unseen>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(first) = self.first.take() {
            return self.meet(first, Told::Link);
        }
        if let Some(folder) = self.inside.take()
            && let Err(unseen) = self.go_into(folder)
        {
            return Some(Err(unseen));
        }
        loop {
            let level = self.levels.last_mut()?;
            if let Some(unseen) = level.untold.pop() {
                return Some(Err(unseen));
            }
            let entry = match level.names.next() {
                Ok(Some(entry)) => entry,
                Ok(None) => {
                    self.levels.pop();
                    continue;
                }
                // The folder could be looked into, and not all that it holds be told.
                Err(why) => {
                    let depth = self.levels.len();
                    return self.levels.pop().map(|level| Err(Unseen { path: level.folder, depth, why }));
                }
            };
            let FolderEntry { name, told } = entry;
            let path = level.folder.join(path_of(name));
            if let Some(met) = self.meet(path, told) {
                return Some(met);
            }
        }
    }
}

/// A folder being walked.
struct Level {
    folder: PathBuf,
    /// What is in it and could not be told.
    untold: Vec<Unseen>,
    names: Names,
}

/// What the system tells of a name without looking where it leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Told {
    Kind(FileKind),
    Link,
}

impl Told {
    fn of(kind: FileType) -> Self {
        if kind.is_symlink() { Self::Link } else { Self::Kind(FileKind::of(kind)) }
    }

    /// In one byte.
    fn packed(self) -> u8 {
        match self {
            Self::Kind(FileKind::Folder) => b'd',
            Self::Kind(FileKind::File) => b'f',
            Self::Kind(FileKind::Other) => b'o',
            Self::Link => b'l',
        }
    }

    fn unpacked(byte: u8) -> Self {
        match byte {
            b'd' => Self::Kind(FileKind::Folder),
            b'f' => Self::Kind(FileKind::File),
            b'l' => Self::Link,
            _ => Self::Kind(FileKind::Other),
        }
    }
}

struct FolderEntry {
    name: Vec<u8>,
    told: Told,
}

/// The names in a folder, in order.
struct Names {
    /// Each name, a NUL behind it, which no name holds and which comes before all that may follow, and what it is.
    lines: Sorted,
}

impl Names {
    /// What is in a folder; `untold` takes what cannot be told, and its path as far as that is known.
    fn read(entries: ReadDir, mut untold: impl FnMut(Option<PathBuf>, io::Error)) -> io::Result<Self> {
        let mut names = Sorter::default();
        let mut line = Vec::new();
        for entry in entries {
            let told = entry.map_err(|why| (None, why)).and_then(|entry| {
                let told = entry.file_type().map_err(|why| (Some(entry.path()), why))?;
                line.clear();
                line.extend_from_slice(entry.file_name().as_encoded_bytes());
                line.extend([0, Told::of(told).packed()]);
                Ok(())
            });
            match told {
                Ok(()) => names.push(&line)?,
                Err((path, why)) => untold(path, why),
            }
        }
        Ok(Self { lines: names.sorted()? })
    }

    fn next(&mut self) -> io::Result<Option<FolderEntry>> {
        let Some(mut name) = self.lines.next()? else { return Ok(None) };
        let told = name.pop().map_or(Told::Kind(FileKind::Other), Told::unpacked);
        name.pop();
        Ok(Some(FolderEntry { name, told }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walked(walk: FolderWalk, below: &Path) -> Vec<String> {
        walk.map(|met| {
            let (path, mark) = match met {
                Ok(WalkItem { path, kind: FileKind::Folder }) => (path, "/"),
                Ok(WalkItem { path, .. }) => (path, ""),
                Err(unseen) => (unseen.path, "!"),
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
    fn all_is_met_by_name() {
        let folder = folder();
        let path = folder.path();
        let all = ["/", "a.pgn", "b/", "b/c.pgn", "b/d/", "b/d/e.pgn", "b/d.pgn", "b.pgn", "é.pgn"];
        assert_eq!(walked(FolderWalk::below(path), path), all);
        assert_eq!(walked(FolderWalk::down_to(path, 1), path), ["/", "a.pgn", "b/", "b.pgn", "é.pgn"]);
        assert_eq!(walked(FolderWalk::down_to(path, 0), path), ["/"]);
        assert_eq!(walked(FolderWalk::below(&path.join("none")), path), ["none!"]);
    }

    #[test]
    fn what_is_passed_over_is_not_gone_into() {
        let folder = folder();
        let mut walk = FolderWalk::below(folder.path());
        let mut met = 0;
        while let Some(Ok(WalkItem { kind, path })) = walk.next() {
            met += 1;
            if kind == FileKind::Folder && path.ends_with("b") {
                walk.pass_over();
            }
        }
        assert_eq!(met, 5);
    }

    #[cfg(unix)]
    #[test]
    fn names_may_be_of_any_bytes() {
        use std::os::unix::ffi::OsStrExt;
        let folder = tempfile::tempdir().unwrap();
        for name in [&b"a\n.pgn"[..], b"a\xff.pgn", b"a .pgn"] {
            // Not every file system takes all of them.
            let _ = fs::write(folder.path().join(std::ffi::OsStr::from_bytes(name)), "");
        }
        let there = fs::read_dir(folder.path()).unwrap().count();
        let met: Vec<_> = FolderWalk::below(folder.path()).map(|met| met.unwrap().path).collect();
        assert_eq!(met.len(), there + 1);
        assert!(there > 0 && met.is_sorted() && met.iter().all(|path| path.exists()), "{met:?}");
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
        // A link back is followed where the walk has not come through the folder that it leads to.
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
