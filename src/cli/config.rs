//! `jadoube.toml`: how it is found, and what it may contain.
//!
//! It is searched for in the folder of the first path that is read (the working directory for standard input) and in
//! the folders above. The nearest file is used alone. It is read as strictly as a law file. Paths and patterns in it
//! are relative to its own folder.

use std::env;
use std::ffi::OsString;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::audit::PerFileIgnores;
use crate::encoding::Encoding;
use crate::finding::Severity;
use crate::game::foreign_letters::Letters;
use crate::input::{Glob, Globs, SettingsFile, absolute_path};
use crate::law::{Rule, codes};
use crate::nearest::nearest;
use crate::report::{CodeInfo, FormatId};
use crate::toml_reader::{InvalidFile, SpannedName, TomlReader, Value, Word};

use super::args::{ConfigArgs, FailOn};
use super::failure::CliError;
use super::rule_choice::Pattern;

const NAME: &str = "jadoube.toml";

/// The word for the file in messages.
const WHAT: &str = "settings file";

const KEYS: [&str; 19] = [
    "code",
    "code-file",
    "per-file-code",
    "select",
    "extend-select",
    "ignore",
    "min-severity",
    "fail-on",
    "per-file-ignores",
    "exclude",
    "encoding",
    "per-file-encoding",
    "letters",
    "per-file-letters",
    "baseline",
    "tournament",
    "duplicates",
    "format",
    "output",
];

/// The contents of a settings file; empty if there is none.
#[derive(Debug, Default)]
pub(super) struct Config {
    /// The path of the file as shown to users.
    pub name: Option<String>,
    pub code: Option<String>,
    /// A law file, as the settings name it.
    pub code_file: Option<PathBuf>,
    pub per_file_code: Vec<PerFile<String>>,
    pub select: Option<Vec<Pattern>>,
    pub extend_select: Option<Vec<Pattern>>,
    pub ignore: Option<Vec<Pattern>>,
    pub min_severity: Option<Severity>,
    pub fail_on: Option<FailOn>,
    pub per_file_ignores: Vec<PerFile<Vec<Pattern>>>,
    pub exclude: Vec<Glob>,
    pub encoding: Option<Encoding>,
    pub per_file_encoding: Vec<PerFile<Encoding>>,
    pub letters: Option<Letters>,
    pub per_file_letters: Vec<PerFile<Letters>>,
    /// As the file names it.
    pub baseline: Option<PathBuf>,
    /// The report of a tournament, as the settings name it.
    pub tournament: Option<PathBuf>,
    pub duplicates: Option<usize>,
    pub format: Option<FormatId>,
    /// The formats of further reports, and their files as the settings name them.
    pub output: Vec<(FormatId, PathBuf)>,
    /// Whether the file was searched for, and not named or refused.
    pub is_found: bool,
    /// The folder that paths and patterns are relative to.
    root: PathBuf,
}

/// A setting for the files that match a pattern.
#[derive(Debug)]
pub(super) struct PerFile<T> {
    /// The pattern as the file has it.
    pub written: String,
    glob: Glob,
    pub value: T,
}

impl Config {
    /// The file of these settings, for the walk through folders.
    pub(super) fn settings_file(&self) -> SettingsFile {
        SettingsFile { name: NAME, used: self.name.is_some().then(|| self.root.join(NAME)) }
    }

    /// The settings file that the arguments name, or the one for these paths.
    pub(super) fn of(args: &ConfigArgs, paths: &[OsString]) -> Result<Self, CliError> {
        let found = match &args.config {
            _ if args.isolated => None,
            Some(path) => Some(path.clone()),
            None => find(paths.first()),
        };
        let is_found = !args.isolated && args.config.is_none();
        let Some(path) = found else {
            return Ok(Self { is_found, ..Self::default() });
        };
        let text = CliError::read_text(&path)?;
        let name = shown(&path);
        let config = Self::read(&text).map_err(|error| CliError::Within(Box::new(error.named(&name))))?;
        let root = absolute_path(&path).parent().map_or_else(PathBuf::new, Path::to_path_buf);
        Ok(Self { name: Some(name), is_found, root, ..config })
    }

    fn read(text: &str) -> Result<Self, InvalidFile> {
        let mut reader = TomlReader::default();
        let document = reader.parse(text);
        reader.finish(WHAT, text)?;
        let root = reader.root(&document, WHAT, &KEYS);
        let config = Self {
            code: reader.read_optional(&root, "code", code),
            code_file: reader
                .read_optional(&root, "code-file", |reader, value| reader.text(value).map(PathBuf::from)),
            per_file_code: reader
                .read_optional(&root, "per-file-code", |reader, value| {
                    per_file(reader, value, "table of per-file-code", code)
                })
                .unwrap_or_default(),
            select: reader.read_optional(&root, "select", |reader, value| Some(rules(reader, value))),
            extend_select: reader
                .read_optional(&root, "extend-select", |reader, value| Some(rules(reader, value))),
            ignore: reader.read_optional(&root, "ignore", |reader, value| Some(rules(reader, value))),
            min_severity: reader.read_optional(&root, "min-severity", TomlReader::word),
            fail_on: reader.read_optional(&root, "fail-on", TomlReader::word),
            per_file_ignores: reader
                .read_optional(&root, "per-file-ignores", |reader, value| {
                    per_file(reader, value, "table of per-file-ignores", |reader, value| {
                        Some(rules(reader, value))
                    })
                })
                .unwrap_or_default(),
            exclude: reader
                .read_optional(&root, "exclude", |reader, value| Some(globs(reader, value)))
                .unwrap_or_default(),
            encoding: reader.read_optional(&root, "encoding", TomlReader::word),
            per_file_encoding: reader
                .read_optional(&root, "per-file-encoding", |reader, value| {
                    per_file(reader, value, "table of per-file-encoding", TomlReader::word)
                })
                .unwrap_or_default(),
            letters: reader.read_optional(&root, "letters", TomlReader::word),
            per_file_letters: reader
                .read_optional(&root, "per-file-letters", |reader, value| {
                    per_file(reader, value, "table of per-file-letters", TomlReader::word)
                })
                .unwrap_or_default(),
            baseline: reader
                .read_optional(&root, "baseline", |reader, value| reader.text(value).map(PathBuf::from)),
            tournament: reader
                .read_optional(&root, "tournament", |reader, value| reader.text(value).map(PathBuf::from)),
            duplicates: reader.read_optional(&root, "duplicates", TomlReader::number),
            format: reader.read_optional(&root, "format", TomlReader::word),
            output: reader
                .read_optional(&root, "output", |reader, value| Some(outputs(reader, value)))
                .unwrap_or_default(),
            ..Self::default()
        };
        if let (Some(_), Some(value)) = (root.get("code"), root.get("code-file")) {
            let help = "keep one of them; `per-file-code` names the codes of some files".to_owned();
            reader.fault(value.span(), "`code` and `code-file` cannot both be set", Some(help));
        }
        reader.finish(WHAT, text)?;
        Ok(config)
    }

    pub(super) fn file(&self) -> Option<&Path> {
        self.name.as_deref().map(Path::new)
    }

    pub(super) fn excluded(&self) -> Globs {
        Globs::relative_to(&self.root, self.exclude.clone())
    }

    /// Whether the run over these paths reads the whole folder of the file.
    pub(super) fn is_read_whole(&self, paths: &[OsString]) -> bool {
        let is_within = |path: &OsString| self.root.starts_with(absolute_path(Path::new(path)));
        self.name.is_some() && paths.iter().any(is_within)
    }

    pub(super) fn file_ignores(&self) -> Vec<PerFileIgnores> {
        let ignores = self.per_file_ignores.iter().map(|PerFile { glob, value, .. }| PerFileIgnores {
            files: Globs::relative_to(&self.root, vec![glob.clone()]),
            rules: Rule::ALL
                .iter()
                .copied()
                .filter(|rule| value.iter().any(|pattern| pattern.matches(*rule)))
                .collect(),
        });
        ignores.collect()
    }

    pub(super) fn by_file<T: Clone>(&self, entries: &[PerFile<T>]) -> Vec<(Globs, T)> {
        let entries = entries.iter().map(|PerFile { glob, value, .. }| {
            (Globs::relative_to(&self.root, vec![glob.clone()]), value.clone())
        });
        entries.collect()
    }

    pub(super) fn baseline_path(&self) -> Option<PathBuf> {
        self.baseline.as_deref().map(|path| self.path(path))
    }

    pub(super) fn tournament_path(&self) -> Option<PathBuf> {
        self.tournament.as_deref().map(|path| self.path(path))
    }

    pub(super) fn code_file_path(&self) -> Option<PathBuf> {
        self.code_file.as_deref().map(|path| self.path(path))
    }

    /// The further reports, each as `FORMAT=PATH`.
    pub(super) fn outputs(&self) -> Vec<String> {
        let output =
            |(format, path): &(FormatId, PathBuf)| format!("{}={}", format.id(), self.path(path).display());
        self.output.iter().map(output).collect()
    }

    /// A path of the file, which is relative to its folder, as shown to users.
    fn path(&self, path: &Path) -> PathBuf {
        PathBuf::from(shown(&self.root.join(path)))
    }
}

/// The nearest settings file upward from the first path.
fn find(first: Option<&OsString>) -> Option<PathBuf> {
    let first = first.filter(|path| *path != "-").map_or(Path::new("."), Path::new);
    absolute_path(first).ancestors().map(|folder| folder.join(NAME)).find(|path| path.is_file())
}

/// The path relative to the working directory if it is below that, else the absolute path.
fn shown(path: &Path) -> String {
    let absolute = absolute_path(path);
    let here = env::current_dir().unwrap_or_default();
    absolute.strip_prefix(here).unwrap_or(&absolute).to_string_lossy().replace('\\', "/")
}

fn code(reader: &mut TomlReader, value: &Value<'_>) -> Option<String> {
    let text = reader.text(value)?;
    let known: Vec<&str> = codes::embedded().iter().map(|code| code.id).chain([CodeInfo::RECORD]).collect();
    if !known.contains(&text) {
        let near = nearest(text, known).map(|near| format!("did you mean `{near}`?"));
        let help = near.unwrap_or_else(|| "`jadoube codes` lists them".to_owned());
        reader.fault(value.span(), format!("no code is called `{text}`"), Some(help));
    }
    Some(text.to_owned())
}

/// Reports, each as `FORMAT=PATH`. Faulty ones are reported and left out.
fn outputs(reader: &mut TomlReader, value: &Value<'_>) -> Vec<(FormatId, PathBuf)> {
    let mut outputs = Vec::new();
    for SpannedName { name, span } in reader.names(value) {
        match name.split_once('=') {
            Some((format, path)) if !path.is_empty() && path != "-" => {
                let format = reader.word_in::<FormatId>(format, span);
                outputs.extend(format.map(|format| (format, PathBuf::from(path))));
            }
            Some((_, "-")) => {
                let help = "`format` is the format of standard output".to_owned();
                reader.fault(span, "a report of the settings goes to a file", Some(help));
            }
            _ => {
                let help = "for example `html=report.html`".to_owned();
                reader.fault(span, format!("`{name}` is not of the form FORMAT=PATH"), Some(help));
            }
        }
    }
    outputs
}

/// Ids and families of rules. Faulty ones are reported and left out.
fn rules(reader: &mut TomlReader, value: &Value<'_>) -> Vec<Pattern> {
    let mut rules = Vec::new();
    for SpannedName { name, span } in reader.names(value) {
        match Pattern::read(&name) {
            Ok(pattern) => rules.push(pattern),
            Err(unknown) => {
                let help = match unknown.near {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => unknown.hint,
                };
                reader.fault(span, unknown.message, Some(help));
            }
        }
    }
    rules
}

/// The fault of a pattern, in the words of this program.
fn pattern_fault<'m>(pattern: &str, message: &'m str) -> &'m str {
    let open = pattern.rfind('[').is_some_and(|at| !pattern.get(at..).unwrap_or_default().contains(']'));
    if open { "the bracket `[` is not closed" } else { message }
}

const PATTERN_HELP: &str =
    "in a pattern, `*` is any text, `?` is one character, and `[ab]` is `a` or `b`; write `[[]` for `[`";

fn glob(reader: &mut TomlReader, text: &str, span: Range<usize>) -> Option<Glob> {
    Glob::read(text)
        .map_err(|error| {
            reader.fault(
                span,
                format!("invalid path pattern: {}", pattern_fault(text, error.msg)),
                Some(PATTERN_HELP.to_owned()),
            );
        })
        .ok()
}

fn globs(reader: &mut TomlReader, value: &Value<'_>) -> Vec<Glob> {
    let names = reader.names(value);
    names.into_iter().filter_map(|SpannedName { name, span }| glob(reader, &name, span)).collect()
}

/// A table of patterns. `read` reads the value of each.
fn per_file<T>(
    reader: &mut TomlReader,
    value: &Value<'_>,
    what: &'static str,
    read: impl Fn(&mut TomlReader, &Value<'_>) -> Option<T>,
) -> Option<Vec<PerFile<T>>> {
    let table = reader.open_table(value, what)?;
    let mut all = Vec::new();
    for entry in table.entries.iter() {
        let value = read(reader, &entry.value);
        if let (Some(glob), Some(value)) = (glob(reader, &entry.key, entry.key_span()), value) {
            all.push(PerFile { written: (*entry.key).to_owned(), glob, value });
        }
    }
    Some(all)
}

macro_rules! toml_words {
    ($( $set:ident $what:literal, )+) => { $(
        impl Word for $set {
            const NOUN: &'static str = $what;

            fn all() -> &'static [Self] {
                Self::ALL
            }

            fn word(self) -> &'static str {
                self.id()
            }
        }
    )+ };
}

toml_words! {
    Encoding "encoding",
    Letters "language of piece letters",
    Severity "severity",
    FailOn "value of `fail-on`",
    FormatId "report format",
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;
    use crate::input::ByFile;

    fn faults(text: &str) -> String {
        let mut all = String::new();
        for fault in Config::read(text).unwrap_err().errors {
            let help = fault.help.unwrap_or_default();
            writeln!(all, "{:?} {} ({help})", &text[fault.span], fault.message).unwrap();
        }
        all
    }

    #[test]
    fn every_key_is_read() {
        let config = Config::read(
            "code = 'record'\nduplicates = 7\nformat = 'jsonl'\noutput = ['html=a=b.html']\n\
             select = ['move', 'ALL']\nextend-select = ['curate']\nmin-severity = 'info'\nfail-on = 'never'\n\
             exclude = ['old']\nbaseline = 'known.json'\ntournament = 'open.trf'\nencoding = 'utf-8'\n[per-file-ignores]\n'new/*.pgn' = ['record']\n\
             [per-file-encoding]\n'old' = 'windows-1252'\n'old/new' = 'auto'\n\
             [per-file-letters]\n'old' = 'de'\n[per-file-code]\n'old' = 'record'\n",
        )
        .unwrap();
        assert_eq!(config.code.as_deref(), Some("record"));
        assert_eq!(config.select.as_deref().map(<[_]>::len), Some(2));
        assert_eq!(config.extend_select.as_deref().map(<[_]>::len), Some(1));
        assert_eq!(config.min_severity, Some(Severity::Info));
        assert_eq!(config.fail_on, Some(FailOn::Never));
        assert_eq!((config.exclude.len(), config.per_file_ignores.len()), (1, 1));
        let ignores = config.file_ignores();
        assert!(ignores[0].rules.contains(&Rule::RecordTag) && !ignores[0].rules.contains(&Rule::MoveFalse));
        let files = config.by_file(&config.per_file_encoding);
        let encodings = ByFile { default: config.encoding.unwrap(), files };
        assert_eq!(encodings.for_file("a.pgn"), Encoding::Utf8);
        assert_eq!(encodings.for_file("old/a.pgn"), Encoding::Windows1252);
        assert_eq!(encodings.for_file("old/new/a.pgn"), Encoding::Auto);
        let letters = ByFile { default: Letters::English, files: config.by_file(&config.per_file_letters) };
        assert_eq!(letters.for_file("a.pgn"), Letters::English);
        assert_eq!(letters.for_file("old/a.pgn"), Letters::German);
        assert_eq!(config.per_file_code[0].value, "record");
        assert_eq!(config.tournament.as_deref(), Some(Path::new("open.trf")));
        assert_eq!((config.duplicates, config.format), (Some(7), Some(FormatId::Jsonl)));
        assert_eq!(config.output, [(FormatId::Html, PathBuf::from("a=b.html"))]);
        let config = Config::read("code-file = 'club.toml'").unwrap();
        assert_eq!(config.code_file.as_deref(), Some(Path::new("club.toml")));
        assert!(Config::read("").unwrap().code.is_none());
    }

    #[test]
    fn faulty_codes_and_outputs_have_their_places() {
        insta::assert_snapshot!(faults(
            "code = 'record'\ncode-file = 'club.toml'\nduplicates = -1\nformat = 'jsonlines'\n\
             output = ['htm=a.html', 'report.json', 'json=', 'json=-']\n[per-file-code]\n'*.pgn' = 'nine'\n"
        ), @r#"
        "'club.toml'" `code` and `code-file` cannot both be set (keep one of them; `per-file-code` names the codes of some files)
        "-1" this number is out of range ()
        "'jsonlines'" `jsonlines` is not a valid report format (use one of `human`, `concise`, `json`, `jsonl`, `sarif`, `junit`, `github`, `html`, `csv`, `arrow`)
        "'htm=a.html'" `htm` is not a valid report format (did you mean `html`?)
        "'report.json'" `report.json` is not of the form FORMAT=PATH (for example `html=report.html`)
        "'json='" `json=` is not of the form FORMAT=PATH (for example `html=report.html`)
        "'json=-'" a report of the settings goes to a file (`format` is the format of standard output)
        "'nine'" no code is called `nine` (`jadoube codes` lists them)
        "#);
    }

    #[test]
    fn each_fault_has_its_place_and_the_nearest_name() {
        insta::assert_snapshot!(faults(
            "cod = 'record'\nselect = ['recrod']\nignore = 'move'\nmin-severity = 'grave'\n\
             fail-on = 'warnings'\nexclude = ['a[']\nbaseline = ''\nencoding = 'utf8'\n[per-file-ignores]\n'*.pgn' = ['move.flase']\n"
        ), @r#"
        "cod" unknown key `cod` in this settings file (did you mean `code`?)
        "'recrod'" no rule or family of rules is called "recrod" (did you mean `record`?)
        "'move'" expected a list, found text in quotation marks (write `["move"]`)
        "'grave'" `grave` is not a valid severity (use one of `info`, `warning`, `error`)
        "'warnings'" `warnings` is not a valid value of `fail-on` (did you mean `warning`?)
        "'a['" invalid path pattern: the bracket `[` is not closed (in a pattern, `*` is any text, `?` is one character, and `[ab]` is `a` or `b`; write `[[]` for `[`)
        "''" this text is empty ()
        "'utf8'" `utf8` is not a valid encoding (did you mean `utf-8`?)
        "'move.flase'" no rule or family of rules is called "move.flase" (did you mean `move.false`?)
        "#);
    }
}
