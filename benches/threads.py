#!/usr/bin/env python3
"""Measures what two threads are worth, and prints one line a file.

    benches/threads.py [--rounds N | --seconds N] [--only two] [--no-build] [--jadoube BIN] [--cores BIN] FILE...

Each round runs the audit on one thread and on two, in mixed order; a figure is the median of the rounds' own. `x two` is one
thread's time against that of two. `x halves` is the same of two processes side by side, each of them on one thread and on a half of
the file (`--shard`), which load both cores as two threads do, and share nothing but the file. Since a half has no duplicates looked
for, these are held against one thread that looks for none.

`cpu two` is the processor's time of both threads against that of one. They take as many instructions (`instructions.py`), so
above 1 each takes longer: for what threads do to each other, or because the cores hinder each other, as the processes suffer too
(`cpu halves`, their two starts included). Two threads cannot be worth more than 2 by `cpu two`. `rest ms` is what they take beyond
half of the processor's time: what one does alone, and what they wait without looking. `x even` is one thread's time against half of
its own processor's time and that rest: what two were worth if no instruction took longer beside a busy core, and none were added.

A core of a virtual machine may be shared with another machine, for milliseconds on end. Therefore all cores are looked at before one
thread and two, which run one behind the other, and after them: each runs a loop in registers, all at once (`cores`, of the anchors).
`own` counts the rounds in which the slowest core took, at both looks, no more than 2 % longer than the quickest fiftieth of all
looks; `x own` is the median of `x two` in those alone. `x loop` is what two threads were worth, in the same rounds, to that loop run
150 times, which begins at once and whose threads have nothing to do with each other: what the cores gave in that hour.

`--only two` leaves out the processes side by side. The rounds of all files are mixed. Best the files lie where no page is let go of,
as in `/dev/shm`, and nothing else runs.
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

# How much longer than the quickest looks a look may take where each core is the program's own.
OWN = 1.02


class Took(NamedTuple):
    """Milliseconds: until all of some commands, begun at once, had ended, and those of the processor for all of them."""

    lasted: float
    processor: float


def rest(two):
    return two.lasted - two.processor / 2


class Round(NamedTuple):
    """What was taken, by its kind, and how many milliseconds the looks before and behind one thread and two took."""

    each: dict
    looks: tuple


# What is told of a round, of which the median is printed; those of halves need `halves`.
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
    parser.add_argument("--rounds", type=int, default=31, help="of each file")
    parser.add_argument("--seconds", type=float, help="as many rounds as there is time for")
    parser.add_argument("--only", choices=["two"], help="one thread and two, and no processes side by side")
    parser.add_argument("--no-build", action="store_true", help="measure what stands built already")
    parser.add_argument("--jadoube", help="a binary to measure instead of this tree's")
    parser.add_argument("--cores", help="a binary that looks at the cores, instead of this tree's")
    options = parser.parse_args()
    build, halves = not options.no_build, options.only is None
    binary = options.jadoube or str(built(ROOT / "Cargo.toml", build) / "jadoube")
    cores = options.cores or str(built(ROOT / "benches/anchors/Cargo.toml", build) / "cores")

    taken = {file: [] for file in options.files}
    # The first round of each is for the page cache.
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
