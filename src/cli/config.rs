//! `jadoube.toml`: where it is found, and what it may say.
//!
//! It is looked for in the folder of the first path that is read, or in the working directory where that is
//! standard input, and from there upward; the nearest is taken, and no other is merged into it. It is read
//! strictly, as law files are. Paths and patterns in it are meant from its own folder.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::audit::PerFileIgnores;
use crate::encoding::Encoding;
use crate::input::{FileEncoding, Glob, Globs, plainly};
use crate::law::{Rule, codes};
use crate::nearest::nearest;
use crate::report::CodeInfo;
use crate::toml_reader::{FaultyFile, PlacedName, TomlReader, Value, Word};

use super::args::{ConfigArgs, FailOn, SeverityArg};
use super::failure::Failure;
use super::rule_choice::Pattern;

/// The name of the file.
const NAME: &str = "jadoube.toml";

/// What it is called in messages.
const WHAT: &str = "settings file";

/// What it may say.
const KEYS: [&str; 10] = [
    "code",
    "select",
    "ignore",
    "min-severity",
    "fail-on",
    "per-file-ignores",
    "exclude",
    "encoding",
    "per-file-encoding",
    "baseline",
];

/// What a settings file says; nothing where there is none.
#[derive(Debug, Default)]
pub(super) struct Config {
    /// The file, as it is shown.
    pub name: Option<String>,
    /// The code of laws.
    pub code: Option<String>,
    /// The rules wanted.
    pub select: Option<Vec<Pattern>>,
    /// The rules not wanted.
    pub ignore: Option<Vec<Pattern>>,
    /// Nothing less grave is reported.
    pub min_severity: Option<SeverityArg>,
    /// From what severity on the run fails.
    pub fail_on: Option<FailOn>,
    /// The rules not wanted in some files.
    pub per_file_ignores: Vec<FileRules>,
    /// The files passed over.
    pub exclude: Vec<Glob>,
    /// How text is read.
    pub encoding: Option<Encoding>,
    /// How it is read in some files.
    pub per_file_encoding: Vec<EncodingOf>,
    /// The baseline, as the file names it.
    pub baseline: Option<PathBuf>,
    /// The folder that paths are meant from.
    root: PathBuf,
}

/// Rules for the files of a pattern.
#[derive(Debug)]
pub(super) struct FileRules {
    /// The pattern as it was written.
    pub written: String,
    glob: Glob,
    /// The rules.
    pub rules: Vec<Pattern>,
}

/// The encoding of the files of a pattern.
#[derive(Debug)]
pub(super) struct EncodingOf {
    /// The pattern as it was written.
    pub written: String,
    glob: Glob,
    /// The encoding.
    pub encoding: Encoding,
}

impl Config {
    /// The settings file for these paths, or the one asked for.
    pub(super) fn of(args: &ConfigArgs, paths: &[OsString]) -> Result<Self, Failure> {
        let found = match &args.config {
            _ if args.isolated => None,
            Some(path) => Some(path.clone()),
            None => find(paths.first().map(OsString::as_os_str)),
        };
        let Some(path) = found else {
            return Ok(Self::default());
        };
        let text = fs::read_to_string(&path).map_err(|error| Failure::file(&path, "read", &error))?;
        let name = shown(&path);
        let config = Self::read(&text).map_err(|error| Failure::Within(Box::new(error.named(&name))))?;
        let root = plainly(&path).parent().map_or_else(PathBuf::new, Path::to_path_buf);
        Ok(Self { name: Some(name), root, ..config })
    }

    /// What the text of a settings file says.
    fn read(text: &str) -> Result<Self, FaultyFile> {
        let mut reader = TomlReader::default();
        let document = reader.parse(text);
        reader.finish(WHAT, text)?;
        let root = reader.root(&document, WHAT, &KEYS);
        let config = Self {
            code: reader.optional(&root, "code", code),
            select: reader.optional(&root, "select", |reader, value| Some(rules(reader, value))),
            ignore: reader.optional(&root, "ignore", |reader, value| Some(rules(reader, value))),
            min_severity: reader.optional(&root, "min-severity", TomlReader::word),
            fail_on: reader.optional(&root, "fail-on", TomlReader::word),
            per_file_ignores: reader.optional(&root, "per-file-ignores", per_file).unwrap_or_default(),
            exclude: reader
                .optional(&root, "exclude", |reader, value| Some(globs(reader, value)))
                .unwrap_or_default(),
            encoding: reader.optional(&root, "encoding", TomlReader::word),
            per_file_encoding: reader
                .optional(&root, "per-file-encoding", per_file_encoding)
                .unwrap_or_default(),
            baseline: reader
                .optional(&root, "baseline", |reader, value| reader.text(value).map(PathBuf::from)),
            ..Self::default()
        };
        reader.finish(WHAT, text)?;
        Ok(config)
    }

    /// The settings file itself.
    pub(super) fn file(&self) -> Option<&Path> {
        self.name.as_deref().map(Path::new)
    }

    /// The files passed over.
    pub(super) fn excluded(&self) -> Globs {
        Globs::below(&self.root, self.exclude.clone())
    }

    /// The rules not wanted in some files.
    pub(super) fn file_ignores(&self) -> Vec<PerFileIgnores> {
        let ignores = self.per_file_ignores.iter().map(|FileRules { glob, rules, .. }| PerFileIgnores {
            files: Globs::below(&self.root, vec![glob.clone()]),
            rules: Rule::ALL
                .iter()
                .copied()
                .filter(|rule| rules.iter().any(|pattern| pattern.takes(*rule)))
                .collect(),
        });
        ignores.collect()
    }

    /// How text is read in some files.
    pub(super) fn file_encodings(&self) -> Vec<FileEncoding> {
        let encodings = self.per_file_encoding.iter().map(|EncodingOf { glob, encoding, .. }| FileEncoding {
            files: Globs::below(&self.root, vec![glob.clone()]),
            encoding: *encoding,
        });
        encodings.collect()
    }

    /// Where the baseline is.
    pub(super) fn baseline_path(&self) -> Option<PathBuf> {
        self.baseline.as_ref().map(|path| PathBuf::from(shown(&self.root.join(path))))
    }
}

/// The nearest settings file upward from where the first path leads.
fn find(first: Option<&OsStr>) -> Option<PathBuf> {
    let from = match first {
        None => plainly(Path::new(".")),
        Some(path) if path == "-" => plainly(Path::new(".")),
        // Of a file or a pattern the folders above it are looked through; of a folder it too.
        Some(path) => plainly(Path::new(path)),
    };
    from.ancestors().map(|folder| folder.join(NAME)).find(|path| path.is_file())
}

/// A path as short as it can be told: from the working directory on where it is below that.
fn shown(path: &Path) -> String {
    let whole = plainly(path);
    let here = env::current_dir().unwrap_or_default();
    whole.strip_prefix(here).unwrap_or(&whole).to_string_lossy().replace('\\', "/")
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

/// Rules, ids and families alike.
fn rules(reader: &mut TomlReader, value: &Value<'_>) -> Vec<Pattern> {
    let mut rules = Vec::new();
    for PlacedName { name, span } in reader.names(value) {
        match Pattern::read(&name) {
            Ok(pattern) => rules.push(pattern),
            Err(none) => {
                let help = match none.near {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "`jadoube rules` lists them".to_owned(),
                };
                reader.fault(span, none.message, Some(help));
            }
        }
    }
    rules
}

fn glob(reader: &mut TomlReader, text: &str, span: std::ops::Range<usize>) -> Option<Glob> {
    Glob::read(text).map_err(|error| reader.fault(span, error.to_string(), None)).ok()
}

fn globs(reader: &mut TomlReader, value: &Value<'_>) -> Vec<Glob> {
    let names = reader.names(value);
    names.into_iter().filter_map(|PlacedName { name, span }| glob(reader, &name, span)).collect()
}

fn per_file(reader: &mut TomlReader, value: &Value<'_>) -> Option<Vec<FileRules>> {
    let table = reader.open_table(value, "table of per-file-ignores")?;
    let mut all = Vec::new();
    for entry in table.entries.iter() {
        let written: &str = &entry.key;
        let rules = rules(reader, &entry.value);
        if let Some(glob) = glob(reader, written, entry.key_span()) {
            all.push(FileRules { written: written.to_owned(), glob, rules });
        }
    }
    Some(all)
}

fn per_file_encoding(reader: &mut TomlReader, value: &Value<'_>) -> Option<Vec<EncodingOf>> {
    let table = reader.open_table(value, "table of per-file-encoding")?;
    let mut all = Vec::new();
    for entry in table.entries.iter() {
        let written: &str = &entry.key;
        let encoding = reader.word(&entry.value);
        if let (Some(glob), Some(encoding)) = (glob(reader, written, entry.key_span()), encoding) {
            all.push(EncodingOf { written: written.to_owned(), glob, encoding });
        }
    }
    Some(all)
}

impl Word for Encoding {
    const WHAT: &'static str = "encoding";

    fn all() -> &'static [Self] {
        Self::ALL
    }

    fn word(self) -> &'static str {
        self.id()
    }
}

impl Word for SeverityArg {
    const WHAT: &'static str = "severity";

    fn all() -> &'static [Self] {
        Self::value_variants()
    }

    fn word(self) -> &'static str {
        crate::finding::Severity::from(self).id()
    }
}

impl Word for FailOn {
    const WHAT: &'static str = "severity to fail on";

    fn all() -> &'static [Self] {
        Self::value_variants()
    }

    fn word(self) -> &'static str {
        self.severity().map_or("never", crate::finding::Severity::id)
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;
    use crate::input::Encodings;

    fn faults(text: &str) -> String {
        let mut told = String::new();
        for fault in Config::read(text).unwrap_err().errors {
            let help = fault.help.unwrap_or_default();
            writeln!(told, "{:?} {} ({help})", &text[fault.span], fault.message).unwrap();
        }
        told
    }

    #[test]
    fn what_it_says_is_read() {
        let config = Config::read(
            "code = 'record'\nselect = ['move', 'ALL']\nmin-severity = 'info'\nfail-on = 'never'\n\
             exclude = ['old']\nbaseline = 'known.json'\nencoding = 'utf-8'\n[per-file-ignores]\n'new/*.pgn' = ['record']\n\
             [per-file-encoding]\n'old' = 'windows-1252'\n'old/new' = 'auto'\n",
        )
        .unwrap();
        assert_eq!(config.code.as_deref(), Some("record"));
        assert_eq!(config.select.as_deref().map(<[_]>::len), Some(2));
        assert_eq!(config.min_severity, Some(SeverityArg::Info));
        assert_eq!(config.fail_on, Some(FailOn::Never));
        assert_eq!((config.exclude.len(), config.per_file_ignores.len()), (1, 1));
        let ignores = config.file_ignores();
        assert!(ignores[0].rules.contains(&Rule::RecordTag) && !ignores[0].rules.contains(&Rule::MoveFalse));
        let encodings = Encodings { usual: config.encoding.unwrap(), files: config.file_encodings() };
        assert_eq!(encodings.of("a.pgn"), Encoding::Utf8);
        assert_eq!(encodings.of("old/a.pgn"), Encoding::Windows1252);
        assert_eq!(encodings.of("old/new/a.pgn"), Encoding::Auto);
        assert!(Config::read("").unwrap().code.is_none());
    }

    #[test]
    fn each_fault_has_its_place_and_the_nearest_name() {
        insta::assert_snapshot!(faults(
            "cod = 'record'\nselect = ['recrod']\nignore = 'move'\nmin-severity = 'grave'\n\
             fail-on = 'warnings'\nexclude = ['a[']\nbaseline = ''\nencoding = 'utf8'\n[per-file-ignores]\n'*.pgn' = ['move.flase']\n"
        ), @r#"
        "cod" a settings file has no key `cod` (did you mean `code`?)
        "'recrod'" no rule or family of rules is called "recrod" (did you mean `record`?)
        "'move'" this is a string, where a list is due ()
        "'grave'" `grave` is no severity (one of `info`, `warning`, `error`)
        "'warnings'" `warnings` is no severity to fail on (did you mean `warning`?)
        "'a['" this is no pattern for paths: invalid range pattern ()
        "''" this says nothing ()
        "'utf8'" `utf8` is no encoding (did you mean `utf-8`?)
        "'move.flase'" no rule or family of rules is called "move.flase" (did you mean `move.false`?)
        "#);
    }
}
