//! The regulations of a code: how the game itself works.

use super::vocabulary::{
    AdjustedMen, CheckBinds, Completion, FirstAtOdds, GamesAtOdds, KingCapture, NextFirst, NoticeTime,
    OddsPawn, OddsPiece, OfferEnd, Piece, PromotionTime, Turn, Within,
};
use crate::chess::Play;

/// The `[play]` table of a law file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Regulations {
    /// The part that decides legality: castling, en passant, pawns that stay pawns, the leap at odds.
    pub play: Play,
    pub promotion: Promotion,
    pub check: CheckRule,
    pub completed: Completion,
    pub adjust: AdjustRule,
    /// `None` if the code does not say who begins the games of a series.
    pub first_move: Option<FirstMove>,
    /// `None` if the code does not say what odds mean when the players left it open.
    pub odds: Option<OddsRules>,
    /// How late a player may come, in seconds, if the record does not say it. `None` if that is unknown then.
    pub default_time: Option<u32>,
    pub offer_ends: OfferEnd,
    pub king_capture: KingCapture,
}

/// The promotion of a pawn. [`Play`] says whether it may stay a pawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Promotion {
    pub to: Vec<Piece>,
    pub when: PromotionTime,
    /// Whether it can only become a piece that its player has lost.
    pub only_captured: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckRule {
    pub binds: CheckBinds,
    /// The rule for a record that did not watch speech: `Announced` takes every check as announced, `Always` lets
    /// every check bind.
    pub unobserved: CheckBinds,
}

/// The conditions under which notice of adjusting protects a touch. A protected touch is no offence of `touch.*`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AdjustRule {
    pub notice: NoticeTime,
    /// The turn on which a player may adjust.
    pub turn: Turn,
    /// Whether the man must be visibly askew.
    pub askew: bool,
    pub men: AdjustedMen,
}

/// The player who begins the next game of a series, by the outcome of the last one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FirstMove {
    pub won: NextFirst,
    pub drawn: NextFirst,
    pub annulled: NextFirst,
    /// Whether the players keep their colours through the sitting.
    pub colours_kept: bool,
    pub within: Within,
    pub at_odds: GamesAtOdds,
}

/// The meaning of odds when the players left it open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OddsRules {
    pub first_move: FirstAtOdds,
    pub pawn: OddsPawn,
    pub piece: OddsPiece,
    /// The farthest rank, from the receiver's side, that moves given as odds may reach.
    pub moves_rank: Option<u8>,
}
