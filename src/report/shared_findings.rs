//! Findings on the record that many games of a file have: reports for reading show the first and count the others.

use crate::finding::{Finding, Severity};
use crate::law::{Family, Rule};

use super::text::plural;

/// More findings of one file are not compared.
const MOST_KINDS: usize = 64;

/// The findings of one file that may be repeated.
#[derive(Debug, Default)]
pub(super) struct SharedFindings {
    file: String,
    kinds: Vec<Kind>,
}

#[derive(Debug)]
struct Kind {
    rule: Rule,
    message: String,
    /// The first game that has it, and the last.
    first_game: u64,
    last_game: u64,
    more: u64,
}

/// Findings that were not shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Repeated {
    pub rule: Rule,
    /// How many, and in which file: `3 more games of a.pgn`.
    pub place: String,
    pub message: String,
}

impl SharedFindings {
    /// Whether the finding is shown: it is of the first game in the file that has it, or of a kind that is never repeated.
    pub(super) fn is_first(&mut self, finding: &Finding, game: u64) -> bool {
        let may_repeat = finding.severity == Severity::Info
            && matches!(finding.rule.family(), Family::Record | Family::Style)
            && finding.related.is_empty();
        if !may_repeat {
            return true;
        }
        let is_same = |kind: &&mut Kind| kind.rule == finding.rule && kind.message == finding.message;
        if let Some(kind) = self.kinds.iter_mut().find(is_same) {
            if game == kind.first_game {
                return true;
            }
            if game != kind.last_game {
                kind.last_game = game;
                kind.more = kind.more.saturating_add(1);
            }
            return false;
        }
        if self.kinds.len() < MOST_KINDS {
            self.kinds.push(Kind {
                rule: finding.rule,
                message: finding.message.clone(),
                first_game: game,
                last_game: game,
                more: 0,
            });
        }
        true
    }

    /// The findings of the last file that were not shown, once `file` is another one.
    pub(super) fn before(&mut self, file: &str) -> Vec<Repeated> {
        if file == self.file {
            return Vec::new();
        }
        let repeated = self.at_end();
        file.clone_into(&mut self.file);
        repeated
    }

    /// The findings of the last file that were not shown.
    pub(super) fn at_end(&mut self) -> Vec<Repeated> {
        let file = std::mem::take(&mut self.file);
        let repeated = self.kinds.drain(..).filter(|kind| kind.more > 0);
        repeated
            .map(|Kind { rule, message, more, .. }| {
                let place = format!("{} of {file}", plural(more, "more game", "more games"));
                Repeated { rule, place, message }
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::{bare, full};
    use super::*;

    #[test]
    fn the_first_of_each_file_is_shown_and_the_others_are_counted() {
        let mut repeats = SharedFindings::default();
        assert_eq!(repeats.before("a.pgn"), []);
        assert!(repeats.is_first(&bare(), 1) && repeats.is_first(&bare(), 1));
        assert!(!repeats.is_first(&bare(), 2) && !repeats.is_first(&bare(), 2));
        assert!(!repeats.is_first(&bare(), 3));
        assert!(repeats.is_first(&full(), 1) && repeats.is_first(&full(), 2));
        assert_eq!(repeats.before("a.pgn"), []);
        let repeated = repeats.before("b.pgn");
        assert_eq!(repeated.len(), 1);
        assert_eq!(repeated.first().map(|first| first.place.as_str()), Some("2 more games of a.pgn"));
        assert!(repeats.is_first(&bare(), 1));
        assert_eq!(repeats.at_end(), []);
    }
}
