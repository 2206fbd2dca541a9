"""Models that leave: LIBLINEAR's format, ONNX, scikit-learn's own class."""

import shutil
import subprocess
import sys

import numpy as np
import pytest
from sklearn.datasets import dump_svmlight_file
from sklearn.svm import LinearSVC

import smsvm
from smsvm import SmSVC


@pytest.mark.parametrize("calibrate", [None, "platt", "isotonic"])
def test_models_come_back_as_they_were(noisy, three_classes, tmp_path, calibrate):
    for X, y in (noisy, three_classes):
        clf = SmSVC(calibrate=calibrate, scale="standard", class_weight="balanced").fit(X, y)
        clf.save(tmp_path / "model")
        again = smsvm.load_model(tmp_path / "model")
        np.testing.assert_array_equal(again.coef_, clf.coef_)
        np.testing.assert_array_equal(again.predict(X), clf.predict(X))
        assert again.certificate_.gap == pytest.approx(clf.certificate_.gap)
        if calibrate:
            np.testing.assert_array_equal(again.predict_proba(X), clf.predict_proba(X))
        assert not again.certificate_.verify(X, y)  # the dual point is not in a model
        with pytest.raises(ValueError, match="no proof to write"):
            again.certificate_.save(tmp_path / "proof")
        again.save(tmp_path / "again")
        assert (tmp_path / "again").read_bytes() == (tmp_path / "model").read_bytes()


def test_names_of_features_come_back(noisy, tmp_path):
    pandas = pytest.importorskip("pandas")
    X, y = noisy
    frame = pandas.DataFrame(X, columns=[f"a name = {j}" for j in range(X.shape[1])])
    clf = SmSVC().fit(frame, y)
    clf.save(tmp_path / "model")
    again = smsvm.load_model(tmp_path / "model")
    np.testing.assert_array_equal(again.feature_names_in_, clf.feature_names_in_)
    with pytest.raises(ValueError, match="feature names"):
        again.predict(frame[frame.columns[::-1]])


@pytest.mark.parametrize(
    "labels, kind",
    [
        (["1", "2"], "text"),
        (["+1", "-1"], "text"),
        (["nan", "1"], "text"),
        (["01", "1"], "quoted"),
        (["1", "1.0", "x"], "quoted"),
        ([2**53, 2**53 + 1], None),
        ([2**53 + 1, 2**53 + 3, 2**62 + 1], None),
        (["1.5", "2", "3"], "text"),
        ([False, True], "bool"),
        (["False", "True"], None),
        (["a", "b"], None),
        ([1, 2], None),
        ([-1.0, 1.0], None),
        ([1.0, 2.0, 3.0], None),
    ],
)
def test_labels_keep_their_type(labels, kind, three_classes, noisy, tmp_path):
    X, y = noisy if len(labels) == 2 else three_classes
    y = np.array(labels)[np.unique(y, return_inverse=True)[1]]
    clf = SmSVC().fit(X, y)
    clf.save(tmp_path / "model")
    again = smsvm.load_model(tmp_path / "model")
    assert again.classes_.dtype.kind == clf.classes_.dtype.kind
    np.testing.assert_array_equal(again.classes_, clf.classes_)
    np.testing.assert_array_equal(again.predict(X), clf.predict(X))
    # Said only where the texts would be taken for something else, and nothing to the command.
    text = (tmp_path / "model").read_text()
    assert (f'\nlabel_kind "{kind}"\n' in text) if kind else ("label_kind" not in text)
    again.save(tmp_path / "again")
    assert (tmp_path / "again").read_text() == text
    np.savez(tmp_path / "rows.npz", X=X)
    command = [sys.executable, "-m", "smsvm", "predict", "-q", "--label-column", "none", "rows.npz", "model", "out"]
    subprocess.run(command, cwd=tmp_path, check=True)
    quote = '"' if kind == "quoted" else ""
    assert (tmp_path / "out").read_text().split() == [f"{quote}{label}{quote}" for label in clf.predict(X).tolist()]
    assert clf.certificate_.verify(X, y) and clf.score(X, y) > 0.6


def test_changed_weights_are_saved_without_what_was_found_in_training(noisy, tmp_path):
    clf = SmSVC().fit(*noisy)
    clf.coef_ *= 0.5
    clf.save(tmp_path / "model")
    assert not hasattr(smsvm.load_model(tmp_path / "model"), "certificate_")
    assert clf.certificate_.verify(*noisy)  # of the model as it was trained


@pytest.mark.skipif(not shutil.which("liblinear-predict"), reason="LIBLINEAR's programs are not installed")
def test_liblinear_reads_our_models(noisy, tmp_path):
    from sklearn.datasets import dump_svmlight_file

    X, y = noisy
    dump_svmlight_file(X, y, str(tmp_path / "data"), zero_based=False)
    clf = SmSVC().fit(X, y)
    clf.save(tmp_path / "model")
    subprocess.run(["liblinear-predict", "-q", "data", "model", "out"], cwd=tmp_path, check=True)
    assert np.loadtxt(tmp_path / "out").astype(int).tolist() == clf.predict(X).tolist()


def test_models_of_the_other_orientation(tmp_path):
    text = "solver_type L2R_L1LOSS_SVC_DUAL\nnr_class 2\nlabel 1 2\nnr_feature 2\nbias 1\nw\n0.5\n-1\n0.25\n"
    (tmp_path / "model").write_text(text)
    clf = smsvm.load_model(tmp_path / "model")
    assert clf.classes_.tolist() == [1, 2] and clf.coef_.tolist() == [[-0.5, 1.0]]
    assert clf.predict([[1.0, 0.0], [-1.0, 1.0]]).tolist() == [1, 2]
    assert not hasattr(clf, "certificate_")


@pytest.mark.parametrize("dtype, rtol", [("float32", 1e-4), ("float64", 1e-12)])
def test_onnx_says_the_same(noisy, three_classes, dtype, rtol):
    runtime = pytest.importorskip("onnxruntime")
    pytest.importorskip("onnx")
    for X, y in (noisy, (noisy[0], noisy[1] * 2.0), three_classes):
        clf = SmSVC().fit(X, y)
        session = runtime.InferenceSession(clf.to_onnx(dtype).SerializeToString(), providers=["CPUExecutionProvider"])
        rows = X.astype(dtype)
        label, scores = session.run(None, {"X": rows})
        expected = clf.decision_function(rows)
        expected = np.column_stack([-expected, expected]) if expected.ndim == 1 else expected
        np.testing.assert_allclose(scores, expected, rtol=rtol, atol=rtol)
        margin = np.sort(expected, axis=1)
        clear = margin[:, -1] - margin[:, -2] > 1e-3
        np.testing.assert_array_equal(np.asarray(label)[clear], clf.predict(rows)[clear])


def test_onnx_knows_its_types(noisy):
    pytest.importorskip("onnx")
    with pytest.raises(ValueError, match="float32, float64"):
        SmSVC().fit(*noisy).to_onnx("float16")


def test_linear_svc_predicts_the_same(noisy, three_classes):
    for X, y in (noisy, three_classes):
        clf = SmSVC().fit(X, y)
        theirs = clf.to_sklearn()
        assert isinstance(theirs, LinearSVC)
        np.testing.assert_array_equal(theirs.predict(X), clf.predict(X))
        np.testing.assert_allclose(theirs.decision_function(X), clf.decision_function(X), rtol=1e-9, atol=1e-12)


def test_mlflow(noisy, tmp_path):
    mlflow = pytest.importorskip("mlflow.sklearn")
    X, y = noisy
    clf = SmSVC().fit(X, y)
    mlflow.save_model(clf, tmp_path / "model", serialization_format="cloudpickle")
    np.testing.assert_array_equal(mlflow.load_model(tmp_path / "model").predict(X), clf.predict(X))


def test_files_are_those_of_the_command(noisy, tmp_path):
    """The library decides for both: rows without weight, weights of classes, scales, folds and C."""
    X, y = noisy
    X, y = X[np.argmin(y) :], y[np.argmin(y) :]  # begins with the class that is sorted first
    dump_svmlight_file(X, np.where(y == 1, 1, -1), str(tmp_path / "rows.svm"), zero_based=False)
    weight = np.arange(len(y)) % 3
    np.savetxt(tmp_path / "weights", weight)
    command = "train -q --class-weight balanced --scale standard --calibrate platt --sample-weight weights -C 0.5"
    arguments = [*command.split(), "--certificate", "proof", "rows.svm", "model"]
    subprocess.run([sys.executable, "-m", "smsvm", *arguments], cwd=tmp_path, check=True)
    clf = SmSVC(C=0.5, class_weight="balanced", scale="standard", calibrate="platt")
    clf.fit(smsvm.load(tmp_path / "rows.svm"), sample_weight=weight)
    clf.save(tmp_path / "ours")
    clf.certificate_.save(tmp_path / "our proof")
    assert (tmp_path / "ours").read_bytes() == (tmp_path / "model").read_bytes()
    assert (tmp_path / "our proof").read_bytes() == (tmp_path / "proof").read_bytes()
