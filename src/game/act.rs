//! What happened beside the moves of the score: one typed act for each command of the format.
//!
//! Every act prints as the command that says it, so that printing and reading are inverse.

mod placed;
mod said;
#[cfg(test)]
mod tests;
mod words;

use std::fmt;
use std::num::NonZeroU32;

pub(crate) use self::placed::PlacedAct;
pub(crate) use self::said::{Choice, Claim, Notice, Ruling, Word};
pub(crate) use self::words::{
    Agreement, Channel, Consent, Contact, Extent, Ground, Hands, Manner, Memory, MoveWords, Person, Seat,
    Shade, Temper, Text, TouchOrder,
};
use super::clock::Time;
use crate::chess::{Role, Square};
use crate::law::RemedyKind;

/// One act: what one command says happened.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Act {
    /// `by` touches these men, in this order.
    Touch {
        /// Who.
        by: Person,
        /// The men; at least one.
        squares: Vec<Square>,
        /// Whether it was meant.
        contact: Contact,
        /// How they stood.
        seat: Seat,
        /// Whether the order is known.
        order: TouchOrder,
    },
    /// `by` lifts the man and keeps it in hand, undecided.
    Hold {
        /// Who.
        by: Person,
        /// The man.
        square: Square,
    },
    /// `by` rests a held man on a square without quitting it.
    Hover {
        /// Who.
        by: Person,
        /// The man.
        from: Square,
        /// Where it rests.
        over: Square,
    },
    /// `by` completes a move that is not in the score.
    Play {
        /// Who.
        by: Person,
        /// The move.
        words: MoveWords,
    },
    /// `by` quits a man as part of a move not yet complete.
    Release {
        /// Who.
        by: Person,
        /// The man.
        from: Square,
        /// Where it is quitted.
        to: Square,
    },
    /// `by` sets a man from off the board on a square.
    Place {
        /// Who.
        by: Person,
        /// What man.
        role: Role,
        /// Where.
        square: Square,
    },
    /// The move `by` completed last was not made with one hand alone.
    Hands {
        /// Who.
        by: Person,
        /// How it was made.
        hands: Hands,
    },
    /// `by` writes a move on the scoresheet before making it.
    Write {
        /// Who.
        by: Person,
        /// The move.
        words: MoveWords,
    },
    /// The last completed moves are taken back, newest first.
    Retract {
        /// How many.
        moves: NonZeroU32,
    },
    /// `by` says something.
    Say {
        /// Who.
        by: Person,
        /// What.
        word: Word,
    },
    /// `by` claims something.
    Claim {
        /// Who.
        by: Person,
        /// What.
        claim: Claim,
    },
    /// `by` points an irregularity out.
    Notice {
        /// Who.
        by: Person,
        /// Which.
        notice: Notice,
        /// Whether the moves since are known.
        memory: Memory,
    },
    /// `by` chooses a remedy that the code offers.
    Elect {
        /// Who.
        by: Person,
        /// Which.
        remedy: RemedyKind,
        /// The man, piece or move named with it.
        choice: Option<Choice>,
    },
    /// `by` lets offences pass.
    Waive {
        /// Who.
        by: Person,
        /// How many.
        extent: Extent,
    },
    /// A question goes to the umpire.
    Appeal {
        /// Whose.
        by: Person,
    },
    /// The umpire decides.
    Ruling(Ruling),
    /// From here on the board lies so.
    Board(Shade),
    /// A man leaves the board unnoticed.
    Drop {
        /// Where it stood.
        square: Square,
    },
    /// It is put back.
    Restore {
        /// Where.
        square: Square,
        /// Whether both agree that it stood there.
        consent: Consent,
    },
    /// `by` displaces men.
    Displace {
        /// Who.
        by: Person,
        /// Which; at least one.
        squares: Vec<Square>,
        /// Whether on purpose, where that is known.
        manner: Option<Manner>,
    },
    /// `by` overturns the men.
    Upset {
        /// Who.
        by: Person,
        /// Whether on purpose, where that is known.
        manner: Option<Manner>,
    },
    /// `by` puts men back.
    Replace {
        /// Who.
        by: Person,
        /// Which; at least one.
        squares: Vec<Square>,
    },
    /// `by` presses the clock.
    Press {
        /// Who.
        by: Person,
    },
    /// A flag falls.
    Flag {
        /// Whose.
        by: Person,
    },
    /// `by` leaves the board on his own time.
    Absent {
        /// Who.
        by: Person,
    },
    /// `by` comes back.
    Return {
        /// Who.
        by: Person,
    },
    /// `by` arrives late.
    Arrive {
        /// Who.
        by: Person,
        /// By how much.
        late: Time,
    },
    /// `by` quits the table.
    Leave {
        /// Who.
        by: Person,
        /// How.
        temper: Temper,
    },
    /// `by` stops moving.
    Discontinue {
        /// Who.
        by: Person,
    },
    /// `by` refuses the umpire's decision.
    Refuse {
        /// Who.
        by: Person,
    },
    /// `by` disturbs the adversary.
    Disturb {
        /// Who.
        by: Person,
    },
    /// The game is adjourned.
    Adjourn,
    /// `by` seals a move.
    Seal {
        /// Who.
        by: Person,
        /// The move as written.
        text: Text,
    },
    /// The game is resumed.
    Resume {
        /// The position set up, where it is said: a FEN, not yet read.
        fen: Option<Text>,
    },
    /// The position cannot be established.
    LostPosition,
    /// Both players agree.
    Agree(Agreement),
}

impl Act {
    /// The channel that a record must have watched to know of it.
    pub const fn channel(&self) -> Channel {
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
            | Self::Flag { .. }
            | Self::Absent { .. }
            | Self::Return { .. }
            | Self::Arrive { .. } => Channel::Clock,
            Self::Leave { .. }
            | Self::Discontinue { .. }
            | Self::Refuse { .. }
            | Self::Disturb { .. }
            | Self::Adjourn
            | Self::Seal { .. }
            | Self::Resume { .. }
            | Self::LostPosition => Channel::Conduct,
        }
    }

    /// The command's name.
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
            Self::Flag { .. } => "flag",
            Self::Absent { .. } => "absent",
            Self::Return { .. } => "return",
            Self::Arrive { .. } => "arrive",
            Self::Leave { .. } => "leave",
            Self::Discontinue { .. } => "discontinue",
            Self::Refuse { .. } => "refuse",
            Self::Disturb { .. } => "disturb",
            Self::Adjourn => "adjourn",
            Self::Seal { .. } => "seal",
            Self::Resume { .. } => "resume",
            Self::LostPosition => "lost-position",
            Self::Agree(_) => "agree",
        }
    }

    /// Who acts, where the command names somebody. A ruling is the umpire's.
    pub const fn by(&self) -> Option<Person> {
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
            | Self::Flag { by }
            | Self::Absent { by }
            | Self::Return { by }
            | Self::Arrive { by, .. }
            | Self::Leave { by, .. }
            | Self::Discontinue { by }
            | Self::Refuse { by }
            | Self::Disturb { by }
            | Self::Seal { by, .. } => Some(by),
            Self::Ruling(_) => Some(Person::Umpire),
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
    /// The command that says it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[%{}", self.name())?;
        match self {
            Self::Ruling(ruling) => write!(f, " {ruling}")?,
            other => {
                if let Some(by) = other.by() {
                    write!(f, " {by}")?;
                }
            }
        }
        match self {
            Self::Touch { squares, contact, seat, order, .. } => {
                each(f, squares)?;
                flag(f, *contact, Contact::Meant)?;
                flag(f, *seat, Seat::Square)?;
                flag(f, *order, TouchOrder::Known)?;
            }
            Self::Hold { square, .. } | Self::Drop { square } => write!(f, " {square}")?,
            Self::Hover { from, over: to, .. } | Self::Release { from, to, .. } => write!(f, " {from} {to}")?,
            Self::Play { words, .. } | Self::Write { words, .. } => write!(f, " {words}")?,
            Self::Place { role, square, .. } => write!(f, " {} {square}", role.letter())?,
            Self::Hands { hands, .. } => flag(f, *hands, Hands::Both)?,
            Self::Retract { moves } => write!(f, " {moves}")?,
            Self::Say { word, .. } => write!(f, " {word}")?,
            Self::Claim { claim, .. } => write!(f, " {claim}")?,
            Self::Notice { notice, memory, .. } => {
                write!(f, " {notice}")?;
                flag(f, *memory, Memory::Known)?;
            }
            Self::Elect { remedy, choice, .. } => {
                write!(f, " {}", remedy.id())?;
                if let Some(choice) = choice {
                    write!(f, " {choice}")?;
                }
            }
            Self::Waive { extent, .. } => flag(f, *extent, Extent::Newest)?,
            Self::Board(shade) => write!(f, " {shade}")?,
            Self::Restore { square, consent } => {
                write!(f, " {square}")?;
                flag(f, *consent, Consent::Undisputed)?;
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
            Self::Leave { temper, .. } => flag(f, *temper, Temper::Calm)?,
            Self::Seal { text, .. } => write!(f, " {text}")?,
            Self::Resume { fen: Some(fen) } => write!(f, " {fen}")?,
            Self::Agree(agreement) => write!(f, " {agreement}")?,
            Self::Ruling(_)
            | Self::Appeal { .. }
            | Self::Upset { manner: None, .. }
            | Self::Press { .. }
            | Self::Flag { .. }
            | Self::Absent { .. }
            | Self::Return { .. }
            | Self::Discontinue { .. }
            | Self::Refuse { .. }
            | Self::Disturb { .. }
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

/// A word that is written only where it says something.
fn flag<T: Copy + PartialEq + fmt::Display>(f: &mut fmt::Formatter<'_>, said: T, unsaid: T) -> fmt::Result {
    if said == unsaid { Ok(()) } else { write!(f, " {said}") }
}
