"""Tables as people have them: `smsvm.load` reads what the command reads, and refuses what it refuses."""

import pathlib
import subprocess
import sys
import warnings

import numpy as np
import pytest

import smsvm
from smsvm import SmSVC, SmSVCCV

sys.path.append(str(pathlib.Path(__file__).parents[1] / "cli"))
from table_cases import CASES, LAST_01, ROWS, WORDS, ZERO_ONE, reference, table  # noqa: E402


def load(path, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return smsvm.load(path, **options)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_table_is_loaded_as_the_command_reads_it(tmp_path, case):
    path = tmp_path / case.name
    path.write_bytes(case.content)
    if case.name == "table.parquet":
        pytest.skip("read here: see below")
    if case.refused:
        with pytest.raises(ValueError) as error:
            SmSVC().fit(load(path, **case.options))
        words = [word.replace("--label-column", "label_column").replace("--ignore-column", "ignore_columns")
                 .replace("--categorical", "categorical").replace("--missing mean", "missing")
                 .replace("--header yes", "header").replace("--format libsvm", "format").split(" ")[0]
                 if word.startswith("--") else word for word in case.refused]
        assert all(word in str(error.value) for word in words), str(error.value)
        return
    data = load(path, **case.options)
    (tmp_path / "reference.svm").write_text(reference(case))
    expected = load(tmp_path / "reference.svm")
    assert f"label {case.label} (" in data.columns and f"{case.labels[0]} is positive" in data.columns
    assert data.shape == expected.shape and data.target.tolist() == expected.target.tolist()
    ours, theirs = SmSVC().fit(data), SmSVC().fit(expected)
    assert (ours.coef_ == theirs.coef_).all() and (ours.intercept_ == theirs.intercept_).all()
    assert str(ours.classes_[1]) == case.labels[0].lstrip("+")
    assert (SmSVC().fit(data).decision_function(load(path, like=ours)) == ours.decision_function(data)).all()


def test_model_of_a_table_is_that_of_the_command(tmp_path):
    rows = [[["red", "green"][i % 2], a, WORDS[t]] for i, (t, a, _) in enumerate(ROWS)]
    (tmp_path / "d.csv").write_bytes(table(["color", "a", "class"], rows))
    SmSVC(tol=1e-10).fit(load(tmp_path / "d.csv")).save(tmp_path / "ours")
    command = [sys.executable, "-m", "smsvm", "train", "-q", "--tolerance", "1e-10", "d.csv", "theirs"]
    subprocess.run(command, cwd=tmp_path, check=True)
    assert (tmp_path / "ours").read_bytes() == (tmp_path / "theirs").read_bytes()
    (tmp_path / "new.csv").write_bytes(table(["color", "a"], [["violet", "1"], ["red", "1"]]))
    known = smsvm.load_model(tmp_path / "theirs")
    with pytest.warns(UserWarning, match="such as 'violet'"):
        new = smsvm.load(tmp_path / "new.csv", like=known)
    assert new.target is None and new.shape == (2, 3) and new.feature_names == ["color=green", "color=red", "a"]
    scores = known.decision_function(new)
    assert scores[1] - scores[0] == pytest.approx(known.coef_[0, 1])


def test_arrays_after_a_table_leave_no_table_behind(tmp_path):
    (tmp_path / "d.csv").write_bytes(table(["a", "b", "y"], LAST_01))
    clf = SmSVC().fit(load(tmp_path / "d.csv"))
    clf.fit(np.array([[1.0], [-1.0]]), [1, 0]).save(tmp_path / "m")
    assert "\ntable " not in (tmp_path / "m").read_text()


def test_positive_class_is_that_of_the_command(tmp_path):
    (tmp_path / "d.csv").write_bytes(table(["a", "b", "y"], LAST_01))
    (tmp_path / "turned.csv").write_bytes(table(["a", "b", "y"], LAST_01[::-1]))
    for name in ("d.csv", "turned.csv"):
        SmSVC().fit(load(tmp_path / name)).save(tmp_path / "m")
        assert "\nlabel 1 0\n" in (tmp_path / "m").read_text()


@pytest.mark.parametrize("kind", ["parquet", "feather", "arrow"])
def test_columnar_files_are_tables_too(tmp_path, kind):
    pyarrow = pytest.importorskip("pyarrow")
    import pyarrow.feather
    import pyarrow.parquet

    rows = pyarrow.table({
        "color": pyarrow.array([["red", "green", None][i % 3] for i in range(len(ROWS))]).dictionary_encode(),
        "flag": [i % 2 == 0 for i in range(len(ROWS))],
        "a": [float(a) for _, a, _ in ROWS],
        "label": [int(ZERO_ONE[t]) for t, _, _ in ROWS],
    })  # fmt: skip
    path = tmp_path / f"d.{kind}"
    if kind == "parquet":
        pyarrow.parquet.write_table(rows, path)
    elif kind == "feather":
        pyarrow.feather.write_feather(rows, path)
    else:
        with pyarrow.ipc.new_stream(path, rows.schema) as stream:
            stream.write_table(rows)
    with pytest.raises(ValueError, match="missing value in column 'color'"):
        smsvm.load(path)
    data = smsvm.load(path, missing="indicator")
    assert data.feature_names == ["color=green", "color=red", "color is missing", "flag", "a"]
    assert data.target.tolist() == [int(t) for t, _, _ in ROWS]
    assert SmSVCCV(points=3, cv=2).fit(data).score(data) > 0.5
