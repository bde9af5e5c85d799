"""Types of the reports, for annotations. `grammar/report.schema.json` describes each key.

Keys can be added within a version of the report, so a value can have keys that are not listed here.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, Dict, List, Optional, TypedDict, Union

AnyPath = Union[str, os.PathLike[str]]
Paths = Union[AnyPath, Iterable[AnyPath]]
# The value of a command-line option. A list repeats the option.
Option = Union[None, bool, int, AnyPath, Iterable[AnyPath]]


class Span(TypedDict):
    file: str
    offset: int
    length: int
    line: int
    column: int


class Verdict(TypedDict):
    standing: str
    score: str
    reason: str
    ply: int


class _Remedy(TypedDict):
    kind: str
    chooser: str
    moves: List[str]
    men: List[str]
    fallback: bool


class Remedy(_Remedy, total=False):
    seconds: int
    part: str
    pieces: List[str]


class _Window(TypedDict):
    closes: str
    opened_ply: int
    closed_ply: Optional[int]
    state: str


class Window(_Window, total=False):
    n: int
    who: str


class Retract(TypedDict):
    to_ply: int
    plies: int


class Doubt(TypedDict):
    reading: str
    outcome: str


class RelatedGame(TypedDict):
    file: str
    game: int


class Edit(TypedDict):
    offset: int
    length: int
    text: str


# `class` is a keyword of Python.
Fix = TypedDict("Fix", {"title": str, "class": str, "edits": List[Edit]})


class _Finding(TypedDict):
    rule: str
    severity: str
    code: Optional[str]
    article: Optional[str]
    game: int
    ply: int
    move: Optional[str]
    span: Span
    offender: Optional[str]
    message: str
    help: Optional[str]
    remedies: List[Remedy]
    window: Optional[Window]
    retract: Optional[Retract]
    disposition: Optional[str]
    fingerprint: str
    silent: bool
    unrevealed: bool


class Finding(_Finding, total=False):
    codes: List[str]
    fix: Fix
    doubtful: List[Doubt]
    related: List[RelatedGame]


class Game(TypedDict):
    game: int
    file: str
    key: Optional[str]
    span: Span
    tags: Dict[str, str]
    result: str
    plies: int
    final_fen: str
    code: str
    verdict: Verdict
    findings: List[Finding]


class Copies(TypedDict):
    file: str
    first: str
    games: int


class _Summary(TypedDict):
    files: int
    unreadable: int
    games: int
    plies: int
    findings: Dict[str, int]
    by_rule: Dict[str, int]


class Summary(_Summary, total=False):
    duplicates_stopped: int
    copies: List[Copies]
    codes: Dict[str, int]
    undated: int
    assumed_pace: int
    fixable: int
    suppressed: int
    in_baseline: int


class Unreadable(TypedDict):
    file: str
    why: str


class Code(TypedDict):
    id: str
    title: str
    year: Optional[int]


class _LastLine(TypedDict):
    schema: str
    tool: Dict[str, str]
    code: Code
    summary: Summary


class LastLine(_LastLine, total=False):
    shard: Dict[str, Any]
    share: Dict[str, Any]
    settings: Dict[str, str]
    parts: List[Dict[str, Any]]
    left_out: List[str]
    unreadable: List[Unreadable]
