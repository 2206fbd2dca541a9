"""One data set, one problem: how long until each program has what we have?

We train to a proved relative gap of 1e-4. A peer has arrived when its objective, evaluated here, is at most 1e-4 above
ours, relatively; its effort is raised step by step until it has, or until it takes 20 times as long as we do. Those
near the fastest peer are then run again in turns with ours.
"""

from functools import partial

from suite import data, machine, processes
from suite.attempt import FIT, TEXT_TO_MODEL, Case
from suite.outcome import OURS, OURS_ALONE
from suite.timing import interleave

TOLERANCE = 1e-4
GIVE_UP = 20  # times our time
MOST_SECONDS = 30  # or this, where we are slow ourselves
NEAR = 3  # times the fastest peer: these are run in turns with ours


def options_of(problem):
    return ["--l2", repr(problem.l2), "--l1", repr(problem.l1), "--intercept", problem.intercept]


def compare(bench, about, problem, path, matrix, signs, candidates):
    """Records of kind ours, sweep and round; `about` says in each of them which data and problem it is."""
    model = bench.file("smsvm.model")
    train = partial(bench.train, path, *options_of(problem), "--tolerance", repr(TOLERANCE), model=model)

    def ours(threads):
        run, facts = train("--threads", threads)
        return {TEXT_TO_MODEL: run.seconds, FIT: facts["seconds"]["train"]}

    first = [ours("0") for _ in range(2)]
    base = {timed: min(seconds[timed] for seconds in first) for timed in (TEXT_TO_MODEL, FIT)}
    _, facts = train()
    primal = problem.objective(matrix, signs, *data.read_liblinear_model(model, matrix.shape[1]))
    facts = {key: facts[key] for key in ("rows", "features", "status", "relative_gap", "passes", "threads")}
    bench.record("ours", **about, **facts, primal=primal)
    case = Case(path, matrix, signs, problem, primal * (1 + TOLERANCE))

    contenders = {}
    try:
        for peer in candidates:
            if peer.solves(problem):
                limit = min(GIVE_UP * base[peer.timed], MOST_SECONDS)
                session, last = search(peer, case, limit)
                bench.record(
                    "sweep", **about, peer=peer.name, timed=peer.timed, give_up=limit / base[peer.timed], **last
                )
                if session:
                    contenders[peer] = (session, last)
        rounds(bench, about, ours, case, nearest(contenders, base))
    finally:
        for session, _ in contenders.values():
            session.close()


def search(peer, case, limit):
    """The session of a peer that arrives, else None; and its status with its last attempt."""
    session = None
    try:
        session = peer.start(case)
        status, last = sweep(peer.efforts, session, case, limit)
    except processes.Failed as reason:
        status, last = "failed", {"reason": str(reason)}
    if session and status != "arrived":
        session.close()  # it may still be at work
        session = None
    return session, {"status": status, **last}


def sweep(efforts, session, case, limit):
    """Status arrived, slower or stopped, and the last attempt: effort, seconds, primal."""
    last = {"effort": None, "seconds": None, "primal": None}
    for index in range(0, len(efforts.steps), efforts.stride):
        try:
            last, finished = try_effort(session, case, efforts.steps[index], limit)
        except processes.TooSlow:
            return "slower", last
        if last["primal"] <= case.target:
            if index > 0 and efforts.stride > 1:  # the step that was left out may do
                before, _ = try_effort(session, case, efforts.steps[index - 1], limit)
                last = before if before["primal"] <= case.target else last
            return ("arrived" if last["seconds"] <= limit else "slower"), last
        if last["seconds"] > limit:
            return "slower", last
        if finished:
            break
    return "stopped", last


def try_effort(session, case, effort, limit):
    patience = 2.5 * limit + 2
    attempt = session.attempt(case, effort, patience)
    if attempt.seconds > limit:  # the machine may have been busy
        attempt = min(attempt, session.attempt(case, effort, patience), key=lambda each: each.seconds)
    primal = float(case.problem.objective(case.matrix, case.signs, attempt.weights, attempt.intercept))
    return {"effort": effort, "seconds": attempt.seconds, "primal": primal}, attempt.finished


def nearest(arrived, base):
    """Those whose ratio, measured once, is within a factor of the best."""
    once = {peer: last["seconds"] / base[peer.timed] for peer, (_, last) in arrived.items()}
    return {peer: arrived[peer] for peer in arrived if once[peer] <= NEAR * min(once.values())}


def rounds(bench, about, ours, case, contenders):
    def theirs(peer, session, effort):
        return {peer.timed: session.attempt(case, effort, None).seconds}

    programs = {OURS: partial(ours, "0"), OURS_ALONE: partial(ours, "1")}
    for peer, (session, last) in contenders.items():
        programs[peer.name] = partial(theirs, peer, session, last["effort"])
    for number, name, seconds in interleave(bench.repeats, programs):
        bench.record("round", **about, round=number, program=name, seconds=seconds, load=machine.load())
