//! A code of laws, with an index from each rule to the provisions that govern it.

use std::fmt;
use std::sync::Arc;

use super::provision::Provision;
use super::reading::Reading;
use super::regulations::Regulations;
use super::rules::Rule;
use super::source::{Scan, Source};
use super::tally::Tally;
use super::terms::Terms;
use super::unruled::Unruled;
use super::vocabulary::{Coverage, OnBoard, Predicate, RemedyKind, Winner};

/// A code of laws.
#[derive(Clone, Debug)]
pub struct Code {
    /// The id: its family and its year.
    pub id: Arc<str>,
    /// The full title.
    pub title: Arc<str>,
    /// The year it was printed or came into force.
    pub year: u16,
    /// The printed source: its own, or that of the code that it alters.
    pub source: Source,
    /// The printed code that it changes, if it has no source of its own.
    pub alters: Option<Arc<str>>,
    /// The scans of its own source. The first has the words of every provision that names none.
    pub scans: Vec<Arc<Scan>>,
    /// Its own words in findings.
    pub terms: Arc<Terms>,
    /// The first day in force, for dated editions.
    pub since: Option<Day>,
    /// The last day in force.
    pub until: Option<Day>,
    /// The code that this one restates in part.
    pub extends: Option<Arc<str>>,
    /// The articles that it takes unchanged from that code.
    pub taken_over: Vec<Arc<str>>,
    /// The code of which this is an edition for another period.
    pub edition_of: Option<Arc<str>>,
    /// The code by whose numbers its articles are cited, if its own are not known.
    pub numbered_as: Option<Arc<str>>,
    /// The codes for games with shorter time controls, the quickest first.
    pub quicker: Vec<Quicker>,
    /// The extent to which the source is known.
    pub coverage: Coverage,
    /// The regulations of the game itself.
    pub regulations: Regulations,
    /// The provisions of the articles, in the order of the file.
    pub provisions: Vec<Provision>,
    /// The tallies of offences.
    pub tallies: Vec<Tally>,
    /// The articles of the source without a complete ruling. `LawFile::unruled` has them for embedded codes,
    /// which are loaded without them.
    pub unruled: Vec<Unruled>,
    /// The readings of unclear points of the source.
    pub readings: Vec<Reading>,
    /// The matters on which the source is silent.
    pub silences: Vec<Silence>,
    pub(super) index: Index,
}

/// For each rule, the indices of the provisions and of the silence that govern it.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    provisions: Vec<Box<[usize]>>,
    silences: Vec<Option<usize>>,
}

/// The players who used a code, and the years in which it was their book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Tradition {
    pub name: Arc<str>,
    pub from: u16,
    pub to: u16,
}

/// A code for games with a shorter time control.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quicker {
    pub code: Arc<str>,
    /// The time of each player, including the increments of sixty moves.
    pub minutes: Minutes,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Minutes {
    AtMost(u32),
    Below(u32),
}

#[allow(clippy::struct_field_names, reason = "the day of the month")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Day {
    pub year: u16,
    pub month: u8,
    pub day: u8,
}

impl Day {
    /// The day before this one.
    pub(crate) fn previous(self) -> Self {
        let Self { year, month, day } = self;
        match (day > 1, month > 1) {
            (true, _) => Self { day: day.saturating_sub(1), ..self },
            (false, true) => {
                let month = month.saturating_sub(1);
                Self { month, day: days_in_month(year.into(), month.into()), year }
            }
            (false, false) => Self { year: year.saturating_sub(1), month: 12, day: 31 },
        }
    }

    /// The day after this one. A month counts as having 31 days if it is given so.
    pub(crate) fn next(self) -> Self {
        let Self { year, month, day } = self;
        match (day < days_in_month(year.into(), month.into()), month < 12) {
            (true, _) => Self { day: day.saturating_add(1), ..self },
            (false, true) => Self { month: month.saturating_add(1), day: 1, year },
            (false, false) => Self { year: year.saturating_add(1), month: 1, day: 1 },
        }
    }
}

/// The number of days of a month. February of the year 0, an unknown year, has 29.
pub(crate) const fn days_in_month(year: u32, month: u32) -> u8 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        _ => 31,
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// A matter on which the source is silent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Silence {
    /// The rules that it concerns.
    pub topics: Vec<Rule>,
    /// The silence in one sentence.
    pub says: Arc<str>,
    /// The effect on the board in that case.
    pub default: Option<OnBoard>,
    /// Why the source counts as silent.
    pub why: Option<Arc<str>>,
    /// Whether the silence is that of the source, although the rest of it is known only in part.
    pub known: bool,
    /// Whether the provisions on its topics of the code that the file extends remain beside it.
    pub beside: bool,
}

/// Whether a code speaks on a matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Voice {
    /// A provision governs.
    Speaks,
    /// The code says nothing.
    Silent,
    /// Only part of the source is known, and that part does not mention it.
    Unrevealed,
}

/// The result of a stalemate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stalemate {
    /// The game is drawn.
    Draw,
    /// The player named wins.
    Win(Winner),
    /// The code does not say.
    Unstated,
}

impl Code {
    /// The same code without the provision at `index`, to test the effect of that provision. `None` if there is none.
    pub fn without(&self, index: usize) -> Option<Self> {
        let mut rest = self.clone();
        if index >= rest.provisions.len() {
            return None;
        }
        rest.provisions.remove(index);
        rest.index = Index::of(&rest.provisions, &rest.silences);
        Some(rest)
    }

    /// Whether the source says nothing on the matter of a silence, or only its known part.
    pub fn voice_of(&self, silence: &Silence) -> Voice {
        if silence.known { Voice::Silent } else { self.default_voice() }
    }

    /// The provisions on `rule` in the order in which they are tried: those that name it, then those that name its
    /// parent, unless a silence names `rule`.
    pub fn provisions_for(&self, rule: Rule) -> impl Iterator<Item = &Provision> {
        self.index
            .provisions
            .get(rule as usize)
            .into_iter()
            .flatten()
            .filter_map(|at| self.provisions.get(*at))
    }

    /// The first provision on `rule` whose condition holds.
    pub fn governing(&self, rule: Rule, mut fact: impl FnMut(Predicate) -> bool) -> Option<&Provision> {
        self.provisions_for(rule).find(|provision| provision.governs(&mut fact))
    }

    /// The silence on `rule`, or on its parent if no provision names `rule`.
    pub fn silence_for(&self, rule: Rule) -> Option<&Silence> {
        let at = self.index.silences.get(rule as usize).copied().flatten()?;
        self.silences.get(at)
    }

    /// Whether the code speaks on `rule`.
    pub fn voice(&self, rule: Rule) -> Voice {
        if self.provisions_for(rule).next().is_some() {
            Voice::Speaks
        } else {
            self.voice_without_provision(rule)
        }
    }

    /// The voice of the code on `rule` if no provision governs.
    pub fn voice_without_provision(&self, rule: Rule) -> Voice {
        if self.silence_for(rule).is_some_and(|silence| silence.known) {
            Voice::Silent
        } else {
            self.default_voice()
        }
    }

    /// The voice of the code if no provision governs and no silence is known.
    pub fn default_voice(&self) -> Voice {
        match self.coverage {
            // The unknown part may speak, even if the known part seems to be silent.
            Coverage::Partial => Voice::Unrevealed,
            Coverage::Whole => Voice::Silent,
        }
    }

    /// The first provision of the article.
    pub fn provision(&self, article: &str) -> Option<&Provision> {
        self.provisions.iter().find(|provision| &*provision.article == article)
    }

    /// Every provision of the article, in the order of the file.
    pub fn article<'a>(&'a self, article: &'a str) -> impl Iterator<Item = &'a Provision> {
        self.provisions.iter().filter(move |provision| &*provision.article == article)
    }

    /// The articles without repetition, in the order of the file.
    pub fn articles(&self) -> Vec<&Arc<str>> {
        let mut articles: Vec<&Arc<str>> = Vec::new();
        for provision in &self.provisions {
            if !articles.contains(&&provision.article) {
                articles.push(&provision.article);
            }
        }
        articles
    }

    /// The tally of the article.
    pub fn tally(&self, article: &str) -> Option<&Tally> {
        self.tallies.iter().find(|tally| &*tally.article == article)
    }

    /// The readings of the article, in the order of the file.
    pub fn readings_of<'a>(&'a self, article: &'a str) -> impl Iterator<Item = &'a Reading> {
        self.readings.iter().filter(move |reading| &*reading.article == article)
    }

    /// The result of a stalemate under the code.
    pub fn stalemate(&self) -> Stalemate {
        self.provisions_for(Rule::DrawStalemate)
            .flat_map(|provision| &provision.remedies)
            .find_map(|remedy| match remedy.kind {
                RemedyKind::Draw => Some(Stalemate::Draw),
                RemedyKind::Win => remedy.winner.map(Stalemate::Win),
                _ => None,
            })
            .unwrap_or(Stalemate::Unstated)
    }

    /// Whether the code was in force on `day`.
    pub fn in_force(&self, day: Day) -> bool {
        self.since.is_some_and(|since| since <= day) && self.until.is_none_or(|until| day <= until)
    }
}

impl Index {
    pub(super) fn of(provisions: &[Provision], silences: &[Silence]) -> Self {
        // Indexed by the numbers of the rules.
        let mut naming = vec![Vec::new(); Rule::ALL.len()];
        for (at, provision) in provisions.iter().enumerate() {
            for topic in &provision.topics {
                if let Some(naming) = naming.get_mut(*topic as usize) {
                    naming.push(at);
                }
            }
        }
        let named = |rule: Rule| naming.get(rule as usize).cloned().unwrap_or_default();
        let silence = |rule: Rule| silences.iter().position(|silence| silence.topics.contains(&rule));
        let mut index = Self::default();
        for rule in Rule::ALL.iter().copied() {
            let mut governing = named(rule);
            let mut silent = silence(rule);
            if let Some(parent) = rule.parent() {
                if governing.is_empty() && silent.is_none() {
                    silent = silence(parent);
                }
                if silence(rule).is_none() {
                    for at in named(parent) {
                        if !governing.contains(&at) {
                            governing.push(at);
                        }
                    }
                }
            }
            index.provisions.push(governing.into_boxed_slice());
            index.silences.push(silent);
        }
        index
    }
}
