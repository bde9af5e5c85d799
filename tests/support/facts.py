#!/usr/bin/env python3
"""Compares the audit with facts that an independent program found in the same files.

    facts.py BINARY DATA_DIR [--code fide-2023] [--only TEXT] [--paste]

DATA_DIR holds FACTS.csv (one row per game: plies, final position, first third and fifth occurrence, fifty
and seventy-five moves, dead by material, how it ended) and the files that it describes. The binary's jsonl
report of each file is matched with the rows in order, by tags and play rather than by number, because
readers count games differently; then field by field.

A correct difference is listed in facts-explained.csv beside this script, with the reason; `*` there stands
for any game, field or value. An unlisted difference fails the run; a listed one that no longer occurs is
reported. `--paste` prints unexplained differences as lines for that file.
"""

import argparse
import csv
import difflib
import json
import re
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

EXPLAINED = Path(__file__).with_name("facts-explained.csv")
ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
POSITION = ("placement", "side", "castling", "en-passant", "halfmove", "fullmove")


def plain(text):
    """A tag value without the parts that encoding or layout can change; empty if the value is unknown."""
    return re.sub(r"[^A-Za-z0-9/=-]", "", text or "").lower()


def tags_key(tag):
    key = tuple(plain(tag.get(name)) for name in ("white", "black", "date"))
    return key if any(key) else None


class Game:
    """One game, from a row of facts or a line of a report."""

    def __init__(self, number, tags, result, plies, fen, facts):
        self.number, self.tags, self.result, self.plies = number, tags, plain(result), plies
        self.fields = {"plies": str(plies), **dict(zip(POSITION, fen.split())), **facts}

    @property
    def play(self):
        return self.plies, self.fields.get("placement")

    def likeness(self, other):
        """A score for two games being the same; below zero, nothing indicates it."""
        same = sum(a == b and a != "" for a, b in zip(self.tags or (), other.tags or ()))
        same += (self.plies == other.plies) + 2 * (self.fields.get("placement") == other.fields.get("placement"))
        return same + 0.5 * (self.result == other.result) - 1


def known_games(rows):
    """The rows of one file as games.

    The reader that produced the facts starts a new game, without tags, at a blank line inside a game. So a row
    without tags is: nothing, if it has no moves; a separator line of dashes read as null moves, if it
    ends on the array; the moves of the row before, if that has tags and no moves.
    """
    games = []
    for row in rows:
        tags = tags_key({name: row[name].strip("?. ") for name in ("white", "black", "date")})
        plies, fen = int(row["plies"]), row["end_fen"]
        if tags is None and not row["setup_fen"] and fen.split()[0] == ARRAY:
            continue
        facts = {
            "third": row["threefold_ply"],
            "fifth": row["fivefold_ply"],
            "fifty": row["fifty_ply"],
            "seventy-five": row["seventyfive_ply"],
            "dead": row["insufficient_ply"],
            "end": row["end_state"].replace("insufficient", ""),
        }
        if tags is None and games and games[-1].tags and games[-1].plies == 0 and not row["setup_fen"]:
            before = games.pop()
            games.append(Game(before.number, before.tags, before.result, plies, fen, facts))
        else:
            games.append(Game(row["game"], tags, row["result"], plies, fen, facts))
    return games


def reported_game(line):
    """A line of the report as a game."""
    first = {}
    for finding in line["findings"]:
        article = finding.get("article") or ""
        key = (finding["rule"], article if finding["rule"] == "draw.automatic" else "")
        first[key] = min(first.get(key, finding["ply"]), finding["ply"])
    reason = line["verdict"]["reason"]
    end = ""
    if reason == "move":
        end = "checkmate"
    elif reason == "draw.stalemate" or ("draw.stalemate", "") in first:
        end = "stalemate"
    facts = {
        "third": first.get(("draw.repetition", ""), ""),
        "fifth": first.get(("draw.automatic", "9.6.1"), ""),
        "fifty": first.get(("draw.fifty", ""), ""),
        "seventy-five": first.get(("draw.automatic", "9.6.2"), ""),
        "dead": first.get(("draw.dead", ""), ""),
        "end": end,
    }
    tags = {name.lower(): (value or "").strip("?. ") for name, value in line["tags"].items()}
    facts = {name: str(value) for name, value in facts.items()}
    return Game(str(line["game"]), tags_key(tags), line["result"], line["plies"], line["final_fen"] or "", facts)


def aligned(known, ours):
    """Pairs in order, with None for a missing game."""
    pairs = []
    matcher = difflib.SequenceMatcher(
        None, [(g.tags, g.play) for g in known], [(g.tags, g.play) for g in ours], autojunk=False)
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            pairs.extend(zip(known[a:b], ours[c:d]))
        else:
            pairs.extend(best_pairing(known[a:b], ours[c:d]))
    return pairs


def best_pairing(known, ours):
    """The pairing in order with the highest total score (few games lie between two exact matches)."""
    width = len(ours) + 1
    best = [[0.0] * width for _ in range(len(known) + 1)]
    for i in range(len(known) - 1, -1, -1):
        for j in range(len(ours) - 1, -1, -1):
            both = known[i].likeness(ours[j])
            best[i][j] = max(best[i + 1][j], best[i][j + 1], both + best[i + 1][j + 1] if both > 0 else 0)
    pairs, i, j = [], 0, 0
    while i < len(known) and j < len(ours):
        both = known[i].likeness(ours[j])
        if both > 0 and best[i][j] == both + best[i + 1][j + 1]:
            pairs.append((known[i], ours[j]))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            pairs.append((known[i], None))
            i += 1
        else:
            pairs.append((None, ours[j]))
            j += 1
    return pairs + [(game, None) for game in known[i:]] + [(None, game) for game in ours[j:]]


def differences(file, pairs):
    """(file, game, field, facts, ours) for each; `+N` is our game N where the facts have none."""
    for fact, our in pairs:
        if fact is None:
            yield file, f"+{our.number}", "game", "absent", "present"
        elif our is None:
            yield file, fact.number, "game", "present", "absent"
        else:
            for field, value in fact.fields.items():
                if value != our.fields.get(field, ""):
                    yield file, fact.number, field, value, our.fields.get(field, "")


def audit(binary, path, code):
    command = [binary, "audit", "--code", code, "--format", "jsonl", "--all", "--min-severity", "info", path]
    done = subprocess.run(command, capture_output=True, check=False, timeout=300)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"exit {done.returncode}: {done.stderr.decode(errors='replace')[-300:]}")
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.strip()]
    return [reported_game(line) for line in lines if "summary" not in line]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("data", type=Path)
    parser.add_argument("--code", "--codes", default="fide-2023")
    parser.add_argument("--only", default="", help="only files whose path contains this")
    parser.add_argument("--paste", action="store_true")
    options = parser.parse_args()

    rows = defaultdict(list)
    with open(options.data / "FACTS.csv", newline="", encoding="utf-8") as table:
        for row in csv.DictReader(table):
            if options.only in row["file"]:
                rows[row["file"]].append(row)
    with open(EXPLAINED, newline="", encoding="utf-8") as table:
        explained = {tuple(row)[:5]: 0 for row in csv.reader(table) if row and row[0] in rows}

    compared, broken, unexplained = Counter(), [], []
    for file in sorted(rows):
        try:
            ours = audit(options.binary, options.data / file, options.code)
        except (RuntimeError, ValueError, KeyError, subprocess.TimeoutExpired) as error:
            broken.append(f"{file}: {type(error).__name__} {error}")
            continue
        pairs = aligned(known_games(rows[file]), ours)
        compared["files"] += 1
        compared["games"] += sum(fact is not None and our is not None for fact, our in pairs)
        for difference in differences(file, pairs):
            reasons = [e for e in explained if all(want in ("*", have) for want, have in zip(e, difference))]
            for reason in reasons:
                explained[reason] += 1
            if not reasons:
                unexplained.append(difference)

    if options.paste:
        csv.writer(sys.stdout, lineterminator="\n").writerows((*d, "") for d in unexplained)
    else:
        for file, game, field, fact, our in unexplained:
            print(f"{file} game {game}: {field} is {fact or 'none'} in the facts, {our or 'none'} in the report")
    for line in broken:
        print(line, file=sys.stderr)
    for reason, times in explained.items():
        if times == 0:
            print(f"explained, but no longer so: {','.join(reason)}", file=sys.stderr)
    print(f"{compared['files']} files, {compared['games']} games compared, {sum(explained.values())} differences "
          f"explained, {len(unexplained)} not, {len(broken)} files failed", file=sys.stderr)
    sys.exit(1 if unexplained or broken or not compared["games"] else 0)


if __name__ == "__main__":
    main()
