//! Resolves settings: an option on the command line overrides the settings file, which overrides the default.

use std::io::{self, Write};
use std::path::PathBuf;

use super::args::{AuditArgs, CodeArgs, CompareArgs, FailOn, SelectionArgs, TextArgs};
use super::config::{Config, PerFile};
use super::failure::CliError;
use super::rule_choice::{Pattern, SelectedNames, Tie, patterns, selection};
use crate::audit::Selection;
use crate::encoding::Encoding;
use crate::finding::Severity;
use crate::game::foreign_letters::Letters;
use crate::input::{ByFile, Glob, Globs};
use crate::report::{CodeInfo, FormatId};

/// The default of `--duplicates`.
pub(super) const DUPLICATES: usize = 1_000_000;

/// The value of a setting, and its origin.
#[derive(Debug)]
pub(super) struct SettingValue<T> {
    pub value: T,
    origin: SettingOrigin,
}

#[derive(Clone, Copy, Debug)]
enum SettingOrigin {
    Default,
    /// With the name of the option.
    CommandLine(&'static str),
    SettingsFile,
}

impl<T> SettingValue<T> {
    fn of(option: &'static str, typed: Option<T>, configured: Option<T>, default: T) -> Self {
        match (typed, configured) {
            (Some(value), _) => Self { value, origin: SettingOrigin::CommandLine(option) },
            (None, Some(value)) => Self { value, origin: SettingOrigin::SettingsFile },
            (None, None) => Self { value: default, origin: SettingOrigin::Default },
        }
    }
}

#[derive(Debug)]
pub(super) struct RuleSettings {
    pub select: SettingValue<Vec<Pattern>>,
    /// Rules that are selected too.
    pub extend_select: SettingValue<Vec<Pattern>>,
    pub ignore: SettingValue<Vec<Pattern>>,
}

impl RuleSettings {
    pub(super) fn of(args: &SelectionArgs, config: &Config) -> Result<Self, CliError> {
        let typed = |words: &[String]| {
            patterns(words).map(|patterns| Some(patterns).filter(|patterns| !patterns.is_empty()))
        };
        let all = vec![Pattern::all()];
        let select = SettingValue::of("--select", typed(&args.select)?, config.select.clone(), all);
        // Without `select` every rule is reported, so an empty list must be an error.
        let is_named = match &select.origin {
            SettingOrigin::Default => args.select.is_empty(),
            SettingOrigin::CommandLine(_) | SettingOrigin::SettingsFile => !select.value.is_empty(),
        };
        if !is_named {
            return Err(CliError::with_hint(
                "no rule is selected: the list is empty",
                "name rules, families of rules or ALL; `jadoube rules` lists them",
            ));
        }
        // Rules that are selected on the command line replace all that the file selects.
        let is_overridden = matches!(select.origin, SettingOrigin::CommandLine(_));
        let configured = config.extend_select.clone().filter(|_| !is_overridden);
        let extend_select = SettingValue::of(
            "--extend-select",
            typed(&args.extend_select)?
                .map(|names| configured.iter().flatten().cloned().chain(names).collect()),
            configured.clone(),
            Vec::new(),
        );
        Ok(Self {
            select,
            extend_select,
            ignore: SettingValue::of("--ignore", typed(&args.ignore)?, config.ignore.clone(), Vec::new()),
        })
    }

    pub(super) fn selection(&self, least: Severity) -> Selection {
        // A name on the command line overrides one of the same length in the file.
        let tie = |setting: &SettingValue<Vec<Pattern>>| match (setting.origin, self.ignore.origin) {
            (SettingOrigin::CommandLine(_), SettingOrigin::SettingsFile) => Tie::Selected,
            _ => Tie::Ignored,
        };
        let lists = [&self.select, &self.extend_select]
            .map(|setting| SelectedNames { names: &setting.value, tie: tie(setting) });
        selection(&lists, &self.ignore.value, least)
    }
}

/// The code to judge under.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ChosenCode {
    /// A built-in code, or `record`.
    Id(String),
    /// A law file.
    File(PathBuf),
}

impl ChosenCode {
    /// The id of a built-in code.
    pub(super) fn id(&self) -> Option<&str> {
        match self {
            Self::Id(id) if id != CodeInfo::RECORD => Some(id),
            Self::Id(_) | Self::File(_) => None,
        }
    }
}

/// The code to judge under, unless the file has its own.
pub(super) fn code(args: &CodeArgs, config: &Config) -> SettingValue<ChosenCode> {
    let configured = config.code_file_path().map(ChosenCode::File);
    let configured = configured.or_else(|| config.code.clone().map(ChosenCode::Id));
    let file = args.code_file.clone().map(ChosenCode::File);
    let option = if file.is_some() { "--code-file" } else { "--code" };
    let typed = file.or_else(|| args.code.clone().map(ChosenCode::Id));
    SettingValue::of(option, typed, configured, ChosenCode::Id(CodeInfo::RECORD.to_owned()))
}

/// The codes of some files. The command line names one for all.
pub(super) fn file_codes(args: &CodeArgs, config: &Config) -> Vec<(Globs, ChosenCode)> {
    if args.code.is_some() || args.code_file.is_some() {
        return Vec::new();
    }
    let files = config.by_file(&config.per_file_code).into_iter();
    files.map(|(files, id)| (files, ChosenCode::Id(id))).collect()
}

/// Among how many games duplicates are looked for.
pub(super) fn duplicates(args: &AuditArgs, config: &Config) -> SettingValue<usize> {
    SettingValue::of("--duplicates", args.duplicates, config.duplicates, DUPLICATES)
}

/// The format of standard output that was typed or set. An option for the screen overrides the settings.
pub(super) fn format(
    args: &AuditArgs,
    config: &Config,
    has_output: bool,
    is_for_reading: bool,
) -> Option<FormatId> {
    let configured = config
        .format
        .filter(|format| !has_output && !is_for_reading && (!args.statistics || format.has_statistics()));
    args.format.or(configured)
}

/// The reports in files. Those of the command line replace those of the settings.
pub(super) fn outputs(args: &AuditArgs, config: &Config) -> Vec<String> {
    if args.output.is_empty() { config.outputs() } else { args.output.clone() }
}

/// The lowest severity that fails the run.
pub(super) fn fail_on(args: &AuditArgs, config: &Config) -> SettingValue<FailOn> {
    if args.exit_zero {
        return SettingValue { value: FailOn::Never, origin: SettingOrigin::CommandLine("--exit-zero") };
    }
    SettingValue::of("--fail-on", args.fail_on, config.fail_on, FailOn::Error)
}

/// The lowest severity that is reported. A severity that fails the run is reported too, unless `--min-severity`
/// overrides `fail-on` of the file.
pub(super) fn min_severity(args: &AuditArgs, config: &Config) -> SettingValue<Severity> {
    least_severity(args.min_severity, config, &fail_on(args, config))
}

/// The lowest severity that a language server shows: that of an audit with the same settings.
pub(super) fn served_severity(typed: Option<Severity>, config: &Config) -> SettingValue<Severity> {
    let fails = SettingValue::of("--fail-on", None, config.fail_on, FailOn::Error);
    least_severity(typed, config, &fails)
}

fn least_severity(
    typed: Option<Severity>,
    config: &Config,
    fails: &SettingValue<FailOn>,
) -> SettingValue<Severity> {
    let shown = SettingValue::of("--min-severity", typed, config.min_severity, Severity::Warning);
    match (shown.origin, fails.origin, fails.value.severity()) {
        (SettingOrigin::CommandLine(_), SettingOrigin::SettingsFile, _) => shown,
        (_, origin, Some(value)) if value < shown.value => SettingValue { value, origin },
        _ => shown,
    }
}

/// The findings that are reported. Unless a minimum severity is set, those of the rules that are off by default are all reported.
pub(super) fn findings(args: &AuditArgs, config: &Config) -> Result<Selection, CliError> {
    let least = min_severity(args, config);
    let selection = RuleSettings::of(&args.rules, config)?.selection(least.value);
    let is_default = matches!(least.origin, SettingOrigin::Default);
    Ok(if is_default { selection.with_all_of_optional() } else { selection })
}

/// The encoding of every file, if it is given on the command line; else that of files without an entry of their own.
fn encoding(args: TextArgs, config: &Config) -> SettingValue<Encoding> {
    SettingValue::of("--encoding", args.encoding, config.encoding, Encoding::Auto)
}

pub(super) fn encodings(args: TextArgs, config: &Config) -> ByFile<Encoding> {
    let files = if args.encoding.is_some() { Vec::new() } else { config.by_file(&config.per_file_encoding) };
    ByFile { default: encoding(args, config).value, files }
}

/// The language of the piece letters, likewise.
fn language(args: TextArgs, config: &Config) -> SettingValue<Letters> {
    SettingValue::of("--letters", args.letters, config.letters, Letters::English)
}

pub(super) fn letters(args: TextArgs, config: &Config) -> ByFile<Letters> {
    let files = if args.letters.is_some() { Vec::new() } else { config.by_file(&config.per_file_letters) };
    ByFile { default: language(args, config).value, files }
}

/// Writes the settings of an audit.
pub(super) fn show_audit(args: &AuditArgs, config: &Config, out: &mut dyn Write) -> Result<(), CliError> {
    Ok(audit(args, config)?.write(config, out)?)
}

/// The settings of an audit.
pub(super) fn audit(args: &AuditArgs, config: &Config) -> Result<SettingList, CliError> {
    let mut page = SettingList::default();
    let code = code(&args.law, config);
    match &code.value {
        ChosenCode::File(path) => page.line("code-file", quoted(&path.to_string_lossy()), code.origin),
        ChosenCode::Id(id) => page.line("code", quoted(id), code.origin),
    }
    if !matches!(code.origin, SettingOrigin::CommandLine(_)) {
        for PerFile { written, value: id, .. } in &config.per_file_code {
            page.line(&format!("per-file-code.{}", quoted(written)), quoted(id), SettingOrigin::SettingsFile);
        }
    }
    page.rules(&RuleSettings::of(&args.rules, config)?);
    let least = min_severity(args, config);
    page.line("min-severity", quoted(least.value.id()), least.origin);
    let fails = fail_on(args, config);
    page.line("fail-on", quoted(fails.value.id()), fails.origin);
    page.per_file(&config.per_file_ignores);
    page.exclude(&config.exclude);
    page.text(args.input.text, config);
    let typed = args.known.baseline.as_ref().map(|path| path.to_string_lossy().into_owned());
    let configured = config.baseline.as_ref().map(|path| path.to_string_lossy().into_owned());
    let configured = configured.filter(|_| !args.known.no_baseline && args.known.write_baseline.is_none());
    if typed.is_some() || configured.is_some() {
        let baseline = SettingValue::of("--baseline", typed, configured, String::new());
        page.line("baseline", quoted(&baseline.value), baseline.origin);
    }
    let path = |path: &PathBuf| path.to_string_lossy().into_owned();
    let (typed, configured) = (args.tournament.as_ref().map(path), config.tournament.as_ref().map(path));
    if typed.is_some() || configured.is_some() {
        let tournament = SettingValue::of("--tournament", typed, configured, String::new());
        page.line("tournament", quoted(&tournament.value), tournament.origin);
    }
    let duplicates = duplicates(args, config);
    if !matches!(duplicates.origin, SettingOrigin::Default) {
        page.line("duplicates", duplicates.value, duplicates.origin);
    }
    if let Some(format) = args.format.or(config.format) {
        let format = SettingValue::of("--format", args.format, config.format, format);
        page.line("format", quoted(format.value.id()), format.origin);
    }
    if !args.output.is_empty() || !config.output.is_empty() {
        let typed = Some(args.output.clone()).filter(|typed| !typed.is_empty());
        let output = SettingValue::of("--output", typed, Some(config.outputs()), Vec::new());
        page.line("output", list(output.value.iter().map(String::as_str)), output.origin);
    }
    Ok(page)
}

/// Writes the settings of a comparison.
pub(super) fn show_compare(args: &CompareArgs, config: &Config, out: &mut dyn Write) -> Result<(), CliError> {
    let mut page = SettingList::default();
    page.rules(&RuleSettings::of(&args.rules, config)?);
    page.exclude(&config.exclude);
    page.text(args.input.text, config);
    Ok(page.write(config, out)?)
}

/// The lines of a settings file, each with the origin of its setting.
#[derive(Default)]
pub(super) struct SettingList {
    lines: Vec<SettingLine>,
}

struct SettingLine {
    key: String,
    value: String,
    origin: SettingOrigin,
}

impl SettingList {
    fn line(&mut self, key: &str, value: impl std::fmt::Display, origin: SettingOrigin) {
        self.lines.push(SettingLine { key: key.to_owned(), value: value.to_string(), origin });
    }

    fn rules(&mut self, rules: &RuleSettings) {
        let names = |setting: &SettingValue<Vec<Pattern>>| list(setting.value.iter().map(Pattern::as_str));
        self.line("select", names(&rules.select), rules.select.origin);
        if !rules.extend_select.value.is_empty() {
            self.line("extend-select", names(&rules.extend_select), rules.extend_select.origin);
        }
        self.line("ignore", names(&rules.ignore), rules.ignore.origin);
    }

    fn per_file(&mut self, ignores: &[PerFile<Vec<Pattern>>]) {
        for PerFile { written, value: rules, .. } in ignores {
            let key = format!("per-file-ignores.{}", quoted(written));
            self.line(&key, list(rules.iter().map(Pattern::as_str)), SettingOrigin::SettingsFile);
        }
    }

    fn exclude(&mut self, globs: &[Glob]) {
        let origin = if globs.is_empty() { SettingOrigin::Default } else { SettingOrigin::SettingsFile };
        self.line("exclude", list(globs.iter().map(Glob::as_str)), origin);
    }

    fn text(&mut self, args: TextArgs, config: &Config) {
        let encoding = encoding(args, config);
        self.line("encoding", quoted(encoding.value.id()), encoding.origin);
        if args.encoding.is_none() {
            self.by_file("per-file-encoding", &config.per_file_encoding, Encoding::id);
        }
        let letters = language(args, config);
        self.line("letters", quoted(letters.value.id()), letters.origin);
        if args.letters.is_none() {
            self.by_file("per-file-letters", &config.per_file_letters, Letters::id);
        }
    }

    fn by_file<T: Copy>(&mut self, key: &str, files: &[PerFile<T>], word: impl Fn(T) -> &'static str) {
        for PerFile { written, value, .. } in files {
            self.line(
                &format!("{key}.{}", quoted(written)),
                quoted(word(*value)),
                SettingOrigin::SettingsFile,
            );
        }
    }

    /// The settings and their values, as a settings file writes them.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.lines.iter().map(|line| (line.key.as_str(), line.value.as_str()))
    }

    fn write(&self, config: &Config, out: &mut dyn Write) -> io::Result<()> {
        match &config.name {
            Some(name) => writeln!(out, "# settings file: {name}")?,
            None => writeln!(out, "# settings file: none")?,
        }
        let written =
            |SettingLine { key, value, origin }: &SettingLine| (format!("{key} = {value}"), *origin);
        let lines: Vec<(String, SettingOrigin)> = self.lines.iter().map(written).collect();
        let width = lines.iter().map(|(setting, _)| setting.chars().count()).max().unwrap_or_default();
        for (setting, origin) in &lines {
            let origin = match origin {
                SettingOrigin::Default => "default",
                SettingOrigin::CommandLine(option) => option,
                SettingOrigin::SettingsFile => "settings file",
            };
            writeln!(out, "{setting:width$}  # {origin}")?;
        }
        Ok(())
    }
}

/// A TOML string. JSON has the same escapes.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn list<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let words: Vec<String> = words.map(quoted).collect();
    format!("[{}]", words.join(", "))
}
