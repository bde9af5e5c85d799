//! Rules that are ignored in some files.

use crate::input::Globs;
use crate::law::Rule;

/// Rules, and the files in which they are ignored.
#[derive(Clone, Debug)]
pub struct PerFileIgnores {
    pub files: Globs,
    pub rules: Vec<Rule>,
}

/// The rules ignored in the current file. The findings of a file are contiguous, so each file is matched once.
#[derive(Debug, Default)]
pub(super) struct CurrentFile {
    file: Option<String>,
    rules: Vec<Rule>,
}

impl CurrentFile {
    /// Whether a rule is ignored in a file.
    pub(super) fn ignores(&mut self, all: &[PerFileIgnores], file: &str, rule: Rule) -> bool {
        if all.is_empty() {
            return false;
        }
        if self.file.as_deref() != Some(file) {
            let here = all.iter().filter(|ignores| ignores.files.matches(file.as_ref()));
            self.rules = here.flat_map(|ignores| ignores.rules.iter().copied()).collect();
            self.file = Some(file.to_owned());
        }
        self.rules.contains(&rule)
    }
}
