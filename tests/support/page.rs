//! What the program writes, kept to be read.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

/// Everything written to it; copies share it.
#[derive(Clone, Default)]
pub struct Page(pub Rc<RefCell<Vec<u8>>>);

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
