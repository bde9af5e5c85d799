from __future__ import annotations

import contextlib
import os
import sys
import tempfile
import unittest
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Dict
from unittest import mock

import zstandard
from equality import (
    HAS_SAIL,
    HAS_SPARK,
    Engine,
    Rows,
    Way,
    all_ways,
    engine_ways,
    sail_engine,
    spark_engine,
    whole_audit,
)
from support import ROOT, games_text, sources_are_tested

from jadoube._binary import find_binary

# Runs the program. The first run on a shard is killed after it has reported some of its games.
KILLED_ONCE = """\
import os, signal, subprocess, sys
command = [{program!r}, *sys.argv[1:]]
if any(argument.startswith("--shard=") for argument in command):
    try:
        os.remove({not_killed_yet!r})
    except FileNotFoundError:
        pass
    else:
        run = subprocess.Popen(command, stdout=subprocess.PIPE)
        for _ in range({lines}):
            sys.stdout.buffer.write(run.stdout.readline())
        sys.stdout.flush()
        run.kill()
        os.kill(os.getpid(), signal.SIGKILL)
os.execv(command[0], command)
"""


class EqualityTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def assert_equal_ways(self, ways: Iterable[Way]) -> None:
        whole: Dict[str, Rows] = {}
        for way in ways:
            expected = whole.setdefault(way.path, way.rows)
            for table, rows in way.rows.items():
                with self.subTest(way.name, path=way.path, table=table):
                    self.assertGreater(len(rows), 0)
                    # The lists are long: their difference would be shown for minutes.
                    self.assertTrue(rows == expected[table], "other rows than in the whole audit")

    def test_all_ways(self) -> None:
        large = self.folder / "large.pgn"
        large.write_text(games_text(2000))
        framed = self.folder / "framed.pgn.zst"
        text = large.read_bytes()
        frames = range(0, len(text), 50_000)
        framed.write_bytes(b"".join(zstandard.compress(text[at : at + 50_000]) for at in frames))
        paths = [large, framed, ROOT / "samples" / "staunton-1847"]
        self.assert_equal_ways(all_ways([str(path) for path in paths], "10000"))

    @unittest.skipUnless(HAS_SAIL, "pysail is not installed")
    def test_a_program_killed_on_sail(self) -> None:
        with self.killed_once(), sail_engine("local-cluster") as engine:
            self.assert_same_after_kill(engine)

    @unittest.skipUnless(HAS_SPARK, "Spark or Java is not installed")
    def test_a_program_killed_on_spark(self) -> None:
        with self.killed_once(), spark_engine() as engine:
            self.assert_same_after_kill(engine)

    @contextlib.contextmanager
    def killed_once(self) -> Iterator[None]:
        if not sources_are_tested():
            self.skipTest("the module would run the program of its wheel")
        self.not_killed_yet = self.folder / "not-killed-yet"
        self.not_killed_yet.touch()
        self.large = self.folder / "large.pgn"
        # More games for each of two tasks than a record batch holds, so that one batch has left before the end.
        self.large.write_text(games_text(2 * 12_000))
        self.whole = whole_audit(str(self.large))
        program = self.folder / "killed-once"
        script = KILLED_ONCE.format(program=find_binary(), not_killed_yet=str(self.not_killed_yet), lines=11_000)
        program.write_text(f"#!{sys.executable}\n{script}")
        program.chmod(0o755)
        with mock.patch.dict(os.environ, JADOUBE_BINARY=str(program)):
            yield

    def assert_same_after_kill(self, engine: Engine) -> None:
        for way in engine_ways(engine, [str(self.large)], partitions=[2]):
            self.assertTrue(way.rows == self.whole)
        self.assertFalse(self.not_killed_yet.exists())


if __name__ == "__main__":
    unittest.main()
