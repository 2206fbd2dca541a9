"""Nothing that is written depends on the number of threads."""

from conftest import sha256

THREADS = ["1", "2", "3", "7"]


def outputs(smsvm, tmp_path, data, options):
    for threads in THREADS:
        name = f"with-{threads}"
        run = smsvm("train", data, name, "--certificate", name + ".proof", "--threads", threads, *options)
        assert run.code == 0, run.err
        yield sha256(tmp_path / name), sha256(tmp_path / (name + ".proof"))


def test_model_and_certificate_have_the_same_bytes(smsvm, noisy, tmp_path):
    assert len(set(outputs(smsvm, tmp_path, noisy, ["--l1", "1e-3", "--l2", "1e-4"]))) == 1


def test_also_in_double_without_l1(smsvm, noisy, tmp_path):
    assert len(set(outputs(smsvm, tmp_path, noisy, ["--precision", "double", "--tolerance", "1e-6"]))) == 1


def test_also_on_many_rows(smsvm, large, tmp_path):
    assert len(set(outputs(smsvm, tmp_path, large, ["--l1", "1e-3", "--l2", "1e-3"]))) == 1


def test_predictions_too(smsvm, noisy, tmp_path):
    assert smsvm("train", noisy, "m").code == 0
    assert len({smsvm("predict", "--scores", "--threads", n, noisy, "m").out for n in THREADS}) == 1
