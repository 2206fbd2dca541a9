"""From what people pass as X, y and weights to arrays and native rows."""

import contextlib
import warnings

import numpy as np
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import (
    _check_n_features,
    _check_sample_weight,
    check_array,
    column_or_1d,
    validate_data,
)

from ._arrow import check_collected, is_arrow, read_labels, read_table
from ._data import Dataset, borrow, feature_count, texts_of
from ._feature_names import check_names
from ._threads import threads_for

_DTYPES = {None: [np.float64, np.float32], "auto": [np.float64, np.float32], "float": np.float32, "double": np.float64}


# What is known of X as soon as it is checked, long before there are weights.
_KNOWN_OF_X = ("n_features_in_", "feature_names_in_", "_table")


@contextlib.contextmanager
def unchanged_where_it_fails(estimator):
    """An estimator whose fit fails, or is interrupted before there is a model, is what it was before."""
    before = {name: vars(estimator)[name] for name in _KNOWN_OF_X if name in vars(estimator)}
    model = vars(estimator).get("certificate_")
    try:
        yield
    except BaseException:
        if vars(estimator).get("certificate_") is model:
            for name in _KNOWN_OF_X:
                vars(estimator).pop(name, None)
            vars(estimator).update(before)
        raise


def _array_options(precision):
    return {
        "accept_sparse": "csr",
        "accept_large_sparse": True,
        "dtype": _DTYPES[precision],
        "order": "C",
    }


def check_training_rows(estimator, X, y, precision):
    """X and y of ``fit`` as an array or CSR matrix and a vector; sets what scikit-learn's estimators know of X."""
    check_collected(X, "X")
    y = read_labels(y)
    names = None
    if is_arrow(X):
        names, X = read_table(X)
    X, y = validate_data(estimator, X, y, ensure_min_samples=2, **_array_options(precision))
    if names is not None:
        estimator.feature_names_in_ = np.asarray(names, dtype=object)
    check_classification_targets(y)
    return X, column_or_1d(y)


def check_labelled_rows(X, y, precision):
    """X and y as of ``fit``, where there is no estimator to tell about them."""
    check_collected(X, "X")
    if is_arrow(X):
        X = read_table(X)[1]
    X = check_array(X, **_array_options(precision))
    y = column_or_1d(read_labels(y))
    if len(y) != X.shape[0]:
        raise ValueError(f"X has {X.shape[0]} rows and y has {len(y)}")
    return X, y


def native_rows(estimator, X, precision=None):
    """X of ``predict`` and the like in the library's layout."""
    if isinstance(X, Dataset):
        check_names(estimator, _names_of(X))
        return X._native
    check_collected(X, "X")
    options = _array_options(precision)
    if is_arrow(X):
        names, X = read_table(X)
        check_names(estimator, names)
        X = check_array(X, estimator=estimator, **options)
        _check_n_features(estimator, X, reset=False)
    else:
        X = validate_data(estimator, X, reset=False, **options)
    return borrow(X, threads_for(estimator.n_jobs, X.shape[0] * X.shape[1]))


def check_dataset(estimator, data, y):
    """What ``fit`` sets when it is given a data set of :func:`smsvm.load`."""
    if y is not None:
        raise ValueError("a data set of smsvm.load has its own labels; y must be None")
    if data.target is None:
        raise ValueError(f"{data.source}: there are no labels; training needs them")
    estimator.n_features_in_ = feature_count(data._native)
    estimator._table = data._native.table
    names = _names_of(data)
    if names is not None:
        estimator.feature_names_in_ = np.asarray(names, dtype=object)
    elif hasattr(estimator, "feature_names_in_"):
        del estimator.feature_names_in_


def _names_of(data):
    """Of all features of a data set; None where there are none."""
    return data.feature_names if len(data.feature_names) == feature_count(data._native) else None


def label_rows(X, y, n_jobs):
    """Checked arrays as native rows with their labels; the classes, and the classes as texts."""
    classes = np.unique(y)
    codes = np.searchsorted(classes, y).astype(np.int32)
    labels = texts_of(classes)
    rows = borrow(X, threads_for(n_jobs, X.shape[0] * X.shape[1]))
    rows.set_labels(labels, codes)
    return rows, classes, labels


def check_weights(sample_weight, rows):
    """One weight >= 0 per row, or None."""
    if sample_weight is None:
        return None
    return _check_sample_weight(sample_weight, np.empty((rows, 1)), dtype=np.float64, ensure_non_negative=True)


def check_class_weights(class_weight, classes, labels):
    """Labels as texts, with the weights of their classes."""
    known = dict(zip(classes.tolist(), labels))
    weights = []
    for label, weight in class_weight.items():
        if label not in known:
            # The rows may be part of a larger whole: a fold without this class is no mistake.
            warnings.warn(f"class_weight: no row has the label {label!r}", stacklevel=2)
            continue
        if not (np.isfinite(weight) and weight >= 0):
            raise ValueError(f"class_weight: the label {label!r} has the weight {weight}; each must be 0 or more")
        weights.append((known[label], float(weight)))
    return weights
