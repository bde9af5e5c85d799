//! `jadoube audit`.

use std::env;
use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::audit::{Summary, checkpoint};
use crate::finding::Severity;
use crate::input::{ShardNumbering, Share};
use crate::report::{AnalysisLinks, HostPaths, MultiSink, Outlet, PageDate, RunInfo, Statistics, Tool};

use super::args::AuditArgs;
use super::checkpoint::Checkpoint;
use super::config::Config;
use super::exit_status::ExitStatus;
use super::failure::CliError;
use super::fix::{self, Repaired};
use super::input::audited;
use super::outputs::{self, OutputFile};
use super::resolve;
use super::run_settings::run_settings;
use super::settings::{AuditSettings, RunAudit};
use super::streams::{BUFFER, Streams};
use super::terminal::Terminal;

pub(super) fn run(
    args: &AuditArgs,
    terminal: &Terminal,
    out: &mut (dyn Write + Send),
    err: &mut (dyn Write + Send),
    audit: RunAudit,
) -> Result<ExitStatus, CliError> {
    let config = Config::of(&args.config, &args.input.paths)?;
    if args.show_settings {
        resolve::show_audit(args, &config, out)?;
        return Ok(ExitStatus::Clean);
    }
    let mut could_not_write = false;
    if args.fixes.is_wanted() {
        match fix::run(args, &config, terminal, out, err, audit)? {
            Repaired::Ended(status) => return Ok(status),
            Repaired::AuditFollows { has_failed } => could_not_write = has_failed,
        }
    }
    let settings = AuditSettings::resolve(args, &config, terminal)?;
    let checkpoint = args.checkpoint.as_deref().map(|folder| {
        let of_run = run_settings(args, &config, &settings.run, &settings.known)?;
        Checkpoint::open(folder, of_run, &settings.run, &settings.inputs)
    });
    let checkpoint = checkpoint.transpose()?;
    let Streams { out, err: mut notices, bar } =
        Streams::open(args.showing, &settings.inputs, terminal, out, &mut *err)?;

    if args.by_date {
        writeln!(
            notices,
            "note: --by-date has no effect: games are judged under the laws of their day by default"
        )?;
    }
    let games_on_stdout = settings.games.stdout;
    let mut outlets = vec![Outlet {
        format: match games_on_stdout {
            Some(format) => format.format()?,
            None if args.statistics => Box::new(Statistics::new(settings.format, settings.style)),
            None => settings.format.format(settings.style)?,
        },
        to: Box::new(BufWriter::with_capacity(BUFFER, out)),
        name: "standard output".to_owned(),
        // Counts and games are not limited.
        max_findings: args.max_findings.filter(|_| !args.statistics && games_on_stdout.is_none()),
        all: settings.shows_all(settings.format, args.all) || games_on_stdout.is_some(),
        flush_each_game: terminal.stdout,
    }];
    let mut pending = Vec::new();
    let mut to_file = |format, path: &Path, all| -> Result<(), CliError> {
        let (file, unfinished) = outputs::create(path)?;
        pending.push(unfinished);
        outlets.push(Outlet {
            format,
            to: Box::new(BufWriter::with_capacity(BUFFER, file)),
            name: path.display().to_string(),
            max_findings: None,
            all,
            flush_each_game: false,
        });
        Ok(())
    };
    for OutputFile { format, path } in &settings.outputs {
        to_file(format.format(settings.file_style)?, path, settings.shows_all(*format, args.all))?;
    }
    for OutputFile { format, path } in &settings.games.files {
        to_file(format.format()?, path, true)?;
    }

    write_notes(&settings, &mut notices)?;
    if let (Some(folder), Some(Checkpoint { is_begun: true, .. })) = (&args.checkpoint, &checkpoint) {
        writeln!(notices, "note: the run goes on from the checkpoint {}", folder.display())?;
    }
    if settings.outputs.is_empty() && settings.games.files.is_empty() && settings.known.written().is_none() {
        bar.end_with_reader(terminal);
    }
    let shelf = settings.run.shelf.clone();
    let info = RunInfo {
        tool: Tool::THIS,
        code: settings.code,
        tradition: args.law.tradition.clone(),
        part: settings.part,
        share: settings.share,
        settings: settings.run_settings,
        shelf,
        fail_on: settings.fail_on,
        min_severity: settings.run.selection.min_severity,
        paths: host_paths(terminal),
        audited: audited(&settings.inputs),
        date: terminal.source_date.as_deref().and_then(PageDate::of_epoch),
        links: if args.page.no_links { AnalysisLinks::LeftOut } else { AnalysisLinks::Shown },
        has_tournament: settings.run.tournament.is_some(),
    };
    let mut reports = MultiSink::begin(outlets, notices, &info)?;
    let paths = settings.inputs.paths.clone();
    let (run, inputs) = (&settings.run, settings.inputs);
    let summary = match &checkpoint {
        Some(Checkpoint { parts, .. }) => checkpoint::run(run, inputs, parts, &mut reports, bar.progress())?,
        None => audit(run, inputs, &mut reports, bar.progress())?,
    };
    drop(bar);
    reports.finish(&summary)?;
    outputs::finish(pending)?;
    if let Some(share) = &info.share {
        write_share_notes(share.set_share.share, &summary, err)?;
    }
    if info.part.is_none() && info.share.is_none() && args.input.games.is_none() {
        write_unmatched_ignores(&config, &paths, &summary, err)?;
    }
    let has_read_nothing = info.share.is_none() && summary.read.has_read_nothing();
    let status = if has_read_nothing || could_not_write {
        ExitStatus::Unread
    } else {
        exit_status(&summary, settings.fail_on)
    };
    settings.known.finish(summary, &settings.run, &paths, err)?;
    Ok(status)
}

/// How a GitHub workflow names files.
fn host_paths(terminal: &Terminal) -> HostPaths {
    match (&terminal.workspace, env::current_dir()) {
        (Some(root), Ok(here)) => HostPaths::of_workspace(root, &here),
        _ => HostPaths::default(),
    }
}

/// Notes how the report of a shard differs from that of the whole file.
fn write_notes(settings: &AuditSettings, err: &mut dyn Write) -> io::Result<()> {
    let (part, share) = (settings.part.as_ref(), settings.share.as_ref());
    if let Some(part) = part
        && let ShardNumbering::NumberedInShare(share) = part.shard.numbers
    {
        let name = part.shard.name(&part.file);
        let counted = if part.shard.seams.is_some() { "games, lines and offsets" } else { "games and lines" };
        writeln!(err, "note: {counted} are counted from the beginning of part {share}: {name}")?;
    }
    let left_out = part.map(|part| &part.left_out).or(share.map(|share| &share.left_out));
    if let Some(left_out) = left_out.filter(|rules| !rules.is_empty()) {
        let rules: Vec<&str> = left_out.iter().map(|rule| rule.id()).collect();
        writeln!(
            err,
            "note: not checked, because these rules compare games across shards: {}",
            rules.join(", ")
        )?;
    }
    Ok(())
}

/// Notes which files of a share are read in part.
fn write_share_notes(share: Share, summary: &Summary, err: &mut dyn Write) -> io::Result<()> {
    if !summary.read.has_games && summary.read.unreadable == 0 && summary.parts.is_empty() {
        writeln!(err, "note: no game begins in share {share}")?;
    }
    for part in &summary.parts {
        let name = part.shard.name(&part.file);
        writeln!(err, "note: games and lines are counted from the beginning of part {share}: {name}")?;
    }
    Ok(())
}

/// Notes which patterns of the settings match no file, if all files of their folder are read.
fn write_unmatched_ignores(
    config: &Config,
    paths: &[OsString],
    summary: &Summary,
    err: &mut dyn Write,
) -> io::Result<()> {
    if !config.is_read_whole(paths) {
        return Ok(());
    }
    for (index, ignores) in config.per_file_ignores.iter().enumerate() {
        if !summary.matched_ignores.contains(&index) {
            let (pattern, name) = (&ignores.written, config.name.as_deref().unwrap_or_default());
            writeln!(err, "note: no file matches \"{pattern}\" of per-file-ignores in {name}")?;
        }
    }
    Ok(())
}

fn exit_status(summary: &Summary, fail_on: Option<Severity>) -> ExitStatus {
    let fails =
        |least: Severity| summary.findings.iter().any(|(severity, number)| *severity >= least && *number > 0);
    if summary.read.unreadable > 0 {
        ExitStatus::Unread
    } else if fail_on.is_some_and(fails) {
        ExitStatus::Found
    } else {
        ExitStatus::Clean
    }
}
