//! The searches compared with positions whose answers are known: tables of this repository, naive searches,
//! and, if `JADOUBE_TRUTH` names a folder of published suites, those.

mod dead;
mod mate;
mod perpetual;
mod small;
mod suite;
