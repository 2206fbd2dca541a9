"""Forged proofs, and false statements of the model about its training: each function takes a true case and yields (what
was altered, the forged copy).
"""

import struct
from fractions import Fraction

from forgery_cases import INTERCEPTS, PRECISIONS, claims_are_false, proof_bytes, truth


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
