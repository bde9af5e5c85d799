from __future__ import annotations

import csv
import doctest
import gc
import importlib.util
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any, Dict
from unittest import mock

from support import ARCHIVE, GUIDE, ROOT, stand_in

import jadoube
from jadoube import types
from jadoube._binary import find_binary
from jadoube.tables import TABLES

HAS_PYARROW = importlib.util.find_spec("pyarrow") is not None


class AuditTest(unittest.TestCase):
    def test_games_and_summary(self) -> None:
        run = jadoube.audit(ARCHIVE)
        self.assertIsNone(run.summary)
        rules = [finding["rule"] for game in run for finding in game["findings"]]
        self.assertEqual(rules, ["move.check-not-parried", "move.false", "record.result"])
        assert run.summary is not None
        self.assertEqual(run.summary["games"], 6)
        self.assertEqual(list(run), [])

    def test_all_games(self) -> None:
        self.assertEqual(len(list(jadoube.audit(Path(ARCHIVE), all=True))), 6)
        self.assertEqual(len(list(jadoube.audit([ARCHIVE], all=False))), 3)

    def test_several_paths_and_lists_of_options(self) -> None:
        paths: Any = [Path(ARCHIVE, "2016.pgn"), os.path.join(ARCHIVE, "club")]
        found = [game["file"] for game in jadoube.audit(paths, select=["move", "draw"])]
        self.assertEqual(found, [str(paths[0])])

    def test_a_path_is_not_an_option(self) -> None:
        with self.assertRaisesRegex(jadoube.Error, "--all: no such file"):
            list(jadoube.audit("--all"))

    def test_words_of_the_program(self) -> None:
        with self.assertRaisesRegex(jadoube.Error, 'no code is called "fide-2032"') as caught:
            list(jadoube.audit(ARCHIVE, code="fide-2032"))
        self.assertEqual(caught.exception.exit_code, 2)
        with self.assertRaisesRegex(jadoube.Error, "there is no option --severity"):
            list(jadoube.audit(ARCHIVE, severity="info"))

    def test_a_missing_file_does_not_hide_the_others(self) -> None:
        run = jadoube.audit([os.path.join(ARCHIVE, "2016.pgn"), "nosuch.pgn"])
        self.assertEqual(next(run)["game"], 1)
        with self.assertRaisesRegex(jadoube.Error, r"\Anosuch.pgn: no such file or directory\Z"):
            next(run)
        assert run.last_line is not None
        self.assertEqual(run.last_line["unreadable"][0]["file"], "nosuch.pgn")

    def test_without_a_path(self) -> None:
        with self.assertRaisesRegex(ValueError, "no path"):
            jadoube.audit([])
        with tempfile.TemporaryDirectory() as folder:
            listed = Path(folder, "list")
            listed.write_text(ARCHIVE)
            self.assertEqual(len(list(jadoube.audit([], files_from=listed))), 3)

    def test_options_of_the_module(self) -> None:
        with self.assertRaisesRegex(TypeError, "the option format cannot be set"):
            jadoube.audit(ARCHIVE, format="json")


class ProcessTest(unittest.TestCase):
    ENDLESS = 'while True: print("{}")'

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def test_leaving_early_ends_the_program(self) -> None:
        with stand_in(self.folder, self.ENDLESS):
            with jadoube.audit("x") as run:
                next(run)
            self.assertIsNotNone(run._process.returncode)
            self.assertEqual(list(run), [])

    def test_deleting_the_iterator_ends_the_program(self) -> None:
        with stand_in(self.folder, self.ENDLESS):
            run = jadoube.audit("x")
            next(run)
            process = run._process
            del run
            gc.collect()
            self.assertIsNotNone(process.returncode)

    def test_a_program_that_ignores_the_request_to_end(self) -> None:
        script = "signal.signal(signal.SIGTERM, signal.SIG_IGN)\nprint('{}', flush=True)\ntime.sleep(60)"
        with stand_in(self.folder, script), mock.patch("jadoube._program.END_TIMEOUT", 0.05):
            with jadoube.audit("x") as run:
                next(run)
            self.assertEqual(run._process.returncode, -9)

    def test_much_on_standard_error(self) -> None:
        with stand_in(self.folder, "sys.stderr.write('word ' * 200_000)\nsys.exit(2)"):
            with self.assertRaisesRegex(jadoube.Error, "word word"):
                next(jadoube.audit("x"))

    def test_a_killed_program(self) -> None:
        script = "print('{}')\nprint('{\"cut', end='', flush=True)\nos.kill(os.getpid(), signal.SIGKILL)"
        with stand_in(self.folder, script):
            run = jadoube.audit("x")
            next(run)
            with self.assertRaisesRegex(jadoube.Error, "by signal 9 before its report was complete"):
                next(run)

    def test_a_report_without_its_end(self) -> None:
        with stand_in(self.folder, "print('{}')"):
            with self.assertRaisesRegex(jadoube.Error, "exit code 0 before its report was complete"):
                list(jadoube.audit("x"))


class OtherCommandsTest(unittest.TestCase):
    def test_compare(self) -> None:
        report = jadoube.compare(os.path.join(ARCHIVE, "2016.pgn"), codes=["bca-1862", "fide-2023"])
        self.assertEqual([code["id"] for code in report["codes"]], ["bca-1862", "fide-2023"])
        self.assertEqual(report["summary"]["games"], 1)
        with self.assertRaisesRegex(jadoube.Error, "nosuch"):
            jadoube.compare(ARCHIVE, codes=["nosuch"])

    def test_explain(self) -> None:
        self.assertEqual(jadoube.explain("move.false")["kind"], "rule")
        self.assertEqual(jadoube.explain("touch move")["kind"], "matches")
        with self.assertRaisesRegex(jadoube.Error, 'did you mean "move.false"'):
            jadoube.explain("move.fals")

    def test_the_module_runs_the_program(self) -> None:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        command = [sys.executable, "-m", "jadoube", "audit", ARCHIVE]
        run = subprocess.run(command, capture_output=True, env=environment)
        self.assertEqual(run.returncode, 1)
        self.assertIn(b"record.result", run.stdout)


class BinaryTest(unittest.TestCase):
    def test_order(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            in_wheel, named, on_path = (Path(folder, name) for name in ("wheel", "named", "path"))
            for place in (in_wheel, named, on_path):
                place.mkdir()
                (place / "jadoube").touch(0o755)
            environment = {"PATH": str(on_path), "JADOUBE_BINARY": str(named / "jadoube")}
            with mock.patch.dict(os.environ, environment):
                with mock.patch("jadoube._binary._script_folders", return_value=[in_wheel]):
                    self.assertEqual(find_binary(), str(in_wheel / "jadoube"))
                with mock.patch("jadoube._binary._script_folders", return_value=[]):
                    self.assertEqual(find_binary(), str(named / "jadoube"))
                    del os.environ["JADOUBE_BINARY"]
                    self.assertEqual(find_binary(), str(on_path / "jadoube"))
                    os.environ["PATH"] = folder
                    with self.assertRaisesRegex(FileNotFoundError, "install the wheel"):
                        find_binary()
                    os.environ["JADOUBE_BINARY"] = str(named / "nosuch")
                    with self.assertRaisesRegex(FileNotFoundError, "JADOUBE_BINARY is .*nosuch"):
                        find_binary()


class SchemaTest(unittest.TestCase):
    def test_types_have_the_keys_of_the_schema(self) -> None:
        schemas = json.loads((ROOT / "grammar" / "report.schema.json").read_text())["$defs"]
        pairs: Dict[str, Any] = {
            "span": types.Span,
            "verdict": types.Verdict,
            "remedy": types.Remedy,
            "window": types.Window,
            "finding": types.Finding,
            "game": types.Game,
            "summary": types.Summary,
            "unreadable": types.Unreadable,
            "code": types.Code,
            "last-line": types.LastLine,
        }
        for name, typed in pairs.items():
            with self.subTest(name):
                self.assertEqual(set(typed.__annotations__), set(schemas[name]["properties"]))
                self.assertEqual(typed.__required_keys__, set(schemas[name]["required"]))


class TableTest(unittest.TestCase):
    PYTHON_TYPES = {"string": str, "integer": int, "boolean": bool}

    def test_rows_have_the_columns(self) -> None:
        games = list(jadoube.audit(ARCHIVE, all=True, min_severity="info"))
        for name, table in TABLES.items():
            rows = [row for game in games for row in table.rows(game)]
            self.assertGreater(len(rows), 3)
            for row in rows:
                self.assertEqual(list(row), list(table.columns), name)
                for column, value in row.items():
                    self.assertIsInstance(value, (type(None), self.PYTHON_TYPES[table.columns[column]]), column)

    def test_columns_are_those_of_the_program(self) -> None:
        for name, table in TABLES.items():
            schema = json.loads((ROOT / "grammar" / f"{name}.table-schema.json").read_text())
            self.assertEqual(table.version, schema["title"])
            self.assertEqual(table.columns, {field["name"]: field["type"] for field in schema["fields"]})

    def test_rows_are_those_of_the_program(self) -> None:
        def text(value: Any) -> str:
            return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)

        samples = str(ROOT / "samples")
        games = list(jadoube.audit(samples, all=True, min_severity="info"))
        for name, option in {"findings": "--format=csv", "games": "--games-output=csv=-"}.items():
            command = [find_binary(), "audit", "--min-severity=info", option, samples]
            written = subprocess.run(command, capture_output=True).stdout.decode()
            rows = list(csv.reader(io.StringIO(written, newline="")))
            table = TABLES[name]
            expected = [list(map(text, row.values())) for game in games for row in table.rows(game)]
            self.assertEqual(rows[0], list(table.columns))
            self.assertEqual(len(rows) - 1, len(expected))
            for row, expected_row in zip(rows[1:], expected):
                self.assertEqual(row, expected_row)

    @unittest.skipUnless(HAS_PYARROW, "pyarrow is not installed")
    def test_record_batches(self) -> None:
        reader = jadoube.audit_batches(ARCHIVE, table="games", batch_size=4)
        self.assertEqual([batch.num_rows for batch in reader], [4, 2])
        self.assertEqual(jadoube.audit_batches(ARCHIVE).read_all().num_rows, 3)
        empty = jadoube.audit_batches(ARCHIVE, select=["series"]).read_all()
        self.assertEqual(empty.schema.names, list(TABLES["findings"].columns))
        self.assertEqual(empty.schema.metadata, {b"schema": b"jadoube.findings/1"})

    @unittest.skipUnless(HAS_PYARROW, "pyarrow is not installed")
    def test_leaving_record_batches_ends_the_program(self) -> None:
        from jadoube._arrow import batch_reader

        game = json.dumps(next(jadoube.audit(ARCHIVE)))
        with tempfile.TemporaryDirectory() as folder:
            with stand_in(folder, f"while True: print({game!r})"):
                run = jadoube.audit("x")
                process = run._process
                reader = batch_reader(run, "findings", 10)
                self.assertEqual(next(iter(reader)).num_rows, 10)
                del run, reader
                gc.collect()
                self.assertIsNotNone(process.returncode)

    @unittest.skipUnless(HAS_PYARROW, "pyarrow is not installed")
    def test_errors_of_record_batches(self) -> None:
        with self.assertRaisesRegex(ValueError, "the tables are findings and games"):
            jadoube.audit_batches(ARCHIVE, table="plies")
        with self.assertRaisesRegex(jadoube.Error, "no such file"):
            jadoube.audit_batches("nosuch.pgn").read_all()


class ReadmeTest(unittest.TestCase):
    def test_examples(self) -> None:
        text = (ROOT / "python" / "README.md").read_text()
        sections: Dict[str, str] = dict(re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", text, re.M | re.S))
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        os.chdir(GUIDE)
        self.maxDiff = None
        values: Dict[str, Any] = {}
        for title, section in sections.items():
            if title == "Tables" and not HAS_PYARROW:
                continue
            examples = "\n".join(re.findall(r"```pycon\n(.*?)```", section, re.S))
            parsed = doctest.DocTestParser().get_doctest(examples, values, title, "README.md", 0)
            runner = doctest.DocTestRunner(verbose=False)
            output: list[str] = []
            runner.run(parsed, out=output.append, clear_globs=False)
            values = parsed.globs
            self.assertEqual("".join(output), "", title)


if __name__ == "__main__":
    unittest.main()
