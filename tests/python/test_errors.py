"""Mistakes in data and files are told in the words of the command, with the names of parameters for its options."""

import subprocess
import sys

import numpy as np
import pytest

import smsvm
from smsvm import SmSVC


def words_of_the_command(*arguments, cwd):
    done = subprocess.run([sys.executable, "-m", "smsvm", *map(str, arguments)], cwd=cwd, capture_output=True, text=True)
    assert done.returncode != 0
    return done.stderr


def test_a_device_that_is_not_there(noisy, tmp_path):
    (tmp_path / "data").write_text("+1 1:1\n-1 1:-1\n")
    with pytest.raises(OSError, match="^device cuda: ") as caught:
        SmSVC(device="cuda").fit(*noisy)
    told = words_of_the_command("train", "--device", "cuda", "data", "model", cwd=tmp_path)
    assert str(caught.value) in told.replace("--device", "device")


def test_bad_files(tmp_path):
    (tmp_path / "bad.svm").write_text("+1 1:1\n-1 1:1 1:2\n")
    with pytest.raises(ValueError, match=r"bad.svm:2:8: ") as caught:
        smsvm.load(tmp_path / "bad.svm")
    assert str(caught.value) in words_of_the_command("train", tmp_path / "bad.svm", "m", cwd=tmp_path)
    with pytest.raises(FileNotFoundError, match="No such file"):
        smsvm.load(tmp_path / "missing.svm")
    with pytest.raises(FileNotFoundError, match="No such file"):
        smsvm.load_model(tmp_path / "missing.model")
    with pytest.raises(OSError):
        smsvm.load(tmp_path)
    with pytest.raises(ValueError):
        smsvm.load_model(tmp_path / "bad.svm")


def test_hints_name_parameters(tmp_path):
    (tmp_path / "from0.svm").write_text("+1 0:1\n-1 1:1\n")
    with pytest.raises(ValueError, match="index_base") as caught:
        smsvm.load(tmp_path / "from0.svm")
    assert "--" not in str(caught.value)
    with pytest.raises(ValueError, match="^precision: there is no 'half'"):
        smsvm.load(tmp_path / "from0.svm", precision="half")


def test_models_that_cannot_be_written(noisy, tmp_path):
    clf = SmSVC().fit(*noisy)
    with pytest.raises(OSError):
        clf.save(tmp_path / "missing" / "model")


def test_one_class(noisy):
    X, y = noisy
    with pytest.raises(ValueError, match="every row has the label 0; training needs two classes"):
        SmSVC().fit(X, np.zeros(len(y), int))
    with pytest.raises(ValueError, match="(?i)weight"):
        SmSVC().fit(X, y, sample_weight=np.zeros(len(y)))


def test_shapes(noisy):
    X, y = noisy
    with pytest.raises(ValueError, match="penalty_factor has the shape"):
        SmSVC(penalty_factor=[1, 2]).fit(X, y)
    with pytest.raises(ValueError, match="20"):
        SmSVC().fit(X, y).predict(X[:, :3])


def test_unknown_names():
    with pytest.raises(AttributeError, match="no attribute 'SVC'"):
        smsvm.SVC
    assert "SmSVC" in dir(smsvm)


@pytest.mark.parametrize("weight", [-1.0, np.nan, np.inf])
def test_bad_class_weights(weight, noisy):
    X, y = noisy
    with pytest.raises(ValueError, match="class_weight: the label .* has the weight"):
        SmSVC(class_weight={y[0]: weight}).fit(X, y)


def test_a_path_takes_no_strength_of_the_estimator(noisy):
    for clf, name in ((SmSVC(C=0.1), "C=0.1"), (SmSVC(l1=0.1), "l1=0.1"), (SmSVC(l1=0, l2=1e-3), "l1=0")):
        with pytest.raises(ValueError, match=f"^{name} has no part in a path"):
            clf.path(*noisy, points=2)
    assert len(SmSVC(l1_ratio=0.5).path(*noisy, points=2)) == 2
