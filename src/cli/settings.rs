//! The arguments of an audit resolved: what was typed, laid against what there is.

use std::fs;
use std::path::{Path, PathBuf};

use crate::audit::{Doubts, Editions, Inputs, Moments, Settings};
use crate::finding::Severity;
use crate::input::{InputError, ShardRequest};
use crate::law::{Rule, codes};
use crate::report::{CodeInfo, Color, FormatId, Look, PartInfo};
use crate::series::Grouping;

use super::args::{AuditArgs, InputArgs};
use super::config::Config;
use super::failure::Failure;
use super::intake::{budgets, inputs, intake, only_source};
use super::known::{Extent, Known};
use super::law_choice::{Law, law};
use super::nearest::suggestion;
use super::rule_choice::selection;
use super::settled::{self, RuleSettings};
use super::stage::look_of;
use super::terminal::Terminal;

/// An audit as it will be made.
#[derive(Debug)]
pub(super) struct AuditSettings {
    /// The run.
    pub run: Settings,
    /// What is read.
    pub inputs: Inputs,
    /// The code as the report names it.
    pub code: CodeInfo,
    /// The part of a file that it is of, where it is not of all.
    pub part: Option<PartInfo>,
    /// How standard output is written.
    pub format: FormatId,
    /// Whether it gets counts only.
    pub statistics: bool,
    /// How standard output looks.
    pub look: Look,
    /// How a file for reading looks.
    pub file_look: Look,
    /// At most so many findings on standard output.
    pub max_findings: Option<u64>,
    /// The reports that go to files.
    pub outputs: Vec<(FormatId, PathBuf)>,
    /// The findings that are known.
    pub known: Known,
    /// From what severity on the run fails.
    pub fail_on: Option<Severity>,
}

impl AuditSettings {
    pub(super) fn resolve(args: &AuditArgs, config: &Config, terminal: &Terminal) -> Result<Self, Failure> {
        let code = settled::code(args.law.code.as_ref(), config);
        let Law { codes, shelf, info: code } = law(&args.law, &code.value)?;
        let format = args.format.map_or_else(
            || {
                if terminal.stdout {
                    FormatId::Human
                } else if terminal.on_github {
                    FormatId::GitHub
                } else {
                    FormatId::Concise
                }
            },
            FormatId::from,
        );
        let is_part = args.input.games.is_some() || args.shard.is_some();
        let known = Known::of(&args.known, if is_part { Extent::Part } else { Extent::Whole }, config)?;
        let outputs = outputs(args, known.written())?;
        let quotes =
            (format.quotes() && !args.statistics) || outputs.iter().any(|(format, _)| format.quotes());
        let draws = (format.draws() && !args.statistics) || outputs.iter().any(|(format, _)| format.draws());
        let color = |auto| {
            if args.showing.color.resolve(auto) { Color::Ansi } else { Color::None }
        };
        let editions = args.by_date.then(|| {
            let known = codes::codes().into_iter();
            Editions::among(known.filter_map(|known| shelf.code(&known.id)).collect())
        });
        let fail_on = settled::fail_on(args, config).value.severity();
        // What fails the run is shown.
        let shown: Severity = settled::min_severity(args, config).value.into();
        let least = fail_on.map_or(shown, |fails| fails.min(shown));
        let RuleSettings { select, ignore } = RuleSettings::of(&args.rules, config)?;
        let mut run = Settings {
            codes,
            editions,
            shelf,
            doubts: Doubts::Told,
            selection: selection(&select.value, &ignore.value, least),
            per_file_ignores: config.file_ignores(),
            against: known.against(),
            all: args.all,
            keep_source: quotes,
            moments: if draws { Moments::Kept } else { Moments::Unkept },
            duplicates: args.duplicates,
            series: if args.assume_series { Grouping::Assumed } else { Grouping::Tagged },
            budgets: budgets(args.run),
            intake: intake(&args.input, args.run)?,
        };
        let part = args.shard.map(|request| part(&args.input, config, request, &mut run)).transpose()?;
        Ok(Self {
            run,
            inputs: inputs(&args.input, config),
            code,
            part,
            format,
            statistics: args.statistics,
            look: look_of(terminal, args.showing.color),
            file_look: Look { color: color(false), ..Look::PLAIN },
            max_findings: args.max_findings,
            outputs,
            fail_on,
            known,
        })
    }
}

/// The part of the one file named that is asked for. The run is set to read only this, and to look for nothing that
/// needs other games.
fn part(
    input: &InputArgs,
    config: &Config,
    request: ShardRequest,
    run: &mut Settings,
) -> Result<PartInfo, Failure> {
    let source = match input.paths.as_slice() {
        [path] => only_source(inputs(input, config), &path.to_string_lossy())?,
        _ => {
            return Err(Failure::with_hint(
                "--shard is a part of one file",
                "name the one file that it was cut from",
            ));
        }
    };
    let fail = |error: InputError| Failure::usage(error.to_string());
    let mut file = source.cuttable().map_err(fail)?;
    let shard = file.shard(request).map_err(fail)?;
    let duplicates = (run.duplicates > 0).then_some(Rule::RecordDuplicateGame);
    let series = [Rule::SeriesFirstMove, Rule::SeriesColour, Rule::SeriesAnnulled];
    let wanted = |rule: &Rule| run.selection.wants(*rule, Severity::Error);
    let left_out = duplicates.into_iter().chain(series).filter(wanted).collect();
    run.intake.shard = Some(shard);
    run.duplicates = 0;
    run.series = Grouping::Apart;
    Ok(PartInfo { file: source.name, size: file.size(), shard, left_out })
}

/// The files that reports go to: each its own, none that is read, nor the baseline that is written.
fn outputs(args: &AuditArgs, baseline: Option<&Path>) -> Result<Vec<(FormatId, PathBuf)>, Failure> {
    let mut outputs: Vec<(FormatId, PathBuf)> = Vec::new();
    let read: Vec<PathBuf> = args.input.paths.iter().filter_map(|path| real(Path::new(path))).collect();
    let is_read = |path: &Path| real(path).is_some_and(|real| read.contains(&real));
    let both = |path: &Path| {
        Failure::usage(format!("{} is read in this run and cannot be written too", path.display()))
    };
    if let Some(path) = baseline.filter(|path| is_read(path)) {
        return Err(both(path));
    }
    for output in &args.output {
        let Some((name, path)) = split_output(output) else {
            return Err(Failure::with_hint(
                format!("\"{output}\" is not of the form FORMAT=PATH"),
                "for example --output json=report.json",
            ));
        };
        let Some(format) = FormatId::from_id(name) else {
            let near = suggestion(name, FormatId::ALL.iter().map(|format| format.id()));
            let all: Vec<&str> = FormatId::ALL.iter().map(|format| format.id()).collect();
            return Err(Failure::with_hint(
                format!("no format is called \"{name}\"{near}"),
                format!("the formats are {}", all.join(", ")),
            ));
        };
        if is_read(&path) {
            return Err(both(&path));
        }
        if outputs.iter().any(|(_, other)| *other == path) {
            return Err(Failure::usage(format!("two reports cannot both go to {}", path.display())));
        }
        if baseline == Some(&path) {
            return Err(Failure::usage(format!(
                "a report and a baseline cannot both go to {}",
                path.display()
            )));
        }
        outputs.push((format, path));
    }
    Ok(outputs)
}

/// The same file has the same name here, however it was typed. Only of regular files: a device may
/// be read and written at once.
fn real(path: &Path) -> Option<PathBuf> {
    fs::canonicalize(path).ok().filter(|real| real.is_file())
}

/// `FORMAT=PATH`: only the first `=` divides.
fn split_output(output: &str) -> Option<(&str, PathBuf)> {
    let (name, path) = output.split_once('=')?;
    (!path.is_empty()).then(|| (name, PathBuf::from(path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_output_is_split_at_its_first_equals_sign() {
        assert_eq!(split_output("json=a=b.json"), Some(("json", "a=b.json".into())));
        assert_eq!(split_output("json="), None);
        assert_eq!(split_output("json"), None);
    }
}
