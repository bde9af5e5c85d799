//! What a record is: tags, movetext, commands, and the one pass that reads them.
//!
//! [`Reader`] takes a chunk of text game by game into one [`Record`], whose buffers are used again. The
//! pass resolves every move under the common law on the real board, so that a plain, legal game can be
//! judged under any code from its [`Facts`] alone; whatever is out of the ordinary lies apart, with its
//! place.

mod act;
mod clock;
mod command;
mod fault;
mod history;
mod movetext;
mod reader;
mod span;
mod tags;
mod time_control;

pub use act::{
    Act, Agreement, Channel, Choice, Claim, Consent, Contact, Extent, Ground, Hands, Manner, Memory,
    MoveWords, Notice, Person, Ruling, Seat, Shade, Temper, Text, TouchOrder, Word,
};
pub use clock::{Time, clk, time};
pub use command::{ClockCommand, ClockKind, Command, CommandFault, Suppress, command};
pub use fault::{AfterEnd, CommandWords, Fault, FaultKind};
pub use reader::{
    ClockReading, Counted, End, Facts, FalseSign, NextGame, Odd, OddKind, PlacedAct, Reader, Record, Setup,
    Stop, StopReason, Suppression, Termination,
};
pub use span::Span;
pub use tags::{TagName, TagOddity, TagPair, decode, unescape};
pub use time_control::{Field, TimeControl, time_control};
