#!/usr/bin/env python3
"""Measures how the cost of a text grows with its length, and prints one line per length.

    benches/growth.py [--rounds N] [--only KIND] [--no-build] [--jadoube BIN] FILE

Each kind of text has three lengths: the first ten megabytes of FILE, up to a game start, 1, 8 and 200 times; many
games of one move; one game of many moves; one comment. A round runs each length for the same time, in turns of 25 ms.
The others are stopped meanwhile, because the cores of a machine may change their speed during one long run. The shorter
lengths of FILE exist as often as needed to equal the longest. They are written a piece of each in turn, and are run one
after another: the same bytes may take twice as long to read in one place of a machine's memory as in another.
`ms` is the processor time, a median, minus that of an empty file. `a unit` is that divided by the length. `x first` is
the cost of a unit relative to the shortest length, the median of the ratios of the rounds. One thread, without the search
for duplicates, which ends at a million games. The texts take 6 GB; put them in `/dev/shm`: `TMPDIR=/dev/shm`.
"""

import argparse
import os
import random
import select
import signal
import statistics
import sys
import tempfile
from pathlib import Path

from processes import ROOT, begun, built, ended

GAME = b'[White "a"]\n[Black "b"]\n\n'


def repeated(out, unit, times):
    """Writes a text `times` times, about a megabyte at once."""
    block = unit * max(1, (1 << 20) // len(unit))
    whole, rest = divmod(len(unit) * times, len(block))
    for _ in range(whole):
        out.write(block)
    out.write(block[:rest])


def games(out, thousands):
    for number in range(thousands):
        out.write(b"".join(b'[White "%d"]\n\n1. e4 *\n\n' % (number * 1000 + each) for each in range(1000)))


def plies(out, thousands):
    out.write(GAME)
    repeated(out, b"Nf3 Nf6 Ng1 Ng8 ", thousands * 250)
    out.write(b"*\n")


def comment(out, megabytes):
    out.write(GAME + b"1. e4 {")
    repeated(out, b"what was said of it ", (megabytes << 20) // 20)
    out.write(b"} *\n")


def texts(folder, lengths, start):
    """For each length, enough files of `start` repeated to equal the longest length. They grow in turn."""
    files = {length: [folder / f"{length}-{number}.pgn" for number in range(max(lengths) // length)] for length in lengths}
    for times in range(max(lengths)):
        for length in lengths:
            with open(files[length][times // length], "ab") as out:
                out.write(start)
    return files


def one_each(write):
    """Makes one file for each length, run as often as needed to equal the longest length."""

    def files(folder, lengths, _):
        paths = {length: folder / f"{length}.pgn" for length in lengths}
        for length, path in paths.items():
            with open(path, "wb") as out:
                write(out, length)
        return {length: [path] * (max(lengths) // length) for length, path in paths.items()}

    return files


# The function that makes the files of a kind, the unit of its lengths, and the three lengths.
KINDS = {
    "text": (texts, "times", (1, 8, 200)),
    "games": (one_each(games), "thousand games", (250, 500, 1000)),
    "plies": (one_each(plies), "thousand plies", (25, 50, 100)),
    "comment": (one_each(comment), "MiB", (256, 512, 1024)),
}


# Seconds that a run goes on before it is stopped: about the time of ten megabytes.
TURN = 0.025


def first_megabytes(file):
    """The first ten megabytes of a file, or all of a shorter one, up to a game start."""
    with open(file, "rb") as source:
        start = source.read(10_000_000)
    cut = start.rfind(b"\n[Event ") + 1
    if cut * 2 < len(start):
        sys.exit(f"{file}: no game begins in the second half of its first ten megabytes")
    return start[:cut]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--only", action="append", choices=KINDS, metavar="KIND")
    parser.add_argument("--no-build", action="store_true", help="measure the existing build")
    parser.add_argument("--jadoube", help="a binary to measure instead of this tree's")
    options = parser.parse_args()
    binary = options.jadoube or built(ROOT / "Cargo.toml", not options.no_build) / "jadoube"
    audit = [binary, "audit", "--isolated", "--exit-zero", "--format", "jsonl", "--duplicates", "0", "--jobs", "1"]

    start = first_megabytes(options.file)
    print(f"{'':<10}{'length':>24}{'bytes':>14}{'ms':>10}{'a unit':>10}{'x first':>9}")
    for kind in options.only or KINDS:
        make, unit, lengths = KINDS[kind]
        with tempfile.TemporaryDirectory() as folder:
            empty = Path(folder) / "empty.pgn"
            empty.touch()
            files = make(Path(folder), lengths, start)
            for paths in files.values():
                ended(begun([*audit, paths[0]]), audit)
            rounds = [measured(files, empty, audit) for _ in range(options.rounds)]
            for length in lengths:
                taken = statistics.median(costs[length] for costs in rounds)
                ratio = statistics.median(costs[length] / length / (costs[lengths[0]] / lengths[0]) for costs in rounds)
                size = files[length][0].stat().st_size
                print(f"{kind:<10}{f'{length} {unit}':>24}{size:>14}{taken:10.1f}{taken / length:10.4f}"
                      f"{ratio:9.3f}", flush=True)


def measured(files, empty, audit):
    """Processor milliseconds of each length in one round, without the start of the program: the mean of its runs."""
    lengths = [Runs(audit, paths) for paths in files.values()]
    start = Runs(audit, [empty] * max(20, *map(len, files.values())))
    left = [*lengths, start]
    try:
        while left:
            for runs in random.sample(left, len(left)):
                runs.go_on()
            left = [runs for runs in left if runs.left]
    finally:
        for runs in left:
            runs.give_up()
    return {length: runs.mean() - start.mean() for length, runs in zip(files, lengths)}


class Runs:
    """Runs over some files, one after the other, stopped while another length has its turn."""

    def __init__(self, audit, files):
        self.audit, self.left, self.taken, self.process = audit, list(files), [], None

    def go_on(self):
        """Gives the current run, or the next, one turn."""
        if self.process is None:
            self.process = begun([*self.audit, self.left[-1]])
        else:
            os.kill(self.process, signal.SIGCONT)
        end = os.pidfd_open(self.process)
        over, _, _ = select.select([end], [], [], TURN)
        os.close(end)
        if over:
            process, self.process = self.process, None
            usage = ended(process, [*self.audit, self.left.pop()])
            self.taken.append((usage.ru_utime + usage.ru_stime) * 1e3)
        else:
            os.kill(self.process, signal.SIGSTOP)

    def give_up(self):
        """Ends a stopped run if a round is cut short."""
        if self.process is not None:
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)

    def mean(self):
        return statistics.mean(self.taken)


if __name__ == "__main__":
    main()
