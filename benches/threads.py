#!/usr/bin/env python3
"""Measures what two threads are worth, and prints one line a file.

    benches/threads.py [--rounds N] [--no-build] [--jadoube BIN] FILE...

Each round runs the audit on one thread, on two, and as two processes side by side, each of them on one thread and on the
whole file, in mixed order; a ratio is the median of the rounds' own ratios. `x two` is one thread's time against that of
two. The two processes load both cores as the two threads do, and share nothing: `x procs`, what they get done against one
alone, falls short of 2 by what the cores of the machine hinder each other, and `x pair`, their time against that of the two
threads, is what two threads are worth where cores do not. `x loops` is what two processes get done that only count,
against one: under 2 the cores hinder each other in those minutes even where nothing is read or written. It is no bound, since
programs suffer differently. Best the files lie where no page is let go of, as in `/dev/shm`, and nothing else runs.
"""

import argparse
import os
import random
import statistics
import sys
import time
from pathlib import Path

from processes import ROOT, begun, built, ended

# A tenth of a second or so, in which nothing is read or written but what the nearest cache holds.
LOOP = [sys.executable, "-I", "-S", "-c", "for _ in range(4_000_000): pass"]


def took(commands):
    """Milliseconds until all of these, begun at once, have ended."""
    began = time.perf_counter()
    for process, command in [(begun(command), command) for command in commands]:
        ended(process, command)
    return (time.perf_counter() - began) * 1e3


def measure(file, binary, rounds):
    command = [binary, "audit", "--exit-zero", "--format", "jsonl", "--jobs"]
    one, two = [*command, "1", file], [*command, "2", file]
    kinds = {"one": [one], "two": [two], "pair": [one, one], "loop": [LOOP], "loops": [LOOP, LOOP]}
    taken = {kind: [] for kind in kinds}
    for turn in range(rounds + 1):
        for kind in random.sample(list(kinds), len(kinds)):
            lasted = took(kinds[kind])
            # The first round is for the page cache.
            if turn > 0:
                taken[kind].append(lasted)

    def ratio(above, below, times=1):
        return times * statistics.median(a / b for a, b in zip(taken[above], taken[below]))

    middle = {kind: statistics.median(each) for kind, each in taken.items()}
    print(f"{Path(file).name:<28} {os.path.getsize(file) / 1e6:6.0f} {middle['one']:8.1f} {middle['two']:8.1f} "
          f"{ratio('one', 'two'):8.2f} {ratio('one', 'pair', 2):8.2f} {ratio('pair', 'two'):8.2f} "
          f"{ratio('loop', 'loops', 2):8.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--rounds", type=int, default=31)
    parser.add_argument("--no-build", action="store_true", help="measure what stands built already")
    parser.add_argument("--jadoube", help="a binary to measure instead of this tree's")
    options = parser.parse_args()
    binary = options.jadoube or str(built(ROOT / "Cargo.toml", not options.no_build) / "jadoube")
    print(f"{'file':<28} {'MB':>6} {'one ms':>8} {'two ms':>8} {'x two':>8} {'x procs':>8} {'x pair':>8} {'x loops':>8}")
    for file in options.files:
        measure(file, binary, options.rounds)


if __name__ == "__main__":
    main()
