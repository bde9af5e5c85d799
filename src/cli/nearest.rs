//! The nearest valid name to one that is none.

use strsim::damerau_levenshtein;

/// The candidate most like `word`, if one is like it: the same but for case, one that begins with
/// it, or one with few letters otherwise.
pub(super) fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let mistakes = (word.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .filter_map(|candidate| {
            let distance = damerau_levenshtein(&word, candidate);
            if distance <= mistakes {
                Some((distance, candidate))
            } else if word.len() >= 3 && candidate.starts_with(&word) {
                Some((mistakes + distance, candidate))
            } else {
                None
            }
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// `; did you mean "…"?`, or nothing.
pub(super) fn suggestion<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, candidates).map_or_else(String::new, |name| format!("; did you mean \"{name}\"?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistyped_ids() {
        let codes = ["town-1801", "club-1872", "world-1918", "world-1923"];
        assert_eq!(nearest("world1923", codes), Some("world-1923"));
        assert_eq!(nearest("WORLD-1918", codes), Some("world-1918"));
        assert_eq!(nearest("town", codes), Some("town-1801"));
        assert_eq!(nearest("club-1826", codes), Some("club-1872"));
        assert_eq!(nearest("xyz", codes), None);
        assert_eq!(nearest("", codes), None);
    }
}
