//! The style of a report for reading: width, colours, characters, manner.

use super::text::{ascii, plain};

/// The style of a report for reading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Style {
    /// In columns.
    pub width: usize,
    pub color: Color,
    pub charset: Charset,
    pub manner: OutputMode,
    pub boards: Boards,
}

impl Style {
    /// The style of a file: 80 columns, no colours.
    pub(crate) const PLAIN: Self = Self {
        width: 80,
        color: Color::None,
        charset: Charset::Unicode,
        manner: OutputMode::Visual,
        boards: Boards::Undrawn,
    };

    /// The text in the colour or weight that the SGR parameter `sgr` selects, if colours are on.
    pub(crate) fn paint(&self, sgr: &str, text: &str) -> String {
        match self.color {
            Color::None => text.to_owned(),
            Color::Ansi => format!("\x1b[{sgr}m{text}\x1b[0m"),
        }
    }

    /// The text in characters that the output can show, without control characters.
    pub(crate) fn fit(&self, text: &str) -> String {
        match self.charset {
            Charset::Unicode => plain(text).into_owned(),
            Charset::Ascii => ascii(&plain(text)),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Color {
    None,
    /// The terminal's own sixteen colours.
    Ansi,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Charset {
    Unicode,
    Ascii,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OutputMode {
    /// Snippets, columns and boards.
    Visual,
    /// Sentences, for screen readers.
    Accessible,
}

/// Whether a report for reading draws the boards of its findings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Boards {
    Drawn,
    Undrawn,
}
