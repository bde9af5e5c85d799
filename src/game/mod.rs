//! The replayed game: its moves, its acts, and the facts that the replay finds.
//!
//! A producer, such as [`crate::pgn`], adds moves and acts to a [`Record`], which resolves them under the common law on the
//! real board. The facts alone are enough to judge a plain, legal game under any code. Everything out of the ordinary is
//! kept separately, with its place.

pub(crate) mod act;
mod act_log;
mod apply_act;
pub(crate) mod board_edits;
mod board_log;
mod builder;
mod captures;
pub(crate) mod clock;
pub(crate) mod command_problem;
mod corrections;
mod date;
mod describe;
pub(crate) mod diagnostic;
mod edited_boards;
mod ending;
mod event_index;
pub(crate) mod facts;
pub(crate) mod foreign_letters;
mod history;
mod move_list;
mod observe;
mod pending_release;
mod put_men_right;
pub(crate) mod record;
mod record_timeline;
pub(crate) mod recovery_state;
mod recurrence;
mod release;
pub(crate) mod replay;
mod replay_state;
mod retraction;
mod ruled_promotion;
mod sentences;
pub(crate) mod span;
pub(crate) mod tag_values;
mod tags;
mod text_notes;
mod time_control;
mod timeline;

pub use act::Act;
pub(crate) use act::{
    Actor, Agreement, Alignment, Channel, Choice, Consent, Contact, CornerColour, CountGround, Hands, Intent,
    Memory, MoveWords, Notice, PlacedAct, PlayerClaim, QuotedText, SheetState, SignedResult, SpokenWord,
    Temper, TouchOrder, UmpireRuling, WaiveExtent,
};
pub(crate) use board_edits::PlacementCorrection;
pub use builder::RecordBuilder;
pub(crate) use clock::{ClockKind, ClockReading, Time};
pub(crate) use date::{PackedDate, PartialDate};
pub(crate) use describe::{describe_act, describe_acts, ruling_in_words};
pub(crate) use diagnostic::{FaultKind, TextFault};
pub(crate) use ending::{StopReason, Termination};
pub(crate) use event_index::EventIndex;
pub(crate) use facts::{BoardEnd, NonstandardKind, NonstandardMove, Occurrences};
pub(crate) use history::History;
pub(crate) use move_list::{MoveList, StatedMove};
pub use record::Record;
pub(crate) use record::SetupSource;
pub(crate) use ruled_promotion::RuledPromotion;
pub(crate) use span::Span;
pub(crate) use tag_values::{Odds, OddsTerm, ReadValue, Regulation, ResultDetail, TagValue};
pub(crate) use tags::{RATING_TAGS, TagName, TagOddity, TagPair, is_known};
pub(crate) use text_notes::{Notation, Suppression};
pub(crate) use time_control::{Allowance, Finish};
pub use time_control::{Field, TimeControl};
pub(crate) use timeline::Timeline;
pub use timeline::{Event, MadeMove, MoveSource};
