//! The PGN reader: tokens, tags, movetext, commands and descriptive notation.
//!
//! [`Reader`] reads the games of a text one by one into a [`crate::game::Record`], whose buffers are reused. It resolves each
//! move under the common law on the real board, so that a plain, legal game can be judged under any code from its facts alone.
//! Files named `fast_…` hold the scanners of the usual forms; everything else is read by the productions of `grammar/`.

mod annotation_glyphs;
mod any_notation;
pub mod boundary;
mod bracketed_moves;
mod byte_window;
mod clock_time;
mod commands;
mod comments;
mod counted_faults;
mod descriptive;
mod doubtful_start;
mod entity;
mod fast_comments;
mod fast_tags;
mod foreign_text;
mod heading;
mod hidden_moves;
mod inter_game;
mod kings_sign;
mod lookahead;
mod loose_moves;
mod lost_moves;
mod markup;
mod movetext;
mod nonstandard_moves;
mod number;
mod prose;
mod reader;
mod recovery;
#[cfg(test)]
mod replay_tests;
mod respelled_move;
mod slip;
mod starting_position;
mod stated_end;
#[cfg(test)]
mod syntax;
mod tag_pair;
mod tag_section;
mod tag_values;
mod time_control;
mod token_span;
mod uncertain_course;
mod unreadable_token;
mod written_numbers;

pub(crate) use annotation_glyphs::read_score;
pub(crate) use commands::{COMMANDS, CommandSyntax, elected_remedies};
pub use commands::{Command, command};
pub(crate) use descriptive::DESCRIPTIVE;
pub(crate) use descriptive::descriptive_meaning;
pub(crate) use foreign_text::in_english_letters;
pub use reader::{NextGame, Reader};
pub(crate) use respelled_move::misread_move;
pub(crate) use slip::{LikelySlip, SlipKind, likely_slip};
pub(crate) use stated_end::{
    EndCause, StatedEnd, StatedOutcome, comment_on_end, end_told, ended_on_time, tag_on_end,
};
pub(crate) use tag_pair::{unescape, unescape_onto};
pub(crate) use written_numbers::{written_comments, written_numbers};
