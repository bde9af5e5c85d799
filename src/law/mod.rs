//! What a law code is: provisions, remedies, windows, readings, and the registry of rule ids.

mod code;
pub mod codes;
mod file;
mod load;
pub mod outline;
mod rules;
mod vocabulary;
pub mod words;

pub use code::{
    AdjustRule, Alternative, CheckRule, Claim, ClaimCitation, Clause, Code, Count, Day, FirstMove, Late,
    Literal, OddsRules, Opened, Order, OtherReading, Otherwise, Promotion, Provision, Reading, Regulations,
    RemedyRule, Setting, Silence, Source, Stalemate, Strike, StrikeEffect, Tally, Voice, WindowRule, Wrong,
    other_reading,
};
pub use codes::skeleton;
pub use file::LawFile;
pub use load::{LawFault, LoadError, load, load_with_readings};
pub use rules::{Ground, NoRule, Rule};
pub use vocabulary::{
    Binds, CheckBinds, Chooser, ClaimAlso, ClaimAt, ClaimBar, ClaimBy, ClaimForm, ClaimWord, Completion,
    CountFrom, CountOf, CountReset, Counted, Coverage, Due, Family, FirstAtOdds, Lapse, LeapAtOdds,
    ManSelector, NextFirst, NotMan, NoticeTime, OddsPawn, OddsPiece, OffenderRole, OnBoard, OncePer, Opener,
    Per, Person, Piece, Predicate, PromotionTime, RemedyKind, RetractTo, SameBy, TallyPer, TallyPosition,
    TouchException, Turn, UnknownOrder, WindowId, Winner, Within, Word, vocabulary,
};
