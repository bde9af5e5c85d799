//! Numbers the games and lines of the parts of a file as in the whole file.

use serde_json::Value;

use super::super::wire::PartWire;
use crate::input::ShardRequest;

/// The number of games and lines, and the length of text of a file before a part of it.
#[derive(Clone, Debug, Default)]
pub(super) struct NumbersBefore {
    pub(super) file: String,
    games: u64,
    lines: u64,
    /// In bytes of text; 0 if the offsets are those of the file.
    text: u64,
}

impl NumbersBefore {
    /// What comes before a part of `file`.
    pub(super) fn of(file: &str) -> Self {
        Self { file: file.to_owned(), ..Self::default() }
    }

    /// Adds a part of the file.
    pub(super) fn add(&mut self, part: &PartWire) {
        self.games = self.games.saturating_add(part.games);
        self.lines = self.lines.saturating_add(part.lines);
        self.text = self.text.saturating_add(part.text.unwrap_or_default());
    }

    /// Whether this is the name of a part of the file: `FILE#I/N`.
    pub(super) fn is_of(&self, name: &str) -> bool {
        let share = name.strip_prefix(&self.file).and_then(|share| share.strip_prefix('#'));
        share.is_some_and(|share| matches!(share.parse(), Ok(ShardRequest::Share(_))))
    }

    /// Changes the file, the numbers and the lines of a game and its findings to those of the whole file.
    pub(super) fn renumber(&self, game: &mut Value) {
        self.renumber_one(game);
        let findings = game.get_mut("findings").and_then(Value::as_array_mut);
        for finding in findings.into_iter().flatten() {
            self.renumber_one(finding);
            let edits =
                finding.get_mut("fix").and_then(|fix| fix.get_mut("edits")).and_then(Value::as_array_mut);
            for edit in edits.into_iter().flatten() {
                add(edit.get_mut("offset"), self.text);
            }
        }
    }

    /// A game or a finding.
    fn renumber_one(&self, object: &mut Value) {
        add(object.get_mut("game"), self.games);
        if let Some(span) = object.get_mut("span") {
            add(span.get_mut("line"), self.lines);
            add(span.get_mut("offset"), self.text);
            self.rename(span);
        }
        self.rename(object);
    }

    fn rename(&self, object: &mut Value) {
        if let Some(file) = object.get_mut("file") {
            *file = self.file.as_str().into();
        }
    }
}

fn add(number: Option<&mut Value>, more: u64) {
    if let Some(number) = number
        && let Some(old) = number.as_u64()
    {
        *number = old.saturating_add(more).into();
    }
}
