"""Every exit code, and what is left behind: nothing new, and nothing old damaged."""

import gzip
import os
import resource
import subprocess

import pytest

from conftest import BINARY, SANITIZER, environment, files_in


@pytest.fixture
def old_model(smsvm, tiny, tmp_path):
    """A model that must survive whatever happens next; returns a function that checks that it did."""
    assert smsvm("train", "-q", tiny, "m").code == 0
    content = (tmp_path / "m").read_bytes()
    files = files_in(tmp_path)

    def check():
        assert (tmp_path / "m").read_bytes() == content
        assert files_in(tmp_path) == files

    return check


@pytest.mark.parametrize("command", [["train", "x", "m"], ["check", "x"], ["inspect", "x"], ["predict", "tiny.svm", "x"],
                                     ["predict", "x", "m"], ["verify", "tiny.svm", "m", "x"], ["verify", "tiny.svm", "x", "x"]])
def test_missing_input_is_66(smsvm, old_model, command):
    run = smsvm(*command)
    assert run.code == 66 and "x" in run.err and run.out == ""
    old_model()


def test_missing_penalty_factors_are_66(smsvm, tiny, old_model):
    assert smsvm("train", tiny, "m", "--penalty-factor", "x").code == 66
    old_model()


def test_folder_as_data(smsvm, tmp_path):
    (tmp_path / "folder").mkdir()
    run = smsvm("train", "folder", "m")
    assert run.code in (65, 66, 74) and "folder" in run.err and not (tmp_path / "m").exists()


@pytest.mark.parametrize(
    "content, said",
    [
        (b"", ""),
        (b"+1 1:1\n-1 1:x\n", "data:2:6: "),
        (b"+1 1:1\n-1 2:1 1:1\n", "data:2:"),
        (b"+1 0:1\n-1 1:1\n", "--index-base 0"),
        (b"+1 1:1\n+1 1:2\n", "every row has the label +1"),
        (gzip.compress(b"+1 1:1\n-1 1:-1\n" * 5000)[:-30], "data"),
    ],
    ids=["empty", "no number", "unsorted", "index 0", "one class", "truncated gz"],
)
def test_bad_data_is_65(smsvm, tiny, tmp_path, old_model, content, said):
    (tmp_path / "data").write_bytes(content)
    run = smsvm("train", "data", "m")
    assert run.code == 65 and said in run.err, run.err
    (tmp_path / "data").unlink()
    old_model()


def test_errors_begin_with_the_place_and_show_it(smsvm, tmp_path):
    (tmp_path / "data").write_text("+1 1:1\n-1 1:x\n")
    lines = smsvm("train", "data", "m").err.splitlines()
    assert lines[0].startswith("data:2:6: ") and "1:x" in lines[1] and lines[2].strip() == "^"


@pytest.mark.parametrize("solver", ["sgd", "minibatch-sgd", "cg"])
def test_a_solver_without_l1_says_so_before_any_work(smsvm, solver):
    run = smsvm("train", "does-not-exist", "m", "--solver", solver, "--l1", "1e-3")
    assert run.code == 2 and "takes no ℓ1" in run.err


def test_missing_device_is_69(smsvm, tiny, old_model):
    run = smsvm("train", tiny, "m", "--device", "cuda")
    assert run.code == 69 and "cuda" in run.err
    assert smsvm("train", "does-not-exist", "m", "--device", "cuda").code == 69  # before any work
    old_model()


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (150 << 20, 150 << 20))


@pytest.mark.skipif(bool(SANITIZER), reason="sanitizers reserve terabytes of addresses")
def test_out_of_memory_is_71(smsvm, old_model, tmp_path):
    # Five megabytes of gzip that unpack to far more than the limit.
    row = b"+1 " + b" ".join(b"%d:1" % (i + 1) for i in range(50)) + b"\n"
    with gzip.open(tmp_path / "big.gz", "wb", compresslevel=1) as file:
        for _ in range(1000):
            file.write(row * 1000)
    run = smsvm("train", "big.gz", "m", "--threads", "1", preexec_fn=limit_memory)
    assert run.code == 71 and "memory" in run.err, run.err
    (tmp_path / "big.gz").unlink()
    old_model()


@pytest.mark.parametrize("target", ["no/such/folder/m", "tiny.svm/m", "folder"])
@pytest.mark.parametrize("option", [None, "--certificate", "--json"])
def test_output_that_cannot_be_created_is_73_before_training(smsvm, tiny, tmp_path, old_model, target, option):
    (tmp_path / "folder").mkdir()
    arguments = [target] if option is None else ["m", option, target]
    run = smsvm("train", "-v", tiny, *arguments)
    assert run.code == 73 and target in run.err
    assert "read " not in run.err  # no work was done for nothing
    (tmp_path / "folder").rmdir()
    old_model()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_write_protected_folder_is_73(smsvm, tiny, tmp_path):
    folder = tmp_path / "protected"
    folder.mkdir(mode=0o555)
    assert smsvm("train", tiny, "protected/m").code == 73


def test_predict_and_generate_that_cannot_create_are_73(smsvm, tiny, old_model):
    assert smsvm("predict", tiny, "m", "no/such/folder/out").code == 73
    assert smsvm("generate", "tall", "no/such/folder/out").code == 73
    old_model()


@pytest.mark.parametrize(
    "arguments",
    [
        ["train", "tiny.svm", "/dev/full"],
        ["train", "tiny.svm", "-q", "out", "--json", "/dev/full"],
        ["train", "tiny.svm", "-q", "out", "--certificate", "/dev/full"],
        ["predict", "tiny.svm", "m", "/dev/full"],
        ["predict", "tiny.svm", "m", "out", "--json", "/dev/full"],
        ["check", "tiny.svm", "--json", "/dev/full"],
        ["generate", "tall", "/dev/full"],
    ],
)
def test_full_disk_is_74(smsvm, tmp_path, old_model, arguments):
    run = smsvm(*arguments)
    assert run.code == 74 and "/dev/full" in run.err, run.err
    (tmp_path / "out").unlink(missing_ok=True)
    old_model()


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["train", "--help"], ["version"], ["inspect", "tiny.svm"], ["predict", "tiny.svm", "m"],
     ["train", "tiny.svm", "-q", "m2", "--json", "-"], ["train", "tiny.svm", "-"], ["generate", "tall", "-"]],
)
def test_full_standard_output_is_74(smsvm, tmp_path, old_model, arguments):
    with open("/dev/full", "wb") as full:
        run = smsvm(*arguments, stdout=full)
    assert run.code == 74 and "standard output" in run.err
    (tmp_path / "m2").unlink(missing_ok=True)
    old_model()


def limit_file_size():
    resource.setrlimit(resource.RLIMIT_FSIZE, (200, 200))


@pytest.mark.parametrize(
    "arguments",
    [["train", "DATA", "m"], ["predict", "DATA", "m", "m2"], ["generate", "tall", "m"],
     ["train", "DATA", "-q", "/dev/null", "--json", "m"], ["train", "DATA", "-q", "/dev/null", "--certificate", "m"]],
)
def test_disk_that_fills_half_way_keeps_the_old_file(smsvm, noisy, old_model, arguments):
    arguments = [str(noisy) if argument == "DATA" else argument for argument in arguments]
    run = smsvm(*arguments, preexec_fn=limit_file_size)
    assert run.code == 74, run.err
    old_model()


def test_a_closed_pipe_ends_quietly_with_74(noisy, smsvm, tmp_path):
    assert smsvm("train", "-q", noisy, "m").code == 0
    process = subprocess.Popen([BINARY, "generate", "tall", "-"], cwd=tmp_path, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, env=environment())
    process.stdout.read(10)
    process.stdout.close()
    assert process.wait(timeout=60) == 74
    assert process.stderr.read() == b""
    process.stderr.close()


def test_closed_standard_error_does_no_harm(smsvm, tiny, tmp_path):
    code = subprocess.run(["/bin/sh", "-c", '"$0" train tiny.svm m 2>&-', BINARY], cwd=tmp_path, timeout=60).returncode
    assert code == 0 and smsvm("inspect", "m").code == 0
