//! Lines of positions: from the tables of this repository, and from the folder that `JADOUBE_TRUTH` names.

use std::path::{Path, PathBuf};

use jadoube::internals::chess::Position;

/// A table of this repository.
pub fn own(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/solve").join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A published suite; `None` if no folder is named.
pub fn published(file: &str) -> Option<String> {
    let path = PathBuf::from(std::env::var_os("JADOUBE_TRUTH")?).join(file);
    Some(std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

/// The lines that are neither blank nor comments.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The position that begins a line.
pub fn position(line: &str) -> Position {
    let fields: Vec<_> = line.split_whitespace().take(4).collect();
    let fen = fields.join(" ");
    Position::from_fen(fen.as_bytes()).unwrap_or_else(|fault| panic!("{fen}: {fault}"))
}
