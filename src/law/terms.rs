//! A code's own words for the opponent, a piece, the arbiter and a new start.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// The words of findings in which old codes differ from modern ones.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Terms {
    /// The other player.
    pub opponent: Cow<'static, str>,
    /// A piece or a pawn.
    pub piece: Cow<'static, str>,
    /// Several of them.
    pub pieces: Cow<'static, str>,
    /// The person who decides.
    pub arbiter: Cow<'static, str>,
    /// What happens to a game that begins anew, after *the game is*. Modern codes speak of a new game instead.
    pub restarted: Option<Cow<'static, str>>,
}

impl Terms {
    /// The words of modern codes and of findings about the record.
    pub const MODERN: Self = Self {
        opponent: Cow::Borrowed("opponent"),
        piece: Cow::Borrowed("piece"),
        pieces: Cow::Borrowed("pieces"),
        arbiter: Cow::Borrowed("arbiter"),
        restarted: None,
    };
}

impl Terms {
    /// A new start as a clause.
    pub(crate) fn restart(&self) -> String {
        match &self.restarted {
            Some(restarted) => format!("the game is {restarted}"),
            None => "a new game is played".to_owned(),
        }
    }

    /// A new start as the object of a request.
    pub(crate) fn restart_request(&self) -> String {
        match &self.restarted {
            Some(restarted) => format!("that the game be {restarted}"),
            None => "a new game".to_owned(),
        }
    }
}

impl Default for Terms {
    fn default() -> Self {
        Self::MODERN
    }
}
