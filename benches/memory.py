#!/usr/bin/env python3
"""Measures the peak memory of audits of hostile text, and prints one line per text.

    benches/memory.py [--megabytes N] [--games N] [--jobs N] [--only KIND] [--no-build] [--jadoube BIN]

Each kind of text repeats one thing until it has the requested number of megabytes: moves, clocks, acts, comments, tags, text
that is no chess at all. It is audited plain, and then compressed with the largest accepted window (`zstd --long=26`)
after a file of distinct games of one move, which fill the table for duplicates; last come all kinds in one text, after
those games. Each column is a format, each figure MiB, the kernel's figure for the process (this script's own 10 to 20 MiB
is its minimum). Put the texts in `/dev/shm`: `TMPDIR=/dev/shm`.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from processes import ROOT, begun, built, ended

REPORTS = {
    "concise": ["--format", "concise"],
    "all": ["--format", "jsonl", "--all"],
    "sarif": ["--format", "sarif"],
    "html": ["--format", "html"],
}

GAME = '[White "a"]\n[Black "b"]\n\n'
# Four plies that restore the position.
SHUFFLE = "Nf3 Nf6 Ng1 Ng8 "

CLOSE = "} *\n\n"

# The beginning of a game of each kind, the repeated part, and its end if that is not `CLOSE`.
KINDS = {
    # One game that never ends.
    "moves": (GAME, SHUFFLE),
    "moves-numbered": (GAME, "1. Nf3 Nf6 2. Ng1 Ng8 "),
    "moves-long": (GAME, "Ng1f3 Ng8f6 Nf3g1 Nf6g8 "),
    "moves-check": (GAME, "e4 e5 " + "Nf3+ Nf6+ Ng1+ Ng8+ "),
    "moves-false-signs": (GAME, "Nf3# Nf6+ Ng1# Ng8+ "),
    "moves-descriptive": (GAME, "P-K4 P-K4 Kt-KB3 Kt-QB3 Kt-Kt1 Kt-Kt1 "),
    "moves-annotated": (GAME, "Nf3!? $1 $2 Nf6?? $3 Ng1! Ng8? "),
    "moves-illegal": (GAME, "Qh7 "),
    "moves-ambiguous": ('[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/R3K2R w - - 0 1"]\n\n', "Rd1 "),
    "moves-null": (GAME, "-- Z0 "),
    "clocks": (GAME, "Nf3 {[%clk 0:10:00]} Nf6 {[%clk 0:10:00]} Ng1 {[%clk 0:10:00]} Ng8 {[%clk 0:10:00]} "),
    "clocks-grow": (GAME, "Nf3 {[%clk 0:10:00]} Nf6 {[%clk 0:09:00]} Ng1 {[%clk 0:12:00]} Ng8 {[%clk 0:11:00]} "),
    "clocks-alone": (GAME, "{[%clk 0:10:00]} "),
    "times": (GAME, "Nf3 {[%emt 0:00:01]} Nf6 {[%emt 0:00:02]} Ng1 {[%emt 0:00:01]} Ng8 {[%emt 0:00:02]} "),
    "evaluations": (GAME, "Nf3 {[%eval 0.24]} Nf6 {[%eval #-3]} Ng1 {[%eval 0.3]} Ng8 {[%eval 1]} "),
    # Acts.
    "touches": (GAME, "{[%touch w e2]} "),
    "touches-many": (GAME, "{[%touch w a2 b2 c2 d2 e2 f2 g2 h2 a1 b1 c1 d1 e1 f1 g1 h1]} "),
    "touches-moves": (GAME, "{[%touch w e2]} Nf3 {[%touch b e7]} Nf6 {[%touch w e2]} Ng1 {[%touch b e7]} Ng8 "),
    "words": (GAME, "{[%say w check]} "),
    "claims": (GAME, "Nf3 Nf6 Ng1 Ng8 {[%claim w repetition]} "),
    "plays": (GAME, "{[%play w e2e5] [%retract 1]} "),
    "plays-left": (GAME, "{[%play w e2e5]} "),
    "plays-retracted": (GAME, SHUFFLE + "{[%retract 4]} "),
    "acts": (GAME, "{[%touch w e2] [%say w check] [%press w] [%notice b turn] [%place w Q e4] [%drop a7] [%hold w b1] "
                   "[%hover w b1 c3] [%displace b d2 f2] [%agree draw] [%board dark] [%disturb b] [%claim b fifty]} "),
    "texts": (GAME, '{[%say w "a word that none of the laws has"]} '),
    "notices": (GAME, "{[%notice b illegal 1]} "),
    "elections": (GAME, "{[%elect b annul]} "),
    "presses": (GAME, "{[%press w]} "),
    "drops": (GAME, "{[%drop e2] [%restore e2]} "),
    "rulings": (GAME, "{[%ruling admonish w]} "),
    "draws": (GAME, "{[%say w draw] [%say b decline]} "),
    "adjournments": (GAME, "{[%adjourn] [%seal w e4] [%resume]} "),
    "commands-unknown": (GAME, "{[%xyzzy w e2]} "),
    "commands-broken": (GAME, "{[%touch} "),
    "ignores": (GAME, "{[%jadoube ignore move.false as printed]} "),
    "ignores-reasons": (GAME, "{[%jadoube ignore move.false " + "as it was printed " * 20 + "]} "),
    "ignores-rules": (GAME + "{[%jadoube ignore", " move.false touch.own", "]} *\n\n"),
    # Skipped text.
    "comment": (GAME + "{", "what was said of it "),
    "comments": (GAME, "{a} "),
    "comments-line": (GAME, "; a\n"),
    "comment-games": (GAME, '; [Event "x"]\n'),
    "escapes": (GAME, "% what is not for readers\n"),
    "variations": (GAME, "(e4) "),
    "variations-deep": (GAME, "(e4 "),
    "variations-shut": (GAME, ") "),
    "signs": (GAME, "$1 "),
    "numbers": (GAME, "1. "),
    "number": (GAME, "1"),
    "word": (GAME, "x"),
    "words-unknown": (GAME, "qwertz "),
    "results": ("", "1-0 "),
    "results-lines": ("", "*\n"),
    "blanks": (GAME, " "),
    "lines": (GAME, "\n"),
    "returns": (GAME, "\r"),
    "zeros": (GAME, "\0"),
    "high": (GAME, "\xff"),
    # Tags.
    "tags": ("", '[White "a"]\n'),
    "tags-names": ("", '[A{n} "a"]\n'),
    "tag-value": ('[White "', "a"),
    **{f"tag-{name.lower()}": (f'{GAME.strip()}\n[{name} "', value, '"]\n\n1. e4 *\n\n') for name, value in {
        "Event": "Hastings ", "Result": "1-0 ", "FEN": "8/", "TimeControl": "40/7200:", "Date": "1900.", "Laws": "fide-2023 ",
        "JadoubeIgnore": "move.false ", "Odds": "w f7 ", "Observed": "touch ", "Regulations": "no-draw-before 30;",
        "Placed": "rnbqkbnr/", "Termination": "normal ", "Series": "\\\"", "Opening": "\xff",
    }.items()},
    # Letters that take more bytes once decoded, and in JSON.
    **{f"letters-{name.lower()}": (f'{GAME.strip()}\n[{name} "', letter, '"]\n\n1. e5 *\n\n')
       for letter, names in {"\xe9": ("Event", "Result", "TimeControl", "Date", "Laws"), "\1": ("White", "Site")}.items()
       for name in names},
    "letters-sound": (f'{GAME.strip()}\n[Opening "', "\1", '"]\n\n1. e4 *\n\n'),
    "tags-broken": ("", "[White "),
    "tags-fen": ("", '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n*\n\n'),
    "tags-series": ("", '[Series "{n}"]\n[SeriesGame "{n}"]\n\n1. e4 *\n\n'),
    # Games.
    "games-line": ("", "e4 * "),
    "games-comment": ("", "; game\n1. e4 *\n"),
    "games-white": ("", '[White "{n}"]\n1. e4 *\n\n'),
    "games-illegal": ("", '[White "{n}"]\n\n1. e5 *\n\n'),
    "games-alike": ("", '[White "a"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n'),
}

# As much of one thing as is followed in a game, and how often: the largest game of each kind.
FOLLOWED = {
    "moves": ("Ke3 Ke6 Ke1 Ke8 ", 63),
    "touches": ("{[%touch w e2]} Nf3 {[%touch b e7]} Nf6 {[%touch w a2]} Ng1 {[%touch b a7]} Ng8 ", 64),
    "touches-right": ("{[%touch w g1]} Nf3 {[%touch b g8]} Nf6 {[%touch w f3]} Ng1 {[%touch b f6]} Ng8 ", 1000),
    "touches-many": ("{[%touch w a2 b2 c2 d2 e2 f2 g2 h2 a1 b1 c1 d1 e1 f1 g1 h1]} Nf3 Nf6 Ng1 Ng8 ", 256),
    "plays": ("{[%play w e2e5] [%retract 1]} ", 256),
    "plays-left": ("{[%play w e2e5] [%play b e7e4] [%retract 2]} ", 128),
    "notices": ("{[%play w e2e5] [%notice b illegal] [%elect b annul] [%retract 1]} ", 128),
    "claims": ("Nf3 Nf6 Ng1 Ng8 {[%claim w repetition] [%claim w fifty] [%claim b perpetual]} ", 85),
    "words": ("Nf3 {[%say w check]} Nf6 {[%say b check]} Ng1 {[%say w check]} Ng8 {[%say b mate]} ", 64),
    "ignores": ("{[%jadoube ignore move.false]} ", 1000),
    "presses": ("Nf3 {[%press w] [%press w]} Nf6 {[%press b] [%press b]} Ng1 {[%hands w]} Ng8 {[%hands b]} ", 60),
    "clocks": ("Nf3 {[%clk 0:10:00]} Nf6 {[%clk 0:09:00]} Ng1 {[%clk 0:12:00]} Ng8 {[%clk 0:11:00]} ", 4000),
    "long": ("Nf3 Nf6 Ng1 Ng8 {[%touch w g1]} ", 1490),
}
KINDS |= {f"followed-{name}": ("", GAME.replace('"a"', '"{n}"') + unit * times + "*\n\n") for name, (unit, times) in FOLLOWED.items()}

# Distinct games. They are so short that only players, date and place distinguish them.
DISTINCT = ('[Event "e"]\n[Date "1900.01.01"]\n[Round "1"]\n[White "w{n}"]\n[Black "b"]\n[Result "1-0"]\n\n'
            "1. e4 1-0\n\n")


# In bytes. A longer game is condensed.
LONGEST = 1_000_000


def written(out, length, head, unit, close=CLOSE):
    """Writes one kind of text, `length` bytes or a little more: first games that are short enough to be held whole, one for
    each thread, then one that never ends."""
    left, game, number = length, 0, 0
    out.write(head.encode("latin-1"))
    while left > 0:
        times = max(1, 65536 // len(unit))
        block = "".join(unit.replace("{n}", str(number + each)) for each in range(times)) if "{n}" in unit else unit * times
        number += times
        if head and game + len(block) > LONGEST and left > length // 3:
            block, game = f"{close}{head}{block}", 0
        game += len(block)
        left -= out.write(block.encode("latin-1"))


def packed(sources, target):
    """One archive of these files in order, which needs the largest window to decompress."""
    with subprocess.Popen(["zstd", "-q", "-f", "--long=26", "-1", "-o", target], stdin=subprocess.PIPE) as packer:
        for source in sources:
            with open(source, "rb") as text:
                while block := text.read(1 << 20):
                    packer.stdin.write(block)
        packer.stdin.close()
    if packer.returncode:
        sys.exit(f"zstd: exit {packer.returncode}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabytes", type=int, default=25, help="length of a text of one kind")
    parser.add_argument("--games", type=int, default=1_000_000, help="number of distinct games before compressed text")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", action="append", choices=[*KINDS, "together"], metavar="KIND")
    parser.add_argument("--keep", metavar="FOLDER", help="keep the texts in FOLDER for another run")
    parser.add_argument("--no-build", action="store_true", help="measure the existing build")
    parser.add_argument("--jadoube", help="a binary to measure instead of this tree's")
    options = parser.parse_args()
    binary = options.jadoube or built(ROOT / "Cargo.toml", not options.no_build) / "jadoube"

    def most(file):
        """Peak MiB of a run for each format."""
        audit = [binary, "audit", "--isolated", "--exit-zero", "--jobs", str(options.jobs)]
        commands = [[*audit, *report, file] for report in REPORTS.values()]
        return [ended(begun(command), command).ru_maxrss / 1024 for command in commands]

    with tempfile.TemporaryDirectory() as fleeting:
        folder = Path(options.keep or fleeting)
        games = folder / "games.pgn"
        if not games.exists():
            with open(games, "wb") as out:
                written(out, options.games * (len(DISTINCT) + 3), "", DISTINCT)
        print(f"{'':<18}" + "".join(f"{name:>9}" for name in REPORTS) + "".join(f"{f'{name}.zst':>13}" for name in REPORTS))
        worst = 0.0
        for kind in options.only or [*KINDS, "together"]:
            archive, texts = folder / f"{kind}.zst", []
            for each in KINDS if kind == "together" else [kind]:
                texts.append(folder / f"{each}.pgn")
                if not texts[-1].exists():
                    with open(texts[-1], "wb") as out:
                        written(out, options.megabytes * 1_000_000, *KINDS[each])
            plain = most(texts[0]) if kind != "together" else []
            if not archive.exists():
                packed([games, *texts], archive)
            behind = most(archive)
            worst = max(worst, *plain, *behind)
            print(f"{kind:<18}" + "".join(f"{each:9.1f}" for each in plain or [float("nan")] * len(REPORTS))
                  + "".join(f"{each:13.1f}" for each in behind), flush=True)
            if not options.keep and kind != "together":
                archive.unlink()
        print(f"the most: {worst:.1f} MiB")


if __name__ == "__main__":
    main()
