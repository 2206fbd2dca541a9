"""One data set, one problem: how long until each program has what we have?

We train to a proved relative gap of 1e-4. A peer has arrived when its objective, evaluated here, is at most 1e-4 above
ours, relatively; its effort is raised step by step until it has, or until it takes 20 times as long as we do. Those
near the fastest peer are then run again in turns with ours.
"""

from suite import data, machine, processes
from suite.attempt import FIT, TEXT_TO_MODEL, Case
from suite.timing import interleave, ratio, spread

TOLERANCE = 1e-4
GIVE_UP = 20  # times our time
NEAR = 3  # times the fastest peer: these are run in turns with ours
OURS, OURS_ALONE = "smsvm", "smsvm, one thread"


def options_of(problem):
    return ["--l2", repr(problem.l2), "--l1", repr(problem.l1), "--intercept", problem.intercept]


def compare(bench, name, title, make_problem, path, matrix, signs, candidates):
    """Records of kind ours, sweep and round for one data set and one problem."""
    about = {"data": name, "problem": title}
    problem = make_problem(len(signs))
    model = bench.file("smsvm.model")

    def ours(threads):
        run, facts = bench.train(
            path, *options_of(problem), "--tolerance", repr(TOLERANCE), "--threads", threads, model=model
        )
        return {TEXT_TO_MODEL: run.seconds, FIT: facts["seconds"]["train"]}, facts

    first = [ours("0") for _ in range(3)]
    base = {timed: spread(seconds[timed] for seconds, _ in first).median for timed in (TEXT_TO_MODEL, FIT)}
    facts = first[0][1]
    primal = problem.objective(matrix, signs, *data.read_liblinear_model(model, matrix.shape[1]))
    bench.record(
        "ours",
        **about,
        rows=len(signs),
        features=matrix.shape[1],
        status=facts["status"],
        primal=primal,
        relative_gap=facts["relative_gap"],
        passes=facts["passes"],
        threads=facts["threads"],
    )
    case = Case(name, path, matrix, signs, problem, primal * (1 + TOLERANCE))

    arrived, sessions = {}, []
    try:
        for peer in (peer for peer in candidates if peer.solves(problem)):
            try:
                session = peer.start(case)
                sessions.append(session)
                status, last = sweep(peer, session, case, GIVE_UP * base[peer.timed])
            except processes.Failed as reason:
                status, last = "failed", {"reason": str(reason)}
            bench.record("sweep", **about, peer=peer.name, timed=peer.timed, status=status, **last)
            if status == "arrived":
                arrived[peer] = (session, last)
            elif sessions:
                sessions[-1].close()  # it may still be at work
        rounds(bench, about, ours, case, nearest(arrived, base))
    finally:
        for session in sessions:
            session.close()


def sweep(peer, session, case, limit):
    """Status arrived, slower or stopped, and the last attempt: effort, seconds, primal."""
    last = {"effort": None, "seconds": limit, "primal": None}
    for effort in peer.efforts:
        try:
            attempt = session.attempt(case, effort, 1.5 * limit + 2)
            if attempt.seconds > limit:  # the machine may have been busy
                attempt = min(attempt, session.attempt(case, effort, 1.5 * limit + 2), key=lambda each: each.seconds)
        except processes.TooSlow:
            return "slower", last
        primal = float(case.problem.objective(case.matrix, case.signs, attempt.weights, attempt.intercept))
        last = {"effort": effort, "seconds": attempt.seconds, "primal": primal}
        if primal <= case.target:
            return ("arrived" if attempt.seconds <= limit else "slower"), last
        if attempt.seconds > limit:
            return "slower", last
        if attempt.finished:
            break
    return "stopped", last


def nearest(arrived, base):
    """Those whose ratio, measured once, is within a factor of the best."""
    if not arrived:
        return {}
    once = {peer: last["seconds"] / base[peer.timed] for peer, (_, last) in arrived.items()}
    best = min(once.values())
    return {peer: arrived[peer] for peer in arrived if once[peer] <= NEAR * best}


def rounds(bench, about, ours, case, contenders):
    programs = {OURS: lambda: ours("0")[0], OURS_ALONE: lambda: ours("1")[0]}
    for peer, (session, last) in contenders.items():
        programs[peer.name] = lambda peer=peer, session=session, effort=last["effort"]: {
            peer.timed: session.attempt(case, effort, None).seconds
        }
    for number, name, seconds in interleave(bench.repeats, programs):
        bench.record("round", **about, round=number, program=name, seconds=seconds, load=machine.load())


def outcome(lines):
    """Of the records of one comparison: our figures, and per peer its ratio where it arrived."""
    by_kind = {kind: [line for line in lines if line["kind"] == kind] for kind in ("ours", "sweep", "round")}

    def times(program, timed):
        return [line["seconds"][timed] for line in by_kind["round"] if line["program"] == program]

    found = {}
    for line in by_kind["sweep"]:
        entry = {
            "status": line["status"],
            "timed": line["timed"],
            "primal": line.get("primal"),
            "seconds": line.get("seconds"),
        }
        ours = times(OURS, line["timed"])
        theirs = (
            times(line["peer"], line["timed"])
            if any(run["program"] == line["peer"] for run in by_kind["round"])
            else []
        )
        if len(theirs) and len(theirs) == len(ours):
            entry |= {
                "seconds": spread(theirs).median,
                "ratio": ratio(ours, theirs),
                "ratio_one_thread": ratio(times(OURS_ALONE, line["timed"]), theirs),
            }
        elif line["status"] == "arrived" and ours:
            entry |= {"ratio": spread([line["seconds"] / spread(ours).median])}
        found[line["peer"]] = entry
    mine = {timed: spread(times(OURS, timed)) for timed in (TEXT_TO_MODEL, FIT)} if by_kind["round"] else {}
    return {"ours": by_kind["ours"][0], "seconds": mine, "peers": found}
