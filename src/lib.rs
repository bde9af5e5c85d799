//! jadoube audits chess game records under a chosen code of laws.
//!
//! ```text
//! bytes ──> Chunk ──> Record ──> acts ──> Arbiter(position, code) ──> Findings + Verdict ──> Report
//! input      record    (one pass)          one fold                     one at a time, in order
//! ```
//!
//! Each arrow is one call; nothing looks back.
//!
//! The library has four uses: a [`Reader`] turns PGN into [`Record`]s, [`audit_bytes`] judges games under a [`Code`],
//! [`compare_bytes`] compares the rulings of several codes, and [`explain_code`], [`explain_article`] and [`explain_rule`]
//! explain the law. The modules are public for the tests, the benches and the program; they are no interface and change
//! without notice. The rooms, from low to high: `toml_reader`, `encoding`, `chess`, `search`, `law`, `finding`, `game`, `pgn`,
//! `arbiter`, `series`, `input`, `audit`, `compare`, `shards`, `report`, `samples`, `explain`, `cli`.

#[macro_use]
mod word_enum;

mod nearest;
mod spill;

#[doc(hidden)]
pub mod arbiter;
#[doc(hidden)]
pub mod audit;
#[doc(hidden)]
pub mod chess;
#[doc(hidden)]
pub mod cli;
#[doc(hidden)]
pub mod compare;
#[doc(hidden)]
pub mod encoding;
#[doc(hidden)]
pub mod explain;
#[doc(hidden)]
pub mod finding;
#[doc(hidden)]
pub mod game;
#[doc(hidden)]
pub mod input;
#[doc(hidden)]
pub mod law;
#[doc(hidden)]
pub mod pgn;
#[doc(hidden)]
pub mod report;
#[doc(hidden)]
pub mod samples;
#[doc(hidden)]
pub mod search;
#[doc(hidden)]
pub mod series;
#[doc(hidden)]
pub mod shards;
#[doc(hidden)]
pub mod toml_reader;

pub use audit::{CodeChoice, audit_bytes, audit_bytes_under};
pub use compare::{Column, Comparison, Row, compare_bytes};
pub use explain::{
    ArticlePage, CodePage, RulePage, article as explain_article, code as explain_code, rule as explain_rule,
};
pub use finding::{Finding, GameReport, Severity, Verdict};
pub use game::Record;
pub use law::{Code, LawFile, LoadError, Rule};
pub use pgn::{NextGame, Reader};
