"""Tests that the list of mutants fits the code that it changes."""

import pytest

from tests.mutants.run import ROOT, read_mutants


@pytest.mark.parametrize("mutant", read_mutants(), ids=lambda mutant: str(mutant["number"]))
def test_a_mutant_can_be_applied(mutant):
    """The text that a mutant replaces occurs once, the result compiles, and its tests exist."""
    source = (ROOT / mutant["file"]).read_text()
    assert source.count(mutant["before"]) == 1
    assert "\n" not in mutant["before"] + mutant["after"]
    compile(source.replace(mutant["before"], mutant["after"]), mutant["file"], "exec")
    assert [each for each in mutant["tests"] if not (ROOT / each).is_file()] == []
    assert mutant["breaks"].endswith(".")
