"""Fixtures of the tests that look at pages."""

import pytest

from browser import Browser, missing


@pytest.fixture(scope="session")
def browser():
    if missing():
        pytest.skip(missing())
    shown = Browser()
    yield shown
    shown.close()


@pytest.fixture
def open_page(browser):
    """open_page(path, width, scheme="light") shows a page and returns its Facts."""
    return browser.open_page
