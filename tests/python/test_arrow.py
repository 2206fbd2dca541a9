"""What columns of Arrow streams may hold."""

import ctypes
import decimal

import numpy as np
import pytest

from smsvm import SmSVC, _core


def test_decimals_of_duckdb():
    duckdb = pytest.importorskip("duckdb")
    types = ["decimal(4, 1)", "decimal(9, 2)", "decimal(18, 3)", "decimal(21, 1)", "decimal(38, 10)"]
    columns = ", ".join(f"(i / 4)::{type} as x{k}" for k, type in enumerate(types))
    rows, y = duckdb.sql(f"select {columns} from range(60) t(i)"), np.arange(60) // 30
    clf = SmSVC().fit(rows, y)
    assert clf.n_features_in_ == 5 and clf.score(rows, y) > 0.9
    _, numbers = _core.read_arrow(duckdb.sql("select 1234567890123456789.5::decimal(21, 1) as x").__arrow_c_stream__())
    assert numbers.tolist() == [[1234567890123456789.5]]


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


def test_types_that_are_no_numbers_are_named_in_words():
    pyarrow = pytest.importorskip("pyarrow")
    types = {
        pyarrow.timestamp("s"): "points in time",
        pyarrow.date32(): "dates",
        pyarrow.duration("ms"): "durations",
        pyarrow.time64("us"): "times of the day",
        pyarrow.string(): "text",
        pyarrow.binary(): "bytes",
        pyarrow.list_(pyarrow.int8()): "lists",
        pyarrow.struct([("a", pyarrow.int8())]): "structs",
        pyarrow.dictionary(pyarrow.int8(), pyarrow.string()): "categories of text",
        pyarrow.decimal256(50, 2): "decimals of more than 128 bits",
    }
    for type, words in types.items():
        table = pyarrow.table({"when": pyarrow.nulls(2, type), "x": [1.0, 2.0]})
        with pytest.raises(ValueError, match=f"^column 'when' holds {words}; expected numbers$"):
            SmSVC().fit(table, [0, 1])


@pytest.mark.parametrize("bits", [32, 64, 128])
def test_decimals_of_every_width(bits):
    pyarrow = pytest.importorskip("pyarrow")
    values = [decimal.Decimal(number) / 100 for number in (-123456, 0, 1, 250)]
    column = pyarrow.array(values, getattr(pyarrow, f"decimal{bits}")(9, 2))
    _, found = _core.read_arrow(pyarrow.table({"x": column}).__arrow_c_stream__())
    assert found[:, 0].tolist() == [float(value) for value in values]


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
    with pytest.raises(ValueError, match="column '' holds points in time"):
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
