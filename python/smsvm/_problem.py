"""One training problem: what the library makes of checked rows, labels, weights and parameters."""

import time

import numpy as np

from . import _core
from ._data import Dataset, feature_count, label_values
from ._parameters import check_parameters
from ._threads import threads_for
from ._validation import check_class_weights, check_dataset, check_training_rows, check_weights, label_rows
from ._words import words_of_python

# So few cells are solved to rounding whatever the tolerance: it takes milliseconds, and makes results agree where they
# should in exact arithmetic (a row of weight 2 and the same row twice).
_FEW_CELLS = 10_000
_FEW_CELLS_TOLERANCE = 1e-10
_FEW_CELLS_PATH_TOLERANCE = 1e-7


class Problem:
    """What ``fit`` trains on.

    Attributes
    ----------
    native : _core.TrainingProblem
        What the library decided.
    rows : _core.Data
        Rows of weight above 0.
    classes : ndarray of shape (n_classes,)
        Sorted labels that have such rows.
    labels : list of str
        The same as the file writes them, or as text.
    codes : ndarray of shape (n_rows,)
        The class of each row.
    given_labels : ndarray
        Labels of all rows given.
    array : ndarray, CSR or None
        The numbers of all rows given; None where they are a :class:`Dataset`.
    source : str
        The file, or ``y``: where complaints about labels belong.
    data : str
        What was trained on, for people.
    """

    def __init__(self, estimator, X, y, sample_weight):
        started = time.perf_counter()
        self.seconds = lambda: time.perf_counter() - started
        self.estimator = estimator
        check_parameters(estimator)
        options = training_options(estimator)
        self._options = options
        given, classes, labels, weight = self._take(X, y, sample_weight)
        options.source = self.source
        options.set_class_order(labels)
        if not isinstance(X, Dataset):
            options.most_classes = len(labels)  # what is a class is scikit-learn's to say
        if weight is not None:
            options.set_row_weight(weight)
        if isinstance(estimator.class_weight, str):
            options.balanced_classes = True
        elif estimator.class_weight is not None:
            options.set_class_weight(check_class_weights(estimator.class_weight, classes, labels))
        if estimator.penalty_factor is not None:
            options.set_penalty_factor(self._penalty_factor(given))
        with words_of_python():
            self.native = _core.prepare(given, options)
        self.rows, self.labels, self.codes = self.native.rows, self.native.classes, self.native.class_of_row
        at = {label: k for k, label in enumerate(labels)}
        self.classes = classes[[at[label] for label in self.labels]]
        self.columns = self.native.columns

    def _take(self, X, y, sample_weight):
        estimator = self.estimator
        if isinstance(X, Dataset):
            check_dataset(estimator, X, y)
            self.source = self.data = X.source
            self.array = None
            texts = X._native.labels
            values = np.array(label_values(texts))
            self.given_labels = values[X._native.label_of_row]
            order = np.argsort(values, kind="stable")
            return X._native, values[order], [texts[k] for k in order], check_weights(sample_weight, len(X))
        given = "an array" if isinstance(X, np.ndarray) else f"a {type(X).__name__}"
        estimator._table = ""
        X, y = check_training_rows(estimator, X, y, estimator.precision)
        self.source = "y"
        self.data = f"{given} of {X.shape[0]} × {X.shape[1]}"
        self.given_labels, self.array = y, X
        rows, classes, labels = label_rows(X, y, estimator.n_jobs)
        return rows, classes, labels, check_weights(sample_weight, X.shape[0])

    def _penalty_factor(self, given):
        """For the stored features."""
        estimator = self.estimator
        factor = np.ascontiguousarray(estimator.penalty_factor, dtype=np.float64)
        if factor.shape != (estimator.n_features_in_,):
            raise ValueError(
                f"penalty_factor has the shape {factor.shape}; expected one for each of the "
                f"{estimator.n_features_in_} features"
            )
        ids = given.feature_ids
        return np.ascontiguousarray(factor[ids - 1]) if len(ids) else factor

    def solve_further(self, of_path=False):
        """Small data, whatever the tolerance; not as far at the points of a path, of which there are many."""
        gap = self._options.tolerance
        if self.rows.rows * self.rows.features <= _FEW_CELLS and self._options.solver == "primal-dual":
            gap = min(gap, _FEW_CELLS_PATH_TOLERANCE if of_path else _FEW_CELLS_TOLERANCE)
        self.native.solve_to(gap)
        return gap

    @property
    def threads(self):
        return self._options.threads

    def dense(self, weights):
        """Native weights as long as X is wide."""
        if not len(self.rows.feature_ids):
            return weights
        width = feature_count(self.rows)
        if width > 10_000_000 and self.array is None:  # whoever has such an array has room for the weights
            raise ValueError(
                f"{self.source}: features up to {width}; above 10,000,000 only the command trains: python -m smsvm train"
            )
        full = np.zeros((*weights.shape[:-1], width))
        full[..., self.rows.feature_ids - 1] = weights
        return full


def seed_of(random_state):
    """The command's ``--seed``."""
    if random_state is None:
        return 1
    if isinstance(random_state, (int, np.integer)):
        return int(random_state)
    from sklearn.utils import check_random_state

    return int(check_random_state(random_state).randint(2**31 - 1))


_MADE_OF = {"n_jobs": threads_for, "random_state": seed_of}


def _as_it_is(value):
    return value.item() if isinstance(value, np.generic) else value


@words_of_python()
def training_options(estimator):
    """The library's options, with its checks."""
    options = _core.TrainingOptions()
    given = any(getattr(estimator, name, None) is not None for name in ("l1", "l2"))
    left_out = ("C", "l1_ratio") if given or not hasattr(estimator, "C") else ()  # l1_ratio then is that of a path
    for _, attribute, parameter in _core.option_names:
        if hasattr(estimator, parameter) and parameter not in left_out:
            value = _MADE_OF.get(parameter, _as_it_is)(getattr(estimator, parameter))
            if value is not None:
                setattr(options, attribute, value)
    options.check()
    return options
