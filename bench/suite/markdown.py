"""Tables, numbers as people read them, and the place of a table in a document."""


class NoMarks(Exception):
    """The document has no place for a section."""


def table(titles, rows):
    lines = [titles, ["---"] * len(titles), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def insert(document, section, body):
    """The document with the text between the section's two marks replaced."""
    begin, end = f"<!-- {section}: written by bench/report -->", f"<!-- end of {section} -->"
    if document.count(begin) != 1 or document.count(end) != 1 or document.index(begin) > document.index(end):
        raise NoMarks(f"expected one '{begin}' and after it one '{end}'")
    before, rest = document.split(begin)
    after = rest.split(end)[1]
    return f"{before}{begin}\n\n{body.strip()}\n\n{end}{after}"


def seconds(value):
    """Three digits: 0.79 s, 12.3 s, 4.1 ms."""
    return f"{1000 * value:.3g} ms" if value < 0.1 else f"{value:.3g} s" if value < 1000 else f"{value:.0f} s"


def ratio(spread):
    """Median, and least to most: 9.40 × (9.10 to 10.2)."""
    if spread.count == 1:
        return f"{factor(spread.median)} (one run)"
    return f"{factor(spread.median)} ({factor(spread.least)[:-2]} to {factor(spread.most)[:-2]})"


def factor(value):
    return f"{value:.0f} ×" if value >= 99.5 else f"{value:.1f} ×" if value >= 9.95 else f"{value:.2f} ×"


def megabytes(count):
    return f"{count / 1e6:.0f} MB" if count >= 1e7 else f"{count / 1e6:.1f} MB"


def count(value):
    """1e6 rather than 1000000; 581,012 as it is."""
    digits = f"{value:.0e}".replace("e+0", "e").replace("e+", "e")
    return digits if value >= 10_000 and float(digits) == value else f"{value:,}"
