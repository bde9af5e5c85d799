//! A board as a picture, with a description for screen readers.

use std::io;

use askama::Template;

use crate::chess::{Color, Square};
use crate::finding::diagram::{Arrow, BoardOrientation, DiagramBoard};

use super::super::AnalysisLinks;
use super::super::board::{TURNED, caption, in_words};
use super::filled;

/// More lines would hide the board; then only the targets of the moves are marked.
const MOST_LINES: usize = 6;
/// The side of a square, in the units of the picture.
const SIDE: u16 = 40;

/// The upper left corner of a square, in the units of the picture.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Corner {
    x: u16,
    y: u16,
}

impl Corner {
    fn of(square: Square, side: Color) -> Self {
        let (file, rank) = (u16::from(square.file().index()).min(7), u16::from(square.rank().index()).min(7));
        let (across, down) = match side {
            Color::White => (file, 7 - rank),
            Color::Black => (7 - file, rank),
        };
        Self { x: across * SIDE, y: down * SIDE }
    }

    fn middle(self) -> (f32, f32) {
        (f32::from(self.x + SIDE / 2), f32::from(self.y + SIDE / 2))
    }
}

struct Man {
    role: &'static str,
    color: &'static str,
    spot: Corner,
}

/// The mark on a square where permitted moves end.
#[derive(PartialEq, Eq)]
struct TargetMark {
    spot: Corner,
    /// A dot on an empty square, a ring around a man.
    radius: u16,
    class: &'static str,
}

#[derive(Template)]
#[template(path = "board.html")]
struct Picture {
    /// The id of the squares.
    squares: &'static str,
    /// The id of the edge and the names of the squares.
    edge: &'static str,
    alt: String,
    caption: String,
    legend: String,
    touched: Vec<Corner>,
    men: Vec<Man>,
    /// The path of the move made.
    made: Option<String>,
    /// The paths of the permitted moves.
    lines: Vec<String>,
    ends: Vec<TargetMark>,
    /// The address of the position on an analysis board.
    analysis: Option<String>,
}

/// The place where the marks are explained.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::report) enum Legend {
    /// Below each board.
    Beneath,
    /// Once on the page.
    Elsewhere,
}

/// Draws a board as `side` sees it.
pub(in crate::report) fn drawn(
    board: &DiagramBoard,
    side: Color,
    legend: Legend,
    analysis: AnalysisLinks,
) -> io::Result<String> {
    let caption = caption(board);
    let mut ends: Vec<TargetMark> = Vec::new();
    for stroke in &board.permitted {
        let spot = Corner::of(stroke.to, side);
        let end = match board.position.man_at(stroke.to) {
            Some(_) => TargetMark { spot, radius: 16, class: "may-take" },
            None => TargetMark { spot, radius: 7, class: "may-end" },
        };
        if !ends.contains(&end) {
            ends.push(end);
        }
    }
    let with_lines = board.permitted.len() <= MOST_LINES;
    let lines =
        board.permitted.iter().filter(|_| with_lines).map(|stroke| path(*stroke, side, 6.0)).collect();
    let men = Square::all().filter_map(|square| {
        let man = board.position.man_at(square)?;
        Some(Man { role: man.role.name(), color: man.color.id(), spot: Corner::of(square, side) })
    });
    filled(&Picture {
        squares: match board.orientation {
            BoardOrientation::Correct => "squares",
            BoardOrientation::Turned => "squares-turned",
        },
        edge: match side {
            Color::White => "chessboard",
            Color::Black => "chessboard-from-black",
        },
        alt: in_words(board),
        legend: match legend {
            Legend::Beneath => meaning_of_marks(board),
            Legend::Elsewhere => String::new(),
        },
        caption,
        touched: board.touched.iter().map(|square| Corner::of(*square, side)).collect(),
        men: men.collect(),
        made: board.made.map(|stroke| path(stroke, side, 13.0)),
        lines,
        ends,
        analysis: analysis.address(&board.position, side),
    })
}

/// The path from the middle of a square to a point `short` of the middle of another.
fn path(stroke: Arrow, side: Color, short: f32) -> String {
    let ((x, y), (to_x, to_y)) =
        (Corner::of(stroke.from, side).middle(), Corner::of(stroke.to, side).middle());
    let (across, down) = (to_x - x, to_y - y);
    let length = across.hypot(down).max(1.0);
    let end = (length - short) / length;
    format!("M{x} {y}L{:.1} {:.1}", x + across * end, y + down * end)
}

/// The meaning of the marks that occur.
fn meaning_of_marks(board: &DiagramBoard) -> String {
    let mut parts = Vec::new();
    if board.orientation == BoardOrientation::Turned {
        parts.push(TURNED);
    }
    if !board.touched.is_empty() {
        parts.push("Dashed frame: touched or handled.");
    }
    if board.made.is_some() {
        parts.push("Arrow: the move made.");
    }
    if !board.permitted.is_empty() {
        parts.push(if board.permitted.len() <= MOST_LINES {
            "Dotted lines: moves that satisfy the ruling."
        } else {
            "Dots and rings: targets of moves that satisfy the ruling."
        });
    }
    parts.join(" ")
}

#[cfg(test)]
mod tests {
    use crate::chess::Position;
    use crate::finding::diagram::BoardTime;

    use super::*;

    #[test]
    fn a_board_is_drawn_from_either_side() {
        let square = |name: &[u8]| Square::from_ascii(name).unwrap();
        let stroke = |from: &[u8], to: &[u8]| Arrow { from: square(from), to: square(to) };
        let board = DiagramBoard {
            time: BoardTime::Before,
            reference_move: Some("23. Nc3".to_owned()),
            position: Position::from_fen(b"4r1k1/8/8/8/8/8/4NP1P/4K3 w - - 0 23").unwrap(),
            orientation: BoardOrientation::Correct,
            touched: vec![square(b"e2")],
            made: Some(stroke(b"e2", b"c3")),
            permitted: vec![stroke(b"e1", b"d1"), stroke(b"e1", b"d2")],
        };
        let drawn = drawn(&board, Color::White, Legend::Beneath, AnalysisLinks::Shown).unwrap();
        assert_eq!(drawn.matches("<use href=\"#").count(), 2 + 6);
        assert_eq!(drawn.matches("class=\"may-end\"").count(), 2);
        // From the middle of e2 towards that of c3.
        assert!(drawn.contains("M180 260L111.6 225.8"), "{drawn}");
        assert_eq!(
            (drawn.matches("class=\"may\"").count(), drawn.matches("class=\"touched\"").count()),
            (2, 1)
        );
        assert!(drawn.contains("\"#chessboard\""), "{drawn}");
        assert!(drawn.contains("\"#squares\"") && drawn.contains("href=\"https://"), "{drawn}");
        // d7 is where e2 is to White.
        let board = DiagramBoard { orientation: BoardOrientation::Turned, ..board };
        let turned = super::drawn(&board, Color::Black, Legend::Elsewhere, AnalysisLinks::LeftOut).unwrap();
        assert!(turned.contains("\"#squares-turned\"") && !turned.contains("https://"), "{turned}");
        assert!(
            turned.contains("\"#chessboard-from-black\"") && turned.contains("M140 60L208.4 94.2"),
            "{turned}"
        );
        assert!(drawn.contains("Dashed frame: touched") && !turned.contains("Dashed frame"));
    }
}
