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

/// Where each of them stands and how long it is, by code, article and name: `code/article/name/bytes`, a line each.
static LIST: &str = include_str!(concat!(env!("OUT_DIR"), "/samples.list"));

/// The records of the list, one behind the other.
static RECORDS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/samples.records"));

impl Sample {
    /// Where it stands in the repository.
    pub fn path(&self) -> String {
        format!("samples/{}/{}/{}", self.code, self.article, self.name)
    }
}

/// Every one of them, by code, article and name.
fn all() -> impl Iterator<Item = Sample> {
    let mut rest = RECORDS;
    LIST.lines().map_while(move |line| {
        let mut parts = line.split('/');
        let (code, article, name) = (parts.next()?, parts.next()?, parts.next()?);
        let (bytes, behind) = rest.split_at_checked(parts.next()?.parse().ok()?)?;
        rest = behind;
        Some(Sample { code, article, name, bytes })
    })
}

/// The records in which this article of this code decides something.
pub(crate) fn of<'a>(code: &'a str, article: &'a str) -> impl Iterator<Item = Sample> + 'a {
    all().filter(move |sample| sample.code == code && sample.article == article)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_as_it_stands_in_the_repository() {
        let mut known = 0;
        for sample in all() {
            let path = format!("{}/{}", env!("CARGO_MANIFEST_DIR"), sample.path());
            assert_eq!(std::fs::read(&path).ok().as_deref(), Some(sample.bytes), "{path}");
            known += 1;
        }
        assert_eq!(known, LIST.lines().count());
        assert!(known > 0);
    }
}
