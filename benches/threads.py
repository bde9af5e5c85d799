#!/usr/bin/env python3
"""Measures what two threads are worth, and prints one line a file.

    benches/threads.py [--rounds N] [--no-build] [--jadoube BIN] FILE...

Each round runs the audit on one thread and on two, in mixed order; a figure is the median of the rounds' own. `x two` is one
thread's time against that of two. `x halves` is the same of two processes side by side, each of them on one thread and on a half of
the file (`--shard`), which load both cores as two threads do, and share nothing but the file. Since a half has no duplicates looked
for, these are held against one thread that looks for none.

`cpu two` is the processor's time of both threads against that of one. They take as many instructions (`instructions.py`), so
above 1 each takes longer: for what threads do to each other, or because the cores hinder each other, as the processes suffer too
(`cpu halves`, their two starts included). Two threads cannot be worth more than 2 by `cpu two`. `rest ms` is what they take beyond
half of the processor's time: what one does alone, and what they wait without looking. `x even` is one thread's time against half of
its own processor's time and that rest: what two were worth if no instruction took longer beside a busy core, and none were added.

Best the files lie where no page is let go of, as in `/dev/shm`, and nothing else runs.
"""

import argparse
import os
import random
import statistics
import time
from pathlib import Path
from typing import NamedTuple

from processes import ROOT, begun, built, ended


class Took(NamedTuple):
    """Milliseconds: until all of some commands, begun at once, had ended, and those of the processor for all of them."""

    lasted: float
    processor: float


def rest(two):
    return two.lasted - two.processor / 2


# What is told of a round, of which the median is printed.
FIGURES = {
    "one ms": lambda one, **_: one.lasted,
    "two ms": lambda two, **_: two.lasted,
    "x two": lambda one, two, **_: one.lasted / two.lasted,
    "x halves": lambda alike, halves, **_: alike.lasted / halves.lasted,
    "cpu two": lambda one, two, **_: two.processor / one.processor,
    "cpu halves": lambda alike, halves, **_: halves.processor / alike.processor,
    "rest ms": lambda two, **_: rest(two),
    "x even": lambda one, two, **_: one.lasted / (one.processor / 2 + rest(two)),
}


def took(commands):
    began = time.perf_counter()
    usages = [ended(process, command) for process, command in [(begun(command), command) for command in commands]]
    lasted = time.perf_counter() - began
    return Took(lasted * 1e3, sum(usage.ru_utime + usage.ru_stime for usage in usages) * 1e3)


def measure(file, binary, rounds):
    command = [binary, "audit", "--exit-zero", "--format", "jsonl", "--jobs"]
    one, two = [*command, "1", file], [*command, "2", file]
    alike = [*one, "--duplicates", "0"]
    kinds = {"one": [one], "two": [two], "alike": [alike], "halves": [[*alike, "--shard", half] for half in ("1/2", "2/2")]}
    taken = []
    for turn in range(rounds + 1):
        each = {kind: took(kinds[kind]) for kind in random.sample(list(kinds), len(kinds))}
        # The first round is for the page cache.
        if turn > 0:
            taken.append(each)

    middles = [statistics.median(figure(**each) for each in taken) for figure in FIGURES.values()]
    print(f"{Path(file).name:<24} {os.path.getsize(file) / 1e6:5.0f}" + "".join(f" {middle:10.2f}" for middle in middles))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--rounds", type=int, default=31)
    parser.add_argument("--no-build", action="store_true", help="measure what stands built already")
    parser.add_argument("--jadoube", help="a binary to measure instead of this tree's")
    options = parser.parse_args()
    binary = options.jadoube or str(built(ROOT / "Cargo.toml", not options.no_build) / "jadoube")
    print(f"{'file':<24} {'MB':>5}" + "".join(f" {figure:>10}" for figure in FIGURES))
    for file in options.files:
        measure(file, binary, options.rounds)


if __name__ == "__main__":
    main()
