"""Tables of polars, pyarrow, DuckDB and others through ``__arrow_c_stream__``; none of them is imported."""

import numpy as np

from . import _core


def is_arrow(X):
    """Whether to read X as an Arrow stream.

    pandas and xarray, and what is derived from their classes (GeoDataFrame), are left to scikit-learn: the stream of a
    data frame would need pyarrow and has the index among the columns, and that of a DataArray has a row for each number.
    """
    return hasattr(X, "__arrow_c_stream__") and not any(
        base.__module__.partition(".")[0] in ("pandas", "xarray") for base in type(X).__mro__
    )


def check_collected(X, name):
    """A query of polars that was not run has no rows yet, and NumPy would take it for one object."""
    if type(X).__name__ == "LazyFrame" and type(X).__module__.startswith("polars"):
        raise TypeError(f"{name} is a polars LazyFrame: collect() it first")


def read_table(X):
    """Names of the columns, and their numbers as rows × columns."""
    names, values = _core.read_arrow(X.__arrow_c_stream__())
    if isinstance(values, list):
        raise ValueError(f"column {names[0]!r} holds text; expected numbers")
    return names, values


def read_labels(y):
    """One column of labels, numbers or text."""
    check_collected(y, "y")
    if not is_arrow(y) or hasattr(y, "__array__") and getattr(np.asarray(y), "ndim", 0) == 1:
        return y
    names, values = _core.read_arrow(y.__arrow_c_stream__())
    if isinstance(values, list):
        return np.array(values)
    if values.shape[1] != 1:
        raise ValueError(f"y has {values.shape[1]} columns ({', '.join(names)}); expected one")
    labels = values[:, 0]
    whole = labels.astype(np.int64, copy=True) if np.isfinite(labels).all() else None
    return whole if whole is not None and (whole == labels).all() else labels
