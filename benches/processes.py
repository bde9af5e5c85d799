"""Shared by the scripts beside this one: where the program is, how it is started, and how it is waited for."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def built(manifest, build):
    """The folder of the `dist` binaries of a crate, built first if asked."""
    if build:
        subprocess.run(
            ["cargo", "build", "--profile", "dist", "--locked", "--quiet", "--manifest-path", manifest], check=True)
    metadata = subprocess.run(
        ["cargo", "metadata", "--no-deps", "--format-version", "1", "--manifest-path", manifest],
        check=True, capture_output=True, text=True)
    return Path(json.loads(metadata.stdout)["target_directory"]) / "dist"


def begun(command):
    """Starts this command with its output dropped. `posix_spawn`, because a fork of a script takes as long as the program
    needs to start."""
    nowhere = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_WRONLY, 0) for stream in (1, 2)]
    return os.posix_spawn(command[0], command, os.environ, file_actions=nowhere)


def ended(process, command):
    """The kernel's resource figures for this process, after it has ended successfully."""
    _, status, usage = os.wait4(process, 0)
    if code := os.waitstatus_to_exitcode(status):
        sys.exit(f"{' '.join(map(str, command))}: exit {code}")
    return usage
