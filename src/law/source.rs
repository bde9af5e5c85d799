//! The printed source of a code, its scans, and the words of a provision as printed.

use std::fmt;
use std::sync::Arc;

/// The printed work that has the law.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// The title of the work.
    pub work: Arc<str>,
    /// The heading of the law in the work.
    pub heading: Option<Arc<str>>,
    /// The place in the work.
    pub pages: Option<Arc<str>>,
    /// `Family, Given`, or a name without a comma. ` and ` joins several.
    pub author: Option<Arc<str>>,
    pub publisher: Option<Arc<str>>,
    /// The place of publication.
    pub place: Option<Arc<str>>,
    /// The year of printing.
    pub printed: Option<u16>,
    /// Whether its words are free of copyright.
    pub free: bool,
    /// The articles that are not given as printed there, but in a later form.
    pub later: Vec<LaterForm>,
}

/// An article that is given in the form of a later year than that of the work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LaterForm {
    pub article: Arc<str>,
    pub year: u16,
}

/// A scan or transcription of the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scan {
    /// The code whose file names it.
    pub code: Arc<str>,
    pub id: Arc<str>,
    /// The copy or transcription, in words.
    pub what: Arc<str>,
    pub link: Option<Arc<str>>,
}

/// The printed sentence that a provision restates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrintedText {
    pub words: Arc<str>,
    pub scan: Arc<Scan>,
}

impl Source {
    /// The names of the authors.
    pub fn authors(&self) -> impl Iterator<Item = Author<'_>> {
        self.author.iter().flat_map(|author| author.split(" and ")).map(|name| match name.split_once(',') {
            Some((family, given)) => Author { family: family.trim(), given: Some(given.trim()) },
            None => Author { family: name.trim(), given: None },
        })
    }

    /// The year of the form in which the article is given, if it is later than the work.
    pub(crate) fn later_year(&self, article: &str) -> Option<u16> {
        self.later.iter().find(|later| *later.article == *article).map(|later| later.year)
    }

    /// Whether the other source is the same place in the same work.
    pub(super) fn is_same_place(&self, other: &Self) -> bool {
        self.work == other.work && self.pages == other.pages
    }
}

/// The name of an author.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Author<'a> {
    /// The whole name if it is not divided.
    pub family: &'a str,
    pub given: Option<&'a str>,
}

impl fmt::Display for Author<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.given {
            Some(given) => write!(f, "{given} {}", self.family),
            None => f.write_str(self.family),
        }
    }
}

/// `W. Author, Title (Place: Publisher, 1900), pp. 1-2`
impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, author) in self.authors().enumerate() {
            let join = if place == 0 { "" } else { " and " };
            write!(f, "{join}{author}")?;
        }
        let comma = if self.author.is_some() { ", " } else { "" };
        write!(f, "{comma}{}", self.work)?;
        let house: Vec<&str> =
            [&self.place, &self.publisher].into_iter().flatten().map(|name| &**name).collect();
        let year = self.printed.map(|year| year.to_string());
        let imprint: Vec<String> =
            Some(house.join(": ")).filter(|house| !house.is_empty()).into_iter().chain(year).collect();
        if !imprint.is_empty() {
            write!(f, " ({})", imprint.join(", "))?;
        }
        self.heading.iter().chain(&self.pages).try_for_each(|place| write!(f, ", {place}"))
    }
}

impl Scan {
    /// Its id under the code; with its own code if that is another.
    pub fn name_in(&self, code: &str) -> String {
        if *self.code == *code { self.id.to_string() } else { format!("{} {}", self.code, self.id) }
    }

    /// Its description and its address.
    pub fn about(&self) -> Vec<String> {
        std::iter::once(&self.what).chain(&self.link).map(ToString::to_string).collect()
    }
}

impl PrintedText {
    /// The words in quotation marks, followed by the name of the scan.
    pub fn quoted(&self, code: &str) -> String {
        format!("“{}” [{}]", self.words, self.scan.name_in(code))
    }
}
