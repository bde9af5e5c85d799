//! Which rules are wanted, from the words for them.

use crate::audit::Selection;
use crate::finding::Severity;
use crate::law::Rule;

use super::args::SelectionArgs;
use super::failure::Failure;
use super::nearest::nearest;

/// The rules a word names: ALL, an id, a family (`move`, `move.*`), or a beginning (`touch.several-*`).
struct Pattern {
    stem: String,
    open: bool,
}

impl Pattern {
    const ALL: &str = "ALL";

    fn read(word: &str) -> Result<Self, Failure> {
        let word = word.trim();
        let pattern = if word == Self::ALL || word == "*" {
            Self { stem: String::new(), open: true }
        } else if let Some(stem) = word.strip_suffix('*') {
            Self { stem: stem.to_owned(), open: true }
        } else if Rule::ALL.iter().any(|rule| rule.id() == word) {
            Self { stem: word.to_owned(), open: false }
        } else {
            Self { stem: format!("{}.", word.trim_end_matches('.')), open: true }
        };
        if Rule::ALL.iter().any(|rule| pattern.takes(*rule)) {
            return Ok(pattern);
        }
        let near = if word.contains('.') {
            nearest(word, Rule::ALL.iter().map(|rule| rule.id()))
        } else {
            nearest(word, Rule::ALL.iter().map(|rule| rule.family()).chain([Self::ALL]))
        };
        let near = near.map_or_else(String::new, |near| format!("; did you mean \"{near}\"?"));
        Err(Failure::with_hint(
            format!("no rule or family of rules is called \"{word}\"{near}"),
            "`jadoube rules` lists them",
        ))
    }

    fn takes(&self, rule: Rule) -> bool {
        if self.open { rule.id().starts_with(&self.stem) } else { rule.id() == self.stem }
    }

    /// How closely it names a rule.
    fn closeness(&self) -> usize {
        self.stem.len()
    }
}

/// A rule is wanted where the closest name that takes it is selected and not ignored.
pub(super) fn selection(args: &SelectionArgs, min_severity: Severity) -> Result<Selection, Failure> {
    let read = |words: &[String]| {
        words
            .iter()
            .filter(|word| !word.trim().is_empty())
            .map(|word| Pattern::read(word))
            .collect::<Result<Vec<_>, _>>()
    };
    let (select, ignore) = (read(&args.select)?, read(&args.ignore)?);
    let closest = |patterns: &[Pattern], rule: Rule| {
        patterns.iter().filter(|pattern| pattern.takes(rule)).map(Pattern::closeness).max()
    };
    Ok(Selection::of(min_severity, |rule| {
        let selected = if select.is_empty() { Some(0) } else { closest(&select, rule) };
        match (selected, closest(&ignore, rule)) {
            (None, _) => false,
            (Some(_), None) => true,
            (Some(selected), Some(ignored)) => selected > ignored,
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(select: &[&str], ignore: &[&str]) -> impl Fn(Rule) -> bool {
        let owned = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<_>>();
        let args = SelectionArgs { select: owned(select), ignore: owned(ignore) };
        let selection = selection(&args, Severity::Info).unwrap();
        move |rule| selection.wants(rule, Severity::Error)
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
    }

    #[test]
    fn a_name_that_is_none_has_a_nearest() {
        for (word, near) in
            [("move.flase", "move.false"), ("recrod", "record"), ("mvoe.castling", "move.castling")]
        {
            let Err(Failure::Usage { message, .. }) = Pattern::read(word) else {
                panic!("{word} was taken");
            };
            assert!(message.ends_with(&format!("did you mean \"{near}\"?")), "{message}");
        }
        assert!(Pattern::read("xyzzy*").is_err());
    }
}
