//! A code of laws: provisions, remedies, windows, readings, and the registry of rule ids.

mod claim;
mod code;
pub mod codes;
mod condition;
mod embedded;
mod family;
mod file;
mod load;
pub mod outline;
mod provision;
mod reading;
mod regulations;
mod remedy;
mod rules;
mod tally;
mod vocabulary;
pub mod words;

pub use claim::{Claim, ClaimCitation, Count, Wrong};
pub use code::{Code, Day, Minutes, Quicker, Silence, Source, Stalemate, Voice};
pub use codes::skeleton;
pub use condition::{Clause, Literal};
pub use family::Family;
pub use file::LawFile;
pub use load::{LawFault, LoadError, load, load_with_readings};
pub use provision::{Late, OpensAfter, Order, Provision, WindowRule};
pub use reading::{Alternative, OtherReading, Reading, Setting, other_reading};
pub use regulations::{AdjustRule, CheckRule, FirstMove, OddsRules, Promotion, Regulations};
pub use remedy::{Otherwise, RemedyRule};
pub use rules::{Ground, NoRule, Rule};
pub use tally::{Strike, StrikeEffect, Tally};
pub use vocabulary::{
    Binds, CheckBinds, Chooser, ClaimAlso, ClaimAt, ClaimBar, ClaimBy, ClaimForm, ClaimWord, Completion,
    CountFrom, CountOf, CountReset, Counted, Coverage, Due, FirstAtOdds, Lapse, LeapAtOdds, ManSelector,
    NextFirst, NotMan, NoticeTime, OddsPawn, OddsPiece, OffenceFamily, OffenderRole, OnBoard, OncePer,
    Opener, Per, Person, Piece, Predicate, PromotionTime, RemedyKind, RetractTo, SameBy, TallyPer,
    TallyPosition, TouchException, Turn, UnknownOrder, WindowId, Winner, Within, Word, vocabulary,
};
