//! `human`: a table for each game, as wide as the terminal allows.
//!
//! Codes are placed side by side, in several blocks if the width requires it. In a narrow terminal, each code has a line of
//! its own.

use std::cmp::Reverse;
use std::fmt::Write as _;
use std::io::{self, Write};

use crate::compare::Comparison;

use super::super::Style;
use super::super::short_ruling::{MovesShown, verdict_words};
use super::super::text::{players, wrap};
use super::format::{notes, rule_ids, rulings};
use super::key::SignKey;
use super::{ComparisonFormat, ComparisonInfo, ComparisonTotals, summary_line};

/// The columns between two cells.
const GAP: usize = 2;
/// A narrower cell is hard to read.
const LEAST_CELL: usize = 13;
/// A title takes at most this, and at most a third of the width.
const WIDEST_TITLE: usize = 34;
/// A narrower title is hard to read.
const LEAST_TITLE: usize = 14;

/// In a narrower terminal the codes are stacked.
const LEAST_WIDTH: usize = 80;

pub(crate) struct ComparisonTable {
    style: Style,
    key: SignKey,
}

impl ComparisonTable {
    pub(super) fn new(style: Style) -> Self {
        Self { style, key: SignKey::default() }
    }

    /// The place of the game and its players, on one line if they fit.
    fn heading(&self, file: &str, game: &Comparison) -> Vec<String> {
        let heading = self.style.fit(&format!("{file}:{} game {}", game.location.line, game.number));
        let Some([white, black]) = players(&game.tags, "?") else {
            return vec![heading];
        };
        let players = self.style.fit(&format!("{white} - {black}"));
        if length(&heading) + length(&players) + 2 > self.style.width {
            let mut lines = vec![heading];
            lines.extend(fold(&[players], self.style.width));
            return lines;
        }
        vec![format!("{heading}: {players}")]
    }

    fn table(&self, info: &ComparisonInfo, game: &Comparison) -> Vec<TableLine> {
        let mut lines = vec![TableLine {
            is_head: true,
            title: Vec::new(),
            cells: info.names().map(|name| vec![self.style.fit(name)]).collect(),
        }];
        for row in &game.rows {
            let rulings = rulings(info, game, row, MovesShown::Few);
            lines.push(TableLine {
                is_head: false,
                title: vec![self.style.fit(&row.title()), rule_ids(row, ", ")],
                cells: rulings.map(|ruling| vec![self.style.fit(&ruling.words.whole())]).collect(),
            });
        }
        lines.push(TableLine {
            is_head: false,
            title: vec!["verdict".to_owned()],
            cells: game.verdicts.iter().map(|verdict| vec![verdict_words(*verdict)]).collect(),
        });
        lines
    }
}

impl ComparisonFormat for ComparisonTable {
    fn game(
        &mut self,
        out: &mut dyn Write,
        info: &ComparisonInfo,
        file: &str,
        game: &Comparison,
    ) -> io::Result<()> {
        self.key.add_game(game);
        let mut text = String::new();
        for line in self.heading(file, game) {
            let _ = writeln!(text, "{}", self.style.paint("1", &line));
        }
        write_table(&self.table(info, game), self.style, &mut text);
        for note in notes(info, &game.rows) {
            for line in wrap(&self.style.fit(&note), self.style.width) {
                let _ = writeln!(text, "{line}");
            }
        }
        text.push('\n');
        out.write_all(text.as_bytes())
    }

    fn finish(&mut self, out: &mut dyn Write, totals: &ComparisonTotals<'_>) -> io::Result<()> {
        let key = self.key.text(self.style);
        if !key.is_empty() {
            writeln!(out, "{key}")?;
        }
        write_summary(out, totals, self.style)
    }
}

/// Writes the summary line, bold and wrapped.
pub(super) fn write_summary(
    out: &mut dyn Write,
    totals: &ComparisonTotals<'_>,
    style: Style,
) -> io::Result<()> {
    for line in wrap(&summary_line(totals), style.width) {
        writeln!(out, "{}", style.paint("1", &line))?;
    }
    Ok(())
}

/// A line of the table before layout. Title and cells are paragraphs to be wrapped.
struct TableLine {
    /// Whether the cells are the names of the codes.
    is_head: bool,
    /// The second paragraph is dim.
    title: Vec<String>,
    cells: Vec<Vec<String>>,
}

struct Widths {
    title: usize,
    /// For each block, the widths of its cells.
    blocks: Vec<Vec<usize>>,
}

fn length(text: &str) -> usize {
    text.chars().count()
}

impl Widths {
    /// The layout with the fewest blocks, and among these the one with the widest title. `None` if two cells do not fit side
    /// by side.
    fn of(lines: &[TableLine], width: usize) -> Option<Self> {
        let columns = lines.first()?.cells.len();
        let longest = |texts: &mut dyn Iterator<Item = &str>| texts.map(length).max().unwrap_or(0);
        let titles = || lines.iter().flat_map(|line| &line.title).map(String::as_str);
        let widest = longest(&mut titles()).min((width / 3).min(WIDEST_TITLE)).max(LEAST_TITLE);
        let least = longest(&mut titles().flat_map(str::split_whitespace)).clamp(LEAST_TITLE, widest);
        let natural: Vec<usize> = (0..columns)
            .map(|column| {
                let cells = lines.iter().filter_map(|line| line.cells.get(column));
                longest(&mut cells.flatten().map(String::as_str))
            })
            .collect();
        let room = |title: usize| width.saturating_sub(title);
        let (title, size) = (least..=widest)
            .filter_map(|title| Some((title, block_size(&natural, room(title))?)))
            .max_by_key(|(title, size)| (Reverse(columns.div_ceil(*size)), *title))?;
        if size < 2 && columns > 1 {
            return None;
        }
        let blocks = natural.chunks(size).map(|natural| cell_widths(natural, room(title))).collect();
        Some(Self { title, blocks })
    }
}

/// The number of cells in a block, so that there are as few blocks as possible, of about the same size. `None` if there is no
/// room for one cell.
fn block_size(natural: &[usize], room: usize) -> Option<usize> {
    let least = |own: &usize| (*own).min(LEAST_CELL) + GAP;
    let fits = |block: &[usize]| block.iter().map(least).sum::<usize>() <= room;
    (1..=natural.len())
        .map(|blocks| natural.len().div_ceil(blocks))
        .find(|size| natural.chunks(*size).all(fits))
}

/// Divides the room among cells: none gets more than its natural width, and the others share the rest equally.
fn cell_widths(natural: &[usize], room: usize) -> Vec<usize> {
    let mut widths: Vec<usize> = natural.iter().map(|own| (*own).min(LEAST_CELL)).collect();
    let mut left = room.saturating_sub(widths.iter().map(|width| width + GAP).sum());
    while left > 0 && widths.iter().zip(natural).any(|(width, own)| width < own) {
        for (width, own) in widths.iter_mut().zip(natural) {
            if *width < *own && left > 0 {
                *width += 1;
                left -= 1;
            }
        }
    }
    widths
}

fn write_table(lines: &[TableLine], style: Style, text: &mut String) {
    let layout = |lines: &[TableLine]| {
        let width = Some(style.width).filter(|width| *width >= LEAST_WIDTH)?;
        Widths::of(lines, width)
    };
    let mut widths = layout(lines);
    let shared;
    let mut lines = lines;
    if widths.as_ref().is_none_or(|widths| widths.blocks.len() > 1) {
        shared = share_columns(lines);
        lines = &shared;
        widths = layout(lines);
    }
    let Some(widths) = widths else {
        write_stacked(lines, style, text);
        return;
    };
    let mut from = 0;
    for (place, block) in widths.blocks.iter().enumerate() {
        if place > 0 {
            text.push('\n');
        }
        for line in lines {
            let cells = line.cells.get(from..from + block.len()).unwrap_or_default();
            write_line(line, cells, widths.title, block, style, text);
        }
        from += block.len();
    }
}

/// The same table, in which codes with the same rulings share a column.
fn share_columns(lines: &[TableLine]) -> Vec<TableLine> {
    let Some((head, rest)) = lines.split_first() else { return Vec::new() };
    let column = |at: usize| rest.iter().map(move |line| line.cells.get(at));
    // The first column with the same cells.
    let first = |at: usize| (0..at).find(|before| column(*before).eq(column(at))).unwrap_or(at);
    let firsts: Vec<usize> = (0..head.cells.len()).map(first).collect();
    let mut kept: Vec<usize> = firsts.clone();
    kept.sort_unstable();
    kept.dedup();
    let names = |at: &usize| {
        let shares = head.cells.iter().zip(&firsts).filter(|(_, first)| *first == at);
        shares.flat_map(|(name, _)| name.clone()).collect()
    };
    let cells = |line: &TableLine| kept.iter().filter_map(|at| line.cells.get(*at)).cloned().collect();
    let head =
        TableLine { is_head: true, title: head.title.clone(), cells: kept.iter().map(names).collect() };
    let rest =
        rest.iter().map(|line| TableLine { is_head: false, title: line.title.clone(), cells: cells(line) });
    std::iter::once(head).chain(rest).collect()
}

/// Breaks a word that is wider than a line: after a `/` or `=`, if there is one in the line.
fn break_word(word: &str, width: usize) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut rest: Vec<char> = word.chars().collect();
    while let Some(line) = rest.get(..width).filter(|line| line.len() < rest.len()) {
        let end =
            line.iter().rposition(|letter| matches!(letter, '/' | '=')).map_or(width, |place| place + 1);
        pieces.push(rest.drain(..end).collect());
    }
    pieces.push(rest.into_iter().collect());
    pieces
}

/// Wraps text to a width. Longer words are broken.
fn fold(paragraphs: &[String], width: usize) -> Vec<String> {
    let mut folded = Vec::new();
    for line in paragraphs.iter().flat_map(|paragraph| wrap(paragraph, width)) {
        if length(&line) <= width {
            folded.push(line);
        } else {
            folded.extend(break_word(&line, width.max(1)));
        }
    }
    folded
}

/// Writes the title and some of the cells of a line side by side.
fn write_line(
    line: &TableLine,
    cells: &[Vec<String>],
    title_width: usize,
    widths: &[usize],
    style: Style,
    text: &mut String,
) {
    let title: Vec<(String, bool)> = line
        .title
        .iter()
        .zip([false, true])
        .flat_map(|(paragraph, is_dim)| {
            fold(std::slice::from_ref(paragraph), title_width).into_iter().map(move |piece| (piece, is_dim))
        })
        .collect();
    let cells: Vec<Vec<String>> = cells.iter().zip(widths).map(|(cell, width)| fold(cell, *width)).collect();
    let tallest = cells.iter().map(Vec::len).chain([title.len()]).max().unwrap_or(0);
    for row in 0..tallest {
        let mut blank = title_width;
        if let Some((title, is_dim)) = title.get(row) {
            text.push_str(&paint_if(*is_dim, "2", title, style));
            blank -= length(title).min(blank);
        }
        for (cell, width) in cells.iter().zip(widths) {
            let piece = cell.get(row).map_or("", String::as_str);
            blank += GAP;
            if piece.is_empty() {
                blank += width;
                continue;
            }
            text.push_str(&" ".repeat(blank));
            text.push_str(&paint_if(line.is_head, "1", piece, style));
            blank = width.saturating_sub(length(piece));
        }
        text.push('\n');
    }
}

fn paint_if(is_painted: bool, sgr: &str, text: &str, style: Style) -> String {
    if is_painted { style.paint(sgr, text) } else { text.to_owned() }
}

/// Writes each cell on a line of its own, after the name of its code.
fn write_stacked(lines: &[TableLine], style: Style, text: &mut String) {
    let width = style.width;
    let Some((head, rest)) = lines.split_first() else {
        return;
    };
    let names: Vec<String> = head.cells.iter().map(|cell| cell.join(" ")).collect();
    let widest = names.iter().map(|name| length(name)).max().unwrap_or(0).min(width / 2);
    let room = width.saturating_sub(widest + 2 * GAP).max(8);
    for line in rest {
        for (place, paragraph) in line.title.iter().enumerate() {
            for piece in fold(std::slice::from_ref(paragraph), width) {
                text.push_str(&paint_if(place > 0, "2", &piece, style));
                text.push('\n');
            }
        }
        for (name, cell) in names.iter().zip(&line.cells) {
            let name = fold(std::slice::from_ref(name), widest);
            let cell = fold(cell, room);
            for row in 0..name.len().max(cell.len()) {
                let name = name.get(row).map_or("", String::as_str);
                let piece = cell.get(row).map_or("", String::as_str);
                let line = format!("{:GAP$}{name:widest$}{:GAP$}{piece}", "", "");
                text.push_str(line.trim_end());
                text.push('\n');
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_is_broken_after_a_sign() {
        assert_eq!(break_word("old-law/16=drawn", 13), ["old-law/16=", "drawn"]);
        assert_eq!(break_word("old-law/16=drawn", 10), ["old-law/", "16=drawn"]);
        assert_eq!(break_word("abcdefgh", 3), ["abc", "def", "gh"]);
    }
}
