//! Names of players, compared without regard to case, accents, punctuation and the order of their words.

mod placeholder;

use placeholder::is_family_placeholder;
pub(crate) use placeholder::is_placeholder;

const TITLES: [&str; 12] = ["gm", "im", "fm", "cm", "wgm", "wim", "wfm", "wcm", "dr", "prof", "mr", "mrs"];

/// Words after a name that distinguish relatives.
const GENERATIONS: [&str; 5] = ["jr", "sr", "ii", "iii", "iv"];

/// Words with which a family name begins.
const PARTICLES: [&str; 20] = [
    "de", "da", "di", "do", "du", "del", "della", "der", "den", "van", "von", "vom", "la", "le", "el", "al",
    "st", "saint", "san", "ten",
];

/// The greatest length of a given name that is cut short: `Fischer,Ro`.
const SHORT: usize = 2;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PlayerName {
    /// In small letters without accents and spaces.
    family: String,
    given: Vec<String>,
    /// Digits, text in parentheses and `Jr`: they distinguish players of one name.
    mark: String,
    /// All words in alphabetical order, without the mark.
    words: Vec<String>,
    order: WordOrder,
    /// The last word of a name in which the family name is not marked.
    last: Option<String>,
    /// The length of the likely family name, in characters, and the set of its letters.
    length: u32,
    letters: u32,
}

/// Whether the text shows which words are the family name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum WordOrder {
    /// By a comma or an initial, or because there is one word.
    Shown,
    /// All words are taken as the family name.
    Unknown,
}

impl PlayerName {
    /// `None` if the text names no player.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let (text, mut mark) = without_marks(text);
        let is_shouted = !text.chars().any(char::is_lowercase);
        let has_comma = text.contains(',');
        let (before, after) = text.split_once(',').unwrap_or((&text, ""));
        let is_initials = |word: &str| is_initials(word, is_shouted);
        let (mut family, mut given) = (Vec::new(), Vec::new());
        let mut order = WordOrder::Shown;
        if has_comma {
            family.extend(words(before).map(|word| fold(&word)));
            given.extend(words(after).flat_map(|word| given_names(&word, is_shouted)));
        } else {
            let all: Vec<String> = words(before).collect();
            let has_name = all.iter().any(|word| !is_initials(word));
            for word in &all {
                if has_name && is_initials(word) {
                    given.extend(given_names(word, is_shouted));
                } else {
                    family.push(fold(word));
                }
            }
            if given.is_empty() && family.len() > 1 {
                order = WordOrder::Unknown;
            }
        }
        for list in [&mut family, &mut given] {
            list.retain(|word| {
                let is_generation = GENERATIONS.contains(&word.as_str());
                if is_generation {
                    mark.push_str(word);
                }
                !is_generation && !TITLES.contains(&word.as_str()) && !word.is_empty()
            });
        }
        let last = match (order, family.first(), family.last()) {
            (WordOrder::Unknown, Some(first), Some(last)) if !PARTICLES.contains(&first.as_str()) => {
                Some(last.clone())
            }
            _ => None,
        };
        let mut words: Vec<String> = family.iter().chain(&given).cloned().collect();
        words.sort_unstable();
        let family = family.concat();
        // Words are folded: `guest` is `gust`.
        let is_placeholder = is_family_placeholder(&family)
            || [words.concat().as_bytes(), text.as_bytes()].into_iter().any(placeholder::is_placeholder);
        let is_name = !family.is_empty() && !is_placeholder;
        let likely = last.as_deref().unwrap_or(&family);
        let length = u32::try_from(likely.chars().count()).unwrap_or(u32::MAX);
        let letters = letter_set(likely);
        is_name.then_some(Self { family, given, mark, words, order, last, length, letters })
    }

    /// The key of the family name as it is marked.
    pub(crate) fn family(&self) -> &str {
        &self.family
    }

    /// The family name, or the word that is probably the family name.
    pub(crate) fn likely_family(&self) -> &str {
        self.last.as_deref().unwrap_or(&self.family)
    }

    /// A text that is equal for all orders of the same words. `None` for one word.
    pub(crate) fn word_key(&self) -> Option<String> {
        (self.words.len() > 1).then(|| format!("{}/{}", self.words.join(" "), self.mark))
    }

    /// A text that is equal for spellings that differ only in case, accents, order and punctuation.
    pub(crate) fn strict_key(&self) -> String {
        self.word_key().unwrap_or_else(|| format!("{}/{}", self.family, self.mark))
    }

    /// Whether the text shows which word is the family name.
    pub(crate) fn shows_family(&self) -> bool {
        self.order == WordOrder::Shown
    }

    /// Digits, text in parentheses and `Jr`.
    pub(crate) fn mark(&self) -> &str {
        &self.mark
    }

    /// Whether a given name is spelled out, or the name is a single word, such as that of an account.
    pub(crate) fn is_full(&self) -> bool {
        self.given.is_empty() && self.order == WordOrder::Shown
            || self.words.len() > 1 && self.given.iter().any(|name| name.chars().count() > SHORT)
            || self.order == WordOrder::Unknown
    }

    /// Whether both can be spellings of one name: the family names are equal, and the given names do not contradict each other.
    pub(crate) fn is_compatible(&self, other: &Self) -> bool {
        self.mark == other.mark
            && (self.words == other.words
                || self.family == other.family && do_agree(&self.given, &other.given))
    }

    /// Whether both can be spellings of one name if the games are the same: the family name may be spelled in another way.
    pub(crate) fn resembles(&self, other: &Self) -> bool {
        if self.is_compatible(other) {
            return true;
        }
        let (own, others) = (self.likely_family(), other.likely_family());
        let is_near =
            own == others || self.may_be_near(other) && strsim::normalized_levenshtein(own, others) >= 0.75;
        is_near && do_agree(&self.likely_given(), &other.likely_given())
    }

    /// Whether the likely family names can differ in at most a quarter of their letters, which takes long to find out: each
    /// difference adds a letter, takes one away, or does both.
    fn may_be_near(&self, other: &Self) -> bool {
        let (short, long) = (self.length.min(other.length), self.length.max(other.length));
        let most = long / 4;
        short >= 5
            && long.saturating_sub(short) <= most
            && (self.letters ^ other.letters).count_ones() <= most.saturating_mul(2)
    }

    fn likely_given(&self) -> Vec<String> {
        match &self.last {
            Some(last) => self.words.iter().filter(|word| *word != last).cloned().collect(),
            None => self.given.clone(),
        }
    }
}

/// Whether given names can be those of one player: one by one, they are equal or one is an initial of the other.
fn do_agree(one: &[String], other: &[String]) -> bool {
    one.iter().zip(other).all(|(one, other)| {
        let (short, long) =
            if one.chars().count() <= other.chars().count() { (one, other) } else { (other, one) };
        short == long || short.chars().count() <= SHORT && long.starts_with(short.as_str())
    })
}

/// A bit for each letter from a to z, and one for all others.
fn letter_set(word: &str) -> u32 {
    word.chars().fold(0, |set, letter| {
        let bit = u32::from(letter).checked_sub(u32::from('a')).filter(|bit| *bit < 26).unwrap_or(26);
        set | 1 << bit
    })
}

/// The letters and digits of a text in small letters, without blanks and punctuation.
pub(crate) fn letters(text: &str) -> String {
    text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Takes digits and text in parentheses out of a name.
fn without_marks(text: &str) -> (String, String) {
    let (mut name, mut mark) = (String::new(), String::new());
    let mut depth = 0_usize;
    for letter in text.chars() {
        match letter {
            '(' => {
                depth = depth.saturating_add(1);
                name.push(' ');
            }
            ')' => depth = depth.saturating_sub(1),
            _ if depth > 0 || letter.is_ascii_digit() => mark.extend(letter.to_lowercase()),
            _ => name.push(letter),
        }
    }
    (name, mark)
}

/// The words of a name, without apostrophes. A hyphen divides words too.
fn words(text: &str) -> impl Iterator<Item = String> {
    let letters = |word: &str| word.chars().filter(|letter| !is_apostrophe(*letter)).collect::<String>();
    text.split(|letter: char| !letter.is_alphanumeric() && !is_apostrophe(letter) && !is_combining(letter))
        .map(letters)
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .into_iter()
}

const fn is_apostrophe(letter: char) -> bool {
    matches!(letter, '\'' | '’' | '‘' | '`' | '´')
}

const fn is_combining(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}')
}

/// Whether a word is an initial, or two or three in capitals: `J`, `JH`. In a name of capitals only a single letter is one.
fn is_initials(word: &str, is_shouted: bool) -> bool {
    let count = word.chars().count();
    count == 1 || !is_shouted && count <= 3 && word.chars().all(char::is_uppercase)
}

fn given_names(word: &str, is_shouted: bool) -> Vec<String> {
    if is_initials(word, is_shouted) {
        word.chars().map(|letter| fold(letter.encode_utf8(&mut [0; 4]))).collect()
    } else {
        vec![fold(word)]
    }
}

/// Small letters without accents. `ae`, `oe` and `ue` after a consonant count as the vowel with its umlaut.
fn fold(word: &str) -> String {
    let mut folded = String::with_capacity(word.len());
    for letter in word.chars().flat_map(char::to_lowercase).filter(|letter| !is_combining(*letter)) {
        match plain(letter) {
            Some(plain) => folded.push_str(plain),
            None => folded.push(letter),
        }
    }
    let mut short = String::with_capacity(folded.len());
    let mut letters = folded.chars().peekable();
    let mut before = None;
    while let Some(letter) = letters.next() {
        short.push(letter);
        let is_vowel = |letter: char| matches!(letter, 'a' | 'e' | 'i' | 'o' | 'u');
        if matches!(letter, 'a' | 'o' | 'u') && !before.is_some_and(is_vowel) {
            letters.next_if_eq(&'e');
        }
        before = Some(letter);
    }
    short
}

/// The letters of a letter with an accent.
const fn plain(letter: char) -> Option<&'static str> {
    Some(match letter {
        'à'..='æ' | 'ā' | 'ă' | 'ą' | 'ǎ' => "a",
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => "c",
        'ď' | 'đ' | 'ð' => "d",
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' => "e",
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => "g",
        'ĥ' | 'ħ' => "h",
        'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' => "i",
        'ĵ' => "j",
        'ķ' => "k",
        'ĺ' | 'ļ' | 'ľ' | 'ŀ' | 'ł' => "l",
        'ñ' | 'ń' | 'ņ' | 'ň' => "n",
        'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' | 'œ' => "o",
        'ŕ' | 'ŗ' | 'ř' => "r",
        'ś' | 'ŝ' | 'ş' | 'š' | 'ș' => "s",
        'ß' => "ss",
        'ţ' | 'ť' | 'ŧ' | 'ț' => "t",
        'þ' => "th",
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' => "u",
        'ŵ' => "w",
        'ý' | 'ÿ' | 'ŷ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> PlayerName {
        PlayerName::read(text).unwrap()
    }

    #[test]
    fn spellings_of_one_name_are_compatible() {
        for (one, other) in [
            ("Kieseritzky, L", "Kieseritzky, Lionel"),
            ("Kieseritzky", "Kieseritzky, Lionel"),
            ("Anderssen, Adolf", "Adolf Anderssen"),
            ("ANDERSSEN, ADOLF", "anderssen adolf"),
            ("A. Anderssen", "Anderssen, Adolf"),
            ("Carlsen,M", "Carlsen, Magnus"),
            ("Olszewski,Mi", "Olszewski, Michal"),
            ("Müller, K.", "Mueller, Karl"),
            ("Muller, Karl", "Müller, Karl"),
            ("De La Bourdonnais", "De Labourdonnais, Louis"),
            ("D'Arblay", "D’Arblay, F"),
            ("Barry, JF.", "Barry, John Finan"),
            ("Hecht,HJ", "Hecht, Hans Joachim"),
            ("Polgár, Judit", "Polgar, J."),
            ("Milner-Barry", "Milner Barry, Philip"),
            ("GM Carlsen, Magnus", "Carlsen, Magnus"),
        ] {
            assert!(name(one).is_compatible(&name(other)), "{one} / {other}");
            assert!(name(other).is_compatible(&name(one)), "{other} / {one}");
        }
    }

    #[test]
    fn other_players_are_not_compatible() {
        for (one, other) in [
            ("Lasker, Emanuel", "Lasker, Edward"),
            ("Lasker, Ed", "Lasker, Emanuel"),
            ("Fleissig, Bernhard", "Fleissig, Maximilian"),
            ("Jan, Timman", "Janos, Timman"),
            ("Timman, Jan", "Timman, Janos"),
            ("Volkov,Sergey1", "Volkov, Sergey"),
            ("Vidmar, Milan Sr", "Vidmar, Milan"),
            ("Wei Yi", "Li Yi"),
            ("Sanchez Gonzalez", "Gonzalez, S"),
            ("Bauer, C", "Baur, C"),
        ] {
            assert!(!name(one).is_compatible(&name(other)), "{one} / {other}");
        }
    }

    #[test]
    fn the_same_moves_allow_another_spelling() {
        assert!(name("Tchigorin").resembles(&name("Chigorin, Mikhail")));
        assert!(name("Adolf Anderssen").resembles(&name("Anderssen, A")));
        assert!(!name("Lasker, Edward").resembles(&name("Lasker, Emanuel")));
        assert!(!name("Morphy").resembles(&name("Anderssen")));
        assert!(!name("Lee").resembles(&name("Leo")));
    }

    #[test]
    fn placeholders_name_no_player() {
        for text in ["NN", "N.N.", "?", "", "-", "Allies", "n n", "NN, Amateur", "Unknown, Player", "Guest"] {
            assert_eq!(PlayerName::read(text), None, "{text}");
        }
        assert!(PlayerName::read("Guest, Antony").is_some());
    }

    #[test]
    fn full_names_are_those_with_a_given_name() {
        for text in ["Leko, Peter", "Peter Leko", "some_account"] {
            assert!(name(text).is_full(), "{text}");
        }
        for text in ["Leko,P", "Leko,Pe", "P. Leko"] {
            assert!(!name(text).is_full(), "{text}");
        }
    }
}
