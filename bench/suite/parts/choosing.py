"""What `smsvm cv` chooses, judged by rows that it did not see: against train's default and the best of a fine grid."""

import json
import math
import random

import numpy

from suite import data, markdown, processes
from suite.records import of_kind

DATA = [
    "australian_scale", "breast-cancer_scale", "german_scale", "ionosphere", "sonar_scale", "splice", "mushrooms",
    "phishing", "madelon", "colon_std", "leukemia", "a9a", "w8a", "ijcnn1", "reuters-moneyfx", "rt-polarity",
    "news20-bydate",
]  # fmt: skip
HELD_OUT = 1 / 3
GRID = {"0": "1e-7", "0.5": "1e-4", "0.95": "1e-4"}  # share of ℓ1, and how far its path goes
GRID_POINTS = "60"


FEW_ROWS, SPLITS = 1000, 10  # of few rows a third says little: these are split so many times


def measure(bench):
    for name in bench.present([name for name in DATA if bench.only in name]):
        bench.say(f"choosing: {name}")
        with open(bench.real(name)) as file:
            lines = file.readlines()
        splits = SPLITS if len(lines) < FEW_ROWS else 1
        found = [measure_split(bench, name, lines, number) for number in range(splits)]
        grid = numpy.mean([each["grid"] for each in found], axis=0)  # best on the average, not anew in each split
        bench.record(
            "choosing",
            data=name,
            splits=splits,
            **{key: found[0][key] for key in ("rows", "held_out", "features", "chosen")},
            **{key: float(numpy.mean([each[key] for each in found])) for key in ("default", "cv", "seconds")},
            best=float(numpy.max(grid)),
        )


def measure_split(bench, name, lines, number):
    train, test = split(bench, name, lines, number)
    matrix, signs = data.read_libsvm(test)
    default = accuracy_of_model(bench, ["train", train], test)
    facts = json.loads(run(bench, "cv", train, bench.file("model"), "--json", "-"))
    return {
        "rows": facts["rows"],
        "held_out": len(signs),
        "features": facts["features"],
        "chosen": {key: facts["best"][key] for key in ("l1", "l2", "strength")},
        "default": default,
        "cv": accuracy_of_model(bench, None, test),
        "grid": [accuracies_of_grid(bench, train, matrix, signs, ratio) for ratio in GRID],
        "seconds": facts["seconds"]["total"],
    }


def run(bench, command, *arguments):
    return processes.run([bench.binary, command, "-q", *arguments]).output


def split(bench, name, lines, number):
    """Two thirds and one third of the rows, the same ones in every run."""
    lines = list(lines)
    random.Random(f"{name} {number}" if number else name).shuffle(lines)
    cut = round(HELD_OUT * len(lines))
    paths = bench.file(name + ".two-thirds"), bench.file(name + ".third")
    for path, part in zip(paths, (lines[cut:], lines[:cut])):
        with open(path, "w") as file:
            file.writelines(part)
    return paths


def accuracy_of_model(bench, training, test):
    """Of the model that is there, or of what this command trains."""
    if training:
        run(bench, *training, bench.file("model"))
    return json.loads(run(bench, "predict", test, bench.file("model"), bench.file("labels"), "--json", "-"))["accuracy"]


def accuracies_of_grid(bench, train, matrix, signs, ratio):
    """Along a path, judged by the rows held out themselves: no choice can know them. A path that ends early rests."""
    options = ["--l1-ratio", ratio, "--points", GRID_POINTS, "--min-ratio", GRID[ratio], "--json", "-"]
    facts = json.loads(run(bench, "path", train, *options))
    positive = 1 if float(facts["labels"][0]) > 0 else -1
    found = []
    for point in facts["points"]:
        weights = numpy.zeros(max([matrix.shape[1]] + [feature for feature, _ in point["weights"]]))
        for feature, weight in point["weights"]:
            weights[feature - 1] = weight
        scores = matrix @ weights[: matrix.shape[1]] + point["intercept"]
        found.append(float(numpy.mean(numpy.where(scores > 0, positive, -positive) == signs)))
    return found + found[-1:] * (int(GRID_POINTS) - len(found))


def report(lines):
    found = of_kind(lines, "choosing")
    if not found:
        return "Nothing was measured."
    titles = ["data set", "rows", "held out", "splits", "ρ chosen", "default", "cv", "best of the grid", "one s.e.",
              "cv − best", "cv − default", "cv takes"]  # fmt: skip
    rows, behind_best, behind_default = [], 0, 0
    for line in found:
        error = standard_error(line["best"], line["held_out"])
        to_best, to_default = (line["cv"] - line[other] for other in ("best", "default"))
        behind_best += to_best < -error
        behind_default += to_default < -standard_error(line["default"], line["held_out"])
        chosen = line["chosen"]
        rows.append([line["data"], f"{line['rows']:,}", f"{line['held_out']:,}", line.get("splits", 1),
                     f"{chosen['l1'] / chosen['strength']:.2g}", *(f"{100 * line[key]:.2f} %" for key in
                                                                  ("default", "cv", "best")),
                     f"{100 * error:.2f}", f"{100 * to_best:+.2f}", f"{100 * to_default:+.2f}",
                     markdown.seconds(line["seconds"])])  # fmt: skip
    return (
        f"{markdown.table(titles, rows)}\n\nOf {len(rows)} choices {behind_best} are more than one standard error "
        f"worse than the best of the grid, and {behind_default} than the default."
    )


def standard_error(accuracy, rows):
    """Of an accuracy; at least that of one mistake more or less."""
    return max(math.sqrt(accuracy * (1 - accuracy) / rows), 1 / rows)
