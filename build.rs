//! Joins the firing records of `samples/<code>/<article>/` into one file, so that `explain` can run them anywhere.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    io::Write::write_all(
        &mut io::stdout(),
        b"cargo::rerun-if-changed=build.rs\ncargo::rerun-if-changed=samples\n",
    )?;
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    join_samples(&root, &out)
}

/// Writes the records one after another, and a list that gives the path and length of each, one per line. `src/samples.rs`
/// reads the list: a table of slices would have an address relocated for each record at every start of the program.
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

/// The entries of a folder, sorted by name; none if the path is no folder.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut paths =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}
