"""Arrow record batches of the tables. Needs pyarrow, so that only functions that need it import this module."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

try:
    import pyarrow as pa
except ImportError as missing:
    raise ImportError("Arrow record batches need pyarrow: pip install 'jadoube[arrow]'") from missing

from ._program import Audit
from .tables import Row, table_of

_TYPES = {"string": pa.string(), "integer": pa.int64(), "boolean": pa.bool_()}


def table_schema(name: str) -> pa.Schema:
    table = table_of(name)
    fields = [pa.field(column, _TYPES[kind]) for column, kind in table.columns.items()]
    return pa.schema(fields, metadata={"schema": table.version})


def batch_reader(games: Audit, table: str, batch_size: int) -> pa.RecordBatchReader:
    rows = (row for game in games for row in table_of(table).rows(game))
    schema = table_schema(table)
    return pa.RecordBatchReader.from_batches(schema, record_batches(rows, schema, batch_size))


def record_batches(rows: Iterator[Row], schema: pa.Schema, batch_size: int) -> Iterator[pa.RecordBatch]:
    while batch := list(islice(rows, batch_size)):
        yield pa.RecordBatch.from_pylist(batch, schema=schema)
