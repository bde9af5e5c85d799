//! `human`: a table for each game, as wide as the terminal allows.
//!
//! Codes stand side by side while each has room to be read; where not all have, in blocks below one another,
//! and where not even two have, one on each line.

use std::fmt::Write as _;
use std::io::{self, Write};

use crate::compare::{Comparison, Row};
use crate::finding::Doubt;
use crate::law::Rule;

use super::super::Style;
use super::super::short_ruling::{CellWords, MovesShown, row_words, verdict_words};
use super::super::text::{name_shown, wrap};
use super::{ComparisonFormat, ComparisonInfo, ComparisonTotals, summary_line};

/// Between columns.
const GAP: usize = 2;
/// A narrower column is no longer read with ease.
const LEAST_COLUMN: usize = 13;
/// What names a row takes no more than this, and a third of the width.
const WIDEST_TITLE: usize = 34;
/// A narrower title is no longer read with ease.
const LEAST_TITLE: usize = 14;

/// A table for each game.
pub(crate) struct ComparisonTable {
    style: Style,
    info: Option<ComparisonInfo>,
}

impl ComparisonTable {
    /// A report not yet begun.
    pub(crate) fn new(style: Style) -> Self {
        Self { style, info: None }
    }

    /// The file and the game, and who played it, where it is known.
    fn heading(&self, file: &str, game: &Comparison) -> Vec<String> {
        let mut heading = self.style.fit(&format!("{file}:{} game {}", game.location.line, game.number));
        let known = |name| game.tags.value(name).filter(|value| !value.is_empty() && *value != "?");
        let players = match (known("White"), known("Black")) {
            (None, None) => return vec![heading],
            (white, black) => {
                format!("{} - {}", name_shown(white.unwrap_or("?")), name_shown(black.unwrap_or("?")))
            }
        };
        let players = self.style.fit(&players);
        if length(&heading) + length(&players) + 2 > self.style.width {
            let mut lines = vec![heading];
            lines.extend(fold(&[players], self.style.width));
            return lines;
        }
        heading.push_str(": ");
        heading.push_str(&players);
        vec![heading]
    }

    fn table(&self, info: &ComparisonInfo, game: &Comparison) -> Vec<TableLine> {
        let mut lines = vec![TableLine {
            kind: LineKind::Head,
            title: Vec::new(),
            cells: info.names().map(|name| vec![self.style.fit(name)]).collect(),
        }];
        for row in &game.rows {
            let rules: Vec<&str> = row.rules().into_iter().map(Rule::id).collect();
            let words = row_words(row, &game.verdicts, MovesShown::Few);
            lines.push(TableLine {
                kind: LineKind::Row,
                title: vec![self.style.fit(&row.title()), rules.join(", ")],
                cells: words.iter().map(|cell| vec![self.style.fit(&CellWords::whole(cell))]).collect(),
            });
        }
        lines.push(TableLine {
            kind: LineKind::Row,
            title: vec!["verdict".to_owned()],
            cells: game.verdicts.iter().map(|verdict| vec![verdict_words(*verdict)]).collect(),
        });
        lines
    }
}

impl ComparisonFormat for ComparisonTable {
    fn begin(&mut self, _: &mut dyn Write, info: &ComparisonInfo) -> io::Result<()> {
        self.info = Some(info.clone());
        Ok(())
    }

    fn game(&mut self, out: &mut dyn Write, file: &str, game: &Comparison) -> io::Result<()> {
        let Some(info) = &self.info else {
            return Ok(());
        };
        let mut text = String::new();
        for line in self.heading(file, game) {
            let _ = writeln!(text, "{}", self.style.paint("1", &line));
        }
        lay(&self.table(info, game), self.style, &mut text);
        for doubt in doubts(&game.rows) {
            for line in wrap(&self.style.fit(&doubt), self.style.width) {
                let _ = writeln!(text, "{line}");
            }
        }
        text.push('\n');
        out.write_all(text.as_bytes())
    }

    fn finish(&mut self, out: &mut dyn Write, totals: &ComparisonTotals<'_>) -> io::Result<()> {
        let Some(info) = &self.info else {
            return Ok(());
        };
        for line in wrap(&summary_line(info, totals), self.style.width) {
            writeln!(out, "{}", self.style.paint("1", &line))?;
        }
        Ok(())
    }
}

/// What hangs on a reading, each reading with its outcome once: the file of another name has the readings too.
pub(super) fn doubts(rows: &[Row]) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    let findings = rows.iter().flat_map(|row| row.cells.iter().flatten());
    for Doubt { reading, outcome } in findings.flat_map(|finding| &finding.doubts) {
        let line = format!("doubtful: under the reading {reading}, {outcome}");
        if !told.contains(&line) {
            told.push(line);
        }
    }
    told
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LineKind {
    /// The names of the columns.
    Head,
    Row,
}

/// A line of the table before it is laid out: paragraphs, each to be wrapped.
struct TableLine {
    kind: LineKind,
    /// What it is called; the second paragraph stands back.
    title: Vec<String>,
    cells: Vec<Vec<String>>,
}

/// How wide things are.
struct Widths {
    title: usize,
    /// For each block its columns, each with its width.
    blocks: Vec<Vec<usize>>,
}

fn length(text: &str) -> usize {
    text.chars().count()
}

impl Widths {
    /// The best that the width allows: as few blocks as can be, and then as wide a title; none where not even
    /// two columns fit side by side.
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
            .max_by_key(|(title, size)| (std::cmp::Reverse(columns.div_ceil(*size)), *title))?;
        if size < 2 && columns > 1 {
            return None;
        }
        let blocks = natural.chunks(size).map(|natural| share(natural, room(title))).collect();
        Some(Self { title, blocks })
    }
}

/// How many columns stand side by side, so that there are as few blocks as can be and none is much shorter
/// than the others. None where there is not room for one.
fn block_size(natural: &[usize], room: usize) -> Option<usize> {
    // What a column cannot do without.
    let least = |own: &usize| (*own).min(LEAST_COLUMN) + GAP;
    let fits = |block: &[usize]| block.iter().map(least).sum::<usize>() <= room;
    (1..=natural.len())
        .map(|blocks| natural.len().div_ceil(blocks))
        .find(|size| natural.chunks(*size).all(fits))
}

/// Shares room among columns: none gets more than it needs, and the rest goes to those that need more.
fn share(natural: &[usize], room: usize) -> Vec<usize> {
    let mut widths: Vec<usize> = natural.iter().map(|own| (*own).min(LEAST_COLUMN)).collect();
    let mut left = room.saturating_sub(widths.iter().map(|width| width + GAP).sum());
    while left > 0 {
        let mut gave = false;
        for (width, own) in widths.iter_mut().zip(natural) {
            if *width < *own && left > 0 {
                *width += 1;
                left -= 1;
                gave = true;
            }
        }
        if !gave {
            break;
        }
    }
    widths
}

/// Lays the table out.
fn lay(lines: &[TableLine], style: Style, text: &mut String) {
    let Some(widths) = Widths::of(lines, style.width) else {
        stack(lines, style, text);
        return;
    };
    let mut from = 0;
    for (place, block) in widths.blocks.iter().enumerate() {
        if place > 0 {
            text.push('\n');
        }
        for line in lines {
            let cells = line.cells.get(from..from + block.len()).unwrap_or_default();
            side_by_side(line, cells, widths.title, block, style, text);
        }
        from += block.len();
    }
}

/// Text wrapped to a width; a word that is longer is cut to pieces.
fn fold(paragraphs: &[String], width: usize) -> Vec<String> {
    let mut folded = Vec::new();
    for line in paragraphs.iter().flat_map(|paragraph| wrap(paragraph, width)) {
        if length(&line) <= width {
            folded.push(line);
        } else {
            let letters: Vec<char> = line.chars().collect();
            folded.extend(letters.chunks(width.max(1)).map(|piece| piece.iter().collect::<String>()));
        }
    }
    folded
}

fn side_by_side(
    line: &TableLine,
    cells: &[Vec<String>],
    title_width: usize,
    widths: &[usize],
    style: Style,
    text: &mut String,
) {
    let head: Vec<String> = fold(line.title.get(..1).unwrap_or_default(), title_width);
    let back: Vec<String> = fold(line.title.get(1..).unwrap_or_default(), title_width);
    let cells: Vec<Vec<String>> = cells.iter().zip(widths).map(|(cell, width)| fold(cell, *width)).collect();
    let tallest = cells.iter().map(Vec::len).chain([head.len() + back.len()]).max().unwrap_or(0);
    for row in 0..tallest {
        let mut written = String::new();
        let mut blank = title_width;
        let title = match head.get(row) {
            Some(title) => Some((title, "0")),
            None => back.get(row - head.len()).map(|title| (title, "2")),
        };
        if let Some((title, sgr)) = title {
            written.push_str(&painted(style, sgr, title));
            blank -= length(title).min(blank);
        }
        for (cell, width) in cells.iter().zip(widths) {
            let piece = cell.get(row).map_or("", String::as_str);
            blank += GAP;
            if piece.is_empty() {
                blank += width;
                continue;
            }
            written.push_str(&" ".repeat(blank));
            let sgr = if line.kind == LineKind::Head { "1" } else { "0" };
            written.push_str(&painted(style, sgr, piece));
            blank = width.saturating_sub(length(piece));
        }
        text.push_str(&written);
        text.push('\n');
    }
}

/// Text in a style; `0` is none.
fn painted(style: Style, sgr: &str, text: &str) -> String {
    if sgr == "0" { text.to_owned() } else { style.paint(sgr, text) }
}

/// One code on each line.
fn stack(lines: &[TableLine], style: Style, text: &mut String) {
    let width = style.width;
    let Some((head, rest)) = lines.split_first() else {
        return;
    };
    let names: Vec<String> = head.cells.iter().map(|cell| cell.concat()).collect();
    let widest = names.iter().map(|name| length(name)).max().unwrap_or(0).min(width / 2);
    let room = width.saturating_sub(widest + 2 * GAP).max(8);
    for line in rest {
        for (place, paragraph) in line.title.iter().enumerate() {
            for piece in fold(std::slice::from_ref(paragraph), width) {
                text.push_str(&painted(style, if place == 0 { "0" } else { "2" }, &piece));
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
