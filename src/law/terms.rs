//! A code's own words for the opponent, a piece, the arbiter and a new start.

use std::borrow::Cow;

/// The words of findings in which old codes differ from modern ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    /// The other player.
    pub opponent: Cow<'static, str>,
    /// A piece or a pawn.
    pub piece: Cow<'static, str>,
    /// Several of them.
    pub pieces: Cow<'static, str>,
    /// The person who decides.
    pub arbiter: Cow<'static, str>,
    /// What happens to a game that begins anew: `the game is …`.
    pub restarted: Cow<'static, str>,
}

impl Terms {
    /// The words of modern codes and of findings about the record.
    pub const MODERN: Self = Self {
        opponent: Cow::Borrowed("opponent"),
        piece: Cow::Borrowed("piece"),
        pieces: Cow::Borrowed("pieces"),
        arbiter: Cow::Borrowed("arbiter"),
        restarted: Cow::Borrowed("restarted"),
    };
}

impl Default for Terms {
    fn default() -> Self {
        Self::MODERN
    }
}
