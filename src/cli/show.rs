//! `jadoube show`: one moment of one game.

use std::io::Write;

use crate::audit::{Inputs, NoView, look};
use crate::report::write_view;

use super::Outcome;
use super::args::ShowArgs;
use super::config::Config;
use super::failure::Failure;
use super::intake::only_source;
use super::law_choice::{Law, law};
use super::settled::code;
use super::stage::look_of;
use super::terminal::Terminal;

pub(super) fn run(args: &ShowArgs, terminal: &Terminal, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let config = Config::of(&args.config, std::slice::from_ref(&args.file))?;
    let Law { codes, shelf, .. } = law(&args.law, &code(args.law.code.as_ref(), &config).value)?;
    let name = args.file.to_string_lossy().into_owned();
    let source = only_source(Inputs { paths: vec![args.file.clone()], ..Inputs::default() }, &name)?;
    let view = look(&source, args.game, args.ply, &codes, &shelf).map_err(|error| match error {
        NoView::Unreadable(error) => Failure::usage(error.to_string()),
        NoView::NoGame { .. } => Failure::usage(format!("{name} has no game {}: {error}", args.game)),
        NoView::NoPly { .. } => {
            let ply = args.ply.unwrap_or_default();
            Failure::usage(format!("game {} of {name} has no ply {ply}: {error}", args.game))
        }
    })?;
    write_view(out, &name, args.game, &view, look_of(terminal, args.color))?;
    Ok(Outcome::Clean)
}
