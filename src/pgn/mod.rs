//! PGN text to games: tokens, tags, movetext, commands and descriptive notation.
//!
//! [`Reader`] takes a chunk of text game by game into one [`crate::game::Record`], whose buffers are reused. It resolves
//! every move under the common law on the real board as it reads it, so that a plain, legal game can be judged under any
//! code from its facts alone. PGN is one producer of records; `game` knows nothing of it.

mod annotation_glyphs;
pub mod boundary;
mod byte_window;
mod clock_time;
mod commands;
mod comments;
mod descriptive;
mod fast_comments;
mod fast_tags;
mod inter_game;
mod lookahead;
mod movetext;
mod nonstandard_moves;
mod number;
mod reader;
mod recovery;
#[cfg(test)]
mod replay_tests;
mod starting_position;
mod stated_end;
#[cfg(test)]
mod syntax;
mod tag_pair;
mod tag_section;
mod tag_values;
mod time_control;
mod token_span;
mod unreadable_token;

pub use clock_time::{clk, time};
pub use commands::{ClockCommand, Command, CommandFault, Suppress, command};
pub use descriptive::DESCRIPTIVE;
pub(crate) use descriptive::descriptive_meaning;
pub use reader::{NextGame, Reader};
pub use stated_end::{EndTold, EndedBy, Fate, comment_on_end, end_told, ended_on_time, tag_on_end};
pub use tag_pair::{unescape, unescape_onto};
pub use time_control::time_control;
