"""Every data set, three problems, every peer that solves them."""

import statistics

from suite import data, markdown, peers
from suite.attempt import FIT
from suite.comparison import GIVE_UP, compare, outcome
from suite.problem import Problem
from suite.records import groups

PROBLEMS = {
    "λ = 1e-3, μ = 1e-3": lambda rows: Problem(l2=1e-3, l1=1e-3, intercept="none"),
    "λ = 1e-5, μ = 1e-4": lambda rows: Problem(l2=1e-5, l1=1e-4, intercept="none"),
    "C = 1, μ = 0": lambda rows: Problem.with_c(1, rows),
}
QUICK = ["a9a", "colon_std", "german_scale", "ijcnn1", "mushrooms", "phishing", "reuters-moneyfx", "splice", "w8a"]


def measure(bench):
    names = [name for name in data.real_names(bench.data_folder) if bench.only in name]
    candidates = peers.present(bench)
    for name in names:
        if bench.quick and name not in QUICK:
            continue
        path = bench.real(name)
        matrix, signs = data.read_libsvm(path)
        for title, make_problem in PROBLEMS.items():
            bench.say(f"datasets: {name}, {title}")
            compare(bench, name, title, make_problem, path, matrix, signs, candidates)


def report(lines):
    rows, ratios, exceptions = [], [], []
    for (name, title), found in groups([line for line in lines if "problem" in line], "data", "problem").items():
        result = outcome(found)
        if not result["seconds"]:
            continue
        row, value = row_of(name, title, result)
        rows.append(row)
        ratios.append(value)
        if value < 1:
            exceptions.append(f"{name}, {title}: {markdown.factor(value)} ({row[3]})")
    if not rows:
        return "Nothing was measured."
    return "\n".join(
        [
            markdown.table(
                ["data set", "problem", "smsvm", "best peer", "timed", "its time", "ratio", "smsvm on one thread"], rows
            ),
            "",
            summary(ratios),
            "",
            "Where a peer is faster: " + ("; ".join(exceptions) if exceptions else "nowhere") + ".",
        ]
    )


def row_of(name, title, result):
    """The cells, and the ratio as a number; a ratio of 20 stands for at least 20."""
    passed = {peer: entry for peer, entry in result["peers"].items() if "ratio" in entry}
    if not passed:
        own = markdown.seconds(result["seconds"][FIT].median)
        return [name, title, own, "none", FIT, "", f"≥ {GIVE_UP} ×", ""], float(GIVE_UP)
    best = min(passed, key=lambda peer: passed[peer]["ratio"].median)
    entry = passed[best]
    one_thread = markdown.factor(entry["ratio_one_thread"].median) if "ratio_one_thread" in entry else ""
    return [
        name,
        title,
        markdown.seconds(result["seconds"][entry["timed"]].median),
        best,
        entry["timed"],
        markdown.seconds(entry["seconds"]),
        markdown.ratio(entry["ratio"]),
        one_thread,
    ], entry["ratio"].median


def summary(ratios):
    middle = statistics.median(ratios)
    bound = "at least " if middle >= GIVE_UP else ""
    faster = sum(value > 1 for value in ratios)
    return f"Over {len(ratios)} problems: median ratio {bound}{markdown.factor(middle)}; smsvm is faster in {faster}."
