#!/usr/bin/env python3
"""Compares jadoube with the anchors, interleaved and paired, and prints one table per file.

    benches/anchors.py [--rounds N] [--code ID] [--no-build] [--jadoube BIN] [--anchors BIN] FILE...

Each round runs every tool once, in rotating order. A ratio is the median of the ratios to `replay` in each round, so
other load on the machine affects both sides. On a busy machine, prefer the processor seconds (`cpu s`) and their ratio
(`x cpu`) to the clock. Files are read as they are (unpack archives first). Each is read once before each run, because a
virtual machine may drop its page cache within seconds; put the files where nothing is dropped, such as `/dev/shm`. Times
are those of the whole process. Peak memory is the kernel's figure for the process (this script's own 10 to 15 MiB is its
minimum).
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from processes import ROOT, built


def run(command, out, pipe_from=None, good=(0,)):
    """Returns seconds, processor seconds and peak MiB; checks the exit status. stdout goes to the file `out`."""
    feeder = subprocess.Popen(["cat", pipe_from], stdout=subprocess.PIPE) if pipe_from else None
    stdin = feeder.stdout if feeder else subprocess.DEVNULL
    with open(out, "wb") as sink, open(f"{out}.err", "wb") as errors:
        began = time.perf_counter()
        process = subprocess.Popen(command, stdin=stdin, stdout=sink, stderr=errors)
        if feeder:
            feeder.stdout.close()
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if feeder:
        feeder.wait()
    if process.returncode not in good:
        said = Path(f"{out}.err").read_text(errors="replace")[-500:]
        sys.exit(f"{' '.join(map(str, command))}: exit {process.returncode}\n{said}")
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--slow-rounds", type=int, default=2, help="rounds of pgn-extract; 0 for none")
    parser.add_argument("--code", default="fide-2023")
    parser.add_argument("--no-build", action="store_true", help="measure the existing build")
    parser.add_argument("--jadoube", help="a binary to measure instead of this tree's")
    parser.add_argument("--anchors", help="a binary to measure instead of this tree's")
    parser.add_argument("--no-jadoube", action="store_true", help="measure the anchors only")
    options = parser.parse_args()

    build = not options.no_build
    anchors = options.anchors or built(ROOT / "benches/anchors/Cargo.toml", build) / "anchors"
    jadoube = None
    if not options.no_jadoube:
        jadoube = options.jadoube or built(ROOT / "Cargo.toml", build) / "jadoube"
    slow = shutil.which("pgn-extract", path=f"{os.environ['PATH']}:/usr/games") if options.slow_rounds else None

    with tempfile.TemporaryDirectory() as folder:
        for file in options.files:
            measure(file, options, anchors, jadoube, slow, f"{folder}/out")


def into_page_cache(file):
    """Reads the whole file. Returns its size in bytes."""
    size = 0
    with open(file, "rb") as source:
        while block := source.read(1 << 20):
            size += len(block)
    return size


def measure(file, options, anchors, jadoube, slow, out):
    size = into_page_cache(file)

    tools = {f"anchors {mode}": ([anchors, mode, file], None, (0,)) for mode in ("tokens", "replay", "audit")}
    if jadoube:
        base = [jadoube, "audit", "--code", options.code, "--format", "jsonl"]
        for jobs in ("1", "2"):
            tools[f"jadoube --jobs {jobs}"] = ([*base, "--jobs", jobs, file], None, (0, 1))
        tools["jadoube --jobs 2, from a pipe"] = ([*base, "--jobs", "2", "-"], file, (0, 1))
    if slow:
        tools["pgn-extract -r"] = ([slow, "-r", "-s", file], None, (0, 1))

    counts = {}
    seconds = {name: [] for name in tools}
    busy = {name: [] for name in tools}
    peak = dict.fromkeys(tools, 0.0)
    written = dict.fromkeys(tools, 0)
    names = list(tools)
    for turn in range(options.rounds):
        for name in names[turn % len(names):] + names[:turn % len(names)]:
            if name == "pgn-extract -r" and turn >= options.slow_rounds:
                continue
            command, pipe_from, good = tools[name]
            into_page_cache(file)
            took, worked, memory = run(command, out, pipe_from, good)
            seconds[name].append(took)
            busy[name].append(worked)
            peak[name] = max(peak[name], memory)
            written[name] = os.path.getsize(out)
            if name.startswith("anchors"):
                counts[name] = json.loads(Path(out).read_text())

    plies = max(counts["anchors replay"]["plies"], 1)
    print(f"\n{file}: {size / 1e6:.1f} MB, {counts['anchors replay']['games']} games, {plies} plies, "
          f"{options.rounds} rounds, load {os.getloadavg()[0]:.1f}")
    print(f"{'tool':<30} {'seconds':>8} {'spread':>7} {'cpu s':>8} {'MB/s':>7} {'ns/ply':>7} {'x replay':>8} {'x cpu':>6} {'MiB':>6} {'out MB':>7}")
    for name, taken in seconds.items():
        middle = statistics.median(taken)
        spread = (max(taken) - min(taken)) / middle
        ratio = statistics.median(a / b for a, b in zip(taken, seconds["anchors replay"]))
        cpu = statistics.median(a / b for a, b in zip(busy[name], busy["anchors replay"]))
        print(f"{name:<30} {middle:8.3f} {spread:7.0%} {statistics.median(busy[name]):8.3f} {size / 1e6 / middle:7.0f} {middle * 1e9 / plies:7.1f} "
              f"{ratio:8.2f} {cpu:6.2f} {peak[name]:6.0f} {written[name] / 1e6:7.1f}")
    if jadoube:
        pairs = zip(seconds["jadoube --jobs 1"], seconds["jadoube --jobs 2"])
        print(f"two threads: {statistics.median(a / b for a, b in pairs):.2f} times one")


if __name__ == "__main__":
    main()
