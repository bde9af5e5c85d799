"""Audits chess game records (PGN) under a chosen code of laws.

`audit` yields the games of an audit, `audit_batches` the same as Arrow record batches, `compare` compares codes of
laws, and `explain` explains a code, an article or a rule. All of them run the program `jadoube`. Their keyword
arguments are the long options of its command line with underscores: `min_severity="info"` is `--min-severity info`,
`all=True` is `--all`, and a list repeats the option.

`jadoube.spark` is a data source for Spark.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Dict, Optional, Union, cast

from ._binary import find_binary
from ._program import Audit, Error, option_arguments, path_arguments, run_json
from .tables import table_of
from .types import Finding, Game, Option, Paths, Summary

if TYPE_CHECKING:
    import pyarrow

__all__ = [
    "Audit",
    "Error",
    "Finding",
    "Game",
    "Summary",
    "audit",
    "audit_batches",
    "compare",
    "explain",
    "find_binary",
]

# Options that would print something else than the report that the module reads.
_FIXED = ("format", "help", "show_settings", "statistics", "write_baseline")


def audit(paths: Paths, *, code: Optional[str] = None, **options: Option) -> Audit:
    """Audits files, folders or patterns. Returns an iterator of games.

    As on the command line, it yields the games that have findings; `all=True` yields every game. After the last game,
    `summary` of the iterator has the counts of the whole audit.

    Raises `Error` if the program fails. If only some files could not be read, it is raised after the games of the
    others. Findings are not an error.
    """
    options = {"code": code, **options}
    return Audit([*option_arguments(options, _FIXED), *path_arguments(paths, options)])


def audit_batches(
    paths: Paths,
    *,
    code: Optional[str] = None,
    table: str = "findings",
    batch_size: int = 10_000,
    **options: Option,
) -> pyarrow.RecordBatchReader:
    """Audits as `audit` does. Returns a reader of Arrow record batches with at most `batch_size` rows.

    `table` is "findings", with a row for each finding, or "games", with a row for each game, also for those without
    findings. Needs pyarrow: `pip install 'jadoube[arrow]'`.
    """
    from ._arrow import batch_reader

    if table == "games":
        options = {**options, "all": True}
    table_of(table)
    return batch_reader(audit(paths, code=code, **options), table, batch_size)


def compare(paths: Paths, *, codes: Iterable[str] = (), **options: Option) -> Dict[str, Any]:
    """Compares the rulings of several codes of laws on the same games.

    Returns the report as one dict: `games` are the games on which the codes differ (all of them with `all=True`), and
    `summary` has the counts. Without `codes`, the program chooses the codes that extend no other.
    """
    chosen = [codes] if isinstance(codes, str) else list(codes)
    options = {"codes": ",".join(chosen) or None, **options}
    arguments = [*option_arguments(options, ("format", "help", "show_settings")), *path_arguments(paths, options)]
    return cast(Dict[str, Any], run_json("compare", arguments))


def explain(thing: Union[str, Iterable[str]], **options: Option) -> Dict[str, Any]:
    """Explains a code, an article (`fide-2023/7.5.1`), a rule, a command (`%touch`), or words for one of them."""
    words = thing.split() if isinstance(thing, str) else list(thing)
    arguments = option_arguments(options, ("cite", "format", "help"))
    return cast(Dict[str, Any], run_json("explain", [*arguments, "--", *words]))
