"""The manual page and the completions, which the command writes from its own list of options."""

import re
import shutil
import subprocess

import pytest

from test_usage import COMMANDS


def complete(script, *words):
    """What bash offers for the last word."""
    line = " ".join(f"'{word}'" for word in words)
    test = f'. "$1"; COMP_WORDS=(smsvm {line}); COMP_CWORD={len(words)}; _smsvm; printf "%s\\n" "${{COMPREPLY[@]}}"'
    done = subprocess.run(["bash", "-c", test, "bash", script], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and done.stderr == "", done.stderr
    return done.stdout.split()


@pytest.fixture
def bash_script(smsvm, tmp_path):
    path = tmp_path / "smsvm.bash"
    path.write_text(smsvm("completion", "bash").out)
    return path


def test_bash_syntax(bash_script):
    done = subprocess.run(["bash", "-n", bash_script], capture_output=True, text=True)
    assert done.returncode == 0 and done.stderr == ""


@pytest.mark.parametrize(
    "words, offered",
    [
        (["tr"], ["train"]),
        (["p"], ["path", "predict", "paper"]),
        (["train", "--int"], ["--intercept"]),
        (["cv", "--fold"], ["--folds", "--folds-file"]),
        (["train", "--intercept", ""], ["free", "penalized", "none"]),
        (["train", "--intercept", "f"], ["free"]),
        (["train", "--intercept", "=", "p"], ["penalized"]),
        (["train", "--scale", "="], ["none", "minmax", "standard"]),
        (["cv", "--metric", "a"], ["accuracy", "auc"]),
        (["generate", "t"], ["tall"]),
        (["train", "--class-weight", ""], ["balanced"]),
        (["train", "--l2", ""], []),
        (["train", "--certificate", ""], []),  # bash itself offers files
        (["train", ""], []),
    ],
)
def test_bash_completes(bash_script, words, offered):
    assert complete(bash_script, *words) == offered


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_can_read_it(smsvm, tmp_path, shell):
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    (tmp_path / "script").write_text(smsvm("completion", shell).out)
    done = subprocess.run([shell, "-n", tmp_path / "script"], capture_output=True, text=True)
    assert done.returncode == 0 and done.stderr == ""


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_option_is_there(smsvm, shell):
    script = smsvm("completion", shell).out
    for command in COMMANDS:
        assert command in script
        for name in re.findall(r"^  (?:-\w,)?--([\w-]+)", smsvm(command, "--help").out, re.MULTILINE):
            assert (f"-l {name} " if shell == "fish" else f"--{name}") in script


def test_manual_names_every_command_and_option(smsvm):
    page = smsvm("manual").out
    assert page.isascii() and page.startswith(".TH SMSVM 1")
    for command in COMMANDS:
        section = page.split(f".SS {command}\n")[1].split("\n.SS ")[0]
        for name in re.findall(r"^  (?:-\w,)?(--[\w-]+)", smsvm(command, "--help").out, re.MULTILINE):
            assert name.replace("-", "\\-") in section


def test_groff_has_nothing_to_say(smsvm, tmp_path):
    if not shutil.which("groff"):
        pytest.skip("groff is not installed")
    (tmp_path / "smsvm.1").write_text(smsvm("manual").out)
    done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", tmp_path / "smsvm.1"], capture_output=True)
    assert done.returncode == 0 and done.stderr == b""
    assert "Weight μ of" in re.sub(r"\x1b\[[0-9;]*m|.\x08", "", done.stdout.decode())


def test_they_are_not_listed(smsvm):
    listed = smsvm("--help").out
    assert "completion" not in listed and "manual" not in listed
    assert smsvm("completion", "bsh").code == 2 and "did you mean bash?" in smsvm("completion", "bsh").err
