#!/usr/bin/env python3
"""Prints a digest of every report that a binary writes about some folders, one line for each call.

    digest.py BINARY FOLDER... > before.txt
    digest.py OTHER-BINARY FOLDER... > after.txt
    diff before.txt after.txt

A line holds the SHA-256 of standard output, standard error and exit code, then the arguments. Two binaries that print
the same lines write the same reports. Each folder is read from its parent, so that the paths in reports do not depend
on where it is kept. A folder whose subfolders are ids of codes (such as samples/) is also audited under each of them.

--quick leaves out files over 4 MiB, `--jobs 1` and `--jobs 3`, and half of the formats.
"""

import argparse
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

FORMATS = ["human", "concise", "json", "jsonl", "sarif", "junit", "github", "html"]
QUICK_FORMATS = ["human", "json", "jsonl", "html"]
COMPARISON_FORMATS = ["human", "json", "csv", "html"]
COMPARED = "kenny-1817,handbook-1859,bca-1862,american-1910,fide-2014,fide-2023"
LARGE = 4 << 20

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("binary", type=pathlib.Path)
parser.add_argument("folders", nargs="*", type=pathlib.Path, metavar="FOLDER")
parser.add_argument("--quick", action="store_true")
parser.add_argument("--save", type=pathlib.Path, metavar="FOLDER", help="also keep each report in FOLDER, to compare two of them")
options = parser.parse_args()
binary = str(options.binary.resolve())
formats = QUICK_FORMATS if options.quick else FORMATS
jobs = [2] if options.quick else [1, 2, 3]
saved = 0


def call(arguments, folder, name=None):
    """Runs the binary in `folder` and prints the digest of what it wrote. Returns its standard output."""
    global saved
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("JADOUBE", "GITHUB"))}
    environment.update(COLUMNS="100", NO_COLOR="1", LC_ALL="C.UTF-8")
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        run = subprocess.run([binary, *arguments], cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=err, env=environment)
        digest = hashlib.sha256()
        for stream in (out, err):
            stream.seek(0)
            while block := stream.read(1 << 20):
                digest.update(block)
            digest.update(b"\0")
        digest.update(str(run.returncode).encode())
        print(digest.hexdigest()[:24], name or " ".join(arguments), flush=True)
        if options.save:
            options.save.mkdir(parents=True, exist_ok=True)
            saved += 1
            with open(options.save / f"{saved:04}.txt", "wb") as kept:
                kept.write(f"{name or ' '.join(arguments)}\n".encode())
                for stream in (out, err):
                    stream.seek(0)
                    shutil.copyfileobj(stream, kept)
        out.seek(0)
        return out.read(LARGE)


codes = [
    line.split()[0].decode()
    for line in subprocess.run([binary, "codes"], capture_output=True, check=True).stdout.splitlines()
    if line[:1].strip()
]
for folder in options.folders:
    folder = folder.resolve()
    parent, name = folder.parent, folder.name
    inputs = [name]
    if options.quick:
        files = (file for file in sorted(folder.rglob("*")) if file.is_file() and file.stat().st_size <= LARGE)
        inputs = [str(file.relative_to(parent)) for file in files if file.suffix in (".pgn", ".bz2", ".gz", ".zst", ".xz")]
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as listed:
        listed.write("\n".join(inputs) + "\n")
        listed.flush()
        which = [name] if not options.quick else ["--files-from", listed.name]
        for form in formats:
            for extra in ([], ["--all"], ["--all", "--min-severity", "info"]):
                for threads in jobs:
                    settings = ["audit", "--format", form, "--jobs", str(threads), *extra]
                    call([*settings, *which], parent, " ".join([*settings, name]))
        for form in COMPARISON_FORMATS:
            settings = ["compare", "--codes", COMPARED, "--format", form]
            call([*settings, *which], parent, " ".join([*settings, name]))
        call(["compare", "--codes", COMPARED, "--statistics", *which], parent, f"compare --statistics {name}")
        call(["audit", "--statistics", "--min-severity", "info", *which], parent, f"audit --statistics {name}")
        call(["audit", "--accessible", "--min-severity", "info", *which], parent, f"audit --accessible {name}")
        call(["audit", "--format", "human", "--boards", *which], parent, f"audit --boards {name}")
        for code in codes:
            inside = folder / code
            small = which if options.quick else [name]
            settings = ["audit", "--code", code, "--format", "jsonl", "--all", "--min-severity", "info"]
            if inside.is_dir():
                small = [f"{name}/{code}"]
            call([*settings, *small], parent, " ".join([*settings, small[0] if inside.is_dir() else name]))
    archives = [file for file in sorted(folder.rglob("*.pgn")) if (400 << 10) < file.stat().st_size <= LARGE]
    for file in archives:
        path = str(file.relative_to(parent))
        listing = call(["shards", "--target", "160KiB", path], parent)
        with tempfile.TemporaryDirectory() as kept:
            reports = []
            for number, line in enumerate(listing.splitlines()):
                shard = line.split()[0].decode()
                report = pathlib.Path(kept) / f"shard-{number}.jsonl"
                report.write_bytes(call(["audit", "--format", "jsonl", "--all", "--shard", shard, path], parent))
                reports.append(report.name)
            call(["merge", *reports], kept, f"merge the shards of {path}")
    shown = [file for file in sorted(folder.rglob("*.pgn")) if file.stat().st_size <= 4 << 10]
    for file in shown[:: max(1, len(shown) // 60)]:
        path = str(file.relative_to(parent))
        for extra in ([], ["--ply", "2", "--boards"], ["--code", "bca-1862", "--accessible"]):
            call(["show", path, *extra], parent)
sys.exit(0)
