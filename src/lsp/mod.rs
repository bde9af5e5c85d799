//! The language server, `jadoube lsp`: findings while a record or a law file is written, over standard input and output.
//!
//! ```text
//! client ──> server.rs ──> Documents ──> DocumentAudit (audit/document.rs) ──> diagnostics.rs ──> client
//!                              └──> hover.rs, actions.rs, completion.rs, symbols.rs, definition.rs, formatting.rs
//! ```
//!
//! One thread handles the messages in their order. A changed text is audited when no further message waits, or when a request
//! needs its findings, so that fast typing costs one audit. Inside the server every place is an offset in bytes;
//! [`EditorText`](text::EditorText) converts them.

mod actions;
mod client;
mod completion;
mod definition;
mod diagnostics;
mod documents;
mod formatting;
mod hover;
mod law_document;
mod paths;
mod place;
mod server;
mod symbols;
mod text;

pub(crate) use documents::{ServedSettings, SettingsSource};
pub(crate) use server::{SessionEnd, serve};
