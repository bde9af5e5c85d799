"""Cuts files into partitions that can be audited separately."""

from __future__ import annotations

import heapq
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, FrozenSet, List, Optional, Set, cast

from ._binary import find_binary
from ._program import Audit, Error
from .types import Game

# The endings of the files that the program reads in a folder.
GAME_SUFFIXES = (".pgn", ".pgn.gz", ".pgn.bz2", ".pgn.zst", ".pgn.xz", ".pgn.zip")
SETTINGS_FILE = "jadoube.toml"
PARTITION_SIZE = 128 << 20


@dataclass(frozen=True)
class Piece:
    """A file, or a shard of it."""

    file: str
    size: int
    # Whether the file was found in a folder. The setting `exclude` applies only to such files.
    found: bool
    # As `--shard` takes it. `None` for the whole file.
    shard: Optional[str] = None


def settings_file(path: str) -> Optional[str]:
    """The settings file of an audit whose first path this is."""
    absolute = Path(os.path.abspath(path))
    candidates = (folder / SETTINGS_FILE for folder in (absolute, *absolute.parents))
    return next((str(file) for file in candidates if file.is_file()), None)


def make_partitions(paths: Iterable[str], arguments: List[str], count: Optional[int]) -> List[List[Piece]]:
    """At most `count` partitions of about the same size; by default one for each `PARTITION_SIZE` bytes.

    `arguments` are those of the audit. The same files give the same partitions.
    """
    files = list(_find_files(paths))
    total = sum(piece.size for piece in files)
    if count is None:
        count = -(-total // PARTITION_SIZE)
    target = -(-total // max(count, 1))
    shards = _cut([piece for piece in files if piece.size > target], arguments, target)
    pieces = [shard for piece in files for shard in shards.get(Path(piece.file), [piece])]
    # The largest piece first, each into the partition that is the smallest so far.
    heap = [(0, index) for index in range(max(count, 1))]
    chosen: List[List[int]] = [[] for _ in heap]
    for index in sorted(range(len(pieces)), key=lambda index: -pieces[index].size):
        size, partition = heapq.heappop(heap)
        chosen[partition].append(index)
        heapq.heappush(heap, (size + pieces[index].size, partition))
    return [[pieces[index] for index in sorted(indices)] for indices in chosen if indices]


def audit_pieces(pieces: List[Piece], arguments: List[str], permissive: bool) -> Iterator[Game]:
    """The games of a partition. If `permissive`, a file that cannot be read is only reported on standard error."""
    for run in _runs(pieces, arguments):
        with run:
            try:
                yield from run
            except Error as error:
                if run.last_line is None:
                    raise
                if not run.last_line.get("unreadable"):
                    # No game was read: the files are empty or excluded, which is not an error among other files.
                    continue
                if not permissive:
                    raise
                print(error, file=sys.stderr)


def audit_files(files: Iterable[str], arguments: List[str]) -> Audit:
    """Audits whole files. Their list can be longer than a command line."""
    with tempfile.TemporaryFile() as listed:
        listed.write(file_list(files))
        listed.seek(0)
        return Audit([*arguments, "--files-from=-"], stdin=listed)


def file_list(files: Iterable[str]) -> bytes:
    """As `--files-from` reads it."""
    return b"".join(os.fsencode(file) + b"\0" for file in files)


def _runs(pieces: List[Piece], arguments: List[str]) -> Iterator[Audit]:
    """One run for each shard, and one for all whole files that were named, and for all that were found."""
    for found in (False, True):
        files = [piece.file for piece in pieces if piece.shard is None and piece.found == found]
        if files:
            yield audit_files(files, [*arguments, *(["--force-exclude"] if found else [])])
    for piece in pieces:
        if piece.shard is not None:
            yield Audit([*arguments, f"--shard={piece.shard}", "--", piece.file])


def _find_files(paths: Iterable[str]) -> Iterator[Piece]:
    """The files as the program finds them. A file to which several paths lead is read once."""
    seen = set()
    for path in paths:
        found = os.path.isdir(path)
        files = list(_walk(path, frozenset([os.path.realpath(path)]))) if found else [path]
        if not files:
            raise FileNotFoundError(f"{path} contains no game file")
        for file in files:
            if not found and not os.path.exists(file):
                raise FileNotFoundError(f"{file}: no such file or directory")
            real = os.path.realpath(file)
            if real not in seen:
                seen.add(real)
                yield Piece(file, _size(file), found)


def _walk(folder: str, above: FrozenSet[str]) -> Iterator[str]:
    """The game files in a folder and below. `above` are the folders that contain it, so that no link leads back."""
    with os.scandir(folder) as entries:
        ordered = sorted(entries, key=lambda entry: os.fsencode(entry.name))
    for entry in ordered:
        if entry.is_dir():
            real = os.path.realpath(entry.path)
            if real not in above:
                yield from _walk(entry.path, above | {real})
        elif entry.name.lower().endswith(GAME_SUFFIXES) and (entry.is_file() or _is_broken_link(entry.path)):
            yield entry.path


def _is_broken_link(path: str) -> bool:
    """The program reports such a link when it reads it."""
    return os.path.islink(path) and not os.path.exists(path)


def _size(file: str) -> int:
    try:
        return os.path.getsize(file)
    except OSError:
        return 0


def _cut(files: List[Piece], arguments: List[str], target: int) -> Dict[Path, List[Piece]]:
    """The shards of large files. A file that cannot be cut, such as one of a single zstd frame, is left out."""
    if not files:
        return {}
    found = [piece.file for piece in files if piece.found]
    included = {Path(piece.file) for piece in files if not piece.found}
    if found:
        included |= _files_with_a_game(found, [*arguments, "--force-exclude"])
    by_file = {Path(piece.file): piece for piece in files}
    shards: Dict[Path, List[Piece]] = {}
    for shard in _shards([piece.file for file, piece in by_file.items() if file in included], target):
        file = Path(shard["file"])
        if file in by_file:
            whole = by_file[file]
            piece = Piece(whole.file, shard["length"], whole.found, shard["shard"])
            shards.setdefault(file, []).append(piece)
    return {file: pieces for file, pieces in shards.items() if len(pieces) > 1}


def _files_with_a_game(files: List[str], arguments: List[str]) -> Set[Path]:
    """The files that settings do not exclude: the program reports an error if a shard of an excluded file is named."""
    run = audit_files(files, [*arguments, "--all", "--games=1..1"])
    included = set()
    try:
        for game in run:
            included.add(Path(game["file"]))
    except Error:
        # The task that reads a faulty file reports it.
        if run.last_line is None:
            raise
    return included


def _shards(files: List[str], target: int) -> List[Dict[str, Any]]:
    command = [find_binary(), "shards", "--format=json", "--jobs=1", f"--target={target}", "--files-from=-"]
    run = subprocess.run(command, input=file_list(files), capture_output=True)
    # Exit code 2: one of the files cannot be cut.
    if run.returncode not in (0, 2):
        raise Error.of(run.stderr, run.returncode)
    return cast(List[Dict[str, Any]], json.loads(run.stdout or b"[]"))
