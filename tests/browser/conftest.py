"""Fixtures of the tests that look at pages."""

import pytest

from browser import browser  # noqa: F401


@pytest.fixture
def open_page(browser):
    """open_page(path, width, scheme="light") shows a page and returns its Facts."""
    return browser.open_page
