//! Cites a code or an article, as BibTeX and as CSL-JSON.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use crate::law::words::is_word;
use crate::law::{Author, Code, codes, scans_of};

use super::Explanation;

word_enum! {
    /// The format of a citation.
    CitationFormat {
        Bibtex = "bibtex",
        Csl = "csl",
    }
}

/// The data of a citation. A file that changes a code has no container, imprint and address: it is not printed there.
struct Citation<'a> {
    key: String,
    title: String,
    authors: Vec<Author<'a>>,
    container: Option<&'a str>,
    year: Option<u16>,
    publisher: Option<&'a str>,
    place: Option<&'a str>,
    pages: Option<&'a str>,
    note: String,
    link: Option<&'a str>,
}

/// The citations of codes and articles. Nothing else is printed, so that it could be cited.
pub(crate) fn citation(explanations: &[Explanation], format: CitationFormat) -> Option<String> {
    let citations = explanations.iter().map(Citation::of_explanation).collect::<Option<Vec<_>>>()?;
    Some(match format {
        CitationFormat::Bibtex => citations.iter().map(Citation::bibtex).collect::<Vec<_>>().join("\n"),
        CitationFormat::Csl => {
            format!("{:#}\n", Value::Array(citations.iter().map(Citation::csl).collect()))
        }
    })
}

/// The page numbers with which a place in a work begins, and whether it has no other words.
fn page_numbers(place: &str) -> Option<(&str, bool)> {
    let numbers = place.strip_prefix("pp. ").or_else(|| place.strip_prefix("p. "))?;
    let is_number = |part: &str| part.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    match numbers.split_once(", ") {
        Some((first, _)) if is_number(first) && !numbers.split(", ").all(is_number) => Some((first, false)),
        _ => Some((numbers, true)),
    }
}

/// The title and the year of the work in which a code is printed; its id if it is not built in.
fn work_of(code: &str) -> String {
    match codes::code(code) {
        Ok(code) => format!("{} ({})", code.source.work, code.source.printed.unwrap_or(code.year)),
        Err(_) => code.to_owned(),
    }
}

fn has_article(code: &str, article: &str) -> bool {
    codes::code(code).is_ok_and(|code| code.provision(article).is_some())
}

impl<'a> Citation<'a> {
    fn of_explanation(explanation: &'a Explanation) -> Option<Self> {
        match explanation {
            Explanation::Code(page) => Some(Self::of(&page.code, None)),
            Explanation::Article(page) => Some(Self::of(&page.code, Some(&page.article))),
            _ => None,
        }
    }

    fn of(code: &'a Code, article: Option<&str>) -> Self {
        let key = std::iter::once(code.id.to_string())
            .chain(code.other_readings())
            .chain(article.map(str::to_owned));
        let key = key.map(|part| key_part(&part)).collect::<Vec<_>>().join("-");
        let cited = article.map(|article| {
            // An article without a number, or whose number is not known, has a word for its id.
            if is_word(article) {
                format!("article on {article} (number unknown or none)")
            } else {
                let of = code.numbered_as.as_deref().filter(|of| has_article(of, article));
                format!(
                    "article {article}{}",
                    of.map_or_else(String::new, |of| format!(" (numbered as in {of})"))
                )
            }
        });
        if code.alters.is_some() {
            let is_said = code.title.contains("altered");
            return Self {
                key,
                title: format!("{}{}", code.title, if is_said { "" } else { ", altered" }),
                authors: Vec::new(),
                container: None,
                year: None,
                publisher: None,
                place: None,
                pages: None,
                note: cited.into_iter().chain([code.printed_in()]).collect::<Vec<_>>().join(". "),
                link: None,
            };
        }
        let source = &code.source;
        // Only page numbers are pages. Another place in the work, or more than the numbers, goes into the note.
        let place_in_work = source.pages.as_deref();
        let (pages, is_whole) = place_in_work.and_then(page_numbers).unzip();
        let other_place = place_in_work.filter(|_| is_whole != Some(true)).map(str::to_owned);
        // The scan that has the words of the article, or else the first.
        let of_article =
            code.provisions.iter().filter(|one| article.is_some_and(|article| *one.article == *article));
        let scan = scans_of(of_article).into_iter().next().or_else(|| code.scans.first().map(|scan| &**scan));
        // A scan of another code's source is not a copy of this one.
        let (scan, other) = match scan {
            Some(scan) if scan.code != code.id => (None, Some(&scan.code)),
            scan => (scan, None),
        };
        // A later form of the article is not printed in the work.
        let later = article.and_then(|article| source.later_year(article));
        let in_work = |part: Option<&'a str>| part.filter(|_| later.is_none());
        let other_place = match later {
            Some(year) => Some(format!("the form of {year} ({} itself was not seen)", source.work)),
            None => other_place,
        };
        let words_of = other.map(|other| format!("in the words of {}", work_of(other)));
        Self {
            key,
            // A title that is not printed in the work is given in brackets.
            title: in_work(source.heading.as_deref())
                .map_or_else(|| format!("[{}]", code.title), str::to_owned),
            authors: source.authors().collect(),
            container: in_work(Some(&source.work)),
            year: Some(later.or(source.printed).unwrap_or(code.year)),
            publisher: in_work(source.publisher.as_deref()),
            place: in_work(source.place.as_deref()),
            pages: in_work(pages),
            note: cited.into_iter().chain(other_place).collect::<Vec<_>>().join(", in ")
                + &words_of.map_or_else(String::new, |words| format!(", {words}"))
                + &code.reading_note().map_or_else(String::new, |note| format!("; {note}")),
            link: scan.and_then(|scan| scan.link.as_deref()),
        }
    }

    fn bibtex(&self) -> String {
        // `@incollection` needs an author and a book.
        let is_part = !self.authors.is_empty() && self.container.is_some();
        let (kind, container) =
            if is_part { ("incollection", "booktitle") } else { ("misc", "howpublished") };
        let authors: Vec<String> = self.authors.iter().map(bibtex_author).collect();
        let year = self.year.map(|year| year.to_string());
        let mut entry = format!("@{kind}{{{}", self.key);
        let mut field = |name: &str, value: Option<String>| {
            if let Some(value) = value.filter(|value| !value.is_empty()) {
                let _ = write!(entry, ",\n  {name:12} = {{{value}}}");
            }
        };
        let escaped = |text: Option<&str>| text.map(escape_tex);
        field("author", Some(authors.join(" and ")));
        // The second braces keep the capitals.
        field("title", Some(format!("{{{}}}", escape_tex(&self.title))));
        field(container, escaped(self.container));
        field("publisher", escaped(self.publisher));
        field("address", escaped(self.place));
        field("year", year);
        field("pages", escaped(self.pages).map(|pages| pages.replace('-', "--")));
        field("note", escaped(Some(&self.note)));
        field("url", self.link.map(str::to_owned));
        entry + "\n}\n"
    }

    fn csl(&self) -> Value {
        let mut item = Map::new();
        item.insert("id".to_owned(), self.key.as_str().into());
        item.insert(
            "type".to_owned(),
            if self.authors.is_empty() || self.container.is_none() { "document" } else { "chapter" }.into(),
        );
        item.insert("title".to_owned(), self.title.as_str().into());
        let authors = self.authors.iter().map(|author| match author.given {
            Some(given) => json!({ "family": author.family, "given": given }),
            None => json!({ "literal": author.family }),
        });
        let authors: Vec<Value> = authors.collect();
        let fields = [
            ("author", (!authors.is_empty()).then(|| Value::Array(authors))),
            ("container-title", self.container.map(Value::from)),
            ("publisher", self.publisher.map(Value::from)),
            ("publisher-place", self.place.map(Value::from)),
            ("issued", self.year.map(|year| json!({ "date-parts": [[year]] }))),
            ("page", self.pages.map(Value::from)),
            ("note", Some(self.note.as_str()).filter(|note| !note.is_empty()).map(Value::from)),
            ("URL", self.link.map(Value::from)),
        ];
        item.extend(fields.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))));
        Value::Object(item)
    }
}

/// A part of a key: letters and digits of ASCII, `.` and `-`.
fn key_part(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' }).collect()
}

fn bibtex_author(author: &Author<'_>) -> String {
    let family = escape_tex(author.family);
    match author.given {
        Some(given) => format!("{family}, {}", escape_tex(given)),
        // BibTeX prints this as "et al.".
        None if author.family == "others" => family,
        None => format!("{{{family}}}"),
    }
}

/// The text with the characters that are special to TeX as commands, on one line and without control characters.
fn escape_tex(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.split_whitespace().collect::<Vec<_>>().join(" ").chars() {
        match c {
            '\\' => escaped.push_str("\\textbackslash{}"),
            // BibTeX counts braces even after a backslash.
            '{' => escaped.push_str("\\textbraceleft{}"),
            '}' => escaped.push_str("\\textbraceright{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '&' | '%' | '$' | '#' | '_' => escaped.extend(['\\', c]),
            c if c.is_control() => {}
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain;
    use crate::law::{LawFile, skeleton};

    fn cited(text: &str, article: Option<&str>, format: CitationFormat) -> String {
        let file = LawFile::read(text).unwrap();
        let explanation = match article {
            Some(article) => Explanation::Article(explain::article(&file, article).unwrap()),
            None => Explanation::Code(explain::code(&file)),
        };
        citation(&[explanation], format).unwrap()
    }

    /// The template with a source of every key, two scans and a printed text.
    fn printed() -> String {
        let source = r#"source   = { work = "Laws & 100% of {them}", pages = "pp. 10-12", author = "Löwe, J. \\ K. and The Club and others", publisher = "A_B", place = "London", printed = 1901, free = true }"#;
        let scans = "[[scan]]\nid = \"first\"\nwhat = \"torn\"\nlink = \"https://example.org/a_b?c=%20\"\n\n\
                     [[scan]]\nid = \"second\"\nwhat = \"whole\"\nlink = \"https://example.org/2\"\n\n[play]";
        skeleton("club_laws")
            .replace(r#"source   = { work = "The book they are printed in", pages = "p. 1" }"#, source)
            .replacen("\n[play]", &format!("\n{scans}"), 1)
            .replacen("\nsays ", "\ntext = \"Printed.\"\nscan = \"second\"\nsays ", 1)
    }

    #[test]
    fn a_citation_escapes_what_is_special_to_tex() {
        insta::assert_snapshot!(cited(&printed(), Some("1"), CitationFormat::Bibtex), @r#"
        @incollection{club-laws-1,
          author       = {Löwe, J. \textbackslash{} K. and {The Club} and others},
          title        = {{[The laws of a club]}},
          booktitle    = {Laws \& 100\% of \textbraceleft{}them\textbraceright{}},
          publisher    = {A\_B},
          address      = {London},
          year         = {1901},
          pages        = {10--12},
          note         = {article 1},
          url          = {https://example.org/2}
        }
        "#);
        assert!(
            cited(&printed(), None, CitationFormat::Bibtex)
                .contains("url          = {https://example.org/a_b?c=%20}")
        );
        let with_heading = printed().replace("pages = \"pp", "heading = \"Of touching\", pages = \"pp");
        assert!(
            cited(&with_heading, None, CitationFormat::Bibtex).contains("title        = {{Of touching}}")
        );
    }

    #[test]
    fn a_citation_has_the_fields_of_csl() {
        insta::assert_snapshot!(cited(&printed(), Some("1"), CitationFormat::Csl), @r#"
        [
          {
            "id": "club-laws-1",
            "type": "chapter",
            "title": "[The laws of a club]",
            "author": [
              {
                "family": "Löwe",
                "given": "J. \\ K."
              },
              {
                "literal": "The Club"
              },
              {
                "literal": "others"
              }
            ],
            "container-title": "Laws & 100% of {them}",
            "publisher": "A_B",
            "publisher-place": "London",
            "issued": {
              "date-parts": [
                [
                  1901
                ]
              ]
            },
            "page": "10-12",
            "note": "article 1",
            "URL": "https://example.org/2"
          }
        ]
        "#);
    }

    #[test]
    fn only_numbers_are_pages() {
        assert_eq!(page_numbers("pp. 10-12"), Some(("10-12", true)));
        assert_eq!(page_numbers("pp. 49-54, in part"), Some(("49-54", false)));
        assert_eq!(page_numbers("pp. 3, 7-9"), Some(("3, 7-9", true)));
        assert_eq!(page_numbers("laws I-XV"), None);
    }

    #[test]
    fn braces_of_a_citation_are_balanced() {
        for text in ["}{", "\\}", "a}b", "{{{", "\u{1b}[1m", "x\ny"] {
            let escaped = escape_tex(text);
            let depth = escaped.chars().try_fold(0_i32, |depth, c| match c {
                '{' => Some(depth + 1),
                '}' => Some(depth - 1).filter(|depth| *depth >= 0),
                _ => Some(depth),
            });
            assert_eq!(depth, Some(0), "{escaped}");
            assert!(!escaped.contains(char::is_control), "{escaped:?}");
        }
        assert_eq!(key_part("a b/ö,{}\\"), "a-b------");
    }
}
