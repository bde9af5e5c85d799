//! Completion: tags and their values, commands and their operands, and legal moves.
//!
//! The words come from the help of commands and tags, and the readers of commands and tags decide which of them may come next.

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, Documentation, Position as TextPosition, TextEdit,
};

use super::documents::GamesDocument;
use super::place::{CursorPlace, CursorText};
use crate::chess::{Color, Man, Play, Position, Role, Square};
use crate::explain::{self, CommandHelp, OperandHelp};
use crate::game::command_problem::{CommandProblem, Malformed};
use crate::game::{ReadValue, TagName};
use crate::law::{Rule, codes};
use crate::pgn::{Command, command};

/// Tags whose values are one of those that their help names.
const CLOSED: [TagName; 4] = [TagName::Result, TagName::SetUp, TagName::Variant, TagName::Notation];

/// A word that may come next.
struct Suggestion {
    word: String,
    kind: CompletionItemKind,
    detail: Option<String>,
    explanation: Option<String>,
}

impl Suggestion {
    fn new(word: impl Into<String>, kind: CompletionItemKind, detail: impl Into<String>) -> Self {
        let detail = Some(detail.into()).filter(|detail| !detail.is_empty());
        Self { word: word.into(), kind, detail, explanation: None }
    }
}

/// The words that may come at a position. `after_space` if a space that was typed asks for them.
pub(super) fn completions(
    document: &GamesDocument,
    position: TextPosition,
    after_space: bool,
) -> Vec<CompletionItem> {
    let offset = document.text.offset(position);
    let text = document.text.slice(document.game_start(offset)..offset);
    let cursor = CursorText::of(text);
    let (typed, suggestions) = match cursor.place {
        CursorPlace::TagName { typed } => (typed, tag_names()),
        CursorPlace::TagValue { name, typed } => {
            let (before, word) = last_word(typed);
            (word, tag_values(name, before))
        }
        CursorPlace::Command { body } => {
            let (before, word) = last_word(body);
            let suggestions =
                if before.is_empty() { commands() } else { operands(before, cursor.position().as_ref()) };
            (word, suggestions)
        }
        CursorPlace::Movetext { typed } if !after_space => {
            (typed, cursor.position().map_or_else(Vec::new, |position| moves(&position)))
        }
        CursorPlace::Movetext { .. } | CursorPlace::Comment | CursorPlace::AfterGame => ("", Vec::new()),
    };
    let range = document.text.range(&(offset.saturating_sub(typed.len())..offset));
    let items = suggestions.into_iter().enumerate().map(|(place, suggestion)| CompletionItem {
        label: suggestion.word.clone(),
        kind: Some(suggestion.kind),
        detail: suggestion.detail,
        documentation: suggestion.explanation.map(Documentation::String),
        // In the order of the program, not of the alphabet.
        sort_text: Some(format!("{place:04}")),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, suggestion.word))),
        ..CompletionItem::default()
    });
    items.collect()
}

/// The text before the last word, and the last word.
fn last_word(text: &str) -> (&str, &str) {
    let at = text.rfind(char::is_whitespace).map_or(0, |blank| blank + 1);
    text.split_at_checked(at).unwrap_or((text, ""))
}

fn tag_names() -> Vec<Suggestion> {
    let suggestion = |tag: &explain::TagHelp| Suggestion {
        explanation: Some(tag.values.to_owned()),
        ..Suggestion::new(tag.name(), CompletionItemKind::PROPERTY, tag.summary())
    };
    explain::all_tags().map(suggestion).collect()
}

/// The values of a tag after the words before the cursor.
fn tag_values(name: &str, before: &str) -> Vec<Suggestion> {
    let Some(tag) = TagName::of(name.as_bytes()) else { return Vec::new() };
    let is_first = before.trim().is_empty();
    match tag {
        TagName::Laws if is_first => {
            let codes = codes::embedded().iter();
            codes.map(|code| Suggestion::new(code.id, CompletionItemKind::MODULE, "")).collect()
        }
        TagName::JadoubeIgnore => rules(),
        _ => {
            let Some(help) = explain::all_tags().find(|help| help.tag == tag) else { return Vec::new() };
            let is_valid = |word: &&str| match ReadValue::of(tag, format!("{before}{word}").as_bytes()) {
                ReadValue::Value(_) => true,
                ReadValue::Invalid(_) => false,
                ReadValue::NotRead => is_first && CLOSED.contains(&tag),
            };
            // Every second part is between backticks.
            let named = help.values.split('`').skip(1).step_by(2);
            let suggestion = |word: &str| Suggestion::new(word, CompletionItemKind::ENUM_MEMBER, "");
            named.filter(is_valid).map(suggestion).collect()
        }
    }
}

fn rules() -> Vec<Suggestion> {
    let suggestion =
        |rule: &Rule| Suggestion::new(rule.id(), CompletionItemKind::ENUM_MEMBER, rule.summary());
    Rule::ALL.iter().map(suggestion).collect()
}

fn commands() -> Vec<Suggestion> {
    let suggestion = |help: &CommandHelp| Suggestion {
        explanation: Some(help.says.to_owned()),
        ..Suggestion::new(help.name, CompletionItemKind::FUNCTION, help.usage())
    };
    explain::all_commands().map(suggestion).collect()
}

fn moves(position: &Position) -> Vec<Suggestion> {
    let moves = position.legal_moves(Play::COMMON).into_iter();
    let mut words: Vec<String> = moves.map(|played| position.san_with_sign(played, Play::COMMON)).collect();
    words.sort();
    words.into_iter().map(|word| Suggestion::new(word, CompletionItemKind::VALUE, "")).collect()
}

/// The operands that may follow the text of a command.
fn operands(before: &str, position: Option<&Position>) -> Vec<Suggestion> {
    let name = before.split_whitespace().next().unwrap_or_default();
    let Some(help) = explain::all_commands().find(|help| help.name == name) else { return Vec::new() };
    let mut all = Vec::new();
    for operand in &help.operands() {
        for word in operand.word.split([' ', '(', ')', '…']).filter(|word| !word.is_empty()) {
            match word {
                "P" => all.extend(persons(operand)),
                "SQ" | "SQ2" => all.extend(squares(position)),
                "MOVE" => all.extend(position.map_or_else(Vec::new, moves)),
                "PIECE" => all.extend(pieces()),
                "RULE" => all.extend(rules()),
                word if word.contains(|c: char| c.is_uppercase() || c == '"') => {}
                word => {
                    all.push(Suggestion::new(word, CompletionItemKind::KEYWORD, operand.text.clone()));
                }
            }
        }
    }
    let mut suggestions: Vec<Suggestion> = Vec::new();
    for suggestion in all {
        let is_new = suggestions.iter().all(|known| known.word != suggestion.word);
        if is_new && may_follow(before, &suggestion.word) {
            suggestions.push(suggestion);
        }
    }
    suggestions
}

/// Whether the reader of commands accepts a word after this text, perhaps with more words after it.
fn may_follow(before: &str, word: &str) -> bool {
    match command(format!("[%{before}{word}]").as_bytes()) {
        Ok((_, Ok(read))) => read != Command::Foreign,
        Ok((_, Err(fault))) => {
            matches!(fault.problem, CommandProblem::Malformed { what: Malformed::Missing(_), .. })
        }
        Err(_) => false,
    }
}

fn persons(operand: &OperandHelp) -> impl Iterator<Item = Suggestion> {
    let persons = [("w", Color::White.name()), ("b", Color::Black.name()), ("u", "the arbiter")];
    // A player cannot be the umpire.
    let has_umpire = operand.text.contains("umpire");
    let persons = persons.into_iter().filter(move |(letter, _)| has_umpire || *letter != "u");
    persons.map(|(letter, name)| Suggestion::new(letter, CompletionItemKind::ENUM_MEMBER, name))
}

/// The squares, those with pieces first.
fn squares(position: Option<&Position>) -> Vec<Suggestion> {
    let man = |square: Square| position.and_then(|position| position.man_at(square));
    let mut squares: Vec<(Square, Option<Man>)> = Square::all().map(|square| (square, man(square))).collect();
    squares.sort_by_key(|(_, man)| man.is_none());
    let suggestion = |(square, man): (Square, Option<Man>)| {
        let detail =
            man.map_or_else(String::new, |man| format!("{}'s {}", man.color.name(), man.role.name()));
        Suggestion::new(square.to_string(), CompletionItemKind::VALUE, detail)
    };
    squares.into_iter().map(suggestion).collect()
}

fn pieces() -> impl Iterator<Item = Suggestion> {
    Role::ALL
        .iter()
        .map(|role| Suggestion::new(role.letter().to_string(), CompletionItemKind::ENUM_MEMBER, role.name()))
}
