//! One moment of a game for reading: the board, whose turn it is, and who may do what until when.

use std::borrow::Cow;
use std::io::{self, Write};

use crate::audit::View;

use super::accessible;
use super::accessible::{capital, sentence, spoken};
use super::board::{drawn, in_words, men, men_alone, seen_from};
use super::human::Human;
use super::text::{name_shown, plural};
use super::{Manner, Style};

/// Writes what stands on the board and what is open.
///
/// # Errors
/// What the page says.
pub(crate) fn write_view(
    out: &mut dyn Write,
    name: &str,
    number: u64,
    view: &View,
    style: Style,
) -> io::Result<()> {
    match style.manner {
        Manner::Laid => laid(out, name, number, view, style),
        Manner::Accessible => told(out, name, number, view, style),
    }
}

fn laid(out: &mut dyn Write, name: &str, number: u64, view: &View, style: Style) -> io::Result<()> {
    let human = Human::new(style);
    let snapshot = &view.snapshot;
    let side = seen_from(&view.tags);
    writeln!(out, "{}", style.paint("1", &style.fit(&title(name, number, view))))?;
    writeln!(out, "{}", moment(view))?;
    if let Some(why) = &snapshot.stopped {
        writeln!(out, "{}", style.fit(why))?;
    }
    writeln!(out, "\n{}", men_alone(&snapshot.position, side, style))?;
    writeln!(out, "{}", turn(view))?;
    if !snapshot.acts.is_empty() {
        writeln!(out, "\n{}", style.paint("1", "since that move"))?;
        for act in &snapshot.acts {
            writeln!(out, "  {}", style.fit(&act.command))?;
        }
    }
    let Some(open) = open(view) else {
        return writeln!(out, "\n{}", nothing_open(view));
    };
    writeln!(out, "\n{}\n", style.paint("1", &open))?;
    for finding in &snapshot.open {
        write!(out, "{}", human.header(finding))?;
        if let Some(moment) = &finding.moment {
            write!(out, "{}", drawn(&moment.boards, side, style))?;
        }
        writeln!(out, "{}", human.law(finding))?;
    }
    Ok(())
}

fn told(out: &mut dyn Write, name: &str, number: u64, view: &View, style: Style) -> io::Result<()> {
    let snapshot = &view.snapshot;
    let mut lines = vec![sentence(&title(name, number, view)), sentence(&capital(&spoken(&moment(view))))];
    if let Some(why) = &snapshot.stopped {
        lines.push(sentence(&capital(why)));
    }
    lines.push(men(&snapshot.position));
    lines.push(turn(view));
    if !snapshot.acts.is_empty() {
        let acts: Vec<String> = snapshot.acts.iter().map(|act| spoken(&act.words)).collect();
        lines.push(sentence(&format!("Since that move: {}", acts.join("; "))));
    }
    lines.push(match open(view) {
        Some(open) => sentence(&open),
        None => nothing_open(view),
    });
    write!(out, "{}", accessible::page(&lines, style))?;
    for finding in &snapshot.open {
        let mut lines = vec![accessible::heading(finding)];
        let boards = finding.moment.iter().flat_map(|moment| &moment.boards);
        lines.extend(boards.map(|board| spoken(&in_words(board))));
        lines.extend(accessible::law(finding));
        write!(out, "{}", accessible::page(&lines, style))?;
    }
    Ok(())
}

fn title(name: &str, number: u64, view: &View) -> String {
    let player = |name: &str| view.tags.value(name).map_or(Cow::Borrowed("?"), name_shown);
    format!("{name}, game {number}: {} - {}", player("White"), player("Black"))
}

fn moment(view: &View) -> String {
    let snapshot = &view.snapshot;
    let moment = match &snapshot.last {
        Some(last) => format!("after {last}"),
        None => "before the first move".to_owned(),
    };
    format!("{moment}, ply {} of {}", snapshot.ply, snapshot.plies)
}

fn open(view: &View) -> Option<String> {
    let number = view.snapshot.open.len() as u64;
    let open = plural(number, "case is open", "cases are open");
    (number > 0).then(|| format!("{open} under {}", view.code.id))
}

fn nothing_open(view: &View) -> String {
    format!("Nothing is open under {}.", view.code.id)
}

fn turn(view: &View) -> String {
    let snapshot = &view.snapshot;
    let on_board = snapshot.position.turn();
    if let Some(over) = &snapshot.over {
        return format!("The game is over: {over}.");
    }
    match snapshot.owed {
        Some(plies) if snapshot.turn == on_board => {
            format!("{on_board} is on move, once {} went back.", plural(u64::from(plies), "ply", "plies"))
        }
        Some(plies) => format!(
            "By law it is {}'s turn: {} back first. On the board {on_board} is on move.",
            snapshot.turn,
            if plies == 1 { "1 ply goes".to_owned() } else { format!("{plies} plies go") },
        ),
        None => format!("{} is on move.", snapshot.turn),
    }
}
