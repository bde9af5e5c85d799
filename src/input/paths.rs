//! Turns the paths, patterns and lists of a command into sources, in the same order on every run.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::vec;

use xxhash_rust::xxh3::xxh3_128;

use crate::spill::KeySet;

use super::archive::{Archive, Members};
use super::file_set::SetShare;
use super::folder::{FileKind, FolderWalk, WalkError};
use super::globs::{Globs, absolute_path, with_slashes};
use super::list::List;
use super::source::{Source, SourceLocation};
use super::trouble::{InputError, InputErrorKind, SkippedArchives, SkippedMembers};

/// The endings of the files that are read in a folder. A file named itself may have any name.
const SUFFIXES: [&str; 6] = [".pgn", ".pgn.gz", ".pgn.bz2", ".pgn.zst", ".pgn.xz", ".pgn.zip"];

/// The endings of archives that may hold games. In a folder they are not read, because they may hold anything, but named.
const ARCHIVE_SUFFIXES: [&str; 3] = [".zip", ".7z", ".rar"];

/// The ending of a file of games that a browser or an editor has renamed.
const MISNAMED: &str = ".pgn.txt";

/// The name of standard input, unless another is given.
pub(crate) const STANDARD_INPUT: &str = "<stdin>";

/// `*` does not match `/` or a leading dot, as in a shell.
const LIKE_A_SHELL: glob::MatchOptions = glob::MatchOptions {
    case_sensitive: true,
    require_literal_separator: true,
    require_literal_leading_dot: true,
};

/// The inputs that the user named.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    /// Files, folders, patterns, and `-` for standard input.
    pub paths: Vec<OsString>,
    /// A file that lists paths, separated by line ends or NULs; `-` for standard input.
    pub files_from: Option<OsString>,
    /// The name under which standard input is reported.
    pub stdin_filename: Option<String>,
    /// The files to skip.
    pub exclude: Globs,
    /// Whether `exclude` applies to files named themselves.
    pub exclusion: Exclusion,
    /// The share of the files that is read, if not all of them are.
    pub share: Option<SetShare>,
    /// The settings file of the run. Another one in a folder is named, because it is not used.
    pub settings: Option<SettingsFile>,
}

/// The settings file that was found for a run.
#[derive(Clone, Debug)]
pub struct SettingsFile {
    /// The name that such files have.
    pub name: &'static str,
    /// The absolute path, if there is one.
    pub used: Option<PathBuf>,
}

impl SettingsFile {
    fn is_other(&self, path: &Path) -> bool {
        path.file_name().is_some_and(|name| name == self.name)
            && self.used.as_ref().is_none_or(|used| *used != absolute_path(path))
    }
}

impl Inputs {
    /// Whether these inputs include the file at `path`, which need not exist yet: itself, through a folder or a
    /// pattern, or through a list that is a regular file.
    pub fn include(&self, path: &Path) -> bool {
        let Some(target) = Target::of(path) else { return false };
        let is_listed = || {
            let list = self.files_from.as_ref().filter(|list| *list != "-");
            list.is_some_and(|list| target.is(Path::new(list)) || target.is_in_list(Path::new(list)))
        };
        let is_found = |named: &Path| target.is_found_by(named) && !self.exclude.matches(path);
        let leads = |named: &OsString| target.is(Path::new(named)) || is_found(Path::new(named));
        self.paths.iter().filter(|named| *named != "-").any(leads) || is_listed()
    }
}

/// The canonical path of a file, which need not exist yet. `None` for anything but a regular file: a device may be read
/// and written in one run.
pub(crate) fn canonical_file(path: &Path) -> Option<PathBuf> {
    if let Ok(canonical) = fs::canonicalize(path) {
        return canonical.is_file().then_some(canonical);
    }
    let absolute = absolute_path(path);
    let folder = fs::canonicalize(absolute.parent()?).ok()?;
    Some(folder.join(absolute.file_name()?))
}

/// A file that is searched for among the inputs.
struct Target {
    canonical: PathBuf,
    /// The absolute path, with links not resolved.
    absolute: PathBuf,
}

impl Target {
    fn of(path: &Path) -> Option<Self> {
        Some(Self { canonical: canonical_file(path)?, absolute: absolute_path(path) })
    }

    fn is(&self, named: &Path) -> bool {
        canonical_file(named).is_some_and(|canonical| canonical == self.canonical)
    }

    /// Whether a folder or a pattern leads to it.
    fn is_found_by(&self, named: &Path) -> bool {
        if named.is_dir() {
            let is_in = |path: &Path, folder: &Path| has_game_suffix(path) && path.starts_with(folder);
            let real = fs::canonicalize(named);
            return is_in(&self.absolute, &absolute_path(named))
                || real.is_ok_and(|real| is_in(&self.canonical, &real));
        }
        let absolute = absolute_path(named);
        let pattern =
            absolute.to_str().filter(|_| is_pattern(named)).and_then(|text| glob::Pattern::new(text).ok());
        let Some(pattern) = pattern else { return false };
        let matches = |path: &Path| pattern.matches_path_with(path, LIKE_A_SHELL);
        let is_in_match = || self.absolute.ancestors().skip(1).any(matches);
        matches(&self.absolute)
            || matches(&self.canonical)
            || has_game_suffix(&self.absolute) && is_in_match()
    }

    fn is_in_list(&self, list: &Path) -> bool {
        // A pipe can be read only once, by the run.
        if !list.is_file() {
            return false;
        }
        let Ok(paths) =
            File::open(list).map_err(InputErrorKind::Open).and_then(|file| List::begin(Box::new(file), None))
        else {
            return false;
        };
        // A listed path whose name is neither that of the target nor of a folder above it: no need to ask the disk.
        let is_apart = |path: &PathBuf| {
            let mut names = self.absolute.components().chain(self.canonical.components());
            path.file_name().is_some_and(|name| names.all(|other| other.as_os_str() != name))
        };
        // A listed path is never a pattern.
        let leads = |path: PathBuf| self.is(&path) || path.is_dir() && self.is_found_by(&path);
        paths.flatten().filter(|path| !is_apart(path)).any(leads)
    }
}

/// Whether an argument names one file and nothing else: no folder, no pattern and no archive.
pub(crate) fn names_one_file(argument: &OsStr) -> bool {
    let path = Path::new(argument);
    let is_archive = || matches!(Archive::open(path), Ok(Some(_)) | Err(_));
    !path.is_dir() && !is_pattern(path) && !is_archive()
}

/// Whether an argument is a pattern: no file has it as its name.
fn is_pattern(named: &Path) -> bool {
    !exists(named) && named.to_str().is_some_and(|named| named.contains(['*', '?', '[']))
}

/// Whether the patterns of `exclude` apply to a file that is named itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Exclusion {
    /// They do not: the user wants the file.
    #[default]
    OfFound,
    /// They do: a program names every file that it has.
    OfNamed,
}

/// The sources that the inputs lead to. Folders are walked as the iterator advances.
///
/// A folder yields the files whose names end in `.pgn`, `.pgn.gz`, `.pgn.bz2`, `.pgn.zst`, `.pgn.xz` or `.pgn.zip` in any
/// case, sorted by name, links followed. A ZIP archive yields its members with such names, in its own order. An argument is
/// a pattern only if no file has it as its name. A file that several inputs lead to is yielded once, at its first occurrence.
pub struct Sources {
    paths: vec::IntoIter<OsString>,
    files_from: Option<OsString>,
    list: Option<NamedList>,
    /// The walk through a pattern or a folder, and on top of it that through a folder which the pattern matches.
    walks: Vec<SourceWalk>,
    /// The members of the archive found last.
    members: Option<ArchiveWalk>,
    stdin_name: Arc<str>,
    exclude: Globs,
    exclusion: Exclusion,
    settings: Option<SettingsFile>,
    /// The first path that is named and excluded.
    excluded: Option<InputError>,
    /// Whether anything was yielded.
    has_yielded: bool,
    /// The files yielded so far; `None` if there is only one input.
    seen: Option<KeySet>,
}

/// Adds the key of a file's canonical path. Returns whether it is new; a pipe, a device and a file that cannot be
/// examined are always new.
fn insert_file(seen: &mut KeySet, source: &Source) -> io::Result<bool> {
    let SourceLocation::File(path) = &source.place else { return Ok(true) };
    match fs::canonicalize(path) {
        Ok(canonical) if canonical.is_file() => {
            seen.insert(xxh3_128(canonical.as_os_str().as_encoded_bytes()))
        }
        _ => Ok(true),
    }
}

/// A list that is being read. Its paths are taken literally: neither `-` nor `*` has a meaning.
struct NamedList {
    name: Arc<str>,
    paths: List,
    is_empty: bool,
}

/// A walk through a folder, or through the files that a pattern may match.
struct SourceWalk {
    entries: FolderWalk,
    pattern: Option<glob::Pattern>,
    /// The error to report if an argument yields nothing.
    if_empty: Option<InputError>,
    folder: Arc<str>,
    archives: Option<SkippedArchives>,
    /// Whether a file of games with another ending was found.
    has_misnamed: bool,
    /// Whether a settings file that is not used was found.
    has_other_settings: bool,
}

/// A walk through an archive.
struct ArchiveWalk {
    path: PathBuf,
    members: Members,
    /// The error to report if it yields nothing.
    if_empty: Option<InputErrorKind>,
    skipped: SkippedMembers,
}

impl SourceWalk {
    /// A folder in which every game file is a source.
    fn folder(path: &Path, if_empty: Option<InputError>) -> Self {
        let folder = with_slashes(path).into();
        Self {
            entries: FolderWalk::below(path),
            pattern: None,
            if_empty,
            folder,
            archives: None,
            has_misnamed: false,
            has_other_settings: false,
        }
    }

    /// Walks from the last folder that the pattern names literally, no deeper than the pattern goes. Unlike
    /// [`glob::glob`], the walk notices that a link leads back.
    fn pattern(pattern: glob::Pattern, path: &Path) -> Self {
        let is_literal = |part: &Component<'_>| !part.as_os_str().to_string_lossy().contains(['*', '?', '[']);
        let base: PathBuf = path.components().take_while(is_literal).collect();
        let below = path.components().skip_while(is_literal);
        let depth =
            if below.clone().any(|part| part.as_os_str() == "**") { usize::MAX } else { below.count() };
        let base = if base.as_os_str().is_empty() { PathBuf::from(".") } else { base };
        let if_empty = Some(error_at(path, InputErrorKind::NoMatch));
        let folder = with_slashes(&base).into();
        let entries = FolderWalk::down_to(&base, depth);
        Self {
            entries,
            pattern: Some(pattern),
            if_empty,
            folder,
            archives: None,
            has_misnamed: false,
            has_other_settings: false,
        }
    }

    /// Remembers an archive that is not read.
    fn skip_archive(&mut self, path: &Path) {
        if let Some(archives) = &mut self.archives {
            archives.others += 1;
        } else {
            let first = path.strip_prefix(&*self.folder).unwrap_or(path);
            self.archives = Some(SkippedArchives { first: with_slashes(first).into(), others: 0 });
        }
    }

    /// The error or the notice to report at the end.
    fn into_end(self) -> Option<InputError> {
        match (self.if_empty, self.archives) {
            (Some(InputError { path, why: InputErrorKind::NoRecords(_) }), archives) => {
                Some(InputError { path, why: InputErrorKind::NoRecords(archives) })
            }
            (None, Some(archives)) => {
                Some(InputError { path: self.folder, why: InputErrorKind::SkippedArchives(archives) })
            }
            (if_empty, _) => if_empty,
        }
    }

    /// Whether a path is what the walk is searching for; a folder only if a pattern matches it.
    fn is_wanted(&self, path: &Path, kind: FileKind) -> bool {
        match &self.pattern {
            Some(pattern) => !path.as_os_str().is_empty() && pattern.matches_path_with(path, LIKE_A_SHELL),
            None => kind == FileKind::File && has_game_suffix(path),
        }
    }
}

impl Sources {
    /// Without any path or list, the source is standard input.
    pub fn new(named: Inputs) -> Self {
        let Inputs { mut paths, files_from, stdin_filename, exclude, exclusion, share: _, settings } = named;
        if paths.is_empty() && files_from.is_none() {
            paths.push("-".into());
        }
        let seen = (paths.len() > 1 || files_from.is_some()).then(KeySet::default);
        Self {
            paths: paths.into_iter(),
            files_from,
            list: None,
            walks: Vec::new(),
            members: None,
            stdin_name: stdin_filename.as_deref().unwrap_or(STANDARD_INPUT).into(),
            exclude,
            exclusion,
            settings,
            excluded: None,
            has_yielded: false,
            seen,
        }
    }

    /// The next source, seen before or not.
    fn next_found(&mut self) -> Option<Result<Source, InputError>> {
        loop {
            let item = if let Some(item) = self.next_in_walk() {
                Some(item)
            } else if let Some(path) = self.next_listed() {
                path.map_or_else(|error| Some(Err(error)), |path| self.open_listed_path(path))
            } else if let Some(argument) = self.paths.next() {
                self.open_argument(argument)
            } else if let Some(list) = self.files_from.take() {
                self.open_list(&list).err().map(Err)
            } else {
                return self.excluded.take().filter(|_| !self.has_yielded).map(Err);
            };
            if item.is_some() {
                self.has_yielded = true;
                return item;
            }
        }
    }

    fn next_listed(&mut self) -> Option<Result<PathBuf, InputError>> {
        let NamedList { name, paths, is_empty } = self.list.as_mut()?;
        let Some(path) = paths.next() else {
            let NamedList { name, is_empty, .. } = self.list.take()?;
            return is_empty.then_some(Err(InputError { path: name, why: InputErrorKind::EmptyList }));
        };
        *is_empty = false;
        Some(path.map_err(|why| InputError { path: Arc::clone(name), why }))
    }

    fn next_in_walk(&mut self) -> Option<Result<Source, InputError>> {
        loop {
            let walk = self.walks.last_mut()?;
            let is_pattern = walk.pattern.is_some();
            let item = match walk.entries.next() {
                Some(Ok(item)) => item,
                Some(Err(error)) => {
                    let is_base_of_pattern = is_pattern && error.depth == 0;
                    if let Some(error) = reported(error).filter(|_| !is_base_of_pattern) {
                        if !is_pattern {
                            walk.if_empty = None;
                        }
                        return Some(Err(error));
                    }
                    continue;
                }
                None => match self.walks.pop()?.into_end() {
                    Some(error) => return Some(Err(error)),
                    None => continue,
                },
            };
            let path = match item.path.strip_prefix(".") {
                Ok(path) if is_pattern => path,
                _ => &item.path,
            };
            let is_wanted = walk.is_wanted(path, item.kind);
            if is_pattern && !is_wanted {
                continue;
            }
            if self.exclude.matches(path) {
                if item.kind == FileKind::Folder {
                    walk.entries.skip_folder();
                }
                if let Some(error) = &mut walk.if_empty
                    && (is_pattern || item.kind == FileKind::Folder || has_game_suffix(path))
                {
                    error.why = InputErrorKind::Excluded;
                }
            } else if is_wanted {
                walk.if_empty = None;
                if item.kind == FileKind::File {
                    return Some(Ok(Source::file(path)));
                }
                if item.kind == FileKind::Folder {
                    // All of its contents follow now, so the pattern must not match them again.
                    walk.entries.skip_folder();
                    self.walks.push(SourceWalk::folder(path, None));
                }
            } else if item.kind == FileKind::File && ends_in(path, &ARCHIVE_SUFFIXES) {
                walk.skip_archive(path);
            } else if item.kind == FileKind::File
                && ends_in(path, &[MISNAMED])
                && !std::mem::replace(&mut walk.has_misnamed, true)
            {
                return Some(Err(error_at(path, InputErrorKind::Misnamed)));
            } else if item.kind == FileKind::File
                && let Some(settings) = self.settings.as_ref().filter(|settings| settings.is_other(path))
                && !std::mem::replace(&mut walk.has_other_settings, true)
            {
                let used = settings.used.as_deref().map(|used| with_slashes(used).into());
                return Some(Err(error_at(path, InputErrorKind::OtherSettings(used))));
            }
        }
    }

    /// The next member of the archive found last.
    fn next_member(&mut self) -> Option<Result<Source, InputError>> {
        let walk = self.members.as_mut()?;
        for member in &mut walk.members {
            let is_game_file = has_game_suffix(Path::new(member.name()));
            let is_excluded = self.exclude.matches(Path::new(&member.path()));
            if is_game_file && !is_excluded {
                walk.if_empty = None;
                return Some(Ok(Source::member(member)));
            }
            if !is_excluded && ends_in(Path::new(member.name()), &ARCHIVE_SUFFIXES) {
                let path = member.path();
                return Some(Err(error_at(Path::new(&path), InputErrorKind::NestedArchive)));
            }
            if !is_excluded {
                walk.skipped.add(member.name());
            } else if let Some(why) = walk.if_empty.as_mut().filter(|_| is_game_file) {
                *why = InputErrorKind::Excluded;
            }
        }
        let ArchiveWalk { path, if_empty, skipped, .. } = self.members.take()?;
        let notice = || (!skipped.is_empty()).then_some(InputErrorKind::SkippedMembers(skipped));
        if_empty.or_else(notice).map(|why| Err(error_at(&path, why)))
    }

    /// Begins a walk if the source is an archive; otherwise returns it.
    fn open_archive(&mut self, source: Source) -> Option<Result<Source, InputError>> {
        let SourceLocation::File(path) = &source.place else { return Some(Ok(source)) };
        match Archive::open(path) {
            Ok(None) => Some(Ok(source)),
            Ok(Some(archive)) => {
                let if_empty = Some(InputErrorKind::NoMember(archive.any_name()));
                let skipped = SkippedMembers { repeated: archive.repeated, ..SkippedMembers::default() };
                let members = Members::of(archive);
                self.members = Some(ArchiveWalk { path: path.clone(), members, if_empty, skipped });
                None
            }
            Err(why) => Some(Err(InputError { path: source.name, why })),
        }
    }

    /// A source or an error; `None` if the argument is excluded, or if a walk has begun.
    fn open_argument(&mut self, argument: OsString) -> Option<Result<Source, InputError>> {
        if argument == "-" {
            let name = Arc::clone(&self.stdin_name);
            if self.is_excluded(Path::new(&*name)) {
                return None;
            }
            return Some(Ok(Source { name, place: SourceLocation::StandardInput }));
        }
        let path = PathBuf::from(argument);
        let Some(pattern) = path.to_str().filter(|_| is_pattern(&path)) else {
            return self.open_path(path);
        };
        match glob::Pattern::new(pattern) {
            Ok(pattern) => {
                self.walks.push(SourceWalk::pattern(pattern, &path));
                None
            }
            Err(error) => Some(Err(error_at(&path, InputErrorKind::Pattern(error.to_string())))),
        }
    }

    /// Whether a path that is named is excluded.
    fn is_excluded(&mut self, path: &Path) -> bool {
        let is_excluded = self.exclusion == Exclusion::OfNamed && self.exclude.matches(path);
        if is_excluded && self.excluded.is_none() {
            self.excluded = Some(error_at(path, InputErrorKind::ExcludedNames));
        }
        is_excluded
    }

    /// A path that must exist: a file is a source, a folder is walked.
    fn open_path(&mut self, path: PathBuf) -> Option<Result<Source, InputError>> {
        if self.is_excluded(&path) {
            return None;
        }
        match Archive::find(&path) {
            Ok(None) => {}
            Ok(Some(member)) => return Some(Ok(Source::member(member))),
            Err(why) => return Some(Err(error_at(&path, why))),
        }
        if path.is_dir() {
            let if_empty = Some(error_at(&path, InputErrorKind::NoRecords(None)));
            self.walks.push(SourceWalk::folder(&path, if_empty));
            None
        } else if exists(&path) {
            Some(Ok(Source::file(path)))
        } else {
            Some(Err(error_at(&path, InputErrorKind::Missing)))
        }
    }

    /// A path in a list. An error names the list if the path is wrong.
    fn open_listed_path(&mut self, path: PathBuf) -> Option<Result<Source, InputError>> {
        let list = self.list.as_ref().map(|list| Arc::clone(&list.name));
        let opened = self.open_path(path)?;
        Some(opened.map_err(|error| match (&error.why, list) {
            (InputErrorKind::Missing, Some(list)) => {
                InputError { why: InputErrorKind::MissingInList(list), ..error }
            }
            _ => error,
        }))
    }

    fn open_list(&mut self, path: &OsString) -> Result<(), InputError> {
        let (name, paths) = if path == "-" {
            (Arc::clone(&self.stdin_name), List::begin(Box::new(io::stdin()), None))
        } else {
            let file = File::open(path).map_err(|error| match error.kind() {
                io::ErrorKind::NotFound => InputErrorKind::Missing,
                _ => InputErrorKind::Open(error),
            });
            let length = fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|metadata| metadata.len());
            let paths = file.and_then(|file| List::begin(Box::new(file), length));
            (with_slashes(Path::new(path)).into(), paths)
        };
        match paths {
            Ok(paths) => self.list = Some(NamedList { name, paths, is_empty: true }),
            Err(why) => return Err(InputError { path: name, why }),
        }
        Ok(())
    }
}

impl Iterator for Sources {
    type Item = Result<Source, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(member) = self.next_member() {
                return Some(member);
            }
            let source = match self.next_found()? {
                Ok(source) => source,
                Err(error) => return Some(Err(error)),
            };
            match self.seen.as_mut().map_or(Ok(true), |seen| insert_file(seen, &source)) {
                Ok(true) => {
                    if let Some(source) = self.open_archive(source) {
                        return Some(source);
                    }
                }
                Ok(false) => {}
                Err(why) => {
                    return Some(Err(InputError { path: source.name, why: InputErrorKind::Met(why) }));
                }
            }
        }
    }
}

/// A file that may not be examined counts as there: opening it reports the reason.
fn exists(path: &Path) -> bool {
    path.try_exists().unwrap_or(true)
}

/// Whether a name is that of a file of games. `._games.pgn` holds what macOS keeps beside `games.pgn` on other file systems.
fn has_game_suffix(path: &Path) -> bool {
    let is_metadata = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"._"));
    !is_metadata && ends_in(path, &SUFFIXES)
}

/// Whether the name of a file ends in one of these, in any case.
fn ends_in(path: &Path, suffixes: &[&str]) -> bool {
    path.file_name().is_some_and(|name| {
        let name = name.as_encoded_bytes().to_ascii_lowercase();
        suffixes.iter().any(|suffix| name.ends_with(suffix.as_bytes()))
    })
}

fn error_at(path: &Path, why: InputErrorKind) -> InputError {
    InputError { path: with_slashes(path).into(), why }
}

/// The error to report for a path that a walk could not read. A dangling link is reported only if it has the name of a
/// game file.
fn reported(error: WalkError) -> Option<InputError> {
    let WalkError { path, why, .. } = error;
    let why = match why.kind() {
        io::ErrorKind::NotFound if path.is_symlink() && !has_game_suffix(&path) => return None,
        io::ErrorKind::NotFound => InputErrorKind::Missing,
        _ => InputErrorKind::Walk(why),
    };
    Some(error_at(&path, why))
}
