"""What the tests of the Python package share."""

import os
import pathlib
import signal

# scikit-learn skips its checks of array-API input otherwise.
os.environ.setdefault("SCIPY_ARRAY_API", "1")

import numpy as np
import pytest
from sklearn.datasets import make_classification

ROOT = pathlib.Path(__file__).parents[2]

# A shell that starts the tests in the background has them ignore Ctrl-C, which some of them are about.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def noisy():
    """2000 rows of two classes that no plane separates."""
    X, y = make_classification(2000, 20, n_informative=8, flip_y=0.2, class_sep=0.6, random_state=3)
    return np.ascontiguousarray(X), y


@pytest.fixture(scope="session")
def three_classes():
    X, y = make_classification(900, 12, n_informative=8, n_classes=3, flip_y=0.1, random_state=4)
    return np.ascontiguousarray(X), np.array(["ape", "bee", "cat"])[y]


@pytest.fixture(scope="session")
def long_work():
    """A problem that takes seconds to the tolerance 1e-14."""
    random = np.random.default_rng(0)
    X = random.standard_normal((400_000, 60))
    y = (X[:, 0] + 3 * random.standard_normal(len(X)) > 0).astype(int)
    return X, y


def real_data(name):
    """The path of a real data set; skips where it is not there (SMSVM_DATA names the folder)."""
    folder = pathlib.Path(os.environ.get("SMSVM_DATA", ROOT.parent / "shared" / "data"))
    path = folder / f"{name}.libsvm.xz"
    if not path.exists():
        pytest.skip(f"{path} is not there; SMSVM_DATA names the folder of the real data")
    return path
