//! The replayed game, tested through the PGN that produces it.

mod board_edits;
mod captures;
mod corrections;
mod retraction;
mod rulings;
mod timeline;
