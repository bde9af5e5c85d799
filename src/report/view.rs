//! One moment of a game for reading: the board, whose turn it is, and who may do what until when.

use std::io::{self, Write};

use crate::audit::View;
use crate::chess::{Color as Player, File, Position, Rank, Square};

use super::human::Human;
use super::text::{plain, plural};
use super::{Charset, Look};

/// Writes what stands on the board and what is open.
///
/// # Errors
/// What the page says.
pub fn write_view(out: &mut dyn Write, name: &str, number: u64, view: &View, look: Look) -> io::Result<()> {
    let human = Human::new(look);
    let scene = &view.scene;
    let player = |name: &Option<String>| human.fit(name.as_deref().unwrap_or("?"));
    let title = format!(
        "{}, game {number}: {} - {}",
        human.fit(&plain(name)),
        player(&view.white),
        player(&view.black)
    );
    writeln!(out, "{}", human.paint("1", &title))?;
    let moment = match &scene.last {
        Some(last) => format!("after {last}"),
        None => "before the first move".to_owned(),
    };
    writeln!(out, "{moment}, ply {} of {}", scene.ply, scene.plies)?;
    if view.is_broken && scene.ply == scene.plies {
        writeln!(out, "the record cannot be read any further")?;
    }
    writeln!(out, "\n{}", board(&scene.position, look))?;
    writeln!(out, "{}", turn(view))?;
    if !scene.acts.is_empty() {
        writeln!(out, "\n{}", human.paint("1", "since that move"))?;
        for act in &scene.acts {
            writeln!(out, "  {}", human.fit(act))?;
        }
    }
    if scene.open.is_empty() {
        return writeln!(out, "\nNothing is open under {}.", view.code.id);
    }
    let open = plural(scene.open.len() as u64, "case is open", "cases are open");
    writeln!(out, "\n{}\n", human.paint("1", &format!("{open} under {}", view.code.id)))?;
    for finding in &scene.open {
        write!(out, "{}{}", human.header(finding), human.law(finding))?;
        writeln!(out)?;
    }
    Ok(())
}

fn turn(view: &View) -> String {
    let scene = &view.scene;
    let on_board = scene.position.turn();
    match scene.owed {
        Some(plies) if scene.turn == on_board => {
            format!("{on_board} is on move, once {} went back.", plural(u64::from(plies), "ply", "plies"))
        }
        Some(plies) => format!(
            "By law it is {}'s turn: {} back first. On the board {on_board} is on move.",
            scene.turn,
            if plies == 1 { "1 ply goes".to_owned() } else { format!("{plies} plies go") },
        ),
        None => format!("{} is on move.", scene.turn),
    }
}

/// The men as letters, White's great, seen from White's side.
pub(crate) fn board(position: &Position, look: Look) -> String {
    let empty = match look.charset {
        Charset::Unicode => '·',
        Charset::Ascii => '.',
    };
    let mut text = String::new();
    for rank in (0..8).rev().map(Rank::from_index) {
        text.push_str("  ");
        text.push(rank.digit());
        for file in (0..8).map(File::from_index) {
            text.push(' ');
            let man = position.man_at(Square::new(file, rank));
            text.push(man.map_or(empty, |man| match man.color {
                Player::White => man.role.letter(),
                Player::Black => man.role.letter().to_ascii_lowercase(),
            }));
        }
        text.push('\n');
    }
    text.push_str("    a b c d e f g h\n");
    text
}
