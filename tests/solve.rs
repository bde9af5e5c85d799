//! The searches held to positions whose answers are known: tables of our own, naive searches, and, where
//! `JADOUBE_TRUTH` names a folder of published suites, those.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout
)]

#[path = "solve/dead.rs"]
mod dead;
#[path = "solve/mate.rs"]
mod mate;
#[path = "solve/perpetual.rs"]
mod perpetual;
#[path = "solve/small.rs"]
mod small;
#[path = "solve/suite.rs"]
mod suite;
