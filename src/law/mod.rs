//! A code of laws: provisions, remedies, windows, readings, and the registry of rule ids.

#[macro_use]
mod word_sets;

mod claim;
mod code;
pub mod codes;
mod condition;
mod embedded;
mod endgame;
mod family;
mod file;
mod load;
pub(crate) mod outline;
mod provenance;
mod provision;
mod reading;
mod regulations;
mod remedy;
mod rules;
mod source;
mod tally;
mod terms;
mod unruled;
mod vocabulary;
pub mod words;

pub(crate) use claim::{Claim, Count};
pub use code::{Code, Silence, Stalemate, Voice};
pub(crate) use code::{Day, Minutes, Quicker, Tradition, days_in_month};
pub use codes::skeleton;
pub(crate) use condition::{Clause, Literal};
pub use family::Family;
pub use file::LawFile;
pub(crate) use load::{CODE_ID_HELP, Period, is_code_id};
pub use load::{LawText, LoadError, load, load_with_readings, review};
pub(crate) use provenance::scans_of;
pub use provision::Provision;
pub(crate) use provision::{Late, WindowRule};
pub use reading::OtherReading;
pub(crate) use reading::{Alternative, Reading, other_reading};
pub(crate) use regulations::{CheckRule, OddsRules, Regulations};
pub(crate) use remedy::{Otherwise, RemedyRule};
pub use rules::Rule;
pub(crate) use rules::{FindingBasis, NoRule};
pub(crate) use source::{Author, Scan, Source};
pub(crate) use tally::{StrikeEffect, Tally};
pub(crate) use terms::Terms;
pub(crate) use unruled::Unruled;
pub(crate) use vocabulary::{
    AdjustedMen, CheckBinds, ClaimAlso, ClaimBar, ClaimBy, ClaimForm, Completion, CountFrom, CountOf,
    CountReset, Counted, FirstAtOdds, GamesAtOdds, KingCapture, Lapse, LeapAtOdds, ManSelector, NextFirst,
    NotMan, NoticeTime, OddsPawn, OddsPiece, OffenceFamily, OffenderRole, OfferEnd, Opener, Per, Piece,
    SameBy, TouchException, Turn, UnknownOrder, UnruledState, Within,
};
pub use vocabulary::{
    Binds, Chooser, Coverage, OnBoard, Person, Predicate, RemedyKind, RetractTo, TimePart, WindowId, Winner,
    vocabulary,
};
