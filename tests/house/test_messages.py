"""Tests of the messages of the library, which are collected in one golden file.

The file is ``tests/goldens/messages.txt``. If a message changes on purpose, write it again with
``python -m tests.house.test_messages`` and review the difference.
"""

import re

import pytest

from tests.support.at_the_terminal import ROOT
from tests.support.library_messages import messages, written

GOLDEN = ROOT / "tests" / "goldens" / "messages.txt"
MOST_LETTERS = 240
"""Most letters of one line of a message, without its values."""
PRIVATE = (
    r"\b(whoever|somebody|nobody|anew|besides?|so many|so much|tells?|told|hears?|heard|shelf|"
    r"(?<!there )is (none|no)|in stead|by chance|what it says|says about itself)\b"
)
"""Words that readers who do not know the code have to translate."""
VALUE = r"\{[^{}]*\}"
MESSAGES = [text for texts in messages().values() for text in texts]


def test_the_golden_file_has_all_messages():
    """The golden file has each message of the library, below its module."""
    assert GOLDEN.read_text() == written()


def test_messages_use_common_words():
    """No message has a word of the dialect that ``CONTRIBUTING.md`` replaces."""
    assert [text for text in MESSAGES if re.search(PRIVATE, re.sub(VALUE, "", text))] == []


def test_messages_are_short():
    """A line of a message has at most 240 letters, values not counted, and two sentences."""
    for text in MESSAGES:
        for line in re.sub(VALUE, "", text).split("\n"):
            assert len(line) <= MOST_LETTERS, text
            assert len(re.findall(r"\w{2}[.;] [A-Za-z]", line)) <= 2, text


@pytest.mark.parametrize(
    "code",
    [
        "def f(n):\n    raise InputError(f'bad number {spelled(n)}: expected 1')",
        "def f(n):\n    text = f'bad number {n}: expected 1'\n    raise InputError(text)",
        "def f(n) -> InputError:\n    return InputError(f'bad number {n}: expected 1')",
        "def g(n) -> 'InputError':\n    return n\ndef f(n):\n    g(f'bad number {n}: expected 1')",
    ],
)
def test_messages_are_found_in_the_source(code):
    """A message is found in a raise, a variable, a result, and a call that makes errors."""
    from tests.support import library_messages as collector

    tree = collector.ast.parse(code)
    makers = {*collector._makers(tree)}
    assert [*collector._templates(tree, makers)] == ["bad number {n}: expected 1"]


if __name__ == "__main__":
    GOLDEN.write_text(written())
