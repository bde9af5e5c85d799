//! Which rules are wanted, from the words for them.

use crate::audit::Selection;
use crate::finding::Severity;
use crate::law::{Family, Rule};

use super::failure::Failure;
use crate::nearest::nearest;

/// The rules a word names: ALL, an id, a family (`move`, `move.*`), or a beginning (`touch.several-*`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pattern {
    /// As it was written.
    word: String,
    stem: String,
    open: bool,
}

/// A word that names no rule.
#[derive(Debug)]
pub(super) struct NoRules {
    /// The fact.
    pub message: String,
    /// The name that may be meant.
    pub near: Option<String>,
}

impl From<NoRules> for Failure {
    fn from(NoRules { message, near }: NoRules) -> Self {
        let near = near.map_or_else(String::new, |near| format!("; did you mean \"{near}\"?"));
        Self::with_hint(message + &near, "`jadoube rules` lists them")
    }
}

impl Pattern {
    const ALL: &str = "ALL";

    pub(super) fn read(word: &str) -> Result<Self, NoRules> {
        let word = word.trim();
        let of = |stem: &str, open| Self { word: word.to_owned(), stem: stem.to_owned(), open };
        let pattern = if word == Self::ALL || word == "*" {
            Self { word: word.to_owned(), ..Self::all() }
        } else if let Some(stem) = word.strip_suffix('*') {
            of(stem, true)
        } else if Rule::ALL.iter().any(|rule| rule.id() == word) {
            of(word, false)
        } else {
            of(&format!("{}.", word.trim_end_matches('.')), true)
        };
        if Rule::ALL.iter().any(|rule| pattern.takes(*rule)) {
            return Ok(pattern);
        }
        let near = if word.contains('.') {
            nearest(word, Rule::ALL.iter().map(|rule| rule.id()))
        } else {
            nearest(word, Family::ALL.iter().map(|family| family.id()).chain([Self::ALL]))
        };
        Err(NoRules {
            message: format!("no rule or family of rules is called \"{word}\""),
            near: near.map(str::to_owned),
        })
    }

    /// The one that names every rule.
    pub(super) fn all() -> Self {
        Self { word: Self::ALL.to_owned(), stem: String::new(), open: true }
    }

    /// As it was written.
    pub(super) fn as_str(&self) -> &str {
        &self.word
    }

    pub(super) fn takes(&self, rule: Rule) -> bool {
        if self.open { rule.id().starts_with(&self.stem) } else { rule.id() == self.stem }
    }

    /// How closely it names a rule.
    fn closeness(&self) -> usize {
        self.stem.len()
    }
}

/// The words of an option, read.
pub(super) fn patterns(words: &[String]) -> Result<Vec<Pattern>, Failure> {
    let words = words.iter().filter(|word| !word.trim().is_empty());
    words.map(|word| Pattern::read(word).map_err(Failure::from)).collect()
}

/// What decides on a rule that is selected and ignored by names equally close.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tie {
    Selected,
    Ignored,
}

/// A rule is wanted where the closest name that takes it is selected and not ignored.
pub(super) fn selection(
    select: &[Pattern],
    ignore: &[Pattern],
    tie: Tie,
    min_severity: Severity,
) -> Selection {
    let closest = |patterns: &[Pattern], rule: Rule| {
        patterns.iter().filter(|pattern| pattern.takes(rule)).map(Pattern::closeness).max()
    };
    Selection::of(min_severity, |rule| {
        let selected = if select.is_empty() { Some(0) } else { closest(select, rule) };
        match (selected, closest(ignore, rule)) {
            (None, _) => false,
            (Some(_), None) => true,
            (Some(selected), Some(ignored)) if selected == ignored => tie == Tie::Selected,
            (Some(selected), Some(ignored)) => selected > ignored,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted_by(tie: Tie, select: &[&str], ignore: &[&str]) -> impl Fn(Rule) -> bool {
        let read = |words: &[&str]| words.iter().map(|word| Pattern::read(word).unwrap()).collect::<Vec<_>>();
        let selection = selection(&read(select), &read(ignore), tie, Severity::Info);
        move |rule| selection.wants(rule, Severity::Error)
    }

    fn wanted(select: &[&str], ignore: &[&str]) -> impl Fn(Rule) -> bool {
        wanted_by(Tie::Ignored, select, ignore)
    }

    #[test]
    fn the_closest_name_decides() {
        let all = wanted(&[], &[]);
        assert!(Rule::ALL.iter().all(|rule| all(*rule)));
        let family = wanted(&["move"], &["move.false"]);
        assert!(family(Rule::MoveCastling) && !family(Rule::MoveFalse) && !family(Rule::TouchOwn));
        assert!(family(Rule::MoveFalseCapture), "an id names one rule, not those it begins");
        let back = wanted(&["move.false", "ALL"], &["move.*"]);
        assert!(back(Rule::MoveFalse) && !back(Rule::MoveCastling) && back(Rule::TouchOwn));
        let stem = wanted(&["touch.several-*"], &[]);
        assert!(stem(Rule::TouchSeveralOwn) && !stem(Rule::TouchOwn));
        let equal = wanted(&["record"], &["record"]);
        assert!(!equal(Rule::RecordTag));
        let typed = wanted_by(Tie::Selected, &["record"], &["record", "record.fen"]);
        assert!(typed(Rule::RecordTag) && !typed(Rule::RecordFen));
    }

    #[test]
    fn a_name_that_is_none_has_a_nearest() {
        for (word, near) in
            [("move.flase", "move.false"), ("recrod", "record"), ("mvoe.castling", "move.castling")]
        {
            let Err(Failure::Usage { message, .. }) = Pattern::read(word).map_err(Failure::from) else {
                panic!("{word} was taken");
            };
            assert!(message.ends_with(&format!("did you mean \"{near}\"?")), "{message}");
        }
        assert!(Pattern::read("xyzzy*").is_err());
    }
}
