"""Forged data, models and proofs: what a skilful forger would hand in, all checksums made to fit. Standard library only,
but for xxhash.

A `Case` holds data, model and proof in parts; a forgery is a changed copy of a true one. Where a change could leave the
claims true (a weight may be changed for the better) only those copies are kept whose claims are false, by more than the
1e-9th part, in the plain exact arithmetic of `truth`.
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
            self.trailer["classes"] = " ".join(f'"converged" {claim.primal!r} {claim.dual!r} 3' for claim in proof.classes)
        if proof.scale is not None:
            self.trailer["feature_scale"] = " ".join([str(len(proof.scale))] + [repr(s) for s in proof.scale])
        return self

    # -- the problem --
    def row_weights(self):
        return [Fraction(w) for w in self.proof.weight] if self.proof.weight is not None else [Fraction(1)] * len(self.rows)

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


# ---- Forgeries: each function yields (what was altered, the case) ----


def pick(case, draw):
    """A row and a column that may be changed."""
    return draw.randrange(len(case.rows)), draw.randrange(len(case.weights))


def with_false_claims(candidates, most):
    """At most so many of those whose claims are clearly false."""
    found = 0
    for what, case in candidates:
        if found < most and claims_are_false(case):
            found += 1
            yield what, case


def altered_values(case, draw):
    for _ in range(60):
        forged, (i, j) = case.copy(), pick(case, draw)
        old = forged.rows[i][2][j]
        forged.rows[i][2][j] = str(draw.choice([-float(old), float(old) + 0.125, float(old) - 2, 0.0, 64.0]))
        forged.data_changed = True
        yield f"value of row {i + 1}, feature {j + 1}: {old} becomes {forged.rows[i][2][j]}", forged


def altered_labels(case, draw):
    labels = sorted({label for label, _, _ in case.rows})
    for i in range(len(case.rows)):
        forged = case.copy()
        forged.rows[i][0] = draw.choice([label for label in labels if label != case.rows[i][0]])
        forged.data_changed = True
        yield f"label of row {i + 1}: {case.rows[i][0]} becomes {forged.rows[i][0]}", forged


def drop(forged, i):
    del forged.rows[i]
    for values in [claim.a for claim in forged.proof.classes] + [forged.proof.weight or [0] * (i + 1)]:
        del values[i]
    forged.proof.rows -= 1


def dropped_rows(case, draw):
    for i in range(len(case.rows)):
        forged = case.copy()
        drop(forged, i)
        forged.data_changed = True
        yield f"row {i + 1} dropped, with its dual value", forged.settle()


def duplicated_rows(case, draw):
    for i in range(len(case.rows)):
        forged = case.copy()
        forged.rows.append(copy.deepcopy(forged.rows[i]))
        for values in [claim.a for claim in forged.proof.classes] + [forged.proof.weight or [0] * (i + 1)]:
            values.append(values[i])
        forged.proof.rows += 1
        forged.data_changed = True
        yield f"row {i + 1} stands there twice, with its dual value", forged.settle()


def row_counts(case, draw):
    for i in (0, 5, 9):
        for kind in ("dropped", "twice"):
            forged = case.copy()
            forged.rows[i:i + 1] = [] if kind == "dropped" else [forged.rows[i]] * 2
            forged.data_changed = True
            yield f"row {i + 1} {kind}, the proof unchanged", forged


def exchanged_rows(case, draw):
    for _ in range(40):
        forged = case.copy()
        i, k = draw.sample(range(len(case.rows)), 2)
        forged.rows[i], forged.rows[k] = forged.rows[k], forged.rows[i]
        forged.data_changed = True
        yield f"rows {i + 1} and {k + 1} exchanged", forged


def altered_weights(case, draw):
    for n in range(80):
        forged = case.copy()
        row = forged.weights[draw.randrange(len(forged.weights))]
        k, how = draw.randrange(len(row)), draw.choice([0.0, -1.0, 2.0, 1.001, 0.999, 1.5])
        row[k] = row[k] * how
        yield f"number {n}: a weight of column {k + 1} times {how}", forged


def altered_intercepts(case, draw):
    if case.intercepts is None:
        for value in (1e-3, -0.25):
            forged = case.copy()
            forged.head["bias"], forged.intercepts = "1", [value]
            yield f"an intercept {value} where there is none", forged
        return
    for by in (0.01, -0.01, 0.5, -0.5, 3.0, -3.0):
        for k in range(len(case.intercepts)):
            forged = case.copy()
            forged.intercepts[k] += by
            if claims_are_false(forged):
                yield f"intercept of column {k + 1} plus {by}", forged


def weights_of_strange_features(case, draw):
    for value in (1e-6, 0.5, -7.0):
        forged = case.copy()
        forged.weights.append([value] * len(case.weights[0]))
        forged.head["nr_feature"] = str(len(forged.weights))
        for key, more in (("feature_scale", " 1.0"), ("feature_names", ' "more"')):
            if key in forged.trailer:
                count, rest = forged.trailer[key].split(" ", 1)
                forged.trailer[key] = f"{int(count) + 1} {rest}{more}"
        yield f"a weight {value} for a feature that the data do not have", forged


def weights_that_are_no_numbers(case, draw):
    for value in (float("nan"), float("inf"), float("-inf")):
        forged = case.copy()
        forged.weights[0][0] = value
        yield f"a weight {value}", forged
        if case.intercepts is not None:
            forged = case.copy()
            forged.intercepts[0] = value
            yield f"an intercept {value}", forged


def hidden_weights(case, draw):
    """A list of features in use that leaves one out, whose weight a careless reader would then overlook."""
    if len(case.weights[0]) > 1 or case.header or case.proof.scale:
        return
    for j in range(len(case.weights)):  # the last but one feature of some case has no values at all
        forged = case.copy()
        ids = [k + 1 for k in range(len(case.weights)) if k != j]
        forged.weights[j][0] = 1000.0
        forged.trailer["feature_ids"] = " ".join(map(str, [len(ids)] + ids))
        yield f"weight 1000 for feature {j + 1}, which is not among the model's feature_ids", forged


def altered_model_labels(case, draw):
    labels = case.labels
    choices = [labels[::-1], ["banana"] + labels[1:], labels[:-1] + ["banana"], [labels[0]] + labels[:1] + labels[2:],
               [labels[-1]] * len(labels), ["rest" if label != labels[0] else label for label in labels]]
    if len(labels) > 2:
        choices += [labels[1:] + labels[:1], [labels[1], labels[0]] + labels[2:]]
    for changed in choices:
        if changed == labels:
            continue
        forged = case.copy()
        forged.set_labels(changed)
        yield f"the model's labels {labels} become {changed}", forged
        forged = forged.copy()
        for claim, label in zip(forged.proof.classes, changed):
            claim.label = label
        yield f"the labels {labels} become {changed} in model and proof", forged


def labels_for_liblinear(case, draw):
    forged = case.copy()
    forged.head["label"] = " ".join(case.head["label"].split()[::-1])
    yield f"the model's first line of labels becomes {forged.head['label']}, against the one at the end", forged


def altered_proof_labels(case, draw):
    for k in range(len(case.proof.classes)):
        for label in [label for label in case.labels if label != case.proof.classes[k].label] + ["banana", ""]:
            forged = case.copy()
            forged.proof.classes[k].label = label
            yield f"label of class {k + 1} of the proof becomes '{label}'", forged


def sets_of_classes(case, draw):
    forged = case.copy()
    forged.proof.classes.append(copy.deepcopy(forged.proof.classes[0]))
    yield "a class twice in the proof", forged
    forged = case.copy()
    forged.proof.classes.append(copy.deepcopy(forged.proof.classes[0]))
    forged.proof.classes[-1].label, forged.proof.classes[-1].primal = case.rows[0][0] + "0", 1e6
    yield "a class in the proof that model and data do not have", forged
    for k in range(len(case.proof.classes)):
        forged = case.copy()
        del forged.proof.classes[k]
        yield f"class {k + 1} missing in the proof", forged
        forged = forged.copy()
        forged.proof.classes.append(copy.deepcopy(forged.proof.classes[0])) if forged.proof.classes else None
        yield f"class {k + 1} of the proof replaced by another one", forged


def altered_names(case, draw):
    if not case.header:
        return
    first = len(case.header) - len(case.weights)
    for i in range(len(case.weights)):
        for k in range(i):
            forged = case.copy()
            names = forged.header
            names[first + i], names[first + k] = names[first + k], names[first + i]
            yield f"names of columns {k + 1} and {i + 1} exchanged in the data", forged
            forged = case.copy()
            words = forged.trailer["feature_names"].split(" ")
            words[1 + i], words[1 + k] = words[1 + k], words[1 + i]
            forged.trailer["feature_names"] = " ".join(words)
            yield f"names of columns {k + 1} and {i + 1} exchanged in the model", forged
        forged = case.copy()
        forged.header[first + i] = "banana"
        yield f"name of column {i + 1} is another one in the data", forged


def exchanged_columns(case, draw):
    for i in range(len(case.weights)):
        for k in range(i):
            forged = case.copy()
            for _, _, values in forged.rows:
                values[i], values[k] = values[k], values[i]
            forged.data_changed = True
            yield f"values of columns {k + 1} and {i + 1} exchanged", forged


def duals_outside(case, draw):
    for value in (-1e-12, 1 + 1e-12, -0.5, 2.0, float("nan"), float("inf")):
        for k in range(len(case.proof.classes)):
            forged = case.copy()
            forged.proof.classes[k].a[draw.randrange(len(case.rows))] = value
            yield f"a dual value {value} in class {k + 1}", forged


def altered_duals(case, draw):
    for n in range(60):
        forged = case.copy()
        a = forged.proof.classes[draw.randrange(len(forged.proof.classes))].a
        for _ in range(draw.choice([1, 3, 10])):
            a[draw.randrange(len(a))] = draw.choice([0.0, 1.0, draw.random()])
        yield f"number {n}: dual values altered", forged


def altered_penalties(case, draw):
    for key in ("l2", "l1"):
        for value in (0.0, 1e-6, 0.5, 2.0, 0.999, 1.001):
            old = getattr(case.proof, key)
            forged = case.copy()
            setattr(forged.proof, key, old * value if old else value)
            if getattr(forged.proof, key) != old:
                yield f"{key} {old} becomes {getattr(forged.proof, key)} in the proof and in the model", forged.settle()


def penalties_that_differ(case, draw):
    for key in ("l2", "l1"):
        for value in (float("nan"), -1.0, float("inf"), getattr(case.proof, key) * 0.5 + 0.25):
            forged = case.copy()
            setattr(forged.proof, key, value)
            yield f"{key} becomes {value} in the proof alone", forged
            forged = case.copy()
            forged.trailer[key] = repr(value)
            yield f"{key} becomes {value} in the model alone", forged


def intercept_kinds(case, draw):
    for kind in INTERCEPTS:
        if kind == case.proof.intercept:
            continue
        forged = case.copy()
        forged.proof.intercept = kind
        yield f"intercept '{kind}' in the proof alone", forged
        forged = case.copy()
        forged.trailer["intercept"] = f'"{kind}"'
        yield f"intercept '{kind}' in the model alone", forged
        forged = case.copy()
        forged.proof.intercept = kind
        if kind == "none" or claims_are_false(forged):
            yield f"intercept '{kind}' in model and proof", forged.settle()


def precisions(case, draw):
    other = PRECISIONS[1 - PRECISIONS.index(case.proof.precision)]
    forged = case.copy()
    forged.trailer["precision"] = f'"{other}"'
    yield f"precision '{other}' in the model alone", forged


def altered_scales(case, draw):
    if case.proof.scale is None:
        return
    for j in range(len(case.proof.scale)):
        for by in (0.5, 1.01, 1.00001, 1000.0):
            forged = case.copy()
            forged.proof.scale[j] *= by
            forged.proof.classes[0].primal, forged.proof.classes[0].dual = 1.5, 0.0  # true for nearly any problem
            yield f"scale of feature {j + 1} times {by} in model and proof, with claims that hold", forged.settle()
            forged = case.copy()
            forged.proof.scale[j] *= by
            yield f"scale of feature {j + 1} times {by} in the proof alone", forged
        for value in (0.0, -1.0, float("nan"), float("inf")):
            forged = case.copy()
            forged.proof.scale[j] = value
            yield f"scale {value} of feature {j + 1} in model and proof", forged.settle()
        forged = case.copy()
        words = forged.trailer["feature_scale"].split(" ")
        words[1 + j] = repr(float(words[1 + j]) * 1.5)
        forged.trailer["feature_scale"] = " ".join(words)
        yield f"scale of feature {j + 1} times 1.5 in the model alone", forged


def kinds_of_scale(case, draw):
    for kind in ("none", "minmax", "standard", "banana"):
        if f'"{kind}"' == case.trailer["scale"]:
            continue
        forged = case.copy()
        forged.trailer["scale"] = f'"{kind}"'
        yield f"scale '{kind}' in the model, which was {case.trailer['scale']}", forged


def altered_factors(case, draw):
    if case.proof.factor is None:
        return
    for j in range(len(case.proof.factor)):
        for value in (0.0, 0.25, 4.0, float("nan"), -1.0):
            forged = case.copy()
            forged.proof.factor[j] = value
            if not value >= 0 or claims_are_false(forged):
                yield f"penalty factor of feature {j + 1} becomes {value}", forged
    forged = case.copy()
    forged.proof.factor.pop()
    yield "one penalty factor too few", forged
    forged = case.copy()
    forged.proof.factor = None
    if claims_are_false(forged):
        yield "no penalty factors", forged


def altered_row_weights(case, draw):
    if case.proof.weight is None:
        return
    for value in (float("nan"), -1.0, float("inf")):
        forged = case.copy()
        forged.proof.weight[3] = value
        yield f"weight of row 4 becomes {value}", forged
    for i in range(12):
        forged = case.copy()
        forged.proof.weight[i] *= draw.choice([0.0, 0.5, 3.0])
        if "--weight-column" in case.options or claims_are_false(forged):
            yield f"weight of row {i + 1} becomes {forged.proof.weight[i]}", forged.settle()
    if "--weight-column" in case.options:
        for i in range(12):
            forged = case.copy()
            forged.proof.weight[i] *= draw.choice([0.5, 3.0])
            forged.proof.classes[0].primal, forged.proof.classes[0].dual = 1.5, 0.0
            yield f"weight of row {i + 1} becomes {forged.proof.weight[i]}, with claims that hold", forged.settle()
            forged = case.copy()
            forged.rows[i][1] = str(float(forged.rows[i][1]) + 1)
            yield f"weight of row {i + 1} becomes {forged.rows[i][1]} in the data", forged


def classes_of_weight_zero(case, draw):
    """All rows but one class's weigh nothing; then w = 0 and b = 1 are optimal, and P = D = 0 is true."""
    if len(case.proof.classes) > 1 or case.intercepts is None or case.proof.intercept != "free":
        return
    for k, label in enumerate(case.labels):
        forged = case.copy()
        weights = case.proof.weight or [1.0] * len(case.rows)
        forged.proof.weight = [c if row[0] == label else 0.0 for c, row in zip(weights, case.rows)]
        forged.weights = [[0.0] for _ in forged.weights]
        forged.intercepts = [1.0 - 2 * k]
        claim = forged.proof.classes[0]
        claim.primal, claim.dual, claim.a = 0.0, 0.0, [0.0] * len(case.rows)
        yield f"weight 0 for all rows but those of label {label}, with w = 0", forged.settle()


def weights_left_out(case, draw):
    """A proof without row weights, its claims true for rows that all weigh 1."""
    if case.proof.weight is None:
        return
    forged = case.copy()
    forged.proof.weight = None
    forged.proof.classes[0].primal, forged.proof.classes[0].dual = 1.5, 0.0
    if "--weight-column" in case.options or "class_weights" in case.trailer:
        yield "no row weights in the proof, class weights in the model", forged.settle()
        forged = forged.copy()
        forged.trailer.pop("class_weights", None)
        yield "no weights in proof and model, with claims that hold", forged


def class_weights(case, draw):
    """Where the rows' own weights are not to be had, only a weight 0 contradicts the proof."""
    key, unknown = "class_weights", case.proof.weight is not None and "--weight-column" not in case.options
    for text in ('1 "{}" 0',) if unknown else ('1 "{}" 5', '1 "{}" 0', '1 "banana" 2'):
        forged = case.copy()
        forged.trailer[key] = text.format(case.rows[0][0])
        yield f"class weights {forged.trailer[key]} in the model", forged
    if key in case.trailer:
        forged = case.copy()
        del forged.trailer[key]
        yield "class weights missing in the model", forged


def claims_beyond_truth(case, draw):
    found = truth(case)
    for k, (primal, dual) in enumerate(found):
        for power in (3, 5, 7, 8, 9):
            by = Fraction(2, 10**power)
            forged = case.copy()
            forged.proof.classes[k].primal = float(primal * (1 - by))
            if forged.proof.classes[k].primal > forged.proof.classes[k].dual:
                yield f"class {k + 1} claims a primal value 2e-{power} below the truth", forged.settle()
            forged = case.copy()
            forged.proof.classes[k].dual = float(dual + primal * by)
            yield f"class {k + 1} claims a dual value 2e-{power} above the truth", forged.settle()


def trailer_numbers(case, draw):
    for key in ("primal", "dual", "rows", "total_weight", "C", "l1_ratio"):
        for by in (0.5, 2.0, 1.001):
            forged = case.copy()
            old = float(case.trailer[key])
            if key == "rows" and by == 1.001:
                forged.trailer[key] = str(int(old) + 1)
            else:
                forged.trailer[key] = repr(old * by) if old else repr(by / 10)
                forged.trailer[key] = str(int(float(forged.trailer[key]))) if key == "rows" else forged.trailer[key]
            yield f"the model says {key} {forged.trailer[key]}, which was {case.trailer[key]}", forged
    forged = case.copy()
    del forged.trailer["dual"]
    yield "the model says that there is no bound", forged
    if "classes" in case.trailer:
        words = case.trailer["classes"].split(" ")
        for at in range(len(words)):
            if at % 4 in (1, 2):
                forged = case.copy()
                forged.trailer["classes"] = " ".join(words[:at] + [repr(float(words[at]) * 1.01)] + words[at + 1:])
                yield f"number {at + 1} of the model's list of classes is 1 % larger", forged


def trailer_statements(case, draw):
    gap = max((claim.primal - claim.dual) / claim.primal for claim in case.proof.classes)
    for by in (0.9, 0.1, 0.0):
        forged = case.copy()
        forged.trailer["tolerance"] = repr(gap * by)
        yield f"'converged' to {gap * by:.3g}, with a gap of {gap:.3g}", forged
    forged = case.copy()
    claim = forged.proof.classes[0]
    claim.dual = claim.dual / 2
    tolerance = forged.trailer["tolerance"]
    forged.settle().trailer["tolerance"] = tolerance
    yield "'converged' with claims that are true but half a gap apart", forged
    forged = case.copy()
    forged.trailer["data_checksum"] = "0123456789abcdef"
    yield "another checksum of the data in the model", forged
    forged = case.copy()
    forged.proof.checksum ^= 1
    yield "another checksum of the data in the proof", forged
    if "classes" in case.trailer:
        forged = case.copy()
        forged.trailer["classes"] = forged.trailer["classes"].replace('"converged"', '"max_passes"', 1)
        yield "'converged' as a whole, though a class did not", forged


def damaged_proofs(case, draw, hash_of):
    content = proof_bytes(case.proof, hash_of)[:-8]
    changes = {"a byte after the last field": content + b"\0", "no class": None,
               "another magic": b"\x8bSMPROOF" + content[8:], "version 4": content[:8] + b"\4" + content[9:],
               "an unknown precision": content[:12] + b"\7" + content[13:],
               "unknown flags": content[:13] + b"\x88" + content[14:],
               "an unknown intercept": content[:14] + b"\5" + content[15:]}
    for length in (0, 7, 11, 20, 40, 60, len(content) // 2, len(content) - 1):
        changes[f"cut off after {length} bytes"] = content[:length]
    for what, changed in changes.items():
        forged = case.copy()
        if changed is None:
            forged.proof.classes = []
        else:
            forged.proof = changed + struct.pack("<Q", hash_of(changed))
        yield f"the proof: {what}", forged


FREE_TO_CHANGE = {  # how many to keep of those whose claims are false
    altered_values: 12, altered_labels: 8, dropped_rows: 6, duplicated_rows: 6, exchanged_rows: 8, altered_weights: 16,
    altered_duals: 12, altered_penalties: 12, exchanged_columns: 6}
ALWAYS_FALSE = [
    row_counts, altered_intercepts, weights_of_strange_features, weights_that_are_no_numbers, hidden_weights,
    altered_model_labels, labels_for_liblinear, altered_proof_labels, sets_of_classes, altered_names, duals_outside,
    penalties_that_differ, intercept_kinds, precisions, altered_scales, kinds_of_scale, altered_factors,
    altered_row_weights, classes_of_weight_zero, weights_left_out, class_weights, claims_beyond_truth, trailer_numbers,
    trailer_statements]


def forgeries(cases, hash_of, seed=1):
    """{kind: [(what was altered, the forged case)]}"""
    draw, kinds, seen = random.Random(seed), {}, set()
    for name, case in cases.items():
        made = {kind: with_false_claims(kind(case, draw), most) for kind, most in FREE_TO_CHANGE.items()}
        made.update({kind: kind(case, draw) for kind in ALWAYS_FALSE})
        made[damaged_proofs] = damaged_proofs(case, draw, hash_of)
        for kind, found in made.items():
            for what, forged in found:
                content = (name, forged.data_text(), forged.model_bytes(hash_of), forged.proof_content(hash_of))
                if content not in seen:
                    kinds.setdefault(kind.__name__, []).append((f"{name}: {what}", forged))
                seen.add(content)
    return kinds
