//! `jadoube codes`: which codes there are.

use std::io::Write;

use serde::Serialize;

use super::Outcome;
use super::args::{ListArgs, ListFormat};
use super::failure::Failure;
use crate::law::codes::codes;

#[derive(Serialize)]
struct Listed<'a> {
    id: &'a str,
    title: &'a str,
    year: u16,
}

pub(super) fn run(list: ListArgs, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let codes = codes();
    match list.format {
        ListFormat::Human => {
            let wide = codes.iter().map(|code| code.id.len()).max().unwrap_or(0);
            for code in &codes {
                writeln!(out, "{:wide$}  {}  {}", code.id, code.year, code.title)?;
            }
        }
        ListFormat::Json => {
            let listed: Vec<_> = codes
                .iter()
                .map(|code| Listed { id: &code.id, title: &code.title, year: code.year })
                .collect();
            serde_json::to_writer_pretty(&mut *out, &listed).map_err(std::io::Error::from)?;
            writeln!(out)?;
        }
    }
    Ok(Outcome::Clean)
}
