//! A list of paths, read as it is needed: an archive may be a million files.

use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::PathBuf;

use super::trouble::Trouble;

/// What separates the paths is told by so many of the first bytes: more than any system lets a path have.
const BEGINNING: u64 = 64 << 10;

/// Nobody calls a file by more bytes than this.
const LONGEST_PATH: u64 = 1 << 20;

/// The paths in a list: between NULs if it begins with any, else between line ends; empty ones are left out.
pub(super) struct List {
    input: BufReader<Box<dyn Read + Send>>,
    separator: u8,
    /// Whether no more is to be read.
    ended: bool,
}

impl List {
    /// Begins to read one.
    ///
    /// # Errors
    /// It cannot be read.
    pub(super) fn begin(mut input: Box<dyn Read + Send>) -> Result<Self, Trouble> {
        let mut beginning = Vec::new();
        input.by_ref().take(BEGINNING).read_to_end(&mut beginning).map_err(Trouble::Read)?;
        let separator = if memchr::memchr(0, &beginning).is_some() { 0 } else { b'\n' };
        if beginning.starts_with(b"\xef\xbb\xbf") {
            beginning.drain(..3);
        }
        let input = BufReader::new(Box::new(Cursor::new(beginning).chain(input)) as Box<dyn Read + Send>);
        Ok(Self { input, separator, ended: false })
    }

    /// The next that is not empty, without what ends it; `None` at the end.
    fn line(&mut self) -> io::Result<Option<Vec<u8>>> {
        loop {
            let mut line = Vec::new();
            let most = LONGEST_PATH + 1;
            if self.input.by_ref().take(most).read_until(self.separator, &mut line)? == 0 {
                return Ok(None);
            }
            if line.last() == Some(&self.separator) {
                line.pop();
            }
            if self.separator == b'\n' && line.last() == Some(&b'\r') {
                line.pop();
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
        let path = match self.line().transpose()? {
            Ok(line) if line.len() as u64 > LONGEST_PATH => Err(Trouble::List(LONGEST_PATH)),
            Ok(line) => Ok(path_of(line)),
            Err(error) => Err(Trouble::Read(error)),
        };
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
        let list = List::begin(Box::new(Cursor::new(text.to_vec())));
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
        let text = [b"a\n".to_vec(), vec![b'b'; 3 << 20], b"\nc\n".to_vec()].concat();
        let [first, second] = of(&text).try_into().unwrap();
        assert_eq!(first, Ok("a".into()));
        assert!(second.unwrap_err().contains("1048576"));
    }
}
