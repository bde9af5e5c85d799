#!/usr/bin/env python3
"""Runs the commands of the pages on batch systems (docs/) on a file of several shards.

    tests/support/batch_pages.py JADOUBE

The commands of GNU parallel are run as they are, the tasks of Slurm and Kubernetes one after another, without the engine. Each
merged report must have the games of one audit. Needs GNU parallel and PyYAML.
"""

import gzip
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
GAMES = 4000


def blocks(page, language):
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    found = re.findall(rf"^```{language}\n(.*?)^```", text, re.M | re.S)
    # The shards of the pages are larger than the file of the test.
    return [re.sub(r"--target \S+", "--target 160KiB", block) for block in found]


def games(first, last):
    texts = []
    for number in range(first, last):
        # The result of each third game contradicts the mate.
        result = "0-1" if number % 3 == 0 else "1-0"
        texts.append(
            f'[Event "Open"]\n[Date "2024.01.01"]\n[Round "{number}"]\n[White "White {number}"]\n[Black "Black {number}"]\n'
            f'[Result "{result}"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# {result}\n\n'
        )
    return "".join(texts)


class Folder:
    """A folder with `games.pgn` and compressed files, in which `jadoube` is on the path."""

    def __init__(self, path, program):
        self.path = path
        self.environment = {**os.environ, "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}"}
        (path / "a file.pgn").write_text(games(0, GAMES))
        (path / "games.pgn").symlink_to("a file.pgn")
        (path / "archive").mkdir()
        for number in range(3):
            (path / "archive" / f"{number} .pgn.gz").write_bytes(gzip.compress(games(0, 50).encode()))

    def run(self, script, **variables):
        command = ["bash", "-euo", "pipefail", "-c", script]
        environment = {**self.environment, **variables}
        done = subprocess.run(
            command, cwd=self.path, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True
        )
        if done.returncode != 0:
            sys.exit(f"{script}\n{done.stdout}{done.stderr}exit code {done.returncode}")
        return done.stdout

    def check(self, page, audited):
        expected = self.run(f"jadoube audit --exit-zero --format jsonl --duplicates 0 {audited}")
        shards = len(list((self.path / "reports").iterdir()))
        merged = (self.path / "report.jsonl").read_text()
        if sorted(merged.splitlines()[:-1]) != sorted(expected.splitlines()[:-1]) or shards < 3:
            sys.exit(f"{page}: the merged report of {shards} tasks has other games than one audit")
        print(f"    {page}: {shards} tasks, {len(merged.splitlines()) - 1} games with findings")
        self.run("rm -r reports report.jsonl")


def gnu_parallel(folder):
    page = "gnu-parallel.md"
    listed, tasks, merge, _, files, parts = blocks(page, "sh")
    folder.run(listed + tasks)
    folder.run(tasks.replace("parallel", "parallel --resume-failed", 1) + merge)
    folder.check(page, "games.pgn")
    for several in (files, parts):
        folder.run("mkdir reports\n" + several + merge)
        folder.check(page, "archive")


def slurm(folder):
    page = "slurm.md"
    listed, script, submit = blocks(page, "sh")
    folder.run(listed)
    (folder.path / "audit.sh").write_text(script)
    for task in range(1, len((folder.path / "shards.txt").read_text().splitlines()) + 1):
        folder.run("sh audit.sh", SLURM_ARRAY_TASK_ID=str(task))
    folder.run(re.search(r"--wrap '(.*)'", submit)[1])
    folder.check(page, "games.pgn")


def kubernetes(folder):
    page = "kubernetes.md"
    _, listed, _, merge = blocks(page, "sh")
    (job,) = map(yaml.safe_load, blocks(page, "yaml"))
    (container,) = job["spec"]["template"]["spec"]["containers"]
    completions = int(folder.run(listed))
    for index in range(completions):
        folder.run(shlex.join([*container["command"], *container["args"]]), JOB_COMPLETION_INDEX=str(index))
    folder.run(merge)
    folder.check(page, "games.pgn")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        folder = Folder(Path(made), Path(sys.argv[1]).resolve())
        for page in (gnu_parallel, slurm, kubernetes):
            page(folder)
