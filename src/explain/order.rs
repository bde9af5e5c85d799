//! Sorts the articles of a code as in the printed source. A law file has them in the order in which they are tried, the
//! special before the general.

use std::sync::Arc;

use crate::law::words::list_and;
use crate::law::{Code, LawFile, Provision};

/// The articles with provisions, tallies or readings, in order.
pub fn articles(code: &Code) -> Vec<&Arc<str>> {
    sort(&stated(code))
}

/// Where the articles of a code come from, if it extends another.
pub fn origin(code: &Code) -> Option<String> {
    let base = code.extends.as_ref()?;
    let is_own = |article: &&&Arc<str>| {
        let is_stated = code.provision(article).is_some() || code.tally(article).is_some();
        is_stated && !code.taken_over.contains(article)
    };
    let own: Vec<&str> = articles(code).iter().filter(is_own).map(|article| &***article).collect();
    Some(match own.as_slice() {
        [] => format!("All its articles are those of {base}; their text is stored once, under {base}."),
        own => format!(
            "Its law file extends that of {base}: it states {} itself and takes the other articles from there.",
            list_and(own)
        ),
    })
}

/// The articles with provisions, tallies, readings or citations, and those without a complete ruling, in order.
pub(super) fn all_articles(file: &LawFile) -> Vec<&Arc<str>> {
    let code = &*file.code;
    let mut articles = stated(code);
    let cited = code.provisions.iter().flat_map(Provision::articles);
    for article in cited.chain(file.unruled().iter().flat_map(|row| &row.articles)) {
        if !articles.contains(&article) {
            articles.push(article);
        }
    }
    sort(&articles)
}

/// The article of this id or, if the code has only parts of it, the largest of them.
pub(crate) fn articles_within(file: &LawFile, id: &str) -> Vec<Arc<str>> {
    let articles = all_articles(file);
    if let Some(article) = articles.iter().find(|article| article.eq_ignore_ascii_case(id)) {
        return vec![Arc::clone(article)];
    }
    let is_part_of =
        |part: &str, whole: &str| part.strip_prefix(whole).is_some_and(|rest| rest.starts_with('.'));
    let parts: Vec<&Arc<str>> = articles.into_iter().filter(|part| is_part_of(part, id)).collect();
    let is_largest = |part: &&Arc<str>| !parts.iter().any(|whole| is_part_of(part, whole));
    parts.iter().copied().filter(is_largest).cloned().collect()
}

/// The articles with provisions, tallies or readings, in the order of the file.
fn stated(code: &Code) -> Vec<&Arc<str>> {
    let mut articles = code.articles();
    let others = code.tallies.iter().map(|tally| &tally.article);
    for article in others.chain(code.readings.iter().map(|reading| &reading.article)) {
        if !articles.contains(&article) {
            articles.push(article);
        }
    }
    articles
}

/// Sorts articles by the parts of their ids: decimal numbers, then roman numerals, then words. Words at the start of an id
/// keep their order.
fn sort<'a>(articles: &[&'a Arc<str>]) -> Vec<&'a Arc<str>> {
    let heads: Vec<&str> = articles.iter().map(|article| head(article)).collect();
    let mut placed: Vec<(Vec<IdPart>, &Arc<str>)> = articles
        .iter()
        .map(|article| {
            let mut steps: Vec<IdPart> = article.split('.').map(IdPart::of).collect();
            if let Some(first @ IdPart::Word(_)) = steps.first_mut() {
                let place = heads.iter().position(|other| *other == head(article));
                *first = IdPart::Word(place.unwrap_or(usize::MAX));
            }
            (steps, *article)
        })
        .collect();
    placed.sort_by(|(one, _), (other, _)| one.cmp(other));
    placed.into_iter().map(|(_, article)| article).collect()
}

/// The part of an id before the first dot.
fn head(article: &str) -> &str {
    article.split('.').next().unwrap_or(article)
}

/// A part of an article's id between dots.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum IdPart {
    /// A decimal number, perhaps with a letter: `17b`.
    Decimal(u32, Option<char>),
    /// One small letter: the `b` of `7.4.b`.
    Letter(char),
    Roman(u32),
    /// The rank of the word.
    Word(usize),
}

impl IdPart {
    fn of(part: &str) -> Self {
        let digits = part.trim_end_matches(|letter: char| letter.is_ascii_lowercase());
        let mut letters = part.strip_prefix(digits).unwrap_or_default().chars();
        match (digits.parse(), letters.next(), letters.next()) {
            (Ok(number), letter, None) => return Self::Decimal(number, letter),
            (Err(_), Some(letter), None) if digits.is_empty() => return Self::Letter(letter),
            _ => {}
        }
        roman(part).map_or(Self::Word(0), Self::Roman)
    }
}

pub(super) fn is_roman(part: &str) -> bool {
    roman(part).is_some()
}

fn roman(part: &str) -> Option<u32> {
    let value = |digit| {
        Some(match digit {
            'I' => 1,
            'V' => 5,
            'X' => 10,
            'L' => 50,
            'C' => 100,
            _ => return None,
        })
    };
    let digits = part.chars().map(value).collect::<Option<Vec<u32>>>()?;
    let mut sum = 0_u32;
    let mut after = 0;
    for digit in digits.into_iter().rev() {
        // A smaller digit before a larger one is subtracted.
        sum = if digit < after { sum.checked_sub(digit)? } else { sum.checked_add(digit)? };
        after = after.max(digit);
    }
    (sum > 0).then_some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roman_numerals() {
        for (numeral, value) in [("I", 1), ("IV", 4), ("IX", 9), ("XIV", 14), ("XXVI", 26), ("XL", 40)] {
            assert_eq!(roman(numeral), Some(value), "{numeral}");
        }
        for none in ["", "DEF", "touch", "1", "8-later"] {
            assert_eq!(roman(none), None, "{none}");
        }
    }

    #[test]
    fn decimal_numbers_sort_before_roman_numerals_and_words() {
        assert!(IdPart::of("9") < IdPart::of("10"));
        assert!(IdPart::of("12") < IdPart::of("I"));
        assert!(IdPart::of("IX") < IdPart::of("X"));
        assert!(IdPart::of("XX") < IdPart::of("men"));
    }
}
