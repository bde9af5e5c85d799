//! The words of a sentence of a law file, for the check that it agrees with the rest of its provision.

/// A sentence in lower case. Words for the other player are all `opponent`.
pub(super) struct Sentence {
    /// The words between marks of punctuation, and the mark after them.
    clauses: Vec<(Vec<String>, Option<char>)>,
}

impl Sentence {
    pub(super) fn of(text: &str) -> Self {
        let text = text.to_lowercase();
        let text = ["other player", "opposing player", "adversary", "enemy", "antagonist"]
            .iter()
            .fold(text, |text, name| text.replace(name, "opponent"));
        let mut clauses = Vec::new();
        let mut words = Vec::new();
        let mut word = String::new();
        for letter in text.chars() {
            if letter.is_alphanumeric() || matches!(letter, '-' | '\'') {
                word.push(letter);
                continue;
            }
            if !word.is_empty() {
                words.push(std::mem::take(&mut word));
            }
            if !letter.is_whitespace() {
                clauses.push((std::mem::take(&mut words), Some(letter)));
            }
        }
        if !word.is_empty() {
            words.push(word);
        }
        clauses.push((words, None));
        Self { clauses }
    }

    /// The parts between semicolons.
    pub(super) fn parts(&self) -> Vec<Self> {
        let is_end = |(_, mark): &(Vec<String>, Option<char>)| *mark == Some(';');
        self.clauses.split_inclusive(is_end).map(|clauses| Self { clauses: clauses.to_vec() }).collect()
    }

    fn clauses(&self) -> impl Iterator<Item = &[String]> {
        self.clauses.iter().map(|(words, _)| &**words)
    }

    fn words(&self) -> impl Iterator<Item = &str> {
        self.clauses().flatten().map(String::as_str)
    }

    /// Whether a clause has these words in a row. `a|b` is either word, and `a*` every word with that beginning.
    pub(super) fn has(&self, phrase: &str) -> bool {
        self.clauses().any(|clause| place(clause, phrase).is_some())
    }

    pub(super) fn has_any(&self, phrases: &[&str]) -> bool {
        phrases.iter().any(|phrase| self.has(phrase))
    }

    /// Whether a clause has the first phrase and, after it, the second.
    pub(super) fn has_then(&self, first: &str, second: &str, without: &str) -> bool {
        self.clauses().any(|clause| {
            let rest = place(clause, first).and_then(|at| clause.get(at..)).unwrap_or_default();
            place(rest, second).is_some() && place(rest, without).is_none()
        })
    }

    /// The numbers that count things with this name, as in `four moves`, `fifty more moves` or `the fourth move`.
    pub(super) fn numbers_of(&self, name: &str) -> Vec<u32> {
        let mut found = Vec::new();
        for clause in self.clauses() {
            for (at, word) in clause.iter().enumerate() {
                let follows = |within: usize| {
                    let next = clause.iter().skip(at.saturating_add(1)).take(within);
                    next.into_iter().any(|next| fits(next, name))
                };
                found.extend(cardinal(word).filter(|_| follows(3)));
                found.extend(ordinal(word).filter(|_| follows(1)));
            }
        }
        found
    }

    pub(super) fn has_word(&self, word: &str) -> bool {
        self.words().any(|own| fits(own, word))
    }
}

/// The place of a phrase in a clause.
fn place(clause: &[String], phrase: &str) -> Option<usize> {
    let phrase: Vec<&str> = phrase.split(' ').collect();
    clause
        .windows(phrase.len())
        .position(|words| words.iter().zip(&phrase).all(|(word, form)| fits(word, form)))
}

fn fits(word: &str, form: &str) -> bool {
    form.split('|').any(|form| match form.strip_suffix('*') {
        Some(stem) => word.starts_with(stem),
        None => word == form,
    })
}

const CARDINALS: [&str; 21] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

const ORDINALS: [&str; 11] =
    ["", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

fn cardinal(word: &str) -> Option<u32> {
    let tens =
        [("thirty", 30), ("forty", 40), ("fifty", 50), ("sixty", 60), ("seventy-five", 75), ("hundred", 100)];
    let small = CARDINALS.iter().position(|name| *name == word).and_then(|at| u32::try_from(at).ok());
    let large = || tens.iter().find(|(name, _)| *name == word).map(|(_, number)| *number);
    small.or_else(large).or_else(|| word.parse().ok())
}

fn ordinal(word: &str) -> Option<u32> {
    ORDINALS.iter().position(|name| *name == word).and_then(|at| u32::try_from(at).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_stay_within_a_clause() {
        let sentence =
            Sentence::of("The adversary may, until the fourth move, choose; or Fifty more moves follow.");
        assert!(sentence.has("opponent may") && !sentence.has("may until"));
        assert!(sentence.has_then("the", "move", "touch*"));
        assert!(sentence.has("opponent|offender may"));
        assert_eq!(sentence.numbers_of("move*"), [4, 50]);
        assert_eq!(sentence.parts().len(), 2);
        assert_eq!(Sentence::of("seventy-five moves by 2 players").numbers_of("player*"), [2]);
    }
}
