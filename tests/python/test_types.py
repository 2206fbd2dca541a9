"""What a type checker is told of the package."""

import subprocess
import sys

import pytest

EXAMPLE = """
import smsvm
from smsvm import {names}

clf: SmSVC = SmSVC(C=1.0)
data: smsvm.Dataset
"""


def mypy(folder, text):
    pytest.importorskip("mypy")
    (folder / "example.py").write_text(text)
    command = [sys.executable, "-m", "mypy", "--no-incremental", "--cache-dir", str(folder / "cache"), "example.py"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def test_names_that_are_there_are_accepted(tmp_path):
    import smsvm

    names = ", ".join(name for name in smsvm.__all__ if name != "__version__")
    found = mypy(tmp_path, EXAMPLE.format(names=names))
    assert found.returncode == 0, found.stdout


@pytest.mark.parametrize("line", ["from smsvm import SmSVX", "import smsvm; smsvm.SmSVX"])
def test_names_that_are_not_there_are_refused(tmp_path, line):
    found = mypy(tmp_path, line)
    assert found.returncode == 1 and "SmSVX" in found.stdout


def test_completion_offers_the_names():
    import smsvm

    assert set(smsvm.__all__) <= set(dir(smsvm))
    assert all(getattr(smsvm, name) is not None for name in smsvm.__all__)
