"""Tables as people have them: what each is read as, or how it is refused. Standard library only; the tests of the
command and those of the Python package go through the same list."""

import dataclasses
import random
import struct


@dataclasses.dataclass
class Case:
    name: str  # of the file, and so of the test
    content: bytes
    options: dict = dataclasses.field(default_factory=dict)  # by their names in Python
    label: str | None = None  # as the line `read` calls the column
    rows: list = dataclasses.field(default_factory=list)  # (label, [values as text])
    labels: list = dataclasses.field(default_factory=list)  # as the model has them: the positive one first
    said: list = dataclasses.field(default_factory=list)  # on standard error
    refused: list = dataclasses.field(default_factory=list)  # likewise, with exit code 65


def draw_rows():
    """(truth, a, b): fractions that tell the truth, not quite."""
    source = random.Random(7)
    rows = []
    for i in range(36):
        truth = source.random() < 0.5
        rows.append((truth, f"{source.gauss(truth, 1):.3f}1", f"{source.gauss(-truth, 1):.2f}1"))
    return rows


ROWS = draw_rows()
COLORS = [["red", "green", "blue"][i * 7 % 3] for i in range(len(ROWS))]
FLAGS = [i % 5 < 2 for i in range(len(ROWS))]


def table(header, rows, delimiter=",", end="\n"):
    lines = [delimiter.join(row) for row in ([header] if header else []) + rows]
    return (end.join(lines) + end).encode()


def npy(rows, kind="<f8"):
    """A matrix as numpy.save writes it."""
    head = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': ({len(rows)}, {len(rows[0])}), }}"
    head += " " * (-(len(head) + 11) % 64) + "\n"
    code = {"<f8": "d", "<f4": "f", "<f2": "e", "<i8": "q"}[kind]
    numbers = [float(x) if code != "q" else int(x) for row in rows for x in row]
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + struct.pack(f"<{len(numbers)}{code}", *numbers)


def labelled(names, rows=ROWS):
    return [(names[truth], [a, b]) for truth, a, b in rows]


ZERO_ONE, SIGNS, WORDS = ["0", "1"], ["-1", "1"], ["no", "yes"]
READ_01 = {"rows": labelled(ZERO_ONE), "labels": ["1", "0"]}
LAST_01 = [[a, b, ZERO_ONE[t]] for t, a, b in ROWS]
FIRST_01 = [[ZERO_ONE[t], a, b] for t, a, b in ROWS]
MIDDLE_01 = [[a, ZERO_ONE[t], b] for t, a, b in ROWS]
WAY_OUT = ["cannot tell which column is the label", "--label-column"]


def headers_and_labels():
    yield Case("label_0_1.csv", table(["label", "0", "1"], FIRST_01), label="'label'", **READ_01)
    yield Case("numbers_then_name.csv", table(["0", "1", "target"], LAST_01), label="'target'", **READ_01)
    for name in ("Outcome", "CLASS", "y", "Target", "response", "labels"):
        yield Case(f"last_{name}.csv", table(["a", "b", name], LAST_01), label=f"'{name}'", **READ_01)
    yield Case("first_named.csv", table(["Label", "a", "b"], FIRST_01), label="'Label'", **READ_01)
    yield Case("middle_named.csv", table(["a", "class", "b"], MIDDLE_01), label="'class'", **READ_01)
    yield Case("two_names.csv", table(["y", "a", "label"], [[a, b, ZERO_ONE[t]] for t, a, b in ROWS]), label="'label'",
               said=["'y' for a feature"], **READ_01)
    yield Case("passengers.csv", table(["class", "a", "Survived"], [["abc"[i % 3], a, ZERO_ONE[t]] for i, (t, a, _) in
               enumerate(ROWS)]), label="'Survived'", labels=["1", "0"], said=["'class' for a feature"],
               rows=[(ZERO_ONE[t], [*(str(int("abc"[i % 3] == each)) for each in "abc"), a]) for i, (t, a, _) in
               enumerate(ROWS)])
    yield Case("twins_of_features.csv", table(["a", "a", "y"], LAST_01), label="'y'",
               said=["columns 1 and 2 are both called 'a'"], **READ_01)
    yield Case("odd_name.csv", table(["a", "b", "is_spam"], LAST_01), label="'is_spam'", **READ_01)
    yield Case("odd_name_first.csv", table(["is_spam", "a", "b"], FIRST_01), refused=[*WAY_OUT, "'is_spam'"])
    yield Case("odd_name_told.csv", table(["is_spam", "a", "b"], FIRST_01), {"label_column": "is_spam"},
               label="'is_spam'", **READ_01)
    yield Case("absent.csv", table(["a", "b"], [[a, b] for _, a, b in ROWS]), refused=[*WAY_OUT, "no column looks"])
    yield Case("two_like_classes.csv", table(["a", "rank", "kind"], [[a, str(i % 3), ZERO_ONE[t]] for i, (t, a, b) in
               enumerate(ROWS)]), refused=[*WAY_OUT, "'rank'", "'kind'"])
    yield Case("last_told.csv", table(["a", "rank", "kind"], [[a, str(i % 3), ZERO_ONE[t]] for i, (t, a, b) in
               enumerate(ROWS)]), {"label_column": "last"}, label="'kind'", labels=["1", "0"],
               rows=[(ZERO_ONE[t], [a, str(i % 3)]) for i, (t, a, b) in enumerate(ROWS)])
    yield Case("pandas_columns.csv", table(["0", "1", "2", "3"], [[a, b, a, ZERO_ONE[t]] for t, a, b in ROWS]),
               label="'3'", labels=["1", "0"], rows=[(ZERO_ONE[t], [a, b, a]) for t, a, b in ROWS], said=["header"])
    yield Case("pandas_index.csv", table(["", "a", "b", "y"], [[str(i), *row] for i, row in enumerate(LAST_01)]),
               label="'y'", said=["ignored column 1"], **READ_01)
    yield Case("pandas_index_from_1.csv", table(['""', '"a"', '"b"', '"y"'], [[f'"{i + 1}"', *row] for i, row in
               enumerate(LAST_01)]), label="'y'", said=["ignored column 1"], **READ_01)
    yield Case("unnamed_index.csv", table(["Unnamed: 0", "a", "b", "y"], [[str(i), *row] for i, row in
               enumerate(LAST_01)]), label="'y'", said=["ignored 'Unnamed: 0'"], **READ_01)
    yield Case("pandas_index_and_numbers.csv", table(["", "0", "1", "2"], [[str(i), *row] for i, row in
               enumerate(LAST_01)]), label="'2'", said=["ignored column 1"], **READ_01)
    yield Case("ignored.csv", table(["id", "a", "b", "y"], [[str(7 * i), *row] for i, row in enumerate(LAST_01)]),
               {"ignore_columns": ["id"]}, label="'y'", said=["ignored 'id'"], **READ_01)
    yield from indices()
    yield Case("regression.csv", table(["a", "b", "y"], [[a, b, a] for _, a, b in ROWS]),
               refused=["column 'y' is called as labels are", "no classes", "--label-column"])
    yield Case("regression_on_whole_numbers.csv", table(["a", "b", "target"], [[a, b, str(i * 7)] for i, (_, a, b) in
               enumerate(ROWS)]), refused=["36 different labels", "hardly classes", "--label-column"])
    yield Case("dates_for_labels.csv", table(["a", "b", "y"], [[a, b, f"2024-03-{i % 9 + 1:02}"] for i, (_, a, b) in
               enumerate(ROWS)]), refused=["column 'y'", "--label-column"])
    coordinates = [[a, b, ZERO_ONE[t]] for t, a, b in ROWS]
    yield Case("coordinates.csv", table(["x", "y", "kind"], coordinates), refused=["column 'y'", "--label-column"])
    yield Case("coordinates_told.csv", table(["x", "y", "kind"], coordinates), {"label_column": "kind"},
               label="'kind'", **READ_01)
    yield Case("coordinates_and_label.csv", table(["x", "y", "class"], coordinates), label="'class'",
               said=["'y' for a feature"], **READ_01)
    yield Case("twins.csv", table(["label", "a", "label"], [[ZERO_ONE[t], a, ZERO_ONE[t]] for t, a, _ in ROWS]),
               refused=["columns 1 and 3 are both called 'label'", "--label-column 1 --ignore-column 3"])
    yield Case("years.csv", table(["2019", "2020", "2021", "2022"], [[a, b, a, b] for _, a, b in ROWS]),
               refused=["names of columns or data", "--header yes"])
    yield Case("one_column.csv", table(["y"], [[ZERO_ONE[t]] for t, _, _ in ROWS]), refused=["only one column"])
    yield Case("other_delimiter.csv", table(["a", "b", "y"], LAST_01, "^"), refused=["only one column", "is the delimiter right"])


def indices():
    numbered = [[str(i + 1), *row] for i, row in enumerate(LAST_01)]
    for name in ("id", "PassengerId", "index"):
        yield Case(f"index_{name}.csv", table([name, "a", "b", "y"], numbered), label="'y'",
                   said=[f"ignored '{name}'", f"column '{name}': it numbers the rows", "--ignore-column none"], **READ_01)
    yield Case("id_of_a_person.csv", table(["id", "a", "b", "y"], [[str(13 * i + 5), *row] for i, row in
               enumerate(LAST_01)]), label="'y'", labels=["1", "0"], said=["column 'id' tells all rows apart",
               "--ignore-column id"], rows=[(ZERO_ONE[t], [str(13 * i + 5), a, b]) for i, (t, a, b) in enumerate(ROWS)])
    yield Case("index_of_an_index.csv", table(["Unnamed: 0.1", "a", "b", "y"], numbered), label="'y'", labels=["1", "0"],
               said=["column 'Unnamed: 0.1' tells all rows apart", "--ignore-column Unnamed: 0.1"],
               rows=[(ZERO_ONE[t], [str(i + 1), a, b]) for i, (t, a, b) in enumerate(ROWS)])
    yield Case("index_kept.csv", table(["id", "a", "b", "y"], numbered), {"ignore_columns": ["none"]}, label="'y'",
               labels=["1", "0"], rows=[(ZERO_ONE[t], [str(i + 1), a, b]) for i, (t, a, b) in enumerate(ROWS)])
    yield Case("index_without_header.data", table(None, numbered), label="column 4",
               said=["ignored column 1", "--ignore-column none"], **READ_01)
    yield Case("index_of_a_split.csv", table(["", "a", "b", "y"], [[str(i * 7 % 37), *row] for i, row in
               enumerate(LAST_01)]), label="'y'", said=["ignored column 1"], **READ_01)
    yield Case("names_of_rows.csv", table(['""', '"a"', '"b"', '"y"'], [[f'"car {i}"', *row] for i, row in
               enumerate(LAST_01)]), label="'y'", said=["ignored column 1"], **READ_01)
    yield Case("names_of_rows_above_nothing.csv", table(['"a"', '"b"', '"y"'], [[f'"{i}"', *row] for i, row in
               enumerate(LAST_01)]), refused=["4 fields below 3 names", "col.names = NA"])
    yield Case("write_table.txt", table(['"a"', '"b b"', '"y"'], [[a, b, f'"{WORDS[t]}"'] for t, a, b in ROWS], " "),
               label="'y'", labels=["yes", "no"], rows=labelled(WORDS))
    yield Case("write_table_with_names_of_rows.txt", table(['"a"', '"b"', '"y"'], [[f'"{i}"', *row] for i, row in
               enumerate(LAST_01)], " "), refused=["4 fields below 3 names", "col.names = NA"])
    yield Case("names_of_few_rows.csv", table(["name", "a", "y"], [[f"n{i}", a, ZERO_ONE[t]] for i, (t, a, _) in
               enumerate(ROWS[:18])]), refused=["18 different texts in 18 rows", "--ignore-column name"])


def without_header():
    species = ["Iris-setosa", "Iris-versicolor"]
    yield Case("iris.data", table(None, [[a, b, species[t]] for t, a, b in ROWS]), label="column 3",
               rows=labelled(species), labels=[species[1], species[0]])
    wdbc = [[str(842302 + 13 * i), "BM"[t], a, b] for i, (t, a, b) in enumerate(ROWS)]
    yield Case("wdbc.data", table(None, wdbc), refused=[*WAY_OUT, "column 2 looks like classes"])
    yield Case("wdbc_told.data", table(None, wdbc), {"label_column": "2", "ignore_columns": ["1"]}, label="column 2",
               said=["ignored column 1"], rows=labelled("BM"), labels=["M", "B"])
    votes = [[["democrat", "republican"][t], "ny"[i % 2], "yn"[i * i % 3 % 2]] for i, (t, _, _) in enumerate(ROWS)]
    yield Case("votes.data", table(None, votes), refused=WAY_OUT)
    yield Case("votes_told.data", table(None, votes), {"label_column": "1"}, label="column 1",
               labels=["republican", "democrat"],
               rows=[(label, [str(int(cell == each)) for cell in cells for each in "ny"]) for label, *cells in votes])
    yield Case("last.csv", table(None, LAST_01), label="column 3", **READ_01)
    yield Case("first.csv", table(None, FIRST_01), refused=[*WAY_OUT, "column 1 looks like classes"])
    yield Case("blanks.txt", table(None, LAST_01, "  "), label="column 3", **READ_01)
    yield Case("commas.txt", table(None, LAST_01, ", "), label="column 3", **READ_01)
    yield Case("signs.csv", table(None, [[a, b, ["-1", "+1"][t]] for t, a, b in ROWS]), label="column 3",
               rows=labelled(["-1", "+1"]), labels=["+1", "-1"])
    yield Case("libsvm.csv", b"".join(f"{ZERO_ONE[t]} 1:{a} 2:{b}\n".encode() for t, a, b in ROWS),
               refused=["libsvm text", "--format libsvm"])
    yield Case("binary.csv", table(None, [[str(int(f)), ZERO_ONE[t]] for f, (t, _, _) in zip(FLAGS, ROWS)]),
               refused=[*WAY_OUT, "column 1, column 2"])


def spellings():
    def read(name, content, **more):
        return Case(name, content, label=more.pop("label", "'y'"), **{**READ_01, **more})

    yield read("tabs.tsv", table(["a", "b", "y"], LAST_01, "\t"))
    yield read("bars.csv", table(["a", "b", "y"], LAST_01, "|"))
    yield read("crlf.csv", table(["a", "b", "y"], LAST_01, end="\r\n"))
    yield read("bom.csv", b"\xef\xbb\xbf" + table(["y", "a", "b"], FIRST_01))
    yield read("quotes.csv", table(['"a"', '"b"', '"y"'], [[f'"{cell}"' for cell in row] for row in LAST_01]))
    yield read("padded_quotes.csv", table(['" a "', '"b"', '"y  "'], [[f'" {a}"', b, f'"{t}{" " * (i % 2)}"'] for
               i, (a, b, t) in enumerate(LAST_01)]))
    yield read("quoted_names.csv", table(['"a, in cm"', '"b ""x"""', "y"], LAST_01))
    commas = [[cell.replace(".", ",") for cell in row] for row in LAST_01]
    yield read("decimal_commas.csv", table(["a", "b", "y"], commas, ";"), said=["decimal commas"])
    yield read("decimal_commas_quoted.csv", table(["a", "b", "y"], [[f'"{cell}"' for cell in row] for row in commas]),
               said=["decimal commas"])
    yield read("excel_mark.csv", b"sep=;\n" + table(["a", "b", "y"], LAST_01, ";"))
    yield Case("thousands.csv", table(["a", "y"], [["1,234", ZERO_ONE[t]] for t, _, _ in ROWS], ";"),
               refused=["'1,234'", "thousands"])
    yield Case("comma_for_comma.csv", table(["a", "b", "y"], commas), refused=["fields"])
    yield Case("utf16.csv", table(["a", "b", "y"], LAST_01).decode().encode("utf-16"), refused=["UTF-16"])
    yield Case("short_row.csv", table(["a", "b", "y"], [*LAST_01, ["1", "2"]]), refused=["2 fields", "expected 3"])
    yield read("delimiter_at_the_end.csv", table(["a", "b", "y", ""], [[*row, ""] for row in LAST_01]),
               said=["ignored column 4"])
    yield read("delimiter_at_the_end.data", table(None, [[*row, ""] for row in LAST_01]), label="column 3",
               said=["ignored column 4"])
    yield read("delimiter_at_the_end_of_names.csv", table(["a", "b", "y", ""], LAST_01))
    yield Case("delimiter_at_the_end_of_rows.csv", table(["a", "b", "y"], [[*row, ""] for row in LAST_01]),
               refused=["4 fields below 3 names", "delimiter too many"])
    yield read("savetxt.csv", b"# " + table(["a", "b", "y"], LAST_01))
    yield read("savetxt.txt", b"# " + table(["a", "b", "y"], LAST_01, " "))
    yield Case("comment.csv", b"# of 1999\n" + table(["a", "b", "y"], LAST_01), refused=["a comment", "remove it"])
    yield Case("old_line_ends.csv", table(["a", "b", "y"], LAST_01, end="\r"), refused=["CR alone"])
    for name, written in (("percent", "{}%"), ("money", "${}"), ("apostrophe", "1'00{}"), ("blank", "1 00{}"),
                          ("unbroken_blank", "1\u00a000{}"), ("narrow_blank", "1\u202f00{}"), ("minus", "\u2212{}"),
                          ("parentheses", "({})")):
        yield Case(f"{name}.csv", table(["a", "b", "y"], [[written.format(i % 9), b, ZERO_ONE[t]] for i, (t, _, b) in
                   enumerate(ROWS)]), refused=["in column 'a'", "without signs of thousands, money or percent"])
    yield Case("thousands_and_commas.csv", table(["a", "b", "y"], [["1.234,5", *row[1:]] for row in commas], ";"),
               refused=["'1.234,5' in column 'a'", "such as -1234,5"])
    yield Case("page.csv", b"<!DOCTYPE html>\n<html>,</html>\n", refused=["HTML"])
    yield Case("workbook.xlsx", b"PK\x03\x04" + bytes(60), refused=["Excel workbook", "CSV"])
    yield Case("table.parquet", b"PAR1" + bytes(60) + b"PAR1", refused=["Parquet", "Python"])
    yield Case("table.mat", b"MATLAB 5.0 MAT-file, Platform: GLNXA64" + bytes(90), refused=["MATLAB", "CSV"])
    yield Case("table.pkl", b"\x80\x04\x95" + bytes(60), refused=["pickle", "CSV"])
    yield Case("table.orc", b"ORC" + bytes(60), refused=["ORC", "CSV"])
    yield Case("table.rds", b"X\n\x00\x00\x00\x03" + bytes(60), refused=["file of R", "CSV"])
    yield Case("table.tar", b"a.csv".ljust(257, b"\0") + b"ustar" + bytes(250), refused=["tar archive", "unpack"])
    yield Case("table.7z", b"7z\xbc\xaf\x27\x1c" + bytes(60), refused=["archive", "unpack"])
    yield Case("table.arff", b"@relation x\n@attribute a real\n@data\n1\n", refused=["ARFF", "CSV"])


def kinds_of_columns():
    header = ["color", "a", "b", "class"]
    colored = [[color, a, b, WORDS[t]] for color, (t, a, b) in zip(COLORS, ROWS)]
    indicators = [[str(int(color == each)) for each in ("blue", "green", "red")] for color in COLORS]
    with_colors = [(WORDS[t], [*bits, a, b]) for bits, (t, a, b) in zip(indicators, ROWS)]
    yield Case("categories.csv", table(header, colored), label="'class'", rows=with_colors, labels=["yes", "no"],
               said=["categories 'color'"])
    codes = [[str("red green blue".split().index(color)), *rest] for color, *rest in colored]
    by_code = [(WORDS[t], [*(str(int(row[0] == each)) for each in "012"), a, b]) for row, (t, a, b) in zip(codes, ROWS)]
    yield Case("codes.csv", table(header, codes), {"categorical": ["color"]}, label="'class'", rows=by_code,
               labels=["yes", "no"], said=["categories 'color'"])
    flags = [[str(flag), a, b, WORDS[t]] for flag, (t, a, b) in zip(FLAGS, ROWS)]
    with_flags = [(WORDS[t], [str(int(flag)), a, b]) for flag, (t, a, b) in zip(FLAGS, ROWS)]
    yield Case("booleans.csv", table(["flag", "a", "b", "class"], flags), label="'class'", rows=with_flags,
               labels=["yes", "no"])
    yield Case("true_false.csv", table(["a", "b", "class"], [[a, b, str(t)] for t, a, b in ROWS]), label="'class'",
               rows=labelled(["False", "True"]), labels=["True", "False"])
    yield Case("dates.csv", table(["when", "a", "b", "y"], [[f"2024-03-{i % 28 + 1:02}", *row] for i, row in
               enumerate(LAST_01)]), refused=["dates", "'when'", "--ignore-column when", "--categorical when"])
    yield Case("dates_in_words.csv", table(["when", "a", "b", "y"], [[f"Mar {i % 28 + 1} 2024", *row] for i, row in
               enumerate(LAST_01)]), refused=["dates", "'when'", "--ignore-column when"])
    yield Case("times.csv", table(["when", "a", "b", "y"], [[f"{i % 28 + 1}.3.2024 10:15", *row] for i, row in
               enumerate(LAST_01)]), refused=["dates", "'when'"])
    yield Case("names.csv", table(["name", "a", "b", "y"], [[f"person {i}", *row] for i, row in enumerate(LAST_01)]),
               refused=["'name'", "--ignore-column name"])
    yield Case("names_and_tickets.csv", table(["name", "ticket", "a", "y"], [[f"person {i}", f"t{i // 2}x{i}", *row[1:]] for
               i, row in enumerate(LAST_01)]), refused=["36 different texts in 36 rows of column 'name'",
               "--ignore-column name,ticket"])
    yield Case("typo.csv", table(["a", "b", "y"], [*LAST_01, ["1.2.3", "4", "0"]]),
               refused=["'1.2.3' in column 'a'", "--categorical"])
    yield from missing_values()


def missing_values():
    gaps = [i % 6 == 2 for i in range(len(ROWS))]
    header, content = ["a", "b", "y"], [["" if gap else a, b, ZERO_ONE[t]] for gap, (t, a, b) in zip(gaps, ROWS)]
    known = [float(a) for gap, (_, a, _) in zip(gaps, ROWS) if not gap]
    total = 0.0
    for number in known:
        total += number
    mean = repr(total / len(known))
    filled = [(ZERO_ONE[t], [mean if gap else a, b]) for gap, (t, a, b) in zip(gaps, ROWS)]
    told = [(label, [a, str(int(gap)), b]) for gap, (label, [a, b]) in zip(gaps, filled)]
    yield Case("missing.csv", table(header, content), refused=["missing value in column 'a'", "--missing mean"])
    yield Case("missing_mean.csv", table(header, content), {"missing": "mean"}, label="'y'", rows=filled,
               labels=["1", "0"])
    yield Case("missing_indicator.csv", table(header, content), {"missing": "indicator"}, label="'y'", rows=told,
               labels=["1", "0"])
    yield Case("missing_category.csv", table(["color", "a", "y"], [["?" if gap else color, a, ZERO_ONE[t]] for
               gap, color, (t, a, _) in zip(gaps, COLORS, ROWS)]), {"missing": "mean"}, label="'y'",
               labels=["1", "0"], rows=[(ZERO_ONE[t], [*(str(int(color == each and not gap)) for each in
               ("blue", "green", "red")), a]) for gap, color, (t, a, _) in zip(gaps, COLORS, ROWS)])
    yield Case("mark_for_missing.csv", table(header, [["None" if i % 3 else str(i % 4), *row[1:]] for i, row in
               enumerate(LAST_01)]), refused=["'None' in column 'a'", "a missing one is empty or NA"])
    marks = ["#N/A", "<NA>", "\\N"]
    yield Case("missing_marks.csv", table(header, [[marks[i % 3] if gap else a, b, ZERO_ONE[t]] for i, (gap, (t, a, b)) in
               enumerate(zip(gaps, ROWS))]), {"missing": "mean"}, label="'y'", rows=filled, labels=["1", "0"])
    yield Case("missing_label_of_excel.csv", table(header, [*LAST_01, ["1", "2", "#N/A"]]), refused=["missing", "column 'y'"])
    yield Case("missing_label.csv", table(header, [*LAST_01, ["1", "2", ""]]), refused=["missing", "column 'y'"])


def arrays():
    yield Case("last.npy", npy(LAST_01), label="column 3", **READ_01)
    halves = [[str(round(4 * float(a)) / 4), str(round(64 * float(b)) / 64), ZERO_ONE[t]] for t, a, b in ROWS]
    halves[0][0], halves[1][0] = str(2**-14 * 3 / 1024), "-60000"  # one that is not normalised, one that is large
    yield Case("halves.npy", npy(halves, "<f2"), label="column 3", rows=[(t, [a, b]) for a, b, t in halves],
               labels=["1", "0"])
    yield Case("first.npy", npy(FIRST_01), refused=[*WAY_OUT, "column 1 looks like classes"])
    yield Case("first_told.npy", npy(FIRST_01), {"label_column": "1"}, label="column 1", **READ_01)
    yield Case("absent.npy", npy([[a, b] for _, a, b in ROWS]), refused=WAY_OUT)
    yield Case("index.npy", npy([[str(i), *row] for i, row in enumerate(LAST_01)]), label="column 4",
               said=["ignored column 1", "--ignore-column none"], **READ_01)
    yield Case("regression.npy", npy([[a, b, a] for _, a, b in ROWS]), refused=WAY_OUT)
    yield Case("ignored.npy", npy([[str(7 * i), *row] for i, row in enumerate(LAST_01)]), {"ignore_columns": ["1"]},
               label="column 4", said=["ignored column 1"], **READ_01)


CASES = [case for part in (headers_and_labels, without_header, spellings, kinds_of_columns, arrays) for case in part()]


def reference(case):
    """The same rows as libsvm text, in which nothing is to be guessed."""
    entries = (" ".join(f"{j}:{value}" for j, value in enumerate(values, 1)) for _, values in case.rows)
    return "".join(f"{label} {line}\n" for (label, _), line in zip(case.rows, entries))
