"""Flat tables of findings and games, for Arrow and Spark.

A key of a nested object is a column of its own, `OBJECT_KEY`: `span_line`, `window_state`. Lists are JSON text.
Columns can be added within a version; none is renamed or dropped.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, Dict, Literal, NamedTuple, Optional

from .types import Finding, Game, Span

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
        yield {
            "file": game["file"],
            "game": game["game"],
            "white": tags.get("White"),
            "black": tags.get("Black"),
            "date": tags.get("Date"),
            "rule": finding["rule"],
            "severity": finding["severity"],
            "code": finding["code"],
            "article": finding["article"],
            "codes": _json(finding.get("codes")),
            "ply": finding["ply"],
            "move": finding["move"],
            "offender": finding["offender"],
            "message": finding["message"],
            "help": finding["help"],
            "doubtful": _json(finding.get("doubtful")),
            "related": _json(finding.get("related")),
            "remedies": _json(finding["remedies"]),
            "window_closes": window and window["closes"],
            "window_n": window and window.get("n"),
            "window_who": window and window.get("who"),
            "window_opened_ply": window and window["opened_ply"],
            "window_closed_ply": window and window["closed_ply"],
            "window_state": window and window["state"],
            "retract_to_ply": retract and retract["to_ply"],
            "retract_plies": retract and retract["plies"],
            "disposition": finding["disposition"],
            "silent": finding["silent"],
            "unrevealed": finding["unrevealed"],
            "fingerprint": finding["fingerprint"],
            **_span_columns(finding["span"]),
        }


def _game_rows(game: Game) -> Iterator[Row]:
    tags = game["tags"]
    yield {
        "file": game["file"],
        "game": game["game"],
        "event": tags.get("Event"),
        "site": tags.get("Site"),
        "date": tags.get("Date"),
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
        **_span_columns(game["span"]),
    }


def _span_columns(span: Span) -> Row:
    return {
        "span_offset": span["offset"],
        "span_length": span["length"],
        "span_line": span["line"],
        "span_column": span["column"],
    }


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
            "white": "string",
            "black": "string",
            "date": "string",
            "rule": "string",
            "severity": "string",
            "code": "string",
            "article": "string",
            "codes": "string",
            "ply": "integer",
            "move": "string",
            "offender": "string",
            "message": "string",
            "help": "string",
            "doubtful": "string",
            "related": "string",
            "remedies": "string",
            "window_closes": "string",
            "window_n": "integer",
            "window_who": "string",
            "window_opened_ply": "integer",
            "window_closed_ply": "integer",
            "window_state": "string",
            "retract_to_ply": "integer",
            "retract_plies": "integer",
            "disposition": "string",
            "silent": "boolean",
            "unrevealed": "boolean",
            "fingerprint": "string",
            "span_offset": "integer",
            "span_length": "integer",
            "span_line": "integer",
            "span_column": "integer",
        },
        _finding_rows,
    ),
    "games": Table(
        "jadoube.games/1",
        {
            "file": "string",
            "game": "integer",
            "event": "string",
            "site": "string",
            "date": "string",
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
            "span_offset": "integer",
            "span_length": "integer",
            "span_line": "integer",
            "span_column": "integer",
        },
        _game_rows,
    ),
}


def table_of(name: str) -> Table:
    if name not in TABLES:
        raise ValueError(f"no table is called {name!r}: the tables are {' and '.join(TABLES)}")
    return TABLES[name]
