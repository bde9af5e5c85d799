"""`python -m jadoube` runs the program."""

from __future__ import annotations

import os
import subprocess
import sys

from ._binary import find_binary


def main() -> None:
    command = [find_binary(), *sys.argv[1:]]
    if os.name == "nt":
        # On Windows, `exec` returns to the shell before the program ends.
        sys.exit(subprocess.run(command).returncode)
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
