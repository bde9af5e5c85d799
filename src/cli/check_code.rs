//! `jadoube check-code`: checks a law file.

use std::io::{self, Write};

use crate::law::{Code, LawFile, LawText, codes, review};
use crate::report::plural;

use super::args::CheckCodeArgs;
use super::exit_status::ExitStatus;
use super::failure::{CliError, render};
use super::streams::default_style;
use super::terminal::Terminal;

pub(super) fn run(
    args: &CheckCodeArgs,
    terminal: &Terminal,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    let mut status = ExitStatus::Clean;
    for path in &args.files {
        let name = path.to_string_lossy();
        let text = CliError::read_text(path)?;
        let text = LawText { text: &text, folder: path.parent() };
        match LawFile::read(text).and_then(|file| Ok((file, review(text)?))) {
            Ok((file, notes)) => {
                describe(&file.code, &name, out)?;
                for note in notes {
                    let line = text.text.get(..note.span.start).unwrap_or_default().matches('\n').count() + 1;
                    writeln!(out, "note: line {line}: {}", note.message)?;
                    if let Some(help) = note.help {
                        writeln!(out, "  {help}")?;
                    }
                }
            }
            Err(error) => {
                let style = default_style(terminal, args.color);
                writeln!(out, "{name}: {}", render(&error.named(&name), style))?;
                status = ExitStatus::Found;
            }
        }
    }
    Ok(status)
}

fn describe(code: &Code, name: &str, out: &mut dyn Write) -> io::Result<()> {
    let number = |count: usize, one: &str, many: &str| plural(count as u64, one, many);
    let alternatives = code.readings.iter().map(|reading| reading.alternatives.len()).sum();
    writeln!(out, "{name}: the law file is valid")?;
    writeln!(
        out,
        "{}, {}: {} in {}, {} (with {}), {}",
        code.id,
        code.year,
        number(code.provisions.len(), "provision", "provisions"),
        number(code.articles().len(), "article", "articles"),
        number(code.readings.len(), "unclear point answered", "unclear points answered"),
        number(alternatives, "alternative", "alternatives"),
        number(code.silences.len(), "matter not mentioned", "matters not mentioned"),
    )?;
    if codes::embedded().iter().any(|embedded| *embedded.id == *code.id) {
        writeln!(
            out,
            "note: a built-in code has this id; choose another, so that reports can distinguish the codes"
        )?;
    }
    Ok(())
}
