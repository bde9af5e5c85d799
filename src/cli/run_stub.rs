//! Stands in for `crate::audit::run` until it is here: opens what is named and reads no game.

use std::io;
use std::sync::Arc;

use crate::audit::{Inputs, Progress, Settings, Sink, Summary};

/// Opens every path and counts those that are there.
///
/// # Errors
/// What the sink says.
pub fn run(
    _: &Settings,
    inputs: Inputs,
    sink: &mut dyn Sink,
    progress: &dyn Progress,
) -> io::Result<Summary> {
    let mut summary = Summary::default();
    for path in inputs.paths {
        let name: Arc<str> = path.to_string_lossy().into();
        summary.files += 1;
        if let Ok(metadata) = std::fs::metadata(&path) {
            progress.expect(Some(metadata.len()));
        } else {
            summary.unreadable += 1;
            sink.unreadable(&name, "there is no such file or directory")?;
        }
    }
    progress.games(0);
    Ok(summary)
}
