//! `docs/`: a page for each rule and each code, made from the output of `jadoube explain`, and every link
//! of the documentation.
//!
//! `UPDATE_DOCS=1 cargo test --test program docs::` rewrites the pages; read the difference before
//! committing it.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use jadoube::internals::cli::run;
use jadoube::internals::explain;
use jadoube::internals::law::words::InWords;
use jadoube::internals::law::{Family, OnBoard, Rule, Voice, codes};
use jadoube::internals::report::{Column, TableId};
use serde_json::{Value, json};

use crate::support::{kept, terminal::PIPES};

const HOW: &str = "<!-- Made from the registry: UPDATE_DOCS=1 cargo test --test program docs:: -->\n\n";

/// The output of `jadoube`.
fn jadoube(arguments: &[&str]) -> String {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let typed = std::iter::once("jadoube").chain(arguments.iter().copied()).map(Into::into);
    let code = run(typed, &PIPES, Box::new(&mut out), Box::new(&mut err), jadoube::internals::audit::run);
    assert_eq!(code, 0, "{arguments:?}: {}", String::from_utf8_lossy(&err));
    String::from_utf8(out).unwrap()
}

fn explained(arguments: &[&str]) -> Value {
    serde_json::from_str(&jadoube(&[arguments, &["--format", "json"]].concat())).unwrap()
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

fn strings(values: &[Value]) -> impl Iterator<Item = &str> {
    values.iter().filter_map(Value::as_str)
}

/// Plain words as Markdown; text in backquotes is left as it is.
fn md(words: &str) -> String {
    let mut out = String::new();
    for (place, part) in words.split('`').enumerate() {
        if place > 0 {
            out.push('`');
        }
        for letter in part.chars() {
            if place % 2 == 0 && "\\*_<>[]|".contains(letter) {
                out.push('\\');
            }
            out.push(letter);
        }
    }
    out
}

fn rule_link(id: &str) -> String {
    format!("[`{id}`](../rules/{id}.md)")
}

fn rule_links(ids: &[Value]) -> String {
    strings(ids).map(rule_link).collect::<Vec<_>>().join(", ")
}

/// A line of an article.
fn line(line: &Value) -> String {
    let texts: Vec<String> = strings(list(line, "texts")).map(md).collect();
    format!("- *{}*: {}", text(line, "label"), texts.join("; "))
}

/// The default of a code that is silent, and the reason.
fn so_and_why(silence: &Value) -> String {
    let mut words = String::new();
    if let Some(default) = silence["default"].as_str().and_then(OnBoard::from_id) {
        let _ = write!(words, " On the board: {}.", default.in_words());
    }
    if let Some(why) = silence["why"].as_str() {
        let _ = write!(words, " Why: {}", md(why));
    }
    words
}

// ------------------------------------------------------------------------ rules

/// The position of a code on a rule, without its name.
fn stand(rule: &Value, stand: &Value) -> String {
    let code = text(stand, "code");
    let mut page = String::new();
    let mut said = BTreeSet::new();
    let mut provisions = |page: &mut String, key: &str| {
        for one in list(stand, key) {
            let (article, says) = (text(one, "article"), text(one, "says"));
            if said.insert((article.to_owned(), says.to_owned())) {
                let _ = writeln!(page, "- [{article}](../codes/{code}.md#{article}): {}", md(says));
            }
        }
    };
    provisions(&mut page, "provisions");
    if !list(stand, "of_parent").is_empty() {
        let judged =
            if list(stand, "provisions").is_empty() { "judged as" } else { "in all other cases, judged as" };
        let _ = writeln!(page, "- {judged} {}:", rule_link(text(rule, "parent")));
        provisions(&mut page, "of_parent");
    }
    let silence = &stand["silence"];
    if silence.is_object() {
        let rule = Rule::ALL.iter().find(|known| known.id() == text(rule, "id")).unwrap();
        let is_silent = codes::code(code).unwrap().voice_without_provision(*rule) == Voice::Silent;
        let stance = if is_silent { "silent" } else { "not known" };
        let _ = writeln!(page, "- *{stance}*: {}{}", md(text(silence, "says")), so_and_why(silence));
    }
    if page.is_empty() {
        let words = match (text(rule, "ground"), text(stand, "voice")) {
            ("case", _) => "no article on this: the article that gave the right decides",
            (_, "not known") => "*not known*: the part of its text that was read does not mention this",
            _ => "*silent*",
        };
        let _ = writeln!(page, "- {words}");
    }
    page
}

fn rule_page(id: &str) -> String {
    let value = explained(&["explain", id]);
    let rule = &value["rule"];
    let mut page = format!("{HOW}# `{id}`\n\n{}\n", md(text(rule, "text")).replacen("\n- ", "\n\n- ", 1));
    if text(rule, "ground") == "fact" {
        let _ = writeln!(page, "\n{}", id.parse::<Rule>().unwrap().ground_in_words());
    } else {
        if let Some(parent) = rule["parent"].as_str() {
            let parent = rule_link(parent);
            let _ = writeln!(
                page,
                "\nIf a code has no provision for this rule, its provisions for {parent} apply."
            );
        }
        page.push_str("\n## Under each code\n");
        let stands: Vec<(&str, String)> =
            list(&value, "codes").iter().map(|one| (text(one, "code"), stand(rule, one))).collect();
        for (code, says) in &stands {
            let _ = write!(page, "\n### [{code}](../codes/{code}.md)\n\n");
            // An edition with the same ruling in the same articles is not printed again.
            let same = |other: &&(&str, String)| {
                codes::code(code).unwrap().extends.as_deref() == Some(other.0)
                    && other.1.replace(&format!("/{}.md", other.0), &format!("/{code}.md")) == *says
            };
            match stands.iter().find(same) {
                Some((base, _)) => {
                    let _ = writeln!(page, "Same as {base}.");
                }
                None => page.push_str(says),
            }
        }
    }
    // The record and the ruling as the human report shows them.
    if let Some((_, example)) = jadoube(&["explain", id]).split_once("\nExample\n\n") {
        let _ = write!(page, "\n## Example\n\n```text\n{}\n```\n", example.trim_end());
    }
    page.push_str("\n[All rules](README.md)\n");
    page
}

fn rule_index() -> String {
    let mut page = format!(
        "{HOW}# Rules\n\nEvery finding is reported under one of these rules. `jadoube explain RULE` prints \
         the same text as a page here, and `jadoube rules` lists the rules.\n"
    );
    for family in Family::ALL {
        let _ = write!(page, "\n## {family}\n\n");
        if family.rules().all(Rule::is_off_by_default) {
            let _ = write!(
                page,
                "These rules are off by default: `--select {family}` reports only them, and `--extend-select {family}` adds them to the others.\n\n"
            );
        }
        page.push_str("| Rule | Finding |\n| --- | --- |\n");
        for rule in family.rules() {
            let _ = writeln!(page, "| [`{rule}`]({rule}.md) | {} |", md(rule.summary()));
        }
    }
    page
}

// ------------------------------------------------------------------------ codes

fn code_page(id: &str) -> String {
    let value = explained(&["explain", id]);
    let code = &value["code"];
    let mut page = format!("{HOW}# {id}\n\n{}\n", about(code));
    page.push_str("\n## How the board is judged\n\n");
    for one in list(&value, "regulations") {
        let _ = writeln!(page, "{}", line(one));
    }
    page.push_str("\n## Articles\n");
    for article in list(&value, "articles") {
        let name = text(article, "article");
        let _ = write!(page, "\n<a id=\"{name}\"></a>**{name}**\n\n");
        for one in without_repeats(list(article, "provisions")) {
            let topics = rule_links(list(&one, "topics"));
            let _ = writeln!(page, "- {} ({topics})", md(text(&one, "says")));
            if one["text"].is_string() {
                let scan = scan_name(code, &one["scan"]);
                let _ = writeln!(page, "  - *in print*: “{}” \\[{scan}\\]", md(text(&one, "text")));
            }
        }
        for tally in list(&value, "tallies").iter().filter(|tally| text(tally, "article") == name) {
            for one in list(tally, "words") {
                let _ = writeln!(page, "{}", line(one));
            }
        }
    }
    if !list(&value, "readings").is_empty() {
        page.push_str("\n## Readings of unclear points\n");
    }
    for reading in list(&value, "readings") {
        let of = |key| md(text(reading, key));
        let _ = write!(page, "\n**{}** {}\n\n", text(reading, "article"), of("question"));
        let _ = writeln!(page, "- *answer*: {}\n- *why*: {}", of("taken"), of("why"));
        for other in list(reading, "alternatives") {
            let ask = format!("--reading {id}/{}={}", text(reading, "article"), text(other, "name"));
            let changes: Vec<String> = list(other, "changes")
                .iter()
                .map(|change| {
                    let texts: Vec<String> = strings(list(change, "texts")).map(md).collect();
                    format!("*{}* becomes: {}", text(change, "label"), texts.join(" "))
                })
                .collect();
            let _ = writeln!(page, "- *alternative*: `{ask}`: {}", changes.join("; "));
        }
    }
    let law = codes::code(id).unwrap();
    for (voice, head) in [(Voice::Silent, "Silent matters"), (Voice::Unrevealed, "Matters not known")] {
        let silences = list(&value, "silences").iter().zip(&law.silences);
        let mut matters = silences.filter(|(_, silence)| law.voice_of(silence) == voice).peekable();
        if matters.peek().is_some() {
            let _ = write!(page, "\n## {head}\n\n");
        }
        for (silence, _) in matters {
            let (says, topics) = (md(text(silence, "says")), rule_links(list(silence, "topics")));
            let _ = writeln!(page, "- {says} ({topics}){}", so_and_why(silence));
        }
    }
    if !list(code, "scans").is_empty() {
        page.push_str("\n## Copies of the source\n\n");
    }
    for scan in list(code, "scans") {
        let link = scan["link"].as_str().map_or_else(String::new, |link| format!(": <{link}>"));
        let _ = writeln!(page, "- *{}*: {}{link}", scan_name(code, scan), md(text(scan, "what")));
    }
    let _ = write!(
        page,
        "\nRun `jadoube explain {id}/ARTICLE` to see the effect of an article, with an example.\n\n\
         [All codes](README.md)\n"
    );
    page
}

/// The provisions of an article; one that has the sentence of another, and no other words in print, only adds its topics
/// to that one.
fn without_repeats(provisions: &[Value]) -> Vec<Value> {
    let mut kept: Vec<Value> = Vec::new();
    for one in provisions {
        let is_same = |other: &&mut Value| {
            other["says"] == one["says"] && (one["text"].is_null() || other["text"] == one["text"])
        };
        let Some(same) = kept.iter_mut().find(is_same) else {
            kept.push(one.clone());
            continue;
        };
        let topics = same["topics"].as_array_mut().unwrap();
        let new = list(one, "topics").iter().filter(|topic| !topics.contains(topic)).cloned();
        let new: Vec<Value> = new.collect();
        topics.extend(new);
    }
    kept
}

/// The id of a scan, with that of its code if it is another.
fn scan_name(code: &Value, scan: &Value) -> String {
    let of_other = (scan["code"] != code["id"]).then(|| format!("{} ", text(scan, "code")));
    format!("{}{}", of_other.unwrap_or_default(), text(scan, "id"))
}

/// The title, year and source of a code.
fn about(code: &Value) -> String {
    let id = text(code, "id");
    let law = codes::code(id).unwrap();
    let mut about = md(&format!("{} {}", law.titled(), law.printed_in()));
    match (code["since"].as_str(), code["until"].as_str()) {
        (Some(since), Some(until)) => {
            let _ = write!(about, " In force from {since} to {until}.");
        }
        (Some(since), None) => {
            let _ = write!(about, " In force since {since}.");
        }
        _ => {}
    }
    if let (Some(base), Some(origin)) = (code["extends"].as_str(), explain::origin(&law)) {
        about.push(' ');
        about.push_str(&md(&origin).replacen(base, &format!("[{base}]({base}.md)"), 1));
    }
    if code["coverage"] == "partial" {
        about.push_str(" Its text is known only in part.");
    }
    about
}

fn code_index() -> String {
    let mut page = format!(
        "{HOW}# Codes of laws\n\n`jadoube explain CODE` prints the same text as a page here, and \
         `jadoube codes` lists the codes.\n\n| Code | Year | Title | Articles |\n| --- | --- | --- | --- |\n"
    );
    for code in explained(&["codes"]).as_array().unwrap() {
        let (id, title) = (text(code, "id"), md(text(code, "title")));
        let _ = writeln!(page, "| [{id}]({id}.md) | {} | {title} | {} |", code["year"], code["articles"]);
    }
    page
}

// ------------------------------------------------------------------------ tables

const ABOUT_TABLES: &str = "\
An audit can be written as a table with a row for each finding, and as a table with a row for each game:

```sh
jadoube audit --format csv archive > findings.csv
jadoube audit --output csv=findings.csv --games-output games.csv archive
```

`csv` and `arrow` write the same columns, and so do the tables of the [Python module](../python/README.md) and its data source
for Spark. Every value follows from the [`jsonl` report](../grammar/report.schema.json). A key of a nested object is a column
of its own, `OBJECT_KEY`; only the place of a passage has plain names, such as `line`. Lists are JSON text.

The version of a table changes if a column is renamed or dropped. Columns can be added within a version, so read columns by
name.

- **csv** is UTF-8 in the form of RFC 4180: the first line has the names of the columns, lines end in CR LF, and a cell in
  quotation marks can contain line breaks. An empty cell is a missing value or empty text. The version is not in the file.
- **arrow** is an Arrow IPC stream. Text is `Utf8`, an integer `Int64`. `schema` in the metadata of the schema is the version. The
  program of the Python package has this format, and a program built with `--features arrow`.

The two tables in the form of [Table Schema](https://datapackage.org/standard/table-schema/) are
[findings.table-schema.json](../grammar/findings.table-schema.json) and
[games.table-schema.json](../grammar/games.table-schema.json).

## The key of a game

`key` is a hash of the tags White, Black and Result as they are written, of the position in which the game starts, and of its
moves. Moves after an impossible one are hashed as text. Other tags, comments, variations and the notation do not count.

Two games with the same key are perhaps one game. An audit reports a copy as `record.duplicate-game` only if more agrees:

- The dates must not contradict each other.
- In games of fewer than ten plies, the date, the round and the event must be known and the same.
- In games of fewer than forty plies, UTCTime and Time must be the same.

The copy is the later game in the order of reading. So a query that groups the games of any number of files or shards by `key`
finds all candidates, and this rule decides within each group.

A game has the same key on every machine, and under every version of the program with the same version of the table.
";

fn tables_page() -> String {
    let mut page = format!("{HOW}# Tables of findings and games\n\n{ABOUT_TABLES}");
    for table in TableId::ALL {
        let _ = write!(page, "\n## `{}`\n\n| Column | Type | Value |\n| --- | --- | --- |\n", table.schema());
        for column in table.columns() {
            let kind =
                if column.is_required { column.kind.id().to_owned() } else { format!("{}?", column.kind) };
            let _ = writeln!(page, "| `{}` | {kind} | {} |", column.name, md(column.about));
        }
    }
    page.push_str("\nA value of a type with `?` can be missing.\n");
    page
}

fn table_schema(table: TableId) -> Value {
    let field = |column: &Column| {
        json!({
            "name": column.name,
            "type": column.kind.id(),
            "description": column.about,
            "constraints": { "required": column.is_required },
        })
    };
    json!({
        "$schema": "https://datapackage.org/profiles/2.0/tableschema.json",
        "title": table.schema(),
        "description": "Columns can be added within a version; none is renamed or dropped.",
        "fieldsMatch": "superset",
        "missingValues": [""],
        "fields": table.columns().iter().map(field).collect::<Vec<_>>(),
    })
}

// ------------------------------------------------------------------------ tests

/// Asserts that a folder has these pages and no others.
fn folder(path: &str, pages: Vec<(String, String)>) {
    let mut names = BTreeSet::from(["README.md".to_owned()]);
    for (name, page) in pages {
        kept::kept(Path::new(path).join(&name), &page);
        names.insert(name);
    }
    for file in fs::read_dir(path).unwrap() {
        let file = file.unwrap();
        let is_wanted = names.contains(&*file.file_name().to_string_lossy());
        if !is_wanted && kept::is_update() {
            fs::remove_file(file.path()).unwrap();
        } else {
            assert!(is_wanted, "{} is the page of nothing", file.path().display());
        }
    }
}

#[test]
fn every_rule_has_its_page() {
    let page = |rule: &Rule| (format!("{rule}.md"), rule_page(rule.id()));
    let index = ("README.md".to_owned(), rule_index());
    folder("docs/rules", Rule::ALL.iter().map(page).chain([index]).collect());
}

#[test]
fn every_code_has_its_page() {
    let page = |code: &codes::Embedded| (format!("{}.md", code.id), code_page(code.id));
    let index = ("README.md".to_owned(), code_index());
    folder("docs/codes", codes::embedded().iter().map(page).chain([index]).collect());
}

#[test]
fn the_tables_have_their_page_and_schemas() {
    kept::kept("docs/tables.md", &tables_page());
    for table in TableId::ALL {
        let schema = serde_json::to_string_pretty(&table_schema(*table)).unwrap() + "\n";
        kept::kept(format!("grammar/{table}.table-schema.json"), &schema);
    }
}

/// The Markdown of the tree that documents the program.
fn documents() -> Vec<PathBuf> {
    let of = |folder: &str| {
        let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
        files.filter(|path| path.extension().is_some_and(|end| end == "md")).collect::<Vec<_>>()
    };
    [".", "docs", "docs/rules", "docs/codes", "samples"].into_iter().flat_map(of).collect()
}

#[test]
fn every_link_leads_somewhere() {
    // The other tests are writing the pages.
    if kept::is_update() {
        return;
    }
    let mut followed = 0;
    for path in documents() {
        let text = fs::read_to_string(&path).unwrap();
        // Every second part is in a fence, where brackets are not links.
        for part in text.split("\n```").step_by(2) {
            for (_, rest) in part.match_indices("](").map(|(at, _)| part.split_at(at + 2)) {
                let link = rest.split(')').next().unwrap();
                if link.contains("://") {
                    continue;
                }
                followed += 1;
                let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
                let target = if file.is_empty() { path.clone() } else { path.parent().unwrap().join(file) };
                assert!(target.exists(), "{}: {link}", path.display());
                if !anchor.is_empty() {
                    let target = fs::read_to_string(target).unwrap();
                    assert!(has_anchor(&target, anchor), "{}: {link}", path.display());
                }
            }
        }
    }
    assert!(followed > 1000, "{followed}");
}

/// An explicit anchor, or that of a heading.
fn has_anchor(page: &str, anchor: &str) -> bool {
    let slug = |heading: &str| -> String {
        let letters = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = letters.chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
        kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
    };
    page.contains(&format!("<a id=\"{anchor}\">"))
        || page.lines().any(|line| line.starts_with('#') && slug(line) == anchor)
}
