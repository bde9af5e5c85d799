//! Selects rules by the names in `--select`, `--extend-select` and `--ignore`.

use crate::audit::Selection;
use crate::explain::{self, Found, Thing};
use crate::finding::Severity;
use crate::law::{Family, Rule};

use super::failure::CliError;
use crate::nearest::nearest;

/// A name for rules: ALL, an id, a family (`move`, `move.*`), or a prefix (`touch.several-*`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pattern {
    /// As the user wrote it.
    word: String,
    stem: String,
    /// Whether `stem` is a prefix and not a whole id.
    is_prefix: bool,
}

/// A word that names no rule.
#[derive(Debug)]
pub(super) struct UnknownRules {
    pub message: String,
    /// The nearest name.
    pub near: Option<String>,
    /// What to do if there is none.
    pub hint: String,
}

impl From<UnknownRules> for CliError {
    fn from(UnknownRules { message, near, hint }: UnknownRules) -> Self {
        match near {
            Some(near) => {
                Self::with_hint(format!("{message}; did you mean \"{near}\"?"), "`jadoube rules` lists them")
            }
            None => Self::with_hint(message, hint),
        }
    }
}

impl Pattern {
    const ALL: &str = "ALL";

    pub(super) fn read(word: &str) -> Result<Self, UnknownRules> {
        let word = word.trim();
        let of = |stem: &str, is_prefix| Self { word: word.to_owned(), stem: stem.to_owned(), is_prefix };
        let pattern = if word == Self::ALL || word == "*" {
            Self { word: word.to_owned(), ..Self::all() }
        } else if let Some(stem) = word.strip_suffix('*') {
            of(stem, true)
        } else if Rule::ALL.iter().any(|rule| rule.id() == word) {
            of(word, false)
        } else {
            of(&format!("{}.", word.trim_end_matches('.')), true)
        };
        if Rule::ALL.iter().any(|rule| pattern.matches(*rule)) {
            return Ok(pattern);
        }
        let near = if word.contains('.') {
            nearest(word, Rule::ALL.iter().map(|rule| rule.id()))
        } else {
            let names =
                || Rule::ALL.iter().filter_map(|rule| Some((rule.id(), rule.id().split_once('.')?.1)));
            let of_name = || {
                let near = nearest(word, names().map(|(_, name)| name))?;
                names().find(|(_, name)| *name == near).map(|(id, _)| id)
            };
            nearest(word, Family::ALL.iter().map(|family| family.id()).chain([Self::ALL])).or_else(of_name)
        };
        Err(UnknownRules {
            message: format!("no rule or family of rules is called \"{word}\""),
            near: near.map(str::to_owned),
            hint: rules_about(word),
        })
    }

    /// The name of every rule that is on by default.
    pub(super) fn all() -> Self {
        Self { word: Self::ALL.to_owned(), stem: String::new(), is_prefix: true }
    }

    pub(super) fn as_str(&self) -> &str {
        &self.word
    }

    /// Whether `select` with this name selects the rule. ALL leaves out the rules that are off by default.
    fn selects(&self, rule: Rule) -> bool {
        self.matches(rule) && !(self.stem.is_empty() && rule.is_off_by_default())
    }

    pub(super) fn matches(&self, rule: Rule) -> bool {
        if self.is_prefix { rule.id().starts_with(&self.stem) } else { rule.id() == self.stem }
    }
}

/// The hint for a word that names no rule: the rules that it can mean in everyday language.
fn rules_about(word: &str) -> String {
    let rules: Vec<String> = match explain::look_up(word, &[]) {
        Found::Named(things) | Found::Mentioned(things) => things
            .iter()
            .filter(|thing| matches!(thing, Thing::Rule(_) | Thing::Family(_)))
            .map(Thing::argument)
            .collect(),
        Found::Near(_) => Vec::new(),
    };
    if rules.is_empty() {
        "`jadoube rules` lists them".to_owned()
    } else {
        format!("rules on this: {}; `jadoube rules` lists all", rules.join(", "))
    }
}

/// Reads the words of an option. Blank words are ignored.
pub(super) fn patterns(words: &[String]) -> Result<Vec<Pattern>, CliError> {
    let words = words.iter().filter(|word| !word.trim().is_empty());
    words.map(|word| Pattern::read(word).map_err(CliError::from)).collect()
}

/// Decides on a rule that is selected and ignored by names of the same length.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Tie {
    Ignored,
    Selected,
}

/// A list of names that select rules.
#[derive(Clone, Copy, Debug)]
pub(super) struct SelectedNames<'a> {
    pub names: &'a [Pattern],
    pub tie: Tie,
}

/// A rule is selected if the longest name that matches it is selected and not ignored.
pub(super) fn selection(
    select: &[SelectedNames<'_>],
    ignore: &[Pattern],
    min_severity: Severity,
) -> Selection {
    let length = |pattern: &Pattern| pattern.stem.len();
    let longest = |list: &SelectedNames<'_>, rule| {
        let lengths = list.names.iter().filter(|pattern| pattern.selects(rule)).map(length);
        lengths.max().map(|length| (length, list.tie))
    };
    Selection::of(min_severity, |rule| {
        let selected = select.iter().filter_map(|list| longest(list, rule)).max();
        let ignored = ignore.iter().filter(|pattern| pattern.matches(rule)).map(length).max();
        match (selected, ignored) {
            (None, _) => false,
            (Some(_), None) => true,
            (Some((selected, tie)), Some(ignored)) if selected == ignored => tie == Tie::Selected,
            (Some((selected, _)), Some(ignored)) => selected > ignored,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> Vec<Pattern> {
        words.iter().map(|word| Pattern::read(word).unwrap()).collect()
    }

    fn wanted_by(tie: Tie, select: &[&str], ignore: &[&str]) -> impl Fn(Rule) -> bool {
        let names = read(select);
        let selection = selection(&[SelectedNames { names: &names, tie }], &read(ignore), Severity::Info);
        move |rule| selection.wants(rule, Severity::Error)
    }

    fn wanted(select: &[&str], ignore: &[&str]) -> impl Fn(Rule) -> bool {
        wanted_by(Tie::Ignored, select, ignore)
    }

    #[test]
    fn the_longest_name_decides() {
        let all = wanted(&["ALL"], &[]);
        assert!(Rule::ALL.iter().all(|rule| all(*rule) != rule.is_off_by_default()));
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
    fn rules_that_are_off_by_default_are_selected_by_name() {
        let optional = || Family::Curate.rules();
        for select in [&["ALL"][..], &["*"], &["record", "ALL"]] {
            let wanted = wanted(select, &[]);
            assert!(optional().all(|rule| !wanted(rule)) && wanted(Rule::RecordTag), "{select:?}");
        }
        for select in [&["curate"][..], &["ALL", "curate"], &["curate.*"]] {
            let wanted = wanted(select, &["curate.opening"]);
            assert!(optional().all(|rule| wanted(rule) == (rule != Rule::CurateOpening)), "{select:?}");
            assert_eq!(wanted(Rule::RecordTag), select.contains(&"ALL"));
        }
        let everything = Pattern::read("ALL").unwrap();
        assert!(everything.matches(Rule::CurateOpening), "ALL ignores them too");
        let names = read(&["curate"]);
        let only = selection(&[SelectedNames { names: &names, tie: Tie::Ignored }], &[], Severity::Warning);
        assert!(!only.wants(Rule::CurateOpening, Severity::Info));
        assert!(only.with_all_of_optional().wants(Rule::CurateOpening, Severity::Info));
    }

    #[test]
    fn names_are_added_to_those_that_are_selected() {
        let (select, more) = (read(&["ALL"]), read(&["curate", "record.tag"]));
        let lists = [
            SelectedNames { names: &select, tie: Tie::Ignored },
            SelectedNames { names: &more, tie: Tie::Selected },
        ];
        let selection = selection(&lists, &read(&["record.tag", "curate.opening", "ALL"]), Severity::Info);
        let wants = |rule| selection.wants(rule, Severity::Error);
        assert!(wants(Rule::CurateRatingJump) && wants(Rule::RecordTag));
        assert!(!wants(Rule::CurateOpening) && !wants(Rule::MoveFalse));
    }

    #[test]
    fn an_unknown_name_has_a_nearest() {
        for (word, near) in
            [("move.flase", "move.false"), ("recrod", "record"), ("mvoe.castling", "move.castling")]
        {
            let Err(CliError::Usage { message, .. }) = Pattern::read(word).map_err(CliError::from) else {
                panic!("{word} was taken");
            };
            assert!(message.ends_with(&format!("did you mean \"{near}\"?")), "{message}");
        }
        assert!(Pattern::read("xyzzy*").is_err());
    }
}
