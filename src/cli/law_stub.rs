//! Stands in for `crate::law::{Code, load}` and `crate::law::codes` until they are here.

use std::sync::Arc;

/// A code of laws.
#[derive(Clone, Debug)]
pub struct Code {
    /// Its id.
    pub id: Arc<str>,
    /// Its title.
    pub title: Arc<str>,
    /// The year it was printed or came into force.
    pub year: u16,
}

/// Every code, by year.
pub fn codes() -> Vec<Arc<Code>> {
    [
        (
            "kenny-1817",
            "Laws of Chess, in Kenny's Practical Chess Grammar",
            1817,
        ),
        ("handbook-1859", "Laws of Chess, in Staunton's Handbook", 1859),
        ("praxis-1860", "Revised code, in Staunton's Chess Praxis", 1860),
        ("bca-1862", "Laws of the British Chess Association", 1862),
        ("american-1910", "American Chess Code", 1910),
        (
            "fide-2023",
            "FIDE Laws of Chess, in force from 1 January 2023",
            2023,
        ),
    ]
    .into_iter()
    .map(|(id, title, year)| {
        Arc::new(Code {
            id: id.into(),
            title: title.into(),
            year,
        })
    })
    .collect()
}

/// The code with this id.
pub fn code(id: &str) -> Option<Arc<Code>> {
    codes().into_iter().find(|code| &*code.id == id)
}

/// The code that `text` holds.
///
/// # Errors
/// Always.
pub fn load(_text: &str) -> Result<Code, Box<miette::MietteDiagnostic>> {
    Err(Box::new(miette::MietteDiagnostic::new(
        "law files cannot be loaded yet",
    )))
}
