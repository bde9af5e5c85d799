//! The valid name nearest to an unknown one.

use std::cmp::Reverse;

use strsim::damerau_levenshtein;

/// The candidate most like `word`: one that differs in at most one letter or in the order of its parts, else one that begins
/// with `word`, else one that has all parts of `word`, else one of which a part at the beginning, or the whole, differs in few
/// letters. Of several that begin with `word` or have its parts, it is the last by the alphabet, which is the newest edition
/// of a code.
pub(crate) fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let letters = word.chars().count();
    let mistakes = (letters / 3).max(1);
    let like = |candidate: &'a str| {
        // The distance is at least the difference of the lengths; this spares a long comparison.
        if letters > candidate.len() + mistakes {
            return None;
        }
        if word.contains('-') && sorted_parts(&word) == sorted_parts(candidate) {
            return Some((Likeness::OneLetter, Reverse(0), None)); // its parts in another order, or the word itself
        }
        let distance = damerau_levenshtein(&word, candidate);
        if distance >= candidate.len().max(word.len()) || (distance > 0 && letters.max(candidate.len()) <= 2)
        {
            None // they have nothing in common, or too few letters to have a mistake
        } else if distance <= 1 {
            Some((Likeness::OneLetter, Reverse(distance), None))
        } else if word.len() >= 3 && candidate.starts_with(&word) {
            Some((Likeness::Begins, Reverse(distance), Some(candidate)))
        } else if has_parts(candidate, &word) {
            Some((Likeness::HasParts, Reverse(0), Some(candidate)))
        } else {
            let beginnings = candidate.match_indices('-').filter_map(|(end, _)| candidate.get(..end));
            let beginnings = beginnings.filter(|beginning| letters.max(beginning.len()) > 2);
            let of_beginning = beginnings
                .map(|beginning| damerau_levenshtein(&word, beginning))
                .filter(|mistakes| *mistakes <= 1);
            let distance = of_beginning.min().unwrap_or(distance);
            (distance <= mistakes).then_some((Likeness::SomeLetters, Reverse(distance), None))
        }
    };
    let alike = candidates.into_iter().filter_map(|candidate| Some((like(candidate)?, candidate)));
    // The first of equals, unlike `max_by_key`.
    let closest = alike.reduce(|best, next| if next.0 > best.0 { next } else { best });
    closest.map(|(_, candidate)| candidate)
}

fn sorted_parts(word: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = word.split('-').collect();
    parts.sort_unstable();
    parts
}

/// Whether all parts of the word are parts of the candidate, and one of them is a word of some length.
fn has_parts(candidate: &str, word: &str) -> bool {
    word.split('-').all(|part| candidate.split('-').any(|other| other == part))
        && word.split('-').any(|part| part.len() >= 4)
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Likeness {
    SomeLetters,
    HasParts,
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
        assert_eq!(
            nearest("record.dublicate", ["record.tag", "record.duplicate-game"]),
            Some("record.duplicate-game")
        );
        let quick = ["world-1918-quick", "world-1923", "world-1923-quick"];
        assert_eq!(nearest("quick", quick), Some("world-1923-quick"));
        assert_eq!(nearest("world-quick", quick), Some("world-1923-quick"));
        assert_eq!(nearest("club-1826", codes), Some("club-1872"));
        assert_eq!(nearest("xyz", codes), None);
        assert_eq!(nearest("", codes), None);
        assert_eq!(nearest("town-1801-a", codes), Some("town-1801"));
        assert_eq!(nearest(&"town-1801 ".repeat(100_000), codes), None);
        assert_eq!(nearest("x", ["w", "b"]), None);
        assert_eq!(nearest("touched-move", ["touched-duty", "move-touched"]), Some("move-touched"));
    }
}
