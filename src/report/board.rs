//! A board in words and on a terminal, from the same data as on the HTML page.

use crate::chess::{Color, File, Position, Rank, Role, Square};
use crate::finding::Tags;
use crate::finding::diagram::{Arrow, BoardOrientation, BoardTime, DiagramBoard};
use crate::law::words;

use super::text::{plain, wrap};
use super::{Charset, Style};

/// The columns between two boards side by side.
const GAP: usize = 4;
/// The columns of a drawn board: the margin, the name of the rank, eight squares of three.
const WIDTH: usize = 4 + 8 * 3;
const MARGIN: &str = "  ";
/// The mark on a square where a permitted move ends.
const TARGET: char = '*';

/// The caption of a board that lies the wrong way.
pub(super) const TURNED: &str =
    "The board is the wrong way round: each player has a dark square at the right hand.";

/// The side that a board is seen from: White's, unless the `Orientation` tag says otherwise.
pub(crate) fn orientation(tags: &Tags) -> Color {
    match tags.value("Orientation") {
        Some(side) if side.eq_ignore_ascii_case(Color::Black.id()) => Color::Black,
        _ => Color::White,
    }
}

/// The ranks from the far side to the near, and the files from left to right.
fn ranks_and_files(side: Color) -> (Vec<Rank>, Vec<File>) {
    let mut ranks: Vec<Rank> = (0..8).rev().map(Rank::from_index).collect();
    let mut files: Vec<File> = (0..8).map(File::from_index).collect();
    if side == Color::Black {
        ranks.reverse();
        files.reverse();
    }
    (ranks, files)
}

/// The letter of the man on a square, a capital for White's.
fn letter(position: &Position, square: Square) -> Option<char> {
    position.man_at(square).map(|man| match man.color {
        Color::White => man.role.letter(),
        Color::Black => man.role.letter().to_ascii_lowercase(),
    })
}

const fn empty_square(charset: Charset) -> char {
    match charset {
        Charset::Unicode => '·',
        Charset::Ascii => '.',
    }
}

/// The mark of the move made: after the man on the square it leaves, before the square it reaches.
const fn arrow(charset: Charset) -> char {
    match charset {
        Charset::Unicode => '→',
        Charset::Ascii => '>',
    }
}

/// A board of letters without marks, as `side` sees it.
pub(crate) fn unmarked_board(position: &Position, side: Color, style: Style) -> String {
    let (ranks, files) = ranks_and_files(side);
    let mut text = String::new();
    for rank in ranks {
        text.push_str(MARGIN);
        text.push(rank.digit());
        for file in &files {
            text.push(' ');
            text.push(letter(position, Square::new(*file, rank)).unwrap_or(empty_square(style.charset)));
        }
        text.push('\n');
    }
    text.push_str(MARGIN);
    text.push(' ');
    for file in files {
        text.push(' ');
        text.push(file.letter());
    }
    text.push('\n');
    text
}

/// A square in three columns: a mark, the man, a mark. With the marks, no colour is needed.
fn square(board: &DiagramBoard, square: Square, style: Style) -> String {
    let man = letter(&board.position, square);
    let is_touched = board.touched.contains(&square);
    let begins = board.made.is_some_and(|stroke| stroke.from == square);
    let ends = board.made.is_some_and(|stroke| stroke.to == square);
    let may_end = board.permitted.iter().any(|stroke| stroke.to == square);
    let middle = match man {
        Some(man) => man,
        None if may_end => TARGET,
        None => empty_square(style.charset),
    };
    let left = match (ends, is_touched) {
        (true, _) => arrow(style.charset),
        (false, true) => '[',
        (false, false) => ' ',
    };
    let right = match (begins, may_end && man.is_some(), is_touched) {
        (true, ..) => arrow(style.charset),
        (false, true, _) => TARGET,
        (false, false, true) => ']',
        (false, false, false) => ' ',
    };
    let cell = format!("{left}{middle}{right}");
    let sgr = match (begins || ends, is_touched, may_end) {
        (true, ..) => "31",
        (false, true, _) => "33",
        (false, false, true) => "32",
        (false, false, false) => return cell,
    };
    style.paint(sgr, &cell)
}

/// The lines of the caption and of the board.
fn lines(board: &DiagramBoard, side: Color, style: Style) -> Vec<String> {
    let (ranks, files) = ranks_and_files(side);
    let caption = wrap(&style.fit(&caption(board)), WIDTH - MARGIN.len());
    let mut lines: Vec<String> = caption.iter().map(|line| format!("{MARGIN}{line}")).collect();
    for rank in ranks {
        let squares: String =
            files.iter().map(|file| square(board, Square::new(*file, rank), style)).collect();
        lines.push(format!("{MARGIN}{} {squares}", rank.digit()));
    }
    let names: String = files.iter().flat_map(|file| [' ', file.letter(), ' ']).collect();
    lines.push(format!("{MARGIN}  {names}"));
    lines
}

/// The columns that a line takes on a terminal, where escape sequences take none.
fn columns(line: &str) -> usize {
    let mut columns = 0;
    let mut is_escape = false;
    for c in line.chars() {
        match (is_escape, c) {
            (false, '\x1b') => is_escape = true,
            (false, _) => columns += 1,
            (true, 'm') => is_escape = false,
            (true, _) => {}
        }
    }
    columns
}

/// Draws boards side by side as far as the width allows, with a legend below.
pub(crate) fn drawn(boards: &[DiagramBoard], side: Color, style: Style) -> String {
    let mut text = String::new();
    let fits = ((style.width + GAP) / (WIDTH + GAP)).max(1);
    for (place, row) in boards.chunks(fits).enumerate() {
        if place > 0 {
            text.push('\n');
        }
        let mut drawn: Vec<Vec<String>> = row.iter().map(|board| lines(board, side, style)).collect();
        let tallest = drawn.iter().map(Vec::len).max().unwrap_or(0);
        for board in &mut drawn {
            // The boards align at the bottom, whatever the height of their captions.
            let missing = tallest - board.len();
            board.splice(0..0, std::iter::repeat_n(String::new(), missing));
        }
        for place in 0..tallest {
            let mut line = String::new();
            let mut filled = 0;
            for (number, piece) in drawn.iter().filter_map(|board| board.get(place)).enumerate() {
                let begins = number * (WIDTH + GAP);
                line.push_str(&" ".repeat(begins.saturating_sub(filled)));
                line.push_str(piece);
                filled = begins.max(filled) + columns(piece);
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
    }
    for line in legend(boards, style) {
        for piece in wrap(&line, style.width.saturating_sub(MARGIN.len())) {
            text.push_str(MARGIN);
            text.push_str(&piece);
            text.push('\n');
        }
    }
    text
}

/// The meaning of the marks that occur.
fn legend(boards: &[DiagramBoard], style: Style) -> Vec<String> {
    let any = |has: fn(&DiagramBoard) -> bool| boards.iter().any(has);
    let mut parts = Vec::new();
    if any(|board| board.made.is_some()) {
        parts.push(format!("x{0} the square left, {0}x the square reached", arrow(style.charset)));
    }
    if any(|board| !board.touched.is_empty()) {
        parts.push("[ ] touched or handled".to_owned());
    }
    if any(|board| !board.permitted.is_empty()) {
        parts.push(format!("{TARGET} a square to which a legal replacement move can go"));
    }
    if any(|board| board.orientation == BoardOrientation::Turned) {
        parts.push(TURNED.to_owned());
    }
    parts
}

pub(super) fn caption(board: &DiagramBoard) -> String {
    let named = board.reference_move.as_deref().map(plain);
    match (board.time, named) {
        (BoardTime::Before, Some(named)) => format!("Before {named}."),
        (BoardTime::After, Some(named)) => format!("After {named}."),
        (BoardTime::Again, Some(named)) => format!("The position to go back to, after {named}."),
        (BoardTime::Again, None) => "The position to go back to: the starting position.".to_owned(),
        (_, None) => "The beginning of the game.".to_owned(),
    }
}

/// The position and its marks in words.
pub(super) fn in_words(board: &DiagramBoard) -> String {
    let mut sentences = vec![caption(board), men(&board.position)];
    if board.orientation == BoardOrientation::Turned {
        sentences.push(TURNED.to_owned());
    }
    if !board.touched.is_empty() {
        let squares: Vec<String> = board.touched.iter().map(ToString::to_string).collect();
        sentences.push(format!("Touched or handled: {}.", words::list_and(&squares)));
    }
    let stroke = |stroke: &Arrow| format!("{} to {}", stroke.from, stroke.to);
    if let Some(made) = &board.made {
        sentences.push(format!("The move made: {}.", stroke(made)));
    }
    if !board.permitted.is_empty() {
        let moves: Vec<String> = board.permitted.iter().map(stroke).collect();
        sentences.push(format!("Moves that satisfy the ruling: {}.", moves.join(", ")));
    }
    sentences.join(" ")
}

/// `White: king g1, rooks a1 and f1. Black: king g8.`
pub(super) fn men(position: &Position) -> String {
    [Color::White, Color::Black].map(|color| men_of(position, color)).join(" ")
}

fn men_of(position: &Position, color: Color) -> String {
    let parts: Vec<String> = Role::ALL
        .iter()
        .rev()
        .filter_map(|role| {
            let squares: Vec<String> =
                position.of(color, *role).into_iter().map(|square| square.to_string()).collect();
            let many = if squares.len() > 1 { "s" } else { "" };
            (!squares.is_empty()).then(|| format!("{}{many} {}", role.name(), words::list_and(&squares)))
        })
        .collect();
    match parts.as_slice() {
        [] => format!("{} has no pieces.", color.name()),
        _ => format!("{}: {}.", color.name(), parts.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::super::sample::tags;
    use super::super::{Color as Paint, Style};
    use super::*;

    const ASCII: Style = Style { charset: Charset::Ascii, ..Style::PLAIN };
    const NARROW: Style = Style { width: 40, ..Style::PLAIN };

    fn at(name: &str) -> Square {
        Square::from_ascii(name.as_bytes()).unwrap()
    }

    fn stroke(from: &str, to: &str) -> Arrow {
        Arrow { from: at(from), to: at(to) }
    }

    fn before() -> DiagramBoard {
        DiagramBoard {
            time: BoardTime::Before,
            reference_move: Some("23. Nc3".to_owned()),
            position: Position::from_fen(b"4r1k1/8/8/8/8/8/4NP1P/4K3 w - - 0 23").unwrap(),
            orientation: BoardOrientation::Correct,
            touched: vec![at("e2"), at("h2")],
            made: Some(stroke("e2", "c3")),
            permitted: vec![stroke("e1", "d1"), stroke("e1", "f2")],
        }
    }

    fn again() -> DiagramBoard {
        DiagramBoard {
            time: BoardTime::Again,
            made: None,
            orientation: BoardOrientation::Correct,
            touched: Vec::new(),
            reference_move: Some("22... Re8".into()),
            ..before()
        }
    }

    #[test]
    fn a_board_in_words() {
        assert_eq!(
            in_words(&DiagramBoard { touched: vec![at("e2")], ..before() }),
            "Before 23. Nc3. White: king e1, knight e2, pawns f2 and h2. Black: king g8, rook e8. Touched or \
             handled: e2. The move made: e2 to c3. Moves that satisfy the ruling: e1 to d1, e1 to f2."
        );
    }

    #[test]
    fn marks_need_no_colour() {
        assert_snapshot!(drawn(&[before(), again()], Color::White, Style::PLAIN), @r#"
                                        The position to go back
        Before 23. Nc3.                 to, after 22... Re8.
        8  ·  ·  ·  ·  r  ·  k  ·       8  ·  ·  ·  ·  r  ·  k  ·
        7  ·  ·  ·  ·  ·  ·  ·  ·       7  ·  ·  ·  ·  ·  ·  ·  ·
        6  ·  ·  ·  ·  ·  ·  ·  ·       6  ·  ·  ·  ·  ·  ·  ·  ·
        5  ·  ·  ·  ·  ·  ·  ·  ·       5  ·  ·  ·  ·  ·  ·  ·  ·
        4  ·  ·  ·  ·  ·  ·  ·  ·       4  ·  ·  ·  ·  ·  ·  ·  ·
        3  ·  · →·  ·  ·  ·  ·  ·       3  ·  ·  ·  ·  ·  ·  ·  ·
        2  ·  ·  ·  · [N→ P* · [P]      2  ·  ·  ·  ·  N  P* ·  P
        1  ·  ·  ·  *  K  ·  ·  ·       1  ·  ·  ·  *  K  ·  ·  ·
           a  b  c  d  e  f  g  h          a  b  c  d  e  f  g  h
        x→ the square left, →x the square reached
        [ ] touched or handled
        * a square to which a legal replacement move can go
        "#);
        assert_snapshot!(drawn(&[before()], Color::White, ASCII), @r#"
        Before 23. Nc3.
        8  .  .  .  .  r  .  k  .
        7  .  .  .  .  .  .  .  .
        6  .  .  .  .  .  .  .  .
        5  .  .  .  .  .  .  .  .
        4  .  .  .  .  .  .  .  .
        3  .  . >.  .  .  .  .  .
        2  .  .  .  . [N> P* . [P]
        1  .  .  .  *  K  .  .  .
           a  b  c  d  e  f  g  h
        x> the square left, >x the square reached
        [ ] touched or handled
        * a square to which a legal replacement move can go
        "#);
    }

    #[test]
    fn boards_are_stacked_if_the_width_is_small() {
        let text = drawn(&[before(), again()], Color::White, NARROW);
        assert!(text.lines().all(|line| line.chars().count() <= 40), "{text}");
        assert_snapshot!(text, @r#"
        Before 23. Nc3.
        8  ·  ·  ·  ·  r  ·  k  ·
        7  ·  ·  ·  ·  ·  ·  ·  ·
        6  ·  ·  ·  ·  ·  ·  ·  ·
        5  ·  ·  ·  ·  ·  ·  ·  ·
        4  ·  ·  ·  ·  ·  ·  ·  ·
        3  ·  · →·  ·  ·  ·  ·  ·
        2  ·  ·  ·  · [N→ P* · [P]
        1  ·  ·  ·  *  K  ·  ·  ·
           a  b  c  d  e  f  g  h

        The position to go back
        to, after 22... Re8.
        8  ·  ·  ·  ·  r  ·  k  ·
        7  ·  ·  ·  ·  ·  ·  ·  ·
        6  ·  ·  ·  ·  ·  ·  ·  ·
        5  ·  ·  ·  ·  ·  ·  ·  ·
        4  ·  ·  ·  ·  ·  ·  ·  ·
        3  ·  ·  ·  ·  ·  ·  ·  ·
        2  ·  ·  ·  ·  N  P* ·  P
        1  ·  ·  ·  *  K  ·  ·  ·
           a  b  c  d  e  f  g  h
        x→ the square left, →x the square
        reached
        [ ] touched or handled
        * a square to which a legal
        replacement move can go
        "#);
    }

    #[test]
    fn the_orientation_tag_turns_the_board() {
        let seen_as = |side: &str| orientation(&tags(&[("Orientation", side)]));
        assert_eq!(seen_as("white"), Color::White);
        assert_eq!(orientation(&Tags::default()), Color::White);
        assert_eq!(seen_as("Black"), Color::Black);
        assert_snapshot!(drawn(&[before()], Color::Black, Style::PLAIN), @r#"
        Before 23. Nc3.
        1  ·  ·  ·  K  *  ·  ·  ·
        2 [P] ·  P*[N→ ·  ·  ·  ·
        3  ·  ·  ·  ·  · →·  ·  ·
        4  ·  ·  ·  ·  ·  ·  ·  ·
        5  ·  ·  ·  ·  ·  ·  ·  ·
        6  ·  ·  ·  ·  ·  ·  ·  ·
        7  ·  ·  ·  ·  ·  ·  ·  ·
        8  ·  k  ·  r  ·  ·  ·  ·
           h  g  f  e  d  c  b  a
        x→ the square left, →x the square reached
        [ ] touched or handled
        * a square to which a legal replacement move can go
        "#);
        assert_snapshot!(unmarked_board(&before().position, Color::Black, ASCII), @r#"
        1 . . . K . . . .
        2 P . P N . . . .
        3 . . . . . . . .
        4 . . . . . . . .
        5 . . . . . . . .
        6 . . . . . . . .
        7 . . . . . . . .
        8 . k . r . . . .
          h g f e d c b a
        "#);
    }

    #[test]
    fn colours_add_nothing_but_escape_sequences() {
        let painted = drawn(&[before(), again()], Color::White, Style { color: Paint::Ansi, ..Style::PLAIN });
        let plain = drawn(&[before(), again()], Color::White, Style::PLAIN);
        assert_ne!(painted, plain);
        let bare = |text: &str| {
            let mut pieces = text.split('\x1b');
            let first = pieces.next().unwrap_or_default().to_owned();
            let rest = pieces.filter_map(|piece| piece.split_once('m')).map(|(_, piece)| piece);
            let whole = rest.fold(first, |text, piece| text + piece);
            whole.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(bare(&painted), bare(&plain));
    }
}
