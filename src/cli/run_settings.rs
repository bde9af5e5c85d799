//! The settings that all parts of one run must share.

use std::fs;
use std::path::Path;

use xxhash_rust::xxh3::xxh3_128;

use crate::audit::{CodeChoice, Settings};
use crate::report::RunSettings;

use super::args::AuditArgs;
use super::baseline::BaselineUse;
use super::config::Config;
use super::failure::CliError;
use super::resolve;

/// The settings of a run that decide what it reports. A law file and a baseline are named by a hash of their content, because
/// each machine may have them in another place.
pub(super) fn run_settings(
    args: &AuditArgs,
    config: &Config,
    run: &Settings,
    known: &BaselineUse,
) -> Result<RunSettings, CliError> {
    let settings = resolve::audit(args, config)?;
    let of_page = |(key, value): (&str, &str)| (key.to_owned(), value.to_owned());
    let mut all: RunSettings = settings.pairs().map(of_page).collect();
    // It decides only about the exit code; `min-severity` says what is looked for.
    all.remove("fail-on");
    // Where the report goes is no matter.
    all.remove("format");
    all.remove("output");
    if let (Some(_), CodeChoice::One(code)) = (all.get("code-file"), &run.codes) {
        all.insert("code-file".to_owned(), hash(format!("{code:?}").as_bytes()));
    }
    let mut set = |key: &str, value: String| drop(all.insert(key.to_owned(), value));
    if let Some(path) = known.read() {
        set("baseline", file_hash(path)?);
    }
    set("reading", format!("{:?}", args.law.readings.asked));
    set("tradition", format!("{:?}", args.law.tradition.as_deref().unwrap_or_default()));
    set("all", args.all.to_string());
    set("assume-series", args.assume_series.to_string());
    set("duplicates", resolve::duplicates(args, config).value.to_string());
    set(
        "solver-nodes",
        args.run.solver_nodes.map_or_else(|| "default".to_owned(), |nodes| nodes.to_string()),
    );
    set("max-window", args.run.max_window.to_string());
    set("chunk-size", args.run.chunks.chunk_size.to_string());
    Ok(all)
}

fn file_hash(path: &Path) -> Result<String, CliError> {
    fs::read(path).map(|bytes| hash(&bytes)).map_err(|error| CliError::file(path, "read", &error))
}

fn hash(bytes: &[u8]) -> String {
    format!("{:032x}", xxh3_128(bytes))
}
