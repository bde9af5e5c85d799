//! The code of laws asked for, by its id or as a file.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use crate::audit::CodeChoice;
use crate::law::{self, Code, codes};
use crate::report::CodeInfo;

use super::args::CodeArgs;
use super::failure::Failure;
use super::nearest::suggestion;

/// The code that games are judged under, and how the report names it.
pub(super) fn code(args: &CodeArgs) -> Result<(CodeChoice, CodeInfo), Failure> {
    let code = match &args.code_file {
        Some(path) => from_file(path)?,
        None if args.code == CodeInfo::RECORD => {
            return Ok((CodeChoice::ByRecord(embedded(codes::DEFAULT)?), CodeInfo::record()));
        }
        None => embedded(&args.code)?,
    };
    let info = CodeInfo::of(&code);
    Ok((CodeChoice::One(code), info))
}

/// The code that a file holds.
pub(super) fn from_file(path: &Path) -> Result<Arc<Code>, Failure> {
    let text = fs::read_to_string(path).map_err(|error| Failure::file(path, "read", &error))?;
    let named = |error: law::LoadError| Failure::Within(Box::new(error.named(&path.to_string_lossy())));
    law::load(&text).map(Arc::new).map_err(named)
}

/// The embedded code of an id.
pub(super) fn embedded(id: &str) -> Result<Arc<Code>, Failure> {
    codes::code(id).map_err(|error| no_code(id, error))
}

/// The code asked for is not to be had.
fn no_code(id: &str, error: codes::NoCode) -> Failure {
    match error {
        codes::NoCode::Unknown { .. } => {
            let ids = codes::embedded().iter().map(|code| code.id).chain([CodeInfo::RECORD]);
            let near = suggestion(id, ids);
            Failure::with_hint(
                format!("no code is called \"{id}\"{near}"),
                "`jadoube codes` lists them; a code of your own is read with --code-file",
            )
        }
        codes::NoCode::Faulty { id, error } => {
            Failure::with_hint(format!("the embedded code {id} is faulty"), error.to_string())
        }
    }
}
