"""What X, y and files may be, and that nothing is copied."""

import gzip
import subprocess
import sys

import numpy as np
import pytest
from scipy import sparse

import smsvm
from smsvm import SmSVC, SmSVCCV, _core
from smsvm._data import borrow


def resident_bytes():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_dense_rows_are_used_where_they_lie(dtype):
    X = np.ones((1_000_000, 40), dtype=dtype)
    before = resident_bytes()
    view = borrow(X, 1)
    assert resident_bytes() - before < X.nbytes / 10
    assert view.rows == len(X)


@pytest.mark.parametrize("index", [np.int32, np.int64])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_sparse_rows_are_used_where_they_lie(index, dtype):
    rows, each = 1_000_000, 16
    column = np.tile(np.arange(0, 3 * each, 3, dtype=index), rows)
    start = np.arange(0, (rows + 1) * each, each, dtype=index)
    X = sparse.csr_array((np.full(rows * each, 2, dtype=dtype), column, start), shape=(rows, 60))
    X.indices, X.indptr = column, start  # SciPy may have chosen narrower ones
    before = resident_bytes()
    view = borrow(X, 1)
    assert resident_bytes() - before < (X.data.nbytes + column.nbytes) / 10
    assert view.nonzeros == rows * each


def test_the_view_refers_to_the_array_and_keeps_it_alive():
    X = np.random.default_rng(0).standard_normal((100, 3))
    view = borrow(X, 1)
    before = view.checksum(1)
    X[5, 1] += 1  # nobody should; but it shows whose numbers they are
    assert view.checksum(1) != before
    counts = sys.getrefcount(X)
    del view
    assert sys.getrefcount(X) < counts


def test_what_cannot_be_borrowed_is_refused():
    with pytest.raises(TypeError):
        _core.borrow_dense(np.ones((3, 4))[:, ::2], None, 1)
    with pytest.raises(TypeError):
        _core.borrow_dense(np.ones((3, 4), dtype=int), None, 1)


@pytest.mark.parametrize("change", [np.asfortranarray, lambda X: X[:, ::-1], lambda X: X.astype(np.float16)])
def test_other_layouts_are_copied(noisy, change):
    X, y = noisy
    clf = SmSVC(tol=1e-8).fit(change(X), y)
    same = SmSVC(tol=1e-8).fit(np.ascontiguousarray(change(X), dtype=np.float64), y)
    assert clf.certificate_.primal == pytest.approx(same.certificate_.primal, rel=1e-6)


def test_unsorted_indices_and_duplicates(noisy):
    X, y = noisy
    reverse = sparse.csr_array(X)
    for i in range(len(y)):
        part = slice(reverse.indptr[i], reverse.indptr[i + 1])
        reverse.indices[part], reverse.data[part] = reverse.indices[part][::-1].copy(), reverse.data[part][::-1].copy()
    reverse.has_sorted_indices = False
    clf = SmSVC(tol=1e-9).fit(reverse, y)
    assert clf.certificate_.primal == pytest.approx(SmSVC(tol=1e-9).fit(X, y).certificate_.primal, rel=1e-9)


def test_precision(noisy):
    X, y = noisy
    assert SmSVC().fit(X, y).certificate_.precision == "double"
    assert SmSVC().fit(X.astype(np.float32), y).certificate_.precision == "float"
    assert SmSVC(precision="float").fit(X, y).certificate_.precision == "float"


def tables(X, y):
    names = [f"f{j}" for j in range(X.shape[1])]
    columns = {name: X[:, j] for j, name in enumerate(names)}
    labels = np.where(y == 1, "yes", "no")
    yield "pandas", lambda module: (module.DataFrame(columns), module.Series(labels))
    yield "polars", lambda module: (module.DataFrame(columns), module.Series("y", labels))
    yield "pyarrow", lambda module: (module.table(columns), module.array(labels))


@pytest.mark.parametrize("which", ["pandas", "polars", "pyarrow"])
def test_tables(noisy, which):
    X, y = noisy
    module = pytest.importorskip(which)
    table, labels = dict(tables(X, y))[which](module)
    clf = SmSVC().fit(table, labels)
    plain = SmSVC().fit(X, np.where(y == 1, "yes", "no"))
    np.testing.assert_array_equal(clf.coef_, plain.coef_)
    assert list(clf.feature_names_in_) == [f"f{j}" for j in range(20)]
    np.testing.assert_array_equal(clf.predict(table), plain.predict(X))
    assert clf.certificate_.verify(table, labels)


def test_duckdb(noisy):
    duckdb, pandas = pytest.importorskip("duckdb"), pytest.importorskip("pandas")
    X, y = noisy
    frame = pandas.DataFrame(X[:, :3], columns=["a", "b", "c"])
    frame["label"] = np.where(y == 1, "yes", "no")
    rows, labels = duckdb.sql("select a, b, c from frame"), duckdb.sql("select label from frame")
    clf = SmSVC().fit(rows, labels)
    np.testing.assert_array_equal(clf.coef_, SmSVC().fit(X[:, :3], frame["label"]).coef_)
    assert list(clf.feature_names_in_) == ["a", "b", "c"] and list(clf.classes_) == ["no", "yes"]
    whole = SmSVC().fit(rows, duckdb.sql("select case when label = 'yes' then 7 else 3 end from frame"))
    assert list(whole.classes_) == [3, 7]


def test_what_is_derived_from_pandas_is_pandas(noisy):
    pandas = pytest.importorskip("pandas")
    X, y = noisy

    class Frame(pandas.DataFrame):  # as GeoDataFrame is one
        @property
        def _constructor(self):
            return Frame

    frame = Frame(X, columns=[f"f{j}" for j in range(20)], index=np.arange(len(y))[::-1] + 7)
    clf = SmSVC().fit(frame, pandas.Series(y, index=frame.index))
    assert clf.n_features_in_ == 20 and list(clf.feature_names_in_) == list(frame.columns)
    np.testing.assert_array_equal(clf.coef_, SmSVC().fit(X, y).coef_)
    np.testing.assert_array_equal(clf.predict(frame), clf.predict(pandas.DataFrame(frame)))


def test_empty_columns_cost_nothing(tmp_path):
    random = np.random.default_rng(0)
    columns = np.sort(np.stack([random.choice(200_000, 20, replace=False) for _ in range(300)]), axis=1)
    X = sparse.csr_array(
        (random.standard_normal(6000), columns.ravel(), np.arange(0, 6001, 20)), shape=(300, 200_000)
    )
    y = np.arange(300) % 2
    rows = _core.borrow_sparse(X.indptr, X.indices, X.data, 200_000, X, 1)
    used = np.unique(columns)
    assert rows.features == len(used) and rows.width == 200_000
    np.testing.assert_array_equal(rows.feature_ids, used + 1)

    clf, packed = SmSVC(scale="standard").fit(X, y), SmSVC(scale="standard").fit(X[:, used].tocsr(), y)
    assert clf.coef_.shape == (1, 200_000) and np.count_nonzero(clf.coef_) <= len(used)
    np.testing.assert_allclose(clf.coef_[:, used], packed.coef_, rtol=1e-9, atol=1e-12)
    assert clf.certificate_.verify(X, y)
    np.testing.assert_allclose(clf.decision_function(X[:5].tocsr()), packed.decision_function(X[:5, used].tocsr()))
    empty = sparse.csr_array((2, 200_000))
    np.testing.assert_array_equal(clf.decision_function(empty), np.repeat(clf.intercept_, 2))
    factor = random.uniform(0.5, 2, 200_000)
    by_factor = SmSVC(penalty_factor=factor).fit(X, y)
    assert by_factor.certificate_.verify(X, y)
    by_factor.save(tmp_path / "model")
    np.testing.assert_array_equal(smsvm.load_model(tmp_path / "model").coef_, by_factor.coef_)


@pytest.mark.parametrize("names", [False, True])
def test_arrays_of_xarray(noisy, names):
    xarray = pytest.importorskip("xarray")
    X, y = noisy
    coords = {"feature": [f"f{j}" for j in range(20)]} if names else {}
    rows, labels = xarray.DataArray(X, dims=("row", "feature"), coords=coords), xarray.DataArray(y, dims="row")
    weight = xarray.DataArray(1 + y, dims="row")
    clf, plain = SmSVC().fit(rows, labels, weight), SmSVC().fit(X, y, 1 + y)
    np.testing.assert_array_equal(clf.coef_, plain.coef_)
    np.testing.assert_array_equal(clf.predict(rows), plain.predict(X))
    assert clf.certificate_.verify(rows, labels)
    assert clf.score(rows, labels) == plain.score(X, y)
    found, same = SmSVCCV(points=3, cv=3).fit(rows, labels), SmSVCCV(points=3, cv=3).fit(X, y)
    np.testing.assert_array_equal(found.coef_, same.coef_)


def test_other_names_are_refused(noisy):
    polars = pytest.importorskip("polars")
    X, y = noisy
    clf = SmSVC().fit(polars.DataFrame({"a": X[:, 0], "b": X[:, 1]}), y)
    with pytest.raises(ValueError, match="unseen at fit time:\n- c\nFeature names seen .* missing:\n- b\n"):
        clf.predict(polars.DataFrame({"a": X[:, 0], "c": X[:, 1]}))


def test_names_of_data_sets_are_those_of_fit(tmp_path):
    loaded = {}
    for name, text in {
        "ab.csv": "a,b,y\n1,0,yes\n0,1,no\n2,-1,yes\n",
        "ba.csv": "b,a,y\n0,1,yes\n1,0,no\n",
        "ac.csv": "a,c,y\n1,0,yes\n0,1,no\n",
        "no.svm": "yes 1:1\nno 2:1\n",
    }.items():
        (tmp_path / name).write_text(text)
        loaded[name[:2]] = smsvm.load(tmp_path / name)
    clf = SmSVC().fit(loaded["ab"])
    assert clf.predict(loaded["ab"]).tolist() == ["yes", "no", "yes"]
    order = r"^The feature names should match .* fit.\nFeature names must be in the same order as they were in fit.\n$"
    with pytest.raises(ValueError, match=order):
        clf.predict(loaded["ba"])
    with pytest.raises(ValueError, match="unseen at fit time:\n- c\n"):
        clf.decision_function(loaded["ac"])
    with pytest.warns(UserWarning, match="X does not have valid feature names, but SmSVC was fitted with") as caught:
        clf.predict(loaded["no"])
    assert caught[0].filename == __file__
    with pytest.warns(UserWarning, match="X has feature names, but SmSVC was fitted without feature names"):
        SmSVC().fit(loaded["no"]).predict(loaded["ab"])


def test_complaints_about_names_are_those_of_scikit_learn(tmp_path):
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    names = [f"f{j}" for j in range(12)]
    X, y = np.eye(12), np.arange(12) % 2
    clf = SmSVC().fit(pandas.DataFrame(X, columns=names), y)
    for others in (names[::-1], names[:3] + [f"g{j}" for j in range(9)], names[:5]):
        told = []
        for module in (pandas, polars):
            with pytest.raises(ValueError) as caught:
                clf.predict(module.DataFrame({name: X[:, 0] for name in others}))
            told.append(str(caught.value))
        assert told[0] == told[1]


def test_queries_of_polars_must_be_run_first():
    polars = pytest.importorskip("polars")
    table, y = polars.DataFrame({"a": [1.0, 2.0], "b": [0.0, 3.0]}), [0, 1]
    clf = SmSVC().fit(table, y)
    for use in (
        lambda: SmSVC().fit(table.lazy(), y),
        lambda: clf.predict(table.lazy()),
        lambda: clf.certificate_.verify(table.lazy(), y),
    ):
        with pytest.raises(TypeError, match=r"^X is a polars LazyFrame: collect\(\) it first$"):
            use()
    with pytest.raises(TypeError, match="^y is a polars LazyFrame"):
        SmSVC().fit(table, table.lazy())


def test_none_of_them_is_imported():
    code = (
        "import sys, sklearn.metrics, sklearn.model_selection, sklearn.svm; before = set(sys.modules)\n"
        "import smsvm; smsvm.SmSVC, smsvm.SmSVCCV, smsvm.WeightsDisplay; print(*set(sys.modules) - before)"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "smsvm._svccv" in loaded
    assert not {"pandas", "polars", "pyarrow", "duckdb", "onnx", "matplotlib"} & set(loaded)


TEXT = "+1 1:1 3:0.5\n-1 1:-1 2:0.25\n+1 1:0.8\n-1 2:0.5 3:-1\n"


def test_loads_libsvm_compressed_or_not(tmp_path):
    (tmp_path / "data.svm").write_text(TEXT)
    (tmp_path / "data.gz").write_bytes(gzip.compress(TEXT.encode()))
    for name in ("data.svm", "data.gz"):
        data = smsvm.load(tmp_path / name)
        assert data.shape == (4, 3) and data.target.tolist() == [1, -1, 1, -1] and data.nnz == 7
        clf = SmSVC().fit(data)
        assert clf.classes_.tolist() == [-1, 1] and clf.n_features_in_ == 3
        assert clf.certificate_.verify(data)
        assert clf.score(data, data.target) == clf.score(data) == 1.0


def test_scores_of_data_sets(tmp_path):
    (tmp_path / "data.csv").write_text("a,label,w\n1,yes,1\n2,yes,1\n-1,no,1\n-2,yes,3\n")
    data = smsvm.load(tmp_path / "data.csv", weight_column="w")
    clf = SmSVC().fit([[1.0], [-1.0]], ["yes", "no"])
    with pytest.warns(UserWarning, match="X has feature names"):
        assert clf.score(data) == 0.5  # the last row weighs as much as the others
    with pytest.warns(UserWarning, match="X has feature names"):
        assert clf.score(data, sample_weight=[1, 1, 1, 1]) == 0.75
    (tmp_path / "rows.csv").write_text("1\n2\n")
    with pytest.raises(ValueError, match="rows.csv: there are no labels"):
        clf.score(smsvm.load(tmp_path / "rows.csv", label_column="none", header="no"))


def test_tiny_data_are_solved_as_the_command_does_to_1e_10(tmp_path):
    (tmp_path / "data.svm").write_text(TEXT * 5)
    command = [sys.executable, "-m", "smsvm", "train", "-q", "--tolerance", "1e-10", "data.svm", "theirs"]
    subprocess.run(command, cwd=tmp_path, check=True)
    data = smsvm.load(tmp_path / "data.svm")
    exact, default = SmSVC(tol=1e-10).fit(data), SmSVC().fit(data)
    exact.save(tmp_path / "ours")
    assert (tmp_path / "ours").read_bytes() == (tmp_path / "theirs").read_bytes()
    np.testing.assert_array_equal(default.coef_, exact.coef_)


def test_loads_csv_and_npz(tmp_path):
    (tmp_path / "data.csv").write_text("size,weight,label,w\n1,2,ape,1\n3,-1,bee,2\n0,1,ape,1\n2,-2,bee,0\n")
    data = smsvm.load(tmp_path / "data.csv", weight_column="w")
    assert data.feature_names == ["size", "weight"] and data.sample_weight.tolist() == [1, 2, 1, 0]
    clf = SmSVC().fit(data)
    assert list(clf.feature_names_in_) == ["size", "weight"] and clf._facts["model"]["total_weight"] == 4
    X = np.array([[1.0, 2.0], [3.0, -1.0]])
    np.savez(tmp_path / "data.npz", X=X, y=[0, 1])
    assert smsvm.load(tmp_path / "data.npz", precision="double").shape == (2, 2)


def test_a_data_set_has_its_own_labels(tmp_path):
    (tmp_path / "data.svm").write_text(TEXT)
    with pytest.raises(ValueError, match="its own labels"):
        SmSVC().fit(smsvm.load(tmp_path / "data.svm"), [0, 1, 0, 1])


def test_features_beyond_the_models_are_ignored_with_a_warning(tmp_path):
    (tmp_path / "data.svm").write_text(TEXT)
    (tmp_path / "wide.svm").write_text("+1 1:1 9:1\n")
    clf = SmSVC().fit(smsvm.load(tmp_path / "data.svm"))
    with pytest.warns(UserWarning, match="the others are ignored"):
        clf.predict(smsvm.load(tmp_path / "wide.svm"))


def test_huge_feature_numbers(tmp_path):
    (tmp_path / "data.svm").write_text("+1 1:1 2000000:1\n-1 1:-1\n")
    clf = SmSVC().fit(smsvm.load(tmp_path / "data.svm"))
    assert clf.coef_.shape == (1, 2_000_000) and np.count_nonzero(clf.coef_) == 2
