"""Ctrl-C and SIGTERM: the best model so far is kept; while loading there is nothing to keep."""

import json
import os
import signal
import subprocess
import time

import pytest

from conftest import BINARY, SANITIZER, environment, files_in

PROMPT = 10  # seconds: tells a hang from a stop; on an idle machine a stop takes well under one
ENDLESS = ["--solver", "sgd", "--tolerance", "1e-14", "--max-passes", "1000000", "--log-format", "json"]  # it never gets there

# The thread sanitizer holds a signal back until a blocking call returns, and these wait in one for ever.
delivers_signals = pytest.mark.skipif("thread" in SANITIZER, reason="the thread sanitizer delays signals")


@pytest.fixture
def start():
    """Starts the command and does not wait for it; whatever still runs after the test is ended."""
    processes = []

    def begin(arguments, folder, **options):
        process = subprocess.Popen(
            [BINARY, *map(str, arguments)], cwd=folder, stderr=subprocess.PIPE, env=environment(), **options
        )
        processes.append(process)
        return process

    yield begin
    for process in processes:
        process.kill()
        process.wait()
        process.stderr.close()


def wait_for(process, event):
    """Reads the log up to an event of this name."""
    for line in process.stderr:
        if json.loads(line)["event"] == event:
            return
    pytest.fail(f"the command ended without the event '{event}'")


def finish(process):
    _, err = process.communicate(timeout=60)
    return process.returncode, err.decode()


@pytest.mark.parametrize("number, code", [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_interrupted_training_keeps_the_best_model(smsvm, start, large, tmp_path, number, code):
    process = start(["train", large, "m", "--certificate", "c", "--json", "facts", *ENDLESS], tmp_path)
    wait_for(process, "pass")
    begin = time.monotonic()
    process.send_signal(number)
    result, err = finish(process)
    assert time.monotonic() - begin < PROMPT
    assert result == code, err
    facts = json.loads((tmp_path / "facts").read_text())
    assert facts["status"] == "interrupted" and facts["primal"] <= 1
    assert smsvm("inspect", "m", "--json", "-").json()["training"]["status"] == "interrupted"
    assert smsvm("predict", large, "m", "labels").code == 0
    if facts["dual"] is not None:
        assert smsvm("verify", large, "m", "c").code == 0
    assert set(files_in(tmp_path)) <= {"m", "c", "facts", "labels"}


def test_interrupted_calibration_keeps_the_model_alone(smsvm, start, large, tmp_path):
    process = start(["train", large, "m", "--calibrate", "platt", *ENDLESS], tmp_path)
    wait_for(process, "pass")
    process.send_signal(signal.SIGINT)
    code, err = finish(process)
    assert code == 130 and "without probabilities" in err
    assert smsvm("inspect", "m", "--json", "-").json()["calibration"] is None


def test_interruption_replaces_the_old_model_only_by_a_whole_one(smsvm, start, large, tmp_path):
    assert smsvm("train", "-q", "--max-passes", "2", large, "m").code == 0
    for delay in (0.0, 0.02, 0.05, 0.1):
        process = start(["train", large, "m", *ENDLESS], tmp_path)
        wait_for(process, "train")
        time.sleep(delay)
        process.send_signal(signal.SIGINT)
        assert finish(process)[0] == 130
        assert smsvm("inspect", "m").code == 0 and files_in(tmp_path) == ["m"]


@delivers_signals
def test_signal_while_loading_ends_at_once_and_touches_nothing(start, tmp_path):
    process = start(["train", "-", "m"], tmp_path, stdin=subprocess.PIPE)
    process.stdin.write(b"+1 1:1\n-1 1:-1\n" * 1000)
    process.stdin.flush()
    time.sleep(0.3)  # it now waits for more
    begin = time.monotonic()
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=60) == 130
    assert time.monotonic() - begin < PROMPT
    assert files_in(tmp_path) == []
    process.stdin.close()


@delivers_signals
def test_signal_while_a_resumed_run_loads_says_that_there_is_a_checkpoint(smsvm, start, large, tmp_path):
    train = ["train", "--tolerance", "1e-7"]
    assert smsvm(*train, large, "m", "--checkpoint", "k", "--checkpoint-every", "0.1").code == 0
    process = start(["train", "--resume", "k", "-", "m"], tmp_path, stdin=subprocess.PIPE)
    assert b"resume from k" in process.stderr.readline()
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=60) == 75
    process.stdin.close()
    assert smsvm("train", "--resume", "k").code == 0


def test_kill_while_loading_leaves_no_file(start, large, tmp_path):
    process = start(["train", large, "m", "--certificate", "c", "--json", "j"], tmp_path)
    time.sleep(0.02)
    process.kill()
    process.wait(timeout=60)
    assert [name for name in files_in(tmp_path) if not name.startswith(".smsvm-")] == []


@delivers_signals
def test_second_signal_ends_at_once(start, large, tmp_path):
    # Nobody reads the pipe, so that writing the model waits for ever.
    os.mkfifo(tmp_path / "m")
    process = start(["train", large, "m", *ENDLESS], tmp_path)
    wait_for(process, "pass")
    process.send_signal(signal.SIGINT)
    time.sleep(1.5)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    assert finish(process)[0] == 130


def test_interrupted_generation_leaves_no_file(start, tmp_path):
    process = start(["generate", "tall", "--rows", "100000000", "out"], tmp_path)
    time.sleep(0.5)
    begin = time.monotonic()
    process.send_signal(signal.SIGTERM)
    assert finish(process)[0] == 143
    assert time.monotonic() - begin < PROMPT and files_in(tmp_path) == []


def test_a_signal_that_the_parent_ignores_stays_ignored(start, large, tmp_path):
    def ignore():
        signal.signal(signal.SIGHUP, signal.SIG_IGN)

    process = start(["train", large, "m", "--log-format", "json"], tmp_path, preexec_fn=ignore)
    wait_for(process, "train")
    process.send_signal(signal.SIGHUP)
    assert finish(process)[0] == 0
