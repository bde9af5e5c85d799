//! Finds what can be explained by the words that people use for it.

use std::cmp::Reverse;
use std::sync::Arc;

use strsim::damerau_levenshtein;

use super::commands::{self, CommandHelp};
use super::glossary::{TERMS, Term};
use super::order::articles;
use super::synonyms::SYNONYMS;
use super::tags::{self, TagHelp};
use crate::law::{Code, Family, Rule, codes};

/// Something that can be explained.
#[derive(Clone, Debug)]
pub(crate) enum Thing {
    Rule(Rule),
    Family(Family),
    Command(&'static CommandHelp),
    Tag(&'static TagHelp),
    Term(&'static Term),
    Code(Arc<Code>),
    Article(Arc<Code>, Arc<str>),
    /// The list of commands.
    Commands,
    /// The list of tags.
    Tags,
}

/// The result of a search.
#[derive(Debug)]
pub(crate) enum Found {
    /// The words name these things. At least one, the best first.
    Named(Vec<Thing>),
    /// All of the words occur in the texts of these things. At least one, the best first.
    Mentioned(Vec<Thing>),
    /// These names are similar, or some of the words fit. May be empty.
    Near(Vec<Thing>),
}

/// At most so many things are shown.
const MOST: usize = 10;

/// In bytes. Longer words name nothing.
const LONGEST: usize = 200;

/// The words that say nothing about a topic.
const STOP_WORDS: &str = " a an and article articles at by can chess do does for from how i if in is it law laws my \
                          nothing of on or player rule rules the to was what when which who with ";

impl Thing {
    /// The thing that an argument names exactly. Codes and articles depend on the law files.
    pub(crate) fn named(argument: &str) -> Option<Self> {
        if let Some(name) = argument.strip_prefix('%') {
            return commands::all().find(|help| help.name == name).map(Self::Command);
        }
        if let Some(name) = argument.strip_prefix("tag ") {
            return tags::all().find(|help| help.name() == name).map(Self::Tag);
        }
        if let Ok(rule) = argument.parse() {
            return Some(Self::Rule(rule));
        }
        match argument {
            "commands" => Some(Self::Commands),
            "tags" => Some(Self::Tags),
            id => Family::from_id(id).map(Self::Family),
        }
    }

    /// The argument of `jadoube explain` that names it.
    pub(crate) fn argument(&self) -> String {
        match self {
            Self::Rule(rule) => rule.id().to_owned(),
            Self::Family(family) => family.id().to_owned(),
            Self::Command(help) => format!("%{}", help.name),
            Self::Tag(help) => format!("tag {}", help.name()),
            Self::Term(term) => term.name().to_owned(),
            Self::Code(code) => code.id.to_string(),
            Self::Article(code, article) => format!("{}/{article}", code.id),
            Self::Commands => "commands".to_owned(),
            Self::Tags => "tags".to_owned(),
        }
    }

    /// What it is, in one line.
    pub(crate) fn summary(&self) -> String {
        match self {
            Self::Rule(rule) => rule.summary().to_owned(),
            Self::Family(family) => format!("The rules of the family `{family}`."),
            Self::Command(help) => help.summary().to_owned(),
            Self::Tag(help) => help.summary().to_owned(),
            Self::Term(term) => term.says.to_owned(),
            Self::Code(code) => format!("{}.", code.title),
            Self::Article(code, article) => {
                code.article(article).next().map_or_else(String::new, |provision| provision.says.to_string())
            }
            Self::Commands => "The commands of a record.".to_owned(),
            Self::Tags => "The tags of a record that are read.".to_owned(),
        }
    }

    /// The kind of thing, as JSON has it.
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Self::Rule(_) => "rule",
            Self::Family(_) => "family",
            Self::Command(_) => "command",
            Self::Tag(_) => "tag",
            Self::Term(_) => "term",
            Self::Code(_) => "code",
            Self::Article(..) => "article",
            Self::Commands => "commands",
            Self::Tags => "tags",
        }
    }

    /// Its own names.
    fn names(&self) -> Vec<&str> {
        match self {
            Self::Rule(rule) => {
                let name = rule.id().split_once('.').map(|(_, name)| name);
                std::iter::once(rule.id()).chain(name).collect()
            }
            Self::Family(family) => vec![family.id()],
            Self::Command(help) => vec![help.name],
            Self::Tag(help) => vec![help.name()],
            Self::Term(term) => term.names.to_vec(),
            Self::Code(code) => vec![&code.id, &code.title],
            Self::Article(..) => Vec::new(),
            Self::Commands => vec!["commands"],
            Self::Tags => vec!["tags"],
        }
    }

    /// The text that a search looks into after its names and its summary.
    fn text(&self) -> &str {
        match self {
            Self::Rule(rule) => rule.explain(),
            Self::Command(help) => help.says,
            Self::Tag(help) => help.says,
            _ => "",
        }
    }

    fn is(&self, other: &Self) -> bool {
        self.argument() == other.argument()
    }
}

/// Everything that words can name.
fn everything(codes: &[Arc<Code>]) -> Vec<Thing> {
    let families = Family::ALL.iter().copied().map(Thing::Family);
    let rules = Rule::ALL.iter().copied().map(Thing::Rule);
    let commands = commands::all().map(Thing::Command);
    let tags = tags::all().map(Thing::Tag);
    let codes = codes.iter().cloned().map(Thing::Code);
    families
        .chain(rules)
        .chain(commands)
        .chain(tags)
        .chain(TERMS.iter().map(Thing::Term))
        .chain([Thing::Commands, Thing::Tags])
        .chain(codes)
        .collect()
}

/// Searches for words. Of several codes of one id the first counts.
pub(crate) fn look_up(words: &str, codes: &[Arc<Code>]) -> Found {
    if words.len() > LONGEST {
        return Found::Near(Vec::new());
    }
    let things = everything(codes);
    let of = |kind: &str| -> Vec<Thing> {
        things.iter().filter(|thing| thing.kind().eq_ignore_ascii_case(kind)).cloned().collect()
    };
    // `[%touch w e2]`, `%touch`, `[Placed "…"]`, `tag Placed`.
    let bare = words.trim_start_matches('[');
    if let Some(name) = bare.strip_prefix('%') {
        return of_kind(name, &of("command"));
    }
    if words.starts_with('[') {
        return of_kind(bare, &of("tag"));
    }
    if let Some((first, rest)) = words.split_once(' ') {
        let of_this_kind = of(first);
        if !of_this_kind.is_empty() {
            return of_kind(rest, &of_this_kind);
        }
        // `article 9.2`, or the beginning of a code's id and an article.
        let first = key(first);
        let is_asked =
            |code: &&Arc<Code>| first == "article" || !first.is_empty() && key(&code.id).starts_with(&first);
        let asked: Vec<Arc<Code>> = codes.iter().filter(is_asked).cloned().collect();
        let articles = by_article(rest.trim(), &asked);
        if !articles.is_empty() {
            return Found::Named(articles);
        }
    }
    let found = [key, singular_key, topic_key].into_iter().find_map(|key| {
        let found = by_name(words, &things, key);
        (!found.is_empty()).then_some(found)
    });
    if let Some(found) = found {
        return Found::Named(found);
    }
    let articles = by_article(words, codes);
    if !articles.is_empty() {
        return Found::Named(articles);
    }
    let scored = by_words(words, &things);
    // The id of a rule that does not exist is not shown as another rule.
    let is_id = words.split_once('.').is_some_and(|(family, name)| {
        Family::from_id(family).is_some() && !name.is_empty() && !name.contains(' ')
    });
    let fits = |scored: &&Scored| scored.missing == 0 && !is_id;
    let with_all_words: Vec<&Scored> = scored.iter().filter(fits).collect();
    let things_of = |scored: &[&Scored]| scored.iter().map(|scored| scored.thing.clone()).collect();
    match with_all_words.as_slice() {
        [] => {}
        [only] if only.weakest >= OF_SUMMARY => return Found::Named(things_of(&[only])),
        several => return Found::Mentioned(things_of(several)),
    }
    let mut near = near(words, &things);
    if !near.iter().any(|(likeness, _)| *likeness == Likeness::OneLetter) {
        // A word of a long text alone says too little.
        let telling = scored.into_iter().filter(|scored| scored.score >= OF_SUMMARY);
        near.extend(telling.map(|scored| (Likeness::SomeWords, scored.thing)));
    }
    let mut shown: Vec<Thing> = Vec::new();
    for (_, thing) in near {
        if shown.len() < MOST && !shown.iter().any(|other| other.is(&thing)) {
            shown.push(thing);
        }
    }
    Found::Near(shown)
}

/// The thing of a kind that the words name, or else the first word; or the things with similar names.
fn of_kind(words: &str, things: &[Thing]) -> Found {
    let whole = words.trim_end_matches(']');
    let first = whole.split([' ', ']', '"']).next().unwrap_or_default();
    let named = |name: &str| {
        things.iter().find(|thing| thing.names().iter().any(|known| key(known) == key(name))).cloned()
    };
    match named(whole).or_else(|| named(first)) {
        Some(thing) => Found::Named(vec![thing]),
        None => Found::Near(near(first, things).into_iter().map(|(_, thing)| thing).take(MOST).collect()),
    }
}

/// The things whose names or synonyms have the same key as the words. A family of rules comes first, then a word
/// of the glossary.
fn by_name(words: &str, things: &[Thing], key: fn(&str) -> String) -> Vec<Thing> {
    let asked = key(words);
    if asked.is_empty() {
        return Vec::new();
    }
    let known = SYNONYMS.iter().filter(|(words, _)| words.iter().any(|word| key(word) == asked));
    let meant = known.flat_map(|(_, meanings)| meanings.iter().filter_map(|meaning| Thing::named(meaning)));
    let named = things.iter().filter(|thing| thing.names().iter().any(|name| key(name) == asked)).cloned();
    let mut found: Vec<Thing> = Vec::new();
    for thing in meant.chain(named) {
        if !found.iter().any(|other| other.is(&thing)) {
            found.push(thing);
        }
    }
    found.sort_by_key(|thing| match thing {
        Thing::Family(_) => 0,
        Thing::Term(_) => 1,
        _ => 2,
    });
    found
}

/// The articles of this id, or the paragraphs that provisions cite: that of the default code alone, if it has one.
fn by_article(id: &str, codes: &[Arc<Code>]) -> Vec<Thing> {
    let mut found: Vec<Thing> = Vec::new();
    for code in codes {
        let article = articles(code).into_iter().find(|article| article.eq_ignore_ascii_case(id)).cloned();
        let cited = || code.provisions.iter().any(|provision| provision.cites(id)).then(|| id.into());
        if let Some(article) = article.or_else(cited) {
            let thing = Thing::Article(Arc::clone(code), article);
            if *code.id == *codes::DEFAULT {
                return vec![thing];
            }
            if !found.iter().any(|other| other.is(&thing)) {
                found.push(thing);
            }
        }
    }
    found
}

/// The weight of a word by where it occurs. A word of which only the beginning is given counts half.
const OF_NAME: u32 = 8;
const OF_SYNONYM: u32 = 6;
const OF_SUMMARY: u32 = 4;
const OF_TEXT: u32 = 2;

/// A thing in which some of the words occur.
struct Scored {
    thing: Thing,
    /// The number of words that do not occur.
    missing: usize,
    score: u32,
    /// The least weight of a word.
    weakest: u32,
}

/// The things in whose names, synonyms or texts at least half of the words occur, the best first. A thing with less than
/// half of the best score is left out.
fn by_words(words: &str, things: &[Thing]) -> Vec<Scored> {
    let asked: Vec<String> =
        split(words).filter(|word| !is_stop_word(word)).map(|word| stem(&word)).collect();
    let mut found: Vec<Scored> = things.iter().filter_map(|thing| score(thing, &asked)).collect();
    found.sort_by_key(|scored| (scored.missing, Reverse(scored.score)));
    let best = found.first().map_or(0, |scored| scored.score);
    found.retain(|scored| scored.score * 2 >= best);
    found.truncate(MOST);
    found
}

fn score(thing: &Thing, asked: &[String]) -> Option<Scored> {
    // A word of the glossary is explained only if it is asked for by name.
    if matches!(thing, Thing::Term(_)) {
        return None;
    }
    let argument = thing.argument();
    let synonyms = SYNONYMS.iter().filter(|(_, meanings)| meanings.contains(&&*argument));
    let synonyms: Vec<&str> = synonyms.flat_map(|(words, _)| words.iter().copied()).collect();
    let fields = [
        (OF_NAME, stems(&thing.names().join(" "))),
        (OF_SYNONYM, stems(&synonyms.join(" "))),
        (OF_SUMMARY, stems(&thing.summary())),
        (OF_TEXT, stems(thing.text())),
    ];
    let weight = |word: &String| {
        let in_field = |(weight, stems): &(u32, Vec<String>)| {
            if stems.contains(word) {
                *weight
            } else if word.chars().count() >= 4 && stems.iter().any(|stem| stem.starts_with(word)) {
                weight / 2
            } else {
                0
            }
        };
        fields.iter().map(in_field).max().unwrap_or(0)
    };
    let weights: Vec<u32> = asked.iter().map(weight).collect();
    let missing = weights.iter().filter(|weight| **weight == 0).count();
    (missing * 2 <= asked.len() && missing < asked.len()).then(|| Scored {
        thing: thing.clone(),
        missing,
        score: weights.iter().sum(),
        weakest: weights.iter().copied().min().unwrap_or(0),
    })
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Likeness {
    OneLetter,
    Begins,
    SomeLetters,
    SomeWords,
}

/// The things with a name like the words, the most similar first. If one differs in a letter only, no other is given.
fn near(words: &str, things: &[Thing]) -> Vec<(Likeness, Thing)> {
    let asked = key(words);
    let letters = asked.chars().count();
    let mistakes = (letters / 3).max(1);
    let like = |name: &&str| {
        let name = key(name);
        let distance = damerau_levenshtein(&asked, &name);
        if distance >= name.len().max(asked.len()) {
            None
        } else if distance <= 1 {
            Some((Likeness::OneLetter, distance))
        } else if letters >= 3 && name.starts_with(&asked) {
            Some((Likeness::Begins, distance))
        } else {
            (distance <= mistakes).then_some((Likeness::SomeLetters, distance))
        }
    };
    let mut alike: Vec<((Likeness, usize), Thing)> = things
        .iter()
        .filter_map(|thing| Some((thing.names().iter().filter_map(like).min()?, thing.clone())))
        .collect();
    alike.sort_by_key(|(likeness, _)| *likeness);
    if let Some((best @ (Likeness::OneLetter, _), _)) = alike.first() {
        let best = *best;
        alike.retain(|(likeness, _)| *likeness == best);
    }
    alike.into_iter().map(|((likeness, _), thing)| (likeness, thing)).collect()
}

/// The words without case, and without anything between them.
pub(super) fn key(words: &str) -> String {
    split(words).collect()
}

/// The key of the words in the singular.
fn singular_key(words: &str) -> String {
    split(words).map(|word| singular(&word)).collect()
}

/// The same, without the words that say nothing about a topic.
fn topic_key(words: &str) -> String {
    split(words).filter(|word| !is_stop_word(word)).map(|word| singular(&word)).collect()
}

/// The words in small letters. An apostrophe is dropped.
fn split(words: &str) -> impl Iterator<Item = String> {
    let words = words.to_lowercase().replace(['\'', '’'], "");
    let words: Vec<String> = words
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    words.into_iter()
}

fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.contains(&format!(" {word} "))
}

fn stems(text: &str) -> Vec<String> {
    split(text).map(|word| stem(&word)).collect()
}

fn singular(word: &str) -> String {
    let base = ["sses", "shes", "ches", "xes"]
        .iter()
        .find_map(|end| word.ends_with(end).then(|| word.strip_suffix("es")).flatten());
    if let Some(base) = base {
        return base.to_owned();
    }
    if let Some(base) = word.strip_suffix("ies") {
        return format!("{base}y");
    }
    let is_plural = !["ss", "us", "is"].iter().any(|end| word.ends_with(end));
    word.strip_suffix('s').filter(|base| is_plural && base.len() > 1).unwrap_or(word).to_owned()
}

/// The word without the endings of plural, tense and participle.
fn stem(word: &str) -> String {
    let word = singular(word);
    let base = ["ing", "ed"].iter().find_map(|end| word.strip_suffix(end)).filter(|base| base.len() >= 3);
    let Some(base) = base else {
        return word.strip_suffix('e').filter(|base| base.len() >= 3).unwrap_or(&word).to_owned();
    };
    // `dropped`, but not `pressed`.
    let doubled = ["bb", "dd", "gg", "mm", "nn", "pp", "rr", "tt"].iter().any(|end| base.ends_with(end));
    base.strip_suffix(|_: char| doubled).unwrap_or(base).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes() -> Vec<Arc<Code>> {
        codes::codes()
    }

    /// The arguments of what fits.
    fn fits(words: &str) -> Vec<String> {
        match look_up(words, &codes()) {
            Found::Named(things) | Found::Mentioned(things) => things.iter().map(Thing::argument).collect(),
            Found::Near(near) => panic!("{words}: {near:?}"),
        }
    }

    fn near_to(words: &str) -> Vec<String> {
        match look_up(words, &codes()) {
            Found::Near(things) => things.iter().map(Thing::argument).collect(),
            found => panic!("{words}: {found:?}"),
        }
    }

    #[test]
    fn every_thing_is_found_by_its_argument_in_any_spelling() {
        for thing in everything(&codes()) {
            let argument = thing.argument();
            let spellings = [
                argument.clone(),
                argument.to_uppercase(),
                argument.replace(['.', '-'], " "),
                argument.replace(['.', '-'], ""),
            ];
            for spelling in spellings {
                let found = fits(&spelling);
                assert_eq!(found.first(), Some(&argument), "{spelling}: {found:?}");
            }
        }
    }

    #[test]
    fn words_that_people_know() {
        for words in ["threefold", "3-fold", "three-fold repetition", "Threefold Repetition Rule"] {
            assert_eq!(fits(words), ["draw.repetition"], "{words}");
        }
        for words in ["50", "fifty", "50 moves", "fifty-move rule", "the 50-move rule"] {
            assert_eq!(fits(words), ["draw.fifty"], "{words}");
        }
        for words in ["touch-move", "Touch move", "touchmove", "touch moves", "touch-move rule"] {
            assert_eq!(fits(words)[..2], ["touch.own", "touch.adversary"], "{words}");
        }
        for words in ["illegal move", "illegal-moves", "ILLEGAL"] {
            assert!(fits(words).contains(&"move.into-check".to_owned()), "{words}");
        }
        for words in ["j'adoube", "J’adoube", "jadoube"] {
            assert_eq!(fits(words), ["touch.adjust", "%say", "%jadoube"], "{words}");
        }
        assert_eq!(fits("en passant"), ["move.en-passant-declined"]);
        assert_eq!(fits("stalemate"), ["draw.stalemate"]);
        assert_eq!(fits("flag"), ["clock.flag", "%flag"]);
        assert_eq!(fits("touch"), ["touch", "%touch"]);
        assert_eq!(fits("board"), ["board", "setup.board", "%board", "tag Board"]);
        for words in ["%touch", "[%touch]", "[%touch w e2]", "command touch", "%TOUCH"] {
            assert_eq!(fits(words), ["%touch"], "{words}");
        }
        for words in ["Placed", "placed", "[Placed]", "[Placed \"8/8\"]", "tag placed"] {
            assert_eq!(fits(words), ["tag Placed"], "{words}");
        }
        assert_eq!(fits("Laws"), ["tag Laws"]);
        for (words, term) in [("Silent", "silence"), ("warnings", "warning"), ("adversary", "adversary")] {
            assert_eq!(fits(words)[0], term, "{words}");
        }
    }

    #[test]
    fn words_are_found_in_texts() {
        assert_eq!(fits("castled to satisfy a penalty")[0], "penalty.castled");
        assert_eq!(fits("touching several pieces")[0], "touch.several-own");
        assert_eq!(fits("scoresheet, moves written")[0], "conduct.writing");
        // A page is shown only if no word is taken from the small print.
        assert!(matches!(look_up("pawn promotion", &codes()), Found::Named(things) if things.len() == 1));
        assert!(matches!(look_up("a ninth pawn", &codes()), Found::Mentioned(things) if things.len() == 1));
    }

    #[test]
    fn similar_names_are_near() {
        assert_eq!(near_to("draw.fity"), ["draw.fifty"]);
        assert_eq!(near_to("record.time-control")[0], "clock.inconsistent");
        assert_eq!(near_to("%tuch"), ["%touch"]);
        assert_eq!(near_to("tag Plcaed"), ["tag Placed"]);
        assert_eq!(near_to("xyzzy"), Vec::<String>::new());
        assert!(near_to("castled unicorn").contains(&"penalty.castled".to_owned()));
        assert!(near_to(&"draw ".repeat(1000)).is_empty());
    }

    #[test]
    fn articles_without_a_code() {
        let code = codes().into_iter().find(|code| code.extends.is_none()).unwrap();
        let article = articles(&code).first().unwrap().to_string();
        assert!(fits(&article).contains(&format!("{}/{article}", code.id)));
        let own = codes::code(codes::DEFAULT).unwrap();
        let article = articles(&own).first().unwrap().to_string();
        let named = [format!("{}/{article}", own.id)];
        let family = own.id.split('-').next().unwrap();
        for words in [article.clone(), format!("article {article}"), format!("{family} {article}")] {
            assert_eq!(fits(&words), named, "{words}");
        }
    }

    #[test]
    fn stems_of_words() {
        for (word, expected) in [
            ("moves", "mov"),
            ("moving", "mov"),
            ("dropped", "drop"),
            ("pressed", "press"),
            ("pieces", "piec"),
            ("touches", "touch"),
            ("penalties", "penalty"),
            ("is", "is"),
            ("s", "s"),
        ] {
            assert_eq!(stem(word), expected, "{word}");
        }
    }
}
