//! The parsers are compared with the grammars in `grammar/`: every sentence is read, and every production
//! has the function of its name.

use std::collections::BTreeSet;
use std::path::Path;

use crate::support::grammar::{Generator, Grammar, Sentence, productions, syntax_findings};
use crate::support::terminal::PIPES;
use jadoube::internals::chess::{Position, San};
use jadoube::internals::cli::run;
use jadoube::internals::game::{Field, TimeControl};
use jadoube::internals::pgn::{Command, command};
use serde_json::Value;

/// The grammars whose productions must each have a function of the same name.
const HELD: &[&str] = &["commands.abnf", "descriptive.abnf", "record.abnf"];

/// The functions with another name, because they belong to a type.
const OTHERWISE_NAMED: &[(&str, &str)] = &[("game", "next"), ("fen", "from_fen")];

/// The folders of those functions.
const ROOMS: &[&str] = &["src/pgn", "src/chess"];

/// The productions of `record.abnf` that no other production leads to.
const STARTS: &[&str] = &[
    "game",
    "descriptive-move",
    "fen",
    "observed",
    "board-tag",
    "right-of-move",
    "ended-on-time",
    "tag-on-end",
    "comment-on-end",
    "odds",
    "regulations",
    "default-time",
    "result-detail",
    "series-game",
    "jadoube-ignore",
    "time-control",
];

#[test]
fn every_command_of_the_grammar_is_read_and_printed_back() {
    let grammar = Grammar::read();
    Generator::new(&grammar, 1862).cover("command", 2000, |sentence| {
        let read = read_command(&sentence.bytes, sentence);
        let printed = match &read {
            Command::Act(act) => act.to_string(),
            Command::Clock(clock) => clock.to_string(),
            Command::Ignore(suppress) => suppress.to_string(),
            Command::Foreign => {
                assert!(sentence.made_by.contains("foreign"), "foreign: {}", shown(sentence));
                return;
            }
        };
        assert!(!sentence.made_by.contains("foreign"), "ours: {}", shown(sentence));
        assert_eq!(
            read_command(printed.as_bytes(), sentence),
            read,
            "printed as {printed}: {}",
            shown(sentence)
        );
    });
}

fn read_command(bytes: &[u8], sentence: &Sentence) -> Command {
    match command(bytes) {
        Ok((b"", Ok(command))) => command,
        other => panic!("{other:?}: {}", shown(sentence)),
    }
}

/// The productions of arguments, which `explain` describes in sentences.
const ARGUMENTS: &[&str] = &[
    "blanks",
    "person",
    "player",
    "square",
    "squares",
    "piece-name",
    "move-words",
    "number",
    "time",
    "text-or-word",
    "fen-words",
    "rules",
    "reason",
];

#[test]
fn explain_knows_every_command_of_the_grammar_and_its_words() {
    let grammar = Grammar::read();
    let known: BTreeSet<String> =
        productions("commands.abnf").iter().map(|rule| rule.name().to_owned()).collect();
    let commands = explain("commands");
    let commands = commands["commands"].as_array().unwrap();
    let mut explained = BTreeSet::new();
    for command in commands {
        let (name, production) = (command["name"].as_str().unwrap(), command["production"].as_str().unwrap());
        assert!(known.contains(production), "{name}");
        explained.insert(production.to_owned());
        let page = explain(&format!("%{name}"));
        let operands = page["operands"].as_array().unwrap().iter();
        let words = operands.map(|operand| operand["word"].as_str().unwrap()).collect::<Vec<_>>().join(" ");
        let words: Vec<&str> = words.split([' ', '(', ')']).collect();
        // Several commands share the production of the clocks.
        if production != "clock-command" {
            for literal in grammar.literals(production, ARGUMENTS) {
                assert!(literal == name || words.contains(&literal.as_str()), "{name}: {literal}");
            }
        }
    }
    let mut of_grammar = grammar.parts("command");
    of_grammar.retain(|name| !["foreign", "BLANK"].contains(&name.as_str()));
    assert_eq!(explained, of_grammar);
}

/// The output of `jadoube explain --format json`.
fn explain(what: &str) -> Value {
    let mut out = Vec::new();
    let arguments = ["jadoube", "explain", "--format", "json", what].map(Into::into);
    let code =
        run(arguments, &PIPES, Box::new(&mut out), Box::new(Vec::new()), jadoube::internals::audit::run);
    assert_eq!(code, 0, "{what}");
    serde_json::from_slice(&out).unwrap()
}

#[test]
fn every_time_control_of_the_grammar_is_read() {
    let grammar = Grammar::read();
    Generator::new(&grammar, 1862).cover("time-control", 1000, |sentence| {
        let raw = std::str::from_utf8(&sentence.bytes).unwrap();
        let read = TimeControl::read(raw);
        // A control in words is understood only if its periods fit each other.
        if !sentence.made_by.contains("other-field") && !sentence.made_by.contains("worded-control") {
            let understood = |field: &Field| !matches!(field, Field::NotUnderstood);
            assert!(read.fields().iter().all(understood), "{read:?}: {}", shown(sentence));
        }
    });
}

#[test]
fn every_sentence_of_the_grammar_is_read() {
    let grammar = Grammar::read();
    Generator::new(&grammar, 1862).cover("game", 1000, |sentence| {
        let found = syntax_findings(&sentence.bytes);
        assert!(found.is_empty(), "{found:?}: {}", shown(sentence));
    });
}

/// A move at which the replay stops hides errors in the moves after it, so each is also read alone.
#[test]
fn every_move_of_the_grammar_is_read() {
    let grammar = Grammar::read();
    for start in ["san", "null-move"] {
        Generator::new(&grammar, 1862).cover(start, 3000, |sentence| {
            assert!(San::from_ascii(&sentence.bytes).is_some(), "{}", shown(sentence));
        });
    }
}

#[test]
fn every_descriptive_move_of_the_grammar_is_read() {
    let grammar = Grammar::read();
    Generator::new(&grammar, 1862).cover("descriptive-move", 3000, |sentence| {
        let record = [&b"[Notation \"descriptive\"]\n\n1. "[..], &sentence.bytes, b" 1. P-K4 *"].concat();
        let found = syntax_findings(&record);
        assert!(found.is_empty(), "{found:?}: {}", shown(sentence));
    });
}

#[test]
fn every_fen_of_the_grammar_is_read_but_for_what_stands_in_it() {
    let grammar = Grammar::read();
    Generator::new(&grammar, 1862).cover("fen", 1000, |sentence| {
        // Eight ranks of eight squares replace the generated ones; the rest is unchanged.
        let rest = sentence.bytes.iter().position(|byte| *byte == b' ').unwrap_or(sentence.bytes.len());
        let full = b"r1rkr1rr/8/8/pppppppp/PPPPPPPP/8/8/R1RKR1RR";
        let fen = [&full[..], &sentence.bytes[rest..]].concat();
        if let Err(fault) = Position::from_fen(&fen) {
            // The position has no rook on the files b, d and g.
            let why = fault.to_string();
            assert!(
                why.starts_with("there is no rook for") || why.starts_with("there are no rooks for"),
                "{why}: {}",
                shown(sentence)
            );
        }
    });
}

#[test]
fn no_production_is_without_use() {
    let grammar = Grammar::read();
    let used: BTreeSet<String> = STARTS.iter().flat_map(|start| grammar.reachable(start)).collect();
    let unused: Vec<String> = HELD
        .iter()
        .copied()
        .flat_map(productions)
        .map(|rule| rule.name().to_owned())
        .filter(|name| !used.contains(name))
        .collect();
    assert!(unused.is_empty(), "nothing leads to {}", unused.join(", "));
    for start in STARTS {
        Generator::new(&grammar, 1862).cover(start, 10, |_| ());
    }
}

#[test]
fn every_production_has_the_function_of_its_name() {
    let functions = functions();
    let mut missing = Vec::new();
    for file in HELD {
        for production in productions(file) {
            let name = production.name();
            let a_class = name.chars().all(|letter| !letter.is_ascii_lowercase());
            let other = OTHERWISE_NAMED.iter().find(|(production, _)| *production == name);
            let function =
                other.map_or_else(|| name.replace('-', "_"), |(_, function)| (*function).to_owned());
            if !a_class && !functions.contains(&function) {
                missing.push(format!("{file}: {name}"));
            }
        }
    }
    assert!(missing.is_empty(), "productions without a function:\n{}", missing.join("\n"));
}

/// The names of all functions in the folders that parse.
fn functions() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut rooms: Vec<_> =
        ROOMS.iter().map(|room| Path::new(env!("CARGO_MANIFEST_DIR")).join(room)).collect();
    while let Some(room) = rooms.pop() {
        for entry in std::fs::read_dir(&room).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                rooms.push(path);
                continue;
            }
            // Tests of a module do not parse.
            if path.ends_with("tests.rs") {
                continue;
            }
            let text = std::fs::read_to_string(path).unwrap();
            for part in text.split("fn ").skip(1) {
                let part = part.strip_prefix("r#").unwrap_or(part);
                let name = part.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').next();
                names.extend(name.map(str::to_owned));
            }
        }
    }
    names
}

fn shown(sentence: &Sentence) -> String {
    format!("\"{}\"", sentence.bytes.escape_ascii())
}
