//! The records that the program carries: those of `samples/` that fire, by code and article.

/// A record in which an article decides something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The id of the code it is judged under.
    pub code: &'static str,
    /// The article.
    pub article: &'static str,
    /// The name of its file.
    pub name: &'static str,
    /// The record.
    pub bytes: &'static [u8],
}

/// Every one of them, by code, article and name.
static SAMPLES: &[Sample] = &include!(concat!(env!("OUT_DIR"), "/samples.rs"));

impl Sample {
    /// Where it stands in the repository.
    pub fn path(&self) -> String {
        format!("samples/{}/{}/{}", self.code, self.article, self.name)
    }
}

/// The records in which this article of this code decides something.
pub fn of<'a>(code: &'a str, article: &'a str) -> impl Iterator<Item = &'static Sample> + 'a {
    SAMPLES.iter().filter(move |sample| sample.code == code && sample.article == article)
}
