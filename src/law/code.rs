//! A law code as the engine asks it: typed, with an index for every rule.

use std::fmt;
use std::sync::Arc;

use super::provision::Provision;
use super::reading::Reading;
use super::regulations::Regulations;
use super::rules::Rule;
use super::tally::Tally;
use super::vocabulary::{Coverage, OnBoard, Predicate, RemedyKind, Winner};

/// A code of laws.
#[derive(Clone, Debug)]
pub struct Code {
    /// Its id.
    pub id: Arc<str>,
    /// Its title.
    pub title: Arc<str>,
    /// The year it was printed or came into force.
    pub year: u16,
    /// Where it is printed.
    pub source: Source,
    /// The first day it was in force, for dated editions.
    pub since: Option<Day>,
    /// The last day it was in force.
    pub until: Option<Day>,
    /// The code that this one restates in part.
    pub extends: Option<Arc<str>>,
    /// The code of which this is an edition of another time.
    pub edition_of: Option<Arc<str>>,
    /// The codes for games with less time than this one is for, the quickest first.
    pub quicker: Vec<Quicker>,
    /// How far the source is known.
    pub coverage: Coverage,
    /// How the game itself works.
    pub play: Regulations,
    /// Everything the articles lay down, in the order of the file.
    pub provisions: Vec<Provision>,
    /// Offences that add up.
    pub tallies: Vec<Tally>,
    /// Where the source is unclear.
    pub readings: Vec<Reading>,
    /// Where the source says nothing.
    pub silences: Vec<Silence>,
    /// Which of them govern what.
    pub(super) index: Index,
}

/// For each rule, which provisions and which silence govern it: asked for every odd move.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    provisions: Vec<Box<[usize]>>,
    silences: Vec<Option<usize>>,
}

/// A code for games with less time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quicker {
    /// Its id.
    pub code: Arc<str>,
    /// How much each player has there, the increments of sixty moves counted in.
    pub minutes: Minutes,
}

/// A limit of time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Minutes {
    /// So many or fewer.
    AtMost(u32),
    /// Fewer.
    Below(u32),
}

/// Where a code is printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// The work.
    pub work: Arc<str>,
    /// The pages, where it has any.
    pub pages: Option<Arc<str>>,
}

/// A day of the calendar.
#[allow(clippy::struct_field_names, reason = "the day of the month")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Day {
    /// The year.
    pub year: u16,
    /// The month, from 1.
    pub month: u8,
    /// The day, from 1.
    pub day: u8,
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// A matter of which the source says nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Silence {
    /// The rules it is about.
    pub topics: Vec<Rule>,
    /// What is not said, one sentence.
    pub says: Arc<str>,
    /// What is then done on the board.
    pub default: Option<OnBoard>,
    /// Why it is taken for a silence.
    pub why: Option<Arc<str>>,
}

/// Whether a code speaks of a matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Voice {
    /// A provision governs.
    Speaks,
    /// The code says nothing.
    Silent,
    /// The source is known in part only and does not reveal it.
    Unrevealed,
}

/// What a stalemate counts for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stalemate {
    /// A draw.
    Draw,
    /// A win.
    Win(Winner),
    /// The code does not say.
    Unstated,
}

impl Code {
    /// The code with the provision of this index taken out, everything else as it was: to see what it
    /// does. `None` where there is no such provision.
    pub fn without(&self, index: usize) -> Option<Self> {
        let mut rest = self.clone();
        if index >= rest.provisions.len() {
            return None;
        }
        rest.provisions.remove(index);
        rest.index = Index::of(&rest.provisions, &rest.silences);
        Some(rest)
    }

    /// The provisions that govern `rule`, in the order in which they are tried: those that name it,
    /// then, unless a silence names it, those that name its parent.
    pub fn provisions_for(&self, rule: Rule) -> impl Iterator<Item = &Provision> {
        self.index
            .provisions
            .get(rule as usize)
            .into_iter()
            .flatten()
            .filter_map(|at| self.provisions.get(*at))
    }

    /// The first provision on `rule` that governs, given the facts.
    pub fn governing(&self, rule: Rule, mut fact: impl FnMut(Predicate) -> bool) -> Option<&Provision> {
        self.provisions_for(rule).find(|provision| provision.governs(&mut fact))
    }

    /// The silence on `rule`, or on its parent where no provision names `rule`: what holds where no
    /// provision governs.
    pub fn silence_for(&self, rule: Rule) -> Option<&Silence> {
        let at = self.index.silences.get(rule as usize).copied().flatten()?;
        self.silences.get(at)
    }

    /// Whether the code speaks of `rule`.
    pub fn voice(&self, rule: Rule) -> Voice {
        if self.provisions_for(rule).next().is_some() { Voice::Speaks } else { self.voice_of_silence() }
    }

    /// What it is where no provision governs: silence, or a source known only in part.
    pub fn voice_of_silence(&self) -> Voice {
        match self.coverage {
            // Whether the source is silent where it is not known cannot be told, whatever its notes say.
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

    /// The articles, each once, in the order of the file.
    pub fn articles(&self) -> Vec<&Arc<str>> {
        let mut articles: Vec<&Arc<str>> = Vec::new();
        for provision in &self.provisions {
            if !articles.contains(&&provision.article) {
                articles.push(&provision.article);
            }
        }
        articles
    }

    /// The tally that the article lays down.
    pub fn tally(&self, article: &str) -> Option<&Tally> {
        self.tallies.iter().find(|tally| &*tally.article == article)
    }

    /// The readings of the article, in the order of the file.
    pub fn readings_of<'a>(&'a self, article: &'a str) -> impl Iterator<Item = &'a Reading> {
        self.readings.iter().filter(move |reading| &*reading.article == article)
    }

    /// What a stalemate counts for.
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
        // By the rules' own numbers: most rules are named by few provisions.
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
