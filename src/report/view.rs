//! One moment of a game for reading: the board, the side to move, and the open cases with their remedies and time limits.

use std::borrow::Cow;
use std::io::{self, Write};

use crate::audit::GameView;
use crate::chess::Fen;
use crate::law::codes;

use super::accessible::{self, paragraph, sentence, spoken};
use super::board::{drawn, in_words, men, orientation, unmarked_board};
use super::human::Human;
use super::text::{capital, name_shown, plural};
use super::{OutputMode, Style};

pub(crate) fn write_view(
    out: &mut dyn Write,
    name: &str,
    number: u64,
    view: &GameView,
    style: Style,
) -> io::Result<()> {
    let player = |tag: &str| view.tags.value(tag).map_or(Cow::Borrowed("?"), name_shown);
    let title = format!("{name}, game {number}: {} - {}", player("White"), player("Black"));
    match style.manner {
        OutputMode::Visual => write_layout(out, &title, view, style),
        OutputMode::Accessible => write_sentences(out, &title, view, style),
    }
}

fn write_layout(out: &mut dyn Write, title: &str, view: &GameView, style: Style) -> io::Result<()> {
    let human = Human::new(style);
    let snapshot = &view.snapshot;
    let side = orientation(&view.tags);
    writeln!(out, "{}", style.paint("1", &style.fit(title)))?;
    writeln!(out, "{}", moment(view))?;
    if let Some(why) = &snapshot.stopped {
        writeln!(out, "{}", style.fit(why))?;
    }
    writeln!(out, "\n{}", unmarked_board(&snapshot.position, side, style))?;
    writeln!(out, "{}", turn(view))?;
    writeln!(out, "FEN: {}", Fen(&snapshot.position))?;
    if !snapshot.acts.is_empty() {
        writeln!(out, "\n{}", style.paint("1", "since that move"))?;
        for act in &snapshot.acts {
            writeln!(out, "  {}", style.fit(&act.command))?;
        }
    }
    if snapshot.open.is_empty() {
        return writeln!(out, "\n{}", open_cases(view));
    }
    writeln!(out, "\n{}\n", style.paint("1", &open_cases(view)))?;
    for finding in &snapshot.open {
        write!(out, "{}", human.header(finding))?;
        if let Some(moment) = &finding.diagram {
            write!(out, "{}", drawn(&moment.boards, side, style))?;
        }
        writeln!(out, "{}", human.law(finding))?;
    }
    Ok(())
}

fn write_sentences(out: &mut dyn Write, title: &str, view: &GameView, style: Style) -> io::Result<()> {
    let snapshot = &view.snapshot;
    let mut lines = vec![sentence(title), sentence(&capital(&spoken(&moment(view))))];
    if let Some(why) = &snapshot.stopped {
        lines.push(sentence(&capital(why)));
    }
    lines.push(men(&snapshot.position));
    lines.push(turn(view));
    lines.push(sentence(&format!("FEN: {}", Fen(&snapshot.position))));
    if !snapshot.acts.is_empty() {
        let acts: Vec<String> = snapshot.acts.iter().map(|act| spoken(&act.words)).collect();
        lines.push(sentence(&format!("Since that move: {}", acts.join("; "))));
    }
    lines.push(sentence(&open_cases(view)));
    write!(out, "{}", paragraph(&lines, style))?;
    for finding in &snapshot.open {
        let mut lines = vec![accessible::heading(finding)];
        let boards = finding.diagram.iter().flat_map(|moment| &moment.boards);
        lines.extend(boards.map(|board| spoken(&in_words(board))));
        lines.extend(accessible::law(finding));
        write!(out, "{}", paragraph(&lines, style))?;
    }
    Ok(())
}

fn moment(view: &GameView) -> String {
    let snapshot = &view.snapshot;
    let moment = match &snapshot.last {
        Some(last) => format!("after {last}"),
        None => "before the first move".to_owned(),
    };
    format!("{moment}, ply {} of {}", snapshot.ply, snapshot.plies)
}

fn open_cases(view: &GameView) -> String {
    match view.snapshot.open.len() as u64 {
        0 if *view.code.id == *codes::LEGALITY => {
            "No case is open: no FIDE laws known here cover the day.".to_owned()
        }
        0 => format!("No case is open under {}.", view.code.id),
        number => format!("{} under {}", plural(number, "case is open", "cases are open"), view.code.id),
    }
}

fn turn(view: &GameView) -> String {
    let snapshot = &view.snapshot;
    let on_board = snapshot.position.turn();
    if snapshot.is_void {
        return "The game is void.".to_owned();
    }
    if let Some(over) = &snapshot.over {
        return format!("The game is over: {over}.");
    }
    match snapshot.owed {
        Some(plies) => {
            let retraction = plural(u64::from(plies), "ply must be taken back", "plies must be taken back");
            if snapshot.turn == on_board {
                format!("{retraction}; then {on_board} is to move.")
            } else {
                let turn = snapshot.turn;
                format!("{retraction}; then {turn} is to move. On the board {on_board} is to move.")
            }
        }
        None => format!("{} is to move.", snapshot.turn),
    }
}
