"""Weights in the shape of a native model."""

import numpy as np
from scipy.sparse import issparse

from . import _core


def native_model(labels, coef, intercept, has_intercept=True, feature_ids=()):
    """The library's model: its first label is the one that a score above 0 means.

    ``labels`` are texts, in the order of ``classes_``. With ``feature_ids`` only these columns (numbered from 1) of the
    weights are stored.
    """
    coef, intercept = checked_weights(labels, coef, intercept)
    model = _core.Model()
    model.labels = labels[::-1] if len(labels) == 2 else labels
    model.features = coef.shape[1]
    if len(feature_ids):
        model.feature_ids = feature_ids
        coef = coef[:, feature_ids - 1]
    model.weights = np.ascontiguousarray(coef.T).ravel()
    model.intercept = [float(value) for value in intercept]
    model.has_intercept = has_intercept
    return model


def dense(coef):
    """Weights as an array, also after ``sparsify``."""
    return coef.toarray() if issparse(coef) else coef


def checked_weights(labels, coef, intercept):
    """Weights may have been set by hand: as lists, one row without its second axis, sparse, one intercept for all."""
    coef = np.atleast_2d(np.asarray(dense(coef), dtype=np.float64))
    intercept = np.asarray(intercept, dtype=np.float64)
    columns = 1 if len(labels) == 2 else len(labels)
    if coef.ndim != 2 or len(coef) != columns:
        raise ValueError(f"coef_ has the shape {coef.shape}; expected {columns} × features for {len(labels)} classes")
    if intercept.shape not in ((), (1,), (columns,)):
        raise ValueError(f"intercept_ has the shape {intercept.shape}; expected ({columns},)")
    if not (np.isfinite(coef).all() and np.isfinite(intercept).all()):
        raise ValueError("coef_ and intercept_ must be finite numbers")
    return coef, np.broadcast_to(intercept.ravel(), columns)
