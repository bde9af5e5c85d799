//! What a record is: tags, movetext, commands, and the one pass that reads them.
//!
//! [`Reader`] takes a chunk of text game by game into one [`Record`], whose buffers are used again. The
//! pass resolves every move under the common law on the real board, so that a plain, legal game can be
//! judged under any code from its [`Facts`] alone; whatever is out of the ordinary lies apart, with its
//! place.

mod act;
mod acting;
mod between;
mod captures;
mod clock;
mod command;
mod course;
pub mod cut;
mod date;
mod descriptive;
mod digits;
mod doubt;
mod facts;
mod fallen;
mod fault;
mod history;
mod looking_ahead;
mod marks;
mod movetext;
mod odd_moves;
mod put_right;
mod reader;
#[allow(clippy::module_inception)] // the noun of the room
mod record;
mod rectification;
mod recurrence;
mod release;
mod retraction;
mod setup;
mod span;
mod standing;
mod suspicion;
mod tag_section;
mod tag_values;
mod tags;
mod termination;
mod time_control;
mod told;
mod unreadable;
mod usual_commands;
mod usual_tags;

pub use act::{
    Act, Agreement, Channel, Choice, Claim, Consent, Contact, Extent, Ground, Hands, Manner, Memory,
    MoveWords, Notice, Person, Ruling, Seat, Shade, Temper, Text, TouchOrder, Word,
};
pub use clock::{Time, clk, time};
pub use command::{ClockCommand, ClockKind, Command, CommandFault, Suppress, command};
pub use course::{Event, Made, MoveSource};
pub(crate) use date::PackedDate;
pub use date::PartialDate;
pub(crate) use descriptive::descriptive_meaning;
pub use descriptive::{DESCRIPTIVE, Notation};
pub use facts::{Counted, End, Facts, FalseSign, Odd, OddKind, Stop, StopReason};
pub use fault::{AfterEnd, CommandWords, Fault, FaultKind};
pub use history::History;
pub use put_right::PutRight;
pub use reader::{NextGame, Reader};
pub use record::{ClockReading, PlacedAct, Record, Setup, Suppression, Termination};
pub use rectification::Righted;
pub use span::Span;
pub use standing::StandingMoves;
pub use tag_values::{Odds, OddsTerm, ReadValue, Regulation, ResultDetail, TagValue};
pub use tags::{TagName, TagOddity, TagPair, unescape, unescape_onto};
pub use termination::{EndTold, EndedBy, Fate, comment_on_end, end_told, ended_on_time, tag_on_end};
pub use time_control::{Allowance, Field, TimeControl, time_control};
pub(crate) use told::told;
