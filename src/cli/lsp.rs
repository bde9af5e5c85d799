//! `jadoube lsp`: serves editors.

use std::path::{Path, PathBuf};

use crate::audit::{BaselineMode, DiagramChoice, Doubts, InputOptions, Settings};
use crate::input::ByFile;
use crate::lsp::{ServedSettings, SessionEnd, SettingsSource, serve};
use crate::search::Budget;
use crate::series::Grouping;

use super::args::{BaselineArgs, LspArgs, TextArgs};
use super::baseline::BaselineUse;
use super::config::Config;
use super::exit_status::ExitStatus;
use super::failure::CliError;
use super::law_choice::{FileCodes, RunLaw, law};
use super::resolve::{self, ChosenCode, RuleSettings};

pub(super) fn run(args: &LspArgs) -> Result<ExitStatus, CliError> {
    // An error of the arguments is reported at once, not in each document.
    law(&args.law, &resolve::code(&args.law, &Config::default()).value, &[])?;
    RuleSettings::of(&args.rules, &Config::default())?;
    let end = serve(args).map_err(|error| {
        CliError::with_hint(
            format!("the connection with the editor failed: {error}"),
            "this command is started by an editor; `jadoube lsp --help` says more",
        )
    })?;
    Ok(match end {
        SessionEnd::Regular => ExitStatus::Clean,
        // The protocol wants this exit code.
        SessionEnd::WithoutShutdown => ExitStatus::Found,
    })
}

impl SettingsSource for LspArgs {
    fn settings_of(&self, file: Option<&Path>) -> Result<ServedSettings, String> {
        served(self, file).map_err(|error| error.in_one_line())
    }

    fn baseline_of(&self, file: Option<&Path>) -> Option<PathBuf> {
        config_of(self, file).ok()?.baseline_path()
    }
}

fn config_of(args: &LspArgs, file: Option<&Path>) -> Result<Config, CliError> {
    let file = file.map(|path| path.as_os_str().to_owned());
    Config::of(&args.config, file.as_slice())
}

/// The settings as those of an audit of the file.
fn served(args: &LspArgs, file: Option<&Path>) -> Result<ServedSettings, CliError> {
    let config = config_of(args, file)?;
    let chosen = resolve::code(&args.law, &config).value;
    let RunLaw { codes, by_file, shelf, .. } =
        law(&args.law, &chosen, &resolve::file_codes(&args.law, &config))?;
    let FileCodes { choices: file_codes, files } = by_file;
    let text = TextArgs { encoding: None, letters: None };
    let no_baseline =
        BaselineArgs { baseline: None, write_baseline: None, prune_baseline: false, no_baseline: false };
    let known = BaselineUse::of(&no_baseline, true, &config)?;
    let least = resolve::served_severity(args.min_severity, &config).value;
    let audit = Settings {
        codes,
        file_codes,
        shelf,
        doubts: Doubts::Marked,
        selection: RuleSettings::of(&args.rules, &config)?.selection(least),
        per_file_ignores: config.file_ignores(),
        baseline: known.against().unwrap_or(BaselineMode::Off),
        all: false,
        keep_source: false,
        repairs: true,
        diagrams: DiagramChoice::Unkept,
        duplicates: config.duplicates.unwrap_or(resolve::DUPLICATES),
        series: Grouping::Tagged,
        budget: Budget::GAME,
        tournament: None,
        intake: InputOptions {
            letters: resolve::letters(text, &config),
            codes: ByFile { default: 0, files },
            ..InputOptions::default()
        },
    };
    let law_file = match chosen {
        ChosenCode::File(path) => Some(path),
        ChosenCode::Id(_) => None,
    };
    Ok(ServedSettings { audit, law_file })
}
