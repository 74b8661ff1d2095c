"""Ways to solve in which only one of the checks looks."""

from unittest.mock import patch

import pytest

from gamesolver.verify import spot_check


@pytest.fixture
def unchecked():
    """Solve without a spot check, as if no position of a sample showed a fault."""
    with patch.object(spot_check, "LEAST_WORK", 0), patch.object(spot_check, "SMALL", 0):
        yield
