"""What a person sees: the progress bar and the colours, on a terminal only."""

import os
import pty
import subprocess

import pytest

from conftest import BINARY, environment, generate
from test_classes import blobs

LONG = ["--solver", "bfgs", "--tolerance", "1e-14", "--max-passes", "300", "--threads", "1"]  # it takes its time


def on_a_terminal(arguments, folder, output=False, **variables):
    """Runs with standard error, and standard output if asked for, on a terminal and returns what appears there."""
    try:
        ours, theirs = pty.openpty()
    except OSError as error:
        pytest.skip(f"no pseudo-terminal to be had: {error}")
    process = subprocess.Popen([BINARY, *map(str, arguments)], cwd=folder, stderr=theirs,
                               stdout=theirs if output else subprocess.DEVNULL,
                               stdin=subprocess.DEVNULL, env=environment(**variables))
    os.close(theirs)
    shown = b""
    try:
        while chunk := os.read(ours, 65536):
            shown += chunk
    except OSError:  # Linux reports the closed terminal this way
        pass
    os.close(ours)
    process.wait(timeout=60)
    return shown.decode(), process.returncode


def test_bar_on_a_terminal(large, tmp_path):
    shown, code = on_a_terminal(["train", large, "m", *LONG], tmp_path, TERM="xterm")
    assert code == 0 and "\r\x1b[K" in shown
    bar = next(part for part in shown.split("\r\x1b[K") if part.startswith("[") and "pass " in part)
    for word in ("gap ", "ε ", "nonzeros "):
        assert word in bar
    assert len(bar) < 80
    assert shown.rstrip().splitlines()[-1].startswith("model ")


def test_bar_names_the_class(tmp_path):
    data = blobs(tmp_path / "d.svm", ["red", "green", "blue"], 20000, features=20)
    shown, code = on_a_terminal(["train", data, "m", *LONG], tmp_path, TERM="xterm")
    bars = [part for part in shown.split("\r\x1b[K") if part.startswith("[") and "pass " in part]
    names = ("red", "green", "blue")
    assert code == 0 and bars and all(any(f"class {name}  " in bar for name in names) for bar in bars)


def test_eta_appears(tmp_path):
    data = generate(tmp_path / "d.svm", "--rows", 240000, "--features", 50, "--separation", 0.2)
    shown, _ = on_a_terminal(["train", data, "m", *LONG], tmp_path, TERM="xterm")
    assert "ETA " in shown


@pytest.mark.parametrize("options", [["-q"], ["--log-format", "json"]])
def test_no_bar_when_not_wanted(large, tmp_path, options):
    shown, code = on_a_terminal(["train", *options, large, "m"], tmp_path, TERM="xterm")
    assert code == 0 and "\x1b" not in shown and "ETA" not in shown


def test_no_bar_on_a_dumb_terminal(large, tmp_path):
    shown, code = on_a_terminal(["train", large, "m"], tmp_path, TERM="dumb")
    assert code == 0 and "\x1b" not in shown


def test_errors_are_coloured_unless_no_color(tmp_path):
    coloured, code = on_a_terminal(["train", "missing", "m"], tmp_path, TERM="xterm")
    assert code == 66 and "\x1b[31m" in coloured
    plain, code = on_a_terminal(["train", "missing", "m"], tmp_path, TERM="xterm", NO_COLOR="1")
    assert code == 66 and "\x1b[31m" not in plain and "missing" in plain
    empty, _ = on_a_terminal(["train", "missing", "m"], tmp_path, TERM="xterm", NO_COLOR="")
    assert "\x1b[31m" in empty  # as no-color.org asks: only a value that is not empty counts


def test_no_escapes_in_a_pipe(smsvm):
    assert "\x1b" not in smsvm("train", "missing", "m", env=environment(TERM="xterm")).err


@pytest.mark.parametrize("command", [["path", "--points", "60", "--all-points"], ["cv", "--folds", "2", "--points", "40"]])
def test_bar_of_a_path(large, tmp_path, command):
    shown, code = on_a_terminal([*command, "--tolerance", "1e-6", "--csv", "t.csv", large], tmp_path, TERM="xterm")
    bars = [part for part in shown.split("\r\x1b[K") if "point " in part and "gap " in part and "\n" not in part]
    assert code == 0 and bars
    for word in (" of ", "gap ", "ε ", "nonzeros ", "ETA "):
        assert any(word in bar for bar in bars), word
    assert all(len(bar) < 80 for bar in bars)
    last = shown.rstrip().splitlines()[-1]
    assert last.startswith("effort ") and "\x1b" not in last  # the bar has gone


@pytest.mark.parametrize("strengths", ["0.012345,0.0012345", "0.00012345"])
def test_tables_fit_into_80_columns(large, tmp_path, strengths):
    for command in (["path"], ["cv", "--folds", "2", "--metric", "balanced-accuracy"]):
        arguments = [*command, "--l1-ratio", "0.5", "--strengths", strengths, large]
        shown, code = on_a_terminal(arguments, tmp_path, output=True, TERM="xterm")
        lines = [line.split("\x1b[K")[-1] for line in shown.replace("\r", "").splitlines()]
        begin = next(at for at, line in enumerate(lines) if line.startswith("point "))
        lines = lines[begin : begin + 2 + strengths.count(",")]
        assert code == 0 and all(len(line) <= 80 for line in lines), lines
        assert command == ["path"] or any("min" in line for line in lines[1:])
