"""One training problem: rows, classes, weights and penalty, as the library wants them."""

import sys
import time

import numpy as np

from . import _core
from ._data import Dataset, feature_count, label_values
from ._parameters import check_parameters
from ._threads import threads_for
from ._validation import check_dataset, check_training_rows, check_weights, label_rows, weigh_classes
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
    rows : _core.Data
        Rows of weight above 0, with their labels.
    classes : ndarray of shape (n_classes,)
        Sorted labels that have such rows.
    labels : list of str
        The same as the file writes them, or as text.
    codes : ndarray of shape (n_rows,)
        The class of each row.
    weight : ndarray of shape (n_rows,) or (0,)
        The weight of each row, that of its class included; empty: all 1.
    own_weight : likewise
        Without that of the class.
    source : str
        The file, or ``y``: where complaints about labels belong.
    data : str
        What was trained on, for people.
    kept : ndarray or None
        Positions of the rows among those given; None: all.
    """

    def __init__(self, estimator, X, y, sample_weight):
        started = time.perf_counter()
        self.seconds = lambda: time.perf_counter() - started
        self.estimator = estimator
        check_parameters(estimator)
        self.options = solver_options(estimator)
        given, classes, codes, own = self._take(X, y, sample_weight)
        self.given_rows = given.rows
        self._given = (classes, codes)
        self.checksum = given.checksum(self.options.stopping.threads)
        of_class = weigh_classes(estimator.class_weight, classes, codes, own)
        self.class_weights = [] if of_class is None else list(zip(self.labels, of_class.tolist()))
        weight = own if of_class is None else (1.0 if own is None else own) * of_class[codes]
        self._keep(given, classes, codes, weight, own)
        if len(self.classes) < 2:
            raise ValueError(
                f"{self.source}: every row has the label {self.classes[0]}; training needs two classes, not one class"
            )
        self.total_weight = float(self.weight.sum()) if len(self.weight) else float(self.rows.rows)

    def _take(self, X, y, sample_weight):
        estimator = self.estimator
        if isinstance(X, Dataset):
            check_dataset(estimator, X, y)
            self.source = self.data = X.source
            self.X = None
            own = X.sample_weight if sample_weight is None else check_weights(sample_weight, len(X))
            texts = X._native.labels
            values = np.array(label_values(texts))
            order = np.argsort(values, kind="stable")
            self.labels = [texts[k] for k in order]
            return X._native, values[order], np.argsort(order).astype(np.int32)[X._native.label_of_row], own
        given = "an array" if isinstance(X, np.ndarray) else f"a {type(X).__name__}"
        estimator._table = ""
        X, y = check_training_rows(estimator, X, y, estimator.precision)
        self.source = "y"
        self.data = f"{given} of {X.shape[0]} × {X.shape[1]}"
        self.X = X
        own = check_weights(sample_weight, X.shape[0])
        rows, classes, codes, self.labels = label_rows(X, y, estimator.n_jobs)
        return rows, classes, codes, own

    def _keep(self, given, classes, codes, weight, own):
        """Leaves out rows of weight 0, and with them the classes that have no others."""
        nothing = np.empty(0)
        self.given_weight = nothing if weight is None else weight
        if weight is None or (weight > 0).all():
            self.kept, self.rows, self.classes, self.codes = None, given, classes, codes
        else:
            self.kept = np.flatnonzero(weight > 0)
            if len(self.kept) == 0:
                raise ValueError("every row has the weight 0; nothing is left to train on")
            present, self.codes = np.unique(codes[self.kept], return_inverse=True)
            self.codes = self.codes.astype(np.int32)
            self.classes = classes[present]
            self.labels = [self.labels[k] for k in present]
            self.rows = _core.keep_rows(given, self.kept)
            weight = weight[self.kept]
            own = None if own is None else own[self.kept]
        self.weight = nothing if weight is None else np.ascontiguousarray(weight)
        self.own_weight = nothing if own is None else np.ascontiguousarray(own)

    def stopping(self, of_path=False, spent=0.0):
        """When to stop, after seconds spent; not the same for points of a path, of which there are many."""
        stopping = self.options.stopping
        if self.estimator.max_seconds is not None:
            stopping.max_seconds = max(float(self.estimator.max_seconds) - spent, sys.float_info.min)
        stopping.tolerance = float(self.estimator.tol)
        if self.rows.rows * self.rows.features <= _FEW_CELLS and stopping.solver == "primal-dual":
            stopping.tolerance = min(stopping.tolerance, _FEW_CELLS_PATH_TOLERANCE if of_path else _FEW_CELLS_TOLERANCE)
        return stopping

    def scatter(self, values, elsewhere=0.0):
        """Values of the rows as those of all rows given."""
        if self.kept is None:
            return values
        full = np.full(self.given_rows, elsewhere, dtype=values.dtype)
        full[self.kept] = values
        return full

    @property
    def given_labels(self):
        """Of all rows given."""
        classes, codes = self._given
        return classes[codes]

    @property
    def threads(self):
        return self.options.stopping.threads

    @property
    def columns(self):
        """Problems to solve: one for two classes, else one against the rest for each."""
        return 1 if len(self.classes) == 2 else len(self.classes)

    def sign(self, column):
        positive = 1 if self.columns == 1 else column
        return np.where(self.codes == positive, 1, -1).astype(np.int8)

    def weight_of(self, mask):
        """Weights with those of the rows outside the mask set to 0."""
        return np.where(mask, self.weight if len(self.weight) else 1.0, 0.0)

    def targets(self, mask=None):
        weight = self.weight if mask is None else self.weight_of(mask)
        return [_core.Target(self.sign(column), weight) for column in range(self.columns)]

    @words_of_python()
    def penalty(self):
        """λ and μ for these rows; also checks the options."""
        penalty = self.options.penalty(self.total_weight)
        estimator = self.estimator
        if estimator.penalty_factor is not None:
            factor = np.ascontiguousarray(estimator.penalty_factor, dtype=np.float64)
            if factor.shape != (estimator.n_features_in_,):
                raise ValueError(
                    f"penalty_factor has the shape {factor.shape}; expected one for each of the "
                    f"{estimator.n_features_in_} features"
                )
            penalty.factor = np.ascontiguousarray(factor[self.stored_features()])
        penalty.scale = _core.feature_scale(self.rows, estimator.scale, self.weight)
        penalty.check(self.rows.features)
        return penalty

    def stored_features(self):
        """Where the columns of the native rows stand in X."""
        ids = self.rows.feature_ids
        return ids - 1 if len(ids) else slice(None)

    def dense(self, weights):
        """Native weights as long as X is wide."""
        if not len(self.rows.feature_ids):
            return weights
        width = feature_count(self.rows)
        if width > 10_000_000:
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


@words_of_python()
def solver_options(estimator):
    """The command's options, with its checks."""
    options = _core.TrainOptions()
    stopping = options.stopping
    stopping.tolerance = float(estimator.tol)
    stopping.max_passes = float(estimator.max_passes)
    stopping.seed = seed_of(estimator.random_state)
    stopping.solver = getattr(estimator, "solver", "primal-dual")
    if getattr(estimator, "max_seconds", None) is not None:
        stopping.max_seconds = float(estimator.max_seconds)
    options.threads = threads_for(estimator.n_jobs)
    options.intercept = estimator.intercept
    options.device = estimator.device
    if getattr(estimator, "l1", None) is not None or estimator.l2 is not None:
        options.l1 = getattr(estimator, "l1", None)
        options.l2 = estimator.l2
    elif hasattr(estimator, "C"):
        options.c = float(estimator.C)
        options.l1_ratio = float(estimator.l1_ratio)
    options.complete()
    return options
