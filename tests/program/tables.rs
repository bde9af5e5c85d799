//! The tables of findings and of games: each format has the values of the `json` report.

use std::collections::{HashMap, HashSet};
use std::fs;

use jadoube::internals::cli::{Terminal, run};
use jadoube::internals::report::TableId;
use serde_json::Value;

use crate::formats::{Shelf, shelves};
use crate::support::terminal::PIPES;

/// The exit code, the output and the messages.
fn jadoube(terminal: &Terminal, arguments: &[&str]) -> (u8, Vec<u8>, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let typed = std::iter::once("jadoube").chain(arguments.iter().copied()).map(Into::into);
    let code = run(typed, terminal, Box::new(&mut out), Box::new(&mut err), jadoube::internals::audit::run);
    (code, out, String::from_utf8(err).unwrap())
}

/// The arguments that write a table to standard output.
fn arguments(table: TableId, format: &str) -> String {
    match table {
        TableId::Findings => format!("--format={format}"),
        TableId::Games => format!("--games-output={format}=-"),
    }
}

fn written(shelf: &Shelf, table: TableId, format: &str) -> Vec<u8> {
    let (code, folder) = (&*shelf.code, &*shelf.folder);
    let fixed = ["audit", "--code", code, "--min-severity", "info", "--exit-zero", folder];
    jadoube(&PIPES, &[&fixed[..], shelf.selected(), &[&arguments(table, format)]].concat()).1
}

/// A row of a table: the text of each cell; `None` for a missing value.
type Row = Vec<Option<String>>;

/// The text of a value; `None` for null, and for an empty list.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        Value::Array(list) if list.is_empty() => None,
        other => Some(other.to_string()),
    }
}

/// The value of a column that depends on the game alone.
fn of_game(game: &Value, column: &str) -> Option<Value> {
    let tag = |name: &str| Some(game["tags"][name].clone());
    let count = |severity: &str| {
        let findings = game["findings"].as_array().unwrap().iter();
        Some(findings.filter(|finding| finding["severity"] == severity).count().into())
    };
    match column {
        "event" => tag("Event"),
        "site" => tag("Site"),
        "date" => tag("Date"),
        "round" => tag("Round"),
        "white" => tag("White"),
        "black" => tag("Black"),
        "result_tag" => tag("Result"),
        "file" | "game" | "key" => Some(game[column].clone()),
        "errors" => count("error"),
        "warnings" => count("warning"),
        "infos" => count("info"),
        "year" => {
            let date: Vec<char> = game["tags"]["Date"].as_str().unwrap_or_default().chars().collect();
            let year = date.windows(4).find(|part| part.iter().all(char::is_ascii_digit));
            let year = year.map(|year| year.iter().collect::<String>().parse::<u64>().unwrap());
            Some(year.filter(|year| *year > 0).into())
        }
        _ => None,
    }
}

fn remedy(remedy: &Value) -> String {
    let strings = |key: &str| -> Vec<String> {
        remedy[key].as_array().map_or_else(Vec::new, |list| list.iter().filter_map(text).collect())
    };
    let mut details = strings("moves");
    if details.is_empty() {
        details = [strings("men"), strings("pieces")].concat();
    }
    details.extend(text(&remedy["part"]));
    details.extend(remedy["seconds"].as_u64().map(|seconds| format!("{seconds} s")));
    let kind = remedy["kind"].as_str().unwrap();
    if details.is_empty() { kind.to_owned() } else { format!("{kind} ({})", details.join(", ")) }
}

/// The value of a column in a row of a game or, if there is one, of a finding.
fn expected(game: &Value, finding: Option<&Value>, column: &str) -> Option<String> {
    if let Some(value) = of_game(game, column) {
        return text(&value);
    }
    let object = finding.unwrap_or(game);
    match column {
        "line" | "column" | "offset" | "length" => text(&object["span"][column]),
        "move_number" => {
            let number = object["move"].as_str()?.split('.').next()?;
            Some(number.to_owned())
        }
        "remedy" => {
            let remedies = object["remedies"].as_array().unwrap();
            let words: Vec<String> = remedies.iter().map(remedy).collect();
            (!words.is_empty()).then(|| words.join("; "))
        }
        _ => match column.split_once('_') {
            Some((part @ ("window" | "retract" | "verdict" | "fix"), key)) => text(&object[part][key]),
            _ => text(&object[column]),
        },
    }
}

/// The rows of a table as the `json` report has them.
fn expected_rows(shelf: &Shelf, table: TableId) -> Vec<Row> {
    let row = |game: &Value, finding: Option<&Value>| -> Row {
        table.columns().iter().map(|column| expected(game, finding, column.name)).collect()
    };
    let games = shelf.report["games"].as_array().unwrap().iter();
    match table {
        TableId::Games => games.map(|game| row(game, None)).collect(),
        TableId::Findings => games
            .flat_map(|game| {
                game["findings"].as_array().unwrap().iter().map(|finding| row(game, Some(finding)))
            })
            .collect(),
    }
}

#[track_caller]
fn same_rows(table: TableId, found: &[Row], expected: &[Row]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert_eq!(found.len(), expected.len());
        for ((column, found), expected) in table.columns().iter().zip(found).zip(expected) {
            assert_eq!(found, expected, "{}", column.name);
        }
    }
}

#[test]
fn csv_has_the_values_of_json() {
    for table in TableId::ALL {
        let names: Vec<&str> = table.columns().iter().map(|column| column.name).collect();
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len());
        for shelf in shelves() {
            let bytes = written(shelf, *table, "csv");
            let mut reader = csv::Reader::from_reader(&*bytes);
            assert_eq!(reader.headers().unwrap().iter().collect::<Vec<_>>(), names);
            let found: Vec<Row> = reader
                .records()
                .map(|row| row.unwrap().iter().map(|cell| Some(cell.to_owned())).collect())
                .collect();
            // A missing value is an empty cell, as empty text is.
            let expected: Vec<Row> = expected_rows(shelf, *table)
                .into_iter()
                .map(|row| row.into_iter().map(|cell| Some(cell.unwrap_or_default())).collect())
                .collect();
            same_rows(*table, &found, &expected);
        }
    }
}

#[cfg(feature = "arrow")]
mod arrow {
    use arrow_array::cast::AsArray;
    use arrow_array::types::Int64Type;
    use arrow_array::{Array, RecordBatch};
    use arrow_ipc::reader::StreamReader;
    use arrow_schema::DataType;

    use super::*;

    fn cells(batch: &RecordBatch) -> Vec<Row> {
        let mut rows = vec![Row::new(); batch.num_rows()];
        for column in batch.columns() {
            for (place, row) in rows.iter_mut().enumerate() {
                let value = || match column.data_type() {
                    DataType::Utf8 => column.as_string::<i32>().value(place).to_owned(),
                    DataType::Int64 => column.as_primitive::<Int64Type>().value(place).to_string(),
                    DataType::Boolean => column.as_boolean().value(place).to_string(),
                    other => panic!("{other}"),
                };
                row.push((!column.is_null(place)).then(value));
            }
        }
        rows
    }

    fn batches(bytes: &[u8]) -> (StreamReader<&[u8]>, Vec<RecordBatch>) {
        let mut reader = StreamReader::try_new(bytes, None).unwrap();
        let batches = reader.by_ref().map(Result::unwrap).collect();
        assert!(reader.is_finished());
        (reader, batches)
    }

    #[test]
    fn arrow_has_the_values_of_json() {
        for table in TableId::ALL {
            for shelf in shelves() {
                let bytes = written(shelf, *table, "arrow");
                let (reader, batches) = batches(&bytes);
                assert_eq!(reader.schema().metadata()["schema"], table.schema());
                for (field, column) in reader.schema().fields().iter().zip(table.columns()) {
                    let kind = match field.data_type() {
                        DataType::Utf8 => "string",
                        DataType::Int64 => "integer",
                        _ => "boolean",
                    };
                    assert_eq!((field.name().as_str(), kind), (column.name, column.kind.id()));
                }
                let found: Vec<Row> = batches.iter().flat_map(cells).collect();
                same_rows(*table, &found, &expected_rows(shelf, *table));
            }
        }
    }

    #[test]
    fn a_long_table_has_several_batches() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("long.pgn");
        fs::write(&path, "[Event \"e\"]\n\n1. e4 e5 *\n\n".repeat(20_000)).unwrap();
        let of_jobs = |jobs| {
            let path = path.to_str().unwrap();
            jadoube(&PIPES, &["audit", "--isolated", "--games-output=arrow=-", "--jobs", jobs, path]).1
        };
        let bytes = of_jobs("2");
        assert_eq!(bytes, of_jobs("1"));
        let rows: Vec<usize> = batches(&bytes).1.iter().map(RecordBatch::num_rows).collect();
        assert_eq!(rows, [8192, 8192, 3616]);
    }

    #[test]
    fn a_terminal_is_refused() {
        let terminal = Terminal { stdout: true, ..PIPES };
        let (code, out, err) = jadoube(&terminal, &["audit", "--format", "arrow", "samples/plain"]);
        assert_eq!((code, out), (2, Vec::new()));
        assert!(err.contains("a terminal cannot show the format arrow"), "{err}");
    }
}

#[cfg(not(feature = "arrow"))]
#[test]
fn a_program_without_arrow_says_so() {
    for option in ["--format=arrow", "--games-output=arrow=-"] {
        let (code, out, err) = jadoube(&PIPES, &["audit", option, "samples/plain"]);
        assert_eq!((code, out), (2, Vec::new()));
        assert!(err.contains("this program was built without the format arrow\n"), "{err}");
    }
}

#[test]
fn a_table_without_rows_has_its_header() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plain.pgn");
    fs::write(&path, "[Event \"e\"]\n\n1. e4 e5 *\n").unwrap();
    let (code, out, _) = jadoube(&PIPES, &["audit", "--isolated", "--format", "csv", path.to_str().unwrap()]);
    let names: Vec<&str> = TableId::Findings.columns().iter().map(|column| column.name).collect();
    assert_eq!((code, String::from_utf8(out).unwrap()), (0, names.join(",") + "\r\n"));
}

#[test]
fn a_table_is_the_same_for_any_number_of_jobs() {
    for table in TableId::ALL {
        let of_jobs = |jobs: &str| {
            let option = arguments(*table, "csv");
            jadoube(&PIPES, &["audit", "--chunk-size", "2KiB", "--jobs", jobs, &option, "samples"]).1
        };
        assert_eq!(of_jobs("1"), of_jobs("3"));
    }
}

#[test]
fn the_table_of_games_goes_beside_a_report_without_changing_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).into_os_string().into_string().unwrap();
    let fixed = ["audit", "--exit-zero", "samples/record"];
    let plain = jadoube(&PIPES, &[&fixed[..], &["--format", "jsonl"]].concat()).1;
    for (option, file) in [("games.CSV", "games.CSV"), ("csv=games", "games")] {
        let option = option.replace(file, &path(file));
        let with = [&fixed[..], &["--format", "jsonl", "--games-output", &option]].concat();
        let (code, report, err) = jadoube(&PIPES, &with);
        assert_eq!((code, report), (0, plain.clone()), "{err}");
        let rows = csv::Reader::from_path(path(file)).unwrap().into_records().count();
        let last: Value =
            serde_json::from_slice(plain.split(|byte| *byte == b'\n').nth_back(1).unwrap()).unwrap();
        assert_eq!(rows as u64, last["summary"]["games"]);
    }
}

#[test]
fn mistakes_in_the_place_of_the_table_of_games() {
    let message = |options: &[&str]| {
        let (code, _, err) = jadoube(&PIPES, &[&["audit", "samples/plain"], options].concat());
        assert_eq!(code, 2, "{options:?}");
        err
    };
    for (options, expected) in [
        (&["--games-output", "games.txt"][..], "the name \"games.txt\" shows no format"),
        (&["--games-output", "csv="], "shows no format"),
        (&["--games-output", "csv=-", "--format", "json"], "leave out --format json or --games-output csv=-"),
        (&["--games-output", "csv=-", "--statistics"], "two reports cannot be written to standard output"),
        (&["--games-output", "a.csv", "--output", "csv=a.csv"], "to the same file a.csv"),
        (&["--games-output", "csv=samples/plain/two-games.pgn"], "is read in this run"),
    ] {
        let err = message(options);
        assert!(err.contains(expected), "{err}");
    }
}

/// Every copy that the program finds has the key of its first game.
#[test]
fn duplicates_have_one_key() {
    let (_, out, _) =
        jadoube(&PIPES, &["audit", "--min-severity=info", "--all", "--format=jsonl", "samples"]);
    let games: Vec<Value> = String::from_utf8(out)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .filter(|line: &Value| line["game"].is_u64())
        .collect();
    let place = |game: &Value| (game["file"].to_string(), game["game"].as_u64());
    let keys: HashMap<_, _> = games.iter().map(|game| (place(game), &game["key"])).collect();
    let mut copies = 0;
    for game in &games {
        for finding in game["findings"].as_array().unwrap() {
            if finding["rule"] == "record.duplicate-game" {
                assert!(game["key"].is_string());
                assert_eq!(keys[&place(&finding["related"][0])], &game["key"]);
                copies += 1;
            }
        }
    }
    assert!(copies > 10, "{copies}");
}

#[test]
fn the_key_of_a_game() {
    let key = |text: &str| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.pgn");
        fs::write(&path, text).unwrap();
        let (_, out, _) = jadoube(
            &PIPES,
            &["audit", "--isolated", "--all", "--duplicates=0", "--format=jsonl", path.to_str().unwrap()],
        );
        let line = String::from_utf8(out).unwrap().lines().next().unwrap().to_owned();
        serde_json::from_str::<Value>(&line).unwrap()["key"].clone()
    };
    let game =
        "[Event \"e\"]\n[Date \"1899.01.01\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. e4 e5 *\n";
    let whole = key(game);
    assert!(whole.is_string());
    for same in [("1899", "1900"), ("[Event \"e\"]", "[Event \"f\"]"), ("1. e4 e5", "1. e2-e4 {!} e5")] {
        assert_eq!(key(&game.replace(same.0, same.1)), whole, "{same:?}");
    }
    let start = "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1\"]\n\n1.";
    for other in
        [("A", "C"), ("B", "C"), ("[Result \"*\"]", "[Result \"1-0\"]"), ("e5", "e6"), ("\n1.", start)]
    {
        let other = key(&game.replace(other.0, other.1));
        assert!(other.is_string() && other != whole, "{other:?}");
    }
    assert_eq!(key(&game.replace("1. e4 e5", "")), Value::Null);
}
