"""Every game on the shelf: parameters that make no game, and texts that are no position of it."""

import attrs
import pytest

from gamesolver import InvalidArgumentError, PositionTextError, registered_games
from tests.oracles.plain_rules import TWINS

KINDS = [*registered_games().values(), *TWINS]
HUGE = 10**5_000
"""More digits than Python would write."""
BY_TYPE = {
    bool: [0, 1, None, "x", "x" * 10_000],
    int: [-1, -HUGE, 10**9, 10**30, HUGE, 2.5, None, "x", True, (1,)],
    str: ["", "x", "x" * 100_000, "☃", 5, None, ("a",)],
    tuple: [
        (),
        (-1,),
        (10**9,),
        (10**30, 1),
        (HUGE,),
        (1,) * 100_000,
        (2.5,),
        ("x",),
        5,
        None,
        "x",
    ],
}
OTHERS = [None, 5, "x", "x" * 100_000, (1,)]
PARAMETERS = [(kind, field) for kind in KINDS for field in attrs.fields(kind) if field.init]
SHORT = 450
"""Letters of a message that names each word that there is, and shortens what came."""


@pytest.mark.parametrize(
    ("kind", "field"),
    PARAMETERS,
    ids=[f"{kind.__name__}.{field.name}" for kind, field in PARAMETERS],
)
def test_impossible_parameters(kind, field):
    """Numbers that are too small or huge, long texts, and other types make no game."""
    usual = getattr(kind(), field.name)
    for value in BY_TYPE.get(type(usual), OTHERS):
        with pytest.raises(InvalidArgumentError) as caught:
            kind(**{field.name: value})
        message = str(caught.value)
        assert message.startswith("bad ")
        assert f" of {kind.__name__}: expected " in message
        assert len(message) < SHORT


STRANGE = ["", "☃", "x" * 100_000, None, 5, "[", "(1,", " ", "/", "\n", "(" * 200, b"x", ["a"],
           "9" * 5_000, "1e400", "{}", "-1", "8/8/8/8/8/8/8/8 w - - 0 1"]  # fmt: skip
REASON = 650
"""Letters of a message that says all that a position of a game must be."""


@pytest.mark.parametrize("kind", KINDS)
def test_texts_of_no_position(kind):
    """What is no text, no position of this game or far too long is refused with the reason."""
    game = kind()
    usual = game.format(game.start())
    for text in [*STRANGE, f"{usual}☃", f"{usual} {usual}", f"?{usual}"]:
        with pytest.raises(PositionTextError) as caught:
            game.parse(text)
        message = str(caught.value)
        assert message.startswith("no position of ")
        assert ": expected " in message
        assert len(message) < REASON
