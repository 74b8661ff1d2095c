"""Fixtures for tests of pages in a real browser."""

import pytest

from tests.support.explorer_browser import browser


@pytest.fixture(scope="module")
def chromium():
    """Browser that all tests of a module share."""
    with browser() as found:
        yield found
