//! The files with the most findings, for the table beside the list.

use std::cmp::Reverse;

use super::super::text::{count, plain, plural};

/// A longer table helps nobody to find a file.
const MOST_FILES: usize = 500;

/// The numbers of findings by file, for at most twice [`MOST_FILES`] files.
#[derive(Default)]
pub(super) struct FileCounts {
    files: Vec<FileCount>,
    /// The file of the last game.
    current: Option<FileCount>,
    left_out: u64,
}

struct FileCount {
    name: String,
    number: u64,
}

/// The table, the file with most findings first.
pub(super) struct FileTable {
    pub lines: Vec<FileLine>,
    /// The files that are left out, in words.
    pub more: String,
}

pub(super) struct FileLine {
    pub name: String,
    /// The name without the folders that all files share.
    pub shown: String,
    pub number: String,
}

impl FileCounts {
    /// Adds the findings of a game. The games of a file come one after another.
    pub(super) fn add(&mut self, file: &str, number: u64) {
        match &mut self.current {
            Some(current) if current.name == file => current.number += number,
            _ => {
                let next = FileCount { name: file.to_owned(), number };
                self.files.extend(self.current.replace(next));
                if self.files.len() >= 2 * MOST_FILES {
                    self.prune();
                }
            }
        }
    }

    fn prune(&mut self) {
        self.files.retain(|file| file.number > 0);
        self.files.sort_by_key(|file| Reverse(file.number));
        self.left_out += self.files.len().saturating_sub(MOST_FILES) as u64;
        self.files.truncate(MOST_FILES);
    }

    pub(super) fn table(&mut self) -> FileTable {
        self.files.extend(self.current.take());
        self.prune();
        let shared = shared_folders(&self.files);
        let line = |file: &FileCount| FileLine {
            name: plain(&file.name).into_owned(),
            shown: plain(file.name.get(shared..).unwrap_or_default()).into_owned(),
            number: count(file.number),
        };
        let more = plural(self.left_out, "more file has findings.", "more files have findings.");
        FileTable {
            lines: self.files.iter().map(line).collect(),
            more: if self.left_out > 0 { more } else { String::new() },
        }
    }
}

/// The length of the folders at the beginning of every name.
fn shared_folders(files: &[FileCount]) -> usize {
    let Some(first) = files.first() else { return 0 };
    let ends = first.name.match_indices('/').map(|(at, _)| at + 1);
    let is_shared = |end: &usize| {
        let folders = first.name.get(..*end).unwrap_or_default();
        files.iter().all(|file| file.name.starts_with(folders))
    };
    ends.take_while(is_shared).last().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_with_most_findings_are_kept() {
        let mut files = FileCounts::default();
        files.add("clean.pgn", 0);
        for number in 1..=3 * MOST_FILES {
            files.add(&format!("a/b/{number}.pgn"), 1);
            files.add(&format!("a/b/{number}.pgn"), number as u64);
        }
        let FileTable { lines, more } = files.table();
        assert_eq!(lines.len(), MOST_FILES);
        let first = lines.first().unwrap();
        assert_eq!((first.name.as_str(), first.shown.as_str()), ("a/b/1500.pgn", "1500.pgn"));
        assert_eq!(first.number, "1 501");
        assert_eq!(more, "1 000 more files have findings.");
    }
}
