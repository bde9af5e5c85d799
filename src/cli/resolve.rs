//! Resolved settings: an option on the command line overrides the settings file, which overrides the default.

use std::io::{self, Write};

use super::args::{AuditArgs, CompareArgs, EncodingArgs, FailOn, SelectionArgs, SeverityArg};
use super::config::{Config, EncodingOf, FileRules};
use super::failure::Failure;
use super::rule_choice::{Pattern, Tie, patterns, selection};
use crate::audit::Selection;
use crate::encoding::Encoding;
use crate::finding::Severity;
use crate::input::{Encodings, Glob};
use crate::report::CodeInfo;
use crate::toml_reader::Word;

/// A setting and where it comes from.
#[derive(Debug)]
pub(super) struct Settled<T> {
    pub value: T,
    origin: SettingOrigin,
}

/// Where a setting comes from.
#[derive(Clone, Copy, Debug)]
enum SettingOrigin {
    /// Nobody said anything.
    Default,
    /// This option.
    Typed(&'static str),
    /// The settings file.
    File,
}

impl<T> Settled<T> {
    /// What was typed behind an option, else what the file says, else what holds without either.
    fn of(option: &'static str, typed: Option<T>, filed: Option<T>, otherwise: T) -> Self {
        match (typed, filed) {
            (Some(value), _) => Self { value, origin: SettingOrigin::Typed(option) },
            (None, Some(value)) => Self { value, origin: SettingOrigin::File },
            (None, None) => Self { value: otherwise, origin: SettingOrigin::Default },
        }
    }
}

/// Which rules are wanted.
#[derive(Debug)]
pub(super) struct RuleSettings {
    pub select: Settled<Vec<Pattern>>,
    pub ignore: Settled<Vec<Pattern>>,
}

impl RuleSettings {
    pub(super) fn of(args: &SelectionArgs, config: &Config) -> Result<Self, Failure> {
        let typed = |words: &[String]| {
            patterns(words).map(|patterns| Some(patterns).filter(|patterns| !patterns.is_empty()))
        };
        let select = Settled::of("--select", typed(&args.select)?, config.select.clone(), Vec::new());
        // All is reported where nothing is said: a list without a rule in it must not come to the same.
        let is_named = match &select.origin {
            SettingOrigin::Default => args.select.is_empty(),
            SettingOrigin::Typed(_) | SettingOrigin::File => !select.value.is_empty(),
        };
        if !is_named {
            return Err(Failure::with_hint(
                "no rule is selected: the list is empty",
                "name rules or families of rules, or ALL; `jadoube rules` lists them",
            ));
        }
        Ok(Self {
            select,
            ignore: Settled::of("--ignore", typed(&args.ignore)?, config.ignore.clone(), Vec::new()),
        })
    }

    /// What they come to, of findings at least so grave.
    pub(super) fn selection(&self, least: Severity) -> Selection {
        // What is typed goes before what stands in the file.
        let tie = match (self.select.origin, self.ignore.origin) {
            (SettingOrigin::Typed(_), SettingOrigin::File) => Tie::Selected,
            _ => Tie::Ignored,
        };
        selection(&self.select.value, &self.ignore.value, tie, least)
    }
}

/// The code to judge under, where no file of one is given.
pub(super) fn code(typed: Option<&String>, config: &Config) -> Settled<String> {
    Settled::of("--code", typed.cloned(), config.code.clone(), CodeInfo::RECORD.to_owned())
}

/// From what severity on the run fails.
pub(super) fn fail_on(args: &AuditArgs, config: &Config) -> Settled<FailOn> {
    if args.exit_zero {
        return Settled { value: FailOn::Never, origin: SettingOrigin::Typed("--exit-zero") };
    }
    Settled::of("--fail-on", args.fail_on, config.fail_on, FailOn::Error)
}

/// What is reported at all: what fails the run too, but where something else is typed over what the file says of that.
pub(super) fn min_severity(args: &AuditArgs, config: &Config) -> Settled<SeverityArg> {
    let shown = Settled::of("--min-severity", args.min_severity, config.min_severity, SeverityArg::Warning);
    let fails = fail_on(args, config);
    match (shown.origin, fails.origin, fails.value.arg()) {
        (SettingOrigin::Typed(_), SettingOrigin::File, _) => shown,
        (_, origin, Some(value)) if Severity::from(value) < shown.value.into() => Settled { value, origin },
        _ => shown,
    }
}

/// How text is read; what is typed holds for every file.
pub(super) fn encoding(args: EncodingArgs, config: &Config) -> Settled<Encoding> {
    Settled::of("--encoding", args.encoding.map(Encoding::from), config.encoding, Encoding::Auto)
}

/// How each file's text is read.
pub(super) fn encodings(args: EncodingArgs, config: &Config) -> Encodings {
    Encodings {
        usual: encoding(args, config).value,
        files: if args.encoding.is_some() { Vec::new() } else { config.file_encodings() },
    }
}

/// Shows what an audit goes by.
pub(super) fn show_audit(args: &AuditArgs, config: &Config, out: &mut dyn Write) -> Result<(), Failure> {
    let mut page = SettingList::default();
    if let Some(path) = &args.law.code_file {
        page.line("code-file", quoted(&path.to_string_lossy()), SettingOrigin::Typed("--code-file"));
    } else {
        let code = code(args.law.code.as_ref(), config);
        page.line("code", quoted(&code.value), code.origin);
    }
    page.rules(&RuleSettings::of(&args.rules, config)?);
    let least = min_severity(args, config);
    page.line("min-severity", quoted(least.value.word()), least.origin);
    let fails = fail_on(args, config);
    page.line("fail-on", quoted(fails.value.word()), fails.origin);
    page.per_file(&config.per_file_ignores);
    page.exclude(&config.exclude);
    page.encoding(args.input.encoding, config);
    let typed = args.known.baseline.as_ref().map(|path| path.to_string_lossy().into_owned());
    let filed = config.baseline.as_ref().map(|path| path.to_string_lossy().into_owned());
    let filed = filed.filter(|_| !args.known.no_baseline && args.known.write_baseline.is_none());
    if typed.is_some() || filed.is_some() {
        let baseline = Settled::of("--baseline", typed, filed, String::new());
        page.line("baseline", quoted(&baseline.value), baseline.origin);
    }
    Ok(page.write(config, out)?)
}

/// Shows what a comparison goes by.
pub(super) fn show_compare(args: &CompareArgs, config: &Config, out: &mut dyn Write) -> Result<(), Failure> {
    let mut page = SettingList::default();
    page.rules(&RuleSettings::of(&args.rules, config)?);
    page.exclude(&config.exclude);
    page.encoding(args.input.encoding, config);
    Ok(page.write(config, out)?)
}

/// Settings as a settings file could hold them, each with where it comes from.
#[derive(Default)]
struct SettingList {
    lines: Vec<SettingLine>,
}

struct SettingLine {
    setting: String,
    origin: SettingOrigin,
}

impl SettingList {
    fn line(&mut self, key: &str, value: impl std::fmt::Display, origin: SettingOrigin) {
        self.lines.push(SettingLine { setting: format!("{key} = {value}"), origin });
    }

    fn rules(&mut self, rules: &RuleSettings) {
        let all = [Pattern::all()];
        let select = &rules.select;
        let selected: &[Pattern] = if select.value.is_empty() { &all } else { &select.value };
        self.line("select", list(selected.iter().map(Pattern::as_str)), select.origin);
        self.line("ignore", list(rules.ignore.value.iter().map(Pattern::as_str)), rules.ignore.origin);
    }

    fn per_file(&mut self, ignores: &[FileRules]) {
        for FileRules { written, rules, .. } in ignores {
            let key = format!("per-file-ignores.{}", quoted(written));
            self.line(&key, list(rules.iter().map(Pattern::as_str)), SettingOrigin::File);
        }
    }

    fn exclude(&mut self, globs: &[Glob]) {
        let origin = if globs.is_empty() { SettingOrigin::Default } else { SettingOrigin::File };
        self.line("exclude", list(globs.iter().map(Glob::as_str)), origin);
    }

    fn encoding(&mut self, args: EncodingArgs, config: &Config) {
        let Settled { value, origin } = encoding(args, config);
        self.line("encoding", quoted(value.id()), origin);
        for EncodingOf { written, encoding, .. } in &config.per_file_encoding {
            if args.encoding.is_none() {
                let key = format!("per-file-encoding.{}", quoted(written));
                self.line(&key, quoted(encoding.id()), SettingOrigin::File);
            }
        }
    }

    fn write(&self, config: &Config, out: &mut dyn Write) -> io::Result<()> {
        match &config.name {
            Some(name) => writeln!(out, "# with the settings file {name}")?,
            None => writeln!(out, "# without a settings file")?,
        }
        let width = self.lines.iter().map(|line| line.setting.chars().count()).max().unwrap_or_default();
        for SettingLine { setting, origin } in &self.lines {
            let origin = match origin {
                SettingOrigin::Default => "by default",
                SettingOrigin::Typed(option) => option,
                SettingOrigin::File => "settings file",
            };
            writeln!(out, "{setting:width$}  # {origin}")?;
        }
        Ok(())
    }
}

/// A string as TOML writes it; its escapes are those of JSON.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn list<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let words: Vec<String> = words.map(quoted).collect();
    format!("[{}]", words.join(", "))
}
