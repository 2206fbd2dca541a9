"""Peers that are commands: they read the text and write a model."""

import os
import shutil

from suite import data, processes
from suite.attempt import TEXT_TO_MODEL, Attempt, Efforts, tolerances


class Liblinear:
    """Debian's liblinear-train, hinge loss by dual coordinate descent; the tolerance is swept."""

    name, timed, efforts = "liblinear-train", TEXT_TO_MODEL, tolerances()

    def __init__(self, bench):
        self.model = bench.file("liblinear.model")

    def missing(self):
        return None if shutil.which("liblinear-train") else "liblinear-train is not there (Debian: liblinear-tools)"

    def solves(self, problem):
        return problem.l1 == 0

    def start(self, case):
        return self

    def command(self, case, tolerance=0.1):
        return [
            "liblinear-train",
            "-s",
            "3",
            "-c",
            repr(case.problem.c(case.rows)),
            "-e",
            repr(tolerance),
            "-B",
            "1" if case.problem.intercept == "penalized" else "-1",
            case.path,
            self.model,
        ]

    def attempt(self, case, tolerance, limit):
        run = processes.run(self.command(case, tolerance), limit)
        weights, intercept = data.read_liblinear_model(self.model, case.matrix.shape[1])
        return Attempt(run.seconds, weights, intercept, "reaching max number of iterations" in run.output)

    def close(self):
        pass


class Ocas:
    """Debian's svmocas, cutting planes. It can be told the objective to stop at, so one run on all cores is enough."""

    name, timed, efforts = "svmocas", TEXT_TO_MODEL, Efforts(["target"])

    def __init__(self, bench):
        self.model = bench.file("ocas.model")

    def missing(self):
        return None if shutil.which("svmocas") else "svmocas is not there (Debian: libocas-tools)"

    def solves(self, problem):
        return problem.l1 == 0

    def start(self, case):
        return self

    def attempt(self, case, _, limit):
        c = case.problem.c(case.rows)
        run = processes.run(
            [
                "svmocas",
                "-v",
                "0",
                "-c",
                repr(c),
                "-b",
                "1" if case.problem.intercept == "penalized" else "0",
                "-p",
                str(os.cpu_count()),
                "-r",
                "1e-9",
                "-q",
                repr(case.target * c * case.rows),
                case.path,
                self.model,
            ],
            limit,
        )
        return Attempt(run.seconds, *data.read_ocas_model(self.model, case.matrix.shape[1]))

    def close(self):
        pass
