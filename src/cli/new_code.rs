//! `jadoube new-code`: writes a law file to begin from.

use std::fs::File;
use std::io::{self, Write};

use crate::law::{CODE_ID_HELP, codes, is_code_id, skeleton};
use crate::report::CodeInfo;

use super::args::NewCodeArgs;
use super::exit_status::ExitStatus;
use super::failure::CliError;

pub(super) fn run(
    args: &NewCodeArgs,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    let id = args.id.as_str();
    if !is_code_id(id) {
        return Err(CliError::with_hint(format!("\"{id}\" is not a valid id for a code"), CODE_ID_HELP));
    }
    if id == CodeInfo::RECORD || codes::embedded().iter().any(|code| code.id == id) {
        return Err(CliError::with_hint(
            format!("\"{id}\" is a built-in code"),
            "choose another id, so that reports can distinguish the codes",
        ));
    }
    let text = skeleton(id);
    let Some(path) = &args.output else {
        out.write_all(text.as_bytes())?;
        return Ok(ExitStatus::Clean);
    };
    // An existing file is never overwritten.
    let written = File::create_new(path).and_then(|mut file| file.write_all(text.as_bytes()));
    match written {
        Ok(()) => {
            writeln!(err, "{} written; check it with `jadoube check-code`", path.display())?;
            Ok(ExitStatus::Clean)
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(CliError::with_hint(
            format!("{} already exists and is not overwritten", path.display()),
            "choose another name, or remove the file first",
        )),
        Err(error) => Err(CliError::file(path, "written", &error)),
    }
}
