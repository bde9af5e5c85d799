//! The embedded law files. No other place in Rust names a code.

/// A law file embedded in the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Embedded {
    /// The code's id, as the file gives it.
    pub id: &'static str,
    /// The text of the file.
    pub text: &'static str,
}

macro_rules! embed {
    ($( $id:literal ),+ $(,)?) => {
        pub(super) static EMBEDDED: &[Embedded] = &[$(
            Embedded {
                id: $id,
                text: include_str!(concat!("codes/", $id, ".toml")),
            },
        )+];
    };
}

embed![
    "allgaier-1795",
    "kenny-1817",
    "walker-1832",
    "staunton-1847",
    "lange-1856",
    "handbook-1859",
    "praxis-1860",
    "bca-1862",
    "american-1880",
    "rogers-1907",
    "american-1910",
    "edlasker-1915",
    "fide-1930",
    "fide-1984",
    "fide-1997",
    "fide-1997-rapid",
    "fide-1997-blitz",
    "fide-2001",
    "fide-2005",
    "fide-2009",
    "fide-2009-rapid",
    "fide-2009-blitz",
    "fide-2014",
    "fide-2014-rapid",
    "fide-2014-blitz",
    "fide-2017",
    "fide-2017-rapid",
    "fide-2017-blitz",
    "fide-2018",
    "fide-2018-rapid",
    "fide-2018-blitz",
    "fide-2023",
    "fide-2023-rapid",
    "fide-2023-blitz"
];

/// The id of the code that a game is judged under when neither the user nor the record names one.
pub const DEFAULT: &str = "fide-2023";

/// Every embedded law file, ordered by year.
pub fn embedded() -> &'static [Embedded] {
    EMBEDDED
}

pub(super) fn text(id: &str) -> Option<&'static str> {
    EMBEDDED.iter().find(|code| code.id == id).map(|code| code.text)
}
