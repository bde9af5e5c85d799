//! The style of a report for reading: width, colours, characters, manner.

use super::text::{ascii, plain};

/// The style of a report for reading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Style {
    /// Columns of the terminal.
    pub width: usize,
    /// Whether to colour.
    pub color: Color,
    /// Which characters to draw with.
    pub charset: Charset,
    /// Laid out for the eye, or in sentences for a screen reader.
    pub manner: Manner,
    /// Whether the board is drawn at each finding.
    pub boards: Boards,
}

impl Style {
    /// The style of a file: 80 columns, no colours.
    pub(crate) const PLAIN: Self = Self {
        width: 80,
        color: Color::None,
        charset: Charset::Unicode,
        manner: Manner::Laid,
        boards: Boards::Undrawn,
    };

    /// The text with the escape sequence `sgr`, if colours are on.
    pub(crate) fn paint(&self, sgr: &str, text: &str) -> String {
        match self.color {
            Color::None => text.to_owned(),
            Color::Ansi => format!("\x1b[{sgr}m{text}\x1b[0m"),
        }
    }

    /// The text in characters that the output can show.
    pub(crate) fn fit(&self, text: &str) -> String {
        match self.charset {
            Charset::Unicode => plain(text).into_owned(),
            Charset::Ascii => ascii(&plain(text)),
        }
    }
}

/// Whether a report for reading is coloured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Color {
    /// No escape sequences.
    None,
    /// The terminal's own sixteen.
    Ansi,
}

/// Which characters a report for reading is drawn with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Charset {
    /// Lines and corners.
    Unicode,
    /// Nothing beyond ASCII, for terminals that could not show it.
    Ascii,
}

/// The manner of a report for reading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Manner {
    /// Laid out for the eye: snippets, columns, boards.
    Laid,
    /// In sentences, one after the other, for screen readers.
    Accessible,
}

/// Whether the boards of findings are in a report for reading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Boards {
    /// Each finding has its own.
    Drawn,
    /// None has.
    Undrawn,
}
