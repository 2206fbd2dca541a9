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


def offered_by_fish(script, line):
    done = subprocess.run(
        ["fish", "--no-config", "-c", 'source $argv[1]; complete -C "$argv[2]"', script, line],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return {line.split("\t")[0] for line in done.stdout.splitlines()}


def completed_by_zsh(script, line):
    """The line after the tab key, in an interactive zsh."""
    steps = r"""
        zmodload zsh/zpty
        zpty shell zsh -f -i
        zpty -w shell "autoload -U compinit; compinit -D -u; source $1; compdef _smsvm smsvm"
        zpty -w shell 'say() { print -r -- "<$BUFFER>" }; zle -N say; bindkey "^X" say; print rea""dy'
        zpty -r -m shell found "*ready*"
        zpty -w -n shell "$2"$'\t\x18'
        zpty -r -m shell found "*<*>*"
        zpty -d shell
        print -r -- "$found"
    """
    done = subprocess.run(["zsh", "-f", "-c", steps, "zsh", script, line], capture_output=True, text=True, timeout=20)
    assert done.returncode == 0, done.stderr
    return re.findall(r"<([^<>]*)>", done.stdout)[-1].strip()


@pytest.mark.skipif(not shutil.which("fish"), reason="fish is not installed")
def test_fish_completes(smsvm, tmp_path):
    script = tmp_path / "smsvm.fish"
    script.write_text(smsvm("completion", "fish").out)
    assert offered_by_fish(script, "smsvm tr") == {"train"}
    assert offered_by_fish(script, "smsvm cv --fold") == {"--folds", "--folds-file"}
    assert offered_by_fish(script, "smsvm train --intercept ") == {"free", "penalized", "none"}


@pytest.mark.skipif(not shutil.which("zsh"), reason="zsh is not installed")
@pytest.mark.parametrize(
    "typed, completed",
    [
        ("smsvm tr", "smsvm train"),
        ("smsvm train --interc", "smsvm train --intercept"),
        ("smsvm train --intercept pen", "smsvm train --intercept penalized"),
    ],
)
def test_zsh_completes(smsvm, tmp_path, typed, completed):
    script = tmp_path / "_smsvm"
    script.write_text(smsvm("completion", "zsh").out)
    assert completed_by_zsh(script, typed) == completed


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


def test_they_are_listed(smsvm):
    listed = smsvm("--help").out
    assert "\n  completion " in listed and "\n  manual " in listed
    assert smsvm("completion", "bsh").code == 2 and "did you mean bash?" in smsvm("completion", "bsh").err
