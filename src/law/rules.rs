//! The registry of rules. The doc comment of a rule is the text that `explain` shows.
//!
//! The ids are part of the format `jadoube.report/1`: a new id is compatible, but to rename or remove one needs a new
//! version.

use std::fmt;
use std::str::FromStr;

use super::family::Family;

mod archive;
mod game;
mod play;
mod record;
mod tournament;

use archive::archive_rules;
use game::game_rules;
use play::play_rules;
use record::record_rules;
use tournament::tournament_rules;

// The first line of a doc comment is the rule's summary, all lines are its explanation.
macro_rules! rules {
    ($(
        #[doc = $summary:literal]
        $( #[doc = $more:literal] )*
        $variant:ident($family:ident) $id:literal $(<- $parent:ident)? ;
    )+) => {
        /// The rule of a finding.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        pub enum Rule { $(
            #[doc = $summary]
            $( #[doc = $more] )*
            $variant,
        )+ }

        impl serde::Serialize for Rule {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.id())
            }
        }

        impl<'de> serde::Deserialize<'de> for Rule {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let id = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
                Self::from_id(&id).ok_or_else(|| serde::de::Error::custom("unknown rule"))
            }
        }

        impl Rule {
            /// Every rule, in the order of the registry.
            pub const ALL: &'static [Self] = &[$( Self::$variant, )+];

            /// The id: `family.name`.
            pub const fn id(self) -> &'static str {
                match self { $( Self::$variant => $id, )+ }
            }

            fn from_id(id: &str) -> Option<Self> {
                match id { $( $id => Some(Self::$variant), )+ _ => None }
            }

            /// The family to which the rule belongs.
            pub const fn family(self) -> Family {
                match self { $( Self::$variant => Family::$family, )+ }
            }

            /// The summary in one sentence.
            pub const fn summary(self) -> &'static str {
                match self { $( Self::$variant => $summary.trim_ascii(), )+ }
            }

            /// The explanation, which begins with the summary: what the rule means, what the record must show, and
            /// what it does not cover. ` - ` begins an item of a list at its end.
            pub const fn explain(self) -> &'static str {
                match self { $(
                    Self::$variant => concat!($summary, $( $more, )*).trim_ascii(),
                )+ }
            }

            /// The rule whose provisions govern if no provision names this one.
            pub const fn parent(self) -> Option<Self> {
                match self { $( $( Self::$variant => Some(Self::$parent), )? )+ _ => None }
            }
        }
    };
}

// Each macro appends its rules to those before it, and calls the next one.
record_rules! { play_rules game_rules archive_rules tournament_rules rules }

/// The basis of a finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FindingBasis {
    /// A provision of the code on this rule. A code known in full has one, or declares a silence.
    Law,
    /// The provision of the case to which the finding belongs.
    Case,
    /// The record or the board, under any code.
    Fact,
}

impl Rule {
    /// The rules for archivists. They are off until they are selected by their own names or that of their family.
    pub const CURATE: [Self; 6] = [
        Self::CurateContainedGame,
        Self::CurateSimilarGame,
        Self::CurateOpening,
        Self::CuratePlayerSpelling,
        Self::CurateImpossibleEvent,
        Self::CurateRatingJump,
    ];

    /// The rules on layout, which are off until they are selected too.
    pub const STYLE: [Self; 7] = [
        Self::StyleTagOrder,
        Self::StyleMissingTags,
        Self::StyleDatePadding,
        Self::StyleBlankLines,
        Self::StyleByteOrderMark,
        Self::StyleLineEnds,
        Self::StyleEncoding,
    ];

    /// The explanation with each item of its list on a line of its own.
    pub fn explain_in_lines(self) -> String {
        self.explain().replace(" - ", "\n- ")
    }

    /// Whether the rule belongs to the family.
    pub fn is_in_family(self, family: Family) -> bool {
        self.family() == family
    }

    /// Whether the rule is about records and reports, under any code.
    pub fn is_about_record(self) -> bool {
        matches!(self.family(), Family::Record | Family::Curate | Family::Style | Family::Tournament)
    }

    /// Whether the rule is off until it is selected by its own name or that of its family.
    #[inline]
    pub fn is_off_by_default(self) -> bool {
        matches!(self.family(), Family::Curate | Family::Style)
    }

    /// Whether its findings need the table of the games before, which `--duplicates` bounds.
    pub fn is_of_games_compared(self) -> bool {
        match self.family() {
            Family::Record => matches!(self, Self::RecordDuplicateGame | Self::RecordConflictingGame),
            Family::Curate => self != Self::CurateOpening,
            _ => false,
        }
    }

    /// Why a rule without articles of its own reports something.
    pub fn ground_in_words(self) -> &'static str {
        match self {
            Self::TournamentLaw => {
                "The finding cites the article on the end of the game, if the code has one."
            }
            _ if self.is_in_family(Family::Tournament) => {
                "This is a fact about the record or the tournament report. No article of a code is cited for it."
            }
            _ => "This is a fact about the record. No article of a code is cited for it.",
        }
    }

    /// Whether its findings are about a whole game, not a move.
    pub(crate) const fn is_about_whole_game(self) -> bool {
        matches!(self, Self::RecordDuplicateGame | Self::RecordConflictingGame)
    }

    /// The basis of the rule's findings.
    pub fn basis(self) -> FindingBasis {
        match self {
            Self::CallMateIn | Self::ClockInconsistent => FindingBasis::Fact,
            Self::ResultLaw | Self::PenaltyLate | Self::PenaltyUnavailable | Self::PenaltyNotExecuted => {
                FindingBasis::Case
            }
            _ if self.is_about_record() => FindingBasis::Fact,
            _ => FindingBasis::Law,
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no rule has the id `{0}`")]
pub struct NoRule(pub String);

impl FromStr for Rule {
    type Err = NoRule;

    fn from_str(id: &str) -> Result<Self, NoRule> {
        Self::from_id(id).ok_or_else(|| NoRule(id.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_family_dot_name_and_unique() {
        for rule in Rule::ALL.iter().copied() {
            let id = rule.id();
            let (family, name) = id.split_once('.').unwrap();
            let plain =
                |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
            assert!(plain(family) && plain(name), "{id}");
            assert_eq!(rule.family().id(), family, "{id}");
            // Fails if two rules have the same id.
            assert_eq!(id.parse(), Ok(rule));
            assert_eq!(Rule::ALL.get(rule as usize), Some(&rule));
        }
        assert_eq!("move.flase".parse::<Rule>(), Err(NoRule("move.flase".to_owned())));
    }

    #[test]
    fn the_rules_that_are_off_by_default_are_two_families() {
        assert!(Family::Curate.rules().eq(Rule::CURATE));
        assert!(Family::Style.rules().eq(Rule::STYLE));
        let are_off = |rule: &Rule| {
            rule.is_off_by_default() == (Rule::CURATE.contains(rule) || Rule::STYLE.contains(rule))
        };
        assert!(Rule::ALL.iter().all(are_off));
    }

    #[test]
    fn parents_belong_to_the_family_and_have_no_parent() {
        for rule in Rule::ALL.iter().copied() {
            let Some(parent) = rule.parent() else { continue };
            assert_eq!(parent.family(), rule.family());
            assert_eq!(parent.parent(), None);
        }
    }

    #[test]
    fn each_text_has_two_to_five_sentences_and_begins_with_its_summary() {
        for rule in Rule::ALL.iter().copied() {
            let text = rule.explain();
            assert!(text.starts_with(rule.summary()), "{rule}");
            assert!(rule.summary().ends_with('.'), "{rule}");
            let sentences = text.matches(". ").count() + 1;
            assert!((2..=5).contains(&sentences), "{rule}: {sentences}");
            assert!(!text.contains("  ") && text.ends_with('.'), "{rule}");
        }
    }
}
