//! `jadoube audit --fix`: the repairs of files.

use std::fs::{self, File, Metadata};
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::Arc;

use similar::{Algorithm, TextDiff};

use crate::audit::{
    BaselineMode, DiagramChoice, GameToMend, MendedFile, Settings, Sink, TextInMemory, games_to_mend,
    holds_game, mend, prevented_repairs, prevented_repairs_of,
};
use crate::finding::{FixClass, GameReport, Severity};
use crate::input::is_plain_text;
use crate::law::Rule;

use super::args::{AuditArgs, FixArgs};
use super::config::Config;
use super::exit_status::ExitStatus;
use super::failure::CliError;
use super::pending_file::PendingFile;
use super::sentences;
use super::settings::{AuditSettings, RunAudit};
use super::streams::Streams;
use super::terminal::Terminal;

/// The lines around a change that a diff shows.
const CONTEXT: usize = 3;

/// The name of standard input as a path.
const STDIN: &str = "-";

/// How the repairs ended.
pub(super) enum Repaired {
    Ended(ExitStatus),
    /// The run goes on with the audit of what is left.
    AuditFollows {
        /// Whether a file could not be written.
        has_failed: bool,
    },
}

/// Repairs the files, or shows the changes.
pub(super) fn run(
    args: &AuditArgs,
    config: &Config,
    terminal: &Terminal,
    out: &mut (dyn Write + Send),
    err: &mut (dyn Write + Send),
    audit: RunAudit,
) -> Result<Repaired, CliError> {
    let AuditSettings { run, inputs, .. } = AuditSettings::resolve(args, config, terminal)?;
    let settings = Settings {
        all: false,
        keep_source: false,
        repairs: true,
        diagrams: DiagramChoice::Unkept,
        baseline: match run.baseline {
            BaselineMode::Write => BaselineMode::Off,
            other => other,
        },
        selection: run.selection.with_least(Severity::Info),
        ..run
    };
    let most = if args.fixes.unsafe_fixes { FixClass::Unsafe } else { FixClass::Safe };
    if inputs.paths.iter().any(|path| path == STDIN)
        || (inputs.paths.is_empty() && inputs.files_from.is_none())
    {
        if inputs.paths.len() > 1 {
            return Err(CliError::with_hint(
                "standard input cannot be repaired together with files",
                "repair it alone: the repaired text goes to standard output",
            ));
        }
        return standard_input(&settings, args.fixes, most, out, err).map(Repaired::Ended);
    }
    let mut found = Found { most, files: Vec::new(), prevented: 0, unreadable: 0 };
    let streams = Streams::open(args.showing, &inputs, terminal, &mut *out, &mut *err)?;
    let summary = audit(&settings, inputs, &mut found, streams.bar.progress())?;
    drop(streams);
    let mut total = Total::default();
    let fixing = Fixing { settings: &settings, most, is_diff: args.fixes.diff };
    for (name, games) in &found.files {
        fixing.file(name, games, &mut total, out, err)?;
    }
    write_prevented(found.prevented, err)?;
    writeln!(err, "{}", sentences::total_repaired(total.repairs, total.files, args.fixes.diff))?;
    let could_not_read = found.unreadable > 0 || total.has_failed || summary.read.has_read_nothing();
    Ok(match () {
        () if args.fixes.diff || args.fixes.fix_only => Repaired::Ended(if could_not_read {
            ExitStatus::Unread
        } else if args.fixes.diff && total.files > 0 {
            ExitStatus::Found
        } else {
            ExitStatus::Clean
        }),
        () => Repaired::AuditFollows { has_failed: total.has_failed },
    })
}

/// How files are repaired.
struct Fixing<'s> {
    settings: &'s Settings,
    most: FixClass,
    /// Whether the changes are only shown.
    is_diff: bool,
}

impl Fixing<'_> {
    /// Repairs the games of a file, or shows the changes.
    fn file(
        &self,
        name: &str,
        games: &[GameToMend],
        total: &mut Total,
        out: &mut dyn Write,
        err: &mut dyn Write,
    ) -> io::Result<()> {
        let OpenFile { bytes, metadata } = match OpenFile::read(name, self.is_diff) {
            Ok(file) => file,
            Err(why) => {
                total.has_failed |= why == WRITE_PROTECTED;
                return writeln!(err, "note: {name} is not repaired: {why}");
            }
        };
        let text = self.settings.text_of(name, &bytes);
        let mended = mend(self.settings, text, games, self.most);
        write_left(name, &mended, err)?;
        if mended.done.is_empty() {
            return Ok(());
        }
        if self.is_diff {
            write_diff(name, &bytes, &mended.bytes, out)?;
        } else if let Err(why) = replace(name, &metadata, &mended.bytes) {
            total.has_failed = true;
            return writeln!(err, "note: {name} is not repaired: {why}");
        } else {
            write_done(text, name, &mended, err)?;
        }
        total.files += 1;
        total.repairs += mended.done.values().sum::<u64>();
        Ok(())
    }
}

const WRITE_PROTECTED: &str = "it is write-protected";

#[derive(Default)]
struct Total {
    repairs: u64,
    files: u64,
    has_failed: bool,
}

/// The games that have repairs, by file in the order of the run.
struct Found {
    most: FixClass,
    files: Vec<(Arc<str>, Vec<GameToMend>)>,
    /// The findings that are not repaired because of a move of their game.
    prevented: u64,
    unreadable: u64,
}

impl Sink for Found {
    fn game(&mut self, file: &Arc<str>, game: &GameReport) -> io::Result<()> {
        self.prevented += prevented_repairs(game);
        let Some(game) = GameToMend::of(game, self.most) else { return Ok(()) };
        match self.files.last_mut() {
            Some((last, games)) if *last == *file => games.push(game),
            _ => self.files.push((Arc::clone(file), vec![game])),
        }
        Ok(())
    }

    fn unreadable(&mut self, _: &Arc<str>, _: &str) -> io::Result<()> {
        self.unreadable += 1;
        Ok(())
    }
}

/// A file that may be replaced, or whose repairs may be shown.
struct OpenFile {
    bytes: Vec<u8>,
    metadata: Metadata,
}

impl OpenFile {
    /// The reason why the file cannot be replaced is a clause. A diff replaces nothing, so that it needs no permission.
    fn read(name: &str, for_diff: bool) -> Result<Self, String> {
        let path = Path::new(name);
        let metadata = if for_diff { fs::metadata(path) } else { fs::symlink_metadata(path) };
        let metadata = metadata.map_err(|_| "it is not a file by itself".to_owned())?;
        if metadata.is_symlink() {
            return Err("it is a link; name the file that it leads to".to_owned());
        }
        if !metadata.is_file() {
            return Err("it is not a regular file".to_owned());
        }
        if !for_diff && metadata.permissions().readonly() {
            return Err(WRITE_PROTECTED.to_owned());
        }
        let bytes = fs::read(path).map_err(|error| error.to_string())?;
        if !is_plain_text(&bytes) {
            return Err("it is compressed or in UTF-16; unpack it or save it as UTF-8 first".to_owned());
        }
        Ok(Self { bytes, metadata })
    }
}

/// Writes a file beside the other and renames it, unless the other has changed since it was read.
fn replace(name: &str, read: &Metadata, bytes: &[u8]) -> Result<(), String> {
    let path = Path::new(name);
    let write = || -> io::Result<(File, PendingFile)> {
        let (mut file, pending) = PendingFile::create(path)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        Ok((file, pending))
    };
    let (file, pending) = write().map_err(|error| format!("it could not be written ({error})"))?;
    drop(file);
    let now = fs::metadata(path).map_err(|error| error.to_string())?;
    if now.len() != read.len() || now.modified().ok() != read.modified().ok() {
        return Err("it was changed while it was being repaired".to_owned());
    }
    pending.finish().map_err(|error| format!("it could not be written ({error})"))
}

fn standard_input(
    settings: &Settings,
    fixes: FixArgs,
    most: FixClass,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    let name = "<stdin>";
    if !is_plain_text(&bytes) {
        return Err(CliError::with_hint(
            format!("{name} is not repaired: it is compressed or in UTF-16"),
            "unpack it or save it as UTF-8 first",
        ));
    }
    let text: TextInMemory<'_> = settings.text_of(name, &bytes);
    if !holds_game(settings, text) {
        return Err(CliError::usage(format!("{name} contains no game")));
    }
    let games = games_to_mend(settings, text, most);
    let mended = mend(settings, text, &games, most);
    write_left(name, &mended, err)?;
    write_prevented(prevented_repairs_of(settings, text), err)?;
    if fixes.diff {
        write_diff(name, &bytes, &mended.bytes, out)?;
        return Ok(if mended.done.is_empty() { ExitStatus::Clean } else { ExitStatus::Found });
    }
    out.write_all(&mended.bytes)?;
    if !mended.done.is_empty() {
        write_done(text, name, &mended, err)?;
    }
    Ok(ExitStatus::Clean)
}

/// `text`: the file as it was.
fn write_done(
    text: TextInMemory<'_>,
    name: &str,
    mended: &MendedFile,
    err: &mut dyn Write,
) -> io::Result<()> {
    writeln!(err, "{}", sentences::repaired(name, &mended.done))?;
    if mended.done.contains_key(&Rule::StyleEncoding) {
        writeln!(err, "{}", sentences::converted(name, text.encoding))?;
    }
    Ok(())
}

fn write_left(name: &str, mended: &MendedFile, err: &mut dyn Write) -> io::Result<()> {
    for (number, why) in &mended.left {
        writeln!(err, "note: game {number} of {name} is left as it was: {}", sentences::why_left(*why))?;
    }
    Ok(())
}

fn write_prevented(count: u64, err: &mut dyn Write) -> io::Result<()> {
    if count > 0 {
        writeln!(err, "{}", sentences::prevented(count))?;
    }
    Ok(())
}

/// A unified diff, as `patch` reads it.
fn write_diff(name: &str, before: &[u8], after: &[u8], out: &mut dyn Write) -> io::Result<()> {
    if before == after {
        return Ok(());
    }
    // Most lines of a file occur once, which this algorithm makes use of.
    let diff = TextDiff::configure().algorithm(Algorithm::Patience).diff_lines(before, after);
    diff.unified_diff().context_radius(CONTEXT).header(name, name).to_writer(out)
}
