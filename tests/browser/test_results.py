"""The pages of smsvm report as their readers see them. With SMSVM_SCREENSHOTS=folder the pictures are kept there."""

import json
import os
import pathlib
import subprocess

import pytest

BINARY = os.environ.get("SMSVM_BINARY", "smsvm")
READABLE = 9  # CSS pixels
LOOKS = {"light": (1280, "light"), "dark": (1280, "dark"), "phone": (390, "light")}

TALL = ["tall", "--rows", "3000", "--features", "40", "--separation", "0.3"]
KINDS = {
    "train": (TALL, ["train", "data", "model", "--l1", "1e-3", "--calibrate", "isotonic"]),
    "path": (["wide", "--features", "2000"], ["path", "data", "--csv", "table"]),
    "cv": (TALL, ["cv", "data", "--l2", "1e-4", "--csv", "table", "--folds", "5", "--points", "60", "--metric", "auc", "--metric", "f1"]),
    "grid": (TALL, ["cv", "data", "--csv", "table", "--folds", "3", "--points", "20", "--l1-ratio", "0.2", "--l1-ratio", "0.9"]),
}  # fmt: skip
PLOTS = {
    "train": ["ROC curve", "Calibration curve", "The largest weights", "Gap against passes"],
    "path": ["Weights along the path", "Loss along the path"],
    "cv": ["Cross-validated AUC", "Cross-validated F1", "ROC curve", "The largest weights", "Weights along the path"],
    "grid": ["Cross-validated accuracy", "ROC curve", "The largest weights", "Weights along the path, ρ\u00a0=\u00a00.2",
             "Weights along the path, ρ\u00a0=\u00a00.9"],
    "classes": ["Class 1", "Class 2", "Class 3", "Gap against passes"],
    "many": ["Confusion matrix", "ROC curve", "Calibration curve", "The largest weights", "Gap against passes"],
    "model": ["The largest weights"],
}  # fmt: skip


def run(folder, *arguments):
    subprocess.run([BINARY, *arguments, "-q"], cwd=folder, check=True, timeout=120)


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The folder of each kind of page, with page.html in it and, but for a model, facts.json."""
    folders = {kind: tmp_path_factory.mktemp(kind) for kind in PLOTS}
    for kind, (data, command) in KINDS.items():
        run(folders[kind], "generate", *data, "data")
        run(folders[kind], *command, "--json", "facts.json", "--report", "page.html")
    rows = "".join(f"{i % 3 + 1} {i % 3 + 1}:1 4:{(i % 7) / 7} 5:{(i % 11) / 11}\n" for i in range(90))
    (folders["classes"] / "data").write_text(rows)
    run(folders["classes"], "train", "data", "model", "--json", "facts.json", "--report", "page.html")
    many = "".join(f"{i % 30 + 1} {i % 30 + 1}:1 31:{(i % 7) / 7} 32:{(i % 11) / 11}\n" for i in range(600))
    (folders["many"] / "data").write_text(many)
    run(folders["many"], "train", "data", "model", "--calibrate", "platt", "--calibration-folds", "2",
        "--json", "facts.json", "--report", "page.html")  # fmt: skip
    run(folders["model"], "report", str(folders["train"] / "model"), "-o", "page.html")
    return folders


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("kind", PLOTS)
def test_all_is_in_sight(browser, pages, tmp_path, kind, look):
    facts = browser.open_page(pages[kind] / "page.html", *LOOKS[look])
    assert facts.errors == [] and facts.resources == []
    assert facts.svg_titles == PLOTS[kind]
    assert facts.unseen_svgs == []
    assert not facts.scrolls_sideways, f"{facts.content_width} px of content"
    assert facts.text_collisions == [] and facts.text_outside == [] and facts.text_among_data == []
    assert facts.smallest_svg_text >= READABLE
    folder = pathlib.Path(os.environ.get("SMSVM_SCREENSHOTS", tmp_path))
    picture = folder / f"{kind}-{look}.png"
    browser.screenshot(picture)
    assert picture.stat().st_size > 10000


def shown(browser, name):
    """The number in full of a figure at the top of the page."""
    return browser.evaluate(
        f"[...document.querySelectorAll('.figures dt')].find((dt) => dt.textContent === '{name}')"
        ".nextElementSibling.title"
    )


def test_figures_are_those_of_the_json(browser, pages):
    browser.open_page(pages["train"] / "page.html", 1280)
    facts = json.loads((pages["train"] / "facts.json").read_text())
    names = {"objective": "primal", "proved lower bound": "dual", "relative gap": "relative_gap", "passes": "passes"}
    for name, key in names.items():
        assert float(shown(browser, name)) == facts[key], name
    bars = browser.evaluate("[...document.querySelectorAll('.bar title')].map((title) => title.textContent)")
    assert [float(bar.split(": ")[1]) for bar in bars] == [entry["weight"] for entry in facts["weights"][:30]]


def test_chosen_strengths_are_dashed_lines(browser, pages):
    browser.open_page(pages["cv"] / "page.html", 1280)
    facts = json.loads((pages["cv"] / "facts.json").read_text())
    guides = browser.evaluate("[...document.querySelectorAll('.guide title')].map((title) => title.textContent)")
    drawings = 3  # both metrics and the path
    assert guides.count(f"min: {facts['best']['strength']:.6g}") == drawings
    assert guides.count(f"1se: {facts['one_se']['strength']:.6g}") == drawings


def test_tables_open_and_have_headers(browser, pages):
    browser.open_page(pages["path"] / "page.html", 390)
    rows = "document.querySelector('details').querySelectorAll('tbody tr')"
    browser.evaluate("document.querySelector('summary').click()")
    facts = json.loads((pages["path"] / "facts.json").read_text())
    assert browser.evaluate(f"{rows}.length") == len(facts["points"])
    headers = browser.evaluate(
        "[...document.querySelectorAll('thead th')].map((header) => [header.scope, header.textContent])"
    )
    assert headers and all(scope == "col" and text for scope, text in headers)
    assert browser.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_print_is_white_and_leaves_out_what_is_folded(browser, pages):
    browser.open_page(pages["cv"] / "page.html", 800, "dark")
    browser.set_media("print", "dark")
    assert browser.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert browser.evaluate("getComputedStyle(document.querySelector('details')).display") == "none"


def test_a_page_of_many_features_stays_small(pages):
    assert (pages["path"] / "page.html").stat().st_size < 2_000_000
