//! The schema of `json` and `jsonl`, `grammar/report.schema.json`: closed sets of words are those of the
//! program.
#![allow(clippy::needless_pass_by_value)] // parts are put together from parts

use jadoube::internals::finding::{Disposition, FixClass, Score, Severity, Standing, WindowState};
use jadoube::internals::law::{Chooser, Person, RemedyKind, Rule, TimePart, WindowId};
use serde_json::{Map, Value, json};

/// An object with these keys; those that end in `?` are optional. Other keys may be added later.
fn object(description: &str, keys: &[(&str, Value)]) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for (key, value) in keys {
        let name = key.trim_end_matches('?');
        if name == *key {
            required.push(name);
        }
        properties.insert(name.to_owned(), value.clone());
    }
    json!({ "description": description, "type": "object", "required": required, "properties": properties })
}

fn part(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}

fn list(of: Value) -> Value {
    json!({ "type": "array", "items": of })
}

fn map(of: Value) -> Value {
    json!({ "type": "object", "additionalProperties": of })
}

fn or_null(of: Value) -> Value {
    json!({ "anyOf": [of, { "type": "null" }] })
}

fn words<'w>(words: impl IntoIterator<Item = &'w str>) -> Value {
    json!({ "enum": words.into_iter().collect::<Vec<_>>() })
}

fn text() -> Value {
    json!({ "type": "string" })
}

fn is() -> Value {
    json!({ "type": "boolean" })
}

fn number(least: u64) -> Value {
    json!({ "type": "integer", "minimum": least })
}

fn by_rule() -> Value {
    json!({ "type": "object", "propertyNames": part("rule"), "additionalProperties": number(1) })
}

fn about(text: &str, mut schema: Value) -> Value {
    schema["description"] = text.into();
    schema
}

fn finding_keys() -> Vec<(&'static str, Value)> {
    let doubt = object(
        "Another reading of an article, under which the ruling is another.",
        &[
            ("reading", about("`CODE/ARTICLE=NAME`, as `--reading` takes it.", text())),
            ("outcome", about("What follows under it.", text())),
        ],
    );
    let related = object(
        "Another game that the finding names, such as the first copy of a duplicate.",
        &[("file", text()), ("game", about("Its number in its file.", number(1)))],
    );
    let edit = object(
        "A change of the file.",
        &[
            ("offset", about("In bytes from the start of the file.", number(0))),
            ("length", about("The bytes replaced; 0 for an insertion.", number(0))),
            ("text", about("The new text.", text())),
        ],
    );
    let fix = object(
        "The repair of the record.",
        &[
            ("title", about("What it does, as an order.", text())),
            ("class", about("When it is made.", words(FixClass::ALL.iter().map(|word| word.id())))),
            ("edits", about("In order, without overlaps.", list(edit))),
        ],
    );
    let retract = object(
        "Moves that must be taken back.",
        &[
            ("to_ply", about("The position to go back to is the one after this ply.", number(0))),
            ("plies", number(0)),
        ],
    );
    vec![
        ("rule", part("rule")),
        ("severity", part("severity")),
        ("code", about("The code that decides; null where none does.", or_null(text()))),
        ("article", about("Its article; null for a silence.", or_null(text()))),
        (
            "codes?",
            about(
                "The editions that agree on it, the newest first, if the date of the game fits several.",
                list(text()),
            ),
        ),
        ("game", about("The number of the game in its file; 0 for the report of a tournament.", number(0))),
        ("ply", about("The ply after which it happened, or that of the move itself.", number(0))),
        ("move", about("The move with its number: `12... Ke7`.", or_null(text()))),
        ("span", part("span")),
        ("offender", json!({ "enum": ["white", "black", null] })),
        ("message", about("The fact, one sentence.", text())),
        ("help", about("What else is worth knowing.", or_null(text()))),
        ("fix?", fix),
        ("doubtful?", list(doubt)),
        ("related?", list(related)),
        ("remedies", about("What the code gives, in its order.", list(part("remedy")))),
        ("window", or_null(part("window"))),
        ("retract", or_null(retract)),
        (
            "disposition",
            about("How the case ended.", or_null(words(Disposition::ALL.iter().map(|word| word.id())))),
        ),
        (
            "fingerprint",
            about("Stable across edits elsewhere.", json!({ "type": "string", "pattern": "^[0-9a-f]{32}$" })),
        ),
        ("silent", about("Whether the code says nothing of the matter.", is())),
        ("unrevealed", about("Whether that is because its source is known only in part.", is())),
    ]
}

fn findings() -> Vec<(&'static str, Value)> {
    // Words that expand into others, or mean no remedy, are for law files.
    let file_only =
        [RemedyKind::None, RemedyKind::LoseRight, RemedyKind::TouchedDuty, RemedyKind::FirstPossible];
    let kinds = RemedyKind::ALL.iter().filter(|kind| !file_only.contains(kind)).map(|kind| kind.id());
    let remedy = object(
        "One remedy, in the position.",
        &[
            ("kind", words(kinds)),
            ("chooser", words(Chooser::ALL.iter().map(|word| word.id()))),
            (
                "moves",
                about("Every legal move that satisfies it, sorted, without check signs.", list(text())),
            ),
            ("men", list(json!({ "type": "string", "pattern": "^[a-h][1-8]$" }))),
            ("fallback", about("Whether it stands for one that had no move.", is())),
            ("seconds?", number(1)),
            (
                "part?",
                about(
                    "The part of the time left that is lost; `seconds` is the most then.",
                    words(TimePart::ALL.iter().map(|word| word.id())),
                ),
            ),
            ("pieces?", list(json!({ "type": "string", "pattern": "^[KQRBNP]$" }))),
        ],
    );
    let window = object(
        "Until when a right may be used.",
        &[
            ("closes", words(WindowId::ALL.iter().map(|word| word.id()))),
            ("n?", about("How many moves.", number(1))),
            ("who?", about("Whose moves.", words(Person::ALL.iter().map(|word| word.id())))),
            ("opened_ply", number(0)),
            ("closed_ply", or_null(number(0))),
            ("state", words(WindowState::ALL.iter().map(|word| word.id()))),
        ],
    );
    vec![
        ("rule", about("A rule id of the registry.", words(Rule::ALL.iter().map(|rule| rule.id())))),
        ("severity", words(Severity::ALL.iter().map(|word| word.id()))),
        ("remedy", remedy),
        ("window", window),
        ("finding", object("One finding.", &finding_keys())),
    ]
}

fn games() -> Vec<(&'static str, Value)> {
    let span = object(
        "Where it stands: bytes of the unpacked text, lines and columns from 1.",
        &[
            ("file", text()),
            ("offset", number(0)),
            ("length", number(0)),
            ("line", number(1)),
            ("column", number(1)),
        ],
    );
    let reasons = Rule::ALL.iter().map(|rule| rule.id()).chain(["move", "record"]);
    let verdict = object(
        "What the game is worth under the code.",
        &[
            ("standing", words(Standing::ALL.iter().map(|word| word.id()))),
            ("score", part("score")),
            (
                "reason",
                about("A rule; `move` for mate; `record` where the board shows no ground.", words(reasons)),
            ),
            ("ply", number(0)),
        ],
    );
    let game = object(
        "One game: also each line of `jsonl` but the last.",
        &[
            ("game", about("Its number in its file; 0 for the report of a tournament.", number(0))),
            ("file", text()),
            (
                "key",
                about(
                    "Games with the same players, result, start and moves have the same key; null for a game without moves \
                     or with text that cannot be read.",
                    or_null(json!({ "type": "string", "pattern": "^[0-9a-f]{32}$" })),
                ),
            ),
            ("span", part("span")),
            ("tags", map(text())),
            ("result", part("score")),
            ("plies", about("The moves that stand at the end.", number(0))),
            ("final_fen", text()),
            ("code", about("The code that the game was judged under.", text())),
            ("verdict", part("verdict")),
            ("findings", list(part("finding"))),
        ],
    );
    vec![
        ("score", words(Score::ALL.iter().map(|word| word.id()))),
        ("span", span),
        ("verdict", verdict),
        ("game", game),
    ]
}

/// The keys of every report; the games, if present, come before the last two.
fn run_keys(schema: &str, codes: (&'static str, Value)) -> Vec<(&'static str, Value)> {
    let tool = object("The program.", &[("name", text()), ("version", text())]);
    vec![("schema", json!({ "const": schema })), ("tool", tool), codes]
}

fn audits() -> Vec<(&'static str, Value)> {
    let shard = object(
        "A part of a file, where one was audited.",
        &[
            ("file", text()),
            ("size", number(0)),
            ("offset", number(0)),
            ("length", number(0)),
            ("game", or_null(number(1))),
            ("line", or_null(number(1))),
            (
                "compressed?",
                about(
                    "Whether the file is compressed: size, offset and length are those of the compressed bytes.",
                    json!({ "const": true }),
                ),
            ),
        ],
    );
    let set_share = object(
        "A share of several files, where one was audited.",
        &[
            ("number", number(1)),
            ("of", about("How many shares there are.", number(1))),
            ("files", number(0)),
            ("bytes", about("The size of all files.", number(0))),
            ("hash", about("Of the names and sizes of the files.", text())),
        ],
    );
    let parts = list(object(
        "A part of a file whose games and lines are counted from its own beginning.",
        &[
            ("file", text()),
            ("offset", number(0)),
            ("length", number(0)),
            ("games", number(0)),
            (
                "lines",
                about(
                    "How many lines end in it; not counted in the last chunk if the file ends with it.",
                    number(0),
                ),
            ),
            (
                "text?",
                about(
                    "Of a compressed file: the length of its text, from whose beginning offsets are counted.",
                    number(0),
                ),
            ),
        ],
    ));
    let severities = Severity::ALL.iter().rev().map(|word| (word.id(), number(0))).collect::<Vec<_>>();
    let summary = object(
        "What the run added up to.",
        &[
            ("files", number(0)),
            ("unreadable", number(0)),
            ("games", number(0)),
            ("plies", number(0)),
            ("findings", object("How many.", &severities)),
            ("by_rule", by_rule()),
            ("duplicates_stopped?", about("After so many games no duplicate was looked for.", number(0))),
            (
                "copies?",
                list(object(
                    "Games that are copies of games in another file.",
                    &[
                        ("file", about("The file of the copies.", text())),
                        ("first", about("The file of the games that they repeat.", text())),
                        ("games", number(1)),
                    ],
                )),
            ),
            (
                "codes?",
                about(
                    "The number of games by code, if each game has its own; `none` counts those judged by their moves alone.",
                    map(number(1)),
                ),
            ),
            (
                "undated?",
                about("Games judged under the default code because their year is unknown.", number(1)),
            ),
            (
                "assumed_pace?",
                about(
                    "Games judged under the laws for long time controls because theirs is unknown.",
                    number(1),
                ),
            ),
            ("fixable?", about("Findings that `--fix` repairs.", number(1))),
            ("suppressed?", about("Not told because the records ask for that.", number(1))),
            ("in_baseline?", about("Not told because a baseline lists them.", number(1))),
        ],
    );
    let mut last = run_keys("jadoube.report/1", ("code", part("code")));
    last.extend([
        ("shard?", shard),
        ("share?", set_share),
        (
            "settings?",
            about("The settings that all parts of a run share, where a part was audited.", map(text())),
        ),
        ("left_out?", about("Rules that need what a shard does not hold.", list(part("rule")))),
        ("unreadable?", list(part("unreadable"))),
        ("parts?", parts),
        ("summary", part("summary")),
    ]);
    let mut report = last.clone();
    let mut last_line = object("The last line of `jsonl`.", &last);
    last_line["not"] = json!({ "required": ["games"] });
    report.insert(3, ("games", list(part("game"))));
    vec![
        (
            "code",
            object(
                "The code of the run.",
                &[("id", text()), ("title", text()), ("year", or_null(json!({ "type": "integer" })))],
            ),
        ),
        ("unreadable", object("A source that could not be read.", &[("file", text()), ("why", text())])),
        ("summary", summary),
        ("last-line", last_line),
        ("report", object("The whole of `json`.", &report)),
    ]
}

fn comparisons() -> Vec<(&'static str, Value)> {
    let row = object(
        "What happened, and what each code says of it.",
        &[
            ("ply", number(0)),
            ("move", or_null(text())),
            ("act", about("What was done beside the moves.", or_null(text()))),
            ("rule", part("rule")),
            ("span", part("span")),
            ("differs", is()),
            ("cells", about("By code; null where it finds nothing.", map(or_null(part("finding"))))),
        ],
    );
    let game = object(
        "One game under several codes.",
        &[
            ("game", number(1)),
            ("file", text()),
            ("span", part("span")),
            ("tags", map(text())),
            ("result", part("score")),
            ("plies", number(0)),
            ("differs", is()),
            ("verdicts", about("By code.", map(part("verdict")))),
            ("rows", list(part("row"))),
        ],
    );
    let pair = object("Two codes.", &[("codes", list(text())), ("games", number(0))]);
    let first = object(
        "Where it was first met.",
        &[("file", text()), ("game", number(1)), ("line", number(1)), ("column", number(1))],
    );
    let rule = object("A rule.", &[("rule", part("rule")), ("games", number(1)), ("first", first)]);
    let worth = object(
        "How many games a code values so.",
        &[
            ("standing", words(Standing::ALL.iter().map(|word| word.id()))),
            ("score", part("score")),
            ("games", number(1)),
        ],
    );
    let statistics = object(
        "How many games differ.",
        &[("pairs", list(pair)), ("rules", list(rule)), ("verdicts", map(list(worth)))],
    );
    let summary = object(
        "What the run added up to.",
        &[
            ("files", number(0)),
            ("unreadable", number(0)),
            ("games", number(0)),
            ("plies", number(0)),
            ("differing", number(0)),
            ("verdicts_differ", number(0)),
            ("by_rule", by_rule()),
            ("doubtful_records", number(0)),
        ],
    );
    let mut comparison = run_keys("jadoube.compare/1", ("codes", list(part("code"))));
    comparison.extend([
        ("games?", list(part("compared-game"))),
        ("statistics?", statistics),
        ("unreadable?", list(part("unreadable"))),
        ("summary", summary),
    ]);
    vec![
        ("row", row),
        ("compared-game", game),
        ("comparison", object("The whole of `compare --format json`.", &comparison)),
    ]
}

/// The whole schema.
pub fn schema() -> Value {
    let parts: Map<String, Value> = [findings(), games(), audits(), comparisons()]
        .into_iter()
        .flatten()
        .map(|(name, part)| (name.to_owned(), part))
        .collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The reports of jadoube",
        "description": "`jadoube.report/1`: what `audit` writes as `json`, and each line of `jsonl`; \
            `jadoube.compare/1`: what `compare` writes as `json`. Keys and words may be added within a version; \
            none is renamed or dropped.",
        "anyOf": [part("report"), part("game"), part("last-line"), part("comparison")],
        "$defs": parts,
    })
}
