"""What is proved about a model, and how to check it."""

from dataclasses import dataclass, field

import numpy as np
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._data import Dataset
from ._native_model import checked_weights, native_model
from ._validation import check_labelled_rows, label_rows


@dataclass(frozen=True)
class Verification:
    """What an independent pass over the data found; true where the claims hold.

    ``primal``, ``dual`` and ``gap`` are nan where they could not be computed for every class; ``reason`` says why.
    """

    holds: bool
    primal: float
    dual: float
    gap: float
    reason: str

    def __bool__(self):
        return self.holds


# Relative; of a sum over classes, in whatever order it was taken.
_ROUNDING_OF_SUMS = 1e-12


def _nothing_found(reason):
    return Verification(False, np.nan, np.nan, np.nan, reason)


@dataclass(eq=False)
class Certificate:
    """What is proved about a model: its objective, and a bound that no model can be below.

    For several classes ``primal`` and ``dual`` are sums over the classes, and ``gap`` is the largest of theirs.

    Attributes
    ----------
    status : str
        Why the solver stopped: converged, stationary, max_passes, max_seconds, stalled or interrupted.
    primal : float
        The objective of the model: λ/2 ‖w‖² + μ ‖w‖₁ + mean hinge loss.
    dual : float or None
        A lower bound on the optimum; None where nothing is proved.
    gap : float or None
        (primal - dual) / primal.
    passes : float
        Effective passes over the data.
    primal_of_class, dual_of_class : ndarray
        Of each class against the rest; nan where nothing is proved.
    dual_point : ndarray of shape (n_problems, n_rows)
        What proves the bounds: a number in [0, 1] per row.
    """

    status: str
    primal: float
    dual: float | None
    gap: float | None
    passes: float
    tolerance: float
    primal_of_class: np.ndarray
    dual_of_class: np.ndarray
    dual_point: np.ndarray = field(repr=False)
    l1: float = 0.0
    l2: float = 0.0
    intercept: str = "free"
    precision: str = "float"
    rows: int = 0
    checksum: int = 0
    row_weight: np.ndarray = field(default=None, repr=False)
    penalty_factor: np.ndarray = field(default=None, repr=False)
    feature_scale: np.ndarray = field(default=None, repr=False)
    model: dict = field(default=None, repr=False)

    def verify(self, X, y=None, *, model=None):
        """Recompute the objective and the bound in one pass over the data, by code that the solver does not use.

        What is checked is the model as it was trained, of which the certificate keeps a copy: it holds whatever became
        of the estimator's ``coef_`` since. ``clf.certificate_.verify(X, y, model=clf)`` checks the weights with which
        ``clf`` predicts now.

        Parameters
        ----------
        X : array-like, sparse matrix or Dataset
            The rows trained on, all of them, in the same order.
        y : array-like, default=None
            Their labels; None for a Dataset.
        model : SmSVC or SmSVCCV, default=None
            Whose weights to check instead of those trained.

        Returns
        -------
        Verification
            True if data, model and certificate belong together and no gap is larger than claimed.
        """
        if self.dual is None:
            return _nothing_found("no bound on the optimum was found")
        if not self.dual_point.size:
            return _nothing_found("a model file does not hold the dual point")
        weights = native_model(**(self.model if model is None else self._changed(model)))
        found = _core.verify(self._rows(X, y), weights, self._proof())
        if not found.holds and not self._is_computed(found.classes):
            return _nothing_found(found.reason)
        reason = found.reason or self._contradiction()
        return Verification(not reason, found.primal, found.dual, found.relative_gap, reason)

    def _contradiction(self):
        """What the figures for all classes together say that those of each, which the pass has confirmed, do not."""
        gaps = [_core.relative_gap(*pair) for pair in zip(self.primal_of_class.tolist(), self.dual_of_class.tolist())]
        expected = {"primal": self.primal_of_class.sum(), "dual": self.dual_of_class.sum(), "gap": max(gaps)}
        for name, value in expected.items():
            claimed = getattr(self, name)
            if claimed is None or not abs(claimed - value) <= _ROUNDING_OF_SUMS * abs(value):
                return f"the certificate's {name} is {claimed}; that of its classes together is {value}"
        if self.status == "converged" and not self.gap <= self.tolerance:
            return f"the status is converged, but the gap {self.gap} is above the tolerance {self.tolerance}"
        return ""

    def save(self, path):
        """Write the file that ``smsvm verify DATA MODEL CERTIFICATE`` checks."""
        if self.dual is None:
            raise ValueError("no bound on the optimum was found, so there is nothing to prove")
        if not self.dual_point.size:
            raise ValueError("a model file does not hold the dual point, so there is no proof to write")
        _core.save_proof(self._proof(), str(path))

    def _is_computed(self, verdicts):
        """Whether the pass came to an objective for every class: what it did not come to is 0 throughout."""
        reached = [verdict for verdict in verdicts if verdict.primal != 0 or verdict.relative_gap != 0]
        return len(reached) == len(self.primal_of_class)

    def _changed(self, model):
        """What was trained, with other weights."""
        check_is_fitted(model, "coef_")
        labels = self.model["labels"]
        coef, intercept = checked_weights(labels, model.coef_, model.intercept_)
        if coef.shape != self.model["coef"].shape:
            raise ValueError(f"the model has weights of shape {coef.shape}, not {self.model['coef'].shape}")
        return {
            "labels": labels,
            "coef": coef,
            "intercept": intercept,
            "has_intercept": self.model["has_intercept"] or bool(np.any(intercept)),
        }

    def _rows(self, X, y):
        if isinstance(X, Dataset):
            return X._native
        return label_rows(*check_labelled_rows(X, y, self.precision), n_jobs=None)[0]

    def _proof(self):
        penalty = _core.Penalty(self.l2, self.l1, self.intercept)
        penalty.factor = self.penalty_factor
        penalty.scale = self.feature_scale
        labels = self.model["labels"]
        positive = labels[1:] if len(labels) == 2 else labels
        proofs = [
            _core.ClassProof(label, primal, dual, point)
            for label, primal, dual, point in zip(positive, self.primal_of_class, self.dual_of_class, self.dual_point)
        ]
        return _core.Proof(self.checksum, self.rows, self.precision, penalty, self.row_weight, proofs)


def certify(problem, trained, fits, facts, model):
    """The certificate of what was trained. Points speak of the rows as given: those left out have 0."""
    native, outcome = problem.native, trained.outcome
    penalty = native.penalty
    proved = trained.is_proved
    points = np.empty((0, native.rows_given))
    if proved and len(fits) == 1 and not len(native.kept):
        points = fits[0].dual_point[None]  # as large as y: not copied
    elif proved:
        points = np.array([native.for_rows_given(fit.dual_point) for fit in fits])
    return Certificate(
        status=outcome.status,
        primal=outcome.primal,
        dual=outcome.dual if proved else None,
        gap=outcome.relative_gap if proved else None,
        passes=outcome.passes,
        tolerance=facts["tolerance"],
        primal_of_class=np.array([fit.primal for fit in fits]),
        dual_of_class=np.array([np.nan if fit.dual is None else fit.dual for fit in fits]),
        dual_point=points,
        l1=penalty.l1,
        l2=penalty.l2,
        intercept=facts["intercept"],
        precision=facts["precision"],
        rows=native.rows_given,
        checksum=native.checksum,
        row_weight=native.weight_given,
        penalty_factor=penalty.factor,
        feature_scale=penalty.scale,
        model=model,
    )
