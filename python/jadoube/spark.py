"""A data source for Spark 4 and for Sail: findings or games as a table.

    from jadoube.spark import register

    register(spark)
    findings = spark.read.format("jadoube").option("code", "bca-1862").load("/mnt/archive")

`load` takes a file, a folder, or a list of them separated by commas. Every worker must have this package, and must
see the files under the same paths.

Options of the data source:

- `table`: "findings" (the default) or "games". `jadoube.tables` lists the columns.
- `partitions`: about how many partitions to make. The default is one for each 128 MiB.
- `mode`: "failfast" (the default) fails the query if a file cannot be read; "permissive" reports the file on the
  standard error of the worker and reads the others.

The other options are those of `jadoube audit` with underscores, such as `min_severity`; `OPTIONS` lists them. `jobs`
is 1 unless it is set, because the engine runs one task on each core. The settings file is the one in or above the
first path.

A partition is a batch of whole files, or shards of files that are larger than a partition; the same input gives the
same partitions. Findings that need other games are left out: `record.duplicate-game`, `record.conflicting-game`,
the rules `series.*`, and the rules `curate.*` except `curate.opening`. All other findings are those of one audit of all files.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Dict, List, Optional, cast

from pyspark.sql import SparkSession
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition

from ._arrow import record_batches, table_schema
from ._plan import Piece, audit_files, audit_pieces, make_partitions, settings_file
from ._program import option_arguments
from .tables import Row, table_of
from .types import Game, Option

# The options of `jadoube audit` that mean the same for a part of the files.
OPTIONS = (
    "baseline",
    "code",
    "code_file",
    "config",
    "encoding",
    "extend_select",
    "ignore",
    "isolated",
    "jobs",
    "letters",
    "max_window",
    "min_severity",
    "no_baseline",
    "reading",
    "select",
    "solver_nodes",
    "tradition",
)

_OWN_OPTIONS = ("table", "partitions", "mode")

# Options whose value is a path: a worker can have another working directory.
_PATH_OPTIONS = ("baseline", "code_file", "config")

# Rules that compare games. A task reads only some of the games.
_OTHER_GAMES = (
    "record.duplicate-game",
    "record.conflicting-game",
    "series.",
    "curate.contained-game",
    "curate.similar-game",
    "curate.player-spelling",
    "curate.impossible-event",
    "curate.rating-jump",
)

_BATCH_SIZE = 10_000
_SQL_TYPES = {"string": "STRING", "integer": "BIGINT", "boolean": "BOOLEAN"}


def register(spark: SparkSession) -> None:
    """Makes `spark.read.format("jadoube")` known to a session."""
    spark.dataSource.register(JadoubeDataSource)


class JadoubeDataSource(DataSource):
    """Findings or games of chess game records."""

    @classmethod
    def name(cls) -> str:
        return "jadoube"

    def schema(self) -> str:
        columns = table_of(self._table()).columns
        return ", ".join(f"`{name}` {_SQL_TYPES[kind]}" for name, kind in columns.items())

    def reader(self, schema: object) -> DataSourceReader:
        return JadoubeReader(self._table(), self.options)

    def _table(self) -> str:
        return self.options.get("table", "findings")


class JadoubeReader(DataSourceReader):
    def __init__(self, table: str, options: Mapping[str, str]) -> None:
        self.table = table
        given = {name.lower(): value for name, value in options.items() if name.lower() != "table"}
        self.paths = _paths(given.pop("path", ""))
        self.partition_count = _partition_count(given.pop("partitions", None))
        mode = given.pop("mode", "failfast").lower()
        if mode not in ("failfast", "permissive"):
            raise ValueError(f"no mode is called {mode!r}: the modes are failfast and permissive")
        self.permissive = mode == "permissive"
        self.arguments = _audit_arguments(given, self.paths[0])

    def partitions(self) -> Sequence[InputPartition]:
        # An invalid option fails here, with the words of the program, before any task is started.
        for _ in audit_files([], self.arguments):
            pass
        partitions = make_partitions(self.paths, self.arguments, self.partition_count)
        return [InputPartition(pieces) for pieces in partitions]

    # The interface asks for tuples, but takes record batches too.
    def read(self, partition: InputPartition) -> Iterator[Any]:
        pieces = cast(List[Piece], partition.value)
        arguments = [*self.arguments, "--all"] if self.table == "games" else self.arguments
        rows = self._rows(audit_pieces(pieces, arguments, self.permissive))
        return record_batches(rows, table_schema(self.table), _BATCH_SIZE)

    def _rows(self, games: Iterator[Game]) -> Iterator[Row]:
        table = table_of(self.table)
        for game in games:
            game["findings"] = [one for one in game["findings"] if not one["rule"].startswith(_OTHER_GAMES)]
            yield from table.rows(game)


def _audit_arguments(given: Mapping[str, str], first_path: str) -> List[str]:
    options: Dict[str, Option] = {"jobs": 1}
    for name, value in given.items():
        if name not in OPTIONS:
            raise ValueError(f"no option is called {name!r}: the options are {', '.join((*_OWN_OPTIONS, *OPTIONS))}")
        if name in _PATH_OPTIONS:
            options[name] = os.path.abspath(value)
        elif name == "reading":
            options[name] = [reading.strip() for reading in value.split(",")]
        else:
            options[name] = {"true": True, "false": False}.get(value.lower(), value)
    if not options.get("config") and not options.get("isolated"):
        # Tasks read different files, but all must use the settings of one audit of all files.
        settings = settings_file(first_path)
        options.update({"config": settings} if settings else {"isolated": True})
    return [*option_arguments(options, ()), "--duplicates=0"]


def _paths(value: str) -> List[str]:
    listed = [value] if os.path.exists(value) else [path.strip() for path in value.split(",")]
    paths = [_local_path(path) for path in listed if path]
    if not paths:
        raise ValueError("no path was given: load() takes a file, a folder, or a list separated by commas")
    return paths


def _local_path(path: str) -> str:
    """An absolute path: a worker can have another working directory."""
    if "://" in path or path.startswith("file:"):
        scheme, _, rest = path.partition(":")
        if scheme != "file":
            raise ValueError(f"{path}: the program reads files; mount the store, and name the path of the mount")
        path = rest[2:] if rest.startswith("//") else rest
    return os.path.abspath(path)


def _partition_count(value: Optional[str]) -> Optional[int]:
    if value is None:
        return None
    if not value.isdecimal() or int(value) == 0:
        raise ValueError(f"partitions is {value!r}, but must be a number of at least 1")
    return int(value)
