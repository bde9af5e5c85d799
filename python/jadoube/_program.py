"""Runs the program and reads its reports."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from typing import IO, Any, List, Optional, Type, cast

from ._binary import find_binary
from .types import AnyPath, Game, LastLine, Option, Paths, Summary

# In seconds: how long the program may take to end when its output is closed.
END_TIMEOUT = 5.0


class Error(Exception):
    """The program failed. The message is what it wrote to standard error.

    `exit_code` is 2 if the program reported an error. It is negative if a signal ended the program.
    """

    __module__ = "jadoube"

    def __init__(self, message: str, exit_code: int) -> None:
        super().__init__(message, exit_code)
        self.exit_code = exit_code

    def __str__(self) -> str:
        return str(self.args[0])

    @classmethod
    def of(cls, stderr: bytes, exit_code: int) -> Error:
        lines = stderr.decode(errors="replace").splitlines()
        said = [line for line in lines if line.strip() and not line.startswith("note: ")]
        message = "\n".join(said).removeprefix("error: ")
        if not message:
            how = f"by signal {-exit_code}" if exit_code < 0 else f"with exit code {exit_code}"
            message = f"jadoube ended {how} before its report was complete"
        return cls(message, exit_code)


class Audit(Iterator[Game]):
    """The games of one audit, in the order of the report. Each is read from the program when it is asked for.

    Leaving the iterator early ends the program, at the latest when the iterator is deleted; `close`, or a `with`
    statement, ends it at once.
    """

    last_line: Optional[LastLine]
    """The last line of the report, after the last game: summary, code and version, files that could not be read."""

    def __init__(self, arguments: List[str], stdin: Optional[IO[bytes]] = None) -> None:
        self.last_line = None
        # A file, because the program would wait for the reader of a pipe that is full.
        self._stderr = tempfile.TemporaryFile()
        try:
            self._process = subprocess.Popen(
                [find_binary(), "audit", "--format=jsonl", *arguments],
                stdin=subprocess.DEVNULL if stdin is None else stdin,
                stdout=subprocess.PIPE,
                stderr=self._stderr,
            )
        except BaseException:
            self._stderr.close()
            raise
        self._stdout = cast(IO[bytes], self._process.stdout)

    @property
    def summary(self) -> Optional[Summary]:
        """The counts of the whole audit. `None` until the last game was read."""
        return self.last_line["summary"] if self.last_line else None

    def __next__(self) -> Game:
        while not self._stdout.closed:
            line = self._stdout.readline()
            if not line.endswith(b"\n"):
                # The end, or a line that the program did not complete.
                self._finish()
                break
            value = json.loads(line)
            if "schema" not in value:
                return cast(Game, value)
            self.last_line = cast(LastLine, value)
        raise StopIteration

    def _finish(self) -> None:
        exit_code = self._process.wait()
        self._stderr.seek(0)
        stderr = self._stderr.read()
        self.close()
        if exit_code not in (0, 1) or self.last_line is None:
            raise Error.of(stderr, exit_code)

    def close(self) -> None:
        """Ends the program if it is still running."""
        self._stdout.close()
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(END_TIMEOUT)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._stderr.close()

    def __enter__(self) -> Audit:
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        # Without it, the program was not started.
        if hasattr(self, "_stdout"):
            self.close()


def run_json(command: str, arguments: List[str]) -> Any:
    """Runs a command that writes one JSON value."""
    run = subprocess.run(
        [find_binary(), command, "--format=json", *arguments], stdin=subprocess.DEVNULL, capture_output=True
    )
    if run.returncode not in (0, 1):
        raise Error.of(run.stderr, run.returncode)
    return json.loads(run.stdout)


def option_arguments(options: Mapping[str, Option], fixed: tuple[str, ...]) -> List[str]:
    """Command-line arguments for options with underscores. `fixed` would change the report that the module reads."""
    arguments = []
    for name, value in options.items():
        if name in fixed:
            raise TypeError(f"the option {name} cannot be set: the module reads the report itself")
        long_option = "--" + name.replace("_", "-")
        if value is True:
            arguments.append(long_option)
        elif value is None or value is False:
            continue
        elif isinstance(value, (int, str, os.PathLike)):
            arguments.append(f"{long_option}={_text(value)}")
        else:
            arguments.extend(f"{long_option}={_text(one)}" for one in value)
    return arguments


def path_arguments(paths: Paths, options: Mapping[str, Option]) -> List[str]:
    """Arguments for the paths. Without any path, the program would read standard input."""
    listed: List[AnyPath] = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    if not listed and not options.get("files_from"):
        raise ValueError("no path was given")
    return ["--", *(os.fspath(path) for path in listed)] if listed else []


def _text(value: object) -> str:
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)
