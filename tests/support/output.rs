//! The captured output of the program.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

/// Keeps everything written to it; copies share it.
#[derive(Clone, Default)]
pub struct Output(pub Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
