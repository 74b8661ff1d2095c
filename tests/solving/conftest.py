"""Fixtures that turn off some of the checks of a solve."""

from unittest.mock import patch

import pytest

from gamesolver.verify import spot_check


@pytest.fixture
def unchecked():
    """Solve without a spot check, as if the sample contained no fault."""
    with patch.object(spot_check, "LEAST_WORK", 0), patch.object(spot_check, "SMALL", 0):
        yield
