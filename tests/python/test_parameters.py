"""Every parameter that cannot be used is refused by name, with what it may be."""

import re
import subprocess
import sys

import numpy as np
import pytest
from sklearn.model_selection import GridSearchCV

from smsvm import SmSVC, SmSVCCV
from smsvm._words import in_words_of_python

COMMON = [
    ("intercept", [True, None, "fre"], "'free' 'none' 'penalized'"),
    ("scale", [None, "max"], "'minmax' 'none' 'standard'"),
    ("precision", ["half", np.float32], "'double' 'float'"),
    ("calibrate", ["beta", "none", True], "'isotonic' 'platt'"),
    ("device", ["gpu", None], "'auto' 'cpu' 'cuda'"),
    ("tol", [-1.0, 0, "x", None, np.nan], "a float in the range (0.0, inf)"),
    ("max_passes", [0, "x"], "a float in the range [1.0, inf] or None"),
    ("max_seconds", [0, "x"], "a float in the range (0.0, inf]"),
    ("l2", [-1.0, "x", np.inf], "a float in the range [0.0, inf)"),
    ("n_jobs", [1.5, "all"], "an instance of 'int' or None"),
    ("verbose", ["x", -1], "an instance of"),
    ("random_state", ["x", 1.5], "an int in the range"),
    ("class_weight", [3, "even"], "'balanced'"),
    ("penalty_factor", [2, "x"], "an array-like or None"),
    ("calibration_folds", [1, 2.5, None], "an int in the range [2, inf)"),
]
OF_ONE = [
    ("C", [-2.0, 0, None, [1, 2], "abc", "1", np.inf], "a float in the range (0.0, inf)"),
    ("l1_ratio", [1.5, "x", None], "a float in the range [0.0, 1.0]"),
    ("l1", [-1.0, "x"], "a float in the range [0.0, inf)"),
    ("solver", ["adam", None], "'primal-dual'"),
]
OF_MANY = [
    ("points", [0, 2.5, "x"], "an int in the range [1, inf)"),
    ("l1_ratio", [1.5, "x", None], "a float in the range [0.0, 1.0] or an array-like"),
    ("min_ratio", [0, 1, "x"], "a float in the range (0.0, 1.0)"),
    ("strengths", [0.5], "an array-like or None"),
    ("cv", [1, "x"], "an int in the range [2, inf)"),
    ("scoring", ["charm", 3], "'accuracy'"),
    ("rule", ["best", None], "'1se' 'min'"),
]


def cases(estimator, tables):
    return [
        pytest.param(estimator, name, value, allowed, id=f"{estimator.__name__}-{name}-{value}")
        for name, values, allowed in tables
        for value in values
    ]


@pytest.mark.parametrize(
    "estimator, name, value, allowed", cases(SmSVC, COMMON + OF_ONE) + cases(SmSVCCV, COMMON + OF_MANY)
)
def test_refused_by_name(estimator, name, value, allowed, noisy):
    with pytest.raises(ValueError, match=f"^The '{name}' parameter of {estimator.__name__} must be ") as caught:
        estimator(**{name: value}).fit(*noisy)
    # Words are told in any order.
    for part in allowed.split() if allowed.startswith("'") else [allowed]:
        assert part in str(caught.value)


def test_every_parameter_has_its_constraints():
    for estimator in (SmSVC, SmSVCCV):
        assert set(estimator._parameter_constraints) == set(estimator().get_params())


def test_the_words_are_those_of_the_command(tmp_path):
    (tmp_path / "data").write_text("+1 1:1\n-1 1:-1\n")
    for name in ("intercept", "scale", "precision", "solver", "device"):
        command = [sys.executable, "-m", "smsvm", "train", f"--{name}", "?", "data", "model"]
        told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True).stderr
        words = re.search("choose from: (.*)", told)[1].split(", ")
        assert SmSVC._parameter_constraints[name][0].options == set(words)


def test_infinite_limits_are_no_limits(noisy):
    X, y = noisy
    unlimited = SmSVC(max_passes=np.inf, max_seconds=np.inf).fit(X, y)
    np.testing.assert_array_equal(unlimited.coef_, SmSVC().fit(X, y).coef_)


@pytest.mark.parametrize(
    "estimator, ignored, default",
    [
        (SmSVC(C=2, l2=1e-3), "C=2 and l2=0.001", 1.0),
        (SmSVC(C=2, l1=1e-3), "C=2 and l1=0.001", 1.0),
        (SmSVC(l1_ratio=0.5, l2=1e-3), "l1_ratio=0.5 and l2=0.001", 0.0),
        (SmSVCCV(l1_ratio=0.5, l2=1e-3), "l1_ratio=0.5 and l2=0.001", 1.0),
        (SmSVCCV(l1_ratio=[0.5, 1.0], l2=1e-3), "l1_ratio=[0.5, 1.0] and l2=0.001", 1.0),
    ],
)
def test_the_penalty_is_said_in_one_way(estimator, ignored, default, noisy):
    with pytest.raises(ValueError, match=rf"{re.escape(ignored)} both say .* default, {default}"):
        estimator.fit(*noisy)
    if isinstance(estimator, SmSVC):
        with pytest.raises(ValueError, match=re.escape(ignored)):
            estimator.path(*noisy, points=2)


def test_a_search_that_could_find_nothing_fails(noisy):
    search = GridSearchCV(SmSVC(l2=1e-3), {"C": [0.01, 0.1]}, cv=2)
    with pytest.raises(ValueError, match="both say what the penalty is"):
        search.fit(*noisy)


def test_complaints_of_the_library_name_parameters(noisy):
    X, y = noisy
    with pytest.raises(ValueError, match="^min_ratio is 2"):
        SmSVC(l2=1e-3).path(X, y, min_ratio=2)
    with pytest.raises(ValueError, match="^points is 0"):
        SmSVC(l2=1e-3).path(X, y, points=0)
    with pytest.raises(ValueError, match="^calibration_folds"):
        SmSVC(calibrate="platt", calibration_folds=3000).fit(X, y)


def test_only_options_become_parameters():
    assert in_words_of_python("--tolerance is 0; -C, --l1-ratio and --seed") == "tol is 0; C, l1_ratio and random_state"
    others = "a--tolerance, --tolerances, --resume, ---C, -Cx"
    assert in_words_of_python(others) == others
