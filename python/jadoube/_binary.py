"""Finds the program."""

from __future__ import annotations

import os
import shutil
import sysconfig
from collections.abc import Iterator
from pathlib import Path


def find_binary() -> str:
    """The path of the program: the one of the wheel, else JADOUBE_BINARY, else the one on PATH."""
    name = "jadoube" + (sysconfig.get_config_var("EXE") or "")
    for folder in _script_folders():
        if (folder / name).is_file():
            return str(folder / name)
    if named := os.environ.get("JADOUBE_BINARY"):
        if found := shutil.which(named):
            return found
        raise FileNotFoundError(f"JADOUBE_BINARY is {named}, which is not a program")
    if found := shutil.which(name):
        return found
    raise FileNotFoundError(
        "the program jadoube was not found: install the wheel (pip install jadoube), set JADOUBE_BINARY to the path"
        " of the program, or add its folder to PATH"
    )


def _script_folders() -> Iterator[Path]:
    """The folders in which installers put the scripts of a wheel."""
    yield Path(sysconfig.get_path("scripts"))
    # `pip install --user`
    user_scheme = "nt_user" if os.name == "nt" else "posix_user"
    yield Path(sysconfig.get_path("scripts", scheme=user_scheme))
    # `pip install --target`
    yield Path(__file__).parent.parent / "bin"
