//! A list of paths, read as it is needed: an archive may be a million files.

use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::PathBuf;

use super::trouble::Trouble;

/// In bytes. No system lets a path have more.
const LONGEST_PATH: u64 = 128 << 10;

/// What separates the paths is told by so many of the first bytes.
const BEGINNING: u64 = LONGEST_PATH + 1;

/// In bytes. What is longer is no list of paths.
const LONGEST_LIST: u64 = 256 << 20;

/// The paths in a list: between NULs if it begins with any, else between line ends; blank ones are left out.
pub(super) struct List {
    input: Box<dyn BufRead + Send>,
    separator: u8,
    /// How many bytes more may come.
    left: u64,
    /// Whether no more is to be read.
    ended: bool,
}

impl List {
    /// Begins to read one, of so many bytes where that is known.
    ///
    /// # Errors
    /// It cannot be read, or is too long to be one.
    pub(super) fn begin(mut input: Box<dyn Read + Send>, length: Option<u64>) -> Result<Self, Trouble> {
        if length.is_some_and(|length| length > LONGEST_LIST) {
            return Err(Trouble::List(LONGEST_LIST));
        }
        let mut beginning = Vec::new();
        input.by_ref().take(BEGINNING).read_to_end(&mut beginning).map_err(Trouble::Read)?;
        let separator = if memchr::memchr(0, &beginning).is_some() { 0 } else { b'\n' };
        if beginning.starts_with(b"\xef\xbb\xbf") {
            beginning.drain(..3);
        }
        let input = Box::new(BufReader::new(Cursor::new(beginning).chain(input)));
        Ok(Self { input, separator, left: LONGEST_LIST, ended: false })
    }

    /// The next that is not blank, without what ends it; `None` at the end.
    fn line(&mut self) -> Result<Option<Vec<u8>>, Trouble> {
        loop {
            let mut line = Vec::new();
            let mut some = self.input.by_ref().take(LONGEST_PATH + 2);
            let read = some.read_until(self.separator, &mut line).map_err(Trouble::Read)?;
            if read == 0 {
                return Ok(None);
            }
            self.left = self.left.checked_sub(read as u64).ok_or(Trouble::List(LONGEST_LIST))?;
            line.pop_if(|last| *last == self.separator);
            line.pop_if(|last| self.separator == b'\n' && *last == b'\r');
            if line.len() as u64 > LONGEST_PATH {
                return Err(Trouble::ListedPath(LONGEST_PATH));
            }
            if !line.iter().all(u8::is_ascii_whitespace) {
                return Ok(Some(line));
            }
        }
    }
}

impl Iterator for List {
    type Item = Result<PathBuf, Trouble>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let path = self.line().transpose()?.map(path_of);
        self.ended = path.is_err();
        Some(path)
    }
}

/// The path of these bytes, as the system gave them.
#[cfg(unix)]
pub(super) fn path_of(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    std::ffi::OsString::from_vec(bytes).into()
}

/// The path of these bytes: text, as far as it is any.
#[cfg(not(unix))]
pub(super) fn path_of(bytes: Vec<u8>) -> PathBuf {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &[u8]) -> Vec<Result<PathBuf, String>> {
        let list = List::begin(Box::new(Cursor::new(text.to_vec())), None);
        list.into_iter().flatten().map(|path| path.map_err(|why| why.to_string())).collect()
    }

    #[test]
    fn a_long_list_is_read_on_behind_its_beginning() {
        for separator in ["\n", "\r\n", "\0"] {
            let paths: Vec<String> = (0..20_000).map(|number| format!("games/{number}.pgn")).collect();
            let due: Vec<_> = paths.iter().map(|path| Ok(path.into())).collect();
            assert_eq!(of(paths.join(separator).as_bytes()), due, "{separator:?}");
        }
    }

    #[test]
    fn no_path_is_of_many_bytes() {
        let longest = "b".repeat(128 << 10);
        for too_long in [format!("{longest}b"), " ".repeat((128 << 10) + 1), "b".repeat(3 << 20)] {
            let [first, second, third] =
                of(format!("a\n{longest}\r\n{too_long}\nc\n").as_bytes()).try_into().unwrap();
            assert_eq!((first, second), (Ok("a".into()), Ok(longest.clone().into())));
            assert!(third.unwrap_err().contains("131072"));
        }
    }

    #[test]
    fn what_never_ends_is_no_list() {
        let list = List::begin(Box::new(std::io::repeat(b'\n')), None).unwrap();
        let [told] = <[_; 1]>::try_from(list.collect::<Vec<_>>()).unwrap();
        assert!(matches!(told, Err(Trouble::List(_))));
        let known = List::begin(Box::new(std::io::empty()), Some(LONGEST_LIST + 1));
        assert!(matches!(known.err(), Some(Trouble::List(_))));
    }
}
