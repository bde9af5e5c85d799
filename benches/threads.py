#!/usr/bin/env python3
"""Measures what two threads are worth, and prints one line a file.

    benches/threads.py [--rounds N] [--no-build] [--jadoube BIN] FILE...

Each round runs the audit on one thread, on two, and as two processes side by side, each of them on one thread and on the
whole file, in mixed order; a figure is the median of the rounds' own. `x two` is one thread's time against that of two. The
two processes load both cores as the two threads do, and share nothing: `x procs`, what they get done against one alone, falls
short of 2 by what the cores of the machine hinder each other.

`cpu two` is the processor's time of both threads against that of one. They take as many instructions (`instructions.py`), so
above 1 each takes longer: as it does for two processes that share nothing (`cpu procs`), on cores that hinder each other. No
program can be worth more than 2 by `cpu two`. `rest ms` is what two threads take beyond half of the processor's time: what one
does alone, and what they wait. `x even` is one thread's time against half of its own processor's time and that rest: what two
are worth where an instruction takes as long beside a busy core as beside an idle one. The system's work for the second
thread's memory, some tenths of a millisecond, is in none but `x two` and `cpu two`.

Best the files lie where no page is let go of, as in `/dev/shm`, and nothing else runs.
"""

import argparse
import os
import random
import statistics
import sys
import time
from pathlib import Path
from typing import NamedTuple

from processes import ROOT, begun, built, ended


class Took(NamedTuple):
    """Milliseconds: until all of some commands, begun at once, had ended, and those of the processor for all of them."""

    lasted: float
    processor: float


def took(commands):
    began = time.perf_counter()
    usages = [ended(process, command) for process, command in [(begun(command), command) for command in commands]]
    lasted = time.perf_counter() - began
    return Took(lasted * 1e3, sum(usage.ru_utime + usage.ru_stime for usage in usages) * 1e3)


def measure(file, binary, rounds):
    command = [binary, "audit", "--exit-zero", "--format", "jsonl", "--jobs"]
    one, two = [*command, "1", file], [*command, "2", file]
    kinds = {"one": [one], "two": [two], "pair": [one, one]}
    taken = []
    for turn in range(rounds + 1):
        each = {kind: took(kinds[kind]) for kind in random.sample(list(kinds), len(kinds))}
        # The first round is for the page cache.
        if turn > 0:
            taken.append(each)

    def middle(figure):
        return statistics.median(figure(each["one"], each["two"], each["pair"]) for each in taken)

    def rest(two):
        return two.lasted - two.processor / 2

    print(f"{Path(file).name:<24} {os.path.getsize(file) / 1e6:5.0f} "
          f"{middle(lambda one, two, pair: one.lasted):8.1f} "
          f"{middle(lambda one, two, pair: two.lasted):8.1f} "
          f"{middle(lambda one, two, pair: one.lasted / two.lasted):8.2f} "
          f"{middle(lambda one, two, pair: 2 * one.lasted / pair.lasted):8.2f} "
          f"{middle(lambda one, two, pair: two.processor / one.processor):8.2f} "
          f"{middle(lambda one, two, pair: pair.processor / 2 / one.processor):9.2f} "
          f"{middle(lambda one, two, pair: rest(two)):8.1f} "
          f"{middle(lambda one, two, pair: one.lasted / (one.processor / 2 + rest(two))):8.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--rounds", type=int, default=31)
    parser.add_argument("--no-build", action="store_true", help="measure what stands built already")
    parser.add_argument("--jadoube", help="a binary to measure instead of this tree's")
    options = parser.parse_args()
    binary = options.jadoube or str(built(ROOT / "Cargo.toml", not options.no_build) / "jadoube")
    print(f"{'file':<24} {'MB':>5} {'one ms':>8} {'two ms':>8} {'x two':>8} {'x procs':>8} {'cpu two':>8} {'cpu procs':>9} "
          f"{'rest ms':>8} {'x even':>8}")
    for file in options.files:
        measure(file, binary, options.rounds)


if __name__ == "__main__":
    main()
