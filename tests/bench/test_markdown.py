"""Tables and their place in a document."""

import pytest
from suite import markdown
from suite.timing import spread

DOCUMENT = """# Title
by hand
<!-- reading: written by bench/report -->
old
<!-- end of reading -->
by hand, too
<!-- memory: written by bench/report -->
<!-- end of memory -->
"""


def test_only_what_is_between_the_marks_changes():
    changed = markdown.insert(DOCUMENT, "reading", "new\n")
    assert changed == DOCUMENT.replace("\nold\n", "\n\nnew\n\n")
    assert markdown.insert(changed, "reading", "new") == changed


def test_an_empty_place_is_filled():
    assert "report -->\n\nnew\n\n<!-- end of memory -->" in markdown.insert(DOCUMENT, "memory", "new")


@pytest.mark.parametrize("document", ["", DOCUMENT + DOCUMENT, DOCUMENT.replace("<!-- end of reading -->", "")])
def test_marks_must_be_there_once(document):
    with pytest.raises(markdown.NoMarks, match="reading"):
        markdown.insert(document, "reading", "new")


def test_marks_the_wrong_way_round():
    with pytest.raises(markdown.NoMarks):
        markdown.insert("<!-- end of a --><!-- a: written by bench/report -->", "a", "new")


def test_table():
    assert markdown.table(["a", "b"], [[1, "x"], [2, ""]]) == "| a | b |\n| --- | --- |\n| 1 | x |\n| 2 |  |"


@pytest.mark.parametrize("value, text", [(0.0041, "4.1 ms"), (0.789, "0.789 s"), (12.34, "12.3 s"), (1234.5, "1234 s")])
def test_seconds(value, text):
    assert markdown.seconds(value) == text


def test_ratio_has_its_spread():
    assert markdown.ratio(spread([9.1, 9.44, 120])) == "9.44 × (9.10 to 120)"


@pytest.mark.parametrize("value, text", [(1_000_000, "1e6"), (10_000, "1e4"), (581_012, "581,012"), (300, "300")])
def test_count(value, text):
    assert markdown.count(value) == text
