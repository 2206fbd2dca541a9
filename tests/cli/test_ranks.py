"""Several ranks under mpirun, of each MPI that is here: the same bits as one process, and an end whatever happens."""

import gzip
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import time

import pytest

from conftest import BINARY, SANITIZER, TINY, environment, generate, sha256

LAUNCHERS = {
    "openmpi": ["mpirun.openmpi", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-n"],
    "mpich": ["mpirun.mpich", "-n"],
}
RANK_VARIABLE = {"openmpi": "OMPI_COMM_WORLD_RANK", "mpich": "PMI_RANK"}


@pytest.fixture(params=LAUNCHERS)
def mpi(request):
    name = request.param
    if SANITIZER:
        pytest.skip("the MPI libraries are not built for sanitizers")
    if shutil.which(LAUNCHERS[name][0]) is None:
        pytest.skip(f"{LAUNCHERS[name][0]} is not installed")
    if not (pathlib.Path(BINARY).parent / f"libsmsvm_{name}.so").exists():
        pytest.skip(f"this build has no module for {name}")
    return name


def start(mpi, ranks, *arguments, cwd, **changes):
    command = [*LAUNCHERS[mpi], str(ranks), BINARY, *map(str, arguments)]
    return subprocess.Popen(
        command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=environment(**changes),
    )


def run(mpi, ranks, *arguments, cwd):
    job = start(mpi, ranks, *arguments, cwd=cwd)
    job.out, job.err = job.communicate(timeout=120)
    return job


@pytest.fixture(scope="module")
def blocks(tmp_path_factory):
    """So many rows that four ranks have some each: 20000 in blocks of 4096."""
    return generate(tmp_path_factory.mktemp("blocks") / "blocks.svm", "--rows", 20000, "--features", 10)


@pytest.fixture(scope="module")
def classes(tmp_path_factory):
    """Three classes, a column of ones, comments and blank lines, weights of which some are 0."""
    folder = tmp_path_factory.mktemp("classes")
    generator = random.Random(5)
    lines, weights = ["# three classes"], []
    for row in range(9000):
        label = generator.choice("abc")
        values = [generator.gauss("abc".index(label) * (k - 1), 2) for k in range(3)]
        ones = sorted(generator.sample(range(4, 30), 3))
        features = [f"{k + 1}:{value:.3f}" for k, value in enumerate(values)] + [f"{k}:1" for k in ones]
        lines.append(f"{label} {' '.join(features)}")
        if row % 700 == 0:
            lines += ["", "  # a comment"]
        weights.append(generator.choice(["0", "1", "2.5", "0.1"]))
    (folder / "classes.svm").write_text("\n".join(lines))
    (folder / "weights").write_text("\n".join(weights))
    return folder


def train(mpi, ranks, folder, *arguments):
    """The SHA-256 of the model and of its proof."""
    job = run(mpi, ranks, "train", "-q", *arguments, "model", "--certificate", "proof", cwd=folder)
    assert job.returncode == 0, job.err
    return sha256(folder / "model"), sha256(folder / "proof")


def resume(mpi, ranks, folder, checkpoint):
    """The same, of a run that is told nothing but where to go on."""
    job = run(mpi, ranks, "train", "-q", "--resume", checkpoint, cwd=folder)
    assert job.returncode == 0, job.err
    return sha256(folder / "model"), sha256(folder / "proof")


def alone(smsvm, folder, *arguments):
    done = smsvm("train", "-q", *arguments, "model", "--certificate", "proof")
    assert done.code == 0, done.err
    return sha256(folder / "model"), sha256(folder / "proof")


def test_the_same_bits_for_any_number_of_ranks_and_threads(mpi, smsvm, blocks, tmp_path):
    expected = alone(smsvm, tmp_path, blocks)
    for ranks, threads in [(1, 2), (2, 1), (2, 2), (3, 2), (4, 1)]:
        assert train(mpi, ranks, tmp_path, "--threads", threads, blocks) == expected, (ranks, threads)
    assert smsvm("verify", blocks, "model", "proof").code == 0


def test_the_same_bits_from_a_store(mpi, smsvm, blocks, tmp_path):
    assert smsvm("convert", "-q", blocks, "rows.store").code == 0
    expected = alone(smsvm, tmp_path, "rows.store")
    for ranks, threads in [(2, 2), (3, 1), (4, 1)]:
        assert train(mpi, ranks, tmp_path, "--threads", threads, "rows.store") == expected, (ranks, threads)
    assert smsvm("verify", blocks, "model", "proof").code == 0


PEAK_OF_A_RANK = """
import os, resource, subprocess, sys
code = subprocess.call(sys.argv[2:], close_fds=False)
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
open(f"peak-{os.environ[sys.argv[1]]}", "w").write(str(peak))
sys.exit(code)
"""


def test_rank_0_keeps_nothing_of_each_row(mpi, smsvm, tmp_path):
    rows = 8_000_000
    text = generate(tmp_path / "rows.svm", "--rows", rows, "--features", 2)
    assert smsvm("convert", "-q", text, "rows.store").code == 0
    measured = [*LAUNCHERS[mpi], "4", sys.executable, "-c", PEAK_OF_A_RANK, RANK_VARIABLE[mpi]]
    command = [BINARY, "train", "-q", "--threads", "1", "rows.store", "model", "--certificate", "proof"]
    subprocess.run([*measured, *command], cwd=tmp_path, env=environment(), check=True, timeout=120)
    first, *others = [int((tmp_path / f"peak-{rank}").read_text()) for rank in range(4)]
    # Labels, signs and a dual point would be 13 bytes a row; what a proof needs to be written is some 40 MiB at most.
    assert first - max(others) < 8 * rows, (first, others)
    assert (sha256(tmp_path / "model"), sha256(tmp_path / "proof")) == alone(smsvm, tmp_path, "rows.store")


def test_classes_weights_and_scales(mpi, smsvm, classes, tmp_path):
    data = [classes / "classes.svm", "--sample-weight", classes / "weights", "--scale", "standard", "--l1", "1e-4",
            "--l2", "1e-4"]
    assert train(mpi, 3, tmp_path, *data) == alone(smsvm, tmp_path, *data)
    assert smsvm("convert", "-q", data[0], "rows.store").code == 0
    expected = alone(smsvm, tmp_path, "rows.store", *data[1:])
    assert train(mpi, 3, tmp_path, "rows.store", *data[1:]) == expected
    assert smsvm("verify", data[0], "model", "proof").code == 0
    packed = tmp_path / "packed.gz"  # dealt out by rank 0
    packed.write_bytes(gzip.compress((tmp_path / "rows.store").read_bytes(), 1))
    assert train(mpi, 2, tmp_path, packed, *data[1:]) == expected


def test_files_of_the_ranks_are_their_concatenation(mpi, smsvm, blocks, tmp_path):
    lines = blocks.read_text().splitlines(keepends=True)
    for rank, (first, last) in enumerate([(0, 5000), (5000, 5001), (5001, len(lines))]):
        part = "".join(lines[first:last])
        if rank == 1:  # one that is compressed
            (tmp_path / "part-1").write_bytes(gzip.compress(part.encode()))
        else:
            (tmp_path / f"part-{rank}").write_text(part)
    assert train(mpi, 3, tmp_path, "part-{rank}") == alone(smsvm, tmp_path, blocks)
    job = run(mpi, 2, "train", "part-{rank}", "other", cwd=tmp_path)
    assert job.returncode == 65 and "part-2 is there too" in job.err
    assert not (tmp_path / "other").exists()


def test_what_rank_0_must_read_alone_is_dealt_out(mpi, smsvm, blocks, tmp_path):
    packed = tmp_path / "blocks.svm.gz"
    packed.write_bytes(gzip.compress(blocks.read_bytes(), 1))
    assert train(mpi, 3, tmp_path, packed) == alone(smsvm, tmp_path, blocks)


@pytest.mark.parametrize("kind", ["text", "store"])
def test_paths_folds_and_predictions(mpi, smsvm, blocks, tmp_path, kind):
    data = blocks
    if kind == "store":
        assert smsvm("convert", "-q", blocks, "rows.store").code == 0
        data = "rows.store"
    for name, command in {
        "path": ["path", "-q", data, "--points", 5, "--l1-ratio", 1, "--json", "path.json", "--csv"],
        "cv": ["cv", "-q", "--l2", "1e-4", data, "--points", 3, "--folds", 3, "--csv"],
        "predict": ["predict", "-q", "--scores", data, "model"],
    }.items():
        if name == "predict":
            alone(smsvm, tmp_path, data)
        assert smsvm(*command, f"{name}.one").code == 0
        job = run(mpi, 3, *command, f"{name}.several", cwd=tmp_path)
        assert job.returncode == 0, job.err
        assert (tmp_path / f"{name}.several").read_bytes() == (tmp_path / f"{name}.one").read_bytes(), name
    assert json.loads((tmp_path / "path.json").read_text())["ranks"] == 3


def test_only_the_first_rank_speaks(mpi, blocks, tmp_path):
    job = run(mpi, 3, "train", "-v", blocks, "model", "--json", "-", cwd=tmp_path)
    assert job.returncode == 0 and job.err.count("read ") == 1
    assert [job.err.count(f"rank {rank} is process") for rank in range(4)] == [1, 1, 1, 0]
    assert job.out.count('"ranks":3') + job.out.count('"ranks": 3') == 1


def test_more_ranks_than_rows(mpi, smsvm, tmp_path):
    data = tmp_path / "tiny.svm"
    data.write_text(TINY)
    assert train(mpi, 7, tmp_path, data) == alone(smsvm, tmp_path, data)


def test_wide_data(mpi, smsvm, tmp_path):
    generator = random.Random(3)
    rows = [" ".join(f"{k}:{generator.random():.3f}" for k in sorted(generator.sample(range(1, 2000), 20)))
            for _ in range(300)]
    data = tmp_path / "wide.svm"
    data.write_text("".join(f"{'+' if k % 2 else '-'}1 {row}\n" for k, row in enumerate(rows)))
    expected = alone(smsvm, tmp_path, data)
    job = run(mpi, 2, "train", data, "model", "--certificate", "proof", cwd=tmp_path)
    assert job.returncode == 0, job.err
    assert (sha256(tmp_path / "model"), sha256(tmp_path / "proof")) == expected


@pytest.fixture(scope="module")
def years(tmp_path_factory):
    """Columns far from zero, which are shifted for training: so many rows that four ranks have some each."""
    generator = random.Random(6)
    lines = []
    for _ in range(17000):
        year, second, other = generator.gauss(0, 10), generator.gauss(0, 1e5), generator.gauss(0, 1)
        sign = "+1" if year / 10 + second / 1e5 + other + generator.gauss(0, 0.5) > 0 else "-1"
        lines.append(f"{sign} 1:{2013 + round(year)} 2:{1700000000 + round(second)} 3:{other:.3f}")
    data = tmp_path_factory.mktemp("years") / "years.svm"
    data.write_text("\n".join(lines))
    return data


@pytest.mark.parametrize("kind", ["text", "store", "packed"])
def test_columns_far_from_zero(mpi, smsvm, years, tmp_path, kind):
    data = [years, "--precision", "double", "--l2", "1e-6"]
    if kind == "store":
        assert smsvm("convert", "-q", *data[:3], "rows.store").code == 0
        data = ["rows.store", "--l2", "1e-6"]
    if kind == "packed":
        data[0] = tmp_path / "years.svm.gz"
        data[0].write_bytes(gzip.compress(years.read_bytes(), 1))
    expected = alone(smsvm, tmp_path, *data)
    for ranks, threads in [(2, 2), (3, 1), (4, 1)]:
        assert train(mpi, ranks, tmp_path, "--threads", threads, *data) == expected, (ranks, threads)
    assert smsvm("verify", years, "model", "proof").code == 0


def test_columns_far_from_zero_on_the_way_and_held_out(mpi, smsvm, years, tmp_path):
    for command in [
        ["path", "-q", "--precision", "double", years, "--points", 4, "--l1-ratio", 1, "--csv"],
        ["cv", "-q", "--l2", "1e-4", "--precision", "double", years, "--points", 3, "--folds", 3, "--csv"],
    ]:
        assert smsvm(*command, "one").code == 0
        job = run(mpi, 3, *command, "several", cwd=tmp_path)
        assert job.returncode == 0, job.err
        assert (tmp_path / "several").read_bytes() == (tmp_path / "one").read_bytes(), command[0]


def test_columns_far_from_zero_where_rank_0_works_alone(mpi, smsvm, years, tmp_path):
    data = [years, "--precision", "double", "--solver", "sgd", "--max-passes", 5]
    assert train(mpi, 3, tmp_path, *data) == alone(smsvm, tmp_path, *data)


def test_columns_far_from_zero_go_on_with_other_ranks(mpi, smsvm, years, tmp_path):
    data = [years, "--precision", "double"]
    expected = alone(smsvm, tmp_path, *data)
    job = run(mpi, 4, "train", *data, "other", "--checkpoint", "k", "--checkpoint-every", "1e-6", "--max-passes", 3,
              cwd=tmp_path)
    assert job.returncode == 0, job.err
    assert train(mpi, 2, tmp_path, *data, "--resume", "k") == expected


def test_a_bad_line_in_the_part_of_another_rank(mpi, smsvm, blocks, tmp_path):
    lines = blocks.read_text().splitlines()
    lines[13000] = "1 2:x"
    data = tmp_path / "bad.svm"
    data.write_text("\n".join(lines))
    job = run(mpi, 3, "train", data, "model", cwd=tmp_path)
    assert job.returncode == 65 and job.err.count("bad.svm:13001:5:") == 1, job.err
    assert smsvm("train", data, "model").err.splitlines()[0] in job.err
    assert not (tmp_path / "model").exists()


def test_mistakes_are_told_once(mpi, tmp_path):
    job = run(mpi, 2, "train", "missing.svm", "model", cwd=tmp_path)
    assert job.returncode == 66 and job.err.count("missing.svm: No such file") == 1
    job = run(mpi, 2, "train", "--no-such-option", "data", cwd=tmp_path)
    assert job.returncode == 2 and job.err.count("--no-such-option") == 1


def process_of_rank(mpi, rank, folder):
    for entry in pathlib.Path("/proc").iterdir():
        try:
            if not entry.name.isdigit() or os.readlink(entry / "cwd") != str(folder):
                continue
            if os.path.samefile(entry / "exe", BINARY):
                if f"{RANK_VARIABLE[mpi]}={rank}".encode() in (entry / "environ").read_bytes().split(b"\0"):
                    return int(entry.name)
        except OSError:
            continue
    return None


LENGTHY = ["--tolerance", "1e-14", "--calibrate", "platt", "--calibration-folds", 100]  # a hundred and one problems


def long_job(mpi, folder, data, *arguments, **changes):
    """One that trains, with the process of its rank 1."""
    job = start(mpi, 3, "train", data, "model", *LENGTHY, *arguments, cwd=folder, **changes)
    for line in job.stderr:
        if line.startswith("training"):
            break
    return job, process_of_rank(mpi, 1, folder)


def test_a_dead_rank_ends_the_job(mpi, large, tmp_path):
    job, process = long_job(mpi, tmp_path, large)
    os.kill(process, signal.SIGKILL)
    began = time.monotonic()
    job.communicate(timeout=60)
    assert job.returncode != 0 and time.monotonic() - began < 30


def test_what_a_killed_job_has_kept_goes_on_with_other_ranks(mpi, smsvm, blocks, tmp_path):
    task = [blocks, "--tolerance", "1e-8"]
    expected = alone(smsvm, tmp_path, *task)
    draw = random.Random(mpi)
    kept = ["--checkpoint", "kept", "--checkpoint-every", "1e-6"]
    for ranks, later in [(3, 2), (2, 4), (1, 3), (4, 1)]:
        job = start(mpi, ranks, "train", "-q", *task, "model", "--certificate", "proof", *kept, cwd=tmp_path)
        while job.poll() is None and not (tmp_path / "kept").exists():
            time.sleep(0.001)
        time.sleep(draw.uniform(0, 0.1))
        process = process_of_rank(mpi, draw.randrange(ranks), tmp_path)
        if process is not None:  # it may have come to its end
            os.kill(process, signal.SIGKILL)
        job.communicate(timeout=60)
        (tmp_path / "model").unlink(missing_ok=True)
        assert resume(mpi, later, tmp_path, "kept") == expected
        (tmp_path / "kept").unlink()


def test_a_rank_without_rows_is_part_of_a_checkpoint(mpi, smsvm, tmp_path):
    data = generate(tmp_path / "few.svm", "--rows", 5000, "--features", 5)  # blocks of 4096: two ranks have none
    expected = alone(smsvm, tmp_path, data)
    job = run(mpi, 4, "train", data, "other", "--checkpoint", "k", "--checkpoint-every", "1e-6", "--max-passes", 2,
              cwd=tmp_path)
    assert job.returncode == 0, job.err
    assert train(mpi, 3, tmp_path, data, "--resume", "k") == expected


def test_a_rank_that_hangs_ends_the_job_and_is_named(mpi, large, tmp_path):
    job, process = long_job(mpi, tmp_path, large, "--rank-timeout", 3)
    os.kill(process, signal.SIGSTOP)
    began = time.monotonic()
    _, said = job.communicate(timeout=60)
    assert job.returncode != 0 and time.monotonic() - began < 30
    assert said.count("nothing was heard of rank 1 for 3 s") == 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_keeps_the_best_model(mpi, smsvm, large, tmp_path, number):
    # Open MPI waits so long after the signal, and then kills the ranks; its one second is short on a busy machine.
    job, _ = long_job(mpi, tmp_path, large, OMPI_MCA_odls_base_sigkill_timeout="12")
    job.send_signal(number)
    _, said = job.communicate(timeout=60)
    assert "interrupted after" in said and "proved: " in said, said
    if "nothing better than w = 0" in said:  # it came before anything was learnt
        assert not (tmp_path / "model").exists()
    else:
        assert smsvm("predict", "-q", large, "model", "labels").code == 0


def test_ranks_that_do_not_come_together_end(mpi, tmp_path):
    command = [*LAUNCHERS[mpi], "1", BINARY, "version", ":", "-n", "1", "sleep", "60"]
    began = time.monotonic()
    environ = {**environment(), "SMSVM_JOIN_SECONDS": "2"}
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=environ, timeout=60)
    assert done.returncode != 0 and time.monotonic() - began < 30
    assert "have not come together within 2 s" in done.stderr


def test_a_rank_that_sees_another_file_is_refused(mpi, blocks, tmp_path):
    text = blocks.read_text()
    for folder, content in {"one": text, "other": text.replace("1:0", "1:1", 1)}.items():
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "data.svm").write_text(content)
    launcher = LAUNCHERS[mpi]
    start_one = ["1", "-wdir", tmp_path / "one", BINARY, "train", "data.svm", "model"]
    start_other = ["-n", "1", "-wdir", tmp_path / "other", BINARY]
    done = subprocess.run([*launcher, *start_one, ":", *start_other], capture_output=True, text=True, timeout=60,
                          env=environment())
    assert done.returncode == 65, done.stderr
    assert done.stderr.count("on rank 1: data.svm is not the file that rank 0 reads") == 1
    assert not (tmp_path / "one" / "model").exists()


def test_without_a_module_it_says_what_to_do(tmp_path):
    program = tmp_path / "smsvm"
    shutil.copy(BINARY, program)
    for name, size, rank in [("Open MPI", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"),
                             ("MPICH", "PMI_SIZE", "PMI_RANK")]:
        done = subprocess.run([program, "version"], capture_output=True, text=True,
                              env=environment(**{size: "2", rank: "0"}))
        assert done.returncode == 69 and name in done.stderr and "build smsvm again" in done.stderr
