//! Resolves the arguments of an audit and the settings file.

use std::path::Path;

use crate::audit::{DiagramChoice, Doubts, Inputs, Settings};
use crate::finding::Severity;
use crate::input::{InputError, ShardRequest};
use crate::law::Rule;
use crate::report::{CodeInfo, FormatId, GamesFormatId, OutputMode, PartInfo, Style};
use crate::series::Grouping;

use super::args::{AuditArgs, InputArgs};
use super::baseline::BaselineUse;
use super::config::Config;
use super::failure::CliError;
use super::input::{budget, inputs, intake, only_source};
use super::law_choice::{RunLaw, law};
use super::outputs::{Destinations, OutputFile, Outputs, games_output, outputs, unsupported_statistics};
use super::resolve::{self, RuleSettings};
use super::streams::{file_style, stdout_style};
use super::terminal::Terminal;

/// The resolved settings of an audit. Format and style are those of standard output.
#[derive(Debug)]
pub(super) struct AuditSettings {
    pub run: Settings,
    pub inputs: Inputs,
    pub code: CodeInfo,
    /// The shard, if not the whole file is read.
    pub part: Option<PartInfo>,
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
        let intake = intake(&args.input, args.run, config)?;
        let code = resolve::code(args.law.code.as_ref(), config);
        let RunLaw { codes, shelf, info: code } = law(&args.law, &code.value)?;
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
        let config_files: Vec<&Path> =
            args.law.code_file.as_deref().into_iter().chain(config.file()).collect();
        let read = inputs(&args.input, config);
        let mut places = Destinations::new(&read, &config_files, &known)?;
        let Outputs { stdout, files: outputs }: Outputs<FormatId> = outputs(&args.output, &mut places)?;
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
        let chosen = args.format.or(stdout);
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
        let fail_on = resolve::fail_on(args, config).value.severity();
        let least = resolve::min_severity(args, config).value;
        let mut run = Settings {
            codes,
            shelf,
            doubts: Doubts::Marked,
            selection: RuleSettings::of(&args.rules, config)?.selection(least),
            per_file_ignores: config.file_ignores(),
            baseline: known.against()?,
            all: args.all || args.games_output.is_some(),
            keep_source: quotes,
            diagrams: if draws { DiagramChoice::Kept } else { DiagramChoice::Unkept },
            duplicates: args.duplicates,
            series: if args.assume_series { Grouping::Assumed } else { Grouping::Tagged },
            budget: budget(args.run),
            intake,
        };
        let part = args.shard.map(|request| part(&args.input, config, request, &mut run)).transpose()?;
        Ok(Self { run, inputs: read, code, part, format, style, file_style, outputs, games, fail_on, known })
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
                "--shard needs exactly one file",
                "name the file that the shard is part of",
            ));
        }
    };
    let fail = |error: InputError| CliError::usage(error.to_string());
    let mut file = source.open_seekable().map_err(fail)?.with_max_window(run.intake.max_window);
    let shard = file.shard(request).map_err(fail)?;
    let of_table = [Rule::RecordDuplicateGame, Rule::RecordConflictingGame];
    let duplicates = of_table.into_iter().filter(|_| run.duplicates > 0);
    let series = [Rule::SeriesFirstMove, Rule::SeriesColour, Rule::SeriesAnnulled];
    let wanted = |rule: &Rule| run.selection.wants(*rule, Severity::Error);
    let left_out = duplicates.chain(series).filter(wanted).collect();
    run.intake.shard = Some(shard);
    run.duplicates = 0;
    run.series = Grouping::Apart;
    Ok(PartInfo { file: source.name, size: file.size, shard, left_out })
}
