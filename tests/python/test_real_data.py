"""On real data: the bits of the command, the same optimum from arrays, and never worse than LinearSVC."""

import io
import lzma
import os
import subprocess
import sys

import numpy as np
import pytest
from conftest import ROOT, real_data
from sklearn.datasets import load_svmlight_file
from sklearn.svm import LinearSVC

import smsvm
from smsvm import SmSVC

NAMES = ["a9a", "covtype_scale", "news20-bydate", "colon_std"]


def arrays(path, width):
    with lzma.open(path) as file:
        return load_svmlight_file(io.BytesIO(file.read()), n_features=width, dtype=np.float64)


@pytest.mark.parametrize("name", NAMES)
def test_the_bits_of_the_command(name, tmp_path):
    path = real_data(name)
    command = [sys.executable, "-m", "smsvm", "train", "-q", "--certificate", tmp_path / "proof"]
    subprocess.run([*command, path, tmp_path / "model"], check=True)
    clf = SmSVC().fit(smsvm.load(path))
    clf.save(tmp_path / "ours")
    clf.certificate_.save(tmp_path / "our proof")
    assert (tmp_path / "ours").read_bytes() == (tmp_path / "model").read_bytes()
    assert (tmp_path / "our proof").read_bytes() == (tmp_path / "proof").read_bytes()


@pytest.mark.parametrize("name", NAMES)
def test_the_same_optimum_from_arrays(name):
    path = real_data(name)
    data = smsvm.load(path, precision="double")
    native = SmSVC(tol=1e-8).fit(data)
    X, y = arrays(path, data.shape[1])
    borrowed = SmSVC(tol=1e-8).fit(X, y)
    assert borrowed.certificate_.gap <= 1e-8 and native.certificate_.gap <= 1e-8
    assert borrowed.certificate_.primal == pytest.approx(native.certificate_.primal, rel=1e-8)
    assert native.certificate_.verify(X, y)  # the same content, whatever the layout


@pytest.mark.filterwarnings("ignore:Liblinear failed to converge")
@pytest.mark.parametrize("name", NAMES)
def test_never_worse_than_linear_svc(name):
    path = real_data(name)
    data = smsvm.load(path)
    X, y = arrays(path, data.shape[1])
    X = X.astype(np.float64)

    def objective(model):
        w, b = model.coef_[0], model.intercept_[0]
        return (w @ w + b * b) / 2 / len(y) + np.maximum(0, 1 - y * (X @ w + b)).mean()

    # A tenth of the default iterations is enough on the largest; more would only come nearer to the same optimum.
    theirs = LinearSVC(loss="hinge", max_iter=100 if name == "covtype_scale" else 1000, random_state=0)
    theirs.fit(X, y)
    ours = SmSVC(intercept="penalized", tol=1e-8).fit(X, y)
    assert objective(ours) <= objective(theirs) * (1 + 1e-8)


def test_the_tour(tmp_path):
    pytest.importorskip("matplotlib")
    folder = real_data("a9a").parent
    for name in ("a9a.t", "colon_std"):
        real_data(name)
    environment = {**os.environ, "SMSVM_DATA": str(folder)}
    done = subprocess.run([sys.executable, ROOT / "examples" / "tour.py", tmp_path], env=environment, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
    assert b"holds=True" in done.stdout
    assert len(list(tmp_path.glob("*.svg"))) == 4 and len(list(tmp_path.glob("*.html"))) == 2
