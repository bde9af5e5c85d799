//! `csv`: a table of findings or of games as RFC 4180 describes it, in UTF-8, with the names of the columns first.

use std::fmt::Write as _;
use std::io::{self, Write};

use csv::{Terminator, Writer, WriterBuilder};

use crate::finding::GameReport;

use super::tables::{Cell, TableId};
use super::{Format, RunInfo};

/// A buffer that has grown to this size in bytes is replaced.
const MOST_KEPT: usize = 64 << 10;

pub(crate) struct Csv {
    table: TableId,
    /// The lines written last. A `Writer` can be read, but not emptied.
    lines: Writer<Vec<u8>>,
    /// The number of bytes of it that have gone to the output.
    written: usize,
    number: String,
}

fn writer() -> Writer<Vec<u8>> {
    WriterBuilder::new().terminator(Terminator::CRLF).from_writer(Vec::new())
}

impl Csv {
    pub(crate) fn new(table: TableId) -> Self {
        Self { table, lines: writer(), written: 0, number: String::new() }
    }

    fn write_cell(&mut self, cell: &Cell<'_>) -> csv::Result<()> {
        match cell {
            Cell::Missing => self.lines.write_field(b""),
            Cell::Text(text) => self.lines.write_field(text.as_bytes()),
            Cell::Boolean(is) => self.lines.write_field(if *is { "true" } else { "false" }),
            Cell::Integer(number) => {
                self.number.clear();
                // Writing to a `String` cannot fail.
                let _ = write!(self.number, "{number}");
                self.lines.write_field(&self.number)
            }
        }
    }

    fn end_line(&mut self) -> csv::Result<()> {
        self.lines.write_record(None::<&[u8]>)
    }

    /// Passes the new lines on.
    fn pass_on(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.lines.flush()?;
        let bytes = self.lines.get_ref();
        out.write_all(bytes.get(self.written..).unwrap_or_default())?;
        self.written = bytes.len();
        if self.written > MOST_KEPT {
            self.lines = writer();
            self.written = 0;
        }
        Ok(())
    }
}

impl Format for Csv {
    fn begin(&mut self, out: &mut dyn Write, _: &RunInfo) -> io::Result<()> {
        self.lines.write_record(self.table.columns().iter().map(|column| column.name))?;
        self.pass_on(out)
    }

    fn game(&mut self, out: &mut dyn Write, file: &str, game: &GameReport) -> io::Result<()> {
        for finding in self.table.rows(game) {
            for column in self.table.columns() {
                self.write_cell(&column.cell(file, game, finding))?;
            }
            self.end_line()?;
        }
        self.pass_on(out)
    }
}
