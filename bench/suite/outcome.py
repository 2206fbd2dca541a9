"""What the records of one comparison say."""

from dataclasses import dataclass, field

from suite.records import of_kind
from suite.timing import Spread, ratio, spread

OURS, OURS_ALONE = "smsvm", "smsvm, one thread"


@dataclass(frozen=True)
class PeerOutcome:
    name: str
    timed: str
    status: str  # arrived, slower, stopped or failed
    give_up: float  # the ratio at which it was given up
    above: float = None  # how far its last objective is above ours, relatively
    seconds: float = None  # the following only where it arrived
    ratio: Spread = None
    ratio_one_thread: Spread = None  # against ours on one thread; only if it took turns with it


@dataclass(frozen=True)
class Outcome:
    seconds: dict  # ours, by what is timed
    peers: list = field(default_factory=list)

    def best(self):
        """The peer with the least ratio, or None."""
        return min((peer for peer in self.peers if peer.ratio), key=lambda peer: peer.ratio.median, default=None)

    def bound(self):
        """Where no peer arrives: the ratio is at least this."""
        return min((peer.give_up for peer in self.peers), default=None)


def outcome(lines):
    """None if the comparison was interrupted."""
    rounds = of_kind(lines, "round")
    if not rounds:
        return None
    primal = of_kind(lines, "ours")[0]["primal"]

    def times(program, timed):
        return [line["seconds"][timed] for line in of_kind(rounds, "round", program=program)]

    def judge(line):
        timed, above = line["timed"], line["primal"] / primal - 1 if line.get("primal") is not None else None
        facts = {
            "name": line["peer"],
            "timed": timed,
            "status": line["status"],
            "give_up": line["give_up"],
            "above": above,
        }
        ours, alone, theirs = times(OURS, timed), times(OURS_ALONE, timed), times(line["peer"], timed)
        whole = min(len(ours), len(alone), len(theirs))  # of the last round there may be a part
        if whole:
            facts |= {
                "seconds": spread(theirs).median,
                "ratio": ratio(ours[:whole], theirs[:whole]),
                "ratio_one_thread": ratio(alone[:whole], theirs[:whole]),
            }
        elif line["status"] == "arrived":
            facts |= {"seconds": line["seconds"], "ratio": spread([line["seconds"] / spread(ours).median])}
        return PeerOutcome(**facts)

    ours = {timed: spread(times(OURS, timed)) for timed in rounds[0]["seconds"]}
    return Outcome(ours, [judge(line) for line in of_kind(lines, "sweep")])
