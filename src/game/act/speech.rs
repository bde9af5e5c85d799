//! The arguments of spoken commands: words, claims, notices, choices and rulings.

use std::fmt;
use std::num::NonZeroU32;

use super::{Actor, CountGround, MoveWords};
use crate::chess::{Color, Role, Square};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SpokenWord {
    Check,
    Mate,
    /// The number is that of moves.
    MateIn(NonZeroU32),
    /// "I adjust", said before the hand is on the man.
    Adjust,
    /// "I adjust", said as the hand reaches the man.
    AdjustTouching,
    /// A draw is offered.
    Draw,
    Accept,
    Decline,
    Resign,
    Stalemate,
}

impl fmt::Display for SpokenWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Check => "check",
            Self::Mate => "mate",
            Self::MateIn(moves) => return write!(f, "mate {moves}"),
            Self::Adjust => "adjust",
            Self::AdjustTouching => "adjust touching",
            Self::Draw => "draw",
            Self::Accept => "accept",
            Self::Decline => "decline",
            Self::Resign => "resign",
            Self::Stalemate => "stalemate",
        })
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum PlayerClaim {
    /// On the board, or after the move named.
    Repetition(Option<MoveWords>),
    /// The fifty-move rule, on the board or after the move named.
    Fifty(Option<MoveWords>),
    /// That moves be counted.
    Count(CountGround),
    /// Perpetual check.
    Perpetual,
    Stalemate,
    /// The opponent's flag has fallen.
    Flag,
    /// That the game go on.
    Proceed,
    /// An indulgence in return for one given.
    Indulgence,
    /// The opponent cannot win by normal means, or does not try to.
    NormalMeans,
    /// That each move bring more time from now on.
    Increment,
}

impl fmt::Display for PlayerClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Repetition(Some(words)) => return write!(f, "repetition {words}"),
            Self::Repetition(None) => "repetition",
            Self::Fifty(Some(words)) => return write!(f, "fifty {words}"),
            Self::Fifty(None) => "fifty",
            Self::Count(ground) => return write!(f, "count {ground}"),
            Self::Perpetual => "perpetual",
            Self::Stalemate => "stalemate",
            Self::Flag => "flag",
            Self::Proceed => "proceed",
            Self::Indulgence => "indulgence",
            Self::NormalMeans => "normal-means",
            Self::Increment => "increment",
        })
    }
}

/// An irregularity that a player points out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Notice {
    /// The board is turned.
    Board,
    /// Men were set up wrongly.
    Setup,
    /// No man was put on this square.
    Omitted(Square),
    /// The odds were not given.
    Odds,
    /// The wrong player moved first.
    FirstMove,
    /// A move out of turn.
    Turn,
    Touch,
    Hold,
    Clock,
    /// An illegal move and its ply, if given.
    Illegal(Option<NonZeroU32>),
    /// A check not parried, and the ply of the move that gave it, if given.
    Check(Option<NonZeroU32>),
    /// A man fell from this square.
    Dropped(Square),
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Board => "board",
            Self::Setup => "setup",
            Self::Omitted(square) => return write!(f, "omitted {square}"),
            Self::Odds => "odds",
            Self::FirstMove => "first-move",
            Self::Turn => "turn",
            Self::Touch => "touch",
            Self::Hold => "hold",
            Self::Clock => "clock",
            Self::Illegal(Some(ply)) => return write!(f, "illegal {ply}"),
            Self::Illegal(None) => "illegal",
            Self::Check(Some(ply)) => return write!(f, "check {ply}"),
            Self::Check(None) => "check",
            Self::Dropped(square) => return write!(f, "dropped {square}"),
        })
    }
}

/// The argument of an election.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Choice {
    /// A man, by its square. `e4` is always a `Square`: for a remedy that needs a move, it is the pawn's move to that
    /// square.
    Square(Square),
    /// The piece that a pawn becomes.
    Piece(Role),
    Move(MoveWords),
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Square(square) => write!(f, "{square}"),
            Self::Piece(role) => write!(f, "{}", role.letter()),
            Self::Move(words) => write!(f, "{words}"),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UmpireRuling {
    Annul,
    Recommence,
    Draw,
    /// The game goes on.
    Proceed,
    /// This player loses.
    Forfeit(Color),
    /// The move or act in question remains valid.
    Stand,
    /// The last moves go back.
    Retract(NonZeroU32),
    /// A man goes back to this square.
    Restore(Square),
    /// The board or a clock is set right.
    Adjust,
    Admonish(Color),
    /// This player is given so many seconds.
    AddTime(Color, NonZeroU32),
    /// This player loses so many seconds.
    LoseTime(Color, NonZeroU32),
    /// This player is given points.
    AddPoints(Color),
    /// This player loses points.
    LosePoints(Color),
    /// This player pays a fine.
    Fine(Color),
    /// This player is excluded from one or more rounds.
    Exclude(Color),
    /// This player is expelled from the event.
    Expel(Color),
    /// The pawn on this square becomes this piece.
    Promote(Square, Role),
    /// The game is drawn after fifty more moves of each player.
    CountFifty,
}

impl fmt::Display for UmpireRuling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match *self {
            Self::Annul => "annul",
            Self::Recommence => "recommence",
            Self::Draw => "draw",
            Self::Proceed => "proceed",
            Self::Forfeit(player) => return write!(f, "forfeit {}", Actor::from(player)),
            Self::Stand => "stand",
            Self::Retract(moves) => return write!(f, "retract {moves}"),
            Self::Restore(square) => return write!(f, "restore {square}"),
            Self::Adjust => "adjust",
            Self::CountFifty => "count-fifty",
            Self::Admonish(player) => return write!(f, "admonish {}", Actor::from(player)),
            Self::AddTime(player, seconds) => {
                return write!(f, "add-time {} {seconds}", Actor::from(player));
            }
            Self::LoseTime(player, seconds) => {
                return write!(f, "lose-time {} {seconds}", Actor::from(player));
            }
            Self::AddPoints(player) => return write!(f, "add-points {}", Actor::from(player)),
            Self::LosePoints(player) => return write!(f, "lose-points {}", Actor::from(player)),
            Self::Fine(player) => return write!(f, "fine {}", Actor::from(player)),
            Self::Exclude(player) => return write!(f, "exclude {}", Actor::from(player)),
            Self::Expel(player) => return write!(f, "expel {}", Actor::from(player)),
            Self::Promote(square, role) => return write!(f, "promote {square} {}", role.letter()),
        })
    }
}
