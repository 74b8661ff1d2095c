"""Fixtures of the tests that look at pages in a real browser."""

import pytest

from tests.support.explorer_browser import browser


@pytest.fixture(scope="module")
def chromium():
    """One browser for all tests of a module."""
    with browser() as found:
        yield found
