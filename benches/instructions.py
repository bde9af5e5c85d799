#!/usr/bin/env python3
"""Counts the instructions per ply of a plain audit, and compares them with the last kept count.

    benches/instructions.py [--jadoube BIN] [--renew]

Time on a busy machine cannot show a loss of three percent; a count of instructions can. Valgrind's callgrind
counts a long text and a short one. The difference, which excludes start-up, is reported per ply. The texts are made
here: plain games, and the same with clocks and evaluations. A count may differ by DRIFT from the one in
instructions.json; beyond that the exit status is 1. After an intended change, or with another compiler, `--renew`
writes the counts anew.

Time cannot show the cost of a second thread either if cores disturb each other. So a text that two threads share is
counted on one thread and on two, with both added up. If two take more than SHARING above one, the script fails too.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from processes import ROOT, built

HERE = Path(__file__).resolve().parent
KEPT = HERE / "instructions.json"
# The allowed relative difference from the kept count: the most that moved code causes.
DRIFT = 0.03
# The allowed extra instructions of two threads for the text of one: for starting and coordinating them.
SHARING = 0.02
# Copies of the games below in the short text, in the long one, and in the one that two threads share.
SHORT, LONG, SHARED = 20, 420, 8400

# Three games of the nineteenth century: Anderssen and Kieseritzky 1851, Anderssen and Dufresne 1852,
# Morphy against the allies 1858.
GAMES = [
    """e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 cxb5 h4 Qg6 h5 Qg5
    Qf3 Ng8 Bxf4 Qf6 Nc3 Bc5 Nd5 Qxb2 Bd6 Bxg1 e5 Qxa1+ Ke2 Na6 Nxg7+ Kd8 Qf6+ Nxf6 Be7#""",
    """e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Ba5 d4 exd4 O-O d3 Qb3 Qf6 e5 Qg6 Re1 Nge7 Ba3 b5 Qxb5 Rb8 Qa4 Bb6
    Nbd2 Bb7 Ne4 Qf5 Bxd3 Qh5 Nf6+ gxf6 exf6 Rg8 Rad1 Qxf3 Rxe7+ Nxe7 Qxd7+ Kxd7 Bf5+ Ke8 Bd7+ Kf8
    Bxe7#""",
    """e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8
    Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#""",
]
PLIES = sum(len(game.split()) for game in GAMES)


def plain(moves):
    """Movetext in print style: a number before each move of White."""
    return " ".join(f"{ply // 2 + 1}. {move}" if ply % 2 == 0 else move for ply, move in enumerate(moves))


def annotated(moves):
    """Movetext with an evaluation and a clock after each move, as servers write it."""
    words = []
    for ply, move in enumerate(moves):
        dots = "." if ply % 2 == 0 else "..."
        seconds = 1800 - 7 * ply
        clock = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
        words.append(f"{ply // 2 + 1}{dots} {move} {{ [%eval 0.{ply % 100:02}] [%clk {clock}] }}")
    return " ".join(words)


def text(copies, movetext, tags=""):
    """The games repeated, no two identical."""
    for number in range(copies):
        for game in GAMES:
            yield (
                f'[Event "Count"]\n[Site "?"]\n[Date "1850.01.01"]\n[Round "{number}"]\n[White "White {number}"]\n'
                f'[Black "Black"]\n[Result "1-0"]\n[WhiteElo "?"]\n[ECO "C50"]\n{tags}\n{movetext(game.split())} 1-0\n\n'
            )


KINDS = {"plain": (plain, ""), "clocks": (annotated, '[TimeControl "1800"]\n')}


def instructions(jadoube, file, jobs):
    """Instructions that callgrind counts for an audit of the file on `jobs` threads, which must find nothing."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", jadoube, "audit", "--code",
               "fide-2023", "--jobs", str(jobs), "--format", "jsonl", "--color", "never", file]
    done = subprocess.run(command, capture_output=True, text=True)
    counted = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode != 0 or not counted:
        sys.exit(f"{' '.join(map(str, command))}: exit {done.returncode}\n{done.stdout[-500:]}{done.stderr[-500:]}")
    return int(counted[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jadoube", help="a binary to count instead of this tree's, built in release")
    parser.add_argument("--renew", action="store_true", help="write these counts to instructions.json")
    options = parser.parse_args()
    jadoube = options.jadoube or str(built(ROOT / "Cargo.toml", True) / "jadoube")

    counts, sharing = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        for kind, (movetext, tags) in KINDS.items():
            files = {copies: Path(folder) / f"{kind}-{copies}.pgn" for copies in (SHORT, LONG, SHARED)}
            for copies, file in files.items():
                file.write_text("".join(text(copies, movetext, tags)))
            short, long = (instructions(jadoube, files[copies], 1) for copies in (SHORT, LONG))
            counts[kind] = round((long - short) / ((LONG - SHORT) * PLIES), 1)
            one, two = (instructions(jadoube, files[SHARED], jobs) for jobs in (1, 2))
            sharing[kind] = two / one - 1

    if options.renew:
        KEPT.write_text(json.dumps(counts, indent=2) + "\n")
    kept = json.loads(KEPT.read_text())
    good = True
    for kind, count in counts.items():
        drift = count / kept[kind] - 1
        good &= abs(drift) <= DRIFT and sharing[kind] <= SHARING
        print(f"{kind:<8} {count:7.1f} instructions a ply, kept {kept[kind]:7.1f}, drift {drift:+.1%}; "
              f"on two threads {sharing[kind]:+.2%}")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
