//! The folder of `--checkpoint`: it is begun, or found to be of the same run.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufRead, BufReader, BufWriter, Lines, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::audit::checkpoint::PartFolder;
use crate::audit::{DiagramChoice, Inputs, Settings};
use crate::input::{InputError, Source, Sources, Stamp};
use crate::report::{RunSettings, Tool};

use super::failure::CliError;

const SCHEMA: &str = "jadoube.checkpoint/1";

/// The name of the file with the header.
const HEADER: &str = "checkpoint.json";

/// The name of the file with a line for each input.
const INPUTS: &str = "inputs.jsonl";

/// The name of the file that a run locks.
const LOCK: &str = "checkpoint.lock";

/// The run that a checkpoint is of.
#[derive(Serialize, Deserialize)]
struct Header {
    schema: String,
    version: String,
    /// Whether findings have their boards, for the formats that draw them.
    boards: bool,
    /// Whether games without findings have reports.
    all_games: bool,
    settings: RunSettings,
}

/// An input, or an error in its place.
#[derive(Serialize, Deserialize, PartialEq, Eq)]
struct InputLine {
    file: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    state: Option<FileState>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

#[derive(Serialize, Deserialize, PartialEq, Eq)]
struct FileState {
    size: u64,
    modified: u128,
    head: String,
}

impl From<Stamp> for FileState {
    fn from(Stamp { size, modified, head }: Stamp) -> Self {
        Self { size, modified, head: format!("{head:032x}") }
    }
}

impl InputLine {
    fn of(found: Result<Source, InputError>) -> Result<Self, CliError> {
        Ok(match found {
            Ok(source) => {
                let state = source.stamp().map_err(|error| CliError::usage(error.to_string()))?;
                Self { file: source.name.to_string(), state: state.map(FileState::from), error: None }
            }
            Err(InputError { path, why }) => {
                Self { file: path.to_string(), state: None, error: Some(why.to_string()) }
            }
        })
    }
}

/// A folder whose contents are known.
pub(super) struct Checkpoint {
    pub parts: PartFolder,
    /// Keeps other runs out of the folder.
    _lock: Option<File>,
    /// Whether an earlier run has left something.
    pub is_begun: bool,
}

impl Checkpoint {
    /// Begins the checkpoint, or checks that it is of this run.
    pub(super) fn open(
        folder: &Path,
        mut settings: RunSettings,
        run: &Settings,
        inputs: &Inputs,
    ) -> Result<Self, CliError> {
        if inputs.files_from.as_ref().is_some_and(|list| list == "-") {
            return Err(CliError::with_hint(
                "the list of paths on standard input can be read only once, and --checkpoint reads it again",
                "save the list in a file, and name it after --files-from",
            ));
        }
        // `all_games` says it.
        settings.remove("all");
        let header = Header {
            schema: SCHEMA.to_owned(),
            version: Tool::THIS.version.to_owned(),
            boards: run.diagrams == DiagramChoice::Kept,
            all_games: run.all,
            settings,
        };
        let parts = PartFolder::at(folder);
        fs::create_dir_all(folder).map_err(|error| CliError::file(folder, "written", &error))?;
        // A folder of something else is left as it is.
        FolderContents::of(folder)?;
        let lock = lock(folder)?;
        let found = FolderContents::of(folder)?;
        for path in &found.unfinished {
            fs::remove_file(path).map_err(|error| CliError::file(path, "removed", &error))?;
        }
        if found.header {
            header.check(folder)?;
        } else if found.parts > 0 || found.inputs {
            return Err(incomplete(folder, HEADER));
        } else {
            write(&parts, folder, HEADER, |out| {
                serde_json::to_writer_pretty(&mut *out, &header).map_err(io::Error::from)?;
                Ok(writeln!(out)?)
            })?;
        }
        if found.inputs {
            check_inputs(folder, inputs)?;
        } else if found.parts > 0 {
            return Err(incomplete(folder, INPUTS));
        } else {
            write(&parts, folder, INPUTS, |out| write_inputs(out, inputs))?;
        }
        Ok(Self { parts, _lock: lock, is_begun: found.parts > 0 })
    }
}

/// Locks the folder, if its file system has locks.
fn lock(folder: &Path) -> Result<Option<File>, CliError> {
    let path = folder.join(LOCK);
    let file = File::options().write(true).create(true).truncate(false).open(&path);
    let file = file.map_err(|error| CliError::file(&path, "written", &error))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::Error(_)) => Ok(None),
        Err(TryLockError::WouldBlock) => Err(CliError::with_hint(
            format!("another run uses the checkpoint {}", folder.display()),
            "wait until it has ended, or name another folder",
        )),
    }
}

/// The files of a checkpoint that are there.
#[derive(Default)]
struct FolderContents {
    header: bool,
    inputs: bool,
    /// The number of parts.
    parts: u64,
    /// The files that an interrupted run was writing.
    unfinished: Vec<PathBuf>,
}

impl FolderContents {
    fn of(folder: &Path) -> Result<Self, CliError> {
        let failed = |error: io::Error| CliError::file(folder, "read", &error);
        let (mut found, mut last) = (Self::default(), 0);
        for entry in fs::read_dir(folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name();
            let name = name.to_string_lossy();
            match &*name {
                HEADER => found.header = true,
                INPUTS => found.inputs = true,
                LOCK => {}
                name => match PartFolder::number_of(name) {
                    Some(number) => {
                        found.parts += 1;
                        last = last.max(number);
                    }
                    None if PartFolder::is_unfinished(name) => found.unfinished.push(entry.path()),
                    None => {
                        return Err(CliError::with_hint(
                            format!("{} is not a folder of checkpoints: it holds {name}", folder.display()),
                            "name a new folder, or an empty one",
                        ));
                    }
                },
            }
        }
        if last != found.parts {
            return Err(incomplete(folder, "a part"));
        }
        Ok(found)
    }
}

impl Header {
    /// Checks that the header in the folder is the same.
    fn check(&self, folder: &Path) -> Result<(), CliError> {
        let path = folder.join(HEADER);
        let text = CliError::read_text(&path)?;
        let Ok(old) = serde_json::from_str::<Self>(&text) else { return Err(incomplete(folder, HEADER)) };
        let name = folder.display();
        if (&old.schema, &old.version) != (&self.schema, &self.version) {
            let (then, now) = (&old.version, &self.version);
            return Err(other_run(
                folder,
                &format!("it was begun by version {then} of the program, and this is {now}"),
            ));
        }
        let mut names = old.settings.keys().chain(self.settings.keys());
        if let Some(key) = names.find(|key| old.settings.get(*key) != self.settings.get(*key)) {
            let value = |settings: &RunSettings| settings.get(key).map_or("unset", String::as_str).to_owned();
            let (then, now) = (value(&old.settings), value(&self.settings));
            return Err(other_run(
                folder,
                &format!("it was begun with other settings: {key} was {then}, and is {now}"),
            ));
        }
        let lacks = |what: &str| {
            CliError::with_hint(
                format!("the checkpoint {name} has no {what}"),
                format!("leave them out, or begin again: remove the folder {name}, or name another one"),
            )
        };
        if self.boards && !old.boards {
            return Err(lacks("boards, which --boards and the format html draw"));
        }
        if self.all_games && !old.all_games {
            return Err(lacks("games without findings, which --all and --games-output write"));
        }
        Ok(())
    }
}

fn write_inputs(out: &mut dyn Write, inputs: &Inputs) -> Result<(), CliError> {
    for found in Sources::new(inputs.clone()) {
        serde_json::to_writer(&mut *out, &InputLine::of(found)?).map_err(io::Error::from)?;
        writeln!(out)?;
    }
    Ok(())
}

/// Checks that the inputs are those of the checkpoint.
fn check_inputs(folder: &Path, inputs: &Inputs) -> Result<(), CliError> {
    let path = folder.join(INPUTS);
    let file = File::open(&path).map_err(|error| CliError::file(&path, "read", &error))?;
    let mut old = BufReader::new(file).lines();
    for found in Sources::new(inputs.clone()) {
        let now = InputLine::of(found)?;
        let Some(then) = next_line(&mut old, folder)? else {
            return Err(other_run(folder, &format!("{} is not among its files", now.file)));
        };
        if then != now {
            return Err(other_run(folder, &difference(&then, &now)));
        }
    }
    match next_line(&mut old, folder)? {
        None => Ok(()),
        Some(then) => {
            Err(other_run(folder, &format!("its file {} is not among those of this run", then.file)))
        }
    }
}

fn next_line(lines: &mut Lines<BufReader<File>>, folder: &Path) -> Result<Option<InputLine>, CliError> {
    let line =
        lines.next().transpose().map_err(|error| CliError::file(&folder.join(INPUTS), "read", &error))?;
    let Some(line) = line else { return Ok(None) };
    serde_json::from_str(&line).map(Some).map_err(|_| incomplete(folder, INPUTS))
}

/// How an input differs from that of the checkpoint.
fn difference(then: &InputLine, now: &InputLine) -> String {
    let file = &now.file;
    if then.file != *file {
        return format!("it has {} where this run has {file}", then.file);
    }
    match (&then.state, &now.state) {
        (Some(then), Some(now)) if then.size != now.size => {
            format!("{file} had {} bytes when it was begun, and has {}", then.size, now.size)
        }
        (Some(then), Some(now)) if then.head != now.head => {
            format!("{file} began with another text when it was begun")
        }
        (Some(_), Some(_)) => format!("{file} was modified after it was begun"),
        _ => format!("{file} could be read only in one of the two runs"),
    }
}

fn other_run(folder: &Path, why: &str) -> CliError {
    let name = folder.display();
    CliError::with_hint(
        format!("the checkpoint {name} is of another run: {why}"),
        format!(
            "use the same input, settings and version, or begin again: remove the folder {name}, or name another one"
        ),
    )
}

fn incomplete(folder: &Path, what: &str) -> CliError {
    let name = folder.display();
    CliError::with_hint(
        format!("the checkpoint {name} is damaged: {what} is missing or invalid"),
        format!("remove the folder {name}, or name another one"),
    )
}

/// Writes a file of the folder under another name, and gives it its own once it is complete.
fn write(
    parts: &PartFolder,
    folder: &Path,
    name: &str,
    contents: impl FnOnce(&mut dyn Write) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let path = folder.join(name);
    let failed = |error: io::Error| CliError::file(&path, "written", &error);
    let mut out = BufWriter::new(parts.create_file().map_err(failed)?);
    contents(&mut out)?;
    let file = out.into_inner().map_err(|error| failed(error.into_error()))?;
    file.persist(&path).map_err(|error| failed(error.error))?;
    Ok(())
}
