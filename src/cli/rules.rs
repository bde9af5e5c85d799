//! `jadoube rules`: which rules there are.

use std::io::Write;

use serde::Serialize;

use crate::law::Rule;

use super::Outcome;
use super::args::{ListArgs, ListFormat};
use super::failure::Failure;

#[derive(Serialize)]
struct Listed {
    id: &'static str,
    summary: &'static str,
    parent: Option<&'static str>,
}

pub(super) fn run(list: ListArgs, out: &mut dyn Write) -> Result<Outcome, Failure> {
    match list.format {
        ListFormat::Human => {
            let wide = Rule::ALL.iter().map(|rule| rule.id().len()).max().unwrap_or(0);
            for rule in Rule::ALL {
                writeln!(out, "{:wide$}  {}", rule.id(), rule.summary())?;
            }
        }
        ListFormat::Json => {
            let listed: Vec<_> = Rule::ALL
                .iter()
                .map(|rule| Listed {
                    id: rule.id(),
                    summary: rule.summary(),
                    parent: rule.parent().map(Rule::id),
                })
                .collect();
            serde_json::to_writer_pretty(&mut *out, &listed).map_err(std::io::Error::from)?;
            writeln!(out)?;
        }
    }
    Ok(Outcome::Clean)
}
