//! Makes what the program carries in another form than it stands in the repository: the firing records of
//! `samples/<code>/<article>/` in one, for `src/samples.rs`, so that `explain` can run them anywhere, and what the law files
//! of `src/law/codes/` say, packed for `src/law/codes.rs`, so that no run has to parse them.

#[path = "src/toml_reader/pack.rs"]
mod pack;
#[expect(dead_code, reason = "law files are read in the program; here they are only packed")]
#[path = "src/toml_reader/tree.rs"]
mod tree;

use std::fmt::{Display, Write as _};
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// What the build reads.
const READ: [&str; 4] = ["build.rs", "samples", "src/law/codes", "src/toml_reader"];

fn main() -> io::Result<()> {
    let mut told = String::new();
    for path in READ {
        let _ = writeln!(told, "cargo::rerun-if-changed={path}");
    }
    io::Write::write_all(&mut io::stdout(), told.as_bytes())?;
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    join_samples(&root, &out)?;
    pack_codes(&root, &out)
}

/// Packs what each law file says. Whether that is a law the tests tell, which read it in full.
fn pack_codes(root: &Path, out: &Path) -> io::Result<()> {
    for file in entries(&root.join("src/law/codes"))? {
        // Editors leave their own files beside the one they have open.
        if file.extension().is_none_or(|end| end != "toml") || name(&file).starts_with('.') {
            continue;
        }
        let about = |why: &dyn Display| io::Error::other(format!("{}: {why}", file.display()));
        let text = fs::read_to_string(&file).map_err(|error| about(&error))?;
        let (said, faults) = tree::tree(&text);
        if let Some(fault) = faults.first() {
            return Err(about(fault));
        }
        fs::write(out.join(name(&file.with_extension("packed"))), pack::pack(&text, &said))?;
    }
    Ok(())
}

/// Puts the firing records one behind the other, and lists in the same order where each stands and how long it is, a line
/// for each. No more than that: of a table the system would have to set right each address whenever the program starts.
fn join_samples(root: &Path, out: &Path) -> io::Result<()> {
    let (mut list, mut records) = (String::new(), Vec::new());
    for code in entries(&root.join("samples"))? {
        for article in entries(&code)? {
            for file in entries(&article)? {
                if name(&file).starts_with("fires") && file.extension().is_some_and(|end| end == "pgn") {
                    let record = fs::read(&file)?;
                    let _ =
                        writeln!(list, "{}/{}/{}/{}", name(&code), name(&article), name(&file), record.len());
                    records.extend(record);
                }
            }
        }
    }
    fs::write(out.join("samples.list"), list)?;
    fs::write(out.join("samples.records"), records)
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// What a folder holds, by name; nothing where it is no folder.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut paths =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}
