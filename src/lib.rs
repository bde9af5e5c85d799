//! jadoube audits chess game records under a chosen code of laws.
//!
//! ```text
//! bytes ──> Chunk ──> Record ──> acts ──> Arbiter(position, code) ──> Findings + Verdict ──> Report
//! input      pgn       game      one fold                             one game at a time, in order
//! ```
//!
//! Each arrow is one call, and data flows one way.
//!
//! The library has four uses: a [`Reader`] turns PGN into [`Record`]s, [`audit_bytes`] judges games under a [`Code`],
//! [`compare_bytes`] compares the rulings of several codes, and [`explain_code`], [`explain_article`] and
//! [`explain_rule`] explain the law. The rooms, from low to high: `toml_reader`, `encoding`, `chess`, `search`, `law`,
//! `finding`, `game`, `pgn`, `fix`, `arbiter`, `series`, `tournament`, `input`, `audit`, `compare`, `shards`, `report`,
//! `samples`, `explain`, `lsp`, `cli`.

#![warn(unreachable_pub)]

#[macro_use]
mod word_enum;

mod arbiter;
mod audit;
mod chess;
mod cli;
mod compare;
mod encoding;
mod explain;
mod finding;
mod fix;
mod game;
mod input;
mod law;
mod lsp;
mod nearest;
mod pgn;
mod player_name;
mod report;
mod samples;
mod search;
mod series;
mod shards;
mod spill;
mod toml_reader;
mod tournament;

#[doc(hidden)]
pub mod internals;

pub use audit::{CodeChoice, audit_bytes, audit_bytes_under};
pub use compare::{Column, Comparison, Row, compare_bytes};
pub use explain::{
    ArticlePage, CodePage, RulePage, article as explain_article, code as explain_code, rule as explain_rule,
};
pub use finding::{EventId, Finding, GameReport, Severity, Verdict};
pub use game::Record;
pub use law::{Code, LawFile, LoadError, Rule};
pub use pgn::{NextGame, Reader};

#[doc(hidden)]
pub use cli::main;
