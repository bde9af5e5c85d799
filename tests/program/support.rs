//! The helpers of `tests/support` that this binary uses.

#[path = "../support/browser.rs"]
pub mod browser;
#[path = "../support/kept.rs"]
pub mod kept;
#[path = "../support/output.rs"]
pub mod output;
#[allow(dead_code)]
#[path = "../support/random.rs"]
pub mod random;
#[allow(dead_code)]
#[path = "../support/record.rs"]
pub mod record;
#[path = "../support/report_schema.rs"]
pub mod report_schema;
#[path = "../support/terminal.rs"]
pub mod terminal;
