"""Text and model files as the suite reads them."""

import lzma

import pytest
from suite import data


def test_libsvm_text(tmp_path):
    (tmp_path / "t").write_text("+1 1:0.5 3:-2e-3\n-1\n1 2:7")
    matrix, signs = data.read_libsvm(tmp_path / "t")
    assert matrix.toarray().tolist() == [[0.5, 0, -2e-3], [0, 0, 0], [0, 7, 0]]
    assert signs.tolist() == [1, -1, 1]


@pytest.mark.parametrize("text", ["2 1:1\n", "+1 1:1 # comment\n"])
def test_other_text_is_refused(tmp_path, text):
    (tmp_path / "t").write_text(text)
    with pytest.raises(ValueError):
        data.read_libsvm(tmp_path / "t")


def model(labels, bias, values):
    return f"solver_type L2R_L1LOSS_SVC_DUAL\nnr_class 2\nlabel {labels}\nnr_feature 2\nbias {bias}\nw\n" + "".join(
        f"{value} \n" for value in values
    )


def test_model_of_liblinear_is_for_the_class_plus_one(tmp_path):
    (tmp_path / "m").write_text(model("-1 1", 1, [1, -2, 0.5]))
    weights, intercept = data.read_liblinear_model(tmp_path / "m", width=3)
    assert weights.tolist() == [-1, 2, 0] and intercept == -0.5


def test_model_without_intercept(tmp_path):
    (tmp_path / "m").write_text(model("1 -1", -1, [1, -2]))
    weights, intercept = data.read_liblinear_model(tmp_path / "m", width=2)
    assert weights.tolist() == [1, -2] and intercept == 0


def test_model_of_ocas(tmp_path):
    (tmp_path / "m").write_text("1\n2\n-3\n")
    weights, intercept = data.read_ocas_model(tmp_path / "m", width=2)
    assert weights.tolist() == [1, 2] and intercept == -3


def test_training_sets_of_two_classes(tmp_path):
    for name in ("b", "a", "a.t", "a.multiclass"):
        (tmp_path / (name + ".libsvm.xz")).write_bytes(lzma.compress(b"+1 1:1\n"))
    assert data.real_names(tmp_path) == ["a", "b"]
    assert open(data.real(tmp_path, "a", tmp_path)).read() == "+1 1:1\n"


def test_what_is_missing_is_named(tmp_path):
    for call in (
        lambda: data.real_names(None),
        lambda: data.real_names(tmp_path),
        lambda: data.real(tmp_path, "x", tmp_path),
    ):
        with pytest.raises(data.Missing):
            call()
