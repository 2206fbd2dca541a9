"""Every data set, three problems, every peer that solves them."""

import statistics

from suite import data, markdown, peers
from suite.attempt import FIT
from suite.comparison import compare
from suite.outcome import outcome
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
            about = {"data": name, "problem": title}
            compare(bench, about, make_problem(len(signs)), path, matrix, signs, candidates)


def report(lines):
    rows, ratios, exceptions = [], [], []
    for (name, title), found in groups([line for line in lines if "problem" in line], "data", "problem").items():
        result = outcome(found)
        if result is None or not result.peers:
            continue
        rows.append([name, title, *cells(result)])
        best = result.best()
        ratios.append(best.ratio.median if best else result.bound())
        if best and best.ratio.median < 1:
            exceptions.append(f"{name}, {title}: {markdown.factor(best.ratio.median)} ({best.name})")
    if not rows:
        return "Nothing was compared."
    titles = ["data set", "problem", "smsvm", "best peer", "timed", "its time", "ratio", "smsvm on one thread"]
    faster = "; ".join(exceptions) if exceptions else "nowhere"
    return f"{markdown.table(titles, rows)}\n\n{summary(ratios)}\n\nWhere a peer is faster: {faster}."


def cells(result):
    best = result.best()
    if best is None:
        return [
            markdown.seconds(result.seconds[FIT].median),
            "none",
            FIT,
            "",
            f"≥ {markdown.factor(result.bound())}",
            "",
        ]
    ours, theirs = markdown.seconds(result.seconds[best.timed].median), markdown.seconds(best.seconds)
    one_thread = markdown.factor(best.ratio_one_thread.median) if best.ratio_one_thread else ""
    return [ours, best.name, best.timed, theirs, markdown.ratio(best.ratio), one_thread]


def summary(ratios):
    """Where no peer arrives, the ratio at which they were given up stands for one that is larger."""
    middle, faster = statistics.median(ratios), sum(value > 1 for value in ratios)
    return f"Over {len(ratios)} problems: median ratio at least {markdown.factor(middle)}; smsvm is faster in {faster}."
