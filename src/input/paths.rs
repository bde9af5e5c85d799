//! What the user named, to sources in an order that is the same on every run.

use std::collections::{HashSet, VecDeque};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::sync::Arc;

use walkdir::WalkDir;

use super::globs::Globs;
use super::trouble::{InputError, Trouble};

/// The ends of names that are taken from a directory. A file named itself may be called anything.
const SUFFIXES: [&str; 5] = [".pgn", ".pgn.gz", ".pgn.bz2", ".pgn.zst", ".pgn.xz"];

/// A list of paths longer than this many bytes is no list of paths.
const LONGEST_LIST: u64 = 256 << 20;

/// What the name of standard input is, when no other is given.
pub const STANDARD_INPUT: &str = "<stdin>";

/// What the user named.
#[derive(Clone, Debug, Default)]
pub struct Named {
    /// Files, directories, patterns, and `-` for standard input.
    pub paths: Vec<OsString>,
    /// A file that lists paths, one a line or one a NUL; `-` for standard input.
    pub files_from: Option<OsString>,
    /// The name that standard input is shown under.
    pub stdin_filename: Option<String>,
    /// What folders and patterns lead to is passed over where these match.
    pub exclude: Globs,
    /// What these say of a file that is named itself.
    pub exclusion: Exclusion,
}

/// What is done with a file that is named itself, and that the patterns for what is passed over match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Exclusion {
    /// It is read: who names it wants it.
    #[default]
    OfFound,
    /// It is passed over: a program names all that it has.
    OfNamed,
}

/// Where the text of a source is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// Standard input.
    StandardInput,
    /// A file, a pipe, a device: anything that opens.
    File(PathBuf),
}

/// One stream of game records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The path as typed or walked, with `/`, as shown to users.
    pub name: Arc<str>,
    /// Where it is.
    pub place: Place,
}

impl Source {
    /// A file of this path, whether there is one or not.
    pub fn file(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        Self { name: shown(&path), place: Place::File(path) }
    }

    /// Its size before unpacking, where that is known before reading.
    pub fn size(&self) -> Option<u64> {
        match &self.place {
            Place::StandardInput => None,
            Place::File(path) => {
                fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|metadata| metadata.len())
            }
        }
    }
}

/// Something named, not yet looked at.
enum Entry {
    Argument(OsString),
    /// From a list: taken as it stands, so neither `-` nor `*` means anything.
    Listed(PathBuf),
    List(OsString),
}

/// The sources named, one by one; directories are walked as the iterator goes.
///
/// Directories give the files whose names end in `.pgn`, `.pgn.gz`, `.pgn.bz2`, `.pgn.zst` or `.pgn.xz` in any
/// case, sorted by name, links followed. A pattern is one only when nothing bears its name literally. A file that
/// several of what is named lead to is read once, where it is met first.
pub struct Sources {
    waiting: VecDeque<Entry>,
    walk: Option<Walk>,
    matches: Option<Matches>,
    stdin_name: Arc<str>,
    exclude: Globs,
    exclusion: Exclusion,
    /// The files met so far, by the path that no link leads to, where more than one thing was named.
    met: Option<HashSet<PathBuf>>,
}

/// A folder being walked.
struct Walk {
    entries: walkdir::IntoIter,
    /// What is told of the folder, where it was named itself and has led to nothing yet.
    barren: Option<InputError>,
}

/// A `*` does not go into directories, as in a shell.
const AS_SHELLS_DO: glob::MatchOptions = glob::MatchOptions {
    case_sensitive: true,
    require_literal_separator: true,
    require_literal_leading_dot: true,
};

/// The walk that finds what a pattern can match: from the last directory it names plainly, no deeper than
/// it goes. Walked rather than globbed, because only a walk sees that a link leads back.
fn walk_for(pattern: &Path) -> walkdir::IntoIter {
    let is_plain =
        |part: &std::path::Component<'_>| !part.as_os_str().to_string_lossy().contains(['*', '?', '[']);
    let base: PathBuf = pattern.components().take_while(is_plain).collect();
    let below = pattern.components().skip_while(is_plain);
    let depth = if below.clone().any(|part| part.as_os_str() == "**") { usize::MAX } else { below.count() };
    let base = if base.as_os_str().is_empty() { PathBuf::from(".") } else { base };
    WalkDir::new(base).follow_links(true).max_depth(depth).sort_by_file_name().into_iter()
}

/// What a pattern still has to give.
struct Matches {
    matcher: glob::Pattern,
    walk: walkdir::IntoIter,
    /// What is told of it, where it has led to nothing yet.
    barren: Option<InputError>,
}

/// What would have been found is excluded.
fn pass_over(barren: &mut Option<InputError>) {
    if let Some(error) = barren {
        error.why = Trouble::Excluded;
    }
}

impl Sources {
    /// Nothing named at all means standard input.
    pub fn new(named: Named) -> Self {
        let mut waiting: VecDeque<Entry> = named.paths.into_iter().map(Entry::Argument).collect();
        waiting.extend(named.files_from.map(Entry::List));
        if waiting.is_empty() {
            waiting.push_back(Entry::Argument("-".into()));
        }
        let stdin_name = named.stdin_filename.as_deref().unwrap_or(STANDARD_INPUT).into();
        let Named { exclude, exclusion, .. } = named;
        let names_several = waiting.len() > 1 || waiting.iter().any(|entry| matches!(entry, Entry::List(_)));
        let met = names_several.then(HashSet::new);
        Self { waiting, walk: None, matches: None, stdin_name, exclude, exclusion, met }
    }

    /// Whether the file was met before.
    fn is_known(&mut self, source: &Source) -> bool {
        let (Some(met), Place::File(path)) = (&mut self.met, &source.place) else { return false };
        // What is no file of the disk, a pipe or what cannot be looked at, is another each time.
        path.is_file() && fs::canonicalize(path).is_ok_and(|path| !met.insert(path))
    }

    /// The next that leads to something, met before or not.
    fn any_next(&mut self) -> Option<Result<Source, InputError>> {
        loop {
            if let Some(item) = self.walked().or_else(|| self.matched()) {
                return Some(item);
            }
            let entry = self.waiting.pop_front()?;
            if let Some(item) = self.named(entry) {
                return Some(item);
            }
        }
    }

    /// The next of the directory being walked.
    fn walked(&mut self) -> Option<Result<Source, InputError>> {
        loop {
            let walk = self.walk.as_mut()?;
            match walk.entries.next() {
                None => {
                    return self.walk.take()?.barren.map(Err);
                }
                Some(Ok(entry)) if self.exclude.take(entry.path()) => {
                    let is_folder = entry.file_type().is_dir();
                    if is_folder {
                        walk.entries.skip_current_dir();
                    }
                    if is_folder || is_record(entry.path()) {
                        pass_over(&mut walk.barren);
                    }
                }
                Some(Ok(entry)) if entry.file_type().is_file() && is_record(entry.path()) => {
                    walk.barren = None;
                    return Some(Ok(Source::file(entry.into_path())));
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => {
                    if let Some(error) = walk_error(error) {
                        walk.barren = None;
                        return Some(Err(error));
                    }
                }
            }
        }
    }

    /// The next that the pattern matches; of a directory, the next in it.
    fn matched(&mut self) -> Option<Result<Source, InputError>> {
        loop {
            let matches = self.matches.as_mut()?;
            match matches.walk.next() {
                Some(Ok(entry)) => {
                    let path = entry.path().strip_prefix(".").unwrap_or(entry.path());
                    if path.as_os_str().is_empty() || !matches.matcher.matches_path_with(path, AS_SHELLS_DO) {
                        continue;
                    }
                    if self.exclude.take(path) {
                        if entry.file_type().is_dir() {
                            matches.walk.skip_current_dir();
                        }
                        pass_over(&mut matches.barren);
                        continue;
                    }
                    matches.barren = None;
                    // Of a directory that matches, what is in it counts, once.
                    if entry.file_type().is_dir() {
                        matches.walk.skip_current_dir();
                    } else if !entry.file_type().is_file() {
                        continue;
                    }
                    let path = path.to_path_buf();
                    if !path.is_dir() {
                        return Some(Ok(Source::file(path)));
                    }
                    self.walk = Some(Walk { entries: walk_below(&path), barren: None });
                    if let Some(item) = self.walked() {
                        return Some(item);
                    }
                }
                Some(Err(error)) => {
                    let missing = error.depth() == 0;
                    if let Some(error) = walk_error(error).filter(|_| !missing) {
                        return Some(Err(error));
                    }
                }
                None => {
                    return self.matches.take()?.barren.map(Err);
                }
            }
        }
    }

    /// What was named, as far as it leads to something at once.
    fn named(&mut self, entry: Entry) -> Option<Result<Source, InputError>> {
        match entry {
            Entry::Argument(path) if path == "-" => {
                if self.exclusion == Exclusion::OfNamed && self.exclude.take(Path::new(&*self.stdin_name)) {
                    return None;
                }
                let name = Arc::clone(&self.stdin_name);
                Some(Ok(Source { name, place: Place::StandardInput }))
            }
            Entry::Argument(path) => {
                let path = PathBuf::from(path);
                if !exists(&path)
                    && let Some(pattern) = path.to_str().filter(|path| path.contains(['*', '?', '[']))
                {
                    return match glob::Pattern::new(pattern) {
                        Ok(matcher) => {
                            let walk = walk_for(&path);
                            let barren = InputError { path: shown(&path), why: Trouble::NoMatch };
                            self.matches = Some(Matches { matcher, walk, barren: Some(barren) });
                            None
                        }
                        Err(error) => Some(Err(InputError {
                            path: shown(&path),
                            why: Trouble::Pattern(error.to_string()),
                        })),
                    };
                }
                self.checked(path)
            }
            Entry::Listed(path) => self.checked(path),
            Entry::List(path) => match self.list(&path) {
                Ok(paths) => {
                    for path in paths.into_iter().rev() {
                        self.waiting.push_front(Entry::Listed(path));
                    }
                    None
                }
                Err(error) => Some(Err(error)),
            },
        }
    }

    /// A path that has to exist: a file is a source, a folder is walked.
    fn checked(&mut self, path: PathBuf) -> Option<Result<Source, InputError>> {
        if self.exclusion == Exclusion::OfNamed && self.exclude.take(&path) {
            None
        } else if path.is_dir() {
            let barren = InputError { path: shown(&path), why: Trouble::NoRecords };
            self.walk = Some(Walk { entries: walk_below(&path), barren: Some(barren) });
            None
        } else if exists(&path) {
            Some(Ok(Source::file(path)))
        } else {
            Some(Err(InputError { path: shown(&path), why: Trouble::Missing }))
        }
    }

    /// The paths a list holds.
    fn list(&self, path: &OsString) -> Result<Vec<PathBuf>, InputError> {
        let (name, text) = if path == "-" {
            (Arc::clone(&self.stdin_name), read_list(io::stdin()))
        } else {
            let text = File::open(path).map_err(|error| match error.kind() {
                io::ErrorKind::NotFound => Trouble::Missing,
                _ => Trouble::Open(error),
            });
            (shown(Path::new(path)), text.and_then(read_list))
        };
        text.map(|text| listed(&text)).map_err(|why| InputError { path: name, why })
    }
}

impl Iterator for Sources {
    type Item = Result<Source, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let item = self.any_next()?;
            if !item.as_ref().is_ok_and(|source| self.is_known(source)) {
                return Some(item);
            }
        }
    }
}

/// A folder and all below it, by name.
fn walk_below(folder: &Path) -> walkdir::IntoIter {
    WalkDir::new(folder).follow_links(true).sort_by_file_name().into_iter()
}

/// Whether something bears the name; what may not be looked at is left to the opening to explain.
fn exists(path: &Path) -> bool {
    path.try_exists().unwrap_or(true)
}

fn is_record(path: &Path) -> bool {
    let Some(name) = path.file_name() else {
        return false;
    };
    let name = name.as_encoded_bytes();
    SUFFIXES.iter().any(|suffix| {
        let suffix = suffix.as_bytes();
        name.len() >= suffix.len()
            && name.get(name.len() - suffix.len()..).is_some_and(|end| end.eq_ignore_ascii_case(suffix))
    })
}

/// A path as shown to users.
fn shown(path: &Path) -> Arc<str> {
    let name = path.to_string_lossy();
    if MAIN_SEPARATOR == '/' { name.into() } else { name.replace(MAIN_SEPARATOR, "/").into() }
}

/// The problem met on a walk; a dangling link to something that is no record is none, and neither is a link to a folder
/// that holds it: that is walked itself.
fn walk_error(error: walkdir::Error) -> Option<InputError> {
    if error.loop_ancestor().is_some() {
        return None;
    }
    let path = error.path().map(Path::to_path_buf).unwrap_or_default();
    // The system's own error: what stands around it only names the path once more.
    let error = error.into_io_error().unwrap_or_else(|| io::ErrorKind::Other.into());
    let why = match error.kind() {
        io::ErrorKind::NotFound if path.is_symlink() && !is_record(&path) => return None,
        io::ErrorKind::NotFound => Trouble::Missing,
        _ => Trouble::Walk(error),
    };
    Some(InputError { path: shown(&path), why })
}

fn read_list(input: impl Read) -> Result<Vec<u8>, Trouble> {
    let mut text = Vec::new();
    input.take(LONGEST_LIST + 1).read_to_end(&mut text).map_err(Trouble::Read)?;
    if text.len() as u64 > LONGEST_LIST { Err(Trouble::List(LONGEST_LIST)) } else { Ok(text) }
}

/// The paths in a list: between NULs if it holds any, else between line ends; empty ones are left out.
fn listed(text: &[u8]) -> Vec<PathBuf> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let nul = memchr::memchr(0, text).is_some();
    text.split(|&byte| byte == if nul { 0 } else { b'\n' })
        .map(|path| if nul { path } else { path.strip_suffix(b"\r").unwrap_or(path) })
        .filter(|path| !path.iter().all(u8::is_ascii_whitespace))
        .map(path_of)
        .collect()
}

#[cfg(unix)]
fn path_of(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    PathBuf::from(std::ffi::OsStr::from_bytes(bytes))
}

#[cfg(not(unix))]
fn path_of(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}
