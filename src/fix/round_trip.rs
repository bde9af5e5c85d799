//! Legal games in other spellings, which the repairs write as before.

// The texts are short.
#![allow(clippy::format_push_string)]

use proptest::collection::vec;
use proptest::prelude::*;

use super::{Edit, change, repairs, splice, style_repairs};
use crate::chess::{Color, Man, Move, MoveKind, Play, Position, Role};
use crate::encoding::Encoding;
use crate::game::Record;
use crate::law::Rule;
use crate::pgn::{NextGame, Reader};

const FENS: [&str; 3] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
];

const TAGS: [&str; 9] = [
    "Event \"x\"",
    "Site \"y\"",
    "Date \"1999.1.5\"",
    "Round \"?\"",
    "White \"\u{e9}\"",
    "Black \"b\"",
    "Result \"*\"",
    "ECO \"C20\"",
    "EventDate \"1999.?.?\"",
];

/// The move in another spelling, if it has one of this kind.
fn respelled(position: &Position, played: Move, export: &str, kind: u8) -> Option<String> {
    let (from, to) = (played.from(), played.to());
    let Man { role, .. } = position.man_at(from)?;
    let is_castling = matches!(played.kind(), MoveKind::Castling(_));
    let bare = export.trim_end_matches(['+', '#']);
    let signs = &export[bare.len()..];
    match kind {
        0 if is_castling => Some(export.replace('O', "0")),
        1 => Some(bare.to_owned()),
        2 if signs.is_empty() => Some(format!("{export}+")),
        // With both squares.
        3 | 4 if !is_castling && !bare.contains('=') => {
            let letter = if role == Role::Pawn { String::new() } else { role.letter().to_string() };
            let joint = if export.contains('x') {
                "x"
            } else if kind == 3 {
                "-"
            } else {
                ""
            };
            Some(format!("{letter}{from}{joint}{to}{signs}"))
        }
        5 if bare.contains('=') => Some(export.replace('=', "")),
        6 if role != Role::Pawn => Some(export.replace('x', "")),
        // With blanks beside the dash.
        7 if !is_castling && !bare.contains(['=', 'x']) => {
            let letter = if role == Role::Pawn { String::new() } else { role.letter().to_string() };
            Some(format!("{letter}{from} - {to}{signs}"))
        }
        8 if is_castling && signs.is_empty() => Some(export.replacen('O', "0", 1)),
        9 if is_castling && signs.is_empty() => Some(export.replacen("-O", "- O", 1)),
        _ => None,
    }
}

/// The text after up to five rounds of repairs.
fn repaired(text: &str) -> String {
    let mut text = text.as_bytes().to_vec();
    for _ in 0..5 {
        let mut record = Record::default();
        assert_eq!(Reader::new(&text).next(&mut record), NextGame::Read);
        let mut edits: Vec<Edit> =
            repairs(&record, &text).into_iter().flat_map(|repair| repair.edits).collect();
        edits.sort_by_key(|edit| edit.span);
        if edits.is_empty() {
            break;
        }
        text = splice(&text, &edits);
    }
    String::from_utf8(text).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_game_in_other_spelling_becomes_the_game(
        fen in 0..FENS.len(),
        choices in vec((any::<u16>(), 0_u8..12), 1..60),
        comment in "( \\{[a-z1-9 .+]{0,8}\\})?",
    ) {
        let mut position = Position::from_fen(FENS[fen].as_bytes()).unwrap();
        let head = format!("[Result \"1-0\"]\n[SetUp \"1\"]\n[FEN \"{}\"]\n\n", FENS[fen]);
        let (mut export, mut other) = (head.clone(), head);
        for (choice, kind) in choices {
            let moves = position.legal_moves(Play::COMMON);
            let Some(played) = moves.get(usize::from(choice) % moves.len().max(1)).copied() else { break };
            let is_first = export.ends_with("\n\n");
            let number = match position.turn() {
                Color::White => format!("{}. ", position.fullmove()),
                Color::Black if is_first => format!("{}... ", position.fullmove()),
                Color::Black => String::new(),
            };
            let due = position.san_with_sign(played, Play::COMMON);
            let written = respelled(&position, played, &due, kind).unwrap_or_else(|| due.clone());
            let after = if kind == 11 { comment.as_str() } else { "" };
            export.push_str(&format!("{number}{due}{after} "));
            other.push_str(&format!("{number}{written}{after} "));
            position.play(played);
        }
        export.push_str("1-0\n");
        other.push_str("1-0\n");
        prop_assert_eq!(repaired(&export), export.clone());
        prop_assert_eq!(repaired(&other), export, "{}", other);
    }
    #[test]
    fn a_game_in_another_layout_says_the_same(
        tags in Just(TAGS.to_vec()).prop_shuffle(),
        count in 1..=TAGS.len(),
        are_dos in vec(any::<bool>(), 16),
        has_blank_line in any::<bool>(),
        has_mark in any::<bool>(),
    ) {
        let mut ends = are_dos.iter().cycle().map(|is_dos| if *is_dos { "\r\n" } else { "\n" });
        let mut end = || ends.next().unwrap_or_default();
        let mut text = if has_mark { "\u{feff}".to_owned() } else { String::new() };
        for tag in tags.iter().take(count) {
            text.push_str(&format!("[{tag}]{}", end()));
        }
        if has_blank_line {
            text.push_str(end());
        }
        text.push_str(&format!("1. e4 {{a{}b}} e5 *{}", end(), end()));
        let mut text = text.into_bytes();
        let repairs_of = |text: &[u8], wants: &dyn Fn(Rule) -> bool| {
            let mut record = Record::default();
            assert_eq!(Reader::new(text).next(&mut record), NextGame::Read);
            style_repairs(&record, text, false, wants)
        };
        for rule in Rule::STYLE {
            let repairs = repairs_of(&text, &|other| other == rule);
            let edits: Vec<Edit> = repairs.into_iter().flat_map(|repair| repair.edits).collect();
            let after = splice(&text, &edits);
            prop_assert_eq!(change(&text, &after, Encoding::Auto), None);
            text = after;
        }
        let left = repairs_of(&text, &|_| true);
        prop_assert!(left.is_empty(), "{:?} {}", left, String::from_utf8_lossy(&text));
    }
}
