"""Shows pages in Chromium, without a screen or a network, and says what a reader would see. Needs Debian's
chromium-driver and python3-selenium; tests get at it by the fixture open_page of conftest.py."""

import dataclasses
import pathlib
import shutil
import socket

import pytest

PACKAGES = "Debian: chromium chromium-driver python3-selenium"

# Runs in the page. Sizes are those on the screen: an SVG is scaled, and its text with it.
FACTS = """
const seen = (element) => { const box = element.getBoundingClientRect(); return box.width > 0 && box.height > 0; };
const drawings = [...document.querySelectorAll('svg')];
const title = (drawing) => drawing.querySelector('title')?.textContent ?? '';
const texts = drawings.flatMap((drawing) => [...drawing.querySelectorAll('text')].map((text) => ({drawing, text})));
const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
const trim = (box) => {  // the box of a line of text has room above and below the letters
  const room = box.height * 0.2;
  return {left: box.left, right: box.right, top: box.top + room, bottom: box.bottom - room};
};
const collisions = [], outside = [], among_data = [];
for (const drawing of drawings) {
  const frame = drawing.getBoundingClientRect();
  const data = drawing.querySelector('.axes')?.getBoundingClientRect();
  const boxes = [...drawing.querySelectorAll('text')].map(
      (text) => ({words: text.textContent, box: trim(text.getBoundingClientRect())}));
  boxes.forEach((one, index) => {
    const {left, right, top, bottom} = one.box;
    if (left < frame.left || right > frame.right || top < frame.top || bottom > frame.bottom) {
      outside.push(`${title(drawing)}: ${one.words}`);
    }
    if (data && one.words !== 'no data' && meet(one.box, data)) among_data.push(`${title(drawing)}: ${one.words}`);
    for (const other of boxes.slice(index + 1)) {
      if (meet(one.box, other.box)) collisions.push(`${title(drawing)}: ${one.words} / ${other.words}`);
    }
  });
}
return {
  width: document.documentElement.clientWidth,
  content_width: document.documentElement.scrollWidth,
  svg_titles: drawings.map(title),
  unseen_svgs: drawings.filter((drawing) => !seen(drawing)).map(title),
  svg_boxes: drawings.map((drawing) => drawing.getBoundingClientRect().toJSON()),
  smallest_svg_text: Math.min(Infinity, ...texts.map(
      ({text}) => parseFloat(getComputedStyle(text).fontSize) *
          Math.hypot(text.getScreenCTM().a, text.getScreenCTM().b))),  // it may be turned
  text_collisions: collisions,
  text_outside: outside,
  text_among_data: among_data,
  resources: performance.getEntriesByType('resource').map((entry) => entry.name),
};
"""


@dataclasses.dataclass
class Facts:
    """What is to be said about a page as it is shown; lists of faults name the plot and the text."""

    width: int
    content_width: int
    svg_titles: list
    unseen_svgs: list
    svg_boxes: list
    smallest_svg_text: float
    text_collisions: list
    text_outside: list
    text_among_data: list
    resources: list
    errors: list

    @property
    def scrolls_sideways(self):
        return self.content_width > self.width


def missing():
    """What keeps pages from being shown here, in words; empty if nothing does."""
    lacking = [program for program in ("chromium", "chromedriver") if shutil.which(program) is None]
    try:
        import selenium.webdriver  # noqa: F401
    except ImportError:
        lacking.append("selenium for Python")
    if lacking:
        return f"{', '.join(lacking)} not installed ({PACKAGES})"
    try:
        socket.getaddrinfo("localhost", None)  # where the driver listens; a bare chroot has no /etc/hosts
    except OSError:
        return "the name localhost is not known on this machine"
    return ""


class Browser:
    """One Chromium for many pages."""

    def __init__(self):
        from selenium import webdriver
        from selenium.webdriver.chrome.service import Service

        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium")
        options.add_argument("--headless=new")
        options.add_argument("--disable-gpu")
        options.add_argument("--no-sandbox")  # root may not use it
        options.add_argument("--disable-dev-shm-usage")  # a container has little
        options.add_argument("--hide-scrollbars")  # as on a telephone: the page has the full width
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
        self.driver.set_page_load_timeout(60)

    def open_page(self, path, width, scheme="light"):
        """Shows the file `width` CSS pixels wide, light or dark, and returns its Facts."""
        self.set_width(width)
        self.set_media("screen", scheme)
        self.driver.get_log("browser")  # what earlier pages had to say
        self.driver.get(pathlib.Path(path).resolve().as_uri())
        facts = self.driver.execute_script(FACTS)
        errors = [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]
        return Facts(**facts, errors=errors)

    def evaluate(self, script):
        """The value of a JavaScript expression in the page shown last."""
        return self.driver.execute_script(f"return {script};")

    def screenshot(self, path):
        """The whole page, also what is below the fold."""
        width = self.evaluate("document.documentElement.clientWidth")
        self.set_width(width, self.evaluate("document.documentElement.scrollHeight"))
        self.driver.save_screenshot(str(path))
        self.set_width(width)

    def set_width(self, width, height=900):
        # A window cannot be made as narrow as a telephone; the emulated screen can.
        size = {"width": width, "height": height}
        self.command("Emulation.setDeviceMetricsOverride", **size, deviceScaleFactor=1, mobile=False)

    def set_media(self, media, scheme):
        """What the page is shown on, "screen" or "print", and the reader's choice of "light" or "dark"."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.command("Emulation.setEmulatedMedia", media=media, features=features)

    def command(self, name, **arguments):
        return self.driver.execute_cdp_cmd(name, arguments)

    def close(self):
        self.driver.quit()


@pytest.fixture(scope="session")
def browser():
    """A Browser for all tests that ask for one; they are skipped where there can be none."""
    if missing():
        pytest.skip(missing())
    shown = Browser()
    yield shown
    shown.close()
