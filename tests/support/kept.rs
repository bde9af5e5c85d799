//! Files of the tree that are made from the program: compared with it, or rewritten with `UPDATE_DOCS=1`.

use std::env;
use std::fs;
use std::path::Path;

/// Whether to rewrite them.
pub fn is_update() -> bool {
    env::var_os("UPDATE_DOCS").is_some()
}

/// Asserts that a file has this text.
#[track_caller]
pub fn kept(path: impl AsRef<Path>, text: &str) {
    let path = path.as_ref();
    if is_update() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        return;
    }
    let is_current = fs::read_to_string(path).is_ok_and(|kept| kept == text);
    assert!(is_current, "{} is not current: UPDATE_DOCS=1 writes it anew", path.display());
}
