//! Rules that are not wanted in some files.

use crate::input::Globs;
use crate::law::Rule;

/// Rules, and the files that they are not wanted in.
#[derive(Clone, Debug)]
pub struct PerFileIgnores {
    /// In which files.
    pub files: Globs,
    /// Not these.
    pub rules: Vec<Rule>,
}

/// What is not wanted in the file at hand: files come one after the other, and each is looked up once.
#[derive(Debug, Default)]
pub(super) struct CurrentFile {
    file: Option<String>,
    rules: Vec<Rule>,
}

impl CurrentFile {
    /// Whether findings of a rule are not wanted in a file.
    pub(super) fn ignores(&mut self, all: &[PerFileIgnores], file: &str, rule: Rule) -> bool {
        if all.is_empty() {
            return false;
        }
        if self.file.as_deref() != Some(file) {
            let here = all.iter().filter(|ignores| ignores.files.take(file.as_ref()));
            self.rules = here.flat_map(|ignores| ignores.rules.iter().copied()).collect();
            self.file = Some(file.to_owned());
        }
        self.rules.contains(&rule)
    }
}
