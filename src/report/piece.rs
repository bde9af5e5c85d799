//! What is put together in memory before it is written: a call through `dyn Write` for each of its many small pieces costs
//! more than copying it once. What is long is handed on meanwhile, so that no game, however long, is held whole once more.

use std::io::{self, Write};

/// In bytes. So much is held at the most.
const MOST: usize = 64 << 10;

/// Room that is used again for each game.
#[derive(Debug, Default)]
pub(super) struct Piece {
    held: Vec<u8>,
}

impl Piece {
    /// Puts together what is then written there.
    ///
    /// # Errors
    /// What writing fails with.
    pub(super) fn put(
        &mut self,
        to: &mut dyn Write,
        written: impl FnOnce(&mut Onto<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        self.held.clear();
        let mut onto = Onto { held: &mut self.held, to };
        written(&mut onto)?;
        onto.hand_on()
    }
}

/// A piece that is being put together.
pub(super) struct Onto<'p> {
    held: &'p mut Vec<u8>,
    to: &'p mut dyn Write,
}

impl Onto<'_> {
    /// Takes back a byte that was just written by itself.
    pub(super) fn take_back_one_byte(&mut self) {
        self.held.pop();
    }

    fn hand_on(&mut self) -> io::Result<()> {
        self.to.write_all(self.held)?;
        self.held.clear();
        Ok(())
    }

    #[cold]
    fn take_long(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hand_on()?;
        if bytes.len() > MOST {
            return self.to.write_all(bytes);
        }
        self.held.extend_from_slice(bytes);
        Ok(())
    }
}

impl Write for Onto<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes)?;
        Ok(bytes.len())
    }

    #[inline]
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        if bytes.len() > MOST - self.held.len().min(MOST) {
            return self.take_long(bytes);
        }
        self.held.extend_from_slice(bytes);
        Ok(())
    }

    /// Nothing: what is held is handed on when it is whole, or long.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What was written, write by write.
    #[derive(Default)]
    struct Writes(Vec<Vec<u8>>);

    impl Write for Writes {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.push(bytes.to_vec());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn what_is_short_is_written_at_once_and_what_is_long_meanwhile() -> io::Result<()> {
        let mut piece = Piece::default();
        for length in [1, MOST / 7, MOST / 7 + 1, MOST, MOST + 1, 3 * MOST] {
            let mut to = Writes::default();
            let text: Vec<u8> = (0..=250).cycle().take(7 * length).collect();
            piece.put(&mut to, |onto| text.chunks(length).try_for_each(|bytes| onto.write_all(bytes)))?;
            assert!(to.0.concat() == text, "{length}");
            assert_eq!(to.0.len() == 1, text.len() <= MOST, "{length}");
            assert!(piece.held.capacity() <= 2 * MOST);
        }
        Ok(())
    }
}
