"""How many threads to use. The result never depends on it."""

import os


def _available():
    # Workers of joblib are told their share this way.
    asked = os.environ.get("OMP_NUM_THREADS", "")
    if asked.isdigit() and int(asked) > 0:
        return int(asked)
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def threads_for(n_jobs, cells=None):
    """Threads for ``n_jobs`` in scikit-learn's manner: None is as many as this process may use, -1 likewise, -2 one less.

    Where it is known that there are few ``cells`` to look at, one thread is enough.
    """
    if cells is not None and cells < 100_000:
        return 1
    if n_jobs is None:
        return _available()
    if n_jobs == 0:
        raise ValueError("n_jobs == 0 has no meaning")
    return n_jobs if n_jobs > 0 else max(1, _available() + 1 + n_jobs)
