"""A page of src/report as its readers see it: on a desk and in the hand, by day and by night."""

import os
import subprocess

import pytest

SAMPLE_PAGE = os.environ.get("SMSVM_SAMPLE_PAGE", "sample_page")
PLOTS = 13
READABLE = 9  # CSS pixels


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    path = tmp_path_factory.mktemp("report") / "page.html"
    subprocess.run([SAMPLE_PAGE, path], check=True)
    return path


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 400, 320])
def test_all_is_in_sight(open_page, page, width, scheme):
    facts = open_page(page, width, scheme)
    assert facts.width == width
    assert facts.errors == []
    assert facts.resources == []
    assert len(facts.svg_titles) == PLOTS
    assert facts.unseen_svgs == []
    assert not facts.scrolls_sideways, f"{facts.content_width} px of content"
    assert facts.text_collisions == []
    assert facts.text_outside == []
    assert facts.text_among_data == []


def test_text_in_plots_is_readable(open_page, page):
    assert open_page(page, 1280).smallest_svg_text >= READABLE
    assert open_page(page, 400).smallest_svg_text >= READABLE


def columns(facts):
    return len({round(box["left"]) for box in facts.svg_boxes})


def test_plots_stand_side_by_side_where_there_is_room(open_page, page):
    assert columns(open_page(page, 1280)) == 2
    assert columns(open_page(page, 400)) == 1


def test_a_wide_table_scrolls_by_itself_and_keeps_its_first_column(browser, page):
    browser.open_page(page, 400)
    box = "document.querySelector('.scroll')"
    assert browser.evaluate(f"{box}.scrollWidth > {box}.clientWidth")
    left = f"{box}.querySelector('tbody th').getBoundingClientRect().left"
    number = f"{box}.querySelector('tbody td').getBoundingClientRect().left"
    before, moved = browser.evaluate(left), browser.evaluate(number)
    browser.evaluate(f"{box}.scrollLeft = 200")
    assert browser.evaluate(left) == before
    assert browser.evaluate(number) == moved - 200


def luminance(colour):
    """Relative luminance by WCAG of "rgb(r, g, b)"."""
    channels = [float(part) / 255 for part in colour[colour.index("(") + 1 : -1].split(",")[:3]]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_its_paper(browser, page, scheme):
    browser.open_page(page, 1280, scheme)
    style = "getComputedStyle(document.querySelector('{}')).{}"
    body = browser.evaluate(style.format("body", "backgroundColor"))
    paper = browser.evaluate(style.format("svg .paper", "fill"))
    assert (luminance(body) < 0.1) == (scheme == "dark")
    assert (luminance(paper) < 0.1) == (scheme == "dark")
    for text in ("h1", "p", "a", "figcaption"):
        assert contrast(browser.evaluate(style.format(text, "color")), body) >= 4.5, text
    for text in (".title text", ".x-label text", ".y-ticks text", ".legend text"):
        assert contrast(browser.evaluate(style.format(f"svg {text}", "fill")), paper) >= 4.5, text
    ink = browser.evaluate("getComputedStyle(document.querySelector('td[style]')).color")
    shades = browser.evaluate("[...document.querySelectorAll('td[style]')].map((td) => getComputedStyle(td).backgroundColor)")
    for shade in shades:  # color(srgb r g b), from 0 to 1
        channels = [float(part) * 255 for part in shade[shade.index("srgb") + 5 : -1].split("/")[0].split()]
        assert contrast(ink, f"rgb({', '.join(map(str, channels))})") >= 4.5, shade
    lines = browser.evaluate("[...document.querySelectorAll('svg .line')].map((line) => getComputedStyle(line).stroke)")
    assert len(set(lines)) == 11  # ten colours, and the grey of what is in the background
    for line in set(lines):
        assert contrast(line, paper) >= 2, line


def test_a_plot_by_itself_is_drawn_on_white(browser, page, tmp_path):
    browser.open_page(page, 1280)
    drawing = tmp_path / "plot.svg"
    drawing.write_text(browser.evaluate("document.querySelector('svg').outerHTML"))
    facts = browser.open_page(drawing, 1280, "dark")
    assert facts.errors == []
    assert browser.evaluate("getComputedStyle(document.querySelector('.paper')).fill") == "rgb(255, 255, 255)"
    assert luminance(browser.evaluate("getComputedStyle(document.querySelector('.title text')).fill")) < 0.1


def test_paper_is_white_in_print_too(browser, page):
    browser.open_page(page, 800, "dark")
    browser.set_media("print", "dark")
    assert browser.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert browser.evaluate("getComputedStyle(document.querySelector('nav')).display") == "none"
