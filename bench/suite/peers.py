"""The other programs. Each says what it lacks (missing), which problems it solves, and how it is run with some effort:

session = peer.start(case); session.attempt(case, effort, limit) -> Attempt; session.close()
"""

from suite.attempt import iterations, tolerances
from suite.commands import Liblinear, Ocas
from suite.libraries import Library


def all_peers(bench):
    return [
        Liblinear(bench),
        Ocas(bench),
        Library(bench, "LinearSVC", "venv", "sklearn", iterations(), l1=False),
        Library(bench, "liblinear-multicore", "venv", "liblinear", tolerances(), l1=False),
        Library(bench, "SGDClassifier", "venv", "sklearn", iterations(), l1=True),
        Library(bench, "ReHLine", "venv", "rehline", iterations(), l1=True),
        Library(bench, "lightning SDCA", "venv-lightning", "lightning", iterations(), l1=True),
    ]


def present(bench):
    """The peers that can be run here; a line for each that cannot."""
    found = []
    for peer in all_peers(bench):
        reason = peer.missing()
        if reason:
            print(f"SKIPPED: {reason}", flush=True)
        else:
            found.append(peer)
    return found
