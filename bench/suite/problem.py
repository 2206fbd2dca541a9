"""The problem that everybody solves, and what a given answer to it is worth."""

from dataclasses import dataclass

import numpy


@dataclass(frozen=True)
class Problem:
    """minimise  λ/2 ‖w‖² + μ ‖w‖₁ + mean max(0, 1 − y (w'x + b));  b is penalised like a weight, or absent."""

    l2: float
    l1: float = 0.0
    intercept: str = "penalized"

    def __post_init__(self):
        if self.intercept not in ("penalized", "none"):
            raise ValueError(f"intercept {self.intercept}: penalized or none")
        if self.l1 > 0 and self.intercept != "none":
            raise ValueError("with an l1 penalty the programs treat an intercept differently; compare without")

    @staticmethod
    def with_c(c, rows, intercept="penalized"):
        """LIBLINEAR's way to say it: ½‖w‖² + C Σ loss, without an l1 penalty."""
        return Problem(l2=1 / (c * rows), intercept=intercept)

    def c(self, rows):
        """What LIBLINEAR, OCAS and ReHLine call C: the weight of one row's loss against a penalty of total weight 1."""
        return 1 / ((self.l2 + self.l1) * rows)

    @property
    def alpha(self):
        """What scikit-learn and lightning call alpha."""
        return self.l2 + self.l1

    @property
    def l1_ratio(self):
        return self.l1 / self.alpha

    def objective(self, matrix, signs, weights, intercept=0.0):
        """In double, from the data themselves; nothing that a program says about its own answer is used."""
        weights = numpy.asarray(weights, dtype=numpy.float64)
        if self.intercept == "none" and intercept != 0:
            raise ValueError("an intercept where there is none")
        loss = numpy.maximum(0, 1 - signs * (matrix @ weights + intercept)).mean()
        squares = weights @ weights + (intercept**2 if self.intercept == "penalized" else 0)
        return self.l2 / 2 * squares + self.l1 * numpy.abs(weights).sum() + loss
