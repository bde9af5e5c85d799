//! The hint after an unknown name.

use crate::nearest::nearest;

/// `; did you mean "…"?`, or nothing.
pub(super) fn suggestion<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, candidates).map_or_else(String::new, |name| format!("; did you mean \"{name}\"?"))
}
