"""The folders of the tests, and stand-ins for the program."""

from __future__ import annotations

import importlib.util
import os
import sys
from contextlib import AbstractContextManager
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parents[2]
GUIDE = ROOT / "tests" / "guide"
ARCHIVE = str(GUIDE / "archive")
CLUB = ROOT / "tests" / "data" / "club"

# The sources are tested unless the wheel is installed.
if importlib.util.find_spec("jadoube") is None:
    sys.path.insert(0, str(ROOT / "python"))


def sources_are_tested() -> bool:
    found = importlib.util.find_spec("jadoube")
    return found is not None and Path(str(found.origin)).is_relative_to(ROOT / "python")


def stand_in(folder: str, script: str) -> AbstractContextManager[object]:
    """Runs a Python script instead of the program."""
    program = Path(folder) / "stand-in"
    program.write_text(f"#!{sys.executable}\nimport os, signal, sys, time\n{script}\n")
    os.chmod(program, 0o755)
    return mock.patch("jadoube._program.find_binary", return_value=str(program))


def games_text(count: int) -> str:
    """Games of about 290 bytes, with the result that contradicts the mate in each third one."""
    moves = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#"
    texts = []
    for number in range(1, count + 1):
        result = "0-1" if number % 3 == 0 else "1-0"
        texts.append(
            f'[Event "Open"]\n[Site "Town"]\n[Date "2024.01.01"]\n[Round "{number}"]\n[White "White {number}"]\n'
            f'[Black "Black {number}"]\n[Result "{result}"]\n[JadoubeNote "{"x" * 120}"]\n\n{moves} {result}\n\n'
        )
    return "".join(texts)
