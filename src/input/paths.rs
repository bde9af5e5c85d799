//! What the user named, to sources in an order that is the same on every run.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_128;

use crate::spill::KeySet;

use super::folder::{FileKind, FolderWalk, Unseen};
use super::globs::{Globs, plainly};
use super::list::List;
use super::trouble::{InputError, Trouble};

/// The ends of names that are taken from a directory. A file named itself may be called anything.
const SUFFIXES: [&str; 5] = [".pgn", ".pgn.gz", ".pgn.bz2", ".pgn.zst", ".pgn.xz"];

/// What the name of standard input is, when no other is given.
pub(crate) const STANDARD_INPUT: &str = "<stdin>";

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

impl Named {
    /// Whether what is named leads to a file of this path, which need not be there yet: itself, by a folder, by a pattern, or by
    /// a list that is no pipe; the list too is read.
    pub fn lead_to(&self, path: &Path) -> bool {
        let Some(sought) = Sought::of(path) else { return false };
        let is_listed = || {
            let list = self.files_from.as_ref().filter(|list| *list != "-");
            list.is_some_and(|list| sought.is(Path::new(list)) || sought.is_in_list(Path::new(list)))
        };
        let is_found = |named: &Path| sought.is_found_by(named) && !self.exclude.take(path);
        let leads = |named: &OsString| sought.is(Path::new(named)) || is_found(Path::new(named));
        self.paths.iter().filter(|named| *named != "-").any(leads) || is_listed()
    }
}

/// Where a file is, or would be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Spot(PathBuf);

impl Spot {
    /// That of a path, however it is typed; `None` where something is there that is no regular file: a device may be read and
    /// written at once.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        if let Ok(real) = fs::canonicalize(path) {
            return real.is_file().then_some(Self(real));
        }
        let whole = plainly(path);
        let folder = fs::canonicalize(whole.parent()?).ok()?;
        Some(Self(folder.join(whole.file_name()?)))
    }
}

/// A file that is looked for among what is named.
struct Sought {
    spot: Spot,
    /// Its path as typed, from the root of the file system on.
    whole: PathBuf,
}

impl Sought {
    fn of(path: &Path) -> Option<Self> {
        Some(Self { spot: Spot::of(path)?, whole: plainly(path) })
    }

    fn is(&self, named: &Path) -> bool {
        Spot::of(named).is_some_and(|spot| spot == self.spot)
    }

    /// Whether a folder or a pattern leads to it.
    fn is_found_by(&self, named: &Path) -> bool {
        if named.is_dir() {
            let is_in = |path: &Path, folder: &Path| is_record(path) && path.starts_with(folder);
            let real = fs::canonicalize(named);
            return is_in(&self.whole, &plainly(named)) || real.is_ok_and(|real| is_in(&self.spot.0, &real));
        }
        let whole = plainly(named);
        let pattern =
            whole.to_str().filter(|_| is_pattern(named)).and_then(|text| glob::Pattern::new(text).ok());
        let matches = |path: &Path| {
            pattern.as_ref().is_some_and(|pattern| pattern.matches_path_with(path, AS_SHELLS_DO))
        };
        let is_in_match = || self.whole.ancestors().skip(1).any(matches);
        matches(&self.whole) || matches(&self.spot.0) || is_record(&self.whole) && is_in_match()
    }

    fn is_in_list(&self, list: &Path) -> bool {
        // What comes by a pipe comes once, and is for the run.
        if !list.is_file() {
            return false;
        }
        let Ok(paths) =
            File::open(list).map_err(Trouble::Open).and_then(|file| List::begin(Box::new(file), None))
        else {
            return false;
        };
        // Neither it nor a folder that it is in: no need to look for it on the disk.
        let is_apart = |path: &PathBuf| {
            let mut names = self.whole.components().chain(self.spot.0.components());
            path.file_name().is_some_and(|name| names.all(|other| other.as_os_str() != name))
        };
        // Of what is listed nothing is a pattern.
        let leads = |path: PathBuf| self.is(&path) || path.is_dir() && self.is_found_by(&path);
        paths.flatten().filter(|path| !is_apart(path)).any(leads)
    }
}

/// Whether this is a pattern: nothing bears it as its name.
fn is_pattern(named: &Path) -> bool {
    !exists(named) && named.to_str().is_some_and(|named| named.contains(['*', '?', '[']))
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
}

/// Something named, not yet looked at.
enum NamedInput {
    Argument(OsString),
    List(OsString),
}

/// The sources named, one by one; directories are walked as the iterator goes.
///
/// Directories give the files whose names end in `.pgn`, `.pgn.gz`, `.pgn.bz2`, `.pgn.zst` or `.pgn.xz` in any
/// case, sorted by name, links followed. A pattern is one only when nothing bears its name literally. A file that
/// several of what is named lead to is read once, where it is met first.
pub struct Sources {
    waiting: VecDeque<NamedInput>,
    list: Option<Listing>,
    walk: Option<Walk>,
    matches: Option<Matches>,
    stdin_name: Arc<str>,
    exclude: Globs,
    exclusion: Exclusion,
    /// The files met so far, where more than one thing was named.
    met: Option<SeenFiles>,
}

/// Files, by the paths that no link leads to.
#[derive(Default)]
struct SeenFiles {
    keys: KeySet,
    /// The folder that the last one was found in, and where that is.
    folder: Option<Folder>,
}

struct Folder {
    path: PathBuf,
    canonical: PathBuf,
}

/// A source, and how it was found.
enum Found {
    /// In a folder, by the very name that it bears there.
    InFolder(Source),
    /// It was named, perhaps otherwise than it is called.
    Named(Source),
}

impl Found {
    fn source(self) -> Source {
        match self {
            Self::InFolder(source) | Self::Named(source) => source,
        }
    }
}

impl SeenFiles {
    /// Takes a file in; whether it is met for the first time. What is no file of the disk, a pipe or what cannot be looked
    /// at, is another each time.
    fn note(&mut self, found: &Found) -> io::Result<bool> {
        let (Found::InFolder(source) | Found::Named(source)) = found;
        let Place::File(path) = &source.place else { return Ok(true) };
        let canonical = match (fs::symlink_metadata(path), found) {
            (Ok(met), Found::InFolder(_)) if met.is_file() => self.in_folder(path),
            (Ok(met), _) if met.is_file() || met.is_symlink() && path.is_file() => {
                fs::canonicalize(path).ok()
            }
            _ => None,
        };
        let key = canonical.map(|path| xxh3_128(path.as_os_str().as_encoded_bytes()));
        key.map_or(Ok(true), |key| self.keys.insert(key))
    }

    /// Where a file is that is no link: in its folder, which is looked at once for all in it.
    fn in_folder(&mut self, path: &Path) -> Option<PathBuf> {
        let (folder, name) = (path.parent()?, path.file_name()?);
        if self.folder.as_ref().is_none_or(|last| last.path != folder) {
            let canonical = fs::canonicalize(folder).ok()?;
            self.folder = Some(Folder { path: folder.to_path_buf(), canonical });
        }
        self.folder.as_ref().map(|folder| folder.canonical.join(name))
    }
}

/// A list whose paths are looked at one by one. They are taken as they stand: neither `-` nor `*` means anything.
struct Listing {
    name: Arc<str>,
    paths: List,
}

/// A folder being walked.
struct Walk {
    entries: FolderWalk,
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
fn walk_for(pattern: &Path) -> FolderWalk {
    let is_plain =
        |part: &std::path::Component<'_>| !part.as_os_str().to_string_lossy().contains(['*', '?', '[']);
    let base: PathBuf = pattern.components().take_while(is_plain).collect();
    let below = pattern.components().skip_while(is_plain);
    let depth = if below.clone().any(|part| part.as_os_str() == "**") { usize::MAX } else { below.count() };
    let base = if base.as_os_str().is_empty() { PathBuf::from(".") } else { base };
    FolderWalk::down_to(&base, depth)
}

/// What a pattern still has to give.
struct Matches {
    matcher: glob::Pattern,
    walk: FolderWalk,
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
        let mut waiting: VecDeque<NamedInput> = named.paths.into_iter().map(NamedInput::Argument).collect();
        waiting.extend(named.files_from.map(NamedInput::List));
        if waiting.is_empty() {
            waiting.push_back(NamedInput::Argument("-".into()));
        }
        let stdin_name = named.stdin_filename.as_deref().unwrap_or(STANDARD_INPUT).into();
        let Named { exclude, exclusion, .. } = named;
        let names_several =
            waiting.len() > 1 || waiting.iter().any(|entry| matches!(entry, NamedInput::List(_)));
        let met = names_several.then(SeenFiles::default);
        Self { waiting, list: None, walk: None, matches: None, stdin_name, exclude, exclusion, met }
    }

    /// The next that leads to something, met before or not.
    fn any_next(&mut self) -> Option<Result<Found, InputError>> {
        loop {
            if let Some(item) = self.walked() {
                return Some(item.map(Found::InFolder));
            }
            if let Some(item) = self.matched() {
                return Some(item.map(Found::Named));
            }
            if let Some(path) = self.listed() {
                match path.map(|path| self.checked(path)) {
                    Ok(None) => continue,
                    Ok(Some(item)) => return Some(item.map(Found::Named)),
                    Err(error) => return Some(Err(error)),
                }
            }
            let entry = self.waiting.pop_front()?;
            if let Some(item) = self.named(entry) {
                return Some(item.map(Found::Named));
            }
        }
    }

    /// The next path of the list being read.
    fn listed(&mut self) -> Option<Result<PathBuf, InputError>> {
        let Listing { name, paths } = self.list.as_mut()?;
        let Some(path) = paths.next() else {
            self.list = None;
            return None;
        };
        Some(path.map_err(|why| InputError { path: Arc::clone(name), why }))
    }

    /// The next of the directory being walked.
    fn walked(&mut self) -> Option<Result<Source, InputError>> {
        loop {
            let walk = self.walk.as_mut()?;
            match walk.entries.next() {
                None => {
                    return self.walk.take()?.barren.map(Err);
                }
                Some(Ok(met)) if self.exclude.take(&met.path) => {
                    if met.kind == FileKind::Folder {
                        walk.entries.pass_over();
                    }
                    if met.kind == FileKind::Folder || is_record(&met.path) {
                        pass_over(&mut walk.barren);
                    }
                }
                Some(Ok(met)) if met.kind == FileKind::File && is_record(&met.path) => {
                    walk.barren = None;
                    return Some(Ok(Source::file(met.path)));
                }
                Some(Ok(_)) => {}
                Some(Err(unseen)) => {
                    if let Some(error) = walk_error(unseen) {
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
                Some(Ok(met)) => {
                    let path = met.path.strip_prefix(".").unwrap_or(&met.path);
                    if path.as_os_str().is_empty() || !matches.matcher.matches_path_with(path, AS_SHELLS_DO) {
                        continue;
                    }
                    if self.exclude.take(path) {
                        if met.kind == FileKind::Folder {
                            matches.walk.pass_over();
                        }
                        pass_over(&mut matches.barren);
                        continue;
                    }
                    matches.barren = None;
                    // Of a directory that matches, what is in it counts, once.
                    match met.kind {
                        FileKind::Other => {}
                        FileKind::File => return Some(Ok(Source::file(path))),
                        FileKind::Folder => {
                            matches.walk.pass_over();
                            self.walk = Some(Walk { entries: FolderWalk::below(path), barren: None });
                            if let Some(item) = self.walked() {
                                return Some(item);
                            }
                        }
                    }
                }
                Some(Err(unseen)) => {
                    let missing = unseen.depth == 0;
                    if let Some(error) = walk_error(unseen).filter(|_| !missing) {
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
    fn named(&mut self, entry: NamedInput) -> Option<Result<Source, InputError>> {
        match entry {
            NamedInput::Argument(path) if path == "-" => {
                if self.exclusion == Exclusion::OfNamed && self.exclude.take(Path::new(&*self.stdin_name)) {
                    return None;
                }
                let name = Arc::clone(&self.stdin_name);
                Some(Ok(Source { name, place: Place::StandardInput }))
            }
            NamedInput::Argument(path) => {
                let path = PathBuf::from(path);
                if let Some(pattern) = path.to_str().filter(|_| is_pattern(&path)) {
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
            NamedInput::List(path) => match self.list(&path) {
                Ok(list) => {
                    self.list = Some(list);
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
            self.walk = Some(Walk { entries: FolderWalk::below(&path), barren: Some(barren) });
            None
        } else if exists(&path) {
            Some(Ok(Source::file(path)))
        } else {
            Some(Err(InputError { path: shown(&path), why: Trouble::Missing }))
        }
    }

    /// Begins to read a list.
    fn list(&self, path: &OsString) -> Result<Listing, InputError> {
        let (name, paths) = if path == "-" {
            (Arc::clone(&self.stdin_name), List::begin(Box::new(io::stdin()), None))
        } else {
            let file = File::open(path).map_err(|error| match error.kind() {
                io::ErrorKind::NotFound => Trouble::Missing,
                _ => Trouble::Open(error),
            });
            let length = fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|metadata| metadata.len());
            (shown(Path::new(path)), file.and_then(|file| List::begin(Box::new(file), length)))
        };
        match paths {
            Ok(paths) => Ok(Listing { name, paths }),
            Err(why) => Err(InputError { path: name, why }),
        }
    }
}

impl Iterator for Sources {
    type Item = Result<Source, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let found = match self.any_next()? {
                Ok(found) => found,
                Err(error) => return Some(Err(error)),
            };
            match self.met.as_mut().map_or(Ok(true), |met| met.note(&found)) {
                Ok(true) => return Some(Ok(found.source())),
                Ok(false) => {}
                Err(why) => {
                    return Some(Err(InputError { path: found.source().name, why: Trouble::Met(why) }));
                }
            }
        }
    }
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

/// The problem met on a walk; a dangling link to something that is no record is none.
fn walk_error(unseen: Unseen) -> Option<InputError> {
    let Unseen { path, why, .. } = unseen;
    let why = match why.kind() {
        io::ErrorKind::NotFound if path.is_symlink() && !is_record(&path) => return None,
        io::ErrorKind::NotFound => Trouble::Missing,
        _ => Trouble::Walk(why),
    };
    Some(InputError { path: shown(&path), why })
}
