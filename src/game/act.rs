//! Acts: everything that a record reports besides the moves of its score, one variant for each command of the format.
//!
//! `Display` prints an act as the command that the reader parses back into the same act.

mod speech;
#[cfg(test)]
mod tests;
mod words;

use std::fmt;
use std::num::NonZeroU32;

pub(crate) use self::speech::{Choice, Notice, PlayerClaim, SpokenWord, UmpireRuling};
pub(crate) use self::words::{
    Actor, Agreement, Alignment, Channel, Consent, Contact, CornerColour, CountGround, Hands, Intent, Memory,
    MoveWords, QuotedText, SheetState, SignedResult, Temper, TouchOrder, WaiveExtent,
};
use super::clock::Time;
use super::span::Span;
use crate::chess::{Role, Square};
use crate::law::RemedyKind;

/// One act, as one command of the record reports it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the fields are those of the commands in grammar/commands.abnf")]
pub enum Act {
    /// At least one square, in the order of contact if `order` says that it is known.
    Touch { by: Actor, squares: Vec<Square>, contact: Contact, seat: Alignment, order: TouchOrder },
    /// A man is lifted and kept in hand, undecided.
    Hold { by: Actor, square: Square },
    /// A held man rests on a square, and the hand does not quit it.
    Hover { by: Actor, from: Square, over: Square },
    /// A completed move that is not in the score.
    Play { by: Actor, words: MoveWords },
    /// The hand quits a man as part of a move that is not yet complete.
    Release { by: Actor, from: Square, to: Square },
    /// A man from off the board is set on a square.
    Place { by: Actor, role: Role, square: Square },
    /// The player's last completed move was not made with one hand alone.
    Hands { by: Actor, hands: Hands },
    /// A move is written on the scoresheet before it is made.
    Write { by: Actor, words: MoveWords },
    /// The last completed moves are taken back, newest first.
    Retract { moves: NonZeroU32 },
    /// Words that the laws give a meaning are said.
    Say { by: Actor, word: SpokenWord },
    /// A player claims something.
    Claim { by: Actor, claim: PlayerClaim },
    /// An irregularity is pointed out.
    Notice { by: Actor, notice: Notice, memory: Memory },
    /// A player chooses a remedy that the code offers.
    Elect { by: Actor, remedy: RemedyKind, choice: Option<Choice> },
    /// A player waives the remedies of one offence or of all.
    Waive { by: Actor, extent: WaiveExtent },
    /// A question goes to the umpire.
    Appeal { by: Actor },
    /// The umpire decides.
    Ruling(UmpireRuling),
    /// From here on the board lies with this colour in the corner at each player's right hand.
    Board(CornerColour),
    /// A man leaves the board unnoticed.
    Drop { square: Square },
    /// A man that had left the board is put back.
    Restore { square: Square, consent: Consent },
    /// At least one square; `manner` is `None` if it is not known.
    Displace { by: Actor, squares: Vec<Square>, manner: Option<Intent> },
    /// The men are overturned; `manner` is `None` if it is not known.
    Upset { by: Actor, manner: Option<Intent> },
    /// Men are put back: at least one square.
    Replace { by: Actor, squares: Vec<Square> },
    /// A player presses the clock.
    Press { by: Actor },
    /// A person stops both clocks.
    Pause { by: Actor },
    /// The flag of `by` falls.
    Flag { by: Actor },
    /// A player leaves the board while the player's own clock runs.
    Absent { by: Actor },
    /// A player comes back to the board.
    Return { by: Actor },
    /// A player arrives late by this time.
    Arrive { by: Actor, late: Time },
    /// A player quits the table.
    Leave { by: Actor, temper: Temper },
    /// A player stops moving.
    Discontinue { by: Actor },
    /// A player refuses the umpire's decision.
    Refuse { by: Actor },
    /// A player disturbs the opponent.
    Disturb { by: Actor },
    /// A telephone or other device of a player makes a sound.
    Ring { by: Actor },
    /// A player's scoresheet lacks moves, or lacks none any more.
    Sheet { by: Actor, state: SheetState },
    /// A player signs this result.
    Sign { by: Actor, result: SignedResult },
    /// The game is adjourned.
    Adjourn,
    /// A player seals a move, written as in `text`.
    Seal { by: Actor, text: QuotedText },
    /// The game is resumed, from the position of `fen` if one was given. The FEN is not yet parsed.
    Resume { fen: Option<QuotedText> },
    /// The adjourned position cannot be established.
    LostPosition,
    /// Both players agree.
    Agree(Agreement),
}

/// An act and the number of standing moves before and after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacedAct {
    pub ply: u32,
    pub after: u32,
    pub span: Span,
    pub act: Act,
}

impl Act {
    /// The name of its command.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Touch { .. } => "touch",
            Self::Hold { .. } => "hold",
            Self::Hover { .. } => "hover",
            Self::Play { .. } => "play",
            Self::Release { .. } => "release",
            Self::Place { .. } => "place",
            Self::Hands { .. } => "hands",
            Self::Write { .. } => "write",
            Self::Retract { .. } => "retract",
            Self::Say { .. } => "say",
            Self::Claim { .. } => "claim",
            Self::Notice { .. } => "notice",
            Self::Elect { .. } => "elect",
            Self::Waive { .. } => "waive",
            Self::Appeal { .. } => "appeal",
            Self::Ruling(_) => "ruling",
            Self::Board(_) => "board",
            Self::Drop { .. } => "drop",
            Self::Restore { .. } => "restore",
            Self::Displace { .. } => "displace",
            Self::Upset { .. } => "upset",
            Self::Replace { .. } => "replace",
            Self::Press { .. } => "press",
            Self::Pause { .. } => "pause",
            Self::Flag { .. } => "flag",
            Self::Absent { .. } => "absent",
            Self::Return { .. } => "return",
            Self::Arrive { .. } => "arrive",
            Self::Leave { .. } => "leave",
            Self::Discontinue { .. } => "discontinue",
            Self::Refuse { .. } => "refuse",
            Self::Disturb { .. } => "disturb",
            Self::Ring { .. } => "ring",
            Self::Sheet { .. } => "sheet",
            Self::Sign { .. } => "sign",
            Self::Adjourn => "adjourn",
            Self::Seal { .. } => "seal",
            Self::Resume { .. } => "resume",
            Self::LostPosition => "lost-position",
            Self::Agree(_) => "agree",
        }
    }

    /// The channel that must be observed for the record to know of the act.
    pub(crate) const fn channel(&self) -> Channel {
        match self {
            Self::Touch { .. }
            | Self::Hold { .. }
            | Self::Hover { .. }
            | Self::Play { .. }
            | Self::Release { .. }
            | Self::Place { .. }
            | Self::Hands { .. }
            | Self::Write { .. }
            | Self::Retract { .. } => Channel::Touch,
            Self::Say { .. }
            | Self::Claim { .. }
            | Self::Notice { .. }
            | Self::Elect { .. }
            | Self::Waive { .. }
            | Self::Appeal { .. }
            | Self::Ruling(_)
            | Self::Agree(_) => Channel::Speech,
            Self::Board(_)
            | Self::Drop { .. }
            | Self::Restore { .. }
            | Self::Displace { .. }
            | Self::Upset { .. }
            | Self::Replace { .. } => Channel::Board,
            Self::Press { .. }
            | Self::Pause { .. }
            | Self::Flag { .. }
            | Self::Absent { .. }
            | Self::Return { .. }
            | Self::Arrive { .. } => Channel::Clock,
            Self::Leave { .. }
            | Self::Discontinue { .. }
            | Self::Refuse { .. }
            | Self::Disturb { .. }
            | Self::Ring { .. }
            | Self::Sheet { .. }
            | Self::Sign { .. }
            | Self::Adjourn
            | Self::Seal { .. }
            | Self::Resume { .. }
            | Self::LostPosition => Channel::Conduct,
        }
    }

    /// Whether no arbiter can have done it. An arbiter may touch men and clocks, point things out and ask for a remedy.
    pub(crate) const fn is_of_players_alone(&self) -> bool {
        match self {
            Self::Hands { .. }
            | Self::Write { .. }
            | Self::Flag { .. }
            | Self::Absent { .. }
            | Self::Return { .. }
            | Self::Arrive { .. }
            | Self::Leave { .. }
            | Self::Discontinue { .. }
            | Self::Refuse { .. }
            | Self::Sheet { .. }
            | Self::Sign { .. }
            | Self::Seal { .. }
            | Self::Appeal { .. } => true,
            Self::Claim { claim, .. } => !matches!(claim, PlayerClaim::Flag),
            Self::Say { word, .. } => !matches!(word, SpokenWord::Adjust | SpokenWord::AdjustTouching),
            _ => false,
        }
    }

    /// The person who acts, if the command names one. A ruling is the umpire's.
    pub const fn by(&self) -> Option<Actor> {
        match *self {
            Self::Touch { by, .. }
            | Self::Hold { by, .. }
            | Self::Hover { by, .. }
            | Self::Play { by, .. }
            | Self::Release { by, .. }
            | Self::Place { by, .. }
            | Self::Hands { by, .. }
            | Self::Write { by, .. }
            | Self::Say { by, .. }
            | Self::Claim { by, .. }
            | Self::Notice { by, .. }
            | Self::Elect { by, .. }
            | Self::Waive { by, .. }
            | Self::Appeal { by }
            | Self::Displace { by, .. }
            | Self::Upset { by, .. }
            | Self::Replace { by, .. }
            | Self::Press { by }
            | Self::Pause { by }
            | Self::Flag { by }
            | Self::Absent { by }
            | Self::Return { by }
            | Self::Arrive { by, .. }
            | Self::Leave { by, .. }
            | Self::Discontinue { by }
            | Self::Refuse { by }
            | Self::Disturb { by }
            | Self::Ring { by }
            | Self::Sheet { by, .. }
            | Self::Sign { by, .. }
            | Self::Seal { by, .. } => Some(by),
            Self::Ruling(_) => Some(Actor::Umpire),
            Self::Retract { .. }
            | Self::Board(_)
            | Self::Drop { .. }
            | Self::Restore { .. }
            | Self::Adjourn
            | Self::Resume { .. }
            | Self::LostPosition
            | Self::Agree(_) => None,
        }
    }
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[%{}", self.name())?;
        if !matches!(self, Self::Ruling(_))
            && let Some(by) = self.by()
        {
            write!(f, " {by}")?;
        }
        match self {
            Self::Ruling(ruling) => write!(f, " {ruling}")?,
            Self::Touch { squares, contact, seat, order, .. } => {
                each(f, squares)?;
                flag(f, contact, &Contact::Meant)?;
                flag(f, seat, &Alignment::Square)?;
                flag(f, order, &TouchOrder::Known)?;
            }
            Self::Hold { square, .. } | Self::Drop { square } => write!(f, " {square}")?,
            Self::Hover { from, over: to, .. } | Self::Release { from, to, .. } => write!(f, " {from} {to}")?,
            Self::Play { words, .. } | Self::Write { words, .. } => write!(f, " {words}")?,
            Self::Place { role, square, .. } => write!(f, " {} {square}", role.letter())?,
            Self::Hands { hands, .. } => flag(f, hands, &Hands::Both)?,
            Self::Retract { moves } => write!(f, " {moves}")?,
            Self::Say { word, .. } => write!(f, " {word}")?,
            Self::Claim { claim, .. } => write!(f, " {claim}")?,
            Self::Notice { notice, memory, .. } => {
                write!(f, " {notice}")?;
                flag(f, memory, &Memory::Known)?;
            }
            Self::Elect { remedy, choice, .. } => {
                write!(f, " {}", remedy.id())?;
                if let Some(choice) = choice {
                    write!(f, " {choice}")?;
                }
            }
            Self::Waive { extent, .. } => flag(f, extent, &WaiveExtent::Newest)?,
            Self::Board(shade) => write!(f, " {shade}")?,
            Self::Restore { square, consent } => {
                write!(f, " {square}")?;
                flag(f, consent, &Consent::Undisputed)?;
            }
            Self::Displace { squares, manner, .. } => {
                each(f, squares)?;
                if let Some(manner) = manner {
                    write!(f, " {manner}")?;
                }
            }
            Self::Upset { manner: Some(manner), .. } => write!(f, " {manner}")?,
            Self::Replace { squares, .. } => each(f, squares)?,
            Self::Arrive { late, .. } => write!(f, " {late}")?,
            Self::Leave { temper, .. } => flag(f, temper, &Temper::Calm)?,
            Self::Sheet { state, .. } => write!(f, " {state}")?,
            Self::Sign { result, .. } => write!(f, " {result}")?,
            Self::Seal { text, .. } => write!(f, " {text}")?,
            Self::Resume { fen: Some(fen) } => write!(f, " {fen}")?,
            Self::Agree(agreement) => write!(f, " {agreement}")?,
            Self::Appeal { .. }
            | Self::Upset { manner: None, .. }
            | Self::Press { .. }
            | Self::Pause { .. }
            | Self::Flag { .. }
            | Self::Absent { .. }
            | Self::Return { .. }
            | Self::Discontinue { .. }
            | Self::Refuse { .. }
            | Self::Disturb { .. }
            | Self::Ring { .. }
            | Self::Adjourn
            | Self::Resume { fen: None }
            | Self::LostPosition => {}
        }
        f.write_str("]")
    }
}

fn each(f: &mut fmt::Formatter<'_>, squares: &[Square]) -> fmt::Result {
    squares.iter().try_for_each(|square| write!(f, " {square}"))
}

/// Writes a word, unless it is the one that applies by default.
fn flag<T: PartialEq + fmt::Display>(f: &mut fmt::Formatter<'_>, word: &T, default: &T) -> fmt::Result {
    if word == default { Ok(()) } else { write!(f, " {word}") }
}
