"""--scale: the penalty is that of divided features; data, weights and proof stay on the original scale."""

import statistics

import pytest

from test_classes import blobs

TIGHT = ["--tolerance", "1e-10", "--precision", "double"]


@pytest.fixture
def uneven(tmp_path):
    """Three classes; the features differ by powers of ten, and one is mostly absent."""
    source = blobs(tmp_path / "blobs.svm", ["a", "b", "c"], 80, features=4)
    rows = []
    for i, line in enumerate(source.read_text().splitlines()):
        label, *values = line.split()
        numbers = [float(value.split(":")[1]) * 10.0 ** (2 * j - 3) for j, value in enumerate(values)]
        numbers.append(float(i % 5 == 0))
        rows.append((label, numbers))
    return rows


def write(path, rows):
    text = (f"{label} " + " ".join(f"{j + 1}:{x!r}" for j, x in enumerate(values) if x != 0) for label, values in rows)
    path.write_text("\n".join(text) + "\n")
    return path


def factors(rows, scale):
    columns = list(zip(*(values for _, values in rows)))
    if scale == "minmax":
        return [max(column) - min(column) for column in columns]
    return [statistics.pstdev(column) for column in columns]


@pytest.mark.parametrize("scale", ["minmax", "standard"])
@pytest.mark.parametrize("intercept", ["free", "penalized", "none"])
@pytest.mark.parametrize("penalty", [["-C", "1"], ["--l1", "0.01", "--l2", "0.01"]])
def test_is_the_fit_of_divided_data(smsvm, uneven, tmp_path, scale, intercept, penalty):
    data = write(tmp_path / "d", uneven)
    by = factors(uneven, scale)
    divided = write(tmp_path / "divided", [(label, [x / s for x, s in zip(values, by)]) for label, values in uneven])
    options = [*penalty, "--intercept", intercept, *TIGHT]
    one = smsvm("train", data, "m", "--scale", scale, *options, "--certificate", "c", "--json", "-")
    assert one.code == 0, one.err
    other = smsvm("train", divided, "m2", *options, "--json", "-")
    assert one.json()["primal"] == pytest.approx(other.json()["primal"], rel=1e-9)
    assert one.json()["scale"] == scale and other.json()["scale"] == "none"
    # Raw data are predicted with weights on the original scale, and the proof is about the raw data.
    assert smsvm("predict", "-q", data, "m").out == smsvm("predict", "-q", divided, "m2").out
    verdict = smsvm("verify", data, "m", "c", "--json", "-")
    assert verdict.code == 0 and verdict.json()["scaled"] is True


def test_free_intercept_makes_it_the_usual_standardisation(smsvm, uneven, tmp_path):
    data = write(tmp_path / "d", uneven)
    columns = list(zip(*(values for _, values in uneven)))
    mean, deviation = [statistics.fmean(column) for column in columns], factors(uneven, "standard")
    shifted = [(label, [(x - m) / s for x, m, s in zip(values, mean, deviation)]) for label, values in uneven]
    one = smsvm("train", data, "m", "--scale", "standard", *TIGHT, "--json", "-").json()
    other = smsvm("train", write(tmp_path / "shifted", shifted), "m2", *TIGHT, "--json", "-").json()
    assert one["primal"] == pytest.approx(other["primal"], rel=1e-9)


def test_the_unit_of_a_feature_does_not_matter(smsvm, uneven, tmp_path):
    data = write(tmp_path / "d", uneven)
    other_unit = [(label, [1024 * values[0], *values[1:]]) for label, values in uneven]
    options = ["--scale", "standard", *TIGHT, "--json", "-"]
    one = smsvm("train", data, "m", *options).json()
    other = smsvm("train", write(tmp_path / "e", other_unit), "m", *options).json()
    assert one["primal"] == pytest.approx(other["primal"], rel=1e-9)


def test_model_says_how_it_was_scaled(smsvm, uneven, tmp_path):
    data = write(tmp_path / "d", uneven)
    assert smsvm("train", data, "m", "--scale", "minmax", "--precision", "double").code == 0
    trailer = (tmp_path / "m").read_text().split("\nsmsvm_model 1\n")[1].splitlines()
    assert 'scale "minmax"' in trailer
    [line] = [line for line in trailer if line.startswith("feature_scale 5 ")]
    assert [float(word) for word in line.split()[2:]] == pytest.approx(factors(uneven, "minmax"))
    assert smsvm("inspect", "m", "--json", "-").json()["training"]["scale"] == "minmax"
    assert "scale       minmax" in smsvm("inspect", "m").out


def test_with_penalty_factors(smsvm, uneven, tmp_path):
    data = write(tmp_path / "d", uneven)
    by = factors(uneven, "standard")
    divided = write(tmp_path / "divided", [(label, [x / s for x, s in zip(values, by)]) for label, values in uneven])
    (tmp_path / "f").write_text("2 3\n4 0.1\n")
    options = ["--penalty-factor", "f", "--l1", "0.003", "--l2", "0.01", *TIGHT, "--json", "-"]
    one = smsvm("train", data, "m", "--scale", "standard", "--certificate", "c", *options).json()
    other = smsvm("train", divided, "m2", *options).json()
    assert one["primal"] == pytest.approx(other["primal"], rel=1e-9)
    assert smsvm("verify", data, "m", "c").code == 0


def test_what_cannot_be_scaled(smsvm, uneven, tmp_path):
    data = write(tmp_path / "d", uneven)
    run = smsvm("train", data, "m", "--scale", "zscore")
    assert run.code == 2 and "none, minmax, standard" in run.err
    run = smsvm("train", data, "m", "--scale", "standard", "--solver", "sgd", "--l2", "0.1")
    assert run.code == 2 and "--scale" in run.err
