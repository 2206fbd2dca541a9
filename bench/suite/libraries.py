"""Peers that are Python libraries, each in an environment of bench/install-peers."""

import json
import os
import queue
import subprocess
import threading

import numpy
from scipy import sparse

from suite import processes
from suite.attempt import FIT, Attempt

WORKER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "worker.py")


class Library:
    """A Python library in an environment of its own. A worker holds the data; the call that trains is timed, alone."""

    timed = FIT

    def __init__(self, bench, name, environment, module, efforts, l1):
        self.name, self.module, self.efforts, self.l1 = name, module, efforts, l1
        self.python = os.path.join(bench.peers, environment, "bin", "python")
        self.scratch = bench.scratch

    def missing(self):
        if not os.path.exists(self.python):
            return f"{self.name}: no {self.python} (bench/install-peers makes it)"
        found = subprocess.run([self.python, "-c", f"import {self.module}"], capture_output=True, text=True)
        return None if found.returncode == 0 else f"{self.name}: {found.stderr.strip().splitlines()[-1]}"

    def solves(self, problem):
        return self.l1 or problem.l1 == 0

    def start(self, case):
        return Worker(self, case)


class Worker:
    """A process that answers {effort} with {seconds}, and leaves the weights in a file."""

    def __init__(self, library, case):
        self.weights = os.path.join(library.scratch, "weights.npy")
        matrix, signs = os.path.join(library.scratch, "matrix.npz"), os.path.join(library.scratch, "signs.npy")
        with_intercept = case.problem.intercept == "penalized"
        features = sparse.hstack([case.matrix, numpy.ones((case.rows, 1))], "csr") if with_intercept else case.matrix
        sparse.save_npz(matrix, features, compressed=False)
        numpy.save(signs, case.signs)
        problem = {"c": case.problem.c(case.rows), "alpha": case.problem.alpha, "l1_ratio": case.problem.l1_ratio}
        self.features, self.with_intercept = case.matrix.shape[1], with_intercept
        self.process = subprocess.Popen(
            [library.python, WORKER, library.name, matrix, signs, json.dumps(problem)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.answers = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()
        self._answer(600)  # it has read the data
        self.attempt(case, library.efforts.steps[0], 600)  # a first call is slower than those after it

    def _listen(self):
        for line in self.process.stdout:
            self.answers.put(line)
        self.answers.put("")

    def _answer(self, limit):
        try:
            line = self.answers.get(timeout=limit)
        except queue.Empty:
            raise processes.TooSlow(f"ended after {limit:.1f} s") from None
        if not line:
            raise processes.Failed(self.process.stderr.read().strip()[-500:])
        return json.loads(line)

    def attempt(self, case, effort, limit):
        self.process.stdin.write(json.dumps({"effort": effort, "weights": self.weights}) + "\n")
        self.process.stdin.flush()
        answer = self._answer(limit)
        weights = numpy.load(self.weights)
        if self.with_intercept:
            return Attempt(answer["seconds"], weights[: self.features], float(weights[self.features]))
        return Attempt(answer["seconds"], weights[: self.features], 0.0)

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stderr.close()
