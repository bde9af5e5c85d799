"""Flat tables of findings and games, for Arrow and Spark.

They have the columns that the program writes with `--format csv`; `docs/tables.md` describes each. A key of a nested object
is a column of its own, `OBJECT_KEY`: `window_state`. Lists are JSON text. Columns can be added within a version; none is
renamed or dropped.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, Dict, Literal, NamedTuple, Optional

from .types import Finding, Game, Remedy, Span

Kind = Literal["string", "integer", "boolean"]
Row = Dict[str, Any]


class Table(NamedTuple):
    version: str
    columns: Dict[str, Kind]
    rows: Callable[[Game], Iterator[Row]]


def _finding_rows(game: Game) -> Iterator[Row]:
    tags = game["tags"]
    for finding in game["findings"]:
        window = finding["window"]
        retract = finding["retract"]
        fix = finding.get("fix")
        yield {
            "file": game["file"],
            "game": game["game"],
            "key": game["key"],
            "white": tags.get("White"),
            "black": tags.get("Black"),
            "date": tags.get("Date"),
            "year": _year(tags.get("Date")),
            **_span_columns(finding["span"]),
            "ply": finding["ply"],
            "move_number": _move_number(finding["move"]),
            "move": finding["move"],
            "code": finding["code"],
            "rule": finding["rule"],
            "article": finding["article"],
            "codes": _json(finding.get("codes")),
            "severity": finding["severity"],
            "disposition": finding["disposition"],
            "offender": finding["offender"],
            "message": finding["message"],
            "help": finding["help"],
            "remedy": "; ".join(map(_remedy, finding["remedies"])) or None,
            "remedies": _json(finding["remedies"]),
            "doubtful": _json(finding.get("doubtful")),
            "related": _json(finding.get("related")),
            "window_closes": window and window["closes"],
            "window_n": window and window.get("n"),
            "window_who": window and window.get("who"),
            "window_opened_ply": window and window["opened_ply"],
            "window_closed_ply": window and window["closed_ply"],
            "window_state": window and window["state"],
            "retract_to_ply": retract and retract["to_ply"],
            "retract_plies": retract and retract["plies"],
            "silent": finding["silent"],
            "unrevealed": finding["unrevealed"],
            "fingerprint": finding["fingerprint"],
            "fix_title": fix and fix["title"],
            "fix_class": fix and fix["class"],
        }


def _game_rows(game: Game) -> Iterator[Row]:
    tags = game["tags"]
    yield {
        "file": game["file"],
        "game": game["game"],
        "key": game["key"],
        **_span_columns(game["span"]),
        "event": tags.get("Event"),
        "site": tags.get("Site"),
        "date": tags.get("Date"),
        "year": _year(tags.get("Date")),
        "round": tags.get("Round"),
        "white": tags.get("White"),
        "black": tags.get("Black"),
        "result_tag": tags.get("Result"),
        "result": game["result"],
        "plies": game["plies"],
        "final_fen": game["final_fen"],
        "code": game["code"],
        "verdict_standing": game["verdict"]["standing"],
        "verdict_score": game["verdict"]["score"],
        "verdict_reason": game["verdict"]["reason"],
        "verdict_ply": game["verdict"]["ply"],
        "errors": _count(game["findings"], "error"),
        "warnings": _count(game["findings"], "warning"),
        "infos": _count(game["findings"], "info"),
    }


def _span_columns(span: Span) -> Row:
    return {"line": span["line"], "column": span["column"], "offset": span["offset"], "length": span["length"]}


def _year(date: Optional[str]) -> Optional[int]:
    digits = re.search("[0-9]{4}", date or "")
    return (int(digits[0]) or None) if digits else None


def _move_number(move: Optional[str]) -> Optional[int]:
    digits = re.match("[0-9]+", move or "")
    return int(digits[0]) if digits else None


def _remedy(remedy: Remedy) -> str:
    details = remedy["moves"] or [*remedy["men"], *remedy.get("pieces", ())]
    if "part" in remedy:
        details = [*details, remedy["part"]]
    if "seconds" in remedy:
        details = [*details, f"{remedy['seconds']} s"]
    return f"{remedy['kind']} ({', '.join(details)})" if details else remedy["kind"]


def _json(values: Optional[list[Any]]) -> Optional[str]:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")) if values else None


def _count(findings: list[Finding], severity: str) -> int:
    return sum(finding["severity"] == severity for finding in findings)


TABLES: Dict[str, Table] = {
    "findings": Table(
        "jadoube.findings/1",
        {
            "file": "string",
            "game": "integer",
            "key": "string",
            "white": "string",
            "black": "string",
            "date": "string",
            "year": "integer",
            "line": "integer",
            "column": "integer",
            "offset": "integer",
            "length": "integer",
            "ply": "integer",
            "move_number": "integer",
            "move": "string",
            "code": "string",
            "rule": "string",
            "article": "string",
            "codes": "string",
            "severity": "string",
            "disposition": "string",
            "offender": "string",
            "message": "string",
            "help": "string",
            "remedy": "string",
            "remedies": "string",
            "doubtful": "string",
            "related": "string",
            "window_closes": "string",
            "window_n": "integer",
            "window_who": "string",
            "window_opened_ply": "integer",
            "window_closed_ply": "integer",
            "window_state": "string",
            "retract_to_ply": "integer",
            "retract_plies": "integer",
            "silent": "boolean",
            "unrevealed": "boolean",
            "fingerprint": "string",
            "fix_title": "string",
            "fix_class": "string",
        },
        _finding_rows,
    ),
    "games": Table(
        "jadoube.games/1",
        {
            "file": "string",
            "game": "integer",
            "key": "string",
            "line": "integer",
            "column": "integer",
            "offset": "integer",
            "length": "integer",
            "event": "string",
            "site": "string",
            "date": "string",
            "year": "integer",
            "round": "string",
            "white": "string",
            "black": "string",
            "result_tag": "string",
            "result": "string",
            "plies": "integer",
            "final_fen": "string",
            "code": "string",
            "verdict_standing": "string",
            "verdict_score": "string",
            "verdict_reason": "string",
            "verdict_ply": "integer",
            "errors": "integer",
            "warnings": "integer",
            "infos": "integer",
        },
        _game_rows,
    ),
}


def table_of(name: str) -> Table:
    if name not in TABLES:
        raise ValueError(f"no table is called {name!r}: the tables are {' and '.join(TABLES)}")
    return TABLES[name]
