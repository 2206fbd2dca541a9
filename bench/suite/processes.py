"""One process: how long it took, what it used, what it said."""

import json
import os
import subprocess
import tempfile
from dataclasses import dataclass

LAUNCHER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "launcher.py")


@dataclass(frozen=True)
class Run:
    seconds: float
    cpu_seconds: float
    peak_bytes: int
    output: str


class Failed(Exception):
    """The process ended with an error."""


class TooSlow(Exception):
    """The process was ended at its limit."""


def run(command, limit=None):
    """Runs a command to its end, or ends it after `limit` seconds."""
    with tempfile.NamedTemporaryFile("r") as report:
        done = subprocess.run(
            ["/usr/bin/python3", "-I", "-S", LAUNCHER, report.name, str(limit or 0), *command],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        if done.returncode != 0:
            raise Failed(f"{command[0]} could not be started: {done.stderr.strip()}")
        facts = json.load(report)
    if facts["expired"]:
        raise TooSlow(f"{command[0]} ended after {limit:.1f} s")
    if facts["exit_code"] != 0:
        raise Failed(f"{' '.join(command)} exited with {facts['exit_code']}: {done.stderr.strip()}")
    return Run(facts["seconds"], facts["cpu_seconds"], facts["peak_bytes"], done.stdout)
