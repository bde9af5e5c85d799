//! Lists the firing records of `samples/<code>/<article>/` for `src/samples.rs`, so that the program
//! carries them and `explain` can run them anywhere.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    io::Write::write_all(
        &mut io::stdout(),
        b"cargo::rerun-if-changed=build.rs\ncargo::rerun-if-changed=samples\n",
    )?;
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let mut list = String::from("[\n");
    for code in entries(&root.join("samples"))? {
        for article in entries(&code)? {
            for file in entries(&article)? {
                if name(&file).starts_with("fires") && file.extension().is_some_and(|end| end == "pgn") {
                    let (code, article, file) = (name(&code), name(&article), name(&file));
                    let path = format!("/samples/{code}/{article}/{file}");
                    // From where the crate is compiled: another clone that shares the target folder may have made the list.
                    let bytes = format!("include_bytes!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {path:?}))");
                    let _ = writeln!(
                        list,
                        "    Sample {{ code: {code:?}, article: {article:?}, name: {file:?}, bytes: {bytes} }},",
                    );
                }
            }
        }
    }
    list.push_str("]\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("samples.rs"), list)
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
