//! The valid name nearest to an unknown one.

use std::cmp::Reverse;

use strsim::damerau_levenshtein;

/// The candidate most like `word`, if one is like it: the same but for a letter, else one that begins with it, else one
/// with few letters otherwise. Of those that begin with it and are as long the last by the alphabet is meant: of the
/// editions of a code the newest.
pub(crate) fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let letters = word.chars().count();
    let mistakes = (letters / 3).max(1);
    let like = |candidate: &'a str| {
        // As many letters are too many at the least; to compare a long word takes long.
        if letters > candidate.len() + mistakes {
            return None;
        }
        let distance = damerau_levenshtein(&word, candidate);
        if distance >= candidate.len().max(word.len()) {
            // They have nothing in common.
            None
        } else if distance <= 1 {
            Some((Likeness::OneLetter, Reverse(distance), None))
        } else if word.len() >= 3 && candidate.starts_with(&word) {
            Some((Likeness::Begins, Reverse(distance), Some(candidate)))
        } else {
            (distance <= mistakes).then_some((Likeness::SomeLetters, Reverse(distance), None))
        }
    };
    let alike = candidates.into_iter().filter_map(|candidate| Some((like(candidate)?, candidate)));
    // Of equals the first.
    let closest = alike.reduce(|best, next| if next.0 > best.0 { next } else { best });
    closest.map(|(_, candidate)| candidate)
}

/// How a name is like a word, the closest last.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Likeness {
    SomeLetters,
    Begins,
    OneLetter,
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
        assert_eq!(nearest("world", codes), Some("world-1923"));
        assert_eq!(
            nearest("record.dup", ["record.tag", "record.duplicate-game"]),
            Some("record.duplicate-game")
        );
        assert_eq!(nearest("club-1826", codes), Some("club-1872"));
        assert_eq!(nearest("xyz", codes), None);
        assert_eq!(nearest("", codes), None);
        assert_eq!(nearest("town-1801-a", codes), Some("town-1801"));
        assert_eq!(nearest(&"town-1801 ".repeat(100_000), codes), None);
        assert_eq!(nearest("x", ["w", "b"]), None);
    }
}
