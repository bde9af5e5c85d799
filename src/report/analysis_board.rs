//! Links from pages to a public analysis board. A page loads nothing from there.

use crate::chess::{Color, Fen, Position};

/// The address of a board with a position: this, and the FEN with `_` in place of blanks.
const ADDRESS: &str = "https://lichess.org/analysis/standard/";

/// Whether pages link to an analysis board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnalysisLinks {
    Shown,
    LeftOut,
}

impl AnalysisLinks {
    /// The address of a position as `side` sees it, if pages have links.
    pub(super) fn address(self, position: &Position, side: Color) -> Option<String> {
        let side = match side {
            Color::White => "",
            Color::Black => "?color=black",
        };
        let fen = Fen(position).to_string().replace(' ', "_");
        (self == Self::Shown).then(|| format!("{ADDRESS}{fen}{side}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_has_the_position() {
        let position = Position::from_fen(b"4k3/8/8/8/8/8/8/4K2R w K - 3 40").unwrap();
        let address = |links: AnalysisLinks, side| links.address(&position, side);
        let expected = "https://lichess.org/analysis/standard/4k3/8/8/8/8/8/8/4K2R_w_K_-_3_40";
        assert_eq!(address(AnalysisLinks::Shown, Color::White).as_deref(), Some(expected));
        let turned = address(AnalysisLinks::Shown, Color::Black);
        assert_eq!(turned, Some(format!("{expected}?color=black")));
        assert_eq!(address(AnalysisLinks::LeftOut, Color::White), None);
    }
}
