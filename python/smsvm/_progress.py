"""What is told while a fit runs: to callbacks, and with ``verbose`` to people."""

import math


class TrainingProgress:
    """Listens to the solver. The share of the way is that of the gap's digits, of the class that is least far."""

    def __init__(self, steps, tolerance, problems, verbose):
        self._steps = steps
        self._digits = -math.log(min(tolerance, 0.5))
        self._share = [0.0] * problems
        self._verbose = verbose

    def listener(self):
        """For the library; None where nobody listens."""
        return self if self._steps.wanted or self._verbose > 1 else None

    def __call__(self, problem, point, passes, seconds, primal, dual, epsilon, nonzeros):
        if problem >= len(self._share):
            return False  # a model without a fold
        gap = (primal - dual) / primal if dual is not None and primal > 0 else math.inf
        if self._verbose > 1:
            print(
                f"[smsvm] problem {problem}  pass {passes:.2f}  objective {primal:.9g}  gap {gap:.2e}  "
                f"nonzeros {nonzeros}  {seconds:.2f} s"
            )
        if 0 < gap < 1:
            self._share[problem] = max(self._share[problem], min(1.0, -math.log(gap) / self._digits))
        elif gap <= 0:
            self._share[problem] = 1.0
        return self._steps.reach(min(self._share))


class PathProgress:
    """Likewise for paths: the share of the points that all problems have reached together."""

    def __init__(self, steps, points, problems, verbose):
        self._steps = steps
        self._all = points * problems
        self._point = [0] * problems
        self._verbose = verbose

    def listener(self):
        return self if self._steps.wanted or self._verbose > 1 else None

    def __call__(self, problem, point, passes, seconds, primal, dual, epsilon, nonzeros):
        if point > self._point[problem]:
            self._point[problem] = point
            if self._verbose > 1:
                print(f"[smsvm] problem {problem}  point {point + 1}  objective {primal:.9g}  nonzeros {nonzeros}")
        return self._steps.reach(sum(self._point) / self._all)
