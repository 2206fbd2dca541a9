"""What a path, its cross-validation and many classes cost, in units of the simplest of them."""

import json

from suite import markdown, processes
from suite.records import groups, of_kind
from suite.timing import interleave, ratio, spread

DATA = ["a9a", "colon_std", "news20-bydate", "covtype_scale"]
CLASSES = "covtype.multiclass"
OPTIONS = ["--tolerance", "1e-4"]
L2 = "1e-4"  # the default of smsvm path, and what cv is asked for here


def measure(bench):
    for name in bench.present([name for name in DATA if bench.only in name]):
        path_and_folds(bench, name)
    for name in bench.present([CLASSES] if bench.only in CLASSES else []):
        classes(bench, name)


def facts_of(bench, command, *arguments):
    return json.loads(processes.run([bench.binary, command, "-q", *OPTIONS, *arguments, "--json", "-"]).output)


def path_and_folds(bench, name):
    bench.say(f"selection: {name}")
    file = bench.real(name)
    densest = str(facts_of(bench, "path", file)["points"][-1]["l1"])
    programs = {
        "densest": lambda: bench.train(file, *OPTIONS, "--l2", L2, "--l1", densest)[1],
        "path": lambda: facts_of(bench, "path", file),
        "cv": lambda: facts_of(bench, "cv", "--l2", L2, file),
    }
    for number, what, facts in interleave(1 if bench.quick else bench.repeats, programs):
        timed = {"densest": "train", "path": "path", "cv": "cv"}[what]
        paths = facts.get("paths", [facts])
        bench.record(
            "selection",
            data=name,
            what=what,
            round=number,
            seconds=facts["seconds"][timed],
            passes=facts["passes"],
            sweeps=facts.get("sweeps"),
            points=len(paths[0].get("points", [])),
        )


def classes(bench, name):
    bench.say(f"selection: {name}")
    file = bench.real(name)
    problem = ["-C", "1", "--intercept", "penalized", *OPTIONS]
    together = bench.train(file, *problem)[1]
    for of_class in together["classes"]:
        alone = bench.train(file, *problem, "--positive", of_class["label"])[1]
        bench.record("class", data=name, label=of_class["label"], passes=alone["passes"], seconds=alone["seconds"]["train"])
    bench.record("classes", data=name, passes=together["passes"], seconds=together["seconds"]["train"])


def report(lines):
    parts = [table_of_paths(of_kind(lines, "selection")), sentence_about_classes(lines)]
    return "\n\n".join(part for part in parts if part)


def table_of_paths(lines):
    rows = []
    for (name,), runs in groups(lines, "data").items():
        seconds = {what: [run["seconds"] for run in runs if run["what"] == what] for what in ("densest", "path", "cv")}
        passes = {run["what"]: run["passes"] for run in runs}
        sweeps = {run["what"]: run["sweeps"] for run in runs}
        if not all(seconds.values()):
            continue
        rows.append(
            [
                name,
                max(run["points"] for run in runs),
                markdown.seconds(spread(seconds["densest"]).median),
                markdown.seconds(spread(seconds["path"]).median),
                markdown.ratio(ratio(seconds["densest"], seconds["path"])),
                f"{passes['path']:.0f}",
                markdown.seconds(spread(seconds["cv"]).median),
                markdown.ratio(ratio(seconds["path"], seconds["cv"])),
                markdown.factor(sweeps["cv"] / sweeps["path"]),
                markdown.factor(passes["cv"] / passes["path"]),
            ]
        )
    titles = ["data", "points", "densest fit", "path", "path / fit", "passes", "10-fold CV", "CV / path"]
    titles += ["sweeps of CV / path", "passes of CV / path"]
    return markdown.table(titles, rows) if rows else ""


def sentence_about_classes(lines):
    together, alone = of_kind(lines, "classes"), of_kind(lines, "class")
    if not together:
        return ""
    slowest = max(line["passes"] for line in alone)
    return (
        f"{together[0]['data']}, C = 1, penalised intercept: {len(alone)} classes together take "
        f"{together[0]['passes']:.1f} passes and {markdown.seconds(together[0]['seconds'])}; the slowest class alone "
        f"{slowest:.1f} passes, all of them one after the other {sum(line['passes'] for line in alone):.0f} passes and "
        f"{markdown.seconds(sum(line['seconds'] for line in alone))}."
    )
