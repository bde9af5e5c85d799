"""Compares the ways to run one audit: as a whole, in shards that are merged, and on the engines.

    JADOUBE_BINARY=../../target/release/jadoube python3 equality.py FILE_OR_FOLDER...

Prints the seconds of each way. Exits with 1 if one of them gives other rows than the whole audit.
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Dict, List, NamedTuple, Optional, Tuple
from unittest import mock

from support import ROOT

import jadoube
from jadoube._binary import find_binary
from jadoube._program import option_arguments
from jadoube.tables import TABLES
from jadoube.types import Game

# The rows of each table, sorted.
Rows = Dict[str, List[str]]

PARTITIONS = (1, 2, 4)
# Of every way.
OPTIONS = {"min_severity": "info"}
SPARK_MASTER = "local-cluster[2,1,1024]"


def has_modules(*names: str) -> bool:
    return all(importlib.util.find_spec(name) is not None for name in names)


def spark_home() -> Optional[Path]:
    """The folder of the package pyspark. pyspark-client, which Sail needs, has no jars."""
    found = importlib.util.find_spec("pyspark")
    folders = list(found.submodule_search_locations or ()) if found else []
    return next((Path(folder) for folder in folders if Path(folder, "jars").is_dir()), None)


HAS_SAIL = has_modules("pysail", "pyspark", "pyarrow")
HAS_SPARK = has_modules("pyarrow") and spark_home() is not None and shutil.which("java") is not None


def rows_of(games: Iterable[Game]) -> Rows:
    """The rows of both tables, without the findings that need other games."""
    rows: Rows = {name: [] for name in TABLES}
    for game in games:
        game["findings"] = [one for one in game["findings"] if not one["rule"].startswith("series.")]
        for name, table in TABLES.items():
            rows[name].extend(map(json.dumps, table.rows(game)))
    return {name: sorted(lines) for name, lines in rows.items()}


def whole_audit(path: str) -> Rows:
    return rows_of(jadoube.audit(path, all=True, duplicates=0, **OPTIONS))


def merged_shards(path: str, target: str) -> Rows:
    """Shards of about `target` bytes, each audited by a process of its own, and their merged report."""
    program = find_binary()

    def run(*arguments: str) -> bytes:
        done = subprocess.run([program, *arguments], stdin=subprocess.DEVNULL, capture_output=True)
        if done.returncode not in (0, 1):
            raise jadoube.Error.of(done.stderr, done.returncode)
        return done.stdout

    with tempfile.TemporaryDirectory() as folder:
        reports: List[str] = []
        for shard in json.loads(run("shards", "--format=json", f"--target={target}", path)):
            reports.append(os.path.join(folder, f"{len(reports)}.jsonl"))
            options = [*option_arguments(OPTIONS, ()), "--all", f"--shard={shard['shard']}"]
            run("audit", *options, f"--output=jsonl={reports[-1]}", "--", shard["file"])
        lines = [json.loads(line) for line in run("merge", *reports).splitlines()]
    return rows_of(line for line in lines if "schema" not in line)


class Engine:
    """Runs `query.py` on an engine."""

    def __init__(self, name: str, command: List[str], environment: Dict[str, str]) -> None:
        self.name = name
        self._command = command
        paths = [str(ROOT / "python"), os.environ.get("PYTHONPATH", "")]
        self._environment = {**environment, "PYTHONPATH": os.pathsep.join(filter(None, paths))}

    def tables(self, jobs: List[Tuple[str, Dict[str, str]]]) -> Iterator[Tuple[Any, float]]:
        """The Arrow table and the seconds of each job, which is a path and options of the data source."""
        from pyarrow import feather

        with tempfile.TemporaryDirectory() as folder:
            listed = [
                {"path": path, "options": options, "output": os.path.join(folder, f"{number}.arrow")}
                for number, (path, options) in enumerate(jobs)
            ]
            Path(folder, "jobs").write_text(json.dumps(listed))
            command = [*self._command, str(Path(__file__).with_name("query.py")), os.path.join(folder, "jobs")]
            done = subprocess.run(
                command, env={**os.environ, **self._environment}, stdin=subprocess.DEVNULL, capture_output=True, text=True
            )
            if done.returncode != 0:
                raise RuntimeError(f"{self.name}: {done.stderr}")
            for job, seconds in zip(listed, done.stdout.split()):
                yield feather.read_table(job["output"]), float(seconds)


@contextlib.contextmanager
def sail_engine(mode: str) -> Iterator[Engine]:
    """Sail in this process: "local", or "local-cluster" with workers."""
    from pysail.spark import SparkConnectServer

    with mock.patch.dict(os.environ, SAIL_MODE=mode, RUST_LOG="error"):
        server = SparkConnectServer()
        server.start(background=True)
    address, port = server.listening_address
    try:
        yield Engine(f"Sail, {mode}", [sys.executable], {"SPARK_REMOTE": f"sc://{address}:{port}"})
    finally:
        server.stop()


@contextlib.contextmanager
def spark_engine() -> Iterator[Engine]:
    """Spark with a master, two workers and an executor on each; every executor is a JVM of its own."""
    package = spark_home()
    assert package is not None
    with tempfile.TemporaryDirectory() as home:
        # The workers keep their files in the folder of Spark.
        for name in ("bin", "jars", "python"):
            os.symlink(package / name, os.path.join(home, name))
        command = [os.path.join(home, "bin", "spark-submit"), "--master", SPARK_MASTER]
        for setting in ("spark.ui.enabled=false", "spark.executor.memory=512m"):
            command += ["--conf", setting]
        environment = {"SPARK_HOME": home, "SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable}
        yield Engine(f"Spark, {SPARK_MASTER}", command, environment)


class Way(NamedTuple):
    name: str
    path: str
    rows: Rows
    seconds: float


def engine_ways(engine: Engine, paths: List[str], partitions: Iterable[int] = PARTITIONS) -> Iterator[Way]:
    runs = [(path, count) for path in paths for count in partitions]
    jobs = [(path, {**OPTIONS, "table": table, "partitions": str(count)}) for path, count in runs for table in TABLES]
    tables = engine.tables(jobs)
    for path, count in runs:
        found = {table: next(tables) for table in TABLES}
        rows = {table: sorted(map(json.dumps, rows.to_pylist())) for table, (rows, _) in found.items()}
        seconds = sum(seconds for _, seconds in found.values())
        yield Way(f"{engine.name}, {count} partitions", path, rows, seconds)


def all_ways(paths: List[str], target: str) -> Iterator[Way]:
    own: Dict[str, Callable[[str], Rows]] = {
        "whole audit": whole_audit,
        f"shards of {target} bytes, merged": lambda path: merged_shards(path, target),
    }
    for name, way in own.items():
        for path in paths:
            began = time.monotonic()
            rows = way(path)
            yield Way(name, path, rows, time.monotonic() - began)
    if HAS_SAIL:
        for mode in ("local", "local-cluster"):
            with sail_engine(mode) as engine:
                yield from engine_ways(engine, paths)
    if HAS_SPARK:
        with spark_engine() as engine:
            yield from engine_ways(engine, paths)


def main(paths: List[str]) -> int:
    whole: Dict[str, Rows] = {}
    differences = 0
    for way in all_ways(paths, "10000000"):
        expected = whole.setdefault(way.path, way.rows)
        counts = ", ".join(f"{len(rows)} {table}" for table, rows in way.rows.items())
        same = way.rows == expected
        differences += not same
        print(f"{way.seconds:7.2f} s  {'equal' if same else 'OTHER'}  {way.path}  {way.name}: {counts}", flush=True)
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
