//! A list of paths, read lazily: it may name a million files.

use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::PathBuf;

use super::trouble::InputErrorKind;

/// In bytes. No system allows longer paths.
const LONGEST_PATH: u64 = 128 << 10;

/// How many first bytes decide what separates the paths.
const BEGINNING: u64 = LONGEST_PATH + 1;

/// In bytes. A longer file is not taken for a list of paths.
const LONGEST_LIST: u64 = 256 << 20;

/// The paths in a list, separated by NULs if there is one in its first bytes, else by line ends. Blank paths are
/// skipped.
pub(super) struct List {
    input: Box<dyn BufRead + Send>,
    separator: u8,
    /// How many more bytes the list may have.
    left: u64,
    ended: bool,
}

impl List {
    /// Begins to read a list. `length` is its size in bytes, if that is known.
    pub(super) fn begin(
        mut input: Box<dyn Read + Send>,
        length: Option<u64>,
    ) -> Result<Self, InputErrorKind> {
        if length.is_some_and(|length| length > LONGEST_LIST) {
            return Err(InputErrorKind::List(LONGEST_LIST));
        }
        let mut beginning = Vec::new();
        input.by_ref().take(BEGINNING).read_to_end(&mut beginning).map_err(InputErrorKind::Read)?;
        let separator = if memchr::memchr(0, &beginning).is_some() { 0 } else { b'\n' };
        if beginning.starts_with(b"\xef\xbb\xbf") {
            beginning.drain(..3);
        }
        let input = Box::new(BufReader::new(Cursor::new(beginning).chain(input)));
        Ok(Self { input, separator, left: LONGEST_LIST, ended: false })
    }

    /// The next path that is not blank, without its separator; `None` at the end.
    fn next_path(&mut self) -> Result<Option<Vec<u8>>, InputErrorKind> {
        loop {
            let mut line = Vec::new();
            let mut input = self.input.by_ref().take(LONGEST_PATH + 2);
            let read = input.read_until(self.separator, &mut line).map_err(InputErrorKind::Read)?;
            if read == 0 {
                return Ok(None);
            }
            self.left = self.left.checked_sub(read as u64).ok_or(InputErrorKind::List(LONGEST_LIST))?;
            line.pop_if(|last| *last == self.separator);
            line.pop_if(|last| self.separator == b'\n' && *last == b'\r');
            if line.len() as u64 > LONGEST_PATH {
                return Err(InputErrorKind::ListedPath(LONGEST_PATH));
            }
            if !line.iter().all(u8::is_ascii_whitespace) {
                return Ok(Some(line));
            }
        }
    }
}

impl Iterator for List {
    type Item = Result<PathBuf, InputErrorKind>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let path = self.next_path().transpose()?.map(path_of);
        self.ended = path.is_err();
        Some(path)
    }
}

#[cfg(unix)]
pub(super) fn path_of(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    std::ffi::OsString::from_vec(bytes).into()
}

/// Bytes that are not UTF-8 are replaced.
#[cfg(not(unix))]
pub(super) fn path_of(bytes: Vec<u8>) -> PathBuf {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(text: &[u8]) -> Vec<Result<PathBuf, String>> {
        let list = List::begin(Box::new(Cursor::new(text.to_vec())), None);
        list.into_iter().flatten().map(|path| path.map_err(|why| why.to_string())).collect()
    }

    #[test]
    fn a_long_list_is_read_after_its_first_bytes() {
        for separator in ["\n", "\r\n", "\0"] {
            let listed: Vec<String> = (0..20_000).map(|number| format!("games/{number}.pgn")).collect();
            let expected: Vec<_> = listed.iter().map(|path| Ok(path.into())).collect();
            assert_eq!(paths(listed.join(separator).as_bytes()), expected, "{separator:?}");
        }
    }

    #[test]
    fn a_path_that_is_too_long_is_an_error() {
        let longest = "b".repeat(128 << 10);
        for too_long in [format!("{longest}b"), " ".repeat((128 << 10) + 1), "b".repeat(3 << 20)] {
            let [first, second, third] =
                paths(format!("a\n{longest}\r\n{too_long}\nc\n").as_bytes()).try_into().unwrap();
            assert_eq!((first, second), (Ok("a".into()), Ok(longest.clone().into())));
            assert!(third.unwrap_err().contains("131072"));
        }
    }

    #[test]
    fn a_list_that_is_too_long_is_an_error() {
        let mut list = List::begin(Box::new(std::io::repeat(b'\n')), None).unwrap();
        assert_eq!(std::mem::replace(&mut list.left, 1_000), LONGEST_LIST);
        let [only] = <[_; 1]>::try_from(list.collect::<Vec<_>>()).unwrap();
        assert!(matches!(only, Err(InputErrorKind::List(_))));
        let known = List::begin(Box::new(std::io::empty()), Some(LONGEST_LIST + 1));
        assert!(matches!(known.err(), Some(InputErrorKind::List(_))));
    }
}
