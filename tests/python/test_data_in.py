"""What X, y and files may be, and that nothing is copied."""

import ctypes
import gzip
import subprocess
import sys

import numpy as np
import pytest
from scipy import sparse

import smsvm
from smsvm import SmSVC, _core
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


def test_types_of_arrow_columns():
    pyarrow = pytest.importorskip("pyarrow")
    values = [0, 1, 2, 3, 100]
    kinds = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float32", "float64", "float16"]
    columns = {kind: pyarrow.array(values, type=pyarrow.from_numpy_dtype(np.dtype(kind))) for kind in kinds}
    columns["bool"] = pyarrow.array([False, True, True, True, True])
    columns["decimal"] = pyarrow.array(values, type=pyarrow.decimal128(12, 3))
    table = pyarrow.table(columns)
    table = pyarrow.concat_tables([table.slice(0, 2), table.slice(2)])  # chunks, and offsets within them
    names, found = _core.read_arrow(table.__arrow_c_stream__())
    assert names == [*kinds, "bool", "decimal"]
    for j in range(len(kinds)):
        assert found[:, j].tolist() == values
    assert found[:, -2].tolist() == [0, 1, 1, 1, 1] and found[:, -1].tolist() == values
    with pytest.raises(ValueError, match="column 'when' has the Arrow type .*; expected numbers"):
        _core.read_arrow(pyarrow.table({"when": pyarrow.array([1], type=pyarrow.timestamp("s"))}).__arrow_c_stream__())


def test_arrow_columns_may_have_no_name():
    pyarrow = pytest.importorskip("pyarrow")

    class Schema(ctypes.Structure):
        pass

    Schema._fields_ = [
        *((name, ctypes.c_char_p) for name in ("format", "name", "metadata")),
        *((name, ctypes.c_int64) for name in ("flags", "n_children")),
        ("children", ctypes.POINTER(ctypes.POINTER(Schema))),
    ]
    get_schema_type = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(Schema))
    pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
    pointer_of.restype, pointer_of.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]

    def stream_without_names(column):
        capsule = pyarrow.table({"x": column}).__arrow_c_stream__()
        get_schema = ctypes.cast(pointer_of(capsule, b"arrow_array_stream"), ctypes.POINTER(get_schema_type))
        with_names = get_schema_type(ctypes.cast(get_schema[0], ctypes.c_void_p).value)

        @get_schema_type
        def without_names(stream, schema):
            code = with_names(stream, schema)
            schema[0].children[0][0].name = None
            return code

        get_schema[0] = without_names
        return capsule, without_names

    capsule, _kept = stream_without_names(pyarrow.array([1.0, 2.0]))
    names, found = _core.read_arrow(capsule)
    assert names == [""] and found[:, 0].tolist() == [1, 2]
    capsule, _kept = stream_without_names(pyarrow.array([1], type=pyarrow.timestamp("s")))
    with pytest.raises(ValueError, match="column '' has the Arrow type"):
        _core.read_arrow(capsule)


def test_nulls_are_nan_and_refused():
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table({"a": [1.0, None, 3.0]})
    assert np.isnan(_core.read_arrow(table.__arrow_c_stream__())[1][1, 0])
    with pytest.raises(ValueError, match="NaN"):
        SmSVC().fit(table, [0, 1, 0])


@pytest.mark.parametrize("type", ["string", "large_string", "string_view", "dictionary"])
def test_labels_of_arrow(type):
    pyarrow = pytest.importorskip("pyarrow")
    texts = ["ape", "a label of more than twelve bytes", "ape"]
    kind = pyarrow.dictionary(pyarrow.int8(), pyarrow.string()) if type == "dictionary" else getattr(pyarrow, type)()
    table = pyarrow.table({"y": pyarrow.array(["", *texts], type=kind)}).slice(1)
    assert _core.read_arrow(table.__arrow_c_stream__())[1] == texts


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
