#!/usr/bin/env python3
"""Measures how much faster two threads are than one, and prints one line per file.

    benches/threads.py [--rounds N | --seconds N] [--only two] [--no-build] [--jadoube BIN] [--cores BIN] FILE...

Each round runs the audit on one thread and on two, in random order; a figure is the median over the rounds. `x two` is the
time of one thread divided by that of two. `x halves` is the same for two processes side by side, each on one thread and on
a half of the file (`--shard`). They load both cores as two threads do, and share nothing but the file. Because the halves
skip the search for duplicates, they are compared with one thread that skips it.

`cpu two` is the processor time of both threads divided by that of one. Both take the same number of instructions
(`instructions.py`), so above 1 each takes longer: because threads disturb each other, or because cores do, which the
processes show too (`cpu halves`, their two starts included). Two threads cannot be worth more than 2 divided by `cpu two`.
`rest ms` is the time of two threads beyond half of the processor time: work that one does alone, and waiting. `x even` is
the time of one thread divided by half of its own processor time plus that rest: the value of two threads if no instruction
took longer on a busy core, and none were added.

A core of a virtual machine may be shared with another machine for milliseconds. Therefore all cores run a loop in registers
at once (`cores`, of the anchors), before and after the one-thread and two-thread runs, which follow each other. `own`
counts the rounds in which the slowest core, both times, took at most 2 % longer than the quickest fiftieth of all
loops; `x own` is the median of `x two` in those rounds alone. `x loop` is the value of two threads, in the same rounds, to
that loop run 150 times. It starts at once and its threads are independent: it shows what the cores gave in that hour.

`--only two` omits the processes side by side. The rounds of all files are interleaved. Put the files where no page is
dropped, such as `/dev/shm`, and run nothing else.
"""

import argparse
import itertools
import os
import random
import statistics
import subprocess
import time
from pathlib import Path
from typing import NamedTuple

from processes import ROOT, begun, built, ended

# The allowed slowness of a loop, relative to the quickest, if each core is undisturbed.
OWN = 1.02


class Took(NamedTuple):
    """Milliseconds from the common start of some commands to the end of all, and their processor milliseconds."""

    lasted: float
    processor: float


def rest(two):
    return two.lasted - two.processor / 2


class Round(NamedTuple):
    """The times by kind, and the milliseconds of the loops before and after the one-thread and two-thread runs."""

    each: dict
    looks: tuple


# The figures of a round; the median is printed. Those of halves need `halves`.
FIGURES = {
    "one ms": lambda one, **_: one.lasted,
    "two ms": lambda two, **_: two.lasted,
    "x two": lambda one, two, **_: one.lasted / two.lasted,
    "cpu two": lambda one, two, **_: two.processor / one.processor,
    "rest ms": lambda two, **_: rest(two),
    "x even": lambda one, two, **_: one.lasted / (one.processor / 2 + rest(two)),
    "x loop": lambda loop, loops, **_: loop.lasted / loops.lasted,
    "x halves": lambda alike, halves, **_: alike.lasted / halves.lasted,
    "cpu halves": lambda alike, halves, **_: halves.processor / alike.processor,
}
HALVES = ("x halves", "cpu halves")


def took(commands):
    began = time.perf_counter()
    usages = [ended(process, command) for process, command in [(begun(command), command) for command in commands]]
    lasted = time.perf_counter() - began
    return Took(lasted * 1e3, sum(usage.ru_utime + usage.ru_stime for usage in usages) * 1e3)


def look(cores):
    return float(subprocess.run([cores], check=True, capture_output=True, text=True).stdout)


def one_round(file, binary, cores, halves):
    command = [binary, "audit", "--exit-zero", "--format", "jsonl", "--jobs"]
    one, two = [*command, "1", file], [*command, "2", file]
    alike = [*one, "--duplicates", "0"]
    pair = {"one": [one], "two": [two]}
    loops = {"loop": [[cores, "--jobs", "1"]], "loops": [[cores, "--jobs", "2"]]}
    beside = {"alike": [alike], "halves": [[*alike, "--shard", half] for half in ("1/2", "2/2")]} if halves else {}
    each = in_mixed_order(beside) | in_mixed_order(loops)
    before = look(cores)
    each |= in_mixed_order(pair)
    return Round(each, (before, look(cores)))


def in_mixed_order(kinds):
    return {kind: took(kinds[kind]) for kind in random.sample(list(kinds), len(kinds))}


def tell(file, rounds, own, halves):
    def middle(figure, rounds):
        return f"{statistics.median(FIGURES[figure](**each) for each, _ in rounds):.2f}" if rounds else "-"

    quiet = [taken for taken in rounds if max(taken.looks) <= own]
    cells = [middle(figure, rounds) for figure in FIGURES if halves or figure not in HALVES]
    cells += [f"{len(quiet)}/{len(rounds)}", middle("x two", quiet)]
    print(f"{Path(file).name:<24} {os.path.getsize(file) / 1e6:5.0f}" + "".join(f" {cell:>10}" for cell in cells))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--rounds", type=int, default=31, help="rounds of each file")
    parser.add_argument("--seconds", type=float, help="run rounds for this many seconds")
    parser.add_argument("--only", choices=["two"], help="compare one thread and two, without processes side by side")
    parser.add_argument("--no-build", action="store_true", help="measure the existing build")
    parser.add_argument("--jadoube", help="a binary to measure instead of this tree's")
    parser.add_argument("--cores", help="a binary that measures the cores instead of this tree's")
    options = parser.parse_args()
    build, halves = not options.no_build, options.only is None
    binary = options.jadoube or str(built(ROOT / "Cargo.toml", build) / "jadoube")
    cores = options.cores or str(built(ROOT / "benches/anchors/Cargo.toml", build) / "cores")

    taken = {file: [] for file in options.files}
    # The first round of each file fills the page cache.
    for file in taken:
        one_round(file, binary, cores, halves)
    began = time.monotonic()
    for turn in itertools.count():
        if time.monotonic() - began > options.seconds if options.seconds else turn == options.rounds:
            break
        for file in random.sample(list(taken), len(taken)):
            taken[file].append(one_round(file, binary, cores, halves))

    looks = sorted(itertools.chain.from_iterable(looks for rounds in taken.values() for _, looks in rounds))
    own = looks[len(looks) // 50] * OWN if looks else 0
    figures = [figure for figure in FIGURES if halves or figure not in HALVES]
    print(f"{'file':<24} {'MB':>5}" + "".join(f" {figure:>10}" for figure in [*figures, "own", "x own"]))
    for file, rounds in taken.items():
        tell(file, rounds, own, halves)


if __name__ == "__main__":
    main()
