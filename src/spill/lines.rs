//! Lines of bytes, each behind how long it is, in pages that are read at once.

use super::Slip;
use super::spool::{AT_ONCE, Spool};

/// How long a line is, before it.
const LENGTH: usize = size_of::<u32>();

/// Puts a line behind others. Of one longer than 4 GiB only so much is kept.
pub(super) fn put_line(bytes: &mut Vec<u8>, line: &[u8]) {
    let length = u32::try_from(line.len()).unwrap_or(u32::MAX);
    bytes.extend(length.to_le_bytes());
    bytes.extend(line.get(..length as usize).unwrap_or_default());
}

/// What [`put_line`] put, off the front.
pub(crate) fn take_line<'b>(bytes: &mut &'b [u8]) -> Option<&'b [u8]> {
    let (length, rest) = bytes.split_first_chunk()?;
    let (line, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    *bytes = rest;
    Some(line)
}

/// Lines on their way into a spool, page by page. Only a line longer than a page has one that is longer than [`AT_ONCE`].
#[derive(Debug, Default)]
pub(crate) struct Pages {
    page: Vec<u8>,
}

impl Pages {
    /// Puts a line behind those before it. Where it begins a page, that is what the page will be found by.
    pub(crate) fn put(&mut self, line: &[u8], spool: &mut Spool) -> Option<Slip> {
        if self.page.len() + LENGTH + line.len() > AT_ONCE {
            self.end(spool);
        }
        let begun = self.page.is_empty().then(|| spool.next());
        put_line(&mut self.page, line);
        begun
    }

    /// Puts the last page aside.
    pub(crate) fn end(&mut self, spool: &mut Spool) {
        if !self.page.is_empty() {
            spool.put_bytes(&self.page);
            self.page.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_stand_in_pages() {
        let lengths = [0, 3, AT_ONCE, 0, AT_ONCE - LENGTH, 1, 2 * AT_ONCE, 5];
        let (mut pages, mut spool) = (Pages::default(), Spool::default());
        let begun: Vec<_> =
            lengths.iter().map(|length| pages.put(&vec![b'a'; *length], &mut spool)).collect();
        pages.end(&mut spool);
        assert_eq!(
            begun.iter().map(Option::is_some).collect::<Vec<_>>(),
            [true, false, true, true, true, true, true, true]
        );
        let mut reader = spool.reader();
        let mut read = Vec::new();
        for slip in begun.into_iter().flatten() {
            let mut page = reader.piece(slip).unwrap();
            while let Some(line) = take_line(&mut page) {
                read.push(line.len());
            }
            assert!(page.is_empty());
        }
        assert_eq!(read, lengths);
    }
}
