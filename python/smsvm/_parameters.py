"""What the parameters of the estimators may be, checked in scikit-learn's manner before any work begins."""

import inspect
from numbers import Integral, Real

import numpy as np
from sklearn.metrics import get_scorer_names
from sklearn.utils._param_validation import Interval, StrOptions

from . import _core

_POSITIVE = Interval(Real, 0, None, closed="neither")
_NOT_NEGATIVE = Interval(Real, 0, None, closed="left")
_SHARE = Interval(Real, 0, 1, closed="both")

_WORDS = {name: [StrOptions(set(words))] for name, words in _core.option_words.items()}

_COMMON = {
    "l2": [_NOT_NEGATIVE, None],
    "intercept": _WORDS["intercept"],
    "tol": [_POSITIVE],
    "max_passes": [Interval(Real, 1, None, closed="both"), None],
    "class_weight": [StrOptions({"balanced"}), dict, None],
    "penalty_factor": ["array-like", None],
    "scale": _WORDS["scale"],
    "precision": [StrOptions({"auto", "float", "double"}), None],
    "device": _WORDS["device"],
    "n_jobs": [Integral, None],
    "random_state": ["random_state"],
    "verbose": ["verbose"],
    "calibrate": [StrOptions({"platt", "isotonic"}), None],
    "calibration_folds": [Interval(Integral, 2, None, closed="left")],
    "max_seconds": [Interval(Real, 0, None, closed="right"), None],
}

SMSVC = {
    **_COMMON,
    "C": [_POSITIVE],
    "l1_ratio": [_SHARE],
    "l1": [_NOT_NEGATIVE, None],
    "solver": _WORDS["solver"],
}

SMSVCCV = {
    **_COMMON,
    "points": [Interval(Integral, 1, None, closed="left")],
    "l1_ratio": [_SHARE, "array-like"],
    "min_ratio": [Interval(Real, 0, 1, closed="neither"), None],
    "strengths": ["array-like", None],
    "cv": ["cv_object"],
    "scoring": [StrOptions(set(get_scorer_names())), callable, None],
    "rule": [StrOptions({"min", "1se"})],
}


def check_parameters(estimator):
    """Raises a ValueError that names the parameter and what it may be."""
    estimator._validate_params()
    _check_one_penalty(estimator)


def _check_one_penalty(estimator):
    """The penalty is said in one of two ways; what belongs to the other would have no effect, and must not be set."""
    given = [name for name in ("l1", "l2") if getattr(estimator, name, None) is not None]
    if not given:
        return
    said = f"{given[0]}={getattr(estimator, given[0])!r}"
    parameters = inspect.signature(type(estimator)).parameters
    for name in ("C", "l1_ratio"):
        if name not in parameters:
            continue
        value, default = getattr(estimator, name), parameters[name].default
        if np.ndim(value) > 0 or value != default:
            raise ValueError(
                f"{name}={value!r} and {said} both say what the penalty is; with {given[0]} leave {name} at its "
                f"default, {default!r}"
            )
