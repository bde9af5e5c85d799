//! Legal games, written in descriptive notation and read back.

// The texts are short.
#![allow(clippy::format_push_string)]

use proptest::collection::vec;
use proptest::prelude::*;

use crate::chess::{Color, Move, MoveKind, Play, Position, Role, Side, Square};
use crate::game::{NonstandardKind, NonstandardMove, Record};
use crate::pgn::{NextGame, Reader};

const FENS: [&str; 7] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "k7/1n1n1n2/8/2Q1Q3/8/2Q1Q3/1R1R1R2/4K3 w - - 0 1",
    "rnb1k1nr/pp3ppp/1q1pqb2/2p1p3/2P1P3/1QNPQB2/PP3PPP/R1B1K1NR w KQkq - 0 1",
    "r3k3/1pp2pp1/1q1bn2q/p2p1np1/1P1P2BP/Q1NB1N2/2P2PP1/3QK2R w Kq - 0 1",
];

/// How words are written.
#[derive(Clone, Copy)]
enum Style {
    Signs,
    KnightAsN,
    Stops,
    Words,
}

const STYLES: [Style; 4] = [Style::Signs, Style::KnightAsN, Style::Stops, Style::Words];

/// How fully a move is written.
#[derive(Clone, Copy, PartialEq)]
enum Fullness {
    /// Pieces alone, files without their wing.
    Least,
    /// As before, with the files of pawns.
    PawnFiles,
    /// As before, with the wings of files.
    WingedPawnFiles,
    /// Files with their wing.
    Wings,
    /// Wings, and the squares of both men.
    Squares,
}

impl Style {
    fn name(self, role: Role) -> &'static str {
        match (self, role) {
            (Self::Words, _) => match role {
                Role::Pawn => "Pawn",
                Role::Knight => "Knight",
                Role::Bishop => "Bishop",
                Role::Rook => "Rook",
                Role::Queen => "Queen",
                Role::King => "King",
            },
            (Self::KnightAsN, Role::Knight) => "N",
            (_, Role::Knight) => "Kt",
            (_, Role::Pawn) => "P",
            (_, Role::Bishop) => "B",
            (_, Role::Rook) => "R",
            (_, Role::Queen) => "Q",
            (_, Role::King) => "K",
        }
    }

    fn join(self, names: &[&str]) -> String {
        match self {
            Self::Signs | Self::KnightAsN => names.concat(),
            Self::Stops => names.iter().map(|name| format!("{name}.")).collect::<Vec<_>>().join(" "),
            Self::Words => names.join("'s "),
        }
    }

    /// A file by the names of the piece that begins on it.
    fn file(self, square: Square, fullness: Fullness) -> Vec<&'static str> {
        let wing = if square.file().index() < 4 { Role::Queen } else { Role::King };
        let officer = match square.file().index() {
            0 | 7 => Role::Rook,
            1 | 6 => Role::Knight,
            2 | 5 => Role::Bishop,
            3 => Role::Queen,
            _ => Role::King,
        };
        let has_wings = !matches!(fullness, Fullness::Least | Fullness::PawnFiles);
        let has_wing = has_wings && !matches!(officer, Role::King | Role::Queen);
        let mut names = if has_wing { vec![self.name(wing)] } else { Vec::new() };
        names.push(self.name(officer));
        names
    }

    fn square(self, square: Square, mover: Color, fullness: Fullness) -> String {
        let names = self.file(square, fullness);
        let rank = match mover {
            Color::White => square.rank().index(),
            Color::Black => 7 - square.rank().index(),
        };
        let file = self.join(&names);
        match self {
            Self::Signs | Self::KnightAsN => format!("{file}{}", rank + 1),
            Self::Stops => {
                let ordinals = ["sq.", "2d", "3d", "4th", "5th", "6th", "7th", "8th"];
                format!("{file} {}", ordinals[usize::from(rank)])
            }
            Self::Words => {
                let ordinals =
                    ["square", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth square"];
                format!("{file}'s {}", ordinals[usize::from(rank)])
            }
        }
    }

    /// A move without its signs of check and capture in passing.
    fn write(self, position: &Position, played: Move, fullness: Fullness) -> String {
        let mover = position.turn();
        let castles = |side| match (self, side) {
            (Self::Signs, Side::King) => "Castles KR",
            (Self::Signs, Side::Queen) => "Castles QR",
            (Self::KnightAsN, Side::King) => "O-O",
            (Self::KnightAsN, Side::Queen) => "O-O-O",
            (Self::Stops, Side::King) => "Castles (K. R.)",
            (Self::Stops, Side::Queen) => "Castles (Q. R.)",
            (Self::Words, Side::King) => "King castles on the king's side",
            (Self::Words, Side::Queen) => "King castles on the queen's side",
        };
        if let MoveKind::Castling(side) = played.kind() {
            return castles(side).to_owned();
        }
        let man = |square: Square| {
            let role = position.man_at(square).unwrap().role;
            let name = self.join(&[self.name(role)]);
            let is_pawn = role == Role::Pawn;
            match (fullness, self) {
                (Fullness::PawnFiles | Fullness::WingedPawnFiles, _) if is_pawn => {
                    let mut names = self.file(square, fullness);
                    names.push(self.name(role));
                    self.join(&names)
                }
                (Fullness::Squares, Self::Words) => {
                    format!("{name} on {}", self.square(square, mover, fullness))
                }
                (Fullness::Squares, _) => format!("{name}({})", self.square(square, mover, fullness)),
                _ => name,
            }
        };
        let victim = match played.kind() {
            MoveKind::EnPassant => Some(Square::new(played.to().file(), played.from().rank())),
            _ => position.man_at(played.to()).map(|_| played.to()),
        };
        let mut text = man(played.from());
        match (victim, self) {
            (Some(victim), Self::Signs | Self::KnightAsN) => text.extend(["x", &man(victim)]),
            (Some(victim), _) => text.extend([" takes ", &man(victim)]),
            (None, Self::Signs | Self::KnightAsN) => {
                text.extend(["-", &self.square(played.to(), mover, fullness)]);
            }
            (None, _) => text.extend([" to ", &self.square(played.to(), mover, fullness)]),
        }
        if let MoveKind::Promotion(role) = played.kind() {
            match self {
                Self::Signs => text.extend(["(", self.name(role), ")"]),
                Self::KnightAsN => text.extend(["=", self.name(role)]),
                Self::Stops | Self::Words => text.extend([", becoming a ", self.name(role)]),
            }
        }
        text
    }

    /// A move, written as fully as needed to fit no other legal move, with its signs.
    fn unambiguous(self, position: &Position, played: Move, least: Fullness) -> String {
        let legal = position.legal_moves(Play::COMMON);
        // A promotion may be left out, so the text of a plain move fits it too.
        let unsaid = |other: &Move| match other.kind() {
            MoveKind::Promotion(_) => Move::new(other.from(), other.to(), MoveKind::Plain),
            _ => *other,
        };
        let mut text = [least, Fullness::Wings, Fullness::Squares]
            .into_iter()
            .map(|fullness| {
                let text = self.write(position, played, fullness);
                let fits = |told: Move| self.write(position, told, fullness) == text;
                let same = legal.iter().filter(|other| fits(**other) || fits(unsaid(other))).count();
                (text, same)
            })
            .find(|(_, same)| *same == 1)
            .expect("two squares decide between any moves")
            .0;
        if played.kind() == MoveKind::EnPassant {
            text.push_str(match self {
                Self::Signs | Self::KnightAsN => " e.p.",
                Self::Stops => " (en passant)",
                Self::Words => ", in passing",
            });
        }
        let mut after = *position;
        after.play(played);
        if after.is_mate(Play::COMMON) {
            text.push_str(match self {
                Self::Signs => " mate",
                Self::KnightAsN => "#",
                Self::Stops => ". (mate.)",
                Self::Words => ", and mates",
            });
        } else if after.in_check(after.turn()) {
            text.push_str(match self {
                Self::Signs => " ch",
                Self::KnightAsN => "+",
                Self::Stops => ". (ch.)",
                Self::Words => ", giving check",
            });
        }
        text
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn written_games_are_read_back(
        fen in 0..FENS.len(),
        choices in vec((any::<u16>(), 0..STYLES.len()), 1..60),
    ) {
        let mut position = Position::from_fen(FENS[fen].as_bytes()).unwrap();
        let mut text = format!("[Notation \"descriptive\"]\n[SetUp \"1\"]\n[FEN \"{}\"]\n\n", FENS[fen]);
        let mut played_moves = Vec::new();
        for (choice, style) in choices {
            let moves = position.legal_moves(Play::COMMON);
            let Some(played) = moves.get(usize::from(choice) % moves.len().max(1)).copied() else { break };
            if position.turn() == Color::White {
                text.push_str(&format!("{}. ", position.fullmove()));
            }
            text.push_str(&STYLES[style].unambiguous(&position, played, Fullness::Least));
            text.push_str(if choice % 5 == 0 { "\n" } else { " " });
            position.play(played);
            played_moves.push(played);
        }
        text.push('*');
        let mut record = Record::default();
        prop_assert_eq!(Reader::new(text.as_bytes()).next(&mut record), NextGame::Read);
        prop_assert!(record.text.faults.is_empty() && record.nonstandard_moves.is_empty(), "{:?} {:?}: {}", record.text.faults, record.nonstandard_moves, text);
        prop_assert_eq!(record.moves.iter().collect::<Vec<_>>(), played_moves, "{}", text);
        prop_assert_eq!(record.position, position);
        prop_assert!(record.text.false_signs.is_empty() && record.text.missing_signs.count == 0, "{}", text);
        // Tokens are not empty and do not overlap.
        let mut end = 0;
        for ply in 1..=record.plies() {
            let token = record.token(ply, text.as_bytes()).unwrap();
            prop_assert!(token.start >= end && token.start < token.end);
            end = token.end;
        }
    }

    /// The file of a pawn runs into the name of the man captured before. No move may be reported as illegal, and if the text
    /// has several divisions, the game played must be among the candidates.
    #[test]
    fn ambiguous_divisions_accuse_no_player(
        fen in 0..FENS.len(),
        style in 0..STYLES.len(),
        with_wings in any::<bool>(),
        choices in vec(any::<u16>(), 1..80),
    ) {
        let least = if with_wings { Fullness::WingedPawnFiles } else { Fullness::PawnFiles };
        let played = written_out(FENS[fen], STYLES[style], least, &choices);
        let mut record = Record::default();
        prop_assert_eq!(Reader::new(played.text.as_bytes()).next(&mut record), NextGame::Read);
        let ambiguous: Vec<&NonstandardMove> = record.nonstandard_moves.iter().collect();
        prop_assert!(record.text.faults.is_empty() && record.ending.stop.is_none(), "{:?}: {}", record.text.faults, played.text);
        prop_assert!(ambiguous.iter().all(|odd| matches!(odd.kind, NonstandardKind::Ambiguous { .. })), "{:?}: {}", record.nonstandard_moves, played.text);
        let left_open = ambiguous.iter().find_map(|odd| match &odd.kind {
            NonstandardKind::Ambiguous { readings, surviving } if *surviving > 1 => Some((odd.ply as usize - 1, readings)),
            _ => None,
        });
        let sure = left_open.map_or(played.moves.len(), |(at, _)| at);
        prop_assert_eq!(record.moves.iter().take(sure).collect::<Vec<_>>(), &played.moves[..sure], "{}", played.text);
        if let Some((at, readings)) = left_open {
            prop_assert!(readings.contains(&played.moves[at]), "{}", played.text);
        }
        let mut end = 0;
        for ply in 1..=record.plies() {
            let token = record.token(ply, played.text.as_bytes()).unwrap();
            prop_assert!(token.start >= end && token.start < token.end, "{}", played.text);
            end = token.end;
        }
    }

    #[test]
    fn nothing_stops_the_reading(words in "[KQRBNPtk .,'()/=x+#!0-9\n-]{0,60}|([KQRBP]|Kt|ch|to|takes|e.p.|Castles|[1-8]|-|x|[ .]){0,40}") {
        let text = format!("[Notation \"descriptive\"]\n\n1. {words}");
        let mut record = Record::default();
        let mut reader = Reader::new(text.as_bytes());
        while reader.next(&mut record) == NextGame::Read {
            prop_assert_eq!(record.position_after(record.plies()), record.position);
        }
    }
}

struct Written {
    text: String,
    moves: Vec<Move>,
}

/// The text of a game in which three of four moves are captures if there are any.
fn written_out(fen: &str, style: Style, least: Fullness, choices: &[u16]) -> Written {
    let mut position = Position::from_fen(fen.as_bytes()).unwrap();
    let text = format!("[Notation \"descriptive\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n");
    let mut written = Written { text, moves: Vec::new() };
    for choice in choices {
        let moves = position.legal_moves(Play::COMMON);
        let captures: Vec<Move> =
            moves.iter().copied().filter(|played| position.man_at(played.to()).is_some()).collect();
        let from = if captures.is_empty() || choice % 4 == 0 { &moves } else { &captures };
        let Some(played) = from.get(usize::from(choice / 4) % from.len().max(1)).copied() else { break };
        if position.turn() == Color::White {
            written.text.push_str(&format!("{}. ", position.fullmove()));
        }
        written.text.push_str(&style.unambiguous(&position, played, least));
        written.text.push_str(if choice % 5 == 0 { "\n" } else { " " });
        position.play(played);
        written.moves.push(played);
    }
    written.text.push('*');
    written
}

#[test]
fn squares_are_named_from_both_sides() {
    let e4 = Square::from_ascii(b"e4").unwrap();
    let g8 = Square::from_ascii(b"g8").unwrap();
    assert_eq!(Style::Signs.square(e4, Color::White, Fullness::Least), "K4");
    assert_eq!(Style::Stops.square(e4, Color::Black, Fullness::Least), "K. 5th");
    assert_eq!(Style::Words.square(g8, Color::Black, Fullness::Wings), "King's Knight's square");
}
