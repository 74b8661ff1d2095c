"""What `prove` cannot be asked is refused: what is no position, what is answered beforehand."""

import pytest

from games.breakthrough import Breakthrough
from games.hex import Hex
from gamesolver import InvalidArgumentError, Value, prove


class Wordless(Hex):
    """Hex that reads no texts."""

    def parse(self, text):
        raise self.unreadable(text, "another game")


def refused(game, *arguments, **options):
    """What is said of it."""
    with pytest.raises(InvalidArgumentError) as caught:
        prove(game, *arguments, **options)
    return str(caught.value)


@pytest.mark.parametrize(
    ("game", "position", "why"),
    [
        (
            Hex(rows=3, columns=3),
            513,
            "no position 513 of Hex(): expected a number that parse gives for a text",
        ),
        (
            Breakthrough(rows=3, columns=2, ranks=1),
            0,
            "no position of Breakthrough(rows=3, ranks=1) in '../../.. w': expected 3 rows",
        ),
    ],
)
def test_an_integer_that_is_no_position_is_refused(game, position, why):
    """Where its game cannot write it, and where it does not read what it wrote."""
    said = refused(game, position)
    assert said.startswith(f"bad position {position} in position=...: {why}")


def test_a_compiled_game_that_reads_no_texts_takes_any_integer():
    """Of such integers its rules alone say whether play goes on."""
    assert prove(Wordless(rows=3, columns=3), 513, at_least=Value.WIN).bounds.value is not None
