//! `jadoube shards`: lists the shards of large files.

use std::io::Write;

use serde::Serialize;

use crate::audit::Inputs;
use crate::input::{FirstNumbers, InputError, Shard, ShardRequest, Source, Sources};
use crate::shards;

use super::args::{ListFormat, ShardsArgs};
use super::exit_status::ExitStatus;
use super::failure::CliError;
use super::input::cut_settings;

#[derive(Serialize)]
struct JsonShard<'a> {
    file: &'a str,
    shard: String,
    offset: u64,
    length: u64,
    game: u64,
    line: u64,
    /// The offset of the first game in the decompressed text, if the file is compressed.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<u64>,
}

pub(super) fn run(
    args: &ShardsArgs,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    let inputs =
        Inputs { paths: args.paths.clone(), files_from: args.files_from.clone(), ..Inputs::default() };
    let mut status = ExitStatus::Clean;
    let mut written = 0;
    for source in Sources::new(inputs) {
        if let Err(InputError { path, why }) = &source
            && why.is_notice()
        {
            writeln!(err, "note: {path}: {why}")?;
            continue;
        }
        let cut = source.map_err(|error| error.to_string()).and_then(|source| {
            let shards = shards::cut(&source, args.target, cut_settings(args.chunks))
                .map_err(|error| error.to_string())?;
            Ok((source, shards))
        });
        match cut {
            Ok((source, shards)) => {
                for shard in shards {
                    write(out, args.format, written, &source, &shard)?;
                    written += 1;
                }
                out.flush()?;
            }
            Err(why) => {
                writeln!(err, "error: {why}")?;
                status = ExitStatus::Unread;
            }
        }
    }
    if args.format == ListFormat::Json {
        writeln!(out, "{}", if written == 0 { "[]" } else { "\n]" })?;
    }
    Ok(status)
}

/// Writes one shard after `before` others.
fn write(
    out: &mut dyn Write,
    format: ListFormat,
    before: u64,
    source: &Source,
    shard: &Shard,
) -> Result<(), CliError> {
    let Shard { range: stretch, seams, .. } = *shard;
    let first = shard.first();
    let request = match seams {
        Some(seams) => ShardRequest::OfFrames(stretch, first, seams.text),
        None => ShardRequest::Counted(stretch, first),
    };
    let request = request.to_string();
    match format {
        ListFormat::Human => writeln!(out, "{request} {}", source.name)?,
        ListFormat::Json => {
            out.write_all(if before == 0 { b"[\n" } else { b",\n" })?;
            let FirstNumbers { game, line } = first;
            let (offset, length) = (stretch.offset, stretch.length);
            let text = seams.map(|seams| seams.text);
            let shard = JsonShard { file: &source.name, shard: request, offset, length, game, line, text };
            out.write_all(&serde_json::to_vec(&shard).map_err(std::io::Error::from)?)?;
        }
    }
    Ok(())
}
