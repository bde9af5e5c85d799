//! `arrow`: a table of findings or of games as an Arrow IPC stream. The metadata of its schema name the version of the table.

use std::io::{self, Write};
use std::sync::Arc;

use arrow_array::builder::{BooleanBuilder, Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};

use crate::finding::GameReport;

use super::tables::{Cell, Column, ColumnKind, TableId};
use super::{Format, RunInfo, Totals};

/// The number of rows of a record batch.
const MOST_ROWS: usize = 8192;

/// A batch with more bytes of text has fewer rows.
const MOST_TEXT: usize = 4 << 20;

pub(crate) struct Arrow {
    table: TableId,
    schema: SchemaRef,
    cells: Vec<ColumnBuilder>,
    rows: usize,
    /// In bytes.
    text: usize,
    stream: Option<StreamWriter<Vec<u8>>>,
}

enum ColumnBuilder {
    Text(StringBuilder),
    Integer(Int64Builder),
    Boolean(BooleanBuilder),
}

impl ColumnBuilder {
    fn new(kind: ColumnKind) -> Self {
        match kind {
            ColumnKind::Text => Self::Text(StringBuilder::new()),
            ColumnKind::Integer => Self::Integer(Int64Builder::new()),
            ColumnKind::Boolean => Self::Boolean(BooleanBuilder::new()),
        }
    }

    /// Returns the number of bytes of text.
    fn push(&mut self, cell: &Cell<'_>) -> usize {
        match (self, cell) {
            (Self::Text(column), Cell::Text(text)) => {
                column.append_value(text);
                return text.len();
            }
            (Self::Integer(column), Cell::Integer(number)) => {
                column.append_value(i64::try_from(*number).unwrap_or(i64::MAX));
            }
            (Self::Boolean(column), Cell::Boolean(is)) => column.append_value(*is),
            // A test holds every other cell to the kind of its column.
            (Self::Text(column), _) => column.append_null(),
            (Self::Integer(column), _) => column.append_null(),
            (Self::Boolean(column), _) => column.append_null(),
        }
        0
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            Self::Text(column) => Arc::new(column.finish()),
            Self::Integer(column) => Arc::new(column.finish()),
            Self::Boolean(column) => Arc::new(column.finish()),
        }
    }
}

fn schema(table: TableId) -> SchemaRef {
    let field = |column: &Column| {
        let data_type = match column.kind {
            ColumnKind::Text => DataType::Utf8,
            ColumnKind::Integer => DataType::Int64,
            ColumnKind::Boolean => DataType::Boolean,
        };
        Field::new(column.name, data_type, true)
    };
    let fields: Vec<Field> = table.columns().iter().map(field).collect();
    let version = [("schema".to_owned(), table.schema().to_owned())];
    Arc::new(Schema::new_with_metadata(fields, version))
}

fn failed(error: ArrowError) -> io::Error {
    match error {
        ArrowError::IoError(_, error) => error,
        error => io::Error::other(error),
    }
}

impl Arrow {
    pub(crate) fn new(table: TableId) -> Self {
        let cells = table.columns().iter().map(|column| ColumnBuilder::new(column.kind)).collect();
        Self { table, schema: schema(table), cells, rows: 0, text: 0, stream: None }
    }

    /// Writes what the stream has, with the rows since the last batch.
    fn write_batch(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let Some(stream) = &mut self.stream else { return Ok(()) };
        if self.rows > 0 {
            let columns = self.cells.iter_mut().map(ColumnBuilder::finish).collect();
            let batch = RecordBatch::try_new(Arc::clone(&self.schema), columns).map_err(failed)?;
            stream.write(&batch).map_err(failed)?;
            (self.rows, self.text) = (0, 0);
        }
        out.write_all(stream.get_ref())?;
        stream.get_mut().clear();
        Ok(())
    }
}

impl Format for Arrow {
    fn begin(&mut self, out: &mut dyn Write, _: &RunInfo) -> io::Result<()> {
        self.stream = Some(StreamWriter::try_new(Vec::new(), &self.schema).map_err(failed)?);
        self.write_batch(out)
    }

    fn game(&mut self, out: &mut dyn Write, file: &str, game: &GameReport) -> io::Result<()> {
        for finding in self.table.rows(game) {
            for (column, cells) in self.table.columns().iter().zip(&mut self.cells) {
                self.text += cells.push(&column.cell(file, game, finding));
            }
            self.rows += 1;
            if self.rows >= MOST_ROWS || self.text >= MOST_TEXT {
                self.write_batch(out)?;
            }
        }
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Write, _: &Totals<'_>) -> io::Result<()> {
        self.write_batch(out)?;
        if let Some(stream) = &mut self.stream {
            stream.finish().map_err(failed)?;
            out.write_all(stream.get_ref())?;
        }
        Ok(())
    }
}
