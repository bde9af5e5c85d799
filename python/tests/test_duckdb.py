"""The SQL of the guide, on the files that its commands write."""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Any, List

from support import GUIDE, ROOT

from jadoube._binary import find_binary

HAS_DUCKDB = importlib.util.find_spec("duckdb") is not None


@unittest.skipUnless(HAS_DUCKDB, "duckdb is not installed")
class GuideTest(unittest.TestCase):
    def test_queries(self) -> None:
        import duckdb

        guide = (ROOT / "GUIDE.md").read_text(encoding="utf-8")
        (section,) = re.findall(r"^### Query with SQL\n(.*?)(?=^##)", guide, re.M | re.S)
        queries = re.findall(r"```sql\n(.*?)```\n+```text\n(.*?)```", section, re.S)
        self.assertEqual(len(queries), section.count("```sql"))
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(GUIDE, folder, dirs_exist_ok=True)
            os.chdir(folder)
            for command in re.findall(r"^\$ jadoube (.*)$", section, re.M):
                subprocess.run([find_binary(), *shlex.split(command)], capture_output=True)
            for query, expected in queries:
                result: Any = duckdb.sql(query)
                table = [result.columns, *result.fetchall()]
                with self.subTest(query):
                    self.assertEqual([list(map(_text, row)) for row in table], _rows(expected))
            os.chdir(before)


def _text(value: Any) -> str:
    return "[" + ", ".join(map(_text, value)) + "]" if isinstance(value, list) else str(value)


def _rows(text: str) -> List[List[str]]:
    """A row on each line, with two blanks or more between its cells."""
    return [re.split(" {2,}", line.strip()) for line in text.splitlines()]


if __name__ == "__main__":
    unittest.main()
