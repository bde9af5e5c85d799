//! The path of a document, from its URI and back.

use std::path::{Path, PathBuf};

use lsp_types::Uri;

/// The path of a `file:` URI.
pub(super) fn path_of(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_str().strip_prefix("file://")?;
    // A name of this machine may come first.
    let path = rest.get(rest.find('/')?..)?;
    let decoded = String::from_utf8(decode(path.as_bytes())).ok()?;
    // `/C:/games` on Windows.
    let has_drive = cfg!(windows) && decoded.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(if has_drive { decoded.trim_start_matches('/') } else { decoded.as_str() }))
}

/// Whether a path is that of a settings file or a law file, by its name.
pub(super) fn is_toml(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml"))
}

/// The `file:` URI of an absolute path.
pub(super) fn uri_of(path: &Path) -> Option<Uri> {
    let path = path.to_str()?.replace('\\', "/");
    let mut uri = String::from(if path.starts_with('/') { "file://" } else { "file:///" });
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => {
                uri.push(char::from(byte));
            }
            _ => uri.extend(['%', digit(byte >> 4), digit(byte & 15)]),
        }
    }
    uri.parse().ok()
}

/// The hexadecimal digit of a number below 16.
fn digit(number: u8) -> char {
    char::from_digit(u32::from(number), 16).unwrap_or_default().to_ascii_uppercase()
}

fn decode(text: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((first, after)) = rest.split_first() {
        let escaped = (*first == b'%').then(|| after.split_at_checked(2)).flatten();
        let digits = escaped.and_then(|(digits, after)| {
            let digits = std::str::from_utf8(digits).ok()?;
            Some((u8::from_str_radix(digits, 16).ok()?, after))
        });
        let (byte, after) = digits.unwrap_or((*first, after));
        bytes.push(byte);
        rest = after;
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_its_uri_decoded() {
        let path = if cfg!(windows) { "C:/games/Züge 1.pgn" } else { "/games/Züge 1.pgn" };
        let uri = uri_of(Path::new(path)).unwrap();
        assert!(uri.as_str().ends_with("/games/Z%C3%BCge%201.pgn"), "{}", uri.as_str());
        assert_eq!(path_of(&uri), Some(PathBuf::from(path)));
        assert_eq!(path_of(&"untitled:Untitled-1".parse().unwrap()), None);
    }
}
