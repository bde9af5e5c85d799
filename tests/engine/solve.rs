//! The searches held to positions whose answers are known: tables of our own, naive searches, and, where
//! `JADOUBE_TRUTH` names a folder of published suites, those.

mod dead;
mod mate;
mod perpetual;
mod small;
mod suite;
