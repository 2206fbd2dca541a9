"""CoverType: from text to model, as users of each program would run it, and until each has what we have."""

from suite import data, machine, markdown, peers
from suite.attempt import Case
from suite.commands import Liblinear
from suite.comparison import TOLERANCE, compare, options_of
from suite.outcome import outcome
from suite.problem import Problem
from suite.processes import run
from suite.records import groups, of_kind, whole_rounds
from suite.timing import interleave, ratio, spread

NAME = "covtype_scale"
PROBLEMS = {"C = 1": lambda rows: Problem.with_c(1, rows), "λ = 1e-7": lambda rows: Problem(l2=1e-7)}


def measure(bench):
    path = bench.real(NAME)
    matrix, signs = data.read_libsvm(path)
    candidates = peers.present(bench)
    for title, make_problem in PROBLEMS.items():
        if bench.quick and title != "C = 1":
            continue
        bench.say(f"covtype: {title}")
        problem = make_problem(len(signs))
        as_users_run_it(bench, title, Case(path, matrix, signs, problem, None), candidates)
        to_one_millionth(bench, title, path, problem)
        if not bench.quick:
            compare(bench, {"data": NAME, "problem": title}, problem, path, matrix, signs, candidates)


def as_users_run_it(bench, title, case, candidates):
    """smsvm to a proved 1e-4, LIBLINEAR to its default criterion."""
    width = case.matrix.shape[1]
    models = {"smsvm": bench.file("smsvm.model"), "liblinear-train": bench.file("liblinear.model")}

    def ours():
        process, facts = bench.train(
            case.path, *options_of(case.problem), "--tolerance", repr(TOLERANCE), model=models["smsvm"]
        )
        return process, {"bound": facts["dual"], "train_seconds": facts["seconds"]["train"], "passes": facts["passes"]}

    def theirs():
        process = run(liblinear[0].command(case))
        return process, {"at_its_limit": "max number of iterations" in process.output}

    liblinear = [peer for peer in candidates if isinstance(peer, Liblinear)]
    programs = {"smsvm": ours} | ({"liblinear-train": theirs} if liblinear else {})
    for number, program, (process, facts) in interleave(bench.repeats, programs):
        primal = case.problem.objective(case.matrix, case.signs, *data.read_liblinear_model(models[program], width))
        bench.record(
            "as run",
            problem=title,
            program=program,
            round=number,
            seconds=process.seconds,
            cpu_seconds=process.cpu_seconds,
            peak_bytes=process.peak_bytes,
            primal=primal,
            load=machine.load(),
            **facts,
        )


def to_one_millionth(bench, title, path, problem):
    for number in range(bench.repeats):
        _, facts = bench.train(path, *options_of(problem), "--tolerance", "1e-6")
        bench.record(
            "to 1e-6",
            problem=title,
            round=number,
            seconds=facts["seconds"]["train"],
            passes=facts["passes"],
            status=facts["status"],
            relative_gap=facts["relative_gap"],
        )


def report(lines):
    return "\n\n".join(
        f"**{title}**\n\n" + one_problem(found)
        for (title,), found in groups([line for line in lines if "problem" in line], "problem").items()
    )


def one_problem(lines):
    parts, whole = [], whole_rounds(of_kind(lines, "as run"), "program")
    programs = {program: runs for (program,), runs in groups(whole, "program").items()}
    if programs:
        parts.append(table_as_run(programs))
    longer = of_kind(lines, "to 1e-6")
    if longer:
        times = spread(line["seconds"] for line in longer)
        parts.append(
            f"smsvm to a proved 1e-6: {markdown.seconds(times.median)} training, {longer[0]['passes']:.1f} passes, "
            f"status {longer[0]['status']}, gap {longer[0]['relative_gap']:.1e}."
        )
    compared = outcome(lines)
    if compared:
        parts.append("Until each program has an objective at most 1e-4 above that of smsvm:")
        parts.append(table_of_peers(compared))
    return "\n\n".join(parts)


def table_as_run(programs):
    bound = max(run["bound"] for run in programs["smsvm"])

    def row(title, cell):
        return [title, *(cell(runs) for runs in programs.values())]

    times = {program: [run["seconds"] for run in runs] for program, runs in programs.items()}
    rows = [
        row("text to model, median", lambda runs: markdown.seconds(spread(run["seconds"] for run in runs).median)),
        row(
            "fastest to slowest",
            lambda runs: f"{min(r['seconds'] for r in runs):.2f} to {max(r['seconds'] for r in runs):.2f} s",
        ),
        [
            "its time / smsvm's",
            *(
                "" if program == "smsvm" else markdown.ratio(ratio(times["smsvm"], times[program]))
                for program in programs
            ),
        ],
        row("processor time, median", lambda runs: markdown.seconds(spread(run["cpu_seconds"] for run in runs).median)),
        row("memory, peak", lambda runs: markdown.megabytes(max(run["peak_bytes"] for run in runs))),
        row("primal objective", lambda runs: f"{runs[0]['primal']:.8f}"),
        row("above the bound that smsvm proved, relative", lambda runs: f"{1 - bound / runs[0]['primal']:.1e}"),
        row("ended by", lambda runs: "its iteration limit" if runs[0].get("at_its_limit") else "its criterion"),
        row(
            "training alone; passes",
            lambda runs: (
                f"{markdown.seconds(spread(run['train_seconds'] for run in runs).median)}; {runs[0]['passes']:.1f}"
                if "passes" in runs[0]
                else ""
            ),
        ),
    ]
    return markdown.table(["", *programs], rows)


def table_of_peers(result):
    rows = []
    for peer in result.peers:
        cells = [peer.name, peer.timed, markdown.seconds(result.seconds[peer.timed].median)]
        above = f"{peer.above:.1e}" if peer.above is not None else ""
        if peer.ratio:
            rows.append([*cells, markdown.seconds(peer.seconds), markdown.ratio(peer.ratio), above])
        else:
            words = {"slower": f"≥ {markdown.factor(peer.give_up)}", "stopped": "it stops before", "failed": "it fails"}
            rows.append([*cells, "", words[peer.status], above])
    return markdown.table(["program", "timed", "smsvm", "its time", "ratio", "its last objective / smsvm's − 1"], rows)
