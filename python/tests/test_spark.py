from __future__ import annotations

import contextlib
import io
import os
import re
import tempfile
import unittest
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Dict, List
from unittest import mock

from equality import HAS_SAIL
from support import ARCHIVE, ROOT, games_text

import jadoube
from jadoube.tables import TABLES

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@unittest.skipUnless(HAS_SAIL, "pysail is not installed")
class SailTest(unittest.TestCase):
    """A session on a server of Sail in this process."""

    spark: ClassVar[SparkSession]

    @classmethod
    def setUpClass(cls) -> None:
        from pysail.spark import SparkConnectServer
        from pyspark.sql import SparkSession

        from jadoube.spark import register

        with mock.patch.dict(os.environ, SAIL_MODE="local", RUST_LOG="error"):
            server = SparkConnectServer()
            server.start(background=True)
        cls.addClassCleanup(server.stop)
        address, port = server.listening_address
        cls.spark = SparkSession.builder.remote(f"sc://{address}:{port}").create()
        # The server waits for its sessions to end.
        cls.addClassCleanup(cls.spark.stop)
        register(cls.spark)

    def load(self, path: str, **options: str) -> Any:
        return self.spark.read.format("jadoube").options(**options).load(path)

    def assert_same_tables(self, path: str, **options: str) -> None:
        """Compares all rows and columns with those of one audit."""
        for table in ("findings", "games"):
            games = jadoube.audit(path.split(","), all=True, duplicates=0, **options)
            kept: List[Any] = []
            for game in games:
                game["findings"] = [one for one in game["findings"] if not one["rule"].startswith("series.")]
                kept.extend(TABLES[table].rows(game))
            self.assertGreater(len(kept), 0)
            for partitions in ("1", "2", "4"):
                with self.subTest(table=table, partitions=partitions):
                    frame = self.load(path, table=table, partitions=partitions, **options)
                    self.assertEqual(frame.columns, list(TABLES[table].columns))
                    rows = [row.asDict() for row in frame.collect()]
                    self.assertEqual(sorted(map(repr, rows)), sorted(map(repr, kept)))

    def test_folder_of_small_files(self) -> None:
        self.assert_same_tables(str(ROOT / "samples" / "american-1910"), min_severity="info", code="american-1910")

    def test_large_file_and_list(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            large, small = os.path.join(folder, "large.pgn"), os.path.join(folder, "small.pgn")
            Path(large).write_text(games_text(2000))
            Path(small).write_text(games_text(20))
            self.assert_same_tables(large)
            self.assert_same_tables(f"{large},{small}")
            self.assertEqual(self.load(f"file://{large}").count(), 666)

    def test_query(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "a.pgn").write_text(games_text(9))
            counts = self.load(folder, select="record,move").groupBy("rule").count().collect()
            self.assertEqual([tuple(row) for row in counts], [("record.result", 3)])

    def test_candidates_for_duplicates(self) -> None:
        readme = (ROOT / "python" / "README.md").read_text()
        (example,) = re.findall(r"```python\n(from pyspark.*?)```", readme, re.S)
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "a.pgn").write_text(games_text(2000))
            Path(folder, "b.pgn").write_text(games_text(3).replace("[Round", "[Annotator"))
            values: Dict[str, Any] = {"spark": self.spark}
            with_partitions = f'.option("partitions", "4").load({folder!r})'
            exec(example.replace('.load("/mnt/archive")', with_partitions), values)
            found = [
                sorted((os.path.basename(game.file), game.game) for game in row.games)
                for row in values["duplicates"].collect()
            ]
        self.assertEqual(sorted(found), [[("a.pgn", number), ("b.pgn", number)] for number in (1, 2, 3)])

    def test_example_of_the_readme(self) -> None:
        text = (ROOT / "python" / "README.md").read_text()
        (example,) = re.findall(r"```python\n(from jadoube.*?)```", text, re.S)
        self.assertIn('"/mnt/archive"', example)
        with contextlib.redirect_stdout(io.StringIO()) as stdout:
            exec(example.replace("/mnt/archive", ARCHIVE), {"spark": self.spark})
        self.assertIn("move.false|", stdout.getvalue())

    def test_errors(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "a.pgn").write_text(games_text(3))
            Path(folder, "b.pgn").write_text("no game\n")
            cases = [
                (ARCHIVE, {"code": "fide-2032"}, 'no code is called "fide-2032"'),
                (ARCHIVE, {"table": "plies"}, "the tables are findings and games"),
                (ARCHIVE, {"severity": "info"}, "no option is called 'severity'"),
                (ARCHIVE, {"partitions": "0"}, "at least 1"),
                (ARCHIVE, {"mode": "drop"}, "the modes are failfast and permissive"),
                (ARCHIVE + "/nosuch", {}, "no such file or directory"),
                ("s3://bucket/archive", {}, "mount the store"),
                (folder, {}, "b.pgn: contains text, but no game"),
            ]
            for path, options, message in cases:
                with self.subTest(message), self.assertRaisesRegex(Exception, message):
                    self.load(path, **options).collect()
            self.assertEqual(self.load(folder, mode="permissive").count(), 1)


if __name__ == "__main__":
    unittest.main()
