"""What the tests of the command share: running it, and data to run it on. Standard library only."""

import hashlib
import json
import os
import pathlib
import subprocess
import types

import pytest

BINARY = os.environ.get("SMSVM_BINARY", "smsvm")
SANITIZER = os.environ.get("SMSVM_SANITIZE", "")

TINY = "+1 1:1 2:0.5\n-1 1:-1 3:0.25\n+1 1:0.8 2:0.1\n-1 1:-0.6 2:-0.3 3:1\n"
THREE_CLASSES = "1 1:1\n2 2:1\n3 3:1\n1 1:0.9 2:0.1\n2 2:1.1\n3 1:0.1 3:0.8\n"


def environment(**changes):
    """The surroundings of a run: as here, but free of what changes the output."""
    base = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "TERM")}
    return {**base, **changes}


@pytest.fixture
def smsvm(tmp_path):
    """Runs the command in a folder of its own: smsvm("train", "data", ...).code, .out, .err, .json()."""

    def run(*arguments, input=None, **options):
        if input is None:
            options.setdefault("stdin", subprocess.DEVNULL)
        else:
            options["input"] = input.encode() if isinstance(input, str) else input
        settings = {"cwd": tmp_path, "stdout": subprocess.PIPE, "env": environment(), "timeout": 120, **options}
        done = subprocess.run([BINARY, *map(str, arguments)], stderr=subprocess.PIPE, **settings)
        out = (done.stdout or b"").decode()
        return types.SimpleNamespace(
            code=done.returncode, out=out, err=done.stderr.decode(), json=lambda: json.loads(out)
        )

    return run


@pytest.fixture
def tiny(tmp_path):
    """Four rows, two classes."""
    path = tmp_path / "tiny.svm"
    path.write_text(TINY)
    return path


@pytest.fixture
def three_classes(tmp_path):
    path = tmp_path / "three.svm"
    path.write_text(THREE_CLASSES)
    return path


def generate(path, *options):
    subprocess.run([BINARY, "generate", "-q", "tall", *map(str, options), path], check=True, timeout=120)
    return path


@pytest.fixture(scope="session")
def noisy(tmp_path_factory):
    """3000 rows that no plane separates: a problem with a solution worth computing."""
    folder = tmp_path_factory.mktemp("noisy")
    return generate(folder / "noisy.svm", "--rows", 3000, "--features", 20, "--separation", 0.3)


@pytest.fixture(scope="session")
def large(tmp_path_factory):
    """Large enough that training to 1e-14 takes far longer than a signal needs to arrive."""
    folder = tmp_path_factory.mktemp("large")
    return generate(folder / "large.svm", "--rows", 60000, "--features", 50, "--separation", 0.2)


def sha256(path):
    return hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()


def files_in(folder):
    return sorted(path.name for path in pathlib.Path(folder).iterdir())
