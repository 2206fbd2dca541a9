"""Data sets in the library's own layout: from files, and from arrays without a copy."""

import contextlib
import os
import warnings

import numpy as np

from . import _core
from ._columnar import as_csv, csv_of_columnar, is_columnar
from ._threads import threads_for
from ._words import in_words_of_python, words_of_python


class Dataset:
    """Rows read from a file, in the layout that training is fastest on; made by :func:`load`.

    The estimators take it in place of ``X`` and ``y``.

    Attributes
    ----------
    shape : tuple of int
        Rows and features; features are as many as the largest number in the file.
    nnz : int
        Values that are not zero.
    target : ndarray
        The label of each row: numbers where all labels are numbers, else text. None where the file has none.
    sample_weight : ndarray or None
        The weights of the rows, where the file has a column of them.
    feature_names : list of str
        From the header of a table; else empty. A category is called ``column=category``.
    columns : str
        What was made of the columns, in words: which is the label, which are ignored, which hold categories.
    precision : {"float", "double"}
        Of the values.
    """

    def __init__(self, native, source):
        self._native = native
        self.source = source
        weights = native.row_weight
        self.sample_weight = weights if len(weights) else None
        self.feature_names = list(native.feature_names)
        self.columns = native.columns

    @property
    def shape(self):
        return (self._native.rows, feature_count(self._native))

    @property
    def nnz(self):
        return self._native.nonzeros

    @property
    def precision(self):
        return self._native.precision

    @property
    def target(self):
        labels = self._native.labels
        return np.array(label_values(labels))[self._native.label_of_row] if labels else None

    def __len__(self):
        return self._native.rows

    def __repr__(self):
        rows, features = self.shape
        return f"<smsvm.Dataset {self.source!r}: {rows} rows, {features} features, {self.nnz} nonzeros>"


@words_of_python()
def load(
    path,
    *,
    precision="auto",
    index_base="1",
    sort_indices=False,
    format="auto",
    label_column=None,
    labels=None,
    ignore_columns=(),
    categorical="auto",
    missing="error",
    weight_column=None,
    header="auto",
    delimiter=None,
    like=None,
    n_jobs=None,
):
    """Read libsvm/svmlight text, CSV, .npy or .npz, compressed or not, or a store, as ``smsvm train`` does; also Parquet
    and Arrow files, for which pyarrow must be installed.

    Parameters
    ----------
    path : str or path-like
        The file; gzip, bzip2, xz and zstd are recognised by their content.
    precision : {"auto", "float", "double"}, default="auto"
        Of the values as stored. A store has its own.
    index_base : {"1", "0", "auto"}, default="1"
        Libsvm: the number of the first feature.
    sort_indices : bool, default=False
        Libsvm: sort a row's features rather than refuse it.
    format : {"auto", "libsvm", "csv"}, default="auto"
        The format of a text file. "auto" tells it from the file's name and, where the name says nothing, from its content.
    label_column : str or int, default=None
        Tables: name or number (from 1) of the labels' column; "last"; "none" if there is none. By default the command's
        rule finds it (docs/cli.md, section 3), or a ValueError names the candidates.
    labels : str or path-like, default=None
        A file with the labels: text with one a line, .npy, or CSV.
    ignore_columns : str or sequence of str or int, default=()
        Tables: names or numbers of columns to leave out; "none" keeps even the index that would be ignored.
    categorical : "auto" or sequence of str or int, default="auto"
        Tables: columns that hold categories, each of which becomes a feature; "auto" (which may be in the sequence too):
        those of text.
    missing : {"error", "mean", "indicator"}, default="error"
        Tables: whether a missing value is refused, or replaced by the mean of its column; "indicator" adds a feature that
        says where values were missing.
    weight_column : str or int, default=None
        CSV: name or number of the column of the rows' weights.
    header : {"auto", "yes", "no"}, default="auto"
        CSV: whether the first line holds names.
    delimiter : str, default=None
        CSV: one character; guessed if not given.
    like : Dataset or fitted estimator, default=None
        Read the table as that one was, or as the one that this was fitted to: the same columns, the categories and means
        known there. For what is to be predicted.
    n_jobs : int, default=None
        Threads; None: as many as this process may use.

    Returns
    -------
    Dataset

    Examples
    --------
    >>> import pathlib, tempfile, smsvm
    >>> file = pathlib.Path(tempfile.mkdtemp(), "tiny.svm")
    >>> _ = file.write_text("+1 1:1 2:0.5\\n-1 1:-1 3:0.25\\n")
    >>> data = smsvm.load(file)
    >>> data.shape, data.target
    ((2, 3), array([ 1, -1]))
    """
    path = os.fspath(path)
    options = _core.ReadOptions()
    options.precision = precision
    options.index_base = str(index_base)
    options.sort_indices = sort_indices
    options.text_format = format
    options.label_column = "" if label_column is None else str(label_column)
    options.labels_file = "" if labels is None else os.fspath(labels)
    options.ignore_columns = _names(ignore_columns)
    options.categorical = _names(categorical)
    options.missing = missing
    options.weight_column = "" if weight_column is None else str(weight_column)
    options.header = header
    if delimiter is not None:
        options.delimiter = delimiter
    options.threads = threads_for(n_jobs)
    options.labels_required = label_column != "none" and like is None
    if like is not None:
        _read_as(options, like)
    with missing_files_told_apart(path):
        if is_columnar(path):
            native, raised = _core.read_bytes(csv_of_columnar(path), path, as_csv(options)), None
        else:
            native, raised = _core.read(path, options)
    if raised is not None:
        raise raised
    for warning in native.warnings:
        warnings.warn(in_words_of_python(warning), stacklevel=3)  # above the decorator
    return Dataset(native, path)


def _read_as(options, like):
    """What was made of the columns of a data set, or of that an estimator was fitted to."""
    if isinstance(like, Dataset):
        table, features = like._native.table, feature_count(like._native)
    else:
        table, features = getattr(like, "_table", ""), like.n_features_in_
    if table:
        options.set_table(table, features)
    else:
        options.model_features = features


def _names(given):
    return [given] if isinstance(given, str) else [str(name) for name in given]


@contextlib.contextmanager
def missing_files_told_apart(path):
    """The library has one kind of error for all that keeps a file from being read; Python has FileNotFoundError."""
    try:
        yield
    except OSError as error:
        if not os.path.exists(path):
            raise FileNotFoundError(str(error)) from None
        raise


def borrow(X, threads):
    """A native view of a validated array or CSR matrix. Nothing is copied; the view keeps the arrays alive."""
    if not hasattr(X, "indptr"):
        return _core.borrow_dense(X, X, threads)
    start, column = X.indptr, X.indices
    if start.dtype != column.dtype:
        start, column = start.astype(np.int64), column.astype(np.int64)
    return _core.borrow_sparse(start, column, X.data, X.shape[1], (start, column, X.data), threads)


def feature_count(native):
    """Columns of the matrix that the native rows stand for."""
    return native.width if len(native.feature_ids) or native.features == 0 else native.features


# Types of labels whose texts would be taken for another's, by the names that model files give them.
_NAMED_KINDS = {"text": str, "bool": "True".__eq__, "quoted": lambda text: text[1:-1]}


def texts_of(classes):
    """Labels as the library takes them: texts of one number ("01" and "1") are one label to it, but for quotes."""
    texts = [str(label) for label in classes.tolist()]
    return texts if _core.are_distinct(texts) else [f'"{text}"' for text in texts]


def label_values(texts, kind=""):
    """Labels of a file as Python values: of a named kind, else all int, else all float, else all str."""
    kinds = [_NAMED_KINDS[kind]] if kind in _NAMED_KINDS else [int, float]
    for convert in kinds:
        try:
            return [convert(text) for text in texts]
        except ValueError:
            continue
    return list(texts)


def label_kind(labels, texts):
    """The name of these labels' kind; empty where their texts alone would be taken for what they are."""
    kind = _kind_of(labels)
    if list(texts) == [f'"{label}"' for label in labels.tolist()]:
        return "quoted"
    return "" if kind == _kind_of(np.array(label_values(texts))) else kind


def _kind_of(labels):
    return {"b": "bool", "i": "int", "u": "int", "f": "float"}.get(labels.dtype.kind, "text")
