//! `jadoube ledger`: the acts of each player over the rounds of an event.

use std::io::{BufWriter, Write};
use std::path::Path;

use crate::audit::{BaselineMode, DiagramChoice, Doubts, Settings};
use crate::finding::Severity;
use crate::law::Family;
use crate::report::ledger::{LedgerFormatId, LedgerInfo, LedgerSink};
use crate::report::{PageDate, Tool};
use crate::series::Grouping;

use super::args::{LedgerArgs, SelectionArgs};
use super::baseline::BaselineUse;
use super::config::Config;
use super::exit_status::ExitStatus;
use super::failure::CliError;
use super::input::{audited, budget, inputs, intake};
use super::law_choice::{FileCodes, RunLaw, law};
use super::outputs::{self, Destinations, Outputs};
use super::resolve::{self, RuleSettings};
use super::settings::RunAudit;
use super::streams::{BUFFER, Streams, file_style, stdout_style};
use super::terminal::Terminal;

/// The families of rules on acts of players.
const FAMILIES: [Family; 10] = [
    Family::Move,
    Family::Touch,
    Family::Call,
    Family::Setup,
    Family::Board,
    Family::Penalty,
    Family::Draw,
    Family::Clock,
    Family::Conduct,
    Family::Adjourn,
];

pub(super) fn run(
    args: &LedgerArgs,
    terminal: &Terminal,
    out: &mut (dyn Write + Send),
    err: &mut (dyn Write + Send),
    audit: RunAudit,
) -> Result<ExitStatus, CliError> {
    let config = Config::of(&args.config, &args.input.paths)?;
    let mut intake = intake(&args.input, args.run, &config)?;
    let chosen = resolve::code(&args.law, &config).value;
    let by_file = resolve::file_codes(&args.law, &config);
    let RunLaw { codes, by_file, shelf, info: _ } = law(&args.law, &chosen, &by_file)?;
    let FileCodes { choices: file_codes, files } = by_file;
    intake.codes.files = files;
    let families = FAMILIES.iter().map(|family| family.id().to_owned()).collect();
    let rules = SelectionArgs { select: families, extend_select: Vec::new(), ignore: Vec::new() };
    let settings = Settings {
        codes,
        file_codes,
        shelf,
        doubts: Doubts::Marked,
        selection: RuleSettings::of(&rules, &config)?.selection(Severity::Info),
        per_file_ignores: config.file_ignores(),
        baseline: BaselineMode::Off,
        all: false,
        keep_source: false,
        repairs: false,
        diagrams: DiagramChoice::Unkept,
        duplicates: 0,
        series: Grouping::Tagged,
        budget: budget(args.run),
        tournament: None,
        intake,
    };
    let inputs = inputs(&args.input, &config);
    let code_file = args.law.code_file.clone().or_else(|| config.code_file_path());
    let config_files: Vec<&Path> = [code_file.as_deref(), config.file()].into_iter().flatten().collect();
    let mut places = Destinations::new(&inputs, &config_files, &BaselineUse::Nothing)?;
    let Outputs { stdout, files }: Outputs<LedgerFormatId> = outputs::outputs(&args.output, &mut places)?;
    let info = LedgerInfo {
        tool: Tool::THIS,
        inputs: audited(&inputs),
        date: terminal.source_date.as_deref().and_then(PageDate::of_epoch),
    };
    let Streams { out, err, bar } = Streams::open(args.showing, &inputs, terminal, out, err)?;
    let mut sink = LedgerSink::new(err);
    let summary = audit(&settings, inputs, &mut sink, bar.progress())?;
    drop(bar);
    let ledger = sink.finish(&summary);
    let style = stdout_style(terminal, args.showing.look, false);
    let mut out = BufWriter::with_capacity(BUFFER, out);
    ledger.write(stdout.unwrap_or(args.format), style, &info, &mut out)?;
    out.flush()?;
    let mut pending = Vec::new();
    for output in &files {
        let (mut file, unfinished) = outputs::create(&output.path)?;
        pending.push(unfinished);
        let written = ledger.write(output.format, file_style(args.showing.look, false), &info, &mut file);
        written.map_err(|error| CliError::file(&output.path, "written", &error))?;
    }
    outputs::finish(pending)?;
    let is_unread = summary.read.unreadable > 0 || summary.read.has_read_nothing();
    Ok(if is_unread { ExitStatus::Unread } else { ExitStatus::Clean })
}
