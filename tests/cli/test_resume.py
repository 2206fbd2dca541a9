"""--checkpoint and --resume: whatever ends a run, going on gives the bits it would have had."""

import json
import random
import resource
import shlex
import signal
import subprocess
import time

import pytest

from conftest import BINARY, SANITIZER, environment, files_in, generate, sha256

# The thread sanitizer holds a signal back until a blocking call returns.
delivers_signals = pytest.mark.skipif("thread" in SANITIZER, reason="the thread sanitizer delays signals")


@pytest.fixture(scope="session")
def data(tmp_path_factory):
    """Enough rows for a ladder and for frozen rows; hard enough to take a while."""
    folder = tmp_path_factory.mktemp("resume")
    return generate(folder / "data.svm", "--rows", 20000, "--features", 30, "--separation", 0.2)


@pytest.fixture(scope="session")
def classes(tmp_path_factory, data):
    """The same rows in three classes."""
    path = tmp_path_factory.mktemp("classes") / "classes.svm"
    lines = data.read_text().splitlines()[:6000]
    path.write_text("".join(f"{i % 3 + 1 if i % 4 else 1} {line.split(' ', 1)[1]}\n" for i, line in enumerate(lines)))
    return path


OFTEN = ["--checkpoint-every", "1e-6"]
SELDOM = ["--checkpoint-every", "20"]  # paths take hundreds of passes
LIMIT = ["--tolerance", "1e-7"]


def run(arguments, folder, **options):
    done = subprocess.run(
        [BINARY, *map(str, arguments)], cwd=folder, stderr=subprocess.PIPE, env=environment(), timeout=120, **options
    )
    return done.returncode, done.stderr.decode()


def run_and_signal(arguments, folder, number, delay):
    """The exit code after a signal; none if the run was over before that."""
    process = subprocess.Popen(
        [BINARY, *map(str, arguments)], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment()
    )
    time.sleep(delay)
    process.send_signal(number)
    _, err = process.communicate(timeout=60)
    return process.returncode, err.decode()


def outputs(folder, names):
    return [sha256(folder / name) for name in names]


def end_again_and_again(command, folder, number, names, seed, most=8, often=OFTEN):
    """Ends a run at random moments and resumes it, each time with other threads, until it comes to its end. Every
    other time it is told nothing else, but for its limit, beyond which it would go."""
    limit = command.index("--max-passes") if "--max-passes" in command else len(command)
    alone = [command[0], *command[limit : limit + 2]]
    began = time.monotonic()
    code, err = run(command, folder)
    usual = time.monotonic() - began
    assert code == 0, err
    expected = outputs(folder, names)
    for name in names:
        (folder / name).unlink()
    draw = random.Random(seed)
    for k in range(min(most, 2) if SANITIZER else most):  # a sanitizer makes each take many seconds
        if (folder / "k").exists():
            keep = [*(command if k % 2 else alone), "--resume", "k"]
        else:
            keep = [*command, "--checkpoint", "k"]
        arguments = [*keep, *often, "--threads", k % 3 + 1]
        code, err = run_and_signal(arguments, folder, number, usual * draw.uniform(0.1, 1.1))
        # -2, -15: so early that nothing listened yet
        assert code in (0, -9, 75, 130, 143, -2, -15), err
        if code == 75:
            assert (folder / "k").exists()
    code, err = run([*alone, "--resume", "k"] if (folder / "k").exists() else command, folder)
    assert code == 0, err
    assert outputs(folder, names) == expected


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
@delivers_signals
def test_training_goes_on_to_the_same_bits(data, tmp_path, number):
    command = ["train", data, "m", "--certificate", "c", *LIMIT]
    end_again_and_again(command, tmp_path, number, ["m", "c"], seed=int(number))


@delivers_signals
def test_columns_far_from_zero_go_on(data, tmp_path):
    """They are shifted for training, and what is kept must fit."""
    rows = []
    for line in data.read_text().splitlines():
        label, first, rest = line.split(" ", 2)
        rows.append(f"{label} 1:{2013 + round(10 * float(first.split(':')[1]))} {rest}\n")
    (tmp_path / "years.svm").write_text("".join(rows))
    command = ["train", "years.svm", "m", "--precision", "double", "--certificate", "c", *LIMIT]
    end_again_and_again(command, tmp_path, signal.SIGKILL, ["m", "c"], seed=5, most=4)


@delivers_signals
def test_classes_and_calibration_go_on(classes, tmp_path):
    command = ["train", classes, "m", "--certificate", "c", "--calibrate", "platt", *LIMIT]
    end_again_and_again(command, tmp_path, signal.SIGKILL, ["m", "c"], seed=1, most=4)


@pytest.mark.parametrize("solver", ["newton", "bfgs", "sgd", "cg"])
@delivers_signals
def test_every_solver_goes_on(classes, tmp_path, solver):
    command = ["train", classes, "m", "--positive", 1, "--solver", solver, "--tolerance", "1e-3", "--max-passes", 60]
    end_again_and_again(command, tmp_path, signal.SIGKILL, ["m"], seed=2, most=2)


@delivers_signals
@pytest.mark.skipif(bool(SANITIZER), reason="takes minutes under a sanitizer; tests/checkpoint resumes paths there")
def test_paths_and_validations_go_on(classes, tmp_path):
    command = ["path", classes, "m", "--at", "0.01", "--points", 8, "--csv", "csv"]
    end_again_and_again(command, tmp_path, signal.SIGKILL, ["m", "csv"], seed=3, most=3, often=SELDOM)
    (tmp_path / "k").unlink(missing_ok=True)
    command = ["cv", classes, "m", "--l2", "1e-4", "--folds", 2, "--points", 5, "--positive", 2, "--csv", "csv"]
    end_again_and_again(command, tmp_path, signal.SIGTERM, ["m", "csv"], seed=4, most=3, often=SELDOM)


def endless(data, folder, *options):
    """A run that has written its first checkpoint."""
    process = subprocess.Popen(
        [BINARY, "train", data, "m", "--tolerance", "1e-15", "--max-passes", "1000000", "--checkpoint", "k"]
        + ["--log-format", "json", *OFTEN, *options],
        cwd=folder, stderr=subprocess.PIPE, env=environment(),
    )
    for line in process.stderr:
        if json.loads(line)["event"] == "checkpoint":
            return process
    pytest.fail("the command ended without a checkpoint")


@delivers_signals
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted_run_ends_with_75_and_says_how_to_go_on(data, tmp_path, number):
    process = endless(data, tmp_path)
    process.send_signal(number)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 75
    assert json.loads(err.decode().splitlines()[-1])["event"] == "checkpoint"
    assert files_in(tmp_path) in (["k", "m"], ["k"])  # it may come before there is a model


def test_limits_leave_a_checkpoint_to_go_on_from(smsvm, data, tmp_path):
    command = ["train", data, "--certificate", "c", *LIMIT]
    assert smsvm(*command, "m").code == 0
    expected = outputs(tmp_path, ["m", "c"])
    (tmp_path / "m").unlink()
    assert smsvm(*command, "m", "--checkpoint", "k", "--max-passes", 3).code == 0
    assert outputs(tmp_path, ["m"]) != expected[:1]
    assert smsvm(*command, "m", "--resume", "k", "--max-passes", 4).code == 0
    done = smsvm("train", "--resume", "k", "--json", "-")
    assert done.code == 0 and outputs(tmp_path, ["m", "c"]) == expected
    seconds = [line["seconds"] for line in done.json()["history"]]
    assert seconds == sorted(seconds)

    assert smsvm(*command, "m", "--checkpoint", "k2", "--max-seconds", 0.001).code in (0, 4)  # by how far it came
    assert smsvm(*command, "m", "--resume", "k2").code == 0
    assert outputs(tmp_path, ["m", "c"]) == expected


def begun(smsvm, *command):
    """Begins a run that three passes end."""
    done = smsvm(*command, "--checkpoint", "k", "--max-passes", 3)
    assert done.code == 0 and "go on with smsvm train --resume k" in done.err, done.err


def resume_event(done):
    events = [json.loads(line) for line in done.err.splitlines()]
    return next(event for event in events if event["event"] == "resume")


def test_resume_needs_no_other_option(smsvm, classes, tmp_path):
    """Whatever was given: numbers, words, flags, files, what may be given again, and names that a shell would split."""
    (tmp_path / "factors of mine").write_text("1 0.5\n2 3\n")
    command = ["train", classes, "a model", "--l2", "1e-3", "--l1", "1e-4", "--class-weight", "1=2", "--class-weight",
               "3=0.5", "--penalty-factor", "factors of mine", "--scale", "minmax", "--intercept", "penalized",
               "--seed", "7", "--certificate", "c", "--strict", *LIMIT]
    assert smsvm(*command).code == 0
    expected = outputs(tmp_path, ["a model", "c"])
    for name in ("a model", "c"):
        (tmp_path / name).unlink()
    done = smsvm(*command, "--checkpoint", "k", "--max-passes", 3, "--max-seconds", 100, "-v")
    assert done.code == 3, done.err
    done = smsvm("train", "--resume", "k")
    assert done.code == 0 and outputs(tmp_path, ["a model", "c"]) == expected, done.err
    said = next(line for line in done.err.splitlines() if line.startswith("taken from it: "))
    assert sorted(shlex.split(said.removeprefix("taken from it: "))) == sorted(map(str, command[1:]))
    assert "not taken: --max-passes 3 --max-seconds 100 " in done.err


def test_what_is_given_goes_before_what_was_kept(smsvm, noisy, tmp_path):
    begun(smsvm, "train", noisy, "m", "--l2", "1e-3", "--threads", 1)
    done = smsvm("train", "--resume", "k", "--threads", 2, noisy, "other", "--log-format", "json")
    assert done.code == 0 and files_in(tmp_path) == ["k", "m", "other"]
    assert resume_event(done)["taken"] == "--l2 1e-3"
    assert resume_event(done)["not_taken"] == "--max-passes 3"
    assert smsvm("train", noisy, "alone", "--l2", "1e-3").code == 0
    assert sha256(tmp_path / "alone") == sha256(tmp_path / "other")


def test_a_limit_that_was_not_reached_still_holds(smsvm, data, tmp_path):
    """And --max-passes of a path, which ends its points one by one, always does."""
    command = ["train", data, "m", "--solver", "sgd", "--tolerance", "1e-9", "--max-passes", 60]
    assert smsvm(*command).code == 0
    expected = sha256(tmp_path / "m")
    assert smsvm(*command, "--checkpoint", "k", *OFTEN, "--max-seconds", 0.01).code in (0, 4)
    done = smsvm("train", "--resume", "k", "--log-format", "json")
    assert "--max-passes 60" in resume_event(done)["taken"] and sha256(tmp_path / "m") == expected

    command = ["path", data, "--points", 4, "--max-passes", 3, "--csv", "csv"]
    assert smsvm(*command).code == 0
    expected = sha256(tmp_path / "csv")
    assert smsvm(*command, "--checkpoint", "p", *OFTEN).code == 0
    done = smsvm("path", "--resume", "p", "--log-format", "json")
    assert "--max-passes 3" in resume_event(done)["taken"] and sha256(tmp_path / "csv") == expected


def test_a_penalty_in_other_words_takes_the_place_of_the_kept_one(smsvm, noisy, tmp_path):
    begun(smsvm, "train", noisy, "m", "--l2", "1e-3")
    done = smsvm("train", "--resume", "k", "-C", "1")
    assert done.code == 2 and "is of a run with λ (--l2 or -C) 0.001, this one has" in done.err
    begun(smsvm, "train", noisy, "m", "-C", "0.5")
    assert smsvm("train", "--resume", "k", "--l2", f"{1 / (0.5 * 3000)!r}").code == 0


def test_resumed_run_keeps_its_file_or_another(smsvm, data, tmp_path):
    command = ["train", data, "m", *LIMIT]
    assert smsvm(*command, "--checkpoint", "k", "--max-passes", 3).code == 0
    first = sha256(tmp_path / "k")
    assert smsvm(*command, "--resume", "k", "--checkpoint", "other", *OFTEN).code == 0
    assert sha256(tmp_path / "k") == first and (tmp_path / "other").exists()
    assert smsvm(*command, "--resume", "k", "--checkpoint", "k", *OFTEN).code == 0
    assert sha256(tmp_path / "k") != first


@pytest.mark.parametrize(
    "options, code, words",
    [
        (["--tolerance", "1e-8"], 2, "--tolerance"),
        (["--l2", "1"], 2, "--l2"),
        (["--l1", "1e-3"], 2, "--l"),
        (["--seed", "2"], 2, "--seed"),
        (["--solver", "newton"], 2, "--solver"),
        (["--intercept", "none"], 2, "--intercept"),
        (["--precision", "float"], 2, "--precision"),
        (["--scale", "standard"], 2, "--scale"),
        (["--class-weight", "balanced"], 2, "row weights"),
    ],
)
def test_other_options_are_refused(smsvm, noisy, tmp_path, options, code, words):
    assert smsvm("train", noisy, "m", "--l2", "1e-3", "--checkpoint", "k", "--max-passes", 2).code == 0
    before = files_in(tmp_path), sha256(tmp_path / "k"), sha256(tmp_path / "m")
    given = [] if "--l2" in options else ["--l2", "1e-3"]
    done = smsvm("train", noisy, "m", *given, "--resume", "k", *options)
    assert done.code == code and words in done.err and "k" in done.err
    assert (files_in(tmp_path), sha256(tmp_path / "k"), sha256(tmp_path / "m")) == before


def test_other_data_and_other_commands_are_refused(smsvm, noisy, tiny, tmp_path):
    assert smsvm("train", noisy, "m", "--checkpoint", "k", "--max-passes", 2).code == 0
    changed = tmp_path / "changed.svm"
    changed.write_text(noisy.read_text().replace(" 3:", " 3:1", 1))
    done = smsvm("train", changed, "m", "--resume", "k")
    assert done.code == 65 and "other data" in done.err and "checksum" in done.err
    assert smsvm("train", tiny, "m", "--resume", "k").code == 65
    for given in ([], [noisy]):
        done = smsvm("path", *given, "--resume", "k")
        assert done.code == 2 and "is of smsvm train" in done.err
    done = smsvm("train", "--resume", "k", "missing.svm")
    assert done.code == 66 and "missing.svm" in done.err


def test_a_checkpoint_can_be_inspected(smsvm, noisy, tmp_path):
    smsvm("train", noisy, "m", "--checkpoint", "kept", "--max-passes", 5, "--l2", "1e-3")
    said = smsvm("inspect", "kept", "--json", "-").json()
    assert said["kind"] == "checkpoint" and said["passes"][0]["problems"] == 1
    assert said["passes"][0]["options"]["λ (--l2 or -C)"] == "0.001" and said["passes"][0]["rows_read"] > 0
    text = smsvm("inspect", "kept").out
    assert "checkpoint" in text and "--solver primal-dual" in text
    assert f"smsvm train {noisy} m --l2 1e-3 --max-passes 5" in text
    assert {"name": "--l2", "value": "1e-3"} in said["given"]
    (tmp_path / "kept").write_bytes((tmp_path / "kept").read_bytes()[:-1])
    assert smsvm("inspect", "kept").code == 65


def test_what_is_no_checkpoint_is_refused(smsvm, noisy, tmp_path):
    assert smsvm("train", noisy, "m", "--checkpoint", "k", "--max-passes", 2).code == 0
    whole = (tmp_path / "k").read_bytes()
    (tmp_path / "short").write_bytes(whole[:-1])
    (tmp_path / "altered").write_bytes(whole[:1000] + bytes([whole[1000] ^ 1]) + whole[1001:])
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "older").write_bytes(whole[:8] + b"\3" + whole[9:])
    for name in ("short", "altered", "empty", "m", "older"):
        for given in ([], [noisy, "m2"]):
            done = smsvm("train", *given, "--resume", name)
            assert done.code == 65, (name, done.err)
    assert "a checkpoint in version 3 of the format; this smsvm reads version 4" in done.err
    assert smsvm("train", noisy, "m2", "--resume", "missing").code == 66
    assert smsvm("train", noisy, "m2", "--resume", tmp_path).code == 2
    assert not (tmp_path / "m2").exists()


def test_options_that_make_no_sense(smsvm, noisy, tmp_path):
    assert smsvm("train", noisy, "m", "--checkpoint-every", 2).code == 2
    assert smsvm("train", noisy, "m", "--checkpoint", "k", "--checkpoint-every", 0).code == 2
    assert smsvm("train", noisy, "m", "--checkpoint", "-").code == 2
    assert smsvm("train", noisy, "m", "--checkpoint", "/dev/null").code == 2
    assert smsvm("train", noisy, "m", "--checkpoint", "m").code == 2
    assert smsvm("train", noisy, "m", "--checkpoint", noisy).code == 2
    assert smsvm("train", noisy, "m", "--checkpoint", "no/such/folder").code == 73
    assert files_in(tmp_path) == []


def test_full_disk_costs_the_checkpoint_and_not_the_training(smsvm, data, tmp_path):
    """A limit on the size of files stands for a disk that is full."""
    command = ["train", data, "m", *LIMIT]
    assert smsvm(*command).code == 0
    expected = sha256(tmp_path / "m")
    assert smsvm(*command, "--checkpoint", "k", "--max-passes", 2).code == 0
    before = sha256(tmp_path / "k")
    limit = 200_000  # the model is smaller
    done = smsvm(
        *command, "--resume", "k", *OFTEN,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )
    assert done.code == 0 and done.err.count("warning") == 1 and "k" in done.err
    assert sha256(tmp_path / "m") == expected and sha256(tmp_path / "k") == before
    assert files_in(tmp_path) == ["k", "m"]
    assert smsvm(*command, "--resume", "k").code == 0 and sha256(tmp_path / "m") == expected


def test_checkpoint_of_text_serves_the_same_rows_in_a_pipe(smsvm, noisy, tmp_path):
    assert smsvm("train", noisy, "m", *LIMIT).code == 0
    expected = sha256(tmp_path / "m")
    assert smsvm("train", noisy, "m", *LIMIT, "--checkpoint", "k", "--max-passes", 2).code == 0
    assert smsvm("train", "-", "m", *LIMIT, "--resume", "k", input=noisy.read_bytes()).code == 0
    assert sha256(tmp_path / "m") == expected
