//! `jadoube show`: shows one moment of one game.

use std::io::Write;
use std::path::Path;

use crate::audit::{DiagramChoice, Inputs, ShowError, show};
use crate::report::write_view;

use super::args::ShowArgs;
use super::config::Config;
use super::exit_status::ExitStatus;
use super::failure::CliError;
use super::input::only_source;
use super::law_choice::{RunLaw, law};
use super::resolve::{code, encodings, file_codes, letters};
use super::streams::stdout_style;
use super::terminal::Terminal;

pub(super) fn run(args: &ShowArgs, terminal: &Terminal, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let config = Config::of(&args.config, std::slice::from_ref(&args.file))?;
    let by_file = file_codes(&args.law, &config);
    let of_file = by_file.iter().rev().find(|(files, _)| files.matches(Path::new(&args.file)));
    let chosen = of_file.map_or_else(|| code(&args.law, &config).value, |(_, code)| code.clone());
    let RunLaw { codes, shelf, .. } = law(&args.law, &chosen, &[])?;
    let name = args.file.to_string_lossy().into_owned();
    let source = only_source(Inputs { paths: vec![args.file.clone()], ..Inputs::default() }, &name)?;
    let name = source.name.clone();
    let encoding = encodings(args.text, &config).for_file(&source.name);
    let letters = letters(args.text, &config).for_file(&source.name);
    let moments = if args.boards { DiagramChoice::Kept } else { DiagramChoice::Unkept };
    let view = show(&source, args.game.get(), args.ply, &codes, &shelf, (encoding, letters), moments)
        .map_err(|error| match error {
            ShowError::Unreadable(error) => CliError::usage(error.to_string()),
            ShowError::NoGame { .. } => CliError::usage(format!("{name} has no game {}: {error}", args.game)),
            ShowError::NoPly { .. } => {
                let ply = args.ply.unwrap_or_default();
                CliError::usage(format!("game {} of {name} has no ply {ply}: {error}", args.game))
            }
        })?;
    write_view(out, &name, args.game.get(), &view, stdout_style(terminal, args.look, args.boards))?;
    Ok(ExitStatus::Clean)
}
