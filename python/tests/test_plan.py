from __future__ import annotations

import contextlib
import gzip
import io
import os
import shutil
import struct
import tempfile
import unittest
import zlib
from pathlib import Path
from typing import Any, List, Optional

from support import CLUB, games_text, stand_in

import jadoube
from jadoube._plan import Piece, audit_pieces, make_partitions, settings_file

ARGUMENTS = ["--isolated", "--duplicates=0"]


class PlanTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(os.path.realpath(folder.name))

    def write(self, name: str, text: str) -> str:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        data = text.encode()
        path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
        return str(path)

    def write_blocks(self, name: str, text: str) -> str:
        """As `bgzip` compresses it."""
        data = text.encode()
        path = self.folder / name
        starts = range(0, len(data), 1 << 14)
        path.write_bytes(b"".join(_block(data[start : start + (1 << 14)]) for start in starts) + _block(b""))
        return str(path)

    def games(self, partitions: List[List[Piece]], permissive: bool = False) -> List[Any]:
        games: List[Any] = []
        for partition in partitions:
            games.extend(audit_pieces(partition, [*ARGUMENTS, "--all"], permissive))
        return sorted(games, key=lambda game: (game["file"], game["game"]))

    def files(self, partitions: List[List[Piece]]) -> List[str]:
        return sorted(os.path.relpath(piece.file, self.folder) for pieces in partitions for piece in pieces)


def _block(data: bytes) -> bytes:
    compressor = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    packed = compressor.compress(data) + compressor.flush()
    header = b"\x1f\x8b\x08\x04\0\0\0\0\0\xff\x06\0BC\x02\0" + struct.pack("<H", len(packed) + 25)
    return header + packed + struct.pack("<II", zlib.crc32(data), len(data))


class PartitionTest(PlanTest):
    def test_partitions_give_the_games_of_one_audit(self) -> None:
        self.write("large.pgn", games_text(2000))
        self.write("packed.pgn.gz", games_text(700))
        for number in range(5):
            self.write(f"small/{number}.pgn", games_text(10))
        whole = sorted(
            jadoube.audit(self.folder, all=True, duplicates=0), key=lambda game: (game["file"], game["game"])
        )
        self.assertEqual(len(whole), 2750)
        counts: List[Optional[int]] = [None, 1, 2, 4]
        for count, pieces in zip(counts, [7, 7, 8, 10]):
            partitions = make_partitions([str(self.folder)], ARGUMENTS, count)
            self.assertEqual(partitions, make_partitions([str(self.folder)], ARGUMENTS, count))
            self.assertEqual(len(partitions), count or 1)
            self.assertEqual(sum(map(len, partitions)), pieces)
            self.assertEqual(self.games(partitions), whole)

    def test_a_compressed_file_of_many_blocks_is_cut(self) -> None:
        path = self.write_blocks("games.pgn.gz", games_text(2000))
        whole = list(jadoube.audit(path, all=True, duplicates=0))
        partitions = make_partitions([path], ARGUMENTS, 3)
        self.assertEqual(sorted(map(len, partitions)), [1, 1, 1])
        self.assertEqual(self.games(partitions), whole)

    def test_partitions_are_of_about_the_same_size(self) -> None:
        for number in range(20):
            self.write(f"{number}.pgn", "x" * (100 + number))
        sizes = [sum(piece.size for piece in pieces) for pieces in make_partitions([str(self.folder)], ARGUMENTS, 4)]
        self.assertLess(max(sizes) - min(sizes), 20)

    def test_files_are_found_as_the_program_finds_them(self) -> None:
        for name in ("a.PGN", "b/c.pgn.zst", "b/d.txt", "b.pgn", "week.zip", "é.pgn"):
            self.write(name, "")
        os.symlink(self.folder, self.folder / "b" / "back")
        os.symlink(self.folder / "b.pgn", self.folder / "z.pgn")
        os.symlink(self.folder / "nosuch", self.folder / "broken.pgn")
        named = [str(self.folder), str(self.folder / "b.pgn"), str(self.folder / "week.zip")]
        expected = ["a.PGN", "b.pgn", "b/c.pgn.zst", "broken.pgn", "week.zip", "é.pgn"]
        self.assertEqual(self.files(make_partitions(named, ARGUMENTS, None)), expected)

    def test_missing_files(self) -> None:
        with self.assertRaisesRegex(FileNotFoundError, "nosuch.pgn: no such file"):
            make_partitions([str(self.folder / "nosuch.pgn")], ARGUMENTS, None)
        with self.assertRaisesRegex(FileNotFoundError, "contains no game file"):
            make_partitions([str(self.folder)], ARGUMENTS, None)


class SettingsTest(PlanTest):
    def test_the_nearest_settings_file(self) -> None:
        shutil.copytree(CLUB, self.folder / "club")
        settings = str(self.folder / "club" / "jadoube.toml")
        self.assertEqual(settings_file(str(self.folder / "club" / "old" / "1862.pgn")), settings)
        self.assertEqual(settings_file(str(self.folder / "club")), settings)
        self.assertIsNone(settings_file(str(self.folder)))

    def test_excluded_files(self) -> None:
        large = games_text(2000)
        kept, excluded = self.write("kept.pgn", large), self.write("drafts/large.pgn", large)
        self.write("drafts/small.pgn", games_text(3))
        arguments = ["--duplicates=0", "--config=" + self.write("jadoube.toml", 'exclude = ["drafts"]\n')]
        partitions = make_partitions([str(self.folder)], arguments, 4)
        games = [game for pieces in partitions for game in audit_pieces(pieces, [*arguments, "--all"], False)]
        self.assertEqual(len(games), 2000)
        self.assertEqual({game["file"] for game in games}, {kept})
        # A file that is named is read.
        named = make_partitions([excluded], arguments, 2)
        self.assertEqual(len(named), 2)
        self.assertEqual(sum(1 for pieces in named for _ in audit_pieces(pieces, arguments, False)), 666)


class FaultTest(PlanTest):
    def test_unreadable_files(self) -> None:
        self.write("a.pgn", games_text(3))
        self.write("b.pgn", "no game\n")
        partitions = make_partitions([str(self.folder)], ARGUMENTS, 1)
        with self.assertRaisesRegex(jadoube.Error, "b.pgn: contains text, but no game"):
            self.games(partitions)
        with contextlib.redirect_stderr(io.StringIO()) as stderr:
            self.assertEqual(len(self.games(partitions, permissive=True)), 3)
        self.assertIn("b.pgn: contains text, but no game", stderr.getvalue())

    def test_empty_files(self) -> None:
        self.write("a.pgn", "")
        self.assertEqual(self.games(make_partitions([str(self.folder)], ARGUMENTS, 1)), [])

    def test_a_killed_program_is_never_permitted(self) -> None:
        piece = Piece(self.write("a.pgn", games_text(3)), 1, False)
        with tempfile.TemporaryDirectory() as folder, stand_in(folder, "os.kill(os.getpid(), signal.SIGKILL)"):
            with self.assertRaisesRegex(jadoube.Error, "by signal 9"):
                self.games([[piece]], permissive=True)

    def test_a_shard_that_does_not_fit(self) -> None:
        piece = Piece(self.write("a.pgn", games_text(3)), 1, False, "0+100000@1:1")
        with self.assertRaisesRegex(jadoube.Error, "a.pgn"):
            self.games([[piece]])


if __name__ == "__main__":
    unittest.main()
