//! The records of `samples/` that fire, embedded by `build.rs`, by code and article.

/// A record in which an article decides something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The id of the code that judges it.
    pub code: &'static str,
    pub article: &'static str,
    /// The folder of the article.
    folder: &'static str,
    pub name: &'static str,
    pub bytes: &'static [u8],
}

/// One line for each record, sorted: `code/folder/name/length`, with the length in bytes.
static LIST: &str = include_str!(concat!(env!("OUT_DIR"), "/samples.list"));

/// The records in the order of the list, without separators.
static RECORDS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/samples.records"));

impl Sample {
    /// The path in the repository.
    pub fn path(&self) -> String {
        format!("samples/{}/{}/{}", self.code, self.folder, self.name)
    }
}

/// Every record.
pub(crate) fn all() -> impl Iterator<Item = Sample> {
    let mut rest = RECORDS;
    LIST.lines().map_while(move |line| {
        let mut parts = line.split('/');
        let (code, folder, name) = (parts.next()?, parts.next()?, parts.next()?);
        // Windows has no file whose name begins with a word such as `CON` before a dot.
        let article = folder.strip_prefix('_').unwrap_or(folder);
        let (bytes, after) = rest.split_at_checked(parts.next()?.parse().ok()?)?;
        rest = after;
        Some(Sample { code, article, folder, name, bytes })
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
    fn each_sample_equals_its_file() {
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
