"""convert, and stores wherever data are read."""

import json
import lzma
import os
import resource
import subprocess

import pytest

from conftest import BINARY, SANITIZER, environment, files_in, sha256


@pytest.fixture
def store(smsvm, noisy, tmp_path):
    run = smsvm("convert", noisy, "noisy.store", "--json", "facts")
    assert run.code == 0, run.err
    return tmp_path / "noisy.store"


def test_convert_says_what_it_wrote(store, tmp_path):
    facts = json.loads((tmp_path / "facts").read_text())
    assert facts["rows"] == 3000 and facts["features"] == 20 and facts["nonzeros"] == 60000
    assert facts["classes"] == 2 and facts["precision"] == "double" and facts["bytes"] == store.stat().st_size
    assert files_in(tmp_path) == ["facts", "noisy.store"]


def test_training_from_a_store_gives_the_bytes_of_training_from_text(smsvm, noisy, store, tmp_path):
    assert smsvm("train", "-q", noisy, "text", "--certificate", "text.proof").code == 0
    sums = {sha256(tmp_path / "text")}, {sha256(tmp_path / "text.proof")}
    for options in [[], ["--threads", 1], ["--trust-store"]]:
        assert smsvm("train", "-q", store, "m", "--certificate", "c", *options).code == 0
        sums[0].add(sha256(tmp_path / "m")), sums[1].add(sha256(tmp_path / "c"))
    (tmp_path / "packed").write_bytes(lzma.compress(store.read_bytes()))  # in memory instead of mapped
    assert smsvm("train", "-q", "packed", "m", "--certificate", "c").code == 0
    assert smsvm("train", "-q", "-", "n", input=store.read_bytes()).code == 0
    assert sums[0] == {sha256(tmp_path / "m")} == {sha256(tmp_path / "n")}
    assert sums[1] == {sha256(tmp_path / "c")}


def test_text_and_store_verify_alike(smsvm, noisy, store):
    assert smsvm("train", "-q", store, "m", "--certificate", "c").code == 0
    for data in (noisy, store):
        assert smsvm("verify", data, "m", "c").code == 0
    checksums = {smsvm("inspect", data, "--json", "-").json()["checksum"] for data in (noisy, store)}
    assert len(checksums) == 1


def test_predict_check_path_and_cv_take_a_store(smsvm, noisy, store):
    assert smsvm("train", "-q", noisy, "m").code == 0
    assert smsvm("predict", "-q", store, "m").out == smsvm("predict", "-q", noisy, "m").out
    assert smsvm("check", store).out == f"{store}: no complaints, 3,000 rows readable\n"
    assert smsvm("path", "-q", store, "--points", 3).code == 0
    assert smsvm("cv", "-q", store, "p", "--points", 3, "--folds", 2).code == 0


def test_the_precision_is_that_of_the_store(smsvm, noisy, tmp_path):
    assert smsvm("convert", "-q", noisy, "double.store", "--precision", "double").code == 0
    assert smsvm("inspect", "double.store", "--json", "-").json()["precision"] == "double"
    assert smsvm("train", "-q", "double.store", "m").code == 0
    assert smsvm("train", "-q", noisy, "n", "--precision", "double").code == 0
    assert sha256(tmp_path / "m") == sha256(tmp_path / "n")


def test_convert_reads_csv_npy_and_standard_input(smsvm, tmp_path):
    rows = "".join(f"{(-1) ** i},{i % 7},{i % 3}\n" for i in range(50))
    (tmp_path / "a.csv").write_text(rows)
    assert smsvm("convert", "-q", "a.csv", "csv.store", "--label-column", "1").code == 0
    svm = "".join(f"{(-1) ** i} 1:{i % 7} 2:{i % 3}\n" for i in range(50))
    assert smsvm("convert", "-q", "-", "in.store", input=svm).code == 0
    expected = smsvm("inspect", "a.csv", "--label-column", "1", "--json", "-").json()["checksum"]
    names = ["csv.store", "in.store"]
    try:
        import numpy
    except ImportError:
        pass
    else:
        table = numpy.array([[(-1) ** i, i % 7, i % 3] for i in range(50)], dtype="float64")
        numpy.save(tmp_path / "a.npy", table)
        numpy.savez(tmp_path / "a.npz", X=table[:, 1:], y=table[:, 0])
        for name in ("a.npy", "a.npz"):
            label = ["--label-column", "1"] if name == "a.npy" else []
            assert smsvm("convert", "-q", name, name + ".store", *label).code == 0
            names.append(name + ".store")
    for name in names:
        assert smsvm("inspect", name, "--json", "-").json()["checksum"] == expected


def test_damage_is_65_and_says_where(smsvm, store, tmp_path):
    content = bytearray(store.read_bytes())
    content[1000] ^= 1
    (tmp_path / "bad").write_bytes(content)
    for command in (["train", "bad", "m"], ["check", "bad"]):
        run = smsvm(*command)
        assert run.code == 65, run.err
        assert "bad: block 1 (stored rows 1 to 3000, at byte 64): it does not match its checksum" in run.err + run.out
    (tmp_path / "short").write_bytes(content[:5000])
    run = smsvm("train", "short", "m")
    assert run.code == 65 and "short: a store that is cut short" in run.err
    assert not (tmp_path / "m").exists()


def test_bad_data_leave_the_old_store(smsvm, store, tmp_path):
    before = store.read_bytes(), files_in(tmp_path)
    (tmp_path / "facts").write_text("+1 1:1\n-1 1:x\n")
    assert smsvm("convert", "facts", store).code == 65
    assert (store.read_bytes(), files_in(tmp_path)) == before


def test_a_full_disk_leaves_the_old_store(smsvm, noisy, store, tmp_path):
    before = store.read_bytes(), files_in(tmp_path)

    def limit_files():
        resource.setrlimit(resource.RLIMIT_FSIZE, (100000, 100000))

    run = smsvm("convert", noisy, store, preexec_fn=limit_files)
    assert run.code == 74, run.err
    assert (store.read_bytes(), files_in(tmp_path)) == before
    assert smsvm("convert", noisy, "/dev/full").code == 74


def test_the_output_must_not_be_the_input(smsvm, store):
    before = store.read_bytes()
    assert smsvm("convert", store, store).code == 2
    assert store.read_bytes() == before


@pytest.mark.skipif(bool(SANITIZER), reason="memory under a sanitizer says nothing")
@pytest.mark.parametrize("precision, mebibytes", [("float", 64), ("double", 80), ("auto", 80)])
def test_convert_takes_little_memory(large, tmp_path, precision, mebibytes):
    command = [BINARY, "convert", "--precision", precision, "--json", "-", large, "large.store"]
    run = subprocess.run(command, cwd=tmp_path, env=environment(), capture_output=True, check=True, timeout=120)
    facts = json.loads(run.stdout)
    assert os.path.getsize(large) > 38 << 20 and facts["peak_memory_bytes"] < mebibytes << 20


@pytest.mark.skipif(bool(SANITIZER), reason="memory under a sanitizer says nothing")
@pytest.mark.parametrize("order", ["C", "F"])
def test_few_rows_of_many_columns_take_little_memory(smsvm, tmp_path, order):
    numpy = pytest.importorskip("numpy")
    numpy.save(tmp_path / "wide.npy", numpy.array([[1, 0] * 500000, [0, 1] * 500000], dtype=numpy.int8, order=order))
    assert smsvm("convert", "wide.npy", "store", "--label-column", "1", "--json", "-").json()["peak_memory_bytes"] < 256 << 20


@pytest.mark.parametrize("precision, value", [("float", "3.3e38"), ("double", "1.7e308")])
def test_the_largest_values_come_back(smsvm, tmp_path, precision, value):
    (tmp_path / "large.svm").write_text(f"+1 1:{value} 2:1\n-1 1:{value} 2:2\n" * 20)
    assert smsvm("convert", "--precision", precision, "large.svm", "store").code == 0
    assert smsvm("check", "store").code == 0
    run = smsvm("train", "store", "model")  # with doubles no sum of squares is a number, and w = 0 is all there is
    assert run.code == (4 if precision == "double" else 0), run.err


def test_precision_is_the_stores(smsvm, noisy):
    assert smsvm("convert", "--precision", "float", noisy, "floats.store").code == 0
    run = smsvm("train", "--precision", "double", "floats.store", "model")
    assert run.code == 0 and "the store holds floats" in run.err
    assert smsvm("convert", "--precision", "double", noisy, "doubles.store").code == 0
    run = smsvm("train", "--precision", "double", "doubles.store", "model")
    assert run.code == 0 and "holds floats" not in run.err
