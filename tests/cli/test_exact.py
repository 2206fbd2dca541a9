"""smsvm verify --exact: the numbers it gives are those of the decimals in the file, computed here as fractions."""

import fractions
import lzma
import math

import pytest

Fraction = fractions.Fraction


def objective(rows, model, positive, l2, l1=0.0, weight=None, factor=None, scale=None):
    """P of a text model that has one column or one for each label; rows are (label, {feature: decimal as text})."""
    lines = model.read_text().splitlines()
    labels = next(line for line in lines if line.startswith("label ")).split()[1:]
    first = next(i for i, line in enumerate(lines) if line.strip() == "w") + 1
    features = int(next(line for line in lines if line.startswith("nr_feature ")).split()[1])
    columns = len(lines[first].split())
    column = 0 if columns == 1 else labels.index(positive)
    points = [Fraction(float(line.split()[column])) for line in lines[first:first + features + 1]]
    assert positive == labels[column] and len(points) == features + 1  # the last one is the intercept
    weight = weight or [1.0] * len(rows)
    loss = Fraction(0)
    for (label, values), c in zip(rows, weight):
        score = points[-1] + sum(points[j - 1] * Fraction(value) for j, value in values.items())
        loss += Fraction(c) * max(0, 1 - (score if label == positive else -score))
    total = loss / sum(map(Fraction, weight))
    for j, w in enumerate(points[:-1]):
        s = Fraction(scale[j]) if scale else 1
        f = Fraction(factor[j]) if factor else 1
        total += f * (Fraction(l2) / 2 * (s * w) ** 2 + Fraction(l1) * abs(s * w))
    return total


def rounded_up(number):
    nearest = float(number)
    return nearest if Fraction(nearest) >= number else math.nextafter(nearest, math.inf)


def table(rows=40, features=3, labels=("1", "-1")):
    """Decimals of which hardly any is a binary fraction."""
    return [
        (labels[i % len(labels)],
         {j: f"{(i * 37 + j * 11) % 101 / 1000 + (i % len(labels) == j - 1) / 2:.3f}" for j in range(1, features + 1)})
        for i in range(rows)
    ]


def libsvm(rows):
    return "".join(f"{label} {' '.join(f'{j}:{value}' for j, value in values.items())}\n" for label, values in rows)


def csv(rows):
    names = ",".join(f"x{j}" for j in rows[0][1])
    return f"label,{names}\n" + "".join(f"{label},{','.join(values.values())}\n" for label, values in rows)


def verified(smsvm, data, *options):
    """The verdict as JSON, after checking that it says of its own numbers what they say."""
    run = smsvm("verify", "--exact", data, "m", "c", "--json", "-", *options)
    facts = run.json()
    holds = all(k["primal"] <= k["claimed"]["primal"] and k["dual"] >= k["claimed"]["dual"] for k in facts["classes"])
    assert facts["exact"] is True and facts["confirmed"] is holds and run.code == (0 if holds else 1), run.err
    text = smsvm("verify", "--exact", data, "m", "c", *options).out
    assert "arithmetic  exact\n" in text and ("confirmed   exactly; " in text) is holds
    return facts


def train(smsvm, data, *options):
    run = smsvm("train", data, "m", "--certificate", "c", "--l2", "0.01", *options)
    assert run.code == 0, run.err


@pytest.mark.parametrize("precision", ["float", "double"])
@pytest.mark.parametrize("wrapping", ["t.svm", "t.csv", "t.svm.xz"])
def test_the_objective_is_that_of_the_decimals(smsvm, tmp_path, wrapping, precision):
    rows = table()
    text = (csv(rows) if "csv" in wrapping else libsvm(rows)).encode()
    (tmp_path / wrapping).write_bytes(lzma.compress(text) if wrapping.endswith("xz") else text)
    train(smsvm, wrapping, "--precision", precision)
    facts = verified(smsvm, wrapping)
    assert facts["primal"] == rounded_up(objective(rows, tmp_path / "m", "1", 0.01))
    about = smsvm("verify", wrapping, "m", "c", "--json", "-").json()
    assert about["exact"] is False and facts["dual"] == pytest.approx(about["dual"], rel=1e-6)


def test_of_arrays_the_binary_fractions_count(smsvm, tmp_path):
    numpy = pytest.importorskip("numpy")
    rows = table()
    values = numpy.array([[float(label), *map(float, values.values())] for label, values in rows])
    numpy.save(tmp_path / "t.npy", values)
    train(smsvm, "t.npy", "--precision", "double", "--label-column", "1")
    as_doubles = [(label, {j: float(value) for j, value in values.items()}) for label, values in rows]
    exact = objective(as_doubles, tmp_path / "m", "1", 0.01)
    assert exact != objective(rows, tmp_path / "m", "1", 0.01)
    assert verified(smsvm, "t.npy")["primal"] == rounded_up(exact)


def test_of_a_store_the_rows_count_in_their_order(smsvm, tmp_path):
    rows = table(rows=5000)  # so many are mixed inside
    (tmp_path / "t.svm").write_text(libsvm(rows))
    assert smsvm("convert", "t.svm", "t.store", "--precision", "double").code == 0
    train(smsvm, "t.svm", "--precision", "double")
    as_doubles = [(label, {j: float(value) for j, value in values.items()}) for label, values in rows]
    from_store, from_text = verified(smsvm, "t.store"), verified(smsvm, "t.svm")
    assert from_store["primal"] == rounded_up(objective(as_doubles, tmp_path / "m", "1", 0.01))
    assert from_text["primal"] == rounded_up(objective(rows, tmp_path / "m", "1", 0.01))
    assert from_store["dual"] == pytest.approx(from_text["dual"], rel=1e-12)


def test_every_class_has_its_own_numbers(smsvm, tmp_path):
    rows = table(labels=("1", "2", "3"))
    (tmp_path / "t.svm").write_text(libsvm(rows))
    train(smsvm, "t.svm", "--precision", "double")
    for found in verified(smsvm, "t.svm")["classes"]:
        assert found["primal"] == rounded_up(objective(rows, tmp_path / "m", found["label"], 0.01))


def test_weights_factors_and_scales_count(smsvm, tmp_path):
    rows = table()
    weight = [0.1 * (1 + i % 7) for i in range(len(rows))]
    factor = [0.3, 1.0, 2.0]
    (tmp_path / "t.svm").write_text(libsvm(rows))
    (tmp_path / "weights").write_text("".join(f"{c!r}\n" for c in weight))
    (tmp_path / "factors").write_text("".join(f"{j + 1} {f!r}\n" for j, f in enumerate(factor)))
    options = ("--sample-weight", "weights", "--penalty-factor", "factors", "--l1", "0.001", "--precision", "double")
    train(smsvm, "t.svm", *options)
    facts = verified(smsvm, "t.svm")
    assert facts["primal"] == rounded_up(objective(rows, tmp_path / "m", "1", 0.01, 0.001, weight, factor))
    train(smsvm, "t.svm", "--scale", "minmax", "--precision", "double")
    columns = [[float(values[j]) for _, values in rows] for j in (1, 2, 3)]
    scale = [max(column) - min(column) for column in columns]
    assert verified(smsvm, "t.svm")["primal"] == rounded_up(objective(rows, tmp_path / "m", "1", 0.01, scale=scale))


def test_reading_options_mean_the_same_in_both_readings(smsvm, tmp_path):
    (tmp_path / "t.svm").write_text("1 1:0.3 0:0.1\n-1 1:0.2 # 0:9\n1 qid:3 0:0.7\n")
    options = ("--index-base", "0", "--sort-indices")
    train(smsvm, "t.svm", "--precision", "double", *options)
    rows = [("1", {1: "0.1", 2: "0.3"}), ("-1", {2: "0.2"}), ("1", {1: "0.7"})]
    assert verified(smsvm, "t.svm", *options)["primal"] == rounded_up(objective(rows, tmp_path / "m", "1", 0.01))


def test_a_claim_that_holds_is_confirmed(smsvm, tmp_path):
    # The optimum is 0 for the weight 0, because no row says anything: nothing here is rounded.
    (tmp_path / "t.svm").write_text("1 1:0.1\n-1 1:0.1\n")
    train(smsvm, "t.svm", "--precision", "double")
    assert verified(smsvm, "t.svm")["confirmed"] is True


def test_standard_input_is_refused(smsvm, tiny):
    train(smsvm, tiny)
    run = smsvm("verify", "--exact", "-", "m", "c", input=tiny.read_bytes())
    assert run.code == 2 and "--exact" in run.err


@pytest.mark.parametrize("precision", ["float", "double"])
@pytest.mark.parametrize("noise", [0, 3])
def test_columns_far_from_zero_are_proved_as_they_stand_in_the_file(smsvm, tmp_path, precision, noise):
    """They are shifted for training: what storing did to the whole of them counts, and the intercept is a large one."""
    rows = []
    for i, (label, values) in enumerate(table(60)):
        label = "1" if noise and i % 5 == noise else label
        first = f"{1700000000 + 50 * float(values[1]):.3f}"
        second = f"{float(values[2]) - 2013.7:.4f}"
        rows.append((label, {1: first, 2: second, 3: values[3]}))
    (tmp_path / "t.svm").write_text(libsvm(rows))
    train(smsvm, "t.svm", "--precision", precision)
    facts = verified(smsvm, "t.svm")
    assert facts["confirmed"]
    assert facts["primal"] == rounded_up(objective(rows, tmp_path / "m", "1", 0.01))
