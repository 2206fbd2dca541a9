"""What forgeries are made from: data, model and proof in parts that can be changed one by one and written again with
all checksums right, the plain truth about them in exact arithmetic, and some cases that are true.
"""

import copy
import importlib.util
import json
import pathlib
import random
import struct
import types
from fractions import Fraction

VERIFIER = pathlib.Path(__file__).resolve().parents[2] / "docs" / "verify_proof.py"
MAGIC = b"\x8aSMPROOF"
INTERCEPTS = ["free", "penalized", "none"]
PRECISIONS = ["float", "double"]
CLEARLY = Fraction(1, 10**9)


def load_verifier():
    specification = importlib.util.spec_from_file_location("verify_proof", VERIFIER)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


# ---- Files ----


def stored_frame(content):
    """A zstd frame that holds the bytes as they are."""
    blocks = [content[at:at + 65536] for at in range(0, len(content), 65536)] or [b""]
    frame = struct.pack("<IBQ", 0xFD2FB528, 0xE0, len(content))
    for i, block in enumerate(blocks):
        frame += struct.pack("<I", len(block) << 3 | (i == len(blocks) - 1))[:3] + block
    return frame


def vector_bytes(values):
    plain = struct.pack(f"<{len(values)}d", *values)
    frame = stored_frame(b"".join(plain[k::8] for k in range(8)))
    return struct.pack("<Q", len(frame)) + frame


def proof_bytes(proof, hash_of):
    flags = (proof.factor is not None) + 2 * (proof.weight is not None) + 4 * (proof.scale is not None)
    out = MAGIC + struct.pack("<IBBB", 3, PRECISIONS.index(proof.precision), flags, INTERCEPTS.index(proof.intercept))
    out += struct.pack("<ddQq", proof.l2, proof.l1, proof.checksum, proof.rows)
    for values in (proof.factor, proof.scale):
        if values is not None:
            out += struct.pack("<Q", len(values)) + vector_bytes(values)
    if proof.weight is not None:
        out += vector_bytes(proof.weight)
    out += struct.pack("<Q", len(proof.classes))
    for claim in proof.classes:
        label = claim.label.encode()
        out += struct.pack("<ddQ", claim.primal, claim.dual, len(label)) + label + vector_bytes(claim.a)
    return out + struct.pack("<Q", hash_of(out))


class Case:
    """Data (header, rows of [label, weight, values]), model (head, weights by feature, intercepts, trailer), proof."""

    def __init__(self, name, options):
        self.name, self.options = name, options  # the options that reading the data takes
        self.header, self.rows = None, []
        self.head, self.weights, self.intercepts, self.trailer = {}, [], None, {}
        self.proof = None
        self.data_changed = False

    def copy(self):
        return copy.deepcopy(self)

    # -- the data --
    def data_text(self):
        if self.name.endswith(".csv"):
            lines = [",".join(self.header)] if self.header else []
            for label, weight, values in self.rows:
                lines.append(",".join([label] + ([weight] if weight is not None else []) + values))
        else:
            lines = [" ".join([label] + [f"{j}:{x}" for j, x in enumerate(values, 1) if float(x) != 0])
                     for label, _, values in self.rows]
        return "".join(line + "\n" for line in lines)

    # -- the model --
    def read_model(self, text):
        head, _, rest = text.partition("\nw \n")
        lines = rest.split("\n")
        self.head = dict(line.split(" ", 1) for line in head.split("\n"))
        count = int(self.head["nr_feature"])
        self.weights = [[float(word) for word in line.split()] for line in lines[:count]]
        self.intercepts = [float(word) for word in lines[count].split()] if self.head["bias"] == "1" else None
        after = lines[count + (self.intercepts is not None):]
        self.trailer = dict(line.split(" ", 1) for line in after if line)
        del self.trailer["checksum"]

    def model_bytes(self, hash_of):
        lines = [f"{key} {value}" for key, value in self.head.items()] + ["w "]
        rows = self.weights + ([self.intercepts] if self.intercepts is not None else [])
        lines += ["".join(f"{weight!r} " for weight in row) for row in rows]
        lines += [f"{key} {value}" for key, value in self.trailer.items()]
        text = "".join(line + "\n" for line in lines).encode()
        return text + f"checksum {hash_of(text):016x}\n".encode()

    @property
    def labels(self):
        return json.loads("[" + self.trailer["labels"].replace('" "', '", "') + "]")

    def set_labels(self, labels):
        whole = all(label.lstrip("+-").isdigit() for label in labels)
        self.trailer["labels"] = " ".join(json.dumps(label) for label in labels)
        self.head["label"] = " ".join(str(int(label)) if whole else str(k) for k, label in enumerate(labels, 1))

    def settle(self):
        """Makes the model say what follows from the proof, as a forger would."""
        proof, weights = self.proof, self.row_weights()
        total, penalty = float(sum(weights)), proof.l1 + proof.l2
        self.trailer["rows"] = str(sum(weight > 0 for weight in weights))
        self.trailer["total_weight"] = repr(total)
        self.trailer["l1"], self.trailer["l2"] = repr(proof.l1), repr(proof.l2)
        self.trailer["C"] = repr(1 / (penalty * total)) if penalty and total else "inf"
        self.trailer["l1_ratio"] = repr(proof.l1 / penalty) if penalty else "0"
        self.trailer["intercept"] = f'"{proof.intercept}"'
        self.trailer["primal"] = repr(sum(claim.primal for claim in proof.classes))
        self.trailer["dual"] = repr(sum(claim.dual for claim in proof.classes))
        gap = max((claim.primal - claim.dual) / claim.primal if claim.primal > 0 else 0 for claim in proof.classes)
        self.trailer["tolerance"] = repr(max(float(self.trailer["tolerance"]), 2 * gap))
        if "classes" in self.trailer:
            each = (f'"converged" {claim.primal!r} {claim.dual!r} 3' for claim in proof.classes)
            self.trailer["classes"] = " ".join(each)
        if proof.scale is not None:
            self.trailer["feature_scale"] = " ".join([str(len(proof.scale))] + [repr(s) for s in proof.scale])
        return self

    # -- the problem --
    def row_weights(self):
        return [Fraction(weight) for weight in self.proof.weight or [1.0] * len(self.rows)]

    def write(self, folder, hash_of, checksum_of):
        data = folder / self.name
        data.write_text(self.data_text())
        if self.data_changed:
            self.proof.checksum = checksum_of(data, self.options, self.proof.precision)
            self.trailer["data_checksum"] = f"{self.proof.checksum:016x}"
        (folder / "model").write_bytes(self.model_bytes(hash_of))
        (folder / "proof").write_bytes(self.proof_content(hash_of))
        return [str(data), str(folder / "model"), str(folder / "proof"), *self.options]

    def proof_content(self, hash_of):
        return self.proof if isinstance(self.proof, bytes) else proof_bytes(self.proof, hash_of)


def value_of(text):
    """Labels are compared by their values where they have one."""
    try:
        return float(text)
    except ValueError:
        return text


def truth(case):
    """(P, D) of each claim, straight from the definitions."""
    proof, weights = case.proof, case.row_weights()
    values = [[Fraction(x) for x in values] for _, _, values in case.rows]
    total, columns = sum(weights), [value_of(label) for label in case.labels]
    factor = [Fraction(f) for f in proof.factor or [1.0] * len(values[0])]
    scale = [Fraction(s) for s in proof.scale or [1.0] * len(values[0])]
    penalties = [(Fraction(proof.l2) * f * s * s, Fraction(proof.l1) * f * s) for f, s in zip(factor, scale)]
    found = []
    for claim in proof.classes:
        k = columns.index(value_of(claim.label))
        w = [Fraction(row[k]) for row in case.weights]
        b = Fraction(case.intercepts[k]) if case.intercepts else Fraction(0)
        signs = [1 if value_of(label) == value_of(claim.label) else -1 for label, _, _ in case.rows]
        slack = [1 - y * (b + sum(p * q for p, q in zip(w, x))) for y, x in zip(signs, values)]
        primal = sum(c * max(u, 0) for c, u in zip(weights, slack)) / total
        points, charges = list(zip(w, penalties)), list(penalties)
        if proof.intercept == "penalized":
            points.append((b, (Fraction(proof.l2), Fraction(proof.l1))))
            charges.append(points[-1][1])
        primal += sum(l2 / 2 * p * p + l1 * abs(p) for p, (l2, l1) in points)
        found.append((primal, dual_value(proof, claim, values, signs, weights, charges)))
    return found


def dual_value(proof, claim, values, signs, weights, charges):
    a = [Fraction(each) * c for each, c in zip(claim.a, weights)]
    if proof.intercept == "free":
        plus = sum(each for each, y in zip(a, signs) if y > 0)
        minus = sum(a) - plus
        shrink = {1: min(1, minus / plus) if plus else 1, -1: min(1, plus / minus) if minus else 1}
        a = [each * shrink[y] for each, y in zip(a, signs)]
    total = sum(weights)
    v = [sum(each * y * x[j] for each, y, x in zip(a, signs, values)) / total for j in range(len(values[0]))]
    if proof.intercept == "penalized":
        v.append(sum(each * y for each, y in zip(a, signs)) / total)
    t = min([Fraction(1)] + [l1 / abs(each) for each, (l2, l1) in zip(v, charges) if l2 == 0 and abs(each) > l1])
    loss = sum(max(0, t * abs(each) - l1) ** 2 / (2 * l2) for each, (l2, l1) in zip(v, charges) if l2 > 0)
    return max(Fraction(0), t * sum(a) / total - loss)


def claims_are_false(case):
    slack = [CLEARLY * abs(Fraction(claim.primal)) for claim in case.proof.classes]
    return any(primal > Fraction(claim.primal) + allowed or dual < Fraction(claim.dual) - allowed
               for claim, (primal, dual), allowed in zip(case.proof.classes, truth(case), slack))


# ---- True cases ----


def draw_rows(seed, labels, count, features, weighted=False, zero=None):
    """Values are eighths, so that float and double hold them exactly; every label has rows, no plane separates them."""
    draw = random.Random(seed)
    centres = {label: [draw.randrange(-8, 9) for _ in range(features)] for label in labels}
    rows = []
    for i in range(count):
        label = labels[i % len(labels)]
        values = [str((centre + draw.randrange(-14, 15)) / 8) for centre in centres[label]]
        if zero is not None:
            values[zero] = "0"
        rows.append([label, str(draw.randrange(1, 9) / 4) if weighted else None, values])
    return rows


def true_case(run, folder, verifier, name, rows, header, reading, training):
    """Trains on the rows; `training` may be a function of the folder that writes the files it names."""
    case = Case(name, reading)
    case.rows, case.header = rows, header
    (folder / name).write_text(case.data_text())
    run("train", "-q", folder / name, folder / "model", "--certificate", folder / "proof", *reading, *training)
    case.read_model((folder / "model").read_text())
    proof = verifier.read_proof(str(folder / "proof"))
    proof.classes = [types.SimpleNamespace(label=claim.label, primal=claim.primal, dual=claim.dual, a=list(claim.a))
                     for claim in proof.classes.values()]
    for vector in ("factor", "scale", "weight"):
        values = getattr(proof, vector)
        setattr(proof, vector, list(values) if values is not None else None)
    case.proof = proof
    return case


def true_cases(run, folder, verifier):
    def make(name, rows, header=None, reading=(), training=()):
        return true_case(run, folder, verifier, name, rows, header, list(reading), [*training, "--tolerance", "1e-5"])

    names = ["label", "height", "width", "depth", "age"]
    factors = folder / "factors"
    factors.write_text("1 0.5\n3 2\n")
    samples = folder / "samples"
    samples.write_text("".join(f"{1 + i % 3 / 2}\n" for i in range(36)))
    return {
        "two": make("two.svm", draw_rows(1, ["+1", "-1"], 40, 6, zero=4)),
        "named": make("named.csv", draw_rows(2, ["a", "b", "c"], 36, 4), names,
                      training=["--l1", "0.02", "--l2", "0.01", "--intercept", "penalized"]),
        "weighted": make("weighted.csv", draw_rows(3, ["1", "-1"], 40, 3, True), ["label", "weight", "p", "q", "r"],
                         ["--weight-column", "weight"],
                         ["--scale", "standard", "--class-weight", "1=2", "--precision", "double"]),
        "rest": make("rest.svm", draw_rows(4, ["3", "0", "7", "5"], 40, 4),
                     training=["--positive", "7", "--l1", "0.01", "--intercept", "none", "--scale", "minmax"]),
        "factors": make("factors.svm", draw_rows(5, ["no", "yes"], 36, 4),
                        training=["--penalty-factor", factors, "--sample-weight", samples, "-C", "0.5"]),
    }
