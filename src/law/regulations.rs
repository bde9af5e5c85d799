//! How the game itself works under a code.

use super::vocabulary::{
    CheckBinds, Completion, FirstAtOdds, NextFirst, NoticeTime, OddsPawn, OddsPiece, Piece, PromotionTime,
    Turn, Within,
};
use crate::chess::Play;
/// How the game itself works under a code: its `[play]` table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Regulations {
    /// What legality asks: castling, en passant, pawns that stay, the leap at odds.
    pub play: Play,
    /// What a pawn becomes, and when.
    pub promotion: Promotion,
    /// Which checks must be met.
    pub check: CheckRule,
    /// When a move is completed.
    pub completed: Completion,
    /// When notice of adjusting protects a touch.
    pub adjust: AdjustRule,
    /// Who begins the games of a series, where the code says.
    pub first_move: Option<FirstMove>,
    /// What odds mean where the players did not say, where the code does.
    pub odds: Option<OddsRules>,
}

/// What a pawn on its last rank becomes. Whether it may stay a pawn stands in [`Play`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Promotion {
    /// The pieces it may become.
    pub to: Vec<Piece>,
    /// When.
    pub when: PromotionTime,
}

/// Which checks must be met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckRule {
    /// Every check, or only one said aloud.
    pub binds: CheckBinds,
    /// How a record that did not watch speech is taken: as though each check had been announced,
    /// or as though checks bound in any case.
    pub unobserved: CheckBinds,
}

/// When notice of adjusting protects a touch. A touch so protected is no offence of `touch.*`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AdjustRule {
    /// Before the touch, or in touching.
    pub notice: NoticeTime,
    /// On the adjuster's own turn only, or at any time.
    pub turn: Turn,
    /// Whether the man must stand visibly askew.
    pub askew: bool,
}

/// Who begins the games of a series.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FirstMove {
    /// After a game that was won.
    pub won: NextFirst,
    /// After a drawn game.
    pub drawn: NextFirst,
    /// After a game that was annulled.
    pub annulled: NextFirst,
    /// Whether the players keep their colours through the sitting.
    pub colours_kept: bool,
    /// Which games follow one another in this.
    pub within: Within,
}

/// What odds mean where the players did not say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OddsRules {
    /// Who begins.
    pub first_move: FirstAtOdds,
    /// Which pawn is given.
    pub pawn: OddsPawn,
    /// Which knight, bishop or rook is given.
    pub piece: OddsPiece,
    /// The farthest rank, seen from the receiver, that moves given as odds may reach.
    pub moves_rank: Option<u8>,
}
