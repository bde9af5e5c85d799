//! What a record is: tags, movetext, commands, and the one pass that reads them.

mod act;
mod clock;
mod command;
mod time_control;

pub use act::{
    Act, Agreement, Channel, Choice, Claim, Consent, Contact, Extent, Ground, Hands, Manner, Memory,
    MoveWords, Notice, Person, Ruling, Seat, Shade, Temper, Text, TouchOrder, Word,
};
pub use clock::{Time, clk, time};
pub use command::{ClockCommand, ClockKind, Command, CommandFault, Suppress, command};
pub use time_control::{Field, TimeControl, time_control};
