//! How a report for reading looks, or sounds.

use super::text::{ascii, plain};

/// How a report for reading looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// Columns of the terminal.
    pub width: usize,
    /// Whether to colour.
    pub color: Color,
    /// Which characters to draw with.
    pub charset: Charset,
    /// Whether it is for the eye or for the ear.
    pub manner: Manner,
    /// Whether the board is drawn at each finding.
    pub boards: Boards,
}

impl Style {
    /// What a file gets: 80 columns, no colours.
    pub const PLAIN: Self = Self {
        width: 80,
        color: Color::None,
        charset: Charset::Unicode,
        manner: Manner::Laid,
        boards: Boards::Undrawn,
    };

    /// The text in a style, where there is colour.
    pub(crate) fn paint(&self, sgr: &str, text: &str) -> String {
        match self.color {
            Color::None => text.to_owned(),
            Color::Ansi => format!("\x1b[{sgr}m{text}\x1b[0m"),
        }
    }

    /// The text in the characters that can be shown.
    pub(crate) fn fit(&self, text: &str) -> String {
        match self.charset {
            Charset::Unicode => plain(text).into_owned(),
            Charset::Ascii => ascii(&plain(text)),
        }
    }
}

/// Whether a report for reading is coloured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Color {
    /// No escape sequences.
    None,
    /// The terminal's own sixteen.
    Ansi,
}

/// Which characters a report for reading is drawn with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Charset {
    /// Lines and corners.
    Unicode,
    /// Nothing beyond ASCII, for terminals that could not show it.
    Ascii,
}

/// How a report for reading is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    /// Laid out for the eye: snippets, columns, boards.
    Laid,
    /// In sentences, one after the other, for whoever has them read out.
    Accessible,
}

/// Whether the boards of findings are in a report for reading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Boards {
    /// Each finding has its own.
    Drawn,
    /// None has.
    Undrawn,
}
