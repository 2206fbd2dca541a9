"""Forged data and models: each function takes a true case and yields (what was altered, the forged copy)."""

import copy

from forgery_cases import claims_are_false


def pick(case, draw):
    """A row and a column that may be changed."""
    return draw.randrange(len(case.rows)), draw.randrange(len(case.weights))


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
        half = forged.copy()
        half.head = dict(case.head)
        yield f"the model's labels {labels} become {changed}, those for LIBLINEAR stay", half
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
