//! `jadoube compare`: compares the rulings of several codes on the same games.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::audit::{DiagramChoice, Doubts, Inputs};
use crate::compare::{self, Column, Settings};
use crate::law::{Code, Coverage, LawFile, codes};
use crate::report::compare::{
    ComparisonFormatId, ComparisonInfo, ComparisonMultiSink, ComparisonOutlet, Content,
};
use crate::report::{AnalysisLinks, PageDate};

use super::args::{CompareArgs, ComparedArgs};
use super::baseline::BaselineUse;
use super::config::Config;
use super::exit_status::ExitStatus;
use super::failure::CliError;
use super::input::{audited, budget, inputs, intake};
use super::law_choice::{apply_readings, embedded, from_file};
use super::outputs::{self, Destinations, Outputs, unsupported_statistics};
use super::resolve::{self, RuleSettings};
use super::streams::{BUFFER, Streams, file_style, stdout_style};
use super::terminal::Terminal;

pub(super) fn run(
    args: &CompareArgs,
    terminal: &Terminal,
    out: &mut (dyn Write + Send),
    err: &mut (dyn Write + Send),
) -> Result<ExitStatus, CliError> {
    let config = Config::of(&args.config, &args.input.paths)?;
    if args.show_settings {
        resolve::show_compare(args, &config, out)?;
        return Ok(ExitStatus::Clean);
    }
    let intake = intake(&args.input, args.run, &config)?;
    let columns = columns(&args.law)?;
    let selection = RuleSettings::of(&args.rules, &config)?.selection(args.min_severity);
    let inputs: Inputs = inputs(&args.input, &config);
    let mut settings = Settings::new(columns, &selection, intake);
    settings.all = args.all;
    settings.budget = budget(args.run);
    let law_files = args.law.code_file.iter().map(PathBuf::as_path);
    let config_files: Vec<&Path> = law_files.chain(config.file()).collect();
    let mut places = Destinations::new(&inputs, &config_files, &BaselineUse::Nothing)?;
    let Outputs { stdout, files: outputs }: Outputs<ComparisonFormatId> =
        outputs::outputs(&args.output, &mut places)?;
    let format = stdout.unwrap_or(args.format);
    if args.statistics && !format.has_statistics() {
        return Err(unsupported_statistics(format.id()));
    }
    // Statistics do not show doubts.
    if !args.statistics || !outputs.is_empty() {
        settings.doubts = Doubts::Marked;
    }
    let is_drawn = (format.needs_diagrams() && !args.statistics)
        || outputs.iter().any(|output| output.format.needs_diagrams());
    settings.moments = if is_drawn { DiagramChoice::Kept } else { DiagramChoice::Unkept };
    let Streams { out, err, bar } = Streams::open(args.showing, &inputs, terminal, out, err)?;

    let content = if args.statistics { Content::Statistics } else { Content::Games };
    let style = stdout_style(terminal, args.showing.look, false);
    let mut outlets = vec![ComparisonOutlet {
        format: format.format(style, content),
        to: Box::new(BufWriter::with_capacity(BUFFER, out)),
        name: "standard output".to_owned(),
        flush_each_game: terminal.stdout,
    }];
    let mut pending = Vec::new();
    for output in &outputs {
        let style = file_style(args.showing.look, false);
        let (file, unfinished) = outputs::create(&output.path)?;
        pending.push(unfinished);
        outlets.push(ComparisonOutlet {
            format: output.format.format(style, Content::Games),
            to: Box::new(BufWriter::with_capacity(BUFFER, file)),
            name: output.path.display().to_string(),
            flush_each_game: false,
        });
    }
    if outputs.is_empty() {
        bar.end_with_reader(terminal);
    }
    let info = ComparisonInfo {
        compared: audited(&inputs),
        date: terminal.source_date.as_deref().and_then(PageDate::of_epoch),
        links: if args.page.no_links { AnalysisLinks::LeftOut } else { AnalysisLinks::Shown },
        ..ComparisonInfo::of(&settings.columns)
    };
    let mut report = ComparisonMultiSink::begin(outlets, err, &info)?;
    let summary = compare::run(&settings, inputs, &mut report, bar.progress())?;
    drop(bar);
    report.finish(&summary)?;
    outputs::finish(pending)?;
    let is_unread = summary.read.unreadable > 0 || summary.read.has_read_nothing();
    Ok(if is_unread { ExitStatus::Unread } else { ExitStatus::Clean })
}

/// All codes but those for short time controls.
const ALL: &str = "ALL";

/// The ids of the codes that [`ALL`] means.
fn for_long_games() -> Vec<Arc<str>> {
    let quick = codes::quick();
    let ids = codes::embedded().iter().map(|code| Arc::from(code.id));
    ids.filter(|id| !quick.contains(id)).collect()
}

/// The codes to compare under the readings chosen, in the order of `--codes`; law files that it does not name come last.
/// Each has a unique name: as typed, or its id, or the name of its file if another code has the same id.
fn columns(args: &ComparedArgs) -> Result<Vec<Column>, CliError> {
    let mut own: Vec<(&Path, LawFile)> = Vec::new();
    for path in &args.code_file {
        own.push((path, from_file(path)?));
    }
    let mut names: Vec<Arc<str>> = Vec::new();
    let mut files: Vec<LawFile> = Vec::new();
    let asked = args.codes.iter().map(|id| id.trim()).filter(|id| !id.is_empty());
    let asked = asked.flat_map(|id| if id == ALL { for_long_games() } else { vec![id.into()] });
    for id in asked {
        let id: &str = &id;
        if names.iter().any(|name| **name == *id) {
            let has_all = args.codes.iter().any(|named| named.trim() == ALL);
            let message =
                if has_all { format!("{ALL} already includes {id}") } else { format!("{id} is named twice") };
            return Err(CliError::usage(message));
        }
        names.push(id.into());
        files.push(match own.iter().position(|(path, file)| is_named(id, path, &file.code)) {
            Some(place) => own.remove(place).1,
            None => code_as_read(id)?,
        });
    }
    // Without `--codes` all are compared, so an empty list must be an error.
    if files.is_empty() && !args.codes.is_empty() {
        return Err(CliError::with_hint(
            "no code is named: the list is empty",
            "name two codes or more; `jadoube codes` lists them",
        ));
    }
    if files.is_empty() {
        // Of the editions of one work, the newest for long games takes part: the others would crowd out other codes.
        let quick = codes::quick();
        let stands_for_its_work = |code: &Code| {
            code.coverage == Coverage::Whole && code.edition_of.is_none() && !quick.contains(&code.id)
        };
        for file in codes::files().into_iter().filter(|file| stands_for_its_work(&file.code)) {
            names.push(Arc::clone(&file.code.id));
            files.push(file);
        }
    }
    for (path, file) in own {
        names.push(file_column(&names, &file.code, path)?);
        files.push(file);
    }
    if files.len() < 2 {
        return Err(CliError::with_hint(
            "a comparison needs two codes or more",
            "for example --codes A,B; `jadoube codes` lists them, and --code-file adds a law file that you wrote",
        ));
    }
    apply_readings(&mut files, &args.readings.asked)?;
    // A code under another reading has that in its name, unless the name is taken.
    let column_name = |name: &Arc<str>, file: &LawFile| {
        let as_read = Some(file.name()).filter(|as_read| *name == file.code.id && !names.contains(as_read));
        as_read.unwrap_or_else(|| Arc::clone(name))
    };
    let names: Vec<Arc<str>> = names.iter().zip(&files).map(|(name, file)| column_name(name, file)).collect();
    Ok(names.into_iter().zip(files).map(|(name, file)| Column { name, file }).collect())
}

/// Whether a name in `--codes` is that of a law file: its file name, or its id unless an embedded code has that.
fn is_named(name: &str, path: &Path, code: &Code) -> bool {
    path.file_name().is_some_and(|file| file == name)
        || (*code.id == *name && codes::embedded().iter().all(|embedded| embedded.id != name))
}

/// A code by its id, or as `CODE/ARTICLE=NAME` under an alternative reading.
fn code_as_read(id: &str) -> Result<LawFile, CliError> {
    let Some((code, _)) = id.split_once('/') else {
        return embedded(id);
    };
    let mut file = embedded(code)?;
    apply_readings(std::slice::from_mut(&mut file), &[id.to_owned()])?;
    Ok(file)
}

/// The name of a code from a file.
fn file_column(names: &[Arc<str>], code: &Code, path: &Path) -> Result<Arc<str>, CliError> {
    let is_taken = |name: &str| names.iter().any(|taken| **taken == *name);
    if !is_taken(&code.id) {
        return Ok(Arc::clone(&code.id));
    }
    let file: Arc<str> = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into();
    if !is_taken(&file) {
        return Ok(file);
    }
    Err(CliError::with_hint(
        format!(
            "{} cannot be distinguished from another code: both have the id {} and the same file name",
            path.display(),
            code.id
        ),
        "give one of them another id",
    ))
}
