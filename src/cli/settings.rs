//! Resolves the arguments of an audit and the settings file.

use std::io;
use std::path::Path;

use crate::audit::{DiagramChoice, Doubts, Inputs, Progress, Settings, Sink, Summary};
use crate::finding::Severity;
use crate::input::{InputError, SetShare, ShardRequest, Share, names_one_file};
use crate::law::{Family, Rule};
use crate::report::{CodeInfo, FormatId, GamesFormatId, OutputMode, PartInfo, RunSettings, ShareInfo, Style};
use crate::series::Grouping;

use super::args::{AuditArgs, InputArgs};
use super::baseline::BaselineUse;
use super::config::Config;
use super::failure::CliError;
use super::input::{budget, inputs, intake, only_source};
use super::law_choice::{FileCodes, RunLaw, law};
use super::outputs::{Destinations, OutputFile, Outputs, games_output, outputs, unsupported_statistics};
use super::resolve;
use super::run_settings::run_settings;
use super::streams::{file_style, stdout_style};
use super::terminal::Terminal;
use super::tournament::TournamentUse;

/// The function that runs an audit; tests pass another one.
pub(crate) type RunAudit = fn(&Settings, Inputs, &mut dyn Sink, &dyn Progress) -> io::Result<Summary>;

/// The resolved settings of an audit. Format and style are those of standard output.
#[derive(Debug)]
pub(super) struct AuditSettings {
    pub run: Settings,
    pub inputs: Inputs,
    pub code: CodeInfo,
    /// The shard, if not the whole file is read.
    pub part: Option<PartInfo>,
    /// The share, if not all files are read.
    pub share: Option<ShareInfo>,
    /// What all parts of the run must share, if a part is read.
    pub run_settings: Option<RunSettings>,
    pub format: FormatId,
    pub style: Style,
    pub file_style: Style,
    pub outputs: Vec<OutputFile<FormatId>>,
    /// The table of games.
    pub games: Outputs<GamesFormatId>,
    pub known: BaselineUse,
    /// The lowest severity that fails the run.
    pub fail_on: Option<Severity>,
}

impl AuditSettings {
    pub(super) fn resolve(args: &AuditArgs, config: &Config, terminal: &Terminal) -> Result<Self, CliError> {
        let mut intake = intake(&args.input, args.run, config)?;
        let chosen = resolve::code(&args.law, config).value;
        let by_file = resolve::file_codes(&args.law, config);
        let RunLaw { codes, by_file, shelf, info: code } = law(&args.law, &chosen, &by_file)?;
        let FileCodes { choices: file_codes, files } = by_file;
        intake.codes.files = files;
        let style = stdout_style(terminal, args.showing.look, args.boards);
        let file_style = file_style(args.showing.look, args.boards);
        let is_for_reading = args.boards || style.manner == OutputMode::Accessible;
        let default_format = if terminal.stdout || is_for_reading {
            FormatId::Human
        } else if terminal.on_github {
            FormatId::GitHub
        } else {
            FormatId::Concise
        };
        let is_part = args.input.games.is_some() || args.shard.is_some();
        let known = BaselineUse::of(&args.known, is_part, config)?;
        let code_file = args.law.code_file.clone().or_else(|| config.code_file_path());
        let tournament = TournamentUse::of(args, config);
        let config_files: Vec<&Path> =
            [code_file.as_deref(), config.file(), tournament.path()].into_iter().flatten().collect();
        let mut inputs = inputs(&args.input, config);
        let mut places = Destinations::new(&inputs, &config_files, &known)?;
        let Outputs { stdout, files: outputs }: Outputs<FormatId> =
            outputs(&resolve::outputs(args, config), &mut places)?;
        let games = match &args.games_output {
            Some(typed) => games_output(typed, &mut places)?,
            None => Outputs::default(),
        };
        let on_stdout = [
            args.format.map(|format| format!("--format {}", format.id())),
            stdout.map(|format| format!("--output {}=-", format.id())),
            games.stdout.map(|format| format!("--games-output {}=-", format.id())),
            (args.statistics && games.stdout.is_some()).then(|| "--statistics".to_owned()),
        ];
        if let [one, other, ..] = on_stdout.into_iter().flatten().collect::<Vec<_>>().as_slice() {
            return Err(CliError::with_hint(
                "two reports cannot be written to standard output",
                format!("leave out {one} or {other}"),
            ));
        }
        let chosen = resolve::format(args, config, stdout.is_some(), is_for_reading).or(stdout);
        let format = chosen.unwrap_or(default_format);
        if terminal.stdout && (chosen == Some(FormatId::Arrow) || games.stdout == Some(GamesFormatId::Arrow))
        {
            return Err(CliError::with_hint(
                "a terminal cannot show the format arrow",
                "redirect standard output, or write to a file: --output arrow=findings.arrow",
            ));
        }
        if args.statistics && chosen.is_some() && !format.has_statistics() {
            return Err(unsupported_statistics(format.id()));
        }
        let quotes = (format.needs_source() && !args.statistics)
            || outputs.iter().any(|output| output.format.needs_source());
        let draws = (format.needs_diagrams(style) && !args.statistics)
            || outputs.iter().any(|output| output.format.needs_diagrams(file_style));
        let is_page = |format: FormatId| format == FormatId::Html;
        let has_crosstable = tournament.path().is_some()
            && (is_page(format) || outputs.iter().any(|output| is_page(output.format)));
        let fail_on = resolve::fail_on(args, config).value.severity();
        let mut run = Settings {
            codes,
            file_codes,
            shelf,
            doubts: Doubts::Marked,
            selection: resolve::findings(args, config)?,
            per_file_ignores: config.file_ignores(),
            baseline: known.against()?,
            all: args.all || args.games_output.is_some() || has_crosstable,
            // A later run may go on with another format.
            keep_source: quotes || args.checkpoint.is_some(),
            repairs: true,
            diagrams: if draws { DiagramChoice::Kept } else { DiagramChoice::Unkept },
            duplicates: resolve::duplicates(args, config).value,
            series: if args.assume_series { Grouping::Assumed } else { Grouping::Tagged },
            budget: budget(args.run),
            tournament: tournament.read(&intake)?,
            intake,
        };
        let (mut part, mut share) = (None, None);
        let run_settings = args.shard.map(|_| run_settings(args, config, &run, &known)).transpose()?;
        match args.shard {
            Some(ShardRequest::Share(one)) if is_of_several(&args.input) => {
                let set_share = set_share(one, &inputs)?;
                inputs.share = Some(set_share);
                share = Some(ShareInfo { set_share, left_out: judge_apart(&mut run) });
            }
            Some(request) => part = Some(self::part(&args.input, config, request, &mut run)?),
            None => {}
        }
        Ok(Self {
            run,
            inputs,
            code,
            part,
            share,
            run_settings,
            format,
            style,
            file_style,
            outputs,
            games,
            known,
            fail_on,
        })
    }

    /// Whether a report shows games without findings. The page of a tournament does, because its crosstable links to them.
    pub(super) fn shows_all(&self, format: FormatId, all: bool) -> bool {
        all || format == FormatId::Html && self.run.tournament.is_some()
    }
}

/// Finds the shard in the only file named. Sets the run to read the shard alone, without the checks that need other
/// games.
fn part(
    input: &InputArgs,
    config: &Config,
    request: ShardRequest,
    run: &mut Settings,
) -> Result<PartInfo, CliError> {
    let source = match input.paths.as_slice() {
        [path] => only_source(inputs(input, config), &path.to_string_lossy())?,
        _ => {
            return Err(CliError::with_hint(
                "this --shard needs exactly one file",
                "name the file that the shard is part of; I/N is also a share of several files or folders",
            ));
        }
    };
    let fail = |error: InputError| CliError::usage(error.to_string());
    let mut file = source.open_seekable().map_err(fail)?.with_max_window(run.intake.max_window);
    let shard = file.shard(request).map_err(fail)?;
    run.intake.shard = Some(shard);
    Ok(PartInfo { file: source.name, size: file.size, shard, left_out: judge_apart(run) })
}

/// Leaves out the checks that need games of other parts, and returns their rules, as far as they are selected.
fn judge_apart(run: &mut Settings) -> Vec<Rule> {
    let of_table = |rule: &Rule| rule.is_of_games_compared() && run.duplicates > 0;
    let of_series = |rule: &Rule| rule.is_in_family(Family::Series);
    let wanted = |rule: &Rule| run.selection.wants(*rule, Severity::Error);
    let rules = Rule::ALL.iter().copied();
    let left_out = rules.filter(|rule| (of_table(rule) || of_series(rule)) && wanted(rule)).collect();
    run.duplicates = 0;
    run.series = Grouping::Apart;
    left_out
}

/// Whether the arguments name more than one file, or may do so.
fn is_of_several(input: &InputArgs) -> bool {
    match input.paths.as_slice() {
        [path] => input.files_from.is_some() || !names_one_file(path),
        paths => input.files_from.is_some() || !paths.is_empty(),
    }
}

/// The share of the files of a run.
fn set_share(share: Share, inputs: &Inputs) -> Result<SetShare, CliError> {
    if inputs.files_from.as_ref().is_some_and(|list| list == "-") {
        return Err(CliError::with_hint(
            "the list of paths on standard input can be read only once, and --shard reads it twice",
            "save the list in a file, and name it after --files-from",
        ));
    }
    SetShare::of(share, inputs.clone()).map_err(|error| CliError::usage(error.to_string()))
}
